"""JSON: our own decks, white and black cards, lists of quotes in the shapes people have, and what is nearly JSON."""

import json

import pytest

from quotes.exchange import Card, Meta
from quotes.exchange.limits import MOST_DEPTH
from tests.quotes.files import cards, deck, found, notes, pairs, refusal, skipped, skips

# Our own


def test_a_deck_is_read_with_all_that_it_says():
    file = found(
        deck(
            {
                "number": 4,
                "red": {
                    "quote": "It was on time.",
                    "source": "A timetable",
                    "description": "small print",
                    "category": "work",
                },
                "blue": {"quote": "I came for the bench."},
                "tags": ["waiting"],
            },
            {"red": {"source": "A conductor"}},
            title="Bus stop &amp; more",
            language="pt-BR",
            description="Overheard.",
            licence="CC BY 4.0",
            rating="Teens",
            based_on="Station",
            credit="The morning shift",
        )
    )
    assert file.meta == Meta(
        "Bus stop & more", "pt-br", "Overheard.", "CC BY 4.0", "teens", "Station", "The morning shift"
    )
    assert [(row.line, row.card) for row in file.rows] == [
        (1, Card("It was on time.", "A timetable", "small print", "w", "red", 4, ("waiting",))),
        (1, Card("I came for the bench.", "", "", None, "blue", 4, ("waiting",))),
        (2, Card("", "A conductor", "", None, "red", None, ())),
    ]


@pytest.mark.parametrize(
    ("more", "kept"),
    [
        ({"title": "x" * 90}, Meta(title="x" * 79 + "…")),
        ({"title": 7, "language": "English!", "rating": "xxx", "credit": None}, Meta()),
        ({"language": "klingonisch"}, Meta()),
        ({"credit": ["Ada", "Bob"]}, Meta(credit="Ada, Bob")),
        ({"based_on": {"title": "Old one"}}, Meta(based_on="Old one")),
        ({"license": "CC0"}, Meta(licence="CC0")),
        ({"author": {"name": "Ada"}}, Meta(credit="Ada")),
        ({"meta": {"title": "Inside", "lang": "de"}}, Meta(title="Inside", language="de")),
    ],
)
def test_what_a_deck_says_of_itself_is_kept_as_far_as_it_makes_sense(more, kept):
    assert found(deck({"red": {"quote": "Hi"}}, **more)).meta == kept


@pytest.mark.parametrize(
    "more",
    [
        {"drawn_by": "a later version", "theme": {"colour": 3}},
        {"version": "1"},
        {"version": 1.0},
    ],
)
def test_what_a_later_version_one_may_add_is_passed_over(more):
    entry = {"number": 1, "red": {"quote": "Hi", "mood": ["odd"]}, "green": {"quote": "?"}, "stars": 5}
    assert cards(deck(entry) | more) == [Card("Hi", number=1)]


def test_the_version_may_be_missing():
    assert pairs({"format": "quote-deck", "cards": [{"red": {"quote": "Hi"}}]}) == [("Hi", "")]


@pytest.mark.parametrize("version", [2, 0, -1, 1.5, "2", "1.1", True, None, [1], {}, 10**25])
def test_another_version_is_refused_with_a_sentence(version):
    refused = refusal(deck({"red": {"quote": "Hi"}}) | {"version": version})
    assert refused.key == "version"
    assert "This site reads version 1." in refused.words


def test_a_bad_row_in_the_middle_is_named_and_all_others_are_taken():
    entries = [{"number": at, "red": {"quote": f"Quote {at}"}} for at in range(1, 8)]
    entries[3] = {"number": 4, "red": {"quote": "x" * 301}}
    assert skips(deck(*entries)) == [(4, "long_quote")]
    assert [card.number for card in cards(deck(*entries))] == [1, 2, 3, 5, 6, 7]


def test_a_number_that_is_there_already_is_given_to_neither_side_again():
    both = {"number": 1, "red": {"quote": "A"}, "blue": {"quote": "B"}}
    file = deck({"number": 1, "red": {"quote": "First"}}, both, {"number": 2, "blue": {"quote": "C"}})
    assert [(card.quote, card.number) for card in cards(file)] == [
        ("First", 1),
        ("A", None),
        ("B", None),
        ("C", 2),
    ]
    assert notes(file) == [[], ["number_taken"], ["number_taken"], []]
    assert found(file).rows[1].notes[0].words.startswith("Number 1 is there already.")


def test_a_number_is_remembered_to_the_end_of_the_file():
    file = deck(*({"number": number, "red": {"quote": f"Quote {number}"}} for number in (1, 2, 3, 1)))
    assert [card.number for card in cards(file)] == [1, 2, 3, None]


def test_a_side_may_have_tags_of_its_own():
    entry = {"red": {"quote": "A", "tags": ["x"]}, "blue": {"quote": "B"}, "tags": ["y"]}
    assert [card.tags for card in cards(deck(entry))] == [("x",), ("y",)]


# White and black cards


@pytest.mark.parametrize(
    ("file", "read"),
    [
        ({"whiteCards": ["A shoe."], "blackCards": ["Why?"]}, [("Why?", ""), ("", "A shoe.")]),
        (
            {"white": [{"text": "A shoe"}], "black": [{"text": "Why?", "pick": 1}]},
            [("Why?", ""), ("", "A shoe")],
        ),
        ({"white_cards": ["A shoe"]}, [("", "A shoe")]),
        (
            [{"name": "P", "white": [{"text": "A", "pack": 0}]}, {"name": "Q", "black": ["B"]}],
            [("", "A"), ("B", "")],
        ),
        ({"base": {"name": "P", "white": ["A"]}, "more": {"white": ["B"]}}, [("", "A"), ("", "B")]),
        ({"cards": {"white": ["A"], "black": ["B"]}}, [("B", ""), ("", "A")]),
        (
            {"white": ["A"], "black": ["B"], "packs": {"p": {"name": "P", "white": [0], "black": [0]}}},
            [("B", ""), ("", "A")],
        ),
        (
            {"calls": [[["Hey ", {}, "."], ["Ask!"]]], "responses": ["tea"]},
            [("Hey …. Ask!", ""), ("", "tea")],
        ),
        ({"calls": [[["So ", {"text": "this", "style": "Em"}, " is it."]]]}, [("So this is it.", "")]),
        ({"calls": [["Hey ", {}, "."]]}, [("Hey ….", "")]),
        (
            {"calls": [{"text": ["Hey ", "."]}], "responses": [{"text": ["tea"]}]},
            [("Hey ….", ""), ("", "tea")],
        ),
        (
            [{"cardType": "Q", "text": "Why?"}, {"cardType": "A", "text": "A hat"}],
            [("Why?", ""), ("", "A hat")],
        ),
        (
            {"cards": [{"Type": "white", "Card": "A hat"}, {"Type": "Black", "Card": "So?"}]},
            [("", "A hat"), ("So?", "")],
        ),
        ({"white": ["**Queen Bee**\nworks from home"]}, [("", "Queen Bee")]),
        ({"white": ["*Very* odd **hats**", "2 * 3 * 4"]}, [("", "Very odd hats"), ("", "2 * 3 * 4")]),
        ({"white": ["“Tea.”", "Salt &amp; <i>more</i>"]}, [("", "“Tea.”"), ("", "Salt & more")]),
        ({"black": ["One\\n\\ntwo"]}, [("One two", "")]),
        (
            "{name: 'P', calls: [[['Hey ', {}, '.']],], responses: ['tea',], /* … */}",
            [("Hey ….", ""), ("", "tea")],
        ),
    ],
)
def test_white_cards_become_sources_and_black_ones_quotes(file, read):
    assert found(file).form == "packs"
    assert pairs(file) == read and skips(file) == []


def test_what_is_below_the_name_on_a_white_card_describes_it():
    assert cards({"white": ["**Queen Bee**\nworks *from* home"]})[0].description == "works from home"


@pytest.mark.parametrize(
    ("text", "pick", "quote", "told"),
    [
        ("Why is it always Monday?", 1, "Why is it always Monday?", []),
        ("I forgot _.", 1, "I forgot ….", ["blank"]),
        ("I forgot _.", None, "I forgot ….", ["blank"]),
        ("I forgot ____.", 2, "I forgot ….", ["blank", "pick"]),
        ("_ and _", 1, "… and …", ["blank", "pick"]),
        ("_ and _", 2, "… and …", ["blank"]),
        ("_ and _", "2", "… and …", ["blank"]),
        ("_, _ & __", 0, "…, … & …", ["blank", "pick"]),
        ("_ _ _ _", 4, "… … … …", ["blank"]),
        ("[[BLANK]] or [blank]", 2, "… or …", ["blank"]),
        ("#stop____", 1, "#stop…", ["blank"]),
        ("_Really_ now, _?", 1, "Really now, …?", ["blank"]),
        ("No blank at all", 3, "No blank at all", []),
        ("I forgot _.", 10**30, "I forgot ….", ["blank"]),
    ],
)
def test_blanks_are_shown_and_counted_whatever_number_the_card_says(text, pick, quote, told):
    file = {"black": [{"text": text, "pick": pick}]}
    assert pairs(file) == [(quote, "")]
    assert notes(file) == [told]


def test_the_note_names_both_numbers():
    note = found({"black": [{"text": "_ and _", "pick": 1}]}).rows[0].notes[1]
    assert note.words == "Cards that it asks for: 1. Blanks that it has: 2. The blanks count."


@pytest.mark.parametrize(
    ("entry", "why"),
    [
        (None, "empty"),
        ("", "empty"),
        ({}, "empty"),
        ([], "empty"),
        ("\u200b", "no_text"),
        (True, "not_a_quote"),
        ({"pick": 2}, "not_a_quote"),
        ({"text": 7}, "not_a_quote"),
        ("_ " * 5, "blanks"),
        ("x" * 301, "long_quote"),
    ],
)
def test_a_card_that_is_none_is_left_out_of_its_pack(entry, why):
    file = {"black": ["Before", entry, "After"]}
    assert skips(file) == [(2, why)]
    assert pairs(file) == [("Before", ""), ("After", "")]


def test_too_many_blanks_are_told_with_the_numbers():
    assert "too many blanks: 5, and 4 are allowed" in skipped({"black": ["_ _ _ _ _", "x"]})[0].why.words


# Lists of quotes


@pytest.mark.parametrize(
    ("file", "read"),
    [
        ([{"quoteText": "Hi", "quoteAuthor": "Bob"}], [("Hi", "Bob")]),
        ([{"text": "Hi", "author": "Bob"}], [("Hi", "Bob")]),
        ([{"quote": "Hi", "author": "Bob"}], [("Hi", "Bob")]),
        ([{"content": "Hi", "author": "Bob"}], [("Hi", "Bob")]),
        ([{"q": "Hi", "a": "Bob", "h": "<b>Hi</b>"}], [("Hi", "Bob")]),
        ([{"text": "Hi", "from": "Bob"}], [("Hi", "Bob")]),
        ([{"quote": "Hi", "name": "Bob"}], [("Hi", "Bob")]),
        ([{"body": "Hi", "person": {"name": "Bob"}}], [("Hi", "Bob")]),
        ([{"Quote Text": "Hi", "SAID_BY": "Bob"}], [("Hi", "Bob")]),
        ([{"zitat": "Hi", "quelle": "Bob"}], [("Hi", "Bob")]),
        ([{"citation": "Hi", "auteur": "Bob"}], [("Hi", "Bob")]),
        ([{"source": "Bob"}], [("", "Bob")]),
        ({"quotes": [{"text": "Hi", "author": "Bob"}]}, [("Hi", "Bob")]),
        ({"quotes": ["Hi", "Ho – Bob"]}, [("Hi", ""), ("Ho", "Bob")]),
        ({"quotes": ["Hi"], "sources": ["Bob"]}, [("Hi", "")]),
        (
            {"contents": {"quotes": [{"quote": "Hi", "author": "Bob"}]}, "success": {"total": 1}},
            [("Hi", "Bob")],
        ),
        ({"anything": [{"quote": "Hi"}], "tags": ["a", "b"]}, [("Hi", "")]),
        ({"quote": "Hi", "author": "Bob"}, [("Hi", "Bob")]),
        (["Hi", "“Ho” — Bob"], [("Hi", ""), ("Ho", "Bob")]),
        (
            [["Hi there", "Bob"], ["Well, go on then", "Cleo"]],
            [("Hi there", "Bob"), ("Well, go on then", "Cleo")],
        ),
        ({"Bob": ["Hi"], "Cleo": ["Ho", "Hu"]}, [("Hi", "Bob"), ("Ho", "Cleo"), ("Hu", "Cleo")]),
        ([{"quote": "“Hi”", "author": "“Bob”"}], [("Hi", "“Bob”")]),
        ([{"quote": "Salt &amp; <i>more</i>", "author": "J&uuml;rgen"}], [("Salt & more", "Jürgen")]),
        ('{"quote": "Hi", "author": "Bob"}\n\n{"quote": "Ho"}\n', [("Hi", "Bob"), ("Ho", "")]),
        ('{"quote": "Hi"}\n{"quote": \n{"quote": "Ho"}\n', [("Hi", ""), ("Ho", "")]),
    ],
)
def test_lists_of_quotes_are_read_in_the_shapes_people_have(file, read):
    assert pairs(file) == read


def test_where_author_and_work_are_named_the_work_describes_the_author():
    entry = {"quote": "Hi", "author": "Bob", "source": "A long letter", "year": 1888}
    assert cards([entry])[0] == Card("Hi", "Bob", "A long letter")


def test_a_description_is_taken_before_the_work():
    entry = {"quote": "Hi", "author": "Bob", "source": "A letter", "description": "a plumber", "tags": ["a"]}
    assert cards([entry])[0] == Card("Hi", "Bob", "a plumber", tags=("a",))


@pytest.mark.parametrize(
    ("entry", "why"),
    [
        (None, "empty"),
        ({}, "empty"),
        ([], "empty"),
        ({"quote": "", "author": ""}, "empty"),
        ({"name": "Bob"}, "not_a_quote"),
        ({"quote": 4}, "not_a_quote"),
        (4, "not_a_quote"),
        ("", "not_a_quote"),
        ("***", "not_a_quote"),
        ("https://example.org/quotes", "not_a_quote"),
        ({"quote": "x" * 301, "author": "Bob"}, "long_quote"),
        ({"quote": "Hi", "author": "x" * 81}, "long_source"),
    ],
)
def test_an_entry_that_is_no_quote_is_named_and_the_others_are_taken(entry, why):
    file = [{"quote": "Before"}, entry, {"quote": "After"}]
    assert skips(file) == [(2, why)]
    assert pairs(file) == [("Before", ""), ("After", "")]


def test_a_line_that_is_no_json_is_named_and_the_others_are_taken():
    file = '{"quote": "A"}\n{"quote": "B",}\nnull\n[1\n{"quote": "C"}'
    assert skips(file) == [(2, "bad_line"), (3, "empty"), (4, "bad_line")]
    assert pairs(file) == [("A", ""), ("C", "")]


def test_many_lines_that_are_not_closed_are_not_nested():
    file = '{"quote": "A"}\n' + '{"quote": [\n' * 200 + '{"quote": "C"}'
    assert len(skips(file)) == 200
    assert pairs(file) == [("A", ""), ("C", "")]
    assert refusal('{"quote": "A"}\n{"quote": ' + "[" * 200).key == "deep"


# Nearly JSON


@pytest.mark.parametrize(
    ("file", "read"),
    [
        ('[{"quote": "Hi",},]', [("Hi", "")]),
        ("[{'quote': 'Hi', 'author': 'Bob'}]", [("Hi", "Bob")]),
        ("[{quote: 'It\\'s \"me\"'}]", [('It\'s "me"', "")]),
        ('// remark\n/* more\n * */ [ // here\n {"quote": "Hi"} ] // done', [("Hi", "")]),
        ('[{"quote": "a // b /* c */"},]', [("a // b /* c */", "")]),
        ("[{quote: 'x', n: +1.5e3, m: .5, h: 0x1F, i: Infinity, u: undefined, t: true,}]", [("x", "")]),
        ("[{quote: 'a\\\nb \\x41 \\u00e9 \\t\\'c\\' \\q'}]", [("ab A é 'c' q", "")]),
        ("[{quote: 'raw\nline'}]", [("raw line", "")]),
        ("[{quote: '\\ud83d\\ude00 x \\ud800'}]", [("😀 x", "")]),
        ('[{"quote": "\\ud83d\\ude00 x \\ud800"}]', [("😀 x", "")]),
        ("[{quote: 'Hi'}];", [("Hi", "")]),
        ("{quotes: [{$id: 1, text: 'Hi'}]}", [("Hi", "")]),
        ("[\n\n  'Hi',\n  'Ho — Bob',\n]", [("Hi", ""), ("Ho", "Bob")]),
    ],
)
def test_what_people_write_by_hand_is_read_too(file, read):
    assert pairs(file) == read


def test_of_a_word_that_stands_twice_the_last_is_taken():
    file = (
        '{"format": "quote-deck", "title": "Tea", "title": "Talk", "cards": [{"quote": "Hi", "source": "A"}]}'
    )
    assert found(file).meta.title == "Talk"


@pytest.mark.parametrize(
    ("file", "why", "sentence"),
    [
        ('{"cards": [\n{"quote": "Hi"},\n{"quote', "json_cut_off", "What opens in line 3 is not closed."),
        ('{"cards": [\n{"quote": "Hi"},\n{"quote": ', "json_cut_off", "What opens in line 3"),
        ('{"cards": [\n{"quote": "Hi"}\n', "json_cut_off", "What opens in line 1"),
        ('[{"quote": "Hi"}', "json_cut_off", "line 1"),
        ("[", "json_cut_off", "line 1"),
        ("{", "json_cut_off", "line 1"),
        ("[{a: 1} /* never", "json_cut_off", "line 1"),
        ('[\n{"quote": "Hi"},\n{"quote" "Ho"}]', "bad_json", "Line 3 cannot be read."),
        ('[\n{"quote": "Hi"}\n{"quote": "Ho"}]', "bad_json", "Line 3"),
        ('[{"quote": "Hi"}] x', "bad_json", "Line 1"),
        ('[{"quote": "Hi"}, }', "bad_json", "Line 1"),
        ("[{'quote': Hi there}]", "bad_json", "Line 1"),
        ('[{"quote": §}]', "bad_json", "Line 1"),
        ("[{[1]: 2}]", "bad_json", "Line 1"),
        ("[" * MOST_DEPTH + "]" * MOST_DEPTH, "deep", "Fewer than 100 levels"),
        ('{"a":' * MOST_DEPTH + "1" + "}" * MOST_DEPTH, "deep", "Fewer than 100 levels"),
        ("{a:" * MOST_DEPTH + "'x'", "deep", "Fewer than 100 levels"),
        ('[{"n": ' + "1" * 1000 + "}]", "endless_number", "too many digits"),
        ("[{'n': " + "1" * 400 + "}]", "endless_number", "too many digits"),
        ("[" + "{}," * 400_001 + "{}]", "too_many", "more than 20000 rows"),
        ('{"format": "quote-deck", "cards": [{}], "cards": [{}]}', "twice", "“cards” stands twice."),
        ("{format: 'quote-deck', cards: [{}], 'cards': null,}", "twice", "“cards” stands twice."),
        ('{"cards": [{"red": {"quote": "Hi"}, "red": {"quote": "Ho"}}]}', "twice", "“red” stands twice."),
    ],
)
def test_json_that_is_broken_is_refused_and_the_line_is_named(file, why, sentence):
    refused = refusal(file)
    assert refused.key == why and sentence in refused.words


def test_what_stands_in_a_text_is_not_counted():
    text = '[{,\\"\\\\ and so on ' * 200
    assert skips(f'["{text}"]') == [(1, "long_quote")]  # too long, and yet no reason to refuse the file


def test_what_stands_in_a_very_long_text_is_not_counted_either():
    for at in range(0, 140_000, 30_000):
        assert pairs([{"x": "…" * at, "y": "[{," * 40_000, "quote": "Hi"}]) == [("Hi", "")]


def test_levels_are_counted_where_a_remark_hides_them():
    hidden = '// 5" of snow\n'
    assert refusal(hidden + "[" * MOST_DEPTH).key == "deep"
    assert refusal(hidden + "[" * (MOST_DEPTH - 1)).key == "json_cut_off"


def test_as_many_levels_as_allowed_are_read():
    deep = MOST_DEPTH - 3
    for quote in ('"Hi"', "'Hi'"):
        assert pairs(f'[{{"quote": {quote}, "x": {"[" * deep}{"]" * deep}}}]') == [("Hi", "")]


@pytest.mark.parametrize("digits", [1, 19, 20, 30, 299])
@pytest.mark.parametrize("at", [*range(0, 1200, 299), 65_310])
def test_a_number_of_some_length_is_no_reason_to_refuse(digits, at):
    file = f'[{{"quote": "Hi", "id": {" " * at}{"7" * digits}}}]'
    assert pairs(file) == [("Hi", "")]


def test_large_numbers_in_many_places_are_counted_by_themselves():
    entries = [{"quote": f"Hi {at}", "id": 10**17 + at} for at in range(5000)]
    assert len(pairs(json.dumps(entries, separators=(",", ":")))) == 5000


@pytest.mark.parametrize(
    "line",
    ["[Laughs] Well – Bob", "{sighs} No – Bob", "[1] Hello there – Bob", "[true story] – Bob"],
)
def test_a_line_that_begins_with_a_bracket_is_no_json(line):
    assert found(line).form == "list"

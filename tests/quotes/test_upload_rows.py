"""What was found in an import, row by row: what is said of it, what can be chosen, and what then becomes of it."""

import json

import pytest
from django.utils import timezone

from quotes import uploads
from quotes.models import Deck
from quotes.upload_rows import Choices, changed, lines_of, ways_for
from tests.quotes.files import found
from tests.quotes.importing import WORDS, add, cards, page, press, says, send, sent
from tests.quotes.lines import deck, tab

__all__ = ["deck", "tab"]

FISH = "Fish fly on Fridays. – A cat"
PACK = {
    "black": ["Why is there _ in my soup?", "Nobody expects _."],
    "white": ["A spoon", "The moon", "My aunt"],
}


def lines(tab, upload, query=""):
    """(row, outcome, reasons) of each row on the page."""
    shown = tab.get(f"/decks/uploads/{upload.pk}/{query}").context["lines"]
    return [(row["line"].row.line, row["line"].outcome, row["why"]) for row in shown]


# What is said of a row


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("row", "outcome", "words"),
    [
        (FISH, "new", []),
        ("A quote alone", "new", []),
        (
            "FISH FLY... on ‘Fridays’? | Another cat",
            "merged",
            ["Merged with row 1, which is nearly the same."],
        ),
        ("I was in the deck. – Me", "there", ["Nearly the same is in the deck already: card 1."]),
        ("x" * 301 + " – A cat", "skipped", ["This quote is too long: 301 characters, and 300 are allowed."]),
        ("Hi | " + "x" * 81, "skipped", ["This name is too long: 81 characters, and 80 are allowed."]),
        ("\u200b\u202e | \u00ad", "skipped", ["There is no quote in this row."]),
    ],
)
def test_each_row_says_what_becomes_of_it_and_why(tab, deck, row, outcome, words):
    deck.cards.create(number=1, quote="i was in the déck", source="Me", language="en")
    upload = sent(tab, f"Fish fly on Fridays – The cat\n{row}\nGoodbye – The sun", deck=deck)
    if row == FISH:
        outcome, words = "merged", ["Merged with row 1, which is nearly the same."]
    assert lines(tab, upload)[1] == (2, outcome, words)
    assert all(sentence in page(tab, upload) for sentence in words)
    add(tab, upload)
    kept = [(one["line"], one["what"]) for one in upload.report["rows"]]
    assert kept == [(1, "new"), (2, outcome), (3, "new")]
    assert all(sentence in page(tab, upload) for sentence in words)
    assert cards(deck)[-1][2:] == ("Goodbye", "The sun")


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("bad", "words"),
    [
        ({"quote": "x" * 301}, "This quote is too long"),
        ({"quote": None}, "There is nothing in this row."),
        ({"quote": 7, "author": []}, "There is no quote in this row."),
        (None, ""),
        ([], ""),
        ({}, ""),
    ],
)
def test_a_bad_row_in_the_middle_stops_nothing_and_is_no_empty_card(tab, alice, bad, words):
    rows = [{"quote": "First", "author": "One"}, bad, {"quote": "Last", "author": "Two"}]
    upload = sent(tab, rows, "a.json")
    assert words in page(tab, upload, "?show=skipped")
    add(tab, upload)
    deck = Deck.objects.get(owner=alice)
    assert [row[2:] for row in cards(deck)] == [("First", "One"), ("Last", "Two")]


@pytest.mark.django_db
@pytest.mark.parametrize("pick", [0, 1, 2, 3, 4, 9])
@pytest.mark.parametrize("blanks", [0, 1, 2, 3, 4])
def test_a_black_card_with_any_blanks_and_any_wrong_pick_is_one_quote(tab, alice, blanks, pick):
    text = " and ".join(["Nothing beats" if n == 0 else "also" for n in range(1)] + ["_"] * blanks)
    upload = sent(tab, {"black": [{"text": text, "pick": pick}], "white": ["A spoon"]}, "a.json")
    add(tab, upload)
    made = cards(Deck.objects.get(owner=alice))
    assert len(made) == 2
    assert made[0][2].count("…") == blanks and "_" not in made[0][2]


@pytest.mark.django_db
def test_what_a_file_was_taken_for_is_said_and_empty_lines_are_no_rows(tab):
    upload = sent(tab, f"\n{FISH}\n\n\n")
    said = page(tab, upload)
    assert "a list of quotes, one a line" in said and "1 new card " in said and "skipped" not in said


# Filters and pages


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("which", "rows"),
    [
        ("", [1, 2, 3, 4, 5]),
        ("new", [1, 3, 5]),
        ("half", [3]),
        ("doubles", [2]),
        ("skipped", [4]),
        ("out", []),
        ("nothing-known", [1, 2, 3, 4, 5]),
        ("%00", [1, 2, 3, 4, 5]),
    ],
)
def test_a_filter_shows_its_rows(tab, which, rows):
    upload = sent(tab, "\n".join([FISH, FISH, "Alone", "x" * 301 + " – A", "B – C"]))
    answer = tab.get(f"/decks/uploads/{upload.pk}/?show={which}")
    if which == "%00":
        assert answer.status_code == 400
        return
    assert [row["line"].row.line for row in answer.context["lines"]] == rows
    add(tab, upload)
    done = tab.get(f"/decks/uploads/{upload.pk}/?show={which}").context["lines"]
    assert [row["line"] for row in done] == ([1, 2, 3, 4, 5] if which == "half" else rows) or which == "half"


@pytest.mark.django_db
def test_a_hundred_rows_are_a_page_and_choices_of_all_pages_count(tab, alice):
    upload = sent(tab, "".join(f"Fish {n} – A cat\n" for n in range(250)))
    first = tab.get(f"/decks/uploads/{upload.pk}/").context
    assert (len(first["lines"]), first["page"].paginator.num_pages) == (100, 3)
    answer = press(tab, upload, "", go="show=&page=2", row=range(100), take=range(90), **WORDS)
    assert answer["Location"] == f"/decks/uploads/{upload.pk}/?page=2#rows"
    assert [one for one, _what, _why in lines(tab, upload, "?page=2")] == list(range(101, 201))
    press(tab, upload, "", go="show=out", row=range(100, 200), take=range(101, 200))
    assert [one for one, _what, _why in lines(tab, upload, "?show=out")] == [*range(91, 102)]
    for odd in ("page=9", "page=x", "page=-1", "page=" + "9" * 30):
        assert tab.get(f"/decks/uploads/{upload.pk}/?{odd}").status_code == 200
    add(tab, upload)
    assert len(cards(Deck.objects.get(owner=alice))) == 250 - 11
    assert len(tab.get(f"/decks/uploads/{upload.pk}/?page=3").context["lines"]) == 50


@pytest.mark.django_db
def test_two_tabs_with_two_pages_keep_each_others_choices(tab, alice):
    upload = sent(tab, "".join(f"Fish {n} – A cat\n" for n in range(200)))
    press(tab, upload, "keep", row=range(100), take=range(1, 100))
    press(tab, upload, "keep", row=range(100, 200), take=range(101, 200))
    press(tab, upload, "keep", row=[50], take=[])
    add(tab, upload)
    kept = {quote for _n, _side, quote, _source in cards(Deck.objects.get(owner=alice))}
    assert {f"Fish {n}" for n in range(200)} - kept == {"Fish 0", "Fish 100", "Fish 50"}


@pytest.mark.django_db
@pytest.mark.parametrize(
    "forged",
    [
        {"row": ["x", "-1", "9" * 30, "7"], "take": ["\u0663"]},
        {"way-0": "steal", "way-x": "swap", "way-99": "swap"},
        {"way-0": "\x00"},
        {"go": "show=%ff&page=\ud800".encode("utf-8", "replace").decode()},
        {"do": "everything"},
        {"title": "x" * 100_000},
    ],
)
def test_forged_fields_break_and_change_nothing(tab, deck, forged):
    upload = sent(tab, FISH, deck=deck)
    assert press(tab, upload, **{"do": "keep"} | forged).status_code == 303
    assert lines(tab, upload) == [(1, "new", [])]
    assert tab.get(f"/decks/uploads/{upload.pk}/").context["lines"][0]["line"].way == ""
    add(tab, upload)
    assert cards(deck) == [(1, "red", "Fish fly on Fridays.", "A cat")]


# Ways to take a row


@pytest.mark.parametrize(
    ("row", "ways"),
    [
        (FISH, ("swap", "quote", "source")),
        ("x" * 80 + " | A", ("swap", "quote", "source")),
        ("x" * 81 + " | A", ("quote", "source")),
        ("Alone", ("swap",)),
        ("x" * 81, ()),
        ("x" * 301, ()),
    ],
)
def test_a_row_can_be_taken_in_other_ways_where_they_fit(row, ways):
    assert ways_for(found(row).rows[0]) == ways


@pytest.mark.parametrize(
    ("row", "way", "card"),
    [
        (FISH, "", ("Fish fly on Fridays.", "A cat")),
        (FISH, "swap", ("A cat", "Fish fly on Fridays.")),
        (FISH, "quote", ("Fish fly on Fridays.", "")),
        (FISH, "source", ("", "A cat")),
        ("Alone", "swap", ("", "Alone")),
        ("Alone", "quote", ("Alone", "")),
        ("x" * 81 + " | A", "swap", ("x" * 81, "A")),
    ],
)
def test_a_row_is_taken_as_was_chosen(row, way, card):
    made = changed(found(row).rows[0], way).card
    assert made and (made.quote, made.source) == card


@pytest.mark.django_db
def test_a_choice_can_be_taken_back_also_where_it_made_a_double(tab, deck):
    deck.cards.create(number=1, quote="A cat", source="X", language="en")
    upload = sent(tab, f"{FISH}\nAlone", deck=deck)
    press(tab, upload, "keep", row=[0, 1], take=[0, 1], **{"way-0": "swap", "way-1": "swap"})
    assert [what for _row, what, _why in lines(tab, upload)] == ["there", "new"]
    ways = tab.get(f"/decks/uploads/{upload.pk}/").context["lines"][0]["ways"]
    assert [(way, chosen) for way, _words, chosen in ways] == [
        ("", False),
        ("swap", True),
        ("quote", False),
        ("source", False),
    ]
    press(tab, upload, "keep", row=[1], take=[1], **{"way-0": "", "way-1": "swap"})
    add(tab, upload)
    assert [row[2:] for row in cards(deck)] == [
        ("A cat", "X"),
        ("Fish fly on Fridays.", "A cat"),
        ("", "Alone"),
    ]


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("row", "way", "words"),
    [
        (FISH, "", ["Quote and source", "Swap quote and source", "The quote alone", "The source alone"]),
        (FISH, "quote", ["Quote and source", "Swap quote and source", "The quote alone", "The source alone"]),
        ("Alone", "", ["It is a quote", "It is a source"]),
        ("Alone", "swap", ["It is a quote", "It is a source"]),
    ],
)
def test_the_ways_are_named_by_what_the_row_was_read_as(tab, row, way, words):
    upload = sent(tab, row)
    press(tab, upload, "keep", row=[0], take=[0], **{"way-0": way})
    (line,) = tab.get(f"/decks/uploads/{upload.pk}/").context["lines"]
    assert [str(name) for _way, name, _chosen in line["ways"]] == words
    assert [one for one, _name, chosen in line["ways"] if chosen] == [way]


# Quotes and sources that stand alone


@pytest.mark.django_db
def test_quotes_and_sources_are_paired_in_order_and_who_is_left_over_stays_half(tab, alice):
    upload = sent(tab, PACK, "pack.json")
    assert "Pair 2 quotes with sources" in page(tab, upload)
    press(tab, upload, "pair")
    said = page(tab, upload)
    assert "3 new" in said and "1 of them half" in said and "This is the source of row" in said
    add(tab, upload)
    assert [row[2:] for row in cards(Deck.objects.get(owner=alice))] == [
        ("Why is there … in my soup?", "A spoon"),
        ("Nobody expects ….", "The moon"),
        ("", "My aunt"),
    ]


@pytest.mark.django_db
def test_pairs_are_taken_apart_again_and_left_out_ones_stay_out(tab, alice):
    upload = sent(tab, PACK, "pack.json")
    press(tab, upload, "pair")
    press(tab, upload, "unpair")
    assert [what for _row, what, _why in lines(tab, upload)] == ["new"] * 5
    press(tab, upload, "pair", row=[0, 1, 2, 3, 4], take=[1, 2, 3, 4])
    assert "1 quote has got a source" in page(tab, upload)
    press(tab, upload, "keep", row=[0, 1], take=[0])
    add(tab, upload)
    made = [row[2:] for row in cards(Deck.objects.get(owner=alice))]
    assert ("Nobody expects ….", "A spoon") not in made and ("Why is there … in my soup?", "") in made


@pytest.mark.parametrize(
    ("pairs", "outcomes"),
    [
        ([(0, 2)], ["new", "new", "paired", "new", "new"]),
        ([(0, 2), (1, 2)], ["new", "new", "paired", "new", "new"]),  # given away already
        ([(2, 0)], ["new"] * 5),
        ([(0, 1)], ["new"] * 5),
        ([(0, 99)], ["new"] * 5),
    ],
)
def test_a_pair_is_a_quote_and_a_source(pairs, outcomes):
    assert [line.outcome for line in lines_of(found(PACK), Choices(pairs=pairs))] == outcomes


# Sides and numbers


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("there", "numbers"),
    [
        ([], [(1, "red"), (1, "blue"), (2, "red")]),
        ([1], [(2, "red"), (2, "blue"), (3, "red")]),
        ([1, 2, 3], [(4, "red"), (4, "blue"), (5, "red")]),
    ],
)
def test_both_sides_of_a_card_stay_together_whatever_number_they_get(tab, deck, there, numbers):
    for number in there:
        deck.cards.create(number=number, quote=f"There {number}", source="X", language="en")
    file = "number,side,quote,source\n1,red,Up,A\n1,blue,Down,B\n2,red,Left,C\n"
    add(tab, sent(tab, file, "a.csv", deck=deck))
    made = [(n, side, quote) for n, side, quote, _source in cards(deck) if not quote.startswith("There")]
    assert sorted(made) == sorted(
        (*place, quote) for place, quote in zip(numbers, ("Up", "Down", "Left"), strict=True)
    )


@pytest.mark.django_db
def test_description_kind_and_tags_come_along(tab, deck):
    file = {"format": "quote-deck", "version": 1, "cards": [
        {"red": {"quote": "A", "source": "B", "description": "C", "category": "myth"}, "tags": ["sea", "Big Fish"]},
        {"red": {"quote": "D", "source": "E", "category": "unheard of"}},
    ]}  # fmt: skip
    add(tab, sent(tab, file, "a.json", deck=deck))
    kept = list(deck.cards.values_list("description", "category", "tags").order_by("number"))
    assert kept == [("C", "m", "sea big-fish"), ("", "o", "")]


# Nasty text


NASTY = [
    "<script>alert(1)</script>",
    "<img src=x onerror=alert(1)>",
    "{{ 7 * 7 }} {% now 'Y' %}",
    "%s %(name)s {0} %n",
    "'\"><svg/onload=alert(1)>",
    "javascript:alert(1)",
    "&lt;b&gt; &amp;amp;",
    "\u202egnp.exe",
    "𝕳𝖊 👩‍👩‍👧 ñ",
]


@pytest.mark.django_db
@pytest.mark.parametrize("text", NASTY)
def test_whatever_is_sent_is_only_ever_text(tab, deck, text):
    row = {"quote": json.dumps(text)[1:-1] if "\\" in text else text.replace("<", "&lt;"), "author": "A cat"}
    skipped = {"quote": text.replace("<", "&lt;") + "x" * 301, "author": text}
    deck.title = text
    deck.save()
    upload = sent(tab, [row, skipped, row], "a.json", deck=deck)
    upload.name = text
    upload.save()
    pages = [tab.get(f"/decks/uploads/{upload.pk}/"), tab.get("/decks/import/")]
    pages += [send(tab, text + "\x00" + '[{"', deck=deck)] if text.isascii() else []
    add(tab, upload)
    pages += [tab.get(f"/decks/uploads/{upload.pk}/"), tab.get(f"/decks/{deck.pk}/import/")]
    for answer in pages:
        body = answer.content.decode()
        for tag in ("<script>alert", "<img src=x", "<svg/onload", "49 ", "\u202e<"):
            assert tag not in body.replace("49 %}", "")


@pytest.mark.django_db
def test_what_a_file_says_about_itself_is_only_text_too(tab):
    meta = {name: NASTY[0].replace("<", "&lt;") for name in ("title", "description", "credit", "licence")}
    file = {"format": "quote-deck", "version": 1, **meta, "cards": [{"quote": "A", "source": "B"}]}
    upload = sent(tab, file, "<script>alert(1)</script>.json")
    body = tab.get(f"/decks/uploads/{upload.pk}/").content.decode()
    assert "<script>alert" not in body and "&lt;script&gt;" in body


@pytest.mark.django_db
def test_choices_are_for_a_moment_and_not_once_it_is_decided(tab, deck):
    upload = add(tab, sent(tab, FISH, deck=deck))
    answer = press(tab, upload, "keep", row=[0], take=[])
    assert answer.status_code == 303
    with pytest.raises(uploads.Refused) as refused:
        uploads.choose(upload, lambda *_: None)
    assert (refused.value.why, refused.value.status) == ("upload_decided", 409)
    upload.delete()
    with pytest.raises(uploads.Refused) as refused:
        uploads.choose(upload, lambda *_: None)
    assert refused.value.why == "upload_gone" and "not there any more" in refused.value.words
    assert says(tab.get("/decks/import/")) and timezone.now()

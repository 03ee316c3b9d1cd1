"""From the values of a row to a card: texts, kinds of sources, tags, limits, and why a row is none."""

import unicodedata

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from accounts.text import one_line
from quotes import exchange
from quotes.exchange import Found, limits, meta
from quotes.exchange.fields import LETTERS, NAMES
from quotes.exchange.marks import without_marks
from quotes.exchange.parts import SIDES
from quotes.exchange.tidy import HARMLESS, guarded, in_one_line, plain
from quotes.models import MOST_DESCRIPTION, MOST_NAME, MOST_TAGS, MOST_TITLE, Card, Deck
from quotes.text import LIMIT
from tests.quotes.files import HEADER, cards, deck, found, notes, skips

# Texts


@pytest.mark.parametrize(
    ("written", "read"),
    [
        ("salt &amp; pepper", "salt & pepper"),
        ("salt &AMP; pepper", "salt & pepper"),
        ("&quot;Hi&quot;, she said", '"Hi", she said'),
        ("it&#39;s &#x2764;", "it's ❤"),
        ("M&Ms; &unknown; R&D", "M&Ms; &unknown; R&D"),
        ("&amp;amp;", "&amp;"),
        ("&lt;b&gt;", "<b>"),
        ("&#0;&#8238;x&#99999999;&#x110000;", "\ufffdx&#99999999;\ufffd"),
        ("so <i>very</i> late", "so very late"),
        ("one<br>two<BR/>three<br />four", "one two three four"),
        ("<p class='x'>one</p><p>two</p>", "one two"),
        ('<a href="http://example.org">here</a>', "here"),
        ("<script>alert(1)</script>", "alert(1)"),
        ("<!-- no -->yes", "yes"),
        ("I <3 you", "I <3 you"),
        ("a < b and c > d", "a < b and c > d"),
        ("<sighs> Well", "<sighs> Well"),
        ("<i", "<i"),
        ("u\u0308ber", "über"),
        ("soft\u00adly \u200bnow\ufeff", "softly now"),
        ("\u202ebackwards\u202c \u2066x\u2069", "backwards x"),
        ("bell\x07", "bell"),
        ("thin\u2009and\u3000wide\u00a0space", "thin and wide space"),
        ("  two\t\n\r lines  ", "two lines"),
        ("Vraiment\u00a0? Oui\u202f!", "Vraiment\u00a0? Oui\u202f!"),
        ("« moi »", "« moi »"),
        ("«\u00a0moi\u00a0»", "«\u00a0moi\u00a0»"),
        ("Oui\u00a0\u200b!", "Oui !"),
        ("Oui \u00a0!", "Oui !"),
        ("«\u00a0\u200b", "«"),
        ("👨\u200d👩\u200d👧", "👨\u200d👩\u200d👧"),
        ("hi" + "\u0336" * 200, "hi" + "\u0336" * 3),
        ("\u200b\u202e\u3164", ""),
        ("\ud800x", "x"),
    ],
)
def test_texts_are_put_in_one_line_of_what_can_be_seen(written, read):
    assert plain(written) == read


@settings(deadline=None)
@given(st.text(max_size=60))
def test_tidying_twice_changes_no_more(text):
    assert in_one_line(in_one_line(text)) == in_one_line(text)


@settings(deadline=None)
@given(st.text("<>&;#abiprlt/!-\u00a0 \u0308ü?", max_size=30))
def test_what_is_guarded_is_read_as_it_was(text):
    text = in_one_line(text)
    assert plain(guarded(text)) == text


def test_letters_that_are_not_looked_at_would_be_left_as_they_are():
    harmless = [one for one in map(chr, range(0x3000)) if HARMLESS.fullmatch(one)]
    assert len(harmless) > 1000
    for one in harmless:
        text = f"a{one}b"
        assert one_line(text) == " ".join(text.split()) and unicodedata.is_normalized("NFC", text), ascii(one)


@pytest.mark.parametrize(
    ("written", "read"),
    [
        ("“To be”", "To be"),
        ("„Sein“", "Sein"),
        ("„Sein”", "Sein"),
        ("«Être»", "Être"),
        ("«\u00a0Être\u00a0»", "Être"),
        ("»Sein«", "Sein"),
        ("”Att vara”", "Att vara"),
        ("‘To be’", "To be"),
        ('"To be"', "To be"),
        ("'To be'", "To be"),
        ("「ある」", "ある"),
        ("'It's fine'", "It's fine"),
        ("“She said “no” twice”", "She said “no” twice"),
        ("“A” and “B”", "“A” and “B”"),
        ('"A" and "B"', '"A" and "B"'),
        ("'A' and 'B'", "'A' and 'B'"),
        ("“A", "“A"),
        ('Not "all" of it', 'Not "all" of it'),
        ('""', '""'),
        ("“ ”", "“ ”"),
        ('"', '"'),
        ("", ""),
    ],
)
def test_quotation_marks_around_a_whole_quote_are_taken_off(written, read):
    assert without_marks(written) == read


# Kinds, tags, numbers


@pytest.mark.parametrize(
    ("written", "letter"),
    [
        *(("m", "m"), ("myth", "m"), ("Myth", "m"), ("Mythos", "m"), ("mythe", "m")),
        *(("t", "t"), ("tale", "t"), ("fairy tale", "t"), ("Märchen", "t"), ("sprookje", "t")),
        *(("l", "l"), ("Literatur", "l"), ("LITERATURE", "l"), ("littérature", "l")),
        *(("h", "h"), ("Geschichte", "h"), ("s", "s"), ("science", "s"), ("Wissenschaft", "s")),
        *(("a", "a"), ("Kunst", "a"), ("w", "w"), ("work", "w"), ("Arbeit", "w"), ("Beruf", "w")),
        *(("o", "o"), ("home", "o"), ("Zuhause", "o"), ("Alltag", "o")),
        *(("", None), ("x", None), ("inspiration", None), (None, None), (3, None), (["m"], None)),
    ],
)
def test_kinds_of_sources_are_read_from_letters_and_words(written, letter):
    assert cards(deck({"red": {"quote": "Hi", "category": written}}))[0].category == letter


@pytest.mark.parametrize(
    ("written", "read", "left_out"),
    [
        (["cats", "Dogs"], ("cats", "dogs"), False),
        (["life lessons", "#luck", "cats, dogs"], ("life-lessons", "luck", "cats", "dogs"), False),
        ("cats, dogs", ("cats", "dogs"), False),
        ("cats dogs cats", ("cats", "dogs"), False),
        ("life lessons, luck", ("life-lessons", "luck"), False),
        ("salt &amp; pepper, x", ("salt-&-pepper", "x"), False),
        (["", " ", "\u200b", None, 3, {}], (), False),
        (None, (), False),
        (7, (), False),
        (["x" * 121, "cats"], ("cats",), True),
        ([f"number{at}" for at in range(30)], tuple(f"number{at}" for at in range(14)), True),
    ],
)
def test_tags_are_words_in_small_letters(written, read, left_out):
    file = deck({"red": {"quote": "Hi"}, "tags": written})
    assert cards(file)[0].tags == read
    assert notes(file) == [["tags"] if left_out else []]


@pytest.mark.parametrize(
    ("written", "read"), [("a;b", ("a", "b")), ("a|b c", ("a", "b-c")), ("a b", ("a", "b"))]
)
def test_tags_of_other_files_may_have_other_signs_between_them(written, read):
    assert cards([{"text": "Hi", "tags": written}])[0].tags == read


@pytest.mark.parametrize(
    ("written", "read"),
    [
        *((1, 1), ("7", 7), (" 8 ", 8), (7.0, 7), ("9.0", 9), (1_000_000, 1_000_000)),
        *((0, None), (-1, None), (1_000_001, None), (10**30, None), (1.5, None), (True, None), (None, None)),
        *(("x", None), ("", None), ([1], None), ("1e3", None), ("٣", None)),
    ],
)
def test_numbers_are_read_where_they_are_some(written, read):
    assert cards(deck({"number": written, "red": {"quote": "Hi"}}))[0].number == read


@pytest.mark.parametrize(
    ("entry", "side"),
    [
        ({"quote": "Hi"}, "red"),
        ({"quote": "Hi", "side": "blue"}, "blue"),
        ({"quote": "Hi", "side": "BLAU"}, "blue"),
        ({"quote": "Hi", "side": "röd"}, "red"),
        ({"quote": "Hi", "side": "green"}, "red"),
        ({"quote": "Hi", "side": 2}, "red"),
    ],
)
def test_sides_are_red_unless_they_say_blue(entry, side):
    assert cards(deck(entry))[0].side == side


# What a row is


@pytest.mark.parametrize(
    ("quote", "source", "kind"),
    [("Hi", "Bob", "card"), ("Hi", "", "quote"), ("", "Bob", "source"), ("", "", "skipped")],
)
def test_a_card_may_be_a_quote_alone_or_a_source_alone(quote, source, kind):
    rows = found([{"quote": quote, "author": source}, {"quote": "x"}]).rows
    assert rows[0].kind == kind
    assert kind == "skipped" or (rows[0].card.quote, rows[0].card.source) == (quote, source)


LONG = "There, and back again. " * 20


@pytest.mark.parametrize(
    ("side", "why", "sentence"),
    [
        ({"quote": "x" * 301}, "long_quote", "This quote is too long: 301 characters, and 300 are allowed."),
        ({"quote": f"<b>{LONG}</b>"}, "long_quote", "459 characters"),
        ({"quote": "x" * 50_000}, "long_quote", "50000 characters"),
        ({"quote": "Hi", "source": "x" * 81}, "long_source", "81 characters, and 80 are allowed"),
        ({"source": "x" * 81}, "long_source", "This name is too long"),
        (
            {"quote": "Hi", "description": "x" * 161},
            "long_description",
            "161 characters, and 160 are allowed",
        ),
        ({"quote": ""}, "empty", "There is nothing in this row."),
        ({"quote": None, "source": None}, "empty", "nothing in this row"),
        ({"quote": " \n"}, "not_a_quote", "no quote in this row"),
        ({"quote": "\u200b\u2800"}, "no_text", "nothing to read"),
        ({"quote": "<br>", "source": "&nbsp;"}, "no_text", "nothing to read"),
        ({"quote": 42}, "not_a_quote", "no quote in this row"),
        ({"quote": True}, "not_a_quote", "no quote in this row"),
        ({"quote": ["a"]}, "not_a_quote", "no quote in this row"),
        ({"description": "a plumber"}, "not_a_quote", "no quote in this row"),
        ("Hi", "not_a_quote", "no quote in this row"),
        (3, "not_a_quote", "no quote in this row"),
    ],
)
def test_a_row_that_is_no_card_is_left_out_with_its_reason(side, why, sentence):
    rows = found(deck({"red": side}, {"red": {"quote": "The next one is taken"}})).rows
    assert [row.kind for row in rows] == ["skipped", "quote"]
    assert rows[0].why.key == why and sentence in rows[0].why.words


@pytest.mark.parametrize(
    "side",
    [
        {"quote": "x" * 300, "source": "x" * 80, "description": "x" * 160},
        {"quote": "&amp;" * 300},
        {"quote": " " * 5000 + "x" * 300},
        {"quote": "<i>" + "x" * 300 + "</i>"},
        {"quote": "?!"},
        {"quote": "x"},
    ],
)
def test_what_just_fits_is_taken(side):
    assert skips(deck({"red": side})) == []


@pytest.mark.parametrize(
    "entry", [None, {}, [], "", {"red": None}, {"red": {"quote": "\u200b", "source": ""}}, {"number": 4}]
)
def test_no_empty_card_is_ever_taken(entry):
    assert [card.quote for card in cards(deck(entry, {"red": {"quote": "x"}}))] == ["x"]


# The same everywhere


def test_limits_are_those_of_the_database():
    here = (limits.MOST_QUOTE, limits.MOST_NAME, limits.MOST_DESCRIPTION, limits.MOST_TITLE, limits.MOST_TAGS)
    assert here == (LIMIT, MOST_NAME, MOST_DESCRIPTION, MOST_TITLE, MOST_TAGS)
    assert Deck._meta.get_field("licence").max_length == limits.MOST_LICENCE
    assert Deck._meta.get_field("credit").max_length == limits.MOST_CREDIT
    assert set(NAMES) == set(LETTERS.values()) == set(Card.Category.values)
    assert list(SIDES) == Card.Side.values and list(meta.RATINGS) == Deck.Rating.values


def test_all_that_is_found_can_be_kept_as_json():
    file = found(f"{HEADER}\n1,red,Hi,Bob,,m,a\n1,red,Ho,,,,\n,,,,,,\n2,red,{'x' * 301},,,,\n")
    assert msgspec.json.decode(msgspec.json.encode(file), type=Found) == file


def test_a_reason_is_said_in_the_language_of_the_reader():
    from django.utils import translation

    why = exchange.Reason("long_quote", {"length": 301, "limit": 300})
    with translation.override("de"):
        assert "301" in why.words

"""What is written comes back without a difference, is no formula in a spreadsheet, and is as its page says."""

import csv
import io
import json
import re
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from quotes import exchange, starter
from quotes.exchange import Card, Meta, read, write_csv, write_json, write_text
from quotes.exchange.fields import NAMES
from quotes.exchange.formulas import neutral, restored
from quotes.exchange.limits import MOST_CREDIT, MOST_DESCRIPTION, MOST_LICENCE, MOST_STAMP, MOST_TITLE
from quotes.exchange.meta import RATINGS
from quotes.exchange.tidy import in_one_line
from tests.conftest import ROOT
from tests.quotes.files import HEADER, cards, found, pairs

PAGE = (ROOT / "docs" / "deck-format.md").read_text(encoding="utf-8")
SCHEMA = json.loads((ROOT / "docs" / "deck.schema.json").read_text(encoding="utf-8"))
META = Meta("Tea & <i>more</i>", "de", "“So”", "CC BY 4.0", "teens", "Old; one", "Ada, Bob")

NASTY = [
    *(
        "=1+1",
        "+1",
        "-1",
        "@SUM(A1)",
        "'=1",
        "''=1",
        "'",
        "'quoted'",
        "a;=1;b",
        "wink ;-)",
        "a;'=1",
        ";",
        "＝1",
    ),
    *(
        'say "go"',
        '"',
        '""',
        '"a","b"',
        "“A” – B",
        "a – b – c",
        "a | b",
        "a -- b",
        "#tag",
        "# heading",
        "a,b;c",
    ),
    *(
        "&amp;",
        "&amp;amp;",
        "&lt;i&gt;",
        "<i>",
        "<br>",
        "<script>",
        "<3",
        "a < b > c",
        "&",
        "&nbsp;x",
        "<!-- x -->",
    ),
    *(
        "“A”",
        "„A“",
        "« A »",
        "'A'",
        "‘A’",
        "Qui\u00a0?",
        "«\u00a0x\u00a0»",
        "\\",
        "\\n",
        "\\u0041",
        "{",
        "[1]",
    ),
    *(
        "_",
        "____ and ____",
        "**x**",
        "%",
        "%s",
        "null",
        "NULL",
        "1",
        "1.",
        "- x",
        "* x",
        "1. x",
        "sep=;",
        "quote",
    ),
    *(
        "e\u0301".replace("e\u0301", "é"),
        "👨\u200d👩\u200d👧",
        "日本語",
        "שלום",
        "مرحبا",
        "İ",
        "ß",
        "ﬁ",
        "x" * 300,
        ".",
    ),
    *(
        "INSERT INTO q (quote) VALUES ('x');",
        "COPY q (quote) FROM stdin;",
        "http://example.org",
        "number,side",
    ),
    "# quote-deck text 1",
]


def in_order(cards: list[Card]) -> list[Card]:
    return sorted(cards, key=lambda card: (card.number is None, card.number or 0, card.side != "red"))


def decks() -> st.SearchStrategy[list[Card]]:
    """Cards as they are kept: one line, trimmed, normalized, within their limits."""
    text = st.text(
        st.sampled_from("ab ABé&;<>=+-@'\"“”«»–—|\\#,.!?\u00a0_*%[]{}()1ñ中😀\u0308") | st.characters()
    )

    def kept(most: int) -> st.SearchStrategy[str]:
        return (
            (text | st.sampled_from(NASTY))
            .map(lambda one: in_one_line(one)[:most].strip())
            .filter(lambda one: in_one_line(one) == one)
        )

    tag = text.map(lambda one: "".join(in_one_line(re.sub(r"[,#\s]", "", one)).casefold().split())).filter(
        lambda one: one == "".join(in_one_line(one).casefold().split())
    )
    card = st.builds(
        Card,
        kept(300),
        kept(80),
        kept(160),
        st.sampled_from([None, *NAMES]),
        st.sampled_from(["red", "blue"]),
        st.none() | st.integers(1, 5),
        st.lists(tag.filter(bool), max_size=2, unique=True)
        .map(tuple)
        .filter(lambda tags: len(" ".join(tags)) <= 120),
    )
    place = lambda card: (card.number, card.side) if card.number else id(card)  # noqa: E731
    return st.lists(
        card.filter(lambda card: card.quote or card.source), min_size=1, max_size=4, unique_by=place
    )


@settings(max_examples=40, deadline=None)
@given(decks())
def test_json_comes_back_without_a_difference(deck):
    back = read(write_json(META, deck), "deck.json")
    assert (back.form, back.meta) == ("deck_json", META)
    assert in_order([row.card for row in back.rows]) == in_order(deck)


@settings(max_examples=40, deadline=None)
@given(decks())
def test_csv_comes_back_without_a_difference(deck):
    back = read(write_csv(deck), "deck.csv")
    assert back.form == "deck_csv"
    assert [row.card for row in back.rows] == deck


@settings(max_examples=40, deadline=None)
@given(decks())
def test_text_comes_back_without_a_difference(deck):
    back = read(write_text(META, deck), "deck.txt")
    assert (back.form, back.meta) == ("deck_text", META)
    assert [(row.card.quote, row.card.source) for row in back.rows] == [
        (card.quote, card.source) for card in deck
    ]


@pytest.mark.parametrize("text", NASTY)
def test_every_nasty_text_comes_back_from_every_file(text):
    deck = [
        Card("Before", "Bob", number=1),
        Card(text, text[:80], text[:160], number=2),
        Card("", text[:80], number=3),
    ]
    assert [row.card for row in read(write_csv(deck)).rows] == deck
    assert [row.card for row in read(write_json(META, deck)).rows] == deck
    assert pairs(write_text(Meta(text[:80]), deck)) == [(card.quote, card.source) for card in deck]
    assert read(write_text(Meta(text[:80]), deck)).meta.title == text[:80]


@pytest.mark.parametrize("text", NASTY)
def test_a_deck_of_one_nasty_card_comes_back(text):
    for card in (Card(text), Card("", text[:80])):
        for file in (write_csv([card]), write_json(Meta(), [card]), write_text(Meta(), [card])):
            assert cards(file) == [card]


@pytest.mark.parametrize("name", starter.names())
def test_the_decks_of_the_house_come_back_from_every_file(name):
    deck = [
        Card(line.quote, line.source, line.description, line.category, line.side, line.number)
        for line in starter.lines(name)
    ]
    assert [row.card for row in read(write_csv(deck)).rows] == deck
    assert [row.card for row in read(write_json(META, deck)).rows] == in_order(deck)
    assert pairs(write_text(META, deck)) == [(card.quote, card.source) for card in deck]


@pytest.mark.parametrize("name", starter.names())
def test_the_files_that_those_decks_are_kept_in_can_be_read_too(name):
    file = (starter.FOLDER / f"{name}.tsv").read_bytes()
    assert cards(file) == [
        Card(line.quote, line.source, line.description, line.category, line.side, line.number)
        for line in starter.lines(name)
    ]


def test_written_again_a_file_is_the_same():
    deck = [Card(text, "Bob", number=at) for at, text in enumerate(NASTY, 1)]
    for write in (write_csv, lambda deck: write_json(META, deck), lambda deck: write_text(META, deck)):
        once = write(deck)
        assert write([row.card for row in read(once).rows]) == once


# JSON


def test_both_sides_of_a_card_are_written_together():
    deck = [
        Card("A", "Bob", number=7, tags=("x",)),
        Card("B", number=8, tags=("y",)),
        Card("C", side="blue", number=7, tags=("x",)),
        Card("D", side="blue", number=8),
        Card("E"),
        Card("F"),
    ]
    written = json.loads(write_json(Meta("T"), deck))
    assert written == {
        "format": "quote-deck",
        "version": 1,
        "title": "T",
        "cards": [
            {"number": 7, "red": {"quote": "A", "source": "Bob"}, "blue": {"quote": "C"}, "tags": ["x"]},
            {"number": 8, "red": {"quote": "B", "tags": ["y"]}, "blue": {"quote": "D", "tags": []}},
            {"red": {"quote": "E"}},
            {"red": {"quote": "F"}},
        ],
    }


def test_two_cards_of_one_place_are_both_written():
    deck = [Card("A", number=1), Card("B", number=1)]
    assert cards(write_json(Meta(), deck)) == [Card("A", number=1), Card("B")]


def test_letters_are_written_as_they_are():
    assert "Größe 中".encode() in write_json(Meta(), [Card("Größe 中")])


# CSV


def test_a_spreadsheet_gets_what_it_needs():
    file = write_csv([Card("a,b", "Bob", "c", "w", "blue", 3, ("x", "y")), Card('say "go"')])
    assert file == (
        b"\xef\xbb\xbf" + HEADER.encode() + b'\r\n3,blue,"a,b",Bob,c,work,"x, y"\r\n,red,"say ""go""",,,,\r\n'
    )


@pytest.mark.parametrize(
    ("text", "cell"),
    [
        ("=1+1", "'=1+1"),
        ("+1", "'+1"),
        ("-1", "'-1"),
        ("@x", "'@x"),
        ("\tx", "'\tx"),
        ("\rx", "'\rx"),
        ("'=1", "''=1"),
        ("＝1", "'＝1"),
        ("a;=1", "a;'=1"),
        ("'x", "'x"),
        ("a=1", "a=1"),
        ("a; =1", "a; =1"),
        ("", ""),
    ],
)
def test_cells_that_would_be_formulas_are_made_text_and_restored(text, cell):
    assert neutral(text) == cell
    assert restored(cell) == text


@settings(deadline=None)
@given(st.text("'=+-@;ax\t＝", max_size=12))
def test_no_cell_begins_a_formula_and_every_one_is_restored(text):
    cell = neutral(text)
    assert not any(part[:1] in tuple("=+-@\t＝") for part in cell.split(";") if part)
    assert restored(cell) == text


def test_no_cell_of_a_whole_file_is_a_formula():
    deck = [Card(text, text, text, tags=(text,)) for text in ("=1", "+1", "-1", "@a", "＋1")]
    rows = csv.reader(io.StringIO(write_csv(deck).decode("utf-8-sig"), newline=""))
    assert [cell for row in rows for cell in row if cell[:1] in set("=+-@＋")] == []
    assert cards(write_csv(deck)) == deck


# Text


def test_the_text_can_be_read_by_people():
    text = write_text(Meta("Tea", "en"), [Card("Hi", "Bob", "a plumber"), Card("Ho"), Card("", "Cleo")])
    assert text.decode() == "# quote-deck text 2\n# title: Tea\n# language: en\n\nHi\tBob\nHo\n\tCleo\n"


def test_the_text_has_what_looks_like_html_as_it_is_and_an_older_one_is_read_as_it_was_written():
    made = write_text(Meta("Tea & <i>more</i>"), [Card("Salt &amp; <b>", "A <3 B")]).decode()
    assert "# title: Tea & <i>more</i>\n\nSalt &amp; <b>\tA <3 B\n" in made
    assert pairs(made.encode()) == [("Salt &amp; <b>", "A <3 B")]
    older = b"# quote-deck text 1\n# title: Tea &amp; more\n\nSalt &amp; &lt;b>\tBob\n"
    assert pairs(older) == [("Salt & <b>", "Bob")] and read(older).meta.title == "Tea & more"


def test_without_its_first_line_it_is_a_list_of_quotes():
    text = write_text(Meta("Tea"), [Card("Hi", "Bob"), Card("Ho", "Cleo")]).partition(b"\n")[2]
    assert pairs(text) == [("Hi", "Bob"), ("Ho", "Cleo")]


# The page and the schema


def examples(kind: str) -> list[str]:
    return re.findall(rf"```{kind}\n(.*?)```", PAGE, re.DOTALL)


def test_the_examples_of_the_page_can_be_read():
    (as_json,), (as_csv,) = examples("json"), examples("csv")
    assert found(as_json).form == "deck_json" and found(as_json).meta == Meta(
        **{key: value for key, value in json.loads(as_json).items() if key in Meta.__struct_fields__}
    )
    assert found(as_csv).form == "deck_csv"
    assert [(card.quote, card.source) for card in cards(as_csv)] == pairs(as_json)
    assert faults(json.loads(as_json)) == []


def test_the_page_names_all_keys_limits_and_kinds():
    keys = {
        *SCHEMA["properties"],
        *SCHEMA["$defs"]["card"]["properties"],
        *SCHEMA["$defs"]["side"]["properties"],
    }
    assert [key for key in keys if f"`{key}`" not in PAGE] == []
    assert [kind for kind in NAMES.values() if f"`{kind}`" not in PAGE] == []
    for limit in (
        exchange.MOST_QUOTE,
        exchange.MOST_NAME,
        exchange.MOST_DESCRIPTION,
        f"{exchange.MOST_ROWS:,}",
    ):
        assert f"| {limit}" in PAGE


def test_the_schema_has_the_same_limits_as_the_code():
    top, side = SCHEMA["properties"], SCHEMA["$defs"]["side"]["properties"]
    assert set(top) == {"format", "version", "cards", *Meta.__struct_fields__}
    assert set(side) == {"quote", "source", "description", "category", "tags"}
    assert [side[key]["maxLength"] for key in ("quote", "source", "description")] == [
        exchange.MOST_QUOTE,
        exchange.MOST_NAME,
        MOST_DESCRIPTION,
    ]
    assert [top[key]["maxLength"] for key in ("title", "licence", "credit", "stamp")] == [
        MOST_TITLE,
        MOST_LICENCE,
        MOST_CREDIT,
        MOST_STAMP,
    ]
    assert top["cards"]["maxItems"] == exchange.MOST_ROWS
    assert tuple(top["rating"]["enum"]) == RATINGS and side["category"]["enum"] == list(NAMES.values())


@settings(max_examples=40, deadline=None)
@given(decks())
def test_what_is_written_keeps_to_the_schema(deck):
    plain = [card for card in deck if not set("&<") & set(repr(card))]  # guarded texts may be longer
    assert faults(json.loads(write_json(META, plain))) == []


@pytest.mark.parametrize(
    "wrong",
    [
        {"format": "other"},
        {"version": 2},
        {"rating": "x"},
        {"title": "x" * 81},
        {"cards": [{}]},
        {"cards": [{"red": {}}]},
        {"cards": [{"red": {"quote": 3}}]},
        {"cards": [{"number": 0, "red": {"quote": "x"}}]},
        {"cards": [{"red": {"quote": "x", "category": "m"}}]},
        {"cards": [{"red": {"quote": "x"}, "tags": ["a b"]}]},
    ],
)
def test_the_schema_tells_what_is_wrong(wrong):
    assert faults({"format": "quote-deck", "cards": [], **wrong}) != []


TYPES: dict[str, type] = {"object": dict, "array": list, "string": str, "integer": int}


def faults(value: Any, schema: dict[str, Any] = SCHEMA, where: str = "") -> list[str]:
    """What is wrong with a value, by as much of JSON Schema as ours uses."""
    if "$ref" in schema:
        return faults(value, SCHEMA["$defs"][schema["$ref"].rpartition("/")[2]], where)
    wrong = [
        f"{where}: {key}" for key, holds in RULES.items() if key in schema and not holds(value, schema[key])
    ]
    if isinstance(value, dict):
        parts = schema.get("properties", {})
        wrong += [
            fault
            for key in parts
            if key in value
            for fault in faults(value[key], parts[key], f"{where}/{key}")
        ]
    if isinstance(value, list) and "items" in schema:
        wrong += [fault for one in value for fault in faults(one, schema["items"], f"{where}/*")]
    return wrong


RULES: dict[str, Any] = {
    "type": lambda value, kind: isinstance(value, TYPES[kind]),
    "const": lambda value, const: value == const,
    "enum": lambda value, among: value in among,
    "required": lambda value, keys: all(key in value for key in keys),
    "anyOf": lambda value, ways: any(all(key in value for key in way["required"]) for way in ways),
    "maxLength": lambda value, most: not isinstance(value, str) or len(value) <= most,
    "maxItems": lambda value, most: len(value) <= most,
    "minimum": lambda value, least: value >= least,
    "maximum": lambda value, most: value <= most,
    "pattern": lambda value, pattern: isinstance(value, str) and re.search(pattern, value) is not None,
}

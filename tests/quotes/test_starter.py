"""The decks that come with the house: complete, readable, and kept up without touching what is played."""

import re
from collections import Counter
from io import StringIO

import pytest
from django.core.management import CommandError, call_command

from config.management.commands import up
from games import decks
from quotes import starter
from quotes.likeness import likeness
from quotes.models import MOST_DESCRIPTION, MOST_NAME, Card, Deck
from quotes.text import LIMIT, clean

NAMES = starter.names()
CARDS = {"en": 170, "de": 170, "sv": 72, "fr": 72, "nl": 72}
TWO_SIDED = ("en", "de")
LINES = {name: list(starter.lines(name)) for name in NAMES}
NO_BREAK = re.compile("[\u00a0\u202f]")  # before : ; ! ? in French
TYPEWRITER = set("'\"`´") | {"...", "--"}


def load() -> str:
    out = StringIO()
    call_command("load_starter_decks", stdout=out)
    return out.getvalue()


@pytest.fixture
def small(tmp_path, monkeypatch):
    """A deck of two cards in a folder of its own, and what writes its lines anew."""

    def write(*rows: str) -> None:
        (tmp_path / "xx.tsv").write_text("# a remark\n\n" + "".join(f"{row}\n" for row in rows), "utf-8")

    monkeypatch.setattr(starter, "FOLDER", tmp_path)
    (tmp_path / "decks.toml").write_text('[xx]\ntitle = "X"\nlanguage = "en"\ndescription = "x"\n', "utf-8")
    write(ONE, TWO)
    return write


ONE = "1\tred\thome\tFish fly.\tThe cat\ton a mat"
TWO = "2\tred\twork\tFowl swim.\tThe dog\t"


# What is in their files


def test_there_is_one_in_each_of_five_languages():
    assert set(NAMES) == set(CARDS)
    assert {name: about["language"] for name, about in starter.about().items()} == {n: n for n in CARDS}


@pytest.mark.parametrize("name", CARDS)
def test_it_has_the_number_of_cards_that_was_promised_each_side_once(name):
    sides = ("red", "blue") if name in TWO_SIDED else ("red",)
    places = Counter((line.number, line.side) for line in LINES[name])
    assert places == Counter((number, side) for number in range(1, CARDS[name] + 1) for side in sides)
    assert str(len(places)) in starter.about()[name]["description"]


@pytest.mark.parametrize("name", CARDS)
def test_no_two_quotes_are_alike(name):
    alike = Counter(likeness(line.quote) for line in LINES[name])
    assert [quote for quote, times in alike.items() if times > 1] == []


@pytest.mark.parametrize("name", CARDS)
def test_every_text_fits_and_reads_as_it_would_if_somebody_had_typed_it(name):
    for line in LINES[name]:
        for text, most in (
            (line.quote, LIMIT),
            (line.source, MOST_NAME),
            (line.description, MOST_DESCRIPTION),
        ):
            assert len(text) <= most and (not text or clean(text) == NO_BREAK.sub(" ", text)), text


@pytest.mark.parametrize("name", CARDS)
def test_quotation_marks_and_dots_are_those_of_print(name):
    found = [
        text
        for line in LINES[name]
        for text in (line.quote, line.source, line.description)
        if any(mark in text for mark in TYPEWRITER)
    ]
    assert found == []


@pytest.mark.parametrize("name", CARDS)
def test_every_kind_of_source_is_there(name):
    assert {line.category for line in LINES[name]} == set(Card.Category.values)


# In the database


@pytest.mark.django_db
def test_all_are_loaded_for_everybody_and_a_second_run_changes_nothing():
    assert load().count("are new") == len(CARDS)
    rows = list(Card.objects.order_by("pk").values())
    assert len(rows) == sum(n * (2 if name in TWO_SIDED else 1) for name, n in CARDS.items())
    for deck in decks.with_sizes(decks.usable_by(None)):
        assert (deck.size, deck.language, deck.state) == (CARDS[deck.starter], deck.starter, "published")
        assert deck.licence == "CC BY-SA 4.0" and deck.owner is None
    assert load() == ""
    assert list(Card.objects.order_by("pk").values()) == rows


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("lines", "new", "retired"),
    [
        ([ONE, TWO], 0, 0),
        ([ONE, TWO.replace("swim", "dive")], 1, 1),
        ([ONE, TWO.replace("The dog", "The hen")], 1, 1),
        ([ONE.replace("home", "tale"), TWO.replace("\t\n", "\n")], 1, 1),
        ([ONE], 0, 1),
        ([ONE, TWO, TWO.replace("2\tred", "2\tblue").replace("Fowl", "Fleas")], 1, 0),
        ([TWO.replace("2\t", "1\t"), ONE.replace("1\t", "2\t")], 2, 2),
    ],
)
def test_a_changed_line_retires_one_row_and_adds_one(small, lines, new, retired):
    load()
    before = {card.pk: card.quote for card in Card.objects.all()}
    small(*lines)
    said = load()
    assert said == (f"xx: {new} sides are new, {retired} were retired.\n" if new or retired else "")
    assert Card.objects.count() == 2 + new and Card.objects.exclude(retired_at=None).count() == retired
    assert {pk: Card.objects.get(pk=pk).quote for pk in before} == before  # the texts of running matches
    assert Deck.objects.count() == 1 and load() == ""


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("line", "why"),
    [
        ("3\tred\thome\tFish", "4 columns instead of 6"),
        ("x\tred\thome\tFish\tThe cat\t", "number, side or kind of source is none"),
        ("3\tgreen\thome\tFish\tThe cat\t", "number, side or kind of source is none"),
        ("3\tred\tspace\tFish\tThe cat\t", "number, side or kind of source is none"),
        ("3\tred\thome\t\tThe cat\t", "a text is missing or too long"),
        ("3\tred\thome\tFish\t\t", "a text is missing or too long"),
        ("3\tred\thome\t" + "x" * 301 + "\tThe cat\t", "a text is missing or too long"),
    ],
)
def test_a_line_that_is_none_is_named_and_nothing_is_changed(small, line, why):
    load()
    small(TWO, line)
    with pytest.raises(CommandError, match=rf"xx\.tsv, line 4: {why}"):
        load()
    assert Card.objects.filter(retired_at=None).count() == 2


def test_they_are_loaded_at_every_start_once_the_tables_are_there(monkeypatch):
    called = []
    monkeypatch.setattr(up, "call_command", lambda name, **more: called.append(name))
    for step in ("keep_private", "compile_messages", "collect_static_files"):
        monkeypatch.setattr(up, step, lambda: None)
    up.prepare()
    assert called.index("migrate") < called.index("load_starter_decks")


@pytest.mark.django_db
def test_they_are_loaded_where_a_site_is_set_up_by_hand(small):
    call_command("first_run", email="host@example.org", name="Hanna", no_mail=True, stdout=StringIO())
    assert Card.objects.count() == 2


@pytest.mark.django_db
@pytest.mark.parametrize("model", ["deck", "card", "words"])
def test_the_admin_lists_what_people_write(admin_client, model, small, alice):
    load()
    deck = Deck.objects.create(title="Mine", language="en", owner=alice)
    card = Card.objects.create(deck=deck, number=1, quote="Hi", source="Me", language="en")
    assert admin_client.get(f"/admin/quotes/{model}/").status_code == 200
    if model != "words":
        row = deck if model == "deck" else card
        assert admin_client.get(f"/admin/quotes/{model}/{row.pk}/change/").status_code == 200


@pytest.mark.django_db
def test_in_the_admin_a_card_can_be_hidden_but_not_reworded(admin_client, small):
    load()
    card = Card.objects.first()
    form = {"quote": "Changed", "hidden_at_0": "2026-01-02", "hidden_at_1": "10:00"}
    assert admin_client.post(f"/admin/quotes/card/{card.pk}/change/", form).status_code == 302
    card.refresh_from_db()
    assert card.quote == "Fish fly." and card.hidden_at is None
    form = {
        "action": "hide",
        "_selected_action": [card.pk],
        "why": "1",
        "reason": "other",
        "words": "Too old.",
    }
    assert admin_client.post("/admin/quotes/card/", form).status_code == 302
    card.refresh_from_db()
    assert card.quote == "Fish fly." and card.hidden_at is not None

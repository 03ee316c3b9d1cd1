"""A deck that was exported, mended and brought in again: what is offered as a change, and what then becomes of it."""

import csv
import io
from datetime import timedelta

import pytest
from django.utils import timezone

from quotes import editing, exporting
from quotes.editing import Texts
from quotes.exchange import Card as FileCard
from quotes.exchange import Found, Row
from quotes.history import history
from quotes.likeness import key_of
from quotes.models import Card, Deck, Upload
from quotes.upload_rows import Choices, lines_of
from quotes.upload_twins import There
from tests.games.scripts import Queries
from tests.games.scripts import deck as deck_of
from tests.quotes.importing import add, cards, page, press, says, send, sent
from tests.quotes.lines import tab

__all__ = ["tab"]

CARDS = [
    Texts("Fish fly on Fridays.", "A cat", "asleep", "o", "sea"),
    Texts("Who moved the moon?", "The night watch", "", "h"),
    Texts("I was here first.", "The egg", "", "s"),
]


@pytest.fixture
def deck(alice) -> Deck:
    made = deck_of(0, owner=alice, title="Kitchen talk")
    for texts in CARDS:
        editing.add(alice, made, texts)
    Card.objects.update(created_at=timezone.now() - timedelta(days=1))
    return made


def exported(deck, **changes) -> bytes:
    """The deck as CSV, with other texts for fields of cards: one_source="…" is that of card 1."""
    rows = list(csv.DictReader(io.StringIO(exporting.export(deck.owner, deck, "csv").decode("utf-8-sig"))))
    for name, text in changes.items():
        number, _, field = name.partition("_")
        rows[("one", "two", "three").index(number)][field] = text
    out = io.StringIO()
    writer = csv.DictWriter(out, rows[0])
    writer.writeheader()
    writer.writerows(rows)
    return out.getvalue().encode()


def outcomes(tab, upload):
    shown = tab.get(f"/decks/uploads/{upload.pk}/").context["lines"]
    return [row["line"].outcome for row in shown]


def texts(deck):
    return [editing.texts_of(card) for card in editing.cards_in(deck)]


# Offered and taken


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("field", "text"),
    [
        ("description", "wide awake"),
        ("description", ""),
        ("source", "Another cat"),
        ("quote", "Fish fly on Mondays, and only then."),
        ("quote", "Fish fly, on fridays!"),
        ("category", "myth"),
        ("tags", "sea, air"),
        ("tags", ""),
        ("source", ""),
    ],
)
def test_whatever_was_mended_is_offered_as_a_change_of_its_card_and_taken(tab, deck, field, text):
    file = exported(deck, **{f"one_{field}": text})
    upload = sent(tab, file, "a.csv", deck=deck)
    assert outcomes(tab, upload) == ["changed", "there", "there"]
    assert "1 changed card: Kitchen talk" in page(tab, upload)
    add(tab, upload)
    told = {"category": "m", "tags": " ".join(text.split(", "))}.get(field, text)
    assert texts(deck) == [Texts(**vars(CARDS[0]) | {field: told}), *CARDS[1:]]
    assert [number for number, *_ in cards(deck)] == [1, 2, 3]
    assert "1 card is changed: Kitchen talk" in page(tab, upload)
    again = sent(tab, file, "b.csv", deck=deck)
    assert set(outcomes(tab, again)) == {"there"} and "Nothing new" in page(tab, again)


@pytest.mark.django_db
@pytest.mark.parametrize("kind", ["csv", "json"])
def test_exported_and_brought_in_again_nothing_is_different(tab, deck, kind):
    file = exporting.export(deck.owner, deck, kind)
    upload = sent(tab, file, f"a.{kind}", deck=deck)
    assert outcomes(tab, upload) == ["there"] * 3
    assert "Card 1 says just this." in page(tab, upload)


@pytest.mark.django_db
def test_old_and_new_stand_beside_each_other(tab, deck):
    upload = sent(tab, exported(deck, one_description="awake", one_category="art"), "a.csv", deck=deck)
    said = page(tab, upload)
    assert (
        "Now Fish fly on Fridays. A cat, asleep at home In the file Fish fly on Fridays. A cat, awake the arts"
        in said
    )
    assert "Add and change 1" in said


@pytest.mark.django_db
def test_a_changed_card_is_a_new_row_and_the_old_one_stays_for_matches_and_history(tab, deck, alice, bob):
    deck.cards.update(author=bob)
    before = list(editing.cards_in(deck))
    file = exported(deck, one_quote="Another saying", two_category="myth", three_tags="egg")
    add(tab, sent(tab, file, "a.csv", deck=deck))
    after = list(editing.cards_in(deck))
    assert [card.replaces for card in after] == [before[0], before[1], None]
    assert [card.author for card in after] == [alice, bob, bob]
    assert after[2].pk == before[2].pk and after[2].tags == "egg"
    old = Card.objects.get(pk=before[0].pk)
    assert (old.quote, old.retired_by) == (CARDS[0].quote, alice) and old.retired_at
    (change, *_) = history(deck)
    assert (change.what, change.by, change.count) == ("changed", alice, 2)
    assert editing.says_already(deck, Texts("another SAYING", "")) == 1


@pytest.mark.django_db
def test_changes_new_cards_and_missing_sides_come_together(tab, deck):
    file = exported(deck, one_source="Another cat").decode()
    file += "2,blue,The other side,A coin,,,\n,red,All new,A baby,,,\n9,red,Nine,A cat,,,\n"
    upload = sent(tab, file.encode(), "a.csv", deck=deck)
    assert outcomes(tab, upload) == ["changed", "there", "there", "new", "new", "new"]
    assert "3 new cards, 1 changed card" in page(tab, upload)
    add(tab, upload)
    assert cards(deck) == [
        (1, "red", "Fish fly on Fridays.", "Another cat"),
        (2, "red", "Who moved the moon?", "The night watch"),
        (2, "blue", "The other side", "A coin"),
        (3, "red", "I was here first.", "The egg"),
        (4, "red", "All new", "A baby"),
        (9, "red", "Nine", "A cat"),
    ]
    assert upload.report["counts"]["changed"] == 1
    assert "3 new cards, 1 changed card: Kitchen talk" in page(tab, upload)


@pytest.mark.django_db
def test_an_unticked_change_is_none(tab, deck):
    upload = sent(tab, exported(deck, one_source="X", two_source="Y"), "a.csv", deck=deck)
    press(tab, upload, "keep", row=[0, 1, 2], take=[1])
    assert outcomes(tab, upload) == ["out", "changed", "there"]
    add(tab, upload)
    assert [source for *_, source in cards(deck)] == ["A cat", "Y", "The egg"]


@pytest.mark.django_db
def test_a_table_of_somebody_elses_program_changes_only_what_it_has(tab, deck):
    file = "Nr;Zitat;Autor\n1;Fish fly on Fridays.;Another cat\n2;Who moved the moon?;The night watch\n"
    add(tab, sent(tab, file.encode(), "a.csv", deck=deck))
    assert texts(deck) == [Texts(**vars(CARDS[0]) | {"source": "Another cat"}), *CARDS[1:]]


# Whose numbers they are


@pytest.mark.django_db
def test_a_file_of_another_deck_changes_nothing_unless_somebody_says_so(tab, deck):
    file = b"number,side,quote,source\n1,red,Up,A\n2,red,Down,B\n3,red,Left,C\n"
    upload = sent(tab, file, "a.csv", deck=deck)
    assert outcomes(tab, upload) == ["new"] * 3
    said = page(tab, upload)
    assert "3 rows have the numbers of cards that say something else" in said
    assert "Number 1 is there already. This card gets a new one." in said
    press(tab, upload, "keep", numbers="change", row=[0, 1, 2], take=[0, 1, 2])
    assert outcomes(tab, upload) == ["changed"] * 3
    press(tab, upload, "keep", numbers="add", row=[0, 1, 2], take=[0, 1, 2])
    add(tab, upload)
    assert [row[2] for row in cards(deck)][3:] == ["Up", "Down", "Left"]


@pytest.mark.django_db
def test_a_file_that_bears_the_title_of_the_deck_is_of_it(tab, deck):
    file = {
        "format": "quote-deck",
        "title": "Kitchen talk",
        "cards": [{"number": 1, "quote": "Up", "source": "A"}],
    }
    assert outcomes(tab, sent(tab, file, "a.json", deck=deck)) == ["changed"]
    assert outcomes(tab, sent(tab, file | {"title": "Other"}, "a.json", deck=deck)) == ["new"]


# What is against it


@pytest.mark.django_db
def test_a_card_that_somebody_changed_since_is_not_overwritten_unseen(tab, deck, alice):
    upload = sent(tab, exported(deck, one_source="Mine"), "a.csv", deck=deck)
    editing.change(alice, deck.cards.get(number=1), Texts("Fish fly on Fridays.", "Theirs"))
    assert outcomes(tab, upload)[0] == "unsure"
    assert "Somebody has changed this card since you sent the file." in page(tab, upload)
    assert "Nothing in it is new, or ticked." in says(press(tab, upload, "add"))
    press(tab, upload, "keep", doubt=[0], anyway=[0])
    add(tab, upload)
    assert cards(deck)[0][3] == "Mine"


@pytest.mark.django_db
def test_a_hidden_card_is_not_changed_nor_brought_back_nor_shown(tab, deck):
    file = exported(deck, one_source="Mine")
    deck.cards.filter(number=1).update(hidden_at=timezone.now(), source="Unspeakable")
    upload = sent(tab, file, "a.csv", deck=deck)
    press(tab, upload, "keep", doubt=[0], anyway=[0])
    assert outcomes(tab, upload) == ["there"] * 3
    said = page(tab, upload)
    assert "hidden by a moderator" in said and "Unspeakable" not in said and "Take row 2 anyway" not in said


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("number", "gets"),
    [
        (2, 5),  # hidden by a moderator
        (4, 5),  # taken out: it can come back
        (1, 5),  # says something else
        (99_999, 5),
        (7, 7),
    ],
)
def test_the_number_that_is_shown_is_the_one_that_a_card_gets(tab, deck, alice, number, gets):
    gone = editing.add(alice, deck, Texts("Not for long", "A tide"))
    editing.take_out(alice, deck, [gone.pk])
    Card.objects.filter(deck=deck, number=2).update(hidden_at=timezone.now())
    file = {"format": "quote-deck", "cards": [{"number": number, "quote": "Quite new", "source": "Somebody"}]}
    upload = sent(tab, file, "deck.json", deck)
    shown = page(tab, upload)
    assert (f"card {number}" in shown) is (number == gets)
    assert ("This card gets" in shown) is (number != gets)
    add(tab, upload)
    assert deck.cards.get(quote="Quite new").number == gets


def test_what_is_nearly_there_is_shown_and_added_if_somebody_ticks_it(tab, deck):
    lines = "FISH fly on Fridays | Another cat\nAll new | A baby\nall NEW! | Another baby\n"
    upload = sent(tab, lines, deck=deck)
    assert outcomes(tab, upload) == ["there", "new", "merged"]
    said = page(tab, upload)
    assert "Nearly the same is in the deck already: card 1. Fish fly on Fridays. A cat, asleep" in said
    assert "Take row 1 anyway" in said and "Take row 3 anyway" in said and "Take row 2 anyway" not in said
    press(tab, upload, "keep", row=[1], take=[1], doubt=[0, 2], anyway=[0, 2])
    assert outcomes(tab, upload) == ["new"] * 3
    add(tab, upload)
    assert [row[2:] for row in cards(deck)][3:] == [
        ("All new", "A baby"),
        ("FISH fly on Fridays", "Another cat"),
        ("all NEW!", "Another baby"),
    ]
    Upload.objects.all().delete()
    again = sent(tab, lines, deck=deck)
    assert outcomes(tab, again) == ["there"] * 3 and "Nothing new" in page(tab, again)


@pytest.mark.django_db
def test_half_a_card_from_a_broken_line_is_not_ticked_and_can_be(tab, deck):
    upload = sent(tab, f"Short - {'N' * 100}\nHi – Bob\n", deck=deck)
    assert outcomes(tab, upload) == ["unsure", "new"]
    assert "What is behind the dash is too long for a name: 100 characters, and 80 are allowed." in page(
        tab, upload
    )
    press(tab, upload, "keep", row=[1], take=[1], doubt=[0], anyway=[0])
    add(tab, upload)
    assert [row[3] for row in cards(deck)][3:] == ["", "Bob"]


# Which card stays whose twin


def card(number: int, quote: str) -> There:
    return There(number, number, "red", quote, "X", "", "o", "", key_of(quote, "X"), timezone.now(), None)


def moved(old: str, new: str, **choices) -> str:
    """What becomes of rows with the numbers 1, 2, 3… in a deck whose cards say one letter each."""
    there = [card(n, letter) for n, letter in enumerate(old, 1)]
    rows = [Row(n, FileCard(letter, "X", number=n)) for n, letter in enumerate(new, 1)]
    lines = lines_of(Found("deck_csv", rows), Choices(numbers="change", **choices), there)
    return "".join(line.outcome[0] for line in lines)


@pytest.mark.parametrize(
    ("old", "new", "becomes"),
    [
        ("abc", "abc", "ttt"),
        ("abc", "bac", "cct"),  # two change places
        ("abc", "bca", "ccc"),
        ("abcd", "xabc", "cccc"),  # all go down by one
        ("abcd", "aabc", "tttt"),  # down, and the first one stays
        ("abcd", "bcdd", "tttt"),  # up, and the last one stays
        ("abc", "xxc", "cmt"),
        ("abc", "cbx", "ctc"),
        ("abc", "cbc", "ttt"),
    ],
)
def test_quotes_may_change_places_as_long_as_none_is_there_twice(old, new, becomes):
    assert moved(old, new) == becomes


def test_where_one_change_is_left_out_whoever_wants_its_text_stays_too():
    assert moved("abc", "bcx") == "ccc"
    assert moved("abc", "bcx", out={2}) == "tto"


def test_a_chain_of_twenty_thousand_is_settled_in_no_time():
    old = [chr(0x4E00 + n) for n in range(20_000)]
    assert set(moved("".join(old), "".join([*old[1:], old[-1]]))) == {"t"}


# Kinds


@pytest.mark.django_db
def test_the_kind_of_all_that_come_without_one_is_chosen_at_once(tab, deck):
    file = "quote,source,category\nUp,A,\nDown,B,myth\nLeft,C,inspiration\nAlone,,\n"
    upload = sent(tab, file.encode(), "a.csv", deck=deck)
    said = page(tab, upload)
    assert "The kind of 2 sources that come without one" in said
    assert "Unknown kind of source: inspiration. It is set to “at home”." in said
    assert "Row 2 · at home" in said and "Row 3 · myth" in said
    press(tab, upload, "keep", kind="a", row=[0, 1, 2, 3], take=[0, 1, 2, 3])
    said = page(tab, upload)
    assert "It is set to “the arts”." in said and "Row 2 · the arts" in said
    press(tab, upload, "keep", kind="nonsense")
    add(tab, upload)
    assert list(deck.cards.filter(number__gt=3).order_by("number").values_list("category", flat=True)) == [
        *"amaa"
    ]
    assert "It is set to “the arts”." in page(tab, upload)


@pytest.mark.django_db
def test_a_skipped_row_shows_its_text_beside_the_reason_then_and_later(tab, deck):
    upload = sent(tab, f"{'x' * 301} – A\nHi – Bob\n", deck=deck)
    assert f"{'x' * 80}… Row 1 This quote is too long" in page(tab, upload)
    add(tab, upload)
    assert f"{'x' * 80}… Row 1 · skipped This quote is too long" in page(tab, upload)


@pytest.mark.django_db
def test_many_changes_ask_the_database_as_often_as_few(tab, deck, alice):
    asked = []
    for count in (3, 40):
        editing.add_many(alice, deck, [Texts(f"Saying {count} {n}", "X") for n in range(count)])
        rows = list(csv.reader(io.StringIO(exporting.export(alice, deck, "csv").decode("utf-8-sig"))))
        file = "\n".join(",".join([*row[:3], row[3] + "!", *row[4:]]) for row in rows[1:])
        upload = sent(tab, f"{','.join(rows[0])}\n{file}\n".encode(), "a.csv", deck=deck)
        assert set(outcomes(tab, upload)) == {"changed"}
        with Queries() as adding:
            add(tab, upload)
        asked.append(len(adding))
    assert asked[0] == asked[1]


@pytest.mark.django_db
def test_start_leads_to_the_part_that_was_asked_for(tab):
    lines, file = 'id="lines"', 'id="file"'
    for address, first, second in (("import", file, lines), ("paste", lines, file)):
        answer = tab.get(f"/decks/{address}/")
        body = answer.content.decode()
        assert "Bring cards in" in says(answer) and body.index(first) < body.index(second)
    assert "At most 10 MB and 20,000 rows." in says(answer)
    assert send(tab, "").status_code == 422

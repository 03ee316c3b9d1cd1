"""One card of a deck: added, changed, and who may do it."""

import pytest
from django.utils import timezone

from accounts.standing import MayNotWrite
from quotes import editing
from quotes.editing import Texts
from quotes.models import Card
from quotes.refusals import Refused
from tests.games.scripts import deck as deck_of
from tests.quotes.placed import FISH, deck, last_removal, put, there
from tests.quotes.shelf import later, mute

__all__ = ["deck"]

pytestmark = pytest.mark.django_db


# What is typed


@pytest.mark.parametrize(
    ("typed", "kept"),
    [
        ({"quote": " Fish\nfly ", "source": "A  cat"}, Texts("Fish fly", "A cat")),
        ({"quote": "Fish"}, Texts("Fish", "")),
        ({"source": "A cat"}, Texts("", "A cat")),
        ({"quote": "Fish", "category": "m"}, Texts("Fish", "", "", "m")),
        ({"quote": "Fish", "category": ""}, Texts("Fish", "", "", "o")),
        ({"quote": "Fish", "tags": "Sea, #Food  sea FOOD"}, Texts("Fish", "", "", "o", "sea food")),
        ({"quote": "Fish", "tags": " , # "}, Texts("Fish", "")),
        ({"quote": "<b>Fish</b> &amp; {{ x }} %s"}, Texts("<b>Fish</b> &amp; {{ x }} %s", "")),
        ({"quote": "\u202eFish\u200b", "source": "\u3164"}, Texts("Fish", "")),
        (
            {"quote": "x" * 300, "source": "y" * 80, "description": "z" * 160},
            Texts("x" * 300, "y" * 80, "z" * 160),
        ),
        ({"quote": "😀" * 300}, Texts("😀" * 300, "")),
        ({"quote": "x" * 300 + " \n" * 200}, Texts("x" * 300, "")),
    ],
)
def test_a_card_is_kept_in_readable_lines(typed, kept):
    assert editing.read_texts(typed) == kept


@pytest.mark.parametrize(
    ("typed", "why", "field", "words"),
    [
        ({}, "no_text", "quote", "Write a quote, a source, or both."),
        ({"quote": " \u200b", "source": "\n", "description": "who"}, "no_text", "quote", "Write a quote"),
        ({"quote": "x" * 301}, "long_quote", "quote", "301 characters, and 300 are allowed"),
        ({"source": "x" * 81}, "long_source", "source", "81 characters, and 80 are allowed"),
        (
            {"quote": "x", "description": "x" * 161},
            "long_description",
            "description",
            "161 characters, and 160",
        ),
        ({"quote": "x", "tags": "a" * 121}, "long_tags", "tags", "121 characters, and 120"),
        ({"quote": "x" * 2_000_000}, "long_quote", "quote", "2,000,000 characters"),
        ({"quote": "x", "category": "z"}, "no_choice", "category", "That choice is not there."),
        ({"quote": "x", "category": "\x00"}, "no_choice", "category", "That choice is not there."),
    ],
)
def test_what_cannot_be_a_card_is_refused_in_words_with_its_field(typed, why, field, words):
    with pytest.raises(Refused) as refused:
        editing.read_texts(typed)
    assert (refused.value.why, refused.value.field, refused.value.status) == (why, field, 422)
    assert words in refused.value.words


# One card


def test_a_card_is_added_at_the_end_with_its_author_and_the_decks_language(alice, deck):
    put(deck, "First", number=7)
    before = deck.changed_at
    made = editing.add(alice, deck, FISH)
    assert (made.number, made.side, made.author, made.language) == (8, "red", alice, "en")
    assert editing.texts_of(made) == FISH
    deck.refresh_from_db()
    assert deck.changed_at > before


@pytest.mark.parametrize(("has", "gets"), [("red", "blue"), ("blue", "red")])
def test_a_card_gets_its_other_side(alice, deck, has, gets):
    put(deck, "First", number=3, side=has)
    assert editing.add(alice, deck, FISH, number=3).side == gets


@pytest.mark.parametrize("number", [1, 3])
def test_a_card_that_is_full_or_not_there_gets_no_side(alice, deck, number):
    for side in ("red", "blue"):
        put(deck, f"First {side}", number=1, side=side)
    with pytest.raises(Refused, match="place_taken") as refused:
        editing.add(alice, deck, FISH, number=number)
    assert refused.value.status == 409


@pytest.mark.parametrize(
    ("there_is", "typed", "why"),
    [
        (("Fish fly", "A cat"), ("FISH, FLY!", "Somebody else"), "there_already"),
        (("Fish &amp; chips", ""), ("Fish & chips", ""), "there_already"),
        (("Ça alors !", "A cat"), ("ca alors", ""), "there_already"),
        (("…!", "A cat"), ("…!", "A dog"), "there_already"),
        (("…!", "A cat"), ("?", "A cat"), ""),
        (("", "A cat"), ("", "a CAT"), "source_there"),
        (("Fish fly", "A cat"), ("", "A cat"), ""),  # as many quotes of a source as one likes
        (("Fish fly", "A cat"), ("Fish swim", "A cat"), ""),
    ],
)
@pytest.mark.parametrize("way", ["add", "other side", "change"])
def test_nothing_stands_twice_in_a_deck(alice, deck, there_is, typed, why, way):
    put(deck, *there_is, number=4)
    other = put(deck, "Quite another thing", number=5)
    attempt = {
        "add": lambda: editing.add(alice, deck, Texts(*typed)),
        "other side": lambda: editing.add(alice, deck, Texts(*typed), number=4),
        "change": lambda: editing.change(alice, other, Texts(*typed)),
    }[way]
    if not why:
        attempt()
        return
    with pytest.raises(Refused) as refused:
        attempt()
    assert refused.value.why == why and refused.value.status == 422
    assert "card 4" in refused.value.words and refused.value.field == ("quote" if typed[0] else "source")
    assert len(there(deck)) == 2


@pytest.mark.parametrize("gone", ["taken out", "in another deck"])
def test_what_is_elsewhere_may_be_written(alice, bob, deck, gone):
    if gone == "taken out":
        put(deck, FISH.quote, retired_at=timezone.now())
    else:
        put(deck_of(0, owner=alice), FISH.quote)
    assert editing.add(alice, deck, FISH).quote == FISH.quote


def test_pressed_twice_it_is_one_card_and_later_it_is_refused(alice, deck):
    first = editing.add(alice, deck, FISH)
    assert editing.add(alice, deck, FISH) == first
    later(first)
    with pytest.raises(Refused, match="there_already"):
        editing.add(alice, deck, FISH)


def test_the_other_side_pressed_twice_is_one(alice, deck):
    put(deck, "First", number=1)
    sides = {editing.add(alice, deck, FISH, number=1).pk for _ in range(2)}
    assert len(sides) == 1 and there(deck) == [(1, "red", "First"), (1, "blue", FISH.quote)]


def test_a_changed_card_is_a_new_row_in_the_same_place(alice, bob, deck):
    deck.editors.add(bob)
    old = put(deck, "Fish fly", "A cat", number=2, side="blue")
    made = editing.change(bob, old, FISH)
    old.refresh_from_db()
    assert (made.number, made.side, made.replaces, made.author) == (2, "blue", old, bob)
    assert (old.quote, old.retired_by) == ("Fish fly", bob) and old.retired_at == made.created_at
    assert editing.texts_of(made) == FISH and there(deck) == [(2, "blue", FISH.quote)]


@pytest.mark.parametrize(
    ("change", "author"),
    [({"category": "m"}, "Alice"), ({"description": "who has not"}, "Bob"), ({"quote": "Fish swim"}, "Bob")],
)
def test_whoever_writes_what_is_read_is_its_author(alice, bob, deck, change, author):
    deck.editors.add(bob)
    old = put(deck, "Fish fly", "A cat", description="who has seen it")
    texts = Texts(**{"quote": "Fish fly", "source": "A cat", "description": "who has seen it"} | change)
    assert str(editing.change(bob, old, texts).author) == author


def test_somebody_else_can_be_the_author(alice, cleo, deck):
    assert editing.add(alice, deck, FISH, author=cleo).author == cleo
    assert editing.change(alice, put(deck, "Fowl"), Texts("Fowl too", ""), author=cleo).author == cleo


def test_the_same_text_changes_nothing_and_tags_alone_make_no_new_row(alice, deck):
    card = put(deck, "Fish fly", "A cat", tags="sky")
    same = Texts("Fish fly", "A cat", tags="sky")
    assert editing.change(alice, card, same) == card
    retagged = editing.change(alice, card, Texts("Fish fly", "A cat", tags="sea"))
    card.refresh_from_db()
    assert retagged == card and card.tags == "sea" and deck.cards.count() == 1


def test_a_change_of_case_is_a_new_row(alice, deck):
    card = put(deck, "fish fly", "A cat")
    assert editing.change(alice, card, Texts("Fish fly!", "A cat")).replaces == card


@pytest.mark.parametrize("meanwhile", ["changed", "taken out", "changed to the same"])
def test_nobodys_text_overwrites_anothers_unseen(alice, bob, deck, meanwhile):
    deck.editors.add(bob)
    card = put(deck, "Fish fly", "A cat")
    if meanwhile == "taken out":
        editing.take_out(bob, deck, [card.pk])
    else:
        editing.change(bob, card, FISH if meanwhile == "changed to the same" else Texts("Bob was here", ""))
    if meanwhile == "changed to the same":
        assert editing.change(alice, card, FISH).author == bob  # or a button pressed twice
        return
    with pytest.raises(Refused) as refused:
        editing.change(alice, card, FISH)
    assert (refused.value.why, refused.value.status) == ("changed_meanwhile", 409)
    now = editing.current(Card.objects.get(pk=card.pk))
    assert (now.quote if now else None) == (None if meanwhile == "taken out" else "Bob was here")


def test_a_hidden_card_is_not_changed_back_into_sight(alice, deck):
    card = put(deck, "Fish fly", "A cat", hidden_at=timezone.now())
    for texts in (FISH, Texts("Fish fly", "A cat", tags="new"), Texts("Fish fly", "A cat", "a word more")):
        with pytest.raises(Refused, match="hidden_card"):
            editing.change(alice, card, texts)
    assert editing.take_out(alice, deck, [card.pk]) == 1
    editing.bring_back(alice, deck, last_removal(deck))
    card.refresh_from_db()
    assert card.hidden_at and card.retired_at is None


@pytest.mark.parametrize("who", ["owner", "co-editor", "saver", "stranger", "muted owner"])
@pytest.mark.parametrize("what", ["add", "change", "tag", "add many", "take out", "bring back"])
def test_who_may_do_what_to_cards(alice, bob, cleo, dora, deck, who, what):
    deck.state, deck.link = "link", "secret"
    deck.save()
    deck.editors.add(bob)
    deck.savers.add(cleo)
    card, gone = put(deck, "Fish fly", "A cat"), put(deck, "Fowl", retired_at=timezone.now())
    person = {"co-editor": bob, "saver": cleo, "stranger": dora}.get(who, alice)
    if who == "muted owner":
        mute(alice)
    attempt = {
        "add": lambda: editing.add(person, deck, FISH),
        "change": lambda: editing.change(person, card, FISH),
        "tag": lambda: editing.tag(person, deck, [card.pk], "sea"),
        "add many": lambda: editing.add_many(person, deck, [FISH]),
        "take out": lambda: editing.take_out(person, deck, [card.pk]),
        "bring back": lambda: editing.bring_back(person, deck, gone.retired_at),
    }[what]
    if who in ("saver", "stranger"):
        with pytest.raises(Refused) as refused:
            attempt()
        assert (refused.value.why, refused.value.status) == ("not_yours", 403)
    elif who == "muted owner" and what != "take out":
        with pytest.raises(MayNotWrite):
            attempt()
    else:
        assert attempt()


# Tags


def test_several_cards_get_a_tag_at_once_and_keep_theirs(alice, deck):
    cards = [put(deck, f"Fish {n}", tags=tags) for n, tags in enumerate(("", "sea", "food sea"))]
    foreign = put(deck_of(0, owner=alice), "Elsewhere")
    out = put(deck, "Out", retired_at=timezone.now())
    rows = [*(card.pk for card in cards), foreign.pk, out.pk, 10**9]
    assert editing.tag(alice, deck, rows, "Sea, #Best") == 3
    assert [Card.objects.get(pk=card.pk).tags for card in cards] == ["sea best", "sea best", "food sea best"]
    assert not Card.objects.filter(pk__in=[foreign.pk, out.pk]).exclude(tags="").exists()


def test_tags_are_taken_off_several_cards_and_no_others_of_theirs(alice, deck):
    cards = [put(deck, f"Fish {n}", tags=tags) for n, tags in enumerate(("sea", "food sea sky", "seafood"))]
    assert editing.tag(alice, deck, [card.pk for card in cards], "SKY sea", off=True) == 3
    assert [Card.objects.get(pk=card.pk).tags for card in cards] == ["", "food", "seafood"]


@pytest.mark.parametrize(("typed", "why"), [("", "no_tag"), (" #, ", "no_tag"), ("x" * 121, "long_tags")])
def test_a_tag_that_says_nothing_or_too_much_is_refused(alice, deck, typed, why):
    with pytest.raises(Refused, match=why):
        editing.tag(alice, deck, [put(deck, "Fish").pk], typed)


def test_where_one_card_has_no_room_for_the_tag_none_gets_it(alice, deck):
    cards = [put(deck, "Fish"), put(deck, "Fowl", tags="x" * 119)]
    with pytest.raises(Refused, match="long_tags"):
        editing.tag(alice, deck, [card.pk for card in cards], "sea")
    assert not deck.cards.filter(tags__contains="sea").exists()

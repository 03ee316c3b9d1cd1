"""The cards of a deck: added, changed, taken out, brought back, searched, and what was done to them."""

from datetime import timedelta

import pytest
from django.utils import timezone

from accounts.standing import MayNotWrite
from quotes import copying, editing
from quotes.editing import Texts
from quotes.history import history
from quotes.models import Card, Deck
from quotes.refusals import Refused
from tests.games.scripts import Queries
from tests.games.scripts import deck as deck_of
from tests.quotes.test_decks import later, mute

pytestmark = pytest.mark.django_db
FISH = Texts("Fish fly on Fridays.", "A cat", "who has seen it", "o", "fish sky")


@pytest.fixture
def deck(alice) -> Deck:
    return deck_of(0, owner=alice)


def put(deck: Deck, quote: str = "", source: str = "", number: int = 0, **more) -> Card:
    """A card past the door, of long ago."""
    number = number or deck.cards.count() + 1
    made = Card.objects.create(
        deck=deck,
        number=number,
        quote=quote,
        source=source,
        language=deck.language,
        author=deck.owner,
        **more,
    )
    later(made)
    return made


def there(deck: Deck) -> list[tuple[int, str, str]]:
    return [(card.number, card.side, card.quote or card.source) for card in editing.cards_in(deck)]


def days_ago(card: Card, days: int, retired: int | None = None) -> None:
    now = timezone.now()
    at = {"retired_at": now - timedelta(days=retired)} if retired is not None else {}
    Card.objects.filter(pk=card.pk).update(created_at=now - timedelta(days=days), **at)


def last_removal(deck: Deck):
    return max(
        deck.cards.filter(replaced_by=None).exclude(retired_at=None).values_list("retired_at", flat=True)
    )


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
        ({"quote": "x" * 2_000_000}, "long_quote", "quote", "2000000 characters"),
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


@pytest.mark.parametrize(("typed", "why"), [("", "no_tag"), (" #, ", "no_tag"), ("x" * 121, "long_tags")])
def test_a_tag_that_says_nothing_or_too_much_is_refused(alice, deck, typed, why):
    with pytest.raises(Refused, match=why):
        editing.tag(alice, deck, [put(deck, "Fish").pk], typed)


def test_where_one_card_has_no_room_for_the_tag_none_gets_it(alice, deck):
    cards = [put(deck, "Fish"), put(deck, "Fowl", tags="x" * 119)]
    with pytest.raises(Refused, match="long_tags"):
        editing.tag(alice, deck, [card.pk for card in cards], "sea")
    assert not deck.cards.filter(tags__contains="sea").exists()


# Taking out, and undo


def test_what_is_taken_out_comes_back_all_at_once(alice, deck):
    cards = [put(deck, f"Fish {n}", number=n) for n in (1, 2, 3)]
    before = there(deck)
    assert editing.take_out(alice, deck, [cards[0].pk, cards[2].pk]) == 2
    assert there(deck) == [(2, "red", "Fish 2")]
    at = last_removal(deck)
    assert set(deck.cards.filter(retired_at=at)) == {cards[0], cards[2]}
    assert editing.bring_back(alice, deck, at) == 2 and there(deck) == before
    assert editing.bring_back(alice, deck, at) == 0  # pressed twice
    assert not deck.cards.exclude(retired_by=None).exists()


def test_taking_out_twice_and_what_is_elsewhere_does_nothing(alice, deck):
    card, foreign = put(deck, "Fish"), put(deck_of(0, owner=alice), "Elsewhere")
    assert [editing.take_out(alice, deck, [card.pk, foreign.pk, 10**9]) for _ in range(2)] == [1, 0]
    foreign.refresh_from_db()
    assert foreign.retired_at is None and editing.take_out(alice, deck, []) == 0


def test_where_something_else_stands_in_a_place_nothing_comes_back(alice, deck):
    cards = [put(deck, "Red", number=1), put(deck, "Blue", number=1, side="blue"), put(deck, "Two", number=2)]
    editing.take_out(alice, deck, [cards[1].pk, cards[2].pk])
    editing.add(alice, deck, Texts("Another blue", ""), number=1)
    with pytest.raises(Refused, match="place_taken") as refused:
        editing.bring_back(alice, deck, last_removal(deck))
    assert refused.value.status == 409
    assert there(deck) == [(1, "red", "Red"), (1, "blue", "Another blue")]


def test_a_changed_card_does_not_come_back_by_undo(alice, deck):
    old = put(deck, "Fish fly")
    made = editing.change(alice, old, FISH)
    old.refresh_from_db()
    assert editing.bring_back(alice, deck, old.retired_at) == 0
    editing.take_out(alice, deck, [made.pk])
    assert editing.bring_back(alice, deck, last_removal(deck)) == 1 and there(deck) == [
        (1, "red", FISH.quote)
    ]


def test_a_removed_card_finds_its_place_free(alice, deck):
    put(deck, "Fish", number=1)
    last = put(deck, "Fowl", number=2)
    editing.take_out(alice, deck, [last.pk])
    assert editing.add(alice, deck, FISH).number == 3
    assert editing.bring_back(alice, deck, last_removal(deck)) == 1


# How many


def test_a_deck_holds_so_many_cards_however_many_were_taken_out(alice, deck, monkeypatch):
    monkeypatch.setattr(editing, "MOST_CARDS", 3)
    for number in (1, 2):
        put(deck, f"Fish {number}", number=number)
    put(deck, "Blue", number=2, side="blue")
    out = put(deck, "Out", number=9, retired_at=timezone.now() - timedelta(days=1))
    assert editing.add(alice, deck, FISH).number == 10
    for attempt in (
        lambda: editing.add(alice, deck, Texts("One more", "")),
        lambda: editing.add_many(alice, deck, [Texts("One more", "")]),
        lambda: editing.bring_back(alice, deck, out.retired_at),
    ):
        with pytest.raises(Refused, match="deck_full") as refused:
            attempt()
        assert "at most 3 cards" in refused.value.words
    assert len(there(deck)) == 4


# Many cards


def test_many_are_added_behind_what_is_there_and_nothing_twice(alice, deck):
    put(deck, "Fish fly", "A cat", number=2)
    rows = [
        Texts("One", "A"),
        Texts("FISH FLY!", "B"),
        Texts("one.", "C"),
        Texts("", "Zeus"),
        Texts("", "zeus"),
        Texts("Two", ""),
    ]
    made = editing.add_many(alice, deck, rows)
    assert [(card.number, card.quote or card.source) for card in made] == [
        (3, "One"),
        (4, "Zeus"),
        (5, "Two"),
    ]
    assert len({card.created_at for card in made}) == 1 and {card.author for card in made} == {alice}
    assert editing.add_many(alice, deck, rows) == []


PLACES = [(1, "red"), (1, "blue"), (None, "red"), (7, "blue"), (7, "blue"), (0, "red")]


@pytest.mark.parametrize(
    ("used", "placed"),
    [
        ([], [(1, "red"), (1, "blue"), (2, "red"), (7, "blue"), (8, "blue"), (9, "red")]),
        ([1], [(2, "red"), (2, "blue"), (3, "red"), (7, "blue"), (8, "blue"), (9, "red")]),
        ([7, 20], [(1, "red"), (1, "blue"), (21, "red"), (22, "blue"), (23, "blue"), (24, "red")]),
    ],
)
@pytest.mark.parametrize("taken_out", [True, False])
def test_rows_of_one_number_are_sides_of_one_card(alice, deck, used, placed, taken_out):
    for number in used:
        put(deck, f"There {number}", number=number, retired_at=timezone.now() if taken_out else None)
    rows = [Texts(f"Row {n}", "") for n in range(len(PLACES))]
    made = editing.add_many(alice, deck, rows, PLACES)
    assert [(card.number, card.side) for card in made] == placed


def test_places_that_do_not_fit_the_rows_are_an_error(alice, deck):
    with pytest.raises(ValueError, match="shorter"):
        editing.add_many(alice, deck, [FISH, FISH], [(1, "red")])
    assert not deck.cards.exists()


def test_many_cost_hardly_more_queries_than_few(alice, deck):
    costs = []
    for size in (2, 300):
        with Queries() as queries:
            editing.add_many(alice, deck, [Texts(f"Quote {size} {n}", "") for n in range(size)])
        costs.append(len(queries))
    assert costs[1] <= costs[0] + 6, costs  # SQLite takes them in portions


# Looking


@pytest.mark.parametrize(
    ("asked", "found"),
    [
        ({}, {1, 2, 3, 4}),
        ({"text": "fish"}, {1, 3}),
        ({"text": "CAT"}, {1}),
        ({"text": "seen"}, {2}),
        ({"text": "100%"}, {4}),
        ({"text": "%"}, {4}),
        ({"text": "_"}, set()),
        ({"tag": "sea"}, {1, 2, 3}),
        ({"tag": "se"}, set()),
        ({"tag": "food"}, {2, 3}),
        ({"kind": "m"}, {2}),
        ({"kind": "half"}, {3, 4}),
        ({"text": "fish", "kind": "half", "tag": "food"}, {3}),
    ],
)
def test_cards_are_found_by_text_tag_and_kind(deck, asked, found):
    put(deck, "Fish fly", "A cat", tags="sea")
    put(deck, "Fowl", "A dog", description="never seen", category="m", tags="sea food")
    put(deck, "Dead fish", "", tags="food sea sky")
    put(deck, "", "100% Somebody", tags="seafood")
    put(deck, "Fish that is out", "A cat", tags="sea", retired_at=timezone.now())
    assert {card.number for card in editing.search(deck, **asked)} == found


def test_cards_stand_by_number_red_before_blue(deck):
    for number, side in ((2, "blue"), (1, "blue"), (2, "red"), (1, "red")):
        put(deck, f"{number} {side}", number=number, side=side)
    assert [place[:2] for place in there(deck)] == [(1, "red"), (1, "blue"), (2, "red"), (2, "blue")]


# What was done


def test_the_history_tells_what_was_done_by_whom_the_latest_first(alice, bob, deck):
    deck.editors.add(bob)
    first = editing.add(alice, deck, Texts("Fish fly", "A cat"))
    second = editing.change(bob, first, FISH)
    third = editing.add(bob, deck, Texts("Fowl", ""))
    editing.take_out(alice, deck, [second.pk, third.pk])
    told = [
        (one.what, str(one.by), one.count, [(old and old.quote, new and new.quote) for old, new in one.cards])
        for one in history(deck)
    ]
    assert told == [
        ("removed", "Alice", 2, [(FISH.quote, None), ("Fowl", None)]),
        ("added", "Bob", 1, [(None, "Fowl")]),
        ("changed", "Bob", 1, [("Fish fly", FISH.quote)]),
        ("added", "Alice", 1, [(None, "Fish fly")]),
    ]
    editing.bring_back(bob, deck, history(deck)[0].at)
    assert [one.what for one in history(deck)] == ["added", "changed", "added"]


def test_what_was_done_at_one_time_is_one_line(alice, deck):
    editing.take_out(alice, deck, [put(deck, "Fish").pk])
    made = editing.add_many(alice, deck, [Texts(f"Quote {n}", "") for n in range(8)])
    editing.take_out(alice, deck, [card.pk for card in made])
    lines = [(one.what, one.count, len(one.cards)) for one in history(deck)]
    assert lines == [("removed", 8, 1), ("added", 8, 1), ("removed", 1, 1), ("added", 1, 1)]


def test_a_copy_tells_that_its_cards_came_with_it(alice, bob):
    original = deck_of(3, owner=bob, licence="CC0 1.0", state="published")
    made = copying.copy(alice, original)
    editing.add(alice, made, FISH)
    assert [(one.what, one.count) for one in history(made)] == [("added", 1), ("copied", 6)]


def test_people_who_are_gone_have_no_name_there(alice, bob, deck):
    deck.editors.add(bob)
    editing.take_out(bob, deck, [editing.add(bob, deck, FISH).pk])
    bob.delete()
    assert [(one.what, one.by) for one in history(deck)] == [("removed", None), ("added", None)]


def test_a_long_history_costs_the_same_and_is_cut(alice, deck):
    costs = []
    for count in (2, 30):
        for n in range(count):
            card = put(deck, f"Fish {count} {n}")
            days_ago(card, n + 1, retired=n if n % 2 else None)
        with Queries() as queries:
            lines = history(deck, limit=20)
        costs.append(len(queries))
    assert len(lines) == 20 and costs[0] == costs[1] <= 5, costs
    assert [one.at for one in lines] == sorted((one.at for one in lines), reverse=True)

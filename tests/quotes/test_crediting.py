"""Where a copy comes from: whose name is in it, what of it is read, and what is left once the other is gone."""

import json

import pytest
from django.utils import timezone

from accounts import leaving
from games.moderation import names
from quotes import copying, crediting, decks, exporting
from quotes.models import Deck, Version
from tests.games.scripts import Queries, text
from tests.games.scripts import deck as deck_of

pytestmark = pytest.mark.django_db


def published(owner, title: str, **more) -> Deck:
    return deck_of(
        2, owner=owner, two_sided=False, title=title, licence="CC BY 4.0", state="published", **more
    )


def copied(person, deck: Deck, title: str = "") -> Deck:
    """A copy that everybody sees, under a title of its own."""
    made = copying.copy(person, deck)
    Deck.objects.filter(pk=made.pk).update(state="published", title=title or made.title)
    return Deck.objects.get(pk=made.pk)


def credit(deck: Deck) -> str:
    return Deck.objects.get(pk=deck.pk).credit


def read_on_pages(deck: Deck, who, sign_in) -> str:
    """What the page of the deck and its file say of where it comes from."""
    file = json.loads(exporting.export(who, Deck.objects.get(pk=deck.pk), "json"))
    page = text(sign_in(who).get(f"/decks/{deck.pk}/"))
    said = page.partition("Based on: ")[2].partition("<")[0] if "Based on: " in page else ""
    assert said == file.get("credit", "")
    return said


@pytest.fixture
def chain(alice, bob, cleo):
    """Alice's deck, Bob's copy of it, Cleo's copy of that."""
    first = published(alice, "Night shift")
    second = copied(bob, first, "Second")
    return first, second, copied(cleo, second, "Third")


def test_a_copy_of_a_published_deck_credits_its_published_title(alice, bob):
    deck = published(alice, "Secret draft title")
    words = {name: getattr(deck, name) for name in decks.WORDS} | {"title": "As published"}
    rows = list(deck.cards.values_list("pk", flat=True))
    deck.published = Version.objects.create(deck=deck, number=1, state="published", cards=rows, **words)
    deck.save()
    assert copying.copy(bob, deck).credit == "As published (Alice)"
    assert copying.copy(alice, deck).credit == "As published (Alice)"
    made = Deck.objects.get(owner=bob)
    Deck.objects.filter(pk=made.pk).update(credit="", state="published")
    assert (
        json.loads(exporting.export(bob, Deck.objects.get(pk=made.pk), "json"))["based_on"] == "As published"
    )


def test_a_copy_of_ones_blank_cards_has_no_name_in_it(alice):
    blanks = deck_of(1, owner=alice, title="Alice", of_blanks=True)
    made = copying.copy(alice, blanks)
    assert "blank cards" in made.title and "Alice" not in made.title and made.credit == ""


# Hidden decks


@pytest.mark.parametrize(
    ("hidden", "second", "third"),
    [
        ((), "Night shift (Alice)", "Second (Bob); Night shift (Alice)"),
        ((0,), "", "Second (Bob)"),
        ((1,), "Night shift (Alice)", "Night shift (Alice)"),
        ((0, 1), "", ""),
    ],
)
def test_the_title_of_a_hidden_deck_is_not_read_in_its_copies_and_comes_back_with_it(
    chain, bob, cleo, sign_in, hidden, second, third
):
    rows = Deck.objects.filter(pk__in=[chain[place].pk for place in hidden])
    rows.update(hidden_at=timezone.now())
    if 1 not in hidden:
        assert read_on_pages(chain[1], bob, sign_in) == second
    assert read_on_pages(chain[2], cleo, sign_in) == third
    rows.update(hidden_at=None)
    assert read_on_pages(chain[2], cleo, sign_in) == "Second (Bob); Night shift (Alice)"


def test_what_a_hidden_deck_says_of_itself_is_not_read_either(alice, bob, cleo):
    first = published(alice, "Night shift", credit="From the radio")
    second = copied(bob, first, "Second")
    Deck.objects.filter(pk=first.pk).update(hidden_at=timezone.now())
    assert second.credit == "Night shift (Alice); From the radio" and crediting.shown(second) == ""
    assert crediting.shown(copied(cleo, second)) == "Second (Bob)"


def test_a_credit_that_nobody_can_take_apart_is_not_read_while_one_of_its_decks_is_hidden(chain):
    first, _second, third = chain
    Deck.objects.filter(pk=third.pk).update(credit="Second and others")
    assert crediting.shown(Deck.objects.get(pk=third.pk)) == "Second and others"
    Deck.objects.filter(pk=first.pk).update(hidden_at=timezone.now())
    assert crediting.shown(Deck.objects.get(pk=third.pk)) == ""


def test_a_credit_that_was_cut_is_taken_apart_all_the_same(chain, dora):
    first, second, _third = chain
    Deck.objects.filter(pk=second.pk).update(credit="y" * 195)
    long = copied(dora, Deck.objects.get(pk=second.pk), "Long")
    assert len(long.credit) == 200 and crediting.parted(long.credit, "y" * 195)[0] == "Second (Bob)"
    Deck.objects.filter(pk=first.pk).update(hidden_at=timezone.now())
    assert crediting.shown(long) == "Second (Bob)"


def test_it_takes_one_query_however_many_copies_lie_between(chain, alice):
    deck = chain[2]
    for number in range(4):
        deck = copied(alice, deck, f"Copy {number}")
    Deck.objects.filter(pk=chain[0].pk).update(hidden_at=timezone.now())
    with Queries() as queries:
        assert crediting.shown(deck).endswith("Second (Bob)")
    assert len(queries.sql) == 1
    with Queries() as queries:
        crediting.shown(chain[0])
    assert queries.sql == []


# Names


@pytest.mark.parametrize("gone", [False, True], ids=["the original is there", "the original was removed"])
def test_a_name_that_a_moderator_takes_away_is_in_no_credit(chain, alice, gone):
    first, second, third = chain
    if gone:
        decks.remove(alice, first)
    names.give(alice, "Somebody 1234")
    assert (credit(second), credit(third)) == (
        "Night shift (Somebody 1234)",
        "Second (Bob); Night shift (Somebody 1234)",
    )
    names.give(alice, "Alice")
    assert credit(third) == "Second (Bob); Night shift (Alice)"


@pytest.mark.parametrize(
    ("who", "second", "third"),
    [
        ("alice", "Night shift", "Second (Bob); Night shift"),
        ("bob", None, "Second; Night shift (Alice)"),
        ("cleo", "Night shift (Alice)", None),
    ],
)
def test_whoever_goes_is_in_no_credit(chain, alice, bob, cleo, who, second, third):
    leaving.erase({"alice": alice, "bob": bob, "cleo": cleo}[who])
    left = {deck.title: deck.credit for deck in Deck.objects.filter(owner__isnull=False)}
    assert (left.get("Second"), left.get("Third")) == (second, third)


@pytest.mark.parametrize(
    ("title", "name", "since", "left"),
    [
        ("Night shift", "Alice", {"name": "Alicia"}, "Night shift"),  # called otherwise by now
        ("Night shift", "Al (the) ice", {}, "Night shift"),
        ("Talk (new)", "Alice", {}, "Talk (new)"),
        ("Talk (new)", "Al (the) ice", {"name": "Alicia", "title": "Talk"}, "Talk"),
    ],
)
def test_a_name_goes_whatever_somebody_and_the_deck_were_called(alice, bob, title, name, since, left):
    type(alice).objects.filter(pk=alice.pk).update(name=name)
    deck = published(alice, title)
    made = copied(bob, Deck.objects.get(pk=deck.pk))
    assert made.credit == f"{title} ({name})"
    type(alice).objects.filter(pk=alice.pk).update(name=since.get("name", name))
    Deck.objects.filter(pk=deck.pk).update(title=since.get("title", title))
    leaving.erase(type(alice).objects.get(pk=alice.pk))
    assert credit(made) == left


def test_a_namesake_keeps_the_name(chain, dora):
    type(dora).objects.filter(pk=dora.pk).update(name="Alice")
    leaving.erase(type(dora).objects.get(pk=dora.pk))
    assert credit(chain[1]) == "Night shift (Alice)"


# The row that stays


@pytest.mark.parametrize("how", ["removed", "erased"])
def test_of_a_deck_that_was_copied_a_row_stays_that_nobody_sees(chain, alice, dora, sign_in, how):
    first = chain[0]
    decks.remove(alice, first) if how == "removed" else leaving.erase(alice)
    row = Deck.objects.get(pk=first.pk)
    assert not row.cards.exists() and row.removed_at and row.state == "private" and row.description == ""
    assert (row.title, row.owner) == (("Night shift", alice) if how == "removed" else ("", None))
    assert sign_in(dora).get(f"/decks/{first.pk}/").status_code == 404
    assert not decks.published().filter(pk=row.pk)


def test_what_was_hidden_stays_hidden_in_copies_when_its_owner_goes(chain, alice, cleo, sign_in):
    Deck.objects.filter(pk=chain[0].pk).update(hidden_at=timezone.now())
    leaving.erase(alice)
    assert read_on_pages(chain[2], cleo, sign_in) == "Second (Bob)"


@pytest.mark.parametrize("by", ["owner", "admin"])
def test_a_published_deck_that_was_copied_is_removed_and_its_copy_goes_on_crediting_it(
    alice, bob, admin_client, sign_in, by
):
    deck = published(alice, "Secret draft title")
    words = {name: getattr(deck, name) for name in decks.WORDS} | {"title": "As published"}
    rows = list(deck.cards.values_list("pk", flat=True))
    deck.published = Version.objects.create(deck=deck, number=1, state="published", cards=rows, **words)
    deck.save()
    made = copying.copy(bob, deck)
    if by == "owner":
        assert sign_in(alice).post(f"/decks/{deck.pk}/remove/").status_code == 303
    else:
        admin_client.post("/admin/quotes/deck/", {"action": "put_away", "_selected_action": deck.pk})
    row = Deck.objects.get(pk=deck.pk)
    assert row.removed_at and (row.title, row.published, row.versions.count()) == ("As published", None, 0)
    assert read_on_pages(made, bob, sign_in) == "As published (Alice)"

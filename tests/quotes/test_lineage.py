"""Copies of copies of copies: who hides, credits and locks follows them all the way, and out of a circle again."""

import pytest
from django.utils import timezone

from accounts import leaving
from games.moderation.targets import TARGETS
from quotes import crediting, lineage, overlaps
from quotes.models import Card, Deck
from tests.games.scripts import Queries

pytestmark = pytest.mark.django_db
LONG = 12  # copies


@pytest.fixture
def chain(alice, bob) -> list[Deck]:
    """Alice's deck A, Bob's copy of it, his copy of that, and so on, each with a card that came with the site."""
    decks = [Deck.objects.create(title="A", owner=alice, language="en")]
    for number in range(1, LONG + 1):
        before = decks[-1]
        fields = {"title": f"B{number}", "owner": bob, "language": "en"}
        decks.append(Deck.objects.create(based_on=before, credit=crediting.credit_of(before), **fields))
    for deck in decks:
        Card.objects.create(deck=deck, number=1, quote="The moon is closed.", source="A porter")
    return decks


def now(deck: Deck) -> Deck:
    return Deck.objects.get(pk=deck.pk)


def test_all_origins_are_found_the_nearest_first(chain):
    found = lineage.origins_of(chain[-1])
    assert [one.key for one in found] == [deck.pk for deck in reversed(chain[:-1])]
    assert found[-2].credit == "A (Alice)"


@pytest.mark.parametrize(("copies", "queries"), [(0, 0), (1, 1), (10, 1), (11, 2)])
def test_a_query_finds_ten_of_them(chain, copies, queries):
    deck = now(chain[copies])
    with Queries() as asked:
        lineage.origins_of(deck)
    assert len(asked) == queries


def test_all_copies_are_found(chain):
    assert lineage.with_copies([chain[0].pk]) == {deck.pk for deck in chain}
    assert lineage.with_copies([chain[-2].pk]) == {deck.pk for deck in chain[-2:]}
    assert lineage.with_copies([]) == set()


def test_in_a_circle_each_is_found_once(chain):
    Deck.objects.filter(pk=chain[0].pk).update(based_on=chain[-1])
    everybody = {deck.pk for deck in chain}
    found = [one.key for one in lineage.origins_of(now(chain[3]))]
    assert set(found) == everybody and len(found) == len(everybody)
    assert lineage.with_copies([chain[3].pk]) == everybody
    assert crediting.is_of_others(now(chain[3]))


def test_what_is_hidden_is_credited_in_none_of_its_copies_and_told_of_each(chain):
    first, last = chain[0], now(chain[-1])
    assert crediting.shown(last).endswith("; A (Alice)")
    Deck.objects.filter(pk=first.pk).update(hidden_at=timezone.now())
    assert crediting.shown(last).endswith("; B1 (Bob)")
    assert overlaps.hidden_origins(last) == [first.pk]


def test_hiding_and_crediting_follow_the_same_copies(chain, alice):
    reach = TARGETS["deck"].reach(chain[0])
    reached = Card.objects.filter(pk__in=reach["card"]).values_list("deck", flat=True)
    assert set(reached) == crediting.family_of([alice]) == {deck.pk for deck in chain}


@pytest.mark.parametrize("at", [0, 5, LONG])
def test_a_card_of_nobody_is_hidden_in_all_decks_of_the_family(chain, at):
    reach = TARGETS["card"].reach(chain[at].cards.get())
    assert len(reach["card"]) == len(chain)


def test_a_name_goes_from_all_copies_with_its_person(chain, alice):
    leaving.erase(alice)
    assert now(chain[-1]).credit.endswith("; B1 (Bob); A")


def test_a_deck_of_ones_own_may_come_from_somebody_else_long_before(chain, bob):
    assert crediting.is_of_others(now(chain[-1]))
    Deck.objects.filter(pk=chain[0].pk).update(owner=bob)
    assert not crediting.is_of_others(now(chain[-1]))

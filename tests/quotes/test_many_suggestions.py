"""Many who suggest together: so much waits for a deck and no more, and guests take nobody else's room."""

import pytest
from django.utils import timezone

from quotes import suggestions
from quotes.editing import Texts
from quotes.models import Card, Suggestion
from quotes.refusals import Refused
from tests.games.scripts import deck as deck_of
from tests.games.scripts import text
from tests.quotes.shelf import guest

pytestmark = pytest.mark.django_db

OF_GUESTS = "Very many suggestions of guests wait here."
OF_ALL = "Very many suggestions wait here."
WAITS = {
    # who suggested what waits; what a guest and what somebody with an account is told then, and who edits the deck
    "two guests": ("gg", OF_GUESTS, "", "No more come in from guests until"),
    "a guest and somebody who is gone": ("g-", OF_GUESTS, "", "No more come in from guests until"),
    "two with an account": ("mm", "", OF_ALL, "No more come in until"),
    "one of each": ("gm", "", "", "2 suggestions.</p>"),
    "two of each": ("ggmm", OF_GUESTS, OF_ALL, "4 suggestions. No more come in until"),
    "for a hidden card": ("hhhh", "", "", "Nothing waits here."),
}


@pytest.mark.parametrize(("waits", "guests", "members", "owner"), WAITS.values(), ids=WAITS)
def test_however_many_come_so_much_waits_for_a_deck(
    alice, cleo, dora, sign_in, monkeypatch, waits, guests, members, owner
):
    monkeypatch.setattr(suggestions, "MOST_OF_GUESTS", 2)
    monkeypatch.setattr(suggestions, "MOST_WAITING", 2)
    deck = deck_of(2, owner=alice, two_sided=False)
    card, hidden = deck.cards.order_by("number")
    Card.objects.filter(pk=hidden.pk).update(hidden_at=timezone.now())
    writers = {"g": guest(), "m": dora, "-": None, "h": guest()}
    for n, who in enumerate(waits):
        suggestions.keep(deck, writers[who], Texts(f"Other {n}", ""), card=hidden if who == "h" else card)
    assert owner in text(sign_in(alice).get(f"/decks/{deck.pk}/suggestions/"))
    assert (told(guest(), card), told(cleo, card)) == (guests, members)


def told(writer, card: Card) -> str:
    """How a refusal begins, "" for none; a blank card that is offered is refused with it, and in silence."""
    kept = suggestions.offer(writer, card.deck, "A blank", "Somebody")
    Suggestion.objects.filter(writer=writer).delete()
    try:
        suggestions.suggest(writer, card, {"quote": "Better", "source": "Somebody"})
    except Refused as refused:
        why = refused
    else:
        why = None
    assert (kept is None, why and why.status) == ((True, 429) if why else (False, None))
    return f"{why.words.partition('.')[0]}." if why else ""

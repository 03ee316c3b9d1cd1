"""Ten matches that run while their deck is edited, removed or taken back from everybody: all are played to the end."""

import pytest
from django.contrib.auth.models import Group

from games import catalog
from games.game_of_quotes.cards import row_of
from games.models import Match
from quotes import decks, editing, publishing
from quotes.models import Card
from tests.game_of_quotes.seated import sit
from tests.games.scripts import play_on, state_of, text
from tests.quotes.curated import published

pytestmark = pytest.mark.django_db
MATCHES = 10
GAME = catalog.GAMES["game-of-quotes"]


def edit(owner, deck):
    for card in deck.cards.filter(retired_at=None, number__lte=8):
        editing.change(owner, card, editing.Texts(f"Reworded {card.number}", "Somebody new"))
    editing.take_out(owner, deck, deck.cards.filter(number__gt=30).values_list("pk", flat=True))


DEEDS = {"edit": edit, "remove": decks.remove, "unpublish": publishing.unpublish}


@pytest.mark.parametrize("deed", DEEDS)
def test_ten_running_matches_keep_their_cards_and_are_played_to_the_end(alice, bob, cleo, sign_in, deed):
    Group.objects.get_or_create(name=publishing.CURATORS)[0].user_set.add(cleo)
    deck = published(alice, cleo, 40)
    matches = [sit(cast=[bob, None, None], deck=deck, seed=str(n)) for n in range(MATCHES)]
    for n, match in enumerate(matches):  # from just dealt to nearly over
        play_on(match, lambda state, n=n: state.last >= 3 * n)
    before = [sorted(GAME.everything(state_of(match))) for match in matches]
    texts = dict(Card.objects.values_list("pk", "quote"))
    DEEDS[deed](alice, deck)
    for match, cards in zip(matches, before, strict=True):
        assert play_on(match).status == Match.Status.FINISHED
        assert sorted(GAME.everything(state_of(match))) == cards
    said = text(sign_in(bob).get(f"/m/{matches[-1].code}/combinations/"))
    read = [one.quote for round_ in state_of(matches[-1]).table.readings for one in round_]
    assert len(read) == 12 and all(texts[row_of(quote)] in said for quote in read)

"""Material, setup, and who deals. R is the printed rule, D a ruling of the house."""

from collections import Counter
from functools import cache

import pytest

from games.don_martin.answers import Orders, Play
from games.don_martin.events import AdsRemoved, DealerChosen, Dealt, DealtAgain
from games.don_martin.pack import COLOURS, MIXES, SOUNDS, SPECIALS, colour_of, is_special, pack_of, sound_of
from games.don_martin.parts import TARGETS, Options
from games.don_martin.rules import GAME
from games.engine import Dice, face_of, faces
from tests.engine.tables import all_of, asked, only

from .tables import clocks, lay_out, play

pytestmark = pytest.mark.pure

EVERY = range(3, 7)


@cache
def deal(seats, seed="deal", votes=(), **options):
    """votes: by seat, whom it names as the dealer, or None for silence."""
    told = tuple({} if vote is None else {"dealer": vote} for vote in votes)
    return GAME.deal(seats, Options(**options), told or ({},) * seats, Dice(seed, 0))


def dealers(seats, votes):
    """Who deals, over many seeds."""
    return {deal(seats, str(seed), votes).state.table.dealer for seed in range(60)}


class Stacked(Dice):
    """Dice that shuffle into orders given beforehand, and then as usual."""

    def __init__(self, *packs, seed="stacked"):
        super().__init__(seed, 0)
        self.packs = list(packs)

    def shuffled(self, things):
        return self.packs.pop(0) if self.packs else super().shuffled(things)


# Material


@pytest.mark.parametrize("mix", MIXES)
def test_the_pack_is_the_printed_one(mix):  # R 82 cards in play
    pack = pack_of(mix)
    coloured = [card for card in pack if not is_special(card)]
    assert (len(pack), len(set(pack)), len(coloured)) == (82, 82, 64)
    assert set(Counter(faces(coloured)).values()) == {2}
    assert Counter(sound_of(card) for card in coloured) == dict.fromkeys(SOUNDS, 8)
    assert Counter(colour_of(card) for card in coloured) == dict.fromkeys(COLOURS, 16)
    assert sum(face_of(card) in SPECIALS for card in pack) == 18


@pytest.mark.parametrize(
    ("mix", "counts"),
    [
        pytest.param("even", (5, 4, 4, 5), id="D the usual split"),
        pytest.param("loud", (4, 7, 3, 4), id="D more SPLABBADAP!"),
        pytest.param("grabby", (7, 3, 5, 3), id="D more ARRARGH! and GA-PWEEN!"),
        pytest.param("dizzy", (3, 3, 4, 8), id="D more INKLE DINKLE GLINK GLONK!"),
    ],
)
def test_how_the_specials_split(mix, counts):
    found = Counter(face_of(card) for card in GAME.pack(Options(mix=mix)) if is_special(card))
    assert tuple(found[special] for special in ("arrargh", "splabbadap", "gapween", "inkle")) == counts
    step = deal(4, mix=mix)
    assert Counter(GAME.everything(step.state)) == Counter(faces(pack_of(mix)))


# Setup


@pytest.mark.parametrize(
    ("seats", "cards"),
    [
        pytest.param(3, 15, id="R three seats, fifteen cards"),
        pytest.param(4, 13, id="R four seats, thirteen cards"),
        pytest.param(5, 10, id="R five seats, ten cards"),
        pytest.param(6, 10, id="R six seats, ten cards"),
    ],
)
def test_everybody_gets_cards_and_the_rest_is_the_pile(seats, cards):
    step = deal(seats)
    table = step.state.table
    assert (table.counts, table.pile) == ((cards,) * seats, 82 - seats * cards)
    assert (table.lies, table.groups, table.laid_down, table.spent) == ((), ((),) * seats, (0,) * seats, ())
    assert (table.round, table.way, table.first, table.throwing, table.ended) == (1, 1, True, False, "")
    everywhere = sorted(sum((held.cards for held in step.state.hands), step.state.stock.pile))
    assert everywhere == sorted(pack_of("even"))
    assert GAME.faults(step.state) == []
    assert only(Dealt, step.events) == Dealt(round=1, dealer=table.dealer, seat=table.turn, cards=cards)


@pytest.mark.parametrize("seats", [0, 2, 7])
def test_there_are_three_to_six_seats(seats):  # R
    with pytest.raises(ValueError, match=str(seats)):
        deal(seats)


@pytest.mark.parametrize("seats", EVERY)
@pytest.mark.parametrize("dealer", range(6))
def test_the_dealers_left_neighbour_leads(seats, dealer):  # R
    if dealer >= seats:
        dealer = seats - 1
    votes = tuple(dealer if seat != dealer else None for seat in range(seats))
    state = deal(seats, votes=votes).state
    assert clocks(state) == [((dealer + 1) % seats, "lead", "pace")]
    assert state.table.turn == (dealer + 1) % seats


def test_the_advertising_cards_are_taken_out_before_the_first_deal():  # R
    kinds = [type(event) for event in deal(4).events]
    assert kinds == [DealerChosen, AdsRemoved, Dealt]


def test_the_deal_is_random():
    assert len({deal(4, str(seed)).state.hands for seed in range(30)}) == 30
    assert deal(4, "one").state == GAME.deal(4, Options(), ({},) * 4, Dice("one", 0)).state


# Dealing again


def stack(seats, leader, specials):
    """A pack whose leader gets so many specials, and coloured cards besides."""
    size = {3: 15, 4: 13, 5: 10, 6: 10}[seats]
    pack = pack_of("even")
    special = [card for card in pack if is_special(card)]
    coloured = [card for card in pack if not is_special(card)]
    hand = special[:specials] + coloured[: size - specials]
    others = coloured[size - specials :] + special[specials:]
    return others[: leader * size] + hand + others[leader * size :]


@pytest.mark.parametrize("seats", EVERY)
def test_a_leader_with_nothing_but_specials_is_dealt_to_again(seats):  # D by the same dealer
    size = {3: 15, 4: 13, 5: 10, 6: 10}[seats]
    votes = tuple({"dealer": 0} if seat else {} for seat in range(seats))
    dice = Stacked(*[stack(seats, 1, size)] * 2, stack(seats, 1, size - 1))
    step = GAME.deal(seats, Options(), votes, dice)
    assert [type(event) for event in step.events] == [DealerChosen, AdsRemoved, DealtAgain, DealtAgain, Dealt]
    assert {event.seat for event in all_of(DealtAgain, step.events)} == {1}
    assert (step.state.table.dealer, step.state.table.round, asked(step.state)) == (0, 1, [(1, "lead")])
    assert sum(is_special(card) for card in step.state.hands[1].cards) == size - 1
    assert GAME.faults(step.state) == []


@pytest.mark.parametrize("other", [0, 2])
def test_any_other_seat_may_hold_nothing_but_specials(other):  # D it is the leader that could not lead
    votes = ({}, {"dealer": 0}, {"dealer": 0})
    step = GAME.deal(3, Options(), votes, Stacked(stack(3, other, 15)))
    assert all_of(DealtAgain, step.events) == []
    assert all(is_special(card) for card in step.state.hands[other].cards)


def test_a_later_round_is_dealt_again_too():  # D
    state = lay_out("rumms-b/quarp-g/quarp-p", target=500)
    (prompt,) = state.prompts
    step = GAME.play(state, prompt, Play("rumms-b.1"), Stacked(stack(3, 1, 15)))
    assert only(DealtAgain, step.events) == DealtAgain(seat=1)
    assert only(Dealt, step.events) == Dealt(round=2, dealer=0, seat=1, cards=15)


# Who deals


@pytest.mark.parametrize(
    ("votes", "seat", "count"),
    [
        pytest.param((0, 0, None), 0, 1, id="D a vote for oneself is ignored"),
        pytest.param((2, 2, 1), 2, 2, id="R whoever most others think it is"),
        pytest.param((2, None, None), 2, 1, id="D one vote is enough"),
        pytest.param((2, 2, 0, 2), 2, 3, id="R four seats"),
        pytest.param((5, 5, 0, 5, 0, None), 5, 3, id="R six seats: three against two"),
        pytest.param((5, 5, 5, None, None, 1), 5, 3, id="D a bot says nothing"),
        pytest.param((4, 2, -1, None), 2, 1, id="D a seat that is not there is ignored"),
    ],
)
def test_the_dealer_is_voted_for(votes, seat, count):
    assert only(DealerChosen, deal(len(votes), votes=votes).events) == DealerChosen(seat=seat, votes=count)
    assert dealers(len(votes), votes) == {seat}


@pytest.mark.parametrize(
    ("votes", "tied"),
    [
        pytest.param((1, 0, None), (0, 1), id="D one vote each"),
        pytest.param((1, 2, 0), (0, 1, 2), id="D one vote each, all of them"),
        pytest.param((1, 1, 0), (0, 1), id="D a vote for oneself breaks no tie"),
        pytest.param((2, 2, 0, 0), (0, 2), id="D two votes each"),
        pytest.param((1, 0, 0, 1, 3, 3), (0, 1, 3), id="D two votes each, six seats"),
    ],
)
def test_a_tie_is_settled_at_random(votes, tied):
    assert dealers(len(votes), votes) == set(tied)
    assert only(DealerChosen, deal(len(votes), votes=votes).events).tied == tied


@pytest.mark.parametrize(
    "votes",
    [
        pytest.param((None, None, None), id="D nobody votes"),
        pytest.param((0, 1, 2), id="D everybody for themselves"),
        pytest.param((3, 4, 5), id="D all for seats that are not there"),
    ],
)
def test_without_votes_chance_decides(votes):
    assert dealers(3, votes) == {0, 1, 2}
    chosen = only(DealerChosen, deal(3, votes=votes).events)
    assert (chosen.votes, chosen.tied) == (0, ())


def test_cards_are_dealt_by_seats_whoever_deals():
    hands = {deal(3, votes=votes).state.hands for votes in ((None, 0, 0), (1, None, 1), (2, 2, None))}
    assert len(hands) == 1


def test_the_lobby_asks_who_looks_like_a_caricature():  # D a vote that costs no wait
    (ask,) = GAME.asks
    assert (ask.name, ask.kind, ask.blank) == ("dealer", "one", True)
    assert [(choice.value, choice.seat) for choice in ask.choices] == [(seat, seat) for seat in range(6)]


# Options


@pytest.mark.parametrize(
    ("live", "presets"),
    [
        pytest.param(
            False, {"target": 0, "throws": "automatic", "mix": "even"}, id="D by mail: one round, no waits"
        ),
        pytest.param(
            True, {"target": 500, "throws": "ask", "mix": "even"}, id="D live: up to 500, and asked"
        ),
    ],
)
def test_what_the_options_start_with(live, presets):
    found = {field.name: field for field in GAME.settings(4, live)}
    assert {name: field.preset for name, field in found.items()} == presets
    assert [choice.value for choice in found["target"].choices] == [0, 500, 1000] == list(TARGETS)
    assert [choice.value for choice in found["throws"].choices] == ["automatic", "ask"]
    assert [choice.value for choice in found["mix"].choices] == list(MIXES)


@pytest.mark.parametrize(("throws", "order"), [("automatic", "rarest"), ("ask", "ask")])
def test_the_option_sets_what_order_everyone_starts_with(throws, order):  # D
    assert GAME.first_orders(Options(throws=throws)) == Orders(order, None, ())


def test_nothing_is_lost_over_a_round():
    step = play(lay_out("rumms-b/quarp-g/quarp-p", target=500, mix="dizzy"), "0 play rumms-b")
    assert Counter(GAME.everything(step.state)) == Counter(faces(pack_of("dizzy")))

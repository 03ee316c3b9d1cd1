"""What is told of an answer, to whom and in which order. R is the printed rule, D a ruling of the house."""

import pytest

from games.engine import Codec, encode
from games.game_of_quotes import events
from games.game_of_quotes.events import (
    AllChosen,
    AllStamped,
    Drew,
    Ended,
    HandsPassed,
    Received,
    Refilled,
    Reshuffled,
    Revealed,
    Swapped,
)
from games.game_of_quotes.parts import Reading, Source
from games.game_of_quotes.rules import GAME

from .tables import card, cards, lay_out, play, rows, whole_match

pytestmark = pytest.mark.pure

SECOND = {"step": 1, "laid": "41/42/43"}
HANDS = "1 2 3 4 5 6/11 12 13 14 15 16/21 22 23 24 25 26"
QUOTES = "pick 1/pick 11/pick 21"
READ = (
    Reading(0, card("41"), Source(card("1"))),
    Reading(1, card("42"), Source(card("11"))),
    Reading(2, card("43"), Source(card("21"))),
)


def faces(words):
    return tuple(cards(words))


@pytest.mark.parametrize(
    ("table", "lines", "told"),
    [
        pytest.param({}, ["0 pick 1"], [], id="R nothing is told of a sealed choice"),
        pytest.param({}, ["0 pick 1", "0 pick 2"], [], id="D nor of a change"),
        pytest.param({"round_": 3}, ["0 write 31"], [], id="R nor of a text"),
        pytest.param({"round_": 4}, ["0 both 1 31"], [], id="R nor of both"),
        pytest.param({"round_": 2, "stamping": True}, ["0 stamp >1"], [], id="R nor of a stamp"),
        pytest.param(
            {},
            [QUOTES],
            [
                HandsPassed(round=1),
                Received(to=0, faces=faces("22 23 24 25 26 27")),
                Received(to=1, faces=faces("2 3 4 5 6 7")),
                Received(to=2, faces=faces("12 13 14 15 16 17")),
            ],
            id="R hands pass left: each is told its own",
        ),
        pytest.param(
            {"hands": HANDS, "pile": "51 52 53 54 55 56", **SECOND},
            [QUOTES],
            [
                Revealed(round=1, readings=READ, leader=1),
                Refilled(seat=1, cards=2),
                Drew(to=1, faces=faces("51 52")),
                Refilled(seat=2, cards=2),
                Drew(to=2, faces=faces("53 54")),
                Refilled(seat=0, cards=2),
                Drew(to=0, faces=faces("55 56")),
            ],
            id="R the reading; D then everybody draws, the new leader first",
        ),
        pytest.param(
            {"pile": "51 52"},
            ["1 swap 12 13"],
            [Swapped(seat=1, cards=2), Drew(to=1, faces=faces("51 52"))],
            id="R a swap is public, its cards are not",
        ),
        pytest.param(
            {"rest": "out", "discards": "51"},
            ["1 swap 12"],
            [Swapped(seat=1, cards=1), Reshuffled(cards=1), Drew(to=1, faces=faces("51"))],
            id="D the discards become the stack",
        ),
        pytest.param(
            {"round_": 4, "stamping": True},
            ["both 1 31/both 11 32/both 21 33"],
            [AllChosen(round=4)],
            id="D all combinations are there and wait for stamps",
        ),
        pytest.param(
            {"round_": 3, "stamping": True},
            ["stamp >1/stamp >0/stamp >1"],
            [AllStamped(round=2, given=(1, 0, 1))],
            id="R everybody sees who stamped whom",
        ),
        pytest.param(
            {"round_": 5, "stamping": True},
            ["stamp >1/stamp >0/stamp >1"],
            [
                AllStamped(round=4, given=(1, 0, 1)),
                Ended(
                    winners=(1,),
                    values=((2, 2, 2), (1, 1, 1), (1, 1, 1), (1, 1, 1)),
                    points=(5, 6, 4),
                    markers=(4, 5, 3),
                ),
            ],
            id="R the stamps are turned over",
        ),
    ],
)
def test_what_is_told(table, lines, told):
    step = play(lay_out(**table), *lines)
    assert list(step.events) == told


def test_all_that_can_be_told_is_told_somewhere():
    """And is the same after JSON."""
    codec, found = Codec(GAME), {events.Dealt, events.Reshuffled, events.Withdrawn, events.Exchanged}
    for by, swaps in (("bot", 0), ("clock", 3)):
        for seed in range(4):
            for _, step in whole_match(3, str(seed), by=by, swaps=swaps):
                assert codec.events(encode(step.events)) == step.events
                found |= {type(event) for event in step.events}
    assert found == set(events.AnyEvent.__args__)


def test_what_is_drawn_is_what_is_held():
    for before, step in whole_match(4, swaps=1):
        for event in step.events:
            if isinstance(event, Drew) and step.state.table.round == before.table.round:
                assert step.state.hands[event.to].cards[-len(event.faces) :] == event.faces
            if isinstance(event, Received):
                assert step.state.hands[event.to].cards == event.faces


def test_revealing_events_are_those_that_show_cards_stamps_or_values():
    revealing = {kind for kind in events.AnyEvent.__args__ if kind.reveals}
    assert revealing == {Drew, Received, Revealed, AllStamped, Ended, events.Exchanged}


def test_a_stack_that_runs_out_while_hands_are_filled():  # D a short stack takes the shuffled discards
    state = lay_out(HANDS, rest="out", pile="51 52 53", discards="54 55 56 57", **SECOND)
    step = play(state, QUOTES)
    told = [event for event in step.events if isinstance(event, Refilled | Reshuffled)]
    assert told == [
        Refilled(seat=1, cards=2),
        Reshuffled(cards=4),
        Refilled(seat=2, cards=2),
        Refilled(seat=0, cards=2),
    ]
    assert rows(step.state.hands[2].cards).startswith("22 23 24 25 26 53")
    assert (step.state.table.pile, step.state.table.discards) == (1, 0)

"""The log: every event in words, with "you" where the reader is meant, and no text of any card."""

import pytest

from games.cast import Cast
from games.game_of_quotes import events
from games.game_of_quotes.events import AnyEvent
from games.game_of_quotes.face import FACE
from games.game_of_quotes.parts import Reading, Source

from .tables import card

CAST = ("Alice", "Bob", "Cleo")


READINGS = tuple(Reading(seat, card("1"), Source(words=31)) for seat in (1, 2, 0))
ROWS = [
    (events.Dealt(0, 7, True), 0, "Everybody gets 7 cards. You grab the marker and read first."),
    (events.Dealt(0, 7, True), 1, "Everybody gets 7 cards. Alice grabs the marker and reads first."),
    (events.Dealt(0, 7), 0, "Everybody gets 7 cards. By lot, you read first."),
    (events.Dealt(0, 7), None, "Everybody gets 7 cards. By lot, Alice reads first."),
    (events.Refilled(1, 2), 1, "You draw 2 cards."),
    (events.Refilled(1, 1), 0, "Bob draws 1 card."),
    (events.Drew(to=0, faces=(card("1"),)), 0, "1 new card is in your hand."),
    (events.Received(to=0, faces=(card("1"), card("2"))), 0, "2 new cards are in your hand."),
    (events.Reshuffled(12), 0, "The stack is used up: 12 discarded cards become the new one."),
    (events.HandsPassed(1), 0, "All hands go one seat to the left."),
    (events.Swapped(2, 3), 2, "You swap 3 cards."),
    (events.Swapped(2, 3), 0, "Cleo swaps 3 cards."),
    (
        events.Withdrawn(cards=1),
        0,
        "1 card was removed from this match by those who look after this site.",
    ),
    (
        events.Withdrawn(cards=3),
        None,
        "3 cards were removed from this match by those who look after this site.",
    ),
    (
        events.Exchanged(to=0, faces=(card("1"),)),
        0,
        "1 card of yours was among them; you have another for it.",
    ),
    (
        events.Exchanged(to=0, faces=(card("1"), card("2")), again=True),
        0,
        "2 cards of yours were among them; you have others for them. You had chosen one of them: choose again.",
    ),
    (
        events.AllChosen(2),
        0,
        "All have chosen in round 2. It is read once the stamps of the round before are in.",
    ),
    (
        events.Revealed(1, READINGS, 2),
        0,
        "The combinations of round 1 can be heard, in this order: Bob, Cleo and you.",
    ),
    (
        events.AllStamped(1, (1, 2, 0)),
        0,
        "Round 1 is stamped. Cleo stamps you. You stamp Bob. Bob stamps Cleo.",
    ),
    (
        events.Ended((1,), ((1, 2, 1),), (3, 0, 4), (2, 1, 1)),
        0,
        "All four rounds are stamped. Now the stamps are turned over.",
    ),
]


@pytest.mark.parametrize(("event", "me", "words"), ROWS)
def test_every_event_is_told_in_a_sentence(event, me, words):
    assert FACE.say(event, Cast(CAST, me)) == words


def test_no_event_is_left_out():
    assert {type(row[0]) for row in ROWS} == set(AnyEvent.__args__)


@pytest.mark.parametrize("me", [0, 1, 2, None])
def test_no_sentence_asks_for_a_text_or_tells_what_a_stamp_is_worth(me):
    def forbidden(number):
        raise AssertionError(f"text {number} was asked for")

    said = {}
    for event, _, _ in ROWS:
        assert FACE.words_in(event) == ()
        said[type(event)] = FACE.say(event, Cast(CAST, me, words=forbidden))
    again = events.Ended((2,), ((2, 1, 1),), (0, 9, 9), (1, 1, 2))
    assert said[events.Ended] == FACE.say(again, Cast(CAST, me))


def test_a_name_is_no_markup():
    for event, _, _ in ROWS:
        assert "<i>" not in FACE.say(event, Cast(("<i>A</i>", "<i>B</i>", "<i>C</i>"), None))


def test_what_only_the_whole_log_needs_is_left_out_of_the_short_one():
    minor = {type(event) for event, _, _ in ROWS if FACE.minor(event)}
    assert minor == {events.Refilled, events.Drew, events.Received, events.Reshuffled}


@pytest.mark.parametrize(
    ("event", "me", "tells"),
    [
        (events.AllStamped(1, (1, 2, 0)), 0, 2),
        (events.AllStamped(1, (1, 2, 1)), 0, 1),
        (events.AllStamped(1, (1, 2, 0)), None, 1),
        (events.Revealed(1, READINGS, 2), 0, 1),
        (events.HandsPassed(1), 0, 0),
        (events.Received(faces=("1-m0",), to=0), 0, 0),
        (events.Refilled(0, 2), 0, 0),
    ],
)
def test_being_stamped_tells_more_than_a_round_and_a_round_more_than_cards_that_move(event, me, tells):
    assert FACE.telling(event, me) == tells

"""One row a mechanism: the toy does what the contract says each is for."""

import pytest
from msgspec.structs import replace

from games.engine import Dice, IllegalAction, State, copies, face_of
from tests.engine.toy import GAME
from tests.engine.toy_parts import (
    ABSTAINED,
    PACK,
    Draw,
    Drew,
    Elected,
    Flip,
    Hand,
    Hide,
    Lay,
    Leave,
    Opened,
    Options,
    Orders,
    RoundEnded,
    Seal,
    Showed,
    Slap,
    Stock,
    Swap,
    Swapped,
    Table,
    Turned,
    Uncovered,
    Vote,
    Write,
    Wrote,
    published,
)
from tests.engine.toy_turn import Turn, slowest

pytestmark = pytest.mark.pure

DICE = Dice("the tests", 1)


def deal(seats=3, **options):
    return GAME.deal(
        seats, Options(**options), ({"luck": 1}, *({},) * (seats - 1)), Dice("the tests", 0)
    ).state


def lay_out(hands, *, top="sun", seats_turn=0, **table):
    """A match in which a seat is on turn. hands: sorts by seat ("moon sun/star"); top: of the discards."""
    left = {sort: list(copies(sort, 8)) for sort in ("moon", "sun", "star")}
    discards = (left["star"].pop(), left[top].pop())
    held = tuple(Hand(tuple(left[sort].pop(0) for sort in hand.split())) for hand in hands.split("/"))
    pile = tuple(card for sort in left for card in left[sort])
    count = len(held)
    table = Table(Options(), (0,) * count, (False,) * count, 1, next=seats_turn, **table)
    turn = Turn(State(table, held, Stock(pile, discards), ()), DICE)
    turn.ask(seats_turn, "turn")
    return turn.step().state


def find(state, kind, seat=None):
    return next(p for p in state.prompts if p.kind == kind and seat in (None, p.seat))


def asked(state):
    return [(prompt.seat, prompt.kind, prompt.clock) for prompt in state.prompts]


def answer(state, kind, seat, action):
    return GAME.play(state, find(state, kind, seat), action, DICE)


def answers(state, kind, *actions):
    """The last step of these answers: (seat, action)."""
    for seat, action in actions:
        step = answer(state, kind, seat, action)
        state = step.state
    return step


def refused(state, kind, seat, action):
    return GAME.check(state.view(seat), find(state, kind, seat), action)


def card_of(state, seat, sort):
    return next(card for card in state.hands[seat].cards if face_of(card) == sort)


def only(kind, step):
    (event,) = [event for event in step.events if isinstance(event, kind)]
    return event


def hide(state, seat, sort):
    return answer(state, "turn", seat, Hide(card_of(state, seat, sort))).state


# Several things asked side by side


def test_a_round_asks_for_seals_and_votes_in_a_group_each_and_the_leader_for_a_motto():
    state = deal()
    kinds = [(prompt.kind, prompt.seat) for prompt in state.prompts]
    assert kinds == [
        ("seal", 0),
        ("seal", 1),
        ("seal", 2),
        ("vote", 0),
        ("vote", 1),
        ("vote", 2),
        ("write", 0),
    ]
    assert len({prompt.group for prompt in state.prompts}) == 3
    assert find(state, "write").group == 0


def test_turns_begin_only_when_all_of_it_is_in():
    state = answer(deal(), "write", 0, Write(5)).state
    state = answers(state, "vote", *((seat, Vote()) for seat in range(3))).state
    step = answers(state, "seal", *((seat, Seal(state.hands[seat].cards[0])) for seat in range(3)))
    assert asked(step.state) == [(0, "turn", "pace")]


# Sealed choices


def test_a_sealed_choice_and_its_change_are_seen_by_nobody_else():
    state = deal()
    first, second, _ = state.hands[0].cards
    one = answer(state, "seal", 0, Seal(first))
    two = answer(one.state, "seal", 0, Seal(second, 2, ("moon",)))
    assert one.events == two.events == ()
    assert one.state.table == two.state.table == state.table
    assert one.state.prompts == two.state.prompts
    assert find(two.state, "seal", 0).given
    assert two.state.hands[1:] == state.hands[1:]
    assert two.state.hands[0].sealed == Seal(second, 2, ("moon",))


def test_the_form_starts_with_what_is_sealed():
    state = deal()
    card = state.hands[0].cards[1]
    state = answer(state, "seal", 0, Seal(card, 2, ("moon",))).state
    fields = GAME.offer(state.view(0), find(state, "seal", 0)).ways[0].fields
    assert [field.preset for field in fields] == [card, 2, ("moon",)]


@pytest.mark.parametrize(
    ("faces", "bids", "calls", "points"),
    [
        ("moon sun star", (0, 0, 0), ((), (), ()), (1, 1, 1)),
        ("moon moon star", (0, 0, 2), ((), (), ()), (0, 0, 3)),
        ("moon moon moon", (2, 1, 0), ((), (), ()), (-2, -1, 0)),
        (
            "moon sun star",
            (0, 0, 0),
            (("sun", "star"), ("moon",), ()),
            (3, 1, 1),
        ),  # calls: the next seats in turn
    ],
)
def test_sealed_choices_are_shown_and_scored_in_one_event(faces, bids, calls, points):
    sorts = faces.split()
    state = lay_out("/".join(f"{sort} sun" for sort in sorts))
    turn = Turn(replace(state, prompts=()), DICE)
    for seat in range(3):
        turn.ask(seat, "seal", group=2)
    state = turn.step().state
    seals = [Seal(card_of(state, seat, sorts[seat]), bids[seat], calls[seat]) for seat in range(3)]
    step = answers(state, "seal", *enumerate(seals))
    assert only(Showed, step) == Showed(faces=tuple(sorts), points=points)
    assert step.state.table.points == points
    assert [hand.sealed for hand in step.state.hands] == [None] * 3


def test_a_swap_closes_its_prompt_and_opens_another_in_the_group():
    state = deal()
    old, cards = find(state, "seal", 1), state.hands[1].cards
    step = answer(state, "seal", 1, Swap(cards[:2]))
    new = find(step.state, "seal", 1)
    assert (new.group, new.clock, new.given) == (old.group, "same", False)
    assert new.number > state.last
    assert step.state.prompt(old.number) is None
    assert only(Swapped, step) == Swapped(seat=1, cards=2)
    assert not set(only(Drew, step).cards) & set(cards)
    assert refused(step.state, "seal", 1, Swap(cards[2:])) == "swapped_already"


# Open ballots


@pytest.mark.parametrize(
    ("ballots", "elected"),
    [
        ((1, 2, 1), 1),
        ((1, 0, 0), 0),
        ((1, 2, 0), None),  # a tie: nothing happens
        ((None, None, None), None),
        ((None, None, 1), 1),
    ],
)
def test_most_votes_open_a_hand_and_a_tie_does_nothing(ballots, elected):
    step = answers(deal(), "vote", *((seat, Vote(choice)) for seat, choice in enumerate(ballots)))
    assert only(Elected, step).seat == elected
    assert step.state.table.open == elected


def test_a_ballot_is_public_and_can_be_changed_until_the_last_is_in():
    state = answers(deal(), "vote", (0, Vote(1)), (1, Vote()), (0, Vote(2))).state
    assert state.table.ballots == (2, ABSTAINED, None)
    assert refused(state, "vote", 1, Vote(1)) == "not_yourself"
    state = answer(state, "vote", 2, Vote()).state
    assert not any(prompt.kind == "vote" for prompt in state.prompts)


# An open hand


def test_an_open_hand_shows_faces_and_no_copies():
    step = answers(deal(), "vote", *((seat, Vote(1 if seat != 1 else 0)) for seat in range(3)))
    faces = tuple(sorted(face_of(card) for card in step.state.hands[1].cards))
    assert step.state.table.shown == faces
    assert only(Opened, step) == Opened(seat=1, faces=faces)


def test_an_open_hand_is_covered_while_its_hidden_card_lies():
    state = lay_out("moon sun/star", open=0)
    assert state.table.shown == ("moon", "sun")
    state = hide(state, 0, "moon")
    assert state.table.shown is None
    assert answer(state, "flip", 1, Leave()).state.table.shown == ("sun",)


# Hidden cards


def test_a_hidden_card_is_owed_at_once_by_the_next_and_later_by_the_others():
    state = hide(lay_out("moon sun/star sun/sun star"), 0, "moon")
    assert asked(state) == [(1, "flip", "same"), (2, "flip", "free"), (1, "turn", "pace")]
    number = find(state, "flip", 2).number
    state = answer(state, "flip", 1, Leave()).state
    state = answer(state, "turn", 1, Draw()).state
    assert find(state, "flip", 2).clock == "same"
    assert find(state, "flip", 2).number == number


def test_a_turn_by_hand_waits_for_the_flips_and_the_slap_and_a_plan_does_not():
    state = hide(lay_out("moon sun/star sun/sun star"), 0, "moon")
    card = card_of(state, 1, "star")
    assert refused(state, "turn", 1, Lay(card)) == "flip_first"
    assert refused(state, "turn", 1, Lay(card, planned=True)) is None
    assert all(way.reason == "flip_first" for way in GAME.offer(state.view(1), find(state, "turn", 1)).ways)
    slapping = answer(state, "flip", 1, Flip()).state
    assert refused(slapping, "turn", 1, Draw()) == "flip_first"
    planned = answer(state, "turn", 1, Lay(card, planned=True)).state
    assert find(planned, "flip", 1).clock == "free"  # until its next turn


def test_turning_tells_one_seat_and_opens_its_window():
    state = hide(lay_out("moon sun/star sun/sun star"), 0, "moon")
    flip = find(state, "flip", 2)
    step = answer(state, "flip", 2, Flip())
    slap = find(step.state, "slap")
    assert step.events == (Turned(to=2, contest=flip.opened_by, face="moon"),)
    assert (slap.clock, slap.seconds, slap.opened_by) == ("window", 4, flip.number)
    assert step.state.table == state.table


def test_a_slap_stays_in_the_hand_until_all_have_answered():
    state = hide(lay_out("moon sun/star sun/sun star"), 0, "moon")
    step = answer(answer(state, "flip", 2, Flip()).state, "slap", 2, Slap(1, 300))
    assert step.events == ()
    assert only(Uncovered, answer(step.state, "flip", 1, Leave())).hits == (2,)


@pytest.mark.parametrize(
    ("times", "last"),
    [
        ({1: 300, 2: 400, 3: 350}, (2,)),
        ({1: 300, 2: 300}, (2,)),  # equal: the later in turn order
        ({3: 300, 0: 300}, (0,)),
        ({1: 300, 2: None}, (2,)),  # no timer: the median of the others, here equal
        ({1: None, 2: 300}, (2,)),
        ({1: 300, 2: None, 3: 500}, (3,)),
        ({1: None, 2: 300, 3: 300, 0: 900}, (0,)),
        ({1: None, 2: None}, ()),  # nobody measured
        ({1: 700}, (1,)),
        ({}, ()),
    ],
)
def test_the_slowest_slap_draws(times, last):
    assert slowest(times) == last


@pytest.mark.parametrize(
    ("hidden", "slaps", "draws", "points"),
    [
        ("moon", (Slap(1, 300), Slap(1, 400)), (2,), (0, 1, 0)),
        ("moon", (Slap(1, 300), Slap(0, 400)), (1,), (0, 0, 0)),
        ("moon", (Slap(1), Slap(1)), (), (0, 1, 1)),
        ("star", (Slap(1, 300), Slap(0, 200)), (1,), (0, 0, 0)),
        ("star", (Slap(1, 300), Slap(1)), (1, 2), (0, 0, 0)),
        ("star", (Slap(0), Slap(0)), (), (0, 0, 0)),
    ],
)
def test_a_hidden_card_is_settled_when_all_have_answered(hidden, slaps, draws, points):
    state = hide(lay_out(f"{hidden} sun/star sun/sun star"), 0, hidden)
    state = answers(state, "flip", (1, Flip()), (2, Flip())).state
    step = answers(state, "slap", (1, slaps[0]), (2, slaps[1]))
    hits = tuple(seat for seat, slap in enumerate(slaps, 1) if slap.hit)
    assert only(Uncovered, step) == Uncovered(seat=0, face=hidden, hits=hits, draws=draws)
    assert step.state.table.points == points
    assert [len(hand.cards) - 2 for hand in step.state.hands[1:]] == [seat in draws for seat in (1, 2)]
    assert step.state.table.discards == ("star", hidden, "sun")  # not on top


def test_the_older_hidden_card_is_turned_and_settled_first():
    state = hide(lay_out("moon sun/star sun moon/sun star"), 0, "moon")
    state = hide(answer(state, "flip", 1, Leave()).state, 1, "star")
    older, newer = [prompt for prompt in state.prompts if prompt.kind == "flip" and prompt.seat == 2]
    assert GAME.check(state.view(2), newer, Leave()) == "older_first"
    state = answer(state, "flip", 0, Leave()).state  # the newer one
    assert len(state.table.contests) == 2
    state = GAME.play(state, older, Leave(), DICE).state
    assert [contest.seat for contest in state.table.contests] == [1]


def test_a_hand_that_empties_with_a_hidden_card_waits_for_it():
    state = hide(lay_out("moon/star sun/sun star"), 0, "moon")
    assert asked(state) == [(1, "flip", "pace"), (2, "flip", "pace")]
    step = answers(state, "flip", (1, Leave()), (2, Leave()))
    assert only(RoundEnded, step).out == (0,)


# The end


def test_whoever_is_out_of_cards_ends_the_round_and_the_next_is_dealt():
    step = answer(lay_out("moon/star sun"), "turn", 0, Lay("moon.1"))
    assert only(RoundEnded, step) == RoundEnded(out=(0,), points=(3, 0))
    assert step.state.table.round == 2
    assert step.state.table.leader == 1
    assert GAME.result(step.state) is None


def test_most_points_win_after_the_last_round():
    state = lay_out("moon/star sun")
    state = replace(state, table=replace(state.table, round=2, points=(0, 3)))
    result = GAME.result(answer(state, "turn", 0, Lay("moon.1")).state)
    assert (result.points, result.winners, result.why) == ((3, 3), (0, 1), "rounds_played")


# Texts


@pytest.mark.parametrize(
    ("words", "reason"),
    [(17, None), (None, None), (0, None), (-1, None), (-9, "no_such_words")],
    ids=["a person's", "none", "not stored yet", "the game's own", "nobody's"],
)
def test_a_text_is_the_id_of_words(words, reason):
    state = deal()
    assert refused(state, "write", 0, Write(words)) == reason
    if reason is None:
        step = answer(state, "write", 0, Write(words))
        assert only(Wrote, step).words == step.state.table.motto == words


# Answers that no person gives


@pytest.mark.parametrize(
    ("kind", "seat", "action"),
    [
        ("vote", 1, Vote()),
        ("write", 0, Write()),
        ("flip", 1, Leave()),
        ("slap", 1, Slap(0)),
        ("turn", 0, Draw()),
    ],
)
def test_the_clock_does_no_harm(kind, seat, action):
    state = deal() if kind in ("vote", "write") else lay_out("moon sun/star sun")
    if kind in ("flip", "slap"):
        state = hide(state, 0, "moon")
    if kind == "slap":
        state = answer(state, "flip", 1, Flip()).state
    assert GAME.fallback(state.view(seat), find(state, kind, seat), Orders(), DICE) == action


@pytest.mark.parametrize(
    ("top", "plans", "action", "left"),
    [
        ("star", (("sun", "moon"),), Lay("sun.1", planned=True), ()),
        ("sun", (("sun", "moon"),), Lay("moon.1", planned=True), ()),
        ("sun", (("star",), ("moon",)), None, (("moon",),)),  # nothing fits: asked, and the plan is gone
        ("sun", (), None, ()),
    ],
)
def test_a_plan_fires_or_misses_and_is_used_up(top, plans, action, left):
    state = lay_out("sun moon/star", top=top)
    orders = Orders(plans=plans)
    assert GAME.standing(state.view(0), state.prompts[0], orders, DICE) == (action, Orders(plans=left))


def test_a_plan_cannot_be_left_while_a_card_is_to_be_turned():
    state = hide(lay_out("moon sun/star sun"), 0, "moon")
    assert GAME.check_orders(state.view(1), Orders(plans=(("moon",),)), Orders()) == "flip_first"
    assert GAME.check_orders(state.view(1), Orders(abstain=True), Orders()) is None
    assert GAME.check_orders(state.view(0), Orders(plans=(("moon",),)), Orders()) is None


@pytest.mark.parametrize(
    ("plans", "reason"),
    [
        ((("moon",), ("sun",)), None),  # as they were
        ((("moon",),), None),  # the later one is taken back
        ((), None),
        ((("sun",),), "flip_first"),
        ((("moon",), ("moon",)), "flip_first"),
    ],
)
def test_a_plan_in_force_may_stay_while_a_card_is_to_be_turned(plans, reason):
    state, old = hide(lay_out("moon sun/star sun"), 0, "moon"), Orders(plans=(("moon",), ("sun",)))
    assert GAME.check_orders(state.view(1), Orders(abstain=True, plans=plans), old) == reason
    assert GAME.leave_orders(state.view(1), old, 1, False, DICE).plans == old.plans


def test_standing_orders_abstain_and_lend_a_motto_once():
    state, orders = deal(), Orders(abstain=True, motto=9)
    view = state.view(0)
    assert GAME.standing(view, find(state, "vote", 0), orders, DICE) == (Vote(), orders)
    assert GAME.standing(view, find(state, "write", 0), orders, DICE) == (Write(9), Orders(abstain=True))
    assert GAME.standing(view, find(state, "seal", 0), orders, DICE) == (None, orders)


# Legality


@pytest.mark.parametrize(
    ("action", "reason"),
    [
        (Lay("sun.1"), "same_sort"),
        (Lay("star.1"), "not_your_card"),
        (Hide("star.1"), "not_your_card"),
        (Flip(), "wrong_answer"),
        (Vote(1), "wrong_answer"),
        (Lay("moon.1"), None),
        (Hide("sun.1"), None),
        (Draw(), None),
    ],
)
def test_a_turn_lays_what_is_held_and_fits(action, reason):
    state = lay_out("sun moon/star")
    assert refused(state, "turn", 0, action) == reason
    if reason:
        with pytest.raises(IllegalAction) as refusal:
            answer(state, "turn", 0, action)
        assert refusal.value.reason == reason


def test_the_pile_is_made_anew_from_the_discards_but_the_top():
    state = lay_out("sun moon/star")
    rest = tuple(card for card in PACK if card not in state.hands[0].cards + state.hands[1].cards)
    stock = Stock((), (*rest[:-1], rest[-1]))
    state = replace(state, stock=stock, table=published(state.table, state.hands, stock))
    step = answer(state, "turn", 0, Draw())
    assert GAME.faults(step.state) == []
    assert step.state.table.discards == (face_of(rest[-1]),)
    assert step.state.table.pile == len(rest) - 2


@pytest.mark.parametrize("seats", [1, 6])
def test_the_toy_is_for_two_to_five(seats):
    with pytest.raises(ValueError, match="no toy game for"):
        deal(seats)

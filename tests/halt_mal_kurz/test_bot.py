"""The bot: what it may look at, what it prefers, and that matches of bots are short and well played."""

from collections import Counter
from random import Random
from statistics import median

import pytest

from games.engine import Codec, Dice, Prompt, View
from games.halt_mal_kurz import bot
from games.halt_mal_kurz.answers import (
    DELIVERIES,
    Abstain,
    Flip,
    Give,
    Lay,
    Leave,
    Orders,
    React,
    Slap,
    Throw,
    Vote,
)
from games.halt_mal_kurz.pack import fits, kind_of
from games.halt_mal_kurz.parts import Affair, Ballot, Hand, Options, Seen, Table
from games.halt_mal_kurz.rules import GAME
from tests.engine.players import random_action
from tests.engine.tables import cards

pytestmark = pytest.mark.pure

ME = 0
TRIES = 60
TURN = Prompt(1, ME, "turn")


def look(held, others, *, top="nazi-k", seen=(), prompts=(TURN,), **table):
    """What I, in the first seat, may see. others: how many cards they hold, as "5 6"."""
    mine = cards(held)
    counts = (len(mine), *map(int, others.split()))
    table = {"pile": 20, "discards": 10, "turn": ME, **table}
    return View(ME, Table(Options(), counts, top=top, **table), Hand(mine, seen=seen), prompts)


def answers(view, kind="turn", tries=TRIES, **prompt):
    """What the bot answers, by many dice."""
    asked = Prompt(9, ME, kind, **prompt)
    return [bot.answer(view, asked, Orders(), Dice(f"bot {i}", 1)) for i in range(tries)]


def turns(view):
    """Faces laid and seats named in words, or what is done instead."""
    return {
        action.card.partition(".")[0] if isinstance(action, Lay) else type(action).__name__.lower()
        for action in answers(view)
    }


@pytest.mark.parametrize(
    ("held", "others", "top", "laid"),
    [
        pytest.param("nazi-k nazi-k nazi-p nazi-a", "5 5", "nazi-a", {"nazi-k"}, id="sheds the symbol it has most of"),
        pytest.param("list-k halt-k nazi-k", "5 5", "halt-k", {"halt-k", "nazi-k"}, id="keeps its only list"),
        pytest.param("list-k list-p list-p list-a", "5 5", "list-k", {"list-p"}, id="lays one of several lists"),
        pytest.param("list-k nazi-p nazi-p", "5 5", "halt-k", {"list-k"}, id="lays its list rather than draw"),
        pytest.param("nazi-p nazi-p", "5 5", "halt-k", {"draw"}, id="draws if nothing fits"),
        pytest.param("razupaltuff", "5 5", "halt-k", {"draw"}, id="can never lay a Razupaltuff"),
        pytest.param("swap-k", "5 5", "halt-k", {"draw"}, id="gives nobody an empty hand"),
        pytest.param("swap-k nazi-p nazi-p", "6 6", "halt-k", {"draw"}, id="does not swap a few cards for many"),
        pytest.param("swap-k halt-k nazi-p nazi-p nazi-p", "6 1", "halt-a", {"swap-k"}, id="swaps for fewer"),
        pytest.param("communism schnick-k nazi-p nazi-p nazi-p", "2 2", "halt-a", {"communism"}, id="when behind"),
        pytest.param("communism halt-k nazi-p", "6 6", "halt-a", {"halt-k"}, id="keeps Kommunismus when ahead"),
        pytest.param("capitalism-k nazi-p nazi-p nazi-p", "3 3", "nazi-a", {"nazi-p"}, id="not when richest"),
        pytest.param("capitalism-k nazi-k", "7 4", "nazi-a", {"capitalism-k", "nazi-k"}, id="Kapitalismus else"),
        pytest.param("halt-k list-p list-a list-k nazi-k nazi-p", "5 5", "list-p", {"halt-k"}, id="halves many cards"),
        pytest.param("schnick-k nazi-k", "5 5", "halt-k", {"schnick-k"}, id="keeps a last card that wins"),
        pytest.param("halt-p", "1 1", "halt-k", {"halt-p"}, id="wins if it can"),
    ],
)  # fmt: skip
def test_what_it_lays(held, others, top, laid):
    assert turns(look(held, others, top=top)) <= laid


@pytest.mark.parametrize(
    ("held", "to_draw", "done"),
    [
        pytest.param("nazi-p", 0, {"pass"}, id="passes only if there is nothing to draw"),
        pytest.param("swap-k", 0, {"swap-k"}, id="lays even what harms it if there is nothing to draw"),
        pytest.param("nazi-p", 1, {"draw"}, id="draws the last card"),
    ],
)
def test_with_an_empty_pile(held, to_draw, done):
    assert turns(look(held, "5 5", top="halt-k", pile=to_draw, discards=1)) == done


@pytest.mark.parametrize(
    ("held", "others", "exempt", "named"),
    [
        pytest.param("halt-k list-p list-p list-p list-p", "5 3", None, {2}, id="whoever has fewest cards"),
        pytest.param(
            "halt-k list-p list-p list-p list-p", "4 4", None, {1, 2}, id="any of those with fewest"
        ),
        pytest.param("police-k", "5 3", None, {2}, id="Polizei too"),
        pytest.param("police-k", "5 3", 2, {1}, id="but nobody who is exempt"),
        pytest.param("schnick-k nazi-p", "5 3", 2, {2}, id="exempt from the Polizei alone"),
        pytest.param("nazi-k", "5 3", None, {None}, id="nobody where nobody is named"),
    ],
)
def test_whom_it_names(held, others, exempt, named):
    view = look(held, others, top=f"{held.split()[0].partition('-')[0]}-k", exempt=exempt)
    assert {action.target for action in answers(view)} == named


def test_it_swaps_for_no_hand_in_which_a_razupaltuff_lies_open():
    held = "swap-k nazi-p nazi-p nazi-a"
    closed = look(held, "1 2 9", top="halt-k")
    assert {action.target for action in answers(closed)} == {1}
    view = look(held, "1 2 9", top="halt-k", open=1, shown=("razupaltuff",))
    assert {action.target for action in answers(view)} == {2}


def test_it_keeps_its_hands_off_a_card_it_does_not_know():
    found = Counter(action.hit for action in answers(look("nazi-k", "5 5"), "slap", opened_by=7, seconds=4))
    assert found[0] > found[1]


def test_now_and_then_it_says_its_card_in_a_manner_of_its_own():
    said = Counter(action.delivery for action in answers(look("nazi-k", "5 5"), tries=400))
    assert set(said) == set(DELIVERIES)
    assert 0.6 < said["plain"] / 400 < 0.95


# Reactions


def hit(held, others, face, what, seat=1):
    """A card of another is about to hit me."""
    return look(held, others, top=face, turn=seat, affair=Affair(face, seat, (ME,), "react", what))


@pytest.mark.parametrize(
    ("held", "others", "face", "what", "least", "most"),
    [
        pytest.param("list-k nazi-p", "5 5", "capitalism-k", "draw", 0.8, 1, id="drawing: nearly always"),
        pytest.param("list-k nazi-p", "5 5", "halt-p", "receive", 0.75, 1, id="receiving: mostly"),
        pytest.param("list-k nazi-p", "5 5", "swap-p", "swap", 1, 1, id="a swap, with the smaller hand"),
        pytest.param("list-k nazi-p", "1 5", "swap-p", "swap", 0, 0, id="no swap that does me good"),
        pytest.param("list-k nazi-p", "5 5", "communism", "communism", 1, 1, id="Kommunismus, when ahead"),
        pytest.param("list-k nazi-p nazi-p nazi-p", "2 2", "communism", "communism", 0, 0, id="not when behind"),
        pytest.param("list-k nazi-p", "5 5", "police-k", "open", 0.1, 0.8, id="playing open: sometimes"),
        pytest.param("list-k nazi-p", "5 5", "capitalism-p", "draw", 0, 0, id="never without a list that fits"),
        pytest.param("nazi-p nazi-p", "5 5", "halt-p", "receive", 0, 0, id="never without a list"),
    ],
)  # fmt: skip
def test_when_it_uses_a_list(held, others, face, what, least, most):
    given = answers(hit(held, others, face, what), "react", 200)
    assert all(isinstance(action, React) for action in given)
    assert least <= sum(action.wish for action in given) / 200 <= most


# Turning and slapping


def test_it_turns_cards_and_only_now_and_then_keeps_its_hands_off_before():
    done = Counter(type(action) for action in answers(look("nazi-k", "5 5"), "flip", 1000))
    assert set(done) == {Flip, Leave}
    assert done[Leave] < 80


def slaps(face, tries=2000):
    view = look("nazi-k", "5 5", seen=(Seen(3, "nazi-a", done=True), Seen(4, face)))
    given = answers(view, "slap", tries, clock="window", seconds=4, opened_by=4)
    assert all(isinstance(action, Slap) for action in given)
    return given


@pytest.mark.parametrize(
    ("face", "least", "most"),
    [
        pytest.param("nazi-p", 0.85, 0.98, id="slaps a Nazi, seldom not"),
        pytest.param("police-p", 0.02, 0.15, id="slaps a Polizei by mistake alone"),
    ],
)
def test_what_it_slaps(face, least, most):
    assert least < sum(action.hit for action in slaps(face)) / 2000 < most


def test_its_reaction_times_are_those_of_people():
    times = sorted(action.after_ms for action in slaps("nazi-p"))
    in_time = [time for time in times if time <= 4000]
    assert min(times) >= 250
    assert 550 < median(in_time) < 750
    assert sum(450 <= time <= 900 for time in in_time) / len(in_time) > 0.75
    assert len(set(in_time)) > 300
    assert 0 < len(times) - len(in_time) < 120  # too late now and then


# Duels


def duel(held="nazi-k razupaltuff", face="schnick-k", seat=1, **affair):
    targets = (ME,) if seat else (1,)
    return look(held, "5 5", affair=Affair(face, seat, targets, "throw", "receive", **affair))


@pytest.mark.parametrize(
    ("view", "count", "wells", "calls"),
    [
        pytest.param(duel(), 5, True, {0, 1}, id="five, at times without well"),
        pytest.param(duel(again=True), 5, True, {0}, id="the well stays once it was not spoken of"),
        pytest.param(duel(again=True, without_well=True), 5, False, {0}, id="no well once it was"),
        pytest.param(duel(face="group-k"), 1, True, {0}, id="one in a group duel, where the well counts"),
    ],
)
def test_its_throws(view, count, wells, calls):
    given = answers(view, "throw", 300)
    assert all(isinstance(action, Throw) and len(action.throws) == count for action in given)
    assert {action.without_well for action in given} == calls
    assert all("well" not in action.throws for action in given if action.without_well)
    thrown = Counter(throw for action in given for throw in action.throws)
    assert set(thrown) == {"rock", "paper", "scissors"} | ({"well"} if wells else set())
    assert min(thrown.values()) > thrown.total() / 12  # mixed: none can be counted on


@pytest.mark.parametrize(
    ("view", "gift", "wishes"),
    [
        pytest.param(duel(), "razupaltuff.1", True, id="gives a Razupaltuff"),
        pytest.param(duel("nazi-k list-k nazi-k"), "nazi-k.1", True, id="gives what the others do as well"),
        pytest.param(duel("nazi-k"), None, True, id="no choice, no gift"),
        pytest.param(duel(seat=ME), "razupaltuff.1", False, id="no list against its own duel"),
        pytest.param(duel(face="group-k"), "razupaltuff.1", True, id="a group duel of another"),
        pytest.param(duel(face="group-k", seat=ME), None, False, id="its own: it gives later"),
    ],
)
def test_what_else_it_says_with_its_throws(view, gift, wishes):
    given = answers(view, "throw", 100)
    assert {action.gift for action in given} == {gift}
    assert any(action.wish for action in given) == wishes


@pytest.mark.parametrize(
    ("held", "targets", "given"),
    [
        ("razupaltuff nazi-k nazi-p list-a", (1,), ("razupaltuff.1",)),
        ("nazi-k razupaltuff razupaltuff", (1, 2), ("razupaltuff.1", "razupaltuff.2")),
        ("nazi-k list-a", (1, 2), ("nazi-k.1", "list-a.1")),
        ("nazi-k", (1, 2), ("nazi-k.1",)),
    ],
    ids=["the worst", "the worst two", "a list last", "as far as the hand goes"],
)
def test_what_it_gives_after_a_group_duel(held, targets, given):
    view = look(held, "5 5", affair=Affair("group-k", ME, targets, "give", "receive"))
    assert set(answers(view, "give")) == {Give(given)}


# Assemblies


def assembly(held, others, *ballots, seat=1):
    count = 1 + len(others.split())
    cast = (*ballots, *[None] * (count - len(ballots)))
    affair = Affair("assembly-k", seat, tuple(range(count)), "vote", "receive", ballots=cast)
    return look(held, others, affair=affair)


def votes(view, tries=200):
    return Counter(
        (action.giver, action.receiver) for action in answers(view, "vote", tries) if isinstance(action, Vote)
    )


@pytest.mark.parametrize(
    ("held", "others", "receivers"),
    [
        pytest.param("nazi-k nazi-p nazi-a", "5 2 6", {2}, id="burdens the leader"),
        pytest.param("nazi-k", "5 3 6", {2}, id="leads itself: burdens the second"),
        pytest.param("nazi-k nazi-p", "2 4 6", {1}, id="level with the leader"),
    ],
)
def test_whom_it_votes_to_burden(held, others, receivers):
    assert {receiver for _, receiver in votes(assembly(held, others))} == receivers


def test_it_joins_a_ballot_that_burdens_the_leader_so_that_something_comes_of_it():
    cast = votes(assembly("nazi-k nazi-p nazi-a", "5 2 6", None, Ballot(1, 2)))
    assert set(cast) == {(ME, 2), (1, 2)}
    assert min(cast.values()) > 20
    carried = assembly("nazi-k nazi-p nazi-a", "5 2 6", None, Ballot(1, 2), None, Ballot(1, 2))
    assert set(votes(carried)) == {(1, 2)}


@pytest.mark.parametrize(
    ("others", "ballot"),
    [
        pytest.param("5 2 6", Ballot(2, ME), id="against itself"),
        pytest.param("5 1 6", Ballot(2, 1), id="that lets somebody give a last card away and win"),
        pytest.param("5 0 6", Ballot(2, 1), id="that gives nothing"),
    ],
)
def test_it_joins_no_ballot(others, ballot):
    view = assembly("nazi-k nazi-p nazi-a", others, None, ballot, None, ballot)
    assert (ballot.giver, ballot.receiver) not in votes(view)


def test_it_gives_the_worst_card_has_no_list_against_its_own_assembly_and_at_times_no_opinion():
    own = answers(assembly("nazi-k razupaltuff", "5 5", seat=ME), "vote", 200)
    assert {type(action) for action in own} == {Vote, Abstain}
    assert {(action.gift, action.wish) for action in own} == {("razupaltuff.1", 0)}
    others = answers(assembly("nazi-k", "5 5"), "vote", 200)
    assert {(action.gift, action.wish) for action in others} == {(None, 0), (None, 1)}


# Orders


def left(view, plans=1, ahead=False, seed="left", orders=None):
    return bot.leave_orders(view, orders or Orders(), plans, ahead, Dice(seed, 1))


NOT_MY_TURN = (Prompt(1, 1, "turn"),)


@pytest.mark.parametrize(
    ("prompts", "plans", "made"),
    [
        pytest.param(NOT_MY_TURN, 1, 1, id="a plan"),
        pytest.param(NOT_MY_TURN, 3, 1, id="not more than may be left"),
        pytest.param(NOT_MY_TURN, 0, 0, id="none is wanted"),
        pytest.param((*NOT_MY_TURN, Prompt(2, ME, "flip", clock="free")), 1, 0, id="none while a card is to be turned"),
        pytest.param((Prompt(2, ME, "vote", 2, given=True), Prompt(3, 1, "vote", 2)), 1, 1, id="a group is answered"),
    ],
)  # fmt: skip
def test_when_it_leaves_a_plan(prompts, plans, made):
    orders = left(look("nazi-k halt-p", "5 5", prompts=prompts), plans)
    assert len(orders.plans) == made
    assert orders == Orders(plans=orders.plans)


def test_an_old_plan_stays_where_no_new_one_may_be_left():
    before = left(look("nazi-k", "5 5", prompts=NOT_MY_TURN))
    assert left(look("nazi-p", "5 5", prompts=(Prompt(2, ME, "flip"),)), orders=before) == before


def test_its_plan_names_every_card_worth_laying_the_best_first():
    held = "swap-k razupaltuff list-k police-a schnick-p nazi-p"
    view = look(held, "9 9", prompts=NOT_MY_TURN)
    for number in range(TRIES):
        (plan,) = left(view, seed=f"plan {number}").plans
        assert not plan.else_draw
        assert [kind_of(line.card) for line in plan.lines].count("police") == 2  # one may be exempt by then
        assert {kind_of(line.card) for line in plan.lines} == {"list", "police", "schnick", "nazi"}
        named = {kind_of(line.card): line.target for line in plan.lines}
        assert named["schnick"] in (1, 2)
        assert named["nazi"] is None
        assert kind_of(plan.lines[-1].card) == "list"


def test_ahead_it_leaves_throws_and_settles_what_it_would_be_asked():
    view = look("nazi-k", "5 5", prompts=NOT_MY_TURN)
    asks = Orders(draw="ask", receive="ask", swap="ask", open="ask", communism="ask")
    assert left(view, 0, orders=asks) == asks
    orders = left(view, 0, ahead=True, orders=asks)
    assert len(orders.throws) == 5
    assert not orders.without_well
    assert {orders.against(what) for what in ("draw", "receive", "swap", "open", "communism")} == {"use"}
    behind = left(look("nazi-k nazi-k nazi-k", "1 1", prompts=NOT_MY_TURN), 0, ahead=True)
    assert (behind.receive, behind.swap, behind.communism) == ("use", "never", "never")


def test_the_same_dice_give_the_same_answer_and_others_differ():
    view = look("nazi-k nazi-p nazi-a halt-k halt-p halt-a", "5 5")
    assert answers(view, tries=5) == answers(view, tries=5)
    assert len(turns(look("nazi-k nazi-p nazi-a halt-p", "5 5"))) > 1
    assert all(fits(action.card, "nazi-k") for action in answers(view))


# Whole matches

CODEC = Codec(GAME)


def play_out(seats, seed, bots, options=None):
    """(state at the end, moves): seats that are no bots answer at random. A slap window is not waited for."""
    options = options or Options()
    state, move, random = GAME.deal(seats, options, ({},) * seats, Dice(seed, 0)).state, 0, Random(seed)
    while state.owed() and move < 3000:
        move += 1
        ready = [prompt for prompt in state.owed() if GAME.ready(state.view(prompt.seat), prompt)]
        prompt = ready[random.randrange(len(ready))]
        view = state.view(prompt.seat)
        if prompt.seat in bots:
            action = GAME.bot(view, prompt, Orders(), Dice(seed, move, "bot"))
        else:
            action = random_action(GAME, CODEC, view, prompt, random)
        state = GAME.play(state, prompt, action, Dice(seed, move)).state
    return state, move


def test_a_hundred_matches_of_bots_end_and_are_short():
    moves = []
    for number in range(100):
        seats, slap = 3 + number % 3, "luck" if number % 5 == 0 else "reflex"
        state, count = play_out(seats, f"whole {number}", range(seats), Options(slap=slap))
        assert GAME.result(state) is not None
        moves.append(count)
    assert max(moves) < 500
    assert median(moves) < 150


def test_it_beats_players_that_answer_at_random():
    won = 0.0
    for number in range(30):
        seats = 3 + number % 3
        me = number // 3 % seats
        winners = GAME.result(play_out(seats, f"contest {number}", {me})[0]).winners
        won += (me in winners) / len(winners)
    assert won / 30 > 0.8

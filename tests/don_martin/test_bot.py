"""The bot: what it plays, what it may look at, what it leaves in advance, and that its matches are well played."""

from collections import Counter
from random import Random
from statistics import median

import pytest
from msgspec.structs import replace

from games.don_martin import bot
from games.don_martin.answers import MOST_LINES, Ignore, Keep, Lay, Orders, Play, Throw
from games.don_martin.pack import SOUNDS, colour_of, is_special, sound_of
from games.don_martin.parts import Group, Hand, Lies, Options, Table
from games.don_martin.rules import GAME
from games.engine import Codec, Dice, Prompt, View, face_of
from tests.engine.players import random_action
from tests.engine.tables import cards

from .tables import lay_out

pytestmark = pytest.mark.pure

ME = 0
TRIES = 40
CODEC = Codec(GAME)


def groups_from(words):
    """A stroke between seats, a comma between groups."""
    return tuple(
        tuple(Group(tuple(g.split())) for g in seat.split(",") if g.split()) for seat in words.split("/")
    )


def look(held, others="9 9", *, lies="", groups="", laid_down=None, **table):
    """What I, in the first seat, may see. others: how many cards they hold; lies: what the seat before laid."""
    mine = cards(held)
    counts = (len(mine), *map(int, others.split()))
    seats = len(counts)
    lying = groups_from(groups) if groups else ()
    lying += ((),) * (seats - len(lying))
    laid_down = tuple(int(bool(g)) for g in lying) if laid_down is None else laid_down
    said = {"pile": 20, "spent": (), "turn": ME, "dealer": 1, "first": False, **table}
    laid = tuple(Lies(seats - 1, face) for face in lies.split())
    return View(
        ME, Table(Options(), counts, lies=laid, groups=lying, laid_down=laid_down, **said), Hand(mine), ()
    )


def asked(view, kind=""):
    return Prompt(9, ME, kind or ("turn" if view.table.lies else "lead"))


def answers(view, kind="", tries=TRIES):
    """What the bot answers, by many dice: all of it legal."""
    prompt = asked(view, kind)
    given = [bot.answer(view, prompt, Dice(f"bot {number}", 1)) for number in range(tries)]
    assert {GAME.check(view, prompt, action) for action in given} == {None}
    return given


def words_of(action, view):
    """ "takes", "ignore", "keep", a sound added, led or thrown, or a special; the sounds laid, in order."""
    match action:
        case Lay(laid):
            return " ".join(
                sorted(f"{sound_of(card)}{n}" for card, n in Counter(map(sound_of, laid)).items())
            )
        case Throw(card):
            return sound_of(card)
        case Play(card, target) if is_special(card):
            return face_of(card) + (f" >{target}" if face_of(card) == "gapween" else "")
        case Play(card):
            return "takes" if colour_of(card) in view.table.colours else sound_of(card)
    return type(action).__name__.lower()


def said(view, kind="", tries=TRIES):
    return {words_of(action, view) for action in answers(view, kind, tries)}


# A turn and a lead

PAIRS = "rumms-b rumms-b quarp-g quarp-g zwick-p zwick-p"
FOURS = "rumms-b rumms-b rumms-g rumms-p quarp-g quarp-g quarp-p quarp-o"


@pytest.mark.parametrize(
    ("view", "done"),
    [
        pytest.param(look(f"{PAIRS} huffta-o"), {"huffta"}, id="leads the single, keeps what it has two of"),
        pytest.param(look(f"{PAIRS} huffta-o", lies="blompf-b"), {"huffta", "ignore"}, id="adds the single, or draws"),
        pytest.param(look(f"{PAIRS} huffta-b", lies="rumms-b"), {"takes"}, id="takes what completes a group"),
        pytest.param(look(f"{PAIRS} huffta-o", lies="rumms-b quarp-p"), {"takes"}, id="more so for two groups"),
        pytest.param(look("huffta-o", lies="rumms-b"), {"huffta"}, id="adds its last card and is out"),
        pytest.param(look("huffta-o"), {"huffta"}, id="leads its last card and is out"),
        pytest.param(look(FOURS, lies="rumms-b"), {"takes"}, id="takes where everything can be laid then"),
        pytest.param(look("huffta-o", lies="rumms-o krakadoi-b zwick-p"), {"ignore"}, id="draws one, not three"),
        pytest.param(look("inkle", lies="rumms-o"), {"ignore"}, id="draws with a lone special"),
        pytest.param(look("huffta-o", lies="rumms-o", pile=0), {"takes"}, id="takes where it must"),
        pytest.param(look("inkle huffta-o", lies="rumms-o", pile=0), {"inkle"}, id="or gets rid of a special"),
    ],
)  # fmt: skip
def test_what_it_plays(view, done):
    assert said(view) <= done


def test_on_an_open_table_it_mostly_takes_what_completes_a_group():
    view = look(f"{PAIRS} huffta-b", lies="rumms-o wobbel-p")
    found = Counter(words_of(action, view) for action in answers(view, tries=200))
    assert found["takes"] > 150


@pytest.mark.parametrize(
    ("view", "done"),
    [
        pytest.param(
            look("huffta-o inkle", "2 9", lies="rumms-o"), {"inkle"}, id="rid of it before the last card"
        ),
        pytest.param(
            look("huffta-o gapween", "9 1"), {"gapween >2"}, id="GA-PWEEN! for whoever has one card"
        ),
        pytest.param(look(f"{PAIRS} gapween", "1 9"), {"gapween >1"}, id="whoever that is"),
        pytest.param(look(f"{PAIRS} gapween", "9 1 9"), {"gapween >2"}, id="and among many"),
        pytest.param(look(f"{PAIRS} gapween", "9 1", way=-1), {"gapween >2"}, id="in either direction"),
        pytest.param(
            look("huffta-o blompf-o arrargh", "1 9", lies="rumms-o quarp-p zwick-g blompf-b"),
            {"arrargh"},
            id="ARRARGH! for a neighbour who is nearly out",
        ),
        pytest.param(
            look(f"{FOURS} splabbadap", "5 5", lies="rumms-o"),
            {"splabbadap"},
            id="SPLABBADAP! for a hand that can be laid",
        ),
    ],
)
def test_when_it_plays_specials(view, done):
    assert said(view) == done


def test_it_spends_specials_late():
    """The same hand while all hold many cards, and when somebody has two."""
    early, late = (
        Counter(words_of(action, view) for action in answers(view, tries=200))
        for view in (look(f"{PAIRS} huffta-o blompf-o inkle arrargh", others) for others in ("13 13", "2 13"))
    )
    assert early["inkle"] + early["arrargh"] < 120 < late["inkle"] + late["arrargh"]


# Groups


@pytest.mark.parametrize(
    ("view", "laid"),
    [
        pytest.param(
            look("rumms-b rumms-g rumms-o zwick-b zwick-g", "1 9"),
            {"rumms3"},
            id="at once, if somebody is nearly out",
        ),
        pytest.param(
            look("rumms-b rumms-g rumms-o rumms-p zwick-b"), {"rumms4"}, id="and is out by the lead"
        ),
        pytest.param(
            look("rumms-b rumms-g rumms-o zwick-b zwick-g zwick-o"), {"rumms3 zwick3"}, id="and is out"
        ),
        pytest.param(
            look("rumms-b rumms-b rumms-g zwick-p quarp-g wobbel-b blompf-g huffta-o krakadoi-o", "13 13"),
            {"keep"},
            id="waits for a fourth while all hands are full",
        ),
        pytest.param(
            look("rumms-b rumms-g rumms-o inkle"), {"keep"}, id="keeps what would leave one special"
        ),
        pytest.param(look("rumms-b rumms-b zwick-g"), {"keep"}, id="has nothing to lay"),
    ],
)
def test_what_it_lays(view, laid):
    assert said(view, "lay") == laid


def test_it_waits_for_no_card_that_can_no_longer_come():
    mine = "rumms-b rumms-b rumms-g quarp-b wobbel-b blompf-g huffta-o krakadoi-o zwick-b pfiuut-g"
    waits = look(mine, "13 13")
    gone = look(mine, "13 13", groups="/rumms-g rumms-p rumms-p rumms-o rumms-o")
    assert said(waits, "lay") == {"keep"}
    assert said(gone, "lay") == {"rumms3"}


@pytest.mark.parametrize(
    ("theirs", "done"),
    [
        pytest.param("", {"huffta"}, id="it wins"),
        pytest.param(
            "quarp-b quarp-b quarp-g quarp-g quarp-p quarp-p", {"ignore"}, id="it would lose, but not far"
        ),
        pytest.param(
            "quarp-b quarp-b quarp-g quarp-g quarp-p quarp-p quarp-o quarp-o",
            {"huffta"},
            id="it has lost anyway",
        ),
    ],
)
def test_whether_it_goes_out(theirs, done):
    mine = "rumms-g rumms-p rumms-o"
    view = look("huffta-o", "9 2", lies="rumms-b", groups=f"{mine}/{theirs}", laid_down=(2, 1, 0))
    assert said(view) == done


# Throwing in


@pytest.mark.parametrize(
    ("held", "thrown"),
    [
        pytest.param(f"{PAIRS} huffta-o inkle", {"huffta"}, id="a single"),
        pytest.param(f"{FOURS} zwick-g zwick-p", {"zwick"}, id="of a pair rather than of a group"),
        pytest.param("inkle arrargh rumms-b", {"rumms"}, id="the only one that has a colour"),
    ],
)
def test_what_it_throws_in(held, thrown):
    assert said(look(held), "throw_in") == thrown


# What it leaves behind


def left(view, plans=1, ahead=False, orders=None, seed="leave"):
    """The orders it leaves, which the game accepts."""
    before = orders or Orders()
    made = GAME.leave_orders(view, before, plans, ahead, Dice(seed, 1))
    assert GAME.check_orders(view, made, before) is None
    return made


@pytest.mark.parametrize(
    ("plans", "made"),
    [
        pytest.param(0, 0, id="none is wanted"),
        pytest.param(1, 1, id="one"),
        pytest.param(3, 3, id="three"),
        pytest.param(9, 3, id="not more than may be left"),
    ],
)
def test_how_many_plans_it_leaves(plans, made):
    orders = left(look(f"{PAIRS} huffta-o"), plans)
    assert len(orders.plans) == made
    assert all(plan.ask_for_groups and plan.round == 1 for plan in orders.plans)


def test_an_old_plan_is_made_anew():
    before = left(look(f"{PAIRS} huffta-o"), 3)
    assert left(look(PAIRS), 0, orders=before) == Orders()


@pytest.mark.parametrize(
    ("ahead", "throw"), [pytest.param(True, "rarest", id="ahead"), pytest.param(False, "ask", id="not asked for")]
)  # fmt: skip
def test_what_it_leaves_for_a_splabbadap(ahead, throw):
    assert left(look(PAIRS), 0, ahead, Orders("ask")).throw == throw


@pytest.mark.parametrize(
    ("held", "first"),
    [
        pytest.param(f"{PAIRS} huffta-o blompf-p", {"huffta", "blompf"}, id="a single first"),
        pytest.param(f"{FOURS} zwick-b", {"zwick"}, id="nothing of a group before a single"),
    ],
)
def test_what_its_plan_begins_with(held, first):
    for number in range(TRIES):
        (plan,) = left(look(held), seed=f"plan {number}").plans
        assert sound_of(plan.lines[0].card) in first


def test_its_plan_adds_only_what_it_can_spare_but_can_always_lead():
    (plan,) = left(look(f"{FOURS} zwick-b wobbel-o", "13 13")).plans
    assert {sound_of(line.card) for line in plan.lines if line.do == "add"} == {"zwick", "wobbel"}
    assert {sound_of(line.card) for line in plan.lines if line.do == "lead"} == {
        "zwick",
        "wobbel",
        "rumms",
        "quarp",
    }


def test_its_plan_plays_specials_towards_the_end():
    (plan,) = left(look(f"{PAIRS} gapween inkle", "9 2")).plans
    specials = {face_of(line.card): line.target for line in plan.lines if line.do == "special"}
    assert specials == {"gapween": 2, "inkle": None}


def test_with_a_lone_special_its_plan_draws():
    (plan,) = left(look("inkle")).plans
    assert [line.do for line in plan.lines] == ["ignore"]


def test_a_plan_of_a_large_hand_is_not_too_long():
    held = " ".join(f"{sound}-{colour}" for sound in SOUNDS[:6] for colour in "bgpo")
    (plan,) = left(look(held + " inkle arrargh splabbadap")).plans
    assert len(plan.lines) == MOST_LINES


# Anything that may be asked


def positions(number):
    """(state, prompt) along a match in which half of the answers are drawn at random."""
    seats, seed, random = 3 + number % 4, f"positions {number}", Random(number)
    state, move = GAME.deal(seats, Options(), ({},) * seats, Dice(seed, 0)).state, 0
    while state.owed() and move < 400:
        move += 1
        prompt = random.choice(state.owed())
        yield state, prompt
        view = state.view(prompt.seat)
        action = bot.answer(view, prompt, Dice(seed, move, "bot"))
        if random.random() < 0.5:
            action = random_action(GAME, CODEC, view, prompt, random)
        state = GAME.play(state, prompt, action, Dice(seed, move)).state


@pytest.mark.parametrize("number", range(8))
def test_whatever_it_is_asked_it_answers_and_leaves_what_is_legal(number):
    for place, (state, prompt) in enumerate(positions(number)):
        view = state.view(prompt.seat)
        dice = (f"legal {number}", place)
        action = bot.answer(view, prompt, Dice(*dice))
        assert GAME.check(view, prompt, action) is None
        assert bot.answer(view, prompt, Dice(*dice)) == action
        left(view, 1 + place % 3, True, seed=str(dice))


@pytest.mark.parametrize("number", range(4))
def test_it_sees_neither_other_hands_nor_the_pile(number):
    for state, prompt in positions(number):
        seat, random = prompt.seat, Random(number)
        pool = [
            *state.stock.pile,
            *(c for s, hand in enumerate(state.hands) if s != seat for c in hand.cards),
        ]
        random.shuffle(pool)
        hands = tuple(
            hand if s == seat else Hand(tuple(pool.pop() for _ in hand.cards))
            for s, hand in enumerate(state.hands)
        )
        other = replace(state, hands=hands, stock=replace(state.stock, pile=tuple(pool)))
        assert other.view(seat) == state.view(seat)
        given = [bot.answer(s.view(seat), prompt, Dice("same", 1)) for s in (state, other)]
        assert given[0] == given[1]


def test_no_two_play_quite_alike():
    view = look(f"{PAIRS} huffta-o krakadoi-o", "13 13")
    assert said(view, tries=80) == {"huffta", "krakadoi"}


# Whole matches


def play_out(seats, seed, bots, options=None):
    """(state at the end, moves): seats that are no bots answer at random."""
    options, random, move = options or Options(), Random(seed), 0
    state = GAME.deal(seats, options, ({},) * seats, Dice(seed, 0)).state
    while state.owed() and move < 5000:
        move += 1
        prompt = state.owed()[0]
        view = state.view(prompt.seat)
        if prompt.seat in bots:
            action = GAME.bot(view, prompt, Orders(), Dice(seed, move, "bot"))
        else:
            action = random_action(GAME, CODEC, view, prompt, random)
        state = GAME.play(state, prompt, action, Dice(seed, move)).state
    return state, move


def test_eighty_matches_of_bots_end_in_different_ways_and_are_short():
    moves, endings = [], Counter()
    for number in range(80):
        seats = 3 + number % 4
        state, count = play_out(seats, f"whole {number}", range(seats))
        endings[state.table.rounds[-1].ending] += 1
        moves.append(count)
    assert max(moves) < 500
    assert 25 < median(moves) < 90
    assert {"add", "lead", "groups"} <= set(endings)
    assert max(endings.values()) < 64


def test_a_match_to_500_points_ends():
    state, _ = play_out(3, "five hundred", range(3), Options(target=500))
    assert GAME.result(state) is not None


def test_it_beats_players_that_answer_at_random():
    won = 0.0
    for number in range(30):
        seats = 3 + number % 2
        me = number // 2 % seats
        winners = GAME.result(play_out(seats, f"contest {number}", {me})[0]).winners
        won += (me in winners) / len(winners)
    assert won / 30 > 0.85


def test_it_never_keeps_a_round_from_ending_on_a_still_table():
    hands = "rumms-b quarp-g/zwick-p huffta-o/blompf-b krakadoi-g"
    state = lay_out(hands, lies="wobbel-b", rest="spent", still=14, groups="//wobbel-g wobbel-p wobbel-o")
    prompt = state.owed()[0]
    action = bot.answer(state.view(0), prompt, Dice("still", 1))
    assert GAME.play(state, prompt, action, Dice("still", 1)).state.table.rounds
    assert not isinstance(action, Ignore | Keep)

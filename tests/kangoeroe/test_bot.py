"""The bot: what it may look at, what it prefers, and that it plays decently."""

import pytest
from msgspec.structs import replace

from games.engine import Dice, View
from games.kangoeroe import bot
from games.kangoeroe.parts import CENTRE, COLOURS, Counter, Defend, Hand, Hop, Options, Stock
from games.kangoeroe.rules import GAME

from .tables import hop, lay_out, orders, play

pytestmark = pytest.mark.pure

PILE = "rogbp" * 4


def answers(state, tries=40):
    """What the bot of the seat that is asked answers, by many dice."""
    prompt = state.prompts[0]
    view = state.view(prompt.seat)
    return {GAME.bot(view, prompt, orders(11), Dice(f"bot {i}", 1)) for i in range(tries)}


def colours_played(state):
    return {action.card[0] for action in answers(state)}


def test_it_works_from_a_view_alone():  # never another hand: it is not handed a state at all
    state = lay_out("rrgob/bbbpp", pile=PILE)
    view = View(0, state.table, state.hands[0], state.prompts)
    assert isinstance(GAME.bot(view, state.prompts[0], orders(11), Dice("x", 1)), Hop)


@pytest.mark.parametrize("seed", range(20))
def test_it_answers_the_same_whatever_the_hidden_cards_are(seed):
    state, move = GAME.deal(3, Options(), ({},) * 3, Dice(f"hidden {seed}", 0)).state, 0
    while state.prompts:
        move += 1
        prompt = state.prompts[0]
        other = exchange_hidden(state, prompt.seat, Dice(f"hidden {seed}", move, "exchange"))
        first, second = (
            (
                GAME.bot(which.view(prompt.seat), prompt, orders(11), Dice("same", move)),
                GAME.leave_orders(which.view(prompt.seat), orders(11), 2, True, Dice("same", move)),
            )
            for which in (state, other)
        )
        assert first == second
        state = play(state, first[0]).state


def exchange_hidden(state, seat, dice):
    """Shuffle all that `seat` cannot see among the places where it could be."""
    hidden = [card for other, hand in enumerate(state.hands) if other != seat for card in hand.cards]
    cards = dice.shuffled([*hidden, *state.stock.pile])
    hands = []
    for other, hand in enumerate(state.hands):
        if other == seat:
            hands.append(hand)
        else:
            hands.append(replace(hand, cards=tuple(cards[: len(hand.cards)])))
            cards = cards[len(hand.cards) :]
    return replace(state, hands=tuple(hands), stock=Stock(tuple(cards)))


@pytest.mark.parametrize(
    ("hands", "figures", "colours"),
    [
        pytest.param("rg/bbbbb", "r1", "g", id="from the centre first"),
        pytest.param("rrgg/bbbbb", "r1 g0", "r", id="rather takes another's than cycles its own"),
        pytest.param("rgg/bbbbb", "r0 g0", "g", id="keeps a defence card for each own figure"),
        pytest.param("rrg/bbbbb", "r0 g0", "r", id="keeps a defence card for each own figure, the other way"),
    ],
)
def test_what_it_prefers_to_play(hands, figures, colours):
    state = lay_out(hands, figures=figures, pile="gbpo" * 5, laid="rrrrr/rrrr")  # no red is left but these
    assert colours_played(state) == set(colours)


def test_it_attacks_where_the_owner_is_least_likely_to_answer():
    # Bob owns both; of red ten are out or in hand, of green only one.
    state = lay_out("rg/bbbbb", figures="r1 g1", laid="rrrr/rrrrr", pile="ggggg")
    assert colours_played(state) == {"r"}
    table, hand = state.table, state.hands[0]
    unseen = {colour: 11 - table.out(colour) - hand.held(colour) for colour in "rg"}
    assert unseen == {"r": 1, "g": 10}
    likely = [bot.answers_likely(table, hand, 1, unseen[colour]) for colour in "rg"]
    assert likely == [0.5, 5.0]  # five of the ten hidden cards are with Bob


@pytest.mark.parametrize(
    ("held", "pile", "answers_with"),
    [
        pytest.param("rbb", PILE, {1}, id="one card while the pile is high"),
        pytest.param("rrrb", PILE, {1, 2}, id="now and then a second one"),
        pytest.param("bbb", PILE, {0}, id="nothing to answer with"),
        pytest.param("rrrb", "og", {0}, id="when the pile is low every card is a turn"),
    ],
)
def test_how_far_it_defends(held, pile, answers_with):
    state = hop(lay_out(f"rg/{held}", figures="r1", pile=pile), "r").state
    assert answers(state) == {Defend(cards) for cards in answers_with}


@pytest.mark.parametrize(
    ("held", "pile", "persist"),
    [("rrr", PILE, 2), ("r", PILE, 0), ("rrr", "og", 0)],
    ids=["all of them while they are drawn again", "has none", "saves its cards at the end"],
)
def test_how_far_it_persists(held, pile, persist):
    assert {action.persist for action in answers(lay_out(f"{held}/bbbbb", figures="r1", pile=pile))} == {
        persist
    }


@pytest.mark.parametrize(("held", "pile", "expected"), [("rrr", PILE, 1), ("rg", PILE, 0), ("rrr", "og", 0)])
def test_asked_again_it_goes_on_as_it_would_have_persisted(held, pile, expected):
    attack = hop(lay_out(f"{held}/rrrbb", figures="r1", pile=pile), "r", None).state
    assert answers(play(attack, Defend(1)).state) == {Counter(expected)}


def test_the_same_dice_give_the_same_card_and_others_differ():
    state = lay_out("rogbp/rogbp", pile=PILE)
    assert answers(state, 1) == answers(state, 1)
    assert len(answers(state)) > 1


def test_its_plan_always_fires_and_is_legal():
    for seed in range(30):
        state = GAME.deal(3, Options(), ({},) * 3, Dice(f"plan {seed}", 0)).state
        prompt = state.prompts[0]
        view, old = state.view(prompt.seat), orders(11)
        left = GAME.leave_orders(view, old, 1, False, Dice(f"plan {seed}", 1))
        assert GAME.check_orders(view, left, old) is None
        for figures in ((CENTRE,) * 5, (0,) * 5, (1,) * 5, (2,) * 5):
            for colour in COLOURS:  # whatever single card it may be left with
                view = View(prompt.seat, replace(state.table, figures=figures), Hand((f"{colour}.1",)), ())
                action, rest = GAME.standing(view, prompt, left, Dice("x", 1))
                assert action is not None
                assert GAME.check(view, prompt, action) is None
                assert rest.plans == ()


@pytest.mark.parametrize(("asked", "made"), [(0, 0), (1, 1), (2, 2), (5, 2)])
def test_it_leaves_as_many_plans_as_are_wanted_and_allowed(asked, made):
    view = lay_out("rogbp/rogbp", pile=PILE).view(0)
    left = GAME.leave_orders(view, orders(None, r=2), asked, True, Dice("x", 1))
    assert (len(left.plans), left.defend) == (made, orders(None, r=2).defend)


def random_answer(view, prompt, dice):
    """Any legal answer."""
    way = GAME.offer(view, prompt).ways[0]
    if prompt.kind == "turn":
        choice = dice.pick(way.fields[0].choices)
        return Hop(choice.value, dice.below(choice.more + 1) if choice.effect == "attacks" else 0)
    return Defend(dice.below(way.fields[0].high + 1))


def test_it_beats_a_player_that_answers_at_random():
    won = 0.0
    for match in range(200):
        state, move = GAME.deal(2, Options(), ({},) * 2, Dice(f"contest {match // 2}", 0)).state, 0
        while state.prompts:
            move += 1
            prompt = state.prompts[0]
            answer = bot.answer if prompt.seat == match % 2 else random_answer
            state = play(
                state, answer(state.view(prompt.seat), prompt, Dice(f"contest {match}", move, "bots"))
            ).state
        winners = GAME.result(state).winners
        won += (match % 2 in winners) / len(winners)
    assert won / 200 >= 0.8

"""The duel: folded, open, and who is asked at all. R is the printed rule, D a ruling of the house."""

from itertools import product

import pytest

from games.engine import Dice
from games.kangoeroe.parts import (
    Answered,
    Attacked,
    Counter,
    Countered,
    Defend,
    Grabbed,
    Hand,
    Hop,
    Settled,
)
from games.kangoeroe.rules import GAME
from games.kangoeroe.turn import duel_outcome

from .tables import asked, hop, kinds, lay_out, letters, only, orders, play, refused, stands

pytestmark = pytest.mark.pure


def laid_in_turn(attacker_extra, owner_cards):
    """The rulebook word by word: the attack lies; the owner may answer, the attacker may answer, until one stops."""
    attacker_spent, owner_spent = 1, 0
    while True:
        if owner_spent == owner_cards:
            return "attacker", attacker_spent, owner_spent
        owner_spent += 1
        if attacker_spent - 1 == attacker_extra:
            return "owner", attacker_spent, owner_spent
        attacker_spent += 1


EVERY_DUEL = list(product(range(6), range(6)))


@pytest.mark.parametrize(
    ("attack", "defence", "winner", "attacker_spent", "owner_spent"),
    [
        pytest.param(0, 0, "attacker", 1, 0, id="R nobody answers"),
        pytest.param(0, 1, "owner", 1, 1, id="R answered: the figure stays"),
        pytest.param(1, 1, "attacker", 2, 1, id="R renewed and not answered again"),
        pytest.param(0, 3, "owner", 1, 1, id="D nobody spends more than needed: the owner"),
        pytest.param(3, 0, "attacker", 1, 0, id="D nobody spends more than needed: the attacker"),
        pytest.param(2, 4, "owner", 3, 3, id="D the owner wins if its number is higher"),
        pytest.param(4, 2, "attacker", 3, 2, id="D the attacker wins otherwise"),
    ],
)
def test_a_duel_goes_to_whoever_answers_last(attack, defence, winner, attacker_spent, owner_spent):
    assert laid_in_turn(attack, defence) == (winner, attacker_spent, owner_spent)
    assert duel_outcome(attack, defence) == (winner == "owner", attacker_spent, owner_spent)


@pytest.mark.parametrize(("attack", "defence"), EVERY_DUEL)
def test_the_folded_duel_is_the_duel_of_the_rulebook(attack, defence):  # D folded, exhaustively
    winner, attacker_spent, owner_spent = laid_in_turn(attack, defence)
    kept, attacker_lays, owner_lays = duel_outcome(attack, defence)
    assert (kept, attacker_lays, owner_lays) == (winner == "owner", attacker_spent, owner_spent)
    assert kept == (defence > attack)
    assert (owner_lays, attacker_lays) == (min(defence, attack + 1), 1 + min(attack, defence))


def table_for(attack, defence):
    """Alice holds one red more than `attack`, Bob `defence` of them and his figure; Cleo watches."""
    return lay_out(f"{'r' * (attack + 1)}g/{'r' * defence}b/p", figures="r1")


@pytest.mark.parametrize(("attack", "defence"), EVERY_DUEL)
def test_a_folded_duel_moves_the_figure_and_the_cards(attack, defence):  # R the duel
    winner, attacker_spent, owner_spent = laid_in_turn(attack, defence)
    step = play(hop(table_for(attack, defence), "r", attack).state, Defend(defence))
    seat = {"attacker": 0, "owner": 1}[winner]
    assert only(Settled, step) == Settled(
        attacker=0,
        owner=1,
        colour="r",
        winner=seat,
        attacker_spent=attacker_spent,
        owner_spent=owner_spent,
    )
    assert stands(step.state, "r") == seat
    assert step.state.table.laid == ("r" * attacker_spent, "r" * owner_spent, "")
    assert (letters(step.state, 0), letters(step.state, 1)) == (
        "r" * (attack + 1 - attacker_spent) + "g",
        "r" * (defence - owner_spent) + "b",
    )


@pytest.mark.parametrize(("attack", "defence"), EVERY_DUEL)
def test_asked_again_step_by_step_comes_to_the_same(attack, defence):  # D "ask me again"
    folded = play(hop(table_for(attack, defence), "r", attack).state, Defend(defence))
    step = play(hop(table_for(attack, defence), "r", None).state, Defend(defence))
    spent = 0
    while asked(step.state)[0] == (0, "counter"):
        cards = int(spent < attack)
        spent += cards
        step = play(step.state, Counter(cards))
    assert step.state.table == folded.state.table
    assert step.state.hands == folded.state.hands
    assert only(Settled, step) == only(Settled, folded)


def test_asked_again_lays_one_card_at_a_time():  # D each counter is a decision of its own
    step = play(hop(lay_out("rrr/rrb/p", figures="r1"), "r", None).state, Defend(2))
    assert step.events == (Answered(seat=1, colour="r"),)
    assert asked(step.state) == [(0, "counter")]
    step = play(step.state, Counter(1))
    assert step.events == (Countered(seat=0, colour="r"), Answered(seat=1, colour="r"))
    assert step.state.prompts[0].number == 4  # a decision left open opens a new number
    step = play(step.state, Counter(0))
    assert only(Settled, step).winner == 1
    assert step.state.table.laid == ("rr", "rr", "")


def test_a_promise_that_is_used_up_lets_the_figure_go():  # R until one stops
    state = play(hop(lay_out("rrg/rrb/p", figures="r1"), "r", None).state, Defend(1)).state
    step = play(state, Counter(1))
    assert kinds(step.events)[:2] == ["Countered", "Settled"]
    assert (stands(step.state, "r"), letters(step.state, 1)) == (0, "rb")


@pytest.mark.parametrize("cards", [0, 2])
def test_defending_is_never_compulsory_and_no_answer_is_final(cards):  # R, and the first printed mistake
    step = play(hop(lay_out("rg/rrb/p", figures="r1"), "r").state, Defend(cards))
    assert stands(step.state, "r") == (1 if cards else 0)
    assert asked(step.state) == [(1, "turn")]


# Who is asked


@pytest.mark.parametrize(
    ("hands", "laid", "opens"),
    [
        pytest.param("rg/rb/p", "", True, id="D holds the colour"),
        pytest.param("rg/bb/p", "", True, id="D does not hold the colour: asked all the same"),
        pytest.param("rg//p", "", False, id="D no card at all: public"),
        pytest.param("rg/bb/p", "rrrrr/rrrrr/", False, id="D with this one all eleven lie face up"),
        pytest.param("rg/bb/p", "rrrrr/rrrr/", True, id="D one is still somewhere"),
        pytest.param("rg/bb/p", "rrrr/rrrr/rr", False, id="D on whose discards they lie is all the same"),
    ],
)
def test_defend_is_asked_if_public_knowledge_leaves_room(hands, laid, opens):
    step = hop(lay_out(hands, figures="r1", laid=laid), "r", 0)
    if opens:
        assert asked(step.state) == [(1, "defend")]
        assert step.events == (Attacked(seat=0, colour="r", owner=1),)
    else:
        assert step.events[0] == Grabbed(seat=0, colour="r", owner=1)
        assert stands(step.state, "r") == 0


def after_attack(owners_hand, persist, most):
    """Prompts and public events of an attack, the owner's standing defence included."""
    state = lay_out(f"rrg/{owners_hand}/p", figures="r1", pile="gbpogb")
    step = hop(state, "r", persist)
    view, prompt = step.state.view(1), step.state.prompts[0]
    action, _ = GAME.standing(view, prompt, orders(most), Dice("orders", 2))
    return step.state.prompts, step.events, step.state.table, action is None


@pytest.mark.parametrize("most", [None, 0, 2, 11])  # ask, and automatic up to N
@pytest.mark.parametrize("persist", [0, 1, None])
def test_being_asked_never_depends_on_what_the_owner_holds(most, persist):  # D no tell
    seen = [after_attack(hand, persist, most) for hand in ("bbbbb", "rbbbb", "rrrrr")]
    assert seen[0] == seen[1] == seen[2]
    assert seen[0][3] == (most is None)


def test_an_answer_of_none_reads_the_same_with_and_without_the_colour():  # D no tell
    def steps(hand, action):
        return play(hop(lay_out(f"rg/{hand}/p", figures="r1"), "r").state, action)

    asked_without, asked_with = steps("bb", Defend(0)), steps("rb", Defend(0))
    assert asked_without.events == asked_with.events
    assert asked_without.state.table == asked_with.state.table


def test_how_far_the_attacker_persists_is_its_secret():  # D the attacker's Hand, no public event
    attacks = [hop(lay_out("rrg/rb/p", figures="r1"), "r", persist) for persist in (0, 1, None)]
    assert len({step.events for step in attacks}) == 1
    assert len({step.state.table for step in attacks}) == 1
    assert len({step.state.hands[1:] for step in attacks}) == 1
    assert [step.state.hands[0].persist for step in attacks] == [0, 1, None]


def test_how_far_the_owner_goes_is_its_secret_too():  # D
    attack = hop(lay_out("rrrg/rrrb/p", figures="r1"), "r", None).state
    answers = [play(attack, Defend(cards)) for cards in (1, 2, 3)]
    assert len({step.events for step in answers}) == 1
    assert len({step.state.table for step in answers}) == 1
    assert [step.state.hands[1].answers for step in answers] == [0, 1, 2]


def test_secrets_of_a_duel_are_forgotten_when_it_ends():
    step = play(hop(lay_out("rrg/rrb/p", figures="r1"), "r", 1).state, Defend(1))
    assert all(hand == Hand(hand.cards) for hand in step.state.hands)
    assert step.state.table.duel is None


# Bluffs and counters


def test_asking_again_with_nothing_left_is_a_bluff():  # D
    state = lay_out("rgg/rb/p", figures="r1")
    assert refused(state, Hop("r.1", None)) is None
    step = play(hop(state, "r", None).state, Defend(1))
    assert asked(step.state) == [(0, "counter")]
    assert refused(step.state, Counter(1)) == "none_left"
    assert only(Settled, play(step.state, Counter(0))).winner == 1


@pytest.mark.parametrize(
    ("attacker", "laid", "opens"),
    [
        pytest.param("rr", "", True, id="D the attacker holds another"),
        pytest.param("rg", "", True, id="D the attacker holds none of the colour: asked all the same"),
        pytest.param("r", "", False, id="D the attacker has no card left: public"),
        pytest.param("rg", "rrrrr/rrrr/", False, id="D with the answer all eleven lie face up"),
        pytest.param("rg", "rrrrr/rrr/", True, id="D one is still somewhere"),
    ],
)
def test_counter_is_asked_if_public_knowledge_leaves_room(attacker, laid, opens):
    state = hop(lay_out(f"{attacker}/rb/p", figures="r1", laid=laid), "r", None).state
    step = play(state, Defend(1))
    assert (asked(step.state) == [(0, "counter")]) == opens
    if not opens:
        assert kinds(step.events)[:2] == ["Answered", "Settled"]
        assert stands(step.state, "r") == 1


def test_an_attack_left_open_and_not_answered_is_settled_at_once():  # R
    step = play(hop(lay_out("rrg/rb/p", figures="r1"), "r", None).state, Defend(0))
    assert (only(Settled, step).attacker_spent, stands(step.state, "r")) == (1, 0)

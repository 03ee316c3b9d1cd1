"""Several answers to one action in any order, and what they must not tell. R is printed, D a ruling of the house."""

from itertools import zip_longest
from random import Random

import pytest
from msgspec.structs import replace

from games.engine import Codec, Dice, IllegalAction, encode
from games.halt_mal_kurz.answers import HITS, Lay, Orders, React
from games.halt_mal_kurz.events import Redealt
from games.halt_mal_kurz.pack import kind_of
from games.halt_mal_kurz.parts import Options
from games.halt_mal_kurz.rules import GAME
from tests.engine.players import random_action
from tests.engine.tables import hand, only, public

from .tables import draws, lay_out, lists, play, refused

pytestmark = pytest.mark.pure

CODEC = Codec(GAME)
RACES = 250
PAIRS = 2000


# Five holders at once


def fitting_lists(random, seats):
    """A hand of two for each seat: some hold a list that fits a kangaroo that is not funny, some do not."""
    held = [
        "list-k nazi-p",
        "nazi-k list-k",
        "list-p nazi-a",
        "halt-p nazi-a",
        "swap-p police-a",
        "list-a halt-a",
    ]
    return random.sample(held, seats)


@pytest.mark.parametrize("number", range(5))
def test_reactions_to_kapitalismus_in_any_order_come_to_what_the_rules_say(number):  # D clockwise
    random = Random(number)
    pile = [f"{kind}-{symbol}" for kind in ("schnick", "group", "assembly") for symbol in "apk"]
    for _ in range(RACES // 5):
        hands = fitting_lists(random, 4)
        state = lay_out("/".join(["capitalism-k halt-k", *hands]), pile=" ".join(pile))
        wishes = {seat: random.random() < 0.7 for seat in range(1, 5)}
        order = random.sample(range(1, 5), 4)
        said = []
        for seat in order:
            possible = "list-k" in hands[seat - 1]
            said.append(f"{seat} react list" if wishes[seat] and possible else f"{seat} react")
        step = play(state, "0 lay capitalism-k", *said)
        # The rules once more: lists clockwise, each with its replacement; then two cards for each of the others.
        left, expected = list(pile), {}
        for seat in range(1, 5):
            cards = hands[seat - 1].split()
            if wishes[seat] and "list-k" in cards:
                cards.remove("list-k")
                expected[seat] = [*cards, left.pop(0)]
        for seat in range(1, 5):
            if seat not in expected:
                expected[seat] = [*hands[seat - 1].split(), left.pop(0), left.pop(0)]
        assert {seat: hand(step.state, seat).split() for seat in range(1, 5)} == expected
        assert [seat for seat, _, _ in lists(step.events)] == sorted(
            seat for seat in expected if len(expected[seat]) == 2
        )


@pytest.mark.parametrize("number", range(5))
def test_reactions_to_kommunismus_in_any_order_come_to_the_same(number):  # R who reacted stays out
    random = Random(number)
    for _ in range(RACES // 5):
        hands = fitting_lists(random, 4)
        state = play(lay_out("/".join(["communism nazi-k", *hands])), "0 lay communism").state
        wishes = {
            seat: " list" if "list" in hands[seat - 1] and random.random() < 0.7 else ""
            for seat in range(1, 5)
        }
        orders = [random.sample(range(1, 5), 4) for _ in range(2)]
        one, two = (play(state, *(f"{seat} react{wishes[seat]}" for seat in order)) for order in orders)
        assert (one.state.hands, one.state.stock) == (two.state.hands, two.state.stock)
        assert (one.events, one.state.table) == (two.events, two.state.table)
        stays_out = [seat for seat in range(1, 5) if wishes[seat]]
        assert [seat for seat, _, _ in lists(one.events)] == stays_out
        assert set(only(Redealt, one.events).seats) == set(range(5)) - set(stays_out)
        assert draws(one.events, "replacement") == [(seat, 1) for seat in stays_out]


def test_a_list_against_a_list_is_refused():  # D no reaction to a reaction
    hands = "halt-k nazi-k nazi-p/list-k nazi-a/list-p nazi-a"
    state = play(lay_out(hands), "0 lay halt-k >1").state
    for prompt in state.prompts:
        for seat, card in ((1, "list-k.1"), (2, "list-p.1")):
            assert GAME.check(state.view(seat), prompt, Lay(card)) == "wrong_answer"
    step = play(state, "1 react list")
    assert [(p.seat, p.kind) for p in step.state.prompts] == [(1, "turn")]
    turn = step.state.prompts[0]
    with pytest.raises(IllegalAction):
        GAME.play(step.state, turn, React(1), Dice("late", 1))
    assert refused(step.state, "1 draw") is None


# With a list and without


def without_lists(state, seat):
    """The same match in which a seat holds no list: each is changed for another card from the bottom of the pile."""
    mine = [card for card in state.hands[seat].cards if kind_of(card) == "list"]
    others = [card for card in state.stock.pile[:12] if kind_of(card) not in ("list", "razupaltuff")]
    if not mine or len(others) < len(mine):
        return None
    names = dict(zip(mine, others, strict=False))
    names |= {new: old for old, new in names.items()}
    hands = list(state.hands)
    cards = tuple(names.get(card, card) for card in hands[seat].cards)
    promise = hands[seat].promise
    if promise is not None:
        promise = replace(promise, gift=names.get(promise.gift, promise.gift))
    hands[seat] = replace(hands[seat], cards=cards, promise=promise)
    pile = tuple(names.get(card, card) for card in state.stock.pile)
    return replace(state, hands=tuple(hands), stock=replace(state.stock, pile=pile))


def whether_asked(before, step, seat):
    """For each order: which of the prompts that have just opened for a seat are put to the person."""
    new = [p for p in step.state.prompts if p.seat == seat and p.number > before.last]
    found = []
    for word in ("use", "ask", "never"):
        kept = Orders(*[word] * len(HITS))
        asked = [GAME.standing(step.state.view(seat), p, kept, Dice("orders", 1))[0] is None for p in new]
        found.append(asked)
    return found


def told_apart(one, two):
    """Whether the public events of two steps differ; fails if they do before one that is there to reveal."""
    for a, b in zip_longest(public(one.events), public(two.events)):
        if a != b:
            assert any(event is not None and event.reveals for event in (a, b)), (a, b)
            return True
    return False


def random_states(seed):
    """A match played at random: (state, prompt, action)."""
    random = Random(seed)
    seats = random.choice([3, 4, 5])
    options = Options(slap=random.choice(["reflex", "luck"]), reactions="ask")
    state = GAME.deal(seats, options, ({},) * seats, Dice(f"pairs {seed}", 0)).state
    for number in range(1, 250):
        ready = [p for p in state.owed() if GAME.ready(state.view(p.seat), p)]
        prompt = random.choice(ready)
        view = state.view(prompt.seat)
        if random.random() < 0.5:
            action = GAME.bot(view, prompt, Orders(), Dice(f"pairs {seed}", number, "bot"))
        else:
            action = random_action(GAME, CODEC, view, prompt, random)
        yield state, prompt, action, number
        state = GAME.play(state, prompt, action, Dice(f"pairs {seed}", number)).state
        if GAME.result(state) is not None:
            return


def names_a_list(action, cards):
    return bool(set(cards) & set(encode(action).decode().split('"')))


def test_nothing_tells_whether_a_seat_holds_a_list():  # D no tell: who is asked, events, sizes; 2000 pairs
    pairs, asked, kinds = 0, 0, set()
    seed = 0
    while pairs < PAIRS:
        seed += 1
        for state, prompt, action, number in random_states(seed):
            for seat in range(state.table.seats):
                if seat == state.table.open or (seat == prompt.seat and isinstance(action, Lay | React)):
                    continue
                other = without_lists(state, seat)
                if other is None or names_a_list(action, state.hands[seat].cards):
                    continue
                assert GAME.faults(other) == []
                assert GAME.check(other.view(prompt.seat), prompt, action) is None
                one, two = (
                    GAME.play(start, prompt, action, Dice(f"pairs {seed}", number))
                    for start in (state, other)
                )
                pairs += 1
                if told_apart(one, two):
                    continue
                assert one.state.prompts == two.state.prompts
                assert len(encode(public(one.events))) == len(encode(public(two.events)))
                assert encode(one.state.view(None)) == encode(two.state.view(None))
                for looks_on in set(range(state.table.seats)) - {seat}:
                    got = [[event for event in step.events if event.to == looks_on] for step in (one, two)]
                    if got[0] == got[1]:  # else a card of that hand came to it
                        assert one.state.view(looks_on) == two.state.view(looks_on)
                found = [whether_asked(state, step, seat) for step in (one, two)]
                assert found[0] == found[1], (prompt, action)
                asked += any(any(each) for each in found[0])
                kinds |= {p.kind for p in one.state.prompts if p.seat == seat and p.number > state.last}
    assert asked > 300
    assert kinds >= {"react", "throw", "vote", "flip", "turn"}


@pytest.mark.parametrize("line", ["1 flip", "1 leave", "1 leave list"])
def test_turning_a_card_reads_the_same_with_and_without_a_list(line):  # D windows are the same
    hands = "nazi-k halt-a halt-p/{} nazi-a/nazi-p nazi-a"
    steps = [play(lay_out(hands.format(held)), "0 lay nazi-k", line) for held in ("list-k", "halt-k")]
    assert public(steps[0].events) == public(steps[1].events)
    assert steps[0].state.prompts == steps[1].state.prompts
    assert encode(steps[0].state.table) == encode(steps[1].state.table)


def test_these_pairs_do_differ_in_what_is_held():
    state = next(state for state, *_ in random_states(1) if without_lists(state, 1))
    other = without_lists(state, 1)
    assert "list" in {kind_of(card) for card in state.hands[1].cards}
    assert "list" not in {kind_of(card) for card in other.hands[1].cards}
    assert state.view(0) == other.view(0)

"""Dice: the same numbers for ever, and fair enough."""

from collections import Counter

import pytest

from games.engine import Dice, seed_hash

pytestmark = pytest.mark.pure


def test_the_numbers_of_a_seed_never_change():
    dice = Dice("a seed", 3)
    drawn = [dice.below(100) for _ in range(8)]
    assert drawn == [92, 30, 85, 94, 92, 75, 95, 67]
    assert "".join(dice.shuffled("abcdefgh")) == "bdefgahc"
    assert (dice.pick("xyz"), dice.weighted("xyz", [1, 2, 3])) == ("y", "x")
    assert Dice("a seed", 3).random() == 0.9264927114583764


@pytest.mark.parametrize(
    ("seed", "number", "stream", "first"),
    [
        ("a seed", 3, "rules", 92),
        ("a seed", 4, "rules", 93),  # another move
        ("b seed", 3, "rules", 55),  # another match
        ("a seed", 3, "bot", 43),  # a bot's own
    ],
)
def test_every_seed_move_and_stream_has_numbers_of_its_own(seed, number, stream, first):
    assert Dice(seed, number, stream).below(100) == first


def test_a_stream_does_not_depend_on_how_much_was_drawn_from_another():
    rules, bot = Dice("a seed", 3), Dice("a seed", 3, "bot")
    for _ in range(50):
        bot.random()
    assert rules.below(100) == 92


@pytest.mark.parametrize("n", [1, 2, 3, 55, 10**6])
def test_below_stays_below(n):
    dice = Dice("range", n)
    drawn = [dice.below(n) for _ in range(2000)]
    assert 0 <= min(drawn) <= max(drawn) < n


@pytest.mark.parametrize("n", [0, -1])
def test_there_is_nothing_below_nothing(n):
    with pytest.raises(ValueError, match="nothing to choose from"):
        Dice("x", 1).below(n)


def test_nothing_can_be_picked_from_nothing():
    with pytest.raises(ValueError, match="nothing to choose from"):
        Dice("x", 1).pick([])


def test_a_shuffle_is_a_new_list_of_the_same_things():
    things = list(range(50))
    shuffled = Dice("x", 1).shuffled(things)
    assert things == list(range(50)) == sorted(shuffled)
    assert shuffled != things


@pytest.mark.parametrize("things", [[], ["only"]])
def test_a_shuffle_of_little_is_the_same(things):
    assert Dice("x", 1).shuffled(things) == things


def test_every_order_of_three_is_about_as_likely():
    orders = Counter("".join(Dice("fair", number).shuffled("abc")) for number in range(6000))
    assert len(orders) == 6
    assert all(850 < seen < 1150 for seen in orders.values())


def test_weights_are_kept_and_a_weight_of_nothing_is_never_drawn():
    dice = Dice("weights", 1)
    drawn = Counter(dice.weighted("abc", [1, 0, 3]) for _ in range(4000))
    assert drawn["b"] == 0
    assert 850 < drawn["a"] < 1150


def test_things_and_weights_belong_together():
    with pytest.raises(ValueError, match="shorter"):
        Dice("x", 1).weighted("abc", [0, 0])


def test_the_hash_of_a_seed_is_its_sha256():
    assert seed_hash("abc") == "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"

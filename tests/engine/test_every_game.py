"""What every game gets by being in the catalogue: random matches in which everything is checked (suite.py)."""

import msgspec
import pytest

from games.catalog import GAMES
from games.engine import Codec, Dice, encode
from tests.engine import toy
from tests.engine.hooks import HOOKS
from tests.engine.suite import Match, random_match

EVERY = {**GAMES, toy.GAME.slug: toy.GAME}
MATCHES = 40

pytestmark = pytest.mark.pure


@pytest.mark.parametrize("seed", range(MATCHES))
@pytest.mark.parametrize(
    ("slug", "seats"), [(slug, seats) for slug, game in EVERY.items() for seats in game.seats]
)
def test_a_random_match_keeps_all_rules_of_the_engine(slug, seats, seed):
    random_match(EVERY[slug], seed, seats)


@pytest.mark.parametrize("slug", EVERY)
def test_the_same_seed_plays_the_same_match(slug):
    game = EVERY[slug]
    one, two = (Match(game, 1, game.seats[0]).play_out() for _ in range(2))
    assert one.log == two.log
    assert one.states == two.states


@pytest.mark.parametrize("slug", EVERY)
def test_the_suite_was_told_what_a_game_hides(slug):
    """Without hooks only cards are exchanged: an entry in hooks.py says that this is all, or what else there is."""
    assert slug in HOOKS


@pytest.mark.parametrize("slug", EVERY)
def test_a_game_names_its_own_folder_and_its_places_agree_with_its_points(slug):
    game = EVERY[slug]
    match = random_match(game, 0, game.seats[-1])
    result = game.result(match.state)
    assert game.slug == slug
    assert result.why
    assert len(result.places) == len(result.points) == match.seats
    assert min(result.places) == 1
    assert len(match.cards) == len(game.pack(match.options))


@pytest.mark.parametrize("slug", EVERY)
def test_every_option_is_written_down_so_that_another_default_changes_no_match_that_runs(slug):
    game = EVERY[slug]
    seats, options = game.seats[0], game.options_type()
    table = game.deal(seats, game.stocked(options), ({},) * seats, Dice("x", 0)).state.table
    names = {field.name for field in msgspec.structs.fields(game.options_type)}
    assert set(msgspec.json.decode(encode(table))["options"]) == names
    assert set(msgspec.json.decode(encode(options))) == names
    assert Codec(game).options("{}") == options  # what was stored before an option came to be


@pytest.mark.parametrize("slug", EVERY)
def test_a_game_is_not_dealt_to_too_few_or_too_many(slug):
    game = EVERY[slug]
    options = Match(game, 0, game.seats[0]).options
    for seats in (0, game.seats[0] - 1, game.seats[-1] + 1):
        with pytest.raises(ValueError, match=str(seats)):
            game.deal(seats, options, ({},) * seats, Dice("x", 0))

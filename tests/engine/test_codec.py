"""JSON in and out: wrong input is a clear error of msgspec, and never another one."""

import json
import math
from contextlib import suppress

import msgspec
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from games.engine import Codec, Dice, Event, encode, split_events
from games.kangoeroe.rules import GAME as KANGOEROE
from tests.engine.toy import GAME
from tests.engine.toy_parts import (
    Draw,
    Drew,
    Elected,
    Flip,
    Hide,
    Lay,
    Leave,
    Options,
    Orders,
    Seal,
    Slap,
    Swap,
    Vote,
    Write,
)

pytestmark = pytest.mark.pure

CODEC = Codec(GAME)
DEEP = b"[" * 100_000


@pytest.mark.parametrize(
    ("action", "written"),
    [
        (Draw(), {"do": "draw"}),
        (Leave(), {"do": "leave"}),
        (Flip(), {"do": "flip"}),
        (Vote(), {"do": "vote"}),
        (Vote(0), {"do": "vote", "seat": 0}),
        (Write(17), {"do": "write", "words": 17}),
        (Lay("moon.1"), {"do": "lay", "card": "moon.1"}),
        (Lay("moon.1", planned=True), {"do": "lay", "card": "moon.1", "planned": True}),
        (Hide("sun.2"), {"do": "hide", "card": "sun.2"}),
        (Swap(("sun.2", "sun.3")), {"do": "swap", "cards": ["sun.2", "sun.3"]}),
        (Seal("sun.2", 1, ("sun",)), {"do": "seal", "card": "sun.2", "bid": 1, "calls": ["sun"]}),
        (Slap(1, 430), {"do": "slap", "hit": 1, "after_ms": 430}),
    ],
)
def test_an_action_is_its_tag_and_what_differs_from_the_defaults(action, written):
    assert json.loads(encode(action)) == written
    assert CODEC.action(encode(action)) == action
    assert CODEC.to_action(written) == action


def test_a_blank_of_a_form_is_none():
    assert CODEC.to_action({"do": "vote", "seat": None}) == Vote()


@pytest.mark.parametrize(
    "raw",
    [
        pytest.param(b"", id="nothing"),
        pytest.param(b"{", id="cut off"),
        pytest.param(b"draw", id="not JSON"),
        pytest.param(b'{"do":"draw"} x', id="more than JSON"),
        pytest.param(b"\xff\xfe", id="not text"),
        pytest.param(b'{"do":"lay","card":"\xff"}', id="not UTF-8"),
        pytest.param(b"null", id="null"),
        pytest.param(b"[]", id="a list"),
        pytest.param(b'"draw"', id="a word"),
        pytest.param(DEEP, id="deep"),
        pytest.param(b'{"do":"draw","x":' + DEEP, id="deep inside"),
        pytest.param(b"{}", id="no tag"),
        pytest.param(b'{"do":1}', id="tag of another type"),
        pytest.param(b'{"do":"fly"}', id="unknown tag"),
        pytest.param(b'{"do":"draw","x":1}', id="unknown field"),
        pytest.param(b'{"do":"lay"}', id="missing field"),
        pytest.param(b'{"do":"lay","card":1}', id="number for text"),
        pytest.param(b'{"do":"lay","card":"moon.1","planned":1}', id="number for yes or no"),
        pytest.param(b'{"do":"vote","seat":true}', id="yes or no for number"),
        pytest.param(b'{"do":"vote","seat":"1"}', id="text for number"),
        pytest.param(b'{"do":"vote","seat":1.5}', id="half a number"),
        pytest.param(b'{"do":"vote","seat":1e999}', id="endless number"),
        pytest.param(b'{"do":"vote","seat":NaN}', id="no number"),
        pytest.param(b'{"do":"swap","cards":"moon.1"}', id="text for list"),
        pytest.param(b'{"do":"seal","card":"moon.1","calls":["void"]}', id="none of the words"),
        pytest.param(b'{"do":"slap","hit":2}', id="none of the numbers"),
    ],
)
def test_wrong_json_is_an_error_of_msgspec(raw):
    with pytest.raises(msgspec.DecodeError):
        CODEC.action(raw)


@pytest.mark.parametrize(
    "fields",
    [
        {},
        {"do": None},
        {"do": ["draw"]},
        {"do": "draw", "x": 1},
        {"do": "lay", "card": None},
        {"do": "vote", "seat": math.nan},
        {"do": "vote", "seat": 1.0},
        {"do": "swap", "cards": "moon.1"},
        {"do": "seal", "card": "moon.1", "calls": [[]]},
    ],
    ids=str,
)
def test_wrong_fields_are_an_error_of_msgspec(fields):
    with pytest.raises(msgspec.ValidationError):
        CODEC.to_action(fields)


def test_a_huge_number_is_read_and_refused_by_the_rules():
    action = CODEC.action(b'{"do":"vote","seat":' + b"9" * 400 + b"}")
    state = GAME.deal(3, Options(), ({},) * 3, Dice("x", 0)).state
    vote = next(prompt for prompt in state.prompts if prompt.kind == "vote")
    assert GAME.check(state.view(vote.seat), vote, action) == "no_such_seat"


TEXT = st.text("amo.1-\u00e9\0", max_size=5)
JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | TEXT,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(TEXT, inner, max_size=3),
    max_leaves=5,
)
NAMES = st.sampled_from(["do", "card", "cards", "seat", "bid", "calls", "hit", "words", "persist", "x"])
WORDS = st.sampled_from(["seal", "lay", "vote", "slap", "swap", "hop", "defend", "moon", "moon.1"])
unhurried = settings(derandomize=True, deadline=None, suppress_health_check=[HealthCheck.too_slow])


@unhurried
@given(st.sampled_from([CODEC, Codec(KANGOEROE)]), st.dictionaries(NAMES, WORDS | JSON, max_size=4))
def test_any_fields_are_an_action_or_an_error_of_msgspec(codec, fields):
    with suppress(msgspec.ValidationError):
        assert isinstance(codec.to_action(fields), msgspec.Struct)


@unhurried
@given(st.binary(max_size=40))
def test_any_bytes_are_no_action_and_no_other_error(raw):
    with pytest.raises(msgspec.DecodeError):
        CODEC.action(b"?" + raw)


def test_events_keep_their_classes_and_who_may_read_them():
    step = GAME.deal(2, Options(), ({}, {}), Dice("x", 0))
    public, private = split_events(step)
    assert CODEC.events(encode(public)) == public
    assert CODEC.events(encode(private[1])) == private[1]
    assert sorted(private) == [0, 1]
    assert all(event.to is None for event in public)
    assert isinstance(private[0][0], Drew)


def test_an_event_for_all_does_not_say_so():
    assert encode(Elected(seat=None)) == b'{"is":"elected","seat":null}'


def test_events_of_another_game_are_an_error_of_msgspec():
    with pytest.raises(msgspec.ValidationError):
        CODEC.events(encode((Event(),)))


def test_zones_prompts_orders_and_options_come_back_as_they_were():
    state = GAME.deal(3, Options(), ({},) * 3, Dice("x", 0)).state
    orders = Orders(True, 5, (("moon", "sun"),))
    assert CODEC.table(encode(state.table)) == state.table
    assert CODEC.hand(encode(state.hands[0])) == state.hands[0]
    assert CODEC.stock(encode(state.stock)) == state.stock
    assert CODEC.prompts(encode(state.prompts)) == state.prompts
    assert CODEC.state(encode(state)) == state
    assert CODEC.orders(encode(orders)) == orders
    assert CODEC.options(encode(Options(3, 2))) == Options(3, 2)

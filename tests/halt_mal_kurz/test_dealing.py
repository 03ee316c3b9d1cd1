"""Material, setup, and who starts. R is the printed rule, D a ruling of the house."""

from collections import Counter
from functools import cache

import pytest

from games.engine import Dice, face_of
from games.halt_mal_kurz.answers import HITS, THROWS
from games.halt_mal_kurz.events import Dealt, SaidRazupaltuff, Starts
from games.halt_mal_kurz.pack import PACK, category_of, kind_of, symbols_of
from games.halt_mal_kurz.parts import LOBBY_THROWS, PRALINES, Options
from games.halt_mal_kurz.rules import GAME
from tests.engine.tables import all_of, only

from .tables import asked, throws

pytestmark = pytest.mark.pure


@cache
def deal(seats, seed="deal", told=(), **options):
    """told: by seat, ("praline", "throws as letters") or None for silence."""
    said = tuple(
        {} if answer is None else {"praline": answer[0], **lobby_throws(answer[1])} for answer in told
    )
    return GAME.deal(seats, Options(**options), said or ({},) * seats, Dice(seed, 0))


def lobby_throws(letters):
    return {f"throw_{place}": throw for place, throw in enumerate(throws(letters), 1)}


def starters(seats, told, **options):
    """Who starts, over many seeds."""
    return {only(Starts, deal(seats, str(seed), told, **options).events).seat for seed in range(60)}


# Material


def test_the_pack_is_the_printed_one():  # R 60 cards
    assert Counter(kind_of(card) for card in PACK) == {
        "halt": 6,
        "assembly": 6,
        "schnick": 6,
        "group": 3,
        "swap": 3,
        "communism": 1,
        "list": 6,
        "nazi": 15,
        "police": 9,
        "capitalism": 3,
        "razupaltuff": 2,
    }
    assert len(set(PACK)) == 60


def test_each_symbol_is_on_a_third_of_every_kind_but_the_two_specials():  # D
    for kind in {kind_of(card) for card in PACK} - {"communism", "razupaltuff"}:
        symbols = Counter(symbols_of(card) for card in PACK if kind_of(card) == kind)
        assert set(symbols) == set("kpa")
        assert len(set(symbols.values())) == 1


@pytest.mark.parametrize(
    ("card", "category", "symbols"),
    [
        pytest.param("communism.1", "funny", "kpa", id="R Kommunismus has all symbols"),
        pytest.param("razupaltuff.2", "none", "", id="R Razupaltuff has neither symbol nor category"),
        pytest.param("halt-k.1", "funny", "k", id="R Halt mal kurz is funny"),
        pytest.param("assembly-p.1", "funny", "p", id="R Vollversammlung is funny"),
        pytest.param("schnick-a.1", "funny", "a", id="R Schnick-Schnack-Schnuck is funny"),
        pytest.param("group-k.1", "funny", "k", id="R Gruppen-Schnick is funny"),
        pytest.param("swap-p.1", "funny", "p", id="R Ach - mein, dein is funny"),
        pytest.param("list-a.1", "funny", "a", id="R the Not-to-do-Liste is funny"),
        pytest.param("nazi-k.1", "not_funny", "k", id="R the Nazi is not funny"),
        pytest.param("police-p.1", "not_funny", "p", id="R the Polizei is not funny"),
        pytest.param("capitalism-a.1", "not_funny", "a", id="R Kapitalismus is not funny"),
    ],
)
def test_what_is_printed_on_a_card(card, category, symbols):
    assert (category_of(card), symbols_of(card)) == (category, symbols)


# Setup


@pytest.mark.parametrize(
    ("seats", "cards"),
    [
        pytest.param(3, 7, id="R three seats, seven cards"),
        pytest.param(4, 6, id="R four seats, six cards"),
        pytest.param(5, 5, id="R five seats, five cards"),
    ],
)
def test_everybody_gets_cards_and_one_is_turned_up(seats, cards):
    state = deal(seats).state
    assert state.table.counts == (cards,) * seats
    assert (state.table.pile, state.table.discards) == (59 - seats * cards, 1)
    assert (state.table.open, state.table.exempt, state.table.contests) == (None, None, ())
    assert state.table.top == face_of(state.stock.discards[-1])
    everywhere = sum((hand.cards for hand in state.hands), state.stock.pile + state.stock.discards)
    assert sorted(everywhere) == sorted(PACK)
    assert GAME.faults(state) == []


@pytest.mark.parametrize("seats", [0, 2, 6])
def test_there_are_three_to_five_seats(seats):  # R
    with pytest.raises(ValueError, match=str(seats)):
        deal(seats)


def test_the_action_of_the_first_card_is_ignored():  # R
    tops = {}
    for seed in range(600):
        step = deal(4, str(seed))
        tops[kind_of(step.state.table.top)] = step.state
    assert set(tops) == {kind_of(card) for card in PACK} - {"razupaltuff"}
    for state in tops.values():
        assert [prompt.kind for prompt in state.prompts] == ["turn"]
        assert (state.table.counts, state.table.affair, state.table.open) == ((6,) * 4, None, None)


def test_a_razupaltuff_that_is_turned_up_first_goes_under_the_pile():  # D
    found = [step for seed in range(300) if (step := deal(3, str(seed))) and step.events[0].under]
    assert found
    for step in found:
        under = only(Dealt, step.events).under
        assert [kind_of(card) for card in step.state.stock.pile[:under]] == ["razupaltuff"] * under
        assert (step.state.table.pile, step.state.table.discards) == (38, 1)
        assert kind_of(step.state.table.top) != "razupaltuff"


def test_nobody_has_to_say_razupaltuff_at_the_deal():  # R not the first deal
    dealt = [deal(5, str(seed)) for seed in range(30)]
    assert any("razupaltuff.1" in hand.cards for step in dealt for hand in step.state.hands)
    assert not any(all_of(SaidRazupaltuff, step.events) for step in dealt)


def test_the_deal_is_told():
    step = deal(4)
    assert only(Dealt, step.events).cards == 6
    assert only(Dealt, step.events).top == step.state.table.top


# Who starts


T, W, M, Y, L, N = PRALINES
R = "random"


@pytest.mark.parametrize(
    ("told", "seat", "tied"),
    [
        pytest.param(((T, ""), (W, ""), (M, "")), 0, (), id="R who last ate a praline: today"),
        pytest.param(((Y, ""), (W, ""), (M, "")), 1, (), id="R this week before this month"),
        pytest.param(((L, ""), (Y, ""), (M, "")), 2, (), id="R this month before this year"),
        pytest.param(((L, ""), (Y, ""), (N, "")), 1, (), id="R this year before longer ago"),
        pytest.param(((N, ""), (N, ""), (L, "")), 2, (), id="R longer ago before never"),
        pytest.param((None, (L, ""), None), 1, (), id="D silence is never, and so is a bot"),
        pytest.param(((T, "r"), (T, "s"), (M, "p")), 0, (0, 1), id="R a tie: Schnick for it"),
        pytest.param(((T, "s"), (M, "r"), (T, "r")), 2, (0, 2), id="D only between those who tie"),
        pytest.param(((T, "rp"), (T, "rs"), (N, "")), 1, (0, 1), id="D all equal: the next throw"),
        pytest.param(((T, "rr"), (T, "pr"), (T, "sp")), 2, (0, 1, 2), id="D a circle: the next throw"),
        pytest.param(((T, "rs"), (T, "rp"), (T, "sr")), 0, (0, 1, 2), id="D who beats the most stays in"),
        pytest.param(((T, "w"), (T, "r"), (T, "s")), 0, (0, 1, 2), id="R the well beats scissors and rock"),
        pytest.param(((T, "w"), (T, "p"), (T, "r")), 1, (0, 1, 2), id="R paper beats the well"),
    ],
)
def test_who_starts(told, seat, tied):
    step = deal(3, told=told)
    starts = only(Starts, step.events)
    assert (starts.seat, starts.tied, starts.by_lot) == (seat, tied, False)
    assert asked(step.state) == [(seat, "turn")]
    assert step.state.table.turn == seat
    assert step.state.prompts[0].clock == "pace"


@pytest.mark.parametrize(
    ("told", "seats"),
    [
        pytest.param((None, None, None), {0, 1, 2}, id="D nobody answered: at random"),
        pytest.param((None, (N, ""), None), {0, 1, 2}, id="D silence is the same as never"),
        pytest.param(((T, ""), (T, ""), (M, "")), {0, 1}, id="D no throws: at random among those who tie"),
        pytest.param(((T, "rp"), (M, ""), (T, "rp")), {0, 2}, id="D lists used up: at random"),
        pytest.param(((T, "rr"), (T, "rr"), (T, "ss")), {0, 1}, id="D one is out, two are left at random"),
    ],
)
def test_chance_decides_when_nothing_else_does(told, seats):
    assert starters(3, told) == seats
    starts = only(Starts, deal(3, told=told).events)
    assert (starts.why == "random") != starts.by_lot  # and it is said that the lot decided


def test_the_table_may_throw_for_it_without_pralines():  # R or Schnick for it
    told = ((T, "s"), (N, "r"), (L, "s"))
    starts = only(Starts, deal(3, told=told, starts="schnick").events)
    assert (starts.seat, starts.why, starts.tied) == (1, "schnick", (0, 1, 2))


def test_chance_alone_may_decide_who_starts():  # D option `starts`
    told = ((T, "r"), (N, "s"), (N, "s"))
    assert starters(3, told, starts="random") == {0, 1, 2}
    assert only(Starts, deal(3, told=told, starts="random").events).why == "random"


def test_a_praline_alone_is_why_somebody_starts():  # R
    assert only(Starts, deal(3, told=((T, "r"), (N, "p"), None)).events).why == "praline"
    assert only(Starts, deal(3, told=((T, "r"), (T, "p"), None)).events).tied == (0, 1)
    assert only(Starts, deal(3, told=(None, None, None)).events).why == "random"


def test_cards_are_the_same_whoever_starts():
    one, two = deal(3, told=((T, ""), None, None)), deal(3, told=(None, (T, ""), None))
    assert one.state.hands == two.state.hands
    assert one.state.stock == two.state.stock


def test_the_lobby_asks_for_a_praline_and_for_throws():  # R asked of each seat, D throws given on joining
    praline, *thrown = GAME.asks
    assert [choice.value for choice in praline.choices] == list(PRALINES[:-1])  # never is silence
    assert [[choice.value for choice in one.choices] for one in thrown] == [list(THROWS)] * LOBBY_THROWS
    assert all(one.kind == "one" and one.blank for one in GAME.asks)  # D never a wait: silence is an answer


# Options


@pytest.mark.parametrize(
    ("live", "presets"),
    [
        pytest.param(
            False,
            {"reactions": "automatic", "slap": "reflex", "majority": "relative", "starts": "praline"},
            id="D by mail lists are used by themselves",
        ),
        pytest.param(
            True,
            {"reactions": "ask", "slap": "reflex", "majority": "relative", "starts": "praline"},
            id="D live everybody is asked",
        ),
    ],
)
def test_what_the_options_start_with(live, presets):
    found = {field.name: field.preset for field in GAME.settings(4, live)}
    assert {name: found[name] for name in presets} == presets
    assert found["window"] == 4  # D four seconds to slap


@pytest.mark.parametrize(("reactions", "order"), [("automatic", "use"), ("ask", "ask")])
def test_the_option_sets_what_orders_everyone_starts_with(reactions, order):  # D
    kept = GAME.first_orders(Options(reactions=reactions))
    assert {kept.against(hit) for hit in HITS} == {order}
    assert (kept.throws, kept.plans) == ((), ())

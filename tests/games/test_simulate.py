"""Bots against bots: the figures, the orders, the days, and a log that others can follow."""

import io
import json
from collections import Counter

import pytest
from django.core.management import CommandError, call_command

from games.catalog import GAMES, codec
from games.engine import Dice, encode
from games.kangoeroe import parts as kangoeroe
from games.simulate import (
    MOST_MOVES,
    Report,
    Run,
    Trial,
    option_of_orders,
    options_for,
    sentence,
    simulate,
    total,
    visits,
)

pytestmark = pytest.mark.pure

KANGOEROE = GAMES["kangoeroe"]
KEYS = [
    "matches",
    "moves",
    "moves_per_second",
    "moves_median",
    "moves_p90",
    "endings",
    "days_median",
    "counts",
]


def trial(**said):
    return Trial(**{"game": KANGOEROE, "seats": (2,), "matches": 20, "seed": "simulate", **said})


def figures(**said):
    report = total(simulate(trial(**said)))
    assert report.faults == []
    return report.figures()


def test_the_figures_have_these_names_and_are_json():
    found = figures(check=True)
    assert list(found) == KEYS
    assert json.loads(json.dumps(found)) == found
    assert found["matches"] == 20
    assert found["endings"] == {"all_played": 20}
    assert found["days_median"] is None
    assert found["moves_median"] <= found["moves_p90"] <= found["moves"]


@pytest.mark.parametrize("slug", sorted(GAMES))
@pytest.mark.parametrize(
    "said", [{}, {"visits_a_day": 2, "plans": 1, "ahead": True}], ids=["present", "visits"]
)
def test_every_game_is_played_without_a_fault(slug, said):
    game = GAMES[slug]
    found = figures(game=game, seats=tuple(game.seats), matches=2 * len(game.seats), check=True, **said)
    assert sum(found["endings"].values()) == found["matches"] == 2 * len(game.seats)


def test_the_same_seed_gives_the_same_figures_and_log_and_another_seed_others():
    def once(seed):
        log = io.StringIO()
        return {**figures(seed=seed, log=log, visits_a_day=1), "moves_per_second": 0}, log.getvalue()

    assert once("a") == once("a")
    assert once("a") != once("b")


def test_all_seat_counts_take_their_turns():
    reports = simulate(trial(seats=(2, 3, 4), matches=7))
    assert [len(reports[seats].moves) for seats in (2, 3, 4)] == [3, 2, 2]
    assert total(reports).figures()["matches"] == 7


@pytest.mark.parametrize(
    ("moves", "middle", "high"),
    [([5], 5, 5), (list(range(1, 11)), 5.5, 9), ([1, 1, 1, 1, 1, 1, 1, 1, 1, 9], 1, 1), ([], 0, 0)],
)
def test_median_and_ninetieth_percentile(moves, middle, high):
    found = Report(moves=moves).figures()
    assert (found["moves_median"], found["moves_p90"]) == (middle, high)


@pytest.mark.parametrize(
    "said",
    [
        {"seats": (7,)},
        {"overrides": {"nonsense": 1}},
        {"overrides": {"first": 5}},
        {"overrides": {"first": "x"}},
    ],
)
def test_what_the_game_does_not_know_is_said(said):
    with pytest.raises(ValueError, match=r"\w"):
        simulate(trial(**said))


def test_options_are_the_presets_and_what_differs():
    assert options_for(KANGOEROE, 2, {}).defence == "automatic"
    assert options_for(KANGOEROE, 3, {"first": 2}).first == 2
    assert option_of_orders(KANGOEROE, "ask") == {"defence": "ask"}
    with pytest.raises(ValueError, match="no option"):
        option_of_orders(KANGOEROE, "sometimes")


def test_a_report_reads_as_a_sentence():
    said = sentence("kangoeroe, 2 seats", total(simulate(trial(visits_a_day=1))))
    assert said.startswith("kangoeroe, 2 seats: 20 matches, ")
    assert "ended: all_played 20; " in said


# How matches are played


def moves_of(**said):
    log = io.StringIO()
    simulate(trial(log=log, **said))
    return [move for line in log.getvalue().splitlines() for move in json.loads(line)["moves"]]


def test_seats_that_are_always_there_answer_for_themselves():
    assert {move["by"] for move in moves_of()} == {"bot"}


@pytest.mark.parametrize(("defence", "by"), [("automatic", {"orders"}), ("ask", {"bot"})])
def test_standing_orders_answer_what_opens(defence, by):
    moves = moves_of(visits_a_day=1, overrides={"defence": defence})
    assert {move["by"] for move in moves if move["action"]["do"] == "defend"} == by
    assert {move["by"] for move in moves if move["action"]["do"] == "hop"} == {"bot"}


def test_a_seat_that_is_away_is_waited_for():
    run = Run(trial(visits_a_day=1, overrides={"defence": "ask"}), 0)
    run.settle()
    assert (run.moves, run.days) == (0, 0.0)
    run.play()
    assert run.days > 1


def test_orders_left_while_a_prompt_is_open_do_not_answer_it():
    run = Run(trial(obey=True, overrides={"defence": "ask"}), 0)
    while run.state.prompts[0].kind != "defend":
        run.visit_once(run.state.prompts[0])
    prompt = run.state.prompts[0]
    run.orders = [KANGOEROE.first_orders(options_for(KANGOEROE, 2, {"defence": "automatic"}))] * 2
    run.settle()
    assert run.state.prompts == (prompt,)


def test_visits_come_at_the_same_times_every_day():
    coming = visits(3, 2, Dice("visits", 0))
    first, second = [next(coming) for _ in range(6)], [next(coming) for _ in range(6)]
    assert [(round(time + 1, 9), seat) for time, seat in first] == [
        (round(time, 9), seat) for time, seat in second
    ]
    assert sorted(seat for _, seat in first) == [0, 0, 1, 1, 2, 2]
    assert all(0 <= time < 1 for time, _ in first)


def test_a_match_that_takes_too_long_is_abandoned(monkeypatch):
    assert MOST_MOVES == 5000
    monkeypatch.setattr("games.simulate.MOST_MOVES", 10)
    found = figures(visits_a_day=1)
    assert found["endings"] == {"abandoned": 20}
    assert (found["moves_p90"], found["days_median"]) == (10, None)


def test_a_fault_is_told_and_ends_the_match(monkeypatch):
    monkeypatch.setattr(type(KANGOEROE), "faults", lambda self, state: ["a card fell off the table"])
    report = total(simulate(trial(matches=2, check=True)))
    assert report.faults == [f"match simulate/{i}, move 1: a card fell off the table" for i in range(2)]
    assert report.figures()["endings"] == {"faulty": 2}


# Counts of events


def test_events_are_counted_by_their_tags_over_all_matches_if_that_is_asked_for():
    assert figures()["counts"] == {}
    log, seats = io.StringIO(), (2, 3)
    counts = figures(count=True, seats=seats, log=log)["counts"]
    lines = [json.loads(line) for line in log.getvalue().splitlines()]
    events = [event for line in lines for event in line["events"]]
    events += [event for line in lines for move in line["moves"] for event in move["events"]]
    assert counts == Counter(event["is"] for event in events)
    assert list(counts) == sorted(counts)


def test_a_game_names_what_it_counts(monkeypatch):
    def counted(self, event):
        return ("drawn", f"drawn by {event.to}") if isinstance(event, kangoeroe.Drew) else ()

    monkeypatch.setattr(type(KANGOEROE), "counted", counted)
    counts = figures(count=True)["counts"]
    assert set(counts) == {"drawn", "drawn by 0", "drawn by 1"}
    assert counts["drawn"] == counts["drawn by 0"] + counts["drawn by 1"] > 0


# Waits: median days a match for seats that come by once a day

MATCHES = 60
MARGIN = 1.15


@pytest.mark.parametrize(
    ("seats", "automatic", "planned"), [(2, 21, 10), (3, 21, 6.5), (4, 21, 5.5), (5, 21, 5), (6, 21, 4.5)]
)
def test_matches_of_kangoeroe_take_no_longer_than_this(seats, automatic, planned):
    once_a_day = {
        "seats": (seats,),
        "matches": MATCHES,
        "visits_a_day": 1,
        "overrides": {"defence": "automatic"},
    }
    assert figures(**once_a_day)["days_median"] <= automatic * MARGIN
    assert figures(**once_a_day, plans=1)["days_median"] <= planned * MARGIN


def test_two_plans_are_quicker_than_one_and_one_than_none():
    days = [
        figures(seats=(3,), matches=MATCHES, visits_a_day=1, plans=plans)["days_median"]
        for plans in (0, 1, 2)
    ]
    assert days[0] > days[1] > days[2]


# The log


def logged(**said):
    log = io.StringIO()
    simulate(trial(log=log, **said))
    return [json.loads(line) for line in log.getvalue().splitlines()]


LINES = logged(seats=(2, 4, 6), matches=9, visits_a_day=1, plans=1) + logged(matches=3)


def test_a_log_line_says_what_was_played():
    line = LINES[0]
    assert (line["game"], line["seats"], line["seed"], line["ending"]) == (
        "kangoeroe",
        2,
        "simulate/0",
        "all_played",
    )
    assert line["options"] is not None
    assert len(line["dealt"]["hands"]) == 2
    assert len(line["dealt"]["stock"]["pile"]) == 45
    assert sorted(line["moves"][0]) == ["action", "by", "events", "prompt", "seat"]
    assert {move["by"] for move in line["moves"]} == {"bot", "orders"}


@pytest.mark.parametrize("line", LINES, ids=lambda line: line["seed"])
def test_a_logged_match_replays_to_the_same_events(line):
    decoders = codec(line["game"])
    state = decoders.state(encode(line["dealt"]))
    for number, move in enumerate(line["moves"], 1):
        action = decoders.to_action(move["action"])
        step = KANGOEROE.play(state, state.prompt(move["prompt"]), action, Dice(line["seed"], number))
        assert json.loads(encode(step.events)) == move["events"]
        state = step.state
    assert json.loads(encode(KANGOEROE.result(state))) == line["result"]


def laid_by(event):
    """The cards that an event says were laid: (seat, colour, how many). The reader knows the rules, not our code."""
    match event["is"]:
        case "took" | "stayed" | "grabbed":
            return [(event["seat"], event["colour"], 1)]
        case "settled":
            return [
                (event["attacker"], event["colour"], event["attacker_spent"]),
                (event["owner"], event["colour"], event["owner_spent"]),
            ]
    return []


@pytest.mark.parametrize("line", LINES, ids=lambda line: line["seed"])
def test_the_events_alone_account_for_every_card(line):
    hands = [Counter(card[0] for card in hand["cards"]) for hand in line["dealt"]["hands"]]
    pile = Counter(card[0] for card in line["dealt"]["stock"]["pile"])
    laid: Counter[str] = Counter()
    for event in (event for move in line["moves"] for event in move["events"]):
        for seat, colour, number in laid_by(event):
            hands[seat][colour] -= number
            laid[colour] += number
        if event["is"] == "drew":
            drawn = Counter(card[0] for card in event["cards"])
            hands[event["to"]] += drawn
            pile -= drawn
        if event["is"] == "last_hand":
            assert event["cards"] == hands[event["seat"]].total()
            assert set(event["colours"]) == {colour for colour, held in hands[event["seat"]].items() if held}
            laid += hands[event["seat"]]
            hands[event["seat"]] = Counter()
        assert all(number >= 0 for hand in hands for number in hand.values())
    assert laid == Counter(dict.fromkeys("rogbp", 11))
    assert pile.total() == 0


# The command


def test_the_command_prints_the_figures_and_writes_the_log(tmp_path, capsys):
    path = tmp_path / "log.jsonl"
    call_command("simulate", "kangoeroe", matches=3, seats=2, json=True, log=str(path), options=["first=1"])
    found = json.loads(capsys.readouterr().out)
    assert list(found) == KEYS
    assert found["matches"] == 3
    lines = [json.loads(line) for line in path.read_text().splitlines()]
    assert [line["moves"][0]["seat"] for line in lines] == [1, 1, 1]


def test_the_command_prints_counts_by_name_below_the_sentences(capsys):
    call_command("simulate", "kangoeroe", matches=3, seats=2)
    plain = capsys.readouterr().out.splitlines()
    call_command("simulate", "kangoeroe", matches=3, seats=2, counts=True)
    lines = capsys.readouterr().out.splitlines()
    said = [line.partition(": ") for line in lines[len(plain) :]]
    names = [name for name, _, _ in said]
    assert "drew" in names and names == sorted(names)
    assert all(int(times.replace(",", "")) > 0 for _, _, times in said)


def test_the_command_says_what_it_cannot_do():
    with pytest.raises(CommandError, match="no option nope"):
        call_command("simulate", "kangoeroe", options=["nope=1"])


def test_the_command_fails_if_anything_was_wrong(monkeypatch):
    monkeypatch.setattr(type(KANGOEROE), "faults", lambda self, state: ["a card fell off the table"])
    with pytest.raises(CommandError, match="fell off"):
        call_command("simulate", "kangoeroe", matches=1)

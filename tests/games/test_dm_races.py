"""The throw-ins of a whole table at once through the door, and the clock beside a person: one order, by the rules."""

import json
from collections import Counter
from datetime import UTC, datetime, timedelta
from random import Random

import pytest
import time_machine
from django.utils import timezone

from games import expiry
from games.don_martin.answers import Keep, Lay, Play, Throw
from games.engine import face_of
from games.models import Match, Move, Pulse
from games.models import Prompt as PromptRow
from tests.don_martin.tables import lay_out
from tests.games.racing import press, put_anew, replayed
from tests.games.scripts import form_for, party
from tests.games.test_races import Browser, at_once, is_sound, sessions

pytestmark = pytest.mark.django_db(transaction=True)

ASK = {"throws": "ask"}
DAY = 24 * 3600
FIVE = "splabbadap quarp-g huffta-g / rumms-g zwick-g inkle / rumms-p zwick-p / rumms-o zwick-o / pfiuut-b wobbel-b"
TURN = "rumms-b rumms-g zwick-g / rumms-p zwick-p / rumms-o zwick-o"


def put_table(table, hands, **laid):
    put_anew(table, lay_out(hands, **ASK, **laid))


def answer(table, seat, kind, action):
    prompt = table.prompt(seat, kind)
    assert table.answer(seat, prompt.number, form_for(table, prompt, action)).status_code == 200
    table.match.refresh_from_db()


def splabbadap(seed="1", **more):
    """Seat 0 has played it, and four others owe a card."""
    table = party("don-martin", 5, ASK, seed=seed, **more)
    put_table(table, FIVE, lies="blompf-p@4")
    answer(table, 0, "turn", Play("splabbadap.1"))
    return table


def coloured(table, seat):
    return table.state.hands[seat].coloured()


@pytest.mark.parametrize("number", range(3))
def test_throw_ins_changed_from_two_tabs_fall_once_and_together(app, number):
    """The last of each seat in the log falls, in the direction of play, whoever was the last to send."""
    table, random = splabbadap(str(number)), Random(number)
    before, first = table.state, table.match.move_count + 1
    jobs = []
    for seat in (1, 2, 3, 4):
        tabs, prompt = sessions(app, table, seat, 2), table.prompt(seat, "throw_in")
        for n in range(10):
            jobs.append(press(table, tabs[n % 2], prompt, Throw(random.choice(coloured(table, seat)))))
    random.shuffle(jobs)
    answers = at_once(jobs, workers=6)
    assert {status for status, _ in answers} <= {200, 409}
    moves = [move for move in table.moves() if move.number >= first]
    assert [move.public != "[]" for move in moves] == [False] * (len(moves) - 1) + [True]
    last = {move.seat: json.loads(move.action)["card"] for move in moves}
    fell, picked = json.loads(moves[-1].public)
    assert (fell["is"], fell["seats"]) == ("thrown_in", [1, 2, 3, 4])
    assert fell["faces"] == [face_of(last[seat]) for seat in (1, 2, 3, 4)]
    assert picked["faces"] == ["blompf-p", *fell["faces"]]
    assert table.state == replayed(table, before, first)
    assert [(p.seat, p.kind) for p in table.state.owed()] == [(0, "lay")]
    assert is_sound(table)


def test_one_throw_in_of_each_at_once_is_one_move_of_each(app):
    table = splabbadap()
    first = table.match.move_count + 1
    jobs = []
    for seat in (1, 2, 3, 4):
        prompt, browser = table.prompt(seat, "throw_in"), Browser(app, table.clients[seat])
        jobs += [press(table, browser, prompt, Throw(coloured(table, seat)[0]))] * 2
    assert Counter(status for status, _ in at_once(jobs, workers=8)) == {200: 8}
    assert sorted(move.seat for move in table.moves() if move.number >= first) == [1, 2, 3, 4]
    assert is_sound(table)


def test_a_throw_in_after_the_fall_is_refused(app):
    table = splabbadap()
    late = [
        press(
            table, Browser(app, table.clients[1]), table.prompt(1, "throw_in"), Throw(coloured(table, 1)[1])
        )
    ]
    for seat in (1, 2, 3, 4):
        answer(table, seat, "throw_in", Throw(coloured(table, seat)[0]))
    count = len(table.moves())
    assert {status for status, _ in at_once(late * 8, workers=4)} == {409}
    assert len(table.moves()) == count
    assert is_sound(table)


def test_two_lay_downs_from_two_devices_are_one(app):
    """Of the same group or of two: the one that came first lies there, the other is too late."""
    table = party("don-martin", 3, ASK)
    put_table(
        table,
        "rumms-b rumms-g zwick-g zwick-o wobbel-o / quarp-g quarp-o / huffta-g huffta-o",
        lies="rumms-p zwick-b",
    )
    answer(table, 0, "turn", Play("rumms-b.1"))
    prompt, before, first = table.prompt(0, "lay"), table.state, table.match.move_count + 1
    tabs = sessions(app, table, 0, 3)
    rumms, zwick = ("rumms-b.1", "rumms-g.1", "rumms-p.1"), ("zwick-g.1", "zwick-o.1", "zwick-b.1")
    forms = [Lay(rumms), Lay(zwick), Keep()]
    jobs = [press(table, tabs[n % 3], prompt, forms[n % 3]) for n in range(24)]
    statuses = Counter(status for status, _ in at_once(jobs, workers=6))
    assert set(statuses) <= {200, 409}
    (move,) = [move for move in table.moves() if move.number >= first]
    assert statuses[200] == 8  # the same again is fine
    assert table.state == replayed(table, before, first)
    assert sum(table.state.table.laid_down) == (json.loads(move.action)["do"] == "lay")
    assert is_sound(table)


# The clock


def make_due(table):
    """Everything that waits is due, and the site was there all the time."""
    now = timezone.now()
    PromptRow.objects.filter(match=table.match, waits=True).update(due_at=now - timedelta(seconds=1))
    Pulse.objects.update_or_create(name="due", defaults={"at": now})


@pytest.mark.parametrize("number", range(3))
def test_the_clock_and_the_people_throw_at_once_and_each_card_is_one(app, number):
    table, random = splabbadap(str(number), pace=DAY), Random(number)
    before, first = table.state, table.match.move_count + 1
    make_due(table)
    jobs = [expiry.sweep] * 2
    for seat in (1, 2, 3, 4):
        prompt, browser = table.prompt(seat, "throw_in"), Browser(app, table.clients[seat])
        jobs.append(press(table, browser, prompt, Throw(random.choice(coloured(table, seat)))))
    random.shuffle(jobs)
    answers = [answer for answer in at_once(jobs, workers=6) if isinstance(answer, tuple)]
    expiry.sweep()  # what one held while the others passed by
    assert {status for status, _ in answers} <= {200, 409}
    moves = [move for move in table.moves() if move.number >= first]
    clocked = Counter(move.seat for move in moves if move.by == Move.By.CLOCK and '"throw"' in move.action)
    assert set(clocked.values()) <= {1}
    assert sum('"thrown_in"' in move.public for move in moves) == 1
    assert {move.seat for move in moves if '"throw"' in move.action} == {1, 2, 3, 4}
    assert table.state == replayed(table, before, first)
    assert is_sound(table)


@pytest.mark.parametrize("number", range(3))
def test_a_sweep_and_a_take_at_once_are_one_turn(app, number):
    table = party("don-martin", 3, ASK, seed=str(number), pace=DAY)
    put_table(table, TURN, lies="blompf-b@2")
    before, first, prompt = table.state, table.match.move_count + 1, table.prompt(0, "turn")
    make_due(table)
    take = press(table, Browser(app, table.clients[0]), prompt, Play("rumms-b.1"))
    answers = at_once([expiry.sweep, take, take, expiry.sweep], workers=4)
    expiry.sweep()
    assert {answer[0] for answer in answers if isinstance(answer, tuple)} <= {200, 409}
    turns = [move for move in table.moves() if move.number >= first and move.prompt == prompt.number]
    assert len(turns) == 1
    assert table.state == replayed(table, before, first)
    assert Match.objects.get(pk=table.match.pk).move_count == table.moves()[-1].number
    assert is_sound(table)


def test_the_clock_plays_the_rest_of_a_visit_at_its_time():
    """A take, the groups after it and the lead are due together: the clock lays nothing, and leads."""
    noon = datetime(2026, 5, 5, 12, tzinfo=UTC)
    with time_machine.travel(noon, tick=False) as traveller:
        Pulse.objects.create(name="due", at=noon)
        table = party("don-martin", 3, ASK, pace=DAY)
        put_table(table, TURN, lies="blompf-b@2")
        waiting = PromptRow.objects.filter(match=table.match, waits=True)
        due = waiting.get().due_at
        traveller.shift(timedelta(hours=5))
        Pulse.objects.update(at=timezone.now())
        answer(table, 0, "turn", Play("rumms-b.1"))
        assert list(waiting.values_list("seat__number", "kind", "due_at")) == [(0, "lay", due)]
        before = table.match.move_count
        traveller.move_to(due)
        Pulse.objects.update(at=due)
        expiry.sweep()
        moves = [move for move in table.moves() if move.number > before]
        assert [(move.seat, move.by, json.loads(move.action)["do"]) for move in moves] == [
            (0, Move.By.CLOCK, "keep"),
            (0, Move.By.CLOCK, "play"),
        ]
        assert list(waiting.values_list("seat__number", "kind", "due_at")) == [
            (1, "turn", due + timedelta(days=1))
        ]
        assert is_sound(table)


def test_the_groups_after_a_splabbadap_have_a_time_of_their_own():
    noon = datetime(2026, 5, 5, 12, tzinfo=UTC)
    with time_machine.travel(noon, tick=False) as traveller:
        table = splabbadap(pace=DAY)
        traveller.shift(timedelta(hours=20))
        for seat in (1, 2, 3, 4):
            answer(table, seat, "throw_in", Throw(coloured(table, seat)[0]))
        waiting = PromptRow.objects.filter(match=table.match, waits=True)
        due = noon + timedelta(hours=44)
        assert list(waiting.values_list("seat__number", "kind", "due_at")) == [(0, "lay", due)]
        traveller.shift(timedelta(hours=3))
        answer(table, 0, "lay", Keep())
        assert list(waiting.values_list("seat__number", "kind", "due_at")) == [(0, "lead", due)]

"""Reactions and votes of a whole table at once through the door: the log has one order, and the rules say the rest."""

import json
from collections import Counter
from datetime import UTC, datetime, timedelta
from functools import partial
from random import Random

import pytest
import time_machine

from games import catalog, expiry
from games.engine import face_of
from games.halt_mal_kurz.answers import Abstain, Lay, React, Vote
from games.halt_mal_kurz.assembly import tally
from games.halt_mal_kurz.parts import Ballot
from games.models import Match, Move, Pulse
from games.models import Prompt as PromptRow
from tests.games.racing import press, put_anew, replayed
from tests.games.scripts import form_for, party
from tests.games.test_races import Browser, at_once, is_sound, sessions
from tests.halt_mal_kurz.tables import lay_out

pytestmark = pytest.mark.django_db(transaction=True)

ROUNDS = 8
TWICE = 2  # each answer is sent so often
ASK = {"reactions": "ask"}
PILE = ("schnick-a", "schnick-p", "schnick-k", "group-a", "group-p", "group-k", "assembly-a", "assembly-p")


def put_table(table, hands, **laid):
    put_anew(table, lay_out(hands, **ASK, **laid))


def post(table, browsers, prompt, action):
    return press(table, browsers[prompt.seat], prompt, action)


def lay_now(table, browsers, seat, face):
    """The seat on turn lays a card that names nobody."""
    prompt = table.prompt(seat, "turn")
    card = next(card for card in table.state.hands[seat].cards if face_of(card) == face)
    status, _ = post(table, browsers, prompt, Lay(card))()
    assert status == 200
    table.match.refresh_from_db()


def drawn_by_the_rules(hands, wishes):
    """Kapitalismus with four who tie: the fitting lists clockwise with replacements, then two for each of the rest."""
    left, expected = list(PILE), {}
    for seat, cards in hands.items():
        if wishes[seat]:
            expected[seat] = [*(card for card in cards if card != "list-k"), left.pop(0)]
    for seat, cards in hands.items():
        if not wishes[seat]:
            expected[seat] = [*cards, left.pop(0), left.pop(0)]
    return expected


def test_five_holders_react_at_once_and_the_rules_decide(app):
    table = party("halt-mal-kurz", 5, ASK)
    browsers = {seat: Browser(app, client) for seat, client in table.clients.items()}
    random = Random(5)
    for _ in range(ROUNDS):
        held = random.sample(
            ["list-k nazi-p", "nazi-k list-k", "list-p nazi-a", "halt-p nazi-a", "swap-p halt-a"], 4
        )
        put_table(table, "/".join(["capitalism-k halt-k", *held]), pile=" ".join(PILE))
        lay_now(table, browsers, 0, "capitalism-k")
        before, first = table.state, table.match.move_count + 1
        assert [prompt.kind for prompt in before.owed()] == ["react"] * 4
        hands = {seat: held[seat - 1].split() for seat in range(1, 5)}
        wishes = {seat: "list-k" in hands[seat] and random.random() < 0.8 for seat in hands}
        jobs = [
            post(table, browsers, prompt, React(int(wishes[prompt.seat])))
            for prompt in before.owed()
            for _ in range(TWICE)
        ]
        random.shuffle(jobs)
        answers = at_once(jobs, workers=4)
        assert Counter(status for status, _ in answers) == {200: 4 * TWICE}
        table.match.refresh_from_db()
        moves = [move for move in table.moves() if move.number >= first]
        assert sorted(move.seat for move in moves) == [1, 2, 3, 4]  # each reaction once, in one order
        assert [move.public != "[]" for move in moves] == [False, False, False, True]
        after = table.state
        assert {
            seat: [face_of(card) for card in after.hands[seat].cards] for seat in hands
        } == drawn_by_the_rules(hands, wishes)
        assert after == replayed(table, before, first)
        assert is_sound(table)


def test_a_list_against_a_list_and_a_late_reaction_are_refused(app):
    table = party("halt-mal-kurz", 3, ASK)
    browsers = {seat: Browser(app, client) for seat, client in table.clients.items()}
    put_table(table, "capitalism-k halt-k/list-k nazi-p/list-k nazi-a")
    lay_now(table, browsers, 0, "capitalism-k")
    one, two = table.state.owed()
    late = post(table, browsers, two, React(1))
    assert [post(table, browsers, one, React(1))()[0], post(table, browsers, two, React(0))()[0]] == [
        200,
        200,
    ]
    count = len(table.moves())
    answers = at_once(
        [late] * 8 + [partial(late.func, late.args[0], {"do": "lay", "card": "list-k.2"})] * 8, workers=4
    )
    assert {status for status, _ in answers} == {409}
    assert len(table.moves()) == count
    assert is_sound(table)


def last_ballots(moves, codec):
    """The last vote of each seat in the log."""
    ballots = {}
    for move in moves:
        action = codec.action(move.action.encode())
        ballots[move.seat] = Ballot(action.giver, action.receiver) if isinstance(action, Vote) else Ballot()
    return ballots


@pytest.mark.parametrize("number", range(3))
def test_votes_from_two_tabs_changed_up_to_the_close_are_one_vote_each(app, number):
    table = party("halt-mal-kurz", 4, ASK, seed=str(number))
    mine = {seat: Browser(app, client) for seat, client in table.clients.items()}
    put_table(table, "assembly-k halt-k/nazi-k nazi-p/nazi-a police-a/swap-k swap-p")
    lay_now(table, mine, 0, "assembly-k")
    random, first = Random(number), table.match.move_count + 1
    tabs = {seat: sessions(app, table, seat, 2) for seat in (1, 2, 3)}
    jobs = []
    for seat, browsers in tabs.items():
        prompt = table.prompt(seat, "vote")
        for n in range(16):
            vote = Vote(*random.sample(range(4), 2)) if random.random() < 0.8 else Abstain()
            jobs.append(post(table, {seat: browsers[n % 2]}, prompt, vote))
    random.shuffle(jobs)
    jobs.insert(30, post(table, mine, table.prompt(0, "vote"), Vote(1, 2)))
    answers = at_once(jobs, workers=6)
    assert {status for status, _ in answers} <= {200, 409}
    moves = [move for move in table.moves() if move.number >= first]
    closing = [move for move in moves if '"tallied"' in move.public]
    assert len(closing) == 1
    assert closing[0] == moves[-1]  # nothing is counted after the close
    ballots = last_ballots(moves, catalog.codec(table.match.game))
    chosen, votes, cast = tally([ballots[seat] for seat in range(4)])
    told = next(event for event in json.loads(closing[0].public) if event["is"] == "tallied")
    assert (told["giver"], told["receiver"]) == ((chosen.giver, chosen.receiver) if chosen else (None, None))
    assert (told["votes"], told["cast"]) == (votes, cast)
    counts = [1, 2, 2, 2]
    if chosen:
        counts[chosen.giver] -= 1
        counts[chosen.receiver] += 1
    assert list(table.state.table.counts) == counts
    assert Match.objects.get(pk=table.match.pk).move_count == moves[-1].number
    assert is_sound(table)


def test_a_card_to_be_turned_and_a_turn_expire_together():
    """One due time for both: the clock turns the card with the hands off, draws, and leaves the others their time."""
    noon = datetime(2026, 5, 5, 12, tzinfo=UTC)
    with time_machine.travel(noon, tick=False) as traveller:
        Pulse.objects.create(name="due", at=noon)
        table = party("halt-mal-kurz", 3, ASK, pace=24 * 3600)
        put_table(table, "nazi-k halt-k halt-p/swap-k swap-p/swap-a halt-a")
        prompt = table.prompt(0, "turn")
        form_sent = form_for(table, prompt, Lay("nazi-k.1"))
        assert table.post(0, "answer", form_sent, prompt.number).status_code == 200
        waiting = PromptRow.objects.filter(match=table.match, waits=True)
        assert sorted(waiting.values_list("seat__number", "kind")) == [(1, "flip"), (1, "turn")]
        (due,) = set(waiting.values_list("due_at", flat=True))
        before = table.match.move_count
        traveller.move_to(due)
        Pulse.objects.update(at=due)
        assert expiry.sweep() == 1
        moves = [move for move in table.moves() if move.number > before and move.by == Move.By.CLOCK]
        assert [(move.seat, json.loads(move.action)["do"]) for move in moves] == [(1, "leave"), (1, "draw")]
        assert sorted(waiting.values_list("seat__number", "kind")) == [(2, "flip"), (2, "turn")]
        assert set(waiting.values_list("due_at", flat=True)) == {due + timedelta(days=1)}
        assert is_sound(table)

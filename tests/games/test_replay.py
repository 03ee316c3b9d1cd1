"""A finished match again: its steps, the check of its deal, its log; and whether tampering is found."""

import json
from io import StringIO

import pytest
from django.core.management import CommandError, call_command

from games import replay
from games.engine import face_of, seed_hash
from games.models import Hand, Match, Move
from tests.games.scripts import Party, everything_stored, finished, kangoeroe, party, play_on, text

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("with_toy")]

OF_A_FINISHED_MATCH = (("replay",), ("replay", 0), ("proof",), ("log-file",))


def verify(*codes: str) -> str:
    out = StringIO()
    call_command("verify", *codes, stdout=out)
    return out.getvalue()


@pytest.mark.parametrize("status", ["running", "frozen", "closed"])
@pytest.mark.parametrize("address", OF_A_FINISHED_MATCH)
def test_before_the_end_nothing_is_laid_open(status, address):
    table = kangoeroe()
    play_on(table.match, lambda state: state.last > 10)
    Match.objects.filter(pk=table.match.pk).update(status=status)
    for client in table.clients.values():
        assert client.get(table.url(*address)).status_code == 404


@pytest.mark.parametrize("address", OF_A_FINISHED_MATCH)
def test_a_finished_match_is_open_to_its_seats_alone(address, dora, sign_in):
    table = finished()
    assert sign_in(dora).get(table.url(*address)).status_code == 404
    for client in table.clients.values():
        answer = client.get(table.url(*address))
        assert answer.status_code == 200
        assert {"no-store", "private"} <= {part.strip() for part in answer["Cache-Control"].split(",")}


@pytest.mark.parametrize("slug", ["kangoeroe", "toy"])
def test_every_step_can_be_looked_at_with_all_hands_open(slug):
    table = finished(slug, 2)
    states = {position.move.number: position.state for position in replay.positions(table.match)}
    assert sorted(states) == list(range(table.match.move_count + 1))
    for number in states:
        page = text(table.clients[1].get(table.url("replay", number)))
        assert f"Move {number} of {table.match.move_count}" in page
        assert page.count('class="open-hand"') == 2
        if slug == "kangoeroe":
            assert page.count('class="word"') == sum(len(hand.cards) for hand in states[number].hands)
    assert states[number] == table.state
    last = table.match.move_count
    assert table.clients[1].get(table.url("replay", last + 1)).status_code == 404


def test_the_check_of_the_deal_shows_seed_fingerprint_and_the_hands_as_dealt():
    table = finished()
    page = text(table.clients[0].get(table.url("proof")))
    assert "The deal was fair" in page
    assert table.match.seed in page
    assert seed_hash(table.match.seed) in page
    before = text(table.clients[0].get(table.url("log")))
    assert seed_hash(table.match.seed) in before
    assert table.match.seed not in before


def test_the_fingerprint_is_there_from_the_first_move():
    table = kangoeroe()
    assert seed_hash(table.match.seed) in text(table.clients[0].get(table.url("log")))


@pytest.mark.parametrize("slug", ["kangoeroe", "toy"])
def test_the_log_as_a_file_is_enough_to_follow_the_match(slug):
    table = finished(slug, 3)
    answer = table.clients[2].get(table.url("log-file"))
    log = json.loads(answer.content)
    assert answer["Content-Disposition"] == f'attachment; filename="{slug}-{table.code}.json"'
    assert [move["number"] for move in log["moves"]] == list(range(table.match.move_count + 1))
    assert log["seed_sha256"] == seed_hash(log["seed"])
    assert [seat["number"] for seat in log["seats"]] == [0, 1, 2]
    moves = {move.number: move for move in table.match.moves.all()}
    for line in log["moves"][1:]:
        assert line["action"] == json.loads(moves[line["number"]].action)
    assert not any(name in text(answer) for name in ("Alice", "Bob", "Cleo"))
    if slug == "kangoeroe":
        dealt = [
            card for seat in log["moves"][0]["events_by_seat"].values() for card in seat[0].get("cards", [])
        ]
        assert all(face_of(card) in "rogbp" for card in dealt)


# Checking


def test_sound_matches_are_found_sound_running_ones_too():
    running = kangoeroe(3)
    play_on(running.match, lambda state: state.last > 9)
    toy = party("toy", 3)
    play_on(toy.match, lambda state: state.last > 12)
    over = finished()
    before = everything_stored()
    assert verify().count("as stored") == 2
    said = verify(running.code, toy.code, over.code)
    assert said.count("as stored") == 3
    assert f"{over.code}: {over.match.move_count} moves, as stored" in said
    assert everything_stored() == before


def test_a_code_of_no_match_is_named():
    with pytest.raises(CommandError, match="xyz: no such match"):
        verify("xyz")


def other_card(table: Party, move: Move) -> str:
    return move.action.replace(json.loads(move.action)["card"], "r.77")


def change_action(table: Party) -> None:
    """Another card of the same hand."""
    for move in table.moves():
        action = json.loads(move.action)
        if action["do"] != "hop":
            continue
        position = next(p for p in replay.positions(table.match) if p.move.number == move.number - 1)
        for card in position.state.hands[move.seat].cards:
            if face_of(card) != face_of(action["card"]):
                Move.objects.filter(pk=move.pk).update(action=json.dumps({**action, "card": card}))
                return


def change_hand(table: Party, seat: int | None = 0) -> None:
    row = Hand.objects.get(match=table.match, seat__number=seat) if seat is not None else stock(table)
    zone = json.loads(row.zone)
    key = "cards" if seat is not None else "pile"
    zone[key] = [*zone[key][:-1], "r.99"]
    Hand.objects.filter(pk=row.pk).update(zone=json.dumps(zone))


def stock(table: Party) -> Hand:
    return Hand.objects.get(match=table.match, seat=None)


def swap_hands(table: Party) -> None:
    one, two = (table.hand(seat) for seat in (0, 1))
    Hand.objects.filter(pk=one.pk).update(zone=two.zone)
    Hand.objects.filter(pk=two.pk).update(zone=one.zone)


def update_match(**fields: object):
    def tamper(table: Party) -> None:
        Match.objects.filter(pk=table.match.pk).update(**fields)

    return tamper


def update_move(number: int, **fields: object):
    def tamper(table: Party) -> None:
        Move.objects.filter(match=table.match, number=number).update(**fields)

    return tamper


def move_figures(table: Party) -> None:
    laid = json.loads(table.match.table)
    laid["figures"] = [(seat + 1) % 2 for seat in laid["figures"]]
    update_match(table=json.dumps(laid))(table)


def forget(number: int):
    def tamper(table: Party) -> None:
        count = table.match.move_count
        Move.objects.filter(match=table.match, number=number if number >= 0 else count).delete()

    return tamper


def forget_all(table: Party) -> None:
    table.match.moves.all().delete()


def change_private(table: Party) -> None:
    move = next(move for move in table.moves() if move.private)
    (seat, events), *_ = move.private.items()
    events[0]["cards"] = ["r.99"]
    Move.objects.filter(pk=move.pk).update(private={seat: events})


TAMPERS = {
    "another card of the hand was played": change_action,
    "the seed": update_match(seed="0" * 64),
    "the seed by one letter": lambda table: update_match(seed=table.match.seed[:-1] + "!")(table),
    "a card of a hand": change_hand,
    "a card of the pile": lambda table: change_hand(table, None),
    "two hands are exchanged": swap_hands,
    "figures on the table": move_figures,
    "who is asked": update_match(prompts='[{"number":11,"seat":0,"kind":"defend"}]'),
    "the highest prompt": update_match(last_prompt=99),
    "how many moves there were": update_match(move_count=99),
    "the options": update_match(options='{"first":1,"defence":"ask"}'),
    "what seats said before the deal": update_match(told="[{},{},{}]"),
    "what everybody was told": update_move(2, public="[]"),
    "what everybody was told of the deal": update_move(0, public="[]"),
    "what one seat was told": change_private,
    "who moved": update_move(3, seat=5),
    "what was answered": update_move(3, prompt=1),
    "an answer that nobody can read": update_move(3, action="{"),
    "an answer of another game": update_move(3, action='{"do":"seal","card":"moon.1"}'),
    "an answer that is not allowed": update_move(3, action='{"do":"hop","card":"r.99"}'),
    "a move is gone": forget(3),
    "the first move is gone": forget(1),
    "the last move is gone": forget(-1),
    "the deal is gone": forget(0),
    "the whole log is gone": forget_all,
}


@pytest.mark.parametrize("what", TAMPERS)
def test_tampering_is_found(what):
    table = kangoeroe()
    play_on(table.match, lambda state: state.last > 10)
    before = everything_stored()
    TAMPERS[what](table)
    assert everything_stored() != before
    table.match.refresh_from_db()
    with pytest.raises(CommandError, match=rf"{table.code}: move \d+: \w+"):
        verify(table.code)


@pytest.mark.parametrize(
    "what", ["the seed", "a move is gone", "the last move is gone", "the whole log is gone", "who moved"]
)
def test_a_finished_match_that_does_not_add_up_says_so_on_its_pages(what):
    table = finished()
    TAMPERS[what](table)
    answer = table.clients[0].get(table.url("proof"))
    assert answer.status_code == 200
    assert "This match does not add up" in text(answer)
    step = table.clients[0].get(table.url("replay", table.match.move_count))
    assert (step.status_code, step["Location"]) == (302, table.url("proof"))
    assert table.clients[0].get(table.url("match")).status_code == 200
    assert table.clients[0].get(table.url("log-file")).status_code == 200


def test_one_bad_match_does_not_hide_another():
    tables = [kangoeroe() for _ in range(3)]
    for table in tables:
        play_on(table.match, lambda state: state.last > 5)
    for table in tables[:2]:
        update_match(seed="x")(table)
    with pytest.raises(CommandError) as error:
        verify()
    assert all(table.code in str(error.value) for table in tables[:2])
    assert tables[2].code not in str(error.value)

"""What a game asks about the others at a table: voted on their faces, kept with the seat, dealt as a number."""

import json
import re

import pytest

from games import lobby, replay, seating
from games.catalog import codec
from games.don_martin.events import DealerChosen
from games.engine import Choice, Field
from games.models import Match, Move
from tests.engine import toy
from tests.games.scripts import Queries, person, play_on, poll_url, text
from tests.games.test_lobby import ask, do, row_of, seat_all, sitting, table

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("with_toy")]

FAVOURITE = Field("favourite", "one", tuple(Choice(seat, seat=seat) for seat in range(5)), blank=True)
LEGEND = "<legend>favourite</legend>"


@pytest.fixture(autouse=True)
def asks(monkeypatch):
    """The toy game asks for luck and for one of the others."""
    monkeypatch.setattr(toy.Toy, "asks", (*toy.Toy.asks, FAVOURITE))


@pytest.fixture
def match(alice, bob, cleo) -> Match:
    """Alice's table with Bob, Cleo and a bot."""
    made = table(alice, "toy", seats=5, bots=1)
    seat_all(made, bob, cleo)
    return made


def look(client, match) -> str:
    return text(client.get(f"/m/{match.code}/"))


def vote(client, match, row, **more) -> int:
    return do(client, match, "told", **{"ask-favourite": row, **more}).status_code


def voted(match, who) -> dict:
    return match.seats.get(person=who).told


def ballot(page: str) -> list[tuple[str, bool]]:
    """The rows that can be voted for, and whether each is chosen; "" for nobody."""
    found = re.findall(r'name="ask-favourite" value="(\d*)"( checked)?', page)
    return [(row, bool(chosen)) for row, chosen in found]


# Asked of whom, about whom


def test_the_choices_are_the_faces_of_the_others_bots_too_and_nobody(match, alice, bob, cleo, sign_in):
    page = look(sign_in(bob), match)
    bot = match.seats.get(bot=True).pk
    rows = [row for row, _ in ballot(page)]
    assert rows == [str(row_of(match, alice)), str(bot), str(row_of(match, cleo)), ""]
    boxes = re.search(rf"{LEGEND}.*?</fieldset>", page, re.S)[0]
    assert boxes.count('class="stamp') == 3 and "<small>bot</small>" in boxes and "Bob" not in boxes
    assert page.count("Nobody sees whom you choose.") == 1


def test_it_is_asked_once_there_are_others(alice, bob, sign_in):
    match, client = table(alice, "toy"), sign_in(alice)
    assert "<legend>luck</legend>" in look(client, match) and LEGEND not in look(client, match)
    seat_all(match, bob)
    assert LEGEND in look(client, match)


def test_whoever_does_not_sit_there_yet_is_not_asked_about_seats(match, dora, sign_in):
    ask(match, dora)
    for page in (look(sign_in(dora), match), text(sign_in(dora).get(f"/i/{match.invite}/"))):
        assert "<legend>luck</legend>" in page and LEGEND not in page


@pytest.mark.parametrize("way", ["join", "link"])
def test_a_vote_that_was_slipped_into_sitting_down_does_not_count(match, alice, dora, sign_in, way):
    form = {"ask-luck": "3", "ask-favourite": row_of(match, alice), "do": "sit"}
    ask(match, dora)
    where = f"/i/{match.invite}/" if way == "link" else f"/m/{match.code}/table/join/"
    assert sign_in(dora).post(where, form).status_code == 303
    assert voted(match, dora) == {"luck": 3}


@pytest.mark.parametrize("slug", ["toy", "don-martin"])
def test_practice_and_a_new_table_ask_nobody(alice, sign_in, slug):
    for where in (f"/practice/{slug}/", f"/new/{slug}/"):
        assert "ask-" not in text(sign_in(alice).get(where))


# Voting


def test_a_vote_is_kept_changed_and_taken_back_without_scripts(match, alice, bob, cleo, sign_in):
    client, first, second = sign_in(bob), row_of(match, alice), match.seats.get(bot=True).pk
    assert [row for row, chosen in ballot(look(client, match)) if chosen] == [""]
    for row, kept in ((first, {"favourite": first}), (second, {"favourite": second}), ("", {})):
        assert vote(client, match, row) == 303
        assert voted(match, bob) == kept
        assert [one for one, chosen in ballot(look(client, match)) if chosen] == [str(row)]


def test_what_is_asked_besides_is_kept_in_the_same_form(match, alice, bob, sign_in):
    client, row = sign_in(bob), row_of(match, alice)
    vote(client, match, row, **{"ask-luck": "7"})
    assert voted(match, bob) == {"luck": 7, "favourite": row}
    do(client, match, "told", **{"ask-luck": "2"})  # a page from before there was anybody to vote for
    assert voted(match, bob) == {"luck": 2, "favourite": row}


@pytest.mark.parametrize(
    ("whom", "words"),
    [
        ("myself", "Nobody names themselves here."),
        ("another table", "Nobody sits there any more."),
        ("left", "Nobody sits there any more."),
        ("0", "Nobody sits there any more."),
        ("-1", "That choice is not there."),
        ("1; DROP", "That choice is not there."),
        ("9" * 40, "That choice is not there."),
    ],
)
def test_what_is_not_offered_is_refused_in_words_and_changes_nothing(
    match, alice, bob, cleo, dora, sign_in, whom, words
):
    client, row = sign_in(bob), row_of(match, alice)
    vote(client, match, row)
    sent = {
        "myself": row_of(match, bob),
        "another table": row_of(table(dora, "toy"), dora),
        "left": row_of(match, cleo),
    }.get(whom, whom)
    if whom == "left":
        seating.take_back(match.code, cleo)
    answer = do(client, match, "told", **{"ask-favourite": sent})
    assert answer.status_code == 422 and words in text(answer)
    assert voted(match, bob) == {"favourite": row}


def test_strangers_and_those_who_were_only_asked_have_no_vote(match, alice, dora, sign_in):
    ask(match, dora)
    assert vote(sign_in(dora), match, row_of(match, alice)) == 404


def test_after_the_deal_it_is_too_late(match, alice, bob, sign_in):
    lobby.start(match.code, alice)
    assert vote(sign_in(bob), match, row_of(match, alice)) == 409


# Who sees what


def test_nobody_else_notices_a_vote(match, alice, bob, cleo, sign_in):
    hers = sign_in(cleo)
    before = hers.get(f"/m/{match.code}/")
    for row in (row_of(match, alice), row_of(match, cleo), ""):
        vote(sign_in(bob), match, row)
        poll = sign_in(cleo).get(poll_url(before))
        assert poll.status_code == 204
        assert ballot(look(hers, match)) == ballot(text(before))
    match.refresh_from_db()
    assert (match.talk_count, match.told) == (2, "[]")  # Bob and Cleo sat down, and that is all


# Seats that come, leave and move


def test_votes_stay_with_their_seat_when_others_leave_and_numbers_close_up(match, alice, bob, cleo, sign_in):
    client = sign_in(alice)
    vote(client, match, row_of(match, cleo))
    seating.take_back(match.code, bob)
    assert sitting(match) == ["Alice", "bot", "Cleo"]
    assert [row for row, chosen in ballot(look(client, match)) if chosen] == [str(row_of(match, cleo))]
    lobby.start(match.code, alice)
    assert dealt_with(match) == [{"favourite": 2}, {}, {}]


def test_whoever_comes_later_can_be_voted_for(alice, bob, sign_in):
    match = table(alice, "toy", bots=2)
    page = look(sign_in(alice), match)
    seat_all(match, bob)
    assert str(row_of(match, bob)) not in [row for row, _ in ballot(page)]
    assert vote(sign_in(alice), match, row_of(match, bob)) == 303


@pytest.mark.parametrize("how", ["gets up", "sent away", "the account is gone", "comes back"])
def test_a_vote_for_somebody_who_left_counts_as_none(match, alice, bob, cleo, sign_in, how):
    client = sign_in(bob)
    vote(client, match, row_of(match, cleo))
    if how == "sent away":
        lobby.remove(match.code, alice, row_of(match, cleo))
    elif how == "the account is gone":
        cleo.delete()
    else:
        seating.take_back(match.code, cleo)
    if how == "comes back":  # to another seat
        seat_all(match, cleo)
    assert [row for row, chosen in ballot(look(client, match)) if chosen] == [""]
    lobby.start(match.code, alice)
    assert not any(dealt_with(match))


# The deal


def dealt_with(match) -> list[dict]:
    match.refresh_from_db()
    return json.loads(match.told)


@pytest.mark.parametrize(
    ("votes", "event"),
    [
        ({"Alice": 2, "Cleo": 1, "Bob": 2}, {"seat": 2, "votes": 2}),
        ({"Bob": 3}, {"seat": 3, "votes": 1}),  # a bot, though three votes are open
        ({}, {"votes": 0}),
    ],
    ids=["most votes", "a bot", "nobody voted"],
)
@pytest.mark.parametrize("auto_start", [False, True])
def test_the_dealer_is_whom_the_table_chose_and_the_deal_can_be_played_again(
    alice, bob, cleo, sign_in, votes, event, auto_start
):
    match = table(alice, "don-martin", seats=5, auto_start=auto_start)
    seat_all(match, bob, cleo)
    lobby.fill_with_bots(match.code, alice, 1)
    people = {"Alice": alice, "Bob": bob, "Cleo": cleo}
    rows = list(match.seats.order_by("number").values_list("pk", flat=True))
    for name, seat in votes.items():
        answer = do(sign_in(people[name]), match, "told", **{"ask-dealer": rows[seat]})
        assert answer.status_code == 303
    if auto_start:
        seat_all(match, person("Emil"))  # whose own vote is open when it begins
    else:
        lobby.start(match.code, alice)
    seated = [{"dealer": votes[name]} if name in votes else {} for name in ("Alice", "Bob", "Cleo")]
    assert dealt_with(match) == [*seated, *[{}] * (2 if auto_start else 1)]
    deal = Move.objects.get(match=match, number=0)
    chosen = next(one for one in codec("don-martin").events(deal.public) if isinstance(one, DealerChosen))
    assert {name: getattr(chosen, name) for name in event} == event
    play_on(match, lambda state: state.last > 6)
    assert replay.verify(match) == match.move_count


def test_a_rematch_asks_anew(alice, bob, cleo, sign_in):
    match = table(alice, "toy")
    seat_all(match, bob, cleo)
    vote(sign_in(bob), match, row_of(match, cleo))
    lobby.start(match.code, alice)
    play_on(match)
    sign_in(bob).post(f"/m/{match.code}/rematch/")
    sign_in(cleo).post(f"/m/{match.code}/rematch/")
    again = match.rematches.get()
    assert [seat.told for seat in again.seats.all()] == [{}, {}]
    assert [row for row, chosen in ballot(look(sign_in(bob), again)) if chosen] == [""]


# What it costs


def test_votes_cost_as_many_queries_with_five_seats_as_with_two(alice, sign_in):
    match, client, costs = table(alice, "toy", seats=5), sign_in(alice), []
    client.get(f"/m/{match.code}/")
    for name in ("Bob", "Cleo", "Emil", "Fay"):
        guest = person(name)
        seat_all(match, guest)
        with Queries() as page:
            client.get(f"/m/{match.code}/")
        with Queries() as told:
            assert vote(client, match, row_of(match, guest)) == 303
        costs.append((len(page), len(told)))
    assert len(set(costs)) == 1, costs
    assert costs[0][0] <= 11

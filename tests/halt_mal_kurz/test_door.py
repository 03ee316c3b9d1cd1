"""What the rulings say of orders and of bots, through the door and the lobby. D is a ruling of the house."""

import json

import pytest
from msgspec.structs import replace

from games import lobby
from games.halt_mal_kurz.answers import HITS, MOST_WORDS
from games.models import Hand, Match, Move
from quotes.models import Words
from tests.games.scripts import party, person, put_state

from .tables import lay_out, prompt_of

pytestmark = pytest.mark.django_db

PACE = 86400
HANDS = "halt-p nazi-p nazi-a/list-p nazi-k nazi-a/schnick-k schnick-p"


def table_of_three(hands=HANDS, **options):
    """Three people, laid out anew under a prompt number that was not used yet."""
    table = party("halt-mal-kurz", 3, options)
    state, last = lay_out(hands, **options), table.match.last_prompt + 1
    (turn,) = state.prompts
    put_state(table.match, replace(state, prompts=(replace(turn, number=last),), last=last))
    return table


def lists(word):
    """The form for the orders about lists, the same for every kind of hit."""
    return {"part": "lists", **{f"list-{hit}": word for hit in HITS}}


def lay(table, seat, face, target):
    prompt = table.prompt(seat, "turn")
    card = next(card for card in table.state.hands[seat].cards if card.startswith(face))
    form = {"do": "lay", "card": card, "target": str(target), "delivery": "plain"}
    assert table.answer(seat, prompt.number, form).status_code == 200


@pytest.mark.parametrize("order", ["use", "never", "ask"])
@pytest.mark.parametrize(("sent", "used"), [("0", 0), ("1", 1)])
def test_orders_changed_while_a_question_is_open_leave_it_and_its_form_alone(order, sent, used):  # D
    table = table_of_three(reactions="ask")
    lay(table, 0, "halt-p", 1)
    before, prompt = table.state, table.prompt(1, "react")
    assert table.post(1, "orders", lists(order)).status_code == 200
    assert json.loads(table.hand(1).orders)["receive"] == order
    assert table.state == before  # the question stays, whatever the order says now
    answer = table.answer(1, prompt.number, {"do": "react", "wish": sent, "delivery": "plain"})
    assert answer.status_code == 200
    (move,) = Move.objects.filter(match=table.match, prompt=prompt.number)
    assert (move.by, json.loads(move.action)["wish"]) == (Move.By.PLAYER, used)
    assert ('"is":"list"' in move.public) == bool(used)


def test_what_is_written_with_a_list_is_kept_as_a_text_and_told_by_its_number():
    table = table_of_three(reactions="ask")
    lay(table, 0, "halt-p", 1)
    form = {"do": "react", "wish": "1", "delivery": "sung", "words": "Not today!"}
    number = table.prompt(1, "react").number
    assert table.answer(1, number, form | {"words": "x" * (MOST_WORDS + 1)}).status_code == 422
    assert table.answer(1, number, form).status_code == 200
    (row,) = Words.objects.filter(text="Not today!")
    public = json.loads(Move.objects.get(match=table.match, prompt=number).public)
    (told,) = [event for event in public if event["is"] == "list"]
    assert (told["words"], told["delivery"]) == (row.pk, "sung")


@pytest.mark.parametrize("order", ["use", "never"])
def test_orders_changed_in_time_answer_the_next_question(order):  # D put to a prompt when it opens
    table = table_of_three(reactions="ask")
    table.post(1, "orders", lists(order))
    lay(table, 0, "halt-p", 1)
    assert Move.objects.filter(match=table.match, by=Move.By.ORDERS).count() == 1
    assert prompt_of(table.state, 1, "turn")


@pytest.mark.parametrize(
    "form", [lists("never"), {"part": "throws", "throw-1": "rock"}], ids=["lists", "throws"]
)
@pytest.mark.parametrize("asked", [False, True], ids=["between questions", "while one is open"])
def test_orders_are_changed_at_any_time_and_nobody_else_can_tell(form, asked):  # D any time, unseen
    table = table_of_three(reactions="ask")
    if asked:
        lay(table, 0, "halt-p", 1)

    def seen():
        rows = Hand.objects.filter(match=table.match, seat__isnull=False).order_by("seat__number")
        return Match.objects.get(pk=table.match.pk).changed, list(rows.values_list("changed", flat=True))

    pages = {seat: table.page(seat) for seat in (0, 1, 2)}
    match, hands = seen()
    assert table.post(1, "orders", form).status_code == 200
    assert seen() == (match, [hands[0], hands[1] + 1, hands[2]])
    assert [table.poll(pages[seat]) for seat in (0, 2)] == [204, 204]
    assert table.poll(pages[1]) != 204


@pytest.mark.parametrize("round_", range(4))
def test_a_bot_has_never_eaten_a_praline_and_names_no_throws(round_):  # D
    """Seated in the lobby or to fill the table: whoever ate one, however long ago, starts before all of them."""
    host = person("Ada")
    match = lobby.create(host, "halt-mal-kurz", seats=4, bots=2, pace=PACE, options={})
    lobby.tell(match.code, host, {"praline": "longer", "throw_1": "rock"})
    lobby.start(match.code, host, "bots")
    match.refresh_from_db()
    mine = match.seats.get(person=host).number
    bots = match.seats.filter(bot=True).values_list("number", "told")
    told = json.loads(match.told)
    assert [(said, told[seat]) for seat, said in bots] == [({}, {})] * 3
    (starts,) = [one for one in json.loads(match.moves.get(number=0).public) if one["is"] == "starts"]
    assert (starts["seat"], starts["why"], "tied" in starts) == (mine, "praline", False)

"""What the rulings say of orders and of bots, through the door and the lobby. D is a ruling of the house."""

import json
import re

import pytest
from django.test import Client
from msgspec.structs import replace

from games import lobby, seating
from games.halt_mal_kurz.answers import HITS, MOST_WORDS
from games.models import Hand, Match, Move
from quotes.models import Words
from tests.engine.tables import prompt_of
from tests.games.scripts import party, person, put_state, text

from .tables import lay_out, play

pytestmark = pytest.mark.django_db

PACE = 86400
HANDS = "halt-p nazi-p nazi-a/list-p nazi-k nazi-a/schnick-k schnick-p"


def table_of_three(hands=HANDS, *answers, turn=0, **options):
    """Three people, laid out anew under a prompt number that was not used yet, after these answers."""
    table = party("halt-mal-kurz", 3, options)
    state, last = lay_out(hands, turn=turn, **options), table.match.last_prompt + 1
    (asked,) = state.prompts
    state = replace(state, prompts=(replace(asked, number=last),), last=last)
    put_state(table.match, play(state, *answers).state)
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
    seating.tell(match.code, host, {"praline": "longer", "throw_1": "rock"})
    lobby.start(match.code, host, "bots")
    match.refresh_from_db()
    mine = match.seats.get(person=host).number
    bots = match.seats.filter(bot=True).values_list("number", "told")
    told = json.loads(match.told)
    assert [(said, told[seat]) for seat, said in bots] == [({}, {})] * 3
    (starts,) = [one for one in json.loads(match.moves.get(number=0).public) if one["is"] == "starts"]
    assert (starts["seat"], starts["why"], "tied" in starts) == (mine, "praline", False)


# What the page says


def page_of(hands, *answers, seat=0, **more):
    """The page of a seat where the table stands after these answers."""
    return text(table_of_three(hands, *answers, **more).page(seat))


WAITS = "list-k halt-a/nazi-k halt-p/{} nazi-a"
LAID = "1 lay nazi-k"


@pytest.mark.parametrize(
    ("hands", "answers", "kinds", "heading"),
    [
        (WAITS.format("schnick-k"), (LAID, "2 plan schnick-k >0"), ["throw", "flip"], "challenges you"),
        (WAITS.format("swap-k"), (LAID, "2 plan swap-k >0"), ["react", "flip"], "plays Ach"),
        (WAITS.format("assembly-k"), (LAID, "2 plan assembly-k"), ["vote", "flip"], "Assembly"),
        (
            WAITS.format("assembly-k"),
            (LAID, "2 plan assembly-k", "0 vote 1>2"),
            ["flip", "vote"],  # what is answered and can only be changed comes last
            "card waits: turn it",
        ),
        (
            WAITS.format("schnick-k"),
            (LAID, "2 plan schnick-k >0", "0 flip"),
            ["slap", "throw"],  # a slap that runs stays first
            "Quick",
        ),
        (WAITS.format("halt-k"), (LAID, "2 plan-draw"), ["flip", "turn"], "first turn the cards that wait"),
    ],
)
def test_the_question_of_the_heading_comes_first(hands, answers, kinds, heading):
    page = page_of(hands, *answers, turn=1, reactions="ask")
    assert re.findall(r'<form class="move"[^>]* data-kind="(\w+)"', page) == kinds
    assert heading in re.search(r'<h1 id="state"[^>]*>(.*?)</h1>', page, re.S)[1]


@pytest.mark.parametrize(
    ("card", "answer", "said", "unsaid"),
    [
        ("assembly-k", "0 vote 1>2", "has voted", "sealed"),
        ("schnick-k >1", "0 throw r", "sealed", "has voted"),
    ],
)
def test_votes_are_open_and_throws_are_sealed(card, answer, said, unsaid):
    seats = page_of(f"{card.split()[0]} halt-a/halt-p nazi-a/halt-k", f"0 lay {card}", answer, seat=1)
    seats = seats[seats.index('<section class="seats"') :].partition("</section>")[0]
    assert said in seats and unsaid not in seats


def test_the_seconds_of_a_window_are_said_and_no_time_of_the_day():
    """In the page as it is sent, so for those without scripts too."""
    page = page_of("list-k halt-a/halt-p nazi-p/nazi-k nazi-a", "2 lay nazi-k", "0 flip", turn=2)
    status = re.search(r'<p class="due.*?</p>', page, re.S)[0]
    assert "4 seconds left" in status and "then: your hands are off" in status
    assert "<time" not in status and "minute" not in status
    assert "From turning the card you have 4 seconds." in page


def test_somebody_without_a_timer_is_told_of_no_seconds():
    table = table_of_three("list-k halt-a/halt-p nazi-p/nazi-k nazi-a", "2 lay nazi-k", turn=2)
    alice = table.match.seats.get(number=0).person
    alice.no_timer = True
    alice.save()
    table.answer(0, table.prompt(0, "flip").number, {"do": "flip"})
    page = text(table.page(0))
    assert 'id="slap"' in page and "No deadline" in page
    assert "seconds" not in re.search(r'<p class="due.*?</p>', page, re.S)[0]
    assert "From turning the card" not in page


ON_TIE = "Your throws, for the case that the praline ties"


@pytest.mark.parametrize(
    ("starts", "praline", "throws", "fold"),
    [("praline", True, 3, True), ("schnick", False, 3, False), ("random", False, 0, False)],
)
def test_only_what_can_decide_who_starts_is_asked(starts, praline, throws, fold):
    host = person("Ada")
    match = lobby.create(host, "halt-mal-kurz", seats=3, bots=0, pace=PACE, options={"starts": starts})
    seated = Client()
    seated.force_login(host)
    for page in (Client().get(f"/i/{match.invite}/"), seated.get(f"/m/{match.code}/")):
        found = text(page)
        assert ('name="ask-praline"' in found) is praline
        assert len(set(re.findall(r'name="(ask-throw_\d)"', found))) == throws
        inside = re.search(rf'<details class="fold"><summary>{ON_TIE}</summary>(.*?)</details>', found, re.S)
        assert (inside is not None) is fold
        assert not fold or len(set(re.findall(r'name="(ask-[^"]*)"', inside[1]))) == throws


def test_never_can_be_said_of_pralines_in_one_way():
    match = lobby.create(person("Ada"), "halt-mal-kurz", seats=3, bots=0, pace=PACE, options={})
    found = text(Client().get(f"/i/{match.invite}/"))
    choices = re.findall(r'name="ask-praline".*?<span>(.*?)</span>', found)
    assert [one for one in choices if "never" in one] == ["never, or I do not say"]
    assert len(choices) == 6


@pytest.mark.parametrize(
    ("answers", "first"),
    [
        (("lay", "draw"), "Bob lays kangaroo Halt mal kurz and names you."),
        (("draw", "draw"), "Bob draws 2 cards."),  # nothing was done to me
    ],
)
def test_what_others_did_comes_before_what_i_did_myself(answers, first):
    table = table_of_three("capitalism-k halt-a/halt-k nazi-p/swap-k nazi-a")
    lay(table, 0, "capitalism", 1)
    for seat, how in enumerate(answers, 1):
        if how == "lay":
            lay(table, seat, "halt", 0)
        else:
            table.answer(seat, table.prompt(seat, "turn").number, {"do": "draw"})
    told = re.search(r'<span class="first">(.*?)</span></summary>', text(table.page(0)), re.S)[1]
    assert " ".join(re.sub(r"<[^>]+>", " ", told).split()).replace(" .", ".").startswith(first)

"""People at a table: seating them, answering as a page does, and jumping ahead."""

import json
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from random import Random
from typing import Any

import msgspec
from django.core import serializers
from django.db import connection, transaction
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from accounts.models import Tie, User
from games import catalog, dealing
from games.desk import Desk, load
from games.engine import Offer, Prompt, State, Way
from games.models import Hand, Match, Message, Move, Seat
from games.models import Prompt as PromptRow
from quotes.models import Card, Deck, Words
from tests.engine.players import Nothing, fill, random_action

HTMX = {"HX-Request": "true"}
ASK = {"first": 0, "defence": "ask"}
CAST = ("Alice", "Bob", "Cleo", "Emil", "Fay", "Gus")
MARK_OF_THE_MOMENT = re.compile(r"(/report/\w+/\d+/)[^/]+/")
NOTICE_OF_TIME = re.compile(r'csrfmiddlewaretoken" value="[^"]*"|/p/[^/"]*/')


@dataclass
class Party:
    """A match with a signed-in browser for every person in it."""

    match: Match
    clients: dict[int, Client]

    @property
    def code(self) -> str:
        return self.match.code

    @property
    def game(self) -> Any:
        return catalog.GAMES[self.match.game]

    @property
    def state(self) -> State[Any, Any, Any]:
        return state_of(self.match)

    def owed(self, seat: int | None = None, kind: str = "") -> Prompt:
        """The first open prompt without an answer, of a seat or a kind where one is named."""
        return next(p for p in self.state.owed() if seat in (None, p.seat) and kind in ("", p.kind))

    def ready(self, seat: int | None = None) -> Prompt:
        """The first open prompt that can be answered now."""
        state = self.state
        owed = [p for p in state.owed() if seat in (None, p.seat)]
        return next(p for p in owed if self.game.ready(state.view(p.seat), p))

    def prompt(self, seat: int, kind: str) -> Prompt:
        """An open prompt, answered or not."""
        return next(p for p in self.state.prompts if p.seat == seat and p.kind == kind)

    def offer(self, prompt: Prompt) -> Offer:
        return self.game.offer(self.state.view(prompt.seat), prompt)

    def page(self, seat: int, htmx: bool = False) -> Any:
        return self.clients[seat].get(self.url("match"), headers=HTMX if htmx else {})

    def url(self, name: str, *args: Any) -> str:
        return reverse(name, args=[self.code, *args])

    def post(self, seat: int, name: str, form: dict[str, Any], *args: Any, htmx: bool = True) -> Any:
        return self.clients[seat].post(self.url(name, *args), form, headers=HTMX if htmx else {})

    def answer(self, seat: int, number: int, form: dict[str, Any], htmx: bool = True) -> Any:
        rewinds = {"rewinds": self.match.rewinds} if self.match.rewinds else {}
        return self.post(seat, "answer", form | rewinds, number, htmx=htmx)

    def poll(self, page: Any) -> int:
        """What "has anything changed" says to the page somebody has in front of them."""
        return Client().get(poll_url(page)).status_code

    def moves(self, **such: Any) -> list[Move]:
        """The log without the deal."""
        return list(Move.objects.filter(match=self.match, number__gt=0, **such).order_by("number"))

    def hand(self, seat: int) -> Hand:
        return Hand.objects.get(match=self.match, seat__number=seat)


def poll_url(page: Any) -> str:
    found = re.search(r'data-poll="([^"]+)"', text(page))
    assert found, "no address to ask whether anything has changed"
    return found[1]


def text(response: Any) -> str:
    return response.content.decode()


def same_at_any_time(response: Any) -> str:
    """A page without what is drawn or signed anew each time."""
    return MARK_OF_THE_MOMENT.sub(r"\1", NOTICE_OF_TIME.sub("", text(response)))


# Sitting down


def person(name: str) -> User:
    return User.objects.create(name=name)


def people(count: int) -> list[User]:
    return [person(name) for name in CAST[:count]]


def sit_down(
    game: str,
    at_the_table: Sequence[User | None],
    options: dict[str, Any] | None = None,
    seed: str = "",
    told: Any = None,
    pace: int = 0,
) -> Match:
    """Deal a match to people; None is a bot's seat. pace: seconds a prompt, 0 for no deadlines."""
    kind = catalog.GAMES[game]
    chosen = msgspec.convert(options or {}, kind.options_type)
    match = Match(game=game, rules=kind.version, options=json.dumps(options or {}), pace=pace)
    if seed:
        match.seed = f"the secret seed {seed}"
    rows = [
        Seat(match=match, number=n, person=who, bot=who is None, name=str(who or f"Bot {n}"), face=n)
        for n, who in enumerate(at_the_table)
    ]
    with transaction.atomic():
        dealing.deal(match, rows, chosen, [deck()] if kind.from_decks else ())
    return match


def party(
    game: str,
    seats: int,
    options: dict[str, Any] | None = None,
    *,
    bots: int = 0,
    seed: str = "1",
    pace: int = 0,
) -> Party:
    """A match of so many people, then so many bots, each person with a browser."""
    guests = people(seats)
    match = sit_down(game, [*guests, *[None] * bots], options, seed, pace=pace)
    clients = {}
    for seat, guest in enumerate(guests):
        clients[seat] = Client()
        clients[seat].force_login(guest)
    return Party(match, clients)


def kangoeroe(seats: int = 2, **more: Any) -> Party:
    """Seat 0 starts, and everybody is asked."""
    return party("kangoeroe", seats, {**ASK, **more.pop("options", {})}, **more)


# Where it stands, and further on


def desk_of(match: Match) -> Desk:
    desk = load(match.code)
    assert desk is not None
    return desk


def state_of(match: Match) -> State[Any, Any, Any]:
    with transaction.atomic():
        return desk_of(match).state


def put_state(match: Match, state: State[Any, Any, Any]) -> None:
    """Lay the table out anew, past the door."""
    with transaction.atomic():
        desk = desk_of(match)
        desk.state = state
        desk.touched = set(range(len(desk.seats)))
        desk.store()


def play_on(
    match: Match,
    until: Callable[[State[Any, Any, Any]], bool] = lambda state: False,
    random: Random | None = None,
) -> Match:
    """Everybody answers until a state is reached or the match is over; stored in one go.

    As a bot would, or (random) anything legal.
    """
    with transaction.atomic():
        desk = desk_of(match)
        while desk.game.result(desk.state) is None and not until(desk.state):
            owed = desk.state.owed()
            prompt = next(p for p in owed if desk.game.ready(desk.view(p.seat), p))
            view, orders = desk.view(prompt.seat), desk.orders(prompt.seat)
            action = random_action(desk.game, desk.codec, view, prompt, random) if random else None
            if action is None:
                action = desk.game.bot(view, prompt, orders, desk.dice("bot"))
            desk.play(prompt, action, Move.By.PLAYER)
        desk.store()
    match.refresh_from_db()
    return match


def asks(kind: str) -> Callable[[State[Any, Any, Any]], bool]:
    """Until somebody is asked this."""
    return lambda state: any(prompt.kind == kind for prompt in state.owed())


def finished(game: str = "kangoeroe", seats: int = 2, seed: str = "1") -> Party:
    table = party(game, seats, seed=seed)
    play_on(table.match)
    return table


# Answering as a page does


def form_of(way: Way, action: Any) -> dict[str, Any]:
    """The form that a page would send for an action."""
    form: dict[str, Any] = {"do": way.do}
    for field in way.fields:
        value = getattr(action, field.name)
        if field.kind == "text":
            form[field.name] = "" if value is None else f"said with {value} doubts"
        elif isinstance(value, tuple):
            form[field.name] = [str(item) for item in value]
        else:
            form[field.name] = "" if value is None else str(value)
    return form


def form_for(table: Party, prompt: Prompt, action: Any) -> dict[str, Any]:
    """The form that the page of this prompt would send for an action."""
    tag = msgspec.to_builtins(action)["do"]
    return form_of(next(way for way in table.offer(prompt).ways if way.do == tag), action)


def random_form(table: Party, prompt: Prompt, random: Random) -> dict[str, Any] | None:
    """A legal answer to a prompt as a form, or None if it cannot be answered yet."""
    view = table.state.view(prompt.seat)
    ways = [way for way in table.game.offer(view, prompt).ways if way.reason is None]
    for _ in range(60 if ways else 0):
        way = random.choice(ways)
        try:
            action = fill(way, catalog.codec(table.match.game), random)
        except Nothing:
            continue
        if table.game.check(view, prompt, action) is None:
            return form_of(way, action)
    return None


def bot_form(table: Party, prompt: Prompt) -> dict[str, Any]:
    """What a bot would answer, as a form."""
    with transaction.atomic():
        desk = desk_of(table.match)
        view, dice = desk.view(prompt.seat), desk.dice("bot")
        action = desk.game.bot(view, prompt, desk.orders(prompt.seat), dice)
        tag = msgspec.to_builtins(action)["do"]
        return form_of(next(way for way in desk.game.offer(view, prompt).ways if way.do == tag), action)


def seal(table: Party, seat: int, card: int = 0, **more: str) -> Any:
    """Seal (or seal again) the card at a place of the hand."""
    form = {"do": "seal", "card": table.state.hands[seat].cards[card], "bid": "0", **more}
    return table.answer(seat, table.prompt(seat, "seal").number, form)


# What is stored, and what it costs


def everything_stored() -> str:
    """All rows of ours, to be compared with themselves later."""
    kinds = (User, Tie, Match, Seat, Hand, PromptRow, Move, Message, Words)
    return "\n".join(serializers.serialize("json", kind.objects.order_by("pk")) for kind in kinds)


class Queries(CaptureQueriesContext):
    """The queries of a block without those that begin and end transactions."""

    def __init__(self) -> None:
        super().__init__(connection)

    @property
    def sql(self) -> list[str]:
        found = [query["sql"] for query in self.captured_queries]
        return [sql for sql in found if not sql.startswith(("BEGIN", "COMMIT", "SAVEPOINT", "RELEASE"))]

    def __len__(self) -> int:
        return len(self.sql)


# Cards that people write


def called(deck: Deck) -> str:
    """A word for a deck that no number is found in."""
    return str(deck.pk).translate(str.maketrans("0123456789", "qwrtypsdfg"))


def deck(
    cards: int = 72,
    language: str = "en",
    owner: User | None = None,
    two_sided: bool = True,
    title: str = "Said by nobody",
    **more: Any,
) -> Deck:
    """A deck of so many cards, whose quotes are like no other's; for everybody, or for its owner alone."""
    state = Deck.State.PRIVATE if owner else Deck.State.PUBLISHED
    made = Deck.objects.create(title=title, language=language, owner=owner, **({"state": state} | more))
    sides = ("red", "blue") if two_sided else ("red",)
    Card.objects.bulk_create(
        Card(
            deck=made,
            number=number,
            side=side,
            quote=f"Quote {number} {side} of {called(made)}.",
            source=f"Somebody {number}",
            description=f"number {number}",
            category=Card.Category.values[number % len(Card.Category.values)],
            language=language,
        )
        for number in range(1, cards + 1)
        for side in sides
    )
    return made

"""Whatever is sent to a seat, nothing in it tells a card that the seat does not hold.

Every copy of a card carries a random token, so that a leak is found by an exact search.
"""

import logging
import re
import secrets
from random import Random
from types import SimpleNamespace
from typing import Any

import msgspec
import pytest
from django.db import models
from django.test import Client
from msgspec.structs import replace

from games import catalog, page, play
from games.engine import encode, face_of
from games.kangoeroe import rules as kangoeroe_rules
from games.models import Hand, Match
from tests.engine import toy, toy_turn
from tests.engine.hidden import exchanged
from tests.engine.hooks import HOOKS
from tests.games.scripts import (
    HTMX,
    Party,
    party,
    play_on,
    poll_url,
    random_form,
    same_at_any_time,
    text,
)
from tests.games.toy_face import ToyFace

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("with_toy")]

TOKEN = re.compile(r"canary[0-9a-f]{10}")


@pytest.fixture
def canaries(monkeypatch):
    """New copies for every card of both games."""
    for module, pack in ((kangoeroe_rules, kangoeroe_rules.PACK), (toy, toy.PACK), (toy_turn, None)):
        cards = (
            toy.PACK if pack is None else tuple(f"{face_of(c)}.canary{secrets.token_hex(5)}" for c in pack)
        )
        monkeypatch.setattr(module, "PACK", cards)


class Leak(AssertionError):
    pass


def tokens(value: Any) -> set[str]:
    """All tokens in what a template was given, however deep."""
    match value:
        case str():
            return set(TOKEN.findall(str(value)))
        case dict():
            return tokens([*value.keys(), *value.values()])
        case list() | tuple() | set() | frozenset():
            return set().union(*map(tokens, value))
        case msgspec.Struct():
            return tokens(encode(value).decode())
        case models.Model():
            return tokens({key: part for key, part in vars(value).items() if key != "_state"})
    return set()


class Crawler:
    """Reads everything that anybody is sent while a match is played, and raises Leak."""

    def __init__(self, table: Party, random: Random, log: pytest.LogCaptureFixture) -> None:
        self.table, self.random, self.log = table, random, log
        self.ever: dict[int | None, set[str]] = {None: set(), **{seat: set() for seat in table.clients}}
        self.read_of = 0
        self.held: dict[int | None, set[str]] = {None: set()}
        self.look()

    def look(self, state: Any = None) -> None:
        """What each seat holds now, and what it ever held."""
        self.state = state or self.table.state
        for seat, hand in enumerate(self.state.hands):
            self.held[seat] = tokens(hand)
            self.ever[seat] |= self.held[seat]

    def skip(self, moves: int) -> None:
        """Some moves go by without being read, so that the search reaches further in the same time."""
        last = self.state.last + moves

        def far_enough(state: Any) -> bool:
            self.look(state)
            return state.last >= last

        if moves:
            play_on(self.table.match, far_enough, self.random)
            self.look()

    def read(self, seat: int | None, response: Any) -> Any:
        """A response to a seat (None: to somebody who has none)."""
        self.read_of += 1
        said = text(response) + str(response.headers) + str(response.cookies)
        where = f"{response.request['REQUEST_METHOD']} {response.request['PATH_INFO']} {response.status_code}"
        if leaked := set(TOKEN.findall(said)) - self.held[seat]:
            raise Leak(f"seat {seat} is sent {leaked} by {where}")
        given = next((context for context in response.context or () if "match" in context), None)
        if given is not None and (found := tokens(given.flatten()) - self.ever[seat]):
            raise Leak(f"the template for seat {seat} was given {found} by {where}")
        if logged := TOKEN.findall(self.log.text):
            raise Leak(f"the log names {logged} after {where}")
        assert response.status_code < 500
        return response

    def step(self) -> bool:
        """One move, with what everybody looks at before and after; False once the match is over."""
        table, random = self.table, self.random
        ready = [p for p in self.state.prompts if table.game.ready(self.state.view(p.seat), p)]
        prompt = random.choice(ready)
        form = random_form(table, prompt, random)
        self.mistakes(prompt.seat, prompt.number, form)
        response = table.answer(prompt.seat, prompt.number, form or {}, htmx=random.random() < 0.7)
        before = self.held
        self.look()
        if response.status_code == 422:  # what is refused is shown to who held it
            self.held = before
        self.read(prompt.seat, response)
        self.look()
        for seat in table.clients:
            self.look_around(seat)
        return table.game.result(self.state) is None

    def mistakes(self, seat: int, number: int, form: dict[str, Any] | None) -> None:
        """Refused and late answers, now and then."""
        table, random = self.table, self.random
        if random.random() < 0.3:
            other = random.choice(list(table.clients))
            junk = {
                "do": random.choice(["hop", "seal", "lay", "vote"]),
                "card": "r.none",
                "cards": "7",
                "seat": "9",
            }
            self.read(other, table.answer(other, number, junk, htmx=random.random() < 0.5))
        if random.random() < 0.2 and form:
            other = random.choice([s for s in table.clients if s != seat])
            # Somebody sends in another seat's answer: only what they sent themselves may come back.
            response = table.answer(other, number, form)
            assert response.status_code == 409
            self.read(other, response)
        if random.random() < 0.2:
            self.read(seat, table.post(seat, "orders", {"part": "plans", "colour-1-1": "r", "plans": "sun"}))
        if random.random() < 0.1:
            self.read(seat, table.post(seat, "read", {"until": "2100-01-01T00:00:00Z"}))

    def look_around(self, seat: int) -> None:
        table, random = self.table, self.random
        client = table.clients[seat]
        shown = self.read(seat, table.page(seat, htmx=random.random() < 0.4))
        if 'data-poll="/p' in text(shown):
            self.read(seat, client.get(poll_url(shown)))
        if random.random() < 0.25:
            name = random.choice(
                [("log",), ("leave",), ("replay",), ("proof",), ("log-file",), ("replay", 1)]
            )
            if table.game.result(self.state) is None:
                self.read(seat, client.get(table.url(*name)))
        if random.random() < 0.1:
            for where in (table.url("match"), table.url("log"), "/", "/nowhere/"):
                self.read(None, Client().get(where))


def crawl(slug: str, seats: int, seed: int, log: pytest.LogCaptureFixture) -> Crawler:
    """A random match from the deal to the end."""
    options = {"defence": "ask"} if slug == "kangoeroe" else {"rounds": 1}
    crawler = Crawler(party(slug, seats, options, seed=str(seed)), Random(seed), log)
    log.set_level(logging.DEBUG)
    for seat in crawler.table.clients:
        crawler.look_around(seat)
    while crawler.step():
        crawler.skip(crawler.random.choice([0, 0, 1, 4] if slug == "kangoeroe" else [0, 0, 0, 1]))
        if crawler.table.game.result(crawler.state):
            break
    return crawler


@pytest.mark.parametrize(
    ("slug", "seats", "seed"),
    [("kangoeroe", 2, 1), ("kangoeroe", 3, 2), ("toy", 2, 3), ("toy", 3, 4), ("toy", 4, 5)],
)
def test_nobody_is_ever_sent_a_card_they_do_not_hold(canaries, caplog, slug, seats, seed):
    crawler = crawl(slug, seats, seed, caplog)
    table = crawler.table
    table.match.refresh_from_db()
    assert table.match.status == Match.Status.FINISHED
    assert crawler.read_of > 30
    # The end opens it all to the seats, and to nobody else.
    log_file = table.clients[0].get(table.url("log-file"))
    assert set(TOKEN.findall(text(log_file))) - crawler.held[0]
    for name in (("proof",), ("replay", 3), ("log-file",), ("match",)):
        crawler.read(None, Client().get(table.url(*name)))


def test_the_search_sees_the_cards_of_a_hand(canaries, caplog):
    """Otherwise finding nothing would say nothing."""
    crawler = Crawler(party("kangoeroe", 2, {"first": 0}), Random(1), caplog)
    shown = crawler.read(0, crawler.table.page(0))
    assert set(TOKEN.findall(text(shown))) == crawler.held[0]
    with pytest.raises(Leak):
        crawler.read(1, crawler.table.page(0))


# Leaks made on purpose


def another_hand_on_the_page(patch: pytest.MonkeyPatch) -> None:
    def hand(self, view, cast):
        return {"cards": [row.zone for row in Hand.objects.filter(seat__number=(view.seat + 1) % 3)]}

    patch.setattr(ToyFace, "headline", lambda self, view, cast: str(hand(self, view, cast)))


def a_copy_in_a_public_event(patch: pytest.MonkeyPatch) -> None:
    right = toy_turn.Turn.lay

    def lay(self, seat, card):
        right(self, seat, card)
        self.events[-1] = replace(self.events[-1], face=card)

    patch.setattr(toy_turn.Turn, "lay", lay)


def the_pile_given_to_a_template(patch: pytest.MonkeyPatch) -> None:
    right = page.context

    def context(sight, *others):
        stock = Hand.objects.get(match=sight.match, seat=None)
        return right(sight, *others) | {"pile": catalog.codec("toy").stock(stock.zone).pile}

    patch.setattr(page, "context", context)


def a_private_event_to_the_wrong_seat(patch: pytest.MonkeyPatch) -> None:
    right = toy_turn.Drew
    patch.setattr(toy_turn, "Drew", lambda to, cards: right(to=(to + 1) % 3, cards=cards))


def an_answer_in_the_log(patch: pytest.MonkeyPatch) -> None:
    right = play.take_answer

    def take_answer(desk, seat, number, form):
        logging.getLogger("games").debug("answer %s", form.get("card"))
        return right(desk, seat, number, form)

    patch.setattr(play, "take_answer", take_answer)


def a_card_in_a_header(patch: pytest.MonkeyPatch) -> None:
    right = page.poll_token

    def poll_token(sight):
        hands = list(Hand.objects.filter(match=sight.match, seat__isnull=False).order_by("-seat__number"))
        return f"{right(sight)}:{TOKEN.search(hands[sight.me == len(hands) - 1].zone)[0]}"

    patch.setattr(page, "poll_token", poll_token)


@pytest.mark.parametrize(
    "leak",
    [
        another_hand_on_the_page,
        a_copy_in_a_public_event,
        the_pile_given_to_a_template,
        a_private_event_to_the_wrong_seat,
        an_answer_in_the_log,
        a_card_in_a_header,
    ],
)
def test_the_search_finds_leaks_made_on_purpose(canaries, caplog, monkeypatch, leak):
    leak(monkeypatch)
    with pytest.raises(Leak):
        crawl("toy", 3, 6, caplog)


# The same page whatever the others hold


def hide_other_things(table: Party, viewer: int, random: Random) -> None:
    """Other cards in all places this seat cannot look into, other orders of the others."""
    slug, state = table.match.game, table.state
    like = SimpleNamespace(
        random=random,
        seats=len(state.hands),
        cards=set(table.game.pack(state.table.options)),
        hooks=HOOKS[slug],
        codec=catalog.codec(slug),
    )
    other = exchanged(like, state, viewer, set())
    assert not table.game.faults(other)
    for seat, hand in enumerate(other.hands):
        if seat != viewer:
            rows = Hand.objects.filter(match=table.match, seat__number=seat)
            wild = HOOKS[slug].mutate(other.view(seat), table.game.first_orders(state.table.options), random)
            rows.update(
                zone=encode(hand).decode(), orders=encode(wild).decode(), plan_missed=random.randrange(9)
            )
    Hand.objects.filter(match=table.match, seat=None).update(zone=encode(other.stock).decode())


def everything_sent(table: Party, viewer: int) -> list[Any]:
    """Whatever a seat can ask for without playing."""
    client = table.clients[viewer]
    asked = [client.get(table.url(name), headers=h) for name in ("match", "log", "leave") for h in ({}, HTMX)]
    asked += [client.get(where) for where in ("/", table.url("replay"), table.url("proof"))]
    mine = [prompt.number for prompt in table.state.prompts if prompt.seat == viewer]
    theirs = [prompt.number for prompt in table.state.prompts if prompt.seat != viewer]
    for number in (*mine, *theirs[:1], 1):
        form = {"do": "no", "card": "r.none"}
        asked.append(table.answer(viewer, number, form, htmx=number % 2 == 0))
    asked.append(table.post(viewer, "orders", {"part": "no", "motto": "x"}))
    return asked


@pytest.mark.parametrize(
    ("slug", "seats", "seed"), [("kangoeroe", 2, 1), ("kangoeroe", 4, 2), ("toy", 2, 3), ("toy", 4, 4)]
)
def test_pages_are_the_same_to_the_byte_whatever_is_hidden(slug, seats, seed):
    random = Random(seed)
    table = party(slug, seats, {"defence": "ask"} if slug == "kangoeroe" else None, seed=f"exchange {seed}")
    hidden_otherwise = 0
    for last in (1, 8, 15, 22):
        play_on(table.match, lambda state, last=last: state.last >= last, random)
        if not table.match.running:
            break
        viewer = random.randrange(seats)
        token = poll_url(table.page(viewer))
        before = everything_sent(table, viewer)
        hands = list(Hand.objects.filter(match=table.match).order_by("pk").values_list("zone", flat=True))
        hide_other_things(table, viewer, random)
        now = list(Hand.objects.filter(match=table.match).order_by("pk").values_list("zone", flat=True))
        hidden_otherwise += hands != now
        after = everything_sent(table, viewer)
        for one, two in zip(before, after, strict=True):
            assert one.status_code == two.status_code
            assert len(one.content) == len(two.content)
            assert same_at_any_time(one) == same_at_any_time(two)
        assert Client().get(token).status_code == 204
    assert hidden_otherwise > 1

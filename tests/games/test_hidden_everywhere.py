"""What a moderator has hidden is on no page, in no file and no picture, whoever asks.

Two are left out: those who moderate see what they decide about, and whoever edits a deck sees its hidden cards, with a
mark, on its page and in its editor.
"""

from collections.abc import Iterator
from dataclasses import dataclass

import pytest
from django.db import transaction
from django.test import Client
from django.utils import timezone

from accounts.models import User
from games import blanks, lobby
from games.game_of_quotes.cards import blank_card, is_blank, row_of
from games.game_of_quotes.parts import Reading
from games.models import Blank, Consent, Match, Message, Shared
from games.moderation import covers
from games.moderation.targets import TARGETS
from games.quoted import other_side
from quotes.models import Card, Deck, Version, Words
from tests.game_of_quotes.seated import in_round, revealed
from tests.games.scripts import HTMX, Party, deck, person, play_on, state_of, text
from tests.games.test_decks import table_of
from tests.games.test_lobby import seat_all

pytestmark = pytest.mark.django_db

GAME = "game-of-quotes"
# What is hidden, by a word that is nowhere else
CARD, LENT, BLANK, ON_BLANK, WRITTEN, CHAT = "Zcard", "Zlent", "Zblank", "Zonblank", "Zwritten", "Zchat"
TITLE, ABOUT = "Ztitle", "Zabout"


@dataclass
class World:
    """A match that was played to its end with a published deck of Alice's, and what stayed of it."""

    party: Party
    deck: Deck
    shared: list[Shared]
    waits: Match  # a table of Bob's, with the same deck
    rows: dict[str, tuple[str, int]]  # by mark, the kind and key of what is hidden


def signed_in(who: User | None) -> Client:
    client = Client()
    if who is not None:
        client.force_login(who)
    return client


def dealt(match: Match, host: User, wanted: Blank) -> int:
    """Deal with the first seed that puts this blank into a hand; into whose."""
    card = blank_card(wanted.quote_id, wanted.source_id)
    for seed in range(50):
        Match.objects.filter(pk=match.pk).update(seed=f"seed {seed}")
        with transaction.atomic():
            there = transaction.savepoint()
            lobby.start(match.code, host)
            holders = [n for n, hand in enumerate(state_of(match).hands) if card in hand.cards]
            if holders:
                return holders[0]
            transaction.savepoint_rollback(there)
    raise AssertionError("the blank is in no hand")


def mark(row: int, **words: str) -> None:
    Card.objects.filter(pk=row).update(**words)


@pytest.fixture
def world() -> World:
    alice, bob, cleo = people = [person(name) for name in ("Alice", "Bob", "Cleo")]
    there = deck(40, title=TITLE, two_sided=False, licence=Deck.Licence.BY_SA, description=ABOUT)
    Deck.objects.filter(pk=there.pk).update(owner=alice)
    there.cards.update(author=alice)
    version = Version.objects.create(
        deck=there,
        number=1,
        state=Version.State.PUBLISHED,
        title=TITLE,
        description=ABOUT,
        language="en",
        licence=Deck.Licence.BY_SA,
        rating=Deck.Rating.ALL,
        cards=list(there.cards.values_list("pk", flat=True)),
        size=40,
    )
    Deck.objects.filter(pk=there.pk).update(published=version)
    there.refresh_from_db()
    match = table_of(alice, there, seats=3, watchable=True)
    seat_all(match, bob, cleo)
    blanks.write(match.code, bob, f"{BLANK} was here", f"{ON_BLANK} himself", keep=True)
    blank = Blank.objects.get()
    holder = dealt(match, alice, blank)
    match.refresh_from_db()
    party = Party(match, {n: signed_in(who) for n, who in enumerate(people)})
    play_up_to_the_end(party, holder, blank)
    rows = marked(party, blank)
    said = Words.objects.create(author=cleo, text=f"{CHAT} to you")
    Message.objects.create(match=match, number=90, seat=2, person=cleo, kind="words", words=said)
    Match.objects.filter(pk=match.pk).update(talk_count=90)
    rows[CHAT] = ("words", said.pk)
    waits = table_of(bob, there, seats=3, visibility="open")
    return World(party, there, share_some(party, rows), waits, rows)


def play_up_to_the_end(party: Party, holder: int, blank: Blank) -> None:
    card = blank_card(blank.quote_id, blank.source_id)
    prompt = party.prompt(holder, "quote")
    party.answer(holder, prompt.number, {"do": "pick", "card": card, "reads": "name"})
    play_on(party.match, in_round(3))
    party.answer(0, party.prompt(0, "write").number, {"do": "write", "words": f"{WRITTEN} of course"})
    play_on(party.match)
    for client in party.clients.values():
        for part in (1, 2, 3, 4, 0):
            client.post(party.url("heard"), {"part": part, "bits": 99})


def marked(party: Party, blank: Blank) -> dict[str, tuple[str, int]]:
    """Cards that were read get words of their own; the rules know their rows alone."""
    readings = [one for round_ in party.state.table.readings for one in round_]
    read = next(row_of(one.quote) for one in readings if not is_blank(one.quote))
    faces = [one.source.face for one in readings if one.source.face and not is_blank(one.source.face)]
    lent = next(row_of(face) for face in faces if row_of(face) != read)
    mark(read, quote=f"{CARD} says so")
    mark(lent, source=f"{LENT} says so", description=f"{LENT} by description")
    written = Words.objects.get(text__startswith=WRITTEN)
    return {
        CARD: ("card", read),
        LENT: ("card", lent),
        BLANK: ("words", blank.quote_id),
        ON_BLANK: ("words", blank.source_id),
        WRITTEN: ("words", written.pk),
    }


def share_some(party: Party, rows: dict[str, tuple[str, int]]) -> list[Shared]:
    """Those of which a part is hidden later, on the wall."""
    made = []
    for number, round_ in enumerate(party.state.table.readings, 1):
        for one in (one for one in round_ if parts_of(one) & set(rows.values())):
            shared = Shared.objects.create(match=party.match, round=number, seat=one.seat, on_wall=True)
            for who in User.objects.filter(name__in=("Alice", "Bob", "Cleo")):
                Consent.objects.create(shared=shared, person=who, answer=Consent.Answer.YES)
            made.append(shared)
    return made


def parts_of(reading: Reading) -> set[tuple[str, int]]:
    cards = [card for card in (reading.quote, reading.source.face) if card]
    rows = {("words" if is_blank(card) else "card", row_of(card)) for card in cards}
    return rows | {("words", reading.source.words)}


def addresses(world: World) -> Iterator[tuple[str, str]]:
    """What is asked for, and as whom."""
    party, key = world.party, world.deck.pk
    last = party.match.move_count
    of_match = ["", "log/", "talk/", "combinations/"]
    for who in ("Alice", "Bob"):
        yield from ((who, f"/m/{party.code}/{one}") for one in of_match)
    open_to_all = ["log.json", "deal/", f"replay/{last}/", f"replay/{last // 2}/"]
    yield from (("Alice", f"/m/{party.code}/{one}") for one in open_to_all)
    files = [f"/decks/{key}/export/{kind}/" for kind in ("json", "csv", "txt")]
    of_deck = [f"/decks/{key}/", f"/decks/{key}/?q=Z", "/decks/browse/", "/decks/browse/?q=Z", *files]
    for who in ("Bob", ""):
        yield from ((who, one) for one in of_deck)
    for who in ("Dora", ""):
        yield from (
            (who, one) for one in (f"/w/{party.code}/", f"/m/{party.code}/combinations/", "/wall/", "/open/")
        )
    for one in world.shared:
        yield "", one.get_absolute_url()
        yield "", one.get_absolute_url().rstrip("/") + ".svg"
    for row in (world.rows[CARD][1], world.rows[LENT][1]):
        yield "Dora", f"/decks/{key}/cards/{row}/suggest/"
    for one in ("", "table/cards/", "table/cards/?q=Z", "table/decks/"):
        yield "Bob", f"/m/{world.waits.code}/{one}"
    yield from (("Bob", one) for one in ("/", "/decks/", f"/new/{GAME}/", f"/practice/{GAME}/"))
    yield from ((who, "/decks/?q=Z") for who in ("Bob", "Dora"))
    own = Deck.objects.filter(of_blanks=True).values_list("pk", flat=True)
    yield from (("Dora", f"/decks/{one}/") for one in own)


def found(world: World, marks: tuple[str, ...], below: tuple[str, ...] = ("/",)) -> dict[str, set[str]]:
    """By mark, where it can be read, of the addresses that begin so."""
    clients = {name: signed_in(User.objects.get(name=name)) for name in ("Alice", "Bob", "Dora")}
    clients[""] = signed_in(None)
    where: dict[str, set[str]] = {one: set() for one in marks}
    for who, address in (one for one in addresses(world) if one[1].startswith(below)):
        answer = clients[who].get(address)
        assert answer.status_code in (200, 302, 404), (who, address, answer.status_code)
        body = text(answer)
        for one in marks:
            if one in body:
                where[one].add(address)
    return where


def kinds_of(where: set[str], world: World) -> set[str]:
    """The kinds of page that these addresses are of."""
    said = set()
    for address in where:
        for shared in world.shared:
            address = address.replace(shared.link, "LINK")
        for code, name in ((world.party.code, "M"), (world.waits.code, "W"), (str(world.deck.pk), "D")):
            address = address.replace(f"/{code}/", f"/{name}/")
        said.add(address.partition("?")[0])
    return said


CARDS_ARE_IN = {
    *("/m/M/", "/m/M/combinations/", "/w/M/", "/wall/", "/q/LINK/", "/q/LINK.svg", "/m/W/table/cards/"),
    *("/decks/D/", "/decks/D/export/json/", "/decks/D/export/csv/", "/decks/D/export/txt/"),
}


def test_what_is_hidden_can_be_read_nowhere_any_more(world, dora):
    marks = (CARD, LENT, BLANK, ON_BLANK, WRITTEN, CHAT)
    before = found(world, marks)
    assert kinds_of(before[CARD], world) >= CARDS_ARE_IN
    assert all("/m/M/combinations/" in kinds_of(before[one], world) for one in (LENT, BLANK, WRITTEN))
    assert any("/replay/" in one for one in before[CARD]) and any(
        "/replay/" in one for one in before[WRITTEN]
    )
    assert not any("/log.json" in one for where in before.values() for one in where)  # numbers, never texts
    assert before[ON_BLANK] and f"/m/{world.party.code}/talk/" in before[CHAT]
    at = timezone.now()
    for kind, key in world.rows.values():
        covers.hide(TARGETS[kind].reach(TARGETS[kind].find(key)), at)
    assert found(world, marks) == {one: set() for one in marks}
    assert not Card.objects.filter(quote__startswith=BLANK, hidden_at=None).exists()  # the copy that was kept


def test_of_a_hidden_deck_neither_words_nor_cards_can_be_read(world, dora):
    before = found(world, (TITLE, ABOUT), ("/decks/", "/open/", "/new/", world.waits.get_absolute_url()))
    assert {"/decks/D/", "/decks/browse/", "/open/", "/m/W/", f"/new/{GAME}/"} <= kinds_of(
        before[TITLE], world
    )
    assert "/decks/browse/" in kinds_of(before[ABOUT], world)
    covers.hide(TARGETS["deck"].reach(world.deck), timezone.now())
    assert found(world, (TITLE, ABOUT, CARD, LENT)) == {one: set() for one in (TITLE, ABOUT, CARD, LENT)}


HELD, BEHIND = "Zheld", "Zbehind"


@pytest.mark.parametrize(
    ("until", "both_sides"),
    [(in_round(1, 1), False), (in_round(3), True), (revealed(1), False)],
    ids=["one lies aside", "both sides are shown", "on the stage"],
)
def test_in_a_running_match_neither_side_of_a_hidden_card_is_on_a_page_before_it_is_exchanged(
    until, both_sides
):
    there = deck(60)
    people = [person(name) for name in ("Alice", "Bob", "Cleo")]
    match = table_of(people[0], there, seats=3, watchable=True)
    seat_all(match, *people[1:])
    lobby.start(match.code, people[0])
    match.refresh_from_db()
    play_on(match, until)
    party = Party(match, {n: signed_in(who) for n, who in enumerate(people)})
    state = party.state
    hands = [card for hand in state.hands for card in (*hand.cards, *hand.aside())]
    read = [one.quote for round_ in state.table.readings for one in round_]
    rows = Card.objects.filter(pk__in={row_of(card) for card in [*hands, *read] if not is_blank(card)})
    fronts = Card.objects.filter(pk__in=[row.pk for row in rows])
    backs = Card.objects.filter(
        pk__in=[
            twin.pk
            for row in rows
            for twin in there.cards.filter(number=row.number, side=other_side(row.side))
        ]
    )
    for cards, word in ((fronts, HELD), (backs, BEHIND)):
        cards.update(quote=f"{word} quote", source=f"{word} source", description=f"{word} description")

    def pages() -> list[str]:
        seats = [text(party.page(seat, htmx)) for seat in range(3) for htmx in (False, True)]
        logs = [text(party.clients[0].get(party.url("log")))]
        return [*seats, *logs, text(Client().get(f"/w/{match.code}/", headers=HTMX))]

    before = pages()
    assert all(HELD in page for page in before[:6])
    assert any(BEHIND in page for page in before) == both_sides
    backs.update(hidden_at=timezone.now())
    assert not any(BEHIND in page for page in pages())
    fronts.update(hidden_at=timezone.now())
    assert not any(HELD in page for page in pages())

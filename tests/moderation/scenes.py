"""Things that can be reported, one of each kind; who reports them, and who decides."""

from collections.abc import Callable
from typing import Any

from django.contrib.auth.models import Group
from django.test import Client

from accounts.models import User
from games.models import Blank, Consent, Match, Message, Shared
from games.moderation import cases, reports
from games.moderation.models import Case
from games.moderation.moderators import GROUP
from games.moderation.targets import TARGETS
from games.moderation.verdicts import Verdict
from quotes.models import Card, Deck, Suggestion, Words
from tests.game_of_quotes.seated import sit
from tests.games.scripts import play_on, sit_down

KINDS = ("card", "deck", "words", "name", "shared", "suggestion")


def person(name: str, **more: Any) -> User:
    """One of this name with an address of their own."""
    there = User.objects.filter(name=name).count()
    address = f"{name.lower().replace(' ', '.')}{there or ''}@example.org"
    return User.objects.create(name=name, email=address, **more)


def moderator(name: str) -> User:
    made = person(name)
    made.groups.add(Group.objects.get_or_create(name=GROUP)[0])  # gone after a test that empties all tables
    return made


def browser(who: User | None) -> Client:
    client = Client()
    if who is not None:
        client.force_login(who)
    return client


# One thing of each kind


def card(author: User, quote: str = "The moon is closed on Mondays.", **more: Any) -> Card:
    deck = more.pop("deck", None) or deck_of(author)
    number = deck.cards.count() + 1
    fields = {"source": "The night porter", "description": "of a small hotel", "language": "en"} | more
    return Card.objects.create(deck=deck, number=number, quote=quote, author=author, **fields)


def deck_of(owner: User, title: str = "Night shift", **more: Any) -> Deck:
    fields = {"language": "en", "state": Deck.State.PUBLISHED, "description": "For the small hours."} | more
    return Deck.objects.create(title=title, owner=owner, **fields)


def words(author: User, text: str = "You play like a wardrobe.", other: User | None = None) -> Words:
    """Said at a table of two."""
    return said(sit_down("kangoeroe", [author, other or person("Neighbour")]), author, text)


def said(match: Match, author: User, text: str) -> Words:
    made = Words.objects.create(author=author, text=text)
    number = match.messages.count() + 1
    seat = match.seats.get(person=author).number
    Message.objects.create(match=match, number=number, seat=seat, person=author, kind="words", words=made)
    Match.objects.filter(pk=match.pk).update(talk_count=number)
    return made


def blank(match: Match, writer: User, quote: str, source: str = "") -> Blank:
    texts = [Words.objects.create(author=writer, text=text) if text else None for text in (quote, source)]
    return Blank.objects.create(match=match, writer=writer, quote=texts[0], source=texts[1])


def shared(author: User) -> Shared:
    """A combination of a match that is over, put together by the author and shown to everybody."""
    house = Deck.objects.filter(starter="en").first()
    match = sit(3, [author, person("Second"), person("Third")], deck=house)
    play_on(match)
    made = Shared.objects.create(match=match, round=1, seat=0, asked_by=author)
    Consent.objects.create(shared=made, person=author, answer=Consent.Answer.YES)
    return made


def suggestion(author: User, quote: str = "The moon is shut on Mondays.", **more: Any) -> Suggestion:
    """Offered to a deck of somebody else."""
    deck = more.pop("deck", None) or deck_of(person("Keeper"))
    return Suggestion.objects.create(deck=deck, writer=author, quote=quote, source="The night porter", **more)


MAKE: dict[str, Callable[[User], Any]] = {
    "card": card,
    "deck": deck_of,
    "words": words,
    "name": lambda author: author,
    "shared": shared,
    "suggestion": suggestion,
}


def thing(kind: str, author: User) -> Any:
    return MAKE[kind](author)


# Reported, taken, decided


def report(who: User, kind: str, row: Any, reason: str = "insult", note: str = "") -> Case:
    return reports.report(who, kind, row.pk, reason, note).case


def address(who: User | None, kind: str, key: int) -> str:
    return f"/report/{kind}/{key}/{reports.mark_of(kind, key, who.pk if who else None)}/"


def decided(by: User, case: Case, thing: str = "keep", author: str = "nobody", **more: Any) -> Case:
    cases.take(by, case.pk)
    fields = {"reason": "insult", "days": 7 if author in ("mute", "suspend") else 0} | more
    made = cases.decide(by, case.pk, Verdict(thing, author, **fields))
    made.refresh_from_db()
    return made


def row_of(kind: str, key: int) -> Any:
    return TARGETS[kind].find(key)


def now(row: Any) -> Any:
    """As it is stored by now."""
    return type(row).objects.get(pk=row.pk)


def text(response: Any) -> str:
    return response.content.decode()

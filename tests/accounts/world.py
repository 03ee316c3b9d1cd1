"""A person with a row in every table that keeps something of people, and a word of theirs in every text.

Texts are marked with the table and column that they are in, names are NAME: so both can be looked for afterwards.
"""

import re
from typing import Any

from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from django.apps import apps
from django.contrib.admin.models import CHANGE, LogEntry
from django.contrib.auth.models import Group, Permission
from django.contrib.contenttypes.models import ContentType
from django.contrib.sessions.serializers import JSONSerializer
from django.core import signing
from django.test import Client
from django.utils import timezone

from accounts.models import Device, Send, Session, Tie, User
from games import lobby, play
from games.models import Blank, Consent, Favourite, Invitation, Match, Message, Move, Seat, Shared
from games.moderation.models import Act, Appeal, Case, FlagWord, Report
from quotes import copying
from quotes.models import Card, Deck, DeckChange, EditorLink, Suggestion, Thanks, Upload, Version, Words
from tests.games.scripts import ASK, finished, person, sit_down

NAME, EMAIL = "Zephyrine", "zephyrine@example.org"
MARKED = re.compile(r"zoewords-[a-z]+-[a-z_]+")
DAY = 86400
SALT = "django.contrib.sessions.SessionStore"


def mark(place: str) -> str:
    """What she wrote there: "Card.quote"."""
    return f"zoewords-{place.lower().replace('.', '-')}"


def marks(model: str, *fields: str) -> dict[str, str]:
    return {field: mark(f"{model}.{field}") for field in fields}


def everywhere(alice: User, bob: User) -> User:
    """Alice and Bob are those whose decks and matches she is in."""
    zoe = account(alice)
    at_tables(zoe, alice, bob)
    decks = of_decks(zoe, alice, bob)
    keepsakes(zoe, alice)
    before_moderators(zoe, alice, bob, decks)
    return User.objects.get(pk=zoe.pk)


def account(alice: User) -> User:
    zoe = person(NAME)
    User.objects.filter(pk=zoe.pk).update(email=EMAIL)
    EmailAddress.objects.create(user=zoe, email=EMAIL, verified=True, primary=True)
    Client().force_login(zoe)
    zoe.groups.add(Group.objects.create(name="Gardeners"))
    zoe.user_permissions.add(Permission.objects.first())
    Tie.objects.create(person=zoe, other=alice, kind=Tie.Kind.MUTE)
    Tie.objects.create(person=alice, other=zoe, kind=Tie.Kind.BLOCK)
    sent = {"about": {"said": mark("Send.about")}, "error": mark("Send.error")}
    Send.objects.create(event="x", kind="turn", person=zoe, channel="mail", **sent)
    keys = marks("Device", "key", "auth", "name", "last_error")
    Device.objects.create(person=zoe, endpoint=f"https://push.example.org/{mark('Device.endpoint')}", **keys)
    Authenticator.objects.create(user=zoe, type="totp", data={"secret": mark("Authenticator.data")})
    kind = ContentType.objects.get_for_model(User)
    about = {"content_type": kind, "object_id": str(zoe.pk), "action_flag": CHANGE}
    LogEntry.objects.create(user=alice, object_repr=NAME, change_message=NAME, **about)
    LogEntry.objects.create(user=zoe, object_repr="Alice", change_message="[]", **about)
    return zoe


def at_tables(zoe: User, alice: User, bob: User) -> None:
    running, left = (
        sit_down("kangoeroe", [zoe, alice], ASK, pace=DAY),
        sit_down("kangoeroe", [zoe, alice], ASK, pace=DAY),
    )
    said = Words.objects.create(text=mark("Words.text"), author=zoe)
    played = Words.objects.create(text=mark("Words.played"), author=zoe)
    about = {"seat": 0, "person": zoe, "kind": Message.Kind.WORDS}
    Message.objects.create(match=running, number=1, words=said, **about)
    old = {"match": running, "number": 2, "kind": Message.Kind.NOTE, "key": "day"}
    Message.objects.create(seat=1, names={"to": NAME}, **old)
    news = {"key": "day", "names": {"to": NAME}, "seat": 1, "at": timezone.now().isoformat()}
    Match.objects.filter(pk=running.pk).update(host=alice, talk_count=2, news=news)
    Move.objects.create(
        match=running, number=90, seat=0, by=Move.By.PLAYER, action=f'{{"words":{played.pk}}}'
    )
    play.leave(left.code, zoe)
    theirs, hers = (
        lobby.create(one, "kangoeroe", seats=3, bots=0, pace=DAY, options={}) for one in (alice, zoe)
    )
    Seat.objects.create(match=hers, number=1, person=bob, name="Bob")
    Invitation.objects.create(match=theirs, person=zoe, by=alice)
    Invitation.objects.create(match=hers, person=alice, by=zoe)
    quote, source = (Words.objects.create(text=mark(f"Words.{one}"), author=zoe) for one in ("blank", "line"))
    Blank.objects.create(match=theirs, writer=zoe, quote=quote, source=source)


def deck(owner: User, title: str = "", **more: Any) -> Deck:
    fields = {"language": "en", "licence": "CC BY 4.0", "state": Deck.State.PUBLISHED} | more
    own = marks("Deck", "description") if owner.name == NAME else {}
    return Deck.objects.create(owner=owner, title=title or mark("Deck.title"), **own, **fields)


def card(deck: Deck, author: User, number: int = 1, **more: Any) -> Card:
    texts = (
        marks("Card", "quote", "source", "description", "tags") if author.name == NAME else {"quote": "Ahoy"}
    )
    return Card.objects.create(deck=deck, number=number, author=author, language="en", **texts, **more)


def of_decks(zoe: User, alice: User, bob: User) -> Deck:
    """Her decks: one that goes, one with a co-editor, one that was dealt, one that was copied. Returns Alice's."""
    goes, shared, dealt, copied = (deck(zoe) for _ in range(4))
    shared.editors.add(alice)
    Match.objects.create(game="game-of-quotes", rules=1).decks.add(dealt)
    copying.copy(bob, copied)
    theirs = deck(alice, "Night shift")
    theirs.editors.add(zoe)
    theirs.savers.add(zoe)
    card(goes, zoe)
    card(theirs, zoe)
    card(theirs, alice, 2, retired_by=zoe, retired_at=timezone.now())
    for one, state in ((goes, "sent_back"), (dealt, "published")):
        texts = marks("Version", "title", "description")
        Version.objects.create(deck=one, number=1, language="en", state=state, submitted_by=zoe, **texts)
    decided = {"decided_by": zoe, "decided_at": timezone.now(), "reason": mark("Version.reason")}
    Version.objects.create(deck=theirs, number=1, language="en", title="N", state="published", **decided)
    texts = marks("Suggestion", "quote", "source", "description", "note")
    Suggestion.objects.create(deck=theirs, writer=zoe, **texts)
    Thanks.objects.create(deck=theirs, person=zoe)
    for one in (goes, shared, dealt, copied):
        said = marks("DeckChange", "before", "after")
        DeckChange.objects.create(deck=one, person=zoe, other=zoe, what=DeckChange.What.TITLE, **said)
    EditorLink.objects.create(deck=goes, by=zoe, ends_at=timezone.now())
    file = {"data": mark("Upload.data").encode(), "report": {"rows": mark("Upload.report")}}
    Upload.objects.create(deck=goes, person=zoe, name=mark("Upload.name"), **file)
    return theirs


def keepsakes(zoe: User, alice: User) -> None:
    match = finished().match
    Seat.objects.filter(match=match, number=0).update(person=zoe, name=NAME)
    Match.objects.filter(pk=match.pk).update(host=zoe)
    Favourite.objects.create(match=match, person=zoe, round=1, seat=0)
    shared = Shared.objects.create(match=match, round=1, seat=0, asked_by=zoe)
    Consent.objects.create(shared=shared, person=zoe, answer=Consent.Answer.YES)


def case(kind: str, key: int, text: str, **more: Any) -> Case:
    frozen = {"lines": [{"what": "quote", "text": text}], "around": more.pop("around", {})}
    fields = {"state": Case.State.DONE, "done_at": timezone.now(), "verdict": "hide"} | more
    return Case.objects.create(kind=kind, key=key, frozen=frozen, **fields)


def before_moderators(zoe: User, alice: User, bob: User, theirs: Deck) -> None:
    """What she wrote was reported, she reported others, and she decided about others as a moderator."""
    hers = case("card", 1, mark("Case.frozen"), author=zoe, moderator=alice, reason="insult")
    Case.objects.filter(pk=hers.pk).update(owner=alice)
    case("name", zoe.pk, NAME, author=zoe, verdict="rename")
    case("card", theirs.cards.first().pk, "Ahoy", author=alice, owner=zoe)  # type: ignore[union-attr]
    beside = {"beside": [{"by": zoe.pk, "text": mark("Words.text"), "key": ""}]}
    talk = case("words", 1, "You!", author=bob, around=beside, moderator=zoe, words=mark("Case.words"))
    talk.beside.add(zoe)
    Report.objects.create(case=talk, reporter=zoe, reason="insult", note=mark("Report.note"))
    Appeal.objects.create(case=hers, text=mark("Appeal.text"), outcome=Appeal.Outcome.UPHELD)
    open_one = case("card", 3, "Oh", author=zoe)
    Appeal.objects.create(case=open_one, text=mark("Appeal.open"))
    decided = {"decided_by": zoe, "decided_at": timezone.now(), "words": mark("Appeal.words")}
    Appeal.objects.create(case=case("card", 4, "Ah", author=bob), text="No!", outcome="upheld", **decided)
    Act.objects.create(moderator=zoe, moderator_name=NAME, action="decide", words=mark("Act.words"))
    Act.objects.create(moderator=alice, moderator_name="Alice", action="decide", about=zoe)
    FlagWord.objects.create(word=mark("FlagWord.word"), added_by=zoe)


def everything_about(*words: str) -> list[str]:
    """Every row of every table that has one of these words in it; sessions are opened."""
    found = []
    for model in apps.get_models(include_auto_created=True):
        for row in model._default_manager.values():
            said = str(row)
            if model is Session:
                said += str(signing.loads(row["session_data"], salt=SALT, serializer=JSONSerializer))
            found += [f"{model.__name__}: {said}" for word in words if word.lower() in said.lower()]
    return found

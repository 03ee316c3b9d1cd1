"""What is said at a table: words, ready reactions, and the table's own notes on who came, left or rests."""

from dataclasses import dataclass
from datetime import date, datetime, timedelta
from typing import Any

from django.db import transaction
from django.utils import timezone
from django.utils.dateparse import parse_date, parse_datetime
from django.utils.html import conditional_escape
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext_lazy

from accounts import dates, limits, ties
from accounts.standing import MayNotWrite, must_be_allowed_to_write
from games import notices
from games.cast import Cast, phrase
from games.models import Match, Message, Seat
from quotes.models import Words
from quotes.text import clean

TALK_FIELDS = ["talk_count", "news", "changed"]
LOCKED = ("code", "game", "status", "practice", "pace", "ended_at", "talk_count", "changed")
AFTER_THE_END = timedelta(days=30)
TWICE = timedelta(seconds=5)
LATELY = 10  # messages of one person among which a form that was sent twice is looked for
MOST_A_MINUTE, MOST_AN_HOUR = 10, 60

# What can be said by one press; every key has a drawing in the sprite.
REACTIONS = {
    "well-played": gettext_lazy("Well played"),
    "ouch": gettext_lazy("Ouch"),
    "thank-you": gettext_lazy("Thank you"),
    "good-luck": gettext_lazy("Good luck"),
    "take-your-time": gettext_lazy("Take your time"),
    "oh-no": gettext_lazy("Oh no"),
    "ha": gettext_lazy("Ha!"),
    "sorry": gettext_lazy("Sorry"),
}

# Of each key the first sentence is said whose names are all known. "key/kind" goes before "key", where a note says
# with `what` or `why` which kind it is.
NOTES: dict[str, tuple[Any, ...]] = {
    "joined": (gettext_lazy("%(name)s has sat down."),),
    "left": (gettext_lazy("%(name)s has left the table."),),
    "replaced": (gettext_lazy("A bot plays on in the seat of %(name)s."),),
    "substitute": (
        gettext_lazy("%(name)s plays on in the seat of %(other)s."),
        gettext_lazy("%(name)s has taken over a seat."),
    ),
    "back": (gettext_lazy("%(name)s is back."),),
    "auto": (gettext_lazy("A bot plays for %(name)s until %(name)s is back."),),
    "paused": (
        gettext_lazy("The match is paused until %(until)s."),
        gettext_lazy("The match is paused."),
    ),
    "resumed": (
        gettext_lazy("%(name)s has ended the pause. The match goes on."),
        gettext_lazy("The pause is over. The match goes on."),
    ),
    "proposed/pause": (
        ngettext_lazy(
            "%(name)s proposes a pause of %(days)d day.",
            "%(name)s proposes a pause of %(days)d days.",
            "days",
        ),
        gettext_lazy("%(name)s proposes a pause."),
    ),
    "proposed": (gettext_lazy("%(name)s proposes to end the match."),),
    "agreed": (gettext_lazy("%(name)s agrees."),),
    "refused": (gettext_lazy("%(name)s does not agree. Nothing changes."),),
    "asleep": (gettext_lazy("Nobody looks after this match just now, so it sleeps."),),
    "woken": (
        gettext_lazy("%(name)s has woken the match. It goes on."),
        gettext_lazy("The match is awake again."),
    ),
    "closed/agreed": (gettext_lazy("Everybody has agreed to end the match."),),
    "closed/left": (gettext_lazy("Everybody has left, so the match has been closed."),),
    "closed/slept": (gettext_lazy("Nobody came back for a month, so the match has been closed."),),
    "closed/cancelled": (gettext_lazy("The people who run this site have closed the match."),),
    "closed/cards": (
        gettext_lazy(
            "Cards of this match may not be shown any more, and too few are left: it has been closed."
        ),
    ),
    "closed": (gettext_lazy("The match has been closed."),),
    "day": (
        gettext_lazy("%(name)s has given %(to)s one day more."),
        gettext_lazy("%(name)s has given one day more."),
    ),
    "frozen": (gettext_lazy("Something is wrong with this match, so it has been stopped as it was."),),
    "rewound": (
        gettext_lazy("The people who run this site have put the match back to move %(number)s."),
        gettext_lazy("The people who run this site have put the match back to an earlier move."),
    ),
    "thawed": (gettext_lazy("The match has been set right and goes on."),),
    "host": (gettext_lazy("%(name)s looks after the table now."),),
    "few_cards": (
        gettext_lazy(
            "Every seat is taken, but the decks have too few cards by now. The host can choose others."
        ),
    ),
    "slapped_capitalism": (gettext_lazy("%(name)s slaps Kapitalismus. It does not achieve much."),),
}

# The same to whoever did it. "auto" alone is nobody's deed, but is told to the one it happens to.
YOURS: dict[str, tuple[Any, ...]] = {
    "auto": (gettext_lazy("A bot plays for you until you are back."),),
    "back": (gettext_lazy("You are back."),),
    "resumed": (gettext_lazy("You have ended the pause. The match goes on."),),
    "woken": (gettext_lazy("You have woken the match. It goes on."),),
    "substitute": (
        gettext_lazy("You play on in the seat of %(other)s."),
        gettext_lazy("You have taken over a seat."),
    ),
    "proposed/pause": (
        ngettext_lazy(
            "You propose a pause of %(days)d day.", "You propose a pause of %(days)d days.", "days"
        ),
        gettext_lazy("You propose a pause."),
    ),
    "proposed": (gettext_lazy("You propose to end the match."),),
    "agreed": (gettext_lazy("You agree."),),
    "refused": (gettext_lazy("You do not agree. Nothing changes."),),
    "day": (
        gettext_lazy("You have given %(to)s one day more."),
        gettext_lazy("You have given one day more."),
    ),
    "slapped_capitalism": (gettext_lazy("You slap Kapitalismus. It does not achieve much."),),
}
DEEDS = frozenset(key.partition("/")[0] for key in YOURS) - {"auto"}


# What is told of a person rather than of a seat: whoever sits there later has nothing to do with it.
OF_A_PERSON = frozenset({"left", "replaced", "substitute"})
OLD_NAMES = frozenset({"name", "to", "other"})  # what notes from before named people with


@dataclass(frozen=True)
class Refusal:
    """Why nothing was said. 422: not this text; 409: nobody talks here any more; 429: too much at once."""

    status: int
    words: str


# Saying


def note(match: Match, key: str, seat: int = -1, person: Any = None, **names: Any) -> None:
    """The table notes something that everybody may know. The match is locked, and saved with TALK_FIELDS.

    key: one of NOTES. seat: whose deed it is, or whom it happened to. person: who sat there, where somebody else may
    later (OF_A_PERSON). names: what the sentence fills in (strings and numbers); never the name of a person, but the
    number of their seat, with "_seat" behind the key.
    """
    now = timezone.now()
    match.talk_count += 1
    match.changed += 1
    match.news = {"key": key, "seat": seat, "names": names, "at": now.isoformat()}
    Message.objects.create(
        match=match,
        number=match.talk_count,
        seat=seat,
        person=person,
        kind=Message.Kind.NOTE,
        key=key,
        names=names,
        at=now,
    )
    match.save(update_fields=TALK_FIELDS)
    if seat >= 0 and key in DEEDS:  # no news to whoever did it
        own = Seat.objects.filter(match=match, number=seat, talk_seen=match.talk_count - 1)
        own.update(talk_seen=match.talk_count)


def say(code: str, person: Any, text: str, token: str = "") -> Refusal | None:
    """A person says something at a table they sit at; sent twice it is said once. Raises Seat.DoesNotExist.

    token: names the form it was written in.
    """
    try:
        text = clean(text)
        must_be_allowed_to_write(person)
    except ValueError as error:
        return Refusal(422, str(error))
    except MayNotWrite as muted:
        return Refusal(422, muted.words)
    return put_down(code, person, token, Message.Kind.WORDS, text=text)


def react(code: str, person: Any, key: str, token: str = "") -> Refusal | None:
    """One of REACTIONS, otherwise as `say`."""
    if key not in REACTIONS:
        return Refusal(422, _("That reaction is not there. Nothing was said; choose again."))
    return put_down(code, person, token, Message.Kind.REACTION, key=key)


def put_down(
    code: str, person: Any, token: str, kind: Message.Kind, text: str = "", key: str = ""
) -> Refusal | None:
    with transaction.atomic():
        match, seats = lock(code)
        seat = seat_of(person, seats)
        message = Message(match=match, seat=seat.number, person=person, kind=kind, key=key)
        if is_said_already(message, text, token):
            return None
        refusal = why_silent(match, person)
        if refusal is None:
            store(message, seat, text, token)
            deaf = ties.hiding_from(person)
            others = [one for one in seats if one.person_id not in {None, person.pk, *deaf}]
            notices.words_said(match, others, seat.number)
        return refusal


def lock(code: str) -> tuple[Match, list[Seat]]:
    match = Match.objects.select_for_update(no_key=True).only(*LOCKED).filter(code=code).first()
    if match is None:
        raise Seat.DoesNotExist(code)
    return match, list(match.seats.order_by("number"))


def seat_of(person: Any, seats: list[Seat]) -> Seat:
    for seat in seats:
        if seat.person_id is not None and seat.person_id == person.pk:
            return seat
    raise Seat.DoesNotExist


def is_said_already(message: Message, text: str, token: str) -> bool:
    """Whether this form was sent before, or the same was said a moment ago."""
    mine = Message.objects.filter(match=message.match, person=message.person).exclude(kind=Message.Kind.NOTE)
    for one in mine.select_related("words").order_by("-number")[:LATELY]:
        if token and one.names.get("form") == token:
            return True
        same = (one.kind, one.key, one.words.text if one.words else "") == (message.kind, message.key, text)
        if same and message.at - one.at < TWICE:
            return True
    return False


def why_silent(match: Match, person: Any) -> Refusal | None:
    """Why this person cannot say anything more here just now."""
    if match.practice:
        return Refusal(409, _("Only bots sit here with you, and they do not read."))
    if not may_talk(match):
        return Refusal(409, _("This match has been over for a month. Nothing more is said here."))
    who = f"{person.pk}/{match.pk}"
    if not limits.allowed("words-minute", who, MOST_A_MINUTE, 60):
        again = {"again": dates.after(limits.left(60))}
        return Refusal(429, _("That was a lot in one minute. You can send it %(again)s.") % again)
    if not limits.allowed("words-hour", who, MOST_AN_HOUR, 60 * 60):
        again = {"again": dates.after(limits.left(60 * 60))}
        return Refusal(429, _("That was a lot in one hour. You can send it %(again)s.") % again)
    return None


def may_talk(match: Match) -> bool:
    over = match.over and match.ended_at is not None
    return not match.practice and not (over and timezone.now() - match.ended_at > AFTER_THE_END)


def store(message: Message, seat: Seat, text: str, token: str) -> None:
    match = message.match
    match.talk_count += 1
    match.changed += 1
    match.save(update_fields=["talk_count", "changed"])
    message.number = match.talk_count
    message.names = {"form": token} if token else {}
    message.words = Words.objects.create(author=message.person, text=text) if text else None
    message.save(force_insert=True)
    seat.talk_seen = match.talk_count
    seat.save(update_fields=["talk_seen"])


def mark_seen(seat: Seat, until: int) -> None:
    """Remember that the seat's person has read everything up to a message. It never goes back."""
    until = min(until, seat.match.talk_count)
    Seat.objects.filter(pk=seat.pk, talk_seen__lt=until).update(talk_seen=until)


# Reading


def news(match: Match, cast: Cast) -> SafeString:
    """The last note of the table in words; empty if there is none."""
    return sentence(match.news, cast)


def is_older(news: dict[str, Any], moment: datetime) -> bool:
    """Whether a note was made before this moment; without its own it is not."""
    at = parse_datetime(news.get("at", ""))
    return at is not None and at < moment


def sentence(said: Any, cast: Cast) -> SafeString:
    """A note of the table (a Message, or Match.news) or a reaction in words, as safe HTML."""
    key, seat, names = (
        (said.key, said.seat, said.names)
        if isinstance(said, Message)
        else (said.get("key", ""), said.get("seat", -1), said.get("names", {}))
    )
    if key in REACTIONS:
        return phrase(REACTIONS[key])
    values = filled_in(names, cast)
    if "name" not in values and key in OF_A_PERSON and isinstance(said, Message):
        values["name"] = str(said.person or _("Somebody"))
    elif "name" not in values and 0 <= seat < len(cast.names):
        values["name"] = cast.name(seat)
    safe = {
        name: value if isinstance(value, int) else conditional_escape(value) for name, value in values.items()
    }
    kind = names.get("what") or names.get("why")
    yours = YOURS if cast.is_me(seat) and values["name"] == cast.name(seat) else {}
    for words in (
        sentences
        for table in (yours, NOTES)
        for one in (f"{key}/{kind}", key)
        for sentences in table.get(one, ())
    ):
        try:
            return mark_safe(words % safe)
        except (KeyError, TypeError):  # a name is missing, or is no number
            continue
    return mark_safe("")


def filled_in(names: dict[str, Any], cast: Cast) -> dict[str, Any]:
    """What a sentence fills in: seats by the names of those who sit there now, and moments in words."""
    values = {key: in_words(value) if key == "until" else value for key, value in names.items()}
    for key, number in names.items():
        if key.endswith("_seat"):
            known = isinstance(number, int) and 0 <= number < len(cast.names)
            values[key.removesuffix("_seat")] = cast.name(number) if known else _("Somebody")
    return values


def in_words(value: Any) -> Any:
    """A moment or a day, written as such, in the reader's zone and language; anything else as it is."""
    if not isinstance(value, str) or not value[:1].isdigit():
        return value
    try:
        found: datetime | date | None = parse_datetime(value) if len(value) > 10 else parse_date(value)
    except ValueError:
        return value
    if isinstance(found, datetime):
        return dates.moment(found) if timezone.is_aware(found) else value
    return value if found is None else dates.day(found)

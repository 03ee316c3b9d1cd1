"""Notices to people: what kinds there are, and the rows from which they are sent.

The apps register their kinds in `AppConfig.ready`. `tell` makes rows, in the transaction of what caused them;
sending.py sends what is ready, and asks the kind once more whether it is still wanted.
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Any

from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from accounts import hours
from accounts.models import Device, Send, User

TEST = "test"


@dataclass(frozen=True)
class Item:
    """One notice in words: a subject of its own, a line for a grouped mail, and where it leads (a path).

    thread: mails about the same thing (a match) hang together in a reader's mailbox. button: what the way there is
    called, "" for that to a table.
    """

    subject: str
    line: str
    path: str
    thread: str = ""
    button: str = ""


@dataclass(frozen=True)
class Kind:
    """slug: at most 16 characters, and a row's event at most 80, for that is the room of their columns in `Send`.
    label: as the settings page names it. preset: the channels it uses unless a person chose otherwise.

    wanted: whether a row is still true (the turn is still open). say: the row in words, in the active language.
    chosen: whether people choose its channels; what they ask for themselves, like a test, always comes at once.
    apart: what a row is sent together with, and with nothing else; "" for all other news.
    """

    slug: str
    label: Any
    preset: frozenset[str]
    wanted: Callable[[Send], bool]
    say: Callable[[Send], Item]
    chosen: bool = True
    apart: Callable[[Send], str] = lambda row: ""


@dataclass(frozen=True)
class News:
    """Something to tell one person. quiet: whether quiet hours hold it back."""

    person: int
    kind: str
    event: str
    about: dict[str, Any] = field(default_factory=dict)
    not_before: datetime | None = None
    quiet: bool = True


KINDS: dict[str, Kind] = {}


def register(*kinds: Kind, first: bool = False) -> None:
    """first: before what other apps tell, on the settings page and in a mail about several things."""
    known = {kind.slug: kind for kind in kinds}
    before = dict(KINDS) if first else {}
    if first:
        KINDS.clear()
    KINDS.update(known | before)


def kinds_to_choose() -> list[Kind]:
    return [kind for kind in KINDS.values() if kind.chosen]


def channels(person: User, slug: str) -> list[str]:
    """By which channels a person wants to hear of this kind of thing."""
    choices = person.notice_choices
    chosen = choices.get(slug) if isinstance(choices, dict) else None
    chosen = chosen if isinstance(chosen, dict) else {}  # anything else was typed in the admin
    wanted = [
        channel for channel in Send.Channel.values if chosen.get(channel, channel in KINDS[slug].preset)
    ]
    return [
        channel for channel in wanted if channel != Send.Channel.MAIL or (person.mail_on and person.email)
    ]


def tell(
    people: Iterable[User], slug: str, event: str, about: dict[str, Any], not_before: datetime | None = None
) -> None:
    """A row for each person and channel that wants it; telling the same event again changes nothing."""
    tell_all([News(person.pk, slug, event, about, not_before) for person in people])


def tell_all(news: Iterable[News]) -> None:
    """As `tell`, for many at once: three queries however many."""
    news = list(news)
    people = User.objects.filter(is_active=True).in_bulk({one.person for one in news})
    reached = (
        set(Device.objects.filter(person__in=people).values_list("person", flat=True)) if people else set()
    )
    now = timezone.now()
    rows = [
        row_of(one, people[one.person], channel, now)
        for one in news
        if one.person in people
        for channel in channels(people[one.person], one.kind)
        if channel != Send.Channel.PUSH or one.person in reached
    ]
    Send.objects.bulk_create(rows, ignore_conflicts=True)


def row_of(news: News, person: User, channel: str, now: datetime) -> Send:
    return Send(
        event=news.event,
        kind=news.kind,
        person=person,
        channel=channel,
        about=news.about,
        made_at=now,
        not_before=earliest(person, channel, news.not_before or now, quiet=news.quiet),
        quiet=news.quiet,
    )


def earliest(person: User, channel: str, moment: datetime, *, quiet: bool = True) -> datetime:
    """When a notice that is ready at this moment may go out: after quiet hours, or with the one mail of the day."""
    if channel == Send.Channel.MAIL and person.digest:
        return next_digest(person, moment)
    return (hours.quiet_end(person, moment) if quiet else None) or moment


def next_digest(person: User, moment: datetime) -> datetime:
    """The hour a person has chosen, today or tomorrow in their own zone."""
    zone = hours.zone_of(person)
    today = moment.astimezone(zone).date()
    at = hours.moment(today, person.digest_at, zone)
    return at if at >= moment else hours.moment(today + timedelta(days=1), person.digest_at, zone)


def plan_again(person: User, now: datetime) -> None:
    """After a change of the settings: what waits goes by the new ones. What is being tried again keeps its pace."""
    waiting = Send.objects.free(now).filter(person=person, channel=Send.Channel.MAIL, tries=0)
    for quiet in (True, False):
        rows = waiting.filter(quiet=quiet).exclude(kind=TEST)
        rows.update(not_before=earliest(person, Send.Channel.MAIL, now, quiet=quiet))


def ask_for_test(person: User, channel: str) -> None:
    """A notice that a person sends to themselves, to see whether it arrives."""
    now = timezone.now()
    Send.objects.create(
        event=f"{TEST}/{now.timestamp()}",
        kind=TEST,
        person=person,
        channel=channel,
        made_at=now,
        not_before=now,
        quiet=False,
    )


def say_test(row: Send) -> Item:
    return Item(_("A test"), _("If you can read this, notices reach you."), "/settings/notices/")


TEST_KIND = Kind(
    TEST, gettext_lazy("Test"), frozenset(), lambda row: True, say_test, chosen=False, apart=lambda row: TEST
)

"""What people are told about their matches: each function makes the rows for one kind of happening.

What they say, and whether they are still wanted when they go out, is in notice_words.py.
"""

from collections.abc import Iterable
from datetime import datetime, timedelta
from typing import Any

from django.db import transaction
from django.utils import timezone

from accounts import ties
from accounts.notices import News, tell_all
from games import catalog, clock, presence
from games.models import Consent, Invitation, Match, Prompt, Seat, Shared

AT_A_TIME = 100
WHILE_HERE = timedelta(minutes=2)


# What waits for somebody


def announce(now: datetime) -> int:
    """Tell people what waits for their answer; how many prompts there were. Any number of these may run at once."""
    done = 0
    while number := announce_some(now):
        done += number
        if number < AT_A_TIME:
            break
    return done


def announce_some(now: datetime) -> int:
    """A hundred at most. A prompt that a move or another sweep holds is left for the next time."""
    with transaction.atomic():
        rows = locked(Prompt.objects.to_tell())
        tell_prompts(rows, now, reminder=False)
        Prompt.objects.filter(pk__in=[row.pk for row in rows], told_at=None).update(told_at=now)
    return len(rows)


def remind(now: datetime) -> int:
    """Say once more what is still open when most of its time is over."""
    done = 0
    while number := remind_some(now):
        done += number
        if number < AT_A_TIME:
            break
    return done


def remind_some(now: datetime) -> int:
    with transaction.atomic():
        rows = locked(Prompt.objects.to_remind(now))
        tell_prompts(rows, now, reminder=True)
        Prompt.objects.filter(pk__in=[row.pk for row in rows]).update(remind_at=None)
    return len(rows)


def locked(prompts: Any) -> list[Prompt]:
    return list(
        prompts.select_for_update(skip_locked=True, of=("self",)).select_related("match", "seat__hand")[
            :AT_A_TIME
        ]
    )


def tell_prompts(rows: list[Prompt], now: datetime, *, reminder: bool) -> None:
    """Notices of those prompts whose people want to hear of them at all."""
    rows = [row for row in rows if is_told(row) and not (reminder and row.match.live)]
    here = presence.who_is_here(row.seat.hand.pk for row in rows)
    tell_all(
        News(
            person=row.person_id,
            kind=kind_of(row, reminder=reminder),
            event=event_of(row, reminder=reminder),
            about={"match": row.match.code, "prompt": row.number},
            not_before=now + WHILE_HERE if row.seat.hand.pk in here else now,
            quiet=clock.has_nights(row.match),
        )
        for row in rows
    )


def is_told(row: Prompt) -> bool:
    match, seat = row.match, row.seat
    return (
        match.pace > 0
        and not match.practice
        and not seat.muted
        and not seat.by_bot
        and row.person_id is not None
    )


def kind_of(row: Prompt, *, reminder: bool) -> str:
    if reminder:
        return "reminder"
    return "turn" if catalog.is_turn(row.match.game, row.kind) else "answer"


def event_of(row: Prompt, *, reminder: bool) -> str:
    """Named by its moment too: a prompt may open anew after a pause or a step back, and get another due time."""
    moment = (row.due_at if reminder else row.opened_at) or row.opened_at
    what = "reminder" if reminder else "prompt"
    return f"{what}/{row.match.code}/{row.number}/{int(moment.timestamp())}"


# What became of a match


def started(match: Match, seats: Iterable[Seat]) -> None:
    """The match was dealt."""
    tell_seats(match, seats, "started", f"started/{match.code}")


def joined(match: Match, seat: Seat) -> None:
    """Somebody sat down; its host is told."""
    if match.practice or None in (match.host_id, seat.person_id) or match.host_id == seat.person_id:
        return
    event = f"joined/{match.code}/{seat.person_id}/{int(seat.joined_at.timestamp())}"
    about = {"match": match.code, "person": seat.person_id}
    hosts = Seat.objects.filter(match=match, person=match.host_id)
    if not hosts.filter(muted=True).exists():
        tell_all([News(match.host_id, "joined", event, about, quiet=clock.has_nights(match))])


def finished(match: Match, seats: Iterable[Seat]) -> None:
    """The match has a result or was closed."""
    tell_seats(match, seats, "finished", f"finished/{match.code}", last=match.move_count)


def invited(invitation: Invitation) -> None:
    """Somebody was asked by name to join."""
    # Whatever its pace: whoever is asked has not yet agreed to be woken by it.
    event = f"invitation/{invitation.pk}"
    tell_all([News(invitation.person_id, "invitation", event, {"invitation": invitation.pk})])


def noted(match: Match, seats: Iterable[Seat], key: str) -> None:
    """Something happened to the table that people who are not looking should know (paused, asleep, put back ...)."""
    now = timezone.now()
    event = f"table/{match.code}/{key}/{match.talk_count}/{int(now.timestamp())}"
    tell_seats(match, seats, "table", event, key=key, note=match.talk_count)


def words_said(match: Match, seats: Iterable[Seat], by: int) -> None:
    """New words at the table, by this seat."""
    event = f"words/{match.code}/{match.talk_count}"
    tell_seats(match, seats, "words", event, note=match.talk_count, by=by)


def asked_to_share(consents: Iterable[Consent], by: Any) -> None:
    """Writers are asked whether everybody may see a combination; not those who want to hear nothing of who asks."""
    deaf = ties.hiding_from(by)
    tell_all(
        News(one.person_id, "share", f"share/{one.pk}", {"consent": one.pk})
        for one in consents
        if one.person_id is not None and one.person_id not in deaf
    )


def shared(row: Shared) -> None:
    """All have said yes; who asked is told."""
    if row.asked_by_id is not None:
        tell_all([News(row.asked_by_id, "share", f"shared/{row.pk}", {"shared": row.pk})])


def tell_seats(match: Match, seats: Iterable[Seat], kind: str, event: str, **about: Any) -> None:
    """News for the people in these seats; who is looking at the match gets them two minutes later."""
    if match.practice:
        return
    wanted = Seat.objects.filter(pk__in=[seat.pk for seat in seats], muted=False, person__isnull=False)
    people = list(wanted.values_list("person", "hand"))
    here = presence.who_is_here(hand for _person, hand in people if hand)
    now = timezone.now()
    tell_all(
        News(
            person,
            kind,
            event,
            {"match": match.code, **about},
            not_before=now + WHILE_HERE if hand in here else now,
            quiet=clock.has_nights(match),
        )
        for person, hand in people
    )

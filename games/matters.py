"""What the match page says of time, and what a table can settle besides playing: pauses, days, seats, the end."""

from datetime import datetime, timedelta
from typing import TYPE_CHECKING, Any

from django.utils import timezone
from django.utils.timezone import localtime
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from accounts import dates, hours
from games import clock, resting
from games.agreement import PAUSES
from games.engine import Prompt
from games.models import Match, Seat

if TYPE_CHECKING:
    from games.page import Sight


def left_words(left: timedelta) -> str:
    """How long that is, in its two largest units."""
    minutes = max(0, int(left.total_seconds() // 60))
    days, hours_left, rest = minutes // 1440, minutes % 1440 // 60, minutes % 60
    parts = []
    if days:
        parts.append(ngettext("%(n)d day", "%(n)d days", days) % {"n": days})
    if hours_left:
        parts.append(_("%(n)d h") % {"n": hours_left})
    if rest and not days:
        parts.append(_("%(n)d min") % {"n": rest})
    return " ".join(parts) or _("less than a minute")


def due_words(due: datetime) -> str:
    """A moment in the reader's zone: the weekday within six days, else the date."""
    near = due - timezone.now() < timedelta(days=6)
    return dates.weekday(due) if near else dates.short_moment(due)


def day_words(day: Any) -> str:
    return dates.short_day(day)


# Deadlines


def waited_for(sight: "Sight") -> list[Prompt]:
    return [prompt for prompt in sight.view.prompts if not prompt.given and prompt.number in sight.clocks]


def deadline(sight: "Sight") -> dict[str, Any] | None:
    """The next due time that concerns this viewer: their own, else that of whoever is waited for."""
    waiting = waited_for(sight)
    mine = [prompt for prompt in waiting if prompt.seat == sight.me]
    # The few seconds of somebody else's window are nothing that others wait by.
    others = [p for p in waiting if not clock.has_timer(p, sight.clocks[p.number]) or p.clock != "window"]
    timed = [(sight.clocks[p.number].due_at, p.number, p) for p in mine or others]
    timed = [(due, number, prompt) for due, number, prompt in timed if due is not None]
    if not timed:
        return None
    due, _number, prompt = min(timed)
    now = timezone.now()
    window = clock.window_left(prompt, sight.clocks[prompt.number], now)
    if window is not None:
        return window_words(sight, prompt, window)
    return {
        "mine": bool(mine),
        "late": due <= now,
        "left": left_words(due - now),
        "at": due_words(due),
        "iso": due.isoformat(timespec="seconds"),
        "soon": prompt.clock == "pace" and clock.is_soon(sight.match, due, now),
        "silence": silence(sight, prompt) if mine else "",
    }


def window_words(sight: "Sight", prompt: Prompt, left: int) -> dict[str, Any]:
    """As `deadline`, of the few seconds of my own window. left: in milliseconds."""
    seconds = -(-left // 1000)
    return {
        "mine": True,
        "late": not seconds,
        "left": ngettext("%(n)d second", "%(n)d seconds", seconds) % {"n": seconds},
        "soon": False,
        "silence": silence(sight, prompt),
    }


def has_a_night_in_it(sight: "Sight") -> bool:
    """Whether this viewer has longer than the pace and the days given, because it would end in their quiet hours."""
    for prompt in waited_for(sight):
        time = sight.clocks[prompt.number]
        if prompt.seat == sight.me and prompt.clock == "pace" and time.due_at:
            usual = time.opened_at + clock.pace_of(sight.match) + time.days_given * clock.DAY
            if clock.has_nights(sight.match) and time.due_at > usual:
                return True
    return False


def silence(sight: "Sight", prompt: Prompt) -> str:
    """What happens at the due time if nobody answers."""
    if sight.me is not None and is_away(sight.seats[sight.me]):
        return _("then a bot plays for you")
    return _("then: %(silence)s") % {"silence": sight.face.silence(sight.view, prompt)}


def is_away(seat: Seat) -> bool:
    return seat.person is not None and hours.is_away(seat.person, timezone.now())


def presence_word(seat: Seat) -> str:
    """What keeps somebody from playing themselves just now; empty for nothing."""
    if seat.person is None or seat.bot:
        return ""
    if seat.auto:
        return _("a bot plays")
    if is_away(seat):
        return _("away until %(day)s") % {"day": day_words(seat.person.away_until)}
    return ""


# Standing still


def status_words(match: Match) -> str:
    """What a match that does not run is waiting for, in a sentence or two."""
    match match.status:
        case Match.Status.PAUSED:
            until = due_words(match.paused_until) if match.paused_until else ""
            return _("The match is paused until %(until)s. All clocks stand still.") % {"until": until}
        case Match.Status.ASLEEP:
            day = day_words(localtime(match.since + resting.LONGEST_SLEEP))
            return _(
                "Nobody looks after this match just now, so it sleeps and all clocks stand still. "
                "If nobody comes back it is closed on %(day)s."
            ) % {"day": day}
    return {
        "left": _("Everybody has left; nothing can be played here any more."),
        "agreed": _("Everybody who still played agreed to end it. There is no result."),
        "slept": _("Nobody came back for thirty days, so it was closed. There is no result."),
        "cancelled": _("It was closed. There is no result."),
        "cards": _("Its cards were taken away, and too few were left to play with. There is no result."),
        "unfilled": _("Not enough people sat down in time."),
    }.get(match.closed_why, _("Nothing can be played here any more."))


# What can be settled


def box(sight: "Sight") -> dict[str, Any] | None:
    """What this seat can do besides playing; None for those who only look on, and in practice."""
    match = sight.match
    if sight.me is None or match.over or match.practice:
        return None
    seat = sight.seats[sight.me]
    in_charge = not seat.by_bot
    return {
        "auto": seat.auto,
        "can_resume": match.status == Match.Status.PAUSED and in_charge,
        "days": days_to_give(sight) if match.running and in_charge else [],
        "proposal": proposal(sight),
        "night": match.running and has_a_night_in_it(sight),
        "pauses": [{"days": days, "words": pause_words(days)} for days in PAUSES] if match.running else [],
        "can_propose": in_charge and not match.proposal and match.status in ("running", "paused"),
        "alone": sum(not other.by_bot for other in sight.seats) == 1,
        "muted": sight.hand.seat.muted if sight.hand and sight.hand.seat else False,
    }


def pause_words(days: int) -> str:
    return ngettext("%(n)d day", "%(n)d days", days) % {"n": days}


def days_to_give(sight: "Sight") -> list[dict[str, Any]]:
    """Whose clock can be put off by a day."""
    return [
        {
            "number": prompt.number,
            "name": sight.cast.name(prompt.seat),
            "given": sight.clocks[prompt.number].days_given,
            "at": due_words(sight.clocks[prompt.number].due_at),
        }
        for prompt in waited_for(sight)
        if prompt.seat != sight.me
        and prompt.clock == "pace"
        and sight.clocks[prompt.number].due_at
        and sight.clocks[prompt.number].days_given < clock.MOST_DAYS
        and not sight.seats[prompt.seat].by_bot
    ]


def proposal(sight: "Sight") -> dict[str, Any] | None:
    match = sight.match
    if not match.proposal:
        return None
    people = [seat for seat in sight.seats if not seat.by_bot]
    yes = tuple(seat.number for seat in people if seat.agrees)
    missing = tuple(seat.number for seat in people if not seat.agrees)
    if match.proposal == Match.Proposal.PAUSE:
        words = _("A pause of %(length)s is proposed.") % {"length": pause_words(match.proposal_days)}
    else:
        words = _("It is proposed to end this match without a result.")
    return {
        "what": match.proposal,
        "words": words,
        "yes": sight.cast.list(yes),
        "missing": sight.cast.list(missing),
        "asked": sight.me in missing,
    }

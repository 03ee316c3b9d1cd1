"""What people are told about decks: the rows for each happening. What they say is in notice_words.py."""

from collections.abc import Iterable
from datetime import UTC, date, datetime, time, timedelta

from django.utils import timezone

from accounts.models import User
from accounts.notices import tell
from accounts.standing import suspended_until
from quotes.models import Deck, Suggestion, Version

# What happened, besides the states in which a version ends
WAITS, TAKEN_BACK, SUGGESTED = "waits", "taken_back", "suggested"
ANSWERED, JOINED, ACCEPTED = "answered", "joined", "accepted"
LEFT, DROPPED = "left", "dropped"
MOST_DROPPED = 3  # a day, from one owner to one person

# Kinds: each is switched on and off by itself
MINE, QUEUE, SUGGESTIONS = "deck", "deck-queue", "deck-suggested"
ANSWERS, TOGETHER = "deck-answers", "deck-together"


def something_waits(version: Version, people: Iterable[User]) -> None:
    """To curators; one notice a version."""
    tell(people, QUEUE, f"deck/{version.pk}/{WAITS}", {"version": version.pk, "what": WAITS})


def decided(version: Version, people: Iterable[User]) -> None:
    """To who edits the deck: what became of the version, which says it itself."""
    event = f"deck/{version.pk}/{version.state}"
    tell(people, MINE, event, {"version": version.pk, "what": version.state})


def taken_back(deck: Deck, people: Iterable[User], reason: str) -> None:
    """To who edits the deck: a curator took it back from everybody."""
    about = {"deck": deck.pk, "what": TAKEN_BACK, "reason": reason}
    tell(people, MINE, f"deck/{deck.pk}/{TAKEN_BACK}/{int(deck.changed_at.timestamp())}", about)


def suggested(suggestion: Suggestion, people: Iterable[User]) -> None:
    """To who edits the deck: one notice at the end of the day for all suggestions of that day, in whichever deck."""
    today, ends = this_day()
    others = [person for person in people if person.pk != suggestion.writer_id]
    tell(others, SUGGESTIONS, f"deck/{SUGGESTED}/{today}", {"what": SUGGESTED}, not_before=ends)


def answered(suggestion: Suggestion) -> None:
    """To who suggested it: one notice at the end of the day for all that was decided on that day."""
    if suggestion.writer is None:
        return
    today, ends = this_day()
    about = {"what": ANSWERED, "day": today.isoformat()}
    tell([suggestion.writer], ANSWERS, f"deck/{ANSWERED}/{today}", about, not_before=ends)


def joined(deck: Deck, person: User) -> None:
    """To somebody who edits a deck with its owner from now on."""
    about = {"deck": deck.pk, "what": JOINED}
    tell([person], TOGETHER, f"deck/{deck.pk}/{JOINED}/{int(timezone.now().timestamp())}", about)


def accepted(deck: Deck, person: User) -> None:
    """To the owner of a deck: somebody edits it, too, by an invitation."""
    if deck.owner is None:
        return
    about = {"deck": deck.pk, "person": person.pk, "what": ACCEPTED}
    event = f"deck/{deck.pk}/{ACCEPTED}/{person.pk}/{int(timezone.now().timestamp())}"
    tell([deck.owner], TOGETHER, event, about)


def left(deck: Deck, person: User) -> None:
    """To the owner of a deck: somebody has stopped editing it."""
    if deck.owner is None or suspended_until(deck.owner):
        return
    about = {"deck": deck.pk, "person": person.pk, "what": LEFT}
    event = f"deck/{deck.pk}/{LEFT}/{person.pk}/{int(timezone.now().timestamp())}"
    tell([deck.owner], TOGETHER, event, about)


def dropped(deck: Deck, person: User) -> None:
    """To somebody who edits a deck no longer, by its owner's doing: what it was called when they last could know.

    Not if the beginning has not been told yet; and, as the owner's words stand in it, once a day of one deck and of
    few decks.
    """
    untold = person.sends.waiting().filter(event__startswith=f"deck/{deck.pk}/{JOINED}/")
    today = f"deck/{DROPPED}/{this_day()[0]}/{deck.owner_id}/"
    told = person.sends.filter(event__startswith=today).values("event").distinct()
    if suspended_until(person) or untold.exists() or told.count() >= MOST_DROPPED:
        return
    about = {"deck": deck.pk, "title": deck.title, "by": deck.owner_id, "what": DROPPED}
    tell([person], TOGETHER, f"{today}{deck.pk}", about)


def this_day() -> tuple[date, datetime]:
    """It and its end, the same for all."""
    today = timezone.now().astimezone(UTC).date()
    return today, day_of(today.isoformat())[1]


def day_of(day: str) -> tuple[datetime, datetime]:
    """When a day begins and ends."""
    begins = datetime.combine(date.fromisoformat(day), time(), UTC)
    return begins, begins + timedelta(days=1)

"""What people are told about decks: the rows for each happening. What they say is in notice_words.py."""

from collections.abc import Iterable

from accounts.models import User
from accounts.notices import tell
from quotes.models import Deck, Version

WAITS, TAKEN_BACK = "waits", "taken_back"


def something_waits(version: Version, people: Iterable[User]) -> None:
    """To curators; one notice a version."""
    tell(people, "deck", f"deck/{version.pk}/{WAITS}", {"version": version.pk, "what": WAITS})


def decided(version: Version, people: Iterable[User]) -> None:
    """To who edits the deck: what became of the version, which says it itself."""
    event = f"deck/{version.pk}/{version.state}"
    tell(people, "deck", event, {"version": version.pk, "what": version.state})


def taken_back(deck: Deck, people: Iterable[User], reason: str) -> None:
    """To who edits the deck: a curator took it back from everybody."""
    about = {"deck": deck.pk, "what": TAKEN_BACK, "reason": reason}
    tell(people, "deck", f"deck/{deck.pk}/{TAKEN_BACK}/{int(deck.changed_at.timestamp())}", about)

"""What the notices about decks say, and whether they are still true."""

from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from accounts.models import Send
from accounts.notices import Item, Kind, register
from quotes import publishing
from quotes.models import Deck, Version
from quotes.notices import TAKEN_BACK, WAITS

# Whether it is still true


def is_news(row: Send) -> bool:
    about = row.about
    if about["what"] == WAITS:
        return still_waits(row)
    if about["what"] == TAKEN_BACK:
        deck = Deck.objects.filter(pk=about["deck"], removed_at=None).first()
        return (
            deck is not None
            and deck.state != Deck.State.PUBLISHED
            and publishing.has_part_in(row.person, deck)
        )
    version = version_of(row)
    return (
        version is not None
        and version.state == about["what"]
        and publishing.has_part_in(row.person, version.deck)
    )


def still_waits(row: Send) -> bool:
    version = version_of(row)
    if version is None or version.state != Version.State.SUBMITTED or version.deck.hidden_at:
        return False
    return publishing.is_curator(row.person) and publishing.may_decide(row.person, version.deck)


def version_of(row: Send) -> Version | None:
    found = Version.objects.filter(pk=row.about["version"], deck__removed_at=None).defer("cards")
    return found.select_related("deck").first()


# In words


def say(row: Send) -> Item:
    what = row.about["what"]
    if what == TAKEN_BACK:
        deck = Deck.objects.get(pk=row.about["deck"])
        return say_to_editors(deck, what, deck.title, row.about["reason"])
    version = Version.objects.select_related("deck__owner").defer("cards").get(pk=row.about["version"])
    if what == WAITS:
        return say_waits(version)
    return say_to_editors(version.deck, what, version.title, version.reason)


def say_waits(version: Version) -> Item:
    words = {"deck": version.title, "name": str(version.deck.owner or _("Somebody"))}
    subject = _("A deck waits for you: %(deck)s") % words
    line = _("%(name)s would like to publish a deck. Any curator can decide on it.") % words
    return Item(subject, line, reverse("deck-review", args=[version.pk]), thread=f"deck.{version.deck_id}")


def say_to_editors(deck: Deck, what: str, title: str, reason: str) -> Item:
    subject, line = verdict_words(what, title, reason)
    return Item(subject, line, reverse("deck-publish", args=[deck.pk]), thread=f"deck.{deck.pk}")


def verdict_words(what: str, title: str, reason: str) -> tuple[str, str]:
    """The subject of what editors are told, and what it says; a curator sees both before it is sent."""
    words = {"deck": title, "reason": reason}
    if what == Version.State.PUBLISHED:
        line = _("Everybody here can play with it now.")
        return _("Your deck is published: %(deck)s") % words, f"{line} {reason}".strip()
    if what == Version.State.SENT_BACK:
        line = _("A curator asks you to change something before it is published: %(reason)s") % words
        return _("Your deck came back: %(deck)s") % words, line
    if what == Version.State.REJECTED:
        return _("Your deck was not published: %(deck)s") % words, _(
            "A curator decided not to publish it: %(reason)s"
        ) % words
    line = _("A curator took it back from everybody: %(reason)s Matches that run keep their cards.") % words
    return _("Your deck is private again: %(deck)s") % words, line


DECK_KIND = Kind(
    "deck",
    gettext_lazy("A deck of mine is published, or comes back"),
    frozenset({Send.Channel.MAIL.value}),
    is_news,
    say,
)


def register_kinds() -> None:
    register(DECK_KIND)

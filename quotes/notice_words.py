"""What the notices about decks say, and whether they are still true."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from django.db.models import QuerySet
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from accounts import ties
from accounts.models import Send, User
from accounts.notices import Item, Kind, register
from accounts.standing import suspended_until
from quotes import decks, publishing, reviewing, suggestions
from quotes.models import Deck, Suggestion, Version
from quotes.notices import (
    ACCEPTED,
    ANSWERED,
    ANSWERS,
    DROPPED,
    JOINED,
    LEFT,
    MINE,
    QUEUE,
    SUGGESTED,
    SUGGESTIONS,
    TAKEN_BACK,
    TOGETHER,
    WAITS,
    day_of,
)

# Whether it is still true


def still_decided(row: Send) -> bool:
    version = version_of(row)
    if version is None or version.state != row.about["what"] or not still_in_it(row.person, version.deck):
        return False
    return is_out(version) if version.state == Version.State.PUBLISHED else is_last(version)


def is_last(version: Version) -> bool:
    """Whether nothing was handed in after it."""
    return not version.deck.versions.filter(number__gt=version.number).exists()


def still_in_it(person: User, deck: Deck) -> bool:
    """Whether somebody made it and may see it: one that is hidden is its owner's alone."""
    return publishing.owns_or_edits(person, deck) and decks.may_see(person, deck)


def is_out(version: Version) -> bool:
    """Whether everybody sees it, and not one that came after it."""
    deck = version.deck
    return deck.state == Deck.State.PUBLISHED and deck.published_id == version.pk and not deck.hidden_at


def still_taken_back(row: Send) -> bool:
    deck = Deck.objects.filter(pk=row.about["deck"], removed_at=None).first()
    if deck is None or deck.state == Deck.State.PUBLISHED or not still_in_it(row.person, deck):
        return False
    out_again = deck.versions.filter(state=Version.State.PUBLISHED, decided_at__gt=row.made_at)
    return not out_again.exists()


def still_waits(row: Send) -> bool:
    version = version_of(row)
    if version is None or version.state != Version.State.SUBMITTED or version.deck.hidden_at:
        return False
    return publishing.is_curator(row.person) and publishing.may_decide(row.person, version.deck)


def still_suggested(row: Send) -> bool:
    return suggested_to(row).exists()


def suggested_to(row: Send) -> QuerySet[Suggestion]:
    """What waits in the decks that somebody edits, and others wrote."""
    waiting = suggestions.waiting().filter(deck__in=decks.edited_by(row.person).filter(hidden_at=None))
    return waiting.exclude(writer=row.person)


def still_answered(row: Send) -> bool:
    return answered_to(row).exists()


def answered_to(row: Send) -> QuerySet[Suggestion]:
    """What somebody suggested and others decided on, that day, in decks that are still there."""
    begins, ends = day_of(row.about["day"])
    mine = Suggestion.objects.filter(writer=row.person, decided_at__gte=begins, decided_at__lt=ends)
    return mine.filter(deck__removed_at=None, deck__hidden_at=None).exclude(state=Suggestion.State.OPEN)


def still_joined(row: Send) -> bool:
    deck = Deck.objects.filter(decks.THERE, pk=row.about["deck"]).first()
    return deck is not None and deck.editors.filter(pk=row.person_id).exists()


def still_accepted(row: Send) -> bool:
    """As long as it is still theirs, and the other one is still there."""
    deck = Deck.objects.filter(decks.THERE, pk=row.about["deck"], owner=row.person).first()
    return deck is not None and deck.editors.filter(pk=row.about["person"]).exists()


def still_left(row: Send) -> bool:
    """As long as it is still theirs, and the other one is still there and has not come back."""
    deck = Deck.objects.filter(decks.THERE, pk=row.about["deck"], owner=row.person).first()
    if deck is None or suspended_until(row.person) or person_of(row, "person") is None:
        return False
    return not deck.editors.filter(pk=row.about["person"]).exists()


def still_dropped(row: Send) -> bool:
    deck = Deck.objects.filter(decks.THERE, pk=row.about["deck"]).first()
    if deck is None or suspended_until(row.person) or deck.owner_id == row.person_id:
        return False
    if row.about["by"] in ties.blocked_with(row.person):
        return False
    return not deck.editors.filter(pk=row.person_id).exists()


def person_of(row: Send, place: str) -> User | None:
    return User.objects.filter(pk=row.about[place]).first()


def version_of(row: Send) -> Version | None:
    """None once its deck is removed."""
    found = Version.objects.filter(pk=row.about["version"], deck__removed_at=None).defer("cards")
    return found.select_related("deck__owner").first()


# In words


def say_waits(row: Send) -> Item:
    version = said_of(row)
    words = {"deck": version.title, "name": str(version.deck.owner or _("Somebody"))}
    subject = _("A deck waits for you: %(deck)s") % words
    line = _("%(name)s would like to publish a deck. Any curator can decide on it.") % words
    path = reverse("deck-review", args=[version.pk])
    return Item(subject, line, path, thread=f"deck.{version.deck_id}", button=_("Look at it"))


def say_decided(row: Send) -> Item:
    version = said_of(row)
    return say_to_editors(
        version.deck, row.about["what"], version.title, reviewing.reason_as_read(version.reason)
    )


def say_taken_back(row: Send) -> Item:
    deck = Deck.objects.get(pk=row.about["deck"])
    return say_to_editors(deck, TAKEN_BACK, deck.title, reviewing.reason_as_read(row.about["reason"]))


def said_of(row: Send) -> Version:
    return Version.objects.select_related("deck__owner").defer("cards").get(pk=row.about["version"])


def say_to_editors(deck: Deck, what: str, title: str, reason: str) -> Item:
    subject, line = verdict_words(what, title, reason)
    path = reverse("deck-publish", args=[deck.pk])
    return Item(subject, line, path, thread=f"deck.{deck.pk}", button=_("Look at it"))


def say_suggested(row: Send) -> Item:
    """How many, and where: what they say may be hidden by the time it is read."""
    keys = list(suggested_to(row).values_list("deck", flat=True))
    n, there = len(keys), Deck.objects.filter(pk__in=keys).order_by("pk")
    line = ngettext("%(n)s suggestion waits for you.", "%(n)s suggestions wait for you.", n) % {"n": n}
    if len(set(keys)) > 1:
        path = reverse("decks")
        return Item(_("Suggestions for your decks"), line, path, button=_("To your decks"))
    deck = there[0]
    subject = _("Suggestions for your deck: %(deck)s") % {"deck": title_of(deck)}
    path = reverse("deck-suggestions", args=[deck.pk])
    return Item(subject, line, path, thread=f"deck.{deck.pk}", button=_("Look at them"))


def say_answered(row: Send) -> Item:
    """How many were taken; by whom is the business of those who edit the deck."""
    rows = list(answered_to(row).values_list("deck", "state"))
    n, taken = len(rows), sum(state == Suggestion.State.TAKEN for _deck, state in rows)
    words = ngettext(
        "Of %(n)s suggestion of yours %(taken)s is taken into the deck.",
        "Of %(n)s suggestions of yours %(taken)s are taken into the deck.",
        n,
    )
    line, decided = words % {"n": n, "taken": taken}, {key for key, _state in rows}
    deck = Deck.objects.select_related("published").get(pk=decided.pop())
    if decided or not decks.may_see(row.person, deck):
        return Item(_("Your suggestions"), line, reverse("decks"), button=_("To the decks"))
    title = title_of(deck, publishing.words_shown(row.person, deck).title)
    subject = _("Your suggestions for a deck: %(deck)s") % {"deck": title}
    return Item(
        subject, line, reverse("deck", args=[deck.pk]), thread=f"deck.{deck.pk}", button=_("Look at it")
    )


def say_joined(row: Send) -> Item:
    deck = Deck.objects.select_related("owner").get(pk=row.about["deck"])
    words = {"deck": deck.title, "name": str(deck.owner or _("Somebody"))}
    subject = _("You edit a deck together: %(deck)s") % words
    line = (
        _("%(name)s has made you a co-editor. You can stop at any time, in the settings of the deck.") % words
    )
    return Item(
        subject, line, reverse("deck", args=[deck.pk]), thread=f"deck.{deck.pk}", button=_("Look at it")
    )


def say_accepted(row: Send) -> Item:
    deck = Deck.objects.get(pk=row.about["deck"])
    words = {"deck": deck.title, "name": str(deck.editors.get(pk=row.about["person"]))}
    subject = _("%(name)s edits your deck with you: %(deck)s") % words
    line = _("%(name)s has accepted your invitation. You can end that in the settings of the deck.") % words
    path = f"{reverse('deck-settings', args=[deck.pk])}#people"
    return Item(subject, line, path, thread=f"deck.{deck.pk}", button=_("Look at it"))


def say_left(row: Send) -> Item:
    deck = Deck.objects.get(pk=row.about["deck"])
    words = {"deck": deck.title, "name": str(person_of(row, "person"))}
    subject = _("%(name)s does not edit your deck any more: %(deck)s") % words
    line = _("%(name)s has stopped. What they wrote stays in the deck.") % words
    path = f"{reverse('deck-settings', args=[deck.pk])}#people"
    return Item(subject, line, path, thread=f"deck.{deck.pk}", button=_("Look at it"))


def say_dropped(row: Send) -> Item:
    """By the title that they knew: what has become of the deck since is not theirs to read."""
    words = {"deck": row.about["title"], "name": str(person_of(row, "by") or _("Somebody"))}
    subject = _("You do not edit this deck any more: %(deck)s") % words
    line = _("%(name)s has ended that you edit “%(deck)s” together. What you wrote stays in it.") % words
    thread = f"deck.{row.about['deck']}"
    return Item(subject, line, reverse("decks"), thread=thread, button=_("To the decks"))


def title_of(deck: Deck, title: str = "") -> str:
    return _("Your blank cards") if deck.of_blanks else title or deck.title


VERDICTS: dict[str, tuple[Any, Any]] = {  # subject and line
    Version.State.PUBLISHED.value: (
        gettext_lazy("Your deck is published: %(deck)s"),
        gettext_lazy("Everybody here can play with it now."),
    ),
    Version.State.SENT_BACK.value: (
        gettext_lazy("Your deck came back: %(deck)s"),
        gettext_lazy("A curator asks you to change something before it is published: %(reason)s"),
    ),
    Version.State.REJECTED.value: (
        gettext_lazy("Your deck was not published: %(deck)s"),
        gettext_lazy("A curator decided not to publish it: %(reason)s"),
    ),
    TAKEN_BACK: (
        gettext_lazy("Your deck is private again: %(deck)s"),
        gettext_lazy("A curator took it back from everybody: %(reason)s Matches that run keep their cards."),
    ),
}


def verdict_words(what: str, title: str, reason: str) -> tuple[str, str]:
    """The subject of what editors are told, and what it says; a curator sees both before it is sent."""
    subject, line = VERDICTS[what]
    words = {"deck": title, "reason": reason}
    said = f"{line} %(reason)s" if what == Version.State.PUBLISHED else str(line)
    return str(subject) % words, (said % words).strip()


# All that can be told


@dataclass(frozen=True)
class Happening:
    wanted: Callable[[Send], bool]
    say: Callable[[Send], Item]


HAPPENINGS: dict[str, Happening] = {
    WAITS: Happening(still_waits, say_waits),
    TAKEN_BACK: Happening(still_taken_back, say_taken_back),
    SUGGESTED: Happening(still_suggested, say_suggested),
    ANSWERED: Happening(still_answered, say_answered),
    JOINED: Happening(still_joined, say_joined),
    ACCEPTED: Happening(still_accepted, say_accepted),
    LEFT: Happening(still_left, say_left),
    DROPPED: Happening(still_dropped, say_dropped),
    **{
        state.value: Happening(still_decided, say_decided)
        for state in (Version.State.PUBLISHED, Version.State.SENT_BACK, Version.State.REJECTED)
    },
}


def is_news(row: Send) -> bool:
    """What another release of the site has left, and this one does not know, is none."""
    happening = HAPPENINGS.get(row.about["what"])
    return happening is not None and happening.wanted(row)


def say(row: Send) -> Item:
    return HAPPENINGS[row.about["what"]].say(row)


BY_MAIL = frozenset({Send.Channel.MAIL.value})
KINDS = (
    Kind(MINE, gettext_lazy("A deck of mine is published, or comes back"), BY_MAIL, is_news, say),
    Kind(SUGGESTIONS, gettext_lazy("Somebody suggests something for a deck of mine"), BY_MAIL, is_news, say),
    Kind(ANSWERS, gettext_lazy("What became of my suggestions"), BY_MAIL, is_news, say),
    Kind(TOGETHER, gettext_lazy("Somebody edits a deck with me, or no longer does"), BY_MAIL, is_news, say),
    Kind(QUEUE, gettext_lazy("A deck waits for curators, of whom I am one"), BY_MAIL, is_news, say),
)


def register_kinds() -> None:
    register(*KINDS)

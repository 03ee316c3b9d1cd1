"""Who edits a deck with its owner: chosen by the owner, or let in by an invitation.

An invitation is a link that makes whoever opens it a co-editor, once. It goes with its maker, with the deck, and when
its maker may not write.
"""

from datetime import datetime, timedelta
from typing import Any

from django.db import transaction
from django.db.models import QuerySet
from django.utils import timezone

from accounts import dates, limits, ties
from accounts.models import User
from accounts.standing import must_be_allowed_to_write, muted_until, suspended_until
from quotes import acquainted, decks, notices, records
from quotes.models import Deck, EditorLink
from quotes.records import What
from quotes.refusals import Refused

MOST = 20
MOST_TO_ASK = 100  # of those who saved a deck
GOOD_FOR = timedelta(days=7)
MOST_LINKS = 5  # of a deck, at a time
MOST_MADE, DAY = 20, 24 * 60 * 60
REMEMBERED = timedelta(days=30)  # that it was used, or over


# Chosen


def people_to_ask(person: User, deck: Deck) -> list[User]:
    """Whom the owner knows from a table, or who saved the deck by its link, and who does not edit it yet."""
    there = set(deck.editors.values_list("pk", flat=True))
    known = {other.pk: other for other in [*acquainted.people(person), *savers_to_ask(person, deck)]}
    return [other for other in known.values() if other.pk not in there]


def savers_to_ask(person: User, deck: Deck) -> list[User]:
    """Who saved a deck by its link. Whoever saves what is published for everybody is nobody's business."""
    if deck.state != Deck.State.LINK:
        return []
    there = deck.savers.filter(is_active=True, is_guest=False).exclude(pk__in=ties.blocked_with(person))
    return list(there.exclude(pk=person.pk).order_by("name", "pk")[:MOST_TO_ASK])


def add(person: User, deck: Deck, other: User) -> None:
    """Let somebody edit with you, who reads all of it then. Raises Refused, MayNotWrite."""
    must_be_allowed_to_write(person)
    if other.is_guest or not other.is_active:
        raise Refused("no_such_person", field="person")
    with transaction.atomic():
        deck = locked(person, deck)
        if other.pk == person.pk or deck.editors.filter(pk=other.pk).exists():
            return
        let_in(person, deck, other)
        notices.joined(deck, other)


def locked(person: User, deck: Deck) -> Deck:
    """The deck under its lock, for its owner, where others can edit it. Raises Refused."""
    deck = decks.locked(person, deck)
    decks.must_own(person, deck)
    if deck.of_blanks:
        raise Refused("own_blanks", 403)
    return deck


def let_in(person: User, deck: Deck, other: User) -> None:
    """person: by whose doing. Raises Refused."""
    must_have_room(deck)
    deck.editors.add(other)
    records.note(deck, What.JOINED, person, other=other)


def must_have_room(deck: Deck) -> None:
    if deck.editors.count() >= MOST:
        raise Refused("too_many_editors", field="person", limit=MOST)


def drop(person: User, deck: Deck, other: User) -> None:
    """The owner ends it, or the co-editor. Done twice, it is done. Raises Refused.

    Who is sent away does not come back by an invitation that is still open.
    """
    with transaction.atomic():
        fresh = decks.held(deck)
        if fresh is None:
            return
        if person.pk != other.pk:
            decks.must_own(person, fresh)
        if fresh.editors.filter(pk=other.pk).exists():
            fresh.editors.remove(other)
            records.note(fresh, What.LEFT, person, other=other)
            if person.pk == other.pk:
                notices.left(fresh, other)
            else:
                open_links(fresh).delete()
                notices.dropped(fresh, other)


# Invited


def open_links(deck: Deck) -> QuerySet[EditorLink]:
    """The invitations that nobody has used yet, the oldest first."""
    return deck.editor_links.filter(used_at=None, ends_at__gt=timezone.now()).order_by("pk")


def invite(person: User, deck: Deck) -> EditorLink:
    """A new link that makes one person a co-editor. Raises Refused, MayNotWrite."""
    must_be_allowed_to_write(person)
    with transaction.atomic():
        deck = locked(person, deck)
        must_have_room(deck)
        if open_links(deck).count() >= MOST_LINKS:
            raise Refused("too_many_links", limit=MOST_LINKS)
        if not limits.allowed("editor-link", str(person.pk), MOST_MADE, DAY):
            again = dates.after(limits.left(DAY))
            raise Refused("too_many_links_made", 429, limit=MOST_MADE, again=again)
        return EditorLink.objects.create(deck=deck, by=person, ends_at=timezone.now() + GOOD_FOR)


def withdraw(person: User, deck: Deck, key: int) -> None:
    """An invitation leads nowhere any more. Done twice, it is done. Raises Refused."""
    with transaction.atomic():
        locked(person, deck).editor_links.filter(pk=key, used_at=None).delete()


def invitation(person: Any, link: str) -> EditorLink:
    """What a link leads to, for whoever opens it. Raises Refused.

    Nobody is told of a block, nor whether there is a deck behind a link that is not good.
    """
    found = EditorLink.objects.select_related("deck__owner", "deck__published", "by")
    found = found.defer("deck__published__cards")
    row = None if "\x00" in link else found.filter(link=link).first()
    if row is None or not leads_on(row, person):
        raise Refused("link_nowhere", 404)
    return row


def leads_on(row: EditorLink, person: Any) -> bool:
    """As long as its maker can let people in, and these two have to do with each other."""
    deck, owner = row.deck, row.by
    if deck.removed_at or deck.hidden_at or deck.owner_id != owner.pk or not owner.is_active:
        return False
    if muted_until(owner) or suspended_until(owner):
        return False
    return not person.is_authenticated or owner.pk not in ties.blocked_with(person)


def must_be_good(row: EditorLink) -> None:
    """Raises Refused for one that was used, or is over."""
    if row.used_at:
        raise Refused("link_used", 410)
    if row.ends_at <= timezone.now():
        raise Refused("link_over", 410, days=GOOD_FOR.days)


def accept(person: User, link: str) -> Deck:
    """Edit a deck from now on, with whoever gave the link. Sent twice, it is once. Raises Refused, MayNotWrite."""
    with transaction.atomic():
        deck = decks.held(invitation(person, link).deck)
        row = invitation(person, link)  # what was found before the lock may be another thing under it
        if deck is None or decks.may_edit(person, deck):
            return row.deck
        must_be_good(row)
        decks.must_be_a_member(person)
        must_be_allowed_to_write(person)
        let_in(person, deck, person)
        row.used_at = timezone.now()
        row.save(update_fields=["used_at"])
        notices.accepted(deck, person)
        return deck


def end_links_of(person: User) -> None:
    """Nobody is let in any more by somebody who may not write."""
    EditorLink.objects.filter(by=person).delete()


def forget_links(now: datetime) -> None:
    """Those that were over long ago; until then whoever opens one is told so."""
    EditorLink.objects.filter(ends_at__lt=now - REMEMBERED).delete()

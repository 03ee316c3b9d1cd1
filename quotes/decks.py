"""A deck as a whole: who may see and change it, how it is made, passed on and removed. Copies: copying.py."""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from datetime import timedelta
from typing import Any

from django.conf import settings
from django.db import IntegrityError, transaction
from django.db.models import Count, IntegerField, OuterRef, Q, QuerySet, Subquery
from django.db.models.functions import Coalesce
from django.utils import timezone
from django.utils.translation import gettext as _

from accounts import clashes
from accounts.models import User, new_link
from accounts.standing import must_be_allowed_to_write
from accounts.text import one_line
from quotes import crediting, licences, locks, records
from quotes.models import Deck, Suggestion, Thanks, rows_of_version
from quotes.refusals import LIMITS, Refused

MOST_DECKS = 100  # of one owner
FAR_TOO_LONG = 20  # times the limit: not worth a look at each letter
A_MOMENT = timedelta(seconds=30)
# What of a deck can be dealt: a card with a quote alone or a source alone cannot.
WHOLE = Q(cards__retired_at=None, cards__hidden_at=None, cards__quote__gt="", cards__source__gt="")
THERE = Q(removed_at=None, hidden_at=None)
WORDS = ("title", "language", "description", "licence", "rating")


# Who may do what


def may_edit(person: Any, deck: Deck) -> bool:
    """Its owner, and the co-editors. A starter deck is kept up by its file, and edited by nobody."""
    if not person.is_authenticated or deck.starter or deck.removed_at or deck.hidden_at:
        return False
    return deck.owner_id == person.pk or deck.editors.filter(pk=person.pk).exists()


def owns(person: Any, deck: Deck) -> bool:
    """Nobody owns a starter deck, and who is not signed in owns nothing."""
    return deck.owner_id is not None and deck.owner_id == person.pk


def may_see(person: Any, deck: Deck, link: str = "") -> bool:
    """Published decks everybody; others who edits them, who has their link, and who saved them by it.

    With each other link a deck forgets who saved it (`set_state`).
    """
    own = owns(person, deck)
    if deck.removed_at or (deck.hidden_at and not own):
        return False
    if deck.state == Deck.State.PUBLISHED or own or may_edit(person, deck):
        return True
    if deck.state != Deck.State.LINK:
        return False
    has_link = bool(link) and link == deck.link
    return has_link or (person.is_authenticated and deck.savers.filter(pk=person.pk).exists())


def edited_by(person: User) -> QuerySet[Deck]:
    """The decks somebody owns or edits with others, the last changed first. Their deck of blanks is among them."""
    shared = Deck.editors.through.objects.filter(user=person).values("deck")
    mine = Q(owner=person) | Q(pk__in=shared, hidden_at=None)
    return Deck.objects.filter(mine, removed_at=None, starter=None).order_by("-changed_at", "-pk")


def saved_by(person: User) -> QuerySet[Deck]:
    """What somebody saved of others and may still see."""
    open_to_all = Q(state__in=[Deck.State.PUBLISHED, Deck.State.LINK])
    saved = Deck.objects.filter(THERE, open_to_all, savers=person).exclude(
        pk__in=edited_by(person).values("pk")
    )
    return saved.order_by("title", "pk")


def published() -> QuerySet[Deck]:
    """What everybody here can play with."""
    return Deck.objects.filter(THERE, state=Deck.State.PUBLISHED, of_blanks=False)


def with_counts(decks: QuerySet[Deck]) -> QuerySet[Deck]:
    """Each with `size` (cards that can be dealt, however many sides they have) and `thanked` (by how many)."""
    thanks = Thanks.objects.filter(deck=OuterRef("pk")).order_by().values("deck").annotate(n=Count("pk"))
    return decks.annotate(
        size=Count("cards__number", distinct=True, filter=WHOLE),
        thanked=Coalesce(Subquery(thanks.values("n"), output_field=IntegerField()), 0),
    )


# Making and changing


def create(owner: User, words: Mapping[str, str]) -> Deck:
    """A new deck, private. words: title, language, description, licence, rating. Sent twice, it is one.

    Raises Refused, MayNotWrite.
    """
    must_be_a_member(owner)
    must_be_allowed_to_write(owner)
    fields = read_words(words)
    with transaction.atomic():
        # The lock on the person makes two creations at once count one after the other.
        User.objects.select_for_update(no_key=True).get(pk=owner.pk)
        if twin := just_made(owner, **fields):
            return twin
        if Deck.objects.filter(owner=owner, removed_at=None).count() >= MOST_DECKS:
            raise Refused("too_many_decks", 429, limit=MOST_DECKS)
        return Deck.objects.create(owner=owner, **fields)


def just_made(owner: User, **like: Any) -> Deck | None:
    """An empty deck like this one of a moment ago: a button was pressed twice."""
    lately = Deck.objects.filter(owner=owner, removed_at=None, created_at__gt=timezone.now() - A_MOMENT)
    return lately.filter(cards=None, **like).first()


def change(person: User, deck: Deck, words: Mapping[str, str]) -> Deck:
    """Other words for a deck, by its owner. A published version keeps its own. Raises Refused, MayNotWrite."""
    must_be_allowed_to_write(person)
    with transaction.atomic():
        deck = locked(person, deck)
        must_own(person, deck)
        fields = read_words(words)
        licences.must_stay(deck, fields["licence"])
        if fields["language"] != deck.language:
            worked_on = deck.cards.filter(language=deck.language)
            if deck.published_id:
                worked_on = worked_on.exclude(pk__in=rows_of_version(deck.published_id))
            worked_on.update(language=fields["language"])
        before = {name: getattr(deck, name) for name in WORDS}
        for name, value in fields.items():
            setattr(deck, name, value)
        touch(deck, *fields)
        records.words(person, deck, before)
        return deck


def read_words(words: Mapping[str, str]) -> dict[str, str]:
    """What a deck is called and meant for, as it is kept. Raises Refused."""
    title = read_line(words.get("title", ""), "title", LIMITS["title"])
    if not title:
        raise Refused("no_title", field="title")
    description = read_line(words.get("description", ""), "description", LIMITS["about"])
    language = words.get("language", "")
    if language not in languages():
        raise Refused("no_language", field="language")
    licence, rating = words.get("licence", ""), words.get("rating", Deck.Rating.ALL)
    for name, value, choices in (("licence", licence, Deck.Licence), ("rating", rating, Deck.Rating)):
        if value not in choices.values:
            raise Refused("no_choice", field=name)
    return {
        "title": title,
        "description": description,
        "language": language,
        "licence": licence,
        "rating": rating,
    }


def read_line(typed: str, name: str, limit: int) -> str:
    """One text in one line. Raises Refused with its name."""
    text = one_line(typed) if len(typed) <= limit * FAR_TOO_LONG else typed
    if len(text) > limit:
        raise Refused(f"long_{name}", field=name, length=len(text), limit=limit)
    return text


def languages() -> dict[str, str]:
    """What a deck may be written in: those of the site, by their own names."""
    return dict(settings.LANGUAGES)


def held(deck: Deck) -> Deck | None:
    """The deck as it is under its lock, for whoever; None if it is gone. Call it inside a transaction."""
    # Nothing is joined: PostgreSQL reads the row anew once it has the lock, but not what hung on it before.
    return Deck.objects.select_for_update(no_key=True).filter(pk=deck.pk).first()


@contextmanager
def while_there() -> Iterator[None]:
    """For what only points to a deck: nobody waits for whoever works on it. Raises Refused if it is gone meanwhile."""
    try:
        with transaction.atomic():
            yield
    except IntegrityError as error:
        if clashes.kind_of(error) != clashes.GONE:
            raise
        raise Refused("deck_gone", 409) from None


def locked(person: User, deck: Deck) -> Deck:
    """The deck under its lock, for somebody who may edit it. Call it inside a transaction. Raises Refused."""
    fresh = held(deck)
    if fresh is None or not may_edit(person, fresh):
        raise Refused("not_yours", 403)
    return fresh


def touch(deck: Deck, *fields: str) -> None:
    """Store these fields, and that the deck was changed."""
    deck.changed_at = timezone.now()
    deck.save(update_fields=[*fields, "changed_at"])


def must_own(person: User, deck: Deck) -> None:
    if deck.owner_id != person.pk:
        raise Refused("not_the_owner", 403)


def must_be_a_member(person: Any) -> None:
    """Guests are gone one day, and what they made would go with them."""
    if person.is_guest:
        raise Refused("guest", 403)


# Passing on


def share_by_link(person: User, deck: Deck, *, anew: bool = False) -> Deck:
    """Whoever has the link can see it, save it, and host a match with it. anew: an old link leads nowhere any more.

    One of an earlier time, before the deck was private again, leads nowhere either. Raises Refused, MayNotWrite.
    """
    must_be_allowed_to_write(person)
    with transaction.atomic():
        deck = locked_by_owner(person, deck)
        kept = deck.link if deck.state == Deck.State.LINK and not anew else None
        return set_state(person, deck, Deck.State.LINK, kept or new_link())


def make_private(person: User, deck: Deck) -> Deck:
    """For its owner and co-editors alone. The old link leads nowhere any more."""
    with transaction.atomic():
        return set_state(person, locked_by_owner(person, deck), Deck.State.PRIVATE, None)


def locked_by_owner(person: User, deck: Deck) -> Deck:
    """The deck under its lock, for its owner, who decides whom it is for: not that of blanks, or a published one."""
    deck = locked(person, deck)
    must_own(person, deck)
    if deck.of_blanks:
        raise Refused("own_blanks", 403)
    if deck.state == Deck.State.PUBLISHED:
        raise Refused("is_published", 409)
    return deck


def set_state(person: User, deck: Deck, state: str, link: str | None) -> Deck:
    before, same = deck.state, (state, link) == (deck.state, deck.link)
    other_link = link != deck.link
    deck.state, deck.link = state, link
    touch(deck, "state", "link")
    if other_link:  # it was saved by the one that leads nowhere now, or while everybody saw it
        deck.savers.clear()
    if not same:
        records.note(deck, records.What.STATE, person, before=before, after=state)
    return deck


def save(person: User, deck: Deck, *, on: bool) -> None:
    """Keep a deck of others at hand, or no longer. Raises Refused once it is gone, or its link is another one."""
    if on:
        with while_there():
            deck.savers.add(person)
            by_link = Deck.objects.filter(pk=deck.pk, state=Deck.State.LINK)
            if by_link.exclude(link=deck.link).exists():
                raise Refused("deck_gone", 409)
    else:
        deck.savers.remove(person)


def thank(person: User, deck: Deck, *, on: bool) -> None:
    """Say thanks for a deck, once, or take it back. There is no opposite of it. Raises Refused."""
    must_be_a_member(person)
    if deck.owner_id == person.pk:
        return
    if on:
        with while_there():
            Thanks.objects.get_or_create(deck=deck, person=person)
    else:
        Thanks.objects.filter(deck=deck, person=person).delete()


# Removing


def remove(person: User, deck: Deck) -> None:
    """Its owner removes it. Raises Refused."""
    with transaction.atomic():
        locks.hold_to_remove(deck)
        deck = locked(person, deck)
        must_own(person, deck)
        put_away(deck)


def put_away(deck: Deck) -> None:
    """A deck that no match was dealt from is gone; of others the rows stay for their matches and are shown nowhere.

    Call it under the deck's lock.
    """
    if not in_use(deck):
        if deck.copies.exists():
            crediting.leave_trace(deck)
        else:
            deck.delete()
        return
    records.forget(deck)
    deck.removed_at, deck.link, deck.published = timezone.now(), None, None
    deck.state = Deck.State.PRIVATE
    deck.save(update_fields=["removed_at", "link", "state", "published"])


def in_use(deck: Deck) -> bool:
    """Whether a match was or will be dealt from it. The relation is the games' own; they are not imported here."""
    return Deck.objects.filter(pk=deck.pk, matches__isnull=False).exists()


def owner_words(deck: Deck) -> str:
    """Whose it is, for a line below its title."""
    if deck.owner:
        return str(deck.owner)
    return _("comes with the site") if deck.starter else _("somebody who is gone")


# People who go, and guests who turn out to have an account


def leave_behind(person: User) -> None:
    """Their decks go with them, but for those that others edit, too, or that matches were dealt from."""
    for deck in Deck.objects.select_for_update().filter(owner=person).order_by("pk"):
        heir = heir_of(deck)
        if heir is not None:
            deck.editors.remove(heir)
            deck.owner_id = heir
            deck.save(update_fields=["owner"])
            records.note(deck, records.What.HANDED_ON, other_id=heir)
        elif in_use(deck):
            records.forget(deck)
            deck.owner, deck.link, deck.published = None, None, None
            deck.state, deck.removed_at = Deck.State.PRIVATE, deck.removed_at or timezone.now()
            deck.save(update_fields=["owner", "link", "published", "state", "removed_at"])
        elif deck.copies.exists():
            deck.owner = None
            crediting.leave_trace(deck)


def heir_of(deck: Deck) -> int | None:
    """Who has edited it the longest with its owner, of those who can write."""
    now = timezone.now()
    there = Deck.editors.through.objects.filter(deck=deck, user__is_active=True, user__is_guest=False)
    there = there.exclude(user__muted_until__gt=now).exclude(user__suspended_until__gt=now)
    return there.order_by("pk").values_list("user", flat=True).first()


def hand_over(guest: User, person: User) -> None:
    """What a guest saved and suggested is the account's from now on."""
    person.decks_saved.add(*guest.decks_saved.all())
    Suggestion.objects.filter(writer=guest).update(writer=person)

"""A deck as a whole: who may see and change it, how it is made, passed on, copied and removed."""

from collections.abc import Mapping
from typing import Any

from django.conf import settings
from django.db import transaction
from django.db.models import Count, IntegerField, OuterRef, Q, QuerySet, Subquery
from django.db.models.functions import Coalesce
from django.utils import timezone
from django.utils.translation import gettext as _

from accounts.models import User, new_link
from accounts.standing import must_be_allowed_to_write
from accounts.text import one_line
from quotes.models import Card, Deck, Thanks
from quotes.refusals import LIMITS, Refused

MOST_DECKS = 100  # of one owner
MOST_EDITORS = 20
WHOLE = Q(cards__retired_at=None, cards__hidden_at=None)
THERE = Q(removed_at=None, hidden_at=None)


# Who may do what


def may_edit(person: Any, deck: Deck) -> bool:
    """Its owner, and the co-editors. A starter deck is kept up by its file, and edited by nobody."""
    if not person.is_authenticated or deck.starter or deck.removed_at or deck.hidden_at:
        return False
    return deck.owner_id == person.pk or deck.editors.filter(pk=person.pk).exists()


def may_see(person: Any, deck: Deck, link: str = "") -> bool:
    """Published decks everybody; others who edits them, who has their link, and who saved them by it."""
    if deck.removed_at or (deck.hidden_at and deck.owner_id != person.pk):
        return False
    if deck.state == Deck.State.PUBLISHED or may_edit(person, deck) or deck.owner_id == person.pk:
        return True
    if deck.state != Deck.State.LINK:
        return False
    has_link = bool(link) and link == deck.link
    return has_link or (person.is_authenticated and deck.savers.filter(pk=person.pk).exists())


def edited_by(person: User) -> QuerySet[Deck]:
    """The decks somebody owns or edits with others, the last changed first. Their deck of blanks is among them."""
    mine = Q(owner=person) | Q(pk__in=Deck.editors.through.objects.filter(user=person).values("deck"))
    return Deck.objects.filter(mine, removed_at=None, starter=None).order_by("-changed_at", "-pk")


def saved_by(person: User) -> QuerySet[Deck]:
    """What somebody saved of others and may still see."""
    open_to_all = Q(state__in=[Deck.State.PUBLISHED, Deck.State.LINK])
    return Deck.objects.filter(THERE, open_to_all, savers=person).order_by("title", "pk")


def published() -> QuerySet[Deck]:
    """What everybody here can play with."""
    return Deck.objects.filter(THERE, state=Deck.State.PUBLISHED, of_blanks=False)


def with_counts(decks: QuerySet[Deck]) -> QuerySet[Deck]:
    """Each with `size` (cards, however many sides they have) and `thanked` (by how many): two numbers, one query."""
    thanks = Thanks.objects.filter(deck=OuterRef("pk")).order_by().values("deck").annotate(n=Count("pk"))
    return decks.annotate(
        size=Count("cards__number", distinct=True, filter=WHOLE),
        thanked=Coalesce(Subquery(thanks.values("n"), output_field=IntegerField()), 0),
    )


# Making and changing


def create(owner: User, words: Mapping[str, str]) -> Deck:
    """A new deck, private. words: title, language, description, licence, rating. Raises Refused, MayNotWrite."""
    must_be_a_member(owner)
    must_be_allowed_to_write(owner)
    fields = read_words(words)
    with transaction.atomic():
        # The lock on the person makes two creations at once count one after the other.
        User.objects.select_for_update(no_key=True).get(pk=owner.pk)
        if Deck.objects.filter(owner=owner, removed_at=None).count() >= MOST_DECKS:
            raise Refused("too_many_decks", 429, limit=MOST_DECKS)
        return Deck.objects.create(owner=owner, **fields)


def change(person: User, deck: Deck, words: Mapping[str, str]) -> Deck:
    """Other words for a deck. A published version keeps its own. Raises Refused, MayNotWrite."""
    must_be_allowed_to_write(person)
    fields = read_words(words)
    with transaction.atomic():
        deck = locked(person, deck)
        for name, value in fields.items():
            setattr(deck, name, value)
        touch(deck, *fields)
        return deck


def read_words(words: Mapping[str, str]) -> dict[str, str]:
    """What a deck is called and meant for, as it is kept. Raises Refused."""
    title = one_line(words.get("title", ""))
    if not title:
        raise Refused("no_title", field="title")
    if len(title) > LIMITS["title"]:
        raise Refused("long_title", field="title", length=len(title), limit=LIMITS["title"])
    description = one_line(words.get("description", ""))
    if len(description) > LIMITS["quote"]:
        raise Refused("long_description", field="description", length=len(description), limit=LIMITS["quote"])
    language = words.get("language", "")
    if language not in languages():
        raise Refused("no_language", field="language")
    licence, rating = words.get("licence", ""), words.get("rating", Deck.Rating.ALL)
    if licence not in Deck.Licence.values or rating not in Deck.Rating.values:
        raise Refused("no_choice")
    return {
        "title": title,
        "description": description,
        "language": language,
        "licence": licence,
        "rating": rating,
    }


def languages() -> dict[str, str]:
    """What a deck may be written in: those of the site, by their own names."""
    return dict(settings.LANGUAGES)


def locked(person: User, deck: Deck) -> Deck:
    """The deck under its lock, for somebody who may edit it. Call it inside a transaction. Raises Refused."""
    fresh = Deck.objects.select_for_update(no_key=True).filter(pk=deck.pk).first()
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


def share_by_link(person: User, deck: Deck) -> Deck:
    """Whoever has the link can see it, save it, and host a match with it."""
    return set_state(person, deck, Deck.State.LINK, link=deck.link or new_link())


def make_private(person: User, deck: Deck) -> Deck:
    """For its owner and co-editors alone. The old link leads nowhere any more."""
    return set_state(person, deck, Deck.State.PRIVATE, link=None)


def set_state(person: User, deck: Deck, state: str, link: str | None) -> Deck:
    with transaction.atomic():
        deck = locked(person, deck)
        must_own(person, deck)
        deck.state, deck.link = state, link
        touch(deck, "state", "link")
        return deck


def add_editor(person: User, deck: Deck, other: User) -> None:
    """Let somebody edit with you. Raises Refused."""
    must_be_a_member(other)
    with transaction.atomic():
        deck = locked(person, deck)
        must_own(person, deck)
        if deck.editors.count() >= MOST_EDITORS:
            raise Refused("too_many_editors", 422, limit=MOST_EDITORS)
        if other.pk != person.pk:
            deck.editors.add(other)


def drop_editor(person: User, deck: Deck, other: User) -> None:
    """The owner ends it, or the co-editor."""
    with transaction.atomic():
        deck = locked(person, deck)
        if person.pk != other.pk:
            must_own(person, deck)
        deck.editors.remove(other)


def save(person: User, deck: Deck, *, on: bool) -> None:
    """Keep a deck of others at hand, or no longer."""
    if on:
        deck.savers.add(person)
    else:
        deck.savers.remove(person)


def thank(person: User, deck: Deck, *, on: bool) -> None:
    """Say thanks for a deck, once, or take it back. There is no opposite of it."""
    must_be_a_member(person)
    if deck.owner_id == person.pk:
        return
    if on:
        Thanks.objects.get_or_create(deck=deck, person=person)
    else:
        Thanks.objects.filter(deck=deck, person=person).delete()


def copy(person: User, deck: Deck, cards: QuerySet[Card]) -> Deck:
    """A deck of one's own with the cards of another, which is credited. cards: those the person may have.

    Raises Refused where the licence does not allow it, MayNotWrite.
    """
    if deck.licence == Deck.Licence.NONE and not may_edit(person, deck):
        raise Refused("no_free_licence", 403)
    with transaction.atomic():
        words = {
            name: getattr(deck, name) for name in ("title", "language", "description", "licence", "rating")
        }
        made = create(person, words)
        made.based_on, made.credit = deck, credit_of(deck)
        made.save(update_fields=["based_on", "credit"])
        Card.objects.bulk_create(copy_of(card, made) for card in cards.order_by("number", "side"))
        return made


def credit_of(deck: Deck) -> str:
    """Where a copy comes from, in words that stay when the other goes; its own credit is carried on."""
    words = f"{deck.title} ({deck.owner})" if deck.owner else deck.title
    return "; ".join(one for one in (words, deck.credit) if one)[:200]


def copy_of(card: Card, deck: Deck) -> Card:
    return Card(
        deck=deck,
        number=card.number,
        side=card.side,
        quote=card.quote,
        source=card.source,
        description=card.description,
        category=card.category,
        language=card.language,
        tags=card.tags,
        author=card.author,
    )


# Removing


def remove(person: User, deck: Deck) -> None:
    """A deck that no match was dealt from is gone; of others the rows stay for their matches and are shown nowhere."""
    with transaction.atomic():
        deck = locked(person, deck)
        must_own(person, deck)
        if not in_use(deck):
            deck.delete()
            return
        deck.removed_at, deck.link, deck.published = timezone.now(), None, None
        deck.state = Deck.State.PRIVATE
        deck.save(update_fields=["removed_at", "link", "state", "published"])


def in_use(deck: Deck) -> bool:
    """Whether a match was or will be dealt from it. The relation is the games' own; they are not imported here."""
    return Deck.objects.filter(pk=deck.pk, matches__isnull=False).exists()


def owner_words(deck: Deck) -> str:
    """Whose it is, for a line below its title."""
    return str(deck.owner) if deck.owner else _("comes with the site")

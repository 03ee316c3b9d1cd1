"""Where a copy of a deck comes from, in words that stay when the other goes.

`Deck.credit` of a copy has a part for the deck that it was made of, "Night shift (Alice)", and behind it that deck's
own credit. Names in it go with their people, and what a moderator has hidden is not read there either.
"""

from collections.abc import Callable, Iterable, Sequence
from datetime import datetime

from django.utils import timezone

from accounts.models import User
from quotes.models import Deck

LONGEST: int = Deck._meta.get_field("credit").max_length  # type: ignore[assignment]
DEPTH = 10  # copies of copies
BETWEEN = "; "
Origin = tuple[datetime | None, str]  # since when it is hidden, and its own credit


def credit_of(deck: Deck) -> str:
    """For a copy: the deck as everybody sees it, whose it is, and what it comes from itself."""
    if deck.of_blanks:  # which its owner alone can copy
        return deck.credit
    title = (deck.published or deck).title
    return joined(f"{title} ({deck.owner})" if deck.owner else title, deck.credit)


def joined(own: str, carried: str) -> str:
    return BETWEEN.join(one for one in (own, carried) if one)[:LONGEST]


def parted(credit: str, carried: str) -> str | None:
    """The part of a credit before that which was carried on from the other deck; None if that is not in it."""
    if credit == carried:
        return ""
    if not carried:
        return credit
    tail = BETWEEN + carried
    if credit.endswith(tail):
        return credit.removesuffix(tail)
    if len(credit) < LONGEST:
        return None
    return next((credit[:at] for at in range(len(credit)) if tail.startswith(credit[at:])), None)


# What is read


def shown(deck: Deck) -> str:
    """The credit without what is said of hidden decks. At most one query."""
    origins = origins_of(deck) if deck.credit else []
    if not any(hidden for hidden, _credit in origins):
        return deck.credit
    return BETWEEN.join(filter(None, parts_shown(deck.credit, origins)))


def origins_of(deck: Deck) -> list[Origin]:
    """The decks that a copy comes from, the nearest first."""
    if deck.based_on_id is None:
        return []
    paths = ["based_on__" * depth for depth in range(DEPTH)]
    columns = [f"{path}{name}" for path in paths for name in ("pk", "hidden_at", "credit")]
    row = Deck.objects.filter(pk=deck.based_on_id).values_list(*columns).get()
    triples = zip(row[::3], row[1::3], row[2::3], strict=True)
    return [(hidden, credit) for key, hidden, credit in triples if key is not None]


def parts_shown(credit: str, origins: Sequence[Origin]) -> list[str]:
    if not origins:
        return [credit]
    (hidden, carried), *further = origins
    own = parted(credit, carried)
    if own is None:  # nobody can tell what of it is about which
        return [] if any(one for one, _credit in origins) else [credit]
    before = [] if hidden else [own]
    return before if hidden and not further else before + parts_shown(carried, further)


# Whose name is in it


def rename(person: User, old: str, new: str) -> None:
    """Another name for somebody in the credit of all copies, and of their copies; "" takes it out.

    Whatever they were called when a copy was made: it is found by its place.
    """

    def swap(credit: str) -> str:
        return credit.replace(f" ({old})", f" ({new})" if new else "")

    rows = Deck.objects.select_for_update(no_key=True).filter(pk__in=family_of([person])).order_by("pk")
    for deck in [one for one in rows if one.owner_id == person.pk]:
        for copy in deck.copies.order_by("pk"):
            own = parted(copy.credit, deck.credit)
            if own is None:
                put(copy, swap(copy.credit), swap)
            elif own:
                title = title_in(own, deck)
                put(copy, joined(f"{title} ({new})" if new else title, deck.credit), swap)


def family_of(people: Iterable[User]) -> set[int]:
    """Their decks, the copies of these, and the copies of copies: in the credit of all of them a name may be theirs."""
    copies = found = set(Deck.objects.filter(owner__in=people).values_list("pk", flat=True))
    for _depth in range(DEPTH):
        copies = set(Deck.objects.filter(based_on__in=copies).values_list("pk", flat=True)) - found
        if not copies:
            break
        found = found | copies
    return found


def title_in(own: str, deck: Deck) -> str:
    """What the deck was called in this part of a credit, without whose it was."""
    titles = [deck.title, *deck.versions.values_list("title", flat=True)]
    called = [title for title in titles if own == title or own.startswith(f"{title} (")]
    return max(called, key=len, default=own.partition(" (")[0])


def put(deck: Deck, credit: str, swap: Callable[[str], str], depth: int = DEPTH) -> None:
    """Another credit for a copy, and for those that carry it on."""
    before = deck.credit
    if credit == before or not depth:
        return
    deck.credit = credit
    deck.save(update_fields=["credit"])
    for copy in deck.copies.order_by("pk"):
        own = parted(copy.credit, before)
        put(copy, swap(copy.credit) if own is None else joined(own, credit), swap, depth - 1)


def forget(person: User) -> None:
    """Somebody goes for good: copies say what they come from, and no longer whose that was."""
    rename(person, person.name, "")


def leave_trace(deck: Deck) -> None:
    """A deck is gone that copies were made of: its row alone stays, so that their credit is still looked after."""
    for rows in (deck.cards, deck.versions, deck.suggestions, deck.thanks, deck.uploads):
        rows.all().delete()
    deck.editors.clear()
    deck.savers.clear()
    deck.title = (deck.published or deck).title if deck.owner else ""
    deck.description, deck.link, deck.published = "", None, None
    deck.state, deck.removed_at = Deck.State.PRIVATE, deck.removed_at or timezone.now()
    deck.save(update_fields=["owner", "title", "description", "link", "published", "state", "removed_at"])

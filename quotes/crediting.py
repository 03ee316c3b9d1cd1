"""Where a copy of a deck comes from, in words that stay when the other goes.

`Deck.credit` of a copy has a part for the deck that it was made of, "Night shift (Alice)", and behind it that deck's
own credit. Names in it go with their people, and what a moderator has hidden is not read there either. What a file
said of its cards stands in it, too; nobody has looked whether that is true, so it is shown apart.
"""

from collections.abc import Callable, Iterable, Sequence

from django.utils import timezone

from accounts.models import User
from quotes.lineage import Origin, origins_of, with_copies
from quotes.models import Deck, DeckChange
from quotes.refusals import Refused

LONGEST: int = Deck._meta.get_field("credit").max_length  # type: ignore[assignment]
SHORTEST = 40  # that what a file says is cut to
BETWEEN = "; "


def credit_of(deck: Deck) -> str:
    """For a copy: the deck as everybody sees it, whose it is, and what it comes from itself."""
    if deck.of_blanks:  # which its owner alone can copy
        return deck.credit
    return joined(named(deck), deck.credit)


def named(deck: Deck) -> str:
    title = (deck.published or deck).title
    return f"{title} ({deck.owner})" if deck.owner else title


def joined(own: str, carried: str) -> str:
    return BETWEEN.join(one for one in (own, carried) if one)[:LONGEST]


def parted(credit: str, carried: str) -> tuple[str, str]:
    """A credit in two: what stands before that which was carried on from the other deck, and that.

    carried: what the other says by now. What came to it since stands before, so a copy may have its last parts alone.
    """
    parts = carried.split(BETWEEN) if carried else []
    for at in range(len(parts)):
        rest = BETWEEN.join(parts[at:])
        if credit == rest:
            return "", rest
        if credit.endswith(BETWEEN + rest):
            return credit.removesuffix(BETWEEN + rest), rest
    if parts and len(credit) >= LONGEST:
        tail = BETWEEN + carried
        cut = next((at for at in range(len(credit)) if tail.startswith(credit[at:])), None)
        if cut is not None:
            return credit[:cut], carried
    return credit, ""


# What is read


def shown(deck: Deck) -> str:
    """The credit without what is said of hidden decks. As many queries as `origins_of`."""
    return BETWEEN.join(part for _origin, part in parts_of(deck))


def told(deck: Deck) -> tuple[str, str]:
    """The same in two: the decks that it comes from, and what files said of their cards, which may be made up.

    A query more for a title with a semicolon, or cards of a file, on the way.
    """
    pairs = [("", part) if origin is None else proved(part, origin, deck) for origin, part in parts_of(deck)]
    own, said = zip(*pairs, strict=True) if pairs else ((), ())
    return BETWEEN.join(filter(None, own)), BETWEEN.join(filter(None, said))


def proved(part: str, origin: Origin, deck: Deck) -> tuple[str, str]:
    """What of a part is about this deck, and what of it a file brought along."""
    if BETWEEN not in part and len(deck.credit) < LONGEST:
        return part, ""
    there = Deck.objects.get(pk=origin.key)
    brought, own = taken_apart(part, there)
    return (own, brought) if is_titled(own, there) else ("", part)


def is_titled(own: str, deck: Deck) -> bool:
    return any(own == title or own.startswith(f"{title} (") for title in titles_of(deck))


def parts_of(deck: Deck) -> list[tuple[Origin | None, str]]:
    """What is read of a credit, each part with the deck that it is about; None for what files brought along."""
    parts = parts_shown(deck.credit, origins_of(deck)) if deck.credit else []
    return [(origin, part) for origin, part in parts if part]


def parts_shown(credit: str, origins: Sequence[Origin]) -> list[tuple[Origin | None, str]]:
    if not origins:
        return [(None, credit)]
    origin, *further = origins
    own, carried = parted(credit, origin.credit)
    if not carried and origin.credit and any(one.hidden for one in origins):
        return []  # nobody can tell what of it is about which
    before = [] if origin.hidden else [(origin, own)]
    return before if origin.hidden and not further else [*before, *parts_shown(carried, further)]


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
            own, carried = parted(copy.credit, deck.credit)
            if own:
                brought, own = taken_apart(own, deck)
                title = title_in(own, deck)
                own = joined(brought, f"{title} ({new})" if new else title)
                put(copy, joined(own, carried), swap)


def family_of(people: Iterable[User]) -> set[int]:
    """Their decks, the copies of these, and the copies of copies: in the credit of all of them a name may be theirs."""
    return with_copies(Deck.objects.filter(owner__in=people).values_list("pk", flat=True))


def title_in(own: str, deck: Deck) -> str:
    """What the deck was called in this part of a credit, without whose it was."""
    called = [title for title in titles_of(deck) if own == title or own.startswith(f"{title} (")]
    return max(called, key=len, default=own.partition(" (")[0])


def titles_of(deck: Deck) -> list[str]:
    return [deck.title, *deck.versions.values_list("title", flat=True)]


def put(deck: Deck, credit: str, swap: Callable[[str], str], behind: frozenset[int] = frozenset()) -> None:
    """Another credit for a copy, and for those that carry it on. behind: from which this one was come to."""
    before = deck.credit
    if credit == before or deck.pk in behind:
        return
    deck.credit = credit
    deck.save(update_fields=["credit"])
    for copy in deck.copies.order_by("pk"):
        own, carried = parted(copy.credit, before)
        whole = bool(carried) and carried == before
        put(copy, joined(own, credit) if whole else swap(copy.credit), swap, behind | {deck.pk})


# Cards of others that did not come as a copy


def take_along(deck: Deck, credit: str) -> None:
    """A file brought cards in that others made: that stands before what the deck says. Its copies do not have them.

    What it says already stays whole. Call it under the deck's lock. Raises Refused.
    """
    there = brought_by_files(deck)
    full = len(deck.credit) >= LONGEST  # then the first of them may have been cut
    if set(credit.split(BETWEEN)) <= set(there) or (full and there and credit.startswith(there[0])):
        return
    room = LONGEST - len(deck.credit) - len(BETWEEN)
    if room < min(len(credit), SHORTEST):
        raise Refused("credit_full", 409)
    deck.credit = joined(credit[:room], deck.credit)
    deck.save(update_fields=["credit"])


def brought_by_files(deck: Deck) -> list[str]:
    """What files said of cards that came in here, or in the decks that this one comes from."""
    found: list[str] = []
    credit, seen = deck.credit, set()
    while deck.pk not in seen:
        seen.add(deck.pk)
        if deck.based_on is None:
            return [*found, *credit.split(BETWEEN)] if credit else found
        own, credit = parted(credit, deck.based_on.credit)
        brought, _of_deck = taken_apart(own, deck.based_on)
        found += brought.split(BETWEEN) if brought else []
        deck = deck.based_on
    return found


def taken_apart(own: str, deck: Deck) -> tuple[str, str]:
    """The own part of the credit of a copy of this deck: what files brought along, and what is said of the deck."""
    if BETWEEN not in own:
        return "", own
    for title in sorted(titles_of(deck), key=len, reverse=True):
        before, between, _behind = own.rpartition(f"{BETWEEN}{title} (")
        if between:
            return before, own[len(before) + len(BETWEEN) :]
        if own == title or own.startswith(f"{title} ("):
            return "", own
    brought, _between, last = own.rpartition(BETWEEN)
    return brought, last


def is_of_others(deck: Deck, *, files: bool = True) -> bool:
    """Whether others than its owner made some of it: a deck that it comes from, at any depth, whoever had it before, or
    what files brought. files: whether the last counts.
    """
    credit, seen = deck.credit, set()
    while deck.pk not in seen:
        seen.add(deck.pk)
        if deck.changes.filter(what=DeckChange.What.HANDED_ON).exists():
            return True
        origin = deck.based_on
        if origin is None:
            return files and bool(credit)
        own, credit = parted(credit, origin.credit)
        brought = files and own and taken_apart(own, origin)[0]
        if origin.owner_id != deck.owner_id or brought:
            return True
        deck = origin
    return True


def forget(person: User) -> None:
    """Somebody goes for good: copies say what they come from, and no longer whose that was."""
    rename(person, person.name, "")


def leave_trace(deck: Deck) -> None:
    """A deck is gone that copies were made of: its row alone stays, so that their credit is still looked after."""
    title = (deck.published or deck).title if deck.owner else ""  # read before its versions go
    for rows in (deck.cards, deck.versions, deck.suggestions, deck.thanks, deck.uploads):
        rows.all().delete()
    for told in (deck.changes, deck.editor_links):
        told.all().delete()
    deck.editors.clear()
    deck.savers.clear()
    deck.title, deck.description, deck.link, deck.published = title, "", None, None
    deck.state, deck.removed_at = Deck.State.PRIVATE, deck.removed_at or timezone.now()
    deck.save(update_fields=["owner", "title", "description", "link", "published", "state", "removed_at"])

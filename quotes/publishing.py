"""Decks for everybody: handed in, looked at by curators, published as a version that stays as it is.

Two at once: the deck's lock comes first, then the version changes only while it still waits.
"""

from collections import defaultdict
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from typing import Any

from django.conf import settings
from django.db import transaction
from django.db.models import Count, Exists, Max, OuterRef, Q, QuerySet
from django.utils import timezone, translation

from accounts import dates, limits
from accounts.models import User
from accounts.preferences import is_language
from accounts.standing import must_be_allowed_to_write
from accounts.text import one_line
from quotes import decks, insiders, notices, overlaps, records
from quotes.models import MOST_REASON, Card, Deck, Version
from quotes.models.decks import CardQuerySet
from quotes.overlaps import Overlap
from quotes.refusals import Refused

CURATORS = "Curators"  # the name of their group
LEAST_A_SEAT = (
    12  # whole cards; what a match asks for is the games' own (`least_cards`), and a test holds both alike
)
LEAST = 3 * LEAST_A_SEAT
MOST = 5_000  # curators read each of them
MOST_HANDED_IN, DAY = 5, 24 * 60 * 60
ROW = ("pk", "number", "language", "quote", "source", "likeness")
CAME_BACK = (Version.State.SENT_BACK, Version.State.REJECTED)
PROMISES = ("nobody", "mine", "fit")
FAR_TOO_LONG = 20  # times the limit: not worth a look at each letter

# Functions that find words to look at twice in texts of a language; they flag and never remove. Other apps add theirs.
flaggers: list[Callable[[str, str], Iterable[str]]] = []


# Told what a curator has done: person, deck, what ("unpublished", or a state of Version) and why. Others add theirs.
deciders: list[Callable[[User, Deck, str, str], None]] = []


def say_decided(person: User, deck: Deck, what: str, reason: str) -> None:
    for tell in deciders:
        tell(person, deck, what, reason)


# What is shown to whom


def cards_shown(person: Any, deck: Deck) -> CardQuerySet:
    """The cards of a deck as this person may see them, by number, red before blue; ask `decks.may_see` first.

    Who edits it sees what is being worked on; everybody else what was published, or what is there now. Hidden cards
    are shown to those alone who edit, and those of a hidden deck to its owner.
    """
    cards = deck.cards.in_order()
    if decks.may_edit(person, deck) or (deck.hidden_at and decks.owns(person, deck)):
        return cards.there()
    if deck.published_id is None:
        return cards.there().shown()
    return cards.in_version(deck.published_id).shown()


def counted(cards: CardQuerySet) -> dict[str, int]:
    """size: cards that can be dealt, however many sides they have. sides: those sides. halves: cards without any."""
    whole = Q(quote__gt="", source__gt="")
    found = cards.order_by().aggregate(
        size=Count("number", distinct=True, filter=whole),
        sides=Count("pk", filter=whole),
        there=Count("number", distinct=True),
    )
    return {"size": found["size"], "sides": found["sides"], "halves": found["there"] - found["size"]}


def words_shown(person: Any, deck: Deck) -> Deck | Version:
    """What a deck is called and meant for (decks.WORDS), as this person may see it."""
    return deck if decks.may_edit(person, deck) else public_words(deck)


def public_words(deck: Deck) -> Deck | Version:
    """The words of the version that everybody sees; of a deck without versions its own."""
    return deck.published or deck


# What it takes


@dataclass(frozen=True)
class Check:
    """A line of the list before publishing. must: without it nothing is handed in. cards: the rows it is about,
    as plain ones, for they may be many.
    """

    key: str
    done: bool
    must: bool = True
    cards: tuple[Any, ...] = ()
    count: int = 0


@dataclass(frozen=True)
class Draft:
    """What a deck would be published as: its words, the rows of its cards, how many cards that is; and the list."""

    words: dict[str, str]
    rows: list[int]
    size: int
    checks: list[Check] = field(default_factory=list)
    overlaps: list[Overlap] = field(default_factory=list)

    @property
    def ready(self) -> bool:
        return all(check.done for check in self.checks if check.must)

    @property
    def untouched(self) -> bool:
        """Whether nothing else is missing but anything of one's own."""
        return [check.key for check in self.checks if check.must and not check.done] == ["same"]

    def is_in(self, version: Version | None) -> bool:
        """Whether this version says the same."""
        return version is not None and version.cards == self.rows and self.words == words_of(version)


def words_of(there: Deck | Version) -> dict[str, str]:
    return {name: getattr(there, name) for name in decks.WORDS}


def draft_of(deck: Deck) -> Draft:
    """Few queries, however many cards there are."""
    there = deck.cards.there().shown()
    cards = list(there.in_order().values_list(*ROW, named=True))
    whole = [card for card in cards if card.quote and card.source]
    size = len({card.number for card in whole})
    half = tuple(card for card in cards if not (card.quote and card.source))
    double = doubles(whole)
    alike = overlaps.of(deck, there.whole())
    untouched = overlaps.is_untouched_copy(deck, size, alike)
    checks = [
        Check("description", bool(deck.description)),
        Check("language", deck.language in decks.languages()),
        Check("licence", deck.licence != Deck.Licence.NONE),
        Check("rating", deck.rating in Deck.Rating.values),
        Check("size", LEAST <= size <= MOST, count=size),
        Check("half", not half, must=False, cards=half, count=len(half)),
        Check("double", not double, must=False, cards=double, count=len(double)),
        Check("same", not (alike or untouched), must=untouched),
    ]
    return Draft(words_of(deck), [card.pk for card in whole], size, checks, alike)


def doubles(cards: Iterable[Any]) -> tuple[Any, ...]:
    """Cards whose quote another one says too, next to each other."""
    alike: dict[str, list[Any]] = defaultdict(list)
    for card in cards:
        alike[card.likeness].append(card)
    return tuple(card for group in alike.values() if len(group) > 1 for card in group)


# Its owner


def submit(person: User, deck: Deck) -> Version:
    """Hand a deck in as it is now. Sent twice, it is one version. Raises Refused, MayNotWrite."""
    must_be_allowed_to_write(person)
    with transaction.atomic():
        deck = decks.locked(person, deck)
        decks.must_own(person, deck)
        if deck.of_blanks:
            raise Refused("of_blanks", 403)
        draft, waiting = draft_of(deck), waiting_of(deck)
        if waiting is not None:
            if draft.is_in(waiting):
                return waiting
            raise Refused("under_review", 409)
        if overlaps.is_of_hidden(deck, deck.cards.there().shown().whole()):
            raise Refused("of_hidden", 403)
        if not draft.ready:
            raise Refused("untouched_copy" if draft.untouched else "not_ready")
        if draft.is_in(deck.published):
            raise Refused("nothing_new")
        must_not_be_too_many(person)
        version = Version.objects.create(
            deck=deck,
            number=(deck.versions.aggregate(last=Max("number"))["last"] or 0) + 1,
            cards=draft.rows,
            size=draft.size,
            submitted_by=person,
            **draft.words,
        )
        notices.something_waits(version, [one for one in curators() if may_decide(one, deck)])
        return version


def must_not_be_too_many(person: User) -> None:
    if not limits.allowed("publish", str(person.pk), MOST_HANDED_IN, DAY):
        raise Refused("too_many_versions", 429, limit=MOST_HANDED_IN, when=dates.after(limits.left(DAY)))


def waiting_of(deck: Deck) -> Version | None:
    return deck.versions.filter(state=Version.State.SUBMITTED).first()


def last_versions(those: Iterable[Deck]) -> QuerySet[Version]:
    """The version of each that was handed in last."""
    later = Version.objects.filter(deck=OuterRef("deck"), number__gt=OuterRef("number"))
    return Version.objects.filter(~Exists(later), deck__in=list(those)).defer("cards")


def withdraw(person: User, deck: Deck) -> None:
    """Take back what waits. Sent twice, it changes nothing. Raises Refused once it is decided."""
    with transaction.atomic():
        deck = decks.locked(person, deck)
        decks.must_own(person, deck)
        if not withdraw_waiting(deck):
            last = deck.versions.order_by("-number").first()
            if last is None or last.state != Version.State.WITHDRAWN:
                raise Refused("nothing_waits", 409)


def withdraw_waiting(deck: Deck) -> bool:
    waiting = deck.versions.filter(state=Version.State.SUBMITTED)
    return bool(waiting.update(state=Version.State.WITHDRAWN, decided_at=timezone.now()))


def unpublish(person: User, deck: Deck, reason: str = "") -> None:
    """Take a deck back from everybody; matches that run keep their cards. Its owner, or a curator with a reason.

    Sent twice, it changes nothing. Raises Refused.
    """
    with transaction.atomic():
        deck = locked(deck)
        mine = decks.may_edit(person, deck) and deck.owner_id == person.pk
        if not mine:
            must_curate(person, deck)
        if deck.starter:
            raise Refused("not_yours", 403)
        if deck.state == Deck.State.LINK:
            raise Refused("is_by_link", 409)
        if deck.state != Deck.State.PUBLISHED:
            return
        if not mine and not reason:
            raise Refused("no_reason", field="own")
        withdraw_waiting(deck)
        deck.state, deck.published, deck.link = Deck.State.PRIVATE, None, None
        decks.touch(deck, "state", "published", "link")
        records.taken_back(deck, person if mine else None)
        if not mine:
            notices.taken_back(deck, people_of(deck), reason)
            say_decided(person, deck, "unpublished", reason)


def locked(deck: Deck) -> Deck:
    """The deck under its lock, for whoever. Raises Refused if it is gone or hidden."""
    fresh = decks.held(deck)
    if fresh is None or fresh.removed_at or fresh.hidden_at:
        raise Refused("deck_gone", 409)
    return fresh


def people_of(deck: Deck) -> list[User]:
    """Its owner and co-editors."""
    return [*([deck.owner] if deck.owner else []), *deck.editors.all()]


# Curators


def curators() -> QuerySet[User]:
    # By name: on a new database a group is there before its permissions are.
    named = Q(pk__in=User.groups.through.objects.filter(group__name=CURATORS).values("user"))
    free = Q(suspended_until=None) | Q(suspended_until__lte=timezone.now())
    return User.objects.filter(free, named | Q(is_superuser=True), is_active=True, is_guest=False)


def is_curator(person: Any) -> bool:
    return person.is_authenticated and curators().filter(pk=person.pk).exists()


def may_decide(person: User, deck: Deck) -> bool:
    """A curator, if they are asked about it: not about a deck of their own where somebody else can decide."""
    inside = insiders.of(deck)
    return person.pk not in inside or not curators().exclude(pk__in=inside).exists()


def owns_or_edits(person: User, deck: Deck) -> bool:
    return deck.owner_id == person.pk or deck.editors.filter(pk=person.pk).exists()


def must_curate(person: User, deck: Deck) -> None:
    if not is_curator(person):
        raise Refused("not_a_curator", 403)
    if not may_decide(person, deck):
        raise Refused("own_deck", 403)


def waiting() -> QuerySet[Version]:
    """What waits for curators, the oldest first."""
    there = Q(deck__removed_at=None, deck__hidden_at=None)
    rows = Version.objects.filter(there, state=Version.State.SUBMITTED).defer("cards")
    return rows.select_related("deck__owner").order_by("submitted_at", "pk")


def decided() -> QuerySet[Version]:
    """What curators decided, the latest first."""
    rows = Version.objects.exclude(decided_by=None).filter(deck__removed_at=None).defer("cards")
    return rows.select_related("deck__owner", "decided_by").order_by("-decided_at", "-pk")


def decide(person: User, version: Version, state: str, reason: str = "") -> Version:
    """Publish a version that waits, send it back, or reject it; the latter two with a reason. Raises Refused."""
    if state not in (Version.State.PUBLISHED, Version.State.SENT_BACK, Version.State.REJECTED):
        raise Refused("no_decision", field="decision")
    if state != Version.State.PUBLISHED and not reason:
        raise Refused("no_reason", field="own")
    with transaction.atomic():
        deck = locked(version.deck)
        must_curate(person, deck)
        open_one = Version.objects.filter(pk=version.pk, state=Version.State.SUBMITTED)
        size = size_of(version)
        if state == Version.State.PUBLISHED and size < LEAST and open_one.exists():
            raise Refused("too_few_left", field="decision", left=size, least=LEAST)
        words = {"state": state, "decided_by": person, "decided_at": timezone.now(), "reason": reason}
        done = open_one.update(size=size, **words)
        version = Version.objects.select_related("decided_by").get(pk=version.pk)
        if not done:
            raise decided_meanwhile(version)
        version.deck = deck
        if state == Version.State.PUBLISHED:
            put_out(deck, version)
        notices.decided(version, people_of(deck))
        say_decided(person, deck, state, reason)
        return version


def put_out(deck: Deck, version: Version) -> None:
    """From now on everybody sees this version. Its cards are in its language, whatever the deck's is by now."""
    spoken = {deck.language, *([deck.published.language] if deck.published else [])}
    deck.cards.in_version(version.pk).filter(language__in=spoken).update(language=version.language)
    deck.published, deck.state = version, Deck.State.PUBLISHED
    deck.save(update_fields=["published", "state"])
    records.note(deck, records.What.PUBLISHED, number=version.number)


def size_of(version: Version) -> int:
    """How many cards it still has, however many sides of each."""
    return cards_of(version).order_by().values("number").distinct().count()


def count_again(cards: Iterable[int]) -> None:
    """After cards (rows) were hidden or shown: how many cards the versions have that wait or are published."""
    touched = Deck.objects.filter(cards__in=list(cards)).values("pk")
    current = Q(state=Version.State.SUBMITTED) | Q(pk__in=touched.values("published"))
    for version in Version.objects.filter(current, deck__in=touched).defer("cards"):
        Version.objects.filter(pk=version.pk).update(size=size_of(version))


def decided_meanwhile(version: Version) -> Refused:
    if version.state == Version.State.WITHDRAWN:
        return Refused("withdrawn_meanwhile", 409)
    names = {"name": str(version.decided_by or "–"), "state": version.get_state_display()}
    return Refused("decided_meanwhile", 409, **names)


def read_reason(typed: str) -> str:
    """A curator's own words, "" for none. Raises Refused."""
    text = one_line(typed) if len(typed) <= MOST_REASON * FAR_TOO_LONG else typed
    if len(text) > MOST_REASON:
        raise Refused("long_reason", field="own", length=len(text), limit=MOST_REASON)
    return text


def language_of_owner(deck: Deck) -> str:
    """In which its owner reads what curators say: as their mails are written."""
    chosen = deck.owner.language if deck.owner else deck.language
    return chosen if is_language(chosen) else settings.LANGUAGE_CODE


def reason_words(deck: Deck, ready: Iterable[Any], own: str) -> str:
    """Ready sentences and a curator's own, as the owner reads them. Raises Refused if that is too long."""
    with translation.override(language_of_owner(deck)):
        return read_reason(" ".join([*map(str, ready), own]))


# What a curator looks at; what is different from before: `reviewing.py`


def cards_of(version: Version) -> CardQuerySet:
    """As they were handed in, without those that were hidden since."""
    return Card.objects.filter(deck=version.deck_id).in_version(version.pk).shown().in_order()


def flagged(texts: Iterable[str], language: str) -> list[str]:
    """Words in these texts that somebody wants looked at twice."""
    joined = "\n".join(texts)
    return sorted({word for find in flaggers for word in find(joined, language)})

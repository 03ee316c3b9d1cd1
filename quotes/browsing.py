"""The decks that everybody here can play with, to be looked through: as they were published, whatever is worked on."""

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import Any
from urllib.parse import urlencode

from django.db.models import (
    BooleanField,
    Case,
    Count,
    Exists,
    F,
    IntegerField,
    OuterRef,
    QuerySet,
    Subquery,
    Value,
    When,
)
from django.db.models.functions import Coalesce
from django.http import QueryDict
from django.utils.translation import get_language, gettext_lazy

from accounts.text import one_line
from quotes import decks, lookup
from quotes.models import Card, Deck, Thanks
from quotes.publishing import LEAST_A_SEAT

PAGE = 24
LONGEST_SEARCH = 80
MOST_OF_ADDRESS = 1000
SIZES = {
    str(seats * LEAST_A_SEAT): seats for seats in range(3, 7)
}  # so many cards are enough for so many seats
SORTS: dict[str, tuple[Any, tuple[str, ...]]] = {
    "new": (gettext_lazy("newest"), ("-out_at", "-pk")),
    "played": (gettext_lazy("most played"), ("-plays", "-thanked", "-pk")),
    "thanked": (gettext_lazy("most thanked"), ("-thanked", "-plays", "-pk")),
}


@dataclass(frozen=True)
class Wanted:
    """What somebody looks for; "" is no filter. size: so many cards or more. q: in title or description."""

    q: str = ""
    language: str = ""
    rating: str = ""
    size: str = ""
    sort: str = "new"

    def as_dict(self) -> dict[str, str]:
        return {
            name: value for name, value in asdict(self).items() if value and (name, value) != ("sort", "new")
        }


def read(sent: Mapping[str, str]) -> Wanted:
    """What of an address can be understood; the rest is no filter."""
    known: dict[str, Any] = {
        "language": decks.languages(),
        "rating": Deck.Rating.values,
        "size": SIZES,
        "sort": SORTS,
    }
    found = {
        name: sent[name]
        for name, values in known.items()
        if name in sent and sent[name] in values and sent[name]
    }
    return Wanted(q=one_line(sent.get("q", "")[: LONGEST_SEARCH * 4])[:LONGEST_SEARCH], **found)


def same_list(query: str) -> str:
    """The part of an address that leads back to what somebody looked at, if it is one."""
    sent = QueryDict(query[:MOST_OF_ADDRESS])
    page = sent.get("page", "")
    more = {"page": page} if page.isascii() and page.isdigit() and len(page) < 7 else {}
    return urlencode(read(sent).as_dict() | more)


def found(wanted: Wanted, person: Any) -> QuerySet[Deck]:
    """The published decks that are wanted, those in the reader's language first, with `words_…` as published, `size`,
    `thanked`, `saved`, `thanks_me`.
    """
    rows = with_words(decks.published())
    if wanted.language:
        rows = rows.filter(words_language=wanted.language)
    if wanted.rating:
        rows = rows.filter(words_rating=wanted.rating)
    if wanted.size:
        rows = rows.filter(size__gte=int(wanted.size))
    rows = saying(rows, wanted.q, "words_")
    rows = with_person(rows, person).select_related("owner", "published").defer("published__cards")
    here = Case(When(words_language=readers_language(), then=0), default=1, output_field=IntegerField())
    return rows.order_by(here, *SORTS[wanted.sort][1])


def readers_language() -> str:
    return (get_language() or "en").partition("-")[0]


def saying(rows: QuerySet[Deck], text: str, words: str = "") -> QuerySet[Deck]:
    """Those whose title or description says this; all for "". words: "words_" for those of `as_read`."""
    return lookup.saying(rows, text, (f"{words}title", f"{words}description"))


def as_read(rows: QuerySet[Deck]) -> QuerySet[Deck]:
    """With `words_…` as whoever does not edit a deck reads them."""
    return rows.annotate(**{f"words_{name}": Coalesce(f"published__{name}", name) for name in decks.WORDS})


def with_words(rows: QuerySet[Deck]) -> QuerySet[Deck]:
    whole = Card.objects.filter(deck=OuterRef("pk")).there().shown().whole().order_by().values("deck")
    counted = whole.annotate(n=Count("number", distinct=True)).values("n")
    thanks = Thanks.objects.filter(deck=OuterRef("pk")).order_by().values("deck").annotate(n=Count("pk"))
    return as_read(rows).annotate(
        size=Case(
            When(published=None, then=Coalesce(Subquery(counted, output_field=IntegerField()), 0)),
            default=F("published__size"),
            output_field=IntegerField(),
        ),
        thanked=Coalesce(Subquery(thanks.values("n"), output_field=IntegerField()), 0),
        out_at=Coalesce("published__decided_at", "created_at"),
    )


def with_person(rows: QuerySet[Deck], person: Any) -> QuerySet[Deck]:
    """Whether this reader has saved each, and said thanks for it."""
    if not person.is_authenticated:
        no = Value(False, output_field=BooleanField())
        return rows.annotate(saved=no, thanks_me=no)
    savers = Deck.savers.through.objects.filter(deck=OuterRef("pk"), user=person)
    return rows.annotate(
        saved=Exists(savers), thanks_me=Exists(Thanks.objects.filter(deck=OuterRef("pk"), person=person))
    )

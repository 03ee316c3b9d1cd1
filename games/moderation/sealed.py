"""Where words at tables were written, and which nobody has heard yet: whoever looks into the admin may sit there."""

from collections.abc import Iterable
from typing import Any

from django.db.models import Case, CharField, Exists, F, OuterRef, Q, QuerySet, Subquery, Value, When
from django.db.models.functions import Coalesce
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from games.keepsakes import GAME
from games.models import Blank, Match, Message, Seat
from games.moderation.models import Case as Reported
from quotes.models import Card, Deck, Words

TALK, BLANK, SOURCE = "talk", "blank", "source"
WHERE = {TALK: _("in the words of its table"), BLANK: _("on a blank card"), SOURCE: _("as a source")}
LASTS = ~Q(status__in=[Match.Status.FINISHED, Match.Status.CLOSED])


def with_places(words: QuerySet[Words]) -> QuerySet[Words]:
    """Each with `where` (of WHERE), `code` of its match where that is a column, and whether it is `sealed`."""
    said = Message.objects.filter(words=OuterRef("pk"))
    blanks = Blank.objects.filter(Q(quote=OuterRef("pk")) | Q(source=OuterRef("pk")))
    return words.annotate(
        where=Case(
            When(Exists(said), then=Value(TALK)),
            When(Exists(blanks), then=Value(BLANK)),
            default=Value(SOURCE),
            output_field=CharField(),
        ),
        code=Coalesce(Subquery(said.values("match__code")[:1]), Subquery(blanks.values("match__code")[:1])),
        sealed=Case(
            When(Exists(said), then=Value(False)),
            When(Exists(blanks), then=Exists(blanks.filter(match__in=lasting()))),
            default=Exists(perhaps_for()),
        ),
    )


def lasting() -> QuerySet[Match]:
    return Match.objects.filter(LASTS)


def perhaps_for() -> QuerySet[Match]:
    """The matches that a source may be for: which one is in no column. Of somebody who is gone, any of then.

    Whoever got up is known by the seat, and by the note of it alone once others have left that seat, too.
    """
    of_then = lasting().filter(game=GAME, created_at__lte=OuterRef("created_at"))
    author = OuterRef(OuterRef("author"))
    sat = Seat.objects.filter(Q(person=author) | Q(left_by=author), match=OuterRef("pk"))
    noted = Message.objects.filter(person=author, match=OuterRef("pk"))
    of_nobody = Words.objects.filter(pk=OuterRef(OuterRef("pk")), author=None)
    return of_then.filter(Q(Exists(sat)) | Q(Exists(noted)) | Q(Exists(of_nobody)))


def of_cards(cards: QuerySet[Card]) -> QuerySet[Card]:
    """Each with whether it is `sealed`: it says what a blank says that nobody may have heard yet, or may be what its
    writer has changed that into, whatever it says. No row tells of which blank a card was kept, so that is all that the
    writer of such a blank has put into the deck of blanks, or a copy of it, since that match began.
    """
    blanks = Blank.objects.filter(match__in=lasting())
    wrote = Q(writer=OuterRef("author")) | Q(writer=None)
    since = blanks.filter(match__created_at__lte=OuterRef("created_at"))
    of_blanks = Q(deck__of_blanks=True) | Q(deck__based_on__of_blanks=True)
    return cards.annotate(
        sealed=Case(
            When(deck__state=Deck.State.PUBLISHED, then=Value(False)),
            When(Exists(blanks.filter(wrote, quote__text=OuterRef("quote"))), then=Value(True)),
            When(of_blanks & Q(author=None), then=Exists(since.filter(writer=None))),
            When(of_blanks, then=Exists(since.filter(writer=OuterRef("author")))),
            default=Value(False),
        )
    )


def of_cases(cases: QuerySet[Reported]) -> QuerySet[Reported]:
    """Each with whether what was reported is `sealed`."""
    words = with_places(Words.objects.filter(pk=OuterRef("key"))).filter(sealed=True)
    cards = of_cards(Card.objects.filter(pk=OuterRef("key"))).filter(sealed=True)
    return cases.annotate(
        sealed=Case(
            When(kind=Reported.Kind.WORDS, then=Exists(words)),
            When(kind=Reported.Kind.CARD, then=Exists(cards)),
            default=Value(False),
        )
    )


def marked(kind: str, rows: QuerySet[Any]) -> QuerySet[Any]:
    """Rows of any kind that can be hidden, each with whether it is `sealed`."""
    if kind == Reported.Kind.WORDS:
        return with_places(rows)
    return of_cards(rows) if kind == Reported.Kind.CARD else rows.annotate(sealed=Value(False))


def in_order(column: str) -> Any:
    """By what it says, but for what is sealed: from its place among others one could tell its letters."""
    return Case(When(sealed=True, then=Value("")), default=F(column), output_field=CharField())


def instead() -> str:
    return gettext("sealed until its match is over")


def covered(rows: Iterable[Any], *texts: str) -> list[Any]:
    """To look at, not to be stored: what is sealed does not say its texts."""
    found = list(rows)
    for row in found:
        if row.sealed:
            for name in texts or ("text",):
                if getattr(row, name):
                    setattr(row, name, instead())
    return found

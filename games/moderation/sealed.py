"""Where words at tables were written, and which nobody has heard yet: whoever looks into the admin may sit there."""

from collections.abc import Iterable

from django.db.models import Case, CharField, Exists, OuterRef, Q, QuerySet, Subquery, Value, When
from django.db.models.functions import Coalesce
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from games.keepsakes import GAME
from games.models import Blank, Match, Message, Seat
from quotes.models import Words

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
    """The matches that a source may be for: which one is in no column. Of somebody who is gone, any of then."""
    of_then = lasting().filter(game=GAME, created_at__lte=OuterRef("created_at"))
    theirs = Exists(Seat.objects.filter(match=OuterRef("pk"), person=OuterRef(OuterRef("author"))))
    return of_then.filter(
        Q(theirs) | Q(Exists(Words.objects.filter(pk=OuterRef(OuterRef("pk")), author=None)))
    )


def covered(words: Iterable[Words]) -> list[Words]:
    """To look at, not to be stored: what is sealed does not say its text."""
    rows = list(words)
    for row in rows:
        if row.sealed:  # type: ignore[attr-defined]
            row.text = gettext("sealed until its match is over")
    return rows

"""What decks ask of the people who edit them: to look at suggestions, and at a version that came back."""

from datetime import timedelta

from django.db.models import Count, Exists, IntegerField, OuterRef, Q, Subquery
from django.db.models.functions import Coalesce
from django.utils import timezone

from accounts.models import User
from quotes import decks, publishing, suggestions
from quotes.models import Deck, Version

LATELY = timedelta(days=30)


def of(person: User) -> list[Deck]:
    """The decks that ask for something, with `suggested` (how many suggestions of others wait) and `came_back`. One
    query.

    What came back asks for something until somebody works on the deck, or a month is over.
    """
    offered = suggestions.waiting().filter(deck=OuterRef("pk")).exclude(writer=person)
    counted = offered.order_by().values("deck").annotate(n=Count("pk")).values("n")
    last = Version.objects.filter(deck=OuterRef("deck"), number__gt=OuterRef("number"))
    lately = {"decided_at__gte": OuterRef("changed_at"), "decided_at__gt": timezone.now() - LATELY}
    back = Version.objects.filter(
        ~Exists(last), deck=OuterRef("pk"), state__in=publishing.CAME_BACK, **lately
    )
    mine = decks.edited_by(person).filter(hidden_at=None)
    asking = mine.annotate(
        suggested=Coalesce(Subquery(counted, output_field=IntegerField()), 0), came_back=Exists(back)
    )
    return list(asking.filter(Q(suggested__gt=0) | Q(came_back=True)))

"""What decisions hide: each decision covers rows, and a row is shown once none covers it any more."""

from collections import Counter
from collections.abc import Iterable
from datetime import datetime
from typing import Any

from django.db.models import Exists, OuterRef, QuerySet

from games.models import Shared
from games.moderation import sealed
from games.moderation.models import Case, Cover, Hiding
from quotes import publishing, suggestions
from quotes.models import Card, Deck, Suggestion, Words

Reach = dict[str, set[int]]  # rows by kind

MODELS: dict[str, Any] = {
    Case.Kind.SUGGESTION: Suggestion,  # first: whoever takes one locks it before the card
    Case.Kind.DECK: Deck,
    Case.Kind.CARD: Card,
    Case.Kind.WORDS: Words,
    Case.Kind.SHARED: Shared,
}
TAKEN_OUT = (Case.Kind.CARD, Case.Kind.WORDS)  # what running matches hold
MOST_TOLD = 200  # texts of a kind, before they are shown again
SOME = 500  # keys in one statement


def reach_of(**rows: QuerySet[Any]) -> Reach:
    return {kind: set(some.values_list("pk", flat=True)) for kind, some in rows.items()}


def size_of(reach: Reach) -> int:
    return sum(map(len, reach.values()))


# Hiding


def put(case: Case, reach: Reach, at: datetime) -> None:
    """From now on this decision hides all of these."""
    rows = [Cover(case=case, kind=kind, key=key) for kind in MODELS for key in sorted(reach.get(kind, ()))]
    Cover.objects.bulk_create(rows, ignore_conflicts=True, batch_size=SOME)
    hide(reach, at)


def hide(reach: Reach, at: datetime) -> None:
    """What is hidden already keeps its moment."""
    for kind in MODELS:
        for keys in in_parts(reach.get(kind, set())):
            if kind == Case.Kind.SUGGESTION:
                hide_suggestions(Suggestion.objects.filter(pk__in=keys), at)
                continue
            again = {"taken_out_at": None} if kind in TAKEN_OUT else {}
            MODELS[kind].objects.filter(pk__in=keys, hidden_at=None).update(hidden_at=at, **again)
    count_again(reach)


def hide_suggestions(rows: QuerySet[Suggestion], at: datetime) -> None:
    """They are declined; it is kept which of them waited."""
    for one in rows.select_for_update(no_key=True).order_by("pk"):
        waited = one.state == Suggestion.State.OPEN
        if waited:
            suggestions.decide(one, Suggestion.State.DECLINED, at)
        Hiding.objects.get_or_create(suggestion=one, defaults={"at": at, "waited": waited})


# Showing


def holds(case: Case) -> bool:
    return Cover.objects.filter(case=case).exists()


def is_covered(kind: str, key: int) -> bool:
    return Cover.objects.filter(kind=kind, key=key).exists()


def shown_again(cases: Iterable[Case]) -> set[int]:
    """Of those about what was hidden, the ones whose thing is there and hidden by nothing any more."""
    keys: dict[str, dict[int, list[int]]] = {}
    for case in cases:
        if case.done and case.kind in MODELS:
            keys.setdefault(case.kind, {}).setdefault(case.key, []).append(case.pk)
    found: set[int] = set()
    for kind, by_key in keys.items():
        free = {"hiding": None} if kind == Case.Kind.SUGGESTION else {"hidden_at": None}
        for some in in_parts(set(by_key)):
            shown = MODELS[kind].objects.filter(pk__in=some, **free).values_list("pk", flat=True)
            found.update(pk for key in shown for pk in by_key[key])
    return found


def told(case: Case) -> list[dict[str, Any]]:
    """What the decision hides, in words: each text, in how many places, and whether it would stay hidden. Of very many
    texts of a kind some. What is sealed does not say its text, and nothing does where that was decided about.
    """
    others = Cover.objects.filter(kind=OuterRef("kind"), key=OuterRef("key")).exclude(case=case.pk)
    rows = Cover.objects.filter(case=case).annotate(stays=Exists(others)).order_by("pk")
    by_kind: dict[str, dict[int, bool]] = {}
    for kind, key, stays in rows.values_list("kind", "key", "stays"):
        by_kind.setdefault(kind, {})[key] = stays
    all_sealed = sealed.of_cases(Case.objects.filter(pk=case.pk)).filter(sealed=True).exists()
    return [
        {"what": dict(Case.Kind.choices)[kind], "text": text, "stays": stays, "places": places}
        for kind, keys in by_kind.items()
        for (text, stays), places in list(places_of(kind, keys, all_sealed).items())[:MOST_TOLD]
    ]


def places_of(kind: str, keys: dict[int, bool], all_sealed: bool) -> Counter[tuple[str, bool]]:
    """How many of these rows say the same. keys: whether each would stay hidden."""
    found: Counter[tuple[str, bool]] = Counter()
    for some in in_parts(set(keys)):
        for row in sealed.marked(kind, MODELS[kind].objects.filter(pk__in=some)).order_by("pk"):
            text = sealed.instead() if all_sealed or row.sealed else str(row)
            found[text, keys[row.pk]] += 1
    return found


def lift(case: Case) -> None:
    """This decision hides nothing any more; what another one hides stays hidden."""
    mine = Cover.objects.filter(case=case)
    others = Cover.objects.filter(kind=OuterRef("kind"), key=OuterRef("key")).exclude(case=case.pk)
    reach: Reach = {kind: set() for kind in MODELS}
    for kind, key in mine.filter(~Exists(others)).values_list("kind", "key"):
        reach[kind].add(key)
    mine.delete()
    show(reach)


def show(reach: Reach) -> None:
    for kind in MODELS:
        for keys in in_parts(reach.get(kind, set())):
            if kind == Case.Kind.SUGGESTION:
                show_suggestions(Suggestion.objects.filter(pk__in=keys))
                continue
            again = {"taken_out_at": None} if kind in TAKEN_OUT else {}
            MODELS[kind].objects.filter(pk__in=keys).update(hidden_at=None, **again)
    count_again(reach)


def show_suggestions(rows: QuerySet[Suggestion]) -> None:
    found = Hiding.objects.filter(suggestion__in=rows)
    declined = Suggestion.objects.filter(state=Suggestion.State.DECLINED)
    declined.filter(pk__in=found.filter(waited=True).values("suggestion")).update(
        state=Suggestion.State.OPEN, decided_at=None
    )
    found.delete()


def count_again(reach: Reach) -> None:
    for keys in in_parts(reach.get(Case.Kind.CARD, set())):
        publishing.count_again(keys)


def in_parts(keys: set[int]) -> list[list[int]]:
    ordered = sorted(keys)
    return [ordered[at : at + SOME] for at in range(0, len(ordered), SOME)]

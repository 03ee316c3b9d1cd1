"""What a person may know: what they reported, and what was decided about them. Never who reported, or who decided."""

from collections.abc import Iterable
from typing import Any

from django.db.models import Prefetch, Q, QuerySet
from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from games.moderation import appeals, covers, sayings
from games.moderation.actions import ENDINGS, TOLD_TO_OWNER
from games.moderation.models import Act, Appeal, Case, Report
from games.moderation.targets import LABELS
from games.moderation.why import label
from quotes import decks
from quotes.models import Card

TITLES = dict(Case.Kind.choices)
OF_WORDS = {"source": _("a source that somebody wrote"), "blank": _("a blank card")}
WRITTEN_FOR_DECKS = (Case.Kind.CARD, Case.Kind.SUGGESTION)


def title_of(case: Case) -> Any:
    """What was reported, in a word or two: of words at a table, what they were."""
    return called(case.kind, case.frozen.get("around", {}))


def called(kind: str, around: dict[str, Any]) -> Any:
    return OF_WORDS.get(around.get("where", ""), TITLES[kind]) if kind == Case.Kind.WORDS else TITLES[kind]


def reports_of(person: Any) -> QuerySet[Report]:
    return Report.objects.filter(reporter=person).select_related("case__appeal").order_by("-at", "-pk")


def report_rows(reports: Iterable[Report]) -> list[dict[str, Any]]:
    """What somebody reported: the reason and the note are theirs, the text is what they saw."""
    some = list(reports)
    shown = covers.shown_again(report.case for report in some)
    return [report_row(report, shown=report.case_id in shown) for report in some]


def report_row(report: Report, *, shown: bool) -> dict[str, Any]:
    return {
        "what": title_of(report.case),
        "lines": report.case.frozen.get("lines", []),
        "reason": label(report.reason),
        "note": report.note,
        "at": report.at,
        "done": report.case.done,
        "outcome": sayings.outcome(report.case, shown=shown),
    }


def decisions_about(person: Any) -> QuerySet[Case]:
    return with_endings(appeals.about(person).select_related("appeal"))


def in_my_decks(person: Any) -> QuerySet[Case]:
    """Decisions about what others wrote for somebody's decks."""
    touched = Q()
    for key in TOLD_TO_OWNER:
        touched |= Q(verdict__contains=key)
    rows = Case.objects.filter(touched, owner=person, state=Case.State.DONE, kind__in=WRITTEN_FOR_DECKS)
    return rows.exclude(author=person).order_by("-done_at", "-pk")


def with_endings(rows: QuerySet[Case]) -> QuerySet[Case]:
    """Each with what of it was ended before its time, for `decision_row`."""
    acts = Act.objects.filter(action__in=ENDINGS).order_by("at")
    return rows.prefetch_related(Prefetch("acts", acts, to_attr="endings"))


def edit_links(cases: Iterable[Case], person: Any) -> dict[int, str]:
    """Where somebody changes what they were asked to change, by case; what they cannot change is absent."""
    asked = [case for case in cases if "ask" in case.actions]
    if not asked:
        return {}
    cards = [case.key for case in asked if case.kind == Case.Kind.CARD]
    deck_of = dict(Card.objects.filter(pk__in=cards).values_list("pk", "deck")) if cards else {}
    there = {case: case.key if case.kind == Case.Kind.DECK else deck_of.get(case.key) for case in asked}
    edited = decks.edited_by(person).filter(pk__in=filter(None, there.values()), hidden_at=None)
    mine = set(edited.values_list("pk", flat=True))
    return {case.pk: edit_link(case, deck) for case, deck in there.items() if deck in mine}


def edit_link(case: Case, deck: int | None) -> str:
    if case.kind == Case.Kind.DECK:
        return reverse("deck-settings", args=[deck])
    return f"{reverse('deck-edit', args=[deck])}?card={case.key}"


def decision_row(case: Case) -> dict[str, Any]:
    """A decision as its author reads it, with the text itself, and what can be said against it."""
    appeal = case.appealed
    return {
        "key": case.pk,
        "what": title_of(case),
        "lines": case.frozen.get("lines", []),
        "said": sayings.of_case(case),
        "at": case.done_at,
        "ended": [(sayings.after_ending(act.action), act.at) for act in getattr(case, "endings", [])],
        "appeal": appeal,
        "answer": sayings.after_appeal(appeal) if appeal is not None and appeal.outcome else [],
    }


def owner_row(case: Case) -> dict[str, Any]:
    """A decision about what somebody else wrote, as the owner of its deck reads it."""
    return {
        "key": case.pk,
        "what": title_of(case),
        "lines": case.frozen.get("lines", []),
        "said": sayings.to_owner(case),
        "at": case.done_at,
    }


def everything_about(person: Any) -> dict[str, Any]:
    """For the file of all that is kept of a person: their reports, the decisions about them, and their appeals."""
    reports = list(reports_of(person))
    shown = covers.shown_again(row.case for row in reports)
    return {
        "reports": [
            {
                "kind": row.case.kind,
                "reason": row.reason,
                "note": row.note,
                "text": [line["text"] for line in row.case.frozen.get("lines", [])],
                "at": row.at.isoformat(),
                "outcome": sayings.outcome(row.case, shown=row.case_id in shown),
            }
            for row in reports
        ],
        "decisions": [
            {
                "kind": case.kind,
                "text": [line["text"] for line in case.frozen.get("lines", [])],
                "decided": sayings.of_case(case),
                "at": case.done_at.isoformat() if case.done_at else "",
                "until": case.until.isoformat() if case.until else "",
                "appeal": appeal_in_file(case.appealed),
            }
            for case in appeals.about(person).select_related("appeal")
        ],
    }


def appeal_in_file(appeal: Appeal | None) -> dict[str, str] | None:
    if appeal is None:
        return None
    return {
        "text": appeal.text,
        "at": appeal.at.isoformat(),
        "outcome": appeal.outcome,
        "answer": " ".join(sayings.after_appeal(appeal)) if appeal.outcome else "",
    }


def named(lines: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Lines with their headings in the reader's language."""
    return [line | {"label": LABELS.get(line["what"], line["what"])} for line in lines]

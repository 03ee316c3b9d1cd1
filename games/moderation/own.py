"""What a person may know: what they reported, and what was decided about them. Never who reported, or who decided."""

from typing import Any

from django.db.models import QuerySet
from django.urls import reverse

from games.moderation import appeals, sayings
from games.moderation.models import Appeal, Case, Report
from games.moderation.targets import LABELS, TARGETS
from games.moderation.why import label
from quotes import decks

TITLES = dict(Case.Kind.choices)
STATES = {Case.State.OPEN: "open", Case.State.TAKEN: "open", Case.State.DONE: "done"}


def reports_of(person: Any) -> QuerySet[Report]:
    return Report.objects.filter(reporter=person).select_related("case__appeal").order_by("-at", "-pk")


def report_row(report: Report) -> dict[str, Any]:
    """What somebody reported: the reason and the note are theirs, the text is what they saw."""
    return {
        "what": TITLES[report.case.kind],
        "lines": report.case.frozen.get("lines", []),
        "reason": label(report.reason),
        "note": report.note,
        "at": report.at,
        "done": report.case.done,
        "outcome": sayings.outcome(report.case),
    }


def decisions_about(person: Any) -> list[dict[str, Any]]:
    rows = appeals.about(person).select_related("appeal")
    return [decision_row(case) | {"edit": edit_link(case, person)} for case in rows]


def edit_link(case: Case, person: Any) -> str:
    """Where somebody changes what they were asked to change; "" if nobody asked, or they cannot."""
    if "ask" not in case.deeds:
        return ""
    row = TARGETS[case.kind].find(case.key)
    deck = getattr(row, "deck", row)
    if deck is None or not decks.may_edit(person, deck):
        return ""
    if case.kind == Case.Kind.DECK:
        return reverse("deck-settings", args=[deck.pk])
    return f"{reverse('deck-edit', args=[deck.pk])}?card={case.key}"


def decision_row(case: Case) -> dict[str, Any]:
    """A decision as its author reads it, with the text itself, and what can be said against it."""
    appeal = sayings.appeal_of(case)
    return {
        "key": case.pk,
        "what": TITLES[case.kind],
        "lines": case.frozen.get("lines", []),
        "said": sayings.of_case(case),
        "at": case.done_at,
        "ended": [(sayings.after_lift(act.action), act.at) for act in ended(case)],
        "appeal": appeal,
        "answer": sayings.after_appeal(appeal) if appeal is not None and appeal.outcome else [],
    }


def ended(case: Case) -> list[Any]:
    """What of a decision was ended before its time."""
    lifts = ["lift_mute", "lift_suspension", "unhide"]
    return list(case.acts.filter(action__in=lifts).order_by("at"))


def in_my_decks(person: Any) -> list[dict[str, Any]]:
    """Decisions about cards that others wrote for somebody's decks."""
    rows = Case.objects.filter(owner=person, state=Case.State.DONE, kind=Case.Kind.CARD).exclude(
        author=person
    )
    touched = [case for case in rows.order_by("-done_at", "-pk") if {"ask", "hide"} & set(case.deeds)]
    return [
        {
            "key": case.pk,
            "lines": case.frozen.get("lines", []),
            "said": sayings.to_owner(case),
            "at": case.done_at,
            "edit": edit_link(case, person),
        }
        for case in touched
    ]


def everything_about(person: Any) -> dict[str, Any]:
    """For the file of all that is kept of a person: their reports, the decisions about them, and their appeals."""
    return {
        "reports": [
            {
                "kind": row.case.kind,
                "reason": row.reason,
                "note": row.note,
                "text": [line["text"] for line in row.case.frozen.get("lines", [])],
                "at": row.at.isoformat(),
                "outcome": sayings.outcome(row.case),
            }
            for row in reports_of(person)
        ],
        "decisions": [
            {
                "kind": case.kind,
                "text": [line["text"] for line in case.frozen.get("lines", [])],
                "decided": sayings.of_case(case),
                "at": case.done_at.isoformat() if case.done_at else "",
                "until": case.until.isoformat() if case.until else "",
                "appeal": appeal_in_file(sayings.appeal_of(case)),
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
        "answer": appeal.words,
    }


def named(lines: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Lines with their headings in the reader's language."""
    return [line | {"label": LABELS.get(line["what"], line["what"])} for line in lines]

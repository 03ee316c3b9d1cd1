"""The lists of moderators: what waits, what they have taken, what is done, appeals, the audit list, words."""

from collections.abc import Iterable
from datetime import timedelta
from typing import Any

from django.conf import settings
from django.db.models import Min
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone

from accounts.onward import see_other
from games.moderation import actions, appeals, cases, flags, own, undoings
from games.moderation.models import Act, Case, FlagWord, Report
from games.moderation.views import lines, shown
from games.moderation.views.pages import for_moderators, page_of, tabs
from games.moderation.why import Refused, label

SNIPPET = 160
A_MOMENT = timedelta(minutes=1)


@for_moderators
def waiting(request: Any) -> HttpResponse:
    return of_cases(request, "waiting", cases.waiting(request.user, request.bench))


@for_moderators
def mine(request: Any) -> HttpResponse:
    return of_cases(request, "mine", cases.mine(request.user, request.bench))


@for_moderators
def done(request: Any) -> HttpResponse:
    return of_cases(request, "done", cases.done(request.user, request.bench))


def of_cases(request: Any, at: str, rows: Any) -> HttpResponse:
    """The same number of queries however many there are."""
    page = page_of(request, cases.with_counts(rows).select_related("author", "moderator"))
    reasons = reasons_by_case(page)
    since = undoings.of(page)
    words = list(FlagWord.objects.all())
    context = {
        **tabs(request, at),
        "rows": [row_of(case, reasons[case.pk], since.get(case.pk, []), words) for case in page],
        "page": page,
        "held": held_by_others(request) if at == "waiting" else [],
        "done": actions.done(request.GET.get("done", "")),
    }
    return render(request, "moderation/queue.html", context)


def reasons_by_case(page: Iterable[Any]) -> dict[int, list[str]]:
    """Each reason once, the first that was given first, however many gave it."""
    found: dict[int, list[str]] = {case.pk: [] for case in page}
    rows = Report.objects.filter(case__in=found).values_list("case", "reason")
    for case, reason, _first in rows.annotate(first=Min("pk")).order_by("first"):
        found[case].append(reason)
    return found


def row_of(case: Any, reasons: list[str], since: list[Act], words: list[FlagWord]) -> dict[str, Any]:
    return {
        "case": case,
        "new": timezone.now() - case.opened_at < A_MOMENT,
        "what": own.title_of(case),
        "text": case.text[:SNIPPET],
        "reasons": list(dict.fromkeys(map(label, reasons))),
        "flags": flags.flags_of(case.frozen.get("lines", []), words),
        "verdict": actions.did(case.actions),
        "since": shown.acts(since),
    }


def held_by_others(request: Any) -> list[Case]:
    """What others have taken: nobody need look at it."""
    live = cases.live(request.user, request.bench).filter(state=Case.State.TAKEN)
    free = cases.waiting(request.user, request.bench).values("pk")
    return list(live.exclude(moderator=request.user.pk).exclude(pk__in=free)[:100])


@for_moderators
def appealed(request: Any) -> HttpResponse:
    page = page_of(request, appeals.undecided(request.user, request.bench))
    rows = [
        {"appeal": one, "case": one.case, "what": own.title_of(one.case), "text": one.case.text[:SNIPPET]}
        for one in page
    ]
    return render(
        request, "moderation/appeals.html", {**tabs(request, "appeals"), "rows": rows, "page": page}
    )


@for_moderators
def acts(request: Any) -> HttpResponse:
    """The audit list."""
    rows = cases.acts_seen_by(request.user, request.bench).select_related("about", "case")
    page = page_of(request, rows)
    context = {**tabs(request, "audit"), "lines": lines.of(page, request.user), "page": page}
    return render(request, "moderation/audit.html", context)


# Words to look at twice


@for_moderators
def words(request: Any) -> HttpResponse:
    if request.method != "POST":
        return show_words(request)
    try:
        flags.add(request.user, request.POST.get("language", ""), request.POST.get("word", ""))
    except Refused as refused:
        return show_words(request, refused)
    return see_other("moderation-words", done="add_word", at="word")


def show_words(request: Any, refused: Refused | None = None) -> HttpResponse:
    languages = dict(settings.LANGUAGES)
    known = FlagWord.objects.order_by("language", "word")
    context = {
        **tabs(request, "words"),
        "words": [{"row": word, "language": languages.get(word.language, word.language)} for word in known],
        "languages": languages.items(),
        "hint": flags.HINT,
        "typed": request.POST.get("word", ""),
        "chosen": request.POST.get("language", ""),
        "refused": refused.words if refused else "",
        "wrong": refused.field if refused else "",
        "done": actions.done(request.GET.get("done", "")),
    }
    return render(request, "moderation/words.html", context, status=refused.status if refused else 200)


@for_moderators
def drop_word(request: Any, pk: int) -> HttpResponse:
    if request.method != "POST":
        return redirect("moderation-words")
    flags.drop(request.user, pk)
    return see_other("moderation-words", done="drop_word", at="word")

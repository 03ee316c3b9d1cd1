"""The lists of moderators: what waits, what they have taken, what is done, appeals, the audit list, words."""

from datetime import timedelta
from typing import Any

from django.conf import settings
from django.db.models import Prefetch, Q
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone

from games.moderation import actions, appeals, cases, flags, own
from games.moderation.models import Act, Case, FlagWord, Report
from games.moderation.moderators import co_edited
from games.moderation.views.pages import for_moderators, page_of, see_other, tabs
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
    reports = Prefetch("reports", Report.objects.order_by("pk"))
    page = page_of(
        request, cases.with_counts(rows).select_related("author", "moderator").prefetch_related(reports)
    )
    words = list(FlagWord.objects.all())
    context = {
        **tabs(request, at),
        "rows": [row_of(case, words) for case in page],
        "page": page,
        "held": held_by_others(request) if at == "waiting" else [],
        "done": actions.done(request.GET.get("done", "")),
    }
    return render(request, "moderation/queue.html", context)


def row_of(case: Any, words: list[FlagWord]) -> dict[str, Any]:
    return {
        "case": case,
        "new": timezone.now() - case.opened_at < A_MOMENT,
        "what": own.title_of(case),
        "text": case.text[:SNIPPET],
        "reasons": list(dict.fromkeys(label(report.reason) for report in case.reports.all())),
        "flags": flags.flags_of(case.frozen.get("lines", []), words),
        "verdict": actions.did(case.actions),
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
    """The audit list. What it says about the one who reads stays with those who decide about them."""
    me, rows = request.user, Act.objects.select_related("about", "case").order_by("-at", "-pk")
    if request.bench - {me.pk}:
        seen = cases.seen_by(me, request.bench).values("pk")
        rows = rows.exclude(about=me.pk).filter(Q(case=None) | Q(case__in=seen))
        rows = rows.exclude(kind=Case.Kind.DECK, case=None, key__in=co_edited(me))
    page = page_of(request, rows)
    lines = [
        {
            "act": act,
            "did": actions.did([act.action])[0],
            "what": own.TITLES.get(act.kind, ""),
            "why": label(act.reason) if act.reason else "",
        }
        for act in page
    ]
    return render(request, "moderation/audit.html", {**tabs(request, "audit"), "lines": lines, "page": page})


# Words to look at twice


@for_moderators
def words(request: Any) -> HttpResponse:
    if request.method != "POST":
        return show_words(request)
    try:
        flags.add(request.user, request.POST.get("language", ""), request.POST.get("word", ""))
    except Refused as refused:
        return show_words(request, refused)
    return see_other("moderation-words", query="done=add_word", anchor="word")


def show_words(request: Any, refused: Refused | None = None) -> HttpResponse:
    languages = dict(settings.LANGUAGES)
    known = FlagWord.objects.order_by("language", "word")
    context = {
        **tabs(request, "words"),
        "words": [{"row": word, "language": languages.get(word.language, word.language)} for word in known],
        "languages": languages.items(),
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
    return see_other("moderation-words", query="done=drop_word", anchor="word")

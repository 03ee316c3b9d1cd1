"""One case: what was reported, as it was and as it is, whose it is, and what can be done."""

from collections.abc import Callable
from functools import wraps
from typing import Any

from django.db.models import Prefetch
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone

from accounts.sending import as_read_by
from games.moderation import actions, appeals, cases, covers, names, notice_words, sayings, verdicts
from games.moderation.actions import CHOICES_OF_AUTHOR, CHOICES_OF_THING
from games.moderation.allowed import Sight
from games.moderation.models import MOST_WORDS, Case, Report
from games.moderation.verdicts import DAYS, Verdict
from games.moderation.views import shown
from games.moderation.views.pages import for_moderators, see_other, tabs
from games.moderation.why import Refused, reasons_for


@for_moderators
def case(request: HttpRequest, pk: int) -> HttpResponse:
    return show(request, found(request, pk))


def found(request: Any, pk: int) -> Sight:
    """404 for what this moderator may not see."""
    rows = Case.objects.select_related("author", "owner", "moderator", "appeal__decided_by")
    row = rows.prefetch_related(Prefetch("reports", Report.objects.order_by("pk"))).filter(pk=pk).first()
    if row is None or not (sight := Sight(request.user, row, request.bench)).may_see:
        raise Http404
    return sight


def show(
    request: Any,
    sight: Sight,
    refused: Refused | None = None,
    verdict: Verdict | None = None,
    preview: dict[str, Any] | None = None,
    undoing: dict[str, Any] | None = None,
) -> HttpResponse:
    """verdict: as it was chosen so far. preview: what its author and the reporters would read. undoing: what would
    come back.
    """
    context = {
        **tabs(request, ""),
        **shown.context(request, sight),
        "offered": sight.offered,
        "form": form_of(sight, verdict or preset(sight.case)) if "decide" in sight.offered else None,
        "preview": preview,
        "undoing": undoing,
        "typed": request.POST.get("words", "") if refused else "",
        "refused": refused.words if refused else "",
        "wrong": refused.field if refused else "",
        "done": actions.done(request.GET.get("done", "")) if refused is None else "",
        "next": cases.next_after(request.user, sight.case, request.bench),
    }
    return render(request, "moderation/case.html", context, status=refused.status if refused else 200)


# The form of a verdict


def preset(row: Case) -> Verdict:
    """The reason that most reporters chose."""
    given = [report.reason for report in row.reports.all()]
    return Verdict(reason=max(given, key=given.count, default=""))


def form_of(sight: Sight, verdict: Verdict) -> dict[str, Any]:
    things = verdicts.for_thing(sight.case, sight.thing)
    authors = verdicts.for_author(sight.case)
    chosen = verdict.thing if verdict.thing in things else things[0]
    return {
        "thing": [choice(key, CHOICES_OF_THING[key], chosen) for key in things],
        "author": [choice(key, CHOICES_OF_AUTHOR[key], verdict.author) for key in authors],
        "days": [choice(str(n), n, str(verdict.days or 7)) for n in DAYS],
        "reasons": [
            choice(key, words, verdict.reason) for key, words in reasons_for(sight.case.kind).items()
        ],
        "words": verdict.words,
        "most": MOST_WORDS,
        "chosen": verdict,
    }


def choice(value: str, words: Any, chosen: str) -> dict[str, Any]:
    return {"value": value, "words": words, "chosen": value == chosen}


def read(request: HttpRequest) -> Verdict:
    sent = request.POST
    days = sent.get("days", "")
    return Verdict(
        sent.get("thing", actions.KEEP),
        sent.get("author", actions.NOBODY),
        int(days) if days.isascii() and days.isdigit() and len(days) < 5 else 0,
        sent.get("reason", ""),
        sent.get("words", ""),
    )


def preview_of(row: Case, verdict: Verdict) -> dict[str, Any]:
    """What is sent to whom, each in their own language and zone."""
    found: dict[str, Any] = {"verdict": verdict, "does": actions.does(verdict.actions)}
    if row.author is not None and not actions.is_quiet(verdict.actions):
        called = names.placeholder(row.author) if verdict.thing == "rename" else ""
        with as_read_by(row.author):
            until = verdict.until(timezone.now())
            lines = sayings.to_author(row, verdict.actions, verdict.reason, verdict.words, until, called)
            found |= {"lines": lines, "subject": notice_words.decided_about(row)}
        found["language"] = row.author.language
    found["outcome"] = sayings.outcome_of(verdict.actions)
    return found


# What is posted


def posted(act: Callable[..., HttpResponse]) -> Callable[..., HttpResponse]:
    """For addresses that only take posts: whoever opens one wants the case. What is refused comes back with it."""

    @wraps(act)
    def wrapped(request: HttpRequest, pk: int, **named: Any) -> HttpResponse:
        if request.method != "POST":
            return redirect("case", found(request, pk).case.pk)
        try:
            return act(request, pk, **named)
        except Case.DoesNotExist:
            raise Http404 from None
        except Refused as refused:
            return show(request, found(request, pk), refused, read(request))

    return for_moderators(wrapped)


@posted
def take(request: HttpRequest, pk: int) -> HttpResponse:
    cases.take(request.user, pk)
    return see_other("case", pk, query="done=take", anchor="decide")


@posted
def give_back(request: HttpRequest, pk: int) -> HttpResponse:
    cases.give_back(request.user, pk)
    return see_other("moderation", query="done=give_back")


@posted
def decide(request: HttpRequest, pk: int) -> HttpResponse:
    """First what is sent is shown; with `sure` it is sent."""
    verdict = read(request)
    if "sure" in request.POST:
        cases.decide(request.user, pk, verdict)
        return see_other("case", pk, query="done=decided")
    sight = found(request, pk)
    sight.demand("decide")
    verdict = verdicts.check(sight.case, verdict, sight.thing)
    return show(request, sight, verdict=verdict, preview=preview_of(sight.case, verdict))


@posted
def end(request: HttpRequest, pk: int, what: str) -> HttpResponse:
    """Lift a mute or a suspension, or show again what was hidden. First what that does is said; `sure` does it."""
    if what not in actions.ENDINGS:
        raise Http404
    if "sure" in request.POST:
        cases.end(request.user, pk, what)
        return see_other("case", pk, query=f"done={what}")
    sight = found(request, pk)
    sight.demand(what)
    return show(request, sight, undoing=undoing_of(sight.case, what, [actions.ENDINGS[what].ends]))


@posted
def again(request: HttpRequest, pk: int) -> HttpResponse:
    return see_other("case", cases.again(request.user, pk).pk, query="done=take", anchor="decide")


@posted
def appeal(request: HttpRequest, pk: int) -> HttpResponse:
    """What is taken back is said first, each part by itself; with `sure` it is done."""
    what, words = request.POST.get("what", ""), request.POST.get("words", "")
    if what == "reverse" and "sure" not in request.POST:
        sight = found(request, pk)
        sight.demand(what)
        parts = [action for action in sight.case.actions if action in actions.UNDONE]
        if parts:
            return show(request, sight, undoing=undoing_of(sight.case, what, parts) | {"words": words})
    appeals.decide(request.user, pk, what, words, parts_in(request))
    return see_other("case", pk, query=f"done={what}")


def parts_in(request: HttpRequest) -> list[str] | None:
    return request.POST.getlist("part") if "parts" in request.POST else None


def undoing_of(row: Case, what: str, parts: list[str]) -> dict[str, Any]:
    """What would come back."""
    return {
        "what": what,
        "parts": [{"key": key, "words": actions.UNDONE[key]} for key in parts],
        "hidden": covers.told(row) if "hide" in parts else [],
        "words": "",
    }

"""One case: what was reported, as it was and as it is, whose it is, and what can be done."""

from collections.abc import Callable
from functools import wraps
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from accounts.sending import as_read_by
from games.moderation import allowed, appeals, audit, cases, names, sayings, verdicts
from games.moderation.models import MOST_WORDS, Case
from games.moderation.verdicts import DAYS, OF_AUTHOR, OF_THING, Verdict
from games.moderation.views import shown
from games.moderation.views.pages import for_moderators, see_other, tabs
from games.moderation.why import REASONS, Refused

DONE: dict[str, Any] = {
    "taken": gettext_lazy("You have this case now. Nobody else decides about it."),
    "given_back": gettext_lazy("You have given it back."),
    "decided": gettext_lazy("That is decided. Everybody whom it concerns is told."),
    "lift_mute": gettext_lazy("They can write again."),
    "lift_suspension": gettext_lazy("They can take part again."),
    "unhide": gettext_lazy("It is shown again."),
    "appeal": gettext_lazy("That is decided. They are told."),
}


@for_moderators
def case(request: HttpRequest, pk: int) -> HttpResponse:
    return show(request, found(request, pk))


def found(request: HttpRequest, pk: int) -> Case:
    """404 for what this moderator may not see."""
    row = Case.objects.select_related("author", "owner", "moderator").filter(pk=pk).first()
    if row is None or not allowed.may_see(request.user, row):
        raise Http404
    return row


def show(
    request: HttpRequest,
    row: Case,
    refused: Refused | None = None,
    verdict: Verdict | None = None,
    preview: dict[str, Any] | None = None,
) -> HttpResponse:
    """verdict: as it was chosen so far. preview: what its author and the reporters would read."""
    offered = allowed.offered(request.user, row)
    context = {
        **tabs(request, ""),
        **shown.context(request, row),
        "offered": offered,
        "form": form_of(row, verdict or preset(row)) if "decide" in offered else None,
        "preview": preview,
        "typed": request.POST.get("words", "") if refused else "",
        "refused": refused.words if refused else "",
        "wrong": refused.field if refused else "",
        "done": DONE.get(request.GET.get("done", ""), "") if refused is None else "",
        "next": cases.next_after(request.user, row),
    }
    return render(request, "moderation/case.html", context, status=refused.status if refused else 200)


# The form of a verdict


def preset(row: Case) -> Verdict:
    """The reason that most reporters chose."""
    given = list(row.reports.values_list("reason", flat=True))
    return Verdict(reason=max(given, key=given.count, default=""))


def form_of(row: Case, verdict: Verdict) -> dict[str, Any]:
    return {
        "thing": [choice(key, OF_THING[key], verdict.thing) for key in verdicts.for_thing(row)],
        "author": [choice(key, OF_AUTHOR[key], verdict.author) for key in verdicts.for_author(row)],
        "days": [choice(str(n), n, str(verdict.days or 7)) for n in DAYS],
        "reasons": [choice(key, words, verdict.reason) for key, words in REASONS.items()],
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
        sent.get("thing", verdicts.KEEP),
        sent.get("author", verdicts.NOBODY),
        int(days) if days.isascii() and days.isdigit() and len(days) < 5 else 0,
        sent.get("reason", ""),
        sent.get("words", ""),
    )


def preview_of(row: Case, verdict: Verdict) -> dict[str, Any]:
    """What is sent to whom, each in their own language and zone."""
    found: dict[str, Any] = {"verdict": verdict, "deeds": [str(audit.ACTIONS[one]) for one in verdict.deeds]}
    if row.author is not None and verdict.deeds != [verdicts.DISMISS]:
        called = names.placeholder(row.author) if verdict.thing == "rename" else ""
        with as_read_by(row.author):
            until = verdict.until(timezone.now())
            lines = sayings.to_author(row, verdict.deeds, verdict.reason, verdict.words, until, called)
            found |= {"lines": lines, "subject": _("The moderators have decided something")}
        found["language"] = row.author.language
    found["outcome"] = sayings.outcome_of(verdict.deeds)
    return found


# What is posted


def posted(act: Callable[..., HttpResponse]) -> Callable[..., HttpResponse]:
    """For addresses that only take posts: whoever opens one wants the case. What is refused comes back with it."""

    @wraps(act)
    def wrapped(request: HttpRequest, pk: int, **named: Any) -> HttpResponse:
        if request.method != "POST":
            return redirect("case", found(request, pk).pk)
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
    return see_other("case", pk, query="done=taken", anchor="decide")


@posted
def give_back(request: HttpRequest, pk: int) -> HttpResponse:
    cases.give_back(request.user, pk)
    return see_other("moderation", query="done=given_back")


@posted
def decide(request: HttpRequest, pk: int) -> HttpResponse:
    """First what is sent is shown; with `sure` it is sent."""
    verdict = read(request)
    if "sure" in request.POST:
        cases.decide(request.user, pk, verdict)
        return see_other("case", pk, query="done=decided")
    row = found(request, pk)
    allowed.demand(request.user, row, "decide")
    verdict = verdicts.check(row, verdict)
    return show(request, row, verdict=verdict, preview=preview_of(row, verdict))


@posted
def end(request: HttpRequest, pk: int, what: str) -> HttpResponse:
    """Lift a mute or a suspension, or show again what was hidden."""
    if what == "unhide":
        cases.unhide(request.user, pk)
    elif what in allowed.LIFTS:
        cases.lift(request.user, pk, what)
    else:
        raise Http404
    return see_other("case", pk, query=f"done={what}")


@posted
def appeal(request: HttpRequest, pk: int) -> HttpResponse:
    appeals.decide(request.user, pk, request.POST.get("what", ""), request.POST.get("words", ""))
    return see_other("case", pk, query="done=appeal")

"""One case: what was reported, as it was and as it is, whose it is, and what can be done."""

from collections.abc import Callable
from functools import wraps
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone

from accounts.onward import see_other
from accounts.sending import as_read_by
from accounts.text import one_line
from games.moderation import actions, appeals, cases, covers, names, notice_words, notices, sayings, verdicts
from games.moderation.actions import CHOICES_OF_AUTHOR, CHOICES_OF_THING
from games.moderation.allowed import CaseSight
from games.moderation.models import MOST_WORDS, Case
from games.moderation.reports import reasons_of
from games.moderation.targets import TARGETS
from games.moderation.verdicts import DAYS, USUAL_DAYS, Verdict
from games.moderation.views import shown
from games.moderation.views.pages import for_moderators, tabs
from games.moderation.why import Refused, reasons_for


@for_moderators
def case(request: HttpRequest, pk: int) -> HttpResponse:
    return show(request, found(request, pk))


def found(request: Any, pk: int) -> CaseSight:
    """404 for what this moderator may not see."""
    rows = Case.objects.select_related("author", "owner", "moderator", "appeal__decided_by")
    row = rows.filter(pk=pk).first()
    if row is None or not (sight := CaseSight(request.user, row, request.bench)).may_see:
        raise Http404
    return sight


def show(
    request: Any,
    sight: CaseSight,
    refused: Refused | None = None,
    verdict: Verdict | None = None,
    preview: dict[str, Any] | None = None,
    undoing: dict[str, Any] | None = None,
) -> HttpResponse:
    """verdict: as it was chosen so far. preview: what its author and the reporters would read. undoing: what would
    come back.
    """
    context = {
        **tabs(request, tab_of(sight), current="true"),
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


def tab_of(sight: CaseSight) -> str:
    """The list in which it is found."""
    if sight.appeal_waits:
        return "appeals"
    if sight.case.done:
        return "done"
    mine = sight.case.state == Case.State.TAKEN and sight.case.moderator_id == sight.person.pk
    return "mine" if mine else "waiting"


# The form of a verdict


def preset(row: Case) -> Verdict:
    """The reason that most reporters chose."""
    return Verdict(reason=next(iter(reasons_of(row)), ""))


def form_of(sight: CaseSight, verdict: Verdict) -> dict[str, Any]:
    things = verdicts.for_thing(sight.case, sight.thing)
    authors, no_ask = verdicts.for_author(sight.case), ""
    if sight.thing is not None and "ask" in TARGETS[sight.case.kind].actions and "ask" not in things:
        no_ask = verdicts.why_not_ask(sight.case, sight.thing)
    chosen = verdict.thing if verdict.thing in things else things[0]
    return {
        "thing": [choice(key, CHOICES_OF_THING[key], chosen) for key in things],
        "no_ask": Refused(no_ask).words if no_ask else "",
        "author": [choice(key, CHOICES_OF_AUTHOR[key], verdict.author) for key in authors],
        "days": [choice(str(n), n, str(verdict.days or USUAL_DAYS)) for n in DAYS],
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


def preview_of(sight: CaseSight, verdict: Verdict) -> dict[str, Any]:
    """What is sent to whom, each in their own language and zone."""
    row, until = sight.case, verdict.until(timezone.now())
    found: dict[str, Any] = {"verdict": verdict, "does": actions.does(verdict.actions), "until": until}
    if row.author is not None and not actions.is_quiet(verdict.actions):
        called = names.placeholder(row.author) if verdict.thing == "rename" else ""
        with as_read_by(row.author):
            lines = sayings.to_author(row, verdict.actions, verdict.reason, verdict.words, until, called)
            found |= {"lines": lines, "subject": notice_words.decided_about(row)}
        found["language"] = row.author.language
    row.owner = verdicts.owner_of(row, sight.thing)
    if row.owner is not None and notices.owner_is_told(row, verdict.actions):
        with as_read_by(row.owner):
            found["to_owner"] = sayings.to_owner_of(row, verdict.actions, verdict.reason, verdict.words)
        found["owners_language"] = row.owner.language
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
    return see_other("case", pk, done="take", at="decide")


@posted
def give_back(request: HttpRequest, pk: int) -> HttpResponse:
    cases.give_back(request.user, pk)
    return see_other("moderation", done="give_back")


@posted
def decide(request: HttpRequest, pk: int) -> HttpResponse:
    """First what is sent is shown; with `sure` it is sent."""
    verdict = read(request)
    if "sure" in request.POST:
        cases.decide(request.user, pk, verdict)
        return see_other("case", pk, done="decided")
    sight = found(request, pk)
    sight.demand("decide")
    verdict = verdicts.check(sight.case, verdict, sight.thing)
    return show(request, sight, verdict=verdict, preview=preview_of(sight, verdict))


@posted
def end(request: HttpRequest, pk: int, what: str) -> HttpResponse:
    """Lift a mute or a suspension, or show again what was hidden. First what that does is said; `sure` does it."""
    if what not in actions.ENDINGS:
        raise Http404
    if "sure" in request.POST:
        cases.end(request.user, pk, what)
        return see_other("case", pk, done=what)
    sight = found(request, pk)
    sight.demand(what)
    return show(request, sight, undoing=ending(sight, what))


@posted
def again(request: HttpRequest, pk: int) -> HttpResponse:
    return see_other("case", cases.again(request.user, pk).pk, done="take", at="decide")


@posted
def appeal(request: HttpRequest, pk: int) -> HttpResponse:
    """What is taken back is said first, each part by itself, and what its author reads then; with `sure` it is done."""
    what, words = request.POST.get("what", ""), request.POST.get("words", "")
    parts = parts_in(request)
    if what == "reverse" and ("sure" not in request.POST or parts_shown(request) not in (None, parts)):
        sight = found(request, pk)
        sight.demand(what)
        return show(
            request, sight, undoing=taking_back(sight, appeals.checked_parts(sight.case, parts), words)
        )
    appeals.decide(request.user, pk, what, words, parts)
    return see_other("case", pk, done=what)


def parts_in(request: HttpRequest) -> list[str] | None:
    return request.POST.getlist("part") if "parts" in request.POST else None


def parts_shown(request: HttpRequest) -> list[str] | None:
    """The parts for which its author's sentences stood on the page from which this comes."""
    return request.POST["shown"].split() if "shown" in request.POST else None


def ending(sight: CaseSight, what: str) -> dict[str, Any]:
    """What would come back, which decisions end, and what their author reads then."""
    ends = actions.ENDINGS[what].ends
    return {
        "what": what,
        "parts": [{"words": actions.ENDINGS[what].done}],
        "hidden": covers.told(sight.case) if ends == "hide" else [],
        "ends": sight.holding.get(ends, []),
        **to_author_of(sight, lambda: [sayings.after_ending(what)]),
    }


def taking_back(sight: CaseSight, chosen: list[str], words: str) -> dict[str, Any]:
    """The same after an appeal. chosen: what of the decision is taken back."""
    row = sight.case
    left = [key for key in row.actions if key not in chosen]
    return {
        "what": "reverse",
        "parts": [
            {"key": key, "words": words, "chosen": key in chosen}
            for key, words in actions.undone(row.actions)
        ],
        "shown": " ".join(chosen),
        "hidden": covers.told(row) if "hide" in row.actions else [],
        "words": words,
        **to_author_of(sight, lambda: sayings.answer(chosen, left, one_line(words))),
    }


def to_author_of(sight: CaseSight, say: Callable[[], list[str]]) -> dict[str, Any]:
    """In their own language."""
    person = sight.case.author
    if person is None:
        return {}
    with as_read_by(person):
        return {"lines": say(), "language": person.language}

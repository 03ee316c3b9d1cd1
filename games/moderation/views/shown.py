"""What the page of a case shows besides its buttons."""

from typing import Any

from django.http import HttpRequest
from django.urls import reverse
from django.utils.dateparse import parse_datetime
from django.utils.translation import gettext as _

from accounts import dates
from accounts.models import User
from accounts.standing import muted_until, suspended_until
from games.moderation import allowed, audit, flags, own, sayings
from games.moderation.models import Act, Case, FlagWord
from games.moderation.targets import TARGETS
from games.moderation.why import Refused, label
from games.talk import REACTIONS
from quotes.models import Card, Deck

EARLIER = 20
ADMIN_PAGES = {"card": "quotes_card", "deck": "quotes_deck", "words": "quotes_words", "name": "accounts_user"}


def context(request: HttpRequest, case: Case) -> dict[str, Any]:
    target = TARGETS[case.kind]
    row = target.find(case.key)
    now = [line.__dict__ for line in target.lines(row)] if row is not None else []
    frozen = case.frozen.get("lines", [])
    return {
        "case": case,
        "what": own.TITLES[case.kind],
        "lines": own.named(frozen),
        "gone": row is None,
        "hidden": row is not None and target.hidden_at(row),
        "differs": row is not None and said(now) != said(frozen),
        "now": own.named(now),
        "flags": flags.flags_of(frozen, list(FlagWord.objects.all())),
        "around": around(case.frozen.get("around", {})),
        "link": target.link(row) if row is not None else "",
        "admin": admin_link(request, case) if row is not None else "",
        "reports": [
            {"reason": label(report.reason), "note": report.note, "at": report.at}
            for report in case.reports.order_by("pk")
        ],
        "author": author(case),
        "bar": bar_words(request, case),
        "decided": decided(case),
        "appeal": sayings.appeal_of(case),
        "acts": [
            {"act": act, "did": audit.ACTIONS.get(act.action, act.action)}
            for act in case.acts.order_by("at", "pk")
        ],
        "same": [earlier(one) for one in same_thing(case)],
    }


def said(lines: list[dict[str, Any]]) -> list[tuple[str, str]]:
    return [(line["what"], line["text"]) for line in lines]


def admin_link(request: HttpRequest, case: Case) -> str:
    """The same in the admin, for those who may look at it there."""
    person: Any = request.user
    page = ADMIN_PAGES.get(case.kind, "")
    app, _dot, model = page.partition("_")
    if not page or not person.is_staff or not person.has_perm(f"{app}.view_{model}"):
        return ""
    return reverse(f"admin:{page}_change", args=[case.key])


# Where it stood


def around(kept: dict[str, Any]) -> dict[str, Any]:
    """What stood around it, in words. Names are those of today: nobody's is kept."""
    where = kept.get("where", "")
    return kept | {
        "where": where,
        "side": dict(Card.Side.choices).get(kept.get("side", ""), ""),
        "state": dict(Deck.State.choices).get(kept.get("state", ""), ""),
        "rating": dict(Deck.Rating.choices).get(kept.get("rating", ""), ""),
        "beside": beside(kept.get("beside", [])),
    }


def beside(lines: list[dict[str, Any]]) -> list[dict[str, Any]]:
    people = User.objects.in_bulk({line["by"] for line in lines if line["by"]})
    return [
        {
            "name": str(people[line["by"]]) if line["by"] in people else _("Somebody"),
            "text": line["text"] or REACTIONS.get(line["key"], ""),
            "at": parse_datetime(line["at"]),
            "this": line["this"],
        }
        for line in lines
    ]


# Whose it is


def author(case: Case) -> dict[str, Any]:
    """Who wrote it, how they stand, and what was decided about them before."""
    person = case.author
    if person is None:
        return {"person": None, "left": left_words(case)}
    rows = Case.objects.filter(author=person).exclude(pk=case.pk).select_related("moderator", "appeal")
    return {
        "person": person,
        "muted": muted_until(person),
        "suspended": suspended_until(person),
        "closed": not person.is_active,
        "by": suspended_by(person) if suspended_until(person) else None,
        "earlier": [earlier(one) for one in rows.order_by("-opened_at")[:EARLIER]],
    }


def left_words(case: Case) -> str:
    """How the account of its author ended, and when: by whom is never guessed."""
    if not case.author_left or case.author_left_at is None:
        return _("Nobody’s: it came with the site, or its author is not known.")
    on = dates.full_moment(case.author_left_at)
    return {
        Case.Left.SELF: _("The author deleted the account themselves, on %(on)s."),
        Case.Left.HOST: _("The people who run the site deleted the author’s account, on %(on)s."),
        Case.Left.IDLE: _("The author was not here for long, so the site deleted the account, on %(on)s."),
    }[Case.Left(case.author_left)] % {"on": on}


def suspended_by(person: User) -> Act | None:
    return Act.objects.filter(about=person, action="suspend").order_by("-at").first()


def earlier(case: Case) -> dict[str, Any]:
    appeal = sayings.appeal_of(case)
    return {
        "case": case,
        "what": own.TITLES[case.kind],
        "text": case.text[:160],
        "verdict": [audit.ACTIONS[deed] for deed in case.deeds if deed in audit.ACTIONS],
        "reversed": appeal is not None and appeal.outcome == "reversed",
    }


def same_thing(case: Case) -> list[Case]:
    """Earlier and later cases about the same thing, whatever it said then."""
    rows = Case.objects.filter(kind=case.kind, key=case.key).exclude(pk=case.pk)
    return list(rows.select_related("appeal").order_by("-opened_at")[:EARLIER])


# What was decided


def decided(case: Case) -> dict[str, Any] | None:
    if not case.done:
        return None
    return {
        "did": [audit.ACTIONS[deed] for deed in case.deeds if deed in audit.ACTIONS],
        "reason": label(case.reason) if case.reason else "",
        "said": sayings.of_case(case) if case.deeds != ["dismiss"] else [],
        "outcome": sayings.outcome(case),
        "by": allowed.name_of(case),
    }


def bar_words(request: HttpRequest, case: Case) -> str:
    """Why this moderator is offered nothing here, if that is so."""
    if allowed.offered(request.user, case):
        return ""
    appeal = sayings.appeal_of(case)
    waits = appeal is not None and not appeal.outcome
    why = allowed.bar(request.user, case, appeal=waits)
    if why:
        return Refused(why).words
    if case.state == Case.State.TAKEN:
        return allowed.why_not_now(request.user, case).words
    return ""

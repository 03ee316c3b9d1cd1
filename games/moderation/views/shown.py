"""What the page of a case shows besides its buttons."""

from collections.abc import Iterable
from typing import Any

from django.conf import settings
from django.db.models import Case as Sorted
from django.db.models import QuerySet, Value, When
from django.http import HttpRequest
from django.urls import reverse
from django.utils.dateparse import parse_datetime
from django.utils.translation import gettext as _

from accounts import dates
from accounts.models import User
from accounts.standing import muted_until, suspended_until
from games.moderation import cases, flags, matches, own, sayings, undoings
from games.moderation.actions import did, is_quiet
from games.moderation.allowed import CaseSight, name_of
from games.moderation.models import Act, Case, FlagWord
from games.moderation.reports import reasons_of
from games.moderation.targets import TARGETS
from games.moderation.why import Refused, label
from games.talk import REACTIONS
from quotes.models import Card, Deck, Words

EARLIER = 20
MOST_REPORTS = 50
ADMIN_PAGES = {
    "card": "quotes_card",
    "deck": "quotes_deck",
    "words": "quotes_words",
    "name": "accounts_user",
    "shared": "games_shared",
    "suggestion": "quotes_suggestion",
}


def context(request: HttpRequest, sight: CaseSight) -> dict[str, Any]:
    case, row = sight.case, sight.thing
    target = TARGETS[case.kind]
    current = target.current(row) if row is not None else None
    now = [line.__dict__ for line in target.lines(current)] if current is not None else []
    frozen = case.frozen.get("lines", [])
    return {
        "case": case,
        "what": own.title_of(case),
        "lines": own.named(frozen),
        "gone": row is None,
        "hidden": row is not None and target.hidden_at(row),
        "differs": current is not None and said(now) != said(frozen),
        "taken_out": row is not None and current is None,
        "waits": row is not None and target.waits(row),
        "now": own.named(now),
        "flags": flags.flags_of(frozen, list(FlagWord.objects.all())),
        "around": around(case.frozen.get("around", {}), request.user),
        "link": target.link(row) if row is not None else "",
        "admin": admin_link(request, case) if row is not None else "",
        **said_of(case),
        **beside_it(sight),
        "bar": bar_words(sight),
        "decided": decided(sight),
        "appeal": case.appealed,
        "acts": acts(case.acts.order_by("at", "pk")),
    }


def acts(rows: Iterable[Act]) -> list[dict[str, Any]]:
    return [{"act": act, "did": did([act.action])[0]} for act in rows]


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


# Why it was reported


def said_of(case: Case) -> dict[str, Any]:
    """What reporters say; of very many, how many chose each reason, and some of them, first those with a note."""
    given = reasons_of(case)
    noted = Sorted(When(note="", then=Value(1)), default=Value(0))
    some = sorted(case.reports.order_by(noted, "pk")[:MOST_REPORTS], key=lambda report: report.pk)
    return {
        "count": sum(given.values()),
        "reasons": [(label(reason), count) for reason, count in given.items()],
        "reports": [{"reason": label(row.reason), "note": row.note, "at": row.at} for row in some],
    }


# Where it stood


def around(kept: dict[str, Any], person: Any) -> dict[str, Any]:
    """What stood around it, in words. Names are those of today: nobody's is kept."""
    where = kept.get("where", "")
    match = matches.by_code(kept["match"]) if "match" in kept else None
    return kept | {
        "where": where,
        "side": dict(Card.Side.choices).get(kept.get("side", ""), ""),
        "state": dict(Deck.State.choices).get(kept.get("state", ""), ""),
        "rating": dict(Deck.Rating.choices).get(kept.get("rating", ""), ""),
        "beside": beside(kept.get("beside", [])),
        "match_name": matches.name_of(match) if match else "",
        "match_link": matches.link_for(person, match) if match else "",
    }


def beside(lines: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Words that were hidden are read here, too, marked: what was said cannot be understood without them."""
    people = User.objects.in_bulk({line["by"] for line in lines if line["by"]})
    words = {line.get("words") for line in lines} - {None}
    hidden = set(Words.objects.filter(pk__in=words).exclude(hidden_at=None).values_list("pk", flat=True))
    return [
        {
            "name": str(people[line["by"]]) if line["by"] in people else _("Somebody"),
            "text": line["text"] or REACTIONS.get(line["key"], ""),
            "at": parse_datetime(line["at"]),
            "this": line["this"],
            "hidden": line.get("words") in hidden,
        }
        for line in lines
    ]


# Whose it is


def beside_it(sight: CaseSight) -> dict[str, Any]:
    """Other cases about the same thing, and its author with those about what they wrote, each as it stands now."""
    same, theirs = same_thing(sight), same_author(sight)
    since = undoings.of([*same, *theirs])
    return {
        "same": [earlier(one, since) for one in same],
        "author": author(sight, [earlier(one, since) for one in theirs]),
    }


def author(sight: CaseSight, earlier: list[dict[str, Any]]) -> dict[str, Any]:
    """Who wrote it, how they stand, and what was decided about them before."""
    case, person = sight.case, sight.case.author
    if person is None:
        return {"person": None, "left": left_words(case)}
    held = [one.pk for some in sight.holding.values() for one in some]
    return {
        "person": person,
        "reads": language_of(person),
        "muted": muted_until(person),
        "suspended": suspended_until(person),
        "closed": not person.is_active,
        "by": suspended_by(person) if suspended_until(person) else None,
        "held_by": list(others(sight).filter(pk__in=held).order_by("pk")) if held else [],
        "earlier": earlier,
    }


def language_of(person: User) -> str:
    """In which language they read notices, by its own name; "" for one that the site does not have."""
    return str(dict(settings.LANGUAGES).get(person.language, ""))


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
    """Who decided it, and when: the one whose time holds."""
    acts = Act.objects.filter(about=person, action="suspend", until=person.suspended_until)
    return acts.order_by("-at").first()


def earlier(case: Case, since: dict[int, list[Act]]) -> dict[str, Any]:
    return {
        "case": case,
        "what": own.title_of(case),
        "text": case.text[:160],
        "verdict": did(case.actions),
        "since": acts(since.get(case.pk, [])),
    }


def same_author(sight: CaseSight) -> list[Case]:
    if sight.case.author is None:
        return []
    return list(others(sight).filter(author=sight.case.author).order_by("-opened_at")[:EARLIER])


def same_thing(sight: CaseSight) -> list[Case]:
    """Earlier and later cases about the same thing, whatever it said then."""
    rows = others(sight).filter(kind=sight.case.kind, key=sight.case.key)
    return list(rows.order_by("-opened_at")[:EARLIER])


def others(sight: CaseSight) -> QuerySet[Case]:
    """The other cases that this moderator may see."""
    rows = cases.seen_by(sight.person, sight.bench).exclude(pk=sight.case.pk)
    return rows.select_related("moderator", "appeal")


# What was decided


def decided(sight: CaseSight) -> dict[str, Any] | None:
    case, row = sight.case, sight.thing
    if not case.done:
        return None
    shown = row is not None and not TARGETS[case.kind].hidden_at(row)
    return {
        "did": did(case.actions),
        "elsewhere": case.frozen.get("elsewhere", 0),
        "reason": label(case.reason) if case.reason else "",
        "said": sayings.of_case(case) if not is_quiet(case.actions) else [],
        "outcome": sayings.outcome(case, shown=shown),
        "by": name_of(case),
    }


def bar_words(sight: CaseSight) -> str:
    """Why this moderator is offered nothing here, if that is so."""
    if sight.offered:
        return ""
    if why := sight.bar(appeal=sight.appeal_waits):
        return Refused(why).words
    return sight.why_not_now().words if sight.case.state == Case.State.TAKEN else ""

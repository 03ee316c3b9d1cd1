"""What the notices of moderation say, and whether they are still true. Never what somebody wrote: it may be hidden."""

from typing import Any

from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from accounts import dates
from accounts.models import Send, User
from accounts.notices import Item, Kind, register
from games.moderation import cases, covers, matches, own, sayings
from games.moderation.appeals import open_to
from games.moderation.models import Appeal, Case
from games.moderation.moderators import bench
from games.moderation.notices import KIND, owner_is_told
from quotes.models import Deck

BY_MAIL = frozenset({Send.Channel.MAIL.value})


def is_news(row: Send) -> bool:
    if row.about["to"] == "moderators":
        return any(waits_for(row))
    case = Case.objects.filter(pk=row.about["case"]).first()
    if case is None:
        return False
    if row.about["to"] == "reporter":
        return case.reports.filter(reporter=row.person).exists()
    return row.person_id in (case.author_id, case.owner_id) and still_decided(row, case)


def still_decided(row: Send, case: Case) -> bool:
    """A decision, as long as it was not taken back as a whole; what came of it since always."""
    if "appeal" in row.about or "lifted" in row.about:
        return True
    if case.appealed is not None and case.appealed.outcome == Appeal.Outcome.REVERSED:
        return False
    return row.about["to"] != "owner" or holds_in_deck(case)


def holds_in_deck(case: Case) -> bool:
    shown = "hide" in case.actions and case.pk in covers.shown_again([case])
    return owner_is_told(case, case.actions) and not shown


def apart(row: Send) -> str:
    """A decision is a letter of its own, with what became of it; all about what others wrote for one's decks is one."""
    to = row.about.get("to")
    return {"author": f"case/{row.about.get('case')}", "owner": "decks"}.get(to, "")


def waits_for(row: Any) -> tuple[int, int]:
    """How many cases and how many appeals wait for a moderator; counted once for `wanted` and `say`."""
    if not hasattr(row, "waits"):
        row.waits = counts_for(row.person)
    return row.waits  # type: ignore[no-any-return]


def counts_for(person: User) -> tuple[int, int]:
    everybody = bench()
    if person.pk not in everybody:
        return 0, 0
    return cases.waiting(person, everybody).count(), len(open_to(person, everybody))


def say(row: Send) -> Item:
    return {"moderators": say_waiting, "reporter": say_outcome, "author": say_decision, "owner": say_owner}[
        row.about["to"]
    ](row)


def say_waiting(row: Send) -> Item:
    reports, appeals = waits_for(row)
    lines = []
    if reports:
        lines.append(ngettext("%(n)d case waits.", "%(n)d cases wait.", reports) % {"n": reports})
    if appeals:
        lines.append(ngettext("%(n)d appeal waits.", "%(n)d appeals wait.", appeals) % {"n": appeals})
    path = reverse("moderation") if reports else reverse("moderation-appeals")
    return Item(_("Something waits for the moderators"), " ".join(lines), path, button=_("To what waits"))


def say_outcome(row: Send) -> Item:
    case = Case.objects.get(pk=row.about["case"])
    report = case.reports.filter(reporter=row.person).first()
    said = [sayings.outcome(case, shown=case.pk in covers.shown_again([case]))]
    if report is not None:
        said.insert(0, _("You reported it on %(at)s.") % {"at": dates.moment(report.at)})
    return Item(
        _("What became of your report: %(thing)s") % {"thing": thing_of(case)},
        " ".join(said),
        reverse("my-reports"),
        button=_("To your reports"),
    )


def say_decision(row: Send) -> Item:
    case = Case.objects.get(pk=row.about["case"])
    path = f"{reverse('about-you')}?case={case.pk}#case-{case.pk}"
    if "appeal" in row.about:
        appeal = Appeal.objects.get(pk=row.about["appeal"])
        said = " ".join(sayings.after_appeal(appeal))
        return Item(_("What became of your appeal"), said, path, button=_("Read it"))
    if "lifted" in row.about:
        return Item(
            _("A decision about you has ended"),
            sayings.after_ending(row.about["lifted"]),
            path,
            button=_("Read it"),
        )
    said = sayings.of_case(case)
    if case.appealed is None:
        said.append(_("There you can say something against it."))
    return Item(decided_about(case), " ".join(said), path, button=_("Read it"))


def say_owner(row: Send) -> Item:
    case = Case.objects.get(pk=row.about["case"])
    said = " ".join(sayings.to_owner(case))
    return Item(decided_about(case), said, reverse("about-you"), button=_("Read it"))


def decided_about(case: Case) -> str:
    at = dates.moment(case.done_at or timezone.now())
    return _("The moderators have decided: %(thing)s, %(at)s") % {"thing": thing_of(case), "at": at}


def thing_of(case: Case) -> str:
    """What kind of thing it is, and where: the deck by its title, if that is not hidden; the match as it is known."""
    what, around = str(own.title_of(case)), case.frozen.get("around", {})
    if case.kind != Case.Kind.DECK and "deck" in around:
        shown = Deck.objects.filter(pk=around["deck"], hidden_at=None).exists()
        return _("%(what)s in “%(deck)s”") % {"what": what, "deck": around["title"]} if shown else what
    match = matches.by_code(around["match"]) if "match" in around else None
    return _("%(what)s (%(match)s)") % {"what": what, "match": matches.name_of(match)} if match else what


MODERATION = Kind(
    KIND, gettext_lazy("Reports, and what moderators decide"), BY_MAIL, is_news, say, apart=apart
)


def register_kinds() -> None:
    # First: what became of a report is the subject of a mail that tells of other things, too.
    register(MODERATION, first=True)

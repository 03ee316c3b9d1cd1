"""What the notices of moderation say, and whether they are still true. Never what somebody wrote: it may be hidden."""

from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from accounts.models import Send
from accounts.notices import Item, Kind, register
from games.moderation import cases, sayings
from games.moderation.appeals import open_to
from games.moderation.models import Appeal, Case
from games.moderation.moderators import is_moderator
from games.moderation.notices import KIND

BY_MAIL = frozenset({Send.Channel.MAIL.value})


def is_news(row: Send) -> bool:
    if row.about["to"] == "moderators":
        return is_moderator(row.person) and any(counts_for(row.person))
    case = Case.objects.filter(pk=row.about["case"]).first()
    if case is None:
        return False
    if row.about["to"] == "reporter":
        return case.reports.filter(reporter=row.person).exists()
    return row.person_id in (case.author_id, case.owner_id)


def counts_for(person: object) -> tuple[int, int]:
    """How many reports and how many appeals wait for a moderator."""
    return cases.waiting(person).count(), len(open_to(person))


def say(row: Send) -> Item:
    return {"moderators": say_waiting, "reporter": say_outcome, "author": say_decision, "owner": say_owner}[
        row.about["to"]
    ](row)


def say_waiting(row: Send) -> Item:
    reports, appeals = counts_for(row.person)
    lines = []
    if reports:
        lines.append(ngettext("%(n)d report waits.", "%(n)d reports wait.", reports) % {"n": reports})
    if appeals:
        lines.append(ngettext("%(n)d appeal waits.", "%(n)d appeals wait.", appeals) % {"n": appeals})
    path = reverse("moderation") if reports else reverse("moderation-appeals")
    return Item(_("Something waits for the moderators"), " ".join(lines), path, button=_("To what waits"))


def say_outcome(row: Send) -> Item:
    case = Case.objects.get(pk=row.about["case"])
    return Item(
        _("What became of your report"),
        sayings.outcome(case),
        reverse("my-reports"),
        button=_("To your reports"),
    )


def say_decision(row: Send) -> Item:
    case = Case.objects.get(pk=row.about["case"])
    path = f"{reverse('about-you')}#case-{case.pk}"
    if "appeal" in row.about:
        appeal = Appeal.objects.get(pk=row.about["appeal"])
        said = " ".join(sayings.after_appeal(appeal))
        return Item(_("What became of your appeal"), said, path, button=_("Read it"))
    if "lifted" in row.about:
        return Item(
            _("A decision about you has ended"),
            sayings.after_lift(row.about["lifted"]),
            path,
            button=_("Read it"),
        )
    return Item(
        _("The moderators have decided something"), " ".join(sayings.of_case(case)), path, button=_("Read it")
    )


def say_owner(row: Send) -> Item:
    case = Case.objects.get(pk=row.about["case"])
    said = " ".join(sayings.to_owner(case))
    return Item(_("The moderators have decided something"), said, reverse("about-you"), button=_("Read it"))


MODERATION = Kind(KIND, gettext_lazy("Reports, and what moderators decide"), BY_MAIL, is_news, say)


def register_kinds() -> None:
    register(MODERATION)

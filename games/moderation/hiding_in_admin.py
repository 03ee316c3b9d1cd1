"""Hiding and showing in the admin, on the pages of what people write: decisions as on the site."""

from collections.abc import Iterable
from typing import Any, ClassVar

from django import forms
from django.contrib import admin, messages
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse
from django.template.response import TemplateResponse
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext

from games.moderation import cases, covers
from games.moderation.models import MOST_WORDS
from games.moderation.targets import TARGETS
from games.moderation.verdicts import Verdict
from games.moderation.why import OTHER, Refused, reasons_for


@admin.action(permissions=["hide"], description=_("Hide from everybody"))
def hide(page: Any, request: HttpRequest, chosen: QuerySet[Any]) -> Any:
    """A decision as on the site, for each: with a reason. Its author is told, and can appeal."""
    form = WhyForm(page.kind, request.POST if "why" in request.POST else None)
    if not form.is_valid():
        return ask_why(page, request, chosen, form)
    verdict = Verdict("hide", reason=form.cleaned_data["reason"], words=form.cleaned_data["words"])
    done = 0
    for key in list(chosen.values_list("pk", flat=True)):
        try:
            page.must_be_open(key)
            done += hide_one(request.user, page.kind, key, verdict)
        except Refused as refused:
            messages.error(request, f"{key}: {refused.words}")
    messages.success(request, ngettext("%(n)d hidden.", "%(n)d hidden.", done) % {"n": done})
    return None


def hide_one(moderator: Any, kind: str, key: int, verdict: Verdict) -> bool:
    """What is hidden already is passed over."""
    target = TARGETS[kind]
    row = target.find(key)
    if row is None or target.hidden_at(row):
        return False
    return cases.decide_at_once(moderator, kind, key, verdict) is not None


class WhyForm(forms.Form):
    reason = forms.ChoiceField(label=_("Reason"))
    words = forms.CharField(
        label=_("In your own words"),
        required=False,
        max_length=MOST_WORDS,
        widget=forms.Textarea(attrs={"rows": 3}),
        help_text=_("Its author reads them as you write them. Say nothing that tells who reported it."),
    )

    def __init__(self, kind: str, sent: Any = None) -> None:
        super().__init__(sent)
        field: Any = self.fields["reason"]
        field.choices = [("", _("choose")), *reasons_for(kind).items()]

    def clean(self) -> Any:
        sent = super().clean() or {}
        if sent.get("reason") == OTHER and not sent.get("words", "").strip():
            self.add_error("words", Refused("say_more").words)
        return sent


def ask_why(page: Any, request: HttpRequest, chosen: QuerySet[Any], form: WhyForm) -> HttpResponse:
    context = {
        **page.admin_site.each_context(request),
        "title": _("Hide from everybody"),
        "opts": page.opts,
        "form": form,
        "chosen": page.told(chosen),
    }
    return TemplateResponse(request, "admin/moderation/why.html", context)


@admin.action(permissions=["hide"], description=_("Show again"))
def unhide(page: Any, request: HttpRequest, chosen: QuerySet[Any]) -> Any:
    """First a page says what comes back. What is hidden with something else stays so; what is shown is passed over."""
    target = TARGETS[page.kind]
    rows = [
        row for row in map(target.find, chosen.values_list("pk", flat=True)) if row and target.hidden_at(row)
    ]
    if "sure" not in request.POST:
        return ask_whether(page, request, rows)
    done, left = 0, 0
    for row in rows:
        try:
            shown = cases.show_again(request.user, page.kind, row.pk)
        except Refused as refused:
            messages.error(request, f"{row.pk}: {refused.words}")
            continue
        done, left = done + shown, left + (not shown)
    messages.success(request, ngettext("%(n)d shown again.", "%(n)d shown again.", done) % {"n": done})
    if left:
        stays = ngettext(
            "%(n)d stays hidden: another decision says so.",
            "%(n)d stay hidden: another decision says so.",
            left,
        )
        messages.warning(request, stays % {"n": left})
    return None


def ask_whether(page: Any, request: HttpRequest, rows: list[Any]) -> HttpResponse:
    """Each with the decisions that end and what comes back with it; of one's own words, why it is not."""
    context = {
        **page.admin_site.each_context(request),
        "title": _("Show again"),
        "opts": page.opts,
        "chosen": [
            {
                "key": row.pk,
                "text": text,
                "refused": cases.why_not_shown(request.user, page.kind, row),
                "ends": [(case, covers.told(case)) for case in cases.hiding(page.kind, row.pk)],
            }
            for row, (_key, text) in zip(rows, page.told(rows), strict=True)
        ],
    }
    return TemplateResponse(request, "admin/moderation/show_again.html", context)


class Hides:
    """The moment of hiding is not typed: it comes with a line in the audit list, and takes all alike with it."""

    kind = ""
    actions: ClassVar[list[Any]] = [hide, unhide]
    opts: Any

    def told(self, rows: Iterable[Any]) -> list[tuple[int, str]]:
        """Their keys and what they say."""
        return [(row.pk, str(row)) for row in rows]

    def must_be_open(self, key: int) -> None:
        """Raises Refused for what nobody decides about here."""

    def has_hide_permission(self, request: HttpRequest) -> bool:
        return request.user.has_perm(f"{self.opts.app_label}.change_{self.opts.model_name}")

    def get_readonly_fields(self, request: HttpRequest, obj: Any = None) -> Any:
        return (*super().get_readonly_fields(request, obj), "hidden_at")  # type: ignore[misc]

"""The same in the admin: cases, reports and the audit list to look at; what is hidden goes by the same functions."""

from typing import Any, ClassVar

from django.contrib import admin, messages
from django.db import transaction
from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext

from accounts.read_only import PlainLookups, ReadOnly
from games.models import Shared
from games.moderation import audit, flags
from games.moderation.models import Act, Appeal, Case, FlagWord, Report
from games.moderation.targets import TARGETS
from quotes.admin import CardAdmin, DeckAdmin, WordsAdmin
from quotes.models import Card, Deck, Words


class ReportInline(ReadOnly, admin.TabularInline):
    """Why it was reported. Who did so is on a page of its own, for those alone who may know."""

    model = Report
    fields = ("reason", "note", "at")


class ActInline(ReadOnly, admin.TabularInline):
    model = Act
    fields = ("at", "moderator_name", "action", "reason", "words", "until")


@admin.register(Case)
class CaseAdmin(ReadOnly, admin.ModelAdmin):
    list_display = ("__str__", "kind", "text_shown", "state", "author", "opened_at", "moderator", "verdict")
    list_filter = ("state", "kind")
    list_select_related = ("author", "moderator")
    ordering = ("-pk",)
    fields = (
        *(
            "kind",
            "key",
            "text_shown",
            "state",
            "opened_at",
            "author",
            "author_left",
            "author_left_at",
            "owner",
        ),
        *("moderator", "taken_at", "done_at", "verdict", "reason", "words", "until", "appeal_shown"),
    )
    inlines: ClassVar[list[Any]] = [ReportInline, ActInline]

    @admin.display(description=_("as it was reported"))
    def text_shown(self, case: Case) -> str:
        return case.text

    @admin.display(description=_("appeal"))
    def appeal_shown(self, case: Case) -> str:
        appeal = Appeal.objects.filter(case=case).first()
        return f"{appeal.text} ({appeal.get_outcome_display()})" if appeal else "–"


@admin.register(Report)
class ReportAdmin(ReadOnly, admin.ModelAdmin):
    """Each report; its reporter only for those with the permission to see reporters."""

    list_display = ("__str__", "case", "reason", "note", "at")
    list_select_related = ("case", "reporter")
    ordering = ("-pk",)

    def get_list_display(self, request: HttpRequest) -> Any:
        return (*self.list_display, *self.reporter(request))

    def get_fields(self, request: HttpRequest, obj: Report | None = None) -> Any:
        return ("case", "reason", "note", "at", "told_at", *self.reporter(request))

    def reporter(self, request: HttpRequest) -> tuple[str, ...]:
        return ("reporter",) if request.user.has_perm("moderation.see_reporters") else ()


@admin.register(Act)
class ActAdmin(ReadOnly, admin.ModelAdmin):
    list_display = (
        "at",
        "moderator_name",
        "action",
        "kind",
        "key",
        "case",
        "about",
        "reason",
        "words",
        "until",
    )
    list_filter = ("action", "kind")
    list_select_related = ("case", "about")
    ordering = ("-pk",)
    fields = list_display


@admin.register(Appeal)
class AppealAdmin(ReadOnly, admin.ModelAdmin):
    list_display = ("case", "text", "at", "outcome", "decided_by", "decided_at")
    list_filter = ("outcome",)
    list_select_related = ("case", "decided_by")
    ordering = ("-pk",)
    fields = ("case", "text", "at", "outcome", "words", "decided_by", "decided_at")


@admin.register(FlagWord)
class FlagWordAdmin(PlainLookups, admin.ModelAdmin):
    """Added and removed here as on the site, with a line in the audit list."""

    list_display = ("word", "language", "added_by", "added_at")
    list_filter = ("language",)
    search_fields = ("word",)
    fields = ("language", "word")

    def save_model(self, request: HttpRequest, obj: FlagWord, form: Any, change: bool) -> None:
        obj.added_by = obj.added_by or request.user  # type: ignore[assignment]
        with transaction.atomic():
            super().save_model(request, obj, form, change)
            audit.write(request.user, "add_word", words=flags.named(obj))

    def delete_model(self, request: HttpRequest, obj: FlagWord) -> None:
        flags.drop(request.user, obj.pk)

    def delete_queryset(self, request: HttpRequest, queryset: Any) -> None:
        for word in queryset:
            flags.drop(request.user, word.pk)


# Hiding and showing, on the pages of what people write


@admin.action(permissions=["hide"], description=_("Hide from everybody"))
def hide(page: Any, request: HttpRequest, chosen: QuerySet[Any]) -> None:
    done = change_all(request, page.kind, chosen, hidden=True)
    messages.success(request, ngettext("%(n)d hidden.", "%(n)d hidden.", done) % {"n": done})


@admin.action(permissions=["hide"], description=_("Show again"))
def unhide(page: Any, request: HttpRequest, chosen: QuerySet[Any]) -> None:
    done = change_all(request, page.kind, chosen, hidden=False)
    messages.success(request, ngettext("%(n)d shown again.", "%(n)d shown again.", done) % {"n": done})


def change_all(request: HttpRequest, kind: str, chosen: QuerySet[Any], *, hidden: bool) -> int:
    """Each with its line in the audit list; what is so already is passed over. How many there were."""
    done = 0
    for key in list(chosen.values_list("pk", flat=True)):
        with transaction.atomic():
            done += change(request.user, kind, key, hidden=hidden)
    return done


def change(moderator: Any, kind: str, key: int, *, hidden: bool) -> bool:
    target = TARGETS[kind]
    row = target.find(key)
    if row is None or bool(target.hidden_at(row)) is hidden:
        return False
    if hidden:
        target.hide(row, timezone.now())
    else:
        target.unhide(row)
    audit.write(moderator, "hide" if hidden else "unhide", about=target.author(row), thing=(kind, key))
    return True


class Hides:
    """The moment of hiding is not typed: it comes with a line in the audit list, and takes all alike with it."""

    kind = ""
    actions: ClassVar[list[Any]] = [hide, unhide]
    opts: Any

    def has_hide_permission(self, request: HttpRequest) -> bool:
        return request.user.has_perm(f"{self.opts.app_label}.change_{self.opts.model_name}")

    def get_readonly_fields(self, request: HttpRequest, obj: Any = None) -> Any:
        return (*super().get_readonly_fields(request, obj), "hidden_at")  # type: ignore[misc]


admin.site.unregister([Card, Deck, Words])


@admin.register(Card)
class CardPage(Hides, CardAdmin):
    kind = Case.Kind.CARD


@admin.register(Deck)
class DeckPage(Hides, DeckAdmin):
    kind = Case.Kind.DECK


@admin.register(Words)
class WordsPage(Hides, WordsAdmin):
    """What somebody said is hidden or shown, and never changed."""

    kind = Case.Kind.WORDS
    readonly_fields = ("text", "author")

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False


@admin.register(Shared)
class SharedPage(Hides, ReadOnly, admin.ModelAdmin):
    kind = Case.Kind.SHARED
    list_display = ("__str__", "asked_by", "on_wall", "at", "hidden_at")
    list_filter = ("on_wall",)
    list_select_related = ("asked_by",)
    ordering = ("-pk",)
    fields = ("match", "round", "seat", "asked_by", "on_wall", "at", "hidden_at")

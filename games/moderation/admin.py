"""The same in the admin: cases, reports and the audit list to look at; what is hidden goes by the same functions."""

from typing import Any, ClassVar

from django import forms
from django.conf import settings
from django.contrib import admin, messages
from django.contrib.auth.forms import UserChangeForm
from django.db import transaction
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext_lazy as _

from accounts.admin import PersonAdmin
from accounts.models import User
from accounts.read_only import PlainLookups, ReadOnly
from games.models import Shared
from games.moderation import actions as words_of
from games.moderation import audit, cases, flags, sealed
from games.moderation.hiding_in_admin import Hides
from games.moderation.models import MOST_WORDS, Act, Appeal, Case, FlagWord, Report
from games.moderation.said_in_admin import CardPage, SharedPage, WordsPage
from games.moderation.targets import TARGETS
from games.moderation.why import Refused, label
from quotes.admin import DeckAdmin
from quotes.models import Card, Deck, Suggestion, Words


class InWords:
    """What was done and why, as moderators read it on the site."""

    @admin.display(description=_("what was done"))
    def did(self, row: Any) -> str:
        return ", ".join(words_of.did(row.actions if isinstance(row, Case) else [row.action]))

    @admin.display(description=_("reason"))
    def why(self, row: Any) -> str:
        return label(row.reason) if row.reason else "–"


class NotTheirs:
    """What is about the reader's own texts is left out, as on the site, where somebody else can decide about it."""

    about = ""  # its case, as a lookup; "" for a case itself

    def get_queryset(self, request: HttpRequest) -> QuerySet[Any]:
        rows: QuerySet[Any] = super().get_queryset(request)  # type: ignore[misc]
        return rows.filter(**{f"{self.about or 'pk'}__in": cases.seen_by(request.user).values("pk")})


class ReportInline(InWords, ReadOnly, admin.TabularInline):
    """Why it was reported. Who did so is on a page of its own, for those alone who may know."""

    model = Report
    fields = ("why", "note", "at")
    readonly_fields = ("why",)


class ActInline(InWords, ReadOnly, admin.TabularInline):
    model = Act
    fields = ("at", "moderator_name", "did", "why", "words", "until")
    readonly_fields = ("did", "why")


class OfAction(admin.SimpleListFilter):
    title = _("what was done")
    parameter_name = "action"

    def lookups(self, request: HttpRequest, page: Any) -> Any:
        return [(key, str(action.did)) for key, action in words_of.ACTIONS.items()]

    def queryset(self, request: HttpRequest, rows: QuerySet[Any]) -> QuerySet[Any]:
        return rows.filter(action=self.value()) if self.value() else rows


@admin.register(Case)
class CaseAdmin(NotTheirs, InWords, ReadOnly, admin.ModelAdmin):
    list_display = ("__str__", "kind", "text_shown", "state", "author", "opened_at", "moderator", "did")
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
        *("moderator", "taken_at", "done_at", "did", "why", "words", "until", "appeal_shown"),
    )
    inlines: ClassVar[list[Any]] = [ReportInline, ActInline]

    def get_queryset(self, request: HttpRequest) -> QuerySet[Case]:
        return sealed.of_cases(super().get_queryset(request))

    @admin.display(description=_("as it was reported"))
    def text_shown(self, case: Any) -> str:
        """Moderators read it on the page of the case, for they decide."""
        return sealed.instead() if case.sealed else case.text

    @admin.display(description=_("appeal"))
    def appeal_shown(self, case: Case) -> str:
        appeal = Appeal.objects.filter(case=case).first()
        return f"{appeal.text} ({appeal.get_outcome_display()})" if appeal else "–"


@admin.register(Report)
class ReportAdmin(NotTheirs, InWords, ReadOnly, admin.ModelAdmin):
    """Each report; its reporter only for those with the permission to see reporters."""

    about = "case"
    list_display = ("__str__", "case", "why", "note", "at")
    list_select_related = ("case", "reporter")
    ordering = ("-pk",)

    def get_list_display(self, request: HttpRequest) -> Any:
        return (*self.list_display, *self.reporter(request))

    def get_fields(self, request: HttpRequest, obj: Report | None = None) -> Any:
        return ("case", "why", "note", "at", "told_at", *self.reporter(request))

    def reporter(self, request: HttpRequest) -> tuple[str, ...]:
        return ("reporter",) if request.user.has_perm("moderation.see_reporters") else ()


@admin.register(Act)
class ActAdmin(InWords, ReadOnly, admin.ModelAdmin):
    list_display = (
        "at",
        "moderator_name",
        "did",
        "kind",
        "key",
        "case",
        "about",
        "why",
        "words",
        "until",
    )
    list_filter = (OfAction, "kind")
    list_select_related = ("case", "about")
    ordering = ("-pk",)
    fields = list_display

    def get_queryset(self, request: HttpRequest) -> QuerySet[Act]:
        return super().get_queryset(request).filter(pk__in=cases.acts_seen_by(request.user).values("pk"))


@admin.register(Appeal)
class AppealAdmin(NotTheirs, ReadOnly, admin.ModelAdmin):
    about = "case"
    list_display = ("case", "text", "at", "outcome", "decided_by", "decided_at")
    list_filter = ("outcome",)
    list_select_related = ("case", "decided_by")
    ordering = ("-pk",)
    fields = ("case", "text", "at", "outcome", "words", "decided_by", "decided_at")


class WordForm(forms.ModelForm):
    def clean(self) -> Any:
        sent = super().clean() or {}
        if not self.errors:
            try:
                sent["word"] = flags.checked(sent["language"], sent["word"])
            except Refused as refused:
                self.add_error(refused.field, refused.words)
        return sent


@admin.register(FlagWord)
class FlagWordAdmin(PlainLookups, admin.ModelAdmin):
    """Added and removed here as on the site, with a line in the audit list; never changed."""

    form = WordForm
    list_display = ("word", "language", "added_by", "added_at")
    list_filter = ("language",)
    search_fields = ("word",)
    fields = ("language", "word")

    def formfield_for_dbfield(self, db_field: Any, request: Any, **kwargs: Any) -> Any:
        if db_field.name == "word":
            kwargs["help_text"] = flags.HINT
        if db_field.name == "language":
            kwargs["widget"] = forms.Select(choices=[("", _("every language")), *settings.LANGUAGES])
        return super().formfield_for_dbfield(db_field, request, **kwargs)

    def has_change_permission(self, request: HttpRequest, obj: FlagWord | None = None) -> bool:
        return False

    def add_view(self, request: HttpRequest, form_url: str = "", extra_context: Any = None) -> HttpResponse:
        """Whoever types the same word at the same moment as somebody else reads that, too."""
        try:
            return super().add_view(request, form_url, extra_context)
        except Refused as refused:
            messages.error(request, refused.words)
            return redirect(request.path)

    def save_model(self, request: HttpRequest, obj: FlagWord, form: Any, change: bool) -> None:
        obj.pk = flags.add(request.user, obj.language, obj.word).pk

    def delete_model(self, request: HttpRequest, obj: FlagWord) -> None:
        flags.drop(request.user, obj.pk)

    def delete_queryset(self, request: HttpRequest, queryset: Any) -> None:
        for word in queryset:
            flags.drop(request.user, word.pk)


class PersonForm(UserChangeForm):
    why_closed = forms.CharField(
        label=_("Why the account is closed, or opened again"),
        required=False,
        max_length=MOST_WORDS,
        help_text=_("For the audit list. Needed where that changes."),
    )

    def clean(self) -> Any:
        sent = super().clean() or {}
        if "is_active" in self.changed_data and not sent.get("why_closed", "").strip():
            self.add_error("why_closed", Refused("say_more").words)
        return sent


admin.site.unregister([Card, Deck, Words, User])


@admin.register(User)
class PersonPage(PersonAdmin):
    """Closing an account is a line of the audit list, with its reason."""

    form = PersonForm

    def get_fieldsets(self, request: HttpRequest, obj: User | None = None) -> Any:
        found = super().get_fieldsets(request, obj)
        if obj is None or not self.has_change_permission(request, obj):
            return found
        return [(name, options | {"fields": with_why(options["fields"])}) for name, options in found]

    def save_model(self, request: HttpRequest, obj: User, form: Any, change: bool) -> None:
        with transaction.atomic():
            super().save_model(request, obj, form, change)
            if change and "is_active" in form.changed_data:
                action = "open_account" if obj.is_active else "close_account"
                audit.write(request.user, action, about=obj, words=form.cleaned_data["why_closed"])


def with_why(fields: Any) -> Any:
    if "is_active" not in fields:
        return fields
    at = list(fields).index("is_active") + 1
    return (*fields[:at], "why_closed", *fields[at:])


@admin.register(Deck)
class DeckPage(Hides, DeckAdmin):
    kind = Case.Kind.DECK


@admin.register(Suggestion)
class SuggestionPage(Hides, ReadOnly, admin.ModelAdmin):
    kind = Case.Kind.SUGGESTION
    list_display = ("quote", "source", "note", "deck", "writer", "state", "at", "hidden_at")
    list_filter = ("state",)
    list_select_related = ("deck", "writer", "hiding")
    ordering = ("-pk",)
    fields = ("deck", "card", "quote", "source", "description", "note", "writer", "state", "at", "decided_at")

    @admin.display(description=_("hidden at"))
    def hidden_at(self, suggestion: Suggestion) -> Any:
        return TARGETS[self.kind].hidden_at(suggestion)


admin.site.register(Card, CardPage)
admin.site.register(Words, WordsPage)
admin.site.register(Shared, SharedPage)

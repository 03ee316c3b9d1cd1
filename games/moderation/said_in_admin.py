"""What was said at tables, in the admin: what is not read out yet is not read there either."""

from collections.abc import Iterable
from typing import Any

from django.contrib import admin
from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _

from accounts.read_only import ReadOnly
from games.models import Shared
from games.moderation import sealed
from games.moderation.hiding_in_admin import Hides
from games.moderation.models import Case
from games.moderation.targets import TARGETS
from quotes.admin import WordsAdmin
from quotes.models import Words


class WordsPage(Hides, WordsAdmin):
    """What somebody said is hidden or shown, and never changed."""

    kind = Case.Kind.WORDS
    list_display = ("text", "where", "code", "author", "created_at", "hidden_at")
    list_select_related = ("author",)
    fields = readonly_fields = ("text", "where", "match_of_it", "author", "created_at")

    @admin.display(description=_("written"))
    def where(self, words: Any) -> Any:
        return sealed.WHERE[words.where]

    @admin.display(description=_("match"))
    def code(self, words: Any) -> str:
        return words.code or "–"

    @admin.display(description=_("match"))
    def match_of_it(self, words: Any) -> str:
        return str(TARGETS[self.kind].around(words).get("match", "–"))

    def get_queryset(self, request: HttpRequest) -> QuerySet[Words]:
        return sealed.with_places(super().get_queryset(request))

    def get_search_results(self, request: HttpRequest, queryset: Any, term: str) -> Any:
        """Nothing sealed is found by what it says."""
        found, doubled = super().get_search_results(request, queryset, term)
        return (found.exclude(sealed=True) if term else found), doubled

    def lookup_allowed(self, lookup: str, value: Any, request: HttpRequest | None = None) -> bool:
        return lookup.partition("__")[0] != "text" and super().lookup_allowed(lookup, value, request)

    def get_changelist_instance(self, request: HttpRequest) -> Any:
        found = super().get_changelist_instance(request)
        found.result_list = sealed.covered(found.result_list)
        return found

    def get_object(self, request: HttpRequest, object_id: str, from_field: Any = None) -> Words | None:
        found = super().get_object(request, object_id, from_field)
        return sealed.covered([found])[0] if found is not None else None

    def told(self, rows: Iterable[Any]) -> list[tuple[int, str]]:
        keys = [row.pk for row in rows]
        found = {row.pk: row for row in sealed.covered(sealed.with_places(Words.objects.filter(pk__in=keys)))}
        return super().told(found[key] for key in keys)

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False


class SharedPage(Hides, ReadOnly, admin.ModelAdmin):
    kind = Case.Kind.SHARED
    list_display = ("text", "asked_by", "on_wall", "at", "hidden_at")
    list_filter = ("on_wall",)
    list_select_related = ("asked_by", "match")
    list_per_page = 25  # each reads the table of its match
    ordering = ("-pk",)
    fields = ("text", "match", "round", "seat", "asked_by", "on_wall", "at", "hidden_at")
    readonly_fields = ("text",)

    @admin.display(description=_("text"))
    def text(self, shared: Shared) -> str:
        return said_by(shared)

    def told(self, rows: Iterable[Any]) -> list[tuple[int, str]]:
        return [(row.pk, said_by(row)) for row in rows]


def said_by(shared: Shared) -> str:
    """Its match is over, for nothing is shared before."""
    return " – ".join(line.text for line in TARGETS[Case.Kind.SHARED].lines(shared)) or str(shared)

"""Matches for the people who run the site: what everybody sees, no hands, no seed; and what can be repaired."""

from typing import Any, ClassVar

from django.contrib import admin, messages
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import path
from django.utils.html import format_html
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from accounts.read_only import ReadOnly
from games.models import Match, Move, Seat
from games.views import repair


class SeatInline(ReadOnly, admin.TabularInline):
    model = Seat
    fields = ("number", "name", "person", "bot", "auto")


def as_action(slug: str) -> Any:
    """An entry of the list's menu that leads to the page of a repair."""

    @admin.action(permissions=["repair"], description=repair.REPAIRS[slug].label)
    def start(page: Any, request: HttpRequest, chosen: QuerySet[Match]) -> HttpResponse | None:
        if len(found := list(chosen[:2])) != 1:
            messages.error(request, gettext("Choose one match: each is repaired by itself."))
            return None
        return redirect("admin:games_match_repair", found[0].pk, slug)

    start.__name__ = slug
    return start


@admin.register(Match)
class MatchAdmin(ReadOnly, admin.ModelAdmin):
    list_display = ("code", "game", "status", "practice", "move_count", "created_at", "ended_at")
    list_filter = ("game", "status", "practice")
    search_fields = ("code", "seats__name")
    fields = (
        *("code", "game", "rules", "status", "since", "paused_until", "closed_why", "trouble"),
        *("practice", "host", "pace", "visibility", "watchable", "options_readable"),
        *("table_readable", "prompts_readable", "move_count", "result_readable", "created_at", "ended_at"),
    )
    inlines: ClassVar[list[Any]] = [SeatInline]
    actions: ClassVar[list[Any]] = [as_action(slug) for slug in repair.REPAIRS]
    change_form_template = "admin/games/match/change_form.html"

    @admin.display(description=_("options"))
    def options_readable(self, match: Match) -> str:
        return laid_out(match.options)

    @admin.display(description=_("table"))
    def table_readable(self, match: Match) -> str:
        return laid_out(match.table)

    @admin.display(description=_("open prompts"))
    def prompts_readable(self, match: Match) -> str:
        return laid_out(match.prompts)

    @admin.display(description=_("result"))
    def result_readable(self, match: Match) -> str:
        return laid_out(match.result)

    def has_repair_permission(self, request: HttpRequest) -> bool:
        return repair.may_repair(request)

    def get_urls(self) -> list[Any]:
        wrap = self.admin_site.admin_view
        return [
            path("<int:pk>/repair/<slug:slug>/", wrap(repair.repair_match), name="games_match_repair"),
            path("<int:pk>/hands/", wrap(repair.open_hands), name="games_match_hands"),
            *super().get_urls(),
        ]

    def render_change_form(self, request: HttpRequest, context: Any, *args: Any, **kwargs: Any) -> Any:
        match = context["original"]
        context["repairs"] = repair.fitting(match) if match and repair.may_repair(request) else []
        context["may_open_hands"] = match is not None and match.dealt and repair.may_open_hands(request)
        return super().render_change_form(request, context, *args, **kwargs)


def laid_out(text: str) -> str:
    return format_html("<pre>{}</pre>", repair.readable(text))


@admin.register(Move)
class MoveAdmin(ReadOnly, admin.ModelAdmin):
    """What everybody may know of a move: neither its answer nor what one seat was told."""

    list_display = ("match", "seat", "by", "at")
    search_fields = ("match__code",)
    fields = ("match", "seat", "by", "public", "at")

    def get_queryset(self, request: HttpRequest) -> QuerySet[Move]:
        """Without moves that only one seat knows of: their number would count changed sealed answers."""
        return super().get_queryset(request).exclude(public="[]")

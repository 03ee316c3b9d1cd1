"""Matches for the people who run the site: what everybody sees, no hands, no seed."""

from typing import Any, ClassVar

from django.contrib import admin
from django.db.models import QuerySet
from django.http import HttpRequest

from games.models import Match, Move, Seat


class ReadOnly:
    """Nothing here is edited by hand, for the log is the truth, and nothing is asked that is not shown.

    An address of the list may filter by any column, which would tell a hidden one digit by digit.
    """

    list_filter: tuple[str, ...] = ()
    search_fields: tuple[str, ...] = ()

    def lookup_allowed(self, lookup: str, value: Any, request: HttpRequest | None = None) -> bool:
        allowed = {*self.list_filter, *self.search_fields}
        return lookup.removesuffix("__exact") in allowed

    def has_add_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False


class SeatInline(ReadOnly, admin.TabularInline):
    model = Seat
    fields = ("number", "name", "person", "bot")


@admin.register(Match)
class MatchAdmin(ReadOnly, admin.ModelAdmin):
    list_display = ("code", "game", "status", "practice", "move_count", "created_at", "ended_at")
    list_filter = ("game", "status", "practice")
    search_fields = ("code", "seats__name")
    fields = (
        *("code", "game", "rules", "status", "trouble", "practice", "options"),
        *("table", "prompts", "move_count", "result", "created_at", "ended_at"),
    )
    inlines: ClassVar[list[Any]] = [SeatInline]


@admin.register(Move)
class MoveAdmin(ReadOnly, admin.ModelAdmin):
    """What everybody may know of a move: neither its answer nor what one seat was told."""

    list_display = ("match", "seat", "by", "at")
    search_fields = ("match__code",)
    fields = ("match", "seat", "by", "public", "at")

    def get_queryset(self, request: HttpRequest) -> QuerySet[Move]:
        """Without moves that only one seat knows of: their number would count changed sealed answers."""
        return super().get_queryset(request).exclude(public="[]")

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
from games.moderation.sealed_in_admin import Sealed
from games.moderation.targets import TARGETS
from quotes.admin import CardAdmin, WordsAdmin
from quotes.models import Card, Words


class WordsPage(Sealed, Hides, WordsAdmin):
    """What somebody said is hidden or shown, and never changed."""

    kind = Case.Kind.WORDS
    list_display = ("said", "where", "code", "author", "created_at", "hidden_at")
    list_select_related = ("author",)
    fields = readonly_fields = ("text", "where", "match_of_it", "author", "created_at")

    @admin.display(description=_("text"), ordering=sealed.in_order("text"))
    def said(self, words: Words) -> str:
        return words.text

    @admin.display(description=_("written"))
    def where(self, words: Any) -> Any:
        return sealed.WHERE[words.where]

    @admin.display(description=_("match"))
    def code(self, words: Any) -> str:
        return words.code or "–"

    @admin.display(description=_("match"))
    def match_of_it(self, words: Any) -> str:
        return str(TARGETS[self.kind].around(words).get("match", "–"))

    def marked(self, rows: QuerySet[Words]) -> QuerySet[Words]:
        return sealed.with_places(rows)

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False


class CardPage(Sealed, Hides, CardAdmin):
    """The card that is kept of a blank says what the blank says."""

    kind = Case.Kind.CARD
    texts = ("quote", "source", "description")
    list_display = ("quoted", "of_source", *CardAdmin.list_display[2:])

    @admin.display(description=_("quote"), ordering=sealed.in_order("quote"))
    def quoted(self, card: Card) -> str:
        return card.quote

    @admin.display(description=_("source"), ordering=sealed.in_order("source"))
    def of_source(self, card: Card) -> str:
        return card.source

    def marked(self, rows: QuerySet[Card]) -> QuerySet[Card]:
        return sealed.of_cards(rows)

    def get_object(self, request: HttpRequest, object_id: str, from_field: Any = None) -> Any:
        found = super().get_object(request, object_id, from_field)
        if found is not None and found.replaces_id:
            [found.replaces] = self.covered(self.marked(Card.objects.filter(pk=found.replaces_id)))
        return found


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

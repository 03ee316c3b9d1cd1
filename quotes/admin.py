from typing import Any

from django.contrib import admin
from django.db.models import Count, Q, QuerySet
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _

from accounts.read_only import PlainLookups
from quotes.models import Card, Deck, Words


@admin.register(Words)
class WordsAdmin(PlainLookups, admin.ModelAdmin):
    list_display = ("text", "author", "created_at", "hidden_at")
    search_fields = ("text", "author__name")
    raw_id_fields = ("author",)
    date_hierarchy = "created_at"


@admin.register(Deck)
class DeckAdmin(PlainLookups, admin.ModelAdmin):
    """Decks and whom they are for. Their cards are in the list of cards: matches may be dealt from any of them."""

    list_display = ("title", "language", "owner", "state", "rating", "sides", "starter", "of_blanks")
    list_filter = ("state", "rating", "language", "of_blanks")
    list_select_related = ("owner",)
    search_fields = ("title", "owner__name")
    raw_id_fields = ("owner",)
    readonly_fields = ("starter", "of_blanks", "created_at")

    def get_queryset(self, request: HttpRequest) -> QuerySet[Deck]:
        there = Q(cards__retired_at=None, cards__hidden_at=None)
        return super().get_queryset(request).annotate(in_use=Count("cards", filter=there))

    @admin.display(description=_("sides in use"), ordering="in_use")
    def sides(self, deck: Any) -> int:
        return deck.in_use


@admin.register(Card)
class CardAdmin(PlainLookups, admin.ModelAdmin):
    """A card's texts are never edited, for a match may lie on the table with it; it can be hidden."""

    list_display = ("quote", "source", "deck", "number", "side", "author", "hidden_at", "retired_at")
    list_filter = ("side", "category", "language")
    list_select_related = ("deck", "author")
    search_fields = ("quote", "source", "description", "deck__title")
    date_hierarchy = "created_at"
    readonly_fields = (
        *("deck", "number", "side", "quote", "source", "description", "category", "language"),
        *("author", "created_at", "retired_at"),
    )

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

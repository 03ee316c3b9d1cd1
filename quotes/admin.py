from typing import Any

from django.contrib import admin, messages
from django.contrib.admin.options import IS_POPUP_VAR
from django.db import transaction
from django.db.models import Count, QuerySet
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext

from accounts.read_only import PlainLookups, ReadOnly
from quotes import decks, locks
from quotes.models import Card, Deck, Version, Words


class Kept:
    """Rows that matches, versions and histories name: they are hidden, or put away, and stay."""

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False


@admin.register(Words)
class WordsAdmin(Kept, PlainLookups, admin.ModelAdmin):
    list_display = ("text", "author", "created_at", "hidden_at")
    search_fields = ("text", "author__name")
    raw_id_fields = ("author",)
    date_hierarchy = "created_at"


@admin.action(permissions=["change"], description=_("Remove, as its owner can"))
def put_away(page: Any, request: HttpRequest, chosen: QuerySet[Deck]) -> None:
    """Starter decks are left out: their command would bring them back. "State" takes one back from everybody."""
    done = 0
    for key in list(chosen.filter(starter=None, removed_at=None).values_list("pk", flat=True)):
        with transaction.atomic():
            locks.hold_to_remove(Deck(pk=key))
            deck = decks.held(Deck(pk=key))
            if deck is not None and not deck.removed_at:
                page.log_deletions(request, Deck.objects.filter(pk=key))
                decks.put_away(deck)
                done += 1
    words = ngettext("%(n)d deck is removed.", "%(n)d decks are removed.", done) % {"n": done}
    messages.success(request, words)


@admin.register(Deck)
class DeckAdmin(Kept, PlainLookups, admin.ModelAdmin):
    """Decks and whom they are for. Their cards are in the list of cards: matches may be dealt from any of them."""

    list_display = ("title", "language", "owner", "state", "rating", "sides", "starter", "of_blanks")
    list_filter = ("state", "rating", "language", "of_blanks")
    list_select_related = ("owner",)
    search_fields = ("title", "owner__name")
    raw_id_fields = ("owner", "editors", "savers", "based_on")
    readonly_fields = ("starter", "of_blanks", "created_at")

    def get_actions(self, request: HttpRequest) -> Any:
        """Beside those of whoever builds on this page."""
        found = super().get_actions(request)
        if IS_POPUP_VAR in request.GET or not self.has_change_permission(request):
            return found
        return found | {"put_away": self.get_action(put_away)}

    def get_queryset(self, request: HttpRequest) -> QuerySet[Deck]:
        return super().get_queryset(request).annotate(in_use=Count("cards", filter=decks.WHOLE))

    @admin.display(description=_("sides in use"), ordering="in_use")
    def sides(self, deck: Any) -> int:
        return deck.in_use


@admin.register(Card)
class CardAdmin(Kept, PlainLookups, admin.ModelAdmin):
    """A card's texts are never edited, for a match may lie on the table with it; it can be hidden."""

    list_display = ("quote", "source", "deck", "number", "side", "author", "hidden_at", "retired_at")
    list_filter = ("side", "category", "language")
    list_select_related = ("deck", "author")
    search_fields = ("quote", "source", "description", "deck__title")
    date_hierarchy = "created_at"
    readonly_fields = (
        *("deck", "number", "side", "quote", "source", "description", "category", "language"),
        *("author", "created_at", "retired_at", "retired_by", "replaces"),
    )

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False


@admin.register(Version)
class VersionAdmin(ReadOnly, admin.ModelAdmin):
    """What was handed in, and what became of it. Curators decide on the site's own pages."""

    list_display = ("title", "number", "deck", "state", "size", "submitted_by", "submitted_at", "decided_by")
    list_filter = ("state", "language")
    list_select_related = ("deck", "submitted_by", "decided_by")
    search_fields = ("title", "deck__title")
    ordering = ("-pk",)
    exclude = ("cards",)

    def get_queryset(self, request: HttpRequest) -> QuerySet[Version]:
        return super().get_queryset(request).defer("cards")

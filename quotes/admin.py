from typing import Any

from django.contrib import admin, messages
from django.contrib.admin.options import IS_POPUP_VAR
from django.db import transaction
from django.db.models import Count, QuerySet
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_lazy as _

from accounts.read_only import PlainLookups, ReadOnly
from quotes import decks, locks, starter
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
    """Starter decks are left out: their command would bring them back. They can be taken back from everybody."""
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


@admin.action(permissions=["change"], description=_("Take back from everybody"))
def take_back(page: Any, request: HttpRequest, chosen: QuerySet[Deck]) -> HttpResponse | None:
    """Starter decks at once. Any other on the site's own page, with a reason of which its people are told."""
    others = list(chosen.filter(starter=None)[:2])
    if len(others) == 1:
        return redirect("deck-unpublish", others[0].pk)
    if others:
        messages.error(request, gettext("Choose one deck: each is taken back by itself, with a reason."))
    else:
        turn(page, request, chosen, on=False)
    return None


@admin.action(permissions=["change"], description=_("Put starter decks out again"))
def put_out(page: Any, request: HttpRequest, chosen: QuerySet[Deck]) -> None:
    turn(page, request, chosen, on=True)


def turn(page: Any, request: HttpRequest, chosen: QuerySet[Deck], *, on: bool) -> None:
    done = starter.turn(chosen, on=on)
    for deck in done:
        page.log_change(request, deck, f"state: {deck.state}")
    n = len(done)
    if on:
        words = ngettext("%(n)d starter deck is out again.", "%(n)d starter decks are out again.", n)
    else:
        words = ngettext("%(n)d starter deck is taken back.", "%(n)d starter decks are taken back.", n)
    messages.success(request, words % {"n": n})


@admin.register(Deck)
class DeckAdmin(Kept, PlainLookups, admin.ModelAdmin):
    """Decks and whom they are for. Their cards are in the list of cards: matches may be dealt from any of them.

    Nothing is typed here: what can be done to a deck goes the ways of the site, by the actions of the list.
    """

    list_display = ("title", "language", "owner", "state", "rating", "sides", "starter", "of_blanks")
    list_filter = ("state", "rating", "language", "of_blanks")
    list_select_related = ("owner",)
    search_fields = ("title", "owner__name")
    fields = readonly_fields = (
        *("title", "language", "description", "licence", "rating", "state", "version_out", "owner"),
        *("co_editors", "origin", "credit", "starter", "of_blanks", "hidden_at", "removed_at", "created_at"),
    )

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def get_actions(self, request: HttpRequest) -> Any:
        """Beside those of whoever builds on this page."""
        found = super().get_actions(request)
        if IS_POPUP_VAR in request.GET or not self.has_change_permission(request):
            return found
        own = (put_away, take_back, put_out)
        return found | {one.__name__: self.get_action(one) for one in own}

    def get_queryset(self, request: HttpRequest) -> QuerySet[Deck]:
        return super().get_queryset(request).annotate(in_use=Count("cards", filter=decks.WHOLE))

    def render_change_form(self, request: HttpRequest, context: Any, *args: Any, **kwargs: Any) -> Any:
        context |= {"show_save": False, "show_save_and_continue": False}
        return super().render_change_form(request, context, *args, **kwargs)

    @admin.display(description=_("sides in use"), ordering="in_use")
    def sides(self, deck: Any) -> int:
        return deck.in_use

    @admin.display(description=_("published version"))
    def version_out(self, deck: Deck) -> str:
        return str(deck.published or "–")

    @admin.display(description=_("co-editors"))
    def co_editors(self, deck: Deck) -> str:
        return ", ".join(map(str, deck.editors.all())) or "–"

    @admin.display(description=_("based on"))
    def origin(self, deck: Deck) -> str:
        return f"#{deck.based_on_id}" if deck.based_on_id else "–"


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

from typing import Any

from django.urls import path

from quotes.views import (
    browse,
    cards,
    co_editors,
    deck_settings,
    decks,
    editor,
    exports,
    history,
    reviews,
    suggestions,
    uploads,
)
from quotes.views import publishing as views

# The workshop: grid, deck, editor, suggestions
workshop: list[Any] = [
    path("", decks.grid, name="decks"),
    path("new/", decks.new, name="new-deck"),
    path("l/<str:link>/", decks.by_link, name="deck-link"),
    path("<int:key>/", decks.deck, name="deck"),
    path("<int:key>/save/", decks.save, name="deck-save"),
    path("<int:key>/thanks/", decks.thanks, name="deck-thanks"),
    path("<int:key>/copy/", decks.copy, name="deck-copy"),
    path("<int:key>/remove/", decks.remove, name="deck-remove"),
    path("<int:key>/settings/", deck_settings.settings, name="deck-settings"),
    path("<int:key>/share/", deck_settings.share, name="deck-share"),
    path("<int:key>/editors/", co_editors.editors, name="deck-editors"),
    path("<int:key>/invitations/", co_editors.links, name="editor-links"),
    path("join/<str:link>/", co_editors.join, name="editor-link"),
    path("<int:key>/edit/", editor.editor, name="deck-edit"),
    path("<int:key>/edit/add/", cards.add, name="card-add"),
    path("<int:key>/edit/bulk/", cards.bulk, name="cards-bulk"),
    path("<int:key>/edit/back/", cards.bring_back, name="cards-back"),
    path("<int:key>/edit/<int:row>/", cards.change, name="card-change"),
    path("<int:key>/history/", history.changes, name="deck-history"),
    path("<int:key>/cards/<int:row>/suggest/", suggestions.suggest, name="suggest"),
    path("<int:key>/suggestions/", suggestions.waiting, name="deck-suggestions"),
    path("<int:key>/suggestions/<int:number>/", suggestions.decide, name="suggestion"),
]

# Publishing, and what is published
publishing: list[Any] = [
    path("browse/", browse.browse, name="browse-decks"),
    path("review/", reviews.queue, name="decks-review"),
    path("review/<int:key>/", reviews.review, name="deck-review"),
    path("<int:key>/publish/", views.publish, name="deck-publish"),
    path("<int:key>/withdraw/", views.withdraw, name="deck-withdraw"),
    path("<int:key>/unpublish/", reviews.unpublish, name="deck-unpublish"),
]

# In and out. Without a deck, a new one is made of what comes in.
exchange: list[Any] = [
    path("import/", uploads.start, name="deck-import"),
    path("paste/", uploads.start, {"paste": True}, name="deck-paste"),
    path("uploads/<int:row>/", uploads.upload, name="upload"),
    path("<int:key>/import/", uploads.into, name="deck-import"),
    path("<int:key>/paste/", uploads.into, {"paste": True}, name="deck-paste"),
    path("<int:key>/export/", exports.choose, name="deck-export"),
    path("<int:key>/export/<slug:kind>/", exports.export, name="deck-export"),
]

urlpatterns = [*workshop, *publishing, *exchange]

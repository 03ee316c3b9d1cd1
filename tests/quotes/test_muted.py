"""Somebody who may not write for a while: what makes a text appear is refused, what takes one away is not."""

from datetime import timedelta

import pytest
from django.urls import reverse
from django.utils import timezone

from accounts.models import User
from quotes import co_editors, editing, publishing, suggestions, uploads
from quotes.editing import Texts
from quotes.urls import urlpatterns
from tests.games.scripts import text
from tests.quotes.curated import TICKED, deck, make_curator
from tests.quotes.shelf import WORDS, mute
from tests.quotes.workshop import FISH, met

pytestmark = pytest.mark.django_db
LINES = b"A pasted line - somebody\n"
REFUSED, DONE = 403, 303


@pytest.fixture
def there(alice, bob, cleo, dora):
    """Alice owns a deck and is muted; she is a curator, too, and Bob's deck waits."""
    make_curator(alice)
    mine, his = deck(alice, 36), deck(bob, 36)
    card, gone = mine.cards.filter(number__in=[1, 2]).order_by("number")
    editing.take_out(alice, mine, [gone.pk])
    gone.refresh_from_db()
    editing.add(alice, mine, Texts("One more", "Somebody"))
    one = suggestions.suggest(dora, card, {"quote": "Better", "source": "Dora"})
    upload = uploads.take_in(alice, mine, LINES)
    waiting = publishing.submit(bob, his)
    his.state = "link"
    his.link = "his"
    his.save()
    his.savers.add(alice)
    mine.editors.add(cleo)
    met(alice, dora)
    invited = co_editors.invite(bob, deck(bob, 3))
    mute(alice)
    alice.refresh_from_db()
    return {
        "mine": mine,
        "his": his,
        "card": card,
        "gone": gone,
        "one": one,
        "upload": upload,
        "waiting": waiting,
        "dora": dora,
        "invited": invited,
    }


# button -> (arguments of its address, what is sent, what becomes of it)
VIEWS = {
    "new-deck": [((), lambda t: WORDS, REFUSED)],
    "deck-save": [(("his",), lambda t: {"on": "1"}, DONE)],
    "deck-thanks": [(("his",), lambda t: {"on": "1"}, DONE)],
    "deck-copy": [(("mine",), lambda t: {}, REFUSED)],
    "deck-remove": [(("mine",), lambda t: {}, DONE)],
    "deck-settings": [(("mine",), lambda t: WORDS, REFUSED)],
    "deck-share": [
        (("mine",), lambda t: {"to": "link"}, REFUSED),
        (("mine",), lambda t: {"to": "anew"}, REFUSED),
        (("mine",), lambda t: {"to": "private"}, DONE),
    ],
    "deck-editors": [
        (("mine",), lambda t: {"drop": str(t["mine"].editors.get().pk)}, DONE),
        (("mine",), lambda t: {"person": str(t["dora"].pk)}, REFUSED),
    ],
    "editor-links": [
        (("mine",), lambda t: {"make": "1"}, REFUSED),
        (("mine",), lambda t: {"withdraw": "1"}, DONE),
    ],
    "editor-link": [(("invited",), lambda t: {}, REFUSED)],
    "card-add": [(("mine",), lambda t: FISH, REFUSED)],
    "card-change": [(("mine", "card"), lambda t: FISH, REFUSED)],
    "cards-bulk": [
        (("mine",), lambda t: {"do": "tag", "rows": str(t["card"].pk), "new_tag": "sea"}, REFUSED),
        (("mine",), lambda t: {"do": "out", "rows": str(t["card"].pk)}, DONE),
    ],
    "cards-back": [(("mine",), lambda t: {"at": t["gone"].retired_at.isoformat()}, REFUSED)],
    "suggest": [(("his", "his card"), lambda t: {"quote": "Better", "source": "Alice"}, REFUSED)],
    "suggestion": [
        (("mine", "one"), lambda t: {"do": "take"}, REFUSED),
        (("mine", "one"), lambda t: {"do": "decline"}, DONE),
    ],
    "deck-review": [
        (("waiting",), lambda t: {"decision": "sent_back", "own": "My words", "sure": "1"}, REFUSED),
        (("waiting",), lambda t: {"decision": "sent_back", "ready": "alike", "sure": "1"}, DONE),
    ],
    "deck-publish": [(("mine",), lambda t: TICKED, REFUSED)],
    "deck-withdraw": [(("mine",), lambda t: {}, 409)],  # nothing waits
    "deck-unpublish": [
        (("his",), lambda t: {"own": "My words"}, REFUSED),
        (("mine",), lambda t: {}, DONE),
    ],
    "deck-import": [(("mine",), lambda t: {"lines": "One more line - somebody"}, REFUSED)],
    "deck-paste": [(("mine",), lambda t: {"lines": "One more line - somebody"}, REFUSED)],
    "upload": [
        (("upload",), lambda t: {"do": "add", "row": "0", "take": "0"}, REFUSED),
        (("upload",), lambda t: {"do": "drop"}, DONE),
    ],
}
READ_ONLY = {
    *("decks", "deck", "deck-link", "deck-edit", "deck-history", "deck-suggestions"),
    *("browse-decks", "decks-review", "deck-export"),
}


def test_every_address_is_in_the_table():
    assert {pattern.name for pattern in urlpatterns} == VIEWS.keys() | READ_ONLY


@pytest.mark.parametrize(("name", "row"), [(name, row) for name, rows in VIEWS.items() for row in rows])
def test_what_somebody_can_press_who_may_not_write(there, alice, sign_in, name, row):
    keys, form, wanted = row
    there["his card"] = there["his"].cards.first()
    answer = sign_in(alice).post(
        reverse(name, args=[getattr(there[key], "link" if key == "invited" else "pk") for key in keys]),
        form(there),
    )
    assert answer.status_code == wanted
    if wanted == REFUSED:
        assert "you write nothing here until" in text(answer)


# page -> (arguments of its address, what may not stand on it, what still does)
PAGES = {
    "new-deck": ((), ["Make the deck"], ['name="title"']),
    "deck": (("mine",), ["Make a copy"], ["Edit the cards"]),
    "deck-edit": (
        ("mine",),
        ["Add, then the next", "Add the tag", "Take the tag off", "Undo", "Save the card", "Add this side"],
        ["Take the cards out"],
    ),
    "deck-settings": (
        ("mine",),
        ["Save the words", "Make a new link", "Make an invitation link", "Edit together"],
        ["Remove the deck", "Withdraw", "Make it private again"],
    ),
    "deck-history": (("mine",), ["Bring it back", "Bring this text back"], ["card taken out"]),
    "deck-suggestions": (("mine",), ["Take it", "Change and take"], ["Decline"]),
    "suggestion": (("mine", "one"), ["Take it like this"], ["Better"]),
    "suggest": (("his", "his card"), ["Send the suggestion"], ["What is wrong with it?"]),
    "deck-import": (("mine",), ["Show what is in it"], ["What can be read"]),
    "deck-paste": (("mine",), ["Show what is in it"], ["What can be read"]),
    "upload": (("upload",), [">Add "], ["Throw this import away"]),
}


@pytest.fixture
def more_there(there, alice):
    """Alice's deck is shared by its link, too, somebody is invited, and one card has another text than before."""
    mine = there["mine"]
    mine.state, mine.link = "link", "mine"
    mine.save()
    mine.editor_links.create(link="an-invitation", by=alice, ends_at=timezone.now() + timedelta(days=1))
    there["his card"] = there["his"].cards.first()
    return there


@pytest.mark.parametrize("name", PAGES)
def test_nothing_can_be_pressed_that_is_refused_and_why_is_said(more_there, alice, sign_in, name):
    keys, gone, stays = PAGES[name]
    page = text(sign_in(alice).get(reverse(name, args=[more_there[key].pk for key in keys])))
    assert "you write nothing here until" in page
    assert [words for words in gone if words in page] == []
    assert [words for words in stays if words not in page] == []


@pytest.mark.parametrize("name", PAGES)
def test_whoever_may_write_has_these_buttons(more_there, alice, sign_in, name):
    User.objects.filter(pk=alice.pk).update(muted_until=None)
    keys, gone, _stays = PAGES[name]
    page = text(sign_in(alice).get(reverse(name, args=[more_there[key].pk for key in keys])))
    assert "you write nothing here until" not in page
    elsewhere = {"Undo", "Save the card", "Add this side", "Bring this text back"}
    assert [words for words in gone if words not in page and words not in elsewhere] == []


@pytest.mark.parametrize("asked", [{"number": 1}, {"number": 1, "side": "blue"}, {"out": ""}])
def test_no_card_is_saved_and_no_removal_undone(there, alice, sign_in, asked):
    if "out" in asked:
        asked = {"out": there["gone"].retired_at.isoformat()}
    page = text(sign_in(alice).get(reverse("deck-edit", args=[there["mine"].pk]), asked))
    for words in ("Save the card", "Add this side", "Add, then the next", "Undo"):
        assert words not in page


def test_what_was_typed_just_then_is_still_there_to_read(there, alice, sign_in):
    client = sign_in(alice)
    page = text(client.post(reverse("card-add", args=[there["mine"].pk]), FISH))
    assert FISH["quote"] in page and FISH["source"] in page
    page = text(client.post(reverse("new-deck"), WORDS | {"title": "A deck of fish"}))
    assert "A deck of fish" in page

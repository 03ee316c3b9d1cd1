"""What a moderator has hidden, on every page of quotes, for everybody who opens one.

A new address fails here until it is in `PAGES`.
"""

from types import SimpleNamespace

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from accounts.models import User
from quotes import copying, editing, publishing, suggestions, uploads
from quotes.editing import Texts
from quotes.models import Card, Deck, Suggestion, Version
from quotes.refusals import Refused
from quotes.urls import urlpatterns
from tests.games.scripts import Queries, text
from tests.quotes.curated import change, deck, make_curator

pytestmark = pytest.mark.django_db
SECRET = "zq secret"
MARK = "hidden by a moderator"
MARKED = ("deck", "deck-edit")  # where who edits the deck sees it, with the mark


def secret(what: str) -> Texts:
    return Texts(f"{SECRET} {what}", f"{SECRET} source of {what}", f"{SECRET} who", tags="zqsecrettag")


def hide(*cards: Card) -> None:
    Card.objects.filter(pk__in=[card.pk for card in cards]).update(hidden_at=timezone.now())


@pytest.fixture
def world(alice, bob, cleo, dora, monkeypatch):
    """A deck of which a version is published and another waits, with hidden cards in every place a card can have."""
    emil = User.objects.create_user(username="emil", email="emil@example.org", name="Emil")
    make_curator(emil)
    made = deck(alice, 36)
    made.editors.add(bob)
    published = editing.add(alice, made, secret("published"))
    changed = editing.add(alice, made, Texts("An old text", "An old source"))
    gone = editing.add(alice, made, secret("gone"))
    publishing.decide(emil, publishing.submit(alice, made), Version.State.PUBLISHED)
    made.refresh_from_db()
    made.savers.add(cleo)
    now = editing.change(alice, changed, secret("now"))
    editing.take_out(alice, made, [gone.pk])
    added = editing.add(alice, made, secret("added"))
    later = change(alice, made, f"{SECRET} later", number=5)
    suggestions.suggest(dora, published, {"quote": f"{SECRET} suggested", "source": "Dora"})
    about_old = suggestions.suggest(dora, changed, {"quote": f"{SECRET} for an old row", "source": "Dora"})
    file = f"{SECRET} in a file – A cat\n".encode()
    upload = uploads.add(uploads.take_in(alice, made, file))
    read = made.cards.get(quote=f"{SECRET} in a file")
    version = publishing.submit(alice, made)
    hide(published, now, gone, added, later, read)
    return SimpleNamespace(
        people={
            "owner": alice,
            "co-editor": bob,
            "saver": cleo,
            "visitor": dora,
            "curator": emil,
            "nobody": None,
        },
        deck=Deck.objects.get(pk=made.pk),
        cards=[published, now, gone, added, later, read],
        suggestion=about_old,
        upload=upload,
        version=version,
    )


def of_deck(name: str):
    return lambda world: [reverse(name, args=[world.deck.pk])]


def each_card(world) -> list[str]:
    there = reverse("deck-edit", args=[world.deck.pk])
    return [
        there,
        f"{there}?kind=half",
        *(f"{there}?card={card.pk}" for card in world.cards),
        *(f"{there}?number={card.number}&side=red" for card in world.cards),
    ]


PAGES = {
    "decks": lambda world: [reverse("decks")],
    "new-deck": lambda world: [reverse("new-deck")],
    "deck-link": lambda world: [reverse("deck-link", args=["nowhere"])],
    "deck": lambda world: [
        f"{reverse('deck', args=[world.deck.pk])}{page}" for page in ("", "?q=zq", "?page=2")
    ],
    "editor-link": lambda world: [reverse("editor-link", args=["nowhere"])],
    "deck-remove": of_deck("deck-remove"),
    "deck-settings": of_deck("deck-settings"),
    "deck-edit": each_card,
    "deck-history": of_deck("deck-history"),
    "suggest": lambda world: [reverse("suggest", args=[world.deck.pk, card.pk]) for card in world.cards],
    "deck-suggestions": of_deck("deck-suggestions"),
    "suggestion": lambda world: [
        reverse("suggestion", args=[world.deck.pk, pk])
        for pk in Suggestion.objects.values_list("pk", flat=True)
    ],
    "browse-decks": lambda world: [reverse("browse-decks")],
    "decks-review": lambda world: [reverse("decks-review")],
    "deck-review": lambda world: [
        reverse("deck-review", args=[pk]) for pk in Version.objects.values_list("pk", flat=True)
    ],
    "deck-publish": of_deck("deck-publish"),
    "deck-unpublish": of_deck("deck-unpublish"),
    "deck-import": lambda world: [reverse("deck-import"), reverse("deck-import", args=[world.deck.pk])],
    "deck-paste": lambda world: [reverse("deck-paste"), reverse("deck-paste", args=[world.deck.pk])],
    "upload": lambda world: [reverse("upload", args=[world.upload.pk])],
    "deck-export": lambda world: [
        reverse("deck-export", args=[world.deck.pk]),
        *(reverse("deck-export", args=[world.deck.pk, kind]) for kind in ("json", "csv", "txt")),
    ],
}
BUTTONS = {  # they take posts, and lead to one of the pages
    *("deck-save", "deck-thanks", "deck-copy", "deck-share", "deck-editors", "deck-withdraw"),
    "editor-links",
    *("card-add", "cards-bulk", "cards-back", "card-change"),
}


def test_every_address_is_looked_at():
    assert {pattern.name for pattern in urlpatterns} == PAGES.keys() | BUTTONS


@pytest.mark.parametrize("name", PAGES)
def test_what_is_hidden_is_read_by_nobody_but_with_its_mark_by_those_who_edit(world, sign_in, name):
    opened = 0
    for who, person in world.people.items():
        client = sign_in(person) if person else Client()
        for address in PAGES[name](world):
            answer = client.get(address)
            assert answer.status_code in (200, 302, 403, 404), (who, address)
            opened += answer.status_code == 200
            said = answer.content.decode().lower()
            if name in MARKED and who in ("owner", "co-editor"):
                assert (SECRET in said) <= (MARK in said), (who, address)
            else:
                assert SECRET not in said and "zqsecrettag" not in said, (who, address)
    assert opened or name in ("deck-link", "editor-link", "suggest", "suggestion")  # nobody gets to these


def test_the_pages_would_show_what_is_not_hidden(world, sign_in):
    """Else the test above looks at nothing."""
    Card.objects.update(hidden_at=None)
    shown = set()
    for person in world.people.values():
        client = sign_in(person) if person else Client()
        for name, addresses in PAGES.items():
            if any(SECRET in client.get(there).content.decode().lower() for there in addresses(world)):
                shown.add(name)
    assert shown >= {
        "deck",
        "deck-edit",
        "deck-history",
        "deck-suggestions",
        "deck-review",
        "upload",
        "suggest",
    }
    assert shown >= {"suggestion", "deck-export"}


@pytest.mark.parametrize("who", ["owner", "co-editor", "saver"])
def test_a_copy_has_nothing_hidden_in_it(world, who):
    made = copying.copy(world.people[who], world.deck)
    assert made.cards.count() == (35 if who != "saver" else 37)
    assert not made.cards.filter(quote__icontains=SECRET).exists()


@pytest.mark.parametrize("how", ["take", "look at"])
def test_a_suggestion_for_a_hidden_card_waits_until_that_is_shown_again(world, alice, sign_in, how):
    assert not suggestions.of(world.deck).exists()
    if how == "take":
        with pytest.raises(Refused, match="hidden_card"):
            suggestions.take(alice, world.suggestion, Texts("Another text", "Dora"))
    else:
        page = sign_in(alice).get(reverse("suggestion", args=[world.deck.pk, world.suggestion.pk]))
        assert page.status_code == 403 and "hidden" in text(page)
    Card.objects.update(hidden_at=None)
    assert suggestions.of(world.deck).count() == 2
    suggestions.decline(alice, world.suggestion)


# How many cards a version has


def test_a_version_that_lost_too_many_cards_is_not_published(alice, sign_in):
    emil = User.objects.create_user(username="emil", email="emil@example.org", name="Emil")
    make_curator(emil)
    made = deck(alice, 37)
    version = publishing.submit(alice, made)
    hide(*made.cards.filter(number__in=[1, 2]))
    with pytest.raises(Refused, match="too_few_left") as refused:
        publishing.decide(emil, version, Version.State.PUBLISHED)
    assert "35 are left, and 36" in refused.value.words
    client, there = sign_in(emil), reverse("deck-review", args=[version.pk])
    assert "<dd>35</dd>" in text(client.get(there))
    answer = client.post(there, {"decision": "published", "sure": "1"})
    assert answer.status_code == 422 and "35 are left" in text(answer)
    hide_again = made.cards.filter(number=2)
    hide_again.update(hidden_at=None)
    assert publishing.decide(emil, version, Version.State.PUBLISHED).size == 36


@pytest.mark.parametrize("state", ["waits", "published"])
def test_a_version_counts_again_when_cards_of_it_are_hidden_or_shown(alice, state):
    emil = User.objects.create_user(username="emil", email="emil@example.org", name="Emil")
    make_curator(emil)
    made = deck(alice, 38)
    version = publishing.submit(alice, made)
    if state == "published":
        publishing.decide(emil, version, Version.State.PUBLISHED)
    rows = list(made.cards.filter(number__in=[1, 2]).values_list("pk", flat=True))
    for hidden_at, size in ((timezone.now(), 36), (None, 38)):
        Card.objects.filter(pk__in=rows).update(hidden_at=hidden_at)
        publishing.count_again(rows)
        version.refresh_from_db()
        assert version.size == size


def test_a_page_of_a_published_deck_sends_no_list_of_its_rows(world, cleo, sign_in):
    """Of thousands of cards that would be a query of thousands of numbers."""
    with Queries() as asked:
        sign_in(cleo).get(reverse("deck", args=[world.deck.pk]))
    assert max(sql.count(",") for sql in asked.sql) < 80

"""What a deck is called now, for somebody who edited or saved it once and may not see it any more: nowhere.

They keep what is their own: the report of their import, their copy, what they suggested.
"""

import json
from types import SimpleNamespace

import pytest
from django.urls import reverse

from accounts import notices as told
from accounts import takeout
from accounts.models import Send
from quotes import co_editors, copying, decks, notices, publishing, suggestions, uploads
from quotes.models import Deck, Upload
from tests.games.scripts import deck as deck_of
from tests.games.scripts import text
from tests.games.test_decks import table_of
from tests.quotes.curated import FREE, make_curator
from tests.quotes.importing import says

pytestmark = pytest.mark.django_db
SECRET = "Zq secret"
CLOSED = "a deck that is no longer open to you"
LINES = b"Fish fly on Fridays. | A cat"


@pytest.fixture
def world(alice, bob, cleo):
    """Alice's deck: Bob edited it and brought cards in, Cleo saved, copied and corrected it; both host with it."""
    made = deck_of(
        40,
        owner=alice,
        two_sided=False,
        title="Kitchen talk",
        state="link",
        link="x",
        licence=FREE,
        description="x",
    )
    co_editors.add(alice, made, bob)
    made.savers.add(cleo)
    upload = uploads.add(uploads.take_in(bob, made, LINES, "fish.txt"))
    waits = uploads.take_in(bob, made, b"Another | Line")
    suggestions.decline(
        alice, suggestions.suggest(cleo, made.cards.first(), {"quote": "Cod.", "source": "Cleo"})
    )
    decks.thank(cleo, made, on=True)
    copy = copying.copy(cleo, made)
    tables = {"bob": table_of(bob, made, seats=3), "cleo": table_of(cleo, made, seats=3)}
    return SimpleNamespace(deck=made, upload=upload, waits=waits, copy=copy, tables=tables)


def close(world, alice, bob) -> None:
    """Private, without Bob, and under another name."""
    co_editors.drop(alice, world.deck, bob)
    decks.make_private(alice, world.deck)
    Deck.objects.filter(pk=world.deck.pk).update(title=f"{SECRET} title")


def addresses(world, who: str) -> list[str]:
    of_deck = ("deck", "deck-import", "deck-history", "deck-export")
    return [
        *(reverse(name) for name in ("decks", "deck-import")),
        *(reverse(name, args=[world.deck.pk]) for name in of_deck),
        *(reverse(name, args=[world.copy.pk]) for name in ("deck", "deck-settings", "deck-publish")),
        reverse("deck-export", args=[world.copy.pk, "json"]),
        *(reverse("upload", args=[one.pk]) for one in (world.upload, world.waits)),
        world.tables[who].get_absolute_url(),
        reverse("table-decks", args=[world.tables[who].code]),
        reverse("create", args=["game-of-quotes"]),
    ]


def heard(person) -> list[str]:
    rows = Send.objects.filter(person=person).exclude(kind=notices.QUEUE)
    return [str(told.KINDS[row.kind].say(row)) for row in rows if told.KINDS[row.kind].wanted(row)]


def known(world, who: str, person, sign_in) -> dict[str, str]:
    """All that somebody opens, hears and takes along, by where it stands."""
    client = sign_in(person)
    read = {there: text(client.get(there)) for there in addresses(world, who)}
    file = {part: json.dumps(list(rows(person)), default=str) for part, rows in takeout.parts.items()}
    return read | file | {"notices": " ".join(heard(person))}


@pytest.mark.parametrize("who", ["bob", "cleo"])
def test_whoever_may_not_see_a_deck_any_more_reads_nowhere_what_it_is_called_now(
    world, alice, bob, cleo, sign_in, who
):
    person = {"bob": bob, "cleo": cleo}[who]
    close(world, alice, bob)
    found = known(world, who, person, sign_in)
    assert [where for where, said in found.items() if SECRET in said] == []
    assert "no longer open to this table" in found[world.tables[who].get_absolute_url()]


def test_whoever_may_see_it_reads_it_in_all_these_places(world, bob, cleo, sign_in):
    """Else the test above looks at nothing."""
    Deck.objects.filter(pk=world.deck.pk).update(title=f"{SECRET} title")
    shown = {
        where
        for who, one in (("bob", bob), ("cleo", cleo))
        for where, said in known(world, who, one, sign_in).items()
        if SECRET in said
    }
    assert shown >= {
        *("notices", "decks", "saved_decks", "thanks", "suggestions", "uploads", "cards"),
        *(reverse(name) for name in ("decks", "deck-import")),
        reverse("upload", args=[world.upload.pk]),
        *(one.get_absolute_url() for one in world.tables.values()),
    }


def test_the_report_of_ones_own_import_is_there_without_the_deck(world, alice, bob, sign_in):
    close(world, alice, bob)
    client = sign_in(bob)
    report = says(client.get(reverse("upload", args=[world.upload.pk])))
    assert f"1 card is in the deck: {CLOSED}" in report and "fish.txt" in report
    assert f"fish.txt {CLOSED} · done" in says(client.get(reverse("deck-import")))


@pytest.mark.parametrize("state", [Upload.State.WAITING, Upload.State.WORKING, Upload.State.READY])
def test_what_still_waits_leads_to_no_deck_that_is_closed(world, alice, bob, sign_in, state):
    close(world, alice, bob)
    Upload.objects.filter(pk=world.waits.pk).update(state=state)
    client, there = sign_in(bob), reverse("upload", args=[world.waits.pk])
    assert f'href="{reverse("deck", args=[world.deck.pk])}"' not in text(client.get(there))
    if state != Upload.State.WORKING:
        assert client.post(there, {"do": "drop"})["Location"] == f"{reverse('deck-import')}?done=dropped"


def test_of_a_published_deck_a_dropped_co_editor_reads_what_everybody_reads(world, alice, bob, cleo, sign_in):
    make_curator(cleo)
    publishing.decide(cleo, publishing.submit(alice, world.deck), "published")
    co_editors.drop(alice, world.deck, bob)
    Deck.objects.filter(pk=world.deck.pk).update(title=f"{SECRET} title")
    for there in (reverse("upload", args=[world.upload.pk]), reverse("deck-import")):
        page = says(sign_in(bob).get(there))
        assert "Kitchen talk" in page and SECRET not in page


@pytest.mark.parametrize("state", ["published", "link", "private"])
def test_a_copy_is_compared_with_a_deck_by_its_title_only_while_everybody_sees_that(
    world, alice, cleo, sign_in, state
):
    Deck.objects.filter(pk=world.deck.pk).update(title=f"{SECRET} title", state=state)
    page = text(sign_in(cleo).get(reverse("deck-publish", args=[world.copy.pk])))
    assert (f"are the same as in “{SECRET} title”." in page) is (state == "published")
    assert ("are the same as in" in page) is (state == "published")

"""What its owner has taken back: curators read it no more, its link stays dead, and no mail says that it is out."""

import pytest
from django.urls import reverse
from django.utils import timezone

from accounts import notices as told
from accounts.models import Send
from quotes import decks, publishing, reviewing
from quotes.models import Deck, Version
from tests.games.scripts import text
from tests.quotes.curated import STATES, add, change, cleo, deck, emil, published

__all__ = ["cleo", "emil"]  # fixtures
pytestmark = pytest.mark.django_db
SECRET, NOTE = "Zq on card one", "was taken back"
BACK = "taken this version back"


def with_secret(owner) -> Deck:
    made = deck(owner, 37)
    change(owner, made, SECRET)
    return made


def out(owner, curator) -> Version:
    return publishing.decide(curator, publishing.submit(owner, with_secret(owner)), STATES.PUBLISHED)


def newer(owner, curator) -> Version:
    first = out(owner, curator)
    add(owner, first.deck, "Another card")
    publishing.decide(curator, publishing.submit(owner, first.deck), STATES.PUBLISHED)
    return first


def withdrawn(owner, curator) -> Version:
    version = publishing.submit(owner, with_secret(owner))
    publishing.withdraw(owner, version.deck)
    return version


def withdrawn_of_what_is_out(owner, curator) -> Version:
    made = published(owner, curator)
    change(owner, made, SECRET)
    version = publishing.submit(owner, made)
    publishing.withdraw(owner, made)
    return version


def unpublished(owner, curator) -> Version:
    version = out(owner, curator)
    publishing.unpublish(owner, version.deck)
    return version


def sent_back(owner, curator) -> Version:
    return publishing.decide(curator, publishing.submit(owner, with_secret(owner)), STATES.SENT_BACK, "No")


HOW = {  # whether a curator reads its cards, and else what the page says
    "it waits": (lambda owner, curator: publishing.submit(owner, with_secret(owner)), ""),
    "it is out": (out, ""),
    "another one is out by now": (newer, ""),
    "it was sent back": (sent_back, ""),
    "it was withdrawn": (withdrawn, BACK),
    "it was withdrawn, and an earlier one is out": (withdrawn_of_what_is_out, BACK),
    "it is out no more": (unpublished, NOTE),
}


@pytest.mark.parametrize(("make", "says"), HOW.values(), ids=HOW)
def test_curators_read_no_card_of_what_was_taken_back(alice, cleo, sign_in, make, says):
    version = make(alice, cleo)
    where, client = f"/decks/review/{version.pk}/", sign_in(cleo)
    form = {"decision": "rejected", "own": "Zq it is", "sure": "1"}
    pages = [text(client.get(where)), text(client.get(f"{where}?q=Zq"))]
    pages += (
        [text(client.post(where, form)), text(client.post(where, {"look": "find", "q": "Zq"}))]
        if says
        else []
    )
    for page in pages:
        assert (SECRET in page) is not says and says in page
        assert not says or "What we said" not in page
    assert not says or "Zq it is" in pages[2]


def test_a_later_version_tells_of_one_that_was_taken_back_only_what_has_come(alice, cleo, sign_in):
    version = unpublished(alice, cleo)
    change(alice, version.deck, "Mended")
    added = add(alice, version.deck, "Quite new")
    later = publishing.submit(alice, version.deck)
    changes = reviewing.changes_since(reviewing.version_before(later), later)
    assert changes.before == version and {card.quote for card in changes.added} == {"Mended", added.quote}
    assert not (changes.removed or changes.changed or changes.words)
    page = text(sign_in(cleo).get(f"/decks/review/{later.pk}/"))
    assert "2 added" in page and SECRET not in page


# Its link


TWICE = {
    "private": lambda alice, cleo, made: decks.make_private(alice, made),
    "published": lambda alice, cleo, made: publishing.unpublish(
        alice, publishing.decide(cleo, publishing.submit(alice, made), STATES.PUBLISHED).deck
    ),
    "private, as the admin sets it": lambda alice, cleo, made: Deck.objects.update(state="private"),
}


@pytest.mark.parametrize("between", TWICE)
def test_a_deck_that_is_shared_anew_has_another_link_and_the_old_one_stays_dead(
    alice, cleo, dora, sign_in, between
):
    made = decks.share_by_link(alice, deck(alice))
    old = made.link
    TWICE[between](alice, cleo, made)
    made.refresh_from_db()
    assert made.link == (old if "admin" in between else None)
    page = text(sign_in(alice).get(f"/decks/{made.pk}/settings/"))
    assert "Make a link to share" in page and old not in page
    new = decks.share_by_link(alice, made).link
    assert new not in (old, None) and decks.share_by_link(alice, made).link == new
    client = sign_in(dora)
    assert [client.get(reverse("deck-link", args=[link])).status_code for link in (old, new)] == [404, 200]


def test_a_link_leads_to_the_deck_while_it_is_published(alice, cleo, dora, sign_in):
    made = decks.share_by_link(alice, deck(alice))
    publishing.decide(cleo, publishing.submit(alice, made), STATES.PUBLISHED)
    assert sign_in(dora).get(reverse("deck-link", args=[made.link])).status_code == 200


# What is told of it


def unpublish(alice, made: Deck) -> None:
    publishing.unpublish(alice, made)


def hide(alice, made: Deck) -> None:
    Deck.objects.filter(pk=made.pk).update(hidden_at=timezone.now())


def publish_another(alice, made: Deck) -> None:
    add(alice, made, "Another card")
    curator = publishing.curators().get(name="Cleo")
    publishing.decide(curator, publishing.submit(alice, made), STATES.PUBLISHED)


@pytest.mark.parametrize(
    ("then", "owner", "co_editor"),
    [
        (lambda alice, made: None, "published", "published"),
        (unpublish, "", ""),
        (hide, "", ""),
        (decks.remove, "", ""),
        (publish_another, "published", "published"),  # of that one, once
    ],
)
def test_that_a_deck_is_published_is_told_only_while_it_is(alice, bob, cleo, then, owner, co_editor):
    made = deck(alice)
    made.editors.add(bob)
    publishing.decide(cleo, publishing.submit(alice, made), STATES.PUBLISHED)
    then(alice, made)
    for person, what in ((alice, owner), (bob, co_editor)):
        wanted = [row for row in Send.objects.filter(person=person) if told.KINDS[row.kind].wanted(row)]
        assert [row.about["what"] for row in wanted] == [what] * bool(what)


@pytest.mark.parametrize("what", ["sent back", "taken back"])
def test_of_a_hidden_deck_its_owner_alone_hears_what_was_decided(alice, bob, cleo, what):
    made = deck(alice)
    made.editors.add(bob)
    if what == "sent back":
        publishing.decide(cleo, publishing.submit(alice, made), STATES.SENT_BACK, "Not yet")
    else:
        publishing.decide(cleo, publishing.submit(alice, made), STATES.PUBLISHED)
        publishing.unpublish(cleo, made, "Complaints came in.")
    hide(alice, made)
    wanted = [row.person for row in Send.objects.exclude(person=cleo) if told.KINDS["deck"].wanted(row)]
    assert wanted == [alice]

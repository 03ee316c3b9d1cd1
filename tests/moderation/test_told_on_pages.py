"""A decision is told on every page until it was opened, to people without an address, too; a mute before they type."""

from datetime import timedelta

import pytest
from django.utils import timezone

from accounts.models import User
from games.moderation import appeals, cases, partings
from tests.game_of_quotes.seated import in_round, table
from tests.games.scripts import Queries, sit_down
from tests.moderation import scenes
from tests.moderation.scenes import browser, decided, moderator, person, report, text

pytestmark = pytest.mark.django_db

BAR = "The moderators have decided something that concerns you."
SILENT = "A moderator decided that you write nothing here until"


def test_the_bar_is_on_every_page_until_the_decision_is_opened(bob, judge):
    guest = person("Gus", is_guest=True)
    match = sit_down("kangoeroe", [guest, bob])
    decided(judge, report(bob, "words", scenes.said(match, guest, "You wardrobe")), "hide")
    client = browser(guest)
    places = ("/", f"/m/{match.code}/", "/decks/", "/reports/")
    assert all(BAR in text(client.get(where)) for where in places)
    assert not any(BAR in text(browser(bob).get(where)) for where in places)
    sent = client.post("/about-you/open/")
    assert (sent.status_code, sent["Location"]) == (303, "/about-you/")
    assert not any(BAR in text(client.get(where)) for where in places)


def test_whoever_opens_the_page_of_decisions_by_another_way_has_read_it_too(alice, bob, judge):
    decided(judge, report(bob, "card", scenes.card(alice)), "hide")
    client = browser(alice)
    client.head("/about-you/")
    assert BAR in text(client.get("/settings/"))
    assert BAR not in text(client.get("/about-you/"))
    assert BAR not in text(client.get("/settings/"))
    assert not User.objects.get(pk=alice.pk).unread_decision


def test_it_comes_again_with_whatever_is_decided_next(alice, bob, judge):
    def opens() -> bool:
        there = BAR in text(browser(alice).get("/"))
        browser(alice).post("/about-you/open/")
        return there

    case = decided(judge, report(bob, "card", scenes.card(alice)), "hide", "mute")
    assert opens() and not opens()
    cases.end(judge, case.pk, "lift_mute")
    assert opens() and not opens()
    appeals.appeal(alice, case.pk, "Not so.")
    appeals.decide(moderator("Other"), case.pk, "reverse")
    assert opens() and not opens()


def test_nobody_is_told_of_a_report_that_led_to_nothing(alice, bob, judge):
    decided(judge, report(bob, "card", scenes.card(alice)))
    assert BAR not in text(browser(alice).get("/"))


def test_whoever_is_suspended_can_open_it(alice, bob, judge):
    decided(judge, report(bob, "card", scenes.card(alice)), "keep", "suspend")
    client = browser(alice)
    assert BAR in text(client.get("/suspended/"))
    assert client.post("/about-you/open/")["Location"] == "/about-you/"


def test_it_goes_over_to_the_account_that_a_guest_turns_out_to_have(alice, bob, judge):
    guest = person("Gus", is_guest=True)
    decided(judge, report(bob, "name", guest), "rename")
    guest.refresh_from_db()
    partings.hand_over(guest, alice)
    assert User.objects.get(pk=alice.pk).unread_decision


def test_it_costs_no_query(alice, bob):
    counts = []
    for unread in (False, True):
        User.objects.filter(pk=alice.pk).update(unread_decision=unread)
        client = browser(alice)
        client.get("/people/")
        with Queries() as queries:
            client.get("/people/")
        counts.append(len(queries))
    assert counts[0] == counts[1]


def muted(who: User) -> User:
    User.objects.filter(pk=who.pk).update(muted_until=timezone.now() + timedelta(days=2))
    return User.objects.get(pk=who.pk)


WRITES = {
    "at a table": lambda who: f"{sit_down('kangoeroe', [who, person('N')]).get_absolute_url()}talk/",
    "a new deck": lambda who: "/decks/new/",
    "the words of a deck": lambda who: f"/decks/{scenes.deck_of(who).pk}/settings/",
    "cards": lambda who: f"/decks/{scenes.deck_of(who).pk}/edit/?new=1",
    "a correction": lambda who: "/decks/{0.deck.pk}/cards/{0.pk}/suggest/".format(scenes.card(person("N"))),
}


@pytest.mark.parametrize("where", WRITES)
def test_whoever_is_muted_reads_it_where_they_would_write(where, alice):
    address = WRITES[where](alice)
    assert SILENT not in text(browser(alice).get(address))
    assert SILENT in text(browser(muted(alice)).get(address))


def test_and_before_a_source_of_their_own():
    party = table(in_round(3))
    assert SILENT not in text(party.page(0))
    muted(party.match.seats.get(number=0).person)
    assert SILENT in text(party.page(0))

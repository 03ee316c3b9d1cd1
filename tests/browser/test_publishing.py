"""A deck from its list to the review and to everybody; cards left out at a table; the pages as they fit a phone."""

import pytest
from django.contrib.auth.models import Group
from playwright.sync_api import expect

from games import lobby
from games.models import Match
from quotes import editing, publishing
from quotes.models import Deck
from quotes.publishing import CURATORS
from tests.browser.conftest import DESKTOP, PHONE, assert_no_sideways_scrolling
from tests.browser.keyboard import choose, press, write
from tests.games.scripts import called, deck
from tests.games.test_wall import hang, over

SLUG = "game-of-quotes"
WORDS = {"title": "Kitchen talk", "description": "What we said", "licence": "CC BY 4.0"}


@pytest.fixture
def cleo(cleo):
    """Cleo is a curator."""
    Group.objects.get_or_create(name=CURATORS)[0].user_set.add(cleo)
    return cleo


@pytest.mark.parametrize(("size", "scripts"), [(PHONE, False), (DESKTOP, True)])
def test_a_deck_is_handed_in_sent_back_with_a_reason_and_published_by_keyboard(
    open_page, alice, cleo, sign_in_page, screenshot, size, scripts
):
    made = deck(40, owner=alice, two_sided=False, **WORDS)
    owner, curator = (open_page(**size, java_script_enabled=scripts) for _ in range(2))
    sign_in_page(owner, alice)
    sign_in_page(curator, cleo)
    for decision, button in (("Send it back", "Send it back"), ("Publish it", "Publish it")):
        owner.goto(f"/decks/{made.pk}/publish/")
        for box in ("No living people", "We wrote these", "It fits its age rating"):
            press(owner.get_by_role("checkbox", name=box), "Space")
        press(owner.get_by_role("button", name="Hand in 40 cards"))
        expect(owner.get_by_role("status").filter(has_text="Your deck is handed in.")).to_be_visible()
        curator.goto("/decks/browse/")
        press(curator.get_by_role("link", name="1 deck waits for a curator"))
        press(curator.get_by_role("link", name="Kitchen talk").first)
        choose(curator.get_by_role("radio", name=decision))
        if decision == "Send it back":
            press(curator.get_by_role("checkbox", name="Many cards are too much alike."), "Space")
            write(curator.get_by_label("In your own words"), "See card 3.")
        press(curator.get_by_role("button", name="See what is sent"))
        expect(curator.get_by_role("heading", name="This is what is sent")).to_be_focused()
        screenshot(curator, f"review-{scripts}-{decision}")
        press(curator.get_by_role("button", name=button))
        expect(curator.get_by_role("status").filter(has_text="Who made the deck is told.")).to_be_visible()
        owner.reload()
        if decision == "Send it back":
            expect(owner.get_by_text("Many cards are too much alike. See card 3.").first).to_be_visible()
            card = made.cards.get(number=3, retired_at=None)
            editing.change(alice, card, editing.Texts("Said differently", card.source))
    owner.goto("/decks/browse/")
    expect(owner.get_by_role("link", name="Kitchen talk", exact=True)).to_be_visible()
    assert Deck.objects.get(pk=made.pk).published.number == 2


@pytest.mark.parametrize(("size", "scripts"), [(PHONE, False), (DESKTOP | {"color_scheme": "dark"}, True)])
def test_the_host_leaves_a_card_out_and_takes_another_deck(
    open_page, alice, sign_in_page, axe, screenshot, size, scripts
):
    made = deck(40, two_sided=False, title="Kitchen talk")
    deck(48, title="Said elsewhere")
    match = lobby.create(alice, SLUG, seats=3, bots=0, pace=86400, options={}, chosen_decks=[made])
    page = open_page(**size, java_script_enabled=scripts)
    sign_in_page(page, alice)
    page.goto(match.get_absolute_url())
    press(page.get_by_role("link", name="Look through the cards"))
    write(page.get_by_label("Find a card"), "Quote 7 red")
    press(page.get_by_role("button", name="Show"))
    press(page.get_by_role("checkbox", name="Quote 7 red"), "Space")
    screenshot(page, f"cards-{scripts}")
    assert_no_sideways_scrolling(page)
    if scripts:
        axe(page)
    press(page.get_by_role("button", name="Save", exact=True))
    expect(page.locator("#done")).to_contain_text("These cards are left out")
    expect(page.locator("#enough")).to_contain_text("39 cards are in. A match of 3 needs at least 36.")
    press(page.get_by_role("link", name="Choose other decks"))
    press(page.get_by_role("checkbox", name="Said elsewhere"), "Space")
    screenshot(page, f"table-decks-{scripts}")
    assert_no_sideways_scrolling(page)
    press(page.get_by_role("button", name="Play with these"))
    expect(page.locator("#done")).to_contain_text("The table has other decks now.")
    expect(page.locator("#enough")).to_contain_text("87 cards are in.")
    row = made.cards.get(number=7).pk
    assert Match.objects.get().vetoed == [row] and Match.objects.get().decks.count() == 2


@pytest.mark.parametrize(("scheme", "language"), [("light", "de-DE"), ("dark", "en-GB")])
def test_no_page_has_barriers_or_scrolls_sideways(
    open_page, alice, bob, cleo, sign_in_page, axe, screenshot, scheme, language
):
    long = {"title": "Donaudampfschifffahrtsgesellschaftskapitänsmützenbandfarbenverordnungstexte!!"}
    made = deck(40, owner=alice, two_sided=False, **WORDS | long)
    publishing.decide(cleo, publishing.submit(alice, made), "published")
    card = made.cards.get(number=3)
    editing.change(alice, card, editing.Texts("W" * 300, "M" * 80, "W" * 160))
    editing.take_out(alice, made, [made.cards.get(number=4).pk])
    version = publishing.submit(alice, made)
    match = lobby.create(bob, SLUG, seats=3, bots=0, pace=86400, options={}, chosen_decks=[made])
    unready = deck(20, owner=alice, title="Unready")
    hang(over())
    page = open_page(**PHONE, color_scheme=scheme, locale=language)
    pages = [
        (bob, "/decks/browse/"),
        (bob, "/wall/"),
        (bob, match.get_absolute_url()),
        (bob, f"/m/{match.code}/table/cards/?q=W"),
        (bob, f"/m/{match.code}/table/decks/"),
        (alice, f"/decks/{made.pk}/publish/"),
        (alice, f"/decks/{unready.pk}/publish/"),
        (cleo, "/decks/review/"),
        (cleo, f"/decks/review/{version.pk}/?q=W"),
        (cleo, f"/decks/{made.pk}/unpublish/"),
    ]
    for number, (person, where) in enumerate(pages):
        sign_in_page(page, person)
        page.goto(where)
        screenshot(page, f"publishing-{scheme}-{number}")
        assert_no_sideways_scrolling(page)
        axe(page)


@pytest.mark.parametrize("scripts", [True, False])
def test_a_half_made_decision_outlives_the_pages_and_searches_of_cards(
    open_page, alice, cleo, sign_in_page, axe, scripts
):
    made = deck(70, owner=alice, two_sided=False, **WORDS)
    version = publishing.submit(alice, made)
    page = open_page(**PHONE, java_script_enabled=scripts)
    sign_in_page(page, cleo)
    page.goto(f"/decks/review/{version.pk}/")
    page.get_by_role("radio", name="Send it back").check()
    page.get_by_role("checkbox", name="Many cards are too much alike.").check()
    own = page.get_by_role("textbox", name="In your own words")
    own.fill("Too few fish")

    def is_all_there() -> None:
        expect(page.get_by_role("radio", name="Send it back")).to_be_checked()
        expect(page.get_by_role("checkbox", name="Many cards are too much alike.")).to_be_checked()
        expect(own).to_have_value("Too few fish")

    page.get_by_role("button", name="Next page").click()
    expect(page.get_by_text(f"Quote 70 red of {called(made)}.")).to_be_visible()
    is_all_there()
    page.get_by_label("Find a card").fill("Quote 69 red")
    page.get_by_label("Find a card").press("Enter")
    expect(page.get_by_text(f"Quote 69 red of {called(made)}.")).to_be_visible()
    expect(page.get_by_text(f"Quote 70 red of {called(made)}.")).to_have_count(0)
    is_all_there()
    if scripts:
        axe(page)
    page.get_by_role("button", name="Show all").click()
    is_all_there()
    page.get_by_role("button", name="See what is sent").click()
    expect(page.get_by_role("heading", name="This is what is sent")).to_be_visible()
    page.locator(".preview").get_by_role("button").click()
    version.refresh_from_db()
    assert (version.state, version.reason) == ("sent_back", "Many cards are too much alike. Too few fish")

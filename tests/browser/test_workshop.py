"""The workshop in a browser: cards by keyboard, undo, and that it is for everybody."""

import re

import pytest
from playwright.sync_api import Page, expect

from quotes import editing, suggestions
from quotes.editing import Texts
from quotes.models import Deck, Tally
from tests.browser.conftest import PHONE, assert_no_sideways_scrolling
from tests.games.scripts import called
from tests.games.scripts import deck as deck_of
from tests.quotes.shelf import published

LONG = "A saying that goes on for as long as one is allowed to talk without a glass of water. " * 3


def of(owner, cards: int = 3, **more) -> Deck:
    return deck_of(cards, owner=owner, title="Kitchen talk", licence="CC BY 4.0", **more)


def press(page: Page, *keys: str) -> None:
    for key in keys:
        page.keyboard.press(key)


def test_three_cards_are_added_with_the_keyboard_alone(desktop, alice, sign_in_page, axe, screenshot):
    sign_in_page(desktop, alice)
    desktop.goto("/decks/new/")
    desktop.get_by_label("Title").focus()
    desktop.keyboard.type("Said at sea")
    press(desktop, "Enter")
    expect(desktop.locator("#done")).to_contain_text("Nobody else sees it.")
    for number, words in enumerate(("Salt is a food.", "So is rope.", "Never whistle."), 1):
        expect(desktop.get_by_role("textbox", name="Quote")).to_be_focused()
        desktop.keyboard.type(words)
        press(desktop, "Enter")  # on to the source
        desktop.keyboard.type(f"Sailor {number}")
        preview = desktop.locator("[data-preview=quote]")
        expect(preview.locator(".goq.quote .text")).to_have_text(words)
        expect(preview.locator(".from")).to_have_text(f"Sailor {number}")
        expect(desktop.locator("[data-preview=source] .said-by b")).to_have_text(f"Sailor {number}")
        if number == 2:
            screenshot(desktop, "workshop-typing")
            axe(desktop)
        press(desktop, "Enter")
        expect(desktop.locator("#done")).to_contain_text(f"Card {number} is in the deck.")
    deck = Deck.objects.get(owner=alice)
    assert [card.source for card in editing.cards_in(deck)] == ["Sailor 1", "Sailor 2", "Sailor 3"]


def test_the_preview_is_the_markup_that_is_there_after_saving(desktop, alice, sign_in_page):
    deck = of(alice, 0)
    card = editing.add(alice, deck, Texts("Fish fly.", "A cat", "who saw it", "m"))
    sign_in_page(desktop, alice)
    desktop.goto(f"/decks/{deck.pk}/edit/?card={card.pk}")
    place = desktop.locator(".preview-card").first

    def seen() -> list[str]:
        return [re.sub(r"\s+", " ", one.inner_html()) for one in desktop.locator(".preview-card").all()]

    expect(place).to_contain_text("Fish fly.")
    before = seen()
    desktop.get_by_role("textbox", name="Quote").fill("Fish swim.")
    desktop.get_by_label("Who that is").fill("")
    desktop.get_by_label("Kind of source").select_option(label="history")
    expect(place).to_contain_text("Fish swim.")
    typed = seen()
    assert typed != before
    desktop.get_by_role("button", name="Save the card").click()
    expect(desktop.locator("#done")).to_contain_text("The card is saved.")
    assert seen() == typed


def test_a_limit_is_counted_and_a_refused_card_is_still_there(phone, alice, sign_in_page, complaints, axe):
    deck = of(alice, 0)
    sign_in_page(phone, alice)
    phone.goto(f"/decks/{deck.pk}/edit/")
    phone.get_by_role("link", name="New card").click()
    expect(phone.get_by_label("Find a text")).to_be_hidden()  # on a phone the list, or the card
    phone.get_by_role("textbox", name="Quote").fill("😀" * 301)
    counter = phone.locator(".counter").first
    expect(counter).to_have_text("301/300")
    expect(counter).to_have_class(re.compile("over"))
    phone.get_by_role("button", name="Add, then the next").click()
    expect(phone.get_by_role("alert").first).to_contain_text("301 characters, and 300 are allowed")
    complaints[:] = [line for line in complaints if "422" not in line]
    expect(phone.get_by_role("textbox", name="Quote")).to_have_value("😀" * 301)
    expect(phone.get_by_role("textbox", name="Quote")).to_be_focused()
    assert_no_sideways_scrolling(phone)
    axe(phone)


@pytest.mark.parametrize("scripts", [True, False])
def test_a_card_is_edited_cards_are_taken_out_and_come_back(
    open_page, alice, sign_in_page, screenshot, scripts
):
    deck = of(alice)
    page = open_page(**PHONE, java_script_enabled=scripts)
    sign_in_page(page, alice)
    page.goto(f"/decks/{deck.pk}/")
    page.get_by_role("link", name="Edit the cards").click()
    leads = "link" if scripts else "button"
    page.get_by_role(leads, name="Quote 2 blue").click()
    expect(page.get_by_role("heading", name="Card 2")).to_be_visible()
    page.get_by_role("textbox", name="Quote").fill("Quite another thing.")
    page.get_by_role("button", name="Save the card").press("Enter")
    expect(page.locator("#done")).to_contain_text("Matches that run keep the one they were dealt.")
    expect(page.locator(".preview-card").first).to_contain_text("Quite another thing.")
    page.get_by_role(leads, name="All cards").click()
    for words in ("Quote 1 red", "Quote 1 blue"):
        page.get_by_role("checkbox", name=words).focus()
        press(page, "Space")
    page.get_by_role("button", name="Take the cards out").press("Enter")
    expect(page.locator("#done")).to_contain_text("2 cards are taken out.")
    screenshot(page, f"workshop-undo-{scripts}")
    page.get_by_role("button", name="Undo").press("Enter")
    expect(page.locator("#done")).to_contain_text("2 cards are back.")
    expect(page.get_by_role(leads, name="Quote 1 blue")).to_be_visible()
    assert [card.quote for card in editing.cards_in(deck)][:2] == [
        f"Quote 1 {one} of {called(deck)}." for one in ("red", "blue")
    ]


@pytest.mark.parametrize(("look", "language"), [("light", "en-GB"), ("dark", "de-DE")])
def test_no_page_of_the_workshop_has_barriers_or_scrolls_sideways(
    open_page, alice, bob, cleo, sign_in_page, axe, screenshot, look, language
):
    deck = of(alice, state="link", link="the-link", description=LONG)
    deck.editors.add(bob)
    card = editing.add(
        alice,
        deck,
        Texts(LONG, "Donaudampfschifffahrtsgesellschaftskapitänsmützenabzeichenträger", "w" * 160),
    )
    editing.add(alice, deck, Texts("No source", ""))
    editing.take_out(alice, deck, [deck.cards.first().pk])
    Tally.objects.create(card=card, dealt=12, played=4, stamps=3)
    suggestions.suggest(cleo, card, {"quote": "Shorter.", "source": "Somebody", "note": LONG})
    alice.decks_saved.add(of(bob, state="published"))
    page = open_page(**PHONE, color_scheme=look, locale=language)
    sign_in_page(page, alice)
    home = f"/decks/{deck.pk}/"
    one = deck.suggestions.get().pk
    for where in (
        "/decks/", "/decks/new/", home, f"{home}edit/", f"{home}edit/?card={card.pk}", f"{home}settings/",
        f"{home}history/", f"{home}suggestions/", f"{home}suggestions/{one}/", f"{home}remove/",
    ):  # fmt: skip
        page.goto(where)
        assert_no_sideways_scrolling(page)
        axe(page)
        screenshot(page, f"workshop-{look}-{where.strip('/').replace('/', '-').partition('?')[0]}")


def test_whoever_gets_the_link_saves_the_deck_plays_and_suggests(open_page, alice, dora, sign_in_page, axe):
    deck = of(alice, 40, state="link", link="the-link")
    page = open_page(**PHONE)
    page.goto("/decks/l/the-link/")
    expect(page.get_by_role("link", name="Sign in to save it")).to_be_visible()
    axe(page)
    sign_in_page(page, dora)
    page.goto("/decks/l/the-link/")
    page.get_by_role("link", name="Suggest a correction").first.click()
    page.get_by_role("textbox", name="Quote").fill("Much better.")
    axe(page)
    page.get_by_role("button", name="Send the suggestion").click()
    expect(page.locator("#done")).to_contain_text("on its way")
    page.get_by_role("button", name="Save it and play with it").click()
    expect(page.get_by_role("checkbox", name="Kitchen talk")).to_be_checked()
    assert deck.suggestions.get().writer == dora


def test_half_a_card_outlives_other_cards_pages_and_searches(desktop, alice, sign_in_page):
    deck = of(alice, 60, two_sided=False)
    sign_in_page(desktop, alice)
    desktop.goto(f"/decks/{deck.pk}/edit/")
    quote = desktop.get_by_role("textbox", name="Quote")
    quote.fill("Half a fish")
    expect(desktop.get_by_text("Not saved yet.")).to_be_visible()
    for leave in (
        lambda: desktop.get_by_role("link", name="Next page").click(),
        lambda: desktop.get_by_label("Find a text").press("Enter"),
        lambda: (
            desktop.get_by_role("link", name="Quote 2 red").click(),
            expect(quote).to_have_value(f"Quote 2 red of {called(deck)}."),
            desktop.get_by_role("link", name="Next card").click(),
            expect(quote).to_have_value(f"Quote 3 red of {called(deck)}."),
            desktop.get_by_role("link", name="New card").first.click(),
        ),
    ):
        leave()
        expect(quote).to_have_value("Half a fish")
        expect(desktop.locator("[data-preview=quote]")).to_contain_text("Half a fish")
    desktop.get_by_role("textbox", name="Source").fill("A cat")
    desktop.get_by_role("textbox", name="Source").press("Enter")
    expect(desktop.locator("#done")).to_contain_text("Card 61 is in the deck.")
    expect(quote).to_have_value("")


def test_half_a_card_and_its_kind_outlive_what_is_done_to_other_cards(desktop, alice, sign_in_page):
    deck = of(alice, 4, two_sided=False)
    sign_in_page(desktop, alice)
    desktop.goto(f"/decks/{deck.pk}/edit/")
    quote, kind = desktop.get_by_role("textbox", name="Quote"), desktop.get_by_label("Kind of source")
    quote.fill("A new fish")
    kind.select_option("m")
    desktop.get_by_role("link", name="Quote 2 red").click()
    quote.fill("Half a fish")
    desktop.get_by_role("checkbox", name="Quote 3 red").check()
    desktop.get_by_role("combobox", name="Tag", exact=True).fill("sea")
    desktop.get_by_role("button", name="Add the tag").click()
    expect(desktop.locator("#done")).to_contain_text("1 card is tagged.")
    expect(desktop.get_by_role("heading", name="Card 2")).to_be_visible()
    expect(quote).to_have_value("Half a fish")
    expect(desktop.get_by_text("Not saved yet.")).to_be_visible()
    desktop.get_by_role("link", name="New card").first.click()
    expect(quote).to_have_value("A new fish")
    expect(kind).to_have_value("m")
    expect(desktop.get_by_text("Not saved yet.")).to_be_visible()


def test_what_is_typed_outlives_other_colours_until_it_is_taken(
    desktop, alice, bob, sign_in_page, complaints
):
    deck = of(alice, two_sided=False, state="link", link="the-link")
    sign_in_page(desktop, alice)
    settings, unsaved = f"/decks/{deck.pk}/settings/", desktop.locator("[data-unsaved]")
    title, adults = desktop.get_by_label("Title"), desktop.get_by_role("radio", name="For adults")
    desktop.goto("/decks/paste/")
    expect(unsaved).to_be_hidden()
    desktop.locator("#lines").fill("A line - somebody")
    desktop.goto(settings)
    adults.check()
    title.fill("T" * 81)
    desktop.locator("#language").select_option("de")
    desktop.locator("#prefs summary").click()
    desktop.get_by_role("button", name="Dark").click()
    expect(desktop.locator("html")).to_have_attribute("data-theme", "dark")
    expect(adults).to_be_checked()
    expect(title).to_have_value("T" * 81)
    expect(desktop.locator("#language")).to_have_value("de")
    expect(unsaved).to_be_visible()
    desktop.get_by_role("button", name="Save the words").click()
    expect(desktop.locator("#refused")).to_be_visible()
    complaints[:] = [line for line in complaints if "422" not in line]
    title.fill("Said at sea")
    desktop.goto(settings)  # refused, and left: nothing of it is lost
    expect(title).to_have_value("Said at sea")
    expect(adults).to_be_checked()
    desktop.get_by_role("button", name="Save the words").click()
    expect(desktop.locator("#done")).to_be_visible()
    deck.refresh_from_db()
    assert (deck.title, deck.rating, deck.language) == ("Said at sea", "adults", "de")
    Deck.objects.filter(pk=deck.pk).update(title="Kitchen talk", rating="all", language="en")
    desktop.goto(settings)
    expect(title).to_have_value("Kitchen talk")  # once taken, it comes back on top of nothing
    expect(unsaved).to_be_hidden()
    sign_in_page(desktop, bob)
    desktop.goto("/decks/paste/")
    expect(desktop.locator("#lines")).to_have_value("")
    sign_in_page(desktop, alice)
    desktop.goto("/decks/paste/")
    expect(desktop.locator("#lines")).to_have_value("A line - somebody")
    expect(unsaved).to_be_visible()


def test_without_scripts_half_a_card_goes_along_and_enter_keeps_it(open_page, alice, sign_in_page):
    deck = of(alice, 60, two_sided=False)
    page = open_page(java_script_enabled=False)
    sign_in_page(page, alice)
    page.goto(f"/decks/{deck.pk}/edit/")
    page.get_by_role("textbox", name="Quote").fill("Half a fish")
    page.get_by_role("button", name="Next page").click()
    expect(page.get_by_role("button", name="Quote 60 red")).to_be_visible()
    expect(page.get_by_role("textbox", name="Quote")).to_have_value("Half a fish")
    page.get_by_role("textbox", name="Source").fill("A cat")
    page.get_by_role("textbox", name="Source").press("Enter")
    expect(page.locator("#done")).to_contain_text("Card 61 is in the deck.")


def test_without_scripts_half_a_card_is_kept_whatever_is_done_to_others(
    open_page, alice, sign_in_page, screenshot
):
    deck = of(alice, two_sided=False)
    page = open_page(java_script_enabled=False)
    sign_in_page(page, alice)
    page.goto(f"/decks/{deck.pk}/edit/")
    quote = page.get_by_role("textbox", name="Quote")
    page.get_by_role("button", name="Quote 2 red").click()
    quote.fill("Half a fish")
    page.get_by_role("button", name="Quote 3 red").click()
    expect(quote).to_have_value(f"Quote 3 red of {called(deck)}.")
    page.go_back()
    expect(quote).to_have_value("Half a fish")
    quote.fill("Half a whale")
    page.get_by_role("checkbox", name="Quote 1 red").check()
    page.get_by_role("combobox", name="Tag", exact=True).fill("sea")
    page.get_by_role("combobox", name="Tag", exact=True).press("Enter")
    expect(page.locator("#done")).to_contain_text("1 card is tagged.")
    page.get_by_role("checkbox", name="Quote 1 red").check()
    page.get_by_role("button", name="Take the cards out").click()
    page.get_by_role("button", name="Undo").click()
    expect(page.locator("#done")).to_contain_text("1 card is back.")
    page.locator(".half-written").get_by_role("button", name="Card 2").click()
    expect(quote).to_have_value("Half a whale")
    screenshot(page, "workshop-half-written")
    page.get_by_role("button", name="Save the card").click()
    expect(page.locator("#done")).to_contain_text("The card is saved.")
    assert not page.locator(".half-written").count()


@pytest.mark.parametrize("width", [1440, 1920])
def test_the_editor_stands_below_its_header(open_page, alice, sign_in_page, width):
    deck = of(alice)
    page = open_page(viewport={"width": width, "height": 900})
    sign_in_page(page, alice)
    page.goto(f"/decks/{deck.pk}/edit/")
    edges = [page.locator(one).bounding_box() for one in (".top", ".sheet:has(.workbench)")]
    assert [(round(box["x"]), round(box["width"])) for box in edges] == [
        (round(edges[0]["x"]), round(edges[0]["width"]))
    ] * 2
    bulk = page.locator("fieldset.bulk").bounding_box()
    across, rows = (round(bulk["x"]), round(bulk["x"] + bulk["width"])), {}
    for one in page.locator("fieldset.bulk :is(button, input):visible").all():
        box = one.bounding_box()
        rows.setdefault(round(box["y"]), []).extend([round(box["x"]), round(box["x"] + box["width"])])
    assert [(min(row), max(row)) for row in rows.values()] == [across] * 4, (
        "a row has a hole or a ragged edge"
    )


def test_tiles_and_an_empty_shelf_are_laid_out_calmly(open_page, alice, bob, sign_in_page):
    page = open_page(**PHONE, locale="de-DE")
    sign_in_page(page, alice)
    page.goto("/decks/")
    picture, words = (page.locator(f".deck-empty > {one}").bounding_box() for one in (".back", ".stack"))
    assert picture["y"] + picture["height"] <= words["y"] and words["width"] > 270
    for owner in (alice, bob):
        published(owner)
    page = open_page()
    sign_in_page(page, alice)
    page.goto("/decks/browse/")
    titles = [one.bounding_box()["y"] for one in page.locator(".deck-tile h2").all()]
    assert len(titles) == 2 and titles[0] == titles[1]
    flag, button = (page.locator(f".does {one}").last.bounding_box() for one in (".report", ".btn"))
    assert abs(flag["y"] + flag["height"] / 2 - button["y"] - button["height"] / 2) <= 1


def test_the_triangle_is_level_with_what_is_half_written(open_page, alice, sign_in_page):
    deck = of(alice, two_sided=False)
    page = open_page(java_script_enabled=False)
    sign_in_page(page, alice)
    page.goto(f"/decks/{deck.pk}/edit/?number=1")
    page.get_by_role("textbox", name="Quote").fill("Half a fish")
    page.get_by_role("button", name="Quote 2 red").click()
    picture, button = (page.locator(f".half-written {one}").first.bounding_box() for one in ("svg", "button"))
    assert abs(picture["y"] + picture["height"] / 2 - button["y"] - button["height"] / 2) <= 2

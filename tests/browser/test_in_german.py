"""The workshop, publishing and a report in German from the first page to the last, by what the buttons say."""

import pytest
from django.contrib.auth.models import Group
from django.utils.translation import gettext, override
from playwright.sync_api import Page, expect

from quotes.models import Deck, Version
from quotes.publishing import CURATORS
from tests.browser.conftest import PHONE
from tests.games.scripts import deck as deck_of
from tests.games.scripts import sit_down
from tests.moderation import scenes


def de(words: str, **names: object) -> str:
    """The German of a sentence of ours, which there must be."""
    with override("de"):
        found = gettext(words)
    assert found != words, f"not translated: {words}"
    return found % names if names else found


@pytest.fixture
def open_as(open_page, sign_in_page):
    """open_as(alice): her page on a phone, in German."""

    def opened(person) -> Page:
        person.language = "de"
        person.save(update_fields=["language"])
        page = open_page(**PHONE, locale="de-DE")
        sign_in_page(page, person)
        return page

    return opened


def is_said(page: Page, words: str) -> None:
    expect(page.locator("html")).to_have_attribute("lang", "de")
    expect(page.get_by_text(words).first).to_be_visible()


def test_a_deck_is_made_and_a_card_is_added_and_changed(open_as, alice):
    page = open_as(alice)
    page.goto("/decks/new/")
    page.locator("#title").fill("Am Hafen gesagt")
    page.locator("#title").press("Enter")
    is_said(page, de("The deck is there. Nobody else sees it."))
    page.locator("#quote").fill("Salz ist ein Gemüse.")
    page.locator("#source").fill("Der Koch")
    page.locator("#source").press("Enter")
    is_said(page, de("Card %(number)s is in the deck.", number=1))
    card = Deck.objects.get(owner=alice).cards.get()
    page.goto(f"/decks/{card.deck_id}/edit/?card={card.pk}")
    page.locator("#quote").fill("Salz ist ein Getränk.")
    page.get_by_role("button", name=de("Save the card")).click()
    is_said(page, de("The card is saved. Matches that run keep the one they were dealt."))
    assert card.deck.cards.get(retired_at=None).quote == "Salz ist ein Getränk."


def test_a_deck_is_handed_in_and_sent_back_with_a_reason(open_as, alice, cleo):
    Group.objects.get_or_create(name=CURATORS)[0].user_set.add(cleo)
    words = {"title": "Am Hafen", "description": "Gesagtes", "licence": "CC BY 4.0"}
    made = deck_of(40, "de", owner=alice, two_sided=False, **words)
    owner, curator = open_as(alice), open_as(cleo)
    owner.goto(f"/decks/{made.pk}/publish/")
    for box in owner.locator("main input[type=checkbox]").all():
        box.check()
    owner.locator("main button.btn.main.big").click()
    is_said(owner, de("Your deck is handed in. You hear of it as soon as a curator has decided."))
    curator.goto("/decks/review/")
    curator.get_by_role("link", name="Am Hafen").first.click()
    curator.get_by_role("radio", name=de("Send it back")).check()
    curator.get_by_role("checkbox", name=de("Many cards are too much alike.")).check()
    curator.get_by_role("button", name=de("See what is sent")).click()
    is_said(curator, de("This is what is sent"))
    curator.get_by_role("button", name=de("Send it back")).click()
    is_said(curator, de("The version is sent back. Who made the deck is told."))
    owner.reload()
    is_said(owner, de("Many cards are too much alike."))
    assert Version.objects.get().state == Version.State.SENT_BACK


def test_words_are_reported_and_one_comes_back_to_them(open_as, alice, bob):
    match = sit_down("kangoeroe", [alice, bob])
    scenes.said(match, alice, "Du spielst wie ein Schrank.")
    page = open_as(bob)
    page.goto(f"/m/{match.code}/talk/")
    page.get_by_role("link", name=de("Report these words")).first.click()
    is_said(page, "Du spielst wie ein Schrank.")
    page.get_by_role("button", name=de("It insults or mocks somebody")).click()
    is_said(page, de("Your report is sent"))
    page.get_by_role("link", name=de("Back to where you were")).click()
    expect(page.get_by_text("Du spielst wie ein Schrank.")).to_be_visible()
    assert page.url.endswith(f"/m/{match.code}/talk/")

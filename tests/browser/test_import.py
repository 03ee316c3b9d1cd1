"""Bringing cards in, in a browser: lines, a broken file, a large one that a sweep reads; and it is for everybody."""

import pytest
from playwright.sync_api import expect

from quotes import uploads
from quotes.models import Deck, Upload
from tests.browser.conftest import DESKTOP, PHONE, assert_no_sideways_scrolling
from tests.games.scripts import deck as deck_of

LONG = "A saying that goes on for as long as one may talk without a glass of water, and then some more. " * 4
LINES = "\n".join(
    [
        *(f"Nobody told the lighthouse about number {n}. – A sailor, {n}" for n in range(200)),
        "Nobody told the LIGHTHOUSE about number 7 | Somebody else",
        f"{LONG}and on – Me",
        "An unbreakablecompoundwordthatgoesonandonandonandonandonandonandonandon",
    ]
)


@pytest.mark.parametrize("scripts", [True, False])
def test_two_hundred_lines_are_pasted_looked_at_and_added_by_keyboard(
    open_page, alice, sign_in_page, axe, screenshot, scripts
):
    page = open_page(**PHONE | {"java_script_enabled": scripts})
    sign_in_page(page, alice)
    page.goto("/decks/paste/")
    expect(page.get_by_label("Lines")).to_be_focused()
    page.get_by_label("Lines").fill(LINES)
    page.get_by_role("button", name="Show what is in it").press("Enter")
    expect(page.get_by_role("heading", level=1)).to_have_text("201 new cards")
    expect(page.locator(".deck-states")).to_contain_text("1 twice in the file")
    assert_no_sideways_scrolling(page)
    screenshot(page, f"import-rows-{scripts}")
    page.get_by_role("checkbox", name="Take row 3:").press("Space")
    if scripts:
        expect(page.get_by_role("button", name="Add 200")).to_be_visible()
        axe(page)
    page.get_by_role("combobox", name="How row 5 is taken").select_option(label="Swap quote and source")
    page.get_by_role("button", name="Next page").press("Enter")
    expect(page.get_by_role("checkbox", name="Take row 101:")).to_be_checked()
    page.get_by_role("button", name="Skipped").press("Enter")
    expect(page.locator(".up-rows")).to_contain_text("This quote is too long:")
    page.get_by_label("Title of the new deck").fill("Said at sea")
    page.get_by_role("button", name="Add 200").press("Enter")
    expect(page.get_by_role("heading", level=1)).to_have_text("200 cards are in the deck: Said at sea")
    screenshot(page, f"import-done-{scripts}")
    if scripts:
        axe(page)
    assert_no_sideways_scrolling(page)
    deck = Deck.objects.get(owner=alice)
    assert (deck.cards.count(), deck.cards.filter(source__contains="number 4.").get().quote) == (
        200,
        "A sailor, 4",
    )


@pytest.mark.parametrize(
    ("size", "language"), [(PHONE, "en"), (DESKTOP | {"color_scheme": "dark"}, "de")], ids=["en", "de"]
)
def test_a_broken_file_says_why_and_a_large_one_goes_on_by_itself(
    open_page, alice, sign_in_page, axe, screenshot, complaints, monkeypatch, tmp_path, size, language
):
    alice.language = language
    alice.save()
    deck = deck_of(0, owner=alice, title="Küche", language=language)
    page = open_page(**size)
    sign_in_page(page, alice)
    page.goto(f"/decks/{deck.pk}/import/")
    field = page.locator("input[type=file]")
    send = page.locator(".up-start button[type=submit]")
    (tmp_path / "big.txt").write_bytes(b"x" * 11 * 1024**2)
    field.set_input_files(tmp_path / "big.txt")
    assert "11 MB" in field.evaluate("field => field.validationMessage")
    field.set_input_files({"name": "a.json", "mimeType": "text/plain", "buffer": b'[{"quote": "Hi", "au'})
    send.click()
    expect(page.locator("#refused")).to_be_visible()
    expect(field).to_be_focused()
    complaints[:] = [line for line in complaints if "422" not in line]
    axe(page)
    assert_no_sideways_scrolling(page)
    screenshot(page, f"import-broken-{language}")
    monkeypatch.setattr(uploads, "BYTES_AT_ONCE", 10)
    field.set_input_files({"name": "deck.txt", "mimeType": "text/plain", "buffer": LINES.encode()})
    send.click()
    expect(page.locator("#step progress")).to_be_visible()
    axe(page)
    assert_no_sideways_scrolling(page)
    screenshot(page, f"import-waits-{language}")
    uploads.sweep()
    expect(page.locator(".up-rows li")).to_have_count(100)
    axe(page)
    assert_no_sideways_scrolling(page)
    page.locator("[name=do][value=add]").last.click()
    expect(page.locator(".up-rows li")).to_have_count(100)
    assert (Upload.objects.get().state, deck.cards.count()) == ("done", 201)
    page.goto(f"/decks/{deck.pk}/export/")
    axe(page)
    assert_no_sideways_scrolling(page)
    with page.expect_download() as download:
        page.get_by_role("link", name="CSV").click()
    assert download.value.suggested_filename == "küche.csv"

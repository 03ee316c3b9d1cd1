"""Bringing cards in, in a browser: lines, a broken file, a large one that a sweep reads; and it is for everybody."""

import pytest
from playwright.sync_api import expect

from quotes import editing, exporting, upload_sweep, uploads
from quotes.editing import Texts
from quotes.models import Deck, Upload
from tests.browser.conftest import DESKTOP, PHONE, assert_no_sideways_scrolling
from tests.browser.keyboard import press, select, write
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
    open_page, alice, sign_in_page, screenshot, scripts
):
    page = open_page(**PHONE | {"java_script_enabled": scripts})
    sign_in_page(page, alice)
    page.goto("/decks/paste/")
    expect(page.get_by_label("Lines")).to_be_focused()
    page.keyboard.insert_text(LINES)
    press(page.get_by_role("button", name="Show what is in it"))
    expect(page.get_by_role("heading", level=1)).to_have_text("201 new cards")
    expect(page.locator(".deck-states")).to_contain_text("1 twice in the file")
    expect(page.locator(".up-row").first).to_be_in_viewport(ratio=0.3)
    assert_no_sideways_scrolling(page)
    screenshot(page, f"import-rows-{scripts}")
    press(page.get_by_role("checkbox", name="Take row 3:"), "Space")
    if scripts:
        expect(page.get_by_role("button", name="Add 200")).to_be_visible()
    select(page.get_by_role("combobox", name="How row 5 is taken"), "Swap quote and source")
    press(page.get_by_role("button", name="Next page"), way="Shift+Tab")
    expect(page.get_by_role("checkbox", name="Take row 101:")).to_be_checked()
    press(page.get_by_role("button", name="Skipped"), way="Shift+Tab")
    expect(page.locator(".up-rows")).to_contain_text("This quote is too long:")
    write(page.get_by_label("Title of the new deck"), "Said at sea")
    press(page.get_by_role("button", name="Add 200"))
    expect(page.get_by_role("heading", level=1)).to_have_text("200 cards are in the deck: Said at sea")
    screenshot(page, f"import-done-{scripts}")
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
    upload_sweep.sweep()
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


@pytest.mark.parametrize(
    ("size", "language"),
    [(PHONE, "de"), (DESKTOP | {"color_scheme": "dark"}, "en")],
    ids=["phone", "desktop"],
)
def test_a_mended_file_shows_old_and_new_and_changes_what_is_ticked(
    open_page, alice, sign_in_page, axe, screenshot, size, language
):
    alice.language = language
    alice.save()
    deck = deck_of(0, owner=alice, title="Küche", language="de")
    for texts in (
        Texts("Der Mond kommt heute später, sagt er.", "Die Nachtwache", "im Dienst", "h"),
        Texts("Ich war zuerst da.", "Das Ei"),
    ):
        editing.add(alice, deck, texts)
    file = exporting.export(alice, deck, "csv").replace(b"im Dienst", b"im Feierabend")
    file += (
        b"7,blue,Fische fliegen freitags.,Eine Katze,,Seemannsgarn,\r\n,,ICH war zuerst da!,Die Henne,,,\r\n"
    )
    file += f",,{LONG},Niemand,,,\r\n".encode()
    page = open_page(**size)
    sign_in_page(page, alice)
    page.goto(f"/decks/{deck.pk}/import/")
    page.locator("input[type=file]").set_input_files(
        {"name": "küche.csv", "mimeType": "text/csv", "buffer": file}
    )
    page.locator(".up-start button[type=submit]").click()
    row = page.locator(".up-row").first
    expect(row.locator(".up-now")).to_contain_text("im Dienst")
    expect(row.locator(".up-new")).to_contain_text("im Feierabend")
    screenshot(page, f"import-mended-{language}")
    expect(row).to_be_in_viewport(ratio=0.3)
    axe(page)
    assert_no_sideways_scrolling(page)
    anyway = page.locator("[name=anyway]")
    expect(page.locator("[data-n]")).to_have_text("2")
    anyway.check()
    expect(page.locator("[data-n]")).to_have_text("3")
    page.locator(".fold summary").click()
    page.locator("#kind").select_option("t")
    page.locator("[name=do][value=add]").last.click()
    expect(page.locator(".up-rows li")).to_have_count(5)
    axe(page)
    assert_no_sideways_scrolling(page)
    screenshot(page, f"import-mended-done-{language}")
    there = [
        (card.number, card.side, card.source, card.description, card.category)
        for card in editing.cards_in(deck)
    ]
    assert there == [
        (1, "red", "Die Nachtwache", "im Feierabend", "h"),
        (2, "red", "Das Ei", "", "o"),
        (7, "blue", "Eine Katze", "", "t"),
        (8, "red", "Die Henne", "", "t"),
    ]


@pytest.mark.parametrize(("size", "seen"), [(PHONE, False), (DESKTOP, True)], ids=["phone", "desktop"])
def test_keys_are_spoken_of_where_there_are_some(open_page, alice, sign_in_page, size, seen):
    deck = deck_of(0, owner=alice)
    page = open_page(**size)
    sign_in_page(page, alice)
    page.goto(f"/decks/{deck.pk}/edit/")
    expect(page.locator(".keys")).to_be_visible(visible=seen)

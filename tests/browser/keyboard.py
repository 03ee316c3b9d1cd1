"""Coming to things as somebody without a mouse does: by Tab and the arrows, and nothing is focused for them."""

from playwright.sync_api import Locator

IS_HERE = "it => it === document.activeElement"
IN_ITS_GROUP = "it => document.activeElement.name === it.name && document.activeElement.form === it.form"


def tab_to(there: Locator, way: str = "Tab", is_here: str = IS_HERE) -> None:
    """way: "Shift+Tab" for the way back. is_here: what says of the element that the focus is where it should be."""
    there.wait_for()
    for _ in range(90):
        there.page.keyboard.press(way)
        if there.evaluate(is_here):
            return
    raise AssertionError(f"{way} does not come to {there} on {there.page.url}")


def press(there: Locator, key: str = "Enter", way: str = "Tab") -> None:
    tab_to(there, way)
    there.page.keyboard.press(key)


def write(field: Locator, words: str) -> None:
    """Over whatever stands in the field."""
    tab_to(field)
    field.page.keyboard.press("Control+A")
    field.page.keyboard.insert_text(words)


def choose(radio: Locator) -> None:
    """Tab comes to one radio of a group, the arrows to the others."""
    tab_to(radio, is_here=IN_ITS_GROUP)
    if radio.evaluate(IS_HERE):
        radio.page.keyboard.press("Space")
    for _ in range(20):
        if radio.is_checked():
            return
        radio.page.keyboard.press("ArrowDown")
    raise AssertionError(f"the arrows do not come to {radio}")


def select(box: Locator, label: str) -> None:
    tab_to(box)
    box.page.keyboard.type(label)
    assert box.evaluate("it => it.selectedOptions[0].label.trim()") == label

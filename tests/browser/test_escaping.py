"""T43 where nothing else would help: without our content security policy, what somebody wrote is words and no more."""

from urllib.parse import urlsplit

from playwright.sync_api import Page, expect

from tests.moderation.nasty import ADDRESSES, FAMILIES, ODD, PLACES
from tests.moderation.test_nasty_text import Scene

WORDS = [*ADDRESSES, *ODD, *(place + words for words in FAMILIES.values() for place in PLACES.values())]
WORDS += [words.replace("<", "&lt;").replace(">", "&gt;") for words in FAMILIES.values()]
ALL = " ".join(WORDS)
RUNS = """() => {
    const script = document.createElement("script");
    script.textContent = "window.ran = true";
    document.body.append(script);
    return window.ran === true;
}"""
# Whether it says such words, and what would run at a press, or when something arrives.
LOOK = """() => [document.body.textContent.includes("<img src=x onerror=alert(1)>"),
    [...document.querySelectorAll("*")].filter((one) => [...one.attributes].some(({name, value}) =>
        name.startsWith("on") || name.startsWith("hx-on") || name === "srcdoc" ||
        (["href", "src", "action", "formaction", "xlink:href"].includes(name) && /^\\s*(javascript|data):/i.test(value))
    )).map((one) => one.outerHTML.slice(0, 120))]"""


def listen(page: Page, home: str) -> list[str]:
    """What runs there, and what it asks of others than us."""
    heard: list[str] = []

    def on_dialog(dialog) -> None:
        heard.append(f"{page.url}: {dialog.type} {dialog.message}")
        dialog.dismiss()

    def on_request(request) -> None:
        where = urlsplit(request.url)
        ours = f"{where.scheme}://{where.netloc}" == home or where.scheme == "data"
        settings = where.path == "/settings/" and "hx-request" in request.headers
        if not ours or settings or where.path.endswith("/x"):
            heard.append(f"{page.url}: {request.url}")

    page.on("dialog", on_dialog)
    page.on("request", on_request)
    return heard


def test_nothing_that_somebody_wrote_runs_even_without_a_policy(open_page, sign_in_page, live_server):
    scene = Scene()
    scene.write(ALL, [" ".join(WORDS[n::24]) for n in range(24)])
    looked_at = 0
    places = scene.places()
    del places[None]  # the same pages as Bob's
    places[scene.root] = places[scene.root][:3]  # the admin's own are alike
    for who, wheres in places.items():
        page = open_page(bypass_csp=True)
        heard = listen(page, live_server.url)
        sign_in_page(page, who)
        for where in wheres:
            page.goto(where)
            says, loaded = page.evaluate(LOOK)
            assert not loaded and not page.frames[1:] and not heard, (where, loaded, heard)
            looked_at += says
        if who == scene.alice:
            type_into_a_card(page, scene)
            assert page.evaluate(LOOK)[1] == [] and not heard
        assert page.evaluate(RUNS)
    assert looked_at > 30


def type_into_a_card(page: Page, scene: Scene) -> None:
    """The workshop shows it as it is typed."""
    page.goto(f"/decks/{scene.deck.pk}/edit/")
    for words in FAMILIES.values():
        page.get_by_role("textbox", name="Quote").first.fill(words)
        expect(page.locator("[data-preview=quote] .goq.quote .text").first).to_have_text(words)

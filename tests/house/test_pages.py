import json
import re
from html import unescape

import pytest

DIRECTIVES = {
    "default-src 'self'",
    "script-src 'self'",
    "style-src 'self'",
    "img-src 'self' data:",
    "object-src 'none'",
    "base-uri 'self'",
    "form-action 'self'",
    "frame-ancestors 'none'",
}


def test_a_page_tells_the_browser_to_trust_nobody_else(client, db):
    answer = client.get("/admin/login/")
    assert set(answer["Content-Security-Policy"].split("; ")) == DIRECTIVES
    assert (answer["X-Frame-Options"], answer["Referrer-Policy"]) == ("DENY", "same-origin")
    assert answer["X-Content-Type-Options"] == "nosniff"


def test_our_own_files_come_without_what_only_pages_need(client, db, settings):
    """A page brings nine of them, and the policy would be a fifth of a kilobyte with each."""
    settings.WHITENOISE_USE_FINDERS = settings.WHITENOISE_AUTOREFRESH = True
    sprite = client.get("/static/img/sprite.svg")
    assert (sprite.status_code, sprite["Content-Type"]) == (200, "image/svg+xml")
    assert "Content-Security-Policy" not in sprite and sprite["X-Content-Type-Options"] == "nosniff"


def test_a_swap_copies_no_style_because_the_policy_would_refuse_it(client, db):
    """A browser or one of its extensions may have left one on a field, be it an empty one."""
    page = client.get("/nowhere/").content.decode()
    config = json.loads(unescape(re.search(r"<meta name=\"htmx-config\" content='([^']+)'", page)[1]))
    assert "style" not in config["attributesToSettle"] and "class" in config["attributesToSettle"]


@pytest.mark.parametrize("language", ["en", "de"])
def test_an_unknown_address_gets_a_friendly_page(client, db, language):
    answer = client.get("/nowhere/", headers={"accept-language": language})
    assert answer.status_code == 404
    assert f'lang="{language}"' in answer.content.decode()


@pytest.mark.parametrize("where", ["/settings/", "/nowhere/", "/decks/999/"])
def test_every_page_leads_to_the_decks_on_a_phone_whose_header_has_no_room_for_it(alice, sign_in, where):
    page = sign_in(alice).get(where, headers={"accept": "text/html"}).content.decode()
    header, footer = page.split("</header>")[0], page.split("<footer")[1]
    assert 'class="wider"><a href="/decks/"' in header
    on_phones = re.search(r'<ul class="on-phones">.*?</ul>', footer)[0]
    assert 'href="/decks/"' in on_phones and 'href="/#games"' in on_phones
    assert ("leads to your matches and decks" in page) == (where != "/settings/")


def test_an_address_that_only_shows_says_so_in_our_words(client, db):
    browser = {"accept": "text/html,application/xhtml+xml", "accept-language": "en"}
    answer = client.post("/deleted/", headers=browser)
    assert answer.status_code == 405 and answer["Allow"] == "GET, HEAD"
    assert "Nothing was changed." in answer.content.decode()
    assert client.post("/deleted/").content == b""


def addresses():
    from accounts.urls import urlpatterns as people
    from games.urls import urlpatterns as play

    for prefix, patterns in (("", people), ("", play)):
        for pattern in patterns:
            inner = getattr(pattern, "url_patterns", [pattern])
            start = prefix if inner == [pattern] else str(pattern.pattern)
            yield from (start + str(one.pattern) for one in inner)


@pytest.mark.parametrize("route", sorted(set(addresses())))
def test_no_address_of_ours_leaves_a_browser_with_an_empty_page(alice, sign_in, route):
    """A page shown after a refused form has the address of the form; whatever leads there again is a GET."""
    where = "/" + re.sub(r"<int:\w+>", "1", re.sub(r"<(?:slug|str):\w+>", "nothing", route))
    assert sign_in(alice).get(where).status_code in (200, 302, 403, 404)

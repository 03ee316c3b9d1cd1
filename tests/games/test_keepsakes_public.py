"""What everybody sees of a combination: its page, its preview and its picture."""

import re
from datetime import timedelta
from html.parser import HTMLParser
from typing import Any
from xml.etree import ElementTree

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from accounts.models import User
from games import keepsakes, shared_picture
from games.game_of_quotes.cards import blank_card
from games.game_of_quotes.parts import Source
from games.models import Consent, Match
from tests.games.keeping import (
    AT,
    answer,
    ask,
    box_of,
    by_source,
    ended,
    everybody_sees,
    put_together,
    shared,
    who,
    write,
)
from tests.games.scripts import Queries, text

__all__ = ["ended"]

pytestmark = pytest.mark.django_db


# What everybody sees


class Head(HTMLParser):
    """The named things of a page's head, and the texts of its cards."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.meta: dict[str, str] = {}
        self.title, self.tags, self.inside = "", set(), ""
        self.feed(html)

    def handle_starttag(self, tag, attrs):
        named = dict(attrs)
        self.tags.add(tag)
        self.inside = tag
        if tag == "meta":
            self.meta[named.get("property") or named.get("name") or ""] = named.get("content", "")

    def handle_data(self, data):
        if self.inside == "title":
            self.title += data

    def handle_endtag(self, tag):
        self.inside = ""


def public_page(at: tuple[int, int] = AT) -> tuple[Any, Head]:
    page = Client().get(shared(at).get_absolute_url())
    return page, Head(text(page))


def test_a_preview_tells_the_whole_joke(ended):
    put_together(
        ended.match,
        quote=blank_card(write("Soup is an argument.", who(ended, 0)), None),
        source=Source(words=write("The neighbour", who(ended, 0))),
    )
    ask(ended, 0)
    page, head = public_page()
    url = f"http://testserver{shared().get_absolute_url()}"
    assert head.title == "“Soup is an argument.” · Game of Quotes"
    assert head.meta["og:title"] == "Game of Quotes: nobody ever said this"
    assert head.meta["og:description"] == head.meta["description"] == "“Soup is an argument.” – The neighbour"
    assert head.meta["og:url"] == url
    if shared_picture.has_png(keepsakes.scene_of(keepsakes.by_link(shared().link))):
        assert head.meta["og:image"] == f"{url[:-1]}.png"
        assert head.meta["twitter:card"] == "summary_large_image"
    assert 'lang="en"><span class="text">Soup is an argument.' in text(page)
    assert re.search(r'lang="en"><b>The neighbour</b>', text(page))
    assert page["Cache-Control"].startswith("max-age=0") and "no-store" in page["Cache-Control"]


@pytest.mark.parametrize(("wall", "indexed"), [("", False), ("1", True)])
def test_only_what_is_on_the_wall_may_be_found_by_search(ended, wall, indexed):
    ask(ended, 0, wall=wall)
    _page, head = public_page()
    assert ("robots" not in head.meta) is indexed


@pytest.mark.parametrize("families", [(), ("DejaVu Serif", "DejaVu Sans")])
def test_without_a_picture_none_is_named(ended, monkeypatch, families):
    monkeypatch.setattr(shared_picture, "FAMILIES", families)
    ask(ended, 0)
    _page, head = public_page()
    png = Client().get(f"/q/{shared().link}.png")
    assert (
        ("og:image" in head.meta)
        == (png.status_code == 200)
        == shared_picture.has("DejaVu Serif", "A") & bool(families)
    )
    assert (head.meta["twitter:card"] == "summary_large_image") == ("og:image" in head.meta)


NASTY = [
    "</title></span><script>alert(1)</script>",
    "\"'><img src=x onerror=alert(1)>",
    "{{ settings.SECRET_KEY }} {% csrf_token %}",
    "]]></svg> & &amp; <!--",
    "שלום 😀 日本",
]


@pytest.mark.parametrize("nasty", NASTY)
def test_nasty_text_stays_text_everywhere(ended, nasty):
    alice = who(ended, 0)
    User.objects.filter(pk=alice.pk).update(name=nasty[:40])
    put_together(
        ended.match,
        quote=blank_card(write(nasty, alice), None),
        source=Source(words=write(nasty, alice)),
    )
    ask(ended, 0)
    _page, head = public_page()
    assert head.meta["og:description"] == f"“{nasty}” – {nasty}"
    assert nasty[:20] in head.title
    for html in (text(public_page()[0]), text(ended.clients[1].get(ended.url("combinations")))):
        assert "<script>alert" not in html and "<img src=x" not in html
    svg = Client().get(f"/q/{shared().link}.svg").content
    said = "".join(one.text or "" for one in ElementTree.fromstring(svg).iter() if one.tag.endswith("}text"))
    assert said.count("script") == 2 * nasty.count("script")
    assert b"<script" not in svg and b"<img" not in svg


def test_a_picture_is_served_on_its_own(ended):
    ask(ended, 0)
    picture = Client().get(f"/q/{shared().link}.svg")
    assert picture["Content-Type"] == "image/svg+xml; charset=utf-8"
    assert picture["Content-Security-Policy"] == "default-src 'none'"
    assert picture["X-Content-Type-Options"] == "nosniff"
    assert picture["Cache-Control"] == "public, max-age=300"
    assert not picture.cookies
    for address in (f"/q/{shared().link}.gif", "/q/nothing.svg", "/q/nothing.png"):
        gone = Client().get(address)
        assert (gone.status_code, gone["Cache-Control"], gone.content) == (404, "no-store", b"")
    assert Client().post(f"/q/{shared().link}.svg").status_code == 405


@pytest.mark.parametrize("link", ["nothing", "a" * 32, "..", "%00", "ä", "'", "x.y.z"])
def test_a_link_that_never_was_looks_like_one_that_is_gone(ended, link):
    page = Client().get(f"/q/{link}/")
    assert page.status_code in (400, 404)
    if page.status_code == 404:
        assert "Nothing is shown here" in text(page) and "noindex" in text(page)


def test_pages_read_in_german(ended):
    User.objects.update(language="de")
    by_source(ended, who(ended, 2))
    ask(ended, 0)
    for page in (
        ended.clients[0].get(ended.url("combinations")),
        ended.clients[2].get(reverse("share-answer", args=[Consent.objects.get(person=who(ended, 2)).pk])),
    ):
        assert page.status_code == 200 and '<html lang="de"' in text(page)
    answer(who(ended, 2), "yes")
    page = Client().get(shared().get_absolute_url(), headers={"Accept-Language": "de"})
    assert page.status_code == 200 and '<html lang="de"' in text(page)


def test_a_picture_speaks_the_language_of_its_deck(ended):
    ask(ended, 0)
    pictures = {
        Client().get(f"/q/{shared().link}.svg", headers={"Accept-Language": language}).content
        for language in ("de", "fr", "en")
    }
    assert len(pictures) == 1


def test_what_is_kept_outlives_the_years(ended):
    ask(ended, 0)
    Match.objects.update(ended_at=timezone.now() - timedelta(days=2000))
    assert everybody_sees()


# The wall


def test_all_that_is_public_takes_few_queries(ended):
    def cost() -> tuple[int, int]:
        with Queries() as queries:
            found = len(keepsakes.public(keepsakes.agreed()))
        return found, len(queries)

    ask(ended, 0)
    one, few = cost()
    for number in (2, 3, 4):
        ask(ended, 0, (number, 0)), ask(ended, 1, (number, 1))
    many, same = cost()
    assert (one, many) == (1, 7) and few == same <= 6


def test_the_wall_has_only_what_was_asked_for_it(ended):
    ask(ended, 0)
    ask(ended, 1, (2, 1), wall="1")
    found = keepsakes.public(keepsakes.agreed().filter(on_wall=True))
    assert [(one.shared.round, one.by, one.quote.language) for one in found] == [(2, "Bob", "en")]


def test_whoever_alone_wrote_it_hangs_it_on_the_wall_later_too(ended):
    ask(ended, 0)
    box = box_of(text(ended.clients[0].get(ended.url("combinations"))))
    assert "Hang it on the wall too" in box and not shared().on_wall
    assert ask(ended, 0, wall="1").status_code == 303
    assert shared().on_wall and everybody_sees()
    box = box_of(text(ended.clients[0].get(ended.url("combinations"))))
    assert "Hang it on the wall too" not in box and "On the wall" in box


def test_what_others_wrote_too_does_not_go_to_the_wall_on_a_yes_to_its_link(ended):
    by_source(ended, who(ended, 2))
    ask(ended, 2)
    answer(who(ended, 0), "yes")
    assert everybody_sees()
    assert "Hang it on the wall too" not in box_of(text(ended.clients[2].get(ended.url("combinations"))))
    ask(ended, 2, wall="1")
    assert not shared().on_wall

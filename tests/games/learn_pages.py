"""The page that teaches a game, as anybody reads it, and what has to hold of every one."""

import re
from collections.abc import Container
from dataclasses import dataclass
from html import unescape

from django.test import Client
from django.utils.html import strip_tags

from tests.games.scripts import Party, text


@dataclass(frozen=True)
class LearnPage:
    url: str

    def __call__(self, language: str = "en") -> str:
        return text(Client().get(self.url, headers={"Accept-Language": language}))

    def section(self, name: str) -> str:
        return part(self(), name)


def part(html: str, name: str) -> str:
    """A section, or a box in one."""
    found = re.search(rf'<(section|div)\b[^>]*\bid="{name}".*?</\1>', html, re.S)
    assert found, name
    return found[0]


def words(html: str) -> str:
    return " ".join(unescape(strip_tags(html)).split())


def anchors(html: str) -> set[str]:
    return set(re.findall(r'\bid="([^"]+)"', html))


def links_within(html: str) -> set[str]:
    return set(re.findall(r'href="#([^"]+)"', html))


def assert_badges_lead_to_the_rulings_and_back(
    page: LearnPage, badges: Container[int], least: int, bare: frozenset[str] = frozenset()
) -> None:
    """badges: how many there may be; least: how many places the rulings name; bare: those of them without a badge."""
    html = page()
    found = re.findall(r'<a class="house" href="([^"]+)">', html)
    assert len(found) in badges and set(found) == {"#rulings"}
    places = links_within(part(html, "rulings")) - {"rulings"}
    assert places <= anchors(html) and len(places) >= least
    for place in places - bare:
        assert 'class="house"' in part(html, place), place


def assert_the_question_mark_leads_to_the_rules(table: Party, kind: str) -> None:
    shown = text(table.page(table.owed(kind=kind).seat))
    help_to = r'<a class="help" href="([^"#]+)#([^"]+)" target="_blank" rel="noopener">(.*?)</a>'
    led = {place: (page, said) for page, place, said in re.findall(help_to, shown)}
    page, said = led[kind]
    assert page == f"/games/{table.match.game}/" and "Rules for this question (new tab)" in said
    assert kind in anchors(LearnPage(page)())

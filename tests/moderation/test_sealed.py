"""Staff who look into the admin may sit at a table: what nobody has heard there yet, they do not read here."""

from datetime import timedelta

import pytest
from django.utils import timezone

from accounts.models import User
from games.models import Match
from games.moderation import sealed
from quotes.models import Words
from tests.games.scripts import Queries, sit_down
from tests.moderation import scenes
from tests.moderation.scenes import browser, text

pytestmark = pytest.mark.django_db
SECRET, SEALED = "zq a secret", "sealed until its match is over"


@pytest.fixture
def root(db):
    return browser(User.objects.create_superuser("root", "root@example.org", name="Root"))


def table(who: User, **more) -> Match:
    match = sit_down("kangoeroe", [who, scenes.person("Neighbour")])
    fields = {"game": "game-of-quotes", "created_at": timezone.now() - timedelta(hours=1)} | more
    Match.objects.filter(pk=match.pk).update(**fields)
    return match


def a_source(who: User, **more) -> Words:
    table(who, **more)
    return Words.objects.create(author=who, text=SECRET)


def a_source_of_somebody_who_is_gone(who: User, **more) -> Words:
    words = a_source(who, **more)
    Words.objects.update(author=None)
    return words


WAYS = {
    "said": lambda who, **more: scenes.said(table(who, **more), who, SECRET),
    "a blank": lambda who, **more: scenes.blank(table(who, **more), who, SECRET).quote,
    "the source of a blank": lambda who, **more: scenes.blank(table(who, **more), who, "x", SECRET).source,
    "a source": a_source,
    "a source of somebody who is gone": a_source_of_somebody_who_is_gone,
}
SEEN = {"finished": True, "closed": True, "running": False, "lobby": False, "paused": False, "frozen": False}


@pytest.mark.parametrize("way", WAYS)
def test_words_are_read_in_the_lists_of_the_admin_once_their_match_is_over(root, alice, way):
    """Those of its talk at once, for they were heard."""
    words = WAYS[way](alice, status="lobby")
    for status, over in SEEN.items():
        Match.objects.update(status=status)
        [row] = sealed.covered(sealed.with_places(Words.objects.filter(pk=words.pk)))
        assert row.text == (SECRET if over or way == "said" else SEALED)


@pytest.mark.parametrize(
    ("way", "status"), [("said", "running"), ("a blank", "running"), ("a source", "finished")]
)
def test_no_page_of_the_admin_says_what_is_sealed(root, alice, way, status):
    words = WAYS[way](alice, status=status)
    pages = [
        root.get("/admin/quotes/words/"),
        root.get(f"/admin/quotes/words/{words.pk}/change/"),
        root.get(f"/admin/quotes/words/{words.pk}/history/"),
        root.post("/admin/quotes/words/", {"action": "hide", "_selected_action": words.pk}),
    ]
    assert [page.status_code for page in pages] == [200] * 4
    read = SEEN[status] or way == "said"
    assert [SECRET in text(page) for page in pages] == [read] * 4
    assert [SEALED in text(page) for page in pages] == [not read] * 4
    assert (f"/{words.pk}/change/" in text(root.get("/admin/quotes/words/?q=zq"))) == read


@pytest.mark.parametrize("lookup", ["text", "text__startswith", "text__icontains"])
def test_no_letter_of_them_is_found_out_by_the_address_of_the_list(root, alice, lookup):
    a_source(alice)
    assert root.get(f"/admin/quotes/words/?{lookup}=zq").status_code in (302, 400)


def test_looking_at_them_changes_nothing(root, alice):
    words = a_source(alice)
    root.get(f"/admin/quotes/words/{words.pk}/change/")
    assert root.post(f"/admin/quotes/words/{words.pk}/change/", {}).status_code == 403
    assert Words.objects.get().text == SECRET


def test_a_source_for_a_match_that_is_over_is_read_while_its_author_plays_the_next(root, alice):
    a_source(alice, status="finished")
    table(alice, created_at=timezone.now() + timedelta(seconds=1))
    assert SECRET in text(root.get("/admin/quotes/words/"))


def test_the_list_says_where_they_were_written_in_as_many_queries_for_one_as_for_ten(root, alice):
    said = scenes.words(alice)
    with Queries() as one:
        root.get("/admin/quotes/words/")
    for n in range(9):
        scenes.blank(table(alice, status="finished"), alice, f"Blank {n}")
    with Queries() as ten:
        page = text(root.get("/admin/quotes/words/"))
    assert len(one) == len(ten)
    code = Match.objects.get(messages__words=said).code
    assert "in the words of its table" in page and "on a blank card" in page and code in page


def test_the_list_of_shared_combinations_says_what_they_say(root, alice, monkeypatch):
    from games.moderation.targets import TARGETS, Line

    monkeypatch.setattr(
        TARGETS["shared"], "lines", lambda row: [Line("quote", "To be"), Line("source", "A bee")]
    )
    match = table(alice, status="finished")
    shared = match.shared.create(round=1, seat=0, asked_by=alice)
    for where in ("", f"{shared.pk}/change/"):
        assert "To be – A bee" in text(root.get(f"/admin/games/shared/{where}"))
    asked = root.post("/admin/games/shared/", {"action": "hide", "_selected_action": shared.pk})
    assert "To be – A bee" in text(asked)


def test_a_page_of_the_admin_that_is_not_open_says_nothing_of_tables(alice):
    answer = browser(scenes.moderator("Judge")).get("/admin/", follow=True)
    assert answer.status_code == 403 and "It is for people with other rights than yours." in text(answer)
    assert "seat" not in text(answer).split("<main")[1].split("</main")[0]

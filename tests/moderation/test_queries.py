"""Every page of moderation takes the same few queries, however much there is; long lists come in pages."""

from collections.abc import Callable

import pytest
from django.utils import timezone

from accounts import notices as channel
from accounts.models import Send, User
from games.moderation import appeals, cases, notices, reports
from games.moderation.models import Act, Appeal, Case, Report
from games.moderation.notice_words import MODERATION
from tests.games.scripts import Queries
from tests.moderation import scenes
from tests.moderation.scenes import browser, decided, moderator, person, report, text

pytestmark = pytest.mark.django_db

MOST = {"case": 25, "list": 12, "about you": 12}


@pytest.fixture(autouse=True)
def without_end(monkeypatch):
    """Nobody reports too much."""
    monkeypatch.setattr(reports, "MOST_A_DAY", 1000)


class Scene:
    """Alice writes, Bob and Judge report, Judge and Other decide; Cleo's is the deck."""

    def __init__(self) -> None:
        self.alice, self.bob, self.cleo = person("Alice"), person("Bob"), person("Cleo")
        self.judge, self.other = moderator("Judge"), moderator("Other")
        self.deck, self.number = scenes.deck_of(self.cleo), 0

    def card(self):
        self.number += 1
        return scenes.card(self.alice, f"Quote {self.number}.", deck=self.deck)

    def reported(self, who: User) -> Case:
        return report(who, "card", self.card())

    def queries(self, who: User, where: str) -> int:
        client = browser(who)
        client.get(where)
        with Queries() as found:
            assert client.get(where).status_code == 200
        return len(found)


def few_and_many(count: Callable[[], int], more: Callable[[], object], times: int = 6) -> tuple[int, int]:
    more()
    few = count()
    for _time in range(times):
        more()
    return few, count()


@pytest.mark.parametrize("state", ["open", "taken", "done", "appealed"])
def test_the_page_of_a_case_whatever_else_waits(state):
    scene = Scene()
    case = scene.reported(scene.bob)
    if state == "taken":
        cases.take(scene.judge, case.pk)
    if state in ("done", "appealed"):
        decided(scene.other, case, "hide", "mute")
    if state == "appealed":
        appeals.appeal(scene.alice, case.pk, "Not so.")

    def more() -> None:
        """Another decision about the author, and a case that waits, which Judge is barred from."""
        decided(scene.other, scene.reported(scene.bob), "keep", "warn")
        scene.reported(scene.judge)
        report(
            person(f"Dora {scene.number}"), "card", scenes.row_of("card", case.key)
        ) if state == "open" else None

    where = f"/moderation/case/{case.pk}/"
    few, many = few_and_many(lambda: scene.queries(scene.judge, where), more)
    assert few == many <= MOST["case"], (few, many)


def test_next_is_found_behind_all_that_a_moderator_reported():
    scene = Scene()
    first = scene.reported(scene.bob)
    for _n in range(cases.LOOKED_AT + 1):
        scene.reported(scene.judge)
    last = scene.reported(scene.bob)
    assert cases.next_after(scene.judge, first) == last


@pytest.mark.parametrize("tab", ["", "mine/", "done/", "appeals/", "audit/"])
def test_the_lists_of_moderators(tab):
    scene = Scene()

    def more() -> None:
        scene.reported(scene.bob)
        cases.take(scene.judge, scene.reported(scene.bob).pk)
        case = decided(scene.other, scene.reported(scene.bob), "hide")
        Appeal.objects.create(case=case, text="Not so.")

    few, many = few_and_many(lambda: scene.queries(scene.judge, f"/moderation/{tab}"), more)
    assert few == many <= MOST["list"], (few, many)


def test_what_waits_is_counted_once_for_each_moderator_however_many_appeals_there_are():
    scene = Scene()

    def more() -> None:
        Appeal.objects.create(case=decided(scene.other, scene.reported(scene.bob), "hide"), text="Not so.")

    def count() -> int:
        row = Send(person=User.objects.get(pk=scene.judge.pk), kind="moderation", about={"to": "moderators"})
        with Queries() as found:
            assert MODERATION.wanted(row) and "wait" in MODERATION.say(row).line
        return len(found)

    few, many = few_and_many(count, more)
    assert few == many <= 6, (few, many)


@pytest.mark.parametrize("who", ["alice", "cleo"])
def test_decisions_about_you(who):
    scene = Scene()

    def more() -> None:
        decided(scene.judge, scene.reported(scene.bob), "ask", "warn")
        case = decided(scene.judge, scene.reported(scene.bob), "hide", "mute")
        cases.end(scene.judge, case.pk, "lift_mute")
        decided(scene.judge, scene.reported(scene.bob), "hide")

    few, many = few_and_many(lambda: scene.queries(getattr(scene, who), "/about-you/"), more)
    assert few == many <= MOST["about you"], (few, many)


# In pages


def test_decisions_about_you_come_in_pages_and_each_is_found_on_its_own():
    scene = Scene()
    Case.objects.bulk_create(
        Case(
            kind="card",
            key=n,
            fingerprint=str(n),
            author=scene.alice,
            owner=scene.cleo,
            state="done",
            verdict="hide",
            reason="insult",
            done_at=timezone.now(),
            frozen={"lines": [{"what": "quote", "text": f"Number {n}."}], "around": {}},
        )
        for n in range(1, 71)
    )
    oldest = Case.objects.order_by("pk").first()
    client = browser(scene.alice)
    first = text(client.get("/about-you/"))
    assert first.count("Say something against it") == 30 and "Page 1 of 3" in first
    assert 'href="?page=2"' in first and "Number 1." not in first
    for answer in (
        client.get(f"/about-you/?case={oldest.pk}"),
        client.post(f"/about-you/{oldest.pk}/appeal/", {"text": ""}),
    ):
        assert "Number 1." in text(answer) and "Page 3 of 3" in text(answer)
    for odd in ("0", "x", "9" * 30, "²"):
        assert "Page 1 of 3" in text(client.get("/about-you/", {"case": odd}))
    theirs = text(browser(scene.cleo).get("/about-you/"))
    assert "Page 1 of 3" in theirs and 'href="?decks=2"' in theirs
    assert "Number 1." in text(browser(scene.cleo).get("/about-you/?decks=3"))


# Told with what caused it, or not at all


class Broken(Exception):
    pass


def breaks(*_rows: object) -> None:
    raise Broken


HAPPENINGS = {
    "a report": lambda scene, case: scene.reported(scene.bob),
    "a verdict": lambda scene, case: cases.decide(
        scene.judge, case.pk, cases.Verdict("hide", "mute", 7, "hate")
    ),
    "an end before its time": lambda scene, case: cases.end(scene.judge, scene.done.pk, "lift_mute"),
    "an appeal": lambda scene, case: appeals.appeal(scene.alice, scene.done.pk, "Not so."),
    "what is decided about it": lambda scene, case: appeals.decide(scene.judge, scene.said.pk, "reverse"),
}


@pytest.mark.parametrize("happening", HAPPENINGS.values(), ids=HAPPENINGS)
def test_nothing_happens_of_which_nobody_could_be_told(happening, monkeypatch):
    """A process that dies between the two leaves neither."""
    scene = Scene()
    case = cases.take(scene.judge, scene.reported(scene.bob).pk)
    scene.done = decided(scene.other, scene.reported(scene.bob), "keep", "mute")
    scene.said = decided(scene.other, scene.reported(scene.bob), "keep", "suspend")
    appeals.appeal(scene.alice, scene.said.pk, "Nor this.")
    stored = (Case, Report, Appeal, Act, User)
    before = [list(model.objects.order_by("pk").values()) for model in stored]
    monkeypatch.setattr(notices, "tell_all", breaks)
    with pytest.raises(Broken):
        happening(scene, case)
    assert [list(model.objects.order_by("pk").values()) for model in stored] == before
    monkeypatch.setattr(notices, "tell_all", channel.tell_all)
    happening(scene, case)

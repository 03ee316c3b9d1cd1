"""State x action x role: what is shown is what is allowed, and what is not shown is refused."""

from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone

from accounts.models import User
from games.moderation import appeals, cases
from games.moderation.allowed import CaseSight
from games.moderation.models import Case
from tests.moderation import scenes
from tests.moderation.forms import forms_in
from tests.moderation.scenes import browser, decided, moderator, person, report, text

pytestmark = pytest.mark.django_db

SENT = {
    "take": ("take/", {}),
    "give_back": ("give-back/", {}),
    "decide": ("decide/", {"thing": "hide", "reason": "hate", "sure": "1"}),
    "unhide": ("end/unhide/", {"sure": "1"}),
    "lift_mute": ("end/lift_mute/", {"sure": "1"}),
    "lift_suspension": ("end/lift_suspension/", {"sure": "1"}),
    "again": ("again/", {}),
    "uphold": ("appeal/", {"what": "uphold", "words": "It stands."}),
    "reverse": ("appeal/", {"what": "reverse", "sure": "1"}),
}


class Scene:
    """Alice wrote it, Bob reported it; Judge and Other moderate, and Root runs the site."""

    def __init__(self) -> None:
        self.alice, self.bob = person("Alice"), person("Bob")
        self.judge, self.other = moderator("Judge"), moderator("Other")
        self.root = User.objects.create_superuser("root", "root@example.org", name="Root")
        self.dora, self.away = person("Dora"), moderator("Away")
        self.away.suspended_until = timezone.now() + timedelta(days=1)
        self.away.save()
        self.card = scenes.card(self.alice)
        self.case = report(self.bob, "card", self.card)

    def case_now(self) -> Case:
        return Case.objects.select_related("author", "owner", "moderator").get(pk=self.case.pk)

    def be(self, state: str) -> None:
        if state == "open":
            return
        if state in ("taken", "stale"):
            cases.take(self.judge, self.case.pk)
            if state == "stale":
                since = timezone.now() - timedelta(hours=25)
                Case.objects.filter(pk=self.case.pk).update(taken_at=since)
            return
        decided(self.judge, self.case, "hide", "suspend" if state == "suspended" else "mute")
        if state in ("appealed", "upheld", "reversed"):
            appeals.appeal(self.alice, self.case.pk, "Not so.")
        if state in ("upheld", "reversed"):
            appeals.decide(
                self.other, self.case.pk, {"upheld": "uphold", "reversed": "reverse"}[state], "So."
            )


ROLES = {
    "the one who has it": lambda scene: scene.judge,
    "another moderator": lambda scene: scene.other,
    "who runs the site": lambda scene: scene.root,
    "a member": lambda scene: scene.dora,
    "its author": lambda scene: scene.alice,
    "who reported it": lambda scene: scene.bob,
    "a moderator who is suspended": lambda scene: scene.away,
    "nobody": lambda scene: None,
}
MODERATORS = ("the one who has it", "another moderator", "who runs the site")
# state -> what each moderator is offered: who has (or decided) it, and all others
TABLE: dict[str, tuple[set[str], set[str]]] = {
    "open": ({"take"}, {"take"}),
    "taken": ({"decide", "give_back"}, set()),
    "stale": ({"decide", "give_back"}, {"take"}),
    "done": ({"unhide", "lift_mute"}, {"unhide", "lift_mute"}),
    "suspended": ({"unhide", "lift_suspension"}, {"unhide", "lift_suspension"}),
    "appealed": (set(), {"uphold", "reverse"}),
    "upheld": ({"unhide", "lift_mute"}, {"unhide", "lift_mute"}),
    "reversed": ({"again"}, {"again"}),
}


def expected(state: str, role: str) -> set[str]:
    if role not in MODERATORS:
        return set()
    return TABLE[state][role != "the one who has it"]


@pytest.mark.parametrize("state", TABLE)
def test_what_is_shown_is_what_can_be_pressed(state):
    scene = Scene()
    scene.be(state)
    where = f"/moderation/case/{scene.case.pk}/"
    for role, who in ((role, find(scene)) for role, find in ROLES.items()):
        answer = browser(who).get(where)
        if role not in MODERATORS:
            assert answer.status_code in (302, 404) and "The night porter" not in text(answer), role
            continue
        assert answer.status_code == 200
        assert set(CaseSight(who, scene.case_now()).offered) == expected(state, role), role
        assert shown_in(text(answer), where) == expected(state, role), role


def shown_in(page: str, where: str) -> set[str]:
    """What the buttons of a page would do."""
    found = set()
    for form in forms_in(page):
        what = form.action.removeprefix(where).rstrip("/")
        assert form.action.startswith(where) and form.action != where
        if what == "appeal":
            found |= {value for _name, value in form.buttons}
        else:
            found.add(what.removeprefix("end/").replace("-", "_"))
    return found


SHOWN = [(state, role, action) for state in TABLE for role in MODERATORS for action in expected(state, role)]


@pytest.mark.parametrize(("state", "role", "action"), sorted(SHOWN))
def test_what_is_shown_is_taken(state, role, action):
    scene = Scene()
    scene.be(state)
    before = stored(scene)
    path, form = SENT[action]
    answer = browser(ROLES[role](scene)).post(f"/moderation/case/{scene.case.pk}/{path}", form)
    assert answer.status_code == 303, text(answer)
    assert stored(scene) != before


@pytest.mark.parametrize("state", TABLE)
def test_what_is_not_shown_is_refused_and_changes_nothing(state):
    scene = Scene()
    scene.be(state)
    before = stored(scene)
    for role, who in ((role, find(scene)) for role, find in ROLES.items()):
        client = browser(who)
        for action in SENT.keys() - expected(state, role):
            path, form = SENT[action]
            answer = client.post(f"/moderation/case/{scene.case.pk}/{path}", form)
            if (role, action) == ("the one who has it", "take") and state in ("taken", "stale"):
                assert answer.status_code == 303  # they have it already
            elif role in MODERATORS:
                assert answer.status_code in (403, 409), (role, action)
                assert 'role="alert"' in text(answer)
            else:
                assert answer.status_code in (302, 403, 404), (role, action)
            assert stored(scene) == before, (role, action)


def stored(scene: Scene) -> Any:
    case = scene.case_now()
    scene.card.refresh_from_db()
    scene.alice.refresh_from_db()
    appeal = getattr(case, "appeal", None)
    return (
        *(case.state, case.moderator_id, case.verdict, scene.card.hidden_at, scene.alice.muted_until),
        *(scene.alice.suspended_until, appeal and appeal.outcome, case.acts.count(), Case.objects.count()),
    )


def test_the_lists_have_nothing_to_press_but_the_words():
    scene = Scene()
    scene.be("appealed")
    client = browser(scene.other)
    for place in ("", "mine/", "done/", "appeals/", "audit/"):
        assert forms_in(text(client.get(f"/moderation/{place}"))) == []
    assert client.post("/moderation/words/", {"word": "moon", "language": "en"}).status_code == 303
    add, drop = forms_in(text(client.get("/moderation/words/")))
    assert add.fields.keys() >= {"word", "language"}
    assert client.post(drop.action, drop.fields).status_code == 303
    assert len(forms_in(text(client.get("/moderation/words/")))) == 1


def test_the_form_of_a_verdict_is_sent_as_it_stands_in_two_presses():
    scene = Scene()
    scene.be("taken")
    client, where = browser(scene.judge), f"/moderation/case/{scene.case.pk}/"
    (form,) = [one for one in forms_in(text(client.get(where))) if one.action.endswith("decide/")]
    preview = client.post(form.action, form.fields)
    assert preview.status_code == 200
    sure = forms_in(text(preview))[0]
    assert ("sure", "1") in sure.buttons
    assert client.post(sure.action, sure.fields | {"sure": "1"}).status_code == 303
    assert scene.case_now().verdict == "dismiss"


# Own texts, and own reports


CONFLICTS = {
    # who they are to the case, who else moderates -> sees it, may decide
    "author, with another": ("author", ["Other"], False, False),
    "author, alone": ("author", [], True, True),
    "owner of the deck, with another": ("owner", ["Other"], False, False),
    "owner of the deck, alone": ("owner", [], True, True),
    "reporter, with another": ("reporter", ["Other"], True, False),
    "reporter, alone": ("reporter", [], True, True),
    "reporter, and the only other is the author": ("reporter", ["author"], True, True),
    "author, and the only other is the reporter": ("author", ["reporter"], False, False),
}


@pytest.mark.parametrize(("what", "more", "sees", "may"), CONFLICTS.values(), ids=CONFLICTS)
def test_nobody_decides_about_their_own_where_somebody_else_can(what, more, sees, may):
    people = {"author": person("Alice"), "owner": person("Owner"), "reporter": person("Bob")}
    made = moderator("Mo")
    people[what] = made
    for name in more:
        if name in people:
            people[name].groups.add(made.groups.get())
        else:
            moderator(name)
    card = scenes.card(people["author"], deck=scenes.deck_of(people["owner"]))
    case = report(people["reporter"], "card", card)
    client = browser(made)
    listed = f"/moderation/case/{case.pk}/" in text(client.get("/moderation/"))
    page = client.get(f"/moderation/case/{case.pk}/")
    assert (page.status_code == 200, listed) == (sees, sees)
    answer = client.post(f"/moderation/case/{case.pk}/take/")
    assert answer.status_code == (303 if may else 403 if sees else 404)
    assert may or not sees or "You reported this yourself" in text(page)


def test_if_author_and_owner_are_the_only_two_moderators_somebody_still_decides():
    one, two = moderator("One"), moderator("Two")
    case = report(person("Bob"), "card", scenes.card(one, deck=scenes.deck_of(two)))
    for who in (one, two):
        assert f"/moderation/case/{case.pk}/" in text(browser(who).get("/moderation/"))
    assert cases.take(two, case.pk).moderator == two


APPEALS = {
    # what Mo is to the case, who else moderates -> may decide about the appeal
    "decided it, with another": ("judge", ["Other"], False),
    "decided it, alone": ("judge", [], True),
    "did not decide it": ("none", ["Judge"], True),
    "reported it, and the other decided it": ("reporter", ["Judge"], True),
    "reported it, and a third is free": ("reporter", ["Judge", "Other"], False),
    "decided it, and the other reported it": ("judge", ["reporter"], False),
}


@pytest.mark.parametrize(("what", "more", "may"), APPEALS.values(), ids=APPEALS)
def test_an_appeal_goes_to_another_moderator_where_there_is_one(what, more, may):
    alice, mo = person("Alice"), moderator("Mo")
    reporter = mo if what == "reporter" else moderator("Rep") if "reporter" in more else person("Bob")
    others = {name: moderator(name) for name in more if name != "reporter"}
    case = report(reporter, "card", scenes.card(alice))
    decided(mo if what == "judge" else others["Judge"], case, "hide")
    appeals.appeal(alice, case.pk, "Not so.")
    answer = browser(mo).post(
        f"/moderation/case/{case.pk}/appeal/", {"what": "uphold", "words": "Looked at again."}
    )
    assert answer.status_code == (303 if may else 403)
    assert may or "another moderator" in text(answer)


# Two at one case


def test_the_second_moderator_is_told_who_has_it_and_since_when(time_machine):
    time_machine.move_to("2026-05-04 12:00:00+00:00", tick=False)
    scene = Scene()
    scene.be("taken")
    answer = browser(scene.other).post(f"/moderation/case/{scene.case.pk}/take/")
    assert answer.status_code == 409
    assert "Judge has had this case since 4 May, 12:00." in text(answer)
    assert "After a day you can take it over" in text(answer)
    assert "Judge has had it since 4 May, 12:00" in text(browser(scene.other).get("/moderation/"))


def test_after_a_day_it_is_taken_over_and_the_first_is_told():
    scene = Scene()
    scene.be("stale")
    assert cases.take(scene.other, scene.case.pk).moderator == scene.other
    answer = browser(scene.judge).post(
        f"/moderation/case/{scene.case.pk}/decide/", {"thing": "hide", "reason": "hate", "words": "Typed"}
    )
    assert answer.status_code == 409 and "Other has had this case since" in text(answer)


def test_who_comes_late_with_a_verdict_hears_who_decided():
    scene = Scene()
    scene.be("taken")
    cases.give_back(scene.judge, scene.case.pk)
    decided(scene.other, scene.case_now(), "hide")
    answer = browser(scene.judge).post(
        f"/moderation/case/{scene.case.pk}/decide/", {"thing": "keep", "sure": "1"}
    )
    assert answer.status_code == 409 and "Other has decided this case meanwhile" in text(answer)


def test_whoever_is_in_the_group_no_more_has_no_pages_any_more():
    scene = Scene()
    assert browser(scene.judge).get("/moderation/").status_code == 200
    scene.judge.groups.clear()
    for where in ("/moderation/", "/moderation/audit/", f"/moderation/case/{scene.case.pk}/"):
        assert browser(scene.judge).get(where).status_code == 404

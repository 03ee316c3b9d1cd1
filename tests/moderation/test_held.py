"""What holds when several decisions touch the same person or thing: each takes back its own, and nothing else."""

import pytest
from django.utils import timezone

from accounts.models import User
from games.moderation import appeals, cases, covers, verdicts
from games.moderation.models import Case
from tests.moderation import scenes
from tests.moderation.scenes import browser, decided, moderator, person, report, text

pytestmark = pytest.mark.django_db

LIFT = {"mute": "lift_mute", "suspend": "lift_suspension"}


class Scene:
    """Judge decides about Alice, Other about appeals."""

    def __init__(self, what: str = "mute") -> None:
        self.alice, self.bob = person("Alice"), person("Bob")
        self.judge, self.other = moderator("Judge"), moderator("Other")
        self.what, self.number = what, 0

    def decide(self, days: int, reason: str = "insult") -> Case:
        self.number += 1
        card = scenes.card(self.alice, f"Quote {self.number}.")
        return decided(
            self.judge, report(self.bob, "card", card), "keep", self.what, days=days, reason=reason
        )

    def lift(self, case: Case) -> None:
        cases.end(self.judge, case.pk, LIFT[self.what])

    def reverse(self, case: Case) -> None:
        appeals.appeal(self.alice, case.pk, "Not so.")
        appeals.decide(self.other, case.pk, "reverse")

    @property
    def until(self):
        return getattr(User.objects.get(pk=self.alice.pk), verdicts.FOR_A_WHILE[self.what])


@pytest.mark.parametrize("what", LIFT)
def test_what_was_lifted_does_not_come_back_with_an_appeal_against_another(what):
    scene = Scene(what)
    scene.lift(scene.decide(365))
    short = scene.decide(1)
    assert scene.until == short.until
    scene.reverse(short)
    assert scene.until is None


@pytest.mark.parametrize("what", LIFT)
def test_lifted_on_one_case_all_that_was_decided_before_is_ended(what):
    scene = Scene(what)
    scene.decide(365)
    second = scene.decide(30)
    scene.lift(second)
    third = scene.decide(1)
    scene.reverse(third)
    assert scene.until is None


@pytest.mark.parametrize("what", LIFT)
def test_what_was_decided_after_a_lift_holds(what):
    scene = Scene(what)
    scene.lift(scene.decide(365))
    long, longer = scene.decide(7), scene.decide(30)
    scene.reverse(longer)
    assert scene.until == long.until


@pytest.mark.parametrize("what", LIFT)
def test_what_was_taken_back_does_not_come_back_either(what):
    scene = Scene(what)
    first, second = scene.decide(365), scene.decide(30)
    scene.reverse(first)
    assert scene.until == second.until
    scene.reverse(second)
    assert scene.until is None


def test_whoever_is_suspended_reads_the_decision_that_holds():
    scene = Scene("suspend")
    scene.lift(scene.decide(365, "spam"))
    scene.decide(1, "hate")
    page = text(browser(User.objects.get(pk=scene.alice.pk)).get("/suspended/"))
    assert "It is against people for what they are." in page and "It is advertising" not in page


def test_a_case_says_who_suspended_for_the_time_that_holds():
    scene = Scene("suspend")
    scene.decide(30)
    card = scenes.card(scene.alice, "Another.")
    decided(scene.other, report(scene.bob, "card", card), "keep", "suspend", days=1)
    case = report(scene.bob, "card", scenes.card(scene.alice, "A third."))
    page = text(browser(scene.judge).get(f"/moderation/case/{case.pk}/"))
    assert ", by Judge on " in page and ", by Other on " not in page


# Hidden twice


def test_an_appeal_shows_nothing_that_was_hidden_again_after_it():
    scene = Scene()
    deck = scenes.deck_of(scene.alice)
    first = decided(scene.judge, report(scene.bob, "deck", deck), "hide")
    cases.end(scene.judge, first.pk, "unhide")
    second = decided(scene.judge, report(scene.bob, "deck", deck), "hide")
    scene.reverse(first)
    deck.refresh_from_db()
    assert deck.hidden_at == second.done_at
    page = text(browser(scene.judge).get(f"/moderation/case/{first.pk}/"))
    assert "Show it again" not in page
    scene.reverse(second)
    deck.refresh_from_db()
    assert deck.hidden_at is None


def test_what_was_hidden_in_the_admin_since_stays_hidden():
    scene = Scene()
    card = scenes.card(scene.alice)
    case = decided(scene.judge, report(scene.bob, "card", card), "hide")
    cases.end(scene.judge, case.pk, "unhide")
    covers.hide({"card": {card.pk}}, timezone.now())
    scene.reverse(case)
    card.refresh_from_db()
    assert card.hidden_at is not None


# What a moderator may give as a reason


@pytest.mark.parametrize("kind", scenes.KINDS)
def test_a_moderator_chooses_from_the_reasons_that_a_reporter_has(kind):
    scene = Scene()
    case = cases.take(scene.judge, report(scene.bob, kind, scenes.thing(kind, scene.alice)).pk)
    client, where = browser(scene.judge), f"/moderation/case/{case.pk}/"
    page, of_cards = text(client.get(where)), kind in ("card", "deck", "suggestion")
    for reason in ("rating", "rights"):
        assert (f'<option value="{reason}"' in page) is of_cards
        answer = client.post(f"{where}decide/", {"author": "warn", "reason": reason})
        assert answer.status_code == (200 if of_cards else 422)
        assert of_cards or "Choose a reason first." in text(answer)

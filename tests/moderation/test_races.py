"""Many at one case at once, in real threads: one verdict, one holder, one case, and no report that is lost."""

from collections import Counter
from functools import partial

import pytest
from django.core.handlers.wsgi import WSGIHandler

from accounts.models import Send, User
from games.models import Match
from games.moderation import appeals, cases
from games.moderation.models import Act, Appeal, Case, Report
from tests.games.scripts import ASK, kangoeroe
from tests.games.test_races import Browser, at_once, is_sound
from tests.moderation import scenes
from tests.moderation.scenes import address, browser, decided, moderator, person, report

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture(scope="module")
def app():
    return WSGIHandler()


def sends(app: WSGIHandler, who: User, path: str, form: dict[str, str]):
    """One press, ready to be sent."""
    return partial(Browser(app, browser(who)).post, path, form, htmx=False)


def test_verdicts_of_one_moderator_from_many_tabs_are_one(app):
    judge, card = moderator("Judge"), scenes.card(person("Alice"))
    case = cases.take(judge, report(person("Bob"), "card", card).pk)
    where = f"/moderation/case/{case.pk}/decide/"
    forms = [
        {"thing": "hide", "author": "mute", "days": "7", "reason": "hate", "sure": "1"},
        {"thing": "keep", "author": "suspend", "days": "30", "reason": "spam", "sure": "1"},
        {"thing": "keep", "author": "nobody", "sure": "1"},
        {"thing": "ask", "author": "warn", "reason": "insult", "sure": "1"},
    ]
    answers = at_once([sends(app, judge, where, forms[n % 4]) for n in range(12)], workers=6)
    assert Counter(status for status, _page in answers) == {303: 1, 409: 11}
    case.refresh_from_db()
    card.refresh_from_db()
    alice = User.objects.get(name="Alice")
    assert list(case.acts.order_by("pk").values_list("action", flat=True)) == ["take", *case.actions]
    assert (card.hidden_at is not None) is ("hide" in case.actions)
    assert (alice.muted_until is not None) is ("mute" in case.actions)
    assert (alice.suspended_until is not None) is ("suspend" in case.actions)
    assert Send.objects.filter(event=f"outcome/{case.reports.get().pk}").count() == 1


def test_two_moderators_take_at_once_and_one_has_it(app):
    judges = [moderator(name) for name in ("One", "Two", "Three")]
    case = report(person("Bob"), "card", scenes.card(person("Alice")))
    where = f"/moderation/case/{case.pk}/take/"
    answers = at_once([sends(app, judges[n % 3], where, {}) for n in range(6)], workers=6)
    case.refresh_from_db()
    holder = case.moderator
    assert holder in judges and case.acts.filter(action="take").count() == 1
    assert Counter(status for status, _page in answers) == {
        303: 2,
        409: 4,
    }  # two presses of the one who has it
    assert all(f"{holder} has had this case since" in page for status, page in answers if status == 409)


def test_reports_at_once_are_one_case_and_one_a_person(app):
    card, people = scenes.card(person("Alice")), [person(f"Person {n}") for n in range(4)]
    jobs = [
        sends(app, who, address(who, "card", card.pk), {"reason": "hate"})
        for who in people
        for _twice in "ab"
    ]
    assert Counter(status for status, _page in at_once(jobs, workers=8)) == {303: 8}
    case = Case.objects.get()
    assert sorted(case.reports.values_list("reporter", flat=True)) == sorted(who.pk for who in people)


def test_a_report_beside_a_verdict_is_in_it_or_waits(app):
    """No report lies in a case that is decided without being told."""
    for round_ in range(4):
        judge, card = moderator(f"Judge {round_}"), scenes.card(person("Alice"), f"Quote {round_}.")
        case = cases.take(judge, report(person("Bob"), "card", card).pk)
        people = [person(f"Person {n} {round_}") for n in range(3)]
        jobs = [sends(app, who, address(who, "card", card.pk), {"reason": "hate"}) for who in people]
        jobs.insert(
            1, sends(app, judge, f"/moderation/case/{case.pk}/decide/", {"thing": "keep", "sure": "1"})
        )
        assert Counter(status for status, _page in at_once(jobs, workers=4)) == {303: 4}
        for one in Report.objects.filter(case__key=card.pk).select_related("case"):
            assert (one.told_at is not None) is one.case.done
        assert Case.objects.filter(key=card.pk, state="done").count() == 1
        assert Case.objects.filter(key=card.pk).exclude(state="done").count() <= 1
        assert Report.objects.filter(case__key=card.pk).count() == 4


def test_appeals_at_once_are_one_and_so_is_what_is_decided_about_it(app):
    alice, judge, others = person("Alice"), moderator("Judge"), [moderator("Two"), moderator("Three")]
    case = decided(judge, report(person("Bob"), "card", scenes.card(alice)), "hide", "mute")
    where = f"/about-you/{case.pk}/appeal/"
    answers = at_once([sends(app, alice, where, {"text": f"Not so {n}."}) for n in range(4)], workers=4)
    assert Counter(status for status, _page in answers) == {303: 1, 409: 3}
    where = f"/moderation/case/{case.pk}/appeal/"
    forms = [
        {"what": "uphold", "words": "It stands."},
        {"what": "reverse", "words": "You are right.", "sure": "1"},
    ]
    answers = at_once([sends(app, others[n % 2], where, forms[n % 2]) for n in range(6)], workers=6)
    assert Counter(status for status, _page in answers) == {303: 1, 409: 5}
    appeal = Appeal.objects.get()
    alice.refresh_from_db()
    case.refresh_from_db()
    assert (alice.muted_until is None) is (appeal.outcome == "reversed")
    assert Act.objects.filter(action__in=["uphold", "reverse"]).count() == 1


def test_an_appeal_that_is_sent_many_times_at_once_is_one_and_counts_once(app):
    alice, judge = person("Alice"), moderator("Judge")
    case = decided(judge, report(person("Bob"), "card", scenes.card(alice)), "hide")
    jobs = [sends(app, alice, f"/about-you/{case.pk}/appeal/", {"text": "Not so."}) for _n in range(6)]
    assert Counter(status for status, _page in at_once(jobs, workers=6)) == {303: 6}
    assert Appeal.objects.get().text == "Not so."
    other = decided(judge, report(person("Cleo"), "card", scenes.card(alice, "Another.")), "hide")
    assert appeals.appeal(alice, other.pk, "Nor this.").text == "Nor this."


def test_a_suggestion_is_taken_or_hidden_and_never_both_nor_neither(app):
    """Whoever edits the deck takes it while a moderator hides it: no card with its text is left to be seen."""
    for round_ in range(3):
        judge, alice, bob = moderator(f"Judge {round_}"), person("Alice"), person("Bob")
        one = scenes.suggestion(alice, f"Quote {round_}.", deck=scenes.deck_of(bob))
        case = cases.take(judge, report(person("Cleo"), "suggestion", one).pk)
        hide = {"thing": "hide", "author": "nobody", "reason": "hate", "sure": "1"}
        take = sends(app, bob, f"/decks/{one.deck_id}/suggestions/{one.pk}/", {"do": "take"})
        jobs = [sends(app, judge, f"/moderation/case/{case.pk}/decide/", hide), take, take]
        answers = Counter(status for status, _page in at_once(jobs, workers=3))
        assert set(answers) <= {303, 409} and answers[303] >= 1
        one.refresh_from_db()
        assert one.state != "open" and one.hiding.waited is (one.state == "declined")
        assert not one.deck.cards.filter(hidden_at=None).exists()


def test_somebody_is_suspended_while_the_table_plays(app):
    table = kangoeroe(3, pace=24 * 3600, options=ASK)
    judge, who = moderator("Judge"), table.match.seats.get(number=0).person
    case = cases.take(judge, report(person("Bob"), "name", who).pk)
    prompt = table.owed(0)
    cards = table.state.hands[0].cards
    mine = Browser(app, table.clients[0])
    jobs = [partial(mine.post, table.url("answer", prompt.number), {"card": cards[0]}) for _n in range(5)]
    form = {"thing": "keep", "author": "suspend", "days": "7", "reason": "hate", "sure": "1"}
    jobs.insert(2, sends(app, judge, f"/moderation/case/{case.pk}/decide/", form))
    statuses = Counter(status for status, _page in at_once(jobs, workers=6))
    assert set(statuses) <= {200, 303, 403, 409} and statuses[303] == 1
    assert table.match.seats.get(number=0).auto and is_sound(table)
    assert Match.objects.get(pk=table.match.pk).status == "running"


def test_the_last_two_moderators_do_not_wait_for_each_other():
    """Whoever reported it and whoever decided it are all there is: one of them decides about the appeal."""
    alice, one, two = person("Alice"), moderator("One"), moderator("Two")
    case = decided(one, report(two, "card", scenes.card(alice)), "hide")
    appeals.appeal(alice, case.pk, "Not so.")
    assert appeals.open_to(two) and not appeals.open_to(one)

"""What of a decision was undone since is read by all who read of the decision: author, reporter, moderators."""

import re

import pytest
from django.utils import translation

from accounts.models import User
from games.moderation import appeals, cases
from games.moderation.models import Act
from games.moderation.verdicts import Verdict
from tests.moderation import scenes
from tests.moderation.forms import forms_in
from tests.moderation.scenes import KINDS, browser, decided, now, report, text, thing

pytestmark = pytest.mark.django_db

HIDDEN = "It is not shown any more."
AGAIN = "It was not shown for a while. Now it is shown again."
TWICE = "We looked at it twice."


def reads(who) -> str:
    return re.sub(r"\s*<[^>]+>\s*", " ", text(browser(who).get("/reports/")))


def take_back(other, case, *parts: str) -> None:
    appeals.appeal(case.author, case.pk, "Not so.")
    appeals.decide(other, case.pk, "reverse", parts=list(parts) or None)


# Whoever reported it


@pytest.mark.parametrize("kind", [kind for kind in KINDS if kind != "name"])
def test_once_it_is_shown_again_its_reporter_reads_that(alice, bob, cleo, judge, kind):
    row = thing(kind, alice)
    case = decided(judge, report(bob, kind, row), "hide")
    assert HIDDEN in reads(bob)
    cases.end(judge, case.pk, "unhide")
    assert AGAIN in reads(bob) and HIDDEN not in reads(bob)
    decided(judge, report(cleo, kind, row), "hide")
    assert HIDDEN in reads(bob) and AGAIN not in reads(bob)


def test_who_was_told_that_it_is_hidden_already_reads_it_too(alice, bob, cleo, judge):
    card = scenes.card(alice)
    waits = report(cleo, "card", card)
    deck = decided(judge, report(bob, "deck", card.deck), "hide")
    decided(judge, waits)
    assert HIDDEN in reads(cleo)
    cases.end(judge, deck.pk, "unhide")
    assert AGAIN in reads(cleo)


PARTLY = {
    ("hide",): [TWICE, AGAIN],
    ("suspend",): [TWICE, HIDDEN],
    (): ["We looked at it twice. In the end it stays as it is."],
}


@pytest.mark.parametrize(("parts", "said"), PARTLY.items(), ids=["hide", "suspend", "all"])
def test_after_an_appeal_its_reporter_reads_what_holds_now(alice, bob, judge, other, parts, said):
    case = decided(judge, report(bob, "card", scenes.card(alice)), "hide", "suspend")
    take_back(other, case, *parts)
    page = reads(bob)
    assert all(one in page for one in said) and (HIDDEN in page) is (HIDDEN in said)


def test_taken_back_but_hidden_by_another_decision_it_does_not_stay_as_it_is(alice, bob, judge, other):
    card = scenes.card(alice)
    case = decided(judge, report(bob, "card", card), "hide")
    decided(judge, report(bob, "deck", card.deck), "hide")
    take_back(other, case)
    assert "stays as it is" not in reads(bob)


# A part of it


def test_the_author_and_the_audit_list_say_which_part_was_taken_back(alice, bob, judge, other):
    case = decided(judge, report(bob, "card", scenes.card(alice)), "hide", "mute")
    take_back(other, case, "mute")
    said = "A part of the decision was taken back: that nothing may be written for a while. This stands: the hiding."
    assert said in text(browser(now(alice)).get("/about-you/"))
    assert "took back that nothing may be written for a while" in text(
        browser(judge).get("/moderation/audit/")
    )
    assert [act.action for act in Act.objects.order_by("-pk")[:2]] == ["partly", "back_mute"]


def test_of_hiding_and_a_warning_the_warning_alone_can_be_taken_back(alice, bob, judge, other):
    card = scenes.card(alice)
    case = decided(judge, report(bob, "card", card), "hide", "warn")
    take_back(other, case, "warn")
    assert now(card).hidden_at and now(case).verdict == "hide"
    assert "taken back: the warning. This stands: the hiding." in text(browser(alice).get("/about-you/"))


def test_what_its_author_reads_of_it_is_shown_before_in_their_language(alice, bob, judge, other):
    User.objects.filter(pk=alice.pk).update(language="de")
    case = decided(judge, report(bob, "card", scenes.card(alice)), "hide", "warn")
    appeals.appeal(now(alice), case.pk, "Not so.")
    where, client = f"/moderation/case/{case.pk}/appeal/", browser(other)
    with translation.override("de"):
        whole = translation.gettext("The decision was taken back. It is as if it had never been made.")
    page = text(client.post(where, {"what": "reverse", "words": "You  are right."}))
    assert whole in page and "You are right." in page and "The warning counts no more" in page
    sure = forms_in(page)[0]
    assert sure.fields["shown"] == "hide warn"
    # What was left out is shown first, as they would read it; sent once more, it is done.
    sent = sure.fields | {"part": ["warn"], "sure": "1"}
    page = text(client.post(where, sent))
    assert whole not in page and not now(case.appeal).outcome
    assert forms_in(page)[0].fields["part"] == "warn" and page.count(" checked>") == 1
    assert client.post(where, forms_in(page)[0].fields | {"sure": "1"}).status_code == 303
    assert now(case).verdict == "hide" and now(case.appeal).words == "You are right."


# On the pages of moderators


def test_the_done_list_says_what_was_undone_and_until_when_the_rest_is(alice, bob, judge, other):
    shown = decided(judge, report(bob, "card", scenes.card(alice)), "hide", "suspend")
    ended = decided(judge, report(bob, "card", scenes.card(alice, "Two.")), "keep", "suspend")
    whole = decided(judge, report(bob, "card", scenes.card(alice, "Three.")), "keep", "warn")
    later = decided(judge, report(bob, "card", scenes.card(other, "Four.")), "keep", "warn")
    cases.end(judge, shown.pk, "unhide")
    cases.end(other, ended.pk, "lift_suspension")
    take_back(other, whole)
    page = text(browser(judge).get("/moderation/done/"))
    rows = {
        case.pk: page.partition(f"/moderation/case/{case.pk}/")[2].partition("</li>")[0]
        for case in (shown, ended, whole, later)
    }
    flat = {pk: re.sub(r"\s+", " ", re.sub(r"<[^>]+>", "", row)) for pk, row in rows.items()}
    assert "Judge showed it again" in flat[shown.pk] and "Other ended the suspension" in flat[shown.pk]
    assert "Other ended the suspension" in flat[ended.pk] and "showed it again" not in flat[ended.pk]
    assert "Other took the decision back" in flat[whole.pk]
    assert "Since then" not in flat[later.pk] and "until" in flat[ended.pk] and "until" not in flat[later.pk]
    case = report(bob, "card", scenes.card(alice, "Five."))
    assert text(browser(judge).get(f"/moderation/case/{case.pk}/")).count("Since then:") == 3


def test_decisions_about_an_author_before_are_those_before_this_one(alice, bob, judge):
    made = [
        decided(judge, report(bob, "card", scenes.card(alice, f"{n}.")), "keep", "warn") for n in range(3)
    ]
    waits = report(bob, "card", scenes.card(alice, "It waits."))
    found = {case.pk: case.before for case in cases.with_counts(cases.Case.objects.all())}
    assert found == {made[0].pk: 0, made[1].pk: 1, made[2].pk: 2, waits.pk: 3}


LIFTS = {"mute": ("lift_mute", "Let them write again"), "suspend": ("lift_suspension", "End the suspension")}


@pytest.mark.parametrize(("what", "lift", "words"), [(what, *more) for what, more in LIFTS.items()])
def test_a_mute_or_suspension_is_ended_on_the_case_that_holds_it_and_the_others_lead_there(
    alice, bob, judge, what, lift, words
):
    holds = decided(judge, report(bob, "card", scenes.card(alice)), "keep", what)
    hides = decided(judge, report(bob, "card", scenes.card(alice, "Two.")), "hide")
    client = browser(judge)
    page = text(client.get(f"/moderation/case/{hides.pk}/"))
    assert words not in page
    assert f'where it can be ended: <a href="/moderation/case/{holds.pk}/">' in page
    where = f"/moderation/case/{hides.pk}/end/{lift}/"
    assert client.post(where, {"sure": "1"}).status_code == 409
    assert words in text(client.get(f"/moderation/case/{holds.pk}/"))
    page = text(client.post(f"/moderation/case/{holds.pk}/end/{lift}/"))
    assert f"These decisions end: #{holds.pk}" in page and "To its author" in page


def test_what_no_decision_holds_is_ended_on_any_case(alice, bob, judge):
    case = decided(judge, report(bob, "card", scenes.card(alice)), "keep", "mute")
    longer = now(alice).muted_until + scenes.cases.TAKEN_FOR
    cases.Case.objects.filter(pk=case.pk).update(until=case.done_at)
    User.objects.filter(pk=alice.pk).update(muted_until=longer)
    cases.end(judge, case.pk, "lift_mute")
    assert now(alice).muted_until is None


def test_of_what_was_decided_without_a_report_no_page_speaks_of_reports(alice, judge):
    case = cases.decide_at_once(judge, "card", scenes.card(alice).pk, Verdict("hide", reason="hate"))
    page = text(browser(judge).get(f"/moderation/case/{case.pk}/"))
    assert "Nobody reported it." in page and "Nobody reported it: it was decided without a report." in page
    for words in ("0 reports", "first reported", "What was reported", "the reporters"):
        assert words not in page, words

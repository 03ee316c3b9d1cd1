"""Accounts that end under open cases, in each of the four ways; and guests who turn out to have an account."""

from datetime import timedelta

import pytest
from django.db import connection
from django.utils import timezone

from accounts import leaving, tasks
from accounts.models import User
from accounts.people import make_guest
from games.models import Match
from games.moderation import appeals, cases
from games.moderation.models import Act, Appeal, Case, Report
from tests.games.scripts import sit_down
from tests.moderation import scenes
from tests.moderation.scenes import KINDS, browser, decided, moderator, person, report, text, thing

pytestmark = pytest.mark.django_db


def lists(judge: User, case: Case) -> list[str]:
    places = ("", "mine/", "done/", "appeals/", "audit/", f"case/{case.pk}/")
    answers = [browser(judge).get(f"/moderation/{place}") for place in places]
    assert [answer.status_code for answer in answers] == [200] * len(places)
    return [text(answer) for answer in answers]


STATES = ("open", "taken", "done", "appealed")
BOTH = ("reporter", "author")
GONE = [(kind, state, "both") for kind in KINDS for state in ("open", "done")]
GONE += [("card", state, who) for state in STATES for who in ("reporter", "author", "thing")]
GONE += [("words", "open", "thing"), ("deck", "taken", "thing"), ("shared", "appealed", "thing")]
GONE += [(kind, state, "match") for kind in ("words", "shared") for state in ("open", "appealed")]
GONE += [("card", "open", "deck"), ("card", "appealed", "deck"), ("suggestion", "taken", "deck")]
GONE += [("card", state, "moderator") for state in ("taken", "done", "appealed")]


@pytest.mark.parametrize(("kind", "state", "who"), GONE)
def test_lists_and_pages_still_load_whoever_and_whatever_is_gone(judge, kind, state, who):
    alice, bob = person("Alice"), person("Bob")
    row = thing(kind, alice)
    case = report(bob, kind, row, "insult", "A note.")
    if state == "taken":
        cases.take(judge, case.pk)
    if state in ("done", "appealed"):
        decided(judge, case, "hide" if who in ("match", "deck") else "keep", "warn")
    if state == "appealed":
        appeals.appeal(alice, case.pk, "Not so.")
    for one in BOTH if who == "both" else (who,):
        part_with(one, judge, alice, bob, row)
    judge = moderator("Other") if who == "moderator" else judge
    pages = lists(judge, case)
    assert "A note." in pages[-1]
    case.refresh_from_db()
    if case.state == "taken" and case.moderator == judge:
        cases.decide(judge, case.pk, cases.Verdict())
    elif not case.done:
        decided(judge, case)
    elif Appeal.objects.filter(case=case).exists():
        appeals.decide(moderator("Third"), case.pk, "reverse")
    lists(judge, case)
    for one, where in ((alice, "/about-you/"), (bob, "/reports/")):
        assert not User.objects.filter(pk=one.pk).exists() or browser(one).get(where).status_code == 200


def part_with(who, judge, alice, bob, row):
    match who:
        case "reporter":
            leaving.erase(bob)
        case "author":
            leaving.erase(User.objects.get(pk=alice.pk))
        case "moderator":
            leaving.erase(judge)
        case "thing":
            row.delete()
        case "deck":
            row.deck.delete()
        case "match":
            Match.objects.all().delete()


@pytest.mark.parametrize("kind", ["card", "deck", "words", "shared"])
def test_a_case_keeps_what_was_reported_and_loses_whose_it_was(alice, bob, kind):
    case = report(bob, kind, thing(kind, alice), "other", "A note.")
    said = case.text
    leaving.erase(bob)
    leaving.erase(User.objects.get(pk=alice.pk))
    case.refresh_from_db()
    assert case.text == said and case.author is None and case.owner is None
    assert (case.reports.get().reporter, case.reports.get().note) == (None, "A note.")


def test_a_name_goes_with_its_person(alice, bob, judge):
    case = decided(judge, report(bob, "name", alice), "rename")
    other = report(bob, "card", scenes.card(alice))
    leaving.erase(User.objects.get(pk=alice.pk))
    for one in (case, other):
        one.refresh_from_db()
    assert case.text == "" and not {"called", "taken"} & case.frozen.keys()
    assert "Alice" not in everything_about_cases() and "Somebody" not in str(case.frozen)


def everything_about_cases() -> str:
    with connection.cursor() as cursor:
        rows = []
        for model in (Case, Report, Act, Appeal):
            cursor.execute(f"SELECT * FROM {model._meta.db_table}")
            rows += cursor.fetchall()
    return str(rows)


def test_nothing_of_somebody_who_goes_is_left_in_what_is_kept_of_others(bob, judge):
    """Search all tables of moderation for the name, the address, and the words that stood beside."""
    gone = person("Xanthippe")
    match = sit_down("kangoeroe", [gone, bob])
    scenes.said(match, gone, "words beside")
    bad = scenes.said(match, bob, "You wardrobe")
    reported = report(gone, "words", bad, "hate")
    mine = scenes.said(match, gone, "words of hers")
    about = decided(judge, report(bob, "words", mine), "keep", "warn")
    appeals.appeal(gone, about.pk, "appeal of hers")
    assert "words beside" in everything_about_cases()
    leaving.erase(User.objects.get(pk=gone.pk))
    left = everything_about_cases()
    for word in ("Xanthippe", gone.email, gone.username, "words beside", "appeal of hers"):
        assert word not in left, word
    assert "words of hers" in left and "You wardrobe" in left  # what was reported is kept
    beside = Case.objects.get(pk=reported.pk).frozen["around"]["beside"]
    assert gone.pk not in {line["by"] for line in beside}


def test_an_open_appeal_goes_with_its_person(alice, bob, judge):
    case = decided(judge, report(bob, "card", scenes.card(alice)), "hide")
    appeals.appeal(alice, case.pk, "Not so.")
    leaving.erase(User.objects.get(pk=alice.pk))
    assert not Appeal.objects.exists()
    lists(judge, case)


# Four ends of an account, told apart


def by_themselves(person):
    browser(person).post("/settings/delete/", {"sure": "1"})


def by_the_host(person):
    root = User.objects.create_superuser("root", "root@example.org", name="Root")
    browser(root).post(f"/admin/accounts/user/{person.pk}/delete/", {"post": "yes"})


def by_time(person):
    User.objects.filter(pk=person.pk).update(seen_at=timezone.now() - timedelta(days=400))
    tasks.purge_guests()


ENDS = {
    "themselves": (by_themselves, "The author deleted the account themselves, on "),
    "the host": (by_the_host, "The people who run the site deleted the author’s account, on "),
    "time": (by_time, "The author was not here for long, so the site deleted the account, on "),
}


@pytest.mark.parametrize(("end", "words"), ENDS.values(), ids=ENDS)
def test_how_an_account_ended_is_told_apart_and_when(bob, judge, end, words):
    guest = make_guest("Gus")
    case = report(bob, "card", scenes.card(guest, deck=scenes.deck_of(bob)))
    end(guest)
    assert not User.objects.filter(pk=guest.pk).exists()
    page = text(browser(judge).get(f"/moderation/case/{case.pk}/"))
    assert words in page
    assert sum(other in page for _end, other in ENDS.values()) == 1
    assert "uspended" not in page


def test_a_suspended_account_is_shown_as_such_with_who_did_it_and_when(alice, bob, judge, time_machine):
    time_machine.move_to("2026-05-04 12:00:00+00:00", tick=False)
    decided(judge, report(bob, "card", scenes.card(alice)), "keep", "suspend", days=7)
    case = report(bob, "card", scenes.card(alice, "Another."))
    page = text(browser(judge).get(f"/moderation/case/{case.pk}/"))
    assert "Suspended until 11 May 2026, 12:00, by Judge on 4 May, 12:00." in page
    assert not any(words in page for _end, words in ENDS.values())


def test_a_closed_account_is_shown_as_such(alice, bob, judge):
    case = report(bob, "card", scenes.card(alice))
    User.objects.filter(pk=alice.pk).update(is_active=False)
    page = text(browser(judge).get(f"/moderation/case/{case.pk}/"))
    assert "The people who run the site have closed this account." in page


# Guests who sign in


def test_what_was_decided_about_a_guest_holds_for_the_account(alice, bob, judge):
    guest = make_guest("Gus")
    case = decided(judge, report(bob, "card", scenes.card(guest)), "keep", "mute", days=30)
    decided(judge, report(bob, "card", scenes.card(alice, "Hers.")), "keep", "suspend", days=3)
    both = report(guest, "card", scenes.card(bob, "His."))
    report(alice, "card", scenes.card(bob, "His."))
    scenes.report(alice, "card", scenes.row_of("card", both.key))
    other = report(guest, "card", scenes.card(bob, "Another of his."))
    alice.refresh_from_db()
    leaving.merge(User.objects.get(pk=guest.pk), alice)
    alice.refresh_from_db()
    case.refresh_from_db()
    assert case.author == alice and alice.muted_until == case.until and alice.suspended_until
    assert set(Act.objects.filter(case=case).values_list("about", flat=True)) == {alice.pk}
    assert other.reports.get().reporter == alice
    assert {row.reporter for row in both.reports.all()} == {None, alice}


def test_words_beside_a_report_are_the_accounts_from_then_on(alice, bob, judge):
    guest = make_guest("Gus")
    match = sit_down("kangoeroe", [guest, bob])
    scenes.said(match, guest, "beside")
    case = report(guest, "words", scenes.said(match, bob, "bad"))
    leaving.merge(guest, alice)
    case.refresh_from_db()
    assert case.frozen["around"]["beside"][0]["by"] == alice.pk
    assert "Alice" in text(browser(judge).get(f"/moderation/case/{case.pk}/"))
    leaving.erase(User.objects.get(pk=alice.pk))
    case.refresh_from_db()
    assert case.frozen["around"]["beside"][0]["text"] == ""

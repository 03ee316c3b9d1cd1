"""Many who report together: moderators get through it, and guests keep nobody else from being heard."""

import pytest

from accounts.models import User
from games.moderation import cases, reports
from games.moderation.models import Case, Report
from games.moderation.views import shown
from tests.games.scripts import Queries
from tests.moderation import scenes
from tests.moderation.scenes import browser, decided, moderator, person, report, text

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def few(monkeypatch, time_machine):
    """Of each so few that two are too many. It is a quarter past."""
    monkeypatch.setattr(reports, "MOST_CASES_AN_HOUR", {"guests": 2, "members": 2})
    monkeypatch.setattr(reports, "MOST_OF_GUESTS", 2)
    monkeypatch.setattr(reports, "MOST_GUESTS", 2)
    time_machine.move_to("2026-05-04 12:15:00+00:00", tick=False)


def guest() -> User:
    return person("Gus", is_guest=True)


# What began the cases that wait: by g(uests), m(embers), somebody g(one)-, both, or nobody; and who may begin another.
WAITING = {
    "two of guests": (["g", "g"], "member"),
    "of a guest and of somebody who is gone": (["g", "-"], "member"),
    "one of a guest": (["g"], "both"),
    "two of members": (["m", "m"], "both"),
    "two that guests and members reported": (["gm", "gm"], "both"),
    "two that nobody reported": (["", ""], "both"),
    "two of guests that are decided": (["g!", "g!"], "both"),
}


@pytest.mark.parametrize(("waiting", "who"), WAITING.values(), ids=WAITING)
def test_so_much_of_what_guests_alone_reported_waits_and_no_more(alice, waiting, who):
    deck, judge = scenes.deck_of(alice), moderator("Judge")
    for n, of in enumerate(waiting):
        case, _opened = reports.live_case(
            reports.TARGETS["card"], scenes.card(alice, f"Quote {n}.", deck=deck)
        )
        for one in of.strip("!"):
            reporter = {"g": guest, "m": lambda: person("Mem"), "-": lambda: None}[one]()
            Report.objects.create(case=case, reporter=reporter, reason="hate")
        if "!" in of:
            decided(judge, case)
    report(person("Mia"), "card", scenes.card(alice, "A member's.", deck=deck))
    last = scenes.card(alice, "A guest's.", deck=deck)
    answer = browser(gus := guest()).post(
        scenes.address(gus, "card", last.pk), {"reason": "other", "note": "Kept"}
    )
    assert answer.status_code == (303 if who == "both" else 429)
    if who == "member":
        assert "with an account you can do so now" in text(answer) and "Kept" in text(answer)
        report(person("Mia"), "card", last)
        report(guest(), "card", last)  # one case more or less: it waits already


def test_so_many_cases_an_hour_begin_at_one_address_and_guests_and_members_are_counted_apart(alice, bob):
    deck = scenes.deck_of(alice)
    cards = [scenes.card(alice, f"Quote {n}.", deck=deck) for n in range(5)]
    report(bob, "card", cards[0])

    def sent(who: User, card, place: str):
        where, form = scenes.address(who, "card", card.pk), {"reason": "other", "note": "Kept"}
        return browser(who).post(where, form, REMOTE_ADDR=place)

    assert [sent(person("Mem"), card, "192.0.2.1").status_code for card in cards[:3]] == [303] * 3
    refused = sent(mia := person("Mia"), cards[3], "192.0.2.1")
    assert refused.status_code == 429 and "Kept" in text(refused)
    assert (
        "You can report this in 45 minutes" in text(refused)
        and not Case.objects.filter(key=cards[3].pk).exists()
    )
    assert sent(guest(), cards[3], "192.0.2.1").status_code == 303
    assert sent(mia, cards[3], "192.0.2.1").status_code == 303  # it waits already
    assert sent(mia, cards[4], "192.0.2.2").status_code == 303


def test_of_guests_so_many_report_the_same_and_whoever_sends_it_twice_is_told_nothing_else(alice):
    card = scenes.card(alice)
    first, second = guest(), guest()
    for one in (first, second, person("Mem")):
        report(one, "card", card)
    answer = browser(gus := guest()).post(scenes.address(gus, "card", card.pk), {"reason": "hate"})
    assert answer.status_code == 429 and "Very many have reported this already" in text(answer)
    assert 'name="reason"' not in text(answer)
    for one in (first, person("Mia")):
        assert report(one, "card", card).reports.count() in (3, 4)


# What moderators see of it


def test_five_hundred_reports_are_a_number_and_some_of_them_in_as_many_queries_as_one(alice, bob):
    judge = moderator("Judge")
    case = report(bob, "card", scenes.card(alice), "spam", "First.")
    places = (f"/moderation/case/{case.pk}/", "/moderation/")
    client = browser(judge)
    before = [opened(client, where)[0] for where in places]
    many = User.objects.bulk_create(User(username=f"p{n}", name=f"P{n}") for n in range(499))
    Report.objects.bulk_create(
        Report(
            case=case, reporter=one, reason="hate" if n % 5 else "sexual", note="Last." if n == 498 else ""
        )
        for n, one in enumerate(many)
    )
    (queries, page), (of_list, listed) = (opened(client, where) for where in places)
    assert [queries, of_list] == before
    assert "500 reports" in page and "500 reports" in listed
    assert page.count("<time class") == shown.MOST_REPORTS and "Below are 50 of them" in page
    assert "First." in page and "Last." in page
    assert "against people for what they are: 399</li><li>It is sexual: 100</li><li>It is advertising" in page
    assert listed.index("It is advertising") < listed.index("It is sexual") < listed.index("what they are")
    cases.take(judge, case.pk)
    assert 'value="hate" selected' in text(client.get(places[0]))


def opened(client, where: str) -> tuple[int, str]:
    """In how many queries, and the page."""
    with Queries() as found:
        page = text(client.get(where))
    return len(found), page


def test_of_many_reports_at_once_no_more_are_taken_than_a_day_has_and_nothing_is_left_of_the_others(
    alice, bob, monkeypatch
):
    """None of them has been counted yet when the others ask."""
    monkeypatch.setattr(reports.limits, "wait", lambda *_: 0)
    monkeypatch.setattr(reports, "MOST_A_DAY", 2)
    deck = scenes.deck_of(alice)
    cards = [scenes.card(alice, f"Quote {n}.", deck=deck) for n in range(3)]
    for card in cards[:2]:
        report(bob, "card", card)
    with pytest.raises(reports.Refused, match="too_many_reports"):
        report(bob, "card", cards[2])
    assert Report.objects.count() == Case.objects.count() == 2
    report(bob, "card", cards[0])  # sent twice it is one, and counts as one

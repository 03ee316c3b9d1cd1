"""Reporting: what a person sees and sends, what becomes one case, and who may do it how often."""

import re

import pytest
from django.core.cache import cache
from django.utils import timezone

from accounts.models import Send, User
from games import play
from games.models import Move
from games.moderation import cases, reports
from games.moderation.models import Case, Report
from games.moderation.why import REASONS
from quotes.models import Version, Words
from tests.game_of_quotes.seated import in_round, revealed, table
from tests.games.scripts import Queries, play_on, sit_down
from tests.moderation import scenes
from tests.moderation.scenes import KINDS, address, browser, decided, moderator, person, report, text, thing

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("kind", KINDS)
def test_two_presses_report_anything(alice, bob, kind):
    row = thing(kind, alice)
    client, where = browser(bob), address(bob, kind, row.pk)
    page = text(client.get(f"{where}?next=/people/"))
    assert 'name="reason"' in page and "/people/" in page
    sent = client.post(where, {"reason": "insult", "next": "/people/"})
    assert (sent.status_code, sent["Location"]) == (303, "/report/sent/?next=%2Fpeople%2F")
    assert 'href="/people/"' in text(client.get(sent["Location"]))
    case = Case.objects.get()
    assert (case.kind, case.key, case.state, case.author) == (kind, row.pk, "open", alice)
    assert case.reports.get().reporter == bob
    assert case.text and case.text == " – ".join(line["text"] for line in case.frozen["lines"])


@pytest.mark.parametrize("kind", KINDS)
def test_the_same_text_is_one_case_whoever_reports_it_and_one_report_a_person(alice, bob, cleo, kind):
    row = thing(kind, alice)
    first = report(bob, kind, row, "insult", "first")
    assert report(bob, kind, row, "hate", "again") == report(cleo, kind, row) == first
    assert [(one.reporter, one.note) for one in first.reports.order_by("pk")] == [(bob, "again"), (cleo, "")]


CHANGES = {
    "deck": lambda row: type(row).objects.filter(pk=row.pk).update(title="Another title"),
    "name": lambda row: User.objects.filter(pk=row.pk).update(name="Another name"),
}


@pytest.mark.parametrize("kind", CHANGES)
def test_after_a_change_it_is_another_case(alice, bob, cleo, kind):
    row = thing(kind, alice)
    first = report(bob, kind, row)
    CHANGES[kind](row)
    second = report(cleo, kind, row)
    assert first != second and second.text != first.text
    first.refresh_from_db()
    assert first.state == "open" and first.text != second.text


def test_of_a_published_deck_is_reported_what_everybody_sees(alice, bob, cleo):
    """Its owner may have changed the words meanwhile, and everybody still reads those that were published."""
    deck = scenes.deck_of(alice, "Bad title")
    deck.published = Version.objects.create(
        deck=deck, number=1, title="Bad title", language="en", state="published"
    )
    deck.title = "Good title"
    deck.save()
    first = report(bob, "deck", deck)
    assert first.text == "Bad title"
    Version.objects.filter(pk=deck.published.pk).update(title="Better title")
    assert report(cleo, "deck", deck) != first


@pytest.mark.parametrize("verdict", ["dismissed", "hidden"])
def test_each_round_of_report_and_verdict_is_new_and_holds(alice, bob, verdict):
    """A report after a verdict never brings the old one back, and the next verdict does what it says."""
    judge = moderator("Judge")
    deck = scenes.deck_of(alice)
    first = decided(judge, report(bob, "deck", deck), *(["hide"] if verdict == "hidden" else []))
    if verdict == "hidden":
        cases.end(judge, first.pk, "unhide")
    CHANGES["deck"](deck)
    second = report(bob, "deck", deck)
    assert second.pk != first.pk and second.state == "open" and not second.verdict
    decided(judge, second, "hide")
    deck.refresh_from_db()
    assert deck.hidden_at is not None


def test_what_is_dismissed_can_be_reported_again(alice, bob, cleo):
    card = scenes.card(alice)
    first = decided(moderator("Judge"), report(bob, "card", card))
    assert report(cleo, "card", card).pk != first.pk
    assert Case.objects.filter(kind="card", key=card.pk).count() == 2


# What is refused

REFUSED = {
    "no reason": ({}, 422, "Choose a reason first."),
    "a reason that is not there": ({"reason": "because"}, 422, "Choose a reason first."),
    "something else without a word": ({"reason": "other"}, 422, "Say in a few words what it is."),
    "something else with blanks alone": (
        {"reason": "other", "note": " \u200b \n"},
        422,
        "Say in a few words",
    ),
    "a note of 301": ({"reason": "hate", "note": "x" * 301}, 422, "301 characters, and 300 are allowed"),
}


@pytest.mark.parametrize(("form", "status", "words"), REFUSED.values(), ids=REFUSED)
def test_a_refused_report_is_refused_in_words_and_keeps_the_note(alice, bob, form, status, words):
    card = scenes.card(alice)
    answer = browser(bob).post(address(bob, "card", card.pk), form)
    assert answer.status_code == status and words in text(answer)
    assert form.get("note", "").strip("\u200b \n") in text(answer)
    assert not Case.objects.exists()


@pytest.mark.parametrize("kind", KINDS)
def test_nobody_reports_their_own(alice, kind):
    row = thing(kind, alice)
    answer = browser(alice).post(address(alice, kind, row.pk), {"reason": "hate"})
    assert answer.status_code == 422 and "You wrote this yourself" in text(answer)
    assert not Case.objects.exists()


@pytest.mark.parametrize("kind", ["card", "deck", "words", "shared"])
@pytest.mark.parametrize("how", ["hidden", "deleted"])
def test_what_is_gone_meanwhile_is_not_reported(alice, bob, kind, how):
    row = thing(kind, alice)
    where = address(bob, kind, row.pk)
    if how == "hidden":
        type(row).objects.filter(pk=row.pk).update(hidden_at=timezone.now())
    else:
        row.delete()
    for answer in (browser(bob).get(where), browser(bob).post(where, {"reason": "hate"})):
        assert answer.status_code == 410 and "not there any more" in text(answer)
        assert "closed on Mondays" not in text(answer) and "wardrobe" not in text(answer)


# Who was shown it


@pytest.mark.parametrize("kind", KINDS)
def test_nobody_sees_or_reports_what_no_page_has_shown_them(alice, bob, dora, kind):
    row = thing(kind, alice)
    own = address(bob, kind, row.pk)
    assert browser(dora).get(own).status_code == 404
    assert browser(dora).post(own, {"reason": "hate"}).status_code == 404
    assert browser(bob).get(f"/report/{kind}/{row.pk}/nothing/").status_code == 404
    assert browser(bob).get(f"/report/moon/{row.pk}/nothing/").status_code == 404
    assert not Case.objects.exists()


def test_a_mark_is_good_for_one_thing_alone(alice, bob):
    one, other = scenes.card(alice), scenes.card(alice, "Another quote.")
    mark = reports.mark_of("card", one.pk, bob.pk)
    assert browser(bob).get(f"/report/card/{one.pk}/{mark}/").status_code == 200
    assert browser(bob).get(f"/report/card/{other.pk}/{mark}/").status_code == 404
    assert browser(bob).get(f"/report/deck/{one.pk}/{mark}/").status_code == 404


def test_whoever_is_not_signed_in_signs_in_first_and_comes_back(alice, bob):
    made = scenes.shared(alice)
    where = address(None, "shared", made.pk)
    page = text(browser(None).get(where))
    assert 'href="/account/login/?next=%2Freport%2Fshared%2F' in page and "it takes an account" in page
    assert 'class="reported"' not in page
    assert browser(bob).get(where).status_code == 200


def test_a_guest_can_report(alice):
    guest = person("Gus", is_guest=True)
    card = scenes.card(alice)
    assert browser(guest).post(address(guest, "card", card.pk), {"reason": "hate"}).status_code == 303


@pytest.mark.parametrize("where", ["//evil.example/", "https://evil.example/", "javascript:alert(1)", "x y"])
def test_the_way_back_leads_to_pages_of_ours_alone(alice, bob, where):
    card = scenes.card(alice)
    client, place = browser(bob), address(bob, "card", card.pk)
    assert where not in text(client.get(place, {"next": where}))
    sent = client.post(place, {"reason": "hate", "next": where})
    assert sent["Location"] == "/report/sent/"
    assert where not in text(client.get("/report/sent/", {"next": where}))


# How often


def test_twenty_a_day_and_then_it_says_when_again(alice, bob, time_machine_at_noon):
    deck = scenes.deck_of(alice)
    cards = [scenes.card(alice, f"Quote {n}.", deck=deck) for n in range(21)]
    for one in cards[:20]:
        report(bob, "card", one)
    answer = browser(bob).post(address(bob, "card", cards[20].pk), {"reason": "other", "note": "Kept"})
    assert answer.status_code == 429
    assert "You have reported 20 things today" in text(answer) and "in 12 hours" in text(answer)
    assert "Kept" in text(answer)


@pytest.fixture
def time_machine_at_noon(time_machine):
    time_machine.move_to("2026-05-04 12:00:00+00:00", tick=False)
    cache.clear()


def test_what_was_sent_twice_counts_once(alice, bob):
    card = scenes.card(alice)
    for _ in range(25):
        report(bob, "card", card)
    assert Report.objects.count() == 1
    report(bob, "card", scenes.card(alice, "Another."))


# What is kept with it


def test_a_message_is_kept_with_what_was_said_around_it(alice, bob, cleo):
    match = sit_down("kangoeroe", [alice, bob])
    for n, who in enumerate([bob, alice] * 7):
        scenes.said(match, who, f"line {n}")
    bad = Words.objects.get(text="line 7")
    kept = report(bob, "words", bad).frozen["around"]
    assert (kept["where"], kept["match"]) == ("talk", match.code)
    assert [line["text"] for line in kept["beside"]] == [f"line {n}" for n in range(2, 13)]
    assert [line["this"] for line in kept["beside"]].index(True) == 5


@pytest.mark.parametrize("when", ["before", "meanwhile", "never"])
def test_moderators_read_when_each_said_what_and_what_was_hidden_is_marked(alice, bob, when, time_machine):
    time_machine.move_to("2026-05-04 12:00:00+00:00", tick=False)
    match, judge = sit_down("kangoeroe", [alice, bob]), scenes.moderator("Judge")
    near = Words.objects.filter(pk=scenes.said(match, bob, "Two wardrobes").pk)
    if when == "before":
        near.update(hidden_at=timezone.now())
    case = report(bob, "words", scenes.said(match, alice, "bad"))
    if when == "meanwhile":
        near.update(hidden_at=timezone.now())
    lines = text(browser(judge).get(f"/moderation/case/{case.pk}/")).partition('class="beside"')[2]
    first, second, *_rest = lines.split("</li>")
    assert "Two wardrobes" in first and "4 May, 12:00" in first
    assert ("hidden by a moderator" in first) is (when != "never") and "hidden by" not in second


def test_a_blank_is_kept_with_the_rest_of_its_card(alice, bob):
    match = sit_down("kangoeroe", [alice, bob])
    made = scenes.blank(match, alice, "A quote of mine.", "A teacher")
    assert report(bob, "words", made.source).frozen["around"] == {
        "where": "blank",
        "match": match.code,
        "other": "A quote of mine.",
    }


@pytest.mark.parametrize(
    "left", ["not", "their seat", "their seat, long ago", "a seat that others left since"]
)
def test_a_written_source_is_kept_with_its_round_and_its_quote(left):
    party = table(in_round(3))
    prompt = party.prompt(0, "write")
    party.answer(0, prompt.number, {"do": "write", "words": "My landlord"})
    made = Words.objects.get(text="My landlord")
    play_on(party.match, revealed(3))
    author, reader = (party.match.seats.get(number=n).person for n in (0, 1))
    if left != "not":
        play.leave(party.code, author)
    if left == "their seat, long ago":
        party.match.messages.update(person=None)  # the notes of then did not know whose seat it was
    if left == "a seat that others left since":
        party.match.seats.filter(number=0).update(left_by=person("Substitute"))
    kept = report(reader, "words", made).frozen["around"]
    assert (made.author, kept["where"], kept["match"], kept["round"]) == (author, "source", party.code, 3)
    assert kept["quote"].startswith("Quote")


@pytest.mark.parametrize(("action", "found"), [('{"words":12}', True), ('{"words":12,"stock":0}', True)])
@pytest.mark.parametrize("more", ["", "3"])
def test_a_number_that_only_begins_like_it_is_another_source(action, found, more):
    party = table(in_round(3))
    author = party.match.seats.get(number=0).person
    row = Words.objects.create(pk=12, author=author, text="Perhaps played")
    action = action.replace("12", f"12{more}")
    Move.objects.filter(match=party.match, number=1).update(action=action)
    assert bool(reports.TARGETS["words"].around(row)) is (found and not more)


# Who hears of it


def test_moderators_hear_of_the_first_at_once_and_then_at_most_once_an_hour(alice, bob, cleo, time_machine):
    judge, deck = moderator("Judge"), scenes.deck_of(alice)
    moments = {
        # when something is reported -> when the notices are due, all that there are
        "12:10": ["12:10"],
        "12:15": ["12:10", "13:10"],
        "12:40": ["12:10", "13:10"],
        "13:20": ["12:10", "13:10", "14:10"],
        "15:30": ["12:10", "13:10", "14:10", "15:30"],
    }
    for number, (at, due) in enumerate(moments.items()):
        time_machine.move_to(f"2026-05-04 {at}:00+00:00", tick=False)
        report(bob, "card", scenes.card(alice, f"Quote {number}.", deck=deck))
        rows = Send.objects.filter(kind="moderation", person=judge).order_by("not_before")
        assert [f"{row.not_before:%H:%M}" for row in rows] == due, at
    assert rows[0].about == {"to": "moderators"}


def test_a_moderator_who_reports_is_not_told_of_it_where_another_is(alice):
    judge, other = moderator("Judge"), moderator("Other")
    report(judge, "card", scenes.card(alice))
    assert [row.person for row in Send.objects.filter(kind="moderation")] == [other]


def test_nobody_else_is_told_and_nothing_is_counted(alice, bob, sign_in):
    match = sit_down("kangoeroe", [alice, bob], pace=3600 * 24)
    row = scenes.said(match, alice, "bad")
    client = sign_in(alice)
    before = [
        text(client.get(where)) for where in (f"/m/{match.code}/", f"/m/{match.code}/talk/", "/about-you/")
    ]
    changed = type(match).objects.get(pk=match.pk).changed
    report(bob, "words", row)
    after = [
        text(client.get(where)) for where in (f"/m/{match.code}/", f"/m/{match.code}/talk/", "/about-you/")
    ]
    assert [without_tokens(one) for one in before] == [without_tokens(one) for one in after]
    assert type(match).objects.get(pk=match.pk).changed == changed
    assert not Send.objects.filter(person=alice).exists()


def without_tokens(page: str) -> str:
    return re.sub(r'(csrfmiddlewaretoken" value=|data-poll=|name="form" value=)"[^"]*"', "", page)


def test_reasons_are_short_enough_for_their_column():
    assert max(map(len, REASONS)) <= 16


def test_a_report_takes_few_queries(alice, bob):
    card = scenes.card(alice)
    with Queries() as queries:
        report(bob, "card", card)
    assert len(queries) <= 16, "\n".join(queries.sql)


def test_old_cases_of_the_same_thing_do_not_slow_the_page(alice, bob):
    """A person's reports are asked for with their cases at once."""
    deck = scenes.deck_of(alice)
    for n in range(3):
        report(bob, "card", scenes.card(alice, f"Quote {n}.", deck=deck))
    client = browser(bob)
    client.get("/reports/")
    with Queries() as few:
        client.get("/reports/")
    for n in range(3, 9):
        report(bob, "card", scenes.card(alice, f"Quote {n}.", deck=deck))
    with Queries() as many:
        client.get("/reports/")
    assert len(few) == len(many)

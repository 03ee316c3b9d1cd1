"""What a person reads of moderation: their reports, the decisions about them; and never who is behind either."""

import itertools
import json
import re

import pytest
from django.core import mail, serializers
from django.utils import timezone

from accounts import sending
from accounts.models import Send, User
from games.moderation import appeals, cases, own
from games.moderation.models import Appeal, Case
from tests.games.scripts import Queries, sit_down
from tests.moderation import scenes
from tests.moderation.scenes import KINDS, browser, decided, moderator, person, report, text, thing

pytestmark = pytest.mark.django_db

OUTCOMES = {
    ("keep", "nobody"): "It stays as it is",
    ("hide", "nobody"): "It is not shown any more.",
    ("hide", "suspend"): "It is not shown any more.",
    ("ask", "nobody"): "It is to be changed.",
    ("keep", "warn"): "We have spoken to whoever wrote it.",
    ("keep", "mute"): "We have spoken to whoever wrote it.",
}


@pytest.mark.parametrize(("verdict", "words"), OUTCOMES.items(), ids=["-".join(one) for one in OUTCOMES])
def test_whoever_reported_reads_what_became_of_it(alice, bob, verdict, words):
    case = report(bob, "card", scenes.card(alice), "hate", "My note.")
    waiting = text(browser(bob).get("/reports/"))
    assert "Somebody will look at it" in waiting and "My note." in waiting and "closed on Mondays" in waiting
    decided(moderator("Judge"), case, *verdict)
    page = re.sub(r"<[^>]+>", " ", text(browser(bob).get("/reports/")))
    assert words in page
    for secret in ("Judge", "Alice", "warning", "suspen", "mute"):
        assert secret not in page, secret
    assert case.reports.get().told_at is not None
    row = Send.objects.get(person=bob, kind="moderation")
    assert row.event == f"outcome/{case.reports.get().pk}"


def test_a_verdict_that_was_taken_back_is_one_for_the_reporter_too(alice, bob):
    case = decided(moderator("Judge"), report(bob, "card", scenes.card(alice)), "hide")
    appeals.appeal(alice, case.pk, "Not so.")
    appeals.decide(moderator("Other"), case.pk, "reverse")
    assert "In the end it stays as it is." in text(browser(bob).get("/reports/"))


def test_an_author_reads_the_text_the_reason_and_can_answer_once(alice, bob):
    case = decided(moderator("Judge"), report(bob, "card", scenes.card(alice)), "hide", words="In short.")
    client = browser(alice)
    page = text(client.get("/about-you/"))
    for words in (
        "A card that you wrote is not shown any more.",
        "It insults or mocks somebody.",
        "In short.",
    ):
        assert words in page
    assert "closed on Mondays" in page and "The night porter" in page
    sent = client.post(f"/about-you/{case.pk}/appeal/", {"text": "It was a joke."})
    assert sent["Location"] == f"/about-you/?sent=1&case={case.pk}#case-{case.pk}"
    page = text(client.get("/about-you/"))
    assert "It was a joke." in page and "Say something against it" not in page
    again = client.post(f"/about-you/{case.pk}/appeal/", {"text": "Once more."})
    assert again.status_code == 409 and "You have already said" in text(again)


APPEALS = {
    "nothing": ("", "Say in a few words why"),
    "blanks": (" \u200b ", "Say in a few words why"),
    "1001": ("x" * 1001, "1001 characters, and 1000 are allowed"),
}


@pytest.mark.parametrize(("typed", "words"), APPEALS.values(), ids=APPEALS)
def test_an_appeal_that_says_nothing_or_too_much_is_refused_and_kept(alice, bob, typed, words):
    case = decided(moderator("Judge"), report(bob, "card", scenes.card(alice)), "hide")
    answer = browser(alice).post(f"/about-you/{case.pk}/appeal/", {"text": typed})
    assert answer.status_code == 422 and words in text(answer) and typed.strip(" \u200b") in text(answer)
    assert not Appeal.objects.exists()


def test_five_appeals_a_day_and_then_it_says_when_again(alice, bob, time_machine):
    time_machine.move_to("2026-05-04 21:30:00+00:00", tick=False)
    judge, deck = moderator("Judge"), scenes.deck_of(alice)
    rows = [
        decided(judge, report(bob, "card", scenes.card(alice, f"{n}.", deck=deck)), "hide") for n in range(6)
    ]
    for case in rows[:5]:
        appeals.appeal(alice, case.pk, "Not so.")
    answer = browser(alice).post(f"/about-you/{rows[5].pk}/appeal/", {"text": "Kept words"})
    assert answer.status_code == 429 and "in 3 hours" in text(answer) and "Kept words" in text(answer)


def test_nobody_answers_for_another(alice, bob, dora):
    case = decided(moderator("Judge"), report(bob, "card", scenes.card(alice)), "hide")
    for who in (bob, dora):
        assert browser(who).post(f"/about-you/{case.pk}/appeal/", {"text": "x"}).status_code == 404
    assert browser(alice).get(f"/about-you/{case.pk}/appeal/")["Location"] == "/about-you/"


@pytest.mark.parametrize("state", ["open", "taken", "dismissed"])
def test_of_a_report_that_led_to_nothing_its_author_reads_nothing(alice, bob, state):
    case = report(bob, "card", scenes.card(alice))
    judge = moderator("Judge")
    if state == "taken":
        cases.take(judge, case.pk)
    if state == "dismissed":
        decided(judge, case)
    assert "closed on Mondays" not in text(browser(alice).get("/about-you/"))
    assert browser(alice).post(f"/about-you/{case.pk}/appeal/", {"text": "x"}).status_code == 404
    assert not Send.objects.filter(person=alice).exists()


def test_the_owner_of_a_deck_reads_of_a_card_that_somebody_else_wrote(alice, bob, cleo):
    deck = scenes.deck_of(cleo, "Night shift")
    for verdict in ("ask", "hide"):
        card = scenes.card(alice, f"To {verdict}.", deck=deck)
        decided(moderator(f"Judge {verdict}"), report(bob, "card", card), verdict)
    page = text(browser(cleo).get("/about-you/"))
    assert "Please see to it that card 1 of your deck Night shift is changed." in page
    assert "Card 2 of your deck Night shift is not shown any more." in page
    assert "Alice" not in page and "Say something against it" not in page
    assert Send.objects.filter(person=cleo, about__to="owner").count() == 2


def test_whoever_is_asked_to_change_something_finds_the_way_there(alice, bob, cleo):
    judge = moderator("Judge")
    mine, theirs = scenes.card(alice), scenes.card(alice, "In another deck.", deck=scenes.deck_of(cleo))
    for card in (mine, theirs):
        decided(judge, report(bob, "card", card), "ask")
    decided(judge, report(bob, "deck", mine.deck), "ask")
    page = text(browser(alice).get("/about-you/"))
    assert f'href="/decks/{mine.deck.pk}/edit/?card={mine.pk}"' in page
    assert f'href="/decks/{mine.deck.pk}/settings/"' in page
    assert f'href="/decks/{theirs.deck.pk}/edit/' not in page
    assert f'href="/decks/{theirs.deck.pk}/edit/?card={theirs.pk}"' in text(browser(cleo).get("/about-you/"))
    for where in re.findall(r'class="btn" href="([^"]+)"', page):
        assert browser(alice).get(where).status_code == 200, where


def test_what_happens_to_a_writer_is_not_told_to_the_owner(alice, bob, cleo):
    card = scenes.card(alice, deck=scenes.deck_of(cleo))
    decided(moderator("Judge"), report(bob, "card", card), "keep", "mute")
    assert not Send.objects.filter(person=cleo).exists()
    assert "closed on Mondays" not in text(browser(cleo).get("/about-you/"))


# Nobody learns who reported


def everything_sent_to(author: User, match) -> str:
    """All pages, mails and files that their author can ask for."""
    client = browser(author)
    places = ["/", "/settings/", "/about-you/", "/reports/", "/suspended/", "/people/", "/settings/notices/"]
    places += [f"/m/{match.code}/", f"/m/{match.code}/talk/", f"/m/{match.code}/log/"]
    pages = [client.get(where, follow=True) for where in places]
    pages.append(client.post("/", {}))
    for case in Case.objects.all():
        pages.append(client.post(f"/about-you/{case.pk}/appeal/", {"text": ""}))
        pages.append(client.get(f"/moderation/case/{case.pk}/"))
    Send.objects.filter(person=author).update(not_before=timezone.now())
    sending.send_ready(timezone.now())
    said = [text(page) + str(page.headers) for page in pages]
    said += [str(one.message()) for one in mail.outbox if author.email in one.to]
    said.append(json.dumps(own.everything_about(author)))
    return "\n".join(said)


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("verdict", [("keep", "nobody"), ("keep", "warn"), ("hide", "suspend")])
def test_nothing_that_is_ever_sent_to_an_author_names_the_reporter_or_the_moderator(alice, kind, verdict):
    reporter = person("Xanthippe")
    judge = moderator("Zerberus")
    match = sit_down("kangoeroe", [alice, person("Neighbour")])
    if kind == "name" and verdict[0] == "hide":
        verdict = ("rename", verdict[1])
    case = report(reporter, kind, thing(kind, alice), "other", "Note by Xanthippe alone")
    decided(judge, case, *verdict, words="Please mind.")
    if verdict != ("keep", "nobody"):
        appeals.appeal(alice, case.pk, "Not so.")
        appeals.decide(moderator("Minos"), case.pk, "uphold", "Looked at again.")
    alice.refresh_from_db()
    said = everything_sent_to(alice, match)
    for secret in ("Xanthippe", reporter.email, reporter.username, "Zerberus", judge.username, "Minos"):
        assert secret not in said
    assert f'"reporter": {reporter.pk}' not in said
    if verdict != ("keep", "nobody"):
        assert "Please mind." in said


def test_moderators_read_notes_without_names(alice):
    reporter = person("Xanthippe")
    judge = moderator("Judge")
    case = report(reporter, "card", scenes.card(alice), "other", "Look here.")
    client = browser(judge)
    cases.take(judge, case.pk)
    places = ("/moderation/", "/moderation/mine/", f"/moderation/case/{case.pk}/", "/moderation/audit/")
    decide = client.post(f"/moderation/case/{case.pk}/decide/", {"thing": "hide", "reason": "hate"})
    pages = [text(client.get(where)) for where in places] + [text(decide)]
    assert any("Look here." in page for page in pages)
    assert not any("Xanthippe" in page or reporter.username in page for page in pages)


# The file of all that is kept of a person


def test_the_file_of_a_person_has_their_reports_and_the_decisions_about_them(alice, bob):
    case = decided(
        moderator("Judge"), report(bob, "card", scenes.card(alice)), "hide", "mute", words="Short."
    )
    appeals.appeal(alice, case.pk, "Not so.")
    theirs, mine = own.everything_about(bob), own.everything_about(alice)
    assert theirs["reports"][0]["text"][0].startswith("The moon") and theirs["decisions"] == []
    assert mine["reports"] == []
    (decision,) = mine["decisions"]
    assert decision["appeal"]["text"] == "Not so." and decision["decided"][-1] == "Short."
    json.dumps([theirs, mine])


# The same number of queries


def test_pages_take_the_same_number_of_queries_however_long_they_are(alice, bob, cleo):
    judge, deck = moderator("Judge"), scenes.deck_of(cleo)
    numbers = itertools.count()

    def more(count: int) -> None:
        for _ in range(count):
            case = report(bob, "card", scenes.card(alice, f"{next(numbers)}.", deck=deck))
            decided(judge, case, "hide")
            report(bob, "card", scenes.card(alice, f"open {next(numbers)}.", deck=deck))

    places = {
        judge: ["/moderation/", "/moderation/done/", "/moderation/audit/", "/moderation/words/"],
        bob: ["/reports/"],
    }
    more(2)
    counts = {}
    for round_ in range(2):
        for who, where in ((who, where) for who, all_ in places.items() for where in all_):
            client = browser(who)
            client.get(where)
            with Queries() as queries:
                client.get(where)
            counts.setdefault(where, []).append(len(queries))
        if not round_:
            more(4)
    assert all(few == many for few, many in counts.values()), counts


def test_no_get_changes_anything(alice, bob):
    judge = moderator("Judge")
    case = report(bob, "card", scenes.card(alice))
    kinds = (Case, Appeal, Send)

    def stored() -> str:
        return "".join(serializers.serialize("json", kind.objects.order_by("pk")) for kind in kinds)

    before = stored()
    client = browser(judge)
    for what in ("", "take/", "give-back/", "decide/", "end/unhide/", "appeal/"):
        assert client.get(f"/moderation/case/{case.pk}/{what}").status_code in (200, 302)
    for where in ("/moderation/words/1/remove/", "/moderation/", "/moderation/appeals/"):
        assert client.get(where).status_code in (200, 302)
    assert stored() == before

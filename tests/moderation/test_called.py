"""What is called how, and said where: the same thing by one name, and each sentence once."""

import re
from datetime import timedelta

import pytest
from django.urls import reverse
from django.utils import timezone

from accounts import dates
from accounts.models import User
from games.models import Match
from games.moderation import appeals, cases, notice_words, reports
from games.moderation.models import Case
from quotes import editing
from quotes.models import Deck, Words
from tests.games.scripts import sit_down
from tests.moderation import scenes
from tests.moderation.scenes import browser, decided, moderator, person, report, text

pytestmark = pytest.mark.django_db
SILENT = "A moderator decided that you write nothing here until"


@pytest.fixture
def source(alice, monkeypatch) -> Words:
    """Written by Alice in a match of two."""
    match = sit_down("kangoeroe", [alice, person("Neighbour")])
    Match.objects.filter(pk=match.pk).update(created_at="2026-05-12 10:00:00+00:00", watchable=False)
    around = {"where": "source", "match": match.code}
    monkeypatch.setattr(reports.TARGETS["words"], "around", lambda row: around)
    return Words.objects.create(author=alice, text="A rude word.")


def seen(who: User, where: str) -> str:
    """The words of a page."""
    return " ".join(re.sub(r"<[^>]*>", " ", text(browser(who).get(where))).split())


def test_a_source_has_one_name_on_every_page(alice, bob, judge, source):
    name = "a source that somebody wrote"
    assert f"Report {name}" in seen(bob, scenes.address(bob, "words", source.pk))
    case = decided(judge, report(bob, "words", source), "hide")
    for who, where in (
        (judge, "/moderation/done/"),
        (judge, f"/moderation/case/{case.pk}/"),
        (judge, "/moderation/audit/"),
        (bob, "/reports/"),
        (alice, "/about-you/"),
    ):
        said = seen(who, where).lower()
        assert name in said and "words at a table" not in said, where


def test_a_match_is_named_by_its_game_and_its_day(alice, bob, judge, source):
    case = decided(judge, report(bob, "words", source), "hide")
    named = "Kangoeroe, 12 May"
    assert f"({named})" in notice_words.decided_about(case)
    where, code = f"/moderation/case/{case.pk}/", case.frozen["around"]["match"]
    assert named in seen(judge, where) and f"/{code}/" not in text(browser(judge).get(where))
    Match.objects.update(watchable=True)
    assert f'href="{reverse("watch", args=[code])}"' in text(browser(judge).get(where))
    Match.objects.all().delete()
    assert named not in seen(judge, where)
    assert notice_words.thing_of(case) == "a source that somebody wrote"


def test_the_deck_of_blanks_is_called_on_the_page_of_who_is_suspended_as_elsewhere(alice, bob, judge):
    blanks = Deck.objects.create(title="N. N. 9911", owner=alice, language="en", of_blanks=True)
    editing.add(alice, blanks, editing.Texts("Soup is a drink", "A spoon"))
    User.objects.filter(pk=alice.pk).update(suspended_until=timezone.now() + timedelta(days=1))
    said = seen(alice, "/suspended/")
    assert "Export your deck Your blank cards" in said and "9911" not in said


def test_each_row_of_the_queue_names_the_author(alice, bob, judge):
    report(bob, "card", scenes.card(alice))
    assert "By: Alice" in seen(judge, "/moderation/")
    Case.objects.update(author=None)
    assert "By nobody who is here" in seen(judge, "/moderation/")


def test_whoever_answers_an_appeal_reads_in_which_language_and_under_no_empty_heading(alice, bob, judge):
    alice.language = "de"
    alice.save()
    case = decided(judge, report(bob, "card", scenes.card(alice)), "hide")
    appeals.appeal(alice, case.pk, "Nein.")
    said = seen(moderator("Other"), f"/moderation/case/{case.pk}/")
    assert "They read German." in said and "What becomes of it?" not in said
    assert "What becomes of it?" in seen(
        judge, f"/moderation/case/{report(bob, 'card', scenes.card(alice, 'x')).pk}/"
    )


def test_who_reports_the_same_again_is_told_so_and_says_it_anew(alice, bob, judge):
    card = scenes.card(alice)
    where = scenes.address(bob, "card", card.pk)
    assert "You reported this on" not in seen(bob, where)
    case = report(bob, "card", card, "insult", "First.")
    at = dates.moment(case.reports.get().at)
    assert f"You reported this on {at}, and it waits for the moderators." in seen(bob, where)
    assert "You reported this on" not in seen(person("Mia"), scenes.address(person("Mia"), "card", card.pk))
    browser(bob).post(where, {"reason": "hate"})
    assert [(one.reason, one.note) for one in case.reports.all()] == [("hate", "First.")]
    decided(judge, case)
    assert "You reported this on" not in seen(bob, where)  # it is another case now


def test_a_note_is_asked_for_beside_the_reason_that_needs_one(alice, bob, judge):
    row = scenes.card(alice)
    assert "needed for “Something else”" in seen(bob, scenes.address(bob, "card", row.pk))
    case = report(bob, "card", row)
    cases.take(judge, case.pk)
    assert "needed for “Something else”" in seen(judge, f"/moderation/case/{case.pk}/")


# Muted


@pytest.fixture
def muted(alice) -> User:
    alice.muted_until = timezone.now() + timedelta(days=2)
    alice.save()
    return alice


def test_after_a_refused_word_or_card_the_sentence_stands_there_once(bob, muted):
    match = sit_down("kangoeroe", [muted, bob])
    said = browser(muted).post(
        f"/m/{match.code}/talk/", {"text": "Hello", "form": "1"}, headers={"hx-request": "true"}
    )
    assert text(said).count(f"<span>{SILENT}") == 1
    deck = scenes.deck_of(muted)
    card = {"quote": "To be", "source": "A bee", "category": "o"}
    assert text(browser(muted).post(f"/decks/{deck.pk}/edit/add/", card)).count(f"<span>{SILENT}") == 1


def test_the_page_on_which_decks_are_handed_in_says_it_too(muted):
    assert seen(muted, f"/decks/{scenes.deck_of(muted).pk}/publish/").count(SILENT) == 1

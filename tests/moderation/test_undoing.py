"""Before anything of a decision is undone, a page says what comes back; parts of it can be left as they are."""

import pytest
from django.contrib.auth.models import Group
from django.utils import timezone

from accounts.models import Send
from games.moderation import appeals, cases, covers
from games.moderation.models import Act, Appeal, Case
from games.moderation.notice_words import MODERATION
from games.moderation.why import Refused
from quotes import publishing
from quotes.models import Deck
from tests.games.scripts import sit_down
from tests.moderation import scenes
from tests.moderation.scenes import browser, decided, moderator, now, report, text

pytestmark = pytest.mark.django_db


@pytest.fixture
def insult(alice, bob, judge) -> Case:
    """Said at two tables, hidden at both, its author suspended; and said against it."""
    rows = [scenes.said(sit_down("kangoeroe", [alice, bob]), alice, "You wardrobe") for _ in range(2)]
    case = decided(judge, report(bob, "words", rows[0]), "hide", "suspend")
    appeals.appeal(alice, case.pk, "Not so.")
    return case


def test_show_it_again_says_what_comes_back_and_does_it_with_the_second_press(alice, bob, judge):
    card = scenes.card(alice)
    decided(judge, report(bob, "deck", card.deck), "hide")
    other = scenes.card(alice, "Another.")
    case = decided(judge, report(bob, "card", other), "hide")
    client, where = browser(judge), f"/moderation/case/{case.pk}/end/unhide/"
    page = text(client.post(where))
    assert "This is what comes back" in page and "Another." in page.partition("h-undoing")[2][:1500]
    assert now(other).hidden_at is not None and not Act.objects.filter(action="unhide").exists()
    assert client.post(where, {"sure": "1"}).status_code == 303
    assert now(other).hidden_at is None


def test_it_says_what_stays_hidden_by_another_decision(alice, bob, judge):
    card = scenes.card(alice)
    case = decided(judge, report(bob, "card", card), "hide")
    decided(judge, report(bob, "deck", card.deck), "hide")
    page = text(browser(judge).post(f"/moderation/case/{case.pk}/end/unhide/"))
    assert "stays hidden: another decision says so" in page


def test_taken_back_all_of_it_is_listed_and_all_of_it_comes_back(insult, alice):
    client, where = browser(moderator("Other")), f"/moderation/case/{insult.pk}/appeal/"
    page = text(client.post(where, {"what": "reverse", "words": "You are right."}))
    assert "in 2 places" in page and 'value="You are right."' in page
    assert page.count('name="part"') == 2 and not Appeal.objects.get().outcome
    sent = {"what": "reverse", "sure": "1", "parts": "1", "part": ["hide", "suspend"]}
    assert client.post(where, sent).status_code == 303
    assert Appeal.objects.get().outcome == "reversed" and now(alice).suspended_until is None


@pytest.mark.parametrize("part", ["suspend", "hide"])
def test_a_part_of_it_is_taken_back_and_the_rest_holds_on(insult, alice, part):
    appeals.decide(moderator("Other"), insult.pk, "reverse", "Too long.", [part])
    words = scenes.Words.objects.filter(text="You wardrobe")
    assert (now(alice).suspended_until is None) is (part == "suspend")
    assert all(one.hidden_at for one in words) is (part == "suspend")
    case = now(insult)
    assert case.actions == [{"suspend": "hide", "hide": "suspend"}[part]]
    assert Appeal.objects.get().outcome == "partly" and (case.until is None) is (part == "suspend")
    page = text(browser(now(alice)).get("/about-you/"))
    assert "A part of the decision was taken back: " in page and "Too long." in page
    assert Act.objects.latest("pk").action == "partly"


@pytest.mark.parametrize("parts", [[], ["rename"], ["hide", "moon"]])
def test_a_part_that_it_does_not_have_is_none(insult, parts):
    with pytest.raises(Refused, match="no_part"):
        appeals.decide(moderator("Other"), insult.pk, "reverse", parts=parts)
    assert not Appeal.objects.get().outcome


def test_what_was_shown_again_can_be_decided_anew(alice, bob, judge):
    card = scenes.card(alice)
    case = decided(judge, report(bob, "card", card), "hide")
    again = f"/moderation/case/{case.pk}/again/"
    client = browser(judge)
    assert client.post(again).status_code == 409
    cases.end(judge, case.pk, "unhide")
    assert "Decide about it again" in text(client.get(f"/moderation/case/{case.pk}/"))
    client.post(again)
    new = Case.objects.exclude(pk=case.pk).get()
    assert (new.state, new.moderator, new.key) == ("taken", judge, card.pk)
    form = {"thing": "hide", "reason": "hate", "sure": "1"}
    assert client.post(f"/moderation/case/{new.pk}/decide/", form).status_code == 303
    assert now(card).hidden_at is not None


# Who learns of it


def test_a_co_editor_who_moderates_learns_nothing_of_cases_about_the_deck(alice, bob, judge):
    editor, deck = moderator("Editor"), scenes.deck_of(alice)
    deck.editors.add(editor)
    case = decided(judge, report(bob, "card", scenes.card(alice, deck=deck)), "hide", words="In short.")
    other = report(bob, "card", scenes.card(alice, "Elsewhere."))
    client = browser(editor)
    assert client.get(f"/moderation/case/{case.pk}/").status_code == 404
    for where in ("/moderation/audit/", "/moderation/done/", f"/moderation/case/{other.pk}/"):
        page = text(client.get(where))
        assert f"/moderation/case/{case.pk}/" not in page and "In short." not in page, where
    assert f"/moderation/case/{case.pk}/" in text(browser(judge).get("/moderation/audit/"))


def test_a_co_editor_who_moderates_alone_decides_all_the_same(alice, bob):
    editor, deck = moderator("Editor"), scenes.deck_of(alice)
    deck.editors.add(editor)
    case = report(bob, "card", scenes.card(alice, deck=deck))
    assert browser(editor).get(f"/moderation/case/{case.pk}/").status_code == 200
    assert decided(editor, case, "hide").done


def test_the_owner_of_a_deck_who_moderates_learns_nothing_either(alice, bob, judge):
    owner = moderator("Owner")
    deck = scenes.deck_of(owner)
    case = decided(judge, report(bob, "card", scenes.card(alice, deck=deck)), "hide", words="In short.")
    other = report(bob, "card", scenes.card(alice, "Elsewhere."))
    for where in ("/moderation/audit/", f"/moderation/case/{other.pk}/"):
        page = text(browser(owner).get(where))
        assert f"/moderation/case/{case.pk}/" not in page and "In short." not in page, where


# Asked to change


def test_a_case_says_that_its_card_was_changed_and_waits_to_be_published(alice, bob, judge):
    card = scenes.card(alice)
    version = card.deck.versions.create(
        number=1, title="Night shift", language="en", state="published", cards=[card.pk], submitted_by=alice
    )
    Deck.objects.filter(pk=card.deck.pk).update(published=version)
    case = decided(judge, report(bob, "card", card), "ask")
    assert "Then hand the deck in again" in text(browser(alice).get("/about-you/"))
    where = f"/moderation/case/{case.pk}/"
    assert "Today it says something else" not in text(browser(judge).get(where))
    type(card).objects.filter(pk=card.pk).update(retired_at=case.done_at)
    scenes.Card.objects.create(
        deck=card.deck, number=1, quote="Much kinder.", source="Somebody", language="en", author=alice
    )
    page = text(browser(judge).get(where))
    assert "Today it says something else" in page and "Much kinder." in page
    assert "the change is not published" in page


# In the right words


def test_next_goes_on_from_the_case_that_is_open(alice, bob, judge):
    made = [report(bob, "card", scenes.card(alice, f"Quote {n}.")) for n in range(3)]
    for at, to in ((0, 1), (1, 2), (2, 0)):
        page = text(browser(judge).get(f"/moderation/case/{made[at].pk}/"))
        assert f'href="/moderation/case/{made[to].pk}/">Next' in page


def test_a_decision_of_a_curator_is_in_the_audit_list(alice, judge):
    deck = scenes.deck_of(alice)
    root = scenes.User.objects.create_superuser("root", "root@example.org", name="Root")
    publishing.unpublish(root, deck, "Too rude.")
    act = Act.objects.get()
    assert (act.action, act.moderator, act.about, act.kind, act.key, act.words) == (
        "unpublished",
        root,
        alice,
        "deck",
        deck.pk,
        "Too rude.",
    )
    assert "took it back from everybody" in text(browser(judge).get("/moderation/audit/"))


def test_a_suspended_curator_is_nobody_else(alice):
    curators = Group.objects.get_or_create(name=publishing.CURATORS)[0]
    first, second = scenes.person("First"), scenes.person("Second")
    for one in (first, second):
        one.groups.add(curators)
    deck = scenes.deck_of(first)
    assert not publishing.may_decide(first, deck)
    scenes.User.objects.filter(pk=second.pk).update(suspended_until=timezone.now() + timezone.timedelta(1))
    assert publishing.may_decide(first, deck)


def test_words_that_were_written_as_a_source_or_on_a_blank_are_called_so(alice, bob, judge):
    made = scenes.blank(sit_down("kangoeroe", [alice, bob]), alice, "A quote.")
    report(bob, "words", made.quote)
    page = text(browser(judge).get("/moderation/"))
    assert "A blank card" in page and "Words at a table" not in page and "just now" in page


def test_a_mail_of_a_decision_names_what_it_is_about_and_not_its_text(alice, bob, judge):
    case = decided(judge, report(bob, "card", scenes.card(alice)), "hide")
    to_author = MODERATION.say(Send(person=alice, about={"case": case.pk, "to": "author"}))
    to_reporter = MODERATION.say(Send(person=bob, about={"case": case.pk, "to": "reporter"}))
    assert to_author.subject.startswith("The moderators have decided: a card in “Night shift”, ")
    assert "say something against it" in to_author.line
    assert to_reporter.subject == "What became of your report: a card in “Night shift”"
    assert to_reporter.line.startswith("You reported it on ")
    for item in (to_author, to_reporter):
        assert "closed on Mondays" not in item.subject + item.line
    Deck.objects.update(hidden_at=case.done_at)
    assert (
        "Night shift"
        not in MODERATION.say(Send(person=bob, about={"case": case.pk, "to": "reporter"})).subject
    )


@pytest.fixture
def long_list(alice, monkeypatch) -> Case:
    """A decision that hides six words, three of them the same; two texts are shown, and two rows read at once."""
    monkeypatch.setattr(covers, "MOST_TOLD", 2)
    monkeypatch.setattr(covers, "SOME", 2)
    case = Case.objects.create(
        kind="words", key=1, fingerprint="x", author=alice, verdict="hide", state="done"
    )
    texts = ("Wardrobe", "Chair", "Wardrobe", "Table", "Wardrobe", "Lamp")
    rows = [scenes.Words.objects.create(author=alice, text=one) for one in texts]
    covers.put(case, {"words": {row.pk for row in rows}}, timezone.now())
    return case


def test_of_very_many_texts_some_are_shown_and_all_their_places_are_counted(long_list):
    assert [(one["text"], one["places"]) for one in covers.told(long_list)] == [("Wardrobe", 3), ("Chair", 1)]

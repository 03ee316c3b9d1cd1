"""Suggestions to decks: reported and hidden by themselves, and with a card or blank that says the same."""

import pytest
from django.utils import timezone

from games.moderation import appeals, cases
from games.moderation.models import Case, Hiding
from games.moderation.targets import TARGETS
from quotes import suggestions
from quotes.models import Card, Suggestion
from quotes.refusals import Refused
from tests.games.scripts import sit_down
from tests.moderation import scenes
from tests.moderation.scenes import browser, decided, moderator, now, report, text
from tests.moderation.test_links import flags, reported

pytestmark = pytest.mark.django_db

QUOTE, SOURCE = "The moon is closed on Mondays.", "The night porter"


def offer(writer, deck, quote=QUOTE, source=SOURCE, **more) -> Suggestion:
    return Suggestion.objects.create(deck=deck, writer=writer, quote=quote, source=source, **more)


# Hidden with what says the same

OFFERED = {
    # what was offered -> whether it goes with the card
    "the same": ({}, True),
    "the same to another deck": ({"deck": "other"}, True),
    "the same by somebody else": ({"writer": "bob"}, False),
    "with another source": ({"source": "Somebody else"}, False),
    "with another quote": ({"quote": "Another one."}, False),
    "a source alone": ({"quote": ""}, False),
}


@pytest.mark.parametrize(("more", "goes"), OFFERED.values(), ids=OFFERED)
def test_a_hidden_card_takes_just_those_suggestions_with_it_that_say_the_same(
    alice, bob, cleo, judge, more, goes
):
    card = scenes.card(alice)
    decks = {"own": card.deck, "other": scenes.deck_of(cleo, "Other")}
    fields = {"writer": {"bob": bob}.get(more.get("writer"), alice), "deck": decks[more.get("deck", "own")]}
    one = offer(**fields, **{key: more[key] for key in ("quote", "source") if key in more})
    case = decided(judge, report(bob, "card", card), "hide")
    assert (now(one).state, now(one).decided_at is not None) == (
        ("declined", True) if goes else ("open", False)
    )
    cases.end(judge, case.pk, "unhide")
    assert (now(one).state, now(one).decided_at) == ("open", None)
    assert not Hiding.objects.exists()


def test_what_was_hidden_as_a_suggestion_is_not_offered_again_by_the_same(alice, bob, cleo, judge):
    card = scenes.card(alice, "Something else.")
    hidden = decided(judge, report(alice, "suggestion", offer(cleo, card.deck)), "hide")
    again = {"quote": f"{QUOTE} !", "source": "Me"}
    with pytest.raises(Refused, match="hidden_words"):
        suggestions.suggest(cleo, card, again)
    suggestions.suggest(bob, card, again)
    cases.end(judge, hidden.pk, "unhide")
    suggestions.suggest(cleo, card, again)


def test_a_hidden_card_with_a_source_alone_leaves_other_sources_alone(alice, bob, judge):
    card = scenes.card(alice, "", source="The landlord")
    same, other = offer(alice, card.deck, "", "The landlord"), offer(alice, card.deck, "", "The baker")
    decided(judge, report(bob, "card", card), "hide")
    assert (now(same).state, now(other).state) == ("declined", "open")


def test_what_was_declined_before_stays_declined_when_the_card_is_shown_again(alice, bob, judge):
    card = scenes.card(alice)
    before, then = offer(alice, card.deck), offer(alice, card.deck)
    suggestions.decide(before, "declined", timezone.now())
    case = decided(judge, report(bob, "card", card), "hide")
    appeals.appeal(alice, case.pk, "Not so.")
    appeals.decide(moderator("Other"), case.pk, "reverse")
    assert (now(before).state, now(then).state) == ("declined", "open")


def test_a_hidden_blank_takes_the_suggestion_made_of_it_with_it_and_brings_it_back(alice, bob, cleo, judge):
    made = scenes.blank(sit_down("kangoeroe", [alice, bob]), alice, "A quote.", "A source")
    deck = scenes.deck_of(cleo)
    of_blank, other = offer(alice, deck, "A quote.", "A source"), offer(alice, deck, "A quote.", "")
    case = decided(judge, report(bob, "words", made.quote), "hide")
    assert (now(of_blank).state, now(other).state) == ("declined", "open")
    cases.end(judge, case.pk, "unhide")
    assert now(of_blank).state == "open"


def test_a_hidden_card_leaves_a_blank_with_another_source_alone(alice, bob, judge):
    made = scenes.blank(sit_down("kangoeroe", [alice, bob]), alice, QUOTE, "Somebody else")
    decided(judge, report(bob, "card", scenes.card(alice)), "hide")
    assert now(made.quote).hidden_at is None


# By themselves


def test_it_is_reported_from_the_page_of_suggestions_but_ones_own_is_not(alice, bob, judge):
    deck = scenes.deck_of(bob)
    one = offer(alice, deck, note="You play like a wardrobe.")
    offer(bob, deck, "Mine.")
    (link,) = flags(text(browser(bob).get(f"/decks/{deck.pk}/suggestions/")))
    case = reported(bob, link)
    assert (case.kind, case.key, case.author, case.owner) == ("suggestion", one.pk, alice, bob)
    assert [line["what"] for line in case.frozen["lines"]] == ["quote", "source", "note"]
    page = text(browser(judge).get(f"/moderation/case/{case.pk}/"))
    for words in ("You play like a wardrobe.", "Night shift", "as a card for this deck", QUOTE):
        assert words in page, words


def test_of_a_correction_the_case_says_of_which_card(alice, bob, judge):
    card = scenes.card(bob)
    case = report(bob, "suggestion", offer(alice, card.deck, "Another.", card=card))
    assert case.frozen["around"]["number"] == 1
    assert "as a correction of this card" in text(browser(judge).get(f"/moderation/case/{case.pk}/"))


def test_hidden_it_is_gone_from_the_page_and_is_not_taken_any_more_until_it_is_shown_again(alice, bob, judge):
    deck = scenes.deck_of(bob)
    one = offer(alice, deck, note="Wardrobe")
    where = f"/decks/{deck.pk}/suggestions/"
    case = decided(judge, report(bob, "suggestion", one), "hide")
    assert "Wardrobe" not in text(browser(bob).get(where))
    for sent in ({"do": "take"}, {"do": "change", "quote": QUOTE, "source": SOURCE}):
        assert browser(bob).post(f"{where}{one.pk}/", sent).status_code == 409
    assert browser(bob).get(f"{where}{one.pk}/").status_code == 409 and not Card.objects.exists()
    with pytest.raises(Refused):
        suggestions.take(bob, one, suggestions.Texts(QUOTE, SOURCE))
    cases.end(judge, case.pk, "unhide")
    assert "Wardrobe" in text(browser(bob).get(where))
    assert browser(bob).post(f"{where}{one.pk}/", {"do": "take"}).status_code == 303


def test_taken_meanwhile_the_card_that_was_made_of_it_is_hidden_and_it_is_not_open_again(alice, bob, judge):
    deck = scenes.deck_of(bob)
    one = offer(alice, deck)
    case = report(bob, "suggestion", one)
    card = suggestions.take(bob, one, suggestions.Texts(QUOTE, SOURCE))
    decided(judge, case, "hide")
    assert now(card).hidden_at and TARGETS["suggestion"].hidden_at(scenes.row_of("suggestion", one.pk))
    cases.end(judge, case.pk, "unhide")
    assert now(card).hidden_at is None and now(one).state == "taken"


def test_its_writer_and_the_owner_of_the_deck_are_told(alice, bob, cleo, judge):
    decided(judge, report(cleo, "suggestion", offer(alice, scenes.deck_of(bob))), "hide")
    assert "A suggestion that you made to a deck is not shown any more." in text(
        browser(alice).get("/about-you/")
    )
    assert "A suggestion to your deck Night shift is not shown any more." in text(
        browser(bob).get("/about-you/")
    )


def test_hiding_it_in_the_admin_does_the_same(alice, bob):
    root = scenes.User.objects.create_superuser("root", "root@example.org", name="Root")
    one = offer(alice, scenes.deck_of(bob))
    page = browser(root)
    for action, state in (("hide", "declined"), ("unhide", "open")):
        sent = {"action": action, "_selected_action": [one.pk], "why": "1", "reason": "hate", "sure": "1"}
        page.post("/admin/quotes/suggestion/", sent)
        assert now(one).state == state
    assert page.get(f"/admin/quotes/suggestion/{one.pk}/change/").status_code == 200


def test_a_card_shown_again_stays_hidden_with_its_deck(alice, bob, judge):
    card = scenes.card(alice)
    case = decided(judge, report(bob, "card", card), "hide")
    decided(judge, report(bob, "deck", card.deck), "hide")
    cases.end(judge, case.pk, "unhide")
    assert now(card).hidden_at is not None and now(card.deck).hidden_at is not None
    of_deck = Case.objects.get(kind="deck")
    cases.end(judge, of_deck.pk, "unhide")
    assert now(card).hidden_at is None


def test_a_suggestion_with_its_deck_gone_is_gone(alice, bob, judge):
    one = offer(alice, scenes.deck_of(bob))
    case = report(bob, "suggestion", one)
    one.deck.delete()
    page = text(browser(judge).get(f"/moderation/case/{case.pk}/"))
    assert "It is not there any more." in page

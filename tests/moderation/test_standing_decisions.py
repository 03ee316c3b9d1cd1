"""What is hidden stays hidden as long as any decision that stands says so; and what is hidden with it."""

import pytest
from django.utils import timezone

from games import withdrawals
from games.moderation import appeals, cases
from games.moderation.models import Cover
from games.moderation.verdicts import Verdict
from quotes import copying, publishing
from quotes.models import Card, Deck, Words
from quotes.refusals import Refused
from tests.game_of_quotes.seated import make_deck
from tests.games.scripts import sit_down
from tests.moderation import scenes
from tests.moderation.scenes import browser, decided, person, report, text

pytestmark = pytest.mark.django_db


def hidden(row) -> bool:
    return type(row).objects.get(pk=row.pk).hidden_at is not None


def reverse(by, case) -> None:
    appeals.appeal(case.author, case.pk, "Not so.")
    appeals.decide(by, case.pk, "reverse")


# Two decisions about one thing


def test_what_was_shown_again_and_hidden_by_another_decision_is_not_shown_by_an_appeal(
    alice, bob, cleo, judge, other
):
    card = scenes.card(alice)
    first = decided(judge, report(bob, "card", card), "hide")
    cases.end(judge, first.pk, "unhide")
    second = decided(judge, report(cleo, "card", card), "hide")
    assert "end/unhide/" not in text(browser(judge).get(f"/moderation/case/{first.pk}/"))
    reverse(other, first)
    assert hidden(card)
    reverse(other, second)
    assert not hidden(card)


@pytest.mark.parametrize("first", ["card", "deck"])
def test_a_card_that_is_hidden_by_itself_and_with_its_deck_needs_both_to_be_shown(alice, bob, judge, first):
    card = scenes.card(alice)
    rows = {"card": card, "deck": card.deck}
    reports = {kind: report(bob, kind, row) for kind, row in rows.items()}
    made = {kind: decided(judge, reports[kind], "hide") for kind in rows}
    cases.end(judge, made.pop(first).pk, "unhide")
    assert hidden(card)
    cases.end(judge, next(iter(made.values())).pk, "unhide")
    assert not hidden(card) and not hidden(card.deck) and not Cover.objects.exists()


def test_shown_again_and_hidden_again_it_is_taken_out_again(alice, bob, cleo, judge):
    card = scenes.card(alice)
    for who in (bob, cleo):
        case = decided(judge, report(who, "card", card), "hide")
        Card.objects.filter(pk=card.pk).update(taken_out_at=timezone.now())
        cases.end(judge, case.pk, "unhide")
    Card.objects.filter(pk=card.pk).update(taken_out_at=timezone.now())
    decided(judge, report(person("Dan"), "card", card), "hide")
    assert withdrawals.Card.objects.filter(withdrawals.TO_TAKE_OUT, pk=card.pk).exists()


def test_whoever_reported_what_is_hidden_already_is_told_that_it_is(alice, bob, judge):
    card = scenes.card(alice)
    of_card = report(bob, "card", card)
    decided(judge, report(bob, "deck", card.deck), "hide")
    cases.take(judge, of_card.pk)
    page = text(browser(judge).get(f"/moderation/case/{of_card.pk}/"))
    assert "It is hidden already" in page and "Leave it as it is" not in page
    made = cases.decide(judge, of_card.pk, Verdict())
    assert made.actions == ["hidden"]
    page = text(browser(bob).get("/reports/"))
    assert "It is not shown any more." in page and "it may be said here" not in page
    assert not appeals.about(alice).filter(pk=made.pk).exists()


# The same words elsewhere


def test_words_go_wherever_their_author_said_them_and_come_back_together(alice, bob, judge):
    first, second = sit_down("kangoeroe", [alice, bob]), sit_down("kangoeroe", [alice, bob])
    rows = [scenes.said(match, alice, "You wardrobe") for match in (first, first, second)]
    rows.append(scenes.blank(second, alice, "You wardrobe").quote)
    kept = scenes.card(alice, "You wardrobe", source="")
    others = [scenes.said(first, bob, "You wardrobe"), scenes.said(first, alice, "You table")]
    case = decided(judge, report(bob, "words", rows[0]), "hide")
    assert all(map(hidden, [*rows, kept])) and not any(map(hidden, others))
    assert "and 4 other places" in text(browser(judge).get(f"/moderation/case/{case.pk}/"))
    Words.objects.filter(pk=others[1].pk).update(hidden_at=timezone.now())
    cases.end(judge, case.pk, "unhide")
    assert not any(map(hidden, [*rows, kept])) and hidden(others[1])


# Copies of decks


@pytest.fixture
def copied(alice, bob) -> tuple[Deck, Deck, Deck]:
    """Alice's deck, Bob's copy of it, and a copy of that copy."""
    deck = make_deck()
    Deck.objects.filter(pk=deck.pk).update(owner=alice, starter=None, licence=Deck.Licence.BY_SA)
    deck.refresh_from_db()
    copy = copying.copy(bob, deck)
    Deck.objects.filter(pk=copy.pk).update(state=Deck.State.PUBLISHED)
    return deck, copy, copying.copy(person("Cleo"), Deck.objects.get(pk=copy.pk))


def shown_in(deck: Deck) -> int:
    return deck.cards.filter(hidden_at=None).count()


def test_a_hidden_deck_takes_what_its_copies_say_the_same_and_leaves_what_is_theirs(copied, bob, judge):
    deck, copy, second = copied
    scenes.card(bob, "Bob's own.", deck=copy)
    case = decided(judge, report(person("Dan"), "deck", deck), "hide")
    assert [shown_in(one) for one in copied] == [0, 1, 0]
    cases.end(judge, case.pk, "unhide")
    assert shown_in(copy) == shown_in(second) + 1 == shown_in(deck) + 1


def test_a_card_of_the_site_is_found_in_copies_by_its_words(alice, bob, judge):
    house = scenes.deck_of(None, "House", licence=Deck.Licence.BY_SA)
    card = scenes.card(None, deck=house)
    copy = copying.copy(alice, house)
    own = scenes.card(bob, deck=scenes.deck_of(bob))
    decided(judge, report(bob, "card", card), "hide")
    assert shown_in(copy) == 0 and not hidden(own)


def test_a_copy_of_a_hidden_deck_is_not_handed_in_with_its_cards(copied, bob, judge):
    deck, copy, _second = copied
    decided(judge, report(person("Dan"), "deck", deck), "hide")
    Deck.objects.filter(pk=copy.pk).update(state=Deck.State.PRIVATE)
    old = deck.cards.first()
    scenes.card(bob, old.quote, source=old.source, deck=copy)
    with pytest.raises(Refused, match="of_hidden"):
        publishing.submit(bob, copy)
    copy.cards.filter(hidden_at=None).delete()
    with pytest.raises(Refused, match="not_ready"):
        publishing.submit(bob, copy)
    # What the hidden deck says since is told to nobody who guesses it.
    scenes.card(bob, "Since then.", deck=copy)
    scenes.card(deck.owner, "Since then.", deck=deck)
    with pytest.raises(Refused, match="not_ready"):
        publishing.submit(bob, copy)


def test_the_owner_of_a_hidden_deck_sees_its_cards_and_how_to_answer_and_nobody_else(alice, bob, judge):
    card = scenes.card(alice)
    decided(judge, report(bob, "deck", card.deck), "hide")
    page = browser(alice).get(f"/decks/{card.deck.pk}/")
    assert "closed on Mondays" in text(page) and "hidden by a moderator" in text(page)
    assert 'href="/about-you/"' in text(page)
    assert browser(bob).get(f"/decks/{card.deck.pk}/").status_code == 404

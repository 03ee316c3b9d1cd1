"""What people hear of decks: every word that a row can have, each kind by itself, and suggestions once a day."""

from datetime import timedelta

import pytest
from django.utils import timezone

from accounts.models import Send
from accounts.notices import KINDS
from quotes import decks, notice_words, notices, suggestions
from quotes.models import Suggestion, Version
from tests.games.scripts import called
from tests.games.scripts import deck as deck_of

pytestmark = pytest.mark.django_db
ENDS = (Version.State.PUBLISHED, Version.State.SENT_BACK, Version.State.REJECTED)


def test_everything_that_can_be_told_has_its_words():
    named = {value for name, value in vars(notices).items() if name.isupper() and isinstance(value, str)}
    words = named - {kind.slug for kind in notice_words.KINDS}
    assert notice_words.HAPPENINGS.keys() == words | {state.value for state in ENDS}
    assert notice_words.VERDICTS.keys() == {notices.TAKEN_BACK, *(state.value for state in ENDS)}


@pytest.mark.parametrize("what", ["", "withdrawn", "of another release"])
def test_a_word_that_nobody_knows_is_no_news_and_stops_no_mail(alice, what):
    row = Send(person=alice, kind="deck", about={"what": what, "version": 1})
    assert not notice_words.is_news(row)


def test_each_kind_is_switched_on_and_off_by_itself():
    slugs = [kind.slug for kind in notice_words.KINDS]
    assert {notices.MINE, notices.QUEUE, notices.SUGGESTIONS} <= set(slugs) <= KINDS.keys()
    assert len(set(slugs)) == len(slugs)


def suggest(writer, deck, n: int) -> Suggestion:
    card = deck.cards.order_by("number")[n]
    return suggestions.suggest(writer, card, {"quote": f"Better {n}", "source": "Dora"})


def test_who_edits_a_deck_hears_once_a_day_that_suggestions_wait(alice, bob, dora):
    deck = deck_of(4, owner=alice, title="Kitchen talk", two_sided=False)
    deck.editors.add(bob)
    for n in range(3):
        suggest(dora, deck, n)
    rows = list(Send.objects.order_by("person"))
    assert [(row.person, row.kind) for row in rows] == [(alice, "deck-suggested"), (bob, "deck-suggested")]
    assert rows[0].not_before > timezone.now()
    item = notice_words.say(rows[0])
    assert (item.subject, item.line) == (
        "Suggestions for your deck: Kitchen talk",
        "3 suggestions wait for you.",
    )
    assert item.path == f"/decks/{deck.pk}/suggestions/"
    other = deck_of(1, owner=alice)
    suggest(dora, other, 0)
    item = notice_words.say(rows[0])
    assert Send.objects.count() == 2
    assert (item.subject, item.line, item.path) == (
        "Suggestions for your decks",
        "4 suggestions wait for you.",
        "/decks/",
    )
    decks.remove(alice, other)
    for one in Suggestion.objects.all():
        assert notice_words.is_news(rows[0])
        suggestions.decline(alice, one)
    assert not notice_words.is_news(rows[0])


def test_nobody_hears_of_what_they_suggest_themselves(alice, bob):
    deck = deck_of(1, owner=alice)
    deck.editors.add(bob)
    suggestions.offer(bob, deck, "A blank", "Bob")
    assert [row.person for row in Send.objects.all()] == [alice]


def test_blanks_are_offered_to_a_deck_up_to_a_limit_and_not_twice(alice, dora, monkeypatch):
    deck = deck_of(1, owner=alice)
    monkeypatch.setattr(suggestions, "MOST_OPEN", 2)
    offered = [suggestions.offer(dora, deck, quote, "Dora") for quote in ("One", "One", "Two", "Three")]
    assert [one is not None for one in offered] == [True, False, True, False]
    assert suggestions.offer(dora, deck, f"QUOTE 1 red of {called(deck)}", "Dora") is None


def test_the_page_of_suggestions_goes_on_where_one_ends(alice, dora, sign_in):
    deck = deck_of(35, owner=alice, two_sided=False)
    rows = [
        Suggestion(deck=deck, writer=dora, card=card, quote=f"Better {card.number}.", source="Dora")
        for card in deck.cards.all()
    ]
    Suggestion.objects.bulk_create(rows)
    Suggestion.objects.update(at=timezone.now() - timedelta(days=1))
    client, shown = sign_in(alice), []
    for page in (1, 2):
        said = client.get(f"/decks/{deck.pk}/suggestions/?page={page}").content.decode()
        shown += [n for n in range(1, 36) if f"Better {n}." in said]
    assert shown == list(range(1, 36))

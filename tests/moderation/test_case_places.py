"""From a case one comes to the thing where it stands, and back to the list in which the case is found."""

import re
from collections.abc import Callable

import pytest
from django.utils import timezone

from games.moderation import appeals, cases
from games.moderation.models import Case
from quotes import editing, publishing
from quotes.models import Card, Deck
from quotes.views.pages import CARDS_A_PAGE
from tests.moderation import scenes
from tests.moderation.scenes import browser, decided, report, text
from tests.quotes.curated import change, deck, make_curator

pytestmark = pytest.mark.django_db
LINK = re.compile(r'href="([^"]+)">Look at it where it stands')


def link_to(who, case: Case) -> str | None:
    found = LINK.search(text(browser(who).get(f"/moderation/case/{case.pk}/")))
    return found[1] if found else None


def shown_at(who, link: str, quote: str) -> bool:
    """Whether the page behind the link has the card that says this under its anchor."""
    path, _hash, anchor = link.partition("#")
    cards = text(browser(who).get(path)).split('<li class="deck-card')
    return any(f'id="{anchor}"' in card and quote in card for card in cards)


@pytest.mark.parametrize(
    ("place", "query"),
    [(1, ""), (CARDS_A_PAGE, ""), (CARDS_A_PAGE + 1, "?page=2"), (2 * CARDS_A_PAGE + 1, "?page=3")],
)
def test_the_link_leads_to_the_card_on_its_page(alice, bob, judge, place, query):
    night = scenes.deck_of(alice)
    texts = [f"Quote no. {n}." for n in range(1, 2 * CARDS_A_PAGE + 3)]
    cards = [
        Card(deck=night, number=2 * n, quote=quote, source="X", author=alice, language="en")
        for n, quote in enumerate(texts, 1)
    ]
    Card.objects.bulk_create(cards)
    case = report(bob, "card", night.cards.get(number=2 * place))
    link = link_to(judge, case)
    assert link == f"/decks/{night.pk}/{query}#card-{2 * place}"
    assert shown_at(judge, link, f"Quote no. {place}.")


def hidden(card: Card) -> None:
    Card.objects.filter(pk=card.pk).update(hidden_at=timezone.now())


def hidden_and_exchanged(card: Card) -> None:
    now = timezone.now()
    Card.objects.filter(pk=card.pk).update(hidden_at=now, retired_at=now)
    place = {"deck": card.deck, "number": card.number, "side": card.side}
    Card.objects.create(**place, quote="Something else.", source="X", author=card.author)


def taken_out(card: Card) -> None:
    editing.take_out(card.author, card.deck, [card.pk])


def its_deck_private(card: Card) -> None:
    Deck.objects.filter(pk=card.deck_id).update(state=Deck.State.PRIVATE)


def its_deck_removed(card: Card) -> None:
    Deck.objects.filter(pk=card.deck_id).update(removed_at=timezone.now())


def gone(card: Card) -> None:
    card.delete()


@pytest.mark.parametrize(
    "what", [hidden, hidden_and_exchanged, taken_out, its_deck_private, its_deck_removed, gone]
)
def test_where_it_is_not_shown_any_more_no_link_is_offered(alice, bob, judge, what: Callable[[Card], None]):
    card = scenes.card(alice)
    scenes.card(alice, "Another.", deck=card.deck)
    case = report(bob, "card", card)
    assert link_to(judge, case)
    what(card)
    assert link_to(judge, case) is None


def test_of_two_sides_the_one_that_is_hidden_has_none(alice, bob, judge):
    card = scenes.card(alice, side=Card.Side.RED)
    other = Card.objects.create(
        deck=card.deck, number=card.number, side=Card.Side.BLUE, quote="The other.", source="X", author=alice
    )
    found = [report(bob, "card", one) for one in (card, other)]
    hidden(card)
    assert [link_to(judge, case) is None for case in found] == [True, False]


def test_what_everybody_still_sees_is_there_until_the_change_is_published(alice, bob, judge):
    make_curator(judge)
    made = deck(alice)
    publishing.decide(judge, publishing.submit(alice, made), "published")
    made.refresh_from_db()
    card = made.cards.get(number=3)
    case = report(bob, "card", card)
    change(alice, made, "Something else", number=3)
    link = link_to(judge, case)
    assert link == f"/decks/{made.pk}/#card-3" and shown_at(judge, link, card.quote)
    editing.take_out(alice, made, [made.cards.get(number=3, retired_at=None).pk])
    assert link_to(judge, case) == link


# The list it is in


def taken(who, case: Case) -> Case:
    return cases.take(who, case.pk)


def appealed(who, case: Case) -> Case:
    decided(who, case, "hide")
    appeals.appeal(case.author, case.pk, "Not so.")
    return case


TABS = {"Open": "", "Mine": "mine/", "Done": "done/", "Appeals": "appeals/"}


@pytest.mark.parametrize(
    ("comes", "judges", "others"),
    [
        (lambda who, case: case, "Open", "Open"),
        (taken, "Mine", "Open"),
        (lambda who, case: decided(who, case, "hide"), "Done", "Done"),
        (appealed, "Appeals", "Appeals"),
    ],
    ids=["open", "taken", "done", "appealed"],
)
def test_the_page_of_a_case_marks_the_list_it_is_in(alice, bob, judge, other, comes, judges, others):
    case = comes(judge, report(bob, "card", scenes.card(alice)))
    for who, tab in ((judge, judges), (other, others)):
        page = text(browser(who).get(f"/moderation/case/{case.pk}/"))
        marked = re.findall(r'href="/moderation/([^"]*)" aria-current="true"', page)
        assert marked == [TABS[tab]]
        assert f"/moderation/case/{case.pk}/" in text(browser(who).get(f"/moderation/{TABS[tab]}"))
    page = text(browser(judge).get("/moderation/done/"))
    assert re.findall(r'href="/moderation/([^"]*)" aria-current="page"', page) == ["done/"]

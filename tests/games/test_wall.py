"""The wall: what all who wrote it let everybody see, and nothing else."""

import re

import pytest
from django.test import Client
from django.utils import timezone

from games.models import Consent, Favourite, Match, Shared
from quotes.models import Card, Deck
from tests.games.scripts import Queries, finished, text

pytestmark = pytest.mark.django_db
SLUG = "game-of-quotes"
WALL = "/wall/"


def hang(match: Match, round_: int = 1, seat: int = 0, *, on_wall: bool = True, yes: bool = True) -> Shared:
    """A combination of a bot or person that all its writers agreed to show: here whoever put it together."""
    shared = Shared.objects.create(match=match, round=round_, seat=seat, on_wall=on_wall)
    person = match.seats.get(number=seat).person
    answer = Consent.Answer.YES if yes else Consent.Answer.OPEN
    Consent.objects.create(shared=shared, person=person, answer=answer)
    return shared


def over(seed: str = "1", **of_deck) -> Match:
    """A finished match whose deck everybody may see the cards of."""
    match = finished(SLUG, 3, seed=seed).match
    match.decks.update(**{"licence": "CC BY 4.0", **of_deck})
    return match


def links(page) -> list[str]:
    return re.findall(r'href="(/q/[^"]+/)"', text(page))


def look(query: str = "", client: Client | None = None) -> list[str]:
    answer = (client or Client()).get(WALL + query)
    assert answer.status_code == 200
    return links(answer)


def test_what_all_writers_put_on_the_wall_hangs_there_for_everybody(alice, sign_in):
    shared = hang(over())
    assert look() == [shared.get_absolute_url()] == look(client=sign_in(alice))
    page = text(Client().get(WALL))
    assert '<span class="card goq quote"' in page and '<span class="card goq source"' in page
    assert "Put together by Alice" in page and 'lang="en"' in page


@pytest.mark.parametrize(
    "then",
    [
        "by link alone",
        "an answer is open",
        "a no",
        "hidden",
        "a hidden card",
        "a hidden deck",
        "a private deck",
        "gone",
    ],
)
def test_everything_else_is_not_there(then):
    match = over()
    shared = hang(match, on_wall=then != "by link alone", yes=then != "an answer is open")
    now = timezone.now()
    match then:
        case "a no":
            Consent.objects.update(answer=Consent.Answer.NO)
        case "hidden":
            Shared.objects.update(hidden_at=now)
        case "a hidden card":
            Card.objects.update(hidden_at=now)
        case "a hidden deck":
            Deck.objects.update(hidden_at=now)
        case "a private deck":
            Deck.objects.update(state=Deck.State.PRIVATE)
        case "gone":
            match.seats.get(number=0).person.delete()
    assert look() == [] and "Nothing hangs here yet." in text(Client().get(WALL)) and shared.pk


def test_what_is_taken_back_is_gone_at_once():
    shared = hang(over())
    assert look()
    shared.consents.update(answer=Consent.Answer.NO)
    assert not look()


def test_the_newest_hang_first_and_twenty_four_a_page():
    match = over()
    all_of_it = [hang(match, round_, seat) for round_ in (1, 2, 3, 4) for seat in range(3)]
    other = over("2")
    all_of_it += [hang(other, round_, seat) for round_ in (1, 2, 3, 4) for seat in range(3)]
    third = over("3")
    all_of_it += [hang(third, 1, seat) for seat in range(3)]
    # What was written at the table belongs to its writer too, who here was not asked: it does not hang.
    seen = look() + look("?page=2")
    newest = [one.get_absolute_url() for one in reversed(all_of_it)]
    assert seen == [url for url in newest if url in seen] and len(seen) > 12
    assert all(len(look(f"?page={n}")) <= 24 for n in (1, 2))
    assert "?page=2" in text(Client().get(WALL))


def test_it_is_narrowed_by_the_language_of_the_decks():
    english = hang(over())
    german = hang(over("2", language="de"))
    assert look("?language=de") == [german.get_absolute_url()]
    assert look("?language=en") == [english.get_absolute_url()]
    assert look("?language=nl") == [] and len(look("?language=nonsense")) == 2
    assert "Nothing in this language yet." in text(Client().get(f"{WALL}?language=nl"))


def test_it_costs_the_same_however_much_hangs_there():
    costs = []
    for seed, seats in (("1", 1), ("2", 3)):
        match = over(seed)
        for seat in range(seats):
            hang(match, 1, seat)
        Client().get(WALL)
        with Queries() as queries:
            assert look()
        costs.append(len(queries))
    assert costs[0] == costs[1], costs


def test_nothing_that_hands_or_favourites_know_is_told():
    match = over()
    hang(match)
    Favourite.objects.create(match=match, person=match.seats.get(number=1).person, round=1, seat=0)
    page = text(Client().get(WALL))
    assert match.code not in page and "Bob" not in page and "heart" not in page.split("<main", 1)[1]


def test_nasty_words_stay_words():
    match = over()
    hang(match)
    nasty = "<script>alert(1)</script>\"'"
    Card.objects.update(quote=nasty, source=nasty, description=nasty)
    match.seats.get(number=0).person.__class__.objects.filter(name="Alice").update(name="<b>Al</b>")
    page = text(Client().get(WALL))
    assert "<script>alert" not in page and "&lt;script&gt;" in page and "<b>Al</b>" not in page


def test_the_page_may_be_found_and_narrowed_ones_may_not():
    assert "noindex" not in text(Client().get(WALL))
    assert "noindex" in text(Client().get(f"{WALL}?language=de"))


@pytest.mark.parametrize("query", ["?page=x", "?page=-1", "?page=999999", "?language=%27"])
def test_odd_addresses_break_nothing(query):
    look(query)

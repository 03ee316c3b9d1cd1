"""What a table of Game of Quotes says before the deal, and how a table and a practice match begin."""

import re

import pytest
from django.test import Client

from accounts.models import User
from games import lobby
from games.decks import MOST_DEALT
from games.models import Invitation, Match
from games.paces import PACES
from tests.games.scripts import called, deck, text
from tests.games.test_decks import add

pytestmark = pytest.mark.django_db

SLUG = "game-of-quotes"
DAY = 24 * 3600


def waiting(host, *chosen, pace: int = DAY, **more) -> Match:
    return lobby.create(
        host, SLUG, seats=3, bots=0, pace=pace, options={}, chosen_decks=chosen or [deck()], **more
    )


def section(page: str, heading: str) -> str:
    found = re.search(rf'<section[^>]*aria-labelledby="{heading}".*?</section>', page, re.S)
    assert found, heading
    return found[0]


# When it starts


@pytest.mark.parametrize(
    ("slug", "start"),
    [(SLUG, "host"), ("kangoeroe", "full"), ("halt-mal-kurz", "full"), ("don-martin", "full")],
)
def test_a_table_whose_blanks_are_written_before_the_deal_waits_for_its_host(alice, sign_in, slug, start):
    deck(starter="en")
    page = text(sign_in(alice).get(f"/new/{slug}/"))
    assert re.findall(r'name="start" value="(\w+)" checked', page) == [start]


def test_a_refused_form_keeps_the_start_that_was_chosen(alice, sign_in):
    deck(starter="en")
    answer = sign_in(alice).post(f"/new/{SLUG}/", {"seats": "3", "bots": "3", "start": "full"})
    assert answer.status_code == 422
    assert re.findall(r'name="start" value="(\w+)" checked', text(answer)) == ["full"]


# What the page says


def test_the_marker_has_its_name_and_what_happens_if_nobody_grabs_it(alice, sign_in):
    match = waiting(alice)
    box = section(text(sign_in(alice).get(match.get_absolute_url())), "h-marker")
    assert ">The marker</h2>" in box and "Nobody has it yet" in box
    assert "the lot decides" in box and "leave it to the others" not in box


def test_a_colour_is_shown_by_its_shape_beside_its_word(alice, sign_in):
    page = text(sign_in(alice).get(waiting(alice).get_absolute_url()))
    shapes = re.findall(
        r'<svg class="seat-mark fam-(\w+)"[^>]*><use href="[^"]+#(\w+)"/></svg><span>(\w+)', page
    )
    assert [(colour, word) for colour, _, word in shapes] == [
        (colour, colour) for colour in ("red", "orange", "yellow", "green", "blue", "purple")
    ]
    assert len({shape for _, shape, _ in shapes}) == 6


@pytest.mark.parametrize(
    ("sizes", "vetoed", "twins", "cards"),
    [
        ((40,), 0, 0, 40),
        ((40, 50), 0, 0, 90),
        ((40,), 3, 0, 37),
        ((40, 3), 0, 2, 43),  # what both decks say lies there once
        ((210, 210), 0, 0, MOST_DEALT),
    ],
)
def test_a_blank_says_among_how_many_cards_it_is_shuffled_and_where_it_is_kept(
    alice, sign_in, sizes, vetoed, twins, cards
):
    chosen = [deck(count) for count in sizes]
    add(chosen[-1], *[f"QUOTE {number} RED of {called(chosen[0])}" for number in range(1, twins + 1)])
    match = waiting(alice, *chosen)
    left_out = list(chosen[0].cards.filter(side="red").values_list("pk", flat=True)[:vetoed])
    Match.objects.filter(pk=match.pk).update(vetoed=left_out)
    box = section(text(sign_in(alice).get(match.get_absolute_url())), "h-blanks")
    assert f"It is shuffled in with {cards} other cards" in box
    assert "“Your blank cards”" in box and 'href="/decks/"' in box


@pytest.mark.parametrize("pace", [pace.seconds for pace in PACES.values() if pace.short])
def test_a_live_table_promises_nobody_a_day_more(alice, bob, sign_in, pace):
    match = waiting(alice, pace=pace)
    Invitation.objects.create(match=match, person=bob, by=alice)
    page = text(sign_in(bob).get(match.get_absolute_url()))
    assert "By sitting down you agree to this pace" in page
    assert ("give you a day more" in page) == (not match.live)


# Somebody who sits down without being signed in


@pytest.mark.parametrize("theme", ["dark", "light", "system"])
@pytest.mark.parametrize("where", [f"/practice/{SLUG}/", f"/games/{SLUG}/lesson/", f"/new/{SLUG}/"])
def test_the_colours_that_were_chosen_before_go_along(where, theme):
    deck(starter="en")
    client = Client()
    client.post("/preferences/", {"theme": theme})
    assert client.post(where, {"seats": "3", "name": "Gus"}).status_code == 303
    assert User.objects.get().theme == theme
    shown = text(client.get(Match.objects.get().get_absolute_url()))
    assert (f'data-theme="{theme}"' in shown) == (theme != "system")


def test_a_theme_that_is_none_is_not_taken_over():
    deck(starter="en")
    client = Client()
    client.cookies["theme"] = "neon"
    client.post(f"/practice/{SLUG}/", {"seats": "3"})
    assert User.objects.get().theme == "system"

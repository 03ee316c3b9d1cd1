"""What is forgotten by itself, and what never is."""

from datetime import timedelta

import pytest
from django.utils import timezone

from games import tidy
from games.models import Match, Move, Prompt, Seat
from tests.games.scripts import finished, kangoeroe, play_on

pytestmark = pytest.mark.django_db

LATER = timedelta(days=31)


def practice(*, left: bool, status: str = Match.Status.CLOSED, age: timedelta = LATER) -> Match:
    match = kangoeroe(1, bots=1).match
    Match.objects.filter(pk=match.pk).update(practice=True, status=status, created_at=timezone.now() - age)
    if left:
        Seat.objects.filter(match=match).update(person=None, bot=True)
    return match


@pytest.mark.parametrize(
    ("kept", "such"),
    [
        (False, {"left": True}),
        (False, {"left": True, "status": Match.Status.FINISHED}),
        (True, {"left": False}),  # its person can still step through it
        (True, {"left": True, "age": timedelta(days=29)}),
        (True, {"left": True, "status": Match.Status.RUNNING}),
    ],
)
def test_only_old_practice_that_nobody_sits_in_is_forgotten(kept, such):
    match = practice(**such)
    tidy.forget_practice(timezone.now())
    assert Match.objects.filter(pk=match.pk).exists() is kept


def test_a_match_of_people_is_kept_for_good_even_if_all_have_left():
    table = finished()
    Seat.objects.filter(match=table.match).update(person=None)
    Match.objects.update(created_at=timezone.now() - 1000 * timedelta(days=1))
    tidy.forget_practice(timezone.now())
    assert Move.objects.filter(match=table.match).exists()


def test_the_index_of_what_is_open_has_nothing_of_a_match_that_is_over():
    over, running = finished(), kangoeroe(2)
    play_on(running.match, lambda state: state.last > 5)
    assert not Prompt.objects.filter(match=over.match).exists()
    assert Prompt.objects.filter(match=running.match, waits=True).count() == 1
    running.post(0, "leave", {})
    running.post(1, "leave", {})
    assert not Prompt.objects.filter(match=running.match).exists()

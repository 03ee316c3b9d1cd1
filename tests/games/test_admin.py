"""What the people who run the site can see of matches: no hand, no seed, not even by asking digit by digit."""

import pytest
from django.contrib.auth.models import Permission

from games.admin import MatchAdmin, MoveAdmin
from games.models import Match, Move
from tests.games.scripts import kangoeroe, text

pytestmark = pytest.mark.django_db

SHOWN = {"match": MatchAdmin, "move": MoveAdmin}
SECRETS = {
    "match": ["seed", "told", "hands__zone", "hands__orders"],
    "move": ["action", "private", "form", "match__seed", "match__hands__zone"],
}


@pytest.fixture
def staff(alice, sign_in):
    alice.is_staff = True
    alice.save()
    codes = ["view_match", "view_move", "view_seat"]
    alice.user_permissions.set(Permission.objects.filter(codename__in=codes))
    return sign_in(alice)


@pytest.mark.parametrize(
    ("model", "field"), [(model, field) for model, fields in SECRETS.items() for field in fields]
)
@pytest.mark.parametrize("lookup", ["", "__startswith", "__contains", "__gt", "__has_key"])
def test_no_secret_can_be_asked_for_in_the_address_of_a_list(staff, model, field, lookup):
    kangoeroe()
    answer = staff.get(f"/admin/games/{model}/?{field}{lookup}=a")
    assert answer.status_code in (302, 400)


def test_no_page_of_the_admin_holds_a_seed_or_a_hand(staff):
    table = kangoeroe()
    for url in (
        "/admin/games/match/",
        f"/admin/games/match/{table.match.pk}/change/",
        "/admin/games/move/",
        f"/admin/games/move/{Move.objects.get(match=table.match, number=0).pk}/change/",
    ):
        answer = staff.get(url)
        assert answer.status_code == 200, url
        assert table.match.seed not in text(answer)
        assert not any(card in text(answer) for hand in table.state.hands for card in hand.cards)


def test_a_move_that_only_one_seat_knows_of_is_not_counted(staff):
    table = kangoeroe()
    Move.objects.create(match=table.match, number=1, seat=0, by=Move.By.PLAYER, public="[]")
    assert staff.get("/admin/games/move/").context["cl"].result_count == 1


@pytest.mark.parametrize("model", [Match, Move])
def test_nothing_is_changed_by_hand(model, rf, admin_user):
    from django.contrib import admin

    request = rf.get("/")
    request.user = admin_user
    page = admin.site._registry[model]
    assert not page.has_add_permission(request)
    assert not page.has_change_permission(request)
    assert not page.has_delete_permission(request)

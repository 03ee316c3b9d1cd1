"""What the people who run the site can see of matches: no hand, no seed, not even by asking digit by digit.

And what they can do: each repair asks first, is done by POST, and is written down.
"""

import pytest
from django.contrib.admin.models import LogEntry
from django.contrib.auth.models import Permission
from django.test import Client

from accounts.models import Device, Send
from games import replay
from games.admin import MatchAdmin, MoveAdmin
from games.models import Hand, Match, Move, Seat
from games.views import repair
from tests.games.scripts import everything_stored, finished, kangoeroe, play_on, text

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


# Repairs


@pytest.fixture
def table():
    table = kangoeroe(3)
    Match.objects.filter(pk=table.match.pk).update(pace=24 * 60 * 60)
    return play_on(table.match, lambda state: state.last > 20) and table


@pytest.fixture
def mender(cleo, sign_in):
    """Staff who may repair matches and open hands."""
    cleo.is_staff = True
    cleo.save()
    codes = ["view_match", "view_seat", "change_match", "open_hands"]
    cleo.user_permissions.set(Permission.objects.filter(codename__in=codes))
    return sign_in(cleo)


# slug -> (the status it is for, what is posted, the status after it)
REPAIRED = {
    "pause": ("running", {"days": "4"}, "paused"),
    "resume": ("paused", {}, "running"),
    "cancel": ("running", {}, "closed"),
    "bot": ("running", {"seat": "1", "for_good": "1"}, "running"),
    "rewind": ("running", {"number": "5"}, "running"),
    "unfreeze": ("frozen", {}, "running"),
}


def put(table, status: str) -> None:
    Match.objects.filter(pk=table.match.pk).update(status=status)


def page_of(table, slug: str) -> str:
    return f"/admin/games/match/{table.match.pk}/repair/{slug}/"


def hands_page(table) -> str:
    return f"/admin/games/match/{table.match.pk}/hands/"


def history(table) -> list[str]:
    rows = LogEntry.objects.filter(object_id=str(table.match.pk)).order_by("pk")
    return [row.get_change_message() for row in rows]


def test_every_repair_has_its_row_here():
    assert set(REPAIRED) == set(repair.REPAIRS)


@pytest.mark.parametrize("slug", REPAIRED)
def test_a_repair_asks_first_and_is_done_on_a_press_and_written_down(mender, table, slug):
    status, form, after = REPAIRED[slug]
    put(table, status)
    before = everything_stored()
    asked = mender.get(page_of(table, slug))
    assert asked.status_code == 200
    assert 'method="post"' in text(asked)
    assert everything_stored() == before
    assert history(table) == []
    answer = mender.post(page_of(table, slug), form)
    assert answer.status_code == 303
    assert answer["Location"] == f"/admin/games/match/{table.match.pk}/change/"
    table.match.refresh_from_db()
    assert table.match.status == after
    assert len(history(table)) == 1
    assert replay.verify(table.match) == table.match.move_count


@pytest.mark.parametrize("slug", REPAIRED)
def test_only_staff_who_may_change_matches_repair_them(staff, table, slug, dora, sign_in):
    status, form, _after = REPAIRED[slug]
    put(table, status)
    clients = ((staff, 403), (sign_in(dora), 302), (table.clients[0], 302), (Client(), 302))
    before = everything_stored()
    for client, expected in clients:
        assert client.get(page_of(table, slug)).status_code == expected
        assert client.post(page_of(table, slug), form).status_code == expected
    assert everything_stored() == before


@pytest.mark.parametrize("slug", REPAIRED)
def test_what_does_not_fit_the_match_is_refused_in_words(mender, slug):
    over = finished()
    before = everything_stored()
    for answer in (
        mender.get(page_of(over, slug), follow=True),
        mender.post(page_of(over, slug), REPAIRED[slug][1], follow=True),
    ):
        assert "Not while it is: finished." in text(answer)
    assert everything_stored() == before


@pytest.mark.parametrize(
    ("slug", "form"),
    [
        ("pause", {"days": "0"}),
        ("pause", {"days": "31"}),
        ("pause", {}),
        ("bot", {"seat": "1"}),
        ("bot", {"seat": "9", "for_good": "0"}),
        ("rewind", {"number": "1000"}),
        ("rewind", {"number": "-1"}),
        ("rewind", {}),
    ],
)
def test_a_form_that_is_not_understood_changes_nothing(mender, table, slug, form):
    before = everything_stored()
    assert mender.post(page_of(table, slug), form).status_code == 422
    assert everything_stored() == before
    assert history(table) == []


def test_no_such_repair_and_no_such_match_are_404(mender, table):
    assert mender.get(page_of(table, "explode")).status_code == 404
    assert mender.get("/admin/games/match/999999/repair/pause/").status_code == 404
    assert mender.get("/admin/games/match/999999/hands/").status_code == 404


def test_a_log_that_does_not_add_up_is_said_and_nothing_is_changed(mender, table):
    Move.objects.filter(match=table.match, number=3).update(public='[{"is":"nonsense"}]')
    before = everything_stored()
    answer = mender.post(page_of(table, "rewind"), {"number": "5"}, follow=True)
    assert "Nothing was changed" in text(answer)
    assert everything_stored() == before
    assert history(table) == []


def test_the_moves_to_go_back_to_are_told_in_words_without_what_one_seat_knows(mender, table):
    Move.objects.filter(match=table.match, number=4).update(public="[]")
    page = text(mender.get(page_of(table, "rewind")))
    assert 'value="3"' in page
    assert 'value="4"' not in page
    assert "&lt;" not in page
    assert "Alice" in page
    assert table.match.seed not in page
    assert not any(card in page for hand in table.state.hands for card in hand.cards)


def test_how_far_back_a_thaw_leads_is_said_before(mender, table):
    Move.objects.filter(match=table.match, number=7).update(public='[{"is":"nonsense"}]')
    put(table, "frozen")
    page = text(mender.get(page_of(table, "unfreeze")))
    assert f"after move 6 of {table.match.move_count}" in page


def test_the_menu_of_the_list_leads_to_the_page_of_one_match(mender, table):
    other = kangoeroe()
    form = {"action": "rewind", "_selected_action": [table.match.pk], "index": "0"}
    answer = mender.post("/admin/games/match/", form)
    assert answer["Location"] == page_of(table, "rewind")
    form["_selected_action"].append(other.match.pk)
    before = everything_stored()
    assert "Choose one match" in text(mender.post("/admin/games/match/", form, follow=True))
    assert everything_stored() == before


def test_the_page_of_a_match_offers_what_fits(mender, staff, table):
    url = f"/admin/games/match/{table.match.pk}/change/"
    page = text(mender.get(url))
    for slug in ("pause", "cancel", "bot", "rewind"):
        assert page_of(table, slug) in page
    assert page_of(table, "resume") not in page
    assert hands_page(table) in page
    page = text(staff.get(url))
    assert "/repair/" not in page
    assert hands_page(table) not in page


def test_the_table_is_laid_out_to_be_read(staff, table):
    page = text(staff.get(f"/admin/games/match/{table.match.pk}/change/"))
    assert "&quot;figures&quot;: [" in page
    assert "&quot;counts&quot;: [" in page


def test_a_table_in_its_lobby_has_a_page_too(mender):
    match = Match.objects.create(game="kangoeroe", rules=1, status="lobby")
    page = mender.get(f"/admin/games/match/{match.pk}/change/")
    assert page.status_code == 200
    assert "/hands/" not in text(page)


def test_a_table_that_waits_for_people_can_be_taken_down_and_nothing_else(mender, alice):
    match = Match.objects.create(game="kangoeroe", rules=1, status="lobby", host=alice, wanted=3)
    Seat.objects.create(match=match, number=0, person=alice, name="Alice")
    url = f"/admin/games/match/{match.pk}/repair"
    assert "/repair/cancel/" in text(mender.get(f"/admin/games/match/{match.pk}/change/"))
    for slug in set(REPAIRED) - {"cancel"}:
        assert mender.post(f"{url}/{slug}/", REPAIRED[slug][1]).status_code == 303
        match.refresh_from_db()
        assert match.status == "lobby"
    assert mender.post(f"{url}/cancel/").status_code == 303
    match.refresh_from_db()
    assert (match.status, match.closed_why) == ("closed", "cancelled")
    assert LogEntry.objects.count() == 1


# Open hands


def cards_in(page: str, table) -> bool:
    return any(f"&quot;{card}&quot;" in page for hand in table.state.hands for card in hand.cards)


def test_hands_are_shown_on_a_press_that_is_written_down(mender, table):
    asked = mender.get(hands_page(table))
    assert not cards_in(text(asked), table)
    assert history(table) == []
    shown = mender.post(hands_page(table))
    assert cards_in(text(shown), table)
    assert {"no-store", "private"} <= {part.strip() for part in shown["Cache-Control"].split(",")}
    assert history(table) == ["Opened the hands"]
    stock = Hand.objects.get(match=table.match, seat=None)
    assert stock.zone not in text(shown)
    assert table.match.seed not in text(shown)


@pytest.mark.parametrize("missing", ["open_hands", "view_match"])
def test_without_the_permission_hands_stay_closed_to_those_who_may_repair(mender, cleo, table, missing):
    cleo.user_permissions.remove(Permission.objects.get(codename=missing))
    assert mender.get(hands_page(table)).status_code == 403
    answer = mender.post(hands_page(table))
    assert answer.status_code == 403
    assert not cards_in(text(answer), table)
    assert history(table) == []


def test_nobody_opens_the_hands_of_a_table_they_sit_at(mender, cleo, table):
    table.match.seats.filter(number=2).update(person=cleo)
    answer = mender.post(hands_page(table), follow=True)
    assert "You sit at this table" in text(answer)
    assert not cards_in(text(answer), table)
    assert history(table) == []


def test_hands_are_not_shown_if_it_cannot_be_written_down(mender, table, monkeypatch):
    def fail(*_arguments):
        raise RuntimeError

    monkeypatch.setattr(repair, "write_down", fail)
    mender.raise_request_exception = False
    answer = mender.post(hands_page(table))
    assert answer.status_code == 500
    assert not cards_in(text(answer), table)


# Notices


def test_notices_are_listed_without_what_they_say(mender, cleo, bob):
    cleo.user_permissions.add(*Permission.objects.filter(codename__in=["view_send", "view_device"]))
    row = Send.objects.create(
        person=bob, event="words/1", kind="words", channel="mail", about={"said": "secret77"}
    )
    device = Device.objects.create(
        person=bob, endpoint="https://push.example.org/key", key="k" * 20, auth="aaa"
    )
    for url in (
        "/admin/accounts/send/",
        "/admin/accounts/send/?state__exact=waiting&channel__exact=mail&kind__exact=words",
        f"/admin/accounts/send/{row.pk}/change/",
        "/admin/accounts/device/",
        f"/admin/accounts/device/{device.pk}/change/",
    ):
        answer = mender.get(url)
        assert answer.status_code == 200, url
        assert "secret77" not in text(answer)
        assert "push.example.org" not in text(answer)
    assert mender.get("/admin/accounts/send/?about__contains=a").status_code in (302, 400)
    assert mender.get("/admin/accounts/device/?endpoint__startswith=h").status_code in (302, 400)

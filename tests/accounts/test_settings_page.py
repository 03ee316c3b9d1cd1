import re
from datetime import UTC, date, datetime, time, timedelta

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from accounts.models import User
from accounts.people import make_guest
from tests.accounts.steps import AGAIN, CONFIRM, PASSWORD, last_code, member, sign_in, text, who

pytestmark = pytest.mark.django_db
NOW = datetime(2026, 3, 1, 12, tzinfo=UTC)
QUIET = {"quiet": "on", "quiet_from": "22:00", "quiet_until": "08:00"}


@pytest.fixture(autouse=True)
def at_noon(time_machine):
    time_machine.move_to(NOW, tick=False)


@pytest.fixture
def ada():
    return member("Ada")


@pytest.fixture
def window(ada):
    return sign_in("Ada")


def save(window: Client, part: str, **form):
    return window.post(f"/settings/part/{part}/", form)


@pytest.mark.parametrize(
    ("part", "form", "stored"),
    [
        ("name", {"name": " Ada  L. "}, {"name": "Ada L."}),
        (
            "place",
            {"language": "de", "time_zone": "Europe/Berlin"},
            {"language": "de", "time_zone": "Europe/Berlin"},
        ),
        ("place", {"language": "", "time_zone": ""}, {"language": "", "time_zone": ""}),
        ("place", {"language": "en", "time_zone": "berlin"}, {"time_zone": "Europe/Berlin"}),
        ("place", {"language": "en", "time_zone": " new york "}, {"time_zone": "America/New_York"}),
        ("place", {"language": "en", "time_zone": "europe/PARIS"}, {"time_zone": "Europe/Paris"}),
        ("place", {"language": "en", "time_zone": "utc"}, {"time_zone": "UTC"}),
        ("theme", {"theme": "dark"}, {"theme": "dark"}),
        ("timer", {"no_timer": "on"}, {"no_timer": True}),
        ("timer", {}, {"no_timer": False}),
        ("quiet", QUIET, {"quiet_from": time(22), "quiet_until": time(8)}),
        ("quiet", QUIET | {"quiet_until": "10:00"}, {"quiet_until": time(10)}),
        ("quiet", QUIET | {"quiet_from": "01:30", "quiet_until": "02:00"}, {"quiet_from": time(1, 30)}),
        ("quiet", {"quiet_from": "22:00", "quiet_until": "08:00"}, {"quiet_from": None, "quiet_until": None}),
        ("quiet", {}, {"quiet_from": None, "quiet_until": None}),
        (
            "away",
            {"away_from": "2026-03-05", "away_until": "2026-03-09"},
            {"away_until": date(2026, 3, 9)},
        ),
        (
            "away",
            {"away_from": "2026-02-05", "away_until": "2026-03-01"},
            {"away_until": date(2026, 3, 1)},
        ),
        ("back", {}, {"away_from": None, "away_until": None}),
    ],
)
def test_each_section_is_saved_by_itself_and_says_so(ada, window, part, form, stored):
    before = User.objects.values().get(pk=ada.pk)
    answer = save(window, part, **form, is_staff="1", email="x@example.org")
    assert (answer.status_code, answer["Location"]) == (303, f"/settings/?saved={part}#{part}")
    after = User.objects.values().get(pk=ada.pk)
    assert {name: after[name] for name in stored} == stored
    changed = {name for name in after if after[name] != before[name]}
    assert not changed & {"is_staff", "email", "password", "is_guest", "face"}
    assert 'class="done" role="status"' in text(window.get(answer["Location"]))


@pytest.mark.parametrize(
    ("part", "form", "words"),
    [
        ("name", {"name": ""}, "required"),
        ("name", {"name": "\u2066\u2069"}, "can be seen|required"),
        ("name", {"name": "Bot"}, "another name"),
        ("place", {"language": "xx", "time_zone": ""}, "valid choice"),
        ("place", {"language": "en", "time_zone": "Atlantis"}, "no such time zone"),
        ("place", {"language": "en", "time_zone": "../../etc/passwd"}, "no such time zone"),
        ("theme", {"theme": "neon"}, "valid choice"),
        ("quiet", QUIET | {"quiet_until": "10:01"}, "at most 12"),
        ("quiet", QUIET | {"quiet_until": "22:00"}, "at most 12"),
        ("quiet", QUIET | {"quiet_until": ""}, "beginning and an end"),
        ("quiet", QUIET | {"quiet_until": "25:00"}, "valid time"),
        ("away", {"away_from": "2026-03-09", "away_until": "2026-03-05"}, "before the first"),
        ("away", {"away_from": "2026-02-01", "away_until": "2026-02-28"}, "over already"),
        ("away", {"away_from": "2026-03-05", "away_until": "2027-03-05"}, "more than a year"),
        ("away", {"away_from": "2026-03-05", "away_until": ""}, "required"),
        ("away", {"away_from": "soon", "away_until": "later"}, "valid date"),
    ],
)
def test_a_wrong_form_is_refused_with_the_reason_and_kept_as_it_was_typed(ada, window, part, form, words):
    before = User.objects.values().get(pk=ada.pk)
    answer = save(window, part, **form)
    page = text(answer)
    assert answer.status_code == 422 and re.search(words, page)
    for value in form.values():
        assert not value.isascii() or value in ("", "on", "xx", "neon") or f'value="{value}"' in page, value
    assert page.count("<h1") == 1 and "Ada" in page
    assert User.objects.values().get(pk=ada.pk) == before


def test_another_face_is_rolled(ada, window):
    faces = set()
    for _ in range(4):
        assert save(window, "face").status_code == 303
        ada.refresh_from_db()
        faces.add(ada.face)
    assert len(faces) > 1


@pytest.mark.parametrize(
    ("quiet", "words"),
    [
        ((time(22), time(8)), "After 22:00 the next notice comes at the earliest at 08:00."),
        ((time(23, 30), time(7, 15)), "After 23:30 the next notice comes at the earliest at 07:15."),
        ((None, None), "Off: notices come at any hour."),
    ],
)
def test_the_page_says_when_the_next_notice_comes(ada, window, quiet, words):
    ada.quiet_from, ada.quiet_until = quiet
    ada.save()
    assert words in text(window.get("/settings/"))


def test_away_is_shown_and_ended_with_one_press(ada, window):
    save(window, "away", away_from="2026-02-20", away_until="2026-03-05")
    assert "You are away until 5 March" in text(window.get("/settings/"))
    save(window, "away", away_from="2026-03-03", away_until="2026-03-05")
    assert "You will be away from 3 March until 5 March" in text(window.get("/settings/"))
    answer = save(window, "back")
    assert "away from" not in text(window.get(answer["Location"]))


def test_language_and_colours_also_stay_with_the_browser(window):
    save(window, "place", language="de", time_zone="Europe/Berlin")
    save(window, "theme", theme="dark")
    assert window.cookies["django_language"].value == "de" and window.cookies["theme"].value == "dark"
    assert 'lang="de" data-theme="dark"' in text(window.get("/settings/"))


def test_all_other_sessions_end_with_a_press(ada, window):
    others, bob = [sign_in("Ada") for _ in range(2)], sign_in("Bob") if member("Bob") else None
    answer = window.post("/settings/sessions/")
    assert "Saved." in text(window.get(answer["Location"]))
    assert who(window) == ada and [who(other) for other in others] == [None, None]
    assert who(bob)


def test_a_new_password_ends_other_sessions_and_keeps_this_one(ada, window):
    other = sign_in("Ada")
    form = {"oldpassword": PASSWORD, "password1": "new horse 22", "password2": "new horse 22"}
    answer = window.post("/account/password/change/", form)
    assert "other devices are signed out" in text(window.get(answer["Location"]))
    assert who(window) == ada and who(other) is None
    assert who(sign_in("Ada", "new horse 22"))


def test_a_first_password_is_set_once_a_mailed_code_has_shown_who_it_is():
    ada = member("Ada", "")
    window = Client()
    window.force_login(ada)
    answer = window.get("/account/password/set/")
    assert answer["Location"].startswith("/account/reauthenticate/code/")
    window.post("/account/reauthenticate/code/?next=/account/password/set/", {"recipient": ada.email})
    answer = window.post(f"{AGAIN}code/confirm/?next=/account/password/set/", {"code": last_code()})
    assert answer["Location"] == "/account/password/set/"
    form = {"password1": "new horse 22", "password2": "new horse 22"}
    assert window.post("/account/password/set/", form)["Location"] == "/settings/"
    assert who(sign_in("Ada", "new horse 22"))


def test_a_new_address_counts_once_its_code_was_typed(ada, window):
    answer = window.post("/account/email/", {"email": "New@example.org", "action_add": "1"})
    assert answer["Location"].startswith(AGAIN)
    answer = window.post(answer["Location"], {"password": PASSWORD, "next": "/account/email/"})
    ada.refresh_from_db()
    assert ada.email == "ada@example.org"
    code = last_code()
    assert window.post(CONFIRM, {"code": "wrong"}).status_code == 422
    assert window.post(CONFIRM, {"code": code})["Location"] == "/settings/"
    ada.refresh_from_db()
    assert ada.email == "new@example.org"
    assert [(row.email, row.verified, row.primary) for row in ada.emailaddress_set.all()] == [
        ("new@example.org", True, True)
    ]


def test_the_admin_keeps_both_places_of_an_address_in_step(admin_client, ada):
    page = text(admin_client.get(f"/admin/accounts/user/{ada.pk}/change/"))
    form = dict(re.findall(r'<input type="(?:text|email|time|number)" name="(\w+)" value="([^"]*)"', page))
    form |= {"email": "other@example.org", "theme": "system", "notice_choices": "{}", "is_active": "on"}
    answer = admin_client.post(f"/admin/accounts/user/{ada.pk}/change/", form)
    assert answer.status_code == 302, re.findall(r"errorlist.*?</ul>", text(answer))
    assert [(row.email, row.verified) for row in ada.emailaddress_set.all()] == [("other@example.org", False)]


@pytest.mark.parametrize(
    ("where", "method"),
    [
        ("/settings/", "get"),
        ("/settings/part/name/", "post"),
        ("/settings/sessions/", "post"),
        ("/settings/delete/", "get"),
        ("/settings/delete/", "post"),
        ("/keep/", "get"),
        ("/keep/code/", "post"),
        ("/account/email/", "get"),
        ("/account/password/change/", "get"),
        ("/account/app/", "get"),
    ],
)
def test_somebody_unknown_is_sent_to_sign_in(client, where, method):
    answer = getattr(client, method)(where)
    assert answer.status_code in (302, 303) and answer["Location"].startswith("/account/login/?next=/")


@pytest.mark.parametrize(
    ("where", "leads_to"),
    [
        ("/settings/part/name/", "/settings/"),
        ("/settings/part/nonsense/", "/settings/"),
        ("/settings/sessions/", "/settings/#sessions"),
        ("/settings/notices/test/", "/settings/notices/#tests"),
        ("/settings/devices/", "/settings/notices/#devices"),
        ("/settings/devices/7/remove/", "/settings/notices/#devices"),
    ],
)
def test_the_address_of_a_form_leads_to_its_page_and_changes_nothing(ada, window, where, leads_to):
    answer = window.get(where)
    assert (answer.status_code, answer["Location"]) == (302, leads_to)
    ada.refresh_from_db()
    assert ada.name == "Ada"


def test_a_refused_form_keeps_its_language_menu_working(window):
    """The menu leads back to where the page was shown, which is the address of the form."""
    page = text(save(window, "name", name=""))
    (back, *_) = re.findall(r'name="next" value="([^"]+)"', page)
    answer = window.post("/preferences/", {"theme": "dark", "next": back}, follow=True)
    assert answer.status_code == 200 and answer.redirect_chain[-1][0] == "/settings/"


def test_a_section_that_is_not_there_is_not_found(window):
    assert save(window, "password").status_code == 404


def test_a_guest_has_settings_but_nothing_of_an_account():
    guest = Client()
    guest.force_login(make_guest("Gus"))
    page = text(guest.get("/settings/"))
    assert "Keep this seat" in page and "/account/email/" not in page
    assert save(guest, "name", name="Gustav").status_code == 303
    for where in ("/account/email/", "/account/password/set/", "/account/app/", AGAIN):
        assert guest.get(where)["Location"] == "/keep/"


def test_the_settings_cost_a_fixed_number_of_queries(window):
    with CaptureQueriesContext(connection) as queries:
        window.get("/settings/")
    assert len(queries) <= 5  # session, person, second factor, whether they moderate, and one spare


# When somebody was last here


@pytest.mark.parametrize(("minutes", "updates"), [(0, 0), (14, 0), (16, 1), (60 * 24 * 30, 1)])
def test_a_visit_is_noted_at_most_every_quarter_of_an_hour(ada, window, minutes, updates):
    User.objects.update(seen_at=NOW - timedelta(minutes=minutes))
    for expected in (updates, 0):
        with CaptureQueriesContext(connection) as queries:
            window.get("/settings/")
        assert sum("UPDATE" in query["sql"] for query in queries) == expected
    ada.refresh_from_db()
    assert timezone.now() - ada.seen_at <= timedelta(minutes=15)


@pytest.mark.parametrize(
    ("part", "form", "target", "words"),
    [
        ("name", {"name": ""}, "#name-name", "Name: "),
        ("away", {"away_from": "2026-03-09", "away_until": "2026-03-05"}, "#away", "before the first"),
        ("place", {"time_zone": "Nowhere"}, "#place-time_zone", "Time zone: "),
    ],
)
def test_a_refused_form_says_so_at_the_top_and_leads_to_what_is_wrong(window, part, form, target, words):
    page = text(save(window, part, **form))
    assert "<title>Error: " in page
    summary = page[page.index('id="wrong"') : page.index('id="name"')]
    assert f'href="{target}"' in summary and words in summary
    assert 'tabindex="-1" autofocus' in page
    assert f'id="{target[1:]}"' in page
    assert "<title>Error" not in text(window.get("/settings/")) and 'id="wrong"' not in text(
        window.get("/settings/")
    )

import pytest
from django.contrib.auth.decorators import login_not_required
from django.db import connection
from django.http import HttpResponse
from django.test import override_settings
from django.test.utils import CaptureQueriesContext
from django.urls import path
from django.utils import timezone, translation

from accounts.decorators import without_person

URL = "/preferences/"


def what_is_set(request):
    zone = timezone.get_current_timezone_name()
    return HttpResponse(f"{translation.get_language()} {zone} {request.theme}")


def open_to_all(request):
    return what_is_set(request)


urlpatterns = [
    path("open/", login_not_required(open_to_all)),
    path("closed/", what_is_set),
    path("poll/", without_person(what_is_set)),
]
here = override_settings(ROOT_URLCONF=__name__, LOGIN_URL="/log-in/")


@pytest.mark.parametrize(
    ("back", "referer", "target"),
    [
        ("/games/?page=2", "", "/games/?page=2"),
        ("", "http://testserver/games/", "http://testserver/games/"),
        ("", "", "/"),
        ("https://evil.example/", "", "/"),
        ("//evil.example/", "", "/"),
        ("/\\evil.example/", "", "/"),
        ("http:///evil.example/", "", "/"),
        ("javascript:alert(1)", "", "/"),
        ("/a\r\nSet-Cookie: a=b", "", "/a%0D%0ASet-Cookie:%20a=b"),
        ("https://evil.example/", "https://evil.example/", "/"),
        ("", "https://evil.example/", "/"),
    ],
)
def test_preferences_lead_back_to_our_own_pages_only(client, back, referer, target):
    answer = client.post(URL, {"theme": "dark", "next": back}, headers={"referer": referer})
    assert (answer.status_code, answer["Location"]) == (303, target)


@pytest.mark.parametrize(
    ("sent", "kept"),
    [
        ({"theme": "dark"}, {"theme": "dark"}),
        ({"language": "de"}, {"django_language": "de"}),
        ({"time_zone": "Europe/Berlin"}, {"time_zone": "Europe/Berlin"}),
        ({"theme": "light", "language": "en"}, {"theme": "light", "django_language": "en"}),
        ({"language": ""}, {"django_language": ""}),  # as the browser asks: the cookie goes
        ({"theme": "neon"}, {}),
        ({"theme": ""}, {}),
        ({"language": "xx"}, {}),
        ({"time_zone": "Europe"}, {}),
        ({"time_zone": "../../etc/passwd"}, {}),
        ({"theme": "neon", "language": "de"}, {"django_language": "de"}),
        ({"is_staff": "1", "name": "Eve"}, {}),
        ({}, {}),
    ],
)
def test_preferences_are_kept_in_cookies_and_on_the_person(client, alice, sign_in, sent, kept):
    for browser in (client, sign_in(alice)):
        before = set(browser.cookies)
        browser.post(URL, sent)
        assert {key: browser.cookies[key].value for key in set(browser.cookies) - before} == kept
    alice.refresh_from_db()
    expected = {"theme": "system", "language": "", "time_zone": ""}
    expected |= {"language" if key == "django_language" else key: value for key, value in kept.items()}
    assert {key: getattr(alice, key) for key in expected} == expected
    assert (alice.name, alice.is_staff) == ("Alice", False)


def test_preferences_change_by_post_only_and_need_the_form_token(client):
    answer = client.get(URL)
    assert (answer.status_code, answer["Location"]) == (302, "/")
    assert not answer.cookies
    strict = client.__class__(enforce_csrf_checks=True)
    assert strict.post(URL, {"theme": "dark"}).status_code == 403


@pytest.mark.parametrize(
    ("cookies", "asked", "seen"),
    [
        ({}, "", "en UTC system"),
        ({}, "de-AT,en;q=0.5", "de UTC system"),
        ({"theme": "dark", "time_zone": "Asia/Tokyo"}, "", "en Asia/Tokyo dark"),
        ({"theme": "<script>", "time_zone": "nowhere"}, "", "en UTC system"),
        ({"django_language": "de"}, "en", "de UTC system"),
    ],
)
@here
def test_a_browser_without_a_person_gets_what_its_cookies_say(client, cookies, asked, seen):
    client.cookies.load(cookies)
    assert client.get("/open/", headers={"accept-language": asked}).content.decode() == seen


@pytest.mark.parametrize(
    ("own", "seen"),
    [
        ({}, "de Asia/Tokyo system"),
        ({"theme": "light", "language": "en", "time_zone": "Europe/Berlin"}, "en Europe/Berlin light"),
        ({"language": "xx", "time_zone": "nowhere"}, "de Asia/Tokyo system"),
    ],
)
@here
def test_a_person_gets_her_own_before_the_cookies_of_the_browser(alice, sign_in, own, seen):
    for field, value in own.items():
        setattr(alice, field, value)
    alice.save()
    browser = sign_in(alice)
    browser.cookies.load({"theme": "dark", "django_language": "de", "time_zone": "Asia/Tokyo"})
    assert browser.get("/closed/").content.decode() == seen
    assert timezone.get_current_timezone_name() == "UTC"  # the thread serves somebody else next


@here
def test_a_stranger_is_sent_to_log_in(client):
    assert client.get("/closed/").status_code == 302


@here
def test_a_view_without_person_asks_the_database_nothing(alice, sign_in):
    browser = sign_in(alice)
    with CaptureQueriesContext(connection) as queries:
        answer = browser.get("/poll/")
    assert (answer.status_code, len(queries), "Cookie" in answer["Vary"]) == (200, 0, False)

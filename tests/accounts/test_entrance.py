import re

import pytest
from django.core import mail
from django.test import Client
from django.utils import translation

from accounts.models import Session, User
from tests.accounts.steps import (
    AGAIN,
    CODE,
    CONFIRM,
    CONFIRM_CODE,
    LOGIN,
    PASSWORD,
    RESET,
    RESET_CODE,
    RESET_NEW,
    SIGNUP,
    code_in,
    last_code,
    member,
    plain,
    sign_in,
    sign_up,
    text,
    who,
)

pytestmark = pytest.mark.django_db


# Making an account


@pytest.mark.parametrize("password", ["", PASSWORD])
def test_somebody_signs_up_with_a_code_from_the_mail(client, password):
    answer = client.post(SIGNUP, {"name": " Ada ", "email": "ADA@example.org", "password1": password})
    assert (answer.status_code, answer["Location"]) == (303, CONFIRM)
    assert who(client) is None and mail.outbox[-1].to == ["ada@example.org"]
    assert "ada@example.org" in text(client.get(CONFIRM))
    assert client.post(CONFIRM, {"code": last_code()}).status_code == 303
    ada = who(client)
    assert (ada.name, ada.email, ada.is_guest, ada.has_usable_password()) == (
        "Ada",
        "ada@example.org",
        False,
        bool(password),
    )
    assert "ada" not in ada.username and len(ada.username) == 24
    assert ada.emailaddress_set.get().verified and ada.emailaddress_set.get().primary
    if password:
        assert who(sign_in("Ada")) == ada


def test_an_account_begins_as_its_browser_was(client):
    client.cookies["time_zone"], client.cookies["theme"] = "Europe/Berlin", "dark"
    client.defaults["HTTP_ACCEPT_LANGUAGE"] = "de"
    ada = who(sign_up("Ada", client))
    assert (ada.language, ada.time_zone, ada.theme) == ("de", "Europe/Berlin", "dark")


def test_whoever_types_somebody_elses_address_does_not_choose_the_password_for_them():
    Client().post(SIGNUP, {"name": "Eve", "email": "ada@example.org", "password1": PASSWORD})
    ada = Client()
    ada.post(CODE, {"email": "ada@example.org"})
    ada.post(CONFIRM_CODE, {"code": last_code()})
    assert who(ada).email == "ada@example.org"
    assert who(sign_in("Ada", PASSWORD)) is None


@pytest.mark.parametrize(
    ("form", "words"),
    [
        ({"name": ""}, "required"),
        ({"name": "\u200b"}, "cannot be seen|can be seen|required"),
        ({"name": "Admin"}, "another name"),
        ({"email": "nobody"}, "valid"),
        ({"email": ""}, "required"),
        ({"password1": "1234"}, "short"),
    ],
)
def test_a_wrong_form_comes_back_with_the_reason_and_what_was_typed(client, form, words):
    answer = client.post(SIGNUP, {"name": "Ada", "email": "ada@example.org"} | form)
    assert answer.status_code == 422
    assert re.search(words, text(answer))
    assert 'aria-invalid="true"' in text(answer) and "aria-describedby" in text(answer)
    assert ('value="Ada"' in text(answer)) == ("name" not in form)
    assert not User.objects.exists() and not mail.outbox


def test_a_wrong_code_is_refused_and_after_three_none_is_right(client):
    client.post(SIGNUP, {"name": "Ada", "email": "ada@example.org"})
    right = last_code()
    for _ in range(2):
        answer = client.post(CONFIRM, {"code": "wrong"})
        assert answer.status_code == 422 and "not the code we sent" in text(answer)
    assert client.post(CONFIRM, {"code": "wrong"}).status_code == 303
    client.post(CONFIRM, {"code": right})
    assert who(client) is None


def test_a_code_belongs_to_the_browser_that_asked_for_it(client):
    client.post(SIGNUP, {"name": "Ada", "email": "ada@example.org"})
    thief = Client()
    thief.post(CONFIRM, {"code": last_code()})
    assert who(thief) is None


def test_a_code_is_too_old_after_a_quarter_of_an_hour(client, time_machine):
    time_machine.move_to("2026-03-01T12:00:00Z")
    member("Ada")
    client.post(CODE, {"email": "ada@example.org"})
    time_machine.move_to("2026-03-01T12:16:00Z")
    client.post(CONFIRM_CODE, {"code": last_code()})
    assert who(client) is None


def test_a_new_code_may_be_asked_for_twice(client):
    member("Ada")
    client.post(CODE, {"email": "ada@example.org"})
    for _ in range(4):
        client.post(CONFIRM_CODE, {"action": "resend"})
    assert len(mail.outbox) == 3
    client.post(CONFIRM_CODE, {"code": last_code()})
    assert who(client)


# Signing in


def test_somebody_signs_in_by_password_or_by_code_and_out_by_a_press(client):
    ada = member("Ada")
    assert who(sign_in("Ada", client=client)) == ada
    assert client.get("/account/logout/").status_code == 200 and who(client) == ada
    assert client.post("/account/logout/").status_code == 303 and who(client) is None
    assert client.post(CODE, {"email": "ADA@example.org"}).status_code == 303
    client.post(CONFIRM_CODE, {"code": last_code().lower()})
    assert who(client) == ada


def test_a_username_is_no_way_in(client):
    ada = member("Ada")
    for name in (ada.username, "Ada", "admin"):
        assert client.post(LOGIN, {"login": name, "password": PASSWORD}).status_code == 422
    assert who(client) is None


def test_a_new_password_comes_by_a_code_and_ends_all_other_sessions(client):
    ada, elsewhere = member("Ada"), sign_in("Ada") if member("Ada2") else None
    assert who(elsewhere) == ada
    assert client.post(RESET, {"email": "ada@example.org"}).status_code == 303
    assert client.post(RESET_CODE, {"code": "wrong"}).status_code == 422
    assert client.post(RESET_CODE, {"code": last_code()}).status_code == 303
    assert client.post(RESET_NEW, {"password1": "new horse 22", "password2": "other"}).status_code == 422
    form = {"password1": "new horse 22", "password2": "new horse 22"}
    assert client.post(RESET_NEW, form).status_code == 303
    assert who(elsewhere) is None and who(client) is None
    assert who(sign_in("Ada", "new horse 22")) == ada and who(sign_in("Ada", PASSWORD)) is None
    assert "changed" in mail.outbox[-1].subject


def test_a_reset_while_somebody_else_is_signed_in_leaves_them_signed_in():
    bob, _ada = member("Bob"), member("Ada")
    browser = sign_in("Bob")
    browser.post(RESET, {"email": "ada@example.org"})
    browser.post(RESET_CODE, {"code": last_code()})
    browser.post(RESET_NEW, {"password1": "new horse 22", "password2": "new horse 22"})
    assert who(browser) == bob
    assert who(sign_in("Ada", "new horse 22"))


def test_an_account_that_is_switched_off_says_so_only_to_who_knows_its_password(client):
    member("Ada", is_active=False)
    answer = client.post(LOGIN, {"login": "ada@example.org", "password": PASSWORD}, follow=True)
    assert "switched off" in text(answer) and who(client) is None
    assert "switched off" not in text(client.post(LOGIN, {"login": "ada@example.org", "password": "x"}))


# Sessions


def test_the_session_is_another_one_after_signing_in_and_a_foreign_one_is_not_taken_over():
    ada = member("Ada")
    browser = Client()
    browser.post(SIGNUP, {"name": "x", "email": "x@example.org"})  # somebody with a session
    before = browser.session.session_key
    browser.post("/account/logout/")
    sign_in("Ada", client=browser)
    assert who(browser) == ada and browser.session.session_key != before
    assert not Session.objects.filter(pk=before).exists()
    planted = Client()
    planted.cookies["sessionid"] = "a" * 32
    sign_in("Ada", client=planted)
    assert planted.session.session_key != "a" * 32


def test_a_session_knows_its_person_and_goes_with_it():
    ada = member("Ada")
    sign_in("Ada")
    assert [session.person for session in Session.objects.all()] == [ada]
    ada.delete()
    assert not Session.objects.exists()


def test_cookies_are_for_the_server_alone_and_for_https_where_there_is(client, settings):
    settings.SESSION_COOKIE_SECURE = settings.CSRF_COOKIE_SECURE = True
    member("Ada")
    client.get(LOGIN)
    sign_in("Ada", client=client)
    for name in ("sessionid", "csrftoken"):
        cookie = client.cookies[name]
        assert cookie["secure"] and cookie["httponly"] and cookie["samesite"] == "Lax", name


# Where it leads

HOST = "evil.example"
ELSEWHERE = [
    *(
        f"//{HOST}",
        f"///{HOST}",
        f"////{HOST}",
        f"//{HOST}/%2f..",
        f"//{HOST}//",
        f"/\\{HOST}",
        f"\\\\{HOST}",
    ),
    *(f"\\/{HOST}", f"/\\/{HOST}", f"/\\\\{HOST}", f"\\{HOST}", f"//\\{HOST}", f"/\t/{HOST}", f"/\n/{HOST}"),
    *(f"\t//{HOST}", f" //{HOST}", f"\x00//{HOST}", f"\x01//{HOST}", f"\x1f//{HOST}", f"\u00a0//{HOST}"),
    *(
        f"http://{HOST}",
        f"https://{HOST}",
        f"HTTPS://{HOST}",
        f"http:{HOST}",
        f"https:/{HOST}",
        f"https:\\{HOST}",
    ),
    *(f"https:///{HOST}", f"http:\\\\{HOST}", f"https://{HOST}:443/", f"https://testserver@{HOST}"),
    *(f"https://testserver:pw@{HOST}/", f"//testserver@{HOST}", f"https://{HOST}\\@testserver"),
    *(f"https://{HOST}#@testserver", f"https://{HOST}?testserver", f"https://testserver.{HOST}"),
    *(
        f"https://{HOST}/testserver",
        f"//{HOST}:80",
        f"//{HOST}?x=/",
        f"//{HOST}#/",
        f"https://testserver%00.{HOST}",
    ),
    *(
        f"https://testserver%2e{HOST}",
        f"https://testserver\\.{HOST}",
        f"https:%2f%2f{HOST}",
        "https://[::1]/",
    ),
    *("https://2130706433/", "//127.0.0.1/", "https://xn--testserver-x.example", "https://tеstserver/"),
    *("javascript:alert(1)", "JavaScript:alert(1)", "java\nscript:alert(1)", " javascript:alert(1)"),
    *("javascript://testserver/%0aalert(1)", "data:text/html,x", "vbscript:x", "file:///etc/passwd"),
    *(f"ftp://{HOST}/", f"mailto:x@{HOST}", "about:blank", f"//{HOST}\r\nX: y", f"https://{HOST}\r\n\r\n"),
    *(f"/%09/{HOST}\\..\\//{HOST}", f"//%5c{HOST}", f"//{HOST}%2f@testserver"),
]


def leads_away(location: str) -> bool:
    """As a browser reads it: controls and blanks at the ends go, tabs and line ends everywhere, \\ is /."""
    read = re.sub(r"[\t\r\n]", "", location.strip("".join(map(chr, range(33))))).replace("\\", "/")
    if read.startswith("/"):
        return read.startswith("//")
    return ":" in read and not read.startswith("http://testserver/")


@pytest.mark.parametrize("wanted", ELSEWHERE)
def test_no_log_in_leads_off_the_site(wanted):
    ada = member("Ada")
    form = {"login": "ada@example.org", "password": PASSWORD, "next": wanted}
    answer = Client().post(LOGIN, form)
    assert answer.status_code == 303 and not leads_away(answer["Location"]), answer["Location"]
    browser = Client()
    browser.force_login(ada)
    answer = browser.get(LOGIN, {"next": wanted})  # signed in already
    assert answer.status_code == 400 if "\x00" in wanted else not leads_away(answer["Location"])
    answer = browser.post("/account/logout/", {"next": wanted})
    assert not leads_away(answer["Location"])


def test_there_are_sixty_of_them():
    assert len(set(ELSEWHERE)) >= 60


def way_on_in(page) -> str:
    """What the page's own form carries along (the form for the language has one of its own)."""
    main = text(page).partition("<main")[2]
    return re.search(r'name="next" value="([^"]*)"', main)[1].replace("&amp;", "&")


def test_a_good_way_on_survives_a_failed_log_in(client):
    member("Ada")
    page = client.post(
        LOGIN, {"login": "ada@example.org", "password": "wrong", "next": "/games/kangoeroe/?a=1&b=2"}
    )
    assert page.status_code == 422
    kept = way_on_in(page)
    answer = client.post(LOGIN, {"login": "ada@example.org", "password": PASSWORD, "next": kept})
    assert answer["Location"] == "/games/kangoeroe/?a=1&b=2"


def test_the_way_on_is_kept_through_a_mailed_code(client):
    member("Ada")
    answer = client.post(CODE, {"email": "ada@example.org", "next": "/next/"})
    kept = way_on_in(client.get(answer["Location"]))
    assert client.post(CONFIRM_CODE, {"code": last_code(), "next": kept})["Location"] == "/next/"


def test_a_page_for_members_leads_to_the_log_in_and_back(client):
    member("Ada")
    answer = client.get("/settings/")
    assert answer["Location"] == f"{LOGIN}?next=/settings/"
    form = {"login": "ada@example.org", "password": PASSWORD, "next": "/settings/"}
    assert client.post(LOGIN, form)["Location"] == "/settings/"


# The admin


def test_the_admin_has_no_log_in_of_its_own(client):
    answer = client.get("/admin/login/?next=/admin/accounts/user/")
    assert (answer.status_code, answer["Location"]) == (302, f"{LOGIN}?next=%2Fadmin%2Faccounts%2Fuser%2F")
    assert client.post("/admin/login/", {"username": "x", "password": "y"}).status_code == 302
    member("Ada", is_staff=True, is_superuser=True)
    member("Bob")
    assert sign_in("Ada").get("/admin/").status_code == 200
    assert sign_in("Bob").get("/admin/login/?next=/admin/").status_code == 403


# The second factor


def totp(secret: str) -> str:
    from allauth.mfa.totp.internal.auth import format_hotp_value, hotp_value, yield_hotp_counters_from_time

    return format_hotp_value(hotp_value(secret, next(iter(yield_hotp_counters_from_time()))))


@pytest.fixture
def secured():
    """Ada with a second factor: her browser, its secret, her recovery codes."""
    member("Ada")
    browser = sign_in("Ada")
    where = "/account/app/on/"
    assert browser.get(where)["Location"].startswith(AGAIN)
    browser.post(f"{AGAIN}?next={where}", {"password": PASSWORD, "next": where})
    secret = re.search(r"<code>(\w+)</code>", text(browser.get(where)))[1]
    assert browser.post(where, {"code": "000000"}).status_code == 422
    answer = browser.post(where, {"code": totp(secret)}, follow=True)
    codes = re.findall(r"<code>(\d+)</code>", text(answer))
    assert len(codes) == 10
    return browser, secret, codes


def test_the_second_factor_is_asked_for_after_the_password_and_after_a_mailed_code(secured):
    codes = secured[2]
    by_password, by_mail = sign_in("Ada"), Client()
    by_mail.post(CODE, {"email": "ada@example.org"})
    by_mail.post(CONFIRM_CODE, {"code": last_code()})
    for client in (by_password, by_mail):
        assert who(client) is None
        assert "six digits" in text(client.get("/account/login/app/"))
        assert client.post("/account/login/app/", {"code": "000000"}).status_code == 422
        assert client.post("/account/login/app/", {"code": codes.pop()}).status_code == 303
        assert who(client)
    third = sign_in("Ada")
    third.post("/account/login/app/", {"code": "12345678"})
    assert who(third) is None


def test_a_recovery_code_is_good_once(secured):
    codes = secured[2]
    for expected in (True, False):
        client = sign_in("Ada")
        client.post("/account/login/app/", {"code": codes[0]})
        assert bool(who(client)) == expected


def test_the_admin_asks_for_the_second_factor_too(secured):
    User.objects.update(is_staff=True)
    client = sign_in("Ada")
    assert client.get("/admin/").status_code == 302
    client.post("/account/login/app/", {"code": secured[2][0]})
    assert client.get("/admin/").status_code == 200


def test_the_codes_are_shown_made_anew_and_switched_off_with_the_factor(secured):
    browser, _secret, codes = secured
    assert codes[0] in text(browser.get("/account/app/codes/file/"))
    assert browser.post("/account/app/codes/new/").status_code == 303
    assert codes[0] not in text(browser.get("/account/app/codes/"))
    assert "second factor" in text(browser.get("/account/app/")).lower()
    assert browser.get("/account/app/off/").status_code == 200
    assert browser.post("/account/app/off/").status_code == 303
    assert who(sign_in("Ada"))


# Mails


@pytest.mark.parametrize(("language", "words"), [("en", "Your code to sign in"), ("de", None)])
def test_a_mail_is_in_the_language_of_its_reader_not_of_who_asked(client, language, words):
    member("Ada", language=language)
    client.defaults["HTTP_ACCEPT_LANGUAGE"] = "de" if language == "en" else "en"
    client.post(CODE, {"email": "ada@example.org"})
    with translation.override(language):
        assert mail.outbox[-1].subject == translation.gettext("Your code to sign in")
    assert words is None or mail.outbox[-1].subject == words


def test_no_mail_has_a_password_or_escapes_a_name():
    member("Ada & <b>", email="")
    User.objects.update(email="ada@example.org")
    Client().post(CODE, {"email": "ada@example.org"})
    assert "Hello Ada & <b>," in mail.outbox[-1].body
    assert code_in(mail.outbox[-1])


def test_nothing_of_other_ways_in_is_there(client):
    for address in ("/account/social/login/cancelled/", "/account/2fa/webauthn/", "/account/signup/passkey/"):
        assert client.get(address).status_code == 404
    assert plain(client.get("/account/phone/change/"))


@pytest.mark.parametrize(
    ("chosen", "asked", "kept"), [("", "de", "de"), ("fr", "de", "fr"), ("", "xx", "en")]
)
def test_who_never_chose_a_language_gets_mails_in_that_of_the_browser(chosen, asked, kept):
    ada = member("Ada", language=chosen)
    browser = Client(headers={"accept-language": asked})
    sign_in("Ada", client=browser)
    ada.refresh_from_db()
    assert ada.language == kept


@pytest.mark.parametrize("policy", ["open", "invited"])
def test_another_address_is_typed_where_accounts_are_made(client, settings, policy):
    client.post(SIGNUP, {"name": "Ada", "email": "ada@example.org"})
    settings.SIGNUP = policy
    page = text(client.get("/account/confirm-email/"))
    leads_to = "/account/signup/" if policy == "open" else "/account/login/"
    assert f'name="next" value="{leads_to}"' in page

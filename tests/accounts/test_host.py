"""What the host of a site decides: who gets an account, which pages there are, who is the admin."""

import os
import subprocess
import sys
from datetime import timedelta
from io import StringIO
from pathlib import Path

import pytest
from django.core import mail
from django.core.cache import cache
from django.core.exceptions import ImproperlyConfigured
from django.core.management import CommandError, call_command
from django.db import connection
from django.test import Client, RequestFactory
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from accounts import signup
from accounts.models import SignupLink, SitePage, User
from accounts.people import make_guest
from config import environment
from tests.accounts.steps import (
    CODE,
    CONFIRM,
    CONFIRM_CODE,
    PASSWORD,
    SIGNUP,
    last_code,
    member,
    sign_in,
    sign_up,
    text,
    who,
)

pytestmark = pytest.mark.django_db
ROOT = Path(__file__).resolve().parents[2]


# Who gets an account


@pytest.fixture(autouse=True)
def invitations(monkeypatch) -> set[str]:
    """Links of another app that are good."""
    good = {"the link of a match"}
    monkeypatch.setattr(signup, "invitation_checks", [lambda link: link in good])
    return good


def invited(client: Client) -> Client:
    session = client.session
    session["invited"] = "the link of a match"
    session.save()
    return client


def welcomed(client: Client, **link) -> Client:
    client.post(SignupLink.objects.create(**link).get_absolute_url())
    return client


def nothing(client: Client) -> Client:
    return client


@pytest.mark.parametrize(
    ("policy", "came_by", "may"),
    [
        ("open", nothing, True),
        ("invitation", nothing, False),
        ("invitation", invited, True),
        ("invitation", welcomed, True),
        ("closed", nothing, False),
        ("closed", invited, False),
        ("closed", welcomed, False),
    ],
)
def test_the_host_says_who_may_make_an_account(settings, policy, came_by, may):
    settings.SIGNUP = policy
    stranger, guest = came_by(Client()), Client()
    page = text(stranger.get(SIGNUP))
    assert ('name="email"' in page) == may and ("No new accounts here" in page) != may
    stranger.post(SIGNUP, {"name": "Ada", "email": "ada@example.org"})
    assert User.objects.filter(email="ada@example.org").exists() == may
    guest.force_login(make_guest("Gus"))
    came_by(guest)
    answer = guest.post("/keep/", {"name": "Gus", "email": "gus@example.org"})
    assert answer.status_code == (303 if may else 403)
    assert ("/keep/" in text(guest.get("/settings/"))) == (policy != "closed")
    assert ("Make an account" in text(Client().get("/account/login/"))) == (policy == "open")


def test_a_link_is_shown_by_get_taken_by_post_and_used_up(settings):
    settings.SIGNUP = "invitation"
    link = SignupLink.objects.create(left=1)
    first, second = Client(), Client()
    for client in (first, second):
        assert "invites you" in text(client.get(link.get_absolute_url()))
        assert 'name="email"' not in text(client.get(SIGNUP))
        assert client.post(link.get_absolute_url())["Location"] == SIGNUP
    sign_up("Ada", first)
    assert who(first)
    link.refresh_from_db()
    assert link.left == 0
    assert "No new accounts" in text(second.get(SIGNUP))
    assert Client().get(link.get_absolute_url()).status_code == 404


def test_an_invitation_is_good_for_one_account_and_only_while_it_is_good(settings, invitations):
    settings.SIGNUP = "invitation"
    one, two = invited(Client()), invited(Client())
    one.post(SIGNUP, {"name": "Ada", "email": "ada@example.org"})
    assert User.objects.filter(email="ada@example.org").exists()
    other = Client()
    other.cookies = one.cookies
    other.post(SIGNUP, {"name": "Eve", "email": "eve@example.org"})
    assert 'name="email"' in text(two.get(SIGNUP))
    invitations.clear()
    two.post(SIGNUP, {"name": "Bob", "email": "bob@example.org"})
    assert not User.objects.filter(email__in=["eve@example.org", "bob@example.org"]).exists()


@pytest.mark.parametrize("address", ["ada@example.org", "new@example.org"])
def test_what_is_left_of_a_link_does_not_tell_whether_an_address_is_known(settings, address):
    settings.SIGNUP = "invitation"
    member("Ada")
    link = SignupLink.objects.create(left=2)
    client = Client()
    client.post(link.get_absolute_url())
    answer = client.post(SIGNUP, {"name": "Eva", "email": address})
    assert (answer.status_code, answer["Location"]) == (303, CONFIRM)
    link.refresh_from_db()
    assert link.left == 1
    assert "No new accounts" in text(client.get(SIGNUP, follow=True)) or client.get(SIGNUP).status_code == 302
    known = invited(Client())
    known.post(SIGNUP, {"name": "Eva", "email": address})
    assert "invited" not in known.session


def test_two_browsers_do_not_get_two_accounts_by_a_link_for_one(settings):
    settings.SIGNUP = "invitation"
    link = SignupLink.objects.create(left=1)
    request = RequestFactory().post(SIGNUP)
    found = []
    for _ in range(2):
        request.session = {"welcomed": link.link}
        found.append(signup.use_invitation(request))
    assert found == [True, False]


@pytest.mark.parametrize("policy", ["closed", "invitation"])
def test_a_code_asked_for_before_the_site_closed_keeps_no_seat_after_it(settings, policy):
    guest = Client()
    guest.force_login(make_guest("Gus"))
    guest.post("/keep/", {"name": "Gus", "email": "gus@example.org"})
    settings.SIGNUP = policy
    answer = guest.post("/keep/code/", {"code": last_code()})
    assert answer.status_code == 403 and "No new accounts" in text(answer)
    assert User.objects.get().is_guest
    settings.SIGNUP = "open"
    assert guest.post("/keep/code/", {"code": last_code()}).status_code == 303


def test_a_guest_uses_up_the_link_that_keeps_the_seat(settings):
    settings.SIGNUP = "invitation"
    link = SignupLink.objects.create(left=1)
    guests = [Client(), Client()]
    codes = []
    for n, guest in enumerate(guests):
        guest.force_login(make_guest("Gus"))
        guest.post(link.get_absolute_url())
        guest.post("/keep/", {"name": "Gus", "email": f"gus{n}@example.org"})
        codes.append(last_code())
    found = [
        guest.post("/keep/code/", {"code": code}).status_code
        for guest, code in zip(guests, codes, strict=True)
    ]
    assert found == [303, 403]
    assert User.objects.filter(is_guest=False).count() == 1


# Mails


@pytest.mark.parametrize(
    ("where", "form"),
    [
        (CODE, {"email": "ada@example.org"}),
        (CODE, {"email": "nobody@example.org"}),
        (SIGNUP, {"name": "Eva", "email": "ada@example.org"}),
        (SIGNUP, {"name": "Eva", "email": "new@example.org"}),
        ("/account/password/reset/", {"email": "ada@example.org"}),
        ("/account/password/reset/", {"email": "nobody@example.org"}),
    ],
)
def test_a_mail_names_the_site_and_not_the_host_that_was_asked(settings, where, form):
    settings.SITE_URL = "https://table.example.org"
    member("Ada")
    Client().post(where, form, headers={"host": "localhost:6666"})
    letter = mail.outbox[-1].body
    assert "table.example.org" in letter
    assert "localhost" not in letter and "6666" not in letter and "testserver" not in letter


def test_a_mail_about_a_password_names_the_site(settings):
    settings.SITE_URL = "https://table.example.org"
    member("Ada")
    client = sign_in("Ada", headers={"host": "localhost:6666"})
    form = {"oldpassword": PASSWORD, "password1": "a new one 22", "password2": "a new one 22"}
    client.post("/account/password/change/", form, headers={"host": "localhost:6666"})
    letter = mail.outbox[-1].body
    assert "https://table.example.org/account/password/reset/" in letter and "6666" not in letter


@pytest.mark.parametrize("link", [{"left": 0}, {"ends_at": timezone.now() - timedelta(days=1)}])
def test_a_link_that_is_over_is_as_good_as_none(link):
    made = SignupLink.objects.create(**link)
    for where in (made.get_absolute_url(), "/welcome/nothing/", "/welcome/%00/"):
        assert Client().get(where).status_code == 404
        assert Client().post(where).status_code == 404


def test_the_admin_makes_a_link_and_sees_its_address(admin_client):
    form = {"note": "for Ada", "left": "2", "ends_at_0": "2030-01-01", "ends_at_1": "12:00"}
    admin_client.post("/admin/accounts/signuplink/add/", form)
    link = SignupLink.objects.get()
    assert link.get_absolute_url() in text(admin_client.get("/admin/accounts/signuplink/"))
    assert len(link.link) > 20


@pytest.mark.parametrize(
    ("value", "read"), [("", "open"), ("Closed", "closed"), ("invitation", "invitation")]
)
def test_the_setting_has_three_words(monkeypatch, value, read):
    monkeypatch.setenv("SIGNUP", value)
    assert environment.one_of("SIGNUP", "open", "invitation", "closed") == read


def test_another_word_is_refused(monkeypatch):
    monkeypatch.setenv("SIGNUP", "perhaps")
    with pytest.raises(ImproperlyConfigured, match="SIGNUP must be one of"):
        environment.one_of("SIGNUP", "open", "invitation", "closed")


# The host's pages


@pytest.fixture
def imprint():
    words = "Ada & <script>alert(1)</script>\nLondon\n\nhttps://example.org and mail@example.org"
    return SitePage.objects.create(slug="imprint", language="en", text=words)


def test_a_page_that_nobody_wrote_is_not_there_and_not_in_the_footer(client):
    for slug in SitePage.Slug.values:
        assert client.get(f"/{slug}/").status_code == 404
    assert "/imprint/" not in text(client.get("/account/login/"))


def test_a_page_has_paragraphs_and_links_and_no_markup_of_its_own(client, imprint):
    page = text(client.get("/imprint/"))
    assert "Ada &amp; &lt;script&gt;" in page and "<script>alert" not in page
    assert '<a href="https://example.org" rel="nofollow">' in page and "mailto:mail@example.org" in page
    assert page.count("<p>") >= 2 and "<br>" in page
    assert '<a href="/imprint/">Imprint</a>' in text(client.get("/account/login/"))
    assert '<a href="/imprint/">Imprint</a>' in text(client.get(SIGNUP)).partition("</form>")[2]


def test_who_signs_up_is_told_of_the_terms(client, imprint):
    assert "agree to the terms" not in text(client.get(SIGNUP))
    SitePage.objects.create(slug="terms", language="en", text="Be kind.")
    assert "agree to the terms" in text(client.get(SIGNUP))


@pytest.mark.parametrize(("language", "words"), [("en", "London"), ("de", "Berlin"), ("nl", "London")])
def test_a_page_is_shown_in_the_readers_language_or_the_sites(client, imprint, language, words):
    SitePage.objects.create(slug="imprint", language="de", text="Berlin")
    assert words in text(client.get("/imprint/", headers={"accept-language": language}))


def test_a_page_in_no_language_of_the_reader_is_shown_as_it_is(client):
    SitePage.objects.create(slug="privacy", language="de", text="Nichts")
    page = text(client.get("/privacy/"))
    assert 'lang="de"' in page and "Nichts" in page


def test_the_footer_costs_no_query_and_a_change_shows_at_once(client, imprint):
    client.get("/account/login/")
    with CaptureQueriesContext(connection) as queries:
        client.get("/account/login/")
    assert not [query for query in queries if "sitepage" in query["sql"]]
    imprint.text = "Paris"
    imprint.save()
    assert "Paris" in text(client.get("/imprint/"))
    imprint.delete()
    assert client.get("/imprint/").status_code == 404
    assert cache.get(SitePage.CACHED) == {}


def test_the_admin_writes_pages(admin_client):
    form = {"slug": "terms", "language": "de", "text": "Sei nett."}
    assert admin_client.post("/admin/accounts/sitepage/add/", form).status_code == 302
    assert "Sei nett." in text(Client().get("/terms/"))
    page = SitePage.objects.get()
    chosen = {"action": "delete_selected", "_selected_action": [page.pk], "post": "yes"}
    admin_client.post("/admin/accounts/sitepage/", chosen)
    assert Client().get("/terms/").status_code == 404


# The first run


def first_run(**more) -> str:
    out = StringIO()
    call_command("first_run", email="Host@example.org", name="Hanna", stdout=out, **more)
    return out.getvalue()


def test_the_first_run_makes_an_admin_who_can_sign_in_and_sends_a_test_mail(monkeypatch):
    monkeypatch.setenv("ADMIN_PASSWORD", PASSWORD)
    said = first_run()
    assert "Hanna can sign in with host@example.org" in said and "not sent" in said
    assert mail.outbox[-1].to == ["host@example.org"]
    client = sign_in("Host")
    assert who(client).is_superuser and client.get("/admin/").status_code == 200


def test_without_a_password_the_admin_signs_in_by_mail(monkeypatch):
    monkeypatch.delenv("ADMIN_PASSWORD", raising=False)
    monkeypatch.setattr("sys.stdin", StringIO())
    assert "mails a code" in first_run()
    client = Client()
    client.post(CODE, {"email": "host@example.org"})
    client.post(CONFIRM_CODE, {"code": last_code()})
    assert client.get("/admin/").status_code == 200


def test_a_second_run_changes_the_same_person(monkeypatch):
    monkeypatch.setenv("ADMIN_PASSWORD", PASSWORD)
    first_run()
    monkeypatch.setenv("ADMIN_PASSWORD", "another horse 3")
    first_run(no_mail=True)
    assert User.objects.count() == 1 and len(mail.outbox) == 1
    assert who(sign_in("Host", "another horse 3"))


@pytest.mark.parametrize(
    ("options", "password", "words"),
    [
        ({"email": "nobody", "name": "X"}, PASSWORD, "not an e-mail address"),
        ({"email": "", "name": "X"}, PASSWORD, "--email"),
        ({"email": "a@example.org", "name": ""}, PASSWORD, "--name"),
        ({"email": "a@example.org", "name": "X"}, "1234", "too short"),
    ],
)
def test_what_is_missing_or_wrong_is_said_and_nobody_is_made(monkeypatch, options, password, words):
    monkeypatch.setenv("ADMIN_PASSWORD", password)
    monkeypatch.setattr("sys.stdin", StringIO())
    with pytest.raises(CommandError, match=words):
        call_command("first_run", **options)
    assert not User.objects.exists()


def test_a_mail_server_that_is_not_there_is_said_plainly(settings, monkeypatch):
    monkeypatch.setenv("ADMIN_PASSWORD", PASSWORD)
    settings.EMAIL_BACKEND = "django.core.mail.backends.smtp.EmailBackend"
    settings.EMAIL_HOST, settings.EMAIL_PORT = "127.0.0.1", 1
    with pytest.raises(CommandError, match="test mail was not sent"):
        first_run()
    assert User.objects.get().is_superuser


def test_the_command_runs_as_a_program(tmp_path):
    environ = os.environ | {"DATA_DIR": str(tmp_path), "DJANGO_SETTINGS_MODULE": "config.settings"}
    done = subprocess.run(
        [sys.executable, "manage.py", "first_run", "--help"],
        cwd=ROOT,
        env=environ,
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0 and "--email" in done.stdout

"""Requests that no page of ours sends: a friendly page at once, nothing stored, nothing long in the log."""

import io
import logging
import re

import pytest
from django.conf import settings
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.test.client import BOUNDARY, MULTIPART_CONTENT, encode_multipart

from config.wsgi import application

FORM = "application/x-www-form-urlencoded"
LETTERS = "abcdefghijklmnopqrstuvwxyzABCDEF"


def send(method: str, address: str, kind: str, body: bytes = b"", **environ: str) -> tuple[int, str]:
    """Status and page, through the door that the web server uses: the test client makes requests by itself."""
    answered = []
    path, _, query = address.partition("?")
    page = application(
        {
            "REQUEST_METHOD": method,
            "PATH_INFO": path,
            "QUERY_STRING": query,
            "SERVER_NAME": "localhost",
            "SERVER_PORT": "80",
            "CONTENT_TYPE": kind,
            "CONTENT_LENGTH": str(len(body)),
            "wsgi.input": io.BytesIO(body),
            "wsgi.url_scheme": "http",
            **environ,
        },
        lambda status, _headers: answered.append(int(status.split()[0])),
    )
    return answered[0], b"".join(page).decode()


@pytest.mark.parametrize("address", ["/preferences/", "/admin/login/", "/practice/kangoeroe/"])
def test_a_file_is_refused_and_written_nowhere(db, settings, tmp_path, monkeypatch, address):
    settings.FILE_UPLOAD_TEMP_DIR = str(tmp_path)
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    client = Client(enforce_csrf_checks=True)
    client.cookies["csrftoken"] = LETTERS
    for size in (1, 3_000_000):
        big = SimpleUploadedFile("big", b"x" * size)
        answer = client.post(address, {"name": "Ada", "file": big})
        assert answer.status_code == 400
        assert "That could not be read" in answer.content.decode()
        assert list(tmp_path.iterdir()) == []


def test_the_rest_of_a_file_is_not_even_read(db):
    body = encode_multipart(BOUNDARY, {"file": SimpleUploadedFile("big", b"x" * 3_000_000)})
    sent = io.BytesIO(body)
    answer = Client().generic("POST", "/preferences/", body, MULTIPART_CONTENT, **{"wsgi.input": sent})
    assert answer.status_code == 400
    assert sent.tell() < 500_000


WRITINGS = [
    "utf-7",
    "utf-16",
    "zlib",
    "hex",
    "latin-1",
    "idna",
    "undefined",
    "unicode_escape",
    "punycode",
    "none",
]


@pytest.mark.parametrize("cookie", ["", f"csrftoken={LETTERS}"])
@pytest.mark.parametrize("writing", [*WRITINGS, "utf8", '""', "é", "a\x00b", "x" * 5000])
@pytest.mark.parametrize("kind", [FORM, MULTIPART_CONTENT, "text/plain"])
def test_a_body_in_another_writing_is_refused_whatever_it_holds(db, kind, writing, cookie):
    for body in (b"theme=dark", rb"theme=\ud800", encode_multipart(BOUNDARY, {"theme": r"\ud800"})):
        status, page = send(
            "POST", "/preferences/?a=b", f"{kind}; charset={writing}", body, HTTP_COOKIE=cookie
        )
        assert status == 400
        assert "That could not be read" in page


@pytest.mark.parametrize(
    "kind",
    [
        "text/plain; charset*=nope''a",
        "text/plain; charset*=utf-8''utf-7",
        "text/plain; charset*=unicode_escape''%5Cud800",
        "text/plain; a*=\x00''a",
        "text/plain; a*=undefined''a",
        "text/plain; a*=idna''%ff",
    ],
)
def test_a_kind_of_content_that_cannot_even_be_parsed_is_refused(db, kind):
    status, page = send("POST", "/", kind, b"a=b")
    assert status == 400
    assert "That could not be read" in page


@pytest.mark.parametrize("language", ["en", "de"])
@pytest.mark.parametrize("address", ["/?a=b", "/nowhere/?a=%ff", "/static/css/base.css"])
@pytest.mark.parametrize("writing", WRITINGS)
def test_a_query_in_another_writing_is_refused_in_the_language_of_the_browser(db, writing, address, language):
    kind = f"text/plain; charset={writing}"
    status, page = send("GET", address, kind, HTTP_ACCEPT_LANGUAGE=language)
    assert status == 400
    assert f'lang="{language}"' in page


def test_a_refused_writing_does_not_meet_a_wrong_host_or_a_redirect(db, settings):
    settings.SECURE_SSL_REDIRECT = True
    kind = f"{FORM}; charset=zlib"
    assert send("POST", "/", kind, b"a", HTTP_HOST="evil.example")[0] == 400


def test_the_first_middleware_refuses_another_writing_by_itself_too(client, db):
    kind = f"{FORM}; charset=utf-16"
    assert client.post("/preferences/", b"a", content_type=kind).status_code == 400


@pytest.mark.parametrize("charset", ["utf-8", "UTF-8", '"utf-8"'])
@pytest.mark.parametrize("kind", [FORM, MULTIPART_CONTENT])
def test_the_writing_of_every_browser_is_read(db, kind, charset):
    body = encode_multipart(BOUNDARY, {"theme": "dark"}) if "multipart" in kind else "theme=dark"
    client = Client()
    assert client.post("/preferences/", body, content_type=f"{kind}; charset={charset}").status_code == 303
    assert client.cookies["theme"].value == "dark"
    assert send("GET", "/", f"{kind}; charset={charset}")[0] == 200
    assert send("GET", "/", "")[0] == 200


ODD = ["%ED%A0%80", "%00", "%FF", "%F0%9F", "\\ud800", "%25uD800", "&#xD800;"]  # halves of letters, and NUL


@pytest.mark.parametrize("odd", ODD)
def test_half_a_letter_in_a_query_a_form_or_an_address_breaks_nothing(admin_client, odd):
    for address in (
        f"/?a={odd}",
        f"/admin/accounts/user/?q={odd}",
        f"/admin/login/?next={odd}",
        f"/next/?skip={odd}",
        f"/p/{odd}/",
        f"/{odd}/",
        f"/m/{odd}/",
    ):
        assert admin_client.get(address).status_code < 500
    for address in ("/preferences/", "/practice/kangoeroe/", "/admin/login/"):
        body = "&".join(
            f"{name}={odd}" for name in ("name", "next", "theme", "seats", "username", "password", odd)
        )
        assert admin_client.post(address, body, content_type=FORM).status_code < 500


@pytest.mark.parametrize(
    "disposition",
    [
        "form-data; name*=unicode_escape''%5Cud800",
        "form-data; name=name; filename*=unicode_escape''%5Cud800",
        "form-data; name*=zlib''a",
        "form-data; name*=idna''%ff",
        "form-data; name=name\r\nContent-Type: text/plain; charset=zlib",
        "form-data; name=name\r\nContent-Transfer-Encoding: base64",
    ],
)
def test_a_part_of_a_form_with_an_odd_head_breaks_nothing(db, disposition):
    body = f"--x\r\nContent-Disposition: {disposition}\r\n\r\n\\ud800\r\n--x--\r\n"
    for address in ("/preferences/", "/practice/kangoeroe/"):
        assert Client().post(address, body, "multipart/form-data; boundary=x").status_code < 500


@pytest.mark.parametrize(
    "key",
    [
        r'"\000aaaaaaaaaa"',
        r'"aaaaaaaa\000"',
        "short",
        "",
        "A" * 32,
        "a" * 41,
        "é" * 32,
        "../../../etc/passwd",
        r'"aaaaaaaa\012"',
    ],
)
def test_a_cookie_that_cannot_name_a_session_is_as_good_as_none(db, key):
    answer = Client().get("/admin/", headers={"cookie": f"sessionid={key}"})
    assert (answer.status_code, answer["Location"]) == (302, "/admin/login/?next=/admin/")
    assert "sessionid" not in answer.cookies


def test_the_cookie_of_a_session_is_left_alone(alice, sign_in):
    browser = sign_in(alice)
    assert re.fullmatch(r"[a-z0-9]{32}", browser.cookies[settings.SESSION_COOKIE_NAME].value)
    assert browser.get("/").wsgi_request.user == alice


def test_a_refused_request_is_one_line_in_the_log_and_a_broken_page_keeps_its_traceback():
    brief = logging.getLogger("django").handlers[0]
    for status, kept in ((400, False), (403, False), (500, True), (None, True)):
        record = logging.LogRecord(
            "django.request", logging.ERROR, "", 0, "said", (), (ValueError, None, None)
        )
        if status:
            record.status_code = status
        assert brief.filter(record)
        assert bool(record.exc_info) == kept

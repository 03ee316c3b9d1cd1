"""Links that let somebody in do not stand in the log whole."""

import io
import logging

import pytest
from django.test import Client

from accounts import links
from config.logs import DiscreetFormatter, is_brief, shortened
from config.settings import LOGGING

TOKEN = "WyJzb21lYm9keSJd:1wAbCd:abcdefghijklmnop_-0123456789"


@pytest.fixture
def log():
    """What the console of the site would show."""
    written = io.StringIO()
    console = logging.StreamHandler(written)
    console.setFormatter(DiscreetFormatter(LOGGING["formatters"]["line"]["format"]))
    console.addFilter(is_brief)
    loggers = [logging.getLogger(name) for name in ("django", "django.request", "django.security")]
    levels = [logger.level for logger in loggers]
    for logger in loggers:
        logger.addHandler(console)
        logger.setLevel(logging.INFO)
    yield written
    for logger, level in zip(loggers, levels, strict=True):
        logger.removeHandler(console)
        logger.setLevel(level)


@pytest.mark.parametrize("where", ["c", "i", "l", "p", "join", "welcome", "unsubscribe"])
@pytest.mark.parametrize(
    "line",
    [
        "Forbidden (CSRF cookie not set.): /{}/" + TOKEN + "/",
        "Method Not Allowed (OPTIONS): /{}/" + TOKEN + "/",
        'Bad Request: "GET /{}/' + TOKEN + '/?a=b HTTP/1.1"',
        "Not Found: /account/login/?next=/{}/" + TOKEN + "/",
        "Not Found: /account/login/?next=%2F{}%2F" + TOKEN + "%2F",
        "https://table.example.org/{}/" + TOKEN,
    ],
)
def test_a_link_is_named_by_its_beginning(where, line):
    line = line.format(where)
    assert TOKEN not in shortened(line) and TOKEN[5:12] not in shortened(line)
    assert shortened(line).startswith(line.partition(TOKEN)[0] + TOKEN[:4] + "…")


@pytest.mark.parametrize(
    "line", ["/m/abcdefgh12/answer/1/", "/static/css/base.css", "/games/kangoeroe/", "a/b", ""]
)
def test_everything_else_is_left(line):
    assert shortened(line) == line


def test_what_is_refused_leaves_no_way_in_in_the_log(alice, log):
    links_of_all_kinds = [
        links.continue_path(alice, "/"),
        links.unsubscribe_path(alice, []),
        *("/i/abcdefghijklmnopqrstuv/", "/welcome/abcdefghijklmnopqrstuv/", f"/p/{TOKEN}/"),
    ]
    strict = Client(enforce_csrf_checks=True)
    for path in links_of_all_kinds:
        for method in ("post", "options", "delete"):
            getattr(strict, method)(path)
        strict.get(path[:-1] + "x/")
        strict.get(path, headers={"host": "evil.example"})
    assert "Forbidden" in log.getvalue() and "Method Not Allowed" in log.getvalue()
    for path in links_of_all_kinds:
        secret = path.strip("/").partition("/")[2]
        assert f"/{secret[:4]}…" in log.getvalue()
        assert secret not in log.getvalue() and secret[8:] not in log.getvalue(), path


def test_a_broken_page_leaves_none_either():
    try:
        raise ValueError(f"no such page: /c/{TOKEN}/")
    except ValueError as error:
        kind = (type(error), error, error.__traceback__)
    record = logging.LogRecord("django.request", 40, "", 1, "Error: %s", (f"/c/{TOKEN}/",), kind)
    line = DiscreetFormatter().format(record)
    assert "Traceback" in line and TOKEN not in line


def test_the_site_writes_its_log_so():
    assert LOGGING["handlers"]["console"]["formatter"] == "line"
    assert LOGGING["formatters"]["line"]["()"] is DiscreetFormatter

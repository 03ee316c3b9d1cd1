"""Style sheets on their way to the browser: imports put in, comments left out, everything else as it was written."""

import re
from pathlib import Path

import pytest
from django.contrib.staticfiles import finders
from django.core.files.storage import FileSystemStorage
from django.core.management import call_command

from config.static import served
from tests.conftest import ROOT

SHEETS = sorted(path.name for path in (ROOT / "static/css").glob("*.css"))


@pytest.fixture
def sheets(tmp_path) -> FileSystemStorage:
    (tmp_path / "css").mkdir()
    return FileSystemStorage(tmp_path)


def write(storage: FileSystemStorage, name: str, text: str) -> None:
    Path(storage.path(name)).write_text(text)


@pytest.mark.parametrize(
    ("text", "sent"),
    [
        ("a { color: red; }\n", "a { color: red; }\n"),
        ("/* why */\na {}\n", "a {}\n"),
        ("a {} /* two\nlines */ b {}\n", "a {}  b {}\n"),
        ('@import url("other.css");\na {}\n', "b {}\na {}\n"),
    ],
    ids=["a plain sheet", "a comment", "a comment of two lines", "an import, with its own comment"],
)
def test_a_sheet_is_sent(sheets, text, sent):
    write(sheets, "css/other.css", "/* other */\nb {}\n")
    write(sheets, "css/one.css", text)
    assert served("css/one.css", sheets) == sent


@pytest.mark.parametrize("name", SHEETS)
def test_no_sheet_of_ours_needs_a_second_request_or_carries_comments(name):
    text = served(f"css/{name}", FileSystemStorage(ROOT / "static"))
    assert "/*" not in text and "@import" not in text
    assert text.count("{") == text.count("}")


def test_what_is_collected_follows_its_sources(settings, tmp_path):
    settings.STATIC_ROOT = tmp_path / "collected"
    source = tmp_path / "source"
    (source / "css").mkdir(parents=True)
    settings.STATICFILES_DIRS = [source]
    settings.STATICFILES_FINDERS = ["django.contrib.staticfiles.finders.FileSystemFinder"]
    settings.STORAGES = settings.STORAGES | {"staticfiles": {"BACKEND": "config.static.SiteStorage"}}
    finders.get_finder.cache_clear()
    (source / "css/base.css").write_text('@import url("tokens.css");\na {}\n')
    try:
        for colour in ("red", "blue"):  # the sheet that imports it stays as it was
            (source / "css/tokens.css").write_text(f"b {{ color: {colour}; }}\n")
            call_command("collectstatic", verbosity=0, interactive=False)
            newest = max(
                (settings.STATIC_ROOT / "css").glob("base.*.css"), key=lambda path: path.stat().st_mtime_ns
            )
            assert f"color: {colour}" in newest.read_text()
            assert re.search(r"base\.[0-9a-f]{12}\.css", newest.name)
    finally:
        finders.get_finder.cache_clear()

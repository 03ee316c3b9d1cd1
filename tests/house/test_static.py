"""Style sheets on their way to the browser: comments left out, everything else as it was written."""

import pytest
from django.contrib.staticfiles import finders
from django.core.management import call_command

from config.static import served
from tests.conftest import ROOT

SHEETS = sorted((ROOT / "static/css").glob("*.css"))


@pytest.mark.parametrize(
    ("text", "sent"),
    [
        ("a { color: red; }\n", "a{color:red;}"),
        ("/* why */\na {}\n", "a{}"),
        ("a {} /* two\nlines */ b {}\n", "a{}b{}"),
        ("a,\nb > c :is(d, e) { margin: 0 calc(1px + 2px); }", "a,b > c :is(d,e){margin:0 calc(1px + 2px);}"),
        ('a\n  b::after { content: "x ; { y: "; }', 'a b::after{content:"x ; { y: ";}'),
        (
            "@media (min-width: 64em) and (hover) { a { top: 0 } }",
            "@media (min-width:64em) and (hover){a{top:0}}",
        ),
    ],
    ids=[
        *("a plain sheet", "a comment", "a comment of two lines"),
        *("space that means something", "a string", "a condition"),
    ],
)
def test_a_sheet_is_sent(text, sent):
    assert served(text) == sent


@pytest.mark.parametrize("sheet", SHEETS, ids=lambda sheet: sheet.name)
def test_no_sheet_of_ours_needs_another_request_or_loses_a_rule(sheet):
    text = served(sheet.read_text())
    assert "/*" not in text and "@import" not in text
    assert text.count("{") == text.count("}") > 0


def test_what_is_collected_follows_its_source(settings, tmp_path):
    settings.STATIC_ROOT = tmp_path / "collected"
    source = tmp_path / "source"
    (source / "css").mkdir(parents=True)
    settings.STATICFILES_DIRS = [source]
    settings.STATICFILES_FINDERS = ["django.contrib.staticfiles.finders.FileSystemFinder"]
    settings.STORAGES = settings.STORAGES | {"staticfiles": {"BACKEND": "config.static.SiteStorage"}}
    finders.get_finder.cache_clear()
    try:
        for colour in ("red", "blue"):
            (source / "css/base.css").write_text(f"/* why */ b {{ color: {colour}; }}\n")
            call_command("collectstatic", verbosity=0, interactive=False)
            hashed = (settings.STATIC_ROOT / "css").glob("base.*.css")
            newest = max(hashed, key=lambda path: path.stat().st_mtime_ns)
            assert newest.read_text() == f"b{{color:{colour};}}"
    finally:
        finders.get_finder.cache_clear()

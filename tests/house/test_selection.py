"""No test falls between the two databases, and nothing is listed that is not there."""

from pathlib import Path

import pytest

from tests import selection
from tests.conftest import ROOT

FILES = sorted(path.relative_to(ROOT).as_posix() for path in Path(ROOT, "tests").rglob("test_*.py"))


def test_a_file_is_left_to_one_database_at_most():
    both = {"once", "sqlite"}
    assert [file for file in FILES if both <= set(selection.marks(f"{file}::test_something"))] == []


def test_what_is_listed_is_there():
    listed = (*selection.ONCE, *selection.ON_SQLITE_ONLY)
    there = [file.removeprefix("tests/") for file in FILES]
    assert [one for one in listed if not any(file.startswith(one) for file in there)] == []


def test_what_is_long_has_a_file_and_a_name():
    texts = {file: Path(ROOT, file).read_text() for file in FILES}
    lost = []
    for listed in (*selection.LONG, *selection.SHORT, *selection.IN_A_BROWSER):
        file, _, name = listed.partition("::")
        start = f"def {name.partition('[')[0]}"
        if not any(start in text for path, text in texts.items() if path.endswith(f"/{file}")):
            lost.append(listed)
    assert lost == []


@pytest.mark.parametrize(
    ("nodeid", "marks"),
    [
        ("tests/games/test_talk.py::test_something", ["once"]),
        ("tests/house/test_pages.py::test_something[account/login/]", ["sqlite"]),
        ("tests/games/test_learn.py::test_something", ["sqlite"]),
        ("tests/engine/test_every_game.py::test_a_random_match_keeps_all_rules_of_the_engine[toy-2-3]", []),
        (
            "tests/engine/test_every_game.py::test_a_random_match_keeps_all_rules_of_the_engine[toy-2-13]",
            ["long"],
        ),
        ("tests/browser/test_take_along.py::test_a_press_in_settings_brings_the_file[chromium]", []),
        ("tests/browser/test_voice.py::test_something[chromium]", ["long"]),
        (
            "tests/house/test_pages.py::test_no_address_of_ours_leaves_a_browser_with_an_empty_page[m/x/]",
            ["sqlite"],
        ),
        (
            "tests/house/test_pages.py::test_no_address_of_ours_leaves_a_browser_with_an_empty_page[keep/]",
            ["sqlite", "long"],
        ),
    ],
)
def test_where_a_test_runs(nodeid, marks):
    assert selection.marks(nodeid) == marks


def test_of_a_wide_table_every_third_row_is_in_the_short_run():
    narrow = [f"tests/a/test_a.py::test_narrow[{row}]" for row in range(6)]
    wide = [f"tests/a/test_a.py::test_wide[{row}]" for row in range(8)]
    chosen = [
        f"tests/games/test_learn.py::test_whoever_follows_the_hints_practises_everything[{row}]"
        for row in range(9)
    ]
    long = selection.left_out_of_wide_tables([*narrow, *wide, *chosen])
    assert [one for one in (*narrow, *wide, *chosen) if one not in long] == [*narrow, *wide[::3], *chosen]

"""No test falls between the two databases."""

from pathlib import Path

import pytest

from tests import selection
from tests.conftest import ROOT

FILES = sorted(path.relative_to(ROOT).as_posix() for path in Path(ROOT, "tests").rglob("test_*.py"))


@pytest.mark.parametrize("file", FILES)
def test_a_file_is_left_to_one_database_at_most(file):
    marks = selection.marks(f"{file}::test_something")
    assert not {"once", "sqlite"} <= set(marks)


@pytest.mark.parametrize("listed", [*selection.ONCE, *selection.ON_SQLITE_ONLY])
def test_what_is_listed_is_there(listed):
    assert any(file.removeprefix("tests/").startswith(listed) for file in FILES)


@pytest.mark.parametrize("listed", selection.LONG)
def test_what_is_long_has_a_file_and_a_name(listed):
    file, _, name = listed.partition("::")
    assert any(
        f"def {name.partition('[')[0]}(" in Path(ROOT, one).read_text()
        for one in FILES
        if one.endswith(f"/{file}")
    )

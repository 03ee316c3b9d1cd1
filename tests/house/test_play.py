import ast
import os
import runpy
import shutil
import subprocess
import sys

import pytest

from tests.conftest import ROOT


@pytest.fixture
def play(tmp_path):
    """The functions of the play script, working in a folder of their own."""
    shutil.copy(ROOT / "play", tmp_path / "play")
    for lock in ("requirements.txt", "requirements-dev.txt"):
        (tmp_path / lock).write_text("")
    return runpy.run_path(str(tmp_path / "play"), run_name="play")


def test_play_parses_on_a_python_that_is_too_old_to_run_it():
    ast.parse((ROOT / "play").read_text(), feature_version=(3, 6))


def test_play_imports_nothing_but_the_standard_library():
    tree = ast.walk(ast.parse((ROOT / "play").read_text()))
    imported = {name.name for node in tree if isinstance(node, ast.Import) for name in node.names}
    assert imported <= sys.stdlib_module_names


def test_the_fingerprint_changes_with_the_lock(play, tmp_path):
    before = play["fingerprint"]("requirements.txt")
    assert play["fingerprint"]("requirements.txt") == before
    (tmp_path / "requirements.txt").write_text("# changed")
    assert play["fingerprint"]("requirements.txt") != before


def test_an_interrupted_installation_is_repaired_and_a_whole_one_left_alone(play, tmp_path, capsys):
    broken = tmp_path / ".venv" / "bin" / "python"
    broken.parent.mkdir(parents=True)
    broken.symlink_to("/nowhere/python")
    said = []
    for _ in range(2):
        play["install"]("requirements.txt")
        said.append("Installing" in capsys.readouterr().out)
    assert said == [True, False]
    assert subprocess.call([play["PYTHON"], "-c", "import pip"]) == 0


def test_a_python_that_is_too_old_is_named_in_one_line(play, monkeypatch):
    monkeypatch.setattr(sys, "version_info", (3, 9, 1))
    monkeypatch.setenv("PATH", "/nowhere")
    with pytest.raises(SystemExit, match=r"^play: needs Python 3.11 or newer, and this is Python 3.9.$"):
        play["find_newer_python"]()


@pytest.mark.skipif(os.name == "nt", reason="the package is Debian's")
def test_without_venv_one_line_names_the_package(tmp_path):
    hidden = tmp_path / "hidden"
    hidden.mkdir()
    (hidden / "ensurepip.py").write_text("raise ImportError")
    for name in ("play", "requirements.txt"):
        shutil.copy(ROOT / name, tmp_path / name)
    done = subprocess.run(
        [sys.executable, "-S", tmp_path / "play"],
        env={"PATH": os.environ["PATH"], "PYTHONPATH": str(hidden), "HOME": str(tmp_path)},
        capture_output=True,
        text=True,
    )
    assert done.returncode == 1
    assert done.stderr.splitlines()[-1].endswith("apt install python3-venv")
    assert len(done.stderr.splitlines()) == 1


@pytest.mark.parametrize("lock", ["requirements.txt", "requirements-dev.txt"])
def test_locks_carry_hashes_and_name_no_host(lock):
    text = (ROOT / lock).read_text()
    assert "--hash=sha256:" in text
    assert "://" not in text

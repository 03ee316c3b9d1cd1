"""What import-linter cannot say: the pure parts import the standard library, msgspec and the engine only."""

import ast
import sys
from pathlib import Path

import pytest

from tests.conftest import ROOT

ENGINE = sorted((ROOT / "games" / "engine").rglob("*.py"))
RULES = sorted(
    path
    for game in (ROOT / "games").iterdir()
    for path in [*game.glob("rules*.py"), *game.glob("rules/**/*.py"), *game.glob("bot.py")]
)


@pytest.mark.parametrize("path", ENGINE + RULES, ids=lambda path: str(path.relative_to(ROOT)))
def test_pure_modules_stay_pure(path):
    package = path.relative_to(ROOT).parent.parts
    own = ".".join(package[:2])
    strangers = [
        name
        for name in imported(path)
        if name.split(".")[0] not in sys.stdlib_module_names | {"msgspec"}
        and not f"{name}.".startswith(("games.engine.", f"{own}."))
    ]
    assert strangers == []


def imported(path: Path) -> list[str]:
    found = []
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.Import):
            found += [name.name for name in node.names]
        elif isinstance(node, ast.ImportFrom) and node.level == 0:
            found.append(node.module or "")
    return found

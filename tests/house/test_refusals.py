"""Whatever is refused is said in words, and no words are left over."""

import ast
from importlib import import_module

import pytest

from quotes.licences import NAMING, Licence
from quotes.refusals import LIMITS, WHY
from tests.house import refusals

REFUSING = ("games.moderation.why", "games.refusals", "quotes.refusals")


@pytest.mark.parametrize("module", REFUSING)
def test_everything_that_is_refused_is_said_in_words_and_nothing_else_is(module):
    keys, why = refusals.refused_by(module), set(import_module(module).WHY)
    assert refusals.without_words(keys, why) == set()
    assert refusals.never_said(keys, why) == set()


def test_what_is_put_together_has_its_words_in_every_case():
    licences = [Licence.NONE, *NAMING]
    keys = [f"stays_{Licence(one).name.lower()}" for one in licences]
    keys += [f"long_{name}" for name in LIMITS if name != "about"]
    assert set(keys) <= WHY.keys()


READ = {
    "written out": ('raise Refused("one")', {"one"}),
    "one or the other": ('raise Refused("one" if late else "two", 409)', {"one", "two"}),
    "what a function says, or else": ('raise Refused(named_nowhere() or "one")', {"one"}),
    "put together": ('raise Refused(f"long_{name}")', {r"long_\w+"}),
    "named before": (
        'def f():\n why, at = ("one", 1) if a else ("two", 2)\n raise Refused(why)',
        {"one", "two"},
    ),
    "named on the way": ('def f():\n if why := "one":\n  raise Refused(why, 403)', {"one"}),
    "named elsewhere": ('def f(why):\n raise Refused(why)\ndef g():\n why = "one"', set()),
    "kept for later": ('refused = {"why": "one", "field": ""}', {"one"}),
    "not refused": ('raise Other("one")', set()),
}


@pytest.mark.parametrize(("code", "keys"), READ.values(), ids=READ)
def test_the_keys_are_read_off_the_code(code, keys):
    assert set(refusals.keys_in(ast.parse(code))) == keys

"""What is kept of people: every table is in the inventory, which is true, and the file they take along has all."""

import io
import json
import zipfile
from collections import defaultdict
from typing import Any

import pytest
from django.apps import apps
from django.db import models

from accounts import inventory, leaving, takeout
from accounts.inventory import GONE, HANDED_ON, KEPT, NAMELESS
from accounts.models import User
from tests.accounts.world import EMAIL, MARKED, NAME, everywhere

TEXTS = (models.CharField, models.TextField, models.JSONField, models.BinaryField)
TABLES = {model._meta.label: model for model in apps.get_models(include_auto_created=True)}
HOLDINGS = inventory.holdings()


def relations(model: Any) -> set[str]:
    return {one.name for one in model._meta.concrete_fields if one.is_relation and one.related_model is User}


def texts(model: Any) -> set[str]:
    """What can hold what somebody typed; a choice of ready values cannot."""
    columns = [one for one in model._meta.concrete_fields if not one.is_relation and not one.choices]
    return {one.name for one in columns if isinstance(one, TEXTS)}


@pytest.mark.parametrize("label", sorted(TABLES.keys() | HOLDINGS.keys()))
def test_every_table_says_what_it_keeps_of_people(label):
    assert label in TABLES, f"{label} is no table any more: take it out of the inventory"
    assert label in HOLDINGS, f"{label} is new: say what it keeps of people in the inventory of its app"
    held, model = HOLDINGS[label], TABLES[label]
    asked = relations(model) | texts(model)
    assert asked == held.fates.keys() | set(held.plain), (
        f"{label} has other relations to people, or other texts"
    )
    assert not relations(model) & set(held.plain) and len(held.plain) == len(set(held.plain))


@pytest.mark.parametrize("label", sorted(HOLDINGS))
def test_what_stays_stays_for_a_reason_and_what_is_not_in_the_file_is_left_out_for_one(label):
    held = HOLDINGS[label]
    stays = {fate for name in held.fates for fate in held.fates_of(name)} - {GONE}
    assert not stays or held.why
    assert held.taken or held.left_out.keys() == held.fates.keys()
    assert held.left_out.keys() <= held.fates.keys() and all(held.left_out.values())


def test_every_part_of_the_file_is_in_the_inventory():
    assert {part for held in HOLDINGS.values() for part in held.taken} == {*takeout.parts, "decks/"}


# A person with a row everywhere


@pytest.fixture
def zoe(alice, bob) -> User:
    return everywhere(alice, bob)


def row_key(model: Any, row: dict[str, Any]) -> Any:
    return row[model._meta.pk.attname]


def rows_of(model: Any) -> dict[Any, dict[str, Any]]:
    return {row_key(model, row): row for row in model._base_manager.values()}


def words_in(value: Any) -> set[str]:
    """What of her is in a text: her name, her address, what she wrote."""
    said = str(value).lower()
    found = {word for word in (NAME, EMAIL) if word.lower() in said}
    return found | ({"words"} if MARKED.search(said) else set())


def outcomes(zoe: int, label: str, name: str, before: Any, after: Any) -> set[Any]:
    """What became of everything in a column that was hers."""
    column, found = TABLES[label]._meta.get_field(name), set()
    for key, row in before[label].items():
        value = row[column.attname]
        if column.is_relation:
            if value != zoe:
                continue
            now = after[label][key][column.attname] if key in after[label] else GONE
            found.add(now if now is GONE else NAMELESS if now is None else HANDED_ON)
            assert now != zoe
            continue
        for word in words_in(value):
            still = words_in(after[label][key][column.attname]) if key in after[label] else None
            found.add(GONE if still is None else KEPT if word in still else NAMELESS)
    return found


@pytest.mark.django_db
def test_the_inventory_is_true(zoe):
    before = {label: rows_of(model) for label, model in TABLES.items()}
    key = zoe.pk
    leaving.erase(zoe)
    after = {label: rows_of(model) for label, model in TABLES.items()}
    wrong = {}
    for label, held in HOLDINGS.items():
        for name in held.fates:
            found = outcomes(key, label, name, before, after)
            goes_with_its_row = (
                not found
                and held.fates_of(name) == {GONE}
                and not TABLES[label]._meta.get_field(name).is_relation
            )
            if found != held.fates_of(name) and not goes_with_its_row:
                wrong[f"{label}.{name}"] = f"{sorted(found)}, not {sorted(held.fates_of(name))}"
        for name in held.plain:
            for rows in (before, after):
                if any(words_in(row[name]) for row in rows[label].values()):
                    wrong[f"{label}.{name}"] = "holds something of her"
    assert wrong == {}


def unpacked(data: bytes) -> tuple[dict[str, Any], dict[str, str]]:
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        assert archive.testzip() is None
        files = {name: archive.read(name).decode() for name in archive.namelist()}
    return json.loads(files.pop("data.json")), files


def written_by_her() -> dict[str, set[str]]:
    """Her texts, by the column that they are in."""
    found = defaultdict(set)
    for label, held in HOLDINGS.items():
        for name in held.fates.keys() - relations(TABLES[label]):
            for value in TABLES[label]._base_manager.values_list(name, flat=True):
                found[f"{label}.{name}"] |= set(MARKED.findall(str(value)))
    return {place: words for place, words in found.items() if words}


@pytest.mark.django_db
def test_the_file_has_everything_that_is_kept_of_her_but_for_what_is_named(zoe):
    data, decks = unpacked(b"".join(takeout.zipped(zoe)))
    empty = [part for part in takeout.parts if not data[part]]
    assert empty == [] and len(decks) == 5
    said = json.dumps(data) + "".join(decks.values())
    for place, words in written_by_her().items():
        label, _, name = place.rpartition(".")
        for word in words:
            assert (word in said) is (name not in HOLDINGS[label].left_out), (place, word)


@pytest.mark.django_db
def test_the_file_has_nothing_of_others_that_she_may_not_know(zoe, alice):
    said = b"".join(takeout.zipped(zoe))
    data, _decks = unpacked(said)
    assert [tie["whom"] for tie in data["ties"]] == ["Alice"]  # whom she muted, and not who blocked her
    assert "Alice" not in json.dumps(data["decisions"]) and "report" not in json.dumps(data["decisions"])
    assert all(match["result"] is None for match in data["matches"] if match["status"] != "finished")

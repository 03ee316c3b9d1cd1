"""How often somebody may do a thing holds, however many tries come at the very same moment."""

import pytest
from django.core.cache.backends.locmem import LocMemCache

from accounts import limits
from config.cache import Folder
from tests.games.test_races import at_once

HOUR = 3600
CACHES = {
    "in memory": lambda path: LocMemCache("limits", {}),
    "in a folder": lambda path: Folder(str(path), {}),
}


@pytest.fixture(params=CACHES)
def cache(request, tmp_path, monkeypatch):
    found = CACHES[request.param](tmp_path)
    found.clear()
    monkeypatch.setattr(limits, "cache", found)
    return found


@pytest.fixture(autouse=True)
def at_noon(time_machine):
    time_machine.move_to("2026-03-01T12:00:00Z", tick=False)


def tries(count: int, who: str = "ada") -> list[bool]:
    return [limits.allowed("knock", who, 3, HOUR) for _ in range(count)]


def test_of_many_at_once_as_many_are_let_through_as_may(cache):
    found = at_once([lambda: limits.allowed("knock", "ada", 10, HOUR)] * 40, 8)
    assert sum(found) == 10


def test_who_is_refused_may_go_on_when_the_stretch_is_over_however_often_they_tried(cache, time_machine):
    assert tries(9) == [True] * 3 + [False] * 6 and tries(1, "bob") == [True]
    time_machine.move_to("2026-03-01T12:59:00Z", tick=False)
    assert tries(1) == [False] and limits.wait("knock", "ada", 3, HOUR) == 60
    time_machine.move_to("2026-03-01T13:00:00Z", tick=False)
    assert limits.wait("knock", "ada", 3, HOUR) == 0 and tries(4) == [True] * 3 + [False]


def test_what_is_counted_up_in_a_folder_goes_when_it_would_have_gone(tmp_path, time_machine):
    cache = Folder(str(tmp_path), {})
    cache.set("brief", 1, 60)
    cache.set("for-ever", 1, None)
    assert (cache.incr("brief"), cache.incr("for-ever", 2), cache.add("brief", 9)) == (2, 3, False)
    time_machine.move_to("2026-03-01T12:02:00Z", tick=False)
    assert (cache.get("brief"), cache.get("for-ever"), cache.add("brief", 9)) == (None, 3, True)
    with pytest.raises(ValueError, match="nowhere"):
        cache.incr("nowhere")

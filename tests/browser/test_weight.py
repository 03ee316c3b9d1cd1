"""What a first visit costs, from the real web server: compressed files, counted on the wire."""

import os
import subprocess
import sys
from collections.abc import Iterator

import pytest

from tests.browser.conftest import PHONE
from tests.browser.playing import stay_at_home
from tests.conftest import ROOT, free_port

MOST_BYTES = 60_000
MOST_SCRIPT = 20_000
MOST_REQUESTS = 10
MOST_SHIFT = 0.05

WATCH_SHIFTS = """
window.shifted = 0;
new PerformanceObserver(list => { for (const entry of list.getEntries()) window.shifted += entry.value; })
    .observe({ type: "layout-shift", buffered: true });
"""


@pytest.fixture(scope="module")
def served(tmp_path_factory) -> Iterator[str]:
    """The address of a site as `./play` serves it."""
    kept = {name: os.environ[name] for name in ("PATH", "HOME") if name in os.environ}
    process = subprocess.Popen(
        [sys.executable, "manage.py", "up"],
        cwd=ROOT,
        env=kept | {"DATA_DIR": str(tmp_path_factory.mktemp("weight") / "data"), "PORT": str(free_port())},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )
    said = []
    try:
        for line in process.stdout:
            said.append(line)
            if line.startswith("Open http"):
                break
        else:
            raise AssertionError("".join(said))
        yield line.split()[1]
    finally:
        process.terminate()
        process.wait(20)
        process.stdout.close()


@pytest.mark.parametrize("game", ["kangoeroe", "halt-mal-kurz", "don-martin", "game-of-quotes"])
def test_the_first_visit_to_a_match_is_light_steady_and_asks_nobody_else(open_page, served, game):
    sits = open_page(**PHONE, base_url=served)
    sits.goto(f"/practice/{game}/")
    sits.locator("main form button[type=submit]").last.click()
    sits.wait_for_url("**/m/*/")

    # The same person on another device: nothing is kept there yet.
    page = open_page(**PHONE, base_url=served)
    page.context.add_cookies(sits.context.cookies())
    page.add_init_script(WATCH_SHIFTS)
    strangers = stay_at_home(page)
    wire = page.context.new_cdp_session(page)
    wire.send("Network.enable")
    kinds, encodings, sizes = {}, {}, {}

    def came(event):
        kinds[event["requestId"]] = (event["type"], event["response"]["url"])
        headers = {name.lower(): value for name, value in event["response"]["headers"].items()}
        encodings[event["requestId"]] = headers.get("content-encoding", "")

    wire.on("Network.responseReceived", came)
    wire.on(
        "Network.loadingFinished",
        lambda event: sizes.__setitem__(event["requestId"], event["encodedDataLength"]),
    )
    page.goto(sits.url, wait_until="networkidle")

    listed = sorted((sizes[key], *kinds[key], encodings[key]) for key in sizes if key in kinds)
    said = "\n".join(" ".join(map(str, row)) for row in listed)
    script = sum(size for size, kind, *_ in listed if kind == "Script")
    print(f"{sum(sizes.values())} bytes in {len(listed)} requests, {script} of them script\n{said}")
    assert sum(sizes.values()) <= MOST_BYTES, said
    assert script <= MOST_SCRIPT, said
    assert len(listed) <= MOST_REQUESTS, said
    assert all(encoding == "gzip" for _, kind, _, encoding in listed if kind in ("Script", "Stylesheet")), (
        said
    )
    assert page.evaluate("window.shifted") < MOST_SHIFT
    assert not strangers

"""The file with all that is kept of a person, at a press in Settings."""

import json
import zipfile

from tests.browser.conftest import assert_no_sideways_scrolling
from tests.conftest import person


def test_a_press_in_settings_brings_the_file(phone, sign_in_page, axe):
    sign_in_page(phone, person("Alice"))
    phone.goto("/settings/#data")
    axe(phone)
    assert_no_sideways_scrolling(phone)
    with phone.expect_download() as download:
        phone.get_by_role("link", name="Download my data").click()
    assert download.value.suggested_filename.startswith("my-data-2")
    with zipfile.ZipFile(download.value.path()) as archive:
        assert json.loads(archive.read("data.json"))["profile"]["name"] == "Alice"
    assert phone.url.endswith("/settings/#data")

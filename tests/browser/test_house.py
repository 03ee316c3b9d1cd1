import pytest


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_the_log_in_page_loads_in_a_real_browser_without_complaints(open_page, screenshot, scheme):
    page = open_page(color_scheme=scheme)
    page.goto("/admin/login/")
    assert page.title()
    screenshot(page, f"log-in-{scheme}")


def test_a_page_that_does_not_get_its_file_is_noticed(desktop, complaints):
    desktop.goto("/admin/login/")
    desktop.evaluate("fetch('/static/nothing.css')")
    desktop.wait_for_timeout(200)
    assert "404" in complaints.pop()

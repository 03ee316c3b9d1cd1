import pytest

DIRECTIVES = {
    "default-src 'self'",
    "script-src 'self'",
    "style-src 'self'",
    "img-src 'self' data:",
    "object-src 'none'",
    "base-uri 'self'",
    "form-action 'self'",
    "frame-ancestors 'none'",
}


def test_a_page_tells_the_browser_to_trust_nobody_else(client, db):
    answer = client.get("/admin/login/")
    assert set(answer["Content-Security-Policy"].split("; ")) == DIRECTIVES
    assert (answer["X-Frame-Options"], answer["Referrer-Policy"]) == ("DENY", "same-origin")
    assert answer["X-Content-Type-Options"] == "nosniff"


@pytest.mark.parametrize("language", ["en", "de"])
def test_an_unknown_address_gets_a_friendly_page(client, db, language):
    answer = client.get("/nowhere/", headers={"accept-language": language})
    assert answer.status_code == 404
    assert f'lang="{language}"' in answer.content.decode()

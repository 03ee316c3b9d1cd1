"""What only one reader may see is kept by no cache on its way, nor by the browser for whoever comes next."""

import pytest

from games import lobby
from games.models import Match
from tests.games.scripts import HTMX, kangoeroe, text

pytestmark = pytest.mark.django_db
DAY = 24 * 60 * 60


def is_private(answer) -> bool:
    return {"no-store", "private"} <= {part.strip() for part in answer["Cache-Control"].split(",")}


@pytest.mark.parametrize("headers", [{}, HTMX], ids=["whole", "part"])
@pytest.mark.parametrize("name", ["match", "log", "talk", "seats", "watch"])
def test_no_page_of_a_match_is_kept(name, headers):
    table = kangoeroe(2, pace=DAY)
    Match.objects.update(watchable=True)
    answer = table.clients[0].get(table.url(name), headers=headers)
    assert answer.status_code == 200
    assert is_private(answer)


@pytest.mark.parametrize(
    ("name", "form", "more"),
    [
        ("answer", {"card": "r.99"}, (1,)),
        ("orders", {"part": "forget"}, ()),
        ("propose", {"what": "nothing we know"}, ()),
        ("talk", {"text": "", "form": "1"}, ()),
        ("talk-seen", {"until": "x"}, ()),
        ("mute", {"muted": "1"}, ()),
    ],
)
def test_nor_is_what_comes_back_for_a_form(name, form, more):
    table = kangoeroe(2, pace=DAY)
    assert is_private(table.post(0, name, form, *more))


def test_nor_are_the_dashboard_and_a_table_before_the_deal(alice, sign_in):
    match = lobby.create(alice, "kangoeroe", seats=2, bots=0, pace=DAY, options={})
    client = sign_in(alice)
    for address in ("/", match.get_absolute_url()):
        assert is_private(client.get(address))
    refused = client.post(f"{match.get_absolute_url()}table/start/", {"how": "few"})
    assert refused.status_code == 422 and "not enough people" in text(refused)
    assert is_private(refused)

"""Where a page leads after a post."""

import pytest

from accounts.onward import see_other


class Shelf:
    def get_absolute_url(self) -> str:
        return "/shelf/"


@pytest.mark.parametrize(
    ("where", "args", "said", "address"),
    [
        ("settings", (), {}, "/settings/"),
        ("case", (7,), {"done": "take", "at": "decide"}, "/moderation/case/7/?done=take#decide"),
        (Shelf(), (), {"at": "clown"}, "/shelf/#clown"),
        ("/here/?q=a b", (), {}, "/here/?q=a%20b"),
        ("front", (), {"done": "", "left": None, "n": 0}, "/?n=0"),
        ("front", (), {"next": "/m/x/?a=1&b=2#c", "at": ""}, "/?next=%2Fm%2Fx%2F%3Fa%3D1%26b%3D2%23c"),
    ],
)
def test_a_post_leads_on_and_says_only_what_there_is_to_say(where, args, said, address):
    answer = see_other(where, *args, **said)
    assert (answer.status_code, answer["Location"]) == (303, address)

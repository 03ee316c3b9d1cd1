"""Large numbers that are read have their thousands apart; addresses and fields have not."""

import pytest
from django.template.loader import render_to_string
from django.utils import translation

from quotes.refusals import Refused


@pytest.mark.parametrize(
    ("language", "read"),
    [("en", "5,000"), ("de", "5.000"), ("nl", "5.000"), ("fr", "5\xa0000"), ("sv", "5\xa0000")],
)
def test_thousands_stand_apart_as_the_readers_language_has_it(language, read):
    with translation.override(language):
        assert f"{read} " in render_to_string("quotes/uploads/_counts.html", {"counts": {"new": 5000}})
        assert read in Refused("deck_full", limit=5000).words


def test_what_is_no_count_stays_as_it_is():
    with translation.override("en"):
        assert "card 5000" in Refused("there_already", number=5000).words

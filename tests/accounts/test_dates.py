"""Days and moments as each language writes them."""

from datetime import UTC, datetime

import pytest
from django.utils.translation import override

from accounts import dates

AT = datetime(2026, 11, 30, 12, 5, tzinfo=UTC)


@pytest.mark.parametrize(
    ("language", "day"),
    [("en", "30 Nov"), ("de", "30. Nov"), ("fr", "30 nov"), ("nl", "30 nov"), ("sv", "30 nov")],
)
def test_a_short_month_has_a_capital_where_the_language_writes_one(language, day):
    with override(language):
        assert dates.short_day(AT).startswith(day) and dates.short_moment(AT).startswith(day)

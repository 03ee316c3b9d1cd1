"""How long an answer may take, and what that means for whoever sits down."""

from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext_lazy as _

HOUR = 3600
DAY = 24 * HOUR
DEFAULT_PACE = DAY
SHORT_PACE = 20 * HOUR
"""Below this, sitting down is agreeing to a time limit that one night may use up."""


@dataclass(frozen=True)
class Pace:
    seconds: int
    name: Any
    late: Any  # what happens when somebody is late
    sums_up: Any  # for the summary of a new table

    @property
    def short(self) -> bool:
        return 0 < self.seconds < SHORT_PACE


PACES = {
    pace.seconds: pace
    for pace in (
        Pace(
            5 * 60,
            _("Live: 5 minutes"),
            _("Everybody is here at once. After 5 minutes the table answers for whoever is late."),
            _("Live: everybody is here at once and has 5 minutes for each answer."),
        ),
        Pace(
            4 * HOUR,
            _("4 hours"),
            _(
                "A few moves a day. After 4 hours the table answers for whoever is late, but never in their "
                "quiet hours at night."
            ),
            _("Everybody has 4 hours for each answer."),
        ),
        Pace(
            DAY,
            _("1 day"),
            _("A visit a day is enough. After a day the table answers for whoever is late."),
            _("Everybody has a day for each answer."),
        ),
        Pace(
            3 * DAY,
            _("3 days"),
            _("For busy people. After three days the table answers for whoever is late."),
            _("Everybody has three days for each answer."),
        ),
        Pace(
            7 * DAY,
            _("7 days"),
            _("Like real letters. After a week the table answers for whoever is late."),
            _("Everybody has a week for each answer."),
        ),
    )
}
NO_LIMIT = Pace(0, _("No deadline"), _("Everybody takes the time they need."), "")


def pace_of(seconds: int) -> Pace:
    return PACES.get(seconds, NO_LIMIT)

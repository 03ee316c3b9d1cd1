from typing import Any, ClassVar

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils import timezone

from games.models.match import Match

SEAT_FIELDS = ("match", "number", "bot", "auto", "agrees", "name", "face", "clown")
PERSON_FIELDS = ("name", "username", "face", "away_from", "away_until", "time_zone")


class SeatQuerySet(models.QuerySet["Seat"]):
    def with_names(self) -> "SeatQuerySet":
        """Seats with as much of their people as a table shows, and no more."""
        return self.select_related("person").only(
            *SEAT_FIELDS, *(f"person__{name}" for name in PERSON_FIELDS)
        )


class Seat(models.Model):
    """A place in a match: 0.. clockwise. Nobody's (person is null) or a bot's when a bot plays it.

    auto: its person has missed two visits, so a bot plays until they take the seat back.
    """

    match = models.ForeignKey(Match, on_delete=models.CASCADE, related_name="seats")
    number = models.PositiveSmallIntegerField()
    person = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, blank=True, related_name="seats"
    )
    bot = models.BooleanField(default=False)
    left_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, blank=True, related_name="seats_left"
    )
    name = models.CharField(max_length=40, help_text="as the table sees it; a person's own name goes first")
    face = models.PositiveIntegerField(default=0, help_text="what the generated face is made from")
    auto = models.BooleanField(default=False, help_text="a bot plays until its person comes back")
    told = models.JSONField(default=dict, blank=True, help_text="what it answered when it sat down")
    joined_at = models.DateTimeField(default=timezone.now)
    agrees = models.BooleanField(default=False, help_text="to the match's proposal")
    muted = models.BooleanField(default=False, help_text="its person wants no notices of this match")
    talk_seen = models.PositiveIntegerField(default=0, help_text="messages its person has seen")
    invite = models.CharField(
        max_length=32, unique=True, null=True, blank=True, default=None, help_text="link for a substitute"
    )
    clown = models.PositiveSmallIntegerField(
        null=True, blank=True, help_text="the seat that its person crowned clown of the table"
    )

    objects = SeatQuerySet.as_manager()

    class Meta:
        constraints: ClassVar[list[Any]] = [
            models.UniqueConstraint(fields=["match", "number"], name="one_seat_a_number"),
            models.UniqueConstraint(
                fields=["match", "person"], condition=Q(person__isnull=False), name="one_seat_a_person"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.match_id}/{self.number}"

    @property
    def by_bot(self) -> bool:
        """Whether a bot answers what is asked of this seat."""
        return self.bot or self.auto or self.person_id is None


class Hand(models.Model):
    """What one seat alone knows; the row without a seat is the stock, which nobody knows."""

    match = models.ForeignKey(Match, on_delete=models.CASCADE, related_name="hands")
    seat = models.OneToOneField(Seat, on_delete=models.CASCADE, null=True, blank=True, related_name="hand")
    zone = models.TextField()
    orders = models.TextField(default="{}")
    heard = models.JSONField(default=dict, help_text="how far its owner has come in what is told bit by bit")
    seen = models.PositiveIntegerField(
        default=0, help_text="the number of the last move its owner has read of"
    )
    changed = models.PositiveIntegerField(default=0, help_text="rises with everything only this seat can see")
    plan_missed = models.PositiveIntegerField(default=0, help_text="the prompt for which a plan did not fit")
    absences = models.PositiveSmallIntegerField(default=0, help_text="visits missed in a row")
    missed_at = models.DateTimeField(null=True, blank=True, help_text="when the last visit was missed")
    last_due = models.DateTimeField(
        null=True, blank=True, help_text="due time of the seat's latest prompt with a pace of its own"
    )

    class Meta:
        constraints: ClassVar[list[Any]] = [
            models.UniqueConstraint(
                fields=["match"], condition=Q(seat__isnull=True), name="one_stock_a_match"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.match_id}/{self.seat_id or 'stock'}"


def seat_key(seat: int) -> str:
    """The key of a seat's events in Move.private. Both databases read a bare number as a place in a list."""
    return f"s{seat}"

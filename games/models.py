"""A match and what belongs to it.

Zones (table, hands, stock), prompts, actions and events are JSON text in the engine's own encoding: they are read
and written whole, by games/play.py alone. What the database has to search for is a column.
"""

import secrets
from typing import Any, ClassVar

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

SEAT_FIELDS = ("match", "number", "bot", "name", "face")
PERSON_FIELDS = ("name", "username", "face")
ALPHABET = "23456789abcdefghjkmnpqrstuvwxyz"


def new_code() -> str:
    """An unguessable name for a match in addresses (12 letters of 31: 59 bits)."""
    return "".join(secrets.choice(ALPHABET) for _ in range(12))


def new_seed() -> str:
    """The secret all chance of a match comes from: 256 bits in hex."""
    return secrets.token_hex(32)


class Match(models.Model):
    class Status(models.TextChoices):
        RUNNING = "running", _("running")
        FINISHED = "finished", _("finished")
        CLOSED = "closed", _("closed without a result")
        FROZEN = "frozen", _("frozen: something is wrong")

    code = models.CharField(max_length=12, unique=True, default=new_code)
    game = models.CharField(max_length=24)
    rules = models.PositiveSmallIntegerField(help_text="version of the rules it was dealt with")
    status = models.CharField(max_length=8, choices=Status.choices, default=Status.RUNNING)
    practice = models.BooleanField(default=False, help_text="alone against bots, without deadlines")
    options = models.TextField(default="{}")
    told = models.TextField(default="[]", help_text="what each seat was asked before the deal")
    seed = models.CharField(max_length=64, default=new_seed)

    table = models.TextField()
    prompts = models.TextField()
    last_prompt = models.PositiveIntegerField(default=0)
    offered = models.PositiveIntegerField(
        default=0, help_text="prompts up to this number were put to their seat's orders"
    )
    move_count = models.PositiveIntegerField(default=0)
    changed = models.PositiveIntegerField(default=0, help_text="rises with everything that everybody can see")
    result = models.TextField(blank=True, help_text="places, points and why it ended")
    trouble = models.TextField(blank=True, help_text="why it is frozen")

    created_at = models.DateTimeField(default=timezone.now)
    ended_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        verbose_name_plural = "matches"

    def __str__(self) -> str:
        return f"{self.game} {self.code}"

    def get_absolute_url(self) -> str:
        return reverse("match", args=[self.code])

    @property
    def running(self) -> bool:
        return self.status == self.Status.RUNNING


class SeatQuerySet(models.QuerySet["Seat"]):
    def with_names(self) -> "SeatQuerySet":
        """Seats with as much of their people as a table shows, and no more."""
        return self.select_related("person").only(
            *SEAT_FIELDS, *(f"person__{name}" for name in PERSON_FIELDS)
        )


class Seat(models.Model):
    """A place in a match: 0.. clockwise. Nobody's (person is null) or a bot's when a bot plays it."""

    match = models.ForeignKey(Match, on_delete=models.CASCADE, related_name="seats")
    number = models.PositiveSmallIntegerField()
    person = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, blank=True, related_name="seats"
    )
    bot = models.BooleanField(default=False)
    name = models.CharField(max_length=40, help_text="as the table sees it; a person's own name goes first")
    face = models.PositiveIntegerField(default=0, help_text="what the generated face is made from")

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


class Hand(models.Model):
    """What one seat alone knows; the row without a seat is the stock, which nobody knows."""

    match = models.ForeignKey(Match, on_delete=models.CASCADE, related_name="hands")
    seat = models.OneToOneField(Seat, on_delete=models.CASCADE, null=True, blank=True, related_name="hand")
    zone = models.TextField()
    orders = models.TextField(default="{}")
    seen = models.PositiveIntegerField(
        default=0, help_text="the number of the last move its owner has read of"
    )
    changed = models.PositiveIntegerField(default=0, help_text="rises with everything only this seat can see")
    plan_missed = models.PositiveIntegerField(default=0, help_text="the prompt for which a plan did not fit")

    class Meta:
        constraints: ClassVar[list[Any]] = [
            models.UniqueConstraint(
                fields=["match"], condition=Q(seat__isnull=True), name="one_stock_a_match"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.match_id}/{self.seat_id or 'stock'}"


class PromptQuerySet(models.QuerySet["Prompt"]):
    def waiting_on(self, person: Any) -> "PromptQuerySet":
        """The answers that others wait for this person to give."""
        return self.filter(person=person, waits=True)


class Prompt(models.Model):
    """An index of the prompts in Match.prompts, for the clock and for "matches waiting for me"."""

    match = models.ForeignKey(Match, on_delete=models.CASCADE, related_name="prompt_rows")
    number = models.PositiveIntegerField()
    seat = models.ForeignKey(Seat, on_delete=models.CASCADE)
    person = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True)
    kind = models.CharField(max_length=24)
    waits = models.BooleanField(help_text="open, without an answer, and holding others up")
    opened_at = models.DateTimeField()
    due_at = models.DateTimeField(null=True)

    objects = PromptQuerySet.as_manager()

    class Meta:
        constraints: ClassVar[list[Any]] = [
            models.UniqueConstraint(fields=["match", "number"], name="one_prompt_a_number"),
        ]
        indexes: ClassVar[list[Any]] = [
            models.Index(fields=["person", "match"], condition=Q(waits=True), name="waiting_on"),
            models.Index(fields=["due_at"], condition=Q(waits=True), name="due"),
        ]

    def __str__(self) -> str:
        return f"{self.match_id} #{self.number} {self.kind}"


def seat_key(seat: int) -> str:
    """The key of a seat's events in Move.private. Both databases read a bare number as a place in a list."""
    return f"s{seat}"


class Move(models.Model):
    """An answer in the log, with what it caused. Number 0 is the deal.

    `action` and `seed` are the truth from which everything can be replayed; no page of a running match reads them.
    """

    class By(models.TextChoices):
        DEAL = "deal", _("the deal")
        PLAYER = "player", _("the player")
        BOT = "bot", _("a bot")
        ORDERS = "orders", _("standing orders or a plan")
        CLOCK = "clock", _("the clock")

    match = models.ForeignKey(Match, on_delete=models.CASCADE, related_name="moves")
    number = models.PositiveIntegerField()
    prompt = models.PositiveIntegerField(default=0)
    seat = models.SmallIntegerField(default=-1)
    by = models.CharField(max_length=8, choices=By.choices)
    action = models.TextField(blank=True)
    form = models.CharField(max_length=32, blank=True, help_text="what was sent, as a fingerprint")
    public = models.TextField(default="[]")
    private = models.JSONField(default=dict, help_text="events by seat number")
    at = models.DateTimeField(default=timezone.now)

    class Meta:
        constraints: ClassVar[list[Any]] = [
            models.UniqueConstraint(fields=["match", "number"], name="one_move_a_number"),
        ]
        indexes: ClassVar[list[Any]] = [models.Index(fields=["match", "prompt"], name="move_by_prompt")]

    def __str__(self) -> str:
        return f"{self.match_id} move {self.number}"

from datetime import datetime
from typing import Any, ClassVar

from django.conf import settings
from django.db import models
from django.db.models import F, FilteredRelation, Q

from games.models.match import Match
from games.models.seats import Seat

WAITING = ("number", "opened_at", "due_at", "remind_at", "told_at", "days_given")


class PromptQuerySet(models.QuerySet["Prompt"]):
    def waiting_on(self, person: Any) -> "PromptQuerySet":
        """The answers that others wait for this person to give."""
        return self.filter(person=person, waits=True)

    def due(self, now: datetime) -> "PromptQuerySet":
        """What the clock has to answer, the longest overdue first."""
        return self.filter(waits=True, due_at__lte=now).order_by("due_at")

    def to_remind(self, now: datetime) -> "PromptQuerySet":
        return self.filter(waits=True, remind_at__lte=now).order_by("remind_at")

    def to_tell(self) -> "PromptQuerySet":
        """Waiting answers whose person has not been told yet."""
        return self.filter(waits=True, told_at=None, person__isnull=False).order_by("opened_at")


class Prompt(models.Model):
    """An index of the prompts in Match.prompts, for the clock and for "matches waiting for me".

    waits: open, without an answer, holding others up, in a match whose clocks run. left: what remains of its time
    while the clocks stand still.
    """

    match = models.ForeignKey(Match, on_delete=models.CASCADE, related_name="prompt_rows")
    number = models.PositiveIntegerField()
    seat = models.ForeignKey(Seat, on_delete=models.CASCADE)
    person = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True)
    kind = models.CharField(max_length=24)
    waits = models.BooleanField()
    opened_at = models.DateTimeField()
    due_at = models.DateTimeField(null=True)
    remind_at = models.DateTimeField(null=True)
    told_at = models.DateTimeField(null=True)
    left = models.DurationField(null=True)
    days_given = models.PositiveSmallIntegerField(default=0)

    objects = PromptQuerySet.as_manager()

    class Meta:
        constraints: ClassVar[list[Any]] = [
            models.UniqueConstraint(fields=["match", "number"], name="one_prompt_a_number"),
        ]
        indexes: ClassVar[list[Any]] = [
            # All that the list of somebody's waiting matches asks for, so that it need not look at the rows.
            models.Index(
                fields=["person", "match", "due_at", "opened_at", "kind"],
                condition=Q(waits=True),
                name="waiting_on",
            ),
            models.Index(fields=["seat"], condition=Q(waits=True), name="waiting_seat"),
            models.Index(fields=["due_at"], condition=Q(waits=True, due_at__isnull=False), name="due"),
            models.Index(
                fields=["remind_at"], condition=Q(waits=True, remind_at__isnull=False), name="remind"
            ),
            models.Index(fields=["opened_at"], condition=Q(waits=True, told_at__isnull=True), name="to_tell"),
        ]

    def __str__(self) -> str:
        return f"{self.match_id} #{self.number} {self.kind}"


def waiting_prompts(path: str = "") -> dict[str, Any]:
    """Annotations that join what waits for a seat: a row for each prompt, with its columns as waiting_...

    path: the way to the seat, as in a query ("seat__"). One join less a query for every page and move.
    """
    joined = FilteredRelation(f"{path}prompt", condition=Q(**{f"{path}prompt__waits": True}))
    return {"waiting": joined} | {f"waiting_{name}": F(f"waiting__{name}") for name in WAITING}

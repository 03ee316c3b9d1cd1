from typing import Any, ClassVar

from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from games.models.match import Match


class Move(models.Model):
    """An answer in the log, with what it caused. Number 0 is the deal.

    `action` and `seed` are the truth from which everything can be replayed; no page of a running match reads them. Of
    the house's own moves `action` is a list of cards.
    """

    class By(models.TextChoices):
        DEAL = "deal", _("the deal")
        PLAYER = "player", _("the player")
        BOT = "bot", _("a bot")
        STANDIN = "standin", _("a bot in the player’s place")
        ORDERS = "orders", _("standing orders or a plan")
        CLOCK = "clock", _("the clock")
        HOUSE = "house", _("the house: hidden cards were taken out")

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

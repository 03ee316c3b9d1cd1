from typing import Any, ClassVar

from django.conf import settings
from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from games.models.match import Match
from quotes.models import Words


class Message(models.Model):
    """What is said at a table: somebody's words, one of the ready reactions, or a note of the table itself.

    key: which reaction, or which note ("left", "back", "paused", ...; games/talk.py). names: what a note fills in.
    """

    class Kind(models.TextChoices):
        WORDS = "words", _("words")
        REACTION = "reaction", _("a reaction")
        NOTE = "note", _("a note of the table")

    match = models.ForeignKey(Match, on_delete=models.CASCADE, related_name="messages")
    number = models.PositiveIntegerField()
    seat = models.SmallIntegerField(default=-1)
    person = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True)
    kind = models.CharField(max_length=8, choices=Kind)
    words = models.ForeignKey(Words, on_delete=models.SET_NULL, null=True)
    key = models.CharField(max_length=24, blank=True)
    names = models.JSONField(default=dict)
    at = models.DateTimeField(default=timezone.now)

    class Meta:
        constraints: ClassVar[list[Any]] = [
            models.UniqueConstraint(fields=["match", "number"], name="one_message_a_number"),
        ]

    def __str__(self) -> str:
        return f"{self.match_id} message {self.number}"


class Invitation(models.Model):
    """Somebody was asked by name to join a match in its lobby."""

    match = models.ForeignKey(Match, on_delete=models.CASCADE, related_name="invitations")
    person = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="invitations")
    by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, related_name="invitations_made"
    )
    at = models.DateTimeField(default=timezone.now)
    declined_at = models.DateTimeField(null=True, blank=True)
    barred = models.BooleanField(
        default=False, help_text="the host sent them away: they cannot sit down again"
    )

    class Meta:
        constraints: ClassVar[list[Any]] = [
            models.UniqueConstraint(fields=["match", "person"], name="one_invitation_a_person"),
        ]

    def __str__(self) -> str:
        return f"{self.match_id} for {self.person_id}"


class Blank(models.Model):
    """A blank card that somebody filled in for one match while its seats filled."""

    match = models.ForeignKey(Match, on_delete=models.CASCADE, related_name="blanks")
    writer = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, related_name="blanks"
    )
    quote = models.ForeignKey(Words, on_delete=models.PROTECT, related_name="+")
    source = models.ForeignKey(Words, on_delete=models.PROTECT, null=True, related_name="+")
    keep = models.BooleanField(
        default=True, help_text="goes into the writer's own deck of blanks at the deal"
    )
    offered = models.BooleanField(
        default=False, help_text="is suggested to the deck of the match once it is over"
    )

    def __str__(self) -> str:
        return str(self.quote)

"""What stays of a match that was read aloud: favourites, and combinations that everybody may see."""

from typing import Any, ClassVar

from django.conf import settings
from django.db import models
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from games.models.match import Match, new_link


class Favourite(models.Model):
    """A combination that somebody who played likes best: by its round and the seat that put it together."""

    match = models.ForeignKey(Match, on_delete=models.CASCADE, related_name="favourites")
    person = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="favourites")
    round = models.PositiveSmallIntegerField()
    seat = models.PositiveSmallIntegerField()
    at = models.DateTimeField(default=timezone.now)

    class Meta:
        constraints: ClassVar[list[Any]] = [
            models.UniqueConstraint(
                fields=["match", "person", "round", "seat"], name="one_favourite_a_combination"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.match_id} round {self.round} seat {self.seat}"


class Shared(models.Model):
    """A combination whose writers were asked whether everybody may see it. Its texts stay where they are.

    on_wall: also on the public wall, not by its link alone. hidden_at: by a moderator.
    """

    match = models.ForeignKey(Match, on_delete=models.CASCADE, related_name="shared")
    round = models.PositiveSmallIntegerField(_("round"))
    seat = models.PositiveSmallIntegerField(_("seat"))
    link = models.CharField(_("link"), max_length=32, unique=True, default=new_link, editable=False)
    asked_by = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        verbose_name=_("asked by"),
        null=True,
        on_delete=models.SET_NULL,
        related_name="+",
    )
    on_wall = models.BooleanField(_("on the wall"), default=False)
    at = models.DateTimeField(_("asked at"), default=timezone.now)
    hidden_at = models.DateTimeField(_("hidden at"), null=True, blank=True)

    class Meta:
        verbose_name = _("shared combination")
        verbose_name_plural = _("shared combinations")
        constraints: ClassVar[list[Any]] = [
            models.UniqueConstraint(fields=["match", "round", "seat"], name="one_shared_combination"),
        ]

    def __str__(self) -> str:
        return f"{self.match_id} round {self.round} seat {self.seat}"

    def get_absolute_url(self) -> str:
        return reverse("shared", args=[self.link])


class Consent(models.Model):
    """What one writer of a combination says to its being shared. Without a person: they are gone, which is a no."""

    class Answer(models.TextChoices):
        OPEN = "", _("no answer yet")
        YES = "yes", _("yes")
        NO = "no", _("no")

    shared = models.ForeignKey(Shared, on_delete=models.CASCADE, related_name="consents")
    person = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="consents"
    )
    answer = models.CharField(max_length=3, choices=Answer, blank=True, default=Answer.OPEN)
    at = models.DateTimeField(default=timezone.now)

    class Meta:
        constraints: ClassVar[list[Any]] = [
            models.UniqueConstraint(fields=["shared", "person"], name="one_consent_a_writer"),
        ]

    def __str__(self) -> str:
        return f"{self.shared_id}: {self.answer or 'open'}"

from typing import Any, ClassVar

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from quotes.text import LIMIT


class Words(models.Model):
    """What a person wrote at a table. Never edited; a moderator can hide it everywhere at once."""

    text = models.CharField(_("text"), max_length=LIMIT)
    author = models.ForeignKey(
        settings.AUTH_USER_MODEL, verbose_name=_("author"), null=True, blank=True, on_delete=models.SET_NULL
    )
    created_at = models.DateTimeField(_("written at"), default=timezone.now, editable=False)
    hidden_at = models.DateTimeField(_("hidden at"), null=True, blank=True)
    taken_out_at = models.DateTimeField(
        _("taken out at"),
        null=True,
        blank=True,
        editable=False,
        help_text=_("Of running matches, once hidden."),
    )

    class Meta:
        verbose_name = _("words")
        verbose_name_plural = _("words")
        indexes: ClassVar[list[Any]] = [
            models.Index(
                fields=["id"],
                condition=Q(hidden_at__isnull=False, taken_out_at=None),
                name="words_to_take_out",
            ),
        ]

    def __str__(self) -> str:
        return self.text

    @property
    def shown(self) -> str | None:
        """The text, or None once it is hidden."""
        return None if self.hidden_at else self.text

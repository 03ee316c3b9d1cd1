"""What happens around a deck: versions that were handed in, suggestions, thanks, counts, files that are read."""

from typing import Any, ClassVar

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from quotes.models.decks import MOST_DESCRIPTION, MOST_NAME, MOST_TITLE, Card, Deck
from quotes.text import LIMIT

MOST_REASON = 500


class Version(models.Model):
    """A deck as it was handed in for publishing: its words and the rows of its cards, never changed afterwards."""

    class State(models.TextChoices):
        SUBMITTED = "submitted", _("waits for a curator")
        PUBLISHED = "published", _("published")
        SENT_BACK = "sent_back", _("sent back")
        REJECTED = "rejected", _("rejected")
        WITHDRAWN = "withdrawn", _("withdrawn")

    deck = models.ForeignKey(Deck, verbose_name=_("deck"), on_delete=models.CASCADE, related_name="versions")
    number = models.PositiveIntegerField(_("number"))
    state = models.CharField(_("state"), max_length=12, choices=State, default=State.SUBMITTED)
    title = models.CharField(_("title"), max_length=MOST_TITLE)
    language = models.CharField(_("language"), max_length=8)
    description = models.CharField(_("description"), max_length=LIMIT, blank=True)
    licence = models.CharField(_("licence"), max_length=40, choices=Deck.Licence)
    rating = models.CharField(_("age rating"), max_length=8, choices=Deck.Rating)
    cards = models.JSONField(_("cards"), default=list, help_text=_("The rows of its cards."))
    size = models.PositiveIntegerField(
        _("cards in use"), default=0, help_text=_("Numbers with a side or two.")
    )
    submitted_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="+"
    )
    submitted_at = models.DateTimeField(_("handed in at"), default=timezone.now)
    decided_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.SET_NULL, related_name="+"
    )
    decided_at = models.DateTimeField(_("decided at"), null=True, blank=True)
    reason = models.CharField(_("reason"), max_length=MOST_REASON, blank=True)

    class Meta:
        verbose_name = _("version of a deck")
        verbose_name_plural = _("versions of decks")
        constraints: ClassVar[list[Any]] = [
            models.UniqueConstraint(fields=["deck", "number"], name="one_version_a_number"),
            models.UniqueConstraint(
                fields=["deck"], condition=Q(state="submitted"), name="one_version_under_review"
            ),
        ]
        indexes: ClassVar[list[Any]] = [
            models.Index(
                fields=["-decided_at", "-id"], condition=Q(decided_by__isnull=False), name="version_decided"
            ),
        ]
        permissions: ClassVar[list[Any]] = [("curate", _("Can decide on decks that were handed in"))]

    def __str__(self) -> str:
        return f"{self.title} {self.number}"


class Suggestion(models.Model):
    """A card, or another text for one that is there, offered to a deck by somebody who does not edit it."""

    class State(models.TextChoices):
        OPEN = "open", _("open")
        TAKEN = "taken", _("taken")
        DECLINED = "declined", _("declined")

    deck = models.ForeignKey(Deck, on_delete=models.CASCADE, related_name="suggestions")
    card = models.ForeignKey(
        Card, null=True, blank=True, on_delete=models.SET_NULL, related_name="suggestions"
    )
    quote = models.CharField(_("quote"), max_length=LIMIT)
    source = models.CharField(_("source"), max_length=MOST_NAME, blank=True)
    description = models.CharField(_("description"), max_length=MOST_DESCRIPTION, blank=True)
    note = models.CharField(_("note"), max_length=LIMIT, blank=True)
    writer = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="suggestions"
    )
    state = models.CharField(_("state"), max_length=8, choices=State, default=State.OPEN)
    at = models.DateTimeField(default=timezone.now)
    decided_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        verbose_name = _("suggestion")
        verbose_name_plural = _("suggestions")

    def __str__(self) -> str:
        return self.quote


class Thanks(models.Model):
    """Somebody liked a deck. There is no opposite of it."""

    deck = models.ForeignKey(Deck, on_delete=models.CASCADE, related_name="thanks")
    person = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="thanks")
    at = models.DateTimeField(default=timezone.now)

    class Meta:
        constraints: ClassVar[list[Any]] = [
            models.UniqueConstraint(fields=["deck", "person"], name="one_thanks_a_deck"),
        ]

    def __str__(self) -> str:
        return f"{self.deck_id} by {self.person_id}"


class Tally(models.Model):
    """How often a card was dealt, played, and stamped, in matches that are over."""

    card = models.OneToOneField(Card, on_delete=models.CASCADE, related_name="tally")
    dealt = models.PositiveIntegerField(default=0)
    played = models.PositiveIntegerField(default=0)
    stamps = models.PositiveIntegerField(default=0)

    def __str__(self) -> str:
        return f"{self.card_id}: {self.dealt}/{self.played}/{self.stamps}"


class Upload(models.Model):
    """A file, or pasted lines, on the way into a deck; without a deck a new one is made once its person says yes.

    data: the file until it is read, then what was found in it, until it is decided on. agreed_at: since when its person
    wants it. claimed_at, tries: since when, and how often, a sweep is or was at work on it. report: what was chosen
    for its rows and, at the end, what became of them.
    """

    class State(models.TextChoices):
        WAITING = "waiting", _("waits")
        WORKING = "working", _("is being worked on")
        READY = "ready", _("waits for your yes")
        DONE = "done", _("done")
        REFUSED = "refused", _("refused")

    deck = models.ForeignKey(Deck, null=True, on_delete=models.CASCADE, related_name="uploads")
    person = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="uploads")
    name = models.CharField(max_length=120, blank=True)
    data = models.BinaryField(null=True)
    state = models.CharField(max_length=8, choices=State, default=State.WAITING)
    done_rows = models.PositiveIntegerField(default=0)
    all_rows = models.PositiveIntegerField(default=0)
    report = models.JSONField(default=dict)
    agreed_at = models.DateTimeField(null=True)
    claimed_at = models.DateTimeField(null=True)
    tries = models.PositiveSmallIntegerField(default=0)
    at = models.DateTimeField(default=timezone.now)

    class Meta:
        indexes: ClassVar[list[Any]] = [
            models.Index(
                fields=["at"], condition=Q(state__in=["waiting", "working"]), name="upload_to_work_on"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.name} for {self.deck_id}"

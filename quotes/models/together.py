"""What is kept for those who edit a deck together: what was done to it as a whole, and invitations to join them."""

from typing import Any, ClassVar

from django.conf import settings
from django.db import models
from django.utils import timezone

from accounts.models import new_link
from quotes.models.decks import Deck
from quotes.text import LIMIT


class DeckChange(models.Model):
    """What was done to a deck as a whole, for its history. What was done to its cards is read off their rows.

    person: who did it; nobody where a curator did, who are not named. other: the co-editor it is about. before, after:
    a word of the deck, or whom it was for (`Deck.State`). number: of the version that was published.
    """

    class What(models.TextChoices):
        TITLE = "title"
        LANGUAGE = "language"
        DESCRIPTION = "description"
        LICENCE = "licence"
        RATING = "rating"
        STATE = "state"
        PUBLISHED = "published"
        TAKEN_BACK = "taken_back"
        JOINED = "joined"
        LEFT = "left"
        HANDED_ON = "handed_on"

    deck = models.ForeignKey(Deck, on_delete=models.CASCADE, related_name="changes")
    person = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="deck_changes"
    )
    other = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="+"
    )
    at = models.DateTimeField(default=timezone.now)
    what = models.CharField(max_length=12, choices=What)
    before = models.CharField(max_length=LIMIT, blank=True)
    after = models.CharField(max_length=LIMIT, blank=True)
    number = models.PositiveIntegerField(null=True)

    def __str__(self) -> str:
        return f"{self.what} of {self.deck_id}"


class EditorLink(models.Model):
    """An invitation: makes whoever opens it a co-editor, once. Withdrawn, its row is gone."""

    deck = models.ForeignKey(Deck, on_delete=models.CASCADE, related_name="editor_links")
    by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="editor_links")
    link = models.CharField(max_length=32, unique=True, default=new_link)
    made_at = models.DateTimeField(default=timezone.now)
    ends_at = models.DateTimeField()
    used_at = models.DateTimeField(null=True)

    class Meta:
        indexes: ClassVar[list[Any]] = [models.Index(fields=["ends_at"], name="editor_link_ended")]

    def __str__(self) -> str:
        return f"to {self.deck_id}"

from typing import Any, ClassVar

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from quotes.text import LIMIT

MOST_NAME = 80
MOST_DESCRIPTION = 160
MOST_TITLE = 80


class Words(models.Model):
    """What a person wrote at a table. Never edited; a moderator can hide it everywhere at once."""

    text = models.CharField(_("text"), max_length=LIMIT)
    author = models.ForeignKey(
        settings.AUTH_USER_MODEL, verbose_name=_("author"), null=True, blank=True, on_delete=models.SET_NULL
    )
    created_at = models.DateTimeField(_("written at"), default=timezone.now, editable=False)
    hidden_at = models.DateTimeField(_("hidden at"), null=True, blank=True)

    class Meta:
        verbose_name = _("words")
        verbose_name_plural = _("words")

    def __str__(self) -> str:
        return self.text

    @property
    def shown(self) -> str | None:
        """The text, or None once it is hidden."""
        return None if self.hidden_at else self.text


class Deck(models.Model):
    """Quote cards that belong together. starter: the name of one that comes with the house, kept up by its command."""

    class State(models.TextChoices):
        PRIVATE = "private", _("for its owner alone")
        LINK = "link", _("for whoever has the link")
        PUBLISHED = "published", _("for everybody here")

    class Rating(models.TextChoices):
        ALL = "all", _("for everybody")
        TEENS = "teens", _("from 12 years")
        ADULTS = "adults", _("for adults")

    title = models.CharField(_("title"), max_length=MOST_TITLE)
    language = models.CharField(_("language"), max_length=8)
    description = models.CharField(_("description"), max_length=LIMIT, blank=True)
    licence = models.CharField(_("licence"), max_length=40, blank=True)
    rating = models.CharField(_("age rating"), max_length=8, choices=Rating, default=Rating.ALL)
    state = models.CharField(_("state"), max_length=12, choices=State, default=State.PRIVATE)
    owner = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        verbose_name=_("owner"),
        null=True,
        blank=True,
        on_delete=models.CASCADE,
        related_name="decks",
    )
    starter = models.CharField(
        _("starter deck"), max_length=20, unique=True, null=True, blank=True, default=None
    )
    of_blanks = models.BooleanField(
        _("of blanks"), default=False, help_text=_("the blank cards that its owner filled in at tables")
    )
    created_at = models.DateTimeField(_("created at"), default=timezone.now, editable=False)

    class Meta:
        verbose_name = _("deck")
        verbose_name_plural = _("decks")
        constraints: ClassVar[list[Any]] = [
            models.UniqueConstraint(
                fields=["owner"], condition=Q(of_blanks=True), name="one_deck_of_blanks_a_person"
            ),
        ]

    def __str__(self) -> str:
        return self.title


class Card(models.Model):
    """One side of a card: a quote, and who is made out to have said it. Never edited: a new text is a new row.

    number: its place in the deck, the same for both sides. retired_at: since when another row (or none) is in its
    place; matches that were dealt before keep it.
    """

    class Side(models.TextChoices):
        RED = "red", _("red")
        BLUE = "blue", _("blue")

    class Category(models.TextChoices):
        MYTH = "m", _("of myth")
        TALE = "t", _("of a fairy tale")
        LITERATURE = "l", _("of literature")
        HISTORY = "h", _("of history")
        SCIENCE = "s", _("of science")
        ART = "a", _("of the arts")
        WORK = "w", _("at work")
        HOME = "o", _("at home")

    deck = models.ForeignKey(Deck, verbose_name=_("deck"), on_delete=models.CASCADE, related_name="cards")
    number = models.PositiveIntegerField(_("number"))
    side = models.CharField(_("side"), max_length=4, choices=Side, default=Side.RED)
    quote = models.CharField(_("quote"), max_length=LIMIT)
    source = models.CharField(_("source"), max_length=MOST_NAME)
    description = models.CharField(_("description"), max_length=MOST_DESCRIPTION, blank=True)
    category = models.CharField(_("kind of source"), max_length=1, choices=Category, default=Category.HOME)
    language = models.CharField(_("language"), max_length=8)
    author = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        verbose_name=_("author"),
        null=True,
        blank=True,
        on_delete=models.SET_NULL,
        related_name="cards",
    )
    created_at = models.DateTimeField(_("written at"), default=timezone.now, editable=False)
    retired_at = models.DateTimeField(_("replaced at"), null=True, blank=True)
    hidden_at = models.DateTimeField(_("hidden at"), null=True, blank=True)

    class Meta:
        verbose_name = _("card")
        verbose_name_plural = _("cards")
        constraints: ClassVar[list[Any]] = [
            models.UniqueConstraint(
                fields=["deck", "number", "side"],
                condition=Q(retired_at=None),
                name="one_card_a_place_and_side",
            ),
        ]

    def __str__(self) -> str:
        return self.quote

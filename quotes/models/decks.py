from collections.abc import Iterable
from typing import Any, ClassVar

from django.conf import settings
from django.db import connection, models
from django.db.models import Q
from django.db.models.expressions import RawSQL
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from quotes.likeness import LONGEST_KEY, key_of
from quotes.text import LIMIT

MOST_NAME = 80
MOST_DESCRIPTION = 160
MOST_TITLE = 80
MOST_TAGS = 120


class Deck(models.Model):
    """Quote cards that belong together. starter: the name of one that comes with the house, kept up by its command.

    state: whom it is meant for. Published, matches are dealt from `published`, a version that stays as it is while the
    deck is worked on. A starter deck has no versions.
    link: gives the deck to whoever has it, in the state that says so. based_on, credit: of a copy, where it came from,
    and that in words, for the other may go. plays: matches dealt from it.
    """

    class State(models.TextChoices):
        PRIVATE = "private", _("for its owner alone")
        LINK = "link", _("for whoever has the link")
        PUBLISHED = "published", _("for everybody here")

    class Rating(models.TextChoices):
        ALL = "all", _("for everybody")
        TEENS = "teens", _("from 12 years")
        ADULTS = "adults", _("for adults")

    class Licence(models.TextChoices):
        NONE = "", _("none: all rights reserved")
        BY_SA = (
            "CC BY-SA 4.0",
            _("CC BY-SA 4.0: others may use and change it, naming who made it, and share alike"),
        )
        BY = "CC BY 4.0", _("CC BY 4.0: others may use and change it, naming who made it")
        ZERO = "CC0 1.0", _("CC0 1.0: others may do with it what they like")

    title = models.CharField(_("title"), max_length=MOST_TITLE)
    language = models.CharField(_("language"), max_length=8)
    description = models.CharField(_("description"), max_length=LIMIT, blank=True)
    licence = models.CharField(_("licence"), max_length=40, choices=Licence, blank=True, default=Licence.NONE)
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
    editors = models.ManyToManyField(
        settings.AUTH_USER_MODEL, verbose_name=_("co-editors"), blank=True, related_name="decks_edited"
    )
    savers = models.ManyToManyField(
        settings.AUTH_USER_MODEL, verbose_name=_("saved by"), blank=True, related_name="decks_saved"
    )
    link = models.CharField(
        _("link"), max_length=32, unique=True, null=True, blank=True, default=None, editable=False
    )
    published = models.OneToOneField(
        "Version",
        verbose_name=_("published version"),
        null=True,
        blank=True,
        on_delete=models.SET_NULL,
        related_name="+",
        editable=False,
    )
    based_on = models.ForeignKey(
        "self",
        verbose_name=_("based on"),
        null=True,
        blank=True,
        on_delete=models.SET_NULL,
        related_name="copies",
    )
    credit = models.CharField(_("credit"), max_length=200, blank=True)
    plays = models.PositiveIntegerField(_("matches"), default=0, editable=False)
    changed_at = models.DateTimeField(_("changed at"), default=timezone.now, editable=False)
    removed_at = models.DateTimeField(_("removed at"), null=True, blank=True, editable=False)
    hidden_at = models.DateTimeField(_("hidden at"), null=True, blank=True)
    created_at = models.DateTimeField(_("created at"), default=timezone.now, editable=False)

    class Meta:
        verbose_name = _("deck")
        verbose_name_plural = _("decks")
        constraints: ClassVar[list[Any]] = [
            models.UniqueConstraint(
                fields=["owner"], condition=Q(of_blanks=True), name="one_deck_of_blanks_a_person"
            ),
        ]
        indexes: ClassVar[list[Any]] = [
            models.Index(fields=["language"], condition=Q(state="published"), name="deck_for_everybody"),
        ]

    def __str__(self) -> str:
        return self.title


# The rows that a version names: too many for a query to carry as its parameters.
ROWS_OF_VERSION = {
    "sqlite": "SELECT entry.value FROM quotes_version, json_each(quotes_version.cards) AS entry"
    " WHERE quotes_version.id = %s",
    "postgresql": "SELECT jsonb_array_elements_text(cards)::bigint FROM quotes_version WHERE id = %s",
}


def rows_of_version(version: int | None) -> RawSQL:
    return RawSQL(ROWS_OF_VERSION[connection.vendor], [version])


class CardQuerySet(models.QuerySet["Card"]):
    def shown(self) -> "CardQuerySet":
        """Without what a moderator has hidden: for whoever reads, copies, or takes away. Who edits a deck sees hidden
        cards in two places, with a mark: on its page and in its editor.
        """
        return self.filter(hidden_at=None)

    def there(self) -> "CardQuerySet":
        """What is in a deck now."""
        return self.filter(retired_at=None)

    def whole(self) -> "CardQuerySet":
        return self.exclude(quote="").exclude(source="")

    def in_version(self, version: int | None) -> "CardQuerySet":
        return self.filter(pk__in=rows_of_version(version))

    def in_order(self) -> "CardQuerySet":
        """By number, red before blue."""
        return self.order_by("number", "-side")

    def bulk_create(self, objs: Iterable["Card"], *args: Any, **kwargs: Any) -> list["Card"]:
        rows = list(objs)
        for row in rows:
            row.likeness = key_of(row.quote, row.source)
        return super().bulk_create(rows, *args, **kwargs)


class Card(models.Model):
    """One side of a card: a quote, and who is made out to have said it. Never edited: a new text is a new row.

    number: its place in the deck, the same for both sides. retired_at: since when another row (or none) is in its
    place; matches that were dealt before keep it. likeness: by which cards are known that say nearly the same.
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
    retired_by = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        verbose_name=_("replaced by"),
        null=True,
        blank=True,
        on_delete=models.SET_NULL,
        related_name="+",
    )
    replaces = models.ForeignKey(
        "self",
        verbose_name=_("instead of"),
        null=True,
        blank=True,
        on_delete=models.SET_NULL,
        related_name="replaced_by",
        editable=False,
    )
    tags = models.CharField(
        _("tags"), max_length=MOST_TAGS, blank=True, help_text=_("Words in small letters, with spaces.")
    )
    hidden_at = models.DateTimeField(_("hidden at"), null=True, blank=True)
    taken_out_at = models.DateTimeField(
        _("taken out at"),
        null=True,
        blank=True,
        editable=False,
        help_text=_("Of running matches, once hidden."),
    )
    likeness = models.CharField(max_length=LONGEST_KEY, default="", editable=False)

    objects = CardQuerySet.as_manager()

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
        indexes: ClassVar[list[Any]] = [
            models.Index(
                fields=["deck"],
                condition=Q(hidden_at__isnull=False, taken_out_at=None),
                name="card_to_take_out",
            ),
            models.Index(fields=["deck", "likeness"], condition=Q(retired_at=None), name="card_that_says_it"),
        ]

    def __str__(self) -> str:
        return self.quote

    def save(self, *args: Any, **kwargs: Any) -> None:
        if self._state.adding:
            self.likeness = key_of(self.quote, self.source)
        super().save(*args, **kwargs)

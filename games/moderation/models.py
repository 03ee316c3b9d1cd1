"""What was reported, what was decided about it, and what can be said against that."""

from typing import Any, ClassVar

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from quotes.models import Suggestion

MOST_NOTE = 300
MOST_WORDS = 500
MOST_APPEAL = 1000
MOST_FLAG = 60
NAME_ROOM = 60
PERSON = settings.AUTH_USER_MODEL


class Case(models.Model):
    """One thing that was reported, as it stood then, with all reports about it until somebody decides.

    key: the row of the thing. fingerprint: of its text, so that a report after a change is a case of its own, and one
    of the same text joins the one that is open. frozen: the text and what stood around it at the first report; beside:
    whose words stand in it, too. owner: of the deck that it is in. author_left: how the author's account ended.
    verdict: what was done, keys of `actions.py` with spaces; none for a case that is not done.
    """

    class Kind(models.TextChoices):
        CARD = "card", _("a card")
        DECK = "deck", _("a deck")
        WORDS = "words", _("words at a table")
        NAME = "name", _("a name")
        SHARED = "shared", _("a shared combination")
        SUGGESTION = "suggestion", _("a suggestion to a deck")

    class State(models.TextChoices):
        OPEN = "open", _("open")
        TAKEN = "taken", _("taken")
        DONE = "done", _("done")

    class Left(models.TextChoices):
        NOT = "", _("is there")
        SELF = "self", _("deleted the account")
        HOST = "host", _("was deleted by the people who run the site")
        IDLE = "idle", _("was not here for long, so the site deleted the account")

    kind = models.CharField(_("kind"), max_length=12, choices=Kind)
    key = models.BigIntegerField(_("row"))
    fingerprint = models.CharField(max_length=32, editable=False)
    author = models.ForeignKey(
        PERSON,
        verbose_name=_("author"),
        null=True,
        blank=True,
        on_delete=models.SET_NULL,
        related_name="cases",
    )
    owner = models.ForeignKey(
        PERSON, verbose_name=_("owner"), null=True, blank=True, on_delete=models.SET_NULL, related_name="+"
    )
    author_left = models.CharField(
        _("the author’s account"), max_length=4, choices=Left, blank=True, default=""
    )
    author_left_at = models.DateTimeField(null=True, blank=True)
    frozen = models.JSONField(_("as it was reported"), default=dict)
    beside = models.ManyToManyField(PERSON, blank=True, related_name="+")

    state = models.CharField(_("state"), max_length=5, choices=State, default=State.OPEN)
    opened_at = models.DateTimeField(_("opened at"), default=timezone.now)
    moderator = models.ForeignKey(
        PERSON,
        verbose_name=_("moderator"),
        null=True,
        blank=True,
        on_delete=models.SET_NULL,
        related_name="+",
    )
    taken_at = models.DateTimeField(_("taken at"), null=True, blank=True)
    done_at = models.DateTimeField(_("decided at"), null=True, blank=True)
    verdict = models.CharField(_("verdict"), max_length=40, blank=True)
    reason = models.CharField(_("reason"), max_length=16, blank=True)
    words = models.CharField(_("in own words"), max_length=MOST_WORDS, blank=True)
    until = models.DateTimeField(_("until"), null=True, blank=True)

    by_moderators: list["Report"]  # once it is loaded: `moderators.their_reports`

    class Meta:
        verbose_name = _("case")
        verbose_name_plural = _("cases")
        constraints: ClassVar[list[Any]] = [
            models.UniqueConstraint(
                fields=["kind", "key", "fingerprint"],
                condition=Q(state__in=["open", "taken"]),
                name="one_live_case",
            ),
        ]
        indexes: ClassVar[list[Any]] = [
            models.Index(fields=["opened_at"], condition=Q(state__in=["open", "taken"]), name="live_cases"),
            models.Index(fields=["-done_at"], condition=Q(state="done"), name="cases_done"),
            models.Index(fields=["kind", "key"], name="cases_of_a_thing"),
        ]

    def __str__(self) -> str:
        return f"#{self.pk}"

    def get_absolute_url(self) -> str:
        return reverse("case", args=[self.pk])

    @property
    def done(self) -> bool:
        return self.state == self.State.DONE

    @property
    def actions(self) -> list[str]:
        """What was decided, by its keys."""
        return self.verdict.split()

    @property
    def text(self) -> str:
        """What was reported, in one line."""
        return " – ".join(line["text"] for line in self.frozen.get("lines", []) if line["text"])

    @property
    def appealed(self) -> "Appeal | None":
        """What was said against the verdict, if anything was."""
        return getattr(self, "appeal", None)


class Report(models.Model):
    """What one person said about it. Nobody but the reporter is told whose it is; moderators read the note alone."""

    case = models.ForeignKey(Case, on_delete=models.CASCADE, related_name="reports")
    reporter = models.ForeignKey(
        PERSON,
        verbose_name=_("reporter"),
        null=True,
        blank=True,
        on_delete=models.SET_NULL,
        related_name="reports",
    )
    reason = models.CharField(_("reason"), max_length=16)
    note = models.CharField(_("note"), max_length=MOST_NOTE, blank=True)
    at = models.DateTimeField(_("reported at"), default=timezone.now)
    told_at = models.DateTimeField(_("told at"), null=True, blank=True)

    class Meta:
        verbose_name = _("report")
        verbose_name_plural = _("reports")
        constraints: ClassVar[list[Any]] = [
            models.UniqueConstraint(fields=["case", "reporter"], name="one_report_a_person_and_case"),
        ]
        permissions: ClassVar[list[Any]] = [("see_reporters", _("Can see who reported something"))]

    def __str__(self) -> str:
        return f"#{self.pk}"


class Untouchable(Exception):
    """A line of the audit list is written once."""


class ActQuerySet(models.QuerySet["Act"]):
    """Django's own removal of people goes past it, so that rows lose the person and stay."""

    def update(self, **values: Any) -> int:
        raise Untouchable

    def delete(self) -> Any:
        raise Untouchable


class Act(models.Model):
    """A line of the audit list: what a moderator did. Written once; nobody changes it, and nobody removes it.

    moderator_name: stays when the moderator goes. about: whom it touches; their name goes with them. kind, key: the
    thing, where there is one.
    """

    at = models.DateTimeField(_("at"), default=timezone.now)
    moderator = models.ForeignKey(
        PERSON, verbose_name=_("moderator"), null=True, on_delete=models.SET_NULL, related_name="+"
    )
    moderator_name = models.CharField(_("moderator’s name"), max_length=NAME_ROOM)
    action = models.CharField(_("what was done"), max_length=16)
    case = models.ForeignKey(
        Case, verbose_name=_("case"), null=True, on_delete=models.SET_NULL, related_name="acts"
    )
    kind = models.CharField(_("kind"), max_length=12, choices=Case.Kind, blank=True)
    key = models.BigIntegerField(_("row"), null=True)
    about = models.ForeignKey(
        PERSON, verbose_name=_("about"), null=True, on_delete=models.SET_NULL, related_name="acts_about"
    )
    reason = models.CharField(_("reason"), max_length=16, blank=True)
    words = models.CharField(_("in own words"), max_length=MOST_WORDS, blank=True)
    until = models.DateTimeField(_("until"), null=True)

    objects = ActQuerySet.as_manager()

    class Meta:
        verbose_name = _("line of the audit list")
        verbose_name_plural = _("audit list")
        indexes: ClassVar[list[Any]] = [models.Index(fields=["-at"], name="acts_by_time")]

    def __str__(self) -> str:
        return f"#{self.pk}"

    def save(self, *args: Any, **named: Any) -> None:
        if self.pk is not None:
            raise Untouchable
        super().save(*args, **named)

    def delete(self, *args: Any, **named: Any) -> Any:
        raise Untouchable


class Appeal(models.Model):
    """What somebody says against a verdict, once; and what another moderator says to that."""

    class Outcome(models.TextChoices):
        OPEN = "", _("not decided yet")
        UPHELD = "upheld", _("the verdict stands")
        REVERSED = "reversed", _("the verdict was taken back")
        PARTLY = "partly", _("a part of the verdict was taken back")

    case = models.OneToOneField(Case, on_delete=models.CASCADE, related_name="appeal")
    text = models.CharField(_("text"), max_length=MOST_APPEAL)
    at = models.DateTimeField(_("at"), default=timezone.now)
    outcome = models.CharField(_("outcome"), max_length=8, choices=Outcome, blank=True, default="")
    words = models.CharField(_("in own words"), max_length=MOST_WORDS, blank=True)
    decided_by = models.ForeignKey(
        PERSON, verbose_name=_("decided by"), null=True, on_delete=models.SET_NULL, related_name="+"
    )
    decided_at = models.DateTimeField(_("decided at"), null=True)

    class Meta:
        verbose_name = _("appeal")
        verbose_name_plural = _("appeals")
        indexes: ClassVar[list[Any]] = [
            models.Index(fields=["at"], condition=Q(outcome=""), name="appeals_to_decide"),
        ]

    def __str__(self) -> str:
        return f"#{self.pk}"


class Hiding(models.Model):
    """A suggestion to a deck that is hidden, by itself or with what says the same; it is declined meanwhile.

    at: the moment at which all of it was hidden. waited: whether it was open then, and so will be again.
    """

    suggestion = models.OneToOneField(Suggestion, on_delete=models.CASCADE, related_name="hiding")
    at = models.DateTimeField()
    waited = models.BooleanField()

    def __str__(self) -> str:
        return f"#{self.suggestion_id}"


class Cover(models.Model):
    """A row that a decision hides, of any kind, for as long as the decision stands. Shown is what has none."""

    case = models.ForeignKey(Case, on_delete=models.CASCADE, related_name="covers")
    kind = models.CharField(max_length=12, choices=Case.Kind)
    key = models.BigIntegerField()

    class Meta:
        constraints: ClassVar[list[Any]] = [
            models.UniqueConstraint(fields=["case", "kind", "key"], name="one_cover_a_case_and_row"),
        ]
        indexes: ClassVar[list[Any]] = [models.Index(fields=["kind", "key"], name="covers_of_a_row")]

    def __str__(self) -> str:
        return f"{self.kind} {self.key} by #{self.case_id}"


class FlagWord(models.Model):
    """A word at which moderators and curators want to look twice. It removes nothing by itself."""

    language = models.CharField(
        _("language"), max_length=8, blank=True, help_text=_("Empty: in every language.")
    )
    word = models.CharField(_("word"), max_length=MOST_FLAG)
    added_by = models.ForeignKey(
        PERSON,
        verbose_name=_("added by"),
        null=True,
        blank=True,
        editable=False,
        on_delete=models.SET_NULL,
        related_name="+",
    )
    added_at = models.DateTimeField(_("added at"), default=timezone.now, editable=False)

    class Meta:
        verbose_name = _("word to look at")
        verbose_name_plural = _("words to look at")
        constraints: ClassVar[list[Any]] = [
            models.UniqueConstraint(fields=["language", "word"], name="one_flag_a_word"),
        ]

    def __str__(self) -> str:
        return self.word

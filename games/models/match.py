import secrets
from typing import Any, ClassVar

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from quotes.models import Deck

LIVE_BELOW = 60 * 60
ALPHABET = "23456789abcdefghjkmnpqrstuvwxyz"


def new_code() -> str:
    """An unguessable name for a match in addresses (12 letters of 31: 59 bits)."""
    return "".join(secrets.choice(ALPHABET) for _ in range(12))


def new_seed() -> str:
    """The secret all chance of a match comes from: 256 bits in hex."""
    return secrets.token_hex(32)


def new_link() -> str:
    """An unguessable part of an address that gives a right to whoever holds it: 128 bits."""
    return secrets.token_urlsafe(16)


class Match(models.Model):
    class Status(models.TextChoices):
        LOBBY = "lobby", _("waiting for people")
        RUNNING = "running", _("running")
        PAUSED = "paused", _("paused")
        ASLEEP = "asleep", _("asleep")
        FINISHED = "finished", _("finished")
        CLOSED = "closed", _("closed without a result")
        FROZEN = "frozen", _("frozen: something is wrong")

    class Visibility(models.TextChoices):
        INVITED = "invited", _("by invitation")
        OPEN = "open", _("open to everybody here")

    class Proposal(models.TextChoices):
        NONE = "", _("nothing")
        PAUSE = "pause", _("a pause")
        END = "end", _("to end the match")

    code = models.CharField(max_length=12, unique=True, default=new_code)
    game = models.CharField(max_length=24)
    rules = models.PositiveSmallIntegerField(help_text="version of the rules it was dealt with")
    status = models.CharField(max_length=8, choices=Status.choices, default=Status.RUNNING)
    practice = models.BooleanField(default=False, help_text="alone against bots, without deadlines")
    lesson = models.BooleanField(default=False, help_text="played with a hint above every question")
    options = models.TextField(default="{}")
    told = models.TextField(default="[]", help_text="what each seat was asked before the deal")
    seed = models.CharField(max_length=64, default=new_seed)

    host = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, blank=True, related_name="hosted"
    )
    pace = models.PositiveIntegerField(default=0, help_text="seconds a prompt; 0 for no deadlines")
    visibility = models.CharField(max_length=8, choices=Visibility, default=Visibility.INVITED)
    watchable = models.BooleanField(default=False, help_text="whoever has the address may see the table")
    invite = models.CharField(max_length=32, unique=True, null=True, blank=True, default=None)
    wanted = models.PositiveSmallIntegerField(default=0, help_text="seats it is dealt to")
    decks = models.ManyToManyField(Deck, blank=True, related_name="matches")
    vetoed = models.JSONField(
        default=list, blank=True, help_text="rows of the decks' cards its host left out"
    )
    tallied = models.BooleanField(default=False, help_text="what became of each card was counted")
    auto_start = models.BooleanField(default=False, help_text="dealt by itself when the last seat is taken")
    before = models.ForeignKey(
        "self", on_delete=models.SET_NULL, null=True, blank=True, related_name="rematches"
    )

    proposal = models.CharField(max_length=8, choices=Proposal, blank=True, default=Proposal.NONE)
    proposal_days = models.PositiveSmallIntegerField(default=0)
    since = models.DateTimeField(default=timezone.now, help_text="when it got its present status")
    rewinds = models.PositiveSmallIntegerField(default=0, help_text="how often it was put back to a move")
    paused_until = models.DateTimeField(null=True, blank=True)
    talk_count = models.PositiveIntegerField(default=0, help_text="messages and notes so far")
    news = models.JSONField(default=dict, blank=True, help_text="the last note: key, names, moment")

    table = models.TextField(blank=True)
    prompts = models.TextField(default="[]")
    last_prompt = models.PositiveIntegerField(default=0)
    offered = models.PositiveIntegerField(
        default=0, help_text="prompts up to this number were put to their seat's orders"
    )
    move_count = models.PositiveIntegerField(default=0)
    changed = models.PositiveIntegerField(default=0, help_text="rises with everything that everybody can see")
    result = models.TextField(blank=True, help_text="places, points and why it ended")
    trouble = models.TextField(blank=True, help_text="why it is frozen")

    created_at = models.DateTimeField(default=timezone.now)
    ended_at = models.DateTimeField(null=True, blank=True)
    closed_why = models.CharField(max_length=16, blank=True, help_text="key of the reason it was closed")

    class Meta:
        verbose_name_plural = "matches"
        indexes: ClassVar[list[Any]] = [
            models.Index(
                fields=["since"], condition=Q(status__in=["lobby", "asleep", "paused"]), name="resting"
            ),
            models.Index(
                fields=["-created_at"], condition=Q(status="lobby", visibility="open"), name="open_tables"
            ),
            models.Index(
                fields=["id"],
                condition=Q(game="game-of-quotes", status="finished", practice=False, tallied=False),
                name="to_tally",
            ),
        ]
        permissions: ClassVar[list[Any]] = [("open_hands", _("Can open the hands of a running match"))]

    def __str__(self) -> str:
        return f"{self.game} {self.code}"

    def get_absolute_url(self) -> str:
        return reverse("match", args=[self.code])

    @property
    def running(self) -> bool:
        return self.status == self.Status.RUNNING

    @property
    def dealt(self) -> bool:
        return self.table != ""

    @property
    def over(self) -> bool:
        return self.status in (self.Status.FINISHED, self.Status.CLOSED)

    @property
    def live(self) -> bool:
        """Whether everybody is meant to be there at once: no reminders, no quiet hours."""
        return 0 < self.pace < LIVE_BELOW


class Pulse(models.Model):
    """When a sweep last ran. After a long silence of the site every clock is put forward by as much."""

    name = models.CharField(max_length=24, primary_key=True)
    at = models.DateTimeField()

    def __str__(self) -> str:
        return self.name

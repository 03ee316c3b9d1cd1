"""A match and what belongs to it.

Zones (table, hands, stock), prompts, actions and events are JSON text in the engine's own encoding: they are read
and written whole, by games/play.py alone. What the database has to search for is a column.
"""

import secrets
from datetime import datetime
from typing import Any, ClassVar

from django.conf import settings
from django.db import models
from django.db.models import F, FilteredRelation, Q
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from quotes.models import Deck, Words

SEAT_FIELDS = ("match", "number", "bot", "auto", "agrees", "name", "face", "clown")
PERSON_FIELDS = ("name", "username", "face", "away_from", "away_until", "time_zone")
WAITING = ("number", "opened_at", "due_at", "remind_at", "told_at", "days_given")
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


def waiting_prompts(path: str = "") -> dict[str, Any]:
    """Annotations that join what waits for a seat: a row for each prompt, with its columns as waiting_...

    path: the way to the seat, as in a query ("seat__"). One join less a query for every page and move.
    """
    joined = FilteredRelation(f"{path}prompt", condition=Q(**{f"{path}prompt__waits": True}))
    return {"waiting": joined} | {f"waiting_{name}": F(f"waiting__{name}") for name in WAITING}


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

    def __str__(self) -> str:
        return str(self.quote)


class SeatQuerySet(models.QuerySet["Seat"]):
    def with_names(self) -> "SeatQuerySet":
        """Seats with as much of their people as a table shows, and no more."""
        return self.select_related("person").only(
            *SEAT_FIELDS, *(f"person__{name}" for name in PERSON_FIELDS)
        )


class Seat(models.Model):
    """A place in a match: 0.. clockwise. Nobody's (person is null) or a bot's when a bot plays it.

    auto: its person has missed two visits, so a bot plays until they take the seat back.
    """

    match = models.ForeignKey(Match, on_delete=models.CASCADE, related_name="seats")
    number = models.PositiveSmallIntegerField()
    person = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, blank=True, related_name="seats"
    )
    bot = models.BooleanField(default=False)
    left_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, blank=True, related_name="seats_left"
    )
    name = models.CharField(max_length=40, help_text="as the table sees it; a person's own name goes first")
    face = models.PositiveIntegerField(default=0, help_text="what the generated face is made from")
    auto = models.BooleanField(default=False, help_text="a bot plays until its person comes back")
    told = models.JSONField(default=dict, blank=True, help_text="what it answered when it sat down")
    joined_at = models.DateTimeField(default=timezone.now)
    agrees = models.BooleanField(default=False, help_text="to the match's proposal")
    muted = models.BooleanField(default=False, help_text="its person wants no notices of this match")
    talk_seen = models.PositiveIntegerField(default=0, help_text="messages its person has seen")
    invite = models.CharField(
        max_length=32, unique=True, null=True, blank=True, default=None, help_text="link for a substitute"
    )
    clown = models.PositiveSmallIntegerField(
        null=True, blank=True, help_text="the seat that its person crowned clown of the table"
    )

    objects = SeatQuerySet.as_manager()

    class Meta:
        constraints: ClassVar[list[Any]] = [
            models.UniqueConstraint(fields=["match", "number"], name="one_seat_a_number"),
            models.UniqueConstraint(
                fields=["match", "person"], condition=Q(person__isnull=False), name="one_seat_a_person"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.match_id}/{self.number}"

    @property
    def by_bot(self) -> bool:
        """Whether a bot answers what is asked of this seat."""
        return self.bot or self.auto or self.person_id is None


class Hand(models.Model):
    """What one seat alone knows; the row without a seat is the stock, which nobody knows."""

    match = models.ForeignKey(Match, on_delete=models.CASCADE, related_name="hands")
    seat = models.OneToOneField(Seat, on_delete=models.CASCADE, null=True, blank=True, related_name="hand")
    zone = models.TextField()
    orders = models.TextField(default="{}")
    seen = models.PositiveIntegerField(
        default=0, help_text="the number of the last move its owner has read of"
    )
    changed = models.PositiveIntegerField(default=0, help_text="rises with everything only this seat can see")
    plan_missed = models.PositiveIntegerField(default=0, help_text="the prompt for which a plan did not fit")
    absences = models.PositiveSmallIntegerField(default=0, help_text="visits missed in a row")
    missed_at = models.DateTimeField(null=True, blank=True, help_text="when the last visit was missed")
    last_due = models.DateTimeField(
        null=True, blank=True, help_text="due time of the seat's latest prompt with a pace of its own"
    )

    class Meta:
        constraints: ClassVar[list[Any]] = [
            models.UniqueConstraint(
                fields=["match"], condition=Q(seat__isnull=True), name="one_stock_a_match"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.match_id}/{self.seat_id or 'stock'}"


class PromptQuerySet(models.QuerySet["Prompt"]):
    def waiting_on(self, person: Any) -> "PromptQuerySet":
        """The answers that others wait for this person to give."""
        return self.filter(person=person, waits=True)

    def due(self, now: datetime) -> "PromptQuerySet":
        """What the clock has to answer, the longest overdue first."""
        return self.filter(waits=True, due_at__lte=now).order_by("due_at")

    def to_remind(self, now: datetime) -> "PromptQuerySet":
        return self.filter(waits=True, remind_at__lte=now).order_by("remind_at")

    def to_tell(self) -> "PromptQuerySet":
        """Waiting answers whose person has not been told yet."""
        return self.filter(waits=True, told_at=None, person__isnull=False).order_by("opened_at")


class Prompt(models.Model):
    """An index of the prompts in Match.prompts, for the clock and for "matches waiting for me".

    waits: open, without an answer, holding others up, in a match whose clocks run. left: what remains of its time
    while the clocks stand still.
    """

    match = models.ForeignKey(Match, on_delete=models.CASCADE, related_name="prompt_rows")
    number = models.PositiveIntegerField()
    seat = models.ForeignKey(Seat, on_delete=models.CASCADE)
    person = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True)
    kind = models.CharField(max_length=24)
    waits = models.BooleanField()
    opened_at = models.DateTimeField()
    due_at = models.DateTimeField(null=True)
    remind_at = models.DateTimeField(null=True)
    told_at = models.DateTimeField(null=True)
    left = models.DurationField(null=True)
    days_given = models.PositiveSmallIntegerField(default=0)

    objects = PromptQuerySet.as_manager()

    class Meta:
        constraints: ClassVar[list[Any]] = [
            models.UniqueConstraint(fields=["match", "number"], name="one_prompt_a_number"),
        ]
        indexes: ClassVar[list[Any]] = [
            # All that the list of somebody's waiting matches asks for, so that it need not look at the rows.
            models.Index(
                fields=["person", "match", "due_at", "opened_at", "kind"],
                condition=Q(waits=True),
                name="waiting_on",
            ),
            models.Index(fields=["seat"], condition=Q(waits=True), name="waiting_seat"),
            models.Index(fields=["due_at"], condition=Q(waits=True, due_at__isnull=False), name="due"),
            models.Index(
                fields=["remind_at"], condition=Q(waits=True, remind_at__isnull=False), name="remind"
            ),
            models.Index(fields=["opened_at"], condition=Q(waits=True, told_at__isnull=True), name="to_tell"),
        ]

    def __str__(self) -> str:
        return f"{self.match_id} #{self.number} {self.kind}"


def seat_key(seat: int) -> str:
    """The key of a seat's events in Move.private. Both databases read a bare number as a place in a list."""
    return f"s{seat}"


class Move(models.Model):
    """An answer in the log, with what it caused. Number 0 is the deal.

    `action` and `seed` are the truth from which everything can be replayed; no page of a running match reads them.
    """

    class By(models.TextChoices):
        DEAL = "deal", _("the deal")
        PLAYER = "player", _("the player")
        BOT = "bot", _("a bot")
        STANDIN = "standin", _("a bot in the player's place")
        ORDERS = "orders", _("standing orders or a plan")
        CLOCK = "clock", _("the clock")

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


class Pulse(models.Model):
    """When a sweep last ran. After a long silence of the site every clock is put forward by as much."""

    name = models.CharField(max_length=24, primary_key=True)
    at = models.DateTimeField()

    def __str__(self) -> str:
        return self.name

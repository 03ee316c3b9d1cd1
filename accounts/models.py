import secrets
from datetime import datetime, time, timedelta
from typing import Any, ClassVar

from django.conf import settings
from django.contrib.auth.models import AbstractUser
from django.contrib.sessions.base_session import AbstractBaseSession
from django.core.cache import cache
from django.db import models
from django.db.models import Q
from django.db.models.functions import Lower
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

NAME_LIMIT = 40
CLAIM_LASTS = timedelta(minutes=10)


def new_username() -> str:
    """Nobody is asked for one: a person is known by name and signs in by e-mail."""
    return secrets.token_hex(12)


def new_face() -> int:
    return secrets.randbelow(2**15)


def new_link() -> str:
    return secrets.token_urlsafe(16)


def in_a_month() -> datetime:
    return timezone.now() + timedelta(days=30)


class User(AbstractUser):
    class Theme(models.TextChoices):
        SYSTEM = "system", _("As my device")
        LIGHT = "light", _("Light")
        DARK = "dark", _("Dark")

    first_name = None
    last_name = None
    username = models.CharField(_("username"), max_length=150, unique=True, blank=True, default=new_username)
    email = models.EmailField(_("e-mail address"), blank=True)
    name = models.CharField(_("name"), max_length=NAME_LIMIT, blank=True)
    is_guest = models.BooleanField(_("guest"), default=False)
    time_zone = models.CharField(
        _("time zone"), max_length=64, blank=True, help_text=_("Empty: as the browser says, else UTC.")
    )
    language = models.CharField(
        _("language"), max_length=10, blank=True, help_text=_("Empty: as the browser asks.")
    )
    theme = models.CharField(_("theme"), max_length=6, choices=Theme, default=Theme.SYSTEM)
    face = models.PositiveSmallIntegerField(
        _("face"), default=new_face, help_text=_("The number that the drawn face is made from.")
    )
    seen_at = models.DateTimeField(_("last here"), default=timezone.now)
    no_timer = models.BooleanField(
        _("no timer"),
        default=False,
        help_text=_("Where a game measures a reaction, take all the time there is."),
    )

    quiet_from = models.TimeField(_("quiet from"), null=True, blank=True, default=time(22))
    quiet_until = models.TimeField(_("quiet until"), null=True, blank=True, default=time(8))
    away_from = models.DateField(_("away from"), null=True, blank=True)
    away_until = models.DateField(_("away until"), null=True, blank=True)

    muted_until = models.DateTimeField(
        _("may not write until"), null=True, blank=True, help_text=_("Decided by a moderator.")
    )
    suspended_until = models.DateTimeField(
        _("suspended until"), null=True, blank=True, help_text=_("Decided by a moderator. Bots play on.")
    )

    # Whether moderators have decided something about them that they have not opened.
    unread_decision = models.BooleanField(default=False, editable=False)

    mail_on = models.BooleanField(_("notices by e-mail"), default=True)
    digest = models.BooleanField(_("one e-mail a day"), default=False)
    digest_at = models.TimeField(_("daily e-mail at"), default=time(18))
    notice_choices = models.JSONField(
        _("notices"),
        default=dict,
        blank=True,
        help_text=_("What differs from the presets: kind and channel."),
    )

    class Meta:
        verbose_name = _("person")
        verbose_name_plural = _("people")
        constraints = [
            models.UniqueConstraint(
                Lower("email"),
                condition=~models.Q(email=""),
                name="one_person_per_email",
                violation_error_message=_("There is already a person with this e-mail address."),
            )
        ]
        indexes: ClassVar[list[Any]] = [models.Index(fields=["email"], name="person_by_email")]

    def __str__(self) -> str:
        return self.name or self.username

    def save(self, *args, **kwargs) -> None:
        self.username = self.username or new_username()
        self.email = self.email.lower()
        super().save(*args, **kwargs)

    def get_full_name(self) -> str:
        return str(self)

    def get_short_name(self) -> str:
        return str(self)


class Session(AbstractBaseSession):
    """Django's own does not know whose it is, so that nobody's could be ended or removed with its person."""

    person = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, null=True, related_name="sessions"
    )

    @classmethod
    def get_session_store_class(cls) -> Any:
        from accounts.sessions import SessionStore

        return SessionStore


class SignupLink(models.Model):
    """A way in for people whom the host invites while sign-up is not open to everybody."""

    link = models.CharField(_("link"), max_length=32, unique=True, default=new_link, editable=False)
    note = models.CharField(_("for whom"), max_length=80, blank=True)
    left = models.PositiveSmallIntegerField(_("sign-ups left"), default=1)
    ends_at = models.DateTimeField(_("ends at"), default=in_a_month)

    class Meta:
        verbose_name = _("sign-up link")
        verbose_name_plural = _("sign-up links")

    def __str__(self) -> str:
        return self.note or f"#{self.pk}"

    def get_absolute_url(self) -> str:
        return reverse("welcome", args=[self.link])

    @property
    def good(self) -> bool:
        return self.left > 0 and timezone.now() < self.ends_at


class Tie(models.Model):
    """What a person wants to see and hear of another: nothing they write (mute), or nothing at all (block)."""

    class Kind(models.TextChoices):
        MUTE = "mute", _("muted")
        BLOCK = "block", _("blocked")

    person = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="ties")
    other = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="ties_to_me")
    kind = models.CharField(max_length=5, choices=Kind)
    at = models.DateTimeField(default=timezone.now)

    class Meta:
        constraints: ClassVar[list[Any]] = [
            models.UniqueConstraint(fields=["person", "other"], name="one_tie_a_pair"),
        ]

    def __str__(self) -> str:
        return f"{self.person_id} {self.kind} {self.other_id}"


class SendQuerySet(models.QuerySet["Send"]):
    def waiting(self) -> "SendQuerySet":
        return self.filter(state=Send.State.WAITING)

    def free(self, now: datetime) -> "SendQuerySet":
        """Claimed by nobody, or by a sender that has been silent for so long that it must be dead."""
        return self.waiting().filter(Q(claimed_at=None) | Q(claimed_at__lt=now - CLAIM_LASTS))

    def ready(self, now: datetime) -> "SendQuerySet":
        """What may go out now, the longest waiting first."""
        return self.free(now).filter(not_before__lte=now).order_by("not_before", "pk")


class Send(models.Model):
    """A notice on its way to one person by one channel. Made once, claimed by one sender, never doubled.

    event: names what happened, so that it is told once ("turn/8h2k.../17"). about: what it is about, for the kind to
    read (a match's code, a prompt's number). batch: of e-mail, the name that the rows of one mail share, from which
    its Message-ID is made; of push messages, the devices still to be reached, where some have got it already.
    error: a key of sending.ERRORS, and behind it what the other side said.
    """

    class Channel(models.TextChoices):
        MAIL = "mail", _("e-mail")
        PUSH = "push", _("push message")

    class State(models.TextChoices):
        WAITING = "waiting", _("waiting")
        SENT = "sent", _("sent")
        DROPPED = "dropped", _("no longer needed")
        FAILED = "failed", _("failed")

    event = models.CharField(max_length=80)
    kind = models.CharField(max_length=16)
    person = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="sends")
    channel = models.CharField(max_length=4, choices=Channel)
    about = models.JSONField(default=dict)
    state = models.CharField(max_length=8, choices=State, default=State.WAITING)
    made_at = models.DateTimeField(default=timezone.now)
    not_before = models.DateTimeField(default=timezone.now)
    quiet = models.BooleanField(default=True, help_text="whether quiet hours hold it back")
    claimed_at = models.DateTimeField(null=True, blank=True)
    done_at = models.DateTimeField(null=True, blank=True)
    tries = models.PositiveSmallIntegerField(default=0)
    error = models.CharField(max_length=200, blank=True)
    batch = models.CharField(max_length=120, blank=True)

    objects = SendQuerySet.as_manager()

    class Meta:
        constraints: ClassVar[list[Any]] = [
            models.UniqueConstraint(fields=["event", "person", "channel"], name="one_send_an_event"),
        ]
        indexes: ClassVar[list[Any]] = [
            models.Index(fields=["not_before"], condition=Q(state="waiting"), name="to_send"),
            models.Index(fields=["person", "-made_at"], name="sends_of"),
        ]

    def __str__(self) -> str:
        return f"{self.event} to {self.person_id} by {self.channel}"


class Device(models.Model):
    """A browser that asked for push messages."""

    person = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="devices")
    endpoint = models.URLField(max_length=500, unique=True)
    key = models.CharField(max_length=120)
    auth = models.CharField(max_length=40)
    name = models.CharField(max_length=60, blank=True)
    made_at = models.DateTimeField(default=timezone.now)
    last_sent_at = models.DateTimeField(null=True, blank=True)
    last_error = models.CharField(max_length=200, blank=True)
    errors = models.PositiveSmallIntegerField(default=0)

    def __str__(self) -> str:
        return self.name or f"device {self.pk}"


class SitePage(models.Model):
    """Imprint, privacy and terms: the host's own words, in as many languages as the host writes."""

    class Slug(models.TextChoices):
        IMPRINT = "imprint", _("Imprint")
        PRIVACY = "privacy", _("Privacy")
        TERMS = "terms", _("Terms of use")

    CACHED = "site-pages"

    slug = models.CharField(_("page"), max_length=8, choices=Slug)
    language = models.CharField(_("language"), max_length=10)
    text = models.TextField(_("text"), help_text=_("Blank lines make paragraphs; addresses become links."))

    class Meta:
        verbose_name = _("site page")
        verbose_name_plural = _("site pages")
        constraints: ClassVar[list[Any]] = [
            models.UniqueConstraint(fields=["slug", "language"], name="one_page_a_language"),
        ]

    def __str__(self) -> str:
        return f"{self.slug} ({self.language})"

    def save(self, *args, **kwargs) -> None:
        super().save(*args, **kwargs)
        cache.delete(self.CACHED)

    def delete(self, *args, **kwargs) -> Any:
        cache.delete(self.CACHED)
        return super().delete(*args, **kwargs)

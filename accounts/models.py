import secrets

from django.contrib.auth.models import AbstractUser
from django.db import models
from django.db.models.functions import Lower
from django.utils.translation import gettext_lazy as _

NAME_LIMIT = 40


def new_username() -> str:
    """Nobody is asked for one: a person is known by name and signs in by e-mail."""
    return secrets.token_hex(12)


def new_face() -> int:
    return secrets.randbelow(2**15)


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

    def __str__(self) -> str:
        return self.name or self.username

    def save(self, *args, **kwargs) -> None:
        self.username = self.username or new_username()
        super().save(*args, **kwargs)

    def get_full_name(self) -> str:
        return str(self)

    def get_short_name(self) -> str:
        return str(self)

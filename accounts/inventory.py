"""Which table keeps what of people: what becomes of it when somebody goes for good, and what is in their file
(`takeout.py`).

Every app says it of its own tables in a module `inventory`; here it is said of accounts and of what Django and allauth
bring. `tests/accounts/test_inventory.py` fails when a table, a relation to a person or a text is not in it, and when it
is not true.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from importlib import import_module
from importlib.util import find_spec

from django.apps import apps


class Fate(StrEnum):
    GONE = "goes with the person"
    HANDED_ON = "somebody else has it from then on"
    NAMELESS = "stays, and does not say any more whose it was"
    KEPT = "stays as it is"


GONE, HANDED_ON, NAMELESS, KEPT = Fate
Fates = Mapping[str, Fate | tuple[Fate, ...]]


@dataclass(frozen=True)
class Holding:
    """What a table keeps of people.

    fates: of each relation to a person, and of each text that people write or that has their name, what can become of
    it. why: why what stays may stay. taken: the parts of the file that have it. left_out: what of it the file has not,
    and why. plain: texts that tell nothing of anybody: keys, codes, what the host writes for the site.
    """

    fates: Fates = field(default_factory=dict)
    why: str = ""
    taken: tuple[str, ...] = ()
    left_out: dict[str, str] = field(default_factory=dict)
    plain: tuple[str, ...] = ()

    def fates_of(self, name: str) -> set[Fate]:
        fate = self.fates[name]
        return {fate} if isinstance(fate, Fate) else set(fate)


def nothing(*plain: str) -> Holding:
    """A table that keeps nothing of anybody."""
    return Holding(plain=plain)


SECRET = "a key, of use to nobody but to whoever would steal it"
RECKONED = "worked out from what is in the file"

HOLDINGS = {
    "accounts.User": Holding(
        {"email": GONE, "name": GONE, "time_zone": GONE, "language": GONE, "notice_choices": GONE}
        | {"username": GONE, "password": GONE},
        taken=("profile",),
        left_out={"password": SECRET},
    ),
    "accounts.User_groups": Holding({"user": GONE}, taken=("profile",)),
    "accounts.User_user_permissions": Holding({"user": GONE}, taken=("profile",)),
    "accounts.Session": Holding(
        {"person": GONE, "session_data": GONE},
        taken=("browsers",),
        left_out={"session_data": SECRET},
        plain=("session_key",),
    ),
    "accounts.SignupLink": nothing("link", "note"),
    "accounts.Tie": Holding(
        {"person": GONE, "other": GONE},
        taken=("ties",),
        left_out={"other": "by whom somebody is muted or blocked is for those others to know"},
    ),
    "accounts.Send": Holding(
        {"person": GONE, "about": GONE, "error": GONE},
        taken=("notices",),
        left_out={
            "about": "the rows a notice is made from when it is sent",
            "error": "what a mail server said",
        },
        plain=("event", "kind", "batch"),
    ),
    "accounts.Device": Holding(
        {"person": GONE, "name": GONE, "endpoint": GONE, "key": GONE, "auth": GONE, "last_error": GONE},
        taken=("devices",),
        left_out={"endpoint": SECRET, "key": SECRET, "auth": SECRET, "last_error": "what a push server said"},
    ),
    "accounts.SitePage": nothing("language", "text"),
    "account.EmailAddress": Holding({"user": GONE, "email": GONE}, taken=("addresses",)),
    "account.EmailConfirmation": nothing("key"),
    "mfa.Authenticator": Holding(
        {"user": GONE, "data": GONE}, taken=("second_factor",), left_out={"data": SECRET}
    ),
    "admin.LogEntry": Holding(
        {"user": GONE, "object_repr": NAMELESS, "change_message": NAMELESS},
        "what was done in the admin has to be found again; it names somebody who is gone by a number",
        taken=("in_admin",),
        left_out={"object_repr": "names others", "change_message": "names others"},
        plain=("object_id",),
    ),
    "auth.Permission": nothing("name", "codename"),
    "auth.Group": nothing("name"),
    "auth.Group_permissions": nothing(),
    "contenttypes.ContentType": nothing("app_label", "model"),
    "sessions.Session": nothing("session_key", "session_data"),  # `accounts.Session` is used instead
}


def holdings() -> dict[str, Holding]:
    """Of all apps, by the label of the table."""
    found: dict[str, Holding] = {}
    for config in apps.get_app_configs():
        if find_spec(f"{config.name}.inventory"):
            found |= import_module(f"{config.name}.inventory").HOLDINGS
    return found

"""A notice as a mail: text and HTML, in the reader's language and zone, with one link a place it leads to."""

import hashlib
from dataclasses import dataclass, field
from urllib.parse import urlsplit

from django.conf import settings
from django.core.mail import EmailMultiAlternatives
from django.template.loader import render_to_string
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from accounts import links
from accounts.models import Send, User
from accounts.notices import TEST, Item
from accounts.text import one_line

LONGEST_SUBJECT = 160


@dataclass
class Place:
    """What is said about one match, with one link to it. parts: lines by their heading."""

    path: str
    parts: dict[str, list[str]] = field(default_factory=dict)
    link: str = ""
    button: str = ""


def write(person: User, rows: list[Send], items: list[Item], batch: str) -> EmailMultiAlternatives:
    """One mail for all of `items`, which `rows` stand for. The language and the zone are the active ones."""
    kinds = [] if all(row.kind == TEST for row in rows) else [row.kind for row in rows if row.kind != TEST]
    places = places_of(person, items)
    unsubscribe = links.absolute(links.unsubscribe_path(person, kinds))
    context = {
        "person": one_line(str(person)),
        "places": places,
        "subject": subject_of(items),
        "language": get_language(),
        "unsubscribe": unsubscribe,
        "settings_link": links.absolute("/settings/notices/"),
        "site": links.absolute("/"),
        "all": not kinds,
    }
    mail = EmailMultiAlternatives(
        subject=context["subject"],
        body=render_to_string("mail/notice.txt", context),
        to=[person.email],
        headers=headers(batch, items, unsubscribe),
    )
    mail.attach_alternative(render_to_string("mail/notice.html", context), "text/html")
    return mail


def places_of(person: User, items: list[Item]) -> list[Place]:
    """Items that lead to the same place stand together, each under its own heading; none says a thing twice."""
    places: dict[str, Place] = {}
    for item in items:
        place = places.setdefault(item.path, Place(item.path, button=item.button))
        lines = place.parts.setdefault(one_line(item.subject), [])
        if (line := one_line(item.line)) not in lines:
            lines.append(line)
    for place in places.values():
        place.link = links.absolute(links.continue_path(person, place.path))
    return list(places.values())


def subject_of(items: list[Item]) -> str:
    """One line, whatever names are in it: the first heading, and how many others there are."""
    first = one_line(items[0].subject).replace("=?", "= ?")[:LONGEST_SUBJECT]  # no encoded word in disguise
    more = len({(item.path, one_line(item.subject)) for item in items}) - 1
    return _("%(subject)s (and %(n)s more)") % {"subject": first, "n": more} if more else first


def headers(batch: str, items: list[Item], unsubscribe: str) -> dict[str, str]:
    found = {
        "Message-ID": message_id(batch),
        "List-Unsubscribe": f"<{unsubscribe}>",
        "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
        "Auto-Submitted": "auto-generated",
    }
    threads = {item.thread for item in items}
    if len(threads) == 1 and (thread := threads.pop()):
        # The thread's first letter was never sent: all that we send answer it, so that none needs to know the last.
        found["In-Reply-To"] = found["References"] = message_id(thread)
    return found


def message_id(name: str) -> str:
    return f"<{name}@{urlsplit(settings.SITE_URL).hostname}>"


def batch_name(rows: list[Send]) -> str:
    """The same for the same rows, however often they are tried."""
    numbers = ",".join(str(row.pk) for row in rows)
    return "notice." + hashlib.sha256(f"{settings.SECRET_KEY} {numbers}".encode()).hexdigest()[:32]

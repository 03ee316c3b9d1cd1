"""People, sessions and matches for a load run; prints where they are as JSON (see README.md).

    DATA_DIR=/tmp/bench .venv/bin/python bench/fill.py USERS MATCHES > /tmp/bench/matches.json

Each user is a pair of people who play MATCHES Kangoeroe matches with each other.
"""

import json
import os
import sys

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")

import django

django.setup()

from django.contrib.auth import BACKEND_SESSION_KEY, HASH_SESSION_KEY, SESSION_KEY  # noqa: E402
from django.contrib.sessions.backends.db import SessionStore  # noqa: E402
from django.core.management import call_command  # noqa: E402
from django.db import transaction  # noqa: E402

from accounts.models import User  # noqa: E402
from games import dealing  # noqa: E402
from games.catalog import GAMES  # noqa: E402
from games.models import Match, Seat  # noqa: E402

GAME = "kangoeroe"


def session_of(person: User) -> str:
    session = SessionStore()
    session[SESSION_KEY] = str(person.pk)
    session[BACKEND_SESSION_KEY] = "django.contrib.auth.backends.ModelBackend"
    session[HASH_SESSION_KEY] = person.get_session_auth_hash()
    session.save()
    return str(session.session_key)


def start(people: list[User]) -> Match:
    game = GAMES[GAME]
    match = Match(game=GAME, rules=game.version)
    seats = [Seat(match=match, number=n, person=person, name=person.name) for n, person in enumerate(people)]
    with transaction.atomic():
        dealing.deal(match, seats, game.options_type())
    return match


def main(users: int, matches: int) -> None:
    call_command("migrate", verbosity=0)
    out = []
    for _ in range(users):
        people = [User.objects.create(name=name) for name in ("Ada", "Bo")]
        rows = [start(people) for _ in range(matches)]
        out.append(
            {
                "sessions": [session_of(person) for person in people],
                "matches": [{"code": match.code, "seed": match.seed} for match in rows],
            }
        )
    json.dump(out, sys.stdout)


if __name__ == "__main__":
    main(int(sys.argv[1]), int(sys.argv[2]))

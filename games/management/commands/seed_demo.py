"""A first log-in and two matches to look at, on a site for this machine only."""

import secrets
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand
from django.db import transaction

from accounts import addresses
from accounts.models import User
from games import catalog, dealing
from games.desk import load
from games.models import Match, Move

NAME, ADDRESS = "demo", "demo@example.org"


class Command(BaseCommand):
    help = "Make a demo log-in (its password is kept in DATA_DIR/demo-login.txt) with two matches, once."

    def handle(self, **options: Any) -> None:
        if settings.HTTPS:
            self.stdout.write("This is a public site: no demo log-in is made.")
            return
        note = Path(settings.DATA_DIR) / "demo-login.txt"
        person = User.objects.filter(username=NAME).first()
        if person is None:
            make_demo(note)
        elif note.exists() and not person.email:  # from before people signed in by address
            addresses.set_email(person, ADDRESS, verified=True)
            note.write_text(note.read_text().replace(f"{NAME} /", f"{ADDRESS} /"))
        if note.exists():
            self.stdout.write(f"Demo log-in for /admin/: {note.read_text().strip()}")


def make_demo(note: Path) -> None:
    password = secrets.token_urlsafe(9)
    with transaction.atomic():
        person = User.objects.create_superuser(NAME, ADDRESS, password, name="Demo")
        addresses.keep_in_step(person, verified=True)
        game = catalog.featured()
        seats = catalog.usual_seats(game)
        dealing.start_practice(person, game, seats, {})
        play_to_the_end(dealing.start_practice(person, game, seats, {}))
    note.touch(mode=0o600)
    note.write_text(f"{ADDRESS} / {password}\n")


def play_to_the_end(match: Match) -> None:
    """Answer in the person's place as a bot would, until the match is over."""
    while match.running:
        desk = load(match.code)
        if desk is None:
            return
        owed = [(prompt, desk.view(prompt.seat)) for prompt in desk.state.owed()]
        prompt, view = next(one for one in owed if desk.game.ready(one[1], one[0]))
        orders = desk.orders(prompt.seat)
        action = desk.game.bot(view, prompt, orders, desk.dice("bot"))
        desk.play(prompt, action, Move.By.PLAYER)
        desk.run_on()
        desk.store()
        match = desk.match

"""A first log-in and two matches to look at, on a site for this machine only."""

import secrets
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand
from django.db import transaction

from accounts import addresses
from accounts.models import User
from games import dealing
from games.desk import load
from games.models import Match, Move

NAME, ADDRESS = "demo", "demo@example.org"
GAME = "kangoeroe"
SEATS = 4


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
        dealing.start_practice(person, GAME, SEATS, {})
        play_to_the_end(dealing.start_practice(person, GAME, SEATS, {}))
    note.touch(mode=0o600)
    note.write_text(f"{ADDRESS} / {password}\n")


def play_to_the_end(match: Match) -> None:
    """Answer in the person's place as a bot would, until the match is over."""
    while match.running:
        desk = load(match.code)
        if desk is None:
            return
        prompt = desk.state.owed()[0]
        view, orders = desk.view(prompt.seat), desk.orders(prompt.seat)
        action = desk.game.bot(view, prompt, orders, desk.dice("bot"))
        desk.play(prompt, action, Move.By.PLAYER)
        desk.run_on()
        desk.store()
        match = desk.match

"""`simulate GAME`: bots against bots, no database."""

import json
from argparse import ArgumentParser
from contextlib import nullcontext
from typing import Any

import msgspec
from django.core.management.base import BaseCommand, CommandError

from games.catalog import GAMES
from games.simulate import Trial, option_of_orders, sentence, simulate, total


class Command(BaseCommand):
    """Reads the arguments; games/simulate.py does the work."""

    help = "Play matches of bots against bots and say how long they were and how they ended."
    requires_system_checks = ()

    def add_arguments(self, parser: ArgumentParser) -> None:
        """The options of `simulate`."""
        parser.add_argument("game", choices=sorted(GAMES))
        parser.add_argument("--seats", type=int, help="without it all seat counts in turn")
        parser.add_argument("--matches", type=whole, default=100)
        parser.add_argument("--seed", default="1")
        parser.add_argument("--json", action="store_true", help="one JSON object instead of sentences")
        parser.add_argument("--visits-a-day", type=whole, default=0, help="0: every seat is always there")
        parser.add_argument("--orders", help="standing orders everyone starts with: ask or automatic")
        parser.add_argument("--plans", type=whole, default=0, help="planned turns left at each visit")
        parser.add_argument("--ahead", action="store_true", help="leave whatever else can be left")
        parser.add_argument(
            "--options", action="append", default=[], metavar="KEY=VALUE", help="a match option"
        )
        parser.add_argument("--check", action="store_true", help="look for faults after every move")
        parser.add_argument("--counts", action="store_true", help="how often each kind of event happened")
        parser.add_argument("--log", metavar="FILE", help="each match as a line of JSON")

    def handle(self, *args: Any, **said: Any) -> None:
        """Exit code 1 if anything was wrong with a match."""
        game = GAMES[said["game"]]
        try:
            with open(said["log"], "w") if said["log"] else nullcontext() as log:
                orders = option_of_orders(game, said["orders"]) if said["orders"] else {}
                trial = Trial(
                    game=game,
                    seats=(said["seats"],) if said["seats"] is not None else tuple(game.seats),
                    matches=said["matches"],
                    seed=said["seed"],
                    overrides={**orders, **dict(map(read_option, said["options"]))},
                    visits_a_day=said["visits_a_day"],
                    plans=said["plans"],
                    ahead=said["ahead"],
                    obey=bool(orders),
                    check=said["check"],
                    log=log,
                    count=said["counts"],
                )
                reports = simulate(trial)
        except (OSError, ValueError) as error:
            raise CommandError(str(error)) from error
        everything = total(reports)
        if said["json"]:
            self.stdout.write(json.dumps(everything.figures()))
        else:
            for seats, report in reports.items():
                if report.moves:
                    self.stdout.write(sentence(f"{game.slug}, {seats} seats", report))
            if len(reports) > 1:
                self.stdout.write(sentence(f"{game.slug}, all", everything))
            for name, times in everything.figures()["counts"].items():
                self.stdout.write(f"{name}: {times:,}")
        if everything.faults:
            raise CommandError("\n".join(everything.faults[:20]))


def whole(text: str) -> int:
    """A number from 0 up. Raises ValueError, which argparse turns into a sentence."""
    number = int(text)
    if number < 0:
        raise ValueError(text)
    return number


def read_option(text: str) -> tuple[str, Any]:
    """`key=value`, the value as JSON where it is JSON, otherwise as a word."""
    key, _, value = text.partition("=")
    try:
        return key, msgspec.json.decode(value)
    except msgspec.DecodeError:
        return key, value

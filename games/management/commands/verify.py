"""Check matches against their seed and log."""

import hashlib
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.db import transaction

from games import replay
from games.catalog import GAMES
from games.models import Hand, Match

OVER = (Match.Status.FINISHED, Match.Status.CLOSED)


class Command(BaseCommand):
    help = "Deal again from the seed, play the log again, and compare with what is stored."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("codes", nargs="*", help="codes of matches; none: every running match")
        parser.add_argument(
            "--running",
            action="store_true",
            help="every match that is not over, paused, sleeping and frozen ones too",
        )
        parser.add_argument("--all", action="store_true", help="every match there is")

    def handle(self, *, codes: list[str], **options: Any) -> None:
        known = Match.objects.exclude(table="")
        if codes:
            matches = known.filter(code__in=codes)
        elif options["all"]:
            matches = known
        elif options["running"]:
            matches = known.exclude(status__in=OVER)
        else:
            matches = known.filter(status=Match.Status.RUNNING)
        found = list(matches.order_by("pk").values_list("pk", "code"))
        wrong = [f"{code}: no such match" for code in sorted(set(codes) - {code for _, code in found})]
        moves = 0
        for pk, _code in found:
            count, fault = self.look_at(pk)
            moves += count
            wrong += [fault] if fault else []
        summary = f"{len(found)} matches, {moves} moves"
        if wrong:
            raise CommandError("\n".join([*wrong, f"{summary}; {len(wrong)} NOT as stored"]))
        self.stdout.write(f"{summary}: nothing differs")

    def look_at(self, pk: int) -> tuple[int, str]:
        """How many moves are as stored, and what is wrong. Under its lock: people may be playing."""
        with transaction.atomic():
            match = Match.objects.select_for_update().filter(pk=pk).first()
            if match is None:
                return 0, ""
            rules = other_rules(match)
            try:
                moves = replay.verify(match)
                mark = fingerprint(match)
            except replay.Mismatch as mismatch:
                return 0, f"{match.code}: {mismatch}{rules}"
            except Exception as error:
                # Newer rules may choke on an old log in any way; the others are still to be looked at.
                return 0, f"{match.code}: {type(error).__name__} in the rules{rules}"
        self.stdout.write(f"{match.code}: {moves} moves, as stored, {mark}{rules}")
        return moves, ""


def other_rules(match: Match) -> str:
    game = GAMES.get(match.game)
    if game is None:
        return f" (the game {match.game} is not there any more)"
    if match.rules == game.version:
        return ""
    return f" (dealt with version {match.rules} of the rules, which are now at {game.version})"


def fingerprint(match: Match) -> str:
    """Of everything that the table, the hands and the stock hold: equal before and after a restore."""
    zones = Hand.objects.filter(match=match).order_by("pk").values_list("zone", "orders")
    whole = [match.table, match.prompts, str(match.move_count), *(text for row in zones for text in row)]
    return hashlib.sha256("\0".join(whole).encode()).hexdigest()[:16]

"""Check matches against their seed and log."""

from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from games import replay
from games.models import Match


class Command(BaseCommand):
    help = "Deal again from the seed, play the log again, and compare with what is stored."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("codes", nargs="*", help="codes of matches; none: every running match")

    def handle(self, *, codes: list[str], **options: Any) -> None:
        matches = (
            Match.objects.filter(code__in=codes)
            if codes
            else Match.objects.filter(status=Match.Status.RUNNING)
        )
        missing = set(codes) - set(matches.values_list("code", flat=True))
        wrong = [f"{code}: no such match" for code in sorted(missing)]
        for match in matches.iterator():
            try:
                moves = replay.verify(match)
                self.stdout.write(f"{match.code}: {moves} moves, as stored")
            except replay.Mismatch as mismatch:
                wrong.append(f"{match.code}: {mismatch}")
        if wrong:
            raise CommandError("\n".join(wrong))

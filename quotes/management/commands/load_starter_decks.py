from django.core.management.base import BaseCommand, CommandError

from quotes import starter


class Command(BaseCommand):
    help = "Bring the starter decks up to their files. It can run again: what has not changed is left alone."

    def handle(self, **options) -> None:
        for name in starter.names():
            try:
                new, retired = starter.load(name)
            except starter.BadLine as error:
                raise CommandError(str(error)) from error
            if new or retired:
                self.stdout.write(f"{name}: {new} sides are new, {retired} were retired.")

"""Looks for seeds of a game's lesson; what a good one is, tests/<game>/lesson_seeds.py says.

A change of the rules, of the bot, of the hints or of the starter decks makes another match of the same seed. Then:
    .venv/bin/python -m tests.games.lesson_seeds don_martin 20000
"""

import os
import sys
from importlib import import_module

import django


def main(game: str, count: int) -> None:
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tests.settings")
    django.setup()
    praise = import_module(f"tests.{game}.lesson_seeds").praise
    for number in range(count):
        seed = f"{game.replace('_', ' ')} lesson {number}"
        if said := praise(seed):
            print(f"{seed}: {said}", flush=True)


if __name__ == "__main__":
    main(sys.argv[1], int(sys.argv[2]))

"""The contract between the games and the house: values, one place for legality, no clock and no database."""

from .cards import Card, Face, copies, face_of, faces, next_seats
from .codec import Codec, encode, split_events
from .dice import Dice, seed_hash
from .game import Game
from .offer import Choice, Field, Offer, Way
from .state import (
    Action,
    Clock,
    Event,
    IllegalAction,
    Prompt,
    Reason,
    Result,
    State,
    Step,
    View,
    places,
)

__all__ = [
    "Action",
    "Card",
    "Choice",
    "Clock",
    "Codec",
    "Dice",
    "Event",
    "Face",
    "Field",
    "Game",
    "IllegalAction",
    "Offer",
    "Prompt",
    "Reason",
    "Result",
    "State",
    "Step",
    "View",
    "Way",
    "copies",
    "encode",
    "face_of",
    "faces",
    "next_seats",
    "places",
    "seed_hash",
    "split_events",
]

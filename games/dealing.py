"""The deal: from seats and options to a match that is played; and sitting down against bots."""

import json
import random
from collections.abc import Iterable
from typing import Any

import msgspec
from django.db import transaction

from accounts.models import NAME_LIMIT
from games import decks
from games.catalog import GAMES, codec
from games.desk import Desk, encode_text
from games.engine import Dice, split_events
from games.models import Hand, Match, Move, Seat, seat_key
from quotes.models import Deck

BOT_NAMES = ("Pip", "Juno", "Otto", "Fern", "Ziggy", "Moss", "Tilda", "Bruno")
MOST_FACES = 1_000_000


def start_practice(
    person: Any, slug: str, seats: int, options: dict[str, Any], chosen_decks: Iterable[Deck] = ()
) -> Match:
    """A match of one person against bots, dealt and played on to the person's first decision.

    Raises KeyError for an unknown game, ValueError for options, seats or decks it does not have.
    """
    game = GAMES[slug]
    if seats not in game.seats:
        raise ValueError(f"{slug} is not for {seats} seats")
    try:
        chosen = msgspec.convert(options, game.options_type)
    except msgspec.ValidationError as error:
        raise ValueError(str(error)) from error
    names = random.sample(BOT_NAMES, seats - 1)
    with transaction.atomic():
        match = Match(game=slug, rules=game.version, practice=True)
        rows = [Seat(match=match, number=0, person=person, name=str(person)[:NAME_LIMIT], face=person.face)]
        rows += [
            Seat(match=match, number=number, bot=True, name=name, face=random.randrange(MOST_FACES))
            for number, name in enumerate(names, 1)
        ]
        deal(match, rows, chosen, list(chosen_decks) or decks.usual())
    return match


def deal(match: Match, seats: list[Seat], options: Any, chosen_decks: Iterable[Deck] = ()) -> None:
    """Deal, store, and let bots and orders play on. Call it inside a transaction. Seats may be stored already.

    chosen_decks: what a game is dealt from whose cards people write. Raises ValueError for too few cards.
    """
    game = GAMES[match.game]
    if game.from_decks:
        options = decks.stock(match, options, chosen_decks)
    told = tuple(seat.told for seat in seats)
    match.told = json.dumps(told)
    match.options = encode_text(options)  # in full: a default may change while the match runs
    step = game.deal(len(seats), options, told, Dice(match.seed, 0))
    state = step.state
    match.table = encode_text(state.table)
    match.prompts = encode_text(state.prompts)
    match.last_prompt = state.last
    match.save()
    if game.from_decks:
        match.decks.set(chosen_decks)
        decks.keep_blanks(match)
        if not match.practice:
            decks.count_play(chosen_decks)
    Seat.objects.bulk_create([seat for seat in seats if seat.pk is None])
    orders = encode_text(game.first_orders(options))
    hands = [
        Hand(match=match, seat=seat, zone=encode_text(hand), orders=orders)
        for seat, hand in zip(seats, state.hands, strict=True)
    ]
    stock = Hand(match=match, zone=encode_text(state.stock))
    Hand.objects.bulk_create([*hands, stock])
    public, private = split_events(step)
    Move.objects.create(
        match=match,
        number=0,
        by=Move.By.DEAL,
        public=encode_text(public),
        private={seat_key(seat): msgspec.to_builtins(events) for seat, events in private.items()},
    )
    desk = Desk(match, game, codec(match.game), seats, hands, stock, state)
    # The index of open prompts starts empty: what was dealt counts as new, for orders too.
    desk.before = msgspec.structs.replace(state, prompts=())
    desk.run_on()
    desk.store()

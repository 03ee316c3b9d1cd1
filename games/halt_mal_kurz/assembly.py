"""Vollversammlung: open ballots on who gives one card to whom."""

from collections import Counter
from collections.abc import Iterable

from msgspec.structs import replace

from games.engine import Card, Prompt, face_of

from .answers import Abstain, Vote
from .course import end_action
from .events import Tallied, Voted
from .parts import Affair, Ballot, Options, Promise
from .reactions import use_lists
from .turn import Turn


def call_assembly(turn: Turn, card: Card) -> None:
    """Everybody votes, the caller too."""
    everybody = (turn.turn, *turn.clockwise(turn.turn))
    turn.affair = Affair(face_of(card), turn.turn, everybody, "vote", "receive", ballots=(None,) * turn.seats)
    turn.ask_all(everybody, "vote")


def vote(turn: Turn, prompt: Prompt, action: Vote | Abstain) -> None:
    """A ballot, with a gift and a wish that nobody sees; a new one takes the place of the old."""
    affair = turn.affair
    assert affair is not None
    ballot = Ballot(action.giver, action.receiver) if isinstance(action, Vote) else Ballot()
    ballots = list(affair.ballots)
    changed = ballots[prompt.seat] is not None
    ballots[prompt.seat] = ballot
    turn.affair = affair = replace(affair, ballots=tuple(ballots))
    turn.keep(prompt.seat, Promise(action.gift, action.wish))
    turn.say(Voted(seat=prompt.seat, giver=ballot.giver, receiver=ballot.receiver, changed=changed))
    if turn.note_answer(prompt):
        settle_assembly(turn, affair)


def settle_assembly(turn: Turn, affair: Affair) -> None:
    """The giver picks the card (Ruling); the receiver alone may use a list, and not against its own assembly."""
    chosen, votes, cast = tally(affair.ballots, turn.options.majority)
    giver, receiver = (chosen.giver, chosen.receiver) if chosen else (None, None)
    turn.say(Tallied(seat=affair.seat, giver=giver, receiver=receiver, votes=votes, cast=cast))
    if giver is not None and receiver is not None:
        held = turn.hands[giver].cards
        # Ruling: nothing happens without a card to give, so no list is spent on it either.
        void = use_lists(turn, (receiver,), affair.face, never=affair.seat) if held else ()
        if not void:
            turn.give_card(giver, receiver, turn.promise(giver).gift, "assembly")
    end_action(turn)


def tally(
    ballots: Iterable[Ballot | None], majority: str = Options().majority
) -> tuple[Ballot | None, int, int]:
    """(the ballot that won or None, the votes for the leading one, the votes cast without abstentions).

    `relative`: strictly most votes; `absolute`: more than half of those cast. A tie is no majority (Ruling).
    """
    counts = Counter(ballot for ballot in ballots if ballot is not None and ballot.giver is not None)
    cast = counts.total()
    ranked = counts.most_common(2)
    if not ranked:
        return None, 0, 0
    first, votes = ranked[0]
    alone = len(ranked) == 1 or ranked[1][1] < votes
    won = votes * 2 > cast if majority == "absolute" else alone
    return first if won else None, votes, cast

"""Nazi and Polizei: laid face down, turned and slapped by each seat in its own time, settled when all have."""

from statistics import median

from msgspec.structs import replace

from games.engine import Card, Prompt, face_of

from .answers import Lay
from .course import end_action, go_on
from .events import CardLaid, Closed, Opened, Reacted, SlapsSettled, Turned
from .pack import covered, kind_of, symbols_of
from .parts import Contest, Laid, Seen
from .reactions import use_list
from .turn import Turn


def open_contest(turn: Turn, card: Card, action: Lay) -> None:
    """The others may turn the card when they like; with their own next turn they must."""
    assert turn.prompt is not None
    seat, number = turn.turn, turn.prompt.number
    named = action.target if kind_of(card) == "police" else None
    symbol = symbols_of(card)
    turn.contests.append(Contest(number, seat, symbol, turn.open == seat))  # type: ignore[arg-type]
    turn.laid.append(Laid(number, card, named))
    note(turn, seat, Seen(number, face_of(card), named, done=True))
    turn.say(CardLaid(seat=seat, face=covered(card), delivery=action.delivery, words=action.words))
    for other in turn.clockwise(seat):
        turn.ask(other, "flip", clock="free")
    end_action(turn)


def turn_up(turn: Turn, prompt: Prompt, ready: bool, wish: int = 0) -> None:
    """The face is for the seat that turned it alone. A ready seat has a few seconds to slap."""
    card = next(one.card for one in turn.laid if one.number == prompt.opened_by)
    seen = Seen(prompt.opened_by, face_of(card), done=not ready, wish=wish)  # type: ignore[arg-type]
    note(turn, prompt.seat, seen)
    turn.say(Turned(to=prompt.seat, contest=prompt.opened_by, face=face_of(card)))
    turn.close(prompt)
    if ready:
        seconds = turn.options.window
        about = prompt.opened_by
        turn.ask(prompt.seat, "slap", clock="window", seconds=seconds, about=about, instead=prompt.clock)
    else:
        settle(turn)


def slap(turn: Turn, prompt: Prompt, hit: int, wish: int, after_ms: int | None) -> None:
    """Kept in the hand until all have answered. Over the window it is hands off."""
    late = after_ms is not None and after_ms > turn.options.window * 1000
    counts = 0 if late else hit
    hand = turn.hands[prompt.seat]
    seen = tuple(
        replace(one, done=True, hit=counts, after_ms=after_ms if counts else None, wish=wish)
        if one.contest == prompt.opened_by
        else one
        for one in hand.seen
    )
    turn.hands[prompt.seat] = replace(hand, seen=seen)
    turn.say(
        Reacted(
            to=prompt.seat,
            contest=prompt.opened_by,
            hit=counts,  # type: ignore[arg-type]
            after_ms=after_ms,
            late=bool(late and hit),
        )
    )
    turn.close(prompt)
    settle(turn)


def note(turn: Turn, seat: int, seen: Seen) -> None:
    """Remember a face in the hand of the seat that saw it."""
    turn.hands[seat] = replace(turn.hands[seat], seen=(*turn.hands[seat].seen, seen))


def settle(turn: Turn) -> None:
    """Contests settle in the order in which they were laid; a complete one waits for the older ones (Ruling)."""
    while turn.contests and is_complete(turn, turn.contests[0]):
        uncover(turn, turn.contests[0])
    go_on(turn)


def is_complete(turn: Turn, contest: Contest) -> bool:
    """Whether every seat is done with it."""
    return all(any(one.contest == contest.number and one.done for one in hand.seen) for hand in turn.hands)


def uncover(turn: Turn, contest: Contest) -> None:
    """Everything a turned card does, on the table as it is now."""
    laid = turn.laid[0]
    others = turn.clockwise(contest.seat)
    seen = {seat: answer_of(turn, seat, contest) for seat in others}
    slaps = {seat: one.after_ms for seat, one in seen.items() if one.hit}
    draws = tuple(slaps) if laid.named is not None else who_draws(slaps, others)
    turn.say(
        SlapsSettled(
            seat=contest.seat,
            face=face_of(laid.card),
            slaps=tuple(slaps.items()),
            draws=draws,
            named=laid.named,
        )
    )
    hit = [seat for seat in others if seat in draws or seat == laid.named]
    on_top = turn.discards[-1] == laid.card
    thinking = turn.somebody_thinks()
    void = tuple(
        seat
        for seat in hit
        if seen[seat].wish
        and use_list(turn, seat, face_of(laid.card), place=where_it_slides(turn, laid.card, on_top, thinking))
    )
    if laid.named is not None:
        open_hand(turn, laid.named, void=laid.named in void)
    for seat in draws:
        if seat not in void:
            turn.draw(seat, 1, "hit")
    turn.contests.remove(contest)
    turn.laid.remove(laid)
    for seat, hand in enumerate(turn.hands):
        left = tuple(one for one in hand.seen if one.contest != contest.number)
        turn.hands[seat] = replace(hand, seen=left)


def answer_of(turn: Turn, seat: int, contest: Contest) -> Seen:
    """How a seat met the card."""
    return next(one for one in turn.hands[seat].seen if one.contest == contest.number)


def who_draws(slaps: dict[int, int | None], others: tuple[int, ...]) -> tuple[int, ...]:
    """At a Nazi: everybody who kept the hands off, or, if all slapped, the slowest (rulebook, "Der Nazi")."""
    return tuple(seat for seat in others if seat not in slaps) or slowest(slaps)


def slowest(slaps: dict[int, int | None]) -> tuple[int, ...]:
    """Who slapped last: milliseconds by seat in turn order; None, a seat without a timer, counts as the others' median.

    Ruling: equal times: the later in turn order. Nobody measured: nobody is slowest.
    """
    measured = [after for after in slaps.values() if after is not None]
    if not measured:
        return ()
    middle = median(measured)
    filled = {seat: middle if after is None else after for seat, after in slaps.items()}
    return (max(reversed(filled), key=lambda seat: filled[seat]),)


def where_it_slides(turn: Turn, card: Card, on_top: bool, thinking: bool) -> int | None:
    """Where a list goes: nobody's top changes while thinking (Ruling).

    None: on top. Against a buried card directly on it; while somebody thinks, just under the top.
    """
    if not on_top:
        return turn.discards.index(card) + 1
    return len(turn.discards) - 1 if thinking else None


def open_hand(turn: Turn, named: int, *, void: bool) -> None:
    """The old open hand is closed, the named one opened unless a list voids that (rulebook, "Die Polizei")."""
    if turn.open is not None and (void or turn.open != named):
        turn.say(Closed(target=turn.open))
        turn.open = None
    if void:
        return
    turn.say(Opened(target=named, still=turn.open == named))
    turn.open = turn.exempt = named

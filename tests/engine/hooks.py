"""What the suite has to be told about a game: what a seat may know of hidden zones, and what is hidden there."""

from collections.abc import Callable
from dataclasses import dataclass
from random import Random
from typing import Any, Literal

from msgspec.structs import replace

from games.don_martin import answers as dm_said
from games.don_martin import pack as dm_pack
from games.engine import Prompt, State, face_of, faces, next_seats
from games.game_of_quotes import answers as goq_said
from games.game_of_quotes import cards as goq_cards
from games.game_of_quotes import parts as goq
from games.halt_mal_kurz import answers as said
from games.halt_mal_kurz import pack as hmk_pack
from games.halt_mal_kurz import parts as hmk
from games.kangoeroe import parts as kangoeroe
from tests.engine import toy_parts as toy

AnyState = State[Any, Any, Any]


@dataclass(frozen=True)
class Hooks:
    """One game's answers. The defaults do for a game whose cards alone are hidden.

    known: cards in other hands and the stock whose face a seat may know; they are not exchanged.
    scramble: the same state with everything else drawn anew that a seat cannot know (sealed numbers, notes);
        it comes after the exchange of cards and has to agree with them.
    twin: another action that the other seats cannot tell from this one before it is revealed, or None.
    mutate: other orders than `leave_orders` makes; illegal ones are not used.
    may_name: cards that a private event may name though the seat holds them neither before nor after.
    options: the ones to play with instead of these random ones, where many would make matches too long.
    most_moves: no match is longer.
    """

    known: Callable[[AnyState, int], set[str]] = lambda state, seat: set()
    scramble: Callable[[AnyState, int, Random], AnyState] = lambda state, seat, random: state
    twin: Callable[[AnyState, Prompt, Any, Random], Any] = lambda state, prompt, action, random: None
    mutate: Callable[[Any, Any, Random], Any] = lambda view, orders, random: orders
    may_name: Callable[[AnyState, AnyState, int], set[str]] = lambda before, after, seat: set()
    options: Callable[[Any, Random], Any] = lambda options, random: options
    most_moves: int = 3000


def others(state: AnyState, seat: int) -> list[tuple[int, Any]]:
    return [(other, state.hands[other]) for other in next_seats(seat, len(state.hands))]


def with_hands(state: AnyState, hands: dict[int, Any]) -> AnyState:
    return replace(state, hands=tuple(hands.get(seat, hand) for seat, hand in enumerate(state.hands)))


# Kangoeroe


def scramble_duel(state: AnyState, seat: int, random: Random) -> AnyState:
    """How far the attacker will go, and how often the owner will answer, are theirs alone."""
    duel = state.table.duel
    if duel is None:
        return state
    hands = {}
    for other, hand in others(state, seat):
        held = hand.held(duel.colour)
        if other == duel.attacker and duel.owner_spent == 0:
            hands[other] = replace(hand, persist=random.choice([None, *range(held + 1)]))
        elif other == duel.owner and duel.owner_spent > 0:
            hands[other] = replace(hand, answers=random.randint(0, held))
    return with_hands(state, hands)


def other_strength(state: AnyState, prompt: Prompt, action: Any, random: Random) -> Any:
    """The same card with other cards behind it; an answer with another number of cards."""
    hand = state.hands[prompt.seat]
    if isinstance(action, kangoeroe.Hop):
        return kangoeroe.Hop(action.card, random.choice([None, *range(hand.held(action.card[0]))]))
    if isinstance(action, kangoeroe.Defend) and action.cards:
        return kangoeroe.Defend(random.randint(1, hand.held(state.table.duel.colour)))
    return None


def wild_kangoeroe_orders(view: Any, orders: Any, random: Random) -> Any:
    most: list[int | None] = [None, 0, 1, 2, kangoeroe.COPIES]
    defend: dict[str, int | None] = {colour: random.choice(most) for colour in kangoeroe.COLOURS}
    lines = tuple(
        kangoeroe.Planned(
            random.choice(kangoeroe.COLOURS), random.choice([None, 0, 1, 11]), ("theirs", "mine")
        )
        for _ in range(random.randint(0, 4))
    )
    return kangoeroe.Orders(defend, (*orders.plans, lines))


# Halt mal kurz

NO_YES: tuple[Literal[0], Literal[1]] = (0, 1)


def known_in_hmk(state: AnyState, seat: int) -> set[str]:
    """The discards with the cards to be turned, and the open hand where this seat can see it.

    And its own hand: a card that was promised may have come there since.
    """
    known = set(state.stock.discards) | set(state.hands[seat].cards)
    open_seat = state.table.open
    if open_seat is not None and (state.table.shown is not None or state.hands[seat].peek is not None):
        known |= set(state.hands[open_seat].cards)
    return known


def scramble_hmk(state: AnyState, seat: int, random: Random) -> AnyState:
    """Cards that this seat has not turned are the other kind of their symbol; slaps and promises are others."""
    for laid in state.stock.laid:
        turned = any(seen.contest == laid.number for seen in state.hands[seat].seen)
        if not turned and random.random() < 0.7:
            state = with_other_kind(state, seat, laid.card, random)
    laid_anew = tuple(named_anew(state, seat, laid, random) for laid in state.stock.laid)
    state = replace(state, stock=replace(state.stock, laid=laid_anew))
    hands = {
        other: replace(
            hand,
            seen=tuple(seen_anew(state, other, seen, random) for seen in hand.seen),
            promise=hand.promise and promise_anew(state, other, hand, random),
            peek=hand.peek and faces(state.hands[state.table.open].cards),
        )
        for other, hand in others(state, seat)
    }
    return with_hands(state, hands)


def with_other_kind(state: AnyState, seat: int, card: str, random: Random) -> AnyState:
    """A Nazi is a Polizei or the reverse, changed for one that lies where this seat cannot look."""
    known = known_in_hmk(state, seat)
    there = [other for hand in state.hands for other in hand.cards] + list(state.stock.pile)
    kind = "police" if hmk_pack.kind_of(card) == "nazi" else "nazi"
    hidden = [
        other
        for other in there
        if face_of(other) == f"{kind}-{hmk_pack.symbols_of(card)}" and other not in known
    ]
    if not hidden:
        return state
    other = random.choice(hidden)
    names = {card: other, other: card}

    def swapped(cards: tuple[str, ...]) -> tuple[str, ...]:
        return tuple(names.get(one, one) for one in cards)

    hands = {}
    for place, hand in enumerate(state.hands):
        gift = hand.promise and names.get(hand.promise.gift, hand.promise.gift)
        promise = hand.promise and replace(hand.promise, gift=gift)
        hands[place] = replace(hand, cards=swapped(hand.cards), promise=promise)
    laid = tuple(replace(one, card=names.get(one.card, one.card)) for one in state.stock.laid)
    stock = hmk.Stock(swapped(state.stock.pile), swapped(state.stock.discards), laid)
    return with_hands(replace(state, stock=stock), hands)


def named_anew(state: AnyState, seat: int, laid: Any, random: Random) -> Any:
    """Whom a Polizei names is known to its player alone; a Nazi names nobody."""
    player = next(one.seat for one in state.table.contests if one.number == laid.number)
    if hmk_pack.kind_of(laid.card) == "nazi":
        return replace(laid, named=None)
    if player == seat:
        return laid
    return replace(laid, named=random.choice(next_seats(player, len(state.hands))))


def seen_anew(state: AnyState, seat: int, seen: Any, random: Random) -> Any:
    """The card as it is now, and another slap where there was one to make."""
    laid = next(one for one in state.stock.laid if one.number == seen.contest)
    player = next(one.seat for one in state.table.contests if one.number == seen.contest)
    seen = replace(seen, face=face_of(laid.card))
    if seat == player:
        return replace(seen, named=laid.named)
    if not seen.done:
        return seen
    hit = random.randint(0, 1)
    after = random.choice([None, random.randint(150, 4000)]) if hit else None
    return replace(seen, hit=hit, after_ms=after, wish=random.randint(0, 1))


def promise_anew(state: AnyState, seat: int, hand: Any, random: Random) -> Any:
    """Another gift and wish, and other throws, as many as there were."""
    affair, promise = state.table.affair, hand.promise
    allowed = [throw for throw in said.THROWS if not (affair.without_well and throw == "well")]
    first_form = affair.face.startswith("schnick") and not affair.again
    pile = [said.PILE] if affair.face.startswith("schnick") and state.table.to_draw else []
    return hmk.Promise(
        gift=random.choice([None, *hand.cards, *pile]) if affair.stage in ("throw", "vote") else None,
        wish=random.choice(NO_YES) if seat != affair.seat else 0,
        throws=tuple(random.choices(allowed, k=len(promise.throws))),
        without_well=first_form and random.random() < 0.3,
    )


def twin_in_hmk(state: AnyState, prompt: Prompt, action: Any, random: Random) -> Any:
    """The other card of the same symbol, another named seat; other throws, gifts, wishes and slaps."""
    cards, seats = state.hands[prompt.seat].cards, next_seats(prompt.seat, len(state.hands))
    match action:
        case said.Lay(card) if (
            hmk_pack.kind_of(card) in hmk_pack.FLIPPED and state.table.options.slap == "reflex"
        ):
            alike = [one for one in cards if hmk_pack.covered(one) == hmk_pack.covered(card)]
            same = [one for one in alike if hmk_pack.kind_of(one) in hmk_pack.FLIPPED]
            return replace(action, card=random.choice(same), target=random.choice(seats))
        case said.Leave():
            return said.Leave(NO_YES[1 - action.wish])
        case said.Slap():
            return replace(action, hit=1 - action.hit, wish=random.randint(0, 1))
        case said.React():
            words = random.choice([None, random.randint(1, 99)])
            return replace(action, wish=1 - action.wish, delivery=random.choice(said.DELIVERIES), words=words)
        case said.Throw():
            mine = hmk.Hand(cards, promise=hmk.Promise(throws=action.throws))
            other = promise_anew(state, prompt.seat, mine, random)
            return said.Throw(other.throws, NO_YES[other.without_well], other.gift, other.wish)
        case said.Vote() | said.Abstain():
            other = promise_anew(state, prompt.seat, hmk.Hand(cards, promise=hmk.Promise()), random)
            return replace(action, gift=other.gift, wish=other.wish)
        case said.Give():
            most = min(len(cards), len(state.table.affair.targets))
            return said.Give(tuple(random.sample(cards, random.randint(0, most))))
    return None


def wild_hmk_orders(view: Any, orders: Any, random: Random) -> Any:
    words: dict[str, Any] = {hit: random.choice(("use", "ask", "never")) for hit in said.HITS}
    seats = [None, *range(view.table.seats)]
    cards = [*view.hand.cards, *random.sample(hmk_pack.PACK, 2)]
    lines = tuple(said.Line(random.choice(cards), random.choice(seats)) for _ in range(random.randint(0, 3)))
    return said.Orders(
        **words,
        throws=tuple(random.choices(said.THROWS, k=random.randint(0, said.MOST_THROWS))),
        without_well=random.random() < 0.3,
        plans=random.choice([orders.plans, (), (said.Plan(lines, random.random() < 0.5),)]),
    )


# Don Martin's Kartenspiel


def known_in_dm(state: AnyState, seat: int) -> set[str]:
    """What lies on the table."""
    return {one.card for one in state.stock.laid}


def scramble_dm(state: AnyState, seat: int, random: Random) -> AnyState:
    """A card that was thrown in, and has not fallen yet, is another coloured one of that hand."""
    hands = {
        other: replace(hand, thrown=random.choice(hand.coloured()))
        for other, hand in others(state, seat)
        if hand.thrown is not None and hand.coloured()
    }
    return with_hands(state, hands)


def twin_in_dm(state: AnyState, prompt: Prompt, action: Any, random: Random) -> Any:
    """Another card is thrown in."""
    if isinstance(action, dm_said.Throw):
        return dm_said.Throw(random.choice(state.hands[prompt.seat].coloured()))
    return None


def wild_dm_orders(view: Any, orders: Any, random: Random) -> Any:
    """Any card of the hand to throw in; lines that may name what is not held, and plans of another round."""
    cards = [*view.hand.cards, random.choice(dm_pack.COLOURED)]

    def line() -> Any:
        do: Any = random.choice(("add", "lead", "special", "ignore"))
        fitting = [card for card in cards if dm_pack.is_special(card) == (do == "special")]
        return dm_said.Line(
            do,
            None if do == "ignore" else random.choice(fitting or cards),
            random.choice([None, *range(view.table.seats)]),
            tuple(random.sample(dm_pack.COLOURS, random.choice([0, 0, 1, 2]))),
            tuple(random.sample(dm_pack.COLOURS, random.choice([0, 0, 1, 2]))),
        )

    plans = tuple(
        dm_said.Plan(
            view.table.round + (random.random() < 0.1),
            tuple(line() for _ in range(random.randint(1, 4))),
            random.random() < 0.5,
        )
        for _ in range(random.randint(0, dm_said.MOST_PLANS))
    )
    throw: Any = random.choice(("rarest", "card", "ask"))
    return dm_said.Orders(throw, random.choice(cards) if throw == "card" else None, plans)


def mostly_one_round(options: Any, random: Random) -> Any:
    """Twenty rounds of random play are long: one match in ten may have them."""
    return options if random.random() < 0.1 else replace(options, target=0)


# Game of Quotes


def known_in_goq(state: AnyState, seat: int) -> set[str]:
    """Its own hand and what was read, which lies aside or, until it is shuffled in, with the discards."""
    read = {reading.quote for row in state.table.readings for reading in row}
    read |= {reading.source.face for row in state.table.readings for reading in row}
    return {*state.hands[seat].cards, *state.hands[seat].aside(), *state.stock.read} | (
        read & set(state.stock.discards)
    )


def scramble_goq(state: AnyState, seat: int, random: Random) -> AnyState:
    """Drafts, written sources and how a source is read are others, and so is what each stamp was worth."""
    hands = {}
    for other, hand in others(state, seat):
        used = used_anew(len(hand.used), random)
        hand = replace(hand, used=used, source=hand.source and source_anew(hand.source, random))
        draft = hand.draft and draft_anew(state, hand, random)
        stamp = hand.stamp and stamp_anew(state, other, hand, random)
        hands[other] = replace(hand, draft=draft, stamp=stamp)
    return with_hands(state, hands)


def used_anew(count: int, random: Random) -> tuple[int, ...]:
    """Which of the stamps of the rounds before was the double one, if any."""
    double = random.choice([None, *range(count)])
    return tuple(2 if place == double else 1 for place in range(count))


def source_anew(source: goq.Source, random: Random) -> goq.Source:
    if source.face:
        return replace(source, reads=random.choice(("name", "description")))
    return replace(source, words=random.randint(1, 10**6))


def draft_anew(state: AnyState, hand: goq.Hand, random: Random) -> goq.Draft:
    """Other cards, texts and readings, each where there was one."""
    assert hand.draft is not None
    draft, named = hand.draft, [card for card in hand.cards if goq_cards.has_source(card)]
    card = draft.card and random.choice(named if state.table.task == "source" else hand.cards)
    return goq.Draft(
        card,
        random.choice(("name", "description")),
        draft.words and random.randint(1, 10**6),
        draft.lends and random.choice([one for one in named if one != card]),
    )


def stamp_anew(state: AnyState, seat: int, hand: goq.Hand, random: Random) -> goq.Given:
    left: list[Any] = [value for value in (1, 2) if hand.left(value)]
    return goq.Given(random.choice(next_seats(seat, len(state.hands))), random.choice(left))


def twin_in_goq(state: AnyState, prompt: Prompt, action: Any, random: Random) -> Any:
    """Another card, another text, another stamp; as many cards are used."""
    hand = state.hands[prompt.seat]
    if isinstance(action, goq_said.Stamp):
        stamp = stamp_anew(state, prompt.seat, hand, random)
        return goq_said.Stamp(stamp.seat, stamp.value)
    if isinstance(action, goq_said.Swap):
        return goq_said.Swap(tuple(random.sample(hand.cards, len(action.cards))))
    card = getattr(action, "card", None)
    words = getattr(action, "words", None) or getattr(action, "stock", None) or 0
    draft = goq.Draft(card, "name", words, getattr(action, "lends", None))
    other = draft_anew(state, replace(hand, draft=draft), random)
    match action:
        case goq_said.Pick():
            return goq_said.Pick(other.card or "", other.reads)
        case goq_said.Write():
            return goq_said.Write(other.words or None, lends=other.lends)
    return goq_said.Both(other.card or "", other.words or None, lends=other.lends)


def wild_goq_orders(view: Any, orders: Any, random: Random) -> Any:
    """Too many ideas now and then, names of the game's own, and an idea pad that is kept to oneself."""
    ideas = [random.choice([-random.randint(1, goq_cards.STOCK), random.randint(1, 10**6)]) for _ in range(7)]
    return goq_said.Orders(tuple(ideas[: random.randint(0, 7)]), random.random() < 0.7)


def passed_on(before: AnyState, after: AnyState, seat: int) -> set[str]:
    """In round 4 hands pass at once: what a seat drew is its neighbour's then."""
    passed = after.table.round == 4 > before.table.round
    return set(after.hands[(seat + 1) % len(after.hands)].cards) if passed else set()


def small_decks_and_blanks(options: Any, random: Random) -> Any:
    """Half of the matches have blanks, some of them without a source; most have a deck of the least size."""
    if random.random() < 0.7:
        options = replace(options, cards=options.cards[: goq_cards.LEAST_A_SEAT * 6])
    count = random.choice([0, options.most_blanks])
    blanks = [goq_cards.blank_card(100 + place, random.choice([None, 200 + place])) for place in range(count)]
    return replace(options, blanks=tuple(blanks))


# The toy


def known_in_toy(state: AnyState, seat: int) -> set[str]:
    """The discards, the hidden cards that the seat has turned or laid, an open hand."""
    seen = {note.contest for note in state.hands[seat].seen}
    covered = zip(state.table.contests, state.stock.covered, strict=True)
    known = set(state.stock.discards) | {card for contest, card in covered if contest.number in seen}
    return known | set(state.hands[state.table.open].cards if state.table.shown is not None else ())


def scramble_toy(state: AnyState, seat: int, random: Random) -> AnyState:
    """Sealed choices, what the others saw (the card is another now), and whether they slapped it."""
    faces = {
        contest.number: face_of(card)
        for contest, card in zip(state.table.contests, state.stock.covered, strict=True)
    }
    hands = {}
    for other, hand in others(state, seat):
        calls = tuple(random.choices(toy.SORTS, k=len(hand.sealed.calls) if hand.sealed else 0))
        sealed = hand.sealed and toy.Seal(random.choice(hand.cards), random.randint(0, toy.MOST_BID), calls)
        mine = {contest.number for contest in state.table.contests if contest.seat == other}
        seen = tuple(
            replace(
                note,
                face=faces[note.contest],
                hit=random.randint(0, 1) if note.done and note.contest not in mine else 0,
                after_ms=random.randint(150, 4000) if note.done and note.contest not in mine else None,
            )
            for note in hand.seen
        )
        hands[other] = replace(hand, sealed=sealed, seen=seen)
    return with_hands(state, hands)


def twin_in_toy(state: AnyState, prompt: Prompt, action: Any, random: Random) -> Any:
    hand = state.hands[prompt.seat]
    match action:
        case toy.Seal(_, _, calls):
            sealed = random.choice(hand.cards), random.randint(0, toy.MOST_BID)
            return toy.Seal(*sealed, tuple(random.choices(toy.SORTS, k=len(calls))))
        case toy.Hide():
            return toy.Hide(random.choice(hand.cards))
        case toy.Slap(hit, after_ms):
            return toy.Slap(0 if hit else 1, after_ms)
    return None


def wild_toy_orders(view: Any, orders: Any, random: Random) -> Any:
    plans = tuple(
        tuple(random.choices(toy.SORTS, k=random.randint(1, 3))) for _ in range(random.randint(0, 2))
    )
    return toy.Orders(random.random() < 0.2, random.choice([None, -1, 7]), plans, random.choice([0, 1]))


def dealt_anew(before: AnyState, after: AnyState, seat: int) -> set[str]:
    """A round that ended took away what was drawn just before."""
    return set(toy.PACK) if after.table.round > before.table.round else set()


HOOKS: dict[str, Hooks] = {
    "kangoeroe": Hooks(
        scramble=scramble_duel, twin=other_strength, mutate=wild_kangoeroe_orders, most_moves=400
    ),
    "halt-mal-kurz": Hooks(
        known=known_in_hmk, scramble=scramble_hmk, twin=twin_in_hmk, mutate=wild_hmk_orders, most_moves=4000
    ),
    "don-martin": Hooks(
        known=known_in_dm,
        scramble=scramble_dm,
        twin=twin_in_dm,
        mutate=wild_dm_orders,
        options=mostly_one_round,
        most_moves=20_000,
    ),
    "game-of-quotes": Hooks(
        known=known_in_goq,
        scramble=scramble_goq,
        twin=twin_in_goq,
        mutate=wild_goq_orders,
        may_name=passed_on,
        options=small_decks_and_blanks,
        most_moves=400,
    ),
    "toy": Hooks(
        known=known_in_toy,
        scramble=scramble_toy,
        twin=twin_in_toy,
        mutate=wild_toy_orders,
        may_name=dealt_anew,
        most_moves=1000,
    ),
}

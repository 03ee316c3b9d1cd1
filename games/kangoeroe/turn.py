"""What a move does to a Kangoeroe match: figures, duels, refilling, the end."""

from typing import cast

from msgspec.structs import replace

from games.engine import Card, Event, Face, Prompt, State, Step, next_seats

from .parts import (
    CENTRE,
    COLOURS,
    COPIES,
    HAND_SIZE,
    PLACE,
    Answered,
    Attacked,
    Colour,
    Countered,
    Drew,
    Duel,
    Ended,
    Grabbed,
    Hand,
    LastHand,
    PileOut,
    Refilled,
    Settled,
    Stayed,
    Stock,
    Table,
    Took,
)

KState = State[Table, Hand, Stock]
KStep = Step[Table, Hand, Stock]


def duel_outcome(attacker_extra: int, owner_cards: int) -> tuple[bool, int, int]:
    """How a folded duel ends: (does the owner keep the figure, cards the attacker spent, cards the owner spent).

    attacker_extra: cards the attacker will spend beyond the attack itself; owner_cards: cards the owner will spend.
    They are laid in turn until one side has no more to lay, so neither spends more than it needs.
    Rulebook, "Déroulement d'un tour".
    """
    kept = owner_cards > attacker_extra
    return kept, 1 + min(attacker_extra, owner_cards), min(owner_cards, attacker_extra + 1)


class Turn:
    """One move on a copy of the state: lists while it lasts, values before and after."""

    def __init__(self, state: KState) -> None:
        self.table = state.table
        self.figures = list(state.table.figures)
        self.laid = list(state.table.laid)
        self.hands = list(state.hands)
        self.pile = state.stock.pile
        self.duel: Duel | None = state.table.duel
        self.over = False
        self.last = state.last
        self.prompts: tuple[Prompt, ...] = ()
        self.events: list[Event] = []

    def step(self) -> KStep:
        """The state after the move, with its table published."""
        counts = tuple([len(hand.cards) for hand in self.hands])
        table = Table(
            self.table.options,
            tuple(self.figures),
            tuple(self.laid),
            counts,
            len(self.pile),
            self.duel,
            self.over,
        )
        return Step(
            State(table, tuple(self.hands), Stock(self.pile), self.prompts, self.last), tuple(self.events)
        )

    def hop(self, seat: int, card: Card, persist: int | None) -> None:
        """Rulebook, "Déroulement d'un tour": play a card, claim the figure of its colour."""
        colour = cast(Colour, card[0])
        owner = self.figures[PLACE[colour]]
        self.spend(seat, card)
        if owner == CENTRE:
            self.events.append(Took(seat=seat, colour=colour))
        elif owner == seat:
            self.events.append(Stayed(seat=seat, colour=colour))
        elif not self.answerable(owner, colour):
            self.events.append(Grabbed(seat=seat, colour=colour, owner=owner))
        else:
            hand = self.hands[seat]
            self.hands[seat] = Hand(hand.cards, 0, persist)
            self.duel = Duel(colour, seat, owner, 1, 0)
            self.events.append(Attacked(seat=seat, colour=colour, owner=owner))
            self.ask(owner, "defend")
            return
        self.figures[PLACE[colour]] = seat
        self.refill(seat)
        self.go_on(seat)

    def defend(self, cards: int) -> None:
        """The owner's whole answer; settled at once unless the attacker wants to be asked again."""
        duel = cast(Duel, self.duel)
        persist = self.hands[duel.attacker].persist
        if persist is None and cards:
            self.answer_once(cards)
            return
        extra = persist or 0
        kept, attacker_spent, owner_spent = duel_outcome(extra, cards)
        for _ in range(attacker_spent - 1):
            self.spend_colour(duel.attacker)
        for _ in range(owner_spent):
            self.spend_colour(duel.owner)
        self.settle(kept, attacker_spent, owner_spent)

    def answer_once(self, cards: int) -> None:
        """One of the owner's promised cards is laid; then the attacker is asked, if an answer is possible."""
        duel = cast(Duel, self.duel)
        self.spend_colour(duel.owner)
        hand = self.hands[duel.owner]
        self.hands[duel.owner] = Hand(hand.cards, hand.new, 0, cards - 1)
        self.duel = duel = replace(duel, owner_spent=duel.owner_spent + 1)
        self.events.append(Answered(seat=duel.owner, colour=duel.colour))
        if self.answerable(duel.attacker, duel.colour):
            self.ask(duel.attacker, "counter")
        else:
            self.settle(True, duel.attacker_spent, duel.owner_spent)

    def counter(self, cards: int) -> None:
        """The attacker, asked again, lays one more or stops."""
        duel = cast(Duel, self.duel)
        if not cards:
            self.settle(True, duel.attacker_spent, duel.owner_spent)
            return
        self.spend_colour(duel.attacker)
        self.duel = duel = replace(duel, attacker_spent=duel.attacker_spent + 1)
        self.events.append(Countered(seat=duel.attacker, colour=duel.colour))
        promised = self.hands[duel.owner].answers
        if promised:
            self.answer_once(promised)
        else:
            self.settle(False, duel.attacker_spent, duel.owner_spent)

    def settle(self, kept: bool, attacker_spent: int, owner_spent: int) -> None:
        """Ruling: first the owner of the figure is settled, then the attacker refills, then the defender."""
        duel = cast(Duel, self.duel)
        winner = duel.owner if kept else duel.attacker
        self.figures[PLACE[duel.colour]] = winner
        self.duel = None
        for seat in (duel.attacker, duel.owner):
            hand = self.hands[seat]
            self.hands[seat] = Hand(hand.cards, hand.new)
        self.events.append(
            Settled(
                attacker=duel.attacker,
                owner=duel.owner,
                colour=duel.colour,
                winner=winner,
                attacker_spent=attacker_spent,
                owner_spent=owner_spent,
            )
        )
        self.refill(duel.attacker)
        if owner_spent:
            self.refill(duel.owner)
        self.go_on(duel.attacker)

    def go_on(self, seat: int) -> None:
        """The next seat with cards clockwise from the attacker is on turn, or the match ends.

        Ruling: with no pile left and one seat alone holding cards, its hand is played at once.
        """
        order = (*next_seats(seat, len(self.hands)), seat)
        holders = [other for other in order if self.hands[other].cards]
        if len(holders) > 1:
            self.ask(holders[0], "turn")
            return
        if holders:
            self.play_last_hand(holders[0])
        self.over = True
        points = tuple(self.figures.count(other) for other in range(len(self.hands)))
        winners = tuple(other for other, point in enumerate(points) if point == max(points))
        self.events.append(Ended(winners=winners, figures=points))

    def play_last_hand(self, seat: int) -> None:
        """Nobody can answer and all must be played, so no choice is lost."""
        letters = "".join(card[0] for card in self.hands[seat].cards)
        colours = tuple(colour for colour in COLOURS if colour in letters)
        for colour in colours:
            self.figures[PLACE[colour]] = seat
        self.laid[seat] += letters
        self.hands[seat] = Hand(())
        self.events.append(LastHand(seat=seat, cards=len(letters), colours=colours))

    def refill(self, seat: int) -> None:
        """Up to five at once, while the pile lasts; how many is public, which is not."""
        hand = self.hands[seat]
        need = min(HAND_SIZE - len(hand.cards), len(self.pile))
        if need <= 0:
            return
        drawn = self.pile[: -need - 1 : -1]
        self.pile = self.pile[:-need]
        self.hands[seat] = Hand(hand.cards + drawn, need)
        self.events.append(Refilled(seat=seat, cards=need))
        self.events.append(Drew(to=seat, cards=drawn))
        if not self.pile:
            self.events.append(PileOut())

    def ask(self, seat: int, kind: str) -> None:
        """Open the one prompt that the match waits for."""
        self.last += 1
        self.prompts = (Prompt(self.last, seat, kind),)

    def answerable(self, seat: int, colour: Face) -> bool:
        """Whether public knowledge leaves room for a card of `colour` from `seat`.

        Ruling: asking depends on this alone, never on what the seat holds, so that being asked tells nothing.
        """
        return bool(self.hands[seat].cards) and "".join(self.laid).count(colour) < COPIES

    def spend(self, seat: int, card: Card) -> None:
        """Lay a card face up on one's own discards."""
        hand = self.hands[seat]
        at = hand.cards.index(card)
        self.hands[seat] = Hand(hand.cards[:at] + hand.cards[at + 1 :], 0, hand.persist, hand.answers)
        self.laid[seat] += card[0]

    def spend_colour(self, seat: int) -> None:
        """Lay the card of the disputed colour held longest."""
        colour = cast(Duel, self.duel).colour
        self.spend(seat, next(card for card in self.hands[seat].cards if card[0] == colour))

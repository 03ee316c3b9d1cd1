"""How Kangoeroe looks and speaks."""

from typing import Any

from django.http import QueryDict
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from accounts.faces import stamp
from games.cast import Cast, phrase
from games.engine import Choice, Field, Offer, Prompt, Result, View
from games.face import Face
from games.pictures import fragment

from . import orders_form, parts
from .colours import WORDS, card, look, marks
from .lesson import LESSON
from .parts import CENTRE, COLOURS, COPIES, HAND_SIZE, PACK, Duel, Hand, Orders, Table
from .rules import figures_by_seat
from .sentences import sentence

FACE_OF_TILDA, FACE_OF_OTTO = 1203, 5577  # the people of the story
LOW_PILE = 6  # from here on the page says what an empty pile means


class KangoeroeFace(Face):
    slug = "kangoeroe"
    title = "Kangoeroe"
    aim = gettext_lazy(
        "Five kangaroos, two to six seats. Play a colour, fetch its kangaroo, and keep it when the others come "
        "for it."
    )
    language = "nl"
    symbol = "jump"
    back = "b-kg"
    scene = gettext_lazy("Five kangaroo cards under a kitchen lamp: red, blue, orange, green and purple.")
    style = "css/kangoeroe.css"
    table_template = "games/kangoeroe/_table.html"
    hand_template = "games/kangoeroe/_hand.html"
    open_hand_template = "games/kangoeroe/_open_hand.html"
    orders_template = "games/kangoeroe/_orders.html"
    rules_template = "games/kangoeroe/rules.html"
    lesson = LESSON
    reasons = {
        "not_your_card": gettext_lazy("That card is not in your hand any more."),
        "not_that_many": gettext_lazy("You do not hold that many cards of this colour."),
        "none_left": gettext_lazy("You hold no card of this colour any more: you can only stop."),
        "too_many_plans": gettext_lazy("Two planned turns can be left at most."),
        "empty_plan": gettext_lazy("A planned turn needs at least one line with a colour."),
    }

    # Sentences

    def say(self, event: Any, cast: Cast) -> str:
        return sentence(event, cast)

    def said_by_next(self, event: Any, following: Any) -> bool:
        return isinstance(event, parts.Attacked) and isinstance(following, parts.Settled)

    def note(self, by: str, events: tuple[Any, ...], seat: int, cast: Cast) -> str:
        if by == "orders":
            defended = any(isinstance(event, parts.Settled | parts.Answered) for event in events)
            return _("standing defence") if defended else _("planned")
        return super().note(by, events, seat, cast)

    def minor(self, event: Any) -> bool:
        return isinstance(event, parts.Refilled)

    def task(self, view: View[Any, Any], prompt: Prompt, cast: Cast) -> str:
        duel = view.table.duel
        if prompt.kind == "turn":
            return _("Your turn: play a card")
        names = {"colour": WORDS[duel.colour]}
        if prompt.kind == "defend":
            names["name"] = cast.name(duel.attacker)
            return _("%(name)s is after your %(colour)s kangaroo") % names
        names["name"] = cast.name(duel.owner)
        return _("%(name)s answered: go on for %(colour)s?") % names

    def question(self, view: View[Any, Any], prompt: Prompt, cast: Cast) -> str:
        duel = view.table.duel
        if prompt.kind == "turn":
            return _("Which card do you play?")
        if prompt.kind == "defend":
            return _("How many %(colour)s cards do you answer with, at most?") % {
                "colour": WORDS[duel.colour]
            }
        return _("Do you spend one more %(colour)s card?") % {"colour": WORDS[duel.colour]}

    def silence(self, view: View[Any, Any], prompt: Prompt) -> str:
        if prompt.kind == "turn":
            return _("a random card is played")
        return _("the figure is let go") if prompt.kind == "defend" else _("you stop")

    def seat_words(self, view: View[Any, Any], seat: int) -> str:
        figures = figures_by_seat(view.table)[seat]
        return self.points(figures) if figures else ""

    def seat_marks(self, view: View[Any, Any], seat: int) -> str:
        return marks(tuple(colour for colour in COLOURS if view.table.owner(colour) == seat))

    def sample_cards(self) -> list[SafeString]:
        return [card(colour) for colour in COLOURS]

    def learn(self) -> dict[str, Any]:
        return {
            "cards_in_all": len(PACK),
            "copies": COPIES,
            "hand_size": HAND_SIZE,
            "tilda": stamp(FACE_OF_TILDA, "T"),
            "otto": stamp(FACE_OF_OTTO, "O"),
        }

    def ending_words(self, view: View[Any, Any], result: Result, cast: Cast, events: tuple[Any, ...]) -> str:
        """The last hand takes what it names, which decides many a match: it deserves a sentence of its own."""
        last = [self.say(event, cast) for event in events if isinstance(event, parts.LastHand)]
        return phrase("%(last)s %(rule)s", last=(last or [""])[0], rule=_("Most kangaroos win."))

    def points(self, points: int) -> str:
        return ngettext("%(n)s kangaroo", "%(n)s kangaroos", points) % {"n": points}

    def option_label(self, field: Field) -> str:
        return {"first": _("Who starts"), "defence": _("Defence at the start")}[field.name]

    def option(self, field: Field, choice: Choice | None, names: tuple[str, ...]) -> str:
        if choice is None:
            return _("drawn at random")
        if field.name == "first":
            seat = int(choice.value)
            return names[seat] if seat < len(names) else _("seat %(number)s") % {"number": seat + 1}
        if choice.value == "ask":
            return _("whoever is attacked is asked each time")
        return _("the table defends at once, with as many cards as it takes")

    # Pictures and forms

    def table(self, view: View[Any, Any], cast: Cast, events: tuple[Any, ...]) -> dict[str, Any]:
        table: Table = view.table
        moved = moved_colours(events)
        return {
            "figures": [
                fragment(
                    "games/kangoeroe/_figure.html",
                    **look(colour),
                    **stand(table.owner(colour), cast),
                    out=table.out(colour),
                    copies=COPIES,
                    moved=colour in moved,
                )
                for colour in COLOURS
            ],
            "copies": COPIES,
            "pile": table.pile,
            "low": table.pile <= LOW_PILE and not table.over,
        }

    def prompt_template(self, prompt: Prompt) -> str:
        return f"games/kangoeroe/_{prompt.kind}.html"

    def tidy(self, form: QueryDict) -> QueryDict:
        """The question about further cards stands once a colour on the page; only the played card's counts."""
        chosen = form.get("card", "")
        if not chosen or "persist" in form:
            return form
        tidy = form.copy()
        tidy["persist"] = form.get(f"persist-{chosen[0]}", "0")
        for colour in COLOURS:
            tidy.pop(f"persist-{colour}", None)
        return tidy

    def form(
        self, view: View[Any, Any], prompt: Prompt, offer: Offer, cast: Cast, sent: QueryDict | None
    ) -> dict[str, Any]:
        fields = {field.name: field for field in offer.ways[0].fields}
        if prompt.kind == "turn":
            return self.turn_form(view, fields["card"].choices, cast, sent)
        duel = duel_of(view)
        held = view.mine()[1].held(duel.colour)
        chosen = sent.get("cards", "") if sent is not None else ""
        names = {"name": cast.name(duel.owner), "colour": WORDS[duel.colour]}
        return {
            "duel": look(duel.colour),
            "versus": versus(
                duel.colour,
                cast,
                (duel.attacker, laid_words(duel.attacker_spent)),
                (duel.owner, laid_words(duel.owner_spent)),
            ),
            "held": held,
            "numbers": [{"n": n, "chosen": chosen == str(n)} for n in range(1, held + 1)],
            "stops": chosen == "0" or not held,
            "none_left": "" if held else self.reason("none_left"),
            "keeps": _("Stop: %(name)s keeps %(colour)s") % names,
            "more": _("One more %(colour)s card") % names,
            "cards": [{**row, "counts": row["key"] == duel.colour} for row in self.hand(view, cast)["cards"]],
        }

    def turn_form(
        self, view: View[Any, Any], choices: tuple[Choice, ...], cast: Cast, sent: QueryDict | None
    ) -> dict[str, Any]:
        chosen = sent.get("card", "") if sent is not None else ""
        new = view.mine()[1].new
        cards = [
            fragment(
                "games/kangoeroe/_slot.html",
                **look(choice.face),
                picture=card(choice.face),
                value=choice.value,
                under=under(choice, cast),
                effect=choice.effect,
                chosen=choice.value == chosen,
                new=place >= len(choices) - new,
            )
            for place, choice in enumerate(choices)
        ]
        one_each = {choice.face: choice for choice in choices}.values()
        return {
            "cards": cards,
            "duels": [
                self.duel_question(view, choice, cast, sent)
                for choice in one_each
                if choice.effect == "attacks"
            ],
            "verbs": [{**look(choice.face), "verb": verb(choice, cast)} for choice in one_each],
        }

    def duel_question(
        self, view: View[Any, Any], choice: Choice, cast: Cast, sent: QueryDict | None
    ) -> SafeString:
        seat, owner = view.mine()[0], choice.seat or 0
        names = {"name": cast.name(owner), "colour": WORDS[choice.face]}
        kept = sent is not None and sent.get("card", "")[:1] == choice.face
        return fragment(
            "games/kangoeroe/_persist.html",
            **look(choice.face),
            versus=versus(choice.face, cast, (seat, _("attack")), (owner, _("owns it"))),
            question=_("If %(name)s answers, how many more %(colour)s cards do you spend?") % names,
            more=choice.more,
            numbers=tuple(str(n) for n in range(1, choice.more + 1)),
            chosen=sent.get("persist", "0") if sent is not None and kept else "0",
        )

    def hand(self, view: View[Any, Any], cast: Cast) -> dict[str, Any]:
        hand: Hand = view.mine()[1]
        count = len(hand.cards)
        return {
            "cards": [
                {**look(copy[0]), "picture": card(copy[0]), "new": place >= count - hand.new}
                for place, copy in enumerate(hand.cards)
            ]
        }

    def open_cards(self, hand: Any, cast: Cast) -> list[Any]:
        return [{"picture": card(copy[0], "size-pile")} for copy in hand.cards]

    # Orders

    def orders(
        self, view: View[Any, Any], orders: Orders, cast: Cast, sent: QueryDict | None = None
    ) -> dict[str, Any]:
        return orders_form.show(view, orders, self.drafted(sent, orders))

    def read_orders(self, form: QueryDict, orders: Orders) -> dict[str, Any]:
        return orders_form.read(form, orders)


def duel_of(view: View[Any, Any]) -> Duel:
    duel: Duel = view.table.duel
    return duel


def stand(owner: int, cast: Cast) -> dict[str, str]:
    """Where a figure stands, as a class and in words."""
    if owner == CENTRE:
        return {"at": "centre", "where": _("centre")}
    if cast.is_me(owner):
        return {"at": "mine", "where": _("yours")}
    return {"at": "theirs", "where": _("with %(name)s") % {"name": cast.name(owner)}}


def versus(colour: str, cast: Cast, attacker: tuple[int, str], owner: tuple[int, str]) -> SafeString:
    """The two seats of a duel, each with what it does, and the stake between them."""
    names = [_("You") if cast.is_me(seat) else cast.name(seat) for seat, _words in (attacker, owner)]
    return fragment(
        "games/kangoeroe/_versus.html",
        **look(colour),
        attacker_stamp=cast.stamps[attacker[0]],
        attacker_name=names[0],
        attacks=attacker[1],
        owner_stamp=cast.stamps[owner[0]],
        owner_name=names[1],
        owns=owner[1],
    )


def moved_colours(events: tuple[Any, ...]) -> set[str]:
    """The figures that went to another seat in these events."""
    moved: set[str] = set()
    for event in events:
        match event:
            case parts.Took(colour=colour) | parts.Grabbed(colour=colour):
                moved.add(colour)
            case parts.Settled(colour=colour, winner=winner, owner=owner) if winner != owner:
                moved.add(colour)
            case parts.LastHand(colours=colours):
                moved.update(colours)
    return moved


def laid_words(cards: int) -> str:
    return ngettext("%(n)s card laid", "%(n)s cards laid", cards) % {"n": cards}


def under(choice: Choice, cast: Cast) -> str:
    """What a card would do, below it."""
    if choice.effect == "takes":
        return _("takes it")
    if choice.seat is None:
        return _("yours, stays")
    return _("attacks %(name)s") % {"name": cast.name(choice.seat)}


def verb(choice: Choice, cast: Cast) -> str:
    """The main button's words once this card is chosen."""
    names = {"colour": WORDS[choice.face], "name": "" if choice.seat is None else cast.name(choice.seat)}
    if choice.effect == "takes":
        return _("Take %(colour)s") % names
    if choice.effect == "attacks":
        return _("Attack %(name)s with %(colour)s") % names
    return _("Play %(colour)s") % names


FACE = KangoeroeFace()

"""What every game shows: sentences, questions, forms. A game's own face.py says only what differs."""

from typing import Any

import msgspec
from django.http import QueryDict
from django.utils.html import conditional_escape
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from games.cast import Cast
from games.engine import Choice, Field, Offer, Prompt, Result, View, face_of
from games.reasons import REASONS
from games.teaching import Lesson


def by_a_bot(seat: int, cast: Cast) -> str:
    if cast.is_me(seat):
        return _("a bot in your place")
    return _("a bot in the place of %(name)s") % {"name": cast.name(seat)}


def by_the_clock(seat: int, cast: Cast) -> str:
    if cast.is_me(seat):
        return _("by the clock: your time was up")
    return _("by the clock: the time of %(name)s was up") % {"name": cast.name(seat)}


class Face:
    """The generic face: enough to play any game by its offers alone."""

    slug = ""
    title: Any = ""
    aim: Any = ""  # the game in two sentences, for somebody who was invited to it
    language = ""  # of the title, where that is not the reader's
    symbol = "play"  # the drawing that stands for the game in lists
    back = ""  # the class of its card backs
    scene: Any = ""  # what a fan of its sample cards shows, for somebody who cannot see it
    style = ""  # a style sheet of the game's own
    table_template = "games/_plain_table.html"
    hand_template = "games/_plain_hand.html"
    open_hand_template = "games/_plain_open_hand.html"
    orders_template = ""
    # What a question folds into that is answered or comes later; what was begun in one stays when orders are saved.
    fold_template = ""  # "": all questions stand open
    bar_template = ""  # what comes first in the bar of a match that is over while its end is told bit by bit
    places_result = False  # the table's template puts the result where it belongs
    rules_template = ""
    voice = False  # its sentences have bubbles (<q class="bubble" lang>) that the browser can read aloud
    # Its cards have noises (static/js/noises.js): whatever stands for a card that was played, and buttons of the page
    # on how to play (hidden until the script shows them), name theirs as data-noise.
    sounds = False
    clown = False  # once a match is over, its table may crown its clown
    nose = ""  # the address of a drawing for whoever is crowned
    saved: Any = gettext_lazy("Saved. It acts from the next question on.")  # said of orders and plans
    talk_rule: Any = ""  # a rule of the game on what may be said at the table
    held_back: Any = (
        ""  # what lists and mails say in place of who has won, where the match page tells it bit by bit
    )
    lesson: Lesson | None = None
    reasons: dict[str, Any] = {}

    # Sentences

    def say(self, event: Any, cast: Cast) -> str:
        """One sentence for the log, as safe HTML (see `phrase`), or "" for an event nobody needs to read."""
        fields = msgspec.structs.asdict(event)
        told = ", ".join(f"{name}: {value}" for name, value in fields.items() if name != "to")
        return str(conditional_escape(f"{type(event).__name__} ({told})"))

    def said_by_next(self, event: Any, following: Any) -> bool:
        """Whether the sentence of the event after it says all of this one too, so that a log can leave it out."""
        return False

    def said_beside(self, event: Any, events: tuple[Any, ...]) -> bool:
        """Whether another event of the same move says all of this one too. events: those of the move."""
        return False

    def words_in(self, event: Any) -> tuple[int, ...]:
        """The numbers of the texts that the sentence of an event shows, for `cast.words`: people wrote them.

        They can be hidden later, so such a sentence is made anew each time.
        """
        number = getattr(event, "words", None)
        return (number,) if isinstance(number, int) and number > 0 else ()

    def written_in(self, view: View[Any, Any]) -> set[int]:
        """The numbers of the texts that the table, the hand and the forms of this view show, for `cast.words`."""
        return set()

    def cards_in(self, view: View[Any, Any]) -> set[int]:
        """The rows of the cards of decks that the table, the hand and the forms of this view show, for `cast.cards`."""
        return set()

    def shows_both_sides(self, view: View[Any, Any]) -> bool:
        """Whether the other sides of these cards may be looked at now."""
        return False

    def told_in_parts(self, view: View[Any, Any]) -> dict[int, int]:
        """What the page tells bit by bit, each bit at a press: by its number, how many bits it has.

        How far a reader has come is kept with their hand; `cast.heard` has it.
        """
        return {}

    def holds_back(self, view: View[Any, Any], cast: Cast) -> bool:
        """Whether the result of a match that is over is not told to this reader yet; `headline` then heads the page."""
        return False

    def has_told(self, heard: dict[str, int], seats: int) -> bool:
        """Whether a list may tell the result of a match to whoever has heard so much of it; see Hand.heard."""
        return not self.held_back

    def remembers(self, event: Any) -> bool:
        """Whether the sentence of an event may be kept in memory: in the same company it always reads the same."""
        return True

    def note(self, by: str, events: tuple[Any, ...], seat: int, cast: Cast) -> str:
        """A remark behind a line on who gave the answer, where it was not the player."""
        if by == "orders":
            return _("as ordered")
        if by == "standin":
            return by_a_bot(seat, cast)
        return by_the_clock(seat, cast) if by == "clock" else ""

    def minor(self, event: Any) -> bool:
        """Whether only the whole log needs to say this."""
        return False

    def telling(self, event: Any, seat: int | None) -> int:
        """How much an event tells this seat: of what is new to it, the page shows first what tells most."""
        return 0

    def reason(self, key: str) -> str:
        return str(self.reasons.get(key) or REASONS.get(key) or REASONS["wrong_answer"])

    def headline(self, view: View[Any, Any], cast: Cast) -> str:
        """The state of the match in one sentence: it heads the page and the tab."""
        mine = my_prompts(view)
        if mine:
            return self.task(view, mine[0], cast)
        waiting = tuple(dict.fromkeys(prompt.seat for prompt in view.prompts if not prompt.given))
        return _("Waiting for %(names)s") % {"names": cast.list(waiting)}

    def task(self, view: View[Any, Any], prompt: Prompt, cast: Cast) -> str:
        """What I am to do, as a heading."""
        return _("Your turn")

    def question(self, view: View[Any, Any], prompt: Prompt, cast: Cast) -> str:
        return _("What do you do?")

    def silence(self, view: View[Any, Any], prompt: Prompt) -> str:
        """What the clock would answer."""
        return _("a random choice")

    def given_word(self, prompt: Prompt) -> str:
        """What a seat has done that has answered and waits for others."""
        return _("sealed")

    def seat_words(self, view: View[Any, Any], seat: int) -> str:
        """The public state of a seat in a word or two, beside what it is doing."""
        return ""

    def ending(self, result: Result, cast: Cast) -> str:
        """Who won, as a heading."""
        winners = result.winners
        if winners == (cast.me,):
            return _("You win")
        if len(winners) == 1:
            return _("%(name)s wins") % {"name": cast.name(winners[0])}
        return _("Shared victory: %(names)s") % {"names": cast.list(winners)}

    def ending_words(self, view: View[Any, Any], result: Result, cast: Cast, events: tuple[Any, ...]) -> str:
        """Why it ended so, in a sentence or two, below the heading. events: those of the last moves."""
        return ""

    def seat_marks(self, view: View[Any, Any], seat: int) -> str:
        """Small pictures of what a seat has on the table, as safe HTML; said in words by `seat_words`."""
        return ""

    def result_words(self, view: View[Any, Any], seat: int) -> str:
        """What else decides about a place, beside the points of a seat."""
        return ""

    def sample_cards(self) -> list[SafeString]:
        """Pictures of the cards for the rules page."""
        return []

    def learn(self) -> dict[str, Any]:
        """What else the page on how to play shows: the game's numbers, its people."""
        return {}

    def points(self, points: int) -> str:
        return ngettext("%(n)s point", "%(n)s points", points) % {"n": points}

    def option(self, field: Field, choice: Choice | None, names: tuple[str, ...]) -> str:
        """A match option's choice in words; None stands for leaving it open."""
        return str(choice.value if choice else "-")

    def choice_mark(self, field: Field, choice: Choice) -> str:
        """A small picture beside a choice of an option or of what is asked on joining, as safe HTML."""
        return ""

    def asked_if(self, field: Field, options: dict[str, Any]) -> str | None:
        """On the fold of a question for those who sit down: when its answer counts at a table with these options.

        "" for always, with no fold; None for never.
        """
        return ""

    def option_label(self, field: Field) -> str:
        return field.name

    # Pictures and forms

    def table(self, view: View[Any, Any], cast: Cast, events: tuple[Any, ...]) -> dict[str, Any]:
        """What the table's template needs. events: what is new to the reader and stays marked."""
        table = msgspec.to_builtins(view.table)
        return {"rows": table.items()}

    def prompt_template(self, prompt: Prompt) -> str:
        return "games/_plain_prompt.html"

    def tidy(self, form: QueryDict) -> QueryDict:
        """A posted answer in the offer's own names, where the page asks in others."""
        return form

    def form(
        self, view: View[Any, Any], prompt: Prompt, offer: Offer, cast: Cast, sent: QueryDict | None
    ) -> dict[str, Any]:
        """What the prompt's template needs. sent: a refused form, whose choices are kept."""
        do = (
            next((way.do for way in offer.ways if way.reason is None), "") if sent is None else sent.get("do")
        )
        return {"ways": [self.plain_way(way, sent) | {"chosen": way.do == do} for way in offer.ways]}

    def plain_way(self, way: Any, sent: QueryDict | None) -> dict[str, Any]:
        return {
            "do": way.do,
            "reason": self.reason(way.reason) if way.reason else "",
            "fields": [self.plain_field(field, sent) for field in way.fields],
        }

    def plain_field(self, field: Field, sent: QueryDict | None) -> dict[str, Any]:
        chosen = sent.getlist(field.name) if sent is not None else []
        if sent is None and field.preset is not None:
            chosen = [
                str(value) for value in (field.preset if isinstance(field.preset, tuple) else (field.preset,))
            ]
        return {
            "name": field.name,
            "kind": field.kind,
            "low": field.low,
            "high": field.high,
            "slots": [*chosen, *[""] * field.high][: field.high],
            "blank": field.blank,
            "value": chosen[-1] if chosen else "",
            "choices": [
                {
                    "value": choice.value,
                    "word": self.choice_word(field, choice),
                    "reason": self.reason(choice.reason) if choice.reason else "",
                    "chosen": str(choice.value) in chosen,
                }
                for choice in field.choices
            ],
        }

    def choice_word(self, field: Field, choice: Choice) -> str:
        return str(choice.face or choice.value)

    def hand(self, view: View[Any, Any], cast: Cast) -> dict[str, Any]:
        """My hand while nothing is asked of me."""
        return {"cards": self.open_cards(view.hand, cast)}

    def open_cards(self, hand: Any, cast: Cast) -> list[Any]:
        """The cards of a hand, as its template shows them."""
        return [face_of(card) for card in getattr(hand, "cards", ())]

    # Orders

    def orders(
        self, view: View[Any, Any], orders: Any, cast: Cast, sent: QueryDict | None = None
    ) -> dict[str, Any]:
        """What the template of the orders needs; unused without `orders_template`.

        sent: a refused form, whose choices are kept.
        """
        return {}

    def unsent(self, form: QueryDict) -> str:
        """What somebody wrote in an answer that came too late, to be given back to them."""
        return form.get("words", "")

    def orders_are_stale(self, form: QueryDict, orders: Any) -> bool:
        """Whether a form of orders was made for others than those in force, and would overwrite them unseen."""
        return False

    def pad_texts(self, form: QueryDict) -> tuple[str, ...] | None:
        """The texts in a form of orders, cleaned, for the door to store; their numbers become `ideas` of the orders.

        None for a form without any. Raises ValueError with the key of a sentence.
        """
        return None

    def written_in_orders(self, orders: Any) -> set[int]:
        """The numbers of the texts that the orders hold, for `cast.words`."""
        return set()

    def drafted(self, sent: QueryDict | None, orders: Any) -> Any:
        """The orders as a refused form would have left them, to fill the form in with; else those in force."""
        if sent is None:
            return orders
        try:
            return msgspec.convert(self.read_orders(sent, orders), type(orders))
        except (ValueError, msgspec.ValidationError):
            return orders

    def read_orders(self, form: QueryDict, orders: Any) -> dict[str, Any]:
        """The fields of the orders that a posted form describes; `orders` are those in force.

        Raises ValueError for a form that no page of ours sends.
        """
        raise ValueError("this game has no orders")


def my_prompts(view: View[Any, Any]) -> list[Prompt]:
    """What is asked of me, oldest first; in an open group also what I may still change."""
    return [
        prompt for prompt in view.prompts if prompt.seat == view.seat and (not prompt.given or prompt.group)
    ]

"""How Game of Quotes looks and speaks."""

from typing import Any

from django.http import QueryDict
from django.templatetags.static import static
from django.utils.html import format_html
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from games.cast import Cast, Side
from games.engine import Card, Choice, Field, Offer, Prompt, Result, View
from games.face import Face, my_prompts

from . import board, choice_forms, learning, orders_form, stage, stamp_form
from .answers import Orders
from .cards import has_source, is_blank, row_of, source_words
from .lesson import LESSON
from .looks import colour_mark, drawing, quote_card, reports, shape, side_of, source_card
from .parts import TASKS, Hand, Table
from .rules import GAME
from .sentences import MINOR, sentence, telling
from .words import COLOUR_WORDS, OPTION_LABELS, REASONS, option_words

TEMPLATES = {"quote": "_choose", "source": "_choose"}
BOTH_SIDES = (3, 4)  # the rounds in which the other sides of one's cards may be looked at for ideas


class GameOfQuotesFace(Face):
    slug = "game-of-quotes"
    title = "Game of Quotes"
    aim = gettext_lazy(
        "Three to six seats, four rounds, no true word. Put a quote into the wrong mouth, hear what the others "
        "made, and stamp what made you laugh."
    )
    language = "en"
    symbol = "words"
    back = "b-goq"
    scene = gettext_lazy("A quote and the one who certainly never said it, on two cards.")
    style = "css/game_of_quotes.css"
    table_template = "games/game_of_quotes/_table.html"
    hand_template = "games/game_of_quotes/_hand.html"
    open_hand_template = "games/game_of_quotes/_open_hand.html"
    rules_template = "games/game_of_quotes/rules.html"
    lesson = LESSON
    orders_template = "games/game_of_quotes/_pad.html"
    fold_template = "games/game_of_quotes/_folded.html"
    bar_template = "games/game_of_quotes/_turner.html"
    places_result = True
    saved = gettext_lazy("Your idea pad is saved.")
    held_back = gettext_lazy("All is read: the stamps can be turned over")
    reasons = REASONS
    clown = False

    # Sentences

    def say(self, event: Any, cast: Cast) -> str:
        return sentence(event, cast)

    def minor(self, event: Any) -> bool:
        return isinstance(event, MINOR)

    def telling(self, event: Any, seat: int | None) -> int:
        return telling(event, seat)

    def note(self, by: str, events: tuple[Any, ...], seat: int, cast: Cast) -> str:
        return _("from the idea pad") if by == "orders" else super().note(by, events, seat, cast)

    def headline(self, view: View[Any, Any], cast: Cast) -> str:
        owed = [prompt for prompt in my_prompts(view) if not prompt.given]
        if view.table.ended:
            return _("All is read: turn the stamps over")
        owed.sort(key=lambda prompt: GAME.stages.index(prompt.kind))
        if owed:
            return self.task(view, owed[0], cast)
        seats = tuple(dict.fromkeys(prompt.seat for prompt in view.prompts if not prompt.given))
        return _("Waiting for %(names)s") % {"names": cast.list(seats)}

    def task(self, view: View[Any, Any], prompt: Prompt, cast: Cast) -> str:
        table: Table = view.table
        names = {"n": len(table.readings) if prompt.kind == "stamp" else table.round}
        match prompt.kind:
            case "stamp" if stage.unheard(table, cast):
                return _("Round %(n)s can be heard") % names
            case "stamp":
                return _("Round %(n)s: stamp what you liked") % names
            case "quote":
                return _("Round %(n)s: choose a quote") % names
            case "source":
                return _("Round %(n)s: choose a source") % names
            case "write":
                return _("Round %(n)s: write a source") % names
        return _("Round %(n)s: a quote, and a source of your own") % names

    def question(self, view: View[Any, Any], prompt: Prompt, cast: Cast) -> str:
        match prompt.kind:
            case "stamp" if prompt.given:
                return _("Your stamp is set. Move it?")
            case "stamp":
                return _("Which one made you laugh?")
            case _ if prompt.given:
                return _("Sealed. Change it?")
            case "quote" if view.table.step == 0:
                return _("Which quote shall be put into a wrong mouth?")
            case "quote":
                return _("What did this one never say?")
            case "source" if view.table.step == 0:
                return _("Whose mouth shall it be?")
            case "source":
                return _("Who never said that?")
            case "write":
                return _("Write down somebody for a quote you do not know yet")
        return _("A quote, and who never said it")

    def silence(self, view: View[Any, Any], prompt: Prompt) -> str:
        """As the clock plays: see `GameOfQuotes.fallback`."""
        if prompt.kind == "stamp":
            single = view.mine()[1].left(1)
            return _("a single stamp, at random") if single else _("your double stamp, at random")
        return {
            "quote": _("a random quote"),
            "source": _("a random source, by its name"),
            "write": _("the name on a random card of yours"),
        }.get(prompt.kind, _("a random quote and the name on another card"))

    def seat_words(self, view: View[Any, Any], seat: int) -> str:
        table: Table = view.table
        words = [str(COLOUR_WORDS[table.colours[seat]])]
        if seat == table.leader and not table.ended:
            words.append(_("has the marker"))
        if table.swapped[seat]:
            words.append(_("has swapped"))
        return ", ".join(words)

    def seat_marks(self, view: View[Any, Any], seat: int) -> str:
        """The colour by its shape, the marker, the turned overview card."""
        table: Table = view.table
        marks = [framed(colour_mark(table, seat), str(COLOUR_WORDS[table.colours[seat]]))]
        if seat == table.leader and not table.ended:
            marks.append(framed(picture(drawing("marker")), _("has the marker")))
        if table.swapped[seat]:
            marks.append(framed(picture(f"{static('img/sprite.svg')}#turn"), _("has swapped")))
        return mark_safe("".join(marks))

    def ending_words(self, view: View[Any, Any], result: Result, cast: Cast, events: tuple[Any, ...]) -> str:
        return {
            "points": _("Most points win. What was laughed about counts more."),
            "markers": _("A tie on points: more stamps win."),
            "not_swapped": _("A tie on points and on stamps: whoever did not swap wins."),
        }.get(result.why, _("A tie on points, on stamps, and on swapping: the victory is shared."))

    def result_words(self, view: View[Any, Any], seat: int) -> str:
        """What decides where points are equal."""
        table: Table = view.table
        stamps = table.markers()[seat]
        words = [ngettext("%(n)s stamp", "%(n)s stamps", stamps) % {"n": stamps}]
        return ", ".join([*words, _("has swapped")] if table.swapped[seat] else words)

    def sample_cards(self) -> list[SafeString]:
        quote = Side(
            _("I only came in to ask the way."),
            _("A burglar, politely"),
            _("third floor, by mistake"),
            "w",
            "",
        )
        source = Side(
            _("It was like this when I got here."),
            _("The big bad wolf"),
            _("new in the neighbourhood"),
            "t",
            "",
        )
        return [quote_card(quote), source_card(source)]

    def learn(self) -> dict[str, Any]:
        return learning.learn()

    def points(self, points: int) -> str:
        return ngettext("%(n)s point", "%(n)s points", points) % {"n": points}

    def option_label(self, field: Field) -> str:
        return str(OPTION_LABELS[field.name])

    def option(self, field: Field, choice: Choice | None, names: tuple[str, ...]) -> str:
        return option_words(field, choice)

    def choice_mark(self, field: Field, choice: Choice) -> str:
        """The shape of a colour."""
        return shape(choice.value) if field.name == "colour" else ""

    # What a page has to load, and what it tells bit by bit

    def cards_in(self, view: View[Any, Any]) -> set[int]:
        return {row_of(card) for card in cards_of(view) if not is_blank(card)}

    def written_in(self, view: View[Any, Any]) -> set[int]:
        """Filled-in blanks, and sources that were written: those that were read, and my own."""
        numbers = set()
        for card in cards_of(view):
            if is_blank(card):
                numbers |= {row_of(card), source_words(card) if has_source(card) else None}
        hand: Hand | None = view.hand
        sources = [reading.source for readings in view.table.readings for reading in readings]
        numbers |= {source.words for source in sources}
        if hand is not None:
            numbers.add(hand.source.words if hand.source else None)
            numbers.add(hand.draft.words if hand.draft else hand.kept)
        return {number for number in numbers if number is not None and number > 0}

    def written_in_orders(self, orders: Orders) -> set[int]:
        """The texts on the idea pad."""
        return {number for number in orders.ideas if number > 0}

    def shows_both_sides(self, view: View[Any, Any]) -> bool:
        return view.hand is not None and view.table.round in BOTH_SIDES and view.table.task is not None

    def holds_back(self, view: View[Any, Any], cast: Cast) -> bool:
        """The points are told stamp by stamp."""
        stamps = stage.parts_told(view).get(stage.STAMPS, 0)
        return cast.me is not None and cast.heard.get(stage.STAMPS, 0) < stamps

    def has_told(self, heard: dict[str, int], seats: int) -> bool:
        return heard.get(str(stage.STAMPS), 0) >= len(TASKS) * seats

    def told_in_parts(self, view: View[Any, Any]) -> dict[int, int]:
        """See stage.py: two steps a combination, and at the end (0) one a stamp."""
        return stage.parts_told(view)

    # Pictures and forms

    def table(self, view: View[Any, Any], cast: Cast, events: tuple[Any, ...]) -> dict[str, Any]:
        return board.board(view, cast)

    def tidy(self, form: QueryDict) -> QueryDict:
        """A line that was taken from the idea pad is what was written."""
        return choice_forms.tidy(form)

    def prompt_template(self, prompt: Prompt) -> str:
        return f"games/game_of_quotes/{TEMPLATES.get(prompt.kind, f'_{prompt.kind}')}.html"

    def form(
        self, view: View[Any, Any], prompt: Prompt, offer: Offer, cast: Cast, sent: QueryDict | None
    ) -> dict[str, Any]:
        show = stamp_form.show if prompt.kind == "stamp" else choice_forms.show
        return show(self, view, prompt, offer, cast, sent)

    def hand(self, view: View[Any, Any], cast: Cast) -> dict[str, Any]:
        language = view.table.options.language
        held = view.mine()[1].cards
        return {"cards": [held_card(card, cast, language) for card in held]}

    def open_cards(self, hand: Any, cast: Cast) -> list[Any]:
        return [held_card(card, cast, "") | {"label": ""} for card in hand.cards]

    # Orders

    def orders(
        self, view: View[Any, Any], orders: Orders, cast: Cast, sent: QueryDict | None = None
    ) -> dict[str, Any]:
        return orders_form.show(view, orders, cast, sent)

    def read_orders(self, form: QueryDict, orders: Orders) -> dict[str, Any]:
        return orders_form.read(form, orders)

    def orders_are_stale(self, form: QueryDict, orders: Orders) -> bool:
        return orders_form.is_stale(form, orders)

    def pad_texts(self, form: QueryDict) -> tuple[str, ...] | None:
        """The lines of the idea pad, for the door to make texts of; None for a form that has none.

        Raises ValueError with the key of a sentence.
        """
        return orders_form.texts(form)


def cards_of(view: View[Any, Any]) -> list[Card]:
    """All cards whose text the page of this view may need: those of the hand, and those that were read."""
    readings = [reading for round_ in view.table.readings for reading in round_]
    cards = [card for reading in readings for card in (reading.quote, reading.source.face) if card]
    hand: Hand | None = view.hand
    if hand is not None:
        cards += [*hand.cards, *hand.aside()]
        if hand.source is not None and hand.source.face:
            cards.append(hand.source.face)
    return cards


def held_card(card: Card, cast: Cast, language: str) -> dict[str, Any]:
    return {"picture": quote_card(side_of(card, cast, language)), "reports": reports(card, cast)}


def picture(address: str) -> SafeString:
    return format_html('<svg aria-hidden="true"><use href="{}"/></svg>', address)


def framed(inside: SafeString, title: str) -> SafeString:
    return format_html('<span class="fam" title="{}">{}</span>', title, inside)


FACE = GameOfQuotesFace()

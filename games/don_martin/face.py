"""How Don Martin's Kartenspiel looks and speaks."""

from typing import Any

from django.http import QueryDict
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from games.cast import Cast
from games.engine import Choice, Field, Offer, Prompt, Result, View
from games.face import Face, my_prompts

from . import answer_forms, board, learning, orders_form, sheet, turn_form
from .answers import Orders
from .cards import card, words
from .events import Added, Ignored, Led, SpecialPlayed
from .lesson import LESSON
from .sentences import MINOR, sentence
from .words import OPTION_LABELS, REASONS, option_words, points_words

PLANNED = (Added, Ignored, Led, SpecialPlayed)  # what a plan can do; else an order threw a card in
SAMPLE = ("rumms-b", "krakadoi-g", "splabbadap", "zwick-p", "wobbel-o")


class DonMartinFace(Face):
    slug = "don-martin"
    title = "Don Martin's Kartenspiel"
    aim = gettext_lazy(
        "Three to six seats, eight noises in four colours. Take tricks, gather cards that make the same noise, lay "
        "them in groups, and be the first without a card."
    )
    language = ""
    symbol = "noise"
    back = "b-dm"
    scene = gettext_lazy("Four noises in four colours, and one that is black and white.")
    style = "css/don_martin.css"
    table_template = "games/don_martin/_table.html"
    hand_template = "games/don_martin/_hand.html"
    open_hand_template = "games/don_martin/_open_hand.html"
    orders_template = "games/don_martin/_orders.html"
    rules_template = "games/don_martin/rules.html"
    voice = True
    sounds = True
    lesson = LESSON
    reasons = REASONS
    talk_rule = gettext_lazy(
        "Say every noise aloud as you play it: that is half the fun, and it explains the face you make."
    )

    # Sentences

    def say(self, event: Any, cast: Cast) -> str:
        return sentence(event, cast)

    def note(self, by: str, events: tuple[Any, ...], seat: int, cast: Cast) -> str:
        if by == "orders" and any(isinstance(event, PLANNED) for event in events):
            return _("planned")
        return super().note(by, events, seat, cast)

    def minor(self, event: Any) -> bool:
        return isinstance(event, MINOR)

    def headline(self, view: View[Any, Any], cast: Cast) -> str:
        mine = [prompt for prompt in my_prompts(view) if not prompt.given]
        if mine:
            return self.task(view, mine[0], cast)
        seats = tuple(dict.fromkeys(prompt.seat for prompt in view.prompts if not prompt.given))
        return _("Waiting for %(names)s") % {"names": cast.list(seats)}

    def task(self, view: View[Any, Any], prompt: Prompt, cast: Cast) -> str:
        match prompt.kind:
            case "turn" if view.table.pile:
                return _("Your turn: play or ignore")
            case "turn":
                return _("Your turn: play a card")
            case "lay":
                return _("Your turn: lay groups or not")
            case "lead":
                return _("Your turn: lead a card")
        return _("%(name)s called: throw a card in") % {"name": cast.name(view.table.turn)}

    def question(self, view: View[Any, Any], prompt: Prompt, cast: Cast) -> str:
        match prompt.kind:
            case "turn":
                return _("Which card do you play?")
            case "lay":
                return _("Which groups do you lay?")
            case "lead":
                return _("Which card do you lead?")
        return _("Your card is sealed. Change it?") if prompt.given else _("Which card do you throw?")

    def silence(self, view: View[Any, Any], prompt: Prompt) -> str:
        """As the clock plays: see `DonMartin.fallback`."""
        coloured = bool(view.mine()[1].coloured())
        match prompt.kind:
            case "turn" if view.table.pile:
                return _("you ignore it and draw 1")
            case "turn" if coloured:
                return _("a card of your rarest sound is played")
            case "lay":
                return _("nothing is laid")
            case "lead" if coloured:
                return _("a card of your rarest sound is led")
            case "throw_in":
                return _("a card of your rarest sound falls")
        return _("a random special is played")

    def seat_words(self, view: View[Any, Any], seat: int) -> str:
        groups = len(view.table.groups[seat])
        if not groups:
            return ""
        names = {"n": groups, "points": points_words(board.group_points(view.table, seat))}
        return ngettext("%(n)s group, %(points)s", "%(n)s groups, %(points)s", groups) % names

    def seat_marks(self, view: View[Any, Any], seat: int) -> SafeString:
        if view.table.ended or not view.table.groups[seat]:
            return SafeString()
        points = board.group_points(view.table, seat)
        return format_html('<b class="laid" title="{}">{}</b>', self.seat_words(view, seat), points)

    def sample_cards(self) -> list[SafeString]:
        return [card(face) for face in SAMPLE]

    def learn(self) -> dict[str, Any]:
        return learning.learn()

    def ending_words(self, view: View[Any, Any], result: Result, cast: Cast, events: tuple[Any, ...]) -> str:
        return sheet.ending_words(view, result, cast, events)

    def points(self, points: int) -> str:
        return points_words(points)

    def option_label(self, field: Field) -> str:
        return str(OPTION_LABELS[field.name])

    def option(self, field: Field, choice: Choice | None, names: tuple[str, ...]) -> str:
        return option_words(field, choice, names)

    # Pictures and forms

    def table(self, view: View[Any, Any], cast: Cast, events: tuple[Any, ...]) -> dict[str, Any]:
        return board.board(view, cast, events)

    def prompt_template(self, prompt: Prompt) -> str:
        return f"games/don_martin/_{prompt.kind}.html"

    def tidy(self, form: QueryDict) -> QueryDict:
        """The page offers whole groups by one box each."""
        tidy = form.copy()
        answer_forms.tidy(tidy)
        return tidy

    def form(
        self, view: View[Any, Any], prompt: Prompt, offer: Offer, cast: Cast, sent: QueryDict | None
    ) -> dict[str, Any]:
        kept = None if sent is None else self.tidy(sent)
        match prompt.kind:
            case "lay":
                return answer_forms.lay(self, view, offer, kept)
            case "throw_in":
                return answer_forms.throw_in(self, view, prompt, offer, cast, kept)
        return turn_form.show(self, view, prompt, offer, cast, kept)

    def hand(self, view: View[Any, Any], cast: Cast) -> dict[str, Any]:
        hand = view.mine()[1]
        held = turn_form.held_of(hand.cards)
        old = len(hand.cards) - hand.new
        rows = sorted(enumerate(hand.cards), key=lambda row: turn_form.place_of(row[1], cast.sort))
        return {
            "cards": [
                {
                    "picture": card(one, held=held[one.partition("-")[0]]),
                    "label": words(one),
                    "new": place >= old,
                }
                for place, one in rows
            ],
            "sorts": turn_form.sorts(cast.sort),
        }

    def open_cards(self, hand: Any, cast: Cast) -> list[Any]:
        cards = sorted(hand.cards, key=lambda one: turn_form.place_of(one, "sound"))
        return [{"picture": card(one, "size-pile"), "label": words(one)} for one in cards]

    # Orders

    def orders(
        self, view: View[Any, Any], orders: Orders, cast: Cast, sent: QueryDict | None = None
    ) -> dict[str, Any]:
        return orders_form.show(view, orders, cast, sent)

    def read_orders(self, form: QueryDict, orders: Orders) -> dict[str, Any]:
        return orders_form.read(form, orders)


FACE = DonMartinFace()

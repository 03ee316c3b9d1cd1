"""How Halt mal kurz looks and speaks."""

from typing import Any

from django.http import QueryDict
from django.templatetags.static import static
from django.utils.html import format_html
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from games.cast import Cast
from games.engine import Choice, Field, Offer, Prompt, Result, View
from games.face import Face, my_prompts

from . import answer_forms, board, cards, events, learning, orders_form, turn_form
from .answers import Orders
from .cards import NAMES, card, words
from .lesson import LESSON
from .offers import misfit
from .pack import kind_of
from .parts import Table
from .sentences import sentence
from .turn import FLIPS
from .words import OPTION_LABELS, REASONS, option_words

FIRST = ("slap", "react", "throw", "vote", "give", "turn", "flip")  # what heads the page, if several wait
SAMPLE = ("swap-p", "nazi-k", "list-a", "police-p", "communism")


class HaltMalKurzFace(Face):
    slug = "halt-mal-kurz"
    title = "Halt mal kurz"
    aim = gettext_lazy(
        "Three to five seats, sixty cards, one aim: have none left. Lay what fits, swap, vote, duel and slap, "
        "and keep a list at hand for what the others do to you."
    )
    language = "de"
    symbol = "handful"
    back = "b-hmk"
    scene = gettext_lazy("Five cards with a kangaroo, a penguin and a small-time artist on them.")
    style = "css/halt_mal_kurz.css"
    table_template = "games/halt_mal_kurz/_table.html"
    hand_template = "games/halt_mal_kurz/_hand.html"
    open_hand_template = "games/halt_mal_kurz/_open_hand.html"
    orders_template = "games/halt_mal_kurz/_orders.html"
    rules_template = "games/halt_mal_kurz/rules.html"
    voice = True
    clown = True
    lesson = LESSON
    reasons = REASONS
    talk_rule = gettext_lazy(
        "Talking about a card that others still have to turn is allowed, and so is bluffing."
    )

    @property
    def nose(self) -> str:
        return cards.drawing("nose")

    # Sentences

    def say(self, event: Any, cast: Cast) -> str:
        return sentence(event, cast)

    def remembers(self, event: Any) -> bool:
        return getattr(event, "words", None) is None

    def said_by_next(self, event: Any, following: Any) -> bool:
        """A swap is told by its own sentence, unless somebody made a show of laying the card."""
        return (
            isinstance(event, events.CardLaid)
            and isinstance(following, events.Swapped)
            and event.seat == following.seat
            and event.delivery == "plain"
            and event.words is None
        )

    def said_beside(self, event: Any, events_told: tuple[Any, ...]) -> bool:
        """My own slap, where it was the last that a card waited for: the settlement has everybody's times."""
        return isinstance(event, events.Reacted) and any(
            isinstance(other, events.SlapsSettled) and (event.to, event.after_ms) in other.slaps
            for other in events_told
            if event.hit
        )

    def note(self, by: str, events_told: tuple[Any, ...], seat: int, cast: Cast) -> str:
        laid = any(isinstance(event, events.CardLaid) for event in events_told)
        if by == "orders" and laid:
            return _("planned")
        return super().note(by, events_told, seat, cast)

    def minor(self, event: Any) -> bool:
        return isinstance(event, events.Reshuffled | events.Showed)

    def headline(self, view: View[Any, Any], cast: Cast) -> str:
        mine = sorted(open_to_me(view), key=lambda prompt: (FIRST.index(prompt.kind), prompt.number))
        if mine:
            return self.task(view, mine[0], cast)
        waits = [prompt for prompt in view.prompts if not prompt.given]
        blocking = [prompt for prompt in waits if prompt.blocks] or waits
        seats = tuple(dict.fromkeys(prompt.seat for prompt in blocking))
        return _("Waiting for %(names)s") % {"names": cast.list(seats)}

    def task(self, view: View[Any, Any], prompt: Prompt, cast: Cast) -> str:
        table: Table = view.table
        affair = table.affair
        name = cast.name(affair.seat) if affair else ""
        names = {"name": name, "card": NAMES[kind_of(affair.face)] if affair else ""}
        match prompt.kind:
            case "turn" if any(other.kind == "flip" for other in open_to_me(view)):
                return _("Your turn: first turn the cards that wait")
            case "turn":
                return _("Your turn: lay or draw")
            case "flip":
                return _("%(name)s’s card waits: turn it") % {"name": self.laid_by(view, prompt, cast)}
            case "slap":
                return _("Quick: slap it, or hands off?")
            case "react":
                return _("%(name)s plays %(card)s on you") % names
            case "throw" if affair and cast.is_me(affair.seat):
                return _("Your duel: choose your throws")
            case "throw":
                return _("%(name)s challenges you: choose your throws") % names
            case "vote":
                return _("Assembly: who gives a card to whom?")
        return _("You beat others: give each of them a card")

    def laid_by(self, view: View[Any, Any], prompt: Prompt, cast: Cast) -> str:
        contest = answer_forms.contest_of(view, prompt)
        return cast.name(contest.seat) if contest else ""

    def question(self, view: View[Any, Any], prompt: Prompt, cast: Cast) -> str:
        affair = view.table.affair
        names = {
            "name": cast.name(affair.seat) if affair else self.laid_by(view, prompt, cast),
            "card": NAMES[kind_of(affair.face)] if affair else "",
        }
        match prompt.kind:
            case "turn":
                return _("Which card do you lay?")
            case "flip":
                return _("Turn %(name)s’s card") % {"name": self.laid_by(view, prompt, cast)}
            case "slap":
                return _("Slap it, or hands off?")
            case "react":
                return _("%(name)s plays %(card)s on you. Use a list?") % names
            case "throw" if prompt.given:
                return _("Your throws are sealed. Change them?")
            case "throw":
                return _("What do you throw?")
            case "vote":
                return _("Who gives a card to whom?")
        return _("Which card for whom?")

    def silence(self, view: View[Any, Any], prompt: Prompt) -> str:
        """As the clock plays: see `HaltMalKurz.fallback`."""
        if prompt.kind == "flip" and prompt.clock == "free":
            return _("nothing, until your next turn")
        if prompt.kind == "turn":
            return silent_turn(view)
        return {
            "flip": _("the card is turned, and your hands are off"),
            "slap": _("your hands are off"),
            "react": _("it happens"),
            "throw": _("you throw at random"),
            "vote": _("you abstain"),
        }.get(prompt.kind, _("random cards are given"))

    def given_word(self, prompt: Prompt) -> str:
        """Votes are open; only throws are sealed."""
        return _("has voted") if prompt.kind == "vote" else super().given_word(prompt)

    def seat_words(self, view: View[Any, Any], seat: int) -> str:
        flips = flips_of(view, seat)
        to_turn = ngettext("%(n)s card to turn", "%(n)s cards to turn", flips) % {"n": flips}
        if view.table.open == seat:
            both = ngettext("open hand, %(n)s card to turn", "open hand, %(n)s cards to turn", flips)
            return both % {"n": flips} if flips else _("open hand")
        return to_turn if flips else ""

    def seat_marks(self, view: View[Any, Any], seat: int) -> str:
        marks = [mark("eye", _("open hand"))] if view.table.open == seat else []
        if flips := flips_of(view, seat):
            marks.append(
                mark("turn", ngettext("%(n)s card to turn", "%(n)s cards to turn", flips) % {"n": flips})
            )
        return mark_safe("".join(marks))

    def sample_cards(self) -> list[SafeString]:
        return [card(face) for face in SAMPLE]

    def learn(self) -> dict[str, Any]:
        return learning.learn()

    def ending_words(self, view: View[Any, Any], result: Result, cast: Cast, events: tuple[Any, ...]) -> str:
        if result.why == "shared":
            return _("Several hands became empty at once: they share the victory.")
        if result.why == "given":
            return _("The last card went on somebody else’s turn. That counts too.")
        return _("No card left: that wins. The others are placed by the cards they hold.")

    def points(self, points: int) -> str:
        return ngettext("%(n)s card left", "%(n)s cards left", points) % {"n": points}

    def option_label(self, field: Field) -> str:
        return str(OPTION_LABELS[field.name])

    def asked_if(self, field: Field, options: dict[str, Any]) -> str | None:
        """As `start.who_starts` uses the answers."""
        starts, about_throws = options["starts"], field.name.startswith("throw")
        if starts == "random" or (starts == "schnick" and not about_throws):
            return None
        return (
            _("Your throws, for the case that the praline ties")
            if starts == "praline" and about_throws
            else ""
        )

    def option(self, field: Field, choice: Choice | None, names: tuple[str, ...]) -> str:
        return option_words(field, choice)

    # Pictures and forms

    def table(self, view: View[Any, Any], cast: Cast, events: tuple[Any, ...]) -> dict[str, Any]:
        return board.board(view, cast, events)

    def prompt_template(self, prompt: Prompt) -> str:
        return f"games/halt_mal_kurz/_{prompt.kind}.html"

    def tidy(self, form: QueryDict) -> QueryDict:
        """The page asks in rows of its own: throws one by one, gifts by receiver, Polizei apart."""
        tidy = form.copy()
        turn_form.tidy(tidy)
        answer_forms.tidy(tidy)
        return tidy

    def form(
        self, view: View[Any, Any], prompt: Prompt, offer: Offer, cast: Cast, sent: QueryDict | None
    ) -> dict[str, Any]:
        kept = None if sent is None else self.tidy(sent)
        show = turn_form.show if prompt.kind == "turn" else answer_forms.show
        # Turning one card opens the next, and then the turn: an older form of theirs is of no use.
        redrawn = prompt.kind in ("turn", "flip", "slap")
        return show(self, view, prompt, offer, cast, kept) | {"redrawn": redrawn}

    def hand(self, view: View[Any, Any], cast: Cast) -> dict[str, Any]:
        hand = view.mine()[1]
        rows = list(enumerate(hand.cards))
        if cast.sort == "symbol":
            rows.sort(key=lambda row: turn_form.by_symbol(row[1]))
        old = len(rows) - hand.new
        return {
            "cards": [{"picture": card(one), "label": words(one), "new": place >= old} for place, one in rows]
        }

    def open_cards(self, hand: Any, cast: Cast) -> list[Any]:
        return [{"picture": card(one, "size-pile"), "label": words(one)} for one in hand.cards]

    # Orders

    def orders(
        self, view: View[Any, Any], orders: Orders, cast: Cast, sent: QueryDict | None = None
    ) -> dict[str, Any]:
        return orders_form.show(view, orders, cast, self.drafted(sent, orders))

    def read_orders(self, form: QueryDict, orders: Orders) -> dict[str, Any]:
        return orders_form.read(form, orders)


def open_to_me(view: View[Any, Any]) -> list[Prompt]:
    """What I still owe; not what I may only change."""
    return [prompt for prompt in my_prompts(view) if not prompt.given]


def silent_turn(view: View[Any, Any]) -> str:
    """What the clock makes of a turn; cards that are owed are turned before it."""
    table: Table = view.table
    seat, hand = view.mine()
    owing = flips_of(view, seat)
    if table.to_draw:
        return _("the cards are turned, and you draw a card") if owing else _("you draw a card")
    if any(misfit(table, card) is None for card in hand.cards):
        return (
            _("the cards are turned, and a random card that fits is laid")
            if owing
            else _("a random card that fits is laid")
        )
    return _("the cards are turned, and you pass") if owing else _("you pass")


def flips_of(view: View[Any, Any], seat: int) -> int:
    """How many cards a seat still has to turn or to slap: everybody can count that."""
    return sum(prompt.seat == seat and prompt.kind in FLIPS for prompt in view.prompts)


def mark(drawing: str, title: str) -> SafeString:
    return format_html(
        '<span class="fam" title="{}"><svg aria-hidden="true"><use href="{}#{}"/></svg></span>',
        title,
        static("img/sprite.svg"),
        drawing,
    )


FACE = HaltMalKurzFace()

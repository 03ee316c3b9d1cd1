"""What Halt mal kurz calls its symbols, throws and choices, and why an answer is refused."""

from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext_lazy

from games.engine import Choice, Field

from .answers import Order
from .parts import LOBBY_THROWS, Praline

THROW_WORDS: dict[str, Any] = {
    "rock": pgettext_lazy("a throw", "rock"),
    "paper": pgettext_lazy("a throw", "paper"),
    "scissors": pgettext_lazy("a throw", "scissors"),
    "well": pgettext_lazy("a throw", "well"),
}
DELIVERY_WORDS: dict[str, Any] = {
    "plain": gettext_lazy("just said"),
    "whispered": gettext_lazy("whispered"),
    "roared": gettext_lazy("roared"),
    "sung": gettext_lazy("sung"),
}
ORDER_WORDS: dict[Order, Any] = {
    "use": gettext_lazy("use a list if I can"),
    "ask": gettext_lazy("ask me"),
    "never": gettext_lazy("never use a list"),
}
HIT_WORDS: dict[str, tuple[Any, Any]] = {
    "draw": (gettext_lazy("Drawing cards"), gettext_lazy("A Nazi, a Polizei or Kapitalismus makes me draw.")),
    "receive": (gettext_lazy("Getting cards"), gettext_lazy("Somebody hands me cards I did not ask for.")),
    "swap": (gettext_lazy("Swapping hands"), gettext_lazy("Somebody wants my whole hand for theirs.")),
    "open": (gettext_lazy("An open hand"), gettext_lazy("A Polizei wants everybody to see my cards.")),
    "communism": (
        gettext_lazy("Kommunismus"),
        gettext_lazy("All hands are shuffled and dealt anew; with a list mine stays out."),
    ),
}
REASONS: dict[str, Any] = {
    "no_fit": gettext_lazy("This card does not fit: it needs the same symbol or the same category."),
    "never_laid": gettext_lazy("A Razupaltuff can never be laid."),
    "flip_first": gettext_lazy("Some cards wait for you. Turn the cards first, then it is your turn."),
    "older_first": gettext_lazy("An older card waits for you. Finish that one first."),
    "nothing_to_draw": gettext_lazy("There is no card left to draw."),
    "must_lay": gettext_lazy("You can lay a card, so you cannot pass."),
    "not_your_card": gettext_lazy("That card is not in your hand any more."),
    "whom": gettext_lazy("This card needs a name. Choose whom it is for."),
    "not_yourself": gettext_lazy("You cannot name yourself with it."),
    "no_such_seat": gettext_lazy("Nobody sits there. Choose somebody at this table."),
    "exempt": gettext_lazy(
        "Whoever played open last cannot be named by a Polizei again. Name somebody else."
    ),
    "no_list": gettext_lazy("You hold no list that fits this card."),
    "without_well": gettext_lazy("This duel is without well. Choose rock, paper or scissors."),
    "same_seat": gettext_lazy("Nobody can give a card to themselves. Choose two different people."),
    "not_that_many": gettext_lazy("That is more than is wanted here."),
    "own_card": gettext_lazy("It is your own card: no list helps against it."),
    "given_twice": gettext_lazy("One card can be given only once. Choose another for each."),
    "owing_first": gettext_lazy("Answer first what is asked of you. Then you can plan your turn."),
    "too_many_plans": gettext_lazy("One planned turn can be left, no more."),
    "empty_plan": gettext_lazy("A planned turn needs at least one line with a card."),
}

LOBBY_THROW_LABELS = (
    gettext_lazy("Your first throw, if there is a Schnick for who starts"),
    gettext_lazy("Your second throw, if the first is a tie"),
    gettext_lazy("Your third throw, if that is a tie too"),
)
OPTION_LABELS: dict[str, Any] = {
    "starts": gettext_lazy("Who starts"),
    "reactions": gettext_lazy("Not-to-do lists at the start"),
    "slap": gettext_lazy("Slapping"),
    "window": gettext_lazy("Seconds to slap in"),
    "majority": gettext_lazy("Majority in an assembly"),
    "praline": gettext_lazy("When did you last eat a schnapps praline?"),
    **{
        f"throw_{place}": label
        for place, label in zip(range(1, LOBBY_THROWS + 1), LOBBY_THROW_LABELS, strict=True)
    },
}
OPTION_WORDS: dict[tuple[str, str], Any] = {
    ("starts", "praline"): gettext_lazy("whoever ate a schnapps praline last"),
    ("starts", "schnick"): gettext_lazy("a Schnick decides, by throws named on joining"),
    ("starts", "random"): gettext_lazy("drawn at random"),
    ("reactions", "automatic"): gettext_lazy("a list is used at once, without a question"),
    ("reactions", "ask"): gettext_lazy("everybody is asked each time"),
    ("slap", "reflex"): gettext_lazy("everybody turns and slaps in a moment of their own"),
    ("slap", "luck"): gettext_lazy("nobody slaps; the slowest is drawn at random"),
    ("majority", "relative"): gettext_lazy("most votes decide; a tie does not"),
    ("majority", "absolute"): gettext_lazy("more than half of the votes decide"),
}
PRALINE_WORDS: dict[Praline, Any] = {
    "today": gettext_lazy("today"),
    "week": gettext_lazy("this week"),
    "month": gettext_lazy("this month"),
    "year": gettext_lazy("this year"),
    "longer": gettext_lazy("longer ago"),
}


def option_words(field: Field, choice: Choice | None) -> str:
    """A choice of an option, or of what everybody is asked on joining; None: left open."""
    if choice is None:
        return _("never, or I do not say") if field.name == "praline" else _("leave it to chance")
    value = str(choice.value)
    if field.name == "praline":
        return str(PRALINE_WORDS.get(value, value))  # type: ignore[call-overload]
    if field.name.startswith("throw"):
        return str(THROW_WORDS.get(value, value))
    return str(OPTION_WORDS.get((field.name, value), value))

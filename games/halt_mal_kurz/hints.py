"""What the lesson of Halt mal kurz says above each question; every sentence is true by what the learner sees."""

from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.cast import Cast, phrase
from games.engine import Prompt
from games.teaching import Hint

from .answers import Draw, Flip, Give, Lay, Pass, React, Slap, Throw, Vote
from .cards import DOES, category_marked, marked, symbol_marked
from .offers import affair_of, is_group
from .pack import SYMBOLS, category_of, half_of, kind_of, symbols_of
from .parts import HmkView

# Turns


def turn(topic: str, action: Any, view: HmkView, cast: Cast) -> Hint:
    """How to show a topic with one's turn."""
    if topic == "draw":
        return draw(topic, view)
    title, why = AIMED[kind_of(action.card)] if topic == "target" else TURN_WORDS[topic]
    names = names_of(action, view, cast)
    rules = "throws" if topic == "ahead" else "turn"
    return Hint(topic, rules, phrase(title, **names), phrase(why, **names), action)


def names_of(action: Any, view: HmkView, cast: Cast) -> dict[str, Any]:
    """What the sentences name: the card, whom it is for, what both cards share, and numbers."""
    if not isinstance(action, Lay):
        return {}
    top, (_seat, hand) = view.table.top, view.mine()
    shared = [letter for letter in SYMBOLS if letter in symbols_of(action.card) and letter in symbols_of(top)]
    left = len(hand.cards) - 1
    return {
        "card": marked(action.card),
        "name": "" if action.target is None else cast.name(action.target),
        "symbol": symbol_marked(shared[0]) if shared else "",
        "category": category_marked(category_of(action.card)),
        "does": DOES[kind_of(action.card)],
        "half": half_of(left),
        "mine": left,
        "theirs": 0 if action.target is None else view.table.counts[action.target],
    }


TURN_WORDS: dict[str, tuple[Any, Any]] = {
    "symbol": (
        gettext_lazy("Lay %(card)s: the symbol is the same."),
        gettext_lazy(
            "Your card and the top one share a symbol: %(symbol)s. That is enough, whatever the category. Then it does "
            "what it says: %(does)s"
        ),
    ),
    "category": (
        gettext_lazy("Lay %(card)s: the category is the same."),
        gettext_lazy(
            "The symbols differ, but your card and the top one are of one category: %(category)s. That is enough. Then "
            "it does what it says: %(does)s"
        ),
    ),
    "vote": (
        gettext_lazy("Call an assembly: lay %(card)s."),
        gettext_lazy(
            "It fits the top card. Everybody, you too, is asked who shall give one card to whom. You can name yourself "
            "as the giver, which makes it a way to get rid of two cards in one turn."
        ),
    ),
    "throw": (
        gettext_lazy("Start a duel: lay %(card)s."),
        gettext_lazy(
            "It fits the top card. Rock, paper, scissors and the well: everybody concerned names throws unseen, and "
            "whoever wins passes a card on."
        ),
    ),
    "ahead": (
        gettext_lazy("Leave throws for the next duel, then take your turn."),
        gettext_lazy(
            "Among your orders, further down, you can leave a list of throws and save it. When somebody challenges "
            "you, it answers at once, and nobody has to wait for you. Your turn itself you still play now."
        ),
    ),
}
AIMED: dict[str, tuple[Any, Any]] = {
    "halt": (
        gettext_lazy("Lay %(card)s and name %(name)s."),
        gettext_lazy(
            "Half of your hand goes to %(name)s, rounded down. You keep %(mine)s cards when it is laid, so the half "
            "is: %(half)s. Chance picks them. A list can stop it."
        ),
    ),
    "schnick": (
        gettext_lazy("Lay %(card)s and name %(name)s."),
        gettext_lazy(
            "You challenge %(name)s. Both of you name throws unseen, and the winner gives the loser a card: one you "
            "choose, or one from the pile."
        ),
    ),
    "swap": (
        gettext_lazy("Lay %(card)s and name %(name)s."),
        gettext_lazy(
            "You swap hands as they are: what is left of yours for all of %(name)s’s. That is %(mine)s for %(theirs)s. "
            "A list can stop it."
        ),
    ),
    "police": (
        gettext_lazy("Lay %(card)s and name %(name)s."),
        gettext_lazy(
            "It goes down covered, and the others turn it when they have time. Whoever slaps it draws a card, and "
            "%(name)s plays with an open hand until the next Polizei, unless a list stops that."
        ),
    ),
}


def draw(topic: str, view: HmkView) -> Hint:
    """Draw, because nothing fits or because one would rather not lay what does."""
    _seat, hand = view.mine()
    top = view.table.top
    fitting = any(
        category_of(card) == category_of(top) != "none" or set(symbols_of(card)) & set(symbols_of(top))
        for card in hand.cards
    )
    if fitting:
        title = _("Draw a card, though you could lay one.")
        why = _(
            "What fits would do you no good now, or is a list, which protects you only as long as you hold it. Nobody "
            "has to lay. The drawn card waits for your next turn."
        )
    else:
        title = _("Draw a card: nothing fits.")
        why = _(
            "No card of yours shares the symbol or the category of the top one. The drawn card may fit, but it has to "
            "wait for your next turn."
        )
    return Hint(topic, "turn", phrase(title), phrase(why), Draw())


def free(action: Any, view: HmkView, cast: Cast) -> Hint:
    """Nothing new can be shown with this hand."""
    if action is None:
        why = _("Nothing can be drawn and nothing fits, so your turn passes by.")
        return Hint("", "turn", phrase(_("Pass.")), phrase(why), Pass())
    if isinstance(action, Draw):
        return draw("", view)
    names = names_of(action, view, cast)
    if action.target is None:
        title = phrase(_("What you know already: lay %(card)s, or what you like."), **names)
    else:
        title = phrase(_("What you know already: lay %(card)s on %(name)s, or what you like."), **names)
    why = _("It fits, and every card you are rid of brings you nearer to an empty hand.")
    return Hint("", "turn", title, phrase(why), action)


# Cards to be turned


def flip(view: HmkView, prompt: Prompt, cast: Cast, met: set[str]) -> Hint:
    seat = next(one.seat for one in view.table.contests if one.number == prompt.opened_by)
    why = _(
        "%(name)s has laid it face down. It is a Nazi or a Polizei; you see which once you turn it, and then you have "
        "to be quick. A Nazi: slap! A Polizei: hands off. Nobody waits for you, but it comes before your own turn."
    )
    title = _("Turn the card.") if "flip" not in met else _("Turn the card, ready to slap or not.")
    topic = "" if "flip" in met else "flip"
    return Hint(topic, "flip", phrase(title), phrase(why, name=cast.name(seat)), Flip())


def slap(view: HmkView, prompt: Prompt) -> Hint:
    face = next(one.face for one in view.mine()[1].seen if one.contest == prompt.opened_by)
    if kind_of(face) == "nazi":
        why = _(
            "Everybody slaps a Nazi but the one who laid it. The slowest draws, and hands off is slower still."
        )
        return Hint("nazi", "slap", phrase(_("A Nazi: slap!")), phrase(why), Slap(1))
    why = _("Whoever slaps a Polizei draws a card. Whom it names, you learn when everybody has turned it.")
    return Hint("police", "slap", phrase(_("A Polizei: hands off!")), phrase(why), Slap(0))


# What others do


def react(view: HmkView, cast: Cast) -> Hint:
    affair, (seat, hand) = affair_of(view), view.mine()
    names = {"name": cast.name(affair.seat), "card": marked(affair.face), "does": DOES[kind_of(affair.face)]}
    if hand.list_against(affair.face) is None:
        title = _("%(card)s hits you: let it happen, you hold no list that fits.")
        why = _(
            "%(name)s has laid it: %(does)s You are asked all the same, so that nobody can tell from the question what "
            "you hold."
        )
        return Hint("react", "react", phrase(title, **names), phrase(why, **names), React(0))
    counts = view.table.counts
    if affair.hit == "swap" and counts[affair.seat] < counts[seat]:
        names |= {"mine": counts[seat], "theirs": counts[affair.seat]}
        title = _("%(card)s hits you: let it happen.")
        why = _(
            "%(name)s wants to swap hands: %(theirs)s for your %(mine)s. That is a gift; keep your list for worse."
        )
        return Hint("react", "react", phrase(title, **names), phrase(why, **names), React(0))
    title = _("%(card)s hits you: use your list.")
    why = _(
        "%(name)s has laid it: %(does)s Your list fits, so none of it happens to you. You draw one card for the list, "
        "and play goes on as it would have."
    )
    return Hint("react", "react", phrase(title, **names), phrase(why, **names), React(1))


def throw(view: HmkView, cast: Cast) -> Hint:
    affair, (seat, _hand) = affair_of(view), view.mine()
    if is_group(affair):
        why = _(
            "One throw each, all against %(name)s. Paper beats rock and the well, the well beats rock and scissors. "
            "Whoever wins gives a card away, so hope to win."
        )
        if affair.seat == seat:
            why = _(
                "One throw, and it counts against everybody. Paper beats rock and the well, the well beats rock and "
                "scissors. Whoever beats you gives you a card; to those you beat you give one."
            )
        title = phrase(_("Name one throw."))
        return Hint("throw", "throw", title, phrase(why, name=cast.name(affair.seat)), Throw(("paper",)))
    other = affair.targets[0] if affair.seat == seat else affair.seat
    throws: Any = ("paper", "scissors", "rock") if affair.without_well else ("paper", "well", "scissors")
    if affair.again:
        why = _(
            "It was a tie to the last of your throws. The duel goes on with %(name)s until somebody has won."
        )
    elif affair.without_well:
        why = _("Somebody said so beforehand: no well in this duel. At a tie your next throw counts.")
    else:
        why = _(
            "Your duel with %(name)s: at a tie the next throw of your list counts, so name more than one. Paper beats "
            "rock and the well, the well beats rock and scissors, scissors beat paper, rock beats scissors."
        )
    title = phrase(_("Name several throws."))
    return Hint("throw", "throw", title, phrase(why, name=cast.name(other)), Throw(throws))


def vote(view: HmkView, cast: Cast) -> Hint:
    """For a card from me to whoever holds fewest; with an empty hand, from whoever holds most."""
    seat, hand = view.mine()
    counts = view.table.counts
    others = sorted((s for s in range(len(counts)) if s != seat), key=lambda s: (counts[s], s))
    giver = seat if hand.cards else others[-1]
    names = {"giver": cast.name(giver), "name": cast.name(others[0])}
    why = _(
        "Everybody has one vote, and all can see it. Most votes decide; at a tie nothing happens. The same form "
        "asks what else has to be known, such as the card you would give."
    )
    if giver == seat:
        title = phrase(_("Vote: you give %(name)s a card."), **names)
    else:
        title = phrase(_("Vote: %(giver)s gives %(name)s a card."), **names)
    return Hint("vote", "vote", title, phrase(why), Vote(giver, others[0]))


def give() -> Hint:
    why = _(
        "You have won against somebody, and each of them gets one card of yours, as far as they go. Pick those you "
        "need least, or leave it to chance."
    )
    return Hint("", "give", phrase(_("Choose what you give.")), phrase(why), Give())

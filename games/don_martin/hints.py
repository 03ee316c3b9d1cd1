"""What the lesson of Don Martin's Kartenspiel says above each question; every sentence is true by what is seen."""

from collections import Counter
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from games.cast import Cast, phrase
from games.engine import Prompt, face_of
from games.teaching import Hint

from .answers import Ignore, Keep, Lay, Play, Throw
from .cards import colour_marked, marked, sound_marked
from .pack import LEAST_GROUP, MOST_GROUP, colour_of, is_special, sound_of
from .parts import DmView
from .scoring import points_of

# Turns and leads


def turn(topic: str, action: Play | Ignore, view: DmView, prompt: Prompt, cast: Cast) -> Hint:
    """How to show a topic with one's turn or lead; without one, what one knows already."""
    if topic == "plan":
        return Hint(topic, "plan", phrase(PLAN[0]), phrase(PLAN[1]), action)
    if isinstance(action, Ignore):
        why = _(
            "You draw the top card of the pile, and your turn is over. What lies here stays. That is a way to wait "
            "for a better trick, and nobody sees any of your cards."
        )
        return Hint(topic, prompt.kind, phrase(_("Ignore the trick and draw a card.")), phrase(why), action)
    names = names_of(action, view, cast)
    if topic:
        title, why = words_of(action, view)
        return Hint(topic, prompt.kind, phrase(title, **names), phrase(why, **names), action)
    if action.target is None:
        title = _("What you know already: play %(card)s, or what you like.")
    else:
        title = _("What you know already: play %(card)s and name %(name)s, or what you like.")
    return Hint("", prompt.kind, phrase(title, **names), phrase(words_of(action, view)[1], **names), action)


def names_of(action: Play, view: DmView, cast: Cast) -> dict[str, Any]:
    """What the sentences name: the card, its colour, how many there are, and who is next."""
    seat, hand = view.mine()
    table = view.table
    following = table.after(seat)
    special = is_special(action.card)
    sound = "" if special else sound_of(action.card)
    return {
        "card": marked(action.card),
        "colour": "" if special else colour_marked(colour_of(action.card)),
        "sound": sound_marked(sound) if sound else "",
        "held": sum(sound_of(card) == sound for card in hand.coloured()),
        "count": len(table.lies),
        "next": cast.name(following),
        "after": cast.name(table.after(following)),
        "other": cast.name((seat - table.way) % table.seats),
        "name": "" if action.target is None else cast.name(action.target),
        "then": "" if action.target is None else cast.name(table.after(action.target)),
    }


def words_of(action: Play, view: DmView) -> tuple[Any, Any]:
    """Title and reason for playing a card now, still with their placeholders."""
    _seat, hand = view.mine()
    table = view.table
    if is_special(action.card):
        return special_words(action, view)
    if table.lies and colour_of(action.card) in table.colours:
        return _("Take the trick: play %(card)s."), ngettext(
            "The card on the table is %(colour)s like yours. So yours takes: that card comes to your hand, and yours "
            "comes back with it. Then you may lay groups.",
            "On the table there is %(colour)s, as on your card. So yours takes: the %(count)s cards of the table come "
            "to your hand, and yours comes back with them. Then you may lay groups.",
            len(table.lies),
        )
    if len(hand.cards) == 1:
        return OUT
    if not table.lies:
        return LEAD
    return ADD if len(table.colours) < 3 else ADD_LAST


def special_words(action: Play, view: DmView) -> tuple[Any, Any]:
    """By the special; some do something else on an empty table, or with little left of the pile."""
    seat, _hand = view.mine()
    face = face_of(action.card)
    if face == "arrargh" and not view.table.lies:
        return SPECIAL["arrargh_empty"]
    if face == "gapween":
        if view.table.pile < 2:
            return SPECIAL["gapween_short"]
        return SPECIAL["gapween_back" if view.table.after(action.target or 0) == seat else "gapween"]
    return SPECIAL[face]


LEAD = (
    gettext_lazy("Lead %(card)s."),
    gettext_lazy(
        "No card lies on the table, so you lead; nothing can be ignored. Give away what you hold least of: %(held)s "
        "of %(sound)s. %(next)s is next."
    ),
)
ADD = (
    gettext_lazy("Add %(card)s."),
    gettext_lazy(
        "There is no %(colour)s on the table yet, so your card stays there, and you hold one card fewer. With this "
        "one you have %(held)s of %(sound)s. %(next)s is next."
    ),
)
ADD_LAST = (
    gettext_lazy("Add %(card)s."),
    gettext_lazy(
        "Of the four colours only %(colour)s is missing here, so your card stays on the table. From now on every "
        "coloured card takes, whatever its colour. %(next)s is next."
    ),
)
OUT = (
    gettext_lazy("Play your last card, %(card)s: you are out."),
    gettext_lazy(
        "It is coloured, it stays on the table, and your hand is empty. So the round ends at once, and you get a "
        "point for every card that the others still hold."
    ),
)
SPECIAL: dict[str, tuple[Any, Any]] = {
    "arrargh": (
        gettext_lazy("Play %(card)s and shout."),
        gettext_lazy(
            "%(next)s must pick up all that lies on the table, and may neither lay nor play. %(after)s is next "
            "then. The card leaves the game, and in your hand it would only cost points at the end."
        ),
    ),
    "arrargh_empty": (
        gettext_lazy("Play %(card)s and shout."),
        gettext_lazy(
            "No card lies on the table, so nobody picks up: %(next)s loses a turn, and %(after)s is next. The card "
            "leaves the game, and in your hand it would only cost points at the end."
        ),
    ),
    "splabbadap": (
        gettext_lazy("Play %(card)s and make a mess."),
        gettext_lazy(
            "Everybody else throws in a coloured card, all at the same time; only a single card stays in its hand. You "
            "pick up everything on the table, may lay groups as after a take, and lead."
        ),
    ),
    "gapween": (
        gettext_lazy("Play %(card)s and name %(name)s."),
        gettext_lazy(
            "%(name)s draws two cards, and every card in a hand costs points at the end. The turn then goes to the "
            "seat after that: %(then)s. You could also name yourself."
        ),
    ),
    "gapween_back": (
        gettext_lazy("Play %(card)s and name %(name)s."),
        gettext_lazy(
            "%(name)s draws two cards, and every card in a hand costs points at the end. The turn then goes to the "
            "seat after that, and that is you."
        ),
    ),
    "gapween_short": (
        gettext_lazy("Play %(card)s and name %(name)s, to be rid of it."),
        gettext_lazy(
            "The pile has fewer than two cards left, so only what is there is drawn. But the card leaves your hand, "
            "where it would cost points at the end."
        ),
    ),
    "inkle": (
        gettext_lazy("Play %(card)s and turn the direction."),
        gettext_lazy(
            "From now on play goes the other way round. So %(other)s is next and not %(next)s. The table stays as it "
            "is."
        ),
    ),
}
PLAN = (
    gettext_lazy("Leave a plan for your next turn, then take this one."),
    gettext_lazy(
        "Open “Plan my next turn” further down, choose what to do, such as a card to add, and save. When your turn "
        "comes, the first line that fits is played at once, and nobody has to wait for you. This turn you still play "
        "yourself."
    ),
)


# Groups


def lay(action: Lay | Keep, view: DmView) -> Hint:
    """Lay a group, or lay nothing: because there is none, because it cannot be laid, or to wait for more."""
    _seat, hand = view.mine()
    if isinstance(action, Lay):
        return lay_group(action)
    size = max(Counter(sound_of(card) for card in hand.coloured()).values(), default=0)
    if size < LEAST_GROUP:
        title = _("Lay nothing: you hold no group.")
        why = _(
            "A group needs %(least)s cards of one sound. You are asked all the same, every time, so that nobody can "
            "tell from the question what you hold. Next you lead."
        )
    elif len(hand.cards) == size + 1 and len(hand.coloured()) == size:
        title = _("Lay nothing this time.")
        why = _(
            "Your group would leave you with a single black-and-white card, and you could not lead that. Keep the "
            "group and play the special first."
        )
    else:
        title = _("Wait with your group, or lay it.")
        why = _(
            "%(size)s cards of a sound are worth %(points)s points, and with one more %(more)s. Nobody is about to go "
            "out just now. But a group on the table is safe, and it never grows."
        )
    names = {
        "least": LEAST_GROUP,
        "size": size,
        "points": points_of(size),
        "more": points_of(size + 1),
    }
    return Hint("", "lay", phrase(title), phrase(why, **names), action)


def lay_group(action: Lay) -> Hint:
    """What the group is worth now, and what one card more would have been."""
    size = len(action.cards)
    names = {
        "size": size,
        "sound": sound_marked(sound_of(action.cards[0])),
        "points": points_of(size),
        "more": points_of(size + 1),
    }
    title = _("Lay a group: your %(size)s cards with %(sound)s.")
    if size == MOST_GROUP:
        why = _("That is every %(sound)s of the game: %(points)s points, and there is no larger group.")
    else:
        why = _(
            "Cards of one sound, in any colours: %(size)s are worth %(points)s points, one more would have made it "
            "%(more)s. What lies on the table is safe, but it never grows. You can lay only here: after a take or a "
            "SPLABBADAP! of yours."
        )
    return Hint("lay", "lay", phrase(title, **names), phrase(why, **names), action)


# What others do


def throw_in(action: Throw, view: DmView, cast: Cast) -> Hint:
    names = {
        "card": marked(action.card),
        "name": cast.name(view.table.turn),
        "sound": sound_marked(sound_of(action.card)),
        "held": sum(sound_of(card) == sound_of(action.card) for card in view.mine()[1].coloured()),
    }
    why = _(
        "%(name)s has played SPLABBADAP! and picks up all that is thrown in. The colour does not matter. Give what you "
        "hold least of: %(held)s of %(sound)s. Your card stays sealed until everybody has thrown."
    )
    return Hint(
        "throw_in", "throw_in", phrase(_("Throw in %(card)s."), **names), phrase(why, **names), action
    )

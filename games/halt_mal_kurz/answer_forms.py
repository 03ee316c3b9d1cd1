"""The forms of everything that is not a turn: turning, slapping, lists, throws, votes, gifts."""

from typing import Any

from django.http import QueryDict
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.cast import Cast, phrase
from games.engine import Field, Offer, Prompt, Way
from games.face import Face
from games.pictures import fragment

from .answers import MOST_THROWS, MOST_WORDS, PILE
from .board import ballots, contest_row, known_face
from .cards import BACK, NAMES, PHRASES, card, marked, symbol_marked, words
from .looks import throw_marked
from .offers import affair_of, is_group
from .pack import CAPITALISM_DRAWS, COVERED, MOST_SEATS, half_of, kind_of
from .parts import Affair, Contest, HmkView
from .turn_form import aloud

Form = dict[str, Any]


def show(face: Face, view: HmkView, prompt: Prompt, offer: Offer, cast: Cast, sent: QueryDict | None) -> Form:
    """What the template of this kind of prompt needs."""
    match prompt.kind:
        case "flip":
            return flip(view, prompt, offer, cast, sent)
        case "slap":
            return slap(view, prompt, offer, cast, sent)
        case "react":
            return react(face, view, offer, cast, sent)
        case "throw":
            return throw(face, view, offer, cast, sent)
        case "vote":
            return vote(face, view, prompt, offer, cast, sent)
    return give(view, offer, cast, sent)


def tidy(form: QueryDict) -> None:
    """Rows of the page become the lists that the offer asks for."""
    rows = [form.pop(f"throw-{place}", [""])[-1] for place in range(1, MOST_THROWS + 1)]
    if any(rows):
        form.setlist("throws", [one for one in rows if one])
    gifts = [form.pop(f"to-{place}", [""])[-1] for place in range(1, MOST_SEATS)]
    by_chance = form.pop("how", [""])[-1] == "chance"
    if any(gifts):
        form.setlist("cards", [] if by_chance else [one for one in gifts if one])


def field_of(way: Way, name: str) -> Field | None:
    return next((field for field in way.fields if field.name == name), None)


def value_of(field: Field | None, sent: QueryDict | None) -> str:
    """What is chosen when the form is shown."""
    if field is None:
        return ""
    if sent is not None:
        return sent.get(field.name, "")
    return "" if field.preset is None else str(field.preset)


def wish(way: Way, sent: QueryDict | None, question: str) -> Form | None:
    """Use a list or take it, if it comes to that."""
    field = field_of(way, "wish")
    if field is None:
        return None
    uses = value_of(field, sent) == "1"
    return {"question": question, "uses": uses}


# Cards to be turned


def contest_of(view: HmkView, prompt: Prompt) -> Contest | None:
    return next((one for one in view.table.contests if one.number == prompt.opened_by), None)


def flip(view: HmkView, prompt: Prompt, offer: Offer, cast: Cast, sent: QueryDict | None) -> Form:
    contest = contest_of(view, prompt)
    leave = next(way for way in offer.ways if way.do == "leave")
    return {
        "later": bool(leave.reason),
        "free": prompt.clock == "free",
        "picture": card(f"{COVERED}-{contest.symbol}", "size-big") if contest else card(BACK, "size-big"),
        "symbol": symbol_marked(contest.symbol) if contest else "",
        "name": cast.name(contest.seat) if contest else "",
        "row": contest_row(view, cast, contest) if contest else None,
        "seconds": view.table.options.window,
        "wish": wish(leave, sent, _("Whatever this card does to me:")),
    }


def slap(view: HmkView, prompt: Prompt, offer: Offer, cast: Cast, sent: QueryDict | None) -> Form:
    face = known_face(view.hand, prompt.opened_by)
    contest = contest_of(view, prompt)
    kind = kind_of(face)
    return {
        "picture": card(face, "size-big") if face else "",
        "label": words(face) if face else "",
        "seconds": prompt.seconds,
        "name": cast.name(contest.seat) if contest else "",
        "says": _("Slap it! Whoever is last draws a card.")
        if kind == "nazi"
        else _("Hands off! Whoever slaps this one draws a card."),
        "wish": wish(offer.ways[0], sent, _("Whatever this card does to me:")),
    }


# Lists


def react(face: Face, view: HmkView, offer: Offer, cast: Cast, sent: QueryDict | None) -> Form:
    affair = affair_of(view)
    field = field_of(offer.ways[0], "wish")
    closed = (
        next((one.reason for one in field.choices if one.value == 1 and one.reason), None) if field else None
    )
    hand = view.mine()[1]
    held = hand.list_against(affair.face)
    return {
        "picture": card(affair.face),
        "happens": happens(view, affair, cast),
        "no_list": face.reason(closed) if closed else "",
        "list": card(held, "size-pile") if held else "",
        "name": cast.name(affair.seat),
        "card": marked(affair.face),
        **aloud(sent),
        "most_words": MOST_WORDS,
    }


def happens(view: HmkView, affair: Affair, cast: Cast) -> str:
    """What the card does to me if I let it."""
    seat, _hand = view.mine()
    theirs, mine = view.table.counts[affair.seat], view.table.counts[seat]
    names = {"name": cast.name(affair.seat)}
    match affair.hit:
        case "swap":
            words = ngettext(
                "You get the %(n)s card of %(name)s, and your %(mine)s go over there.",
                "You get the %(n)s cards of %(name)s, and your %(mine)s go over there.",
                theirs,
            )
            return phrase(words, **names, n=theirs, mine=mine)
        case "receive":
            half = half_of(theirs)
            words = ngettext(
                "You get %(n)s card of %(name)s, picked by chance.",
                "You get %(n)s cards of %(name)s, picked by chance.",
                half,
            )
            return phrase(words, **names, n=half)
        case "communism":
            return _("Your cards go into the heap, and you are dealt new ones. With a list you keep yours.")
        case "open":
            return _("Everybody sees your hand until the next Polizei.")
    if kind_of(affair.face) == "capitalism":
        words = ngettext(
            "You hold most, so you draw %(n)s card.",
            "You hold most, so you draw %(n)s cards.",
            CAPITALISM_DRAWS,
        )
        return phrase(words, n=CAPITALISM_DRAWS)
    return _("You draw a card.")


# Throws


def throw(face: Face, view: HmkView, offer: Offer, cast: Cast, sent: QueryDict | None) -> Form:
    affair, way = affair_of(view), offer.ways[0]
    field = field_of(way, "throws")
    group = is_group(affair)
    rows = 1 if group else MOST_THROWS
    if sent is not None:
        chosen = sent.getlist("throws")
    else:
        preset = field.preset if field else None
        chosen = [str(one) for one in preset] if isinstance(preset, tuple) else []
    chosen = [*chosen, *[""] * rows][:rows]
    well = field_of(way, "without_well")
    return {
        "versus": versus(view, affair, cast, group),
        "group": group,
        "rows": [
            throw_row(face, field, place, one) for place, one in enumerate(chosen, 1) if field is not None
        ],
        "without_well": {"chosen": value_of(well, sent) == "1", "said": said_first()} if well else None,
        "said": affair.without_well,
        "gift": gift(face, way, sent, _("If I win I give:")),
        "wish": wish(way, sent, _("If I lose and get a card:")),
        "cost": None if field_of(way, "wish") or group else _("Your own card: no list helps you here."),
    }


def said_first() -> SafeString:
    """What whoever wants no well says before the throws, which is German in every language."""
    return format_html('<q lang="de">{}</q>', PHRASES["without_well"])


def throw_row(face: Face, field: Field, place: int, chosen: str) -> Form:
    return {
        "name": f"throw-{place}",
        "legend": throw_legend(place),
        "first": place == 1,
        "none": not chosen,
        "choices": [
            {
                "value": one.value,
                "word": throw_marked(str(one.value)),
                "chosen": one.value == chosen,
                "reason": face.reason(one.reason) if one.reason else "",
            }
            for one in field.choices
        ],
    }


def throw_legend(place: int) -> str:
    """When the throw in this place of the list counts."""
    if place < 3:
        return _("First") if place == 1 else _("If it is a tie")
    return ngettext("After %(n)s tie", "After %(n)s ties", place - 1) % {"n": place - 1}


def versus(view: HmkView, affair: Affair, cast: Cast, group: bool) -> list[Form]:
    """Who throws, and whether they have."""
    seats = (affair.seat, *affair.targets)
    waits = {prompt.seat for prompt in view.prompts if prompt.kind == "throw" and not prompt.given}
    return [
        {
            "stamp": cast.stamps[seat] if cast.stamps else "",
            "name": _("You") if cast.is_me(seat) else cast.name(seat),
            "state": _("still to throw") if seat in waits else _("has thrown"),
        }
        for seat in seats
    ]


def gift(face: Face, way: Way, sent: QueryDict | None, question: str) -> Form | None:
    """Which card I would give, as pictures; first that chance decides."""
    field = field_of(way, "gift")
    if field is None:
        return None
    chosen = value_of(field, sent)
    rows = [
        gift_slot("", card(BACK, "size-pile"), _("by chance"), _("a card of mine, by chance"), "", not chosen)
    ]
    for one in field.choices:
        value = str(one.value)
        closed = face.reason(one.reason) if one.reason else ""
        if value == PILE:
            rows.append(
                gift_slot(
                    PILE,
                    card(BACK, "size-pile"),
                    _("from the pile"),
                    _("a card from the pile"),
                    closed,
                    chosen == PILE,
                )
            )
        else:
            rows.append(
                gift_slot(
                    value,
                    card(one.face, "size-pile"),
                    NAMES[kind_of(one.face)],
                    words(one.face),
                    closed,
                    chosen == value,
                )
            )
    return {"question": question, "cards": rows}


def gift_slot(value: str, picture: Any, under: str, label: str, closed: str, chosen: bool) -> Any:
    return fragment(
        "games/halt_mal_kurz/_gift_slot.html",
        value=value,
        picture=picture,
        under=under,
        label=label,
        closed=closed,
        chosen=chosen,
        german=bool(value) and value != PILE,
    )


# Votes


def vote(face: Face, view: HmkView, prompt: Prompt, offer: Offer, cast: Cast, sent: QueryDict | None) -> Form:
    affair = affair_of(view)
    way = next(one for one in offer.ways if one.do == "vote")
    absolute = view.table.options.majority == "absolute"
    rows = ballots(view, cast, affair)
    return {
        "ballots": rows,
        "voted": sum(not row["open"] for row in rows),
        "seats": len(rows),
        "rule": _("It needs more than half of the votes. Otherwise nothing happens.")
        if absolute
        else _("Most votes decide. If two are equal, nothing happens."),
        "groups": [
            seat_group("giver", _("Who gives a card?"), way, cast, sent),
            seat_group("receiver", _("Who gets it?"), way, cast, sent),
        ],
        "gift": gift(face, way, sent, _("If I have to give:")),
        "wish": wish(way, sent, _("If I get a card:")),
        "given": prompt.given,
    }


def seat_group(name: str, legend: str, way: Way, cast: Cast, sent: QueryDict | None) -> Form:
    field = field_of(way, name)
    chosen = value_of(field, sent)
    return {
        "name": name,
        "legend": legend,
        "seats": [
            {
                "value": one.value,
                "name": _("You") if cast.is_me(int(one.value)) else cast.name(int(one.value)),
                "stamp": cast.stamps[int(one.value)] if cast.stamps else "",
                "chosen": chosen == str(one.value),
            }
            for one in (field.choices if field else ())
        ],
    }


# Gifts after a group duel


def give(view: HmkView, offer: Offer, cast: Cast, sent: QueryDict | None) -> Form:
    affair = affair_of(view)
    field = field_of(offer.ways[0], "cards")
    choices = field.choices if field else ()
    kept = sent.getlist("cards") if sent is not None else []
    count = min(len(choices), len(affair.targets))
    rows = []
    for place, seat in enumerate(affair.targets[:count], 1):
        chosen = kept[place - 1] if len(kept) >= place else str(choices[place - 1].value)
        rows.append(
            {
                "name": f"to-{place}",
                "stamp": cast.stamps[seat] if cast.stamps else "",
                "label": _("Card for %(name)s") % {"name": cast.name(seat)},
                "cards": [
                    {"value": one.value, "words": words(one.face), "chosen": chosen == str(one.value)}
                    for one in choices
                ],
            }
        )
    return {
        "rows": rows,
        "cards": [card(one.face) for one in choices],
        "left_out": cast.list(affair.targets[count:]),
    }

"""The form of a turn: cards, whom they name, how they are said, and what the button says."""

from typing import Any

from django.http import QueryDict
from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from games.cast import Cast, phrase
from games.engine import Choice, Offer, Prompt, Way
from games.face import Face
from games.pictures import fragment

from .answers import DELIVERIES
from .cards import NAMES, card, words
from .offers import EXEMPT
from .pack import SYMBOLS, TARGETED, kind_of, symbols_of
from .parts import Hand, HmkView, Table
from .turn import FLIPS
from .words import DELIVERY_WORDS

POLICE = "target-police"  # on the page Polizei asks apart: one seat is closed to it alone


def show(
    face: Face, view: HmkView, prompt: Prompt, offer: Offer, cast: Cast, sent: QueryDict | None
) -> dict[str, Any]:
    """What the template of a turn needs."""
    ways = {way.do: way for way in offer.ways}
    lay, (_seat, hand) = ways["lay"], view.mine()
    fields = {field.name: field for field in lay.fields}
    cards, seats = fields["card"].choices, fields["target"].choices
    chosen = sent.get("card", "") if sent is not None else ""
    playable = [choice for choice in cards if choice.reason is None]
    kinds = {kind_of(choice.face) for choice in playable} & TARGETED
    return {
        "owing": first_owed(view) if lay.reason == "flip_first" else 0,
        "flip_first": face.reason("flip_first"),
        "cards": [slot(face, one, hand, chosen, place, cards) for place, one in in_order(cards, cast.sort)],
        "sorts": sorts(cast.sort),
        "count": len(cards),
        "playable": len(playable),
        "whoms": whoms(face, view.table, seats, kinds, cast, sent),
        "verbs": [verb(choice, seats, cast) for choice in one_a_kind(playable)],
        **aloud(sent),
        "most_words": fields["words"].high,
        "draw": way_reason(face, ways["draw"]),
        "passes": "pass" in ways,
    }


def tidy(form: QueryDict) -> None:
    """Put the answer about a Polizei where the offer asks for it."""
    named = form.pop(POLICE, [])
    if named and kind_of(form.get("card", "")) == "police":
        form["target"] = named[-1]


def first_owed(view: HmkView) -> int:
    """The number of the question that has to be answered first."""
    numbers = [p.number for p in view.prompts if p.seat == view.seat and p.kind in FLIPS]
    return min(numbers, default=0)


def way_reason(face: Face, way: Way) -> str:
    return face.reason(way.reason) if way.reason else ""


# The hand


def in_order(cards: tuple[Choice, ...], sort: str) -> list[tuple[int, Choice]]:
    """As they came, by symbol, or (unless said otherwise) first what can be laid, and that by symbol."""
    rows = list(enumerate(cards))
    if sort != "arrival":
        rows.sort(key=lambda row: by_symbol(row[1].face))
    if sort in ("", "playable"):
        rows.sort(key=lambda row: row[1].reason is not None)
    return rows


def by_symbol(card: str) -> int:
    """All symbols, one of them, none."""
    return ["kpa", *SYMBOLS, ""].index(symbols_of(card))


def sorts(chosen: str) -> list[dict[str, Any]]:
    """The ways to sort a hand, as links."""
    words = {
        "playable": pgettext("a way to sort a hand", "playable"),
        "symbol": pgettext("a way to sort a hand", "symbol"),
        "arrival": pgettext("a way to sort a hand", "arrival"),
    }
    return [
        {"value": value, "word": word, "now": value == (chosen or "playable")}
        for value, word in words.items()
    ]


def slot(face: Face, choice: Choice, hand: Hand, chosen: str, place: int, cards: tuple[Choice, ...]) -> Any:
    return fragment(
        "games/halt_mal_kurz/_slot.html",
        picture=card(choice.face),
        value=choice.value,
        kind=kind_of(choice.face),
        label=words(choice.face),
        blocked=face.reason(choice.reason) if choice.reason else "",
        under=short_reason(choice),
        chosen=choice.value == chosen,
        new=place >= len(cards) - hand.new,
    )


def short_reason(choice: Choice) -> str:
    """Below a closed card: why, in two words."""
    if choice.reason == "never_laid":
        return _("never laid")
    return _("does not fit") if choice.reason else ""


def one_a_kind(cards: list[Choice]) -> list[Choice]:
    return list({kind_of(choice.face): choice for choice in cards}.values())


# Whom a card names


def whoms(
    face: Face, table: Table, seats: tuple[Choice, ...], kinds: set[str], cast: Cast, sent: QueryDict | None
) -> list[dict[str, Any]]:
    """One question for the cards that name somebody, and one apart for Polizei."""
    rows = []
    for police in (False, True):
        asked = kinds & {"police"} if police else kinds - {"police"}
        if not asked:
            continue
        name = POLICE if police else "target"
        chosen = (sent.get(name) or sent.get("target", "")) if sent is not None else ""
        rows.append(
            {
                "name": name,
                "police": police,
                "legend": whom_legend(asked),
                "seats": [
                    seat_choice(face, table, cast, one, at, chosen, police) for at, one in enumerate(seats, 1)
                ],
            }
        )
    return rows


def whom_legend(kinds: set[str]) -> Any:
    if kinds == {"police"}:
        return phrase(_("%(card)s: who shall play with an open hand?"), card=NAMES["police"])
    return _("Whom does your card name?")


def seat_choice(
    face: Face, table: Table, cast: Cast, choice: Choice, at: int, chosen: str, police: bool
) -> dict[str, Any]:
    seat = int(choice.value)
    closed = police and choice.effect == EXEMPT
    return {
        "value": seat,
        "at": at,
        "stamp": cast.stamps[seat] if cast.stamps else "",
        "name": cast.name(seat),
        "count": table.counts[seat],
        "chosen": chosen == str(seat),
        "reason": face.reason("exempt") if closed else "",
    }


# How it is said, and the button


def deliveries(sent: QueryDict | None) -> list[dict[str, Any]]:
    chosen = sent.get("delivery", "plain") if sent is not None else "plain"
    return [{"value": one, "word": DELIVERY_WORDS[one], "chosen": one == chosen} for one in DELIVERIES]


def aloud(sent: QueryDict | None) -> dict[str, Any]:
    """How it is said, what somebody wrote for it, and whether they have chosen anything there yet."""
    chosen = sent is not None and bool(sent.get("words") or sent.get("delivery", "plain") != "plain")
    return {
        "deliveries": deliveries(sent),
        "words": sent.get("words", "") if sent is not None else "",
        "aloud": chosen,
    }


def verb(choice: Choice, seats: tuple[Choice, ...], cast: Cast) -> dict[str, Any]:
    """The main button's words once a card of this kind is chosen, and once somebody is."""
    kind = kind_of(choice.face)
    names = {"card": NAMES[kind]}
    if kind not in TARGETED:
        return {"kind": kind, "words": phrase(_("Lay %(card)s"), **names), "on": []}
    return {
        "kind": kind,
        "police": kind == "police",
        "words": phrase(_("Lay %(card)s on whom?"), **names),
        "on": [
            {
                "at": at,
                "words": phrase(_("Lay %(card)s on %(name)s"), **names, name=cast.name(int(one.value))),
            }
            for at, one in enumerate(seats, 1)
        ],
    }

"""Questions of a game outside a match: its options, and what it asks of those who sit down."""

import json
from collections.abc import Iterable, Sequence
from typing import Any

import msgspec
from django.db.models import Prefetch, prefetch_related_objects
from django.http import QueryDict
from django.utils.translation import get_language, get_language_info
from django.utils.translation import gettext as _

from games import beginning, catalog, decks, forms, grabs, naming, page
from games.engine import Field
from games.models import Match, Seat
from games.paces import DEFAULT_PACE
from games.refusals import Refused
from quotes.models import Deck

MOST_DECKS = 20  # that one match is dealt from


def read(fields: Iterable[Field], form: QueryDict, prefix: str = "") -> dict[str, Any]:
    """What was answered, by the fields' own names; what was left open is not in it. Raises ValueError."""
    answers: dict[str, Any] = {}
    for field in fields:
        question = msgspec.structs.replace(field, name=prefix + field.name)
        if form.get(question.name, "") == "":
            continue
        value = forms.read_value(question, form)
        fits = field.low <= value <= field.high if field.kind == "number" else value in values_of(field)
        if not fits:
            raise forms.Unreadable("not_understood")
        answers[field.name] = value
    return answers


def values_of(field: Field) -> list[Any]:
    return [choice.value for choice in field.choices]


def option_fields(slug: str, pace: int = DEFAULT_PACE) -> list[Field]:
    """The options that can be settled before anybody sits down."""
    game = catalog.GAMES[slug]
    fields = game.settings(max(game.seats), Match(pace=pace).live)
    return [field for field in fields if not naming.naming_seats(field)]


def option_boxes(slug: str, sent: QueryDict | None) -> list[dict[str, Any]]:
    """The options for a form; one whose preset hangs on the pace can be left to it."""
    live = {field.name: field.preset for field in option_fields(slug, pace=1)}
    boxes = []
    for field in option_fields(slug):
        by_pace = by_the_pace(slug, field, live[field.name]) if live[field.name] != field.preset else {}
        sent_value = sent.get(field.name, "") if sent is not None else None
        value = sent_value if sent_value is not None else "" if by_pace else field.preset
        leave_open = _("as suits the pace (live: %(live)s; else: %(calm)s)") % by_pace if by_pace else ""
        boxes.append(box(slug, field, value, leave_open) | by_pace)
    return boxes


def by_the_pace(slug: str, field: Field, live: Any) -> dict[str, str]:
    """What leaving it open comes to: one thing where everybody is there at once, another in letters."""
    return {"live": value_words(slug, field, live), "calm": value_words(slug, field, field.preset)}


def value_words(slug: str, field: Field, value: Any) -> str:
    if field.kind == "number":
        return str(value)
    choice = next((one for one in field.choices if one.value == value), None)
    return str(catalog.face(slug).option(field, choice, ()))


def box(slug: str, field: Field, value: Any, leave_open: str = "") -> dict[str, Any]:
    """One question for its template. value: what is chosen, "" or None for nothing."""
    face = catalog.face(slug)
    if field.blank and not leave_open:
        leave_open = face.option(field, None, ()) if field.choices else _("I do not mind")
    chosen = "" if value is None else str(value)
    return {
        "name": field.name,
        "label": face.option_label(field),
        "kind": field.kind,
        "by_seat": naming.naming_seats(field),
        "low": field.low,
        "high": field.high,
        "value": chosen,
        "open": leave_open,
        "left_open": chosen == "",
        "choices": [
            {
                "value": choice.value,
                "word": face.option(field, choice, ()),
                "mark": face.choice_mark(field, choice),
                "chosen": chosen == str(choice.value),
            }
            for choice in field.choices
        ],
    }


def asked(
    match: Match, told: dict[str, Any], mine: Seat | None = None, seats: Sequence[Seat] | None = None
) -> list[dict[str, Any]]:
    """What the game asks whoever sits down at a table with these options, with the answers so far.

    mine: the seat of whoever is asked; seats: all that are taken, looked for if nobody hands them over.
    """
    slug, chosen = match.game, json.loads(match.options)
    options = {field.name: chosen.get(field.name, field.preset) for field in option_fields(slug, match.pace)}
    boxes = []
    for field in plain_asks(slug):
        fold = catalog.face(slug).asked_if(field, options)
        if fold is not None:
            answer = box(slug, field, told.get(field.name, field.preset))
            if field.name in naming.ONE_EACH.get(slug, ()):
                others = (
                    list(match.seats.select_related("person").order_by("number")) if seats is None else seats
                )
                close_taken(answer, naming.holders(field.name, others), mine)
            boxes.append(answer | {"name": f"ask-{field.name}", "fold": fold})
    return boxes


def close_taken(answer: dict[str, Any], holders: dict[Any, Seat], mine: Seat | None) -> None:
    """What somebody else has chosen is closed, with the name; whoever chose the same later has nothing."""
    names = {str(value): page.name_of(seat) for value, seat in holders.items() if seat != mine}
    for choice in answer["choices"]:
        choice["taken"] = names.get(str(choice["value"]), "")
        choice["chosen"] = choice["chosen"] and not choice["taken"]
    answer["left_open"] = not any(choice["chosen"] for choice in answer["choices"])


def plain_asks(slug: str) -> list[Field]:
    """What is asked of everybody alike: nothing about the others, and nothing that is grabbed."""
    return [field for field in naming.split(catalog.GAMES[slug].asks)[0] if not grabs.is_grab(field)]


def read_asked(slug: str, form: QueryDict) -> dict[str, Any]:
    return read(plain_asks(slug), form, "ask-")


def votes(slug: str, told: dict[str, Any], seats: Sequence[dict[str, Any]]) -> list[dict[str, Any]]:
    """What the game asks about the others at the table, with their faces as choices; nothing while there are none.

    seats: those of the table as its page shows them.
    """
    others = [seat for seat in seats if not seat["me"]]
    face = catalog.face(slug)
    boxes = []
    for field in naming.split(catalog.GAMES[slug].asks)[1] if others else []:
        chosen = told.get(field.name)
        boxes.append(
            {
                "name": f"ask-{field.name}",
                "label": face.option_label(field),
                "open": face.option(field, None, ()),
                "left_open": all(seat["key"] != chosen for seat in others),
                "choices": [seat | {"chosen": seat["key"] == chosen} for seat in others],
            }
        )
    return boxes


def read_votes(slug: str, form: QueryDict) -> dict[str, int | None]:
    """The keys of the seats' rows that were chosen, None for nobody; without what the form did not ask.

    Raises ValueError.
    """
    named = {}
    for field in naming.split(catalog.GAMES[slug].asks)[1]:
        sent = form.get(f"ask-{field.name}")
        if sent is not None:
            named[field.name] = row_key(sent) if sent else None
    return named


def row_key(sent: str) -> int:
    if not (sent.isascii() and sent.isdigit() and len(sent) < 19):
        raise forms.Unreadable("not_understood")
    return int(sent)


def in_words(slug: str, options: dict[str, Any], pace: int) -> list[dict[str, Any]]:
    """The options of a table as label and sentence."""
    face = catalog.face(slug)
    lines = []
    for field in option_fields(slug, pace):
        words = value_words(slug, field, options.get(field.name, field.preset))
        lines.append({"label": face.option_label(field), "words": words})
    return lines


def starters(slug: str, seats: Sequence[Any]) -> list[dict[str, Any]]:
    """Options that name a seat, for whoever starts the match: the people and bots at the table."""
    game, face = catalog.GAMES[slug], catalog.face(slug)
    boxes = []
    for field in game.settings(max(game.seats)):
        if naming.naming_seats(field):
            people = [{"value": seat.pk, "word": str(seat.person or seat.name)} for seat in seats]
            boxes.append(
                {
                    "name": field.name,
                    "label": face.option_label(field),
                    "open": face.option(field, None, ()),
                    "choices": people,
                }
            )
    return boxes


def read_starters(slug: str, form: QueryDict) -> dict[str, int | None]:
    """By option the key of a seat's row, None for leaving it open."""
    named_by: dict[str, int | None] = {}
    for field in catalog.GAMES[slug].settings(max(catalog.GAMES[slug].seats)):
        if naming.naming_seats(field):
            sent = form.get(field.name, "")
            named_by[field.name] = int(sent) if sent.isascii() and sent.isdigit() and len(sent) < 19 else None
    return named_by


# The decks a match is dealt from


def deck_boxes(
    slug: str,
    person: Any,
    sent: QueryDict | None,
    there: Iterable[Deck] | None = None,
    wanted: Iterable[str] = (),
) -> list[dict[str, Any]]:
    """The decks that can be chosen, those that are preset first. sent: a refused form. Two queries at most.

    there: those of a table that waits, which are preset then, whoever brought them. wanted: what an address asks for,
    which is preset if it can be chosen.
    """
    if not decks.needs_decks(slug):
        return []
    kept = {deck.pk for deck in there or ()}
    preset = {str(deck.pk) for deck in decks.usual()} if there is None else {str(key) for key in kept}
    can = decks.usable_by(person) | Deck.objects.filter(pk__in=kept) if kept else decks.usable_by(person)
    found = list(decks.with_sizes(decks.as_published(can)))
    preset = {str(deck.pk) for deck in found}.intersection(wanted) or preset
    ticked = set(sent.getlist("decks")) if sent is not None and "decks" in sent else preset
    least_seats = min(catalog.GAMES[slug].seats)
    least = catalog.GAMES[slug].least_cards(least_seats)
    rows = [
        deck_words(deck)
        | {
            "value": str(deck.pk),
            "size": deck.size,
            "small": {"seats": least_seats, "cards": least} if deck.size < least else None,
            "own": person is not None and deck.owner_id == person.pk,
            "chosen": str(deck.pk) in ticked,
        }
        for deck in found
    ]
    mine = decks.readers_language()
    return sorted(
        rows, key=lambda row: (row["value"] not in preset, row["language"] != mine, row["title"].casefold())
    )


def seats_for(slug: str, boxes: Sequence[dict[str, Any]]) -> int:
    """As many seats as usual, or fewer where the decks that are preset have not enough cards for so many."""
    game, usual = catalog.GAMES[slug], catalog.usual_seats(slug)
    there = sum(box["size"] for box in boxes if box["chosen"])
    can = [seats for seats in game.seats if seats <= usual and game.least_cards(seats) <= there]
    return max(can, default=min(game.seats))


def deck_words(deck: Deck) -> dict[str, Any]:
    """A deck as a line of a list: as it is dealt, whatever its owner has changed since it was published."""
    words = deck.published or deck
    return {
        "title": words.title,
        "language": words.language,
        "in_language": language_words(words.language),
        "rating": words.get_rating_display(),
        "description": words.description,
    }


def language_words(code: str) -> str:
    try:
        return str(get_language_info(code)["name_translated"])
    except KeyError:
        return code


def decks_of(match: Match) -> list[dict[str, Any]]:
    """The decks of a table in words; nothing for a game without."""
    if not decks.needs_decks(match.game):
        return []
    with_decks([match])
    there = [deck for deck in match.decks.all() if not (deck.removed_at or deck.hidden_at)]
    return [
        deck_words(deck) | {"key": deck.pk, "owner": deck.owner_id} if deck.is_open else closed_words()
        for deck in decks.listed(there, match)
    ]


def closed_words() -> dict[str, Any]:
    """Of a deck that became private after it was chosen, and that nobody who sits there may use."""
    return {"title": _("a deck that is no longer open to this table"), "language": get_language()}


def with_decks(matches: Iterable[Match]) -> None:
    """Two queries at most for the decks of all that have some, or none where they were asked for before.

    Each knows by `is_open` whether its table may be dealt from it.
    """
    found = Prefetch("decks", decks.as_published(Deck.objects.all()))
    with_some = [match for match in matches if decks.needs_decks(match.game)]
    prefetch_related_objects(with_some, found)
    pairs: list[tuple[int, Any]] = [(match.pk, deck) for match in with_some for deck in match.decks.all()]
    new = [(key, deck) for key, deck in pairs if not hasattr(deck, "is_open")]
    in_doubt = {key for key, deck in new if deck.state != Deck.State.PUBLISHED}
    there = decks.open_at(in_doubt) if in_doubt else set()
    for key, deck in new:
        deck.is_open = deck.state == Deck.State.PUBLISHED or (key, deck.pk) in there


def read_decks(slug: str, form: QueryDict, person: Any, seats: int, there: Iterable[Deck] = ()) -> list[Deck]:
    """The decks that were chosen, none where the form did not ask. there: what a table has already.

    Raises ValueError, Refused.
    """
    if not decks.needs_decks(slug) or "decks" not in form:
        return []
    keys = {row_key(sent) for sent in form.getlist("decks") if sent}
    if len(keys) > MOST_DECKS:
        raise forms.Unreadable("not_understood")
    if not keys:
        beginning.must_have_cards(slug, seats, (), {})
    kept = [deck for deck in there if deck.pk in keys]
    try:
        return [*kept, *decks.chosen(person, keys - {deck.pk for deck in kept})]
    except LookupError:
        raise Refused("no_deck", 422) from None


def reader(person: Any) -> Any:
    """Whoever is signed in, else None."""
    return person if person.is_authenticated else None

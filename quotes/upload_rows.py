"""What becomes of each row of an upload: what was found in it, as its person has chosen, beside what is in the deck."""

from collections import Counter
from collections.abc import Container, Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.utils.translation import gettext_lazy as _
from msgspec import Struct
from msgspec.structs import replace

from quotes import looks, upload_twins
from quotes.editing import MOST_CARDS, Texts
from quotes.exchange import MOST_NAME, Card, Found, Reason, Row
from quotes.likeness import key_of
from quotes.refusals import WHY
from quotes.upload_twins import Beside, There, Twins

NEW, CHANGED, UNSURE, THERE, MERGED = "new", "changed", "unsure", "there", "merged"
SKIPPED, OUT, PAIRED = "skipped", "out", "paired"
OUTCOMES = (NEW, CHANGED, UNSURE, THERE, MERGED, SKIPPED, OUT, PAIRED)
TAKEN = (NEW, CHANGED)
SWAP, QUOTE, SOURCE = "swap", "quote", "source"
CHANGE, ADD = "change", "add"


class Choices(Struct):
    """What a person has chosen for the rows, by their places: left out, taken in another way, put together.

    ways: SWAP quote and source, or take the QUOTE or the SOURCE alone. pairs: a quote and the source it gets. anyway:
    taken although something is against it. numbers: what rows with the number of a card do, CHANGE it or ADD another;
    kind: of sources of which no row says it.
    """

    out: set[int] = set()
    ways: dict[int, str] = {}
    pairs: list[tuple[int, int]] = []
    anyway: set[int] = set()
    numbers: str = ""
    kind: str = ""


@dataclass(frozen=True)
class Line:
    """One row as it stands now. place: among all of the upload; why: of what is not new, and what else is to know.

    texts: as they will be kept. named: its number is that of a card which says something else; was: that card, where it
    would be changed; twin: a card that says the same. doubt: it is taken only if somebody says so; beside: it is the
    missing side of a card.
    """

    place: int
    row: Row
    outcome: str
    why: tuple[Reason, ...] = ()
    way: str = ""
    ways: tuple[str, ...] = ()
    texts: Texts | None = None
    named: bool = False
    was: There | None = None
    twin: There | None = None
    doubt: bool = False
    beside: bool = False

    @property
    def card(self) -> Card | None:
        return self.row.card

    @property
    def half(self) -> bool:
        return self.outcome == NEW and self.row.kind != "card"

    @property
    def renumbered(self) -> bool:
        """Whether it gets another number than it has in the file."""
        return any(reason.key in ("number_taken", "number_used") for reason in self.why)

    @property
    def double(self) -> bool:
        """Whether the same is there, or comes with another row."""
        return self.twin is not None or any(reason.key == "merged" for reason in self.why)


def lines_of(
    found: Found,
    choices: Choices,
    there: Iterable[There] = (),
    *,
    same_title: bool = False,
    since: datetime | None = None,
    hidden: frozenset[str] = frozenset(),
    used: Container[int] = (),
) -> list[Line]:
    """All rows of a file. there: what is in the deck; same_title: it is called as the file says.

    since: a card that was written later has been changed by somebody who did not see the file. hidden: the likeness of
    what cannot be added again. used: numbers that cards of the deck have or had.
    """
    rows = [changed(row, choices.ways.get(place, "")) for place, row in enumerate(found.rows)]
    partners = put_together(rows, choices.pairs)
    deck = upload_twins.beside(there)
    texts = {
        place: texts_of(row, deck.at(row), choices.kind, found.ours)
        for place, row in enumerate(rows)
        if row.card
    }
    at = {
        place: card for place, row in enumerate(rows) if (card := deck.at(row)) and card.texts != texts[place]
    }
    changes = choices.numbers == CHANGE or (
        choices.numbers != ADD and (same_title or upload_twins.is_of(deck, rows))
    )
    stale = {place for place, card in at.items() if changes and since and card.created_at > since}
    unsure = stale | {place for place, row in enumerate(rows) if row.doubtful}
    held = (choices.out - choices.anyway) | (unsure - choices.anyway)
    twins = upload_twins.twins(deck, rows, at if changes else {}, held, choices.anyway)
    seen = Seen(choices, deck, texts, at, changes, stale, twins, partners, used)
    lines = [line_of(found.rows[place], row, place, seen) for place, row in enumerate(rows)]
    return [without_hidden(line, hidden) for line in lines] if hidden else lines


def without_hidden(line: Line, hidden: frozenset[str]) -> Line:
    """A card whose words stay the same keeps them, whatever is hidden elsewhere."""
    if line.texts is None or line.outcome == THERE:
        return line
    key = key_of(line.texts.quote, line.texts.source)
    if key not in hidden or (line.was and line.was.likeness == key):
        return line
    return Line(line.place, line.row, SKIPPED, (Reason("hidden_words"),), line.way, line.ways, line.texts)


@dataclass(frozen=True)
class Seen:
    """What is known of all rows when one is looked at."""

    choices: Choices
    deck: Beside
    texts: Mapping[int, Texts]
    at: Mapping[int, There]
    changes: bool
    stale: set[int]
    twins: Twins
    partners: Mapping[int, int]
    used: Container[int]


def line_of(read: Row, row: Row, place: int, seen: Seen) -> Line:
    if place in seen.partners:
        return Line(place, read, PAIRED, (Reason("paired", {"row": seen.partners[place]}),))
    if row.card is None:
        return Line(place, row, SKIPPED, (row.why,) if row.why else ())
    texts, at = seen.texts[place], seen.at.get(place)
    same = seen.deck.at(row)
    if same and at is None:
        return Line(place, row, THERE, (Reason("same", {"number": same.number}),), texts=texts, twin=same)
    against = against_it(place, seen)
    outcome = outcome_of(row, place, seen)
    was = at if seen.changes else None
    way = seen.choices.ways.get(place, "")
    free = row is read and was is None and outcome in (NEW, OUT, UNSURE)
    beside = outcome == NEW and seen.changes and seen.deck.has_free(row.card)
    renumbered = () if outcome != NEW or beside else other_number(place, row.card, seen)
    return Line(
        place,
        row,
        outcome,
        (*against, *renumbered, *notes_of(row, texts)),
        way,
        ways_for(read) if way or free else (),
        texts,
        at is not None,
        was,
        seen.twins.cards.get(place),
        doubt=bool(against) or row.doubtful,
        beside=beside,
    )


def other_number(place: int, card: Card, seen: Seen) -> tuple[Reason, ...]:
    """That a new card does not get the number that it has in the file, as `editing.Numbers` and `add_anyway` do it."""
    if card.number is None:
        return ()
    if place in seen.at:
        return (Reason("number_taken", {"number": card.number}),)
    double = place in seen.twins.cards or place in seen.twins.rows
    free = card.number <= MOST_CARDS and card.number not in seen.used and not double
    return () if free else (Reason("number_used", {"number": card.number}),)


def against_it(place: int, seen: Seen) -> tuple[Reason, ...]:
    """Why a row is not taken unless somebody says so, beside what its own notes say."""
    if twin := seen.twins.cards.get(place):
        return (Reason("there_as", {"number": twin.number}),)
    if place in seen.twins.rows:
        return (seen.twins.rows[place],)
    return (Reason("changed_since"),) if place in seen.stale else ()


def outcome_of(row: Row, place: int, seen: Seen) -> str:
    would = CHANGED if seen.changes and place in seen.at else NEW
    twin = seen.twins.cards.get(place)
    if twin and (twin.hidden_at or place not in seen.choices.anyway):
        return THERE
    if place in seen.choices.anyway:
        return would
    if place in seen.twins.rows:
        return MERGED
    if place in seen.stale or row.doubtful:
        return UNSURE
    return OUT if place in seen.choices.out else would


def notes_of(row: Row, texts: Texts) -> tuple[Reason, ...]:
    return tuple(
        Reason("kind_set", note.params | {"set": texts.category}) if note.key == "unknown_kind" else note
        for note in row.notes
    )


# Other ways to take a row


def ways_for(row: Row) -> tuple[str, ...]:
    """In which other ways than it was read a row can be taken: a name is shorter than a quote may be."""
    card = row.card
    if card is None:
        return ()
    swap = (SWAP,) if len(card.quote) <= MOST_NAME else ()
    return (*swap, QUOTE, SOURCE) if row.kind == "card" else swap


def changed(row: Row, way: str) -> Row:
    card = row.card
    if card is None or way not in ways_for(row):
        return row
    if way == SWAP:
        return replace(row, card=replace(card, quote=card.source, source=card.quote))
    if way == QUOTE:
        return replace(row, card=replace(card, source="", description="", category=None))
    return replace(row, card=replace(card, quote=""))


# Quotes and sources that stand alone


def pairs_in(lines: Iterable[Line]) -> list[tuple[int, int]]:
    """Each quote that stands alone and the source it gets, in the order of the file; who is left over stays alone."""
    half = [line for line in lines if line.half]
    quotes = [line.place for line in half if line.row.kind == "quote"]
    sources = [line.place for line in half if line.row.kind == "source"]
    return list(zip(quotes, sources, strict=False))


def put_together(rows: list[Row], pairs: Iterable[tuple[int, int]]) -> dict[int, int]:
    """Give quotes their sources, in `rows` itself. Returns which rows have gone into which line of the file."""
    partners: dict[int, int] = {}
    for quote, source in pairs:
        if max(quote, source) >= len(rows) or (rows[quote].kind, rows[source].kind) != ("quote", "source"):
            continue
        first, second = rows[quote].card, rows[source].card
        assert first and second
        tags = first.tags or second.tags
        card = replace(second, quote=first.quote, side=first.side, number=first.number, tags=tags)
        rows[quote], rows[source] = replace(rows[quote], card=card), replace(rows[source], card=None)
        partners[source] = rows[quote].line
    return partners


# In numbers, and for the deck


def counted(lines: Iterable[Line]) -> dict[str, int]:
    """How many rows come to what."""
    lines = list(lines)
    counts = Counter(line.outcome for line in lines)
    return {outcome: counts[outcome] for outcome in OUTCOMES} | {"half": sum(line.half for line in lines)}


def shown(lines: Iterable[Line], which: str) -> list[Line]:
    """Those of the lines that a filter names: an outcome, "half", "doubles"; all for anything else."""
    if which == "half":
        return [line for line in lines if line.half]
    wanted = {"doubles": (THERE, MERGED)}.get(which, (which,) if which in OUTCOMES else OUTCOMES)
    return [line for line in lines if line.outcome in wanted]


def texts_of(row: Row, card: There | None, kind: str, all_said: bool) -> Texts:
    """As it is kept in a deck. card: the one with its number; all_said: what is empty in the file is so in the deck."""
    found = row.card
    assert found
    category = upload_twins.kind_of(found.category, kind, card)
    texts = Texts(found.quote, found.source, found.description, category, " ".join(found.tags))
    if card is None or all_said:
        return texts
    return Texts(**{name: text or getattr(card, name) for name, text in vars(texts).items()})


def report_row(line: Line, made: Any = None) -> dict[str, Any]:
    """What is kept of a row when all is done. made: its card in the deck, whose text is not kept twice."""
    kept: dict[str, Any] = {"line": line.row.line, "what": line.outcome}
    if line.why:
        kept["why"] = [[reason.key, reason.params] for reason in line.why]
    if made is not None:
        return kept | {"number": made.number, "side": made.side}
    text = (line.card.quote or line.card.source) if line.card else line.row.text
    return kept | ({"text": text} if text else {})


WORDS: dict[str, Any] = {
    "paired": _("This is the source of row %(row)s now."),
    "hidden_words": WHY["hidden_words"],
    "same": _("Card %(number)s says just this."),
    "there_as": _("Nearly the same is in the deck already: card %(number)s."),
    "changed_since": _("Somebody has changed this card since you sent the file."),
    "number_used": _("Number %(number)s is not free in this deck. This card gets another one."),
    "kind_set": _("Unknown kind of source: %(kind)s. It is set to “%(set)s”."),
}


def words_of(reason: Reason) -> str:
    if reason.key not in WORDS:
        return reason.words
    kinds = {"set": looks.kind_look(str(reason.params["set"]))["kind"]} if "set" in reason.params else {}
    return str(WORDS[reason.key]) % (reason.params | kinds)

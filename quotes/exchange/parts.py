"""What is found in a file. All of it is plain values, and msgspec writes and reads them as JSON."""

from msgspec import Struct

from quotes.exchange.words import FORMS, SENTENCES

SIDES = ("red", "blue")
# Notes of what is not taken unless somebody says so.
DOUBTS = frozenset({"long_name", "name_alone", "looks_broken"})


class Reason(Struct, frozen=True):
    """Why something is as it is: a key for code, and a sentence for people."""

    key: str
    params: dict[str, int | str] = {}

    @property
    def words(self) -> str:
        """The sentence, in the language of whoever reads it now."""
        return str(SENTENCES[self.key]) % self.params


class Unreadable(Exception):
    """A file that is refused as a whole."""

    def __init__(self, key: str, **params: int | str) -> None:
        super().__init__(key, params)
        self.reason = Reason(key, params)

    @property
    def key(self) -> str:
        return self.reason.key

    @property
    def words(self) -> str:
        return self.reason.words


class Card(Struct, frozen=True):
    """One side of a card. Quote or source may be empty, not both; category is None where none of ours is named."""

    quote: str = ""
    source: str = ""
    description: str = ""
    category: str | None = None
    side: str = SIDES[0]
    number: int | None = None
    tags: tuple[str, ...] = ()

    @property
    def kind(self) -> str:
        """Card, or the one side of it that is there: quote, source."""
        if self.quote and self.source:
            return "card"
        return "quote" if self.quote else "source"


class Row(Struct, frozen=True):
    """What became of one row of the file: a card, or why there is none.

    line: where it begins in the file; in JSON its place in the list of cards. Both sides of a card share it.
    text: how it begins, of a row that is no card.
    """

    line: int
    card: Card | None = None
    why: Reason | None = None
    notes: tuple[Reason, ...] = ()
    text: str = ""

    @property
    def kind(self) -> str:
        """Card, quote, source; or skipped."""
        return self.card.kind if self.card else "skipped"

    @property
    def doubtful(self) -> bool:
        """Whether it is a card only if its line was read as it was meant."""
        return any(note.key in DOUBTS for note in self.notes)


class Meta(Struct, frozen=True):
    """What a file says about its deck; empty where it says nothing."""

    title: str = ""
    language: str = ""
    description: str = ""
    licence: str = ""
    rating: str = ""
    based_on: str = ""
    credit: str = ""
    stamp: str = ""


class Found(Struct, frozen=True):
    """All that is in a file. form: what kind of file it was taken for."""

    form: str
    rows: list[Row]
    meta: Meta = Meta()

    @property
    def ours(self) -> bool:
        """Whether an empty field of it says that the card has none."""
        return self.form in ("deck_json", "deck_csv")

    @property
    def form_words(self) -> str:
        return str(FORMS[self.form])

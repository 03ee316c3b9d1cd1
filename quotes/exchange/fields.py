"""What the fields of a card are called, in files from everywhere."""

from functools import lru_cache
from typing import Any

from quotes.exchange.parts import SIDES
from quotes.likeness import likeness

# Of each the first that is there counts. "citation" is a quote in French, and in English where it is from.
CALLED = {
    "quote": "quote quotes quotetext zitat citaat citat citation cita citazione quotation saying spruch "
    "text tekst content body phrase frase qoute q",
    "said by": "author quoteauthor authorname autor auteur forfattare autore saidby sagtav speaker person "
    "attribution character urheber verfasser by von door who",
    "said in": "source quelle bron kalla fonte fuente citation book work",
    "perhaps by": "name a from",  # with a quote beside
    "description": "description beschreibung beschrijving beskrivning descrizione descripcion desc",
    "category": "category kategorie categorie kategori kindofsource kind",
    "side": "side seite kant cote sida",
    "number": "number nummer numero nr",
    "tags": "tags tag keywords schlagworte schlagworter trefwoorden motscles taggar",
}
CALLS = {field: names.split() for field, names in CALLED.items()}
# By these names a language is known. English ones are in files from everywhere, so they speak for none.
PECULIAR = {
    "": "quote quotes quotation author saying speaker",
    "de": "zitat spruch inhalt quelle urheber verfasser von beschreibung kategorie seite schlagworte schlagworter",
    "nl": "citaat auteur bron door beschrijving categorie kant trefwoorden",
    "fr": "citation auteur motscles cote categorie",
    "sv": "citat kalla forfattare sagtav beskrivning sida taggar",
}

LONGEST = 40  # of a name
MOST_COLUMNS = 100

KINDS = {
    "m": "m myth mythology mythe mythos mythologie myt sage",
    "t": "t tale fairytale marchen conte sprookje saga",
    "l": "l literature literatur litterature literatuur litteratur",
    "h": "h history geschichte histoire geschiedenis historia",
    "s": "s science wissenschaft wetenschap vetenskap",
    "a": "a art arts kunst kunste konst",
    "w": "w work arbeit beruf travail werk arbete jobb",
    "o": "o home zuhause alltag daheim maison thuis hemma",
}
LETTERS = {word: letter for letter, words in KINDS.items() for word in words.split()}
NAMES = {letter: words.split()[1] for letter, words in KINDS.items()}  # as our files have them
COLOURS = {
    **dict.fromkeys(("red", "rot", "rouge", "rood", "rod"), SIDES[0]),
    **dict.fromkeys(("blue", "blau", "bleu", "blauw", "bla"), SIDES[1]),
}


def letter_of(category: Any) -> str | None:
    """Our letter for a kind of source, from the letter or a word in one of some languages."""
    return LETTERS.get(key_of(category[:LONGEST])) if isinstance(category, str) else None


def side_of(side: Any) -> str | None:
    return COLOURS.get(key_of(side[:LONGEST])) if isinstance(side, str) else None


@lru_cache(1000)
def key_of(name: str) -> str:
    """A name without case, accents and whatever stands between its words."""
    return "number" if name == "#" else likeness(name)


def language_of(names: tuple[str, ...]) -> str:
    """The language that the names of the columns are in, "" for English or where nobody can tell."""
    keys = {key_of(name[:LONGEST]) for name in names[:MOST_COLUMNS]}
    counts = {language: len(keys.intersection(words.split())) for language, words in PECULIAR.items()}
    first, second = sorted(counts.values(), reverse=True)[:2]
    return max(counts, key=counts.__getitem__) if first > second else ""


@lru_cache(1000)
def columns_of(names: tuple[str, ...]) -> dict[str, int]:
    """Which column has what, by the names of the columns in any order; fields that are not there are left out."""
    places: dict[str, int] = {}
    for place, name in enumerate(names[:MOST_COLUMNS]):
        places.setdefault(key_of(name[:LONGEST]), place)
    return {field: place for field, place in assigned(places).items() if place is not None}


def assigned(places: dict[str, int]) -> dict[str, int | None]:
    """Each field's column, by likeness of names."""
    quote = first_of("quote", places)
    left = {name: place for name, place in places.items() if place != quote}
    by, said_in = first_of("said by", left), first_of("said in", left)
    if by is None and said_in is None and quote is not None:
        by = first_of("perhaps by", left)
    description = first_of("description", left)
    if by is not None and description is None:
        description = said_in
    return {
        "quote": quote,
        "source": said_in if by is None else by,
        "description": description,
        **{field: first_of(field, left) for field in ("category", "side", "number", "tags")},
    }


def first_of(field: str, places: dict[str, int]) -> int | None:
    return next((places[name] for name in CALLS[field] if name in places), None)

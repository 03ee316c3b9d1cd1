"""What was found in an import, row by row, and at the end what became of it."""

from pathlib import PurePath
from typing import Any

from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.html import format_html
from django.utils.translation import get_language, gettext_lazy
from django.utils.translation import gettext as _

from accounts.standing import MayNotWrite
from accounts.text import one_line
from quotes import decks, licences, looks, publishing, uploads
from quotes import upload_rows as rows
from quotes.editing import Texts
from quotes.exchange import Meta, Reason, Unreadable
from quotes.exchange.words import FORMS
from quotes.models import Card, Deck, Upload
from quotes.refusals import LIMITS, Refused
from quotes.upload_rows import Choices, Line
from quotes.views.decks import words_form
from quotes.views.pages import language_words, query_of, status_of, title_of

ROWS_A_PAGE = 100
Wrong = Refused | Unreadable | MayNotWrite
FILTERS = {
    "": gettext_lazy("All"),
    rows.NEW: gettext_lazy("New"),
    rows.CHANGED: gettext_lazy("Changes"),
    rows.UNSURE: gettext_lazy("Not sure"),
    "half": gettext_lazy("Half cards"),
    "doubles": gettext_lazy("There already or twice"),
    rows.SKIPPED: gettext_lazy("Skipped"),
    rows.OUT: gettext_lazy("Left out by you"),
    rows.PAIRED: gettext_lazy("Given to a quote"),
}
WAYS = {
    rows.SWAP: gettext_lazy("Swap quote and source"),
    rows.QUOTE: gettext_lazy("The quote alone"),
    rows.SOURCE: gettext_lazy("The source alone"),
}
NUMBERS = {
    rows.CHANGE: gettext_lazy("they change those cards"),
    rows.ADD: gettext_lazy("they are new cards and get other numbers"),
}
OTHER_KIND = {"quote": gettext_lazy("It is a source"), "source": gettext_lazy("It is a quote")}
AS_READ = {
    "card": gettext_lazy("Quote and source"),
    "quote": gettext_lazy("It is a quote"),
    "source": gettext_lazy("It is a source"),
}
DONE = {
    "dropped": gettext_lazy("The import is thrown away. Nothing of it is in a deck."),
    "kept": gettext_lazy("Your choices are kept."),
    "paired": gettext_lazy("The quotes have got their sources. Look at them, then add them."),
    "unpaired": gettext_lazy("Quotes and sources stand alone again."),
}


def status(refused: Wrong | None) -> int:
    if refused is None:
        return 200
    return 422 if isinstance(refused, Unreadable) else status_of(refused)


def about(deck: Deck | None, person: Any) -> dict[str, Any]:
    """The deck as this person may see it by now: of one that they may not, nothing is told."""
    if deck is None:
        return {"deck": None}
    if not decks.may_see(person, deck):
        closed = _("a deck that is no longer open to you")
        return {"deck": None, "title": closed, "title_language": get_language()}
    words = publishing.words_shown(person, deck)
    language = get_language() if deck.of_blanks else words.language
    return {"deck": deck, "title": title_of(deck, words), "title_language": language}


# What was found, row by row


def rows_page(request: HttpRequest, upload: Upload, refused: Wrong | None, status: int) -> HttpResponse:
    found, choices = uploads.found_in(upload), uploads.choices_of(upload)
    lines, asked = uploads.lines(upload, found, choices), request.POST or request.GET
    which = asked.get("show", "") if asked.get("show", "") in FILTERS else ""
    page = Paginator(rows.shown(lines, which), ROWS_A_PAGE).get_page(asked.get("page"))
    counts = rows.counted(lines)
    deck = upload.deck
    unfit = licences.unfit(request.user, found, deck.licence, deck) if deck else None
    refused = refused or unfit
    binds = bool(unfit) or licences.binds(request.user, found, deck)
    context = {
        **about(upload.deck, request.user),
        **new_deck_form(upload, found.meta, refused),
        "credit": licences.credit_for(request.user, found, upload.deck, bound_by_it=binds),
        "binds": found.meta.licence if binds else "",
        "upload": upload,
        "form": found.form_words,
        "counts": counts,
        "number": format_html("<span data-n>{}</span>", sum(counts[outcome] for outcome in rows.TAKEN)),
        "page": page,
        "lines": [row_of(line) for line in page],
        "language": upload.deck.language if upload.deck else found.meta.language,
        "show": which,
        "filters": filters(lines, which),
        "pairs": len(rows.pairs_in(lines)),
        "paired": counts[rows.PAIRED],
        **for_all(lines, choices),
        "can_take": any(map(can_be_ticked, lines)),
        "unfit": bool(unfit),
        "refused": refused.words if refused else "",
        "wrong": getattr(refused, "field", ""),
        "done": DONE.get(request.GET.get("done", "")),
    }
    return render(request, "quotes/uploads/rows.html", context, status=status)


def for_all(lines: list[Line], choices: Choices) -> dict[str, Any]:
    """What is chosen for all rows at once, and for how many of them it counts."""
    changes = any(line.was for line in lines)
    kindless = [line for line in lines if line.card and line.card.source and not line.card.category]
    return {
        "named": sum(line.named for line in lines),
        "numbers": [(name, words, changes == (name == rows.CHANGE)) for name, words in NUMBERS.items()],
        "kindless": sum(not line.was for line in kindless),
        "kinds": [
            (letter, word, letter == (choices.kind or Card.Category.HOME))
            for letter, word in looks.KINDS.items()
        ],
    }


def filters(lines: list[Line], which: str) -> list[dict[str, Any]]:
    """Each with how many rows it shows; those with none are left out."""
    counts = {name: len(rows.shown(lines, name)) for name in FILTERS}
    return [
        {"name": name, "words": words, "count": counts[name], "at": name == which}
        for name, words in FILTERS.items()
        if counts[name] or name in ("", which)
    ]


def row_of(line: Line) -> dict[str, Any]:
    """A line with what can be pressed beside it. What a row was read as is a way, too: the first."""
    kind, hidden = line.row.kind, bool(line.twin and line.twin.hidden_at)
    read_as = kind if line.way not in (rows.QUOTE, rows.SOURCE) else "card"
    if line.way == rows.SWAP and kind != "card":
        read_as = {"quote": "source", "source": "quote"}[kind]
    ways = [("", AS_READ.get(read_as, "")), *((way, way_words(way, read_as)) for way in line.ways)]
    return {
        "line": line,
        "card": line.card,
        "can": can_be_ticked(line),
        "ticked": line.outcome in rows.TAKEN,
        "kind": kind_word(line.texts) if line.card and line.card.source else "",
        "was": side_by_side(line) if line.was and line.outcome != rows.THERE else None,
        "twin": line.twin if line.doubt else None,
        "hidden": hidden,
        "ways": [(way, words, way == line.way) for way, words in ways] if line.ways else [],
        "why": [rows.words_of(reason) for reason in line.why],
    }


def can_be_ticked(line: Line) -> bool:
    hidden = line.twin is not None and line.twin.hidden_at
    return line.outcome in (*rows.TAKEN, rows.OUT, rows.UNSURE) or (line.doubt and not hidden)


def kind_word(texts: Texts | None) -> str:
    return looks.kind_look(texts.category)["kind"] if texts else ""


def side_by_side(line: Line) -> list[dict[str, Any]]:
    """What a card says now, and what it will say; its kind and tags where they change."""
    assert line.was and line.texts
    old, new = line.was.texts, line.texts
    return [
        {
            "what": what,
            "texts": texts,
            "kind": kind_word(texts) if old.category != new.category else "",
            "tags": texts.tags.split() if old.tags != new.tags else None,
        }
        for what, texts in (("now", old), ("new", new))
    ]


def way_words(way: str, read_as: str) -> Any:
    return OTHER_KIND.get(read_as, WAYS[way]) if way == rows.SWAP else WAYS[way]


def new_deck_form(upload: Upload, meta: Meta, refused: Wrong | None) -> dict[str, Any]:
    """How the new deck is called and meant: as was typed, else as the file says, else asked."""
    if upload.deck is not None:
        return {}
    typed = uploads.words_of(upload) or preset(meta, upload.name)
    form = words_form(typed, refused if isinstance(refused, Refused) else None)
    foreign = meta.licence if meta.licence not in dict(Deck.Licence.choices) else ""
    wrong = getattr(refused, "field", "")
    return form | {
        "foreign_licence": foreign,
        "opens": bool(foreign) or (wrong in decks.WORDS and wrong != "title"),
        "in_language": language_words(typed["language"]),
        "rating": chosen(form["ratings"]),
        "licence": chosen(form["licences"]),
    }


def chosen(choices: list[dict[str, Any]]) -> str:
    return next((str(one["name"]) for one in choices if one["chosen"]), "")


def preset(meta: Meta, name: str) -> dict[str, str]:
    language = meta.language.partition("-")[0]
    here = (get_language() or "en").partition("-")[0]
    return {
        "title": (meta.title or title_from(name))[: LIMITS["title"]],
        "language": language if language in decks.languages() else here,
        "description": meta.description,
        "licence": meta.licence if meta.licence in Deck.Licence.values else "",
        "rating": meta.rating or Deck.Rating.ALL.value,
    }


def title_from(name: str) -> str:
    """A title from the name of a file: "my_best-quotes.csv" is called "my best quotes"."""
    return one_line(PurePath(name).stem.replace("_", " ").replace("-", " ")).strip(". ")


# What became of it


def report_page(request: HttpRequest, upload: Upload) -> HttpResponse:
    kept = upload.report
    which = request.GET.get("show", "") if request.GET.get("show", "") in FILTERS else ""
    found = [row for row in kept["rows"] if fits(row, which)]
    page = Paginator(found, ROWS_A_PAGE).get_page(request.GET.get("page"))
    counts = {name: sum(fits(row, name) for row in kept["rows"]) for name in FILTERS if name != "half"}
    context = {
        **about(upload.deck, request.user),
        "upload": upload,
        "form": FORMS[kept["form"]],
        "counts": kept["counts"],
        "page": page,
        "query": query_of(show=which),
        "lines": told(upload, list(page)),
        "filters": [
            {"name": name, "words": FILTERS[name], "count": count, "at": name == which}
            for name, count in counts.items()
            if count or name in ("", which)
        ],
        "may_edit": upload.deck is not None and decks.may_edit(request.user, upload.deck),
    }
    return render(request, "quotes/uploads/report.html", context)


def fits(row: dict[str, Any], which: str) -> bool:
    wanted = {"": rows.OUTCOMES, "doubles": (rows.THERE, rows.MERGED)}.get(which, (which,))
    return row["what"] in wanted


def told(upload: Upload, page: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """The rows of a page with their words; what is a card of the deck says what that says now. One query."""
    wanted = [row["number"] for row in page if "number" in row]
    cards = Card.objects.filter(deck=upload.deck, number__in=wanted)
    latest = {(card.number, card.side): card for card in cards.order_by("created_at", "pk")}
    return [
        {
            **row,
            "card": latest.get((row.get("number"), row.get("side"))),
            "why": [rows.words_of(Reason(key, params)) for key, params in row.get("why", [])],
        }
        for row in page
    ]

"""What people are told about a file and its rows."""

from typing import Any

from django.utils.translation import gettext_lazy as _

FORMS: dict[str, Any] = {
    "deck_json": _("a deck of this site, as JSON"),
    "deck_csv": _("a deck of this site, as CSV"),
    "deck_text": _("a deck of this site, as text"),
    "packs": _("white and black cards, as JSON"),
    "quotes_json": _("a list of quotes, as JSON"),
    "json_lines": _("a list of quotes, one JSON object a line"),
    "table": _("a table of quotes (CSV)"),
    "list": _("a list of quotes, one a line"),
    "fortunes": _("a list of quotes with a percent sign between them"),
    "sql": _("a copy of a database (SQL)"),
}

SENTENCES: dict[str, Any] = {
    # why a file is refused
    "too_big": _("This file is too big: %(size)d MB, and %(limit)d MB are allowed."),
    "packed": _("This is a packed file. Unpack it first."),
    "office": _("This is a file of an office program. Save it as CSV or as plain text first."),
    "binary": _("This is no text file. Decks come as JSON, CSV or plain text."),
    "web_page": _("This is a web page. Copy the quotes into a text file first."),
    "garbled": _("The letters in this file cannot be read. Save it as UTF-8 first."),
    "cut_off": _("This file ends in the middle of a letter. It did not arrive whole."),
    "nothing": _("There are no cards in this file."),
    "too_many": _("There are more than %(limit)d rows in this file. Split it into several files."),
    "deep": _("Something in this file is nested too deeply. Fewer than %(limit)d levels are allowed."),
    "endless_number": _("A number in this file has too many digits."),
    "endless_text": _(
        "The text in row %(line)d is longer than %(limit)d characters. Look for a missing quotation mark there."
    ),
    "unclosed": _("The quotation mark that opens in line %(line)d is not closed."),
    "json_cut_off": _("This file ends too early. What opens in line %(line)d is not closed."),
    "bad_json": _("This file is not valid JSON. Line %(line)d cannot be read."),
    "twice": _("Within one part of this file “%(name)s” stands twice. One would be lost: put both together."),
    "bad_sql": _("Line %(line)d of this copy of a database cannot be read."),
    "takes_long": _("This file takes too long to read. Split it into several files."),
    "version": _("This deck has version %(version)s of the format. This site reads version %(known)d."),
    "no_list": _("There is no list of quotes in this JSON file."),
    # why a row is left out
    "empty": _("There is nothing in this row."),
    "no_text": _("There is nothing to read in this text."),
    "not_a_quote": _("There is no quote in this row."),
    "long_quote": _("This quote is too long: %(length)s characters, and %(limit)s are allowed."),
    "long_source": _("This name is too long: %(length)s characters, and %(limit)s are allowed."),
    "long_description": _("This description is too long: %(length)s characters, and %(limit)s are allowed."),
    "columns": _("Columns in this row: %(columns)d. Columns at the top of the table: %(wanted)d."),
    "bad_line": _("This line is not valid JSON."),
    "blanks": _("This card has too many blanks: %(blanks)d, and %(limit)d are allowed."),
    "remark": _("This line is a remark."),
    "no_cards_here": _("This part of the file has no cards: %(part)s"),
    # what to know about a row that is taken
    "blank": _("Blanks are shown as “…”."),
    "pick": _("Cards that it asks for: %(pick)d. Blanks that it has: %(blanks)d. The blanks count."),
    "number_taken": _("Number %(number)d is there already. This card gets a new one."),
    "unknown_kind": _("Unknown kind of source: %(kind)s."),
    "long_name": _(
        "What is behind the dash is too long for a name: %(length)s characters, and %(limit)s are allowed."
    ),
    "name_alone": _("This looks like a name alone: no quote without a source is before it."),
    "looks_broken": _("This line looks broken: a quotation mark is not closed, or a name is missing."),
    "tags": _("Some tags are left out. All tags of a card together have at most %(limit)d characters."),
    # what near-duplicates are told
    "merged": _("Merged with row %(row)d, which is nearly the same."),
    "there_already": _("Nearly the same is in the deck already."),
}

"""Tables, lists with a quote a line, and copies of databases."""

import pytest

from quotes.exchange import Card, tables
from quotes.exchange.limits import MOST_ROWS
from tests.quotes.files import HEADER, cards, found, pairs, refusal, skipped, skips

# Tables with names at the top


@pytest.mark.parametrize(
    "header",
    [
        *(
            "quote,author",
            "Quote,Author",
            "QUOTE,AUTHOR",
            " quote , author ",
            "text,author",
            "quoteText,quoteAuthor",
        ),
        *("content,author", "Quote Text,Said by", "quote_text,said_by", "quote,name", "quote,source", "q,a"),
        *("Zitat,Autor", "Zitat,Quelle", "Spruch,Von", "Text,Verfasser"),
        *("citation,auteur", "Citation,Source", "citation,source"),
        *("citaat,auteur", "Citaat,Bron", "tekst,bron"),
        *("citat,källa", "Citat,Författare", "citat,sagt av"),
        *("cita,autor", "frase,autore", "citazione,fonte"),
    ],
)
@pytest.mark.parametrize("delimiter", [",", ";", "\t", "|"])
def test_columns_are_known_by_many_names_whatever_is_between_them(header, delimiter):
    table = "\n".join([header, '"Go on, then; or not | so",Bob']).replace('",', f'"{delimiter}')
    assert pairs(table.replace(header, header.replace(",", delimiter))) == [
        ("Go on, then; or not | so", "Bob")
    ]


@pytest.mark.parametrize(
    ("header", "language"),
    [
        ("Zitat;Quelle", "de"),
        ("Spruch;Autor;Kategorie", "de"),
        ("citation;auteur", "fr"),
        ("citaat;auteur", "nl"),
        ("citat;källa", "sv"),
        ("quote;author", ""),
        ("citation;author", ""),
        ("text;auteur", ""),  # Dutch or French
        ("number;quote;source", ""),
    ],
)
def test_the_names_of_columns_tell_the_language_of_a_deck(header, language):
    cells = ";".join("123"[: header.count(";") + 1])
    assert found(f"{header}\n{cells}\n").meta.language == language


def test_rows_that_are_too_many_are_counted_before_any_is_looked_into(monkeypatch):
    monkeypatch.setattr(tables, "make_row", lambda *_args, **_values: pytest.fail("a row was looked into"))
    assert refusal("quote,author\n" + "some,body\n" * (MOST_ROWS + 1)).key == "too_many"


@pytest.mark.parametrize(
    ("table", "card"),
    [
        ("Autor;Zitat\nBob;Hi", Card("Hi", "Bob")),
        ('id,author,tags,quote\n9,Bob,"a, b",Hi', Card("Hi", "Bob", tags=("a", "b"))),
        (
            "Nr;Seite;Zitat;Quelle;Beschreibung;Kategorie\n3;blau;Hi;Bob;Klempner;Arbeit",
            Card("Hi", "Bob", "Klempner", "w", "blue", 3),
        ),
        ("citation,auteur,source\nHi,Bob,Lettres", Card("Hi", "Bob", "Lettres")),
        ("citation,tags\nHi,a", Card("Hi", tags=("a",))),
        ("quote,source,citation\nHi,Bob,Letters", Card("Hi", "Bob")),
        ("citat\tkälla\tbeskrivning\nHi\tBob\trörmokare", Card("Hi", "Bob", "rörmokare")),
        ("#,quote\n5,Hi", Card("Hi", number=5)),
        ("source\nBob,", Card("", "Bob")),
        ("source,category\nBob,home", Card("", "Bob", category="o")),
        ("sep=;\nquote;author\nHi;Bob", Card("Hi", "Bob")),
        ('"sep=\t"\nquote\tauthor\nHi\tBob', Card("Hi", "Bob")),
        ("# made by hand\n\nquote,author\nHi,Bob", Card("Hi", "Bob")),
        (
            "# number, side, kind, quote, source\n1\tred\tmyth\tHi there, you\tBob\ta plumber",
            Card("Hi there, you", "Bob", "a plumber", "m", "red", 1),
        ),
        ("quote,author,,\nHi,Bob,,", Card("Hi", "Bob")),
        ("quote,author\n“Hi”,Bob", Card("Hi", "Bob")),
        (f"{HEADER}\n1,red,“Hi”,Bob,,,", Card("“Hi”", "Bob", number=1)),
    ],
)
def test_columns_may_stand_in_any_order(table, card):
    assert cards(table, "deck.csv") == [card]


@pytest.mark.parametrize(
    ("cell", "text"),
    [
        ('"Go on, then"', "Go on, then"),
        ('"She said ""go"""', 'She said "go"'),
        ('"two\nlines"', "two lines"),
        ('"two\r\nlines"', "two lines"),
        ('  "spaces before"', "spaces before"),
        ('5" of snow', '5" of snow'),
        ('"Well" said he', "Well said he"),
        ('"" so what', "so what"),
        ("", ""),
        ('""', ""),
    ],
)
def test_cells_in_quotation_marks_are_read_right(cell, text):
    table = f"quote,author\nBefore,Bob\n{cell},Cleo\nAfter,Dora\n"
    assert pairs(table) == [("Before", "Bob"), (text, "Cleo"), ("After", "Dora")]


def test_lines_are_counted_through_cells_of_several_lines():
    table = f'quote,author\n"a\nb\n\nc",Bob\n{"x" * 301},Bob\n\n\n"{"y" * 301}\n",Bob\nHi,Bob\n'
    assert skips(table) == [(6, "long_quote"), (9, "long_quote")]
    assert [row.line for row in found(table).rows] == [2, 6, 9, 11]


@pytest.mark.parametrize(
    ("row", "why", "sentence"),
    [
        ("Yes, we can,Bob", "columns", "Columns in this row: 3. Columns at the top of the table: 2."),
        (",,", "empty", "nothing in this row"),
        (",", "empty", "nothing in this row"),
        ("\u200b,", "no_text", "nothing to read"),
        ("x" * 301 + ",Bob", "long_quote", "301 characters"),
        ("x" * 50_000 + ",Bob", "long_quote", "50000 characters"),
        ('"never closed,Bob', "unclosed", "in line 3 is not closed"),
        ("# a remark, with a comma", "remark", "is a remark"),
    ],
)
def test_a_bad_row_in_the_middle_is_named_and_all_others_are_taken(row, why, sentence):
    table = f'quote,author\nBefore,Bob\n{row}\nAfter,"Cleo"\nLast,Dora\n'
    assert skips(table) == [(3, why)]
    assert sentence in skipped(table)[0].why.words
    assert pairs(table) == [("Before", "Bob"), ("After", "Cleo"), ("Last", "Dora")]


@pytest.mark.parametrize(
    ("table", "line"),
    [
        ('quote,author\nHi,Bob\n"open,Cleo\n', 3),
        ('quote,author\nHi,Bob\n"open,Cleo\nHo,Dora\nHu,Bob\n', 3),
        ('quote,author\nHi,"Bob', 2),
        ('quote,author\n"a\nb","Bob\n\n', 2),
    ],
)
def test_a_quotation_mark_that_is_never_closed_is_named_and_nothing_is_read(table, line):
    refused = refusal(table)
    assert refused.key == "unclosed"
    assert refused.words == f"The quotation mark that opens in line {line} is not closed."


def test_short_rows_and_empty_ends_are_no_reason_to_complain():
    assert pairs("quote,author,tags\nHi\nHo,Bob\nHu,Cleo,x,,\n") == [
        ("Hi", ""),
        ("Ho", "Bob"),
        ("Hu", "Cleo"),
    ]


def test_a_table_of_one_column_may_have_commas_in_it():
    assert pairs('Quote\nYes, we can\n"No, thanks"\n', "deck.csv") == [
        ("Yes, we can", ""),
        ("No, thanks", ""),
    ]


# Tables without names


@pytest.mark.parametrize(
    ("table", "name", "read"),
    [
        ('"To be","Bob"\n"Not, then","Cleo"\n', "", [("To be", "Bob"), ("Not, then", "Cleo")]),
        (
            "To be here,Bob\nTo go there,Cleo\nTo stay,Al\n",
            "",
            [("To be here", "Bob"), ("To go there", "Cleo"), ("To stay", "Al")],
        ),
        (
            "Bob;To be here\nCleo;To go, then\nAl;So\n",
            "",
            [("To be here", "Bob"), ("To go, then", "Cleo"), ("So", "Al")],
        ),
        ("To be\tBob\nTo go\tCleo\n", "", [("To be", "Bob"), ("To go", "Cleo")]),
        ("To be here, Bob\n", "quotes.csv", [("To be here", "Bob")]),
        (
            'To be,Bob\n"Go, then",Cleo\n"Well, no",Al\n"So, so",Di\nTo stay,Ed\nTo go,Flo\nTo wait,Gus\n',
            "",
            7,
        ),
        (
            "1,To be here,Bob\n2,To go there,Cleo\n3,To stay,Al\n",
            "",
            [("To be here", "Bob"), ("To go there", "Cleo"), ("To stay", "Al")],
        ),
        (
            "To be here,Bob,life,5\nTo go there,Cleo,travel,6\nTo stay,Al,home,7\n",
            "",
            [("To be here", "Bob"), ("To go there", "Cleo"), ("To stay", "Al")],
        ),
        ("To be here;Bob\nTo go; or stay;Cleo\nTo wait;Al\nOh no;Di\nAh;Ed\nOh;Flo\n", "", 5),
    ],
)
def test_without_names_the_longest_texts_are_the_quotes(table, name, read):
    assert found(table, name).form == "table"
    assert (pairs(table, name) if isinstance(read, list) else len(pairs(table, name))) == read


@pytest.mark.parametrize(
    "lines",
    [
        ["Fear, anger, hate", "Yes, but no", "Well, I never", "So, what now?"],
        ["I came, I saw", "You came, you slept"],
        ["Wait; there is more", "No; there is not", "Stop; please"],
        ["This, that"],
        ["A quote, and more – Bob", "Another, and more – Cleo", "A third, no more – Dora"],
    ],
)
def test_sentences_with_commas_are_no_table(lines):
    assert found("\n".join(lines)).form == "list"
    assert len(pairs("\n".join(lines))) == len(lines)


# A quote a line


@pytest.mark.parametrize(
    ("line", "read"),
    [
        ("To be – Bob", ("To be", "Bob")),
        ("To be — Bob", ("To be", "Bob")),
        ("To be ― Bob", ("To be", "Bob")),
        ("To be - Bob", ("To be", "Bob")),
        ("To be -- Bob", ("To be", "Bob")),
        ("To be --Bob", ("To be", "Bob")),
        ("To be —Bob", ("To be", "Bob")),
        ("To be | Bob", ("To be", "Bob")),
        ("To be\tBob", ("To be", "Bob")),
        ("To be\t", ("To be", "")),
        ("– Bob", ("", "Bob")),
        ("— Bob", ("", "Bob")),
        ("“To be” – Bob", ("To be", "Bob")),
        ("„Sein“ – Bob", ("Sein", "Bob")),
        ("« Être » – Bob", ("Être", "Bob")),
        ('"To be" - Bob', ("To be", "Bob")),
        ("“To be”—Bob", ("To be", "Bob")),
        ('"To be"-Bob', ("To be", "Bob")),
        ("“To be”", ("To be", "")),
        ("“To be – or not – so”", ("To be – or not – so", "")),
        ('"Wait - what"', ("Wait - what", "")),
        ("“To be” and “not to be” – Bob", ("“To be” and “not to be”", "Bob")),
        ("To be – or not – Bob", ("To be – or not", "Bob")),
        ("Well – that is what I said to you.", ("Well – that is what I said to you.", "")),
        ("To be – Martin the Younger, Jr.", ("To be", "Martin the Younger, Jr.")),
        ("To be – dein Zahnarzt", ("To be", "dein Zahnarzt")),
        (f"To be – {'x' * 81}", (f"To be – {'x' * 81}", "")),
        ("To be – …", ("To be – …", "")),
        ("A well-known fact", ("A well-known fact", "")),
        ("To be &ndash; Bob", ("To be", "Bob")),
        ("I <3 you &amp; me – Bob", ("I <3 you & me", "Bob")),
        ("   To be   –   Bob   ", ("To be", "Bob")),
        ("Was soll’s? – Käthe", ("Was soll’s?", "Käthe")),
    ],
)
def test_the_source_is_found_behind_the_quote(line, read):
    assert pairs(f"{line}\n") == [read]


def test_where_nothing_is_before_the_tab_there_is_a_source_alone():
    assert pairs("To be\tBob\n\tCleo\n") == [("To be", "Bob"), ("", "Cleo")]


def test_a_third_part_describes_the_source():
    assert cards("To be | Bob | a plumber, and more | so")[0] == Card(
        "To be", "Bob", "a plumber, and more | so"
    )


@pytest.mark.parametrize("line", ["-----", "***", "…", "https://example.org/x", "www.example.org", "= ="])
def test_lines_without_letters_and_links_are_no_quotes(line):
    assert skips(f"Before\n{line}\nAfter\n") == [(2, "not_a_quote")]


@pytest.mark.parametrize(
    "bullets", [("- ", "- ", "- "), ("* ", "• ", "* "), ("1. ", "2. ", "3. "), ("1) ", "2) ", "(3) ")]
)
def test_the_signs_of_a_list_are_no_part_of_its_items(bullets):
    lines = "\n".join(f"{bullet}Quote {at} – Bob" for at, bullet in enumerate(bullets))
    assert pairs(lines) == [(f"Quote {at}", "Bob") for at in range(3)]


def test_a_sign_that_one_line_alone_begins_with_is_part_of_it():
    assert pairs("1. FC Köln – Bob\nHi – Cleo\nHo – Dora\n")[0] == ("1. FC Köln", "Bob")


def test_where_few_lines_have_a_dash_it_is_part_of_them():
    lines = [f"A quote of its own, number {at}" for at in range(20)]
    assert ("I came - and went", "") in pairs("\n".join([*lines, "I came - and went"]))
    assert ("I came", "Bob") in pairs("\n".join([*lines, "“I came” - Bob"]))


def test_empty_lines_are_passed_over_and_remarks_are_named():
    file = "# my list\n\nHi – Bob\n   \n#hashtag\n"
    assert pairs(file) == [("Hi", "Bob"), ("#hashtag", "")]
    assert skips(file) == [(1, "remark")]


def test_a_heading_that_names_the_column_is_no_quote():
    assert pairs("Quotes\nHi, you\nHo – Bob\n") == [("Hi, you", ""), ("Ho", "Bob")]


def test_fortunes_are_paragraphs_with_a_percent_sign_between():
    file = 'A long\n line\n\t\t-- Bob,\n\t\t   "Letters"\n%\n“Alone”\n%\n%\nHi – Cleo\n'
    assert found(file).form == "fortunes"
    assert pairs(file) == [("A long line", 'Bob, "Letters"'), ("Alone", ""), ("Hi", "Cleo")]
    assert [row.line for row in found(file).rows] == [1, 6, 9]


# Copies of databases


@pytest.mark.parametrize(
    ("dump", "read"),
    [
        ("INSERT INTO quotes (quote, author) VALUES ('Hi', 'Bob');", [("Hi", "Bob")]),
        (
            "insert into `q` (`author`, `quote`) values ('Bob', 'Hi'), ('Cleo', 'Ho')",
            [("Hi", "Bob"), ("Ho", "Cleo")],
        ),
        ('INSERT INTO "s"."q" ("quote") VALUES (\'Hi\');', [("Hi", "")]),
        ("INSERT OR IGNORE INTO q(text,author) VALUES(\n 'Hi' ,\n 'Bob'\n)\n;", [("Hi", "Bob")]),
        ("REPLACE INTO q (quote) VALUES ('Hi');", [("Hi", "")]),
        (
            "INSERT INTO q (quote) VALUES ('It''s \"so\"; (really), --no');",
            [('It\'s "so"; (really), --no', "")],
        ),
        (
            'INSERT INTO q (quote) VALUES (\'It\\\'s a\\nline \\\\ x\'), ("It""s");',
            [("It's a line \\ x", ""), ('It"s', "")],
        ),
        (
            "INSERT INTO q (id, quote, author, at) VALUES (1, 'Hi', NULL, now()), (2, N'Ho', E'Bob', f(1, (2)));",
            [("Hi", ""), ("Ho", "Bob")],
        ),
        ("INSERT INTO q (quote) VALUES ('Hi'::character varying), (NULL);", [("Hi", "")]),
        ("INSERT INTO quotes VALUES (0, 'A longer text', 'Bob');", [("A longer text", "Bob")]),
        (
            "INSERT INTO q (quote) VALUES ('Hi') ON CONFLICT DO NOTHING;\nINSERT INTO q (quote) VALUES ('Ho');",
            [("Hi", ""), ("Ho", "")],
        ),
        ("INSERT INTO black_cards (id, text, pick) VALUES (1, 'I forgot ____.', 1);", [("I forgot ….", "")]),
        ("INSERT INTO `white_cards` VALUES (1,'A hat.',1),(2,'A cat',1);", [("", "A hat."), ("", "A cat")]),
        (
            "COPY q (id, quote, author) FROM stdin;\n1\tHi\tBob\n2\tHo\\tho\\\\\t\\N\n\\.\n",
            [("Hi", "Bob"), ("Ho ho\\", "")],
        ),
        (
            "-- it's a dump\nSET x = 'a;b';\n/*!40101 SET y = 1 */;\nINSERT INTO q (quote) VALUES ('Hi');",
            [("Hi", "")],
        ),
    ],
)
def test_what_is_put_into_a_table_of_quotes_is_read(dump, read):
    assert found(dump).form == "sql"
    assert pairs(dump) == read


def test_the_key_of_a_table_is_no_place_in_a_deck():
    assert cards("INSERT INTO quotes VALUES (5, 'A longer text', 'Bob');") == [Card("A longer text", "Bob")]
    assert cards("INSERT INTO quotes (id, quote) VALUES (5, 'A text');") == [Card("A text")]


def test_what_is_no_quote_in_a_copy_is_named_once():
    dump = (
        "SET a = 1;\nSET b = 2;\nCREATE TABLE q (quote text);\n"
        "INSERT INTO sets (id, name) VALUES (1, 'First');\nINSERT INTO sets (id, name) VALUES (2, 'Second');\n"
        "INSERT INTO q (quote) VALUES ('Hi'), (''), (NULL), ('" + "x" * 301 + "');\n"
    )
    assert skips(dump) == [
        *((1, "no_cards_here"), (3, "no_cards_here"), (4, "no_cards_here")),
        *((6, "empty"), (6, "empty"), (6, "long_quote")),
    ]
    assert skipped(dump)[2].why.words == "This part of the file has no cards: sets"
    assert pairs(dump) == [("Hi", "")]


@pytest.mark.parametrize(
    ("dump", "why", "line"),
    [
        ("INSERT INTO q (quote) VALUES ('Hi'),\n('open", "unclosed", 2),
        ("INSERT INTO q (quote) VALUES\n('Hi', 'Ho'", "json_cut_off", 2),
        ("INSERT INTO q (quote) VALUES ('Hi' 'Ho');", "bad_sql", 1),
        ("INSERT INTO q (quote) VALUES ('Hi');\nUPDATE q SET a = 'x", "unclosed", 2),
        ("COPY q (quote) FROM stdin;\nHi\nHo", "json_cut_off", 3),
        ("INSERT INTO q (quote) VALUES " + "(" * 200, "bad_sql", 1),
    ],
)
def test_a_copy_that_is_broken_is_refused_and_the_line_is_named(dump, why, line):
    refused = refusal(dump)
    assert refused.key == why and f"ine {line} " in refused.words


def test_a_text_about_databases_is_none():
    assert found("Insert into your life: a nap – Bob\nSelect nothing – Cleo\n").form == "list"

"""Bytes, letters and line ends: what is read whoever wrote it, and what is refused as a whole, with a sentence."""

import gzip
import io
import tarfile
import zipfile

import pytest

from quotes.exchange import MOST_BYTES, MOST_ROWS
from quotes.exchange.words import FORMS, SENTENCES
from tests.quotes.files import HEADER, deck, found, pairs, refusal

LINES = "quote;author\nDie Tür klemmt; „immer“\nÖl hilft;Der Schlosser\n"
TABLE = [("Die Tür klemmt", "„immer“"), ("Öl hilft", "Der Schlosser")]


# Letters


@pytest.mark.parametrize(
    ("encoding", "mark"),
    [
        ("utf-8", b""),
        ("utf-8", b"\xef\xbb\xbf"),
        ("utf-8", b"\xef\xbb\xbf\xef\xbb\xbf"),
        ("utf-16-le", b"\xff\xfe"),
        ("utf-16-be", b"\xfe\xff"),
        ("utf-16-le", b""),
        ("utf-16-be", b""),
        ("utf-32-le", b"\xff\xfe\x00\x00"),
        ("utf-32-be", b"\x00\x00\xfe\xff"),
        ("cp1252", b""),
    ],
)
@pytest.mark.parametrize("ends", ["\n", "\r\n", "\r", "\r\r\n"])
def test_a_table_is_read_in_every_encoding_and_with_every_line_end(encoding, mark, ends):
    assert pairs(mark + LINES.replace("\n", ends).encode(encoding)) == TABLE


@pytest.mark.parametrize("ends", ["\n", "\r\n", "\r", "\r\r\n"])
def test_lines_are_counted_alike_whatever_ends_them(ends):
    for encoding in ("utf-8", "utf-16"):
        file = 'quote,author\nHi,Bob\n\n"two\nlines",Cleo\nHo,Dora\n'.replace("\n", ends).encode(encoding)
        assert [row.line for row in found(file).rows] == [2, 4, 6]
        assert pairs(file)[1] == ("two lines", "Cleo")


@pytest.mark.parametrize(
    ("data", "read"),
    [
        (b"\xef\xbb\xbf" + b'[{"quote": "Who?", "author": "An owl"}]', [("Who?", "An owl")]),
        ('[{"quote": "Wer?", "author": "Käuze"}]'.encode("utf-16"), [("Wer?", "Käuze")]),
        ('[{"quote": "Wer?", "author": "Käuze"}]'.encode("cp1252"), [("Wer?", "Käuze")]),
        ('{quote: "Wer?", author: "Käuze",}'.encode("cp1252"), [("Wer?", "Käuze")]),
        (("„Пора“ – Кот\n" * 4).encode("utf-16-le"), 4),
        (("Ein Satz ohne Zeichen, die auffallen, und lang.\n" * 3).encode("utf-16-be"), 3),
        (b"caf\xe9 \x80 5 \x96 Bob\n", [("café € 5", "Bob")]),
        ("Café – Bob\n".encode() + b"Caf\xe9 \x96 Cleo\n", [("Café", "Bob"), ("Café", "Cleo")]),
        (b"caf\xe9", [("café", "")]),
        ("Hi – Bob".encode("utf-16") + b"\n", [("Hi", "Bob")]),
        (b"Ring\x07 the bell\x1a \x96 Bob", [("Ring the bell", "Bob")]),
        (b"a\x00b said it", [("ab said it", "")]),
        (b"One\x0bline\x0chere", [("One line here", "")]),
    ],
)
def test_letters_are_found_out_by_looking(data, read):
    assert (pairs(data) if isinstance(read, list) else len(pairs(data))) == read


def test_old_letters_are_read_in_a_file_of_very_many_lines_too():
    lines = (",\n" + "\n" * 60).join(f'{{"quote": "Käse {number}"}}' for number in range(2000))
    assert len(pairs(f"[{lines}]".encode("cp1252"))) == 2000


# What is refused as a whole


def zipped(name: str) -> bytes:
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w") as archive:
        archive.writestr(name, "quote,author\n")
    return packed.getvalue()


def tarred(mode: str) -> bytes:
    packed = io.BytesIO()
    with tarfile.open(fileobj=packed, mode=mode) as archive:
        link = tarfile.TarInfo("deck.csv")
        link.type, link.linkname = tarfile.SYMTYPE, "/etc/passwd"
        archive.addfile(link)
    return packed.getvalue()


@pytest.mark.parametrize(
    ("file", "why", "sentence"),
    [
        (zipped("deck.json"), "packed", "This is a packed file. Unpack it first."),
        (gzip.compress(b"quote", mtime=0), "packed", "Unpack"),
        (tarred("w"), "packed", "Unpack"),
        (tarred("w:bz2"), "packed", "Unpack"),
        (tarred("w:xz"), "packed", "Unpack"),
        (b"7z\xbc\xaf\x27\x1c\x00\x04", "packed", "Unpack"),
        (b"Rar!\x1a\x07\x00", "packed", "Unpack"),
        (b"\x28\xb5\x2f\xfd\x04", "packed", "Unpack"),
        (zipped("[Content_Types].xml"), "office", "Save it as CSV"),
        (b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1", "office", "Save it as CSV"),
        (b"{\\rtf1 Hello}", "office", "Save it as CSV"),
        (b"%PDF-1.7", "office", "Save it as CSV"),
        (b"\x89PNG\r\n\x1a\n\x00\x00\x00\rIHDR\x00\x00\x01\x00", "binary", "no text file"),
        (b"\x00" * 5000, "binary", "no text file"),
        (bytes(range(256)) * 20, "binary", "no text file"),
        ("\x01\x02\x03\x04".encode("utf-16") * 40, "binary", "no text file"),
        (b"<!DOCTYPE html><p>Hi</p>", "web_page", "web page"),
        (b"\n <html><p>Hi</p>", "web_page", "web page"),
        (b"", "nothing", "no cards"),
        (b"\n\n  \n\t\n", "nothing", "no cards"),
        (b"\xef\xbb\xbf", "nothing", "no cards"),
        (b"\xff\xfe", "nothing", "no cards"),
        (f"{HEADER}\n", "nothing", "no cards"),
        (f"{HEADER}\n,,,,,,\n", "nothing", "no cards"),
        ("# a remark\n", "nothing", "no cards"),
        ("[]", "nothing", "no cards"),
        ("[null, {}]", "nothing", "no cards"),
        ({"quotes": []}, "nothing", "no cards"),
        (deck(), "nothing", "no cards"),
        ({"format": "quote-deck", "cards": "all"}, "nothing", "no cards"),
        (deck({}, None), "nothing", "no cards"),
        ("Größe, Maß und ".encode() + "ß".encode()[:1], "cut_off", "in the middle of a letter"),
        (b"\xff\xfea\x00\x00\xd8", "garbled", "cannot be read"),
        ("Hi – Bob".encode("utf-16")[:-1], "garbled", "cannot be read"),
        ("{}", "no_list", "no list of quotes"),
        (
            {"name": "house", "version": "1.0.0", "keywords": ["game", "cards"]},
            "no_list",
            "no list of quotes",
        ),
        (b"x" * (MOST_BYTES + 1), "too_big", "11 MB, and 10 MB are allowed"),
        ("Hi\n" * (MOST_ROWS + 1), "too_many", "more than 20000 rows"),
        ([{"quote": "Hi"}] * (MOST_ROWS + 1), "too_many", "more than 20000 rows"),
        ('{"quote": "Hi"}\n' * (MOST_ROWS + 1), "too_many", "more than 20000 rows"),
        ("x" * 100_001, "endless_text", "row 1 is longer than 100000"),
        ("Hi – Bob\n" + "x" * 100_001, "endless_text", "row 2 is longer"),
        ([{"quote": "x" * 100_001}], "endless_text", "row 1 is longer"),
        ({"white": ["x" * 100_001]}, "endless_text", "row 1 is longer"),
        ('quote,author\n"' + "x\n" * 70_000 + '",b', "endless_text", "row 2 is longer"),
    ],
)
def test_a_file_that_is_no_deck_is_refused_with_a_sentence(file, why, sentence):
    refused = refusal(file)
    assert (refused.key, refused.reason.key) == (why, why)
    assert sentence in refused.words


def test_a_file_as_big_as_allowed_is_looked_at():
    assert refusal(b"x" * MOST_BYTES).key == "endless_text"


def test_as_many_rows_as_allowed_are_read():
    assert len(found("To be\n" * MOST_ROWS).rows) == MOST_ROWS


@pytest.mark.parametrize("name", ["", "deck.csv", "/decks//deck.csv", "..\\deck.csv", "\x00", "x" * 5000])
def test_the_name_of_a_file_breaks_nothing(name):
    assert pairs(LINES, name) == TABLE


# What people are told


@pytest.mark.parametrize("key", [*SENTENCES, *FORMS])
def test_every_sentence_is_one(key):
    words = str((SENTENCES | FORMS)[key])
    assert words[0].isupper() == words.endswith((".", "%(part)s")) == (key in SENTENCES)
    assert "!" not in words and "%" not in words.replace("%(", "").replace("%d", "")


@pytest.mark.parametrize(
    ("file", "form", "words"),
    [
        (deck({"red": {"quote": "Hi"}}), "deck_json", "a deck of this site, as JSON"),
        (f"{HEADER}\n1,red,Hi,,,,\n", "deck_csv", "a deck of this site, as CSV"),
        ("# quote-deck text 2\n\nHi\n", "deck_text", "a deck of this site, as text"),
        ({"white": ["A hat"]}, "packs", "white and black cards"),
        ([{"q": "Hi"}], "quotes_json", "a list of quotes, as JSON"),
        ('{"q": "Hi"}\n{"q": "Ho"}', "json_lines", "one JSON object a line"),
        ("quote,author\nHi,Bob\n", "table", "a table of quotes"),
        ("Hi – Bob\n", "list", "a list of quotes, one a line"),
        ("Hi\n%\nHo\n", "fortunes", "percent sign"),
        ("INSERT INTO q (quote) VALUES ('Hi');", "sql", "copy of a database"),
    ],
)
def test_it_is_said_what_a_file_was_taken_for(file, form, words):
    assert found(file).form == form
    assert words in found(file).form_words

"""Lines and files on their way into a deck: looked at, refused, and how often."""

import gzip
import io
import time
import tracemalloc
from datetime import timedelta
from itertools import chain, repeat

import pytest
import time_machine
from django.core.cache import cache
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.test.client import BOUNDARY, MULTIPART_CONTENT, encode_multipart
from django.utils import timezone

from quotes import decks, editing, upload_sweep, uploads
from quotes.editing import Texts
from quotes.exchange import MOST_BYTES
from quotes.models import Deck, Upload
from tests.quotes.importing import WORDS, add, cards, page, press, says, send, sent
from tests.quotes.lines import LINES, META, THREE, deck, own_deck, tab

__all__ = ["deck", "tab"]

pytestmark = pytest.mark.django_db


# From lines to a deck


def test_lines_are_shown_first_and_then_they_are_a_new_deck(tab, alice):
    upload = sent(tab, LINES)
    assert "3 new cards" in page(tab, upload)
    assert not Deck.objects.filter(owner=alice).exists()
    add(tab, upload)
    made = own_deck(alice)
    assert cards(made) == THREE
    assert (made.title, made.state, made.language) == ("Overheard", "private", "en")
    assert {card.author for card in made.cards.all()} == {alice}
    assert "3 cards are in the deck: Overheard" in page(tab, upload)


def test_lines_go_into_a_deck_that_is_there(tab, deck):
    editing.add(deck.owner, deck, Texts("Who moved the moon", "Somebody else"))
    upload = sent(tab, LINES, deck=deck)
    assert "2 new" in page(tab, upload) and "1 there already" in page(tab, upload)
    add(tab, upload)
    assert [quote for _n, _side, quote, _source in cards(deck)] == [
        "Who moved the moon",
        "Fish fly on Fridays.",
        "I was here first.",
    ]
    assert "1 there already" in page(tab, upload)


def test_once_more_adds_nothing(tab, deck):
    add(tab, sent(tab, LINES, deck=deck))
    again = sent(tab, LINES, deck=deck)
    said = page(tab, again)
    assert "Nothing new: Kitchen talk" in said and "3 there already" in said
    assert "Add 0" not in said
    answer = press(tab, again, "add")
    assert answer.status_code == 422 and "Nothing in it is new, or ticked." in says(answer)
    assert cards(deck) == THREE


@pytest.mark.parametrize(
    ("name", "data"),
    [
        ("deck.json", b'[{"quote": "Fish fly on Fridays.", "author": "A cat"}]'),
        ("deck.csv", "\ufeffZitat;Autor\r\nFish fly on Fridays.;A cat\r\n".encode()),
        ("deck.csv", b"quote,author\r\r\nFish fly on Fridays.,A cat\r\r\n"),
        ("deck.txt", "Fish fly on Fridays. — A cat".encode("utf-16")),
        ("deck.txt", b"Fish fly on Fridays. \x97 A cat"),
        ("deck.sql", b"INSERT INTO q (quote, author) VALUES ('Fish fly on Fridays.', 'A cat');"),
        ("odd name \u202e \x00.html", b"Fish fly on Fridays. | A cat"),
        ("", b"Fish fly on Fridays. | A cat"),
    ],
)
def test_a_file_of_any_kind_comes_to_the_same(tab, alice, name, data):
    add(tab, sent(tab, data, name) if name else sent(tab, data.decode()))
    assert cards(own_deck(alice)) == [(1, "red", "Fish fly on Fridays.", "A cat")]


@pytest.mark.parametrize(
    ("name", "title"),
    [
        ("my_best-quotes.csv", "my best quotes"),
        ("../../etc/Küche.json", "Küche"),
        ("x" * 300 + ".txt", "x" * 80),
        (".csv", "csv"),
        ("<b>.csv", "<b>"),
    ],
)
def test_a_new_deck_is_called_like_its_file_until_somebody_says_otherwise(tab, alice, name, title):
    upload = sent(tab, LINES.encode(), name)
    form = tab.get(f"/decks/uploads/{upload.pk}/").context["typed"]
    assert form["title"] == title
    add(tab, upload, title=form["title"])
    assert own_deck(alice).title == title


def test_what_a_file_says_about_its_deck_is_in_the_form_and_kept(tab, alice):
    upload = sent(tab, META, "deck.json")
    context = tab.get(f"/decks/uploads/{upload.pk}/").context
    typed = dict(context["typed"])
    assert not context["opens"]
    assert press(tab, upload, "add", **typed).status_code == 303
    made = own_deck(alice)
    assert {name: getattr(made, name) for name in decks.WORDS} == {name: META[name] for name in decks.WORDS}
    assert made.credit == "Coffee talk; Ada"
    assert cards(made) == [(4, "red", "Fisch fliegt.", "Die Katze")]
    assert {card.language for card in made.cards.all()} == {"de"}


@pytest.mark.parametrize(
    ("said", "preset"),
    [
        ({"licence": "CC BY-NC 4.0"}, {"licence": ""}),
        ({"language": "tlh"}, {"language": "en"}),
        ({"language": "de-at"}, {"language": "de"}),
        ({"rating": "nobody"}, {"rating": "all"}),
        ({"title": ""}, {"title": "deck"}),
    ],
)
def test_what_a_file_says_and_the_site_does_not_know_is_asked(tab, said, preset):
    upload = sent(tab, META | said, "deck.json")
    context = tab.get(f"/decks/uploads/{upload.pk}/").context
    assert {name: context["typed"][name] for name in preset} == preset
    assert context["opens"] == ("licence" in said)
    assert ("CC BY-NC 4.0" in page(tab, upload)) == ("licence" in said)


def test_a_new_deck_without_a_title_is_refused_and_everything_stays_as_it_was_typed(tab, alice):
    upload = sent(tab, LINES)
    typed = WORDS | {"title": " ", "description": "x" * 301, "licence": "CC0 1.0", "language": "de"}
    answer = press(tab, upload, "add", row=[0, 1, 2], take=[0, 2], **typed)
    assert answer.status_code == 422 and "A deck needs a title." in says(answer)
    assert 'aria-invalid="true" autofocus' in answer.content.decode()
    assert answer.context["typed"]["description"] == "x" * 301
    assert "1 left out by you" in says(answer)
    assert not Deck.objects.filter(owner=alice).exists()
    answer = press(tab, upload, "add", **typed | {"title": "Tea"})
    assert answer.status_code == 422 and "This description is too long: 301 characters" in says(answer)
    add(tab, upload, title="Tea", language="de")
    assert [quote for _n, _s, quote, _source in cards(own_deck(alice))] == [
        "Fish fly on Fridays.",
        "I was here first.",
    ]


# What is refused

BROKEN = [
    ("", "", "Paste some lines or choose a file first."),
    (" \n\t \n", "", "Paste some lines or choose a file first."),
    (b"", "a.txt", "There are no cards in this file."),
    (b"\n\n \n", "a.txt", "There are no cards in this file."),
    (b"\x00" * 5000, "a.txt", "This is no text file."),
    (b"PK\x03\x04" + b"x" * 500, "a.zip", "This is a packed file. Unpack it first."),
    (gzip.compress(b"0" * 1_000_000, mtime=0), "a.json", "This is a packed file. Unpack it first."),
    (b"PK\x03\x04[Content_Types].xml", "a.xlsx", "This is a file of an office program."),
    (b"<!doctype html><p>To be", "a.html", "This is a web page."),
    (b"\xff\xd8\xff\xe0" + bytes(range(256)) * 8, "a.jpg", "This is no text file."),
    (b'[{"quote": "Hi", "author": "me"}, {"quo', "a.json", "This file ends too early."),
    (b"[" * 150 + b"]" * 150, "a.json", "nested too deeply"),
    (b'[{"quote": ' + b"9" * 100_000 + b"}]", "a.json", "A number in this file has too many digits."),
    (b'[{"quote": "' + b"a" * 150_000 + b'"}]', "a.json", "longer than 100000 characters"),
    (b'quote,author\n"Hi,me\n', "a.csv", "The quotation mark that opens in line 2 is not closed."),
    (b'{"format": "quote-deck", "version": 7, "cards": []}', "a.json", "This deck has version 7"),
    (b'{"a": 1}', "a.json", "There is no list of quotes"),
    (b"a\n" * 99_000, "a.txt", "There are more than 20000 rows in this file."),
    ('[{"quote": "Hi"', "", "This file ends too early."),
]


@pytest.mark.parametrize(("what", "name", "words"), BROKEN, ids=range(len(BROKEN)))
def test_what_cannot_be_read_is_refused_in_words_at_once_and_the_form_stays(tab, what, name, words):
    began = time.process_time()
    answer = send(tab, what, name)
    assert time.process_time() - began < 2
    assert answer.status_code == 422 and words in says(answer)
    assert "Show what is in it" in says(answer)
    if not name:
        assert answer.context["pasted"] == what
    else:
        assert "Choose the file again" in says(answer)
    assert not Upload.objects.exists()


def test_lines_and_a_file_together_are_refused_and_the_lines_stay(tab):
    answer = tab.post("/decks/import/", {"lines": LINES, "file": SimpleUploadedFile("a.txt", LINES.encode())})
    assert answer.status_code == 422 and "Take one at a time" in says(answer)
    assert answer.context["pasted"] == LINES


def test_a_file_that_is_too_big_is_named_with_its_size_and_the_lines_stay(tab):
    file = SimpleUploadedFile("a.txt", b"x" * (MOST_BYTES + 1))
    answer = tab.post("/decks/import/", {"lines": "Typed before", "file": file})
    assert answer.status_code == 422
    assert "This file is too big: 11 MB, and 10 MB are allowed." in says(answer)
    assert answer.context["pasted"] == "Typed before"


class Endless(io.RawIOBase):
    """A form with a file of so many bytes, made while it is read."""

    def __init__(self, size: int) -> None:
        fields = {"lines": "Typed before", "file": SimpleUploadedFile("a.txt", b"@@")}
        head, foot = encode_multipart(BOUNDARY, fields).split(b"@@")
        self.size, self.given = len(head) + size + len(foot), 0
        self.parts = chain([head], repeat(b"x" * 1024, size // 1024), [foot])
        self.left = b""

    def read(self, wanted: int = -1) -> bytes:
        while len(self.left) < wanted and (part := next(self.parts, b"")):
            self.left += part
        data, self.left = self.left[:wanted], self.left[wanted:]
        self.given += len(data)
        return data


@pytest.mark.parametrize(("megabytes", "read"), [(50, 50), (200, 11)])
def test_a_file_of_any_size_takes_no_memory(tab, megabytes, read):
    form = Endless(megabytes * 1024**2)
    tab.get("/decks/import/")
    tracemalloc.start()
    began = time.process_time()
    sending = {"CONTENT_TYPE": MULTIPART_CONTENT, "CONTENT_LENGTH": str(form.size), "wsgi.input": form}
    answer = tab.generic("POST", "/decks/import/", **sending)
    assert time.process_time() - began < 10
    assert tracemalloc.get_traced_memory()[1] < 40 * 1024**2
    tracemalloc.stop()
    assert answer.status_code == 422
    assert f"This file is too big: {megabytes + 1} MB" in says(answer), answer.context["refused"]
    assert form.given / 1024**2 == pytest.approx(read, abs=1)
    assert answer.context["pasted"] == "Typed before"


def test_ten_megabytes_are_taken_and_wait_for_the_sweep(tab):
    upload = sent(tab, b"a\n" * (MOST_BYTES // 2), "a.txt")
    assert upload.state == "waiting" and len(upload.data) == MOST_BYTES
    upload_sweep.sweep()
    assert "There are more than 20000 rows in this file." in page(tab, upload)


@pytest.mark.parametrize("count", [2, 3])
def test_more_files_than_one_are_refused(tab, count):
    files = [SimpleUploadedFile(f"{n}.txt", b"Hi") for n in range(count)]
    answer = tab.post("/decks/import/", {"lines": "", "file": files})
    assert answer.status_code == 400


@pytest.mark.parametrize("address", ["/decks/new/", "/decks/uploads/%d/", "/preferences/"])
def test_no_other_page_takes_a_file(tab, address):
    address = address.replace("%d", str(sent(tab, LINES).pk))
    assert tab.post(address, {"file": SimpleUploadedFile("a.txt", b"Hi")}).status_code == 400


def test_a_token_is_wanted_with_a_file_too(alice):
    client = Client(enforce_csrf_checks=True)
    client.force_login(alice)
    assert send(client, LINES.encode(), "a.txt").status_code == 403


def test_more_lines_than_a_form_may_hold_get_a_page_that_says_what_to_do(tab):
    answer = send(tab, "x" * 3_000_000)
    assert answer.status_code == 413
    assert "Go back: what you typed is still there." in says(answer)


def test_sixty_broken_files_are_no_error(tab, monkeypatch):
    """What is good is cut, turned around and repeated, at every other place."""
    monkeypatch.setattr(uploads, "MOST_TRIED", 10_000)
    monkeypatch.setattr(uploads, "MOST_AN_HOUR", 10_000)
    monkeypatch.setattr(uploads, "MOST_OPEN", 10_000)
    good = [
        ("a.json", b'{"format": "quote-deck", "version": 1, "cards": [{"red": {"quote": "Hi", "source": "me"}}]}'),
        ("a.csv", "number,side,quote,source\r\n1,red,Hi,me\r\n2,blue,\"Ho, ho\",you\r\n".encode("utf-16")),
        ("a.sql", b"INSERT INTO q VALUES (1, 'Hi', 'me'), (2, 'Ho', 'you');"),
        ("a.txt", "“Hi” – me\r\r\nHo | you\n\n\n".encode()),
    ]  # fmt: skip
    for name, data in good:
        for cut in range(15):
            end = len(data) * cut // 15
            broken = (data[:end], data[end:], data[:end] + b"\x00\xff" + data[end:], data[:end] * 3)[cut % 4]
            assert send(tab, broken, name).status_code in (303, 422)
    for upload in Upload.objects.all():
        assert press(tab, upload, "add", **WORDS).status_code in (303, 422)
        assert tab.get(f"/decks/uploads/{upload.pk}/").status_code == 200


# How often


def test_sent_twice_it_is_one(tab, deck):
    first = sent(tab, LINES, deck=deck)
    assert sent(tab, LINES, deck=deck) == first
    assert sent(tab, LINES) != first
    assert sent(tab, LINES + "more", deck=deck) != first
    with time_machine.travel(timezone.now() + timedelta(minutes=5)):
        assert sent(tab, LINES, deck=deck) != first


def test_a_second_press_is_never_too_much(tab, monkeypatch):
    for most in ("MOST_OPEN", "MOST_AN_HOUR", "MOST_TRIED"):
        monkeypatch.setattr(uploads, most, 1)
    assert sent(tab, LINES) == sent(tab, LINES)
    assert send(tab, "Another").status_code == 429


def test_ten_imports_an_hour_and_then_one_hears_when_to_try_again(tab):
    with time_machine.travel("2026-12-24T18:15:00Z", tick=False):
        for n in range(10):
            press(tab, sent(tab, f"{LINES}{n}"), "drop")
        answer = send(tab, "The eleventh one")
        assert answer.status_code == 429
        assert "You have imported 10 times within an hour. Try again in 45 minutes." in says(answer)
        assert answer.context["pasted"] == "The eleventh one"
    with time_machine.travel("2026-12-24T19:00:01Z", tick=False):
        assert send(tab, "The eleventh one").status_code == 303


def test_of_many_that_are_sent_at_once_no_more_are_taken_than_may(tab, monkeypatch):
    """None of them has been counted yet when the others ask."""
    monkeypatch.setattr(uploads.limits, "wait", lambda *_: 0)
    monkeypatch.setattr(uploads, "MOST_AN_HOUR", 2)
    assert [send(tab, f"{LINES}{n}").status_code for n in range(4)] == [303, 303, 429, 429]


def test_what_cannot_be_read_does_not_use_up_the_ten(tab, monkeypatch):
    monkeypatch.setattr(uploads, "MOST_TRIED", 15)
    for _ in range(uploads.MOST_TRIED - 1):
        assert send(tab, b"PK\x03\x04", "a.zip").status_code == 422
    sent(tab, LINES)
    answer = send(tab, b"PK\x03\x04", "a.zip")
    assert answer.status_code == 429 and "Try again" in says(answer)


def test_so_many_may_wait_for_ones_yes(tab):
    waiting = []
    for n in range(uploads.MOST_OPEN):
        cache.clear()
        waiting.append(sent(tab, f"{LINES}{n}"))
    cache.clear()
    answer = send(tab, "One more")
    assert answer.status_code == 429 and "10 imports of yours wait for your yes." in says(answer)
    press(tab, waiting[0], "drop")
    sent(tab, "One more")

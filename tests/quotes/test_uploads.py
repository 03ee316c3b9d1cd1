"""Bringing cards in: what is sent and refused, who may, and what is in the deck at the end."""

import gzip
import io
import time
import tracemalloc
from datetime import timedelta
from functools import partial
from itertools import chain, repeat

import pytest
import time_machine
from celery.app.task import Task
from django.core.cache import cache
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.test.client import BOUNDARY, MULTIPART_CONTENT, encode_multipart
from django.test.utils import override_script_prefix
from django.utils import timezone

from accounts.models import User
from quotes import decks, editing, starter, uploads
from quotes.editing import Texts
from quotes.exchange import MOST_BYTES
from quotes.models import Deck, Upload
from tests.games.scripts import Queries
from tests.games.scripts import deck as deck_of
from tests.games.test_races import at_once
from tests.quotes.importing import WORDS, add, cards, page, press, says, send, sent
from tests.quotes.test_decks import mute

pytestmark = pytest.mark.django_db
LINES = "Fish fly on Fridays. – A cat\nWho moved the moon? | The night watch\nI was here first.\tThe egg\n"
THREE = [
    (1, "red", "Fish fly on Fridays.", "A cat"),
    (2, "red", "Who moved the moon?", "The night watch"),
    (3, "red", "I was here first.", "The egg"),
]


@pytest.fixture
def tab(alice, sign_in):
    return sign_in(alice)


@pytest.fixture
def deck(alice) -> Deck:
    return deck_of(0, owner=alice, title="Kitchen talk")


def own_deck(person) -> Deck:
    return Deck.objects.get(owner=person)


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


META = {
    "format": "quote-deck",
    "version": 1,
    "title": "Tea & talk",
    "language": "de",
    "description": "Gesagt ist gesagt.",
    "licence": "CC BY 4.0",
    "rating": "teens",
    "based_on": "Coffee talk",
    "credit": "Ada",
    "cards": [{"number": 4, "red": {"quote": "Fisch fliegt.", "source": "Die Katze"}}],
}


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
    uploads.sweep()
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


# Who may


def test_nobody_else_sees_an_import(tab, bob, sign_in, client):
    upload = sent(tab, LINES)
    address = f"/decks/uploads/{upload.pk}/"
    assert sign_in(bob).get(address).status_code == 404
    for do in ("add", "drop", "keep", "pair"):
        assert press(sign_in(bob), upload, do, **WORDS).status_code == 404
    assert client.get(address).status_code == 302
    upload.refresh_from_db()
    assert (upload.state, upload.report.get("words")) == ("ready", None)


@pytest.mark.parametrize("kind", ["import", "paste"])
@pytest.mark.parametrize(
    ("more", "status", "words"),
    [
        ({"state": "private"}, 404, ""),
        ({"state": "published"}, 403, "Only its owner and co-editors change this deck."),
    ],
)
def test_into_a_deck_of_others_nothing_is_brought(alice, bob, sign_in, kind, more, status, words):
    other = deck_of(3, owner=alice, **more)
    for answer in (
        sign_in(bob).get(f"/decks/{other.pk}/{kind}/"),
        sign_in(bob).post(f"/decks/{other.pk}/{kind}/", {"lines": LINES}),
    ):
        assert answer.status_code == status and words in says(answer)
    assert not Upload.objects.exists()


def test_a_starter_deck_takes_nothing(tab):
    made = Deck.objects.get(starter=starter.load("en") and "en")
    assert send(tab, LINES, deck=made).status_code == 403


def test_a_co_editor_brings_cards_in_and_is_their_author(alice, bob, sign_in, deck):
    deck.editors.add(bob)
    add(sign_in(bob), sent(sign_in(bob), LINES, deck=deck))
    assert {card.author for card in deck.cards.all()} == {bob}


def test_guests_keep_their_seat_first(sign_in):
    guest = User.objects.create(name="Guest", is_guest=True)
    for answer in (sign_in(guest).get("/decks/import/"), send(sign_in(guest), LINES)):
        assert answer.status_code == 403 and "Guests cannot do that." in says(answer)


def test_who_is_not_signed_in_signs_in_first(client):
    for address in ("/decks/import/", "/decks/paste/", "/decks/uploads/1/"):
        assert client.get(address)["Location"].startswith("/account/login/?next=/decks/")


def test_somebody_muted_brings_nothing_in_and_keeps_what_was_typed(tab, alice, deck):
    upload = sent(tab, LINES, deck=deck)
    mute(alice)
    answer = send(tab, LINES + "more", deck=deck)
    assert answer.status_code == 403 and "you write nothing here until" in says(answer)
    assert answer.context["pasted"] == LINES + "more"
    answer = press(tab, upload, "add")
    assert answer.status_code == 403 and "you write nothing here until" in says(answer)
    assert cards(deck) == []


# What happens meanwhile


def test_said_twice_it_is_added_once(tab, alice):
    upload = sent(tab, LINES)
    add(tab, upload)
    add(tab, upload)
    assert cards(own_deck(alice)) == THREE


def test_thrown_away_nothing_is_left_and_a_second_press_is_none(tab, alice, deck):
    for into in (None, deck):
        upload = sent(tab, LINES, deck=into)
        for _ in range(2):
            answer = press(tab, upload, "drop")
            assert answer.status_code == 303 and answer["Location"].endswith("/import/?done=dropped")
    assert "The import is thrown away." in says(tab.get("/decks/import/?done=dropped"))
    assert not Upload.objects.exists() and cards(deck) == []
    assert press(tab, Upload(pk=99), "drop").status_code == 404


def test_what_another_tab_adds_meanwhile_is_not_there_twice(tab, alice, deck):
    upload = sent(tab, LINES, deck=deck)
    assert "3 new" in page(tab, upload)
    editing.add(alice, deck, Texts("WHO MOVED THE MOON", "Another"))
    add(tab, upload)
    quotes = [quote for _n, _side, quote, _source in cards(deck)]
    assert quotes == ["WHO MOVED THE MOON", "Fish fly on Fridays.", "I was here first."]
    assert upload.report["counts"] == {
        **dict.fromkeys(("changed", "unsure", "merged", "skipped", "out", "paired", "half"), 0),
        "new": 2,
        "there": 1,
        "cards": 2,
    }


def test_cards_keep_their_ids_and_matches_their_rows_when_more_come(tab, deck):
    add(tab, sent(tab, LINES, deck=deck))
    before = {card.pk: (card.number, card.quote) for card in deck.cards.all()}
    add(tab, sent(tab, "Another one – The wind\n" + LINES, deck=deck))
    after = {card.pk: (card.number, card.quote) for card in deck.cards.all()}
    assert {pk: after[pk] for pk in before} == before and len(after) == 4


def test_a_full_deck_takes_all_or_nothing(tab, deck, monkeypatch):
    monkeypatch.setattr(editing, "MOST_CARDS", 2)
    upload = sent(tab, LINES, deck=deck)
    answer = press(tab, upload, "add")
    assert answer.status_code == 422 and "A deck holds at most 2 cards." in says(answer)
    assert cards(deck) == []
    press(tab, upload, "keep", row=[0, 1, 2], take=[0, 1])
    add(tab, upload)
    assert len(cards(deck)) == 2


def test_too_many_decks_are_refused_and_the_import_waits(tab, alice, monkeypatch):
    monkeypatch.setattr(decks, "MOST_DECKS", 0)
    upload = sent(tab, LINES)
    answer = press(tab, upload, "add", **WORDS)
    assert answer.status_code == 429 and "You own 0 decks" in says(answer)
    monkeypatch.setattr(decks, "MOST_DECKS", 1)
    add(tab, upload)
    assert cards(own_deck(alice)) == THREE


def test_nothing_is_half_there_when_it_breaks_in_the_middle(tab, alice, monkeypatch):
    upload = sent(tab, LINES)
    monkeypatch.setattr(uploads, "report_row", lambda *_: 1 / 0)
    with pytest.raises(ZeroDivisionError):
        press(tab, upload, "add", **WORDS)
    assert not Deck.objects.filter(owner=alice).exists()
    monkeypatch.undo()
    add(tab, upload)
    assert cards(own_deck(alice)) == THREE


@pytest.mark.parametrize("gone", ["editor", "hidden", "removed"])
def test_without_its_deck_an_import_can_only_be_thrown_away(bob, sign_in, deck, gone):
    deck.editors.add(bob)
    client = sign_in(bob)
    upload = sent(client, LINES, deck=deck)
    if gone == "editor":
        deck.editors.remove(bob)
    else:
        Deck.objects.filter(pk=deck.pk).update(**{f"{gone}_at": timezone.now()})
    for answer in (client.get(f"/decks/uploads/{upload.pk}/"), press(client, upload, "add")):
        assert answer.status_code == 403 and "Only its owner and co-editors change this deck." in says(answer)
        assert "Kitchen talk" not in says(answer)
    assert press(client, upload, "drop").status_code == 303
    assert cards(deck) == []


def test_who_no_longer_edits_a_deck_reads_in_the_report_nothing_new_of_it(bob, sign_in, deck):
    deck.editors.add(bob)
    client = sign_in(bob)
    upload = add(client, sent(client, LINES, deck=deck))
    assert "Fish fly on Fridays." in page(client, upload)
    card = deck.cards.get(number=1)
    editing.change(deck.owner, card, Texts("A secret of Alice", "Nobody"))
    assert "A secret of Alice" in page(client, upload)
    deck.editors.remove(bob)
    assert "A secret of Alice" not in page(client, upload)


def test_what_is_hidden_later_is_hidden_in_the_report(tab, deck):
    upload = add(tab, sent(tab, LINES, deck=deck))
    deck.cards.filter(number=1).update(hidden_at=timezone.now())
    said = page(tab, upload)
    assert "Fish fly on Fridays." not in said and "hidden by a moderator" in said


def test_a_person_who_goes_takes_their_imports_along(alice, tab):
    sent(tab, LINES)
    alice.delete()
    assert not Upload.objects.exists()


@pytest.mark.django_db(transaction=True)
def test_ten_presses_at_once_are_one_deck(alice, sign_in):
    """Each of two imports is agreed to by five threads."""
    waiting = [sent(sign_in(alice), f"{LINES}{n}") for n in range(2)]
    for upload in waiting:
        uploads.choose(upload, lambda *_: None, WORDS | {"title": f"Deck {upload.pk}"})

    def agree(key: int) -> str:
        return uploads.agree(Upload.objects.select_related("person").get(pk=key)).state

    said = at_once([partial(agree, upload.pk) for upload in waiting for _ in range(5)])
    assert said == ["done"] * 10
    made = Deck.objects.filter(owner=alice)
    assert [len(cards(deck)) for deck in made] == [4, 4]


# On the page


def test_ones_own_imports_are_listed_and_no_others(tab, bob, sign_in, deck):
    add(tab, sent(tab, LINES, deck=deck))
    sent(tab, b"Hi | me", "kitchen <b>.txt")
    sent(sign_in(bob), b"Ho | you", "bobs.txt")
    said = says(tab.get("/decks/import/"))
    assert "Kitchen talk · done" in said and "kitchen <b>.txt a new deck · waits for your yes" in said
    assert "bobs.txt" not in said


@pytest.mark.parametrize("language", ["en", "de", "fr"])
def test_every_page_is_there_in_every_language(alice, deck, language, sign_in):
    alice.language = language
    alice.save()
    tab = sign_in(alice)
    ready = sent(tab, LINES, deck=deck)
    new = sent(tab, META, "deck.json")
    done = add(tab, sent(tab, "Hi | me", deck=deck))
    for address in (
        *("/decks/import/", "/decks/paste/", f"/decks/{deck.pk}/import/", f"/decks/{deck.pk}/paste/"),
        *(f"/decks/uploads/{one.pk}/" for one in (ready, new, done)),
    ):
        answer = tab.get(address)
        assert answer.status_code == 200
        assert f'<html lang="{language}"' in answer.content.decode()


def test_under_a_path_of_its_own_no_address_has_two_slashes(tab, deck):
    for prefix in ("", "/table"):
        upload = sent(tab, f"{LINES}{prefix}", deck=deck)
        for address in ("/decks/import/", f"/decks/uploads/{upload.pk}/", f"/decks/{deck.pk}/export/"):
            with override_script_prefix(f"{prefix}/"):
                answer = tab.get(address)
            links = [part.split('"')[0] for part in answer.content.decode().split('href="')[1:]]
            inside = [link for link in links if "/decks/" in link]
            assert inside and all(link.startswith(f"{prefix}/decks/") for link in inside)
            assert not any("//" in link for link in inside)


def test_no_page_sends_a_task(tab, deck, monkeypatch):
    """The web server never needs the broker."""
    monkeypatch.setattr(Task, "apply_async", lambda *_a, **_k: 1 / 0)
    monkeypatch.setattr(uploads, "BYTES_AT_ONCE", 10)
    monkeypatch.setattr(uploads, "ROWS_AT_ONCE", 1)
    upload = sent(tab, LINES, deck=deck)
    page(tab, upload)
    uploads.sweep()
    assert press(tab, upload, "add").status_code == 303


def test_a_page_asks_the_database_as_often_for_many_rows_as_for_few(tab, alice, deck):
    counts = []
    for rows in (3, 50):
        upload = sent(tab, "".join(f"Fish number {n} of {rows} – A cat\n" for n in range(rows)), deck=deck)
        with Queries() as ready:
            page(tab, upload)
        with Queries() as adding:
            add(tab, upload)
        with Queries() as done:
            page(tab, upload)
        counts.append((len(ready), len(adding), len(done)))
    assert counts[0] == counts[1]
    assert counts[0][0] <= 12 and counts[0][2] <= 12

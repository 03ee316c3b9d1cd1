"""Who may say yes to an import, what happens meanwhile, and what its page says."""

from functools import partial

import pytest
from celery.app.task import Task
from django.test.utils import override_script_prefix
from django.utils import timezone

from accounts.models import User
from quotes import decks, editing, starter, upload_sweep, uploads
from quotes.editing import Texts
from quotes.models import Deck, Upload
from tests.games.scripts import Queries
from tests.games.scripts import deck as deck_of
from tests.games.test_races import at_once
from tests.quotes.importing import WORDS, add, cards, page, press, says, send, sent
from tests.quotes.lines import LINES, META, THREE, deck, own_deck, tab
from tests.quotes.shelf import mute

__all__ = ["deck", "tab"]

pytestmark = pytest.mark.django_db


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
    upload_sweep.sweep()
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

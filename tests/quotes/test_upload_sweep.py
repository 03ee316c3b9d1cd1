"""Large imports: the row in the database is the queue. Lost, repeated and killed workers change nothing."""

import logging
import time
from datetime import timedelta

import pytest
from django.core.cache import cache
from django.utils import timezone

from accounts.models import User
from quotes import editing, tasks, upload_sweep, uploads
from quotes.editing import Texts
from quotes.models import Card, Deck, Upload
from quotes.refusals import Refused
from tests.games.scripts import Queries
from tests.games.test_races import at_once
from tests.quotes.importing import WORDS, add, cards, page, press, says, sent
from tests.quotes.lines import deck, tab

__all__ = ["deck", "tab"]

pytestmark = pytest.mark.django_db
LINES = "Fish fly on Fridays. – A cat\nWho moved the moon? | The night watch\n"
TWO = [(1, "red", "Fish fly on Fridays.", "A cat"), (2, "red", "Who moved the moon?", "The night watch")]
LOST = upload_sweep.GIVEN_BACK + timedelta(seconds=1)


class Killed(BaseException):
    """What no code of ours catches: the process is gone."""


@pytest.fixture(autouse=True)
def all_are_large(monkeypatch):
    monkeypatch.setattr(uploads, "BYTES_AT_ONCE", 10)
    monkeypatch.setattr(uploads, "ROWS_AT_ONCE", 1)


def states() -> list[str]:
    return list(Upload.objects.order_by("pk").values_list("state", flat=True))


def long_ago(upload: Upload) -> None:
    """Nothing was heard of its worker for a while."""
    Upload.objects.filter(pk=upload.pk).update(claimed_at=timezone.now() - LOST)


# The way through


def test_a_large_file_is_read_and_added_by_sweeps_and_its_page_says_where_it_stands(tab, deck):
    upload = sent(tab, LINES, deck=deck)
    assert states() == ["waiting"] and "It is next." in page(tab, upload)
    tasks.read_uploads()
    assert "2 new cards: Kitchen talk" in page(tab, upload)
    assert press(tab, upload, "add").status_code == 303
    assert states() == ["waiting"] and cards(deck) == []
    said = page(tab, upload)
    assert "Your cards are being added" in said and "Throw it away" not in said
    tasks.read_uploads()
    assert states() == ["done"] and cards(deck) == TWO
    assert "2 cards are in the deck: Kitchen talk" in page(tab, upload)
    assert Upload.objects.get().data is None


def test_a_new_deck_is_made_by_the_sweep_too_with_the_words_that_were_typed(tab, alice):
    upload = sent(tab, LINES)
    tasks.read_uploads()
    assert press(tab, upload, "add").status_code == 422  # nobody said how it is called
    add(tab, upload, title="Tea", rating="adults")
    assert not Deck.objects.filter(owner=alice).exists()
    tasks.read_uploads()
    made = Deck.objects.get(owner=alice)
    assert (made.title, made.rating, cards(made)) == ("Tea", "adults", TWO)


@pytest.mark.parametrize(("state", "words"), [("waiting", "It is next."), ("working", "It is being read.")])
def test_the_page_follows_by_itself_with_scripts_and_without(tab, state, words):
    upload = sent(tab, LINES)
    Upload.objects.update(state=state, claimed_at=timezone.now())
    answer = tab.get(f"/decks/uploads/{upload.pk}/")
    body = answer.content.decode()
    assert '<noscript><meta http-equiv="refresh" content="3"></noscript>' in body
    assert 'hx-trigger="every 2s"' in body and words in says(answer)
    poll = {"hx-request": "true"}
    assert "HX-Refresh" not in tab.get(f"/decks/uploads/{upload.pk}/", headers=poll)
    Upload.objects.update(state="waiting")
    tasks.read_uploads()
    assert tab.get(f"/decks/uploads/{upload.pk}/", headers=poll)["HX-Refresh"] == "true"
    assert "HX-Refresh" not in tab.get(f"/decks/uploads/{upload.pk}/")


def test_the_page_says_how_many_come_before(tab, bob, sign_in):
    for client, lines in ((tab, "1"), (sign_in(bob), "2"), (tab, "3")):
        last = sent(client, LINES + lines)
    assert "2 others come before it." in page(tab, last)


def test_what_cannot_be_read_is_refused_in_words_and_can_be_thrown_away(tab, deck):
    upload = sent(tab, b"PK\x03\x04" + b"x" * 100, "a.zip", deck=deck)
    tasks.read_uploads()
    said = page(tab, upload)
    assert "This is a packed file. Unpack it first." in said and "Nothing of it is in a deck." in said
    assert Upload.objects.get().data is None
    assert press(tab, upload, "add")["Location"] == f"/decks/uploads/{upload.pk}/"
    assert press(tab, upload, "drop")["Location"] == f"/decks/{deck.pk}/import/?done=dropped"
    assert states() == []


def test_what_waits_can_be_thrown_away_and_what_is_worked_on_cannot(tab):
    upload = sent(tab, LINES)
    claimed = upload_sweep.claim(timezone.now())
    assert claimed
    assert press(tab, upload, "drop")["Location"] == f"/decks/uploads/{upload.pk}/"
    upload_sweep.work_on(claimed)
    press(tab, upload, "drop")
    assert states() == []
    waiting = sent(tab, LINES)
    press(tab, waiting, "drop")
    tasks.read_uploads()
    assert states() == []


def test_once_said_yes_nothing_is_changed_any_more(tab, deck):
    upload = sent(tab, LINES, deck=deck)
    tasks.read_uploads()
    press(tab, upload, "add")
    for do in ("keep", "add", "pair"):
        assert press(tab, upload, do, row=[0, 1], take=[]).status_code == 303
    tasks.read_uploads()
    assert cards(deck) == TWO


# One at a time


def test_of_each_person_one_is_worked_on_at_a_time_and_the_oldest_first(tab, bob, sign_in):
    mine = [sent(tab, LINES + str(n)) for n in range(2)]
    his = sent(sign_in(bob), LINES)
    now = timezone.now()
    assert upload_sweep.claim(now) == mine[0]
    assert upload_sweep.claim(now) == his
    assert upload_sweep.claim(now) is None
    claimed = Upload.objects.get(pk=mine[0].pk)
    upload_sweep.work_on(claimed)
    assert upload_sweep.claim(now) == mine[1]


@pytest.mark.django_db(transaction=True)
def test_of_eight_workers_one_gets_it(tab):
    sent(tab, LINES)
    now = timezone.now()
    claimed = at_once([lambda: upload_sweep.claim(now)] * 8, 8)
    assert len([one for one in claimed if one]) == 1


def test_one_task_at_a_time_reads(tab):
    sent(tab, LINES)
    cache.add(tasks.READING, 1, 60)
    tasks.read_uploads()
    assert states() == ["waiting"]
    cache.delete(tasks.READING)
    tasks.read_uploads()
    assert states() == ["ready"] and cache.get(tasks.READING) is None


def test_a_reader_that_takes_long_leaves_the_mark_of_the_next_where_it_is(monkeypatch):
    monkeypatch.setattr(upload_sweep, "sweep", lambda: cache.set(tasks.READING, "the next one's", 60))
    tasks.read_uploads()
    assert cache.get(tasks.READING) == "the next one's"


def test_a_sweep_over_nothing_is_one_query(tab):
    with Queries() as asked:
        tasks.read_uploads()
    assert len(asked) == 1


# Workers that die


@pytest.mark.parametrize(("module", "where"), [(upload_sweep, "read_apart"), (uploads, "as_read")])
def test_a_reader_that_is_killed_is_followed_by_another_after_two_minutes(tab, monkeypatch, module, where):
    upload = sent(tab, LINES)

    def die(*_: object) -> None:
        raise Killed

    monkeypatch.setattr(module, where, die)
    with pytest.raises(Killed):
        upload_sweep.sweep()
    monkeypatch.undo()
    assert states() == ["working"]
    upload_sweep.sweep()
    assert states() == ["working"]  # perhaps it is only slow
    long_ago(upload)
    upload_sweep.sweep()
    assert states() == ["ready"] and Upload.objects.get().all_rows == 2


@pytest.mark.parametrize("new", [True, False])
@pytest.mark.parametrize("where", ["new_deck", "into", "report_row", "counted"])
def test_a_worker_that_is_killed_while_it_adds_leaves_nothing_half(tab, alice, deck, monkeypatch, where, new):
    upload = sent(tab, LINES, deck=None if new else deck)
    upload_sweep.sweep()
    add(tab, upload)

    def die(*_: object) -> None:
        raise Killed

    monkeypatch.setattr(uploads, where, die)
    if new or where != "new_deck":
        with pytest.raises(Killed):
            upload_sweep.sweep()
        assert not Card.objects.exists() and Deck.objects.count() == 1
    monkeypatch.undo()
    long_ago(upload)
    for _ in range(3):
        upload_sweep.sweep()
    made = Deck.objects.filter(owner=alice).latest("pk")
    assert (states(), cards(made), Deck.objects.count()) == (["done"], TWO, 2 if new else 1)


@pytest.mark.parametrize("adds", [False, True])
def test_a_slow_worker_whose_work_was_given_away_writes_nothing(tab, deck, adds):
    upload = agreed(tab, deck) if adds else sent(tab, LINES, deck=deck)
    slow, fast = upload_sweep.claim(timezone.now() - LOST), upload_sweep.claim(timezone.now())
    assert slow and fast and slow == fast
    upload_sweep.work_on(slow)
    upload_sweep.let_go(slow, Refused("given_up"))
    upload.refresh_from_db()
    assert (upload.state, upload.claimed_at, cards(deck)) == ("working", fast.claimed_at, [])
    for worker in (fast, slow):
        upload_sweep.work_on(worker)
        assert (states(), cards(deck)) == ((["done"], TWO) if adds else (["ready"], []))


def test_what_a_thread_of_the_same_worker_has_in_hand_is_given_to_no_other(tab, bob, sign_in, monkeypatch):
    """However long it takes; or it would take the worker's other hands, too."""
    long, his = sent(tab, LINES), sent(sign_in(bob), LINES)
    read, claimed = upload_sweep.read_claimed, []

    def read_slowly(one: Upload) -> None:
        if one == long:
            long_ago(one)
            one.refresh_from_db(fields=["claimed_at"])
            claimed.extend([upload_sweep.claim(timezone.now()), upload_sweep.claim(timezone.now())])
        read(one)

    monkeypatch.setattr(upload_sweep, "read_claimed", read_slowly)
    upload_sweep.sweep()
    assert claimed == [his, None] and not upload_sweep.IN_HAND


def test_what_kills_every_worker_is_given_up(tab, monkeypatch):
    upload = sent(tab, LINES)
    for _ in range(upload_sweep.MOST_TRIES):
        assert upload_sweep.claim(timezone.now())
        long_ago(upload)
    upload_sweep.sweep()
    assert states() == ["refused"]
    assert "This did not work, and nothing is in the deck." in page(tab, upload)


def test_one_that_breaks_does_not_stop_the_others(tab, bob, sign_in, monkeypatch, caplog):
    broken, fine = sent(tab, LINES), sent(sign_in(bob), LINES)
    read = upload_sweep.read_claimed
    monkeypatch.setattr(upload_sweep, "read_claimed", lambda one: 1 / 0 if one == broken else read(one))
    with caplog.at_level(logging.CRITICAL):
        upload_sweep.sweep()
    assert states() == ["working", "ready"] and fine.pk


# What changes while it waits


def agreed(tab, deck) -> Upload:
    """It waits to be added."""
    upload = sent(tab, LINES, deck=deck)
    upload_sweep.sweep()
    return add(tab, upload)


def test_what_somebody_adds_meanwhile_is_not_there_twice(tab, alice, deck):
    upload = agreed(tab, deck)
    editing.add(alice, deck, Texts("Who moved the moon", "Another"))
    upload_sweep.sweep()
    assert len(cards(deck)) == 2
    upload.refresh_from_db()
    assert upload.report["counts"]["there"] == 1


@pytest.mark.parametrize(
    ("what", "words"),
    [
        ("full", "A deck holds at most 1 cards."),
        ("muted", "A moderator decided that you write nothing here for a while."),
        ("suspended", "A moderator decided that you write nothing here for a while."),
        ("all there", "Nothing in it is new, or ticked."),
    ],
)
def test_what_is_refused_then_goes_back_to_its_person_with_the_reason(
    tab, alice, deck, monkeypatch, what, words
):
    if what == "full":
        monkeypatch.setattr(editing, "MOST_CARDS", 1)
    upload = agreed(tab, deck)
    if what in ("muted", "suspended"):
        until = timezone.now() + timedelta(days=1)
        User.objects.filter(pk=alice.pk).update(**{f"{what}_until": until})
    elif what == "all there":
        editing.add_many(alice, deck, [Texts(quote, source) for _n, _side, quote, source in TWO])
    before = cards(deck)
    upload_sweep.sweep()
    User.objects.update(suspended_until=None)  # while it lasts, no page is shown
    assert states() == ["ready"] and words in page(tab, upload)
    assert cards(deck) == before
    if what == "full":
        press(tab, upload, "keep", row=[0, 1], take=[1])
        assert words not in page(tab, upload)
        add(tab, upload)
        upload_sweep.sweep()
        assert (states(), len(cards(deck))) == (["done"], 1)


def test_a_co_editor_who_is_removed_meanwhile_adds_nothing(bob, sign_in, deck):
    deck.editors.add(bob)
    upload = agreed(sign_in(bob), deck)
    deck.editors.remove(bob)
    upload_sweep.sweep()
    assert cards(deck) == []
    answer = sign_in(bob).get(f"/decks/uploads/{upload.pk}/")
    assert answer.status_code == 403 and "Only its owner and co-editors change this deck." in says(answer)


def test_a_deck_that_is_removed_meanwhile_takes_its_imports_along(tab, deck):
    agreed(tab, deck)
    deck.delete()
    upload_sweep.sweep()
    assert states() == []


# Forgetting


@pytest.mark.parametrize(
    ("state", "days", "stays"),
    [
        ("waiting", 13, True),
        ("waiting", 15, False),
        ("ready", 13, True),
        ("ready", 15, False),
        ("refused", 15, False),
        ("done", 15, True),
        ("done", 89, True),
        ("done", 91, False),
    ],
)
def test_what_nobody_decides_on_goes_after_two_weeks_and_reports_after_three_months(
    alice, deck, state, days, stays
):
    Upload.objects.create(person=alice, deck=deck, state=state, at=timezone.now() - timedelta(days=days))
    tasks.forget_uploads()
    assert (states() == [state]) == stays


# How long it takes


@pytest.mark.parametrize("rows", [200, 5000])
def test_five_thousand_rows_are_in_the_deck_in_under_ten_seconds(sign_in, alice, monkeypatch, rows):
    """From the file that is sent to the last card; of the processor, for others may work beside."""
    monkeypatch.undo()
    tab = sign_in(alice)
    file = "quote,author\n" + "".join(
        f'"Nobody ever told the lighthouse about number {n}, and why would they?","A sailor, {n % 70}"\n'
        for n in range(rows)
    )
    tab.get("/decks/import/")
    began = time.process_time()
    upload = sent(tab, file.encode(), "many.csv")
    assert upload.state == ("waiting" if rows == 5000 else "ready")
    tasks.read_uploads()
    page(tab, upload)
    press(tab, upload, "keep", row=range(100), take=range(100))
    add(tab, upload, **WORDS)
    tasks.read_uploads()
    assert len(cards(Deck.objects.get(owner=alice))) == rows
    page(tab, upload)
    assert time.process_time() - began < 10

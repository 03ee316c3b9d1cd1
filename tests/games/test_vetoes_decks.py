"""The decks of a table that waits: who may change them, and decks that shrank before the start."""

import json
import re

import pytest
from django.test import Client
from django.utils import timezone

from accounts.models import Send
from games import decks, lobby, notice_words, seating, vetoes
from games.models import Message
from games.refusals import Refused
from quotes import publishing
from quotes.models import Deck
from tests.games.scripts import called, deck, poll_url, text
from tests.games.test_decks import add
from tests.games.test_lobby import ask, seat_all, sitting, table
from tests.games.waiting_tables import dealt_quotes, row, waiting
from tests.quotes.curated import change as edit
from tests.quotes.curated import make_curator, published

pytestmark = pytest.mark.django_db


# Who may


@pytest.mark.parametrize("what", ["cards", "decks"])
@pytest.mark.parametrize(
    ("who", "status", "words"),
    [
        ("host", 200, ""),
        ("joiner", 403, "Only the host of the table can do that."),
        ("asked", 404, ""),
        ("stranger", 404, ""),
    ],
)
def test_only_the_host_of_the_table_looks_and_changes(
    alice, bob, cleo, dora, sign_in, what, who, status, words
):
    match = waiting(alice, deck(40))
    seat_all(match, bob)
    ask(match, cleo)
    person = {"host": alice, "joiner": bob, "asked": cleo, "stranger": dora}[who]
    path = f"/m/{match.code}/table/{what}/"
    answer = sign_in(person).get(path)
    assert answer.status_code == status and words in text(answer)
    form = {
        "shown": row(match.decks.get(), 1),
        "out": row(match.decks.get(), 1),
        "decks": match.decks.get().pk,
    }
    answer = sign_in(person).post(path, form)
    assert answer.status_code == (303 if status == 200 else status)
    match.refresh_from_db()
    assert bool(match.vetoed) == (who == "host" and what == "cards")


@pytest.mark.parametrize("what", ["cards", "decks"])
def test_signed_out_and_for_other_games_there_is_no_such_page(alice, sign_in, what):
    match = waiting(alice, deck(40))
    other = table(alice, seats=3)
    assert Client().get(f"/m/{match.code}/table/{what}/").status_code == 302
    assert sign_in(alice).get(f"/m/{other.code}/table/{what}/").status_code == 404
    assert sign_in(alice).get(f"/m/nonsense/table/{what}/").status_code == 404


@pytest.mark.parametrize(("then", "status"), [("dealt", 409), ("cancelled", 410)])
def test_after_the_start_it_is_too_late(alice, sign_in, then, status):
    match = waiting(alice, deck(40), bots=2)
    lobby.start(match.code, alice) if then == "dealt" else lobby.cancel(match.code, alice)
    for what in ("cards", "decks"):
        for method in ("get", "post"):
            answer = getattr(sign_in(alice), method)(f"/m/{match.code}/table/{what}/", {"decks": "1"})
            assert answer.status_code == status and (
                "has begun" in text(answer) or "was closed" in text(answer)
            )


def test_others_see_the_names_of_the_decks_and_how_many_cards_are_left_out(alice, bob, cleo, sign_in):
    made = deck(40, title="Said at home")
    match = waiting(alice, made, visibility="open")
    seat_all(match, bob)
    out = row(made, 3)
    vetoes.leave_out(match.code, alice, [out], [out])
    pages = [
        text(sign_in(bob).get(f"/m/{match.code}/")),
        text(Client().get(f"/i/{match.invite}/")),
        text(sign_in(cleo).get("/open/")),
    ]
    for page in pages:
        assert "Said at home" in page and "1 card is left out." in page
        assert f"Quote 3 red of {called(made)}." not in page and "/table/cards/" not in page
    host = text(sign_in(alice).get(f"/m/{match.code}/"))
    assert f"/m/{match.code}/table/cards/" in host and f"/m/{match.code}/table/decks/" in host


def test_pages_of_others_are_told_that_something_changed(alice, bob, sign_in):
    made = deck(40)
    match = waiting(alice, made)
    seat_all(match, bob)
    page = sign_in(bob).get(f"/m/{match.code}/")
    assert Client().get(poll_url(page)).status_code == 204
    vetoes.leave_out(match.code, alice, [row(made, 3)], [row(made, 3)])
    assert Client().get(poll_url(page)).status_code == 205


# Other decks


def test_the_table_takes_other_decks_and_forgets_what_was_left_out_of_the_old_ones(alice, bob, sign_in):
    old, kept, new = (deck(40, title=title) for title in ("Old", "Kept", "New"))
    match, client = waiting(alice, old, kept), sign_in(alice)
    seat_all(match, bob)
    rows = [row(old, 1), row(kept, 2)]
    vetoes.leave_out(match.code, alice, rows, rows)
    page = text(client.get(f"/m/{match.code}/table/decks/"))
    boxes = re.findall(r'name="decks" value="(\d+)"( checked)?>', page)
    assert {int(key): bool(on) for key, on in boxes} == {old.pk: True, kept.pk: True, new.pk: False}
    answer = client.post(f"/m/{match.code}/table/decks/", {"decks": ["", kept.pk, new.pk]})
    assert answer.status_code == 303 and answer["Location"] == f"/m/{match.code}/?done=decks"
    match.refresh_from_db()
    assert set(match.decks.all()) == {kept, new} and match.vetoed == [row(kept, 2)]
    page = text(client.get(answer["Location"]))
    assert "The table has other decks now." in page and "New" in page and "Old" not in page
    lobby.fill_with_bots(match.code, alice)
    assert lobby.start(match.code, alice).status == "running"


@pytest.mark.parametrize(
    ("what", "words"),
    [
        ("small", "These decks have 10 cards, and a match of 3 needs at least 36."),
        ("none", "These decks have 0 cards, and a match of 3 needs at least 36."),
        ("somebody else's", "That deck is not there for you any more."),
        ("no number", "That choice is not there."),
        ("not asked", "That choice is not there."),
    ],
)
def test_decks_that_cannot_be_are_refused_and_what_was_ticked_is_kept(alice, bob, sign_in, what, words):
    there, small, theirs = deck(40), deck(10, title="Small"), deck(40, owner=bob)
    match = waiting(alice, there)
    sent = {
        "small": {"decks": ["", small.pk]},
        "none": {"decks": ""},
        "somebody else's": {"decks": [small.pk, theirs.pk]},
        "no number": {"decks": ["x", small.pk]},
        "not asked": {},
    }[what]
    answer = sign_in(alice).post(f"/m/{match.code}/table/decks/", sent)
    assert answer.status_code == 422 and words in text(answer)
    if str(small.pk) in map(str, sent.get("decks", "")):
        assert f'value="{small.pk}" checked' in text(answer)
    assert list(match.decks.all()) == [there]


def test_a_deck_that_another_at_the_table_brought_stays_while_they_sit_there(alice, bob, cleo, sign_in):
    mine, public = deck(40, owner=alice, title="Mine"), deck(40)
    match = waiting(alice, mine)
    seat_all(match, bob, cleo)
    lobby.hand_over(match.code, alice, match.seats.get(person=bob).pk)
    client = sign_in(bob)
    assert "Mine" in text(client.get(f"/m/{match.code}/table/decks/"))
    answer = client.post(f"/m/{match.code}/table/decks/", {"decks": [mine.pk, public.pk]})
    assert answer.status_code == 303 and match.decks.count() == 2
    seating.take_back(match.code, alice)
    assert [made.pk for made in decks.of_table(match)] == [public.pk]
    answer = client.post(f"/m/{match.code}/table/decks/", {"decks": [mine.pk, public.pk]})
    assert answer.status_code == 422 and "That deck is not there for you any more." in text(answer)


# Decks that are not what they were


def take_away(made: Deck, what: str) -> None:
    """Its owner, or a moderator, takes a deck from the table's host."""
    now = timezone.now()
    match what:
        case "unpublished":
            publishing.unpublish(made.owner, made)
        case "made private":
            Deck.objects.filter(pk=made.pk).update(state="private")
        case "removed":
            Deck.objects.filter(pk=made.pk).update(removed_at=now)
        case "hidden":
            Deck.objects.filter(pk=made.pk).update(hidden_at=now)
        case "not saved any more":
            made.savers.clear()


@pytest.mark.parametrize("what", ["unpublished", "made private", "removed", "hidden", "not saved any more"])
def test_a_deck_that_the_table_may_use_no_more_is_not_dealt_and_the_host_mends_it(
    alice, bob, dora, sign_in, what
):
    make_curator(dora)
    if what == "unpublished":
        theirs = published(bob, dora, 40)
    else:
        state = Deck.State.LINK if what == "not saved any more" else Deck.State.PUBLISHED
        theirs = deck(40, owner=bob, state=state, title="Theirs")
        theirs.savers.add(alice)
    match = waiting(alice, theirs, bots=2)
    take_away(theirs, what)
    with pytest.raises(Refused) as refused:
        lobby.start(match.code, alice)
    assert "These decks have 0 cards" in refused.value.words
    page = text(sign_in(alice).get(f"/m/{match.code}/"))
    assert "0 cards are in. A match of 3 needs at least 36." in page
    if what in ("removed", "hidden"):
        assert "Theirs" not in page
    vetoes.change_decks(match.code, alice, [deck(40)])
    assert lobby.start(match.code, alice).status == "running"


def test_an_edit_after_approval_reaches_no_table(alice, bob, dora):
    make_curator(dora)
    theirs = published(bob, dora, 40)
    edit(bob, theirs, "Sneaked in afterwards")
    Deck.objects.filter(pk=theirs.pk).update(title="Sneaky", language="de")
    match = waiting(alice, theirs, bots=2)
    lobby.start(match.code, alice)
    assert "Sneaked in afterwards" not in dealt_quotes(match)
    assert json.loads(match.options)["language"] == "en"


# A table that starts by itself


@pytest.mark.parametrize("how", ["join", "link", "bot"])
def test_the_last_person_sits_down_although_the_deck_shrank_and_the_host_is_told(
    alice, bob, cleo, sign_in, how
):
    made = deck(36, two_sided=False, owner=alice)
    match = waiting(alice, made, auto_start=True)
    seat_all(match, bob)
    made.cards.filter(number=1).update(retired_at=timezone.now())
    if how == "bot":
        answer = sign_in(alice).post(f"/m/{match.code}/table/bots/")
    elif how == "link":
        answer = sign_in(cleo).post(f"/i/{match.invite}/")
    else:
        ask(match, cleo)
        answer = sign_in(cleo).post(f"/m/{match.code}/table/join/")
    assert answer.status_code == 303
    match.refresh_from_db()
    assert (match.status, match.table, len(sitting(match))) == ("lobby", "", 3)
    note = Message.objects.get(match=match, key="few_cards")
    assert note.kind == "note"
    words = "Every seat is taken, but the decks have too few cards by now."
    assert words in text(sign_in(bob).get(f"/m/{match.code}/"))
    assert words in text(sign_in(bob).get(f"/m/{match.code}/talk/"))
    told = Send.objects.filter(kind="table")
    assert {row.person for row in told} == {alice}
    assert notice_words.note_is_news(told[0]) and words in notice_words.say_note(told[0]).line
    page = text(sign_in(alice).get(f"/m/{match.code}/"))
    assert "35 cards are in. A match of 3 needs at least 36." in page
    add(made, "One more of mine")
    lobby.start(match.code, alice)
    match.refresh_from_db()
    assert match.status == "running" and not notice_words.note_is_news(told[0])


def test_with_enough_cards_it_starts_by_itself_as_before(alice, bob, cleo):
    match = waiting(alice, deck(36), auto_start=True)
    seat_all(match, bob, cleo)
    match.refresh_from_db()
    assert match.status == "running" and not Message.objects.filter(key="few_cards").exists()

"""The cards of a table that waits: other decks, single cards left out, and decks that shrank before the start."""

import json
import re

import pytest
from django.test import Client
from django.utils import timezone

from accounts.models import Send
from games import decks, lobby, notice_words, vetoes
from games.lobby import Refused
from games.models import Match, Message
from quotes import publishing
from quotes.models import Card, Deck
from tests.games.scripts import Queries, deck, poll_url, text
from tests.games.test_decks import add, quotes_of
from tests.games.test_lobby import ask, seat_all, sitting, table
from tests.quotes.test_publishing import NASTY, make_curator, published
from tests.quotes.test_publishing import change as edit

pytestmark = pytest.mark.django_db
SLUG = "game-of-quotes"


def waiting(host, *chosen, seats=3, **more) -> Match:
    return table(host, SLUG, seats=seats, chosen_decks=chosen, **more)


def cards_url(match: Match, query: str = "") -> str:
    return f"/m/{match.code}/table/cards/{query}"


def row(made: Deck, number: int, side: str = "red") -> int:
    return made.cards.get(number=number, side=side, retired_at=None).pk


def dealt_quotes(match: Match) -> set[str]:
    match.refresh_from_db()
    options = json.loads(match.options)
    return set(quotes_of(options["cards"]))


def shown(page) -> list[int]:
    return [int(key) for key in re.findall(r'name="shown" value="(\d+)"', text(page))]


def ticked(page) -> list[int]:
    return [int(key) for key in re.findall(r'name="out" value="(\d+)" checked', text(page))]


# Looked at


def test_the_host_sees_every_card_that_would_be_dealt_once_as_it_looks(alice, sign_in):
    one, two = deck(30), deck(0)
    add(two, f"quote 1 RED of {one.pk}!", "Only in two", "Half")
    two.cards.filter(number=3).update(source="")
    add(two, *(f"More {number}" for number in range(20)))
    match, client = waiting(alice, one, two), sign_in(alice)
    seen = [key for n in (1, 2, 3) for key in shown(client.get(cards_url(match, f"?page={n}")))]
    quotes = list(Card.objects.filter(pk__in=seen).values_list("quote", flat=True))
    assert len(seen) == len(set(seen)) == 51 and "Only in two" in quotes and "Half" not in quotes
    page = text(client.get(cards_url(match)))
    assert '<span class="card goq quote" lang="en">' in page and '<span class="card goq source">' in page
    assert "51 cards are in. A match of 3 needs at least 36." in page
    assert not any("blue" in quote for quote in quotes)


def test_a_match_of_the_other_side_shows_the_other_side(alice, sign_in):
    match = waiting(alice, deck(40), options={"side": "blue"})
    assert " blue of " in text(sign_in(alice).get(cards_url(match)))


@pytest.mark.parametrize(
    ("query", "count"),
    [
        ("?q=quote 7 red", 1),
        ("?q=Somebody", 24),
        ("?q=nothing like it", 0),
        ("?only=out", 0),
        ("?q=number 7", 1),
    ],
)
def test_cards_are_found_by_quote_source_and_description(alice, sign_in, query, count):
    match = waiting(alice, deck(40, two_sided=False))
    page = sign_in(alice).get(cards_url(match, query))
    assert page.status_code == 200 and len(shown(page)) == count
    if not count:
        assert "No card fits what you chose." in text(page)


@pytest.mark.parametrize("count", [1, 3])
def test_pages_cost_the_same_however_many_cards_there_are(alice, sign_in, count):
    costs = []
    for cards in (40, 400):
        match = waiting(alice, *[deck(cards) for _ in range(count)])
        vetoes.leave_out(match.code, alice, [row(match.decks.first(), 1)], [row(match.decks.first(), 1)])
        client, found = sign_in(alice), []
        for path in (cards_url(match), cards_url(match, "?q=quote"), f"/m/{match.code}/table/decks/"):
            client.get(path)
            with Queries() as queries:
                assert client.get(path).status_code == 200
            found.append(len(queries))
        Deck.objects.exclude(matches=match).delete()
        costs.append(found)
    assert costs[0] == costs[1], costs


# Left out


def test_what_is_ticked_is_not_dealt(alice, bob, cleo, sign_in):
    made = deck(40)
    match, client = waiting(alice, made), sign_in(alice)
    seat_all(match, bob, cleo)
    page = client.get(cards_url(match))
    out = [row(made, 2), row(made, 5)]
    answer = client.post(
        cards_url(match), {"shown": shown(page), "out": out, "page": "1", "q": "", "only": ""}
    )
    assert answer.status_code == 303 and answer["Location"] == cards_url(match, "?page=1&done=cards")
    page = client.get(answer["Location"])
    assert ticked(page) == out and "38 cards are in." in text(page) and "2 cards are left out." in text(page)
    lobby.start(match.code, alice)
    quotes = dealt_quotes(match)
    assert len(quotes) == 38
    assert not quotes & {f"Quote 2 red of {made.pk}.", f"Quote 5 red of {made.pk}."}


@pytest.mark.parametrize(
    ("page", "sent", "leads_to"),
    [
        ("1", {"go": "next"}, "?page=2"),
        ("2", {"go": "before"}, "?page=1"),
        ("2", {"go": "find", "q": "Quote 5"}, "?q=Quote+5&page=1"),
        ("2", {"go": "find", "only": "out"}, "?only=out&page=1"),
        ("2", {"go": "elsewhere"}, "?page=2&done=cards"),
        ("x" * 9, {"go": "next"}, "?page=2"),
    ],
)
def test_whoever_turns_the_page_or_looks_for_something_keeps_what_was_ticked(
    alice, sign_in, page, sent, leads_to
):
    match, client = waiting(alice, deck(60, two_sided=False)), sign_in(alice)
    there = shown(client.get(cards_url(match)))
    answer = client.post(cards_url(match), {"shown": there, "out": there[:2], "page": page} | sent)
    assert answer["Location"] == cards_url(match, leads_to)
    match.refresh_from_db()
    assert match.vetoed == sorted(there[:2])


def test_saving_a_page_changes_only_what_was_on_it(alice, sign_in):
    made = deck(60, two_sided=False)
    match, client = waiting(alice, made), sign_in(alice)
    pages = [shown(client.get(cards_url(match, f"?page={n}"))) for n in (1, 2)]
    client.post(cards_url(match), {"shown": pages[0], "out": pages[0][:2]})
    client.post(cards_url(match), {"shown": pages[1], "out": [pages[1][3], pages[0][7]]})  # one was not on it
    match.refresh_from_db()
    assert match.vetoed == sorted([*pages[0][:2], pages[1][3]])
    client.post(cards_url(match), {"shown": pages[0], "out": pages[0][1:2]})
    match.refresh_from_db()
    assert match.vetoed == sorted([pages[0][1], pages[1][3]])
    for _ in range(2):  # pressed twice
        client.post(cards_url(match), {"shown": pages[1]})
    match.refresh_from_db()
    assert match.vetoed == [pages[0][1]]
    assert ticked(client.get(cards_url(match, "?only=out"))) == [pages[0][1]]


def test_what_says_the_same_in_another_deck_is_left_out_with_it(alice, bob, cleo):
    one, two = deck(40, two_sided=False), deck(0)
    add(two, f"“QUOTE 3, red of {one.pk}”")
    match = waiting(alice, one, two)
    vetoes.leave_out(match.code, alice, [row(one, 3)], [row(one, 3)])
    assert vetoes.cards_of(Match.objects.get(pk=match.pk)).left == 39
    seat_all(match, bob, cleo)
    lobby.start(match.code, alice)
    quotes = {quote.casefold() for quote in dealt_quotes(match)}
    assert len(quotes) == 39 and not any("quote 3" in re.sub(r"3\d", "", quote) for quote in quotes)


def test_a_card_that_got_another_row_meanwhile_stays_out_and_can_be_put_back(alice, sign_in):
    made = deck(40, owner=alice, two_sided=False)
    match = waiting(alice, made)
    old = made.cards.get(number=4)
    vetoes.leave_out(match.code, alice, [old.pk], [old.pk])
    Card.objects.filter(pk=old.pk).update(retired_at=timezone.now())
    new = Card.objects.create(
        deck=made, number=4, quote=old.quote.upper(), source="Somebody else", language="en", replaces=old
    )
    match.refresh_from_db()
    assert vetoes.cards_of(match).out == {new.pk}
    vetoes.leave_out(match.code, alice, [new.pk], [])
    match.refresh_from_db()
    assert match.vetoed == [] and not vetoes.cards_of(match).out


@pytest.mark.parametrize(
    "forged",
    [
        {"shown": "1 OR 1"},
        {"out": "9" * 40},
        {"out": "-1"},
        {"shown": ["", ""]},
    ],
)
def test_forged_rows_are_refused(alice, sign_in, forged):
    match = waiting(alice, deck(40))
    answer = sign_in(alice).post(cards_url(match), forged)
    assert answer.status_code == 422 and "That choice is not there." in text(answer)
    match.refresh_from_db()
    assert match.vetoed == []


def test_rows_of_other_decks_are_nobodys_business(alice, bob, sign_in):
    theirs = deck(40, owner=bob)
    match = waiting(alice, deck(40))
    secret = row(theirs, 1)
    sign_in(alice).post(cards_url(match), {"shown": [secret, 10**9], "out": [secret, 10**9]})
    match.refresh_from_db()
    assert match.vetoed == []


# Too few are left


@pytest.mark.parametrize(("seats", "out", "few"), [(3, 4, False), (3, 5, True), (4, 0, True)])
def test_the_page_counts_what_is_left_against_the_least_number(alice, sign_in, seats, out, few):
    made = deck(48 if seats == 4 else 40, two_sided=False)
    match = waiting(alice, made, seats=seats)
    if seats == 4:
        made.cards.filter(number__gt=40).update(retired_at=timezone.now())
    rows = [row(made, number) for number in range(1, out + 1)]
    vetoes.leave_out(match.code, alice, rows, rows)
    client = sign_in(alice)
    for path in (cards_url(match), f"/m/{match.code}/"):
        page = text(client.get(path))
        assert f"{40 - out} cards are in. A match of {seats} needs at least {12 * seats}." in page
        assert ("Put some back, add a deck, or start with fewer seats." in page) == few


def test_what_was_left_out_counts_at_the_start(alice, bob, cleo):
    made = deck(40, two_sided=False)
    match = waiting(alice, made)
    seat_all(match, bob, cleo)
    rows = [row(made, number) for number in range(1, 6)]
    vetoes.leave_out(match.code, alice, rows, rows)
    with pytest.raises(Refused) as refused:
        lobby.start(match.code, alice)
    assert "These decks have 35 cards, and a match of 3 needs at least 36." in refused.value.words
    vetoes.leave_out(match.code, alice, rows, rows[1:])
    lobby.start(match.code, alice)
    assert len(dealt_quotes(match)) == 36


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
        assert f"Quote 3 red of {made.pk}." not in page and "/table/cards/" not in page
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
    lobby.take_back(match.code, alice)
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


# Nasty text


def test_nasty_text_stays_text(alice, sign_in):
    made = deck(40, owner=alice, title=NASTY[:80], description=NASTY)
    made.cards.filter(number=1).update(quote=NASTY, source=NASTY[:80], description=NASTY)
    match, client = waiting(alice, made), sign_in(alice)
    for path in (cards_url(match), cards_url(match, f"?q={NASTY[:20]}"), f"/m/{match.code}/table/decks/"):
        page = text(client.get(path))
        assert "<script>alert" not in page and "&lt;script&gt;alert" in page


@pytest.mark.parametrize(
    "query", ["?page=x", "?page=-3", "?page=9999", "?only=x", "?done=x", "?q=" + "x" * 3000]
)
def test_odd_addresses_break_nothing(alice, sign_in, query):
    assert sign_in(alice).get(cards_url(waiting(alice, deck(40)), query)).status_code == 200

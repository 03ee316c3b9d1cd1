"""What a match is dealt from: which decks there are to choose, how they are joined, and when they are too small."""

import json
import re

import pytest
from django.test import Client
from django.utils import timezone, translation

from games import catalog, dealing, decks, lobby, replay
from games.game_of_quotes.cards import row_of
from games.models import Match
from games.refusals import Refused
from games.views import questions
from quotes import starter
from quotes.models import Card, Deck
from tests.games.scripts import Queries, called, deck, play_on, state_of, text
from tests.games.test_lobby import FORM, seat_all, sitting, table

pytestmark = pytest.mark.django_db
SLUG = "game-of-quotes"
NEW, PRACTICE, OPEN = f"/new/{SLUG}/", f"/practice/{SLUG}/", "/open/"


def table_of(host, *chosen, seats=4, **more) -> Match:
    return table(host, SLUG, seats=seats, chosen_decks=chosen, **more)


def boxes(page: str) -> list[tuple[str, bool]]:
    """The decks that a page offers, and whether they are ticked."""
    found = re.findall(r'<input type="checkbox" name="decks" value="(\d+)"( checked)?>', page)
    return [(value, bool(ticked)) for value, ticked in found]


def quotes_of(cards) -> list[str]:
    texts = dict(Card.objects.values_list("pk", "quote"))
    return [texts[row_of(card)] for card in cards]


def add(to: Deck, *quotes: str, side: str = "red") -> None:
    first = to.cards.count() + 1
    for number, quote in enumerate(quotes, first):
        Card.objects.create(
            deck=to, number=number, side=side, quote=quote, source="Somebody", language=to.language
        )


# Which there are


@pytest.mark.parametrize("where", [NEW, PRACTICE])
def test_the_decks_for_everybody_and_ones_own_can_be_chosen(alice, bob, sign_in, where):
    public, mine, theirs = deck(), deck(owner=alice, title="Mine"), deck(owner=bob, title="Bob's secrets")
    blanks = deck(owner=alice, of_blanks=True)
    link = deck(owner=bob, state=Deck.State.LINK)
    page = text(sign_in(alice).get(where))
    assert {value for value, _ in boxes(page)} == {str(public.pk), str(mine.pk)}
    assert {value for value, _ in boxes(text(Client().get(where)))} == {str(public.pk)}
    assert "Bob&#x27;s secrets" not in page and theirs.title == "Bob's secrets"
    assert blanks.of_blanks and link.state == "link"


@pytest.mark.parametrize(
    ("reader", "ticked"), [("en", "en"), ("de", "de"), ("de-AT", "de"), ("nl", "en"), ("fr", "en")]
)
def test_the_starter_deck_in_the_readers_language_is_preset_else_the_english_one(reader, ticked):
    rows = {code: deck(language=code, starter=code) for code in ("en", "de")}
    deck(language="nl")  # which is no starter deck
    page = text(Client().get(NEW, headers={"Accept-Language": reader}))
    assert [value for value, on in boxes(page) if on] == [str(rows[ticked].pk)]
    assert boxes(page)[0] == (str(rows[ticked].pk), True)


def test_a_starter_deck_that_was_taken_from_everybody_is_not_preset():
    deck(language="de", starter="de", state=Deck.State.PRIVATE)
    english = deck(starter="en")
    with translation.override("de"):
        assert decks.usual() == [english]


def test_a_deck_is_named_with_language_size_rating_and_description():
    deck(50, "de", title="Hat <keiner> gesagt", rating="adults", description="Aus der Küche")
    page = text(Client().get(NEW))
    assert '<bdi lang="de">Hat &lt;keiner&gt; gesagt</bdi>' in page
    assert "German · 50 cards · for adults" in page and '<small lang="de">Aus der Küche</small>' in page


@pytest.mark.parametrize("where", ["/new/kangoeroe/", "/practice/kangoeroe/"])
def test_a_game_with_cards_of_its_own_asks_for_no_deck(where):
    deck()
    assert 'name="decks"' not in text(Client().get(where))
    if where.startswith("/new"):
        made = Client().post(where, FORM | {"decks": "nonsense", "name": "Nora"})
        assert made.status_code == 303 and not Match.objects.get().decks.exists()


def test_without_any_deck_the_page_says_so_and_a_table_is_refused(alice, sign_in):
    client = sign_in(alice)
    assert "There are no decks here yet." in text(client.get(NEW))
    answer = client.post(NEW, FORM | {"decks": ""})
    assert answer.status_code == 422 and "These decks have 0 cards" in text(answer)


@pytest.mark.parametrize(
    ("size", "seats", "says"), [(48, "4", 0), (90, "4", 0), (47, "3", 0), (36, "3", 0), (35, "3", 1)]
)
@pytest.mark.parametrize("where", [NEW, PRACTICE])
def test_as_many_seats_are_preset_as_the_deck_has_cards_for_and_one_too_small_for_any_says_so(
    where, size, seats, says
):
    deck(size, starter="en", two_sided=False)
    page = text(Client().get(where))
    assert re.findall(r'name="seats" value="(\d)" checked', page) == [seats]
    assert page.count("Too small on its own: a match of 3 needs at least 36 cards.") == says


# Chosen


@pytest.mark.parametrize("which", [[0], [1], [0, 1], [0, 1, 2]])
def test_a_table_is_dealt_from_the_decks_that_were_chosen(alice, sign_in, which):
    there = [deck(), deck(60, "de", title="Zweites"), deck(owner=alice, title="Mine")]
    sent = [there[place].pk for place in which]
    answer = sign_in(alice).post(NEW, FORM | {"decks": ["", *map(str, sent)]})
    match = Match.objects.get()
    assert answer.status_code == 303
    assert set(match.decks.values_list("pk", flat=True)) == set(sent)


def test_a_form_that_asked_for_no_deck_gets_the_usual_one(alice, sign_in):
    usual = deck(starter="en")
    deck(language="de", starter="de")
    client = sign_in(alice)
    assert client.post(NEW, FORM).status_code == 303
    assert client.post(PRACTICE, {"seats": "4"}).status_code == 303
    assert [list(match.decks.all()) for match in Match.objects.all()] == [[usual], [usual]]


@pytest.mark.parametrize("where", [NEW, PRACTICE])
@pytest.mark.parametrize(
    ("forged", "status", "words"),
    [
        ("somebody else's", 422, "That deck is not there for you any more."),
        ("by link", 422, "That deck is not there for you any more."),
        ("somebody's blanks", 422, "That deck is not there for you any more."),
        ("gone", 422, "That deck is not there for you any more."),
        ("none", 422, "These decks have 0 cards, and a match of 4 needs at least 48."),
        ("no number", 422, "That choice is not there."),
        ("no end", 422, "That choice is not there."),
    ],
)
def test_what_cannot_be_chosen_is_refused_in_words_and_the_rest_of_the_form_is_kept(
    alice, bob, sign_in, where, forged, status, words
):
    public = deck()
    sent = {
        "somebody else's": lambda: deck(owner=bob).pk,
        "by link": lambda: deck(owner=bob, state=Deck.State.LINK).pk,
        "somebody's blanks": lambda: deck(owner=alice, of_blanks=True).pk,
        "gone": lambda: 10**9,
        "none": lambda: "",
        "no number": lambda: "1 OR 1",
        "no end": lambda: "9" * 40,
    }[forged]()
    kept = [str(public.pk)] if forged != "none" else []
    form = FORM | {"decks": ["", str(sent), *kept], "side": "blue", "pace": "300"}
    answer = sign_in(alice).post(where, form)
    page = text(answer)
    assert answer.status_code == status and words in page and not Match.objects.exists()
    assert boxes(page) == [(str(public.pk), bool(kept))]
    assert 'name="side" value="blue" checked' in page


# Large enough


@pytest.mark.parametrize("seats", [3, 4, 6])
@pytest.mark.parametrize("missing", [0, 1])
@pytest.mark.parametrize("where", [NEW, PRACTICE])
def test_a_deck_of_twelve_cards_a_seat_is_enough_and_one_less_is_refused_with_the_number(
    alice, sign_in, seats, missing, where
):
    small = deck(12 * seats - missing)
    answer = sign_in(alice).post(where, FORM | {"seats": str(seats), "decks": str(small.pk)})
    assert answer.status_code == (422 if missing else 303)
    assert Match.objects.count() == 1 - missing
    if missing:
        number = 12 * seats
        said = f"These decks have {number - 1} cards, and a match of {seats} needs at least {number}."
        assert said in text(answer) and boxes(text(answer)) == [(str(small.pk), True)]


def test_a_deck_that_shrank_is_refused_at_the_start_and_fewer_seats_can_be_dealt(alice, bob, cleo):
    small = deck(48)
    match = table_of(alice, small)
    seat_all(match, bob, cleo)
    small.cards.filter(number__gt=40).update(retired_at=timezone.now())
    with pytest.raises(Refused) as refused:
        lobby.start(match.code, alice, "bots")
    assert "These decks have 40 cards, and a match of 4 needs at least 48." in refused.value.words
    match.refresh_from_db()
    assert (match.status, match.table, len(sitting(match))) == ("lobby", "", 3)
    lobby.start(match.code, alice, "few")
    assert len(catalog.GAMES[SLUG].everything(state_of(match))) == 40


# Joined


@pytest.mark.parametrize(
    ("one", "other", "alike"),
    [
        ("To be or not to be.", "to be, or not to be!", True),
        ("Ça alors !", "CA ALORS", True),
        ("“Why me?”", "Why me", True),
        ("ﬁnally", "finally", True),
        ("To be or not to be.", "To be and not to be.", False),
        ("…!", "?!", False),  # nothing to compare but the stops themselves
        ("2 + 2", "2 + 3", False),
    ],
)
def test_near_duplicates_are_taken_once_where_decks_join(one, other, alike):
    first, second = deck(0), deck(0)
    add(first, one)
    add(second, other)
    dealt = quotes_of(decks.cards_of([first, second], "red"))
    assert dealt == ([one] if alike else [one, other])


@pytest.mark.parametrize("own", [0, 1, None])
def test_of_cards_that_say_the_same_that_of_the_hosts_own_deck_is_dealt_else_the_older(alice, own):
    chosen = [deck(30, title=f"Deck {n}", **({"owner": alice} if n == own else {})) for n in range(2)]
    for there, quote in zip(chosen, ("To be!", "to be?"), strict=True):
        add(there, quote)
    match = table_of(alice, *chosen)
    first = own or 0
    dealt = quotes_of(decks.cards_of(decks.of_table(match), "red"))
    assert [quote for quote in dealt if "be" in quote] == [["To be!", "to be?"][first]]
    assert next(one["title"] for one in questions.decks_of(match)) == f"Deck {first}"


@pytest.mark.parametrize(("double", "enough"), [(0, True), (1, False)])
def test_duplicates_count_once_towards_the_number(alice, double, enough):
    first, second = deck(30), deck(18 - double)
    add(second, *[f"QUOTE 1 RED of {called(first)}"] * double)
    if enough:
        assert table_of(alice, first, second).decks.count() == 2
    else:
        with pytest.raises(Refused, match="few_cards"):
            table_of(alice, first, second)


# Sides


@pytest.mark.parametrize("side", ["red", "blue"])
@pytest.mark.parametrize("two_sided", [True, False])
def test_a_card_is_played_with_the_side_of_the_match_or_with_the_only_one_it_has(side, two_sided):
    there = deck(5, two_sided=two_sided)
    shown = side if two_sided else "red"
    dealt = quotes_of(decks.cards_of([there], side))
    assert dealt == [f"Quote {number} {shown} of {called(there)}." for number in range(1, 6)]


@pytest.mark.parametrize("side", ["red", "blue"])
@pytest.mark.parametrize("column", ["retired_at", "hidden_at"])
def test_retired_and_hidden_cards_are_not_dealt_nor_counted(side, column):
    there = deck(6, two_sided=True)
    there.cards.filter(number=1).update(**{column: timezone.now()})
    there.cards.filter(number=2, side="red").update(**{column: timezone.now()})
    dealt = quotes_of(decks.cards_of([there], side))
    assert dealt[0] == f"Quote 2 blue of {called(there)}." and len(dealt) == 5
    assert decks.with_sizes(Deck.objects.all()).get().size == 5


def test_the_side_that_was_chosen_is_dealt_and_the_deal_can_be_played_again(alice, bob, cleo):
    match = table_of(alice, deck(), options={"side": "blue"}, seats=3)
    seat_all(match, bob, cleo)
    lobby.start(match.code, alice)
    cards = catalog.GAMES[SLUG].everything(state_of(match))
    assert len(cards) == 72 and all(" blue of " in quote for quote in quotes_of(cards))
    play_on(match)
    assert replay.verify(match) == match.move_count


def test_a_match_keeps_its_cards_whatever_becomes_of_the_deck(alice, bob, cleo):
    there = deck()
    match = table_of(alice, there, seats=3)
    seat_all(match, bob, cleo)
    lobby.start(match.code, alice)
    before = sorted(catalog.GAMES[SLUG].everything(state_of(match)))
    there.cards.update(retired_at=timezone.now())
    play_on(match, lambda state: state.last > 6)
    assert sorted(catalog.GAMES[SLUG].everything(state_of(match))) == before


# Named where one decides whether to sit down


@pytest.mark.parametrize("where", ["invitation", "table", "open tables"])
def test_the_decks_are_named_with_language_and_rating(alice, bob, sign_in, where):
    match = table_of(alice, deck(title="Said <nobody>"), deck(48, "sv", rating="teens"), visibility="open")
    page = {
        "invitation": lambda: Client().get(f"/i/{match.invite}/"),
        "table": lambda: sign_in(alice).get(f"/m/{match.code}/"),
        "open tables": lambda: sign_in(bob).get(OPEN),
    }[where]()
    found = text(page)
    assert "<dt>Decks</dt>" in found and '<bdi lang="en">Said &lt;nobody&gt;</bdi>' in found
    assert "English · for everybody" in found and "Swedish · from 12 years" in found


def test_a_deck_that_became_private_is_named_to_nobody_while_the_table_waits(alice, bob, cleo, sign_in):
    theirs = deck(owner=alice, title="As it was shared", state="link", link="x")
    theirs.savers.add(bob)
    match = table_of(bob, theirs, deck(), visibility="open")
    Deck.objects.filter(pk=theirs.pk).update(state="private", link=None, title="Top secret")
    table_page, invited = f"/m/{match.code}/", f"/i/{match.invite}/"
    readers = [(Client(), OPEN), (Client(), invited), (sign_in(cleo), OPEN), (sign_in(bob), table_page)]
    for client, there in readers:
        page = text(client.get(there))
        assert "no longer open to this table" in page and "Top secret" not in page
    seat_all(match, alice)  # whoever owns it sits there: it is played with
    assert "Top secret" in text(sign_in(bob).get(table_page))


def test_a_rematch_is_dealt_from_the_same_decks(alice, bob, cleo, sign_in):
    there = deck()
    match = table_of(alice, there, seats=3)
    seat_all(match, bob, cleo)
    lobby.start(match.code, alice)
    play_on(match)
    sign_in(bob).post(f"/m/{match.code}/rematch/")
    assert list(match.rematches.get().decks.all()) == [there]


# Its language


@pytest.mark.parametrize(
    ("sizes", "language"),
    [
        ({"de": 40, "en": 20}, "de"),
        ({"de": 20, "en": 40}, "en"),
        ({"en": 10, "de": 10, "fr": 30}, "fr"),
        ({"de": 30, "en": 30}, "de"),  # as many of both: the deck that was there first
    ],
)
def test_at_a_table_of_several_decks_most_cards_decide_the_language(alice, sizes, language):
    chosen = [deck(count, code) for code, count in sizes.items()]
    match = dealing.start_practice(alice, SLUG, 3, {}, chosen)
    assert json.loads(match.options)["language"] == language


def test_cards_that_are_left_out_do_not_count_for_the_language(alice):
    many, few = deck(40, "de"), deck(36, "en")
    match = Match(game=SLUG, vetoed=list(many.cards.values_list("pk", flat=True)))
    assert decks.stock(match, catalog.GAMES[SLUG].options_type(), [many, few]).language == "en"


# Practice


def test_practice_is_dealt_from_the_chosen_deck_and_has_no_blanks(alice, sign_in):
    deck(starter="en")
    other = deck(60, "de", title="Zweites")
    client = sign_in(alice)
    assert "most_blanks" not in text(client.get(PRACTICE))
    client.post(PRACTICE, {"seats": "3", "side": "blue", "decks": ["", str(other.pk)]})
    match = Match.objects.get()
    options = json.loads(match.options)
    assert list(match.decks.all()) == [other]
    assert (len(options["cards"]), options["blanks"], options["language"]) == (60, [], "de")
    assert client.get(f"/m/{match.code}/").status_code == 200


# What it costs


def test_pages_before_the_deal_cost_the_same_with_many_cards(alice, bob, sign_in):
    costs = []
    for number, cards in enumerate((48, 400)):
        match = table_of(alice, deck(cards), deck(cards, "de"), visibility="open")
        host = sign_in(alice)
        pages = [NEW, PRACTICE, f"/m/{match.code}/", f"/i/{match.invite}/"]
        row = []
        for where in pages:
            host.get(where)
            with Queries() as queries:
                assert (sign_in(bob) if "/i/" in where else host).get(where).status_code == 200
            row.append(len(queries))
        costs.append(row)
        assert len(Match.objects.all()) == number + 1
    assert costs[0] == costs[1], costs


def test_open_tables_cost_the_same_however_many_decks_they_name(alice, bob, sign_in):
    client, costs = sign_in(bob), []
    for _ in range(3):
        table_of(alice, deck(48), deck(48), visibility="open")
        client.get(OPEN)
        with Queries() as queries:
            assert client.get(OPEN).status_code == 200
        costs.append(len(queries))
    assert len(set(costs)) == 1, costs


def test_the_starter_decks_are_enough_for_six(alice):
    for name in starter.names():
        starter.load(name)
    for one in Deck.objects.all():
        assert table_of(alice, one, seats=6).decks.get() == one

"""A whole match of three people, everything that anybody is sent: no card, source, author or stamp before its time."""

import re
from datetime import timedelta
from itertools import permutations

import pytest
from django.test import Client
from django.utils import timezone

from accounts import sending
from accounts.models import Send
from games import notices
from games.engine import View, encode
from games.face import Cast
from games.game_of_quotes import board as board_module
from games.game_of_quotes import stage
from games.game_of_quotes.board import board
from games.game_of_quotes.cards import row_of
from games.game_of_quotes.rules import GAME
from games.models import Match
from quotes.models import Card, Words
from tests.games.scripts import play_on, poll_url, state_of, text

from .seated import make_deck, sit
from .tables import combinations, lay_out, play

OWN = {seat: f"The {name} of crumbs" for seat, name in enumerate(("emperor", "duchess", "admiral"))}
A_SOURCE = re.compile(r"Source (?:behind )?number \d+|described (?:behind )?as \d+")
A_QUOTE = re.compile(r"Quote (?:behind )?number \d+\.")


class Reader:
    """Reads what a seat is sent and says which cards, sources and stamps it could learn from it."""

    def __init__(self, match):
        self.match, self.clients, self.read_of = match, {None: Client()}, 0
        for seat in match.seats.all():
            self.clients[seat.number] = Client()
            self.clients[seat.number].force_login(seat.person)
        self.heard = {seat: {} for seat in (0, 1, 2)}

    @property
    def state(self):
        return state_of(self.match)

    def responses(self, seat):
        """All there is to read for somebody, seated or not."""
        client, url = self.clients[seat], self.match.get_absolute_url()
        shown = client.get(url)
        yield shown
        yield client.get(url, headers={"HX-Request": "true"})
        if 'data-poll="/p' in text(shown):
            yield client.get(poll_url(shown))
        for name in ("log/", "replay/", "replay/1/", "deal/", "log.json", "talk/", "seats/"):
            yield client.get(url + name)
        yield client.get("/" if seat is not None else f"/w/{self.match.code}/")

    def known(self, seat):
        """The numbers of the cards whose quote, and of those whose source, this seat may know now."""
        state = self.state
        quotes, sources = set(), set()
        for number, readings in enumerate(state.table.readings, 1):
            told = (self.heard.get(seat, {}).get(number, 0) + 1) // 2
            quotes |= {row_of(one.quote) for one in readings[: told + (number == len(state.table.readings))]}
            quotes |= {row_of(one.quote) for one in readings} if self.left(seat, number) else set()
            sources |= {row_of(one.source.face) for one in readings[:told] if one.source.face}
        if seat is not None:
            hand = state.hands[seat]
            mine = {row_of(card) for card in (*hand.cards, *hand.aside())}
            quotes, sources = quotes | mine, sources | mine
        return quotes, sources

    def left(self, seat, number):
        """Whether the stage of a round is behind this reader; nobody's stage stands before a watcher."""
        steps = 2 * len(self.state.table.readings[number - 1])
        return (
            seat is None
            or self.heard[seat].get(number, 0) >= steps
            or number < len(self.state.table.readings)
        )

    def look(self, seat):
        quotes, sources = self.known(seat)
        rows = Card.objects.in_bulk()
        quote_words = {row.quote: pk for pk, row in rows.items()}
        source_words = {row.source: pk for pk, row in rows.items()} | {
            row.description: pk for pk, row in rows.items()
        }
        for response in self.responses(seat):
            self.read_of += 1
            assert response.status_code < 500
            page = re.sub(r"&#x27;", "'", text(response))
            where = f"{response.request['PATH_INFO']} for seat {seat}"
            found = {quote_words[q] for q in A_QUOTE.findall(page)}
            assert found <= quotes | sides(quotes), where
            assert {source_words[s] for s in A_SOURCE.findall(page)} <= sources | sides(sources), where
            for writer, own in OWN.items():
                if own in page:
                    assert self.may_know_text(seat, writer), f"{own} in {where}"
            self.values(seat, page, where)

    def may_know_text(self, seat, writer):
        if seat == writer:
            return True
        told = (self.heard.get(seat, {}).get(3, 0) + 1) // 2
        readings = self.state.table.readings[2] if len(self.state.table.readings) > 2 else ()
        return writer in [one.seat for one in readings[:told]]

    def values(self, seat, page, where):
        """Before the end "a double" is only ever said of one's own."""
        assert not re.search(r"(Alice|Bob|Cleo): a (single|double)", page), where

    def hear(self, seat, number):
        form = {"part": number, "bits": 99}
        self.clients[seat].post(self.match.get_absolute_url() + "heard/", form)
        self.heard[seat][number] = 2 * len(self.state.table.readings[number - 1])


def sides(numbers):
    """In rounds 3 and 4 the other side of a card may be looked at: it is the next row of its deck."""
    cards = Card.objects.in_bulk(numbers)
    places = {(card.deck_id, card.number) for card in cards.values()}
    return {card.pk for card in Card.objects.all() if (card.deck_id, card.number) in places}


@pytest.mark.django_db
def test_in_a_whole_match_nobody_is_sent_anything_before_its_time():
    reader = read_along(sit(3, deck=make_deck()), every=7)
    assert reader.read_of > 100 and Words.objects.filter(text__in=OWN.values()).count() >= 3


LEAKS = {
    "sources at once": (stage, "sources_heard", lambda table, cast, number: 3),
    "stamps at once": (board_module, "known_value", lambda view, number, giver, turned: 1),
}


@pytest.mark.django_db
@pytest.mark.parametrize("leak", LEAKS)
def test_the_search_finds_leaks_that_were_made_on_purpose(monkeypatch, leak):
    module, name, leaky = LEAKS[leak]
    monkeypatch.setattr(module, name, leaky)
    with pytest.raises(AssertionError, match="for seat"):
        read_along(sit(3, deck=make_deck()), every=3)


def read_along(match, every):
    """Play a match to its end, and read what all are sent, also between two answers now and then."""
    Match.objects.filter(pk=match.pk).update(watchable=True)
    reader, turn = Reader(match), 0
    while not reader.state.table.ended:
        state, turn = reader.state, turn + 1
        prompt = state.owed()[0]
        number = len(state.table.readings)
        if prompt.kind == "stamp" and number not in reader.heard[prompt.seat]:
            reader.look(prompt.seat)
            reader.hear(prompt.seat, number)
        answered = post(reader, state, prompt)
        assert answered.status_code == 303, text(answered)
        if turn % every == 0 and not reader.state.table.ended:  # the end opens it all
            for who in (0, 1, 2, None):
                reader.look(who)
    return reader


def post(reader, state, prompt):
    """Each answers with the first that there is, and writes the same text of their own in round 3."""
    hand = state.hands[prompt.seat]
    form = {
        "quote": {"do": "pick", "card": hand.cards[0], "reads": "name"},
        "source": {"do": "pick", "card": hand.cards[-1], "reads": "name"},
        "write": {"do": "write", "words": OWN[prompt.seat], "stock": ""},
        "both": {"do": "both", "card": hand.cards[1], "words": OWN[prompt.seat], "stock": ""},
        "stamp": {"do": "stamp", "seat": str((prompt.seat + 1) % 3), "value": "2" if hand.left(2) else "1"},
    }[prompt.kind]
    address = f"{reader.match.get_absolute_url()}answer/{prompt.number}/"
    return reader.clients[prompt.seat].post(address, form)


@pytest.mark.django_db
def test_no_notice_holds_a_text_of_a_card_or_of_a_person(mailoutbox):
    match = sit(3, deck=make_deck())
    for seat in match.seats.all():
        seat.person.email = f"{seat.person.name.lower()}@example.org"
        seat.person.quiet_from = seat.person.quiet_until = None
        seat.person.save()
    reader = Reader(match)
    for _ in range(9):
        state = reader.state
        post(reader, state, state.owed()[0])
    notices.announce(timezone.now())
    notices.remind(timezone.now() + timedelta(days=2))
    sending.send_ready(timezone.now() + timedelta(hours=1))
    assert Send.objects.exists() and mailoutbox
    said = "".join(f"{mail.subject}{mail.body}{mail.alternatives}{mail.message()}" for mail in mailoutbox)
    assert not A_QUOTE.search(said) and not A_SOURCE.search(said)
    assert not any(own in said for own in OWN.values())


# Who sealed first


@pytest.mark.pure
@pytest.mark.parametrize("order", list(permutations(range(3))))
def test_the_order_of_sealing_leaves_no_trace_in_what_everybody_sees(order):
    """Neither in the order of reading, nor in anything of the table or of anybody's hand."""
    lines = ["0 pick 5", "1 pick 15", "2 pick 25"]
    sealed = play(
        lay_out(step=1, laid="41/42/43", leader=1, pile="51 52 53"), *[lines[seat] for seat in order]
    )
    plain = play(lay_out(step=1, laid="41/42/43", leader=1, pile="51 52 53"), *lines)
    assert combinations(sealed.state, 1) == ["1: 42 by 15", "2: 43 by 25", "0: 41 by 5"]
    assert encode(sealed.state.table) == encode(plain.state.table)
    assert [encode(hand) for hand in sealed.state.hands] == [encode(hand) for hand in plain.state.hands]
    # Only which prompt opened the next ones tells who sealed last, and no page names that to others.
    for seat in range(3):
        mine, theirs = sealed.state.view(seat), plain.state.view(seat)
        assert said_of(mine) == said_of(theirs)


def said_of(view: View):
    cast = Cast(("Alice", "Bob", "Cleo"), view.seat, words=str)
    offers = [GAME.offer(view, prompt) for prompt in view.prompts if prompt.seat == view.seat]
    return board(view, cast), offers


@pytest.mark.django_db
@pytest.mark.parametrize("first", [0, 1, 2])
def test_the_number_of_a_written_text_is_in_no_page_of_another_seat(first):
    match = sit(3, deck=make_deck())
    play_on(match, lambda state: state.table.round == 3 and not any(p.kind == "stamp" for p in state.prompts))
    Words.objects.create(pk=700_001, text="The numbers after this one are found wherever they stand")
    reader = Reader(match)
    for n in range(3):
        prompt = next(p for p in reader.state.owed() if p.seat == (first + n) % 3)
        if n < 2:
            assert post(reader, reader.state, prompt).status_code == 303
    for seat in (0, 1, 2):
        for words in Words.objects.exclude(text=OWN[seat]):
            assert words.text not in text(reader.clients[seat].get(match.get_absolute_url()))
            assert str(words.pk) not in text(reader.clients[seat].get(match.get_absolute_url()))

"""A whole match of three people, everything that anybody is sent: no card, source, author or stamp before its time."""

import re
from collections import Counter, defaultdict
from datetime import timedelta
from itertools import permutations

import pytest
from django.core.cache import cache
from django.db import transaction
from django.test import Client
from django.utils import timezone

from accounts import sending
from accounts.models import Send
from games import notices
from games.cast import Cast
from games.engine import View, encode
from games.game_of_quotes import board as board_module
from games.game_of_quotes import stage
from games.game_of_quotes.board import board
from games.game_of_quotes.cards import row_of
from games.game_of_quotes.rules import GAME
from games.models import Match
from quotes.models import Card, Words
from tests.games.scripts import HTMX, play_on, poll_url, same_at_any_time, state_of, text

from .seated import make_deck, sit
from .tables import combinations, lay_out, play

OWN = {seat: f"The {name} of crumbs" for seat, name in enumerate(("emperor", "duchess", "admiral"))}
PAD = {seat: f"An idea of the {name}" for seat, name in enumerate(("baker", "glazier", "tinker"))}
A_SOURCE = re.compile(r"Source (?:behind )?number \d+|described (?:behind )?as \d+")
A_QUOTE = re.compile(r"Quote (?:behind )?number \d+\.")
A_STAMP = re.compile(r'#mark-[12]"/></svg>(.{0,60})')
DRAWN_ANEW = re.compile(r'<time.*?</time>|name="(?:until|form)" value="[^"]*"')
ADDRESSES = ("log/", "replay/", "replay/1/", "deal/", "log.json", "talk/", "seats/", "combinations/")


class Reader:
    """Reads what a seat is sent and says which cards, sources and stamps it could learn from it."""

    def __init__(self, match):
        self.match, self.clients, self.read_of = match, {None: Client()}, Counter()
        for seat in match.seats.all():
            self.clients[seat.number] = Client()
            self.clients[seat.number].force_login(seat.person)
        self.heard = {seat: {} for seat in (0, 1, 2)}
        self.state = state_of(match)
        cards = list(Card.objects.all())
        self.of_quotes = {card.quote: card.pk for card in cards}
        self.of_sources = {card.source: card.pk for card in cards}
        self.of_sources |= {card.description: card.pk for card in cards}
        sides = defaultdict(set)
        for card in cards:
            sides[card.deck_id, card.number].add(card.pk)
        self.sides = {card.pk: sides[card.deck_id, card.number] for card in cards}

    def known(self, seat):
        """The numbers of the cards whose quote, and of those whose source, this seat may know now."""
        quotes, sources = set(), set()
        for number, readings in enumerate(self.state.table.readings, 1):
            heard = self.heard.get(seat, {}).get(number, 0)
            shown = len(readings) if self.left(seat, number) else heard // 2 + 1
            quotes |= {row_of(one.quote) for one in readings[:shown]}
            told = readings[: (heard + 1) // 2]
            sources |= {row_of(one.source.face) for one in told if one.source.face}
        if seat is not None:
            hand = self.state.hands[seat]
            mine = {row_of(card) for card in (*hand.cards, *hand.aside())}
            if self.state.table.round >= 3:  # where a card may be turned over to look
                mine = set().union(*(self.sides[row] for row in mine))
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
        """Open everything there is for somebody, seated or not."""
        client, url = self.clients[seat], self.match.get_absolute_url()
        shown = client.get(url if seat is not None else f"/w/{self.match.code}/")
        self.read(seat, shown)
        if 'data-poll="/p' in text(shown):
            self.read(seat, client.get(poll_url(shown)))
        for name in ADDRESSES:
            self.read(seat, client.get(url + name))
        self.read(seat, client.get("/" if seat is not None else url))

    def read(self, seat, response):
        asked = response.request
        self.read_of[asked["REQUEST_METHOD"]] += 1
        where = f"{asked['REQUEST_METHOD']} {asked['PATH_INFO']} for seat {seat}"
        assert response.status_code < 500, where
        page = text(response).replace("&#x27;", "'")
        quotes, sources = self.known(seat)
        assert {self.of_quotes[one] for one in A_QUOTE.findall(page)} <= quotes, where
        assert {self.of_sources[one] for one in A_SOURCE.findall(page)} <= sources, where
        for writer in OWN:
            assert OWN[writer] not in page or self.may_know_text(seat, writer), f"{OWN[writer]} in {where}"
            assert PAD[writer] not in page or seat == writer, f"{PAD[writer]} in {where}"
        self.look_at_stamps(seat, page, where)
        return response

    def may_know_text(self, seat, writer):
        if seat == writer:
            return True
        told = (self.heard.get(seat, {}).get(3, 0) + 1) // 2
        readings = self.state.table.readings[2] if len(self.state.table.readings) > 2 else ()
        return writer in [one.seat for one in readings[:told]]

    def look_at_stamps(self, seat, page, where):
        """What a stamp is worth is drawn in the tray of one's own and beside one's own colour, nowhere else."""
        mine = "none" if seat is None else self.state.table.colours[seat]
        for after in A_STAMP.findall(page):
            assert after.startswith(("<span><b>", f'<svg class="seat-mark fam-{mine}"')), (
                f"{after} in {where}"
            )
        for known in re.findall(r'<li class="known">(.*?)</li>', page):
            assert f"fam-{mine}" in known, f"{known} in {where}"

    def post(self, seat, name, form):
        """As a page with scripts sends it: what comes back is the whole table."""
        address = self.match.get_absolute_url() + name
        response = self.clients[seat].post(address, form, headers=HTMX)
        self.state = state_of(self.match)
        return self.read(seat, response)

    def hear(self, seat, number, at_once):
        """The stage of a round, step by step or all at once."""
        steps = 2 * len(self.state.table.readings[number - 1])
        for step in (steps,) if at_once else range(1, steps + 1):
            self.heard[seat][number] = step
            assert self.post(seat, "heard/", {"part": number, "bits": step}).status_code == 200

    def answer(self, prompt):
        """Each answers with the first that there is, and writes the same text of their own in round 3."""
        hand = self.state.hands[prompt.seat]
        form = {
            "quote": {"do": "pick", "card": hand.cards[0], "reads": "name"},
            "source": {"do": "pick", "card": hand.cards[-1], "reads": "name"},
            "write": {"do": "write", "words": OWN[prompt.seat], "stock": ""},
            "both": {"do": "both", "card": hand.cards[1], "words": OWN[prompt.seat], "stock": ""},
            "stamp": {
                "do": "stamp",
                "seat": str((prompt.seat + 1) % 3),
                "value": "2" if hand.left(2) else "1",
            },
        }[prompt.kind]
        return self.post(prompt.seat, f"answer/{prompt.number}/", form)


@pytest.mark.django_db
def test_in_a_whole_match_nobody_is_sent_anything_before_its_time():
    reader = read_along(sit(3, deck=make_deck()), every=11)
    assert reader.state.table.ended
    assert reader.read_of["GET"] > 80 and reader.read_of["POST"] > 60
    assert Words.objects.filter(text__in=[*OWN.values(), *PAD.values()]).count() >= 6


LEAKS = {
    "sources at once": (stage, "sources_heard", lambda table, cast, number: 3, "<="),
    "stamps at once": (board_module, "known_value", lambda view, number, giver, turned: 1, "seat-mark"),
}


@pytest.mark.django_db
@pytest.mark.parametrize("leak", LEAKS)
def test_the_search_finds_leaks_that_were_made_on_purpose(monkeypatch, leak):
    module, name, leaky, found = LEAKS[leak]
    monkeypatch.setattr(module, name, leaky)
    with pytest.raises(AssertionError, match=rf"POST (?s:.*){found}|{found}.* in POST"):
        read_along(sit(3, deck=make_deck()), every=99)


def read_along(match, every):
    """Play a match to its end, reading what comes back to each post, and now and then all there is to open."""
    Match.objects.filter(pk=match.pk).update(watchable=True)
    reader, turn = Reader(match), 0
    for seat, idea in PAD.items():
        reader.post(seat, "orders/", {"part": "pad", "was": "", "idea-1": idea, "asked": "1"})
    while not reader.state.table.ended:
        turn += 1
        prompt = reader.state.owed()[0]
        number = len(reader.state.table.readings)
        if prompt.kind == "stamp" and number not in reader.heard[prompt.seat]:
            reader.hear(prompt.seat, number, at_once=prompt.seat != number % 3)
        if turn % every == 1:
            assert reader.post(prompt.seat, f"answer/{prompt.number}/", {"do": "x"}).status_code == 422
        answered = reader.answer(prompt)
        assert answered.status_code == 200, text(answered)
        if turn % every == 0 and not reader.state.table.ended:  # the end opens it all
            late = {"do": "pick", "card": "x", "reads": "name"}
            assert reader.post(1, f"answer/{prompt.number}/", late).status_code in (404, 409, 422)
            for who in (0, 1, 2, None):
                reader.look(who)
    return reader


@pytest.mark.django_db
def test_what_a_stamp_is_worth_changes_nothing_of_what_anybody_else_is_sent():
    """Whatever the words or drawings: the same match twice, but for the worth of Alice's stamp."""
    match = sit(3, deck=make_deck())
    Match.objects.filter(pk=match.pk).update(watchable=True)
    play_on(match, lambda state: bool(state.table.readings))
    sent = []
    for worth in ("1", "2"):
        undo = transaction.savepoint()
        sent.append(sent_after_stamping(Reader(match), worth))
        transaction.savepoint_rollback(undo)
        cache.clear()
    one, other = sent
    assert one.pop("her own") != other.pop("her own")  # all there is to see of it
    assert len(one) > 10 and one == other


def sent_after_stamping(reader, worth):
    """What Cleo and a watcher are sent once all have heard and stamped, and Alice's own page."""
    for seat, value in ((0, worth), (1, "1"), (2, "1")):
        reader.hear(seat, 1, at_once=True)
        prompt = next(p for p in reader.state.owed() if p.seat == seat and p.kind == "stamp")
        form = {"do": "stamp", "seat": str((seat + 1) % 3), "value": value}
        assert reader.post(seat, f"answer/{prompt.number}/", form).status_code == 200
    assert reader.state.table.stamped
    url = reader.match.get_absolute_url()
    pages = {name: reader.clients[2].get(url + name) for name in ("", *ADDRESSES)}
    pages["watched"] = reader.clients[None].get(f"/w/{reader.match.code}/")
    pages["heard"] = reader.clients[2].post(url + "heard/", {"part": 1, "bits": 99}, headers=HTMX)
    pages["her own"] = reader.clients[0].get(url)
    return {name: DRAWN_ANEW.sub("", same_at_any_time(page)) for name, page in pages.items()}


@pytest.mark.django_db
def test_no_notice_holds_a_text_of_a_card_or_of_a_person(mailoutbox):
    match = sit(3, deck=make_deck())
    for seat in match.seats.all():
        seat.person.email = f"{seat.person.name.lower()}@example.org"
        seat.person.quiet_from = seat.person.quiet_until = None
        seat.person.save()
    reader = Reader(match)
    for _ in range(9):
        reader.answer(reader.state.owed()[0])
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
            assert reader.answer(prompt).status_code == 200
    for seat in (0, 1, 2):
        for words in Words.objects.exclude(text=OWN[seat]):
            assert words.text not in text(reader.clients[seat].get(match.get_absolute_url()))
            assert str(words.pk) not in text(reader.clients[seat].get(match.get_absolute_url()))

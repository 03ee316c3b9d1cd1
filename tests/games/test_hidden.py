"""A card or a text that a moderator hides leaves the matches that run, as a move of their log."""

from datetime import timedelta

import pytest
from django.db import transaction
from django.utils import timezone
from msgspec.structs import replace

from games import agreement, hidden, repair, replay, resting, withdrawals
from games.game_of_quotes.cards import blank_card, is_blank, row_of
from games.game_of_quotes.rules import GAME
from games.models import Blank, Match, Move
from games.models import Prompt as PromptRow
from quotes.models import Card, Words
from tests.game_of_quotes.seated import in_round, make_deck, revealed, sit, table
from tests.games.scripts import Queries, deck, desk_of, kangoeroe, party, text

pytestmark = pytest.mark.django_db
LATER = timedelta(minutes=1)


def hide(*cards):
    """As a moderator does."""
    Card.objects.filter(pk__in=[row_of(card) for card in cards]).update(hidden_at=timezone.now())


def sweep(later=timedelta(0)):
    return withdrawals.take_out_everywhere(timezone.now() + later)


def answer(party, seat, kind, /, **form):
    return party.answer(seat, party.prompt(seat, kind).number, form)


def test_a_card_that_was_hidden_is_exchanged_in_the_hand_and_the_log_says_so():
    party = table()
    card, kept = party.state.hands[0].cards[:2]
    there = party.match.move_count
    hide(card)
    assert sweep() == 1
    after = party.state
    assert card not in after.hands[0].cards and kept in after.hands[0].cards
    assert after.stock.withdrawn == (card,) and len(after.hands[0].cards) == 7
    move = party.match.moves.order_by("-number").first()
    assert (move.number, move.by, move.seat, move.prompt) == (there + 1, Move.By.HOUSE, -1, 0)
    assert replay.verify(Match.objects.get(pk=party.match.pk)) == there + 1
    mine, theirs = text(party.page(0)), text(party.page(1))
    assert "1 card was removed from this match" in mine and "1 card was removed from this match" in theirs
    assert "1 card of yours was among them" in mine and "of yours" not in theirs


def test_a_sweep_sees_to_each_card_once():
    party = table()
    hide(party.state.hands[0].cards[0])
    assert [sweep(), sweep(), sweep(LATER)] == [1, 0, 0]
    assert not Card.objects.filter(withdrawals.TO_TAKE_OUT).exists()
    with Queries() as queries:
        sweep()
    assert len(queries) <= 4, "\n".join(queries.sql)
    assert party.match.moves.filter(by=Move.By.HOUSE).count() == 1


def test_a_card_on_the_pile_goes_and_the_match_may_lie_anywhere():
    deck = make_deck()
    first, second = table(deck=deck), table(revealed(1), deck=deck, seed="2")
    other = party("kangoeroe", 2)
    hide(first.state.stock.pile[0])
    assert sweep() == 2
    for one in (first, second):
        assert replay.verify(Match.objects.get(pk=one.match.pk)) and GAME.faults(one.state) == []
    assert not other.match.moves.filter(by=Move.By.HOUSE).exists()


@pytest.mark.parametrize("which", ["quote", "source"])
def test_a_blank_goes_with_either_of_its_texts(which, alice):
    deck = make_deck()
    match = sit(3, deck=deck)
    quote, source = (Words.objects.create(text=text, author=alice) for text in ("Said", "By whom"))
    Blank.objects.create(match=match, writer=alice, quote=quote, source=source)
    card = blank_card(quote.pk, source.pk)
    with transaction.atomic():
        desk = desk_of(match)
        put_blank(desk, card)
    Words.objects.filter(pk=(quote if which == "quote" else source).pk).update(hidden_at=timezone.now())
    assert sweep() == 1
    assert card in desk_of_now(match).state.stock.withdrawn


def put_blank(desk, card):
    """As if it had been shuffled in and dealt."""
    state = desk.state
    options = replace(state.table.options, blanks=(card,))
    hand = state.hands[0]
    hands = (replace(hand, cards=(*hand.cards, card)), *state.hands[1:])
    state = replace(state, hands=hands, table=replace(state.table, options=options))
    desk.state = replace(state, table=GAME.publish(state))
    desk.touched.add(0)
    desk.store()


def desk_of_now(match):
    with transaction.atomic():
        return desk_of(match)


def test_whoever_had_sealed_it_is_asked_again_with_a_whole_time_of_their_own():
    party = table()
    card = party.state.hands[0].cards[0]
    assert answer(party, 0, "quote", do="pick", card=card, reads="name").status_code == 200
    old = party.prompt(0, "quote").number
    PromptRow.objects.filter(match=party.match).update(due_at=timezone.now() + timedelta(minutes=1))
    hide(card)
    sweep()
    prompt = party.prompt(0, "quote")
    row = PromptRow.objects.get(match=party.match, number=prompt.number)
    assert prompt.number > old and not prompt.given and row.waits
    assert row.due_at > timezone.now() + timedelta(hours=12)
    page = text(party.page(0))
    assert "choose again" in page
    # The form of before the exchange is answered in words, and nothing of it counts.
    stale = party.answer(0, old, {"do": "pick", "card": party.state.hands[0].cards[1], "reads": "name"})
    assert stale.status_code == 409 and not party.prompt(0, "quote").given


def test_a_bot_that_had_chosen_it_chooses_again_at_once(alice):
    match = sit(3, cast=[alice, None, None])
    with transaction.atomic():
        draft = desk_of(match).state.hands[1].draft
    hide(draft.card)
    sweep()
    after = desk_of_now(match).state
    assert after.hands[1].draft is not None and after.hands[1].draft.card != draft.card


@pytest.mark.parametrize("status", ["paused", "asleep", "frozen", "finished"])
def test_a_match_that_rests_or_is_over_is_left_alone(status):
    party = table()
    card = party.state.hands[0].cards[0]
    Match.objects.filter(pk=party.match.pk).update(status=status)
    hide(card)
    assert sweep() == 0 and card in party.state.hands[0].cards


def test_a_match_that_was_paused_is_seen_to_when_it_goes_on():
    party = table()
    card = party.state.hands[0].cards[0]
    with transaction.atomic():
        desk = desk_of(party.match)
        resting.pause(desk, timezone.now() + timedelta(days=3))
    hide(card)
    sweep()
    assert card in party.state.hands[0].cards
    agreement.end_pause(party.code, party.match.seats.get(number=1).person)
    assert card not in party.state.hands[0].cards
    assert replay.verify(Match.objects.get(pk=party.match.pk))


def test_a_match_that_is_put_back_does_not_get_its_hidden_cards_back():
    party = table(in_round(1, 1))
    card = party.state.hands[0].cards[0]
    hide(card)
    sweep()
    with transaction.atomic():
        repair.rewind(desk_of(party.match), 1)
    state = party.state
    assert card not in GAME.lying(state) and card in state.stock.withdrawn
    party.match.refresh_from_db()
    assert replay.verify(party.match) == party.match.move_count


def test_one_match_that_breaks_over_it_is_frozen_and_the_others_are_seen_to(monkeypatch):
    deck = make_deck()
    first, second = table(deck=deck), table(deck=deck, seed="2")
    card = first.state.hands[0].cards[0]
    sound = GAME.withdraw

    def broken(self, state, cards, dice):
        if state.hands[0].cards == first.state.hands[0].cards:
            raise RuntimeError(card)
        return sound(state, cards, dice)

    monkeypatch.setattr(type(GAME), "withdraw", broken)
    hide(card)
    sweep()
    match = Match.objects.get(pk=first.match.pk)
    assert match.status == Match.Status.FROZEN and card not in match.trouble
    assert card in second.state.stock.withdrawn


def test_one_match_that_cannot_be_seen_to_does_not_keep_its_card_nor_anybody_from_the_next_sweep(
    monkeypatch, alice
):
    hurt, well = table(deck=make_deck()), table(deck=deck(), seed="2")
    quote = Words.objects.create(text="Said", author=alice, hidden_at=timezone.now())
    Blank.objects.create(match=hurt.match, writer=alice, quote=quote)
    hide(hurt.state.hands[0].cards[0], well.state.hands[0].cards[0])
    take_out = hidden.take_out

    def stumble(desk):
        if desk.match.pk == hurt.match.pk:
            raise ValueError("no card of this is in any log")
        return take_out(desk)

    monkeypatch.setattr(hidden, "take_out", stumble)
    assert sweep(LATER) == 1
    assert Card.objects.get(withdrawals.TO_TAKE_OUT).deck == hurt.match.decks.get()
    assert Words.objects.filter(withdrawals.TO_TAKE_OUT).exists()
    monkeypatch.undo()
    assert [sweep(LATER), sweep(LATER)] == [1, 0]


def test_a_match_whose_deal_was_not_stored_when_its_card_was_hidden_is_seen_to_a_little_later():
    party = table()
    Match.objects.filter(pk=party.match.pk).update(status=Match.Status.LOBBY)  # as others see it till then
    hide(party.state.hands[0].cards[0])
    assert sweep() == 0
    Match.objects.filter(pk=party.match.pk).update(status=Match.Status.RUNNING)
    assert sweep() == 1


def test_a_match_whose_whole_deck_is_hidden_is_closed_and_says_why(alice):
    party = table(pace=86400)
    Card.objects.update(hidden_at=timezone.now())
    assert sweep() == 1
    match = Match.objects.get(pk=party.match.pk)
    assert (match.status, match.closed_why) == (Match.Status.CLOSED, "cards")
    assert not PromptRow.objects.filter(match=match).exists()
    page = text(party.page(0))
    assert "Its cards were taken away, and too few were left to play with." in page
    assert "too few are left: it has been closed" in text(party.clients[0].get(party.url("talk")))
    assert sweep(LATER) == 0


def test_a_match_with_something_left_in_every_hand_goes_on():
    party = table()
    kept = {row_of(hand.cards[0]) for hand in party.state.hands}
    Card.objects.exclude(pk__in=kept).update(hidden_at=timezone.now())
    assert sweep() == 1
    assert Match.objects.get(pk=party.match.pk).running


def test_the_log_of_the_house_can_be_read_as_a_file_and_step_by_step():
    party = table()
    hide(party.state.hands[0].cards[0])
    sweep()
    Match.objects.filter(pk=party.match.pk).update(status=Match.Status.FINISHED)
    number = Match.objects.get(pk=party.match.pk).move_count
    assert party.clients[0].get(party.url("replay", number)).status_code == 200
    moves = party.clients[0].get(party.url("log-file")).json()["moves"]
    assert moves[-1]["by"] == "house" and len(moves[-1]["action"]) == 1


@pytest.mark.parametrize("damage", ["[]", '["1-m0"]', "nonsense", "{}"])
def test_a_log_whose_house_moves_were_changed_does_not_add_up(damage):
    party = table()
    hide(party.state.hands[0].cards[0])
    sweep()
    party.match.moves.filter(by=Move.By.HOUSE).update(action=damage)
    with pytest.raises(replay.Mismatch):
        replay.verify(Match.objects.get(pk=party.match.pk))


def test_games_without_decks_are_not_even_asked():
    match = kangoeroe(2).match
    with transaction.atomic():
        desk = desk_of(match)
        with Queries() as queries:
            assert not hidden.take_out(desk)
    assert len(queries) == 0


def test_no_card_of_a_pack_is_looked_up_by_the_number_of_a_text(alice):
    words = Words.objects.create(text="Said", author=alice, hidden_at=timezone.now())
    deck = make_deck(40)
    Card.objects.filter(pk=words.pk).update(hidden_at=None)
    pack = [f"{card.pk}-h1" for card in deck.cards.filter(side="red")]
    assert hidden.hidden_among(pack) == frozenset()
    assert hidden.hidden_among([*pack, blank_card(words.pk, None)]) == {blank_card(words.pk, None)}
    assert not any(is_blank(card) for card in pack)

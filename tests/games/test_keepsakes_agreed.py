"""What everybody may see of a match once all who wrote it say yes, and when that is gone."""

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from accounts import leaving
from accounts.models import Send, User
from games import keepsakes
from games.game_of_quotes.cards import deck_card
from games.models import Consent, Seat, Shared
from quotes.models import Card, Deck, Version, Words
from tests.game_of_quotes import seated
from tests.games.keeping import (
    CANNOT,
    answer,
    ask,
    box_of,
    by_blank_quote,
    by_blank_source,
    by_card_quote,
    by_card_source,
    by_seat,
    by_source,
    ended,
    everybody_sees,
    private_card,
    put_together,
    shared,
    who,
)
from tests.games.scripts import Party, person, play_on, text

__all__ = ["ended"]

pytestmark = pytest.mark.django_db


# Each kind of writer

KINDS = [by_seat, by_source, by_blank_quote, by_blank_source, by_card_quote, by_card_source]
kinds = pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.__name__)


@pytest.fixture
def laid(ended, kind) -> tuple[Party, User]:
    """Emil wrote a part of the combination; Bob, who plays, will ask."""
    writer = person("Emil")
    kind(ended, writer)
    return ended, writer


def others_agree(table: Party, writer: User) -> None:
    """All but this one."""
    for consent in Consent.objects.filter(shared=shared()).exclude(person=writer).exclude(answer="yes"):
        answer(consent.person, "yes")


@kinds
@pytest.mark.parametrize(("said", "public"), [("yes", True), ("no", False), ("", False)])
def test_everybody_sees_it_once_each_kind_of_writer_has_said_yes(laid, said, public):
    table, writer = laid
    assert ask(table).status_code == 303
    others_agree(table, writer)
    assert not everybody_sees()
    if said:
        assert answer(writer, said).status_code == 303
    assert everybody_sees() is public


def make_guest(table: Party, writer: User) -> None:
    User.objects.filter(pk=writer.pk).update(is_guest=True)


def delete(table: Party, writer: User) -> None:
    leaving.erase(writer)


def suspend(table: Party, writer: User) -> None:
    User.objects.filter(pk=writer.pk).update(is_active=False)


def leave(table: Party, writer: User) -> None:
    """They got up from this match while it went on."""
    mine = Seat.objects.filter(match=table.match, person=writer)
    if mine.update(bot=True, left_by=writer, person=None) == 0:
        Seat.objects.filter(match=table.match, number=2).update(bot=True, left_by=writer, person=None)


@kinds
@pytest.mark.parametrize("gone", [make_guest, delete, suspend, leave], ids=lambda gone: gone.__name__)
def test_nobody_is_asked_where_a_writer_cannot_agree(laid, gone):
    table, writer = laid
    gone(table, writer)
    answered = ask(table)
    assert answered.status_code == 422 and CANNOT in text(answered)
    assert "Emil" not in text(answered).partition('id="refused"')[2][:400]
    assert not Shared.objects.exists() and not Send.objects.filter(kind="share").exists()
    assert text(table.clients[1].get(table.url("combinations"))).count(CANNOT) >= 1
    assert not everybody_sees()


def hide_texts(table: Party, writer: User) -> None:
    now = timezone.now()
    Words.objects.update(hidden_at=now)
    Card.objects.update(hidden_at=now)


def hide_shared(table: Party, writer: User) -> None:
    Shared.objects.update(hidden_at=timezone.now())


def hide_deck(table: Party, writer: User) -> None:
    Deck.objects.update(hidden_at=timezone.now())


def take_back(table: Party, writer: User) -> None:
    client = Client()
    client.force_login(writer)
    consent = Consent.objects.get(person=writer)
    assert client.post(reverse("share-stop", args=[consent.pk])).status_code == 303


@kinds
@pytest.mark.parametrize(
    "gone",
    [make_guest, delete, suspend, hide_texts, hide_deck, hide_shared, take_back],
    ids=lambda gone: gone.__name__,
)
def test_the_link_is_gone_at_once(laid, gone):
    table, writer = laid
    ask(table)
    others_agree(table, writer)
    answer(writer, "yes")
    assert everybody_sees()
    gone(table, writer)
    assert not everybody_sees()
    assert not keepsakes.public(keepsakes.agreed())
    page = text(table.clients[1].get(table.url("combinations")))
    assert "Not shared." in page and "Its page for everybody" not in page


def test_a_no_is_final_until_the_same_person_says_yes(ended):
    by_source(ended, who(ended, 2))
    ask(ended)
    answer(who(ended, 2), "no")
    answer(who(ended, 0), "yes")
    ask(ended), ask(ended, 0)  # nobody's asking changes another's no
    assert not everybody_sees()
    for seat in (0, 1, 2):
        assert "Not shared." in text(ended.clients[seat].get(ended.url("combinations")))
    assert "Say yes after all" in text(ended.clients[2].get(ended.url("combinations")))
    assert "Say yes after all" not in text(ended.clients[0].get(ended.url("combinations")))
    answer(who(ended, 2), "yes")
    assert everybody_sees()


def test_nobody_is_told_who_said_no(ended):
    by_source(ended, who(ended, 2))
    ask(ended)
    answer(who(ended, 2), "no")
    for seat in (0, 1):
        box = box_of(text(ended.clients[seat].get(ended.url("combinations"))))
        assert "Not shared." in box.partition('class="row"')[2]
        assert "Cleo" not in box.partition('class="row"')[2]


def test_who_asks_says_yes_by_it(ended):
    assert ask(ended, 0).status_code == 303
    assert [(one.person, one.answer) for one in Consent.objects.all()] == [(who(ended, 0), "yes")]
    assert everybody_sees()
    assert not Send.objects.exists()


def test_a_bots_part_needs_no_yes():
    match = seated.sit(cast=[person("Alice"), None, None])
    play_on(match)
    client = Client()
    client.force_login(match.seats.get(number=0).person)
    client.post(reverse("share-ask", args=[match.code]), {"round": 3, "seat": 1})
    assert not Consent.objects.exists() and everybody_sees((3, 1))
    page = text(Client().get(shared((3, 1)).get_absolute_url()))
    assert "Put together by a bot" in page


def test_a_seat_without_even_a_name_is_no_bots(ended):
    """An account was deleted in the middle of the match: a bot played on, and nothing says for whom."""
    Seat.objects.filter(match=ended.match, number=0).update(person=None, bot=True, name="")
    assert CANNOT in text(ask(ended))


@pytest.mark.parametrize(
    ("returned", "public"),
    [(True, True), (False, False)],
    ids=["who came back is asked", "a substitute is not"],
)
def test_a_seat_that_somebody_left(ended, returned, public):
    leaver = who(ended, 0) if returned else person("Emil")
    Seat.objects.filter(match=ended.match, number=0).update(left_by=leaver)
    assert (ask(ended, 0).status_code == 303) is public
    assert everybody_sees() is public


@pytest.mark.parametrize(
    ("deck", "version", "free"),
    [
        ({"state": "published", "licence": "CC BY 4.0"}, None, True),
        ({"state": "published", "licence": ""}, None, False),
        ({"state": "private", "licence": "CC BY 4.0"}, None, False),
        ({"state": "link", "licence": "CC BY 4.0"}, None, False),
        ({"state": "published"}, {"licence": "CC0 1.0", "holds": True}, True),
        ({"state": "published"}, {"licence": "", "holds": True}, False),
        ({"state": "published", "licence": "CC BY 4.0"}, {"licence": "CC0 1.0", "holds": False}, False),
        ({"state": "published", "licence": "CC BY 4.0", "removed_at": timezone.now()}, None, False),
        ({"state": "private", "starter": "nl", "licence": "CC BY-SA 4.0"}, None, True),
    ],
)
def test_a_card_that_is_out_under_a_licence_needs_nobodys_yes(ended, deck, version, free):
    author = person("Emil")
    card = private_card(author, **deck)
    if version:
        cards = [card.pk] if version["holds"] else []
        row = Version.objects.create(
            deck=card.deck,
            number=1,
            title="As it is out",
            language="en",
            cards=cards,
            licence=version["licence"],
        )
        Deck.objects.filter(pk=card.deck_id).update(published=row)
    put_together(ended.match, quote=deck_card(card.pk, "o", 1))
    ask(ended, 0)
    assert Consent.objects.filter(person=author).exists() is not free
    assert everybody_sees() is free


def test_a_deck_that_is_taken_back_takes_its_card_along(ended):
    """Nobody asked its author while a licence let everybody see it."""
    author = person("Emil")
    card = private_card(author, state="published", licence="CC BY 4.0")
    put_together(ended.match, quote=deck_card(card.pk, "o", 1))
    ask(ended, 0)
    assert everybody_sees() and not Consent.objects.filter(person=author).exists()
    Deck.objects.filter(pk=card.deck_id).update(state="private")
    assert not everybody_sees()
    assert "Ask them" in box_of(text(ended.clients[0].get(ended.url("combinations"))))
    ask(ended, 0)
    answer(author, "yes")
    assert everybody_sees()


def test_a_no_holds_also_where_it_would_not_be_asked_for_any_more(ended):
    author = person("Emil")
    card = private_card(author)
    put_together(ended.match, quote=deck_card(card.pk, "o", 1))
    ask(ended, 0)
    answer(author, "no")
    Deck.objects.filter(pk=card.deck_id).update(state="published", licence="CC BY 4.0")
    assert not everybody_sees()
    page = text(ended.clients[1].get(ended.url("combinations")))
    assert "Not shared." in page and "Its page for everybody" not in page


def test_of_a_private_deck_nothing_but_the_card_is_told(ended):
    author = person("Emil")
    by_card_quote(ended, author)
    ask(ended, 0)
    answer(author, "yes")
    page = text(Client().get(shared().get_absolute_url()))
    assert "Never out of this house." in page
    for secret in ("My own deck", "Owner", "A locked drawer", "Emil", "Bob", "Cleo", ended.code):
        assert secret not in page
    assert "Put together by Alice" in page and "Deck:" not in page


def test_decks_are_named_with_their_licence_and_owner(ended):
    card = private_card(None, state="published", licence="CC BY 4.0")
    put_together(ended.match, quote=deck_card(card.pk, "o", 1))
    ask(ended, 0)
    page = text(Client().get(shared().get_absolute_url()))
    assert "Deck: My own deck by Owner," in page
    assert '<a rel="license" href="https://creativecommons.org/licenses/by/4.0/">CC BY 4.0</a>' in page

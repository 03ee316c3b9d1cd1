"""The combinations of a match that is over: who sees them, what is liked, what may be shared, and when it is gone."""

import re
from datetime import timedelta
from html.parser import HTMLParser
from typing import Any
from xml.etree import ElementTree

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from msgspec.structs import replace

from accounts import leaving, ties
from accounts.models import Send, User
from games import keepsakes, notice_words, shared_picture
from games.combinations import combinations_of, table_of
from games.desk import encode_text
from games.game_of_quotes.cards import blank_card, deck_card
from games.game_of_quotes.parts import Source
from games.models import Consent, Favourite, Match, Seat, Shared
from quotes.models import Card, Deck, Version, Words
from tests.game_of_quotes import seated
from tests.games.scripts import HTMX, Party, Queries, finished, person, play_on, text

pytestmark = pytest.mark.django_db

AT = (1, 0)  # the combination that the tests share: of Alice, in round 1
CANNOT = "This one cannot be shared: not everybody who wrote it can agree."


@pytest.fixture
def ended() -> Party:
    """Alice, Bob and Cleo have played to the end, with the house's own deck."""
    return over()


def over(seats: int = 3, **more: Any) -> Party:
    party = seated.table(lambda state: False, seats, **more)
    User.objects.update(email="")
    for user in User.objects.all():
        User.objects.filter(pk=user.pk).update(email=f"{user.name.lower()}@example.org")
    return party


def who(table: Party, seat: int) -> User:
    return table.match.seats.get(number=seat).person


def put_together(match: Match, at: tuple[int, int] = AT, **parts: Any) -> None:
    """Lay another quote or source into a combination, past the door."""
    round_, seat = at
    table = table_of(match)
    readings = tuple(replace(one, **parts) if one.seat == seat else one for one in table.readings[round_ - 1])
    rounds = (*table.readings[: round_ - 1], readings, *table.readings[round_:])
    match.table = encode_text(replace(table, readings=rounds))
    match.save(update_fields=["table"])


def write(text: str, author: User | None) -> int:
    return Words.objects.create(text=text, author=author).pk


def private_card(author: User | None, quote: str = "Never out of this house.", **deck: Any) -> Card:
    own = Deck.objects.create(title="My own deck", language="en", owner=person("Owner"), **deck)
    return Card.objects.create(
        deck=own, number=1, quote=quote, source="A locked drawer", category="o", language="en", author=author
    )


def ask(table: Party, seat: int = 1, at: tuple[int, int] = AT, **more: str) -> Any:
    form = {"round": at[0], "seat": at[1], **more}
    return table.post(seat, "share-ask", form, htmx=False)


def shared(at: tuple[int, int] = AT) -> Shared:
    return Shared.objects.get(round=at[0], seat=at[1])


def answer(one: User, said: str, at: tuple[int, int] = AT) -> Any:
    client = Client()
    client.force_login(one)
    consent = Consent.objects.get(shared=shared(at), person=one)
    return client.post(reverse("share-answer", args=[consent.pk]), {"answer": said})


def everybody_sees(at: tuple[int, int] = AT) -> bool:
    """What the link leads to for somebody who is not signed in: page and picture agree."""
    row = Shared.objects.filter(round=at[0], seat=at[1]).first()
    link = row.link if row else "nothing"
    page = Client().get(f"/q/{link}/")
    picture = Client().get(f"/q/{link}.svg")
    assert page.status_code == picture.status_code and page.status_code in (200, 404)
    assert ("Nothing is shown here" in text(page)) == (page.status_code == 404)
    return page.status_code == 200


# Each kind of writer


def by_seat(table: Party, writer: User) -> None:
    Seat.objects.filter(match=table.match, number=0).update(person=writer)


def by_source(table: Party, writer: User) -> None:
    put_together(table.match, source=Source(words=write("A written source", writer)))


def by_blank_quote(table: Party, writer: User) -> None:
    quote, source = write("A written quote", writer), write("never used", None)
    put_together(table.match, quote=blank_card(quote, source))


def by_blank_source(table: Party, writer: User) -> None:
    quote, source = write("never used", None), write("Somebody on a blank", writer)
    put_together(table.match, source=Source(face=blank_card(quote, source)))


def by_card_quote(table: Party, writer: User) -> None:
    put_together(table.match, quote=deck_card(private_card(writer).pk, "o", 1))


def by_card_source(table: Party, writer: User) -> None:
    put_together(table.match, source=Source(face=deck_card(private_card(writer).pk, "o", 1)))


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


def box_of(html: str, at: tuple[int, int] = AT) -> str:
    return html.partition(f'id="c-{at[0]}-{at[1]}"')[2].partition("</li>\n<li class=")[0]


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


# Asking and answering


def test_sent_twice_it_is_one(ended):
    by_source(ended, who(ended, 2))
    for _ in range(3):
        assert ask(ended).status_code == 303
        assert ask(ended, 2).status_code == 303
    assert Shared.objects.count() == 1 and Consent.objects.count() == 2
    assert Send.objects.filter(kind="share", person=who(ended, 0)).count() == 1
    for _ in range(3):
        answer(who(ended, 0), "yes")
    assert Send.objects.filter(event__startswith="shared/").count() == 1
    assert everybody_sees()


def test_nobody_agrees_to_the_wall_who_did_not_read_of_it(ended):
    ask(ended, 1, wall="1")
    ask(ended, 0)  # Alice's page was older than Bob's question
    assert not everybody_sees() and shared().on_wall
    ask(ended, 0, wall="1")
    assert everybody_sees()


def test_a_question_says_what_a_yes_means(ended):
    by_source(ended, who(ended, 2))
    ask(ended, 1, wall="1")
    for seat, named in ((0, "Your name stands below."), (2, "Your name is not shown.")):
        page = question_of(ended.clients[seat], who(ended, seat))
        assert "and on the wall of this site" in page and named in page
        assert "Nobody is told who said no." in page
    Shared.objects.update(on_wall=False)
    assert "on the wall" not in question_of(ended.clients[0], who(ended, 0))


def question_of(client: Client, one: User) -> str:
    return text(client.get(reverse("share-answer", args=[Consent.objects.get(person=one).pk])))


def test_a_writer_who_does_not_play_answers_on_a_page_of_their_own(ended, sign_in):
    writer = person("Emil")
    by_card_quote(ended, writer)
    ask(ended)
    client = sign_in(writer)
    where = reverse("share-answer", args=[Consent.objects.get(person=writer).pk])
    assert "Never out of this house." in text(client.get(where))
    assert ended.code not in text(client.get(where))
    assert client.get(ended.url("combinations")).status_code == 404
    done = client.post(where, {"answer": "yes"})
    assert (done.status_code, done["Location"]) == (303, f"{where}?done=1")
    assert "Your answer is saved." in text(client.get(done["Location"]))


@pytest.mark.parametrize("said", ["", "maybe", "YES", "1", "\x00"])
def test_an_odd_answer_is_none(ended, said):
    ask(ended)
    assert answer(who(ended, 0), said).status_code == 422
    assert Consent.objects.get(person=who(ended, 0)).answer == ""


@pytest.mark.parametrize("name", ["share-answer", "share-stop"])
def test_nobody_answers_for_another(ended, name, sign_in, dora):
    ask(ended)
    consent = Consent.objects.get(person=who(ended, 0))
    for client in (ended.clients[1], ended.clients[2], sign_in(dora)):
        for key in (consent.pk, consent.pk + 99, 10**40):
            where = f"/share/{key}/" + ("stop/" if name == "share-stop" else "")
            assert client.get(where).status_code == 404
            assert client.post(where, {"answer": "yes"}).status_code == 404
    assert Client().post(reverse(name, args=[consent.pk]), {"answer": "yes"}).status_code == 302
    consent.refresh_from_db()
    assert consent.answer == ""


ODD = [(0, 0), (5, 0), (1, 3), (1, -1), ("", 0), ("x", "y"), ("1", "9" * 40), ("²", 0)]


@pytest.mark.parametrize("at", ODD)
@pytest.mark.parametrize("name", ["favourite", "share-ask"])
def test_there_is_no_such_combination(ended, at, name):
    assert ended.post(0, name, {"round": at[0], "seat": at[1], "on": "1"}).status_code == 404
    assert not Favourite.objects.exists() and not Shared.objects.exists()


def test_somebody_who_asks_too_often_waits(ended, monkeypatch):
    monkeypatch.setattr(keepsakes, "MOST_ASKED", 2)
    assert [ask(ended, at=(number, 1)).status_code for number in (1, 2, 3)] == [303, 303, 429]


# Notices


def told() -> list[tuple[str, str]]:
    return [(row.person.name, row.event.partition("/")[0]) for row in Send.objects.filter(kind="share")]


def test_writers_are_told_that_they_are_asked_and_who_asked_that_all_agree(ended):
    by_source(ended, who(ended, 2))
    ask(ended)
    assert sorted(told()) == [("Alice", "share"), ("Cleo", "share")]
    row = Send.objects.get(person=who(ended, 0))
    item = notice_words.say_share(row)
    assert item.subject == "Bob asks: may everybody see this? Game of Quotes"
    assert item.path == reverse("share-answer", args=[Consent.objects.get(person=who(ended, 0)).pk])
    for secret in ("A written source", "Quote number", ended.code):
        assert secret not in f"{item}"
    answer(who(ended, 0), "yes")
    assert ("Bob", "shared") not in told()
    answer(who(ended, 2), "yes")
    assert ("Bob", "shared") in told()
    item = notice_words.say_share(Send.objects.get(person=who(ended, 1)))
    assert item.path == shared().get_absolute_url()


def block(table: Party) -> None:
    ties.tie(who(table, 0), who(table, 1), "block")


def mute(table: Party) -> None:
    ties.tie(who(table, 0), who(table, 1), "mute")


@pytest.mark.parametrize("tie", [block, mute])
@pytest.mark.parametrize("before", [True, False])
def test_nobody_hears_from_somebody_they_blocked(ended, tie, before):
    if before:
        tie(ended)
    ask(ended)
    assert told() == ([] if before else [("Alice", "share")])
    if not before:
        tie(ended)
        assert not notice_words.share_is_news(Send.objects.get())


@pytest.mark.parametrize(
    ("change", "news"),
    [
        (lambda table: None, True),
        (lambda table: answer(who(table, 0), "yes"), False),
        (lambda table: answer(who(table, 0), "no"), False),
        (lambda table: answer(who(table, 2), "no"), False),
        (lambda table: answer(who(table, 2), "yes"), True),
        (lambda table: Shared.objects.update(hidden_at=timezone.now()), False),
        (lambda table: table.match.seats.update(muted=True), False),
        (lambda table: Shared.objects.all().delete(), False),
        (lambda table: table.match.delete(), False),
    ],
)
def test_a_question_that_is_none_any_more_is_not_told(ended, change, news):
    by_source(ended, who(ended, 2))
    ask(ended)
    change(ended)
    assert notice_words.share_is_news(Send.objects.get(person__name="Alice")) is news


def test_that_all_agree_is_not_told_once_somebody_does_not(ended):
    ask(ended)
    answer(who(ended, 0), "yes")
    row = Send.objects.get(event__startswith="shared/")
    assert notice_words.share_is_news(row)
    answer(who(ended, 0), "no")
    assert not notice_words.share_is_news(row)


# Favourites


def like(table: Party, seat: int, on: str = "1", at: tuple[int, int] = AT, htmx: bool = True) -> Any:
    return table.post(seat, "favourite", {"round": at[0], "seat": at[1], "on": on}, htmx=htmx)


def test_a_heart_is_what_was_wanted_however_often_it_is_sent(ended):
    for _ in range(3):
        page = text(like(ended, 0))
        assert "1 heart" in page and 'aria-pressed="true"' in page and "<main" not in page
    assert "2 hearts" in text(like(ended, 1))
    for _ in range(2):
        page = text(like(ended, 0, "0"))
        assert "1 heart" in page and 'aria-pressed="false"' in page
    plain = like(ended, 1, "0", htmx=False)
    assert (plain.status_code, plain["Location"]) == (303, f"{ended.url('combinations')}#c-1-0")
    assert not Favourite.objects.exists()


def test_guests_who_played_like_too_and_nobody_sees_who_does(ended):
    User.objects.filter(pk=who(ended, 2).pk).update(is_guest=True)
    assert like(ended, 2).status_code == 200
    box = box_of(text(ended.clients[0].get(ended.url("combinations"))))
    assert "1 heart" in box and 'aria-pressed="false"' in box
    assert "Cleo" not in box.partition('class="row"')[2]


def test_strangers_and_watchers_like_nothing(ended, sign_in, dora):
    Match.objects.update(watchable=True)
    for headers in ({}, HTMX):
        form = {"round": 1, "seat": 0, "on": "1"}
        for name in ("favourite", "share-ask"):
            assert sign_in(dora).post(ended.url(name), form, headers=headers).status_code == 404
            assert Client().post(ended.url(name), form, headers=headers).status_code == 302
    assert not Favourite.objects.exists() and not Shared.objects.exists()


# The page


def places(html: str) -> list[tuple[int, int]]:
    return [(int(one), int(two)) for one, two in re.findall(r'id="c-(\d)-(\d)"', html)]


def test_all_combinations_stand_there_the_best_liked_first(ended):
    table = table_of(ended.match)
    page = text(ended.clients[0].get(ended.url("combinations")))
    found = places(page)
    assert len(found) == len(set(found)) == 12
    worth = [
        sum(
            value
            for to, value in zip(table.stamped[round_ - 1], table.values[round_ - 1], strict=True)
            if to == seat
        )
        for round_, seat in found
    ]
    assert worth == sorted(worth, reverse=True)
    read = [(round_, one.seat) for round_, ones in enumerate(table.readings, 1) for one in ones]
    equal = [place for place, value in zip(found, worth, strict=True) if value == worth[-1]]
    assert equal == [place for place in read if place in equal]
    last, middle = found[-1], found[6]
    like(ended, 0, at=last), like(ended, 1, at=last), like(ended, 1, at=middle)
    again = places(text(ended.clients[2].get(ended.url("combinations"))))
    assert again[:2] == [last, middle]
    assert again[2:] == [place for place in found if place not in (last, middle)]


def test_each_shows_both_cards_as_the_match_draws_them_and_its_stamps_with_values(ended):
    page = text(ended.clients[0].get(ended.url("combinations")))
    for one in combinations_of(ended.match.pk, table_of(ended.match)):
        box = box_of(page, (one.round, one.seat))
        assert box.count('class="card goq quote"') == 1 == box.count('class="card goq source"')
    table = table_of(ended.match)
    for giver, (to, value) in enumerate(zip(table.stamped[0], table.values[0], strict=True)):
        name = "You" if giver == 0 else who(ended, giver).name
        assert f"{name}: {'a double' if value == 2 else 'a single'}" in box_of(page, (1, to))
    assert "#" not in re.sub(r'href="[^"]*"|&#\w+;', "", box_of(page)).replace("#mark", "")


def test_a_card_tells_only_the_half_that_was_read(ended):
    card = private_card(who(ended, 0), description="never told")
    put_together(ended.match, quote=deck_card(card.pk, "o", 1))
    box = box_of(text(ended.clients[0].get(ended.url("combinations"))))
    assert "Never out of this house." in box and "A locked drawer" not in box
    put_together(ended.match, source=Source(face=deck_card(card.pk, "o", 1), reads="name"))
    ask(ended, 0)
    assert "A locked drawer" in box_of(text(ended.clients[0].get(ended.url("combinations"))))


def test_hidden_and_muted_words_read_as_removed(ended):
    by_source(ended, who(ended, 2))
    page = ended.url("combinations")
    assert "A written source" in text(ended.clients[0].get(page))
    ties.tie(who(ended, 0), who(ended, 2), "mute")
    assert "A written source" not in text(ended.clients[0].get(page))
    assert "A written source" in text(ended.clients[1].get(page))
    Words.objects.update(hidden_at=timezone.now())
    assert "A written source" not in text(ended.clients[1].get(page))


@pytest.mark.parametrize(
    ("status", "code"),
    [("finished", 200), ("running", 404), ("paused", 404), ("asleep", 404), ("frozen", 404), ("closed", 404)],
)
def test_nothing_of_it_exists_before_the_end(ended, status, code):
    ask(ended, 0)
    assert everybody_sees()
    Match.objects.update(status=status)
    assert ended.clients[0].get(ended.url("combinations")).status_code == code
    assert (like(ended, 0).status_code, like(ended, 1, htmx=False).status_code) == (
        (200, 303) if code == 200 else (404, 404)
    )
    assert ask(ended, 1, (2, 1)).status_code == (303 if code == 200 else 404)
    assert everybody_sees() is (code == 200)
    consent = Consent.objects.get(shared=shared())
    assert ended.clients[0].get(reverse("share-answer", args=[consent.pk])).status_code == code


def test_a_match_in_the_middle_has_no_combinations():
    table = seated.table(seated.revealed(2))
    assert table.clients[0].get(table.url("combinations")).status_code == 404
    assert ask(table, 0).status_code == 404


def test_other_games_have_no_combinations():
    table = finished("kangoeroe", 2)
    assert table.clients[0].get(table.url("combinations")).status_code == 404
    assert table.post(0, "favourite", {"round": 1, "seat": 0, "on": "1"}).status_code == 404


def test_whoever_may_watch_sees_them_and_can_do_nothing(ended, sign_in, dora, settings):
    page = ended.url("combinations")
    assert sign_in(dora).get(page).status_code == 404 == Client().get(page).status_code
    Match.objects.update(watchable=True)
    like(ended, 0)
    for client in (Client(), sign_in(dora)):
        html = text(client.get(page))
        assert len(places(html)) == 12 and "1 heart" in html
        assert "<form" not in html.partition("<main")[2] and "For everybody" not in html
    ties.tie(who(ended, 0), dora, "block")
    assert sign_in(dora).get(page).status_code == 404
    settings.PUBLIC_TABLES = False
    Match.objects.update(visibility="open")
    assert Client().get(page).status_code == 404


def test_the_match_leads_there_once_its_stamps_are_turned(ended):
    link = f'href="{ended.url("combinations")}"'
    assert link not in text(ended.page(0))
    for number in range(1, 5):
        ended.post(0, "heard", {"part": number, "bits": 99})
    assert link not in text(ended.page(0))
    ended.post(0, "heard", {"part": 0, "bits": 99})
    assert link in text(ended.page(0))
    Match.objects.update(watchable=True)
    assert link in text(Client().get(ended.url("watch")))


def test_a_page_costs_the_same_however_many_stand_on_it():
    counts = set()
    for seats in (3, 5):
        table = over(seats, deck=seated.make_deck() if seats == 3 else Deck.objects.get())
        for number in (1, 2, 3) if seats == 5 else (1,):
            ask(table, 0, (number, 0))
            like(table, 0, at=(number, 0))
        with Queries() as queries:
            page = table.clients[0].get(table.url("combinations"))
        assert len(places(text(page))) == seats * 4
        counts.add(len(queries))
        User.objects.all().delete()
        Match.objects.all().delete()
    assert len(counts) == 1 and counts.pop() <= 13


def test_all_that_is_public_takes_few_queries(ended):
    def cost() -> tuple[int, int]:
        with Queries() as queries:
            found = len(keepsakes.public(keepsakes.agreed()))
        return found, len(queries)

    ask(ended, 0)
    one, few = cost()
    for number in (2, 3, 4):
        ask(ended, 0, (number, 0)), ask(ended, 1, (number, 1))
    many, same = cost()
    assert (one, many) == (1, 7) and few == same <= 6


def test_the_wall_has_only_what_was_asked_for_it(ended):
    ask(ended, 0)
    ask(ended, 1, (2, 1), wall="1")
    found = keepsakes.public(keepsakes.agreed().filter(on_wall=True))
    assert [(one.shared.round, one.by, one.quote.language) for one in found] == [(2, "Bob", "en")]


def test_whoever_alone_wrote_it_hangs_it_on_the_wall_later_too(ended):
    ask(ended, 0)
    box = box_of(text(ended.clients[0].get(ended.url("combinations"))))
    assert "Hang it on the wall too" in box and not shared().on_wall
    assert ask(ended, 0, wall="1").status_code == 303
    assert shared().on_wall and everybody_sees()
    box = box_of(text(ended.clients[0].get(ended.url("combinations"))))
    assert "Hang it on the wall too" not in box and "On the wall" in box


def test_what_others_wrote_too_does_not_go_to_the_wall_on_a_yes_to_its_link(ended):
    by_source(ended, who(ended, 2))
    ask(ended, 2)
    answer(who(ended, 0), "yes")
    assert everybody_sees()
    assert "Hang it on the wall too" not in box_of(text(ended.clients[2].get(ended.url("combinations"))))
    ask(ended, 2, wall="1")
    assert not shared().on_wall


# What everybody sees


class Head(HTMLParser):
    """The named things of a page's head, and the texts of its cards."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.meta: dict[str, str] = {}
        self.title, self.tags, self.inside = "", set(), ""
        self.feed(html)

    def handle_starttag(self, tag, attrs):
        named = dict(attrs)
        self.tags.add(tag)
        self.inside = tag
        if tag == "meta":
            self.meta[named.get("property") or named.get("name") or ""] = named.get("content", "")

    def handle_data(self, data):
        if self.inside == "title":
            self.title += data

    def handle_endtag(self, tag):
        self.inside = ""


def public_page(at: tuple[int, int] = AT) -> tuple[Any, Head]:
    page = Client().get(shared(at).get_absolute_url())
    return page, Head(text(page))


def test_a_preview_tells_the_whole_joke(ended):
    put_together(
        ended.match,
        quote=blank_card(write("Soup is an argument.", who(ended, 0)), None),
        source=Source(words=write("The neighbour", who(ended, 0))),
    )
    ask(ended, 0)
    page, head = public_page()
    url = f"http://testserver{shared().get_absolute_url()}"
    assert head.title == "“Soup is an argument.” · Game of Quotes"
    assert head.meta["og:title"] == "Game of Quotes: nobody ever said this"
    assert head.meta["og:description"] == head.meta["description"] == "“Soup is an argument.” – The neighbour"
    assert head.meta["og:url"] == url
    if shared_picture.has_png(keepsakes.scene_of(keepsakes.by_link(shared().link))):
        assert head.meta["og:image"] == f"{url[:-1]}.png"
        assert head.meta["twitter:card"] == "summary_large_image"
    assert 'lang="en"><span class="text">Soup is an argument.' in text(page)
    assert re.search(r'lang="en"><b>The neighbour</b>', text(page))
    assert page["Cache-Control"].startswith("max-age=0") and "no-store" in page["Cache-Control"]


@pytest.mark.parametrize(("wall", "indexed"), [("", False), ("1", True)])
def test_only_what_is_on_the_wall_may_be_found_by_search(ended, wall, indexed):
    ask(ended, 0, wall=wall)
    _page, head = public_page()
    assert ("robots" not in head.meta) is indexed


@pytest.mark.parametrize("families", [(), ("DejaVu Serif", "DejaVu Sans")])
def test_without_a_picture_none_is_named(ended, monkeypatch, families):
    monkeypatch.setattr(shared_picture, "FAMILIES", families)
    ask(ended, 0)
    _page, head = public_page()
    png = Client().get(f"/q/{shared().link}.png")
    assert (
        ("og:image" in head.meta)
        == (png.status_code == 200)
        == shared_picture.has("DejaVu Serif", "A") & bool(families)
    )
    assert (head.meta["twitter:card"] == "summary_large_image") == ("og:image" in head.meta)


NASTY = [
    "</title></span><script>alert(1)</script>",
    "\"'><img src=x onerror=alert(1)>",
    "{{ settings.SECRET_KEY }} {% csrf_token %}",
    "]]></svg> & &amp; <!--",
    "שלום 😀 日本",
]


@pytest.mark.parametrize("nasty", NASTY)
def test_nasty_text_stays_text_everywhere(ended, nasty):
    alice = who(ended, 0)
    User.objects.filter(pk=alice.pk).update(name=nasty[:40])
    put_together(
        ended.match,
        quote=blank_card(write(nasty, alice), None),
        source=Source(words=write(nasty, alice)),
    )
    ask(ended, 0)
    _page, head = public_page()
    assert head.meta["og:description"] == f"“{nasty}” – {nasty}"
    assert nasty[:20] in head.title
    for html in (text(public_page()[0]), text(ended.clients[1].get(ended.url("combinations")))):
        assert "<script>alert" not in html and "<img src=x" not in html
    svg = Client().get(f"/q/{shared().link}.svg").content
    said = "".join(one.text or "" for one in ElementTree.fromstring(svg).iter() if one.tag.endswith("}text"))
    assert said.count("script") == 2 * nasty.count("script")
    assert b"<script" not in svg and b"<img" not in svg


def test_a_picture_is_served_on_its_own(ended):
    ask(ended, 0)
    picture = Client().get(f"/q/{shared().link}.svg")
    assert picture["Content-Type"] == "image/svg+xml; charset=utf-8"
    assert picture["Content-Security-Policy"] == "default-src 'none'"
    assert picture["X-Content-Type-Options"] == "nosniff"
    assert picture["Cache-Control"] == "public, max-age=300"
    assert not picture.cookies
    for address in (f"/q/{shared().link}.gif", "/q/nothing.svg", "/q/nothing.png"):
        gone = Client().get(address)
        assert (gone.status_code, gone["Cache-Control"], gone.content) == (404, "no-store", b"")
    assert Client().post(f"/q/{shared().link}.svg").status_code == 405


@pytest.mark.parametrize("link", ["nothing", "a" * 32, "..", "%00", "ä", "'", "x.y.z"])
def test_a_link_that_never_was_looks_like_one_that_is_gone(ended, link):
    page = Client().get(f"/q/{link}/")
    assert page.status_code in (400, 404)
    if page.status_code == 404:
        assert "Nothing is shown here" in text(page) and "noindex" in text(page)


def test_pages_read_in_german(ended):
    User.objects.update(language="de")
    by_source(ended, who(ended, 2))
    ask(ended, 0)
    for page in (
        ended.clients[0].get(ended.url("combinations")),
        ended.clients[2].get(reverse("share-answer", args=[Consent.objects.get(person=who(ended, 2)).pk])),
    ):
        assert page.status_code == 200 and '<html lang="de"' in text(page)
    answer(who(ended, 2), "yes")
    page = Client().get(shared().get_absolute_url(), headers={"Accept-Language": "de"})
    assert page.status_code == 200 and '<html lang="de"' in text(page)


def test_a_picture_speaks_the_language_of_its_deck(ended):
    ask(ended, 0)
    pictures = {
        Client().get(f"/q/{shared().link}.svg", headers={"Accept-Language": language}).content
        for language in ("de", "fr", "en")
    }
    assert len(pictures) == 1


def test_a_guest_who_plays_may_ask_but_is_never_asked(ended):
    User.objects.filter(pk=who(ended, 1).pk).update(is_guest=True)
    assert ask(ended, 1).status_code == 303
    assert [one.person for one in Consent.objects.all()] == [who(ended, 0)]
    assert CANNOT in text(ask(ended, 0, (1, 1)))


def test_what_is_kept_outlives_the_years(ended):
    ask(ended, 0)
    Match.objects.update(ended_at=timezone.now() - timedelta(days=2000))
    assert everybody_sees()


def mute(one: User) -> None:
    User.objects.filter(pk=one.pk).update(muted_until=timezone.now() + timedelta(days=1))


def test_whoever_may_not_write_shares_nothing_either(ended):
    for more in ({}, {"wall": "1"}):
        mute(who(ended, 1))
        refused = ask(ended, **more)
        assert refused.status_code == 403
        assert "A moderator decided that you write nothing here until" in text(refused)
    assert not Shared.objects.exists()


def test_nor_do_they_say_yes_to_it_but_a_no_is_always_taken(ended):
    put_together(ended.match, source=Source(words=write("Unkind.", who(ended, 2))))
    ask(ended)
    mute(who(ended, 2))
    refused = answer(who(ended, 2), "yes")
    assert refused.status_code == 403 and "write nothing here until" in text(refused)
    assert not everybody_sees()
    assert answer(who(ended, 2), "no").status_code == 303

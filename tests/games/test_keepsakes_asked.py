"""Asking whether everybody may see a combination, answering, and what is told of it."""

from datetime import timedelta

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from accounts import ties
from accounts.models import Send, User
from games import keepsakes, notice_words
from games.game_of_quotes.parts import Source
from games.models import Consent, Favourite, Shared
from tests.games.keeping import (
    CANNOT,
    answer,
    ask,
    by_card_quote,
    by_source,
    ended,
    everybody_sees,
    put_together,
    shared,
    who,
    write,
)
from tests.games.scripts import Party, person, text

__all__ = ["ended"]

pytestmark = pytest.mark.django_db


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


# Who may not


def test_a_guest_who_plays_may_ask_but_is_never_asked(ended):
    User.objects.filter(pk=who(ended, 1).pk).update(is_guest=True)
    assert ask(ended, 1).status_code == 303
    assert [one.person for one in Consent.objects.all()] == [who(ended, 0)]
    assert CANNOT in text(ask(ended, 0, (1, 1)))


def mute_as_a_moderator(one: User) -> None:
    User.objects.filter(pk=one.pk).update(muted_until=timezone.now() + timedelta(days=1))


def test_whoever_may_not_write_shares_nothing_either(ended):
    for more in ({}, {"wall": "1"}):
        mute_as_a_moderator(who(ended, 1))
        refused = ask(ended, **more)
        assert refused.status_code == 403
        assert "A moderator decided that you write nothing here until" in text(refused)
    assert not Shared.objects.exists()


def test_nor_do_they_say_yes_to_it_but_a_no_is_always_taken(ended):
    put_together(ended.match, source=Source(words=write("Unkind.", who(ended, 2))))
    ask(ended)
    mute_as_a_moderator(who(ended, 2))
    refused = answer(who(ended, 2), "yes")
    assert refused.status_code == 403 and "write nothing here until" in text(refused)
    assert not everybody_sees()
    assert answer(who(ended, 2), "no").status_code == 303


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

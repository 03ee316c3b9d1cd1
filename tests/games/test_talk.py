"""Words with each other: saying, reacting, reading, hiding, muting; and the table's own notes in words."""

import re
from datetime import timedelta
from typing import Any

import pytest
from django.db import transaction
from django.test import Client
from django.utils import timezone, translation

from accounts import ties
from accounts.models import Tie, User
from games import links, notices, play, talk
from games.cast import Cast
from games.models import Match, Message, Seat
from games.views import talk as views
from quotes.models import Words
from tests.games.scripts import (
    HTMX,
    Party,
    Queries,
    bot_form,
    everything_stored,
    finished,
    kangoeroe,
    person,
    sit_down,
    text,
)

pytestmark = pytest.mark.django_db

NAMES = Cast(("Alice", "<b>Bob</b>", "Cleo"), 0)


@pytest.fixture
def table() -> Party:
    return kangoeroe(3)


def say(table: Party, seat: int, words: str, htmx: bool = True, **form: str) -> Any:
    return table.post(seat, "talk", {"text": words, **form}, htmx=htmx)


def read(table: Party, seat: int, htmx: bool = True, **query: Any) -> str:
    return text(table.clients[seat].get(table.url("talk"), query, headers=HTMX if htmx else {}))


def who(table: Party, seat: int) -> Any:
    return table.match.seats.get(number=seat).person


def lines(page: str) -> list[str]:
    """What is said, the newest first, without its tags."""
    found = re.findall(r'<li class="[^"]*">(.*?)</li>', page.partition("talk-lines")[2], re.S)
    return [" ".join(re.sub(r"<[^>]+>", " ", line).split()) for line in found]


def note(match: Match, key: str, seat: int = -1, **names: Any) -> None:
    with transaction.atomic():
        talk.note(Match.objects.select_for_update().get(pk=match.pk), key, seat, **names)


# Saying


@pytest.mark.parametrize("htmx", [True, False])
def test_what_is_said_is_read_by_everybody_at_the_table(table, htmx):
    answer = say(table, 1, "  Good   morning ", htmx)
    assert answer.status_code == (200 if htmx else 303)
    assert htmx or answer["Location"] == table.url("talk")
    message = Message.objects.get()
    assert (message.number, message.seat, message.kind, message.person) == (1, 1, "words", who(table, 1))
    assert (message.words.text, message.words.author) == ("Good morning", who(table, 1))
    assert lines(read(table, 0, htmx))[0].startswith("Bob Good morning new")
    assert lines(read(table, 1, htmx))[0].startswith("You Good morning")
    assert ("<html" in read(table, 2, htmx)) is not htmx


def test_the_newest_stands_first(table):
    for words in ("one", "two", "three"):
        say(table, 0, words)
    assert [re.search("one|two|three", line)[0] for line in lines(read(table, 1))] == ["three", "two", "one"]


def test_the_table_counts_and_its_pages_hear_of_it(table):
    page = table.page(0)
    say(table, 1, "Hello")
    table.match.refresh_from_db()
    assert table.match.talk_count == 1
    assert table.poll(page) == 205


@pytest.mark.parametrize("key", talk.REACTIONS)
def test_every_ready_reaction_is_one_press_and_has_its_own_drawing(table, key):
    assert f'name="reaction" value="{key}"' in read(table, 0)
    answer = table.post(0, "talk", {"reaction": key})
    assert answer.status_code == 200
    message = Message.objects.get()
    assert (message.kind, message.key, message.words) == ("reaction", key, None)
    line = re.search(r'<li class="mine">.*?</li>', text(answer), re.S)[0]
    assert f"#r-{key}" in line and str(talk.REACTIONS[key]) in line
    with open("static/img/sprite.svg") as sprite:
        assert f'<symbol id="r-{key}"' in sprite.read()


@pytest.mark.parametrize("key", ["left", "joined", "nonsense", "\x00", "<b>", "x" * 5000])
def test_a_reaction_that_is_not_there_is_refused(table, key):
    answer = table.post(0, "talk", {"reaction": key})
    assert answer.status_code == 422
    assert "That reaction is not there" in text(answer)
    assert not Message.objects.exists()


@pytest.mark.parametrize(
    ("sent", "kept"),
    [
        ("Well\nplayed\t!", "Well played !"),
        ("\x00a\x00b", "ab"),
        ("\u202eabc\u202c", "abc"),
        ("a\u200bb", "ab"),
        ("x" * 300, "x" * 300),
        ("Z" + "\u0301" * 50, "Ź\u0301\u0301"),
        ("👩‍👩‍👧", "👩‍👩‍👧"),
        ("שלום", "שלום"),
        ("\ud83d", None),
        ("", None),
        (" \n ", None),
        ("\u202e\u200f", None),
        ("\u3164", None),
        ("x" * 301, None),
        ("x" * 5000, None),
        ("x" * 300_000, None),
    ],
)
def test_text_is_kept_in_one_readable_line_or_refused(table, sent, kept):
    sent = sent.encode("utf-8", "replace").decode() if kept is not None else sent
    answer = say(table, 0, sent if "\ud83d" not in sent else " ")
    if kept is None:
        assert answer.status_code == 422
        assert 'aria-invalid="true"' in text(answer)
        assert not Message.objects.exists() and not Words.objects.exists()
    else:
        assert answer.status_code == 200
        got = Words.objects.get().text
        assert got == kept or (got.startswith("Ź") and len(got) <= 4)


def test_a_refusal_says_why_and_keeps_what_was_typed(table):
    long = "word " * 70
    answer = text(say(table, 0, long))
    assert "This text is too long" in answer
    assert f'value="{long}"' in answer
    answer = text(say(table, 0, long, htmx=False))
    assert "This text is too long" in answer and "<html" in answer


NASTY = (
    "<script>alert(1)</script>",
    '"><img src=x onerror=alert(1)>',
    "' onfocus='alert(1)",
    "{{ request.user.email }} {% load x %}",
    "%(name)s %s {0}",
    "&lt;u&gt;x&amp;",
    "</li></ol><svg onload=alert(1)>",
    "javascript:alert(1)",
    "hx-get='/admin/'",
)


@pytest.mark.parametrize("words", NASTY)
@pytest.mark.parametrize("htmx", [True, False])
def test_tags_in_words_and_names_stay_text(table, words, htmx):
    bob = who(table, 1)
    bob.name = words[:40]
    bob.save()
    assert say(table, 1, words).status_code == 200
    note(table.match, "joined", 1)
    note(table.match, "left", 1, name=words)
    for seat in (0, 1):
        page = read(table, seat, htmx)
        assert "<script>alert" not in page
        assert not re.search(r"<(?:img src=x|svg onload|u>)", page)
        tags = re.sub(r'"[^"]*"', '""', page)
        assert not re.search(r"<[^<>]*\son(?:error|focus|load)\s*=", tags)
        assert not re.search(r"<[^<>]*\shx-get='", tags)
    words_back = say(table, 0, words * 40)  # too long: it comes back into the field
    assert "<script>alert" not in text(words_back)
    assert "<img src=x" not in text(words_back)


# Twice, and too often


def test_a_form_that_is_sent_twice_is_said_once(table):
    for _ in range(3):
        assert say(table, 0, "Hello", form="token-1").status_code == 200
    assert (
        say(table, 0, "Hello again", form="token-1").status_code == 200
    )  # the same form, changed on its way
    assert Words.objects.count() == Message.objects.count() == 1
    Message.objects.update(at=timezone.now() - timedelta(hours=1))
    say(table, 0, "Hello", form="token-1")
    assert Message.objects.count() == 1


def test_the_same_words_a_moment_later_are_a_double_click_and_later_they_are_meant(table):
    for token in ("a", "b", ""):
        say(table, 0, "Hello", form=token)
    assert Message.objects.count() == 1
    say(table, 1, "Hello", form="c")
    assert Message.objects.count() == 2  # said by somebody else
    Message.objects.update(at=timezone.now() - talk.TWICE)
    say(table, 0, "Hello", form="d")
    assert Message.objects.count() == 3


def test_every_page_carries_a_token_of_its_own(table):
    found = [re.search(r'name="form" value="([^"]+)"', read(table, 0))[1] for _ in range(2)]
    assert found[0] != found[1] and min(map(len, found)) >= 16


def test_a_reaction_pressed_twice_is_given_once(table):
    for _ in range(2):
        table.post(0, "talk", {"reaction": "ouch", "form": "x"})
    table.post(0, "talk", {"reaction": "ouch", "form": "y"})
    assert Message.objects.count() == 1
    table.post(0, "talk", {"reaction": "sorry", "form": "z"})
    assert Message.objects.count() == 2


def test_ten_a_minute_are_enough_and_the_others_are_not_held_back(table):
    for number in range(talk.MOST_A_MINUTE):
        assert say(table, 0, f"word {number}").status_code == 200
    answer = say(table, 0, "one more")
    assert answer.status_code == 429
    assert re.search(r"You can send it in \d+ seconds?\.", text(answer))
    assert 'value="one more"' in text(answer)
    assert table.post(0, "talk", {"reaction": "ha"}).status_code == 429
    assert say(table, 0, "one more", htmx=False).status_code == 429
    assert Message.objects.count() == talk.MOST_A_MINUTE
    assert say(table, 1, "I may").status_code == 200
    elsewhere = sit_down("kangoeroe", [who(table, 0), who(table, 1)])
    assert table.clients[0].post(f"/m/{elsewhere.code}/talk/", {"text": "here I may"}).status_code == 303


def test_sixty_an_hour_are_enough(table, monkeypatch):
    monkeypatch.setattr(talk, "MOST_A_MINUTE", 1000)
    monkeypatch.setattr(talk, "MOST_AN_HOUR", 3)
    codes = [say(table, 0, f"word {number}").status_code for number in range(4)]
    assert codes == [200, 200, 200, 429]


def test_a_double_click_does_not_count_against_anybody(table, monkeypatch):
    monkeypatch.setattr(talk, "MOST_A_MINUTE", 2)
    for _ in range(5):
        assert say(table, 0, "Hello", form="t").status_code == 200
    assert say(table, 0, "And more").status_code == 200


# Who may, and when


def test_strangers_and_those_who_got_up_see_and_say_nothing(table, dora, sign_in):
    say(table, 1, "A secret of the table")
    table.post(2, "leave", {})
    strangers = [sign_in(dora), table.clients[2]]
    before = everything_stored()
    for client in strangers:
        for code in (table.code, "nosuchmatch9"):
            for address in (f"/m/{code}/talk/", f"/m/{code}/talk/seen/", f"/m/{code}/mute/"):
                assert client.get(address).status_code == 404
                form = {"text": "I am here", "until": "1", "muted": "1"}
                assert client.post(address, form).status_code == 404
                assert client.post(address, form, headers=HTMX).status_code == 404
    assert everything_stored() == before
    assert Client().get(table.url("talk")).status_code == 302


def test_whoever_may_watch_may_not_read_what_is_said(table, dora, sign_in):
    Match.objects.filter(pk=table.match.pk).update(watchable=True)
    assert sign_in(dora).get(table.url("talk")).status_code == 404


@pytest.mark.parametrize(
    ("status", "days", "may"),
    [
        ("lobby", None, True),
        ("running", None, True),
        ("paused", None, True),
        ("asleep", None, True),
        ("frozen", None, True),
        ("finished", 0, True),
        ("finished", 29, True),
        ("finished", 31, False),
        ("closed", 29, True),
        ("closed", 31, False),
    ],
)
def test_talk_goes_on_until_a_month_after_the_end_and_stays_readable(table, status, days, may):
    say(table, 0, "From before")
    ended = None if days is None else timezone.now() - timedelta(days=days)
    Match.objects.filter(pk=table.match.pk).update(status=status, ended_at=ended)
    answer = say(table, 1, "Thanks for the match")
    assert answer.status_code == (200 if may else 409)
    assert table.post(1, "talk", {"reaction": "ha"}).status_code == (200 if may else 409)
    page = read(table, 1)
    assert "From before" in page
    assert ('name="text"' in page) is may
    assert may or "over for a month" in text(answer)


def test_nobody_talks_to_bots_in_practice(alice, sign_in):
    client = sign_in(alice)
    match = sit_down("kangoeroe", [alice, None])
    Match.objects.filter(pk=match.pk).update(practice=True)
    answer = client.post(f"/m/{match.code}/talk/", {"text": "Hello?"})
    assert answer.status_code == 409 and "Only bots sit here" in text(answer)
    assert 'id="talk-fold"' not in text(client.get(f"/m/{match.code}/"))


def test_words_at_a_table_that_is_not_dealt_yet_are_read_there(alice, bob, sign_in):
    match = Match.objects.create(game="kangoeroe", rules=1, status="lobby", wanted=4, host=alice)
    for number, somebody in ((0, alice), (2, bob)):
        Seat.objects.create(match=match, number=number, person=somebody, name=str(somebody))
    assert sign_in(bob).post(f"/m/{match.code}/talk/", {"text": "Who else?"}).status_code == 303
    note(match, "joined", 2)
    page = text(sign_in(alice).get(f"/m/{match.code}/talk/"))
    assert lines(page)[0].startswith("Bob has sat down")
    assert "Bob Who else?" in lines(page)[1]


# Reading


def test_fifty_at_once_and_the_older_ones_by_a_link(table):
    for number in range(1, 61):
        words = Words.objects.create(text=f"word-{number:03}", author=who(table, 1))
        Message.objects.create(
            match=table.match, number=number, seat=1, person=who(table, 1), kind="words", words=words
        )
    Match.objects.filter(pk=table.match.pk).update(talk_count=60)
    page = read(table, 0, htmx=False)
    shown = re.findall(r"word-\d+", page)
    assert shown == [f"word-{number:03}" for number in range(60, 10, -1)]
    older = re.search(r'href="[^"]*\?before=(\d+)"', page)[1]
    page = read(table, 0, before=older)
    assert re.findall(r"word-\d+", page) == [f"word-{number:03}" for number in range(10, 0, -1)]
    assert "?before=" not in page


@pytest.mark.parametrize("before", ["0", "-1", "x", "", "9" * 30, "1;DROP", "\u0663", "1.5"])
def test_a_strange_place_to_read_from_is_no_error(table, before):
    say(table, 0, "Hello")
    assert table.clients[0].get(table.url("talk"), {"before": before}).status_code == 200


def test_reading_changes_nothing_until_it_is_said_so(table):
    say(table, 1, "one")
    say(table, 1, "two")
    before = everything_stored()
    for htmx in (True, False):
        page = read(table, 0, htmx)
        assert page.count('class="flagged"') == 2
        assert 'name="until" value="2"' in page
        table.clients[0].get(table.url("talk-seen"))
        table.clients[0].get(table.url("mute"))
    assert everything_stored() == before
    assert table.post(0, "talk-seen", {"until": "2"}).status_code == 200
    assert table.match.seats.get(number=0).talk_seen == 2
    assert 'class="flagged"' not in read(table, 0)
    assert "/talk/seen/" not in read(table, 0)
    assert table.match.seats.get(number=2).talk_seen == 0


@pytest.mark.parametrize(
    ("sent", "status", "kept"),
    [
        ("1", 200, 1),
        ("2", 200, 2),
        ("99", 200, 2),
        ("0", 200, 0),
        ("", 422, 0),
        ("x", 422, 0),
        ("-1", 422, 0),
    ],
)
def test_the_reading_mark_goes_as_far_as_there_is_something_and_never_back(table, sent, status, kept):
    say(table, 1, "one")
    say(table, 1, "two")
    assert table.post(0, "talk-seen", {"until": sent}).status_code == status
    assert table.match.seats.get(number=0).talk_seen == kept
    table.post(0, "talk-seen", {"until": "2"})
    table.post(0, "talk-seen", {"until": "1"}, htmx=False)
    assert table.match.seats.get(number=0).talk_seen == 2


def test_whoever_says_something_has_read_what_was_said_before(table):
    say(table, 1, "one")
    answer = text(say(table, 0, "two"))
    assert table.match.seats.get(number=0).talk_seen == 2
    assert 'class="flagged"' not in answer


def test_reading_costs_the_same_with_one_line_and_with_fifty(table):
    costs = []
    for number in range(0, 50, 24):
        for more in range(24):
            writer = who(table, more % 3)
            words = Words.objects.create(text=f"{number}-{more}", author=writer)
            Message.objects.create(
                match=table.match,
                number=number + more + 1,
                seat=more % 3,
                person=writer,
                kind="words",
                words=words,
            )
        with Queries() as queries:
            read(table, 0)
        costs.append(len(queries))
    assert set(costs) == {6}  # session, person, seat with match, messages, names, whom I do not read


def test_saying_costs_the_same_with_two_and_with_six_seats():
    costs = []
    for seats in (2, 6):
        table = kangoeroe(seats)
        say(table, 1, "Hello to you all")
        with Queries() as queries:
            assert say(table, 0, "Hello", htmx=False).status_code == 303
        costs.append(len(queries))
    assert len(set(costs)) == 1 and costs[0] <= 13, costs


# Hidden words, muted people


def test_words_that_were_hidden_are_nowhere_any_more(table):
    say(table, 1, "What a nasty word")
    Words.objects.update(hidden_at=timezone.now())
    for seat in range(3):
        page = read(table, seat)
        assert "nasty" not in page
        assert "removed" in page


@pytest.mark.parametrize("kind", Tie.Kind.values)
def test_words_of_somebody_i_muted_or_blocked_are_not_in_my_page(table, kind):
    say(table, 1, "Bob was here")
    table.post(1, "talk", {"reaction": "ha"})
    say(table, 2, "Cleo was here")
    ties.tie(who(table, 0), who(table, 1), kind)
    page = read(table, 0)
    assert "Bob was here" not in page and "Cleo was here" in page
    assert page.count("Words of somebody you do not read") == 2
    assert not re.search(r"<li[^>]*>[^§]*?#r-ha.*?</li>", "".join(re.findall(r"<li.*?</li>", page, re.S)))
    assert "Bob was here" in read(table, 2)
    assert "Cleo was here" in read(table, 1)  # he is not told
    assert "do not read" not in read(table, 1)
    ties.untie(who(table, 0), who(table, 1))
    assert "Bob was here" in read(table, 0)


def test_words_of_a_deleted_account_keep_the_name_of_the_seat(table):
    say(table, 1, "Farewell")
    table.post(1, "leave", {})
    Message.objects.update(person=None)
    page = read(table, 0)
    assert "Bob Farewell" in lines(page)[-1]


def test_words_of_somebody_who_left_keep_their_own_name(table, cleo):
    say(table, 1, "Farewell")
    bob = who(table, 1)
    Seat.objects.filter(match=table.match, number=1).update(person=cleo, name="Cleo")
    assert "Bob Farewell" in lines(read(table, 0))[0]
    assert f"/people/{bob.username}/" in read(table, 0)


# Notices


def test_the_others_are_told_of_new_words_but_not_whoever_hides_them(table, monkeypatch):
    told: list[Any] = []
    monkeypatch.setattr(
        notices,
        "words_said",
        lambda match, seats, by: told.append((match.code, [s.number for s in seats], by)),
    )
    say(table, 1, "Hello")
    table.post(1, "talk", {"reaction": "ha"})
    assert told == [(table.code, [0, 2], 1)] * 2
    ties.tie(who(table, 0), who(table, 1), Tie.Kind.MUTE)
    say(table, 1, "Hello again")
    assert told[-1] == (table.code, [2], 1)
    del told[:]
    say(table, 1, "Hello again")  # a double click
    say(table, 1, "")
    assert not told


def test_a_match_can_be_muted_and_heard_again(table):
    for value, kept in (("1", True), ("1", True), ("0", False), ("nonsense", False)):
        answer = table.post(0, "mute", {"muted": value})
        assert answer.status_code == 200
        assert table.match.seats.get(number=0).muted is kept
    assert table.post(0, "mute", {"muted": "1"}, htmx=False).status_code == 303
    assert "Notices on again" in read(table, 0)
    assert "No notices of this match" in read(table, 1)
    assert list(table.match.seats.filter(muted=True).values_list("number", flat=True)) == [0]


# The table's own notes

SAID = [
    ("joined", {"name": "Emil"}, "Emil has sat down."),
    ("joined", {}, "&lt;b&gt;Bob&lt;/b&gt; has sat down."),
    ("left", {}, "&lt;b&gt;Bob&lt;/b&gt; has left the table."),
    ("replaced", {"name": "Emil"}, "A bot plays on in the seat of Emil."),
    ("substitute", {"name": "Emil", "other": "Fay"}, "Emil plays on in the seat of Fay."),
    ("substitute", {"name": "Emil"}, "Emil has taken over a seat."),
    ("back", {"name": "Emil"}, "Emil is back."),
    ("auto", {"name": "Emil"}, "A bot plays for Emil until Emil is back."),
    ("paused", {"until": "2026-12-24T10:30:00+00:00"}, "The match is paused until 24 December, 10:30."),
    ("paused", {}, "The match is paused."),
    ("resumed", {"name": "Emil"}, "Emil has ended the pause. The match goes on."),
    ("proposed", {"name": "Emil", "what": "pause", "days": 1}, "Emil proposes a pause of 1 day."),
    ("proposed", {"name": "Emil", "what": "pause", "days": 7}, "Emil proposes a pause of 7 days."),
    ("proposed", {"name": "Emil", "what": "pause", "days": "7"}, "Emil proposes a pause."),
    ("proposed", {"name": "Emil", "what": "end", "days": 0}, "Emil proposes to end the match."),
    ("agreed", {"name": "Emil"}, "Emil agrees."),
    ("refused", {"name": "Emil"}, "Emil does not agree. Nothing changes."),
    ("asleep", {}, "Nobody looks after this match just now, so it sleeps."),
    ("woken", {"name": "Emil"}, "Emil has woken the match. It goes on."),
    ("closed", {"why": "agreed"}, "Everybody has agreed to end the match."),
    ("closed", {"why": "slept"}, "Nobody came back for a month, so the match has been closed."),
    ("closed", {"why": "unheard of"}, "The match has been closed."),
    ("closed", {}, "The match has been closed."),
    ("day", {"name": "Emil", "to": "Fay"}, "Emil has given Fay one day more."),
    ("day", {"name": "Emil"}, "Emil has given one day more."),
    ("frozen", {}, "Something is wrong with this match, so it has been stopped as it was."),
    ("rewound", {"number": 12}, "The people who run this site have put the match back to move 12."),
    ("rewound", {}, "The people who run this site have put the match back to an earlier move."),
    ("thawed", {"number": 3}, "The match has been set right and goes on."),
    ("host", {"name": "Emil"}, "Emil looks after the table now."),
    (
        "few_cards",
        {},
        "Every seat is taken, but the decks have too few cards by now. The host can choose others.",
    ),
    (
        "slapped_capitalism",
        {"laid": 7},
        "&lt;b&gt;Bob&lt;/b&gt; slaps Kapitalismus. It does not achieve much.",
    ),
]


@pytest.mark.parametrize(("key", "names", "sentence"), SAID)
def test_every_note_is_a_sentence_with_its_names(key, names, sentence):
    news = {"key": key, "seat": 1, "names": names, "at": timezone.now().isoformat()}
    assert talk.sentence(news, NAMES) == sentence
    told_of = User(name="<b>Bob</b>")
    assert (
        talk.sentence(Message(kind="note", key=key, seat=1, names=names, person=told_of), NAMES) == sentence
    )


def test_every_note_has_been_tried_here():
    assert {key for key, _, _ in SAID} == {key.split("/")[0] for key in talk.NOTES}


@pytest.mark.parametrize("key", talk.NOTES)
def test_a_note_without_any_name_still_reads(key):
    words = talk.sentence({"key": key.split("/")[0], "seat": 2, "names": {}}, NAMES)
    assert words and "%(" not in words


@pytest.mark.parametrize("names", [{"name": "<i>x</i>"}, {"name": "%(days)s %s"}, {"name": "&amp;"}])
def test_names_in_notes_are_escaped_once(names):
    words = talk.sentence({"key": "joined", "seat": -1, "names": names}, NAMES)
    assert "<i>" not in words and "%(name)s" not in words
    assert hasattr(words, "__html__")


@pytest.mark.parametrize(
    "news", [{}, {"key": "nobody knows"}, {"key": "joined", "seat": 99, "names": {}}, {"key": "joined"}]
)
def test_news_that_cannot_be_said_are_silence(news):
    assert talk.sentence(news, NAMES) == ""


@pytest.mark.parametrize(
    "until", ["2026-13-45", "12", "1" * 400, "2026-12-24T99:00:00+00:00", "2026-12-24T10:00"]
)
def test_a_moment_that_is_none_is_shown_as_it_is(until):
    words = talk.sentence({"key": "paused", "seat": -1, "names": {"until": until}}, NAMES)
    assert words == f"The match is paused until {until}."


@pytest.mark.parametrize("name", ["20260501", "2026-05-01", "2026-12-24T10:30:00+00:00"])
def test_a_person_whose_name_looks_like_a_day_keeps_it(table, name):
    bob = who(table, 1)
    bob.name = name
    bob.save()
    note(table.match, "day", 0, to_seat=1)
    note(table.match, "auto", 1)
    note(table.match, "left", 1, person=bob)
    page = lines(read(table, 2))
    assert f"{name} has left the table." in page[0]
    assert f"A bot plays for {name} until {name} is back." in page[1]
    assert f"Alice has given {name} one day more." in page[2]
    old = {"key": "day", "seat": 0, "names": {"to": name}}
    assert name in talk.sentence(old, NAMES)


@pytest.mark.parametrize(
    ("number", "name"),
    [(1, "&lt;b&gt;Bob&lt;/b&gt;"), (2, "Cleo"), (3, "Somebody"), (-1, "Somebody"), ("1", "Somebody")],
)
def test_a_seat_in_a_note_has_the_name_of_whoever_sits_there(number, name):
    words = talk.sentence({"key": "day", "seat": 0, "names": {"to_seat": number}}, NAMES)
    assert words == f"You have given {name} one day more."


def test_a_note_names_people_as_they_are_called_now(table):
    note(table.match, "day", 0, to_seat=1)
    bob = who(table, 1)
    bob.name = "Robert"
    bob.save()
    assert "Alice has given Robert one day more." in lines(read(table, 2))[0]
    assert "Alice has given Robert one day more." in text(table.page(2))


def test_who_left_is_not_who_sits_there_now(table, dora):
    """The last note stands in the match page, the others in the talk; none of them knows a name."""
    bob = who(table, 1)
    table.post(1, "leave", {})
    assert "Bob has left the table." in text(table.page(0))
    links.offer_seat(table.code, 1, who(table, 0))
    links.take_seat(table.match.seats.get(number=1).invite, dora)
    assert "Dora has taken over a seat." in text(table.page(0))
    left = next(line for line in lines(read(table, 0)) if "has left" in line)
    assert left.startswith("Bob has left the table.")
    assert not [
        note for note in Message.objects.all() if {"Bob", "Dora"} & set(map(str, note.names.values()))
    ]
    play.leave(table.code, dora)
    ways = " ".join(lines(read(table, 0)))
    assert "Dora has left the table." in ways and "Dora has taken over a seat." in ways
    bob.delete()
    assert "Somebody has left the table." in " ".join(lines(read(table, 0)))


def test_the_name_of_a_bot_is_told_and_to_whoever_took_its_seat(cleo):
    table = kangoeroe(2, bots=1)
    Seat.objects.filter(match=table.match, number=2).update(name="Kiki")
    links.offer_seat(table.code, 2, who(table, 0))
    links.take_seat(table.match.seats.get(number=2).invite, cleo)
    assert "Cleo plays on in the seat of Kiki." in text(table.page(0))
    table.clients[2] = Client()
    table.clients[2].force_login(cleo)
    assert "You play on in the seat of Kiki." in text(table.page(2))


def test_who_only_left_a_table_is_not_looked_up_there(table, dora):
    bob = who(table, 1)
    table.post(1, "leave", {})
    assert table.clients[0].get(f"/people/{bob.username}/").status_code == 404


def test_a_moment_is_shown_in_the_readers_zone():
    news = {"key": "paused", "seat": -1, "names": {"until": "2026-12-24T23:30:00+00:00"}}
    with timezone.override("Europe/Berlin"):
        assert talk.sentence(news, NAMES) == "The match is paused until 25 December, 00:30."
    with timezone.override("UTC"), translation.override("de"):
        assert "24. Dezember, 23:30" in talk.sentence(news, NAMES)


def test_a_note_is_in_the_talk_in_the_match_and_counts(table):
    note(table.match, "day", 1, to="Alice")
    table.match.refresh_from_db()
    assert (table.match.talk_count, table.match.news["key"]) == (1, "day")
    assert (
        talk.sentence(table.match.news, Cast(("Alice", "Bob", "Cleo"), 0))
        == "Bob has given Alice one day more."
    )
    assert "Bob has given Alice one day more." in lines(read(table, 0))[0]
    assert 'class="noted new"' in read(table, 2)


def test_a_note_stays_above_the_table_until_the_next_move(table):
    note(table.match, "joined", 2)
    above = '<p class="news">'
    assert above in text(table.page(0))
    assert table.post(0, "answer", {}, 999999).status_code == 409  # no move
    assert above in text(table.page(1))
    prompt = table.owed(0)
    assert table.answer(0, prompt.number, bot_form(table, prompt)).status_code == 200
    for seat in (0, 1):
        page = text(table.page(seat))
        assert above not in page and "has sat down." in page  # it is kept among the words


# The fold in the match page


def fold(match: Match, new: int) -> str:
    from django.template.loader import render_to_string

    return render_to_string(
        "games/talk/_fold.html",
        {"match": match, "match_url": match.get_absolute_url(), "talk_new": new, "sprite": "x"},
    )


@pytest.mark.parametrize(("new", "words"), [(0, ""), (1, "(1 new)"), (3, "(3 new)")])
def test_the_fold_says_how_much_is_new_and_works_without_scripts(table, new, words):
    with Queries() as queries:
        page = fold(table.match, new)
    assert not queries.sql
    assert words in page and (words or "new)" not in page)
    assert f'href="{table.url("talk")}"' in page
    assert f'hx-get="{table.url("talk")}"' in page


def test_the_fragment_clears_the_number_outside_of_it_once_all_is_read(table):
    say(table, 1, "Hello")
    assert 'id="talk-new" hx-swap-oob' not in read(table, 0)
    assert 'id="talk-new" hx-swap-oob' in text(table.post(0, "talk-seen", {"until": "1"}))
    assert 'id="talk-new" hx-swap-oob' in read(table, 0)
    assert "hx-swap-oob" not in read(table, 0, htmx=False)


def test_a_page_of_a_finished_match_has_its_words():
    table = finished()
    assert say(table, 0, "Well fought").status_code == 200
    assert views.SHOWN == 50
    assert "Well fought" in read(table, 1)


def test_a_person_without_a_name_is_named_somehow(table):
    nameless = person("")
    Seat.objects.filter(match=table.match, number=2).update(person=nameless, name="")
    client = Client()
    client.force_login(nameless)
    client.post(table.url("talk"), {"text": "Hm"})
    assert str(nameless)[:6] in read(table, 0)


# What somebody did themselves


@pytest.mark.parametrize(
    ("key", "names", "mine", "theirs"),
    [
        ("day", {"to": "Bob"}, "You have given Bob one day more.", "Alice has given Bob one day more."),
        ("day", {}, "You have given one day more.", "Alice has given one day more."),
        ("resumed", {}, "You have ended the pause. The match goes on.", "Alice has ended the pause."),
        ("woken", {}, "You have woken the match. It goes on.", "Alice has woken the match."),
        ("back", {}, "You are back.", "Alice is back."),
        ("refused", {}, "You do not agree. Nothing changes.", "Alice does not agree."),
        ("proposed", {"what": "end"}, "You propose to end the match.", "Alice proposes to end the match."),
        ("proposed", {"what": "pause", "days": 1}, "You propose a pause of 1 day.", "a pause of 1 day."),
        ("proposed", {"what": "pause", "days": 3}, "You propose a pause of 3 days.", "a pause of 3 days."),
    ],
)
def test_a_deed_is_told_to_whoever_did_it_as_theirs_and_is_no_news(table, key, names, mine, theirs):
    talk.note(table.match, key, 0, **names)
    assert mine in read(table, 0) and mine not in read(table, 1)
    assert theirs in read(table, 1)
    assert 'name="until"' not in read(table, 0) and 'name="until"' in read(table, 1)
    assert table.match.seats.get(number=0).talk_seen == table.match.talk_count


def test_a_deed_does_not_make_read_what_was_not(table):
    say(table, 1, "Hello")
    talk.note(Match.objects.get(pk=table.match.pk), "day", 0, to="Bob")
    assert table.match.seats.get(number=0).talk_seen == 0
    assert "(2 new)" in text(table.page(0))


def test_a_bot_in_ones_seat_is_news_to_its_person(table):
    talk.note(table.match, "auto", 0)
    assert "A bot plays for you until you are back." in read(table, 0)
    assert table.match.seats.get(number=0).talk_seen == 0
    assert "A bot plays for Alice until Alice is back." in read(table, 1)


# While the fold stands open


def after(table, seat, number):
    return table.clients[seat].get(table.url("talk"), {"after": number}, headers=HTMX)


def test_an_open_fold_asks_for_others_words_and_keeps_what_is_being_written(table):
    page = read(table, 0)
    assert f'hx-get="{table.url("talk")}?after=0"' in page and "every 15s" in page
    assert after(table, 0, 0).status_code == 204
    say(table, 1, "Hello there")
    answer = text(after(table, 0, 0))
    assert "Hello there" in answer and "?after=1" in answer
    assert "talk-say" not in answer and 'name="text"' not in answer
    assert after(table, 0, 1).status_code == 204


def test_words_that_nobody_can_see_yet_are_not_marked_as_read(table):
    say(table, 1, "Hello")
    answer = text(after(table, 0, 0))
    assert 'hx-trigger="intersect once, submit"' in answer
    assert table.match.seats.get(number=0).talk_seen == 0


def test_older_words_are_not_asked_for_again(table):
    for _number in range(60):
        talk.note(Match.objects.get(pk=table.match.pk), "asleep")
    assert "?after=" in read(table, 0)
    assert "?after=" not in read(table, 0, before=20)


def test_a_stranger_hears_nothing_and_without_scripts_there_is_the_page(table, dora, sign_in):
    assert sign_in(dora).get(table.url("talk"), {"after": 0}).status_code == 404
    say(table, 1, "Hello")
    answer = table.clients[0].get(table.url("talk"), {"after": 0})
    assert (answer.status_code, answer["Location"]) == (303, table.url("talk"))


def test_asking_costs_one_query_for_the_seat_while_nothing_is_new(table):
    after(table, 0, 0)
    with Queries() as queries:
        after(table, 0, 0)
    assert len(queries) <= 3  # session, person, seat

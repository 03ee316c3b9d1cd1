"""Who edits a deck with its owner: what stays with the owner, how one is asked and told, and who suggested what."""

from datetime import timedelta

import pytest
from django.core import mail as django_mail
from django.urls import reverse
from django.utils import timezone, translation

from accounts import leaving, letters, sending, ties
from accounts.models import Send, Tie
from quotes import co_editors, decks, editing, history, notice_words, suggestions
from quotes.models import Deck, Suggestion
from quotes.notices import ANSWERS, DROPPED, LEFT, TOGETHER
from quotes.refusals import Refused
from tests.games.scripts import deck as deck_of
from tests.games.scripts import text
from tests.quotes.shelf import WORDS, guest, published
from tests.quotes.test_suggestions import BETTER, deck, texts_of

__all__ = ["deck"]

pytestmark = pytest.mark.django_db
LONG = timedelta(days=3)
NOON = "2026-05-04 12:00:00+00:00"


def settings_of(deck: Deck) -> str:
    return reverse("deck-settings", args=[deck.pk])


def told(person, kind: str) -> list[Send]:
    return [row for row in Send.objects.filter(person=person, kind=kind) if notice_words.is_news(row)]


# What stays with its owner


@pytest.mark.parametrize("word", ["title", "language", "description", "licence", "rating"])
def test_a_co_editor_reads_the_words_and_changes_none_of_them(deck, alice, bob, sign_in, word):
    there = settings_of(deck)
    page = text(sign_in(alice).get(there)).split("<h1>")[1].split("<footer")[0]
    assert f'name="{word}"' in page
    page = text(sign_in(bob).get(there)).split("<h1>")[1].split("<footer")[0]
    assert f'name="{word}"' not in page and "Only its owner changes these words." in page
    other = {"title": "Mine", "language": "de", "description": "x", "licence": "CC0 1.0", "rating": "adults"}
    before = {name: getattr(deck, name) for name in WORDS}
    assert sign_in(bob).post(there, before | {word: other[word]}).status_code == 403
    deck.refresh_from_db()
    assert {name: getattr(deck, name) for name in WORDS} == before


# Asking somebody


@pytest.mark.parametrize(
    ("who", "there"),
    [
        ("saved it by the link", True),
        ("saved it when it was published", False),
        ("never saved it", False),
        ("blocked by the owner", False),
        ("has blocked the owner", False),
        ("a guest", False),
        ("inactive", False),
    ],
)
def test_who_saved_a_deck_by_its_link_can_be_asked(deck, alice, cleo, dora, sign_in, who, there):
    person = {"never saved it": dora, "a guest": guest()}.get(who, cleo)
    if who == "a guest":
        deck.savers.add(person)
    elif who == "blocked by the owner":
        ties.tie(alice, cleo, Tie.Kind.BLOCK)
    elif who == "has blocked the owner":
        ties.tie(cleo, alice, Tie.Kind.BLOCK)
    elif who == "inactive":
        type(cleo).objects.filter(pk=cleo.pk).update(is_active=False)
    elif who == "saved it when it was published":
        deck = published(alice)
        deck.savers.add(cleo)
    page = text(sign_in(alice).get(settings_of(deck)))
    assert (f'<option value="{person.pk}">' in page) is there
    answer = sign_in(alice).post(reverse("deck-editors", args=[deck.pk]), {"person": person.pk})
    assert answer.status_code == (303 if there else 422)
    assert deck.editors.filter(pk=person.pk).exists() is there


def test_a_co_editor_is_told_once_until_they_stop(deck, alice, cleo):
    for _pressed_twice in range(2):
        co_editors.add(alice, deck, cleo)
    (row,) = told(cleo, TOGETHER)
    item = notice_words.say(row)
    assert item.subject == "You edit a deck together: Kitchen talk" and "Alice has made you" in item.line
    co_editors.drop(cleo, deck, cleo)
    assert told(cleo, TOGETHER) == []


# What became of a suggestion


def offer(person, deck: Deck, number: int = 1) -> Suggestion:
    return suggestions.suggest(person, deck.cards.get(number=number), BETTER | {"quote": f"Fish {number}."})


@pytest.mark.parametrize(
    ("taken", "declined", "line"),
    [
        (1, 0, "Of 1 suggestion of yours 1 is taken into the deck."),
        (0, 1, "Of 1 suggestion of yours 0 is taken into the deck."),
        (2, 1, "Of 3 suggestions of yours 2 are taken into the deck."),
    ],
)
def test_who_suggested_is_told_once_a_day_what_became_of_it(deck, alice, cleo, taken, declined, line):
    for number in range(1, taken + declined + 1):
        one = offer(cleo, deck, number)
        if number <= taken:
            suggestions.take(alice, one, texts_of(one))
        else:
            suggestions.decline(alice, one)
    (row,) = told(cleo, ANSWERS)
    assert row.not_before > timezone.now() and not told(alice, ANSWERS)
    assert notice_words.say(row).line == line and "Kitchen talk" in notice_words.say(row).subject


def test_what_is_said_of_a_suggestion_names_no_deck_that_one_does_not_see(deck, alice, cleo):
    suggestions.decline(alice, offer(cleo, deck))
    decks.make_private(alice, deck)
    (row,) = told(cleo, ANSWERS)
    assert "Kitchen" not in str(notice_words.say(row)) and notice_words.say(row).path == reverse("decks")
    Deck.objects.update(hidden_at=timezone.now())
    assert told(cleo, ANSWERS) == []


@pytest.mark.parametrize(
    ("what", "how", "said"),
    [
        ("another text", "as it is", "1 card changed, suggested by Cleo Alice ·"),
        ("another text", "changed", "1 card changed, suggested by Cleo Alice ·"),
        ("a card", "as it is", "1 card added, suggested by Cleo "),
        ("a card", "changed", "1 card added, suggested by Cleo Alice ·"),
        ("another text", "its writer is gone", "1 card changed Alice ·"),
        ("a card", "its writer is gone", "1 card added somebody who is gone ·"),
    ],
)
def test_the_history_names_who_suggested(deck, alice, cleo, sign_in, what, how, said):
    one = offer(cleo, deck) if what == "another text" else suggestions.offer(cleo, deck, "Fish.", "A cat")
    texts = texts_of(one)
    if how == "changed":
        texts = editing.Texts("Fish, mended.", texts.source)
    suggestions.take(alice, one, texts)
    if how == "its writer is gone":
        cleo.delete()
    page = sign_in(alice).get(reverse("deck-history", args=[deck.pk])).content.decode()
    line = " ".join(page.split('<p class="what">')[1].split("</p>")[0].split())
    plain = "".join(part.split(">")[-1] for part in line.split("<"))
    assert plain.startswith(said), plain


def test_a_card_that_was_written_by_its_author_is_no_suggestion(deck, alice):
    editing.add(alice, deck, editing.Texts("Fish.", "A cat"))
    assert [one.suggested_by for one in history.history(deck)] == [None] * 4


def test_a_suggestion_that_says_what_is_there_by_now_is_decided_now(deck, alice, cleo):
    """Not when the card came that it agrees with."""
    one = offer(cleo, deck)
    editing.change(alice, deck.cards.get(number=1), texts_of(one))
    deck.cards.update(created_at=timezone.now() - timedelta(days=3))
    suggestions.take(alice, one, texts_of(one))
    one.refresh_from_db()
    assert timezone.now() - one.decided_at < timedelta(hours=1)


def test_a_stranger_is_made_no_co_editor(deck, alice, dora):
    with pytest.raises(Refused, match="not_the_owner"):
        co_editors.add(deck.editors.get(), deck, dora)


# Who is told that it is over


def of_the_end(person) -> list[Send]:
    return [row for row in told(person, TOGETHER) if row.about["what"] in (LEFT, DROPPED)]


def test_the_owner_hears_once_who_has_stopped_and_nobody_else_does(deck, alice, bob, sign_in):
    client = sign_in(bob)
    for _pressed_twice in range(2):
        client.post(reverse("deck-editors", args=[deck.pk]), {"leave": "1"})
    (row,) = Send.objects.all()
    item = notice_words.say(row)
    assert row.person == alice and notice_words.is_news(row)
    assert item.subject == "Bob does not edit your deck any more: Kitchen talk"
    assert item.line == "Bob has stopped. What they wrote stays in the deck."
    assert item.path == f"{settings_of(deck)}#people"


def test_who_is_dropped_hears_it_once_by_the_title_that_they_knew(deck, alice, bob, sign_in):
    client = sign_in(alice)
    for _pressed_twice in range(2):
        client.post(reverse("deck-editors", args=[deck.pk]), {"drop": bob.pk})
    decks.make_private(alice, deck)
    Deck.objects.update(title="zq secret", description="zq secret")
    (row,) = Send.objects.all()
    item = notice_words.say(row)
    assert row.person == bob and notice_words.is_news(row)
    assert item.subject == "You do not edit this deck any more: Kitchen talk"
    assert item.line.startswith("Alice has ended that you edit “Kitchen talk” together.")
    assert item.path == reverse("decks") and "zq" not in f"{item}{row.about}"


def test_of_two_decks_both_are_named_in_one_mail(deck, alice, bob):
    other = deck_of(1, owner=alice, title="Bus stop talk")
    other.editors.add(bob)
    for one in (deck, other):
        co_editors.drop(alice, one, bob)
    items = [notice_words.say(row) for row in of_the_end(bob)]
    (place,) = letters.places_of(bob, items)
    assert [(heading[-12:], line.count(heading[-12:])) for heading, (line,) in place.parts.items()] == [
        ("Kitchen talk", 1),
        ("us stop talk", 1),
    ]


@pytest.mark.parametrize("language", ["en", "de"])
def test_who_is_dropped_hears_it_by_mail_in_their_language_where_they_want_it(
    deck, alice, bob, language, time_machine
):
    time_machine.move_to(NOON, tick=False)
    type(bob).objects.filter(pk=bob.pk).update(language=language, email="bob@example.org")
    bob.refresh_from_db()
    co_editors.drop(alice, deck, bob)
    sending.send_ready()
    (mail,) = django_mail.outbox
    assert mail.to == ["bob@example.org"] and "Kitchen talk" in mail.subject
    with translation.override(language):
        assert mail.subject == notice_words.say(Send.objects.get()).subject


@pytest.mark.parametrize("choice", ["this kind off", "no mails"])
def test_whoever_wants_no_such_notice_gets_none(deck, alice, bob, choice):
    if choice == "no mails":
        bob.mail_on = False
    else:
        bob.notice_choices = {TOGETHER: {"mail": False}}
    bob.save()
    co_editors.drop(alice, deck, bob)
    assert not Send.objects.exists()


@pytest.mark.parametrize("when", ["before", "after"])
@pytest.mark.parametrize("how", ["suspended", "closed"])
@pytest.mark.parametrize("leaves", [True, False])
def test_nobody_hears_of_it_whose_account_is_suspended_or_closed(
    deck, alice, bob, how, when, leaves, time_machine
):
    time_machine.move_to(NOON, tick=False)
    reader = alice if leaves else bob

    def end() -> None:
        stop = {"is_active": False} if how == "closed" else {"suspended_until": timezone.now() + LONG}
        type(reader).objects.filter(pk=reader.pk).update(**stop)

    if when == "before":
        end()
    co_editors.drop(*(bob, deck, bob) if leaves else (alice, deck, type(bob).objects.get(pk=bob.pk)))
    if when == "before":
        assert not Send.objects.exists()
        return
    end()
    sending.send_ready()
    assert django_mail.outbox == [] and Send.objects.get().state == Send.State.DROPPED


@pytest.mark.parametrize("leaves", [True, False])
@pytest.mark.parametrize(
    ("meanwhile", "news"),
    [
        ("nothing", True),
        ("blocked", None),
        ("back again", False),
        ("hidden", False),
        ("removed", False),
        ("gone", False),
        ("handed on", None),
    ],
)
def test_what_is_not_true_any_more_is_told_to_nobody(deck, alice, bob, cleo, leaves, meanwhile, news):
    co_editors.drop(*(bob, deck, bob) if leaves else (alice, deck, bob))
    (row,) = Send.objects.all()
    if meanwhile == "blocked":
        ties.tie(bob, alice, Tie.Kind.BLOCK)
        news = leaves  # the owner's words stand in what the other one reads
    elif meanwhile == "back again":
        deck.editors.add(bob)
    elif meanwhile == "handed on":
        Deck.objects.update(owner=cleo)
        news = not leaves  # who was dropped was dropped by the one who had it then
    elif meanwhile == "gone":
        deck.delete()
    elif meanwhile in ("hidden", "removed"):
        Deck.objects.update(**{f"{meanwhile}_at": timezone.now()})
    assert notice_words.is_news(row) is news
    if news:
        assert ("Bob" if leaves else "Alice") in str(notice_words.say(row))


def test_who_left_and_is_gone_is_not_named(deck, alice, bob):
    co_editors.drop(bob, deck, bob)
    leaving.erase(bob)
    assert of_the_end(alice) == []


def test_who_was_dropped_by_somebody_who_is_gone_reads_no_name(deck, alice, bob, cleo):
    deck.editors.add(cleo)
    co_editors.drop(alice, deck, bob)
    leaving.erase(alice)  # Cleo has the deck now
    (row,) = of_the_end(bob)
    assert notice_words.say(row).line.startswith("Somebody has ended that you edit “Kitchen talk” together.")


def test_once_a_day_of_a_deck_and_of_three_is_told(deck, alice, bob, time_machine):
    """The owner's words stand in it: over and over, it would be a way to write to somebody."""
    counts = []
    for day, hour in ((4, 8), (4, 9), (5, 8)):
        time_machine.move_to(f"2026-05-{day:02} {hour:02}:00:00+00:00", tick=False)
        for one in (deck, *(deck_of(0, owner=alice, title=f"Buy this {n}") for n in range(3 * (day - 4)))):
            one.editors.add(bob)
            co_editors.drop(alice, one, bob)
        counts.append(len(of_the_end(bob)))
    assert counts == [1, 1, 4]


def test_whose_beginning_was_not_told_yet_hears_of_no_end(deck, alice, bob):
    deck.editors.clear()
    co_editors.add(alice, deck, bob)
    co_editors.drop(alice, deck, bob)
    sending.send_ready()
    assert django_mail.outbox == [] and of_the_end(bob) == []


def test_who_never_edited_it_hears_nothing(deck, alice, dora):
    co_editors.drop(alice, deck, dora)
    co_editors.drop(dora, deck, dora)
    assert not Send.objects.exists()


def test_who_leaves_a_private_deck_twice_has_left_it(deck, bob, sign_in):
    client, where = sign_in(bob), reverse("deck-editors", args=[deck.pk])
    for _press in range(2):
        answer = client.post(where, {"leave": "1"})
        assert (answer.status_code, answer["Location"]) == (303, "/decks/?done=left")
    assert not deck.editors.exists() and of_the_end(bob) == []


def test_a_stranger_who_leaves_changes_and_learns_nothing(deck, bob, dora, sign_in):
    answers = [
        sign_in(dora).post(reverse("deck-editors", args=[key]), {"leave": "1"}) for key in (deck.pk, 999)
    ]
    assert {(one.status_code, one["Location"]) for one in answers} == {(303, "/decks/?done=left")}
    assert list(deck.editors.all()) == [bob]

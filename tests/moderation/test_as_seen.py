"""The page of a report shows what its reader was shown, or may see now: never what it became behind their back."""

import time

import pytest
from django.utils import timezone

from accounts.models import User
from games.models import Consent
from games.moderation.models import Case
from quotes import decks
from quotes.models import Deck
from tests.moderation import scenes
from tests.moderation.scenes import address, browser, text
from tests.moderation.test_links import flags

pytestmark = pytest.mark.django_db

GONE = "It was changed or taken away since you saw it."
WORDS = {"title": "Secret plans", "description": "Of mine", "language": "en", "licence": "", "rating": "all"}


def shows_nothing_of(client, where: str, secret: str) -> bool:
    """Neither to look at nor to send."""
    answers = [client.get(where), client.post(where, {"reason": "hate"})]
    said = "".join(map(text, answers))
    return [one.status_code for one in answers] == [410, 410] and GONE in said and secret not in said


def later(deck: Deck) -> None:
    """A change is stored by its second, and so is the moment in an address."""
    Deck.objects.filter(pk=deck.pk).update(changed_at=timezone.now() + timezone.timedelta(seconds=2))


@pytest.mark.parametrize("what", ["private", "another link", "nothing"])
def test_a_deck_that_a_stranger_was_shown_by_its_link(alice, dora, what):
    deck = scenes.deck_of(alice, state=Deck.State.LINK, link="abcdefgh")
    scenes.card(alice, deck=deck)
    Deck.objects.update(changed_at=timezone.now() - timezone.timedelta(hours=1))
    client = browser(dora)
    (where,) = flags(text(client.get("/decks/l/abcdefgh/")), "deck")
    if what == "nothing":
        assert client.post(where, {"reason": "hate"}).status_code == 303
        return
    if what == "private":
        decks.make_private(alice, deck)
    else:
        decks.share_by_link(alice, deck, anew=True)
    decks.change(alice, deck, WORDS)
    later(deck)
    assert shows_nothing_of(client, where, "Secret plans")
    assert not Case.objects.exists()


def test_a_deck_that_its_reader_still_sees_is_shown_as_it_is_now(alice, bob):
    deck = scenes.deck_of(alice)
    where = address(bob, "deck", deck.pk)
    Deck.objects.filter(pk=deck.pk).update(title="Day shift")
    later(deck)
    assert "Day shift" in text(browser(bob).get(where))


def test_a_name_that_was_changed_since(alice, bob):
    scenes.card(alice)
    (where,) = flags(text(browser(bob).get("/decks/browse/")), "name")
    assert "Alice" in text(browser(bob).get(where))
    User.objects.filter(pk=alice.pk).update(name="Zuleika")
    assert shows_nothing_of(browser(bob), where, "Zuleika")


def test_a_combination_whose_writer_has_said_no_since(alice, bob, dora):
    made = scenes.shared(alice)
    quote = flags(text(browser(dora).get(made.get_absolute_url())), "shared")
    (where,) = quote
    before = text(browser(dora).get(where))
    assert 'class="reported"' in before
    Consent.objects.update(answer=Consent.Answer.NO)
    answer = browser(dora).get(where)
    assert answer.status_code == 410 and 'class="reported"' not in text(answer)
    seated = made.match.seats.get(number=1).person
    assert browser(seated).get(address(seated, "shared", made.pk)).status_code == 200


def test_what_was_shown_to_people_who_are_not_signed_in_is_reported_within_the_hour(alice, bob, monkeypatch):
    made = scenes.shared(alice)
    where = address(None, "shared", made.pk)
    assert browser(bob).get(where).status_code == 200
    now = time.time()
    monkeypatch.setattr(time, "time", lambda: now + 3601)
    assert browser(bob).get(where).status_code == 410


@pytest.mark.parametrize("change", ["0", "9" * 12, ""])
def test_nobody_types_another_moment_into_an_address(alice, bob, change):
    where = address(bob, "deck", scenes.deck_of(alice).pk)
    mark = where.rstrip("/").rpartition("/")[2]
    signed = mark.partition(".")[0]
    other = where.replace(mark, f"{signed}.t{change}" if change else signed)
    assert browser(bob).get(other).status_code == 404

"""The page of a report shows what its reader was shown, or may see now: never what it became behind their back."""

from datetime import datetime, timedelta

import pytest
from django.utils import timezone

from accounts.models import User
from games.models import Consent
from games.moderation import reports
from games.moderation.models import Case
from games.moderation.templatetags import moderation as tags
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


@pytest.mark.parametrize("what", ["private", "another link", "nothing"])
def test_a_deck_that_a_stranger_was_shown_by_its_link(alice, dora, what):
    deck = scenes.deck_of(alice, state=Deck.State.LINK, link="abcdefgh")
    scenes.card(alice, deck=deck)
    Deck.objects.update(changed_at=timezone.now() - timedelta(hours=1))
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
    assert shows_nothing_of(client, where, "Secret plans")
    assert not Case.objects.exists()


NOON = "2026-05-04T12:00:00"


def moment(at: str) -> datetime:
    """In the second that begins at noon, by its fraction."""
    return datetime.fromisoformat(f"{NOON}{at}+00:00")


@pytest.fixture
def by_link(alice):
    deck = scenes.deck_of(alice, state=Deck.State.LINK, link="abcdefgh")
    scenes.card(alice, deck=deck)
    return Deck.objects.filter(pk=deck.pk)


SHOWN_AT_HALF = {".200000": 200, ".499999": 200, ".500000": 200, ".500001": 410, ".800000": 410}


@pytest.mark.parametrize(("changed", "status"), SHOWN_AT_HALF.items())
def test_a_change_in_the_same_second_counts_if_it_came_after_the_page(
    by_link, dora, time_machine, changed, status
):
    time_machine.move_to(moment(".500000"), tick=False)
    by_link.update(changed_at=min(moment(changed), moment(".500000")))
    (where,) = flags(text(browser(dora).get("/decks/l/abcdefgh/")), "deck")
    by_link.update(changed_at=moment(changed))
    assert browser(dora).get(where).status_code == status


def test_a_page_shows_what_there_was_when_it_began_however_long_it_takes(
    by_link, dora, time_machine, monkeypatch
):
    time_machine.move_to(moment(".500000"), tick=False)
    by_link.update(changed_at=moment(".200000"))

    def slowly(*args):
        time_machine.move_to(moment(".900000"), tick=False)
        return reports.mark_of(*args)

    monkeypatch.setattr(tags, "mark_of", slowly)
    (where,) = flags(text(browser(dora).get("/decks/l/abcdefgh/")), "deck")
    by_link.update(changed_at=moment(".700000"))
    assert browser(dora).get(where).status_code == 410


def test_when_a_page_began_is_noted_whoever_may_take_part(by_link, dora, time_machine, settings):
    settings.MIDDLEWARE = [one for one in settings.MIDDLEWARE if "Suspended" not in one]
    time_machine.move_to(moment(".500000"), tick=False)
    by_link.update(changed_at=moment(".200000"))
    page = browser(dora).get("/decks/l/abcdefgh/")
    assert page.wsgi_request.began == moment(".500000")


OLDER = {"the second before": (".000000", 200), "the same second": (".300000", 410)}


@pytest.mark.parametrize(("changed", "status"), OLDER.values(), ids=OLDER)
def test_an_address_of_before_that_knows_the_second_alone_still_works(by_link, dora, changed, status):
    by_link.update(changed_at=moment(changed))
    key = by_link.get().pk
    tail = f".t{int(moment('').timestamp())}"
    mark = reports.signature("deck", key, dora.pk, tail) + tail
    assert browser(dora).get(f"/report/deck/{key}/{mark}/").status_code == status


def test_a_deck_that_its_reader_still_sees_is_shown_as_it_is_now(alice, bob):
    deck = scenes.deck_of(alice)
    where = address(bob, "deck", deck.pk)
    Deck.objects.filter(pk=deck.pk).update(title="Day shift")
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


def test_what_was_shown_to_people_who_are_not_signed_in_is_reported_within_the_hour(alice, bob, time_machine):
    made = scenes.shared(alice)
    where = address(None, "shared", made.pk)
    assert browser(bob).get(where).status_code == 200
    time_machine.move_to(timezone.now() + timedelta(seconds=3601))
    assert browser(bob).get(where).status_code == 410


@pytest.mark.parametrize("change", ["0", "9" * 12, ""])
def test_nobody_types_another_moment_into_an_address(alice, bob, change):
    where = address(bob, "deck", scenes.deck_of(alice).pk)
    mark = where.rstrip("/").rpartition("/")[2]
    signed = mark.partition(".")[0]
    for part in ("t", "m"):
        other = where.replace(mark, f"{signed}.{part}{change}" if change else signed)
        assert browser(bob).get(other).status_code == 404

"""A deck on its way to everybody: what it takes, and how it is handed in."""

from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone

from accounts.standing import MayNotWrite
from quotes import decks, publishing
from quotes.likeness import key_of
from quotes.models import Deck, Version
from quotes.publishing import PROMISES
from quotes.refusals import Refused
from tests.games.scripts import deck as deck_of
from tests.games.scripts import text
from tests.quotes.curated import FREE, STATES, TICKED, change, cleo, deck, published

__all__ = ["cleo"]

pytestmark = pytest.mark.django_db


# What it takes


def half(made: Deck) -> None:
    made.cards.filter(number=1).update(source="")


def hide(made: Deck) -> None:
    made.cards.filter(number=1).update(hidden_at=timezone.now())


@pytest.mark.parametrize(
    ("cards", "words", "then", "missing", "known", "size"),
    [
        (36, {}, None, [], [], 36),
        (35, {}, None, ["size"], [], 35),
        (36, {"licence": ""}, None, ["licence"], [], 36),
        (36, {"description": ""}, None, ["description"], [], 36),
        (36, {"language": "xx"}, None, ["language"], [], 36),
        (37, {}, half, [], ["half"], 36),
        (36, {}, half, ["size"], ["half"], 35),
        (36, {}, hide, ["size"], [], 35),
        (0, {"licence": "", "description": ""}, None, ["description", "licence", "size"], [], 0),
    ],
)
def test_the_list_says_what_is_missing_and_what_to_know(alice, cards, words, then, missing, known, size):
    made = deck(alice, cards, **words)
    if then:
        then(made)
    draft = publishing.draft_of(made)
    assert [check.key for check in draft.checks if check.must and not check.done] == missing
    assert [check.key for check in draft.checks if not check.must and not check.done] == known
    assert (draft.size, draft.ready) == (size, not missing)


def test_half_cards_are_named_and_stay_out_of_the_version(alice, cleo, sign_in):
    made = deck(alice, 40)
    made.cards.filter(number=7).update(source="")
    made.cards.filter(number=8).update(quote="", source="Half a person")
    page = text(sign_in(alice).get(f"/decks/{made.pk}/publish/"))
    assert "2 sides lack their quote or their source." in page
    assert "card 7" in page and "card 8" in page and "Half a person" in page
    version = publishing.submit(alice, made)
    assert version.size == 38 and not set(version.cards) & set(
        made.cards.filter(number__in=[7, 8]).values_list("pk", flat=True)
    )


def test_quotes_that_are_nearly_alike_are_listed_side_by_side(alice, sign_in):
    made = deck(alice, 38)
    for number, quote in ((3, "Why me?"), (30, "WHY ME")):
        made.cards.filter(number=number).update(quote=quote, likeness=key_of(quote, ""))
    page = text(sign_in(alice).get(f"/decks/{made.pk}/publish/"))
    assert "These quotes are nearly alike." in page
    assert 0 < page.index("Why me?") < page.index("WHY ME")
    assert publishing.draft_of(made).ready


def test_a_card_of_two_sides_is_one_card(alice):
    made = deck_of(36, owner=alice, description="x", licence=FREE)
    version = publishing.submit(alice, made)
    assert (version.size, len(version.cards)) == (36, 72)


# Handed in


def test_what_is_handed_in_is_frozen_words_and_rows_and_number(alice, cleo, sign_in):
    made = deck(alice, 40)
    before = list(made.cards.order_by("number").values_list("pk", flat=True))
    answer = sign_in(alice).post(f"/decks/{made.pk}/publish/", TICKED)
    assert (answer.status_code, answer["Location"]) == (303, f"/decks/{made.pk}/publish/?done=submitted")
    version = made.versions.get()
    assert (version.number, version.state, version.size, version.cards) == (1, "submitted", 40, before)
    decks.change(alice, made, {"title": "Other", "language": "de", "licence": FREE, "rating": "adults"})
    change(alice, made, "Another text")
    version.refresh_from_db()
    assert (version.title, version.language, version.rating) == ("Kitchen talk", "en", "all")
    assert version.cards == before
    page = text(sign_in(alice).get(f"/decks/{made.pk}/publish/"))
    assert "Version 1 waits for a curator" in page and "Withdraw it" in page and "Hand in" not in page


@pytest.mark.parametrize("left_out", PROMISES)
def test_each_promise_is_wanted_and_the_other_ticks_are_kept(alice, sign_in, left_out):
    made = deck(alice)
    kept = {name: "1" for name in PROMISES if name != left_out}
    answer = sign_in(alice).post(f"/decks/{made.pk}/publish/", kept)
    page = text(answer)
    assert answer.status_code == 422 and "Tick all three boxes." in page and not Version.objects.exists()
    for name in PROMISES:
        tick = 'aria-invalid="true"' if name == left_out else "checked"
        assert f'name="{name}" value="1" {tick}' in page


def test_what_lacks_something_is_not_handed_in(alice, sign_in):
    made = deck(alice, 20)
    answer = sign_in(alice).post(f"/decks/{made.pk}/publish/", TICKED)
    assert answer.status_code == 422 and "Something on the list is missing." in text(answer)
    assert not Version.objects.exists()


def test_pressed_twice_it_is_one_version_and_another_one_waits_its_turn(alice):
    made = deck(alice)
    first = publishing.submit(alice, made)
    assert publishing.submit(alice, made) == first
    change(alice, made, "Something else now")
    with pytest.raises(Refused, match="under_review"):
        publishing.submit(alice, made)
    assert Version.objects.count() == 1


def test_what_is_published_as_it_is_cannot_be_handed_in_again(alice, cleo, sign_in):
    made = published(alice, cleo)
    with pytest.raises(Refused, match="nothing_new"):
        publishing.submit(alice, made)
    assert "There is nothing to hand in." in text(sign_in(alice).get(f"/decks/{made.pk}/publish/"))
    change(alice, made, "Now there is")
    assert publishing.submit(alice, made).number == 2


@pytest.mark.parametrize(
    ("who", "status", "words"),
    [
        ("owner", 303, ""),
        ("co-editor", 403, "Only the owner of this deck can do that."),
        ("saver by link", 403, "Only its owner and co-editors change this deck."),
        ("curator", 404, ""),
        ("stranger", 404, ""),
    ],
)
@pytest.mark.parametrize("what", ["publish", "withdraw"])
def test_only_its_owner_hands_in_and_withdraws(alice, bob, cleo, dora, sign_in, who, status, words, what):
    made = deck(alice, state=Deck.State.LINK, link="secret")
    person = {"owner": alice, "co-editor": bob, "saver by link": bob, "curator": cleo, "stranger": dora}[who]
    if who == "co-editor":
        made.editors.add(bob)
    if who == "saver by link":
        made.savers.add(bob)
    if what == "withdraw":
        publishing.submit(alice, made)
    answer = sign_in(person).post(f"/decks/{made.pk}/{what}/", TICKED)
    assert answer.status_code == status and words in text(answer)
    waits = Version.objects.filter(state=STATES.SUBMITTED).exists()
    assert waits == ((status == 303) == (what == "publish"))


def test_a_co_editor_sees_the_list_and_that_the_owner_hands_in(alice, bob, sign_in):
    made = deck(alice)
    made.editors.add(bob)
    page = text(sign_in(bob).get(f"/decks/{made.pk}/publish/"))
    assert "Only the owner of this deck hands it in." in page and "Hand in 36 cards" not in page


def test_signed_out_one_is_asked_to_sign_in():
    assert Client().get("/decks/1/publish/").status_code == 302
    assert Client().get("/decks/review/").status_code == 302


def test_who_may_not_write_hands_nothing_in(alice, sign_in):
    made = deck(alice)
    alice.muted_until = timezone.now() + timedelta(days=1)
    alice.save()
    with pytest.raises(MayNotWrite):
        publishing.submit(alice, made)
    answer = sign_in(alice).post(f"/decks/{made.pk}/publish/", TICKED)
    assert answer.status_code == 403 and "you write nothing here until" in text(answer)


def test_blanks_are_not_published(alice, sign_in):
    made = deck(alice, of_blanks=True)
    with pytest.raises(Refused, match="of_blanks"):
        publishing.submit(alice, made)
    assert "Your blank cards cannot be published." in text(sign_in(alice).get(f"/decks/{made.pk}/publish/"))


def test_after_five_times_a_day_it_says_when_to_try_again(alice, sign_in):
    for _ in range(5):
        publishing.submit(alice, deck(alice))
    answer = sign_in(alice).post(f"/decks/{deck(alice).pk}/publish/", TICKED)
    assert answer.status_code == 429 and "You have handed in 5 times today. Try again in " in text(answer)
    assert Version.objects.count() == 5


def test_a_withdrawn_version_can_be_handed_in_anew_and_pressing_twice_is_the_same(alice, cleo, sign_in):
    made, client = deck(alice), sign_in(alice)
    publishing.submit(alice, made)
    for _ in range(2):
        answer = client.post(f"/decks/{made.pk}/withdraw/")
        assert answer["Location"].endswith("?done=withdrawn")
    assert made.versions.get().state == "withdrawn"
    assert publishing.submit(alice, made).number == 2
    assert client.get(f"/decks/{made.pk}/withdraw/")["Location"] == f"/decks/{made.pk}/publish/"


def test_what_is_decided_cannot_be_withdrawn(alice, cleo, sign_in):
    made = published(alice, cleo)
    answer = sign_in(alice).post(f"/decks/{made.pk}/withdraw/")
    assert answer.status_code == 409 and "a curator was faster" in text(answer)

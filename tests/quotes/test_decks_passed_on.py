"""A deck that is passed on, copied and removed, or whose owner goes."""

import pytest
from django.contrib.auth.models import AnonymousUser

from accounts import leaving
from games import decks as game_decks
from games.models import Match
from quotes import co_editors, copying, crediting, decks, publishing
from quotes.models import Card, Deck, Suggestion, Version
from quotes.refusals import Refused
from tests.games.scripts import deck as deck_of
from tests.quotes.shelf import STATES, WORDS, deck, guest, later, play_with, published

pytestmark = pytest.mark.django_db


# Passing on


def test_a_link_is_made_kept_made_anew_and_taken_away(alice, cleo):
    made = decks.share_by_link(alice, deck(alice))
    first = made.link
    assert made.state == "link" and first and decks.may_see(cleo, made, first)
    decks.save(cleo, made, on=True)
    assert decks.share_by_link(alice, made).link == first
    second = decks.share_by_link(alice, made, anew=True)
    assert second.link not in (first, None) and not decks.may_see(AnonymousUser(), second, first)
    private = decks.make_private(alice, made)
    assert (private.state, private.link) == ("private", None) and not decks.may_see(
        cleo, private, second.link
    )
    assert not decks.may_see(cleo, decks.share_by_link(alice, private))


@pytest.mark.parametrize(
    ("saved", "then", "sees"),
    [
        ("by link", [], True),
        ("by link", ["other words"], True),
        ("by link", ["publish"], True),
        ("by link", ["anew"], False),
        ("by link", ["private", "link"], False),
        ("by link", ["publish", "unpublish", "link"], False),
        ("published", [], True),
        ("published", ["unpublish", "link"], False),
        ("published", ["unpublish", "publish"], True),
    ],
)
def test_whoever_saved_a_deck_sees_it_as_long_as_the_way_by_which_they_had_it_is_open(
    alice, cleo, saved, then, sees
):
    made = published(alice) if saved == "published" else decks.share_by_link(alice, deck(alice))
    decks.save(cleo, made, on=True)
    for step in then:
        made.refresh_from_db()
        {
            "other words": lambda: decks.change(alice, made, WORDS | {"title": "Other"}),
            "anew": lambda: decks.share_by_link(alice, made, anew=True),
            "link": lambda: decks.share_by_link(alice, made),
            "private": lambda: decks.make_private(alice, made),
            "publish": lambda: Deck.objects.filter(pk=made.pk).update(state="published"),
            "unpublish": lambda: publishing.unpublish(alice, made),
        }[step]()
    made.refresh_from_db()
    found = decks.may_see(cleo, made), made in decks.saved_by(cleo), made in game_decks.usable_by(cleo)
    assert found == (sees, sees, sees)
    assert co_editors.savers_to_ask(alice, made) == ([cleo] if sees and made.state == "link" else [])


def test_a_link_that_is_another_one_by_now_saves_nothing(alice, cleo):
    made = decks.share_by_link(alice, deck(alice))
    decks.share_by_link(alice, made, anew=True)
    with pytest.raises(Refused, match="deck_gone"):
        decks.save(cleo, made, on=True)
    assert not made.savers.exists()


@pytest.mark.parametrize("who", ["co-editor", "stranger"])
@pytest.mark.parametrize("what", ["link", "private", "editor", "remove"])
def test_whom_it_is_for_is_decided_by_the_owner_alone(alice, bob, dora, cleo, who, what):
    made = deck(alice)
    made.editors.add(bob)
    person = bob if who == "co-editor" else dora
    with pytest.raises(Refused) as refused:
        {
            "link": lambda: decks.share_by_link(person, made),
            "private": lambda: decks.make_private(person, made),
            "editor": lambda: co_editors.add(person, made, cleo),
            "remove": lambda: decks.remove(person, made),
        }[what]()
    assert refused.value.status == 403 and refused.value.words
    assert refused.value.why == ("not_the_owner" if who == "co-editor" else "not_yours")


@pytest.mark.parametrize(
    ("more", "why"), [({"of_blanks": True}, "own_blanks"), ({"state": "published"}, "is_published")]
)
def test_own_blanks_and_published_decks_are_not_passed_on_by_link(alice, bob, more, why):
    made = deck(alice, **more)
    for attempt in (decks.share_by_link, decks.make_private):
        with pytest.raises(Refused, match=why):
            attempt(alice, made)
    if more.get("of_blanks"):
        with pytest.raises(Refused, match=why):
            co_editors.add(alice, made, bob)


def test_co_editors_are_added_once_and_dropped_by_the_owner_or_by_themselves(alice, bob, cleo, dora):
    made = deck(alice)
    for person in (bob, bob, cleo, alice):
        co_editors.add(alice, made, person)
    assert set(made.editors.all()) == {bob, cleo}
    with pytest.raises(Refused, match="not_the_owner"):
        co_editors.drop(cleo, made, bob)
    co_editors.drop(alice, made, bob)
    for _ in range(2):
        co_editors.drop(cleo, made, cleo)
    co_editors.drop(dora, made, dora)  # who never was one
    assert not made.editors.exists()


def test_guests_and_who_is_away_for_good_are_no_co_editors(alice, bob):
    bob.is_active = False
    bob.save()
    for person in (guest(), bob):
        with pytest.raises(Refused, match="no_such_person"):
            co_editors.add(alice, deck(alice), person)


def test_a_deck_has_at_most_twenty_co_editors(alice, bob, cleo, monkeypatch):
    monkeypatch.setattr(co_editors, "MOST", 1)
    made = deck(alice)
    for _ in range(2):
        co_editors.add(alice, made, bob)
    with pytest.raises(Refused, match="too_many_editors") as refused:
        co_editors.add(alice, made, cleo)
    assert "at most 1 co-editors" in refused.value.words


def test_saving_and_thanking_twice_is_once_and_can_be_taken_back(alice, bob):
    made = deck(alice, state=STATES.PUBLISHED)
    for _ in range(2):
        decks.save(bob, made, on=True)
        decks.thank(bob, made, on=True)
        decks.thank(alice, made, on=True)  # nobody thanks themselves
    assert list(made.savers.all()) == [bob] and made.thanks.get().person == bob
    for _ in range(2):
        decks.save(bob, made, on=False)
        decks.thank(bob, made, on=False)
    assert not made.savers.exists() and not made.thanks.exists()
    with pytest.raises(Refused, match="guest"):
        decks.thank(guest(), made, on=True)


# Copies


def test_a_copy_has_the_same_words_and_cards_and_says_where_it_came_from(alice, bob):
    original = deck_of(
        3, owner=bob, title="Said at sea", licence="CC BY 4.0", state=STATES.LINK, rating="teens"
    )
    original.cards.filter(number=2).update(tags="fish", author=bob)
    made = copying.copy(alice, original)
    assert (made.title, made.licence, made.rating, made.state) == (
        "Said at sea (copy)",
        "CC BY 4.0",
        "teens",
        "private",
    )
    assert (made.owner, made.based_on, made.credit) == (alice, original, "Said at sea (Bob)")
    texts = ("number", "side", "quote", "source", "description", "category", "language", "author")
    assert set(made.cards.values_list(*texts)) == set(original.cards.values_list(*texts))
    original.delete()
    made.refresh_from_db()
    assert (made.based_on, made.credit) == (None, "Said at sea (Bob)")


def test_a_copy_of_a_copy_credits_both(alice, bob, cleo):
    first = deck(alice, state=STATES.PUBLISHED, licence="CC0 1.0")
    second = copying.copy(bob, first)
    second.title = "Second"
    second.save()
    third = copying.copy(cleo, second)
    assert third.credit == "Second (Bob); Kitchen talk (Alice)"
    second.title, second.credit = "x" * 80, "y" * 200
    assert len(crediting.credit_of(second)) == 200


@pytest.mark.parametrize(
    ("licence", "who", "allowed"),
    [("", "stranger", False), ("", "owner", True), ("", "co-editor", True), ("CC0 1.0", "stranger", True)],
)
def test_only_what_the_licence_allows_is_copied(alice, bob, dora, licence, who, allowed):
    made = deck(alice, state=STATES.LINK, licence=licence)
    made.editors.add(bob)
    person = {"owner": alice, "co-editor": bob, "stranger": dora}[who]
    if allowed:
        assert copying.copy(person, made).owner == person
    else:
        with pytest.raises(Refused, match="no_free_licence") as refused:
            copying.copy(person, made)
        assert refused.value.status == 403


def test_the_licence_of_what_was_published_counts_for_everybody_else(alice, bob):
    made = published(alice, licence="CC0 1.0", title="As it was")
    decks.change(alice, made, WORDS | {"licence": ""})
    copied = copying.copy(bob, made)
    assert (copied.title, copied.licence) == ("As it was (copy)", "CC0 1.0")


def test_a_copy_that_is_made_twice_in_a_moment_is_one(alice, bob):
    original = deck(bob, licence="CC0 1.0", state=STATES.PUBLISHED)
    first = copying.copy(alice, original)
    assert copying.copy(alice, original) == first and first.cards.count() == 3
    later(first)
    assert copying.copy(alice, original) != first


# Removing


def test_a_deck_that_was_never_played_with_is_gone_with_all_that_hangs_on_it(alice, bob):
    made = published(alice)
    decks.save(bob, made, on=True)
    decks.thank(bob, made, on=True)
    Suggestion.objects.create(deck=made, card=made.cards.first(), quote="Fish", writer=bob)
    decks.remove(alice, made)
    assert not Deck.objects.exists() and not Card.objects.exists() and not Version.objects.exists()


@pytest.mark.parametrize("status", [Match.Status.LOBBY, Match.Status.RUNNING, Match.Status.FINISHED])
def test_a_deck_that_was_played_with_is_shown_nowhere_and_its_cards_stay(alice, bob, status):
    made = published(alice)
    match = play_with(made)
    Match.objects.filter(pk=match.pk).update(status=status)
    decks.save(bob, made, on=True)
    decks.remove(alice, made)
    made.refresh_from_db()
    assert made.removed_at and (made.state, made.link, made.published) == ("private", None, None)
    assert made.cards.count() == 3
    assert not decks.may_see(alice, made) and not decks.may_edit(alice, made)
    assert not decks.edited_by(alice) and not decks.saved_by(bob) and not decks.published()
    with pytest.raises(Refused, match="not_yours"):
        decks.remove(alice, made)


# People who go, and guests who turn out to have an account


@pytest.mark.parametrize(
    ("played", "shared", "left", "owner"),
    [(False, False, 0, None), (True, False, 3, None), (False, True, 3, "Cleo"), (True, True, 3, "Cleo")],
)
def test_whoever_goes_leaves_decks_to_co_editors_and_cards_to_matches(
    alice, bob, cleo, dora, played, shared, left, owner
):
    made = published(alice)
    if played:
        play_with(made)
    if shared:
        made.editors.add(cleo)
        made.editors.add(dora)
    leaving.erase(alice)
    row = Deck.objects.first()
    assert Card.objects.count() == left and (row is None) is (left == 0)
    if row is not None:
        assert (str(row.owner) if row.owner else None) == owner
        assert decks.may_see(bob, row) is shared and (row.removed_at is None) is shared
        assert list(row.editors.all()) == ([dora] if shared else [])
        assert decks.owner_words(row) == (owner or "somebody who is gone")


def test_what_a_guest_saved_and_suggested_is_the_accounts(alice, bob):
    visitor, made, other = guest(), deck(bob, state=STATES.PUBLISHED), deck(bob, state=STATES.PUBLISHED)
    visitor.decks_saved.add(made, other)
    alice.decks_saved.add(other)
    Suggestion.objects.create(deck=made, quote="Fish", writer=visitor)
    leaving.merge(visitor, alice)
    assert set(alice.decks_saved.all()) == {made, other} and Suggestion.objects.get().writer == alice

"""A deck as a whole: who may see and change it, how it is made, passed on, copied and removed."""

from datetime import timedelta

import pytest
from django.contrib.auth.models import AnonymousUser
from django.utils import timezone

from accounts import leaving
from accounts.models import User
from accounts.standing import MayNotWrite
from games.models import Match
from quotes import copying, crediting, decks, editing
from quotes.models import Card, Deck, Suggestion, Thanks, Version
from quotes.refusals import Refused
from tests.games.scripts import Queries
from tests.games.scripts import deck as deck_of

pytestmark = pytest.mark.django_db
WORDS = {
    "title": "Kitchen talk",
    "language": "en",
    "description": "What we said",
    "licence": "",
    "rating": "all",
}
STATES = Deck.State


def deck(owner, cards=3, **more) -> Deck:
    return deck_of(cards, owner=owner, two_sided=False, title="Kitchen talk", **more)


def published(owner, **words) -> Deck:
    made = deck(owner, state=STATES.PUBLISHED, licence="CC BY 4.0")
    rows = [card.pk for card in made.cards.all()]
    as_it_was = {name: getattr(made, name) for name in decks.WORDS} | words
    made.published = Version.objects.create(deck=made, number=1, state="published", cards=rows, **as_it_was)
    made.save()
    return made


def guest() -> User:
    return User.objects.create(name="Guest", is_guest=True)


def mute(person) -> None:
    person.muted_until = timezone.now() + timedelta(days=1)
    person.save()


def play_with(made: Deck) -> Match:
    match = Match.objects.create(game="game-of-quotes", rules=1)
    match.decks.add(made)
    return match


def later(*rows, seconds=60) -> None:
    """So long ago that what comes now is no second press."""
    for row in rows:
        type(row).objects.filter(pk=row.pk).update(created_at=timezone.now() - timedelta(seconds=seconds))


# Who may do what


@pytest.mark.parametrize(
    ("state", "who", "sees", "edits"),
    [
        ("private", "owner", True, True),
        ("private", "co-editor", True, True),
        ("private", "saver", False, False),
        ("private", "has the link", False, False),
        ("private", "stranger", False, False),
        ("private", "nobody", False, False),
        ("link", "owner", True, True),
        ("link", "co-editor", True, True),
        ("link", "saver", True, False),
        ("link", "has the link", True, False),
        ("link", "nobody with the link", True, False),
        ("link", "has another link", False, False),
        ("link", "stranger", False, False),
        ("link", "nobody", False, False),
        ("published", "owner", True, True),
        ("published", "stranger", True, False),
        ("published", "nobody", True, False),
    ],
)
@pytest.mark.parametrize("gone", ["", "hidden", "removed"])
def test_who_may_see_and_edit_a_deck(alice, bob, cleo, dora, state, who, sees, edits, gone):
    made = deck(alice, state=state, link="secret" if state == "link" else None)
    made.editors.add(bob)
    made.savers.add(cleo)
    if gone:
        setattr(made, f"{gone}_at", timezone.now())
        made.save()
    person = {"owner": alice, "co-editor": bob, "saver": cleo, "nobody": AnonymousUser()}.get(who, dora)
    person = AnonymousUser() if who.startswith("nobody") else person
    link = {"has the link": "secret", "nobody with the link": "secret", "has another link": "guessed"}.get(
        who, ""
    )
    still_there = not gone or (gone == "hidden" and who == "owner")  # who may copy what was written
    assert decks.may_see(person, made, link) is (sees and still_there)
    assert decks.may_edit(person, made) is (edits and not gone)


@pytest.mark.parametrize("link", ["", None])
def test_no_link_opens_a_deck_without_one(dora, alice, link):
    assert not decks.may_see(dora, deck(alice, state=STATES.LINK, link=None), link)


@pytest.mark.parametrize(
    ("more", "sees"),
    [({}, True), ({"state": STATES.PRIVATE}, False), ({"hidden_at": timezone.now()}, False)],
)
def test_a_starter_deck_is_seen_by_everybody_unless_it_is_withdrawn_and_edited_by_nobody(alice, more, sees):
    made = deck(None, starter="en", **more)
    for person in (alice, AnonymousUser()):
        assert decks.may_see(person, made) is sees and not decks.may_edit(person, made)
    with pytest.raises(Refused, match="not_yours"):
        editing.add(alice, made, editing.Texts("Fish", "A cat"))


def test_the_lists_of_a_person(alice, bob):
    first, second = deck(alice), deck(alice)
    shared, hidden_shared = deck(bob), deck(bob, hidden_at=timezone.now())
    hidden = deck(alice, hidden_at=timezone.now())
    deck(alice, removed_at=timezone.now())
    deck(bob)
    blanks = deck(alice, of_blanks=True)
    for made in (shared, hidden_shared):
        made.editors.add(alice)
    saved = {state: deck(bob, state=state) for state in STATES.values}
    gone = deck(bob, state=STATES.PUBLISHED, removed_at=timezone.now())
    alice.decks_saved.add(*saved.values(), gone, first, shared)
    assert set(decks.edited_by(alice)) == {first, second, shared, hidden, blanks}
    assert set(decks.saved_by(alice)) == {saved["link"], saved["published"]}
    assert all(decks.may_see(alice, made) for made in [*decks.edited_by(alice), *decks.saved_by(alice)])
    assert set(decks.published()) == {saved["published"]}


def test_the_last_changed_comes_first(alice):
    one, two = deck(alice), deck(alice)
    editing.add(alice, one, editing.Texts("Fish", "A cat"))
    assert list(decks.edited_by(alice)) == [one, two]


def test_counts_are_of_cards_in_use_and_of_thanks_in_one_query(alice, bob, cleo):
    two_sided = deck_of(4, owner=alice)
    two_sided.cards.filter(number=1).update(retired_at=timezone.now())
    two_sided.cards.filter(number=2, side="red").update(hidden_at=timezone.now())
    empty = deck(alice, 0)
    for person in (bob, cleo):
        Thanks.objects.create(deck=two_sided, person=person)
    with Queries() as queries:
        found = {row.pk: (row.size, row.thanked) for row in decks.with_counts(decks.edited_by(alice))}
    assert found == {two_sided.pk: (3, 2), empty.pk: (0, 0)} and len(queries) == 1


# Making and changing


@pytest.mark.parametrize(
    ("typed", "why", "field"),
    [
        ({"title": " \u200b "}, "no_title", "title"),
        ({"title": "x" * 81}, "long_title", "title"),
        ({"title": "x" * 2_000_000}, "long_title", "title"),
        ({"description": "x" * 301}, "long_description", "description"),
        ({"language": "xx"}, "no_language", "language"),
        ({"language": ""}, "no_language", "language"),
        ({"licence": "GPL"}, "no_choice", "licence"),
        ({"rating": "nobody"}, "no_choice", "rating"),
        ({"rating": "\x00"}, "no_choice", "rating"),
    ],
)
def test_words_that_a_deck_cannot_have_are_refused_in_words(alice, typed, why, field):
    made = deck(alice)
    for attempt in (
        lambda: decks.create(alice, WORDS | typed),
        lambda: decks.change(alice, made, WORDS | typed),
    ):
        with pytest.raises(Refused) as refused:
            attempt()
        assert (refused.value.why, refused.value.status, refused.value.field) == (why, 422, field)
        assert "%(" not in refused.value.words
    made.refresh_from_db()
    assert made.title == "Kitchen talk" and Deck.objects.count() == 1


@pytest.mark.parametrize(
    ("typed", "kept"),
    [
        ({"title": "  Said\n at  home "}, {"title": "Said at home"}),
        ({"title": "x" * 80, "description": "y" * 300}, {"title": "x" * 80, "description": "y" * 300}),
        ({"title": "<script>"}, {"title": "<script>"}),
        ({"licence": "CC0 1.0", "rating": "adults"}, {"licence": "CC0 1.0", "rating": "adults"}),
        ({"language": "de"}, {"language": "de"}),
    ],
)
def test_a_new_deck_is_private_and_says_what_was_typed(alice, typed, kept):
    made = decks.create(alice, WORDS | typed)
    assert {name: getattr(made, name) for name in kept} == kept
    assert (made.owner, made.state, made.link) == (alice, "private", None)


def test_a_deck_that_is_made_twice_in_a_moment_is_one(alice, bob):
    first = decks.create(alice, WORDS)
    assert decks.create(alice, WORDS) == first and decks.create(bob, WORDS) != first
    assert decks.create(alice, WORDS | {"title": "Another"}) != first
    later(first)
    assert decks.create(alice, WORDS) != first
    filled = decks.create(alice, WORDS | {"title": "Filled"})
    editing.add(alice, filled, editing.Texts("Fish", "A cat"))
    assert decks.create(alice, WORDS | {"title": "Filled"}) != filled


def test_guests_and_who_may_not_write_make_no_deck(alice):
    with pytest.raises(Refused) as refused:
        decks.create(guest(), WORDS)
    assert (refused.value.why, refused.value.status) == ("guest", 403)
    mute(alice)
    for attempt in (lambda: decks.create(alice, WORDS), lambda: decks.change(alice, deck(alice), WORDS)):
        with pytest.raises(MayNotWrite, match="muted"):
            attempt()


def test_nobody_owns_more_than_a_hundred_decks(alice, monkeypatch):
    monkeypatch.setattr(decks, "MOST_DECKS", 2)
    deck(alice, removed_at=timezone.now())
    for title in ("One", "Two"):
        decks.create(alice, WORDS | {"title": title})
    with pytest.raises(Refused, match="too_many_decks") as refused:
        decks.create(alice, WORDS | {"title": "Three"})
    assert refused.value.status == 429 and "You own 2 decks" in refused.value.words


@pytest.mark.parametrize("who", ["owner", "co-editor", "saver", "stranger"])
def test_only_its_owner_changes_its_words(alice, bob, cleo, dora, who):
    made = deck(alice, state=STATES.LINK, link="secret")
    made.editors.add(bob)
    made.savers.add(cleo)
    person = {"owner": alice, "co-editor": bob, "saver": cleo, "stranger": dora}[who]
    before = made.changed_at
    if who == "owner":
        decks.change(person, made, WORDS | {"title": "Said at home"})
    else:
        with pytest.raises(Refused) as refused:
            decks.change(person, made, WORDS | {"title": "Stolen"})
        why = "not_the_owner" if who == "co-editor" else "not_yours"
        assert (refused.value.why, refused.value.status) == (why, 403)
    made.refresh_from_db()
    assert (made.title == "Said at home") is (made.changed_at > before) is (who == "owner")


def test_cards_are_in_the_language_of_their_deck(alice):
    made = deck(alice)
    decks.change(alice, made, WORDS | {"language": "sv"})
    assert set(made.cards.values_list("language", flat=True)) == {"sv"}


def test_what_was_published_keeps_its_words(alice):
    made = published(alice)
    decks.change(alice, made, WORDS | {"title": "Other words", "language": "de"})
    made.published.refresh_from_db()
    assert (made.published.title, made.published.language) == ("Kitchen talk", "en")


@pytest.mark.parametrize(
    ("licence", "of", "chosen", "allowed"),
    [
        ("CC BY-SA 4.0", "another's", "CC BY-SA 4.0", True),
        ("CC BY-SA 4.0", "another's", "CC0 1.0", False),
        ("CC BY-SA 4.0", "another's", "", False),
        ("CC BY-SA 4.0", "one that is gone", "", False),
        ("CC BY-SA 4.0", "one's own", "", True),
        ("CC BY 4.0", "another's", "", True),
    ],
)
def test_a_copy_under_share_alike_stays_under_it(alice, bob, licence, of, chosen, allowed):
    original = deck(alice if of == "one's own" else bob, licence=licence, state=STATES.PUBLISHED)
    made = copying.copy(alice, original)
    if of == "one that is gone":
        original.delete()
        made.refresh_from_db()
    if allowed:
        decks.change(alice, made, WORDS | {"licence": chosen})
    else:
        with pytest.raises(Refused, match="share_alike"):
            decks.change(alice, made, WORDS | {"licence": chosen})


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
    assert decks.may_see(cleo, decks.share_by_link(alice, private))


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
            "editor": lambda: decks.add_editor(person, made, cleo),
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
            decks.add_editor(alice, made, bob)


def test_co_editors_are_added_once_and_dropped_by_the_owner_or_by_themselves(alice, bob, cleo, dora):
    made = deck(alice)
    for person in (bob, bob, cleo, alice):
        decks.add_editor(alice, made, person)
    assert set(made.editors.all()) == {bob, cleo}
    with pytest.raises(Refused, match="not_the_owner"):
        decks.drop_editor(cleo, made, bob)
    decks.drop_editor(alice, made, bob)
    for _ in range(2):
        decks.drop_editor(cleo, made, cleo)
    decks.drop_editor(dora, made, dora)  # who never was one
    assert not made.editors.exists()


def test_guests_and_who_is_away_for_good_are_no_co_editors(alice, bob):
    bob.is_active = False
    bob.save()
    for person in (guest(), bob):
        with pytest.raises(Refused, match="no_such_person"):
            decks.add_editor(alice, deck(alice), person)


def test_a_deck_has_at_most_twenty_co_editors(alice, bob, cleo, monkeypatch):
    monkeypatch.setattr(decks, "MOST_EDITORS", 1)
    made = deck(alice)
    for _ in range(2):
        decks.add_editor(alice, made, bob)
    with pytest.raises(Refused, match="too_many_editors") as refused:
        decks.add_editor(alice, made, cleo)
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
    texts = ("number", "side", "quote", "source", "description", "category", "language", "tags", "author")
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

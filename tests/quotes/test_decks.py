"""A deck as a whole: who may see and change it, and how it is made."""

import pytest
from django.contrib.auth.models import AnonymousUser
from django.utils import timezone

from accounts.standing import MayNotWrite
from quotes import copying, decks, editing
from quotes.models import Deck, Thanks
from quotes.refusals import Refused
from tests.games.scripts import Queries
from tests.games.scripts import deck as deck_of
from tests.quotes.shelf import STATES, WORDS, deck, guest, later, mute, published

pytestmark = pytest.mark.django_db


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
        with pytest.raises(Refused, match="stays_by_sa"):
            decks.change(alice, made, WORDS | {"licence": chosen})

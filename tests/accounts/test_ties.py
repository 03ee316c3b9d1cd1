"""Mute and block between two people."""

import pytest

from accounts import leaving, ties
from accounts.models import Device, Send, Tie, User

pytestmark = pytest.mark.django_db
MUTE, BLOCK = Tie.Kind.MUTE, Tie.Kind.BLOCK


def test_without_a_choice_nobody_is_hidden(alice, bob):
    assert ties.kind_between(alice, bob) == ""
    assert ties.hidden_authors(alice) == ties.hiding_from(alice) == ties.blocked_with(alice) == set()


@pytest.mark.parametrize(("kind", "blocked"), [(MUTE, False), (BLOCK, True)])
def test_either_choice_hides_words_and_a_block_stands_between_both(alice, bob, cleo, kind, blocked):
    ties.tie(alice, bob, kind)
    assert ties.kind_between(alice, bob) == kind
    assert ties.kind_between(bob, alice) == ""
    assert ties.hidden_authors(alice) == {bob.pk}
    assert ties.hidden_authors(bob) == set()
    assert ties.hiding_from(bob) == {alice.pk}
    assert ties.hiding_from(alice) == set()
    assert ties.blocked_with(alice) == ({bob.pk} if blocked else set())
    assert ties.blocked_with(bob) == ({alice.pk} if blocked else set())
    assert ties.blocked_with(cleo) == set()


@pytest.mark.parametrize("first", [MUTE, BLOCK])
@pytest.mark.parametrize("then", [MUTE, BLOCK])
def test_the_later_choice_replaces_the_earlier_one(alice, bob, first, then):
    ties.tie(alice, bob, first)
    ties.tie(alice, bob, then)
    assert Tie.objects.get().kind == then


def test_a_choice_is_taken_back_by_who_made_it(alice, bob):
    ties.tie(alice, bob, BLOCK)
    ties.tie(bob, alice, BLOCK)
    ties.untie(alice, bob)
    assert ties.kind_between(alice, bob) == ""
    assert ties.blocked_with(alice) == {bob.pk}  # by Bob, still
    ties.untie(alice, bob)
    ties.untie(bob, alice)
    assert not Tie.objects.exists()


def test_nobody_mutes_or_blocks_themselves(alice):
    ties.tie(alice, alice, BLOCK)
    assert not Tie.objects.exists()


def test_the_list_of_my_choices_names_the_latest_first_and_nobody_elses(alice, bob, cleo):
    ties.tie(alice, bob, MUTE)
    ties.tie(alice, cleo, BLOCK)
    ties.tie(bob, alice, BLOCK)
    assert [(tie.other, tie.kind) for tie in ties.of(alice)] == [(cleo, BLOCK), (bob, MUTE)]


def test_a_deleted_person_leaves_no_choice_behind(alice, bob):
    ties.tie(alice, bob, MUTE)
    ties.tie(bob, alice, BLOCK)
    bob.delete()
    assert not Tie.objects.exists()
    assert ties.hidden_authors(alice) == set()


@pytest.mark.parametrize("kind", [MUTE, BLOCK])
@pytest.mark.parametrize("turned", [False, True], ids=["mine", "theirs"])
def test_rows_of_somebody_with_a_block_between_us_are_left_out_whoever_made_it(
    alice, bob, cleo, kind, turned
):
    """Tried on ties themselves as rows with an author: Bob and Cleo each have one towards somebody else."""
    other = User.objects.create(name="Emil")
    for author in (bob, cleo):
        ties.tie(author, other, MUTE)
    ties.tie(*((bob, alice) if turned else (alice, bob)), kind)
    rows = ties.without_blocked(Tie.objects.filter(other=other), alice, "person")
    assert {row.person for row in rows} == ({cleo} if kind == BLOCK else {bob, cleo})


@pytest.mark.parametrize(
    ("guests", "accounts", "after"),
    [
        ("", "", ""),
        (MUTE, "", MUTE),
        (BLOCK, "", BLOCK),
        ("", MUTE, MUTE),
        (MUTE, MUTE, MUTE),
        (MUTE, BLOCK, BLOCK),
        (BLOCK, MUTE, BLOCK),
    ],
)
@pytest.mark.parametrize("by_me", [True, False])
def test_ties_of_and_to_a_guest_become_the_accounts_and_a_block_wins(
    alice, bob, cleo, guests, accounts, after, by_me
):
    def tie(one, kind):
        if kind:
            ties.tie(*((one, cleo) if by_me else (cleo, one)), kind)

    tie(bob, guests)
    tie(alice, accounts)
    ties.hand_over(bob, alice)
    assert ties.kind_between(*((alice, cleo) if by_me else (cleo, alice))) == after


def test_nobody_mutes_or_blocks_themselves_after_a_merge(alice, bob):
    ties.tie(alice, bob, BLOCK)
    ties.tie(bob, alice, MUTE)
    leaving.merge(bob, alice)
    assert not Tie.objects.exists()


def test_what_rings_and_what_waits_to_be_told_goes_to_the_account(alice, bob):
    Device.objects.create(person=bob, endpoint="https://push.example.org/1", key="k", auth="a")
    for person, event, state in (
        (bob, "x", "waiting"),
        (bob, "y", "waiting"),
        (alice, "y", "sent"),
        (bob, "z", "sent"),
    ):
        Send.objects.create(event=event, kind="turn", person=person, channel="push", state=state)
    leaving.merge(bob, alice)
    assert Device.objects.get().person == alice
    assert set(Send.objects.values_list("event", "state", "person")) == {
        ("x", "waiting", alice.pk),
        ("y", "sent", alice.pk),
    }

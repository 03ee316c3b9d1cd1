"""What moderators decide about somebody is a letter of its own; other news stay together."""

import pytest
from django.core import mail
from django.utils import timezone

from accounts import notices, sending
from accounts.notices import Item, Kind, News, tell_all
from games.moderation import appeals, cases
from tests.moderation import scenes
from tests.moderation.scenes import decided, moderator, report

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def bell(monkeypatch, time_machine):
    """News of another kind. It is noon."""
    time_machine.move_to("2026-05-04 12:00:00+00:00", tick=False)
    kind = Kind(
        "bell", "Bell", frozenset({"mail"}), lambda row: True, lambda row: Item("Bell", "It rang.", "/m/")
    )
    monkeypatch.setitem(notices.KINDS, "bell", kind)


def subjects_to(who, sweeps: int = 4) -> list[str]:
    """Of the mails that go out, one after the other."""
    for n in range(sweeps):
        sending.send_ready(timezone.now() + n * sending.APART)
    return [message.subject for message in mail.outbox if message.to == [who.email]]


def upheld(judge, case):
    appeals.appeal(case.author, case.pk, "Not so.")
    appeals.decide(moderator("Other"), case.pk, "uphold", "It stands.")


DECISION = "The moderators have decided: a card in “Night shift”, 4 May, 12:00"
DECISIONS = {
    "a warning": (("keep", "warn"), None, DECISION),
    "written nothing for a while": (("keep", "mute"), None, DECISION),
    "suspended": (("keep", "suspend"), None, DECISION),
    "hidden": (("hide",), None, DECISION),
    "asked to change it": (("ask",), None, DECISION),
    "what became of an appeal": (("hide",), upheld, "What became of your appeal"),
    "ended before its time": (
        ("keep", "mute"),
        lambda judge, case: cases.end(judge, case.pk, "lift_mute"),
        "A decision about you has ended",
    ),
}


@pytest.mark.parametrize(("verdict", "then", "subject"), DECISIONS.values(), ids=DECISIONS)
def test_a_decision_comes_alone_and_first_and_all_else_together(alice, bob, judge, verdict, then, subject):
    theirs = decided(
        judge, report(alice, "card", scenes.card(bob, "His.", deck=scenes.deck_of(bob, "Day shift")))
    )
    tell_all([News(alice.pk, "bell", "bell/1")])
    case = decided(judge, report(bob, "card", scenes.card(alice)), *verdict)
    if then is not None:
        subjects_to(alice, 1)
        mail.outbox.clear()
        then(judge, case)
        tell_all([News(alice.pk, "bell", "bell/2")])
    assert theirs.author == bob
    assert subjects_to(alice) == [subject, "What became of your report: a card in “Day shift” (and 1 more)"]


def test_each_decision_is_a_letter_with_what_became_of_it_and_an_owner_has_one_about_all(
    alice, bob, cleo, judge
):
    deck = scenes.deck_of(cleo)
    first, _second = (
        decided(judge, report(bob, "card", scenes.card(alice, quote, deck=deck)), "hide")
        for quote in ("One.", "Two.")
    )
    upheld(judge, first)
    assert subjects_to(alice) == [f"{DECISION} (and 1 more)", DECISION]
    assert ["It stands." in message.body for message in mail.outbox if message.to == [alice.email]] == [
        True,
        False,
    ]
    assert [subject.startswith(DECISION) for subject in subjects_to(cleo)] == [True]


AGAINST = "There you can say something against it."


def partly(judge, case):
    appeals.appeal(case.author, case.pk, "Not so.")
    appeals.decide(moderator("Other"), case.pk, "reverse", parts=["mute"])


def reversed_(judge, case):
    appeals.appeal(case.author, case.pk, "Not so.")
    appeals.decide(moderator("Other"), case.pk, "reverse")


def shown_again(judge, case):
    cases.end(judge, case.pk, "unhide")


@pytest.mark.parametrize(
    ("since", "subjects", "says"),
    [
        (None, [DECISION], True),
        (lambda judge, case: appeals.appeal(case.author, case.pk, "Not so."), [DECISION], False),
        (partly, [DECISION, "What became of your appeal"], False),
        (upheld, [DECISION, "What became of your appeal"], False),
        (reversed_, ["What became of your appeal"], False),
        (shown_again, [DECISION, "A decision about you has ended"], True),
    ],
    ids=["nothing", "an appeal", "partly granted", "not granted", "granted", "shown again"],
)
def test_the_one_letter_says_what_is_true_by_then_each_under_its_own_heading(
    alice, bob, judge, since, subjects, says
):
    case = decided(judge, report(bob, "card", scenes.card(alice)), "hide", "mute")
    if since is not None:
        since(judge, case)
    subjects_to(alice)
    (message,) = [message for message in mail.outbox if message.to == [alice.email]]
    lines = message.body.splitlines()
    assert [line for line in lines if line in (DECISION, *subjects)] == subjects
    assert (AGAINST in message.body) == says


@pytest.mark.parametrize("since", [None, reversed_, shown_again], ids=["nothing", "granted", "shown again"])
def test_the_owner_of_the_deck_hears_of_what_still_holds(alice, bob, cleo, judge, since):
    card = scenes.card(alice, deck=scenes.deck_of(cleo))
    case = decided(judge, report(bob, "card", card), "hide")
    if since is not None:
        since(judge, case)
    assert subjects_to(cleo) == ([] if since else [DECISION])


def test_each_decision_about_the_decks_of_an_owner_has_its_own_heading(alice, bob, cleo, judge):
    for title in ("Night shift", "Day shift"):
        card = scenes.card(alice, title, deck=scenes.deck_of(cleo, title))
        decided(judge, report(bob, "card", card), "hide")
    assert subjects_to(cleo) == [f"{DECISION} (and 1 more)"]
    (message,) = [message for message in mail.outbox if message.to == [cleo.email]]
    lines = message.body.splitlines()
    for title in ("Night shift", "Day shift"):
        at = lines.index(DECISION.replace("Night shift", title))
        assert f"of your deck {title} is not shown any more" in lines[at + 1]

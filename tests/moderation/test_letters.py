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


@pytest.fixture
def judge(db):
    return moderator("Judge")


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
    assert subjects_to(alice) == [DECISION, DECISION]
    assert ["It stands." in message.body for message in mail.outbox if message.to == [alice.email]] == [
        True,
        False,
    ]
    assert [subject.startswith(DECISION) for subject in subjects_to(cleo)] == [True]

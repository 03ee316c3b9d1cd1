"""Much at once around one person and their decks: nobody waits in a circle, and who comes second is told so."""

import re
from collections.abc import Callable
from functools import partial
from typing import Any

import pytest
from django.core.handlers.wsgi import WSGIHandler
from django.db import DatabaseError, IntegrityError, OperationalError, connection, transaction
from django.test.utils import CaptureQueriesContext

from accounts import clashes, leaving
from accounts.models import User
from games.moderation import appeals, cases
from games.moderation.models import Case
from games.moderation.verdicts import Verdict
from quotes import copying, decks, editing, suggestions, uploads
from quotes.models import Deck, Suggestion, Thanks, Upload
from quotes.refusals import Refused
from tests.games.scripts import sit_down
from tests.games.test_races import Browser, at_once
from tests.moderation import scenes
from tests.moderation.scenes import browser, moderator, person

ROUNDS = 2
NAMES = ("Alice", "Bob", "Cleo", "Dora")
ORDER = (  # docs/architecture.md, "Locks"
    *("moderation_case", "games_match", "accounts_user"),
    *("quotes_upload", "quotes_deck", "quotes_suggestion", "quotes_card"),
)
LOCKS = re.compile(
    r'^SELECT .*? FROM "(\w+)".* FOR (?:NO KEY )?UPDATE|^UPDATE "(\w+)"|^DELETE FROM "(\w+)"', re.S
)


OF_OTHERS = b"""{"format": "quote-deck", "title": "Night shift", "licence": "CC BY 4.0",
    "cards": [{"red": {"quote": "Nobody sleeps.", "source": "Zoe"}}]}"""


class World:
    """Alice has a deck that Cleo edits, too; all that can hang on it does. A moderator has taken the reports."""

    def __init__(self) -> None:
        self.alice, self.bob, self.cleo, self.dora = (person(name) for name in NAMES)
        self.guest = person("Guest", is_guest=True)
        self.judge, self.other_judge = moderator("Judge"), moderator("Other")
        self.deck = scenes.deck_of(self.alice, licence=Deck.Licence.BY)
        self.deck.editors.add(self.cleo)
        lines = [f"Quote {number} of Alice." for number in range(4)]
        self.cards = [scenes.card(self.alice, line, deck=self.deck) for line in lines]
        self.offered = Suggestion.objects.create(deck=self.deck, writer=self.bob, quote="Fish.", source="Bob")
        self.case = self.taken("deck", self.deck)
        self.upload = uploads.take_in(self.alice, self.deck, b"One line.\nAnother line.\n")
        self.of_others = uploads.take_in(self.alice, self.deck, OF_OTHERS)
        self.match = sit_down("kangoeroe", [self.alice, self.bob])
        Thanks.objects.create(deck=self.deck, person=self.bob)
        copying.copy(self.bob, self.deck)
        sit_down("kangoeroe", [self.guest, self.cleo])
        Suggestion.objects.create(deck=self.deck, writer=self.guest, quote="Bread.", source="Guest")

    def taken(self, kind: str, row: Any) -> Case:
        return cases.take(self.judge, scenes.report(self.dora, kind, row).pk)

    def decide(self, kind: str, row: Any, thing: str, author: str = "mute") -> Case:
        verdict = Verdict(thing, author, days=7, reason="insult")
        return cases.decide(self.judge, self.taken(kind, row).pk, verdict)


def reverse(world: World, kind: str, row: Any, thing: str) -> None:
    case = world.decide(kind, row, thing)
    appeals.appeal(world.alice, case.pk, "Not so.")
    appeals.decide(world.other_judge, case.pk, "reverse")


DONE: dict[str, Callable[[World], Any]] = {
    "an account goes": lambda world: leaving.erase(world.alice),
    "a guest signs in": lambda world: leaving.merge(world.guest, world.alice),
    "a deck is hidden": lambda world: world.decide("deck", world.deck, "hide"),
    "a card is hidden": lambda world: world.decide("card", world.cards[0], "hide"),
    "a suggestion is hidden": lambda world: world.decide("suggestion", world.offered, "hide"),
    "a name is taken away": lambda world: world.decide("name", world.alice, "rename"),
    "a hidden deck is shown again": lambda world: reverse(world, "deck", world.deck, "hide"),
    "a name is given back": lambda world: reverse(world, "name", world.alice, "rename"),
    "a deck is copied": lambda world: copying.copy(world.cleo, world.deck),
    "a deck is removed": lambda world: decks.remove(world.alice, world.deck),
    "an import is added": lambda world: uploads.agree(world.upload),
    "an import of others' cards is added": lambda world: uploads.agree(world.of_others),
    "a suggestion is made": lambda world: suggestions.suggest(world.bob, world.cards[0], {"quote": "Else."}),
    "a suggestion is taken": lambda world: suggestions.take(
        world.alice, world.offered, editing.Texts("Fish.", "Bob")
    ),
}


@pytest.mark.postgres
@pytest.mark.django_db
@pytest.mark.parametrize("what", DONE)
def test_locks_are_taken_in_one_order(what):
    world = World()
    with CaptureQueriesContext(connection) as queries:
        DONE[what](world)
    taken: list[str] = []
    for query in queries:
        sql = query["sql"]
        if "ROLLBACK" in sql or sql.startswith(("SAVEPOINT", "RELEASE")):
            continue
        if found := LOCKS.match(sql):
            taken.append(next(filter(None, found.groups())))
    firsts = [table for table in dict.fromkeys(taken) if table in ORDER]
    assert firsts == sorted(firsts, key=ORDER.index)
    assert firsts


# Two at once, in real threads


@pytest.fixture(scope="module")
def app():
    return WSGIHandler()


class Visitor:
    """What somebody presses at Alice's deck, each a job that says its status."""

    def __init__(self, app: WSGIHandler, world: World, who: User) -> None:
        self.tab, self.deck, self.card = Browser(app, browser(who)), world.deck, world.cards[0]
        self.upload = world.upload

    def press(self, what: str, **form: str) -> Callable[[], int]:
        path = {
            "suggest": f"/decks/{self.deck.pk}/cards/{self.card.pk}/suggest/",
            "import": f"/decks/uploads/{self.upload.pk}/",
        }.get(what, f"/decks/{self.deck.pk}/{what}/")
        return lambda: self.tab.post(path, form, htmx=False)[0]

    def all_buttons(self) -> list[Callable[[], int]]:
        suggest = self.press("suggest", quote="Otherwise.", source="Somebody", description="", note="")
        return [self.press("copy"), self.press("save", on="1"), self.press("thanks", on="1"), suggest]


def judged(app: WSGIHandler, world: World) -> Callable[[], int]:
    tab, path = Browser(app, browser(world.judge)), f"/moderation/case/{world.case.pk}/decide/"
    form = {"thing": "hide", "author": "mute", "days": "7", "reason": "hate", "sure": "1"}
    return lambda: tab.post(path, form, htmx=False)[0]


def visited(app: WSGIHandler, world: World) -> list[Callable[[], int]]:
    return [job for who in (world.dora, world.cleo) for job in Visitor(app, world, who).all_buttons()]


RIVALS: dict[str, Callable[[WSGIHandler, World], list[Callable[[], int]]]] = {
    "a moderator hides the deck": lambda app, world: [judged(app, world)],
    "her own import is added": lambda app, world: [
        Visitor(app, world, world.alice).press("import", do="add")
    ],
    "others copy, save, thank and suggest": visited,
}
ANSWERS = {302, 303, 400, 403, 404, 409, 422}  # 302 and 400: her own tab, once the account is gone


@pytest.mark.postgres
@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("what", RIVALS)
def test_an_account_goes_whatever_others_do_meanwhile(app, what):
    for number in range(ROUNDS):
        world = World()
        if number % 2:
            world.deck.editors.clear()  # nobody inherits it
        jobs = RIVALS[what](app, world)
        answers = at_once([partial(leaving.erase, world.alice), *jobs], workers=min(5, len(jobs) + 1))
        assert answers[0] is True and set(answers[1:]) <= ANSWERS
        assert not User.objects.filter(pk=world.alice.pk).exists()


@pytest.mark.postgres
@pytest.mark.django_db(transaction=True)
def test_a_deck_is_removed_whatever_others_do_meanwhile(app):
    for _round in range(ROUNDS):
        world = World()
        mine = Visitor(app, world, world.alice)
        jobs = [mine.press("remove"), *visited(app, world), mine.press("import", do="add")]
        answers = at_once(jobs, workers=5)
        assert answers[0] == 303 and set(answers) <= {303, 403, 404, 409}
        assert not Deck.objects.filter(pk=world.deck.pk, removed_at=None).exists()


@pytest.mark.django_db(transaction=True)
def test_an_import_is_added_or_thrown_away_and_the_other_is_told(app):
    for _round in range(ROUNDS):
        world = World()
        mine = Visitor(app, world, world.alice)
        answers = at_once([mine.press("import", do=do) for do in ("add", "drop")], workers=2)
        added = world.deck.cards.filter(quote="One line.").exists()
        kept = Upload.objects.filter(pk=world.upload.pk).values_list("state", flat=True).first()
        assert kept == ("done" if added else None)
        assert answers == [303, 303] if added else answers[1] == 303 and answers[0] in (303, 404, 409)


# Told in words

LATE: dict[str, Callable[[World], Any]] = {
    "saved": lambda world: decks.save(world.dora, world.deck, on=True),
    "thanked": lambda world: decks.thank(world.dora, world.deck, on=True),
    "copied": lambda world: copying.copy(world.dora, world.deck),
    "suggested": lambda world: suggestions.suggest(world.dora, world.cards[0], {"quote": "Otherwise."}),
}


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("what", LATE)
def test_what_comes_to_a_deck_that_has_just_gone_is_refused(what):
    world = World()
    world.deck.copies.all().delete()
    decks.remove(world.alice, Deck.objects.get(pk=world.deck.pk))
    with pytest.raises(Refused, match="deck_gone") as refused:
        LATE[what](world)
    assert refused.value.status == 409


def refusal(state: str) -> DatabaseError:
    """As PostgreSQL says it."""
    error, cause = OperationalError("no"), Exception("no")
    cause.sqlstate = state  # type: ignore[attr-defined]
    error.__cause__ = cause
    return error


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("error", "told"),
    [
        (refusal("40P01"), True),  # two waited for one another
        (refusal("40001"), True),
        (refusal("23503"), True),  # a row that another points to
        (IntegrityError("FOREIGN KEY constraint failed"), True),
        (OperationalError("database is locked"), True),
        (DatabaseError("Save with update_fields did not affect any rows."), True),
        (refusal("23505"), False),  # twice what may be there once: a fault of ours
        (OperationalError("no such table: quotes_deck"), False),
        (User.DoesNotExist(), False),  # somebody else's
        (ValueError("no"), False),
    ],
)
def test_a_clash_is_told_in_words_and_a_fault_stays_a_fault(monkeypatch, error, told):
    world = World()

    def clash(*_args: Any, **_more: Any) -> None:
        raise error

    monkeypatch.setattr(decks, "thank", clash)
    client = browser(world.dora)
    client.raise_request_exception = False
    answer = client.post(f"/decks/{world.deck.pk}/thanks/", {"on": "1"})
    assert answer.status_code == (409 if told else 500)
    assert ("Somebody was faster" in scenes.text(answer)) is told


@pytest.mark.django_db
def test_whose_account_is_deleted_in_another_tab_is_told(monkeypatch):
    world = World()
    client = browser(world.dora)
    client.raise_request_exception = False
    copied = copying.copy

    def gone_and_copied(who: User, deck: Deck) -> Deck:
        User.objects.filter(pk=world.dora.pk)._raw_delete("default")
        return copied(who, deck)

    monkeypatch.setattr(copying, "copy", gone_and_copied)
    with transaction.atomic():
        answer = client.post(f"/decks/{world.deck.pk}/copy/")
        transaction.set_rollback(True)
    assert answer.status_code == 409 and "Somebody was faster" in scenes.text(answer)


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize(("inside", "tries"), [(False, 2), (True, 1)])
def test_an_account_that_could_not_go_is_tried_once_more(monkeypatch, inside, tries):
    """Inside another transaction only all of it could be done again."""
    alice, tried = person("Alice"), []

    def clash(who: User) -> None:
        tried.append(who.pk)
        if len(tried) == 1:
            raise refusal(clashes.WAITED)

    monkeypatch.setattr(leaving, "before_deletion", [clash, *leaving.before_deletion])
    if inside:
        with pytest.raises(OperationalError), transaction.atomic():
            leaving.erase(alice)
    else:
        assert leaving.erase(alice)
    assert len(tried) == tries and User.objects.filter(pk=alice.pk).exists() is inside

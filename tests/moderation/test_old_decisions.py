"""An update of a site with decisions of before there were covers: each covers what it said that it hides."""

from datetime import UTC, datetime, timedelta
from types import SimpleNamespace
from typing import Any

import pytest
from django.db import connection
from django.db.migrations.executor import MigrationExecutor

from games.moderation import cases, covers
from games.moderation.allowed import CaseSight
from games.moderation.models import Case, Cover
from quotes.models import Card
from tests.moderation.scenes import moderator

pytestmark = pytest.mark.django_db(transaction=True)
BEFORE = ("moderation", "0003_suggestions")
WITH_COVERS = ("moderation", "0004_covers")
LONG_AGO = datetime(2026, 1, 1, tzinfo=UTC)


def migrate(nodes: list[tuple[str, str]]) -> Any:
    """The models as they are then."""
    executor = MigrationExecutor(connection)
    executor.migrate(nodes)
    return MigrationExecutor(connection).loader.project_state(nodes).apps


@pytest.fixture
def old(transactional_db):
    """The models before there were covers, and `old.update()`; whatever happens the tables are the latest again."""
    latest = MigrationExecutor(connection).loader.graph.leaf_nodes()

    def go_to(node: tuple[str, str]) -> Any:
        return migrate([other for other in latest if other[0] != node[0]] + [node]).get_model

    yield SimpleNamespace(model=go_to(BEFORE), update=lambda: migrate(latest), go_to=go_to)
    migrate(latest)


class Site:
    """What was written, hidden and decided on it: each decision in an hour of its own, by its name."""

    def __init__(self, old: Any) -> None:
        self.model, self.cases, self.rows = old.model, {}, {}
        self.alice, self.bob = (self.make("accounts.User", username=n, name=n) for n in ("alice", "bob"))
        self.deck, self.other = (self.make("quotes.Deck", title=t, owner=self.alice) for t in "AB")
        self.match = self.make("games.Match", game="kangoeroe", rules=1)

    def make(self, model: str, **fields: Any) -> Any:
        return self.model(*model.split(".")).objects.create(**fields)

    def at(self) -> datetime:
        """When the next decision is made."""
        return LONG_AGO + timedelta(hours=len(self.cases))

    def card(self, **more: Any) -> Any:
        number = len(self.rows) + 1
        fields = {"deck": self.deck, "author": self.alice, "quote": f"Quote {number}", "source": "Porter"}
        return self.make("quotes.Card", number=number, **fields | more)

    def thing(self, kind: str, **more: Any) -> Any:
        made = {
            "card": lambda: self.card(**more),
            "deck": lambda: self.make("quotes.Deck", title="C", owner=self.alice, **more),
            "words": lambda: self.make("quotes.Words", author=self.alice, text="Wardrobe", **more),
            "shared": lambda: self.make(
                "games.Shared", match=self.match, round=len(self.rows), seat=0, **more
            ),
            "suggestion": lambda: self.make(
                "quotes.Suggestion", deck=self.deck, quote="Moon", writer=self.alice
            ),
        }[kind]()
        self.rows[kind, made.pk] = made
        return made

    def hidden(self, kind: str, **more: Any) -> Any:
        """By the next decision."""
        made = self.thing(kind, **({} if kind == "suggestion" else {"hidden_at": self.at()} | more))
        if kind == "suggestion":
            self.make("moderation.Hiding", suggestion=made, at=self.at(), waited=True)
        return made

    def decide(
        self, name: str, verdict: str, kind: str, key: int, outcome: str | None = None, **more: Any
    ) -> None:
        fields = {"state": "done", "done_at": self.at(), "author": self.alice, "fingerprint": name} | more
        case = self.make("moderation.Case", kind=kind, key=key, verdict=verdict, **fields)
        if outcome is not None:
            self.make("moderation.Appeal", case=case, text="Not so.", outcome=outcome)
        self.cases[name] = case

    def overlap(self) -> list[Any]:
        """A card hidden alone, then its deck with it and another; then what says the same as that other."""
        alone = self.hidden("card", deck=self.other)
        self.decide("alone", "hide", "card", alone.pk)
        beside = self.hidden("card", deck=self.other, quote="The same")
        self.other.hidden_at = self.at()
        self.other.save()
        self.decide("the deck", "hide", "deck", self.other.pk)
        elsewhere = self.hidden("card", quote="The same")
        self.decide("elsewhere", "hide", "card", elsewhere.pk)
        self.hidden(
            "card", author=self.bob, quote="The same", hidden_at=LONG_AGO - timedelta(days=2)
        )  # of somebody else
        return [alone, beside, elsewhere]


def keys_of(*rows: Any) -> set[tuple[str, int]]:
    return {(row._meta.model_name, row.pk) for row in rows}


def covered() -> dict[str, set[tuple[str, int]]]:
    """What each decision covers, by its name."""
    found: dict[str, set[tuple[str, int]]] = {}
    for name, kind, key in Cover.objects.values_list("case__fingerprint", "kind", "key"):
        found.setdefault(name, set()).add((kind, key))
    return found


def test_each_decision_covers_what_it_hides_and_what_it_ended_covers_nothing(old):
    site, wanted = Site(old), {}
    for kind in ("card", "deck", "words", "shared"):
        row = site.hidden(kind)
        site.decide(f"hidden: {kind}", "hide", kind, row.pk)
        wanted[f"hidden: {kind}"] = keys_of(row)
    for verdict in ("hide warn", "hide mute", "hide suspend"):
        row = site.hidden("card")
        site.decide(verdict, verdict, "card", row.pk, until=site.at() + timedelta(days=7))
        wanted[verdict] = keys_of(row)
    for verdict in ("dismiss", "ask", "warn", "mute", "suspend", "ask warn", "rename", "rename mute"):
        kind = "name" if "rename" in verdict else "card"
        site.decide(verdict, verdict, kind, site.alice.pk if kind == "name" else site.thing("card").pk)
    for state in ("open", "taken"):
        site.decide(state, "", "card", site.thing("card").pk, state=state, done_at=None)
    for outcome in ("", "upheld"):
        row = site.hidden("card")
        site.decide(f"appealed: {outcome}", "hide warn", "card", row.pk, outcome)
        wanted[f"appealed: {outcome}"] = keys_of(row)
    site.decide("reversed", "hide", "card", site.thing("card").pk, "reversed")
    site.decide("ended by a moderator", "hide", "card", site.thing("card").pk)

    along = [site.hidden(kind) for kind in ("card", "card", "words", "suggestion")]
    site.decide("with what says the same", "hide", "card", along[0].pk)
    wanted["with what says the same"] = keys_of(*along)
    left = site.hidden("card")
    site.decide("of a thing that is gone", "hide", "card", left.pk + 1000)
    wanted["of a thing that is gone"] = keys_of(left)
    again = site.hidden("card")
    site.decide("shown, then hidden by the next", "hide", "card", again.pk)
    again.hidden_at = site.at()
    again.save()
    site.decide("hidden once more", "hide", "card", again.pk)
    wanted["hidden once more"] = keys_of(again)
    site.hidden("card", hidden_at=LONG_AGO - timedelta(days=1))  # in the admin, without a decision
    alone, beside, elsewhere = site.overlap()
    wanted["alone"] = keys_of(alone)
    wanted["the deck"] = keys_of(site.other, alone, beside)
    wanted["elsewhere"] = keys_of(beside, elsewhere)

    old.update()
    assert covered() == wanted
    judge = moderator("Judge")
    for case in Case.objects.filter(state="done").exclude(appeal__outcome=""):
        said = sum(line["places"] for line in covers.told(case))
        assert said == len(wanted.get(case.fingerprint, ()))
        assert ("unhide" in CaseSight(judge, case).offered) is bool(said), case.fingerprint
    for name, shown in {
        "alone": set(),
        "the deck": {alone.pk},
        "elsewhere": {alone.pk, beside.pk, elsewhere.pk},
    }.items():
        cases.end(judge, Case.objects.get(fingerprint=name).pk, "unhide")
        there = Card.objects.filter(pk__in=[alone.pk, beside.pk, elsewhere.pk], hidden_at=None)
        assert set(there.values_list("pk", flat=True)) == shown


def test_an_update_that_left_out_what_was_hidden_before_is_made_good_and_what_ended_since_stays_so(old):
    site = Site(old)
    alone, beside, elsewhere = site.overlap()
    first = site.hidden("card", deck=(ended := site.make("quotes.Deck", title="D", owner=site.alice)))
    site.decide("its first card", "hide", "card", first.pk)
    ended.hidden_at = site.at()
    ended.save()
    site.decide("ended since", "hide", "deck", ended.pk)
    site.decide("hidden once more", "hide", "deck", ended.pk)
    nobodys = [site.hidden("card", author=None, quote="Nobody’s") for _ in range(2)]
    site.decide("of nobody", "hide", "card", nobodys[0].pk)
    nobodys[1].hidden_at = LONG_AGO - timedelta(days=1)
    nobodys[1].save()

    made = old.go_to(WITH_COVERS)("moderation", "Cover").objects
    at = {("card", row.pk): row.hidden_at for row in (alone, beside, elsewhere, first, *nobodys)}
    for one in made.select_related("case"):
        if at.get((one.kind, one.key), one.case.done_at) != one.case.done_at:
            one.delete()  # as the first of these updates left it
    made.filter(case__fingerprint="ended since").delete()
    made.create(case_id=site.cases["hidden once more"].pk, kind="deck", key=ended.pk)
    left_out = {("the deck", alone.pk), ("elsewhere", beside.pk)}
    assert left_out.isdisjoint(made.values_list("case__fingerprint", "key"))

    for _again in range(2):
        old.update()
        assert covered() == {
            "alone": keys_of(alone),
            "the deck": keys_of(site.other, alone, beside),
            "elsewhere": keys_of(beside, elsewhere),
            "its first card": keys_of(first),
            "hidden once more": keys_of(ended),
            "of nobody": keys_of(nobodys[0]),
        }
        old.go_to(WITH_COVERS)

"""T43: whatever somebody writes into a field, no page, mail, file or picture is built otherwise than by plain words.

SQLite keeps texts of any length, so a field holds all of the nasty texts at once, and each page is made once.
"""

import json
import re
from datetime import timedelta
from email import message_from_bytes
from html import escape
from typing import Any
from xml.etree import ElementTree

import pytest
from django.contrib.auth.models import Group
from django.core import mail
from django.utils import timezone

from accounts import push, sending
from accounts.models import Send, User
from accounts.text import one_line
from games import combinations, shared_picture, talk
from games.game_of_quotes.cards import row_of
from games.models import Seat, Shared
from games.moderation import appeals, cases
from games.moderation.models import Act, Appeal, Case, FlagWord, Report
from games.moderation.targets import TARGETS, freeze
from games.moderation.views import pages
from quotes import exporting
from quotes.exchange import reading
from quotes.models import Card, Deck, Suggestion, Version, Words
from quotes.publishing import CURATORS
from quotes.text import clean
from tests.game_of_quotes.seated import revealed, sit
from tests.games.scripts import play_on, sit_down
from tests.moderation import scenes
from tests.moderation.nasty import (
    ADDRESSES,
    ALL,
    DISGUISES,
    FAMILIES,
    MARKUP,
    NASTY,
    PLACES,
    field,
    slices,
    structure,
)
from tests.moderation.scenes import browser, decided, moderator, person, report, text
from tests.quotes import importing

pytestmark = pytest.mark.django_db

PLAIN = "plain"
LICENCE = next(iter(Deck.Licence.values))

MOMENT = re.compile(r"[^/]+\.m\d+/$")  # in the address of a report of a deck


class Scene:
    """Something of each kind that was written, reported, decided and answered; all fields can be set at once."""

    def __init__(self) -> None:
        self.alice, self.bob, self.judge = person("Alice"), person("Bob"), moderator("Judge")
        self.other = moderator("Other")
        self.judge.groups.add(Group.objects.get_or_create(name=CURATORS)[0])
        self.root = User.objects.create_superuser("root", "root@example.org", name="Root")
        self.match = sit(3, [self.alice, self.bob, person("Third")])
        play_on(self.match, revealed(1))
        self.said = scenes.said(self.match, self.alice, "said")
        self.deck = scenes.deck_of(self.alice, licence=LICENCE)
        self.card = scenes.card(self.alice, deck=self.deck)
        self.version = Version.objects.create(deck=self.deck, number=1, cards=[self.card.pk], language="en")
        self.offered = scenes.suggestion(self.bob, deck=self.deck, note="note", card=self.card)
        self.shared = scenes.shared(self.alice)
        Shared.objects.update(on_wall=True)
        one = combinations.combination_at(self.shared.match, 1, 0)
        self.whole = [self.card.pk, row_of(one.reading.quote)]
        Deck.objects.filter(matches=self.match).update(owner=self.alice)
        self.make_cases()

    def make_cases(self) -> None:
        FlagWord.objects.create(language="en", word="flag")
        things = {"card": self.card, "deck": self.deck, "words": self.said}
        things |= {"name": self.alice, "shared": self.shared}
        for kind, row in things.items():
            report(self.bob, kind, row, "other", "note")
        report(self.alice, "suggestion", self.offered, "other", "note")
        self.open, self.taken, self.done, self.renamed, self.upheld, _offered = Case.objects.order_by("pk")
        cases.take(self.judge, self.taken.pk)
        decided(self.judge, self.done, "keep", "mute", words="words")
        decided(self.judge, self.renamed, "keep", "warn", words="words")
        decided(self.judge, self.upheld, "keep", "warn", words="words")
        appeals.appeal(self.alice, self.done.pk, "appeal")
        appeals.appeal(self.alice, self.upheld.pk, "appeal")
        appeals.decide(self.other, self.upheld.pk, "uphold", "answer")

    def write(self, words: str, parts: list[str]) -> None:
        """Into every column that somebody types, past what cleans and cuts it. parts: for what there is much of."""
        people = User.objects.exclude(pk=self.root.pk).order_by("pk")
        for row, part in zip(people, parts * len(people), strict=False):
            User.objects.filter(pk=row.pk).update(name=part)
            Seat.objects.filter(person=row.pk).update(name=part)
        rows = list(Card.objects.order_by("pk"))
        for row, part in zip(rows, parts * len(rows), strict=False):
            row.quote = row.source = row.description = words if row.pk in self.whole else part
            row.tags = "".join(row.quote.split())
        Card.objects.bulk_update(rows, ["quote", "source", "description", "tags"])
        for model in (Deck, Version):
            model.objects.update(title=words, description=words)
        Deck.objects.update(credit=words)
        Version.objects.update(reason=words)
        Suggestion.objects.update(quote=words, source=words, description=words, note=words)
        Words.objects.update(text=words)
        Report.objects.update(note=words)
        Act._base_manager.update(words=words, moderator_name=parts[0])
        Appeal.objects.update(text=words, words=words)
        FlagWord.objects.update(word=f"{words} nowhere")
        for case in Case.objects.all():
            self.freeze(case, words)
        for one in (self.alice, self.bob, self.judge, self.other):
            one.refresh_from_db()

    def freeze(self, case: Case, words: str) -> None:
        target, beside = TARGETS[case.kind], case.frozen["around"].get("beside", [])
        case.frozen["lines"] = freeze(target, target.find(case.key))["lines"]
        for line in beside:
            line["text"] = words
        for key in {"title", "other", "quote"} & case.frozen["around"].keys():
            case.frozen["around"][key] = words
        case.frozen["called"], case.words = words, words
        case.save(update_fields=["frozen", "words"])

    def places(self) -> dict[User | None, list[str]]:
        """Everything that shows some of it, by who may see it."""
        place, deck = f"/m/{self.match.code}/", f"/decks/{self.deck.pk}/"
        over = f"/m/{self.shared.match.code}/"
        wall = self.shared.get_absolute_url()
        person_page = f"/people/{self.alice.username}/"
        reported = {"card": self.card, "deck": self.deck, "words": self.said, "name": self.alice}
        reported |= {"shared": self.shared}
        tabs = ("", "mine/", "done/", "appeals/", "audit/", "words/")
        seen = ("case/", f"case/{self.done.pk}/change/", "report/", "act/", "appeal/", "flagword/")
        admin = ("quotes/card/", "quotes/words/", "quotes/deck/", "quotes/suggestion/", "games/shared/")
        return {
            self.judge: [
                *(f"/moderation/{tab}" for tab in tabs),
                *(case.get_absolute_url() for case in Case.objects.order_by("pk")),
                *("/decks/review/", f"/decks/review/{self.version.pk}/"),
            ],
            self.alice: [
                *("/", "/about-you/", "/reports/", "/settings/", "/decks/", "/suspended/", place, deck),
                *(f"{deck}{page}" for page in ("edit/", "settings/", "history/", "suggestions/", "export/")),
                *(f"{deck}{page}" for page in ("publish/", f"suggestions/{self.offered.pk}/", "paste/")),
                *(f"{over}{page}" for page in ("", "log/", "replay/", "combinations/", "deal/")),
                scenes.address(self.alice, "suggestion", self.offered.pk),
            ],
            self.bob: [
                *(
                    "/",
                    "/new/",
                    "/open/",
                    "/reports/",
                    "/people/",
                    person_page,
                    place,
                    deck,
                    "/decks/browse/",
                ),
                *(f"{place}{page}" for page in ("talk/", "log/")),
                *(f"{deck}cards/{self.card.pk}/suggest/", wall, "/wall/"),
                *(scenes.address(self.bob, kind, row.pk) for kind, row in reported.items()),
            ],
            None: [wall, "/wall/", "/decks/browse/", deck],
            self.root: [
                *(f"/admin/moderation/{page}" for page in seen),
                *(f"/admin/{page}" for page in admin),
                *("/admin/accounts/user/", "/admin/games/match/", "/admin/games/message/"),
            ],
        }

    def pages(self, words: str) -> dict[str, str]:
        found = {}
        User.objects.filter(pk=self.alice.pk).update(unread_decision=True)
        for who, places in self.places().items():
            client = browser(who)
            for where in places:
                answer = client.get(where)
                assert answer.status_code in (200, 302, 404), (where, answer.status_code)
                found[f"{who.pk if who else ''} {MOMENT.sub('', where)}"] = text(answer)
        return found | self.refused(words)

    def refused(self, words: str) -> dict[str, str]:
        """Forms that come back as they were typed, for it is too long, or something is not chosen."""
        judge, bob = browser(self.judge), browser(self.bob)
        where = f"/moderation/case/{self.taken.pk}/decide/"
        sent = {"author": "warn", "reason": "hate", "words": words[:500]}
        long = words + " and so on" * 100
        answers = {
            "report": bob.post(scenes.address(self.bob, "card", self.card.pk), {"note": words}),
            "preview": judge.post(where, sent),
            "typed": judge.post(where, sent | {"reason": ""}),
            "word": judge.post("/moderation/words/", {"word": words, "language": "xx"}),
            "suggestion": bob.post(
                f"/decks/{self.deck.pk}/cards/{self.card.pk}/suggest/",
                {"quote": long, "source": long, "description": long, "note": long},
            ),
            "deck": bob.post("/decks/new/", {"title": long, "description": long, "language": words}),
            "name": bob.post("/settings/part/name/", {"name": long}),
        }
        return {name: text(answer) for name, answer in answers.items()}


def test_there_are_five_hundred_and_each_family_in_each_place_and_disguise():
    assert len(NASTY) == len(set(NASTY)) >= 500
    assert len(NASTY) > 0.75 * len(FAMILIES) * len(PLACES) * len(DISGUISES)
    for words in FAMILIES.values():
        assert sum(words in one for one in NASTY) >= len(PLACES)


def test_no_page_is_built_otherwise_by_what_somebody_wrote():
    """Where much of a kind is shown each row holds some, and all of them together hold all."""
    scene = Scene()
    scene.write(PLAIN, [PLAIN])
    plain = scene.pages(PLAIN)
    usual = {where: structure(page) for where, page in plain.items()}
    assert sum(PLAIN in page for page in plain.values()) > 50
    seen = dict.fromkeys(NASTY, 0)
    scene.write(ALL, slices(12))
    for where, page in scene.pages(ALL).items():
        assert structure(page) == usual[where], where
        assert not any(words in page for words in MARKUP), where
        for words in NASTY:
            seen[words] += escape(words) in page
    assert min(seen.values()) >= 30, sorted(seen.items(), key=lambda one: one[1])[:5]


def test_nothing_that_somebody_wrote_is_an_address():
    """Each page is looked at by `structure` itself, which knows what an address may be."""
    scene = Scene()
    for words in ADDRESSES:
        scene.write(words, [words])
        assert len([structure(page) for page in scene.pages(words).values()]) > 70


def test_no_list_is_built_otherwise_where_texts_are_cut(monkeypatch):
    """A list shows the beginning of each text: enough rows that all of them are such a beginning."""
    alice, judge = person("Alice"), moderator("Judge")
    parts = [" ".join(NASTY[n : n + 2]) for n in range(0, len(NASTY), 2)]
    monkeypatch.setattr(pages, "A_PAGE", len(parts))

    def lists() -> list[str]:
        return [text(browser(judge).get(f"/moderation/{tab}/")) for tab in ("done", "appeals")]

    def frozen(words: str) -> dict[str, Any]:
        return {"lines": [{"what": "quote", "text": words}], "around": {}}

    fields = {"author": alice, "state": "done", "verdict": "warn", "kind": "card", "done_at": timezone.now()}
    made = [Case(key=n, fingerprint=str(n), frozen=frozen(PLAIN), **fields) for n in range(len(parts))]
    Case.objects.bulk_create(made)
    said = [Appeal(case=case, text=PLAIN) for case in Case.objects.order_by("pk")]
    Appeal.objects.bulk_create(said)
    usual = [structure(page) for page in lists()]
    for appeal, words in zip(said, parts, strict=True):
        appeal.text, appeal.case.frozen = words, frozen(words)
    Appeal.objects.bulk_update(said, ["text"])
    Case.objects.bulk_update([appeal.case for appeal in said], ["frozen"])
    found = lists()
    assert [structure(page) for page in found] == usual
    for page in found:
        assert not [words for words in MARKUP if words in page]
        assert sum(escape(words) in page for words in NASTY) > 0.95 * len(NASTY)


def test_a_flag_that_is_found_is_shown_as_it_was_typed():
    FlagWord.objects.create(word="<b onclick=alert(1)>moon</b>")
    judge = moderator("Judge")
    case = report(person("Bob"), "card", scenes.card(person("Alice"), "A <b onclick=alert(1)>moon</b>."))
    for where in ("/moderation/", f"/moderation/case/{case.pk}/"):
        page = text(browser(judge).get(where))
        assert "&lt;b onclick=alert(1)&gt;moon&lt;/b&gt;</span>" in page and "<b onclick" not in page


# Mails and messages


KNOWN = {
    *("Subject", "From", "To", "Date", "Message-ID", "Content-Type", "MIME-Version", "List-Unsubscribe"),
    *("List-Unsubscribe-Post", "Auto-Submitted", "In-Reply-To", "References"),
}
OF_MAILS = {"html", "head", "meta", "title", "body", "div", "p", "h2", "a"}


@pytest.mark.parametrize(
    "words", [ALL, f"x\r\nBcc: eve@evil.example\r\n\r\n{ALL}"], ids=["all", "with lines"]
)
def test_no_mail_is_built_otherwise_by_what_somebody_wrote(words):
    alice, bob, judge, other = person("Alice"), person("Bob"), moderator("Judge"), moderator("Other")
    case = decided(judge, report(bob, "card", scenes.card(alice), "other", "note"), "hide", "mute")
    appeals.appeal(alice, case.pk, "Not so.")
    appeals.decide(other, case.pk, "uphold", "It stands.")
    talk.say(sit_down("kangoeroe", [bob, alice], pace=24 * 3600).code, bob, "token", "Hello")
    User.objects.update(name=words)
    Seat.objects.update(name=words)
    Case.objects.update(words=words)
    Appeal.objects.update(words=words)
    Send.objects.update(not_before=timezone.now() - timedelta(minutes=1))
    sending.send_ready()
    assert {alice.email, bob.email} <= {address for one in mail.outbox for address in one.to}
    said = ""
    for one in mail.outbox:
        parsed = message_from_bytes(one.message().as_bytes())
        assert set(parsed.keys()) <= KNOWN and one.recipients() == one.to
        html = str(one.alternatives[0][0])
        assert {tag for tag, _names in structure(html, styled=True)} <= OF_MAILS
        assert not [words for words in MARKUP if words in html]
        assert one.subject == " ".join(one.subject.split())
        said += html
    assert not [one for one in NASTY if escape(one_line(one)) not in said]


def test_a_push_message_is_a_title_and_a_path_whatever_the_title_says():
    said = json.loads(push.message(ALL, []))
    assert said == {"title": ALL, "path": "/"}


# Fields, files and pictures


def test_what_is_typed_into_a_form_is_kept_as_it_was():
    """Refused or not, what comes back in the field is what was typed."""
    card, client = scenes.card(person("Alice")), browser(bob := person("Bob"))
    page = text(client.post(scenes.address(bob, "card", card.pk), {"note": ALL}))
    assert field(page, "note") == ALL


def test_the_rows_of_a_file_are_shown_as_they_are_before_they_are_taken():
    client = browser(person("Alice"))
    lines = [f"{n} {clean(words)[:250]}\tSomebody" for n, words in enumerate(NASTY, 1)]
    upload = importing.sent(client, "\n".join(lines))
    for n in range(1, 30):
        page = text(client.get(f"/decks/uploads/{upload.pk}/?page={n}"))
        assert structure(page) and not [words for words in MARKUP if words in page]


@pytest.mark.parametrize("kind", exporting.KINDS)
def test_a_deck_in_a_file_is_read_back_as_it_was_and_no_cell_is_a_formula(kind):
    alice = person("Alice")
    deck = scenes.deck_of(alice, licence=LICENCE)
    Card.objects.bulk_create(
        Card(
            deck=deck, number=n, quote=clean(f"{n} {words}"), source=clean(f"{n} {words}")[:80], language="en"
        )
        for n, words in enumerate(NASTY, 1)
    )
    data = exporting.export(alice, deck, kind)
    rows = {(row.card.quote, row.card.source) for row in reading.read(data, f"deck.{kind}").rows if row.card}
    wanted = {(card.quote, card.source) for card in deck.cards.all()}
    assert not wanted - rows, sorted(wanted - rows)[:5]
    if kind == "csv":
        cells = [cell for line in data.decode("utf-8-sig").splitlines() for cell in line.split(",")]
        assert not [cell for cell in cells if cell.lstrip('"')[:1] in ("=", "+", "-", "@")]


def test_what_somebody_takes_along_is_a_file_of_texts():
    alice = person("Alice")
    case = decided(moderator("Judge"), report(person("Bob"), "card", scenes.card(alice)), "hide", words="w")
    Case.objects.filter(pk=case.pk).update(words=ALL)
    answer = browser(alice).get("/about-you/data.json")
    assert answer["Content-Type"].startswith("application/json")
    assert answer["Content-Disposition"].startswith("attachment")
    assert answer.json()["decisions"][0]["decided"][-1] == ALL


SQUEEZED = {"textLength", "lengthAdjust"}  # of a word that is too long for its card


def test_no_picture_is_built_otherwise_by_what_it_says():
    tags, names = built(PLAIN)
    for words in slices(len(ALL) // 250):
        found, attributes = built(words)
        assert found == tags and attributes - SQUEEZED <= names, words
    assert not [name for name in names if name.startswith("on") or name == "href"]


def built(words: str) -> tuple[set[str], set[str]]:
    """The elements of a picture, which is parsed as what it is, and the names of their attributes."""
    scene = shared_picture.Scene(words, words, "home", words, words, words)
    parts = list(ElementTree.fromstring(shared_picture.drawn(scene)).iter())
    return {one.tag for one in parts}, {name.rpartition("}")[2] for one in parts for name in one.attrib}

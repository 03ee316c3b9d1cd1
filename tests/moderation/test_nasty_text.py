"""T43: whatever somebody writes into any field, no page, mail or list is built otherwise than with plain words."""

from datetime import timedelta
from email import message_from_bytes
from html.parser import HTMLParser
from typing import Any
from urllib.parse import urlsplit

import pytest
from django.core import mail
from django.utils import timezone

from accounts import sending
from accounts.models import Send, User
from games.models import Seat
from games.moderation import appeals, cases
from games.moderation.models import Act, Appeal, Case, FlagWord, Report
from games.moderation.verdicts import Verdict
from quotes.models import Card, Deck, Words
from tests.game_of_quotes.seated import revealed, sit
from tests.games.scripts import play_on
from tests.moderation import scenes
from tests.moderation.scenes import browser, decided, moderator, person, report, text

pytestmark = pytest.mark.django_db

PLAIN = "plain"
NASTY = [
    "<script>alert(1)</script>",
    "</title><script>alert(1)</script>",
    "</textarea><script>alert(1)</script>",
    "</style><script>alert(1)</script>",
    "<img src=x onerror=alert(1)>",
    '"><img src=x onerror=alert(1)>',
    "'><svg onload=alert(1)>",
    '" onmouseover="alert(1)',
    "' onfocus='alert(1)' autofocus='",
    "javascript:alert(1)",
    "<a href=javascript:alert(1)>x</a>",
    "<iframe srcdoc='<script>alert(1)</script>'>",
    "<svg><script href=data:,alert(1)>",
    "<math><mi xlink:href=javascript:alert(1)>",
    "<details open ontoggle=alert(1)>",
    "<form action=//evil.example><button>",
    "<meta http-equiv=refresh content=0;url=//evil>",
    "<base href=//evil.example/>",
    "<link rel=stylesheet href=//evil>",
    "<!-- x",
    "--><b>",
    "]]><b>",
    "<![CDATA[<b>",
    "&lt;script&gt;",
    "&#60;script&#62;",
    "&",
    "<",
    "{{ 7|add:7 }}",
    "{% load i18n %}",
    "{{ request.user.password }}",
    "%(name)s %s %d",
    "${7*7}",
    "\\x3cscript\\x3e",
    "\\u003cscript\\u003e",
    "＜script＞alert(1)＜/script＞",
    "<scr\u200bipt>",
    "\u202eevil\u202c",
    "é́́́ \U0001f469‍\U0001f469‍\U0001f467",
    "'; DROP TABLE cases; --",
    "=cmd|' /C calc'!A0",
    "hx-get=/m/ hx-trigger=load",
    '"hx-on:load="alert(1)',
]


LONGEST = {"name": 40, "source": 80, "title": 80, "description": 160}


def joined(longest: int = 300) -> list[str]:
    """All of them in as few texts as hold them."""
    found = [""]
    for words in NASTY:
        if len(found[-1]) + len(words) + 1 > longest:
            found.append("")
        found[-1] = f"{found[-1]} {words}".strip()
    return found


class Structure(HTMLParser):
    """The elements of a page with the names of their attributes, and where links lead; not what it says."""

    def __init__(self) -> None:
        super().__init__()
        self.found: list[Any] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.found.append((tag, sorted(name for name, _value in attrs)))
        for name, value in attrs:
            assert not (name in ("srcdoc", "style") and value), (tag, name, value)
            if name in ("href", "src", "action") and value:
                there = urlsplit(value)
                assert there.scheme in ("", "http", "https") and "evil" not in there.netloc, (
                    tag,
                    name,
                    value,
                )
            assert not name.startswith(("on", "hx-on")), (tag, name, value)

    def handle_comment(self, data: str) -> None:
        self.found.append(("comment", data))


def structure(page: str) -> list[Any]:
    reader = Structure()
    reader.feed(page)
    return reader.found


class Scene:
    """Something of each kind that was written, reported, decided and answered; all fields can be set at once."""

    def __init__(self) -> None:
        self.alice, self.bob, self.judge = person("Alice"), person("Bob"), moderator("Judge")
        self.other = moderator("Other")
        self.root = User.objects.create_superuser("root", "root@example.org", name="Root")
        self.match = sit(3, [self.alice, self.bob, person("Third")])
        play_on(self.match, revealed(1))
        self.said = scenes.said(self.match, self.alice, "said")
        self.deck = scenes.deck_of(self.alice)
        self.card = scenes.card(self.alice, deck=self.deck)
        self.shared = scenes.shared(self.alice)
        Deck.objects.filter(matches=self.match).update(owner=self.alice)
        self.make_cases()

    def make_cases(self) -> None:
        FlagWord.objects.create(language="en", word="flag")
        for kind, row in (
            ("card", self.card),
            ("deck", self.deck),
            ("words", self.said),
            ("name", self.alice),
            ("shared", self.shared),
        ):
            report(self.bob, kind, row, "other", "note")
        rows = list(Case.objects.order_by("pk"))
        self.open, self.taken, self.done, self.renamed, self.upheld = rows
        cases.take(self.judge, self.taken.pk)
        decided(self.judge, self.done, "keep", "mute", words="words")
        decided(self.judge, self.renamed, "keep", "warn", words="words")
        decided(self.judge, self.upheld, "keep", "warn", words="words")
        appeals.appeal(self.alice, self.done.pk, "appeal")
        appeals.appeal(self.alice, self.upheld.pk, "appeal")
        appeals.decide(self.other, self.upheld.pk, "uphold", "answer")
        report(self.alice, "card", scenes.card(self.bob, "His."), "other", "note")

    def write(self, words: str) -> None:
        """Into every column that somebody types, past what cleans it."""
        User.objects.exclude(pk=self.root.pk).update(name=words[:40])
        Seat.objects.update(name=words[:40])
        Card.objects.update(quote=words, source=words[:80], description=words[:160], tags=words[:100])
        Deck.objects.update(title=words[:80], description=words[:160], credit=words[:200])
        Words.objects.update(text=words)
        Report.objects.update(note=words)
        Act._base_manager.update(words=words, moderator_name=words[:60])
        Appeal.objects.update(text=words, words=words)
        FlagWord.objects.update(word=f"{words[:50]} nowhere")
        for case in Case.objects.all():
            for line in (*case.frozen["lines"], *case.frozen["around"].get("beside", [])):
                line["text"] = words[: LONGEST.get(line.get("what", ""), 300)]
            for key in {"title", "other", "quote", "called"} & case.frozen["around"].keys():
                case.frozen["around"][key] = words
            case.frozen["called"], case.words = words[:40], words
            case.save(update_fields=["frozen", "words"])
        for one in (self.alice, self.bob, self.judge, self.other):
            one.refresh_from_db()

    def named(self) -> dict[str, str]:
        """Where names stand."""
        place = f"/m/{self.match.code}/"
        asked = [(self.judge, f"/moderation/case/{self.taken.pk}/"), (self.judge, "/moderation/audit/")]
        asked += [(self.bob, where) for where in (place, f"{place}talk/", "/people/")]
        asked += [(self.bob, f"/people/{self.alice.username}/"), (self.root, "/admin/moderation/case/")]
        return {where: text(browser(who).get(where)) for who, where in asked}

    def pages(self, words: str) -> dict[str, str]:
        """Everything that shows some of it, to each who may see it."""
        place = f"/m/{self.match.code}/"
        asked = {
            self.judge: [
                f"/moderation/{tab}" for tab in ("", "mine/", "done/", "appeals/", "audit/", "words/")
            ]
            + [f"/moderation/case/{case.pk}/" for case in Case.objects.order_by("pk")],
            self.alice: [
                "/about-you/",
                "/reports/",
                "/settings/",
                "/decks/",
                f"/decks/{self.deck.pk}/",
                place,
            ],
            self.bob: [
                *(
                    "/reports/",
                    "/people/",
                    f"/people/{self.alice.username}/",
                    place,
                    f"{place}talk/",
                    f"{place}log/",
                ),
                *(f"/decks/{self.deck.pk}/", self.shared.get_absolute_url(), "/decks/browse/"),
                scenes.address(self.bob, "card", self.card.pk),
                scenes.address(self.bob, "deck", self.deck.pk),
                scenes.address(self.bob, "words", self.said.pk),
                scenes.address(self.bob, "name", self.alice.pk),
            ],
            self.root: [
                f"/admin/moderation/{model}/{key}"
                for model, key in (
                    ("case", ""),
                    ("case", f"{self.done.pk}/change/"),
                    ("report", ""),
                    ("act", ""),
                    ("appeal", ""),
                    ("flagword", ""),
                )
            ]
            + ["/admin/quotes/card/", "/admin/quotes/words/", "/admin/quotes/deck/"],
        }
        found = {}
        for who, places in asked.items():
            client = browser(who)
            for where in places:
                answer = client.get(where)
                assert answer.status_code in (200, 404), (where, answer.status_code)
                found[f"{who.pk} {where}"] = text(answer)
        found["refused"] = text(
            browser(self.bob).post(scenes.address(self.bob, "card", self.card.pk), {"note": words})
        )
        preview = {"author": "warn", "reason": "hate", "words": words}
        where = f"/moderation/case/{self.taken.pk}/decide/"
        found["preview"] = text(browser(self.judge).post(where, preview))
        found["typed"] = text(browser(self.judge).post(where, preview | {"reason": ""}))
        found["word"] = text(
            browser(self.judge).post("/moderation/words/", {"word": words[:60], "language": "xx"})
        )
        return found


def test_the_list_is_long_enough():
    assert len(NASTY) >= 40


def test_no_page_is_built_otherwise_by_what_somebody_wrote():
    scene = Scene()
    scene.write(PLAIN)
    usual = {where: structure(page) for where, page in scene.pages(PLAIN).items()}
    assert sum(PLAIN in page for page in scene.pages(PLAIN).values()) > 25
    for words in joined():
        scene.write(words)
        for where, page in scene.pages(words).items():
            assert structure(page) == usual[where], (words, where)
            assert not any(one in page for one in NASTY if "<" in one.strip("<")), (words, where)


def test_a_flag_that_is_found_is_shown_as_it_was_typed():
    FlagWord.objects.create(word="<b onclick=alert(1)>moon</b>")
    judge = moderator("Judge")
    case = report(person("Bob"), "card", scenes.card(person("Alice"), "A <b onclick=alert(1)>moon</b>."))
    for where in ("/moderation/", f"/moderation/case/{case.pk}/"):
        page = text(browser(judge).get(where))
        assert "&lt;b onclick=alert(1)&gt;moon&lt;/b&gt;</span>" in page and "<b onclick" not in page


def test_no_page_is_built_otherwise_by_a_name():
    """A name holds one of them at a time."""
    scene = Scene()
    scene.write(PLAIN)
    usual = {where: structure(page) for where, page in scene.named().items()}
    for words in NASTY:
        User.objects.exclude(pk=scene.root.pk).update(name=words[:40])
        Seat.objects.update(name=words[:40])
        Act._base_manager.update(moderator_name=words[:60])
        for where, page in scene.named().items():
            assert structure(page) == usual[where], (words, where)


@pytest.mark.parametrize("words", [PLAIN, *NASTY])
def test_no_mail_is_built_otherwise_by_what_somebody_wrote(words):
    alice, bob, judge, other = person("Alice"), person("Bob"), moderator("Judge"), moderator("Other")
    case = cases.take(judge, report(bob, "card", scenes.card(alice), "other", words).pk)
    User.objects.update(name=words[:40])
    cases.decide(judge, case.pk, Verdict("hide", "mute", 7, "other", words))
    appeals.appeal(alice, case.pk, words)
    appeals.decide(other, case.pk, "uphold", words)
    Send.objects.update(not_before=timezone.now() - timedelta(minutes=1))
    sending.send_ready()
    to = {address for one in mail.outbox for address in one.to}
    assert {alice.email, bob.email} <= to
    for one in mail.outbox:
        parsed = message_from_bytes(one.message().as_bytes())
        assert set(parsed.keys()) <= KNOWN, parsed.keys()
        html = str(one.alternatives[0][0])
        elements = [tag for tag, _names in structure_of_mail(html)]
        assert set(elements) <= {"html", "head", "meta", "title", "body", "div", "p", "h2", "a"}, elements
        assert "<" not in words.strip("<") or words not in html
        assert one.subject == " ".join(one.subject.split())


KNOWN = {
    *("Subject", "From", "To", "Date", "Message-ID", "Content-Type", "MIME-Version", "List-Unsubscribe"),
    *("List-Unsubscribe-Post", "Auto-Submitted", "In-Reply-To", "References"),
}


def structure_of_mail(html: str) -> list[Any]:
    class OfMail(HTMLParser):
        def __init__(self) -> None:
            super().__init__()
            self.found: list[Any] = []

        def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
            self.found.append((tag, sorted(name for name, _value in attrs)))
            assert all(not name.startswith("on") for name, _value in attrs)

    reader = OfMail()
    reader.feed(html)
    return reader.found


@pytest.mark.parametrize("words", NASTY)
def test_what_is_typed_into_a_form_is_kept_as_it_was(words):
    """Refused or not, what comes back in the field is what was typed."""
    alice, bob = person("Alice"), person("Bob")
    card = scenes.card(alice)
    page = text(browser(bob).post(scenes.address(bob, "card", card.pk), {"note": words}))
    assert field(page, "note") == words


def field(page: str, name: str) -> str:
    class Reader(HTMLParser):
        inside, said = False, ""

        def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
            self.inside = tag == "textarea" and dict(attrs).get("name") == name

        def handle_endtag(self, tag: str) -> None:
            self.inside = False

        def handle_data(self, data: str) -> None:
            self.said += data if self.inside else ""

    reader = Reader()
    reader.feed(page)
    return reader.said

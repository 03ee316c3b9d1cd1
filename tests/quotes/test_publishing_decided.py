"""What curators see of a deck that was handed in, and what they decide."""

from functools import partial

import pytest
from django.conf import settings
from django.contrib.auth.models import Group, Permission
from django.core.handlers.wsgi import WSGIHandler
from django.test import Client
from django.utils import timezone, translation

from accounts import letters
from accounts import notices as told
from accounts.models import Send, User
from accounts.text import one_line
from quotes import co_editors, decks, editing, notice_words, publishing, reviewing
from quotes.models import Deck, DeckChange, Version
from quotes.publishing import CURATORS
from quotes.reasons import READY
from quotes.refusals import Refused
from quotes.views import reviews
from tests.games.scripts import Queries, called, text
from tests.games.test_races import Browser, at_once
from tests.quotes.curated import (
    FREE,
    STATES,
    add,
    change,
    cleo,
    deck,
    emil,
    make_curator,
    published,
    rows,
    said,
)

__all__ = ["cleo", "emil"]

pytestmark = pytest.mark.django_db


# Curators


@pytest.mark.parametrize(
    ("who", "is_one"),
    [
        ("in the group", True),
        ("superuser", True),
        ("staff", False),
        ("guest in it", False),
        ("gone from it", False),
    ],
)
def test_curators_are_who_is_in_the_group_and_superusers(bob, sign_in, who, is_one):
    if who not in ("superuser", "staff"):
        make_curator(bob)
    bob.is_superuser, bob.is_staff = who == "superuser", who in ("superuser", "staff")
    bob.is_guest = who == "guest in it"
    bob.save()
    if who == "gone from it":
        bob.groups.clear()
    assert publishing.is_curator(bob) == is_one
    assert sign_in(bob).get("/decks/review/").status_code == (200 if is_one else 404)


@pytest.mark.parametrize("when", ["before the press", "just before the lock"])
@pytest.mark.parametrize("sure", [True, False])
def test_a_curator_keeps_their_words_when_the_deck_goes_meanwhile(
    alice, cleo, sign_in, monkeypatch, when, sure
):
    made = deck(alice)
    version, typed = publishing.submit(alice, made), "The spoon is misspelt"
    if when == "before the press":
        decks.remove(alice, made)
    else:
        read = reviews.read_ready
        monkeypatch.setattr(reviews, "read_ready", lambda sent: decks.remove(alice, made) or read(sent))
    sent = {"decision": STATES.SENT_BACK, "own": typed} | ({"sure": "1"} if sure else {})
    answer = sign_in(cleo).post(f"/decks/review/{version.pk}/", sent)
    assert (answer.status_code in (404, 409)) or not sure
    assert typed in text(answer) and not Send.objects.filter(person=alice, about__what="sent_back").exists()


@pytest.mark.parametrize("way", ["wrote a card", "edits it", "edited it lately", "knows nobody there"])
def test_the_queue_names_what_is_partly_ones_own_as_the_page_does(alice, bob, cleo, emil, sign_in, way):
    made = deck(alice)
    if way != "knows nobody there":
        made.editors.add(cleo)
        if way == "wrote a card":
            add(cleo, made, "Soup is a drink")
        if way != "edits it":
            co_editors.drop(cleo, made, cleo)
        if way == "wrote a card":
            DeckChange.objects.all().delete()  # it is long ago
    version = publishing.submit(alice, made)
    partly = "partly yours" in text(sign_in(cleo).get("/decks/review/"))
    assert partly == (not publishing.may_decide(cleo, made)) == (way != "knows nobody there")
    assert ("This deck is partly yours" in text(sign_in(cleo).get(f"/decks/review/{version.pk}/"))) == partly
    assert "partly yours" not in text(sign_in(emil).get("/decks/review/"))


def test_the_group_and_its_permission_are_there_after_the_migrations():
    assert Permission.objects.get(codename="curate") in Group.objects.get(name=CURATORS).permissions.all()


def test_what_waits_is_listed_the_oldest_first_and_never_what_is_gone(alice, bob, cleo, sign_in):
    first, second, gone, hidden = (
        deck(alice, title=title) for title in ("First", "Second", "Gone", "Hidden")
    )
    for made in (first, second, gone, hidden):
        publishing.submit(alice, made)
    Deck.objects.filter(pk=gone.pk).update(removed_at=timezone.now())
    Deck.objects.filter(pk=hidden.pk).update(hidden_at=timezone.now())
    page = text(sign_in(cleo).get("/decks/review/"))
    assert page.index("First") < page.index("Second")
    assert "Gone" not in page and "Hidden" not in page
    for made in (gone, hidden):
        assert sign_in(cleo).get(f"/decks/review/{made.versions.get().pk}/").status_code == 404


@pytest.mark.parametrize("what", ["queue", "review", "publish"])
def test_pages_cost_the_same_however_much_there_is(alice, cleo, sign_in, what, monkeypatch):
    monkeypatch.setattr(publishing, "must_not_be_too_many", lambda person: None)
    costs = []
    for count, cards in ((1, 36), (5, 120)):
        made = [deck(alice, cards) for _ in range(count)]
        for one in made:
            publishing.submit(alice, one)
        client = sign_in(alice if what == "publish" else cleo)
        where = {
            "queue": "/decks/review/",
            "review": f"/decks/review/{made[-1].versions.get().pk}/",
            "publish": f"/decks/{made[-1].pk}/publish/",
        }[what]
        client.get(where)
        with Queries() as queries:
            assert client.get(where).status_code == 200
        costs.append(len(queries))
    assert costs[0] == costs[1], costs


def test_a_curator_sees_the_words_and_every_card_as_it_looks(alice, cleo, sign_in):
    made = deck(alice, 70, rating="teens")
    version = publishing.submit(alice, made)
    client = sign_in(cleo)
    pages = [text(client.get(f"/decks/review/{version.pk}/?page={n}")) for n in (1, 2)]
    assert "What we said" in pages[0] and "from 12 years" in pages[0] and FREE in pages[0]
    seen = [f"Quote {number} red of {called(made)}." for number in range(1, 71)]
    assert all(quote in pages[number >= 60] for number, quote in enumerate(seen))
    assert '<span class="card goq quote" lang="en"><span class="text">Quote 1 red' in pages[0]
    assert '<span class="card goq source">' in pages[0]
    assert "Quote 33 red" in text(client.get(f"/decks/review/{version.pk}/?q=quote 33 red"))
    assert "Quote 34 red" not in text(client.get(f"/decks/review/{version.pk}/?q=quote 33 red"))


def test_what_changed_since_the_last_published_version_is_shown(alice, cleo, sign_in):
    made = published(alice, cleo, 40)
    change(alice, made, "Changed to this", number=5)
    added = add(alice, made, "Quite new")
    editing.take_out(alice, made, [made.cards.get(number=9, retired_at=None).pk])
    decks.change(
        alice, made, {"title": "Kitchen talk", "language": "en", "description": "More", "licence": FREE}
    )
    version = publishing.submit(alice, made)
    before = reviewing.version_before(version)
    changes = reviewing.changes_since(before, version)
    assert before == made.published
    assert [(old.quote, new.quote) for old, new in changes.changed] == [
        (f"Quote 5 red of {called(made)}.", "Changed to this")
    ]
    assert changes.added == [added] and [card.number for card in changes.removed] == [9]
    assert changes.words == [("description", "What we said", "More")]
    page = text(sign_in(cleo).get(f"/decks/review/{version.pk}/"))
    assert (
        "Different from version 1" in page
        and "1 changed" in page
        and "1 added" in page
        and "1 removed" in page
    )


def test_words_to_look_at_twice_are_flagged_and_nothing_is_removed(alice, cleo, sign_in, monkeypatch):
    def find(texts, language):
        return [word for word in ("gherkin", "turnip") if word in texts.casefold() and language == "en"]

    monkeypatch.setattr(publishing, "flaggers", [find])
    made = deck(alice, 37)
    change(alice, made, "A Gherkin is no argument")
    version = publishing.submit(alice, made)
    page = text(sign_in(cleo).get(f"/decks/review/{version.pk}/"))
    assert (
        "Words to look at twice" in page and 'formaction="?q=gherkin#cards"' in page and "turnip" not in page
    )
    assert version.size == 37


# Decided


@pytest.mark.parametrize(
    ("state", "reason", "out"),
    [
        ("published", "", True),
        ("published", "Lovely", True),
        ("sent_back", "Too few", False),
        ("rejected", "No", False),
    ],
)
def test_a_version_is_published_sent_back_or_rejected(alice, cleo, state, reason, out):
    made = deck(alice)
    version = publishing.decide(cleo, publishing.submit(alice, made), state, reason)
    made.refresh_from_db()
    assert (version.state, version.reason, version.decided_by) == (state, reason, cleo)
    assert (made.published == version, made.state == "published") == (out, out)
    assert rows(alice) == [f"Alice: {state}"]
    row = Send.objects.get(person=alice)
    assert (
        told.KINDS["deck"].wanted(row) and reason in said(row) and f"/decks/{made.pk}/publish/" in said(row)
    )


def sent_back(curator, made):
    reason = f"Too few {made.versions.count()}"
    publishing.decide(curator, publishing.submit(made.owner, made), STATES.SENT_BACK, reason)
    change(made.owner, made, f"Once more {made.versions.count()}")


def put_out(curator, made):
    publishing.decide(curator, publishing.submit(made.owner, made), STATES.PUBLISHED)
    change(made.owner, made, f"Once more {made.versions.count()}")


def handed_in(curator, made):
    publishing.submit(made.owner, made)


def taken_back(curator, made):
    publishing.unpublish(curator, made, f"Not for all {made.versions.count()}")


OUT, BACK, PRIVATE = (
    f"Your deck {said}: Kitchen talk" for said in ("is published", "came back", "is private again")
)


@pytest.mark.parametrize(
    ("course", "subjects"),
    [
        ([sent_back], [BACK]),
        ([sent_back, handed_in], []),
        ([sent_back, put_out], [OUT]),
        ([sent_back, sent_back], [BACK]),
        ([put_out, put_out], [OUT]),
        ([put_out, sent_back], [OUT, BACK]),
        ([put_out, taken_back], [PRIVATE]),
        ([put_out, taken_back, put_out], [OUT]),
        ([put_out, taken_back, put_out, taken_back], [PRIVATE]),
        ([put_out, taken_back, sent_back], [PRIVATE, BACK]),
    ],
)
def test_the_next_mail_says_what_is_true_by_then_each_under_its_own_heading(
    alice, cleo, time_machine, course, subjects
):
    made = deck(alice)
    for n, happens in enumerate(course):
        time_machine.move_to(f"2026-05-04 12:0{n}:00+00:00", tick=False)
        made.refresh_from_db()
        happens(cleo, made)
    wanted = [row for row in Send.objects.filter(person=alice).order_by("pk") if notice_words.is_news(row)]
    items = [notice_words.say(row) for row in wanted]
    told_of = [part for place in letters.places_of(alice, items) for part in place.parts.items()]
    assert [heading for heading, _lines in told_of] == subjects
    assert all(len(lines) == 1 for _heading, lines in told_of) and all(item.button for item in items)


def test_a_new_version_that_is_sent_back_leaves_the_old_one_published(alice, cleo):
    made = published(alice, cleo)
    change(alice, made, "A second try")
    publishing.decide(cleo, publishing.submit(alice, made), STATES.SENT_BACK, "Rather not")
    made.refresh_from_db()
    assert (made.state, made.published.number) == ("published", 1)


@pytest.mark.parametrize("state", ["sent_back", "rejected"])
def test_without_a_reason_nothing_is_sent_back(alice, cleo, sign_in, state):
    version = publishing.submit(alice, deck(alice))
    with pytest.raises(Refused, match="no_reason"):
        publishing.decide(cleo, version, state)
    for sure in ({}, {"sure": "1"}):
        answer = sign_in(cleo).post(f"/decks/review/{version.pk}/", {"decision": state, "own": " "} | sure)
        assert answer.status_code == 422 and "Choose a reason or write one." in text(answer)
    version.refresh_from_db()
    assert version.state == "submitted"


@pytest.mark.parametrize("forged", ["", "withdrawn", "submitted", "nonsense"])
def test_other_decisions_are_refused(alice, cleo, sign_in, forged):
    version = publishing.submit(alice, deck(alice))
    form = {"decision": forged, "own": "Because", "sure": "1"}
    answer = sign_in(cleo).post(f"/decks/review/{version.pk}/", form)
    assert answer.status_code == 422 and "Choose what becomes of this version." in text(answer)
    assert "Because" in text(answer)
    with pytest.raises(Refused, match="no_decision"):
        publishing.decide(cleo, version, forged, "x")


@pytest.mark.parametrize(
    ("form", "words"),
    [
        ({"ready": "nonsense"}, "That choice is not there."),
        ({"own": "x" * 501}, "This reason is too long: 501 characters, and 500 are allowed."),
        ({"own": "y" * 450, "ready": ["known", "rating"]}, "This reason is too long:"),
    ],
)
def test_a_reason_that_cannot_be_is_refused_and_kept(alice, cleo, sign_in, form, words):
    version = publishing.submit(alice, deck(alice))
    answer = sign_in(cleo).post(f"/decks/review/{version.pk}/", {"decision": "rejected"} | form)
    assert answer.status_code == 422 and words in text(answer) and form.get("own", "") in text(answer)


def test_the_notice_is_shown_before_it_is_sent_in_the_owners_language(alice, cleo, sign_in):
    User.objects.filter(pk=alice.pk).update(language="de")
    version = publishing.submit(alice, deck(alice))
    client, form = (
        sign_in(cleo),
        {"decision": "sent_back", "ready": ["rating", "alike"], "own": "Siehe Karte 3."},
    )
    page = text(client.post(f"/decks/review/{version.pk}/", form))
    assert "This is what is sent" in page and 'lang="de"' in page and "Siehe Karte 3." in page
    assert 'name="ready" value="rating" checked' in page
    version.refresh_from_db()
    assert version.state == "submitted" and rows(alice) == []
    answer = client.post(f"/decks/review/{version.pk}/", form | {"sure": "1"})
    assert answer["Location"] == "/decks/review/?done=sent_back"
    version.refresh_from_db()
    assert version.state == "sent_back" and version.reason.endswith("Siehe Karte 3.")
    page = text(sign_in(alice).get(f"/decks/{version.deck_id}/publish/"))
    assert "Siehe Karte 3." in page


ALIKE = {"de": "Viele Karten sind sich zu ähnlich.", "en": "Many cards are too much alike."}
OWN = "Many cards say it. See card 3."


@pytest.mark.parametrize(("owner", "reader"), [("en", "de"), ("de", "en"), ("de", "de"), ("", "de")])
def test_everybody_reads_the_ready_sentences_in_their_own_language_and_own_words_as_they_were_typed(
    alice, bob, cleo, emil, sign_in, owner, reader
):
    User.objects.filter(pk=alice.pk).update(language=owner)
    User.objects.exclude(pk=alice.pk).update(language=reader)
    made = deck(alice)
    made.editors.add(bob)
    first, form = publishing.submit(alice, made), {"ready": ["alike", "rating"], "own": OWN, "sure": "1"}
    sign_in(cleo).post(f"/decks/review/{first.pk}/", form | {"decision": "sent_back"})
    change(alice, made, "A second try")
    second = publishing.submit(alice, made)
    with translation.override(reader):
        words = f"{ALIKE[reader]} {READY['rating']} {OWN}"
        row = Send.objects.get(person=bob)
        assert words in said(row)
    places = (f"/decks/review/{first.pk}/", f"/decks/review/{second.pk}/", f"/decks/{made.pk}/publish/")
    for who, where in zip((emil, emil, bob), places, strict=True):
        page = text(sign_in(who).get(where))
        assert words in page and (owner == reader or ALIKE[owner or "en"] not in page)


def test_so_does_whoever_made_a_deck_that_was_taken_back(alice, bob, cleo):
    made = published(alice, cleo)
    made.editors.add(bob)
    publishing.unpublish(cleo, made, f"{ALIKE['en']} {OWN}")
    with translation.override("de"):
        assert f"{ALIKE['de']} {OWN}" in said(Send.objects.get(person=bob, about__what="taken_back"))


@pytest.mark.parametrize(
    "typed", ["", "Too few", "See card 3. Many cards are too much alike.", "Many cards are too much alike"]
)
def test_what_a_curator_typed_stays_as_it_is(typed):
    with translation.override("de"):
        assert reviewing.reason_as_read(typed) == typed


def test_every_ready_sentence_is_found_again_in_every_language_of_the_site():
    for language, _name in settings.LANGUAGES:
        with translation.override(language):
            told = one_line(" ".join(map(str, READY.values())))
        assert reviewing.reason_as_read(told) == " ".join(map(str, READY.values()))


def test_the_second_of_two_curators_is_told_who_was_faster(alice, cleo, emil, sign_in):
    made = deck(alice)
    version = publishing.submit(alice, made)
    publishing.decide(emil, Version.objects.get(pk=version.pk), STATES.PUBLISHED)
    for sure in ({}, {"sure": "1"}):
        form = {"decision": "rejected", "own": "Rather not"} | sure
        answer = sign_in(cleo).post(f"/decks/review/{version.pk}/", form)
        assert answer.status_code == 409
        assert "Emil was faster and has decided on this version: published." in text(answer)
    version.refresh_from_db()
    assert (version.state, version.decided_by, version.reason) == ("published", emil, "")
    assert rows(alice) == ["Alice: published"]


def test_what_was_withdrawn_meanwhile_cannot_be_decided(alice, cleo, sign_in):
    version = publishing.submit(alice, deck(alice))
    publishing.withdraw(alice, version.deck)
    answer = sign_in(cleo).post(f"/decks/review/{version.pk}/", {"decision": "published", "sure": "1"})
    assert answer.status_code == 409 and "Its owner has withdrawn this version meanwhile." in text(answer)


@pytest.mark.parametrize("column", ["removed_at", "hidden_at"])
def test_a_deck_that_is_gone_meanwhile_is_not_published(alice, cleo, column):
    version = publishing.submit(alice, deck(alice))
    Deck.objects.update(**{column: timezone.now()})
    with pytest.raises(Refused, match="deck_gone"):
        publishing.decide(cleo, version, STATES.PUBLISHED)


@pytest.mark.parametrize("part", ["owner", "co-editor"])
@pytest.mark.parametrize(("others", "may"), [(0, True), (1, False)])
def test_one_decides_on_a_deck_of_ones_own_only_where_nobody_else_can(
    alice, bob, cleo, sign_in, part, others, may
):
    made = deck(cleo if part == "owner" else alice)
    if part == "co-editor":
        made.editors.add(cleo)
    if others:
        make_curator(bob)
    version = publishing.submit(made.owner, made)
    page = text(sign_in(cleo).get(f"/decks/review/{version.pk}/"))
    assert ("Another curator decides on it." in page) != may
    assert ("See what is sent" in page) == may
    answer = sign_in(cleo).post(f"/decks/review/{version.pk}/", {"decision": "published", "sure": "1"})
    assert answer.status_code == (303 if may else 403)
    made.refresh_from_db()
    assert (made.state == "published") == may
    if not may:
        assert "Another curator decides on it." in text(answer)


def test_strangers_find_no_review(alice, bob, dora, sign_in, cleo):
    version = publishing.submit(alice, deck(alice))
    for person in (alice, bob, dora):
        for method in ("get", "post"):
            answer = getattr(sign_in(person), method)(
                f"/decks/review/{version.pk}/", {"decision": "published"}
            )
            assert answer.status_code == 404
    assert sign_in(cleo).get("/decks/review/99999999/").status_code == 404


# At once


@pytest.mark.postgres
@pytest.mark.django_db(transaction=True)
def test_of_ten_presses_of_curators_at_once_one_decides():
    alice = User.objects.create_user(username="alice", email="alice@example.org", name="Alice")
    people = [
        User.objects.create_user(username=f"c{n}", email=f"c{n}@example.org", name=f"C{n}") for n in range(10)
    ]
    make_curator(*people)
    version = publishing.submit(alice, deck(alice))
    app, jobs = WSGIHandler(), []
    for number, person in enumerate(people):
        client = Client()
        client.force_login(person)
        form = {"decision": ("published", "rejected")[number % 2], "own": "Because", "sure": "1"}
        jobs.append(partial(Browser(app, client).post, f"/decks/review/{version.pk}/", form, htmx=False))
    statuses = sorted(status for status, _page in at_once(jobs))
    assert statuses == [303, *[409] * 9]
    version.refresh_from_db()
    made = Deck.objects.get()
    assert (made.state == "published") == (version.state == "published")
    assert Send.objects.filter(person=alice, kind="deck").count() == 1

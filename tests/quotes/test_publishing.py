"""A deck on its way to everybody: what it takes, what curators decide, what is told, and taking it back."""

from datetime import timedelta
from functools import partial

import pytest
from django.contrib.auth.models import Group, Permission
from django.core.handlers.wsgi import WSGIHandler
from django.test import Client
from django.utils import timezone

from accounts import notices as told
from accounts import sending
from accounts.models import Send, User
from accounts.standing import MayNotWrite
from games import lobby
from quotes import decks, editing, notice_words, publishing
from quotes.models import Card, Deck, Version
from quotes.publishing import CURATORS, PROMISES
from quotes.reasons import READY
from quotes.refusals import Refused
from tests.games.scripts import Queries, play_on, text
from tests.games.scripts import deck as deck_of
from tests.games.test_races import Browser, at_once

pytestmark = pytest.mark.django_db
STATES = Version.State
TICKED = dict.fromkeys(PROMISES, "1")
FREE = "CC BY 4.0"
NASTY = """<script>alert(1)</script>"'{{ 7*7 }}"""


def deck(owner, cards=36, **more) -> Deck:
    words = {"title": "Kitchen talk", "description": "What we said", "licence": FREE}
    return deck_of(cards, owner=owner, two_sided=False, **words | more)


def make_curator(*people: User) -> None:
    group, _ = Group.objects.get_or_create(name=CURATORS)
    group.user_set.add(*people)


def published(owner, curator, cards=36, **more) -> Deck:
    made = deck(owner, cards, **more)
    publishing.decide(curator, publishing.submit(owner, made), STATES.PUBLISHED)
    made.refresh_from_db()
    return made


def change(owner, made: Deck, quote: str, number: int = 1) -> Card:
    card = made.cards.get(number=number, retired_at=None)
    return editing.change(owner, card, editing.Texts(quote, card.source, card.description, card.category))


def add(owner, made: Deck, quote: str) -> Card:
    return editing.add(owner, made, editing.Texts(quote, "Somebody new"))


def rows(person: User | None = None) -> list[str]:
    """What is told: to whom, of what."""
    found = Send.objects.filter(kind__in=("deck", "deck-queue")).select_related("person").order_by("pk")
    return [f"{row.person}: {row.about['what']}" for row in found if person in (None, row.person)]


def said(row: Send) -> str:
    item = notice_words.say(row)
    return f"{item.subject} | {item.line} | {item.path}"


@pytest.fixture
def cleo(cleo):
    """Cleo is a curator."""
    make_curator(cleo)
    return cleo


@pytest.fixture
def emil(db):
    """Emil is one, too."""
    emil = User.objects.create_user(username="emil", email="emil@example.org", name="Emil")
    make_curator(emil)
    return emil


# What it takes


def half(made: Deck) -> None:
    made.cards.filter(number=1).update(source="")


def hide(made: Deck) -> None:
    made.cards.filter(number=1).update(hidden_at=timezone.now())


@pytest.mark.parametrize(
    ("cards", "words", "then", "missing", "known", "size"),
    [
        (36, {}, None, [], [], 36),
        (35, {}, None, ["size"], [], 35),
        (36, {"licence": ""}, None, ["licence"], [], 36),
        (36, {"description": ""}, None, ["description"], [], 36),
        (36, {"language": "xx"}, None, ["language"], [], 36),
        (37, {}, half, [], ["half"], 36),
        (36, {}, half, ["size"], ["half"], 35),
        (36, {}, hide, ["size"], [], 35),
        (0, {"licence": "", "description": ""}, None, ["description", "licence", "size"], [], 0),
    ],
)
def test_the_list_says_what_is_missing_and_what_to_know(alice, cards, words, then, missing, known, size):
    made = deck(alice, cards, **words)
    if then:
        then(made)
    draft = publishing.draft_of(made)
    assert [check.key for check in draft.checks if check.must and not check.done] == missing
    assert [check.key for check in draft.checks if not check.must and not check.done] == known
    assert (draft.size, draft.ready) == (size, not missing)


def test_half_cards_are_named_and_stay_out_of_the_version(alice, cleo, sign_in):
    made = deck(alice, 40)
    made.cards.filter(number=7).update(source="")
    made.cards.filter(number=8).update(quote="", source="Half a person")
    page = text(sign_in(alice).get(f"/decks/{made.pk}/publish/"))
    assert "2 sides lack their quote or their source." in page
    assert "card 7" in page and "card 8" in page and "Half a person" in page
    version = publishing.submit(alice, made)
    assert version.size == 38 and not set(version.cards) & set(
        made.cards.filter(number__in=[7, 8]).values_list("pk", flat=True)
    )


def test_quotes_that_are_nearly_alike_are_listed_side_by_side(alice, sign_in):
    made = deck(alice, 38)
    made.cards.filter(number=3).update(quote="Why me?")
    made.cards.filter(number=30).update(quote="WHY ME")
    page = text(sign_in(alice).get(f"/decks/{made.pk}/publish/"))
    assert "These quotes are nearly alike." in page
    assert 0 < page.index("Why me?") < page.index("WHY ME")
    assert publishing.draft_of(made).ready


def test_a_card_of_two_sides_is_one_card(alice):
    made = deck_of(36, owner=alice, description="x", licence=FREE)
    version = publishing.submit(alice, made)
    assert (version.size, len(version.cards)) == (36, 72)


# Handed in


def test_what_is_handed_in_is_frozen_words_and_rows_and_number(alice, cleo, sign_in):
    made = deck(alice, 40)
    before = list(made.cards.order_by("number").values_list("pk", flat=True))
    answer = sign_in(alice).post(f"/decks/{made.pk}/publish/", TICKED)
    assert (answer.status_code, answer["Location"]) == (303, f"/decks/{made.pk}/publish/?done=submitted")
    version = made.versions.get()
    assert (version.number, version.state, version.size, version.cards) == (1, "submitted", 40, before)
    decks.change(alice, made, {"title": "Other", "language": "de", "licence": FREE, "rating": "adults"})
    change(alice, made, "Another text")
    version.refresh_from_db()
    assert (version.title, version.language, version.rating) == ("Kitchen talk", "en", "all")
    assert version.cards == before
    page = text(sign_in(alice).get(f"/decks/{made.pk}/publish/"))
    assert "Version 1 waits for a curator" in page and "Withdraw it" in page and "Hand in" not in page


@pytest.mark.parametrize("left_out", PROMISES)
def test_each_promise_is_wanted_and_the_other_ticks_are_kept(alice, sign_in, left_out):
    made = deck(alice)
    kept = {name: "1" for name in PROMISES if name != left_out}
    answer = sign_in(alice).post(f"/decks/{made.pk}/publish/", kept)
    page = text(answer)
    assert answer.status_code == 422 and "Tick all three boxes." in page and not Version.objects.exists()
    for name in PROMISES:
        tick = 'aria-invalid="true"' if name == left_out else "checked"
        assert f'name="{name}" value="1" {tick}' in page


def test_what_lacks_something_is_not_handed_in(alice, sign_in):
    made = deck(alice, 20)
    answer = sign_in(alice).post(f"/decks/{made.pk}/publish/", TICKED)
    assert answer.status_code == 422 and "Something on the list is missing." in text(answer)
    assert not Version.objects.exists()


def test_pressed_twice_it_is_one_version_and_another_one_waits_its_turn(alice):
    made = deck(alice)
    first = publishing.submit(alice, made)
    assert publishing.submit(alice, made) == first
    change(alice, made, "Something else now")
    with pytest.raises(Refused, match="under_review"):
        publishing.submit(alice, made)
    assert Version.objects.count() == 1


def test_what_is_published_as_it_is_cannot_be_handed_in_again(alice, cleo, sign_in):
    made = published(alice, cleo)
    with pytest.raises(Refused, match="nothing_new"):
        publishing.submit(alice, made)
    assert "There is nothing to hand in." in text(sign_in(alice).get(f"/decks/{made.pk}/publish/"))
    change(alice, made, "Now there is")
    assert publishing.submit(alice, made).number == 2


@pytest.mark.parametrize(
    ("who", "status", "words"),
    [
        ("owner", 303, ""),
        ("co-editor", 403, "Only the owner of this deck can do that."),
        ("saver by link", 403, "Only its owner and co-editors change this deck."),
        ("curator", 404, ""),
        ("stranger", 404, ""),
    ],
)
@pytest.mark.parametrize("what", ["publish", "withdraw"])
def test_only_its_owner_hands_in_and_withdraws(alice, bob, cleo, dora, sign_in, who, status, words, what):
    made = deck(alice, state=Deck.State.LINK, link="secret")
    person = {"owner": alice, "co-editor": bob, "saver by link": bob, "curator": cleo, "stranger": dora}[who]
    if who == "co-editor":
        made.editors.add(bob)
    if who == "saver by link":
        made.savers.add(bob)
    if what == "withdraw":
        publishing.submit(alice, made)
    answer = sign_in(person).post(f"/decks/{made.pk}/{what}/", TICKED)
    assert answer.status_code == status and words in text(answer)
    waits = Version.objects.filter(state=STATES.SUBMITTED).exists()
    assert waits == ((status == 303) == (what == "publish"))


def test_a_co_editor_sees_the_list_and_that_the_owner_hands_in(alice, bob, sign_in):
    made = deck(alice)
    made.editors.add(bob)
    page = text(sign_in(bob).get(f"/decks/{made.pk}/publish/"))
    assert "Only the owner of this deck hands it in." in page and "Hand in 36 cards" not in page


def test_signed_out_one_is_asked_to_sign_in():
    assert Client().get("/decks/1/publish/").status_code == 302
    assert Client().get("/decks/review/").status_code == 302


def test_who_may_not_write_hands_nothing_in(alice, sign_in):
    made = deck(alice)
    alice.muted_until = timezone.now() + timedelta(days=1)
    alice.save()
    with pytest.raises(MayNotWrite):
        publishing.submit(alice, made)
    answer = sign_in(alice).post(f"/decks/{made.pk}/publish/", TICKED)
    assert answer.status_code == 403 and "you write nothing here until" in text(answer)


def test_blanks_are_not_published(alice, sign_in):
    made = deck(alice, of_blanks=True)
    with pytest.raises(Refused, match="of_blanks"):
        publishing.submit(alice, made)
    assert "Your blank cards cannot be published." in text(sign_in(alice).get(f"/decks/{made.pk}/publish/"))


def test_after_five_times_a_day_it_says_when_to_try_again(alice, sign_in):
    for _ in range(5):
        publishing.submit(alice, deck(alice))
    answer = sign_in(alice).post(f"/decks/{deck(alice).pk}/publish/", TICKED)
    assert answer.status_code == 429 and "You have handed in 5 times today. Try again in " in text(answer)
    assert Version.objects.count() == 5


def test_a_withdrawn_version_can_be_handed_in_anew_and_pressing_twice_is_the_same(alice, cleo, sign_in):
    made, client = deck(alice), sign_in(alice)
    publishing.submit(alice, made)
    for _ in range(2):
        answer = client.post(f"/decks/{made.pk}/withdraw/")
        assert answer["Location"].endswith("?done=withdrawn")
    assert made.versions.get().state == "withdrawn"
    assert publishing.submit(alice, made).number == 2
    assert client.get(f"/decks/{made.pk}/withdraw/")["Location"] == f"/decks/{made.pk}/publish/"


def test_what_is_decided_cannot_be_withdrawn(alice, cleo, sign_in):
    made = published(alice, cleo)
    answer = sign_in(alice).post(f"/decks/{made.pk}/withdraw/")
    assert answer.status_code == 409 and "a curator was faster" in text(answer)


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
    seen = [f"Quote {number} red of {made.pk}." for number in range(1, 71)]
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
    before = publishing.version_before(version)
    changes = publishing.changes_since(before, version)
    assert before == made.published
    assert [(old.quote, new.quote) for old, new in changes.changed] == [
        (f"Quote 5 red of {made.pk}.", "Changed to this")
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


# What everybody sees afterwards


def test_an_edit_after_approval_changes_nothing_that_is_published(alice, bob, cleo):
    made = published(alice, cleo)
    as_it_was = list(publishing.cards_shown(bob, made))
    edited = change(alice, made, "Sneaked in afterwards")
    new = add(alice, made, "And one more")
    decks.change(alice, made, {"title": "Sneaky", "language": "de", "description": "y", "licence": FREE})
    made.refresh_from_db()
    assert list(publishing.cards_shown(bob, made)) == as_it_was
    assert {card.language for card in publishing.cards_shown(bob, made)} == {"en"}
    assert edited in publishing.cards_shown(alice, made) and new in publishing.cards_shown(alice, made)
    assert publishing.public_words(made).title == "Kitchen talk"
    publishing.decide(cleo, publishing.submit(alice, made), STATES.PUBLISHED)
    made = Deck.objects.get(pk=made.pk)
    assert edited in publishing.cards_shown(bob, made) and publishing.public_words(made).title == "Sneaky"
    assert {card.language for card in publishing.cards_shown(bob, made)} == {"de"}
    assert list(made.versions.order_by("number").values_list("state", flat=True)) == ["published"] * 2


def test_cards_are_published_in_the_language_that_was_handed_in(alice, bob, cleo):
    made = deck(alice)
    version = publishing.submit(alice, made)
    decks.change(alice, made, {"title": "Other", "language": "de", "licence": FREE, "rating": "all"})
    publishing.decide(cleo, version, STATES.PUBLISHED)
    made.refresh_from_db()
    assert {card.language for card in publishing.cards_shown(bob, made)} == {"en"}


def test_hidden_cards_are_shown_to_editors_alone(alice, bob, cleo):
    made = published(alice, cleo)
    card = made.cards.first()
    Card.objects.filter(pk=card.pk).update(hidden_at=timezone.now())
    assert card in publishing.cards_shown(alice, made) and card not in publishing.cards_shown(bob, made)


@pytest.mark.parametrize("who", ["owner", "curator"])
def test_a_deck_is_taken_back_from_everybody_and_running_matches_keep_their_cards(
    alice, bob, cleo, dora, sign_in, who
):
    made = published(alice, cleo, 48)
    made.savers.add(dora)
    match = lobby.create(bob, "game-of-quotes", seats=3, bots=2, pace=86400, options={}, chosen_decks=[made])
    lobby.start(match.code, bob)
    person, form = (alice, {}) if who == "owner" else (cleo, {"own": "Complaints came in."})
    answer = sign_in(person).post(f"/decks/{made.pk}/unpublish/", form)
    assert answer.status_code == 303
    made.refresh_from_db()
    assert (made.state, made.published) == ("private", None)
    assert (
        not decks.may_see(dora, made) and made not in decks.saved_by(dora) and made not in decks.published()
    )
    assert play_on(match).status == "finished"
    assert rows(alice)[1:] == ([] if who == "owner" else ["Alice: taken_back"])
    if who == "curator":
        row = Send.objects.get(person=alice, about__what="taken_back")
        assert told.KINDS["deck"].wanted(row) and "Complaints came in." in said(row)
    again = sign_in(alice).post(f"/decks/{made.pk}/unpublish/")
    assert again.status_code == 303


def test_what_waits_is_withdrawn_with_it(alice, cleo):
    made = published(alice, cleo)
    change(alice, made, "More of the same")
    version = publishing.submit(alice, made)
    publishing.unpublish(alice, made)
    version.refresh_from_db()
    assert version.state == "withdrawn"


@pytest.mark.parametrize(
    ("who", "form", "status", "words"),
    [
        ("curator", {}, 422, "Choose a reason or write one."),
        ("curator", {"ready": "nonsense"}, 422, "That choice is not there."),
        ("co-editor", {}, 403, "Only the owner of this deck can do that."),
        ("stranger", {}, 403, "Only the owner of this deck can do that."),
    ],
)
def test_others_take_nothing_back(alice, bob, cleo, dora, sign_in, who, form, status, words):
    made = published(alice, cleo)
    made.editors.add(bob)
    person = {"curator": cleo, "co-editor": bob, "stranger": dora}[who]
    answer = sign_in(person).post(f"/decks/{made.pk}/unpublish/", form)
    assert answer.status_code == status and words in text(answer)
    made.refresh_from_db()
    assert made.state == "published"


def test_a_starter_deck_is_taken_back_by_nobody(cleo, sign_in):
    made = deck_of(starter="en")
    assert sign_in(cleo).post(f"/decks/{made.pk}/unpublish/", {"own": "x"}).status_code == 403
    with pytest.raises(Refused, match="not_yours"):
        publishing.unpublish(cleo, made, "x")


# What is told


def test_curators_are_told_once_that_a_deck_waits_and_not_of_their_own(alice, cleo, emil):
    publishing.submit(alice, deck(alice))
    assert sorted(rows()) == ["Cleo: waits", "Emil: waits"]
    publishing.submit(emil, deck(emil))
    assert sorted(rows()) == ["Cleo: waits", "Cleo: waits", "Emil: waits"]


@pytest.mark.parametrize(
    ("then", "still"),
    [
        ("nothing", True),
        ("decided", False),
        ("withdrawn", False),
        ("removed", False),
        ("hidden", False),
        ("no curator any more", False),
    ],
)
def test_a_notice_goes_out_only_while_the_deck_still_waits(alice, cleo, emil, then, still):
    version = publishing.submit(alice, deck(alice))
    row = Send.objects.get(person=cleo)
    match then:
        case "decided":
            publishing.decide(emil, version, STATES.REJECTED, "x")
        case "withdrawn":
            publishing.withdraw(alice, version.deck)
        case "removed":
            decks.remove(alice, version.deck)
        case "hidden":
            Deck.objects.update(hidden_at=timezone.now())
        case "no curator any more":
            cleo.groups.clear()
    assert told.KINDS["deck"].wanted(row) == still


def test_co_editors_are_told_what_was_decided_unless_they_left(alice, bob, cleo):
    made = deck(alice)
    made.editors.add(bob)
    publishing.decide(cleo, publishing.submit(alice, made), STATES.PUBLISHED)
    assert rows(bob) == ["Bob: published"]
    row = Send.objects.get(person=bob)
    assert told.KINDS["deck"].wanted(row)
    made.editors.remove(bob)
    assert not told.KINDS["deck"].wanted(row)


def test_the_mail_says_what_became_of_the_deck_and_nasty_words_stay_words(alice, bob, cleo, mailoutbox):
    made = deck(alice, title="<b>Bold</b> & more")
    publishing.decide(cleo, publishing.submit(alice, made), STATES.SENT_BACK, "<script>alert(1)</script>")
    sending.send_ready()
    letter = next(one for one in mailoutbox if one.to == ["alice@example.org"])
    html = letter.alternatives[0][0]
    assert letter.subject == "Your deck came back: <b>Bold</b> & more"
    assert "change something before it is published: <script>" in letter.body
    assert "<script>" not in html and "<b>Bold" not in html and "&lt;script&gt;" in html
    assert not any(one.to == ["bob@example.org"] for one in mailoutbox)
    assert "Cleo" not in letter.body  # a curator decides for the site, not as a person


def test_the_kind_has_a_name_for_the_settings_and_stands_behind_what_games_tell():
    kinds = [kind.slug for kind in told.kinds_to_choose()]
    assert kinds.index("deck") > kinds.index("words") and str(told.KINDS["deck"].label)
    assert len("deck") <= 16


# Nasty text, other languages


def test_nasty_text_stays_text_on_every_page(alice, cleo, sign_in):
    made = deck(alice, 37, title=NASTY[:80], description=NASTY)
    change(alice, made, NASTY)
    version = publishing.submit(alice, made)
    client = sign_in(cleo)
    form = {"decision": "rejected", "own": NASTY}
    pages = [
        client.get("/decks/review/"),
        client.get(f"/decks/review/{version.pk}/"),
        client.get(f"/decks/review/{version.pk}/?q={NASTY}"),
        client.post(f"/decks/review/{version.pk}/", form),
        client.post(f"/decks/review/{version.pk}/", form | {"decision": ""}),
        sign_in(alice).get(f"/decks/{made.pk}/publish/"),
    ]
    publishing.decide(cleo, version, STATES.REJECTED, NASTY)
    pages += [sign_in(alice).get(f"/decks/{made.pk}/publish/"), client.get(f"/decks/review/{version.pk}/")]
    for page in pages:
        found = text(page)
        assert "<script>alert" not in found and "&lt;script&gt;alert" in found


@pytest.mark.parametrize("where", ["?page=nonsense", "?page=-1", "?page=99999999999999999999", "?done=x"])
def test_odd_addresses_break_nothing(alice, cleo, sign_in, where):
    version = publishing.submit(alice, deck(alice))
    for path in ("/decks/review/", f"/decks/review/{version.pk}/"):
        assert sign_in(cleo).get(path + where).status_code == 200
    assert sign_in(cleo).get("/decks/99999999999999999999/publish/").status_code == 404


def test_every_ready_sentence_is_there_and_fits():
    assert all(30 < len(str(words)) + 20 < 200 for words in READY.values())


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

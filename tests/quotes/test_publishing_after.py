"""A published deck: what everybody sees, what is told, and taking it back."""

import pytest
from django.utils import timezone

from accounts import notices as told
from accounts import sending
from accounts.models import Send, User
from games import lobby
from quotes import decks, publishing
from quotes.models import Card, Deck
from quotes.reasons import READY
from quotes.refusals import Refused
from tests.games.scripts import deck as deck_of
from tests.games.scripts import play_on, text
from tests.quotes.curated import FREE, NASTY, STATES, add, change, cleo, deck, emil, published, rows, said

__all__ = ["cleo", "emil"]

pytestmark = pytest.mark.django_db


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


def test_a_deck_that_is_shared_by_link_by_now_is_not_said_to_be_private(alice, cleo, sign_in):
    made = published(alice, cleo)
    publishing.unpublish(alice, made)
    decks.share_by_link(alice, made)
    answer = sign_in(alice).post(f"/decks/{made.pk}/unpublish/")
    assert answer.status_code == 409 and "Whoever has its link still sees it" in text(answer)
    made.refresh_from_db()
    assert made.state == "link"


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
    User.objects.update(quiet_from=None, quiet_until=None)  # it may be night
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

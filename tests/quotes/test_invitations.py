"""Links that make somebody a co-editor, once: made by the owner, opened by whoever has one, refused in words."""

import re
from datetime import timedelta

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from accounts import leaving, limits, ties
from accounts.models import Send, Tie, User
from config.logs import shortened
from games.moderation import verdicts
from games.moderation.models import Case
from quotes import co_editors, decks, notice_words, tasks
from quotes.models import Deck, EditorLink
from quotes.refusals import WHY, Refused
from tests.games.scripts import deck as deck_of
from tests.games.scripts import text
from tests.quotes.shelf import guest, mute

pytestmark = pytest.mark.django_db


@pytest.fixture
def deck(alice) -> Deck:
    return deck_of(2, owner=alice, two_sided=False, title="Kitchen <b>talk")


@pytest.fixture
def row(alice, deck) -> EditorLink:
    return co_editors.invite(alice, deck)


def at(row: EditorLink) -> str:
    return reverse("editor-link", args=[row.link])


def main(answer) -> str:
    return text(answer).split("<main")[1].split("</main>")[0]


# From one who makes it to one who opens it


def test_an_invitation_goes_from_the_settings_to_one_person_who_accepts(alice, bob, cleo, deck, sign_in):
    owner, settings = sign_in(alice), reverse("deck-settings", args=[deck.pk])
    answer = owner.post(reverse("editor-links", args=[deck.pk]), {"make": "1"})
    page = text(owner.get(answer["Location"]))
    there = re.search(r'value="http://testserver(/decks/join/[^"]+)" readonly', page)[1]
    client = sign_in(bob)
    for _looked_at in range(2):
        page = main(client.get(there))
        assert "Alice invites you to edit" in page and "Kitchen &lt;b&gt;talk" in page and "<form" in page
        assert not deck.editors.exists()
    for _pressed_twice in range(2):
        answer = client.post(there)
        assert answer["Location"] == f"{reverse('deck-edit', args=[deck.pk])}?done=joined"
    assert "You edit this deck together from now on." in text(client.get(answer["Location"]))
    assert list(deck.editors.all()) == [bob] and client.get(there).status_code == 302
    assert there not in text(owner.get(settings)) and "used already" in main(sign_in(cleo).get(there))
    assert sign_in(cleo).post(there).status_code == 410 and deck.editors.count() == 1


def test_the_owner_is_told_who_accepted_as_long_as_they_edit_it(alice, bob, deck, row):
    co_editors.accept(bob, row.link)
    (told,) = [one for one in Send.objects.filter(person=alice) if notice_words.is_news(one)]
    item = notice_words.say(told)
    assert item.subject == "Bob edits your deck with you: Kitchen <b>talk" and "accepted" in item.line
    assert not Send.objects.filter(person=bob).exists()
    co_editors.drop(bob, deck, bob)
    assert not notice_words.is_news(told)


@pytest.mark.parametrize("who", ["its owner", "a co-editor"])
def test_whoever_edits_the_deck_already_uses_nothing_up(alice, bob, deck, row, sign_in, who):
    deck.editors.add(bob)
    client = sign_in(alice if who == "its owner" else bob)
    assert client.get(at(row))["Location"] == reverse("deck-edit", args=[deck.pk])
    client.post(at(row))
    row.refresh_from_db()
    assert row.used_at is None and list(deck.editors.all()) == [bob]


# What is refused


def spoil(how: str, deck: Deck, row: EditorLink, alice: User, bob: User) -> None:
    deck_fields = {"removed": "removed_at", "hidden": "hidden_at"}
    link_fields = {"used": {"used_at": timezone.now()}, "over": {"ends_at": timezone.now()}}
    if how in deck_fields:
        Deck.objects.update(**{deck_fields[how]: timezone.now()})
    elif how in link_fields:
        EditorLink.objects.update(**link_fields[how])
    elif how == "withdrawn":
        co_editors.withdraw(alice, deck, row.pk)
    elif how == "blocked by its maker":
        ties.tie(alice, bob, Tie.Kind.BLOCK)
    elif how == "its maker is blocked":
        ties.tie(bob, alice, Tie.Kind.BLOCK)
    elif how == "its maker is muted":
        mute(alice)
    elif how == "its maker is away":
        User.objects.filter(pk=alice.pk).update(is_active=False)


NOWHERE = (
    *("withdrawn", "removed", "hidden", "blocked by its maker", "its maker is blocked"),
    *("its maker is muted", "its maker is away"),
)


@pytest.mark.parametrize("how", NOWHERE)
def test_what_is_not_good_any_more_reads_as_if_there_was_never_a_deck(alice, bob, deck, row, sign_in, how):
    client = sign_in(bob)
    wrong = client.get(reverse("editor-link", args=["x" * 22]))
    assert wrong.status_code == 404 and "leads nowhere" in main(wrong)
    spoil(how, deck, row, alice, bob)
    for answer in (client.get(at(row)), client.post(at(row))):
        assert (answer.status_code, main(answer)) == (404, main(wrong))
    assert not deck.editors.exists()


@pytest.mark.parametrize(("how", "why", "status"), [("used", "link_used", 410), ("over", "link_over", 410)])
def test_who_has_a_link_that_was_good_reads_why_it_is_not(alice, bob, deck, row, sign_in, how, why, status):
    spoil(how, deck, row, alice, bob)
    for client in (sign_in(bob), Client()):
        for answer in (client.get(at(row)), client.post(at(row))):
            said = main(answer)
            assert answer.status_code == status and str(WHY[why] % {"days": 7}) in said and "talk" not in said
    assert not deck.editors.exists()


@pytest.mark.parametrize(
    ("who", "status", "said"),
    [
        ("nobody", 200, "For this you need an account."),
        ("a guest", 403, "Guests cannot do that."),
        ("muted", 403, "you write nothing here until"),
        ("suspended", 403, ""),
        ("one too many", 422, "at most 0 co-editors"),
    ],
)
def test_who_cannot_accept_is_told_why_and_the_link_stays(
    bob, deck, row, sign_in, who, status, said, monkeypatch
):
    if who == "muted":
        mute(bob)
    elif who == "suspended":
        User.objects.filter(pk=bob.pk).update(suspended_until=timezone.now() + timedelta(days=1))
    elif who == "one too many":
        monkeypatch.setattr(co_editors, "MOST", 0)
    client = Client() if who == "nobody" else sign_in(guest() if who == "a guest" else bob)
    page = text(client.get(at(row)))
    assert ('<form method="post"><input' in page) is (who == "one too many")
    assert (said in page) or who == "one too many"
    answer = client.post(at(row))
    assert answer.status_code == status and said in text(answer)
    row.refresh_from_db()
    assert row.used_at is None and not deck.editors.exists()


def test_who_is_not_signed_in_comes_back_to_the_invitation(row):
    page = main(Client().get(at(row)))
    assert f'{reverse("account_login")}?next={at(row).replace("/", "%2F")}"' in page


# Made and taken back


@pytest.mark.parametrize(("who", "status"), [("co-editor", 403), ("stranger", 404), ("nobody", 302)])
def test_the_owner_alone_invites_and_withdraws(bob, deck, row, sign_in, who, status):
    if who == "co-editor":
        deck.editors.add(bob)
    client, there = Client() if who == "nobody" else sign_in(bob), reverse("editor-links", args=[deck.pk])
    for form in ({"make": "1"}, {"withdraw": str(row.pk)}):
        assert client.post(there, form).status_code == status
    assert deck.editor_links.count() == 1
    if who == "co-editor":
        assert row.link not in text(client.get(reverse("deck-settings", args=[deck.pk])))


def test_an_invitation_is_withdrawn_once_and_only_from_its_own_deck(alice, bob, deck, row, sign_in):
    other = deck_of(1, owner=alice, title="Another")
    client = sign_in(alice)
    client.post(reverse("editor-links", args=[other.pk]), {"withdraw": str(row.pk)})
    assert EditorLink.objects.count() == 1
    for sent in (str(row.pk), str(row.pk), "9" * 40, "x"):
        answer = client.post(reverse("editor-links", args=[deck.pk]), {"withdraw": sent})
        assert answer.status_code == 303
    assert not EditorLink.objects.exists() and "withdrawn" in text(client.get(answer["Location"]))


def test_few_are_open_at_once_and_used_ones_do_not_count(alice, bob, deck, row, sign_in, monkeypatch):
    monkeypatch.setattr(co_editors, "MOST_LINKS", 1)
    answer = sign_in(alice).post(reverse("editor-links", args=[deck.pk]), {"make": "1"})
    assert answer.status_code == 422 and "1 invitations to this deck are open" in text(answer)
    co_editors.accept(bob, row.link)
    assert co_editors.invite(alice, deck).link != row.link


def test_who_makes_very_many_is_told_when_to_try_again(alice, deck, row, monkeypatch):
    monkeypatch.setattr(co_editors, "MOST_MADE", 1)
    monkeypatch.setattr(limits, "left", lambda seconds: 7200)
    with pytest.raises(Refused, match="too_many_links_made") as refused:
        co_editors.invite(alice, deck)
    assert refused.value.status == 429 and "Try again in 2 hours." in refused.value.words


@pytest.mark.parametrize(("by", "left"), [("the owner", 0), ("the co-editor", 1)])
def test_who_is_sent_away_does_not_come_back_by_another_invitation(alice, bob, deck, row, sign_in, by, left):
    co_editors.accept(bob, row.link)
    other = co_editors.invite(alice, deck)
    person, form = (alice, {"drop": bob.pk}) if by == "the owner" else (bob, {"leave": "1"})
    assert sign_in(person).post(reverse("deck-editors", args=[deck.pk]), form).status_code == 303
    assert co_editors.open_links(deck).count() == left
    assert sign_in(bob).get(at(other)).status_code == (200 if left else 404)


@pytest.mark.parametrize(("invited", "said"), [(True, True), (False, False)])
def test_it_is_said_that_invitations_ended_where_there_were_some(alice, bob, deck, sign_in, invited, said):
    deck.editors.add(bob)
    if invited:
        co_editors.invite(alice, deck)
    client = sign_in(alice)
    page = text(client.post(reverse("deck-editors", args=[deck.pk]), {"drop": bob.pk}, follow=True))
    assert "The deck has one co-editor less." in page
    assert ("Invitations that were open have ended, too." in page) is said


def test_nobody_is_invited_to_ones_blank_cards(alice):
    with pytest.raises(Refused, match="own_blanks"):
        co_editors.invite(alice, deck_of(1, owner=alice, of_blanks=True))


# Where it ends


@pytest.mark.parametrize("how", ["mute", "suspend", "the account goes", "the deck goes", "over long ago"])
def test_an_invitation_goes_with_what_it_hangs_on(alice, deck, row, how):
    if how in ("mute", "suspend"):
        case = Case.objects.create(kind="name", key=alice.pk, author=alice)
        verdicts.carry_out(case, verdicts.Verdict(author=how, days=1), alice, timezone.now())
    elif how == "the account goes":
        leaving.erase(alice)
    elif how == "the deck goes":
        decks.remove(alice, deck)
    else:
        EditorLink.objects.update(ends_at=timezone.now() - timedelta(days=31))
        tasks.forget_uploads()
    assert not EditorLink.objects.exists()


def test_an_invitation_is_in_no_log_and_no_search(bob, row, sign_in):
    answer = sign_in(bob).get(at(row))
    assert answer["X-Robots-Tag"] == "noindex" and answer["Referrer-Policy"] == "same-origin"
    assert len(row.link) >= 22 and row.link[4:] not in shortened(f"Not Found: {at(row)}x")

"""Nobody decides about their own, whatever way they come: by the admin, or as somebody who has just left a deck."""

from datetime import timedelta

import pytest
from django.contrib.auth.models import Group, Permission
from django.utils import timezone

from accounts.models import User
from games.moderation import appeals, cases
from games.moderation.models import Act, Case
from quotes import co_editors, publishing
from quotes.models import Card, Deck, DeckChange
from tests.moderation import scenes
from tests.moderation.scenes import browser, decided, moderator, now, person, report, text

pytestmark = pytest.mark.django_db

STAFF = (
    "change_card",
    "change_words",
    "view_case",
    "view_report",
    "view_act",
    "view_appeal",
    "see_reporters",
)
LISTS = ("case", "report", "act", "appeal")
WHY = {"why": "1", "reason": "hate"}


def staff(name: str, *, moderates: bool = False) -> User:
    made = moderator(name) if moderates else person(name)
    made.is_staff = True
    made.save()
    made.user_permissions.set(Permission.objects.filter(codename__in=STAFF))
    return made


def press(who: User, action: str, row, kind: str = "card") -> str:
    sent = {"action": action, "_selected_action": [row.pk], "sure": "1", **WHY}
    return text(browser(who).post(f"/admin/quotes/{kind}/", sent, follow=True))


# In the admin


@pytest.mark.parametrize("moderates", [True, False])
def test_what_is_about_ones_own_words_is_not_in_the_lists_of_the_admin_either(bob, cleo, judge, moderates):
    mo = staff("Mo", moderates=moderates)
    own = decided(judge, report(cleo, "card", scenes.card(mo, "Mine.")), "hide", words="In short.")
    appeals.appeal(mo, own.pk, "Not so.")
    other = decided(judge, report(cleo, "card", scenes.card(bob, "His.")), "hide")
    appeals.appeal(bob, other.pk, "Nor so.")
    client = browser(mo)
    for model in LISTS:
        rows = client.get(f"/admin/moderation/{model}/").context["cl"].result_list
        assert {getattr(row, "case_id", row.pk) for row in rows} == {other.pk}, model
    for model, key in (("case", own.pk), ("report", own.reports.get().pk), ("appeal", own.appeal.pk)):
        assert client.get(f"/admin/moderation/{model}/{key}/change/").status_code == 302, model


@pytest.mark.parametrize("moderates", [True, False])
@pytest.mark.parametrize("action", ["hide", "unhide"])
def test_nobody_hides_or_shows_their_own_in_the_admin(cleo, judge, action, moderates):
    mo = staff("Mo", moderates=moderates)
    card = scenes.card(mo)
    if action == "unhide":
        decided(judge, report(cleo, "card", card), "hide")
    page = press(mo, action, card)
    assert "This is about you, so another moderator decides about it." in page
    assert (now(card).hidden_at is not None) is (action == "unhide")
    assert not Act.objects.filter(moderator=mo).exists() and not Case.objects.filter(moderator=mo).exists()


@pytest.mark.parametrize("who", ["owner", "co-editor", "reporter"])
def test_nor_what_is_in_their_deck_nor_what_they_reported(alice, judge, who):
    mo = staff("Mo", moderates=True)
    deck = scenes.deck_of(mo if who == "owner" else alice)
    if who == "co-editor":
        deck.editors.add(mo)
    card = scenes.card(alice, deck=deck)
    if who == "reporter":
        report(mo, "card", card)
    page = press(mo, "hide", card)
    assert "another moderator decides about it" in page and now(card).hidden_at is None


def test_alone_one_decides_there_about_ones_own_too():
    mo = staff("Mo", moderates=True)
    card = scenes.card(mo)
    press(mo, "hide", card)
    assert now(card).hidden_at
    press(mo, "unhide", card)
    assert now(card).hidden_at is None


def test_while_an_appeal_waits_nothing_is_shown_past_it(alice, bob, judge):
    card = scenes.card(alice)
    case = decided(judge, report(bob, "card", card), "hide")
    appeals.appeal(alice, case.pk, "Not so.")
    assert "Decide about that first" in press(staff("Mo", moderates=True), "unhide", card)
    assert now(card).hidden_at


def test_before_something_is_shown_again_there_a_page_says_what_comes_back(alice, bob, judge):
    mo, card = staff("Mo", moderates=True), scenes.card(alice)
    copy = scenes.card(alice, deck=scenes.deck_of(bob, "Copy"))
    case = decided(judge, report(bob, "card", card), "hide")
    page = browser(mo).post("/admin/quotes/card/", {"action": "unhide", "_selected_action": [card.pk]})
    assert "in 2 places" in text(page) and f'href="/moderation/case/{case.pk}/"' in text(page)
    assert now(card).hidden_at and now(copy).hidden_at


# Who has a part in a deck


def leave(mo: User, deck: Deck) -> None:
    deck.editors.add(mo)
    co_editors.drop(mo, deck, mo)


def leave_long_ago(mo: User, deck: Deck) -> None:
    leave(mo, deck)
    DeckChange.objects.update(at=timezone.now() - timedelta(days=31))


def is_copied_from(mo: User, deck: Deck) -> None:
    """A copy has the cards of their authors, from its first moment."""
    scenes.card(mo, "Of Mo.", deck=deck, created_at=deck.created_at)


PARTS = {
    "owns it now": (lambda mo, deck: Deck.objects.filter(pk=deck.pk).update(owner=mo), True),
    "edits it": (lambda mo, deck: deck.editors.add(mo), True),
    "left it just now": (leave, True),
    "left it long ago": (leave_long_ago, False),
    "wrote a card of it": (lambda mo, deck: scenes.card(mo, "Of Mo.", deck=deck), True),
    "wrote a card that was copied into it": (is_copied_from, False),
    "wrote a card elsewhere": (lambda mo, deck: scenes.card(mo, "Of Mo."), False),
}


@pytest.mark.parametrize(("takes", "barred"), PARTS.values(), ids=PARTS)
def test_whoever_has_a_part_in_a_deck_decides_nothing_about_it(alice, bob, judge, takes, barred):
    mo, deck = moderator("Mo"), scenes.deck_of(alice)
    case = report(bob, "card", scenes.card(alice, deck=deck))
    takes(mo, deck)
    client = browser(mo)
    assert (f"/moderation/case/{case.pk}/" not in text(client.get("/moderation/"))) is barred
    assert client.post(f"/moderation/case/{case.pk}/take/").status_code == (404 if barred else 303)
    mo.groups.add(Group.objects.get_or_create(name=publishing.CURATORS)[0])
    other = person("Curator")
    other.groups.add(Group.objects.get(name=publishing.CURATORS))
    assert publishing.may_decide(mo, now(deck)) is not barred
    other.delete()
    assert publishing.may_decide(mo, now(deck))


def test_where_all_moderators_have_a_part_in_it_somebody_decides_all_the_same(alice, bob, judge):
    mo, deck = moderator("Mo"), scenes.deck_of(alice)
    deck.editors.add(mo, judge)
    case = report(bob, "card", scenes.card(alice, deck=deck))
    for who in (mo, judge):
        assert f"/moderation/case/{case.pk}/" in text(browser(who).get("/moderation/"))
    assert decided(mo, case, "hide").done
    moderator("Third")
    for who in (mo, judge):
        assert f"/moderation/case/{case.pk}/" not in text(browser(who).get("/moderation/done/"))


def test_with_many_moderators_the_list_holds_the_same_as_the_page(alice, bob, judge):
    mo = moderator("Mo")
    mine, others = scenes.card(mo), scenes.card(alice)
    cases_of = {row: report(bob, "card", row) for row in (mine, others)}
    for n in range(5):
        moderator(f"Another {n}")
        page = text(browser(mo).get("/moderation/"))
        assert f"/moderation/case/{cases_of[mine].pk}/" not in page
        assert f"/moderation/case/{cases_of[others].pk}/" in page


# Who has taken it


@pytest.mark.parametrize("how", ["out of the group", "closed", "suspended"])
def test_what_somebody_has_taken_who_moderates_no_more_is_free_at_once(alice, bob, judge, how):
    gone, card = moderator("Gone"), scenes.card(alice)
    case = cases.take(gone, report(bob, "card", card).pk)
    assert browser(judge).post(f"/moderation/case/{case.pk}/take/").status_code == 409
    if how == "out of the group":
        gone.groups.clear()
    else:
        until = timezone.now() + timedelta(days=3)
        User.objects.filter(pk=gone.pk).update(
            **({"is_active": False} if how == "closed" else {"suspended_until": until})
        )
    page = text(browser(judge).get("/moderation/"))
    assert f"/moderation/case/{case.pk}/" in page and "Taken by others" not in page
    assert browser(judge).post(f"/moderation/case/{case.pk}/take/").status_code == 303
    assert now(case).moderator == judge and Card.objects.get(pk=card.pk).hidden_at is None

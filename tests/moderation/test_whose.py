"""Whose words they are, who can be asked to change them, and what one author can be told at one time."""

import pytest

from accounts import leaving
from accounts.models import Send, User
from games.moderation import appeals, cases, names
from games.moderation.models import Case
from games.moderation.targets import TARGETS
from games.moderation.verdicts import Verdict
from games.moderation.why import Refused
from quotes import copying, editing, suggestions
from quotes.models import Deck, Suggestion
from tests.moderation import scenes
from tests.moderation.scenes import browser, decided, moderator, now, person, report, text

pytestmark = pytest.mark.django_db


def preview(judge, case: Case, **form: str) -> str:
    if now(case).state == "open":
        cases.take(judge, case.pk)
    return text(browser(judge).post(f"/moderation/case/{case.pk}/decide/", {"reason": "hate", **form}))


# The owner of a deck is nobody's author


def test_nobody_is_punished_for_the_words_of_somebody_who_is_gone(bob, cleo, judge):
    zoe = person("Zoe")
    deck = scenes.deck_of(zoe)
    deck.editors.add(bob)
    card = scenes.card(zoe, deck=deck)
    leaving.erase(zoe)
    assert now(deck).owner == bob
    case = report(cleo, "card", card)
    assert (case.author, case.owner) == (None, bob)
    page = preview(judge, case, thing="hide")
    assert "It has no author who could hear of it." in page and 'value="mute"' not in page
    assert "To the owner of its deck" in page and "Somebody else wrote it." in page
    with pytest.raises(Refused, match="no_author"):
        cases.decide(judge, case.pk, Verdict("hide", "mute", 7, "hate"))
    cases.decide(judge, case.pk, Verdict("hide", reason="hate"))
    assert now(bob).muted_until is None and now(card).hidden_at
    assert Send.objects.get(person=bob, kind="moderation").about["to"] == "owner"
    assert "Card 1 of your deck Night shift is not shown any more." in text(browser(bob).get("/about-you/"))


def test_who_owns_the_deck_by_now_is_told_where_it_was_handed_on_since(bob, cleo, judge):
    zoe = person("Zoe")
    deck = scenes.deck_of(zoe)
    deck.editors.add(bob)
    case = report(cleo, "card", scenes.card(zoe, deck=deck))
    leaving.erase(zoe)
    assert decided(judge, case, "ask").owner == bob
    assert Send.objects.get(person=bob, kind="moderation").about["to"] == "owner"


def test_of_a_copy_of_a_deck_of_the_site_nobody_is_the_author(alice):
    house = scenes.deck_of(None, "House", licence=Deck.Licence.BY_SA)
    scenes.card(None, deck=house)
    copied = copying.copy(alice, house).cards.get()
    row = scenes.row_of("card", copied.pk)
    assert (TARGETS["card"].author(row), TARGETS["card"].owner(row)) == (None, alice)


@pytest.mark.parametrize("of_a_card", [True, False])
@pytest.mark.parametrize(("quote", "author"), [("As it was.", None), ("Other words.", "Alice")])
def test_whoever_takes_a_suggestion_of_somebody_who_is_gone_is_not_its_author(
    alice, of_a_card, quote, author
):
    deck = scenes.deck_of(alice)
    card = scenes.card(alice, deck=deck) if of_a_card else None
    offered = Suggestion.objects.create(
        deck=deck, card=card, quote="As it was.", source="Somebody", writer=None
    )
    made = suggestions.take(alice, offered, editing.Texts(quote, "Somebody"))
    assert str(made.author) == str(author)


# Who can be asked


MUTED = "Its author may write nothing just now, and nobody else could change it."
NOBODY = "Nobody could change it: it has no author, and its deck has no owner."
ASKED = {  # whose card it is, whose deck, who may not write -> why nobody is asked
    "an author in their own deck": ("alice", "alice", "", ""),
    "no author, but an owner": (None, "cleo", "", ""),
    "neither": (None, None, "", NOBODY),
    "an author who may not write": ("alice", "alice", "alice", MUTED),
    "an author who may not write in the deck of another": ("alice", "cleo", "alice", ""),
}


@pytest.mark.parametrize(("author", "owner", "muted", "why"), ASKED.values(), ids=ASKED)
def test_a_change_is_asked_of_somebody_who_can_make_it(alice, bob, cleo, judge, author, owner, muted, why):
    people = {"alice": alice, "cleo": cleo, None: None}
    if muted:
        decided(judge, report(bob, "name", people[muted]), "keep", "mute")
        people[muted].refresh_from_db()
    card = scenes.card(people[author], deck=scenes.deck_of(people[owner]))
    case = report(bob, "card", card)
    page = preview(judge, case, thing="keep")
    assert ('value="ask"' in page) is not why and (why in page)
    if why:
        assert why in preview(judge, case, thing="ask") and now(case).state == "taken"
        return
    assert "This is what is sent" in preview(judge, case, thing="ask")
    cases.decide(judge, case.pk, Verdict("ask", reason="hate"))
    told = {row.person: row.about["to"] for row in Send.objects.filter(about__case=case.pk)}
    wanted = {people[author]: "author", bob: "reporter"} | (
        {} if author == owner else {people[owner]: "owner"}
    )
    assert told == {one: to for one, to in wanted.items() if one}


def test_whose_name_is_taken_away_and_who_is_suspended_reads_to_choose_another_later(alice, bob, judge):
    case = report(bob, "name", alice)
    assert "Once you take part again, choose another one" in preview(
        judge, case, thing="rename", author="suspend", days="7"
    )
    cases.decide(judge, case.pk, Verdict("rename", "suspend", 7, "hate"))
    assert "Once you take part again, choose another one" in text(browser(now(alice)).get("/about-you/"))


# A name that was taken away


TYPED = {
    "the same": ("Rude Person", False),
    "in other letters": ("rude  PERSON", False),
    "with stops": ("Rúde-Person!", False),
    "another": ("Kind Person", True),
}


@pytest.mark.parametrize(("typed", "taken"), TYPED.values(), ids=TYPED)
@pytest.mark.parametrize("author", ["nobody", "mute"])
def test_a_name_that_was_taken_away_is_not_chosen_again(bob, judge, typed, taken, author):
    rude = person("Rude Person")
    decided(judge, report(bob, "name", rude), "rename", author)
    answer = browser(now(rude)).post("/settings/part/name/", {"name": typed})
    assert (now(rude).name == typed) is taken
    assert taken or "A moderator took this name away from you. Choose another one." in text(answer)


def test_taken_back_the_name_can_be_chosen_again_and_others_were_never_kept_from_it(bob, judge):
    rude = person("Rude Person")
    case = decided(judge, report(bob, "name", rude), "rename", "warn")
    assert not names.is_taken_away(bob, "Rude Person")
    User.objects.filter(pk=rude.pk).update(name="Kind Person")
    appeals.appeal(rude, case.pk, "It is my name.")
    appeals.decide(moderator("Other"), case.pk, "reverse", parts=["rename"])
    assert not names.is_taken_away(rude, "Rude Person")


def test_what_comes_back_is_the_name_that_was_taken_not_the_one_that_was_reported(bob, judge):
    rude = person("Rude Person")
    case = report(bob, "name", rude)
    User.objects.filter(pk=rude.pk).update(name="Ruder Person")
    decided(judge, case, "rename")
    assert names.is_taken_away(rude, "Ruder Person")
    appeals.appeal(rude, case.pk, "It is my name.")
    appeals.decide(moderator("Other"), case.pk, "reverse")
    assert now(rude).name == "Ruder Person"


def test_a_moderator_reads_until_when_it_is_before_it_is_decided(alice, bob, judge, time_machine):
    time_machine.move_to("2026-05-04 12:00:00+00:00", tick=False)
    User.objects.filter(pk=judge.pk).update(language="de", time_zone="Europe/Berlin")
    case = report(bob, "card", scenes.card(alice))
    page = preview(judge, case, author="suspend", days="7")
    assert "11. Mai 2026, 14:00" in page.partition('id="h-preview"')[2].partition("<blockquote")[0]

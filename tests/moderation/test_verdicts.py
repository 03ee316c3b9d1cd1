"""What a verdict does: to the thing, everywhere at once; to its author; and how it is taken back."""

from datetime import timedelta

import pytest
from django.utils import timezone, translation

from accounts.models import User
from games import withdrawals
from games.game_of_quotes.cards import row_of
from games.models import Move, Seat
from games.moderation import appeals, cases, verdicts
from games.moderation.actions import CHOICES_OF_AUTHOR, CHOICES_OF_THING, FOR_A_WHILE
from games.moderation.models import Act, Untouchable
from games.moderation.targets import TARGETS
from games.moderation.verdicts import DAYS, USUAL_DAYS, Verdict
from games.moderation.why import Refused
from quotes import publishing
from quotes.models import Card, Deck, Words
from tests.game_of_quotes.seated import in_round, make_deck, revealed, table
from tests.games.scripts import play_on, sit_down
from tests.moderation import scenes
from tests.moderation.forms import forms_in
from tests.moderation.scenes import KINDS, browser, decided, moderator, now, report, text, thing

pytestmark = pytest.mark.django_db


def days_from_now(moment) -> int:
    return round((moment - timezone.now()) / timedelta(days=1))


# The table of what can be decided

VERDICTS = {
    # thing, author -> what is done
    ("keep", "nobody"): ["dismiss"],
    ("hide", "nobody"): ["hide"],
    ("ask", "nobody"): ["ask"],
    ("keep", "warn"): ["warn"],
    ("keep", "mute"): ["mute"],
    ("keep", "suspend"): ["suspend"],
    ("hide", "warn"): ["hide", "warn"],
    ("hide", "mute"): ["hide", "mute"],
    ("hide", "suspend"): ["hide", "suspend"],
    ("ask", "warn"): ["ask", "warn"],
}


@pytest.mark.parametrize(("chosen", "actions"), VERDICTS.items(), ids="-".join)
def test_one_verdict_does_what_it_says_and_each_action_is_a_line_of_the_audit_list(
    alice, bob, judge, chosen, actions
):
    card = scenes.card(alice)
    case = decided(judge, report(bob, "card", card), *chosen, words="In my own words.")
    assert case.actions == actions and (case.state, case.moderator) == ("done", judge)
    card.refresh_from_db()
    alice.refresh_from_db()
    assert (card.hidden_at is not None) is ("hide" in actions)
    assert (alice.muted_until is not None) is ("mute" in actions)
    assert (alice.suspended_until is not None) is ("suspend" in actions)
    lines = Act.objects.filter(case=case).order_by("pk")
    assert [line.action for line in lines] == ["take", *actions]
    last = lines[len(lines) - 1]
    assert (last.moderator, last.moderator_name, last.about) == (judge, "Judge", alice)
    # It was left as it is: then it was not what a reporter chose, either.
    assert (last.reason, last.words) == ("" if actions == ["dismiss"] else "insult", "In my own words.")
    lasts = {"mute", "suspend"} & set(actions)
    assert (last.until is not None) is bool(lasts)


OFFERED = {
    "card": ["keep", "ask", "hide"],
    "deck": ["keep", "ask", "hide"],
    "words": ["keep", "hide"],
    "name": ["keep", "rename"],
    "shared": ["keep", "hide"],
    "suggestion": ["keep", "hide"],
}


@pytest.mark.parametrize("kind", KINDS)
def test_what_can_be_done_with_each_kind(alice, bob, judge, kind):
    case = report(bob, kind, thing(kind, alice))
    assert verdicts.for_thing(case, scenes.row_of(kind, case.key)) == OFFERED[kind]
    cases.take(judge, case.pk)
    for choice in CHOICES_OF_THING.keys() - set(OFFERED[kind]):
        with pytest.raises(Refused):
            cases.decide(judge, case.pk, Verdict(choice, reason="hate"))
    case.refresh_from_db()
    assert case.state == "taken"


REFUSED = {
    "no reason": ({"thing": "hide"}, "Choose a reason first."),
    "a reason that is not there": ({"thing": "hide", "reason": "because"}, "Choose a reason first."),
    "something else without words": ({"thing": "hide", "reason": "other"}, "Say in a few words"),
    "words of 501": ({"thing": "hide", "reason": "hate", "words": "x" * 501}, "501 characters, and 500"),
    "a mute without days": ({"author": "mute", "reason": "hate"}, "Choose for how long."),
    "a mute of two days": ({"author": "mute", "reason": "hate", "days": "2"}, "Choose for how long."),
    "a mute of words": ({"author": "mute", "reason": "hate", "days": "x"}, "Choose for how long."),
    "what is not there": ({"thing": "burn", "reason": "hate"}, "That choice is not there."),
    "who is not there": ({"author": "burn", "reason": "hate"}, "That choice is not there."),
    "of another kind": ({"thing": "rename", "reason": "hate"}, "That choice is not there."),
    "ask, and mute": ({"thing": "ask", "author": "mute", "reason": "hate", "days": "7"}, "cannot change it"),
    "ask, and suspend": (
        {"thing": "ask", "author": "suspend", "reason": "hate", "days": "7"},
        "cannot change it",
    ),
}


@pytest.mark.parametrize("sure", ["", "1"])
@pytest.mark.parametrize(("form", "words"), REFUSED.values(), ids=REFUSED)
def test_a_verdict_that_cannot_be_is_refused_and_what_was_chosen_is_kept(
    alice, bob, judge, form, words, sure
):
    case = cases.take(judge, report(bob, "card", scenes.card(alice)).pk)
    sent = form | ({"sure": sure} if sure else {})
    answer = browser(judge).post(f"/moderation/case/{case.pk}/decide/", sent)
    assert answer.status_code == 422 and words in text(answer)
    for name in ("thing", "author"):
        if form.get(name) in CHOICES_OF_THING | CHOICES_OF_AUTHOR and form[name] != "rename":
            assert f'name="{name}" value="{form[name]}" checked' in text(answer)
    assert form.get("words", "") in text(answer)
    case.refresh_from_db()
    assert case.state == "taken" and not Card.objects.exclude(hidden_at=None).exists()


def test_the_people_who_run_the_site_can_be_warned_and_no_more(bob, judge):
    root = User.objects.create_superuser("root", "root@example.org", name="Root")
    case = cases.take(judge, report(bob, "card", scenes.card(root)).pk)
    page = text(browser(judge).get(f"/moderation/case/{case.pk}/"))
    assert 'name="author" value="warn"' in page and 'value="suspend"' not in page
    for what in ("mute", "suspend"):
        with pytest.raises(Refused, match="of_the_house"):
            cases.decide(judge, case.pk, Verdict("keep", what, 7, "hate"))
    assert cases.decide(judge, case.pk, Verdict("hide", "warn", 0, "hate")).done


@pytest.mark.parametrize("days", DAYS)
@pytest.mark.parametrize("what", ["mute", "suspend"])
def test_for_so_many_days(alice, bob, judge, what, days):
    decided(judge, report(bob, "card", scenes.card(alice)), "keep", what, days=days)
    alice.refresh_from_db()
    assert days_from_now(getattr(alice, FOR_A_WHILE[what])) == days


def test_the_usual_days_are_chosen_already(alice, bob, judge):
    case = cases.take(judge, report(bob, "card", scenes.card(alice)).pk)
    forms = forms_in(text(browser(judge).get(f"/moderation/case/{case.pk}/")))
    assert [form.fields["days"] for form in forms if "days" in form.fields] == [str(USUAL_DAYS)]
    assert USUAL_DAYS in DAYS


def test_the_longer_time_holds(alice, bob, judge):
    first = decided(judge, report(bob, "card", scenes.card(alice)), "keep", "mute", days=30)
    decided(judge, report(bob, "card", scenes.card(alice, "Another.")), "keep", "mute", days=3)
    alice.refresh_from_db()
    assert alice.muted_until == first.until


# Hidden: gone everywhere at once


def test_a_hidden_card_is_on_no_page(alice, bob, judge):
    deck = make_deck()
    party = table(revealed(1), deck=deck)
    shown = party.state.table.readings[0][0]
    card = Card.objects.get(pk=row_of(shown.quote))
    Card.objects.filter(pk=card.pk).update(author=alice)
    held = Card.objects.get(pk=row_of(party.state.hands[0].cards[0]))
    Card.objects.filter(pk=held.pk).update(author=alice)
    before = text(party.page(0)) + text(party.clients[0].get(party.url("log")))
    assert held.quote in before and card.quote in before
    for one in (card, held):
        decided(judge, report(bob, "card", one), "hide")
    pages = [text(party.page(seat)) for seat in range(3)]
    pages += [text(party.clients[0].get(party.url(name))) for name in ("log", "talk", "combinations")]
    for page in pages:
        assert card.quote not in page and held.quote not in page


def test_a_hidden_card_leaves_the_running_match_with_the_next_sweep(alice, bob, judge):
    party = table(deck=make_deck())
    card = party.state.hands[0].cards[0]
    decided(judge, report(bob, "card", Card.objects.get(pk=row_of(card))), "hide")
    assert withdrawals.take_out_everywhere(timezone.now()) == 1
    assert card not in party.state.hands[0].cards
    assert party.match.moves.filter(by=Move.By.HOUSE).count() == 1


def test_a_hidden_deck_takes_all_its_cards_with_it(alice, bob, judge):
    deck = make_deck()
    Deck.objects.filter(pk=deck.pk).update(owner=alice, starter=None)
    deck.refresh_from_db()
    party = table(deck=deck)
    held = [Card.objects.get(pk=row_of(card)) for card in party.state.hands[0].cards]
    case = decided(judge, report(bob, "deck", deck), "hide")
    page = text(party.page(0))
    assert not any(card.quote in page for card in held)
    withdrawals.take_out_everywhere(timezone.now())
    party.match.refresh_from_db()
    assert party.match.status == "closed"  # there is nothing left to play with
    assert not publishing.cards_shown(bob, deck).exists()
    cases.end(judge, case.pk, "unhide")
    assert all(not card.hidden_at and not card.taken_out_at for card in deck.cards.all())


def test_a_deck_shown_again_keeps_hidden_what_was_hidden_before_it(alice, bob, judge):
    deck = scenes.deck_of(alice)
    first, second = scenes.card(alice, deck=deck), scenes.card(alice, "Another.", deck=deck)
    decided(judge, report(bob, "card", first), "hide")
    case = decided(judge, report(bob, "deck", deck), "hide")
    cases.end(judge, case.pk, "unhide")
    first.refresh_from_db()
    second.refresh_from_db()
    assert first.hidden_at is not None and second.hidden_at is None


def test_hidden_words_are_gone_from_the_talk(alice, bob, judge):
    match = sit_down("kangoeroe", [alice, bob])
    row = scenes.said(match, alice, "You wardrobe")
    decided(judge, report(bob, "words", row), "hide")
    page = text(browser(bob).get(f"/m/{match.code}/talk/"))
    assert "You wardrobe" not in page and "removed" in page


def test_a_hidden_blank_is_gone_with_the_card_that_was_made_of_it(alice, bob, judge):
    match = sit_down("kangoeroe", [alice, bob])
    made = scenes.blank(match, alice, "A quote.", "A source")
    kept = scenes.card(alice, "A quote.", source="A source", deck=scenes.deck_of(alice, of_blanks=True))
    copy = scenes.card(alice, "A quote.", source="A source", deck=scenes.deck_of(bob, "Copy"))
    other = scenes.card(bob, "A quote.", source="A source", deck=scenes.deck_of(bob, "Other"))
    case = decided(judge, report(bob, "words", made.quote), "hide")
    assert all(one.hidden_at for one in (now(made.quote), now(kept), now(copy)))
    assert now(other).hidden_at is None
    cases.end(judge, case.pk, "unhide")
    assert not any(one.hidden_at for one in (now(made.quote), now(kept), now(copy)))


def test_a_hidden_card_is_gone_with_its_copies_and_its_blank(alice, bob, judge):
    match = sit_down("kangoeroe", [alice, bob])
    made = scenes.blank(match, alice, "A quote.", "A source")
    card = scenes.card(alice, "A quote.", source="A source")
    copy = scenes.card(alice, "A quote.", source="A source", deck=scenes.deck_of(bob, "Copy"))
    other = scenes.card(alice, "A quote.", source="Somebody else")
    case = decided(judge, report(bob, "card", card), "hide")
    assert all(one.hidden_at for one in (now(made.quote), now(made.source), now(card), now(copy)))
    assert now(other).hidden_at is None
    cases.end(judge, case.pk, "unhide")
    assert not any(one.hidden_at for one in (now(made.quote), now(card), now(copy)))


def is_hidden(kind, row) -> bool:
    return bool(TARGETS[kind].hidden_at(scenes.row_of(kind, row.pk)))


def test_a_hidden_combination_is_gone_from_its_page_and_its_pictures(alice, bob, judge):
    made = scenes.shared(alice)
    where = made.get_absolute_url()
    places = (where, f"{where.rstrip('/')}.svg", f"{where.rstrip('/')}.png")
    assert [browser(None).get(place).status_code for place in places] == [200, 200, 200]
    decided(judge, report(bob, "shared", made), "hide")
    assert [browser(None).get(place).status_code for place in places] == [404, 404, 404]


def test_words_that_were_read_are_removed_from_log_and_archive(judge):
    party = table(in_round(3))
    party.answer(0, party.prompt(0, "write").number, {"do": "write", "words": "My landlord"})
    play_on(party.match)
    reader, words = party.match.seats.get(number=1).person, Words.objects.get(text="My landlord")
    pages = [party.url(name) for name in ("match", "log", "replay", "combinations", "log-file")]
    heard = {"part": 3, "bits": 99}
    party.post(1, "heard", heard)
    assert sum("My landlord" in text(party.clients[1].get(where)) for where in pages) >= 2
    decided(judge, report(reader, "words", words), "hide")
    for where in pages:
        assert "My landlord" not in text(party.clients[1].get(where)), where


# A name


def test_a_name_that_is_taken_away_is_gone_everywhere_until_another_is_chosen(alice, bob, cleo, judge):
    User.objects.filter(pk=alice.pk).update(name="Wardrobe", language="de")
    alice.refresh_from_db()
    match = sit_down("kangoeroe", [alice, bob])
    left = sit_down("kangoeroe", [alice, bob])
    Seat.objects.filter(match=left, person=alice).update(
        person=None, bot=True, left_by=alice, name="Wardrobe"
    )
    blanks = scenes.deck_of(alice, "Wardrobe", of_blanks=True)
    copy = scenes.deck_of(bob, "Copy", based_on=scenes.deck_of(alice), credit="Night shift (Wardrobe)")
    second = scenes.deck_of(cleo, "Copy of it", based_on=copy, credit="Copy (Bob); Night shift (Wardrobe)")
    stranger = scenes.deck_of(bob, "Else", credit="Else (Wardrobe)")
    case = decided(judge, report(bob, "name", alice), "rename")
    alice.refresh_from_db()
    assert alice.name.startswith("N. N. ") and case.frozen["called"] == alice.name
    assert match.seats.get(person=alice).name == left.seats.get(left_by=alice).name == alice.name
    assert now(blanks).title == alice.name
    assert now(copy).credit == f"Night shift ({alice.name})"
    assert now(second).credit == f"Copy (Bob); Night shift ({alice.name})"
    assert now(stranger).credit == "Else (Wardrobe)"
    for where in (f"/m/{match.code}/", f"/m/{left.code}/", "/people/", f"/people/{alice.username}/"):
        assert "Wardrobe" not in text(browser(bob).get(where)), where
    assert browser(alice).post("/settings/part/name/", {"name": "Alice"}).status_code == 303


def test_the_new_name_is_told_before_it_is_given(alice, bob, judge):
    case = cases.take(judge, report(bob, "name", alice).pk)
    page = text(
        browser(judge).post(f"/moderation/case/{case.pk}/decide/", {"thing": "rename", "reason": "insult"})
    )
    cases.decide(judge, case.pk, Verdict("rename", reason="insult"))
    alice.refresh_from_db()
    assert alice.name in page


def test_a_person_with_a_bad_name_can_be_renamed_again(alice, bob, judge):
    decided(judge, report(bob, "name", alice), "rename")
    first = now(alice).name
    User.objects.filter(pk=alice.pk).update(name="Worse")
    decided(judge, report(bob, "name", now(alice)), "rename")
    assert now(alice).name not in ("Worse", first)


# The preview


@pytest.mark.parametrize(
    ("zone", "until"), [("UTC", "11 May 2026, 12:00"), ("Europe/Berlin", "11 May 2026, 14:00")]
)
def test_the_preview_is_what_the_author_reads_by_their_own_clock(
    alice, bob, judge, time_machine, zone, until
):
    time_machine.move_to("2026-05-04 12:00:00+00:00", tick=False)
    User.objects.filter(pk=alice.pk).update(time_zone=zone)
    case = cases.take(judge, report(bob, "card", scenes.card(alice)).pk)
    form = {"thing": "hide", "author": "mute", "days": "7", "reason": "hate", "words": "Own <b>words</b>."}
    preview = browser(judge).post(f"/moderation/case/{case.pk}/decide/", form)
    assert now(case).state == "taken"
    assert browser(judge).post(f"/moderation/case/{case.pk}/decide/", form | {"sure": "1"}).status_code == 303
    for page in (text(preview), text(browser(now(alice)).get("/about-you/"))):
        assert "Own &lt;b&gt;words&lt;/b&gt;." in page and f"You write nothing here until {until}." in page
        assert "It is against people for what they are." in page


def test_the_preview_is_in_the_language_of_the_author(alice, bob, judge):
    User.objects.filter(pk=alice.pk).update(language="de")
    with translation.override("de"):
        warning = translation.gettext("This is a warning. Please do not write such a thing again.")
    assert not warning.startswith("This")
    case = cases.take(judge, report(bob, "card", scenes.card(alice)).pk)
    form = {"author": "warn", "reason": "hate"}
    page = text(browser(judge).post(f"/moderation/case/{case.pk}/decide/", form))
    assert '<blockquote class="reported" lang="de">' in page
    assert warning in page and "We have spoken to whoever wrote it." in page
    cases.decide(judge, case.pk, Verdict("keep", "warn", reason="hate"))
    assert warning in text(browser(now(alice)).get("/about-you/"))


def test_a_dismissal_says_that_nobody_but_the_reporter_hears(alice, bob, judge):
    case = cases.take(judge, report(bob, "card", scenes.card(alice)).pk)
    page = text(browser(judge).post(f"/moderation/case/{case.pk}/decide/", {"thing": "keep"}))
    assert "Its author hears nothing." in page and "It stays as it is" in page


def test_after_a_verdict_next_leads_to_the_oldest_that_waits(alice, bob, judge):
    first = report(bob, "card", scenes.card(alice))
    second = report(bob, "card", scenes.card(alice, "Another."))
    third = report(bob, "card", scenes.card(alice, "A third."))
    decided(judge, first)
    page = text(browser(judge).get(f"/moderation/case/{first.pk}/"))
    assert f'href="/moderation/case/{second.pk}/">Next' in page
    decided(judge, second)
    decided(judge, third)
    assert ">Next" not in text(browser(judge).get(f"/moderation/case/{third.pk}/"))


# Taken back


@pytest.mark.parametrize("kind", ["card", "deck", "words", "shared", "suggestion"])
def test_an_appeal_that_is_heard_undoes_all_of_it(alice, bob, judge, kind):
    row = thing(kind, alice)
    case = decided(judge, report(bob, kind, row), "hide", "suspend")
    appeals.appeal(alice, case.pk, "Not so.")
    assert is_hidden(kind, row) and now(alice).suspended_until
    other = moderator("Other")
    appeals.decide(other, case.pk, "reverse", "You are right.")
    assert not is_hidden(kind, row) and now(alice).suspended_until is None
    assert [act.action for act in case.acts.order_by("pk")][-1] == "reverse"


def test_an_appeal_that_is_not_heard_leaves_all_of_it(alice, bob, judge):
    card = scenes.card(alice)
    case = decided(judge, report(bob, "card", card), "hide", "mute")
    appeals.appeal(alice, case.pk, "Not so.")
    appeals.decide(moderator("Other"), case.pk, "uphold", "It stands.")
    assert now(card).hidden_at and now(alice).muted_until == case.until


def test_a_name_comes_back_unless_another_was_chosen(alice, bob, judge):
    other = moderator("Other")
    for chosen, expected in (("", "Alice"), ("Alicia", "Alicia")):
        case = decided(judge, report(bob, "name", now(alice)), "rename")
        if chosen:
            User.objects.filter(pk=alice.pk).update(name=chosen)
        appeals.appeal(alice, case.pk, "It is my name.")
        appeals.decide(other, case.pk, "reverse")
        assert now(alice).name == expected


@pytest.mark.parametrize(("first", "second", "left"), [(30, 3, 30), (3, 30, 3)])
def test_what_another_verdict_holds_stays(alice, bob, judge, first, second, left):
    """The second is taken back: what the first decided goes on."""
    one = decided(judge, report(bob, "card", scenes.card(alice)), "keep", "mute", days=first)
    two = decided(judge, report(bob, "card", scenes.card(alice, "Another.")), "keep", "mute", days=second)
    appeals.appeal(alice, two.pk, "Not so.")
    appeals.decide(moderator("Other"), two.pk, "reverse")
    assert days_from_now(now(alice).muted_until) == left
    assert one.until == now(alice).muted_until


def test_a_mute_can_be_ended_before_its_time_and_its_author_is_told(alice, bob, judge):
    case = decided(judge, report(bob, "card", scenes.card(alice)), "keep", "mute")
    cases.end(judge, case.pk, "lift_mute")
    assert now(alice).muted_until is None
    assert "You can write here again." in text(browser(alice).get("/about-you/"))
    with pytest.raises(Refused, match="nothing_to_lift"):
        cases.end(judge, case.pk, "lift_mute")


# Things and authors that are gone


def test_of_what_is_gone_only_its_author_can_be_judged(alice, bob, judge):
    card = scenes.card(alice)
    case = cases.take(judge, report(bob, "card", card).pk)
    card.delete()
    page = text(browser(judge).get(f"/moderation/case/{case.pk}/"))
    assert "It is not there any more." in page and "closed on Mondays" in page
    assert 'value="hide"' not in page
    with pytest.raises(Refused, match="gone"):
        cases.decide(judge, case.pk, Verdict("hide", reason="hate"))
    assert cases.decide(judge, case.pk, Verdict("keep", "warn", reason="hate")).done


def test_a_card_of_nobody_can_be_hidden(bob, judge):
    card = scenes.card(None, deck=scenes.deck_of(None, "Of the house"))
    case = decided(judge, report(bob, "card", card), "hide")
    assert now(card).hidden_at and case.author is None
    page = text(browser(judge).get(f"/moderation/case/{case.pk}/"))
    assert "it came with the site" in page


# The audit list


def test_a_line_of_the_audit_list_is_written_once(alice, bob, judge):
    decided(judge, report(bob, "card", scenes.card(alice)), "hide")
    act = Act.objects.first()
    for attempt in (act.save, act.delete, Act.objects.all().delete, lambda: Act.objects.update(words="x")):
        with pytest.raises(Untouchable):
            attempt()
    assert Act.objects.count() == 2


def test_the_name_of_a_moderator_who_goes_stays_in_it(alice, bob, judge):
    decided(judge, report(bob, "card", scenes.card(alice)), "hide")
    judge.delete()
    assert [act.moderator_name for act in Act.objects.all()] == ["Judge", "Judge"]
    assert {act.moderator for act in Act.objects.all()} == {None}
    other = moderator("Other")
    assert "Judge" in text(browser(other).get("/moderation/audit/"))

"""What is typed in reports, verdicts, appeals and answers to them is kept in the browser until it is sent."""

import re

import pytest

from accounts.models import User
from games.moderation import appeals, cases
from tests.moderation import scenes
from tests.moderation.scenes import address, browser, decided, moderator, person, report, text

pytestmark = pytest.mark.django_db


def reported():
    alice, bob = person("Alice"), person("Bob")
    card = scenes.card(alice)
    return alice, bob, card, report(bob, "card", card)


def a_report():
    _alice, bob, card, _case = reported()
    return bob, text(browser(bob).get(address(bob, "card", card.pk))), f"report card {card.pk}"


def a_verdict():
    _alice, _bob, _card, case = reported()
    judge = moderator("Judge")
    cases.take(judge, case.pk)
    return judge, text(browser(judge).get(f"/moderation/case/{case.pk}/")), f"verdict {case.pk}"


def an_appeal():
    alice, _bob, _card, case = reported()
    decided(moderator("Judge"), case, "hide")
    return alice, text(browser(alice).get("/about-you/")), f"appeal {case.pk}"


def an_appeal_of_somebody_suspended():
    alice, _bob, _card, case = reported()
    decided(moderator("Judge"), case, "hide", "suspend")
    return alice, text(browser(alice).get("/decks/", follow=True)), f"appeal {case.pk}"


def an_answer():
    alice, _bob, _card, case = reported()
    decided(moderator("Judge"), case, "hide")
    appeals.appeal(alice, case.pk, "Not so.")
    other = moderator("Other")
    return other, text(browser(other).get(f"/moderation/case/{case.pk}/")), f"answer {case.pk}"


FORMS = [a_report, a_verdict, an_appeal, an_appeal_of_somebody_suspended, an_answer]


@pytest.mark.parametrize("form", FORMS)
def test_what_is_typed_is_kept_for_its_writer_alone(form):
    who, page, draft = form()
    (found,) = re.findall(r'<form [^>]*data-draft="([^"]+)"[^>]*>(.*?)</form>', page, flags=re.DOTALL)
    assert found[0] == f"{draft} {User.objects.get(pk=who.pk).pk}"
    assert "js/drafts" in page and "data-unsaved hidden>Not sent yet." in found[1]


@pytest.mark.parametrize(
    ("before", "where", "sent"),
    [
        (a_verdict, "decide", {"thing": "hide", "author": "nobody", "reason": "hate", "words": "In short."}),
        (an_answer, "appeal", {"what": "reverse", "words": "You are right."}),
    ],
)
def test_what_is_sent_in_the_end_is_the_same_draft(before, where, sent):
    who, _page, draft = before()
    answer = browser(who).post(f"/moderation/case/{draft.split()[1]}/{where}/", sent)
    preview = text(answer).split('class="box stack preview"')[1].split("</section>")[0]
    assert answer.status_code == 200 and f'data-draft="{draft} {who.pk}"' in preview

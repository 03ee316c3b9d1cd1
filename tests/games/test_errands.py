"""What asks for somebody on the front page beside their matches: questions about sharing, and their decks."""

import html
import re

import pytest
from django.utils import timezone

from accounts import ties
from games.models import Consent, Shared
from quotes import errands, publishing, suggestions
from quotes.models import Version
from tests.games.keeping import answer, ask, by_source, ended, who
from tests.games.scripts import text
from tests.quotes.curated import change, cleo, deck

__all__ = ["cleo", "ended"]

pytestmark = pytest.mark.django_db
SAYS = "May everybody see this? Somebody asks about 1 thing you wrote."


def asks(client) -> list[tuple[str, str]]:
    """What the front page says below its heading, and where that leads."""
    page = text(client.get("/"))
    found = re.search(r'<ul class="desk-links errands".*?</ul>', page, re.S)
    assert ("No match waits for you" in page) == bool(found)
    rows = re.findall(r'<a href="([^"]+)">([^<]+)</a>', found[0]) if found else []
    return [(html.unescape(says), where) for where, says in rows]


def test_whoever_is_asked_whether_everybody_may_see_it_finds_the_question_until_it_is_settled(ended, sign_in):
    by_source(ended, who(ended, 2))
    ask(ended, 1)
    bob, cleo = who(ended, 1), who(ended, 2)
    mine = Consent.objects.filter(person=cleo)
    asked = [(SAYS, f"/share/{mine.get().pk}/")]
    client = sign_in(cleo)
    assert asks(client) == asked and asks(sign_in(bob)) == []
    for hidden, seen in ((timezone.now(), []), (None, asked)):
        Shared.objects.update(hidden_at=hidden)
        assert asks(client) == seen
    ties.tie(cleo, bob, "block")
    assert asks(client) == []
    ties.untie(cleo, bob)
    for said, seen in (("yes", []), ("", asked)):
        mine.update(answer=said)
        assert asks(client) == seen
    answer(who(ended, 0), "no")
    assert asks(client) == []


def test_what_a_deck_asks_of_its_people_is_there_until_somebody_works_on_it(alice, bob, dora, cleo, sign_in):
    made = deck(alice)
    made.editors.add(bob)
    version = publishing.submit(alice, made)
    publishing.decide(cleo, version, Version.State.SENT_BACK, "Mind the commas.")
    other = deck(alice, title="Other", state="link", link="other-link")
    suggestions.suggest(dora, other.cards.first(), {"quote": "Better.", "source": "Her"})
    back = ("Your deck “Kitchen talk” came back: read why", f"/decks/{made.pk}/publish/")
    offered = ("1 suggestion waits for your deck “Other”", f"/decks/{other.pk}/suggestions/")
    assert sorted(asks(sign_in(alice))) == sorted([back, offered])
    assert asks(sign_in(bob)) == [back] and asks(sign_in(dora)) == asks(sign_in(cleo)) == []
    change(alice, made, "A new quote.")
    suggestion = other.suggestions.get()
    suggestions.decline(alice, suggestion)
    assert asks(sign_in(alice)) == asks(sign_in(bob)) == []


def test_a_version_that_came_back_long_ago_is_no_news(alice, cleo, sign_in):
    version = publishing.submit(alice, deck(alice))
    publishing.decide(cleo, version, Version.State.REJECTED, "Not here.")
    assert len(asks(sign_in(alice))) == 1
    made, ago = version.deck, timezone.now() - errands.LATELY
    Version.objects.update(decided_at=ago)
    type(made).objects.update(changed_at=ago)
    assert asks(sign_in(alice)) == []

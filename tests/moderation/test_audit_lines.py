"""A line of the audit list is a sentence, with the thing behind it; a deck is named to whoever may see it."""

import re
from html import unescape

import pytest
from django.utils import translation
from django.utils.html import strip_tags

from accounts.models import User
from quotes import publishing
from quotes.models import Deck, Version
from quotes.reasons import READY
from tests.games.scripts import Queries
from tests.moderation import scenes
from tests.moderation.scenes import browser, decided, report, text
from tests.quotes.curated import deck, make_curator

pytestmark = pytest.mark.django_db
AUDIT = "/moderation/audit/"


def lines(who: User) -> list[str]:
    """As they are read, without their time; the latest first."""
    page = text(browser(who).get(AUDIT)).split('<ol class="acts">')[1].split("</ol>")[0]
    said = [re.sub(r"<time.*?</time>", "", line) for line in page.split("<li>")[1:]]
    return [" ".join(unescape(strip_tags(line.replace("</p>", " "))).split()) for line in said]


@pytest.fixture
def kurt(db):
    made = scenes.person("Kurt")
    make_curator(made)
    return made


PUBLISHED, BACK = Version.State.PUBLISHED, Version.State.SENT_BACK


def hand_in(owner: User) -> Version:
    return publishing.submit(owner, deck(owner))


@pytest.mark.parametrize(
    ("language", "said"),
    [
        (
            "en",
            [
                "Judge asked to change it: a card #{pk}",
                "Judge took it: a card #{pk}",
            ],
        ),
        (
            "de",
            [
                "Judge hat um eine Änderung gebeten: eine Karte #{pk} (Alice)",
                "Judge hat den Fall übernommen: eine Karte #{pk}",
            ],
        ),
    ],
)
def test_what_was_done_stands_before_what_it_was_done_to(alice, bob, judge, other, language, said):
    User.objects.filter(pk=other.pk).update(language=language)
    case = decided(judge, report(bob, "card", scenes.card(alice)), "ask")
    for line, words in zip(lines(other), said, strict=True):
        assert line.startswith(words.format(pk=case.pk))


def test_a_word_is_no_thing(judge):
    browser(judge).post("/moderation/words/", {"word": "gherkin"})
    assert lines(judge) == ["Judge added a word to look at gherkin"]


def test_a_published_deck_is_named_and_linked(alice, kurt, judge):
    version = publishing.decide(kurt, hand_in(alice), PUBLISHED)
    assert lines(judge) == ["Kurt published it: a deck “Kitchen talk” (Alice)"]
    assert f'<a href="/decks/{version.deck_id}/">a deck' in text(browser(judge).get(AUDIT))


@pytest.mark.parametrize("hidden", ["removed_at", "hidden_at"])
def test_a_deck_that_is_gone_is_not(alice, kurt, judge, hidden):
    version = publishing.decide(kurt, hand_in(alice), PUBLISHED)
    make_curator(judge)
    Deck.objects.filter(pk=version.deck_id).update(**{hidden: version.decided_at})
    assert lines(judge) == ["Kurt published it: a deck (Alice)"]
    assert "Kitchen talk" not in text(browser(judge).get(AUDIT))


def send_back(curator: User, version: Version) -> None:
    publishing.decide(curator, version, BACK, "Too few.")


def take_back(curator: User, version: Version) -> None:
    publishing.decide(curator, version, PUBLISHED)
    publishing.unpublish(curator, version.deck, "Too few.")


@pytest.mark.parametrize(
    ("does", "did"), [(send_back, "sent it back"), (take_back, "took it back from everybody")]
)
def test_a_deck_that_is_private_is_named_to_curators_alone_by_what_was_handed_in(
    alice, kurt, judge, other, does, did
):
    version = hand_in(alice)
    does(kurt, version)
    Deck.objects.update(title="Diary")
    make_curator(judge)
    assert lines(judge)[0] == f"Kurt {did}: a deck “Kitchen talk” (Alice) Too few."
    page = text(browser(judge).get(AUDIT))
    assert f'<a href="/decks/review/{version.pk}/">a deck' in page and "Diary" not in page
    assert browser(judge).get(f"/decks/review/{version.pk}/").status_code == 200
    assert lines(other)[0] == f"Kurt {did}: a deck (Alice) Too few."
    page = text(browser(other).get(AUDIT))
    assert "Kitchen talk" not in page and "Diary" not in page and "/decks/review/" not in page


def test_each_line_names_the_version_it_is_about(alice, kurt, judge):
    make_curator(judge)
    version = hand_in(alice)
    send_back(kurt, version)
    Deck.objects.update(title="Diary")
    send_back(kurt, publishing.submit(alice, Deck.objects.get()))
    assert [line.split("“")[1].split("”")[0] for line in lines(judge)] == ["Diary", "Kitchen talk"]


def test_the_reasons_that_were_ticked_are_read_in_the_readers_language_and_own_words_as_typed(
    alice, kurt, judge
):
    User.objects.filter(pk=judge.pk).update(language="de")
    version = hand_in(alice)
    reason = publishing.reason_words(version.deck, [READY["alike"], READY["typing"]], "See card 3.")
    publishing.decide(kurt, version, BACK, reason)
    (line,) = lines(judge)
    with translation.override("de"):
        ready = f"{READY['alike']} {READY['typing']}"
    assert ready.startswith("Viele Karten") and line.endswith(f"{ready} See card 3.")


def test_it_takes_the_same_number_of_queries_however_many_there_are(alice, kurt, judge):
    make_curator(judge)
    counts = []
    for _n in range(2):
        publishing.decide(kurt, hand_in(alice), PUBLISHED)
        send_back(kurt, hand_in(alice))
        client = browser(judge)
        client.get(AUDIT)
        with Queries() as queries:
            client.get(AUDIT)
        counts.append(len(queries))
    assert counts[0] == counts[1]

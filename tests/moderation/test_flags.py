"""Words to look at twice: found as whole words, whatever their case and accents; and they remove nothing."""

import re

import pytest

from accounts.models import User
from games.moderation import flags
from games.moderation.models import Act, FlagWord
from games.moderation.why import Refused
from quotes import publishing
from tests.moderation import scenes
from tests.moderation.scenes import browser, moderator, report, text

pytestmark = pytest.mark.django_db

FOUND = {
    # word, language of the word -> text, language of the text, is it found
    "as it stands": ("moon", "en", "The moon is closed.", "en", True),
    "with other letters": ("moon", "en", "THE MOON IS CLOSED", "en", True),
    "with stops around it": ("moon", "en", "(moon!)", "en", True),
    "at the end of a line": ("moon", "en", "the\nmoon\nis", "en", True),
    "with accents": ("creme", "fr", "Crème brûlée", "fr", True),
    "in wide letters": ("moon", "en", "ｍｏｏｎ", "en", True),
    "with a sharp s": ("strasse", "de", "Straße", "de", True),
    "not inside a word": ("moon", "en", "The moonlight is closed.", "en", False),
    "not in another language": ("moon", "en", "moon", "de", False),
    "in every language": ("moon", "", "moon", "de", True),
    "where the language is not known": ("moon", "en", "moon", "", True),
    "more than one word": ("full moon", "en", "A full, moon.", "en", True),
    "not with a word between": ("full moon", "en", "A full red moon.", "en", False),
    "as the beginning of a longer word": ("Vollidiot*", "de", "Ihr Vollidioten!", "de", True),
    "as a beginning that is the word": ("stink*", "de", "Es stinkt. Stink!", "de", True),
    "not as the end of a word": ("moon*", "en", "A honeymoon.", "en", False),
    "not a star that is nothing else": ("*", "en", "The moon is closed.", "en", False),
    "not of nothing": ("moon", "en", "", "en", False),
}


@pytest.mark.parametrize(("word", "of", "said", "language", "found"), FOUND.values(), ids=FOUND)
def test_a_word_is_found(word, of, said, language, found):
    FlagWord.objects.create(word=word, language=of)
    assert flags.flags_in(said, language) == ([word] if found else [])


def test_each_is_named_once():
    FlagWord.objects.create(word="moon", language="en")
    FlagWord.objects.create(word="moon", language="")
    assert flags.flags_in("moon moon", "en") == ["moon"]


def test_a_flag_removes_nothing_and_is_seen_in_queue_case_and_review(alice, bob):
    FlagWord.objects.create(word="mondays", language="en")
    card, judge = scenes.card(alice), moderator("Judge")
    case = report(bob, "card", card)
    for where in ("/moderation/", f"/moderation/case/{case.pk}/"):
        assert "flagged-word" in text(browser(judge).get(where)), where
    card.refresh_from_db()
    assert card.hidden_at is None
    assert publishing.flagged([card.quote], "en") == ["mondays"]


@pytest.mark.parametrize(
    ("language", "word", "why"),
    [
        ("en", "", "no_word"),
        ("en", " !? ", "no_word"),
        ("xx", "moon", "no_language"),
        ("en", "Moon", "word_there"),
    ],
)
def test_what_cannot_be_added(language, word, why):
    judge = moderator("Judge")
    flags.add(judge, "en", "moon")
    with pytest.raises(Refused, match=why):
        flags.add(judge, language, word)
    answer = browser(judge).post("/moderation/words/", {"language": language, "word": word})
    assert answer.status_code == 422 and f'value="{word}"' in text(answer)


def test_adding_and_removing_stand_in_the_audit_list():
    judge = moderator("Judge")
    client = browser(judge)
    assert client.post("/moderation/words/", {"language": "en", "word": " Full  moon "}).status_code == 303
    word = FlagWord.objects.get()
    assert (word.word, word.language, word.added_by) == ("Full moon", "en", judge)
    assert client.post(f"/moderation/words/{word.pk}/remove/").status_code == 303
    assert client.post(f"/moderation/words/{word.pk}/remove/").status_code == 303
    assert [(act.action, act.words) for act in Act.objects.order_by("pk")] == [
        ("add_word", "Full moon (en)"),
        ("drop_word", "Full moon (en)"),
    ]


@pytest.mark.parametrize("where", ["/moderation/words/", "/admin/moderation/flagword/add/"])
def test_the_field_says_what_a_star_is_for(where):
    """And names the hint, so that it is read aloud with the field."""
    root = User.objects.create_superuser("root", "root@example.org", name="Root")
    said = text(browser(root).get(where))
    (described,) = re.findall(r'<input type="text"[^>]* name="word"[^>]* aria-describedby="([^"]+)"', said)
    (hint,) = re.findall(rf'id="{described}"[^>]*>(.*?)</(?:div|span)>', said, re.DOTALL)
    assert "With a star at its end (“stink*”) also as the beginning of a longer word." in hint

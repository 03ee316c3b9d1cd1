"""The cards that come with the house, compared: nothing twice, nothing empty, and it says that they are made up."""

import re
from collections import Counter
from itertools import combinations

import pytest

from quotes import starter

pytestmark = pytest.mark.pure

NAMES = starter.names()
LINES = {name: list(starter.lines(name)) for name in NAMES}
MADE_UP = {
    "en": "made up for this game",
    "de": "für dieses Spiel erfunden",
    "sv": "påhittade för det här spelet",
    "fr": "inventées pour ce jeu",
    "nl": "voor dit spel verzonnen",
}
SAME_WORDS = 0.6  # of all words of two quotes


def words(text: str) -> frozenset[str]:
    return frozenset(re.findall(r"\w+", text.casefold()))


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("what", ["source", "description"])
def test_no_source_and_no_description_is_there_twice(name, what):
    texts = Counter(" ".join(sorted(words(getattr(line, what)))) for line in LINES[name])
    assert [text for text, times in texts.items() if times > 1] == []


@pytest.mark.parametrize("name", NAMES)
def test_no_text_of_a_card_is_empty(name):
    for line in LINES[name]:
        assert all(words(text) for text in (line.quote, line.source, line.description)), line


@pytest.mark.parametrize("name", NAMES)
def test_no_two_quotes_share_most_of_their_words(name):
    assert near_pairs([line.quote for line in LINES[name]]) == []


def test_quotes_with_another_word_in_the_middle_would_be_found():
    assert near_pairs(["My cat has sold the piano.", "It rains.", "My dog has sold the piano."])


def near_pairs(quotes: list[str]) -> list[tuple[str, str]]:
    said = [(quote, words(quote)) for quote in quotes]
    return [
        (one, other)
        for (one, mine), (other, theirs) in combinations(said, 2)
        if len(mine & theirs) > SAME_WORDS * len(mine | theirs)
    ]


@pytest.mark.parametrize("name", NAMES)
def test_the_deck_says_that_its_quotes_were_made_up_for_this_game(name):
    assert MADE_UP[name] in starter.about()[name]["description"]

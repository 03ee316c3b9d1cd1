"""The cards as they are drawn: every face tells what it has to, and a covered one nothing more."""

import re
from pathlib import Path

import pytest
from django.utils import translation

from games.halt_mal_kurz import cards
from games.halt_mal_kurz.answers import THROWS
from games.halt_mal_kurz.pack import (
    COUNTS,
    PACK,
    SYMBOLS,
    category_of,
    covered,
    faces_of_kind,
    kind_of,
    symbols_of,
)

FACES = [face for kind in COUNTS for face in faces_of_kind(kind)]
COVERED = [f"covered-{symbol}" for symbol in SYMBOLS]
DRAWN = set(re.findall(r'<symbol id="([\w-]+)"', Path("static/img/halt_mal_kurz.svg").read_text()))
SHARED = set(re.findall(r'<symbol id="([\w-]+)"', Path("static/img/sprite.svg").read_text()))


@pytest.mark.parametrize("face", FACES)
def test_every_face_says_its_name_its_symbol_and_its_category(face):
    said = str(cards.card(face))
    assert cards.NAMES[kind_of(face)] in said.replace("\u00ad", "")
    assert f">{cards.SYMBOL_WORDS[symbols_of(face)]}<" in said
    assert f">{cards.CATEGORY_WORDS[category_of(face)]}<" in said


@pytest.mark.parametrize("face", FACES)
def test_every_face_shows_each_of_its_symbols_in_two_corners(face):
    said = str(cards.card(face))
    for letter in SYMBOLS:
        assert said.count(f"#s-{letter}") == (2 if letter in symbols_of(face) else 0)


@pytest.mark.parametrize("kind", ["halt", "schnick", "swap", "communism", "list", "razupaltuff"])
def test_what_has_to_be_said_stands_on_the_card_in_german(kind):
    face = faces_of_kind(kind)[0]
    assert f'<q lang="de">{cards.PHRASES[kind]}</q>' in str(cards.card(face))


def test_a_razupaltuff_says_that_it_cannot_be_laid():
    assert "Cannot be laid." in str(cards.card("razupaltuff"))


@pytest.mark.parametrize("face", FACES + COVERED + [cards.BACK])
def test_every_drawing_on_a_card_exists(face):
    for sheet, name in re.findall(r'href="[^"#]*/(\w+)\.svg#([\w-]+)"', str(cards.card(face))):
        assert name in (DRAWN if sheet == "halt_mal_kurz" else SHARED)


def test_every_drawing_that_has_a_name_exists():
    named = {*cards.FIGURES.values(), *cards.MARKS.values(), *cards.THROW_MARKS.values()}
    assert named | {"slap", "handsoff", "bubble", "megaphone", "nose"} <= DRAWN
    assert set(cards.THROW_MARKS) == set(THROWS)


@pytest.mark.parametrize("symbol", SYMBOLS)
def test_a_covered_card_is_the_same_whatever_lies_under_it(symbol):
    under = [card for card in PACK if kind_of(card) in ("nazi", "police") and symbols_of(card) == symbol]
    for said in (cards.card, cards.marked, cards.mini, cards.words):
        assert len({str(said(covered(card))) for card in under}) == 1


@pytest.mark.parametrize("face", COVERED)
def test_a_covered_card_tells_its_symbol_and_that_it_is_not_funny_and_nothing_else(face):
    text = re.sub(r"<[^>]*>", "|", str(cards.card(face)))
    words = {part.strip() for part in text.split("|")} - {""}
    assert words == {str(cards.SYMBOL_WORDS[symbols_of(face)]), "face down", "not funny"}
    assert not re.search(r"nazi|poli[cz]", str(cards.card(face)), re.IGNORECASE)


@pytest.mark.parametrize(
    ("language", "told"),
    [
        ("en", True),
        ("de", False),  # who reads German needs no gloss
    ],
)
def test_a_german_name_is_explained_to_those_who_read_another_language(language, told):
    with translation.override(language):
        for said in (str(cards.card("halt-k")), str(cards.mini("halt-k"))):
            assert ("hold this a sec" in said) is told


def test_a_card_in_a_sentence_has_its_symbol_for_the_eye_and_the_ear():
    said = str(cards.marked("nazi-p"))
    assert "#s-p" in said and ">penguin <" in said and '<b lang="de">Nazi</b>' in said

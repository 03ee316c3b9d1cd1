"""The cards as they are drawn: every face has its picture and its words, and the sounds stay what they are."""

import re
from pathlib import Path

import pytest
from django.conf import settings
from django.utils import translation

from games.don_martin import cards
from games.don_martin.pack import COLOURS, SOUNDS, SPECIALS, pack_of
from games.engine import face_of

COLOURED = [f"{sound}-{colour}" for sound in SOUNDS for colour in COLOURS]
FACES = [*COLOURED, *SPECIALS]
LANGUAGES = [code for code, _name in settings.LANGUAGES]
DRAWINGS = Path("static/img/don_martin.svg").read_text()
DRAWN = set(re.findall(r'<symbol id="([\w-]+)"', DRAWINGS))
ADS = set(re.findall(r'<symbol id="([\w-]+)"', Path("static/img/don_martin_ads.svg").read_text()))
SHARED = set(re.findall(r'<symbol id="([\w-]+)"', Path("static/img/sprite.svg").read_text()))


def text_of(markup):
    return re.sub(r"\s+", " ", re.sub(r"<[^>]*>", " ", str(markup))).strip()


def drawings_of(markup):
    return re.findall(r'href="[^"#]*/(\w+)[\w.]*\.svg#([\w-]+)"', str(markup))


def test_the_faces_are_those_of_the_pack():
    assert {face_of(card) for card in pack_of("even")} == set(FACES)


@pytest.mark.parametrize("face", COLOURED)
def test_a_coloured_card_has_its_lettering_and_its_colour_as_word_shape_and_pattern(face):
    sound, colour = face.split("-")
    said = str(cards.card(face))
    assert f"#{sound}" in said and f">{cards.NAMES[sound]}<" in said
    assert f"#{cards.SHAPES[colour]}" in said and f"card dm {cards.FAMILIES[colour]} " in said
    assert text_of(said) == f"{cards.NAMES[sound]} {str(cards.COLOUR_WORDS[colour]).capitalize()}"


@pytest.mark.parametrize("special", SPECIALS)
def test_a_special_has_its_lettering_and_says_what_it_does(special):
    said = str(cards.card(special))
    assert f"#{special}" in said and "card dm bw " in said
    for words in (cards.NAMES[special], cards.DOES[special], cards.MORE[special]):
        assert str(words) in text_of(said)


@pytest.mark.parametrize("code", ["shape", "family", "word"])
def test_no_two_colours_share_a_code(code):
    codes = {"shape": cards.SHAPES, "family": cards.FAMILIES, "word": cards.COLOUR_WORDS}[code]
    assert len({str(codes[colour]) for colour in COLOURS}) == len(COLOURS)


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_sounds_are_in_capitals_and_the_same_in_every_language(language):
    with translation.override(language):
        for face in FACES:
            name = cards.NAMES[face.split("-")[0]]
            assert re.fullmatch(r"[A-Z -]+!", name)
            assert f'translate="no">{name}<' in str(cards.card(face))
            assert cards.words(face).startswith(name.rstrip("!") + ", ")


@pytest.mark.parametrize(
    ("face", "heard"),
    [
        ("rumms-b", "RUMMS, blue"),
        ("krakadoi-o", "KRAKADOI, orange"),
        ("arrargh", "ARRARGH, special"),
        ("gapween", "GA-PWEEN, special"),
    ],
)
def test_a_card_for_the_ear(face, heard):
    assert cards.words(face) == heard


@pytest.mark.parametrize(
    ("held", "shown"),
    [
        (0, "RUMMS! Blue"),
        (1, "RUMMS! Blue ×1 1 in your hand"),
        (3, "RUMMS! Blue ×3 3 in your hand"),
    ],
)
def test_how_many_of_its_sound_are_held_stands_on_a_card_that_is_told(held, shown):
    assert text_of(cards.card("rumms-b", held=held)) == shown


def test_a_special_is_never_counted():
    assert cards.card("inkle", held=2) == cards.card("inkle")


def test_a_copy_looks_like_its_face():
    assert cards.card("zwick-g.2") == cards.card("zwick-g")


def test_every_drawing_on_a_card_exists():
    shown = [cards.card(face, held=2) for face in FACES] + [cards.back(), cards.ad_card(1), cards.ad_card(2)]
    shown += [cards.marked(face) for face in FACES] + [cards.colour_marked(colour) for colour in COLOURS]
    for markup in shown:
        assert drawings_of(markup)
        for sheet, name in drawings_of(markup):
            assert name in {"don_martin": DRAWN, "don_martin_ads": ADS}.get(sheet, SHARED)


def test_every_drawing_is_used():
    assert {*SOUNDS, *SPECIALS, "bang", "ears"} == DRAWN
    assert {ad["figure"] for ad in cards.ADS.values()} == ADS
    assert "noise" in SHARED


def test_the_drawings_need_nothing_from_elsewhere():
    """A drawing that is used from outside can be relied on only if it names no other, and no font."""
    for borrowed in ("<use", "url(", "<text", "style=", "<image"):
        assert borrowed not in DRAWINGS


def test_the_drawings_stay_light():
    assert len(DRAWINGS.encode()) < 25_000


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_a_special_does_is_short_enough_for_a_card_in_the_hand(language):
    with translation.override(language):
        for special in SPECIALS:
            assert len(str(cards.DOES[special])) <= 60
            assert len(f"{cards.DOES[special]} {cards.MORE[special]}") <= 150


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_word_in_the_band_is_short_enough_for_a_card_in_a_pile(language):
    with translation.override(language):
        assert all(len(str(word)) <= 8 for word in cards.COLOUR_WORDS.values())
        assert len(str(cards.SPECIAL_WORD)) <= 10


def test_the_back_tells_nothing_but_that_it_is_one():
    assert cards.card(cards.BACK, "size-pile") == cards.back("size-pile")
    assert 'aria-label="card back"' in cards.back() and text_of(cards.back()) == ""


def test_a_card_in_a_sentence_has_its_colour_for_the_eye_and_the_ear():
    said = str(cards.marked("rumms-b"))
    assert "#ring" in said and "fam-blue" in said and text_of(said) == "blue RUMMS"


def test_a_special_in_a_sentence_is_as_loud_as_on_its_card():
    assert text_of(cards.marked("gapween")) == text_of(cards.special_marked("gapween")) == "GA-PWEEN!"


def test_a_colour_and_a_sound_in_a_sentence():
    assert text_of(cards.colour_marked("o")) == "orange" and "#wedge" in str(cards.colour_marked("o"))
    assert text_of(cards.sound_marked("huffta")) == "HUFFTA"


@pytest.mark.parametrize("number", [1, 2])
def test_an_advertisement_is_a_card_with_a_picture_and_three_lines(number):
    said = text_of(cards.ad_card(number))
    assert all(str(cards.ADS[number][line]) in said for line in ("head", "text", "small"))

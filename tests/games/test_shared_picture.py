"""The picture of a combination: whole, inside its cards, harmless; and never without its letters."""

import time
from dataclasses import replace
from itertools import pairwise
from xml.etree import ElementTree

import pytest
from django.core.cache import cache

from games import shared_picture
from games.shared_picture import Scene, balanced, clusters, drawn, fit, has, has_png, png, rows, wide

pytestmark = pytest.mark.pure

SVG = "{http://www.w3.org/2000/svg}"
SCENE = Scene(
    "The plan was the first thing we ran out of.",
    "The Minister for Drizzle",
    "k-w",
    "at work",
    "Nobody ever said this.",
    "Game of Quotes",
    "en",
    "en",
)
NASTY = [
    "Soup.",
    "W" * 300,
    "i" * 300,
    "word " * 60,
    "Donaudampfschifffahrtsgesellschaftskapitänsmützenfabrikationsgebäude" * 4,
    "</text><script>alert(1)</script><text>",
    "\"quoted\" & 'quoted' <b>",
    "]]> <!-- --> <?xml?> &amp; &#0;",
    "tab\tand\nline\x00\x08\x1b\ufffe\ud800",
    "שלום עולם, מה שלומך היום? " * 10,
    "مرحبا يا عالم، كيف حالك اليوم؟ " * 9,
    "日本語の長い文章です。改行はどこでもできます、たぶん。" * 11,
    "한국어 문장은 띄어쓰기가 있습니다. " * 14,
    "😀👩‍👩‍👧🇩🇪👍🏽" * 20,
    "﷽" * 40,
    "Z̷͇̈́a̶l̵g̷o̴ " * 20,
    "क्षत्रिय " * 30,
    "\u202eevil\u2066 direction",
    "⸻" * 50,
    " ",
    "",
]
letters = pytest.mark.skipif(
    not any(has(family, "A") for family in shared_picture.FAMILIES), reason="no font"
)


def of(quote=SCENE.quote, source=SCENE.source):
    return replace(SCENE, quote=quote, source=source)


def texts(svg):
    """The lines of the quote and of the source, each with its size, where it begins, and its card's width."""
    found = []
    for card in ElementTree.fromstring(svg.encode()).findall(f"{SVG}g"):
        frames = card.findall(f"{SVG}rect")
        lines = [one for one in card.findall(f"{SVG}text") if one.get("fill") == shared_picture.INK]
        if frames and lines:
            found.append((float(frames[0].get("width")), float(frames[0].get("height")), lines))
    return found


def said(lines):
    return "".join(line.text or "" for line in lines).replace("\u2067", "").replace("\u2069", "")


# Lines


@pytest.mark.parametrize(
    ("text", "room", "lines"),
    [
        ("one two", 20, ["one two"]),
        ("one two", 3, ["one", "two"]),
        ("one  two ", 20, ["one  two"]),
        ("", 20, [""]),
        ("abcdefghij", 2.2, ["abc", "def", "ghi", "j"]),
        ("a abcdefghij b", 2.2, ["a", "abc", "def", "ghi", "j b"]),
        ("WWWW", 1, ["W", "W", "W", "W"]),
        ("日本語です", 3.2, ["日本語", "です"]),
        ("日本語。", 3.2, ["日本", "語。"]),
        ("ein日本", 2.5, ["ein", "日本"]),
    ],
)
def test_lines_end_between_words_and_break_only_what_is_too_long(text, room, lines):
    assert rows(text, room) == lines


@pytest.mark.parametrize(
    ("text", "parts"),
    [
        ("abc", ["a", "b", "c"]),
        ("e\u0301a", ["e\u0301", "a"]),
        ("👩‍👩‍👧a", ["👩‍👩‍👧", "a"]),
        ("👍🏽👍", ["👍🏽", "👍"]),
        ("🇩🇪🇳🇱", ["🇩🇪", "🇳🇱"]),
        ("☃\ufe0f!", ["☃\ufe0f", "!"]),
        ("\u0301", ["\u0301"]),
    ],
)
def test_no_line_ends_within_a_letter_or_a_picture(text, parts):
    assert clusters(text) == parts


def test_letters_are_as_large_as_fit_and_words_stay_whole_if_they_can():
    assert fit("Soup.", 570, 350) == (shared_picture.SIZES[0], ["Soup."])
    size, lines = fit("Donaudampfschifffahrt", 312, 340)
    assert lines == ["Donaudampfschifffahrt"] and size < 40
    assert fit("word " * 60, 570, 350)[0] < 40


def test_few_lines_are_of_one_length():
    lines = balanced("one two three four five", 12, rows("one two three four five", 12))
    assert len(lines) == 2 and abs(wide(lines[0]) - wide(lines[1])) < 4


# The picture


@pytest.mark.parametrize("text", NASTY)
@pytest.mark.parametrize("where", ["quote", "source"])
def test_every_text_is_whole_inside_its_card_and_only_text(text, where):
    svg = drawn(of(**{where: text}))
    cards = texts(svg)
    assert len(cards) == 2 or not text.strip()
    for width, height, lines in cards:
        for line in lines:
            size = float(line.get("font-size"))
            long = wide(said([line])) * size
            left, right = (60, 34) if width > 500 else (30, 26)
            assert long <= width - left - right, line.text
            assert size < float(line.get("y")) < height - 20
        tops = [float(line.get("y")) for line in lines]
        sizes = {float(line.get("font-size")) for line in lines}
        assert all(after - before >= max(sizes) * 1.2 for before, after in pairwise(tops))
        assert height <= shared_picture.ROOM
    together = "".join(said(lines) for _w, _h, lines in cards)
    wanted = shared_picture.plain(text) + (SCENE.source if where == "quote" else SCENE.quote)
    assert sorted(together.replace(" ", "")) == sorted("".join(wanted.split()).replace(" ", ""))


@pytest.mark.parametrize("text", NASTY)
def test_nothing_in_it_comes_from_elsewhere_or_does_anything(text):
    svg = drawn(of(text, text))
    names = {element.tag.removeprefix(SVG) for element in ElementTree.fromstring(svg.encode()).iter()}
    assert names <= {
        *("svg", "title", "defs", "radialGradient", "stop", "pattern", "g", "path", "rect", "circle", "text"),
    }
    assert "href" not in svg and "style" not in svg and "<image" not in svg and "@import" not in svg
    assert svg.count("http") == svg.count('xmlns="http://www.w3.org/2000/svg"') + text.count("http") * 3


def test_it_is_read_from_the_right_where_it_is_written_so():
    (_w, _h, quote), (_w2, _h2, source) = texts(drawn(of("שלום!", "A snail")))
    assert quote[0].get("text-anchor") == "end" and quote[0].text == "\u2067שלום!\u2069"
    assert source[0].get("text-anchor") is None


def test_what_is_of_unknown_width_is_made_to_fit():
    (_w, _h, quote), _ = texts(drawn(of("﷽ so", "A snail")))
    assert float(quote[0].get("textLength")) == pytest.approx(
        wide("﷽ so") * float(quote[0].get("font-size")), abs=1
    )
    assert texts(drawn(of()))[0][2][0].get("textLength") is None


def test_each_text_says_its_language():
    svg = drawn(replace(SCENE, quote_language="de", source_language='fr" onload="x'))
    assert 'xml:lang="de"' in svg
    assert "onload" not in {
        name for element in ElementTree.fromstring(svg.encode()).iter() for name in element.attrib
    }


@pytest.mark.parametrize("kind", ["m", "t", "l", "h", "s", "a", "w", "o", "pen"])
def test_every_kind_of_source_has_its_seal(kind):
    assert "<path" in shared_picture.shape(f"k-{kind}")


# As PNG


@letters
@pytest.mark.parametrize("quote", ["Soup.", "W" * 300, "word " * 60])
def test_the_longest_text_takes_less_than_a_second(quote):
    has_png(of(quote))
    began = time.process_time()
    picture = png(of(quote, "M" * 80))
    assert time.process_time() - began < 1
    assert picture is not None and picture.startswith(b"\x89PNG") and len(picture) > 10_000


@letters
def test_a_picture_is_drawn_once(monkeypatch):
    first = png(of())
    monkeypatch.setattr(shared_picture, "svg_to_bytes", lambda **_: pytest.fail("drawn again"))
    assert png(of()) == first
    cache.clear()
    with pytest.raises(pytest.fail.Exception):
        png(of())


@letters
@pytest.mark.parametrize(
    ("quote", "there"),
    [
        ("Soup.", True),
        ("Blåbärssoppa, bitte schön, ça va “so” – … ’n", True),
        ("Soup 😀 and more", True),  # a picture that no font has is left out
        ("\U0001fae8\U0001fae8", True),
        ("Nobody \U00010380\U00010381 reads this", False),  # a letter is not
        ("𓀀", False),
    ],
)
def test_there_is_none_that_lacks_a_letter(quote, there, monkeypatch):
    monkeypatch.setattr(shared_picture, "FAMILIES", ("DejaVu Serif", "DejaVu Sans"))
    if quote in ("𓀀",) or there or not has("DejaVu Sans", "\U00010380"):
        assert has_png(of(quote)) is there
        assert (png(of(quote)) is not None) is there


@letters
def test_what_is_left_out_is_only_what_is_no_letter():
    family = shared_picture.family_for(of())
    scene = shared_picture.only_drawable(of("So \U0001fae8 there", "\U0001fae8"), family)
    assert (scene.quote, scene.source) == ("So there", "…")


@pytest.mark.parametrize("families", [(), ("No Such Family",)])
def test_a_server_without_fonts_has_none(monkeypatch, families):
    monkeypatch.setattr(shared_picture, "FAMILIES", families)
    assert not has_png(of()) and png(of()) is None


def test_a_server_that_cannot_draw_has_none(monkeypatch):
    monkeypatch.setattr(shared_picture, "svg_to_bytes", None)
    assert not has_png(of()) and png(of()) is None
    assert drawn(of()).startswith("<svg")

"""A combination as a picture to send on: two cards on the oilcloth, as SVG and, where the server has letters, as PNG.

All of it is drawn here: no file, font or script from elsewhere. Widths of letters are estimated by those of the widest
serif that is common, so that no line leaves its card whichever one is used in the end.
"""

import hashlib
import re
import unicodedata
from dataclasses import dataclass
from functools import cache, lru_cache
from pathlib import Path

from django.conf import settings
from django.core.cache import cache as kept
from django.utils.html import escape

try:
    from resvg_py import svg_to_bytes
except ImportError:  # there is no wheel for every machine
    svg_to_bytes = None  # type: ignore[assignment]

WIDTH, HEIGHT = 1200, 630
ROOM = 548  # of the cards, above the hem of the cloth
BELOW = 34  # free below the words of a card
LEADING = 1.24
SIZES = (84, 76, 70, 64, 60, 56, 52, 48, 44, 40, 37, 34, 31, 28, 26, 24, 22, 20, 18, 16, 14)
LEAST_WHOLE = 20  # letters get no smaller only to keep a word in one piece
MOST_BALANCED = 5
KEPT_FOR = 60 * 60
CLARET, BLUE, INK, PAPER, CLOTH, LIT = "#8E2F4B", "#1F4E8C", "#1B1B1F", "#FFFDF8", "#1F5450", "#2B6963"
SERIF = "Georgia, 'Iowan Old Style', 'Palatino Linotype', 'Noto Serif', 'DejaVu Serif', serif"
DRAWINGS = "static/img/game_of_quotes.svg"

# What the letters of a PNG are taken from: the first of these that is installed and has all that a text needs.
FAMILIES = (
    *("DejaVu Serif", "Noto Serif", "Georgia", "Liberation Serif", "FreeSerif", "Times New Roman"),
    *("DejaVu Sans", "Noto Sans", "FreeSans", "Liberation Sans", "Arial Unicode MS", "Arial"),
    *("Noto Serif CJK JP", "Noto Sans CJK JP", "Noto Sans CJK SC", "WenQuanYi Zen Hei", "IPAGothic"),
)
NOWHERE = "\U0010fffd"  # no font has it


@dataclass(frozen=True)
class Scene:
    """What a picture shows. drawing, kind: of the source's kind. footer, name: below the cloth, left and right."""

    quote: str
    source: str
    drawing: str
    kind: str
    footer: str
    name: str
    quote_language: str = ""
    source_language: str = ""


# Letters

EMS: dict[str, float] = {
    letter: em
    for em, letters in {
        0.36: " ,./:;\\j|'’‘·",
        0.42: "-il",
        0.49: "!()IJ[]ft",
        0.55: '"*_`–rsz',
        0.64: "?cvxy“”„",
        0.7: "aeo{}«»",
        0.75: "$0123456789FLSYbdgkpqnuhß",
        0.79: "EPTZ",
        0.84: "ACVX",
        0.89: "#+<=>BDGKOQRU^w~&N",
        0.96: "%H…",
        1.02: "@—æ",
        1.13: "mMWœÆŒ",
    }.items()
    for letter in letters
}
SCRIPTS = {"GREEK": 1.0, "CYRILLIC": 1.1, "HEBREW": 0.85, "ARABIC": 1.0}  # the widest common letter of each
UNKNOWN = 1.1
NO_XML = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
CLOSING = "、。，．：；！？）」』】〉》〕］｝・ー々"
JOINER = "\u200d"


def clusters(text: str) -> list[str]:
    """The text in parts that no line may end within: a letter with its marks, a picture with all it is joined from."""
    found: list[str] = []
    for one in text:
        open_flag = found and len(found[-1]) == 1 and is_flag(found[-1])
        if found and (
            unicodedata.category(one) in ("Mn", "Me", "Mc", "Cf")
            or found[-1].endswith(JOINER)
            or "\U0001f3fb" <= one <= "\U0001f3ff"  # the colour of a skin
            or (open_flag and is_flag(one))
        ):
            found[-1] += one
        else:
            found.append(one)
    return found


def is_flag(one: str) -> bool:
    """Whether this is half of a flag."""
    return "\U0001f1e6" <= one <= "\U0001f1ff"


@lru_cache(maxsize=4096)
def ems(cluster: str) -> tuple[float, bool]:
    """How wide this is at most, in the size of the letters, and whether that can be relied on."""
    letter = unicodedata.normalize("NFD", cluster)[:1]
    if letter in EMS:
        return EMS[letter], True
    if unicodedata.east_asian_width(letter) in "WF":
        return (1.35, False) if unicodedata.category(letter) == "So" else (1.02, True)
    script = unicodedata.name(letter, "").partition(" ")[0]
    if script in SCRIPTS and "LETTER" in unicodedata.name(letter, ""):
        return SCRIPTS[script], True
    return UNKNOWN, False


@lru_cache(maxsize=4096)
def wide(text: str) -> float:
    """How many ems a text is wide at most."""
    return sum(ems(one)[0] for one in clusters(text))


def pieces(text: str) -> list[str]:
    """Words, each with the space behind it; scripts without spaces letter by letter, none of which closes a phrase."""
    found: list[str] = []
    for one in clusters(text):
        spaceless = unicodedata.east_asian_width(one[0]) in "WF"
        after = found[-1][0] if found else ""
        fresh = not found or found[-1].endswith((" ", "\u200b")) or spaceless or is_spaceless(after)
        if fresh and not (found and one in CLOSING):
            found.append(one)
        else:
            found[-1] += one
    return found


def is_spaceless(letter: str) -> bool:
    return bool(letter) and unicodedata.east_asian_width(letter) in "WF"


def rows(text: str, room: float) -> list[str]:
    """The text in lines of at most so many ems; only a word that fills a line by itself is broken."""
    found, line = [], ""
    for piece in pieces(text):
        if line and wide(line) + wide(piece.rstrip()) > room:
            found.append(line.rstrip())
            line = ""
        *full, rest = parts_of(piece, room)
        found += full
        line += rest
    return [*found, line.rstrip()] if line.strip() or not found else found


def parts_of(word: str, room: float) -> list[str]:
    """A word in parts that fit into a line each; one is at least a letter."""
    if wide(word.rstrip()) <= room:
        return [word]
    found, used = [""], 0.0
    for one in clusters(word):
        used += wide(one)
        if found[-1] and used > room:
            found.append("")
            used = wide(one)
        found[-1] += one
    return found


def fit(text: str, width: float, height: float) -> tuple[int, list[str]]:
    """The largest letters in which a text fits into a box, and its lines. Words are broken only if they must be."""
    ways = [(size, False) for size in SIZES if size >= LEAST_WHOLE] + [(size, True) for size in SIZES]
    for size, broken in ways:
        room = width / size
        if not broken and any(wide(word.rstrip()) > room for word in pieces(text)):
            continue
        lines = rows(text, room)
        if len(lines) * size * LEADING <= height:
            return size, balanced(text, room, lines)
    return size, lines


def balanced(text: str, room: float, lines: list[str]) -> list[str]:
    """As many lines, but of one length, where they are few."""
    if not 1 < len(lines) <= MOST_BALANCED:
        return lines
    for part in range(96, 50, -4):
        narrower = rows(text, room * part / 100)
        if len(narrower) > len(lines) or any(
            wide(word.rstrip()) > room * part / 100 for word in pieces(text)
        ):
            break
        lines = narrower
    return lines


def is_rtl(text: str) -> bool:
    """Whether it reads from right to left: by its first letter that has a direction."""
    strong = (unicodedata.bidirectional(one) for one in text)
    return next((way in ("R", "AL") for way in strong if way in ("L", "R", "AL")), False)


# Drawing

MARK = (
    "M0 46C0 20 14 4 40 0l4 10C29 14 22 22 22 32a15 15 0 1 1-22 14Z"
    "M52 46C52 20 66 4 92 0l4 10C81 14 74 22 74 32a15 15 0 1 1-22 14Z"
)


def drawn(scene: Scene, family: str = "") -> str:
    """The picture as SVG. family: the one font to use, "" for whichever serif its reader has."""
    quote, source = quote_card(scene), source_card(scene)
    font = f"'{family}'" if family else SERIF
    title = escape(plain(f"“{scene.quote}” {scene.source}"))
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" width="{WIDTH}" height="{HEIGHT}" '
        f'role="img" font-family="{font}" font-weight="700"><title>{title}</title>{ground(scene)}{quote}{source}</svg>'
    )


def plain(text: str) -> str:
    """In one line, without what XML has no room for."""
    return " ".join(NO_XML.sub("", text).split())


def ground(scene: Scene) -> str:
    """The oilcloth under the lamp, its scalloped hem, and the paper below it."""
    hem = "".join(f'<circle cx="{x}" cy="{ROOM + 20}" r="15"/>' for x in range(15, WIDTH, 30))
    return (
        f'<defs><radialGradient id="lamp" cx=".5" cy="0" r=".95" fx=".5" fy="0"><stop stop-color="{LIT}"/>'
        f'<stop offset="1" stop-color="{CLOTH}"/></radialGradient>'
        '<pattern id="check" width="56" height="56" patternUnits="userSpaceOnUse"><g fill="#FFFFFF" opacity=".035">'
        '<path d="M0 0h56v28H0Z"/><path d="M0 0h28v56H0Z"/></g></pattern></defs>'
        f'<rect width="{WIDTH}" height="{HEIGHT}" fill="#F7F6F2"/><g fill="{CLOTH}">{hem}</g>'
        f'<rect width="{WIDTH}" height="{ROOM + 20}" fill="url(#lamp)"/>'
        f'<rect width="{WIDTH}" height="{ROOM + 20}" fill="url(#check)"/>'
        f"{small(scene.footer, 56, 'start', 700)}{small(scene.name, WIDTH - 56, 'end', 380)}"
    )


def small(text: str, x: int, anchor: str, room: int) -> str:
    """A line below the cloth, as small as its length wants it."""
    size = min(25, int(room / max(1, wide(text))))
    return (
        f'<text x="{x}" y="{HEIGHT - 16}" font-size="{size}" text-anchor="{anchor}" fill="{INK}">'
        f"{escape(plain(text))}</text>"
    )


def quote_card(scene: Scene) -> str:
    """The larger card, with its claret edge and the mark that opens the quote."""
    left, right, top = 62, 632, 92
    size, lines = fit(plain(scene.quote), right - left, ROOM - 72 - top - BELOW)
    height = height_of(lines, size, top, 230)
    return card(
        (48, (ROOM + 14 - height) / 2, -1.3),
        (672, height),
        f'<rect x="3" y="3" width="15" height="{height - 6}" fill="{CLARET}"/>'
        f'<path transform="translate({left} 30) scale(.86)" fill="{CLARET}" d="{MARK}"/>'
        + words(lines, size, (left, right), (top, height), scene.quote_language),
    )


def source_card(scene: Scene) -> str:
    """The smaller card: the seal with the kind of source, and who never said it."""
    left, right, top = 34, 346, 132
    size, lines = fit(plain(scene.source), right - left, ROOM - 76 - top - BELOW)
    height = height_of(lines, size, top, 250)
    kind = min(24, int(212 / max(1, wide(scene.kind))))
    return card(
        (776, (ROOM + 30 - height) / 2, 1.8),
        (376, height),
        f'<rect x="3" y="3" width="370" height="14" fill="{BLUE}"/><circle cx="72" cy="76" r="38" fill="{BLUE}"/>'
        f'<svg x="49" y="53" width="46" height="46" viewBox="0 0 32 32" color="{PAPER}">{shape(scene.drawing)}</svg>'
        f'<text x="126" y="84" font-size="{kind}" fill="{BLUE}">{escape(plain(scene.kind))}</text>'
        + words(lines, size, (left, right), (top, height), scene.source_language),
    )


def height_of(lines: list[str], size: int, top: int, least: int) -> int:
    """How high a card is that holds these lines below its head."""
    return max(least, round(len(lines) * size * LEADING) + top + BELOW)


def card(place: tuple[float, float, float], box: tuple[int, int], inside: str) -> str:
    """Paper with an ink edge that lies on the cloth, a little askew. place: x, y, and by how many degrees."""
    (x, y, turn), (width, height) = place, box
    frame = f'width="{width}" height="{height}" rx="12"'
    return (
        f'<g transform="translate({x:g} {y:g}) rotate({turn} {width / 2:g} {height / 2:g})">'
        f'<rect y="9" {frame} fill="#0B2321" opacity=".55"/><rect {frame} fill="{PAPER}"/>{inside}'
        f'<rect {frame} fill="none" stroke="{INK}" stroke-width="4"/></g>'
    )


def words(lines: list[str], size: int, sides: tuple[int, int], room: tuple[int, int], language: str) -> str:
    """Lines in the middle of a card's room, from the left side or, where they are written so, from the right."""
    rtl = is_rtl(" ".join(lines))
    start = f'x="{sides[1]}" text-anchor="end"' if rtl else f'x="{sides[0]}"'
    spoken = f' xml:lang="{escape(language)}"' if language else ""
    top, height = room
    first = top + (height - BELOW - top - len(lines) * size * LEADING) / 2 + size * 0.92
    return "".join(
        f'<text {start} y="{first + n * size * LEADING:.1f}" font-size="{size}" fill="{INK}"{spoken}'
        f"{squeezed(line, size)}>{in_order(line, rtl=rtl)}</text>"
        for n, line in enumerate(lines)
    )


def in_order(line: str, *, rtl: bool) -> str:
    """Isolated where it reads from the right: a full stop belongs to its left then."""
    line = escape(line)
    return f"\u2067{line}\u2069" if rtl else line


def squeezed(line: str, size: int) -> str:
    """A line with letters whose width cannot be known is made as wide as it may be."""
    if all(known for _, known in map(ems, clusters(line))):
        return ""
    return f' textLength="{wide(line) * size:.0f}" lengthAdjust="spacingAndGlyphs"'


@cache
def shape(name: str) -> str:
    """One of the game's own drawings, for a picture of its own: what is inside its symbol."""
    sheet = (Path(settings.BASE_DIR) / DRAWINGS).read_text(encoding="utf-8")
    found = re.search(rf'<symbol id="{re.escape(name)}"[^>]*>(.*?)</symbol>', sheet, re.S)
    return found[1] if found else ""


# As PNG


def png(scene: Scene) -> bytes | None:
    """The picture as PNG; None where it could not be drawn, or not with all its letters."""
    if svg_to_bytes is None:
        return None
    family = family_for(scene)
    if family is None:
        return None
    svg = drawn(only_drawable(scene, family), family)
    key = f"shared-picture/{hashlib.sha256(svg.encode()).hexdigest()}"
    picture: bytes | None = kept.get(key)
    if picture is None:
        picture = bytes(svg_to_bytes(svg_string=svg))
        kept.set(key, picture, KEPT_FOR)
    return picture


def has_png(scene: Scene) -> bool:
    """Whether `png` has a picture of this; nothing is drawn for it but letters that were not looked for before."""
    return svg_to_bytes is not None and family_for(scene) is not None


def family_for(scene: Scene) -> str | None:
    """The first font that has every letter and digit of a scene."""
    said = f"{scene.quote}{scene.source}{scene.kind}{scene.footer}{scene.name}"
    needed = sorted({one for one in said if unicodedata.category(one)[0] in "LMN"})
    families = (family for family in FAMILIES if has(family, "A"))
    return next((family for family in families if all(has(family, one) for one in needed)), None)


def only_drawable(scene: Scene, family: str) -> Scene:
    """Without signs and pictures that the font does not have; something must be left."""

    def read(words: str) -> str:
        found = [one for one in clusters(words) if all(has(family, part) for part in one)]
        return " ".join("".join(found).split())

    return Scene(**vars(scene) | {"quote": read(scene.quote) or "…", "source": read(scene.source) or "…"})


@lru_cache(maxsize=8192)
def has(family: str, letter: str) -> bool:
    """Whether this font itself can draw a letter.

    Behind a letter that nobody has, no other font helps out: what is missing then looks like two of those.
    """
    return letter.isspace() or probe(family, NOWHERE + letter) != probe(family, NOWHERE * 2)


@lru_cache(maxsize=64)
def probe(family: str, letters: str) -> bytes:
    svg = (
        '<svg xmlns="http://www.w3.org/2000/svg" width="48" height="24">'
        f'<text y="18" font-family="{family}" font-weight="700" font-size="16">{escape(letters)}</text></svg>'
    )
    return bytes(svg_to_bytes(svg_string=svg))

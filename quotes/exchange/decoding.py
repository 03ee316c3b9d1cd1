"""From the bytes of a file to UTF-8 with plain line ends; what is no text is refused."""

import codecs
import re

from quotes.exchange.limits import MEGABYTE, MOST_BYTES, MOST_LINES
from quotes.exchange.parts import Unreadable

PACKED = (
    *(b"\x1f\x8b", b"BZh1", b"BZh9", b"\xfd7zXZ", b"7z\xbc\xaf\x27\x1c", b"Rar!\x1a", b"\x28\xb5\x2f\xfd"),
    *(b"\x04\x22\x4d\x18", b"\x1f\x9d"),
)
ZIPPED = (b"PK\x03\x04", b"PK\x05\x06", b"PK\x07\x08")
OF_OFFICE = (b"[Content_Types].xml", b"mimetypeapplication/vnd", b"_rels/.rels", b"Index/Document.iwa")
OFFICE = (b"\xd0\xcf\x11\xe0", b"{\\rtf", b"%PDF")
TAR = (257, b"ustar")
PAGES = (b"<!doctype", b"<html", b"<?xml", b"<head", b"<body", b"<svg")
BOMS = (
    (codecs.BOM_UTF32_LE, "utf-32-le"),
    (codecs.BOM_UTF32_BE, "utf-32-be"),
    (codecs.BOM_UTF16_LE, "utf-16-le"),
    (codecs.BOM_UTF16_BE, "utf-16-be"),
)
MARKS = re.compile(b"(?:%b)++" % codecs.BOM_UTF8)
SPACES = b"\x0b\x0c\x1c\x1d\x1e\x1f"
CONTROLS = bytes(sorted({*range(32), 127} - set(b"\t\n\r" + SPACES)))
TO_SPACES = bytes.maketrans(SPACES, b" " * len(SPACES))
FEW_CONTROLS = 3
PART_OF_CONTROLS = 20  # more than one in so many bytes, and it is no text
LOOK_AT = 4096


def text_of(data: bytes) -> bytes:
    """The text of a file: valid UTF-8, lines ended by LF, no controls but tabs. Raises Unreadable."""
    if len(data) > MOST_BYTES:
        raise Unreadable("too_big", size=-(-len(data) // MEGABYTE), limit=MOST_BYTES // MEGABYTE)
    refuse_packed(data)
    text = in_utf8(data).translate(TO_SPACES, CONTROLS).rstrip(b"\n ")
    if not text.strip():
        raise Unreadable("nothing")
    if text[:LOOK_AT].lstrip().lower().startswith(PAGES):
        raise Unreadable("web_page")
    return text


def with_plain_ends(text: bytes) -> bytes:
    if b"\r" in text:
        text = text.replace(b"\r\r\n", b"\n").replace(b"\r\n", b"\n").replace(b"\r", b"\n")
    return text


def refuse_packed(data: bytes) -> None:
    """Raise Unreadable for what is certainly no text."""
    if data.startswith(OFFICE):
        raise Unreadable("office")
    if data.startswith(ZIPPED):
        raise Unreadable("office" if any(mark in data[:LOOK_AT] for mark in OF_OFFICE) else "packed")
    if data.startswith(PACKED) or data[TAR[0] :].startswith(TAR[1]):
        raise Unreadable("packed")


def in_utf8(data: bytes) -> bytes:
    """The same text in UTF-8, with plain line ends. Raises Unreadable."""
    for bom, encoding in BOMS:
        if data.startswith(bom):
            return from_wide(data[len(bom) :], encoding)
    if wide := seems_wide(data):
        return from_wide(data, wide)
    refuse_binary(data)
    if marks := MARKS.match(data):
        data = data[marks.end() :]
    data = with_plain_ends(data)
    try:
        codecs.utf_8_decode(data, "strict", True)
    except UnicodeDecodeError as error:
        if error.reason == "unexpected end of data" and not data[: error.start].isascii():
            raise Unreadable("cut_off") from None
        return from_old(data)
    return data


def from_wide(data: bytes, encoding: str) -> bytes:
    """From UTF-16 or UTF-32. A line end that some program added in one byte is left out."""
    width = 4 if "32" in encoding else 2
    if (rest := len(data) % width) and not data[-rest:].strip(b"\r\n\x00 "):
        data = data[:-rest]
    try:
        text = data.decode(encoding)
    except UnicodeDecodeError:
        raise Unreadable("garbled") from None
    data = text.lstrip("\ufeff").encode()
    refuse_binary(data)
    return with_plain_ends(data)


def seems_wide(data: bytes) -> str | None:
    """The UTF-16 without a mark that this is, if every other byte says so: spaces and Latin letters have a NUL."""
    start = data[:LOOK_AT]
    first, second = start[::2].count(0), start[1::2].count(0)
    if first and second:
        return None
    nuls, half = first + second, len(start) // 2
    if (nuls > 1 and nuls * 2 >= half) or (nuls > 7 and nuls * 10 >= half):
        return "utf-16-be" if first else "utf-16-le"
    return None


def refuse_binary(data: bytes) -> None:
    controls = len(data) - len(data.translate(None, CONTROLS))
    if controls > FEW_CONTROLS and controls * PART_OF_CONTROLS > len(data):
        raise Unreadable("binary")


def from_old(data: bytes) -> bytes:
    """Line by line, because a file put together of two may have both: UTF-8 where it is that, else Windows-1252."""
    if data.count(b"\n") > MOST_LINES:
        return line_in_utf8(data)
    return b"\n".join(map(line_in_utf8, data.split(b"\n")))


def line_in_utf8(line: bytes) -> bytes:
    try:
        line.decode()
    except UnicodeDecodeError:
        # Five bytes mean nothing in Windows-1252; as controls they go when the text is tidied.
        return line.decode("cp1252", "replace").replace("\ufffd", "").encode()
    return line

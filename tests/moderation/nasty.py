"""Texts that somebody might write to be more than a text: families x places x disguises, the same in every run."""

from html.parser import HTMLParser
from itertools import product
from typing import Any
from urllib.parse import urlsplit

# What would run, load or lead somewhere.
FAMILIES = {
    "script": "<script>alert(1)</script>",
    "image": "<img src=x onerror=alert(1)>",
    "svg": "<svg onload=alert(1)>",
    "link": "<a href=javascript:alert(1)>x</a>",
    "frame": "<iframe srcdoc=x></iframe>",
    "form": "<form action=//evil.example><button>",
    "opened": "<details open ontoggle=alert(1)>",
    "refresh": "<meta http-equiv=refresh content=0;url=//evil.example>",
    "htmx": "<b hx-get=/settings/ hx-trigger=load>",
    "style": "<style>*{background:url(//evil.example)}</style>",
}
# What it would have to break out of: words, attributes, elements of text alone, comments, scripts and pictures.
PLACES = {
    "words": "",
    "double quotes": '">',
    "single quotes": "'>",
    "a title": "</title>",
    "a field": "</textarea>",
    "a script": "</script>",
    "a comment": "-->",
    "a picture": "</text></svg>",
}
# How it would pass whoever looks for it.
DISGUISES = {
    "as it is": lambda text: text,
    "in capitals": str.upper,
    "with entities": lambda text: text.replace("<", "&lt;").replace(">", "&gt;"),
    "with numbers": lambda text: text.replace("<", "&#60;").replace(">", "&#x3e;"),
    "as in an address": lambda text: text.replace("<", "%3C").replace(">", "%3E"),
    "as in a script": lambda text: text.replace("<", "\\u003c").replace(">", "\\x3e"),
    "with wide letters": lambda text: text.replace("<", "＜").replace(">", "＞"),
    "with a letter that is not seen": lambda text: text.replace("<", "<\u200b"),
}
# What stands at the beginning of an address.
ADDRESSES = ("javascript:alert(1)", "//evil.example/", "data:text/html,<b>")
ODD = (
    '" onmouseover="alert(1)',
    "' onfocus='alert(1)' autofocus='",
    '"hx-on:load="alert(1)',
    "<base href=//evil.example/>",
    "<link rel=stylesheet href=//evil.example>",
    "<math><mi xlink:href=javascript:alert(1)>",
    "<svg><script href=data:,alert(1)>",
    "<!-- x",
    "<![CDATA[<b>",
    "]]><b>",
    "&",
    "<",
    "{{ 7|add:7 }}",
    "{% load i18n %}",
    "{{ request.user.password }}",
    "%(name)s %s %d",
    "${7*7}",
    "\u202eevil\u202c",
    "é́́́ \U0001f469‍\U0001f469‍\U0001f467",
    "'; DROP TABLE cases; --",
    "=cmd|' /C calc'!A0",
    "@SUM(1+1)*cmd|' /C calc'!A0",
)
NASTY = [
    *dict.fromkeys(
        [
            disguise(place + words)
            for words, place, disguise in product(FAMILIES.values(), PLACES.values(), DISGUISES.values())
        ]
        + [*ADDRESSES, *ODD]
    )
]
ALL = " ".join(NASTY)
MARKUP = [words for words in NASTY if "<" in words.strip("<")]


def slices(count: int) -> list[str]:
    """All of them in as many texts."""
    return [" ".join(NASTY[n::count]) for n in range(count)]


class Structure(HTMLParser):
    """The elements of a page with the names of their attributes; not what it says. styled: as mails have to be."""

    def __init__(self, *, styled: bool = False) -> None:
        super().__init__()
        self.found: list[Any] = []
        self.barred = ("srcdoc",) if styled else ("srcdoc", "style")

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.found.append((tag, sorted(name for name, _value in attrs)))
        for name, value in attrs:
            assert not (name in self.barred and value), (tag, name, value)
            assert not name.startswith(("on", "hx-on")), (tag, name, value)
            if name in ("href", "src", "action", "formaction") and value:
                there = urlsplit(value)
                assert there.scheme in ("", "http", "https"), (tag, name, value)
                assert "evil" not in there.netloc, (tag, name, value)

    def handle_comment(self, data: str) -> None:
        self.found.append(("comment", data))


def structure(page: str, *, styled: bool = False) -> list[Any]:
    reader = Structure(styled=styled)
    reader.feed(page)
    return reader.found


def field(page: str, name: str) -> str:
    """What stands in a field of many lines."""

    class Reader(HTMLParser):
        inside, said = False, ""

        def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
            self.inside = tag == "textarea" and dict(attrs).get("name") == name

        def handle_endtag(self, tag: str) -> None:
            self.inside = False

        def handle_data(self, data: str) -> None:
            self.said += data if self.inside else ""

    reader = Reader()
    reader.feed(page)
    return reader.said

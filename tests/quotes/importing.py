"""Sending lines and files as a browser does, and what its pages say."""

import html
import json
import re
from typing import Any

from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client

from quotes.models import Deck, Upload

WORDS = {"title": "Overheard", "language": "en", "description": "", "licence": "", "rating": "all"}


def address(deck: Deck | None) -> str:
    return f"/decks/{deck.pk}/import/" if deck else "/decks/import/"


def send(client: Client, what: Any, name: str = "", deck: Deck | None = None) -> Any:
    """Lines (text without a name) or a file."""
    data = what if isinstance(what, bytes) else (what if isinstance(what, str) else json.dumps(what)).encode()
    if not name:
        return client.post(address(deck), {"lines": data.decode()})
    return client.post(address(deck), {"lines": "", "file": SimpleUploadedFile(name, data)})


def sent(client: Client, what: Any, name: str = "", deck: Deck | None = None) -> Upload:
    """What was taken in."""
    answer = send(client, what, name, deck)
    assert answer.status_code == 303, says(answer)
    return Upload.objects.get(pk=int(answer["Location"].split("/")[3]))


def press(client: Client, upload: Upload, do: str = "add", **more: Any) -> Any:
    return client.post(f"/decks/uploads/{upload.pk}/", {"do": do, **more})


def add(client: Client, upload: Upload, **more: Any) -> Upload:
    """Say yes, with the words of a new deck if it needs them."""
    words = {} if upload.deck_id else WORDS
    answer = press(client, upload, **(words | more))
    assert answer.status_code == 303, says(answer)
    upload.refresh_from_db()
    return upload


def page(client: Client, upload: Upload, query: str = "") -> str:
    return says(client.get(f"/decks/uploads/{upload.pk}/{query}"))


def says(answer: Any) -> str:
    """The words of a page, in one line."""
    body = re.sub(r"(?s)<head>.*?</head>|<[^>]*>", " ", answer.content.decode())
    return " ".join(html.unescape(body).split())


def cards(deck: Deck) -> list[tuple[int, str, str, str]]:
    rows = deck.cards.filter(retired_at=None).order_by("number", "-side")
    return list(rows.values_list("number", "side", "quote", "source"))

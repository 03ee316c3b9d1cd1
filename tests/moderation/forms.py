"""The forms of a page, as a browser would find them: what can be pressed, and what would be sent."""

from dataclasses import dataclass, field
from html.parser import HTMLParser
from typing import Any


@dataclass
class Form:
    action: str
    method: str
    fields: dict[str, str] = field(default_factory=dict)
    buttons: list[tuple[str, str]] = field(default_factory=list)


class Reader(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.forms: list[Form] = []
        self.inside: Form | None = None
        self.select = ""

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        found: dict[str, Any] = dict(attrs)
        if tag == "form":
            self.inside = Form(found.get("action") or "", found.get("method", "get").lower())
            self.forms.append(self.inside)
        elif self.inside is None:
            return
        elif tag == "button" and found.get("type") != "button":
            self.inside.buttons.append((found.get("name", ""), found.get("value", "")))
        elif tag == "select":
            self.select = found.get("name", "")
            self.inside.fields.setdefault(self.select, "")
        elif tag == "option" and self.select and "selected" in found:
            self.inside.fields[self.select] = found.get("value", "")
        elif tag == "textarea":
            self.inside.fields.setdefault(found["name"], "")
        elif tag == "input" and found.get("type") in ("radio", "checkbox"):
            if "checked" in found:
                self.inside.fields[found["name"]] = found.get("value", "")
        elif tag == "input" and found.get("name"):
            self.inside.fields[found["name"]] = found.get("value") or ""

    def handle_endtag(self, tag: str) -> None:
        if tag == "form":
            self.inside = None
        elif tag == "select":
            self.select = ""


def forms_in(page: str) -> list[Form]:
    """The posted forms of the page itself, without those of its head."""
    reader = Reader()
    reader.feed(page.partition("<main")[2])
    return [form for form in reader.forms if form.method == "post"]

"""On to a page after a post, so that loading it again sends nothing twice."""

from typing import Any
from urllib.parse import urlencode

from django.http import HttpResponseRedirect
from django.shortcuts import resolve_url


def see_other(where: Any, *args: Any, at: str = "", **said: Any) -> HttpResponseRedirect:
    """where: the name of an address, with its args; something that has one; or the address itself.

    said: what the page that follows shall say; at: where on it.
    """
    query = urlencode([(key, value) for key, value in said.items() if value not in ("", None)])
    address = resolve_url(where, *args) + (f"?{query}" if query else "") + (f"#{at}" if at else "")
    return HttpResponseRedirect(address, status=303)

import gc
import os
from collections.abc import Callable, Iterable
from typing import Any

from django.core.wsgi import get_wsgi_application
from django.utils.http import parse_header_parameters

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")

site = get_wsgi_application()

# What is loaded by now stays for good: the collector need not look through it again and again. A page makes thousands
# of short-lived objects, so with the usual threshold it would run dozens of times a page: a tenth of the time.
gc.freeze()
gc.set_threshold(20_000, 20, 20)

UNREADABLE = "application/octet-stream; charset=none"  # which the first middleware refuses


def application(environ: dict[str, Any], start_response: Callable[..., Any]) -> Iterable[bytes]:
    """Django uses the codec that the client names already while it makes the request, where nothing can answer yet."""
    if not is_readable(environ.get("CONTENT_TYPE", "")):
        environ["CONTENT_TYPE"] = UNREADABLE
    return site(environ, start_response)


def is_readable(content_type: str) -> bool:
    try:
        _kind, params = parse_header_parameters(content_type)
    except ValueError:
        return False
    return params.get("charset", "utf-8").lower() == "utf-8"

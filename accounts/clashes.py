"""Two things were done at the same moment, and only one of them can have happened."""

import logging
from collections.abc import Callable
from typing import Any, TypeVar

from django.db import DatabaseError, connection
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from accounts.models import User

logger = logging.getLogger(__name__)
Done = TypeVar("Done")

# Of PostgreSQL: waited for one another, could not be put in a row, and what a row points to is gone.
WAITED, NOT_IN_A_ROW, GONE = "40P01", "40001", "23503"
STATES = (WAITED, NOT_IN_A_ROW, GONE)
SAID = {  # where the database gives no state: SQLite, and Django itself
    "FOREIGN KEY constraint failed": GONE,
    "database is locked": WAITED,
    "Save with update_fields did not affect any rows.": GONE,
}


def kind_of(error: BaseException) -> str:
    """One of STATES if somebody else's transaction was in the way, "" for any other trouble."""
    if not isinstance(error, DatabaseError):
        return ""
    state = getattr(error.__cause__, "sqlstate", None) or SAID.get(str(error), "")
    return state if state in STATES else ""


def once_more(do: Callable[[], Done]) -> Done:
    """Do it, and again if that clashed. Part of a larger transaction, it cannot be done again alone."""
    try:
        return do()
    except DatabaseError as error:
        if connection.in_atomic_block or not kind_of(error):
            raise
        logger.warning("done once more: %s", type(error).__name__)
        return do()


class ClashMiddleware:
    """Whoever came second is told so in words. Nothing of theirs was kept: the transaction is undone."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        return self.get_response(request)

    def process_exception(self, request: HttpRequest, exception: Exception) -> HttpResponse | None:
        if not kind_of(exception) and not lost_its_person(request, exception):
            return None
        found = request.resolver_match
        logger.warning("%s clashed: %s", found.view_name if found else "?", type(exception).__name__)
        response = render(request, "409.html", status=409)
        response["Cache-Control"] = "private, no-store"
        # A form of a page that is swapped in parts: this one is a whole page.
        response["HX-Retarget"], response["HX-Reswap"] = "body", "innerHTML"
        return response


def lost_its_person(request: HttpRequest, exception: Exception) -> bool:
    """Whether the account was deleted, in another tab, while this was on its way."""
    person: Any = getattr(request, "user", None)
    if not isinstance(exception, User.DoesNotExist) or person is None or not person.is_authenticated:
        return False
    return not User.objects.filter(pk=person.pk).exists()

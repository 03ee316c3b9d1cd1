from typing import Any

from django.http import HttpRequest


class ReadOnly:
    """Admin pages on which nothing is edited by hand, and nothing is asked that is not shown.

    An address of the list may filter by any column, which would tell a hidden one digit by digit.
    """

    list_filter: tuple[str, ...] = ()
    search_fields: tuple[str, ...] = ()

    def lookup_allowed(self, lookup: str, value: Any, request: HttpRequest | None = None) -> bool:
        allowed = {*self.list_filter, *self.search_fields}
        return lookup.removesuffix("__exact") in allowed

    def has_add_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

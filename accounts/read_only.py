"""What the admin's pages have in common."""

from typing import Any

from django.http import HttpRequest

COMPARED = {"exact", "iexact", "contains", "icontains", "startswith", "istartswith", "endswith", "iendswith"}
COMPARED |= {"gt", "gte", "lt", "lte", "isnull"}
OF_A_DAY = {"year", "month", "day"}
LONGEST_NUMBER = 18  # digits, that a column of numbers can hold


class PlainLookups:
    """What a list's address asks for is compared: with a pattern, a range or a list that is none the query breaks.

    It may ask for what the list shows: any other column, a link that lets people in, would be told letter by letter.
    """

    list_display: Any = ()
    list_filter: Any = ()
    search_fields: Any = ()
    date_hierarchy: Any = None

    def lookup_allowed(self, lookup: str, value: Any, request: HttpRequest | None = None) -> bool:
        column, _, how = lookup.rpartition("__")
        plain = not column or how in COMPARED or lookup in self.list_filter
        by_day = column == self.date_hierarchy and how in OF_A_DAY
        allowed: bool = super().lookup_allowed(lookup, value, request)  # type: ignore[misc]
        return allowed and self.is_shown(lookup) and (plain or by_day) and not is_too_long(str(value))

    def is_shown(self, lookup: str) -> bool:
        shown = {*self.list_display, *self.list_filter, *self.search_fields, self.date_hierarchy, "id", "pk"}
        return lookup.partition("__")[0] in shown


def is_too_long(value: str) -> bool:
    digits = value.strip().lstrip("+-")
    return digits.isdigit() and len(digits) > LONGEST_NUMBER


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

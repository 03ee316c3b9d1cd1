"""Pages of the admin some of whose rows wait for the end of a match: not read, found, sorted or decided about there."""

from collections.abc import Iterable
from typing import Any, ClassVar

from django.db.models import QuerySet
from django.http import HttpRequest

from games.moderation import sealed
from games.moderation.why import Refused


class Sealed:
    """texts: the columns that say something."""

    texts: ClassVar[tuple[str, ...]] = ("text",)
    ordering: ClassVar[tuple[str, ...]] = ("-pk",)
    model: Any

    def marked(self, rows: QuerySet[Any]) -> QuerySet[Any]:
        """Each with whether it is `sealed`."""
        raise NotImplementedError

    def covered(self, rows: Iterable[Any]) -> list[Any]:
        return sealed.covered(rows, *self.texts)

    def get_queryset(self, request: HttpRequest) -> QuerySet[Any]:
        return self.marked(super().get_queryset(request))  # type: ignore[misc]

    def get_search_results(self, request: HttpRequest, queryset: Any, term: str) -> Any:
        """Nothing sealed is found by what it says, or offered to choose from: the list alone covers what it shows."""
        found, doubled = super().get_search_results(request, queryset, term)  # type: ignore[misc]
        page = request.resolver_match
        listed = page is not None and str(page.url_name).endswith("_changelist")
        return (found if listed and not term else found.exclude(sealed=True)), doubled

    def lookup_allowed(self, lookup: str, value: Any, request: HttpRequest | None = None) -> bool:
        allowed: bool = super().lookup_allowed(lookup, value, request)  # type: ignore[misc]
        return allowed and lookup.partition("__")[0] not in self.texts

    def get_changelist_instance(self, request: HttpRequest) -> Any:
        found = super().get_changelist_instance(request)  # type: ignore[misc]
        found.result_list = self.covered(found.result_list)
        return found

    def get_object(self, request: HttpRequest, object_id: str, from_field: Any = None) -> Any:
        found = super().get_object(request, object_id, from_field)  # type: ignore[misc]
        return self.covered([found])[0] if found is not None else None

    def told(self, rows: Iterable[Any]) -> list[tuple[int, str]]:
        keys = [row.pk for row in rows]
        found = {row.pk: row for row in self.covered(self.marked(self.model.objects.filter(pk__in=keys)))}
        return super().told(found[key] for key in keys)  # type: ignore[misc]

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """A row that is covered is not stored."""
        may: bool = super().has_change_permission(request, obj)  # type: ignore[misc]
        return may and not getattr(obj, "sealed", False)

    def is_sealed(self, key: int) -> bool:
        return self.marked(self.model.objects.filter(pk=key)).filter(sealed=True).exists()

    def must_be_open(self, key: int) -> None:
        """A decision keeps what it is about, to be read on its page. Raises Refused."""
        if self.is_sealed(key):
            raise Refused("sealed", 403)

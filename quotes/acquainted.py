"""Whom a person has met. The apps in which people meet register here who that is (`AppConfig.ready`)."""

from collections.abc import Callable

from accounts.models import User

sources: list[Callable[[User], list[User]]] = []


def people(person: User) -> list[User]:
    """Those a person knows from somewhere, each once, the latest first; without guests, who are gone one day."""
    met = {other.pk: other for known_to in sources for other in known_to(person)}
    return [other for other in met.values() if not other.is_guest]

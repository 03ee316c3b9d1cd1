"""What every template may use."""

from django.http import HttpRequest
from django.templatetags.static import static


def sprite(request: HttpRequest) -> dict[str, str]:
    """The address of the drawings: `<use href="{{ sprite }}#lamp"/>`."""
    return {"sprite": static("img/sprite.svg")}

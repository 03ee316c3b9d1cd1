"""The next bit of what a match tells bit by bit."""

from django.http import HttpRequest, HttpResponse

from accounts.onward import see_other
from games import forms
from games import heard as kept
from games.views.match import posted, show, sight_of


@posted
def more(request: HttpRequest, code: str) -> HttpResponse:
    """Post `part` and `bits`: so many bits of it shall be shown. More than there are is as many as there are."""
    sight = sight_of(request, code)
    parts = sight.face.told_in_parts(sight.view)
    try:
        part, bits = (forms.whole_number(request.POST.get(name, "")) for name in ("part", "bits"))
    except ValueError:
        part, bits = -1, 0
    if sight.hand is not None and part in parts:
        kept.note(sight.hand, part, max(0, min(bits, parts[part])))
    if not request.htmx:  # type: ignore[attr-defined]
        return see_other(sight.match, at="told")
    return show(request, sight)

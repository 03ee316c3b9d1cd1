"""The wall: combinations that all who wrote them let everybody see."""

from urllib.parse import urlencode

from django.conf import settings
from django.contrib.auth.decorators import login_not_required
from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from games import catalog, keepsakes
from games.models import Match
from games.views.questions import language_words

PAGE = 24


@login_not_required
@require_safe
@never_cache
def wall(request: HttpRequest) -> HttpResponse:
    chosen = request.GET.get("language", "")
    language = chosen if chosen in dict(settings.LANGUAGES) else ""
    rows = keepsakes.agreed().filter(on_wall=True)
    if language:
        rows = rows.filter(match__in=Match.objects.filter(decks__language=language))
    page = Paginator(rows.order_by("-at", "-pk"), PAGE).get_page(request.GET.get("page"))
    context = {
        "game": catalog.face(keepsakes.GAME),
        "page": page,
        # What became hidden, or whose writer is gone, is left out of its page: the others keep their places.
        "keepsakes": keepsakes.public(page.object_list),  # type: ignore[arg-type]
        "language": language,
        "languages": [(code, language_words(code)) for code, _name in settings.LANGUAGES],
        "query": f"{urlencode({'language': language})}&" if language else "",
    }
    return render(request, "games/wall.html", context)

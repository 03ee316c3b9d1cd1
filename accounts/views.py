from django.conf import settings
from django.contrib.auth.decorators import login_not_required
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.utils.http import url_has_allowed_host_and_scheme

from accounts import preferences
from accounts.decorators import posted

# field of the form and of the person -> is this value known?; the cookie it is kept in
FIELDS = {
    "theme": (preferences.is_theme, preferences.THEME_COOKIE),
    "language": (lambda code: code == "" or preferences.is_language(code), settings.LANGUAGE_COOKIE_NAME),
    "time_zone": (lambda name: name == "" or preferences.is_time_zone(name), preferences.TIME_ZONE_COOKIE),
}


@login_not_required
@posted("front")
def change_preferences(request: HttpRequest) -> HttpResponse:
    """Sets those of theme, language and time zone that were sent and are known, and no other."""
    chosen = {
        field: request.POST[field]
        for field, (is_known, _cookie) in FIELDS.items()
        if field in request.POST and is_known(request.POST[field])
    }
    if chosen and request.user.is_authenticated:
        for field, value in chosen.items():
            setattr(request.user, field, value)
        request.user.save(update_fields=list(chosen))
    response = HttpResponseRedirect(way_back(request), status=303)
    for field, value in chosen.items():
        preferences.keep_in_cookie(response, FIELDS[field][1], value)
    return response


def way_back(request: HttpRequest) -> str:
    """The page that the form names or was sent from, if it is one of ours; else the front page."""
    for url in (request.POST.get("next", ""), request.META.get("HTTP_REFERER", "")):
        if url_has_allowed_host_and_scheme(url, {request.get_host()}, require_https=request.is_secure()):
            return url
    return "/"

"""The settings page and what is done from it."""

from allauth.account.decorators import reauthentication_required
from allauth.mfa.models import Authenticator
from allauth.mfa.utils import is_mfa_enabled
from django.contrib.auth import logout
from django.http import Http404, HttpRequest, HttpResponse, StreamingHttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from accounts import dates, hours, leaving, limits, preferences, takeout
from accounts.decorators import posted
from accounts.models import User
from accounts.onward import see_other
from accounts.settings_forms import FORMS, Own, forms_of, zones
from accounts.views import FIELDS

MOST_FILES, HOUR = 5, 60 * 60


@require_safe
@never_cache
def settings_page(request: HttpRequest) -> HttpResponse:
    return show(request, forms_of(request.user), saved=request.GET.get("saved", ""))


def show(
    request: HttpRequest,
    forms: dict[str, Own],
    saved: str = "",
    wrong: str = "",
    too_often: str = "",
    status: int = 200,
) -> HttpResponse:
    person = User.objects.get(pk=request.user.pk) if status == 422 else request.user
    now = timezone.now()
    context = {
        "person": person,
        "forms": forms,
        "wrong": forms.get(wrong),
        "part": wrong,
        "too_often": too_often,
        "saved": saved if saved in (*FORMS, "sessions", "kept") else "",
        "zones": zones(),
        "zone": hours.zone_of(person).key,
        "here": now,
        "away": person.away_until is not None and not over(person),
        "away_now": hours.is_away(person, now),
        "second_factor": is_mfa_enabled(person, [Authenticator.Type.TOTP]),
    }
    return render(request, "accounts/settings.html", context, status=status)


def over(person: User) -> bool:
    today = timezone.now().astimezone(hours.zone_of(person)).date()
    return person.away_until is not None and person.away_until < today


@posted("settings")
def change(request: HttpRequest, part: str) -> HttpResponse:
    """Save one section. A refused one comes back as it was typed, and nothing else is changed."""
    if part not in FORMS:
        raise Http404
    form = FORMS[part](request.POST, instance=request.user, auto_id=f"{part}-%s")
    if not form.is_valid():
        request.user.refresh_from_db()
        return show(request, forms_of(request.user) | {part: form}, wrong=part, status=422)
    person = form.save()
    response = saved(part)
    for field in set(form.fields) & set(FIELDS):
        # Signed out, this browser goes on as its person chose.
        preferences.keep_in_cookie(response, FIELDS[field][1], getattr(person, field))
    return response


def saved(part: str) -> HttpResponse:
    return see_other("settings", saved=part, at=part)


@posted("settings", "sessions")
def end_other_sessions(request: HttpRequest) -> HttpResponse:
    request.user.sessions.exclude(pk=request.session.session_key).delete()
    return saved("sessions")


@require_safe
@never_cache
def take_along(request: HttpRequest) -> HttpResponseBase:
    """A file with all that is kept of this person. It is work, so not without end."""
    if not limits.allowed("take-along", str(request.user.pk), MOST_FILES, HOUR):
        again = dates.after(limits.left(HOUR))
        said = _("You have taken your data along %(most)s times within an hour. Please try again %(again)s.")
        words = said % {"most": MOST_FILES, "again": again}
        return show(request, forms_of(request.user), too_often=words, status=429)
    response = StreamingHttpResponse(takeout.zipped(request.user), content_type="application/zip")
    day = timezone.now().astimezone(hours.zone_of(request.user)).date().isoformat()
    response["Content-Disposition"] = f'attachment; filename="my-data-{day}.zip"'
    return response


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
@reauthentication_required(allow_get=True, enabled=lambda request: not request.user.is_guest)
def delete_account(request: HttpRequest) -> HttpResponse:
    """GET says what would happen; POST does it, once the person has shown again who they are."""
    if request.method != "POST":
        return render(request, "accounts/delete.html")
    if "sure" not in request.POST:
        words = _("Nothing was deleted. Tick the box to say that you are sure.")
        return render(request, "accounts/delete.html", {"refused": words}, status=422)
    leaving.erase(User.objects.get(pk=request.user.pk))
    logout(request)  # not before: whoever could not be erased is still there
    return see_other("deleted")

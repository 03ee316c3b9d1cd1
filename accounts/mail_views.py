"""Where the links of our mails lead, and the page that shows mails where there is no mail server.

Opening a link changes nothing, whoever or whatever opens it; the button behind it does.
"""

from pathlib import Path

from allauth.account.adapter import get_adapter
from allauth.mfa.utils import is_mfa_enabled
from django.conf import settings
from django.contrib.auth.decorators import login_not_required
from django.contrib.staticfiles import finders
from django.core import signing
from django.db import transaction
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.urls import reverse
from django.utils.http import urlencode
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_http_methods, require_safe

from accounts import limits, links, mailbox, notices
from accounts.decorators import without_person
from accounts.models import Send, User
from accounts.notice_views import choose

HOUR = 3600
MOST_CONTINUED = 60
THIS_MACHINE = ("127.0.0.1", "::1", "")


@login_not_required
@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
def go_on(request: HttpRequest, token: str) -> HttpResponse:
    """The link of a mail. Signed in it leads on; else a button signs in the person it was sent to, for seven days."""
    try:
        way = links.read_continue(token)
    except signing.BadSignature:
        raise Http404 from None
    except links.Expired as expired:
        return ask_to_log_in(request, expired.path, expired=True)
    if request.user.pk == way.person.pk:
        return HttpResponseRedirect(way.path)
    if needs_more(way.person):
        return ask_to_log_in(request, way.path)
    if request.method != "POST":
        return render(request, "accounts/continue.html", {"way": way})
    if not limits.allowed("continue", limits.address(request), MOST_CONTINUED, HOUR):
        return render(request, "accounts/continue.html", {"way": way, "too_often": True}, status=429)
    get_adapter().login(request, way.person)  # as any log-in: a guest's seats go along
    return HttpResponseRedirect(way.path, status=303)


def needs_more(person: User) -> bool:
    """For whom a link in a mail is not enough: who looks after the site, and who has a second factor."""
    return person.is_staff or person.is_superuser or is_mfa_enabled(person)


def ask_to_log_in(request: HttpRequest, path: str, *, expired: bool = False) -> HttpResponse:
    if request.user.is_authenticated and not request.user.is_guest and request.method != "POST":
        return HttpResponseRedirect(path)  # whoever it is: the page itself knows whether they may
    where = f"{reverse(settings.LOGIN_URL)}?{urlencode({'next': path})}"
    status = 409 if request.method == "POST" else 200
    return render(
        request, "accounts/continue_by_login.html", {"where": where, "expired": expired}, status=status
    )


@csrf_exempt  # mail programs post here by themselves (RFC 8058), and the token says whose and which
@login_not_required
@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
def unsubscribe(request: HttpRequest, token: str) -> HttpResponse:
    try:
        number, slugs = links.read_unsubscribe(token)
    except signing.BadSignature:
        raise Http404 from None
    kinds = [notices.KINDS[slug] for slug in slugs if slug in notices.KINDS]
    done = request.method == "POST"
    if (
        done and "chosen" in request.POST
    ):  # the page's own form; a mail program ends all that the mail is about
        ticked = request.POST.getlist("kind")
        chosen = [kind for kind in kinds if kind.slug in ticked]
        if not chosen:
            words = _("Nothing was ticked, so nothing was changed.")
            return render(
                request, "accounts/unsubscribe.html", {"kinds": kinds, "refused": words}, status=422
            )
        kinds = chosen
    if done:
        end_mails(number, kinds, everything=not slugs)
    return render(request, "accounts/unsubscribe.html", {"kinds": kinds, "all": not slugs, "done": done})


def end_mails(number: int, kinds: list[notices.Kind], *, everything: bool) -> None:
    with transaction.atomic():
        person = User.objects.select_for_update().filter(pk=number).first()
        if person is None:
            return
        if everything:
            person.mail_on = False
        for kind in kinds:
            choose(person, kind, Send.Channel.MAIL, on=False)
        person.save(update_fields=["mail_on", "notice_choices"])


@login_not_required
@require_safe
@never_cache
def mails(request: HttpRequest, name: str = "") -> HttpResponse:
    """The mails that went into the folder. They hold codes and links: for whoever sits at this machine alone."""
    if not settings.MAIL_PAGE or request.META.get("REMOTE_ADDR", "") not in THIS_MACHINE:
        raise Http404
    if not name:
        return render(request, "accounts/mails.html", {"mails": mailbox.newest()})
    mail = mailbox.read(name)
    if mail is None:
        raise Http404
    return render(request, "accounts/mail.html", {"mail": mail})


@without_person
@require_safe
def service_worker(request: HttpRequest) -> HttpResponse:
    """From the root of the site, as a worker rules only the folder that it comes from."""
    found = finders.find("js/sw.js")
    response = HttpResponse(Path(found).read_bytes(), content_type="text/javascript")
    response["Cache-Control"] = "no-cache"
    return response

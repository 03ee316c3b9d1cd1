"""A guest keeps the seat: an e-mail address for the same row, shown to be theirs by a code.

Whether an address has an account already is told by mail alone; the pages are the same for both.
"""

import time
from typing import Any
from urllib.parse import urlsplit

from allauth.account.adapter import get_adapter
from allauth.core.internal.cryptokit import compare_user_code
from django import forms
from django.db import IntegrityError, transaction
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from accounts import addresses, limits, signup
from accounts.entrance import wanted
from accounts.entrance_forms import NameField
from accounts.models import User
from accounts.onward import see_other
from accounts.standing import MayNotWrite, must_be_allowed_to_be_called

KEEPING = "keeping"  # in the session: address, name, code, since when, wrong codes, where to go on
LASTS = 15 * 60
MOST_WRONG = 3
HOUR = 3600


class KeepForm(forms.Form):
    name = NameField()
    email = forms.EmailField(label=gettext_lazy("E-mail address"), max_length=254)
    email.widget.attrs["autocomplete"] = "email"

    def clean_email(self) -> str:
        return str(self.cleaned_data["email"]).lower()


class CodeForm(forms.Form):
    code = forms.CharField(label=gettext_lazy("Code"), max_length=40)
    code.widget.attrs |= {
        "autocomplete": "one-time-code",
        "autocapitalize": "characters",
        "spellcheck": "false",
    }


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
def keep(request: HttpRequest) -> HttpResponse:
    if not request.user.is_guest:
        return redirect("settings")
    if not signup.may_sign_up(request):
        return render(request, "accounts/keep_closed.html", status=403 if request.method == "POST" else 200)
    context = {"form": KeepForm(initial={"name": request.user.name}), "next": wanted(request)}
    if request.method != "POST":
        return render(request, "accounts/keep.html", context)
    context["form"] = form = KeepForm(request.POST)
    if form.is_valid():
        try:
            must_be_allowed_to_be_called(request.user, form.cleaned_data["name"])
        except MayNotWrite as muted:
            form.add_error("name", muted.words)
    if not form.is_valid():
        return render(request, "accounts/keep.html", context, status=422)
    if not may_mail(request, form.cleaned_data["email"]):
        form.add_error(None, _("That was too often. Please wait an hour, then try again."))
        return render(request, "accounts/keep.html", context, status=429)
    start(request, form.cleaned_data)
    return see_other("keep-code")


def may_mail(request: HttpRequest, email: str) -> bool:
    return (
        limits.allowed("keep", str(request.user.pk), 10, HOUR)
        and limits.allowed("keep", limits.address(request), 100, HOUR)
        and limits.allowed("keep-mail", email, 5, HOUR)
    )


def start(request: HttpRequest, data: dict[str, Any]) -> None:
    """Mail a code, or to somebody who has an account that they have. Without a code none is right."""
    adapter = get_adapter()
    code = ""
    if addresses.owner_of(data["email"]):
        adapter.send_account_already_exists_mail(data["email"])
    else:
        code = adapter.generate_email_verification_code()
        adapter.send_mail("account/email/email_confirmation", data["email"], {"code": code})
    new = {"code": code, "at": time.time(), "wrong": 0, "next": wanted(request)}
    request.session[KEEPING] = {**data, **new}


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
def keep_code(request: HttpRequest) -> HttpResponse:
    if not request.user.is_guest:
        return redirect("settings")
    if not signup.may_sign_up(request):  # any more, perhaps
        return render(request, "accounts/keep_closed.html", status=403 if request.method == "POST" else 200)
    keeping = request.session.get(KEEPING)
    if keeping is None:
        return redirect("keep")
    context = {"email": keeping["email"], "form": CodeForm(), "next": keeping.get("next", "")}
    if request.method != "POST":
        return render(request, "accounts/keep_code.html", context)
    form = CodeForm(request.POST)
    if not form.is_valid():
        return render(request, "accounts/keep_code.html", context | {"form": form}, status=422)
    if refused := check(request, keeping, form.cleaned_data["code"]):
        form.add_error(None if KEEPING not in request.session else "code", refused)
        return render(request, "accounts/keep_code.html", context | {"form": form}, status=422)
    return HttpResponseRedirect(way_back(keeping.get("next", "")), status=303)


def way_back(path: str) -> str:
    """Where somebody came from, which then says what was done."""
    settings = reverse("settings")
    if not path or path.startswith(settings):
        return f"{settings}?saved=kept"
    parts = urlsplit(path)
    return parts._replace(query="&".join(filter(None, [parts.query, "done=kept"]))).geturl()


def check(request: HttpRequest, keeping: dict[str, Any], code: str) -> str:
    """Why this code does not do; empty if the seat is kept."""
    if time.time() - keeping["at"] > LASTS:
        del request.session[KEEPING]
        return _("This code is too old. Ask for a new one.")
    if not keeping["code"] or not compare_user_code(actual=code, expected=keeping["code"]):
        keeping["wrong"] += 1
        request.session[KEEPING] = keeping
        if keeping["wrong"] >= MOST_WRONG:
            del request.session[KEEPING]
            return _("That was wrong three times. Ask for a new code.")
        return _("That is not the code we sent. Look again, also at which mail is the latest.")
    del request.session[KEEPING]
    if not signup.use_invitation(request):
        return _("The link that you came by is used up. Ask for a new one.")
    if not make_account(request.user, keeping["name"], keeping["email"]):
        return _("This address belongs to another account by now. Please choose another one.")
    request.session.cycle_key()
    return ""


def make_account(guest: User, name: str, email: str) -> bool:
    """False if somebody else has got the address meanwhile."""
    try:
        with transaction.atomic():
            addresses.set_email(guest, email, verified=True)
    except IntegrityError:
        guest.refresh_from_db()
        return False
    guest.is_guest, guest.name = False, name
    guest.save(update_fields=["is_guest", "name"])
    return True

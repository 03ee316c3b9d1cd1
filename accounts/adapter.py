"""Where allauth asks us: who may sign up, what a new person is, where a request comes from, what a mail speaks."""

from typing import Any
from urllib.parse import urlsplit

from allauth.account.adapter import DefaultAccountAdapter
from allauth.mfa.adapter import DefaultMFAAdapter
from django.conf import settings
from django.contrib.auth import SESSION_KEY
from django.contrib.auth.hashers import make_password
from django.http import HttpRequest
from django.urls import reverse
from django.utils import translation
from django.utils.http import url_has_allowed_host_and_scheme
from django.utils.translation import gettext_lazy as _

from accounts import addresses, leaving, limits, links, preferences, signup
from accounts.models import User, new_username

TOO_MANY = ("too_many_login_attempts", "rate_limited")
FIRST_PASSWORD = "first_password"
WORDS = {
    "account_inactive": _("This account is switched off. The host of the site can tell you why."),
    "duplicate_email": _("This is your address already."),
    "email_password_mismatch": _("This address and this password do not belong together."),
    "email_taken": _("This address belongs to another account by now. Please choose another one."),
    "enter_current_password": _("That is not your present password."),
    "incorrect_code": _("That is not the code we sent. Look again, also at which mail is the latest."),
    "incorrect_password": _("That is not your password."),
    "rate_limited": _("That was too often. Please wait a few minutes, then try again."),
    "same_as_current": _("This is your address already."),
    "too_many_login_attempts": _("Too many attempts. Please wait a few minutes, then try again."),
}
SAID = ("account/messages/password_", "account/messages/email_confirmed", "mfa/messages/")


class Adapter(DefaultAccountAdapter):
    error_messages = DefaultAccountAdapter.error_messages | WORDS

    def get_client_ip(self, request: HttpRequest) -> str:
        return limits.address(request) or "unknown"

    def is_safe_url(self, url: str) -> bool:
        return url_has_allowed_host_and_scheme(
            url, {self.request.get_host()}, require_https=self.request.is_secure()
        )

    def is_open_for_signup(self, request: HttpRequest) -> bool:
        return signup.may_sign_up(request)

    def get_email_verification_redirect_url(self, email_address: Any) -> str:
        return reverse("settings") if self.request.user.is_authenticated else settings.LOGIN_REDIRECT_URL

    def get_password_change_redirect_url(self, request: HttpRequest) -> str:
        return reverse("settings")

    # New people

    def populate_username(self, request: HttpRequest, user: Any) -> None:
        user.username = new_username()

    def save_user(self, request: HttpRequest, user: Any, form: Any, commit: bool = True) -> Any:
        """Without the password: whoever types somebody else's address must not choose it for them.

        Instead of allauth's, which would hash the password once more: a new address would take longer than a known.
        """
        user.email = form.cleaned_data["email"]
        zone = preferences.time_zone(request, None)
        user.name = form.cleaned_data["name"]
        user.language = request.LANGUAGE_CODE  # type: ignore[attr-defined]
        user.theme = preferences.theme_of_browser(request)
        user.time_zone = zone.key if zone else ""
        user.password = make_password(None)
        user.save()
        if form.password:
            request.session[FIRST_PASSWORD] = [user.pk, form.password]
        return user

    # Signing in

    def _get_login_attempts_cache_key(self, request: HttpRequest, **credentials: Any) -> str:
        # allauth's begins with the host that the browser names, and with another port there would count anew.
        return str(credentials.get("email") or credentials.get("username") or "").lower()

    def login(self, request: HttpRequest, user: Any) -> None:
        """The address is theirs: now the password counts that they chose. A guest's seats become the account's."""
        chosen = request.session.pop(FIRST_PASSWORD, None)
        if chosen and chosen[0] == user.pk and not user.has_usable_password():
            user.password = chosen[1]
            user.save(update_fields=["password"])
        if not user.language:  # never chosen: mails speak what this browser asks for
            user.language = request.LANGUAGE_CODE  # type: ignore[attr-defined]
            user.save(update_fields=["language"])
        guest = User.objects.filter(pk=request.session.get(SESSION_KEY), is_guest=True).first()
        super().login(request, user)
        if guest and guest.pk != user.pk:
            leaving.merge(guest, user)

    # Mails and messages

    def send_mail(self, template_prefix: str, email: str, context: dict[str, Any]) -> None:
        """In the language of whoever has this address, not of whoever asked for the mail.

        Links are those of the site: the host of the request is whatever its sender made it.
        """
        person = addresses.owner_of(email)
        language = person.language if person and preferences.is_language(person.language) else None
        more = {
            "signup_open": settings.SIGNUP == "open",
            "name": person.name if person else "",
            "site": urlsplit(settings.SITE_URL).netloc,
            "login_url": links.absolute(reverse("account_login")),
            "signup_url": links.absolute(reverse("account_signup")),
            "reset_url": links.absolute(reverse("account_reset_password")),
        }
        with translation.override(language or translation.get_language()):
            super().send_mail(template_prefix, email, context | more)

    def add_message(
        self,
        request: HttpRequest,
        level: int,
        message_template: str | None = None,
        message_context: dict[str, Any] | None = None,
        extra_tags: str = "",
        message: str | None = None,
    ) -> None:
        """Only what the next page does not say itself."""
        if message or (message_template or "").startswith(SAID):
            super().add_message(request, level, message_template, message_context, extra_tags, message)


class MfaAdapter(DefaultMFAAdapter):
    error_messages = DefaultMFAAdapter.error_messages | {
        "incorrect_code": _("That is not the code of this moment. Look again; it changes every half minute."),
        "unverified_email": _("Confirm your e-mail address first, so that nobody can lock you out."),
    }

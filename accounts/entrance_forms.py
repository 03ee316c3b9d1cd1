"""allauth's forms with our words."""

from typing import Any

from allauth.account import forms as account
from allauth.mfa.base import forms as mfa
from allauth.mfa.totp import forms as totp
from django import forms
from django.contrib.auth.hashers import make_password
from django.http import HttpRequest
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from accounts import signup
from accounts.models import NAME_LIMIT
from accounts.people import clean_name, is_reserved

LABELS = {
    "login": gettext_lazy("E-mail address"),
    "email": gettext_lazy("E-mail address"),
    "recipient": gettext_lazy("Send a code to"),
    "password": gettext_lazy("Password"),
    "oldpassword": gettext_lazy("Present password"),
    "password1": gettext_lazy("New password"),
    "password2": gettext_lazy("New password again"),
    "code": gettext_lazy("Code"),
}


class NameField(forms.CharField):
    """How somebody wants to be called: one line that can be seen, and none of the words the pages use."""

    def __init__(self, **more: Any) -> None:
        attrs = {"autocomplete": "nickname", "maxlength": NAME_LIMIT}
        super().__init__(label=gettext_lazy("Name"), widget=forms.TextInput(attrs=attrs), **more)

    def clean(self, value: Any) -> str:
        name = clean_name(super().clean(value) or "")
        if self.required and not name:
            raise forms.ValidationError(_("Please type a name that can be seen."))
        if is_reserved(name):
            raise forms.ValidationError(_("The pages use this word for something else. Choose another name."))
        return name


class Plain:
    """Labels instead of placeholders, no help in somebody else's words."""

    def __init__(self, *args: Any, **named: Any) -> None:
        super().__init__(*args, **named)
        for name, field in self.fields.items():  # type: ignore[attr-defined]
            field.widget.attrs.pop("placeholder", None)
            field.help_text = ""
            field.label = LABELS.get(name, field.label)
            if name == "code":
                field.widget.attrs |= {"autocapitalize": "characters", "spellcheck": "false"}


class SignupForm(Plain, account.SignupForm):
    name = NameField()
    field_order = ("name", "email", "password1")
    password = ""  # as a hash

    def __init__(self, *args: Any, **named: Any) -> None:
        super().__init__(*args, **named)
        self.fields["password1"].label = _("Password (if you want one)")
        self.fields["password1"].help_text = _(
            "At least 8 characters. Without one we mail you a code each time you sign in."
        )

    def clean(self) -> dict[str, Any]:
        """The password is hashed here, so that a known address takes as long as a new one."""
        cleaned = super().clean()
        if password := cleaned.get("password1"):
            self.password = make_password(password)
        return cleaned

    def try_save(self, request: HttpRequest) -> tuple[Any, Any]:
        """A link is used up by what was sent, known address or new; what is left of it must not tell which."""
        if not signup.use_invitation(request):
            return None, redirect("account_signup")  # which says why
        return super().try_save(request)


class LoginForm(Plain, account.LoginForm):
    pass


class RequestLoginCodeForm(Plain, account.RequestLoginCodeForm):
    pass


class ConfirmLoginCodeForm(Plain, account.ConfirmLoginCodeForm):
    pass


class ConfirmEmailForm(Plain, account.ConfirmEmailVerificationCodeForm):
    pass


class ResetPasswordForm(Plain, account.ResetPasswordForm):
    pass


class ConfirmResetForm(Plain, account.ConfirmPasswordResetCodeForm):
    pass


class NewPasswordForm(Plain, account.ResetPasswordKeyForm):
    pass


class ChangePasswordForm(Plain, account.ChangePasswordForm):
    pass


class SetPasswordForm(Plain, account.SetPasswordForm):
    pass


class ChangeEmailForm(Plain, account.AddEmailForm):
    pass


class ReauthenticateForm(Plain, account.ReauthenticateForm):
    pass


class ConfirmReauthenticationForm(Plain, account.ConfirmReauthenticationCodeForm):
    pass


class AuthenticateForm(Plain, mfa.AuthenticateForm):
    pass


class ReauthenticateByAppForm(Plain, mfa.ReauthenticateForm):
    pass


class ActivateForm(Plain, totp.ActivateTOTPForm):
    pass

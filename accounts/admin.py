from typing import Any

from allauth.account.admin import EmailAddressAdmin
from allauth.account.models import EmailAddress
from allauth.mfa.admin import AuthenticatorAdmin
from allauth.mfa.models import Authenticator
from django import forms
from django.conf import settings
from django.contrib import admin
from django.contrib.auth.admin import GroupAdmin, UserAdmin
from django.contrib.auth.models import Group
from django.http import HttpRequest
from django.urls import reverse
from django.utils.html import format_html
from django.utils.translation import gettext_lazy as _

from accounts import addresses, leaving
from accounts.models import Device, Send, SignupLink, SitePage, User
from accounts.read_only import PlainLookups, ReadOnly


@admin.register(User)
class PersonAdmin(PlainLookups, UserAdmin):
    list_display = ("name", "email", "is_guest", "is_staff", "date_joined")
    list_filter = ("is_guest", "is_staff", "is_superuser", "is_active")
    search_fields = ("name", "email", "username")
    ordering = ("-date_joined",)
    readonly_fields = ("set_password", "seen_at", "last_login", "date_joined")
    fieldsets = (
        (None, {"fields": ("username", "set_password")}),
        (_("Person"), {"fields": ("name", "email", "is_guest", "face")}),
        (_("Preferences"), {"fields": ("language", "time_zone", "theme", "no_timer")}),
        (
            _("Quiet hours and days away"),
            {"fields": ("quiet_from", "quiet_until", "away_from", "away_until")},
        ),
        (_("Notices"), {"fields": ("mail_on", "digest", "digest_at", "notice_choices")}),
        (_("Rights"), {"fields": ("is_active", "is_staff", "is_superuser", "groups", "user_permissions")}),
        (_("Dates"), {"fields": ("seen_at", "last_login", "date_joined")}),
    )

    def get_fieldsets(self, request: HttpRequest, obj: User | None = None) -> Any:
        found = super().get_fieldsets(request, obj)
        if obj is None or self.has_change_permission(request, obj):
            return found
        first, *others = found
        return [(first[0], {"fields": ("username",)}), *others]

    @admin.display(description=_("password"))
    def set_password(self, person: User) -> str:
        # Django's own field shows a part of the hash.
        return format_html(
            '<a href="{}">{}</a>',
            reverse("admin:auth_user_password_change", args=[person.pk]),
            _("Change password"),
        )

    # Removing people goes the one way there is (accounts/leaving.py), also from here.

    def get_actions(self, request: HttpRequest) -> Any:
        actions = super().get_actions(request)
        if "delete_selected" in actions:
            function, name, _words = actions["delete_selected"]
            actions["delete_selected"] = (function, name, _("Delete with all personal data"))
        return actions

    def get_deleted_objects(self, objs: Any, request: HttpRequest) -> Any:
        """What goes with a person is not listed, and needs no permission of its own."""
        names = [str(person) for person in objs]
        return names, {self.opts.verbose_name_plural: len(names)}, set(), []

    def delete_model(self, request: HttpRequest, obj: User) -> None:
        leaving.erase(obj, by="host")

    def delete_queryset(self, request: HttpRequest, queryset: Any) -> None:
        for person in queryset:
            leaving.erase(person, by="host")

    def save_model(self, request: HttpRequest, obj: User, form: Any, change: bool) -> None:
        super().save_model(request, obj, form, change)
        if "email" in form.changed_data:
            addresses.keep_in_step(obj, verified=False)


@admin.register(SignupLink)
class SignupLinkAdmin(PlainLookups, admin.ModelAdmin):
    list_display = ("__str__", "address", "left", "ends_at")
    fields = ("note", "left", "ends_at", "address")
    readonly_fields = ("address",)

    @admin.display(description=_("address to send"))
    def address(self, link: SignupLink) -> str:
        return settings.SITE_URL + link.get_absolute_url() if link.pk else _("after saving")


@admin.register(SitePage)
class SitePageAdmin(PlainLookups, admin.ModelAdmin):
    list_display = ("slug", "language")

    def formfield_for_dbfield(self, db_field: Any, request: Any, **kwargs: Any) -> Any:
        if db_field.name == "language":
            kwargs["widget"] = forms.Select(choices=settings.LANGUAGES)
        return super().formfield_for_dbfield(db_field, request, **kwargs)

    def delete_queryset(self, request: HttpRequest, queryset: Any) -> None:
        for page in queryset:
            page.delete()


@admin.register(Send)
class SendAdmin(ReadOnly, admin.ModelAdmin):
    """Which notices went out and which did not; not what they say."""

    list_display = (
        "made_at",
        "kind",
        "channel",
        "person",
        "state",
        "not_before",
        "done_at",
        "tries",
        "error",
    )
    list_filter = ("state", "kind", "channel")
    list_select_related = ("person",)
    ordering = ("-pk",)
    fields = ("kind", "channel", "person", "state", "made_at", "not_before", "done_at", "tries", "error")


@admin.register(Device)
class DeviceAdmin(ReadOnly, admin.ModelAdmin):
    """Browsers that asked for push messages; without the addresses, to which anybody could send."""

    list_display = ("name_shown", "person", "made_at", "last_sent_at", "errors", "last_error")
    list_select_related = ("person",)
    fields = ("name", "person", "made_at", "last_sent_at", "errors", "last_error")

    @admin.display(description=_("device"))
    def name_shown(self, device: Device) -> str:
        return device.name or f"#{device.pk}"


# Pages of others, as ours

admin.site.unregister([Group, EmailAddress, Authenticator])


@admin.register(Group)
class GroupPage(PlainLookups, GroupAdmin):
    pass


@admin.register(EmailAddress)
class EmailAddressPage(PlainLookups, EmailAddressAdmin):
    pass


@admin.register(Authenticator)
class AuthenticatorPage(ReadOnly, AuthenticatorAdmin):
    """Who has a second factor; not its secret, with which anybody could be them. It can be taken away."""

    list_display = ("user", "type", "created_at", "last_used_at")
    list_filter = ("type",)
    fields = ("user", "type", "created_at", "last_used_at")

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return admin.ModelAdmin.has_delete_permission(self, request, obj)

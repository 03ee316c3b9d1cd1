from typing import Any

from django.contrib import admin
from django.contrib.auth.admin import UserAdmin
from django.http import HttpRequest
from django.urls import reverse
from django.utils.html import format_html
from django.utils.translation import gettext_lazy as _

from accounts.models import User


@admin.register(User)
class PersonAdmin(UserAdmin):
    list_display = ("name", "email", "is_guest", "is_staff", "date_joined")
    list_filter = ("is_guest", "is_staff", "is_superuser", "is_active")
    search_fields = ("name", "email", "username")
    ordering = ("-date_joined",)
    readonly_fields = ("set_password",)
    fieldsets = (
        (None, {"fields": ("username", "set_password")}),
        (_("Person"), {"fields": ("name", "email", "is_guest", "face")}),
        (_("Preferences"), {"fields": ("language", "time_zone", "theme")}),
        (_("Rights"), {"fields": ("is_active", "is_staff", "is_superuser", "groups", "user_permissions")}),
        (_("Dates"), {"fields": ("last_login", "date_joined")}),
    )
    # Any other column could be guessed letter by letter: ?password__startswith=a
    looked_up_by = frozenset((*list_filter, *search_fields, "id", "pk", "date_joined"))

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

    def lookup_allowed(self, lookup: str, value: Any, request: HttpRequest | None = None) -> bool:
        return lookup.split("__")[0] in self.looked_up_by and super().lookup_allowed(lookup, value, request)

    def has_delete_permission(self, request: HttpRequest, obj: User | None = None) -> bool:
        return False  # it would leave seats that nobody can play

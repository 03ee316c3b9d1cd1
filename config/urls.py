"""Errors go to Django's own handlers, which find 403.html, 404.html, 500.html and 403_csrf.html; 400 to ours."""

from allauth.account.decorators import secure_admin_login
from django.contrib import admin
from django.urls import include, path

from config.health import health

# The admin has no log-in of its own: the limits and the second factor of the site's hold there too.
admin.site.login = secure_admin_login(admin.site.login)  # type: ignore[method-assign]

handler400 = "config.middleware.bad_request"

urlpatterns = [
    path("health/", health, name="health"),
    path("admin/", admin.site.urls),
    path("decks/", include("quotes.urls")),
    path("", include("accounts.urls")),
    path("", include("games.urls")),
    path("", include("games.moderation.urls")),
]

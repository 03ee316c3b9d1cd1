"""Errors go to Django's own handlers, which find 403.html, 404.html, 500.html and 403_csrf.html."""

from django.contrib import admin
from django.urls import include, path

urlpatterns = [
    path("admin/", admin.site.urls),
    path("", include("accounts.urls")),
    path("", include("games.urls")),
]

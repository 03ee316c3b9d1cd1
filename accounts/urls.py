from django.urls import path

from accounts import views

urlpatterns = [
    path("preferences/", views.change_preferences, name="preferences"),
]

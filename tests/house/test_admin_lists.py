"""Whatever is asked in the address of a list of the admin, the answer is a page."""

import itertools

import pytest
from django.apps import apps
from django.contrib import admin
from django.test import Client
from django.urls import reverse

from accounts.models import User
from tests.accounts.steps import text

pytestmark = pytest.mark.django_db
MODELS = [model._meta.label for model in apps.get_models() if admin.site.is_registered(model)]
LOOKUPS = ["", "__exact", "__in", "__range", "__gt", "__year", "__regex", "__has_key"]
VALUES = ["(", "9" * 25, "-1", "x,%FF"]


@pytest.fixture
def root(db) -> Client:
    client = Client(raise_request_exception=False)
    client.force_login(User.objects.create_superuser("root", "root@example.org", name="Root"))
    return client


def of_list(label: str) -> str:
    return reverse(f"admin:{label.lower().replace('.', '_')}_changelist")


def columns(label: str) -> list[str]:
    return [field.name for field in apps.get_model(label)._meta.get_fields() if field.concrete]


@pytest.mark.parametrize("label", MODELS)
def test_no_question_breaks_a_list(root, label):
    for column, lookup, value in itertools.product(columns(label), LOOKUPS, VALUES):
        where = f"{of_list(label)}?{column}{lookup}={value}"
        assert root.get(where).status_code < 500, where
    for name, value in itertools.product(("q", "p", "o", "all"), VALUES):
        assert root.get(f"{of_list(label)}?{name}={value}").status_code < 500, (name, value)


@pytest.mark.parametrize("label", MODELS)
def test_no_list_is_asked_by_a_pattern(root, label):
    for column, lookup in itertools.product(columns(label), ("regex", "iregex")):
        assert root.get(f"{of_list(label)}?{column}__{lookup}=a").status_code == 400, column


SECRETS = {"link", "invite", "password", "session_key", "endpoint", "auth", "data", "seed"}


def secrets_of(label: str) -> list[str]:
    """Its own columns that let somebody in, and those of the rows it leads to."""
    fields = apps.get_model(label)._meta.get_fields()
    rows = {field.name: field.related_model._meta.label for field in fields if field.related_model}
    further = [f"{name}__{column}" for name, there in rows.items() for column in SECRETS & {*columns(there)}]
    return [*SECRETS.intersection(columns(label)), *further]


@pytest.mark.parametrize("label", MODELS)
def test_no_secret_is_told_letter_by_letter(root, label):
    for column in secrets_of(label):
        assert root.get(f"{of_list(label)}?{column}__startswith=a").status_code == 400, column


def test_the_secrets_that_are_asked_for_are_there():
    found = {f"{label} {column}" for label in MODELS for column in secrets_of(label)}
    wanted = {"quotes.Deck link", "accounts.SignupLink link", "games.Match seed", "games.Match seats__invite"}
    assert found >= wanted | {"quotes.Card deck__link", "quotes.Deck editor_links__link"}


def test_the_days_above_a_list_lead_on(root):
    answer = root.get("/admin/quotes/words/?created_at__year=2026&created_at__month=3&created_at__day=1")
    assert answer.status_code == 200


@pytest.mark.parametrize("where", ["/", "/admin/", "/account/login/", "/static/css/base.css", "/nowhere/"])
@pytest.mark.parametrize("query", ["a=%00", "%00", "a=b&c=x%00y"])
def test_a_query_with_a_nul_is_refused_in_words(root, where, query):
    for client in (root, Client()):
        answer = client.get(f"{where}?{query}")
        assert answer.status_code == 400
        assert "That could not be read" in text(answer)


def test_the_secret_of_a_second_factor_is_shown_to_nobody(root):
    from allauth.mfa.models import Authenticator
    from allauth.mfa.totp.internal.auth import TOTP

    TOTP.activate(User.objects.get(), "JBSWY3DPEHPK3PXP")
    app = Authenticator.objects.get()
    listed, page = (
        root.get(of_list("mfa.Authenticator")),
        root.get(f"/admin/mfa/authenticator/{app.pk}/change/"),
    )
    assert listed.status_code == page.status_code == 200
    assert "JBSWY3DPEHPK3PXP" not in text(listed) + text(page)
    assert root.get(f"{of_list('mfa.Authenticator')}?data__contains=J").status_code == 400
    root.post(f"/admin/mfa/authenticator/{app.pk}/delete/", {"post": "yes"})
    assert not Authenticator.objects.exists()

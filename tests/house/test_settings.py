import json
import os
import subprocess
import sys

import pytest
from django.core.exceptions import ImproperlyConfigured

from config import environment as env
from tests.conftest import ROOT

PRODUCTION = {
    "SECRET_KEY": "0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ",
    "ALLOWED_HOSTS": "games.example.org",
    "CSRF_TRUSTED_ORIGINS": "https://games.example.org",
    "BEHIND_PROXY": "1",
    "SECURE_HSTS_SECONDS": "31536000",
    "SECURE_HSTS_INCLUDE_SUBDOMAINS": "1",
    "SECURE_HSTS_PRELOAD": "1",
    "DATABASE_URL": "postgresql://games:p%40ss@db.example.org:5433/games?sslmode=require",
    "REDIS_URL": "redis://cache.example.org:6379/1",
}
SHOW = """
import json, sys
from django.conf import settings
print(json.dumps({name: getattr(settings, name) for name in sys.argv[1:]}, default=str))
"""


def run_python(arguments: list[str], environment: dict[str, str]) -> str:
    kept = {name: os.environ[name] for name in ("PATH", "HOME", "SYSTEMROOT") if name in os.environ}
    kept |= {"DJANGO_SETTINGS_MODULE": "config.settings"}
    done = subprocess.run(
        [sys.executable, *arguments], cwd=ROOT, env=kept | environment, capture_output=True, text=True
    )
    assert done.returncode == 0, done.stderr
    return done.stdout + done.stderr


def settings_in(environment: dict[str, str], *names: str) -> dict:
    return json.loads(run_python(["-c", SHOW, *names], environment))


def test_a_production_environment_passes_the_deployment_check(tmp_path):
    said = run_python(
        ["manage.py", "check", "--deploy", "--fail-level", "WARNING"],
        PRODUCTION | {"DATA_DIR": str(tmp_path)},
    )
    assert "no issues" in said


@pytest.mark.parametrize(
    ("environment", "expected"),
    [
        (
            {},
            {
                "DEBUG": False,
                "ALLOWED_HOSTS": ["127.0.0.1", "localhost", "[::1]"],
                "SESSION_COOKIE_SECURE": False,
                "SECURE_SSL_REDIRECT": False,
                "CELERY_BROKER_URL": "filesystem://localhost/",
            },
        ),
        (
            PRODUCTION,
            {
                "DEBUG": False,
                "ALLOWED_HOSTS": ["games.example.org"],
                "SESSION_COOKIE_SECURE": True,
                "CSRF_COOKIE_SECURE": True,
                "LANGUAGE_COOKIE_SECURE": True,
                "SECURE_SSL_REDIRECT": True,
                "SECURE_PROXY_SSL_HEADER": ["HTTP_X_FORWARDED_PROTO", "https"],
                "CELERY_BROKER_URL": "redis://cache.example.org:6379/1",
            },
        ),
        (  # at home, without a certificate
            {"ALLOWED_HOSTS": "box.lan, 192.168.1.5", "HTTPS": "0"},
            {
                "ALLOWED_HOSTS": ["box.lan", "192.168.1.5"],
                "SESSION_COOKIE_SECURE": False,
                "SECURE_SSL_REDIRECT": False,
                "SECURE_HSTS_SECONDS": 0,
            },
        ),
    ],
)
def test_settings_follow_the_environment(tmp_path, environment, expected):
    assert settings_in(environment | {"DATA_DIR": str(tmp_path)}, *expected) == expected


def test_the_first_start_makes_a_secret_key_that_stays(tmp_path):
    first, second = (settings_in({"DATA_DIR": str(tmp_path)}, "SECRET_KEY")["SECRET_KEY"] for _ in range(2))
    assert first == second and len(first) > 60
    assert (tmp_path / "secret_key").stat().st_mode & 0o077 == 0
    assert [path.name for path in tmp_path.iterdir() if path.stat().st_mode & 0o077] == []
    assert [path.name for path in tmp_path.glob("secret_key*")] == ["secret_key"]


def test_a_new_folder_is_open_to_nobody_else_and_one_that_was_there_is_left_alone(tmp_path):
    before = os.umask(0o022)
    try:
        found = tmp_path / "found"
        found.mkdir(mode=0o755)
        assert env.folder(found).stat().st_mode & 0o777 == 0o755
        assert env.folder(tmp_path / "new" / "data").stat().st_mode & 0o777 == 0o700
    finally:
        os.umask(before)


@pytest.mark.parametrize(
    ("url", "expected"),
    [
        (
            "postgresql://games:p%40ss@db.example.org:5433/games?sslmode=require",
            {
                "ENGINE": "django.db.backends.postgresql",
                "NAME": "games",
                "USER": "games",
                "PASSWORD": "p@ss",
                "HOST": "db.example.org",
                "PORT": "5433",
                "OPTIONS": {"sslmode": "require"},
            },
        ),
        (
            "postgres://postgres:@/postgres?host=/run/postgres",
            {"NAME": "postgres", "USER": "postgres", "HOST": "/run/postgres", "PORT": "", "OPTIONS": {}},
        ),
        ("sqlite:////srv/games.sqlite3", {"NAME": "/srv/games.sqlite3"}),
    ],
)
def test_a_database_is_named_by_its_address(tmp_path, url, expected):
    read = env.database(url, tmp_path)
    assert {key: read[key] for key in expected} == expected


@pytest.mark.parametrize("url", ["mysql://host/name", "games.sqlite3"])
def test_an_unknown_database_is_refused_in_words(tmp_path, url):
    with pytest.raises(ImproperlyConfigured, match="must begin with"):
        env.database(url, tmp_path)


@pytest.mark.parametrize(("name", "read"), [("DEBUG", env.flag), ("PORT", env.number)])
def test_a_value_that_means_nothing_is_refused_in_words(monkeypatch, name, read):
    monkeypatch.setenv(name, "perhaps")
    with pytest.raises(ImproperlyConfigured, match=name):
        read(name, default=1)

"""All from the environment; with an empty one it is a site for this machine only (docs/settings.md)."""

from pathlib import Path
from typing import Any

from csp.constants import NONE, SELF
from django.utils.translation import gettext_lazy as _

from config import environment as env
from config.logs import is_brief

BASE_DIR = Path(__file__).resolve().parent.parent
DATA_DIR = env.folder(env.text("DATA_DIR") or BASE_DIR / "data")

DEBUG = env.flag("DEBUG", default=False)
SECRET_KEY = env.text("SECRET_KEY") or env.secret_key(DATA_DIR / "secret_key")

# Named hosts make it a public site, which is one behind HTTPS unless HTTPS=0 says otherwise.
ALLOWED_HOSTS = env.names("ALLOWED_HOSTS")
HTTPS = env.flag("HTTPS", default=bool(ALLOWED_HOSTS))
ALLOWED_HOSTS = ALLOWED_HOSTS or ["127.0.0.1", "localhost", "[::1]"]

INSTALLED_APPS = [
    "config",
    "accounts",
    "quotes",
    "games",
    "django_htmx",
    "csp",
    "django.contrib.admin",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "django.contrib.staticfiles",
]

MIDDLEWARE = [
    "config.middleware.readable_requests",
    "django.middleware.security.SecurityMiddleware",
    "csp.middleware.CSPMiddleware",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "django.middleware.gzip.GZipMiddleware",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.locale.LocaleMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "accounts.middleware.LoginRequiredMiddleware",
    "accounts.middleware.PreferencesMiddleware",
    "django_htmx.middleware.HtmxMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
]

ROOT_URLCONF = "config.urls"
WSGI_APPLICATION = "config.wsgi.application"

TEMPLATES: list[dict[str, Any]] = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [BASE_DIR / "templates"],
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.template.context_processors.i18n",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
                "config.context.sprite",
            ],
        },
    },
]

# What is kept: database, cache, tasks

DATABASES = {"default": env.database(env.text("DATABASE_URL"), DATA_DIR)}
# The server's threads stay and keep their connections, so a pool gains nothing there and is off by default.
if POOL := env.flag("DATABASE_POOL", default=False):
    DATABASES["default"]["OPTIONS"]["pool"] = True
DATABASES["default"]["CONN_MAX_AGE"] = env.number("CONN_MAX_AGE", default=0 if POOL else 600)
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

REDIS_URL = env.text("REDIS_URL")
if REDIS_URL:
    CACHES = {"default": {"BACKEND": "django.core.cache.backends.redis.RedisCache", "LOCATION": REDIS_URL}}
    CELERY_BROKER_URL = REDIS_URL
    # Throttle 1: what a killed worker held is looked for every 10 s, not every 100 s.
    CELERY_BROKER_TRANSPORT_OPTIONS: dict[str, Any] = {
        "visibility_timeout": 3600,
        "unacked_restore_throttle": 1,
    }
else:
    CACHES = {
        "default": {
            "BACKEND": "django.core.cache.backends.filebased.FileBasedCache",
            "LOCATION": str(DATA_DIR / "cache"),
            "OPTIONS": {"MAX_ENTRIES": 10_000},
        }
    }
    QUEUE = env.folder(DATA_DIR / "queue")
    CELERY_BROKER_URL = "filesystem://localhost/"
    CELERY_BROKER_TRANSPORT_OPTIONS = {
        "data_folder_in": str(QUEUE),
        "data_folder_out": str(QUEUE),
        "control_folder": str(env.folder(DATA_DIR / "queue-control")),
        "polling_interval": 0.2,
    }

CELERY_TASK_IGNORE_RESULT = True
CELERY_TIMEZONE = "UTC"
CELERY_BROKER_CONNECTION_RETRY_ON_STARTUP = True
CELERY_BEAT_SCHEDULE_FILENAME = str(DATA_DIR / "beat-schedule")
# A task that waited past its next turn is dropped: a stopped worker leaves no heap behind.
CELERY_BEAT_SCHEDULE: dict[str, dict[str, Any]] = {
    "alive": {"task": "config.celery.alive", "schedule": 30, "options": {"expires": 25}},
    "clear-sessions": {
        "task": "config.celery.clear_sessions",
        "schedule": 60 * 60 * 24,
        "options": {"expires": 60 * 60 * 23},
    },
}

# Who is there

AUTH_USER_MODEL = "accounts.User"
LOGIN_URL = "admin:login"
LOGIN_REDIRECT_URL = "/"
LOGOUT_REDIRECT_URL = "/"
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": "django.contrib.auth.password_validation.UserAttributeSimilarityValidator"},
    {"NAME": "django.contrib.auth.password_validation.MinimumLengthValidator"},
    {"NAME": "django.contrib.auth.password_validation.CommonPasswordValidator"},
    {"NAME": "django.contrib.auth.password_validation.NumericPasswordValidator"},
]

SESSION_COOKIE_HTTPONLY = True
SESSION_COOKIE_SAMESITE = "Lax"
SESSION_COOKIE_AGE = 60 * 60 * 24 * 90  # a guest has nothing but this cookie to come back with
SESSION_COOKIE_SECURE = CSRF_COOKIE_SECURE = LANGUAGE_COOKIE_SECURE = HTTPS
CSRF_COOKIE_HTTPONLY = True
CSRF_TRUSTED_ORIGINS = env.names("CSRF_TRUSTED_ORIGINS")

# What a browser may do

SECURE_SSL_REDIRECT = env.flag("SECURE_SSL_REDIRECT", default=HTTPS)
SECURE_HSTS_SECONDS = env.number("SECURE_HSTS_SECONDS", default=3600 if HTTPS else 0)
SECURE_HSTS_INCLUDE_SUBDOMAINS = env.flag("SECURE_HSTS_INCLUDE_SUBDOMAINS", default=False)
SECURE_HSTS_PRELOAD = env.flag("SECURE_HSTS_PRELOAD", default=False)
# Only behind a proxy that always sets or removes this header: anybody can send it.
BEHIND_PROXY = env.flag("BEHIND_PROXY", default=False)
if BEHIND_PROXY:
    SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https")
SECURE_REFERRER_POLICY = "same-origin"
X_FRAME_OPTIONS = "DENY"
FILE_UPLOAD_HANDLERS = ["config.uploads.RefuseFiles"]
CONTENT_SECURITY_POLICY = {
    "DIRECTIVES": {
        "default-src": [SELF],
        "script-src": [SELF],
        "style-src": [SELF],
        "img-src": [SELF, "data:"],
        "object-src": [NONE],
        "base-uri": [SELF],
        "form-action": [SELF],
        "frame-ancestors": [NONE],
    },
}

# Languages and times

LANGUAGE_CODE = "en"
LANGUAGES = [("en", _("English")), ("de", _("German"))]
LOCALE_PATHS = [BASE_DIR / "locale"]
LANGUAGE_COOKIE_HTTPONLY = True
LANGUAGE_COOKIE_SAMESITE = "Lax"
USE_I18N = True
USE_TZ = True
TIME_ZONE = "UTC"

# Files

STATIC_URL = "/static/"
STATIC_ROOT = DATA_DIR / "static"
STATICFILES_DIRS = [BASE_DIR / "static"]
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {"BACKEND": "whitenoise.storage.CompressedManifestStaticFilesStorage"},
}

# With DEBUG off Django prints nothing about a failed request unless told to.
LOGGING = {
    "version": 1,
    "disable_existing_loggers": False,
    "formatters": {"line": {"format": "%(asctime)s %(levelname)s %(name)s: %(message)s"}},
    "filters": {"brief": {"()": "django.utils.log.CallbackFilter", "callback": is_brief}},
    "handlers": {"console": {"class": "logging.StreamHandler", "formatter": "line", "filters": ["brief"]}},
    "root": {"handlers": ["console"], "level": env.text("LOG_LEVEL", "WARNING")},
    "loggers": {
        "django": {"handlers": ["console"], "level": "INFO", "propagate": False},
        "django.request": {"handlers": ["console"], "level": "WARNING", "propagate": False},
        "django.server": {"handlers": ["console"], "level": "INFO", "propagate": False},
    },
}

"""All from the environment; with an empty one it is a site for this machine only (docs/settings.md)."""

from email.utils import parseaddr
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from csp.constants import NONE, SELF
from django.utils.translation import gettext_lazy as _

from config import environment as env
from config.logs import DiscreetFormatter, is_brief

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
    "games.moderation",
    "allauth",
    "allauth.account",
    "allauth.mfa",
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
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "csp.middleware.CSPMiddleware",  # not on our own files: it is for pages, and weighs as much as an icon
    "django.middleware.gzip.GZipMiddleware",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.locale.LocaleMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "allauth.account.middleware.AccountMiddleware",
    "accounts.middleware.LoginRequiredMiddleware",
    "accounts.middleware.PreferencesMiddleware",
    "django_htmx.middleware.HtmxMiddleware",
    "accounts.clashes.ClashMiddleware",
    "games.middleware.UnreadableMatchMiddleware",
    "games.moderation.middleware.note_beginning",
    "games.moderation.middleware.SuspendedMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "config.middleware.words_for_405",
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
                "games.context.waiting",
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
    CACHES = {"default": {"BACKEND": "config.cache.Cache", "LOCATION": REDIS_URL}}
    CELERY_BROKER_URL = REDIS_URL
    # Throttle 1: what a killed worker held is looked for every 10 s, not every 100 s.
    CELERY_BROKER_TRANSPORT_OPTIONS: dict[str, Any] = {
        "visibility_timeout": 3600,
        "unacked_restore_throttle": 1,
    }
else:
    CACHES = {
        "default": {
            "BACKEND": "config.cache.Folder",
            "LOCATION": str(DATA_DIR / "cache"),
            "OPTIONS": {"MAX_ENTRIES": 10_000},
        }
    }
    QUEUE = env.folder(DATA_DIR / "queue")
    CELERY_BROKER_URL = "filesystem://localhost/"
    CELERY_BROKER_TRANSPORT = "config.queue:Transport"
    CELERY_BROKER_TRANSPORT_OPTIONS = {
        "data_folder_in": str(QUEUE),
        "data_folder_out": str(QUEUE),
        "control_folder": str(env.folder(DATA_DIR / "queue-control")),
        "polling_interval": 0.2,
    }

CELERY_TASK_IGNORE_RESULT = True
CELERY_TIMEZONE = "UTC"
CELERY_BROKER_CONNECTION_RETRY_ON_STARTUP = True
CELERY_BROKER_CONNECTION_MAX_RETRIES = None  # a worker that gives up would have to be started by somebody
CELERY_BEAT_SCHEDULE_FILENAME = str(DATA_DIR / "beat-schedule")
# A task that waited past its next turn is dropped: a stopped worker leaves no heap behind.
CELERY_BEAT_SCHEDULE: dict[str, dict[str, Any]] = {
    "due": {"task": "games.tasks.sweep_due_prompts", "schedule": 5, "options": {"expires": 4}},
    "tell": {"task": "games.tasks.tell_of_prompts", "schedule": 10, "options": {"expires": 9}},
    "take-out": {"task": "games.tasks.take_out_hidden", "schedule": 10, "options": {"expires": 9}},
    "tidy": {"task": "games.tasks.tidy", "schedule": 60 * 60 * 24, "options": {"expires": 60 * 60 * 23}},
    "count-cards": {"task": "games.tasks.count_cards", "schedule": 60, "options": {"expires": 55}},
    "look-after": {"task": "games.tasks.look_after_matches", "schedule": 60, "options": {"expires": 55}},
    "read-uploads": {"task": "quotes.tasks.read_uploads", "schedule": 5, "options": {"expires": 4}},
    "forget-uploads": {
        "task": "quotes.tasks.forget_uploads",
        "schedule": 60 * 60 * 24,
        "options": {"expires": 60 * 60 * 23},
    },
    "seat-bots": {
        "task": "games.moderation.tasks.seat_bots",
        "schedule": 60,
        "options": {"expires": 55},
    },
    "alive": {"task": "config.celery.alive", "schedule": 30, "options": {"expires": 25}},
    "send-notices": {
        "task": "accounts.tasks.send_notices",
        "schedule": 10,
        "options": {"expires": 9},
    },
    "forget-old-notices": {
        "task": "accounts.tasks.forget_old_notices",
        "schedule": 60 * 60 * 24,
        "options": {"expires": 60 * 60 * 23},
    },
    "purge-guests": {
        "task": "accounts.tasks.purge_guests",
        "schedule": 60 * 60 * 24,
        "options": {"expires": 60 * 60 * 23},
    },
    "clear-sessions": {
        "task": "config.celery.clear_sessions",
        "schedule": 60 * 60 * 24,
        "options": {"expires": 60 * 60 * 23},
    },
}

# Who is there

# Without them nobody meets strangers here: no open tables, and nothing to watch but by invitation.
PUBLIC_TABLES = env.flag("PUBLIC_TABLES", default=True)

AUTH_USER_MODEL = "accounts.User"
AUTHENTICATION_BACKENDS = [
    "allauth.account.auth_backends.AuthenticationBackend",
    "django.contrib.auth.backends.ModelBackend",  # of guests' sessions
]
LOGIN_URL = "account_login"
LOGIN_REDIRECT_URL = "/"
LOGOUT_REDIRECT_URL = "/"
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": "django.contrib.auth.password_validation.UserAttributeSimilarityValidator"},
    {"NAME": "django.contrib.auth.password_validation.MinimumLengthValidator"},
    {"NAME": "django.contrib.auth.password_validation.CommonPasswordValidator"},
    {"NAME": "django.contrib.auth.password_validation.NumericPasswordValidator"},
]

# Who may make an account: everybody, who was invited (to a match, or by a link of the host), or nobody.
SIGNUP = env.one_of("SIGNUP", "open", "invitation", "closed")
GUEST_DAYS = env.number("GUEST_DAYS", default=60)

ACCOUNT_ADAPTER = "accounts.adapter.Adapter"
ACCOUNT_FORMS = {
    "signup": "accounts.entrance_forms.SignupForm",
    "login": "accounts.entrance_forms.LoginForm",
    "request_login_code": "accounts.entrance_forms.RequestLoginCodeForm",
    "confirm_login_code": "accounts.entrance_forms.ConfirmLoginCodeForm",
    "confirm_email_verification_code": "accounts.entrance_forms.ConfirmEmailForm",
    "reset_password": "accounts.entrance_forms.ResetPasswordForm",
    "confirm_password_reset_code": "accounts.entrance_forms.ConfirmResetForm",
    "reset_password_from_key": "accounts.entrance_forms.NewPasswordForm",
    "change_password": "accounts.entrance_forms.ChangePasswordForm",
    "set_password": "accounts.entrance_forms.SetPasswordForm",
    "add_email": "accounts.entrance_forms.ChangeEmailForm",
    "reauthenticate": "accounts.entrance_forms.ReauthenticateForm",
    "confirm_reauthentication_code": "accounts.entrance_forms.ConfirmReauthenticationForm",
}
ACCOUNT_SIGNUP_FIELDS = ["email*", "password1"]
ACCOUNT_LOGIN_METHODS = {"email"}
ACCOUNT_LOGIN_BY_CODE_ENABLED = True
ACCOUNT_LOGIN_BY_CODE_TIMEOUT = ACCOUNT_EMAIL_VERIFICATION_BY_CODE_TIMEOUT = 15 * 60
ACCOUNT_PASSWORD_RESET_BY_CODE_TIMEOUT = 15 * 60
ACCOUNT_LOGIN_TIMEOUT = 30 * 60
ACCOUNT_LOGIN_BY_CODE_SUPPORTS_RESEND = ACCOUNT_EMAIL_VERIFICATION_SUPPORTS_RESEND = True
ACCOUNT_EMAIL_VERIFICATION = "mandatory"
ACCOUNT_EMAIL_VERIFICATION_BY_CODE_ENABLED = True
ACCOUNT_PASSWORD_RESET_BY_CODE_ENABLED = True
ACCOUNT_PREVENT_ENUMERATION = "strict"
ACCOUNT_CHANGE_EMAIL = True
ACCOUNT_REAUTHENTICATION_REQUIRED = True
ACCOUNT_EMAIL_NOTIFICATIONS = True
ACCOUNT_EMAIL_SUBJECT_PREFIX = ""
ACCOUNT_SESSION_REMEMBER = True
# A school has one address: 30 people at once must get in. The second limit of each kind is on the mails to one address.
ACCOUNT_RATE_LIMITS = {
    "login": "60/m/ip",
    "login_failed": "30/m/ip,5/5m/key",
    "signup": "40/m/ip,300/h/ip",
    "confirm_email": "1/5s/key,10/h/key",
    "request_login_code": "40/m/ip,300/h/ip,3/m/key,10/h/key",
    "reset_password": "40/m/ip,300/h/ip,3/m/key,10/h/key",
}
MFA_ADAPTER = "accounts.adapter.MfaAdapter"
MFA_TOTP_TOLERANCE = 1
MFA_TOTP_ISSUER = "Kitchen Table"
MFA_FORMS = {
    "authenticate": "accounts.entrance_forms.AuthenticateForm",
    "reauthenticate": "accounts.entrance_forms.ReauthenticateByAppForm",
    "activate_totp": "accounts.entrance_forms.ActivateForm",
}

SESSION_ENGINE = "accounts.sessions"
SESSION_COOKIE_HTTPONLY = True
SESSION_COOKIE_SAMESITE = "Lax"
SESSION_COOKIE_AGE = 60 * 60 * 24 * 90  # a guest has nothing but this cookie to come back with
SESSION_COOKIE_SECURE = CSRF_COOKIE_SECURE = LANGUAGE_COOKIE_SECURE = HTTPS
CSRF_COOKIE_HTTPONLY = True
CSRF_TRUSTED_ORIGINS = env.names("CSRF_TRUSTED_ORIGINS")

# What a browser may do

SECURE_SSL_REDIRECT = env.flag("SECURE_SSL_REDIRECT", default=HTTPS)
SECURE_REDIRECT_EXEMPT = [r"^health/$"]  # asked from inside, past the proxy
SECURE_HSTS_SECONDS = env.number("SECURE_HSTS_SECONDS", default=3600 if HTTPS else 0)
SECURE_HSTS_INCLUDE_SUBDOMAINS = env.flag("SECURE_HSTS_INCLUDE_SUBDOMAINS", default=False)
SECURE_HSTS_PRELOAD = env.flag("SECURE_HSTS_PRELOAD", default=False)
# Only behind a proxy that always sets or removes this header: anybody can send it.
BEHIND_PROXY = env.flag("BEHIND_PROXY", default=False)
if BEHIND_PROXY:
    SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https")
SECURE_REFERRER_POLICY = "same-origin"
X_FRAME_OPTIONS = "DENY"
FILE_UPLOAD_HANDLERS = ["config.uploads.OneFile"]
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
LANGUAGES = [
    ("en", _("English")),
    ("de", _("German")),
    ("nl", _("Dutch")),
    ("fr", _("French")),
    ("sv", _("Swedish")),
]
LOCALE_PATHS = [BASE_DIR / "locale"]
LANGUAGE_COOKIE_HTTPONLY = True
LANGUAGE_COOKIE_SAMESITE = "Lax"
USE_I18N = True
USE_TZ = True
TIME_ZONE = "UTC"

# Mail and push messages

# The worker has no request to read the address from.
_named = env.names("ALLOWED_HOSTS")
_port = env.text("PORT", "8000")
SITE_URL = env.text("SITE_URL") or (
    f"http{'s' if HTTPS else ''}://{_named[0].lstrip('.')}" if _named else f"http://127.0.0.1:{_port}"
)
SITE_URL = SITE_URL.rstrip("/")

EMAIL_HOST = env.text("EMAIL_HOST")
EMAIL_PORT = env.number("EMAIL_PORT", default=587)
EMAIL_HOST_USER = env.text("EMAIL_HOST_USER")
EMAIL_HOST_PASSWORD = env.text("EMAIL_HOST_PASSWORD")
EMAIL_USE_SSL = env.flag("EMAIL_USE_SSL", default=EMAIL_PORT == 465)
EMAIL_USE_TLS = env.flag("EMAIL_USE_TLS", default=EMAIL_PORT == 587 and not EMAIL_USE_SSL)
EMAIL_TIMEOUT = env.number("EMAIL_TIMEOUT", default=10)
DEFAULT_FROM_EMAIL = SERVER_EMAIL = env.text("DEFAULT_FROM_EMAIL", "Kitchen Table <table@localhost>")
# Without a mail server mails go to a folder; on a site for this machine a page shows them, codes and all.
EMAIL_FILE_PATH = str(DATA_DIR / "mail")
MAIL_PAGE = not EMAIL_HOST and not _named
if not EMAIL_HOST:
    EMAIL_BACKEND = "accounts.mailbox.FolderBackend"

VAPID_PRIVATE_KEY = env.text("VAPID_PRIVATE_KEY")
if not VAPID_PRIVATE_KEY and find_spec("pywebpush"):
    VAPID_PRIVATE_KEY = env.secret_key(DATA_DIR / "vapid_key", env.new_vapid_key)
VAPID_SUBJECT = env.text("VAPID_SUBJECT", f"mailto:{parseaddr(DEFAULT_FROM_EMAIL)[1]}")

# Files

STATIC_URL = "/static/"
STATIC_ROOT = Path(env.text("STATIC_ROOT") or DATA_DIR / "static")
STATICFILES_DIRS = [BASE_DIR / "static"]
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {"BACKEND": "config.static.SiteStorage"},
}

# With DEBUG off Django prints nothing about a failed request unless told to.
LOGGING = {
    "version": 1,
    "disable_existing_loggers": False,
    "formatters": {
        "line": {"()": DiscreetFormatter, "format": "%(asctime)s %(levelname)s %(name)s: %(message)s"}
    },
    "filters": {"brief": {"()": "django.utils.log.CallbackFilter", "callback": is_brief}},
    "handlers": {"console": {"class": "logging.StreamHandler", "formatter": "line", "filters": ["brief"]}},
    "root": {"handlers": ["console"], "level": env.text("LOG_LEVEL", "WARNING")},
    "loggers": {
        "django": {"handlers": ["console"], "level": "INFO", "propagate": False},
        "django.request": {"handlers": ["console"], "level": "WARNING", "propagate": False},
        "django.server": {"handlers": ["console"], "level": "INFO", "propagate": False},
    },
}

"""What settings.py reads its values with."""

import base64
import os
import secrets
from collections.abc import Callable
from pathlib import Path
from typing import Any
from urllib.parse import parse_qsl, unquote, urlsplit

from django.core.exceptions import ImproperlyConfigured

WAL = "PRAGMA journal_mode=WAL;PRAGMA synchronous=NORMAL;PRAGMA busy_timeout=20000;"
P256_ORDER = 0xFFFFFFFF00000000FFFFFFFFFFFFFFFFBCE6FAADA7179E84F3B9CAC2FC632551


def text(name: str, default: str = "") -> str:
    return os.environ.get(name, "").strip() or default


def flag(name: str, *, default: bool) -> bool:
    value = text(name).lower()
    if value in ("", "1", "true", "yes", "on", "0", "false", "no", "off"):
        return value in ("1", "true", "yes", "on") if value else default
    raise ImproperlyConfigured(f"{name} must be 1 or 0, not {value!r}.")


def number(name: str, *, default: int) -> int:
    try:
        return int(text(name, str(default)))
    except ValueError as error:
        raise ImproperlyConfigured(f"{name} must be a whole number.") from error


def one_of(name: str, *choices: str) -> str:
    """One of these words; without a value the first."""
    value = text(name, choices[0]).lower()
    if value not in choices:
        raise ImproperlyConfigured(f"{name} must be one of {', '.join(choices)}, not {value!r}.")
    return value


def names(name: str) -> list[str]:
    return [part.strip() for part in text(name).split(",") if part.strip()]


def folder(path: str | Path) -> Path:
    """The folder; a new one is open to nobody else."""
    path = Path(path).expanduser().resolve()
    try:
        path.mkdir(mode=0o700, parents=True, exist_ok=True)
    except OSError as error:
        raise ImproperlyConfigured(f"Cannot make the folder {path}: {error.strerror}.") from error
    return path


def new_secret() -> str:
    return secrets.token_urlsafe(50)


def new_vapid_key() -> str:
    """A private key for push messages: a number below the order of the curve P-256, as 32 bytes in base64."""
    number = 1 + secrets.randbelow(P256_ORDER - 1)
    return base64.urlsafe_b64encode(number.to_bytes(32, "big")).rstrip(b"=").decode()


def secret_key(path: Path, new: Callable[[], str] = new_secret) -> str:
    """The key in this file; the first start writes it, also when several processes start at once."""
    if not path.exists():
        draft = path.with_name(f"{path.name}.{secrets.token_hex(8)}")
        draft.touch(mode=0o600)
        draft.write_text(new())
        try:
            os.link(
                draft, path
            )  # unlike a rename this never replaces the key another process has just written
        except FileExistsError:
            pass
        except OSError:  # a file system without hard links
            draft.replace(path)
        draft.unlink(missing_ok=True)
    return path.read_text().strip()


def database(url: str, data: Path) -> dict[str, Any]:
    """Django's settings for postgresql://..., for sqlite:///FILE, or for the file in the data folder."""
    parts = urlsplit(url or f"sqlite:///{data / 'db.sqlite3'}")
    if parts.scheme == "sqlite":
        return _sqlite(parts.path[1:] if os.name == "nt" else "/" + parts.path.lstrip("/"), data)
    if parts.scheme in ("postgres", "postgresql"):
        options = dict(parse_qsl(parts.query))
        return {
            "ENGINE": "django.db.backends.postgresql",
            "NAME": unquote(parts.path[1:]),
            "USER": unquote(parts.username or ""),
            "PASSWORD": unquote(parts.password or ""),
            "HOST": options.pop("host", parts.hostname or ""),
            "PORT": options.pop("port", str(parts.port or "")),
            "OPTIONS": options,
            "CONN_HEALTH_CHECKS": True,
        }
    raise ImproperlyConfigured("DATABASE_URL must begin with postgresql:// or sqlite:///.")


def _sqlite(path: str, data: Path) -> dict[str, Any]:
    return {
        "ENGINE": "django.db.backends.sqlite3",
        "NAME": unquote(path),
        # Deferred transactions fail at once with "database is locked" when they read before they write.
        "OPTIONS": {"transaction_mode": "IMMEDIATE", "timeout": 20, "init_command": WAL},
        # Threads share a file, not memory.
        "TEST": {"NAME": str(data / "test.sqlite3")},
    }

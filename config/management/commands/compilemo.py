import os
from pathlib import Path

import polib
from django.conf import settings
from django.core.management.base import BaseCommand


def compile_messages() -> list[Path]:
    """Compile every translation that is newer than its compiled form; returns what was written."""
    return [compile_one(po) for po in catalogues() if is_stale(po)]


def catalogues() -> list[Path]:
    return [po for folder in settings.LOCALE_PATHS for po in sorted(Path(folder).glob("*/LC_MESSAGES/*.po"))]


def is_stale(po: Path) -> bool:
    mo = po.with_suffix(".mo")
    return not mo.exists() or mo.stat().st_mtime < po.stat().st_mtime


def compile_one(po: Path) -> Path:
    mo = po.with_suffix(".mo")
    # Under another name first: a test worker beside us must not read half a file.
    draft = mo.with_name(f".{mo.name}.{os.getpid()}")
    polib.pofile(str(po)).save_as_mofile(str(draft))
    return draft.replace(mo)


class Command(BaseCommand):
    help = "Compile the translations that changed; needs no GNU gettext."
    requires_system_checks = ()

    def handle(self, **options) -> None:
        for mo in compile_messages():
            self.stdout.write(f"Compiled {mo}")

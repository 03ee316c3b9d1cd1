"""Style sheets as they are served: comments stay at home. A first visit to a match has room for 60 kB."""

import re
from collections.abc import Iterator
from typing import Any

from django.core.files.base import ContentFile
from whitenoise.storage import CompressedManifestStaticFilesStorage

OURS = "css/"
COMMENT = re.compile(r"/\*.*?\*/\n?", re.DOTALL)


def served(sheet: str) -> str:
    """The text of a style sheet without its comments."""
    return COMMENT.sub("", sheet)


class SiteStorage(CompressedManifestStaticFilesStorage):  # type: ignore[misc]
    """Takes sheets from their sources each time, as what was collected before is no source any more."""

    def post_process(self, paths: dict[str, Any], dry_run: bool = False, **options: Any) -> Iterator[Any]:
        for name, (storage, path) in list(paths.items()):
            if not dry_run and name.startswith(OURS) and name.endswith(".css"):
                with storage.open(path) as sheet:
                    text = served(sheet.read().decode())
                self.delete(name)
                self.save(name, ContentFile(text.encode()))
                paths[name] = (self, name)
        yield from super().post_process(paths, dry_run, **options)

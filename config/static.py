"""Style sheets as they are served: what one imports is put into it, and comments stay at home.

A first visit to a match has room for ten requests and 60 kB; sheets keep their comments and their own files for
whoever reads them.
"""

import posixpath
import re
from collections.abc import Iterator
from typing import Any

from django.core.files.base import ContentFile
from django.core.files.storage import Storage
from whitenoise.storage import CompressedManifestStaticFilesStorage

OURS = "css/"
IMPORT = re.compile(r'@import url\("([^":]+)"\);\n?')
COMMENT = re.compile(r"/\*.*?\*/\n?", re.DOTALL)


def served(name: str, storage: Storage) -> str:
    """The text of a style sheet with its imports in place and without comments."""

    def put_in(found: re.Match[str]) -> str:
        return served(posixpath.join(posixpath.dirname(name), found[1]), storage)

    with storage.open(name) as sheet:
        return COMMENT.sub("", IMPORT.sub(put_in, sheet.read().decode()))


class SiteStorage(CompressedManifestStaticFilesStorage):  # type: ignore[misc]
    """Collected anew from the sources each time, so that a sheet is never older than what it imports."""

    def post_process(self, paths: dict[str, Any], dry_run: bool = False, **options: Any) -> Iterator[Any]:
        for name, (storage, path) in list(paths.items()):
            if not dry_run and name.startswith(OURS) and name.endswith(".css"):
                self.delete(name)
                self.save(name, ContentFile(served(path, storage).encode()))
                paths[name] = (self, name)
        yield from super().post_process(paths, dry_run, **options)

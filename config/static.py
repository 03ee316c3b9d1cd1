"""Style sheets as they are served: comments and idle space stay at home. A first visit has room for 60 kB."""

import re
from collections.abc import Iterator
from typing import Any

from django.core.files.base import ContentFile
from whitenoise.storage import CompressedManifestStaticFilesStorage

OURS = "css/"
COMMENT = re.compile(r"/\*.*?\*/\n?", re.DOTALL)
# A string, which stays as it is; space around what parts rules and declarations; behind a colon; any other line's end.
SPACE = re.compile(r"""("[^"]*"|'[^']*')|\s*([{};,])\s*|(:)\s+|\s*\n\s*""")


def served(sheet: str) -> str:
    """The text of a style sheet without its comments, and without space that means nothing."""
    return SPACE.sub(lambda found: found[1] or found[2] or found[3] or " ", COMMENT.sub("", sheet)).strip()


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

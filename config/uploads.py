"""The site takes no files."""

from typing import Any

from django.core.files.uploadhandler import FileUploadHandler
from django.http.multipartparser import MultiPartParserError


class RefuseFiles(FileUploadHandler):
    """Ends the reading of a form at its first file: Django's own handlers store it before anybody is asked."""

    def new_file(self, *_arguments: Any, **_named: Any) -> None:
        raise MultiPartParserError("This site takes no files.")

    def receive_data_chunk(self, raw_data: bytes, start: int) -> None:
        """Never called: there is no file."""

    def file_complete(self, file_size: int) -> None:
        """Never called: there is no file."""

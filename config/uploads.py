"""Files that are sent. The site takes none, but on pages that say how big one may be."""

import io
from typing import Any

from django.core.files.uploadedfile import InMemoryUploadedFile
from django.core.files.uploadhandler import FileUploadHandler, StopUpload
from django.http import HttpRequest
from django.http.multipartparser import MultiPartParserError

WORTH_READING = 8  # times what is allowed: so much is read to its end, that the browser comes to hear why not


class OneFile(FileUploadHandler):
    """Keeps one file in memory where the view has `takes_file`, the most bytes that it may have.

    Of a bigger one nothing is kept; `request.file_too_big` says how big the form is. Everywhere else the reading of a
    form ends at its first file: Django's own handlers store it before anybody is asked.
    """

    file: io.BytesIO

    def handle_raw_input(self, _data: Any, _meta: Any, content_length: int, *_rest: Any) -> None:
        self.length = content_length

    def new_file(self, *arguments: Any, **named: Any) -> None:
        self.most = most_bytes(self.request)
        if not self.most or hasattr(self, "file"):
            raise MultiPartParserError("This page takes no files, or no more of them.")
        super().new_file(*arguments, **named)
        self.file = io.BytesIO()

    def receive_data_chunk(self, raw_data: bytes, start: int) -> None:
        if start + len(raw_data) <= self.most:
            self.file.write(raw_data)
            return
        self.file.close()
        self.request.file_too_big = self.length  # type: ignore[union-attr]
        if self.length > self.most * WORTH_READING:
            raise StopUpload(connection_reset=True)

    def file_complete(self, file_size: int) -> InMemoryUploadedFile | None:
        if self.file.closed:
            return None
        self.file.seek(0)
        return InMemoryUploadedFile(
            self.file, self.field_name, self.file_name or "", self.content_type or "", file_size, self.charset
        )


def most_bytes(request: HttpRequest | None) -> int:
    """How big a file may be that is sent to this address; 0 where none is taken."""
    match = getattr(request, "resolver_match", None)
    return getattr(match.func, "takes_file", 0) if match else 0

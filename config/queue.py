"""Celery's broker in files, for a site without Redis, safe while others write there."""

import os
import uuid
from pathlib import Path
from queue import Empty
from typing import Any

from kombu.transport import filesystem
from kombu.utils.json import loads


class Channel(filesystem.Channel):
    """Kombu's own takes a file away before it knows whether all of it is there, and then breaks off."""

    def _get(self, queue: str) -> Any:
        """The next message; one that is still being written stays where it is and is looked at again."""
        folder = Path(self.data_folder_in)
        for name in sorted(os.listdir(folder)):
            if name.partition(".")[2] != f"{queue}.msg":
                continue
            path = folder / name
            try:
                message = loads(path.read_bytes().decode())
                path.unlink()  # of several workers one succeeds: the message is its
            except (OSError, ValueError):
                continue
            return message
        raise Empty

    def _queue_bind(self, exchange: str, routing_key: str, pattern: str, queue: str) -> None:
        """A new table of an exchange is there whole at once: Kombu's own is empty until it has been locked."""
        file = self._exchange_file(exchange)
        if not file.exists():
            draft = file.with_name(f"{file.name}.{uuid.uuid4()}")
            draft.write_text("[]")
            try:
                os.link(draft, file)  # never replaces the table that another has just made
            except FileExistsError:
                pass
            except OSError:  # a file system without hard links
                draft.replace(file)
            draft.unlink(missing_ok=True)
        super()._queue_bind(exchange, routing_key, pattern, queue)


class Transport(filesystem.Transport):
    Channel = Channel

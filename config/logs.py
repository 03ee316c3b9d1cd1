import logging
import re

# A path whose next part lets somebody in, or says who they are: also where it stands in a query.
SECRET = re.compile(
    r"((?:/|%2f)(?:c|i|l|p|join|welcome|unsubscribe)(?:/|%2f)[^/%\s?&#\"'<>]{4})[^/%\s?&#\"'<>]+",
    re.IGNORECASE,
)


def is_brief(record: logging.LogRecord) -> bool:
    """Passes everything on; a request that was refused is one line, or anybody could fill the log with tracebacks."""
    if getattr(record, "status_code", 500) < 500:
        record.exc_info = record.exc_text = None
    return True


def shortened(text: str) -> str:
    return SECRET.sub(r"\1…", text)


class DiscreetFormatter(logging.Formatter):
    """Whoever reads the log, or is sent a part of it, must not get in by a link in it.

    All of a line, traceback and all, whoever wrote it.
    """

    def format(self, record: logging.LogRecord) -> str:
        return shortened(super().format(record))

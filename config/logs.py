import logging


def is_brief(record: logging.LogRecord) -> bool:
    """Passes everything on; a request that was refused is one line, or anybody could fill the log with tracebacks."""
    if getattr(record, "status_code", 500) < 500:
        record.exc_info = record.exc_text = None
    return True

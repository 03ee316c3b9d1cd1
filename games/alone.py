"""One bad match must not keep a sweep from all the others."""

import logging
import traceback
from collections.abc import Iterator
from contextlib import contextmanager

logger = logging.getLogger(__name__)


@contextmanager
def alone(match: int | str) -> Iterator[None]:
    """Whatever is wrong with one match, all others get their turn. It is tried again in the next sweep."""
    try:
        yield
    except Exception as error:
        # Where and of which kind, but not the error's own text: it may name cards.
        where = "".join(traceback.format_tb(error.__traceback__))
        logger.error("match %s was left as it is: %s\n%s", match, type(error).__name__, where)

from django.utils.translation import gettext as _

from accounts.text import one_line

LIMIT = 300


def clean(text: str) -> str:
    """The text as it is kept, in one line; ValueError with a sentence for its writer if empty or too long."""
    text = (
        one_line(text) if len(text) <= LIMIT * 20 else text
    )  # so long a text is not worth a look at each letter
    if not text:
        raise ValueError(_("There is nothing to read in this text."))
    if len(text) > LIMIT:
        message = _("This text is too long: %(length)d characters, and %(limit)d are allowed.")
        raise ValueError(message % {"length": len(text), "limit": LIMIT})
    return text

"""The generated faces: drawn from a number, the same for ever."""

from functools import lru_cache

from django.template.loader import render_to_string
from django.utils.safestring import SafeString


def face_parts(number: int) -> dict[str, int]:
    """Which parts a generated face is put together from: the same number gives the same face for ever."""
    sizes = {"head": 4, "eyes": 4, "mouth": 4, "top": 5, "wash": 5, "hair": 4, "skin": 4}
    out = {}
    for part, size in sizes.items():
        number, pick = divmod(number, size)
        out[part] = pick + 1
    return out


@lru_cache(maxsize=4096, typed=True)  # safe and unsafe text are equal, and only the type tells them apart
def stamp(number: int, initial: str, *, bot: bool = False) -> SafeString:
    """A generated face with an initial, or a bot's."""
    values = {"initial": initial, "bot": bot, **face_parts(number)}
    return render_to_string("_stamp.html", values)

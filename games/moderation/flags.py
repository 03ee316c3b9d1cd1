"""Words at which moderators and curators want to look twice. They flag a text, and remove nothing by themselves."""

import re
import unicodedata
from collections.abc import Iterable
from typing import Any

from django.conf import settings
from django.db import IntegrityError, transaction
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from accounts.text import one_line
from games.moderation import audit
from games.moderation.models import MOST_FLAG, FlagWord
from games.moderation.why import Refused

WORD = re.compile(r"[^\W_]+")
STAR = "*"
HINT = _(
    "Found as a whole word, with small or large letters, with accents or without. With a star at its end (“stink*”) "
    "also as the beginning of a longer word."
)


def folded(text: str) -> str:
    """The words of a text, whatever their case, accents, wide letters and stops, with blanks between and around."""
    plain = unicodedata.normalize("NFKD", text).casefold()
    plain = "".join(one for one in plain if not unicodedata.combining(one))
    return f" {' '.join(WORD.findall(plain))} "


def flags_in(text: str, language: str = "") -> list[str]:
    """The words of the list that stand in a text as words of their own. language: "" for any. One query."""
    return found_in([text], FlagWord.objects.filter(of_language(language)))


def of_language(language: str) -> Q:
    return Q(language__in=["", language]) if language else Q()


def found_in(texts: Iterable[str], words: Iterable[FlagWord]) -> list[str]:
    there = "".join(map(folded, texts))
    said = [word.word for word in words if folded(word.word).strip()]
    return list(dict.fromkeys(word for word in said if looked_for(word) in there))


def looked_for(word: str) -> str:
    """As it stands in a folded text. With a star behind it, any longer word that begins so is meant, too."""
    found = folded(word)
    return found.rstrip() if word.rstrip().endswith(STAR) else found


def flags_of(lines: Iterable[dict[str, Any]], words: Iterable[FlagWord]) -> list[str]:
    """The same for the lines of a case, each in its own language. words: all of the list, loaded once for many."""
    found: dict[str, None] = {}
    for line in lines:
        own = [word for word in words if not line.get("language") or word.language in ("", line["language"])]
        found |= dict.fromkeys(found_in([line["text"]], own))
    return list(found)


def checked(language: str, word: str) -> str:
    """The word as it is kept. Raises Refused for what cannot be added."""
    word = one_line(word[: MOST_FLAG * 20])[:MOST_FLAG].strip()
    if not folded(word).strip():
        raise Refused("no_word", field="word")
    if language and language not in dict(settings.LANGUAGES):
        raise Refused("no_language", field="language")
    known = FlagWord.objects.filter(language=language)
    if any(looked_for(one.word) == looked_for(word) for one in known):
        raise Refused("word_there", field="word")
    return word


def add(moderator: Any, language: str, word: str) -> FlagWord:
    """Raises Refused."""
    word = checked(language, word)
    try:
        with transaction.atomic():
            made = FlagWord.objects.create(language=language, word=word, added_by=moderator)
            audit.write(moderator, "add_word", words=named(made))
    except IntegrityError:
        raise Refused("word_there", field="word") from None
    return made


def drop(moderator: Any, pk: int) -> None:
    with transaction.atomic():
        word = FlagWord.objects.select_for_update().filter(pk=pk).first()
        if word is not None:
            audit.write(moderator, "drop_word", words=named(word))
            word.delete()


def named(word: FlagWord) -> str:
    return f"{word.word} ({word.language})" if word.language else word.word

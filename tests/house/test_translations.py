import re

import polib
import pytest
from django.conf import settings

from config.management.commands import compilemo

PLACEHOLDER = re.compile(r"%\(\w+\)[sd]|%[sd]|\{\w*\}")
CATALOGUES = compilemo.catalogues()


@pytest.mark.parametrize("po", CATALOGUES, ids=lambda po: po.parts[-3])
def test_every_string_is_translated_and_none_is_a_guess(po):
    catalogue = polib.pofile(str(po))
    unfinished = catalogue.untranslated_entries() + catalogue.fuzzy_entries()
    assert [entry.msgid for entry in unfinished] == []
    assert catalogue.metadata.get("Plural-Forms")


@pytest.mark.parametrize("po", CATALOGUES, ids=lambda po: po.parts[-3])
def test_every_translation_keeps_the_placeholders(po):
    for entry in polib.pofile(str(po)):
        if entry.obsolete or not entry.translated():
            continue
        wanted = placeholders(entry.msgid) | placeholders(entry.msgid_plural)
        for translation in [entry.msgstr] if entry.msgstr else entry.msgstr_plural.values():
            # A singular may leave the number out ("one card"), nothing may be added.
            missing = wanted - placeholders(translation) if not entry.msgid_plural else set()
            assert not missing and placeholders(translation) <= wanted, entry.msgid


def placeholders(text: str) -> set[str]:
    return set(PLACEHOLDER.findall(text))


def test_every_language_of_the_site_has_its_catalogue():
    assert {po.parts[-3] for po in CATALOGUES} == {code for code, _ in settings.LANGUAGES} - {"en"}


SPLIT = re.compile(r"[ \w»][;!?](?=\s|$)|\w:(?=\s|$)|(?<=[^ ]) [:;!?»]|« ")


def test_french_keeps_its_signs_together_and_speaks_politely():
    """A no-break space before two-part signs and inside quotes; "vous" to the reader."""
    for text in texts("fr"):
        assert not SPLIT.search(text.replace("\xa0:", "").replace("</span>", "")), text
        assert not re.search(r"\b(tu|toi|ton|tes)\b", text), text


def test_dutch_says_je():
    for text in texts("nl"):
        assert not re.search(r"\b[Uu]w?\b(?! %)", text.replace("%(n)d u", "").replace("%(hours)d u", "")), (
            text
        )


def texts(language: str) -> list[str]:
    po = next(po for po in CATALOGUES if po.parts[-3] == language)
    entries = [entry for entry in polib.pofile(str(po)) if not entry.obsolete]
    return [text for entry in entries for text in (entry.msgstr, *entry.msgstr_plural.values())]


@pytest.mark.parametrize("po", CATALOGUES, ids=lambda po: po.parts[-3])
def test_no_string_is_there_twice(po):
    keys = [(entry.msgctxt, entry.msgid) for entry in polib.pofile(str(po)) if not entry.obsolete]
    assert sorted(key for key in set(keys) if keys.count(key) > 1) == []


def test_only_changed_translations_are_compiled(tmp_path, settings):
    folder = tmp_path / "de" / "LC_MESSAGES"
    folder.mkdir(parents=True)
    po = folder / "django.po"
    po.write_text(
        'msgid ""\nmsgstr "Content-Type: text/plain; charset=UTF-8\\n"\n\nmsgid "Card"\nmsgstr "Karte"\n'
    )
    settings.LOCALE_PATHS = [tmp_path]
    assert [len(compilemo.compile_messages()) for _ in range(2)] == [1, 0]
    assert [entry.msgstr for entry in polib.mofile(str(po.with_suffix(".mo")))] == ["Karte"]
    assert sorted(path.name for path in folder.iterdir()) == ["django.mo", "django.po"]

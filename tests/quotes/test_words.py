import time

import pytest
from django.utils import timezone

from quotes.models import Words
from quotes.text import clean


@pytest.mark.parametrize(
    ("typed", "kept"),
    [
        ("To be or not to be", "To be or not to be"),
        ("  To be\r\n\n or\tnot  ", "To be or not"),
        ("u\u0308ber", "über"),
        ("\u202ereversed\u202c", "reversed"),
        ("bell\x07", "bell"),
        ("👨\u200d👩\u200d👧", "👨\u200d👩\u200d👧"),
        ("x" * 300, "x" * 300),
        ("x" * 300 + "  \n", "x" * 300),
        ("so\u00adft, e\u200bmpty\u2800", "soft, empty"),
        ("hi" + "\u0336" * 200, "hi" + "\u0336" * 3),
        ("<script>", "<script>"),  # the templates escape it
    ],
)
def test_words_are_kept_in_one_readable_line(typed, kept):
    assert clean(typed) == kept


@pytest.mark.parametrize(
    "typed", ["", "  ", "\n", "\u200b", "\u202e", "\u3164", "x" * 301, "\u0301", "\u2800\u2800"]
)
def test_words_that_say_nothing_or_too_much_are_refused(typed):
    with pytest.raises(ValueError, match=r"nothing to read|301 characters, and 300"):
        clean(typed)


def test_a_text_without_end_is_refused_before_it_is_read():
    began = time.process_time()
    with pytest.raises(ValueError, match="2000000 characters, and 300"):
        clean("é" * 2_000_000)
    assert time.process_time() - began < 1


def test_hidden_words_are_not_shown(alice):
    words = Words.objects.create(text="Hello", author=alice)
    assert words.shown == "Hello"
    words.hidden_at = timezone.now()
    assert words.shown is None


def test_words_outlive_their_author(alice):
    words = Words.objects.create(text="Hello", author=alice)
    alice.delete()
    words.refresh_from_db()
    assert (words.author, words.shown) == (None, "Hello")


def test_the_admin_shows_words(admin_client, alice):
    words = Words.objects.create(text="Hello", author=alice)
    for url in ("/admin/quotes/words/", f"/admin/quotes/words/{words.pk}/change/"):
        assert admin_client.get(url).status_code == 200

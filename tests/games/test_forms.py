"""From a form to the fields of an action, and how a reaction is measured: no database."""

from datetime import UTC, datetime, timedelta

import pytest
from django.http import QueryDict

from games import clock, forms
from games.engine import Choice, Field, Offer, Way

pytestmark = pytest.mark.pure

CARDS = (Choice("r.1"), Choice("b.2", reason="not_now"))
SEATS = (Choice(0), Choice(1))
TWO_WAYS = Offer(
    (
        Way(
            "play",
            (
                Field("card", "one", CARDS),
                Field("more", "number", high=3, blank=True),
                Field("calls", "list", CARDS, high=2),
                Field("back", "some", CARDS, high=2),
            ),
        ),
        Way("name", (Field("seat", "one", SEATS, blank=True), Field("words", "text", low=2, high=5))),
    )
)
ONE_WAY = Offer((Way("say", (Field("words", "text", low=1, high=5, blank=True),)),))
NOT_UNDERSTOOD, NOTHING_CHOSEN = "not_understood", "nothing_chosen"


@pytest.mark.parametrize(
    ("offer", "sent", "fields", "texts"),
    [
        (TWO_WAYS, "do=play&card=r.1", {"card": "r.1", "more": None, "calls": [], "back": []}, {}),
        (TWO_WAYS, "do=play&card=r.1&more=2", {"card": "r.1", "more": 2, "calls": [], "back": []}, {}),
        (TWO_WAYS, "do=play&card=b.2&more=-1", {"card": "b.2", "more": -1, "calls": [], "back": []}, {}),
        (
            TWO_WAYS,
            "do=play&card=x&calls=a&calls=a",
            {"card": "x", "more": None, "calls": ["a", "a"], "back": []},
            {},
        ),
        (
            TWO_WAYS,
            "do=play&card=&card=r.1&calls=",
            {"card": "r.1", "more": None, "calls": [], "back": []},
            {},
        ),
        (TWO_WAYS, "do=name&seat=1&words=%20Hi%20", {"seat": 1, "words": 0}, {"words": "Hi"}),
        (TWO_WAYS, "do=name&seat=&words=Hi&card=r.1", {"seat": None, "words": 0}, {"words": "Hi"}),
        (ONE_WAY, "words=ab", {"words": 0}, {"words": "ab"}),
        (ONE_WAY, "", {"words": None}, {}),
        (ONE_WAY, "words=%20%0A", {"words": None}, {}),
        (ONE_WAY, "do=say&words=a%00b", {"words": 0}, {"words": "ab"}),
    ],
)
def test_a_form_is_read_by_its_offer(offer, sent, fields, texts):
    draft = forms.read(offer, QueryDict(sent))
    assert draft.fields == {"do": offer.ways[-1 if "seat" in fields else 0].do, **fields}
    assert draft.texts == texts


@pytest.mark.parametrize(
    ("offer", "sent", "reason"),
    [
        (TWO_WAYS, "", NOT_UNDERSTOOD),
        (TWO_WAYS, "do=", NOT_UNDERSTOOD),
        (TWO_WAYS, "do=no", NOT_UNDERSTOOD),
        (ONE_WAY, "do=no", NOT_UNDERSTOOD),
        (TWO_WAYS, "do=play", NOTHING_CHOSEN),
        (TWO_WAYS, "do=play&card=", NOTHING_CHOSEN),
        (TWO_WAYS, "do=play&card=" + "x" * 65, NOT_UNDERSTOOD),
        (TWO_WAYS, "do=play&card=r.1&more=x", NOT_UNDERSTOOD),
        (TWO_WAYS, "do=play&card=r.1&more=1.5", NOT_UNDERSTOOD),
        (TWO_WAYS, "do=play&card=r.1&more=1000000", NOT_UNDERSTOOD),
        (TWO_WAYS, "do=play&card=r.1&more=%D9%A3", NOT_UNDERSTOOD),
        (TWO_WAYS, "do=play&card=r.1" + "&calls=r.1" * 61, NOT_UNDERSTOOD),
        (TWO_WAYS, "do=name&seat=one&words=Hi", NOT_UNDERSTOOD),
        (TWO_WAYS, "do=name&words=", "nothing_written"),
        (TWO_WAYS, "do=name&words=a", "text_too_short"),
        (TWO_WAYS, "do=name&words=abcdef", "text_too_long"),
        (TWO_WAYS, "do=name&words=" + "a" * 1000, "text_too_long"),
    ],
)
def test_what_no_page_sends_is_not_read(offer, sent, reason):
    with pytest.raises(forms.Unreadable) as error:
        forms.read(offer, QueryDict(sent))
    assert error.value.reason == reason


@pytest.mark.parametrize(
    ("one", "two", "same"),
    [
        ("a=1&b=2&b=3", "b=2&b=3&a=1", True),
        ("a=1", "a=1&took_ms=4&csrfmiddlewaretoken=x", True),
        ("b=2&b=3", "b=3&b=2", False),
        ("a=1", "a=1&b=", False),
        ("a=1%262", "a=1&2", False),
    ],
)
def test_the_same_answer_has_the_same_fingerprint(one, two, same):
    prints = {forms.fingerprint(QueryDict(sent)) for sent in (one, two)}
    assert (len(prints) == 1) == same
    assert all(len(mark) <= 32 for mark in prints)


@pytest.mark.parametrize(
    ("measured", "browser", "counts"),
    [(0, 0, 150), (0, None, 150), (-500, None, 150), (1650, 1, 150), (1651, 1, 151), (5000, 200, 3500)],
)
def test_a_reaction_is_never_quicker_than_a_human_nor_the_grace(measured, browser, counts):
    opened = datetime(2026, 1, 1, tzinfo=UTC)
    assert clock.reaction_ms(opened, opened + timedelta(milliseconds=measured), browser) == counts

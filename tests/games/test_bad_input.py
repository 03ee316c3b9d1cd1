"""Forms that no page of ours sends, and refused ones: a sentence, never a broken page, and nothing stored."""

import re
from random import Random

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import transaction
from django.test import Client

from tests.games.scripts import Party, asks, everything_stored, kangoeroe, party, play_on, text

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("with_toy")]


def cards(table: Party, seat: int) -> tuple[str, ...]:
    return table.state.hands[seat].cards


def one_of_every_prompt() -> list[tuple[Party, int, int]]:
    """A match for every kind of prompt there is: table, seat and number."""
    found = []
    for slug, kinds in (
        ("kangoeroe", ("turn", "defend", "counter")),
        ("toy", ("seal", "vote", "write", "turn", "flip", "slap")),
    ):
        for kind in kinds:
            for seed in range(20):
                table = party(slug, 2, {"defence": "ask"} if slug == "kangoeroe" else None, seed=f"s{seed}")
                play_on(table.match, asks(kind), Random(seed))
                if table.match.running:
                    prompt = table.owed(kind=kind)
                    found.append((table, prompt.seat, prompt.number))
                    break
    return found


BIG = "x" * 1_000_000
DIGITS = "9" * 5000
NASTY = [
    {},
    {"do": "unknown"},
    {"do": ["hop", "unknown"]},
    {"do": ""},
    {"do": "hop\x00"},
    {"do": BIG},
    {"card": "r.99"},
    {"card": "no such card"},
    {"card": "\x00"},
    {"card": BIG},
    {"card": ["r.1", "r.2", "moon.1"]},
    {"card": "r.1", "persist": "-1"},
    {"card": "r.1", "persist": DIGITS},
    {"card": "r.1", "persist": "NaN"},
    {"card": "r.1", "persist": "1.5"},
    {"card": "r.1", "persist": "٣"},
    {"card": "r.1", "persist": "²"},
    {"cards": "-1"},
    {"cards": "--1"},
    {"cards": "-"},
    {"cards": DIGITS},
    {"cards": [str(n) for n in range(500)]},
    {"cards": "null"},
    {"cards": "true"},
    {"do": "seal", "card": "moon.1", "bid": "-5", "calls": ["moon", "rain"]},
    {"do": "seal", "card": "moon.99", "bid": "0", "calls": ["moon"] * 100},
    {"do": "swap", "cards": ["moon.1", "moon.1"]},
    {"do": "swap", "cards": []},
    {"do": "vote", "seat": "99"},
    {"do": "vote", "seat": "-1"},
    {"do": "vote", "seat": DIGITS},
    {"do": "write", "words": BIG},
    {"do": "write", "words": "\x00\x00"},
    {"do": "write", "words": "\u202e"},
    {"do": "lay", "card": "sun.99", "planned": "true"},
    {"do": "slap", "hit": "2"},
    {"do": "slap", "hit": "x", "after_ms": "1", "took_ms": "x"},
    {"do": "slap", "hit": "", "took_ms": DIGITS},
    {"do": "hop", "card": {"a": 1}},
    {"\x00": "\x00", "do\x00": "hop"},
]


def test_nonsense_is_refused_with_a_sentence_whatever_is_asked_and_stores_nothing():
    """Tested on every kind of prompt of every game; never a broken page."""
    tables = one_of_every_prompt()
    assert len(tables) == 9
    before = everything_stored()
    for place, (table, seat, number) in enumerate(tables):
        for form in NASTY[place % 3 :: 3] if place % 3 else NASTY:
            point = transaction.savepoint()
            answer = table.answer(seat, number, form)
            if answer.status_code == 200:  # by accident legal, as leaving all open is to a ballot
                assert len(form) < 3, form
            else:
                assert answer.status_code == 422, form
                assert 'class="reason"' in text(answer), form
            transaction.savepoint_rollback(point)
    assert everything_stored() == before


@pytest.mark.parametrize("checks_csrf", [True, False])
def test_a_form_of_two_thousand_fields_gets_a_friendly_page(checks_csrf):
    """Django's own limit; with its token or without one."""
    table = kangoeroe()
    client = Client(enforce_csrf_checks=checks_csrf)
    client.cookies = table.clients[0].cookies
    before = everything_stored()
    body = "&".join(f"field-{n}=1" for n in range(2000))
    kind = "application/x-www-form-urlencoded"
    answer = client.post(table.url("answer", 1), body, content_type=kind)
    assert answer.status_code == (403 if checks_csrf else 400)
    assert ("Nothing was sent" if checks_csrf else "That could not be read") in text(answer)
    assert everything_stored() == before


@pytest.mark.parametrize(
    ("body", "kind"),
    [
        (b'{"card": "r.1"}', "application/json"),
        (b"card=%FF%FE%00&do=%80", "application/x-www-form-urlencoded"),
        (b"card=r.1", "application/x-www-form-urlencoded; charset=utf-16"),
        (b"--x\r\nbroken", "multipart/form-data; boundary=x"),
        (b"broken", "multipart/form-data"),
        (b"", "text/plain"),
        (b"\x00" * 5000, "application/octet-stream"),
    ],
)
def test_a_body_that_is_no_form_is_refused(body, kind):
    table = kangoeroe()
    before = everything_stored()
    answer = table.clients[0].post(table.url("answer", 1), body, content_type=kind)
    assert answer.status_code in (400, 422)
    assert "<h1" in text(answer)
    assert everything_stored() == before


def test_an_uploaded_file_is_no_answer():
    table = kangoeroe()
    answer = table.answer(0, 1, {"card": SimpleUploadedFile("card", b"r.1")})
    assert answer.status_code == 400


@pytest.mark.parametrize("seed", range(6))
def test_random_rubbish_never_breaks_a_page(seed):
    """Fields by their right names with wrong or right values, in the middle of random matches."""
    random = Random(seed)
    slug = ("kangoeroe", "toy")[seed % 2]
    table = party(slug, 3, {"defence": "ask"} if slug == "kangoeroe" else None, seed=str(seed))
    names = ["do", "card", "cards", "persist", "persist-r", "bid", "calls", "seat", "words", "hit", "took_ms"]
    values = [
        "",
        "0",
        "1",
        "-1",
        "7",
        "999999",
        "r.1",
        "moon.2",
        "moon",
        "hop",
        "seal",
        "vote",
        "\x00",
        "é",
        "9" * 9,
    ]
    for _ in range(25):
        if not table.match.running:
            break
        prompt = table.owed()
        values += list(getattr(table.state.hands[prompt.seat], "cards", ()))
        form = {name: random.choices(values, k=random.choice([1, 1, 3])) for name in random.sample(names, 4)}
        status = table.answer(prompt.seat, prompt.number, form, htmx=random.random() < 0.8).status_code
        assert status in (200, 303, 409, 422), form
        last = table.state.last + random.randint(0, 2)
        play_on(table.match, lambda state, last=last: state.last > last)


# Refused forms


@pytest.mark.parametrize("htmx", [True, False])
def test_a_refused_form_says_why_at_the_question_and_keeps_what_was_chosen(htmx):
    table = kangoeroe()
    card = cards(table, 0)[2]
    answer = table.answer(0, 1, {"card": card, "persist": "40"}, htmx=htmx)
    assert answer.status_code == 422
    form = text(answer).split('id="move"')[1]
    assert "You do not hold that many cards of this colour." in form
    assert re.findall(r'name="card"[^>]*value="([^"]+)"[^>]* checked', form) == [card]


def test_a_card_that_cannot_be_played_has_its_reason_beside_it_and_gets_it_when_it_is_sent_all_the_same():
    for seed in range(20):
        table = party("toy", 2, seed=str(seed))
        prompt = next(iter(play_on(table.match, asks("turn")) and table.state.owed()))
        top = table.state.table.discards[-1]
        misfits = [card for card in cards(table, prompt.seat) if card.startswith(top)]
        if misfits and prompt.kind == "turn":
            break
    page = text(table.page(prompt.seat))
    reason = "The top card is of that sort already."
    assert f'value="{misfits[0]}" aria-disabled="true" data-reason="{reason}"' in page
    answer = table.answer(prompt.seat, prompt.number, {"do": "lay", "card": misfits[0]})
    said = text(answer)
    assert answer.status_code == 422
    assert f"<span>{reason}</span>" in said
    assert f'value="{misfits[0]}" checked' in said
    assert 'value="lay" checked' in said


def test_a_refused_list_and_a_refused_text_are_kept_too():
    table = party("toy", 3)
    seal = table.owed(0, "seal")
    answer = table.answer(
        0, seal.number, {"do": "seal", "card": "moon.99", "bid": "2", "calls": ["sun", "star"]}
    )
    kept = text(answer).split(f'hx-post="/m/{table.code}/answer/{seal.number}/')[1].split("</form>")[0]
    assert answer.status_code == 422
    assert 'max="2" value="2"' in kept
    assert re.findall(r'value="(\w+)" selected', kept) == ["sun", "star"]
    write = table.owed(kind="write")
    long = "a <b>motto</b> " * 20
    answer = table.answer(write.seat, write.number, {"words": long})
    assert answer.status_code == 422
    assert "That text is too long." in text(answer)
    assert long.replace("<", "&lt;").replace(">", "&gt;") in text(answer)

"""The editor of a deck and its history: what is said, and that nothing typed is lost."""

import re
from datetime import timedelta

import pytest
from django.utils import timezone

from quotes import editing
from quotes.editing import Texts
from quotes.models import Card, Tally
from tests.games.scripts import called, text
from tests.games.scripts import deck as deck_of
from tests.quotes.shelf import later, mute
from tests.quotes.workshop import FISH, at, deck, first_card

__all__ = ["deck"]

pytestmark = pytest.mark.django_db


# The editor


def rows_in(page: str) -> list[str]:
    listed = page.split('class="card-rows"')[1].split("</ul>")[0]
    return re.findall(r'<a [^>]+><span class="row-text"[^>]*><b>(Quote \d+ \w+)', listed)


def test_three_cards_are_added_one_after_the_other(alice, sign_in):
    made, client = deck_of(0, owner=alice), sign_in(alice)
    for number in (1, 2, 3):
        answer = client.post(at("card-add", made.pk), FISH | {"quote": f"Fish number {number}."})
        page = text(client.get(answer["Location"]))
        assert f"Card {number} is in the deck." in page and "New card" in page
        assert re.search(r'<textarea id="quote"[^>]* autofocus>\s*</textarea>', page)
        assert (
            'value="m" data-drawing' in page and "selected>myth" in page and 'name="tags" value="sky"' in page
        )
    assert [card.quote for card in editing.cards_in(made)] == [f"Fish number {n}." for n in (1, 2, 3)]


def test_the_card_is_shown_as_in_a_match(deck, alice, sign_in):
    card = first_card(deck)
    page = text(sign_in(alice).get(at("deck-edit", deck.pk), {"card": card.pk}))
    preview = page.split('class="preview-cards"')[1].split("<template")[0]
    for piece in (
        f'<span class="card goq quote" lang="en"><span class="text">{card.quote}</span>',
        '<span class="card goq source">', f"<b>{card.source}</b>", f"<span>{card.description}</span>",
    ):  # fmt: skip
        assert piece in preview


def test_a_double_press_adds_one_card(deck, alice, sign_in):
    client = sign_in(alice)
    answers = {client.post(at("card-add", deck.pk), FISH)["Location"] for _ in range(2)}
    assert len(answers) == 1 and deck.cards.filter(quote=FISH["quote"]).count() == 1


@pytest.mark.parametrize("how", ["add", "change", "other side"])
@pytest.mark.parametrize(
    ("typed", "field", "words"),
    [
        ({"quote": "", "source": ""}, "quote", "Write a quote, a source, or both."),
        ({"quote": "x" * 301}, "quote", "This quote is too long: 301 characters, and 300 are allowed."),
        ({"source": "y" * 81}, "source", "This name is too long: 81 characters, and 80 are allowed."),
        (
            {"description": "z" * 161},
            "description",
            "This description is too long: 161 characters, and 160 are allowed.",
        ),
        ({"tags": "t" * 121}, "tags", "These tags are too long"),
        ({"quote": "QUOTE 2, RED of {called}"}, "quote", "This quote is in the deck already: card 2."),
    ],
)
def test_a_refused_card_is_as_it_was_typed_with_the_sentence_at_its_field(
    deck, alice, sign_in, how, typed, field, words
):
    if how == "other side":
        deck.cards.filter(number=4, side="blue").delete()
    sent = FISH | {name: value.replace("{called}", called(deck)) for name, value in typed.items()}
    where, more = {
        "add": (at("card-add", deck.pk), {}),
        "change": (at("card-change", deck.pk, first_card(deck).pk), {}),
        "other side": (at("card-add", deck.pk), {"number": 4, "side": "blue"}),
    }[how]
    before = list(deck.cards.values())
    answer = sign_in(alice).post(where, sent | more)
    page = text(answer)
    assert answer.status_code == 422 and words in page and list(deck.cards.values()) == before
    assert f">{sent['quote']}</textarea>" in page
    for name in ("source", "description", "tags"):
        assert f'value="{sent[name]}"' in page
    assert "selected>myth" in page
    found = re.findall(r'id="(\w+)"[^>]* aria-invalid="true"', page)
    assert found == [field] and page.count("autofocus") == 1 and 'aria-describedby="' in page
    if how == "other side":
        assert 'name="number" value="4"' in page and "Add this side" in page


def test_a_muted_editor_reads_why_and_keeps_the_text(deck, alice, sign_in):
    mute(alice)
    answer = sign_in(alice).post(at("card-add", deck.pk), FISH)
    assert (
        answer.status_code == 403 and "A moderator decided" in text(answer) and FISH["quote"] in text(answer)
    )


def test_the_other_side_is_added_and_both_can_be_opened(deck, alice, sign_in):
    deck.cards.filter(number=4, side="blue").delete()
    client = sign_in(alice)
    page = text(client.get(at("deck-edit", deck.pk), {"number": 4, "side": "blue"}))
    assert "Add this side" in page and "empty" in page
    answer = client.post(at("card-add", deck.pk), FISH | {"number": "4", "side": "blue"})
    page = text(client.get(answer["Location"]))
    made = deck.cards.get(number=4, side="blue", retired_at=None)
    assert made.quote == FISH["quote"] and "The card is saved." in page and "Take this side out" in page
    again = client.post(at("card-add", deck.pk), FISH | {"quote": "Too late", "number": "4", "side": "blue"})
    assert (
        again.status_code == 409
        and "Another card has taken this place" in text(again)
        and "Too late" in text(again)
    )


def test_a_card_is_changed_and_running_matches_keep_theirs(deck, alice, sign_in):
    client, old = sign_in(alice), first_card(deck)
    for _ in range(2):  # pressed twice
        answer = client.post(at("card-change", deck.pk, old.pk), FISH)
        assert "Matches that run keep the one they were dealt." in text(client.get(answer["Location"]))
    old.refresh_from_db()
    made = first_card(deck)
    assert made.replaces == old and made.quote == FISH["quote"] and old.quote.startswith("Quote 1 red")
    assert deck.cards.count() == 9


def test_whoever_was_slower_sees_both_texts_and_decides(deck, alice, bob, sign_in):
    old = first_card(deck)
    now = editing.change(bob, old, Texts("Bob was faster.", "Bob"))
    answer = sign_in(alice).post(at("card-change", deck.pk, old.pk), FISH)
    page = text(answer)
    assert answer.status_code == 409 and "Somebody has changed this card meanwhile." in page
    now_there = page.split('class="now-there"')[1].split("</div>")[0]
    assert "Bob was faster." in now_there and f">{FISH['quote']}</textarea>" in page
    assert f'action="{at("card-change", deck.pk, now.pk)}"' in page
    assert sign_in(alice).post(at("card-change", deck.pk, now.pk), FISH).status_code == 303
    assert first_card(deck).quote == FISH["quote"]


def test_a_card_that_was_taken_out_meanwhile_can_be_added_anew(deck, alice, bob, sign_in):
    old = first_card(deck)
    editing.take_out(bob, deck, deck.cards.filter(number=1).values_list("pk", flat=True))
    client = sign_in(alice)
    answer = client.post(at("card-change", deck.pk, old.pk), FISH)
    page = text(answer)
    assert (
        answer.status_code == 409 and "Your text can be added as a new one." in page and FISH["quote"] in page
    )
    assert f'action="{at("card-add", deck.pk)}"' in page and 'name="number"' not in page


def test_no_card_of_another_deck_is_changed_from_here(deck, alice, bob, sign_in):
    foreign = first_card(deck_of(2, owner=bob))
    own = first_card(deck_of(2, owner=alice))
    client = sign_in(alice)
    for card in (foreign, own):
        answer = client.post(at("card-change", deck.pk, card.pk), FISH)
        assert (
            answer.status_code == 404
            and "This card is not in the deck." in text(answer)
            and FISH["quote"] in text(answer)
        )
        client.post(at("cards-bulk", deck.pk), {"do": "out", "rows": card.pk})
        card.refresh_from_db()
        assert card.retired_at is None and card.quote.startswith("Quote 1")


@pytest.mark.parametrize(
    ("asked", "found"),
    [
        ({"q": "wolves quote"}, ["Quote 3 red", "Quote 3 blue"]),
        ({"tag": "sea"}, ["Quote 1 red"]),
        ({"tag": "SEA"}, ["Quote 1 red"]),
        ({"kind": "half"}, ["Quote 2 red"]),
        ({"kind": "l"}, ["Quote 2 red", "Quote 2 blue"]),
        ({"kind": "nonsense", "q": "foxes red"}, ["Quote 4 red"]),
    ],
)
def test_the_list_is_filtered_and_stays_so(deck, alice, sign_in, asked, found):
    deck.cards.filter(number=1, side="red").update(tags="food sea")
    deck.cards.filter(number=2, side="red").update(source="")
    for number, animal in ((3, "Wolves"), (4, "Foxes")):
        deck.cards.filter(number=number).update(description=animal)
    page = text(sign_in(alice).get(at("deck-edit", deck.pk), asked))
    assert rows_in(page) == found
    for name, value in asked.items():
        if value != "nonsense":
            assert f'name="{name}" value="{value.lower()}"' in page  # sent along with whatever is done next
    assert '<option value="food">' in page


def test_nothing_found_and_nothing_there_are_said(alice, sign_in):
    made, client = deck_of(0, owner=alice), sign_in(alice)
    assert "No card is in it yet." in text(client.get(at("deck-edit", made.pk)))
    assert "No card is like that." in text(client.get(at("deck-edit", made.pk), {"q": "fish"}))


def test_several_are_taken_out_and_undone_from_the_message(deck, alice, sign_in):
    client, rows = sign_in(alice), list(deck.cards.filter(number__lt=3).values_list("pk", flat=True))
    answer = client.post(at("cards-bulk", deck.pk), {"do": "out", "rows": rows, "q": "quote"})
    page = text(client.get(answer["Location"]))
    assert "4 cards are taken out." in page and "Undo" in page and "q=quote" in answer["Location"]
    again = client.post(at("cards-bulk", deck.pk), {"do": "out", "rows": rows, "q": "quote"})
    assert again["Location"] == answer["Location"]  # pressed twice
    at_moment = re.search(r'name="at" value="([^"]+)"', page)[1]
    for words in ("4 cards are back.", ""):
        answer = client.post(at("cards-back", deck.pk), {"at": at_moment})
        assert words in text(client.get(answer["Location"]))
    assert editing.cards_in(deck).count() == 8


@pytest.mark.parametrize("sent", ["", "yesterday", "2026-01-01", "2026-01-01T00:00:00", "\x00", "9" * 99])
def test_an_undo_of_nothing_is_refused(deck, alice, sign_in, sent):
    answer = sign_in(alice).post(at("cards-back", deck.pk), {"at": sent})
    assert answer.status_code == 422 and "That choice is not there." in text(answer)


def test_an_undo_whose_place_is_taken_says_so(deck, alice, bob, sign_in):
    card = deck.cards.get(number=1, side="blue")
    editing.take_out(alice, deck, [card.pk])
    card.refresh_from_db()
    editing.add(bob, deck, Texts("Another blue", ""), number=1)
    answer = sign_in(alice).post(at("cards-back", deck.pk), {"at": card.retired_at.isoformat()})
    assert answer.status_code == 409 and "Another card has taken this place" in text(answer)


def test_several_get_a_tag(deck, alice, sign_in):
    client, rows = sign_in(alice), list(deck.cards.filter(number=1).values_list("pk", flat=True))
    answer = client.post(at("cards-bulk", deck.pk), {"do": "tag", "rows": rows, "new_tag": "#Sea"})
    assert "2 cards are tagged." in text(client.get(answer["Location"]))
    assert set(deck.cards.filter(tags="sea").values_list("pk", flat=True)) == set(rows)
    answer = client.post(at("cards-bulk", deck.pk), {"do": "untag", "rows": rows, "new_tag": "sea"})
    assert "The tag is taken off 2 cards." in text(client.get(answer["Location"]))
    assert not deck.cards.exclude(tags="").exists()


@pytest.mark.parametrize(
    ("sent", "words"),
    [
        ({"do": "out"}, "Tick the cards in the list first."),
        ({"do": "tag", "new_tag": "sea"}, "Tick the cards in the list first."),
        ({"do": "tag", "rows": "ONE"}, "Write a tag first."),
        ({"do": "tag", "rows": "ONE", "new_tag": "t" * 121}, "These tags are too long"),
    ],
)
def test_what_cannot_be_done_to_many_is_refused_and_ticks_are_kept(deck, alice, sign_in, sent, words):
    row = str(first_card(deck).pk)
    sent = {name: value.replace("ONE", row) for name, value in sent.items()}
    answer = sign_in(alice).post(at("cards-bulk", deck.pk), sent)
    page = text(answer)
    assert answer.status_code == 422 and words in page and page.count("autofocus") == 1
    assert f'value="{sent.get("new_tag", "")}"' in page
    assert re.findall(r'name="rows" value="(\d+)" checked', page) == ([row] if "rows" in sent else [])


def test_an_unknown_deed_is_refused(deck, alice, sign_in):
    answer = sign_in(alice).post(at("cards-bulk", deck.pk), {"do": "burn", "rows": first_card(deck).pk})
    assert answer.status_code == 422 and editing.cards_in(deck).count() == 8


# Faults, statistics, history


def test_faults_are_listed_with_links(alice, sign_in):
    made = deck_of(3, owner=alice, two_sided=False)
    half, twin = (
        editing.add(alice, made, Texts("No source", "")),
        editing.add(alice, made, Texts("", "No quote")),
    )
    double = Card.objects.create(
        deck=made, number=9, quote=f"quote 1 RED of {called(made)}", source="A", language="en"
    )
    page = text(sign_in(alice).get(at("deck-edit", made.pk)))
    assert "4 things to mend" in page and "4 whole cards so far. A match of three needs at least 36." in page
    for card, words in (
        (half, "Card 4 has no source, so it is not dealt."),
        (twin, "Card 5 has no quote, so it is not dealt."),
        (double, "Card 9 says nearly the same as card 1. One of them is dealt."),
    ):
        assert f'?card={card.pk}">{words}' in page


def test_a_deck_without_faults_says_nothing_of_them(alice, sign_in):
    assert "to mend" not in text(sign_in(alice).get(at("deck-edit", deck_of(36, owner=alice).pk)))


def test_many_faults_are_cut_with_a_link_to_all(alice, sign_in):
    made = deck_of(40, owner=alice, two_sided=False)
    made.cards.update(source="")
    page = text(sign_in(alice).get(at("deck-edit", made.pk)))
    assert "41 things to mend" in page and "and 10 more" in page and '?kind=half">and' in page


def test_statistics_are_text(deck, alice, sign_in):
    client, card = sign_in(alice), first_card(deck)
    page = text(client.get(at("deck-edit", deck.pk), {"card": card.pk}))
    assert (
        "No card of this deck has been played yet." in page and "This card has not been played yet." in page
    )
    Tally.objects.create(card=card, dealt=12, played=4, stamps=3)
    page = text(client.get(at("deck-edit", deck.pk), {"card": card.pk}))
    seen = re.sub("<noscript>.*?</noscript>", "", page, flags=re.DOTALL)
    assert seen.count("dealt 12, played 4, stamps 3") == 2 and "No card of this deck" not in page


def test_the_history_brings_back_what_was_taken_out(deck, alice, bob, sign_in):
    card = deck.cards.get(number=2, side="red")
    editing.change(bob, deck.cards.get(number=3, side="red"), Texts("Bob was here.", "Bob"))
    editing.take_out(bob, deck, [card.pk])
    client = sign_in(alice)
    page = text(client.get(at("deck-history", deck.pk)))
    assert (
        "1 card taken out" in page
        and "1 card changed" in page
        and "8 cards added" not in page.split("taken out")[0]
    )
    assert "Bob was here." in page and card.quote in page and "Bob ·" in page
    moment = re.search(r'name="at" value="([^"]+)"', page)[1]
    answer = client.post(at("cards-back", deck.pk), {"at": moment, "history": "1"})
    page = text(client.get(answer["Location"]))
    assert "1 card is back." in page and "taken out" not in page
    assert deck.cards.filter(pk=card.pk, retired_at=None).exists()


def test_the_history_puts_an_earlier_text_back_on_its_card_with_who_wrote_it(deck, alice, bob, sign_in):
    card = deck.cards.get(number=3, side="red")
    Card.objects.filter(pk=card.pk).update(author=alice)
    made = editing.change(bob, card, Texts("Bob was here.", "Bob", tags="new"))
    client, back = sign_in(bob), at("cards-back", deck.pk)
    page = text(client.get(at("deck-history", deck.pk)))
    assert page.count("Bring this text back") == 1 and f'name="row" value="{card.pk}"' in page
    answer = client.post(back, {"row": card.pk})
    assert "The earlier text stands on the card again." in text(client.get(answer["Location"]))
    card.refresh_from_db()
    now = editing.current(card)
    assert (now.quote, now.author, now.tags, now.replaces) == (card.quote, alice, "new", made)
    editing.take_out(bob, deck, [now.pk])
    assert client.post(back, {"row": card.pk}).status_code == 409  # no card is in its place
    Card.objects.filter(pk=card.pk).update(hidden_at=timezone.now())
    assert client.post(back, {"row": card.pk}).status_code == 403
    assert f'name="row" value="{card.pk}"' not in text(client.get(at("deck-history", deck.pk)))
    assert client.post(back, {"row": first_card(deck_of(1, owner=alice)).pk}).status_code == 404


def test_what_the_sides_of_a_card_are_is_said_where_they_are_chosen(deck, alice, sign_in):
    page = text(sign_in(alice).get(at("deck-edit", deck.pk), {"card": first_card(deck).pk}))
    assert page.index("side-tabs") < page.index("The blue side may stay empty") < page.index('id="quote"')


def test_a_message_that_is_not_true_is_not_said(deck, alice, dora, sign_in):
    foreign = first_card(deck_of(1, owner=dora))
    out = (timezone.now() - timedelta(days=1)).isoformat()
    for sent in (
        {"added": foreign.pk},
        {"out": out},
        {"out": "x"},
        {"tagged": "x"},
        {"done": "x"},
        {"added": "9" * 40},
    ):
        assert 'id="done"' not in text(sign_in(alice).get(at("deck-edit", deck.pk), sent))


def test_the_newest_deck_stands_first_after_a_change(alice, sign_in):
    old, new = deck_of(1, owner=alice, title="The old one"), deck_of(1, owner=alice, title="The new one")
    later(new)
    sign_in(alice).post(at("card-add", old.pk), FISH)
    page = text(sign_in(alice).get("/decks/"))
    assert page.index("The old one") < page.index("The new one")

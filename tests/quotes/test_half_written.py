"""What is half written while somebody looks at other cards, without scripts; and what is kept for the next card."""

import re

import pytest
from django.urls import reverse

from quotes import editing, publishing
from quotes.models import Version
from quotes.views import pages, reviews
from tests.games.scripts import deck as deck_of
from tests.games.scripts import text
from tests.quotes.curated import deck, make_curator, published

pytestmark = pytest.mark.django_db
HALF = {"decision": "sent_back", "ready": ["alike", "typing"], "own": "Too few <fish>"}


@pytest.fixture
def cleo(cleo):
    """Cleo is a curator."""
    make_curator(cleo)
    return cleo


# A curator's decision


@pytest.fixture
def review(alice, monkeypatch):
    """A version whose cards come in pages of ten."""
    monkeypatch.setattr(reviews, "CARDS", 10)
    version = publishing.submit(alice, deck(alice, 36))
    return reverse("deck-review", args=[version.pk])


def ways_in(page: str) -> list[tuple[str, str]]:
    """The buttons of the form with the decision that lead to other cards: what they send, and where."""
    buttons = re.findall(r'<button class="btn[^>]*form="decide"[^>]*>', page)
    return [
        (re.search(r'value="(\w+)"', one)[1], re.search(r'formaction="([^"]+)"', one)[1]) for one in buttons
    ]


def test_no_other_cards_are_reached_past_the_form(review, cleo, sign_in):
    page = text(sign_in(cleo).get(f"{review}?q=quote"))
    assert {what for what, _where in ways_in(page)} == {"page", "find", "all"}
    assert not re.findall(r'href="\?', page) and 'form="decide" value="quote"' in page


@pytest.mark.parametrize(
    ("look", "sent", "shown", "hidden"),
    [
        ("page", {}, "Quote 11 red", "Quote 1 red"),
        ("find", {"q": "Quote 36"}, "Quote 36 red", "Quote 11 red"),
        ("all", {"q": "Quote 36"}, "Quote 1 red", "Quote 36 red"),
    ],
)
def test_a_half_made_decision_stays_while_other_cards_are_read(
    review, cleo, sign_in, look, sent, shown, hidden
):
    client = sign_in(cleo)
    page = text(client.get(review + ("?q=Quote+36" if look == "all" else "")))
    where = next(there for what, there in ways_in(page) if what == look).replace("&amp;", "&")
    answer = client.post(review + where.partition("#")[0], HALF | sent | {"look": look})
    page = text(answer)
    assert answer.status_code == 200 and 'id="refused"' not in page
    assert f"{shown} of" in page and f"{hidden} of" not in page
    ticked = re.findall(r'value="(\w+)" checked', page)
    assert ticked == ["sent_back", "alike", "typing"] and ">Too few &lt;fish&gt;</textarea>" in page
    assert Version.objects.get().state == "submitted" and "This is what is sent" not in page


def test_what_was_looked_for_is_still_shown_beside_what_is_sent(review, cleo, sign_in):
    page = text(sign_in(cleo).post(review, HALF | {"q": "Quote 36"}))
    assert "This is what is sent" in page and "Quote 36 red" in page and "Quote 1 red" not in page


def test_whoever_decides_nothing_there_looks_by_plain_links(alice, cleo, sign_in, monkeypatch):
    monkeypatch.setattr(reviews, "CARDS", 10)
    made = published(alice, cleo, 36)
    page = text(sign_in(cleo).get(reverse("deck-review", args=[made.published_id])))
    assert 'href="?page=2#cards"' in page and "formaction" not in page


# A card in the editor, without scripts

TYPED = {"quote": "Half a <fish>", "source": "", "description": "", "category": "m", "tags": "sea"}
SHOWN = ">Half a &lt;fish&gt;</textarea>"
ELSEWHERE = "Half written and not saved yet:"


@pytest.fixture
def editor(alice, monkeypatch):
    monkeypatch.setattr(pages, "CARDS_A_PAGE", 2)
    return deck_of(5, owner=alice, two_sided=False)


@pytest.fixture
def there(editor) -> str:
    return reverse("deck-edit", args=[editor.pk])


@pytest.fixture
def client(alice, sign_in):
    return sign_in(alice)


@pytest.fixture
def card(editor):
    return editor.cards.get(number=2)


@pytest.fixture
def half(client, there, card) -> dict[str, str]:
    """Card 2 as it is half written: what its form sends."""
    return form_of(text(client.get(there, {"card": card.pk}))) | TYPED


def form_of(page: str) -> dict[str, str]:
    """What the form of the open card sends besides what is typed, and the search beside it."""
    own = page.split('id="card-form"')[1].split("</form>")[0]
    return dict(re.findall(r'type="hidden" name="(\w+)" value="([^"]*)"', own))


def ways(page: str, look: str = "card") -> list[str]:
    """Where the buttons lead that are there without scripts, and keep what is half written."""
    found = re.findall(rf'form="card-form" name="look" value="{look}" formaction="([^"]+)"', page)
    return [there.replace("&amp;", "&") for there in found]


def page_two(page: str) -> str:
    return next(there for there in ways(page, "page") if "page=2" in there)


def sends(client, where: str, sent: dict) -> str:
    return text(client.post(where, sent, follow=True))


def is_half_written(client, there: str, card) -> bool:
    page = text(client.get(there, {"card": card.pk}))
    return SHOWN in page and 'name="tags" value="sea"' in page


@pytest.mark.parametrize("which", ["new", "open"])
def test_a_card_is_half_typed_while_the_list_is_paged(client, editor, there, which):
    card = editor.cards.get(number=1)
    page = text(client.get(there, {"card": card.pk} if which == "open" else {}))
    page = sends(client, page_two(page), form_of(page) | TYPED | {"look": "page"})
    assert "Quote 3 red" in page and SHOWN in page and 'value="sea"' in page
    assert 'value="m" data-drawing' in page and 'id="refused"' not in page
    assert ("Save the card" in page) is (which == "open")
    assert not editor.cards.filter(quote__contains="Half").exists() and "workbench open" in page


def test_without_a_text_the_list_alone_goes_on(client, there):
    page = text(client.get(there))
    sent = form_of(page) | {"quote": "", "source": "", "category": "o", "look": "page"}
    page = sends(client, page_two(page), sent)
    assert "Quote 3 red" in page and "workbench open" not in page and ELSEWHERE not in page


def test_enter_in_a_card_keeps_it_whatever_button_stands_before(client, there):
    page = text(client.get(there))
    first = re.search(r'<button[^>]*name="enter"[^>]*>', page)
    assert 'type="submit"' in first[0] and "formaction" not in first[0]
    before = re.findall(r'<button[^>]*form="card-form"[^>]*>', page[: first.start()])
    assert before == [], "Enter would press it"


@pytest.mark.parametrize("which", ["new", "open"])
@pytest.mark.parametrize("how", ["the button", "Enter in the search"])
def test_a_card_is_half_typed_while_others_are_searched(client, editor, there, which, how):
    card = editor.cards.get(number=1)
    page = text(client.get(f"{there}?card={card.pk}&page=2" if which == "open" else f"{there}?page=2"))
    assert 'name="find_q" value="" form="card-form"' in page and f'value="find" formaction="{there}"' in page
    sent = form_of(page) | TYPED | {"find_q": "Quote 5", "find_kind": "", "find_tag": ""}
    if how == "the button":
        page = sends(client, there, sent | {"look": "find"})
    else:
        action = re.search(r'class="stack card-form" method="post" action="([^"]+)"', page)[1]
        page = sends(client, action, sent | {"enter": "1"})
    assert "Quote 5 red" in page and "Quote 3 red" not in page and 'name="find_q" value="Quote 5"' in page
    assert SHOWN in page and 'value="m" data-drawing' in page
    assert ("Save the card" in page) is (which == "open")
    assert form_of(page)["q"] == "Quote 5" and not editor.cards.filter(quote__contains="Half").exists()


def test_enter_in_the_card_keeps_it_where_nothing_is_searched(client, editor, there):
    page = text(client.get(there, {"q": "Quote 5"}))
    sent = form_of(page) | TYPED | {"find_q": "Quote 5", "find_kind": "", "find_tag": "", "enter": "1"}
    assert client.post(reverse("card-add", args=[editor.pk]), sent).status_code == 303
    assert editor.cards.filter(quote="Half a <fish>").exists()


def test_nothing_in_the_editor_opens_a_card_past_the_form(client, editor, there, card):
    editor.cards.filter(number=1).update(source="")
    client.post(reverse("card-add", args=[editor.pk]), TYPED | {"source": "A cat"})
    added = editor.cards.get(source="A cat")
    for asked in ({"card": card.pk, "q": "Quote"}, {"new": 1, "added": added.pk}):
        page = text(client.get(there, asked))
        bench = re.sub(r'<div class="scripted">.*?</div>', "", page.split("workbench")[1], flags=re.DOTALL)
        links = re.findall(r'(<span class="scripted">)?<a ([^>]*)>', bench)
        opening = [one for one in links if re.search(r"[?;](card|number|new|kind)=", one[1])]
        assert len(opening) > 4 and all(span or "scripted" in link for span, link in opening)
        assert len(ways(page)) + len(ways(page, "clear")) >= len(opening) - 1  # "half" is a search


@pytest.mark.parametrize("way", range(9))
def test_a_card_that_is_half_written_is_kept_while_another_is_opened(client, there, card, half, way):
    page = text(client.get(there, {"card": card.pk, "q": "Quote"}))
    where = ways(page)
    assert len(where) == 9  # a new one, two of the list; all, one before and after, a new one, both sides
    page = sends(client, where[way], half | {"look": "card"})
    assert 'id="refused"' not in page
    if way in (2, 7):  # that card itself
        assert SHOWN in page and ELSEWHERE not in page
    else:
        assert SHOWN not in page and ELSEWHERE in page and f"{there}?q=Quote&card={card.pk}" in ways(page)
    assert is_half_written(client, there, card)


def test_a_card_with_nothing_new_is_just_left(client, there, card, half):
    as_it_is = {name: f" {getattr(card, name)} " for name in TYPED}
    sent = half | as_it_is | {"look": "card"}
    assert client.post(f"{there}?new=1", sent)["Location"] == f"{there}?new=1"
    assert ELSEWHERE not in text(client.get(there))


def do(name: str, **sent):
    """A button without scripts, in the form of the open card."""
    return lambda client, deck, half: client.post(reverse(name, args=[deck.pk]), half | row_of(deck, sent))


def row_of(deck, sent: dict) -> dict:
    return {
        name: deck.cards.get(number=one).pk if name in ("rows", "out") else one for name, one in sent.items()
    }


def save_another(client, deck, half):
    other = deck.cards.get(number=3)
    there = reverse("deck-edit", args=[deck.pk])
    page = sends(client, f"{there}?card={other.pk}", half | {"look": "card"})
    sent = form_of(page) | TYPED | {"quote": "Another one."}
    return client.post(reverse("card-change", args=[deck.pk, other.pk]), sent)


def throw_another_away(client, deck, half):
    there, other = reverse("deck-edit", args=[deck.pk]), deck.cards.get(number=3)
    page = sends(client, f"{there}?card={other.pk}", half | {"look": "card"})
    return client.post(f"{there}?card={other.pk}", form_of(page) | TYPED | {"look": "drop"})


def undo(client, deck, half):
    rows = [deck.cards.get(number=4).pk]
    editing.take_out(deck.owner, deck, rows)
    out = deck.cards.get(pk=rows[0]).retired_at.isoformat()
    return client.post(reverse("cards-back", args=[deck.pk]), half | {"at": out})


def add_a_new_one(client, deck, half):
    there = reverse("deck-edit", args=[deck.pk])
    page = sends(client, f"{there}?new=1", half | {"look": "card"})
    return client.post(reverse("card-add", args=[deck.pk]), form_of(page) | TYPED | {"quote": "Quite new"})


@pytest.mark.parametrize(
    ("deed", "status", "says"),
    [
        (save_another, 303, "The card is saved."),
        (throw_another_away, 303, "Quote 3 red"),
        (add_a_new_one, 303, "Card 6 is in the deck."),
        (do("cards-bulk", do="tag", rows=3, new_tag="cat"), 303, "1 card is tagged."),
        (do("cards-bulk", do="untag", rows=3, new_tag="cat"), 303, "The tag is taken off 1 card."),
        (do("cards-bulk", do="out", rows=3), 303, "1 card is taken out."),
        (do("cards-bulk", do="out"), 422, "Tick the cards in the list first."),
        (do("cards-bulk", do="tag", rows=3), 422, "Write a tag first."),
        (do("card-add", enter="1", rows=3, new_tag="cat"), 303, "1 card is tagged."),
        (undo, 303, "1 card is back."),
        (do("cards-back", at="2026-11-30T00:00:00+00:00"), 303, ELSEWHERE),
    ],
    ids=[
        *("another is saved", "another is thrown away", "a new one is added", "others are tagged"),
        *("a tag is taken off", "others are taken out", "none is ticked", "no tag is written"),
        *("Enter behind a tag", "undo", "undo once more"),
    ],
)
def test_a_card_that_is_half_written_stays_so_whatever_is_done_to_others(
    client, editor, there, card, half, deed, status, says
):
    answer = deed(client, editor, half)
    page = text(answer if status == 422 else client.get(answer["Location"]))
    assert answer.status_code == status and says in page
    assert SHOWN in page if status == 422 else ELSEWHERE in page
    assert is_half_written(client, there, card)
    assert editor.cards.get(number=2, retired_at=None).quote == card.quote


def test_a_new_card_is_half_written_beside_the_list_while_others_are_taken_out(client, editor, there):
    sent = form_of(text(client.get(there))) | TYPED
    answer = do("cards-bulk", do="out", rows=3)(client, editor, sent)
    page = text(client.get(answer["Location"]))
    assert "1 card is taken out." in page and SHOWN in page and f"{there}?new=1" in ways(page)


def test_only_the_open_card_is_taken_out_whatever_is_ticked(client, editor, there, card, half):
    do("cards-bulk", out=2, rows=3)(client, editor, half)
    assert list(editing.cards_in(editor).values_list("number", flat=True)) == [1, 3, 4, 5]
    page = text(client.get(there, {"card": card.pk}))
    assert "The card is not in the deck any more." in page and SHOWN in page
    assert "workbench open" in page
    page = sends(client, f"{there}?new=1", form_of(page) | TYPED | {"look": "card"})
    where = next(one for one in ways(page) if f"card={card.pk}" in one)
    page = sends(client, where, form_of(page) | {"look": "card"})
    assert "The card is not in the deck any more." in page and SHOWN in page
    sent = form_of(page) | TYPED | {"source": "A cat"}
    page = sends(client, reverse("card-add", args=[editor.pk]), sent)
    assert "Card 6 is in the deck." in page and ELSEWHERE not in page


@pytest.mark.parametrize("how", ["saved", "thrown away", "typed back"])
def test_what_is_no_longer_half_written_is_not_kept(client, editor, there, card, half, how):
    page = sends(client, f"{there}?card={card.pk}", half | {"look": "card"})
    assert "This card is half written" in page and SHOWN in page
    drop = re.search(r'value="drop" formaction="([^"]+)"', page)[1].replace("&amp;", "&")
    if how == "saved":
        client.post(reverse("card-change", args=[editor.pk, card.pk]), half)
    elif how == "thrown away":
        client.post(drop, half | {"look": "drop"})
    else:
        client.post(there, form_of(page) | {name: getattr(card, name) for name in TYPED} | {"look": "card"})
    page = text(client.get(there, {"card": editing.current(card).pk}))
    assert "half written" not in page and (SHOWN in page) is (how == "saved")
    assert ELSEWHERE not in text(client.get(there)) and not client.session.get("half_written")


@pytest.mark.parametrize("which", ["new", "open"])
@pytest.mark.parametrize("does", ["looks away", "types something else", "saves it", "types the same"])
def test_another_tab_takes_nothing_away_that_it_did_not_show(client, editor, there, card, which, does):
    asked = {"new": 1} if which == "new" else {"card": card.pk}
    one, two = (form_of(text(client.get(there, asked))) for _tab in range(2))
    other = f"{there}?card={editor.cards.get(number=5).pk}"
    assert client.post(other, one | TYPED | {"look": "card"}).status_code == 303
    before = client.session["half_written"]
    if does == "saves it":
        save = reverse("card-add", args=[editor.pk])
        if which == "open":
            save = reverse("card-change", args=[editor.pk, card.pk])
        assert client.post(save, two | TYPED | {"quote": "Soup is a drink"}).status_code == 303
    else:
        typed = {
            "looks away": {} if which == "new" else {name: getattr(card, name) for name in TYPED},
            "types something else": TYPED | {"quote": "Soup is <a> drink"},
            "types the same": TYPED,
        }[does]
        answer = client.post(other, two | typed | {"look": "card"})
        assert answer.status_code == (200 if does == "types something else" else 303)
        if answer.status_code == 200:
            assert "This card is not saved yet." in text(answer)
            assert ">Soup is &lt;a&gt; drink</textarea>" in text(answer)
    assert client.session["half_written"] == before


def test_enter_saves_a_half_written_card_and_does_not_throw_it_away(client, there, card, half):
    page = sends(client, f"{there}?card={card.pk}", half | {"look": "card"})
    own = page.split('id="card-form"')[1].split("</form>")[0]
    assert own.index("Save the card") < own.index('value="drop"')


def test_what_was_refused_is_half_written_too(client, editor, there, card, half):
    where, long = reverse("card-change", args=[editor.pk, card.pk]), "x" * 301
    assert client.post(where, half | {"quote": long}).status_code == 422
    assert f">{long}</textarea>" in text(client.get(there, {"card": card.pk}))


@pytest.mark.parametrize("now", ["another text", "nothing"])
def test_beside_what_is_half_written_stands_what_others_made_of_the_card(
    client, editor, alice, there, card, half, now
):
    client.post(f"{there}?new=1", half | {"look": "card"})
    if now == "nothing":
        editing.take_out(alice, editor, [card.pk])
    else:
        editing.change(alice, card, editing.Texts("By another", "Me"))
    page = text(client.get(there))
    where = next(one for one in ways(page) if f"card={card.pk}" in one)
    page = text(client.get(where))
    assert SHOWN in page and ("By another" in page.split("now-there")[-1]) is (now != "nothing")
    assert ("What is there now" in page) is (now != "nothing")


def test_a_side_that_is_half_written_does_not_replace_what_others_wrote_on_it(client, editor, alice, there):
    page = text(client.get(there, {"number": 2, "side": "blue"}))
    page = sends(client, f"{there}?new=1", form_of(page) | TYPED | {"look": "card"})
    assert "Card 2, blue side" in page
    editing.add(alice, editor, editing.Texts("By another", "Me"), 2)
    page = text(client.get(there, {"number": 2, "side": "blue"}))
    assert SHOWN in page and "What is there now" in page and "By another" in page


@pytest.mark.parametrize(
    ("quotes", "kept"), [(["x" * 4000], 1), (["x" * 6000], 0), ([f"Quote {n}" for n in range(21)], 20)]
)
def test_what_is_too_much_to_keep_is_shown_again(client, alice, quotes, kept):
    deck = deck_of(21, owner=alice, two_sided=False)
    there = reverse("deck-edit", args=[deck.pk])
    for card, quote in zip(deck.cards.order_by("pk"), quotes, strict=False):
        sent = form_of(text(client.get(there, {"card": card.pk}))) | TYPED | {"quote": quote + " <half>"}
        answer = client.post(f"{there}?new=1", sent | {"look": "card"})
    assert sum(map(len, client.session.get("half_written", {}).values())) == kept
    assert (answer.status_code == 303) is (kept == len(quotes))
    if kept < len(quotes):
        assert "This card is not saved yet." in text(answer) and "&lt;half&gt;</textarea>" in text(answer)
        assert f'href="{there}?new=1">Go on without saving' in text(answer)


def test_kind_and_tags_are_cleared_beside_a_text_that_stays(client, editor, there):
    first = TYPED | {"source": "A cat"}
    page = text(client.get(client.post(reverse("card-add", args=[editor.pk]), first)["Location"]))
    assert "Kept for the next card" in page
    page = sends(client, ways_of_clear(page), form_of(page) | TYPED | {"look": "clear"})
    assert SHOWN in page and 'name="tags" value=""' in page and 'value="m" data-drawing="' in page
    assert re.findall(r'<option value="(\w)"[^>]* selected', page.split('id="category"')[1]) == ["o"]


def ways_of_clear(page: str) -> str:
    return re.search(r'value="clear" formaction="([^"]+)"', page)[1].replace("&amp;", "&")


def test_nobody_else_reads_what_is_half_written(client, editor, bob, sign_in, there, card, half):
    editor.editors.add(bob)
    client.post(f"{there}?new=1", half | {"look": "card"})
    page = text(sign_in(bob).get(there, {"card": card.pk}))
    assert "Half a" not in page and ELSEWHERE not in page


def test_of_another_deck_nothing_is_half_written(client, alice, there, half):
    client.post(f"{there}?new=1", half | {"look": "card"})
    other = deck_of(2, owner=alice, two_sided=False)
    assert ELSEWHERE not in text(client.get(reverse("deck-edit", args=[other.pk])))


def test_with_scripts_the_browser_keeps_it_and_the_site_nothing(client, editor, card, half):
    del half["plain"]
    client.post(reverse("card-change", args=[editor.pk, card.pk]), half | {"quote": "x" * 301})
    do("cards-bulk", do="tag", rows=3, new_tag="cat")(client, editor, half)
    assert "half_written" not in client.session


WHAT_STAYS_OPEN = {
    "a card": ({"number": 2}, lambda card: [("card", str(card.pk))]),
    "a side that is not written": (
        {"number": 2, "side": "blue"},
        lambda card: [("number", "2"), ("side", "blue")],
    ),
    "a new card": ({"new": 1}, lambda card: []),
    "nothing": ({}, lambda card: []),
}


@pytest.mark.parametrize(("asked", "stays"), WHAT_STAYS_OPEN.values(), ids=WHAT_STAYS_OPEN)
@pytest.mark.parametrize("what", ["tag", "untag", "out", "nothing is ticked"])
def test_with_scripts_the_open_card_stays_beside_what_is_done_to_others(
    client, editor, there, card, what, asked, stays
):
    page = text(client.get(there, asked | {"q": "Quote"}))
    bulk = page.split(f'action="{reverse("cards-bulk", args=[editor.pk])}">')[1].split("<ul")[0]
    sent = dict(re.findall(r'type="hidden" name="(\w+)" value="([^"]*)"', bulk))
    own = stays(card)
    assert [one for one in sent.items() if one[0] in ("card", "number", "side")] == own
    rows = [] if what == "nothing is ticked" else [editor.cards.get(number=4).pk]
    do = "tag" if what == "nothing is ticked" else what
    answer = client.post(
        reverse("cards-bulk", args=[editor.pk]), sent | {"do": do, "rows": rows, "new_tag": "sea"}
    )
    page = text(answer if answer.status_code == 422 else client.get(answer["Location"]))
    assert (answer.status_code == 422) is (what == "nothing is ticked")
    assert ("workbench open" in page) is bool(own)
    assert ('<h2 id="h-card">Card 2</h2>' in page) is bool(own)


def test_with_scripts_the_open_card_stays_beside_other_cards_of_the_list(client, there, card):
    page = text(client.get(there, {"card": card.pk, "q": "Quote"}))
    scripted = " ".join(re.findall(r'<div class="scripted">(.*?)</div>', page, flags=re.DOTALL))
    assert f'href="?q=Quote&amp;card={card.pk}&amp;page=2"' in scripted
    assert f'type="hidden" name="card" value="{card.pk}"' in scripted
    assert f'<a href="{there}?card={card.pk}">Show all cards' in scripted


def test_a_half_written_new_card_is_named_where_it_is_not_seen(client, editor, there, card):
    """On a phone the list stands alone; on a desktop the new card stands open beside it."""
    typed = form_of(text(client.get(there, {"new": 1}))) | TYPED
    answer = client.post(there, typed | {"look": "page"})
    assert answer["Location"] == f"{there}?new=1"
    page = text(client.get(there))
    box = re.search(r'<p class="note-box warn half-written[^"]*">.*?</p>', page, flags=re.DOTALL)[0]
    assert 'half-written to-list"' in box and box.count("add-link") == 2 and f'"{there}?new=1"' in box
    page = text(client.get(there, {"card": card.pk}))
    box = re.search(r'<p class="note-box warn half-written[^"]*">.*?</p>', page, flags=re.DOTALL)[0]
    assert "to-list" not in box and "add-link" not in box


def test_without_scripts_it_is_said_where_one_types_what_leaving_loses(client, there, card):
    page = text(client.get(there, {"card": card.pk}))
    for part in ("bench-list", "bench-card"):
        shown = page.split(f'class="{part}"')[1].split("</section>")[0]
        hint = re.search(r"<noscript><p[^>]*>([^<]*)</p></noscript>", shown)
        assert "Leaving the editor loses what you typed last." in hint[1]


@pytest.mark.parametrize("name", ["deck-edit", "deck-settings", "deck-paste", "deck-import"])
def test_drafts_are_of_one_deck_and_person(editor, alice, sign_in, name):
    page = text(sign_in(alice).get(reverse(name, args=[editor.pk])))
    draft = re.search(r'data-draft="([^"]+)"', page)[1].split()
    assert str(editor.pk) in draft and str(alice.pk) == draft[-1] and "js/drafts" in page


# From one card to the next


def test_what_is_kept_for_the_next_card_is_said_and_can_be_cleared(editor, alice, sign_in):
    client, there = sign_in(alice), reverse("card-add", args=[editor.pk])
    sent = {"quote": "Fish fly.", "source": "A cat", "category": "m", "tags": "beans, sky"}
    page = text(client.get(client.post(there, sent)["Location"]))
    assert "Kept for the next card: myth, #beans #sky" in page and 'value="beans sky"' in page
    clear = re.search(r'href="([^"]+)">Clear', page)[1]
    page = text(client.get(clear))
    assert "Kept for" not in page and 'value="beans sky"' not in page
    plain = {"quote": "Fish swim.", "source": "A dog", "category": "o", "tags": ""}
    assert "Kept for" not in text(client.get(client.post(there, plain)["Location"]))


@pytest.mark.parametrize(("cards", "said"), [(0, ""), (1, "1 thing to mend"), (36, "")])
def test_an_empty_deck_has_nothing_to_mend(alice, sign_in, cards, said):
    made = deck_of(cards, owner=alice, two_sided=False)
    page = text(sign_in(alice).get(reverse("deck-edit", args=[made.pk])))
    assert (said in page) if said else ("to mend" not in page)


def test_the_button_says_how_many_cards_come_back(editor, alice, sign_in):
    rows = list(editor.cards.values_list("pk", flat=True))
    editing.take_out(alice, editor, rows[:3])
    page = text(sign_in(alice).get(reverse("deck-history", args=[editor.pk])))
    assert "Bring back 3 cards" in page and "Bring it back" not in page
    assert "Quote 1 red" not in page.split("Bring back 3 cards")[1].split("</button>")[0]

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


# A card in the editor


@pytest.fixture
def editor(alice, monkeypatch):
    monkeypatch.setattr(pages, "CARDS_A_PAGE", 2)
    return deck_of(5, owner=alice, two_sided=False)


def page_two(page: str) -> str:
    return re.search(r'form="card-form"[^>]*formaction="([^"]+page=2)"', page)[1].replace("&amp;", "&")


@pytest.mark.parametrize("which", ["new", "open"])
def test_without_scripts_a_card_is_half_typed_while_the_list_is_paged(editor, alice, sign_in, which):
    client = sign_in(alice)
    there, card = reverse("deck-edit", args=[editor.pk]), editor.cards.get(number=1)
    page = text(client.get(f"{there}?card={card.pk}" if which == "open" else there))
    hidden = re.findall(r'type="hidden" name="(\w+)" value="([^"]*)"', page.split('id="card-form"')[1])
    typed = {"quote": "Half a <fish>", "source": "", "description": "", "category": "m", "tags": "sea"}
    page = text(client.post(page_two(page), dict(hidden) | typed | {"look": "page"}))
    assert "Quote 3 red" in page and ">Half a &lt;fish&gt;</textarea>" in page and 'value="sea"' in page
    assert 'value="m" data-drawing' in page and 'id="refused"' not in page
    assert ("Save the card" in page) is (which == "open")
    assert not editor.cards.filter(quote__contains="Half").exists() and "workbench open" in page


def test_without_a_text_the_list_alone_goes_on(editor, alice, sign_in):
    client = sign_in(alice)
    there = page_two(text(client.get(reverse("deck-edit", args=[editor.pk]))))
    page = text(client.post(there, {"quote": "", "source": "", "category": "o", "look": "page"}))
    assert "Quote 3 red" in page and "workbench open" not in page


def test_enter_in_a_card_keeps_it_whatever_button_stands_before(editor, alice, sign_in):
    page = text(sign_in(alice).get(reverse("deck-edit", args=[editor.pk])))
    first = re.search(r'<button[^>]*form="card-form"[^>]*>', page)[0]
    assert 'type="submit"' in first and "formaction" not in first


TYPED = {"quote": "Half a <fish>", "source": "", "description": "", "category": "m", "tags": "sea"}


def form_of(page: str) -> dict[str, str]:
    """What the form of the open card sends besides what is typed, and the search beside it."""
    own = page.split('id="card-form"')[1].split("</form>")[0]
    return dict(re.findall(r'type="hidden" name="(\w+)" value="([^"]*)"', own))


def ways(page: str) -> list[str]:
    """Where the buttons lead that are there without scripts, and keep what is half typed."""
    return [
        there.replace("&amp;", "&")
        for there in re.findall(r'form="card-form" name="look" value="card" formaction="([^"]+)"', page)
    ]


@pytest.mark.parametrize("which", ["new", "open"])
@pytest.mark.parametrize("how", ["the button", "Enter in the search"])
def test_without_scripts_a_card_is_half_typed_while_others_are_searched(editor, alice, sign_in, which, how):
    client, there = sign_in(alice), reverse("deck-edit", args=[editor.pk])
    card = editor.cards.get(number=1)
    page = text(client.get(f"{there}?card={card.pk}&page=2" if which == "open" else f"{there}?page=2"))
    assert 'name="find_q" value="" form="card-form"' in page and f'value="find" formaction="{there}"' in page
    sent = form_of(page) | TYPED | {"find_q": "Quote 5", "find_kind": "", "find_tag": ""}
    if how == "the button":
        page = text(client.post(there, sent | {"look": "find"}))
    else:
        action = re.search(r'class="stack card-form" method="post" action="([^"]+)"', page)[1]
        page = text(client.post(action, sent | {"enter": "1"}))
    assert "Quote 5 red" in page and "Quote 3 red" not in page and 'name="find_q" value="Quote 5"' in page
    assert ">Half a &lt;fish&gt;</textarea>" in page and 'value="m" data-drawing' in page
    assert ("Save the card" in page) is (which == "open")
    assert form_of(page)["q"] == "Quote 5" and not editor.cards.filter(quote__contains="Half").exists()


def test_enter_in_the_card_keeps_it_where_nothing_is_searched(editor, alice, sign_in):
    client = sign_in(alice)
    page = text(client.get(reverse("deck-edit", args=[editor.pk]), {"q": "Quote 5"}))
    sent = form_of(page) | TYPED | {"find_q": "Quote 5", "find_kind": "", "find_tag": "", "enter": "1"}
    assert client.post(reverse("card-add", args=[editor.pk]), sent).status_code == 303
    assert editor.cards.filter(quote="Half a <fish>").exists()


@pytest.mark.parametrize("way", range(6))
def test_without_scripts_a_card_that_is_not_saved_is_not_left_unsaid(editor, alice, sign_in, way):
    client, card = sign_in(alice), editor.cards.get(number=2)
    page = text(client.get(reverse("deck-edit", args=[editor.pk]), {"card": card.pk, "q": "Quote"}))
    there = ways(page)[way]  # the list, the card before and after, a new one, both sides
    as_it_is = {name: getattr(card, name) for name in TYPED}
    sent = form_of(page) | as_it_is | {"look": "card"}
    assert client.post(there, sent)["Location"] == there
    page = text(client.post(there, sent | TYPED))
    assert "This card is not saved yet." in page and ">Half a &lt;fish&gt;</textarea>" in page
    assert f'href="{there.replace("&", "&amp;")}">Go on without saving' in page
    assert len(ways(page)) == 6 and form_of(page)["card"] == str(card.pk)


@pytest.mark.parametrize("name", ["deck-edit", "deck-settings"])
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

"""Words that a moderator has hidden stay out while the decision stands, whatever way they come."""

import pytest
from django.utils import timezone

from games.decks import add_to_own
from games.models import Blank
from quotes import editing, suggestions, uploads
from quotes.editing import Texts
from quotes.models import Card, Deck, Suggestion, Words
from quotes.refusals import Refused
from tests.games.scripts import deck as deck_of
from tests.quotes.importing import page, says, sent

pytestmark = pytest.mark.django_db
SAID = "You smell of fish"
NEARLY = Texts(f"{SAID.upper()}!", "Another cat")
OTHER = Texts("A moon is a spoon", "Nobody")
WORDS = "A moderator has hidden these words, so they cannot be added again. Whoever wrote them can appeal."


@pytest.fixture
def deck(alice, bob) -> Deck:
    made = deck_of(0, owner=alice, title="Kitchen talk")
    made.editors.add(bob)
    return made


@pytest.fixture
def hidden(deck, alice) -> Card:
    """It was hidden, and then taken out."""
    card = editing.add(alice, deck, Texts(SAID, "A cat"))
    Card.objects.filter(pk=card.pk).update(hidden_at=timezone.now())
    editing.take_out(alice, deck, [card.pk])
    return card


def change(person, deck, texts=NEARLY):
    return editing.change(person, editing.add(person, deck, OTHER), texts)


def suggest(person, deck, texts=NEARLY):
    card = editing.add(deck.owner, deck, OTHER)
    return suggestions.suggest(person, card, {"quote": texts.quote, "source": texts.source})


def take(person, deck):
    """It was offered before it was hidden."""
    rows = Card.objects.filter(hidden_at__isnull=False)
    keys, at = list(rows.values_list("pk", flat=True)), timezone.now()
    rows.update(hidden_at=None)
    offered = suggestions.suggest(
        person, editing.add(deck.owner, deck, OTHER), {"quote": NEARLY.quote, "source": "Me"}
    )
    Card.objects.filter(pk__in=keys).update(hidden_at=at)
    return suggestions.take(deck.owner, offered, Texts(offered.quote, offered.source))


WAYS = {
    "added": lambda person, deck: editing.add(person, deck, NEARLY),
    "changed to": change,
    "many": lambda person, deck: editing.add_many(person, deck, [OTHER, NEARLY]),
    "suggested": suggest,
    "taken": take,
}


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("who", ["alice", "bob"])
def test_nobody_brings_them_back_into_their_deck(request, deck, hidden, way, who):
    with pytest.raises(Refused, match="hidden_words") as refused:
        WAYS[way](request.getfixturevalue(who), deck)
    assert refused.value.words == WORDS and refused.value.status == 403
    assert not Card.objects.filter(hidden_at=None, likeness=hidden.likeness).exists()


@pytest.mark.parametrize("way", [way for way in WAYS if way != "suggested"])
def test_who_wrote_them_adds_them_nowhere_and_others_may(alice, cleo, hidden, way):
    mine = deck_of(0, owner=alice, title="Another")
    with pytest.raises(Refused, match="hidden_words"):
        WAYS[way](alice, mine)
    if way != "taken":
        WAYS[way](cleo, deck_of(0, owner=cleo, title="Hers"))


@pytest.mark.parametrize("way", WAYS)
def test_once_they_are_shown_again_all_is_as_before(alice, bob, deck, hidden, way):
    Card.objects.update(hidden_at=None)
    WAYS[way](bob, deck)
    there = (Suggestion.objects if way == "suggested" else Card.objects.there()).filter(quote=NEARLY.quote)
    assert there.count() == 1


def test_what_was_taken_out_before_comes_back_hidden_or_not_at_all(alice, bob, deck, hidden):
    out = Card.objects.get(pk=hidden.pk).retired_at
    assert editing.bring_back(alice, deck, out) == 1
    assert Card.objects.get(pk=hidden.pk).hidden_at
    editing.take_out(alice, deck, [hidden.pk])
    his = editing.add_many(bob, deck, [OTHER])[0]
    Card.objects.filter(pk=his.pk).update(likeness=hidden.likeness, quote=SAID)
    editing.take_out(alice, deck, [his.pk])
    his.refresh_from_db()
    with pytest.raises(Refused, match="hidden_words"):
        editing.bring_back(alice, deck, his.retired_at)


def test_a_card_that_says_the_same_and_is_shown_can_be_mended(bob, deck, hidden):
    his = editing.add(bob, deck, OTHER)
    Card.objects.filter(pk=his.pk).update(likeness=hidden.likeness, quote=SAID)
    his.refresh_from_db()
    assert editing.change(bob, his, Texts(SAID, "A cook")).source == "A cook"


@pytest.mark.parametrize("new", [False, True])
def test_in_a_file_their_row_is_skipped_and_says_why(sign_in, alice, deck, hidden, new):
    tab = sign_in(alice)
    upload = sent(tab, f"{NEARLY.quote} – Me\nA moon is a spoon – Nobody\n", deck=None if new else deck)
    said = page(tab, upload)
    assert WORDS in said and "1 new" in said and "1 skipped" in said
    upload.report["words"] = {"title": "New", "language": "en", "rating": "all", "licence": ""}
    upload.save()
    made = uploads.add(upload).deck
    assert [card.quote for card in editing.cards_in(made)] == [OTHER.quote]


def test_the_editor_says_so_beside_what_was_typed(sign_in, bob, deck, hidden):
    answer = sign_in(bob).post(
        f"/decks/{deck.pk}/edit/add/", {"quote": NEARLY.quote, "source": "Me", "category": "o"}
    )
    assert answer.status_code == 403 and WORDS in says(answer)
    assert answer.context["form"]["typed"]["quote"] == NEARLY.quote


def blank_of(person, quote: str) -> Blank:
    texts = [Words.objects.create(text=text, author=person) for text in (quote, "Me")]
    return Blank(writer=person, quote=texts[0], source=texts[1])


def test_a_blank_that_says_it_is_not_kept(alice, hidden):
    add_to_own(blank_of(alice, NEARLY.quote))
    assert not Card.objects.filter(deck__of_blanks=True).exists()
    add_to_own(blank_of(alice, OTHER.quote))
    assert Card.objects.filter(deck__of_blanks=True).count() == 1

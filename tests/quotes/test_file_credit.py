"""What a file says of where its cards come from: shown as that, and never as what the site knows."""

import pytest

from games.moderation.models import FlagWord
from games.moderation.targets import TARGETS
from quotes import copying, crediting, licences, publishing
from quotes.models import Deck
from quotes.refusals import Refused
from tests.games.scripts import text
from tests.quotes.curated import deck, make_curator
from tests.quotes.importing import add, page, sent

pytestmark = pytest.mark.django_db
CLAIM = "Checked and approved by the curators of this site (Alice)"
FILE = {
    "format": "quote-deck",
    "version": 1,
    "licence": "CC BY 4.0",
    "cards": [{"red": {"quote": "Fish fly.", "source": "A cat"}}],
}


def imported(person, sign_in, credit: str = CLAIM) -> Deck:
    tab = sign_in(person)
    upload = sent(tab, FILE | {"credit": credit}, "fish.json")
    shown = page(tab, upload)
    assert "says where they are from" in shown and "Based on" not in shown
    return add(tab, upload, licence="CC BY 4.0").deck


def told(made: Deck) -> tuple[str, str]:
    return crediting.told(Deck.objects.get(pk=made.pk))


def test_the_page_of_a_deck_and_that_of_curators_have_it_as_the_words_of_a_file(alice, bob, cleo, sign_in):
    made = deck(alice, 36, title="Tea", credit=CLAIM)
    make_curator(cleo)
    FlagWord.objects.create(word="approved", language="")
    version = publishing.submit(alice, made)
    review = text(sign_in(cleo).get(f"/decks/review/{version.pk}/"))
    assert f"Said by a file</dt><dd>“{CLAIM}”" in review and "Based on" not in review
    assert 'id="h-flags"' in review
    publishing.decide(cleo, version, "published")
    shown = text(sign_in(bob).get(f"/decks/{made.pk}/"))
    assert f"says where they are from: “{CLAIM}”" in shown and "Based on" not in shown
    copy = copying.copy(bob, Deck.objects.get(pk=made.pk))
    assert told(copy) == ("Tea (Alice)", CLAIM)


def test_it_is_among_the_lines_that_are_reported(alice, bob, sign_in):
    made, target = imported(alice, sign_in), TARGETS["deck"]
    assert [(line.what, line.text) for line in target.lines(made)][-1] == ("origin", CLAIM)
    plain = copying.copy(bob, deck(alice, 1, state="published"))
    assert [line.what for line in target.lines(plain)] == ["title", "description"]


@pytest.mark.parametrize("title", ["Kitchen talk", "Kitchen; talk"])
@pytest.mark.parametrize("brought", ["A book", "A book; another (Bob)", "y" * 300])
def test_what_a_file_says_stands_beside_the_deck_that_a_copy_comes_from_which_stays_whole(
    alice, bob, cleo, brought, title
):
    first = deck(alice, 1, state="published", title=title)
    second = copying.copy(bob, first)
    Deck.objects.filter(pk=second.pk).update(state="published", title="Second")
    second.refresh_from_db()
    third = copying.copy(cleo, second)
    crediting.take_along(third, brought)
    chain, said = told(third)
    assert chain == f"Second (Bob); {title} (Alice)" and said and brought.startswith(said)
    crediting.take_along(third, brought)
    assert told(third) == (chain, said)


@pytest.mark.parametrize("brought", ["Kit", "Kitchen talk (Alice)", "talk", "Alice", "Kitchen talk"])
@pytest.mark.parametrize("generations", [1, 3])
def test_a_name_that_stands_in_another_is_credited_all_the_same_and_binds_the_copy_of_ones_own(
    alice, brought, generations
):
    made = deck(alice, 1)
    for _copy in range(generations):
        made = copying.copy(alice, made)
    before = made.credit
    assert not crediting.is_of_others(made)
    for _time in range(2):
        crediting.take_along(made, brought)
    assert made.credit == f"{brought}; {before}" and told(made) == (before, brought)
    assert crediting.is_of_others(made) and licences.bound(made)
    assert not crediting.is_of_others(made, files=False)


def test_what_a_deck_before_has_brought_along_is_not_said_twice(alice, bob):
    first = deck(alice, 1, state="published")
    crediting.take_along(first, "A book")
    made = copying.copy(bob, first)
    crediting.take_along(made, "A book")
    crediting.take_along(made, "A")
    assert made.credit == "A; Kitchen talk (Alice); A book"


def test_where_no_more_fits_nothing_is_added(alice, bob):
    made = copying.copy(bob, deck(alice, 1, state="published"))
    crediting.take_along(made, "y" * 300)
    with pytest.raises(Refused, match="credit_full"):
        crediting.take_along(made, "Another book")
    assert told(made)[0] == "Kitchen talk (Alice)"


def test_a_credit_that_is_of_a_file_alone_is_not_taken_for_the_deck_before(alice, bob):
    made = copying.copy(bob, deck(alice, 1, state="published"))
    Deck.objects.filter(pk=made.pk).update(credit="y" * crediting.LONGEST)
    assert told(made) == ("", "y" * crediting.LONGEST)

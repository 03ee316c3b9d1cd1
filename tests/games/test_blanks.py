"""Blank cards are filled in while a table waits: first come, first served, seen by their writer alone, dealt with the
rest.
"""

import json

import pytest
from django.utils import timezone

from games import blanks, catalog, lobby, replay, seating
from games.models import Blank, Match
from games.refusals import Refused
from quotes.models import Deck, Words
from tests.games.scripts import Queries, deck, play_on, state_of, text
from tests.games.test_lobby import do, row_of, seat_all, table

pytestmark = pytest.mark.django_db
SLUG = "game-of-quotes"
NONE_LEFT = "No blank card is left at this table."


def look(client, match) -> str:
    return text(client.get(f"/m/{match.code}/"))


@pytest.fixture
def match(alice, bob, cleo) -> Match:
    made = table(alice, SLUG, chosen_decks=[deck()])
    seat_all(made, bob, cleo)
    return made


def fill(client, match, quote="Fish fly on Fridays.", source="", **more):
    return do(client, match, "blank", quote=quote, source=source, **({"keep": "1"} | more))


def written(match) -> list[tuple[str, str]]:
    rows = Blank.objects.filter(match=match).order_by("pk")
    return [(row.quote.text, row.source.text if row.source else "") for row in rows]


def dealt(match) -> list[str]:
    """The cards of the match that somebody wrote for it."""
    return [card for card in catalog.GAMES[SLUG].everything(state_of(match)) if card.startswith("w")]


# Writing


@pytest.mark.parametrize(
    ("quote", "source", "kept"),
    [
        ("Fish fly on Fridays.", "The cat", ("Fish fly on Fridays.", "The cat")),
        ("  Fish\n fly ", "", ("Fish fly", "")),
        ("Fish", "  \t", ("Fish", "")),
        ("x" * 300, "y" * 80, ("x" * 300, "y" * 80)),
        ("<b>Fish</b>", "100 %", ("<b>Fish</b>", "100 %")),
    ],
)
def test_a_blank_is_filled_in_with_a_quote_and_a_source_if_one_likes(
    match, bob, sign_in, quote, source, kept
):
    client = sign_in(bob)
    answer = fill(client, match, quote, source)
    assert (answer.status_code, answer["Location"]) == (303, f"/m/{match.code}/?done=blank")
    assert written(match) == [kept]
    assert [words.author for words in Words.objects.all()] == [bob] * (2 if kept[1] else 1)
    page = look(client, match)
    assert "3 of 4 blanks are free." in page and "<b>Fish</b></b>" not in page


@pytest.mark.parametrize(
    ("quote", "source", "words"),
    [
        ("", "The cat", "Write a quote first."),
        (" \n ", "The cat", "Write a quote first."),
        ("\u200b\u3164", "The cat", "There is nothing to read in this text."),
        ("x" * 301, "The cat", "This text is too long: 301 characters, and 300 are allowed."),
        ("Fish", "y" * 81, "The source is too long: 81 characters, and 80 are allowed."),
        ("Fish", "y" * 301, "This text is too long: 301 characters, and 300 are allowed."),
        ("Fish", "\u202e", "There is nothing to read in this text."),
    ],
)
@pytest.mark.parametrize("keep", [True, False])
def test_what_cannot_be_a_card_is_refused_in_words_and_nothing_typed_is_lost(
    match, bob, sign_in, quote, source, words, keep
):
    answer = sign_in(bob).post(
        f"/m/{match.code}/table/blank/", {"quote": quote, "source": source} | ({"keep": "1"} if keep else {})
    )
    page = text(answer)
    assert answer.status_code == 422 and words in page and not Words.objects.exists()
    assert f">{quote}</textarea>" in page and f'value="{source}" maxlength="80"' in page
    assert ('name="keep" value="1" checked' in page) is keep
    assert page.count('aria-invalid="true"') == 1


def test_first_come_first_served_and_each_may_write_several(match, alice, bob, cleo, sign_in):
    for number, client in enumerate([sign_in(bob)] * 3 + [sign_in(cleo)]):
        assert fill(client, match, f"Number {number}").status_code == 303
    late = fill(sign_in(alice), match, "Too late", "Alice & Co", keep="")
    page = text(late)
    assert late.status_code == 409 and NONE_LEFT in page
    assert ">Too late</textarea>" in page and 'value="Alice &amp; Co"' in page
    assert len(written(match)) == 4
    assert "All blanks are filled in." in look(sign_in(alice), match)


def test_sent_twice_it_is_one_card(match, bob, cleo, sign_in):
    for client in (sign_in(bob), sign_in(bob), sign_in(cleo)):  # who may have thought of the same
        assert fill(client, match, "Fish", "The cat").status_code == 303
    assert written(match) == [("Fish", "The cat")] * 2


@pytest.mark.parametrize("most", [0, 1])
def test_a_table_has_as_many_blanks_as_was_chosen(alice, sign_in, most):
    made, client = table(alice, SLUG, chosen_decks=[deck()], options={"most_blanks": most}), sign_in(alice)
    page = look(client, made)
    assert ('id="h-blanks"' in page) is bool(most) and ("1 of 1 blanks is free." in page) is bool(most)
    assert [fill(client, made, quote).status_code for quote in ("One", "Two")] == [303 if most else 409, 409]


def test_other_games_have_no_blanks(alice, sign_in):
    made, client = table(alice), sign_in(alice)
    assert 'id="h-blanks"' not in look(client, made)
    assert fill(client, made).status_code == 409 and not Words.objects.exists()


# Who sees them


def test_what_others_wrote_is_not_shown_only_how_many(match, bob, cleo, dora, sign_in):
    fill(sign_in(bob), match, "Fish fly", "The cat")
    for client in (sign_in(cleo), sign_in(match.host)):
        page = look(client, match)
        assert "Fish" not in page and "The cat" not in page and "3 of 4 blanks are free." in page
    assert "Fish fly" in look(sign_in(bob), match)
    match.visibility = "open"
    match.save()
    for page in (sign_in(dora).get(f"/i/{match.invite}/"), sign_in(dora).get("/open/")):
        assert page.status_code == 200 and "Fish" not in text(page) and 'id="h-blanks"' not in text(page)


@pytest.mark.parametrize("what", ["blank", "no-blank"])
def test_strangers_and_people_who_were_only_asked_write_nothing(match, dora, bob, sign_in, what):
    fill(sign_in(bob), match)
    row = Blank.objects.get().pk
    assert do(sign_in(dora), match, what, quote="Hello", blank=row).status_code == 404
    assert written(match) == [("Fish fly on Fridays.", "")]


def test_who_sends_the_same_again_may_change_whether_it_is_kept(match, bob, sign_in):
    client = sign_in(bob)
    fill(client, match, "Fish", "The cat")
    do(client, match, "blank", quote="Fish", source="The cat")
    assert not Blank.objects.get().keep


# Withdrawing


def test_ones_own_is_withdrawn_and_free_again_and_its_text_is_gone(match, bob, sign_in):
    client = sign_in(bob)
    fill(client, match, "Fish", "The cat")
    row = Blank.objects.get().pk
    for _ in range(2):  # pressed twice
        answer = do(client, match, "no-blank", blank=row)
        assert answer["Location"].endswith("?done=no-blank")
    assert "4 of 4 blanks are free." in look(client, match)
    assert not Blank.objects.exists() and not Words.objects.exists()


@pytest.mark.parametrize("whose", ["somebody else's", "another table's", "nonsense"])
def test_nothing_else_is_withdrawn(match, alice, bob, cleo, sign_in, whose):
    fill(sign_in(bob), match)
    other = table(cleo, SLUG, chosen_decks=[deck()])
    fill(sign_in(cleo), other, "Elsewhere")
    rows = {
        "somebody else's": Blank.objects.get(match=match),
        "another table's": Blank.objects.get(match=other),
    }
    sent = rows[whose].pk if whose in rows else "1 OR 1"
    do(sign_in(cleo), match, "no-blank", blank=sent)
    assert len(written(match)) == len(written(other)) == 1


# Leaving


@pytest.mark.parametrize("how", ["gets up", "sent away", "the account is gone"])
def test_whoever_leaves_takes_theirs_along(match, alice, bob, cleo, sign_in, how):
    fill(sign_in(bob), match, "Of Bob")
    fill(sign_in(cleo), match, "Of Cleo")
    if how == "sent away":
        lobby.remove(match.code, alice, row_of(match, bob))
    elif how == "the account is gone":
        bob.delete()
    else:
        seating.take_back(match.code, bob)
    assert "3 of 4 blanks are free." in look(sign_in(cleo), match)
    for number in range(3):
        assert fill(sign_in(alice), match, f"Number {number}").status_code == 303
    assert written(match) == [("Of Cleo", ""), ("Number 0", ""), ("Number 1", ""), ("Number 2", "")]
    lobby.start(match.code, alice, "bots")
    assert len(dealt(match)) == 4


def test_whoever_comes_back_does_not_push_out_what_was_written_meanwhile(match, alice, bob, cleo, sign_in):
    for number in range(4):
        fill(sign_in(bob), match, f"Of Bob {number}")
    seating.take_back(match.code, bob)
    fill(sign_in(cleo), match, "Of Cleo")
    seat_all(match, bob)
    assert written(match) == [("Of Cleo", "")]
    assert "3 of 4 blanks are free." in look(sign_in(bob), match)


# The deal


def test_blanks_become_cards_of_the_match(match, alice, bob, cleo, sign_in):
    fill(sign_in(bob), match, "Fish", "The cat")
    fill(sign_in(cleo), match, "Fowl")
    rows = list(Blank.objects.order_by("pk"))
    lobby.start(match.code, alice, "bots")
    match.refresh_from_db()
    names = [f"w{rows[0].quote_id}-{rows[0].source_id}", f"w{rows[1].quote_id}-"]
    assert json.loads(match.options)["blanks"] == names and sorted(dealt(match)) == sorted(names)
    play_on(match)
    assert replay.verify(match) == match.move_count


def test_a_blank_that_a_moderator_hid_is_not_dealt_and_not_kept(match, alice, bob, sign_in):
    fill(sign_in(bob), match, "Something rude")
    fill(sign_in(bob), match, "Fish", "Somebody rude")
    fill(sign_in(bob), match, "Fish")
    Words.objects.filter(text__contains="rude").update(hidden_at=timezone.now())
    lobby.start(match.code, alice, "bots")
    assert len(dealt(match)) == 1
    assert [card.quote for card in Deck.objects.get(of_blanks=True).cards.all()] == ["Fish"]


@pytest.mark.parametrize("act", ["blank", "no-blank"])
def test_after_the_deal_nothing_is_written_or_withdrawn_and_what_was_typed_is_shown_again(
    match, alice, bob, sign_in, act
):
    client = sign_in(bob)
    fill(client, match, "Fish")
    row = Blank.objects.get().pk
    lobby.start(match.code, alice, "bots")
    answer = do(client, match, act, quote="Too <late>", source="Bob", blank=row)
    page = text(answer)
    assert answer.status_code == 409 and "This match has begun" in page
    assert "<blockquote" in page and "Too &lt;late&gt;" in page
    assert written(match) == [("Fish", "")]


# Kept


def test_those_that_are_kept_go_into_their_writers_own_decks(match, alice, bob, cleo, sign_in):
    fill(sign_in(bob), match, "Fish", "The cat")
    do(sign_in(bob), match, "blank", quote="Not this one")
    fill(sign_in(cleo), match, "Fowl")
    assert not Deck.objects.filter(of_blanks=True).exists()  # not before the deal
    lobby.start(match.code, alice, "bots")
    own = {
        one.owner: [(c.number, c.quote, c.source) for c in one.cards.all()]
        for one in Deck.objects.filter(of_blanks=True)
    }
    assert own == {bob: [(1, "Fish", "The cat")], cleo: [(1, "Fowl", "")]}
    mine = Deck.objects.get(owner=bob)
    assert (mine.title, mine.state, mine.cards.get().author) == ("Your blank cards", "private", bob)


def test_the_next_match_adds_to_the_same_deck_and_nothing_twice(alice, bob, cleo, sign_in):
    for quotes in (["Fish"], ["Fish", "Fowl"]):
        made = table(alice, SLUG, chosen_decks=[deck()])
        seat_all(made, bob, cleo)
        for quote in quotes:
            fill(sign_in(bob), made, quote)
        lobby.start(made.code, alice, "bots")
    cards = Deck.objects.get(of_blanks=True).cards.order_by("number")
    assert [(card.number, card.quote) for card in cards] == [(1, "Fish"), (2, "Fowl")]


@pytest.mark.parametrize(
    ("language", "reads", "called"),
    [("de", "de", "Deine Blankokarten"), ("", "en", "Your blank cards"), ("xx", "en", "Your blank cards")],
)
def test_an_own_deck_is_in_the_language_of_its_writer_and_called_so_whatever_they_are(
    match, alice, bob, sign_in, language, reads, called
):
    bob.language = language
    bob.save()
    fill(sign_in(bob), match)
    lobby.start(match.code, alice, "bots")
    made = Deck.objects.get(of_blanks=True)
    assert (made.language, made.title) == (reads, called)


# What it costs, and who notices


def test_the_others_pages_notice_that_a_blank_is_taken(match, bob):
    match.refresh_from_db()
    before = match.changed
    blanks.write(match.code, bob, "Fish")
    blanks.write(match.code, bob, "Fish")
    with pytest.raises(Refused):
        blanks.write(match.code, bob, "")
    match.refresh_from_db()
    assert match.changed == before + 1


def test_blanks_cost_the_same_however_many_are_filled(match, bob, cleo, sign_in):
    client, costs = sign_in(bob), []
    for number in range(4):
        fill(client, match, f"Number {number}")
        with Queries() as queries:
            look(client, match)
        costs.append(len(queries))
    assert len(set(costs)) == 1, costs

"""What people offer to decks they do not edit: another text for a card, or a blank card of theirs."""

import re

import pytest
from django.test import Client
from django.utils import timezone

from accounts.models import Tie
from games import blanks, catalog, lobby
from games.models import Blank, Match
from quotes import decks, editing, suggestions
from quotes.editing import Texts
from quotes.models import Card, Deck, Suggestion
from quotes.refusals import Refused
from tests.games.scripts import Queries, play_on, text
from tests.games.scripts import deck as deck_of
from tests.games.test_lobby import do, seat_all, table
from tests.quotes.shelf import guest, mute, published
from tests.quotes.workshop import at

pytestmark = pytest.mark.django_db
SLUG = "game-of-quotes"
BETTER = {
    "quote": "Fish swim on Sundays.",
    "source": "Somebody 1",
    "description": "number 1",
    "note": "It has no rhythm.",
}


@pytest.fixture
def deck(alice, bob, cleo) -> Deck:
    """Alice owns it, Bob edits it, Cleo has saved it by its link."""
    made = deck_of(3, owner=alice, two_sided=False, title="Kitchen talk", state="link", link="the-link")
    made.editors.add(bob)
    made.savers.add(cleo)
    return made


@pytest.fixture
def card(deck) -> Card:
    return deck.cards.get(number=1)


@pytest.fixture
def offered(card, cleo) -> Suggestion:
    return suggestions.suggest(cleo, card, BETTER)


def texts_of(suggestion: Suggestion) -> Texts:
    return Texts(suggestion.quote, suggestion.source, suggestion.description)


def there(deck: Deck) -> list[str]:
    return [card.quote for card in editing.cards_in(deck)]


# Suggesting


def test_whoever_sees_a_card_suggests_another_text_for_it(deck, card, cleo, sign_in):
    client, where = sign_in(cleo), at("suggest", deck.pk, card.pk)
    page = text(client.get(where))
    assert (
        f">{card.quote}</textarea>" in page and f'value="{card.source}"' in page and "Card 1 as it is" in page
    )
    for _ in range(2):  # pressed twice
        answer = client.post(where, BETTER)
        assert "Your suggestion is on its way" in text(client.get(answer["Location"]))
    made = Suggestion.objects.get()
    assert (made.deck, made.card, made.writer, made.note, made.state) == (
        deck,
        card,
        cleo,
        BETTER["note"],
        "open",
    )
    assert texts_of(made) == Texts(BETTER["quote"], BETTER["source"], BETTER["description"])
    assert there(deck)[0] == card.quote  # nothing is changed by it


@pytest.mark.parametrize(
    ("who", "status"),
    [("saver", 303), ("by link", 303), ("guest who saved it", 303), ("stranger", 404), ("nobody", 302)],
)
def test_who_may_suggest(deck, card, cleo, dora, sign_in, who, status):
    visitor = guest()
    visitor.decks_saved.add(deck)
    person = {"saver": cleo, "guest who saved it": visitor}.get(who, dora)
    client = Client() if who == "nobody" else sign_in(person)
    sent = BETTER | ({"link": "the-link"} if who == "by link" else {})
    answer = client.post(at("suggest", deck.pk, card.pk), sent)
    assert answer.status_code == status and Suggestion.objects.count() == (status == 303)
    if who == "by link":
        assert answer["Location"] == at("deck-link", "the-link") + "?done=suggested"


@pytest.mark.parametrize("which", ["hidden", "taken out", "of another deck", "not published"])
def test_of_a_card_that_one_does_not_see_there_is_nothing_to_suggest(alice, cleo, sign_in, which):
    made = published(alice)
    card = made.cards.get(number=1)
    if which == "of another deck":
        card = deck_of(1, owner=alice).cards.first()
    elif which == "not published":
        card = editing.add(alice, made, Texts("Added since", "Nobody"))
    else:
        Card.objects.filter(pk=card.pk).update(
            **{"hidden_at" if which == "hidden" else "retired_at": timezone.now()}
        )
    answer = sign_in(cleo).post(at("suggest", made.pk, card.pk), BETTER)
    # What was taken out since is still what everybody else sees of a published deck.
    assert answer.status_code == (303 if which == "taken out" else 404)


@pytest.mark.parametrize(
    ("typed", "words"),
    [
        ({"quote": "", "source": ""}, "Write a quote, a source, or both."),
        ({"quote": "x" * 301}, "301 characters, and 300 are allowed"),
        ({"source": "x" * 81}, "81 characters, and 80 are allowed"),
        ({"description": "x" * 161}, "161 characters, and 160 are allowed"),
        ({"note": "x" * 301}, "This note is too long: 301 characters, and 300 are allowed."),
        ({"quote": "SAME", "note": ""}, "This is what the card says already."),
    ],
)
def test_a_refused_suggestion_keeps_what_was_typed(deck, card, cleo, sign_in, typed, words):
    sent = BETTER | typed
    sent["quote"] = sent["quote"].replace("SAME", card.quote)
    answer = sign_in(cleo).post(at("suggest", deck.pk, card.pk), sent)
    page = text(answer)
    assert answer.status_code == 422 and words in page and not Suggestion.objects.exists()
    assert f">{sent['quote']}</textarea>" in page and f">{sent['note']}</textarea>" in page
    assert f'value="{sent["source"]}"' in page and f'value="{sent["description"]}"' in page
    assert page.count('aria-invalid="true"') == page.count("autofocus") == 1


def test_a_note_alone_is_enough(card, cleo):
    said = {"quote": card.quote, "source": card.source, "description": card.description}
    assert (
        suggestions.suggest(cleo, card, said | {"note": "That was his sister."}).note
        == "That was his sister."
    )


@pytest.mark.parametrize("blocks", ["the owner", "the writer"])
def test_where_one_blocks_the_other_nothing_is_suggested(deck, card, alice, cleo, sign_in, blocks):
    pair = (alice, cleo) if blocks == "the owner" else (cleo, alice)
    Tie.objects.create(person=pair[0], other=pair[1], kind=Tie.Kind.BLOCK)
    with pytest.raises(Refused, match="no_suggestions"):
        suggestions.suggest(cleo, card, BETTER)
    assert not Suggestion.objects.exists()


def test_who_may_not_write_suggests_nothing(deck, card, cleo, sign_in):
    mute(cleo)
    answer = sign_in(cleo).post(at("suggest", deck.pk, card.pk), BETTER)
    assert (
        answer.status_code == 403
        and "A moderator decided" in text(answer)
        and BETTER["quote"] in text(answer)
    )


def test_too_many_are_refused_with_what_to_do(deck, card, cleo, sign_in, monkeypatch):
    monkeypatch.setattr(suggestions, "MOST_OPEN", 2)
    client, where = sign_in(cleo), at("suggest", deck.pk, card.pk)
    statuses = [client.post(where, BETTER | {"quote": f"Better {n}"}).status_code for n in range(3)]
    assert statuses == [303, 303, 429]
    assert "2 suggestions of yours wait here." in text(client.post(where, BETTER))
    monkeypatch.setattr(suggestions, "MOST_OPEN", 20)
    monkeypatch.setattr(suggestions, "MOST_AN_HOUR", 2)
    answer = client.post(where, BETTER)
    assert answer.status_code == 429 and BETTER["note"] in text(answer)
    assert re.search(
        r"You have made very many suggestions. Try again in \d+ (minutes?|seconds?|hour)\.", text(answer)
    )


# Those who edit the deck decide


@pytest.mark.parametrize(
    ("who", "status"), [("alice", 200), ("bob", 200), ("cleo", 403), ("dora", 404), ("nobody", 302)]
)
def test_who_reads_and_decides(offered, deck, alice, bob, cleo, dora, sign_in, who, status):
    people = {"alice": alice, "bob": bob, "cleo": cleo, "dora": dora}
    client = sign_in(people[who]) if who in people else Client()
    assert client.get(at("deck-suggestions", deck.pk)).status_code == status
    assert client.get(at("suggestion", deck.pk, offered.pk)).status_code == status
    for sent in ("take", "decline"):
        answer = client.post(at("suggestion", deck.pk, offered.pk), {"do": sent})
        assert answer.status_code == {200: 303 if sent == "take" else 409}.get(status, status)


def test_the_list_shows_both_texts_and_the_note(offered, deck, card, alice, sign_in):
    page = text(sign_in(alice).get(at("deck-suggestions", deck.pk)))
    for words in (card.quote, BETTER["quote"], BETTER["note"], "For card 1", "Cleo", "Take it", "Decline"):
        assert words in page


def test_one_is_taken_as_it_is_with_its_writer_as_author(offered, deck, card, alice, sign_in):
    deck.cards.filter(pk=card.pk).update(category="m", tags="sea")
    client = sign_in(alice)
    for _ in range(2):  # pressed twice
        answer = client.post(at("suggestion", deck.pk, offered.pk), {"do": "take"})
        assert "The suggestion is taken." in text(client.get(answer["Location"]))
    made = editing.cards_in(deck).get(number=1)
    assert (made.quote, str(made.author), made.category, made.tags) == (BETTER["quote"], "Cleo", "m", "sea")
    assert made.replaces == card and made.side == card.side
    offered.refresh_from_db()
    assert offered.state == "taken" and offered.decided_at


def test_one_is_changed_and_taken_by_whoever_changes_it(offered, deck, alice, sign_in):
    client, where = sign_in(alice), at("suggestion", deck.pk, offered.pk)
    page = text(client.get(where))
    assert f">{BETTER['quote']}</textarea>" in page and BETTER["note"] in page
    sent = BETTER | {"do": "change", "quote": "Fish rest on Sundays.", "category": "s", "tags": "sea"}
    refused = client.post(where, sent | {"quote": "x" * 301})
    assert refused.status_code == 422 and "x" * 301 in text(refused) and "selected>science" in text(refused)
    assert client.post(where, sent).status_code == 303
    made = editing.cards_in(deck).get(number=1)
    assert (made.quote, str(made.author), made.category, made.tags) == (
        "Fish rest on Sundays.",
        "Alice",
        "s",
        "sea",
    )


def test_one_is_declined_and_nothing_is_changed(offered, deck, card, alice, sign_in):
    client, before = sign_in(alice), list(deck.cards.values())
    for _ in range(2):
        answer = client.post(at("suggestion", deck.pk, offered.pk), {"do": "decline"})
        assert "The suggestion is declined." in text(client.get(answer["Location"]))
    assert list(deck.cards.values()) == before and "Nothing waits here." in text(
        client.get(answer["Location"])
    )


@pytest.mark.parametrize(
    ("first", "second"), [("take", "decline"), ("decline", "take"), ("decline", "change")]
)
def test_the_second_of_two_is_told(offered, deck, alice, bob, sign_in, first, second):
    sign_in(alice).post(at("suggestion", deck.pk, offered.pk), {"do": first})
    before = list(deck.cards.values())
    client = sign_in(bob)
    answer = client.post(at("suggestion", deck.pk, offered.pk), BETTER | {"do": second})
    word = "taken" if first == "take" else "declined"
    assert answer.status_code == 409 and f"this suggestion is {word}." in text(answer)
    assert client.get(at("suggestion", deck.pk, offered.pk)).status_code == 409
    assert list(deck.cards.values()) == before


def test_it_goes_to_what_stands_in_the_cards_place_by_now(offered, deck, card, alice, sign_in):
    editing.change(alice, card, Texts("Changed meanwhile.", "Somebody", category="m"))
    client = sign_in(alice)
    assert "Changed meanwhile." in text(client.get(at("deck-suggestions", deck.pk)))
    client.post(at("suggestion", deck.pk, offered.pk), {"do": "take"})
    assert there(deck)[0] == BETTER["quote"] and len(there(deck)) == 3


def test_for_a_card_that_is_gone_it_becomes_a_new_one(offered, deck, card, alice, sign_in):
    editing.take_out(alice, deck, [card.pk])
    client = sign_in(alice)
    assert "For a card that is not in the deck any more." in text(client.get(at("deck-suggestions", deck.pk)))
    client.post(at("suggestion", deck.pk, offered.pk), {"do": "take"})
    made = editing.cards_in(deck).last()
    assert (made.number, made.quote, str(made.author)) == (4, BETTER["quote"], "Cleo")


def test_what_the_deck_says_already_is_refused_and_stays_open(offered, deck, alice, sign_in):
    editing.add(alice, deck, Texts(BETTER["quote"].upper(), "Nobody"))
    answer = sign_in(alice).post(at("suggestion", deck.pk, offered.pk), {"do": "take"})
    offered.refresh_from_db()
    assert answer.status_code == 422 and "This quote is in the deck already: card 4." in text(answer)
    assert offered.state == "open" and BETTER["quote"] in text(answer)


def test_a_suggestion_of_another_deck_is_not_decided_from_here(offered, deck, alice, sign_in):
    other = deck_of(1, owner=alice)
    assert sign_in(alice).post(at("suggestion", other.pk, offered.pk), {"do": "take"}).status_code == 404
    offered.refresh_from_db()
    assert offered.state == "open"


def test_a_writer_who_is_gone_has_no_name(offered, deck, alice, cleo, sign_in):
    cleo.delete()
    client = sign_in(alice)
    assert "somebody who is gone" in text(client.get(at("deck-suggestions", deck.pk)))
    client.post(at("suggestion", deck.pk, offered.pk), {"do": "take"})
    assert editing.cards_in(deck).get(number=1).author is None


def test_the_list_costs_the_same_with_many(deck, alice, cleo, sign_in):
    client, costs = sign_in(alice), []
    for size in (1, 8):
        for n in range(size):
            suggestions.offer(cleo, deck, f"Quote {size} {n}", "Somebody")
        client.get(at("deck-suggestions", deck.pk))
        with Queries() as queries:
            client.get(at("deck-suggestions", deck.pk))
        costs.append(len(queries))
    assert costs[0] == costs[1], costs


# Blanks that are offered to the deck


def match_of(host, *guests, chosen) -> Match:
    made = table(host, SLUG, chosen_decks=chosen, seats=3)
    seat_all(made, *guests)
    return made


def play(match: Match) -> None:
    lobby.start(match.code, match.host, "bots")
    play_on(Match.objects.get(pk=match.pk))


@pytest.mark.parametrize(
    ("of", "asked"), [("alice", True), ("bob", True), ("the site", False), ("alice, hidden", False)]
)
def test_it_is_asked_where_a_deck_has_somebody_to_offer_to(alice, bob, cleo, sign_in, of, asked):
    owner = {"bob": bob, "the site": None}.get(of, alice)
    made = deck_of(owner=owner, state="published", **({} if owner else {"starter": "en"}))
    match = match_of(alice, bob, chosen=[made])
    if of == "alice, hidden":
        Deck.objects.filter(pk=made.pk).update(hidden_at=timezone.now())
    page = text(sign_in(bob).get(f"/m/{match.code}/"))
    assert ("Offer it to the deck as well" in page) is asked and 'name="offer" value="1" checked' not in page


@pytest.mark.parametrize("offer", [True, False])
def test_a_blank_is_offered_where_its_writer_ticked_it_once_the_match_is_over(
    alice, bob, cleo, sign_in, offer
):
    mine = deck_of(owner=alice)
    match = match_of(alice, bob, cleo, chosen=[mine])
    do(sign_in(bob), match, "blank", quote="Fish fly", source="A cat", **({"offer": "1"} if offer else {}))
    assert Blank.objects.get().offered is offer
    lobby.start(match.code, alice, "few")
    # Whoever edits the deck sits there, too, and reads nothing before it is heard.
    assert not Suggestion.objects.exists()
    play_on(Match.objects.get(pk=match.pk))
    found = [(one.deck, one.card, one.writer, one.quote, one.source) for one in Suggestion.objects.all()]
    assert found == ([(mine, None, bob, "Fish fly", "A cat")] if offer else [])


@pytest.mark.parametrize(
    ("owners", "writer", "gets"),
    [
        (["", "alice"], "bob", 1),
        (["bob", "alice"], "bob", 1),
        (["bob"], "bob", 0),
        (["alice", "cleo"], "bob", 0),
        ([""], "bob", None),
    ],
)
def test_it_goes_to_the_first_deck_that_is_somebody_elses(alice, bob, cleo, owners, writer, gets):
    people = {"alice": alice, "bob": bob, "cleo": cleo, "": None}
    chosen = [deck_of(owner=people[name], state="published") for name in owners]
    match = match_of(alice, bob, cleo, chosen=chosen)
    blanks.write(match.code, people[writer], "Fish fly", offered=True)
    play(match)
    assert [one.deck for one in Suggestion.objects.all()] == ([] if gets is None else [chosen[gets]])


def test_guests_offer_too_and_nothing_is_offered_twice(alice, bob):
    mine, visitor = deck_of(owner=alice), guest()
    for _ in range(2):
        match = match_of(alice, bob, visitor, chosen=[mine])
        blanks.write(match.code, visitor, "Fish fly", "A cat", offered=True)
        blanks.write(match.code, bob, mine.cards.first().quote, offered=True)  # which is there already
        play(match)
    assert [(one.writer, one.quote) for one in Suggestion.objects.all()] == [(visitor, "Fish fly")]


def test_a_hidden_blank_is_not_offered(alice, bob, cleo):
    match = match_of(alice, bob, cleo, chosen=[deck_of(owner=alice)])
    blanks.write(match.code, bob, "Fish fly", offered=True)
    lobby.start(match.code, alice, "few")
    words = Blank.objects.get().quote
    words.hidden_at = timezone.now()
    words.save()
    play_on(Match.objects.get(pk=match.pk))
    assert not Suggestion.objects.exists()


def test_a_blank_that_was_offered_is_taken_into_the_deck(alice, bob, cleo, sign_in):
    mine = deck_of(owner=alice)
    one = suggestions.offer(bob, mine, "Fish fly", "")
    client = sign_in(alice)
    assert "A card of their own, written at a table" in text(client.get(at("deck-suggestions", mine.pk)))
    client.post(at("suggestion", mine.pk, one.pk), {"do": "take"})
    made = editing.cards_in(mine).last()
    assert (made.number, made.quote, made.author) == (73, "Fish fly", bob)


def test_a_refused_blank_keeps_the_tick(alice, bob, sign_in):
    match = match_of(alice, bob, chosen=[deck_of(owner=alice)])
    answer = do(sign_in(bob), match, "blank", quote="", source="A cat", offer="1")
    assert re.search(r'name="offer" value="1" checked', text(answer))


def test_other_games_ask_no_deck(alice, bob):
    assert catalog.GAMES["kangoeroe"].from_decks is False
    match = table(alice, seats=2)
    seat_all(match, bob)
    play(match)
    assert not Suggestion.objects.exists()


def test_a_deck_that_is_gone_takes_nothing(alice, bob):
    mine = deck_of(owner=alice)
    for column in ("removed_at", "hidden_at"):
        gone = Deck(owner=alice, **{column: timezone.now()})
        with pytest.raises(Refused, match="no_suggestions"):
            suggestions.must_take_suggestions(gone)
    suggestions.must_take_suggestions(mine)
    decks.remove(alice, mine)

"""What stands around something that was reported, as it is kept with its case: without names, which may change."""

from typing import Any

from django.db.models import Q

from games import combinations
from games.desk import UnreadableMatch
from games.game_of_quotes import looks
from games.keepsakes import GAME
from games.models import Blank, Match, Message, Move, Seat
from quotes.models import Card, Deck, Suggestion, Words
from quotes.publishing import public_words

NEAR = 5  # messages before and after


def in_deck(card: Card) -> dict[str, Any]:
    return {"number": card.number, "side": card.side, **of_deck(card.deck), "where": "card"}


def of_suggestion(suggestion: Suggestion) -> dict[str, Any]:
    number = {"number": suggestion.card.number, "side": suggestion.card.side} if suggestion.card else {}
    return {**number, **of_deck(suggestion.deck), "where": "suggestion"}


def of_deck(deck: Deck) -> dict[str, Any]:
    return {
        "where": "deck",
        "deck": deck.pk,
        "title": public_words(deck).title,
        "state": deck.state,
        "rating": deck.rating,
        "language": deck.language,
    }


def of_words(words: Words) -> dict[str, Any]:
    """Said at a table, on a blank card, or as a source; the first of these that is so."""
    message = Message.objects.filter(words=words).select_related("match").first()
    if message is not None:
        return {"where": "talk", "match": message.match.code, "beside": conversation(message)}
    blanks = Blank.objects.filter(Q(quote=words) | Q(source=words)).select_related("match", "quote", "source")
    if (blank := blanks.first()) is not None:
        other = blank.source if blank.quote_id == words.pk else blank.quote
        return {"where": "blank", "match": blank.match.code, "other": other.text if other else ""}
    return as_source(words)


def conversation(message: Message) -> list[dict[str, Any]]:
    """What was said just before and after. Hidden words are kept, too: moderators alone read a case."""
    said = Message.objects.filter(match=message.match).exclude(kind=Message.Kind.NOTE).select_related("words")
    before = said.filter(number__lte=message.number).order_by("-number")[: NEAR + 1]
    after = said.filter(number__gt=message.number).order_by("number")[:NEAR]
    return [
        {
            "by": one.person_id,
            "text": one.words.text if one.words else "",
            "words": one.words_id,
            "key": one.key,
            "at": one.at.isoformat(timespec="minutes"),
            "this": one.pk == message.pk,
        }
        for one in [*reversed(before), *after]
    ]


def as_source(words: Words) -> dict[str, Any]:
    """The match for which a source was written, and in which round it was read for which quote."""
    if words.author_id is None:
        return {}
    moves = Move.objects.filter(
        played_by(words.author_id), match__game=GAME, action__regex=rf'"words":{words.pk}[,}}]'
    )
    move = moves.select_related("match").order_by("number").first()
    if move is None:
        return {}
    return {"where": "source", "match": move.match.code, **read_as(move.match, words)}


def played_by(person: int) -> Q:
    """Of the matches in which somebody sits or sat, though others may have had their seat since."""
    sat = Seat.objects.filter(Q(person=person) | Q(left_by=person)).values("match")
    noted = Message.objects.filter(person=person).values("match")
    return Q(match__in=sat) | Q(match__in=noted)


def read_as(match: Match, words: Words) -> dict[str, Any]:
    try:
        table = combinations.table_of(match)
    except UnreadableMatch:
        return {}
    for one in combinations.combinations_of(match.pk, table):
        if one.reading.source.words == words.pk:
            cast = combinations.parts_of([one]).cast()
            return {
                "round": one.round,
                "quote": looks.quote_text(one.reading.quote, cast, one.language).text,
            }
    return {}

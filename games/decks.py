"""What a match is dealt from where the cards are written by people: its decks, and the blanks filled in for it."""

from collections import Counter
from collections.abc import Iterable
from typing import Any

from django.db.models import Case, Count, Exists, F, IntegerField, OuterRef, Q, QuerySet, When
from django.utils.translation import get_language, override
from django.utils.translation import gettext as _
from msgspec.structs import replace

from accounts import preferences
from games import catalog
from games.engine import Dice, Face
from games.game_of_quotes.cards import MOST_BLANKS, blank_card, deck_card
from games.models import Blank, Match, Seat
from quotes import hidden_words, suggestions
from quotes.models import MOST_NAME, Card, Deck, Version

LENGTHS = (30, 60, 100)  # up to so many characters a quote is of length 0, 1, 2
FALLBACK = "en"
ROW = ("pk", "deck_id", "number", "side", "quote", "category", "likeness")
MOST_DEALT = 400  # so many cards lie in one match; of larger decks chance takes these
DEALT = Q(cards__retired_at=None, cards__hidden_at=None) & ~Q(cards__quote="") & ~Q(cards__source="")
USABLE = Q(of_blanks=False, removed_at=None, hidden_at=None)


def needs_decks(slug: str) -> bool:
    """Whether the cards of this game come from decks."""
    return catalog.GAMES[slug].from_decks


def usable_by(person: Any) -> QuerySet[Deck]:
    """The decks somebody may host a match with: those for everybody, their own, and what they saved by its link."""
    return usable_by_any([] if person is None else [person.pk])


def usable_by_any(people: Iterable[int]) -> QuerySet[Deck]:
    """The decks that at least one of these people may host a match with."""
    people = list(people)
    public = Q(state=Deck.State.PUBLISHED)
    mine = Q(owner__in=people) | Q(editors__in=people) | Q(state=Deck.State.LINK, savers__in=people)
    # A deck of several ways is there once, and the joins stay out of what else is counted.
    found = Deck.objects.filter(public | mine if people else public).filter(USABLE).values("pk")
    return Deck.objects.filter(pk__in=found)


def as_published(decks: QuerySet[Deck]) -> QuerySet[Deck]:
    """With the words that everybody sees, and without the long list of the version's cards."""
    return decks.select_related("published").defer("published__cards")


def of_table(match: Match) -> list[Deck]:
    """What a table that waits would be dealt from, in order: a deck counts while somebody who sits there may use it."""
    there = Seat.objects.filter(match=match, person__isnull=False).values_list("person", flat=True)
    return listed(as_published(usable_by_any(there).filter(matches=match)), match)


def listed(decks: Iterable[Deck], match: Match) -> list[Deck]:
    """The decks of a table in their order: those of its host first, and the older before the younger.

    Where two decks say the same, the card of the first is dealt.
    """
    return sorted(decks, key=lambda deck: (deck.owner_id is None or deck.owner_id != match.host_id, deck.pk))


def open_at(matches: Iterable[int]) -> set[tuple[int, int]]:
    """Match and deck, wherever somebody who sits there may use it. One query."""
    sits = Seat.objects.filter(match=OuterRef("match"), person__isnull=False)
    edits = Exists(sits.filter(person=OuterRef("deck__owner"))) | Exists(
        sits.filter(person__decks_edited=OuterRef("deck"))
    )
    saved = Q(Exists(sits.filter(person__decks_saved=OuterRef("deck"))), deck__state=Deck.State.LINK)
    may = Q(deck__state=Deck.State.PUBLISHED) | edits | saved
    rows = Match.decks.through.objects.filter(may, match__in=list(matches))
    return set(rows.values_list("match", "deck"))


def with_sizes(decks: QuerySet[Deck]) -> QuerySet[Deck]:
    """How many cards each has, as `size`: whichever side is played, a card is a number with any side."""
    worked_on = Count("cards__number", distinct=True, filter=DEALT)
    return decks.annotate(
        size=Case(
            When(published=None, then=worked_on), default=F("published__size"), output_field=IntegerField()
        )
    )


def chosen(person: Any, keys: Iterable[int]) -> list[Deck]:
    """The decks with these keys. Raises LookupError if one is not there, or not for this person."""
    wanted = set(keys)
    found = list(usable_by(person).filter(pk__in=wanted).order_by("pk"))
    if len(found) < len(wanted):
        raise LookupError("no such deck")
    return found


def readers_language() -> str:
    return (get_language() or FALLBACK).partition("-")[0]


def usual() -> list[Deck]:
    """The deck that is preset: the starter of the reader's language, else the English one."""
    starters = Deck.objects.filter(state=Deck.State.PUBLISHED).exclude(starter=None)
    decks = {deck.language: deck for deck in starters}
    deck = decks.get(readers_language()) or decks.get(FALLBACK)
    return [deck] if deck else []


def cards_of(decks: Iterable[Deck], side: str, vetoed: Iterable[int] = ()) -> tuple[Face, ...]:
    """The cards of some decks as the rules know them. vetoed: rows that the host left out."""
    return faces_of(left_in(joined(decks, side), vetoed))


def faces_of(cards: Iterable[Any]) -> tuple[Face, ...]:
    """These cards as the rules know them."""
    return tuple(deck_card(row.pk, row.category, length_of(row.quote)) for row in cards)


def joined(decks: Iterable[Deck], side: str) -> list[Any]:
    """The cards of some decks as plain rows; of near-duplicates the first is taken, by the order of the decks.

    side: of the cards that have two; a card with one is played with that.
    """
    decks = list(decks)
    by_place: dict[tuple[int, int], Any] = {}
    for row in rows_of(decks):
        place = (row.deck_id, row.number)
        if place not in by_place or row.side == side:
            by_place[place] = row
    order = {deck.pk: place for place, deck in enumerate(decks)}
    alike: dict[str, Any] = {}
    for row in sorted(by_place.values(), key=lambda row: order[row.deck_id]):
        alike.setdefault(row.likeness, row)
    return list(alike.values())


def left_in(cards: Iterable[Any], vetoed: Iterable[int]) -> list[Any]:
    """Without what the host left out, and without what says the same: it would come back from another deck."""
    left_out = sayings(vetoed)
    return [card for card in cards if card.likeness not in left_out]


def left_out_of(decks: Iterable[Deck], vetoed: Iterable[int]) -> list[int]:
    """The rows of what was left out that are of these decks, in order."""
    there = Card.objects.filter(pk__in=list(vetoed), deck__in=list(decks))
    return sorted(there.values_list("pk", flat=True))


def sayings(rows: Iterable[int]) -> set[str]:
    """What the cards of these rows say (Card.likeness), whichever rows they have by now."""
    rows = list(rows)
    if not rows:
        return set()
    return set(Card.objects.filter(pk__in=rows).values_list("likeness", flat=True))


def rows_of(decks: Iterable[Deck]) -> list[Any]:
    """What can be dealt of these decks, by deck and number: whole cards that are not hidden, as plain rows, for they
    may be many.

    Of a published deck those of its version, whatever was changed in the deck since.
    """
    decks = list(decks)
    versions = Version.objects.filter(pk__in=[deck.published_id for deck in decks if deck.published_id])
    frozen = dict(versions.values_list("deck_id", "cards"))
    kept = {row for cards in frozen.values() for row in cards}
    there = Q(deck__in=[deck for deck in decks if deck.pk not in frozen], retired_at=None) | Q(
        deck__in=frozen
    )
    whole = Card.objects.filter(there, hidden_at=None).exclude(quote="").exclude(source="")
    rows = whole.order_by("deck", "number").values_list(*ROW, named=True)
    return [row for row in rows if row.deck_id not in frozen or row.pk in kept]


def length_of(quote: str) -> int:
    """How long a quote is, as the rules count it."""
    return sum(len(quote) > most for most in LENGTHS)


def stock(match: Match, options: Any, decks: Iterable[Deck]) -> Any:
    """The options with the cards of the decks and the blanks of this match put in."""
    decks = listed(decks, match)
    kept = left_in(joined(decks, options.side), match.vetoed)
    blanks = tuple(blank_card(blank.quote_id, blank.source_id) for blank in blanks_of(match)[:MOST_BLANKS])
    return replace(
        options,
        cards=some(faces_of(kept), Dice(match.seed, 0, "decks")),
        blanks=blanks[: options.most_blanks],
        language=language_of(decks, kept),
    )


def language_of(decks: Iterable[Deck], cards: Iterable[Any]) -> str:
    """That of most of these cards, by their decks: what the table writes is in it, and the game's own names are."""
    spoken = {deck.pk: (deck.published or deck).language for deck in decks}
    counted = Counter(spoken[card.deck_id] for card in cards)
    return max(counted, key=counted.__getitem__, default=next(iter(spoken.values()), FALLBACK))


def some(cards: tuple[Face, ...], dice: Dice) -> tuple[Face, ...]:
    """At most as many as one match takes."""
    return cards if len(cards) <= MOST_DEALT else tuple(dice.shuffled(cards)[:MOST_DEALT])


def count_play(decks: Iterable[Deck]) -> None:
    """A match was dealt from these. Their rows are locked in one order, so that two deals wait and do not clash."""
    rows = Deck.objects.select_for_update(no_key=True).filter(pk__in=[deck.pk for deck in decks])
    keys = list(rows.order_by("pk").values_list("pk", flat=True))
    Deck.objects.filter(pk__in=keys).update(plays=F("plays") + 1)


def left_behind(match: Match, reader: Any) -> list[Deck]:
    """The decks of the match before this one that its host may not play with, for who sat there. One query, or none.

    Each knows by `is_open` whether the reader may play with it.
    """
    if match.before_id is None or not needs_decks(match.game):
        return []
    theirs = usable_by_any([match.host_id] if match.host_id else [])
    before = Deck.objects.filter(matches__in=Match.objects.filter(pk=match.before_id, seats__person=reader))
    left = before.exclude(pk__in=theirs.values("pk"))
    opened = Exists(usable_by(reader).filter(pk=OuterRef("pk")))
    return list(as_published(left.annotate(is_open=opened)).order_by("pk"))


# Blanks


def blanks_of(match: Match) -> QuerySet[Blank]:
    """The filled-in blanks of those who still sit there, the oldest first; without hidden ones."""
    if match.pk is None:
        return Blank.objects.none()
    there = Seat.objects.filter(match=match, person__isnull=False).values("person")
    seen = Blank.objects.filter(quote__hidden_at=None, source__hidden_at=None)
    return seen.filter(match=match, writer__in=there).order_by("pk")


def keep_blanks(match: Match) -> None:
    """Put the blanks that their writers want to keep into their own decks."""
    kept = blanks_of(match).filter(keep=True).select_related("writer", "quote", "source")
    # Whoever plays two matches that are dealt at once has both locked in the same order.
    for blank in kept.order_by("writer_id", "pk"):
        add_to_own(blank)


def offer_blanks(match: Match) -> None:
    """Suggest the blanks that their writers offered to a deck of the match, once it is over: until then, whoever edits
    the deck may sit at the table.
    """
    offered = blanks_of(match).filter(offered=True).select_related("writer", "quote", "source")
    # Locked, so that none of them goes before the match is stored.
    decks = taking_offers(match).select_for_update(no_key=True, of=("self",)).order_by("pk")
    there = list(decks) if offered else []
    for blank in offered if there else ():
        deck = next((deck for deck in there if deck.owner_id != blank.writer_id), there[0])
        suggestions.offer(blank.writer, deck, blank.quote.text, blank.source.text if blank.source else "")


def taking_offers(match: Match) -> QuerySet[Deck]:
    """The decks of a match that somebody here edits."""
    return match.decks.filter(USABLE, starter=None, owner__isnull=False)


def add_to_own(blank: Blank) -> None:
    """A card of the writer's deck of blanks, unless its quote is there already, or a moderator has hidden it."""
    deck = own_deck(blank.writer)
    source = blank.source.text[:MOST_NAME] if blank.source else ""
    if deck.cards.filter(quote=blank.quote.text, source=source, retired_at=None).exists():
        return
    if hidden_words.are_hidden(deck, blank.quote.text, source, blank.writer_id):
        return
    last = deck.cards.order_by("-number").first()
    Card.objects.create(
        deck=deck,
        number=last.number + 1 if last else 1,
        quote=blank.quote.text,
        source=source,
        language=deck.language,
        author=blank.writer,
    )


def own_deck(writer: Any) -> Deck:
    """The writer's deck of blanks, locked."""
    language = writer.language if preferences.is_language(writer.language) else readers_language()
    with override(language):
        presets = {"title": _("Your blank cards"), "language": language[:8]}
    deck, _made = Deck.objects.get_or_create(owner=writer, of_blanks=True, defaults=presets)
    return Deck.objects.select_for_update(no_key=True).get(pk=deck.pk)

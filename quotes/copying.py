"""A deck of one's own from the cards of another."""

from datetime import datetime

from django.db import connection, transaction
from django.db.models import CharField, DateTimeField, F, QuerySet, Value
from django.utils import timezone, translation
from django.utils.translation import gettext as _

from accounts.models import User
from quotes import crediting, decks, exporting, publishing
from quotes.models import MOST_TITLE, Card, Deck
from quotes.refusals import Refused

COPIED = (
    *("number", "side", "quote", "source", "description", "category"),
    *("language", "author_id", "likeness"),
)


def copy(person: User, deck: Deck) -> Deck:
    """A deck of one's own with the cards of another as the person may see it, which is credited.

    What a moderator has hidden goes nowhere, and tags go along where the person may have them. Ask `decks.may_see`
    first. Sent twice, it is one. Raises Refused where the licence does not allow it, MayNotWrite.
    """
    with transaction.atomic():
        User.objects.select_for_update(no_key=True).get(pk=person.pk)
        # Under its lock neither the licence nor the version changes while the cards are taken.
        fresh = decks.held(deck)
        if fresh is None or fresh.removed_at:
            raise Refused("deck_gone", 409)
        deck = fresh
        words = publishing.words_shown(person, deck)
        if words.licence == Deck.Licence.NONE and not decks.may_edit(person, deck):
            raise Refused("no_free_licence", 403)
        lately = Deck.objects.filter(owner=person, based_on=deck, removed_at=None)
        if twin := lately.filter(created_at__gt=timezone.now() - decks.A_MOMENT).first():
            return twin
        called = title_for(person, _("Your blank cards") if deck.of_blanks else words.title, words.language)
        made = decks.create(person, publishing.words_of(words) | {"title": called})
        made.based_on, made.credit = deck, crediting.credit_of(deck)
        made.save(update_fields=["based_on", "credit"])
        # The same moment for all: in the history they came at once.
        cards = publishing.cards_shown(person, deck).shown()
        copy_cards(cards, made, made.created_at, tagged=exporting.takes_tags(person, deck))
        return made


def title_for(person: User, title: str, language: str) -> str:
    """What a copy is called, in the language of its cards: nothing else of this person's is."""
    with translation.override(language if language in decks.languages() else None):
        once, again = _("%(title)s (copy)"), _("%(title)s (copy %(n)s)")
    titles = set(Deck.objects.filter(owner=person, removed_at=None).values_list("title", flat=True))
    # Of so many as somebody can own, and one more, one is free.
    ways = [once, *(again.replace("%(n)s", str(n)) for n in range(2, decks.MOST_DECKS + 3))]
    found = (filled(way, title) for way in ways)
    return next(one for one in found if one not in titles)


def filled(way: str, title: str) -> str:
    """The title is cut before the word that it is a copy."""
    room = MOST_TITLE - len(way.replace("%(title)s", ""))
    return way.replace("%(title)s", title[:room].rstrip())


def copy_cards(cards: QuerySet[Card], deck: Deck, at: datetime, *, tagged: bool) -> None:
    """These cards once more, in another deck. One statement, which the database carries out alone."""
    column = {field.attname: field.column for field in Card._meta.concrete_fields}
    tags = F("tags") if tagged else Value("", output_field=CharField())
    fixed = [tags, Value(deck.pk), Value(at, output_field=DateTimeField())]
    taken, params = cards.values_list(*COPIED, *fixed).query.sql_with_params()
    names = (*COPIED, "tags", "deck_id", "created_at")
    into = ", ".join(connection.ops.quote_name(column[name]) for name in names)
    table = connection.ops.quote_name(Card._meta.db_table)
    with connection.cursor() as cursor:
        cursor.execute(f"INSERT INTO {table} ({into}) {taken}", params)

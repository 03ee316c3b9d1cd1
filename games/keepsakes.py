"""What stays of a match of Game of Quotes: all its combinations, what its players like best, and what may be shared.

A combination is shared once everybody who wrote a part of it has said yes. That is looked at anew each time: what has
become hidden, or private, or whose writer is gone, is public no longer.
"""

from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from django.conf import settings
from django.db import transaction
from django.db.models import Exists, OuterRef, QuerySet
from django.utils import timezone, translation
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from accounts import limits
from accounts.models import Tie
from accounts.preferences import is_language
from accounts.standing import MayNotWrite, must_be_allowed_to_write
from games import catalog, notices
from games.cast import Cast, Side
from games.combinations import (
    Combination,
    category,
    combination_at,
    combinations_of,
    decks_of,
    maker,
    parts_of,
    texts,
    writers,
)
from games.game_of_quotes import looks
from games.game_of_quotes.board import marks_on
from games.models import Consent, Favourite, Match, Shared
from games.shared_picture import Scene
from quotes.looks import kind_look

if TYPE_CHECKING:
    from games.page import Sight

GAME = "game-of-quotes"
MOST_ASKED = 60  # combinations that one person asks about in an hour
HOUR = 3600
WHY = {
    "not_all_can": gettext_lazy("This one cannot be shared: not everybody who wrote it can agree."),
    "too_many": gettext_lazy(
        "You have asked about very many combinations just now. Please try again in an hour."
    ),
}


class Refused(Exception):
    """Why a combination cannot be shared: a key of WHY, and the status of its page. said: in the place of its words."""

    def __init__(self, why: str, status: int, said: str = "") -> None:
        super().__init__(why)
        self.why, self.status, self.said = why, status, said

    @property
    def words(self) -> str:
        return self.said or str(WHY[self.why])


def must_be_allowed_to_share(person: Any) -> None:
    """What somebody shows to everybody, others read. Raises Refused."""
    try:
        must_be_allowed_to_write(person)
    except MayNotWrite as muted:
        raise Refused("muted", 403, muted.words) from None


def are_there(match: Match) -> bool:
    """Whether this match has combinations that may be looked at: once it was played to its end."""
    return match.game == GAME and match.status == Match.Status.FINISHED


# What is shown


def cards(combination: Combination, cast: Cast) -> dict[str, Any]:
    """Both cards as the match draws them, each with the one text that counts."""
    quote, source = texts(combination, cast)
    return {
        "quote": quote,
        "source": source,
        "quote_card": looks.quote_card(Side(quote.text, "", "", "", quote.language)),
        "source_card": looks.source_card(
            Side("", source.text, "", category(combination), source.language), alone=True
        ),
    }


def rows_of(sight: "Sight", person: Any) -> list[dict[str, Any]]:
    """All combinations of a match as this reader may see them, the best liked first. person: None for a watcher.

    Whoever has not turned all stamps over reads them in the order they were read in, which says nothing of the others.
    """
    combinations = combinations_of(sight.match.pk, sight.view.table)
    parts = parts_of(combinations, person)
    hearts, mine = hearts_of(sight.match, person)
    shared = {(one.round, one.seat): one for one in with_consents(Shared.objects.filter(match=sight.match))}
    cast = parts.cast()
    rows = []
    for one in combinations:
        place = (one.round, one.seat)
        marks = marks_on(sight.view, sight.cast, one.round, one.seat)
        rows.append(
            cards(one, cast)
            | {
                "round": one.round,
                "seat": one.seat,
                "by": sight.cast.name(one.seat),
                "me": sight.cast.is_me(one.seat),
                "stamp": sight.cast.stamps[one.seat],
                "marks": marks,
                "worth": sum(mark["value"] for mark in marks),
                "hearts": hearts[place],
                "liked": place in mine,
                "share": share_box(shared.get(place), writers(one, parts), person),
            }
        )
    if not sight.face.holds_back(sight.view, sight.cast):
        rows.sort(key=lambda row: (-row["hearts"], -row["worth"]))
    return rows


def share_box(shared: Shared | None, owed: set[int] | None, person: Any) -> dict[str, Any]:
    """Where the question stands whether everybody may see this one, for this reader."""
    state = state_of(shared, owed)
    consent = consent_of(shared, person) if shared is not None and person is not None else None
    return {
        "state": state,
        "shared": shared,
        "consent": consent,
        "open": state == "asked" and consent is not None and not consent.answer,
        "can": owed is not None,
        "writes": person is not None and owed is not None and person.pk in owed,
        "to_wall": state == "public" and not shared.on_wall and person is not None and owed <= {person.pk},
        "others": len(owed - {person.pk}) if owed is not None and person is not None else 0,
    }


def state_of(shared: Shared | None, owed: set[int] | None) -> str:
    """ "asked", "public", "no", or "" while it can be asked: by whom, or why, is nobody's business."""
    if shared is None:
        return ""
    if is_public(shared, owed):
        return "public"
    answers = {one.person_id: one.answer for one in shared.consents.all()}
    if owed is None or shared.hidden_at is not None or Consent.Answer.NO in answers.values():
        return "no"
    return "asked" if owed <= answers.keys() else ""  # somebody's yes is needed who was never asked


def consent_of(shared: Shared, person: Any) -> Consent | None:
    return next((one for one in shared.consents.all() if one.person_id == person.pk), None)


# Favourites


def hearts_of(match: Match, person: Any) -> tuple[Counter[tuple[int, int]], set[tuple[int, int]]]:
    """How many like each combination, by round and seat, and which this person likes."""
    marked = list(Favourite.objects.filter(match=match).values_list("round", "seat", "person"))
    mine = {(number, seat) for number, seat, who in marked if person is not None and who == person.pk}
    return Counter((number, seat) for number, seat, _who in marked), mine


def like(match: Match, person: Any, number: int, seat: int, *, on: bool) -> int:
    """Mark a favourite, or take the mark away; how many there are then. Sent twice, it is one.

    Raises LookupError if there is no such combination.
    """
    one = {"match": match, "round": number, "seat": seat}
    combination_at(match, number, seat)
    if on:
        Favourite.objects.bulk_create([Favourite(person=person, **one)], ignore_conflicts=True)
    else:
        Favourite.objects.filter(person=person, **one).delete()
    return Favourite.objects.filter(**one).count()


# Sharing


def ask(match: Match, person: Any, number: int, seat: int, *, on_wall: bool = False) -> Shared:
    """Ask everybody who wrote it whether all may see this one; who asks says yes by it. Asked twice, it is once.

    Raises Refused; LookupError if there is no such combination.
    """
    must_be_allowed_to_share(person)
    combination = combination_at(match, number, seat)
    owed = writers(combination, parts_of([combination]))
    if owed is None:
        raise Refused("not_all_can", 422)
    if not limits.allowed("share", str(person.pk), MOST_ASKED, HOUR):
        raise Refused("too_many", 429)
    with transaction.atomic():
        first = {"asked_by": person, "on_wall": on_wall}
        shared, made = Shared.objects.get_or_create(match=match, round=number, seat=seat, defaults=first)
        known = set(shared.consents.values_list("person", flat=True))
        rows = [Consent(shared=shared, person_id=one) for one in sorted(owed - known)]
        Consent.objects.bulk_create(rows, ignore_conflicts=True)
        if on_wall and not shared.on_wall and owed <= {person.pk}:
            shared.on_wall = True
            shared.save(update_fields=["on_wall"])
        if made or on_wall or not shared.on_wall:  # nobody agrees to the wall who did not read of it
            shared.consents.filter(person=person).update(answer=Consent.Answer.YES, at=timezone.now())
        notices.asked_to_share(shared.consents.filter(answer=Consent.Answer.OPEN), person)
    return shared


def question(person: Any, key: int) -> Consent | None:
    """What this person was asked: by the key of the row. Of a match that is over, for no other has any."""
    mine = Consent.objects.filter(person=person).select_related("shared__match")
    return mine.filter(pk=key, shared__match__status=Match.Status.FINISHED).first()


def open_questions(person: Any) -> QuerySet[Consent]:
    """What this person was asked and has not answered, the oldest first, but by nobody of whom they want to hear
    nothing.
    """
    no = Consent.objects.filter(shared=OuterRef("shared"), answer=Consent.Answer.NO)
    unheard = Tie.objects.filter(person=person).values("other")
    mine = Consent.objects.filter(~Exists(no), person=person, answer=Consent.Answer.OPEN)
    there = mine.filter(shared__hidden_at=None, shared__match__status=Match.Status.FINISHED)
    return there.exclude(shared__asked_by__in=unheard).order_by("at", "pk")


def question_box(consent: Consent) -> dict[str, Any]:
    """What the page of a question shows: the combination, and where it stands for who is asked."""
    shared = consent.shared
    one = combination_at(shared.match, shared.round, shared.seat)
    parts = parts_of([one])
    seat = parts.seats[one.match, one.seat]
    return {
        "consent": consent,
        "shared": shared,
        "named": seat["person"] == consent.person_id,
        "state": state_of(shared, writers(one, parts)),
        **cards(one, parts.cast()),
    }


def answer(consent: Consent, *, yes: bool) -> None:
    """A writer's yes, or no. Either can be changed by the same person alone; with a no the link is gone at once.

    Raises Refused.
    """
    if yes:
        must_be_allowed_to_share(consent.person)
    with transaction.atomic():
        shared = Shared.objects.select_for_update().get(pk=consent.shared_id)
        consent.answer = Consent.Answer.YES if yes else Consent.Answer.NO
        consent.at = timezone.now()
        consent.save(update_fields=["answer", "at"])
        if yes and shared.asked_by_id != consent.person_id and public(agreed().filter(pk=shared.pk)):
            notices.shared(shared)


# What everybody may see


@dataclass
class Keepsake:
    """A combination that everybody may see. by: who put it together, "" if a bot did; by_key: the key of their row."""

    shared: Shared
    combination: Combination
    by: str
    by_key: int | None
    quote: looks.Text
    source: looks.Text
    quote_card: Any
    source_card: Any
    decks: list[dict[str, Any]]


def scene_of(keepsake: Keepsake) -> Scene:
    """Its picture, in the language it was played in: one for all who see it."""
    one = keepsake.combination
    with translation.override(one.language if is_language(one.language) else settings.LANGUAGE_CODE):
        look = kind_look(category(one))
        return Scene(
            keepsake.quote.text,
            keepsake.source.text,
            look["drawing"],
            look["kind"],
            footer=_("Nobody ever said this. It came up in a game."),
            name=str(catalog.face(GAME).title),
            quote_language=keepsake.quote.language,
            source_language=keepsake.source.language,
        )


def with_consents(rows: QuerySet[Shared]) -> QuerySet[Shared]:
    return rows.prefetch_related("consents")


def agreed() -> QuerySet[Shared]:
    """What all who were asked have said yes to. `public` sees whether everybody was asked whose yes it takes."""
    no = Consent.objects.filter(shared=OuterRef("pk")).exclude(
        answer=Consent.Answer.YES, person__isnull=False
    )
    rows = Shared.objects.filter(~Exists(no), hidden_at=None)
    over = rows.filter(match__game=GAME, match__status=Match.Status.FINISHED)
    return with_consents(over.select_related("match").defer("match__seed", "match__told", "match__options"))


def public(rows: QuerySet[Shared]) -> list[Keepsake]:
    """Those of these (of `agreed`) that everybody may see: six queries, however many there are."""
    found = [(one, combination_at(one.match, one.round, one.seat)) for one in rows]
    parts = parts_of(combination for _shared, combination in found)
    cast = parts.cast()
    return [
        Keepsake(
            shared,
            one,
            *maker(one, parts),
            decks=decks_of(one, parts),
            **cards(one, cast),
        )
        for shared, one in found
        if is_public(shared, writers(one, parts))
    ]


def is_public(shared: Shared, owed: set[int] | None) -> bool:
    """Whether all whose yes it takes, and all who were asked, have given it. A row without a person is a no."""
    consents = list(shared.consents.all())
    yes = {one.person_id for one in consents if one.answer == Consent.Answer.YES and one.person_id}
    return shared.hidden_at is None and owed is not None and owed <= yes and len(yes) == len(consents)


def by_link(link: str) -> Keepsake | None:
    """What a link leads to, if everybody may see it just now."""
    if "\x00" in link:
        return None
    return next(iter(public(agreed().filter(link=link))), None)

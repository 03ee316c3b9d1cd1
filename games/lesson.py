"""A lesson: a practice match that is always dealt alike, with a hint above every question.

Nothing about it is stored but that it is one: what was practised follows from the learner's own answers.
"""

from typing import TYPE_CHECKING, Any

import msgspec
from django.db import transaction
from django.db.models import Case, F, Q, Subquery, TextField, Value, When
from django.db.models.functions import Coalesce

from accounts.models import NAME_LIMIT
from games import beginning, catalog, dealing, decks
from games.engine import Prompt
from games.face import my_prompts
from games.models import Match, Move, Seat
from games.teaching import Answered, Lesson

if TYPE_CHECKING:
    from games.page import Sight


def begin(person: Any, slug: str) -> Match:
    """Deal the lesson of a game to a person."""
    game, lesson = catalog.GAMES[slug], catalog.face(slug).lesson
    match = Match(
        game=slug,
        rules=game.version,
        practice=True,
        lesson=True,
        seed=lesson.seed,
    )
    rows = [Seat(match=match, number=0, person=person, name=str(person)[:NAME_LIMIT], face=person.face)]
    rows += [
        Seat(match=match, number=number, bot=True, name=name, face=number)
        for number, name in enumerate(lesson.bots, 1)
    ]
    with transaction.atomic():
        chosen = decks.usual() if game.from_decks else []
        beginning.must_have_cards(slug, len(rows), chosen, lesson.options)
        dealing.deal(match, rows, msgspec.convert(lesson.options, game.options_type), chosen)
    return match


def running(person: Any, slug: str) -> Match | None:
    """The lesson this person has not played to its end, the newest if there are several."""
    mine = Match.objects.filter(game=slug, lesson=True, status=Match.Status.RUNNING, seats__person=person)
    return mine.order_by("-created_at").first()


def box(sight: "Sight") -> dict[str, Any] | None:
    """The hint for the place where the match stands now, or what was learnt; None where there is nothing to say.

    One query.
    """
    lesson: Lesson | None = sight.face.lesson
    shown = sight.match.status in (Match.Status.RUNNING, Match.Status.FINISHED)
    if not (sight.match.lesson and shown and lesson and sight.hand):
        return None
    given = own_answers(sight, lesson.most)
    orders = catalog.codec(sight.match.game).orders(sight.hand.orders)
    met = lesson.met(sight.view, orders, given, missed=sight.hand.plan_missed > 0)
    asked = in_order(sight.match.game, my_prompts(sight.view))
    count = {"met": len(met), "all": len(lesson.topics), "counts": lesson.counts}
    if asked and len(met) < len(lesson.topics) and len(given) < lesson.most:
        hint = lesson.hint(sight.view, asked[0], sight.cast, met, lesson.passed_over(given))
        if not lesson.is_over(sight.view) or (hint.topic and hint.topic not in met):  # late, only what is new
            return count | {"hint": hint}
    topics = [(words, topic in met) for topic, words in lesson.topics.items()]
    return count | {"topics": topics, "outro": lesson.outro}


def in_order(slug: str, prompts: list[Prompt]) -> list[Prompt]:
    """As the page shows them (`Game.stages`), but what is answered and can only be changed comes last."""
    order = {kind: place for place, kind in enumerate(catalog.GAMES[slug].stages)}
    return sorted(prompts, key=lambda prompt: (prompt.given, order.get(prompt.kind, 0), prompt.number))


def own_answers(sight: "Sight", most: int) -> tuple[Answered, ...]:
    """The first so many answers for this viewer's own seat, by themselves or by their orders, oldest first.

    One query; moves after the last of them are not read, so a match that goes on and on costs no more.
    """
    decode = catalog.codec(sight.match.game)
    mine = Q(seat=sight.me, by__in=[Move.By.PLAYER, Move.By.ORDERS])
    own = Case(When(mine, then=F("action")), default=Value(""), output_field=TextField())
    log = Move.objects.filter(match=sight.match).order_by("number")
    last = Subquery(log.filter(mine).values("number")[most - 1 : most])
    moves = log.filter(number__lte=Coalesce(last, F("number"))).annotate(own=own)
    given: list[Answered] = []
    before: tuple[Any, ...] = ()
    for by, action, public in moves.values_list("by", "own", "public"):
        events = decode.events(public)
        if action:
            given.append(Answered(by, decode.action(action), events, before))
            before = ()
        else:
            before += events
    return tuple(given)

"""A lesson: a practice match that is always dealt alike, with a hint above every question.

Nothing about it is stored but that it is one: what was practised follows from the learner's own answers.
"""

import json
from typing import TYPE_CHECKING, Any

import msgspec
from django.db import transaction

from accounts.models import NAME_LIMIT
from games import catalog, dealing
from games.face import Answered, Lesson, my_prompts
from games.models import Match, Move, Seat

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
        options=json.dumps(lesson.options),
    )
    rows = [Seat(match=match, number=0, person=person, name=str(person)[:NAME_LIMIT], face=person.face)]
    rows += [
        Seat(match=match, number=number, bot=True, name=name, face=number)
        for number, name in enumerate(lesson.bots, 1)
    ]
    with transaction.atomic():
        dealing.deal(match, rows, msgspec.convert(lesson.options, game.options_type))
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
    given = own_answers(sight)
    orders = catalog.codec(sight.match.game).orders(sight.hand.orders)
    met = lesson.met(sight.view, orders, given, missed=sight.hand.plan_missed > 0)
    asked = my_prompts(sight.view)
    count = {"met": len(met), "all": len(lesson.topics)}
    if asked and len(met) < len(lesson.topics):
        hint = lesson.hint(sight.view, asked[0], sight.cast, met, lesson.passed_over(given))
        late = len(given) >= lesson.most or lesson.is_over(sight.view)
        if not late or (hint.topic and hint.topic not in met):  # late, only what is new
            return count | {"hint": hint}
    return count | {"topics": [(words, topic in met) for topic, words in lesson.topics.items()]}


def own_answers(sight: "Sight") -> tuple[Answered, ...]:
    """What was answered for this viewer's own seat, by themselves or by their orders, oldest first."""
    decode = catalog.codec(sight.match.game)
    moves = Move.objects.filter(match=sight.match, seat=sight.me, by__in=[Move.By.PLAYER, Move.By.ORDERS])
    rows = moves.order_by("number").values_list("by", "action", "public")
    return tuple(Answered(by, decode.action(action), decode.events(public)) for by, action, public in rows)

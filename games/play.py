"""The one door: every answer, order and departure of a person goes through here, under the match's lock."""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from functools import wraps
from typing import Any

import msgspec
from django.db import transaction
from django.http import QueryDict

from accounts.models import NAME_LIMIT
from accounts.standing import MayNotWrite, must_be_allowed_to_write
from games import clock, forms, resting, talk
from games.catalog import face
from games.desk import BrokenMatch, Desk, UnreadableMatch, encode_text, load
from games.engine import Prompt, Reason
from games.models import Match, Move, Seat
from games.models import Prompt as PromptRow
from quotes.models import Words


@dataclass(frozen=True)
class Refusal:
    """Why nothing happened. 422: the answer is not allowed; 409: the table has gone on.

    reason: a key the face says in words. number: the prompt it was meant for. form: what was chosen. words: a
    sentence of its own, in place of the face's.
    """

    status: int
    reason: Reason
    number: int = 0
    form: QueryDict | None = None
    words: str = ""


Answer = tuple[Desk, int, Refusal | None]
"""What a person's press led to: the table as it is now, their seat, and why nothing happened, if so."""


class NotSeated(LookupError):
    """No such match, or this person does not sit in it: the two must look the same."""


def sit(code: str, person: Any) -> tuple[Desk, int]:
    """The locked match and the person's seat in it. Raises NotSeated, and UnreadableMatch to those who sit there."""
    try:
        desk = load(code)
    except UnreadableMatch:
        if not Seat.objects.filter(match__code=code, person=person).exists():
            raise NotSeated(code) from None
        raise
    seat = desk.seat_of(person) if desk else None
    if desk is None or seat is None:
        raise NotSeated(code)
    return desk, seat


def frozen_if_broken(act: Callable[..., Answer]) -> Callable[..., Answer]:
    """What would break the match freezes it and changes nothing else."""

    @wraps(act)
    def wrapped(code: str, person: Any, *args: Any) -> Answer:
        try:
            return act(code, person, *args)
        except BrokenMatch as broken:
            return freeze(code, person, str(broken))

    return wrapped


@frozen_if_broken
def answer(code: str, person: Any, number: int, form: QueryDict) -> Answer:
    """Answer prompt `number`. Sent twice it counts once; the desk shows what is true now in either case.

    Raises NotSeated.
    """
    with transaction.atomic():
        desk, seat = sit(code, person)
        refusal = take_answer(desk, seat, number, form)
        if refusal is None and desk.moves:
            # What came of my own answer is news to me, too.
            desk.hands[seat].seen = desk.match.move_count - 1
            desk.touched.add(seat)
            desk.run_on()
            desk.store()
        return desk, seat, refusal


def take_answer(desk: Desk, seat: int, number: int, form: QueryDict) -> Refusal | None:
    prompt = desk.state.prompt(number)
    rewinds = form.get(forms.REWINDS, "0")
    form = face(desk.match.game).tidy(form)
    mark = forms.fingerprint(form)
    if prompt is None or prompt.seat != seat or prompt.given:
        last = last_move(desk, number)
        if last is not None and last.seat == seat and last.form == mark:
            return None
        if prompt is None or prompt.seat != seat:
            return Refusal(409, gone(desk, seat, last), number, form)
    if not desk.match.running:
        return Refusal(409, desk.match.status, number, form)
    if rewinds != str(desk.match.rewinds):
        return Refusal(409, "rewound", number, form)
    view = desk.view(seat)
    try:
        draft = forms.read(desk.game.offer(view, prompt), form)
        action = timed(desk, prompt, desk.codec.to_action(draft.fields), form)
    except forms.Unreadable as unreadable:
        return Refusal(422, unreadable.reason, number, form)
    except msgspec.ValidationError:
        return Refusal(422, "not_understood", number, form)
    reason = desk.game.check(view, prompt, action)
    if reason is not None:
        return Refusal(422, reason, number, form)
    if draft.texts and (words := why_silent(desk, seat)):
        return Refusal(422, "muted", number, form, words)
    for name, text in draft.texts.items():
        words = Words.objects.create(author=desk.seats[seat].person, text=text)
        action = msgspec.structs.replace(action, **{name: words.pk})
    desk.play(prompt, action, Move.By.PLAYER, mark)
    desk.hands[seat].absences = 0
    return None


def why_silent(desk: Desk, seat: int) -> str:
    """Why a seat's person writes nothing for others just now; empty if they may. In practice nobody reads it."""
    try:
        if not desk.match.practice:
            must_be_allowed_to_write(desk.seats[seat].person)
    except MayNotWrite as muted:
        return muted.words
    return ""


def last_move(desk: Desk, number: int) -> Move | None:
    return Move.objects.filter(match=desk.match, prompt=number).order_by("number").last() if number else None


def gone(desk: Desk, seat: int, last: Move | None) -> Reason:
    """Why a prompt is not there any more, as far as this seat may know."""
    if last is None or last.seat != seat:
        return "over" if desk.match.over else "not_asked"
    return {
        Move.By.ORDERS: "answered_by_orders",
        Move.By.CLOCK: "answered_by_clock",
        Move.By.BOT: "answered_by_bot",
        Move.By.STANDIN: "answered_by_bot",
    }.get(Move.By(last.by), "answered_otherwise")


def timed(desk: Desk, prompt: Prompt, action: Any, form: QueryDict) -> Any:
    """The action with its reaction time, where the rules measure one."""
    times = desk.clocks.get(prompt.number)
    if times is None or not clock.is_measured(prompt, times):
        return action
    sent = form.get("took_ms", "")
    browser = int(sent) if sent.isascii() and sent.isdigit() and len(sent) < 8 else None
    return msgspec.structs.replace(action, after_ms=clock.reaction_ms(times.opened_at, desk.now, browser))


def freeze(code: str, person: Any, trouble: str) -> Answer:
    with transaction.atomic():
        desk, seat = sit(code, person)
        resting.freeze(desk, trouble)
        return desk, seat, Refusal(409, "frozen")


def leave_orders(code: str, person: Any, form: QueryDict) -> Answer:
    """Replace a part of a seat's standing orders and plans. They act when a prompt opens, never on an open one.

    What is in force is read under the lock: a plan that has just fired must not come back with an older form.
    Raises NotSeated.
    """
    with transaction.atomic():
        desk, seat = sit(code, person)
        if desk.match.over or desk.match.status == Match.Status.FROZEN:
            return desk, seat, Refusal(409, "over" if desk.match.over else "frozen")
        old, looks = desk.orders(seat), face(desk.match.game)
        try:
            texts = looks.pad_texts(form)
        except ValueError as error:
            return desk, seat, Refusal(422, str(error), form=form)
        if looks.orders_are_stale(form, old) and texts != texts_of(looks.written_in_orders(old), old):
            return desk, seat, Refusal(409, "changed_elsewhere", form=form)
        try:
            fields = looks.read_orders(form, old)
            if texts is not None:
                fields["ideas"] = [1] * len(texts)  # rows are made once all is allowed
            orders = msgspec.convert(fields, desk.game.orders_type)
        except (ValueError, msgspec.ValidationError):
            return desk, seat, Refusal(422, "not_understood", form=form)
        reason = desk.game.check_orders(desk.view(seat), orders, old)
        if reason is not None:
            return desk, seat, Refusal(422, reason, form=form)
        if texts is not None:
            there = looks.written_in_orders(old)
            if (words := why_silent(desk, seat)) and not set(texts) <= set(texts_of(there, old)):
                return desk, seat, Refusal(422, "muted", form=form, words=words)
            kept = texts_kept(texts, looks.written_in_orders(old), desk.seats[seat].person)
            orders = msgspec.structs.replace(orders, ideas=kept)
        hand = desk.hands[seat]
        text = encode_text(orders)
        if text != hand.orders:
            hand.orders = text
            hand.changed += 1
            hand.save(update_fields=["orders", "changed"])
        return desk, seat, None


def texts_of(numbers: set[int], orders: Any) -> tuple[str, ...]:
    """What stands on a pad now: a form that was sent twice says the same."""
    there = dict(Words.objects.filter(pk__in=numbers).values_list("pk", "text"))
    return tuple(there[number] for number in orders.ideas if number in there)


def texts_kept(texts: tuple[str, ...], old: set[int], author: Any) -> tuple[int, ...]:
    """The numbers of these texts; one that was there already keeps its row."""
    there = dict(Words.objects.filter(pk__in=old, author=author).values_list("text", "pk"))
    return tuple(there.get(text) or Words.objects.create(author=author, text=text).pk for text in texts)


def mark_read(code: str, person: Any, until: datetime) -> None:
    """Remember that a seat has read of everything up to a moment. Raises NotSeated.

    A moment rather than a move's number: numbers would tell how often others changed a sealed answer.
    """
    with transaction.atomic():
        desk, seat = sit(code, person)
        read = Move.objects.filter(match=desk.match, at__lte=until).order_by("number").last()
        hand = desk.hands[seat]
        if read is not None and read.number > hand.seen:
            hand.seen = read.number
            hand.save(update_fields=["seen"])


def leave(code: str, person: Any, link: str | None = None) -> Match:
    """Get up: a bot takes the seat over. With no person left the match is closed. Raises NotSeated.

    link: by which a substitute may take the seat from the bot.
    """
    try:
        with transaction.atomic():
            desk, number = sit(code, person)
            if not desk.match.over:
                get_up(desk, desk.seats[number])
            if link and not desk.match.over:
                Seat.objects.filter(match=desk.match, number=number).update(invite=link)
            return desk.match
    except BrokenMatch as broken:
        return freeze(code, person, str(broken))[0].match


def get_up(desk: Desk, seat: Seat, note: str = "left") -> None:
    seat.bot, seat.auto, seat.agrees = True, False, False
    seat.name = str(seat.person)[:NAME_LIMIT] if seat.person else seat.name
    seat.person, seat.left_by = None, seat.person
    seat.save(update_fields=["bot", "auto", "agrees", "name", "person", "left_by"])
    PromptRow.objects.filter(match=desk.match, seat=seat, waits=True).update(person=None)
    if not any(other.person_id for other in desk.seats):
        resting.close(desk, "left")
        return
    talk.note(desk.match, note, seat.number, seat.left_by)
    hand_on(desk, seat)
    resting.play_on(desk)


def hand_on(desk: Desk, seat: Seat) -> None:
    """Somebody who still sits there looks after the table of a host who left it."""
    if desk.match.host_id is not None and desk.match.host_id == seat.left_by_id:
        heir = next(other for other in desk.seats if other.person_id)
        desk.match.host = heir.person
        desk.match.save(update_fields=["host"])
        talk.note(desk.match, "host", heir.number)


@frozen_if_broken
def take_back(code: str, person: Any) -> Answer:
    """The owner of a seat is back: no bot plays it any more, and a match that slept goes on. Raises NotSeated."""
    with transaction.atomic():
        desk, number = sit(code, person)
        seat = desk.seats[number]
        if seat.auto and not desk.match.over:
            seat.auto = False
            seat.save(update_fields=["auto"])
            desk.hands[number].absences = 0
            desk.touched.add(number)
            if desk.match.status == Match.Status.ASLEEP:
                resting.start_anew(desk, number)
            else:
                talk.note(desk.match, "back", number)
            resting.play_on(desk)
        return desk, number, None

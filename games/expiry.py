"""What happens when time is up. Two sweepers, or one that dies half-way, act on a due time exactly once."""

from collections.abc import Callable, Iterable, Iterator
from datetime import datetime, timedelta

from django.db import transaction
from django.db.models import F
from django.utils import timezone

from accounts import hours
from accounts.models import User
from games import clock, notices, resting, talk
from games.alone import alone
from games.desk import MOST_ANSWERS, BrokenMatch, Desk, UnreadableMatch, load_unless_busy, rules_at_work
from games.engine import Prompt
from games.models import Hand, Match, Move, Pulse
from games.models import Prompt as PromptRow

BATCH = 100
MOST_ABSENCES = 2
LONG_SILENCE = timedelta(minutes=15)
"""A site that was away for longer gives everybody the time back in which they could not play."""


def sweep(now: datetime | None = None) -> int:
    """Expire everything that is due; the number of matches acted on."""
    put_clocks_forward(now or timezone.now())
    acted = 0
    for match_id in due_matches(now):
        with alone(match_id):
            acted += expire(match_id, now)
    return acted


def due_matches(now: datetime | None) -> Iterator[int]:
    """Matches with something due, each once, the longest overdue first, until there are no more.

    Each batch goes on where the last one ended: what could not be acted on is not read again and again.
    """
    seen: set[int] = set()
    since, then = None, set[int]()  # where the last batch ended, and the matches that were due just then
    while True:
        due = PromptRow.objects.due(now or timezone.now())
        if since is not None:
            due = due.filter(due_at__gte=since).exclude(match__in=then)
        batch = list(due.values_list("match_id", "due_at")[:BATCH])
        if not batch:
            return
        last = batch[-1][1]
        then = {match for match, at in batch if at == last} | (then if last == since else set())
        since = last
        new = {match for match, _at in batch} - seen
        seen |= new
        yield from sorted(new)


def put_clocks_forward(now: datetime) -> None:
    """Beat the pulse; if it was silent for long, everything due since then is put off by as much, once."""
    with transaction.atomic():
        Pulse.objects.bulk_create([Pulse(name="due", at=now)], ignore_conflicts=True)
        pulse = Pulse.objects.select_for_update().get(name="due")
        silence = now - pulse.at
        if silence > LONG_SILENCE:
            # Moves lock their match first of all: with the same order here nobody waits in a circle.
            running = Match.objects.filter(status=Match.Status.RUNNING, pace__gt=0)
            list(running.select_for_update(no_key=True).order_by("pk").values_list("pk"))
            # What opened since then was opened by somebody who could play.
            waiting = PromptRow.objects.filter(waits=True, due_at__gt=pulse.at, opened_at__lte=pulse.at)
            waiting.filter(remind_at__isnull=False).update(remind_at=F("remind_at") + silence)
            waiting.update(due_at=F("due_at") + silence)
            # A pause ends with all of its length given back, the silence within it included.
            hands = Hand.objects.filter(last_due__gt=pulse.at, match__status=Match.Status.RUNNING)
            hands.update(last_due=F("last_due") + silence)
        set_right = pulse.at - now > LONG_SILENCE  # the machine's clock had been ahead
        if now > pulse.at or set_right:
            pulse.at = now
            pulse.save(update_fields=["at"])


def expire(match_id: int, now: datetime | None = None) -> bool:
    """Answer everything that is due in one match. False if it was busy or nothing is due any more."""
    try:
        with transaction.atomic():
            desk = load_unless_busy(match_id)
            if desk is None or not desk.match.running:
                return False
            desk.now = now or desk.now
            return act(desk, due_numbers(desk))
    except BrokenMatch as broken:
        freeze(match_id, str(broken))
        return True


def freeze(match_id: int, trouble: str) -> None:
    with transaction.atomic():
        try:
            desk = load_unless_busy(match_id)
        except UnreadableMatch as unreadable:
            resting.freeze_unread(match_id, str(unreadable))
            return
        if desk is not None and not desk.match.over:
            resting.freeze(desk, trouble)


def due_numbers(desk: Desk) -> set[int]:
    return {number for number, times in desk.clocks.items() if times.due_at and times.due_at <= desk.now}


def act(desk: Desk, due: set[int]) -> bool:
    if not due:
        return False
    open_now = [prompt for prompt in desk.state.owed() if prompt.number in due]
    left_over = {prompt.number for prompt in open_now if is_left_over(desk, prompt)}
    desk.restarted = left_over | {
        prompt.number
        for prompt in desk.state.owed()
        if (leader := desk.leader(prompt)) and leader.number in left_over
    }
    up = {p.number for p in open_now if p.number not in desk.restarted and not put_off(desk, p)}
    missed: set[int] = set()
    for _ in range(MOST_ANSWERS):
        prompt = next((prompt for prompt in desk.state.owed() if is_up(desk, prompt, up)), None)
        if prompt is None:
            break
        answer_for(desk, prompt, missed)
    if not desk.moves and not desk.restarted:
        return False
    for seat in sorted(missed):
        count_absence(desk, seat)
    resting.play_on(desk)
    return True


def is_left_over(desk: Desk, prompt: Prompt) -> bool:
    """Whether a request ended before bots and orders had answered: they go first, and the clock begins after."""
    return desk.seats[prompt.seat].by_bot or prompt.number > desk.match.offered


def is_up(desk: Desk, prompt: Prompt, up: set[int]) -> bool:
    if desk.seats[prompt.seat].by_bot or not desk.game.ready(desk.view(prompt.seat), prompt):
        return False
    if leader := desk.leader(prompt):
        return leader.number in up  # which may have been put off, or opened just now
    if prompt.number in up:
        return True
    # Opened just now by an expired answer, and it shares a due time that is past.
    last_due = desk.hands[prompt.seat].last_due
    return (
        desk.clock_of(prompt) == "same"
        and prompt.number not in desk.clocks
        and bool(last_due and last_due <= desk.now)
    )


def put_off(desk: Desk, prompt: Prompt) -> bool:
    """Somebody away came by since: the bot waits for them once more, but never longer than anybody has."""
    person, times = desk.seats[prompt.seat].person, desk.clocks[prompt.number]
    if desk.clock_of(prompt) != "pace" or not hours.is_away(person, desk.now):
        return False
    normal = clock.normal_due(desk.match, person, times.opened_at, times.days_given)
    due = min(normal, clock.away_due(desk.match, person, times.opened_at))
    if due <= desk.now:
        return False
    PromptRow.objects.filter(match=desk.match, number=prompt.number).update(due_at=due)
    return True


def answer_for(desk: Desk, prompt: Prompt, missed: set[int]) -> None:
    """The clock's answer, or a bot's for somebody who said they would be away."""
    seat, times = desk.seats[prompt.seat], desk.clocks.get(prompt.number)
    kind = desk.clock_of(prompt)
    if hours.is_away(seat.person, desk.now) and kind != "window":
        desk.play_bot(prompt)
        return
    view, orders = desk.view(prompt.seat), desk.orders(prompt.seat)
    with rules_at_work():
        action = desk.game.fallback(view, prompt, orders, desk.dice("clock"))
    desk.play(prompt, action, Move.By.CLOCK)
    # Questions that were open together are one visit.
    last_miss = desk.hands[prompt.seat].missed_at
    if kind == "pace" and times and (last_miss is None or times.opened_at >= last_miss):
        missed.add(prompt.seat)


def count_absence(desk: Desk, number: int) -> None:
    seat, hand = desk.seats[number], desk.hands[number]
    hand.absences += 1
    hand.missed_at = desk.now
    desk.touched.add(number)
    if hand.absences >= MOST_ABSENCES:
        seat.auto = True
        seat.save(update_fields=["auto"])
        talk.note(desk.match, "auto", number)
        notices.noted(desk.match, [seat], "auto")


# What else time brings


def hasten_away(now: datetime) -> int:
    """Questions to people whose days away have begun need not wait for their whole time."""
    day = clock.DAY
    away = User.objects.filter(away_until__gte=now.date() - day).exclude(away_from__gt=now.date() + day)
    hastened = 0
    for person in away:
        if hours.is_away(person, now):
            hastened += hasten(person, now)
    return hastened


def hasten(person: User, now: datetime) -> int:
    waiting = PromptRow.objects.waiting_on(person).filter(due_at__gt=now, remind_at__isnull=False)
    sooner = []
    with transaction.atomic():
        # What a move holds just now may be answered, or get another clock; it is looked at again in a minute.
        free = waiting.select_related("match").select_for_update(skip_locked=True, of=("self",))
        for row in free:
            due = clock.away_due(row.match, person, row.opened_at)
            if due < row.due_at:
                row.due_at, row.remind_at = max(due, now), None
                sooner.append(row)
        PromptRow.objects.bulk_update(sooner, ["due_at", "remind_at"])
    return len(sooner)


def wake_and_close(now: datetime) -> None:
    """Pauses that are over end; matches that slept for thirty days are closed."""
    paused = Match.objects.filter(status=Match.Status.PAUSED, paused_until__lte=now)
    for_each(paused.values_list("pk", flat=True), now, end_pause)
    asleep = Match.objects.filter(status=Match.Status.ASLEEP, since__lte=now - resting.LONGEST_SLEEP)
    for_each(asleep.values_list("pk", flat=True), now, close_sleeper)


def for_each(match_ids: Iterable[int], now: datetime, do: Callable[[Desk], None]) -> None:
    for match_id in list(match_ids):
        with alone(match_id):
            try:
                with transaction.atomic():
                    desk = load_unless_busy(match_id)
                    if desk is not None:
                        desk.now = now
                        do(desk)
            except BrokenMatch as broken:
                freeze(match_id, str(broken))


def end_pause(desk: Desk) -> None:
    until = desk.match.paused_until
    if until is not None and until <= desk.now:
        resting.resume(desk)
        resting.play_on(desk)


def close_sleeper(desk: Desk) -> None:
    if desk.match.status == Match.Status.ASLEEP:
        resting.close(desk, "slept")

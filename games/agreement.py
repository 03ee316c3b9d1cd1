"""What people at a table settle with each other: more time, a pause, or an end."""

from typing import Any

from django.db import transaction

from games import clock, notices, resting, talk
from games.desk import Desk
from games.models import Match, Seat
from games.models import Prompt as PromptRow
from games.play import Answer, Refusal, frozen_if_broken, sit

PAUSES = (3, 7, 14, 30)  # days


def give_day(code: str, person: Any, number: int, given: int) -> Answer:
    """A day more for somebody else's prompt, at most three times.

    given: how many had been given when the button was shown; a second press of the same button does nothing more.
    Raises NotSeated.
    """
    with transaction.atomic():
        desk, me = sit(code, person)
        prompt, times = desk.state.prompt(number), desk.clocks.get(number)
        if prompt is None or times is None or not times.due_at or prompt.clock != "pace" or prompt.seat == me:
            return desk, me, Refusal(409, "no_day_here")
        seat = desk.seats[prompt.seat]
        if seat.by_bot:
            return desk, me, Refusal(409, "no_day_here")
        if times.days_given != given:
            return desk, me, None
        if given >= clock.MOST_DAYS:
            return desk, me, Refusal(409, "no_more_days")
        more = clock.with_a_day(desk.match, seat.person, times)
        desk.clocks[number] = more
        PromptRow.objects.filter(match=desk.match, number=number).update(
            due_at=more.due_at, remind_at=more.remind_at, days_given=more.days_given
        )
        hand = desk.hands[prompt.seat]
        if hand.last_due == times.due_at:
            hand.last_due = more.due_at
            hand.save(update_fields=["last_due"])
        talk.note(desk.match, "day", me, to_seat=prompt.seat)
        return desk, me, None


@frozen_if_broken
def propose(code: str, person: Any, what: str, days: int) -> Answer:
    """Ask all who play to pause for so many days, or to end the match. Raises NotSeated."""
    with transaction.atomic():
        desk, me = sit(code, person)
        match = desk.match
        if what not in (Match.Proposal.PAUSE, Match.Proposal.END) or (what == "pause" and days not in PAUSES):
            return desk, me, Refusal(422, "not_understood")
        if not (match.running or (what == "end" and match.status == Match.Status.PAUSED)):
            return desk, me, Refusal(409, match.status)
        if desk.seats[me].by_bot:
            return desk, me, Refusal(409, "bot_plays")
        if match.proposal:
            same = match.proposal == what and match.proposal_days == days
            return desk, me, agree_to(desk, me) if same else Refusal(409, "other_proposal")
        match.proposal, match.proposal_days = what, days if what == "pause" else 0
        match.save(update_fields=["proposal", "proposal_days"])
        Seat.objects.filter(match=match).update(agrees=False)
        for seat in desk.seats:
            seat.agrees = False
        talk.note(match, "proposed", me, what=what, days=match.proposal_days)
        others = [seat for seat in desk.people() if seat.number != me]
        notices.noted(match, others, "proposed")
        return desk, me, agree_to(desk, me)


@frozen_if_broken
def reply(code: str, person: Any, what: str, said: str) -> Answer:
    """ "yes" or "no" to the proposal `what`; one no ends it. Raises NotSeated."""
    with transaction.atomic():
        desk, me = sit(code, person)
        if said not in ("yes", "no"):
            return desk, me, Refusal(422, "not_understood")
        yes = said == "yes"
        if desk.match.proposal != what or not what or desk.match.over:
            done = {"pause": desk.match.status == Match.Status.PAUSED, "end": desk.match.over}
            return desk, me, None if yes and done.get(what) else Refusal(409, "nothing_proposed")
        if desk.seats[me].by_bot:
            return desk, me, Refusal(409, "bot_plays")
        if yes:
            return desk, me, agree_to(desk, me)
        desk.match.proposal = Match.Proposal.NONE
        desk.match.save(update_fields=["proposal"])
        talk.note(desk.match, "refused", me)
        return desk, me, None


def agree_to(desk: Desk, me: int) -> None:
    seat = desk.seats[me]
    newly = not seat.agrees and any(other.agrees for other in desk.seats)
    if not seat.agrees:
        seat.agrees = True
        seat.save(update_fields=["agrees"])
        desk.match.changed += 1
        desk.match.save(update_fields=["changed"])
    resting.settle(desk)
    if newly and desk.match.proposal:
        talk.note(desk.match, "agreed", me)


@frozen_if_broken
def end_pause(code: str, person: Any) -> Answer:
    """Any person who plays may end a pause. Raises NotSeated."""
    with transaction.atomic():
        desk, me = sit(code, person)
        if desk.match.status == Match.Status.PAUSED:
            if desk.seats[me].by_bot:
                return desk, me, Refusal(409, "bot_plays")
            resting.resume(desk, me)
            resting.play_on(desk)
        elif not desk.match.running:
            return desk, me, Refusal(409, desk.match.status)
        return desk, me, None

"""What the notices about matches say, and whether they are still true. Nothing in them that only one hand knows."""

from datetime import timedelta
from html import unescape

import msgspec
from django.urls import reverse
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.html import strip_tags
from django.utils.timezone import localtime
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from accounts import dates, ties
from accounts.models import Send
from accounts.notices import Item, Kind, register
from games import catalog, keepsakes, matters, page, talk
from games.cast import Cast
from games.engine import Result
from games.models import Consent, Invitation, Match, Message, Prompt, Seat

BY_MAIL = frozenset({Send.Channel.MAIL.value})
BY_BOTH = frozenset({Send.Channel.MAIL.value, Send.Channel.PUSH.value})
NEAR = timedelta(days=6)

# Of a table that was never dealt: nothing is noted at it any more.
NEVER_DEALT = {
    "cancelled": gettext_lazy("The table was taken down before anybody played."),
    "unfilled": gettext_lazy("Nobody filled the table for two weeks, so it was taken down."),
}

# What becomes of a match as a whole, and the status that each such note leaves it with.
STANDS = {
    "paused": Match.Status.PAUSED,
    "asleep": Match.Status.ASLEEP,
    "frozen": Match.Status.FROZEN,
    "resumed": Match.Status.RUNNING,
    "woken": Match.Status.RUNNING,
    "thawed": Match.Status.RUNNING,
    "closed": Match.Status.CLOSED,
}


# What waits for somebody


def prompt_is_open(row: Send) -> bool:
    about = row.about
    waits = Prompt.objects.filter(
        match__code=about["match"], number=about["prompt"], waits=True, person=row.person
    )
    found = waits.select_related("seat").first()
    return found is not None and not found.seat.muted and not found.seat.by_bot


def say_prompt(row: Send) -> Item:
    sight = sight_of(row)
    words = {"game": sight.face.title, "names": others(sight)}
    if row.kind == "turn":
        subject = _("Your turn: %(game)s with %(names)s") % words
        line = _("It is your turn.")
    elif row.kind == "answer":
        subject = _("Your answer is wanted: %(game)s with %(names)s") % words
        line = _("The others wait for your answer.")
    else:
        subject = _("Not much time left: %(game)s with %(names)s") % words
        line = _("The others still wait for you.")
    return item(sight.match, subject, " ".join(filter(None, [line, deadline(sight, row)])))


def deadline(sight: page.Sight, row: Send) -> str:
    """By when, and what happens if nobody answers; in the reader's own zone."""
    number = row.about["prompt"]
    due = Prompt.objects.filter(match=sight.match, number=number).values_list("due_at", flat=True).first()
    prompt = next((prompt for prompt in sight.view.prompts if prompt.number == number), None)
    if due is None or prompt is None:
        return ""
    there = localtime(due)
    words = {
        "until": date_format(there, "l H:i") if due - timezone.now() < NEAR else dates.moment(due),
        "zone": there.tzname(),
        "silence": plain(sight.face.silence(sight.view, prompt)),
    }
    if sight.me is not None and matters.is_away(sight.seats[sight.me]):
        return _("Time until %(until)s (%(zone)s). If nothing comes from you, a bot plays for you.") % words
    return _("Time until %(until)s (%(zone)s). If nothing comes from you: %(silence)s.") % words


# What became of a match


def seat_of(row: Send) -> Seat | None:
    """Where the person sits, if they have not muted the match."""
    seats = Seat.objects.filter(match__code=row.about["match"], person=row.person, muted=False)
    return seats.select_related("match").first()


def has_begun(row: Send) -> bool:
    seat = seat_of(row)
    return seat is not None and seat.match.running


def guest_is_there(row: Send) -> bool:
    return Seat.objects.filter(
        match__code=row.about["match"],
        match__host=row.person,
        match__status=Match.Status.LOBBY,
        person=row.about["person"],
    ).exists()


def end_is_news(row: Send) -> bool:
    """Not to somebody who has read to the last move, or made it."""
    seat = seat_of(row)
    return seat is not None and seat.match.over and seat.hand.seen < row.about["last"]


def note_is_news(row: Send) -> bool:
    seat = seat_of(row)
    if seat is None or row.about["key"] in NEVER_DEALT:
        return seat is not None
    return seat.talk_seen < row.about["note"] and still_holds(row.about["key"], row.about["note"], seat)


def still_holds(key: str, number: int, seat: Seat) -> bool:
    """Whether the match is as the note says, and no later note says so too, or says something else."""
    match = seat.match
    same = STANDS if key in STANDS else (key,)
    if Message.objects.filter(match=match, kind=Message.Kind.NOTE, key__in=same, number__gt=number).exists():
        return False
    if key == "proposed":
        return bool(match.proposal) and not seat.agrees
    if key == "auto":
        return seat.auto
    if key == "few_cards":
        return match.status == Match.Status.LOBBY
    return key not in STANDS or match.status == STANDS[key]


def words_are_news(row: Send) -> bool:
    seat = seat_of(row)
    if seat is None or seat.talk_seen >= row.about["note"]:
        return False
    said = Message.objects.filter(match=seat.match, number=row.about["note"], kind=Message.Kind.WORDS)
    message = said.select_related("words").first()
    if message is None or message.words is None or message.words.hidden_at:
        return False
    return message.person_id not in ties.hidden_authors(row.person)


def is_invited(row: Send) -> bool:
    return Invitation.objects.filter(
        pk=row.about["invitation"], declined_at=None, person=row.person, match__status=Match.Status.LOBBY
    ).exists()


def say_started(row: Send) -> Item:
    sight = sight_of(row)
    words = {"game": sight.face.title, "names": others(sight)}
    subject = _("%(game)s with %(names)s has begun") % words
    return item(sight.match, subject, _("The cards are dealt. The match has begun."))


def say_joined(row: Send) -> Item:
    seat = Seat.objects.select_related("match", "person").get(
        match__code=row.about["match"], person=row.about["person"]
    )
    words = {"name": page.name_of(seat), "game": catalog.face(seat.match.game).title}
    subject = _("%(name)s has sat down: %(game)s") % words
    return item(seat.match, subject, _("%(name)s has sat down at your table.") % words)


def say_finished(row: Send) -> Item:
    sight = sight_of(row)
    words = {"game": sight.face.title, "names": others(sight)}
    subject = _("%(game)s with %(names)s is over") % words
    if not sight.match.result:
        return item(sight.match, subject, _("The match was closed without a result."))
    result = msgspec.json.decode(sight.match.result, type=Result)
    ending = str(sight.face.held_back) or " ".join(
        str(sight.face.ending(result, cast_of(sight.seats, sight.me))).split()
    )
    return item(sight.match, subject, ending + ".")


def say_note(row: Send) -> Item:
    match = Match.objects.get(code=row.about["match"])
    seats = list(Seat.objects.filter(match=match).with_names().order_by("number"))
    key, me = row.about["key"], next((seat.number for seat in seats if seat.person_id == row.person_id), None)
    cast = cast_of(seats, me)
    subject = note_subject(match, key, cast)
    if key in NEVER_DEALT:
        return item(match, subject, str(NEVER_DEALT[key]))
    note = Message.objects.filter(match=match, number=row.about["note"], kind=Message.Kind.NOTE).first()
    words = plain(talk.sentence(note or {"key": key}, cast))
    if key == "auto":
        words = _("A bot plays for you. Take your seat back with one press.")
    return item(match, subject, words or subject)


def note_subject(match: Match, key: str, cast: Cast) -> str:
    others = tuple(number for number in range(len(cast.names)) if number != cast.me)
    words = {"game": catalog.face(match.game).title, "names": cast.list(others)}
    if not others:
        return _("News from the table: %(game)s") % words
    if key == "auto":
        return _("A bot plays for you: %(game)s with %(names)s") % words
    return _("News from the table: %(game)s with %(names)s") % words


def say_words(row: Send) -> Item:
    """That somebody wrote, and not what: words can be hidden later, a mail cannot be called back."""
    said = Message.objects.select_related("match", "person")
    message = said.get(
        match__code=row.about["match"], number=row.about["note"]
    )  # another may sit there by now
    words = {"name": str(message.person or _("Somebody")), "game": catalog.face(message.match.game).title}
    subject = _("%(name)s wrote to you: %(game)s") % words
    return item(message.match, subject, _("%(name)s wrote something at the table.") % words)


def say_invitation(row: Send) -> Item:
    asked = Invitation.objects.select_related("match", "by").get(pk=row.about["invitation"])
    game = catalog.face(asked.match.game).title
    if asked.by is None:
        subject = _("You are invited: %(game)s") % {"game": game}
    else:
        subject = _("%(name)s invites you: %(game)s") % {"name": asked.by, "game": game}
    return item(asked.match, subject, _("A seat is kept for you until the match begins."))


# Combinations that everybody may see


def share_is_news(row: Send) -> bool:
    """A question while it is open and nobody has said no; that all agree, while they do."""
    if "shared" in row.about:
        return bool(keepsakes.public(keepsakes.agreed().filter(pk=row.about["shared"], asked_by=row.person)))
    consent = keepsakes.question(row.person, row.about["consent"])
    if consent is None or consent.answer or consent.shared.hidden_at:
        return False
    muted = Seat.objects.filter(match=consent.shared.match, person=row.person, muted=True).exists()
    refused = consent.shared.consents.filter(answer=Consent.Answer.NO).exists()
    return not muted and not refused and consent.shared.asked_by_id not in ties.hidden_authors(row.person)


def say_share(row: Send) -> Item:
    """Never what it says: that can be hidden later, a mail cannot be called back."""
    if "shared" in row.about:
        shown = keepsakes.agreed().get(pk=row.about["shared"])
        words = {"game": catalog.face(shown.match.game).title}
        subject = _("Everybody may see it: %(game)s") % words
        line = _("All who wrote it have said yes. Whoever has the link sees the combination you asked about.")
        return Item(subject, line, shown.get_absolute_url(), thread=f"match.{shown.match.code}")
    consent = Consent.objects.select_related("shared__match", "shared__asked_by").get(pk=row.about["consent"])
    match, by = consent.shared.match, consent.shared.asked_by
    words = {"game": catalog.face(match.game).title, "name": str(by or _("Somebody"))}
    subject = _("%(name)s asks: may everybody see this? %(game)s") % words
    line = _("%(name)s would like to show a combination to everybody that you wrote a part of.") % words
    return Item(
        subject, line, reverse("share-answer", args=[consent.pk]), thread=f"share.{consent.shared_id}"
    )


# Words


def item(match: Match, subject: str, line: str) -> Item:
    return Item(subject, line, match.get_absolute_url(), thread=f"match.{match.code}")


def sight_of(row: Send) -> page.Sight:
    sight = page.look(row.about["match"], row.person)
    if sight is None:
        raise LookupError("nobody sits there any more")
    return sight


def cast_of(seats: list[Seat], me: int | None = None) -> Cast:
    """Names without the drawn stamps, for which a worker may not have the collected files."""
    return Cast(tuple(page.name_of(seat) for seat in seats), me)


def others(sight: page.Sight) -> str:
    """The others at the table as a phrase."""
    return cast_of(sight.seats).list(tuple(seat.number for seat in sight.seats if seat.number != sight.me))


def plain(html: str) -> str:
    """The sentences of a face are safe HTML: without its pictures and marks, and as they are read."""
    return " ".join(unescape(strip_tags(str(html))).split())


# A mail about several things is headed by the kind that stands first here.
GAME_KINDS = (
    Kind("turn", gettext_lazy("Your turn"), BY_BOTH, prompt_is_open, say_prompt),
    Kind("answer", gettext_lazy("An answer is wanted from you"), BY_BOTH, prompt_is_open, say_prompt),
    Kind("reminder", gettext_lazy("A reminder before the time is up"), BY_BOTH, prompt_is_open, say_prompt),
    Kind("started", gettext_lazy("A match has begun"), BY_MAIL, has_begun, say_started),
    Kind("joined", gettext_lazy("Somebody sat down at my table"), BY_MAIL, guest_is_there, say_joined),
    Kind("finished", gettext_lazy("A match is over"), BY_MAIL, end_is_news, say_finished),
    Kind("invitation", gettext_lazy("Somebody invites me"), BY_BOTH, is_invited, say_invitation),
    Kind("table", gettext_lazy("A match pauses, sleeps or goes on"), BY_MAIL, note_is_news, say_note),
    Kind("words", gettext_lazy("Somebody wrote at the table"), frozenset(), words_are_news, say_words),
    Kind("share", gettext_lazy("A combination of mine for everybody"), BY_MAIL, share_is_news, say_share),
)


def register_kinds() -> None:
    register(*GAME_KINDS, first=True)

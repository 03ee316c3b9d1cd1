"""The life of an upload: taken in, read, looked at by its person, added to a deck; or refused, or forgotten.

A small one is read, and added, while its person waits. Of a large one the row itself is the queue: upload_sweep.py.
"""

import hashlib
from collections.abc import Callable, Mapping
from datetime import datetime, timedelta
from typing import Any

import msgspec
from django.core.cache import cache
from django.db import transaction
from django.db.models import Q, QuerySet
from django.utils import timezone

from accounts import dates, limits
from accounts.models import User
from accounts.standing import MayNotWrite, must_be_allowed_to_write, suspended_until
from accounts.text import one_line
from quotes import crediting, decks, editing, hidden_words, licences
from quotes.exchange import MOST_BYTES, Found, Unreadable, read
from quotes.exchange.limits import MEGABYTE
from quotes.models import Deck, Upload
from quotes.refusals import Refused
from quotes.upload_cards import bring_in
from quotes.upload_rows import NEW, TAKEN, Choices, Line, counted, lines_of, report_row
from quotes.upload_twins import there

State = Upload.State

BYTES_AT_ONCE = 200_000  # read while somebody waits for the page
ROWS_AT_ONCE = 5_000  # added likewise
MOST_AN_HOUR, MOST_TRIED, HOUR = 10, 60, 60 * 60
MOST_OPEN = 10  # that wait for their person's yes
PROGRESS_KEPT = 10 * 60  # seconds
KEPT_OPEN, KEPT = timedelta(days=14), timedelta(days=90)
MOST_LETTERS, LONGEST_WORDS = 120, 20_000  # of the name of a file, and of what is typed for a new deck


# Taking in


def take_in(person: User, deck: Deck | None, data: bytes, name: str = "") -> Upload:
    """Lines or a file for a deck, or for a new one. Sent twice, it is one. Raises Refused, Unreadable, MayNotWrite."""
    must_be_allowed_to_write(person)
    decks.must_be_a_member(person)
    if len(data) > MOST_BYTES:
        raise too_big(len(data))
    digest = hashlib.sha256(data).hexdigest()
    if twin := just_sent(person, deck, digest):
        return twin
    must_not_be_too_many(person)
    fields: dict[str, Any] = {"data": data}
    if len(data) <= BYTES_AT_ONCE:
        found = read(data, name)
        if deck:
            licences.must_fit(person, found, deck.licence, deck)
        fields = as_read(found)
    with transaction.atomic():
        # The lock on the person makes two presses at once count one after the other.
        User.objects.select_for_update(no_key=True).get(pk=person.pk)
        if twin := just_sent(person, deck, digest):
            return twin
        must_be_one_more(person)
        report = {"digest": digest}
        return Upload.objects.create(
            person=person, deck=deck, name=one_line(name[:1000])[:MOST_LETTERS], report=report, **fields
        )


def too_big(size: int) -> Unreadable:
    return Unreadable("too_big", size=-(-size // MEGABYTE), limit=MOST_BYTES // MEGABYTE)


def just_sent(person: User, deck: Deck | None, digest: str) -> Upload | None:
    """The same for the same deck a moment ago: a button was pressed twice."""
    lately = Upload.objects.filter(person=person, deck=deck, at__gt=timezone.now() - decks.A_MOMENT)
    return lately.exclude(state=State.DONE).filter(report__digest=digest).first()


def must_not_be_too_many(person: User) -> None:
    """Raises Refused with the time from which more are taken. What cannot be read counts little."""
    who = str(person.pk)
    if limits.wait("import", who, MOST_AN_HOUR, HOUR):
        raise too_many(MOST_AN_HOUR)
    if not limits.allowed("import-tried", who, MOST_TRIED, HOUR):
        raise too_many(MOST_TRIED)


def must_be_one_more(person: User) -> None:
    """Under the lock on the person; it counts. Raises Refused."""
    if open_ones(person).count() >= MOST_OPEN:
        raise Refused("too_many_undecided", 429, limit=MOST_OPEN)
    if not limits.allowed("import", str(person.pk), MOST_AN_HOUR, HOUR):
        raise too_many(MOST_AN_HOUR)


def too_many(limit: int) -> Refused:
    return Refused("too_many_imports", 429, limit=limit, again=dates.after(limits.left(HOUR)))


def as_read(found: Found) -> dict[str, Any]:
    """The fields of an upload that was read."""
    count = len(found.rows)
    return {
        "state": State.READY,
        "data": msgspec.json.encode(found),
        "done_rows": count,
        "all_rows": count,
        "claimed_at": None,
        "tries": 0,
    }


# Looking


def of(person: User) -> QuerySet[Upload]:
    """Somebody's own, the latest first; without what is in them."""
    return with_decks(person.uploads.defer("data", "report")).order_by("-at", "-pk")


def with_decks(rows: QuerySet[Upload]) -> QuerySet[Upload]:
    """Each with its deck as it is there for everybody, and without the long list of a version's cards."""
    return rows.select_related("deck__published").defer("deck__published__cards")


def open_ones(person: User) -> QuerySet[Upload]:
    return person.uploads.filter(state__in=[State.WAITING, State.WORKING, State.READY])


def waiting_before(upload: Upload) -> int:
    """How many are worked on before it."""
    return to_work_on().filter(Q(at__lt=upload.at) | Q(at=upload.at, pk__lt=upload.pk)).count()


def to_work_on() -> QuerySet[Upload]:
    return Upload.objects.filter(state__in=[State.WAITING, State.WORKING])


def found_in(upload: Upload) -> Found:
    return msgspec.json.decode(upload.data or b"", type=Found)


def choices_of(upload: Upload) -> Choices:
    return msgspec.convert(upload.report.get("choices", {}), Choices, str_keys=True)


def lines(upload: Upload, found: Found, choices: Choices) -> list[Line]:
    """What becomes of each row, beside what is in the deck just now. Three queries."""
    hidden = hidden_words.keys_for(upload.deck, upload.person_id)
    if upload.deck is None:
        return lines_of(found, choices, hidden=hidden)
    return lines_of(
        found,
        choices,
        there(upload.deck),
        same_title=found.meta.title == upload.deck.title,
        since=upload.at,
        hidden=hidden,
        used=editing.numbers_used(upload.deck),
    )


def refusal_of(upload: Upload) -> Refused | Unreadable | None:
    """Why it was refused, or not added, by a sweep."""
    kept = upload.report.get("refused")
    if not kept:
        return None
    if "why" in kept:
        return Refused(kept["why"], field=kept["field"], **kept["names"])
    return Unreadable(kept["key"], **kept["params"])


# What its person does


def choose(
    upload: Upload,
    change: Callable[[Upload, Found, Choices], None],
    words: Mapping[str, str] | None = None,
) -> None:
    """Keep other choices for its rows, and how the new deck is to be called. Raises Refused once it is decided.

    change: is called under the lock, so that nothing is lost where two pages are sent at once.
    """
    with transaction.atomic():
        fresh = locked(upload)
        must_be_ready(fresh)
        choices = choices_of(fresh)
        change(fresh, found_in(fresh), choices)
        fresh.report.pop("refused", None)
        fresh.report["choices"] = msgspec.to_builtins(choices, str_keys=True)
        if words is not None:
            fresh.report["words"] = {name: words.get(name, "")[:LONGEST_WORDS] for name in decks.WORDS}
        fresh.save(update_fields=["report"])
        upload.report = fresh.report


def locked(upload: Upload) -> Upload:
    """Call it inside a transaction. Raises Refused if it is gone."""
    fresh = Upload.objects.select_for_update(no_key=True, of=("self",)).filter(pk=upload.pk).first()
    if fresh is None:
        raise Refused("upload_gone", 409)
    return fresh


def must_be_ready(upload: Upload) -> None:
    if upload.state != State.READY:
        raise Refused("upload_decided", 409)


def drop(upload: Upload) -> None:
    """Throw it away. Of what is in a deck already the report stays; done twice, it is done."""
    Upload.objects.filter(pk=upload.pk, state__in=[State.WAITING, State.READY, State.REFUSED]).delete()


def agree(upload: Upload) -> Upload:
    """Its person says yes: it is added at once or, if it is large, by a sweep. Said twice, it is said once.

    Raises Refused, MayNotWrite; nothing is in the deck then.
    """
    must_be_allowed_to_write(upload.person)
    if upload.state == State.READY:
        deck = upload.deck
        licence = deck.licence if deck else decks.read_words(words_of(upload))["licence"]
        licences.must_fit(upload.person, found_in(upload), licence, deck)
    if upload.all_rows <= ROWS_AT_ONCE:
        return add(upload)
    wanted = Upload.objects.filter(pk=upload.pk, state=State.READY)
    wanted.update(state=State.WAITING, agreed_at=timezone.now(), done_rows=0, tries=0)
    return again(upload)


def again(upload: Upload) -> Upload:
    """As it is now. Raises Refused if it was thrown away meanwhile."""
    fresh = Upload.objects.select_related("deck", "person").filter(pk=upload.pk).first()
    if fresh is None:
        raise Refused("upload_gone", 409)
    return fresh


def words_of(upload: Upload) -> dict[str, str]:
    """How the new deck is called and meant, as far as it is known."""
    words: dict[str, str] = upload.report.get("words", {})
    return words


# Into the deck


def add(upload: Upload, claimed_at: datetime | None = None) -> Upload:
    """All of it into the deck, or nothing. Done already, it is done. claimed_at: by which a sweep knows its own.

    Raises Refused, MayNotWrite.
    """
    with transaction.atomic():
        person = User.objects.select_for_update(no_key=True).get(pk=upload.person_id)
        fresh = locked(upload)
        if fresh.state == State.DONE:
            return fresh
        if until := suspended_until(person):  # said yes before, and the sweep comes later
            raise MayNotWrite(until)
        if claimed_at is None:
            must_be_ready(fresh)
        elif fresh.claimed_at != claimed_at:
            return fresh
        deck, found = decks.locked(person, fresh.deck) if fresh.deck else None, found_in(fresh)
        rows = lines(fresh, found, choices_of(fresh))
        if all(line.outcome not in TAKEN for line in rows):
            raise Refused("nothing_to_add")
        licences.must_fit(person, found, deck.licence if deck else words_of(fresh).get("licence", ""), deck)
        credit = licences.credit_for(person, found, deck, bound_by_it=licences.binds(person, found, deck))
        deck = deck or new_deck(person, fresh)
        if credit:
            crediting.take_along(deck, credit)
        into(person, deck, fresh, rows)
        return fresh


def new_deck(person: User, upload: Upload) -> Deck:
    return decks.create(person, words_of(upload))


def teller(upload: Upload, rows: int) -> Callable[[int], None]:
    """Is told how many rows are in by now. In the cache: what the addition writes is seen once all of it is there."""

    def tell(done: int) -> None:
        cache.set(progress_key(upload), (done, rows), PROGRESS_KEPT)

    return tell


def progress_key(upload: Upload) -> str:
    return f"upload-{upload.pk}"


def progress_of(upload: Upload) -> tuple[int, int]:
    """Rows that are in by now, and how many there will be; of what is not known yet, none of all that were read."""
    done, rows = cache.get(progress_key(upload)) or (0, upload.all_rows)
    return int(done), int(rows)


def into(person: User, deck: Deck, upload: Upload, rows: list[Line]) -> None:
    made = bring_in(person, deck, rows, teller(upload, sum(line.outcome in TAKEN for line in rows)))
    new = {made[line.place].number for line in rows if line.outcome == NEW}
    upload.report = {
        "form": found_in(upload).form,
        "counts": counted(rows) | {"cards": len(new)},
        "rows": [report_row(line, made.get(line.place)) for line in rows],
    }
    upload.deck, upload.state, upload.data = deck, State.DONE, None
    upload.done_rows, upload.claimed_at = upload.all_rows, None
    upload.save(update_fields=["report", "deck", "state", "data", "done_rows", "claimed_at"])


# Forgetting


def forget(now: datetime) -> None:
    """What nobody decided on, and reports that are old."""
    Upload.objects.filter(at__lt=now - KEPT_OPEN).exclude(state=State.DONE).delete()
    Upload.objects.filter(at__lt=now - KEPT).delete()

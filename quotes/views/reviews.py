"""What curators look at and decide, and taking a published deck back from everybody."""

from collections.abc import Callable
from functools import wraps
from typing import Any
from urllib.parse import urlencode

from django.core.paginator import Paginator
from django.db.models import QuerySet
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import translation
from django.utils.translation import gettext_lazy
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from accounts.onward import see_other
from accounts.standing import MayNotWrite, must_be_allowed_to_write
from accounts.text import one_line
from quotes import crediting, decks, insiders, lookup, notice_words, overlaps, publishing, reviewing
from quotes.browsing import LONGEST_SEARCH
from quotes.looks import kind_look
from quotes.models import MOST_REASON, Card, Deck, Version
from quotes.reasons import READY
from quotes.refusals import Refused
from quotes.views.pages import BOTH, language_words, page_view, refuse, seen, status_of, written
from quotes.views.publishing import done_words, same_words

CARDS, WAITING, DECIDED = 60, 50, 20  # a page
DECISIONS = {
    Version.State.PUBLISHED: (
        gettext_lazy("Publish it"),
        gettext_lazy("Everybody can play with it at once."),
    ),
    Version.State.SENT_BACK: (
        gettext_lazy("Send it back"),
        gettext_lazy("Something has to change first. It can be handed in again."),
    ),
    Version.State.REJECTED: (gettext_lazy("Reject it"), gettext_lazy("It does not belong here as it is.")),
}


def curators_only(view: Callable[..., HttpResponse]) -> Callable[..., HttpResponse]:
    """404 for everybody else: that somebody waits is nobody's business."""

    @wraps(view)
    def wrapped(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        if not publishing.is_curator(request.user):
            raise Http404
        return view(request, *args, **kwargs)

    return never_cache(wrapped)


@require_safe
@curators_only
def queue(request: HttpRequest) -> HttpResponse:
    """What waits, the oldest first, and what was decided lately."""
    page = Paginator(publishing.waiting(), WAITING).get_page(request.GET.get("page"))
    context = {
        "page": page,
        "rows": rows_of(request, page),
        "decided": rows_of(request, publishing.decided()[:DECIDED]),
        "done": done_words(request),
    }
    return render(request, "quotes/publishing/queue.html", context)


def rows_of(request: HttpRequest, versions: Any) -> list[dict[str, Any]]:
    """One query for which of the decks are partly one's own."""
    me: Any = request.user
    own = insiders.decks_of([me.pk])[me.pk]
    return [
        {
            "version": version,
            "owner": decks.owner_words(version.deck),
            "language": language_words(version.language),
            "mine": version.deck_id in own,
        }
        for version in versions
    ]


@require_http_methods(BOTH)
@curators_only
def review(request: HttpRequest, key: int) -> HttpResponse:
    """A version that was handed in. POST: what is decided about it; first the notice is shown, then it is sent."""
    version = version_there(key)
    if version is None:
        if written(request):
            return refuse(request, Refused("closed_meanwhile", 404))
        raise Http404
    if request.method != "POST":
        return review_page(request, version)
    if "look" in request.POST:  # at other cards, with a decision that is half made
        return review_page(request, version)
    try:
        return decide(request, version)
    except (Refused, MayNotWrite) as refused:
        now = version_there(key)
        return review_page(request, now, refused=refused) if now else refuse(request, refused)


def version_there(key: int) -> Version | None:
    """None for one that is gone, or whose deck is."""
    found = Version.objects.select_related("deck__owner", "deck__published", "decided_by").filter(pk=key)
    return found.filter(deck__removed_at=None, deck__hidden_at=None).first()


def decide(request: HttpRequest, version: Version) -> HttpResponse:
    state, typed = request.POST.get("decision", ""), read_own(request)
    if state not in DECISIONS:
        raise Refused("no_decision", field="decision")
    reason = publishing.reason_words(version.deck, read_ready(request), typed)
    if "sure" in request.POST:
        publishing.decide(request.user, version, state, reason)  # type: ignore[arg-type]
        return see_other("decks-review", done=state)
    publishing.must_curate(request.user, version.deck)  # type: ignore[arg-type]
    if version.state != Version.State.SUBMITTED:
        raise publishing.decided_meanwhile(version)
    if state != Version.State.PUBLISHED and not reason:
        raise Refused("no_reason", field="own")
    return review_page(request, version, preview=preview_of(version, state, reason))


def read_own(request: HttpRequest) -> str:
    """What a curator writes, who may write; the ready sentences are there for all. Raises Refused, MayNotWrite."""
    typed = publishing.read_reason(request.POST.get("own", ""))
    if typed:
        must_be_allowed_to_write(request.user)
    return typed


def read_ready(request: HttpRequest) -> list[Any]:
    """The ready sentences that were ticked. Raises Refused."""
    keys = request.POST.getlist("ready")
    if not set(keys) <= READY.keys():
        raise Refused("no_choice", field="own")
    return [sentence for key, sentence in READY.items() if key in keys]


def preview_of(version: Version, state: str, reason: str) -> dict[str, Any]:
    """The notice as its reader gets it, in that one's language."""
    language = publishing.language_of_owner(version.deck)
    with translation.override(language):
        subject, line = notice_words.verdict_words(state, version.title, reason)
    return {
        "subject": subject,
        "line": line,
        "language": language,
        "decision": state,
        "does": DECISIONS[state][0],
    }


def review_page(
    request: HttpRequest,
    version: Version,
    refused: Refused | MayNotWrite | None = None,
    preview: dict[str, Any] | None = None,
) -> HttpResponse:
    if reviewing.is_taken_back(version):
        return taken_back_page(request, version, refused)
    before = reviewing.version_before(version)
    changes = reviewing.changes_since(before, version) if before else None
    cards = publishing.cards_of(version)
    sought = sought_in(request)
    page = Paginator(lookup.saying(cards, sought), CARDS).get_page(request.GET.get("page"))
    may_decide = publishing.may_decide(request.user, version.deck)  # type: ignore[arg-type]
    waits = version.state == Version.State.SUBMITTED
    size = publishing.size_of(version) if waits else version.size
    credit, said_by_file = crediting.told(version.deck)
    context = {
        "version": version,
        "deck": version.deck,
        "owner": decks.owner_words(version.deck),
        "credit": credit,
        "said_by_file": said_by_file,
        "of_hidden": bool(overlaps.hidden_origins(version.deck)),
        "language": language_words(version.language),
        "size": size,
        "flags": flags_of(version, cards, said_by_file),
        "changes": changes,
        "same": [same_words(one, size) for one in overlaps.of(version.deck, cards)],
        "folded": changes is not None and not (sought or "page" in request.GET or "look" in request.POST),
        "page": page,
        "cards": [card_box(card) for card in page],
        "sought": sought,
        "longest": LONGEST_SEARCH,
        "query": f"{urlencode({'q': sought})}&" if sought else "",
        "waits": waits,
        "carrier": "decide" if waits and may_decide else "",
        "out": version.deck.published_id == version.pk,
        "may_decide": may_decide,
        "decisions": decision_boxes(request),
        "preview": preview,
        "refused": refused.words if refused else "",
        "wrong": getattr(refused, "field", ""),
        **reason_boxes(request),
    }
    status = status_of(refused) if refused else 200
    return render(request, "quotes/publishing/review.html", context, status=status)


def taken_back_page(
    request: HttpRequest, version: Version, refused: Refused | MayNotWrite | None
) -> HttpResponse:
    """What was decided, and nothing that its owner wrote but the title that was handed in."""
    context = {
        "version": version,
        "refused": refused.words if refused else "",
        "wrote": request.POST.get("own", ""),
    }
    status = status_of(refused) if refused else 200
    return render(request, "quotes/publishing/taken_back.html", context, status=status)


def sought_in(request: HttpRequest) -> str:
    """Typed into the form with the decision, it is sent with that; else it stands in the address."""
    sent, asked = request.POST.get("q", ""), request.GET.get("q", "")
    wanted = sent if request.POST.get("look") == "find" or "q" not in request.GET else asked
    return one_line(wanted[:200])[:LONGEST_SEARCH]


def flags_of(version: Version, cards: QuerySet[Card], *more: str) -> list[str]:
    """Words that moderators want looked at twice, in all of it; nothing is read where nobody flags any."""
    if not publishing.flaggers:
        return []
    texts = [version.title, version.description, *more]
    for card in cards.values_list("quote", "source", "description"):
        texts += card
    return publishing.flagged(texts, version.language)


def card_box(card: Card) -> dict[str, Any]:
    return {"card": card, **kind_look(card.category)}


def decision_boxes(request: HttpRequest) -> list[dict[str, Any]]:
    chosen = request.POST.get("decision", "")
    return [
        {"value": state.value, "word": word, "hint": hint, "chosen": state == chosen}
        for state, (word, hint) in DECISIONS.items()
    ]


def reason_boxes(request: HttpRequest) -> dict[str, Any]:
    """The ready sentences and one's own words, as they were sent."""
    ticked = request.POST.getlist("ready")
    return {
        "ready": [{"key": key, "words": words, "chosen": key in ticked} for key, words in READY.items()],
        "typed": request.POST.get("own", ""),
        "most": MOST_REASON,
    }


# Taking it back


@page_view
def unpublish(request: HttpRequest, key: int) -> HttpResponse:
    """Asks first. Its owner needs no reason, a curator does."""
    deck, person = seen(request, key), request.user
    own, curator = decks.owns(person, deck), publishing.is_curator(person)
    if not (own or curator) or deck.starter:
        raise Refused("not_the_owner", 403)
    if request.method != "POST":
        return unpublish_page(request, deck, own=own)
    try:
        reason = "" if own else publishing.reason_words(deck, read_ready(request), read_own(request))
        publishing.unpublish(person, deck, reason)  # type: ignore[arg-type]
    except (Refused, MayNotWrite) as refused:
        return unpublish_page(request, deck, refused.words, status_of(refused), own=own)
    return (
        see_other("deck-publish", key, done="unpublished")
        if own
        else see_other("decks-review", done="unpublished")
    )


def unpublish_page(
    request: HttpRequest, deck: Deck, refused: str = "", status: int = 200, *, own: bool
) -> HttpResponse:
    context = {
        "deck": deck,
        "words": publishing.public_words(deck),
        "own": own,
        "refused": refused,
        **reason_boxes(request),
    }
    return render(request, "quotes/publishing/unpublish.html", context, status=status)

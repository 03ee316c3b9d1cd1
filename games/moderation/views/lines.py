"""The audit list as one moderator reads it, with the decks on which curators decided."""

from collections.abc import Iterable
from typing import Any

from django.urls import reverse
from django.utils.html import format_html

from games.moderation import actions, own
from games.moderation.models import Act
from games.moderation.targets import deck_link
from games.moderation.why import label
from quotes import publishing, reviewing
from quotes.models import Deck, Version

STATES = {"unpublished": Version.State.PUBLISHED} | {
    state.value: state for state in (Version.State.PUBLISHED, Version.State.SENT_BACK, Version.State.REJECTED)
}


def of(acts: Iterable[Act], person: Any) -> list[dict[str, Any]]:
    """The same number of queries however many there are."""
    some = list(acts)
    decks = decks_in([act for act in some if act.action in STATES], person)
    return [line_of(act) | decks.get(act.pk, {}) for act in some]


def line_of(act: Act) -> dict[str, Any]:
    return {
        "act": act,
        "name": format_html("<b>{}</b>", act.moderator_name),
        "did": actions.did([act.action])[0],
        "what": own.title_of(act.case) if act.case else own.TITLES.get(act.kind, ""),
        "why": label(act.reason) if act.reason else "",
        "words": reviewing.reason_as_read(act.words) if act.action in STATES else act.words,
    }


def decks_in(acts: list[Act], person: Any) -> dict[int, dict[str, Any]]:
    """By act the title and a link: of what everybody sees that, of all else what curators read, for them alone."""
    if not acts:
        return {}
    there = Deck.objects.filter(pk__in={act.key for act in acts}, removed_at=None, hidden_at=None)
    decks = there.select_related("published").in_bulk()
    found = {}
    for act in acts:
        deck = decks.get(act.key) if act.key is not None else None
        if deck is not None and (link := deck_link(deck)):
            found[act.pk] = named(publishing.public_words(deck).title, link)
    rest = [act for act in acts if act.key in decks and act.pk not in found]
    return found | (decided(rest) if rest and publishing.is_curator(person) else {})


def decided(acts: list[Act]) -> dict[int, dict[str, Any]]:
    """As it was handed in, with the page on which it was decided."""
    rows = Version.objects.filter(deck__in={act.key for act in acts}, state__in=STATES.values())
    versions = list(rows.defer("cards").order_by("-number"))
    found = {}
    for act in acts:
        mine = (
            one
            for one in versions
            if one.deck_id == act.key
            and one.state == STATES[act.action]
            and one.decided_at is not None
            and one.decided_at <= act.at
        )
        if (version := next(mine, None)) is not None:
            found[act.pk] = named(version.title, reverse("deck-review", args=[version.pk]))
    return found


def named(title: str, link: str) -> dict[str, Any]:
    return {"title": format_html("<bdi>{}</bdi>", title), "link": link}

"""What was done to a deck as a whole: in its history, for those who edit it, with what was there before."""

import re

import pytest
from django.urls import reverse
from django.utils import timezone

from accounts import leaving
from quotes import co_editors, copying, decks, publishing, records
from quotes.models import Deck, DeckChange
from tests.games.scripts import Queries, text
from tests.quotes.curated import deck, make_curator
from tests.quotes.shelf import WORDS, play_with

pytestmark = pytest.mark.django_db


def lines(client, deck: Deck) -> list[str]:
    """What was done to the deck as a whole, in plain words, without the moment."""
    return [line for line in all_lines(client, deck) if not line[0].isdigit()]


def all_lines(client, deck: Deck) -> list[str]:
    page = text(client.get(reverse("deck-history", args=[deck.pk])))
    steps = page.split('<ol class="deck-history">')[1].split("</ol>")[0].split('<p class="what">')[1:]
    plain = (re.sub(r"<time.*?</time>", "", step) for step in steps)
    return [" ".join(re.sub(r"<[^>]+>", " ", step).split()) for step in plain]


def unpublish_by_owner(alice, bob, cleo, deck):
    publishing.unpublish(alice, publish(alice, bob, cleo, deck))


def unpublish_by_curator(alice, bob, cleo, deck):
    publishing.unpublish(cleo, publish(alice, bob, cleo, deck), "Too many fish")


def publish(alice, bob, cleo, deck):
    publishing.decide(cleo, publishing.submit(alice, deck), "published")
    return deck


def renew(alice, bob, cleo, deck):
    for anew in (False, False, True):
        decks.share_by_link(alice, deck, anew=anew)


def say(**words):
    as_it_is = {"title": "Kitchen talk", "description": "What we said", "licence": "CC BY 4.0"}
    return lambda alice, bob, cleo, deck: decks.change(alice, deck, WORDS | as_it_is | words)


CHANGED = "The words of the deck changed Alice · "
DONE = {
    "title": (
        say(title="Fish <i>talk"),
        [CHANGED + "Title before: “Kitchen talk” now: “Fish &lt;i&gt;talk”"],
    ),
    "description": (say(description=""), [CHANGED + "Description before: “What we said” now: –"]),
    "two at once": (
        say(language="de", licence=""),
        [
            CHANGED + "Language of the cards before: English now: German "
            "Licence before: CC BY 4.0 now: All rights reserved"
        ],
    ),
    "rating": (say(rating="adults"), [CHANGED + "Age rating before: For everybody now: For adults"]),
    "nothing": (say(), []),
    "link": (
        renew,
        [
            "A new link to the deck; the old one leads nowhere Alice ·",
            "Whoever has the link sees the deck Alice ·",
        ],
    ),
    "private": (
        lambda alice, bob, cleo, deck: decks.make_private(alice, decks.share_by_link(alice, deck)),
        ["Private again, and the link leads nowhere Alice ·", "Whoever has the link sees the deck Alice ·"],
    ),
    "taken back": (
        unpublish_by_owner,
        ["Taken back from everybody Alice ·", "Version 1 is published for everybody a curator ·"],
    ),
    "taken back by a curator": (
        unpublish_by_curator,
        ["Taken back from everybody a curator ·", "Version 1 is published for everybody a curator ·"],
    ),
    "a co-editor": (
        lambda alice, bob, cleo, deck: [co_editors.add(alice, deck, bob), co_editors.drop(alice, deck, bob)],
        ["Bob is no co-editor any more Alice ·", "Bob is a co-editor Alice ·"],
    ),
    "by an invitation": (
        lambda alice, bob, cleo, deck: [
            co_editors.accept(bob, co_editors.invite(alice, deck).link),
            co_editors.drop(bob, deck, bob),
        ],
        ["Bob does not edit the deck any more Bob ·", "Bob accepted an invitation and is a co-editor Bob ·"],
    ),
}


@pytest.mark.parametrize("what", DONE)
def test_what_is_done_to_a_deck_is_in_its_history_the_latest_first(alice, bob, cleo, sign_in, what):
    make_curator(cleo)
    made = deck(alice, 36 if "taken" in what else 1)
    does, wanted = DONE[what]
    does(alice, bob, cleo, made)
    assert lines(sign_in(alice), made) == wanted


def test_what_was_refused_is_in_no_history(alice, bob):
    made = deck(alice, 1)
    for attempt in (
        lambda: decks.change(alice, made, WORDS | {"title": ""}),
        lambda: decks.share_by_link(bob, made),
        lambda: co_editors.add(bob, made, bob),
    ):
        with pytest.raises(decks.Refused):
            attempt()
    co_editors.drop(alice, made, bob)  # who never was one
    assert not DeckChange.objects.exists()


def test_the_history_stands_between_what_was_done_to_cards(alice, bob, sign_in):
    made = deck(alice, 1)
    made.editors.add(bob)
    say(title="Fish talk")(alice, bob, None, made)
    made.cards.filter(number=1).update(retired_at=timezone.now(), retired_by=bob)
    said = all_lines(sign_in(bob), made)
    assert [line[:14] for line in said] == ["1 card taken o", "The words of t", "1 card added s"]


def test_only_the_latest_changes_are_kept(alice, sign_in, monkeypatch):
    monkeypatch.setattr(records, "KEPT", 3)
    made = deck(alice, 1)
    for n in range(6):
        say(title=f"Title {n}")(alice, None, None, made)
    assert list(made.changes.order_by("pk").values_list("after", flat=True)) == [
        "Title 3",
        "Title 4",
        "Title 5",
    ]


def test_the_history_of_many_changes_costs_few_queries(alice, bob, cleo, dora, sign_in):
    made = copying.copy(alice, deck(dora, 1, state="published"))
    for n, person in enumerate((bob, cleo, dora) * 3):
        say(title=f"Title {n}")(alice, None, None, made)
        co_editors.add(alice, made, person)
        co_editors.drop(alice, made, person)
    client = sign_in(alice)
    with Queries() as asked:
        assert len(lines(client, made)) == 27
    assert len(asked) <= 11, asked.sql


# Who is gone, and what is hidden


def test_the_name_of_somebody_who_is_gone_is_not_in_it(alice, bob, cleo, sign_in):
    made = deck(alice, 1)
    say(title="Fish talk")(alice, bob, cleo, made)
    for person in (bob, cleo):
        co_editors.add(alice, made, person)
    leaving.erase(cleo)
    leaving.erase(alice)
    assert lines(sign_in(bob), made) == [
        "The deck went to Bob somebody who is gone ·",
        "somebody who is gone is a co-editor somebody who is gone ·",
        "Bob is a co-editor somebody who is gone ·",
        "The words of the deck changed somebody who is gone · Title before: “Kitchen talk” now: “Fish talk”",
    ]


@pytest.mark.parametrize("how", ["removed", "its owner is gone", "a copy is left"])
def test_a_deck_that_nobody_edits_any_more_has_no_history(alice, bob, how):
    made = deck(alice, 1, licence="CC0 1.0")
    say(title="Fish talk")(alice, bob, None, made)
    co_editors.invite(alice, made)
    if how == "a copy is left":
        copying.copy(alice, made)
    else:
        play_with(made)
    if how == "its owner is gone":
        leaving.erase(alice)
    else:
        decks.remove(alice, made)
    assert (
        Deck.objects.get(pk=made.pk).removed_at
        and not made.changes.exists()
        and not made.editor_links.exists()
    )


def test_the_old_words_of_a_hidden_deck_are_read_by_nobody(alice, bob, sign_in):
    made = deck(alice, 1, title="zq secret")
    made.editors.add(bob)
    say(title="zq secret again")(alice, bob, None, made)
    Deck.objects.update(hidden_at=timezone.now())
    for person, status in ((alice, 403), (bob, 404)):
        answer = sign_in(person).get(reverse("deck-history", args=[made.pk]))
        assert answer.status_code == status and "zq secret" not in text(answer)


def test_a_copy_does_not_say_what_the_hidden_deck_was_called(alice, bob, sign_in):
    other = deck(
        bob, 1, title="zq secret", description="zq secret words", licence="CC0 1.0", state="published"
    )
    made = copying.copy(alice, other)
    say(title="Mine", description="Mine", licence="CC0 1.0", rating="teens")(alice, bob, None, made)
    client = sign_in(alice)
    assert "“zq secret (copy)”" in lines(client, made)[0] and "“zq secret words”" in lines(client, made)[0]
    Deck.objects.filter(pk=other.pk).update(hidden_at=timezone.now())
    assert lines(client, made)[0] == (
        "The words of the deck changed Alice · Title hidden by a moderator Description hidden by a moderator"
        " Age rating before: For everybody now: From 12 years"
    )

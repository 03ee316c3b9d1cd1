"""What everybody reads of an event: whoever did it, whom it was done to, and somebody else at the table."""

import re
from html import unescape

import pytest

from games.cast import Cast
from games.halt_mal_kurz import events
from games.halt_mal_kurz.face import FACE

NAMES = ("Ada", "Bo", "Cleo")


def told(event, me):
    """A sentence as it is heard: without markup, in single spaces."""
    html = FACE.say(event, Cast(NAMES, me, words=lambda number: "<Ha>"))
    return re.sub(r"\s+", " ", unescape(re.sub(r"<[^>]+>", "", str(html)))).strip()


def html(event, me=None):
    return str(FACE.say(event, Cast(NAMES, me, words=lambda number: "<Ha>")))


TO_ALL = [
    (
        events.CardLaid(seat=1, face="halt-p", target=0),
        "Bo lays penguin Halt mal kurz and names you. Halt mal kurz",
        "You lay penguin Halt mal kurz and name Ada. Halt mal kurz",
        "Bo lays penguin Halt mal kurz and names Ada. Halt mal kurz",
    ),
    (
        events.CardLaid(seat=1, face="covered-k"),
        "Bo lays a card face down: kangaroo, not funny. Nazi or Polizei?",
        "You lay a card face down: kangaroo, not funny. The others have to turn it.",
        "Bo lays a card face down: kangaroo, not funny. Nazi or Polizei?",
    ),
    (
        events.CardLaid(seat=1, face="list-a"),
        "Bo lays small-time artist Not-to-do-Liste. On a turn it does nothing.",
        "You lay small-time artist Not-to-do-Liste. On a turn it does nothing.",
        "Bo lays small-time artist Not-to-do-Liste. On a turn it does nothing.",
    ),
    (
        events.CardLaid(seat=1, face="assembly-a", delivery="roared"),
        "Bo lays small-time artist Vollversammlung. Bo roars it.",
        "You lay small-time artist Vollversammlung. You roar it.",
        "Bo lays small-time artist Vollversammlung. Bo roars it.",
    ),
    (
        events.Took(seat=1, cards=2, why="hit"),
        "Bo draws 2 cards.",
        "You draw 2 cards.",
        "Bo draws 2 cards.",
    ),
    (
        events.Took(seat=1, cards=1, why="replacement"),
        "Bo draws another card for the list.",
        "You draw another card for the list.",
        "Bo draws another card for the list.",
    ),
    (
        events.Passed(seat=1),
        "Bo can neither draw nor lay, and passes.",
        "You can neither draw nor lay, so you pass.",
        "Bo can neither draw nor lay, and passes.",
    ),
    (
        events.SaidRazupaltuff(seat=1),
        "Bo got a Razupaltuff and has to say so: Razupaltuff",
        "You got a Razupaltuff and have to say so: Razupaltuff",
        "Bo got a Razupaltuff and has to say so: Razupaltuff",
    ),
    (
        events.ListUsed(seat=1, face="list-p", against="swap-p", delivery="sung"),
        (
            "Bo uses penguin Not-to-do-Liste against Ach – mein, dein: it does nothing to Bo. "
            "Bo sings: Steht auf meiner Not-to-do-Liste"
        ),
        (
            "You use penguin Not-to-do-Liste against Ach – mein, dein: it does nothing to you. "
            "You sing: Steht auf meiner Not-to-do-Liste"
        ),
        (
            "Bo uses penguin Not-to-do-Liste against Ach – mein, dein: it does nothing to Bo. "
            "Bo sings: Steht auf meiner Not-to-do-Liste"
        ),
    ),
    (
        events.Halved(seat=1, target=0, cards=3),
        "Bo hands you 3 cards, half a hand.",
        "You hand 3 cards to Ada, half of your hand.",
        "Bo hands Ada 3 cards, half a hand.",
    ),
    (
        events.Halved(seat=1, target=0, cards=0),
        "The hand of Bo is too small to halve: you get nothing.",
        "Your hand is too small to halve: Ada gets nothing.",
        "The hand of Bo is too small to halve: Ada gets nothing.",
    ),
    (
        events.Swapped(seat=1, target=0, gave=6, got=2),
        "Bo plays Ach – mein, dein and swaps 6 cards for your 2.",
        "You play Ach – mein, dein and swap 6 cards for the 2 of Ada.",
        "Bo plays Ach – mein, dein and swaps 6 cards for the 2 of Ada.",
    ),
    (
        events.Redealt(seat=1, seats=(2, 0), counts=(4, 1)),
        "Kommunismus: hands are shuffled together and dealt anew. Cleo holds 4 cards now. You hold 1 card now.",
        "Kommunismus: hands are shuffled together and dealt anew. Cleo holds 4 cards now. Ada holds 1 card now.",
        "Kommunismus: hands are shuffled together and dealt anew. You hold 4 cards now. Ada holds 1 card now.",
    ),
    (
        events.Counted(seat=1, most=6, targets=(0, 1)),
        "Kapitalismus: you and Bo hold most, 6 cards each. Each should draw 2.",
        "Kapitalismus: Ada and you hold most, 6 cards each. Each should draw 2.",
        "Kapitalismus: Ada and Bo hold most, 6 cards each. Each should draw 2.",
    ),
    (
        events.Counted(seat=1, most=6, targets=(0,)),
        "Kapitalismus: you hold most, 6 cards, and should draw 2.",
        "Kapitalismus: Ada holds most, 6 cards, and should draw 2.",
        "Kapitalismus: Ada holds most, 6 cards, and should draw 2.",
    ),
    (
        events.NothingGiven(seat=1, targets=(0, 2), why="group"),
        "Bo has no card to give to you and Cleo.",
        "You have no card to give to Ada and Cleo.",
        "Bo has no card to give to Ada and you.",
    ),
    (
        events.Gave(seat=1, target=0, why="schnick"),
        "Bo gives you a card.",
        "You give Ada a card.",
        "Bo gives Ada a card.",
    ),
    (
        events.Gave(seat=1, target=0, why="schnick", from_pile=True),
        "Bo gives you a card from the pile.",
        "You give Ada a card from the pile.",
        "Bo gives Ada a card from the pile.",
    ),
    (
        events.Voted(seat=1, giver=2, receiver=0),
        "Bo votes that Cleo should give you a card.",
        "You vote that Cleo should give Ada a card.",
        "Bo votes that you should give Ada a card.",
    ),
    (
        events.Voted(seat=1, giver=1, receiver=0, changed=True),
        "Bo changes the vote. Bo votes that Bo should give you a card.",
        "You change your vote. You vote that you should give Ada a card.",
        "Bo changes the vote. Bo votes that Bo should give Ada a card.",
    ),
    (
        events.Voted(seat=1, changed=True),
        "Bo abstains after all.",
        "You abstain after all.",
        "Bo abstains after all.",
    ),
    (
        events.Tallied(seat=1, giver=1, receiver=0, votes=2, cast=3),
        "The assembly decides with 2 of 3 votes ▮▮▯ that Bo should give you a card.",
        "The assembly decides with 2 of 3 votes ▮▮▯ that you should give Ada a card.",
        "The assembly decides with 2 of 3 votes ▮▮▯ that Bo should give Ada a card.",
    ),
    (
        events.DuelThrown(
            seat=1, target=0, pairs=(("rock", "rock"), ("rock", "paper")), winner=0, without_well=(1,)
        ),
        (
            "Bo says first: Ohne Brunnen Bo calls: Schnick, Schnack, Schnuck You throw rock, Bo throws rock. "
            "You throw paper, Bo throws rock. You win the duel and say: Es ist kein Glücksspiel"
        ),
        (
            "You say first: Ohne Brunnen You call: Schnick, Schnack, Schnuck You throw rock, Ada throws rock. "
            "You throw rock, Ada throws paper. Ada wins the duel against you and says: Es ist kein Glücksspiel"
        ),
        (
            "Bo says first: Ohne Brunnen Bo calls: Schnick, Schnack, Schnuck Bo throws rock, Ada throws rock. "
            "Bo throws rock, Ada throws paper. Ada wins the duel and says: Es ist kein Glücksspiel"
        ),
    ),
    (
        events.DuelThrown(seat=1, target=0, pairs=(("rock", "rock"),), winner=None, again=(0,)),
        (
            "Bo calls: Schnick, Schnack, Schnuck You throw rock, Bo throws rock. "
            "Still a tie, and you have to throw again."
        ),
        (
            "You call: Schnick, Schnack, Schnuck You throw rock, Ada throws rock. "
            "Still a tie, and Ada has to throw again."
        ),
        (
            "Bo calls: Schnick, Schnack, Schnuck Bo throws rock, Ada throws rock. "
            "Still a tie, and Ada has to throw again."
        ),
    ),
    (
        events.GroupThrown(seat=1, throws=("paper", "rock", "scissors"), winners=(0,), losers=(2,)),
        (
            "Bo calls: Schnick, Schnack, Schnuck You throw paper. Bo throws rock. Cleo throws scissors. "
            "You beat Bo. Bo beats Cleo. Those who won say: Es ist kein Glücksspiel"
        ),
        (
            "You call: Schnick, Schnack, Schnuck Ada throws paper. You throw rock. Cleo throws scissors. "
            "Ada beats you. You beat Cleo. Those who won say: Es ist kein Glücksspiel"
        ),
        (
            "Bo calls: Schnick, Schnack, Schnuck Ada throws paper. Bo throws rock. You throw scissors. "
            "Ada beats Bo. Bo beats you. Those who won say: Es ist kein Glücksspiel"
        ),
    ),
    (
        events.SlapsSettled(seat=1, face="nazi-k", slaps=((2, 610), (0, 720)), draws=(0,)),
        (
            "The card of Bo was kangaroo Nazi. Cleo slapped after 0.61 s. You slapped after 0.72 s. "
            "You were the slowest and should draw a card."
        ),
        (
            "Your card was kangaroo Nazi. Cleo slapped after 0.61 s. Ada slapped after 0.72 s. "
            "Ada was the slowest and should draw a card."
        ),
        (
            "The card of Bo was kangaroo Nazi. You slapped after 0.61 s. Ada slapped after 0.72 s. "
            "Ada was the slowest and should draw a card."
        ),
    ),
    (
        events.SlapsSettled(seat=1, face="nazi-k", slaps=((2, 610),), draws=(0,)),
        (
            "The card of Bo was kangaroo Nazi. Cleo slapped after 0.61 s. "
            "You did not slap and should draw a card."
        ),
        "Your card was kangaroo Nazi. Cleo slapped after 0.61 s. Ada did not slap and should draw a card.",
        (
            "The card of Bo was kangaroo Nazi. You slapped after 0.61 s. "
            "Ada did not slap and should draw a card."
        ),
    ),
    (
        events.SlapsSettled(seat=1, face="nazi-k", slaps=(), draws=(2, 0)),
        "The card of Bo was kangaroo Nazi. Nobody slapped, so everybody but Bo should draw a card.",
        "Your card was kangaroo Nazi. Nobody slapped, so everybody but you should draw a card.",
        "The card of Bo was kangaroo Nazi. Nobody slapped, so everybody but Bo should draw a card.",
    ),
    (
        events.SlapsSettled(seat=1, face="police-p", slaps=((2, None),), draws=(2,), named=0),
        (
            "The card of Bo was penguin Polizei. It names you. Cleo slapped without a timer. "
            "A Polizei must not be slapped. Cleo should draw a card."
        ),
        (
            "Your card was penguin Polizei. It names Ada. Cleo slapped without a timer. "
            "A Polizei must not be slapped. Cleo should draw a card."
        ),
        (
            "The card of Bo was penguin Polizei. It names Ada. You slapped without a timer. "
            "A Polizei must not be slapped. You should draw a card."
        ),
    ),
    (
        events.SlowestDrawn(seat=1, target=0),
        "The lot says that you were the slowest.",
        "The lot says that Ada was the slowest.",
        "The lot says that Ada was the slowest.",
    ),
    (
        events.Opened(target=0),
        "From now on everybody sees your hand.",
        "From now on everybody sees the hand of Ada.",
        "From now on everybody sees the hand of Ada.",
    ),
    (
        events.Opened(target=0, still=True),
        "Your hand stays open.",
        "The hand of Ada stays open.",
        "The hand of Ada stays open.",
    ),
    (
        events.Closed(target=0),
        "Your hand is hidden again.",
        "The hand of Ada is hidden again.",
        "The hand of Ada is hidden again.",
    ),
    (
        events.Showed(target=0, faces=("nazi-k", "list-p")),
        "Your open hand shows what is new: kangaroo Nazi, penguin Not-to-do-Liste.",
        "Ada shows what is new: kangaroo Nazi, penguin Not-to-do-Liste.",
        "Ada shows what is new: kangaroo Nazi, penguin Not-to-do-Liste.",
    ),
    (
        events.PhotoFinish(seats=(0,)),
        "You have no card left! But first the cards of others are turned.",
        "Ada has no card left! But first the cards of others are turned.",
        "Ada has no card left! But first the cards of others are turned.",
    ),
    (
        events.Starts(seat=1, why="praline", tied=(0, 1)),
        "Bo starts: nobody ate a schnapps praline later. It was equal between you and Bo, so their throws decided.",
        "You start: nobody ate a schnapps praline later. It was equal between Ada and you, so their throws decided.",
        "Bo starts: nobody ate a schnapps praline later. It was equal between Ada and Bo, so their throws decided.",
    ),
    (
        events.Starts(seat=1, why="schnick", tied=(0, 1), by_lot=True),
        "Bo starts after the Schnick for it. It was equal between you and Bo, so the lot decided.",
        "You start: the Schnick for it was yours. It was equal between Ada and you, so the lot decided.",
        "Bo starts after the Schnick for it. It was equal between Ada and Bo, so the lot decided.",
    ),
    (
        events.Ended(winners=(0,), why="given"),
        "You have no card left, and it was not even your turn. You win!",
        "Ada has no card left, and it was somebody else’s turn. Ada wins!",
        "Ada has no card left, and it was somebody else’s turn. Ada wins!",
    ),
    (
        events.Ended(winners=(0, 1), why="shared"),
        "No card is left with you and Bo. You win together.",
        "No card is left with Ada and you. You win together.",
        "No card is left with Ada and Bo. They win together.",
    ),
]


@pytest.mark.parametrize(("event", "ada", "bo", "cleo"), TO_ALL, ids=lambda value: type(value).__name__)
def test_bo_acts_ada_is_hit_and_cleo_looks_on(event, ada, bo, cleo):
    assert [told(event, seat) for seat in range(3)] == [ada, bo, cleo]


@pytest.mark.parametrize("event", [row[0] for row in TO_ALL], ids=lambda value: type(value).__name__)
def test_a_watcher_is_never_addressed(event):
    assert not re.search(r"\b(you|your)\b", told(event, None), re.IGNORECASE)


@pytest.mark.parametrize(
    ("event", "words"),
    [
        (
            events.Drew(to=0, faces=("nazi-k", "halt-p")),
            "New in your hand: kangaroo Nazi, penguin Halt mal kurz.",
        ),
        (events.HandedOver(to=0, target=1, faces=("nazi-k",)), "You gave Bo: kangaroo Nazi."),
        (events.Received(to=0, giver=1, faces=("nazi-k",)), "You got from Bo: kangaroo Nazi."),
        (events.Received(to=0, giver=None, faces=("razupaltuff",)), "Your new hand: Razupaltuff."),
        (events.Turned(to=0, contest=3, face="police-a"), "You turn the card: small-time artist Polizei."),
        (events.Reacted(to=0, contest=3, hit=1, after_ms=487), "You slap after 0.49 s."),
        (events.Reacted(to=0, contest=3, hit=1), "You slap."),
        (events.Reacted(to=0, contest=3, hit=0), "You keep your hands off."),
        (
            events.Reacted(to=0, contest=3, hit=0, after_ms=5000, late=True),
            "Your window was over before you slapped, so your hands were off.",
        ),
        (events.Drew(to=0, faces=()), ""),
        (events.Took(seat=0, cards=1, why="gift"), ""),  # what was given says it
    ],
)
def test_what_one_seat_alone_reads(event, words):
    assert told(event, 0) == words


@pytest.mark.parametrize(
    ("event", "words"),
    [
        (
            events.Dealt(cards=6, top="nazi-p", under=1),
            "The cards are dealt, 6 each. penguin Nazi lies on top. A Razupaltuff came first and went under the pile.",
        ),
        (events.Reshuffled(cards=40), "The draw pile is empty: 40 discards are shuffled into a new one."),
        (events.FinishFailed(), "Nobody’s hand is empty any more. Play goes on."),
        (events.TurnedUp(faces=("nazi-k",)), "Still face down, and now without effect: kangaroo Nazi."),
        (
            events.Tallied(seat=1, giver=None, receiver=None, votes=0, cast=2),
            "The assembly is over: no majority in 2 votes, so nobody gives a card.",
        ),
        (
            events.Tallied(seat=1, giver=None, receiver=None, votes=0, cast=0),
            "The assembly is over. Nobody voted, so nobody gives a card.",
        ),
    ],
)
def test_what_reads_the_same_to_all(event, words):
    assert {told(event, seat) for seat in (None, 0, 1, 2)} == {words}


def test_every_event_has_a_row():
    rows = {type(row[0]) for row in TO_ALL}
    alone = {events.Drew, events.HandedOver, events.Received, events.Turned, events.Reacted}
    same = {events.Dealt, events.Reshuffled, events.FinishFailed, events.TurnedUp}
    assert rows | alone | same == set(events.AnyEvent.__args__)


@pytest.mark.parametrize(
    "event",
    [
        events.CardLaid(seat=1, face="covered-k", delivery="whispered", words=7),
        events.ListUsed(seat=1, face="list-k", against="halt-k", delivery="whispered", words=7),
    ],
)
def test_own_words_are_a_bubble_without_a_language_and_with_no_markup(event):
    said = html(event)
    assert '<q class="bubble" lang="" dir="auto" data-delivery="whispered">&lt;Ha&gt;</q>' in said


def test_printed_phrases_are_german_bubbles():
    assert '<q lang="de" class="bubble" data-delivery="plain">Kommunismus!</q>' in html(
        events.CardLaid(seat=1, face="communism")
    )


@pytest.mark.parametrize(("words", "kept"), [(None, True), (7, False)])
def test_a_sentence_with_own_words_is_not_kept_in_memory(words, kept):
    assert FACE.remembers(events.CardLaid(seat=1, face="halt-k", words=words)) is kept

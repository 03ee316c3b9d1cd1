"""What everybody reads of an event: whoever did it, whom it was done to, and somebody else at the table."""

import re
from html import unescape

import pytest

from games.cast import Cast
from games.don_martin import events
from games.don_martin.cards import NAMES as CARD_NAMES
from games.don_martin.events import AnyEvent
from games.don_martin.face import FACE
from games.don_martin.parts import Group, Score
from games.don_martin.rules import GAME
from games.don_martin.words import REASONS, option_words
from games.engine import Choice

NAMES = ("Ada", "Bo", "Cleo")
NASTY = ("<b>Ada</b>", "100 % Bo's", '"Cleo" & %(name)s')
THREE = Group(("rumms-b", "rumms-g", "rumms-o"))
FOUR = Group(("quarp-b", "quarp-g", "quarp-o", "quarp-p"))
SCORES = (Score(30, -10), Score(40, 0, 6, 100), Score(0, -25))
HANDS = (("rumms-b", "rumms-g"), (), ("zwick-b", "inkle", "zwick-o", "quarp-p"))


def told(event, me, names=NAMES):
    """A sentence as it is heard: without markup, in single spaces."""
    html = FACE.say(event, Cast(names, me))
    return re.sub(r"\s+", " ", unescape(re.sub(r"<[^>]+>", "", str(html)))).strip()


def html(event, me=None, names=NAMES):
    return str(FACE.say(event, Cast(names, me)))


def over(ending, out=1, scores=SCORES):
    return events.RoundOver(round=2, out=out, ending=ending, scores=scores, hands=HANDS)


# Bo acts; Ada is who it is done to; Cleo looks on.
TO_ALL = [
    (
        events.DealerChosen(seat=1, votes=2),
        "The others find that Bo looks most like a caricature: 2 votes. Bo deals first.",
        "The others find that you look most like a caricature: 2 votes. You deal first.",
        "The others find that Bo looks most like a caricature: 2 votes. Bo deals first.",
    ),
    (
        events.DealerChosen(seat=1, votes=1, tied=(0, 1)),
        "Equally like a caricature, with 1 vote each: you and Bo. The lot decides: Bo deals first.",
        "Equally like a caricature, with 1 vote each: Ada and you. The lot decides: you deal first.",
        "Equally like a caricature, with 1 vote each: Ada and Bo. The lot decides: Bo deals first.",
    ),
    (
        events.DealerChosen(seat=1),
        "Nobody was named as a caricature, so the lot decides: Bo deals first.",
        "Nobody was named as a caricature, so the lot decides: you deal first.",
        "Nobody was named as a caricature, so the lot decides: Bo deals first.",
    ),
    (
        events.Dealt(round=2, dealer=1, seat=2, cards=15),
        "Round 2: Bo deals, 15 cards each, and Cleo leads.",
        "Round 2: you deal, 15 cards each, and Cleo leads.",
        "Round 2: Bo deals, 15 cards each, and you lead.",
    ),
    (
        events.DealtAgain(seat=1),
        "Bo was to lead, but held nothing except black-and-white cards. So the cards are dealt again.",
        "You were to lead, but held nothing except black-and-white cards. So the cards are dealt again.",
        "Bo was to lead, but held nothing except black-and-white cards. So the cards are dealt again.",
    ),
    (
        events.Led(seat=1, face="rumms-b"),
        "Bo leads RUMMS! blue.",
        "You lead RUMMS! blue.",
        "Bo leads RUMMS! blue.",
    ),
    (
        events.Added(seat=1, face="quarp-o"),
        "Bo adds QUARP! orange.",
        "You add QUARP! orange.",
        "Bo adds QUARP! orange.",
    ),
    (
        events.TookTrick(seat=1, face="rumms-b", faces=("quarp-b", "zwick-g")),
        "Bo plays RUMMS! blue and takes 2 cards: blue QUARP, green ZWICK.",
        "You play RUMMS! blue and take 2 cards: blue QUARP, green ZWICK.",
        "Bo plays RUMMS! blue and takes 2 cards: blue QUARP, green ZWICK.",
    ),
    (
        events.TookTrick(seat=1, face="rumms-b", faces=("quarp-b",)),
        "Bo plays RUMMS! blue and takes 1 card: blue QUARP.",
        "You play RUMMS! blue and take 1 card: blue QUARP.",
        "Bo plays RUMMS! blue and takes 1 card: blue QUARP.",
    ),
    (
        events.Ignored(seat=1),
        "Bo ignores what lies there and draws a card.",
        "You ignore what lies there and draw a card.",
        "Bo ignores what lies there and draws a card.",
    ),
    (
        events.SpecialPlayed(seat=1, face="arrargh"),
        "Bo plays ARRARGH!",
        "You play ARRARGH!",
        "Bo plays ARRARGH!",
    ),
    (
        events.SpecialPlayed(seat=1, face="splabbadap"),
        "Bo plays SPLABBADAP! Whoever can throws in a coloured card.",
        "You play SPLABBADAP! Whoever can throws in a coloured card.",
        "Bo plays SPLABBADAP! Whoever can throws in a coloured card.",
    ),
    (
        events.SpecialPlayed(seat=1, face="gapween", target=0),
        "Bo plays GA-PWEEN! on you.",
        "You play GA-PWEEN! on Ada.",
        "Bo plays GA-PWEEN! on Ada.",
    ),
    (
        events.SpecialPlayed(seat=1, face="gapween", target=1),
        "Bo plays GA-PWEEN! and names nobody else.",
        "You play GA-PWEEN! and name nobody else.",
        "Bo plays GA-PWEEN! and names nobody else.",
    ),
    (
        events.SpecialPlayed(seat=1, face="inkle"),
        "Bo plays INKLE DINKLE GLINK GLONK!",
        "You play INKLE DINKLE GLINK GLONK!",
        "Bo plays INKLE DINKLE GLINK GLONK!",
    ),
    (
        events.PickedUp(seat=1, faces=("rumms-b", "quarp-g"), why="arrargh"),
        "Bo loses the turn and picks up 2 cards: blue RUMMS, green QUARP.",
        "You lose your turn and pick up 2 cards: blue RUMMS, green QUARP.",
        "Bo loses the turn and picks up 2 cards: blue RUMMS, green QUARP.",
    ),
    (
        events.PickedUp(seat=1, faces=("rumms-b",), why="splabbadap"),
        "Bo picks up 1 card: blue RUMMS.",
        "You pick up 1 card: blue RUMMS.",
        "Bo picks up 1 card: blue RUMMS.",
    ),
    (
        events.PickedUp(seat=1, faces=("rumms-b", "quarp-g"), why="splabbadap"),
        "Bo picks up all 2 cards: blue RUMMS, green QUARP.",
        "You pick up all 2 cards: blue RUMMS, green QUARP.",
        "Bo picks up all 2 cards: blue RUMMS, green QUARP.",
    ),
    (
        events.Skipped(seat=1),
        "Nothing lies there to pick up, so Bo is skipped.",
        "Nothing lies there to pick up, so you are skipped.",
        "Nothing lies there to pick up, so Bo is skipped.",
    ),
    (events.DrewTwo(seat=1, cards=2), "Bo draws 2 cards.", "You draw 2 cards.", "Bo draws 2 cards."),
    (events.DrewTwo(seat=1, cards=1), "Bo draws 1 card.", "You draw 1 card.", "Bo draws 1 card."),
    (
        events.DrewTwo(seat=1, cards=0),
        "No card is left for Bo to draw.",
        "No card is left for you to draw.",
        "No card is left for Bo to draw.",
    ),
    (
        events.Exempt(seat=1),
        "Bo has one card left and owes nothing.",
        "You have one card left and owe nothing.",
        "Bo has one card left and owes nothing.",
    ),
    (
        events.Showed(seat=1, faces=("inkle", "arrargh", "inkle")),
        (
            "Bo holds no coloured card and owes nothing. "
            "Everybody sees that hand once: 1 × ARRARGH!, 2 × INKLE DINKLE GLINK GLONK!."
        ),
        (
            "You hold no coloured card and owe nothing. "
            "Everybody sees your hand once: 1 × ARRARGH!, 2 × INKLE DINKLE GLINK GLONK!."
        ),
        (
            "Bo holds no coloured card and owes nothing. "
            "Everybody sees that hand once: 1 × ARRARGH!, 2 × INKLE DINKLE GLINK GLONK!."
        ),
    ),
    (
        events.ThrownIn(seats=(1, 0), faces=("rumms-b", "zwick-o")),
        "Thrown in at the same moment: Bo RUMMS! blue, you ZWICK! orange.",
        "Thrown in at the same moment: you RUMMS! blue, Ada ZWICK! orange.",
        "Thrown in at the same moment: Bo RUMMS! blue, Ada ZWICK! orange.",
    ),
    (
        events.LaidDown(seat=1, groups=(THREE,)),
        "Bo lays a group: 3 × RUMMS (10 points).",
        "You lay a group: 3 × RUMMS (10 points).",
        "Bo lays a group: 3 × RUMMS (10 points).",
    ),
    (
        events.LaidDown(seat=1, groups=(THREE, FOUR)),
        "Bo lays 2 groups: 3 × RUMMS (10 points), 4 × QUARP (20 points).",
        "You lay 2 groups: 3 × RUMMS (10 points), 4 × QUARP (20 points).",
        "Bo lays 2 groups: 3 × RUMMS (10 points), 4 × QUARP (20 points).",
    ),
    (
        events.LoneSpecial(seat=1, drew=True),
        "The only card of Bo is black-and-white and must not go last, so Bo draws one more.",
        "Your only card is black-and-white and must not go last, so you draw one more.",
        "The only card of Bo is black-and-white and must not go last, so Bo draws one more.",
    ),
    (
        events.LoneSpecial(seat=1, drew=False),
        "The only card of Bo is black-and-white and must not go last, so Bo passes.",
        "Your only card is black-and-white and must not go last, so you pass.",
        "The only card of Bo is black-and-white and must not go last, so Bo passes.",
    ),
    (
        over("groups"),
        (
            "Bo lays the last cards and is out. Round 2 is over. For 6 cards of the others Bo gets a point each. "
            "All groups came down at once: 100 more. This round brings: you +20, Bo +146, Cleo −25. All show what "
            "is left: you (2 × RUMMS), Cleo (1 × QUARP, 2 × ZWICK, 1 × INKLE DINKLE GLINK GLONK!)."
        ),
        (
            "You lay your last cards and are out. Round 2 is over. For 6 cards of the others you get a point each. "
            "All groups came down at once: 100 more. This round brings: Ada +20, you +146, Cleo −25. All show what "
            "is left: Ada (2 × RUMMS), Cleo (1 × QUARP, 2 × ZWICK, 1 × INKLE DINKLE GLINK GLONK!)."
        ),
        (
            "Bo lays the last cards and is out. Round 2 is over. For 6 cards of the others Bo gets a point each. "
            "All groups came down at once: 100 more. This round brings: Ada +20, Bo +146, you −25. All show what "
            "is left: Ada (2 × RUMMS), you (1 × QUARP, 2 × ZWICK, 1 × INKLE DINKLE GLINK GLONK!)."
        ),
    ),
    (
        events.Ended(winners=(1,), points=(30, 520, -25), why="target"),
        "Bo wins with 520 points! The points that the match was for are reached.",
        "You win with 520 points! The points that the match was for are reached.",
        "Bo wins with 520 points! The points that the match was for are reached.",
    ),
    (
        events.Ended(winners=(1,), points=(-30, -1, -25), why="one_round"),
        "Bo wins with −1 point!",
        "You win with −1 point!",
        "Bo wins with −1 point!",
    ),
    (
        events.Ended(winners=(0, 1), points=(90, 90, -25), why="most_rounds"),
        "The victory is shared: 90 points for you and Bo each. After 20 rounds no more is dealt.",
        "The victory is shared: 90 points for Ada and you each. After 20 rounds no more is dealt.",
        "The victory is shared: 90 points for Ada and Bo each. After 20 rounds no more is dealt.",
    ),
]

TO_NOBODY = [
    (events.AdsRemoved(), "The two advertising cards are taken out: neither makes a sound."),
    (events.PileOut(), "The draw pile is used up. From now on nobody can ignore what lies there."),
    (events.Turned(way=-1), "Play turns round: it goes anticlockwise now."),
    (events.Turned(way=1), "Play turns round: it goes clockwise again."),
]

HOW = [
    (over("lead"), "Bo leads the last card and is out."),
    (over("add"), "Bo adds the last card and is out."),
    (
        over("stall", None),
        "Nobody gets out: for 15 turns in a row, hands and table together held as many cards as before.",
    ),
    (
        over("passes", None),
        "Nobody gets out: the draw pile is used up, and nobody holds a card that may go.",
    ),
]


def kind_of(value):
    return type(value).__name__


@pytest.mark.parametrize(("event", "ada", "bo", "cleo"), TO_ALL, ids=kind_of)
def test_bo_acts_ada_is_hit_and_cleo_looks_on(event, ada, bo, cleo):
    assert [told(event, seat) for seat in range(3)] == [ada, bo, cleo]


@pytest.mark.parametrize(("event", "words"), TO_NOBODY, ids=kind_of)
def test_what_nobody_did_reads_the_same_for_all(event, words):
    assert [told(event, me) for me in (0, 1, 2, None)] == [words] * 4


@pytest.mark.parametrize(("event", "words"), HOW)
def test_how_a_round_can_end(event, words):
    assert told(event, None).startswith(f"{words} Round 2 is over.")


def test_without_the_hundred_it_is_not_mentioned():
    scores = (Score(30, -10), Score(40, 0, 1), Score(0, -25))
    event = events.RoundOver(round=1, out=1, ending="add", scores=scores, hands=(("rumms-b",), (), ()))
    assert "For 1 card of the others you get a point. This round brings" in told(event, 1)


def test_what_one_seat_alone_reads():
    assert told(events.Drew(to=0, faces=("inkle", "rumms-o")), 0) == (
        "New in your hand: INKLE DINKLE GLINK GLONK!, orange RUMMS."
    )


@pytest.mark.parametrize("event", [row[0] for row in (*TO_ALL, *TO_NOBODY, *HOW)], ids=kind_of)
def test_a_watcher_is_never_addressed(event):
    assert not re.search(r"\b(you|your)\b", told(event, None), re.IGNORECASE)


@pytest.mark.parametrize("event", [row[0] for row in (*TO_ALL, *HOW)], ids=kind_of)
@pytest.mark.parametrize("me", [0, 1, 2, None])
def test_nasty_names_are_only_names(event, me):
    html_told = html(event, me, NASTY)
    assert "<b>Ada" not in html_told
    assert '"Cleo"' not in html_told
    assert "&amp;lt;" not in html_told
    plain = told(event, me)
    for name, nasty in zip(NAMES, NASTY, strict=True):
        plain = re.sub(rf"\b{name}\b", nasty.replace("\\", ""), plain)
    assert told(event, me, NASTY) == plain


def test_every_event_has_a_sentence():
    tested = {type(row[0]) for row in (*TO_ALL, *TO_NOBODY, *HOW)} | {events.Drew}
    assert tested == set(AnyEvent.__args__)


# What is said aloud


@pytest.mark.parametrize(
    ("event", "bubbles"),
    [
        (events.Led(seat=1, face="rumms-b"), [("de", "RUMMS!")]),
        (events.TookTrick(seat=1, face="rumms-b", faces=("quarp-b",)), [("de", "RUMMS!")]),
        (events.SpecialPlayed(seat=1, face="gapween", target=0), [("en", "GA-PWEEN!")]),
        (
            events.ThrownIn(seats=(1, 2), faces=("zwick-b", "huffta-o")),
            [("de", "ZWICK!"), ("de", "HUFFTA!")],
        ),
        (events.PickedUp(seat=1, faces=("rumms-b",), why="splabbadap"), []),
        (events.Showed(seat=1, faces=("inkle", "arrargh")), []),
        (over("groups"), []),
    ],
)
def test_whatever_is_played_is_said_in_a_bubble(event, bubbles):
    found = re.findall(
        r'<q lang="(\w\w)" class="bubble" translate="no" data-delivery="plain" data-noise="(\w+)">([^<]+)</q>',
        html(event),
    )
    assert [(language, text) for language, _noise, text in found] == bubbles
    assert [CARD_NAMES[noise] for _language, noise, _text in found] == [text for _language, text in bubbles]


# Reasons and options

OFFERED = "no_pile first_card last_special not_coloured too_few no_group"
CHECKED = "not_your_card whom no_such_seat laid_twice lone_special"
ORDERED = "not_special too_many_plans empty_plan other_round"


@pytest.mark.parametrize("reason", f"{OFFERED} {CHECKED} {ORDERED}".split())
def test_every_reason_has_words_of_its_own(reason):
    assert FACE.reason(reason) != FACE.reason("wrong_answer")


def test_every_reason_that_the_rules_name_is_tested_here():
    named = f"{GAME.check.__doc__} {GAME.check_orders.__doc__}"
    found = set(re.findall(r"\b[a-z]+(?:_[a-z]+)+\b|\bwhom\b", named)) - {"wrong_answer"}
    assert found == set(REASONS)


def test_every_option_has_words():
    for field in (*GAME.settings(4), *GAME.asks):
        assert FACE.option_label(field) not in ("", field.name)
        for choice in field.choices:
            assert option_words(field, choice) not in ("", str(choice.value))


def test_options_say_what_they_mean():
    target, throws, mix = GAME.settings(4)
    (dealer,) = GAME.asks
    assert option_words(target, Choice(0)) == "one round"
    assert option_words(target, Choice(500)) == "rounds until somebody has 500 points"
    assert option_words(throws, Choice("ask")) == "everybody is asked each time"
    assert option_words(mix, Choice("even")) == (
        "of each about as many: ARRARGH! 5, SPLABBADAP! 4, GA-PWEEN! 4, INKLE 5"
    )
    assert option_words(dealer, None) == "I name nobody"
    assert option_words(dealer, Choice(1)) == "seat 2"
    assert option_words(dealer, Choice(1), NAMES) == "Bo"

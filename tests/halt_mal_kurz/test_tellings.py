"""What is read of a whole action as the rules carry it out: no sentence says what the next ones do not keep."""

import re
from html import unescape

import pytest
from django.utils import translation

from games.cast import Cast
from games.halt_mal_kurz import events
from games.halt_mal_kurz.face import FACE
from games.log import concerns
from tests.halt_mal_kurz.tables import lay_out, play, settled

NAMES = ("Ada", "Bo", "Cleo", "Dora")
CALL = "Ada calls: Schnick, Schnack, Schnuck"
WON = "Es ist kein Glücksspiel"
SAID = "Steht auf meiner Not-to-do-Liste"


def voided(against, name="Bo"):
    """A list was used, and what came of it."""
    return (
        f"{name} uses kangaroo Not-to-do-Liste against {against}: it does nothing to {name}. {SAID} "
        f"{name} draws another card for the list."
    )


def heard(played, me=None, answers="last"):
    """What the last answer led to, as one seat hears it: without markup, in single spaces."""
    with translation.override("en"):
        cast = Cast(NAMES[: played.state.table.seats], me)
        told = [FACE.say(event, cast) for event in getattr(played, answers) if event.to in (None, me)]
    text = unescape(re.sub(r"<[^>]+>", "", " ".join(str(one) for one in told if one)))
    return re.sub(r"\s+", " ", text).strip()


def duel(hands, *throws):
    return play(lay_out(hands), "0 lay schnick-k >1", *throws)


DUEL = "schnick-k halt-a / list-k nazi-a / halt-p"


@pytest.mark.parametrize(
    ("played", "words"),
    [
        pytest.param(
            duel("schnick-k halt-a nazi-p / list-k nazi-a / halt-p", "0 throw r", "1 throw s"),
            f"{CALL} Ada throws rock, Bo throws scissors. Ada wins the duel and says: {WON} Ada gives Bo a card.",
            id="a card goes over",
        ),
        pytest.param(
            duel(DUEL, "0 throw r", "1 throw s list"),
            f"{CALL} Ada throws rock, Bo throws scissors. Ada wins the duel and says: {WON} "
            + voided("Schnick-Schnack-Schnuck"),
            id="a list voids it",
        ),
        pytest.param(
            duel(DUEL, "0 throw r gift=pile", "1 throw s"),
            f"{CALL} Ada throws rock, Bo throws scissors. Ada wins the duel and says: {WON} "
            "Ada gives Bo a card from the pile.",
            id="the pile gives, which is said once",
        ),
        pytest.param(
            play(
                lay_out("nazi-k halt-p / halt-k / schnick-k", rest=1),
                "0 lay nazi-k",
                "1 plan-draw",
                "2 plan schnick-k >1",
                "2 throw r",
                "1 throw s",
            ),
            "Cleo calls: Schnick, Schnack, Schnuck Cleo throws rock, Bo throws scissors. "
            f"Cleo wins the duel and says: {WON} Cleo has no card to give to Bo. "
            "Cleo has no card left! But first the cards of others are turned.",
            id="nothing to give, not even from the pile",
        ),
        pytest.param(
            duel(DUEL, "0 throw w", "1 throw r no-well"),
            f"Bo says first: Ohne Brunnen {CALL} No well counts here, and Ada threw nothing else: "
            "Ada has to throw again.",
            id="wells alone are no tie",
        ),
        pytest.param(
            duel(DUEL, "0 throw ww no-well", "1 throw w no-well"),
            f"Ada says first: Ohne Brunnen Bo says first: Ohne Brunnen {CALL} "
            "No well counts here, and Ada and Bo threw nothing else: both have to throw again.",
            id="wells alone, both",
        ),
        pytest.param(
            duel(DUEL, "0 throw wr", "1 throw rw no-well"),
            f"Bo says first: Ohne Brunnen {CALL} Ada throws rock, Bo throws rock. "
            "Still a tie, and Ada and Bo have to throw again.",
            id="a tie between the wells",
        ),
        pytest.param(
            duel("schnick-k halt-a / nazi-a / halt-p", "0 throw s", "1 throw r"),
            f"{CALL} Ada throws scissors, Bo throws rock. Bo wins the duel and says: {WON} "
            "Bo gives Ada a card. Bo has no card left, and it was somebody else’s turn. Bo wins!",
            id="whoever was challenged gives the last card away",
        ),
    ],
)
def test_a_duel(played, words):
    assert heard(played) == words


def test_to_win_a_challenge_with_the_last_card_is_nobody_elses_doing():
    won = duel("schnick-k halt-a / nazi-a / halt-p", "0 throw s", "1 throw r")
    assert heard(won, 1).endswith(
        f"You win the duel and say: {WON} You give Ada a card. You gave Ada: small-time artist Nazi. "
        "You have no card left, and it was not even your turn. You win!"
    )


def group(hands, *throws):
    return play(lay_out(hands), "0 lay group-k", *throws)


@pytest.mark.parametrize(
    ("played", "words"),
    [
        pytest.param(
            group("group-k / nazi-a / halt-p", "0 throw r", "1 throw s", "2 throw s"),
            f"{CALL} Ada throws rock. Bo throws scissors. Cleo throws scissors. Ada beats Bo. Ada beats Cleo. "
            f"Ada says: {WON} Ada has no card to give to Bo and Cleo. Ada has no card left. Ada wins!",
            id="no card left for the beaten",
        ),
        pytest.param(
            group("group-k / list-k nazi-a / halt-p", "0 throw r", "1 throw s list", "2 throw s"),
            f"{CALL} Ada throws rock. Bo throws scissors. Cleo throws scissors. Ada beats Bo. Ada beats Cleo. "
            f"Ada says: {WON} {voided('Gruppen-Schnick')} Ada has no card to give to Cleo. "
            "Ada has no card left. Ada wins!",
            id="one of the beaten uses a list",
        ),
        pytest.param(
            group(
                "group-k / nazi-a nazi-p / halt-p halt-k / swap-k swap-p",
                "0 throw r",
                "1 throw s",
                "2 throw p",
                "3 throw s",
            ),
            f"{CALL} Ada throws rock. Bo throws scissors. Cleo throws paper. Dora throws scissors. "
            f"Cleo beats Ada. Ada beats Bo. Ada beats Dora. Those who won say: {WON} Cleo gives Ada a card. "
            "Ada gives Bo a card. Ada has no card to give to Dora. Ada has no card left. Ada wins!",
            id="the hand reaches the first alone",
        ),
        pytest.param(
            group("group-k halt-a / nazi-a / halt-p", "0 throw r", "1 throw r", "2 throw r"),
            f"{CALL} Ada throws rock. Bo throws rock. Cleo throws rock. "
            "Nobody beats anybody, so nobody gives a card.",
            id="all alike",
        ),
    ],
)
def test_a_group_duel(played, words):
    assert heard(played) == words


def assembly(hands, *votes):
    return play(lay_out(hands), "0 lay assembly-k", *votes)


DECIDED = (
    "Cleo votes that Ada should give Bo a card. "
    "The assembly decides with 2 of 2 votes ▮▮ that Ada should give Bo a card."
)


@pytest.mark.parametrize(
    ("played", "words"),
    [
        pytest.param(
            assembly("assembly-k halt-a halt-k / list-k / halt-p", "0 vote 0>1", "1 abstain", "2 vote 0>1"),
            f"{DECIDED} Ada gives Bo a card.",
            id="a card goes over",
        ),
        pytest.param(
            assembly("assembly-k / list-k nazi-a / halt-p", "0 vote 0>1", "1 abstain list", "2 vote 0>1"),
            f"{DECIDED} Ada has no card to give to Bo. Ada has no card left. Ada wins!",
            id="the giver has none",
        ),
        pytest.param(
            assembly("assembly-k halt-a / list-k / halt-p", "0 vote 0>1", "1 abstain list", "2 vote 0>1"),
            f"{DECIDED} {voided('Vollversammlung')}",
            id="the receiver uses a list",
        ),
        pytest.param(
            assembly("assembly-k / list-k / halt-p", "0 vote 0>1", "1 vote 0>2", "2 abstain"),
            "Cleo abstains. The assembly is over: no majority in 2 votes, so nobody gives a card. "
            "Ada has no card left. Ada wins!",
            id="no majority",
        ),
    ],
)
def test_an_assembly(played, words):
    assert heard(played) == words


@pytest.mark.parametrize(
    ("played", "words"),
    [
        pytest.param(
            play(
                lay_out("capitalism-k halt-a / list-k nazi-a / halt-p halt-k", top="nazi-k"),
                "0 lay capitalism-k",
                "1 react list",
                "2 react",
            ),
            "Ada lays kangaroo Kapitalismus. "
            "Kapitalismus: Bo and Cleo hold most, 2 cards each. Each should draw 2. "
            + voided("Kapitalismus")
            + " Cleo draws 2 cards.",
            id="Kapitalismus, one list",
        ),
        pytest.param(
            play(
                lay_out("communism halt-a / list-k nazi-a / halt-p halt-k", top="nazi-k"),
                "0 lay communism",
                "1 react list",
                "2 react",
            ),
            "Ada lays all symbols Kommunismus. Kommunismus! "
            + voided("Kommunismus")
            + " Kommunismus: hands are shuffled together and dealt anew. Cleo holds 2 cards now. "
            "Ada holds 1 card now.",
            id="Kommunismus, one stays out",
        ),
        pytest.param(
            play(lay_out("halt-k halt-a halt-p / list-k / halt-k"), "0 lay halt-k >1", "1 react list"),
            f"Ada lays kangaroo Halt mal kurz and names Bo. Halt mal kurz {voided('Halt mal kurz')}",
            id="Halt mal kurz, a list",
        ),
        pytest.param(
            play(lay_out("swap-k halt-a / list-k / halt-k"), "0 lay swap-k >1", "1 react list"),
            "Ada lays kangaroo Ach – mein, dein and names Bo. Ach – mein, dein … "
            + voided("Ach – mein, dein"),
            id="a swap, a list",
        ),
    ],
)
def test_cards_that_ask_first(played, words):
    assert heard(played, answers="events") == words


NAZI = "The card of Ada was kangaroo Nazi."


@pytest.mark.parametrize(
    ("played", "words"),
    [
        pytest.param(
            settled("nazi-k halt-a / list-k halt-p / halt-k", "0 lay nazi-k", "1 500 list", "2 300"),
            f"{NAZI} Bo slapped after 0.50 s. Cleo slapped after 0.30 s. "
            f"Bo was the slowest and should draw a card. {voided('Nazi')}",
            id="the slowest uses a list",
        ),
        pytest.param(
            settled("nazi-k halt-a / halt-p / halt-k", "0 lay nazi-k", "1 -", "2 300"),
            f"{NAZI} Cleo slapped after 0.30 s. Bo did not slap and should draw a card. Bo draws 1 card.",
            id="hands off a Nazi",
        ),
        pytest.param(
            settled("nazi-k halt-a / list-k halt-p / halt-k", "0 lay nazi-k", "1 - list", "2 -"),
            f"{NAZI} Nobody slapped, so everybody but Ada should draw a card. {voided('Nazi')} Cleo draws 1 card.",
            id="nobody slapped a Nazi",
        ),
        pytest.param(
            settled("nazi-k halt-a / halt-p / halt-k", "0 lay nazi-k", "1 untimed", "2 untimed"),
            f"{NAZI} Bo slapped without a timer. Cleo slapped without a timer. Nobody has to draw.",
            id="nobody was timed",
        ),
        pytest.param(
            settled("police-k halt-a / list-k halt-p / halt-k", "0 lay police-k >1", "1 500 list", "2 -"),
            "The card of Ada was kangaroo Polizei. It names Bo. Bo slapped after 0.50 s. "
            f"A Polizei must not be slapped. Bo should draw a card. {voided('Polizei')}",
            id="one list voids slap and opening",
        ),
        pytest.param(
            settled("police-k halt-a / halt-p / halt-k", "0 lay police-k >1", "1 -", "2 -"),
            "The card of Ada was kangaroo Polizei. It names Bo. Nobody slapped, so nobody has to draw. "
            "From now on everybody sees the hand of Bo. Bo shows what is new: penguin Halt mal kurz.",
            id="hands off a Polizei",
        ),
        pytest.param(
            play(
                lay_out("police-k halt-a / police-p halt-p / halt-a nazi-a"),
                "0 lay police-k >2",
                "1 plan police-p >2",
                "1 leave",
                "2 leave",
                "2 leave",
                "0 leave",
            ),
            "The card of Bo was penguin Polizei. It names Cleo. Nobody slapped, so nobody has to draw. "
            "The hand of Cleo stays open.",
            id="named twice",
        ),
    ],
)
def test_a_card_that_was_turned(played, words):
    assert heard(played) == words


# What is left out, and what is marked

SWAP = events.Swapped(seat=1, target=0, gave=1, got=1)


@pytest.mark.parametrize(
    ("laid", "left_out"),
    [
        (events.CardLaid(seat=1, face="swap-k", target=0), True),
        (events.CardLaid(seat=1, face="swap-k", target=0, delivery="sung"), False),
        (events.CardLaid(seat=1, face="swap-k", target=0, words=3), False),
    ],
)
def test_a_swap_tells_its_card_too(laid, left_out):
    assert FACE.said_by_next(laid, SWAP) is left_out


@pytest.mark.parametrize(
    ("mine", "slaps", "left_out"),
    [
        (events.Reacted(to=1, contest=4, hit=1, after_ms=2110), ((1, 2110), (2, 600)), True),
        (events.Reacted(to=1, contest=4, hit=1), ((1, None),), True),
        (events.Reacted(to=1, contest=4, hit=1, after_ms=2110), ((1, 900), (2, 2110)), False),  # another card
        (events.Reacted(to=1, contest=4, hit=0, after_ms=900), ((2, 900),), False),
        (events.Reacted(to=1, contest=4, hit=0, after_ms=4100, late=True), (), False),
        (events.Turned(to=1, contest=4, face="nazi-k"), ((1, 2110),), False),
    ],
)
def test_my_time_is_told_once_where_my_slap_settles_the_card(mine, slaps, left_out):
    settlement = events.SlapsSettled(seat=0, face="nazi-k", slaps=slaps, draws=())
    assert FACE.said_beside(mine, (settlement, mine)) is left_out
    assert FACE.said_beside(mine, (mine,)) is False  # told at once while others still have to turn it


@pytest.mark.parametrize("event", [SWAP, events.Opened(target=0), events.Gave(seat=1, target=0, why="group")])
def test_what_hits_me_is_mine(event):
    assert concerns(event, 0)
    assert not concerns(event, 2)

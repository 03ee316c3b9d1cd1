"""Every form from a real view, how its boxes become an answer, and what a refused form keeps."""

import re

import pytest
from django.http import QueryDict
from django.template.loader import render_to_string

from games import forms
from games.cast import Cast
from games.don_martin.face import FACE
from games.don_martin.pack import SOUNDS
from games.don_martin.rules import GAME
from games.engine import Codec
from tests.conftest import ROOT
from tests.don_martin.tables import held, lay_out, play
from tests.engine.tables import prompt_of

NAMES = ("Ada", "Bo", "Cleo", "Dora")
MINE = "rumms-b rumms-g rumms-o rumms-p wobbel-b wobbel-g wobbel-p zwick-o zwick-g arrargh gapween splabbadap inkle"
OTHERS = "/ quarp-b quarp-g / huffta-o pfiuut-g"
TURN = lay_out(f"{MINE}{OTHERS}", lies="blompf-b zwick-g")
LEAD = lay_out(f"{MINE}{OTHERS}")
FIRST = lay_out(f"{MINE}{OTHERS}", first=True)
LAY = lay_out(f"{MINE}{OTHERS}", asks="lay")
NO_GROUP = lay_out(f"rumms-b arrargh{OTHERS}", asks="lay")
LONE = lay_out(f"rumms-b rumms-g rumms-o rumms-p inkle{OTHERS}", asks="lay")
OUT = lay_out(f"rumms-b rumms-g rumms-o{OTHERS}", asks="lay")
CALLED = play(
    lay_out("splabbadap rumms-b / quarp-b quarp-g inkle / huffta-o pfiuut-g / zwick-b", lies="blompf-b"),
    "0 play splabbadap",
).state


def cast_for(state, seat, sort=""):
    return Cast(NAMES[: state.table.seats], seat, ("",) * state.table.seats, sort=sort)


def form_of(state, seat, kind, sent=None, sort=""):
    view, prompt = state.view(seat), prompt_of(state, seat, kind)
    query = QueryDict(sent) if sent is not None else None
    return FACE.form(view, prompt, GAME.offer(view, prompt), cast_for(state, seat, sort), query)


def shown(state, seat, kind, sent=None, sort=""):
    """The form of one question, as HTML."""
    view, prompt = state.view(seat), prompt_of(state, seat, kind)
    context = {
        "prompt": {
            "number": prompt.number,
            "kind": kind,
            "given": prompt.given,
            "question": FACE.question(view, prompt, cast_for(state, seat)),
        },
        "form": form_of(state, seat, kind, sent, sort),
        "game": FACE,
    }
    return render_to_string(FACE.prompt_template(prompt), context)


def answered(state, seat, kind, sent):
    """The action that a posted form comes to, and why it may not be played."""
    view, prompt = state.view(seat), prompt_of(state, seat, kind)
    draft = forms.read(GAME.offer(view, prompt), FACE.tidy(QueryDict(sent)))
    action = Codec(GAME).to_action(draft.fields)
    return action, GAME.check(view, prompt, action)


def unders(html):
    """What stands below each card, by its face."""
    return dict(re.findall(r'value="([^".]*)\.\d"[^>]*>.*?<span class="under">(.*?)</span>', html))


def checked(html):
    """The names and values of what is chosen."""
    tags = [tag for tag in re.findall(r"<input[^>]*>", html) if re.search(r"\schecked", tag)]
    return {tuple(re.search(rf'{key}="([^"]*)"', tag).group(1) for key in ("name", "value")) for tag in tags}


def parts_of(html):
    """A form as plain text."""
    return re.sub(r"\s+", " ", re.sub(r"<[^>]*>", " ", html))


@pytest.mark.parametrize(
    ("state", "seat", "kind", "parts"),
    [
        (
            TURN,
            0,
            "turn",
            ["13 of 13 playable", "Take 2 with RUMMS", "Add ZWICK", "Ignore: draw 1 card", "You draw"],
        ),
        (LEAD, 0, "lead", ["Lead RUMMS", "Play ARRARGH!: Bo is skipped", "Play INKLE: Cleo is next"]),
        (FIRST, 0, "lead", ["9 of 13 playable", "not as the first card"]),
        (
            LAY,
            0,
            "lay",
            [
                "RUMMS 4 cards: 20 points now. With one more: 40.",
                "WOBBEL 3 cards: 10 points now. With one more: 20.",
                "One more makes a group worth 10 points",
                "Lay down what I chose",
                "Lay nothing",
                "single lay-down",
            ],
        ),
        (NO_GROUP, 0, "lay", ["You do not hold three cards of one sound", "Lay nothing, go on to lead"]),
        (LONE, 0, "lay", ["a single black-and-white card would be left"]),
        (OUT, 0, "lay", ["That is your whole hand: the round ends."]),
        (CALLED, 1, "throw_in", ["Throw in QUARP", "one of 2", "stays with you"]),
        (
            play(CALLED, "1 throw quarp-g").state,
            1,
            "throw_in",
            ["You threw", "it is sealed", "nobody sees it before"],
        ),
    ],
)
def test_each_question_has_its_form(state, seat, kind, parts):
    text = parts_of(shown(state, seat, kind))
    assert [part for part in parts if part.lower() not in text.lower()] == []


@pytest.mark.parametrize(
    ("state", "kind", "parts"),
    [
        (
            lay_out(f"rumms-b rumms-g{OTHERS}", lies="blompf-b", rest=1),
            "turn",
            ['value="ignore"', 'name="target"'],
        ),
        (LEAD, "lead", ['value="ignore"', 'class="steps"']),
        (NO_GROUP, "lay", ['value="lay"', 'name="whole"']),
        (lay_out(f"arrargh{OTHERS}", lies="blompf-b"), "turn", ['value="play"']),
        (LAY, "lay", ["That is your whole hand", "would be left"]),
    ],
)
def test_what_is_not_to_be_chosen_is_not_there(state, kind, parts):
    html = shown(state, 0, kind)
    assert [part for part in parts if part in html] == []


# What a card would do now


@pytest.mark.parametrize(
    ("state", "kind", "face", "words"),
    [
        (TURN, "turn", "rumms-b", "takes 2 cards"),
        (TURN, "turn", "rumms-p", "adds"),
        (TURN, "turn", "arrargh", "Bo takes up 2"),
        (TURN, "turn", "splabbadap", "2 throw in"),
        (TURN, "turn", "gapween", "somebody draws 2"),
        (TURN, "turn", "inkle", "Cleo is next"),
        (LEAD, "lead", "rumms-b", "leads"),
        (LEAD, "lead", "arrargh", "skips Bo"),
        (FIRST, "lead", "inkle", "not as the first card"),
        (lay_out(f"rumms-p{OTHERS}", lies="blompf-b"), "turn", "rumms-p", "last card: ends the round"),
        (lay_out(f"rumms-p{OTHERS}"), "lead", "rumms-p", "last card: ends the round"),
        (lay_out(f"rumms-b{OTHERS}", lies="blompf-b"), "turn", "rumms-b", "takes 1 card"),
        (lay_out(f"inkle{OTHERS}", lies="blompf-b"), "turn", "inkle", "never the last card"),
        (
            lay_out(f"splabbadap zwick-o{OTHERS} / zwick-b", lies="blompf-b"),
            "turn",
            "splabbadap",
            "2 throw in",
        ),
    ],
)
def test_each_card_says_what_it_would_do_now(state, kind, face, words):
    assert unders(shown(state, 0, kind))[face] == words


@pytest.mark.parametrize(
    ("state", "kind", "words", "tells"),
    [
        (TURN, "turn", "Play ARRARGH!: Bo takes up 2 cards", "Bo lays and plays nothing. Then Cleo leads."),
        (LEAD, "lead", "Play ARRARGH!: Bo is skipped", "Nothing lies here to be picked up. Then Cleo leads."),
        (TURN, "turn", "Play INKLE: Cleo is next", "From then on it goes anticlockwise."),
        (TURN, "turn", "Add ZWICK", "It stays on the table. Bo is next."),
        (
            TURN,
            "turn",
            "Play SPLABBADAP!: 2 seats throw in",
            "A coloured card from Bo and Cleo. You take up everything, may lay groups, and lead.",
        ),
        (
            lay_out("splabbadap zwick-o / quarp-b quarp-g / huffta-o / zwick-b", lies="blompf-b"),
            "turn",
            "Play SPLABBADAP!: 1 seat throws in",
            (
                "A coloured card from Bo; Cleo and Dora hold only one and keep it. "
                "You take up everything, may lay groups, and lead."
            ),
        ),
        (
            lay_out("rumms-p / quarp-b quarp-g / huffta-o", lies="blompf-b"),
            "turn",
            "Play RUMMS and go out",
            "Your hand is empty then, and the round ends.",
        ),
    ],
)
def test_the_button_says_what_is_played_and_what_comes_of_it(state, kind, words, tells):
    told = {verb["words"]: verb["tells"] for verb in form_of(state, 0, kind)["verbs"]}
    assert told[words] == tells


def test_a_ga_pween_names_anybody_oneself_included():
    form = form_of(TURN, 0, "turn")
    assert [(row["name"], row["words"]) for row in form["whom"]] == [
        ("You", "then Bo is next"),
        ("Bo", "then Cleo is next"),
        ("Cleo", "then you are next"),
    ]
    (verb,) = [verb for verb in form["verbs"] if verb["on"]]
    assert [one["words"] for one in verb["on"]] == [
        "Play GA-PWEEN!: you draw 2 cards",
        "Play GA-PWEEN!: Bo draws 2 cards",
        "Play GA-PWEEN!: Cleo draws 2 cards",
    ]


def test_no_hand_has_more_deeds_than_the_button_has_words():
    cards = " ".join(f"{sound}-{colour}" for sound in SOUNDS for colour in "bg")
    state = lay_out(f"{cards} arrargh splabbadap gapween inkle / rumms-o zwick-o / rumms-p", lies="blompf-b")
    numbers = [verb["number"] for verb in form_of(state, 0, "turn")["verbs"]]
    assert numbers == list(range(1, 21))
    css = (ROOT / "static/css/don_martin.css").read_text()
    assert all(f'.tells)[data-verb="{number}"]' in css for number in numbers)


@pytest.mark.parametrize(("kind", "steps"), [("lay", 2), ("lead", 3)])
def test_take_lay_and_lead_are_three_steps_of_one_visit(kind, steps):
    state = play(TURN, "0 play rumms-b").state
    assert 'class="steps"' in shown(TURN, 0, "turn")
    if kind == "lead":
        state = play(state, "0 keep").state
    html = shown(state, 0, kind)
    assert html.count('class="done"') == steps - 1 and html.count('aria-current="step"') == 1


# From boxes to an answer


@pytest.mark.parametrize(
    ("faces", "singles", "reason"),
    [
        (["rumms-b rumms-g rumms-o rumms-p"], "", None),
        (["rumms-b rumms-g rumms-o rumms-p", "wobbel-b wobbel-g wobbel-p"], "", None),
        ([], "rumms-b rumms-g rumms-o", None),
        (["rumms-b rumms-g rumms-o rumms-p"], "rumms-b", None),  # a box below a whole group counts once
        (["rumms-b rumms-g rumms-o rumms-p"], "wobbel-b", "too_few"),
        ([], "rumms-b rumms-g", "too_few"),
        ([], "", "too_few"),
    ],
)
def test_whole_groups_and_single_cards_are_laid_together(faces, singles, reason):
    sent = QueryDict(mutable=True)
    sent["do"] = "lay"
    wanted = []
    for group in faces:
        copies = [held(LAY, 0, face) for face in group.split()]
        sent.appendlist("whole", " ".join(copies))
        wanted += copies
    for face in singles.split():
        copy = held(LAY, 0, face)
        sent.appendlist("cards", copy)
        if copy not in wanted:
            wanted.append(copy)
    action, refused = answered(LAY, 0, "lay", sent.urlencode())
    assert (list(action.cards), refused) == (wanted, reason)


def test_a_lay_down_that_leaves_a_special_alone_is_refused():
    copies = " ".join(held(LONE, 0, face) for face in ("rumms-b", "rumms-g", "rumms-o", "rumms-p"))
    assert answered(LONE, 0, "lay", f"do=lay&whole={copies.replace(' ', '+')}")[1] == "lone_special"
    assert answered(LONE, 0, "lay", "do=keep")[1] is None


@pytest.mark.parametrize(
    ("face", "sent", "target", "reason"),
    [
        ("gapween", "target=0", 0, None),
        ("gapween", "target=2", 2, None),
        ("gapween", "target=", None, "whom"),
        ("rumms-b", "target=2", 2, None),  # names nobody, and does not care
    ],
)
def test_whom_a_card_names(face, sent, target, reason):
    action, refused = answered(TURN, 0, "turn", f"do=play&card={held(TURN, 0, face)}&{sent}")
    assert (action.target, refused) == (target, reason)


def test_a_refused_form_keeps_what_was_chosen():
    card = held(TURN, 0, "gapween")
    assert {("card", card), ("target", "1")} <= checked(
        shown(TURN, 0, "turn", f"do=play&card={card}&target=1")
    )
    whole = "+".join(held(LAY, 0, face) for face in ("rumms-b", "rumms-g", "rumms-p", "rumms-o"))
    single = held(LAY, 0, "wobbel-g")
    kept = checked(shown(LAY, 0, "lay", f"do=lay&whole={whole}&cards={single}"))
    assert kept == {("whole", whole.replace("+", " ")), ("cards", single)}


def test_nothing_is_chosen_before_somebody_chooses():
    for state, kind in ((TURN, "turn"), (LEAD, "lead"), (LAY, "lay")):
        assert checked(shown(state, 0, kind)) == set()
    assert checked(shown(CALLED, 1, "throw_in")) == set()


def test_a_sealed_card_is_named_to_its_owner_alone_and_another_can_be_chosen():
    state = play(CALLED, "1 throw quarp-g").state
    assert checked(shown(state, 1, "throw_in")) == set()
    assert "QUARP" in shown(state, 1, "throw_in").partition('class="sealed"')[2].partition("</p>")[0]
    other = play(CALLED, "1 throw quarp-b").state
    assert shown(state, 2, "throw_in") == shown(other, 2, "throw_in")


@pytest.mark.parametrize(
    ("sort", "faces"),
    [
        ("", "wobbel-b wobbel-g wobbel-p rumms-b rumms-g rumms-p rumms-o zwick-g zwick-o"),
        ("colour", "wobbel-b rumms-b wobbel-g rumms-g zwick-g wobbel-p rumms-p rumms-o zwick-o"),
        ("arrival", MINE),
    ],
)
def test_a_hand_is_sorted_as_the_reader_likes(sort, faces):
    found = re.findall(r'name="card" value="([^".]*)', shown(TURN, 0, "turn", sort=sort))
    assert found[: len(faces.split())] == faces.split()


def test_groups_come_before_pairs_and_the_largest_first():
    form = form_of(LAY, 0, "lay")
    assert [str(group["all"]) for group in form["groups"]] == ["Lay all 4 RUMMS", "Lay all 3 WOBBEL"]
    assert (len(form["pairs"]), len(form["singles"]), len(form["specials"])) == (1, 0, 4)

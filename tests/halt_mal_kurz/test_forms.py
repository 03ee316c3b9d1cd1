"""Every form from a real view, how its rows become an answer, and what a refused form keeps."""

import re

import pytest
from django.http import QueryDict
from django.template.loader import render_to_string
from msgspec import convert

from games import forms
from games.cast import Cast
from games.engine import Codec
from games.halt_mal_kurz.answers import MOST_THROWS, PILE, Line, Orders, Plan
from games.halt_mal_kurz.face import FACE
from games.halt_mal_kurz.pack import MOST_SEATS
from games.halt_mal_kurz.rules import GAME
from tests.engine.tables import prompt_of
from tests.halt_mal_kurz.tables import held, lay_out, orders, play

NAMES = ("Ada", "Bo", "Cleo", "Dora")
TURN = lay_out("halt-k nazi-a police-k razupaltuff list-a / halt-p / swap-k swap-p", exempt=2)
LAID = play(lay_out("nazi-k halt-a / police-p list-p / halt-p halt-k"), "0 lay nazi-k").state
TWO = play(LAID, "1 flip", "1 slap 300", "1 lay police-p >2").state
DUEL = play(lay_out("schnick-k halt-a / list-k nazi-a / halt-p"), "0 lay schnick-k >1").state
GROUP = play(lay_out("group-k halt-a nazi-p / list-k nazi-a / halt-p halt-k"), "0 lay group-k").state
VOTE = play(lay_out("assembly-a halt-a nazi-p / list-k nazi-a / halt-p halt-k"), "0 lay assembly-a").state
SWAP = play(lay_out("swap-k halt-a / list-k nazi-a / halt-p", reactions="ask"), "0 lay swap-k >1").state
BARE = play(lay_out("swap-k halt-a / nazi-a / halt-p", reactions="ask"), "0 lay swap-k >1").state
GIVE = play(
    lay_out("group-k halt-a nazi-p nazi-k / nazi-a / halt-p"),
    "0 lay group-k",
    "0 throw p",
    "1 throw r",
    "2 throw r",
).state


def cast_for(state, seat):
    return Cast(NAMES[: state.table.seats], seat, ("",) * state.table.seats)


def shown(state, seat, kind, sent=None, kept=None):
    """The form of one question, as HTML."""
    view, prompt = state.view(seat), prompt_of(state, seat, kind)
    cast = cast_for(state, seat)
    offer = GAME.offer(view, prompt)
    if kept is not None:
        offer = GAME.preset(view, prompt, offer, kept)
    form = FACE.form(view, prompt, offer, cast, QueryDict(sent) if sent is not None else None)
    context = {
        "prompt": {
            "number": prompt.number,
            "kind": kind,
            "given": prompt.given,
            "question": FACE.question(view, prompt, cast),
            "window_ms": 4000,
            "left_ms": 3700,
        },
        "form": form,
        "game": FACE,
        "hand": FACE.hand(view, cast),
    }
    return render_to_string(FACE.prompt_template(prompt), context)


def answered(state, seat, kind, sent):
    """The action that a posted form comes to, and why it may not be played."""
    view, prompt = state.view(seat), prompt_of(state, seat, kind)
    draft = forms.read(GAME.offer(view, prompt), FACE.tidy(QueryDict(sent)))
    action = Codec(GAME).to_action(draft.fields)
    return action, GAME.check(view, prompt, action)


def checked(html):
    """The names and values of what is chosen."""
    found = set()
    for tag in re.findall(r"<input[^>]*>", html):
        if re.search(r"\schecked", tag):
            name, value = (re.search(rf'{key}="([^"]*)"', tag) for key in ("name", "value"))
            found.add((name.group(1), value.group(1)))
    return found


@pytest.mark.parametrize(
    ("state", "seat", "kind", "parts"),
    [
        (
            TURN,
            0,
            "turn",
            ["3 of 5 playable", "Lay Polizei on Bo", "Draw 1", "does not fit", "never laid", "was open last"],
        ),
        (LAID, 1, "flip", ["Turn the card", "Turn it, hands off", "2 of 2 still to turn", "4 seconds"]),
        (LAID, 1, "turn", ["Turn the cards first", "#prompt-"]),
        (
            play(LAID, "1 flip").state,
            1,
            "slap",
            ['id="slap"', 'data-window="4000"', 'data-left="3700"', 'id="slap-hit"'],
        ),
        (SWAP, 1, "react", ["Use a list", "Let it happen", "It costs you the list", 'name="words"']),
        (BARE, 1, "react", ["You hold no list that fits", "Let it happen"]),
        (
            DUEL,
            0,
            "throw",
            ["If it is a tie", "After 4 ties", "Play without well", "from the pile", "Your own card"],
        ),
        (DUEL, 1, "throw", ["If I lose and get a card", "If I win I give"]),
        (GROUP, 1, "throw", ["If I lose and get a card", "Seal my throws"]),
        (VOTE, 1, "vote", ["Most votes decide", "0 of 3 have voted", "Abstain", "If I have to give"]),
        (GIVE, 0, "give", ["Card for Bo", "Card for Cleo", "Let chance choose"]),
    ],
)
def test_each_question_has_its_form(state, seat, kind, parts):
    html = shown(state, seat, kind)
    assert [part for part in parts if part not in html] == []


@pytest.mark.parametrize(
    ("state", "seat", "kind", "parts"),
    [
        (LAID, 1, "turn", ['value="lay"', 'value="draw"']),  # owes a card: nothing to press
        (BARE, 1, "react", ['name="wish" value="1"']),  # no list: nothing to press in vain
        (DUEL, 0, "throw", ['name="wish"']),  # my own card
        (GROUP, 0, "throw", ['name="gift"', "without_well", "throw-2"]),
        (VOTE, 0, "vote", ['name="wish"']),  # who called it
        (TURN, 0, "turn", ['value="pass"']),
    ],
)
def test_what_is_not_to_be_chosen_is_not_there(state, seat, kind, parts):
    html = shown(state, seat, kind)
    assert [part for part in parts if part in html] == []


@pytest.mark.parametrize(
    ("state", "seat", "kind", "sent", "fields", "reason"),
    [
        (
            DUEL,
            0,
            "throw",
            "throw-1=rock&throw-2=&throw-3=well&without_well=0&gift=pile",
            {"throws": ("rock", "well"), "gift": PILE},
            None,
        ),
        (
            DUEL,
            1,
            "throw",
            "throw-1=paper&without_well=0&without_well=1&gift=&wish=1",
            {"throws": ("paper",), "without_well": 1, "gift": None, "wish": 1},
            None,
        ),
        (GROUP, 0, "throw", "throw-1=well", {"throws": ("well",)}, None),
        (
            VOTE,
            1,
            "vote",
            "do=vote&giver=0&receiver=0&gift=&wish=0",
            {"giver": 0, "receiver": 0},
            "same_seat",
        ),
        (VOTE, 0, "vote", "do=abstain&gift=", {"gift": None}, None),
        (BARE, 1, "react", "wish=1&delivery=plain", {"wish": 1}, "no_list"),
        (SWAP, 1, "react", "wish=1&delivery=sung&words=", {"delivery": "sung", "words": None}, None),
        (GIVE, 0, "give", "how=chance&to-1=halt-a.1&to-2=halt-a.1", {"cards": ()}, None),
        (TURN, 0, "turn", "do=draw&card=razupaltuff.1", {}, None),
    ],
)
def test_rows_of_the_page_become_an_answer(state, seat, kind, sent, fields, reason):
    action, refused = answered(state, seat, kind, sent)
    assert {name: getattr(action, name) for name in fields} == fields
    assert refused == reason


def test_gifts_go_to_the_receivers_in_their_order():
    first, second = held(GIVE, 0, "nazi-k"), held(GIVE, 0, "halt-a")
    action, refused = answered(GIVE, 0, "give", f"how=chosen&to-1={first}&to-2={second}")
    assert (action.cards, refused) == ((first, second), None)


def test_there_is_a_row_for_each_seat_that_can_be_beaten():
    others = range(1, MOST_SEATS)
    sent = QueryDict("how=chosen&" + "&".join(f"to-{place}=halt-k.{place}" for place in others))
    assert FACE.tidy(sent).getlist("cards") == [f"halt-k.{place}" for place in others]


def test_each_throw_of_a_list_says_when_it_counts():
    legends = re.findall(r"<legend>(.*?)</legend>", shown(DUEL, 0, "throw"))[:MOST_THROWS]
    assert legends == ["First", "If it is a tie", "After 2 ties", "After 3 ties", "After 4 ties"]


def test_own_words_against_a_card_are_kept_as_they_were_written():
    html = shown(SWAP, 1, "react", "wish=2&delivery=plain&words=Nein")
    assert 'name="words" maxlength="60" value="Nein"' in html and "<details open" not in html


def test_one_card_cannot_be_given_twice():
    card = held(GIVE, 0, "nazi-k")
    assert answered(GIVE, 0, "give", f"how=chosen&to-1={card}&to-2={card}")[1] == "given_twice"


@pytest.mark.parametrize(
    ("face", "sent", "target", "reason"),
    [
        ("halt-k", "target=1", 1, None),
        ("halt-k", "target=1&target-police=2", 1, None),
        ("police-k", "target=1&target-police=1", 1, None),
        ("police-k", "target=1&target-police=2", 2, "exempt"),
        ("nazi-a", "target=1", 1, "no_fit"),
    ],
)
def test_polizei_asks_apart(face, sent, target, reason):
    card = held(TURN, 0, face)
    action, refused = answered(TURN, 0, "turn", f"do=lay&card={card}&delivery=plain&words=&{sent}")
    assert (action.target, refused) == (target, reason)


@pytest.mark.parametrize(
    ("state", "seat", "kind", "sent", "kept"),
    [
        (
            TURN,
            0,
            "turn",
            "do=lay&card=nazi-a.1&target=1&delivery=sung",
            {("target", "1"), ("delivery", "sung")},
        ),
        (
            DUEL,
            1,
            "throw",
            "throw-1=well&throw-2=rock&gift=pile&wish=1&without_well=1",
            {
                ("throw-1", "well"),
                ("throw-2", "rock"),
                ("gift", "pile"),
                ("wish", "1"),
                ("without_well", "1"),
            },
        ),
        (
            SWAP,
            1,
            "react",
            "wish=2&delivery=roared&words=Nein",
            {("delivery", "roared")},
        ),
        (
            VOTE,
            1,
            "vote",
            "do=vote&giver=2&receiver=2&wish=1",
            {("giver", "2"), ("receiver", "2"), ("wish", "1")},
        ),
    ],
)
def test_a_refused_form_keeps_what_was_chosen(state, seat, kind, sent, kept):
    assert kept <= checked(shown(state, seat, kind, sent))


@pytest.mark.parametrize(("word", "wish"), [("use", "1"), ("ask", "0"), ("never", "0")])
def test_a_wish_starts_as_the_orders_say(word, wish):
    kept = Orders(word, word, word, word, word)
    assert ("wish", wish) in checked(shown(DUEL, 1, "throw", kept=kept))
    assert ("wish", wish) in checked(shown(VOTE, 1, "vote", kept=kept))


def test_a_ballot_that_was_cast_is_chosen_when_it_can_be_changed():
    state = play(VOTE, "1 vote 0>2 list").state
    html = shown(state, 1, "vote")
    assert {("giver", "0"), ("receiver", "2"), ("wish", "1")} <= checked(html)
    assert "Change my vote" in html


def test_the_younger_of_two_cards_waits():
    numbers = sorted(p.number for p in TWO.prompts if p.seat == 2 and p.kind == "flip")
    view, cast = TWO.view(2), cast_for(TWO, 2)
    prompts = [next(p for p in TWO.prompts if p.number == number) for number in numbers]
    later = [FACE.form(view, p, GAME.offer(view, p), cast, None)["later"] for p in prompts]
    assert later == [False, True]


# What others see


@pytest.mark.parametrize("seat", [0, 2, None])
def test_a_card_that_was_not_turned_is_on_no_other_page(seat):
    """The same page for a Nazi and a Polizei with the same symbol, for whoever has turned neither."""
    pages = []
    for face, target in (("nazi-k", ""), ("police-k", " >2")):
        state = play(lay_out(f"{face} halt-a / halt-p / halt-k"), f"0 lay {face}{target}").state
        state = play(state, "1 flip").state
        view = state.view(seat)
        picture = FACE.table(view, cast_for(state, seat), ())
        pages.append(
            (
                render_to_string("games/halt_mal_kurz/_table.html", {"picture": picture}),
                FACE.headline(view, cast_for(state, seat)),
            )
        )
    assert (pages[0] == pages[1]) is (seat != 0)  # its player knows


@pytest.mark.parametrize("seat", [0, 2, None])
def test_a_list_in_hand_is_on_no_other_page(seat):
    with_list, without = (FACE.table(state.view(seat), cast_for(state, seat), ()) for state in (SWAP, BARE))
    assert with_list["chain"] == without["chain"]


# Orders

KEPT = orders(throws="rp", without_well=True, draw="never")


def left(sent, old=KEPT):
    return convert(FACE.read_orders(QueryDict(sent), old), Orders)


@pytest.mark.parametrize(
    ("sent", "changed"),
    [
        (
            "part=throws&throw-1=well&throw-2=&throw-3=rock",
            {"throws": ("well", "rock"), "without_well": False},
        ),
        ("part=throws&without_well=1", {"throws": ()}),
        (
            "part=lists&list-draw=use&list-receive=ask&list-swap=never&list-open=use&list-communism=ask",
            {"draw": "use", "receive": "ask", "swap": "never", "open": "use", "communism": "ask"},
        ),
        (
            "part=plan&card-1=halt-k.1&whom-1=2&card-2=&card-3=nazi-k.2&whom-3=1&else=draw",
            {"plans": (Plan((Line("halt-k.1", 2), Line("nazi-k.2")), True),)},
        ),
        ("part=plan&card-1=&else=ask", {"plans": (Plan(),)}),
        ("part=forget", {"plans": ()}),
    ],
)
def test_a_form_changes_its_part_of_the_orders_alone(sent, changed):
    after = left(sent)
    kept = {name: getattr(KEPT, name) for name in Orders.__struct_fields__} | changed
    assert {name: getattr(after, name) for name in Orders.__struct_fields__} == kept


@pytest.mark.parametrize("sent", ["", "part=all", "part=plan&card-1=halt-k.1&whom-1=x"])
def test_a_form_that_is_not_ours_changes_nothing(sent):
    with pytest.raises(ValueError, match=r"no such part|not a seat"):
        FACE.read_orders(QueryDict(sent), KEPT)


def test_the_orders_are_shown_as_they_are():
    plan = Plan((Line(held(VOTE, 1, "nazi-a")), Line("halt-p.1", 2)), True)
    after = orders(plan, throws="rw", receive="ask")
    cast = cast_for(VOTE, 2)
    html = render_to_string(
        "games/halt_mal_kurz/_orders.html", {"orders": FACE.orders(VOTE.view(2), after, cast)}
    )
    for part in ("rock, well", "else draw a card", "as soon as nothing is asked", "ask me"):
        assert part in html


def test_what_is_said_first_is_a_german_quotation_in_a_sentence_of_the_readers():
    view, cast = VOTE.view(2), cast_for(VOTE, 2)
    html = render_to_string("games/halt_mal_kurz/_orders.html", {"orders": FACE.orders(view, orders(), cast)})
    for page in (html, shown(DUEL, 0, "throw")):
        label = re.search(r'name="without_well" value="1".*?<span>(.*?)</span></label>', page, re.S)[1]
        assert label.startswith("Play without well <small>I say <q")
        assert 'say <q lang="de">Ohne Brunnen</q> first: then no well counts' in label


@pytest.mark.parametrize(
    ("state", "seat", "kept", "words"),
    [
        (TURN, 0, orders(), "as soon as nothing is asked of you"),
        (VOTE, 2, orders(), "as soon as nothing is asked of you"),
        (TURN, 1, orders(), "saves the others a wait"),
        (TURN, 1, orders(Plan((Line("halt-p.1", 2),))), "planned"),
    ],
)
def test_the_fold_of_a_plan_says_when_one_can_plan(state, seat, kept, words):
    shown_orders = FACE.orders(state.view(seat), kept, cast_for(state, seat))
    html = render_to_string("games/halt_mal_kurz/_orders.html", {"orders": shown_orders})
    summary = re.search(r'id="plan"><summary>.*?<small>(.*?)</small>', html, re.S)[1]
    assert summary == words


def test_a_card_that_does_not_fit_is_said_by_the_button():
    html = shown(TURN, 0, "turn")
    assert '<span class="verb closed">This card does not fit</span>' in html
    assert '<span class="verb closed never">This card is never laid</span>' in html


def test_slapping_a_kapitalismus_comes_after_what_has_to_be_turned_and_says_what_it_does():
    laid = play(
        lay_out("nazi-k halt-a / capitalism-k halt-p / halt-k"), "0 lay nazi-k", "1 plan capitalism-k"
    )
    picture = FACE.table(laid.state.view(2), cast_for(laid.state, 2), ())
    context = {"picture": picture, "match": {"running": True}, "talk_new": 0, "prompts": [1]}
    html = render_to_string("games/halt_mal_kurz/_table.html", context)
    assert (
        html.index('href="#move">Turn it') < html.index("Slap it anyway") < html.index("it changes nothing")
    )


def test_long_names_break_where_they_are_syllables_in_the_lines_of_the_table():
    laid = play(lay_out("assembly-k halt-a / capitalism-k halt-p / halt-k"), "0 lay assembly-k")
    picture = FACE.table(laid.state.view(1), cast_for(laid.state, 1), laid.last)
    for line in (picture["last"], picture["chain"][0]["words"]):
        assert "Voll\u00adver\u00adsamm\u00adlung" in line and "Vollversammlung" not in line


@pytest.mark.parametrize(
    "reason",
    [
        "no_fit",
        "never_laid",
        "flip_first",
        "older_first",
        "nothing_to_draw",
        "not_your_card",
        "whom",
        "not_yourself",
        "no_such_seat",
        "exempt",
        "must_lay",
        "own_card",
        "same_seat",
        "given_twice",
        "not_that_many",
        "no_list",
        "without_well",
        "owing_first",
        "too_many_plans",
        "empty_plan",
    ],
)
def test_every_reason_has_words_of_its_own(reason):
    assert FACE.reason(reason) != FACE.reason("wrong_answer")


def test_every_option_has_words():
    fields = (*GAME.settings(4), *GAME.asks)
    assert all(FACE.option_label(field) for field in fields)
    said = {(f.name, str(c.value), FACE.option(f, c, ())) for f in fields for c in f.choices}
    assert not [
        row
        for row in said
        if row[1] == row[2] and row[1] not in ("today", "never", "rock", "paper", "scissors", "well")
    ]


@pytest.mark.parametrize(
    ("sort", "faces"),
    [
        ("", ["halt-k", "police-k", "list-a", "nazi-a", "razupaltuff"]),
        ("playable", ["halt-k", "police-k", "list-a", "nazi-a", "razupaltuff"]),
        ("symbol", ["halt-k", "police-k", "nazi-a", "list-a", "razupaltuff"]),
        ("arrival", ["halt-k", "nazi-a", "police-k", "razupaltuff", "list-a"]),
    ],
)
def test_a_hand_is_sorted_as_the_reader_likes(sort, faces):
    view, prompt = TURN.view(0), prompt_of(TURN, 0, "turn")
    cast = Cast(NAMES[:3], 0, ("",) * 3, sort=sort)
    slots = FACE.form(view, prompt, GAME.offer(view, prompt), cast, None)["cards"]
    assert [re.search(r'value="([^".]*)', slot).group(1) for slot in slots] == faces

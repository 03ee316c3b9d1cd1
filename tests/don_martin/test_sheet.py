"""The score sheet, and why a match ended. The worked example: three rounds, Bo out twice, once nobody."""

import re
from html import unescape

import pytest
from django.template.loader import render_to_string
from msgspec.structs import replace

from games.cast import Cast
from games.don_martin.parts import Options, Round, Score, Table
from games.don_martin.sheet import ending_words, sheet
from games.engine import Result, View

NAMES = ("Ada", "Bo", "Cleo")
ROUNDS = (
    Round(0, 1, "groups", (Score(30, -35), Score(80, 0, 9, 100), Score(0, -10))),
    Round(1, None, "stall", (Score(40, -20), Score(0, -75), Score(160, -5))),
    Round(2, 1, "add", (Score(20, -5), Score(10, 0, 3), Score(0, 0))),
)
SHOWN = (("rumms-b",), (), ("zwick-o", "inkle"))


def table_of(rounds=ROUNDS, target=500, shown=SHOWN, ended=""):
    options = Options(target=target)
    table = Table(options, (0, 0, 0), 0, (), ((),) * 3, (0, 0, 0), (), 0, 0, round=len(rounds) + 1)
    return replace(table, rounds=rounds, shown=shown, ended=ended)


def page(table, me=0, names=NAMES):
    return render_to_string("games/don_martin/_sheet.html", {"sheet": sheet(table, Cast(names, me))})


def cells(html):
    """The rows of all tables, cell by cell, as text."""
    rows = re.findall(r"<tr[^>]*>(.*?)</tr>", html, re.DOTALL)
    return [[text(cell) for cell in re.findall(r"<t[hd][^>]*>(.*?)</t[hd]>", row, re.DOTALL)] for row in rows]


def text(html):
    return re.sub(r"\s+", " ", unescape(re.sub(r"<[^>]+>", " ", html))).strip()


def test_a_line_a_round_a_column_a_seat():
    assert cells(page(table_of()))[:6] == [
        ["Round", "You", "Bo", "Cleo"],
        ["Round 1", "−5 dealt", "+189 out", "−10"],
        ["Round 2", "+20", "−75 dealt", "+155"],
        ["Round 3", "+15", "+13 out", "0 dealt"],
        ["Sum", "30", "127", "145"],
        ["To go", "470", "373", "355"],
    ]


def test_what_the_points_are_made_of_newest_round_first():
    rows = cells(page(table_of(), None))[6:]
    assert rows == [
        ["Name", "Groups", "In hand", "Others’ cards", "Sum"],
        ["Ada", "+20", "−5", "0", "+15"],
        ["Bo", "+10", "0", "+3", "+13"],
        ["Cleo", "0", "0", "0", "0"],
        ["Name", "Groups", "In hand", "Sum"],  # nobody was out
        ["Ada", "+40", "−20", "+20"],
        ["Bo", "0", "−75", "−75"],
        ["Cleo", "+160", "−5", "+155"],
        ["Name", "Groups", "In hand", "Others’ cards", "All at once", "Sum"],
        ["Ada", "+30", "−35", "0", "0", "−5"],
        ["Bo", "+80", "0", "+9", "+100", "+189"],
        ["Cleo", "0", "−10", "0", "0", "−10"],
    ]


@pytest.mark.parametrize(
    ("me", "how"),
    [
        (
            0,
            [
                "Bo adds the last card and is out. Cleo dealt.",
                "Bo lays the last cards and is out. You dealt.",
            ],
        ),
        (
            1,
            [
                "You add your last card and are out. Cleo dealt.",
                "You lay your last cards and are out. Ada dealt.",
            ],
        ),
    ],
)
def test_who_dealt_who_went_out_and_how(me, how):
    details = sheet(table_of(), Cast(NAMES, me))["details"]
    assert [text(f"{one['how']} {one['dealt']}") for one in details if one["number"] != 2] == how
    assert details[1]["how"].startswith("Nobody gets out")


def test_the_hands_of_the_last_round_are_shown_folded():
    html = page(table_of(), 2)
    assert html.count('class="hands-left"') == 1
    (fold,) = re.findall(r'<details class="hands-left">(.*?)</details>', html, re.DOTALL)
    assert text(fold) == (
        "What was left in the hands Ada 1 card blue RUMMS You 2 cards orange ZWICK , INKLE DINKLE GLINK GLONK! "
        "−5 for each coloured card, −10 for each black-and-white one"
    )


@pytest.mark.parametrize(
    ("rounds", "me", "words"),
    [
        (ROUNDS, 2, "you are ahead: 145 points"),
        (ROUNDS, 0, "Cleo is ahead: 145 points"),
        (
            (Round(0, None, "passes", (Score(0, -10), Score(0, -10), Score(0, -15))),),
            0,
            "ahead are you and Bo: −10 points each",
        ),
    ],
)
def test_who_is_ahead(rounds, me, words):
    assert sheet(table_of(rounds), Cast(NAMES, me))["lead"] == words


def test_before_the_first_round_is_over_there_is_no_sheet():
    assert page(table_of((), shown=())).strip() == ""


def test_one_round_has_nothing_to_go_to():
    rows = cells(page(table_of(ROUNDS[:1], target=0, ended="one_round")))
    assert [row[0] for row in rows[:4]] == ["Round", "Round 1", "Sum", "Name"]


@pytest.mark.parametrize(("ended", "is_open"), [("", False), ("target", True)])
def test_it_is_folded_until_the_match_is_over(ended, is_open):
    assert ('id="sheet" open' in page(table_of(ended=ended))) is is_open


def test_names_are_only_names():
    html = page(table_of(), None, ("<b>Ada</b>", '" onclick="', "%(name)s"))
    assert "<b>Ada" not in html
    assert '" onclick="' not in html
    assert "%(name)s dealt." in html


@pytest.mark.parametrize(
    ("ended", "target", "words"),
    [
        ("one_round", 0, "The match was for one round; most points win."),
        ("target", 500, "The match was for 500 points, and they are reached; most points win."),
        ("most_rounds", 500, "After 20 rounds it is over; most points win."),
    ],
)
def test_why_the_match_ended(ended, target, words):
    table = table_of(target=target, ended=ended)
    result = Result((3, 2, 1), table.points(), ended)
    told = ending_words(View(0, table, None, ()), result, Cast(NAMES, 0), ())
    assert told == f"Bo adds the last card and is out. {words}"

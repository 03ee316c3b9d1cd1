"""The throw and the planned turns: what the form says, and what comes back from it."""

import re
from html import unescape
from html.parser import HTMLParser

import pytest
from django.http import QueryDict
from django.template.loader import render_to_string
from msgspec import convert
from msgspec.structs import replace

from games.cast import Cast
from games.don_martin.answers import MOST_LINES, Line, Orders, Plan
from games.don_martin.orders_form import read, show
from games.don_martin.rules import GAME

from .tables import lay_out, orders, planned

NAMES = ("Ada", "Bo", "Cleo")
STATE = lay_out(
    "rumms-b rumms-b zwick-g gapween inkle quarp-o / quarp-g blompf-b / wobbel-p zwick-o",
    lies="quarp-b quarp-p",
    round_=2,
)
FULL = orders(
    planned(STATE, 0, "add rumms-b if=g", "add zwick-g not=o", "ignore if=b", ask=True),
    planned(STATE, 0, "special gapween >2 not=p", "special inkle", "special gapween >0", "lead quarp-o"),
    planned(STATE, 0, "add quarp-o"),
    throw="card",
    card="zwick-g.1",
    card_round=2,
)


class Forms(HTMLParser):
    """What a browser would send of each form, without a press."""

    def __init__(self):
        super().__init__()
        self.forms, self.name = [], ""

    def handle_starttag(self, tag, attrs):
        said = dict(attrs)
        if tag == "form":
            self.forms.append([])
        elif tag == "input" and (said["type"] == "hidden" or "checked" in said):
            self.forms[-1].append((said["name"], said["value"]))
        elif tag == "select":
            self.name = said["name"]
        elif tag == "option" and "selected" in said:
            self.forms[-1].append((self.name, said["value"]))


def page(kept, state=STATE, seat=0, names=NAMES, sent=None):
    return render_to_string(
        "games/don_martin/_orders.html", {"orders": show(state.view(seat), kept, Cast(names, seat), sent)}
    )


def sent_by(html):
    """The forms of a page by their part, as they would be sent if nothing was changed."""
    parser = Forms()
    parser.feed(html)
    out = {}
    for fields in parser.forms:
        form = QueryDict(mutable=True)
        for name, value in fields:
            form.appendlist(name, value)
        out[form["part"]] = form
    return out


def left(sent, old=FULL):
    form = QueryDict(sent) if isinstance(sent, str) else sent
    return convert(read(form, old), Orders)


def text(html):
    return re.sub(r"\s+", " ", unescape(re.sub(r"<[^>]+>", " ", html))).strip()


# There and back


@pytest.mark.parametrize(
    "kept",
    [
        pytest.param(Orders(), id="as everybody starts"),
        pytest.param(Orders("ask"), id="asked for throws"),
        pytest.param(FULL, id="everything"),
        pytest.param(
            orders(planned(STATE, 0, "add rumms-b if=bg", "ignore if=o not=bp")), id="more than one colour"
        ),
        pytest.param(orders(planned(STATE, 0, "special inkle not=bgpo")), id="a special as the lead"),
        pytest.param(orders(planned(STATE, 0, *["ignore"] * MOST_LINES)), id="as many lines as there can be"),
        pytest.param(Orders("card", "wobbel-o.1", card_round=2), id="a card that has gone"),
        pytest.param(orders(planned(STATE, 0, "add wobbel-o.1")), id="a planned card that has gone"),
    ],
)
def test_a_form_that_is_sent_as_it_stands_changes_nothing(kept):
    forms = sent_by(page(kept))
    assert left(forms["throw"], kept) == kept
    assert left(forms["plans"], kept).plans == (kept.plans or (Plan(STATE.table.round),))


def test_what_was_left_so_may_be_left():
    assert GAME.check_orders(STATE.view(0), FULL, Orders()) is None


@pytest.mark.parametrize(
    ("card", "when", "whom", "line"),
    [
        ("rumms-b.2", ".", "", Line("add", "rumms-b.2")),
        ("rumms-b.1", "g.", "", Line("add", "rumms-b.1", some=("g",))),
        ("rumms-b.1", ".o", "2", Line("add", "rumms-b.1", none=("o",))),  # it names nobody
        ("rumms-b.1", "lead", "", Line("lead", "rumms-b.1")),
        ("ignore", ".p", "", Line("ignore", none=("p",))),
        ("inkle.1", ".", "1", Line("special", "inkle.1")),
        ("inkle.1", "lead", "", Line("special", "inkle.1", none=("b", "g", "p", "o"))),
        ("gapween.1", "b.", "2", Line("special", "gapween.1", 2, some=("b",))),
        ("gapween.1", ".", "", Line("special", "gapween.1")),  # refused with a reason
    ],
)
def test_a_row_is_a_line(card, when, whom, line):
    sent = f"part=plans&round=2&card-1-1={card}&when-1-1={when}&whom-1-1={whom}&groups-1=1"
    assert left(sent, Orders()).plans == (Plan(2, (line,)),)


@pytest.mark.parametrize(
    ("sent", "changed"),
    [
        ("part=throw&throw=rarest", {"throw": "rarest", "card": None, "card_round": 0}),
        ("part=throw&throw=ask", {"throw": "ask", "card": None, "card_round": 0}),
        ("part=throw&round=2&throw=rumms-b.1", {"throw": "card", "card": "rumms-b.1", "card_round": 2}),
        ("part=forget", {"plans": ()}),
        ("part=plans&round=2&card-1-1=&card-2-1=", {"plans": ()}),
        (
            "part=plans&round=2&card-1-1=&card-1-3=ignore&card-3-2=rumms-b.1&when-3-2=.&groups-1=1",
            {
                "plans": (
                    Plan(2, (Line("ignore"),)),
                    Plan(2, (Line("add", "rumms-b.1"),), ask_for_groups=False),
                )
            },
        ),
    ],
)
def test_a_form_changes_its_part_of_the_orders_alone(sent, changed):
    kept = {name: getattr(FULL, name) for name in Orders.__struct_fields__} | changed
    assert left(sent) == Orders(**kept)


@pytest.mark.parametrize(
    "sent",
    [
        "",
        "part=all",
        "part=plans&card-1-1=ignore",
        "part=plans&round=two&card-1-1=ignore",
        "part=plans&round=2&card-1-1=ignore&when-1-1=b",
        "part=plans&round=2&card-1-1=ignore&when-1-1=r.",
        "part=plans&round=2&card-1-1=gapween.1&whom-1-1=x",
    ],
)
def test_a_form_that_is_not_ours_changes_nothing(sent):
    with pytest.raises(ValueError, match=r"no such part|no such condition|not a number"):
        read(QueryDict(sent), FULL)


@pytest.mark.parametrize(
    ("sent", "reason"),
    [
        ("part=plans&round=1&card-1-1=ignore", "other_round"),
        ("part=plans&round=2", "empty_plan"),
        ("part=plans&round=2&card-1-1=wobbel-p.1", "not_your_card"),
        ("part=plans&round=2&card-1-1=gapween.1", "whom"),
        ("part=plans&round=2&card-1-1=gapween.1&whom-1-1=7", "no_such_seat"),
        ("part=throw&round=2&throw=", "not_your_card"),
        ("part=throw&round=1&throw=rumms-b.1", "other_round"),
        ("part=plans&round=2&card-1-1=ignore&when-1-1=lead", "never_fits"),
        ("part=plans&round=2&card-1-1=rumms-b.1&when-1-1=b.", "never_fits"),
        ("part=plans&round=2&card-1-1=rumms-b.1&when-1-1=.gpo", "never_fits"),
        ("part=throw&round=2&throw=inkle.1", "not_coloured"),
    ],
)
def test_the_rules_refuse_what_cannot_be_left(sent, reason):
    assert GAME.check_orders(STATE.view(0), left(sent, Orders()), Orders()) == reason


# What is shown


def test_the_plan_is_told_in_words():
    first, second, third = show(STATE.view(0), FULL, Cast(NAMES, 0))["plans"]
    assert [text(line) for line in first["lines"]] == [
        "add blue RUMMS , only if green lies there",
        "add green ZWICK , only if orange does not lie there",
        "draw a card, only if blue lies there",
    ]
    assert [text(line) for line in second["lines"]] == [
        "play GA-PWEEN! on Cleo, only if purple does not lie there",
        "play INKLE DINKLE GLINK GLONK!",
        "play GA-PWEEN! and draw two myself",
        "lead orange QUARP , only if nothing lies there, as the lead",
    ]
    assert [first["ask_for_groups"], second["ask_for_groups"], third["ask_for_groups"]] == [
        True,
        False,
        False,
    ]


@pytest.mark.parametrize(
    ("kept", "seat", "words"),
    [
        (Orders(), 0, "my rarest sound"),
        (Orders("ask"), 0, "I am asked"),
        (FULL, 0, "ZWICK, green"),
        (FULL, 1, "I am asked"),  # that card is not in hand
    ],
)
def test_the_fold_says_what_is_in_force(kept, seat, words):
    assert show(STATE.view(seat), kept, Cast(NAMES, seat))["throw_words"] == words


def test_each_turn_has_an_empty_row_more_than_it_has_lines():
    forms = sent_by(page(FULL))["plans"]
    rows = [sum(name.startswith(f"card-{plan}-") for name in forms) for plan in (1, 2, 3)]
    assert rows == [4, 5, 3]


def test_a_further_turn_can_be_planned_once_the_one_before_it_is():
    sent = sent_by(page(Orders()))["plans"]
    assert {name.split("-")[1] for name in sent if name.startswith("card-")} == {"1"}


@pytest.mark.parametrize(("seat", "asked"), [(0, True), (1, False)])
def test_only_a_hand_with_a_ga_pween_is_asked_whom(seat, asked):
    assert any(name.startswith("whom-") for name in sent_by(page(Orders(), seat=seat))["plans"]) is asked


def test_twins_are_told_apart():
    assert "RUMMS, blue, number 2" in page(Orders())


def test_a_plan_of_a_round_that_is_over_is_shown_as_gone():
    html = page(orders(planned(STATE, 0, "ignore", round_=1)))
    assert "the old plan is gone" in html
    assert "Take the plan back" not in html
    assert sent_by(html)["plans"]["card-1-1"] == ""


def test_a_refused_form_keeps_what_was_chosen():
    sent = QueryDict("part=plans&round=2&card-1-1=gapween.1&when-1-1=b.&groups-2=1")
    again = sent_by(page(FULL, sent=sent))["plans"]
    assert (again["card-1-1"], again["when-1-1"], again["whom-1-1"]) == ("gapween.1", "b.", "")
    assert "groups-1" not in again


@pytest.mark.parametrize(
    "sent", ["part=plans", "part=plans&round=2&card-1-1=ignore&when-1-1=zz", "part=throw&throw=zz"]
)
def test_a_form_that_makes_no_sense_shows_what_is_in_force(sent):
    assert sent_by(page(FULL, sent=QueryDict(sent)))["plans"] == sent_by(page(FULL))["plans"]


def test_names_are_only_names():
    html = page(FULL, names=("<i>Ada</i>", "%(name)s", '"><b>Cleo</b>'))
    assert "<i>" not in html
    assert '"><b>Cleo' not in html
    assert "on &quot;&gt;&lt;b&gt;Cleo&lt;/b&gt;" in html


def test_a_plan_that_acted_since_the_form_was_shown_does_not_come_back():
    """The form had two plans; the first has acted, and the second is sent as it was."""
    sent = sent_by(page(orders(planned(STATE, 0, "ignore"), planned(STATE, 0, "add rumms-b"))))["plans"]
    kept = orders(planned(STATE, 0, "add rumms-b"))
    assert left(sent, kept) == kept


def test_an_order_for_a_card_of_another_round_is_shown_as_gone():
    old = replace(FULL, card_round=1)
    assert show(STATE.view(0), old, Cast(NAMES, 0))["throw_words"] == "I am asked"

"""The forms: what they show, what they keep, and what a posted pad says."""

import pytest
from django.http import QueryDict
from django.template.loader import render_to_string

from games import forms
from games.game_of_quotes.answers import Both, Orders, Pick, Stamp, Swap, Write
from games.game_of_quotes.face import FACE
from games.game_of_quotes.names import name_of
from games.game_of_quotes.rules import GAME
from tests.engine.tables import prompt_of

from .seated import cast_of
from .tables import card, lay_out, play

pytestmark = pytest.mark.pure

SIX = "1 2 3 4 5 6/11 12 13 14 15 16/21 22 23 24 25 26"
HEARD = {1: 6, 2: 6, 3: 6, 4: 6}


def form(state, seat, kind, sent=None, **cast):
    view, prompt = state.view(seat), prompt_of(state, seat, kind)
    posted = None if sent is None else QueryDict(sent)
    return FACE.form(view, prompt, GAME.offer(view, prompt), cast_of(state, seat, **cast), posted)


def html(state, seat, kind, sent=None, **cast):
    prompt = prompt_of(state, seat, kind)
    context = {
        "form": form(state, seat, kind, sent, **cast),
        "prompt": {"number": prompt.number, "kind": kind, "given": prompt.given, "question": "?"},
        "game": FACE,
    }
    return render_to_string(FACE.prompt_template(prompt), context)


def read(state, seat, kind, sent):
    """What the door makes of a form, text fields as they were written."""
    view, prompt = state.view(seat), prompt_of(state, seat, kind)
    draft = forms.read(GAME.offer(view, prompt), FACE.tidy(QueryDict(sent)))
    return draft.fields | draft.texts


# Choosing


def test_a_quote_is_shown_large_with_its_source_below_and_is_no_choice_of_its_own():
    shown = html(lay_out(), 0, "quote")
    assert shown.count('type="radio" name="card"') == 7 and "checked" not in shown
    assert 'lang="en"' in shown and "Quote number 1." in shown and "Source number 1" in shown
    assert "Quote number 11." not in shown
    assert 'value="name"' in shown and 'type="hidden" name="reads"' in shown


def test_a_source_has_name_description_and_the_word_of_its_kind_below_the_pinned_quote():
    state = lay_out(SIX, step=1, laid="7/17/27")
    shown = html(state, 0, "source")
    assert shown.index("Your quote") < shown.index("Quote number 7.") < shown.index('name="card"')
    assert "Source number 1" in shown and "described as 1" in shown and "fairy tale" in shown
    assert 'name="reads" value="description"' in shown and 'name="reads" value="name" checked' in shown


def test_in_round_2_the_pinned_source_has_name_and_description():
    shown = html(lay_out(SIX, round_=2, step=1, laid="7/17/27"), 0, "quote")
    assert shown.index("Your source") < shown.index("Source number 7") < shown.index("described as 7")
    assert shown.index("described as 7") < shown.index('name="card"')
    assert "Quote number 7." not in shown


@pytest.mark.parametrize(("round_", "kind"), [(1, "source"), (2, "quote")])
def test_nobody_seals_a_source_without_meeting_how_it_is_read(round_, kind):
    """Both ways stand in the bar of the button, which stays in sight."""
    shown = html(lay_out(SIX, round_=round_, step=1, laid="7/17/27"), 0, kind)
    bar = shown[shown.index('class="actions"') : shown.index("Seal this")]
    assert bar.count('type="radio" name="reads"') == 2 and shown.count('name="reads"') == 2


def test_the_pinned_quote_does_not_say_whose_it_really_is():
    assert "Source number 7" not in html(lay_out(SIX, step=1, laid="7/17/27"), 0, "source")


def test_a_blank_without_a_source_says_why_it_cannot_give_one():
    state = lay_out("w7-8 w9- 3 4 5 6 1/11 12 13 14 15 16 17/21 22 23 24 25 26 27", round_=2)
    first, second, *_ = form(state, 0, "source")["cards"]
    assert first["reason"] == "" and "text 8" in first["picture"] and "text 7" in first["picture"]
    assert second["reason"] == FACE.reason("no_source")


def test_a_sealed_choice_is_filled_in_and_can_be_changed():
    state = play(lay_out(SIX, step=1, laid="7/17/27"), "0 pick 3 description").state
    shown = html(state, 0, "source")
    assert f'value="{card("3")}" checked' in shown and 'value="description" checked' in shown
    assert "Change my source" in shown and "1 of 3 sealed" in shown
    assert "checked" not in html(state, 1, "source").partition('name="reads"')[0]


def test_a_refused_choice_keeps_what_was_chosen():
    state = lay_out(SIX, step=1, laid="7/17/27")
    shown = html(state, 0, "source", f"do=pick&card={card('4')}&reads=description")
    assert f'value="{card("4")}" checked' in shown and 'value="description" checked' in shown


@pytest.mark.parametrize(("round_", "kind", "seen"), [(1, "quote", 0), (4, "both", 7)])
def test_the_other_side_is_there_where_it_may_be_looked_at(round_, kind, seen):
    shown = html(lay_out(round_=round_), 0, kind, both=seen > 0)
    assert shown.count("Its other side") == seen
    assert ("behind number" in shown) == bool(seen)
    # As a note: nothing that looks like a card to choose.
    assert shown.count('class="idea"') == seen and shown.count('class="card goq') == 7 + (kind == "both")


def test_cards_that_are_new_are_marked_unless_all_are():
    state = play(lay_out(pile="41 42"), "0 swap 1 2").state
    marked = [one["value"] for one in form(state, 0, "quote")["cards"] if one["new"]]
    assert marked == [card("41"), card("42")]
    passed = play(lay_out(), "pick 1/pick 11/pick 21").state
    assert not any(one["new"] for one in form(passed, 0, "source")["cards"])


# Swapping


def test_the_swap_is_there_until_it_is_used():
    shown = html(lay_out(), 0, "quote")
    assert "Swap cards <small>1 left</small>" in shown and shown.count('name="cards"') == 7
    assert form(lay_out(swapped=(0,)), 0, "quote")["swap"] is None
    assert form(lay_out(rest="out", count=27), 0, "quote")["swap"] is None
    assert "swap" not in html(lay_out(round_=3), 0, "write")


def test_a_short_stack_says_how_many_can_be_drawn():
    shown = html(lay_out(pile="31 32", rest="out", count=32), 0, "quote")
    assert "Only 2 cards can be drawn." in shown


# Writing


def test_what_was_written_stands_on_the_card_and_in_no_other_form():
    state = play(lay_out(round_=3), "0 write 31").state
    assert ">text 31</textarea>" in html(state, 0, "write")
    assert "text 31" not in html(state, 1, "write")


def test_six_names_are_offered_in_the_language_of_the_deck():
    state = lay_out(round_=3, language="de")
    shown = html(state, 0, "write")
    offered = [
        choice.value
        for choice in GAME.offer(state.view(0), prompt_of(state, 0, "write")).ways[0].fields[1].choices
    ]
    assert shown.count("<option") == 7 and name_of(offered[0], "de") in shown
    assert 'lang="de"' in shown


def test_a_name_that_was_taken_stays_taken_even_if_it_is_not_among_those_offered():
    offered = form(lay_out(round_=3), 0, "write")["writes"]["stock"]
    other = next(n for n in range(1, 61) if f'value="-{n}"' not in offered)
    state = play(lay_out(round_=3), f"0 write no={other}").state
    assert f'value="-{other}" selected' in html(state, 0, "write")


def test_a_refused_text_is_kept():
    shown = html(lay_out(round_=4), 0, "both", f"do=both&card={card('3')}&words=%3Cb%3E&stock=")
    assert ">&lt;b&gt;</textarea>" in shown and f'value="{card("3")}" checked' in shown


# What is sent


@pytest.mark.parametrize(
    ("state", "kind", "sent", "wanted"),
    [
        (lay_out(), "quote", f"do=pick&card={card('3')}&reads=name", Pick(card("3"))),
        (
            lay_out(SIX, step=1, laid="7/17/27"),
            "source",
            f"do=pick&card={card('3')}&reads=description",
            Pick(card("3"), "description"),
        ),
        (
            lay_out(),
            "quote",
            f"do=swap&card=&cards={card('3')}&cards={card('1')}",
            Swap((card("3"), card("1"))),
        ),
        (lay_out(round_=3), "write", "do=write&words=&stock=-4", Write(None, -4)),
        (lay_out(round_=4), "both", f"do=both&card={card('3')}&words=&stock=-4", Both(card("3"), None, -4)),
        (lay_out(round_=2, stamping=True), "stamp", "value=2&seat=1", Stamp(1, 2)),
    ],
)
def test_a_form_is_read_as_the_answer_it_shows(state, kind, sent, wanted):
    fields = read(state, 0, kind, sent)
    tag = fields.pop("do")
    assert tag == type(wanted).__struct_config__.tag
    for name, value in fields.items():
        mine = getattr(wanted, name)
        assert (list(mine) if isinstance(mine, tuple) else mine) == value


def test_a_text_is_read_in_one_line():
    assert read(lay_out(round_=3), 0, "write", "do=write&words=My%0A++aunt&stock=")["words"] == "My aunt"


# Stamps


def test_before_all_is_heard_there_is_nothing_to_stamp():
    state = lay_out(round_=2, stamping=True)
    for steps, left in ((0, 3), (1, 2), (2, 2), (4, 1)):
        shown = form(state, 0, "stamp", heard={1: steps})
        assert shown["left"] == left and "readings" not in shown
    assert len(form(state, 0, "stamp", heard={1: 5})["readings"]) == 3


def test_the_tray_says_what_is_left_and_the_own_reading_is_closed():
    state = lay_out(round_=3, stamping=True, used=((2,), (1,), (1,)))
    shown = form(state, 0, "stamp", heard=HEARD)
    single, double = shown["values"]
    assert (single["left"], single["reason"], single["chosen"]) == ("3 left", "", True)
    assert (double["left"], double["reason"]) == ("0 left", FACE.reason("stamp_used"))
    assert [row["reason"] for row in shown["readings"]] == [FACE.reason("own_reading"), "", ""]
    assert [row["by"] for row in shown["readings"]] == ["You", "Bob", "Cleo"]


def test_a_stamp_that_is_set_is_shown_and_can_be_moved():
    state = play(lay_out(round_=2, stamping=True), "0 stamp >2 double").state
    shown = html(state, 0, "stamp", heard=HEARD)
    assert 'name="value" value="2" checked' in shown and 'name="seat" value="2" checked' in shown
    assert "Move my stamp" in shown and "1 of 3 sealed" in shown


# The idea pad


def pad(**lines):
    form = QueryDict(mutable=True)
    form.update({"part": "pad", **{name.replace("_", "-"): line for name, line in lines.items()}})
    return form


def test_the_pad_gives_its_lines_in_order_cleaned_and_without_gaps():
    assert FACE.pad_texts(pad(idea_1="  The  cat ", idea_2="", idea_4="The vet")) == ("The cat", "The vet")
    assert FACE.pad_texts(QueryDict("part=other")) is None


@pytest.mark.parametrize("length", [81, 301, 5000])
def test_a_line_that_is_too_long_is_refused(length):
    with pytest.raises(ValueError, match="line_too_long"):
        FACE.pad_texts(pad(idea_3="x" * length))


def test_the_first_line_is_the_source_of_round_3_unless_unticked():
    kept = Orders((31, 32), True)
    assert FACE.read_orders(pad(asked="1"), kept)["ahead"] is False
    assert FACE.read_orders(pad(asked="1", ahead="1"), kept) == {"ideas": (31, 32), "ahead": True}
    assert FACE.read_orders(pad(), kept)["ahead"] is True  # not asked any more
    with pytest.raises(ValueError, match="no such part"):
        FACE.read_orders(QueryDict("part=plan"), kept)


def test_the_pad_shows_its_lines_and_asks_about_round_3_until_that_has_come():
    state = lay_out()
    shown = FACE.orders(state.view(0), Orders((31, -1), True), cast_of(state))
    assert [line["text"] for line in shown["lines"]] == ["text 31", name_of(-1, "en"), "", "", "", ""]
    assert shown["count"] == 2 and shown["asks_ahead"]
    late = lay_out(round_=3)
    assert not FACE.orders(late.view(0), Orders(), cast_of(late))["asks_ahead"]


def test_a_refused_pad_keeps_what_was_written():
    state = lay_out()
    shown = FACE.orders(state.view(0), Orders(), cast_of(state), pad(asked="1", idea_2="x" * 90))
    assert shown["lines"][1]["text"] == "x" * 90 and shown["open"] and not shown["ahead"]

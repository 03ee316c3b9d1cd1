"""The stage at a real table: quote before source, each reader at their own pace; at the end the stamps, one by one."""

import re

import pytest
from django.db import transaction

from accounts.models import Send
from games import notice_words, repair, replay
from games.game_of_quotes.looks import source_text
from games.models import Match
from quotes.models import Card
from tests.games.scripts import desk_of, play_on, text

from .seated import cast_of, revealed, table, texts
from .tables import lay_out, play

ROUND_ONE = revealed(1)


@pytest.fixture
def party(db):
    return table(ROUND_ONE)


def page(party, seat=0, htmx=False):
    return party.page(seat, htmx).content.decode()


def hear(party, bits, seat=0, part=1, htmx=True):
    return party.post(seat, "heard", {"part": part, "bits": bits}, htmx=htmx)


def read_out(party, number=1):
    """Quotes and sources of a round as they are read."""
    readings = party.state.table.readings[number - 1]
    out = []
    for reading in readings:
        row = Card.objects.get(pk=int(reading.quote.partition("-")[0]))
        lent = Card.objects.get(pk=int(reading.source.face.partition("-")[0]))
        out.append((row.quote, lent.source if reading.source.reads == "name" else lent.description))
    return out


def test_the_quote_comes_first_and_no_source_is_in_the_page_before_its_press(party):
    told = read_out(party)
    for step in range(6):
        shown = page(party)
        place, with_source = divmod(step, 2)
        stage = shown[shown.index('id="told"') : shown.index('id="stamping"')]
        assert told[place][0] in stage
        for other, (_, source) in enumerate(told):
            heard = other < place or (other == place and with_source)
            assert (f">{source}</b>" in stage) == heard, f"step {step}, reading {other}"
        response = hear(party, step + 1)
        assert response.status_code == 200
    assert "To the stage" not in page(party)
    assert 'id="now"' not in page(party)


def test_not_even_the_answer_to_the_press_before_has_the_next_source(party):
    told = read_out(party)
    for step in range(1, 4):
        shown = hear(party, step).content.decode()
        assert (
            sum(f">{source}</b>" in shown.partition('class="move"')[0] for _, source in told)
            == (step + 1) // 2
        )


def test_each_reader_goes_at_their_own_pace(party):
    hear(party, 6)
    assert 'id="now"' not in page(party, 0)
    assert "Reading 1 of 3" in page(party, 1)


def test_all_can_be_shown_at_once_and_more_than_there_is_is_all(party):
    hear(party, 60)
    shown = page(party)
    assert shown.count('name="seat"') == 3
    assert "not heard yet" not in shown


@pytest.mark.parametrize(("part", "bits"), [(2, 1), (0, 1), (1, "x"), ("", ""), (-1, 3)])
def test_what_is_not_told_yet_or_is_no_number_changes_nothing(party, part, bits):
    before = page(party)
    hear(party, bits, part=part)
    assert "Reading 1 of 3" in page(party) and "Reveal the source" in before


def test_without_scripts_the_press_leads_back_to_the_stage(party):
    response = hear(party, 1, htmx=False)
    assert response.status_code == 303 and response["Location"].endswith("#told")
    assert "Next reading" in page(party)


def test_a_stamp_can_be_set_only_after_the_list_is_there(party):
    form = page(party)
    assert 'name="seat"' not in form and "3 sources are still to be heard" in form
    hear(party, 5)
    assert 'name="seat"' in page(party)


def test_the_next_choice_is_open_below_the_stage_at_once(party):
    shown = page(party)
    assert shown.index('id="now"') < shown.index('data-kind="stamp"') < shown.index('data-kind="source"')


def test_a_press_changes_nothing_that_others_could_notice(party):
    before = Match.objects.get(pk=party.match.pk)
    hear(party, 3)
    after = Match.objects.get(pk=party.match.pk)
    assert (before.changed, before.table) == (after.changed, after.table)


# Without a table


def test_a_source_is_read_as_its_name_or_its_description_but_never_both():
    state = lay_out("1 2 3 4 5 6/11 12 13 14 15 16/21 22 23 24 25 26", step=1, laid="7/17/27")
    state = play(state, "pick 1/pick 11 description/pick 21").state
    cast = cast_of(state)
    said = [source_text(one.source, cast, "en").text for one in state.table.readings[0]]
    assert said == ["Source number 1", "described as 11", "Source number 21"]


# The end


@pytest.fixture
def over(db):
    party = table(lambda state: False)
    for part in (1, 2, 3, 4):
        hear(party, 6, part=part)
    return party


def values_shown(party, seat=0):
    shown = page(party, seat)
    return shown.count("’s reading counts ") + shown.count("on your reading counts ")


def test_the_laughs_come_before_the_points(over):
    shown = page(over)
    assert shown.index("Round 4: both at once") < shown.index("First the laughs")
    assert "12 stamps still lie face down." in shown and "tally-list" not in shown
    assert "not heard yet" not in shown


def test_the_stamps_are_turned_one_by_one_or_all(over):
    for n in range(1, 4):
        hear(over, n, part=0)
        assert values_shown(over) == n + 1  # the newest stands above the list of all
    assert "9 stamps still lie face down." in page(over)
    hear(over, 12, part=0)
    shown = page(over)
    assert "Turn the next stamp" not in shown and values_shown(over) == 13
    table_ = over.state.table
    scores = shown[shown.index('class="scores"') : shown.index('id="rounds"')]
    for points, stamps in zip(table_.points(), table_.markers(), strict=True):
        assert re.search(rf"{points} points? <small>{stamps} stamps?(, has swapped)?</small>", scores)
    assert "tally-list" not in shown and "All stamps in a list" in shown


def test_until_all_are_turned_the_bar_turns_stamps_first_and_nothing_else_is_as_bright(over):
    Match.objects.filter(pk=over.match.pk).update(practice=False)
    for turned, words in ((0, "Turn the first stamp"), (3, "Turn the next stamp")):
        hear(over, turned, part=0)
        bar = page(over).partition('<div class="actions" id="move">')[2].partition("</section>")[0]
        assert bar.index(words) < bar.index("Turn all") < bar.index("Rematch") < bar.index("Front page")
        assert bar.count("btn main") == 1
    assert "What is turned so far" in page(over)
    hear(over, 12, part=0)
    bar = page(over).partition('<div class="actions" id="move">')[2].partition("</section>")[0]
    assert "Turn" not in bar and bar.count("btn main") == 1


def test_the_winner_comes_before_the_readings_once_all_are_turned(over):
    shown = page(over)
    assert 'class="result"' not in shown and "Nothing can be played here" not in shown
    hear(over, 12, part=0)
    shown = page(over)
    assert shown.index('class="result"') < shown.index('id="rounds"')
    assert shown.count('class="result"') == 1


def test_a_turned_stamp_shows_what_it_counts_and_one_face_down_does_not(over):
    def marks():
        rounds = page(over).partition('id="rounds"')[2].partition("</details>")[0]
        return re.findall(
            r'<li class="(known)?"><svg class="inked"[^>]*><use href="[^"]*#(mark[-12]*)"', rounds
        )

    assert {(bool(known), mark == "mark") for known, mark in marks()} == {(True, False), (False, True)}
    hear(over, 12, part=0)
    assert {mark for _, mark in marks()} == {"mark-1", "mark-2"}


def test_who_watches_reads_the_result_without_the_links_of_those_who_played(over):
    hear(over, 12, part=0)
    Match.objects.filter(pk=over.match.pk).update(watchable=True)
    shown = text(over.clients[0].get(f"/w/{over.code}/"))
    assert shown.count('class="result"') == 1 and "Check the deal" not in shown and "tally-list" in shown


def test_a_value_that_is_not_turned_over_is_not_in_the_page(over):
    mine = over.state.hands[0].used
    shown = page(over)
    rounds = shown[shown.index('id="rounds"') : shown.index('class="cloth turning"')]
    known = rounds.count("a single") + rounds.count("a double")
    assert known == len(mine) == 4  # my own, which I may look at any time


def test_whoever_has_not_heard_the_last_round_hears_it_before_the_end(db):
    party = table(lambda state: False)
    shown = page(party)
    assert "Reading 1 of 3" in shown and "Turn the first stamp" not in shown


def test_stamps_are_not_turned_before_the_end(party):
    hear(party, 5, part=0)
    assert "tally-list" not in page(party)


def test_after_a_rewind_the_same_round_is_heard_anew(db):
    party = table(revealed(2))
    hear(party, 6, part=1)
    hear(party, 6, part=2)
    assert "Reading 1 of 3" not in page(party)
    with transaction.atomic():
        repair.rewind(desk_of(party.match), party.match.move_count - 1)
    party.match.refresh_from_db()
    play_on(party.match, revealed(2))
    assert "Reading 1 of 3" in page(party) and "Reveal the source" in page(party)


def test_lists_and_mails_do_not_tell_who_has_won_before_the_stamps_are_turned(db):
    party = table(lambda state: False)
    person = party.match.seats.get(number=0).person
    front = text(party.clients[0].get("/"))
    row = Send(kind="finished", person=person, about={"match": party.code})
    for said in (front, notice_words.say_finished(row).line):
        assert "the stamps can be turned over" in said
        assert "wins" not in said and "win " not in said and "Place " not in said


def test_whoever_has_turned_all_stamps_reads_the_result_in_the_list_and_the_others_do_not(over):
    hear(over, 12, part=0)
    told, kept = text(over.clients[0].get("/")), text(over.clients[1].get("/"))
    assert "the stamps can be turned over" not in told and "Place " in told
    assert "the stamps can be turned over" in kept and "Place " not in kept


def test_the_page_that_proves_the_deal_shows_what_was_dealt(db):
    party = table(lambda state: False)
    first = next(replay.positions(Match.objects.get(pk=party.match.pk))).state
    shown = text(party.clients[0].get(party.url("proof")))
    assert "removed" not in shown
    for hand in first.hands:
        for row in texts(party, hand.cards).values():
            assert row.quote in shown

"""What moderators do is said everywhere: no action, kind of thing or reason is left without its words."""

from pathlib import Path

import pytest

from games.moderation import actions, verdicts, why
from games.moderation.actions import ACTIONS, ENDINGS, FOR_A_WHILE, LIFTS, OF_APPEALS, OF_AUTHOR, OF_THING
from games.moderation.models import Act, Case
from games.moderation.own import TITLES, WRITTEN_FOR_DECKS
from games.moderation.targets import TARGETS
from games.moderation.views.shown import ADMIN_PAGES
from games.moderation.why import REASONS, SENTENCES
from tests.moderation.scenes import KINDS

ROOT = Path(__file__).parents[2]
PRESSED = {"take", "give_back", "add_word", "drop_word", *ENDINGS, *OF_APPEALS}


@pytest.mark.parametrize("key", ACTIONS)
def test_each_action_is_a_line_of_the_audit_list_and_fits_its_column(key):
    assert str(ACTIONS[key].did) and len(key) <= Act._meta.get_field("action").max_length
    assert actions.did([key]) == [str(ACTIONS[key].did)]


@pytest.mark.parametrize("key", OF_THING)
def test_what_is_done_to_a_thing_is_said_of_just_the_kinds_to_which_it_can_be_done(key):
    kinds = {kind for kind, target in TARGETS.items() if key in target.actions}
    assert OF_THING[key].of_kind.keys() == kinds
    assert all(map(str, OF_THING[key].of_kind.values()))


@pytest.mark.parametrize("key", OF_THING)
def test_what_is_done_to_something_in_a_deck_is_told_to_its_owner(key):
    kinds = {kind for kind in WRITTEN_FOR_DECKS if key in TARGETS[kind].actions}
    assert OF_THING[key].owner.keys() == kinds


@pytest.mark.parametrize("key", [*OF_THING, *OF_AUTHOR])
def test_what_is_decided_can_be_chosen_and_is_told_to_whoever_reported_it(key):
    action = ACTIONS[key]
    assert str(action.choice) and str(action.reporter)
    assert str(action.author) or action.of_kind


@pytest.mark.parametrize("key", [*OF_THING, *OF_AUTHOR])
def test_what_is_decided_is_named_where_it_is_taken_back(key):
    action = ACTIONS[key]
    assert str(action.undone) and str(action.part) and str(action.back)
    assert actions.undone([key]) == [(key, str(action.undone))] and actions.parts([key]) == str(action.part)
    assert ACTIONS[f"back_{key}"].did == action.back


def test_what_an_older_version_of_the_site_decided_is_named_by_its_key():
    assert actions.undone(["banish"]) == [("banish", "banish")]
    assert actions.parts(["warn", "banish"]) == "the warning, banish"


@pytest.mark.parametrize("key", OF_AUTHOR)
def test_what_is_for_a_while_says_until_when_and_can_be_lifted(key):
    assert ("%(until)s" in str(OF_AUTHOR[key].author)) is (key in FOR_A_WHILE) is (key in LIFTS.values())


@pytest.mark.parametrize("key", [*ENDINGS, *OF_APPEALS])
def test_what_ends_a_decision_is_told_to_its_author_and_to_the_moderator(key):
    assert str(ACTIONS[key].author) and str(ACTIONS[key].done)
    assert ACTIONS[key].ends in (OF_THING | OF_AUTHOR) or key in OF_APPEALS


@pytest.mark.parametrize("key", sorted(PRESSED))
def test_after_each_press_the_moderator_reads_what_was_done(key):
    assert actions.done(key)


def test_every_verdict_fits_its_column_and_is_read_back():
    longest = Case._meta.get_field("verdict").max_length
    for thing in actions.CHOICES_OF_THING:
        for author in actions.CHOICES_OF_AUTHOR:
            verdict = verdicts.Verdict(thing, author)
            assert Case(verdict=" ".join(verdict.actions)).actions == verdict.actions
            assert len(" ".join(verdict.actions)) <= longest and set(verdict.actions) <= ACTIONS.keys()


def test_no_action_is_found_in_the_key_of_another():
    """Verdicts are looked for by a part of what is kept."""
    keys = [*OF_THING, *OF_AUTHOR, actions.DISMISS]
    assert [(one, other) for one in keys for other in keys if one in other and one != other] == []


def test_every_kind_of_thing_is_a_target_has_a_scene_a_title_and_a_page_in_the_admin():
    assert TARGETS.keys() == set(Case.Kind.values) == set(KINDS) == TITLES.keys()
    assert {action for target in TARGETS.values() for action in target.actions} == OF_THING.keys()
    assert ADMIN_PAGES.keys() == set(KINDS)
    assert max(map(len, KINDS)) <= Case._meta.get_field("kind").max_length
    assert max(map(len, KINDS)) <= Act._meta.get_field("kind").max_length


@pytest.mark.parametrize("kind", KINDS)
def test_every_kind_has_its_flag_in_words(kind):
    flag = (ROOT / "templates/quotes/_report.html").read_text()
    assert f'kind == "{kind}"' in flag or kind == "words"


@pytest.mark.parametrize("kind", KINDS)
def test_every_kind_has_reasons_and_something_else_is_the_last(kind):
    assert list(why.reasons_for(kind))[-1] == why.OTHER and len(why.reasons_for(kind)) > 5


def test_every_reason_has_its_sentence():
    assert REASONS.keys() == SENTENCES.keys()

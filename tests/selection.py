"""Which tests run where, to bring all of `./play test` towards ten minutes on two cores.

`once`: what they look at is the same on both databases, so they run on one. `long`: another size, language or way of
something that the short run tries already; `./play test --all` runs them too.
"""

import re
from collections import defaultdict
from collections.abc import Iterable

ONCE = (  # on PostgreSQL, where there is one
    *("games/test_races", "games/test_lobby_races"),
    *("games/test_talk", "games/test_notices", "games/test_lobby.py", "games/test_lobby_links"),
    *(
        "games/test_lobby_asks",
        "games/test_strangers",
        "games/test_nul",
        "games/test_admin",
        "games/test_people",
    ),
    *("games/test_dashboard", "games/test_replay", "games/test_departures", "house/test_admin_lists"),
    *("games/test_agreement", "games/test_expiry", "games/test_coming_and_going", "games/test_poll"),
    *(
        "games/test_repair",
        "games/test_orders",
        "games/test_groups",
        "games/test_hmk_races",
        "games/test_dm_races",
        "games/test_seat_votes",
        "games/test_sweepers",
        "games/test_decks",
        "games/test_blanks",
        "games/test_keepsakes",
        "games/test_grabs",
        "games/test_clown",
        "games/test_vetoes",
        "games/test_tallies",
    ),
    *("quotes/test_publishing", "quotes/test_browsing", "quotes/test_upload_sweep"),
    *(
        "moderation/test_races",
        "moderation/test_verdicts",
        "moderation/test_old_decisions",
        "house/test_clashes",
    ),
    *("accounts/test_notice_settings", "accounts/test_letters", "accounts/test_guests", "accounts/test_ties"),
)
ON_SQLITE_ONLY = (
    *(
        "games/test_learn",
        "games/test_leaks",
        "games/test_bad_input",
        "games/test_practice",
        "games/test_catalog",
    ),
    *(
        "games/test_wall",
        "games/test_caching",
        "games/test_tally.py",
        "games/test_simulate",
        "games/test_seed_demo",
    ),
    *("accounts/test_push", "accounts/test_entrance", "accounts/test_too_often", "accounts/test_host"),
    *("halt_mal_kurz/", "don_martin/", "game_of_quotes/", "quotes/", "moderation/"),
    *(
        "games/test_shared_picture",
        "games/test_windows",
        "games/test_queries",
        "accounts/test_sending",
    ),
    *("accounts/test_enumeration", "accounts/test_preferences", "accounts/test_people", "house/"),
)
LONG = (
    "test_leaks.py::test_nobody_is_ever_sent_a_card_they_do_not_hold[kangoeroe-3-2]",
    "test_nasty_text.py::test_nothing_that_somebody_wrote_is_an_address",
    "test_nasty_text.py::test_no_picture_is_built_otherwise_by_what_it_says",
    "test_nasty_text.py::test_no_list_is_built_otherwise_where_texts_are_cut",
    "test_hidden.py::test_the_pages_would_show_what_is_not_hidden",
    "test_lesson.py::test_the_lesson_is_the_same_in_two_databases_that_are_filled_differently",
    "test_lesson.py::test_whoever_leaves_no_pad_is_shown_how_to_write",
    "test_hidden_everywhere.py::test_of_a_hidden_deck_neither_words_nor_cards_can_be_read",
    "test_standing.py::test_nothing_that_they_send_is_taken_anywhere",
    "test_up.py::test_what_a_stranger_says_about_the_way_here_changes_nothing",
    "test_up.py::test_a_data_folder_is_served_once",
    "test_too_often.py::test_at_most_so_many_mails_go_to_one_address",
    "test_nul.py::test_no_form_of_a_table_that_waits_breaks",
    "test_nul.py::test_no_form_of_the_entrance_or_the_settings_breaks",
    "test_up.py::test_when_the_web_server_ends_all_stop_and_it_is_an_error[itself]",
    "test_leaks.py::test_nobody_is_ever_sent_a_card_they_do_not_hold[toy-4-5]",
    "test_leaks.py::test_nobody_is_ever_sent_a_card_they_do_not_hold[toy-3-4]",
    "test_upload_sweep.py::test_five_thousand_rows_are_in_the_deck_in_under_ten_seconds[5000]",
    "test_exports.py::test_twenty_thousand_cards_are_a_file_in_under_three_seconds[20000]",
    "test_uploads.py::test_a_file_of_any_size_takes_no_memory[200-11]",
    "test_admin_lists.py::test_no_question_breaks_a_list[accounts.User]",
    "test_admin_lists.py::test_no_question_breaks_a_list[accounts.Send]",
    "test_admin_lists.py::test_no_question_breaks_a_list[accounts.Device]",
    "test_admin_lists.py::test_no_question_breaks_a_list[account.EmailAddress]",
    "test_admin_lists.py::test_no_question_breaks_a_list[games.Move]",
    "test_admin_lists.py::test_no_question_breaks_a_list[quotes.Words]",
)
ROWS = 6  # a test on the database with more of them is in the short run
EVERY = 3  # with the first, and each third after it

# Of these tests it is the rows whose ids match.
SHORT = {
    "test_every_game.py::test_a_random_match_keeps_all_rules_of_the_engine": "-[0-3]$",
    "test_queries.py::test_a_page_a_move_and_a_poll_cost_the_same_whatever_the_game": "-[36]-late|-4-early",
    "test_leaks.py::test_pages_are_the_same_to_the_byte_whatever_is_hidden": "kangoeroe-2|toy-2",
    "test_lesson.py::test_a_hint_is_whole_in_every_language_and_quotes_only_words_of_the_page": "de",
    "test_lesson.py::test_whoever_plays_as_they_like_is_never_stuck_and_never_told_a_lie": "0",
    "test_learn.py::test_whoever_plays_as_they_like_is_never_stuck_and_never_told_a_lie": "[01]",
    "test_learn.py::test_whoever_follows_the_hints_practises_everything": "{}|'lines': 1, 'first': 2",
    "test_learn.py::test_what_a_hint_quotes_is_a_word_of_the_page_in_every_language": "de|sv",
    "test_bad_input.py::test_random_rubbish_never_breaks_a_page": "[01]",
    "test_practice.py::test_names_are_escaped_wherever_they_stand": "kangoeroe",
    "test_too_often.py::test_over_the_limit_of_an_address_nothing_goes": "none-code|forged-log in",
    "test_sending.py::test_a_refused_mail_is_tried_five_times": "error0",
    "test_races.py::test_two_hundred_posts_of_one_answer_are_one_move": "kangoeroe|$",
    "test_allowed.py::test_what_is_not_shown_is_refused_and_changes_nothing": "taken|appealed",
    "test_partings.py::test_lists_and_pages_still_load_whoever_and_whatever_is_gone": "done-both|card-appealed|-match",
    "test_own.py::test_nothing_that_is_ever_sent_to_an_author_names_the_reporter": "verdict0|verdict2-card",
    "test_push.py::test_a_name_that_leads_inside_is_refused": "True",
    "test_entrance.py::test_no_log_in_leads_off_the_site": "evil.example\\]?$|^//|javascript",
    "test_pages.py::test_no_address_of_ours_leaves_a_browser_with_an_empty_page": "^m/|^decks|^$|^account/login/$",
}

# A browser is slow: of its tests only these are in the short run, of each the rows whose ids match.
IN_A_BROWSER = {
    "test_access.py::test_a_whole_match_by_keyboard_alone": "",
    "test_access.py::test_on_a_german_page_every_word_is_german_and_nothing_is_cut": "",
    "test_access.py::test_the_tab_key_goes_in_reading_order_and_one_always_sees_where": "phone",
    "test_access.py::test_a_phone_shows_state_question_first_cards_and_button_without_scrolling": "4",
    "test_dashboard.py::test_the_dashboard_has_no_barriers": "phone",
    "test_dashboard.py::test_what_is_half_written_survives_what_others_do": "",
    "test_dashboard.py::test_the_first_visit_shows_the_ways_into_each_game_and_a_card": "phone",
    "test_decks.py::test_a_lobby_goes_on_follows_what_others_do_and_never_goes_dead": "",
    "test_decks.py::test_decks_are_ticked_and_one_that_is_too_small_is_refused_with_the_number": "size0",
    "test_don_martin.py::test_a_splabbadap_is_sealed_can_be_changed_and_falls_together": "",
    "test_don_martin.py::test_one_visit_takes_lays_and_leads_and_ends_a_round_against_bots": "no-scripts",
    "test_escaping.py::test_nothing_that_somebody_wrote_runs_even_without_a_policy": "",
    "test_game_of_quotes.py::test_a_source_is_written_on_the_card_sealed_and_changed": "",
    "test_game_of_quotes.py::test_a_word_without_end_is_broken_wherever_it_is_read": "",
    "test_game_of_quotes.py::test_no_question_has_barriers_or_scrolls_sideways": "light",
    "test_halt_mal_kurz.py::test_a_reaction_is_asked_with_or_without_a_list_and_the_others_see_no_difference": "",
    "test_halt_mal_kurz.py::test_a_turn_a_throw_and_a_vote_by_keyboard_alone": "",
    "test_halt_mal_kurz.py::test_no_question_has_barriers_in_light_or_dark_or_scrolls_sideways": "light",
    "test_hmk_looks.py::test_no_card_of_any_width_breaks_a_name_or_covers_it": "de",
    "test_house.py::test_a_page_that_does_not_get_its_file_is_noticed": "",
    "test_house.py::test_the_log_in_page_loads_in_a_real_browser_without_complaints": "light",
    "test_import.py::test_a_broken_file_says_why_and_a_large_one_goes_on_by_itself": "en",
    "test_in_german.py::test_a_deck_is_made_and_a_card_is_added_and_changed": "",
    "test_in_german.py::test_words_are_reported_and_one_comes_back_to_them": "",
    "test_keepsakes.py::test_one_is_liked_asked_about_agreed_to_and_sent_to_everybody": "",
    "test_learn.py::test_the_lesson_is_played_from_the_first_word_to_the_last": "phone",
    "test_lobby.py::test_a_host_makes_a_table_a_guest_comes_by_the_link_and_the_host_starts": "chromium-scripts",
    "test_lobby.py::test_every_target_on_the_phone_is_large_enough": "",
    "test_match.py::test_a_choice_that_is_closed_says_why_and_sends_nothing": "",
    "test_match.py::test_a_tab_three_turns_behind_gets_the_reason_and_the_table_and_loses_nothing": "",
    "test_match.py::test_offline_a_failing_server_and_a_refused_form_keep_what_was_chosen": "",
    "test_match.py::test_the_button_says_what_the_card_does_and_a_double_click_is_one_move": "",
    "test_match.py::test_the_page_follows_what_others_do_but_leaves_focus_and_a_half_made_choice_alone": "",
    "test_moderation.py::test_a_report_from_a_phone_in_two_presses": "",
    "test_moderation.py::test_no_page_has_barriers_or_scrolls_sideways": "phone-de",
    "test_moderation.py::test_report_verdict_and_appeal_by_keyboard_alone": "True",
    "test_no_scripts.py::test_without_scripts_nothing_is_sent_twice_and_a_refused_form_keeps_what_was_chosen": "",
    "test_notices.py::test_the_link_of_a_mail_signs_in_by_a_press": "",
    "test_people.py::test_from_sign_up_to_the_settings": "True",
    "test_publishing.py::test_a_deck_is_handed_in_sent_back_with_a_reason_and_published_by_keyboard": "True",
    "test_read_aloud.py::test_a_german_deck_is_read_as_german": "",
    "test_slap.py::test_at_a_real_table_the_time_runs_out": "",
    "test_slap.py::test_a_slap_by_touch_is_one_slap": "",
    "test_slap.py::test_without_scripts_the_two_buttons_are_plain": "",
    "test_slap.py::test_a_slap_counts_from_the_paint_to_the_moment_it_goes_down": "1200-Enter",
    "test_slap.py::test_the_slap_is_light": "",
    "test_take_along.py::test_a_press_in_settings_brings_the_file": "",
    "test_time.py::test_two_visits_missed_hand_the_seat_to_a_bot_and_one_press_takes_it_back": "",
    "test_two_people.py::test_two_people_from_sign_up_to_the_result_and_the_guest_keeps_the_seat": "chromium-scripts",
    "test_voice.py::test_nothing_is_fetched_and_nothing_said_before_it_is_wanted": "",
    "test_weight.py::test_the_first_visit_to_a_match_is_light_steady_and_asks_nobody_else": "",
    "test_whole_quotes.py::test_three_people_play_a_whole_match_to_the_turned_stamps": "",
    "test_whole_quotes.py::test_a_guest_and_a_bot_sit_at_the_table_and_see_it_through": "de",
    "test_workshop.py::test_no_page_of_the_workshop_has_barriers_or_scrolls_sideways": "light",
    "test_workshop.py::test_three_cards_are_added_with_the_keyboard_alone": "",
    "test_workshop.py::test_half_a_card_outlives_other_cards_pages_and_searches": "",
}


def is_of_the_long_run(name: str) -> bool:
    """name: "test_file.py::test_...[rows]"."""
    base, _, row = name.removesuffix("]").partition("[")
    kept = next((found for start, found in SHORT.items() if base.startswith(start)), None)
    return name in LONG or (kept is not None and not re.search(kept, row))


def left_out_of_wide_tables(nodeids: Iterable[str]) -> set[str]:
    """Of tests with many rows, those that are long. nodeids: of tests on the database, as they are collected."""
    tables: dict[str, list[str]] = defaultdict(list)
    for nodeid in nodeids:
        tables[nodeid.partition("[")[0]].append(nodeid)
    wide = [
        rows
        for test, rows in tables.items()
        if len(rows) > ROWS and not test.rpartition("/")[2].startswith(tuple(SHORT))
    ]
    return {row for rows in wide for at, row in enumerate(rows) if at % EVERY}


def is_in_the_short_browser_run(name: str) -> bool:
    """name: as above."""
    base, _, row = name.removesuffix("]").partition("[")
    kept = next((found for start, found in IN_A_BROWSER.items() if base.startswith(start)), None)
    return kept is not None and re.search(kept, row) is not None


def marks(nodeid: str) -> list[str]:
    """The marks of a test by its address ("tests/games/test_talk.py::test_..."), besides those it carries itself."""
    found = []
    where = nodeid.removeprefix("tests/")
    if where.startswith(ONCE):
        found.append("once")
    elif where.startswith(ON_SQLITE_ONLY):  # never both: it would run nowhere
        found.append("sqlite")
    name = re.sub(r"^([^/\[]+/)*", "", where)
    if not is_in_the_short_browser_run(name) if where.startswith("browser/") else is_of_the_long_run(name):
        found.append("long")
    return found

"""Which tests run where, so that all of `./play test` fits into ten minutes on two cores.

`once`: what they look at is the same on both databases, so they run on one. `long`: another size, language or way of
something that the short run tries already; `./play test --all` runs them too.
"""

import re
from zlib import crc32

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
    *("moderation/test_races", "moderation/test_verdicts", "house/test_clashes"),
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
    *(
        f"test_slap.py::test_{name}]"
        for name in (
            "a_page_from_the_memory_of_the_browser_sends_nothing_by_itself[chromium",
            "a_lost_press_is_said_and_sent_when_pressed_again[chromium",
            "the_same_question_drawn_anew_goes_on_with_its_own_time[chromium",
            "a_page_in_the_background_measures_from_the_moment_it_came[chromium",
            "enter_held_from_turning_the_card_does_not_slap[chromium",
            *(
                f"a_slap_counts_from_the_paint_to_the_moment_it_goes_down[chromium-{way}"
                for way in ("1200-mouse", "1200-Space", "300-mouse", "300-Enter")
            ),
            *(f"other_keys_are_no_slap[chromium-{key}" for key in ("Alt+Enter", "Control+Enter", "Tab")),
            *(f"at_a_real_table_a_card_is_turned_and_met[chromium-{way}" for way in ("0-False", "1-True")),
            "a_key_that_is_still_held_is_no_slap[chromium-Enter",
            "where_nothing_may_move_only_the_number_steps[chromium",
            "the_script_may_run_again_and_again[chromium",
            "pressing_twice_is_one_answer[chromium",
            "hands_off_by_keyboard[chromium",
            "a_page_that_is_opened_too_late_says_hands_off_at_once[chromium-0",
        )
    ),
    *(
        f"test_halt_mal_kurz.py::test_{name}]"
        for name in (
            "a_decided_assembly_is_carried_out[chromium",
            "a_plan_that_does_not_fit_is_said_to_its_owner_alone[chromium",
            "an_open_hand_is_a_row_for_the_others_and_covered_while_a_card_from_it_is_turned[chromium",
            "the_table_crowns_its_clown_at_the_end[chromium",
            "a_duel_with_a_tie_is_told_on_three_beats_to_both_and_to_who_watches[chromium",
            "a_group_duel_is_won_and_each_of_the_beaten_gets_the_card_that_was_chosen[chromium",
            "a_card_is_slapped_from_two_sides_and_the_times_are_told_at_the_settlement_alone[chromium-enter-plain",
            "the_learn_page_has_no_barriers_in_light_or_dark[chromium-en-light",
        )
    ),
    "test_learn.py::test_match_and_front_page_fit_a_phone_in_every_language[chromium-fr]",
    "test_leaks.py::test_nobody_is_ever_sent_a_card_they_do_not_hold[kangoeroe-3-2]",
    *(
        f"test_hmk_looks.py::test_{name}]"
        for name in (
            *(
                f"no_card_of_any_width_breaks_a_name_or_covers_it[chromium-{language}"
                for language in ("en", "nl", "fr")
            ),
            *(
                f"every_word_on_the_cloth_can_be_read[chromium-{what}"
                for what in ("face down-dark", "Kapitalismus-light", "votes-light", "votes-dark")
            ),
            *(
                f"the_first_choices_are_in_sight_above_the_bar[chromium-{what}"
                for what in ("throw-phone", "throw-desktop", "vote-phone", "vote-desktop")
            ),
            "the_newest_line_of_the_log_is_set_in_one_weight[chromium",
        )
    ),
    *(
        f"test_don_martin.py::test_{name}]"
        for name in (
            "one_visit_takes_lays_and_leads_and_ends_a_round_against_bots[chromium-scripts",
            "a_lay_down_that_leaves_a_special_alone_says_why_not[chromium",
            "a_closed_card_says_why_and_sends_nothing[chromium",
            "each_question_fits_a_phone_and_everybody[chromium-lead",
            "each_question_fits_a_phone_and_everybody[chromium-idle",
        )
    ),
    *(
        f"test_game_of_quotes.py::test_{name}]"
        for name in (
            "no_question_has_barriers_or_scrolls_sideways[chromium-dark",
            "a_choice_is_made_by_keyboard[chromium",
            "the_own_reading_cannot_be_stamped[chromium",
            "cards_are_swapped_once_and_everybody_sees_that[chromium",
        )
    ),
    *(
        f"test_decks.py::test_{name}]"
        for name in (
            "decks_are_ticked_and_one_that_is_too_small_is_refused_with_the_number[chromium-size1-True",
            "a_marker_is_grabbed_and_a_blank_is_written_refused_and_withdrawn[chromium-size1-False",
        )
    ),
    *(
        f"test_noises.py::test_{name}]"
        for name in (
            "a_hidden_tab_is_silent_until_one_looks_again[chromium",
            "it_is_remembered_and_waits_for_a_press_where_the_browser_wants_one[chromium",
            "without_scripts_there_is_no_button[chromium",
        )
    ),
    *(
        f"test_lobby_asks.py::test_{name}]"
        for name in (
            "there_are_never_as_many_bots_to_choose_as_seats[chromium-False",
            "only_seats_of_the_table_start_a_practice_match[chromium-True",
            "one_of_the_others_is_voted_for_by_the_face[chromium-False",
        )
    ),
    "test_two_people.py::test_two_people_from_sign_up_to_the_result_and_the_guest_keeps_the_seat[chromium-no-scripts]",
    "test_no_scripts.py::test_a_whole_match_without_scripts[chromium-desktop]",
    "test_people.py::test_from_sign_up_to_the_settings[chromium-False]",
    "test_learn.py::test_the_lesson_is_played_from_the_first_word_to_the_last[chromium-desktop]",
    "test_learn.py::test_the_lesson_is_played_from_the_first_word_to_the_last[chromium-no-scripts]",
    "test_learn.py::test_the_pages_have_no_barriers_and_nothing_is_cut_in_any_language[chromium-nl]",
    "test_learn.py::test_the_pages_have_no_barriers_and_nothing_is_cut_in_any_language[chromium-en]",
    "test_learn.py::test_match_and_front_page_fit_a_phone_in_every_language[chromium-nl]",
    "test_learn.py::test_match_and_front_page_fit_a_phone_in_every_language[chromium-de]",
    "test_match.py::test_a_guest_plays_a_whole_match_against_three_bots[chromium-1440-options1]",
    "test_lobby.py::test_a_host_makes_a_table_a_guest_comes_by_the_link_and_the_host_starts[chromium-no-scripts]",
    "test_dashboard.py::test_two_people_talk_within_the_match_page[chromium-desktop]",
    "test_dashboard.py::test_from_the_talk_to_a_person_who_is_muted_and_heard_again[chromium-desktop]",
    "test_dashboard.py::test_the_first_visit_shows_the_ways_into_each_game_and_a_card[chromium-desktop]",
    "test_dashboard.py::test_without_scripts_the_talk_is_a_page_of_its_own[chromium-desktop]",
    "test_access.py::test_the_tab_key_goes_in_reading_order_and_one_always_sees_where[chromium-desktop]",
    "test_notices.py::test_every_page_of_notices_is_for_everybody[chromium-light]",
    "test_halt_mal_kurz.py::test_no_question_has_barriers_in_light_or_dark_or_scrolls_sideways[chromium-dark]",
    *(
        f"test_halt_mal_kurz.py::test_the_learn_page_has_no_barriers_in_light_or_dark[chromium-{which}]"
        for which in ("en-dark", "de-light", "de-dark")
    ),
    *(
        f"test_voice.py::test_{name}"
        for name in (
            "it_is_remembered_and_waits_for_a_press_where_the_browser_wants_one[chromium]",
            "every_delivery_has_its_own_sound[chromium]",
            "where_there_is_no_speech_nothing_breaks[chromium]",
        )
    ),
    "test_access.py::test_no_page_has_barriers_in_light_or_dark_or_scrolls_sideways[chromium]",
    "test_lobby_asks.py::test_a_rematch_is_in_sight_with_the_result[chromium]",
    "test_lobby.py::test_no_page_of_a_table_has_barriers_in_light_or_dark_or_scrolls_sideways[chromium]",
    "test_game_of_quotes.py::test_the_last_round_of_three_is_chosen_heard_stamped_and_turned_over[chromium]",
    "test_game_of_quotes.py::test_on_a_small_screen_one_thing_sticks_at_a_time_and_no_word_is_broken[chromium]",
    "test_game_of_quotes.py::test_a_round_is_heard_and_stamped_without_scripts[chromium]",
    "test_game_of_quotes.py::test_what_was_begun_stays_while_a_stamp_is_set_the_pad_is_saved_and_others_answer[chromium]",
    "test_publishing.py::test_no_page_has_barriers_or_scrolls_sideways[chromium-dark-en-GB]",
    "test_dashboard.py::test_two_people_talk_within_the_match_page[chromium-phone]",
    "test_dashboard.py::test_from_the_talk_to_a_person_who_is_muted_and_heard_again[chromium-phone]",
    "test_dashboard.py::test_a_talk_that_was_refused_says_why_and_keeps_the_words[chromium]",
    "test_import.py::test_two_hundred_lines_are_pasted_looked_at_and_added_by_keyboard[chromium-True]",
    "test_import.py::test_a_mended_file_shows_old_and_new_and_changes_what_is_ticked[chromium-phone]",
    "test_time.py::test_a_pause_is_proposed_agreed_and_ended_by_hand[chromium]",
    "test_match.py::test_a_guest_plays_a_whole_match_against_three_bots[chromium-360-options0]",
    "test_halt_mal_kurz.py::test_an_assembly_votes_in_the_open_and_all_read_the_same_tally[chromium]",
    "test_publishing.py::test_the_host_leaves_a_card_out_and_takes_another_deck[chromium-size1-True]",
    "test_decks.py::test_a_marker_is_grabbed_and_a_blank_is_written_refused_and_withdrawn[chromium-size0-True]",
    "test_decks.py::test_half_a_blank_outlives_the_other_buttons_of_the_table_and_is_gone_once_it_is_sent[chromium]",
    "test_notices.py::test_every_page_of_notices_is_for_everybody[chromium-dark]",
    "test_in_german.py::test_a_deck_is_handed_in_and_sent_back_with_a_reason[chromium]",
    "test_learn.py::test_the_pages_have_no_barriers_and_nothing_is_cut_in_any_language[chromium-de]",
    "test_people.py::test_a_guest_keeps_the_seat[chromium]",
    "test_don_martin.py::test_each_question_fits_a_phone_and_everybody[chromium-throw_in]",
    "test_moderation.py::test_no_page_has_barriers_or_scrolls_sideways[chromium-desktop-en]",
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
    "test_learn.py::test_the_pages_have_no_barriers_and_nothing_is_cut_in_any_language[chromium-fr]",
    "test_up.py::test_when_the_web_server_ends_all_stop_and_it_is_an_error[itself]",
    "test_leaks.py::test_nobody_is_ever_sent_a_card_they_do_not_hold[toy-4-5]",
    "test_leaks.py::test_nobody_is_ever_sent_a_card_they_do_not_hold[toy-3-4]",
    "test_upload_sweep.py::test_five_thousand_rows_are_in_the_deck_in_under_ten_seconds[5000]",
    "test_exports.py::test_twenty_thousand_cards_are_a_file_in_under_three_seconds[20000]",
    "test_uploads.py::test_a_file_of_any_size_takes_no_memory[200-11]",
    "test_publishing.py::test_a_deck_is_handed_in_sent_back_with_a_reason_and_published_by_keyboard[chromium-size0-False]",
    "test_publishing.py::test_the_host_leaves_a_card_out_and_takes_another_deck[chromium-size0-False]",
    "test_import.py::test_two_hundred_lines_are_pasted_looked_at_and_added_by_keyboard[chromium-False]",
    "test_import.py::test_a_broken_file_says_why_and_a_large_one_goes_on_by_itself[chromium-de]",
    *(
        f"test_admin_lists.py::test_no_question_breaks_a_list[{name}]"
        for name in (
            "accounts.User",
            "accounts.Send",
            "accounts.Device",
            "account.EmailAddress",
            "games.Move",
            "quotes.Words",
        )
    ),
)


THIRD = 3  # one row in so many, by its name

# Of these tests only the rows whose ids match are in the short run; all others are long.
SHORT: dict[str, str | int] = {
    "test_admin_lists.py::test_no_question_breaks_a_list": THIRD,
    "test_nul.py::test_no_form_of_the_play_breaks": THIRD,
    "test_agreement.py::test_days_pauses_and_answers_in_any_order_leave_exactly_the_time": THIRD,
    "test_keepsakes.py::test_the_link_is_gone_at_once": THIRD,
    "test_keepsakes.py::test_nobody_is_asked_where_a_writer_cannot_agree": THIRD,
    "test_strangers.py::test_a_post_without_our_token_is_refused": THIRD,
    "test_admin.py::test_no_secret_can_be_asked_for_in_the_address_of_a_list": THIRD,
    "test_notices.py::test_every_note_of_a_table_can_be_a_mail": THIRD,
    "test_hidden.py::test_what_is_hidden_is_read_by_nobody_but_with_its_mark_by_those_who_edit": THIRD,
    "test_editing.py::test_who_may_do_what_to_cards": THIRD,
    "test_muted.py::test_what_somebody_can_press_who_may_not_write": THIRD,
    "test_beside_published.py::test_ones_own_table_plays_the_version_and_that_is_said": THIRD,
    "test_allowed.py::test_what_is_shown_is_taken": THIRD,
    "test_allowed.py::test_what_is_shown_is_what_can_be_pressed": THIRD,
    "test_deck_pages.py::test_who_presses_which_button": THIRD,
    "test_held.py::test_a_moderator_chooses_from_the_reasons_that_a_reporter_has": THIRD,
    "test_upload_changes.py::test_whatever_was_mended_is_offered_as_a_change_of_its_card_and_taken": THIRD,
    "test_upload_rows.py::test_a_black_card_with_any_blanks_and_any_wrong_pick_is_one_quote": THIRD,
    "test_public_formats.py::test_a_public_deck_is_sent_looked_at_and_added": THIRD,
    "test_windows.py::test_a_slap_stays_with_or_without_a_timer_as_it_began": THIRD,
    "test_push.py::test_one_bad_device_of_three": THIRD,
    "test_match_page.py::test_what_silence_does_is_said_where_there_is_a_deadline": THIRD,
    "test_deck_pages.py::test_a_refused_card_is_as_it_was_typed_with_the_sentence_at_its_field": THIRD,
    "test_tally.py::test_badge_and_tab_say_how_many_wait": THIRD,
    "test_deck_pages.py::test_no_address_leaves_a_browser_with_an_empty_page": THIRD,
    "test_requests.py::test_a_body_in_another_writing_is_refused_whatever_it_holds": THIRD,
    "test_exports.py::test_whoever_may_see_a_deck_gets_what_its_licence_gives": THIRD,
    "test_settings_page.py::test_each_section_is_saved_by_itself_and_says_so": THIRD,
    "test_queries.py::test_the_lists_of_moderators": THIRD,
    "test_whole_quotes.py::test_a_guest_and_a_bot_sit_at_the_table": r"-de",
    "test_moderation.py::test_no_page_has_barriers_or_scrolls_sideways": r"phone-de|desktop-en",
    "test_moderation.py::test_report_verdict_and_appeal_by_keyboard_alone": r"True",
    "test_publishing.py::test_no_page_has_barriers_or_scrolls_sideways": r"dark",
    "test_publishing.py::test_a_half_made_decision_outlives_the_pages": r"True",
    "test_workshop.py::test_no_page_of_the_workshop_has_barriers_or_scrolls_sideways": r"light",
    "test_workshop.py::test_a_card_is_edited_cards_are_taken_out_and_come_back": r"True",
    "test_workshop.py::test_the_editor_stands_below_its_header": r"1440",
    "test_dashboard.py::test_the_dashboard_has_no_barriers": r"phone",
    "test_dashboard.py::test_an_invitation_is_declined_and_another_accepted": r"True",
    "test_don_martin.py::test_each_question_fits_a_phone_and_everybody": r"throw_in",
    "test_import.py::test_a_mended_file_shows_old_and_new_and_changes_what_is_ticked": r"phone",
    "test_access.py::test_a_phone_shows_state_question_first_cards_and_button_without_scrolling": r"-[46]",
    "test_hmk_looks.py::test_the_first_choices_are_in_sight_above_the_bar": r"vote and a card to turn-phone",
    "test_hmk_looks.py::test_every_word_on_the_cloth_can_be_read": r"light",
    "test_voice.py::test_a_browser_that_keeps_nothing_reads_all_the_same": r"sessionStorage",
    "test_notices.py::test_a_browser_that_cannot_is_told_what_to_do": r"agent0",
    "test_slap.py::test_other_keys_are_no_slap": r"Shift",
    "test_slap.py::test_at_a_real_table_a_card_is_turned_and_met": r"0-True",
    "test_slap.py::test_a_slap_counts_from_the_paint_to_the_moment_it_goes_down": r"1200-Enter",
    "test_every_game.py::test_a_random_match_keeps_all_rules_of_the_engine": r"-[0-3]$",  # the seed
    "test_queries.py::test_a_page_a_move_and_a_poll_cost_the_same_whatever_the_game": r"-[36]-late|-4-early",
    "test_leaks.py::test_pages_are_the_same_to_the_byte_whatever_is_hidden": r"kangoeroe-2|toy-2",
    "test_lesson.py::test_a_hint_is_whole_in_every_language_and_quotes_only_words_of_the_page": r"de",
    "test_lesson.py::test_whoever_plays_as_they_like_is_never_stuck_and_never_told_a_lie": r"0",
    "test_learn.py::test_whoever_plays_as_they_like_is_never_stuck_and_never_told_a_lie": r"[01]",
    "test_learn.py::test_whoever_follows_the_hints_practises_everything": r"{}|'lines': 1, 'first': 2",
    "test_learn.py::test_what_a_hint_quotes_is_a_word_of_the_page_in_every_language": r"de|sv",
    "test_bad_input.py::test_random_rubbish_never_breaks_a_page": r"[01]",
    "test_practice.py::test_names_are_escaped_wherever_they_stand": r"kangoeroe",
    "test_too_often.py::test_over_the_limit_of_an_address_nothing_goes": r"none-code|forged-log in",
    "test_sending.py::test_a_refused_mail_is_tried_five_times": r"error0",
    "test_races.py::test_two_hundred_posts_of_one_answer_are_one_move": r"kangoeroe|$",
    "test_allowed.py::test_what_is_not_shown_is_refused_and_changes_nothing": r"taken|appealed",
    "test_partings.py::test_lists_and_pages_still_load_whoever_and_whatever_is_gone": r"done-both|card-appealed",
    "test_own.py::test_nothing_that_is_ever_sent_to_an_author_names_the_reporter": r"verdict0|verdict2-card",
    "test_push.py::test_a_name_that_leads_inside_is_refused": r"True",
    "test_entrance.py::test_no_log_in_leads_off_the_site": r"evil.example\]?$|^//|javascript",
    "test_pages.py::test_no_address_of_ours_leaves_a_browser_with_an_empty_page": r"^m/|^decks|^$|^account/login/$",
}


def is_of_the_long_run(name: str) -> bool:
    """name: "test_file.py::test_...[rows]"."""
    base, _, row = name.removesuffix("]").partition("[")
    kept = next((found for start, found in SHORT.items() if base.startswith(start)), None)
    if isinstance(kept, int):
        return name in LONG or crc32(row.encode()) % kept > 0
    return name in LONG or (kept is not None and not re.search(kept, row))


def marks(nodeid: str) -> list[str]:
    """The marks of a test by its address ("tests/games/test_talk.py::test_..."), besides those it carries itself."""
    found = []
    where = nodeid.removeprefix("tests/")
    if where.startswith(ONCE):
        found.append("once")
    elif where.startswith(ON_SQLITE_ONLY):  # never both: it would run nowhere
        found.append("sqlite")
    if is_of_the_long_run(re.sub(r"^([^/\[]+/)*", "", where)):
        found.append("long")
    return found

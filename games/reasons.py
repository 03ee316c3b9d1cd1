"""Why an answer is refused, in every game; what only one game says stands in its folder."""

from django.utils.translation import gettext_lazy

REASONS = {
    "not_understood": gettext_lazy(
        "This page did not understand that answer. Nothing was played; choose again."
    ),
    "nothing_chosen": gettext_lazy("Nothing was chosen yet. Choose first, then press the button."),
    "nothing_written": gettext_lazy("Nothing was written yet."),
    "changed_elsewhere": gettext_lazy(
        "This was changed elsewhere meanwhile. What you typed is still here: save again to keep it instead."
    ),
    "text_too_long": gettext_lazy("That text is too long."),
    "text_too_short": gettext_lazy("That text is too short."),
    "muted": gettext_lazy("A moderator decided that you write nothing here for now."),
    "wrong_answer": gettext_lazy("That does not answer this question."),
    "not_that_many": gettext_lazy("You do not hold that many."),
    "not_asked": gettext_lazy(
        "The table has gone on; this is not asked of you any more. Nothing was played."
    ),
    "answered_otherwise": gettext_lazy(
        "You have already answered this, and differently. Your first answer counts."
    ),
    "answered_by_orders": gettext_lazy(
        "Your standing orders have already answered this. Nothing more was played."
    ),
    "answered_by_clock": gettext_lazy(
        "The time was up and the clock has answered for you. Nothing more was played."
    ),
    "answered_by_bot": gettext_lazy("A bot has answered this in your place. Nothing more was played."),
    "log_not_whole": gettext_lazy("The log is not whole."),
    "log_nobody_asked": gettext_lazy("The log has an answer that nobody was asked for."),
    "log_unreadable": gettext_lazy("The log has an answer that cannot be read."),
    "log_other_events": gettext_lazy("The log tells something else than what happened."),
    "log_other_state": gettext_lazy("The log does not lead to the stored end."),
    "over": gettext_lazy("This match is over. Nothing was played."),
    "paused": gettext_lazy("This match is paused. Nothing was played; whoever plays can end the pause."),
    "asleep": gettext_lazy("This match sleeps. Nothing was played; take your seat back to go on."),
    "finished": gettext_lazy("This match is over. Nothing was played."),
    "closed": gettext_lazy("This match was closed. Nothing was played."),
    "rewound": gettext_lazy(
        "This match was put back to an earlier move. Nothing was played; look again and choose anew."
    ),
    "no_more_days": gettext_lazy(
        "Three days have been given for this question already. Nothing was changed."
    ),
    "no_day_here": gettext_lazy("No day can be given for this question any more. Nothing was changed."),
    "nothing_proposed": gettext_lazy("This proposal is not there any more. Nothing was changed."),
    "other_proposal": gettext_lazy("Something else is already proposed. Answer that first."),
    "clown_later": gettext_lazy(
        "The clown of a table is crowned once its match has been played to the end. Nothing was changed."
    ),
    "clown_not_here": gettext_lazy("No clown is crowned in this game. Nothing was changed."),
    "clown_self": gettext_lazy("Nobody crowns themselves. Choose one of the others; nothing was changed."),
    "clown_who": gettext_lazy("Choose somebody of this table first. Nothing was changed."),
    "nothing_to_slap": gettext_lazy("No Kapitalismus lies on top of the discards. Nothing was slapped."),
    "bot_plays": gettext_lazy("A bot plays for you at present. Take your seat back first."),
    "frozen": gettext_lazy(
        "Something is wrong with this match, so it has been stopped as it was. Nothing is lost; the people who "
        "run this site can set it right."
    ),
}

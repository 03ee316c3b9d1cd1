"""What the tables of reports and verdicts keep of people; see `accounts/inventory.py`."""

from accounts.inventory import GONE, KEPT, NAMELESS, Holding, nothing

TO_DECIDE = "somebody has to decide, and to answer for it later"
NOT_TOLD = "it would tell of a report, or of a moderator"

HOLDINGS = {
    "moderation.Case": Holding(
        {
            "author": NAMELESS,
            "owner": NAMELESS,
            "moderator": NAMELESS,
            "frozen": (NAMELESS, KEPT),
            "words": KEPT,
        },
        f"{TO_DECIDE}. A name goes, and what was said beside the reported words; the words themselves stay",
        taken=("decisions", "decisions_in_my_decks", "cases_decided"),
        plain=("fingerprint", "verdict", "reason"),
    ),
    "moderation.Case_beside": Holding({"user": GONE}, left_out={"user": NOT_TOLD}),
    "moderation.Report": Holding(
        {"reporter": NAMELESS, "note": KEPT}, TO_DECIDE, taken=("reports",), plain=("reason",)
    ),
    "moderation.Act": Holding(
        {"moderator": NAMELESS, "about": NAMELESS, "moderator_name": KEPT, "words": KEPT},
        "the audit list is written once: who decided about others stays answerable for it by name",
        taken=("moderated",),
        left_out={"about": "decisions about somebody are told as decisions, without the moderator"},
        plain=("action", "reason"),
    ),
    "moderation.Appeal": Holding(
        {"decided_by": NAMELESS, "text": (GONE, NAMELESS), "words": KEPT},
        TO_DECIDE,
        taken=("decisions", "appeals_decided"),
    ),
    "moderation.Hiding": nothing(),
    "moderation.Cover": nothing(),
    "moderation.FlagWord": Holding(
        {"added_by": NAMELESS, "word": KEPT},
        "all moderators work with the list",
        taken=("flag_words",),
        plain=("language",),
    ),
}

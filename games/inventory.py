"""What the tables of matches keep of people; see `accounts/inventory.py`."""

from accounts.inventory import GONE, HANDED_ON, NAMELESS, RECKONED, Holding, nothing

OF_THE_MATCH = "the match of the others stays whole, and its seat is called Somebody"
NAMES = "a name, which is in the profile"

HOLDINGS = {
    "games.Match": Holding(
        {"host": (HANDED_ON, NAMELESS), "news": NAMELESS},
        OF_THE_MATCH,
        taken=("matches",),
        left_out={"news": NAMES},
        plain=(
            *("code", "game", "options", "told", "seed", "invite", "vetoed", "table", "prompts", "result"),
            *("trouble", "closed_why"),
        ),
    ),
    "games.Match_decks": nothing(),
    "games.Seat": Holding(
        {"person": (GONE, NAMELESS), "left_by": NAMELESS, "name": (GONE, NAMELESS)},
        OF_THE_MATCH,
        taken=("matches",),
        left_out={"name": NAMES},
        plain=("told", "invite"),
    ),
    # No column says whose it is: that is the seat's. Cards are the match's, and in no file; orders are.
    "games.Hand": Holding(taken=("matches",), plain=("zone", "orders", "heard")),
    "games.Move": Holding(taken=("moves",), plain=("action", "form", "public", "private")),
    "games.Prompt": Holding(
        {"person": NAMELESS}, "an index for the clock", left_out={"person": RECKONED}, plain=("kind",)
    ),
    "games.Message": Holding(
        {"person": NAMELESS, "names": NAMELESS},
        "that something was said, which the numbers of the others' messages count; the words go",
        taken=("messages",),
        left_out={"names": NAMES},
        plain=("key",),
    ),
    "games.Invitation": Holding(
        {"person": GONE, "by": NAMELESS},
        "who was invited stays invited",
        taken=("invitations", "invitations_made"),
    ),
    "games.Blank": Holding({"writer": NAMELESS}, "it was dealt to others", taken=("blanks",)),
    "games.Favourite": Holding({"person": GONE}, taken=("favourites",)),
    "games.Shared": Holding(
        {"asked_by": NAMELESS},
        "others were asked, too; it is public no more",
        taken=("shared",),
        plain=("link",),
    ),
    "games.Consent": Holding(
        {"person": NAMELESS}, "without a person it is a no, so nothing is shown", taken=("consents",)
    ),
    "games.Pulse": nothing("name"),
}

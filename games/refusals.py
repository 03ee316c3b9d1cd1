"""Why something was not done at a table that is not dealt yet, or with a seat of one that is."""

from typing import Any

from django.utils.translation import gettext_lazy as _

WHY = {
    "gone": _("There is no such table, or it is not open to you."),
    "link_gone": _("This invitation is not valid. It was withdrawn or replaced, or the match has begun."),
    "begun": _("This match has begun; nobody can sit down or change the table any more."),
    "closed": _("This table was closed. Nothing will be dealt here any more."),
    "full": _("Every seat at this table is taken."),
    "guests": _("This is an open table, and guests can sit down only where they were invited."),
    "not_open": _("You cannot sit down at this table."),
    "few_cards": _(
        "These decks have %(there)s cards, and a match of %(seats)s needs at least %(needed)s. Add a deck, or play "
        "with fewer seats."
    ),
    "no_blank": _(
        "No blank card is left at this table. Nothing was kept; copy what you wrote if you want it."
    ),
    "bad_text": "%(words)s",
    "long_source": _("The source is too long: %(length)s characters, and %(limit)s are allowed."),
    "no_quote": _("Write a quote first. A blank card without one says nothing."),
    "grabbed": _("Somebody was faster: %(name)s has it."),
    "not_yours": _("Somebody at this table has taken that one meanwhile: %(name)s. Choose another."),
    "no_deck": _("That deck is not there for you any more. Choose again."),
    "not_host": _("Only the host of the table can do that."),
    "too_few": _("There are not enough people yet. Wait for more, or let bots fill the free seats."),
    "left": _("The seat you chose to start was given up meanwhile. Choose again."),
    "seat_left": _("Nobody sits there any more. Nothing was saved; choose again."),
    "own_seat": _("Nobody names themselves here. Nothing was saved; choose one of the others."),
    "not_understood": _("That choice is not there. Nothing was changed; choose again."),
    "too_many_bots": _("Leave at least one seat for a person: there are as many bots as seats."),
    "too_many_tables": _("You have 20 tables that wait for people. Fill, start or cancel one of them first."),
    "too_many_guests": _("Too many new guests came from your network just now. Please try again in an hour."),
    "too_many_invitations": _(
        "You have asked very many people just now. You can ask the next one %(again)s."
    ),
    "nobody_there": _("This person does not sit at the table any more."),
    "cannot_invite": _("This person cannot be invited to this table."),
    "not_a_bots": _("This seat is not a bot’s, so it cannot be offered."),
    "broken": _("Something is wrong with the rules of this game, so nothing was dealt. Nothing is lost."),
    "taken": _("Somebody else has taken this seat."),
}


class Refused(Exception):
    """Why something was not done: a key of WHY, the status its page is sent with, and what the sentence names."""

    def __init__(self, why: str, status: int = 409, **names: Any) -> None:
        super().__init__(why)
        self.why, self.status, self.names = why, status, names

    @property
    def words(self) -> str:
        """The sentence for the person who is refused."""
        return str(WHY[self.why]) % self.names if self.names else str(WHY[self.why])

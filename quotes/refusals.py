"""Why something was not done with a deck, in words."""

from typing import Any

from django.utils.translation import gettext_lazy

from accounts.numbers import grouped
from quotes.models import MOST_DESCRIPTION, MOST_NAME, MOST_TAGS, MOST_TITLE
from quotes.text import LIMIT

COUNTED = {"length", "limit", "left", "least"}  # of what is put into a sentence
WHY: dict[str, Any] = {
    "not_yours": gettext_lazy("Only its owner and co-editors change this deck."),
    "not_the_owner": gettext_lazy("Only the owner of this deck can do that."),
    "no_title": gettext_lazy("A deck needs a title."),
    "long_title": gettext_lazy("This title is too long: %(length)s characters, and %(limit)s are allowed."),
    "long_quote": gettext_lazy("This quote is too long: %(length)s characters, and %(limit)s are allowed."),
    "long_source": gettext_lazy("This name is too long: %(length)s characters, and %(limit)s are allowed."),
    "long_description": gettext_lazy(
        "This description is too long: %(length)s characters, and %(limit)s are allowed."
    ),
    "long_tags": gettext_lazy("These tags are too long: %(length)s characters, and %(limit)s are allowed."),
    "no_text": gettext_lazy("Write a quote, a source, or both."),
    "there_already": gettext_lazy("This quote is in the deck already: card %(number)s."),
    "no_language": gettext_lazy("Choose a language from the list."),
    "no_choice": gettext_lazy("That choice is not there. Choose again."),
    "changed_meanwhile": gettext_lazy(
        "Somebody has changed this card meanwhile. What is there now is shown; your text is still in the form."
    ),
    "place_taken": gettext_lazy(
        "Another card has taken this place meanwhile. It cannot be brought back there."
    ),
    "back_already": gettext_lazy(
        "Card %(number)s says the same by now, so nothing was brought back. Take that one out first."
    ),
    "deck_full": gettext_lazy("A deck holds at most %(limit)s cards."),
    "too_many_decks": gettext_lazy("You own %(limit)s decks, and more are not possible. Remove one first."),
    "no_such_person": gettext_lazy(
        "Nobody of that name can be asked. Co-editors are people you know from a table, or who saved the deck."
    ),
    "too_many_editors": gettext_lazy("A deck has at most %(limit)s co-editors."),
    "too_many_links": gettext_lazy(
        "%(limit)s invitations to this deck are open. Withdraw one of them first, or wait until one is used."
    ),
    "too_many_links_made": gettext_lazy(
        "You have made %(limit)s invitations within a day. Try again %(again)s."
    ),
    "link_nowhere": gettext_lazy(
        "This invitation leads nowhere. It was withdrawn, or its address is not whole. Ask for a new one."
    ),
    "link_used": gettext_lazy(
        "This invitation was used already, and each is for one person. Ask for a new one."
    ),
    "link_over": gettext_lazy(
        "This invitation was good for %(days)s days, and they are over. Ask for a new one."
    ),
    "no_free_licence": gettext_lazy("The licence of this deck does not allow copies."),
    "under_review": gettext_lazy("This deck waits for a curator. Withdraw it first."),
    "guest": gettext_lazy("Guests cannot do that. Keep your seat with an e-mail address first."),
    "of_blanks": gettext_lazy(
        "Your blank cards cannot be published. Copy what you like of them into another deck."
    ),
    "untouched_copy": gettext_lazy(
        "These are the cards of the deck it is a copy of. Write some of your own, then hand it in."
    ),
    "of_hidden": gettext_lazy(
        "A moderator has hidden the deck that this one is a copy of. Take its cards out, then hand it in."
    ),
    "not_ready": gettext_lazy("Something on the list is missing. See to it, then hand the deck in."),
    "no_promise": gettext_lazy("Tick all three boxes. Without them the deck is not handed in."),
    "nothing_new": gettext_lazy("This is what is published already. Change something first."),
    "too_many_versions": gettext_lazy("You have handed in %(limit)s times today. Try again %(when)s."),
    "nothing_waits": gettext_lazy("This deck does not wait any more: a curator was faster."),
    "not_a_curator": gettext_lazy("Only curators decide on decks."),
    "own_deck": gettext_lazy("This deck is partly yours. Another curator decides on it."),
    "closed_meanwhile": gettext_lazy(
        "What you wrote this for is not there, or no longer open to you. Nothing was kept. Copy it from here."
    ),
    "deck_gone": gettext_lazy("This deck is not there any more. Nothing was changed."),
    "too_few_left": gettext_lazy(
        "Cards of it were hidden meanwhile: %(left)s are left, and %(least)s is the least. It cannot be published."
    ),
    "no_decision": gettext_lazy("Choose what becomes of this version."),
    "no_reason": gettext_lazy("Choose a reason or write one. Who made the deck reads it."),
    "long_reason": gettext_lazy("This reason is too long: %(length)s characters, and %(limit)s are allowed."),
    "decided_meanwhile": gettext_lazy(
        "%(name)s was faster and has decided on this version: %(state)s. Nothing was changed by you."
    ),
    "withdrawn_meanwhile": gettext_lazy(
        "Its owner has withdrawn this version meanwhile. Nothing was changed."
    ),
    "own_blanks": gettext_lazy(
        "Your blank cards are for you alone. Copy them into a new deck, and share that one."
    ),
    "is_by_link": gettext_lazy(
        "This deck is published no more. Whoever has its link still sees it: its settings end that."
    ),
    "is_published": gettext_lazy("This deck is published for everybody. Take it back from there first."),
    "stays_by_sa": gettext_lazy(
        "There are cards of others under CC BY-SA 4.0 in this deck, so it stays under that licence."
    ),
    "stays_by": gettext_lazy(
        "There are cards of others under CC BY 4.0 in this deck, so it cannot be under CC0."
    ),
    "stays_none": gettext_lazy(
        "There are cards of others in this deck who keep all rights, so it stays without a free licence."
    ),
    "licence_of_file": gettext_lazy(
        "This file is under CC BY-SA 4.0. Its cards can only go into a deck under that licence: choose it for the"
        " deck, or make a new deck of the file."
    ),
    "licence_of_new": gettext_lazy(
        "This file is under CC BY-SA 4.0. Its cards can only go into a deck under that licence: choose it here."
    ),
    "by_of_file": gettext_lazy(
        "This file is under CC BY 4.0, so its cards cannot go into a deck under CC0: whoever made them is to be named."
    ),
    "credit_full": gettext_lazy(
        "This deck names so many others that it comes from that no more fit. Make a new deck of the file."
    ),
    "source_there": gettext_lazy("A card with this source alone is in the deck already: card %(number)s."),
    "no_such_card": gettext_lazy("This card is not in the deck."),
    "none_ticked": gettext_lazy("Tick the cards in the list first."),
    "no_suggestions": gettext_lazy("This deck takes no suggestions."),
    "nothing_else": gettext_lazy("This is what the card says already. Change something, or write a note."),
    "long_note": gettext_lazy("This note is too long: %(length)s characters, and %(limit)s are allowed."),
    "too_many_open": gettext_lazy(
        "%(limit)s suggestions of yours wait here. Once some of them are decided, you can make more."
    ),
    "full_of_suggestions": gettext_lazy(
        "Very many suggestions wait here. Once some of them are decided, you can make more."
    ),
    "full_for_guests": gettext_lazy(
        "Very many suggestions of guests wait here. Once some of them are decided, you can make more; "
        "with an account you can do so now."
    ),
    "too_many_suggestions": gettext_lazy("You have made very many suggestions. Try again %(again)s."),
    "decided_already": gettext_lazy(
        "Somebody was faster: this suggestion is %(state)s. Nothing was changed."
    ),
    "no_tag": gettext_lazy("Write a tag first."),
    "hidden_card": gettext_lazy("A moderator has hidden this card, so it stays as it is. Write another one."),
    "hidden_words": gettext_lazy(
        "A moderator has hidden these words, so they cannot be added again. Whoever wrote them can appeal."
    ),
    "card_out": gettext_lazy(
        "The card is not in the deck any more. Bring it back first, and then its earlier text."
    ),
    "nothing_sent": gettext_lazy("Paste some lines or choose a file first."),
    "both_sent": gettext_lazy("Take one at a time: the lines or the file."),
    "too_many_imports": gettext_lazy(
        "You have imported %(limit)s times within an hour. Try again %(again)s."
    ),
    "too_many_undecided": gettext_lazy(
        "%(limit)s imports of yours wait for your yes. Add or throw away one of them first."
    ),
    "nothing_to_add": gettext_lazy("Nothing in it is new, or ticked. Nothing was added."),
    "upload_gone": gettext_lazy("This import is not there any more. Nothing was added."),
    "upload_decided": gettext_lazy("This import is on its way already. Nothing was changed by you."),
    "given_up": gettext_lazy("This did not work, and nothing is in the deck. Try it with a smaller file."),
    "muted": gettext_lazy("A moderator decided that you write nothing here for a while. Nothing was added."),
    "no_export": gettext_lazy(
        "All rights of this deck are reserved, so only those who edit it can export it."
    ),
    "too_many_exports": gettext_lazy(
        "You have exported %(limit)s times within an hour. Try again %(again)s."
    ),
}

LIMITS = {
    "title": MOST_TITLE,
    "quote": LIMIT,
    "source": MOST_NAME,
    "description": MOST_DESCRIPTION,
    "tags": MOST_TAGS,
    "about": LIMIT,
    "note": LIMIT,
}


class Refused(Exception):
    """Why something was not done: a key of WHY, the status its page is sent with, and what the sentence names.

    field: of a form, where there is one.
    """

    def __init__(self, why: str, status: int = 422, *, field: str = "", **names: Any) -> None:
        super().__init__(why)
        self.why, self.status, self.field, self.names = why, status, field, names

    @property
    def words(self) -> str:
        """The sentence for the person who is refused."""
        names = {name: grouped(one) if name in COUNTED else one for name, one in self.names.items()}
        return str(WHY[self.why]) % names if names else str(WHY[self.why])

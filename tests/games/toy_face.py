"""How the toy game looks and speaks: the generic face, a sentence an event, and orders read from a plain form."""

from typing import Any

from django.http import QueryDict

from games.cast import Cast, phrase
from games.engine import face_of, faces
from games.face import Face
from tests.engine import toy_parts as toy


class ToyFace(Face):
    slug = "toy"
    title = "Toy"
    reasons = {
        "same_sort": "The top card is of that sort already.",
        "not_your_card": "You do not hold that card.",
        "not_yourself": "Not for yourself.",
        "too_late": "Too late.",
        "older_first": "An older one comes first.",
        "flip_first": "Turn the hidden cards first.",
        "swapped_already": "You have swapped already.",
        "empty_plan": "That plan is empty.",
        "too_many_plans": "Those are too many plans.",
    }

    def say(self, event: Any, cast: Cast) -> str:
        match event:
            case toy.Drew(cards=cards):
                return f"You draw: {', '.join(faces(cards))}."
            case toy.Turned(face=face):
                return f"You turn a {face}."
            case toy.Voted(seat=seat, choice=choice):
                return f"{cast.name(seat)} votes for {'nobody' if choice is None else cast.name(choice)}."
            case toy.Showed(faces=shown):
                return f"All show: {', '.join(shown)}."
            case toy.Laid(seat=seat, face=face):
                return f"{cast.name(seat)} lays a {face}."
            case toy.Wrote(seat=seat, words=words) if words and words > 0:
                return phrase("%(name)s writes: %(words)s", name=cast.name(seat), words=cast.words(words))
        return type(event).__name__

    def seat_words(self, view: Any, seat: int) -> str:
        ballots = view.table.ballots
        ballot = "" if not ballots or ballots[seat] is None else f", ballot {ballots[seat]}"
        shown = view.table.shown if seat == view.table.open else None
        return f"{view.table.points[seat]} points{ballot}{', open: ' + ' '.join(shown) if shown else ''}"

    def hand(self, view: Any, cast: Cast) -> dict[str, Any]:
        _, hand = view.mine()
        seen = [f"seen {note.face} {note.hit}" for note in hand.seen]
        return {"cards": [*faces(hand.cards), *seen]}

    def open_cards(self, hand: Any, cast: Any) -> list[Any]:
        return [face_of(card) for card in hand.cards]

    def read_orders(self, form: QueryDict, orders: Any) -> dict[str, Any]:
        """Fields abstain, motto (a number), plans ("sun,moon", one a turn), slap."""
        motto = form.get("motto", "")
        return {
            "abstain": "abstain" in form,
            "motto": int(motto) if motto else None,
            "plans": [plan.split(",") for plan in form.getlist("plans")],
            "slap": int("slap" in form),
        }


FACE = ToyFace()

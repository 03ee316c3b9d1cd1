"""A match of Game of Quotes that is over, whose combinations are liked, asked about and shared."""

import re
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from msgspec.structs import replace

from accounts.models import User
from games.combinations import table_of
from games.desk import encode_text
from games.game_of_quotes.cards import blank_card, deck_card
from games.game_of_quotes.parts import Source
from games.models import Consent, Hand, Match, Seat, Shared
from quotes.models import Card, Deck, Words
from tests.game_of_quotes import seated
from tests.games.scripts import Party, person, text

AT = (1, 0)  # the combination that the tests share: of Alice, in round 1
CANNOT = "This one cannot be shared: not everybody who wrote it can agree."


@pytest.fixture
def ended() -> Party:
    """Alice, Bob and Cleo have played to the end, with the house's own deck."""
    return over()


def over(seats: int = 3, *, turned: bool = True, **more: Any) -> Party:
    """turned: whether all have turned the stamps over."""
    party = seated.table(lambda state: False, seats, **more)
    if turned:
        Hand.objects.filter(match=party.match).update(heard={"0": 99})
    User.objects.update(email="")
    for user in User.objects.all():
        User.objects.filter(pk=user.pk).update(email=f"{user.name.lower()}@example.org")
    return party


def who(table: Party, seat: int) -> User:
    return table.match.seats.get(number=seat).person


def put_together(match: Match, at: tuple[int, int] = AT, **parts: Any) -> None:
    """Lay another quote or source into a combination, past the door."""
    round_, seat = at
    table = table_of(match)
    readings = tuple(replace(one, **parts) if one.seat == seat else one for one in table.readings[round_ - 1])
    rounds = (*table.readings[: round_ - 1], readings, *table.readings[round_:])
    match.table = encode_text(replace(table, readings=rounds))
    match.save(update_fields=["table"])


def write(text: str, author: User | None) -> int:
    return Words.objects.create(text=text, author=author).pk


def private_card(author: User | None, quote: str = "Never out of this house.", **deck: Any) -> Card:
    own = Deck.objects.create(title="My own deck", language="en", owner=person("Owner"), **deck)
    return Card.objects.create(
        deck=own, number=1, quote=quote, source="A locked drawer", category="o", language="en", author=author
    )


def ask(table: Party, seat: int = 1, at: tuple[int, int] = AT, **more: str) -> Any:
    form = {"round": at[0], "seat": at[1], **more}
    return table.post(seat, "share-ask", form, htmx=False)


def shared(at: tuple[int, int] = AT) -> Shared:
    return Shared.objects.get(round=at[0], seat=at[1])


def answer(one: User, said: str, at: tuple[int, int] = AT) -> Any:
    client = Client()
    client.force_login(one)
    consent = Consent.objects.get(shared=shared(at), person=one)
    return client.post(reverse("share-answer", args=[consent.pk]), {"answer": said})


def everybody_sees(at: tuple[int, int] = AT) -> bool:
    """What the link leads to for somebody who is not signed in: page and picture agree."""
    row = Shared.objects.filter(round=at[0], seat=at[1]).first()
    link = row.link if row else "nothing"
    page = Client().get(f"/q/{link}/")
    picture = Client().get(f"/q/{link}.svg")
    assert page.status_code == picture.status_code and page.status_code in (200, 404)
    assert ("Nothing is shown here" in text(page)) == (page.status_code == 404)
    return page.status_code == 200


def by_seat(table: Party, writer: User) -> None:
    Seat.objects.filter(match=table.match, number=0).update(person=writer)


def by_source(table: Party, writer: User) -> None:
    put_together(table.match, source=Source(words=write("A written source", writer)))


def by_blank_quote(table: Party, writer: User) -> None:
    quote, source = write("A written quote", writer), write("never used", None)
    put_together(table.match, quote=blank_card(quote, source))


def by_blank_source(table: Party, writer: User) -> None:
    quote, source = write("never used", None), write("Somebody on a blank", writer)
    put_together(table.match, source=Source(face=blank_card(quote, source)))


def by_card_quote(table: Party, writer: User) -> None:
    put_together(table.match, quote=deck_card(private_card(writer).pk, "o", 1))


def by_card_source(table: Party, writer: User) -> None:
    put_together(table.match, source=Source(face=deck_card(private_card(writer).pk, "o", 1)))


def box_of(html: str, at: tuple[int, int] = AT) -> str:
    return html.partition(f'id="c-{at[0]}-{at[1]}"')[2].partition("</li>\n<li class=")[0]


def like(table: Party, seat: int, on: str = "1", at: tuple[int, int] = AT, htmx: bool = True) -> Any:
    return table.post(seat, "favourite", {"round": at[0], "seat": at[1], "on": on}, htmx=htmx)


def places(html: str) -> list[tuple[int, int]]:
    return [(int(one), int(two)) for one, two in re.findall(r'id="c-(\d)-(\d)"', html)]

"""The cards that a page shows are looked up by their rows, however large the decks of others are."""

import pytest
from django.db import connection

from games.quoted import sides
from quotes.models import Card
from tests.games.scripts import Queries, deck

pytestmark = pytest.mark.django_db
WHOLE_TABLE = {"sqlite": "SCAN quotes_card", "postgresql": "Seq Scan on quotes_card"}


@pytest.mark.parametrize("both", [False, True])
def test_no_card_is_read_but_those_of_the_view_and_what_is_on_their_other_side(both):
    made = deck(400, two_sided=False)
    blue = [
        Card(deck=made, number=n, side="blue", quote=f"Behind {n}", source="A cat", language="en")
        for n in (1, 2)
    ]
    Card.objects.bulk_create(blue)
    red = dict(made.cards.filter(side="red", number__in=(1, 2, 3)).values_list("number", "pk"))
    with connection.cursor() as cursor:
        cursor.execute("ANALYZE quotes_card")
        with Queries() as queries:
            found = sides(red.values(), both=both)
        cursor.execute(f"EXPLAIN {'QUERY PLAN' if connection.vendor == 'sqlite' else ''} {queries.sql[0]}")
        plan = "\n".join(str(row[-1]) for row in cursor.fetchall())
    assert len(queries) == 1 and WHOLE_TABLE[connection.vendor] not in plan, plan
    behind = {n: found[row].behind and found[row].behind.quote for n, row in red.items()}
    assert behind == ({1: "Behind 1", 2: "Behind 2", 3: None} if both else dict.fromkeys(red))

"""A deck taken out: who may, what is in it, what it is called; and what is taken out comes back as it was."""

import csv
import io
import json
import time

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from accounts.models import User
from quotes import copying, decks, editing, exporting, starter
from quotes.editing import Texts
from quotes.models import Card, Deck, Version
from quotes.views import exports
from tests.games.scripts import Queries
from tests.games.scripts import deck as deck_of
from tests.quotes.importing import add, cards, page, press, says, sent
from tests.quotes.lines import tab

__all__ = ["tab"]

pytestmark = pytest.mark.django_db
KINDS = ("json", "csv", "txt")
NASTY = [
    Texts("=1+1", "@SUM(A1)", "-2", "m", "one two"),
    Texts('He said: "go", and; went', "'quoted'", "a, b; c"),
    Texts("<i>not</i> &amp; <3 a < b", "Tom & Jerrys uncle", "&lt;b&gt;"),
    Texts("“So” – she said – „nein“", "A | B", "« Oui »"),
    Texts("x" * 300, "y" * 80, "z" * 160, "a", "t" * 120),
    Texts("日本語の猫 👩‍👩‍👧 ñ", "العربية", "𝕳𝖊"),
    Texts("A quote alone", ""),
    Texts("", "A source alone", "who says nothing"),
    Texts("# not a remark", "# nor this"),
    Texts("{{ x }} %s {0} \\n", "\\"),
]


@pytest.fixture
def deck(alice) -> Deck:
    """Both sides, numbers with gaps, all that is nasty."""
    made = deck_of(0, owner=alice, title="Küche & Talk", description="Said; “there”", licence="CC BY 4.0")
    rows = [*NASTY, *(Texts(f"Back {n}", "Somebody") for n in range(3))]
    places = [*((3 * n + 2, "red") for n in range(len(NASTY))), (2, "blue"), (5, "blue"), (40, "blue")]
    editing.add_many(alice, made, rows, places)
    return made


def get(client, deck, kind="json", query=""):
    return client.get(f"/decks/{deck.pk}/export/{kind}/{query}")


def everything(deck: Deck) -> list[tuple]:
    fields = ("number", "side", "quote", "source", "description", "category", "tags")
    return list(deck.cards.filter(retired_at=None).order_by("number", "-side").values_list(*fields))


def submit(deck: Deck) -> Version:
    """Published as it is now."""
    version = Version.objects.create(
        deck=deck,
        number=1,
        state="published",
        cards=list(deck.cards.values_list("pk", flat=True)),
        **{name: getattr(deck, name) for name in decks.WORDS},
    )
    deck.published, deck.state = version, "published"
    deck.save()
    return version


# Out and in again


def test_a_deck_that_is_exported_and_imported_into_a_new_one_is_the_same(tab, alice, deck):
    file = get(tab, deck).content
    upload = sent(tab, file, "deck.json")
    form = dict(tab.get(f"/decks/uploads/{upload.pk}/").context["typed"])
    assert press(tab, upload, "add", **form).status_code == 303
    upload.refresh_from_db()
    assert upload.deck and upload.deck != deck
    assert everything(upload.deck) == everything(deck)
    first, again = (json.loads(one) for one in (file, get(tab, upload.deck).content))
    assert first.pop("stamp") != again.pop("stamp")  # each deck has its own
    assert again == first


@pytest.mark.parametrize("kind", ["csv", "txt"])
def test_csv_keeps_all_cards_and_text_all_quotes_and_sources(tab, deck, kind):
    upload = add(tab, sent(tab, get(tab, deck, kind).content, f"deck.{kind}"))
    assert upload.deck
    if kind == "csv":
        assert everything(upload.deck) == everything(deck)
        assert get(tab, upload.deck, "csv").content == get(tab, deck, "csv").content
    else:
        assert [row[2:4] for row in cards(upload.deck)] == [row[2:4] for row in cards(deck)]


@pytest.mark.parametrize("kind", KINDS)
def test_an_export_brought_into_its_own_deck_is_nothing_new(tab, deck, kind):
    before = everything(deck)
    upload = sent(tab, get(tab, deck, kind).content, f"deck.{kind}", deck=deck)
    said = page(tab, upload)
    assert "Nothing new" in said and f"{len(before)} there already" in said
    assert press(tab, upload, "add").status_code == 422
    assert everything(deck) == before


@pytest.mark.parametrize("name", starter.names())
def test_a_starter_deck_goes_out_and_in_without_a_difference(tab, name):
    starter.load(name)
    made = Deck.objects.get(starter=name)
    file = get(tab, made).content
    upload = sent(tab, file, "deck.json")
    form = dict(tab.get(f"/decks/uploads/{upload.pk}/").context["typed"])
    press(tab, upload, "add", **form)
    upload.refresh_from_db()
    assert upload.deck and everything(upload.deck) == everything(made)
    assert get(tab, upload.deck).content == file


def test_a_copy_carries_its_credit_out_and_in(tab, bob, alice, deck):
    Deck.objects.filter(pk=deck.pk).update(state="published", credit="Written by the sea")
    deck.refresh_from_db()
    copy = copying.copy(bob, deck)
    file = json.loads(exporting.export(bob, copy, "json"))
    assert file["credit"] == "Küche & Talk (Alice); Written by the sea" and "based_on" not in file
    Deck.objects.filter(pk=deck.pk).update(title="Another name")
    copy.refresh_from_db()
    renamed = json.loads(exporting.export(bob, copy, "json"))
    assert renamed["based_on"] == "Another name"
    upload = add(tab, sent(tab, renamed, "a.json"))
    assert upload.deck and upload.deck.credit == "Another name; Küche & Talk (Alice); Written by the sea"
    Deck.objects.filter(pk=deck.pk).update(state="private")
    copy.refresh_from_db()
    assert "based_on" not in json.loads(exporting.export(bob, copy, "json"))


def test_cells_that_would_be_formulas_are_only_text(tab, deck):
    rows = list(csv.reader(io.StringIO(get(tab, deck, "csv").content.decode("utf-8-sig"))))
    cells = [cell for row in rows[1:] for cell in row]
    assert not [cell for cell in cells if cell.startswith(("=", "+", "-", "@", "\t", "\r"))]
    assert "'=1+1" in cells and "'@SUM(A1)" in cells and "'-2" in cells


# Who gets what


@pytest.mark.parametrize(
    ("who", "state", "licence", "status"),
    [
        ("owner", "private", "", 200),
        ("editor", "private", "", 200),
        ("stranger", "private", "CC BY 4.0", 404),
        ("nobody", "private", "CC BY 4.0", 404),
        ("stranger", "published", "CC BY 4.0", 200),
        ("nobody", "published", "CC0 1.0", 200),
        ("guest", "published", "CC BY-SA 4.0", 200),
        ("stranger", "published", "", 403),
        ("nobody", "published", "", 403),
        ("editor", "published", "", 200),
        ("stranger", "link", "CC BY 4.0", 404),
        ("linked", "link", "CC BY 4.0", 200),
        ("linked", "link", "", 403),
        ("saver", "link", "CC BY 4.0", 200),
    ],
)
@pytest.mark.parametrize("kind", ["", "json"])
def test_whoever_may_see_a_deck_gets_what_its_licence_gives(
    alice, bob, dora, sign_in, client, deck, who, state, licence, status, kind
):
    Deck.objects.filter(pk=deck.pk).update(state=state, licence=licence, link="some-link")
    deck.editors.add(*[bob] if who == "editor" else [])
    deck.savers.add(*[bob] if who == "saver" else [])
    guest = User.objects.create(name="Guest", is_guest=True)
    people = {"owner": alice, "editor": bob, "saver": bob, "guest": guest}
    clients = client if who == "nobody" else sign_in(people.get(who, dora))
    query = "?link=some-link" if who == "linked" else "?link=another"
    address = f"/decks/{deck.pk}/export/{kind + '/' if kind else ''}{query}"
    answer = clients.get(address)
    assert answer.status_code == status
    if status == 403:
        assert "All rights of this deck are reserved" in says(answer)
    if status == 200 and who == "linked" and not kind:
        assert f"/decks/{deck.pk}/export/json/?link=some-link" in answer.content.decode()
    if status == 200 and kind:
        assert json.loads(answer.content)["title"] == "Küche & Talk"


@pytest.mark.parametrize("gone", ["removed", "hidden"])
def test_a_deck_that_is_gone_is_exported_by_nobody(dora, sign_in, deck, gone):
    Deck.objects.filter(pk=deck.pk).update(**{"state": "published", f"{gone}_at": timezone.now()})
    assert get(sign_in(dora), deck).status_code == 404


def test_others_get_the_published_version_and_editors_what_is_there_now(alice, bob, sign_in, deck):
    submit(deck)
    card = deck.cards.get(number=2, side="red")
    editing.change(alice, card, Texts("Not published yet", "Alice"))
    decks.change(alice, deck, {name: getattr(deck, name) for name in decks.WORDS} | {"title": "New name"})
    theirs, own = (json.loads(get(sign_in(one), deck).content) for one in (bob, alice))
    assert (theirs["title"], own["title"]) == ("Küche & Talk", "New name")
    assert "Not published yet" not in json.dumps(theirs) and "Not published yet" in json.dumps(own)


@pytest.mark.parametrize("published", [False, True])
def test_hidden_cards_are_exported_to_nobody(alice, bob, sign_in, deck, published):
    if published:
        submit(deck)
    Deck.objects.filter(pk=deck.pk).update(state="published")
    deck.cards.filter(number=2).update(hidden_at=timezone.now())
    for one in (alice, bob):
        for kind in KINDS:
            assert b"1+1" not in get(sign_in(one), deck, kind).content


def test_what_was_taken_out_of_a_deck_is_not_in_its_file(tab, alice, deck):
    editing.take_out(alice, deck, [deck.cards.get(number=2, side="red").pk])
    file = json.loads(get(tab, deck).content)
    assert "red" not in next(card for card in file["cards"] if card["number"] == 2)


def test_a_deck_of_blanks_has_its_name_and_an_empty_deck_no_cards(tab, alice):
    blanks = deck_of(2, owner=alice, of_blanks=True, title="of blanks")
    assert "your-blank-cards.json" in get(tab, blanks)["Content-Disposition"]
    empty = deck_of(0, owner=alice, title="Empty")
    assert json.loads(get(tab, empty).content)["cards"] == []
    for kind in KINDS:
        assert get(tab, empty, kind).status_code == 200


# How it is sent


@pytest.mark.parametrize(
    ("kind", "type_"),
    [("json", "application/json"), ("csv", "text/csv; charset=utf-8"), ("txt", "text/plain; charset=utf-8")],
)
def test_it_is_a_file_to_keep_and_no_page(tab, deck, kind, type_):
    answer = get(tab, deck, kind)
    assert (answer["Content-Type"], answer["X-Content-Type-Options"]) == (type_, "nosniff")
    assert answer["Content-Disposition"] == f"attachment; filename*=utf-8''k%C3%BCche-talk.{kind}"
    assert "no-store" in answer["Cache-Control"]


@pytest.mark.parametrize(
    ("title", "name"),
    [
        ("Overheard at the bus stop", "overheard-at-the-bus-stop.csv"),
        ("../../etc/passwd", "etcpasswd.csv"),
        ('a"b\r\nSet-Cookie: x', "ab-set-cookie-x.csv"),
        ("💥 / \\", "deck.csv"),
        ("Con", "deck-con.csv"),
        ("lpt1", "deck-lpt1.csv"),
        ("日本", "日本.csv"),
        ("Слово — дело", "слово-дело.csv"),
        ("x" * 80, "x" * 60 + ".csv"),
        (".htaccess", "htaccess.csv"),
        ("-rf", "rf.csv"),
    ],
)
def test_the_name_of_the_file_is_safe_everywhere(title, name):
    assert exporting.file_name(title, "csv") == name


@pytest.mark.parametrize("kind", ["xml", "exe", "JSON", "json-1"])
def test_another_kind_of_file_is_not_there(tab, deck, kind):
    assert get(tab, deck, kind).status_code == 404


def test_nobody_can_post_there(tab, deck):
    for kind in ("", "json/"):
        assert tab.post(f"/decks/{deck.pk}/export/{kind}").status_code == 405


def test_the_page_offers_three_kinds(tab, deck):
    said = says(tab.get(f"/decks/{deck.pk}/export/"))
    assert "Export: Küche & Talk" in said
    for word in ("JSON", "CSV", "Text", "CC BY 4.0"):
        assert word in said


NOTHING = "There is no card here that can be taken out, so the file has none"


@pytest.mark.parametrize("what", ["whole", "one card hidden", "hidden", "every card hidden", "never filled"])
def test_the_page_says_where_a_file_would_be_empty(tab, alice, deck, what):
    if what == "never filled":
        deck = deck_of(0, owner=alice)
    elif what == "one card hidden":
        deck.cards.filter(number=2).update(hidden_at=timezone.now())
    elif what != "whole":
        deck.cards.update(hidden_at=timezone.now())
    if what == "hidden":
        Deck.objects.filter(pk=deck.pk).update(hidden_at=timezone.now())
    empty = json.loads(get(tab, deck).content)["cards"] == []
    assert empty is (what in ("hidden", "every card hidden", "never filled"))
    assert (NOTHING in says(tab.get(f"/decks/{deck.pk}/export/"))) is empty


def test_so_many_an_hour_and_then_one_hears_when_to_try_again(tab, bob, sign_in, client, deck, monkeypatch):
    monkeypatch.setattr(exports, "MOST_AN_HOUR", 2)
    Deck.objects.filter(pk=deck.pk).update(state="published")
    for browser in (tab, client):
        assert [get(browser, deck).status_code for _ in range(3)] == [200, 200, 429]
        assert "You have exported 2 times within an hour. Try again in" in says(get(browser, deck))
    assert get(sign_in(bob), deck).status_code == 200


def test_a_file_takes_as_many_queries_for_many_cards_as_for_few(tab, alice):
    counts = []
    for size in (2, 200):
        made = deck_of(size, owner=alice)
        get(tab, made)
        with Queries() as asked:
            get(tab, made)
        counts.append(len(asked))
    assert counts[0] == counts[1] <= 8


@pytest.mark.parametrize("size", [2000, 20_000])
def test_twenty_thousand_cards_are_a_file_in_under_three_seconds(tab, alice, size):
    made = Deck.objects.create(owner=alice, title="Big", language="en")
    Card.objects.bulk_create(
        [
            Card(deck=made, number=n, quote=f"Nobody told the lighthouse, number {n}.", source="A sailor")
            for n in range(1, size + 1)
        ],
        batch_size=1000,
    )
    for kind in KINDS:
        began = time.process_time()
        assert get(tab, made, kind).status_code == 200
        assert time.process_time() - began < 3


@pytest.mark.parametrize("kind", ["json", "csv"])
def test_tags_that_no_curator_has_read_are_in_the_file_of_those_who_edit_alone(alice, sign_in, kind):
    made = deck_of(2, owner=alice, state="published", licence=Deck.Licence.choices[1][0])
    made.cards.update(tags="beans")
    where = reverse("deck-export", args=[made.pk, kind])
    assert b"beans" in sign_in(alice).get(where).content
    assert b"beans" not in Client().get(where).content

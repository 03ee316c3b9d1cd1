"""A backup of a deck that is gone is known again, by its author alone, where it was made."""

import json
from datetime import timedelta

import pytest
from django.test import override_settings
from django.utils import timezone

from accounts import leaving
from accounts.models import User
from quotes import co_editors, copying, crediting, editing, exporting, stamps, suggestions, takeout
from quotes.exchange import Meta, read, write_json
from quotes.exchange.limits import MOST_STAMP
from quotes.models import Deck
from tests.games.scripts import text
from tests.quotes.importing import WORDS, add, page, press, says, sent
from tests.quotes.shelf import mute
from tests.quotes.test_licences import BINDS, BY, BY_SA, NONE, ZERO, file_of, into_new, may_become
from tests.quotes.test_licences import deck as deck_of

pytestmark = pytest.mark.django_db


def deck(owner, licence: str = BY_SA, **more) -> Deck:
    """All its cards are written by its owner."""
    made = deck_of(owner, licence, cards=0, **more)
    texts = [editing.Texts(f"{made.title}, line {n}.", "Me") for n in range(3)]
    editing.add_many(owner, made, texts)
    return made


def backup(made: Deck, person, *, gone: bool = True) -> dict:
    file = file_of(made, person)
    if gone:
        Deck.objects.get(pk=made.pk).delete()
    return file


def is_known(person, file: dict) -> bool:
    return stamps.is_of(person, read(json.dumps(file).encode(), "a.json").meta)


# The way back


@pytest.mark.parametrize("licence", [BY_SA, BY])
def test_who_brings_the_backup_of_a_deck_that_is_gone_is_its_author_again(alice, sign_in, licence):
    file, tab = backup(deck(alice, licence), alice), sign_in(alice)
    upload = sent(tab, file, "night.json")
    assert BINDS not in page(tab, upload) and "says where they are from" not in page(tab, upload)
    made = add(tab, upload, licence=ZERO).deck
    assert made.credit == "" and made.cards.count() == 3 and may_become(alice, made, NONE)


def test_it_goes_into_another_deck_of_theirs_under_any_licence(alice, sign_in):
    file, other, tab = backup(deck(alice), alice), deck(alice, ZERO, title="Day shift"), sign_in(alice)
    add(tab, sent(tab, file, "night.json", other))
    other.refresh_from_db()
    assert other.cards.count() == 6 and other.credit == "" and may_become(alice, other, NONE)


def test_a_deck_that_came_back_has_a_backup_that_comes_back(alice, sign_in):
    tab, file = sign_in(alice), backup(deck(alice), alice)
    said = []
    for _time in range(3):
        made = into_new(tab, file)
        assert made.title == WORDS["title"] and is_known(alice, file)
        said.append(file)
        file = backup(made, alice)
    assert len({one.pop("stamp") for one in said}) == 3
    assert said[1] == said[2]


def test_a_copy_of_ones_own_deck_comes_back_without_a_credit_to_oneself(alice, sign_in):
    first = deck(alice)
    file = backup(copying.copy(alice, first), alice)
    first.delete()
    assert file["credit"] == "Night shift (Alice)"
    made = into_new(sign_in(alice), file, ZERO)
    assert made.credit == "" and may_become(alice, made, NONE)


def test_the_file_stays_theirs_when_its_cards_are_mended(alice):
    file = backup(deck(alice), alice)
    file["cards"][0]["red"]["quote"] = "Mended."
    assert is_known(alice, file | {"title": "Late shift", "licence": BY})


@pytest.mark.parametrize("how", ["muted", "suspended"])
def test_who_is_muted_or_suspended_has_the_same_stamp(alice, how):
    made = deck(alice)
    before = file_of(made, alice)
    mute(alice)
    if how == "suspended":
        User.objects.filter(pk=alice.pk).update(suspended_until=timezone.now() + timedelta(days=1))
    alice.refresh_from_db()
    assert file_of(made, alice) == before and is_known(alice, before)


# For everybody else it is not there


def test_for_somebody_else_all_is_as_without_it(alice, bob, sign_in):
    file, tab = backup(deck(alice), alice), sign_in(bob)
    plain = {key: file[key] for key in file if key != "stamp"}
    pages = []
    for one in (file, plain):
        upload = sent(tab, one, "night.json")
        pages.append(page(tab, upload))
        assert BINDS in pages[-1] and file["stamp"] not in text(tab.get(f"/decks/uploads/{upload.pk}/"))
        assert press(tab, upload, **WORDS | {"licence": ZERO}).status_code == 422
        made = add(tab, upload, licence=BY_SA).deck
        assert made.credit == "Night shift" and not may_become(bob, made, ZERO)
        made.delete()
    assert pages[0] == pages[1]


FORGED = {
    "another letter": lambda stamp: stamp[:-1] + ("0" if stamp[-1] != "0" else "1"),
    "another deck": lambda stamp: ("0" if stamp[0] != "0" else "1") + stamp[1:],
    "half of it": lambda stamp: stamp[:20],
    "one part": lambda stamp: stamp.partition("-")[0],
    "no deck": lambda stamp: "-" + stamp.partition("-")[2],
    "a dash": lambda _stamp: "-",
    "more of it": lambda stamp: stamp + stamp,
    "no text": lambda _stamp: 17,
    "a list": lambda stamp: [stamp, stamp],
    "other letters": lambda _stamp: "é" * 40 + "-ü",
    "very long": lambda _stamp: "a-" * 50_000,
    "nothing": lambda _stamp: "",
}


@pytest.mark.parametrize("how", FORGED)
def test_a_stamp_that_was_changed_is_passed_over(alice, sign_in, how):
    file = backup(deck(alice), alice)
    file["stamp"] = FORGED[how](file["stamp"])
    assert not is_known(alice, file)
    tab = sign_in(alice)
    upload = sent(tab, file, "night.json")
    assert BINDS in page(tab, upload) and add(tab, upload, licence=BY_SA).deck.credit == "Night shift"


@pytest.mark.parametrize("more", [{"credit": "The radio"}, {"based_on": "The radio"}])
def test_whoever_says_that_others_made_it_is_taken_at_their_word(alice, sign_in, more):
    file = backup(deck(alice), alice) | more
    made = into_new(sign_in(alice), file)
    assert made.credit == "The radio" and not may_become(alice, made, ZERO)


def test_another_site_passes_it_over(alice):
    file = backup(deck(alice), alice)
    with override_settings(SECRET_KEY="of another site"):
        assert not is_known(alice, file)
    assert is_known(alice, file)


def test_once_the_account_is_deleted_it_is_nobodys(alice, bob):
    file, name = backup(deck(alice), alice), alice.name
    leaving.erase(alice)
    again = User.objects.create(name=name, email="alice@example.org")
    assert not any(is_known(person, file) for person in (bob, again))


# What it tells, and who gets it


def test_it_tells_neither_whose_the_deck_is_nor_which(alice, bob):
    mine = [file_of(deck(alice, title=title), alice)["stamp"] for title in ("One", "Two")]
    his = file_of(deck(bob, title="Three"), bob)["stamp"]
    parts = [part for stamp in (*mine, his) for part in stamp.split("-")]
    assert len(set(parts)) == 6  # nothing in common, whosever they are
    dora = User.objects.create(pk=987654321, name="Dora", email="dora@example.org")
    hers = file_of(deck(dora, id=123456789), dora)["stamp"]
    assert "987654321" not in hers and "123456789" not in hers
    assert all(len(stamp) == MOST_STAMP and set(stamp) <= set("0123456789abcdef-") for stamp in (*mine, his))


def of_a_co_editor(made: Deck, bob) -> None:
    made.editors.add(bob)
    editing.add(bob, made, editing.Texts("Bob was here.", "Bob"))


def of_a_suggestion(made: Deck, bob) -> None:
    one = suggestions.offer(bob, made, "Fish.", "A cat")
    suggestions.take(made.owner, one, editing.Texts("Fish.", "A cat"))


def of_a_file(made: Deck, bob) -> None:
    crediting.take_along(made, "The radio")


def of_somebody_gone(made: Deck, bob) -> None:
    of_a_co_editor(made, bob)
    leaving.erase(bob)


def of_a_hidden_one(made: Deck, bob) -> None:
    Deck.objects.update(hidden_at=timezone.now())
    made.cards.update(hidden_at=timezone.now())


CAME_IN = {
    "nothing": (lambda made, bob: None, True),
    "nothing, and its own are out": (lambda made, bob: made.cards.update(retired_at=timezone.now()), False),
    "nothing, and it is hidden": (of_a_hidden_one, False),
    "a co-editor who wrote nothing": (lambda made, bob: made.editors.add(bob), True),
    "a card of a co-editor": (of_a_co_editor, False),
    "a card of somebody gone": (of_somebody_gone, False),
    "a suggestion": (of_a_suggestion, False),
    "a file": (of_a_file, False),
}


@pytest.mark.parametrize("what", CAME_IN)
def test_a_deck_gets_one_if_it_has_cards_and_all_are_its_owners(alice, bob, what):
    does, stamped = CAME_IN[what]
    made = deck(alice)
    does(made, bob)
    assert ("stamp" in file_of(made, alice)) is stamped


def test_what_others_wrote_and_was_taken_out_or_replaced_counts_no_more(alice, bob):
    made = deck(alice)
    of_a_co_editor(made, bob)
    editing.take_out(alice, made, [made.cards.get(quote="Bob was here.").pk])
    assert "stamp" in file_of(made, alice)


@pytest.mark.parametrize("licence", [BY_SA, BY])
def test_cards_that_a_file_of_others_brought_get_none(alice, bob, sign_in, licence):
    other = deck(bob, BY_SA, title="Day shift")
    add(sign_in(bob), sent(sign_in(bob), file_of(deck(alice, licence), alice), "a.json", other))
    assert "stamp" not in file_of(other, bob)
    assert "stamp" not in file_of(into_new(sign_in(bob), file_of(deck(alice, licence), alice)), bob)


def test_neither_a_copy_of_others_nor_what_was_handed_on_gets_one(alice, bob):
    first = deck(alice)
    assert "stamp" not in file_of(copying.copy(bob, first), bob)
    first.editors.add(bob)
    leaving.erase(alice)
    first.refresh_from_db()
    assert first.owner == bob and "stamp" not in file_of(first, bob)


@pytest.mark.parametrize("who", ["a co-editor", "a stranger", "nobody"])
def test_it_is_in_the_file_of_the_owner_alone(alice, bob, dora, sign_in, client, who):
    made = deck(alice)
    made.editors.add(bob)
    tab = {"a co-editor": sign_in(bob), "a stranger": sign_in(dora), "nobody": client}[who]
    answer = tab.get(f"/decks/{made.pk}/export/json/")
    assert answer.status_code == 200 and "stamp" not in answer.json()
    assert "stamp" in sign_in(alice).get(f"/decks/{made.pk}/export/json/").json()


def test_a_co_editor_who_wrote_all_of_it_gets_none_and_its_owner_neither(alice, bob):
    made = deck_of(alice, cards=0)
    of_a_co_editor(made, bob)
    assert "stamp" not in file_of(made, bob) and "stamp" not in file_of(made, alice)


@pytest.mark.parametrize("kind", ["csv", "txt"])
def test_it_is_in_json_alone(alice, kind):
    assert b"stamp" not in exporting.export(alice, deck(alice), kind)


def test_it_is_in_the_file_of_all_data_for_ones_own_decks_alone(alice, bob):
    mine, his = deck(alice), deck(bob, title="His")
    his.editors.add(alice)
    files = {name: json.loads(data) for name, data in takeout.deck_files(alice)}
    stamped = {name: "stamp" in file for name, file in files.items()}
    assert stamped == {takeout.file_of(mine): True, takeout.file_of(his): False}


def test_it_is_shown_on_no_page(alice, sign_in):
    made, tab = deck(alice), sign_in(alice)
    file = file_of(made, alice)
    upload = sent(tab, file, "night.json", made)
    assert "Nothing new" in page(tab, upload)
    for address in (f"/decks/uploads/{upload.pk}/", f"/decks/{made.pk}/", f"/decks/{made.pk}/export/"):
        assert not any(part in text(tab.get(address)) for part in file["stamp"].split("-"))


# In the format


def test_a_file_keeps_it_when_it_is_written_again_and_needs_none():
    for meta in (Meta("Tea", stamp="0123-4567"), Meta("Tea")):
        file = write_json(meta, [])
        assert ("stamp" in json.loads(file)) is bool(meta.stamp)
        row = json.loads(file) | {"cards": [{"red": {"quote": "Hi"}}]}
        assert read(json.dumps(row).encode(), "a.json").meta == meta


def test_who_was_owner_once_is_known_by_the_file_of_then(alice, bob):
    """The deck is another's by now; the file has what was all theirs."""
    made = deck(alice)
    file = file_of(made, alice)
    Deck.objects.filter(pk=made.pk).update(owner=bob)
    assert is_known(alice, file) and not is_known(bob, file)


def test_whoever_may_not_write_brings_nothing_in_with_it_either(alice, sign_in):
    file, tab = backup(deck(alice), alice), sign_in(alice)
    mute(alice)
    answer = tab.post("/decks/import/", {"lines": json.dumps(file)})
    assert answer.status_code == 403 and "write nothing here" in says(answer)


def test_an_owner_who_dropped_all_co_editors_has_it_as_before(alice, bob):
    made = deck(alice)
    before = file_of(made, alice)
    co_editors.add(alice, made, bob)
    co_editors.drop(alice, made, bob)
    assert file_of(made, alice) == before

"""Under which licence cards of others go on: in a copy of a copy, and in a deck that a file brings them into."""

import json

import pytest

from accounts import leaving
from quotes import copying, crediting, decks, editing, exporting, licences, upload_sweep, uploads
from quotes.models import Deck, Upload
from quotes.refusals import Refused
from tests.games.scripts import deck as deck_of
from tests.games.scripts import text
from tests.quotes.importing import WORDS, add, page, press, says, send, sent

pytestmark = pytest.mark.django_db
BY_SA, BY, ZERO, NONE = "CC BY-SA 4.0", "CC BY 4.0", "CC0 1.0", ""
ONLY_THERE = "This file is under CC BY-SA 4.0. Its cards can only go into a deck under that licence:"
BINDS = "its cards count as those of others"


def deck(owner, licence: str = BY_SA, cards: int = 3, **more) -> Deck:
    words = {"title": "Night shift", "licence": licence, "state": "published"}
    return deck_of(cards, owner=owner, two_sided=False, **words | more)


def file_of(deck: Deck, person) -> dict:
    return json.loads(exporting.export(person, Deck.objects.get(pk=deck.pk), "json"))


def into_new(tab, file: dict, licence: str = BY_SA) -> Deck:
    made = add(tab, sent(tab, file, "night.json"), licence=licence).deck
    assert made
    return made


def may_become(person, deck: Deck, licence: str) -> bool:
    deck = Deck.objects.get(pk=deck.pk)
    words = {name: getattr(deck, name) for name in decks.WORDS} | {"licence": licence}
    try:
        decks.change(person, deck, words)
    except Refused as refused:
        return not refused.why.startswith("stays_")
    return True


@pytest.mark.parametrize(
    ("of_cards", "into"),
    [
        (BY_SA, [BY_SA]),
        (BY, [BY_SA, BY, NONE]),
        (ZERO, [BY_SA, BY, ZERO, NONE]),
        (NONE, [BY_SA, BY, ZERO, NONE]),
        ("CC BY-NC 4.0", [BY_SA, BY, ZERO, NONE]),
    ],
)
def test_cards_go_where_no_less_is_asked_than_their_own_licence_asks(of_cards, into):
    assert [one for one in (BY_SA, BY, ZERO, NONE) if licences.fits(of_cards, one)] == into


# A file into a deck that is there


@pytest.mark.parametrize(
    ("who", "licence", "taken", "credit"),
    [
        ("somebody else", ZERO, False, ""),
        ("somebody else", BY, False, ""),
        ("somebody else", NONE, False, ""),
        ("somebody else", BY_SA, True, "Night shift (Alice)"),
        ("its owner", ZERO, True, ""),
    ],
)
def test_a_file_under_share_alike_goes_into_a_deck_under_it_or_of_its_own_author(
    alice, bob, sign_in, who, licence, taken, credit
):
    file, person = file_of(deck(alice), bob), alice if who == "its owner" else bob
    other, tab = deck(person, licence, cards=0, title="Kitchen talk"), sign_in(person)
    answer = send(tab, file, "night.json", other)
    if not taken:
        assert answer.status_code == 422 and ONLY_THERE in says(answer) and not Upload.objects.exists()
        return
    upload = Upload.objects.get()
    assert (f"says where they are from: “{credit}”" in page(tab, upload)) is bool(credit)
    add(tab, upload)
    other.refresh_from_db()
    assert (other.cards.count(), other.credit) == (3, credit)
    assert may_become(person, other, ZERO) is (person == alice)


def test_a_deck_of_the_same_title_with_a_card_in_common_is_not_the_one_that_a_file_is_of(alice, bob, sign_in):
    file, other = file_of(deck(alice), alice), deck(bob, ZERO, cards=0)
    editing.add(
        bob, other, editing.Texts(file["cards"][0]["red"]["quote"], file["cards"][0]["red"]["source"])
    )
    assert ONLY_THERE in says(send(sign_in(bob), file, "night.json", other))


def test_what_a_co_editor_mends_in_a_file_comes_back_whatever_the_licence_is_by_now(alice, bob, sign_in):
    made = deck(alice)
    made.editors.add(bob)
    file, tab = file_of(made, bob), sign_in(bob)
    file["cards"][0]["red"]["quote"] = "Mended."
    Deck.objects.filter(pk=made.pk).update(licence=ZERO)
    add(tab, sent(tab, file, "night.json", made))
    made.refresh_from_db()
    assert made.cards.filter(quote="Mended.").exists() and made.credit == ""


def test_the_licence_counts_that_the_deck_has_when_the_cards_come(alice, bob, sign_in):
    other, tab = deck(bob, cards=0), sign_in(bob)
    upload = sent(tab, file_of(deck(alice), bob), "night.json", other)
    Deck.objects.filter(pk=other.pk).update(licence=ZERO)
    answer = press(tab, upload)
    assert answer.status_code == 422 and ONLY_THERE in says(answer)
    assert other.cards.count() == 0 and Deck.objects.get(pk=other.pk).credit == ""


ADD = 'value="add"'
OF_BY = "This file is under CC BY 4.0, so its cards cannot go into a deck under CC0:"


def shown(tab, upload) -> tuple[int, str, bool]:
    """The preview: its status, what it says, and whether anything can be added there."""
    answer = tab.get(f"/decks/uploads/{upload.pk}/")
    return answer.status_code, says(answer), ADD in answer.content.decode()


@pytest.mark.parametrize(("of_cards", "sentence"), [(BY_SA, ONLY_THERE), (BY, OF_BY)])
def test_a_large_file_whose_licence_does_not_fit_is_refused_as_soon_as_it_is_read(
    alice, bob, sign_in, monkeypatch, of_cards, sentence
):
    monkeypatch.setattr(uploads, "BYTES_AT_ONCE", 10)
    monkeypatch.setattr(uploads, "ROWS_AT_ONCE", 1)
    other, tab = deck(bob, ZERO, cards=0), sign_in(bob)
    upload = sent(tab, file_of(deck(alice, of_cards), bob), "night.json", other)
    upload_sweep.sweep()
    status, said, can_add = shown(tab, upload)
    assert status == 200 and sentence in said and not can_add
    assert "take the licence out of the file first" in said and "Throw this import away" in said
    assert f'href="/decks/{other.pk}/import/">Try another file' in text(
        tab.get(f"/decks/uploads/{upload.pk}/")
    )
    answer = press(tab, upload)  # in an older tab
    assert answer.status_code == 422 and sentence in says(answer) and says(answer).count(sentence) == 1
    upload.refresh_from_db()
    assert (upload.state, upload.report.get("refused"), other.cards.count()) == ("ready", None, 0)
    Deck.objects.filter(pk=other.pk).update(licence=BY_SA)
    _status, said, can_add = shown(tab, upload)
    assert sentence not in said and can_add


def test_a_large_file_whose_licence_fits_is_added(alice, bob, sign_in, monkeypatch):
    monkeypatch.setattr(uploads, "BYTES_AT_ONCE", 10)
    monkeypatch.setattr(uploads, "ROWS_AT_ONCE", 1)
    other, tab = deck(bob, cards=0), sign_in(bob)
    upload = sent(tab, file_of(deck(alice), bob), "night.json", other)
    upload_sweep.sweep()
    assert shown(tab, upload)[2]
    press(tab, upload)
    upload_sweep.sweep()
    assert other.cards.count() == 3


def test_a_small_file_that_was_read_before_the_deck_had_its_licence_is_refused_on_the_preview(
    alice, bob, sign_in
):
    other, tab = deck(bob, cards=0), sign_in(bob)
    upload = sent(tab, file_of(deck(alice), bob), "night.json", other)
    assert shown(tab, upload)[2]
    Deck.objects.filter(pk=other.pk).update(licence=ZERO)
    _status, said, can_add = shown(tab, upload)
    assert ONLY_THERE in said and not can_add


def test_a_new_deck_keeps_its_button_for_its_licence_is_chosen_beside_it(alice, bob, sign_in):
    tab = sign_in(bob)
    upload = sent(tab, file_of(deck(alice), bob), "night.json")
    press(tab, upload, "keep", **WORDS | {"licence": ZERO})
    assert shown(tab, upload)[2]
    assert ADD in press(tab, upload, **WORDS | {"licence": ZERO}).content.decode()


def test_cards_that_are_brought_in_twice_are_credited_once(alice, bob, sign_in):
    other, tab = deck(bob, cards=9, title="Mine"), sign_in(bob)
    file = file_of(deck(alice, cards=4), bob)
    for some in (file["cards"][:2], file["cards"][2:]):
        add(tab, sent(tab, file | {"cards": some}, "night.json", other))
    assert Deck.objects.get(pk=other.pk).credit == "Night shift (Alice)"


# A file into a new deck


@pytest.mark.parametrize("licence", [ZERO, BY, NONE])
def test_a_new_deck_of_others_cards_is_not_under_a_looser_licence(alice, bob, sign_in, licence):
    tab = sign_in(bob)
    upload = sent(tab, file_of(deck(alice), bob), "night.json")
    answer = press(tab, upload, **WORDS | {"licence": licence})
    assert answer.status_code == 422 and ONLY_THERE in says(answer)
    assert not Deck.objects.filter(owner=bob).exists()


@pytest.mark.parametrize(
    ("exported_by", "more", "credit"),
    [
        ("bob", {}, "Night shift (Alice)"),
        ("alice", {}, "Night shift"),
        ("alice", {"title": ""}, "CC BY-SA 4.0"),
        ("alice", {"credit": "The radio"}, "The radio"),
    ],
)
def test_whoever_exported_it_the_new_deck_says_whose_cards_it_has_and_stays_under_their_licence(
    alice, bob, sign_in, exported_by, more, credit
):
    file = file_of(deck(alice), alice if exported_by == "alice" else bob)
    made = into_new(sign_in(bob), file | more)
    assert (made.credit, made.licence) == (credit, BY_SA)
    assert not may_become(bob, made, ZERO)


def test_ones_own_file_is_ones_own_again(alice, sign_in):
    made = into_new(sign_in(alice), file_of(deck(alice), alice), ZERO)
    assert made.credit == "" and may_become(alice, made, NONE)


def test_a_deck_that_was_brought_in_from_others_does_not_make_its_file_ones_own(alice, bob, sign_in):
    made, tab = into_new(sign_in(bob), file_of(deck(alice), bob)), sign_in(bob)
    upload = sent(tab, file_of(made, bob), "again.json")
    assert press(tab, upload, **WORDS | {"licence": ZERO}).status_code == 422


def test_a_large_file_is_asked_before_it_waits(alice, bob, sign_in, monkeypatch):
    monkeypatch.setattr(uploads, "ROWS_AT_ONCE", 1)
    tab = sign_in(bob)
    upload = sent(tab, file_of(deck(alice), bob), "night.json")
    assert press(tab, upload, **WORDS | {"licence": ZERO}).status_code == 422
    upload.refresh_from_db()
    assert upload.state == Upload.State.READY


# Copies of copies


@pytest.mark.parametrize(
    ("owners", "free"),
    [
        ("ab", False),  # Bob's copy of Alice's
        ("abb", False),  # his copy of that
        ("abbb", False),
        ("babb", False),  # his first deck came back to him by Alice
        ("bb", True),
        ("bbb", True),
    ],
)
def test_share_alike_holds_for_copies_of_copies(alice, bob, owners, free):
    people = {"a": alice, "b": bob}
    made = deck(people[owners[0]])
    for owner in owners[1:]:
        made = copying.copy(people[owner], made)
        Deck.objects.filter(pk=made.pk).update(state="published")
    assert may_become(bob, made, ZERO) is free


@pytest.mark.parametrize("where", ["the copy", "the original"])
def test_cards_that_a_file_brought_bind_the_deck_that_has_them_and_none_that_was_copied_before(
    alice, bob, cleo, dora, sign_in, where
):
    first = deck(bob, title="Mine; and yours")
    copy, tab = copying.copy(bob, first), sign_in(bob)
    of_cleo = copying.copy(cleo, first)
    assert may_become(bob, copy, BY_SA) and not crediting.is_of_others(copy)
    has, has_not = (copy, first) if where == "the copy" else (first, copy)
    add(tab, sent(tab, file_of(deck(alice), bob), "a.json", has))
    for one in (first, copy, of_cleo):
        one.refresh_from_db()
    assert "Night shift (Alice)" in has.credit and "Alice" not in has_not.credit + of_cleo.credit
    assert crediting.told(of_cleo) == ("Mine; and yours (Bob)", "")
    assert not may_become(bob, has, ZERO) and may_become(bob, has_not, ZERO)
    assert crediting.told(copying.copy(dora, first))[1] == ("Night shift (Alice)" if has == first else "")


# Other licences


@pytest.mark.parametrize(
    ("licence", "chosen", "allowed"),
    [
        (BY, ZERO, False),
        (BY, BY, True),
        (BY, NONE, True),
        (BY, BY_SA, True),
        (ZERO, NONE, True),
        (NONE, NONE, True),
        (NONE, ZERO, False),
        (NONE, BY, False),
    ],
)
def test_a_copy_of_somebody_elses_deck_asks_for_no_less(alice, bob, licence, chosen, allowed):
    made = deck(alice, licence)
    made.editors.add(bob)
    assert may_become(bob, copying.copy(bob, made), chosen) is allowed
    assert may_become(alice, made, chosen)


@pytest.mark.parametrize("copies", [1, 2, 3])
def test_what_others_keep_all_rights_to_stays_so_in_copies_of_copies(alice, bob, copies):
    made = deck(alice, NONE)
    made.editors.add(bob)
    for _copied in range(copies):
        made = copying.copy(bob, made)
    assert not may_become(bob, made, ZERO) and may_become(bob, made, NONE)


@pytest.mark.parametrize("owed", [True, False])
def test_a_deck_without_a_licence_that_a_file_brought_is_its_owners(bob, owed):
    made = deck(bob, NONE, credit="The radio" if owed else "")
    assert may_become(bob, made, ZERO)


@pytest.mark.parametrize("licence", [BY_SA, NONE])
def test_whoever_inherits_a_deck_keeps_its_licence(alice, bob, licence):
    made = deck(alice, licence, state="private")
    made.editors.add(bob)
    leaving.erase(alice)
    made.refresh_from_db()
    assert made.owner == bob and not may_become(bob, made, ZERO) and may_become(bob, made, licence)


def test_the_preview_says_what_a_licence_of_a_file_binds_one_to_and_what_one_can_do(alice, bob, sign_in):
    file = file_of(deck(alice), alice)
    assert BINDS in page(sign_in(bob), sent(sign_in(bob), file, "night.json"))
    own = sent(sign_in(bob), {key: file[key] for key in file if key != "licence"}, "mine.json")
    assert BINDS not in page(sign_in(bob), own)
    assert BINDS not in page(sign_in(alice), sent(sign_in(alice), file, "night.json"))


@pytest.mark.parametrize("title", ["Mine; and yours", "Renamed since"])
def test_a_name_goes_out_of_a_credit_that_has_what_a_file_brought(alice, bob, cleo, sign_in, title):
    first = deck(cleo, title="Mine; and yours")
    copy, tab = copying.copy(bob, first), sign_in(bob)
    add(tab, sent(tab, file_of(deck(alice), bob), "a.json", copy))
    Deck.objects.filter(pk=first.pk).update(title=title)
    crediting.rename(cleo, "Cleo", "")
    assert Deck.objects.get(pk=copy.pk).credit == "Night shift (Alice); Mine; and yours"


# Files


@pytest.mark.parametrize(
    ("who", "credit"),
    [
        ("owner", "The radio"),
        ("co-editor", "Night shift (Alice); The radio"),
        ("else", "Night shift (Alice); The radio"),
    ],
)
def test_the_file_of_a_deck_of_others_names_it_and_its_owner(alice, bob, cleo, who, credit):
    made = deck(alice, credit="The radio")
    made.editors.add(bob)
    assert file_of(made, {"owner": alice, "co-editor": bob, "else": cleo}[who])["credit"] == credit

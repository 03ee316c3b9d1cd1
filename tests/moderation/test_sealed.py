"""Staff who look into the admin may sit at a table: what nobody has heard there yet, they do not read here."""

from datetime import timedelta

import pytest
from django.contrib import admin
from django.utils import timezone

from accounts.models import User
from games import departures, links, play
from games.models import Match, Move, Seat
from games.moderation import appeals, cases, covers, sealed
from games.moderation import seats as seats_of
from games.moderation.models import Appeal, Case
from games.moderation.verdicts import Verdict
from quotes import copying, editing
from quotes.editing import Texts
from quotes.models import Card, Deck, Words
from tests.game_of_quotes.seated import sit
from tests.games.scripts import Queries, sit_down
from tests.moderation import scenes
from tests.moderation.scenes import browser, text

pytestmark = pytest.mark.django_db
SECRET, SEALED = "zq a secret", "sealed until its match is over"


@pytest.fixture
def root(db):
    return browser(User.objects.create_superuser("root", "root@example.org", name="Root"))


def table(who: User, **more) -> Match:
    match = sit_down("kangoeroe", [who, scenes.person("Neighbour")])
    fields = {"game": "game-of-quotes", "created_at": timezone.now() - timedelta(hours=1)} | more
    Match.objects.filter(pk=match.pk).update(**fields)
    return match


def a_source(who: User, **more) -> Words:
    table(who, **more)
    return Words.objects.create(author=who, text=SECRET)


def a_source_of_somebody_who_is_gone(who: User, **more) -> Words:
    words = a_source(who, **more)
    Words.objects.update(author=None)
    return words


WAYS = {
    "said": lambda who, **more: scenes.said(table(who, **more), who, SECRET),
    "a blank": lambda who, **more: scenes.blank(table(who, **more), who, SECRET).quote,
    "the source of a blank": lambda who, **more: scenes.blank(table(who, **more), who, "x", SECRET).source,
    "a source": a_source,
    "a source of somebody who is gone": a_source_of_somebody_who_is_gone,
}
OVER = ("finished", "closed")
SEEN = {status: status in OVER for status in Match.Status.values}


@pytest.mark.parametrize("way", WAYS)
def test_words_are_read_in_the_lists_of_the_admin_once_their_match_is_over(root, alice, way):
    """Those of its talk at once, for they were heard."""
    words = WAYS[way](alice, status="lobby")
    for status, over in SEEN.items():
        Match.objects.update(status=status)
        [row] = sealed.covered(sealed.with_places(Words.objects.filter(pk=words.pk)))
        assert row.text == (SECRET if over or way == "said" else SEALED)


@pytest.mark.parametrize(
    ("way", "status"), [("said", "running"), ("a blank", "running"), ("a source", "finished")]
)
def test_no_page_of_the_admin_says_what_is_sealed(root, alice, way, status):
    words = WAYS[way](alice, status=status)
    pages = [
        root.get("/admin/quotes/words/"),
        root.get(f"/admin/quotes/words/{words.pk}/change/"),
        root.get(f"/admin/quotes/words/{words.pk}/history/"),
        root.post("/admin/quotes/words/", {"action": "hide", "_selected_action": words.pk}),
    ]
    assert [page.status_code for page in pages] == [200] * 4
    read = SEEN[status] or way == "said"
    assert [SECRET in text(page) for page in pages] == [read] * 4
    assert [SEALED in text(page) for page in pages] == [not read] * 4
    assert (f"/{words.pk}/change/" in text(root.get("/admin/quotes/words/?q=zq"))) == read


@pytest.mark.parametrize("lookup", ["text", "text__startswith", "text__icontains"])
def test_no_letter_of_them_is_found_out_by_the_address_of_the_list(root, alice, lookup):
    a_source(alice)
    assert root.get(f"/admin/quotes/words/?{lookup}=zq").status_code in (302, 400)


def test_looking_at_them_changes_nothing(root, alice):
    words = a_source(alice)
    root.get(f"/admin/quotes/words/{words.pk}/change/")
    assert root.post(f"/admin/quotes/words/{words.pk}/change/", {}).status_code == 403
    assert Words.objects.get().text == SECRET


def test_a_source_for_a_match_that_is_over_is_read_while_its_author_plays_the_next(root, alice):
    a_source(alice, status="finished")
    table(alice, created_at=timezone.now() + timedelta(seconds=1))
    assert SECRET in text(root.get("/admin/quotes/words/"))


def test_the_list_says_where_they_were_written_in_as_many_queries_for_one_as_for_ten(root, alice):
    said = scenes.words(alice)
    with Queries() as one:
        root.get("/admin/quotes/words/")
    for n in range(9):
        scenes.blank(table(alice, status="finished"), alice, f"Blank {n}")
    with Queries() as ten:
        page = text(root.get("/admin/quotes/words/"))
    assert len(one) == len(ten)
    code = Match.objects.get(messages__words=said).code
    assert "in the words of its table" in page and "on a blank card" in page and code in page


def test_the_list_of_shared_combinations_says_what_they_say(root, alice, monkeypatch):
    from games.moderation.targets import TARGETS, Line

    monkeypatch.setattr(
        TARGETS["shared"], "lines", lambda row: [Line("quote", "To be"), Line("source", "A bee")]
    )
    match = table(alice, status="finished")
    shared = match.shared.create(round=1, seat=0, asked_by=alice)
    for where in ("", f"{shared.pk}/change/"):
        assert "To be – A bee" in text(root.get(f"/admin/games/shared/{where}"))
    asked = root.post("/admin/games/shared/", {"action": "hide", "_selected_action": shared.pk})
    assert "To be – A bee" in text(asked)


def test_a_page_of_the_admin_that_is_not_open_says_nothing_of_tables(alice):
    answer = browser(scenes.moderator("Judge")).get("/admin/", follow=True)
    assert answer.status_code == 403 and "It is for people with other rights than yours." in text(answer)
    assert "seat" not in text(answer).split("<main")[1].split("</main")[0]


# Whose seat is another's by now


def got_up(match: Match, who: User) -> None:
    play.leave(match.code, who)


def got_up_long_ago(match: Match, who: User) -> None:
    """The notes of then did not know whose seat it was."""
    got_up(match, who)
    match.messages.update(person=None)


def taken_over(match: Match, who: User) -> None:
    """By somebody who keeps it."""
    play.leave(match.code, who, link="substitute")
    links.take_seat("substitute", scenes.person("Substitute"))


def taken_over_and_left(match: Match, who: User) -> None:
    """Of the seat nothing says any more who had it first."""
    taken_over(match, who)
    play.leave(match.code, match.seats.get(number=0).person)


def became_a_member(match: Match, who: User) -> None:
    departures.move_seats(who, scenes.person("Member"))


def got_up_and_became_a_member(match: Match, who: User) -> None:
    got_up(match, who)
    became_a_member(match, who)


def deleted_the_account(match: Match, who: User) -> None:
    """As one who goes for good: what was played stays."""
    got_up(match, who)
    Words.objects.filter(author=who).update(author=None)
    who.delete()


GONE = {
    "got up": got_up,
    "got up long ago": got_up_long_ago,
    "seat taken over": taken_over,
    "seat taken over and left": taken_over_and_left,
    "suspended": lambda match, who: seats_of.hand_over(who),
    "a bot plays for now": lambda match, who: Seat.objects.filter(person=who).update(auto=True),
    "became a member": became_a_member,
    "got up and became a member": got_up_and_became_a_member,
    "deleted the account": deleted_the_account,
}


@pytest.mark.parametrize("how", GONE)
def test_a_source_stays_sealed_until_the_end_of_its_match_wherever_its_author_went(root, alice, bob, how):
    match = sit(3, [alice, bob, scenes.person("Third")], deck=Deck.objects.filter(starter="en").first())
    words = Words.objects.create(author=alice, text=SECRET)
    GONE[how](match, alice)
    pages = ("/admin/quotes/words/", f"/admin/quotes/words/{words.pk}/change/")
    for status, over in {"running": False, "finished": True}.items():
        Match.objects.update(status=status)
        assert [SECRET in text(root.get(page)) for page in pages] == [over] * 2
        assert (f"/{words.pk}/change/" in text(root.get("/admin/quotes/words/?q=zq"))) == over


def test_a_source_for_a_match_that_is_over_is_read_though_its_author_has_left_another_since(root, alice, bob):
    a_source(alice, status="finished")
    later = sit(3, [alice, bob, scenes.person("Third")], deck=Deck.objects.filter(starter="en").first())
    got_up(later, alice)
    assert SECRET in text(root.get("/admin/quotes/words/"))


# Other ways to the same


def a_kept_blank(who: User, status: str = "running") -> Card:
    """The blank, and the card that is kept of it from the deal on."""
    scenes.blank(table(who, status=status), who, SECRET, "zq her cat")
    deck = Deck.objects.create(owner=who, of_blanks=True, title="Blanks", language="en")
    return scenes.card(who, SECRET, deck=deck, source="zq her cat", description="zq at night")


@pytest.mark.parametrize("status", SEEN)
def test_the_card_that_is_kept_of_a_blank_is_sealed_as_long_as_the_blank(root, alice, status):
    card = a_kept_blank(alice, status)
    pages = [
        root.get("/admin/quotes/card/"),
        root.get(f"/admin/quotes/card/{card.pk}/change/"),
        root.get(f"/admin/quotes/card/{card.pk}/history/"),
        root.post("/admin/quotes/card/", {"action": "hide", "_selected_action": card.pk}),
    ]
    assert [page.status_code for page in pages] == [200] * 4
    said = [text(page) for page in pages]
    assert [SEALED in page for page in said] == [not SEEN[status]] * 4
    assert [SECRET in page for page in said] == [SEEN[status]] * 4
    rest = ("zq her cat", "zq at night")
    assert [line in said[1] for line in rest] == [SEEN[status]] * 2
    assert not any(line in page for page in said for line in rest) or SEEN[status]
    assert (f"/{card.pk}/change/" in text(root.get("/admin/quotes/card/?q=zq"))) == SEEN[status]


def test_the_card_of_a_blank_is_sealed_though_its_writer_is_gone(root, alice):
    card = a_kept_blank(alice)
    Deck.objects.update(owner=None)
    alice.delete()
    card.refresh_from_db()
    page = text(root.get(f"/admin/quotes/card/{card.pk}/change/"))
    assert card.author is None and SEALED in page and SECRET not in page


def test_a_row_that_is_covered_is_never_stored(root, alice):
    card = a_kept_blank(alice)
    form = {"tags": "x", "category": card.category}
    assert root.post(f"/admin/quotes/card/{card.pk}/change/", form).status_code == 403
    card.refresh_from_db()
    assert (card.quote, card.source, card.tags) == (SECRET, "zq her cat", "")


def test_the_page_of_what_a_card_was_changed_into_does_not_say_what_it_was(root, alice):
    """Here one that says what a blank says, in a deck of another kind."""
    card = a_kept_blank(alice)
    Deck.objects.update(of_blanks=False)
    Card.objects.filter(pk=card.pk).update(retired_at=timezone.now())
    new = Card.objects.create(deck=card.deck, number=1, quote="Another", author=alice, replaces=card)
    page = text(root.get(f"/admin/quotes/card/{new.pk}/change/"))
    assert "Another" in page and SECRET not in page


@pytest.mark.parametrize("who", ["another author", "published"])
def test_a_card_that_says_the_same_and_was_not_kept_is_read(root, alice, bob, who):
    card = a_kept_blank(alice)
    if who == "published":
        Deck.objects.update(state=Deck.State.PUBLISHED)
    else:
        Card.objects.update(author=bob)
    assert SECRET in text(root.get(f"/admin/quotes/card/{card.pk}/change/"))


@pytest.mark.parametrize("lookup", ["quote", "quote__startswith", "source__icontains", "description"])
def test_no_letter_of_a_card_is_found_out_by_the_address_of_the_list(root, alice, lookup):
    a_kept_blank(alice)
    assert root.get(f"/admin/quotes/card/?{lookup}=zq").status_code in (302, 400)


@pytest.mark.parametrize("kind", ["words", "card"])
def test_no_letter_of_them_is_found_out_by_their_place_among_others(root, alice, bob, kind):
    """Sorted both ways it stands where an empty text would."""
    row = {"words": a_source, "card": a_kept_blank}[kind](alice)
    match = table(bob, status="finished")
    others = [scenes.said(match, bob, t) if kind == "words" else scenes.card(bob, t) for t in ("aa", "zzz")]
    for order, keys in {
        "1": [row, *others],
        "-1": [*reversed(others), row],
    }.items():
        page = root.get(f"/admin/quotes/{kind}/?o={order}")
        listed = [one.pk for one in page.context["cl"].result_list]
        assert [key for key in listed if key in {one.pk for one in keys}] == [one.pk for one in keys]


SEALED_ROWS = {"words": a_source, "card": a_kept_blank}


@pytest.mark.parametrize("kind", SEALED_ROWS)
def test_nothing_that_is_sealed_is_hidden_unread_for_its_case_would_say_it(root, alice, kind):
    row = SEALED_ROWS[kind](alice)
    sent = {"action": "hide", "_selected_action": row.pk, "why": "1", "reason": "hate", "words": "In short."}
    answer = root.post(f"/admin/quotes/{kind}/", sent, follow=True)
    assert "It is sealed until its match is over." in text(answer) and SECRET not in text(answer)
    row.refresh_from_db()
    assert row.hidden_at is None and not Case.objects.exists()
    Match.objects.update(status="finished")
    root.post(f"/admin/quotes/{kind}/", sent)
    row.refresh_from_db()
    assert row.hidden_at is not None and SECRET in text(root.get("/admin/moderation/case/"))


@pytest.mark.parametrize("kind", SEALED_ROWS)
@pytest.mark.parametrize("decided", [False, True])
def test_what_was_reported_is_read_on_the_page_of_its_case_and_not_in_the_admin(
    root, alice, bob, kind, decided
):
    row = SEALED_ROWS[kind](alice)
    case = scenes.report(bob, kind, row)
    if decided:
        scenes.decided(scenes.moderator("Judge"), case, "hide")
    pages = ("/admin/moderation/case/", f"/admin/moderation/case/{case.pk}/change/")
    assert SECRET in text(root.get(f"/moderation/case/{case.pk}/"))
    for status, over in {"running": False, "finished": True}.items():
        Match.objects.update(status=status)
        assert [SECRET in text(root.get(page)) for page in pages] == [over] * 2
        if decided:
            asked = root.post(f"/admin/quotes/{kind}/", {"action": "unhide", "_selected_action": row.pk})
            assert f"#{case.pk}" in text(asked) and (SECRET in text(asked)) == over


def test_the_list_of_cases_asks_as_often_for_one_as_for_ten(root, alice, bob):
    for n in (1, 9):
        for _ in range(n):
            scenes.report(bob, "words", Words.objects.create(author=alice, text=SECRET))
        with Queries() as asked:
            root.get("/admin/moderation/case/")
        if n == 1:
            one = len(asked)
    assert len(asked) == one


# Changed by its writer before it is heard

CHANGED = {
    "another quote": Texts("zq something else", "zq her cat"),
    "another quote and source": Texts("zq something else", "zq her dog"),
    "another description": Texts(SECRET, "zq her cat", "zq at noon"),
}


def in_the_deck_of_blanks(card: Card, texts: Texts) -> Card:
    return editing.change(card.author, card, texts)


def twice(card: Card, texts: Texts) -> Card:
    return editing.change(card.author, editing.change(card.author, card, Texts("zq in between", "x")), texts)


def in_a_copy(card: Card, texts: Texts) -> Card:
    copied = copying.copy(card.author, card.deck).cards.get()
    return editing.change(card.author, copied, texts)


def copied_after_it(card: Card, texts: Texts) -> Card:
    editing.change(card.author, card, texts)
    return copying.copy(card.author, card.deck).cards.get()


def by_somebody_who_is_gone(card: Card, texts: Texts) -> Card:
    new = editing.change(card.author, card, texts)
    Deck.objects.update(owner=None)
    card.author.delete()
    return new


HOW = {
    **{how.__name__: how for how in (in_the_deck_of_blanks, twice, in_a_copy, copied_after_it)},
    "by_somebody_who_is_gone": by_somebody_who_is_gone,
}


@pytest.mark.parametrize("texts", CHANGED)
@pytest.mark.parametrize("how", HOW)
def test_what_a_kept_blank_is_changed_into_is_sealed_as_long_as_the_blank(root, alice, how, texts):
    new = HOW[how](a_kept_blank(alice), CHANGED[texts])
    pages = ("/admin/quotes/card/", f"/admin/quotes/card/{new.pk}/change/")
    for status, over in {"running": False, "finished": True}.items():
        Match.objects.update(status=status)
        assert ["zq " in text(root.get(page)) for page in pages] == [over] * 2
        assert (f"/{new.pk}/change/" in text(root.get("/admin/quotes/card/?q=zq"))) == over


@pytest.mark.parametrize("status", SEEN)
def test_a_change_is_sealed_in_all_the_time_before_the_end(alice, status):
    new = in_the_deck_of_blanks(a_kept_blank(alice), CHANGED["another quote"])
    Match.objects.update(status=status)
    assert sealed.of_cards(Card.objects.all()).get(pk=new.pk).sealed is not SEEN[status]


def long_before(card: Card) -> None:
    Card.objects.filter(pk=card.pk).update(created_at=timezone.now() - timedelta(days=1))


READ = {
    "written before that match began": long_before,
    "of somebody who has filled in none": lambda card: Card.objects.update(author=scenes.person("Neighbour")),
    "of nobody": lambda card: Card.objects.update(author=None),
    "in a deck of another kind": lambda card: Deck.objects.update(of_blanks=False),
}


@pytest.mark.parametrize("why", READ)
def test_another_card_is_read_meanwhile(root, alice, why):
    card = scenes.card(alice, "The moon", deck=a_kept_blank(alice).deck)
    where = f"/admin/quotes/card/{card.pk}/change/"
    assert "The moon" not in text(root.get(where))
    READ[why](card)
    assert "The moon" in text(root.get(where))


# What comes back, once a decision ends


def in_the_admin(root, case: Case, author: User) -> list:
    asked = root.post(f"/admin/quotes/{case.kind}/", {"action": "unhide", "_selected_action": case.key})
    return [line for one in asked.context["chosen"] for _case, lines in one["ends"] for line in lines]


def before_its_time(root, case: Case, author: User) -> list:
    asked = browser(scenes.moderator("Other")).post(f"/moderation/case/{case.pk}/end/unhide/")
    return asked.context["undoing"]["hidden"]


def after_an_appeal(root, case: Case, author: User) -> list:
    if not Appeal.objects.exists():
        appeals.appeal(author, case.pk, "Not so.")
    where, sent = f"/moderation/case/{case.pk}/appeal/", {"what": "reverse", "words": "Well."}
    return browser(scenes.moderator("Other")).post(where, sent).context["undoing"]["hidden"]


BACK = {way.__name__: way for way in (in_the_admin, before_its_time, after_an_appeal)}


def its_deck(who: User) -> Deck:
    return a_kept_blank(who).deck


def its_deck_after_a_change(who: User) -> Deck:
    return in_the_deck_of_blanks(a_kept_blank(who), CHANGED["another quote"]).deck


def its_card_beside_a_suggestion(who: User) -> Card:
    scenes.suggestion(who, SECRET, state="open")
    card = a_kept_blank(who)
    Card.objects.filter(pk=card.pk).update(source="The night porter")
    return card


HIDDEN = {
    "deck": its_deck,
    "deck, changed": its_deck_after_a_change,
    "card": a_kept_blank,
    "card, suggested": its_card_beside_a_suggestion,
    "words": a_source,
}


@pytest.mark.parametrize("way", BACK)
@pytest.mark.parametrize("what", HIDDEN)
def test_what_comes_back_does_not_say_what_is_sealed(root, alice, judge, what, way):
    row = HIDDEN[what](alice)
    kind = what.partition(",")[0]
    case = cases.decide_at_once(judge, kind, row.pk, Verdict("hide", reason="hate"))
    for status, over in {"running": False, "finished": True}.items():
        Match.objects.update(status=status)
        texts = [line["text"] for line in BACK[way](root, case, alice)]
        assert any("zq " in one for one in texts) is over and (SEALED in texts) is not over


def test_what_comes_back_says_what_was_heard_beside_what_is_sealed(alice, judge):
    """The same words, said in the talk of a table, and written on a blank that waits."""
    heard = scenes.said(table(alice), alice, SECRET)
    scenes.blank(table(alice), alice, SECRET)
    case = cases.decide_at_once(judge, "words", heard.pk, Verdict("hide", reason="hate"))
    assert [(one["text"], one["places"]) for one in covers.told(case)] == [(SECRET, 1), (SEALED, 1)]


LISTS_THAT_SAY_IT = {"/admin/quotes/words/", "/admin/quotes/card/", "/admin/moderation/case/"}


def pages_of_the_admin(root) -> dict[str, str]:
    """All lists, and of the latest rows of each the pages that there are."""
    found = {"/admin/": text(root.get("/admin/"))}
    for model in admin.site._registry:
        where = f"/admin/{model._meta.app_label}/{model._meta.model_name}/"
        keys = model._base_manager.order_by("-pk").values_list("pk", flat=True)[:3]
        rows = [f"{where}{key}/{page}/" for key in keys for page in ("change", "history", "delete")]
        for page in (where, *rows):
            answer = root.get(page)
            if not answer.streaming:
                found[page] = text(answer)
    return found


def test_no_other_page_of_the_admin_says_it_either(root, alice, bob):
    """Neither the match, its moves and seats, nor what people sent and what happened last, nor whoever wrote it."""
    match = sit(3, [alice, bob, scenes.person("Third")], deck=Deck.objects.filter(starter="en").first())
    source = Words.objects.create(author=alice, text=SECRET)
    Move.objects.filter(match=match, number=0).update(action=f'{{"words":{source.pk}}}')
    a_kept_blank(alice)
    scenes.decided(scenes.moderator("Judge"), scenes.report(bob, "words", source), "hide")  # the card with it
    for status, over in {"running": False, "finished": True}.items():
        Match.objects.update(status=status)
        saying = {page for page, said in pages_of_the_admin(root).items() if SECRET in said}
        assert saying >= LISTS_THAT_SAY_IT if over else not saying


OFFERED = {
    "words": "games&model_name=blank&field_name=quote",
    "card": "quotes&model_name=card&field_name=replaces",
}


@pytest.mark.parametrize("kind", SEALED_ROWS)
@pytest.mark.parametrize("term", ["", "zq", "moon"])
def test_nothing_that_is_sealed_is_offered_to_choose_from(root, alice, bob, kind, term):
    """Django has an address for that, whether or not a page of ours asks for it."""
    SEALED_ROWS[kind](alice)
    match = table(bob, status="finished")
    scenes.said(match, bob, "The moon") if kind == "words" else scenes.card(bob, "The moon")
    answer = root.get(f"/admin/autocomplete/?app_label={OFFERED[kind]}&term={term}")
    texts = [one["text"] for one in answer.json()["results"]]
    assert SECRET not in texts and SEALED not in texts and ("The moon" in texts) == (term != "zq")

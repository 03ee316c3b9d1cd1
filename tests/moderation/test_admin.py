"""The same in the admin: to look at, to hide and to show; the reporter only for those who may know."""

import pytest
from django.contrib.auth.models import Permission

from accounts.models import Send, User
from games.moderation import cases, flags
from games.moderation.models import Act, Appeal, Case, FlagWord, Report
from tests.moderation import scenes
from tests.moderation.scenes import browser, decided, moderator, person, report, text

pytestmark = pytest.mark.django_db

LOOK = ("case", "report", "act", "appeal", "flagword")


@pytest.fixture
def root(db):
    return browser(User.objects.create_superuser("root", "root@example.org", name="Root"))


@pytest.fixture
def staff(db):
    """May look at everything of moderation, and see no reporters."""
    made = person("Staff", is_staff=True)
    codes = [f"view_{model}" for model in LOOK]
    made.user_permissions.set(Permission.objects.filter(codename__in=codes))
    return browser(made)


@pytest.fixture
def case(alice, bob):
    made = report(bob, "card", scenes.card(alice), "other", "A note.")
    decided(moderator("Judge"), made, "hide", words="In short.")
    Appeal.objects.create(case=made, text="Not so.")
    FlagWord.objects.create(word="moon")
    return made


@pytest.mark.parametrize("model", LOOK)
@pytest.mark.parametrize("who", ["root", "staff"])
def test_lists_and_pages_load_and_are_read_only(request, case, who, model):
    client = request.getfixturevalue(who)
    row = {"case": Case, "report": Report, "act": Act, "appeal": Appeal, "flagword": FlagWord}[model]
    key = row.objects.first().pk
    assert client.get(f"/admin/moderation/{model}/").status_code == 200
    page = client.get(f"/admin/moderation/{model}/{key}/change/")
    assert page.status_code == 200
    assert client.post(f"/admin/moderation/{model}/{key}/change/", {"words": "x"}).status_code == 403
    if model != "flagword" or who == "staff":
        assert client.post(f"/admin/moderation/{model}/{key}/delete/", {"post": "yes"}).status_code == 403
        assert client.get(f"/admin/moderation/{model}/add/").status_code == 403


@pytest.mark.parametrize("where", ["case", "report"])
def test_the_reporter_is_shown_to_those_alone_who_may_see_reporters(alice, root, staff, where):
    made = report(person("Xanthippe"), "card", scenes.card(alice), "other", "A note.")
    key = made.pk if where == "case" else made.reports.get().pk
    for client, sees in ((staff, False), (root, where == "report")):
        pages = [
            text(client.get(address))
            for address in (f"/admin/moderation/{where}/", f"/admin/moderation/{where}/{key}/change/")
        ]
        assert all("Xanthippe" in page for page in pages) is sees
        assert "A note." in "".join(pages)
    assert staff.get(f"/admin/moderation/{where}/?reporter__name__startswith=X").status_code in (302, 400)
    assert staff.get(f"/admin/moderation/{where}/?reports__reporter__name__startswith=X").status_code in (
        302,
        400,
    )


def test_from_a_case_one_comes_to_its_page_on_the_site(root, case):
    page = text(root.get(f"/admin/moderation/case/{case.pk}/change/"))
    assert "View on site" in page
    assert case.get_absolute_url() == f"/moderation/case/{case.pk}/"


MAKE = {
    "card": lambda alice: scenes.card(alice),
    "deck": lambda alice: scenes.deck_of(alice),
    "words": lambda alice: scenes.words(alice),
    "shared": lambda alice: scenes.shared(alice),
}
LISTS = {"shared": "/admin/games/shared/"}


WHY = {"why": "1", "reason": "hate", "words": "In short."}


@pytest.mark.parametrize("kind", MAKE)
def test_hiding_and_showing_by_the_menu_of_a_list_is_a_decision_with_its_reason(alice, root, kind):
    row, where = MAKE[kind](alice), LISTS.get(kind, f"/admin/quotes/{kind}/")
    for action, hidden in (("hide", True), ("hide", True), ("unhide", False), ("unhide", False)):
        sent = {"action": action, "_selected_action": [row.pk], "sure": "1", **WHY}
        assert root.post(where, sent).status_code == 302
        row.refresh_from_db()
        assert (row.hidden_at is not None) is hidden
    lines = Act.objects.order_by("pk")
    case = Case.objects.get()
    assert (case.state, case.verdict, case.reason, case.author) == ("done", "hide", "hate", alice)
    assert [(act.action, act.case, act.kind, act.key, act.about, act.reason, act.words) for act in lines] == [
        ("hide", case, kind, row.pk, alice, "hate", "In short."),
        ("unhide", case, kind, row.pk, alice, "", ""),
    ]
    assert lines[0].moderator_name == "Root"


def test_it_asks_for_the_reason_first(alice, root):
    card = scenes.card(alice)
    sent = {"action": "hide", "_selected_action": [card.pk]}
    for more in ({}, {"why": "1"}, {"why": "1", "reason": "moon"}, {"why": "1", "reason": "other"}):
        page = root.post("/admin/quotes/card/", sent | more)
        assert page.status_code == 200 and 'name="reason"' in text(page)
    card.refresh_from_db()
    assert card.hidden_at is None and not Case.objects.exists()


def test_its_author_reads_why_and_can_answer(alice, root):
    card = scenes.card(alice)
    root.post("/admin/quotes/card/", {"action": "hide", "_selected_action": [card.pk], **WHY})
    page = text(browser(alice).get("/about-you/"))
    assert "It is against people for what they are." in page and "Say something against it" in page
    assert Send.objects.filter(person=alice, kind="moderation").exists()


def test_it_joins_the_case_that_is_open_but_takes_none_from_a_moderator(alice, bob, root):
    free, taken = scenes.card(alice), scenes.card(alice, "Another.")
    joined, held = report(bob, "card", free), report(bob, "card", taken)
    cases.take(moderator("Judge"), held.pk)
    root.post("/admin/quotes/card/", {"action": "hide", "_selected_action": [free.pk, taken.pk], **WHY})
    joined.refresh_from_db()
    held.refresh_from_db()
    assert (joined.state, held.state) == ("done", "taken")
    assert joined.reports.get().told_at is not None


def test_a_card_is_not_shown_there_while_its_deck_is_hidden(alice, bob, root):
    card = scenes.card(alice)
    decided(moderator("Judge"), report(bob, "deck", card.deck), "hide")
    sent = {"action": "unhide", "_selected_action": [card.pk], "sure": "1"}
    page = root.post("/admin/quotes/card/", sent, follow=True)
    assert "stays hidden" in text(page)
    card.refresh_from_db()
    assert card.hidden_at is not None


def test_closing_an_account_is_written_down_with_its_reason(alice, root):
    where = f"/admin/accounts/user/{alice.pk}/change/"
    form = root.get(where).context["adminform"].form
    sent = {name: form[name].value() for name in form.fields if form[name].value() not in (None, False)}
    sent = {name: value for name, value in sent.items() if name not in ("last_login", "date_joined")}
    sent |= {"quiet_from": "22:00", "quiet_until": "08:00", "digest_at": "18:00", "notice_choices": "{}"}
    sent.pop("is_active")
    refused = root.post(where, sent)
    assert refused.status_code == 200 and "Say in a few words" in text(refused)
    assert root.post(where, sent | {"why_closed": "Spam."}).status_code == 302
    act = Act.objects.get()
    assert (act.action, act.about, act.words, act.moderator_name) == (
        "close_account",
        alice,
        "Spam.",
        "Root",
    )


def test_hiding_a_deck_there_hides_its_cards_too(alice, root):
    card = scenes.card(alice)
    root.post("/admin/quotes/deck/", {"action": "hide", "_selected_action": [card.deck.pk], **WHY})
    card.refresh_from_db()
    assert card.hidden_at is not None


def test_whoever_may_only_look_cannot_hide(alice):
    looker = person("Looker", is_staff=True)
    looker.user_permissions.set(
        Permission.objects.filter(codename__in=["view_card", "view_deck", "view_words"])
    )
    card = scenes.card(alice)
    client = browser(looker)
    assert "Hide from everybody" not in text(client.get("/admin/quotes/card/"))
    client.post("/admin/quotes/card/", {"action": "hide", "_selected_action": [card.pk], **WHY})
    card.refresh_from_db()
    assert card.hidden_at is None and not Act.objects.exists()


def test_nobody_types_when_something_was_hidden_or_what_somebody_said(alice, root):
    words = scenes.words(alice)
    form = {"text": "Changed", "hidden_at_0": "2026-01-02", "hidden_at_1": "10:00"}
    root.post(f"/admin/quotes/words/{words.pk}/change/", form)
    words.refresh_from_db()
    assert (words.text, words.hidden_at) == ("You play like a wardrobe.", None)
    deck = scenes.deck_of(alice)
    page = text(root.get(f"/admin/quotes/deck/{deck.pk}/change/"))
    assert "hidden_at_0" not in page


def test_words_to_look_at_are_kept_there_too_and_written_down(root):
    root.post("/admin/moderation/flagword/add/", {"language": "en", "word": "moon"})
    word = FlagWord.objects.get()
    assert str(word.added_by) == "Root"
    root.post(f"/admin/moderation/flagword/{word.pk}/delete/", {"post": "yes"})
    assert [act.action for act in Act.objects.order_by("pk")] == ["add_word", "drop_word"]
    FlagWord.objects.create(word="sun")
    form = {"action": "delete_selected", "_selected_action": [FlagWord.objects.get().pk], "post": "yes"}
    root.post("/admin/moderation/flagword/", form)
    assert not FlagWord.objects.exists() and Act.objects.count() == 3


ADD = "/admin/moderation/flagword/add/"
NOT_ADDED = {
    "a language that the site does not have": ("xx", "sun", "Choose a language from the list."),
    "no word": ("en", "***", "Type a word first."),
    "what is there, with other letters": ("en", "Moon", "This word is in the list already."),
    "what is there": ("en", "moon", "This word is in the list already."),
}


@pytest.mark.parametrize(("language", "word", "why"), NOT_ADDED.values(), ids=NOT_ADDED)
def test_what_cannot_be_added_on_the_site_cannot_be_added_there(root, language, word, why):
    FlagWord.objects.create(language="en", word="moon")
    page = root.post(ADD, {"language": language, "word": word})
    assert page.status_code == 200 and why in text(page)
    assert FlagWord.objects.count() == 1 and not Act.objects.exists()


def test_a_word_is_kept_there_as_on_the_site(root):
    root.post(ADD, {"language": "", "word": " Full   moon "})
    word = FlagWord.objects.get()
    assert (word.language, word.word) == ("", "Full moon")
    assert [act.words for act in Act.objects.all()] == ["Full moon"]


def test_whoever_adds_a_word_just_after_somebody_else_reads_so(root, monkeypatch):
    check = flags.checked

    def and_then_it_is_added(language: str, word: str) -> str:
        kept = check(language, word)
        FlagWord.objects.create(language=language, word=word.upper())
        return kept

    monkeypatch.setattr(flags, "checked", and_then_it_is_added)
    page = root.post(ADD, {"language": "en", "word": "moon"}, follow=True)
    assert page.redirect_chain == [(ADD, 302)] and "This word is in the list already." in text(page)
    assert not Act.objects.exists()


def test_a_word_is_not_changed_there(root):
    word = FlagWord.objects.create(language="en", word="moon")
    where = f"/admin/moderation/flagword/{word.pk}/change/"
    assert 'name="word"' not in text(root.get(where))
    assert root.post(where, {"language": "en", "word": "sun"}).status_code == 403
    assert FlagWord.objects.get().word == "moon" and not Act.objects.exists()

"""How far an import is: said in rows while it is added, though none of it is in the deck before all of it is."""

import pytest
from django.core.cache import cache
from django.utils import timezone

from quotes import editing, upload_sweep, uploads
from quotes.models import Upload
from tests.games.scripts import deck as deck_of
from tests.games.scripts import text

pytestmark = pytest.mark.django_db
LINES = "".join(f"Fish number {n} flies - A cat\n" for n in range(7)).encode()


@pytest.fixture
def upload(alice) -> Upload:
    """A sweep is at work on it."""
    made = uploads.take_in(alice, deck_of(0, owner=alice), LINES)
    now = timezone.now()
    Upload.objects.filter(pk=made.pk).update(state="working", agreed_at=now, claimed_at=now)
    cache.delete(uploads.progress_key(made))
    return Upload.objects.get(pk=made.pk)


def test_every_so_many_rows_it_is_told_how_many_are_done(upload, monkeypatch):
    told = []
    monkeypatch.setattr(editing, "AT_ONCE", 3)
    monkeypatch.setattr(cache, "set", lambda key, value, *_: told.append((key, value)))
    uploads.add(upload, upload.claimed_at)
    assert told == [(uploads.progress_key(upload), (done, 7)) for done in (3, 6, 7)]
    assert upload.deck.cards.count() == 7


def test_the_page_says_it_politely(upload, alice, sign_in):
    client = sign_in(alice)
    before = text(client.get(f"/decks/uploads/{upload.pk}/"))
    assert "7 rows go into the deck." in before and "<progress" in before
    uploads.teller(upload, 20_000)(1_500)
    page = text(client.get(f"/decks/uploads/{upload.pk}/"))
    assert "1,500 of 20,000 rows are done." in page
    assert 'value="1500" max="20000"' in page and page.index('role="status"') < page.index("1,500 of")


def test_what_begins_anew_begins_at_nothing(upload, monkeypatch):
    uploads.teller(upload, 7)(5)
    monkeypatch.setattr(uploads, "add", lambda *_: None)
    upload_sweep.add_claimed(upload, upload.claimed_at)
    assert uploads.progress_of(upload) == (0, 7)

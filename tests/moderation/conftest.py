import pytest

from tests.moderation.scenes import moderator


@pytest.fixture
def judge(db):
    return moderator("Judge")


@pytest.fixture
def other(db):
    """Decides as well."""
    return moderator("Other")

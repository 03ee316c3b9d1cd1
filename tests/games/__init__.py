import pytest

pytest.register_assert_rewrite("tests.games.learn_pages", "tests.games.lessons")

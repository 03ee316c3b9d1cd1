"""What makes a hint of the lesson true: it can be followed, and what it says is so by what the learner sees."""

import html as html_module
import re
from typing import Any

from django.utils.html import strip_tags

from games.engine import Dice, split_events
from games.game_of_quotes.bot import contrast
from games.game_of_quotes.cards import row_of
from games.game_of_quotes.lesson import LESSON, topics_of
from games.game_of_quotes.looks import source_text
from games.game_of_quotes.parts import Source
from games.game_of_quotes.rules import GAME
from games.teaching import Answered

NAMES = ("Ada", *LESSON.bots)
MARKED = re.compile(r"<q[^>]*>([^<]+)</q>")


def assert_true(state: Any, prompt: Any, hint: Any, cast: Any) -> None:
    """Legal, about this question, and what it says is so."""
    view = state.view(0)
    assert GAME.check(view, prompt, hint.action) is None
    told = html_module.unescape(strip_tags(f"{hint.title} {hint.why}"))
    assert "%(" not in told and len(strip_tags(hint.why)) > 40
    hand, table = view.hand, view.table
    left, right = NAMES[1], NAMES[-1]
    for words in MARKED.findall(hint.why):
        assert html_module.unescape(words) in known_texts(view, cast)
    if re.search("is your shortest|is the shortest", told):
        lengths = [len(cast.cards[row_of(card)].quote) for card in hand.cards]
        assert len(cast.cards[row_of(hint.action.card)].quote) == min(lengths)
    if "on your left" in told or "go to" in told:
        assert left in told and passes_next(state, hint)
    if "has come to you" in told:
        assert right in told and state.table.step == (0 if table.round == 4 else 1)
    match hint.rules:
        case "reading":
            assert prompt.kind == "stamp" and cast.heard.get(len(table.readings), 0) < 2 * table.seats
            first = table.readings[-1][0].seat
            assert told.count("You had the marker") == (first == 0)
            assert first == 0 or f"{NAMES[first]} had the marker" in told
        case "stamp":
            assert f"{hand.left(1)} × single and {hand.left(2)} × double" in told
            assert cast.heard[len(table.readings)] == 2 * table.seats
        case "pad":
            assert (table.round, table.step) == (2, 0) and "Idea pad" in told
        case "swap":
            assert not table.swapped[0] and len(hint.action.cards) <= table.to_draw
        case "source" if hand.quote is not None:
            best = max(contrast(card, hand.quote) for card in hand.cards)
            assert contrast(hint.action.card, hand.quote) == best
        case "quote" if "below the cards you see the two" in told:
            assert cast.cards[row_of(hand.source.face)].description and hint.action.reads == "description"
    assert hint.rules in (prompt.kind, "pad", "swap", "reading")
    step = GAME.play(state, prompt, hint.action, Dice("none", 0))
    if hint.topic and hint.rules not in ("pad", "reading"):
        happened = split_events(step)[0]
        place = place_now(state)
        assert hint.topic in topics_of(Answered("player", hint.action, happened), place)


def known_texts(view: Any, cast: Any) -> set[str]:
    """All that the learner's own cards and their own source say."""
    hand, language = view.hand, view.table.options.language
    sides = [cast.cards[row_of(card)] for card in (*hand.cards, *hand.aside())]
    found = {words for side in sides for words in (side.quote, side.source, side.description)}
    if hand.source is not None and not hand.source.face:
        found.add(source_text(Source(words=hand.source.words), cast, language).text)
    return found


def passes_next(state: Any, hint: Any) -> bool:
    """Whether the hands go on when all have answered this, and as many cards as the hint says."""
    kind = "write" if hint.rules == "write" else "pick"
    count = len(state.hands[0].cards) - (kind == "pick")
    told = re.search(r"other (\d) cards", hint.why)
    return state.table.step == 0 and state.table.round < 4 and (told is None or int(told[1]) == count)


def place_now(state: Any) -> tuple[int, int]:
    """As `place_after` counts it: round 4 has passed its hands before its only question."""
    return state.table.round, state.table.step + (state.table.round == 4)

"""Our engine as an outside yardstick asks for it: seven functions, kept thin (README.md, "Engine").

An action is drawn by the caller from `legal`; for Kangoeroe that is every card with every number of further cards.
"""

from typing import Any

from games.catalog import GAMES, AnyGame
from games.engine import Codec, Dice, State, encode
from games.kangoeroe.parts import Counter, Defend, Hop

Playing = tuple[str, int, State[Any, Any, Any]]


class Adapter:
    def __init__(self, game: AnyGame) -> None:
        self.game = game
        self.codec = Codec(game)

    def new(self, seed: int, players: int) -> Playing:
        options = self.game.stocked(self.game.options_type())
        step = self.game.deal(players, options, ({},) * players, Dice(str(seed), 0))
        return str(seed), 0, step.state

    def actor(self, s: Playing) -> int | None:
        prompts = s[2].prompts
        return prompts[0].seat if prompts else None

    def legal(self, s: Playing) -> list[Any]:
        prompt = s[2].prompts[0]
        way = self.game.offer(s[2].view(prompt.seat), prompt).ways[0]
        if way.do == "hop":
            return [Hop(choice.value, n) for choice in way.fields[0].choices for n in range(choice.more + 1)]
        if way.do == "defend":
            return [Defend(n) for n in range(way.fields[0].high + 1)]
        return [Counter(choice.value) for choice in way.fields[0].choices if choice.reason is None]

    def apply(self, s: Playing, a: Any) -> Playing:
        seed, number, state = s
        number += 1
        return seed, number, self.game.play(state, state.prompts[0], a, Dice(seed, number)).state

    def view(self, s: Playing, seat: int) -> Any:
        return s[2].view(seat)

    def dump(self, s: Playing) -> bytes:
        return b"%s/%d/%s" % (s[0].encode(), s[1], encode(s[2]))

    def load(self, text: bytes) -> Playing:
        seed, number, state = text.split(b"/", 2)
        return seed.decode(), int(number), self.codec.state(state)


kangoeroe = Adapter(GAMES["kangoeroe"])

"""What a load run asks of us: moves, pages and polls of Kangoeroe matches between two people.

It knows the seeds (from fill.py), so it plays along in its own copy of the engine and always sends a legal answer of
the seat that is asked; nothing has to be read off a page. MATCHES names the file that fill.py wrote.
"""

import json
import os
import re
import sys
import urllib.request
from typing import Any
from urllib.parse import urlencode

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))

from games.engine import Dice
from games.kangoeroe.parts import Hop, Options
from games.kangoeroe.rules import GAME

TOKEN = "a" * 32
OK = {"poll": (204, 205)}
Context = dict[str, Any]


KNOWN: list[Context] = []


def contexts(base: str, n: int) -> list[Context]:
    """The same matches go on from round to round; a page is opened once, for its poll."""
    if not KNOWN:
        with open(os.environ["MATCHES"]) as file:
            KNOWN.extend(json.load(file))
    for ctx in KNOWN[:n]:
        if "code" not in ctx:
            ctx["at"] = -1
            next_match(ctx)
            request = urllib.request.Request(f"{base}/m/{ctx['code']}/", headers=headers(ctx, 0))
            with urllib.request.urlopen(request) as answer:
                found = re.search(r'data-poll="([^"]+)"', answer.read().decode())
            ctx["poll"] = found[1] if found else ""
    return KNOWN[:n]


def next_match(ctx: Context) -> None:
    ctx["at"] += 1
    match = ctx["matches"][ctx["at"]]
    ctx["code"] = match["code"]
    ctx["state"] = GAME.deal(2, Options(), ({}, {}), Dice(match["seed"], 0)).state
    ctx["orders"] = GAME.first_orders(Options())
    ctx["moves"] = 0


def headers(ctx: Context, seat: int) -> dict[str, str]:
    return {
        "Cookie": f"sessionid={ctx['sessions'][seat]}; csrftoken={TOKEN}",
        "X-CSRFToken": TOKEN,
        "HX-Request": "true",
    }


def turn(ctx: Context, k: int) -> tuple[str, str, dict[str, str], bytes]:
    if not ctx["state"].prompts:
        next_match(ctx)
    prompt = ctx["state"].prompts[0]
    hop: Hop = GAME.bot(ctx["state"].view(prompt.seat), prompt, ctx["orders"], Dice("scenario", k))
    ctx["answer"] = hop
    body = urlencode({"card": hop.card, "persist": hop.persist}).encode()
    head = headers(ctx, prompt.seat) | {"Content-Type": "application/x-www-form-urlencoded"}
    return "POST", f"/m/{ctx['code']}/answer/{prompt.number}/", head, body


def page(ctx: Context, k: int) -> tuple[str, str, dict[str, str], None]:
    head = headers(ctx, k % 2)
    del head["HX-Request"]
    return "GET", f"/m/{ctx['code']}/", head, None


def poll(ctx: Context, k: int) -> tuple[str, str, dict[str, str], None]:
    return "GET", ctx["poll"], {}, None


OPS = {"turn": turn, "page": page, "poll": poll}


def after(ctx: Context, op: str, status: int, answer_headers: Any, body: bytes) -> None:
    """Play the same answer, and what standing orders answer to it, in our own copy."""
    if op != "turn" or status != 200:
        return
    play(ctx, ctx["answer"])
    while ctx["state"].prompts and ctx["state"].prompts[0].kind == "defend":
        prompt = ctx["state"].prompts[0]
        answer, _ = GAME.standing(ctx["state"].view(prompt.seat), prompt, ctx["orders"], Dice("", 0))
        play(ctx, answer)


def play(ctx: Context, answer: Any) -> None:
    ctx["moves"] += 1
    seed = ctx["matches"][ctx["at"]]["seed"]
    state = ctx["state"]
    ctx["state"] = GAME.play(state, state.prompts[0], answer, Dice(seed, ctx["moves"])).state

"""A bot for the HTTP API, standard library only: it plays random legal moves to the end.

ten_line_bot.py http://127.0.0.1:8477 razzia        opens a table of Razzia against house bots
ten_line_bot.py http://127.0.0.1:8477 <table> 2     takes seat 2 at a table that is waiting for players
"""

from __future__ import annotations

import json
import random
import sys
import time
from typing import Any
from urllib.request import Request, urlopen


def ask(address: str, body: dict[str, Any] | None = None, token: str = "") -> Any:
    headers = {"Content-Type": "application/json", "Authorization": f"Bearer {token}"}
    return urlopen(Request(address, None if body is None else json.dumps(body).encode(), headers))


def main(site: str, what: str = "razzia", seat: str = "") -> None:
    new = f"{site}/api/tables/{what}/seats/{seat}" if seat else f"{site}/api/tables"
    view = json.load(ask(new, {"name": "ten lines"} if seat else {"game": what, "bots": "thumb"}))
    table, token, done = f"{site}/api/tables/{view['id']}", view["token"], 0
    for line in ask(f"{table}/events", token=token):  # the view after every change, until the game is over
        if line.startswith(b"data: "):
            view = json.loads(line.removeprefix(b"data: "))
            if view["legal_moves"] and view["number"] > done:
                done = view["number"]
                ask(f"{table}/moves", {"move": random.choice(view["legal_moves"]), "number": done}, token)
                time.sleep(0.2)  # a seat may make five moves a second
    print("scores", view["scores"], "I was seat", view["seat"], "and the winners are", view["outcome"]["winners"])


if __name__ == "__main__":
    if len(sys.argv) > 1:
        main(*sys.argv[1:])
    else:
        print(__doc__)

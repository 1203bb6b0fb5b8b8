"""Run the site: one process on a folder of data, or several on a PostgreSQL."""

from __future__ import annotations

import asyncio
import contextlib
import os
import secrets
import socket
import tempfile
import threading
import time
import webbrowser
from collections.abc import Collection
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import uvicorn

from . import numbers
from .app import SiteSettings, create_app
from .connections import REQUEST_SECONDS, GuardedConfig
from .doors import Doors
from .journal import keep_journal
from .names import EVERYWHERE, names_for, own_address
from .processes import ChildServer, Parent, place
from .security import MAX_FRAME
from .sqlite_file import FILE, check, held
from .stores import open_store

ADMIN_KEY = (
    "TRIPOT_ADMIN_KEY"  # the environment variable in which a host may choose the key, and a parent hands it down
)


def serve(
    *,
    host: str,
    port: int,
    data: Path,
    store: str = "",
    processes: int = 1,
    hosts: Collection[str] = (),
    public_url: str = "",
    open_browser: bool = False,
    bot_pause: float | None = None,
    absent_after: float | None = None,
    bot_workers: int = 0,
    review_seconds: float | None = None,
    loads_bots: bool = True,
    compiles: bool = True,
    streams_of_device: int | None = None,
    streams_of_address: int | None = None,
    tables_per_minute: int | None = None,
    acts_per_second: int | None = None,
    seats_per_minute: int | None = None,
    chat_per_minute: int | None = None,
    moves_per_second: int | None = None,
    connections_of_address: int | None = None,
    request_seconds: float = REQUEST_SECONDS,
    trusted: Collection[str] = (),
    journal: tuple[str, str] = ("text", "warning"),
) -> None:
    """Serve until interrupted. A setting that is None is the usual one.

    `hosts` are names beside this machine's own, `trusted` the addresses of proxies, `journal` the form of the log and its level.
    """
    troubles = keep_journal(*journal)
    chosen_key = os.environ.pop(ADMIN_KEY, "")  # no process that this one starts for bots is to know it
    key = chosen_key or secrets.token_urlsafe(16)
    wished = {
        "bot_pause": bot_pause,
        "absent_after": absent_after,
        "review_seconds": review_seconds,
        "streams_of_device": streams_of_device,
        "streams_of_address": streams_of_address,
        "tables_per_minute": tables_per_minute,
        "acts_per_second": acts_per_second,
        "seats_per_minute": seats_per_minute,
        "chat_per_minute": chat_per_minute,
        "moves_per_second": moves_per_second,
    }
    chosen: dict[str, Any] = {name: value for name, value in wished.items() if value is not None}
    network = own_address() if host in EVERYWHERE else ""
    child = place()
    settings = SiteSettings(
        data=data,
        store=store,
        hosts=names_for(host, (*hosts, urlsplit(public_url).netloc)),
        public_url=public_url,
        network_url=f"http://{network}:{port}" if network else "",
        loads_bots=loads_bots,
        compiles=compiles,
        compiles_here=child is None or child.index == 0,
        bot_workers=shared_workers(bot_workers, processes),
        admin_key=key,
        troubles=troubles,
        **chosen,
    )
    config = GuardedConfig(
        create_app(settings),
        request_seconds=request_seconds,
        of_address=connections_of_address,
        host=host,
        port=port,
        log_config=None,
        access_log=False,
        **({"forwarded_allow_ips": ",".join(trusted)} if trusted else {}),
        ws_max_size=MAX_FRAME,
        ws_per_message_deflate=False,
        timeout_keep_alive=75,
        timeout_graceful_shutdown=3,
        server_header=False,
    )
    if child is not None:
        doors = Doors(Path(os.environ[numbers.FOLDER]), child.index, processes)
        ChildServer(config, child.signs, doors).run(sockets=[child.listening])
        return
    address = f"http://{'127.0.0.1' if host in EVERYWHERE else host}:{port}/"
    others = f", for others at {settings.network_url}/" if network else ""
    kept = "in PostgreSQL" if store else f"in {data}"
    opened = f"tripot is open at {address}{others}  (Ctrl-C closes it; tables are kept {kept})\n"
    opened += (
        f"to look after it: {public_url or address.rstrip('/')}/admin, key {'as you chose it' if chosen_key else key}"
    )
    with contextlib.nullcontext() if store else held(data):
        check_store(store, data)
        if open_browser:
            threading.Thread(target=_open_when_ready, args=(address, port), daemon=True).start()
        if processes > 1:
            with tempfile.TemporaryDirectory(prefix="tripot-") as folder:
                os.environ |= {numbers.FOLDER: folder, ADMIN_KEY: key}
                Parent(host, port, processes).run(opened)
        else:
            print(opened, flush=True)
            uvicorn.Server(config).run()


def check_store(store: str, data: Path) -> None:
    """Open the store once before the site opens with it, so that what is wrong is said in one line."""
    if not store:
        check(data / FILE)
        return

    async def look() -> None:
        await (await open_store(store)).close()

    asyncio.run(look())


def shared_workers(workers: int, processes: int) -> int:
    """How many bots' workers each process has, of so many on the whole machine; 0: one for every core but one."""
    wished = workers or max(1, (os.cpu_count() or 1) - 1)
    return max(1, wished // processes)


def _open_when_ready(address: str, port: int) -> None:
    """Open the site in the browser as soon as it answers."""
    for _ in range(200):
        try:
            with socket.create_connection(("127.0.0.1", port), timeout=1):
                webbrowser.open(address)
                return
        except OSError:
            time.sleep(0.1)

"""Run the site: one process, one folder of data."""

from __future__ import annotations

import socket
import threading
import time
import webbrowser
from collections.abc import Collection
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import uvicorn

from .app import SiteSettings, create_app
from .connections import REQUEST_SECONDS, GuardedConfig
from .names import EVERYWHERE, names_for, own_address
from .sqlite_file import FILE, check, held


def serve(
    *,
    host: str,
    port: int,
    data: Path,
    hosts: Collection[str] = (),
    public_url: str = "",
    open_browser: bool = False,
    bot_pause: float | None = None,
    absent_after: float | None = None,
    loads_bots: bool = True,
    compiles: bool = True,
    streams_of_device: int | None = None,
    streams_of_address: int | None = None,
    tables_per_minute: int | None = None,
    acts_per_second: int | None = None,
    connections_of_address: int | None = None,
    request_seconds: float = REQUEST_SECONDS,
) -> None:
    """Serve until interrupted. A setting that is None is the usual one; `hosts` are names beside this machine's own."""
    wished = {
        "bot_pause": bot_pause,
        "absent_after": absent_after,
        "streams_of_device": streams_of_device,
        "streams_of_address": streams_of_address,
        "tables_per_minute": tables_per_minute,
        "acts_per_second": acts_per_second,
    }
    chosen: dict[str, Any] = {name: value for name, value in wished.items() if value is not None}
    network = own_address() if host in EVERYWHERE else ""
    settings = SiteSettings(
        data=data,
        hosts=names_for(host, (*hosts, urlsplit(public_url).netloc)),
        public_url=public_url,
        network_url=f"http://{network}:{port}" if network else "",
        loads_bots=loads_bots,
        compiles=compiles,
        **chosen,
    )
    config = GuardedConfig(
        create_app(settings),
        request_seconds=request_seconds,
        of_address=connections_of_address,
        host=host,
        port=port,
        log_level="warning",
        access_log=False,
        ws_max_size=4096,
        ws_per_message_deflate=False,
        timeout_keep_alive=75,
        timeout_graceful_shutdown=3,
        server_header=False,
    )
    with held(data):
        check(data / FILE)
        address = f"http://{'127.0.0.1' if host in EVERYWHERE else host}:{port}/"
        others = f", for others at {settings.network_url}/" if network else ""
        print(f"tripot is open at {address}{others}  (Ctrl-C closes it; tables are kept in {data})", flush=True)
        if open_browser:
            threading.Thread(target=_open_when_ready, args=(address, port), daemon=True).start()
        uvicorn.Server(config).run()


def _open_when_ready(address: str, port: int) -> None:
    """Open the site in the browser as soon as it answers."""
    for _ in range(200):
        try:
            with socket.create_connection(("127.0.0.1", port), timeout=1):
                webbrowser.open(address)
                return
        except OSError:
            time.sleep(0.1)

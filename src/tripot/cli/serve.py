"""Run the site on this machine: the shelf, the tables, the API. Everything is kept in one data folder, or in PostgreSQL."""

from __future__ import annotations

import argparse
import importlib.util
import os
import socket
from pathlib import Path

from tripot.errors import TripotError

from .common import positive

DEFAULT_PORT = 8477
PORTS = 65536


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The command's own arguments."""
    parser.add_argument(
        "--host", default="127.0.0.1", help="address to listen on (default 127.0.0.1: this machine only)"
    )
    parser.add_argument("--port", type=int, default=DEFAULT_PORT, help=f"port (default {DEFAULT_PORT})")
    parser.add_argument("--data", type=Path, default=default_data(), help="folder of the tables (default: %(default)s)")
    parser.add_argument(
        "--store",
        default="",
        metavar="URL",
        help="keep the tables in this PostgreSQL database instead (postgresql://user@host/name); several processes "
        "and machines may share one",
    )
    parser.add_argument(
        "--processes",
        type=positive,
        default=1,
        metavar="N",
        help="processes that serve, with --store only (default %(default)s); SIGHUP replaces them one after the other",
    )
    parser.add_argument(
        "--allow-host",
        action="append",
        default=[],
        metavar="NAME",
        help="answer to this host name too (* for all); "
        "without it to this machine's names and, if it is open to others, to addresses",
    )
    parser.add_argument(
        "--public-url",
        default="",
        metavar="URL",
        help="the address that others know the site by, for links, QR codes and cookies; its path is where the site lives "
        "(https://club.example/tripot)",
    )
    parser.add_argument(
        "--trust-proxy",
        action="append",
        default=[],
        metavar="ADDRESS",
        help="believe the headers of a proxy at this address about who asks and how (default 127.0.0.1; * for all)",
    )
    parser.add_argument(
        "--log", choices=("text", "json"), default="text", help="how the log is written (default %(default)s)"
    )
    parser.add_argument(
        "--log-level",
        choices=("debug", "info", "warning", "error"),
        default="warning",
        help="what the log has at least (default %(default)s)",
    )
    parser.add_argument("--open", action="store_true", help="open the site in the browser")
    for whose, usual in (("device", 20), ("address", 1000)):
        about = f"pages and streams open at once from one {whose}, at most (default {usual})"
        parser.add_argument(f"--streams-per-{whose}", type=positive, metavar="N", help=about)
    for name, usual, about in (
        ("tables-per-minute", 60, "new tables from one address in a minute, and at once: a club that begins together"),
        (
            "acts-per-second",
            100,
            "moves, chat lines and the like from one address in a second; three times that at once",
        ),
        (
            "seats-per-minute",
            12,
            "people and bots that sit down or get up at one table, from one address in a minute; a third more at once",
        ),
        ("chat-per-minute", 30, "lines of chat from one address at one table in a minute; half of it at once"),
        ("moves-per-second", 5, "moves of one device or token in a second; twice as many at once"),
    ):
        parser.add_argument(f"--{name}", type=positive, metavar="N", help=f"{about} (default {usual})")
    parser.add_argument(
        "--connections-per-address",
        type=positive,
        metavar="N",
        help="connections open at once from one address, at most (default 2000, and never more than half of all that the "
        "system allows); an address that is a trusted proxy's is not counted",
    )
    parser.add_argument(
        "--request-timeout",
        type=positive,
        default=20,
        metavar="SEC",
        help="seconds in which a request must have come, header and body (default %(default)s)",
    )
    about = "processes in which bots think, on this machine (default: one for every core but one)"
    parser.add_argument("--bot-workers", type=positive, default=0, metavar="N", help=about)
    parser.add_argument("--lazy-bots", action="store_true", help="load the strong bots when they are first needed")
    parser.add_argument(
        "--compile",
        action=argparse.BooleanOptionalAction,
        default=True,
        help="compile the games in the background that are not compiled yet (default: yes)",
    )
    about = "processor seconds for the review of a finished game (default 10)"
    parser.add_argument("--review-seconds", type=positive, metavar="SEC", help=about)
    about = "seconds without somebody after which the others may let a bot play for them (default 60)"
    parser.add_argument("--absent-after", type=float, metavar="SEC", help=about)
    parser.add_argument("--bot-pause", type=float, metavar="SEC", help="pause between moves of bots (default 0.6)")


def default_data() -> Path:
    """The user's folder of tables."""
    return Path(os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share") / "tripot" / "site"


def run(args: argparse.Namespace) -> int:
    """Serve until interrupted."""
    if importlib.util.find_spec("starlette") is None:
        raise TripotError("the site's packages are not installed; install tripot[web]")
    if not 0 < args.port < PORTS:
        raise TripotError(f"--port is a number from 1 to 65535, not {args.port}")
    from tripot.web.names import public_url

    known_as = public_url(args.public_url) if args.public_url else ""
    _check_store(args)
    from tripot.web.processes import CHILD
    from tripot.web.serve import serve

    if CHILD not in os.environ:
        _check_free(args.host, args.port)

    serve(
        host=args.host,
        port=args.port,
        data=args.data,
        store=args.store,
        processes=args.processes,
        hosts=args.allow_host,
        public_url=known_as,
        open_browser=args.open,
        bot_pause=args.bot_pause,
        absent_after=args.absent_after,
        bot_workers=args.bot_workers,
        review_seconds=args.review_seconds,
        loads_bots=not args.lazy_bots,
        compiles=args.compile,
        streams_of_device=args.streams_per_device,
        streams_of_address=args.streams_per_address,
        tables_per_minute=args.tables_per_minute,
        acts_per_second=args.acts_per_second,
        seats_per_minute=args.seats_per_minute,
        chat_per_minute=args.chat_per_minute,
        moves_per_second=args.moves_per_second,
        connections_of_address=args.connections_per_address,
        request_seconds=args.request_timeout,
        trusted=args.trust_proxy,
        journal=(args.log, args.log_level),
    )
    return 0


def _check_store(args: argparse.Namespace) -> None:
    from tripot.web.stores import is_address

    if args.store and not is_address(args.store):
        raise TripotError(
            "--store is the address of a PostgreSQL database, such as postgresql://tripot@localhost/tripot"
        )
    if args.processes > 1 and not args.store:
        raise TripotError("--processes needs --store postgresql://…: only one process may have a data folder")
    if args.processes > 1 and not hasattr(os, "fork"):
        raise TripotError("--processes does not work on this system; start several servers on several ports")


def _check_free(host: str, port: int) -> None:
    try:
        with socket.create_server((host, port)):
            pass
    except OSError as error:
        raise TripotError(f"cannot listen on {host}:{port} ({error.strerror}); try another --port") from None

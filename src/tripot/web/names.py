"""The names of the site: which ones it answers to, and the address that its links have."""

from __future__ import annotations

import ipaddress
import re
import socket
from collections.abc import Collection
from urllib.parse import urlsplit

from tripot.errors import TripotError

ANY_ADDRESS = "an address"  # among names: every host that is an address, not a name; nobody can point that elsewhere
ANY_NAME = "*"
EVERYWHERE = ("0.0.0.0", "::")
LOOPBACK = ("localhost", "127.0.0.1", "::1")
HOST = re.compile(r"(?:[a-z0-9._-]{1,253}|\[[0-9a-f:.]{2,45}\])(?::[0-9]{1,5})?", re.ASCII)
PATH = re.compile(r"(?:/[A-Za-z0-9._~-]+)*/?", re.ASCII)


def host_name(host: str) -> str:
    """A host without its port, spelt in one way only; "" for what cannot be one."""
    text = host.strip().lower()
    if text.count(":") > 1 and not text.startswith("["):  # an IPv6 address as people write it in a list
        text = f"[{text}]"
    if not HOST.fullmatch(text):
        return ""
    if text.startswith("["):
        return text.partition("]")[0] + "]"
    return text.partition(":")[0].removesuffix(".")


def is_known(host: str, names: Collection[str]) -> bool:
    """Whether a Host header has one of these names."""
    name = host_name(host)
    if not name or name in names or ANY_NAME in names:
        return bool(name)
    address = _address(name)
    if address is None:
        return False
    return ANY_ADDRESS in names or (address.is_loopback and "127.0.0.1" in names)


def is_loopback(host: str) -> bool:
    """Whether only this machine can use that host."""
    address = _address(host_name(host))
    return host_name(host) == "localhost" or (address is not None and address.is_loopback)


def names_for(listening: str, more: Collection[str]) -> frozenset[str]:
    """The names of a site that listens there: those of this machine and these; open to others also every address.

    A foreign name that is pointed at the site (DNS rebinding) is none of them, so no other site's page can use a visitor's
    browser to play here.
    """
    names = listed((*LOOPBACK, *more))
    if is_loopback(listening):
        return names
    mine = socket.gethostname()
    return names | listed((ANY_ADDRESS, listening, mine, f"{mine.partition('.')[0]}.local"))


def listed(names: Collection[str]) -> frozenset[str]:
    """Names as `is_known` compares them."""
    return frozenset(name if name in (ANY_NAME, ANY_ADDRESS) else host_name(name) for name in names) - {""}


def public_url(text: str) -> str:
    """The address that others know the site by, without the slash at its end. Its path is where the site lives."""
    try:
        found = urlsplit(text)
    except ValueError:
        found = urlsplit("")
    is_whole = found.scheme in ("http", "https") and host_name(found.netloc) and PATH.fullmatch(found.path)
    if not is_whole or found.query or found.fragment:
        raise TripotError(
            f"--public-url is an address such as https://club.example or https://club.example/tripot, not {text[:80]!r}"
        )
    return f"{found.scheme}://{found.netloc}{found.path.removesuffix('/')}"


def own_address() -> str:
    """The address of this machine in its network, "" if it is in none. Nothing is sent to find it."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))
        except OSError:
            return ""
        return str(probe.getsockname()[0])


def _address(name: str) -> ipaddress.IPv4Address | ipaddress.IPv6Address | None:
    try:
        return ipaddress.ip_address(name.strip("[]"))
    except ValueError:
        return None

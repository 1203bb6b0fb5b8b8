"""Who may ask for what: cookies, other sites, foreign names, headers, sizes."""

from __future__ import annotations

import hashlib
from http.cookies import SimpleCookie

import pytest
from starlette.applications import Starlette
from starlette.datastructures import Headers
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import Route, WebSocketRoute
from starlette.types import ASGIApp, Scope
from starlette.websockets import WebSocket

from tests.web.asking import HOST, ask, connect, scope_of
from tripot.web import security
from tripot.web.security import guarded, is_cross_site

# -- A small site -------------------------------------------------------------------


async def echo(request: Request) -> Response:
    return PlainTextResponse(str(len(await request.body())), headers={"cache-control": "max-age=99"})


async def fail(request: Request) -> Response:
    raise RuntimeError("our own mistake")


async def socket(websocket: WebSocket) -> None:
    await websocket.accept()
    await websocket.send_text("board")
    await websocket.close()


def site(*hosts: str) -> ASGIApp:
    methods = ["GET", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"]
    paths = ["/", "/static/tripot.css", "/t/static/"]
    routes = [*(Route(path, echo, methods=methods) for path in paths), Route("/fail", fail)]
    app = Starlette(routes=[*routes, WebSocketRoute("/ws", socket)])
    return guarded(app, hosts=hosts)


SITE = site()


# -- Devices and tokens -----------------------------------------------------------------


def scope_with(scheme: str, **headers: str) -> Scope:
    return scope_of("http", "/", headers, scheme=scheme)


@pytest.mark.parametrize(("scheme", "name"), [("http", "tripot"), ("https", "__Host-tripot")])
def test_a_device_keeps_its_cookie(scheme: str, name: str) -> None:
    device = security.new_device()
    header = security.device_cookie(device, scheme)
    cookie = SimpleCookie(header)[name]
    assert (cookie.value, cookie["path"], cookie["samesite"], cookie["max-age"]) == (device, "/", "Lax", "34560000")
    assert cookie["httponly"] is True
    assert bool(cookie["secure"]) == (scheme == "https")
    assert "domain" not in header.lower()
    assert security.device_of(scope_with(scheme, cookie=f"lang=fr; {name}={device}")) == device


@pytest.mark.parametrize(
    ("scheme", "cookie"),
    [
        ("http", ""),
        ("http", "tripot="),
        ("http", "tripot=short"),
        ("http", "tripot=" + "é" * 43),
        ("https", "tripot=" + "a" * 43),  # a neighbour may have planted it
        ("wss", "tripot=" + "a" * 43),
    ],
)
def test_a_cookie_that_is_not_ours_names_no_device(scheme: str, cookie: str) -> None:
    assert security.device_of(scope_with(scheme, cookie=cookie)) is None


def test_devices_and_tokens_have_256_bits_and_only_their_hash_is_kept() -> None:
    made = {make() for make in (security.new_device, security.new_token) for _ in range(100)}
    assert len(made) == 200
    assert {len(value) for value in made} == {43}
    value = made.pop()
    assert security.device_hash(value) == security.token_hash(value) == hashlib.sha256(value.encode()).hexdigest()


@pytest.mark.parametrize(
    ("header", "token"),
    [("Bearer abc", "abc"), ("bearer  abc ", "abc"), ("Bearer ", None), ("Basic abc", None), ("", None)],
)
def test_a_token_comes_in_its_header(header: str, token: str | None) -> None:
    assert security.bearer(scope_with("http", authorization=header)) == token


# -- Requests from other sites --------------------------------------------------------------

CASES = [
    # Sec-Fetch-Site, Origin, is refused
    (None, None, False),  # no browser
    ("same-origin", None, False),
    ("same-origin", "http://tripot.lan", False),
    ("same-origin", "http://evil.lan", False),  # the browser's own word counts
    ("none", None, False),  # typed into the address bar
    ("same-site", None, True),
    ("same-site", "http://tripot.lan", True),
    ("cross-site", None, True),
    ("cross-site", "http://tripot.lan", True),
    ("", "http://tripot.lan", True),
    ("nonsense", None, True),
    (None, "http://tripot.lan", False),  # plain http on a LAN
    (None, "http://TRIPOT.lan", False),
    (None, "https://tripot.lan", False),  # a proxy speaks https for us
    (None, "http://evil.lan", True),
    (None, "http://tripot.lan.evil.lan", True),
    (None, "http://evil.tripot.lan", True),
    (None, "http://tripot.lan:8000", True),
    (None, "http://tripot.lan@evil.lan", True),
    (None, "http://evil.lan@tripot.lan", True),
    (None, "http://[tripot.lan", True),
    (None, "ftp://tripot.lan", True),
    (None, "tripot.lan", True),
    (None, "null", True),  # a sandboxed frame
    (None, "", True),
]


def said(fetch_site: str | None, origin: str | None) -> dict[str, str]:
    headers = {**HOST, "Sec-Fetch-Site": fetch_site, "Origin": origin}
    return {name: value for name, value in headers.items() if value is not None}


@pytest.mark.parametrize(("fetch_site", "origin", "is_refused"), CASES)
def test_posts_and_sockets_from_other_sites_are_refused(
    fetch_site: str | None, origin: str | None, is_refused: bool
) -> None:
    headers = said(fetch_site, origin)
    for method in ("POST", "PUT", "PATCH", "DELETE"):
        answer = ask(SITE, method, headers=headers)
        assert answer.status == (403 if is_refused else 200)
        assert not is_refused or answer.json()["code"] == "request/cross_site"
    denial = connect(SITE, headers)
    assert denial.status == (403 if is_refused else 101)
    assert not is_refused or denial.json()["code"] == "request/cross_site"
    assert not is_refused or denial.headers["x-frame-options"] == "DENY"


def test_a_server_that_can_only_close_sockets_closes_them() -> None:
    answer = connect(SITE, said(None, "http://evil.lan"), can_deny=False)
    assert [(message["type"], message["code"]) for message in answer.sent] == [("websocket.close", 1008)]


@pytest.mark.parametrize("method", ["GET", "HEAD", "OPTIONS"])
def test_pages_can_be_linked_to_from_anywhere(method: str) -> None:
    assert ask(SITE, method, headers=said("cross-site", "http://evil.lan")).status == 200


@pytest.mark.parametrize(("header", "status"), [("Bearer abc", 200), ("Basic abc", 403), ("Bearer ", 403)])
def test_a_request_with_a_token_does_not_stand_on_the_cookie(header: str, status: int) -> None:
    headers = said("cross-site", "http://evil.lan") | {"Authorization": header}
    assert ask(SITE, "POST", headers=headers).status == status


def test_without_a_host_no_origin_is_ours() -> None:
    assert is_cross_site(Headers({"origin": "http://tripot.lan"}))
    assert is_cross_site(Headers({"origin": "http://", "host": ""}))


# -- Foreign names ----------------------------------------------------------------------------

HOSTS = ("tripot.lan", "LOCALHOST:8000", "::1", "192.168.1.5")


@pytest.mark.parametrize(
    "host", ["tripot.lan", "tripot.lan:8000", "Tripot.LAN.", "localhost", "[::1]", "[::1]:8000", "192.168.1.5:80"]
)
def test_the_site_answers_to_its_names(host: str) -> None:
    assert ask(site(*HOSTS), headers={"host": host}).status == 200


@pytest.mark.parametrize("host", ["evil.lan", "evil.tripot.lan", "tripot.lan.evil.lan", "[::2]", "192.168.1.6", ""])
def test_the_site_does_not_answer_to_a_name_pointed_at_it(host: str) -> None:
    for answer in (ask(site(*HOSTS), headers={"host": host}), connect(site(*HOSTS), {"host": host})):
        assert (answer.status, answer.json()["code"]) == (421, "request/host")


def test_without_a_list_the_site_answers_to_every_name() -> None:
    assert ask(SITE, headers={"host": "any.name"}).status == 200


# -- Headers and sizes --------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("method", "path", "status"),
    [
        ("GET", "/", 200),
        ("GET", "/nothing", 404),
        ("GET", "/fail", 500),
        ("POST", "/", 403),
        ("GET", "/static/no", 404),
    ],
)
def test_every_answer_has_the_headers(method: str, path: str, status: int) -> None:
    response = ask(SITE, method, path, said("cross-site", None) if status == 403 else HOST)
    assert response.status == status
    assert response.headers["content-security-policy"] == (
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; manifest-src 'self'; "
        "worker-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'; "
        "require-trusted-types-for 'script'; trusted-types tripot"
    )
    assert response.headers["x-content-type-options"] == "nosniff"
    assert response.headers["referrer-policy"] == "same-origin"
    assert response.headers["x-frame-options"] == "DENY"
    assert response.headers["cross-origin-opener-policy"] == "same-origin"
    assert "camera=()" in response.headers["permissions-policy"]
    assert response.headers.getlist("cache-control") == ["no-store"]


@pytest.mark.parametrize(
    ("path", "caching"),
    [
        ("/static/tripot.css?v=3f2a", "public, max-age=31536000, immutable"),
        ("/static/tripot.css?lang=fr&v=3", "public, max-age=31536000, immutable"),
        ("/static/tripot.css", "no-cache"),
        ("/static/tripot.css?v=", "no-cache"),
        ("/static/missing.css?v=3", "no-store"),  # the next version may have it
        ("/t/static/?v=3", "no-store"),
        ("/?v=3", "no-store"),
    ],
)
def test_only_static_files_may_be_kept(path: str, caching: str) -> None:
    assert ask(SITE, path=path).headers["cache-control"] == caching


@pytest.mark.parametrize(("size", "status"), [(0, 200), (8192, 200), (8193, 413), (10**6, 413)])
def test_a_long_body_is_refused_with_its_length_or_without(size: int, status: int) -> None:
    chunks = [b"x" * min(1000, size - start) for start in range(0, size, 1000)]
    for body in ([b"x" * size], chunks):
        answer = ask(SITE, "POST", chunks=body)
        assert answer.status == status
        assert answer.headers["x-frame-options"] == "DENY"
        assert status != 200 or answer.body == str(size).encode()

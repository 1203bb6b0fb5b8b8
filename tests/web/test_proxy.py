"""A real nginx with TLS in front, as the host's guide has it: the site lives below a path of another site's name."""

from __future__ import annotations

import os
import re
import subprocess
from collections.abc import Iterator
from contextlib import ExitStack
from dataclasses import dataclass
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread
from typing import TYPE_CHECKING

import httpx
import pytest

from tests.waiting import PATIENCE, until
from tests.web.proxy import NGINX, block, spread_by_table, whole
from tests.web.serving import Server, free_port, serving
from tripot.web.drawing.drawn import qr_code

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

ADDRESS = re.compile(r'(?:href|src|action|data-stream)="(?!#|\?)([^"]+)"')
if NGINX is None and not os.environ.get("CI"):
    notice = "NO NGINX: what stands behind a proxy is NOT tested; Debian: apt install nginx-light"
    pytest.skip(notice, allow_module_level=True)  # CI requires it


@dataclass(frozen=True)
class Club:
    """A site and what people know it as: by a proxy that leaves the path in the address, and by one that takes it out."""

    server: Server
    url: str
    other: str


@pytest.fixture(scope="module")
def club(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Club]:
    folder = tmp_path_factory.mktemp("proxy")
    ports = free_port(), free_port()
    url, other = (f"https://localhost:{port}/tripot" for port in ports)
    more = ("--public-url", url + "/", "--trust-proxy", "127.0.0.1", "--tables-per-minute", "3")
    with serving(folder / "data", more=more) as server:
        (folder / "nginx.conf").write_text(configuration(folder, server.port, ports))
        assert NGINX
        with subprocess.Popen([NGINX, "-p", str(folder), "-c", "nginx.conf"], stderr=subprocess.PIPE) as process:
            try:
                until(lambda: answers(process, f"{url}/healthz"), "nginx does not answer")
                yield Club(server, url, other)
            finally:
                process.terminate()
        assert "Traceback" not in server.said()


def configuration(folder: Path, site: int, ports: tuple[int, int]) -> str:
    """The server of the guide, twice: the second one takes the path out of the address."""
    subject = ["-subj", "/CN=localhost", "-days", "1", "-keyout", "club.key", "-out", "club.pem"]
    command = ["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", *subject]
    subprocess.run(command, cwd=folder, capture_output=True, check=True)
    guide = block("server {").replace("/etc/ssl/", f"{folder}/").replace("club.example.", "club.")
    guide = guide.replace("club.example", "localhost").replace("127.0.0.1:8477", f"127.0.0.1:{site}")
    assert guide.count("listen 443 ssl;") == guide.count("proxy_pass http://") == 1
    servers = [guide.replace("443", f"127.0.0.1:{port}") for port in ports]
    servers[1] = servers[1].replace(f"127.0.0.1:{site};", f"127.0.0.1:{site}/;")
    return whole(folder, *servers)


def answers(process: subprocess.Popen[bytes], url: str) -> bool:
    try:
        return httpx.get(url, verify=False).is_success
    except httpx.TransportError:
        assert process.poll() is None, process.stderr.read() if process.stderr else ""
        return False


def asking(address: str = "127.0.0.1") -> httpx.Client:
    """A browser's requests from an address of this machine."""
    transport = httpx.HTTPTransport(verify=False, local_address=address)
    return httpx.Client(transport=transport, follow_redirects=True, timeout=PATIENCE)


def test_links_files_forms_redirects_and_cookies_stay_below_the_path(club: Club) -> None:
    for base in (club.url, club.other):
        with asking("127.0.0.20" if base == club.url else "127.0.0.21") as ada:
            seen = set[str]()
            first = ada.get(base)  # without the slash
            assert str(first.url) == f"{base}/"
            cookie = first.headers["set-cookie"]
            assert re.fullmatch(
                r"__Secure-tripot=[\w-]{43}; Max-Age=\d+; Path=/tripot; HttpOnly; SameSite=Lax; Secure", cookie
            )
            table = ada.post(f"{base}/g/raise/table", data={"seats": "2"})
            assert str(table.url).startswith(f"{base}/t/")
            for page in (first, table, *(ada.get(base + path) for path in ("/mine", "/g/raise", "/g/raise/rules"))):
                assert page.status_code == 200
                seen |= set(ADDRESS.findall(page.text))
            foreign = {address for address in seen if not address.startswith(("/tripot/", f"{club.url}/t/"))}
            assert not foreign
            for address in seen:
                if "/static/" in address:
                    assert ada.get(httpx.URL(base).join(address)).status_code == 200, address
            link = f"{club.url}/t/{table.url.path.rpartition('/')[2]}"
            assert f'<a href="{link}">{link}</a>' in table.text
            assert qr_code(link) in table.text
            back = ada.post(f"{base}/lang", data={"lang": "fr", "back": table.url.path})
            assert back.url == table.url
            assert '<html lang="fr">' in back.text
            refused = ada.post(f"{base}/lang", data={"lang": "fr", "back": "/of/another/site"})
            assert refused.status_code == 400
            assert {cookie.path for cookie in ada.cookies.jar} == {"/tripot"}
            made = ada.post(f"{base}/api/tables", json={"game": "raise", "seats": 2})
            assert made.headers["location"] == f"/tripot/api/tables/{made.json()['id']}"


def test_limits_count_who_asks_the_proxy_whatever_they_say_of_themselves(club: Club) -> None:
    def opens(person: httpx.Client, said: str) -> int:
        return person.post(f"{club.url}/g/raise/table", headers={"x-forwarded-for": said}).status_code

    with asking("127.0.0.30") as one, asking("127.0.0.31") as other:
        assert [opens(one, f"10.0.0.{number}") for number in range(4)] == [200, 200, 200, 429]
        assert opens(other, "127.0.0.30") == 200


def test_no_page_of_another_site_can_act_here(club: Club) -> None:
    with asking() as person:
        origin = httpx.URL(club.url)
        ours = {"origin": f"https://localhost:{origin.port}"}
        for headers, status in (({"origin": "https://evil.example"}, 403), (ours, 200)):
            form = {"lang": "en", "back": "/tripot/"}
            assert person.post(f"{club.url}/lang", data=form, headers=headers).status_code == status


def test_two_browsers_meet_by_the_link_and_see_each_other_live(club: Club, browser: Browser) -> None:
    def person() -> Page:
        context = browser.new_context(ignore_https_errors=True, locale="en")
        page = context.new_page()
        page.set_default_timeout(PATIENCE * 1000)
        page.on("pageerror", lambda error: errors.append(str(error)))
        page.on("console", lambda line: errors.append(line.text) if line.type == "error" else None)
        return page

    errors: list[str] = []
    ada, ben = person(), person()
    ada.goto(f"{club.url}/g/raise")
    ada.check("#setup input[name=seats][value='2']", force=True)
    ada.click("#open")
    ada.wait_for_url(f"{club.url}/t/*")
    link = ada.inner_text(".url a")
    assert link.startswith(f"{club.url}/t/")
    for page, name in ((ada, "Ada"), (ben, "Ben")):
        if page is ben:
            page.goto(link)
        page.fill("#name-0", name)
        page.click("#sit-0")
    ada.click("#begin")  # it comes by the WebSocket when Ben sits down: nobody loads the page again
    for page in (ada, ben):
        page.wait_for_selector("#live .felt")
    deals = ada.evaluate("JSON.parse(localStorage.getItem('fair')).deals")
    assert len(deals) == 1  # its entropy has arrived
    cookies = {cookie["name"]: cookie for cookie in ada.context.cookies()}
    assert cookies["__Secure-tripot"]["path"] == "/tripot"
    assert cookies["__Secure-tripot"]["secure"]
    assert errors == []
    for page in (ada, ben):
        page.context.close()


def test_in_front_of_several_machines_a_table_is_at_one_of_them(tmp_path: Path) -> None:
    class Site(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            said = str(self.server.server_port).encode()  # type: ignore[attr-defined]
            self.send_response(200)
            self.send_header("content-length", str(len(said)))
            self.end_headers()
            self.wfile.write(said)

        def log_message(self, *_: object) -> None:
            """Nothing."""

    with ExitStack() as stack:
        sites = [stack.enter_context(ThreadingHTTPServer(("127.0.0.1", 0), Site)) for _ in range(2)]
        for site in sites:
            Thread(target=site.serve_forever, daemon=True).start()
            stack.callback(site.shutdown)
        port = free_port()
        command = spread_by_table(tmp_path, port, [site.server_port for site in sites])
        nginx = stack.enter_context(subprocess.Popen(command, stderr=subprocess.PIPE))
        stack.callback(nginx.terminate)
        until(lambda: answers(nginx, f"http://127.0.0.1:{port}/"), "nginx does not answer")
        with httpx.Client(base_url=f"http://127.0.0.1:{port}", timeout=PATIENCE) as browser:
            homes = set()
            for table in (f"Table-{number:02}" for number in range(40)):
                paths = ("/t/{}", "/t/{}/stream?as=1", "/api/tables/{}/moves", "/tripot/t/{}", "/tripot/api/tables/{}")
                found = {browser.get(path.format(table)).text for path in paths}
                assert len(found) == 1
                homes |= found
    assert homes == {str(site.server_port) for site in sites}

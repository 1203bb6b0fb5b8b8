"""nginx as the host's guide has it, for tests and measurements."""

from __future__ import annotations

import os
import re
import shutil
from pathlib import Path

GUIDE = Path(__file__).parents[2] / "docs" / "hosting.md"
NGINX = shutil.which("nginx") or shutil.which("nginx", path="/usr/sbin")


def block(begins: str) -> str:
    """A block of the guide's configuration for nginx, by its first words."""
    found = re.search(rf"^{re.escape(begins)}.*?^\}}$", GUIDE.read_text(encoding="utf-8"), re.DOTALL | re.MULTILINE)
    assert found, f"the guide has no {begins!r} for nginx"
    return found[0]


def whole(folder: Path, *servers: str) -> str:
    """A configuration that needs nothing but a folder."""
    names = ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
    places = "\n".join(f"{name}_temp_path {folder}/{name};" for name in names)
    user = "user root;" if os.geteuid() == 0 else ""
    top = f"daemon off; {user} pid {folder}/pid; error_log {folder}/error.log; events {{ worker_connections 8192; }}"
    return f"{top}\nhttp {{ access_log off;\n{places}\n" + "\n".join(servers) + "\n}\n"


def spread_by_table(folder: Path, port: int, sites: list[int]) -> list[str]:
    """The command of an nginx without TLS in front of several sites, each table at one of them."""
    upstream = re.sub(r"^    server .*;$\n", "", block("upstream tripot {"), flags=re.MULTILINE)
    lines = "".join(f"    server 127.0.0.1:{site};\n" for site in sites)
    upstream = upstream.removesuffix("}") + lines + "}"
    server = re.sub(r"^    (listen|ssl_\w+) .*;$\n", "", block("server {"), flags=re.MULTILINE)
    server = server.replace("server {", f"server {{\n    listen 127.0.0.1:{port};")
    server = server.replace("location /tripot/", "location /").replace("http://127.0.0.1:8477", "http://tripot")
    (folder / "nginx.conf").write_text(whole(folder, block("map $uri $table {"), upstream, server))
    assert NGINX
    return [NGINX, "-p", str(folder), "-c", "nginx.conf"]

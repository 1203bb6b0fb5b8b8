"""The description of the API is valid, and the running server keeps to it: schemathesis asks, with a fixed seed."""

from __future__ import annotations

import copy
import inspect
import json
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from openapi_spec_validator import validate
from starlette.routing import compile_path

from tests.waiting import PATIENCE
from tests.web.serving import Client, Server, good, open_table, people, serving
from tripot.web import api, bodies
from tripot.web.openapi import DOCUMENT

RELAXED = (sys.executable, str(Path(__file__).with_name("relaxed.py")))
SEED = "20"
STATUSES = {  # programs rely on them; every other refusal is a conflict
    400: {
        "request/bad",
        "game/unknown",
        "seats/bad",
        "option/bad",
        "bot/unknown",
        "name/bad",
        "deal/bad",
        "move/unreadable",
    },
    401: {"token/missing", "token/unknown"},
    403: {"seat/not_yours", "table/host_only", "request/cross_site"},
    404: {"table/unknown", "seat/unknown", "http/404"},
    413: {"request/too_large"},
    415: {"request/media"},
    421: {"request/host"},
    429: {"request/too_many", "stream/too_many"},
    500: {"server/broken"},
    503: {"store/failed"},
}
EVERYWHERE = {"request/address", "request/method"}  # described once, in words


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with serving(tmp_path_factory.mktemp("site") / "data", RELAXED) as found:
        yield found
        assert found.process.poll() is None
        assert "Traceback" not in found.said()


def test_the_document_is_valid_and_is_what_the_server_shows(server: Server) -> None:
    validate(DOCUMENT)
    assert good(Client(server).ask("GET", "/openapi.json")) == DOCUMENT


def test_every_address_and_method_is_described() -> None:
    methods = {
        f"/api{path}": {method.lower() for method in resource.handlers}
        for path, resource in api.ADDRESSES.items()
        if "{rest:path}" not in path
    }
    assert methods == {path: set(found) - {"parameters"} for path, found in DOCUMENT["paths"].items()}
    for path in methods:
        assert list(compile_path(path)[2]) == [part[1:-1] for part in path.split("/") if part.startswith("{")]


def test_every_refusal_is_described_with_its_status() -> None:
    described = {
        (int(status), code)
        for found in DOCUMENT["paths"].values()
        for method, operation in found.items()
        if method != "parameters"
        for status, answer in operation["responses"].items()
        if status[0] in "45"
        for code in answer["content"]["application/json"]["schema"]["properties"]["code"]["enum"]
    }
    by_status = {status: {code for found, code in described if found == status} for status, _ in described}
    conflicts = by_status.pop(409)
    assert by_status == STATUSES
    assert not [code for codes in STATUSES.values() for code in codes & conflicts]
    assert all(code in DOCUMENT["info"]["description"] for code in EVERYWHERE)


def test_every_refusal_that_the_api_raises_is_described() -> None:
    described = json.dumps(DOCUMENT)
    raised = {
        code for module in (api, bodies) for code in re.findall(r'Refused\(\s*"(.+?)"', inspect.getsource(module))
    }
    assert {"token/missing", "request/media"} < raised
    assert {code for code in raised if code not in described} == set()


def ask_all_sorts(location: str, *more: str, examples: int, folder: Path) -> None:
    """Let schemathesis ask, with good and with bad data; all its checks but two.

    One wants all data that fits the schema to be accepted; a schema cannot say what a visible name or a legal move is. The other
    wants to see what it made without a token; a new table is not public.
    """
    program = str(Path(sys.executable).with_name("schemathesis"))
    unwanted = "positive_data_acceptance,ensure_resource_availability"
    checks = ["--checks", "all", "--exclude-checks", unwanted, "--continue-on-failure"]
    limits = ["--seed", SEED, "--max-examples", str(examples), "--suppress-health-check", "all", "--warnings", "off"]
    done = subprocess.run(
        [program, "run", location, "--no-color", *checks, *limits, *more],
        capture_output=True,
        text=True,
        cwd=folder,
        timeout=PATIENCE * 10,
        check=False,
    )
    assert done.returncode == 0, done.stdout[-8000:] + done.stderr


def test_the_server_keeps_to_its_description(server: Server, tmp_path: Path) -> None:
    ask_all_sorts(
        f"{server.url}/api/openapi.json", "--phases", "coverage,fuzzing,stateful", examples=6, folder=tmp_path
    )


def test_the_server_keeps_to_its_description_at_tables_that_exist(server: Server, tmp_path: Path) -> None:
    playing = people(server, "razzia", 3)[0]
    over = open_table(server, "razzia", seats=3, options={"box": "tiny"}, bots="random", public=True)
    lobby = open_table(server, "raise", seats=5)
    document = copy.deepcopy(DOCUMENT)
    ids = [client.table for client in (playing, over, lobby)]
    document["components"]["parameters"]["table"]["schema"] = {"type": "string", "enum": ids}
    document["paths"]["/api/tables/{table}/moves"]["post"]["requestBody"]["content"]["application/json"]["schema"] = {
        "type": "object",
        "properties": {
            "move": {"enum": [*playing.view()["legal_moves"], "accept", "duel", "jazz-p1"]},
            "number": {"enum": [0, 1, 2, 3]},
        },
        "required": ["move", "number"],
        "additionalProperties": False,
    }
    file = tmp_path / "openapi.json"
    file.write_text(json.dumps(document), encoding="utf-8")
    token = f"Authorization: Bearer {playing.token}"
    excluded = ["--exclude-path-regex", "events$", "--exclude-path", "/api/tables", "--phases", "coverage,fuzzing"]
    ask_all_sorts(str(file), "--url", server.url, "-H", token, *excluded, examples=8, folder=tmp_path)

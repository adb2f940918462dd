"""The server over HTTP as seen from a socket: bodies that are too large, and its log."""

import json
import socket
import sys
from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path

import httpx
import pytest

from server.hosted import hosted

TOKEN = "a-token-of-the-laboratory"
ACCEPT = "application/json, text/event-stream"
HUNDRED_MEGABYTES = 100_000_000
#: More than a server keeps of a body that it refuses, and far less than the body, MB.
KEPT = 40


def memory(pid: int) -> float:
    """Return the most memory that a process has held, MB (Linux)."""
    status = Path(f"/proc/{pid}/status").read_text()
    return int(status.partition("VmHWM:")[2].split()[0]) / 1024


@contextmanager
def connected(url: str, *headers: str) -> Generator[socket.socket]:
    """Begin a request whose body is still to come."""
    host, port = url.removeprefix("http://").split(":")
    lines = (f"Host: {host}:{port}", "Content-Type: application/json", f"Accept: {ACCEPT}")
    with socket.create_connection((host, int(port)), timeout=20) as made:
        head = "\r\n".join(["POST /mcp HTTP/1.1", *lines, *headers, "", ""])
        made.sendall(head.encode())
        yield made


def status(made: socket.socket) -> int:
    return int(made.recv(4096).split(b" ")[1])


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Generator[tuple[str, int]]:
    """The address and the process of a server that everybody on this machine may call."""
    with hosted(tmp_path_factory.mktemp("open") / "evidence.sqlite") as (url, process):
        yield url, process.pid


@pytest.fixture(scope="module")
def guarded(tmp_path_factory: pytest.TempPathFactory) -> Generator[tuple[str, Path]]:
    """The address and the log of a server that wants a token."""
    folder = tmp_path_factory.mktemp("guarded")
    (folder / "tokens").write_text(f"{TOKEN} lab\n")
    store = folder / "evidence.sqlite"
    with hosted(store, "--tokens", str(folder / "tokens")) as (url, _):
        yield url, store.with_suffix(".log")


def test_a_body_that_says_that_it_is_too_large_is_refused_before_it_is_sent(
    server: tuple[str, int],
) -> None:
    with connected(server[0], f"Content-Length: {HUNDRED_MEGABYTES}") as made:
        assert status(made) == 413


@pytest.mark.skipif(sys.platform != "linux", reason="memory is read from /proc")
def test_a_body_of_unknown_length_is_refused_once_it_is_too_large_and_not_kept(
    server: tuple[str, int],
) -> None:
    url, pid = server
    part = b"100000\r\n" + b" " * 2**20 + b"\r\n"
    before, sent = memory(pid), 0
    with connected(url, "Transfer-Encoding: chunked") as made:
        try:
            while sent < HUNDRED_MEGABYTES:
                made.sendall(part)
                sent += len(part)
        except OSError:  # the server has hung up
            assert sent < HUNDRED_MEGABYTES / 2
        else:
            assert status(made) == 413
    assert memory(pid) - before < KEPT
    assert httpx.get(f"{url}/healthz").status_code == 200


@pytest.mark.parametrize("length", [HUNDRED_MEGABYTES, 9])
def test_who_has_no_token_is_refused_before_any_body_is_read(
    guarded: tuple[str, Path], length: int
) -> None:
    wrong = f"Authorization: Bearer {TOKEN}x"
    with connected(guarded[0], f"Content-Length: {length}", wrong) as made:
        assert status(made) == 401


def test_no_token_reaches_the_log_whatever_is_sent(guarded: tuple[str, Path]) -> None:
    url, log = guarded
    secrets = (TOKEN, "another-secret-of-somebody")
    for secret in secrets:
        bearer = {"authorization": f"Bearer {secret}", "accept": ACCEPT}
        httpx.post(f"{url}/mcp", headers=bearer, json={"jsonrpc": "2.0", "id": 1})
        httpx.post(f"{url}/mcp", headers=bearer, content=b"no json")
        httpx.get(f"{url}/mcp?access_token={secret}", headers={"x-api-key": secret})
        httpx.get(f"{url}/elsewhere", headers={"cookie": f"session={secret}"})
        body = {"jsonrpc": "2.0", "id": 1, "method": secret, "params": {"token": secret}}
        httpx.post(f"{url}/mcp", headers=bearer, json=body)
        with connected(url, f"Authorization: Bearer {secret}", "Content-Length: x") as made:
            made.recv(4096)
    lines = log.read_text().splitlines()
    requests = [read for line in lines if (read := json.loads(line))["message"] == "request"]
    assert len(requests) >= 5 * len(secrets)
    assert {one["caller"] for one in requests} == {"lab", "127.0.0.1"}
    assert 401 in {one["status"] for one in requests}
    assert [line for line in lines if any(secret in line for secret in secrets)] == []


def posted(url: str, forwarded: str) -> int:
    """Send a request that says for whom it was forwarded; return the status of the answer."""
    headers = {"accept": ACCEPT, "x-forwarded-for": forwarded}
    body = {"jsonrpc": "2.0", "id": 1, "method": "ping"}
    return httpx.post(f"{url}/mcp", json=body, headers=headers).status_code


@pytest.mark.parametrize("named", [False, True])
def test_whom_a_request_was_forwarded_for_is_believed_of_a_named_proxy_alone(
    tmp_path: Path, named: bool
) -> None:
    store = tmp_path / "evidence.sqlite"
    proxy = ("--proxy", "127.0.0.1") if named else ()
    with hosted(store, "--per-minute", "2", *proxy) as (url, _):
        found = [posted(url, f"203.0.113.{number}") for number in range(4)]
    lines = [json.loads(line) for line in store.with_suffix(".log").read_text().splitlines()]
    callers = [line["caller"] for line in lines if line["message"] == "request"]
    assert found == ([200] * 4 if named else [200, 200, 429, 429])
    assert set(callers) == (
        {f"203.0.113.{number}" for number in range(4)} if named else {"127.0.0.1"}
    )

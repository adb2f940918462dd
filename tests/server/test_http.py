"""Who may call the server over HTTP, how much of it, and what a socket and the log show."""

import json
import socket
import sys
import time
from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import anyio
import httpx
import jwt
import pytest
from cryptography.hazmat.primitives.asymmetric import rsa
from jwt.algorithms import RSAAlgorithm
from mcp.server.auth.provider import AccessToken
from starlette.applications import Starlette
from starlette.responses import Response
from starlette.types import Receive, Scope, Send

from rope import Rope
from server.hosted import client_of, got, hosted
from simulrag.server.app import build_server
from simulrag.server.http import tokens as tokens_module
from simulrag.server.http.hosting import application
from simulrag.server.http.limits import Limits, TokenBuckets
from simulrag.server.http.settings import HttpSettings, OAuth, checked, oauth_of
from simulrag.server.http.tokens import caller_in
from simulrag.simulators.errors import BadValue
from simulrag.simulators.registry import Registry
from simulrag.verifier.evidence import EvidenceStore

TOKEN = "a-token-of-the-laboratory"
HEADERS = {
    "accept": "application/json, text/event-stream",
    "content-type": "application/json",
    "mcp-protocol-version": "2026-07-28",
}
META = {
    "io.modelcontextprotocol/protocolVersion": "2026-07-28",
    "io.modelcontextprotocol/clientInfo": {"name": "t", "version": "1"},
    "io.modelcontextprotocol/clientCapabilities": {},
}


def request(method: str = "tools/list", **params: Any) -> dict[str, Any]:
    """Return a request of the stateless era with its headers."""
    body = {"jsonrpc": "2.0", "id": 1, "method": method, "params": {"_meta": META, **params}}
    named = {"mcp-name": params["name"]} if "name" in params else {}
    return {"json": body, "headers": {**HEADERS, "mcp-method": method, **named}}


@pytest.fixture
def application_of(coffee_registry: Registry) -> Any:
    """Makes the application with given settings."""

    def make(store: EvidenceStore | None = None, **settings: Any) -> Starlette:
        store = EvidenceStore() if store is None else store
        return application(build_server(coffee_registry, store), store, HttpSettings(**settings))

    return make


def replies(app: Starlette, *requests: dict[str, Any], path: str = "/mcp") -> list[httpx.Response]:
    """Send requests one after another to a running application."""

    async def talk() -> list[httpx.Response]:
        async with client_of(app) as client:
            return [await client.post(path, **one) for one in requests]

    return anyio.run(talk)


def with_header(made: dict[str, Any], **headers: str) -> dict[str, Any]:
    """Return a request with more headers."""
    return {**made, "headers": {**made["headers"], **headers}}


def bearer(token: str) -> dict[str, Any]:
    """Return a request with a token."""
    return with_header(request(), authorization=f"Bearer {token}")


@pytest.fixture
def tokens(tmp_path: Path) -> Path:
    """A file with one token that may do all and one that may do nothing."""
    path = tmp_path / "tokens"
    path.write_text(f"# the laboratory\n{TOKEN} lab check\nanother-token-of-16 guest\n")
    return path


def test_a_token_of_the_file_is_let_in_and_any_other_is_not(
    application_of: Any, tokens: Path
) -> None:
    right, wrong, none, scheme = replies(
        application_of(tokens=tokens),
        bearer(TOKEN),
        bearer(TOKEN + "x"),
        request(),
        with_header(request(), authorization=f"Basic {TOKEN}"),
    )
    assert right.status_code == 200
    for refused in (wrong, none, scheme):
        assert refused.status_code == 401
        assert refused.headers["www-authenticate"].startswith("Bearer ")
        assert TOKEN not in refused.text


def test_a_token_without_the_scope_is_refused_with_its_name(
    application_of: Any, tokens: Path
) -> None:
    app = application_of(tokens=tokens, scopes=("check",))
    right, lacking = replies(app, bearer(TOKEN), bearer("another-token-of-16"))
    assert right.status_code == 200
    assert lacking.status_code == 403
    assert "check" in lacking.json()["error_description"]


@pytest.mark.parametrize(
    ("content", "said"),
    [
        ("", "lists no token"),
        ("# only a comment\n", "lists no token"),
        ("short me\n", "line 1"),
        (f"{TOKEN}\n", "line 1"),
        (None, "cannot be read"),
        (b"\xff\xfe\x00", "cannot be read"),
    ],
)
def test_a_bad_file_of_tokens_is_told_without_its_content(
    application_of: Any, tmp_path: Path, content: str | bytes | None, said: str
) -> None:
    path = tmp_path / "tokens"
    if content is not None:
        path.write_bytes(content.encode() if isinstance(content, str) else content)
    with pytest.raises(BadValue, match=said) as caught:
        application_of(tokens=path)
    assert TOKEN not in str(caught.value)


@pytest.fixture
def issuer(monkeypatch: pytest.MonkeyPatch) -> tuple[OAuth, Any]:
    """Give an authorization server's settings and a signer; its keys come without a network."""
    key = rsa.generate_private_key(public_exponent=65537, key_size=2048)
    public = {**RSAAlgorithm.to_jwk(key.public_key(), as_dict=True), "kid": "k1", "use": "sig"}
    monkeypatch.setattr(jwt.PyJWKClient, "fetch_data", lambda _: {"keys": [public]})
    oauth = OAuth(
        issuer="https://auth.example.org",
        resource="https://simulrag.example.org/mcp",
        jwks="https://auth.example.org/keys",
    )

    def sign(**changes: Any) -> str:
        claims = {
            "iss": oauth.issuer,
            "aud": oauth.resource,
            "sub": "someone",
            "scope": "check run",
            "exp": int(time.time()) + 60,
            **changes,
        }
        kept = {name: value for name, value in claims.items() if value is not None}
        return jwt.encode(kept, key, algorithm="RS256", headers={"kid": "k1"})

    return oauth, sign


def test_a_signed_token_is_let_in_only_for_this_resource_issuer_time_and_scope(
    application_of: Any, issuer: Any
) -> None:
    oauth, sign = issuer
    app = application_of(oauth=oauth, scopes=("check",))
    unsigned = jwt.encode({"sub": "x"}, "", algorithm="none", headers={"kid": "k1"})
    forged = sign()[:-4] + "AAAA"
    made = [
        sign(),
        sign(aud="https://other.example.org/mcp"),
        sign(iss="https://evil.example.org"),
        sign(exp=int(time.time()) - 10),
        sign(exp=None),
        sign(scope="run"),
        sign(sub=" "),
        unsigned,
        forged,
        "not a token",
    ]
    found = [reply.status_code for reply in replies(app, *map(bearer, made))]
    assert found == [200, 401, 401, 401, 401, 403, 401, 401, 401, 401]


def test_a_client_finds_the_authorization_server_by_the_metadata(
    application_of: Any, issuer: Any
) -> None:
    oauth, _ = issuer
    app = application_of(oauth=oauth, scopes=("check",))
    (refused,) = replies(app, request())
    found = got(app, "/.well-known/oauth-protected-resource/mcp")
    assert "resource_metadata=" in refused.headers["www-authenticate"]
    assert found.status_code == 200
    assert found.json()["resource"].rstrip("/") == oauth.resource
    assert [url.rstrip("/") for url in found.json()["authorization_servers"]] == [oauth.issuer]
    assert found.json()["scopes_supported"] == ["check"]


def test_a_key_that_its_issuer_took_back_lets_nobody_in_once_keys_are_fetched_again(
    application_of: Any, issuer: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tokens_module, "KEYS_LAST", 0.2)
    oauth, sign = issuer
    token = sign()
    app = application_of(oauth=oauth)
    taken_back = rsa.generate_private_key(public_exponent=65537, key_size=2048).public_key()
    other = {**RSAAlgorithm.to_jwk(taken_back, as_dict=True), "kid": "k2", "use": "sig"}

    async def talk() -> list[int]:
        async with client_of(app) as client:
            found = [(await client.post("/mcp", **bearer(token))).status_code]
            monkeypatch.setattr(jwt.PyJWKClient, "fetch_data", lambda _: {"keys": [other]})
            await anyio.sleep(0.3)
            found.append((await client.post("/mcp", **bearer(token))).status_code)
            return found

    assert anyio.run(talk) == [200, 401]


def test_callers_of_one_program_are_told_apart_by_their_subjects() -> None:
    ann, ben = (
        AccessToken(token="", client_id="program", scopes=[], subject=name) for name in ("a", "b")
    )
    assert caller_in(ann) != caller_in(ben)


def test_keys_that_cannot_be_fetched_let_nobody_in(
    application_of: Any, issuer: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    fetches = 0

    def unreachable(_: Any) -> Any:
        nonlocal fetches
        fetches += 1
        raise jwt.PyJWKClientConnectionError("no route")

    oauth, sign = issuer
    token = sign()
    monkeypatch.setattr(jwt.PyJWKClient, "fetch_data", unreachable)
    refused = replies(application_of(oauth=oauth), *[bearer(token)] * 5)
    assert [one.status_code for one in refused] == [401] * 5
    assert fetches == 1  # as each holds up everybody


NAMED = {"hosts": ("simulrag.example.org",), "origins": ("https://app.example.org",)}


@pytest.mark.parametrize(
    ("settings", "headers", "status"),
    [
        ({}, {"host": "evil.example.org"}, 421),
        ({}, {"origin": "https://evil.example.org"}, 403),
        ({}, {"origin": "http://localhost:6274"}, 200),
        ({}, {"origin": "null"}, 403),
        (NAMED, {"host": "simulrag.example.org", "origin": "https://app.example.org"}, 200),
    ],
)
def test_foreign_hosts_and_origins_are_refused_unless_they_were_named(
    application_of: Any, settings: dict[str, Any], headers: dict[str, str], status: int
) -> None:
    (reply,) = replies(application_of(**settings), with_header(request(), **headers))
    assert reply.status_code == status


def test_a_caller_beyond_the_rate_is_told_when_to_come_again(
    application_of: Any, tokens: Path
) -> None:
    app = application_of(tokens=tokens, per_minute=2)
    found = replies(app, *[bearer(TOKEN)] * 3, bearer("another-token-of-16"))
    assert [reply.status_code for reply in found] == [200, 200, 429, 200]
    assert 1 <= int(found[2].headers["retry-after"]) <= 60
    assert found[2].json()["error"] == "rate_limited"


def test_a_bucket_refills_with_time_and_holds_no_more_than_its_size() -> None:
    now = [0.0]
    buckets = TokenBuckets(60, clock=lambda: now[0])
    assert [buckets.wait("a") > 0 for _ in range(61)] == [False] * 60 + [True]
    now[0] += 1
    assert buckets.wait("a") == 0
    assert buckets.wait("a") == pytest.approx(1)
    now[0] += 3600
    assert sum(buckets.wait("a") == 0 for _ in range(100)) == 60


LIMITS = {"per_minute": 0, "at_once": 9, "at_once_of_one": 9, "time_limit": 60}


def limited(held: anyio.Event, **limits: float) -> Limits:
    """Return an application that answers once it may, within limits."""

    async def app(scope: Scope, receive: Receive, send: Send) -> None:
        await held.wait()
        await Response("done")(scope, receive, send)

    return Limits(app, **{**LIMITS, **limits})  # type: ignore[arg-type]


def test_a_request_that_takes_too_long_ends_with_its_limit() -> None:
    reply = got(limited(anyio.Event(), time_limit=0.05), "/mcp")
    assert reply.status_code == 504
    assert reply.json()["error"] == "timeout"


def test_more_requests_at_once_than_allowed_are_refused_and_later_ones_are_answered() -> None:
    found: list[int] = []

    async def talk() -> None:
        held = anyio.Event()
        async with client_of(limited(held, at_once=1), runs=False) as client:

            async def send() -> None:
                found.append((await client.post("/mcp")).status_code)

            async with anyio.create_task_group() as group:
                group.start_soon(send)
                await anyio.wait_all_tasks_blocked()
                await send()
                held.set()
            await send()

    anyio.run(talk)
    assert found == [503, 200, 200]


def test_one_caller_with_too_many_requests_at_once_is_refused_and_others_are_answered() -> None:
    found: list[int] = []

    async def talk() -> None:
        held = anyio.Event()
        app = limited(held, at_once_of_one=1)

        async def send(address: str) -> None:
            async with client_of(app, address, runs=False) as client:
                found.append((await client.post("/mcp")).status_code)

        async with anyio.create_task_group() as group:
            group.start_soon(send, "2001:db8::1")
            await anyio.wait_all_tasks_blocked()
            await send("2001:db8::2")
            group.start_soon(send, "10.0.0.1")
            await anyio.wait_all_tasks_blocked()
            held.set()

    anyio.run(talk)
    assert found[0] == 429
    assert found[1:] == [200, 200]


def test_a_standing_stream_is_refused_as_the_protocol_has_it(application_of: Any) -> None:
    refused = got(application_of(), "/mcp", accept="text/event-stream")
    assert (refused.status_code, refused.headers["allow"]) == (405, "POST")


@pytest.mark.parametrize("era", ["2025-11-25", "2026-07-28"])
def test_a_call_past_the_time_limit_ends_with_an_error_of_the_protocol_and_stops(era: str) -> None:
    rope, settings = Rope(), HttpSettings(time_limit=0.3)
    with EvidenceStore() as store:
        app = application(build_server(Registry([rope]), store), store, settings)
        swing = request("tools/call", name="simulate_rope", arguments={"length": 2})
        (reply,) = replies(app, with_header(swing, **{"mcp-protocol-version": era}))
        assert rope.stopped.wait(5)
    assert "timeout: no answer within 0.3 s" in reply.text
    assert '"id":1' in reply.text.replace(" ", "")


@pytest.mark.parametrize(
    ("settings", "said"),
    [
        ({"host": "0.0.0.0"}, "--tokens"),
        (
            {"oauth": OAuth(issuer="http://a.org", resource="https://b.org", jwks="https://a.org")},
            "https",
        ),
        ({"shared": True}, "callers with tokens"),
        ({"proxies": ("10.0.0.5", "proxy.example.org")}, "--proxy must be an address"),
        (
            {
                "tokens": Path("t"),
                "oauth": OAuth(issuer="https://a.org", resource="https://b.org", jwks="https://a"),
            },
            "not both",
        ),
    ],
)
def test_a_server_that_would_be_open_to_all_does_not_start(
    settings: dict[str, Any], said: str
) -> None:
    with pytest.raises(BadValue, match=said):
        checked(HttpSettings(**settings))


def test_oauth_needs_all_of_its_urls() -> None:
    with pytest.raises(BadValue, match="--oauth-resource, --oauth-jwks"):
        oauth_of("https://auth.example.org", "", "")
    assert oauth_of("", "", "") is None


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

"""What callers of one server see of each other: nothing, unless the server says that they do."""

import json
import re
from collections.abc import Awaitable, Callable, Iterable, Iterator
from itertools import islice
from pathlib import Path
from typing import Any

import anyio
import httpx
import pytest

from coffee import Coffee
from rope import Rope
from server.hosted import client_of
from simulrag.server.app import build_server
from simulrag.server.http.hosting import application, store_for
from simulrag.server.http.settings import HttpSettings
from simulrag.simulators.registry import Registry

#: Ids of runs, verdicts, jobs and replies.
ID = re.compile(r"\b[a-z_]+-(?:[a-z]+-)?[0-9a-f]{12}\b")
LEGACY, MODERN = "2025-11-25", "2026-07-28"
TEMPLATES = ("run://{run_id}", "evidence://{evidence_id}")


class Caller:
    """Who has a token, and speaks the protocol of one era."""

    def __init__(self, client: httpx.AsyncClient, token: str) -> None:
        self._client, self._token = client, token
        self.era = LEGACY

    async def tool(self, name: str, **arguments: Any) -> str:
        """Call a tool; return the whole reply as text."""
        return await self.ask("tools/call", name=name, arguments=arguments)

    async def ask(self, method: str, **params: Any) -> str:
        """Ask the server; return the whole reply as text."""
        headers = {
            "accept": "application/json, text/event-stream",
            "authorization": f"Bearer {self._token}",
            "mcp-protocol-version": self.era,
        }
        if self.era == MODERN:
            prefix = "io.modelcontextprotocol"
            params["_meta"] = {
                f"{prefix}/protocolVersion": self.era,
                f"{prefix}/clientInfo": {"name": "t", "version": "1"},
                f"{prefix}/clientCapabilities": {},
            }
            headers["mcp-method"] = method
            named = params.get("name") or params.get("uri")
            headers |= {"mcp-name": named} if named else {}
        body = {"jsonrpc": "2.0", "id": 1, "method": method, "params": params}
        reply = await self._client.post("/mcp", json=body, headers=headers)
        assert reply.status_code in (200, 400, 404), reply.text
        text = reply.text
        if reply.headers["content-type"].startswith("text/event-stream"):
            lines = [one[5:] for one in text.splitlines() if one.startswith("data:")]
            text = next(one for one in reversed(lines) if '"id":1' in one.replace(" ", ""))
        return json.dumps(json.loads(text), ensure_ascii=False)


def ids_in(text: str) -> set[str]:
    """Return the ids that a text names."""
    return set(ID.findall(text))


def probes(ids: Iterable[str], count: int) -> Iterator[tuple[str, dict[str, Any], str]]:
    """Yield requests, with their method and the id that they name.

    After all ways to ask for each id come ids that begin or nearly are as those.
    """
    known = sorted(ids)
    altered = (
        f"{one[:at]}{digit}{one[at + 1 :] if at + 1 else ''}"
        for at in (-1, -6)
        for digit in "0123456789abcdef"
        for one in known
    )
    longer = (
        f"{one}{more}" for more in ("0", ".", "%00", "?x=1", "/", "' OR 1=1 --") for one in known
    )
    begun = (one[:length] for length in range(1, 30) for one in known)
    near = [one for one in (*altered, *longer, *begun) if one not in known]
    ways = [way for one in (*known, *near) for way in _ways(one)]
    assert len(ways) >= count
    yield from islice(ways, count)


def _ways(one: str) -> Iterator[tuple[str, dict[str, Any], str]]:
    for arguments in (
        {"run_id": one},
        {"run_id": one, "detail": "full"},
        {"run_id": one, "detail": "chart"},
        {"run_id": one, "detail": "stop"},
        {"run_id": one, "page": 2},
    ):
        yield "tools/call", {"name": "get_run", "arguments": arguments}, one
    for scheme in ("run", "evidence"):
        yield "resources/read", {"uri": f"{scheme}://{one}"}, one
    for template in TEMPLATES:
        yield "completion/complete", completion(template, one), one
    weighed = {"claim": "Coffee cools.", "runs": [one]}
    yield "tools/call", {"name": "weigh_evidence", "arguments": weighed}, one
    read = {"simulator": f"evidence://{one}"}
    yield "tools/call", {"name": "read_handbook", "arguments": read}, one


ALICE, BOB = "token-of-alice-0001", "token-of-bob-000002"
SECRET = "heron-7731"
NOBODYS = "0123456789ab"
CLAIM = {
    "text": "After 10 minutes in a ceramic mug, coffee poured at 90 °C is above 60 °C.",
    "formula": 'coffee.cooling(cup="ceramic mug", initial_temperature=90, minutes=10).temperature '
    "> 60",
}
CUP = {"function": "cooling", "cup": "ceramic mug", "initial_temperature": 90, "minutes": 10}
LONG = " ".join(f"The {SECRET} number {i} is warm." for i in range(400))


@pytest.fixture
def tokens(tmp_path: Path) -> Path:
    """A file with the tokens of two callers."""
    path = tmp_path / "tokens"
    path.write_text(f"{ALICE} alice\n{BOB} bob\n")
    return path


def talk(
    tokens: Path, conversation: Callable[[Caller, Caller], Awaitable[Any]], **settings: Any
) -> Any:
    """Let Alice and Bob talk to one server."""
    chosen = HttpSettings(tokens=tokens, evidence=tokens.with_name("evidence.sqlite"), **settings)

    async def talked() -> Any:
        with store_for(chosen) as store:
            registry = Registry([Coffee(), rope])
            server = build_server(registry, store, time_limit=0.3, shared=chosen.shared)
            app = application(server, store, chosen)
            async with client_of(app) as client:
                try:
                    return await conversation(Caller(client, ALICE), Caller(client, BOB))
                finally:
                    rope.release.set()

    rope = Rope()
    return anyio.run(talked)


async def done(caller: Caller, tool: str, **arguments: Any) -> str:
    """Call a tool and follow it to its end; return all replies."""
    said = [await caller.tool(tool, **arguments)]
    while "still_running" in said[-1]:
        (job,) = {one for one in ids_in(said[-1]) if one.startswith("job-")}
        said.append(await caller.tool("get_run", run_id=job))
    return " ".join(said)


async def everything(alice: Caller) -> set[str]:
    """Let Alice make a run, a verdict, and jobs that are done and under way; return their ids."""
    said = [
        await done(alice, "verify_claims", claims=[CLAIM], question=SECRET),
        await done(alice, "simulate_coffee", **CUP),
        await alice.tool("simulate_rope", length=2),
        await done(alice, "check_answer", text=LONG),
        await alice.ask("completion/complete", **completion(TEMPLATES[1])),
    ]
    found = ids_in(" ".join(said))
    kinds = {re.sub(r"-[0-9a-f]{12}$", "", one) for one in found}
    assert {"coffee", "verdict", "job"} <= kinds
    return found


def completion(template: str, begin: str = "") -> dict[str, Any]:
    """Return the parameters of a request to complete an id."""
    name = template.partition("{")[2].rstrip("}")
    ref = {"type": "ref/resource", "uri": template}
    return {"ref": ref, "argument": {"name": name, "value": begin}}


def like(one: str) -> str:
    """Return an id of the same kind that nobody has."""
    return re.sub(r"[0-9a-f]{12}$", NOBODYS, one)


async def sees_nothing(bob: Caller, ids: set[str], count: int) -> None:
    """Let Bob ask for what Alice made: he is answered as if it were not there."""
    for number, (method, params, asked) in enumerate(probes(ids, count)):
        bob.era = (LEGACY, MODERN)[number % 2]
        answer = await bob.ask(method, **params)
        assert SECRET not in answer
        assert ids_in(answer.replace(asked, "")) & ids == set(), (method, params, answer)
        if asked in ids:
            absent = await bob.ask(method, **substituted(params, asked))
            assert answer.replace(asked, like(asked)) == absent


def substituted(params: Any, asked: str) -> Any:
    """Return parameters with an id that nobody has in place of one that somebody has."""
    if isinstance(params, dict):
        return {name: substituted(part, asked) for name, part in params.items()}
    if isinstance(params, list):
        return [substituted(part, asked) for part in params]
    return params.replace(asked, like(asked)) if isinstance(params, str) else params


def test_a_caller_sees_nothing_of_what_another_made(tokens: Path) -> None:
    async def probe(alice: Caller, bob: Caller) -> None:
        ids = await everything(alice)
        await sees_nothing(bob, ids, len(ids) * 11 + 100)
        for one in ids:
            assert "unknown" not in await alice.tool("get_run", run_id=one)

    talk(tokens, probe)


def test_equal_calls_share_a_run_and_each_caller_sees_its_own_verdict_of_it(tokens: Path) -> None:
    async def probe(alice: Caller, bob: Caller) -> tuple[str, list[str]]:
        await done(alice, "verify_claims", claims=[CLAIM], question=SECRET)
        before = await bob.ask("completion/complete", **completion(TEMPLATES[0]))
        assert ids_in(before) == set()
        (run,) = {i for i in ids_in(await bob.tool("simulate_coffee", **CUP)) if "coffee" in i}
        await done(bob, "verify_claims", claims=[CLAIM], question="kettle")
        return run, [
            await bob.tool("get_run", run_id=run, detail="full"),
            await bob.ask("resources/read", uri=f"run://{run}"),
            await bob.ask("resources/read", uri=f"evidence://{run}"),
        ]

    run, shown = talk(tokens, probe)
    for one in shown:
        assert run in one
        assert SECRET not in one
    assert "kettle" in shown[1]
    assert "kettle" in shown[2]


def test_the_same_long_call_of_two_callers_is_two_jobs_that_each_stops_for_itself(
    tokens: Path,
) -> None:
    async def probe(alice: Caller, bob: Caller) -> tuple[set[str], set[str], str, str]:
        hers = ids_in(await alice.tool("simulate_rope", length=2))
        his = ids_in(await bob.tool("simulate_rope", length=2))
        (job,) = hers
        stopping = await bob.tool("get_run", run_id=job, detail="stop")
        return hers, his, stopping, await alice.tool("get_run", run_id=job)

    hers, his, stopping, followed = talk(tokens, probe)
    assert hers & his == set()
    assert "is unknown" in stopping
    assert "still_running" in followed


def test_a_server_whose_callers_share_evidence_shows_it_and_says_so(tokens: Path) -> None:
    async def probe(alice: Caller, bob: Caller) -> tuple[str, str]:
        ids = await everything(alice)
        (verdict,) = {one for one in ids if one.startswith("verdict-")}
        hello = {"protocolVersion": "2025-11-25", "capabilities": {}}
        client = {"name": "t", "version": "1"}
        said = await bob.ask("initialize", **hello, clientInfo=client)
        return await bob.tool("get_run", run_id=verdict), said

    shown, instructions = talk(tokens, probe, shared=True)
    assert SECRET in shown
    assert "all who may call this server see each other's runs" in instructions


def test_a_greedy_caller_leaves_places_for_the_computations_of_others(tokens: Path) -> None:
    async def probe(alice: Caller, bob: Caller) -> str:
        async with anyio.create_task_group() as group:
            for length in range(20):
                group.start_soon(lambda n: alice.tool("simulate_rope", length=n), length)
            await anyio.sleep(0.1)
            return await bob.tool("simulate_coffee", **CUP)

    assert '"isError": false' in talk(tokens, probe)

"""What callers of one server see of each other: nothing, unless the server says that they do."""

import re
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import anyio
import pytest

from coffee import Coffee
from rope import Rope
from server.hosted import client_of
from server.probing import LEGACY, MODERN, TEMPLATES, Caller, ids_in, probes
from simulrag.server.app import build_server
from simulrag.server.http.hosting import application, store_for
from simulrag.server.http.settings import HttpSettings
from simulrag.simulators.registry import Registry

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

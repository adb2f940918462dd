"""Lets a server work while its workers are killed, its disk fills up, its file is locked and
clients drop out in the middle of calls; then looks whether anything was lost.

Several HTTP clients and one over stdio make new runs, read accepted ones back and check claims;
others hang up in the middle of long calls. A run counts as accepted once its reply has come. In
the end every accepted run is read back, over HTTP and over stdio, and compared with its first
reply by the hash of its content; so is every record in the file, and SQLite examines the file.
Errors that come without a fault (or more than a moment after one) are unexpected, and so is any
reply without a reason code.

    python benchmarks/soak.py [--seconds 300] [--clients 6] [--workers 2] [--flat 10000] [--json]
                              [--fault NAME]...

--flat N measures the memory of a server over stdio after each tenth of N mixed calls, 0 leaves it
out. Exit code 1 if anything was lost, wrong, unexpected or did not recover. Linux.
"""

import argparse
import hashlib
import json
import os
import random
import sqlite3
import sys
import tempfile
import time
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import anyio
import httpx
from faults import FAULTS, Faults, Place, children, command_of, memory, served, why_no_disk
from mcp import Client, StdioServerParameters

from simulrag.server.briefly import brief_run
from simulrag.verifier.evidence import EvidenceStore, StoredRun

PLACES = ("Lisbon", "Nairobi", "Chongzuo", "Oslo", "Lima", "Cairo", "Perth", "Toronto")
#: Between faults, s.
PAUSE = 3.0
#: After a fault, errors of calls that began during it still come for so long, s.
ECHO = 12.0
#: A server that is not well again by then has not recovered, s.
RECOVERS_WITHIN = 30.0
#: Size of the disk, MB.
DISK = 48
TENTHS = 10
#: Most that memory may grow over the second half of the calls; caches fill in the first.
FLAT = 1.05


@dataclass
class Tally:
    """What came of the calls. accepted: run id -> hash of its content."""

    accepted: dict[str, str] = field(default_factory=dict)
    calls: Counter[str] = field(default_factory=Counter)
    refused: Counter[str] = field(default_factory=Counter)
    broken: Counter[str] = field(default_factory=Counter)
    unexpected: Counter[str] = field(default_factory=Counter)
    handles: set[str] = field(default_factory=set)
    dropped: int = 0
    wrong: int = 0


def content_hash(run: dict[str, Any]) -> str:
    """Return the hash of a run as a reply shows it, without its series."""
    shown = {**run, "series": {}}
    return hashlib.sha256(json.dumps(shown, sort_keys=True).encode()).hexdigest()


def fresh(chance: random.Random) -> dict[str, Any]:
    """Return a setting that nobody has asked for yet."""
    return {
        "function": "temperature",
        "place": chance.choice(PLACES),
        "year": chance.randrange(2020, 2100),
        "scenario": "ssp245",
        "co2": round(chance.uniform(-50, 50), 6),
    }


class Worker:
    """A host that calls until the end, and connects again where it was cut off."""

    def __init__(self, name: str, tally: Tally, faults: Faults, seed: int) -> None:
        self.name, self.tally, self.faults = name, tally, faults
        self.chance = random.Random(seed)

    async def work(self, target: str | StdioServerParameters, until: float) -> None:
        """Call and call."""
        while time.monotonic() < until:
            try:
                async with Client(target, read_timeout_seconds=45) as client:
                    while time.monotonic() < until:
                        await self.one(client)
                        await anyio.sleep(0.05)
            except Exception as error:  # noqa: BLE001 - counted by kind
                self.broke(error)
                await anyio.sleep(0.2)

    async def one(self, client: Client) -> None:
        """Make one call of a kind drawn by chance."""
        kind = self.chance.choice(("run", "run", "run", "read", "read", "check", "handbook"))
        claim = (
            f"Under ssp245, the annual mean temperature in {self.chance.choice(PLACES)} in "
            f"{self.chance.randrange(2020, 2100)} will be above {self.chance.randrange(30)} °C."
        )
        known = self.chance.choice(list(self.tally.accepted) or [""])
        if kind == "read" and not known:
            return
        tool, given = {
            "run": ("simulate_climate", fresh(self.chance)),
            "read": ("get_run", {"run_id": known}),
            "check": ("check_answer", {"text": claim}),
            "handbook": ("read_handbook", {}),
        }[kind]
        reply = await client.call_tool(tool, given)
        self.tally.calls[f"{self.name} {kind}"] += 1
        if reply.is_error:
            self.refusal(kind, reply.content[0].text)  # type: ignore[union-attr]
        elif handle := (reply.structured_content or {}).get("still_running"):
            self.tally.handles.add(handle)  # the machine is slow; it is followed later
        elif kind in ("run", "read"):
            run = (reply.structured_content or {})["run"]
            digest = content_hash(run)
            self.tally.wrong += self.tally.accepted.setdefault(run["id"], digest) != digest

    def refusal(self, kind: str, text: str) -> None:
        """Count an error by its reason; only the store's are to be expected, during faults."""
        reason = text.partition(":")[0]
        self.tally.refused[f"{reason} during {self.faults.now or 'nothing'}"] += 1
        if reason != "evidence_store" or not self.faults.now or "/" in text:
            self.tally.unexpected[f"{kind}: {text[:160]}"] += 1

    def broke(self, error: BaseException) -> None:
        """Count a connection that broke; without a fault none may."""
        while isinstance(error, BaseExceptionGroup) and error.exceptions:
            error = error.exceptions[0]
        self.tally.broken[f"{type(error).__name__} during {self.faults.now or 'nothing'}"] += 1
        if not self.faults.now:
            self.tally.unexpected[f"{self.name}: {type(error).__name__}: {error}"[:160]] += 1


async def drop_out(url: str, tally: Tally, until: float) -> None:
    """Begin long calls and hang up in the middle of them."""
    chance = random.Random(7)
    headers = {
        "accept": "application/json, text/event-stream",
        "mcp-protocol-version": "2025-11-25",
    }
    while time.monotonic() < until:
        season = {"function": "season", "states": ["Ohio"], "r0": round(chance.uniform(1.1, 3), 4)}
        body = {
            "jsonrpc": "2.0",
            "id": 1,
            "method": "tools/call",
            "params": {"name": "simulate_epidemiology", "arguments": season},
        }
        try:
            async with httpx.AsyncClient(timeout=chance.uniform(0.02, 0.4)) as client:
                await client.post(url, json=body, headers=headers)
        except httpx.HTTPError:
            tally.dropped += 1
        await anyio.sleep(0.5)


async def well_again(place: Place, workers: int) -> float:
    """Return how long it takes until all workers are there and a new run is kept, s."""
    began, chance, last = time.monotonic(), random.Random(), ""
    while time.monotonic() - began < RECOVERS_WITHIN:
        try:
            async with Client(place.url, read_timeout_seconds=20) as client:
                reply = await client.call_tool("simulate_climate", fresh(chance))
            if not reply.is_error and len(place.workers()) == workers:
                return time.monotonic() - began
        except Exception as error:  # noqa: BLE001 - that is what is waited for to end
            last = repr(error)
        await anyio.sleep(0.1)
    print(f"not well again after {RECOVERS_WITHIN} s: {last}", file=sys.stderr)
    return float("inf")


async def go_wrong(place: Place, asked: argparse.Namespace, faults: Faults, until: float) -> None:
    """Let one fault after another happen, each at least once."""
    names = asked.fault or list(FAULTS)
    done = 0
    while done < len(names) or time.monotonic() < until:
        name = names[done % len(names)]
        await anyio.sleep(PAUSE)
        faults.now = name
        async with FAULTS[name](place):
            pass
        faults.recovered.setdefault(name, []).append(await well_again(place, asked.workers))
        await anyio.sleep(ECHO)
        faults.now = ""
        done += 1


async def soak(place: Place, asked: argparse.Namespace) -> tuple[Tally, Faults]:
    """Work and let go wrong for the time that was asked for, at least once each fault."""
    tally, faults = Tally(), Faults()
    forever, until = float("inf"), time.monotonic() + asked.seconds
    async with anyio.create_task_group() as group:
        for number in range(asked.clients):
            worker = Worker("http", tally, faults, number)
            group.start_soon(worker.work, place.url, forever)
        group.start_soon(Worker("stdio", tally, faults, -1).work, place.stdio(), forever)
        group.start_soon(drop_out, place.url, tally, forever)
        await go_wrong(place, asked, faults, until)
        await anyio.sleep(PAUSE)
        group.cancel_scope.cancel()
    return tally, faults


async def read_back(target: str | StdioServerParameters, tally: Tally) -> int:
    """Return how many accepted runs do not come back as they were."""
    lost = 0
    async with Client(target, read_timeout_seconds=45) as client:
        for run_id, digest in tally.accepted.items():
            reply = await client.call_tool("get_run", {"run_id": run_id})
            run = (reply.structured_content or {}).get("run", {})
            lost += reply.is_error or content_hash(run) != digest
        for handle in tally.handles:
            reply = await client.call_tool("get_run", {"run_id": handle})
            text = reply.content[0].text  # type: ignore[union-attr]
            lost += text.startswith("unknown_name")
    return lost


def examine(place: Place, tally: Tally) -> dict[str, Any]:
    """Examine a copy of the file: SQLite's own checks, and the hash of every record."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "copy.sqlite"
        place.copy(path)
        copy = sqlite3.connect(path)
        integrity = [row[0] for row in copy.execute("PRAGMA integrity_check")]
        orphans = len(copy.execute("PRAGMA foreign_key_check").fetchall())
        copy.close()
        runs = verdicts = corrupt = 0
        hashes: dict[str, str] = {}
        with EvidenceStore(path) as store:
            for record in store.records():
                if not isinstance(record, StoredRun):
                    verdicts += 1
                    continue
                runs += 1
                run = record.run
                corrupt += run.call.run_id(run.version) != run.id
                hashes[run.id] = content_hash(brief_run(run))
    differing = sum(hashes.get(run_id) != digest for run_id, digest in tally.accepted.items())
    return {
        "integrity": integrity,
        "orphans": orphans,
        "runs": runs,
        "verdicts": verdicts,
        "corrupt": corrupt,
        "differing": differing,
    }


async def flat(calls: int) -> list[float]:
    """Return the memory of a server over stdio after each tenth of the calls, MB."""
    with tempfile.TemporaryDirectory() as folder:
        server = StdioServerParameters(
            command=sys.executable,
            args=["-m", "simulrag.server"],
            env={**os.environ, "SIMULRAG_EVIDENCE": f"{folder}/evidence.sqlite"},
        )
        tally, faults = Tally(), Faults()
        worker = Worker("stdio", tally, faults, 1)
        async with Client(server, read_timeout_seconds=45) as client:
            (pid,) = [p for p in children(os.getpid()) if "simulrag.server" in command_of(p)]
            taken: list[float] = []
            for _ in range(TENTHS):
                for _ in range(max(1, calls // TENTHS)):
                    await worker.one(client)
                taken.append(memory(pid))
            assert not tally.unexpected, tally.unexpected
            return taken


def report(asked: argparse.Namespace) -> dict[str, Any]:
    """Soak, look what is left, and return all of it."""
    with served(asked.workers, DISK) as place:
        began = time.monotonic()
        tally, faults = anyio.run(soak, place, asked)
        seconds = time.monotonic() - began
        lost = {
            "http": anyio.run(read_back, place.url, tally),
            "stdio": anyio.run(read_back, place.stdio(), tally),
        }
        file = examine(place, tally)
    found = {
        "seconds": round(seconds),
        "calls": dict(tally.calls),
        "accepted": len(tally.accepted),
        "handles": len(tally.handles),
        "dropped": tally.dropped,
        "refused": dict(tally.refused),
        "broken": dict(tally.broken),
        "unexpected": dict(tally.unexpected),
        "wrong": tally.wrong,
        "lost": lost,
        "file": file,
        "recovered": {n: [round(s, 1) for s in took] for n, took in faults.recovered.items()},
    }
    if asked.flat:
        found["memory"] = [round(one, 1) for one in anyio.run(flat, asked.flat)]
    return found


def bad(found: dict[str, Any]) -> list[str]:
    """Return what must not be."""
    file = found["file"]
    taken = found.get("memory", [1] * TENTHS)
    wrong = {
        "unexpected errors": found["unexpected"],
        "wrong replies": found["wrong"],
        "lost runs": any(found["lost"].values()),
        "damaged file": file["integrity"] != ["ok"] or file["orphans"],
        "corrupt records": file["corrupt"] or file["differing"],
        "no recovery": any(max(took) > RECOVERS_WITHIN for took in found["recovered"].values()),
        "memory grows": taken[-1] > FLAT * taken[len(taken) // 2 - 1],
        "nothing accepted": not found["accepted"],
    }
    return [name for name, there in wrong.items() if there]


def main() -> None:
    """Soak and print what came of it."""
    parser = argparse.ArgumentParser(description=__doc__.split(";")[0])
    parser.add_argument("--seconds", type=float, default=300)
    for name, default in (("clients", 6), ("workers", 2), ("flat", 10_000)):
        parser.add_argument(f"--{name}", type=int, default=default)
    parser.add_argument("--fault", action="append", choices=FAULTS, help="repeatable; all")
    parser.add_argument("--json", action="store_true")
    asked = parser.parse_args()
    if why := why_no_disk():
        raise SystemExit(f"no small disk can be made here: {why}")
    found = report(asked)
    failed = bad(found)
    if asked.json:
        print(json.dumps({**found, "failed": failed}))
    else:
        for name, value in found.items():
            print(f"{name:11} {value}")
        print(f"{'failed':11} {', '.join(failed) or 'nothing'}")
    sys.exit(bool(failed))


if __name__ == "__main__":
    main()

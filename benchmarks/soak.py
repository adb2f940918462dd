"""Lets a server work while its workers are killed, its disk fills up, its file is locked and
clients drop out in the middle of calls or dawdle; then looks whether anything was lost.

Several HTTP clients and one over stdio make new runs, make accepted ones again, read them back and
check claims; others hang up in the middle of long calls, or send theirs byte by byte. A run counts
as accepted once its reply has come. The same call must have the same reply; one that has been made
before is timed where nothing is wrong. In the end every accepted run is compared with the record in
the file by the hash of its content, some are read back over HTTP and over stdio, and SQLite
examines the file. Errors that come without a fault (or more than a moment after one) are
unexpected, and so is any reply without a reason code.

    python benchmarks/soak.py [--seconds 300] [--clients 6] [--workers 2] [--flat 10000] [--json]
                              [--fault NAME]...

--flat N measures the memory of a server over stdio after each tenth of N mixed calls, 0 leaves it
out. Prints each target with what was found; exit code 1 if one was missed. Ends in bounded time,
whatever happens: at most some 20 minutes after the seconds asked for. Linux.
"""

import argparse
import faulthandler
import hashlib
import json
import os
import random
import sqlite3
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import anyio
import httpx
from faults import FAULTS, Faults, Place, children, command_of, memory, served, why_no_disk
from mcp import Client, StdioServerParameters

from simulrag.server.replies import brief_run
from simulrag.verifier.evidence import EvidenceStore, StoredRun

PLACES = ("Lisbon", "Nairobi", "Chongzuo", "Oslo", "Lima", "Cairo", "Perth", "Toronto")
#: Between faults, s.
PAUSE = 3.0
#: After a fault, errors of calls that began during it still come for so long, s.
ECHO = 12.0
#: A server that is not well again by then has not recovered, s.
RECOVERS_WITHIN = 30.0
#: Size of the disk, MB, and for each second of the soak. A run of a temperature takes 5 kB, and
#: 50 clients on two cores keep some 60 a second.
DISK, DISK_A_SECOND = 64, 2.0
#: Most of a second's share of the disk that the evidence may take of it: else it is the benchmark
#: that fills the disk, not the fault.
FILLS = 0.5
#: Slowest of 99 in 100 calls that were made before, s.
P99 = 2.0
#: Clients that send a request byte by byte, and bytes of each, one in a PACE, s.
SLOW, BYTES, PACE = 8, 40, 0.25
#: Accepted runs that are read back over each transport; the file is compared for all.
READ_BACK = 300
#: One fault with all that follows, reading back, and a call of those that measure memory take
#: so long at most, s.
FAULT_WITHIN, READ_WITHIN, CALL_WITHIN = 90.0, 120.0, 0.05
#: What is not bounded by itself ends so long after all that is, s: the file is examined.
REST_WITHIN = 300.0
TENTHS = 10
#: Most that memory may grow over the second half of the calls; caches fill in the first half.
FLAT = 1.05


@dataclass
class Tally:
    """What came of the calls.

    accepted: run id -> hash of its content; made: each run with its arguments; replies: call ->
    hash of its reply; again: how long each took that had been made before, while all was well, s.
    """

    accepted: dict[str, str] = field(default_factory=dict)
    made: list[tuple[str, dict[str, Any]]] = field(default_factory=list)
    replies: dict[str, str] = field(default_factory=dict)
    again: list[float] = field(default_factory=list)
    calls: Counter[str] = field(default_factory=Counter)
    refused: Counter[str] = field(default_factory=Counter)
    broken: Counter[str] = field(default_factory=Counter)
    unexpected: Counter[str] = field(default_factory=Counter)
    handles: set[str] = field(default_factory=set)
    dropped: int = 0
    wrong: int = 0


def content_hash(run: dict[str, Any]) -> str:
    """Return the hash of a run as a reply shows it, without its series."""
    return digest({**run, "series": {}})


def digest(said: Any) -> str:
    """Return the hash of something as JSON."""
    return hashlib.sha256(json.dumps(said, sort_keys=True).encode()).hexdigest()


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
        kinds = ("run", "run", "again", "read", "read", "check", "handbook")
        kind = self.chance.choice(kinds if self.tally.made else ("run",))
        tool, given = self.call(kind)
        call, calm = digest([tool, given]), not self.faults.now
        began = time.monotonic()
        reply = await client.call_tool(tool, given)
        took = time.monotonic() - began
        self.tally.calls[f"{self.name} {kind}"] += 1
        content = reply.structured_content or {}
        if reply.is_error:
            self.refusal(kind, reply.content[0].text)  # type: ignore[union-attr]
        elif handle := content.get("still_running"):
            self.tally.handles.add(handle)  # the machine is slow; it is followed later
        else:
            said = digest([reply.model_dump(mode="json")["content"], content])
            if call in self.tally.replies and calm and not self.faults.now:
                self.tally.again.append(took)
            self.tally.wrong += self.tally.replies.setdefault(call, said) != said
            if kind in ("run", "again", "read"):
                run_id, whole = content["run"]["id"], content_hash(content["run"])
                if run_id not in self.tally.accepted:
                    self.tally.made.append((run_id, given))
                self.tally.wrong += self.tally.accepted.setdefault(run_id, whole) != whole

    def call(self, kind: str) -> tuple[str, dict[str, Any]]:
        """Return the tool and the arguments of a call of a kind."""
        match kind:
            case "run":
                return "simulate_climate", fresh(self.chance)
            case "again":
                return "simulate_climate", self.chance.choice(self.tally.made)[1]
            case "read":
                return "get_run", {"run_id": self.chance.choice(self.tally.made)[0]}
            case "check":
                place, year = self.chance.choice(PLACES), self.chance.randrange(2020, 2100, 10)
                claim = f"the annual mean temperature in {place} in {year} will be above 14 °C."
                return "check_answer", {"text": f"Under ssp245, {claim}"}
            case _:
                return "read_handbook", {}

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


async def dawdle(url: str) -> None:
    """Send one request after another byte by byte, and never all of it."""
    place = urlsplit(url)
    head = f"POST {place.path} HTTP/1.1\r\nhost: {place.netloc}\r\ncontent-length: 9999\r\n\r\n"
    while True:
        try:
            async with await anyio.connect_tcp(place.hostname or "", place.port or 0) as stream:
                await stream.send(head.encode())
                for _ in range(BYTES):
                    await anyio.sleep(PACE)
                    await stream.send(b" ")
        except (OSError, anyio.BrokenResourceError):  # its worker was killed
            await anyio.sleep(PACE)


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


async def soak(place: Place, asked: argparse.Namespace, tally: Tally, faults: Faults) -> None:
    """Work and let go wrong for the time that was asked for, at least once each fault."""
    forever, until = float("inf"), time.monotonic() + asked.seconds
    rounds = FAULT_WITHIN * len(asked.fault or FAULTS)
    with anyio.fail_after(max(asked.seconds + FAULT_WITHIN, rounds)):
        async with anyio.create_task_group() as group:
            for number in range(asked.clients):
                worker = Worker("http", tally, faults, number)
                group.start_soon(worker.work, place.url, forever)
            group.start_soon(Worker("stdio", tally, faults, -1).work, place.stdio(), forever)
            group.start_soon(drop_out, place.url, tally, forever)
            for _ in range(SLOW):
                group.start_soon(dawdle, place.url)
            await go_wrong(place, asked, faults, until)
            await anyio.sleep(PAUSE)
            group.cancel_scope.cancel()


async def read_back(target: str | StdioServerParameters, tally: Tally) -> int:
    """Return how many accepted runs, of those that are asked for, do not come back as they were."""
    lost = 0
    asked = random.Random(0).sample(sorted(tally.accepted), min(READ_BACK, len(tally.accepted)))
    with anyio.fail_after(READ_WITHIN):
        async with Client(target, read_timeout_seconds=45) as client:
            for run_id in asked:
                reply = await client.call_tool("get_run", {"run_id": run_id})
                run = (reply.structured_content or {}).get("run", {})
                lost += reply.is_error or content_hash(run) != tally.accepted[run_id]
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
    differing = sum(hashes.get(run_id) != whole for run_id, whole in tally.accepted.items())
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
            with anyio.fail_after(READ_WITHIN + calls * CALL_WITHIN):
                for _ in range(TENTHS):
                    for _ in range(max(1, calls // TENTHS)):
                        await worker.one(client)
                    taken.append(memory(pid))
            assert not tally.unexpected, tally.unexpected
            return taken


def report(asked: argparse.Namespace) -> dict[str, Any]:
    """Soak, look what is left, and return all of it."""
    tally, faults, late = Tally(), Faults(), list[str]()

    def in_time(name: str, work: Callable[..., Awaitable[Any]], *given: Any) -> Any:
        try:
            return anyio.run(work, *given)
        except* TimeoutError:
            late.append(name)

    with served(asked.workers, DISK + round(DISK_A_SECOND * asked.seconds)) as place:
        began = time.monotonic()
        in_time("soak", soak, place, asked, tally, faults)
        seconds = time.monotonic() - began
        lost = {
            "http": in_time("reading back over HTTP", read_back, place.url, tally),
            "stdio": in_time("reading back over stdio", read_back, place.stdio(), tally),
        }
        file = examine(place, tally)
        disk = {"MB": round(place.disk / 1024), "used": round(place.used() / 1024, 1)}
    slowest = sorted(tally.again)
    taken = in_time("memory", flat, asked.flat) if asked.flat else None
    return {
        "seconds": round(seconds),
        "calls": dict(tally.calls),
        "accepted": len(tally.accepted),
        "handles": len(tally.handles),
        "dropped": tally.dropped,
        "refused": dict(tally.refused),
        "broken": dict(tally.broken),
        "unexpected": dict(tally.unexpected),
        "wrong": tally.wrong,
        "again": len(slowest),
        "p50": round(slowest[len(slowest) // 2], 3) if slowest else None,
        "p99": round(slowest[-1 - len(slowest) // 100], 3) if slowest else None,
        "lost": lost,
        "file": file,
        "disk": disk,
        "recovered": {n: [round(s, 1) for s in took] for n, took in faults.recovered.items()},
        "memory": [round(one, 1) for one in taken or ()],
        "late": late,
    }


def targets(found: dict[str, Any], *, flat: bool) -> list[tuple[str, object, str, bool]]:
    """Return each target: its name, what was found, what is allowed, and whether it was met."""
    file, lost, taken = found["file"], found["lost"], found["memory"]
    p99, used = found["p99"], found["disk"]["used"] / found["disk"]["MB"]
    slowest = max((one for took in found["recovered"].values() for one in took), default=0.0)
    grown = round(taken[-1] / taken[len(taken) // 2 - 1], 3) if taken else float("inf")
    damage = file["corrupt"] + file["orphans"] + (file["integrity"] != ["ok"])
    missing = file["differing"], lost["http"], lost["stdio"]
    return [
        ("accepted runs", found["accepted"], "> 0", found["accepted"] > 0),
        ("runs lost: file, HTTP, stdio", missing, "0", not any(one != 0 for one in missing)),
        ("wrong replies", found["wrong"], "0", found["wrong"] == 0),
        ("unexpected errors", len(found["unexpected"]), "0", not found["unexpected"]),
        ("damage in the file", damage, "0", not damage),
        ("slowest recovery, s", slowest, f"<= {RECOVERS_WITHIN:g}", slowest <= RECOVERS_WITHIN),
        ("p99 of repeated calls, s", p99, f"<= {P99:g}", p99 is not None and p99 <= P99),
        ("share of the disk used", round(used, 3), f"<= {FILLS:g}", used <= FILLS),
        *([("memory grown", grown, f"<= {FLAT:g}", grown <= FLAT)] if flat else ()),
        ("not done in time", ", ".join(found["late"]) or "nothing", "nothing", not found["late"]),
    ]


def main() -> None:
    """Soak and print what came of it."""
    parser = argparse.ArgumentParser(description=__doc__.split(";")[0])
    parser.add_argument("--seconds", type=float, default=300)
    for name, default in (("clients", 6), ("workers", 2), ("flat", 20_000)):
        parser.add_argument(f"--{name}", type=int, default=default)
    parser.add_argument("--fault", action="append", choices=FAULTS, help="repeatable; all")
    parser.add_argument("--json", action="store_true")
    asked = parser.parse_args()
    if why := why_no_disk():
        raise SystemExit(f"no disk of its own can be made here: {why}")
    longest = max(asked.seconds, FAULT_WITHIN * len(asked.fault or FAULTS)) + FAULT_WITHIN
    longest += 3 * READ_WITHIN + asked.flat * CALL_WITHIN + REST_WITHIN
    faulthandler.dump_traceback_later(longest, exit=True)
    found = report(asked)
    rows = targets(found, flat=bool(asked.flat))
    failed = [name for name, _, _, met in rows if not met]
    if asked.json:
        print(json.dumps({**found, "failed": failed}))
    else:
        for name, value in found.items():
            print(f"{name:11} {value}")
        print(f"\n{'target':30} {'found':>20} {'allowed':>10}")
        for name, value, allowed, met in rows:
            print(f"{name:30} {value!s:>20} {allowed:>10} {'met' if met else 'MISSED'}")
    sys.exit(bool(failed))


if __name__ == "__main__":
    main()

"""Tries the simulators, the evidence store, the disk, and the server over standard input."""

import os
import shutil
import tempfile
import time
from collections.abc import Iterator
from importlib.metadata import EntryPoint, entry_points
from pathlib import Path
from typing import cast

from simulrag.client.hosts.entries import is_ours
from simulrag.client.hosts.installing import own_command
from simulrag.client.hosts.table import Command
from simulrag.simulators.arguments import validate
from simulrag.simulators.errors import BadValue
from simulrag.simulators.external import finding
from simulrag.simulators.external.simulator import from_file
from simulrag.simulators.findings import Finding
from simulrag.simulators.installable import missing
from simulrag.simulators.interface import Call, Simulator
from simulrag.simulators.published import Ageing, undoing
from simulrag.simulators.registry import GROUP, installed, loaded

#: Free space under which the store may soon not grow, and under which it will not, bytes.
LITTLE_SPACE, NO_SPACE = 1_000_000_000, 50_000_000
#: Hosts give up on a server that takes longer to list its tools, s.
SLOW_START = 30.0


def plugins() -> Iterator[Finding]:
    """Say which simulators are registered, and which of them do not load."""
    points = sorted(entry_points(group=GROUP), key=lambda point: point.name)
    broken = [(point, error) for point in points if (error := _load_error(point)) is not None]
    for point, error in broken:
        source = point.dist.name if point.dist is not None else "an unknown package"
        yield Finding(
            "plug-ins",
            "failed",
            f"the simulator {point.name} ({point.value} of {source}) does not load: "
            f"{type(error).__name__}: {error}",
            f"mend or remove it: pip install -U {source}, or pip uninstall {source}",
        )
    if not broken:
        yield Finding("plug-ins", "ok", f"simulators: {', '.join(p.name for p in points)}")
    for path in finding.files():
        yield _declared(path)


def _declared(path: Path) -> Finding:
    """Say whether a declaration in a folder of the user's is sound."""
    name = f"declared simulator {path.parent.name}"
    try:
        made = from_file(path)
    except Exception as error:  # noqa: BLE001 - whatever it raises is what is asked for
        mend = f"mend {path}, then simulrag validate-simulator {path.parent.name}"
        return Finding(name, "failed", f"does not load: {error}", mend)
    return Finding(name, "ok", f"{made.name} {made.version} of {path}")


def _load_error(point: EntryPoint) -> Exception | None:
    try:
        made = cast(object, loaded(point))
    except Exception as error:  # noqa: BLE001 - whatever a plug-in raises is what is asked for
        return error
    if not isinstance(made, Simulator):
        return TypeError(f"{point.value} makes a {type(made).__name__}, which is no Simulator")
    return None


def simulators() -> Iterator[Finding]:
    """Run the first example of each simulator and look at its check block."""
    for simulator in installed():
        name = f"simulator {simulator.name}"
        if absent := missing(simulator):
            yield Finding(name, "note", f"cannot run here: {absent}", "only if you need it")
            continue
        try:
            yield _example(name, simulator)
        except Exception as error:  # noqa: BLE001 - whatever breaks is what is asked for
            yield Finding(
                name,
                "failed",
                f"its example breaks down: {type(error).__name__}: {error}",
                "reinstall the package that brings it; if that does not help, report it",
            )


def _example(name: str, simulator: Simulator) -> Finding:
    function = next((f for f in simulator.functions if f.example), None)
    if function is None:
        return Finding(name, "note", "no function of it has an example, so that none was run")
    call = Call(simulator=simulator.name, function=function.name, arguments={})
    arguments = validate(function, dict(function.example))
    started = time.perf_counter()
    run = simulator.run(call.model_copy(update={"arguments": arguments}))
    took = time.perf_counter() - started
    said = f"{function.name} ran in {took:.2f} s; check: {run.check.tested}: {run.check.verdict}"
    if run.check.verdict == "failed":
        return Finding(name, "failed", said, "do not rely on its numbers; report it")
    return Finding(name, "ok", said)


def measurements() -> Iterator[Finding]:
    """Say which measurements that age are in use, and which of those that were brought are not."""
    for simulator in installed():
        if not isinstance(simulator, Ageing):
            continue
        published, name = simulator.published, f"measurements {simulator.name}"
        said = f"{published.title}: {published.as_of()}"
        try:
            published.kept()
        except BadValue as error:
            yield Finding(name, "failed", f"{said}, as {error}", undoing(simulator.name))
        else:
            yield Finding(name, "ok", said)


def evidence() -> Iterator[Finding]:
    """Open the evidence store, write to it, and read all that it holds."""
    from simulrag.verifier.evidence_health import examine

    found = examine()
    if found.problem:
        yield Finding("evidence", "failed", found.problem, found.remedy)
    else:
        yield Finding("evidence", "ok", found.said)
    free = shutil.disk_usage(found.folder).free
    said = f"{free / 1e9:.1f} GB free at {found.folder}"
    if free < LITTLE_SPACE:
        state = "failed" if free < NO_SPACE else "note"
        yield Finding("disk", state, said, "make room, or set SIMULRAG_EVIDENCE to another disk")
    else:
        yield Finding("disk", "ok", said)


def server() -> Iterator[Finding]:
    """Start the server as a host does and list its tools and read a handbook through it."""
    from simulrag.client.session import run

    command = own_command()
    shown = " ".join((command.program, *command.arguments))
    try:
        tools, seconds = run(_round_trip, command)
    except Exception as error:  # noqa: BLE001 - whatever breaks is what is asked for
        yield Finding(
            "server",
            "failed",
            f"{shown} does not answer: {type(error).__name__}: {error}",
            "run that command by hand and read what it prints",
        )
        return
    said = f"{shown} listed {tools} tools {seconds:.1f} s after its start, and answered a call"
    if seconds > SLOW_START:
        yield Finding(
            "server", "note", said, "hosts may give up; is the disk busy or a scanner on?"
        )
    else:
        yield Finding("server", "ok", said)


async def _round_trip(command: Command) -> tuple[int, float]:
    """Return how many tools the server lists, and after how many seconds."""
    from mcp import Client, StdioServerParameters

    with tempfile.TemporaryDirectory() as folder:
        store = {"SIMULRAG_EVIDENCE": str(Path(folder) / "evidence.sqlite")}
        parameters = StdioServerParameters(
            command=command.program,
            args=list(command.arguments),
            env={**os.environ, **store},
        )
        started = time.perf_counter()
        async with Client(parameters) as client:
            tools = await client.list_tools()
            took = time.perf_counter() - started
            reply = await client.call_tool("read_handbook", {})
            if reply.is_error:
                raise RuntimeError(f"the tool read_handbook failed: {reply.content}")
    return len(tools.tools), took


def hosts() -> Iterator[Finding]:
    """Look for hosts that name us, and whether what they start is there."""
    from simulrag.client.hosts.installing import hosts_here

    found = hosts_here()
    for one in found:
        name = f"host {one.host.key}"
        if one.problem:
            yield Finding(name, "note", f"{one.file} cannot be read: {one.problem}")
        elif not one.words:
            yield Finding(
                name, "note", f"{one.file} does not name us", f"simulrag install {one.host.key}"
            )
        elif not is_ours({"command": list(one.words)}):
            said = f"{one.file} has another server of our name: {' '.join(one.words)}"
            yield Finding(name, "note", said, f"simulrag install {one.host.key} --replace")
        elif shutil.which(one.words[0]) is None:
            yield Finding(
                name,
                "failed",
                f"{one.file} starts {one.words[0]}, which is not there",
                f"simulrag install {one.host.key}",
            )
        else:
            yield Finding(name, "ok", f"{one.file} starts {' '.join(one.words)}")
    if not found:
        yield Finding("hosts", "note", "no host was found", "simulrag install lists those we know")

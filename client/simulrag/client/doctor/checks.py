"""The checks: Python, packages, simulators, the store, the disk, the server, hosts and keys."""

import os
import platform
import re
import shutil
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from importlib.metadata import (
    EntryPoint,
    PackageNotFoundError,
    entry_points,
    metadata,
    requires,
    version,
)
from pathlib import Path
from typing import cast

from simulrag.client.hosts.entries import is_ours
from simulrag.client.hosts.installing import hosts_here, own_command
from simulrag.client.hosts.table import Command
from simulrag.client.language_models import claude
from simulrag.simulators.arguments import validate
from simulrag.simulators.capabilities import Ageing, missing
from simulrag.simulators.diagnostics import Finding
from simulrag.simulators.errors import BadValue
from simulrag.simulators.external.declaration import declaration_files
from simulrag.simulators.external.simulator import from_file
from simulrag.simulators.interface import Call, Simulator
from simulrag.simulators.measurement_tables import undoing
from simulrag.simulators.registry import GROUP, installed, loaded

#: A check of the installation.
Check = Callable[[], Iterator[Finding]]
PACKAGE = "simulrag"
#: Packages whose releases matter most to whoever helps.
SHOWN = (PACKAGE, "mcp", "torch", "numpy", "pydantic", "anthropic")
_REQUIREMENT = re.compile(r"^(?P<name>[\w.-]+)[^;]*(?:;.*extra == ['\"](?P<extra>[\w-]+)['\"])?")
#: Services that give language models -> the variables that may hold their keys.
KEYS = {
    "claude": claude.KEYS,
    "openai-compatible": ("OPENAI_API_KEY",),
}
#: Free space under which the store may soon not grow, and under which it will not, bytes.
LITTLE_SPACE, NO_SPACE = 1_000_000_000, 50_000_000
#: Hosts give up on a server that takes longer to list its tools, s.
SLOW_START = 30.0


def python() -> Iterator[Finding]:
    """Say which Python runs, and whether it is new enough."""
    here = f"Python {platform.python_version()} at {sys.executable}, {platform.platform()}"
    least = str(metadata(PACKAGE).json["requires_python"]).removeprefix(">=")
    if sys.version_info[:2] < tuple(int(part) for part in least.split(".")[:2]):
        yield Finding("python", "failed", here, f"install Python {least} or newer")
    else:
        yield Finding("python", "ok", here)


def packages() -> Iterator[Finding]:
    """Say which releases are installed, and which required packages are absent."""
    found = {name: _version(name) for name in SHOWN}
    shown = ", ".join(f"{name} {release}" for name, release in found.items() if release)
    absent = [name for name, extra in _requirements() if not extra and not _version(name)]
    if absent:
        said = f"{shown}; not installed: {', '.join(absent)}"
        yield Finding("packages", "failed", said, f"pip install --force-reinstall {PACKAGE}")
    else:
        yield Finding("packages", "ok", shown)


def torch_build() -> Iterator[Finding]:
    """Say whether PyTorch loads, and whether it computes on a GPU."""
    try:
        import torch
    except (ImportError, OSError) as error:
        said, do = (
            f"PyTorch does not load: {error}",
            "install the release that constraints.txt names",
        )
        yield Finding("torch", "failed", said, do)
        return
    built = f"CUDA {torch.version.cuda}" if torch.version.cuda else "CPU only"
    usable = torch.cuda.is_available()
    gpu = "found" if usable else "not used"
    said = f"PyTorch {torch.__version__}, built for {built}; GPU {gpu}"
    if torch.version.cuda and not usable:
        do = "nothing has to be done; PyTorch's CPU build would take gigabytes less"
        yield Finding("torch", "note", said, do)
    else:
        yield Finding("torch", "ok", said)


def extras() -> Iterator[Finding]:
    """Name the optional extras of which a package is absent."""
    absent: dict[str, list[str]] = {}
    for name, extra in _requirements():
        if extra and not _version(name):
            absent.setdefault(extra, []).append(name)
    if not absent:
        yield Finding("extras", "ok", "all optional extras are installed")
        return
    shown = "; ".join(f"{extra} (lacks {', '.join(names)})" for extra, names in absent.items())
    first = next(iter(absent))
    do = f"for one that you need, such as {first}: pip install '{PACKAGE}[{first}]'"
    yield Finding("extras", "note", f"optional extras that are not complete: {shown}", do)


def keys() -> Iterator[Finding]:
    """Say which language models have a key; no part of a key is ever shown."""
    given = {model: name for model, names in KEYS.items() for name in names if os.environ.get(name)}
    if given:
        shown = ", ".join(f"{model} ({name} is set)" for model, name in given.items())
        yield Finding("model", "ok", f"key for {shown}")
    else:
        said = "no key of a language model; ask then answers from runs, by template"
        do = f"for drafted answers set {KEYS['claude'][0]}; the MCP server needs none"
        yield Finding("model", "note", said, do)


def _requirements() -> list[tuple[str, str]]:
    """Return every required package of ours with the extra that brings it, "" for none."""
    found = [_REQUIREMENT.match(line) for line in requires(PACKAGE) or ()]
    return [(match["name"], match["extra"] or "") for match in found if match is not None]


def _version(name: str) -> str:
    try:
        return version(name)
    except PackageNotFoundError:
        return ""


def plugins() -> Iterator[Finding]:
    """Say which simulators are registered, and which of them do not load."""
    points = sorted(entry_points(group=GROUP), key=lambda point: point.name)
    broken = [(point, error) for point in points if (error := _load_error(point)) is not None]
    for point, error in broken:
        source = point.dist.name if point.dist is not None else "an unknown package"
        told = f"the simulator {point.name} ({point.value} of {source}) does not load"
        do = f"mend or remove it: pip install -U {source}, or pip uninstall {source}"
        yield Finding("plug-ins", "failed", f"{told}: {type(error).__name__}: {error}", do)
    if not broken:
        yield Finding("plug-ins", "ok", f"simulators: {', '.join(p.name for p in points)}")
    for path in declaration_files():
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
            said = f"its example breaks down: {type(error).__name__}: {error}"
            do = "reinstall the package that brings it; if that does not help, report it"
            yield Finding(name, "failed", said, do)


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
        said = f"{shown} does not answer: {type(error).__name__}: {error}"
        yield Finding("server", "failed", said, "run that command by hand and read what it prints")
        return
    said = f"{shown} listed {tools} tools {seconds:.1f} s after its start, and answered a call"
    if seconds > SLOW_START:
        do = "hosts may give up; is the disk busy or a scanner on?"
        yield Finding("server", "note", said, do)
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
    found = hosts_here()
    for one in found:
        name, install = f"host {one.host.key}", f"simulrag install {one.host.key}"
        if one.problem:
            yield Finding(name, "note", f"{one.file} cannot be read: {one.problem}")
        elif not one.words:
            yield Finding(name, "note", f"{one.file} does not name us", install)
        elif not is_ours({"command": list(one.words)}):
            said = f"{one.file} has another server of our name: {' '.join(one.words)}"
            yield Finding(name, "note", said, f"{install} --replace")
        elif shutil.which(one.words[0]) is None:
            said = f"{one.file} starts {one.words[0]}, which is not there"
            yield Finding(name, "failed", said, install)
        else:
            yield Finding(name, "ok", f"{one.file} starts {' '.join(one.words)}")
    if not found:
        yield Finding("hosts", "note", "no host was found", "simulrag install lists those we know")


#: All checks, in the order in which they are made.
ALL = (
    python, packages, torch_build, plugins, simulators, measurements, evidence, server, hosts,
    extras, keys,
)  # fmt: skip

"""Ways to a foreign simulator: a program for each call, one that is kept, and a service.

Each sends one JSON object and gives back the bytes that answer it, or raises RunFailed.
"""

import atexit
import json
import shutil
import sys
import threading
import weakref
from collections.abc import Mapping, Sequence
from importlib.util import find_spec
from pathlib import Path
from typing import Protocol

from pydantic import JsonValue

from simulrag.simulators.arguments import shown
from simulrag.simulators.errors import NotInstalled, RunFailed
from simulrag.simulators.external.declaration import Declaration, Execution
from simulrag.simulators.external.replies import parsed
from simulrag.simulators.external.services import Service
from simulrag.simulators.processes import Limits, Process, allowed_environment, limited

Request = Mapping[str, JsonValue]
#: Words of a command that stand for the Python that runs SimulRAG.
PYTHON = "{python}"


class Connection(Protocol):
    """A way to send a request."""

    def ask(self, request: Request) -> Mapping[str, JsonValue]:
        """Return the object that answers a request. Raises RunFailed."""
        ...


def connection(declaration: Declaration) -> Connection:
    """Return the way to a declared simulator; nothing is started before the first request."""
    run = declaration.run
    subject = f"the simulator {declaration.name}"
    if run.url:
        return Service(run.url, limits(run), subject)
    if run.kind == "functions":
        command = [PYTHON, "-P", "-m", "simulrag.simulators.external.worker", run.module]
        return KeptProgram(command, run, declaration.folder, subject)
    if run.kind == "fmu":
        return Fmu(run, declaration.folder, subject)
    if run.persistent:
        return KeptProgram(run.command, run, declaration.folder, subject)
    return ProgramPerCall(run.command, run, declaration.folder, subject)


def limits(run: Execution) -> Limits:
    """Return what one answer may use."""
    return Limits(run.seconds, run.megabytes, int(run.output_megabytes * 2**20))


def started(
    command: Sequence[str], run: Execution, folder: Path, subject: str, *, seconds: int = 0
) -> Process:
    """Start a program in its folder, held to its limits. Raises NotInstalled where it is not.

    seconds: as in `processes.limited`.
    """
    words = [sys.executable if word == PYTHON else word for word in command]
    words[0] = _program(words[0], folder, subject)
    return Process(
        limited(words, run.megabytes, seconds),
        limits(run),
        subject,
        environment=allowed_environment(run.environment),
        folder=folder,
    )


def _program(name: str, folder: Path, subject: str) -> str:
    """Return the full path of a program, which lies in the folder or on the PATH."""
    beside = folder / name
    found = shutil.which(str(beside)) if beside.is_file() else shutil.which(name)
    if found is None:
        state = "may not be run (chmod +x)" if beside.is_file() else "is not there"
        raise NotInstalled(
            f"{subject} needs the program {name!r}, which {state}: neither in the folder of its "
            "declaration nor on the PATH"
        )
    return found


class ProgramPerCall:
    """A program that is started for each request and ends behind its answer."""

    def __init__(self, command: Sequence[str], run: Execution, folder: Path, subject: str) -> None:
        # Some seconds more than it is waited for, so that the error is the one that says so.
        most = int(run.seconds) + 10
        self._start = lambda: started(command, run, folder, subject, seconds=most)
        self._subject = subject

    def ask(self, request: Request) -> Mapping[str, JsonValue]:
        """Return what the program answers."""
        process = self._start()
        try:
            return parsed(process.ask(_line(request), last=True), self._subject)
        finally:
            process.end()


class KeptProgram:
    """A program that is started once and answers a line with a line, one at a time."""

    def __init__(self, command: Sequence[str], run: Execution, folder: Path, subject: str) -> None:
        self._start = lambda: started(command, run, folder, subject)
        self._subject = subject
        self._process: Process | None = None
        self._lock = threading.Lock()
        self._turn = 0
        _KEPT.add(self)

    def ask(self, request: Request) -> Mapping[str, JsonValue]:
        """Return what the program answers; one that fails is ended, and started again later."""
        with self._lock:
            if self._process is None or not self._process.alive:
                self.end()
                self._process = self._start()
            self._turn += 1
            try:
                return self._answered(self._process, {**request, "id": self._turn})
            except BaseException:
                self.end()
                raise

    def _answered(self, process: Process, request: Request) -> Mapping[str, JsonValue]:
        reply = parsed(process.ask(_line(request)), self._subject)
        if reply.get("id") != self._turn:
            raise RunFailed(
                f"{self._subject} answered with id {shown(reply.get('id'))} to request "
                f"{self._turn}; a program that is kept must print one line a request, with its id"
            )
        return reply

    def end(self) -> None:
        """End the program, if there is one."""
        if self._process is not None:
            self._process.end()
            self._process = None


class Fmu(KeptProgram):
    """A Functional Mock-up Unit in a process of its own."""

    def __init__(self, run: Execution, folder: Path, subject: str) -> None:
        file = str(folder / run.fmu)
        super().__init__(
            [PYTHON, "-P", "-m", "simulrag.simulators.external.fmu_worker", file]
            + ([] if run.strict else ["--lenient"]),
            run,
            folder,
            subject,
        )
        self._file = Path(file)

    def ask(self, request: Request) -> Mapping[str, JsonValue]:
        """Return what the unit answers. Raises NotInstalled without FMPy, or without the file."""
        if not self._file.is_file():
            raise NotInstalled(f"{self._subject} needs the file {self._file.name!r} in its folder")
        if find_spec("fmpy") is None:
            raise NotInstalled(
                f"{self._subject} is an FMU, and needs FMPy: pip install 'simulrag[fmu]'"
            )
        return super().ask(request)


_KEPT: "weakref.WeakSet[KeptProgram]" = weakref.WeakSet()


@atexit.register
def _end_all() -> None:
    for kept in list(_KEPT):
        kept.end()


def _line(request: Request) -> bytes:
    return json.dumps(request, ensure_ascii=False).encode() + b"\n"

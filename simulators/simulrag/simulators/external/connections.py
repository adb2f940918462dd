"""Ways to a foreign simulator: a program for each call, one that is kept, and a service.

Each sends one JSON object and gives back the bytes that answer it, or raises RunFailed.
"""

import asyncio
import atexit
import json
import shutil
import sys
import threading
import time
import weakref
from collections.abc import Mapping, Sequence
from concurrent.futures import Future, wait
from importlib.util import find_spec
from pathlib import Path
from typing import Protocol, cast

from pydantic import JsonValue

from simulrag.simulators import progress
from simulrag.simulators.arguments import shown
from simulrag.simulators.errors import NotInstalled, RunFailed
from simulrag.simulators.external.declaration import Declaration, Execution
from simulrag.simulators.external.replies import parsed
from simulrag.simulators.processes import LOOK, Limits, Process, allowed_environment, limited
from simulrag.simulators.safe_text import escaped

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
        command = [PYTHON, "-P", "-m", "simulrag.simulators.external.function_worker", run.module]
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


class Service:
    """A service that answers requests by POST."""

    def __init__(self, url: str, limits: Limits, subject: str) -> None:
        self._url, self._limits, self._subject = url, limits, subject

    def ask(self, request: Mapping[str, JsonValue]) -> Mapping[str, JsonValue]:
        """Return what the service answers. Raises RunFailed."""
        import httpx

        try:
            body = self._in_time(request)
        except (httpx.TimeoutException, TimeoutError) as error:
            raise self._failed(f"took longer than {self._limits.seconds:g} s") from error
        except (httpx.HTTPError, httpx.InvalidURL) as error:
            why = escaped(f"{type(error).__name__}: {error}"[:200])
            raise self._failed(f"cannot be reached by HTTP ({why})") from error
        return parsed(body, self._subject)

    def _in_time(self, request: Mapping[str, JsonValue]) -> bytes:
        """Return a body. Raises TimeoutError, and what httpx raises.

        A client holds each single read to its time, and a service may send byte by byte, its
        headers among them: the whole is held to its time by a loop in a thread of its own, which
        ends by itself where nobody waits for it any more.
        """
        seconds = self._limits.seconds
        answer: Future[bytes] = Future()

        def fetch() -> None:
            try:
                answer.set_result(asyncio.run(asyncio.wait_for(self._answered(request), seconds)))
            except BaseException as error:  # noqa: BLE001 - raised where the answer is waited for
                answer.set_exception(error)

        threading.Thread(target=fetch, daemon=True).start()
        end = time.monotonic() + seconds + LOOK
        while not wait({answer}, LOOK).done:
            progress.step()
            if time.monotonic() > end:  # a name that is looked up cannot be left
                raise TimeoutError
        return answer.result()

    async def _answered(self, request: Mapping[str, JsonValue]) -> bytes:
        import httpx

        # Compressed, a small answer could unfold to a huge one.
        headers = {"Accept": "application/json", "Accept-Encoding": "identity"}
        async with (
            httpx.AsyncClient(timeout=self._limits.seconds, trust_env=False) as client,
            client.stream("POST", self._url, json=request, headers=headers) as response,
        ):
            body = bytearray()
            async for chunk in response.aiter_raw():
                body += chunk
                if len(body) > self._limits.longest:
                    raise self._failed(f"answered more than {self._limits.longest:,} bytes")
        if response.status_code >= 300:
            raise self._failed(
                f"answered with HTTP status {response.status_code}{_why(bytes(body))}"
            )
        return bytes(body)

    def _failed(self, what: str) -> RunFailed:
        return RunFailed(f"{self._subject} {what}; nothing can be concluded from this run")


def _why(body: bytes) -> str:
    """Return what the body of a refusal says, where it is an object with an error."""
    try:
        said = cast(object, json.loads(body))
    except (ValueError, RecursionError):
        return ""
    told = cast(Mapping[str, object], said).get("error") if isinstance(said, dict) else None
    return f": {escaped(str(told)[:200])}" if told else ""

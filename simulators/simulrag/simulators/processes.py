"""Runs a foreign program as a process of its own, and outlives whatever happens to it.

A program that crashes, hangs, floods its output or asks for too much memory is ended with all that
it started; what was asked of it fails with RunFailed.
"""

import os
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
import time
import weakref
from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import IO

from simulrag.simulators import progress
from simulrag.simulators.errors import RunFailed
from simulrag.simulators.safe_text import escaped, without_folders

try:
    import fcntl
except ImportError:  # Windows, where a folder in use cannot be removed, nor its owner be known
    fcntl = None

#: Variables of the environment that a program sees; no other, as they may hold secrets.
ENVIRONMENT = ("PATH", "PYTHONPATH", "LANG", "LC_ALL", "SYSTEMROOT")
#: Variables that say where a program keeps its temporary files.
TEMPORARY = ("TMPDIR", "TEMP", "TMP")
#: What is kept of the end of a program's standard error, bytes, and told of it, characters.
KEPT_ERRORS, TOLD_ERRORS = 4_096, 200
#: Seconds between looks at whether anybody still waits.
LOOK = 0.2
_LIMITED = Path(__file__).with_name("resource_limits.py")
PREFIX = "simulrag-run-"
_LOCK = ".lock"
#: Age from which a folder without a lock was left behind while it was made or removed, s.
LEFT_BEHIND = 3_600.0


@dataclass(frozen=True)
class Limits:
    """What one answer may use: seconds of time, megabytes of address space, bytes of output."""

    seconds: float = 60.0
    megabytes: int = 4_096
    longest: int = 4 * 2**20


def allowed_environment(more: Iterable[str] = ()) -> dict[str, str]:
    """Return the variables that a program sees: the common ones and those named."""
    return {name: os.environ[name] for name in (*ENVIRONMENT, *more) if name in os.environ}


def limited(command: Sequence[str], megabytes: int, seconds: int = 0) -> list[str]:
    """Return a command that runs another one held to an address space, where the system can.

    seconds: time after which it ends by itself, should nobody be left to end it; 0 for never.
    """
    if sys.platform == "win32":
        return list(command)
    return [sys.executable, "-I", "-S", str(_LIMITED), str(megabytes), str(seconds), *command]


class Process:
    """One process, used by one thread at a time. `subject` is what errors call it."""

    def __init__(
        self,
        command: Sequence[str],
        limits: Limits,
        subject: str,
        *,
        environment: Mapping[str, str] | None = None,
        folder: Path | None = None,
    ) -> None:
        self._limits = limits
        self._subject = subject
        self._errors = b""
        self._exchange: _Exchange | None = None
        self._scratch = Scratch()
        held = allowed_environment() if environment is None else environment
        try:
            self._process = subprocess.Popen(
                command,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                env={**held, **dict.fromkeys(TEMPORARY, str(self._scratch.folder))},
                cwd=folder,
                start_new_session=True,
            )
        except OSError as error:
            self._scratch.remove()
            raise self._failed(f"cannot be started: {error.strerror or error}") from error
        self._drain = threading.Thread(target=self._keep_errors, daemon=True)
        self._drain.start()

    @property
    def pid(self) -> int:
        """Return the id of the process."""
        return self._process.pid

    @property
    def alive(self) -> bool:
        """Tell whether the process still runs."""
        return self._process.poll() is None

    def ask(self, line: bytes, *, last: bool = False) -> bytes:
        """Send a line and return the line that answers it.

        last: close the input behind it and return all that comes until the output ends, which
        must be with exit code 0. Raises RunFailed, with which the process is ended, as with
        whatever else ends the wait (see `simulrag.simulators.progress`).
        """
        exchange = _Exchange(self._process, line, self._limits.longest, last=last)
        self._exchange = exchange
        try:
            late = not self._wait(exchange)
            reply = exchange.reply
            if late:
                raise self._failed(f"took longer than {self._limits.seconds:g} s and was ended")
            if len(reply) > self._limits.longest:
                raise self._failed(f"printed more than {self._limits.longest:,} bytes")
            if last or not reply.endswith(b"\n"):
                self._look_at_end(whole=last)
        except BaseException:
            self.end()
            raise
        self._errors = b""  # what was said of this line says nothing of the next
        return reply

    def _wait(self, exchange: "_Exchange") -> bool:
        """Wait for the end of an exchange; False where the time ran out before."""
        end = time.monotonic() + self._limits.seconds
        while exchange.thread.is_alive() and time.monotonic() < end:
            exchange.thread.join(min(LOOK, max(end - time.monotonic(), 0.0)))
            progress.step()
        return not exchange.thread.is_alive()

    def _look_at_end(self, *, whole: bool) -> None:
        """Raise RunFailed with what became of a process whose output has ended."""
        try:
            code = self._process.wait(timeout=5.0)
        except subprocess.TimeoutExpired:
            raise self._failed("stopped answering") from None
        if code or not whole:
            self._drain.join(1.0)
            raise self._failed(f"ended {_how(code)}{self._last_words()}")

    def _keep_errors(self) -> None:
        assert self._process.stderr is not None
        descriptor = self._process.stderr.fileno()
        while chunk := os.read(descriptor, 65_536):
            self._errors = (self._errors + chunk)[-KEPT_ERRORS:]
        _close(self._process.stderr)

    def _last_words(self) -> str:
        lines = self._errors.decode("utf-8", "replace").strip().splitlines()
        if not lines:
            return ""
        errors = [line for line in lines if line.startswith("Error")]  # more than "Quitting"
        return f"; its last words: {escaped(without_folders((errors or lines)[-1])[:TOLD_ERRORS])}"

    def _failed(self, what: str) -> RunFailed:
        return RunFailed(f"{self._subject} {what}; nothing can be concluded from this run")

    def end(self) -> None:
        """End the process, and what it has started in its session, whatever they do."""
        _kill(self._process)
        self._process.wait()
        # What left its session may hold the pipes open: whoever uses them closes them then.
        if self._exchange is None or self._exchange.abandoned():
            _close(self._process.stdin)
            _close(self._process.stdout)
        self._drain.join(1.0)
        self._scratch.remove()


class _Exchange:
    """A line sent and its answer, in a thread that may be left behind where nothing comes."""

    def __init__(
        self, process: "subprocess.Popen[bytes]", line: bytes, longest: int, *, last: bool
    ) -> None:
        self.reply = b""
        self._process, self._line, self._longest, self._last = process, line, longest, last
        self._abandoned = False
        self.thread = threading.Thread(target=self._run, daemon=True)
        self.thread.start()

    def abandoned(self) -> bool:
        """Tell the thread that it closes the pipe it reads; True where it had ended before."""
        self._abandoned = True
        self.thread.join(1.0)
        return not self.thread.is_alive()

    def _run(self) -> None:
        source, sink = self._process.stdout, self._process.stdin
        assert source is not None
        assert sink is not None
        with suppress(OSError):  # it has gone, or does not read; what it printed may say more
            sink.write(self._line)
            sink.flush()
            if self._last:
                sink.close()
        try:
            most = self._longest + 1
            self.reply = source.read(most) if self._last else source.readline(most)
        finally:
            if self._abandoned:
                _close(sink)
                _close(source)


def _kill(process: "subprocess.Popen[bytes]") -> None:
    try:
        if sys.platform == "win32":
            process.kill()
        else:
            os.killpg(process.pid, signal.SIGKILL)
    except (ProcessLookupError, PermissionError):  # it has ended
        process.kill()


def _close(pipe: IO[bytes] | None) -> None:
    try:
        if pipe is not None:
            pipe.close()
    except OSError:  # unsent input of a process that is gone
        return


def _how(code: int) -> str:
    if code >= 0:
        return f"with exit code {code}"
    name = signal.Signals(-code).name if -code in set(signal.Signals) else str(-code)
    return f"by the signal {name}"


class Scratch:
    """A folder for a program's temporary files, held until `remove`, or the end of whoever made it.

    A process that is killed removes nothing: whoever started it does. Where that one is killed
    too, the next to start a process does, who tells the folders of the dead by their locks, which
    the system lets go.
    """

    def __init__(self) -> None:
        remove_left_behind()
        self.folder = Path(tempfile.mkdtemp(prefix=PREFIX))
        lock = os.open(self.folder / _LOCK, os.O_RDWR | os.O_CREAT, 0o600)
        if fcntl is not None:
            fcntl.flock(lock, fcntl.LOCK_EX)
        #: Removes the folder with all that is in it; called once more it does nothing.
        self.remove = weakref.finalize(self, _removed, self.folder, lock)


def _removed(folder: Path, lock: int) -> None:
    os.close(lock)
    shutil.rmtree(folder, ignore_errors=True)


@cache
def remove_left_behind() -> None:
    """Remove the folders of processes of this user that are gone, once a process."""
    if fcntl is not None:
        for folder in Path(tempfile.gettempdir()).glob(f"{PREFIX}*"):
            if _left_behind(folder):
                shutil.rmtree(folder, ignore_errors=True)


def _left_behind(folder: Path) -> bool:
    assert fcntl is not None
    try:
        held = folder.lstat()
        if held.st_uid != os.getuid():
            return False
        if not (folder / _LOCK).exists():
            return held.st_mtime < time.time() - LEFT_BEHIND
        lock = os.open(folder / _LOCK, os.O_RDWR | os.O_NOFOLLOW)
    except OSError:  # somebody else removes it
        return False
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        return False
    finally:
        os.close(lock)
    return True

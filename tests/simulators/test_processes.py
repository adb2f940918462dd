"""Processes of foreign programs: limits that hold whoever started them."""

import os
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from simulrag.simulators import processes, progress
from simulrag.simulators.errors import RunFailed
from simulrag.simulators.processes import Limits, Process, limited

ECHO = "import sys\nfor line in sys.stdin: print(line.strip()[::-1], flush=True)"
Start = Callable[..., Process]
pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="limits of POSIX")


def python(code: str) -> list[str]:
    return [sys.executable, "-c", code]


@pytest.fixture
def start():
    """Starts processes that are ended behind the test."""
    made: list[Process] = []

    def begin(code: str, **limits: float) -> Process:
        made.append(Process(python(code), Limits(**limits), "the program"))  # pyright: ignore
        return made[-1]

    yield begin
    for process in made:
        process.end()


def test_a_line_is_answered_by_a_line_as_often_as_asked(start):
    process = start(ECHO)
    assert [process.ask(f"{n}ab\n".encode()) for n in range(3)] == [b"ba0\n", b"ba1\n", b"ba2\n"]


def test_a_program_is_ended_when_nobody_waits_for_it_any_more(start):
    process = start("import time; time.sleep(600)", seconds=600.0)
    task = progress.Work()
    task.stop()
    started = time.monotonic()
    with progress.doing(task), pytest.raises(progress.Stopped):
        process.ask(b"go\n")
    assert not process.alive
    assert time.monotonic() - started < 10.0


def test_a_child_that_left_the_session_does_not_hold_up_the_answer(start):
    child = [sys.executable, "-c", "import time; time.sleep(8)"]
    code = f"import subprocess, time; subprocess.Popen({child!r}, start_new_session=True); "
    process = start(f"{code}time.sleep(600)", seconds=0.5)
    started = time.monotonic()
    with pytest.raises(RunFailed, match=r"longer than 0\.5 s"):
        process.ask(b"go\n")
    assert time.monotonic() - started < 7.0


def test_a_program_ends_by_itself_though_whoever_started_it_is_gone():
    sleeper = limited(python("import time; time.sleep(600)"), 1_024, 1)
    assert subprocess.run(sleeper, check=False, timeout=30).returncode == -14  # SIGALRM


def test_a_program_gets_no_more_memory_than_it_may_have():
    greedy = limited(python("held = bytearray(2**30)"), 512)
    done = subprocess.run(greedy, check=False, capture_output=True, text=True)
    assert done.returncode == 1
    assert "MemoryError" in done.stderr


def test_a_program_that_cannot_be_run_is_told():
    with pytest.raises(RunFailed, match="the program cannot be started"):
        Process(["/no/such/program"], Limits(), "the program")


def test_of_the_last_words_the_error_is_told_and_not_that_it_quits(start):
    code = (
        "print('Error: line 3: no such node', 'Quitting (on error).', sep='\\n', file=sys.stderr)"
    )
    process = start(f"import sys; {code}; sys.exit(1)")
    with pytest.raises(RunFailed, match="its last words: Error: line 3: no such node"):
        process.ask(b"", last=True)


UNPACK = """
import sys, tempfile
held = tempfile.mkdtemp()
open(held + "/unpacked", "w").write("a unit")
print(held, flush=True)
sys.stdin.read()
"""
#: Starts a process that unpacks something, tells where, and is then killed with its own parent.
OWNER = """
import os, signal, sys
from simulrag.simulators.processes import Limits, Process
process = Process([sys.executable, "-c", sys.argv[1]], Limits(), "the program")
print(process.ask(b"").decode().strip(), flush=True)
os.killpg(process.pid, signal.SIGKILL)
os.kill(os.getpid(), signal.SIGKILL)
"""


def test_what_a_killed_program_left_is_removed_by_who_started_it(start):
    process = start(UNPACK)
    left = Path(process.ask(b"").decode().strip())
    assert (left / "unpacked").is_file()
    os.killpg(process.pid, signal.SIGKILL)
    process.end()
    assert not left.parent.exists()


def test_what_a_killed_owner_left_is_removed_by_the_next_and_what_is_in_use_is_not(
    start, tmp_path, monkeypatch
):
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    in_use = Path(start(UNPACK).ask(b"").decode().strip())
    run = subprocess.run(
        [*python(OWNER), UNPACK], capture_output=True, env={**os.environ, "TMPDIR": str(tmp_path)}
    )
    left = Path(run.stdout.decode().strip())
    assert run.returncode == -signal.SIGKILL
    assert left.is_dir()
    processes.remove_left_behind.cache_clear()
    start(ECHO)
    assert not left.parent.exists()
    assert (in_use / "unpacked").is_file()

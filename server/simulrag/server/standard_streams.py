"""Keeps standard output for the protocol alone, and lets a process end when its client has left."""

import logging
import os
import signal
import sys
import threading
from collections.abc import Generator
from contextlib import contextmanager, suppress

_log = logging.getLogger(__name__)
_IN, _OUT, _ERRORS = 0, 1, 2
#: How long what still computes may take to notice that it was stopped, s.
LEAVE_WITHIN = 5.0


@contextmanager
def output_on_stderr() -> Generator[None]:
    """Send standard output to standard error, also what C code and child processes write.

    The SDK does this while it serves; plug-ins are loaded before.
    """
    wire = os.dup(_OUT)
    os.dup2(_ERRORS, _OUT)
    try:
        yield
    finally:
        sys.stdout.flush()
        os.dup2(wire, _OUT)
        os.close(wire)


@contextmanager
def input_until_interrupted() -> Generator[None]:
    """Let Ctrl-C end standard input, as a client does that hangs up; it is raised at the end.

    What waits for input waits in a thread, which no signal reaches: it would neither end nor
    answer. A second Ctrl-C is Python's own again.
    """
    source, (end, feed) = os.dup(_IN), os.pipe()
    os.dup2(end, _IN)
    os.close(end)
    sink, lock = os.fdopen(feed, "wb"), threading.Lock()
    interrupted = threading.Event()

    def hang_up() -> None:
        with lock, suppress(OSError):
            sink.close()

    def hand_on() -> None:
        with suppress(OSError):
            while (chunk := os.read(source, 65_536)) and not interrupted.is_set():
                with lock:
                    sink.write(chunk)
                    sink.flush()
        hang_up()

    def interrupt(*_: object) -> None:
        interrupted.set()
        signal.signal(signal.SIGINT, signal.default_int_handler)
        threading.Thread(target=hang_up, daemon=True).start()

    threading.Thread(target=hand_on, daemon=True).start()
    before = signal.signal(signal.SIGINT, interrupt)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)
        os.dup2(source, _IN)
    if interrupted.is_set():
        raise KeyboardInterrupt


def close_output() -> None:
    """Send what was printed and not flushed, and all that will be, to standard error for good."""
    os.dup2(_ERRORS, _OUT)
    with suppress(OSError):  # a host that has left may have closed both
        sys.stdout.flush()


def leave() -> None:
    """End this process in LEAVE_WITHIN seconds if it does not end by itself until then.

    A plug-in that hangs keeps its thread, and Python waits for every thread.
    """
    timer = threading.Timer(LEAVE_WITHIN, _leave_now)
    timer.daemon = True
    timer.start()


def _leave_now() -> None:
    _log.warning("a computation does not stop; the process ends without it")
    os._exit(0)

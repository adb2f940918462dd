"""The worker process: one job a line on standard input, one result a line on standard output.

    python -m simulrag.simulators.urban.worker MEGABYTES

A job and a result are JSON objects; a result holds either `measured` or `error`. The process ends
with its input. What SUMO itself prints goes nowhere, so that it cannot be taken for a result.
"""

import json
import os
import sys
from typing import BinaryIO

from simulrag.simulators.urban.engine import simulate


def main() -> None:
    """Answer jobs until the input ends."""
    limit_memory(int(sys.argv[1]))
    results = _results()
    for line in sys.stdin.buffer:
        results.write(json.dumps(answer(line)).encode() + b"\n")
        results.flush()


def answer(line: bytes) -> dict[str, object]:
    """Return what a job gave, or why it failed."""
    try:
        return {"measured": simulate(**json.loads(line))}
    except Exception as error:  # noqa: BLE001 - whatever the engine raises is told to the parent
        return {"error": f"{type(error).__name__}: {error}"[:1_000]}


def limit_memory(megabytes: int) -> None:
    """Hold this process to an address space; nothing where the system knows no such limit."""
    if sys.platform == "win32":
        return
    import resource

    most = megabytes * 2**20
    resource.setrlimit(resource.RLIMIT_AS, (most, most))


def _results() -> BinaryIO:
    """Return the real standard output, and let whatever prints write nowhere instead."""
    results = os.fdopen(os.dup(1), "wb")
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, 1)
    os.dup2(nowhere, 2)
    return results


if __name__ == "__main__":
    main()

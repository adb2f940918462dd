"""The worker process: one job a line on standard input, one result a line on standard output.

    python -m simulrag.simulators.urban.engine_worker

A job and a result are JSON objects; a result holds either `measured` or `error`. The process ends
with its input. What SUMO itself prints cannot be taken for a result; its
errors are told in `error`, its warnings in `said` of what was measured.
"""

import json
import os
import sys
import tempfile
from typing import BinaryIO, cast

from simulrag.simulators.urban.engine import simulate

#: What is read of what the engine said, bytes.
MOST_SAID = 65_536


def main() -> None:
    """Answer jobs until the input ends."""
    results, said = _results(), _said()
    for line in sys.stdin.buffer:
        results.write(json.dumps(answer(line, said)).encode() + b"\n")
        results.flush()


def answer(line: bytes, said: BinaryIO) -> dict[str, object]:
    """Return what a job gave, or why it failed.

    said: what is printed to standard error, where the engine says what its exception does not.
    """
    said.truncate(0)
    try:
        measured = simulate(**json.loads(line))
        return {"measured": {**measured, "said": _printed(said, "Warning")}}
    except Exception as error:  # noqa: BLE001 - whatever the engine raises is told to the parent
        told = _printed(said, "Error") or [f"{error}"]
        return {"error": f"{type(error).__name__}: {told[0]}"[:1_000]}


def _printed(said: BinaryIO, kind: str) -> list[str]:
    """Return the lines of one kind that the engine printed, each once."""
    said.seek(0)
    lines = said.read(MOST_SAID).decode("utf-8", "replace").splitlines()
    return list(dict.fromkeys(line for line in lines if line.startswith(kind)))


def _results() -> BinaryIO:
    """Return the real standard output, and let whatever prints write nowhere instead."""
    results = os.fdopen(os.dup(1), "wb")
    os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
    return results


def _said() -> BinaryIO:
    """Return the file to which standard error goes from now on."""
    said = tempfile.TemporaryFile(mode="a+b", buffering=0)  # noqa: SIM115 - open to the end
    os.dup2(said.fileno(), 2)
    return cast(BinaryIO, said)


if __name__ == "__main__":
    main()

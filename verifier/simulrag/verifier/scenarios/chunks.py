"""What a worker does: it runs the calls of one chunk and returns their texts.

Only ids, calls, texts and members travel; a worker keeps nothing, so that whatever becomes of it,
the chunk can be run again elsewhere.
"""

import os
import socket
import time
from collections.abc import Sequence

from pydantic import Field

from simulrag.simulators.errors import RunFailed, SimulatorError
from simulrag.simulators.external.simulator import ExternalSimulator
from simulrag.simulators.interface import Frozen, Simulator
from simulrag.simulators.registry import installed
from simulrag.verifier.evidence_tables import stored_text
from simulrag.verifier.scenarios.asked import Asked, Refused


class Made(Frozen):
    """What became of a chunk, by whom, and how long its processor worked on it."""

    #: Run id -> text.
    texts: dict[str, str]
    #: Run id -> members of its outputs, of runs that would have to be made again for them.
    members: dict[str, dict[str, tuple[float, ...]]] = Field(default_factory=dict)
    failed: tuple[Refused, ...]
    #: Machine and process.
    worker: str
    processor_seconds: float


def run_chunk(chunk: Sequence[Asked]) -> Made:
    """Run the calls of a chunk. What a simulator refuses or breaks on is told, never raised."""
    begun = time.process_time()
    texts: dict[str, str] = {}
    members: dict[str, dict[str, tuple[float, ...]]] = {}
    failed: list[Refused] = []
    for asked in chunk:
        try:
            simulator = installed().simulator(asked.call.simulator)
            text = _run(asked, simulator)
            if isinstance(simulator, ExternalSimulator):
                drawn = simulator.samples(asked.call)
                members[asked.id] = {name: tuple(one) for name, one in drawn.items()}
            texts[asked.id] = text
        except SimulatorError as error:
            failed.append(_refused(asked, error.reason, str(error)))
        except Exception as error:  # noqa: BLE001 - a plug-in's fault must not lose the chunk
            told = f"{type(error).__name__}: {str(error).partition(chr(10))[0]}"
            failed.append(_refused(asked, RunFailed.reason, told))
    return Made(
        texts=texts,
        members=members,
        failed=tuple(failed),
        worker=f"{socket.gethostname()}:{os.getpid()}",
        processor_seconds=time.process_time() - begun,
    )


def _run(asked: Asked, simulator: Simulator) -> str:
    run = simulator.run(asked.call)
    if run.id != asked.id:
        raise RunFailed(
            f"{asked.call.simulator} on the worker {socket.gethostname()} is version "
            f"{simulator.version}, another than here, or returned another call's run; install the "
            "same simulrag on every worker"
        )
    return stored_text(run)


def _refused(asked: Asked, reason: str, message: str) -> Refused:
    return Refused(line=asked.line, reason=reason, message=message, call=asked.call)

"""A simulator that counts its runs, may be slow and may be told to break."""

import math
import threading

from plain_run import plain_run
from simulrag.simulators.interface import (
    Call,
    Candidate,
    Function,
    Output,
    Parameter,
    Quantity,
    Run,
)
from simulrag.verifier.claims import Verdict

FALL = Function(
    name="fall",
    title="Fall",
    description="Time that a stone takes to fall.",
    parameters=(
        Parameter(name="height", kind="number", description="height", unit="m", low=0, high=1e6),
        Parameter(name="town", kind="place", description="where", required=False, default="Pisa"),
    ),
    outputs=(Output(name="time", kind="number", description="time of fall", unit="s"),),
    context="",
)


class Stone:
    """A falling stone that counts its falls and may be told to break."""

    name = "stone"
    title = "Stone"
    description = "Falls."
    functions = (FALL,)

    def __init__(self, version="1", delay=0.0, error=None, value=None):
        self.version = version
        self.delay = delay
        self.error = error
        self.value = value
        self.falls = 0
        self.together = 0
        self.most_together = 0
        self._guard = threading.Lock()

    def run(self, call: Call) -> Run:
        with self._guard:
            self.falls += 1
            self.together += 1
            self.most_together = max(self.most_together, self.together)
        threading.Event().wait(self.delay)
        with self._guard:
            self.together -= 1
        if self.error is not None:
            raise self.error
        seconds = math.sqrt(2 * call.arguments["height"] / 9.81)
        return made(call, self.version, seconds if self.value is None else self.value)

    def find(self, parameter: str, text: str) -> tuple[Candidate, ...]:
        raise NotImplementedError

    def handbook(self) -> str:
        raise NotImplementedError


def made(call: Call, version: str, seconds: float, **more) -> Run:
    time = Quantity(value=seconds, unit="s")
    return plain_run(call, version, **{"context": "It falls.", "time": time, **more})


def fall(height, **more) -> Call:
    return Call(simulator="stone", function="fall", arguments={"height": height}, **more)


def verdict(*run_ids, text="It takes 2 s.") -> Verdict:
    return Verdict(text=text, verdict="supported", updated=text, run_ids=run_ids)

"""A simulator that takes as long as a test wants, tells how far it is and can be stopped."""

import threading

from plain_run import plain_run
from simulrag.simulators.interface import (
    Call,
    Candidate,
    Function,
    Output,
    Parameter,
    Run,
    Series,
)
from simulrag.simulators.progress import Stopped, step

SWING = Function(
    name="swing",
    title="Swing",
    description="Swings of a rope in a minute.",
    parameters=(
        Parameter(name="length", kind="number", description="length", unit="m", low=0, high=100),
    ),
    outputs=(Output(name="swings", kind="number", description="swings", unit=""),),
    context="",
)


class Rope:
    """Swings until `release` is set; `stopped` is set when a computation was stopped."""

    name = "rope"
    title = "Rope"
    version = "1"
    description = "Swings."
    functions = (SWING,)

    def __init__(self) -> None:
        self.release = threading.Event()
        self.begun = threading.Event()
        self.stopped = threading.Event()
        self.runs = 0

    def run(self, call: Call) -> Run:
        self.runs += 1
        self.begun.set()
        try:
            for turn in range(10_000):
                step(min(turn, 40), 100)
                if self.release.wait(0.01):
                    break
        except Stopped:
            self.stopped.set()
            raise
        course = Series(
            unit="1/min",
            times=("2020", "2021", "2022"),
            values=(1.0, 2.0, 4.0),
            low=(0.5, 1.0, 3.0),
            high=(2.0, 3.0, 5.0),
        )
        return plain_run(
            call, self.version, context="The rope swings.", swings=30.0, series={"swings": course}
        )

    def find(self, parameter: str, text: str) -> tuple[Candidate, ...]:  # noqa: ARG002
        return ()

    def handbook(self) -> str:
        return "A rope."

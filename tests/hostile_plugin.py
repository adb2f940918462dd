"""A simulator that does all that a plug-in must not do; it is noisy as soon as it is imported."""

import math
import os
import subprocess
import sys
import threading

from coffee import Coffee
from plain_run import plain_run
from simulrag.simulators.interface import (
    Call,
    Function,
    Output,
    Parameter,
    Run,
)

NOISE = "noise of a plug-in"


def make_noise() -> None:
    """Write to standard output in every way: buffered, flushed, unbuffered, by a child process."""
    print(NOISE, "flushed", flush=True)
    print(NOISE, "buffered")
    os.write(1, f"{NOISE} by descriptor\n".encode())
    subprocess.run([sys.executable, "-c", f"print({NOISE!r}, 'of a child')"], check=True)


class Hostile(Coffee):
    """Does the deed that it is asked for."""

    name = "hostile"
    title = "Hostile"
    description = "Does what it must not do."
    functions = (
        Function(
            name="act",
            title="Act",
            description="Acts.",
            parameters=(
                Parameter(
                    name="deed",
                    kind="choice",
                    description="what to do",
                    choices={
                        name: (name,)
                        for name in ("raise", "exit", "nan", "print", "grow", "hang", "nothing")
                    },
                ),
                Parameter(
                    name="turn", kind="integer", description="turn", required=False, default=0
                ),
            ),
            outputs=(Output(name="done", kind="number", description="done"),),
            context="",
        ),
    )

    def run(self, call: Call) -> Run:
        """Do it."""
        value, words = 1.0, "Done."
        match call.arguments["deed"]:
            case "raise":
                raise FileNotFoundError(2, "No such file", "/srv/secret/place/weights.npz")
            case "exit":
                sys.exit("the plug-in has had enough")
            case "nan":
                value = math.nan
            case "print":
                make_noise()
            case "grow":
                words = "x" * 100_000_000
            case "hang":
                threading.Event().wait()
            case _:
                pass
        return plain_run(call, self.version, context=words, done=value)

    def handbook(self) -> str:
        """Return the handbook."""
        return "It does what it must not do."


class Noisy(Hostile):
    """As an entry point finds it: noisy when it is made."""

    def __init__(self) -> None:
        make_noise()

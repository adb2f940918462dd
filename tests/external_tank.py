"""Writes a simulator of every kind into a folder: a tank, and what it does wrong if asked to."""

import json
import math
import sys
from pathlib import Path

from simulrag.simulators.external.simulator import ExternalSimulator, from_file

#: What the declarations have in common; the level is inflow / 20 * (1 - exp(-minutes / 60)).
DECLARED = """
name = "{name}"
title = "Water tank"
description = "How high the water stands in a leaking tank. Nothing about its quality."
version = "1"

[run]
{run}

[functions.level]
title = "Water level"
[functions.level.parameters.inflow]
unit = "l/min"
range = [0, 100]
words = ["inflow"]
[functions.level.parameters.minutes]
unit = "minute"
range = [0, 600]
words = ["after", "minutes"]
[functions.level.outputs.level]
unit = "m"
description = "height of the water"
words = ["water level"]
range = [0, 5]
[functions.level.outputs.state]
choices = ["low", "high"]
words = ["state of the tank"]
[functions.level.example]
inflow = 10
minutes = 30
"""

#: A deed replaces the program's one line that answers.
DEEDS = {
    "nothing": "print(json.dumps(right))",
    "leave": "sys.exit('no licence in /srv/secret/place/key.txt')",
    "raise": "right['outputs'][3]",
    "hang with children": "subprocess.run([sys.executable, '-c', 'import time; time.sleep(600)'])",
    "silence": "pass",
    "memory": "held = bytearray(4 * 2**30)\nprint(json.dumps(right))",
}
#: What of a deed is told.
TOLD = {
    "leave": "ended with exit code 1; its last words: no licence in key.txt",
    "raise": "its last words: KeyError: 3",
    "hang with children": "took longer than 1 s and was ended",
    "silence": "answered nothing; it must answer one JSON object",
    "memory": "MemoryError",
}

_PROGRAM = """
import json, math, os, subprocess, sys, time
asked = json.load(sys.stdin)
held = asked["arguments"]
level = held["inflow"] / 20 * (1 - math.exp(-held["minutes"] / 60))
right = {{"outputs": {{"level": level, "state": "high" if level > 1 else "low"}}}}
{deed}
"""


def level(inflow: float, minutes: float) -> float:
    """Return the height of the water, m: what a right program answers."""
    return inflow / 20 * (1 - math.exp(-minutes / 60))


def write(folder: Path, run: str, name: str = "tank") -> Path:
    """Write a declaration and return its file."""
    home = folder / name
    home.mkdir(parents=True, exist_ok=True)
    (home / "handbook.md").write_text("# Tank\n\nA tank that leaks.\n\n{{tables}}\n")
    path = home / "simulator.toml"
    path.write_text(DECLARED.format(name=name, run=run))
    return path


def program(folder: Path, deed: str = "nothing", name: str = "tank", limits: str = "") -> Path:
    """Write a tank whose program is started for each call, and return its declaration's file."""
    run = f'kind = "program"\ncommand = {json.dumps([sys.executable, "model.py"])}\n'
    tight = "seconds = 10\nmegabytes = 1024\noutput_megabytes = 1\n"
    path = write(folder, run + (limits or tight), name)
    (path.parent / "model.py").write_text(_PROGRAM.format(deed=DEEDS[deed]))
    return path


def tank(
    folder: Path, deed: str = "nothing", name: str = "tank", limits: str = ""
) -> ExternalSimulator:
    """Return such a tank."""
    return from_file(program(folder, deed, name, limits))

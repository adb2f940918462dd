"""Writes the tank as each kind of simulator but an FMU; a fault is asked for by its inflow."""

import json
import sys
from collections.abc import Callable
from pathlib import Path

from external_tank import write

TESTS = str(Path(__file__).parent)

_FAULTS = f"""
import json, os, sys, time
sys.path.insert(0, {TESTS!r})
from tank_faults import FAULTS, STRANGER, reply
def act(inflow):
    if inflow == FAULTS["crash"]: os.abort()
    if inflow == FAULTS["hang"]: time.sleep(600)
    if inflow == FAULTS["gigabyte"]:
        for _ in range(1024): sys.stdout.write("x" * 2**20)
    if inflow == FAULTS["garbage"]: print("Loading tables ... done.", flush=True)
"""
KEPT = f"""{_FAULTS}
for line in sys.stdin:
    asked = json.loads(line)
    inflow = asked["arguments"]["inflow"]
    act(inflow)
    told = reply(*asked["arguments"].values(), official=False)
    if "outputs" in told: told["warnings"] = [f"process {{os.getpid()}}"]
    print(json.dumps({{"id": 0 if inflow == STRANGER else asked["id"], **told}}), flush=True)
"""
OFFICIAL = f"""{_FAULTS}
asked = json.load(sys.stdin)
act(asked["arguments"]["inflow"])
told = reply(*asked["arguments"].values(), official=True)
if "error" in told: sys.exit(told["error"])
print(json.dumps(told))
"""
FUNCTIONS = f'''{_FAULTS}
from typing import Annotated, Literal, NamedTuple
from pydantic import Field
from simulrag.simulators.external.functions import Unit, Words, simulator_function

class Water(NamedTuple):
    level: Annotated[float, Unit("m"), Words("water level")]
    state: Annotated[Literal["low", "high"], Words("state of the tank")]

@simulator_function(title="Water level", example={{"inflow": 10, "minutes": 30}})
def level(
    inflow: Annotated[float, Field(ge=0, le=100), Unit("l/min"), Words("inflow")],
    minutes: Annotated[float, Field(ge=0, le=600), Unit("minute"), Words("after", "minutes")],
) -> Water:
    """How high the water stands."""
    if inflow != FAULTS["gigabyte"]: act(inflow)  # printed, it would only be noise
    told = reply(inflow, minutes, official=False)
    if "error" in told: raise ValueError(told["error"])
    if inflow == FAULTS["gigabyte"]: return told["outputs"] | {{"state": "x" * 2**26}}
    return told["outputs"]
'''


def kept(home: Path, limits: str, _: str) -> Path:
    command = json.dumps([sys.executable, "model.py"])
    path = write(home, f'kind = "program"\npersistent = true\ncommand = {command}\n{limits}')
    (path.parent / "model.py").write_text(KEPT)
    return path


def functions(home: Path, limits: str, _: str) -> Path:
    path = write(home, f'kind = "functions"\nmodule = "model"\n{limits}')
    path.write_text(path.read_text().partition("[functions.level]")[0])
    (path.parent / "model.py").write_text(FUNCTIONS)
    return path


def official(home: Path, limits: str, _: str) -> Path:
    path = write(home, f'kind = "contract"\ncommand = ["{{python}}", "model.py"]\n{limits}')
    (path.parent / "model.py").write_text(OFFICIAL)
    return path


def service(home: Path, limits: str, url: str) -> Path:
    return write(home, f'kind = "service"\nurl = "{url}"\n{limits}')


def official_by_post(home: Path, limits: str, url: str) -> Path:
    return write(home, f'kind = "contract"\nurl = "{url}"\n{limits}')


KINDS: dict[str, Callable[[Path, str, str], Path]] = {
    "program": kept,
    "functions": functions,
    "contract": official,
    "service": service,
    "contract by POST": official_by_post,
}

"""A server that only answers never loads torch, which trains, and simulates on GPUs."""

import json
from pathlib import Path

import pytest

from python_process import python

SEASON = (
    'epidemiology.season(states=[{}], r0=2.2, start_date="2022-10-01", seasonality="moderate", '
    "immunity=20, members=20)"
)
FORMULAS = [
    "probability(O.peak > 300)",
    'at(O.effective_reproduction_number, "2022-12-01")',
    f"argmax({SEASON.format('s')}.peak for s in states)",
]
PROGRAM = """
import json, sys
from server.conversation import call, data
from server.real_calls import answered
from simulrag.server.app import build_server
from simulrag.simulators.registry import installed

answered(installed())
server = build_server()
for name in ("climate", "epidemiology"):
    for function in installed().simulator(name).functions:
        if function.example:
            data(call(server, f"simulate_{name}", function=function.name, **function.example))
formulas, let = json.loads(sys.argv[1])
made = data(call(server, "compute", formulas=formulas, let=let))
print(json.dumps([[one.get("problem") for one in made["values"]], "torch" in sys.modules]))
"""


@pytest.mark.slow
def test_a_call_of_every_tool_and_function_is_answered_without_torch() -> None:
    given = json.dumps([FORMULAS, {"O": SEASON.format('"Ohio"')}])
    done = python("-c", PROGRAM, given, cwd=Path(__file__).parents[1], check=False)
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout) == [[None] * len(FORMULAS), False]

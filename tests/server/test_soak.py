"""The soak of `benchmarks/soak.py`, for as long as a few of its faults take."""

import json
from pathlib import Path

import pytest

from python_process import python

SOAK = Path(__file__).parents[2] / "benchmarks" / "soak.py"
FAULTS = ("disk full, worker killed", "database locked", "stdio server killed")


@pytest.mark.slow
@pytest.mark.long
def test_a_server_that_much_goes_wrong_with_loses_nothing_and_recovers_by_itself():
    chosen = [word for name in FAULTS for word in ("--fault", name)]
    done = python(SOAK, "--seconds", "1", "--flat", "0", "--json", *chosen, check=False)
    if done.stderr.startswith("no disk of its own"):
        pytest.skip(done.stderr)
    found = json.loads(done.stdout)
    assert found["failed"] == [], found
    assert found["accepted"] > 20
    assert set(found["recovered"]) == set(FAULTS)
    assert any("evidence_store" in refused for refused in found["refused"])
    assert found["file"]["verdicts"] > 0
    assert found["again"] > 20

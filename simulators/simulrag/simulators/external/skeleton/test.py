"""Tests of the simulator NAME: python -m pytest in this folder."""

import math
from pathlib import Path

import pytest
from simulrag.simulators.external.simulator import from_file
from simulrag.simulators.interface import Call
from simulrag.simulators.registry import Registry
from simulrag.verifier.check import check_text
from simulrag.verifier.conformance.kit import findings
from simulrag.verifier.evidence import EvidenceStore

SAYS = "With an inflow of 20 l/min the water level after 60 minutes is {} m."


@pytest.fixture(scope="module")
def simulator():
    return from_file(Path(__file__).with_name("simulator.toml"))


@pytest.mark.parametrize("minutes", [0, 1, 60, 600])
def test_the_level_follows_the_law_of_the_leaking_tank(simulator, minutes):
    arguments = {"inflow": 20, "minutes": minutes}
    made = simulator.run(Call(simulator="NAME", function="water_level", arguments=arguments))
    assert made.outputs["level"].value == pytest.approx(1 - math.exp(-minutes / 60))


@pytest.mark.parametrize(("number", "verdict"), [("0.63", "supported"), ("0.8", "refuted")])
def test_a_claim_about_the_level_is_decided(simulator, number, verdict):
    with EvidenceStore() as store:
        checked = check_text(SAYS.format(number), "", Registry([simulator]), store)
    assert [one.verdict for one in checked.verdicts] == [verdict]


def test_the_conformance_kit_finds_nothing_wrong(simulator):
    assert [one for one in findings(simulator) if one.state != "ok"] == []

"""A reply says a reason once, with the numbers of the claims that it is about."""

from typing import Any

import pytest

from coffee import Coffee
from server.conversation import call, said
from simulrag.server.app import build_server
from simulrag.simulators.registry import Registry
from verifier.formulas.gauge import Gauge

MISSPELT = 'gauge.gauge(river="Ann", rain=20).levle'


@pytest.fixture
def server() -> Any:
    return build_server(Registry([Coffee(), Gauge()]))


def wrong(metres: int) -> dict[str, str]:
    text = f"After 20 mm of rain the level of the river Ann is {metres} m."
    return {"text": text, "formula": f"{MISSPELT} == {metres}"}


@pytest.mark.parametrize("tool", ["verify_claims", "assess_boundary"])
def test_claims_that_fail_for_one_reason_share_it(server, tool):
    other = {"text": "Coffee is tasty.", "formula": 'coffee.cooling(cup="mug").aroma == 3'}
    told = said(call(server, tool, claims=[wrong(1), other, wrong(2), wrong(3)]))
    assert told.count("did you mean level?") == 1
    assert "Why (1, 3, 4): bad_formula: gauge has no output 'levle'" in told
    assert told.count("see Why (1, 3, 4)") == 3
    assert told.count("no output 'aroma'") == 1


def test_formulas_that_fail_for_one_reason_share_it(server):
    told = said(call(server, "compute", formulas=[f"{MISSPELT} + 1", f"{MISSPELT} + 2"]))
    assert told.count("did you mean level?") == 1
    assert "Why (1, 2): " in told


def test_what_no_other_item_shares_stands_beside_it(server):
    told = said(call(server, "verify_claims", claims=[wrong(1)]))
    assert "Why" not in told
    assert "did you mean level?" in told.splitlines()[1]

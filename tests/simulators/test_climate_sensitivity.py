"""Assessed sensitivities against AR6 WG1: SPM A.4.4 and D.1.1, executive summary of chapter 7."""

import pytest

from simulrag.simulators.climate.simulator import ClimateSimulator
from simulrag.simulators.interface import Call, Quantity, Run


@pytest.fixture(scope="module")
def run() -> Run:
    """The run of the function `sensitivity`, which takes nothing."""
    return ClimateSimulator().run(Call(simulator="climate", function="sensitivity", arguments={}))


@pytest.mark.parametrize(
    ("name", "best", "likely", "very_likely"),
    [
        ("equilibrium_climate_sensitivity", 3.0, (2.5, 4.0), (2.0, 5.0)),
        ("transient_climate_response", 1.8, (1.4, 2.2), (1.2, 2.4)),
        ("warming_per_1000_gt_co2", 0.45, (0.27, 0.63), None),
    ],
)
def test_best_estimate_and_both_ranges_are_those_of_the_report(
    name: str,
    best: float,
    likely: tuple[float, float],
    very_likely: tuple[float, float] | None,
    run: Run,
) -> None:
    value = run.outputs[name]
    assert isinstance(value, Quantity)
    assert value.value == best
    held = {r.level: (r.low, r.high) for r in value.ranges}
    assert value.level is not None
    assert value.low is not None
    assert value.high is not None
    held[value.level] = (value.low, value.high)
    expected = {0.66: likely} | ({0.9: very_likely} if very_likely else {})
    assert held == expected


def test_a_published_figure_is_observed_and_not_evaluated(run: Run) -> None:
    assert run.source == "observed"
    assert run.check.verdict == "not_evaluated"
    assert "AR6" in run.resolved["source"]

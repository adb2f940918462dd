"""What was assessed and measured, against the printed figures."""

import numpy as np
import pytest
from pydantic import JsonValue

from simulrag.simulators.arguments import validate
from simulrag.simulators.climate.simulator import ClimateSimulator
from simulrag.simulators.errors import MissingCondition, OutOfRange, UnknownName
from simulrag.simulators.interface import Call, Run
from simulrag.simulators.output_operations import number

CLIMATE = ClimateSimulator()
FUNCTIONS = {function.name: function for function in CLIMATE.functions}


def run(function: str, **arguments: JsonValue) -> Run:
    valid = validate(FUNCTIONS[function], arguments)
    return CLIMATE.run(Call(simulator="climate", function=function, arguments=valid))


@pytest.mark.parametrize(
    ("period", "scenario", "best", "low", "high"),
    [
        ("2011–2020", None, 1.09, 0.95, 1.20),
        ("2001 to 2020", None, 0.99, 0.84, 1.10),
        ("2081-2100", "SSP1-1.9", 1.4, 1.0, 1.8),
        ("2041-2060", "ssp370", 2.1, 1.7, 2.6),
        ("2081-2100", "SSP5-8.5", 4.4, 3.3, 5.7),
    ],
)
def test_assessed_warming_is_as_printed(
    period: str, scenario: str | None, best: float, low: float, high: float
) -> None:
    found = run("assessment", period=period, scenario=scenario)
    value = number(found, "assessed_warming")
    assert (value.value, value.low, value.high) == (best, low, high)
    assert value.value_low is not None
    assert value.value_low < best
    assert found.source == "observed"


def test_a_later_period_needs_a_scenario_and_an_earlier_one_has_none() -> None:
    with pytest.raises(MissingCondition, match="ssp119"):
        run("assessment", period="2041-2060")
    with pytest.raises(OutOfRange, match="leave it out"):
        run("assessment", period="2011-2020", scenario="ssp245")
    with pytest.raises(UnknownName):
        run("assessment", period="1900-1950")


def test_reanalysis_gives_known_cities_their_climate() -> None:
    """Normals of national weather services, °C."""
    normals = {"Paris": 12.0, "Chicago": 10.0, "Tokyo": 15.5, "Sydney": 17.9, "Moscow": 5.5,
               "Singapore": 27.5, "Denver": 10.0, "Reykjavík": 4.8}  # fmt: skip
    errors = []
    for place, normal in normals.items():
        value = number(run("observed", place=place), "observed_temperature")
        errors.append(abs(value.value - normal))
        assert value.low is not None
        assert value.high is not None
        assert value.low < normal < value.high
    assert np.median(errors) < 1.2

"""Units of physics and engineering are read as they are written, and turned into each other."""

import pint
import pytest

from simulrag.simulators.operations import Interval
from simulrag.simulators.unit_words import QUANTITIES, for_pint
from simulrag.verifier.quantities import family, quantities
from simulrag.verifier.reading.text import normalise
from simulrag.verifier.units import UnitMismatchError, convert


@pytest.mark.parametrize(
    ("text", "unit"),
    [
        ("3 MW", "MW"),
        ("3 megawatts", "MW"),
        ("3 mw", ""),
        ("10 litres per minute", "l/min"),
        ("10 L/min", "l/min"),
        ("5 m³/s", "m3/s"),
        ("5 m/s", "m/s"),
        ("5 m", "m"),
        ("5 W/m2", "W/m2"),
        ("2 a day", ""),
        ("12 V", "V"),
        ("12 v", ""),
        ("1.2 bar", "bar"),
    ],
)
def test_a_unit_is_read_where_its_capitals_fit(text: str, unit: str) -> None:
    (found,) = quantities(normalise(f"It is {text}."))
    assert found.unit == unit


def test_every_unit_is_one_of_pints_and_of_its_familys_dimension() -> None:
    registry = pint.UnitRegistry()
    of: dict[str, set[str]] = {}
    for unit, quantity in QUANTITIES.items():
        found = registry.parse_units(for_pint(unit))
        of.setdefault(quantity, set()).add(str(found.dimensionality))
    of.pop("concentration")  # parts per million have no dimension, mg/l have one
    assert {quantity: kinds for quantity, kinds in of.items() if len(kinds) != 1} == {}


@pytest.mark.parametrize(
    ("number", "unit", "wanted", "value"),
    [
        (2, "kW", "W", 2000),
        (36, "km/h", "m/s", 10),
        (3600, "l/h", "l/min", 60),
        (1, "m3/s", "l/s", 1000),
    ],
)
def test_one_unit_is_turned_into_another(
    number: float, unit: str, wanted: str, value: float
) -> None:
    assert family(unit) == family(wanted)
    made = convert(Interval(low=number, high=number), unit, wanted, difference=False)
    assert made.low == pytest.approx(value)


def test_power_is_not_energy() -> None:
    with pytest.raises(UnitMismatchError):
        convert(Interval(low=1, high=1), "kW", "kWh", difference=False)

"""Units as they are printed."""

import pytest

from simulrag.simulators.unit_notation import symbol


@pytest.mark.parametrize(
    ("unit", "number", "printed"),
    [
        ("delta_degC", "2.1", "°C"),
        ("percent", "3", "%"),
        ("day", "1", "day"),
        ("day", "1.0", "day"),
        ("day", "10", "days"),
        ("per 100,000", "2", "per 100,000"),
        ("(delta_degC)*(delta_degC)", "0.3", "°C·°C"),
        ("1/(delta_degC)", "0.3", "1/°C"),
        ("(percent)/(veh/h)", "0.3", "%/(veh/h)"),
        ("(per 100,000)*(day)", "2", "(per 100,000)·day"),
    ],
)
def test_a_unit_is_printed_as_a_person_writes_it(unit, number, printed):
    assert symbol(unit, number) == printed

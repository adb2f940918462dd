"""Whether influenza can spread, against R0 (1 - immunity) = 1."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from simulrag.simulators.arguments import validate
from simulrag.simulators.epidemiology.invasion import INVASION
from simulrag.simulators.epidemiology.simulator import EpidemiologySimulator
from simulrag.simulators.errors import SimulatorError
from simulrag.simulators.interface import Call, Label, Quantity, Run


def run(r0: float, immunity: float) -> Run:
    given = validate(INVASION, {"r0": r0, "immunity": immunity})
    call = Call(simulator="epidemiology", function="invasion", arguments=given)
    return EpidemiologySimulator().run(call)


def effective(made: Run) -> float:
    value = made.outputs["effective_r"]
    assert isinstance(value, Quantity)
    return value.value


@given(r0=st.floats(0.5, 6), immunity=st.floats(0, 99))
def test_it_spreads_exactly_where_a_case_infects_more_than_one(r0: float, immunity: float) -> None:
    made = run(r0, immunity)
    expected = r0 * (100 - immunity) / 100
    assert effective(made) == pytest.approx(expected, rel=1e-12, abs=1e-12)
    if abs(expected - 1) > 1e-9:
        wanted = "can spread" if expected > 1 else "dies out"
        assert made.outputs["spread"] == Label(value=wanted)


@given(r0=st.floats(0.5, 6), low=st.floats(0, 99), high=st.floats(0, 99))
def test_more_immunity_never_lets_it_spread_more(r0: float, low: float, high: float) -> None:
    low, high = sorted((low, high))
    assert effective(run(r0, high)) <= effective(run(r0, low))


@pytest.mark.parametrize(
    ("r0", "immunity", "parameter"),
    [(7.0, 10.0, "r0"), (0.1, 10.0, "r0"), (2.0, 101.0, "immunity"), (2.0, -1.0, "immunity")],
)
def test_what_is_out_of_range_is_refused_by_name(
    r0: float, immunity: float, parameter: str
) -> None:
    with pytest.raises(SimulatorError) as caught:
        run(r0, immunity)
    assert caught.value.parameter == parameter

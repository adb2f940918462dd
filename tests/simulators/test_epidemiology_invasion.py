"""Whether influenza can spread, against R0 (1 - immunity) = 1."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import JsonValue

import influenza
from influenza import number
from simulrag.simulators.errors import SimulatorError
from simulrag.simulators.interface import Label, Run


def run(r0: float, immunity: float, **when: JsonValue) -> Run:
    return influenza.run("invasion", r0=r0, immunity=immunity, **when)


def effective(made: Run) -> float:
    return number(made, "effective_r")


@given(r0=st.floats(0.5, 6), immunity=st.floats(0, 99))
def test_it_spreads_exactly_where_a_case_infects_more_than_one(r0, immunity):
    made = run(r0, immunity)
    expected = r0 * (100 - immunity) / 100
    assert effective(made) == pytest.approx(expected, rel=1e-12, abs=1e-12)
    if abs(expected - 1) > 1e-9:
        wanted = "can spread" if expected > 1 else "dies out"
        assert made.outputs["spread"] == Label(value=wanted)


@pytest.mark.parametrize(
    ("r0", "immunity", "parameter"),
    [(7.0, 10.0, "r0"), (0.1, 10.0, "r0"), (2.0, 101.0, "immunity"), (2.0, -1.0, "immunity")],
)
def test_what_is_out_of_range_is_refused_by_name(r0, immunity, parameter):
    with pytest.raises(SimulatorError) as caught:
        run(r0, immunity)
    assert caught.value.parameter == parameter


@pytest.mark.parametrize("preset", ["gleam", "textbook"])
@pytest.mark.parametrize("seasonality", ["none", "moderate", "high"])
@pytest.mark.parametrize("start_date", ["2022-08-20", "2022-10-04", "2023-01-15"])
def test_both_functions_tell_one_reproduction_number_of_the_first_day(
    preset, seasonality, start_date
):
    when: dict[str, JsonValue] = {
        "preset": preset, "seasonality": seasonality, "start_date": start_date,
    }  # fmt: skip
    alone, simulated = (
        run(1.4, 10, **when),
        influenza.run("season", states=["Ohio"], r0=1.4, immunity=10, **when),
    )
    assert alone.outputs["start_r"] == simulated.outputs["start_r"]
    value = number(alone, "start_r")
    rises = "peak_date" in simulated.outputs
    wanted = Label(value="can spread" if value > 1 else "dies out")
    assert alone.outputs.get("spread") == (wanted if value > 1 or not rises else None)
    course = simulated.series["effective reproduction number"]
    assert course.values[0] == pytest.approx(value, rel=2e-3)  # some are ill on that day


def test_a_virus_that_spreads_at_the_height_of_a_season_may_not_do_so_in_autumn_or_at_all():
    height = run(1.15, 0)
    always = run(1.15, 0, seasonality="moderate", start_date="2022-09-10", preset="gleam")
    autumn = run(1.15, 0, seasonality="high", start_date="2022-09-10", preset="textbook")
    assert height.outputs["spread"] == Label(value="can spread")
    assert always.outputs["spread"] == Label(value="dies out")
    # Neither is true of the whole season.
    assert "spread" not in autumn.outputs
    assert "can later" in autumn.context


def test_without_date_or_seasonality_there_is_no_number_of_the_first_day():
    assert "start_r" not in run(1.4, 10).outputs
    assert "start_r" not in run(1.4, 10, seasonality="high").outputs

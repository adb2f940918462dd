"""The emulator of the corridor: what it refuses, what it keeps to, and its error where SUMO is."""

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from corridor import engine, run
from simulrag.simulators.errors import OutOfRange
from simulrag.simulators.handbook import render
from simulrag.simulators.interface import Call
from simulrag.simulators.registry import Registry
from simulrag.simulators.urban import simulator as registered
from simulrag.simulators.urban.corridor import Corridor
from simulrag.simulators.urban.emulated_run import emulated_outputs
from simulrag.simulators.urban.emulator import LEARNT, means, shipped
from simulrag.simulators.urban.functions import CORRIDOR
from simulrag.simulators.urban.outputs import least
from simulrag.simulators.urban.replications import replicated
from simulrag.simulators.urban.simulator import UrbanSimulator
from simulrag.verifier.evidence import EvidenceStore

SETTINGS = st.builds(
    lambda limit, demand, lanes, signal: Corridor.of(
        {"speed_limit": limit, "demand": demand, "lanes": lanes, "signal": signal}
    ),
    st.floats(-75.0, 0.0),
    st.floats(-60.0, 60.0),
    st.integers(1, 2),
    st.sampled_from(["fixed-time", "actuated", "green wave", "unsignalled"]),
)


@pytest.fixture
def emulating(monkeypatch: pytest.MonkeyPatch) -> UrbanSimulator:
    monkeypatch.setattr(registered, "engine_version", lambda: "")
    return UrbanSimulator()


@given(SETTINGS)
def test_what_is_answered_is_possible(corridor: Corridor) -> None:
    try:
        (made,) = means(shipped(), [corridor])
    except OutOfRange:
        # Less traffic than the road was built for, on all of its lanes, always fits.
        assert corridor.lanes == 1 or corridor.demand > 800.0
        return
    assert all(math.isfinite(value) for value in made.values())
    assert 1.0 <= made["idling_time"] < made["travel_time"]
    # Nobody is faster than the limit with its spread, and no road is longer than it is.
    assert made["speed"] < 3.6 * corridor.limit * 1.1
    assert 970.0 < made["distance"] < 1_000.0
    assert 2.2 < made["co2"] / made["fuel"] < 2.45


def test_a_value_at_the_floor_of_the_model_says_that_it_is_one(emulating: UrbanSimulator) -> None:
    low = run(emulating, signal="green wave")
    idle = low.outputs["idling_time"]
    assert idle.value == idle.value_low == idle.low == 1.0
    assert [one for one in low.warnings if one.startswith("idling_time 1.00 second is the least")]
    usual = run(emulating)
    assert not [one for one in usual.warnings if "the least" in one]


def test_a_road_that_overflows_is_refused_with_what_would_decide_it(
    emulating: UrbanSimulator,
) -> None:
    with pytest.raises(OutOfRange, match="not trained") as refused:
        run(emulating, lanes=1, demand=60)
    assert "simulrag[urban]" in str(refused.value)


def test_a_run_says_that_it_is_emulated_and_how_far_it_is_off(emulating: UrbanSimulator) -> None:
    made = run(emulating, speed_limit=-30, signal="unsignalled")
    assert "emulat" in made.warnings[0].casefold()
    assert made.resolved["method"].startswith("emulator")
    assert made.check.verdict == "not_evaluated"
    assert list(made.outputs) == [output.name for output in CORRIDOR.outputs]
    for quantity in made.outputs.values():
        assert quantity.low <= quantity.value_low <= quantity.value


def test_nothing_changed_is_exactly_no_change(emulating: UrbanSimulator) -> None:
    made = run(emulating)
    for output in CORRIDOR.outputs:
        if output.changes_of:
            quantity = made.outputs[output.name]
            assert (quantity.low, quantity.value, quantity.high) == (0.0, 0.0, 0.0)


@given(SETTINGS)
def test_levels_and_changes_agree_and_no_end_of_a_range_is_impossible(corridor: Corridor) -> None:
    try:
        made = emulated_outputs(shipped(), corridor)
    except OutOfRange:
        return
    (plain,) = means(shipped(), [Corridor()])
    for output in CORRIDOR.outputs:
        quantity = made[output.name]
        assert quantity.low >= least(output)
        if base := output.changes_of:
            level = plain[base] * (1 + quantity.value / 100)
            assert made[base].value == pytest.approx(level)


def test_the_stated_errors_are_those_of_the_handbook() -> None:
    said = render(UrbanSimulator())
    errors = shipped().errors
    assert set(LEARNT) - {"outside", "nox_per_vehicle", "fuel_per_vehicle"} <= set(errors)
    for name in ("travel_time", "idling_time", "co2", "nox"):
        assert f"{errors[name]:.1f} %" in said, name
    assert f"{errors['travel_time_change']:.1f} percentage points" in said


@engine
def test_unchanged_it_gives_what_the_engine_gives() -> None:
    (ours,), (many,) = means(shipped(), [Corridor()]), replicated([Corridor()], 0)
    for name, value in ours.items():
        true = float(np.mean([one[name] for one in many]))
        assert value == pytest.approx(true, rel=1e-6), name


@engine
def test_what_it_refuses_is_asked_of_the_engine_that_is_installed(store: EvidenceStore) -> None:
    registry = Registry([UrbanSimulator(emulate=True)])
    asked = Call(simulator="urban", function="corridor", arguments={"lanes": 1, "demand": 60})
    assert "libsumo" in store.run(asked, registry).version


@engine
def test_it_comes_as_near_to_the_engine_as_it_says_on_settings_of_its_own() -> None:
    random = np.random.default_rng(20_260_101)
    asked = [
        Corridor.of(
            {
                "speed_limit": float(random.uniform(-60, 0)),
                "demand": float(random.uniform(-60, 0)),
                "lanes": 2,
                "signal": str(signal),
            }
        )
        for signal in random.permutation(["fixed-time", "actuated", "green wave", "unsignalled"])
    ]
    errors = shipped().errors
    engine = replicated(asked, 77)
    for ours, many in zip(means(shipped(), asked), engine, strict=True):
        for name in ("travel_time", "co2"):
            true = float(np.mean([one[name] for one in many]))
            # Nine of ten lie within the stated error; three times that is far beyond chance.
            assert 100 * abs(ours[name] / true - 1) < 3 * errors[name], name

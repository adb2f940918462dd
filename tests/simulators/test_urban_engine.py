"""Live runs of the corridor against what is known without SUMO. Skipped where it is absent."""

import json
import math
import sys

import numpy as np
import pytest

from corridor import call, engine, run
from python_process import python
from simulrag.simulators.errors import RunFailed
from simulrag.simulators.interface import Run
from simulrag.simulators.urban import replications
from simulrag.simulators.urban.corridor import (
    ACCELERATION,
    CYCLE,
    IMPERFECTION,
    SPEED_FACTOR,
    SPEED_LIMIT,
    Corridor,
)
from simulrag.simulators.urban.corridor_files import demand, network
from simulrag.simulators.urban.engine_pool import Workers, shared
from simulrag.simulators.urban.functions import CORRIDOR
from simulrag.simulators.urban.replications import SEEDS, figures, job
from simulrag.simulators.urban.simulator import UrbanSimulator

pytestmark = engine


def value(made: Run, output: str) -> float:
    quantity = made.outputs[output]
    return quantity.value


def test_a_run_has_every_output_with_its_unit_and_spread() -> None:
    made = run(speed_limit=-30, signal="unsignalled")
    assert list(made.outputs) == [output.name for output in CORRIDOR.outputs]
    for output in CORRIDOR.outputs:
        quantity = made.outputs[output.name]
        assert quantity.unit == output.unit
        assert quantity.low <= quantity.value <= quantity.high
    assert made.check.verdict == "passed"
    assert "libsumo" in made.build
    assert "libsumo" not in sys.modules


def test_nothing_changed_is_no_change_at_all_on_common_seeds() -> None:
    made = run()
    for output in CORRIDOR.outputs:
        if output.changes_of:
            assert value(made, output.name) == 0.0


def test_a_free_road_is_driven_at_the_speed_that_drivers_choose() -> None:
    made = run(speed_limit=-50, signal="unsignalled", demand=-60)
    speed = 0.5 * SPEED_LIMIT * SPEED_FACTOR[0]
    # Krauss 1998: drivers fall short by half of imperfection times acceleration on average.
    cruise = speed - 0.5 * IMPERFECTION * ACCELERATION
    taken = 995.0 / cruise + cruise / (2 * ACCELERATION)
    assert value(made, "travel_time") == pytest.approx(taken, rel=0.02)
    assert value(made, "idling_time") == 1.0
    # From its own length behind the entry to the last step before the exit.
    assert 995.0 - speed < value(made, "distance") < 995.0


def test_the_signal_delays_by_what_webster_s_formula_says() -> None:
    # Webster 1958, uniform delay: C (1 - g/C)^2 / (2 (1 - y)), with 1,800 vehicles an hour and lane
    # of saturation flow, and an effective green between the green and green with yellow.
    delay = value(run(), "travel_time") - value(run(signal="unsignalled"), "travel_time")
    flow = 400.0 / 1800.0
    least, most = (CYCLE * (1 - g / CYCLE) ** 2 / (2 * (1 - flow)) for g in (42.0, 35.0))
    assert least < delay < most


def test_controls_of_the_junction_stand_in_the_order_that_theory_gives_them() -> None:
    fixed, actuated, wave, none = (
        value(run(signal=signal), "idling_time")
        for signal in ("fixed-time", "actuated", "green wave", "unsignalled")
    )
    assert fixed > actuated > wave >= none == 1.0


def test_burnt_petrol_holds_the_carbon_that_is_emitted() -> None:
    made = run(speed_limit=-20, demand=20)
    # HBEFA3 counts 2.33 kg of CO2 for a litre of petrol, as its chemistry has it within 5 %.
    litre = value(made, "co2") / value(made, "fuel")
    assert litre == pytest.approx(2.33, rel=0.01)
    assert litre == pytest.approx(0.742 * 0.86 * 44.0 / 12.0, rel=0.05)
    each = value(made, "co2_per_vehicle") * value(made, "vehicles") / 1000.0
    assert value(made, "co2") == pytest.approx(each)


def test_a_road_diet_with_its_signal_kept_lengthens_travel_and_queues() -> None:
    made = run(lanes=1, speed_limit=-20)
    for output in ("travel_time_change", "idling_time_change", "queue_length_change"):
        assert value(made, output) > 10.0


def test_more_traffic_than_the_road_takes_in_is_said() -> None:
    made = run(lanes=1, demand=60)
    assert any("before they are let in" in warning for warning in made.warnings)
    assert run().warnings == ()


def test_the_same_seed_gives_the_same_digits_in_new_processes() -> None:
    asked = call(speed_limit=-25, demand=7, signal="actuated")
    first = UrbanSimulator().run(asked)
    replications.KEPT.clear()
    shared().end()
    shared.cache_clear()
    assert UrbanSimulator().run(asked) == first


def test_another_seed_gives_other_digits_within_the_spread() -> None:
    first = run(speed_limit=-25)
    asked = call(speed_limit=-25).model_copy(update={"seed": 5})
    other = UrbanSimulator().run(asked)
    assert other.id != first.id
    assert value(other, "travel_time") != value(first, "travel_time")
    assert value(other, "travel_time") == pytest.approx(value(first, "travel_time"), rel=0.02)


def test_differences_of_two_runs_are_paired_by_seed() -> None:
    simulator = UrbanSimulator()
    slow, slower = (call(speed_limit=v, signal="unsignalled") for v in (-30, -31))
    base, longer = (simulator.samples(one)["travel_time"] for one in (slow, slower))
    low, high = np.quantile(np.subtract(longer, base), (0.05, 0.95))
    assert 0.0 < low < high
    assert len(base) == SEEDS


@pytest.mark.parametrize("fault", ["<net", "<net/>", ""])
def test_a_network_that_the_engine_refuses_gives_its_reason(fault: str) -> None:
    workers = Workers(1)
    try:
        with pytest.raises(RunFailed, match="worker process"):
            workers.run([{**job(Corridor(), 1), "network": fault}])
        assert workers.run([job(Corridor(), 1)])[0]["entered"] == 134
    finally:
        workers.end()


def test_a_simulation_that_does_not_end_is_given_up() -> None:
    cut = {**job(Corridor(), 1), "most_steps": 100}
    with pytest.raises(RunFailed, match="had not left"):
        figures(shared().run([cut])[0])


@pytest.mark.slow
def test_200_pairs_in_parallel_all_end() -> None:
    corridors = [Corridor(limit=SPEED_LIMIT * (1 - 0.002 * n)) for n in range(200)]
    jobs = [job(one, n) for n, c in enumerate(corridors) for one in (c, Corridor())]
    made = [figures(one) for one in shared().run(jobs)]
    assert len(made) == 400
    assert all(one["vehicles"] == 134 and one["faults"] == 0 for one in made)


def test_the_worker_prints_nothing_but_results() -> None:
    asked = {"network": network(Corridor()), "demand": demand(Corridor()), "seed": 1}
    lines = json.dumps({**asked, "most_steps": 3600}) + "\nno json\n"
    done = python("-m", "simulrag.simulators.urban.engine_worker", input=lines)
    first, second = (json.loads(line) for line in done.stdout.splitlines())
    assert math.isclose(first["measured"]["entered"], 134)
    assert "JSONDecodeError" in second["error"]

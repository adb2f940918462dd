"""Leads, distances and double differences of several values against their definitions."""

import math
from collections.abc import Mapping, Sequence

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from coffee import Coffee
from simulrag.simulators.interface import Call, Quantity
from simulrag.simulators.operations import Operation, apply, known, sampled_spread

NUMBERS = st.floats(-1e6, 1e6)
MANY = st.lists(NUMBERS, min_size=2, max_size=8)
BANDED = st.tuples(NUMBERS, st.floats(0, 1e3), st.floats(0, 1e3))


def quantities(values: Sequence[float], unit: str = "degC") -> list[Quantity]:
    return [Quantity(value=v, unit=unit) for v in values]


def banded(value: float, below: float, above: float) -> Quantity:
    return Quantity(value=value, value_low=value - below, value_high=value + above)


@given(MANY)
def test_a_lead_is_positive_exactly_where_the_first_is_the_highest(values):
    lead = apply("lead", quantities(values)).value
    assert lead == values[0] - max(values[1:])
    assert (lead > 0) == all(values[0] > other for other in values[1:])


@given(MANY)
def test_a_trail_is_a_lead_on_the_other_side_of_zero(values):
    trail = apply("trail", quantities(values)).value
    assert trail == apply("lead", quantities([-v for v in values])).value


@given(MANY)
def test_a_spread_is_the_greatest_distance_of_any_two(values):
    spread = apply("spread", quantities(values)).value
    assert spread == max(abs(a - b) for a in values for b in values)


@given(st.tuples(NUMBERS, NUMBERS, NUMBERS, NUMBERS))
def test_a_double_difference_is_the_difference_of_two_differences(values):
    a, b, c, d = quantities(values)
    differences = [apply("difference", pair) for pair in ((a, b), (c, d))]
    made = apply("double_difference", [a, b, c, d])
    assert made.value == apply("difference", differences).value
    assert made.unit == "delta_degC"
    swapped = apply("double_difference", [c, d, a, b]).value
    assert math.isclose(swapped, -made.value, rel_tol=1e-12, abs_tol=1e-9)


@pytest.mark.parametrize(
    ("operation", "count"), [("lead", 3), ("trail", 3), ("spread", 3), ("double_difference", 4)]
)
@given(data=st.data())
def test_whatever_the_values_are_within_their_intervals_the_result_is_within_its_own(
    operation, count, data
):
    operands = [banded(*data.draw(BANDED)) for _ in range(count)]
    chosen = [
        data.draw(st.floats(known(q).low, known(q).high)) for q in operands
    ]  # one point of each interval
    made = known(apply(operation, operands))
    got = apply(operation, quantities(chosen, "")).value
    slack = 1e-9 * max(1.0, abs(made.low), abs(made.high))
    assert made.low - slack <= got <= made.high + slack


def test_a_double_difference_needs_four_values_and_the_others_two():
    for count in (2, 3, 5):
        with pytest.raises(ValueError, match=f"needs four values, {count} given"):
            apply("double_difference", quantities(range(count)))
    operation: Operation
    for operation in ("lead", "trail", "spread"):
        with pytest.raises(ValueError, match=f"{operation} needs two values, 1 given"):
            apply(operation, quantities([1.0]))


class Drawn(Coffee):
    """Coffee that is drawn: two calls share what is random but for their own offset."""

    shared = np.random.default_rng(7).normal(size=2001)

    def samples(self, call: Call) -> Mapping[str, Sequence[float]]:
        """Return normal draws about the minutes that are asked for."""
        offset = float(str(call.arguments["minutes"]))
        return {"temperature": (offset + self.shared * (1 + offset / 10)).tolist()}


def cup(minutes: float) -> Call:
    return Call(simulator="coffee", function="cooling", arguments={"minutes": minutes})


def test_what_paired_samples_share_cancels_in_their_difference():
    terms = [(cup(0), "temperature"), (cup(10), "temperature")]
    made = sampled_spread(Drawn(), "difference", terms)
    assert made is not None
    # The difference is 10 + z, with z standard normal: 5 and 95 % lie at 10 -+ 1.645.
    assert made.low == pytest.approx(10 - 1.645, abs=0.12)
    assert made.high == pytest.approx(10 + 1.645, abs=0.12)
    apart = np.diff(np.quantile([5 * z for z in Drawn.shared], [0.05, 0.95]))[0]
    assert made.high - made.low < apart


def test_paired_samples_of_four_calls_give_a_double_difference():
    terms = [(cup(m), "temperature") for m in (0, 10, 0, 30)]
    made = sampled_spread(Drawn(), "double_difference", terms)
    assert made is not None
    # (30 + 3z) - (10 + z) = 20 + 2z.
    assert made.low == pytest.approx(20 - 2 * 1.645, abs=0.24)
    assert made.high == pytest.approx(20 + 2 * 1.645, abs=0.24)


def test_without_samples_there_is_no_sampled_spread():
    terms = [(cup(0), "temperature"), (cup(10), "temperature")]
    assert sampled_spread(Coffee(), "difference", terms) is None
    assert sampled_spread(Drawn(), "difference", terms[:1]) is None
    assert sampled_spread(Drawn(), "difference", [(cup(0), "drinkable"), terms[1]]) is None

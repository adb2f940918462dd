"""What a percentage is worth in products, sums and quotients, beside arithmetic with fractions."""

from collections.abc import Generator

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from simulrag.simulators.registry import Registry
from simulrag.verifier.claims import Computed
from simulrag.verifier.evidence import EvidenceStore
from simulrag.verifier.formulas.verification import Verifier
from verifier.formulas.gauge import BASES, MEMBERS, SPREAD, Gauge

LEVELS = st.tuples(st.sampled_from(tuple(BASES)), st.integers(0, 200))


@pytest.fixture(scope="module")
def verifier() -> Generator[Verifier]:
    with EvidenceStore() as store:
        yield Verifier(Registry([Gauge()]), store)


def run(one: tuple[str, int], output: str) -> str:
    return f'gauge.gauge(rain={one[1]}, river="{one[0]}").{output}'


def centre(one: tuple[str, int]) -> float:
    return BASES[one[0]] + one[1] / 100


def worth(verifier: Verifier, text: str) -> Computed:
    (made,) = verifier.compute([text])
    return made


@given(LEVELS, LEVELS, LEVELS)
def test_a_percentage_is_a_fraction_of_a_hundred_wherever_it_stands_in_a_product(
    verifier, one, other, third
):
    x, y, z = (centre(held) for held in (one, other, third))
    quantity = run(third, "flow")
    percent = f"percent_change({run(one, 'flow')}, {run(other, 'flow')})"
    fraction = (x - y) / y
    expected = {
        f"{percent} / 100": fraction,
        f"{percent} * 0.01": fraction,
        f"1 + {percent} / 100": 1 + fraction,
        f"{quantity} * (1 + {percent} / 100)": 10 * z * (1 + fraction),
        f"{quantity} * (1 - {percent} / 100)": 10 * z * (1 - fraction),
        f"(100 - {percent}) / 100 * {quantity}": 10 * z * (1 - fraction),
        f"{quantity} * (100 + {percent}) / 100": 10 * z * (1 + fraction),
        f"{quantity} * {percent}": 10 * z * fraction,
        f"{quantity} * {percent} / 100": 10 * z * fraction,
        f"{quantity} / 100 * {percent}": 10 * z * fraction,
        f"{percent} * {quantity} * 2 / 100": 20 * z * fraction,
        f"{quantity} * {percent} / 100 / 100": z * fraction / 10,
        f"100 - {percent}": 100 - 100 * fraction,
    }
    for text, value in expected.items():
        made = worth(verifier, text)
        assert made.problem is None, (text, made.problem)
        assert made.value == pytest.approx(value, rel=1e-9, abs=1e-9), text


@given(LEVELS, LEVELS)
def test_a_fraction_of_a_percentage_keeps_its_members(verifier, one, other):
    draws = np.random.default_rng(0).normal(0.0, SPREAD, MEMBERS)
    draws -= np.median(draws)
    x, y = centre(one) + draws, centre(other) + draws
    made = worth(verifier, f"percent_change({run(one, 'level')}, {run(other, 'level')}) / 100")
    if made.value is not None and made.low is not None:
        ends = np.quantile((x - y) / np.abs(y), (0.05, 0.95)).tolist()
        assert [made.low, made.high] == pytest.approx(ends, rel=1e-3, abs=1e-3)


@given(LEVELS, LEVELS, st.sampled_from("+-"))
def test_one_beside_a_percentage_is_sent_back_with_what_is_meant(verifier, one, other, sign):
    percent = f"percent_change({run(one, 'flow')}, {run(other, 'flow')})"
    problem = worth(verifier, f"{run(one, 'flow')} * (1 {sign} {percent})").problem
    assert f"write 1 {sign} {percent} / 100" in problem.message
    meant = worth(verifier, f"{run(one, 'flow')} * (1 {sign} {percent} / 100)")
    assert meant.problem is None


def test_a_plain_number_that_is_made_of_runs_is_not_compared_with_a_percentage(verifier):
    one, other = run(("Ann", 20), "flow"), run(("Bea", 20), "flow")
    compared = f"{one} / {other} - 1 == about(percent_change({one}, {other}){{}})"
    problem = worth(verifier, compared.format("")).problem
    assert "x / 100" in problem.message
    assert worth(verifier, compared.format(" / 100")).value is True

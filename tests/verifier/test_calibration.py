"""The promised share of true claims holds, on distributions whose truth is known."""

import math
from fractions import Fraction
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from simulrag.simulators.errors import BadValue
from simulrag.verifier.calibration import binomial_tail, calibrate


@given(st.integers(0, 60), st.fractions(Fraction(1, 100), Fraction(99, 100)), st.integers(0, 61))
def test_binomial_tail_equals_the_sum_in_fractions(trials, chance, successes):
    exact = sum(
        math.comb(trials, count) * chance**count * (1 - chance) ** (trials - count)
        for count in range(successes, trials + 1)
    )
    assert binomial_tail(trials, float(chance), successes) == pytest.approx(
        float(exact), rel=1e-9, abs=1e-300
    )


def _draw(random: Random, count: int) -> tuple[list[float], list[bool]]:
    """Claims whose confidence is uniform and is itself the probability that they are true."""
    confidences = [random.random() for _ in range(count)]
    return confidences, [random.random() < value for value in confidences]


def test_the_promise_is_broken_no_more_often_than_allowed():
    """Of uniform calibrated claims from kappa on, (1 + kappa) / 2 are true: 0.8 needs 0.6."""
    found = [calibrate(*_draw(Random(seed), 1000), share=0.8, error=0.2) for seed in range(100)]
    kept = [kappa for kappa in found if kappa is not None]
    broken = sum((1 + kappa) / 2 < 0.8 for kappa in kept)
    assert broken <= 0.2 * len(found)
    assert len(kept) > 0.9 * len(found)


def test_many_claims_find_a_threshold_near_the_true_one():
    kappa = calibrate(*_draw(Random(1), 20_000), share=0.8)
    assert 0.6 <= kappa <= 0.65


def test_claims_just_short_of_the_share_are_seldom_promised():
    """True with 0.79 at any confidence, so every threshold breaks the promise of 0.8."""
    broken = 0
    for seed in range(200):
        random = Random(seed)
        confidences = [random.random() for _ in range(200)]
        labels = [random.random() < 0.79 for _ in confidences]
        broken += calibrate(confidences, labels, share=0.8, error=0.1) is not None
    assert broken <= 20


def test_few_or_false_claims_promise_nothing():
    assert calibrate([], [], share=0.9) is None
    assert calibrate([0.9] * 5, [True] * 5, share=0.9) is None
    assert calibrate([0.9] * 500, [False] * 500, share=0.1) is None


def test_enough_true_claims_promise_from_the_lowest_threshold_on():
    """All n true is unlikely enough once 0.9 ** n <= 0.1 / 21: from 51 claims on."""
    assert calibrate([0.3] * 50, [True] * 50, share=0.9) is None
    assert calibrate([0.3] * 51, [True] * 51, share=0.9) == 0.0


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (([0.5], [], 0.9), "1 confidences and 0 labels"),
        (([0.5], [True], 1.0), "share must lie between 0 and 1, but 1.0"),
        (([0.5], [True], 0.9, 0.0), "error"),
        (([1.5], [True], 0.9), "1.5"),
        (([math.nan], [True], 0.9), "nan"),
    ],
)
def test_bad_input_is_refused(arguments, message):
    with pytest.raises(BadValue, match=message):
        calibrate(*arguments)

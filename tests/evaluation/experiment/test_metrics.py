"""Metrics: hand calculations, a second implementation of what scikit-learn lacks, the extremes."""

from fractions import Fraction
from itertools import groupby
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from simulrag.evaluation.experiment import metrics
from simulrag.evaluation.experiment.measuring import OF_CLAIMS
from simulrag.evaluation.experiment.resampling import OVER_DRAWS, Counted, drawn, interval, ratio

#: True, false, true, false; precision 1, 1/2, 2/3 and 1/2 at recall 1/2, 1/2, 1 and 1.
LABELS, SCORES = np.array([1, 0, 1, 0]), np.array([0.9, 0.8, 0.6, 0.1])


def test_metrics_of_four_claims_are_those_calculated_by_hand() -> None:
    assert metrics.aupr(LABELS, SCORES) == pytest.approx(0.5 * 1 + 0.5 * 2 / 3)
    assert metrics.auroc(LABELS, SCORES) == pytest.approx(3 / 4)
    assert metrics.brier(LABELS, SCORES) == pytest.approx((0.01 + 0.64 + 0.16 + 0.01) / 4)
    balanced = metrics.balanced(LABELS, SCORES)
    assert balanced is not None
    assert balanced[:3] == pytest.approx((0.5, 0.5, 0.5))
    assert balanced.threshold == 0.8


def test_the_calibration_error_of_two_bins_is_that_calculated_by_hand() -> None:
    # 0.9 and 0.95 share a bin: mean 0.925, half of them true. 0.15 stands alone and is true.
    error = metrics.calibration_error(np.array([1, 0, 1]), np.array([0.9, 0.95, 0.15]))
    assert error == pytest.approx(2 / 3 * abs(0.5 - 0.925) + 1 / 3 * abs(1 - 0.15))


def test_a_perfect_scorer_has_one_and_a_constant_one_the_base_rate() -> None:
    labels = np.array([1] * 30 + [0] * 70)
    perfect, constant = labels.astype(float), np.full(100, 0.4)
    for name in ("aupr", "auroc", "f1", "precision", "recall"):
        assert OF_CLAIMS[name](labels, perfect) == pytest.approx(1.0), name
    assert metrics.brier(labels, perfect) == metrics.calibration_error(labels, perfect) == 0
    assert metrics.aupr(labels, constant) == pytest.approx(0.3)
    assert metrics.auroc(labels, constant) == pytest.approx(0.5)
    assert OF_CLAIMS["precision"](labels, constant) == pytest.approx(0.3)
    assert metrics.calibration_error(labels, constant) == pytest.approx(0.1)


def test_what_is_not_defined_is_none_and_never_zero() -> None:
    nothing = np.array([], int), np.array([])
    assert {OF_CLAIMS[name](*nothing) for name in OF_CLAIMS} == {None}
    all_false = np.array([0, 0]), np.array([0.5, 0.6])
    assert metrics.aupr(*all_false) is None
    assert metrics.auroc(*all_false) is None
    assert metrics.balanced(*all_false) is None


claims = st.lists(
    st.tuples(st.integers(0, 1), st.sampled_from([0, 0.1, 0.25, 0.4, 0.55, 0.7, 1.0])),
    min_size=1, max_size=30,
)  # fmt: skip


def binned(pairs: list[tuple[int, float]]) -> float:
    """Return the calibration error with fractions and sorted groups."""

    def place(pair: tuple[int, float]) -> int:
        return min(9, int(Fraction(str(pair[1])) * 10))

    total = Fraction(0)
    for _, group in groupby(sorted(pairs, key=place), key=place):
        held = list(group)
        total += abs(sum(Fraction(label) - Fraction(str(score)) for label, score in held))
    return float(total / len(pairs))


@given(claims)
@settings(max_examples=30)
def test_the_calibration_error_equals_a_second_implementation(
    pairs: list[tuple[int, float]],
) -> None:
    labels, scores = np.array([a for a, _ in pairs]), np.array([b for _, b in pairs], float)
    assert metrics.calibration_error(labels, scores) == pytest.approx(binned(pairs))


def nearest(pairs: list[tuple[int, float]]) -> tuple[float, float] | None:
    """Return precision and recall where they are nearest, threshold by threshold."""
    true = sum(label for label, _ in pairs)
    ways: list[tuple[Fraction, float, Fraction, Fraction]] = []
    for threshold in {score for _, score in pairs}:
        taken = [label for label, score in pairs if score >= threshold]
        if sum(taken):
            exact, found = Fraction(sum(taken), len(taken)), Fraction(sum(taken), true)
            ways.append((abs(exact - found), -threshold, exact, found))
    return (float(min(ways)[2]), float(min(ways)[3])) if ways else None


@given(claims)
@settings(max_examples=30)
def test_the_balanced_threshold_equals_a_second_implementation(
    pairs: list[tuple[int, float]],
) -> None:
    labels, scores = np.array([a for a, _ in pairs]), np.array([b for _, b in pairs], float)
    found = metrics.balanced(labels, scores)
    wanted = nearest(pairs)
    assert (found is None) == (wanted is None)
    if found is not None and wanted is not None:
        assert found[:2] == pytest.approx(wanted)


def test_a_false_claim_on_top_is_no_balance_of_nothing() -> None:
    found = metrics.balanced(np.array([0, 1, 1, 0]), np.array([0.9, 0.8, 0.7, 0.1]))
    assert found is not None
    assert found[:3] == pytest.approx((0.5, 0.5, 0.5))
    assert found.threshold == 0.8


def repeated(values: Any, groups: Any, times: Any) -> Any:
    """Return values with those of each group repeated so often."""
    return np.repeat(values, times[groups].astype(int))


@given(claims, st.integers(0, 1000))
@settings(max_examples=15)
def test_a_draw_has_the_metrics_of_claims_that_are_really_repeated(
    pairs: list[tuple[int, float]], seed: int
) -> None:
    labels, scores = np.array([a for a, _ in pairs]), np.array([b for _, b in pairs], float)
    groups = np.arange(len(pairs)) % 4
    weights = drawn(4, 3, seed)
    counted = Counted(labels, scores, groups, 4)
    for name, over_draws in OVER_DRAWS.items():
        for found, times in zip(over_draws(counted, weights), weights, strict=True):
            again = repeated(labels, groups, times), repeated(scores, groups, times)
            wanted = OF_CLAIMS[name](*again)
            if wanted is None:
                assert np.isnan(found) or name in ("f1", "precision", "recall")
            else:
                assert found == pytest.approx(wanted), name


def test_draws_take_as_many_groups_as_there_are_and_are_seeded() -> None:
    weights = drawn(7, 50, seed=3)
    assert (weights.sum(axis=1) == 7).all()
    assert (weights == drawn(7, 50, seed=3)).all()
    assert (weights != drawn(7, 50, seed=4)).any()


def test_an_interval_leaves_out_draws_in_which_nothing_is_defined() -> None:
    assert interval(np.array([np.nan, np.nan])) == (None, None)
    assert interval(np.array([np.nan, 2.0, 2.0])) == (2.0, 2.0)
    assert interval(np.arange(101.0), level=0.9) == pytest.approx((5.0, 95.0))


def test_a_ratio_is_of_sums_and_not_a_mean_of_ratios() -> None:
    above, below = np.array([1.0, 0.0]), np.array([1.0, 9.0])
    assert ratio(above, below, np.array([[1.0, 1.0]]))[0] == pytest.approx(0.1)
    assert np.isnan(ratio(above, 0 * below, np.array([[1.0, 1.0]]))[0])


def test_the_interval_of_a_known_share_covers_it_as_often_as_it_says() -> None:
    chance = np.random.default_rng(5)
    covered = 0
    for trial in range(100):
        true = chance.binomial(10, 0.3, size=40).astype(float)
        weights = drawn(40, 300, seed=trial)
        low, high = interval(ratio(true, np.full(40, 10.0), weights))
        assert low is not None
        assert high is not None
        covered += low <= 0.3 <= high
    assert 0.86 <= covered / 100 <= 0.99

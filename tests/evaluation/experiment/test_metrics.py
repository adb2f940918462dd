"""Metrics: hand calculations, scikit-learn's, a second implementation of what that lacks."""

from fractions import Fraction
from itertools import groupby
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sklearn import metrics as _untyped

from simulrag.evaluation.experiment.metrics import OF_CLAIMS, Counted, drawn, interval, ratio

learn: Any = _untyped
Pairs = list[tuple[int, float]]


def arrays(pairs: Pairs) -> tuple[Any, Any]:
    """Return labels and scores."""
    return np.array([a for a, _ in pairs], int), np.array([b for _, b in pairs], float)


def measured(pairs: Pairs) -> dict[str, float]:
    """Return each metric of claims that are all taken once."""
    labels, scores = arrays(pairs)
    counted = Counted(labels, scores, np.zeros(len(pairs), int), 1)
    return {name: float(metric(counted, np.ones((1, 1)))[0]) for name, metric in OF_CLAIMS.items()}


def test_the_calibration_error_of_two_bins_is_that_calculated_by_hand() -> None:
    # 0.9 and 0.95 share a bin: mean 0.925, half of them true. 0.15 stands alone and is true.
    found = measured([(1, 0.9), (0, 0.95), (1, 0.15)])["ece"]
    assert found == pytest.approx(2 / 3 * abs(0.5 - 0.925) + 1 / 3 * abs(1 - 0.15))


def test_what_is_not_defined_is_no_number_and_never_zero() -> None:
    assert np.isnan([*measured([]).values()]).all()
    all_false = measured([(0, 0.5), (0, 0.6)])
    undefined = {name for name, value in all_false.items() if np.isnan(value)}
    assert undefined == {"aupr", "auroc", "precision", "recall", "f1"}


claims = st.lists(
    st.tuples(st.integers(0, 1), st.sampled_from([0, 0.1, 0.25, 0.4, 0.55, 0.7, 1.0])),
    min_size=1, max_size=30,
)  # fmt: skip


@given(claims)
@settings(max_examples=30)
def test_areas_and_squares_are_those_of_scikit_learn(pairs: Pairs) -> None:
    labels, scores = arrays(pairs)
    found = measured(pairs)
    assert found["brier"] == pytest.approx(learn.brier_score_loss(labels, scores, pos_label=1))
    if labels.any():
        assert found["aupr"] == pytest.approx(learn.average_precision_score(labels, scores))
    if 0 < labels.sum() < len(labels):
        assert found["auroc"] == pytest.approx(learn.roc_auc_score(labels, scores))


def binned(pairs: Pairs) -> float:
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
def test_the_calibration_error_equals_a_second_implementation(pairs: Pairs) -> None:
    assert measured(pairs)["ece"] == pytest.approx(binned(pairs))


def nearest(pairs: Pairs) -> tuple[float, float] | None:
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
def test_the_balanced_threshold_equals_a_second_implementation(pairs: Pairs) -> None:
    found = measured(pairs)
    wanted = nearest(pairs)
    assert np.isnan(found["f1"]) == (wanted is None)
    if wanted is not None:
        assert (found["precision"], found["recall"]) == pytest.approx(wanted)


@given(claims, st.integers(0, 1000))
@settings(max_examples=15)
def test_a_draw_has_the_metrics_of_claims_that_are_really_repeated(pairs: Pairs, seed: int) -> None:
    groups = np.arange(len(pairs)) % 4
    weights = drawn(4, 3, seed)
    counted = Counted(*arrays(pairs), groups, 4)
    for place, times in enumerate(weights.astype(int)):
        again = [p for p, group in zip(pairs, groups, strict=True) for _ in range(times[group])]
        for name, wanted in measured(again).items():
            found = OF_CLAIMS[name](counted, weights)[place]
            assert found == pytest.approx(wanted, nan_ok=True), name


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
        covered += low <= 0.3 <= high
    assert 0.86 <= covered / 100 <= 0.99

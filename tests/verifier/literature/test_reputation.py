"""Reputation within a set of sources, against ranks worked by hand."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from simulrag.verifier.literature.documents import Document
from simulrag.verifier.literature.reputation import percentile, reputations


def document(name: str, **metrics: float | None) -> Document:
    return Document(id=name, **metrics)


def test_a_percentile_counts_those_below_and_half_of_the_equal() -> None:
    assert percentile(5, [5]) == Fraction(1, 2)
    assert percentile(9, [1, 5, 9]) == Fraction(5, 6)
    assert percentile(1, [1, 1, 9]) == Fraction(1, 3)


def test_weights_are_the_mean_of_the_known_percentiles() -> None:
    found = reputations(
        [
            document("a", citations=0, impact=2.0),
            document("b", citations=900),
            document("c", citations=10, impact=8.0),
        ]
    )
    # Citations 0, 10, 900: 1/6, 1/2, 5/6. Impact 2, 8: 1/4, 3/4.
    assert [one.weight for one in found] == [
        Fraction(5, 24), Fraction(5, 6), Fraction(5, 8),
    ]  # fmt: skip
    assert found[1].known == ("citations",)


def test_a_source_of_which_nothing_is_known_takes_the_middle_and_is_marked() -> None:
    best, unknown, worst = reputations(
        [document("a", citations=99), document("b"), document("c", citations=0)]
    )
    assert unknown.unknown
    assert worst.weight < unknown.weight == Fraction(1, 2) < best.weight


def test_no_citation_is_a_value_and_not_unknown() -> None:
    (only,) = reputations([document("a", citations=0)])
    assert not only.unknown


def test_the_papers_way_divides_by_the_largest_of_logarithms() -> None:
    # log(1 + 9) is half of log(1 + 99).
    small, large = reputations(
        [document("a", citations=9), document("b", citations=99)], method="paper"
    )
    assert (small.weight, large.weight) == (Fraction(1, 2), 1)
    assert reputations([document("a", citations=0)], method="paper")[0].weight == 0


def test_metrics_may_be_chosen() -> None:
    a, b = reputations(
        [document("a", citations=1, rank=9), document("b", citations=2, rank=1)],
        metrics=("rank",),
    )
    assert a.weight > b.weight
    assert a.known == ("rank",)


@given(st.lists(st.integers(0, 10**9), min_size=1, max_size=9), st.integers(1, 1000))
def test_only_the_order_of_counts_matters(counts: list[int], factor: int) -> None:
    plain = reputations([document(str(n), citations=c) for n, c in enumerate(counts)])
    scaled = reputations([document(str(n), citations=c * factor) for n, c in enumerate(counts)])
    assert plain == scaled
    assert all(0 < one.weight < 1 for one in plain)


@pytest.mark.parametrize("value", [-1.0, float("nan"), float("inf")])
def test_a_metric_that_is_no_number_of_0_or_more_is_refused(value: float) -> None:
    with pytest.raises(ValueError, match="impact"):
        document("a", impact=value)

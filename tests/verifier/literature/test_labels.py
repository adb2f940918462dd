"""Labels and reputations on cases worked by hand, Table 1's thresholds among them."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from simulrag.verifier.literature.documents import Document
from simulrag.verifier.literature.labels import (
    Grade,
    Vote,
    averages,
    global_label,
    grade_named,
    reputations,
    weighted,
)

T, MT, ST, NE = Grade.TRUE, Grade.MOSTLY_TRUE, Grade.SOMEWHAT_TRUE, Grade.NO_EVIDENCE
SF, MF, F = Grade.SOMEWHAT_FALSE, Grade.MOSTLY_FALSE, Grade.FALSE
SUPPORTED, REFUTED = "Generally supported", "Generally refuted"
LEANS_TO, LEANS_FROM = (
    "Disputed but leaning towards supported",
    "Disputed but leaning towards refuted",
)
OPEN = "Generally controversial"

#: Grades with weights; then average (in hundredths) and label, unweighted and weighted, without
#: "No Evidence"; then both with it. Sums in the comments are those of the hand calculation.
CASES = [
    # One source alone takes its own grade.
    ([(T, 1)], ("100", SUPPORTED), ("100", SUPPORTED), ("100", SUPPORTED), ("100", SUPPORTED)),
    ([(MT, 1)], ("66", SUPPORTED), ("66", SUPPORTED), ("66", SUPPORTED), ("66", SUPPORTED)),
    # Ten times 66 is 660, over ten 66: floats make 65.99999999999999 of it.
    ([(MT, "1/10")] * 10, ("66", SUPPORTED), ("66", SUPPORTED), ("66", SUPPORTED),
     ("66", SUPPORTED)),
    # (100 + 33) / 2 = 66.5; weighted (100 + 3 * 33) / 4 = 49.75.
    ([(T, 1), (ST, 3)], ("133/2", SUPPORTED), ("199/4", LEANS_TO), ("133/2", SUPPORTED),
     ("199/4", LEANS_TO)),
    # 200 / 2 = 100; with three of no evidence 200 / 5 = 40.
    ([(T, 1), (T, 1), (NE, 1), (NE, 1), (NE, 1)], ("100", SUPPORTED), ("100", SUPPORTED),
     ("40", LEANS_TO), ("40", LEANS_TO)),
    # (100 - 100) / 2 = 0; weighted (9 * 100 - 100) / 10 = 80.
    ([(T, 9), (F, 1)], ("0", OPEN), ("80", SUPPORTED), ("0", OPEN), ("80", SUPPORTED)),
    # (66 + 66 - 100) / 3 = 32 / 3; weighted (66 + 66 - 8 * 100) / 10 = -66.8.
    ([(MT, 1), (MT, 1), (F, 8)], ("32/3", OPEN), ("-334/5", REFUTED), ("32/3", OPEN),
     ("-334/5", REFUTED)),
    # (66 + 0) / 1 = 66 without, 66 / 2 = 33 with no evidence: at the edge, controversial.
    ([(MT, 1), (NE, 1)], ("66", SUPPORTED), ("66", SUPPORTED), ("33", OPEN), ("33", OPEN)),
    # (-66 - 33) / 2 = -49.5; weighted (-66 - 2 * 33) / 3 = -44.
    ([(MF, 1), (SF, 2)], ("-99/2", LEANS_FROM), ("-44", LEANS_FROM), ("-99/2", LEANS_FROM),
     ("-44", LEANS_FROM)),
    # Weighted (2 * 100 - 33) / 3 = 55.67; unweighted 67 / 2 = 33.5, just above the edge.
    ([(T, 2), (SF, 1)], ("67/2", LEANS_TO), ("167/3", LEANS_TO), ("67/2", LEANS_TO),
     ("167/3", LEANS_TO)),
    # A weight of 0 silences a source in the weighted mean only: 100 against (100 - 100) / 2.
    ([(T, 1), (F, 0)], ("0", OPEN), ("100", SUPPORTED), ("0", OPEN), ("100", SUPPORTED)),
    # All weights 0: the plain mean, (66 + 33) / 2.
    ([(MT, 0), (ST, 0)], ("99/2", LEANS_TO), ("99/2", LEANS_TO), ("99/2", LEANS_TO),
     ("99/2", LEANS_TO)),
    # Nothing but no evidence: no label without it, 0 with it.
    ([(NE, 1), (NE, 1)], (None, None), (None, None), ("0", OPEN), ("0", OPEN)),
    # No source at all.
    ([], (None, None), (None, None), (None, None), (None, None)),
]  # fmt: skip


@pytest.mark.parametrize("case", CASES, ids=str)
def test_labels_equal_the_hand_calculation(case):
    found = averages([Vote(int(grade), Fraction(weight)) for grade, weight in case[0]])
    names = ("unweighted", "weighted", "unweighted_with_no_evidence", "weighted_with_no_evidence")
    for name, (value, label) in zip(names, case[1:], strict=True):
        average = getattr(found, name)
        assert average.score == (None if value is None else round(float(Fraction(value)) / 100, 4))
        assert average.label == label


def test_the_thresholds_of_table_1_hold_to_the_last_digit():
    tiny = Fraction(1, 10**30)
    edges = (66, 66 - tiny, 33 + tiny, 33, -33, -33 - tiny, -66 + tiny, -66)
    assert [global_label(Fraction(edge)) for edge in edges] == [
        SUPPORTED, LEANS_TO, LEANS_TO, OPEN, OPEN, LEANS_FROM, LEANS_FROM, REFUTED,
    ]  # fmt: skip


def test_weights_that_are_all_0_are_told_and_one_below_0_is_refused():
    assert "not weighted" in weighted([Vote(100, Fraction(0))]).note
    with pytest.raises(ValueError, match="below 0"):
        weighted([Vote(100, Fraction(-1))])


def test_grades_have_the_papers_names():
    assert grade_named(" mostly  TRUE") is MT
    assert grade_named("no_evidence") is NE
    with pytest.raises(ValueError, match="Somewhat False"):
        grade_named("Rather true")


@given(st.lists(st.tuples(st.sampled_from(list(Grade)), st.fractions(0, 1)), max_size=8))
def test_turning_every_grade_round_turns_every_average_round(given_votes):
    before = averages([Vote(int(grade), weight) for grade, weight in given_votes])
    after = averages([Vote(-int(grade), weight) for grade, weight in given_votes])
    assert [a and a + (b or 0) for (_, x), (_, y) in zip(before, after, strict=True)
            if (a := x.score) is not None and (b := y.score) is not None] == [
        0.0 if x.score else x.score for _, x in before if x.score is not None
    ]  # fmt: skip


def weights(method: str, *known: dict[str, float]) -> list[Fraction]:
    documents = [Document.model_validate({"id": str(n), **one}) for n, one in enumerate(known)]
    return [one.weight for one in reputations(documents, method)]  # type: ignore[arg-type]


def test_weights_are_the_mean_of_the_known_percentiles():
    found = weights(
        "percentile",
        {"citations": 0, "impact": 2},
        {"citations": 900},
        {"citations": 10, "impact": 8},
    )
    # Citations 0, 10, 900: 1/6, 1/2, 5/6. Impact 2, 8: 1/4, 3/4.
    assert found == [Fraction(5, 24), Fraction(5, 6), Fraction(5, 8)]


def test_the_papers_weights_are_the_mean_of_three_metrics_over_the_largest_such_mean() -> None:
    # (100 + 20 + 30) / 3 = 50 and (10 + 2 + 3) / 3 = 5; field-weighted impact is none of them.
    found = weights(
        "paper",
        {"citations": 100, "impact": 20, "rank": 30},
        {"citations": 10, "impact": 2, "rank": 3, "field_weighted": 99},
    )
    assert found == [1, Fraction(1, 10)]


@pytest.mark.parametrize("method", ["percentile", "paper"])
def test_a_source_of_which_nothing_is_known_takes_the_middle(method):
    best, unknown, worst = weights(method, {"citations": 99}, {}, {"citations": 0})
    assert worst < unknown == Fraction(1, 2) < best

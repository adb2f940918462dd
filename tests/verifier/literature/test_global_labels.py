"""Global labels on twenty cases worked by hand, Table 1's thresholds among them."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from simulrag.verifier.literature.global_labels import Vote, global_verdict, weighted
from simulrag.verifier.literature.grades import Grade, global_label, grade_named

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
    ([(ST, 1)], ("33", OPEN), ("33", OPEN), ("33", OPEN), ("33", OPEN)),
    ([(SF, 1)], ("-33", OPEN), ("-33", OPEN), ("-33", OPEN), ("-33", OPEN)),
    ([(MF, 1)], ("-66", REFUTED), ("-66", REFUTED), ("-66", REFUTED), ("-66", REFUTED)),
    ([(F, 1)], ("-100", REFUTED), ("-100", REFUTED), ("-100", REFUTED), ("-100", REFUTED)),
    # Ten times 66 is 660, over ten 66: floats make 65.99999999999999 of it.
    ([(MT, "1/10")] * 10, ("66", SUPPORTED), ("66", SUPPORTED), ("66", SUPPORTED),
     ("66", SUPPORTED)),
    ([(ST, "1/3")] * 7, ("33", OPEN), ("33", OPEN), ("33", OPEN), ("33", OPEN)),
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
    # The mirror image.
    ([(F, 2), (ST, 1)], ("-67/2", LEANS_FROM), ("-167/3", LEANS_FROM), ("-67/2", LEANS_FROM),
     ("-167/3", LEANS_FROM)),
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


@pytest.mark.parametrize("case", CASES, ids=range(1, 21))
def test_labels_equal_the_hand_calculation(case: tuple) -> None:
    votes = [Vote(grade=grade, weight=Fraction(weight)) for grade, weight in case[0]]
    found = global_verdict(votes)
    for average, (value, label) in zip(
        (
            found.unweighted,
            found.weighted,
            found.unweighted_with_no_evidence,
            found.weighted_with_no_evidence,
        ),
        case[1:],
        strict=True,
    ):
        assert average.average == (None if value is None else Fraction(value))
        assert average.label == label


def test_the_thresholds_of_table_1_hold_to_the_last_digit() -> None:
    tiny = Fraction(1, 10**30)
    assert global_label(Fraction(66)) == SUPPORTED
    assert global_label(66 - tiny) == LEANS_TO
    assert global_label(33 + tiny) == LEANS_TO
    assert global_label(Fraction(33)) == OPEN
    assert global_label(Fraction(-33)) == OPEN
    assert global_label(-33 - tiny) == LEANS_FROM
    assert global_label(-66 + tiny) == LEANS_FROM
    assert global_label(Fraction(-66)) == REFUTED


def test_where_no_weight_is_above_0_that_is_said() -> None:
    found = weighted([Vote(grade=T, weight=Fraction(0))])
    assert found.average == 100
    assert "not weighted" in found.note


def test_a_weight_below_0_is_refused() -> None:
    with pytest.raises(ValueError, match="below 0"):
        weighted([Vote(grade=T, weight=Fraction(-1))])


def test_grades_have_the_papers_names() -> None:
    assert [grade.title for grade in Grade] == [
        "True", "Mostly True", "Somewhat True", "No Evidence", "Somewhat False", "Mostly False",
        "False",
    ]  # fmt: skip
    assert grade_named(" mostly  TRUE") is MT
    assert grade_named("no_evidence") is NE
    with pytest.raises(ValueError, match="Somewhat False"):
        grade_named("Rather true")


votes = st.lists(
    st.builds(
        Vote, grade=st.sampled_from(list(Grade)), weight=st.fractions(min_value=0, max_value=1)
    ),
    max_size=8,
)


@given(votes)
def test_turning_every_grade_round_turns_every_average_round(given_votes: list[Vote]) -> None:
    turned = [Vote(grade=Grade(-vote.grade), weight=vote.weight) for vote in given_votes]
    before, after = global_verdict(given_votes), global_verdict(turned)
    for one, other in zip(before, after, strict=True):
        assert (one[1].average is None) == (other[1].average is None)
        assert one[1].average is None or one[1].average == -other[1].average


@given(votes, st.randoms())
def test_the_order_of_sources_changes_nothing(given_votes: list[Vote], chance) -> None:
    mixed = list(given_votes)
    chance.shuffle(mixed)
    assert global_verdict(mixed) == global_verdict(given_votes)

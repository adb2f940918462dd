"""Dates and shares of lists are compared with all that the words mean, and with nothing else."""

import pytest

from verifier.formulas.anchored import accepted as fits

TOP_WEEK = 'epidemiology.admissions(states=["{}"], reported_season="2024-25").top_week'
PEAKED = "In the 2024-25 season Texas's flu admissions peaked in {}."


@pytest.mark.parametrize(
    ("said", "compared", "accepted"),
    [
        ("February 2025", '{} == "2025-02"', True),
        ("February", '{} == "2025-02"', True),
        ("February 2025", '"2025-02-01" <= {} <= "2025-02-28"', True),
        ("February 2025", '{} == "2025-02-08"', False),
        ("February 2025", '{} == week("2025-02-08")', False),
        ("February 2025", '{} == about("2025-02-08")', False),
        ("February 2025", '"2025-02-01" <= {} <= "2025-02-10"', False),
        ("February", '"2025-02-01" <= {} <= "2025-02-10"', False),
        ("early February 2025", '{} == "2025-02"', False),
        ("early February 2025", '"2025-02-01" <= {} <= "2025-02-10"', True),
        ("the first week of February 2025", '{} == week("2025-02-01")', False),
        ("the first week of February 2025", '{} == week("2025-02-03")', False),
        ("the first week of February 2025", '{} == "2025-02-08"', False),
        ("the first week of February 2025", '"2025-02-01" <= {} <= "2025-02-07"', True),
        ("the second week of February 2025", '{} == "2025-02"', False),
        ("the second week of February 2025", '"2025-02-08" <= {} <= "2025-02-14"', True),
        ("the last week of January 2025", '{} == week("2025-02-03")', False),
        ("the last week of January 2025", '"2025-01-25" <= {} <= "2025-01-31"', True),
        ("the week ending February 8, 2025", '{} == week("2025-02-03")', True),
        ("the week ending February 8, 2025", '{} == "2025-02-08"', True),
        ("epiweek 6 of 2025", '{} == week("2025-02-03")', True),
        ("epiweek 6 of 2025", '{} == "2025-02-01"', False),
    ],
)
def test_a_date_is_compared_with_all_that_is_printed_and_no_other_part_of_it(
    said, compared, accepted
):
    formula = compared.format(TOP_WEEK.format("Texas"))
    assert fits(PEAKED.format(said), formula) is accepted


HIGH = (
    'count(epidemiology.admissions(states=[s], reported_season="2024-25").top_week_rate > 20 '
    "for s in states)"
)


@pytest.mark.parametrize(
    ("said", "compared", "accepted"),
    [
        ("at least half of all states", f"{HIGH} / 51 >= 1/2", True),
        ("at least half of all states", f"{HIGH} >= 51 / 2", True),
        ("at least half of all states", f"{HIGH} / 50 >= 1/2", False),
        ("at least half of all states", f"{HIGH} / 51 <= 1/2", False),
        ("at least half of all states", f"{HIGH} / 51 >= 1/3", False),
        ("a third of all states", f"{HIGH} / 51 == about(1/3)", True),
        ("40 % of all states", f"{HIGH} / 51 == 0.4", True),
        ("40 % of all states", f"100 * {HIGH} / 51 == 40", True),
        ("40 % of all states", f"{HIGH} == 40", False),
    ],
)
def test_a_share_of_a_list_is_a_count_over_its_length(said, compared, accepted):
    text = f"In the 2024-25 season {said} had a peak rate above 20 per 100,000."
    assert fits(text, compared) is accepted

"""Formulas as language models write them: accepted where right, and still sent back where not."""

import pytest

from simulrag.simulators.registry import installed
from simulrag.verifier.formulas.anchoring.anchor import anchor
from simulrag.verifier.formulas.notation import parse

REAL = installed()


def told(text: str, formula: str, *context: str, assume=None, **let: str) -> str:
    """Return why a formula is sent back, empty where it is accepted."""
    held = anchor(text, parse(formula, let), REAL, context=context, assume=assume)
    return "; ".join(problem.message for problem in held.problems)


SEASON = 'epidemiology.season(states=["Ohio"], start_date="2024-10-01", r0=1.9)'
IN_OHIO = "In Ohio with R0 1.9 from 1 October 2024 {}."
CLOSED = (
    'epidemiology.intervention(states=["Ohio"], start_date="2024-10-01", r0=1.9, '
    'measures=[{"kind": "schools closed", "from": "2024-12-04", "weeks": 3}])'
)
CLOSING = IN_OHIO.format("closing schools for three weeks from 4 December 2024 lowers {}")
REPORTED = 'epidemiology.admissions(states=["Ohio"], reported_season="2022-23")'


@pytest.mark.parametrize(
    ("text", "formula"),
    [
        (IN_OHIO.format("about 38,000 people are admitted over the season"),
         f"{SEASON}.cumulative == about(38000)"),
        (IN_OHIO.format("daily values are at least half of the peak for about 5 weeks"),
         f"{SEASON}.duration == about(weeks(5))"),
        (CLOSING.format("hospital admissions by 3 %"), f"{CLOSED}.admissions_change == about(-3)"),
        (CLOSING.format("the highest daily admissions by 8 %"), f"{CLOSED}.peak_change == -8"),
        ("In Ohio the top-week rate of reported influenza admissions in 2022-23 was 7.1.",
         f"{REPORTED}.top_week_rate == 7.1"),
    ],
)  # fmt: skip
def test_an_output_is_taken_unless_the_text_speaks_of_another_one(text, formula):
    assert not told(text, formula)


@pytest.mark.parametrize(
    ("text", "formula", "meant"),
    [
        (IN_OHIO.format("about 38,000 people are admitted over the season"),
         f"{SEASON}.peak == about(38000)", "cumulative"),
        (IN_OHIO.format("the attack rate is 30 %"), f"{SEASON}.growth == 30", "attack_rate"),
        (CLOSING.format("the total admissions by 3 %"), f"{CLOSED}.peak_change == about(-3)",
         "admissions_change"),
        ("In Ohio the top-week rate of reported influenza admissions in 2022-23 was 7.1.",
         f"{REPORTED}.reported_total == 7.1", "top_week_rate"),
    ],
)  # fmt: skip
def test_an_output_in_whose_place_the_text_names_another_one_is_sent_back(text, formula, meant):
    assert f"but the text speaks of {meant}" in told(text, formula)


def test_what_is_averted_is_no_rise():
    text = CLOSING.replace("lowers", "averts").format("3 % of all hospital admissions")
    assert not told(text, f"{CLOSED}.averted_share == about(3)")
    assert "averted" in told(text, f"{CLOSED}.admissions_change == about(3)")

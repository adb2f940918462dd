"""The function `admissions_course` as it is published; nothing here reads the tables."""

from simulrag.simulators.epidemiology.reported_function import (
    BETWEEN_CHANGE,
    REPORTED_WORDS,
    SINCE,
    SOURCE,
    SPAN,
    STATES,
    UNTIL,
    VINTAGE,
)
from simulrag.simulators.epidemiology.reported_words import ADMITTED, PEAK, PEOPLE, WAVES, WEEKLY
from simulrag.simulators.interface import Function, Output, Parameter
from simulrag.simulators.tolerances import Tolerance

#: Without unit and words: a reader would else take every number of a text for it.
LIMIT = Parameter(
    name="limit",
    kind="number",
    description="admissions in a week that are passed",
    low=0.0,
    required=False,
)
PART = Parameter(
    name="part",
    kind="share",
    description="percent of the most admissions in a week, to which they fall after it",
    required=False,
    low=0.0,
    high=100.0,
)
_WORDS = (*ADMITTED, *WEEKLY, *PEAK)


def _count(name: str, description: str, said: str, needs: tuple[str, ...] = ()) -> Output:
    return Output(
        name=name,
        kind="number",
        description=description,
        unit_words=PEOPLE,
        words=(*_WORDS, *WAVES),
        needs=needs,
        decimals=0,
        tolerance=Tolerance(relative=0.05),
        template=f"{SPAN}{said}.",
    )


def _weeks(name: str, description: str, said: str, needs: tuple[str, ...] = ()) -> Output:
    made = _count(name, description, said, needs)
    counted = {"unit": "week", "unit_words": ("weeks", "week")}
    tolerance = Tolerance(absolute=1.0, difference=1.0)
    return made.model_copy(update={**counted, "tolerance": tolerance})


def _week(name: str, description: str, said: str, needs: tuple[str, ...] = ()) -> Output:
    return Output(
        name=name,
        kind="date",
        description=description,
        words=(*_WORDS, *WAVES),
        needs=needs,
        unit="week",
        tolerance=Tolerance(absolute=7.0),
        template=f"{SPAN}{said} in the week ending {{value}}.",
    )


_ADMISSIONS = "weekly influenza admissions in {states}"
WAVE_COUNT = _count("wave_count", "separate waves", f"{_ADMISSIONS} came in {{value}}").model_copy(
    update={"unit_words": WAVES, "words": WAVES, "tolerance": Tolerance()}
)
_LIMITED = ("limit",)
COURSE = (
    _count("most", "most admissions of any of the weeks",
           f"{_ADMISSIONS} peaked at {{value}}"),
    _count("fewest", "fewest admissions of any of the weeks",
           f"the lowest number of {_ADMISSIONS} was {{value}}"),
    _count("mean", "mean of the weeks; low and high are the fewest and the most",
           f"{_ADMISSIONS} averaged {{value}}"),
    _count("gain", "admissions of the last week less those of the first",
           f"{_ADMISSIONS} {{turn:rose/fell}} by {{size}}"),
    _count("first_week", "admissions of the first week",
           f"{_ADMISSIONS} began at {{value}}"),
    _count("last_week", "admissions of the last week", f"{_ADMISSIONS} ended at {{value}}"),
    BETWEEN_CHANGE.model_copy(update={"name": "relative_gain"}),
    _weeks("weeks_not_higher", "weeks no higher than the one before",
           f"{_ADMISSIONS} did not rise in {{value}}"),
    _weeks("weeks_not_lower", "weeks no lower than the one before",
           f"{_ADMISSIONS} did not fall in {{value}}"),
    _weeks("setbacks", "weeks no higher than the one before; low counts those lower by a twentieth",
           f"{_ADMISSIONS} had setbacks in {{value}}"),
    _weeks("rebounds", "weeks no lower than the one before; low counts those higher by a twentieth",
           f"{_ADMISSIONS} had rebounds in {{value}}"),
    _weeks("longest_rise", "most weeks in a row each above the one before",
           f"{_ADMISSIONS} rose for {{value}} in a row"),
    _weeks("longest_fall", "most weeks in a row each below the one before",
           f"{_ADMISSIONS} fell for {{value}} in a row"),
    WAVE_COUNT,
    _week("first_crest", "top week of the earlier of the two highest waves",
          "the first crest in {states} came"),
    _week("second_crest", "top week of the later of the two highest waves",
          "the second crest in {states} came"),
    _count("crest_gain", "crest of the later wave less that of the earlier",
           "the second crest in {states} was {size} {turn:higher/lower} than the first"),
    _weeks("weeks_above", "most weeks in a row above the limit",
           f"{_ADMISSIONS} stayed above {{limit}} for {{value}}", _LIMITED),
    _weeks("weeks_below", "most weeks in a row below the limit",
           f"{_ADMISSIONS} stayed below {{limit}} for {{value}}", _LIMITED),
    _week("first_above", "first week above the limit",
          f"{_ADMISSIONS} first exceeded {{limit}}", _LIMITED),
    _week("above", "first week above the limit; high is the last week above it",
          f"{_ADMISSIONS} exceeded {{limit}}", _LIMITED),
    _week("below_again", "first week below the limit after the top",
          f"{_ADMISSIONS} fell below {{limit}}", _LIMITED),
    _week("last_above", "last week above the limit",
          f"{_ADMISSIONS} last exceeded {{limit}}", _LIMITED),
    _weeks("weeks_to_part", "weeks from the top to the part of it",
           f"{_ADMISSIONS} took {{value}} to fall to {{part}} % of their peak", ("part",)),
)  # fmt: skip
ADMISSIONS_COURSE = Function(
    name="admissions_course",
    words=REPORTED_WORDS,
    title="Course of reported influenza admissions",
    description="How the weekly admissions that were reported went from one week to another: "
    "rises and falls week by week, waves, and weeks above a limit.",
    parameters=(STATES, SINCE, UNTIL, LIMIT, PART, VINTAGE),
    outputs=COURSE,
    context=(
        "Query: How did weekly hospital admissions for influenza in {place} go in {period}?\n"
        "Result: {result} (" + SOURCE + ")"
    ),
    example={"states": ["Florida"], "since": "2025-08-01", "until": "2026-06-27", "limit": 2000.0},
    observed=True,
)

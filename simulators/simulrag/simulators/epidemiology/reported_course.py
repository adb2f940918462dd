"""The function `admissions_course` as it is published; nothing here reads the tables."""

from simulrag.simulators.courses import CourseFeature
from simulrag.simulators.epidemiology.parameters import STATES
from simulrag.simulators.epidemiology.reported_function import BETWEEN_CHANGE, SINCE, SOURCE, UNTIL
from simulrag.simulators.epidemiology.reported_words import ADMITTED, PEAK, PEOPLE, WAVES, WEEKLY
from simulrag.simulators.interface import Function, Output, Parameter

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


def _count(
    name: str, description: str, course: CourseFeature, needs: tuple[str, ...] = ()
) -> Output:
    return Output(
        name=name,
        kind="number",
        description=description,
        unit_words=PEOPLE,
        loose_words=_WORDS,
        course=course,
        needs=needs,
        decimals=0,
        about_relative=0.05,
        template=f"The {name.replace('_', ' ')} in {{states}} was {{value}}.",
    )


def _weeks(
    name: str, description: str, course: CourseFeature, needs: tuple[str, ...] = ()
) -> Output:
    made = _count(name, description, course, needs)
    about = {"about_relative": 0.0, "about_absolute": 1.0, "about_difference": 1.0}
    return made.model_copy(update={"unit": "week", "unit_words": ("weeks", "week"), **about})


def _week(name: str, description: str, course: CourseFeature, needs: tuple[str, ...]) -> Output:
    return Output(
        name=name,
        kind="date",
        description=description,
        loose_words=_WORDS,
        course=course,
        needs=needs,
        spans_days=6,
        about_absolute=7.0,
        template=f"The {name.replace('_', ' ')} in {{states}} ended on {{value}}.",
    )


WAVE_COUNT = _count("wave_count", "separate waves", "waves").model_copy(
    update={"unit_words": WAVES, "words": WAVES, "about_relative": 0.0}
)
_LIMITED = ("limit",)
COURSE = (
    _count("most", "most admissions of any of the weeks", "highest"),
    _count("fewest", "fewest admissions of any of the weeks", "lowest"),
    _count("mean", "mean of the weeks; low and high are the fewest and the most", "mean"),
    _count("gain", "admissions of the last week less those of the first", "change"),
    _count("first_week", "admissions of the first week", "first"),
    _count("last_week", "admissions of the last week", "last"),
    BETWEEN_CHANGE.model_copy(update={"name": "relative_gain", "course": "relative_change"}),
    _weeks("weeks_not_higher", "weeks no higher than the one before", "steps_not_up"),
    _weeks("weeks_not_lower", "weeks no lower than the one before", "steps_not_down"),
    _weeks("setbacks", "the same; low counts those lower by a twentieth", "marked_steps_down"),
    _weeks("rebounds", "weeks no lower; low counts those higher by a twentieth", "marked_steps_up"),
    _weeks("longest_rise", "most weeks in a row each above the one before", "longest_rise"),
    _weeks("longest_fall", "most weeks in a row each below the one before", "longest_fall"),
    WAVE_COUNT,
    _week("first_crest", "top week of the earlier of the two highest waves", "first_crest", ()),
    _week("second_crest", "top week of the later of them", "second_crest", ()),
    _count("crest_gain", "crest of the later wave less that of the earlier", "crest_contrast"),
    _weeks("weeks_above", "most weeks in a row above the limit", "steps_above", _LIMITED),
    _weeks("weeks_below", "most weeks in a row below the limit", "steps_below", _LIMITED),
    _week("first_above", "first week above the limit", "first_above", _LIMITED),
    _week("above", "the same; high is the last week above it", "above", _LIMITED),
    _week("below_again", "first week below the limit after the top", "below_again", _LIMITED),
    _week("last_above", "last week above the limit", "last_above", _LIMITED),
    _weeks("weeks_to_part", "weeks from the top to the part of it", "steps_to_part", ("part",)),
)
ADMISSIONS_COURSE = Function(
    name="admissions_course",
    title="Course of reported influenza admissions",
    description="How the weekly admissions that were reported went from one week to another: "
    "rises and falls week by week, waves, and weeks above a limit.",
    parameters=(STATES, SINCE, UNTIL, LIMIT, PART),
    outputs=COURSE,
    context=(
        "Query: How did weekly hospital admissions for influenza in {place} go in {period}?\n"
        "Result: {result} (" + SOURCE + ")"
    ),
    example={"states": ["Florida"], "since": "2025-08-01", "until": "2026-06-27", "limit": 2000.0},
    observed=True,
    offered=False,
)

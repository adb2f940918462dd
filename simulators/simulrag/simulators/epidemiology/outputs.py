"""What a season returns, and every word in which text may speak of it."""

import json
from importlib.resources import files

from simulrag.simulators.epidemiology.output_words import (
    GROWTH_WORDS,
    LOOSE_PEAK,
    LOOSE_WHEN,
    PEAK_WORDS,
    PEOPLE,
    WEEKS,
    WHEN,
)
from simulrag.simulators.interface import Band, Output, Scale

#: Where observed seasons are cut into grades; made by `train.make_tables`.
_GRADES: dict[str, list[float]] = json.loads(
    (files("simulrag.simulators.epidemiology") / "data" / "grades.json").read_text("utf-8")
)
#: A third of the 244 days, weeks.
THIRD = 11.6
PEAK = Output(
    name="peak",
    kind="number",
    description="highest value of the daily median curve; low and high are the 5 and 95 "
    "percentiles of the ensemble on that day",
    unit_words=PEOPLE,
    words=PEAK_WORDS,
    loose_words=LOOSE_PEAK,
    decimals=1,
    about_relative=0.05,
    rise_words=("higher", "larger", "bigger", "greater", "raises", "increases", "worse"),
    fall_words=(
        "lower",
        "smaller",
        "smaller",
        "lower",
        "lowers",
        "decreases",
        "lower",
        "reduced",
        "flatter",
        "flattens",
    ),
    stochastic=True,
    record_path="peak_magnitude.median_value",
    record_interval_path="peak_magnitude.90_percent_ci",
    template="The median {metric} in {states} peaks at {value}.",
)
PEAK_DATE = Output(
    name="peak_date",
    kind="date",
    description="day on which the daily median curve is highest",
    words=WHEN,
    loose_words=LOOSE_WHEN,
    about_absolute=7.0,
    rise_words=("later", "delayed", "postponed", "delays"),
    fall_words=("earlier", "sooner", "brought forward"),
    since="start_date",
    record_path="peak_timing.peak_date",
    template="The median {metric} in {states} peaks on {value}.",
)
WEEKS_TO_PEAK = Output(
    name="weeks_to_peak",
    kind="number",
    description="time from the first day of the season to the peak of the daily median curve",
    unit="week",
    unit_words=("weeks", "week", "wk", "wks"),
    words=WEEKS,
    loose_words=LOOSE_WHEN,
    decimals=1,
    about_absolute=1.0,
    about_difference=1.0,
    rise_words=("later", "slower", "delayed"),
    fall_words=("earlier", "faster", "sooner", "quicker"),
    since="start_date",
    record_path="peak_timing.weeks_from_start",
    template="The peak in {states} is reached {value} after the start of the season.",
)
GROWTH = Output(
    name="growth",
    kind="number",
    description="growth of the daily median curve over the first four weeks (from day 0 to day "
    "27); 0 where it starts at 0",
    unit="percent",
    unit_words=("%", "percent", "per cent"),
    words=GROWTH_WORDS,
    decimals=1,
    about_absolute=2.0,
    about_difference=2.0,
    rise_words=("grows", "rises", "increases", "increase", "faster"),
    fall_words=("declines", "falls", "decreases", "decrease", "slower", "drops"),
    record_path="initial_trend.four_week_growth_percentage",
    template="Over the first four weeks the median {metric} in {states} changes by {value}.",
)
TREND = Output(
    name="trend",
    kind="category",
    description="label of the growth over the first four weeks: declining below -5 %, stable to "
    "5 %, slow growth to 50 %, rapid growth above (thresholds of the published records)",
    words=(
        "initial trend",
        "qualitative trend",
        "early trend",
        "initial trajectory",
        "initial phase",
        "initially",
        "trend",
    ),
    choices={
        "declining": (
            "declining",
            "go down",
            "goes down",
            "going down",
            "decline",
            "declines",
            "declining phase",
            "downward",
            "falling",
            "decreasing",
            "decreases from the start",
            "shrinking",
        ),
        "stable": ("stable", "stable phase", "flat", "no growth", "steady", "unchanged"),
        "slow growth": (
            "slow growth",
            "slow growth phase",
            "slow initial growth",
            "grows slowly",
            "slowly growing",
            "gradual growth",
            "gradual increase",
            "modest growth",
            "creep up",
            "creeps up",
        ),
        "rapid growth": (
            "rapid growth",
            "rapid growth phase",
            "rapid initial growth",
            "initial rapid growth",
            "rapid early growth",
            "rapid increase",
            "rapid onset",
            "rapid spread",
            "rapid initial spread",
            "grows rapidly",
            "growing rapidly",
            "rapidly growing",
            "rapidly escalating",
            "rapidly developing",
            "extremely rapid growth",
            "unprecedentedly rapid growth",
            "explosive growth",
            "explosive growth phase",
            "take off",
            "takes off",
            "taking off",
            "takes off fast",
        ),
    },
    record_path="initial_trend.qualitative_trend",
    template="The initial trend of the median {metric} in {states} is {value}.",
)
CUMULATIVE = Output(
    name="cumulative",
    kind="number",
    description="sum of the daily medians over the 244 days of the season: admissions, or "
    "person-days in hospital for hospital prevalence",
    unit_words=(
        "in total",
        "admissions",
        "hospitalizations",
        "hospitalisations",
        "bed-days",
        "person-days",
        "patient-days",
        "hospital days",
    ),
    words=(
        "cumulative",
        "cumulative burden",
        "cumulative total",
        "cumulative median",
        "total burden",
        "season total",
        "total over the season",
        "whole season",
        "running total",
        "summed over the season",
        "over the season",
        "added up",
        "adds up to",
        "total",
        "burden",
    ),
    decimals=1,
    about_relative=0.05,
    rise_words=("higher", "larger", "greater", "increases"),
    fall_words=("lower", "smaller", "decreases"),
    record_path="total_burden.cumulative_median_value",
    template="Summed over the season, the median {metric} in {states} comes to {value}.",
)
ATTACK_RATE = Output(
    name="attack_rate",
    kind="number",
    description="share of the residents who are infected during the 244 days of the season",
    unit="percent",
    unit_words=("%", "percent", "per cent", "percent of the population", "of residents"),
    words=(
        "attack rate",
        "infection attack rate",
        "share infected",
        "proportion infected",
        "population infected",
        "people infected",
        "residents infected",
        "are infected",
        "is infected",
        "catch the flu",
        "get infected",
    ),
    decimals=1,
    about_absolute=2.0,
    about_difference=2.0,
    rise_words=("higher", "larger"),
    fall_words=("lower", "smaller"),
    stochastic=True,
    template="The attack rate over the season in {states} is {value}.",
)


def _severity() -> Scale:
    low, middle, high = _GRADES["severity"]
    return Scale(
        name="severity of a season",
        source=(
            "50, 90 and 98 percentiles of the top weeks of 204 state seasons, 2022-23 to 2025-26, "
            "in CDC NHSN hospital admissions; percentiles as in CDC's severity assessment "
            "(Biggerstaff et al. 2018, doi 10.1093/aje/kwx334)"
        ),
        bands=(
            Band(label="mild", high=low, words=("low severity",)),
            Band(
                label="moderate",
                low=low,
                high=middle,
                words=("moderately severe", "moderate severity"),
            ),
            Band(label="severe", low=middle, words=("high severity",)),
            Band(
                label="extremely severe",
                low=high,
                words=("very severe", "exceptionally severe", "very high severity"),
            ),
        ),
    )


def _length() -> Scale:
    """Grade the length of a wave against observed ones."""
    short, long = _GRADES["wave_length"]
    return Scale(
        name="length of a wave",
        source="quartiles of the weeks at or above half of the top week in 204 state seasons, "
        "2022-23 to 2025-26, in CDC NHSN hospital admissions",
        bands=(
            Band(label="brief", high=short, words=("short-lived", "sharp")),
            Band(label="of usual length", low=short, high=long),
            Band(label="sustained", low=long, words=("prolonged", "protracted", "drawn-out")),
        ),
    )


HALF_BURDEN = Output(
    name="half_burden",
    kind="number",
    description="weeks from the first day until half of the season's sum of daily medians is "
    "reached",
    unit="week",
    unit_words=("weeks", "week"),
    words=(
        "half of the burden",
        "half the burden",
        "half of all admissions",
        "half of the season's admissions",
        "course of the burden",
        "shape of the season",
    ),
    decimals=1,
    about_absolute=1.0,
    about_difference=1.0,
    rise_words=("later",),
    fall_words=("earlier",),
    since="start_date",
    scales=(
        Scale(
            name="course of a season",
            source="thirds of the 244 days, within which half of the season's burden falls",
            bands=(
                Band(label="front-loaded", high=THIRD, words=("front loaded",)),
                Band(label="mid-loaded", low=THIRD, high=2 * THIRD, words=("evenly spread",)),
                Band(label="back-loaded", low=2 * THIRD, words=("back loaded",)),
            ),
        ),
    ),
    template="In {states} half of the burden has come after {value}.",
)
HALF_BURDEN_DATE = Output(
    name="half_burden_date",
    kind="date",
    description="day on which half of the season's sum of daily medians is reached",
    words=("half of the burden by", "half the burden by", "half-way date", "half-way day"),
    about_absolute=7.0,
    since="start_date",
    template="The half-way day of the burden in {states} is {value}.",
)
DURATION = Output(
    name="duration",
    kind="number",
    description="weeks in which the daily median reaches at least half of its peak, from the "
    "first to the last",
    unit="week",
    unit_words=("weeks", "week"),
    words=("duration of the wave", "width of the peak", "length of the wave", "wave lasts"),
    decimals=1,
    about_absolute=1.0,
    about_difference=1.0,
    rise_words=("longer",),
    fall_words=("shorter",),
    scales=(_length(),),
    template="The duration of the wave in {states}, above half of its height, is {value}.",
)
PEAK_PHASE = Output(
    name="peak_phase",
    kind="category",
    description="early: the peak lies before January; late: after February. January and "
    "February had the peak in most US seasons (CDC, Flu Season: peak months 1982-83 to 2021-22)",
    words=("phase of the peak", "peak phase"),
    choices={
        "early peak": ("peaks early", "early-season peak", "early season peak"),
        "midwinter peak": ("usual peak", "mid-winter peak", "peaks in midwinter"),
        "late peak": ("peaks late", "late-season peak", "late season peak"),
    },
    template="Timing of the wave in {states}: {value}.",
)
PEAK_WEEKLY_RATE = Output(
    name="peak_weekly_rate",
    kind="number",
    description="hospital admissions per 100,000 residents in the seven days with most of them "
    "(median curve), whatever metric is asked for; graded against observed seasons",
    unit_words=(
        "per 100,000",
        "per 100 000",
        "per 100k",
        "admissions per 100,000",
        "per 100,000 people",
        "per 100,000 inhabitants",
    ),
    words=(
        "peak weekly rate",
        "peak weekly admission rate",
        "weekly admissions per 100,000",
        "weekly admission rate",
        "severity",
        "season severity",
        "severity of the season",
        "severity of the outbreak",
    ),
    decimals=1,
    about_relative=0.05,
    rise_words=("more severe", "worse"),
    fall_words=("less severe", "milder"),
    scales=(_severity(),),
    stochastic=True,
    template="The peak weekly admission rate in {states} is {value} residents.",
)
OUTPUTS = (
    PEAK,
    PEAK_DATE,
    WEEKS_TO_PEAK,
    GROWTH,
    TREND,
    CUMULATIVE,
    ATTACK_RATE,
    PEAK_WEEKLY_RATE,
    HALF_BURDEN,
    HALF_BURDEN_DATE,
    DURATION,
    PEAK_PHASE,
)

"""The function `admissions` as it is published; nothing here reads the tables."""

from simulrag.simulators.epidemiology.parameters import STATES
from simulrag.simulators.interface import Function, Output, Parameter

#: Seasons, August to July, named as people name them, with the year in which each begins.
SEASONS = {"2022-23": 2022, "2023-24": 2023, "2024-25": 2024, "2025-26": 2025}
FIRST_MONTH = 8
SOURCE = "CDC NHSN hospital admissions, as collected by the FluSight forecast hub"
_PEOPLE = (
    "admissions",
    "hospital admissions",
    "influenza admissions",
    "flu admissions",
    "patients",
    "influenza patients",
    "flu patients",
    "people",
    "hospitalizations",
    "hospitalisations",
)


def _season_words(name: str) -> tuple[str, ...]:
    first, second = name.split("-")
    return (
        f"{first}/{second}",
        f"{first}-20{second}",
        f"{first}/20{second}",
        f"winter of {first}-{second}",
        f"{first} to 20{second}",
    )


REPORTED_SEASON = Parameter(
    name="reported_season",
    kind="choice",
    description="2022-23, ...: season from August to July",
    required=False,
    words=("season", "influenza season", "flu season", "winter", "flu winter"),
    choices={name: _season_words(name) for name in SEASONS},
    periods={
        name: (f"{year}-{FIRST_MONTH:02d}-01", f"{year + 1}-{FIRST_MONTH - 1:02d}-31")
        for name, year in SEASONS.items()
    },
)
WEEK = Parameter(
    name="week",
    kind="date",
    description="day: the week, Sunday to Saturday, that is asked for",
    required=False,
    words=("week ending", "week ending on", "week that ended on", "week to", "week of"),
    about=7.0,
)

PEAK_ADMISSIONS = Output(
    name="top_week_admissions",
    kind="number",
    description="most admissions that were reported for one week",
    unit_words=_PEOPLE,
    words=(
        "top week",
        "peak week",
        "worst week",
        "weekly maximum",
        "weekly peak",
        "peak week of admissions",
        "highest week",
        "highest number of weekly admissions",
        "highest weekly admissions",
        "maximum of weekly admissions",
        "most admissions in a week",
        "peaked at",
        "topped out at",
        "admissions a week",
        "weekly influenza admissions",
        "weekly flu admissions",
    ),
    decimals=0,
    about_relative=0.05,
    rise_words=("higher", "more", "worse", "more severe"),
    fall_words=("lower", "fewer", "milder", "less severe"),
    template="The most influenza admissions reported in {states} in one week were {value}.",
)
PEAK_WEEK = Output(
    name="top_week",
    kind="date",
    description="last day, a Saturday, of the week with most reported admissions",
    words=(
        "peaked",
        "peaked in",
        "peaked on",
        "peaked around",
        "admissions peaked",
        "topped out",
        "crested",
        "reached its peak",
        "reached their peak",
        "had its peak",
        "influenza peak",
        "flu peak",
        "national peak",
    ),
    about_absolute=7.0,
    rise_words=("later", "after"),
    fall_words=("earlier", "sooner"),
    template="Reported influenza admissions in {states} peaked in the week ending {value}.",
)
TOP_RATE = Output(
    name="top_week_rate",
    kind="number",
    description="admissions per 100,000 residents in the week with most of them",
    unit_words=("per 100,000", "per 100 000", "per 100k", "admissions per 100,000"),
    words=("highest admission rate", "maximum admission rate", "top weekly rate"),
    decimals=2,
    about_relative=0.05,
    rise_words=("higher",),
    fall_words=("lower",),
    template="The highest rate reported in {states} was {value} residents in one week.",
)
SEASON_TOTAL = Output(
    name="reported_total",
    kind="number",
    description="sum of the weekly admissions that were reported for the season",
    unit_words=_PEOPLE,
    words=(
        "reported total",
        "seasonal total",
        "seasonal totals",
        "season's total",
        "total admissions",
        "admissions over the season",
        "summed over the season",
    ),
    decimals=0,
    about_relative=0.05,
    rise_words=("higher", "more", "larger"),
    fall_words=("lower", "fewer", "smaller"),
    template="Reported influenza admissions in {states} added up to {value}.",
)
WEEK_ADMISSIONS = Output(
    name="week_admissions",
    kind="number",
    description="admissions that were reported for the week asked for",
    unit_words=_PEOPLE,
    words=(
        "admissions in the week",
        "influenza admissions in the week",
        "flu admissions in the week",
        "admitted with flu",
        "admitted with influenza",
        "were admitted",
        "admitted",
        "influenza admissions",
        "flu admissions",
        "influenza hospitalizations",
        "flu hospitalizations",
        "flu hospitalisations",
        "influenza patients",
        "flu patients",
    ),
    decimals=0,
    about_relative=0.05,
    rise_words=("higher", "more"),
    fall_words=("lower", "fewer"),
    template="In the week asked for, {value} were reported in {states}.",
)
WEEK_RATE = Output(
    name="week_rate",
    kind="number",
    description="admissions per 100,000 residents in the week asked for",
    unit_words=("per 100,000", "per 100 000", "per 100k", "admissions per 100,000"),
    words=("admission rate", "influenza admission rate", "rate of admissions"),
    decimals=2,
    about_relative=0.05,
    rise_words=("higher",),
    fall_words=("lower",),
    template="In the week asked for, the rate in {states} was {value} residents.",
)
#: Outputs of the season asked for, or of the one that holds the week; and of the week, if one is.
OF_SEASON = (PEAK_ADMISSIONS, PEAK_WEEK, TOP_RATE, SEASON_TOTAL)
OF_WEEK = (WEEK_ADMISSIONS, WEEK_RATE)

ADMISSIONS = Function(
    name="admissions",
    title="Reported influenza admissions",
    description=(
        "Weekly hospital admissions for influenza as reported to CDC from February 2022 to June "
        "2026, of a season, of one week or of the whole period. Nothing is simulated or forecast."
    ),
    parameters=(STATES, REPORTED_SEASON, WEEK),
    outputs=(*OF_SEASON, *OF_WEEK),
    context=(
        "Query: How many people were admitted to hospital for influenza in {place} in {period}?\n"
        "Result: {result} (" + SOURCE + ")"
    ),
    example={"states": ["all states"], "reported_season": "2022-23"},
    observed=True,
)

"""The function `admissions` as it is published; nothing here reads the tables."""

from datetime import date

from simulrag.simulators.epidemiology.parameters import DISEASE_WORDS
from simulrag.simulators.epidemiology.parameters import STATES as SIMULATED_STATES
from simulrag.simulators.epidemiology.reported_source import REPORTS
from simulrag.simulators.epidemiology.reported_words import (
    ADMITTED,
    PEAK,
    PEOPLE,
    PER_HEAD,
    RATE_UNITS,
    WEEKLY,
)
from simulrag.simulators.interface import Directions, Function, Output, Parameter, Selection
from simulrag.simulators.tolerances import Tolerance

#: Last day of the last week that is held.
LAST_DAY = date.fromisoformat(REPORTS.through)
#: First season with complete reports, and the month by which one is over.
FIRST_SEASON, OVER_BY = 2022, 6
#: Seasons, August to July, named as people name them, with the year in which each begins.
SEASONS = {
    f"{year}-{(year + 1) % 100:02d}": year
    for year in range(FIRST_SEASON, LAST_DAY.year - (LAST_DAY.month < OVER_BY))
}
FIRST_MONTH = 8
#: First and last MMWR week of a season of weeks.
FIRST_EPIWEEK, LAST_EPIWEEK = 40, 39
PUERTO_RICO = "Puerto Rico"
SOURCE = REPORTS.title

#: Words for what hospitals reported, which no simulated season is.
REPORTED_WORDS = (
    *DISEASE_WORDS, "nhsn", "national healthcare safety network", "hhs protect", "reported to cdc",
    "reported to the cdc", "hospitals reported", "reported by hospitals", "were reported",
    "was reported", "officially reported", "reported admissions", "reported hospitalizations",
    "reported hospital admissions", "reported hospitalisations",
)  # fmt: skip
STATES = SIMULATED_STATES.model_copy(
    update={
        "description": "US states, the District of Columbia and Puerto Rico; all 51 states are the "
        "national series, which holds the territories too",
        # Without words: "every state" does not count it.
        "choices": {**SIMULATED_STATES.choices, PUERTO_RICO: ()},
    }
)
REVISED, FIRST = "revised", "first archived"
#: Text that says no more than this may mean a report between the first two archives.
FIRST_REPORTS = (
    "first reported", "first reports", "first report", "initially reported", "initial report",
    "initial reports", "originally reported", "first published", "preliminary report",
    "preliminary reports", "preliminary count", "preliminary figure", "before revision",
    "before revisions", "at the time reported",
)  # fmt: skip
VINTAGE = Parameter(
    name="vintage",
    kind="choice",
    description="revised: as last archived; first archived: as in the FluSight hub's first archive "
    "of a week, if made within two weeks of its end, from September 2023 on. CDC corrects reports "
    "within days, so that a first report need not be the first archived one",
    required=False,
    default=REVISED,
    words=("vintage", "archive", "archived"),
    choices={
        REVISED: (
            "as revised", "after revision", "after revisions", "latest report",
            "as last reported", "last archived", "as last archived",
        ),
        FIRST: (
            "as first archived", "first archived report", "first archived reports",
            "first archive", "earliest archive",
        ),
    },
)  # fmt: skip
CALENDAR, EPIWEEKS = "August to July", "MMWR weeks 40 to 39"
SEASON_WEEKS = Parameter(
    name="season_weeks",
    kind="choice",
    description="which weeks a season has: those that end in August to July, or MMWR week 40 to "
    "week 39",
    required=False,
    default=CALENDAR,
    choices={
        CALENDAR: ("from August to July", "August through July"),
        EPIWEEKS: (
            "MMWR season", "MMWR week 40 to week 39", "week 40 to week 39", "weeks 40 to 39",
            "week 40 through week 39", "epiweek 40 to 39", "epiweek 40 to epiweek 39",
            "weeks 40 through 39", "MMWR week 40 through week 39",
        ),
    },
)  # fmt: skip


def _season_words(name: str) -> tuple[str, ...]:
    first, second = name.split("-")
    return (
        f"{first}/{second}",
        f"{first}-20{second}",
        f"{first}/20{second}",
        f"winter of {first}-{second}",
        f"winter {first}-{second}",
        f"winter of {first}/{second}",
        f"{first} to 20{second}",
    )


REPORTED_SEASON = Parameter(
    name="reported_season",
    kind="choice",
    description="2022-23, ...: season, whose weeks `season_weeks` tells",
    required=False,
    words=("season", "influenza season", "flu season", "winter", "flu winter"),
    choices={name: _season_words(name) for name in SEASONS},
    selection=Selection(
        periods={
            name: (f"{year}-{FIRST_MONTH:02d}-01", f"{year + 1}-{FIRST_MONTH - 1:02d}-31")
            for name, year in SEASONS.items()
        }
    ),
)
WEEK = Parameter(
    name="week",
    kind="date",
    description="day: the week, Sunday to Saturday, that is asked for",
    required=False,
    words=("week", "week ending", "week ending on", "week that ended on", "week to", "week of"),
)

PEAK_ADMISSIONS = Output(
    name="top_week_admissions",
    kind="number",
    description="most admissions that were reported for one week",
    unit_words=PEOPLE,
    words=(
        "top week", "peak week", "worst week", "weekly maximum", "weekly peak",
        "peak week of admissions", "highest week", "highest number of weekly admissions",
        "highest weekly admissions", "maximum of weekly admissions", "most admissions in a week",
        "peaked at", "topped out at", "admissions a week", "weekly influenza admissions",
        "weekly flu admissions", *PEAK, *WEEKLY, "record", "worst", "high", "highest", "peak",
        "peaked", "most", "never", "ever", "weekly", "a week",
        "milder", "surged", "crested", "surge", "surge of",
    ),
    decimals=0,
    tolerance=Tolerance(relative=0.05),
    directions=Directions(
        rises=(
            "higher", "more", "worse", "worse", "more severe", "busier", "fared worse",
            "harder hit", "hit harder",
        ),
        falls=("lower", "fewer", "better", "milder", "less severe", "less busy", "fared better"),
    ),
    template="Weekly influenza admissions in {states} peaked at {value} in {season}.",
)  # fmt: skip
PEAK_WEEK = Output(
    name="top_week",
    kind="date",
    description="week with most reported admissions, by its last day, a Saturday",
    words=(
        "peaked", "peaked in", "peaked on", "peaked around", "admissions peaked", "topped out",
        "crested", "reached its peak", "reached their peak", "had its peak", "influenza peak",
        "flu peak", "national peak", *PEAK, "when", "top", "height", "high", "highest", "record",
        "worst", "most", "same week", "week with",
    ),
    unit="week",
    tolerance=Tolerance(absolute=7.0),
    directions=Directions(rises=("later", "after"), falls=("earlier", "sooner")),
    template="Reported influenza admissions in {states} peaked in {season} in the week ending "
    "{value}.",
)  # fmt: skip
TOP_RATE = Output(
    name="top_week_rate",
    kind="number",
    description="admissions per 100,000 residents in the week with most of them",
    unit_words=RATE_UNITS,
    words=(
        "highest admission rate", "maximum admission rate", "top weekly rate", *PER_HEAD,
        "per resident", "per inhabitant", "rate", "rates", "hardest", "hit",
    ),
    decimals=2,
    tolerance=Tolerance(relative=0.05),
    directions=Directions(rises=("higher",), falls=("lower",)),
    template="The highest weekly rate reported in {states} in {season} was {value} residents.",
)  # fmt: skip
SEASON_TOTAL = Output(
    name="reported_total",
    kind="number",
    description="sum of the weekly admissions that were reported for the season",
    unit_words=PEOPLE,
    words=(
        "reported total", "seasonal total", "seasonal totals", "season's total", "total admissions",
        "admissions over the season", "summed over the season", *ADMITTED, "season", "seasons",
        "all told", "in total", "added up", "adds up", "altogether", "in all", "combined",
        "over the whole season", "hospital stays", "toll", "total", "sum", "overall", "winter",
    ),
    decimals=0,
    tolerance=Tolerance(relative=0.05),
    directions=Directions(rises=("higher", "more", "larger"), falls=("lower", "fewer", "smaller")),
    template="Reported influenza admissions in {states} in {season} added up to {value}.",
)  # fmt: skip
WEEK_ADMISSIONS = Output(
    name="week_admissions",
    kind="number",
    description="admissions that were reported for the week asked for",
    unit_words=PEOPLE,
    words=(
        "admissions in the week", "influenza admissions in the week", "flu admissions in the week",
        "admitted with flu", "admitted with influenza", "were admitted", "admitted",
        "influenza admissions", "flu admissions", "influenza hospitalizations",
        "flu hospitalizations", "flu hospitalisations", "influenza patients", "flu patients",
        *ADMITTED, "that week", "week", "weekly",
    ),
    needs=("week",),
    decimals=0,
    tolerance=Tolerance(relative=0.05),
    directions=Directions(
        rises=("higher", "more", "rose", "grew"), falls=("lower", "fewer", "fell", "shrank")
    ),
    template="In the week of {week}, {value} for influenza were reported in {states}.",
)  # fmt: skip
WEEK_RATE = Output(
    name="week_rate",
    kind="number",
    description="admissions per 100,000 residents in the week asked for",
    unit_words=RATE_UNITS,
    words=(
        "admission rate", "influenza admission rate", "rate of admissions", *PER_HEAD, "that week",
        "rates",
        "likely", "risk",
    ),
    needs=("week",),
    decimals=2,
    tolerance=Tolerance(relative=0.05),
    directions=Directions(rises=("higher",), falls=("lower",)),
    template="In the week of {week}, the admission rate in {states} was {value} residents.",
)  # fmt: skip
WEEKS_TO_TOP = Output(
    name="weeks_to_top_week",
    kind="number",
    description="weeks from the first of August to the end of the week with most admissions",
    unit="week",
    unit_words=("weeks", "week"),
    words=(
        "weeks to the top week", "weeks to the peak", "peak after", "peaks after", "peaked after",
        "weeks into", "weeks after", "weeks until", "how long", "run-up", "timing", "peak",
        "crest",
        "crested", "crest", "peaked", "earlier", "later",
    ),
    decimals=0,
    tolerance=Tolerance(absolute=1.0, difference=1.0),
    directions=Directions(rises=("later",), falls=("earlier", "sooner")),
)  # fmt: skip
#: Outputs of the season asked for, or of the one that holds the week; and of the week, if one is.
OF_SEASON = (PEAK_ADMISSIONS, PEAK_WEEK, TOP_RATE, WEEKS_TO_TOP, SEASON_TOTAL)
OF_WEEK = (WEEK_ADMISSIONS, WEEK_RATE)

ADMISSIONS = Function(
    name="admissions",
    words=REPORTED_WORDS,
    title="Reported influenza admissions",
    description=(
        "Weekly hospital admissions for influenza as reported to CDC from February 2022 to "
        f"{LAST_DAY:%B %Y}, of a season, of one week or of the whole period. Nothing is simulated "
        "or forecast."
    ),
    parameters=(STATES, REPORTED_SEASON, WEEK, SEASON_WEEKS, VINTAGE),
    outputs=(*OF_SEASON, *OF_WEEK),
    context=(
        "Query: How many people were admitted to hospital for influenza in {place} in {period}?\n"
        "Result: {result} (" + SOURCE + ")"
    ),
    example={"states": ["all states"], "reported_season": "2022-23"},
    observed=True,
)

SINCE = Parameter(
    name="since",
    kind="date",
    description="a day of the first week",
    words=("week", "single week", "point", "time"),
)
UNTIL = Parameter(name="until", kind="date", description="a day of the last week")


#: What stands before a statement on the weeks between two days.
SPAN = "From {since} to {until}, "


def _between(name: str, description: str, said: str) -> Output:
    return Output(
        name=name,
        kind="number",
        description=description,
        unit_words=PEOPLE,
        words=(*ADMITTED, *WEEKLY),
        decimals=0,
        tolerance=Tolerance(relative=0.05),
        template=f"{SPAN}{said}.",
    )


def _rate_between(name: str, description: str, said: str) -> Output:
    made = _between(name, description, said)
    return made.model_copy(
        update={
            "unit_words": RATE_UNITS,
            "words": PER_HEAD,
            "decimals": 2,
        }
    )


BETWEEN_CHANGE = Output(
    name="change_between",
    kind="number",
    description="admissions of the last week against those of the first, percent more",
    unit="percent",
    is_change=True,
    unit_words=("%", "percent", "per cent"),
    words=(
        *ADMITTED, *WEEKLY, "change", "changed", "rose", "fell", "growth", "grew", "decline",
        "declined", "flat", "doubled", "halved", "tripled",
    ),
    decimals=1,
    tolerance=Tolerance(absolute=5.0, difference=5.0),
    directions=Directions(rises=("rose", "grew"), falls=("fell", "shrank")),
    template=SPAN + "weekly influenza admissions in {states} {turn:rose/fell} by {size}.",
)  # fmt: skip
BETWEEN = (
    _between(
        "highest_week", "most admissions of any of the weeks",
        "weekly influenza admissions in {states} peaked at {value}",
    ),
    _between(
        "lowest_week", "fewest admissions of any of the weeks",
        "the lowest number of weekly influenza admissions in {states} was {value}",
    ),
    _rate_between(
        "highest_rate", "most admissions per 100,000 residents of any week",
        "the weekly rate of influenza admissions in {states} peaked at {value} residents",
    ),
    _rate_between(
        "lowest_rate", "fewest admissions per 100,000 residents of any week",
        "the lowest weekly rate of influenza admissions in {states} was {value} residents",
    ),
    BETWEEN_CHANGE,
    _between(
        "total_between", "admissions of all the weeks added up",
        "influenza admissions in {states} added up to {value}",
    ),
)  # fmt: skip
ADMISSIONS_BETWEEN = Function(
    name="admissions_between",
    words=REPORTED_WORDS,
    title="Reported influenza admissions between two weeks",
    description="The weekly admissions that were reported from one week to another: highest, "
    "lowest, total, and the last against the first.",
    parameters=(STATES, SINCE, UNTIL, VINTAGE),
    outputs=BETWEEN,
    context=(
        "Query: How did weekly hospital admissions for influenza in {place} go in {period}?\n"
        "Result: {result} (" + SOURCE + ")"
    ),
    example={"states": ["all states"], "since": "2025-02-08", "until": "2025-03-08"},
    observed=True,
)

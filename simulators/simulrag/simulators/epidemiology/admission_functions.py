"""The functions of reported admissions as they are published; nothing here reads the tables."""

from datetime import date
from functools import partial

from simulrag.simulators.epidemiology.outputs import counted, dated, in_percent, in_weeks
from simulrag.simulators.epidemiology.parameters import DISEASE_WORDS
from simulrag.simulators.epidemiology.parameters import STATES as SIMULATED_STATES
from simulrag.simulators.epidemiology.reported_source import REPORTS
from simulrag.simulators.interface import (
    Directions,
    Function,
    Output,
    Parameter,
    Selection,
    Tolerance,
)

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

RATE_UNITS = (
    "per 100,000", "per 100 000", "per 100k", "admissions per 100,000", "in every 100,000",
    "for every 100,000", "out of every 100,000", "of every 100,000", "per hundred thousand",
)  # fmt: skip
PEOPLE = (
    "admissions", "hospital admissions", "influenza admissions", "flu admissions", "patients",
    "influenza patients", "flu patients", "people", "hospitalizations", "hospitalisations",
)  # fmt: skip
PEAK = (
    "peak", "peaked", "peaking", "crest", "crested", "topped out", "top out", "tops out",
    "culminated", "maximum", "weekly maximum", "high point", "height", "surge", "at its worst",
    "worst week", "busiest week", "busiest flu week", "top week", "top flu week", "heaviest week",
    "peak week", "highest week", "record week", "highest flu count", "highest number of",
    "highest count", "highest weekly", "weekly high", "busiest", "wave reached", "wave came",
)  # fmt: skip
WEEKLY = ("weekly", "a week", "per week", "each week", "in one week", "of the week")
PER_HEAD = (
    *RATE_UNITS, "per head", "per capita", "per-capita", "per inhabitant", "per resident",
    "per person", "for its size", "for their size", "adjusted for population",
    "population-adjusted", "relative to population", "relative to its population",
    "relative to population size", "relative to its size", "measured against population",
    "measured against its population", "in proportion to population",
    "in proportion to its population", "taking population into account", "given its population",
    "admission rate", "hospitalization rate", "hospitalisation rate", "weekly rate", "rate",
)  # fmt: skip
ADMITTED = (
    "admissions", "hospital admissions", "influenza admissions", "flu admissions",
    "hospitalizations", "hospitalisations", "admitted", "hospitalised", "hospitalized", "patients",
    "influenza patients", "flu patients", "inpatients", "sent to hospital", "to hospital",
    "in hospital with influenza", "in hospital with flu", "weekly count", "weekly number",
    "weekly total", "weekly figure", "national count", "national total", "flu count", "tally",
    "count", "intake", "flu intake", "weekly intake", "the wave", "this wave",
)  # fmt: skip
WAVES = ("wave", "peak", "hump", "crest", "surge", "maximum", "maxima")
PEAK_ADMISSIONS = counted(
    name="top_week_admissions",
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
    directions=Directions(
        rises=(
            "higher", "more", "worse", "worse", "more severe", "busier", "fared worse",
            "harder hit", "hit harder",
        ),
        falls=("lower", "fewer", "better", "milder", "less severe", "less busy", "fared better"),
    ),
    template="Weekly influenza admissions in {states} peaked at {value} in {season}.",
)  # fmt: skip
PEAK_WEEK = dated(
    name="top_week",
    description="week with most reported admissions, by its last day, a Saturday",
    words=(
        "peaked", "peaked in", "peaked on", "peaked around", "admissions peaked", "topped out",
        "crested", "reached its peak", "reached their peak", "had its peak", "influenza peak",
        "flu peak", "national peak", *PEAK, "when", "top", "height", "high", "highest", "record",
        "worst", "most", "same week", "week with",
    ),
    unit="week",
    directions=Directions(rises=("later", "after"), falls=("earlier", "sooner")),
    template="Reported influenza admissions in {states} peaked in {season} in the week ending "
    "{value}.",
)  # fmt: skip
TOP_RATE = counted(
    name="top_week_rate",
    description="admissions per 100,000 residents in the week with most of them",
    unit_words=RATE_UNITS,
    words=(
        "highest admission rate", "maximum admission rate", "top weekly rate", *PER_HEAD,
        "per resident", "per inhabitant", "rate", "rates", "hardest", "hit",
    ),
    decimals=2,
    directions=Directions(rises=("higher",), falls=("lower",)),
    template="The highest weekly rate reported in {states} in {season} was {value} residents.",
)  # fmt: skip
SEASON_TOTAL = counted(
    name="reported_total",
    description="sum of the weekly admissions that were reported for the season",
    unit_words=PEOPLE,
    words=(
        "reported total", "seasonal total", "seasonal totals", "season's total", "total admissions",
        "admissions over the season", "summed over the season", *ADMITTED, "season", "seasons",
        "all told", "in total", "added up", "adds up", "altogether", "in all", "combined",
        "over the whole season", "hospital stays", "toll", "total", "sum", "overall", "winter",
    ),
    directions=Directions(rises=("higher", "more", "larger"), falls=("lower", "fewer", "smaller")),
    template="Reported influenza admissions in {states} in {season} added up to {value}.",
)  # fmt: skip
WEEK_ADMISSIONS = counted(
    name="week_admissions",
    description="admissions that were reported for the week asked for",
    unit_words=PEOPLE,
    words=(
        "admissions in the week", "influenza admissions in the week", "flu admissions in the week",
        "admitted with flu", "admitted with influenza", "were admitted", "admitted",
        "influenza admissions", "flu admissions", "influenza hospitalizations",
        "flu hospitalizations", "flu hospitalisations", "influenza patients", "flu patients",
        *ADMITTED, "that week", "week", "weekly", "weekly admissions", "weekly flu admissions",
    ),
    needs=("week",),
    directions=Directions(
        rises=("higher", "more", "rose", "grew"), falls=("lower", "fewer", "fell", "shrank")
    ),
    template="In the week of {week}, {value} for influenza were reported in {states}.",
)  # fmt: skip
WEEK_RATE = counted(
    name="week_rate",
    description="admissions per 100,000 residents in the week asked for",
    unit_words=RATE_UNITS,
    words=(
        "admission rate", "influenza admission rate", "rate of admissions", *PER_HEAD, "that week",
        "rates",
        "likely", "risk",
    ),
    needs=("week",),
    decimals=2,
    directions=Directions(rises=("higher",), falls=("lower",)),
    template="In the week of {week}, the admission rate in {states} was {value} residents.",
)  # fmt: skip
WEEKS_TO_TOP = in_weeks(
    name="weeks_to_top_week",
    description="weeks from the first of August to the end of the week with most admissions",
    words=(
        "weeks to the top week", "weeks to the peak", "peak after", "peaks after", "peaked after",
        "weeks into", "weeks after", "weeks until", "how long", "run-up", "timing", "peak",
        "crest",
        "crested", "crest", "peaked", "earlier", "later",
    ),
    decimals=0,
    directions=Directions(rises=("later",), falls=("earlier", "sooner")),
)  # fmt: skip
#: Outputs of the season asked for, or of the one that holds the week; and of the week, if one is.
OF_SEASON = (PEAK_ADMISSIONS, PEAK_WEEK, TOP_RATE, WEEKS_TO_TOP, SEASON_TOTAL)
OF_WEEK = (WEEK_ADMISSIONS, WEEK_RATE)

_reported = partial(Function, words=REPORTED_WORDS, observed=True)
ADMISSIONS = _reported(
    name="admissions",
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
_COURSE_CONTEXT = (
    "Query: How did weekly hospital admissions for influenza in {place} go in {period}?\n"
    "Result: {result} (" + SOURCE + ")"
)


def _spanning(
    kind: "partial[Output]", name: str, description: str, said: str, *needs: str
) -> Output:
    """Return an output of the weeks between two days, of a kind, with what is said of it."""
    return kind(name=name, description=description, needs=needs, template=f"{SPAN}{said}.")


_between = partial(_spanning, partial(counted, unit_words=PEOPLE, words=(*ADMITTED, *WEEKLY)))
_rate_between = partial(
    _spanning, partial(counted, unit_words=RATE_UNITS, words=PER_HEAD, decimals=2)
)
BETWEEN_CHANGE = in_percent(
    name="change_between",
    description="admissions of the last week against those of the first, percent more",
    is_change=True,
    words=(
        *ADMITTED, *WEEKLY, "change", "changed", "rose", "fell", "growth", "grew", "decline",
        "declined", "flat", "doubled", "halved", "tripled",
    ),
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
ADMISSIONS_BETWEEN = _reported(
    name="admissions_between",
    title="Reported influenza admissions between two weeks",
    description="The weekly admissions that were reported from one week to another: highest, "
    "lowest, total, and the last against the first.",
    parameters=(STATES, SINCE, UNTIL, VINTAGE),
    outputs=BETWEEN,
    context=_COURSE_CONTEXT,
    example={"states": ["all states"], "since": "2025-02-08", "until": "2025-03-08"},
)

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
_WORDS = (*ADMITTED, *WEEKLY, *PEAK, *WAVES)
_count = partial(_spanning, partial(counted, unit_words=PEOPLE, words=_WORDS))
_weeks = partial(_spanning, partial(in_weeks, decimals=0, words=_WORDS))
_week = partial(_spanning, partial(dated, unit="week", words=_WORDS))
_ADMISSIONS = "weekly influenza admissions in {states}"
WAVE_COUNT = counted(
    name="wave_count",
    description="separate waves",
    unit_words=WAVES,
    words=WAVES,
    tolerance=Tolerance(),
    template=f"{SPAN}{_ADMISSIONS} came in {{value}}.",
)
_LIMITED, _ENDING = "limit", "in the week ending {value}"
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
           f"{_ADMISSIONS} fell or stayed level in {{value}}"),
    _weeks("weeks_not_lower", "weeks no lower than the one before",
           f"{_ADMISSIONS} rose or stayed level in {{value}}"),
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
          f"the first crest in {{states}} came {_ENDING}"),
    _week("second_crest", "top week of the later of the two highest waves",
          f"the second crest in {{states}} came {_ENDING}"),
    _count("crest_gain", "crest of the later wave less that of the earlier",
           "the second crest in {states} was {size} {turn:higher/lower} than the first"),
    _weeks("weeks_above", "most weeks in a row above the limit",
           f"{_ADMISSIONS} stayed above {{limit}} for {{value}}", _LIMITED),
    _weeks("weeks_below", "most weeks in a row below the limit",
           f"{_ADMISSIONS} stayed below {{limit}} for {{value}}", _LIMITED),
    _week("first_above", "first week above the limit",
          f"{_ADMISSIONS} first exceeded {{limit}} {_ENDING}", _LIMITED),
    _week("above", "first week above the limit; high is the last week above it",
          f"{_ADMISSIONS} exceeded {{limit}} {_ENDING}", _LIMITED),
    _week("below_again", "first week below the limit after the top",
          f"{_ADMISSIONS} fell below {{limit}} {_ENDING}", _LIMITED),
    _week("last_above", "last week above the limit",
          f"{_ADMISSIONS} last exceeded {{limit}} {_ENDING}", _LIMITED),
    _weeks("weeks_to_part", "weeks from the top to the part of it",
           f"{_ADMISSIONS} took {{value}} to fall to {{part}} % of their peak", "part"),
)  # fmt: skip
ADMISSIONS_COURSE = _reported(
    name="admissions_course",
    title="Course of reported influenza admissions",
    description="How the weekly admissions that were reported went from one week to another: "
    "rises and falls week by week, waves, and weeks above a limit.",
    parameters=(STATES, SINCE, UNTIL, LIMIT, PART, VINTAGE),
    outputs=COURSE,
    context=_COURSE_CONTEXT,
    example={"states": ["Florida"], "since": "2025-08-01", "until": "2026-06-27", "limit": 2000.0},
)

"""What seasons and measures against them are asked with, and the words in which text says so."""

from pydantic import JsonValue

from simulrag.simulators.epidemiology.presets import PRESETS
from simulrag.simulators.epidemiology.states import NATION_WORDS, REGIONS, STATE_WORDS
from simulrag.simulators.interface import LeftOpen, Parameter, Selection

#: First and last year in which a season may begin.
FIRST_YEAR, LAST_YEAR = 2010, 2035
#: Days.
WEEK = 7
#: Daily values of a season, as in the published records.
DAYS = 244
AGES = ("0-4", "5-17", "18-49", "50-64", "65+")
#: Duration of illness of people who are treated with antivirals as a share of that of untreated
#: ones (Dobson et al. 2015, doi 10.1016/S0140-6736(14)62449-1).
TREATED = 0.79
#: What all functions are about.
DISEASE_WORDS = ("influenza", "flu", "seasonal influenza", "seasonal flu")
#: Words for what is reckoned and not counted, as simulations are, and no report is.
ESTIMATED = (
    "an estimated", "estimated", "estimates", "burden", "disease burden", "estimated burden",
    "flu caused", "influenza caused", "attributable to",
)  # fmt: skip
#: Words for simulated seasons, which no report is.
SIMULATED_WORDS = (
    *DISEASE_WORDS, *ESTIMATED, "simulated season", "simulated admissions", "in the simulation",
    "the simulation", "simulations", "the simulated", "simulated hospitalizations",
    "simulated epidemic", "simulated hospital admissions",
)  # fmt: skip

STATES = Parameter(
    name="states",
    kind="choices",
    description="US states (and the District of Columbia) in which the season is simulated",
    words=("states", "state", "jurisdictions", "jurisdiction"),
    choices=STATE_WORDS,
    selection=Selection(groups=REGIONS | NATION_WORDS, parts_with={"aggregation": "per state"}),
)
START_DATE = Parameter(
    name="start_date",
    kind="date",
    description=f"first day, any day of {FIRST_YEAR} to {LAST_YEAR}",
    words=(
        "start date", "starting date", "date of onset", "start", "starts", "starting", "started",
        "begin", "begins", "beginning", "began", "commence", "commences", "commencing",
        "initiating", "initiates", "onset", "opening", "opens", "kicking off", "seeded", "seeding",
        "first day", "the first day",
    ),
    # The season does not depend on the year; that of the published records.
    left_open=LeftOpen(tried=("2022-09-15", "2022-12-01")),
)  # fmt: skip
R0 = Parameter(
    name="r0",
    kind="number",
    description="R0: basic reproduction number, mean secondary infections of one case among fully "
    "susceptible people at the height of the season",
    left_open=LeftOpen(tried=(1.75, 3.0)),
    low=0.5,
    high=6.0,
    words=(
        "R0", "r0", "R₀", "R_0", "R-0", "R naught", "R-naught", "R nought",
        "basic reproduction number", "basic reproductive number", "basic reproduction number (r0)",
        "reproduction number", "reproductive number", "reproduction ratio", "contagious",
        "transmissible", "infectious", "transmissibility",
    ),
)  # fmt: skip


SEASONALITY = Parameter(
    name="seasonality",
    kind="choice",
    description="none, moderate, high: how much more easily influenza spreads in winter",
    words=(
        "seasonality", "seasonality influence", "seasonality level", "seasonal influence",
        "seasonal forcing", "seasonal effects", "seasonal effect", "seasonal variation",
        "seasonal transmission", "seasonal spread", "seasonal factors", "seasonal drivers",
        "moderately seasonal", "highly seasonal", "strongly seasonal",
    ),
    choices={
        "none": (
            "no", "no significant", "no strong", "no pronounced", "absence of", "absence of any",
            "absent", "without", "without any", "zero", "plays no part", "plays no role",
            "left out", "left out of account", "ignored", "disregarded", "neglected", "leaves out",
            "leaving out", "ignoring", "disregarding", "neglecting", "switching off",
            "has no influence", "has no effect", "does not matter", "excluded", "is missing",
            "non-seasonal", "switched off", "turned off", "disabled", "lacking", "lacking any",
            "free of", "off", "not any", "non-existent",
        ),
        "moderate": (
            "moderately", "medium", "intermediate", "moderately seasonal", "average", "middling",
            "mid-level", "medium-strength",
        ),
        "high": (
            "highly", "strong", "strongly", "significant", "pronounced", "marked",
            "highly seasonal", "strongly seasonal", "intense", "heavy", "large", "powerful",
            "great",
        ),
    },
    selection=Selection(need_words=True),
)  # fmt: skip
IMMUNITY = Parameter(
    name="immunity",
    kind="share",
    description="immune: share of the population that cannot be infected, percent",
    left_open=LeftOpen(tried=(10.0, 50.0)),
    low=0.0,
    high=99.0,
    words=(
        "prior immunity", "pre-existing immunity", "preexisting immunity", "existing immunity",
        "population immunity", "population-wide immunity", "prior population immunity",
        "initial population immunity", "population-wide prior immunity", "initial immunity",
        "residual immunity", "starting immunity", "immune share", "share of immune",
        "herd immunity", "immunity level", "immunity", "immune", "protected",
    ),
)  # fmt: skip
METRIC = Parameter(
    name="metric",
    kind="choice",
    description="hospital incidence: people admitted to hospital on a day; hospital "
    "prevalence: people in hospital at the end of it",
    required=False,
    default="hospital incidence",
    words=("metric", "target metric"),
    choices={
        "hospital incidence": (
            "hospital incidence", "incidence", "daily hospital incidence", "daily admissions",
            "hospital admissions", "daily hospital admissions", "new hospital admissions",
            "admissions", "admissions a day", "admissions per day", "new admissions",
            "newly admitted", "new hospitalizations", "new hospitalisations",
            "hospitalization rates", "hospitalisation rates", "people admitted",
            "patients admitted",
        ),
        "hospital prevalence": (
            "hospital prevalence", "prevalence", "concurrent hospitalizations",
            "concurrent hospitalisations", "concurrent hospital cases", "concurrent cases",
            "hospital occupancy", "bed occupancy", "occupied beds", "hospital load",
            "hospital census", "in hospital", "people in hospital", "hospital beds",
            "patients in hospital", "beds in use", "beds filled", "filled beds", "beds taken",
            "beds needed", "inpatients", "in-patients", "in hospital at once",
            "in hospital at the same time", "hospitalized at once", "hospitalised at once",
            "hospitalized at the same time", "hospitalised at the same time",
        ),
    },
)  # fmt: skip
_PER_STATE = (
    "each state", "every state", "each of the states", "each of these states", "both states",
    "which state", "which of the states", "which of these states", "individual states", "by state",
    "state by state", "separately by state", "separately", "individually",
)  # fmt: skip
AGGREGATION = Parameter(
    name="aggregation",
    kind="choice",
    description="sum: the states are added up; per state: added up, and each by itself; pooled: "
    "daily quantiles over all states and members together, as in published records",
    required=False,
    default="sum",
    words=("aggregation", "states", "series", "per state", *_PER_STATE),
    choices={
        "sum": (
            "summed", "summed over", "sum of", "added up over", "added up", "added together",
            "together", "taken together", "jointly", "in total",
        ),
        "per state": _PER_STATE,
        "pooled": ("pooled over", "pooled across", "lumped together", "thrown together"),
    },
    selection=Selection(need_words=True),
)  # fmt: skip
PRESET = Parameter(
    name="preset",
    kind="choice",
    description="gleam: constants that reproduce published GLEAM-AI records; textbook: "
    "periods from the literature and R0 as it is given",
    required=False,
    default="gleam",
    words=("preset", "constants"),
    choices={"gleam": ("GLEAM-AI",), "textbook": ("literature", "standard", "from the literature")},
    selection=Selection(
        need_words=True, explained={name: preset.told() for name, preset in PRESETS.items()}
    ),
    left_open=LeftOpen(tried=("gleam", "textbook")),
)
MEMBERS = Parameter(
    name="members",
    kind="integer",
    description="seasons: how many the ensemble holds",
    low=20,
    high=1000,
    required=False,
    default=100,
    words=("ensemble members", "members", "realizations", "realisations"),
)
#: Without "in hospital", which is said of prevalence itself.
STAY = Parameter(
    name="stay",
    kind="number",
    description="mean length of a stay in hospital, for hospital prevalence; 5.5 without it",
    unit="day",
    low=0.5,
    high=60.0,
    required=False,
    words=(
        "length of stay", "mean length of stay", "average length of stay", "mean stay",
        "average stay", "hospital stay of", "stay in hospital of", "stays of",
    ),
)  # fmt: skip
#: What is said of the chance that a peak exceeds a number.
CHANCES = ("chance", "probability", "likelihood", "risk")
SUBJECTS = ("that the peak", "of a peak", "that daily admissions", "that hospital admissions")
_VERBS = ("exceeds", "exceed", "is above", "are above", "above", "over", "higher than", "tops")
SHORT = ("of exceeding", "of more than")
THRESHOLD = Parameter(
    name="threshold",
    kind="number",
    description="people: gives the chance of a peak above this number",
    required=False,
    # With the word for a chance: a bare "the peak exceeds 5,000" states the peak itself.
    words=(
        *(f"{chance} {of} {verb}" for chance in CHANCES for of in SUBJECTS for verb in _VERBS),
        *(f"{chance} {short}" for chance in CHANCES for short in SHORT),
    ),
)
PARAMETERS = (
    STATES,
    START_DATE,
    R0,
    SEASONALITY,
    IMMUNITY,
    METRIC,
    AGGREGATION,
    PRESET,
    MEMBERS,
    STAY,
    THRESHOLD,
)


def usually(parameter: Parameter, value: JsonValue) -> Parameter:
    """Return an input of which a value is taken where a question says nothing of it."""
    update = {"left_open": parameter.left_open.model_copy(update={"taken": value})}
    return parameter.model_copy(update=update)


VACCINATED, TREATMENT, LESS_TRAVEL = "vaccinated", "treated with antivirals", "less travel"
_SCHOOL = ("school", "schools")
_WORK = ("work", "workplace", "workplaces", "office", "offices")
#: Kind -> what it means, and the words of what it acts on.
KINDS: dict[str, tuple[str, tuple[str, ...]]] = {
    VACCINATED: ("share of people, or of `ages`, vaccinated on the first day of the measure", (
        "vaccinate", "vaccinates", "vaccinating", "vaccination", "vaccinations", "vaccine",
        "vaccines", "vaccination coverage", "immunized", "immunised", "immunizing", "immunising",
        "immunization", "immunisation", "flu shot", "flu shots", "flu vaccine", "inoculated",
        "inoculating", "inoculation",
    )),
    TREATMENT: ("share of cases who are treated (all without it), infectious for a shorter time", (
        "antiviral", "antivirals", "antiviral treatment", "antiviral treatments", "oseltamivir",
        "antiviral drugs", "treating with antivirals", "treated with oseltamivir", "tamiflu",
        "treated",
    )),
    LESS_TRAVEL: ("share of trips between the states asked for that are not made", (
        "travel", "travelling", "traveling", "commuting", "mobility",
    )),
    "fewer contacts": ("share of all contacts that are avoided", (
        "contacts", "social contacts", "all contacts", "physical contacts",
    )),
    "fewer school contacts": ("share of contacts at school that are avoided", (
        *_SCHOOL, "school contacts", "contacts at school",
    )),
    "fewer work contacts": ("share of contacts at work that are avoided", (
        *_WORK, "work contacts", "contacts at work", "workplace contacts",
    )),
    "fewer household contacts": ("share of contacts in households that are avoided", (
        "household", "households", "homes", "household contacts", "contacts at home",
    )),
    "fewer community contacts": ("share of contacts elsewhere that are avoided", (
        "community", "community contacts",
    )),
    "schools closed": ("no contacts at school, which are not made up for elsewhere; no share", (
        *_SCHOOL, "closing schools", "school closure", "school closures", "closed schools",
    )),
    "workplaces closed": ("no contacts at work; no share", (
        *_WORK, "closing workplaces", "workplace closure", "workplace closures",
    )),
}  # fmt: skip
_CHILDREN = ("children", "kids", "minors", "under-18s", "under 18")
_OVER_50 = ("50+", "over-50s", "over 50", "50 and over", "50 and older")
_SHORTENED = (
    "shortening the infectious period by", "infectious period", "infectiousness",
    "time for which they are infectious", "time for which people are infectious",
)  # fmt: skip

KIND = Parameter(
    name="kind",
    kind="choice",
    description="what is done",
    choices={name: words for name, (_, words) in KINDS.items()},
    selection=Selection(explained={name: meaning for name, (meaning, _) in KINDS.items()}),
)
_AGE_WORDS = {
    "0-4": ("0 to 4", "under-5s", "under fives", "toddlers", "infants"),
    "5-17": (
        "5 to 17", "school-age children", "school children", "schoolchildren", "pupils",
        "students",
    ),
    "18-49": ("18 to 49",),
    "50-64": ("50 to 64",),
    "65+": (
        "65 and over", "65 and older", "65 or over", "65 or older", "over 65", "over 65s",
        "over-65s", "the elderly", "elderly", "seniors", "pensioners", "older people",
        "older adults",
    ),
}  # fmt: skip
VACCINATED_AGES = Parameter(
    name="ages",
    kind="choices",
    description="who is vaccinated; everybody without it",
    required=False,
    choices={
        name: (*words, *(f"aged {one}" for one in (name, *words) if one[0].isdecimal()))
        for name, words in _AGE_WORDS.items()
    },
    selection=Selection(
        groups=dict.fromkeys(_CHILDREN, AGES[:2])
        | {"adults": AGES[2:]}
        | dict.fromkeys(_OVER_50, AGES[3:])
    ),
)  # fmt: skip


def _share(
    name: str, description: str, words: tuple[str, ...] = (), default: float | None = None
) -> Parameter:
    return Parameter(
        name=name, kind="share", description=description, low=0.0, high=100.0, required=False,
        words=words, default=default,
    )  # fmt: skip


def _time(
    name: str, description: str, unit: str, ends: tuple[float, float], words: tuple[str, ...] = ()
) -> Parameter:
    return Parameter(
        name=name, kind="number", description=description, unit=unit, low=ends[0], high=ends[1],
        required=False, words=words,
    )  # fmt: skip


def _day(name: str, description: str) -> Parameter:
    return Parameter(name=name, kind="date", description=description, required=False)


# CDC's estimates for seasonal vaccines lie around it in most seasons (CDC, Past Seasons' Vaccine
# Effectiveness Estimates).
EFFICACY = _share(
    "efficacy", "share of the vaccinated who are protected",
    ("efficacy", "vaccine efficacy", "effectiveness", "vaccine effectiveness", "effective"), 40.0,
)  # fmt: skip
SHORTER = _share(
    "shorter", "by which treated people are infectious for a shorter time", _SHORTENED,
    round(100.0 * (1.0 - TREATED), 6),
)  # fmt: skip
MEASURES = Parameter(
    name="measures",
    kind="objects",
    description='what is done, such as {"kind": "schools closed", "from_week": 4, "weeks": 6}; '
    "measures that overlap multiply",
    selection=Selection(fields=(
        KIND,
        _share("share", "of those whom the kind speaks of"),
        VACCINATED_AGES,
        EFFICACY,
        SHORTER,
        _time("shorter_days", "the same in days, instead of shorter", "day", (0, 10), _SHORTENED),
        _day("from", "first day of the measure; that of the season without it"),
        _time("from_week", "the same as weeks after the first day of the season, instead of from",
              "week", (0, DAYS // 7), ("from week", "since week")),
        _day("until", "first day without it; to the end of the season without until and weeks"),
        _time("weeks", "how long it lasts, instead of until", "week", (0.5, DAYS // 7)),
    )),
    words=(
        "closing schools", "close schools", "schools close", "schools closed", "schools are closed",
        "schools were closed", "school closure", "school closures", "vaccinated", "vaccinating",
        "antivirals", "antiviral treatment", "oseltamivir", "travel restriction",
        "travel restrictions", "less travel", "fewer contacts", "social distancing", "lockdown",
        "masks", "face masks", "wear a mask", "quarantine", "curfew",
    ),
)  # fmt: skip

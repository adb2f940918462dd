"""What a season is asked with, and every word in which text may say so."""

from pydantic import JsonValue

from simulrag.simulators.epidemiology.presets import PRESETS
from simulrag.simulators.epidemiology.states import NATION_WORDS, REGIONS, STATE_WORDS
from simulrag.simulators.interface import LeftOpen, Parameter, Selection

#: First and last year in which a season may begin.
FIRST_YEAR, LAST_YEAR = 2010, 2035
#: Days.
WEEK = 7
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
)


def usually(parameter: Parameter, value: JsonValue) -> Parameter:
    """Return an input of which a value is taken where a question says nothing of it."""
    update = {"left_open": parameter.left_open.model_copy(update={"taken": value})}
    return parameter.model_copy(update=update)

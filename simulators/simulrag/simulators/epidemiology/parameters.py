"""What a season is asked with, and every word in which text may say so."""

from simulrag.simulators.epidemiology.states import ELSEWHERE, REGIONS, STATE_WORDS
from simulrag.simulators.interface import Parameter

#: First and last year in which a season may begin.
FIRST_YEAR, LAST_YEAR = 2010, 2035

STATES = Parameter(
    name="states",
    kind="choices",
    description="US states (and the District of Columbia) in which the season is simulated",
    words=("states", "state", "jurisdictions", "jurisdiction"),
    choices=STATE_WORDS,
    groups=REGIONS,
    foreign=ELSEWHERE,
)
START_DATE = Parameter(
    name="start_date",
    kind="date",
    description=f"first day of the simulated season, any day of {FIRST_YEAR} to {LAST_YEAR}",
    words=(
        "start date",
        "starting date",
        "date of onset",
        "start",
        "starts",
        "starting",
        "started",
        "begin",
        "begins",
        "beginning",
        "began",
        "commence",
        "commences",
        "commencing",
        "initiating",
        "initiates",
        "onset",
        "opening",
        "opens",
        "kicking off",
    ),
    about=7.0,
)
R0 = Parameter(
    name="r0",
    kind="number",
    description="basic reproduction number: mean secondary infections of one case among fully "
    "susceptible people at the height of the season",
    low=0.5,
    high=6.0,
    words=(
        "R0",
        "R₀",
        "R_0",
        "R-0",
        "R naught",
        "R-naught",
        "R nought",
        "basic reproduction number",
        "basic reproductive number",
        "basic reproduction number (R0)",
        "reproduction number",
        "reproductive number",
        "reproduction ratio",
    ),
    about=0.05,
)


def _levels(*adjectives: str) -> tuple[str, ...]:
    between = ("", "inherent ", "expected ", "influenza ", "assumed ", "viral ")
    phrases = [f"{a} {b}seasonality" for a in adjectives for b in between]
    nouns = ("seasonal influence", "seasonal forcing", "seasonal effects", "seasonal variation")
    phrases += [f"{a} {noun}" for a in adjectives for noun in nouns]
    return tuple(phrases)


SEASONALITY = Parameter(
    name="seasonality",
    kind="choice",
    description="how much more easily influenza spreads in winter than in summer",
    words=(
        "seasonality",
        "seasonal influence",
        "seasonal forcing",
        "seasonal effects",
        "seasonal effect",
        "seasonal variation",
        "seasonality influence",
        "seasonality level",
    ),
    choices={
        "none": (
            *_levels("no", "absence of", "without", "without any", "zero", "absent"),
            "seasonality plays no part",
            "seasonality plays no role",
            "seasonality is absent",
            "no seasonal influence or effects",
            "non-seasonal",
        ),
        "moderate": (
            *_levels("moderate", "medium", "intermediate"),
            "seasonality is moderate",
            "moderately seasonal",
        ),
        "high": (
            *_levels("high", "strong", "significant", "pronounced"),
            "seasonality is high",
            "seasonality is strong",
            "highly seasonal",
            "strongly seasonal",
        ),
    },
)
IMMUNITY = Parameter(
    name="immunity",
    kind="share",
    description="share of the population that cannot be infected when the season begins, percent",
    low=0.0,
    high=99.0,
    words=(
        "prior immunity",
        "pre-existing immunity",
        "preexisting immunity",
        "existing immunity",
        "population immunity",
        "population-wide immunity",
        "prior population immunity",
        "initial population immunity",
        "population-wide prior immunity",
        "initial immunity",
        "residual immunity",
        "starting immunity",
        "immune share",
        "share of immune",
        "herd immunity",
        "immunity level",
        "immunity",
        "immune",
    ),
    about=2.0,
)
METRIC = Parameter(
    name="metric",
    kind="choice",
    description="what is counted: people admitted to hospital on a day, or people in hospital "
    "at the end of it",
    required=False,
    default="hospital incidence",
    words=("metric", "target metric"),
    choices={
        "hospital incidence": (
            "hospital incidence",
            "incidence",
            "daily hospital incidence",
            "daily admissions",
            "hospital admissions",
            "daily hospital admissions",
            "new hospital admissions",
            "admissions",
            "admissions a day",
            "admissions per day",
            "new admissions",
            "newly admitted",
            "new hospitalizations",
            "new hospitalisations",
            "hospitalization rates",
            "hospitalisation rates",
            "people admitted",
            "patients admitted",
        ),
        "hospital prevalence": (
            "hospital prevalence",
            "prevalence",
            "concurrent hospitalizations",
            "concurrent hospitalisations",
            "concurrent hospital cases",
            "concurrent cases",
            "hospital occupancy",
            "bed occupancy",
            "occupied beds",
            "hospital load",
            "hospital census",
            "in hospital",
            "people in hospital",
            "patients in hospital",
            "hospitalized at once",
            "hospitalised at once",
            "hospitalized at the same time",
            "hospitalised at the same time",
        ),
    },
    foreign=(
        "COVID-19",
        "COVID",
        "coronavirus",
        "SARS-CoV-2",
        "SARS",
        "MERS",
        "RSV",
        "respiratory syncytial virus",
        "measles",
        "mumps",
        "pertussis",
        "whooping cough",
        "pneumonia",
        "pneumococcal",
        "common cold",
        "rhinovirus",
        "norovirus",
        "Ebola",
        "mpox",
        "monkeypox",
        "polio",
        "dengue",
        "malaria",
        "tuberculosis",
        "HIV",
        "Zika",
        "cholera",
        "bird flu",
        "avian influenza",
        "H5N1",
        "swine flu",
    ),
)
AGGREGATION = Parameter(
    name="aggregation",
    kind="choice",
    description="sum: the states are added up; pooled: daily quantiles over all states and "
    "members together, as in the published records, near the mean of the states",
    required=False,
    default="sum",
    words=("aggregation", "aggregated"),
    choices={
        "sum": ("summed over the states", "sum of the states", "added up over the states"),
        "pooled": ("pooled over the states", "pooled across states", "pooled median"),
    },
)
PRESET = Parameter(
    name="preset",
    kind="choice",
    description="named constants: gleam reproduces published GLEAM-AI records, textbook takes "
    "periods from the literature and R0 as it is given",
    required=False,
    default="gleam",
    words=("preset",),
    choices={
        "gleam": ("gleam preset", "GLEAM-AI"),
        "textbook": ("textbook preset", "textbook constants"),
    },
)
MEMBERS = Parameter(
    name="members",
    kind="integer",
    description="simulated seasons in the ensemble",
    low=20,
    high=1000,
    required=False,
    default=100,
    words=("ensemble members", "members", "realizations", "realisations"),
)
PARAMETERS = (STATES, START_DATE, R0, SEASONALITY, IMMUNITY, METRIC, AGGREGATION, PRESET, MEMBERS)

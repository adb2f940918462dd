"""The function `forecast`: a forecast that is handed in as a file, and how good it was.

There is none without a file: nothing here forecasts.
"""

from simulrag.simulators.epidemiology.reported_function import REPORTED_WORDS, STATES
from simulrag.simulators.epidemiology.reported_words import PEOPLE
from simulrag.simulators.interface import Directions, Function, Output, Parameter
from simulrag.simulators.tolerances import Tolerance

HORIZONS = (-1, 0, 1, 2, 3)
REFERENCE_DATE = Parameter(
    name="reference_date",
    kind="date",
    description="Saturday that the forecast refers to",
    words=("reference date", "forecast of", "made for", "dated"),
)
HORIZON = Parameter(
    name="horizon",
    kind="integer",
    description="weeks from the reference date to the end of the week that is forecast",
    unit="week",
    low=HORIZONS[0],
    high=HORIZONS[-1],
    words=("horizon", "weeks ahead", "week ahead", "weeks later", "week later"),
)
_LESS = Directions(rises=("higher", "worse", "larger"), falls=("lower", "better", "smaller"))


def _score(name: str, description: str, words: tuple[str, ...]) -> Output:
    return Output(
        name=name, kind="number", description=description, words=words, decimals=1,
        tolerance=Tolerance(relative=0.05), directions=_LESS,
    )  # fmt: skip


def _count(name: str, description: str, words: tuple[str, ...]) -> Output:
    return Output(
        name=name, kind="number", description=description, words=words, unit_words=PEOPLE,
        decimals=0, tolerance=Tolerance(relative=0.05), directions=_LESS,
    )  # fmt: skip


FORECAST_MEDIAN = _count(
    "forecast_median", "median forecast of the week's admissions; low and high are its 5 and 95 "
    "percentiles", ("median forecast", "forecast", "forecasts", "predicted", "projected", "median"),
)  # fmt: skip
REPORTED = _count(
    "reported_admissions", "admissions of that week as last archived",
    ("reported admissions", "reported", "observed", "turned out", "actual"),
)  # fmt: skip
FIRST_ARCHIVED = _count(
    "first_archived_admissions", "admissions of that week as first archived, within two weeks",
    ("first archived admissions", "as first archived"),
)  # fmt: skip
_WIS = ("weighted interval score", "WIS", "interval score")
WIS = _score(
    "wis", "weighted interval score of the forecast's nine levels from 0.025 to 0.975 against the "
    "week's admissions as last archived, persons; lower is better (Bracher et al. 2021, doi "
    "10.1371/journal.pcbi.1008618)", (*_WIS, "score"),
)  # fmt: skip
WIS_FIRST = _score(
    "wis_first_archived", "the same against the admissions as first archived",
    tuple(f"{one} against the first archive" for one in _WIS),
)  # fmt: skip
BASELINE_WIS = _score(
    "baseline_wis", "the same, against the last archive, of the hub's FluSight-baseline",
    (*(f"baseline's {one}" for one in _WIS), *(f"{one} of the baseline" for one in _WIS)),
)  # fmt: skip
ENSEMBLE_WIS = _score(
    "ensemble_wis", "the same, against the last archive, of the hub's FluSight-ensemble",
    (*(f"ensemble's {one}" for one in _WIS), *(f"{one} of the ensemble" for one in _WIS)),
)  # fmt: skip
RELATIVE_WIS = _score(
    "relative_wis", "the forecast's score over that of the baseline, last archive; below 1 it is "
    "better", tuple(f"relative {one}" for one in _WIS),
).model_copy(update={"decimals": 2})  # fmt: skip
INTERVAL = Output(
    name="interval",
    kind="category",
    description="whether the admissions of the week, as last archived, lie within the forecast's "
    "central 90 % interval",
    words=("90% interval", "90 percent interval", "central interval", "prediction interval"),
    choices={
        "holds": ("contains", "covers", "contained", "covered", "held", "includes", "included"),
        "misses": ("missed", "does not contain", "does not cover", "does not hold"),
    },
)
FORECAST = Function(
    name="forecast",
    words=(*REPORTED_WORDS, "forecast", "forecasts", "FluSight", "hub"),
    title="A forecast that was handed in",
    description="One week of a forecast of influenza admissions that is handed in as a file in the "
    "columns of the FluSight hub, beside what was reported and the scores of the hub's own.",
    parameters=(STATES, REFERENCE_DATE, HORIZON),
    outputs=(
        FORECAST_MEDIAN,
        INTERVAL,
        REPORTED,
        FIRST_ARCHIVED,
        WIS,
        WIS_FIRST,
        BASELINE_WIS,
        ENSEMBLE_WIS,
        RELATIVE_WIS,
    ),
    context=(
        "Query: What does the forecast that was handed in say of weekly influenza admissions in "
        "{place} in the week ending {week}, with reference date {reference_date}?\n"
        "Result: {result} (made elsewhere; none of it is simulated here)"
    ),
    example={"states": ["Ohio"], "reference_date": "2025-02-08", "horizon": 1},
)

"""Forecasts in the FluSight hub's columns as recorded runs, and their weighted interval scores.

The function `forecast` says of a forecast that is handed in as a file how good it was. There is
none without a file: nothing here forecasts.
"""

import csv
import hashlib
import io
from collections.abc import Iterator, Mapping, Sequence
from datetime import date, timedelta
from functools import cache
from itertools import pairwise
from typing import Any

import numpy as np
from numpy.typing import NDArray

from simulrag.simulators.epidemiology.admission_functions import (
    FIRST,
    PEOPLE,
    PUERTO_RICO,
    REPORTED_WORDS,
    REVISED,
)
from simulrag.simulators.epidemiology.admission_functions import STATES as REPORTED_STATES
from simulrag.simulators.epidemiology.outputs import counted
from simulrag.simulators.epidemiology.population import shipped
from simulrag.simulators.epidemiology.reported import weekly_admissions
from simulrag.simulators.epidemiology.reported_source import NATION, REPORTS, shipped_tables
from simulrag.simulators.epidemiology.states import FIPS, STATES
from simulrag.simulators.epidemiology.summary import told
from simulrag.simulators.errors import BadValue
from simulrag.simulators.interface import (
    Call,
    Check,
    Directions,
    Function,
    Label,
    Output,
    Parameter,
    Quantity,
    Range,
    Run,
    Value,
)

Array = NDArray[np.float64]

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


def _scored(name: str, description: str, words: tuple[str, ...]) -> Output:
    return counted(name=name, description=description, words=words, decimals=1, directions=_LESS)


def _count(name: str, description: str, words: tuple[str, ...]) -> Output:
    return counted(
        name=name, description=description, words=words, unit_words=PEOPLE, directions=_LESS
    )


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
WIS = _scored(
    "wis", "weighted interval score of the forecast's nine levels from 0.025 to 0.975 against the "
    "week's admissions as last archived, persons; lower is better (Bracher et al. 2021, doi "
    "10.1371/journal.pcbi.1008618)", (*_WIS, "score"),
)  # fmt: skip
WIS_FIRST = _scored(
    "wis_first_archived", "the same against the admissions as first archived",
    tuple(f"{one} against the first archive" for one in _WIS),
)  # fmt: skip
BASELINE_WIS = _scored(
    "baseline_wis", "the same, against the last archive, of the hub's FluSight-baseline",
    (*(f"baseline's {one}" for one in _WIS), *(f"{one} of the baseline" for one in _WIS)),
)  # fmt: skip
ENSEMBLE_WIS = _scored(
    "ensemble_wis", "the same, against the last archive, of the hub's FluSight-ensemble",
    (*(f"ensemble's {one}" for one in _WIS), *(f"{one} of the ensemble" for one in _WIS)),
)  # fmt: skip
RELATIVE_WIS = _scored(
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
    parameters=(REPORTED_STATES, REFERENCE_DATE, HORIZON),
    outputs=(
        FORECAST_MEDIAN, INTERVAL, REPORTED, FIRST_ARCHIVED, WIS, WIS_FIRST, BASELINE_WIS,
        ENSEMBLE_WIS, RELATIVE_WIS,
    ),
    context=(
        "Query: What does the forecast that was handed in say of weekly influenza admissions in "
        "{place} in the week ending {week}, with reference date {reference_date}?\n"
        "Result: {result} (made elsewhere; none of it is simulated here)"
    ),
    example={"states": ["Ohio"], "reference_date": "2025-02-08", "horizon": 1},
)  # fmt: skip

COLUMNS = (
    "reference_date", "target", "horizon", "target_end_date", "location", "output_type",
    "output_type_id", "value",
)  # fmt: skip
TARGET = "wk inc flu hosp"
#: Levels that are scored; those that the hub asks for hold them.
LEVELS = (0.025, 0.05, 0.1, 0.25, 0.5, 0.75, 0.9, 0.95, 0.975)
#: Levels that the hub asks for.
HUB_LEVELS = (0.01, 0.025, *(round(0.05 * i, 2) for i in range(1, 20)), 0.975, 0.99)
MODELS = {ENSEMBLE_WIS.name: "FluSight-ensemble", BASELINE_WIS.name: "FluSight-baseline"}
#: Code of the hub -> the states that a call names.
PLACES = {
    **{code: (state,) for state, code in FIPS.items()}, "72": (PUERTO_RICO,), NATION: STATES,
}  # fmt: skip
#: The revised reports that ship, with which the hub's own models were scored.
SHIPPED = "shipped"
#: Reference date, code of the place, weeks ahead.
Asked = tuple[date, str, int]
Quantiles = Mapping[float, float]


def is_hub_file(text: str) -> bool:
    """Tell whether a text begins with the hub's columns."""
    first, _, _ = text.partition("\n")
    return set(COLUMNS) <= set(csv.DictReader(io.StringIO(first.lstrip("\ufeff"))).fieldnames or ())


def read_forecasts(text: str) -> Mapping[Asked, Quantiles]:
    """Return the quantiles of each week of a file, by level; other targets are left out.

    Raises BadValue, with the line, for a row that is incomplete or says what cannot be, and for
    quantiles that do not rise.
    """
    rows = csv.DictReader(io.StringIO(text.lstrip("\ufeff")))
    found: dict[Asked, dict[float, float]] = {}
    for row in rows:
        if None in row.values():
            raise _bad(rows.line_num, "it has fewer fields than there are columns")
        if row.get("target") == TARGET and row.get("output_type") == "quantile":
            asked, level, value = _row(row, rows.line_num)
            if level in found.setdefault(asked, {}):
                raise _bad(rows.line_num, f"level {level:g} stands there twice")
            found[asked][level] = value
    for (reference, place, horizon), held in found.items():
        ordered = [held[level] for level in sorted(held)]
        if any(low > high for low, high in pairwise(ordered)):
            raise BadValue(
                f"the forecast of {reference}, location {place}, horizon {horizon}: its quantiles "
                "do not rise",
                parameter="evidence",
            )
    if not found:
        raise BadValue(f"the file holds no quantiles of {TARGET!r}", parameter="evidence")
    return found


def _row(given: Mapping[str, str], line: int) -> tuple[Asked, float, float]:
    try:
        reference = date.fromisoformat(given["reference_date"])
        end = date.fromisoformat(given["target_end_date"])
        horizon, level = int(given["horizon"]), float(given["output_type_id"])
        value = float(given["value"])
    except ValueError as error:
        raise _bad(line, f"it cannot be read ({error})") from None
    place = given["location"]
    if place not in PLACES:
        raise _bad(line, f"location {place!r} is unknown; allowed are FIPS codes and US")
    if horizon not in HORIZONS or end != reference + timedelta(weeks=horizon):
        raise _bad(
            line, f"horizon {horizon} and target_end_date {end} do not fit to {reference}; "
            f"horizons are {HORIZONS[0]} to {HORIZONS[-1]} weeks",
        )  # fmt: skip
    if not 0.0 < level < 1.0 or not 0.0 <= value < np.inf:
        raise _bad(line, f"level {level:g} with value {value:g}; levels lie in 0 to 1, values >= 0")
    return (reference, place, horizon), level, value


def _bad(line: int, what: str) -> BadValue:
    return BadValue(f"line {line} of the forecast: {what}", parameter="evidence", given=line)


def weighted_interval_score(quantiles: Mapping[float, Any], observed: Any) -> Any:
    """Return the score of forecasts, numbers or arrays, by level, persons; lower is better.

    It is twice the mean loss of quantiles over the levels (Bracher et al. 2021, PLOS Computational
    Biology 17:e1008618, doi 10.1371/journal.pcbi.1008618, eq. 3 and 4).
    """
    losses = [
        ((observed < value) - level) * (value - observed) for level, value in quantiles.items()
    ]
    return 2.0 * sum(losses) / len(losses)


def _score(quantiles: Quantiles, observed: float) -> float | None:
    """Return the score of the levels in `LEVELS`; None where one is missing."""
    if not all(level in quantiles for level in LEVELS):
        return None
    return weighted_interval_score({level: quantiles[level] for level in LEVELS}, observed)


def reported(place: str, week: date, vintage: str) -> float | None:
    """Return the admissions of a week in a place of the hub, None where none are held."""
    held = _weekly(place, vintage)
    value = held.get(week)
    return None if value is None or np.isnan(value) else value


@cache
def _weekly(place: str, vintage: str) -> Mapping[date, float]:
    if vintage == SHIPPED:
        weekly = weekly_admissions(PLACES[place], shipped_tables())
    else:
        weekly = weekly_admissions(PLACES[place], vintage=vintage)
    return dict(zip(weekly.days, weekly.admissions.tolist(), strict=True))


def hub_score(model: str, asked: Asked) -> float | None:
    """Return the score of one of the hub's own models, last archive; None where it has none."""
    held = shipped("hub_scores")
    reference, place, horizon = asked
    dates, places = held["reference_dates"].tolist(), held["places"].tolist()
    if reference.isoformat() not in dates or place not in places:
        return None
    row = held["models"].tolist().index(model)
    at = row, dates.index(reference.isoformat()), places.index(place), HORIZONS.index(horizon)
    score = float(held["scores"][at])
    return None if np.isnan(score) else round(score, 2)


def runs_of(text: str, simulator: str) -> tuple[Run, ...]:
    """Return each week of a file as a recorded run. Raises as `read_forecasts`."""
    version = REPORTS.version("recorded-" + hashlib.sha256(text.encode()).hexdigest()[:12])
    made = read_forecasts(text).items()
    return tuple(_run(asked, quantiles, simulator, version) for asked, quantiles in made)


def _run(asked: Asked, quantiles: Quantiles, simulator: str, version: str) -> Run:
    reference, place, horizon = asked
    call = Call(
        simulator=simulator,
        function=FORECAST.name,
        arguments={
            "states": list(PLACES[place]),
            "reference_date": reference.isoformat(),
            "horizon": horizon,
        },
    )
    outputs = dict(_outputs(asked, quantiles))
    week = reference + timedelta(weeks=horizon)
    name = "the United States" if place == NATION else ", ".join(PLACES[place])
    return Run(
        id=call.run_id(version),
        call=call,
        version=version,
        build="recorded elsewhere",
        outputs=outputs,
        context=FORECAST.context.format(
            place=name,
            week=week,
            reference_date=reference,
            result=told(outputs),
        ),
        resolved={"disease": "influenza", "states": name, "period": f"the week ending {week}"},
        check=Check(tested="a recorded run cannot be tested again", verdict="not_evaluated"),
        source="recorded",
    )


def _outputs(asked: Asked, quantiles: Quantiles) -> Iterator[tuple[str, Value]]:
    reference, place, horizon = asked
    week = reference + timedelta(weeks=horizon)
    if 0.5 in quantiles:
        yield FORECAST_MEDIAN.name, _median(quantiles)
    for vintage, count, score in (
        (REVISED, REPORTED, WIS),
        (FIRST, FIRST_ARCHIVED, WIS_FIRST),
    ):
        seen = reported(place, week, vintage)
        if seen is None:
            continue
        yield count.name, Quantity(value=seen)
        if (own := _score(quantiles, seen)) is None:
            continue
        yield score.name, Quantity(value=own)
        alike = vintage == REVISED and seen == reported(place, week, SHIPPED)
        if alike and (usual := hub_score(MODELS[BASELINE_WIS.name], asked)):
            yield RELATIVE_WIS.name, Quantity(value=own / usual)
    seen = reported(place, week, REVISED)
    if seen is not None and {0.05, 0.95} <= quantiles.keys():
        inside = quantiles[0.05] <= seen <= quantiles[0.95]
        yield INTERVAL.name, Label(value="holds" if inside else "misses")
    for name, model in MODELS.items():
        if (score_of_hub := hub_score(model, asked)) is not None:
            yield name, Quantity(value=score_of_hub)


def _median(quantiles: Quantiles) -> Quantity:
    """Return the median with the central ranges that have both ends."""
    ends = ((0.05, 0.95), (0.25, 0.75), (0.025, 0.975))
    ninety, *others = (
        Range(low=quantiles[low], high=quantiles[high], level=round(high - low, 3))
        if low in quantiles and high in quantiles
        else None
        for low, high in ends
    )
    return Quantity(
        value=quantiles[0.5],
        low=ninety.low if ninety else None,
        high=ninety.high if ninety else None,
        level=ninety.level if ninety else None,
        ranges=tuple(one for one in others if one),
    )


def scores_of(forecasts: Mapping[Asked, Quantiles], dates: Sequence[date]) -> Array:
    """Return (dates, places, horizons) scores against the last archive, NaN where there is none."""
    made = np.full((len(dates), len(PLACES), len(HORIZONS)), np.nan)
    rows = {one: row for row, one in enumerate(dates)}
    columns = {one: column for column, one in enumerate(PLACES)}
    for (reference, place, horizon), quantiles in forecasts.items():
        seen = reported(place, reference + timedelta(weeks=horizon), SHIPPED)
        if seen is not None:
            score = _score(quantiles, seen)
            at = rows[reference], columns[place], HORIZONS.index(horizon)
            made[at] = np.nan if score is None else score
    return made

"""Forecasts in the FluSight hub's columns as recorded runs, and their weighted interval scores."""

import csv
import hashlib
import io
from collections.abc import Iterator, Mapping, Sequence
from datetime import date, timedelta
from functools import cache
from importlib.resources import files
from itertools import pairwise
from typing import Any

import numpy as np
from numpy.typing import NDArray

from simulrag.simulators.epidemiology.forecast_function import (
    BASELINE_WIS,
    ENSEMBLE_WIS,
    FIRST_ARCHIVED,
    FORECAST,
    FORECAST_MEDIAN,
    HORIZONS,
    INTERVAL,
    RELATIVE_WIS,
    REPORTED,
    WIS,
    WIS_FIRST,
)
from simulrag.simulators.epidemiology.reported import weekly_admissions
from simulrag.simulators.epidemiology.reported_function import FIRST, PUERTO_RICO, REVISED
from simulrag.simulators.epidemiology.reported_source import REPORTS, shipped_tables
from simulrag.simulators.epidemiology.states import FIPS, STATES
from simulrag.simulators.errors import BadValue
from simulrag.simulators.interface import Call, Check, Label, Quantity, Range, Run, Value

Array = NDArray[np.float64]

COLUMNS = (
    "reference_date", "location", "horizon", "target", "target_end_date", "output_type",
    "output_type_id", "value",
)  # fmt: skip
TARGET = "wk inc flu hosp"
#: Levels that are scored; those that the hub asks for hold them.
LEVELS = (0.025, 0.05, 0.1, 0.25, 0.5, 0.75, 0.9, 0.95, 0.975)
MODELS = {ENSEMBLE_WIS.name: "FluSight-ensemble", BASELINE_WIS.name: "FluSight-baseline"}
NATION = "US"
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


def weighted_interval_score(quantiles: Quantiles, observed: float) -> float | None:
    """Return the score of the levels in `LEVELS`, persons; None where one is missing.

    It is twice the mean loss of quantiles over the levels (Bracher et al. 2021, eq. 3 and 4).
    """
    if not all(level in quantiles for level in LEVELS):
        return None
    losses = [
        (float(observed < quantiles[level]) - level) * (quantiles[level] - observed)
        for level in LEVELS
    ]
    return 2.0 * sum(losses) / len(losses)


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


@cache
def _scores() -> Mapping[str, NDArray[Any]]:
    path = files("simulrag.simulators.epidemiology") / "data" / "hub_scores.npz"
    with path.open("rb") as file, np.load(file) as arrays:
        return {name: arrays[name] for name in arrays.files}


def hub_score(model: str, asked: Asked) -> float | None:
    """Return the score of one of the hub's own models, last archive; None where it has none."""
    held = _scores()
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
            result=", ".join(_told(name, value) for name, value in outputs.items()),
        ),
        resolved={"disease": "influenza", "states": name, "period": f"the week ending {week}"},
        check=Check(tested="a recorded run cannot be tested again", verdict="not_evaluated"),
        source="recorded",
    )


def _told(name: str, value: Value) -> str:
    shown = f"{value.value:,.6g}" if isinstance(value, Quantity) else value.value
    return f"{name.replace('_', ' ')} {shown}"


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
        if (own := weighted_interval_score(quantiles, seen)) is None:
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
            score = weighted_interval_score(quantiles, seen)
            at = rows[reference], columns[place], HORIZONS.index(horizon)
            made[at] = np.nan if score is None else score
    return made

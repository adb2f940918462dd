"""Runs that return what was measured or assessed, and do not simulate.

Annual means of places are by NCEP/NCAR Reanalysis 1, 1981-2010 (Kalnay et al. 1996).
"""

from functools import cache

import numpy as np

from simulrag.simulators.capabilities import of_other_records
from simulrag.simulators.climate import ar6_assessments, places, single_years, trajectories
from simulrag.simulators.climate.conditions import between, label
from simulrag.simulators.climate.estimates import Draws, Finds, Found
from simulrag.simulators.climate.globe import GRID, LAPSE_RATE, Field, Floats, stored
from simulrag.simulators.climate.observed_functions import (
    ASSESSMENT,
    CLIMATE_NORMAL,
    GLOBAL_RECORD,
    SENSITIVITY,
)
from simulrag.simulators.climate.places import Place
from simulrag.simulators.climate.record_source import RECORD
from simulrag.simulators.interface import Call, Check, Quantity, Value

REANALYSIS_FILE = "reanalysis.npz"
#: Step of the stored field, °C.
REANALYSIS_STEP = 0.05
#: Half-width of the 90 % interval of a place's mean, °C: 1.645 times the root mean square
#: difference to published means of 48 cities.
PLACE_ERROR = 2.1
NOT_EVALUATED = Check(tested="a published figure; nothing was computed", verdict="not_evaluated")


@cache
def _reanalysis() -> Field:
    rows = stored(REANALYSIS_FILE)["differences"].astype(np.int64).cumsum(axis=1)
    return GRID.field(rows * REANALYSIS_STEP)


def reanalysed(place: Place) -> Quantity:
    """Return the mean of 1981-2010 by reanalysis, brought to the elevation of the place, °C."""
    at_sea_level = float(_reanalysis().at(place.latitude, place.longitude))
    value = at_sea_level - LAPSE_RATE * place.elevation
    return Quantity(
        value=value, unit="degC", low=value - PLACE_ERROR, high=value + PLACE_ERROR, level=0.9
    )


def sensitivity(_: Call) -> Found:
    """Answer a call of `sensitivity`."""
    figures = _sensitivities()
    context = SENSITIVITY.context.format(**figures)
    return Found({**figures}, context, {"source": "IPCC AR6 WG1 SPM"}, NOT_EVALUATED)


def _sensitivities() -> dict[str, Quantity]:
    return {name: figure.quantity() for name, figure in ar6_assessments.SENSITIVITY.items()}


def assessment(call: Call) -> Found:
    """Answer a call of `assessment`. Raises MissingCondition or OutOfRange."""
    period = str(call.arguments.get("period") or ar6_assessments.LATEST)
    scenario = str(call.arguments.get("scenario") or "")
    value = ar6_assessments.warming(period, scenario).quantity()
    under = f" under {scenario}" if scenario else ""
    context = ASSESSMENT.context.format(period=period, scenario=under, value=value)
    resolved = {"period": period, "reference": "1850-1900", "source": "IPCC AR6 WG1 SPM"}
    outputs: dict[str, Value] = {"assessed_warming": value, **_sensitivities()}
    return Found(outputs, context, resolved, NOT_EVALUATED)


def climate_normal(call: Call) -> Found:
    """Answer a call of `observed`. Raises UnknownName or OutOfRange."""
    place, warnings = places.resolve_point(str(call.arguments["place"]))
    value = reanalysed(place)
    context = CLIMATE_NORMAL.context.format(place=place.title, value=value)
    resolved = {
        "place": place.value,
        "elevation": f"{place.elevation:.0f} m",
        "period": "1981-2010",
        "source": "NCEP/NCAR Reanalysis 1",
    }
    return Found({"observed_temperature": value}, context, resolved, NOT_EVALUATED, warnings)


def recorded_years(call: Call) -> tuple[range, range]:
    """Return the years of a call of the record, and those compared with. Raises OutOfRange."""
    last = call.arguments.get("last_year") or call.arguments["year"]
    years = between({**call.arguments, "last_year": last}, "year", "last_year")
    return years, between(call.arguments, "baseline_first", "baseline_last")


def record_samples(call: Call) -> dict[str, Floats]:
    """Return what records of other services may say of a call of the record, by member."""
    years, baseline = recorded_years(call)
    apart = [
        single_years.other_records(one, call.seed, trajectories.drawn_members())
        for one in (years, baseline)
    ]
    yearly = (
        single_years.recorded_warming(years, baseline)[:, None] + apart[0] - apart[1].mean(axis=0)
    )
    drawn = {of_other_records("recorded_warming"): yearly.mean(axis=0)}
    if len(years) > 1:
        drawn[of_other_records("recorded_trend_per_decade")] = single_years.trend(yearly)
    return drawn


def global_record(call: Call) -> Found:
    """Answer a call of `global_record`. Raises OutOfRange."""
    years, baseline = recorded_years(call)
    yearly = single_years.recorded_warming(years, baseline)
    value = float(yearly.mean())
    outputs: dict[str, Value] = {"recorded_warming": Quantity(value=value, unit="delta_degC")}
    trend = ""
    if len(years) > 1:
        slope = float(single_years.trend(yearly))
        outputs["recorded_trend_per_decade"] = Quantity(value=slope, unit="delta_degC")
        trend = f" It changed by {slope:+.2f}°C per decade."
    context = GLOBAL_RECORD.context.format(
        period=label(years), warming=value, baseline=label(baseline), trend=trend
    )
    resolved = {
        "period": label(years),
        "baseline": label(baseline),
        "source": single_years.RECORD_SOURCE,
        "record": RECORD.as_of(),
    }
    return Found(outputs, context, resolved, NOT_EVALUATED)


RUNS: dict[str, Finds] = {
    ASSESSMENT.name: assessment,
    CLIMATE_NORMAL.name: climate_normal,
    SENSITIVITY.name: sensitivity,
    GLOBAL_RECORD.name: global_record,
}
SAMPLES: dict[str, Draws] = {GLOBAL_RECORD.name: record_samples}

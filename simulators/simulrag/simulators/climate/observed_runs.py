"""Outputs and sentences of the functions that return what was measured or assessed."""

from dataclasses import dataclass

from simulrag.simulators.capabilities import of_other_records
from simulrag.simulators.climate import ar6_assessments, ensemble, observed, places, record
from simulrag.simulators.climate.observed_functions import (
    ASSESSMENT,
    CLIMATE_NORMAL,
    GLOBAL_RECORD,
    SENSITIVITY,
)
from simulrag.simulators.climate.periods import between, label
from simulrag.simulators.climate.record_source import RECORD
from simulrag.simulators.climate.scenarios import Floats
from simulrag.simulators.interface import Call, Check, Quantity, Value

NOT_EVALUATED = Check(tested="a published figure; nothing was computed", verdict="not_evaluated")


@dataclass(frozen=True)
class Found:
    """What a run is made of."""

    outputs: dict[str, Value]
    context: str
    resolved: dict[str, str]
    warnings: tuple[str, ...] = ()


def find(call: Call) -> Found:
    """Answer a call of an observed function. Raises SimulatorError."""
    if call.function == CLIMATE_NORMAL.name:
        return _normal(call)
    if call.function == GLOBAL_RECORD.name:
        return _record(call)
    return _sensitivity() if call.function == SENSITIVITY.name else _assessment(call)


def _sensitivity() -> Found:
    figures = {name: figure.quantity() for name, figure in ar6_assessments.SENSITIVITY.items()}
    equilibrium, transient, cumulative = (f"{figure.value:g}" for figure in figures.values())
    context = SENSITIVITY.context.format(
        equilibrium=equilibrium, transient=transient, cumulative=cumulative
    )
    return Found({**figures}, context, {"source": "IPCC AR6 WG1 SPM"})


def _assessment(call: Call) -> Found:
    period = str(call.arguments.get("period") or ar6_assessments.LATEST)
    scenario = str(call.arguments.get("scenario") or "")
    value = ar6_assessments.warming(period, scenario).quantity()
    context = ASSESSMENT.context.format(
        period=period,
        scenario=f" under {scenario}" if scenario else "",
        value=f"{value.value:g}",
        low=f"{value.low:g}",
        high=f"{value.high:g}",
    )
    resolved = {"period": period, "reference": "1850-1900", "source": "IPCC AR6 WG1 SPM"}
    others = {name: figure.quantity() for name, figure in ar6_assessments.SENSITIVITY.items()}
    return Found({"assessed_warming": value, **others}, context, resolved)


def _normal(call: Call) -> Found:
    place, warnings = places.resolve_point(str(call.arguments["place"]))
    value = observed.temperature(place)
    context = CLIMATE_NORMAL.context.format(
        place=place.title,
        value=f"{value.value:.1f}",
        low=f"{value.low:.1f}",
        high=f"{value.high:.1f}",
    )
    resolved = {
        "place": place.value,
        "elevation": f"{place.elevation:.0f} m",
        "period": "1981-2010",
        "source": "NCEP/NCAR Reanalysis 1",
    }
    return Found({"observed_temperature": value}, context, resolved, tuple(warnings))


def recorded_years(call: Call) -> tuple[range, range]:
    """Return the years of a call of the record, and those compared with. Raises OutOfRange."""
    last = call.arguments.get("last_year") or call.arguments["year"]
    years = between({**call.arguments, "last_year": last}, "year", "last_year")
    return years, between(call.arguments, "baseline_first", "baseline_last")


def samples(call: Call) -> dict[str, Floats]:
    """Return what records of other services may say of a call of the record, by member."""
    years, baseline = recorded_years(call)
    apart = [record.other_records(one, call.seed, ensemble.drawn()) for one in (years, baseline)]
    yearly = record.warming(years, baseline)[:, None] + apart[0] - apart[1].mean(axis=0)
    drawn = {of_other_records("recorded_warming"): yearly.mean(axis=0)}
    if len(years) > 1:
        drawn[of_other_records("recorded_trend_per_decade")] = record.trend(yearly)
    return drawn


def _record(call: Call) -> Found:
    years, baseline = recorded_years(call)
    yearly = record.warming(years, baseline)
    value = float(yearly.mean())
    outputs: dict[str, Value] = {"recorded_warming": Quantity(value=value, unit="delta_degC")}
    trend = ""
    if len(years) > 1:
        slope = float(record.trend(yearly))
        outputs["recorded_trend_per_decade"] = Quantity(value=slope, unit="delta_degC")
        trend = f" It changed by {slope:+.2f}°C per decade."
    context = GLOBAL_RECORD.context.format(
        period=label(years), warming=f"{value:.2f}", baseline=label(baseline), trend=trend
    )
    resolved = {
        "period": label(years),
        "baseline": label(baseline),
        "source": record.SOURCE,
        "record": RECORD.as_of(),
    }
    return Found(outputs, context, resolved)

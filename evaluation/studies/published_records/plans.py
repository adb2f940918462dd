"""Translates plans of calls to the neutral words of published plans, and compares the two.

Neutral words are those of `plans.jsonl`: a call is a flat mapping with `function` and the
conditions that it states, each with its unit in its name (`co2_percent`, `points_lon_lat`).
"""

import json
import unicodedata
from collections.abc import Iterable, Mapping, Sequence

from pydantic import JsonValue

from simulrag.simulators.interface import Call
from simulrag.simulators.urban.parameters import LANES_BUILT

Neutral = dict[str, JsonValue]

#: Emission changes of the climate functions that belong together in the published plans.
GREENHOUSE_GASES = ("co2", "ch4")
AEROSOLS = ("so2", "bc")
#: Decimals to which numbers are compared: above any printed precision of the plans.
DECIMALS = 6


def neutral_calls(calls: Iterable[Call]) -> list[Neutral]:
    """Return the calls in neutral words; a call that has no such word keeps its own names."""
    return _without_baselines([_neutral(call) for call in calls])


def same_plan(expected: Sequence[Neutral], got: Sequence[Neutral]) -> bool:
    """Tell whether two plans are the same set: order is free, numbers equal, places by name."""
    return {_key(call) for call in expected} == {_key(call) for call in got}


def _neutral(call: Call) -> Neutral:
    match call.simulator:
        case "climate":
            return _climate(call.function, call.arguments)
        case "epidemiology":
            return _epidemiology(call.function, call.arguments)
        case "urban":
            return _urban(call.function, call.arguments)
        case _:
            return {"function": f"{call.simulator}.{call.function}", **call.arguments}


def _climate(function: str, arguments: Mapping[str, JsonValue]) -> Neutral:
    if function == "land_or_sea":
        return {"function": "land_or_sea", "place": arguments.get("place")}
    greenhouse = any(arguments.get(gas) for gas in GREENHOUSE_GASES)
    aerosol = any(arguments.get(gas) for gas in AEROSOLS)
    # Before the pathways part, a year is history and has no scenario.
    scenario = arguments.get("scenario") or "historical"
    if not greenhouse and not aerosol:
        changed = "history" if scenario in (None, "historical") else "future"
    elif greenhouse and aerosol:
        changed = "greenhouse_and_aerosol"
    else:
        changed = "greenhouse" if greenhouse else "aerosol"
    neutral: Neutral = {"function": _scope(function, changed)}
    neutral |= {name: arguments[name] for name in ("place", "year") if name in arguments}
    if scenario not in (None, "historical"):
        neutral["scenario"] = scenario
    for gases, stated in ((GREENHOUSE_GASES, greenhouse), (AEROSOLS, aerosol)):
        if stated:
            neutral |= {f"{gas}_percent": arguments.get(gas) or 0.0 for gas in gases}
    if aerosol and arguments.get("points"):
        neutral["points_lon_lat"] = json.dumps(arguments["points"])
    return neutral


def _scope(function: str, changed: str) -> str:
    match function:
        case "temperature":
            return changed
        case "global_temperature":
            return "global_aerosol_difference" if changed == "aerosol" else f"global_{changed}"
        case _:
            return f"{function}_{changed}"


def _without_baselines(calls: list[Neutral]) -> list[Neutral]:
    """Drop runs without changes that only serve as the baseline of a difference.

    Published plans name neither the unchanged world nor the unchanged corridor: the run with
    changes holds both.
    """
    unchanged = _urban("corridor", {})
    if any(call["function"] == "corridor" and call != unchanged for call in calls):
        calls = [call for call in calls if call != unchanged]
    baselines = {
        (call.get("year"), call.get("scenario"))
        for call in calls
        if call["function"] == "global_aerosol_difference"
    }
    return [
        call
        for call in calls
        if call["function"] != "global_future"
        or (call.get("year"), call.get("scenario")) not in baselines
    ]


def _epidemiology(function: str, arguments: Mapping[str, JsonValue]) -> Neutral:
    seasonality = arguments.get("seasonality")
    metric = str(arguments.get("metric") or "hospital incidence")
    return {
        "function": function,
        "states": arguments.get("states"),
        "start_date": arguments.get("start_date"),
        "r0": arguments.get("r0"),
        "seasonality": "no" if seasonality == "none" else seasonality,
        "immunity_percent": arguments.get("immunity"),
        "metric": metric if metric.startswith("hospital") else f"hospital {metric}",
    }


def _urban(function: str, arguments: Mapping[str, JsonValue]) -> Neutral:
    lowered = arguments.get("speed_limit") or 0.0
    return {
        "function": function,
        "speed_reduction_percent": -float(str(lowered)),
        "demand_change_percent": arguments.get("demand") or 0.0,
        "lanes": arguments.get("lanes") or LANES_BUILT,
        # The published simulator ran a green wave as a junction without a signal.
        "green_wave": arguments.get("signal") in ("green wave", "unsignalled"),
    }


def _key(call: Neutral) -> tuple[tuple[str, object], ...]:
    return tuple(sorted((name, _comparable(name, value)) for name, value in call.items()))


def _comparable(name: str, value: JsonValue) -> object:
    match value:
        case bool() | None:
            return value
        case int() | float():
            return round(float(value), DECIMALS)
        case str() if name == "points_lon_lat":
            return _points(value)
        case str():
            return unicodedata.normalize("NFC", value).casefold().strip()
        case list():
            return tuple(sorted(str(_comparable(name, item)) for item in value))
        case _:
            return json.dumps(value, sort_keys=True)


def _points(text: str) -> tuple[tuple[float, ...], ...]:
    points: list[list[float]] = json.loads(text)
    return tuple(sorted(tuple(round(float(c), DECIMALS) for c in point) for point in points))

"""Runs `invasion`: whether influenza can spread at all, in closed form."""

from pydantic import JsonValue

from simulrag.simulators.epidemiology.functions import EFFECTIVE, INVASION, SPREAD
from simulrag.simulators.epidemiology.outputs import START_R
from simulrag.simulators.epidemiology.request import start_of
from simulrag.simulators.epidemiology.transmission import first_and_highest
from simulrag.simulators.interface import Call, Check, Label, Quantity, Run


def run_invasion(call: Call, version: str, build: str) -> Run:
    """Multiply R0 by the share that can be infected and, on a day, by the factor of that day.

    Raises OutOfRange for a date that no season may begin on.
    """
    r0, immunity = (_number(call.arguments[name]) for name in ("r0", "immunity"))
    effective = r0 * (1.0 - immunity / 100.0)
    on_days = _on_days(call, r0, immunity)
    first, highest = on_days or (effective, effective)
    spread = "can spread" if first > 1.0 else "" if highest > 1.0 else "dies out"
    return Run(
        id=call.run_id(version),
        call=call,
        version=version,
        build=build,
        outputs={
            EFFECTIVE.name: Quantity(value=effective),
            **({START_R.name: Quantity(value=first)} if on_days else {}),
            **({SPREAD.name: Label(value=spread)} if spread else {}),
        },
        context=INVASION.context.format(
            r0=f"{r0:g}",
            immunity=f"{immunity:g}",
            when=_when(call) if on_days else " at the height of the season",
            effective=f"{first:.2f}",
            spread=spread or f"cannot spread at first, and can later, at most by {highest:.2f}",
        ),
        resolved={"disease": "influenza"},
        check=Check(tested="closed form; nothing was simulated", verdict="not_evaluated"),
    )


def _on_days(call: Call, r0: float, immunity: float) -> tuple[float, float] | None:
    """Return R_t on the start date and the highest later; None without date or seasonality."""
    given = call.arguments
    if not given.get("start_date") or not given.get("seasonality"):
        return None
    preset, seasonality, start = (str(given[n]) for n in ("preset", "seasonality", "start_date"))
    return first_and_highest(preset, seasonality, start_of(start), r0, immunity / 100.0)


def _when(call: Call) -> str:
    given = call.arguments
    level = {"none": "no"}.get(str(given["seasonality"]), given["seasonality"])
    return f" on {given['start_date']} with {level} seasonality (preset {given['preset']})"


def _number(value: JsonValue) -> float:
    return float(value) if isinstance(value, int | float | str) else float("nan")

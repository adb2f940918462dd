"""What runs each function of the influenza simulator; `invasion`, in closed form, itself."""

from functools import partial

from simulrag.simulators.epidemiology.admissions import (
    run_admissions,
    run_admissions_between,
    run_admissions_course,
)
from simulrag.simulators.epidemiology.functions import EFFECTIVE, INVASION, SPREAD
from simulrag.simulators.epidemiology.intervention import intervention_samples, run_intervention
from simulrag.simulators.epidemiology.needed_for_peak import needed_samples, run_needed
from simulrag.simulators.epidemiology.outputs import START_R
from simulrag.simulators.epidemiology.request import number, start_of
from simulrag.simulators.epidemiology.season import (
    by_age_samples,
    run_season,
    run_season_by_age,
    season_samples,
)
from simulrag.simulators.epidemiology.transmission import first_and_highest
from simulrag.simulators.interface import Call, Check, Label, Quantity, Run


def run_invasion(call: Call, run: "partial[Run]") -> Run:
    """Multiply R0 by the share that can be infected and, on a day, by the factor of that day.

    Raises OutOfRange for a date that no season may begin on.
    """
    r0, immunity = (number(call.arguments[name]) for name in ("r0", "immunity"))
    effective = r0 * (1.0 - immunity / 100.0)
    on_days = _on_days(call, r0, immunity)
    first, highest = on_days or (effective, effective)
    spread = "can spread" if first > 1.0 else "" if highest > 1.0 else "dies out"
    return run(
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


NEEDED = ("needed_r0", "needed_immunity", "needed_contacts")
RUNS = {
    "season": run_season,
    "season_by_age": run_season_by_age,
    "intervention": run_intervention,
    "admissions": run_admissions,
    "admissions_between": run_admissions_between,
    "admissions_course": run_admissions_course,
    "invasion": run_invasion,
    **dict.fromkeys(NEEDED, run_needed),
}

#: What each function gives by member; the others, closed forms and records, are points.
SAMPLES = {
    "season": season_samples,
    "season_by_age": by_age_samples,
    "intervention": intervention_samples,
    **dict.fromkeys(NEEDED, needed_samples),
}

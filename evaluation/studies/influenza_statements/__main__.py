"""The figures with which the influenza handbook tells how strong seasons and measures are.

    python -m studies.influenza_statements

Prints JSON, a few seconds: patients per infection, how far worst weeks exceed observed ones, R_t on
the first day beside the attack rate, and what measures avert near the threshold and away from it.
"""

import json

import numpy as np
from pydantic import JsonValue

from simulrag.simulators.arguments import validate
from simulrag.simulators.epidemiology.population import tables
from simulrag.simulators.epidemiology.presets import PRESETS
from simulrag.simulators.epidemiology.reported import highest_peak
from simulrag.simulators.epidemiology.simulator import EpidemiologySimulator
from simulrag.simulators.epidemiology.states import STATES
from simulrag.simulators.interface import Call, Quantity, Run

SIMULATOR = EpidemiologySimulator()
START = "2022-10-01"
LEVELS = ("none", "moderate", "high")
#: Preset, R0 and percent immune of seasons over all states.
SEASONS = (("gleam", 2.6, 10), ("gleam", 3.0, 30), ("textbook", 2.6, 10), ("textbook", 2.0, 40))
MEASURES: dict[str, JsonValue] = {
    "50 % vaccinated": {"kind": "vaccinated", "share": 50},
    "50 % of 65+ vaccinated": {"kind": "vaccinated", "share": 50, "ages": ["65+"]},
    "schools closed for 6 weeks": {"kind": "schools closed", "from_week": 4, "weeks": 6},
    "50 % fewer contacts": {"kind": "fewer contacts", "share": 50},
}


def run(function: str, **given: JsonValue) -> Run:
    """Return a run of a function."""
    (declared,) = (one for one in SIMULATOR.functions if one.name == function)
    arguments = validate(declared, {"start_date": START, **given})
    return SIMULATOR.run(Call(simulator="epidemiology", function=function, arguments=arguments))


def number(made: Run, name: str) -> float:
    """Return an output that is a number."""
    value = made.outputs[name]
    assert isinstance(value, Quantity)
    return value.value


def of_season(preset: str, r0: float, immunity: float, seasonality: str) -> dict[str, float]:
    """Return what a season over all states comes to."""
    made = run(
        "season", states=list(STATES), preset=preset, r0=r0, immunity=immunity,
        seasonality=seasonality,
    )  # fmt: skip
    residents = float(tables()["people"].sum())
    infected = number(made, "attack_rate") / 100.0 * residents
    return {
        "start_r": round(number(made, "start_r"), 2),
        "attack_rate": round(number(made, "attack_rate"), 1),
        "patients_per_infection_percent": round(100 * number(made, "cumulative") / infected, 2),
        "worst_week_over_observed": round(number(made, "peak_weekly_rate") / highest_peak()[0], 1),
    }


def averted(r0: float, immunity: float) -> dict[str, float]:
    """Return what measures avert in Ohio, percent of admissions."""
    asked: dict[str, JsonValue] = {
        "states": ["Ohio"], "preset": "textbook", "r0": r0, "immunity": immunity,
        "seasonality": "moderate",
    }  # fmt: skip
    return {
        name: round(number(run("intervention", **asked, measures=[one]), "averted_share"), 1)
        for name, one in MEASURES.items()
    }


def main() -> None:
    """Print all figures."""
    people = tables()["people"].sum(axis=0)
    alike = float(people @ np.array(PRESETS["gleam"].hospitalised) / people.sum())
    seasons = {
        f"{preset}, R0 {r0:g}, {immunity} % immune, {level}": of_season(preset, r0, immunity, level)
        for preset, r0, immunity in SEASONS
        for level in LEVELS
    }
    measures = {f"R0 {r0:g}, {immune} % immune": averted(r0, immune)
                for r0, immune in ((2.0, 40), (2.6, 30))}  # fmt: skip
    found = {
        "patients_per_infection_if_all_ages_alike_percent": round(100 * alike, 2),
        "seasons": seasons,
        "averted_percent": measures,
    }
    print(json.dumps(found, indent=1))


if __name__ == "__main__":
    main()

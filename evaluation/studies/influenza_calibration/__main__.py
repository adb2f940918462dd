"""Fits the preset `gleam` to published records and lists the scenarios that it left out.

    python -m studies.influenza_calibration FOLDER

30 % of the scenarios (not of the records, many of which reword one scenario) are held out: those
whose digest is lowest. Their digests are written to `epidemiology_held_out.txt`; the fitted
constants are printed and belong into `simulrag.simulators.epidemiology.transmission`.
The fit uses the mean field of the model, in which every draw is replaced by its expectation, and
the quantiles that members and states would have around it.
"""

from dataclasses import dataclass, replace
from datetime import date
from importlib import import_module
from pathlib import Path
from typing import Any

import numpy as np
import typer
from numpy.typing import NDArray

from simulrag.evaluation.epidemiology_records import Scenario, scenario, unique
from simulrag.evaluation.records import Folder
from simulrag.simulators.epidemiology.parameters import DAYS
from simulrag.simulators.epidemiology.population import population
from simulrag.simulators.epidemiology.presets import GLEAM, STEP, Preset
from simulrag.simulators.epidemiology.summary import FOUR_WEEKS
from simulrag.simulators.epidemiology.transmission import transmission
from simulrag.simulators.registry import installed

Array = NDArray[np.float64]

HELD_OUT_SHARE = 0.3
#: Where the product looks for the digests.
HELD_OUT = Path(__file__).parents[2] / "simulrag" / "evaluation" / "epidemiology_held_out.txt"
#: Standard normal quantiles at which a state's members are represented: about 100 members.
POINTS = np.linspace(-2.5, 2.5, 25)
#: Errors that count alike: log10 of peak and cumulative number, weeks, log of growth factor.
PEAK_ERROR, WEEK_ERROR, BURDEN_ERROR, GROWTH_ERROR = 0.05, 0.4, 0.1, 0.2
#: Weight of scenarios that do not take off: there the published numbers are a few persons.
#: Chosen among 0.5 and 1 by threefold cross-validation on the fitted scenarios.
QUIET_WEIGHT = 0.5
#: Fitted as logarithms, in this order; then the day of the winter maximum.
_LOGARITHMIC = (
    "latent_period",
    "infectious_period",
    "admission_delay",
    "hospital_stay",
    "scale",
    "decline",
    "infectious_per_million",
    "latent_per_million",
    "awaiting_admission",
    "importation",
)


@dataclass(frozen=True)
class _Rows:
    """Scenarios, with nobody in the states that they have fewer than others.

    people : (scenarios, states, ages) array, persons
    force : (scenarios, states * ages, states * ages) array of `Population.transmission_matrix`
    """

    scenarios: list[Scenario]
    people: Array
    force: Array


def split(scenarios: list[Scenario]) -> tuple[list[Scenario], list[Scenario]]:
    """Return fitted and held-out scenarios."""
    ordered = sorted(scenarios, key=lambda one: one.digest)
    count = round(HELD_OUT_SHARE * len(ordered))
    return ordered[count:], ordered[:count]


def _rows(scenarios: list[Scenario]) -> _Rows:
    held = [population(one.states) for one in scenarios]
    most = max(len(one.states) for one in held)
    people = np.zeros((len(held), most, held[0].people.shape[1]))
    force = np.zeros((len(held), people[0].size, people[0].size))
    for row, one in enumerate(held):
        people[row, : len(one.states)] = one.people
        force[row, : one.people.size, : one.people.size] = one.transmission_matrix()
    return _Rows(scenarios, people, force)


def _factors(preset: Preset, rows: _Rows) -> Array:
    """Return (scenarios, steps) infections a day by one case."""
    curves = [
        one.r0 * transmission(preset, one.seasonality, date.fromisoformat(one.start), DAYS)
        for one in rows.scenarios
    ]
    return np.stack(curves) / preset.infectious_period


def mean_field(preset: Preset, rows: _Rows) -> Array:
    """Return (2, scenarios, states, days) expected admissions and persons in hospital."""
    factor = _factors(preset, rows)
    immune = np.array([one.immunity / 100.0 for one in rows.scenarios])[:, None, None]
    share = np.array(preset.hospitalised)
    latent = rows.people * preset.latent_per_million * 1e-6
    sick = rows.people * preset.infectious_per_million * 1e-6
    waiting = sick * np.minimum(1.0, preset.awaiting_admission * share)
    open_to = np.maximum((1.0 - immune) * rows.people - latent - sick, 0.0)
    inside = np.zeros_like(sick)
    daily = np.zeros((2, *rows.people.shape[:2], DAYS))
    for step in range(factor.shape[1]):
        force = (rows.force @ sick.reshape(len(sick), -1, 1)).reshape(sick.shape)
        rate = factor[:, step, None, None] * force + preset.importation
        infected = open_to * -np.expm1(-STEP * rate)
        onset = latent * min(1.0, STEP / preset.latent_period)
        recovered = sick * min(1.0, STEP / preset.infectious_period)
        admitted = waiting * min(1.0, STEP / preset.admission_delay)
        inside = inside + admitted - inside * min(1.0, STEP / preset.hospital_stay)
        open_to = open_to - infected
        latent = latent + infected - onset
        sick = sick + onset - recovered
        waiting = waiting + share * onset - admitted
        day = int(step * STEP)
        daily[0, :, :, day] += admitted.sum(axis=2)
        daily[1, :, :, day] = inside.sum(axis=2)
    return daily


def _pooled_median(means: Array, spread: float) -> Array:
    """Return (days,) median over states and members around (states, days) means."""
    around = np.sqrt(means + (spread * means) ** 2)
    return np.median(
        np.maximum(means[None] + POINTS[:, None, None] * around, 0.0).reshape(-1, means.shape[1]),
        axis=0,
    )


def residuals(preset: Preset, rows: _Rows) -> Array:
    """Return all scaled errors of a preset."""
    daily = mean_field(preset, rows)
    found: list[float] = []
    for index, one in enumerate(rows.scenarios):
        metric = 0 if one.metric == "hospital incidence" else 1
        means = daily[metric, index, : len(one.states)]
        median = _pooled_median(means, preset.hospitalised_spread)
        found += _errors(median, one)
    return np.array(found)


def _errors(median: Array, one: Scenario) -> list[float]:
    weight = 1.0 if one.takes_off else QUIET_WEIGHT
    day = _soft_peak(median)
    return [
        weight * np.log10((median.max() + 0.5) / (one.peak + 0.5)) / PEAK_ERROR,
        (day / 7.0 - one.weeks) / WEEK_ERROR if one.takes_off else 0.0,
        weight * np.log10((median.sum() + 1.0) / (one.cumulative + 1.0)) / BURDEN_ERROR,
        _growth_error(median, one) / GROWTH_ERROR if one.takes_off and one.weeks else 0.0,
    ]


def _growth_error(median: Array, one: Scenario) -> float:
    """Return the error of the logarithm of growth; 0 where it is noise of a few persons."""
    grown = (median[FOUR_WEEKS] + 1.0) / (median[0] + 1.0)
    error = float(np.log(max(grown, 0.02) / max(1.0 + one.growth / 100.0, 0.02)))
    return error if abs(error) < 1.0 else 0.0


def _soft_peak(median: Array) -> float:
    """Return the day of the peak as a smooth function of the curve."""
    weight = (median / max(median.max(), 1e-9)) ** 40
    return float((weight * np.arange(median.size)).sum() / weight.sum())


def _pack(preset: Preset) -> Array:
    logs = [np.log(getattr(preset, name)) for name in _LOGARITHMIC]
    minima = [np.log(preset.summer_minimum[level]) for level in ("moderate", "high")]
    size = np.log(preset.hospitalised[-1] / GLEAM.hospitalised[-1])
    return np.array([*logs, *minima, size, preset.winter_maximum / 100.0])


def _unpack(packed: Array) -> Preset:
    count = len(_LOGARITHMIC)
    named = dict(zip(_LOGARITHMIC, np.exp(packed[:count]).tolist(), strict=True))
    moderate, high, size = np.exp(packed[count : count + 3]).tolist()
    return replace(
        GLEAM,
        **named,
        summer_minimum={"none": 1.0, "moderate": moderate, "high": high},
        hospitalised=tuple(size * share for share in GLEAM.hospitalised),
        winter_maximum=100.0 * float(packed[-1]),
    )


def fit(scenarios: list[Scenario]) -> tuple[Preset, float]:
    """Return the preset that fits best and its cost."""
    optimize: Any = import_module("scipy.optimize")  # has no types

    rows = _rows(scenarios)

    def errors(packed: Array) -> Array:
        return residuals(_unpack(packed), rows)

    found = optimize.least_squares(
        errors,
        _pack(GLEAM),
        loss="soft_l1",
        x_scale=0.1,
        diff_step=1e-3,
        max_nfev=40,
        verbose=2,
    )
    return _unpack(found.x), float(found.cost)


def main(folder: Path) -> None:
    """Write the held-out list of a folder of published records, and print the constants."""
    records = Folder(folder).records["epidemiology"].values()
    fitted, held_out = split(unique(scenario(record, installed()) for record in records))
    listed = "".join(f"{one.digest}\n" for one in held_out)
    HELD_OUT.write_text(listed, "utf-8")
    print(f"{len(fitted)} scenarios fitted, {len(held_out)} held out")
    preset, cost = fit(fitted)
    print(f"cost {cost:.1f}", preset)


if __name__ == "__main__":
    typer.run(main)

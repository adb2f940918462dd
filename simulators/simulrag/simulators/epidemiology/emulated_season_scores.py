"""Measures emulated seasons against simulated ones, in all states.

    python -m simulrag.simulators.epidemiology.emulated_season_scores [--settings 24] [--seed 0]

Prints JSON: for each output the errors of its median over members, how often they are within what
is said, and the spread of emulated members as a share of that of simulated ones. Settings are drawn
at random for every state; every third time from all that can be asked for, else from seasons in
which influenza spreads. Two ensembles of 100 members by the simulator differ as `noise` says.
"""

import argparse
import json
from collections import defaultdict
from collections.abc import Mapping, Sequence
from datetime import date, timedelta

import numpy as np
from numpy.typing import NDArray

from simulrag.simulators.epidemiology.emulated_season import (
    HALF_90,
    OF_MEDIAN,
    emulated_members,
    estimated,
)
from simulrag.simulators.epidemiology.emulator import SEASONALITIES
from simulrag.simulators.epidemiology.ensemble import ensemble, prepare
from simulrag.simulators.epidemiology.presets import PRESETS
from simulrag.simulators.epidemiology.request import Request
from simulrag.simulators.epidemiology.states import STATES
from simulrag.simulators.epidemiology.summary import Estimate, middle, season_members

Array = NDArray[np.float64]

MEMBERS = 100
#: R0, immune shares and first days (from 1 January 2022) of seasons that spread, and of all.
SPREADING, ALL = ((1.3, 3.2), (0.0, 0.65), (243, 284)), ((0.5, 6.0), (0.0, 0.99), (0, 364))
METRICS = ("hospital incidence", "hospital prevalence")


def settings(number: int, random: np.random.Generator) -> list[Request]:
    """Return a season in every state, of one preset and metric."""
    r0, immune, first = ALL if number % 3 == 2 else SPREADING
    return [
        Request(
            states=(state,),
            start=date(2022, 1, 1) + timedelta(days=int(random.integers(*first))),
            r0=float(random.uniform(*r0)),
            seasonality=SEASONALITIES[int(random.integers(3))],
            immune=float(random.uniform(*immune)),
            metric=METRICS[number // 2 % 2],
            preset=tuple(PRESETS)[number % 2],
            members=MEMBERS,
            seed=number,
        )
        for state in STATES
    ]


def simulated_members(requests: Sequence[Request]) -> dict[str, Array]:
    """Return every figure of seasons in single states by simulated member, (seasons, members)."""
    prepare(requests)
    made = [season_members(one, ensemble(one)) for one in requests]
    return {name: np.stack([one[name] for one in made]) for name in made[0]}


def compared(requests: Sequence[Request]) -> dict[str, list[tuple[float, ...]]]:
    """Return (emulated, simulated, stated error, spread emulated, spread simulated) by output.

    Of seasons that have the figure in both.
    """
    emulated, simulated = emulated_members(requests), simulated_members(requests)
    found: dict[str, list[tuple[float, ...]]] = {}
    for name, estimates in estimated(emulated).items():
        centres = middle(simulated[name].T)
        rows = [
            (
                one.value,
                float(centres[row]),
                one.error_high - one.value,
                _spread(emulated[name][row]),
                _spread(simulated[name][row]),
            )
            for row, one in enumerate(estimates)
            if isinstance(one, Estimate) and np.isfinite(centres[row])
        ]
        found[name] = rows
    return found


def _spread(values: Array) -> float:
    low, high = np.percentile(values[np.isfinite(values)], (5.0, 95.0))
    return float(high - low) / (2.0 * HALF_90)


def scores(rows: Sequence[tuple[float, ...]], *, dates: bool) -> Mapping[str, float]:
    """Return figures of many comparisons; errors are in days for dates, else relative.

    in_spreads : root mean square error in standard deviations over members
    """
    emulated, simulated, stated, own, other = map(np.array, zip(*rows, strict=True))
    error = np.abs(emulated - simulated)
    size: Array = (
        np.ones_like(error) if dates else np.where(simulated == 0.0, np.nan, np.abs(simulated))
    )
    spread: Array = np.where(other > 0.0, other, np.nan)
    return {
        "seasons": len(rows),
        "median_error": round(float(np.nanmedian(error / size)), 4),
        "error_90": round(float(np.nanpercentile(error / size, 90.0)), 4),
        "stated_error": round(float(np.nanmedian(stated / size)), 4),
        "within_stated": round(float(np.mean(error <= stated + 1e-9)), 4),
        "bias_in_spreads": round(float(np.nanmean((emulated - simulated) / spread)), 3),
        "in_spreads": round(float(np.sqrt(np.nanmean((error / spread) ** 2))), 3),
        "spread_ratio": round(float(np.nanmedian(own / spread)), 3),
    }


def main() -> None:
    """Print the scores of some random settings."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--settings", type=int, default=24)
    parser.add_argument("--seed", type=int, default=0)
    given = parser.parse_args()
    random = np.random.default_rng(given.seed)
    rows: defaultdict[str, list[tuple[float, ...]]] = defaultdict(list)
    for number in range(given.settings):
        for name, found in compared(settings(number, random)).items():
            rows[name] += found
    print(
        json.dumps(
            {
                "noise": round(OF_MEDIAN * float(np.sqrt(2.0 / MEMBERS)), 3),
                **{k: dict(scores(v, dates=k.endswith("_date"))) for k, v in rows.items()},
            },
            indent=1,
        )
    )


if __name__ == "__main__":
    main()

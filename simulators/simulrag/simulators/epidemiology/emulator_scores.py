"""Measures the emulator against the simulator on settings that it was not trained on.

python -m simulrag.simulators.epidemiology.emulator_scores [--count 500]
"""

import argparse
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from simulrag.simulators.epidemiology.emulator import MEDIAN, METRICS, Setting, shipped
from simulrag.simulators.epidemiology.train_emulator import (
    in_states,
    random_scenarios,
    simulated,
)

Array = NDArray[np.float64]

MEMBERS, AT_ONCE = 100, 50
#: Of the training's random numbers none begins with this seed.
SEED = 20_231_107
#: Added to peaks before the logarithm, persons.
HALF_PERSON = 0.5
#: Persons that the median peak has at least where an outbreak is counted as one.
OUTBREAK = 20.0


def scores(settings: Sequence[Setting], seed: int = SEED) -> dict[str, float]:
    """Return errors against 100-member runs.

    days_inside : share of days on which the emulated median lies in the run's 90 % interval
    coverage : share of members' daily values inside of the emulated 90 % interval, as they are
    coverage_half_person : the same where an interval reaches half a person further, so that it
        holds a whole number that it ends beside
    coverage_outbreaks : `coverage` on days with an emulated median of at least `OUTBREAK`, where
        whole numbers do not matter and 0.9 is meant
    abs_log10_peak, abs_log10_peak_outbreaks : median error of the peak, over all and where the
        peak has at least `OUTBREAK` persons
    weeks : median error of the time of the peak where it does
    """
    days: list[list[Array]] = []
    peaks: list[tuple[float, float, float]] = []
    for first in range(0, len(settings), AT_ONCE):
        asked = settings[first : first + AT_ONCE]
        runs = simulated(asked, MEMBERS, seed + first)
        emulated = shipped().quantiles(asked)
        low, median, high = np.percentile(runs, (5.0, 50.0, 95.0), axis=2)
        ours = emulated[:, :, MEDIAN]
        # Quantiles of whole numbers are steps: half a person lies on one.
        near = (ours >= low - HALF_PERSON) & (ours <= high + HALF_PERSON)
        within, widely = (_covered(runs, emulated, beyond) for beyond in (0.0, HALF_PERSON))
        days.append([near.ravel(), within.ravel(), widely.ravel(), within[ours >= OUTBREAK]])
        peaks += _peaks(ours.reshape(-1, ours.shape[2]), median.reshape(-1, median.shape[2]))
    inside, covered, covered_widely, covered_outbreaks = (
        float(np.mean(np.concatenate(kind))) for kind in zip(*days, strict=True)
    )
    errors, weeks, sizes = np.array(peaks).T
    outbreak = sizes >= OUTBREAK
    return {
        "settings": float(len(settings)),
        "days_inside": inside,
        "coverage": covered,
        "coverage_half_person": covered_widely,
        "coverage_outbreaks": covered_outbreaks,
        "abs_log10_peak": float(np.median(errors)),
        "abs_log10_peak_outbreaks": float(np.median(errors[outbreak])),
        "weeks": float(np.median(weeks[outbreak])),
    }


def _covered(runs: Array, emulated: Array, beyond: float) -> Array:
    """Return (settings, metrics, days) share of members in the interval widened by `beyond`."""
    low, high = emulated[:, :, None, 0] - beyond, emulated[:, :, None, -1] + beyond
    return ((runs >= low) & (runs <= high)).mean(axis=2)


def _peaks(ours: Array, theirs: Array) -> list[tuple[float, float, float]]:
    """Return (log10 error, weeks apart, simulated peak) of each pair of median curves."""
    found: list[tuple[float, float, float]] = []
    for mine, true in zip(ours, theirs, strict=True):
        ratio = (mine.max() + HALF_PERSON) / (true.max() + HALF_PERSON)
        apart = abs(int(mine.argmax()) - int(true.argmax())) / 7.0
        found.append((abs(float(np.log10(ratio))), apart, float(true.max())))
    return found


def main() -> None:
    """Print the scores of some random settings, both metrics."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--count", type=int, default=500)
    random = np.random.default_rng(SEED)
    settings = in_states(random_scenarios(parser.parse_args().count, random), 1, random)
    print(f"metrics: {', '.join(METRICS)}")
    for name, value in scores(settings).items():
        print(f"{name}: {value:.4g}")


if __name__ == "__main__":
    main()

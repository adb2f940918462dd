"""Seasons drawn as increasing functions of paired levels against seasons drawn person by person.

The exact ensemble takes all of its numbers from `torch.binomial`, which shares no table and no
quantile with the paired one.
"""

import math
from functools import cache

import numpy as np
import pytest
from numpy.typing import NDArray

from influenza import ensemble
from simulrag.simulators.epidemiology.sampling import Sampling

#: The most and the fewest people, and some between; all exchange travellers.
STATES = ("California", "Wyoming", "Iowa")
MEMBERS = 1_300
MEASURED = ("peak", "total", "infected")
#: Standard errors that a difference by chance exceeds once in two million comparisons.
MOST_ERRORS = 5.0

Array = NDArray[np.float64]


@cache
def seasons(sampling: Sampling) -> dict[str, Array]:
    """Return (members, states) peaks of people in hospital, admissions and infections."""
    seed = {"exact": 11, "paired": 12}[sampling]
    made = ensemble(STATES, members=MEMBERS, seed=seed, sampling=sampling)
    values = (made.in_hospital.max(axis=2), made.admissions.sum(axis=2), made.infected)
    return dict(zip(MEASURED, values, strict=True))


def pair(measured: str, state: str) -> tuple[Array, Array]:
    """Return (members,) of each way of drawing."""
    at = STATES.index(state)
    return seasons("exact")[measured][:, at], seasons("paired")[measured][:, at]


@pytest.mark.parametrize("state", STATES)
@pytest.mark.parametrize("measured", MEASURED)
@pytest.mark.parametrize("level", [0.05, 0.25, 0.5, 0.75, 0.95])
def test_quantiles_agree_in_large_and_small_states(measured, state, level):
    """As many paired seasons lie below a quantile of the exact ones as chance allows."""
    exact, paired = pair(measured, state)
    limit = float(np.quantile(exact, level))
    # Numbers of people have ties; half of them count as below.
    below = (np.mean(paired < limit) + np.mean(paired <= limit)) / 2.0
    error = math.sqrt(2.0 * level * (1.0 - level) / MEMBERS)
    assert abs(below - level) < MOST_ERRORS * error

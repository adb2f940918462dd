"""The shipped parameters of the global response: the central member, then the drawn ones."""

from dataclasses import fields
from functools import cache
from importlib.resources import files
from io import BytesIO

import numpy as np

from simulrag.simulators.climate.global_response import Members
from simulrag.simulators.climate.scenarios import Floats

FILE = "response.npz"
#: Probability of the intervals, and the quantiles at their ends.
LEVEL = 0.9
ENDS = (0.05, 0.95)


@cache
def members() -> Members:
    """Load all members, shape (1 + drawn,); the first is the central one."""
    with _stored() as stored:
        return Members(**{f.name: stored[f.name] for f in fields(Members)})


def drawn() -> int:
    """Return how many members are drawn beside the central one."""
    return len(members().carbon_base) - 1


@cache
def stored_baseline() -> Floats:
    """Return the central member's warming above 1850-1900 as computed when it was trained, K.

    Shape (years from 1750, scenarios).
    """
    with _stored() as stored:
        return stored["baseline"]


def _stored():
    return np.load(BytesIO((files(__package__ or "") / "data" / FILE).read_bytes()))

"""The chance that a season's peak exceeds a number: how it is asked, and its Monte-Carlo error."""

import math
from typing import TYPE_CHECKING

from simulrag.simulators.interface import Directions, Output, Parameter, Quantity
from simulrag.simulators.tolerances import Tolerance

if TYPE_CHECKING:  # the server reads these declarations at its start, where numpy is not needed
    import numpy as np
    from numpy.typing import NDArray

_CHANCES = ("chance", "probability", "likelihood", "risk")
_SUBJECTS = ("that the peak", "of a peak", "that daily admissions", "that hospital admissions")
_VERBS = ("exceeds", "exceed", "is above", "are above", "above", "over", "higher than", "tops")
_SHORT = ("of exceeding", "of more than")

THRESHOLD = Parameter(
    name="threshold",
    kind="number",
    description="people: gives the chance of a peak above this number",
    required=False,
    # With the word for a chance: a bare "the peak exceeds 5,000" states the peak itself.
    words=(
        *(f"{chance} {of} {verb}" for chance in _CHANCES for of in _SUBJECTS for verb in _VERBS),
        *(f"{chance} {short}" for chance in _CHANCES for short in _SHORT),
    ),
)
PEAK_CHANCE = Output(
    name="peak_chance",
    kind="number",
    description="share of the members whose own highest daily value is above the threshold; of "
    "those of each state where states are pooled",
    unit="percent",
    unit_words=("%", "percent", "per cent"),
    words=(
        *(f"{chance} {of}" for chance in _CHANCES for of in (*_SUBJECTS, *_SHORT)),
        "exceedance probability", "probability of exceedance", "chance", "risk", "odds",
        "probability", "likelihood", "likely", "unlikely", "probable",
    ),
    needs=(THRESHOLD.name,),
    decimals=0,
    tolerance=Tolerance(absolute=5.0, difference=5.0),
    directions=Directions(
        rises=("higher", "larger", "greater"), falls=("lower", "smaller", "lower")
    ),
    template="The chance that the peak in {states} exceeds {threshold} is {value}{conditions}.",
)  # fmt: skip
#: Standard normal quantile of a 95 % interval.
_NORMAL = 1.959964


def chance_above(series: "NDArray[np.float64]", threshold: float) -> Quantity:
    """Return the percent of (groups, members, days) series that ever exceed a threshold.

    Its Monte-Carlo interval is Wilson's at 95 % (Wilson 1927, JASA 22:209), for the number of
    members: states of one member are not independent.
    """
    above = (series.max(axis=2) > threshold).mean()
    members = series.shape[1]
    squared = _NORMAL**2 / members
    centre = (above + squared / 2.0) / (1.0 + squared)
    width = math.sqrt(squared * above * (1.0 - above) + squared**2 / 4.0) / (1.0 + squared)
    return Quantity(
        value=100.0 * float(above),
        unit=PEAK_CHANCE.unit,
        value_low=100.0 * max(0.0, min(float(above), centre - width)),
        value_high=100.0 * min(1.0, max(float(above), centre + width)),
    )

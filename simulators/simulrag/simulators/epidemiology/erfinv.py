"""The inverse of the error function in double precision, which numpy lacks.

From the normal quantile of Wichura 1988 (algorithm AS 241, PPND16, doi 10.2307/2347330), whose
relative error is about 1e-16; its third range, of chances below 1e-11, is left out.
"""

import numpy as np
from numpy.typing import NDArray

from simulrag.simulators.epidemiology.cells import Cells, is_array

Array = NDArray[np.float64]

#: Half the width of the middle range of chances, and what both ranges are moved by.
MIDDLE, MOVED, TAIL_MOVED = 0.425, 0.180625, 1.6
#: Coefficients of numerator and denominator, from the highest power.
_MIDDLE = (
    (2509.0809287301226727, 33430.575583588128105, 67265.770927008700853, 45921.953931549871457,
     13731.693765509461125, 1971.5909503065514427, 133.14166789178437745, 3.387132872796366608),
    (5226.495278852545925, 28729.085735721942674, 39307.89580009271061, 21213.794301586595867,
     5394.1960214247511077, 687.1870074920579083, 42.313330701600911252, 1.0),
)  # fmt: skip
_TAIL = (
    (7.7454501427834140764e-4, 0.0227238449892691845833, 0.24178072517745061177,
     1.27045825245236838258, 3.64784832476320460504, 5.7694972214606914055, 4.6303378461565452959,
     1.42343711074968357734),
    (1.05075007164441684324e-9, 5.475938084995344946e-4, 0.0151986665636164571966,
     0.14810397642748007459, 0.68976733498510000455, 1.6763848301838038494, 2.05319162663775882187,
     1.0),
)  # fmt: skip


def erfinv(values: Cells) -> Cells:
    """Return the inverse at float64 values between, but not within 1e-11 of, -1 and 1."""
    if not is_array(values):
        return values.erfinv()
    centred = 0.5 * values
    found = centred * _ratio(MOVED - centred * centred, _MIDDLE)
    outer = np.abs(centred).reshape(-1) > MIDDLE
    far = centred.reshape(-1)[outer]
    root = np.sqrt(-np.log(0.5 - np.abs(far)))
    found.reshape(-1)[outer] = np.copysign(_ratio(root - TAIL_MOVED, _TAIL), far)
    found *= np.sqrt(0.5)
    return found


def _ratio(at: Array, coefficients: tuple[tuple[float, ...], tuple[float, ...]]) -> Array:
    above, below = (_polynomial(at, of_power) for of_power in coefficients)
    above /= below
    return above


def _polynomial(at: Array, of_power: tuple[float, ...]) -> Array:
    first, second, *rest = of_power
    made = first * at
    made += second
    for one in rest:
        made *= at
        made += one
    return made

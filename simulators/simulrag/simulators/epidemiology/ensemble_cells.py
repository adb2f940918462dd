"""Cells of ensembles: what they hold, and which of them meet a condition.

Cells are arrays of numpy on the CPU, where its many short operations take half as long as those of
torch, which is not loaded for them, and tensors on other devices. What the two spell alike is
written once; both give the same people.

Cells lie in lines: a line is one group of people, its cells are the members of the ensemble. Flat
indices count all cells, line by line.

The level of a cell says which quantile is drawn: a whole number from -2**23 up to, but not
including, 2**23, for chances from 0 to 1.
"""

from typing import Any

import numpy as np
from numpy.typing import NDArray

#: The device of torch on which cells are arrays.
ARRAYS_ON = "cpu"
#: Multiplications from which on numpy's library spreads a product over all processors, which for
#: products like these takes longer.
ALONE = 2**18
#: Number of levels.
LEVELS = 2**24
#: Values of cells, or what is true of them: an array or a tensor.
Cells = Any


def is_array(values: Cells) -> bool:
    """Tell whether values are an array of numpy."""
    return isinstance(values, np.ndarray)


def are_arrays_on(device: str) -> bool:
    """Tell whether cells are arrays of numpy, and no tensors, on a device of torch."""
    return device == ARRAYS_ON


def on_device(values: NDArray[Any], device: str) -> Cells:
    """Return an array as the cells that are used on a device of torch."""
    if are_arrays_on(device):
        return values
    import torch

    return torch.asarray(values, device=device)


def library(values: Cells) -> Any:
    """Return numpy or torch, whichever the values are of."""
    if is_array(values):
        return np
    import torch

    return torch


def array(values: Cells) -> NDArray[Any]:
    """Return the array that is given, or the numbers of a tensor as one."""
    return values if is_array(values) else values.cpu().numpy()


def clip(values: Cells, low: float, high: float) -> Cells:
    """Limit values in place, and return them."""
    return library(values).clip(values, low, high, out=values)


def single(values: Cells) -> Cells:
    """Return values in single precision."""
    of = library(values)
    return of.asarray(values, dtype=of.float32)


def double(values: Cells) -> Cells:
    """Return values in double precision."""
    of = library(values)
    return of.asarray(values, dtype=of.float64)


def whole(values: Cells) -> Cells:
    """Return values as int32."""
    of = library(values)
    return of.asarray(values, dtype=of.int32)


def indices(holds: Cells) -> Cells:
    """Return the flat indices at which a condition holds, rising."""
    return library(holds).where(holds.reshape(-1))[0]


def some(values: Cells, lines: Cells) -> Cells:
    """Return a copy of the lines of given numbers, which rise; if those are all, the values."""
    return values if len(lines) == len(values) else rows(values, lines)


def rows(values: Cells, index: Cells) -> Cells:
    """Return a copy of the lines of given numbers."""
    return values.take(index, 0) if is_array(values) else values[index]


def at(values: Cells, cells: Cells) -> Cells:
    """Return the values at flat indices."""
    return rows(values.reshape(-1), cells)


def highest(values: Cells) -> Cells:
    """Return the highest value of each line."""
    return library(values).amax(values, 1)


def product(matrices: Cells, values: Cells) -> Cells:
    """Return (n, rows, members) products of (n, rows, columns) and (n, columns, members)."""
    step = max(1, ALONE // (matrices.shape[1] * matrices.shape[2]))
    members = values.shape[2]
    if members <= step or not is_array(values):
        return matrices @ values
    parts = [matrices @ values[:, :, at : at + step] for at in range(0, members, step)]
    return np.concatenate(parts, axis=2)


def uniform(level: Cells) -> Cells:
    """Return float32 numbers in [0, 1), all that have 24 bits."""
    numbers = single(level)
    numbers *= 1.0 / LEVELS
    numbers += 0.5
    return numbers

"""Cells of ensembles: what they hold, and which of them meet a condition.

Cells are arrays of numpy on the CPU, where its many short operations take half as long as those of
torch, and tensors on other devices. What the two spell alike is written once.

Cells lie in lines: a line is one group of people, its cells are the members of the ensemble. Flat
indices count all cells, line by line.

The level of a cell says which quantile is drawn: a whole number from -2**23 up to, but not
including, 2**23, for chances from 0 to 1.
"""

from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

if TYPE_CHECKING:
    import torch

#: The device of torch on which cells are arrays.
ARRAYS_ON = "cpu"
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
    return values if are_arrays_on(device) else tensor(values).to(device)


def library(values: Cells) -> Any:
    """Return numpy or torch, whichever the values are of."""
    if is_array(values):
        return np
    import torch

    return torch


def tensor(values: Cells) -> "torch.Tensor":
    """Return the tensor that is given, or one on the memory of an array."""
    if not is_array(values):
        return values
    import torch

    return torch.from_numpy(values)


def like(values: Cells, made: "torch.Tensor") -> Cells:
    """Return a tensor, as an array if the values are one."""
    return made.numpy() if is_array(values) else made


def single(values: Cells) -> Cells:
    """Return values in single precision."""
    return values.astype(np.float32) if is_array(values) else values.float()


def double(values: Cells) -> Cells:
    """Return values in double precision."""
    return values.astype(np.float64) if is_array(values) else values.double()


def whole(values: Cells) -> Cells:
    """Return values as int32."""
    return values.astype(np.int32) if is_array(values) else values.int()


def indices(holds: Cells) -> Cells:
    """Return the flat indices at which a condition holds, rising."""
    if is_array(holds):
        return holds.reshape(-1).nonzero()[0]
    return holds.flatten().nonzero().flatten()


def some(values: Cells, lines: Cells) -> Cells:
    """Return a copy of the lines of given numbers, which rise; if those are all, the values."""
    return values if len(lines) == len(values) else rows(values, lines)


def rows(values: Cells, index: Cells) -> Cells:
    """Return a copy of the lines of given numbers."""
    return values.take(index, 0) if is_array(values) else values[index]


def at(values: Cells, cells: Cells) -> Cells:
    """Return the values at flat indices."""
    return values.reshape(-1).take(cells)


def look_up(table: Cells, index: Cells) -> Cells:
    """Return what stands at int32 places of a (rows,) table."""
    # Of arrays, torch needs no larger integers.
    return like(table, tensor(table).index_select(0, tensor(index).reshape(-1)))


def highest(values: Cells) -> Cells:
    """Return the highest value of each line."""
    return like(values, tensor(values).amax(dim=1))  # several times faster than numpy's own


def in_all(cells: Cells, lines: Cells, width: int) -> Cells:
    """Return flat indices among all lines from those among some, each of `width` cells."""
    return lines[cells // width] * width + cells % width


def uniform(level: Cells) -> Cells:
    """Return float32 numbers in [0, 1), all that have 24 bits."""
    numbers = single(level)
    numbers *= 1.0 / LEVELS
    numbers += 0.5
    return numbers

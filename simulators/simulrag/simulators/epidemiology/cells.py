"""Cells of ensembles: which of them meet a condition, and what they hold.

Cells lie in lines: a line is one group of people, its cells are the members of the ensemble. Flat
indices count all cells, line by line.

The level of a cell says which quantile is drawn: a whole number from -2**23 up to, but not
including, 2**23, for chances from 0 to 1.
"""

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

if TYPE_CHECKING:
    import torch

#: Number of levels.
LEVELS = 2**24
#: Values of cells, or what is true of them: an array or a tensor.
Cells = Any


def indices(condition: Callable[..., Cells], *values: "torch.Tensor") -> "torch.Tensor":
    """Return the flat indices at which elementwise comparisons of values hold, rising."""
    import torch

    if values[0].device.type != "cpu":
        return torch.nonzero(condition(*values).flatten()).flatten()
    found: NDArray[np.bool] = condition(*[one.numpy() for one in values])
    return torch.from_numpy(found.reshape(-1).nonzero()[0])  # several times faster than torch's own


def some(values: "torch.Tensor", lines: "torch.Tensor") -> "torch.Tensor":
    """Return the lines of given numbers, which rise."""
    return values if lines.shape[0] == values.shape[0] else values.index_select(0, lines)


def at(values: "torch.Tensor", cells: "torch.Tensor") -> "torch.Tensor":
    """Return the values at flat indices; twice as fast as an index in brackets."""
    return values.view(-1).index_select(0, cells)


def in_all(cells: "torch.Tensor", lines: "torch.Tensor", width: int) -> "torch.Tensor":
    """Return flat indices among all lines from those among some, each of `width` cells."""
    return lines[cells.div(width, rounding_mode="floor")] * width + cells % width


def uniform(level: "torch.Tensor") -> "torch.Tensor":
    """Return float32 numbers in [0, 1), all that have 24 bits, from int32 levels."""
    return level.mul(1.0 / LEVELS).add_(0.5)

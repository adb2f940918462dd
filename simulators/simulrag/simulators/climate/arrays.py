"""The array functions that the global response needs, from numpy or from torch."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np


@dataclass(frozen=True)
class Arrays:
    """Functions of one array library."""

    exp: Callable[[Any], Any]
    expm1: Callable[[Any], Any]
    log: Callable[[Any], Any]
    sqrt: Callable[[Any], Any]
    moveaxis: Callable[[Any, int, int], Any]
    #: (array, bound) -> the array where it is larger, or smaller, than the bound.
    at_least: Callable[[Any, float], Any]
    at_most: Callable[[Any, float], Any]
    empty: Callable[[tuple[int, ...]], Any]
    #: numpy array -> array of this library.
    take: Callable[[Any], Any]


NUMPY = Arrays(
    exp=np.exp,
    expm1=np.expm1,
    log=np.log,
    sqrt=np.sqrt,
    moveaxis=np.moveaxis,
    at_least=np.maximum,
    at_most=np.minimum,
    empty=np.empty,
    take=np.asarray,
)


def torch_arrays() -> Arrays:
    """Return torch's functions with 32-bit numbers, which are enough for 1e-4 K."""
    import torch

    def take(values: Any) -> Any:
        return torch.tensor(np.asarray(values), dtype=torch.float32)

    def at_least(array: Any, bound: float) -> Any:
        return array.clamp(min=bound)

    def at_most(array: Any, bound: float) -> Any:
        return array.clamp(max=bound)

    return Arrays(
        exp=torch.exp,
        expm1=torch.expm1,
        log=torch.log,
        sqrt=torch.sqrt,
        moveaxis=torch.moveaxis,
        at_least=at_least,
        at_most=at_most,
        empty=torch.empty,
        take=take,
    )

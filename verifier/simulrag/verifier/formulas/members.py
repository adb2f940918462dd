"""Members of ensembles: equally likely values, paired within a simulator, independent across."""

import zlib
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import cast

import numpy as np
from numpy.typing import NDArray

from simulrag.simulators.sampled import quantile

Array = NDArray[np.float64]

#: How many common draws stand for members of simulators that are independent of each other.
COMMON_DRAWS = 2_000


@dataclass(frozen=True, slots=True)
class Draws:
    """Values of the members of an ensemble, which is told from others by its source."""

    source: str
    values: Array

    def apply(self, made: Callable[[Array], Array]) -> "Draws":
        """Return the members with a function applied to each."""
        return Draws(self.source, made(self.values))


def aligned(parts: Sequence[Draws]) -> tuple[str, list[Array]]:
    """Return members side by side: of one source as they are, of several by common draws.

    Where one of a source has fewer, its members are the first.
    """
    if len({part.source for part in parts}) == 1:
        count = min(len(part.values) for part in parts)
        return parts[0].source, [part.values[:count] for part in parts]
    joined = "|".join(sorted({name for part in parts for name in part.source.split("|")}))
    return joined, [_in_common(part) for part in parts]


def beside(parts: Sequence[tuple[Draws | None, float]]) -> tuple[str, list[Array]] | None:
    """Return members side by side, and the one value of what has none as often; None of none."""
    drawn = [members for members, _ in parts if members is not None]
    if not drawn:
        return None
    source, arrays = aligned(drawn)
    held, count = iter(arrays), len(arrays[0])
    return source, [np.full(count, one) if members is None else next(held)
                    for members, one in parts]  # fmt: skip


def _in_common(part: Draws) -> Array:
    if "|" in part.source:
        return part.values
    return part.values[_picks(part.source, len(part.values))]


@lru_cache(maxsize=256)
def _picks(source: str, count: int) -> NDArray[np.int64]:
    generator = np.random.default_rng([zlib.crc32(source.encode()), count])
    return generator.integers(0, count, COMMON_DRAWS)


def quantiles(values: Array, shares: Sequence[float]) -> list[float]:
    """Return quantiles of the members that have a value; NaN of none."""
    ordered = np.sort(values)  # NaN comes last
    count = len(ordered) - int(np.isnan(ordered).sum())
    held = cast("Sequence[float]", ordered[:count])
    return [float(quantile(held, share)) for share in shares]

"""Levels of draws that depend on seed, place, step and member alone, whatever else is simulated.

Each level is one output of Philox4x64 (Salmon et al. 2011, SC '11, doi 10.1145/2063384.2063405), a
counter-based generator: its key holds the seed and the state, its counter the step and what is
drawn. Member i of two ensembles has the same levels whatever R0, measures, number of members and
other states are: where all draws grow with their level, the two differ by what is asked and not by
chance (common random numbers: Glasserman and Yao 1992, doi 10.1287/mnsc.38.6.884).
"""

from collections.abc import Sequence
from statistics import NormalDist
from typing import Literal
from zlib import crc32

import numpy as np
from numpy.typing import NDArray

from simulrag.simulators.epidemiology.ensemble_cells import LEVELS, Cells, on_device

Levels = NDArray[np.int32]

#: What is drawn, as the counter holds it.
Purpose = Literal["moves", "doses", "awaiting", "hospitalised", "emulated"]
_PURPOSES: dict[Purpose, int] = {
    "moves": 0, "doses": 1, "awaiting": 2, "hospitalised": 3, "emulated": 4,
}  # fmt: skip
#: Stands for all states together.
EVERYWHERE = ""
#: Bits that a level does not have.
SPARE = 8
#: Numbers of the generator's buffer, all of which are used up.
_BUFFER = 4
_NORMAL = NormalDist()
#: Steps whose levels are made together, one counter for all of them.
STEPS_AT_ONCE = 16


class Streams:
    """Levels for (places, members, width) draws, int32; see `ensemble_cells`."""

    def __init__(self, seed: int, places: Sequence[str], members: int) -> None:
        self._keys = [np.array([seed % 2**64, crc32(one.encode())], np.uint64) for one in places]
        self._members = members
        self._generator = np.random.Philox(key=0)
        self._state = self._generator.state

    def levels(self, purpose: Purpose, step: int, width: int) -> Levels:
        """Return (places, members, width) levels; the first members are those of any ensemble."""
        pairs = -(-width // 2)
        made = np.empty((len(self._keys), self._members * pairs), np.uint64)
        for row, key in zip(made, self._keys, strict=True):
            self._turn(key, _PURPOSES[purpose], step)
            row[:] = self._generator.random_raw(row.size)
        found = made.view(np.int32).reshape(len(self._keys), self._members, 2 * pairs)
        found >>= SPARE
        return found[:, :, :width]

    def _turn(self, key: NDArray[np.uint64], purpose: int, step: int) -> None:
        """Let the generator begin at a step of a stream."""
        self._state["state"]["key"] = key
        self._state["state"]["counter"] = np.array([0, step, purpose, 0], np.uint64)
        self._state["buffer_pos"] = _BUFFER
        self._generator.state = self._state


class CellLevels:
    """Levels as the cells of an ensemble lie: (lines, members), a line one group of one state.

    device : of torch, on which they are wanted; it does not change them
    """

    def __init__(
        self, seed: int, states: Sequence[str], ages: int, members: int, device: str
    ) -> None:
        self._ages, self._members, self._states = ages, members, len(states)
        self._by_state = Streams(seed, states, members)
        self._all = Streams(seed, [EVERYWHERE], members)
        self._device = device
        self._block, self._held = -1, np.empty(0, np.int32)

    def moves(self, step: int) -> Cells:
        """Return levels of a step: who leaves, in the order of what is left, infected, referred.

        Lines are those of latent and infectious by group, of awaiting and in hospital by state,
        of susceptible by group and of new infectious by group.
        """
        block, number = divmod(step, STEPS_AT_ONCE)
        if block != self._block:
            self._block, self._held = block, on_device(self._moves(block), self._device)
        return self._held[number]

    def _moves(self, block: int) -> Levels:
        """Return (STEPS_AT_ONCE, lines, members) levels of a block of steps."""
        widths = (self._ages, self._ages, 1, 1, self._ages, self._ages)
        lines = sum(widths) * self._states
        found = self._by_state.levels("moves", block, STEPS_AT_ONCE * sum(widths))
        by_step = found.reshape(self._states, self._members, STEPS_AT_ONCE, -1)
        made = np.empty((STEPS_AT_ONCE, lines, self._members), np.int32)
        first = column = 0
        for width in widths:
            end = first + width * self._states
            part = made[:, first:end].reshape(STEPS_AT_ONCE, self._states, width, self._members)
            part[:] = by_step[:, :, :, column : column + width].transpose(2, 0, 3, 1)
            first, column = end, column + width
        return made

    def by_group(self, purpose: Purpose, step: int) -> Cells:
        """Return (states * ages, members) levels."""
        found = self._by_state.levels(purpose, step, self._ages).transpose(0, 2, 1)
        # In the order of memory, as flat views of what follows from it are written to.
        return on_device(np.ascontiguousarray(found).reshape(-1, self._members), self._device)

    def by_member(self, purpose: Purpose) -> NDArray[np.float64]:
        """Return (members,) standard normal numbers."""
        return normal(self._all.levels(purpose, 0, 1)[0, :, 0])


def normal(levels: Levels) -> NDArray[np.float64]:
    """Return standard normal numbers at (count,) levels."""
    return np.array([_NORMAL.inv_cdf((level + 0.5) / LEVELS + 0.5) for level in levels.tolist()])

"""The force of infection that all infectious residents exert on each other's groups.

Among few states it is one product with the matrix of all groups. Among many, people are followed
to where they spend their time, infect there, and are infected there: three products with small
matrices, which take two thirds of the time. Both are the same but for the last bits of single
precision.
"""

from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

from simulrag.simulators.epidemiology.cells import Cells, like, tensor
from simulrag.simulators.epidemiology.measures import Conditions
from simulrag.simulators.epidemiology.population import Population

Array = NDArray[np.float64]

#: States from which on the way through places is the shorter one.
MANY_STATES = 20


class Force:
    """Force of infection per infectious person under some conditions."""

    def __init__(
        self,
        population: Population,
        conditions: Conditions,
        cells: Callable[[Array], Cells],
        *,
        by_place: bool,
    ) -> None:
        """`cells` makes cells of arrays; `by_place` allows the way through places."""
        self.importation = conditions.travel
        self._coupled = population.coupled
        self._by_place = self._coupled and by_place and len(population.states) >= MANY_STATES
        given = conditions.settings, conditions.travel
        if self._by_place:
            stay, met = population.meetings(*given)
            self._met = tensor(cells(met))
            self._stays = [
                (ages, tensor(cells(stay[ages.start].T)), tensor(cells(stay[ages.start])))
                for ages in _alike(stay)
            ]
        elif self._coupled:
            self._matrix = tensor(cells(population.transmission_matrix(*given)))
        else:
            self._matrix = tensor(cells(population.transmission_blocks(conditions.settings)))

    def __call__(self, infectious: Cells, shape: tuple[int, int, int]) -> Cells:
        """Return (states * ages, members) force on groups of residents.

        infectious : residents, of the same shape
        shape : states, ages and members
        """
        given = tensor(infectious)
        if self._by_place:
            return like(infectious, self._through_places(given, shape))
        if self._coupled:
            return like(infectious, self._matrix @ given)
        return like(infectious, (self._matrix @ given.reshape(shape)).reshape(given.shape))

    def _through_places(self, infectious: Cells, shape: tuple[int, int, int]) -> Cells:
        import torch

        states, _, members = shape
        given = infectious.reshape(states, -1)
        present, force = torch.empty_like(given), torch.empty_like(given)
        columns = [slice(a.start * members, a.stop * members) for a, _, _ in self._stays]
        for part, (_, to_places, _) in zip(columns, self._stays, strict=True):
            torch.mm(to_places, given[:, part], out=present[:, part])
        felt = (self._met @ present.reshape(shape)).reshape(given.shape)
        for part, (_, _, from_places) in zip(columns, self._stays, strict=True):
            torch.mm(from_places, felt[:, part], out=force[:, part])
        return force.reshape(infectious.shape)


def _alike(stay: Array) -> list[slice]:
    """Return runs of ages that spend their time at the same places; see `Population.stay`."""
    changes = [age for age in range(1, len(stay)) if (stay[age] != stay[age - 1]).any()]
    return [slice(*ends) for ends in zip([0, *changes], [*changes, len(stay)], strict=True)]

"""Many scenarios, emission changes and members at once, in torch.

For large ensembles and for training; point calls need no torch. History is stepped once for all
scenarios; arrays are cut into pieces that stay in a processor's cache, one thread a piece.
"""

import os
import time
from collections.abc import Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from itertools import repeat
from typing import Any

import numpy as np

from simulrag.simulators.climate import assessed, ensemble, scenarios
from simulrag.simulators.climate.arrays import Arrays, torch_arrays
from simulrag.simulators.climate.global_response import GlobalResponse, Members, changed
from simulrag.simulators.climate.scenarios import Floats

#: Trajectories stepped together in one thread.
PIECE = 32768


@cache
def _torch() -> Arrays:
    return torch_arrays()


def warming(
    names: Sequence[str],
    changes: Sequence[Mapping[str, float]] = ({},),
    members: Members | None = None,
) -> Floats:
    """Return global warming above 1850-1900 in K: (351 years, scenarios, changes, members).

    Years run from 1750 to 2100. `changes` are percent by gas, of every year from 2015 on. Single
    precision: equal to `trajectories.warming` within 1e-4 K.
    """
    drivers = scenarios.drivers()
    futures = np.stack(
        [changed(drivers[name], change) for name in names for change in changes], axis=-1
    )
    chosen = ensemble.members() if members is None else members
    size = max(1, PIECE // futures.shape[-1])
    cuts = [slice(at, at + size) for at in range(0, len(chosen), size)]
    with ThreadPoolExecutor(os.cpu_count() or 1) as threads:
        pieces = threads.map(_piece, map(chosen.take, cuts), repeat(futures))
        whole = np.concatenate(list(pieces), axis=-1)
    return whole.reshape(len(whole), len(names), len(changes), len(chosen))


def _piece(members: Members, futures: Floats) -> Floats:
    import torch

    arrays = _torch()
    with torch.inference_mode():
        model = GlobalResponse(members).on(arrays)
        count = futures.shape[-1]
        past = arrays.take(scenarios.drivers()[scenarios.HISTORICAL])
        first = GlobalResponse(members).start()
        start = type(first)(*(arrays.take(part) for part in vars(first).values()))
        history: Any
        future: Any
        history, state = model.run(start, past)
        reference: Any = assessed.mean(history, *assessed.PREINDUSTRIAL)
        wide = type(state)(*(_repeated(part, count) for part in vars(state).values()))
        future, _ = model.run(wide, arrays.take(futures))
        shared: Floats = (history - reference).numpy()[:, None, :]
        later: Floats = (future - reference).numpy()
    return np.concatenate([np.broadcast_to(shared, (len(shared), *later.shape[1:])), later])


def _repeated(part: Any, count: int) -> Any:
    """Repeat (..., members) into (..., count, members)."""
    import torch

    tensor = torch.as_tensor(part)
    return tensor.unsqueeze(-2).repeat(*(1,) * (tensor.ndim - 1), count, 1)


def rate(copies: int = 200) -> float:
    """Return scenario-members a second for all scenarios from 1750 to 2100, the best of 3.

    The ensemble is repeated `copies` times, so that overheads of a call play no part.
    """
    shipped = ensemble.members()
    many = shipped.take(np.tile(np.arange(len(shipped)), copies))
    warming(scenarios.SCENARIOS, members=shipped)
    taken: list[float] = []
    for _ in range(3):
        begun = time.perf_counter()
        warming(scenarios.SCENARIOS, members=many)
        taken.append(time.perf_counter() - begun)
    return len(scenarios.SCENARIOS) * len(many) / min(taken)

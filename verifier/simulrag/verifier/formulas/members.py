"""Members of ensembles: equally likely values, paired within a simulator, independent across.

The evidence store keeps those that were drawn once.
"""

import zlib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import cast

import numpy as np
from numpy.typing import NDArray

from simulrag.simulators.capabilities import maker
from simulrag.simulators.errors import Altered, RunFailed, SimulatorError
from simulrag.simulators.interface import Run
from simulrag.simulators.output_operations import quantile
from simulrag.simulators.registry import Registry
from simulrag.simulators.safe_text import escaped
from simulrag.verifier.evidence import EvidenceStore
from simulrag.verifier.evidence_tables import narrowed

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
    # What is joined already has the common draws.
    return joined, [one.values if "|" in one.source else
                    one.values[_picks(one.source, len(one.values))] for one in parts]  # fmt: skip


def beside(parts: Sequence[tuple[Draws | None, float]]) -> tuple[str, list[Array]] | None:
    """Return members side by side, and the one value of what has none as often; None of none."""
    drawn = [members for members, _ in parts if members is not None]
    if not drawn:
        return None
    source, arrays = aligned(drawn)
    held, count = iter(arrays), len(arrays[0])
    return source, [np.full(count, one) if members is None else next(held)
                    for members, one in parts]  # fmt: skip


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


#: Values of all outputs of a run up to which all are kept when the first is asked for, 4 kB.
CHEAP = 1_024


class KeptMembers:
    """Members by run and output.

    Where all outputs of a run have few, all are kept when the first is asked for; else each when it
    is asked for, as are those of parts ("peak in Ohio"): a season of all states has ten for each.
    What is not kept, as that of a run from before members were, is drawn again where a simulator
    has the version of the run, since it draws the same again; where none has, the run's outputs are
    points, as the members of another version would be those of another run.

    Values are those that are kept, also in the process that draws them, so that every process
    decides alike.
    """

    def __init__(self, registry: Registry, store: EvidenceStore) -> None:
        self._registry = registry
        self._store = store
        self._held: dict[str, dict[str, Array | None]] = {}
        self._whole: set[str] = set()
        self._altered: set[str] = set()
        self._drawn: dict[str, Mapping[str, Sequence[float]] | None] = {}

    def of(self, run: Run, name: str) -> Array | None:
        """Return the members of an output of a run; None where it is a point."""
        held = self._held.get(run.id)
        if held is None:
            kept = self._store.members.get(run.id)
            held = self._held[run.id] = {n: _array(one) for n, one in kept.members.items()}
            if kept.whole:
                self._whole.add(run.id)
            if kept.altered:
                self._altered.add(run.id)
        if name not in held:
            held[name] = None
            own = {one.name for one in self._registry.function(run.call).outputs}
            if not (run.id in self._whole and name in own):
                held |= self._keep(run, name, own)
        return held[name]

    def _keep(self, run: Run, name: str, own: set[str]) -> dict[str, Array | None]:
        """Draw members and keep those of an output, and of the run's own outputs if cheap."""
        if run.id not in self._drawn:
            self._drawn[run.id] = self._draw(run)
        drawn = self._drawn[run.id]
        if drawn is None and run.id in self._altered:
            raise Altered(
                f"members of {run.id} were altered since they were kept, and no simulator here "
                f"draws those of version {run.version}"
            )
        if drawn is None:
            return {}
        found: dict[str, Sequence[float] | None] = {name: drawn.get(name)}
        count = sum(len(values) for output, values in drawn.items() if output in own)
        whole = name in own and count <= CHEAP
        if whole:
            self._whole.add(run.id)
            found = {output: values for output, values in drawn.items() if output in own}
        self._store.members.put(run.id, found, whole=whole)
        return {n: None if one is None else _array(narrowed(one)) for n, one in found.items()}

    def _draw(self, run: Run) -> Mapping[str, Sequence[float]] | None:
        """Return all members of a run; None where it cannot be known whether it has any."""
        simulator = self._registry.simulator(run.call.simulator)
        simulator = None if run.source == "recorded" else maker(simulator, run.version)
        if simulator is None:
            return None
        samples = getattr(simulator, "samples", None)
        if samples is None:
            return None
        try:
            drawn = samples(run.call)
            for name, values in drawn.items():
                if np.asarray(values, dtype=np.float64).ndim != 1:
                    raise TypeError(f"{name} is no list of numbers")
        except SimulatorError:  # this function has none, as its run says by its intervals
            return None
        except Exception as error:
            told = escaped(f"{type(error).__name__}: {error}"[:200])
            raise RunFailed(
                f"the members of {run.call.simulator}.{run.call.function} cannot be drawn: {told}"
            ) from error
        return drawn


def _array(kept: Sequence[float] | None) -> Array | None:
    return None if kept is None else np.asarray(kept, dtype=np.float64)

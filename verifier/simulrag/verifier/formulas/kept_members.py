"""The members of runs: those that the evidence store keeps, else drawn once and kept there."""

from collections.abc import Mapping, Sequence

import numpy as np

from simulrag.simulators.emulating import maker
from simulrag.simulators.errors import RunFailed, SimulatorError
from simulrag.simulators.interface import Run
from simulrag.simulators.registry import Registry
from simulrag.verifier.evidence import EvidenceStore
from simulrag.verifier.evidence_members import narrowed
from simulrag.verifier.formulas.members import Array

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
        self._drawn: dict[str, Mapping[str, Sequence[float]] | None] = {}

    def of(self, run: Run, name: str) -> Array | None:
        """Return the members of an output of a run; None where it is a point."""
        held = self._held.get(run.id)
        if held is None:
            kept = self._store.members.get(run.id)
            held = self._held[run.id] = {n: _array(one) for n, one in kept.members.items()}
            if kept.whole:
                self._whole.add(run.id)
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
            return samples(run.call)
        except SimulatorError:  # this function has none, as its run says by its intervals
            return None
        except Exception as error:
            raise RunFailed(
                f"the members of {run.call.simulator}.{run.call.function} cannot be drawn: "
                f"{type(error).__name__}: {error}"
            ) from error


def _array(kept: Sequence[float] | None) -> Array | None:
    return None if kept is None else np.asarray(kept, dtype=np.float64)

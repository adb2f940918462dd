"""Runs the calls of items again and says whether each reference still holds, digit for digit."""

from collections.abc import Sequence

from simulrag.evaluation.benchmark.items import Item
from simulrag.evaluation.benchmark.results import holds
from simulrag.simulators.errors import SimulatorError
from simulrag.simulators.interface import Frozen, Run
from simulrag.simulators.registry import Registry
from simulrag.verifier.evidence import EvidenceStore
from simulrag.verifier.older_arguments import todays_call


class Recomputed(Frozen):
    """What became of one item."""

    id: str
    #: Claims that do not hold any more, with what the runs say now.
    changed: tuple[str, ...] = ()
    #: Why it could not be computed again; "" where it could.
    problem: str = ""
    #: The simulator's version where it is another: "3 -> 4".
    version: str = ""

    @property
    def same(self) -> bool:
        """Tell whether every reference holds."""
        return not self.changed and not self.problem


def recompute(item: Item, registry: Registry, store: EvidenceStore) -> Recomputed:
    """Return what the runs of an item say today.

    A run is found in the store where it was made by this version of the simulator; a fresh store
    makes all of them anew.
    """
    try:
        version = _version(item, registry)
        runs = [store.run(todays_call(call, registry), registry) for call in item.calls]
    except SimulatorError as error:
        return Recomputed(id=item.id, problem=str(error))
    if len(runs) != len(item.runs):
        return Recomputed(id=item.id, problem="there are not as many runs as calls")
    by_id = dict(zip(item.runs, runs, strict=True))
    other = [i for i, run in by_id.items() if run.id != i]
    unexplained = f"the call of {other[0]} makes {by_id[other[0]].id}" if other else ""
    return Recomputed(
        id=item.id,
        changed=tuple(_changed(item, by_id, registry)),
        problem="" if version else unexplained,
        version=version,
    )


def _version(item: Item, registry: Registry) -> str:
    made = item.versions.get(item.simulator, "")
    now = registry.simulator(item.simulator).version
    return "" if made == now else f"{made} -> {now}"


def _changed(item: Item, runs: dict[str, Run], registry: Registry) -> Sequence[str]:
    changed: list[str] = []
    for claim in item.claims:
        made = [runs[i] for i in claim.run_ids if i in runs]
        if len(made) < len(claim.run_ids) or not made:
            changed.append(f"{claim.text!r} rests on a run of no call")
            continue
        outputs = {o.name: o for o in registry.function(made[0].call).outputs}
        if claim.output not in outputs:
            changed.append(f"{claim.text!r}: there is no output {claim.output!r}")
        elif wrong := holds(claim, runs, outputs[claim.output]):
            changed.append(f"{claim.text!r}: {wrong}")
    return changed

"""Published records replayed as evidence beside our own runs of the same calls.

A record's evidence is read as recorded runs (`simulrag.verifier.records`). Each domain says as
which variants of a call it is worth running: as it was asked, and as the published simulator is
shown to have run it. All runs go to one store, so that a second replay makes none.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import TypeVar

import numpy as np
from numpy.typing import NDArray

from simulrag.evaluation.records import Folder, evidence
from simulrag.simulators.arguments import validate
from simulrag.simulators.errors import RunFailed, SimulRAGError
from simulrag.simulators.executors import Pool
from simulrag.simulators.interface import Call, Frozen, Quantity, Run, Value
from simulrag.simulators.registry import Registry
from simulrag.verifier.evidence import EvidenceStore
from simulrag.verifier.records import parse_records, recorded
from simulrag.verifier.scenarios.asked import Asked, Refused
from simulrag.verifier.scenarios.running import run_scenarios

Array = NDArray[np.float64]
#: The variant that every domain has.
AS_ASKED = "as asked"

#: From a call of a question to the calls that are run for it, by variant.
Variants = Callable[[Call], Mapping[str, Call]]


class Recorded(Frozen):
    """One run that a record holds: the call of the question, and what was published for it."""

    domain: str
    index: int
    call: Call
    outputs: Mapping[str, Value]


@dataclass(frozen=True)
class Replayed:
    """A recorded run and ours by variant; a variant that could not be run is absent."""

    recorded: Recorded
    ours: Mapping[str, Run]

    def number(self, output: str, variant: str = "") -> float | None:
        """Return a number of the record, or of our run of a variant; None where it has none."""
        if variant and variant not in self.ours:
            return None
        found = (self.ours[variant].outputs if variant else self.recorded.outputs).get(output)
        return found.value if isinstance(found, Quantity) else None


def recorded_runs(folder: Folder, registry: Registry) -> tuple[list[Recorded], dict[str, int]]:
    """Return the runs of all records, and by domain the records whose evidence was not read."""
    found: list[Recorded] = []
    unread: dict[str, int] = {}
    for domain, records in folder.records.items():
        for record in records.values():
            (held,) = parse_records(evidence(record))
            try:
                runs = recorded(held, record.question, registry).runs
            except SimulRAGError:
                runs = ()
            if not runs:
                unread[domain] = unread.get(domain, 0) + 1
            found += [
                Recorded(
                    domain=domain,
                    index=record.index,
                    call=run.call,
                    outputs=_own(run, registry),
                )
                for run in runs
            ]
    return found, unread


def _own(run: Run, registry: Registry) -> dict[str, Value]:
    """Return what a record holds for a call: a call that changes nothing has no change."""
    function = registry.function(run.call)
    altered = any(
        parameter.altered(run.call.arguments.get(parameter.name))
        for parameter in function.parameters
    )
    changes = {output.name for output in function.outputs if output.changes_of}
    return {name: v for name, v in run.outputs.items() if altered or name not in changes}


def replay(
    some: Sequence[Recorded],
    variants: Mapping[str, Variants],
    registry: Registry,
    store: EvidenceStore,
    pool: Pool,
    told: Callable[[str], None] = lambda _text: None,
) -> list[Replayed]:
    """Run every variant of every call that is not stored yet, and put ours beside theirs.

    variants: by domain. told: is given the reason for each call that could not be run.
    """
    asked = {
        (number, name): _asked(call, registry)
        for number, one in enumerate(some)
        for name, call in variants[one.domain](one.call).items()
    }
    calls = [call for call in asked.values() if isinstance(call, Asked)]
    run_scenarios(calls, store, pool, chunk=20, refused=lambda one: told(one.message))
    for one in asked.values():
        if isinstance(one, Refused):
            told(one.message)
    ours: list[dict[str, Run]] = [{} for _ in some]
    for (number, name), one in asked.items():
        run = store.get(one.id) if isinstance(one, Asked) else None
        if run is not None:
            ours[number][name] = run
    return [Replayed(one, runs) for one, runs in zip(some, ours, strict=True)]


def _asked(call: Call, registry: Registry) -> Asked | Refused:
    try:
        arguments = validate(registry.function(call), call.arguments)
    except SimulRAGError as error:
        return Refused(line=0, reason=error.reason, message=str(error), call=call)
    complete = call.model_copy(update={"arguments": arguments})
    version = registry.simulator(call.simulator).version
    return Asked(line=0, id=complete.run_id(version), call=complete)


def distinct(replayed: Iterable[Replayed]) -> list[Replayed]:
    """Return each recorded run once: most were asked for twice, in other words."""
    found: dict[str, Replayed] = {}
    for one in replayed:
        key = "\n".join([one.recorded.call.canonical(), repr(one.recorded.outputs)])
        found.setdefault(key, one)
    return list(found.values())


def numbers(some: Iterable[Replayed], output: str, variant: str = "") -> Array:
    """Return an output of records that all have it, or of our runs of a variant."""
    return np.array([one.number(output, variant) for one in some], dtype=np.float64)


_T = TypeVar("_T")


def need(found: Sequence[_T], what: str, least: int = 1) -> Sequence[_T]:
    """Return what was found, or raise RunFailed where it is too little to show anything."""
    if len(found) < least:
        raise RunFailed(f"the folder holds {len(found)} of {what}; at least {least} are needed")
    return found

"""Decides the verdicts of an evidence store again, and exports it."""

from pathlib import Path

from simulrag.simulators.errors import EvidenceError
from simulrag.simulators.interface import Frozen
from simulrag.simulators.registry import Registry
from simulrag.verifier.evidence import (
    EvidenceStore,
    Refused,
    StoredRun,
    StoredVerdict,
    default_path,
)
from simulrag.verifier.exporting import export
from simulrag.verifier.recomputing import Recomputed, recompute


class Stored(Frozen):
    """What became of the verdicts of a store."""

    runs: int
    verdicts: int
    #: Verdicts that are decided as they were.
    same: int
    #: Simulators whose version is another today.
    changed: tuple[str, ...]
    different: tuple[Recomputed, ...]
    #: Records that were altered since they were stored, or cannot be read, and why; left out.
    refused: tuple[str, ...] = ()


def measure_stored(path: Path | None, registry: Registry, folder: Path | None = None) -> Stored:
    """Decide every verdict of a store again, from its own runs; export the store to `folder`.

    path: the store; None for the user's own. Raises EvidenceError where there is none, or where
    the folder holds something.
    """
    path = path or default_path()
    if not path.exists():
        raise EvidenceError(f"there is no evidence store at {path}; give the path of one")
    with EvidenceStore(path, to_read=True) as store:
        records = list(store.records())
        refused = tuple(one.why for one in records if isinstance(one, Refused))
        verdicts = [record for record in records if isinstance(record, StoredVerdict)]
        again = [recompute(verdict, store, registry) for verdict in verdicts]
        if folder is not None:
            export(store, folder)
    return Stored(
        runs=sum(isinstance(one, StoredRun) for one in records),
        verdicts=len(verdicts),
        same=sum(one.same for one in again),
        changed=tuple(dict.fromkeys(name for one in again for name in one.changed)),
        different=tuple(one for one in again if not one.same),
        refused=refused,
    )

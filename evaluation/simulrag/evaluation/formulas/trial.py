"""Runs the whole trial: reads the claims, and measures all that is measured of them."""

import tempfile
from collections.abc import Generator as Yielding
from contextlib import contextmanager
from pathlib import Path

from simulrag.evaluation.formulas.agreement import (
    Bench,
    measure_anchoring,
    measure_corrections,
    measure_translation,
    measure_verdicts,
)
from simulrag.evaluation.formulas.drafts import DraftClaim, read_drafts, read_sentences
from simulrag.evaluation.measurement import Measurement, joined
from simulrag.simulators.registry import Registry
from simulrag.simulators.urban.simulator import UrbanSimulator
from simulrag.verifier.evidence import EvidenceStore


def emulated(registry: Registry) -> Registry:
    """Return the simulators with urban's emulator, on whose runs the drafts were labelled."""
    urban = UrbanSimulator(emulate=True)
    return Registry([urban if one.name == urban.name else one for one in registry])


def measure_formulas(
    folder: Path,
    registry: Registry,
    sentences: Path | None = None,
    store: Path | None = None,
) -> Measurement:
    """Return all figures of the drafts in a folder, and of sentences where a file is given.

    store: where runs are kept. Raises SimulRAGError where there is nothing to measure.
    """
    registry = emulated(registry)
    claims = read_drafts(folder, registry)
    more = [] if sentences is None else read_sentences(sentences, registry)
    with kept(store) as path, EvidenceStore(path) as runs:
        return measure_claims([*claims, *more], Bench.of(registry, runs))


def measure_claims(claims: list[DraftClaim], bench: Bench) -> Measurement:
    """Return all figures of claims, on runs that they share."""
    usable = [claim for claim in claims if claim.decidable]
    return joined(
        [
            measure_translation(claims),
            measure_verdicts(usable, bench),
            measure_anchoring(usable, bench),
            measure_corrections(usable, bench),
        ]
    )


@contextmanager
def kept(store: Path | None) -> Yielding[Path]:
    """Give a file for the runs: the one asked for, or one that goes when all is done."""
    if store is not None:
        yield store
        return
    with tempfile.TemporaryDirectory() as folder:
        yield Path(folder) / "evidence.sqlite"

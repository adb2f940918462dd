"""Measures the boundary on claims labelled by hand (data/README.md tells how they were made)."""

import json
from collections.abc import Sequence
from importlib.resources import files
from typing import Literal

from simulrag.evaluation.measurement import Measurement, Miss, share, stated
from simulrag.simulators.interface import Frozen
from simulrag.simulators.registry import Registry
from simulrag.verifier.boundary import assess
from simulrag.verifier.claims import Bound
from simulrag.verifier.evidence import EvidenceStore

Part = Literal["development", "held_out"]
PARTS: tuple[Part, ...] = ("development", "held_out")

#: Reason of a label -> reasons of a bound that say the same.
REASONS: dict[str, frozenset[str]] = {
    "no_such_output": frozenset({"no_such_output", "other_subject"}),
    "missing_condition": frozenset({"missing_condition"}),
    "value_out_of_range": frozenset({"value_out_of_range"}),
    "opinion": frozenset({"opinion"}),
    "policy": frozenset({"opinion"}),
    "cause": frozenset({"cause"}),
    "other_place": frozenset({"other_place", "unknown_name"}),
    "other_disease": frozenset({"other_subject"}),
    "other_period": frozenset({"other_period"}),
    "other_condition": frozenset({"other_condition"}),
    "other_planet": frozenset({"other_subject", "other_place"}),
    "other_domain": frozenset({"no_simulator", "no_such_output"}),
}


class BoundedClaim(Frozen):
    """A claim and whether some simulator can decide it, judged by hand."""

    text: str
    question: str | None = None
    label: Literal["inside", "outside"]
    reason: str | None = None


def bounded_claims(part: Part) -> tuple[BoundedClaim, ...]:
    """Return one part of the labelled claims, in the order in which they were written."""
    source = files("simulrag.evaluation") / "data" / f"boundary_{part}.jsonl"
    rows = source.read_text("utf-8").splitlines()
    return tuple(BoundedClaim.model_validate(json.loads(row)) for row in rows)


def measure_boundary(registry: Registry, parts: Sequence[Part] = PARTS) -> Measurement:
    """Return figures for each part of the labelled claims.

    `balanced_accuracy` is the mean of `inside_right` and `outside_right`, the shares of the
    claims labelled so that are assessed so; a claim that is unread counts against either.
    `reasons_right` is the share of all claims labelled outside that are outside for the
    labelled reason. Counts: `unread` and `n`.
    """
    figures: dict[str, dict[str, float | int]] = {}
    misses: list[Miss] = []
    for part in parts:
        claims = bounded_claims(part)
        with EvidenceStore() as store:
            bounds = [assess([c.text], c.question or "", registry, store)[0] for c in claims]
        pairs = list(zip(claims, bounds, strict=True))
        figures[part] = _figures(pairs)
        misses += [_miss(part, c, b) for c, b in pairs if not _right(c, b)]
    return Measurement(figures=figures, misses=tuple(misses))


_Pair = tuple[BoundedClaim, Bound]


def _figures(pairs: Sequence[_Pair]) -> dict[str, float | int]:
    inside = [b.bound == "inside" for c, b in pairs if c.label == "inside"]
    outside = [(c, b) for c, b in pairs if c.label == "outside"]
    shares = (
        share(sum(inside), len(inside)),
        share(sum(b.bound == "outside" for _, b in outside), len(outside)),
    )
    known = [s for s in shares if s is not None]
    return stated(
        {
            "balanced_accuracy": round(sum(known) / len(known), 4) if len(known) == 2 else None,
            "inside_right": shares[0],
            "outside_right": shares[1],
            "reasons_right": share(sum(_right(c, b) for c, b in outside), len(outside)),
            "unread": sum(b.bound == "unread" for _, b in pairs),
            "n": len(pairs),
        }
    )


def _right(claim: BoundedClaim, bound: Bound) -> bool:
    if claim.label == "inside":
        return bound.bound == "inside"
    return bound.bound == "outside" and _reason(bound) in REASONS[claim.reason or ""]


def _reason(bound: Bound) -> str:
    return bound.problem.reason if bound.problem else ""


def _miss(part: Part, claim: BoundedClaim, bound: Bound) -> Miss:
    return Miss(
        part="boundary",
        domain=part,
        kind=claim.reason or "",
        question=claim.question or "",
        text=claim.text,
        expected=f"{claim.label} {claim.reason or ''}".strip(),
        got=f"{bound.bound} {_reason(bound)}".strip(),
        why=bound.problem.message if bound.problem else "",
    )

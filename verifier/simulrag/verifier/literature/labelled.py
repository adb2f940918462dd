"""Labelled claims in SciFact's format, for training and measuring."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from simulrag.simulators.interface import Frozen
from simulrag.verifier.literature.corpus import Corpus
from simulrag.verifier.literature.documents import Document
from simulrag.verifier.literature.errors import ImportFault


class LabelledClaim(Frozen):
    """A claim and its evidence: document id -> whether it supports the claim."""

    id: int
    claim: str
    evidence: dict[str, bool]
    #: Document id -> the sentences that say so, counted from 0.
    sentences: dict[str, tuple[int, ...]]
    #: What it is about, such as "Climate"; "" where the file has no field `domain`.
    domain: str = ""


class Pair(Frozen):
    """A claim, one of its abstracts, and whether that supports it."""

    claim: str
    document: Document
    supported: bool


def labelled_claims(path: Path) -> list[LabelledClaim]:
    """Read a claims file; raises ImportFault naming the line that cannot be read."""
    try:
        return list(_claims(path))
    except OSError as error:
        raise ImportFault(f"{path} cannot be read: {error.strerror or error}") from error


def _claims(path: Path) -> Iterator[LabelledClaim]:
    with path.open(encoding="utf-8") as lines:
        for number, line in enumerate(lines, start=1):
            if not line.strip():
                continue
            try:
                record: dict[str, Any] = json.loads(line)
                yield LabelledClaim(
                    id=record["id"],
                    claim=record["claim"],
                    evidence={
                        key: sets[0]["label"] == "SUPPORT"
                        for key, sets in record["evidence"].items()
                    },
                    sentences={
                        key: tuple(sorted({i for one in sets for i in one["sentences"]}))
                        for key, sets in record["evidence"].items()
                    },
                    domain=record.get("domain") or "",
                )
            except (ValueError, LookupError, TypeError, AttributeError, RecursionError) as error:
                raise ImportFault(
                    f"{path} line {number} is no claim in SciFact's format: {error!r}"
                ) from error


def with_evidence(claims: list[LabelledClaim], corpus: Corpus) -> list[LabelledClaim]:
    """Return the claims with the evidence whose abstracts are in a corpus; others are left out."""
    there = corpus.get(key for claim in claims for key in claim.evidence)
    kept = [
        claim.model_copy(
            update={"evidence": {key: says for key, says in claim.evidence.items() if key in there}}
        )
        for claim in claims
    ]
    return [claim for claim in kept if claim.evidence]


def pairs_of(claims: list[LabelledClaim], corpus: Corpus) -> list[Pair]:
    """Return every claim with every evidence abstract that is in a corpus."""
    there = corpus.get(key for claim in claims for key in claim.evidence)
    return [
        Pair(claim=claim.claim, document=there[key], supported=says)
        for claim in claims
        for key, says in claim.evidence.items()
        if key in there
    ]

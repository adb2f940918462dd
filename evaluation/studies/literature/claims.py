"""Labelled claims and abstracts in SciFact's format."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from simulrag.simulators.interface import Frozen
from simulrag.verifier.literature.documents import Document
from simulrag.verifier.literature.errors import ImportFault
from simulrag.verifier.literature.importing.files import read_documents


class LabelledClaim(Frozen):
    """A claim and its evidence: document id -> whether it supports the claim.

    domain: what it is about, such as "Climate"; "" where the file does not say.
    """

    id: str
    claim: str
    evidence: dict[str, bool]
    domain: str = ""

    @property
    def side(self) -> bool | None:
        """Whether the evidence supports the claim; None where it is divided."""
        sides = set(self.evidence.values())
        return sides.pop() if len(sides) == 1 else None


_FIELDS = ("id", "claim", "evidence", "domain")


def read_folder(folder: Path) -> tuple[list[Document], list[LabelledClaim]]:
    """Return the abstracts of corpus*.jsonl and the claims of claims*.jsonl with evidence there.

    Raises ImportFault naming what cannot be read.
    """
    found = [d for path in sorted(folder.glob("corpus*.jsonl")) for d in read_documents(path)]
    if faults := [one for one in found if isinstance(one, str)]:
        raise ImportFault(faults[0])
    documents = [one for one in found if isinstance(one, Document)]
    there = {one.id for one in documents}
    claims = [c for path in sorted(folder.glob("claims*.jsonl")) for c in _claims(path, there)]
    if not claims:
        raise ImportFault(f"{folder} holds no claim with an evidence abstract in its corpus")
    return documents, claims


def read_lines(path: Path) -> Iterator[tuple[str, dict[str, Any]]]:
    """Yield where each line of a JSON Lines file stands, and its object. Raises ImportFault."""
    try:
        for number, line in enumerate(path.read_text("utf-8").split("\n"), start=1):
            if line.strip():
                yield f"{path} line {number}", json.loads(line)
    except (OSError, ValueError) as error:
        raise ImportFault(f"{path} cannot be read: {error}") from error


def _claims(path: Path, there: set[str]) -> Iterator[LabelledClaim]:
    for where, record in read_lines(path):
        try:
            labels = {k: v[0]["label"] == "SUPPORT" for k, v in record["evidence"].items()}
            evidence = {key: says for key, says in labels.items() if key in there}
            given = {**record, "id": str(record["id"]), "evidence": evidence}
            if evidence:
                yield LabelledClaim.model_validate({k: given[k] for k in _FIELDS if k in given})
        except (ValueError, LookupError, TypeError, AttributeError) as error:
            raise ImportFault(f"{where} is no claim in SciFact's format: {error!r}") from error

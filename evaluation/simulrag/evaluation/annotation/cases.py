"""What people are to judge: claims with their questions and evidence, from files of ours.

JSON or JSON Lines, in one of these forms, told apart by their fields:

- what `ask` or `check` print with `--json`: a question with claims, verdicts and runs;
- benchmark items: a question with calls and reference claims, which are held to be true.
"""

import hashlib
import json
import random
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import cast

from pydantic import JsonValue, ValidationError

from simulrag.simulators.errors import SimulRAGError
from simulrag.simulators.interface import Call, Frozen
from simulrag.simulators.registry import Registry
from simulrag.verifier.evidence import EvidenceStore

#: Verdicts that say whether a claim is true; others leave it open.
_TRUE = {"supported": True, "refuted": False}
_ID_DIGITS = 12

Row = Mapping[str, JsonValue]


class BadCases(SimulRAGError):
    """A file that holds no claims to judge, or a sheet that cannot be read."""

    reason = "bad_cases"


class Case(Frozen):
    """A claim to judge. `id` belongs to question and claim: the same pair has the same id."""

    id: str
    question: str
    claim: str
    #: What the simulations gave, as text; what is judged against it is the claim.
    evidence: str = ""
    #: What was found automatically: true, false, or None where that was left open.
    automatic: bool | None = None
    #: The word for it ("supported", "reference", ...), and the file that it is from.
    found: str = ""
    source: str = ""


def case_id(question: str, claim: str) -> str:
    """Return the id of a claim in the context of a question."""
    return hashlib.sha256(f"{question}\0{claim}".encode()).hexdigest()[:_ID_DIGITS]


def read_cases(paths: Sequence[Path], registry: Registry) -> list[Case]:
    """Return the cases of files, each once, in order.

    The evidence of benchmark items is made by running their calls. Raises BadCases.
    """
    rows = [(path.name, row) for path in paths for row in _rows(path)]
    found: dict[str, Case] = {}
    with EvidenceStore() as store:
        for name, row in rows:
            for case in _cases(row, registry, store):
                found.setdefault(case.id, case.model_copy(update={"source": name}))
    if not found:
        raise BadCases(
            f"{', '.join(path.name for path in paths)} hold no claims; give what `simulrag ask` or "
            "`check` print with --json, or benchmark items"
        )
    return list(found.values())


def sample(cases: Sequence[Case], count: int | None, seed: int) -> list[Case]:
    """Return at most `count` of the cases (None: all), drawn by seed, in their order."""
    if count is None or count >= len(cases):
        return list(cases)
    chosen = set(random.Random(seed).sample(range(len(cases)), count))
    return [case for number, case in enumerate(cases) if number in chosen]


def _context(calls: JsonValue, registry: Registry, store: EvidenceStore) -> str:
    """Return what the runs of an item's calls say."""
    return "\n".join(store.run(_call(one), registry).context for one in _list(calls))


def _call(given: JsonValue) -> Call:
    try:
        return Call.model_validate(given)
    except ValidationError as error:
        raise BadCases(f"an item holds a call that is none: {error.errors()[0]['msg']}") from error


def _rows(path: Path) -> list[Row]:
    try:
        text = path.read_text("utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise BadCases(f"{path.name} cannot be read: {error}") from error
    try:
        whole: JsonValue = json.loads(text)
    except (ValueError, RecursionError):
        return [_row(line, path, n) for n, line in enumerate(text.splitlines(), 1) if line.strip()]
    rows = whole if isinstance(whole, list) else [whole]
    return [cast("Row", row) for row in rows if isinstance(row, dict)]


def _row(line: str, path: Path, number: int) -> Row:
    try:
        row: JsonValue = json.loads(line)
    except (ValueError, RecursionError) as error:
        raise BadCases(f"{path.name}, line {number}, is not JSON: {error}") from None
    return row if isinstance(row, dict) else {}


def _cases(row: Row, registry: Registry, store: EvidenceStore) -> Iterator[Case]:
    claims = [one for one in _list(row.get("claims")) if isinstance(one, dict)]
    if "calls" in row:
        evidence = _context(row["calls"], registry, store)
        yield from _each(str(row.get("question")), evidence, map(_reference, claims))
    elif "question" in row:
        runs = [one for one in _list(row.get("runs")) if isinstance(one, dict)]
        evidence = "\n".join(str(one.get("context") or "") for one in runs)
        yield from _each(str(row["question"]), evidence, map(_decided, claims))


#: A claim's text, what was found automatically, and the word for it.
_Claim = tuple[str, bool | None, str]


def _each(question: str, evidence: str, claims: Iterable[_Claim]) -> Iterator[Case]:
    question, evidence = _text(question), _text(evidence)
    for given, automatic, found in claims:
        if (claim := _text(given)).strip():
            yield Case(
                id=case_id(question, claim),
                question=question,
                claim=claim,
                evidence=evidence,
                automatic=automatic,
                found=found,
            )


def _text(text: str) -> str:
    """Return a text that UTF-8 and a spreadsheet can hold."""
    return text.encode("utf-8", "replace").decode("utf-8").replace("\0", "\ufffd")


def _reference(claim: Row) -> _Claim:
    return str(claim.get("text") or ""), True, "reference"


def _decided(claim: Row) -> _Claim:
    verdict = str(claim.get("verdict") or "")
    return str(claim.get("text") or ""), _TRUE.get(verdict), verdict


def _list(value: JsonValue) -> list[JsonValue]:
    return value if isinstance(value, list) else []

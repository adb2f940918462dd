"""What people are to judge: claims with their questions and evidence, from files of ours.

JSON or JSON Lines, in one of these forms, told apart by their fields:

- what `ask` or `check` print with `--json`: a question with claims, verdicts and runs;
- benchmark items: a question with calls and reference claims, which are held to be true;
- prepared questions of an experiment: an item's id with claims and whether they are true; the
  items they belong to must be given as well.
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
    items = {str(row["id"]): row for _, row in rows if "id" in row and "calls" in row}
    found: dict[str, Case] = {}
    with EvidenceStore() as store:
        contexts = _Contexts(registry, store)
        for name, row in rows:
            for case in _cases(row, items, contexts):
                found.setdefault(case.id, case.model_copy(update={"source": name}))
    if not found:
        raise BadCases(
            f"{', '.join(path.name for path in paths)} hold no claims; give what `simulrag ask` or "
            "`check` print with --json, benchmark items, or both of an experiment's files"
        )
    return list(found.values())


def sample(cases: Sequence[Case], count: int | None, seed: int) -> list[Case]:
    """Return at most `count` of the cases (None: all), drawn by seed, in their order."""
    if count is None or count >= len(cases):
        return list(cases)
    chosen = set(random.Random(seed).sample(range(len(cases)), count))
    return [case for number, case in enumerate(cases) if number in chosen]


class _Contexts:
    """Textual contexts of the calls of items, each item's made once."""

    def __init__(self, registry: Registry, store: EvidenceStore) -> None:
        self._registry, self._store = registry, store
        self._made: dict[str, str] = {}

    def of(self, item: Row) -> str:
        key = str(item.get("id"))
        if key not in self._made:
            calls = item.get("calls")
            self._made[key] = "\n".join(
                self._store.run(_call(one), self._registry).context
                for one in (calls if isinstance(calls, list) else [])
            )
        return self._made[key]


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
    # A line of an experiment begins with its key.
    _, brace, rest = line.partition("{")
    try:
        row: JsonValue = json.loads(brace + rest)
    except (ValueError, RecursionError) as error:
        raise BadCases(f"{path.name}, line {number}, is not JSON: {error}") from None
    return row if isinstance(row, dict) else {}


def _cases(row: Row, items: Mapping[str, Row], contexts: _Contexts) -> Iterator[Case]:
    claims = [one for one in _list(row.get("claims")) if isinstance(one, dict)]
    if "item" in row:
        item = items.get(str(row["item"]))
        if item is None:
            raise BadCases(
                f"the item {str(row['item'])[:80]!r} of a prepared question is in none of the "
                "files; give the benchmark items as well"
            )
        question, evidence = str(item.get("question")), contexts.of(item)
        yield from _each(question, evidence, map(_prepared, claims))
    elif "calls" in row:
        yield from _each(str(row.get("question")), contexts.of(row), map(_reference, claims))
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


def _prepared(claim: Row) -> _Claim:
    after = claim.get("after")
    true = after.get("true") if isinstance(after, dict) else None
    return (
        str(claim.get("updated") or ""),
        true if isinstance(true, bool) else None,
        str(claim.get("verdict") or ""),
    )


def _list(value: JsonValue) -> list[JsonValue]:
    return value if isinstance(value, list) else []

"""Checks texts and claims with their formulas, and computes formulas, through the server."""

import json
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Literal, cast

from pydantic import Field, JsonValue, ValidationError

from simulrag.client.errors import BadInput
from simulrag.client.marks import without_marks
from simulrag.client.progress import Stage, Stopwatch, Tell, silent
from simulrag.client.reporting.notebook import short
from simulrag.client.session import Tools, connect, courses, refuse_if_empty
from simulrag.simulators.interface import Frozen, Series
from simulrag.verifier.claims import Computed, FormulaClaim, Verdict

Against = Literal["world", "run"]
#: A claim: an object with text and formula, or a bare text, which is read by rules.
GivenClaim = FormulaClaim | Mapping[str, Any] | str
#: Largest file that is read, bytes.
LARGEST = 4_000_000


class CheckInput(Frozen):
    """What `check_answer` is called with."""

    question: str
    text: str
    #: JSON of one record or of several, or another file of recorded runs; "" for none.
    evidence: str


class CheckResult(Frozen):
    """What `check` gives back. `model` is None: no language model takes part."""

    question: str
    #: The text with refuted claims made true.
    answer: str
    claims: tuple[Verdict, ...]
    runs: tuple[dict[str, Any], ...] = ()
    model: None = None
    problems: tuple[dict[str, Any], ...] = ()
    #: The text that was checked. Like what follows, not in the JSON object.
    text: str = Field(default="", exclude=True)
    #: Series of the runs by run id, where they were asked for.
    series: Mapping[str, Mapping[str, Series]] = Field(default_factory=dict, exclude=True)
    stages: tuple[Stage, ...] = Field(default=(), exclude=True)

    def as_json(self) -> dict[str, Any]:
        """Return the object that `--json` prints."""
        return self.model_dump(mode="json")

    def _repr_html_(self) -> str:
        """Show it in a notebook."""
        return short(self.question, self.answer, self.claims)


class ComputeResult(Frozen):
    """What `compute` gives back: a value for each formula, in their order."""

    values: tuple[Computed, ...]

    def as_json(self) -> dict[str, Any]:
        """Return the object that `--json` prints."""
        return self.model_dump(mode="json", exclude_none=True)


async def check(
    given: CheckInput, server: str = "", *, tell: Tell = silent, with_series: bool = False
) -> CheckResult:
    """Check a text. Raises NothingHelps where it holds no claim, ServerFailed."""
    watch = Stopwatch(tell)
    async with connect(server) as tools:
        watch("checking the text against simulations")
        reply = await tools.call("check_answer", **dict(given))
        refuse_if_empty(reply, reply.get("claims"))
        found = await _found(reply, tools, watch, with_series=with_series)
    return CheckResult(question=given.question, answer=reply["answer"], text=given.text, **found)


async def _found(
    reply: dict[str, Any], tools: Tools, watch: Stopwatch, *, with_series: bool
) -> dict[str, Any]:
    """Return what a reply says of all claims, with the series of its runs if they are asked for."""
    runs = tuple(reply.get("runs", ()))
    return {
        "claims": verdicts(reply),
        "runs": runs,
        "problems": tuple(reply.get("problems", ())),
        "series": await courses(runs, tools, watch) if with_series else {},
        "stages": watch.stages(),
    }


def verdicts(reply: dict[str, Any]) -> tuple[Verdict, ...]:
    """Return the verdicts of a reply; fields that this version does not know are left out."""
    return tuple(Verdict.model_validate(item, extra="ignore") for item in reply["claims"])


def read_claims(file: str) -> list[Mapping[str, Any] | str]:
    """Return the claims of a file: a JSON object with text and formula on each line.

    Raises BadInput with the number of a line that holds none.
    """
    found: list[Mapping[str, Any] | str] = []
    for number, line in enumerate(read_text(file).splitlines(), 1):
        if not line.strip():
            continue
        try:
            FormulaClaim.model_validate_json(line, extra="ignore")
        except ValidationError as error:
            first = error.errors(include_url=False)[0]
            where = ".".join(map(str, first["loc"])) or "the line"
            raise BadInput(
                f"{file}, line {number}: {where}: {first['msg']}; a line is "
                '{"text": ..., "formula": ..., "let": {...}, "assume": {...}, "context": [...]}'
            ) from None
        given = json.loads(line)
        found.append({name: given[name] for name in FormulaClaim.model_fields if name in given})
    if not found:
        raise BadInput(f"{file} holds no claim")
    return found


async def check_claims(
    claims: Sequence[GivenClaim],
    against: Against = "world",
    evidence: str = "",
    server: str = "",
    *,
    tell: Tell = silent,
    with_series: bool = False,
) -> CheckResult:
    """Decide claims by their formulas. Raises ServerFailed."""
    watch = Stopwatch(tell)
    given = [one.model_dump() if isinstance(one, FormulaClaim) else one for one in claims]
    async with connect(server) as tools:
        watch("checking the claims against simulations")
        reply = await tools.call("verify_claims", claims=given, against=against, evidence=evidence)
        found = await _found(reply, tools, watch, with_series=with_series)
    return CheckResult(
        question="",
        answer="\n".join(one.updated for one in found["claims"]),
        text="\n".join(one.text for one in found["claims"]),
        **found,
    )


async def compute(
    formulas: Sequence[str],
    let: Mapping[str, str] | None = None,
    assume: Mapping[str, JsonValue] | None = None,
    server: str = "",
) -> ComputeResult:
    """Compute formulas. Raises ServerFailed; what is wrong with one formula costs no other."""
    async with connect(server) as tools:
        reply = await tools.call(
            "compute", formulas=list(formulas), let=dict(let or {}), assume=dict(assume or {})
        )
    values = tuple(Computed.model_validate(one, extra="ignore") for one in reply["values"])
    return ComputeResult(values=values)


def for_check(file: str, answer: str, question: str, evidence: str) -> CheckInput:
    """Put together what was given at the command line.

    With evidence, the question defaults to the record's question and the text to its reference
    answer. Marks of runs, as `ask` puts them, are taken out of the text. Raises BadInput where text
    is missing or given twice, or a file cannot be used.
    """
    if file and answer:
        raise BadInput("a FILE and --answer were both given; give the text once")
    held = records_text(evidence)
    records = read_records(evidence) if _is_json(held) else []
    record = _record(records, question)
    if records and not question:
        question = str(_field(record, "question", evidence))
    if file or answer:
        text = read_text(file) if file else answer
    elif records:
        text = str(_field(record, "reference_answer", evidence))
    else:
        raise BadInput("no text to check; give FILE, - for standard input, or --answer TEXT")
    return CheckInput(question=question, text=without_marks(text), evidence=held)


def records_text(evidence: str) -> str:
    """Return the records in a file as JSON, any other text as it is, "" where none is given.

    What is no JSON may be a file in a format of a simulator. Raises BadInput.
    """
    if not evidence:
        return ""
    text = read_text(evidence)
    return json.dumps(read_records(evidence), ensure_ascii=False) if _is_json(text) else text


def _is_json(text: str) -> bool:
    return text.lstrip()[:1] in ("{", "[")


def _record(records: list[dict[str, Any]], question: str) -> dict[str, Any] | None:
    if question:
        same = [record for record in records if record.get("question") == question]
        return same[0] if same else None
    return records[0] if len(records) == 1 else None


def _field(record: dict[str, Any] | None, name: str, evidence: str) -> Any:
    if record is None:
        raise BadInput(
            f"{evidence} does not say which {name.replace('_', ' ')} is meant; give one record, "
            "or --question with the question of a record"
        )
    if not record.get(name):
        raise BadInput(f"the record in {evidence} has no {name!r}; it has {', '.join(record)}")
    return record[name]


def read_text(file: str) -> str:
    """Return a file's text, or standard input's for "-". Raises BadInput."""
    try:
        data = sys.stdin.buffer.read(LARGEST + 1) if file == "-" else _bytes(Path(file))
        text = data.decode("utf-8-sig")
    except OSError as error:
        raise BadInput(f"{file} cannot be read: {error.strerror or error}") from error
    except UnicodeDecodeError as error:
        raise BadInput(f"{file} is not UTF-8 text: {error.reason} at byte {error.start}") from error
    if len(data) > LARGEST:
        raise BadInput(f"{file} is larger than {LARGEST} bytes; give a shorter text")
    return text


def _bytes(path: Path) -> bytes:
    with path.open("rb") as stream:
        return stream.read(LARGEST + 1)


def read_records(file: str) -> list[dict[str, Any]]:
    """Return the records in a JSON file: one object or a list of them. Raises BadInput."""
    try:
        given: Any = json.loads(read_text(file))
    except (ValueError, RecursionError) as error:
        raise BadInput(f"{file} is not JSON: {error}") from error
    records = cast("list[Any]", given) if isinstance(given, list) else [given]
    if not records or not all(isinstance(record, dict) for record in records):
        raise BadInput(f"{file} must hold one record or a list of records, each a JSON object")
    return records

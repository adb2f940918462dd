"""Claims with their formulas, and values of formulas, through the server."""

import json
from collections.abc import Mapping, Sequence
from typing import Any, Literal

from pydantic import JsonValue, ValidationError

from simulrag.client.checking import CheckResult, verdicts
from simulrag.client.courses import courses
from simulrag.client.errors import BadInput
from simulrag.client.inputs import read_text
from simulrag.client.progress import Stopwatch, Tell, silent
from simulrag.client.session import connect
from simulrag.simulators.interface import Frozen
from simulrag.verifier.claims import Computed, FormulaClaim

Against = Literal["world", "run"]
#: A claim: an object with text and formula, or a bare text, which is read by rules.
GivenClaim = FormulaClaim | Mapping[str, Any] | str


class ComputeResult(Frozen):
    """What `compute` gives back: a value for each formula, in their order."""

    values: tuple[Computed, ...]

    def as_json(self) -> dict[str, Any]:
        """Return the object that `--json` prints."""
        return self.model_dump(mode="json", exclude_none=True)


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
        runs = tuple(reply.get("runs", ()))
        series = await courses(runs, tools, watch) if with_series else {}
    found = verdicts(reply)
    return CheckResult(
        question="",
        answer="\n".join(one.updated for one in found),
        claims=found,
        runs=runs,
        problems=tuple(reply.get("problems", ())),
        text="\n".join(one.text for one in found),
        series=series,
        stages=watch.stages(),
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

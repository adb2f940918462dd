"""Checks a text through the server."""

from collections.abc import Mapping
from typing import Any

from pydantic import Field

from simulrag.client import unaided
from simulrag.client.courses import courses
from simulrag.client.inputs import CheckInput
from simulrag.client.progress import Stage, Stopwatch, Tell, silent
from simulrag.client.reporting.notebook import short
from simulrag.client.session import connect
from simulrag.simulators.interface import Frozen, Series
from simulrag.verifier.claims import Verdict


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


async def check(
    given: CheckInput, server: str = "", *, tell: Tell = silent, with_series: bool = False
) -> CheckResult:
    """Check a text. Raises NothingHelps where it holds no claim, ServerFailed."""
    watch = Stopwatch(tell)
    async with connect(server) as tools:
        watch("checking the text against simulations")
        reply = await tools.call(
            "check_answer", question=given.question, text=given.text, evidence=given.evidence
        )
        unaided.refuse_if_empty(reply, reply.get("claims"))
        runs = tuple(reply.get("runs", ()))
        series = await courses(runs, tools, watch) if with_series else {}
    return CheckResult(
        question=given.question,
        answer=reply["answer"],
        claims=verdicts(reply),
        runs=runs,
        problems=tuple(reply.get("problems", ())),
        text=given.text,
        series=series,
        stages=watch.stages(),
    )


def verdicts(reply: dict[str, Any]) -> tuple[Verdict, ...]:
    """Return the verdicts of a reply; fields that this version does not know are left out."""
    return tuple(Verdict.model_validate(item, extra="ignore") for item in reply["claims"])

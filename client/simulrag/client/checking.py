"""Checks a text through the server."""

from typing import Any

from simulrag.client import unaided
from simulrag.client.inputs import CheckInput
from simulrag.client.session import connect
from simulrag.simulators.interface import Frozen
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

    def as_json(self) -> dict[str, Any]:
        """Return the object that `--json` prints."""
        return self.model_dump(mode="json")


async def check(given: CheckInput, server: str = "") -> CheckResult:
    """Check a text. Raises NothingHelps where it holds no claim, ServerFailed."""
    async with connect(server) as tools:
        reply = await tools.call(
            "check_answer", question=given.question, text=given.text, evidence=given.evidence
        )
    unaided.refuse_if_empty(reply, reply.get("claims"))
    return CheckResult(
        question=given.question,
        answer=reply["answer"],
        claims=verdicts(reply),
        runs=tuple(reply.get("runs", ())),
        problems=tuple(reply.get("problems", ())),
    )


def verdicts(reply: dict[str, Any]) -> tuple[Verdict, ...]:
    """Return the verdicts of a reply; fields that this version does not know are left out."""
    return tuple(Verdict.model_validate(item, extra="ignore") for item in reply["claims"])

"""Answers a question without a language model: plan, run, and say what the runs say."""

from collections.abc import Sequence
from typing import Any

from simulrag.client.composing import given_numbers, mark_statement
from simulrag.client.errors import NothingHelps
from simulrag.client.result import AnsweredClaim, Result
from simulrag.client.session import Tools

NO_MODEL = (
    "No language model drafted this: the question was read by rules, and every sentence was made "
    "from a simulation. Set ANTHROPIC_API_KEY or give --model for drafted answers."
)


async def answer(question: str, tools: Tools) -> Result:
    """Return the answer that runs alone give. Raises NothingHelps, ServerFailed."""
    reply = await tools.call("answer_question", question=question)
    refuse_if_empty(reply, reply.get("claims"))
    said = statements(reply)
    return Result(
        question=question,
        answer=text(said, given_numbers(question)),
        claims=said,
        runs=tuple(reply.get("runs", ())),
        problems=tuple(reply.get("problems", ())),
        notes=(NO_MODEL,),
    )


def statements(reply: dict[str, Any]) -> tuple[AnsweredClaim, ...]:
    """Return the sentences of an `answer_question` reply; each is what its runs say."""
    return tuple(
        AnsweredClaim(
            id=f"s{number}",
            text=claim["text"],
            verdict="supported",
            updated=claim["text"],
            run_ids=tuple(claim["run_ids"]),
            formula=claim.get("formula", ""),
            why="made from its runs",
        )
        for number, claim in enumerate(reply.get("claims", ()), start=1)
    )


def text(said: Sequence[AnsweredClaim], given: frozenset[str]) -> str:
    """Return statements, one a line, each with the mark of its runs; `given` are conditions."""
    return "\n".join(mark_statement(claim.text, claim.run_ids, given) for claim in said)


def refuse_if_empty(reply: dict[str, Any], found: Any) -> None:
    """Raise NothingHelps with the reply's problems where nothing was found."""
    if found:
        return
    problems: list[dict[str, Any]] = list(reply.get("problems") or ())
    said = [problem["message"] for problem in problems if problem.get("message")]
    raise NothingHelps("\n".join(dict.fromkeys(said)) or "no simulator can help here", problems)

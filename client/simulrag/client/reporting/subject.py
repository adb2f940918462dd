"""What a report is about: a result, and how to make it again."""

import shlex
from collections.abc import Mapping, Sequence
from typing import Any, Literal

from simulrag.client.checking import CheckResult
from simulrag.client.marks import given_numbers, mark_statement
from simulrag.client.result import AnsweredClaim, Result
from simulrag.client.simulating import run_command
from simulrag.simulators.interface import Frozen


class Offer(Frozen):
    """Something that can be asked: a function of a simulator, with a command that works."""

    simulator: str
    title: str
    description: str
    command: str


class Subject(Frozen):
    """A result and where it came from."""

    kind: Literal["ask", "check", "refusal"]
    result: Result
    #: The text that was checked, "" for a question.
    text: str = ""
    #: A command that makes it again.
    command: str
    #: What can be asked in place of a question that was refused, the nearest first.
    offers: tuple[Offer, ...] = ()


def of_ask(result: Result, options: Mapping[str, str | float]) -> Subject:
    """Return what a report on an answer is about; `options` by name as on the command line."""
    model = result.model
    named = {"model": f"{model.name}:{model.model}"} if model is not None else {}
    return Subject(
        kind="ask", result=result, command=_command(["ask", result.question], named | {**options})
    )


def of_refusal(
    question: str, problems: Sequence[Mapping[str, Any]], listed: Sequence[Mapping[str, Any]]
) -> Subject:
    """Return what a page on a refused question is about; `listed` are the simulators at hand."""
    near = [str(p["simulator"]) for p in problems if p.get("simulator")]
    ordered = sorted(listed, key=lambda one: one["name"] not in near)
    offers = tuple(
        Offer(
            simulator=one["title"],
            title=function["title"],
            description=function["description"],
            command=run_command(one["name"], function["name"], function["example"]),
        )
        for one in ordered
        for function in one["functions"]
        if not one["missing"]
    )
    result = Result(question=question, answer="", problems=tuple(dict(p) for p in problems))
    return Subject(
        kind="refusal", result=result, command=_command(["ask", question], {}), offers=offers
    )


def of_check(checked: CheckResult, evidence: str = "") -> Subject:
    """Return what a report on a check is about, its answer marked with the runs of its claims."""
    claims = tuple(AnsweredClaim.of(one, id=f"s{n}") for n, one in enumerate(checked.claims, 1))
    result = Result(
        question=checked.question,
        answer=_marked(checked.answer, claims, given_numbers(checked.question)),
        claims=claims,
        runs=checked.runs,
        problems=checked.problems,
        series=checked.series,
        stages=checked.stages,
    )
    options = {"question": checked.question, "evidence": evidence}
    command = _command(["check", "text.txt"], {k: v for k, v in options.items() if v})
    return Subject(kind="check", result=result, text=checked.text, command=command)


def _marked(answer: str, claims: Sequence[AnsweredClaim], given: frozenset[str]) -> str:
    """Put a mark behind each claim where it stands in the text."""
    parts: list[str] = []
    end = 0
    for claim in claims:
        start = answer.find(claim.updated, end)
        if start < 0:
            continue
        runs = claim.run_ids if claim.verdict in ("supported", "refuted") else ()
        parts += [answer[end:start], mark_statement(claim.updated, runs, given)]
        end = start + len(claim.updated)
    return "".join([*parts, answer[end:]])


def _command(words: Sequence[str], options: Mapping[str, str | float]) -> str:
    named = [word for name, v in options.items() for word in (f"--{name}", _written(v))]
    return shlex.join(["simulrag", *words, *named])


def _written(value: str | float) -> str:
    return value if isinstance(value, str) else f"{value:g}"

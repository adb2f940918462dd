"""The plan of a question by the language model: formulas of everything that the question asks.

The paper lets the model extract the parameters of every question (section 3.2). Here it sees the
language of formulas and the catalogue of the simulators, and hands in a formula for each part of
the question, or why it has none; the calls of the formulas are the plan, their values what the
simulations say. The server checks and computes them; what it sends back goes back once.
"""

import itertools
from collections.abc import Mapping, Sequence
from typing import Any, cast

from pydantic import Field, JsonValue

from simulrag.client import stages
from simulrag.client.errors import (
    ModelError,
    NothingHelps,
    OddReply,
    ReplyTruncated,
    ServerFailed,
)
from simulrag.client.language_models.protocol import Ask
from simulrag.client.prompts import plan_request
from simulrag.client.session import Tools
from simulrag.simulators.interface import Frozen

#: How often the model is asked for a plan: once, and once more with what was sent back.
TRIES = 2
#: Reasons why a right formula may have no value.
NO_SLIPS = ("undefined", "run_failed", "not_installed")
#: Most formulas of one plan.
MOST_FORMULAS = 40


class ModelPlan(Frozen):
    """Formulas that a model read in a question, and what the server made of them."""

    formulas: tuple[str, ...]
    let: Mapping[str, str] = Field(default_factory=dict)
    assume: Mapping[str, JsonValue] = Field(default_factory=dict)
    #: Parts of the question that nothing computes, by what the model holds.
    missing: tuple[str, ...] = ()
    #: Why there is no formula of any part.
    why: str = ""
    #: The runs that they name, as calls without what is taken by default.
    calls: tuple[dict[str, Any], ...] = ()
    #: What its runs are told that the question does not print, as "name = value".
    supplied: tuple[str, ...] = ()
    #: Reply of `answer_question`.
    reply: Mapping[str, Any] = Field(default_factory=dict)

    def open_parts(self) -> tuple[str, ...]:
        """Return what of the question is in no formula."""
        unused = cast("Sequence[str]", self.reply.get("unused") or ())
        return tuple(dict.fromkeys((*self.missing, *unused)))

    def refused(self) -> list[str]:
        """Return why formulas were sent back."""
        problems = cast("Sequence[Mapping[str, Any]]", self.reply.get("problems") or ())
        slips = [str(p.get("message", "")) for p in problems if p.get("reason") not in NO_SLIPS]
        none = self.formulas and not self.calls and not problems
        return ["no run came of the formulas"] if none else slips


async def planned(question: str, handbook: str, ask: Ask, tools: Tools) -> ModelPlan:
    """Have the model write the formulas of a question, and the server compute them.

    No formula: the model found none. Raises ModelError, and OddReply with what is wrong where no
    run comes of them.
    """
    found = ModelPlan(formulas=())
    wrong: list[str] = []
    for _ in range(TRIES):
        try:
            content = await ask(plan_request(question, handbook, found.formulas, found.let, wrong))
            again = await _computed(question, read(content), tools)
        except ModelError as error:
            if found.calls:  # what was computed stands
                break
            if not isinstance(error, OddReply | ReplyTruncated):
                raise
            wrong = [str(error)]
            continue
        found, wrong = _better(found, again), again.refused()
        if not wrong:
            break
    if wrong and not found.calls:
        raise OddReply("; ".join(wrong))
    return found


def _better(before: ModelPlan, found: ModelPlan) -> ModelPlan:
    """Return the plan of which more formulas are computed; of two alike, the mended one."""

    def computed(plan: ModelPlan) -> int:
        return len(plan.reply.get("claims", ()))

    return before if computed(before) > computed(found) else found


async def _computed(question: str, plan: ModelPlan, tools: Tools) -> ModelPlan:
    """Have the server compute the formulas of a plan, if there are any."""
    if not plan.formulas:
        return plan
    given = {
        "formulas": list(plan.formulas),
        "let": dict(plan.let),
        "assume": dict(plan.assume),
    }
    try:
        reply = await tools.call("answer_question", question=question, against="run", **given)
        found = await tools.call("plan_runs", question=question, **given)
    except ServerFailed as error:
        if not error.reason:
            raise
        raise OddReply(str(error)) from error
    calls = tuple(found["calls"]) if reply.get("runs") else ()
    supplied = tuple(map(str, found.get("supplied") or ()))
    return plan.model_copy(update={"calls": calls, "reply": reply, "supplied": supplied})


def read(content: Mapping[str, Any]) -> ModelPlan:
    """Return the formulas of a reply, not computed yet. Raises OddReply where there is no list."""
    listed, _ = stages.formulas_of(content)
    if not listed and content.get("formulas"):
        raise OddReply("no item of the plan is a formula with the part of the question it is of")
    formulas = tuple(dict.fromkeys(one.written for one in listed if one.written))
    none = [one for one in listed if not one.written]
    let = stages.let_of(content.get("let"))
    assume: dict[str, JsonValue] = {}
    for one in listed:
        assume = stages.assume_of(one.assume) | assume
    return ModelPlan(
        formulas=formulas[:MOST_FORMULAS],
        let=stages.used_of(let, " ".join(formulas[:MOST_FORMULAS])),
        assume=assume,
        missing=tuple(dict.fromkeys(one.claim.strip()[:200] for one in none if one.claim.strip())),
        why="; ".join(f"{one.claim.strip()}: {one.reason}" for one in none),
    )


def refused(problems: Sequence[Mapping[str, Any]], why: str) -> NothingHelps:
    """Return the refusal of a question of which neither rules nor the model made a plan."""
    said = dict.fromkeys(str(problem["message"]) for problem in problems)
    told = {"reason": "no_plan", "message": why}
    return NothingHelps("\n".join([*said, why]), [*problems, told])


def none_found(plan: ModelPlan) -> str:
    """Say that a model found no formula, and why."""
    return f"a language model found no formula for it{': ' if plan.why else ''}{plan.why[:500]}"


def computable(handbook: str, calls: Sequence[Mapping[str, Any]]) -> tuple[str, ...]:
    """Return what the page of formulas says of the functions that are called: title and outputs."""
    wanted = {f"- {call['simulator']}.{call['function']}(" for call in calls}
    lines = handbook.splitlines()
    return tuple(
        f"{line.partition('): ')[2]} {following.strip()}"
        for line, following in itertools.pairwise(lines)
        if any(line.startswith(one) for one in wanted) and following.strip().startswith("->")
    )

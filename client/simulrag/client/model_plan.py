"""The plan of a question by the language model: formulas of everything that the question asks.

The paper lets the model extract the parameters of every question (section 3.2). Here it sees the
language of formulas and the catalogue of the simulators, and hands in formulas, whose calls are
the plan and whose values are what the simulations say. The server checks and computes them. Where
no formula comes of it, the question is read by rules; where those read none either, what was wrong
is sent back once.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, cast

from pydantic import Field, JsonValue

from simulrag.client import handed
from simulrag.client.errors import (
    ModelError,
    NothingHelps,
    OddReply,
    ReplyTruncated,
    ServerFailed,
)
from simulrag.client.items import items_of
from simulrag.client.language_models.asking import Ask
from simulrag.client.language_models.protocol import Request
from simulrag.client.prompts import DATA_NOTE, array_of, block, handbook_block, object_of, text_of
from simulrag.client.session import Tools
from simulrag.simulators.interface import Frozen

#: Reasons with which the rules leave a question open. With every other they are sure.
OPEN = ("no_simulator", "missing_condition", "unread")
#: How often the model is asked for a plan where the rules have none.
TRIES = 2
#: Most formulas of one plan, and most values of one input that a note names.
MOST_FORMULAS, MOST_NAMED = 40, 5

SYSTEM = f"""You write what a question asks as formulas over outputs of simulators. You never \
guess what they are worth. {DATA_NOTE}"""

RULES = """Write formulas of everything that the question asks, by the handbook.
- One formula for each quantity or truth that an answer must state: every place, year, state and
  scenario; the values before and after a change as well as the change; thresholds and rankings.
- A formula is a value (its number is what is asked) or a truth (yes or no is asked).
- Use only simulators, functions, inputs, choices, ranges and outputs of the handbook.
- Take every value from the question: "a fifth more" is 20, "falls by 20 %" is -20. Invent nothing
  and move nothing into range. "assume" gives an input that the question leaves open and that has
  no default, only where there is a usual value; else the part goes into "missing".
- "let" names runs that several formulas use. Leave it empty where none is needed.
- "missing": each part of the question that no output can hold, in the question's words.
- Opinions, policy and other subjects are no questions for a simulator: no formula."""


class ModelPlan(Frozen):
    """Formulas that a model read in a question, and what the server made of them."""

    formulas: tuple[str, ...]
    let: Mapping[str, str] = Field(default_factory=dict)
    assume: Mapping[str, JsonValue] = Field(default_factory=dict)
    #: What the model holds that nothing computes.
    missing: tuple[str, ...] = ()
    #: The runs that they name, as calls without what is taken by default.
    calls: tuple[dict[str, Any], ...] = ()
    #: Reply of `answer_question`.
    reply: Mapping[str, Any] = Field(default_factory=dict)

    def as_arguments(self) -> dict[str, Any]:
        """Return the formulas as the server's tools take them."""
        return {
            "formulas": list(self.formulas),
            "let": dict(self.let),
            "assume": dict(self.assume),
        }

    def open_parts(self) -> tuple[str, ...]:
        """Return what of the question is in no formula."""
        unused = cast("Sequence[str]", self.reply.get("unused") or ())
        return tuple(dict.fromkeys((*self.missing, *unused)))


def may_plan(problems: Sequence[Mapping[str, Any]]) -> bool:
    """Tell whether a model may plan what the rules could not read: they are not sure."""
    if not problems or any(problem.get("reason") not in OPEN for problem in problems):
        return False
    return any(problem.get("simulator") for problem in problems)


async def plan_by_model(
    question: str, handbook: str, ask: Ask, tools: Tools, wrong: Sequence[str] = ()
) -> ModelPlan:
    """Have the model write the formulas of a question, and the server compute them.

    No formula: the model found none. Raises ModelError, and OddReply with what is wrong where no
    run comes of them.
    """
    plan = read(await ask(request(question, handbook, wrong)))
    if not plan.formulas:
        return plan
    given = plan.as_arguments()
    try:
        reply = await tools.call("answer_question", question=question, **given)
        planned = await tools.call("plan_runs", question=question, **given)
    except ServerFailed as error:
        if not error.reason:
            raise
        raise OddReply(str(error)) from error
    if not reply.get("runs"):
        said = "; ".join(str(p.get("message", "")) for p in reply.get("problems", ()))
        raise OddReply(said or "no run came of the formulas")
    return plan.model_copy(update={"calls": tuple(planned["calls"]), "reply": reply})


async def insisted(
    question: str, problems: Sequence[Mapping[str, Any]], handbook: str, ask: Ask, tools: Tools
) -> ModelPlan:
    """Have the model plan what the rules cannot; what is wrong is sent back once.

    Raises NothingHelps with the rules' problems and the model's words where no plan comes of it.
    """
    wrong: list[str] = []
    for _ in range(TRIES):
        try:
            found = await plan_by_model(question, handbook, ask, tools, wrong)
        except (OddReply, ReplyTruncated) as error:
            wrong.append(str(error))
            continue
        except ModelError as error:
            raise _refused(problems, f"a language model could not be asked: {error}") from error
        if found.formulas:
            return found
        raise _refused(problems, _none_found(found.missing))
    raise _refused(problems, f"a language model's plan was not accepted: {wrong[-1]}")


def read(content: Mapping[str, Any]) -> ModelPlan:
    """Return the formulas of a reply, not computed yet. Raises OddReply where there is no list."""
    formulas = _texts(items_of(content, "formulas"))
    given = content.get("missing")
    missing = cast("list[Any]", given) if isinstance(given, list) else []
    return ModelPlan(
        formulas=formulas[:MOST_FORMULAS],
        let=handed.let_of(content.get("let")),
        assume=handed.assume_of(content.get("assume")),
        missing=tuple(text[:200] for text in _texts(missing)),
    )


def _texts(given: Sequence[Any]) -> tuple[str, ...]:
    said = (one.strip() for one in given if isinstance(one, str))
    return tuple(dict.fromkeys(filter(None, said)))


def _none_found(missing: Sequence[str]) -> str:
    said = "; ".join(missing)
    return f"a language model found no formula for it{': ' if said else ''}{said[:500]}"


def _refused(problems: Sequence[Mapping[str, Any]], why: str) -> NothingHelps:
    said = dict.fromkeys(str(problem["message"]) for problem in problems)
    told = {"reason": "no_plan", "message": why}
    return NothingHelps("\n".join([*said, why]), [*problems, told])


def filled_in(question: str, calls: Sequence[Mapping[str, Any]]) -> list[str]:
    """Say of the values that the question does not print that the model supplied them."""
    printed = question.casefold()
    found: dict[str, dict[str, None]] = {}
    for call in calls:
        for name, value in _single_values(call["arguments"]):
            if not _stands_in(value, printed):
                found.setdefault(name, {})[value] = None
    return [_supplied(name, list(values)) for name, values in sorted(found.items())]


def _supplied(name: str, values: Sequence[str]) -> str:
    more = len(values) - MOST_NAMED
    named = ", ".join(values[:MOST_NAMED]) + (f" and {more} more" if more > 0 else "")
    return f"the model took {name} = {named} for this question, which does not print it"


def _single_values(arguments: Mapping[str, JsonValue]) -> Iterator[tuple[str, str]]:
    for name, given in arguments.items():
        for value in given if isinstance(given, list) else [given]:
            yield name, str(value)


def _stands_in(value: str, printed: str) -> bool:
    plain = re.sub(r"\.0$", "", value).lstrip("-+").casefold()
    return re.search(rf"(?<![\w.]){re.escape(plain)}(?!\w)", printed) is not None


def request(question: str, handbook: str, wrong: Sequence[str] = ()) -> Request:
    """Ask for the formulas of a question; `wrong` says what was wrong with those before."""
    data: dict[str, Any] = {"to_plan": question}
    if wrong:
        data["refused"] = list(wrong)
    again = '\n- "refused" says why the formulas before were refused; mend them.' if wrong else ""
    return Request(
        stage="plan",
        sample=len(wrong),
        system=SYSTEM,
        shared=(handbook_block(handbook),),
        prompt=f"{block(data)}\n\n{RULES}{again}",
        tool="submit_plan",
        description="Hand in the formulas, and what nothing computes.",
        reply_schema=object_of(
            {
                "formulas": array_of(text_of("A formula.")),
                "let": handed.let_schema(),
                "assume": handed.assume_schema(),
                "missing": array_of(text_of("A part of the question that nothing computes.")),
            }
        ),
    )

"""A plan by the language model, for a question that the rules cannot read.

The paper lets the model extract the parameters of every question (section 3.2); here it is asked
only where the rules fail and do not know why. It gets the handbook and the question and hands in
JSON calls, which the server checks; what is wrong is sent back once.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, cast

from pydantic import BaseModel, ConfigDict, Field, JsonValue

from simulrag.client.errors import (
    ModelError,
    NothingHelps,
    OddReply,
    ReplyTruncated,
    ServerFailed,
)
from simulrag.client.items import items, json_value
from simulrag.client.language_models.asking import Ask
from simulrag.client.language_models.protocol import Request
from simulrag.client.prompts import DATA_NOTE, array_of, block, object_of, text_of
from simulrag.client.session import Tools
from simulrag.simulators.interface import Frozen

#: Reasons with which the rules leave a question open. With every other they are sure.
OPEN = ("no_simulator", "missing_condition", "unread")
#: How often the model is asked for one plan: once, and once more with the errors.
TRIES = 2

SYSTEM = f"""You read which simulator calls answer a question. {DATA_NOTE}"""

RULES = """List the simulator calls that the question asks for, by the handbook.
- Use only functions, parameters, choices and ranges of the handbook.
- One call for each setting that the question compares: each place, year, state or scenario.
- Take every value from the question: "a fifth more" is 20, "falls by 20 %" is -20. Invent nothing
  and move nothing into range. A condition that the question leaves open goes into "missing".
- "words" are the words of the question that the call was read from.
- If no function returns what is asked, hand in no call and say in "missing" what there is none for.
- Opinions, policy and other subjects are no questions for a simulator: no call."""


class HandedCall(BaseModel):
    """A call as a model hands it in."""

    model_config = ConfigDict(frozen=True, extra="ignore")

    simulator: str
    function: str
    #: An object, or its JSON text.
    arguments: dict[str, JsonValue] | str
    words: list[str] = Field(default_factory=list[str])

    def as_call(self) -> dict[str, JsonValue]:
        """Return it as the server's tools take it. Raises OddReply."""
        arguments = json_value(self.arguments)
        if not isinstance(arguments, dict):
            raise OddReply(f"the arguments of a call are no JSON object: {self.arguments!r}")
        return {"simulator": self.simulator, "function": self.function, "arguments": arguments}


class ModelPlan(Frozen):
    """Calls that a model read from a question and the server accepted, and its reply to them."""

    calls: tuple[dict[str, JsonValue], ...]
    reply: dict[str, Any]
    #: What the model filled in that the question does not print.
    notes: tuple[str, ...] = ()


def nearest(problems: Sequence[Mapping[str, Any]]) -> str:
    """Return the simulator whose handbook a model should read, "" where the rules are sure."""
    if not problems or any(problem.get("reason") not in OPEN for problem in problems):
        return ""
    return next((name for p in problems if (name := str(p.get("simulator", "")))), "")


async def plan_by_model(
    question: str, problems: Sequence[Mapping[str, Any]], ask: Ask, tools: Tools
) -> ModelPlan:
    """Have the model read the calls of a question, and run them.

    Raises NothingHelps with the rules' problems and the model's words where no plan comes of it.
    """
    handbook = await tools.call("read_handbook", simulator=nearest(problems))
    wrong: list[str] = []
    for _ in range(TRIES):
        try:
            content = await ask(request(question, str(handbook["text"]), wrong))
            handed = handed_calls(content)
        except (OddReply, ReplyTruncated) as error:
            wrong.append(str(error))
            continue
        except ModelError as error:
            raise _refused(problems, f"a language model could not be asked: {error}") from error
        if not handed:
            raise _refused(problems, _missing(content))
        try:
            return await _run(question, handed, tools)
        except (ServerFailed, OddReply) as error:
            wrong.append(str(error))
    raise _refused(problems, f"a language model's plan was not accepted: {wrong[-1]}")


async def _run(question: str, handed: Sequence[HandedCall], tools: Tools) -> ModelPlan:
    """Have the server check and run calls. Raises ServerFailed or OddReply with what is wrong."""
    calls = tuple(call.as_call() for call in handed)
    reply = await tools.call("answer_question", question=question, calls=list(calls))
    if not reply.get("runs"):
        said = "; ".join(str(p.get("message", "")) for p in reply.get("problems", ()))
        raise OddReply(said or "no run came of the calls")
    return ModelPlan(calls=calls, reply=reply, notes=tuple(_filled_in(question, calls)))


def handed_calls(content: Mapping[str, Any]) -> list[HandedCall]:
    """Return the calls of a reply. Raises OddReply where one is malformed."""
    calls, odd = items(content, "calls", HandedCall)
    if odd:
        raise OddReply(f"{odd} of {odd + len(calls)} calls are not of the shape asked for")
    return calls


def _missing(content: Mapping[str, Any]) -> str:
    given = content.get("missing")
    words = cast("list[Any]", given) if isinstance(given, list) else []
    said = "; ".join(word.strip() for word in words if isinstance(word, str) and word.strip())
    return f"a language model found no call for it{': ' if said else ''}{said[:500]}"


def _refused(problems: Sequence[Mapping[str, Any]], why: str) -> NothingHelps:
    said = dict.fromkeys(str(problem["message"]) for problem in problems)
    told = {"reason": "no_plan", "message": why}
    return NothingHelps("\n".join([*said, why]), [*problems, told])


def _filled_in(question: str, calls: Sequence[Mapping[str, Any]]) -> list[str]:
    """Say of each value that the question does not print that the model supplied it."""
    printed = question.casefold()
    told = {
        f"the model took {name} = {value} for this question, which does not print it"
        for call in calls
        for name, value in _single_values(call["arguments"])
        if not _stands_in(value, printed)
    }
    return sorted(told)


def _single_values(arguments: Mapping[str, JsonValue]) -> Iterator[tuple[str, str]]:
    for name, given in arguments.items():
        for value in given if isinstance(given, list) else [given]:
            yield name, str(value)


def _stands_in(value: str, printed: str) -> bool:
    plain = re.sub(r"\.0$", "", value).lstrip("-+").casefold()
    return re.search(rf"(?<![\w.]){re.escape(plain)}(?!\w)", printed) is not None


def request(question: str, handbook: str, wrong: Sequence[str] = ()) -> Request:
    """Ask for the calls of a question; `wrong` says what was wrong with those before."""
    data: dict[str, Any] = {"handbook": handbook, "to_plan": question}
    if wrong:
        data["refused"] = list(wrong)
    call = object_of(
        {
            "simulator": text_of("Name of the simulator."),
            "function": text_of("Name of one of its functions."),
            "arguments": text_of('The arguments as a JSON object, such as {"year": 2050}.'),
            "words": array_of(text_of("Words of the question.")),
        }
    )
    again = "\n- The calls handed in before were refused; mend them." if wrong else ""
    return Request(
        stage="plan",
        sample=len(wrong),
        system=SYSTEM,
        prompt=f"{block(data)}\n\n{RULES}{again}",
        tool="submit_plan",
        description="Hand in the calls, or what is missing.",
        reply_schema=object_of(
            {"calls": array_of(call), "missing": array_of(text_of("What is missing."))}
        ),
    )

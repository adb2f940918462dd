"""Asks the user what a call leaves open, where the host can ask: which Springfield, which year.

A host that cannot ask gets the same as an error with candidates. In the stateless era the
question goes back as the result and the answer comes with the next round; answers of earlier
rounds travel in the sealed request state. In the handshake era the question is a request.
"""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, cast

from mcp.server.mcpserver import Context
from mcp.types import ElicitRequest, ElicitRequestFormParams, ElicitResult, InputRequiredResult
from pydantic import JsonValue

from simulrag.server.schemas import JsonObject
from simulrag.server.tools.call_arguments import read_call
from simulrag.simulators.arguments import validate
from simulrag.simulators.errors import MissingCondition, SimulatorError
from simulrag.simulators.interface import Call, Function, Parameter, Simulator
from simulrag.simulators.registry import candidates

AnyContext = Context[Any, Any]
Arguments = dict[str, JsonValue]

#: First version of the protocol (dates, so in order as text) in which a question is a result.
STATELESS = "2026-07-28"
#: Most questions about one call, and most choices in one question.
MOST_QUESTIONS, MOST_CHOICES = 4, 12
#: The form's only field.
FIELD = "answer"


@dataclass(frozen=True)
class Question:
    """What to ask: the parameter that the answer is for, the words, the form's field."""

    parameter: str
    message: str
    field: JsonObject

    def schema(self) -> dict[str, Any]:
        """Return the schema of the form."""
        return {"type": "object", "properties": {FIELD: self.field}, "required": [FIELD]}


def open_question(simulator: Simulator, arguments: Mapping[str, JsonValue]) -> Question | None:
    """Return the first thing that a call of a simulator leaves open, None if all is said."""
    try:
        call = read_call(simulator, arguments)
    except SimulatorError:
        return None
    function = next(f for f in simulator.functions if f.name == call.function)
    for parameter in function.parameters:
        if parameter.kind == "place" and (asked := _which_place(simulator, parameter, call)):
            return asked
    try:
        validate(function, call.arguments)
    except SimulatorError as error:
        return _of_error(function, error)
    return None


def _which_place(simulator: Simulator, parameter: Parameter, call: Call) -> Question | None:
    given = call.arguments.get(parameter.name)
    found = candidates(simulator, parameter.name, given) if isinstance(given, str) else ()
    if len(found) < 2 or found[0].sure:
        return None
    values = [one.value for one in found[:MOST_CHOICES] if isinstance(one.value, str)]
    return Question(
        parameter.name,
        f"Which {given} is meant?",
        {"type": "string", "enum": list[JsonValue](values)},
    )


def _of_error(function: Function, error: SimulatorError) -> Question | None:
    parameter = next((p for p in function.parameters if p.name == error.parameter), None)
    if parameter is None:
        return None
    if error.candidates:
        values = list[JsonValue](error.candidates[:MOST_CHOICES])
        return Question(parameter.name, str(error), {"type": "string", "enum": values})
    if isinstance(error, MissingCondition):
        return Question(parameter.name, f"{error}.", _field(parameter))
    return None


def _field(parameter: Parameter) -> JsonObject:
    """Return the form's field for a parameter; lists are asked for as text."""
    if parameter.kind == "choice" and parameter.choices:
        return {"type": "string", "enum": list[JsonValue](parameter.choices)}
    if parameter.kind == "date":
        return {"type": "string", "format": "date"}
    if parameter.kind not in ("number", "share", "change", "integer", "year"):
        return {"type": "string", "description": parameter.description}
    whole = parameter.kind in ("integer", "year")
    field: JsonObject = {"type": "integer" if whole else "number"}
    if parameter.low is not None:
        field["minimum"] = parameter.low
    if parameter.high is not None:
        field["maximum"] = parameter.high
    return field


def can_ask(context: AnyContext) -> bool:
    """Tell whether the host of this call shows forms to its user."""
    has = context.client_capabilities
    return has is not None and has.elicitation is not None


async def completed(
    simulator: Simulator, arguments: Mapping[str, JsonValue], context: AnyContext
) -> Arguments | InputRequiredResult:
    """Return the arguments with what the user answered, or the next question as a result.

    A question that is declined is asked no more; the call is then made as it stands.
    """
    given: Arguments = dict(arguments)
    if not can_ask(context):
        return given
    if (context.protocol_version or "") >= STATELESS:
        return _next_round(simulator, given, context)
    for _ in range(MOST_QUESTIONS):
        question = open_question(simulator, given)
        if question is None:
            break
        reply = await context.session.elicit_form(
            question.message, question.schema(), context.request_id
        )
        if not _accepted(given, question.parameter, reply):
            break
    return given


def _next_round(
    simulator: Simulator, given: Arguments, context: AnyContext
) -> Arguments | InputRequiredResult:
    answers = cast("Arguments", json.loads(context.request_state or "{}"))
    given |= answers
    for parameter, reply in (context.input_responses or {}).items():
        if isinstance(reply, ElicitResult) and not _accepted(given, parameter, reply):
            return given
        answers[parameter] = given.get(parameter)
    question = open_question(simulator, given)
    if question is None or len(answers) >= MOST_QUESTIONS:
        return given
    form = ElicitRequest(
        params=ElicitRequestFormParams(message=question.message, requested_schema=question.schema())
    )
    return InputRequiredResult(
        input_requests={question.parameter: form}, request_state=json.dumps(answers)
    )


def _accepted(given: Arguments, parameter: str, reply: ElicitResult) -> bool:
    """Put an answer in its place; return whether there was one."""
    answer = (reply.content or {}).get(FIELD) if reply.action == "accept" else None
    if answer is None or answer == "":
        return False
    given[parameter] = cast("JsonValue", answer)
    return True

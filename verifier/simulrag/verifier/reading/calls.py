"""Makes the call of a setting that a question names, its values checked."""

import re
from collections.abc import Sequence

from pydantic import JsonValue

from simulrag.simulators.arguments import check_value, nearest_names, validate
from simulrag.simulators.errors import SimulatorError
from simulrag.simulators.interface import Call, Function, Parameter, Simulator
from simulrag.verifier.claims import Problem
from simulrag.verifier.reading.dates import dates
from simulrag.verifier.reading.frames import Frame
from simulrag.verifier.reading.text import Span

Foreign = Sequence[tuple[Parameter, Span]]


def made_call(
    simulator: Simulator, function: Function, frame: Frame, foreign: Foreign, text: str
) -> tuple[Call | None, Problem | None]:
    """Return the call of a setting, or what is missing, out of range or unknown.

    foreign: values that the text names and the simulator's parameters cannot take. A name that
    none of a required list of choices has is reported as unknown, with the nearest ones.
    """
    arguments: dict[str, JsonValue] = {}
    try:
        for name, mention in frame.items():
            arguments[name] = check_value(function.parameter(name), mention.value)
        validate(function, arguments)
    except SimulatorError as error:
        problem = _problem(simulator, error, foreign)
        return None, _misspelt(problem, function, text) or problem
    # An unknown place is named in the plan and reported: recorded evidence may still hold it.
    call = Call(simulator=simulator.name, function=function.name, arguments=arguments)
    return call, _unknown_place(simulator, function, arguments)


#: A name behind a preposition, as places are given.
_NAMED = re.compile(r"\b(?:in|for|across|over|of|within)\s+((?:[A-Z][\w'-]+)(?:\s+[A-Z][\w'-]+)*)")


def _misspelt(problem: Problem, function: Function, text: str) -> Problem | None:
    """Return that a name in the text is no value of the parameter that is missing, or None."""
    missing = [p for p in function.parameters if p.name == problem.parameter and p.choices]
    if problem.reason != "missing_condition" or not missing or missing[0].kind != "choices":
        return None
    names = [n for n in _NAMED.findall(text) if not dates(n)]
    if not names:
        return None
    near = nearest_names(names[0], (*missing[0].choices, *missing[0].groups))
    maybe = f"; did you mean {', '.join(near)}?" if near else "."
    return problem.model_copy(
        update={
            "reason": "unknown_name",
            "message": f"{problem.parameter} {names[0]!r} is unknown{maybe} Allowed is "
            f"{missing[0].allowed()}",
            "given": names[0],
            "candidates": near,
        }
    )


def _problem(simulator: Simulator, error: SimulatorError, named: Foreign) -> Problem:
    message, reason = str(error), error.reason
    foreign = [span.text for p, span in named if p.name == error.parameter]
    if reason == "missing_condition" and foreign:
        reason = "unknown_name"
        message = f"{foreign[0]} is not a value of {error.parameter}. {message}"
    return Problem(
        reason=reason,
        message=message,
        simulator=simulator.name,
        parameter=error.parameter,
        given=foreign[0] if foreign else _plain(error.given),
        nearest=_plain(error.nearest),
        candidates=error.candidates,
    )


def _plain(value: object) -> JsonValue:
    return value if isinstance(value, str | int | float | bool) else None


def _unknown_place(
    simulator: Simulator, function: Function, arguments: dict[str, JsonValue]
) -> Problem | None:
    places = [p for p in function.parameters if p.kind == "place" and p.name in arguments]
    for parameter in places:
        name = str(arguments[parameter.name])
        if simulator.find(parameter.name, name) or _located(function, arguments):
            continue
        return Problem(
            reason="unknown_name",
            message=(
                f"{parameter.name} {name!r} is unknown; give a nearby town, the country with it, "
                "or coordinates such as '48.87 N, 2.22 E'"
            ),
            simulator=simulator.name,
            parameter=parameter.name,
            given=name,
            candidates=nearest_names(name, ()),
        )
    return None


def _located(function: Function, arguments: dict[str, JsonValue]) -> bool:
    """Tell whether points are given, one of which may stand for an unknown place."""
    names = [p.name for p in function.parameters if p.kind == "points"]
    return any(isinstance(arguments.get(n), list) and arguments[n] for n in names)

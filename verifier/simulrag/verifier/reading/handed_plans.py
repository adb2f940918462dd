"""A plan that a language model read from a question which the grammar cannot read.

Its calls pass the checks that the grammar's own calls pass; what is wrong with them is said at
once for all, so that a model can mend it.
"""

from collections.abc import Sequence

from simulrag.simulators.arguments import check_value, validate
from simulrag.simulators.errors import BadValue, SimulatorError
from simulrag.simulators.interface import Call
from simulrag.simulators.kept import lately
from simulrag.simulators.possible import refuse_impossible
from simulrag.simulators.registry import Registry
from simulrag.verifier.claims import Plan
from simulrag.verifier.reading.grading import defined_scales
from simulrag.verifier.reading.questions import plan
from simulrag.verifier.reading.text import normalise
from simulrag.verifier.reading.topics import topics

#: Most calls of one plan.
MOST_CALLS = 20


def planned(question: str, registry: Registry, calls: Sequence[Call] = ()) -> Plan:
    """Return the plan of a question: the grammar's, or the one that was handed in.

    Raises BadValue where handed-in calls cannot be run, or are calls of several simulators.
    """
    if not calls:
        return _read(registry, question)
    complete = _checked(calls, registry)
    simulator = registry.simulator(complete[0].simulator)
    text = normalise(question)
    own = defined_scales(text, topics(text, simulator), simulator.functions)
    return Plan(
        question=question,
        calls=complete,
        words=((),) * len(complete),
        bands=own.bands,
        bands_of_difference=own.of_difference,
        graded=own.graded,
    )


@lately(64)  # for the texts about a question that come one after another
def _read(registry: Registry, question: str) -> Plan:
    return plan(question, registry)


def _checked(calls: Sequence[Call], registry: Registry) -> tuple[Call, ...]:
    """Return calls, each once and without arguments that say nothing."""
    if len(calls) > MOST_CALLS:
        raise BadValue(
            f"{len(calls)} calls were given; a plan has at most {MOST_CALLS}", parameter="calls"
        )
    complete: list[Call] = []
    problems: list[str] = []
    for index, call in enumerate(calls):
        try:
            complete.append(normalised(call, registry))
        except SimulatorError as error:
            problems.append(f"calls[{index}]: {error}")
    if problems:
        raise BadValue("; ".join(problems), parameter="calls")
    names = sorted({call.simulator for call in complete})
    if len(names) > 1:
        raise BadValue(
            f"the calls are of {' and '.join(names)}; a plan holds calls of one simulator",
            parameter="calls",
        )
    return tuple({call.canonical(): call for call in complete}.values())


def normalised(call: Call, registry: Registry) -> Call:
    """Return a call that was handed in, its values as the grammar would have written them.

    Raises UnknownName, MissingCondition, BadValue or OutOfRange where it cannot be run.
    """
    function = registry.function(call)
    validate(function, call.arguments)
    refuse_impossible(call, registry)
    arguments = {
        name: check_value(function.parameter(name), value)
        for name, value in call.arguments.items()
        if value is not None
    }
    return call.model_copy(update={"arguments": arguments})

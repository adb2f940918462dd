"""Claims decided against runs whose values a test sets itself."""

from collections.abc import Mapping, Sequence

from simulrag.simulators.interface import Check, Day, Label, Quantity, Run
from simulrag.simulators.registry import Registry
from simulrag.verifier.claims import Reading
from simulrag.verifier.reading.questions import plan
from simulrag.verifier.reading.statements import Read, read
from simulrag.verifier.verdicts import Decided, Evidence, decide

Values = Mapping[str, Quantity | Label | Day | float]


def read_claim(claim: str, question: str, registry: Registry) -> Read:
    """Return what is read in a claim about a question."""
    return read(claim, plan(question, registry), registry)


def evidence(question: str, registry: Registry, values: Sequence[Values]) -> Evidence:
    """Return runs of a question's calls with these outputs, in the order of the calls."""
    calls = plan(question, registry).calls
    assert len(calls) == len(values), [c.arguments for c in calls]
    runs: dict[str, Run] = {}
    for call, held in zip(calls, values, strict=True):
        function = registry.function(call)
        outputs = {
            name: Quantity(value=value, unit=function.output(name).unit)
            if isinstance(value, float)
            else value
            for name, value in held.items()
        }
        runs[call.canonical()] = Run(
            id=call.run_id("handmade"),
            call=call,
            version="handmade",
            build="by hand",
            outputs=outputs,
            context="",
            check=Check(tested="nothing", verdict="not_evaluated"),
        )
    declared = {
        f"{c.simulator}.{c.function}.{o.name}": o
        for c in calls
        for o in registry.function(c).outputs
    }
    return Evidence(runs=runs, outputs=declared)


def decisions(
    claim: str, question: str, registry: Registry, values: Sequence[Values]
) -> list[tuple[Reading, Decided]]:
    """Return the readings of a claim with their decisions; a test fails where none is read."""
    found = read_claim(claim, question, registry)
    assert found.readings, (claim, found.problem)
    held = evidence(question, registry, values)
    return [(reading, decide(reading, held)) for reading in found.readings]


def verdict(claim: str, question: str, registry: Registry, values: Sequence[Values]) -> str:
    """Return the worst decision on the facts of a claim."""
    words = [d.decision for _, d in decisions(claim, question, registry, values)]
    order = ("refuted", "not_measured", "undecided", "supported")
    return min(words, key=order.index)

"""Verdicts that the error of an emulator could turn, and what becomes of them.

An emulator's number is known within its own error against the engine, `value_low` to `value_high`.
Where a verdict is another at one end of it than at the other, the engine decides; where there is
none, the verdict says so, and a claim about the world is undecided.
"""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from itertools import product

from simulrag.simulators.interface import Quantity, Run, Value
from simulrag.verifier.claims import Reading
from simulrag.verifier.counting import decide_any
from simulrag.verifier.verdicts import Decided, Evidence

#: Most runs whose ends are combined each with each; of more, all are low and then all high.
MOST_COMBINED = 4


def could_turn(reading: Reading, evidence: Evidence, calls: Collection[str]) -> bool:
    """Tell whether a verdict differs at the ends of what is known of the values of some runs.

    calls: canonical calls whose runs are an emulator's.
    """
    settings = _settings(sorted(calls))
    found = (
        decide_any(reading, replace(evidence, runs=_moved(evidence.runs, high)))
        for high in settings
    )
    return len({decided.decision for decided in found}) > 1


def _settings(calls: Sequence[str]) -> list[Mapping[str, bool]]:
    """Return for each look whether the run of a call stands at the high end."""
    if len(calls) > MOST_COMBINED:
        return [dict.fromkeys(calls, high) for high in (False, True)]
    ends = product((False, True), repeat=len(calls))
    return [dict(zip(calls, high, strict=True)) for high in ends]


def _moved(runs: Mapping[str, Run], high: Mapping[str, bool]) -> Mapping[str, Run]:
    return {key: _at_end(run, high[key]) if key in high else run for key, run in runs.items()}


def _at_end(run: Run, high: bool) -> Run:
    outputs = {name: _end(value, high) for name, value in run.outputs.items()}
    return run.model_copy(update={"outputs": outputs})


def _end(value: Value, high: bool) -> Value:
    """Return a number at one end of what is known of it, as if it were known there."""
    if not isinstance(value, Quantity) or value.value_low is None or value.value_high is None:
        return value
    end = value.value_high if high else value.value_low
    return value.model_copy(update={"value": end, "value_low": None, "value_high": None})


def by_engine(emulated: Decided, simulated: Decided) -> Decided:
    """Return the decision by the engine, which says that it is."""
    said = f"escalated to the engine, as the emulator ({emulated.simulated}) could not tell"
    return simulated._replace(escalated=True, derivation=f"{simulated.derivation}; {said}")


def unable(emulated: Decided, why: str, *, world: bool) -> Decided:
    """Return a decision that the engine should have made; `why` it could not.

    What is said of a run stands as that run has it; what is said of the world is undecided.
    """
    said = f"the emulator's own error could turn this, and its engine could not be asked: {why}"
    return emulated._replace(
        derivation=f"{emulated.derivation}; {said}",
        decision="undecided" if world else emulated.decision,
    )

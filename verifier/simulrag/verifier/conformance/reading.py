"""Whether what is said of a simulator is read: its units, its handbook, text about its results."""

import re
from collections.abc import Iterator

from simulrag.simulators.arguments import nearest_names, validate
from simulrag.simulators.findings import Finding
from simulrag.simulators.handbook import PLACE_OF_TABLES
from simulrag.simulators.interface import Call, Function, Quantity, Run, Simulator
from simulrag.simulators.registry import Registry
from simulrag.verifier.answering import sentence
from simulrag.verifier.check import check_text
from simulrag.verifier.evidence import EvidenceStore
from simulrag.verifier.quantities import UNITS

#: Least words of a handbook beside its tables.
LEAST_WORDS = 40
_LIMITS = re.compile(r"\b(?:not|nothing|no|cannot|never|without|limits?|outside)\b", re.IGNORECASE)
_UNFINISHED = re.compile(r"\b(?:TODO|FIXME|XXX|lorem ipsum)\b")


def handbook(simulator: Simulator) -> Iterator[Finding]:
    """Look whether the handbook says what the simulator decides and what it does not."""
    text = simulator.handbook()
    words = len(text.replace(PLACE_OF_TABLES, "").split())
    problems = {
        f"has {words} words beside its tables; {LEAST_WORDS} are the least": words < LEAST_WORDS,
        f"has no {PLACE_OF_TABLES}, where its tables belong": PLACE_OF_TABLES not in text,
        "does not say what the simulator cannot decide": not _LIMITS.search(text),
        "is not finished (TODO)": _UNFINISHED.search(text) is not None,
    }
    wrong = [said for said, holds in problems.items() if holds]
    for said in wrong:
        yield Finding("handbook", "failed", said, "see handbook.md of a new simulator")
    if not wrong:
        yield Finding("handbook", "ok", f"{words} words, with a place for the tables")


def units(simulator: Simulator) -> Iterator[Finding]:
    """Look whether text about each unit can be read."""
    known = set(UNITS.values())
    wrong = tuple(_differences(simulator))
    yield from wrong
    parts = [(f.name, one) for f in simulator.functions for one in (*f.parameters, *f.outputs)]
    unread = {one.unit: f"{name}.{one.name}" for name, one in parts if one.unit not in {"", *known}}
    unread = {unit: at for unit, at in unread.items() if not unit.startswith("delta_")}
    for unit, at in unread.items():
        near = nearest_names(unit, known) or ("none like it",)
        yield Finding(
            "units",
            "note",
            f"{unit!r} of {at} is no unit that is read in text",
            f"if it is one of those that are, write it so; nearest: {', '.join(near)}",
        )
    if not unread and not wrong:
        yield Finding("units", "ok", "all are read in text")


def _differences(simulator: Simulator) -> Iterator[Finding]:
    """Tell of parameters in a unit of differences, whose values text does not write as such."""
    for function in simulator.functions:
        for parameter in function.parameters:
            if parameter.unit.startswith("delta_"):
                plain = parameter.unit.removeprefix("delta_")
                yield Finding(
                    "units",
                    "failed",
                    f"{function.name}.{parameter.name} is in {parameter.unit!r}, a unit of outputs "
                    "only: its values in text would be taken for results",
                    f"write {plain!r}",
                )


def reading(simulator: Simulator, function: Function) -> Iterator[Finding]:
    """Read the sentences made of the example's run, and the same with another number."""
    registry = Registry([simulator])
    call = Call(
        simulator=simulator.name,
        function=function.name,
        arguments=validate(function, function.example),
    )
    with EvidenceStore() as store:
        made = store.run(call, registry)
        for output in function.outputs:
            said = sentence(_bare(made), function, output)
            if not said:
                continue
            name = f"{function.name}: text on {output.name}"
            found = _verdict(said, registry, store)
            if not found.startswith("supported"):
                yield Finding(
                    name,
                    "note" if found.startswith("undecided") else "failed",
                    f"its own sentence is {found}: {said!r}",
                    "give parameters and outputs other words, or the output a template",
                )
                continue
            altered = _altered(made, function, output.name)
            other = _verdict(altered, registry, store) if altered else "refuted"
            yield Finding(
                name,
                "ok" if other.startswith("refuted") else "failed",
                f"{said!r} is supported" + (f", another number is {other}" if altered else ""),
                ""
                if other.startswith("refuted")
                else "the number is not read as one of this output",
            )


def _verdict(text: str, registry: Registry, store: EvidenceStore) -> str:
    """Return the verdict on a text that is one claim, with the reason where it was not decided."""
    verdicts = check_text(text, "", registry, store).verdicts
    if len(verdicts) != 1:
        return f"read as {len(verdicts)} claims"
    (found,) = verdicts
    why = found.problem
    return f"{found.verdict} ({why.message})" if why else found.verdict


def _bare(run: Run) -> Run:
    """Return a run whose numbers have no intervals, as people write them."""
    bare = {
        name: Quantity(value=value.value, unit=value.unit) if isinstance(value, Quantity) else value
        for name, value in run.outputs.items()
    }
    return run.model_copy(update={"outputs": bare})


def _altered(made: Run, function: Function, name: str) -> str:
    """Return a sentence with a number that is wrong; empty for outputs that are no numbers."""
    value, output = made.outputs[name], function.output(name)
    if not isinstance(value, Quantity):
        return ""
    off = 10 ** (1 - output.decimals) + abs(value.value) + abs((value.high or 0) - (value.low or 0))
    wrong = Quantity(value=value.value + off, unit=value.unit)
    return sentence(made.model_copy(update={"outputs": {name: wrong}}), function, output)

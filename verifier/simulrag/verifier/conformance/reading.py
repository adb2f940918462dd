"""Whether what is said of a simulator is read: its units, its handbook, text about its results."""

import re
from collections.abc import Callable, Iterator, Mapping

from simulrag.simulators.arguments import nearest_names, validate
from simulrag.simulators.findings import Finding, State
from simulrag.simulators.handbook import PLACE_OF_TABLES
from simulrag.simulators.interface import (
    Call,
    Function,
    Output,
    Quantity,
    Run,
    Simulator,
)
from simulrag.simulators.registry import Registry
from simulrag.verifier.check import Checked, check_text
from simulrag.verifier.evidence import EvidenceStore
from simulrag.verifier.printed_values import sentence
from simulrag.verifier.unit_names import UNITS

#: Least words of a handbook beside its tables.
LEAST_WORDS = 40
_LIMITS = re.compile(r"\b(?:not|nothing|no|cannot|never|without|limits?|outside)\b", re.IGNORECASE)
#: How a verdict says that a condition is not given.
_MISSING = re.compile(r"\(\w+ is missing \(")
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
        opening = ""
        for output in function.outputs:
            said = sentence(_bare(made), function, output)
            if not said:
                continue
            readers = _readers(opening, registry, store)
            opening = opening or said
            yield _read(said, _altered(made, function, output.name), function, output, readers)


_Reader = Callable[[str], str]
#: How a sentence may be read that leaves conditions open -> what is said of it then.
_Readers = Mapping[str, _Reader]


def _readers(opening: str, registry: Registry, store: EvidenceStore) -> _Readers:
    """Return the ways of reading a sentence, as it may come to a reader.

    By itself, and behind the first sentence of its run, as it stands in an answer.
    """
    ways: dict[str, _Reader] = {"": lambda text: _verdict(check_text(text, "", registry, store))}
    if opening:
        ways[" behind the first sentence of its run"] = lambda text: _verdict(
            check_text(f"{opening} {text}", "", registry, store), after=1
        )
    return ways


def _read(
    said: str, altered: str, function: Function, output: Output, readers: _Readers
) -> Finding:
    """Return what became of a sentence; that it is refuted by itself is always a failure."""
    name = f"{function.name}: text on {output.name}"
    alone = ""
    for way, read in readers.items():
        found = read(said)
        alone = alone or found
        if found.startswith("supported"):
            return _with_altered(function, name, said, altered, way, read, alone)
        if found.startswith(("refuted", "undecided")) and not way:
            break
    state: State = "note" if _is_open(function, alone) else "failed"
    return Finding(
        name,
        state,
        f"its own sentence is {alone}: {said!r}",
        "give parameters and outputs other words, or the output a template",
    )


def _is_open(function: Function, alone: str) -> bool:
    """Tell whether a sentence that is not supported by itself only leaves something open.

    That is a condition that stands in its question, or what a model cannot tell. Functions that
    are not offered by name are looked up for sentences, and make hardly any.
    """
    waits = alone.startswith("outside") and _MISSING.search(alone) is not None
    return (
        waits
        or alone.startswith("undecided")
        or (not function.offered and not alone.startswith("refuted"))
    )


def _with_altered(
    function: Function, name: str, said: str, altered: str, way: str, read: _Reader, alone: str
) -> Finding:
    other = read(altered) if altered else "refuted"
    if not other.startswith("refuted"):
        return Finding(
            name,
            "failed" if function.offered else "note",
            f"{said!r} is supported{way}, another number is {other}",
            "the number is not read as one of this output",
        )
    number = f", another number is {other}" if altered else ""
    if not way:
        return Finding(name, "ok", f"{said!r} is supported{number}")
    return Finding(name, "note", f"{said!r} is supported{way}{number}; by itself it is {alone}")


def _verdict(checked: Checked, after: int = 0) -> str:
    """Return the verdict on the last of a text's claims, with the reason if it is not decided.

    after: how many claims stand before it.
    """
    if len(checked.verdicts) != after + 1:
        return f"read as {len(checked.verdicts) - after} claims"
    found = checked.verdicts[-1]
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

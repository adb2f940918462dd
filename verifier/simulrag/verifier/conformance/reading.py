"""Whether what is said of a simulator is read: its units, its handbook, text about its results."""

import re
from collections.abc import Iterator

from simulrag.simulators.arguments import nearest_names
from simulrag.simulators.diagnostics import Finding
from simulrag.simulators.handbook import PLACE_OF_TABLES
from simulrag.simulators.interface import (
    Function,
    Output,
    Parameter,
    Quantity,
    Run,
    Simulator,
)
from simulrag.simulators.registry import Registry
from simulrag.verifier.claims import Bound, FormulaClaim, Statement, Verdict
from simulrag.verifier.conformance.pairing import call_of
from simulrag.verifier.english.reader import formula_claim
from simulrag.verifier.evidence import EvidenceStore
from simulrag.verifier.formulas.verification import Verifier
from simulrag.verifier.run_sentences import argument_text, statement
from simulrag.verifier.units import UNITS, is_known

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


def unfinished(simulator: Simulator) -> Iterator[Finding]:
    """Look for what is marked as open in descriptions, each with what is wanted there."""
    for function in simulator.functions:
        parts = {f".{one.name}": one for one in (*function.parameters, *function.outputs)}
        for name, held in {"": function, **parts}.items():
            _, mark, wanted = held.description.partition("TODO")
            if mark:
                said = f"is not finished (TODO{wanted})"
                do = "write it where it is declared, and take the mark away"
                yield Finding(f"{function.name}{name}", "failed", said, do)


def units(simulator: Simulator) -> Iterator[Finding]:
    """Look whether text about each unit can be read."""
    wrong = tuple(_differences(simulator))
    yield from wrong
    parts = [(f.name, one) for f in simulator.functions for one in (*f.parameters, *f.outputs)]
    alone = {one.unit: f"{name}.{one.name}" for name, one in parts if one.unit}
    alone = {unit: at for unit, at in alone.items() if not is_known(unit)}
    for unit, at in alone.items():
        near = nearest_names(unit, set(UNITS.values())) or ("none like it",)
        yield Finding(
            "units",
            "note",
            f"{unit!r} of {at} is read only as it is written; no other unit is converted to it",
            f"if it is one of those that are, write it so; nearest: {', '.join(near)}",
        )
    if not alone and not wrong:
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
    """Hold the sentences made of the example's run, and the same with another number, to formulas.

    Whoever checks a text about the simulator hands in such pairs.
    """
    registry = Registry([simulator])
    call = call_of(simulator, function, function.example)
    with EvidenceStore() as store:
        made = store.run(call, registry)
        verifier = Verifier(registry, store)
        for output in function.outputs:
            said = statement(_bare(made), function, output)
            if said is not None:
                yield _held(said, made, function, output, verifier, registry)


def _held(
    own: Statement,
    made: Run,
    function: Function,
    output: Output,
    verifier: Verifier,
    registry: Registry,
) -> Finding:
    """Return what became of a sentence with its formula, and of a false one."""
    name = f"{function.name}: text on {output.name}"

    def decided(one: Statement) -> str:
        known = _context(made, function)
        claim = FormulaClaim(text=one.text, formula=one.formula, context=known)
        return _verdict(verifier.verdict(claim, "run"))

    found = decided(own)
    if not found.startswith(("supported", "undecided")):
        return Finding(
            name,
            "failed",
            f"its own sentence with {own.formula} is {found}: {own.text!r}",
            "give parameters and outputs the words of the sentence, or the output a template",
        )
    wrong = statement(_altered(made, output), function, output)
    if wrong is not None and wrong.text != own.text:
        other = decided(wrong)
        if not other.startswith("refuted"):
            said = f"{own.text!r} is {found}, another number is {other}"
            return Finding(name, "failed", said, "the number is not taken for one of this output")
        found += ", another number is refuted"
    alone = formula_claim(own.text, (), registry)
    read = "not read" if isinstance(alone, Bound) else "read"
    return Finding(name, "ok", f"{own.text!r} is {found}; without a formula it is {read}")


def _context(run: Run, function: Function) -> tuple[str, ...]:
    """Return the conditions of a run in words, which its sentences may leave open."""
    held = ((p, run.call.arguments.get(p.name)) for p in function.parameters)
    said = (
        f"{p.words[0] if p.words else p.name} {argument_text(p, value)} {_unit(p)}".rstrip()
        for p, value in held if value not in (None, "")
    )  # fmt: skip
    return (f"With {', '.join(said)}.",)


def _unit(parameter: Parameter) -> str:
    return "%" if parameter.kind in ("change", "share") else parameter.unit


def _verdict(found: Verdict) -> str:
    """Return a verdict, with the reason if it is not decided."""
    return f"{found.verdict} ({found.problem.message})" if found.problem else found.verdict


def _bare(run: Run) -> Run:
    """Return a run whose numbers have no intervals, as people write them."""
    bare = {
        name: Quantity(value=value.value, unit=value.unit) if isinstance(value, Quantity) else value
        for name, value in run.outputs.items()
    }
    return run.model_copy(update={"outputs": bare})


def _altered(made: Run, output: Output) -> Run:
    """Return a run with a number that is wrong, and without intervals."""
    value = made.outputs[output.name]
    if not isinstance(value, Quantity):
        return _bare(made)
    size = 1.0 if output.unit == "year" or output.is_year else abs(value.value)
    off = 10 ** (1 - output.decimals) + size + abs((value.high or 0) - (value.low or 0))
    wrong = Quantity(value=value.value + off, unit=value.unit)
    return made.model_copy(update={"outputs": {output.name: wrong}})

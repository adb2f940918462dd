"""The formula that a sentence's words begin: the nearest output, with `...` for what is left open.

Functions are scored as for questions; of their outputs, the words say which are spoken of, and
what they are compared with (an amount in a unit, a direction) which of these is meant.
"""

from collections.abc import Iterator
from dataclasses import replace

from pydantic import JsonValue

from simulrag.simulators.interface import Function, Output, Parameter, Simulator
from simulrag.simulators.registry import Registry
from simulrag.verifier.english.asked_calls import Given, answering, moved
from simulrag.verifier.english.asking import Asked, asked
from simulrag.verifier.english.phrase_meanings import HOLE, Amount, Moment
from simulrag.verifier.english.unanswered import COMMON_KINDS, unused_amounts
from simulrag.verifier.english.vocabulary import vocabulary
from simulrag.verifier.formulas.anchoring.numerals import SHARES
from simulrag.verifier.formulas.listings import node_of
from simulrag.verifier.formulas.printing import written

#: Most formulas that stand beside each other.
_MOST = 2


def begun(text: str, registry: Registry) -> str:
    """Return the beginning of a formula for a sentence that was not read; empty for no output.

    Two formulas that are as near as each other stand beside each other, " | " between them.
    """
    heard = asked(text, vocabulary(registry))
    heard = replace(heard, readings=(*heard.readings, *heard.inner))
    found = [
        (score + near, _written(simulator, function, output, given))
        for score, simulator, function, held in answering(heard, registry, hinted=True)
        for given in [{n: moved(heard, function.parameter(n), v) for n, v in held.items()}]
        for near, output in _nearest(heard, function, given)
    ]
    best = max((score for score, _ in found), default=0)
    nearest = dict.fromkeys(formula for score, formula in found if score == best)
    return " | ".join([*nearest][:_MOST])


def _nearest(heard: Asked, function: Function, given: Given) -> Iterator[tuple[float, Output]]:
    """Yield the outputs of a function that are spoken of, each with how near it is."""
    inputs = {one.name: one for one in function.parameters}
    if any(_is_beyond(inputs[name], one.value) for name, held in given.items() for one in held):
        return
    altered = any(len(v) == 1 and inputs[n].altered(v[0].value) for n, v in given.items())
    own = any(inputs[name].kind not in COMMON_KINDS for name in given)
    recorded = function.observed and any(inputs[name].kind == "year" for name in given)
    for output in function.outputs:
        if (output.changes_of and not altered) or any(name not in given for name in output.needs):
            continue
        names = {output.name, output.changes_of or output.name}
        named = sum(not names.isdisjoint(sure) for _, sure in heard.topics)
        hinted = sum(not names.isdisjoint(outputs) for outputs, _ in heard.topics)
        fit = _fit(output, heard)
        if hinted and (named or fit > 0 or own or recorded):
            yield min(named, 2) + 0.25 * min(hinted, 3) + fit + 0.5 * recorded, output


def _fit(output: Output, heard: Asked) -> float:
    """Return how well what a sentence compares fits an output."""
    if output.kind == "date":
        dated = any(isinstance(one.meaning, Moment) for one in heard.readings)
        return 1.0 if dated else -1.0
    if output.is_year:
        return 1.0
    amounts = (one.meaning for one in unused_amounts(heard))
    return max((_in_unit(output, one) for one in amounts if isinstance(one, Amount)), default=0.0)


def _in_unit(output: Output, amount: Amount) -> float:
    """Return 1 for an amount in the unit of an output, less where it counts something else."""
    own = output.unit.removeprefix("delta_")
    relative = amount.kind != "number" or amount.unit in SHARES
    if own in SHARES or relative:
        return float(own in SHARES and relative)
    if amount.unit != own and (amount.unit != "degree" or own != "degC"):
        return 0.0
    return 1.0 if output.name in (amount.outputs or {output.name}) else 0.5


def _is_beyond(parameter: Parameter, value: JsonValue) -> bool:
    """Tell a year that an input cannot have."""
    if parameter.kind != "year" or not isinstance(value, int | float):
        return False
    return value < (parameter.low or value) or value > (parameter.high or value)


def _written(simulator: Simulator, function: Function, output: Output, given: Given) -> str:
    """Return an output as it is written, without the day of which its maximum is none."""
    spans = function.spans(output)
    arguments = ", ".join(
        f"{one.name}={_begun(one, given)}" for one in function.parameters
        if one.name not in spans and (one.required or one.name in given)
    )  # fmt: skip
    return f"{simulator.name}.{function.name}({arguments}).{output.name} == {HOLE.printed}"


def _begun(parameter: Parameter, given: Given) -> str:
    """Return the one value that words give an input, else what is to be filled in.

    A group beside names of its own says where they are: Georgia (US).
    """
    held, groups = given.get(parameter.name, ()), parameter.selection.groups
    if len(held) == 1:
        value = held[0].value
        if isinstance(value, list):
            names = {str(one) for one in value}
            value = [one for one in value if names.isdisjoint(groups.get(str(one), ()))]
        return written(node_of(value))
    needed = (one for one in parameter.selection.fields if one.required)
    fields = ", ".join(f'"{one.name}": {HOLE.printed}' for one in needed)
    return f"[{{{fields}}}]" if fields else HOLE.printed

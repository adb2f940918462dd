"""Sentences that compare the runs of a question: differences, extremes, and its own scales."""

from collections.abc import Iterator, Mapping, Sequence
from typing import TypeGuard

from simulrag.simulators.interface import Band, Call, Function, Output, Quantity, Run, Value
from simulrag.simulators.registry import Registry
from simulrag.verifier.claims import Computed, Plan, Statement
from simulrag.verifier.english.answers import call_node
from simulrag.verifier.formulas import syntax
from simulrag.verifier.formulas.printing import written
from simulrag.verifier.formulas.syntax import Application, Arithmetic, Each, Node
from simulrag.verifier.formulas.verification import Verifier
from simulrag.verifier.printed_values import value_text
from simulrag.verifier.stated_values import equality, node_of_call

#: Kinds of input that tell two settings apart in words, and how they are led in.
_PREPOSITIONS = {"place": "in", "choice": "under", "year": "in", "date": "from", "choices": "in"}
_SHOWN = (*_PREPOSITIONS, "number", "integer", "share")
_EXTREMES = {"argmax": "highest", "argmin": "lowest"}


def compared(
    asked: Plan, formulas: Sequence[Node], runs: Mapping[str, Run], verifier: Verifier,
    registry: Registry,
) -> Iterator[Statement]:  # fmt: skip
    """Yield the sentences on differences and extremes, and on the labels that a question defines.

    formulas: those that answer the question. runs: by the canonical form of the plan's calls.
    """
    by_node = {call_node(call): call for call in asked.calls if call.canonical() in runs}
    for node in formulas:
        match node:
            case Arithmetic("-", syntax.Output() as one, syntax.Output() as other):
                calls = [by_node.get(side.run) for side in (one, other)]
                held = [call for call in calls if call is not None]
                if len(held) == len(calls):
                    yield from _differences(asked, node, held, one.name, verifier, registry)
            case Application(name=name) if name in _EXTREMES:
                yield from _extreme(node, verifier, registry)
            case _:
                pass
    yield from _labelled(asked, runs, registry)


def _differences(
    asked: Plan, node: Node, calls: Sequence[Call], name: str, verifier: Verifier,
    registry: Registry,
) -> Iterator[Statement]:  # fmt: skip
    made = _computed(node, verifier)
    if made is None or not isinstance(made.value, float):
        return
    function = registry.function(calls[0])
    output = function.output(name)
    first, second = calls if made.value >= 0 else calls[::-1]
    left = Arithmetic("-", *(syntax.Output(node_of_call(call), name) for call in (first, second)))
    size = _size(made, made.value, output)
    yield Statement(
        text=_difference(size, function, output, first, second),
        run_ids=made.run_ids,
        formula=equality(left, size, output),
    )
    band = band_of(abs(made.value), asked.bands) if asked.bands_of_difference else None
    if band is not None:
        said = f"By the thresholds of the question, the difference is {band.label}."
        yield Statement(text=said, run_ids=made.run_ids)


def _size(made: Computed, value: float, output: Output) -> Quantity:
    """Return a difference without its sign, its interval turned with it."""
    low, high = made.low, made.high
    if value < 0:
        low, high = (None if end is None else -end for end in (made.high, made.low))
    level = None if low is None else 0.9
    return Quantity(value=abs(value), unit=output.unit, low=low, high=high, level=level)


def _difference(
    size: Quantity, function: Function, output: Output, first: Call, second: Call
) -> str:
    above, below = _told_apart(function, first, second), _told_apart(function, second, first)
    return f"The {noun(output)} is {value_text(size, output)} higher {above} than {below}."


def _extreme(node: Application, verifier: Verifier, registry: Registry) -> Iterator[Statement]:
    made = _computed(node, verifier)
    each = node.arguments[0] if node.arguments else None
    if made is None or not isinstance(each, Each) or not isinstance(each.element, syntax.Output):
        return
    output = registry.function(each.element.run).output(each.element.name)
    said = f"The {noun(output)} is {_EXTREMES[node.name]} in {made.text}."
    formula = f'{written(node)} == "{made.text}"'
    yield Statement(text=said, run_ids=made.run_ids, formula=formula)


def _computed(node: Node, verifier: Verifier) -> Computed | None:
    (made,) = verifier.compute([written(node)])
    return None if made.problem else made


def _told_apart(function: Function, call: Call, other: Call) -> str:
    """Say what one of two calls has that the other has not, with its preposition."""
    held = [(p, call.arguments.get(p.name)) for p in function.parameters]
    own = [(p, value) for p, value in held if value != other.arguments.get(p.name)]
    words = [
        f"{_PREPOSITIONS.get(p.kind, 'with')} "
        f"{' and '.join(map(str, v)) if isinstance(v, list) else v}"
        for p, v in own if p.kind in _SHOWN and v
    ]  # fmt: skip
    changed = [p.words[0] if p.words else p.name for p, v in own if p.kind == "change" and v]
    if changed and not words:
        return f"with changed {' and '.join(changed)}"
    return " ".join(words) or "with inputs left as they are"


def _labelled(asked: Plan, runs: Mapping[str, Run], registry: Registry) -> Iterator[Statement]:
    """Yield the label of the last run, and of each change that has a scale of its own."""
    held = [(call, runs[call.canonical()]) for call in asked.calls if call.canonical() in runs]
    if not held:
        return
    call, run = next(
        (one for one in held[::-1] if registry.function(one[0]).alters(one[0])), held[-1]
    )
    function = registry.function(call)
    for output in function.outputs:
        scale = asked.scale_of(output.changes_of) if output.changes_of else None
        value = run.outputs.get(output.name)
        band = band_of(abs(value.value), scale.bands) if scale and _is_number(value) else None
        if band is not None:
            of = noun(function.output(output.changes_of))
            said = f"By the thresholds of the question, the change in {of} is {band.label}."
            yield Statement(text=said, run_ids=(run.id,))
    call, run = held[-1]
    first = next((o for o in registry.function(call).outputs if o.kind == "number"), None)
    value = run.outputs.get(first.name) if first else None
    own = asked.bands if not asked.bands_of_difference else ()
    band = band_of(value.value, own) if _is_number(value) else None
    if band is not None:
        said = f"By the thresholds of the question, the value is {band.label}."
        yield Statement(text=said, run_ids=(run.id,))


def _is_number(value: Value | None) -> TypeGuard[Quantity]:
    return isinstance(value, Quantity)


def noun(output: Output) -> str:
    """Return what an output is called in a sentence."""
    return output.words[0] if output.words else output.name


def band_of(value: float, bands: Sequence[Band]) -> Band | None:
    """Return the band that holds a value; the upper one where two share an end."""
    inside = [
        b for b in bands
        if (b.low is None or value >= b.low) and (b.high is None or value <= b.high)
    ]  # fmt: skip
    return max(inside, key=lambda b: b.low if b.low is not None else float("-inf"), default=None)

"""What answers a question, once its calls are known: formulas of their outputs, and its scales."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from pydantic import JsonValue

from simulrag.simulators.interface import Band, Call, Function, Output, Parameter
from simulrag.simulators.registry import Registry
from simulrag.verifier.claims import Graded
from simulrag.verifier.english.asking import Asked, Part, outputs_of
from simulrag.verifier.english.meanings import Amount, Label, Setting, Turn
from simulrag.verifier.formulas import syntax
from simulrag.verifier.formulas.listings import node_of
from simulrag.verifier.formulas.syntax import (
    Application,
    Arithmetic,
    Each,
    Items,
    Node,
    Text,
    Variable,
)

#: Roles of words with which two values are set against each other.
COMPARES = frozenset("difference differ reference than change_n change_v baseline".split())
#: Words that ask for the first or the last of several, and the function that finds it.
_EXTREMES = {
    "argmax": frozenset("highest largest biggest greatest most worst latest longest".split()),
    "argmin": frozenset("lowest smallest fewest least earliest shortest mildest".split()),
}

_TIMES = frozenset(("latest", "earliest"))


# Formulas.


def formulas_of(heard: Asked, calls: Sequence[Call], registry: Registry) -> Iterator[Node]:
    """Yield the values of calls that a question asks for, and their differences."""
    extreme = extreme_asked(heard)
    by_function: dict[tuple[str, str], list[Call]] = {}
    for call in calls:
        by_function.setdefault((call.simulator, call.function), []).append(call)
    for held in by_function.values():
        function = registry.function(held[0])
        over = ranked(function, held) if extreme else None
        if over is not None:
            yield from (_extreme(extreme, o, over, held) for o in _ranking(heard, function, held))
            continue
        for output in _outputs(heard, function, held[-1]):
            values = [_value(call, output) for call in held]
            change = _change(function, output, held)
            yield from [change] if change is not None else values
            comparable = len(values) == 2 and output.kind != "category" and change is None
            if comparable and _is_compared(heard):
                yield Arithmetic("-", *_order(function, held, values))


def extreme_asked(heard: Asked) -> str:
    """Return "argmax" or "argmin" where a question asks which is first or last; else nothing."""
    words = {one.plain for one in heard.tokens}
    if not words & {"which", "where", "who", "what"}:
        return ""
    return next((name for name, said in _EXTREMES.items() if words & said), "")


def ranked(function: Function, calls: Sequence[Call]) -> Parameter | None:
    """Return the list input of which each call has another name, and nothing else differs."""
    lists = [p for p in function.parameters if p.kind == "choices"]
    for one in lists:
        rest = {
            call.model_copy(update={"arguments": _without(call, one)}).canonical() for call in calls
        }
        if len(calls) > 1 and len(rest) == 1:
            return one
    return None


def _ranking(heard: Asked, function: Function, calls: Sequence[Call]) -> list[Output]:
    """Return the outputs by which names are ranked: dates alone are early or late."""
    dated = not _TIMES.isdisjoint(one.plain for one in heard.tokens)
    named = _outputs(heard, function, calls[-1])
    fits = [one for one in named if (one.kind == "date") == dated and one.kind != "category"]
    return fits or [one for one in function.outputs if (one.kind == "date") == dated][:1]


def _without(call: Call, parameter: Parameter) -> dict[str, JsonValue]:
    return {name: v for name, v in call.arguments.items() if name != parameter.name}


def _extreme(name: str, output: Output, over: Parameter, calls: Sequence[Call]) -> Node:
    first = calls[0]
    given = {n: node_of(v) for n, v in first.arguments.items()}
    given[over.name] = Items((Variable("x"),))
    call = syntax.Call(first.simulator, first.function, tuple(given.items()))
    names = [n for c in calls for n in _names(c.arguments[over.name])]
    items = Items(tuple(Text(one) for one in names))
    return Application(name, (Each(syntax.Output(call, output.name), ("x",), items),))


def _names(value: JsonValue) -> list[str]:
    return [str(one) for one in value] if isinstance(value, list) else [str(value)]


def _outputs(heard: Asked, function: Function, call: Call) -> list[Output]:
    """Return the outputs of a call that a question names; the first where it names none."""
    given = {name for name, value in call.arguments.items() if value is not None}
    for own in (1, 0):  # what is named, else what is hinted at
        names = frozenset[str]().union(*(topic[own] for topic in heard.topics))
        held = [o for o in function.outputs if o.name in names and set(o.needs) <= given]
        if held:
            return held
    return list(function.outputs[:1])


def _value(call: Call, output: Output) -> Node:
    return syntax.Output(call_node(call), output.name)


def call_node(call: Call) -> syntax.Call:
    """Return a call as it is written in formulas."""
    given = tuple((name, node_of(value)) for name, value in sorted(call.arguments.items()))
    return syntax.Call(call.simulator, call.function, given)


def _is_compared(heard: Asked) -> bool:
    return any(one.category in COMPARES or isinstance(one.meaning, Turn) for one in heard.readings)


def _change(function: Function, output: Output, calls: Sequence[Call]) -> Node | None:
    """Return the output that holds the change from an unaltered call, where there is one."""
    altered = [c for c in calls if function.alters(c)]
    rest = {function.unaltered(c).canonical() for c in calls}
    if len(calls) != 2 or len(altered) != 1 or len(rest) > 1:
        return None
    change = next((one for one in function.outputs if one.changes_of == output.name), None)
    return None if change is None else _value(altered[0], change)


def _order(function: Function, calls: Sequence[Call], values: Sequence[Node]) -> tuple[Node, Node]:
    """Return two values, the later one first; else in the order of the question."""
    years = [p.name for p in function.parameters if p.kind == "year"]
    held = [call.arguments.get(years[0]) if years else None for call in calls]
    first, second = held
    if isinstance(first, int) and isinstance(second, int) and first < second:
        return values[1], values[0]
    return values[0], values[1]


# Scales.

#: More characters between two classes than those of one scale have.
_FAR = 60


@dataclass(frozen=True, slots=True)
class Scale:
    """Classes that a question defines, with the unit of their limits, and where they stand."""

    bands: tuple[Band, ...]
    unit: str
    start: int
    sentence: int


def scales(heard: Asked) -> list[Scale]:
    """Return the scales of a question: negligible (less than 0.2 °C), modest (0.2 to 1 °C)."""
    found: list[Scale] = []
    held: list[tuple[Band, str, Part]] = []
    for band, unit, part in _bands(heard):
        fresh = all(band.label != one.label for one, _, _ in held)
        last = held[-1][2] if held else part
        if last.sentence != part.sentence or not fresh or part.start - last.end > _FAR:
            found.append(_scale(held))
            held = []
        held.append((band, unit, part))
    return [*found, _scale(held)] if held else found


def _scale(held: Sequence[tuple[Band, str, Part]]) -> Scale:
    first = held[0][2]
    unit = next((unit for _, unit, _ in held if unit), "")
    return Scale(tuple(band for band, _, _ in held), unit, first.start, first.sentence)


def _bands(heard: Asked) -> Iterator[tuple[Band, str, Part]]:
    parts = heard.parts
    for at, part in enumerate(parts):
        label = part.meaning
        if isinstance(label, Label) and label.amount is not None:
            yield _band(label.grade, label.amount), label.amount.unit, part
        behind = [one.category for one in parts[at + 1 : at + 3]]
        amount = parts[at + 2].meaning if len(behind) == 2 else None
        named = isinstance(label, str | Label | Turn | Setting)
        if named and behind == ["open", "amount"] and isinstance(amount, Amount):
            yield _band(_label(heard, at), amount), amount.unit, part


def _label(heard: Asked, at: int) -> str:
    """Return the words before limits in brackets: negligible, minor impact, big."""
    at -= heard.parts[at].category in ("turn_n", "effect", "change_n") and at > 0
    return heard.printed(heard.parts[at].start, heard.parts[at].end).lower()


def _band(label: str, amount: Amount) -> Band:
    low, high = amount.limits
    return Band(label=label, low=low and low.value, high=high and high.value)


def graded(heard: Asked, found: Sequence[Scale], function: Function) -> tuple[Graded, ...]:
    """Return the scales in percent, each with the output that is named before it."""
    outputs = {one.name: one for one in function.outputs}
    made: dict[str, Graded] = {}
    for scale in found:
        before = [p for p in heard.readings if p.start < scale.start]
        named = [n for p in before for n in outputs_of(p.meaning)[1] if n in outputs]
        output = outputs[named[-1]] if named else None
        if output is not None and output.changes_of:
            output = outputs[output.changes_of]
        if output is not None and scale.unit == "percent" and output.unit != "percent":
            made.setdefault(output.name, Graded(output=output.name, bands=scale.bands))
    return tuple(made.values())


def of_difference(heard: Asked, scale: Scale) -> bool:
    """Tell whether a scale is one of changes: its sentence speaks of one before it."""
    return any(
        one.category in COMPARES and one.sentence == scale.sentence and one.start < scale.start
        for one in heard.readings
    )

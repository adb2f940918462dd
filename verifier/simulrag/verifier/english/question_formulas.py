"""The formulas whose values answer a question."""

from collections.abc import Container, Iterator, Sequence

from simulrag.simulators.interface import Call, Function, Output, Parameter
from simulrag.simulators.registry import Registry
from simulrag.verifier.english.asking import Asked
from simulrag.verifier.english.comparing import of_two
from simulrag.verifier.english.phrase_meanings import HOLE, OPEN, Amount, Claim, Pair, Term, Turn
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

#: Roles of words for a change or a difference, or for the state without a change.
OF_CHANGE = frozenset("change_n change_v difference differ baseline".split())
#: Roles of words with which two values are set against each other.
COMPARES = OF_CHANGE | {"reference", "than"}
#: Words that ask for the first or the last of several, and the function that finds it.
_EXTREMES = {
    "argmax": frozenset("highest largest biggest greatest most worst latest longest".split()),
    "argmin": frozenset("lowest smallest fewest least earliest shortest mildest".split()),
}

_TIMES = frozenset(("latest", "earliest"))


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
        altered = any(map(function.alters, held))
        for output in _outputs(heard, function, _given(held[-1])):
            if output.changes_of and not altered and len(held) > 1:
                continue  # the change from a run without changes is 0
            values = [_value(call, output) for call in held]
            change = _change(function, output, held)
            yield from [change] if change is not None else values
            comparable = len(values) == 2 and output.kind != "category" and change is None
            if comparable and _is_compared(heard):
                yield _compared(heard, output, *_order(heard, function, held, values))


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
        without = ({n: v for n, v in c.arguments.items() if n != one.name} for c in calls)
        rest = {calls[0].model_copy(update={"arguments": held}).canonical() for held in without}
        if len(calls) > 1 and len(rest) == 1:
            return one
    return None


def _ranking(heard: Asked, function: Function, calls: Sequence[Call]) -> list[Output]:
    """Return the outputs by which names are ranked: dates alone are early or late."""
    dated = not _TIMES.isdisjoint(one.plain for one in heard.tokens)
    named = _outputs(heard, function, _given(calls[-1]))
    fits = [one for one in named if (one.kind == "date") == dated and one.kind != "category"]
    return fits or [one for one in function.outputs if (one.kind == "date") == dated][:1]


def _extreme(name: str, output: Output, over: Parameter, calls: Sequence[Call]) -> Node:
    first = calls[0]
    given = {n: node_of(v) for n, v in first.arguments.items()}
    given[over.name] = Items((Variable("x"),))
    call = syntax.Call(first.simulator, first.function, tuple(given.items()))
    named = (c.arguments[over.name] for c in calls)
    names = (n for held in named for n in (held if isinstance(held, list) else [held]))
    items = Items(tuple(Text(str(one)) for one in names))
    return Application(name, (Each(syntax.Output(call, output.name), ("x",), items),))


def _outputs(heard: Asked, function: Function, given: Container[str]) -> list[Output]:
    """Return the outputs that a question names of a call with some inputs; the first for none.

    One that asks for a time, and nothing else, names those that are dates and years.
    """
    if heard.asks_time:
        hinted = frozenset[str]().union(*(outputs for outputs, _ in heard.topics))
        dates = [
            o for o in function.outputs if o.name in hinted and (o.kind == "date" or o.is_year)
        ]
        if dates:
            return dates
    for own in (1, 0):  # what is named, else what is hinted at
        names = frozenset[str]().union(*(topic[own] for topic in heard.topics))
        held = [o for o in function.outputs if o.name in names and all(n in given for n in o.needs)]
        if held:
            return held
    return list(function.outputs[:1])


def _given(call: Call) -> set[str]:
    return {name for name, value in call.arguments.items() if value is not None}


def _value(call: Call, output: Output) -> Node:
    return syntax.Output(call_node(call), output.name)


def call_node(call: Call) -> syntax.Call:
    """Return a call as it is written in formulas, without inputs that are left open."""
    given = sorted((name, v) for name, v in call.arguments.items() if v not in (None, ""))
    return syntax.Call(call.simulator, call.function, tuple((n, node_of(v)) for n, v in given))


def _is_compared(heard: Asked) -> bool:
    return any(one.category in COMPARES or isinstance(one.meaning, Turn) for one in heard.readings)


def _compared(heard: Asked, output: Output, left: Node, right: Node) -> Node:
    """Return what is asked for of two values: the claim that it is so much, without the amount."""
    kind = "ratio" if heard.unit == "times" else "change"
    claim = Claim(Term(kind, OPEN), Turn(1, amount=Amount("==", HOLE, unit=heard.unit)))
    made = of_two(claim, output, left, right)
    return Arithmetic("-", left, right) if made is None else made.node


def _change(function: Function, output: Output, calls: Sequence[Call]) -> Node | None:
    """Return the output that holds the change from an unaltered call, where there is one."""
    altered = [c for c in calls if function.alters(c)]
    rest = {function.unaltered(c).canonical() for c in calls}
    if len(calls) != 2 or len(altered) != 1 or len(rest) > 1:
        return None
    change = next((one for one in function.outputs if one.changes_of == output.name), None)
    return None if change is None else _value(altered[0], change)


def _order(
    heard: Asked, function: Function, calls: Sequence[Call], values: Sequence[Node]
) -> tuple[Node, Node]:
    """Return two values, the later one first, or that to which the other changes."""
    years = [p.name for p in function.parameters if p.kind == "year"]
    first, second = (call.arguments.get(years[0]) if years else None for call in calls)
    dated = isinstance(first, int) and isinstance(second, int) and first != second
    pairs = (one.meaning for one in heard.parts if isinstance(one.meaning, Pair))
    moves = any(one.moves or heard.unit == "percent" for one in pairs)
    turned = str(first) < str(second) if dated else moves
    return (values[1], values[0]) if turned else (values[0], values[1])

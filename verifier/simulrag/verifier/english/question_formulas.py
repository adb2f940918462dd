"""The formulas whose values answer a question, and those that a sentence's words only begin."""

from collections.abc import Container, Iterator, Sequence
from dataclasses import replace

from simulrag.simulators.interface import Call, Function, Output, Parameter, Simulator
from simulrag.simulators.registry import Registry
from simulrag.verifier.english.asked_calls import Given, answering, moved
from simulrag.verifier.english.asking import Asked, asked
from simulrag.verifier.english.comparing import of_two
from simulrag.verifier.english.phrase_meanings import (
    HOLE,
    OPEN,
    Amount,
    Claim,
    Moment,
    Pair,
    Term,
    Turn,
    outputs_of,
)
from simulrag.verifier.english.unanswered import COMMON_KINDS, unused_amounts
from simulrag.verifier.english.vocabulary import vocabulary
from simulrag.verifier.formulas import syntax
from simulrag.verifier.formulas.anchoring.numerals import SHARES
from simulrag.verifier.formulas.listings import node_of
from simulrag.verifier.formulas.printing import written
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
#: Words with which a quantity is told for each of a number of others.
_RATES = frozenset("per every each".split())
#: Most formulas that stand beside each other.
_MOST = 2


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


# What is only begun.


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
    """Yield the outputs of a function that are spoken of, each with how near it is.

    What has been in a year stands in a record, where there is one.
    """
    inputs = {one.name: one for one in function.parameters}
    altered = any(len(v) == 1 and inputs[n].altered(v[0].value) for n, v in given.items())
    own = any(inputs[name].kind not in COMMON_KINDS for name in given)
    years = [v.value for n, held in given.items() if inputs[n].kind == "year" for v in held]
    last = max((one.high or 0 for one in inputs.values() if one.kind == "year"), default=0)
    recorded = function.observed and any(isinstance(y, int | float) and y <= last for y in years)
    compared = [one.meaning for one in unused_amounts(heard)]
    compared += [m.meaning for m in heard.readings if isinstance(m.meaning, Moment | Turn)]
    rates = {
        name for one in heard.readings for name in outputs_of(one.meaning)[1]
        if not _RATES.isdisjoint(heard.text[one.start : one.end].lower().split())
    }  # fmt: skip
    for output in function.outputs:
        lacks = any(name not in given for name in output.needs)
        if lacks or (output.changes_of and not altered) or (output.is_year and years):
            continue
        names = {output.name, output.changes_of or output.name}
        named = sum(not names.isdisjoint(sure) for _, sure in heard.topics)
        hinted = sum(not names.isdisjoint(outputs) for outputs, _ in heard.topics)
        fit = max((_fits(output, one) for one in compared), default=0.0)
        if hinted and (fit > 0 or own or (given and (named or compared))):
            spoken = (2 * named + hinted) / max(len(heard.topics), 1)
            more = 0.5 * recorded + 0.1 * bool(output.changes_of)
            yield spoken + fit + more + (fit > 0 and output.name in rates), output


def _fits(output: Output, compared: object) -> float:
    """Return 1 for what is of the kind and unit of an output, less where it counts others."""
    if output.is_year or not isinstance(compared, Amount):
        dated = isinstance(compared, Moment) or (isinstance(compared, Turn) and compared.of_time)
        return float(output.is_year or (dated and output.kind == "date"))
    own = output.unit.removeprefix("delta_")
    relative = compared.kind != "number" or compared.unit in SHARES
    if own in SHARES or relative or output.kind != "number":
        return float(own in SHARES and relative)
    if compared.unit != own and (compared.unit != "degree" or own != "degC"):
        return 0.0
    return 1.0 if output.name in (compared.outputs or {output.name}) else 0.5


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

"""Reference claims as formulas: an operation over an output of runs, compared with what is printed.

A word that stands for a range is the range: low <= x < high.
"""

from collections.abc import Callable, Mapping, Sequence
from itertools import combinations

from simulrag.evaluation.benchmark.items import Item, ReferenceClaim
from simulrag.simulators.errors import BadValue
from simulrag.simulators.interface import Band, Call
from simulrag.simulators.operations import Operation
from simulrag.simulators.registry import Registry
from simulrag.verifier.claims import FormulaClaim
from simulrag.verifier.formulas import syntax
from simulrag.verifier.formulas.notation import parse
from simulrag.verifier.formulas.printing import written
from simulrag.verifier.formulas.syntax import (
    Application,
    Arithmetic,
    Bands,
    Comparison,
    Junction,
    Minus,
    Node,
    Not,
    Number,
    Text,
)
from simulrag.verifier.stated_values import node_of_call

Values = Sequence[Node]

#: Words that state a direction, whose end at zero does not belong to what they say.
DIRECTIONS = ("rises", "falls")


def formula_claim(claim: ReferenceClaim, item: Item, registry: Registry) -> FormulaClaim:
    """Return a reference claim with its formula, the question as its context.

    Raises BadValue where it rests on runs of no call.
    """
    made = statement(claim, item, registry)
    return FormulaClaim(text=claim.text, formula=written(made), context=(item.question,))


def statement(claim: ReferenceClaim, item: Item, registry: Registry) -> Node:
    """Return what a reference claim says. Raises BadValue where it rests on runs of no call."""
    values = values_of(claim, item)
    if claim.operation in ("lead", "trail") and claim.low is not None:
        return ordered(values, ">" if claim.operation == "lead" else "<")
    if claim.operation in ("rank", "rank_from_below"):
        return placed(values, int(claim.value), ">" if claim.operation == "rank" else "<")
    side = result(claim, values)
    scales = registry.function(calls_of(claim, item)[0]).output(claim.output).scales
    own = claim.value in (b.label for s in scales for b in s.bands if _same_ends(b, claim))
    if own or (claim.low is None and claim.high is None):
        return equal(side, literal(claim.value))
    return within(side, claim.low, claim.high, strictly=claim.value in DIRECTIONS)


def equal(side: Node, other: Node) -> Node:
    """Return that a side is what is printed, or what a label names."""
    return Comparison(side, (("==", other),))


def _same_ends(band: Band, claim: ReferenceClaim) -> bool:
    return (band.low, band.high) == (claim.low, claim.high)


def result(claim: ReferenceClaim, values: Values) -> Node:
    """Return what a claim compares: its operation on the values of its runs."""
    made = SIDES[claim.operation](values)
    return Application("abs", (made,)) if claim.absolute else made


def calls_of(claim: ReferenceClaim, item: Item) -> list[Call]:
    """Return the calls of a claim's runs, in its order. Raises BadValue for a run of no call."""
    calls: Mapping[str, Call] = dict(zip(item.runs, item.calls, strict=False))
    missing = [name for name in claim.run_ids if name not in calls]
    if missing or not claim.run_ids:
        raise BadValue(f"{claim.text!r} rests on runs of no call: {', '.join(missing) or 'none'}")
    return [calls[name] for name in claim.run_ids]


def values_of(claim: ReferenceClaim, item: Item) -> Values:
    """Return the output of each run of a claim. Raises BadValue for a run of no call."""
    return [syntax.Output(node_of_call(call), claim.output) for call in calls_of(claim, item)]


def ordered(values: Values, operator: str) -> Node:
    """Return that the first value is above (">") or below ("<") each of the others."""
    first, *others = values
    return _all([Comparison(first, ((operator, other),)) for other in others])


def placed(values: Values, place: int, operator: str) -> Node:
    """Return that so many of the others are above (">") or below the first that this is its place.

    Equal values share a place, so that the rest is not above it.
    """
    first, *others = values
    ways = [
        _all([
            ahead if other in chosen else Not(ahead)
            for other in others
            for ahead in [Comparison(other, ((operator, first),))]
        ])
        for chosen in combinations(others, place - 1)
    ]  # fmt: skip
    if not ways:
        raise BadValue(f"there is no place {place} among {len(values)}", given=place)
    return ways[0] if len(ways) == 1 else Junction("or", tuple(ways))


def within(side: Node, low: float | None, high: float | None, *, strictly: bool = False) -> Node:
    """Return low <= side < high; strictly: the low end does not belong to it."""
    least, most = (None if end is None else _number(end) for end in (low, high))
    if least is None:
        return side if most is None else Comparison(side, (("<", most),))
    above, below = (">", "<") if strictly else (">=", "<=")
    if most is None:
        return Comparison(side, ((above, least),))
    return Comparison(least, ((below, side), ("<", most)))


def classed(side: Node, bands: Sequence[Band]) -> Node:
    """Return the label of the band that a side lies in."""
    held = tuple((one.label, _end(one.low), _end(one.high)) for one in bands)
    return Application("band", (side, Bands(held)))


def _end(value: float | None) -> Number | None:
    return None if value is None else Number(value, f"{value:.12g}")


def literal(printed: str) -> Node:
    """Return what a claim prints as a literal: digits as they stand, else a label or a date."""
    try:
        value = float(printed)
    except ValueError:
        return Text(printed)
    if value < 0:
        return Minus(Number(-value, printed.lstrip("-")))
    return Number(value, printed)


def _number(value: float) -> Node:
    return parse(f"{value:.12g}").root


def _all(truths: Sequence[Node]) -> Node:
    return truths[0] if len(truths) == 1 else Junction("and", tuple(truths))


def _less(values: Values) -> Node:
    """Return the second of two values minus the first."""
    return Arithmetic("-", values[1], values[0])


def _of_all(name: str) -> Callable[[Values], Node]:
    return lambda values: Application(name, tuple(values))


def _spread(values: Values) -> Node:
    return Arithmetic("-", _of_all("max")(values), _of_all("min")(values))


#: Operation -> what makes its value; a place among many has none, only a statement.
SIDES: Mapping[Operation, Callable[[Values], Node]] = {
    "value": lambda values: values[0],
    "difference": _less,
    "percent_change": lambda values: Application("percent_change", (values[1], values[0])),
    "ratio": lambda values: Arithmetic("/", values[1], values[0]),
    "maximum": _of_all("max"),
    "minimum": _of_all("min"),
    "lead": lambda values: Arithmetic("-", values[0], _of_all("max")(values[1:])),
    "trail": lambda values: Arithmetic("-", _of_all("min")(values[1:]), values[0]),
    "spread": _spread,
    "double_difference": lambda v: Arithmetic("-", _less(v[2:4]), _less(v[:2])),
    "gap_change": lambda v: Arithmetic(
        "-", Application("abs", (_less(v[2:4]),)), Application("abs", (_less(v[:2]),))
    ),
}  # fmt: skip

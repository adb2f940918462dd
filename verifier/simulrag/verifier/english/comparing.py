"""Comparisons of formulas: of two values, and of a value with what a sentence compares it with."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace

from simulrag.simulators.interface import Output
from simulrag.verifier.english.phrase_meanings import (
    Amount,
    Claim,
    Classes,
    Label,
    Moment,
    Sign,
    Turn,
    negative,
)
from simulrag.verifier.formulas.anchoring.numerals import SHARES, family
from simulrag.verifier.formulas.syntax import (
    Application,
    Arithmetic,
    Bands,
    Comparison,
    Junction,
    Minus,
    Node,
    Number,
    Text,
)

_DENIED: Mapping[str, Sign] = {"<": ">=", "<=": ">", ">": "<=", ">=": "<"}
_TURNED: Mapping[str, Sign] = {"<": ">", "<=": ">=", ">": "<", ">=": "<="}
_ZERO = Number(0.0, "0")


@dataclass(frozen=True)
class Valued:
    """A value of a formula: its node, its unit, and the output that it is of."""

    node: Node
    unit: str
    output: Output


def compared(claim: Claim, value: Valued, scales: Iterable[Classes]) -> Node | None:
    """Return the comparison that a claim makes with a value; None where the two do not fit."""
    match claim.to:
        case Amount() as amount:
            made = _amount(amount, value)
            return _opposite(made) if made and claim.denied else made
        case Turn() as turn:
            return _moved(turn, value, denied=claim.denied)
        case Moment() as moment:
            is_day = value.output.kind == "date" and claim.term.kind == "value"
            return _dated(moment, value.node, denied=claim.denied) if is_day else None
        case Label() as label:
            return _classed(claim, label, value, scales)


def of_two(claim: Claim, output: Output, left: Node, right: Node) -> Valued | None:
    """Return the value of a claim's term over two settings: an output's first against its second.

    None where the two of such an output are not held against each other.
    """
    term = claim.term
    if output.kind == "category" or output.changes_of:
        return None
    if isinstance(claim.to, Label) and claim.to.grade == "same":
        return Valued(_same(left, right), "same", output)
    if term.kind == "ratio":
        return Valued(Arithmetic("/", left, right), "ratio", output)
    difference = Arithmetic("-", left, right)
    unit = _of_difference(output)
    if term.kind == "size":
        return Valued(Application("abs", (difference,)), unit, output)
    amount = claim.to.amount if isinstance(claim.to, Turn) else None
    if amount is not None and amount.unit == "percent":
        if output.unit in ("percent", "degC") or output.kind == "date":
            return None
        return Valued(Application("percent_change", (left, right)), "percent", output)
    return Valued(difference, unit, output)


def _of_difference(output: Output) -> str:
    if output.kind == "date":
        return "day"
    return {"degC": "delta_degC"}.get(output.unit, output.unit)


def _same(left: Node, right: Node) -> Node:
    """Return that two values are about the same."""
    return Comparison(left, (("==", Application("about", (right,))),))


def _amount(amount: Amount, value: Valued, *, down: bool = False) -> Node | None:
    """Return that a value is as a number is meant; down: as the number with the other sign."""
    printed = (amount.value,) if amount.high is None else (amount.value, amount.high)
    made = [_number(amount, one, value) for one in printed]
    ends = [one for one in made if one is not None]
    if len(ends) < len(made) or not _of_era(amount.era, value.output):
        return None
    ends = [_negative(one) for one in ends[::-1]] if down else ends
    sign = _TURNED.get(amount.sign, amount.sign) if down else amount.sign
    if sign == "about":
        return _same(value.node, ends[0])
    if sign == "within":
        return Comparison(ends[0], (("<=", value.node), ("<=", ends[-1])))
    return Comparison(value.node, ((sign, ends[0]),))


def _of_era(era: str, output: Output) -> bool:
    """Tell whether an output is counted from a state: its declaration says so."""
    said = (output.description, *output.words, *output.baseline_words)
    return not era or (output.unit == "delta_degC" and any("1850-1900" in one for one in said))


def _number(amount: Amount, number: Number, value: Valued) -> Node | None:
    """Return a number in the unit of a value; None where it is of another quantity."""
    output, unit, own = value.output, value.unit, value.unit.removeprefix("delta_")
    if amount.outputs is not None and output.name not in amount.outputs:
        return None
    if amount.is_median and output.statistic != "median":
        return None
    is_factor = amount.kind == "factor"
    if is_factor and output.is_change and unit == "percent":
        return replace(amount, value=number).percent
    if is_factor != (unit == "ratio") or (amount.is_since and not output.since):
        return None
    if output.kind == "category" or (output.kind == "date" and unit != "day"):
        return None
    if unit == "ratio":
        return number if not amount.unit else None
    if amount.kind == "fraction" and not amount.unit:
        return None
    if output.kind == "date":
        days = amount.unit in ("day", "week")
        return Application(f"{amount.unit}s", (number,)) if days else None
    if amount.unit == own or (amount.unit == "degree" and own == "degC"):
        return number
    if own in SHARES:
        return number if amount.unit in SHARES else None
    if not amount.unit or not own or family(amount.unit) != family(own):
        return None
    return Application("quantity", (number, Text(amount.unit)))


def _moved(turn: Turn, value: Valued, *, denied: bool = False) -> Node | None:
    """Return that a difference goes in a direction, by an amount; or, denied, does not."""
    node, amount, down = value.node, turn.amount, turn.sign < 0
    if value.unit == "ratio" or value.output.kind == "category":
        return None
    if amount is None:
        sign = "<" if down or not turn.sign else ">"
        sign = _DENIED[sign] if denied else sign
        if isinstance(node, Arithmetic):
            return Comparison(node.left, ((sign, node.right),))
        return Comparison(node, ((sign, _ZERO),))
    if denied:
        amount = amount.meant(">=")  # "does not rise by 3": it rises less, or falls
        made = amount and _moved(replace(turn, amount=amount), value)
        return _opposite(made) if made else None
    if turn.sign == 0:
        return _amount(amount, replace(value, node=Application("abs", (node,))))
    if isinstance(node, Arithmetic) and down:
        value, down = replace(value, node=Arithmetic("-", node.right, node.left)), False
    made = None if down and amount.signed else _amount(amount, value, down=down)
    if made is None or amount.sign not in ("<", "<="):
        return made
    zero = Application("days", (_ZERO,)) if value.output.kind == "date" else _ZERO
    return Junction("and", (Comparison(value.node, (("<" if down else ">", zero),)), made))


def _opposite(made: Node) -> Node | None:
    if not isinstance(made, Comparison) or len(made.rest) != 1:
        return None
    sign, side = made.rest[0]
    return Comparison(made.first, ((_DENIED[sign], side),)) if sign in _DENIED else None


def _negative(node: Node) -> Node:
    if isinstance(node, Number):
        return negative(node)
    if isinstance(node, Application) and node.name != "about":
        inner, *rest = node.arguments
        return Application(node.name, (_negative(inner), *rest))
    return Minus(node)


def _dated(moment: Moment, value: Node, *, denied: bool) -> Node | None:
    text = moment.text
    if denied:
        sign = {"==": "!="}.get(moment.sign) or _DENIED.get(moment.sign)
        return Comparison(value, ((sign, text),)) if text and sign else None
    if text is None:
        if moment.sign != "==":
            return None
        return Comparison(Text(moment.first), (("<=", value), ("<=", Text(moment.last))))
    if moment.sign == "about":
        return Comparison(value, (("==", Application("about", (text,))),))
    return Comparison(value, ((moment.sign, text),))


def _classed(claim: Claim, label: Label, value: Valued, scales: Iterable[Classes]) -> Node | None:
    node, output = value.node, value.output
    if label.grade == "same":
        return node if isinstance(node, Comparison) and value.unit == "same" else None
    if output.kind == "category":
        named = {name for of, name in label.values if of == output.name}
        return Comparison(node, (("==", Text(named.pop())),)) if len(named) == 1 else None
    if output.kind == "date" or not label.grade or value.unit == "ratio":
        return None
    is_size = claim.term.kind == "change" or output.changes_of or output.is_change
    sized = Application("abs", (node,)) if is_size else node
    fitting = [one for one in scales if _is_in(label, one)]
    if len(fitting) == 1 or (fitting and label.amount is not None):
        held = {band.label: (_limit(band.low), _limit(band.high)) for band in fitting[0]}
        bands = Bands(tuple((name, low, high) for name, (low, high) in held.items()))
        return Comparison(Application("band", (sized, bands)), (("==", Text(label.grade)),))
    if fitting or label.amount is None or label.amount.sign == "about":
        return None
    return _amount(label.amount, replace(value, node=sized))


def _is_in(label: Label, scale: Classes) -> bool:
    """Tell whether a scale has a class, with the limits that stand beside it."""
    held = next((band for band in scale if band.label == label.grade), None)
    if held is None or label.amount is None:
        return held is not None
    return [end and end.value for end in label.amount.limits] == [held.low, held.high]


def _limit(value: float | None) -> Number | None:
    return None if value is None else Number(value, f"{value:g}")

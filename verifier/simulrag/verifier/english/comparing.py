"""Comparisons of formulas: a value of known unit with what a sentence compares it with."""

from collections.abc import Iterable, Mapping
from dataclasses import replace

from simulrag.simulators.interface import Output
from simulrag.verifier.english.meanings import (
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


def compared(
    claim: Claim, value: Node, unit: str, output: Output, scales: Iterable[Classes]
) -> Node | None:
    """Return the comparison that a claim makes with a value; None where the two do not fit."""
    match claim.to:
        case Amount() as amount:
            return _denied(claim, amount, value, unit, output)
        case Turn() as turn:
            return _moved(turn, value, unit, output, denied=claim.denied)
        case Moment() as moment:
            is_day = output.kind == "date" and claim.term.kind == "value"
            return _dated(moment, value, denied=claim.denied) if is_day else None
        case Label() as label:
            return _classed(claim, label, value, unit, output, scales)


def same(left: Node, right: Node) -> Node:
    """Return that two values are about the same."""
    return Comparison(left, (("==", Application("about", (right,))),))


def _denied(claim: Claim, amount: Amount, value: Node, unit: str, output: Output) -> Node | None:
    if not claim.denied:
        return _amount(amount, value, unit, output)
    sign = _DENIED.get(amount.sign)
    number = _number(amount, amount.value, unit, output)
    return None if sign is None or number is None else Comparison(value, ((sign, number),))


def _amount(amount: Amount, value: Node, unit: str, output: Output) -> Node | None:
    number = _number(amount, amount.value, unit, output)
    if number is None or not _of_era(amount.era, output):
        return None
    if amount.sign == "about":
        return Comparison(value, (("==", Application("about", (number,))),))
    if amount.sign == "within":
        high = None if amount.high is None else _number(amount, amount.high, unit, output)
        return None if high is None else Comparison(number, (("<=", value), ("<=", high)))
    return Comparison(value, ((amount.sign, number),))


def _of_era(era: str, output: Output) -> bool:
    """Tell whether an output is counted from a state: its declaration says so."""
    said = (output.description, *output.words, *output.baseline_words)
    return not era or (output.unit == "delta_degC" and any("1850-1900" in one for one in said))


def _number(amount: Amount, number: Number, unit: str, output: Output) -> Node | None:
    """Return a number in the unit of a value; None where it is of another quantity."""
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
    own = unit.removeprefix("delta_")
    if unit == "ratio":
        return number if not amount.unit else None
    if amount.kind == "fraction" and not amount.unit:
        return None
    if output.kind == "date":
        return _length(amount, number)
    if amount.unit == own or (amount.unit == "degree" and own == "degC"):
        return number
    if own in SHARES:
        return number if amount.unit in SHARES else None
    if not amount.unit or not own or family(amount.unit) != family(own):
        return None
    return Application("quantity", (number, Text(amount.unit)))


def _length(amount: Amount, number: Number) -> Node | None:
    if amount.unit not in ("day", "week"):
        return None
    return Application(f"{amount.unit}s", (number,))


def _moved(
    turn: Turn, value: Node, unit: str, output: Output, *, denied: bool = False
) -> Node | None:
    """Return that a difference goes in a direction, by an amount; or, denied, does not."""
    if unit == "ratio" or output.kind == "category":
        return None
    if turn.amount is None:
        sign = ">" if turn.sign > 0 else "<"
        sign = _DENIED[sign] if denied else sign
        if isinstance(value, Arithmetic):
            return Comparison(value.left, ((sign, value.right),))
        return Comparison(value, ((sign, _ZERO),))
    amount = turn.amount
    if denied:
        amount = amount.meant(">=")  # "does not rise by 3": it rises less, or falls
        made = amount and _moved(replace(turn, amount=amount), value, unit, output)
        return _opposite(made) if made else None
    if isinstance(value, Arithmetic) and turn.sign < 0:
        value, turn = Arithmetic("-", value.right, value.left), replace(turn, sign=1)
    if turn.sign == 0:
        return _amount(amount, Application("abs", (value,)), unit, output)
    if turn.sign > 0:
        return _rising(amount, value, unit, output)
    return _falling(amount, value, unit, output)


def _opposite(made: Node) -> Node | None:
    if not isinstance(made, Comparison) or len(made.rest) != 1:
        return None
    sign, side = made.rest[0]
    return Comparison(made.first, ((_DENIED[sign], side),)) if sign in _DENIED else None


def _rising(amount: Amount, value: Node, unit: str, output: Output) -> Node | None:
    made = _amount(amount, value, unit, output)
    if made is None or amount.sign not in ("<", "<="):
        return made
    zero = Application("days", (_ZERO,)) if output.kind == "date" else _ZERO
    return Junction("and", (Comparison(value, ((">", zero),)), made))


def _falling(amount: Amount, value: Node, unit: str, output: Output) -> Node | None:
    low = _number(amount, amount.value, unit, output)
    if low is None or amount.signed:
        return None
    less = _negative(low)
    match amount.sign:
        case "about":
            return Comparison(value, (("==", Application("about", (less,))),))
        case "within":
            high = None if amount.high is None else _number(amount, amount.high, unit, output)
            if high is None:
                return None
            return Comparison(_negative(high), (("<=", value), ("<=", less)))
        case "==":
            return Comparison(value, (("==", less),))
        case sign:
            made = Comparison(value, ((_TURNED[sign], less),))
            if sign in (">", ">="):
                return made
            return Junction("and", (Comparison(value, (("<", _ZERO),)), made))


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


def _classed(
    claim: Claim, label: Label, value: Node, unit: str, output: Output, scales: Iterable[Classes]
) -> Node | None:
    if label.grade == "same":
        return value if isinstance(value, Comparison) and unit == "same" else None
    if output.kind == "category":
        held = {name for of, name in label.values if of == output.name}
        return Comparison(value, (("==", Text(held.pop())),)) if len(held) == 1 else None
    if output.kind == "date" or not label.grade or unit == "ratio":
        return None
    is_size = claim.term.kind == "change" or output.changes_of or output.is_change
    sized = Application("abs", (value,)) if is_size else value
    fitting = [one for one in scales if _is_in(label, one)]
    if len(fitting) == 1 or (fitting and label.amount is not None):
        held = {band.label: (_limit(band.low), _limit(band.high)) for band in fitting[0]}
        bands = Bands(tuple((name, low, high) for name, (low, high) in held.items()))
        return Comparison(Application("band", (sized, bands)), (("==", Text(label.grade)),))
    if fitting or label.amount is None or label.amount.sign == "about":
        return None
    return _amount(label.amount, sized, unit, output)


def _is_in(label: Label, scale: Classes) -> bool:
    """Tell whether a scale has a class, with the limits that stand beside it."""
    held = next((band for band in scale if band.label == label.grade), None)
    if held is None or label.amount is None:
        return held is not None
    return [end and end.value for end in label.amount.limits] == [held.low, held.high]


def _limit(value: float | None) -> Number | None:
    return None if value is None else Number(value, f"{value:g}")

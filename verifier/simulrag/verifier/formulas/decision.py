"""Turns an evaluated formula into a verdict: supported, refuted or undecided, and why."""

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import date
from typing import Literal

from simulrag.simulators.interface import Call
from simulrag.simulators.unit_notation import symbol
from simulrag.verifier.formulas.comparison import About, allowed
from simulrag.verifier.formulas.evaluation import Evaluator
from simulrag.verifier.formulas.listings import Element, Scope, bound
from simulrag.verifier.formulas.printing import written
from simulrag.verifier.formulas.syntax import (
    TURNED,
    Application,
    Arithmetic,
    Comparison,
    Each,
    Formula,
    Junction,
    Minus,
    Node,
    Not,
    has_output,
    walk,
)
from simulrag.verifier.formulas.truths import (
    SUPPORTED,
    Odds,
    Truth,
    chance_text,
    share_text,
    stated,
)
from simulrag.verifier.formulas.values import (
    Amount,
    Category,
    Period,
    Undefined,
    Value,
    Written,
    in_unit,
    of_print,
    point,
)

#: What a claim is held against: the record, the runs as such, or the world as the ensemble tells.
Against = Literal["record", "run", "world"]
Decision = Literal["supported", "refuted", "undecided"]


@dataclass(frozen=True, slots=True)
class Decided:
    """What was decided of a formula, and on what."""

    decision: Decision
    against: Against
    truth: Truth
    derivation: str
    #: The statement that the decision rests on.
    leading: Node
    claimed: str = ""
    simulated: str = ""
    low: float | None = None
    high: float | None = None
    unit: str = ""

    @property
    def odds(self) -> Odds | None:
        """For how many members it holds; None where none tell.

        Against runs it decides nothing, and says how much the decision by their centre is worth.
        """
        return None if self.against == "record" else self.truth.odds()

    @property
    def probability(self) -> float | None:
        """The share of members in which it holds; None where none tell or parts are open."""
        return None if self.odds is None else stated(self.odds)

    @property
    def chance(self) -> str:
        """The same for a person, with what is open; empty where no members tell."""
        return "" if self.odds is None else chance_text(self.odds)


def held_against(wanted: Against, evaluator: Evaluator, calls: Sequence[Call]) -> Against:
    """Return what a claim is held against: always the record where all calls are on record."""
    if calls and all(evaluator.runs.function(call).on_record for call in calls):
        return "record"
    return "world" if wanted == "record" else wanted


def decide(formula: Formula, evaluator: Evaluator, against: Against) -> Decided:
    """Evaluate a formula and return the decision. Raises FormulaError or SimulatorError."""
    truth = evaluator.truth(formula.root, {})
    held = held_in(truth, against)
    decision: Decision = "undecided"
    if held is not None:
        decision = "supported" if held else "refuted"
    first = leading(formula.root, evaluator, against, held)
    told = _told(formula.root, evaluator, against, {})
    if truth.why and held is None:
        told = f"{told}; {truth.why}"
    if held is not None and (rests := _rests_on_centre(formula.root, evaluator, against, held)):
        told = f"{told}; {rests}"
    return Decided(decision, against, truth, told, first, *_sides(first, evaluator))


def truth_text(truth: Truth, against: Against) -> str:
    """Return whether something holds, with its chance where members tell it."""
    word = _TRUTHS[held_in(truth, against)]
    odds = truth.odds() if against == "world" else None
    return f"{word}, probability {chance_text(odds)}" if odds else word


_TRUTHS = {True: "true", False: "false", None: "undecided"}


def _rests_on_centre(root: Node, evaluator: Evaluator, against: Against, held: bool) -> str:
    """Return the rule by which a number or range is decided whose 90 % range reaches beyond it.

    Its centre then decides; how many members lie within stands beside, where they tell.
    """
    if against != "world" or evaluator.truth(root, {}).members is not None:
        return ""
    by_member = evaluator.by_member(root)
    odds = by_member.odds()
    sure = by_member.run is not None if odds is None else odds.low >= SUPPORTED
    if sure or not held or not any(isinstance(one, Comparison) for one in walk(root)):
        return ""
    chance = f", it holds with probability {chance_text(odds)}" if odds else ""
    return f"the centre is within what is claimed, the 90 % range is not{chance}"


def held_in(truth: Truth, against: Against) -> bool | None:
    """Return whether a truth holds, held against the world or the runs."""
    return truth.in_world() if against == "world" else truth.run


def _atoms(node: Node) -> Iterator[Node]:
    """Return the statements that a formula consists of, each with its own `not`."""
    if isinstance(node, Junction):
        for operand in node.operands:
            yield from _atoms(operand)
    else:
        yield node


def leading(root: Node, evaluator: Evaluator, against: Against, held: bool | None) -> Node:
    """Return the statement that the decision rests on: the first that is as true as the whole."""
    atoms = list(_atoms(root))
    for atom in atoms:
        if held_in(evaluator.truth(atom, {}), against) is held:
            return atom
    return atoms[0]


def _sides(atom: Node, evaluator: Evaluator) -> tuple[str, str, float | None, float | None, str]:
    """Return what was claimed and simulated in a statement, and the interval of the latter."""
    denied = isinstance(atom, Not)
    atom = atom.operand if isinstance(atom, Not) else atom
    if not isinstance(atom, Comparison):
        return "", "", None, None, ""
    own, limits = limits_beside(atom)
    value = evaluator.value(own, {})
    claimed = " and ".join(
        written(limit) if sign == "==" else f"{sign} {written(limit)}"
        for sign, limit in limits
        if not has_output(limit)
    )
    if claimed and denied:
        claimed = f"not {claimed}"
    if not isinstance(value, Amount):
        return claimed, value_text(value), None, None, ""
    if value.unit == "date":
        return claimed, value_text(value), None, None, "date"
    low, high = (end if math.isfinite(end) else None for end in value.predicted())
    return claimed, value_text(value), low, high, value.unit or ""


#: Comparisons of a chain that gives a value a limit on either side.
_BOTH_SIDES = 2


def limits_beside(atom: Comparison) -> tuple[Node, list[tuple[str, Node]]]:
    """Return the side of a comparison that reads a run first, and what limits it."""
    own, operator, other = leading_pair(atom)
    if len(atom.rest) == _BOTH_SIDES:
        return own, [(TURNED[atom.rest[0][0]], atom.first), atom.rest[1]]
    return own, [(operator, other)]


def leading_pair(atom: Comparison) -> tuple[Node, str, Node]:
    """Return the first pair that a comparison compares, the side that reads a run first."""
    left, operator, right = next(atom.pairs())
    own, other = _valued(left), _valued(right)
    return (own, operator, other) if has_output(own) else (other, TURNED[operator], own)


def _valued(side: Node) -> Node:
    """Return a side without the `about` around the output of a run, which has no value itself."""
    told = isinstance(side, Application) and side.name == "about" and has_output(side)
    return side.arguments[0] if isinstance(side, Application) and told else side


def _told(node: Node, evaluator: Evaluator, against: Against, scope: Scope) -> str:
    """Return a statement with the values of its outputs: "25.8 - 21.8 = 4.0 == about(4.0)"."""
    match node:
        case Junction(operator=operator, operands=operands):
            joint = "; " if operator == "and" else " or "
            return joint.join(_told(part, evaluator, against, scope) for part in operands)
        case Not(operand=operand):
            return f"not ({_told(operand, evaluator, against, scope)})"
        case Comparison():
            limits = limits_of(node, evaluator, scope)
            made = [_side_text(node.first, evaluator, scope, limits)]
            for operator, side in node.rest:
                made.append(f"{operator} {_side_text(side, evaluator, scope, limits)}")
            return " ".join(made)
        case Application(name=name, arguments=(Each() as each,)):
            return _counted(name, each, evaluator, against, scope)
        case _:
            return written(node)


def limits_of(node: Comparison, evaluator: Evaluator, scope: Scope) -> list[Amount]:
    """Return the numbers by which a comparison limits a value; of those under == both ends."""
    ordered = any(operator not in ("==", "!=") for operator, _ in node.rest)
    sides = [node.first, *(side for _, side in node.rest)] if ordered else []
    limits = [evaluator.value(side, scope) for side in sides if not has_output(side)]
    made = [limit for limit in limits if isinstance(limit, Amount)]
    for left, operator, right in node.pairs():
        own, other = (left, right) if has_output(left) else (right, left)
        if operator in ("==", "!=") and has_output(own) and not has_output(other):
            made += _ends(evaluator.value(_valued(own), scope), evaluator.side(other, scope))
    return made


def _ends(value: Value, side: Value | About) -> list[Amount]:
    """Return the ends between which a number is as claimed under ==."""
    if not isinstance(value, Amount) or value.unit == "date" or math.isinf(value.centre):
        return []
    return [point(end, value.unit) for end in allowed(value, "==", side) if math.isfinite(end)]


def _side_text(
    node: Node, evaluator: Evaluator, scope: Scope, limits: Sequence[Amount] = ()
) -> str:
    """Return a side with what it is worth; one without outputs as it is written."""
    if not has_output(node):
        return written(node)
    if isinstance(node, Application) and node.name == "about":
        return f"about {_side_text(node.arguments[0], evaluator, scope)}"
    value = value_text(evaluator.value(node, scope), with_range=True, limits=limits)
    parts = _parts(node, evaluator, scope)
    return f"{parts} = {value}" if parts else value


def _parts(node: Node, evaluator: Evaluator, scope: Scope) -> str:
    """Return the values that a sum, difference or ratio is made of; "" for a single one."""
    match node:
        case Arithmetic(operator=operator, left=left, right=right):
            sides = [_operand(side, evaluator, scope) for side in (left, right)]
            return f" {operator} ".join(sides)
        case Minus(operand=operand):
            inner = _operand(operand, evaluator, scope)
            return f"-({inner})" if inner.startswith("-") else f"-{inner}"
        case Application(name="abs" | "percent_change" as name, arguments=arguments):
            return f"{name}({', '.join(_operand(one, evaluator, scope) for one in arguments)})"
        case _:
            return ""


def _operand(node: Node, evaluator: Evaluator, scope: Scope) -> str:
    inner = _parts(node, evaluator, scope)
    if inner:
        return f"({inner})"
    return value_text(evaluator.value(node, scope)) if has_output(node) else written(node)


def _counted(name: str, each: Each, evaluator: Evaluator, against: Against, scope: Scope) -> str:
    """Return in how many cases a statement holds, and the first that decides otherwise."""
    cases = [
        (one, held_in(evaluator.truth(each.element, bound(each.variables, one, scope)), against))
        for one in evaluator.elements_of(each.source, scope)
    ]
    sure, open_ = (sum(held is wanted for _, held in cases) for wanted in (True, None))
    wanted = name != "all"
    told = f"{sure} of {len(cases)} are so"
    if open_:
        told += f", {open_} open"
    found = [one for one, held in cases if held is wanted]
    if not found and open_:
        found, word = [one for one, held in cases if held is None], "open"
    else:
        word = "so" if wanted else "not"
    if found:
        inner = _told(each.element, evaluator, against, bound(each.variables, found[0], scope))
        told += f"; {word} for {plain(found[0])}: {inner}"
    return told


def plain(element: Element) -> str:
    """Return an element of a list as text."""
    match element:
        case Amount():
            return value_text(element)
        case tuple():
            return " and ".join(plain(part) for part in element)
        case _:
            return f"{element:g}" if isinstance(element, float) else str(element)


def value_text(value: Value, *, with_range: bool = False, limits: Sequence[Amount] = ()) -> str:
    """Return a value for a person, rounded as its output is; with its 90 % range where asked.

    Beside limits it has as many digits as show on which side of them it lies.
    """
    match value:
        case Undefined(why=why):
            return f"undefined ({why})"
        case Category(label=label, alike=alike):
            return f"{label} ({', '.join(alike)} alike)" if alike and with_range else label
        case Written(text=text) | Period(text=text):
            return text
        case Amount(unit="date"):
            return _day_text(value) if with_range else _day(value.centre).isoformat()
        case Amount():
            return _amount_text(value, limits, with_range=with_range)


def _day(ordinal: float) -> date:
    return date.fromordinal(round(ordinal))


def _day_text(value: Amount) -> str:
    """Return a date with its 90 % range; one that stands for days before it with these days."""
    day = _day(value.centre)
    if not value.day_span:
        ends = [_day(end).isoformat() for end in value.predicted() if math.isfinite(end)]
        between = f" [{' to '.join(ends)}]" if len(set(ends)) == len(_ENDS) else ""
        return f"{day.isoformat()}{between}"
    return f"{day.isoformat()} ({day_span_text(value)})"


def day_span_text(value: Amount) -> str:
    """Return the days that a date stands for: "week of 26 Jan to 1 Feb"."""
    day, first = _day(value.centre), _day(value.centre - value.day_span)
    span = "week" if value.day_span == _WEEK else "days"
    return f"{span} of {first.day} {first:%b} to {day.day} {day:%b}"


_ENDS = ("first", "last")
#: Days before the last of a week.
_WEEK = 6


def _amount_text(value: Amount, limits: Sequence[Amount], *, with_range: bool) -> str:
    if math.isinf(value.centre):
        return _late_text(value, with_range=with_range)
    # A year has no unit, and no commas.
    grouped = bool(value.unit or value.counted)
    number = _rounded(value.centre, _telling_decimals(value, limits, value.decimals), grouped)
    unit = symbol(value.unit or value.counted, number)
    text = f"{number} {unit}".rstrip()
    if value.ensemble:
        return _chance_text(value, _telling_decimals(value, limits, 0))
    if not with_range:
        return text
    ends = value.predicted()
    decimals = _told_decimals(value.centre, *ends, value.decimals)
    low, high = (_rounded(end, decimals, grouped) if math.isfinite(end) else "" for end in ends)
    if low == high:
        return text
    centre = _rounded(value.centre, _telling_decimals(value, limits, decimals), grouped)
    return f"{centre} {unit}".rstrip() + f" [{ends_text(low, high, year=value.year)}]"


def _late_text(value: Amount, *, with_range: bool) -> str:
    """Return the year of what does not come as long as a run looks, or members do."""
    text = f"{value.beyond:g} or later, or never"
    low, _ = value.predicted()
    early = with_range and low < value.beyond
    return f"{text} [{ends_text(_rounded(low, value.decimals), '', year=True)}]" if early else text


def _chance_text(value: Amount, decimals: int) -> str:
    """Return a share of members, with those for which it is open."""
    count = value.ensemble
    low, high = _rounded(value.low, decimals), _rounded(value.high, decimals)
    if value.low == value.high:
        return f"{low} %{share_text(value.centre, count)}"
    open_ = round((value.high - value.low) * count / 100.0)
    return f"{low} to {high} % (open for {open_} of {count} members)"


#: Digits beyond those of its output that a value gets at most beside a limit.
_MORE_DIGITS = 6


def _telling_decimals(value: Amount, limits: Sequence[Amount], decimals: int) -> int:
    """Return from `decimals` on the first with which a value is on its own side of each limit."""
    ends = [in_unit(limit, value.unit or "").centre for limit in limits]
    ends = [end for end in ends if not math.isclose(end, value.centre, rel_tol=1e-9)]
    for digits in range(decimals, decimals + _MORE_DIGITS):
        shown = round(value.centre, digits)
        if all(shown != end and (shown < end) == (value.centre < end) for end in ends):
            return digits
    return decimals


def ends_text(low: str, high: str, *, year: bool = False) -> str:
    """Return a range: "2 to 3"; with an end that is "", as it has none, "2 or more"."""
    if low and high:
        return f"{low} to {high}"
    more, less = ("later", "earlier") if year else ("more", "less")
    return f"{low} or {more}" if low else f"{high} or {less}"


def _told_decimals(centre: float, low: float, high: float, most: int) -> int:
    """Return the decimals of a value's text: two significant digits of its spread, at most.

    As many at least as make the text, read as a number that is printed, hold the centre: 686 with
    a wide spread is no 690, and 12,930 is 12,900.
    """
    known = [end for end in (low, high) if math.isfinite(end)]
    spread = high - low if len(known) > 1 else 2 * max((abs(centre - e) for e in known), default=0)
    if not 0 < spread < math.inf:
        return most
    decimals = min(most, 1 - math.floor(math.log10(spread)))
    while decimals < 0:
        shown = round(centre, decimals)
        if abs(shown - centre) <= of_print(shown, f"{abs(shown):.0f}").half:
            break
        decimals += 1
    return decimals


#: From here on a number is written with its power of ten.
_LONG = 1e15


def _rounded(number: float, decimals: int, grouped: bool = False) -> str:
    number, decimals = round(number, decimals), max(decimals, 0)
    comma = "," if grouped else ""
    text = f"{number:{comma}.{decimals}f}" if abs(number) < _LONG else f"{number:.6g}"
    return text if text.strip("-0.") else text.lstrip("-")

"""Makes a refuted claim true by the smallest change: the literal that its formula compares.

Only a number, date or label that the formula compares is replaced, at its own place in the text,
with the sign, unit and precision that stand there, or a direction word by its declared opposite.
Conditions are never rewritten. Whoever uses what comes back must still hold it against the text
and decide it: a correction that is not supported is none. Of names that a formula lists, only a
place outside of their enumeration is rewritten.
"""

import math
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date
from typing import NamedTuple

from simulrag.simulators import interface
from simulrag.verifier.formulas.anchoring.anchor import Anchoring, Placed
from simulrag.verifier.formulas.anchoring.lexicon import factor_of
from simulrag.verifier.formulas.decision import Against
from simulrag.verifier.formulas.evaluation import Evaluator
from simulrag.verifier.formulas.printing import written
from simulrag.verifier.formulas.renumbering import NotWritten, renumbered
from simulrag.verifier.formulas.syntax import (
    TURNED,
    Application,
    Arithmetic,
    Bands,
    Comparison,
    Each,
    Formula,
    FormulaError,
    Junction,
    Minus,
    Node,
    Not,
    Number,
    Output,
    Text,
    Variable,
    calls_of,
    rebuilt,
    walk,
)
from simulrag.verifier.formulas.values import (
    Amount,
    Category,
    Undefined,
    Value,
    in_unit,
    named_unit,
)

_DIGIT = re.compile(r"\d")
_YEAR = re.compile(r"\b\d{4}\b")
#: Words that tell an order by themselves, and those that tell it of what verbs change.
_COMPARATIVE = re.compile(r"\w+er|more|less", re.IGNORECASE)
_MORE = re.compile(r"\b(?:more|less)\b(?=\s+(?:\w+\s+){0,3}than\b)", re.IGNORECASE)
#: What makes "more" and "less" a limit of a number behind them: "more than tripled".
_LIMITING = re.compile(r"\s+than\s+(\w+)")
_ISO = re.compile(r"\d{4}-\d{2}-\d{2}")


class NoCorrection(Exception):
    """Why no small change makes a text true."""


class Corrected(NamedTuple):
    """A text made true, and the formula that it now says."""

    text: str
    formula: Formula


@dataclass(frozen=True, slots=True)
class _Edit:
    """New text at a place, and the node that stands for it in the formula."""

    start: int
    end: int
    new: str
    atom: Comparison


def corrected(
    text: str, formula: Formula, anchored: Anchoring, evaluator: Evaluator, against: Against
) -> Corrected:
    """Return the text and formula with what is wrong made right. Raises NoCorrection."""
    edits: list[_Edit] = []
    atoms: dict[int, Node] = {}
    names = listed(formula.root, evaluator)
    for index, atom in enumerate(_conjuncts(formula.root)):
        truth = evaluator.truth(atom, {})
        if (truth.in_world() if against == "world" else truth.run) is True:
            continue
        edit = _edit(text, atom, anchored.placed, evaluator, names)
        if any(edit.start < one.end and one.start < edit.end for one in edits):
            raise NoCorrection("one place of the text says several things of it that are wrong")
        edits.append(edit)
        atoms[index] = edit.atom
    if not edits:
        raise NoCorrection("no statement of it is wrong by itself, only all of them together")
    parts = [atoms.get(i, atom) for i, atom in enumerate(_conjuncts(formula.root))]
    root = parts[0] if len(parts) == 1 else Junction("and", tuple(parts))
    for edit in sorted(edits, key=lambda one: one.start, reverse=True):
        text = f"{text[: edit.start]}{edit.new}{text[edit.end :]}"
    return Corrected(text, Formula(written(root), root))


def _conjuncts(root: Node) -> Sequence[Node]:
    if isinstance(root, Junction) and root.operator == "and":
        return root.operands
    return (root,)


#: What a statement is that no single literal makes true.
_KINDS: Mapping[type[Node], str] = {
    Not: "it denies something",
    Junction: "it says that one of several things holds",
    Application: "it speaks of several cases at once",
}


def _edit(
    text: str, atom: Node, placed: Sequence[Placed], evaluator: Evaluator, names: frozenset[str]
) -> _Edit:
    """Return the change that makes one statement true."""
    if not isinstance(atom, Comparison):
        raise NoCorrection(f"{_KINDS[type(atom)]}, so that its words would need rewriting")
    if len(atom.rest) != 1:
        raise NoCorrection("it states two limits, and which of them should change is open")
    ((operator, right),) = atom.rest
    literal = _literal(right)
    if literal is None:
        return _turned(text, atom, evaluator)
    own = evaluator.value(atom.first, {})
    if bound := _printed_bound(text, atom.first, literal):
        raise NoCorrection(
            f"the text prints {bound}, a bound of {literal.printed}, and another class has others"
        )
    place = _place(text, literal, placed, names)
    told = {abs(node.value) for call in calls_of(atom) for node in walk(call)
            if isinstance(node, Number)}  # fmt: skip
    if isinstance(literal, Number) and abs(literal.value) in told:  # a condition as well
        _check_single(text, literal, placed)
    if isinstance(literal, Text) and isinstance(own, Category):
        words, said = _spellings(atom, evaluator), text[place.start : place.end]
        if said.casefold() in map(str.casefold, words.get(literal.value, ())):
            new = _alike(said, words.get(own.label, ()))
            return _Edit(place.start, place.end, new, _beside(atom, literal, Text(own.label)))
    made, start, end, shown = _new_literal(text, literal, own, right, operator, place)
    return _Edit(start, end, shown, _beside(atom, literal, made))


def _beside(atom: Comparison, literal: Node, made: Node) -> Comparison:
    """Return a comparison with another literal in the place of the one on its right."""
    ((operator, right),) = atom.rest
    side = rebuilt(right, lambda node: made if node is literal else node)
    return replace(atom, rest=((operator, side),))


def _spellings(atom: Comparison, evaluator: Evaluator) -> dict[str, tuple[str, ...]]:
    """Return the words for each choice of the functions that a comparison calls."""
    functions = [evaluator.runs.registry.function(call) for call in calls_of(atom)]
    return {value: words for function in functions for one in function.parameters
            for value, words in one.choices.items()}  # fmt: skip


def _alike(said: str, words: Sequence[str]) -> str:
    """Return the words for another choice that look like those for this one ("SSP2-4.5")."""
    shape = _DIGIT.sub("0", said.casefold())
    found = next((word for word in words if _DIGIT.sub("0", word.casefold()) == shape), None)
    if found is None:
        raise NoCorrection(f"{said!r} has no counterpart in its form for what is true")
    return found.upper() if said.isupper() else _cased(found, said[0])


def _printed_bound(text: str, classed: Node, literal: Number | Text) -> str:
    """Return the bound of a class that a text prints beside it; empty where it prints none."""
    ends = (
        end.printed
        for node in walk(classed)
        if isinstance(node, Bands)
        for label, *bounds in node.bands
        if label == literal.printed
        for end in bounds
        if end is not None
    )
    printed = (one for one in ends if re.search(rf"(?<![\w.]){re.escape(one)}(?![.,]?\d)", text))
    return next(printed, "")


def _literal(node: Node) -> Number | Text | None:
    """Return the one literal that a side consists of, whatever stands around it."""
    match node:
        case Number() | Text():
            return node
        case Minus(operand=operand):
            return _literal(operand)
        case Application(name="about" | "quantity" | "days" | "weeks", arguments=(inner, *_)):
            return _literal(inner)
        case _:
            return None


def _place(
    text: str, literal: Number | Text, placed: Sequence[Placed], names: frozenset[str]
) -> Placed:
    """Return where the text says what is compared, and not where it lists it with others."""
    said = literal.printed
    places = [one for one in placed if one.literal.printed == said]
    if not places:
        raise NoCorrection(f"the text does not print {said} at a place of its own")
    if isinstance(literal, Number) or _ISO.fullmatch(said):
        return places[0]
    own = outside(text, dict.fromkeys((one.start, one.end) for one in places), names)
    if not own:
        raise NoCorrection(f"the text names {said} only in a list, and which word says it is open")
    if len(own) > 1:
        raise NoCorrection(
            f"the text names {said} at several places, and which should change is open"
        )
    return next(one for one in places if (one.start, one.end) == own[0])


def _check_single(text: str, literal: Number, placed: Sequence[Placed]) -> None:
    """Raise NoCorrection where a number that is a condition as well stands at several places.

    A date whose year it might be is none of them.
    """
    own = (one for one in placed if one.literal.printed == literal.printed)
    places = {(one.start, one.end) for one in own if not _YEAR.search(text[one.start : one.end])}
    if len(places) > 1:
        raise NoCorrection(
            f"the text prints {literal.printed} at several places, and which should change is open"
        )


def _new_literal(
    text: str,
    literal: Number | Text,
    own: Value,
    side: Node,
    operator: str,
    place: Placed,
) -> tuple[Number | Text, int, int, str]:
    match literal, own:
        case Number(), Amount(centre=math.inf):
            raise NoCorrection("there is no value to put in its place: it comes later, or never")
        case Number(), Amount():
            return _number(text, literal, own, side, operator, place)
        case Text(value=value), Category(choices=labels) if value.casefold() not in {
            word.casefold() for label, words in labels.items() for word in (label, *words)
        }:
            raise NoCorrection(f"{value!r} is a part of a label, whose other words stand elsewhere")
        case Text(), Category(label=label):
            return Text(label), place.start, place.end, _cased(label, text[place.start])
        case Text(value=value), Amount(unit="date") if _ISO.fullmatch(value):
            return _date(text, own, place)
        case _, Undefined(why=why):
            raise NoCorrection(f"there is no value to put in its place: {why}")
        case _:
            raise NoCorrection(f"{literal.printed} is a period or class, of which there are more")


def _cased(label: str, first: str) -> str:
    return label[:1].upper() + label[1:] if first.isupper() else label


def _number(
    text: str, literal: Number, own: Amount, side: Node, operator: str, place: Placed
) -> tuple[Number, int, int, str]:
    value = _in_side(own, side)
    if value is None:
        raise NoCorrection(f"the value has no number in the unit of {literal.printed}")
    span = place.start, place.end
    try:
        exact = literal.printed.endswith(".0") and "." not in text[slice(*span)]
        return renumbered(
            text, span, literal, value, operator, own.decimals, unrounded=own.year or exact
        )
    except NotWritten as error:
        raise NoCorrection(str(error)) from None


def _in_side(own: Amount, side: Node) -> float | None:
    """Return the value in the unit in which the side writes its number."""
    match side:
        case Application(name="about", arguments=(inner, *_)):
            return _in_side(own, inner)
        case Minus(operand=operand):
            value = _in_side(own, operand)
            return None if value is None else -value
        case Application(name="quantity", arguments=(_, Text(value=unit))):
            wanted = named_unit(unit)
        case Application(name="days" | "weeks" as name):
            wanted = name.removesuffix("s")
        case _:
            return own.centre
    difference = own.unit is not None and own.unit.startswith("delta_")
    try:
        return in_unit(own, f"delta_{wanted}" if difference else wanted).centre
    except FormulaError:
        return None


def _date(text: str, own: Amount, place: Placed) -> tuple[Text, int, int, str]:
    day = date.fromordinal(round(own.centre))
    printed = text[place.start : place.end]
    shown = _like(printed, day)
    if shown is None:
        raise NoCorrection(f"{printed!r} is no form of a day in which {day.isoformat()} is written")
    return Text(day.isoformat()), place.start, place.end, shown


def _like(printed: str, day: date) -> str | None:
    """Return a day in the format of another; None for a format that names no day."""
    if _ISO.fullmatch(printed):
        return day.isoformat()
    month = f"{day:%B}" if re.search(r"[A-Za-z]{4,}", printed) else f"{day:%b}"
    year = f", {day.year}" if re.search(r"\d{4}", printed) else ""
    if re.match(r"\d{1,2}(?:st|nd|rd|th)?\s+[A-Za-z]", printed):
        return f"{day.day} {month}{year.replace(',', '')}"
    if re.match(r"[A-Za-z]+\.?\s+\d{1,2}(?!\d)", printed):
        return f"{month} {day.day}{year}"
    return None


def _turned(text: str, atom: Comparison, evaluator: Evaluator) -> _Edit:
    """Return an order with its one direction word turned into the declared opposite."""
    ((operator, right),) = atom.rest
    found = [
        (match, opposite)
        for word, opposite in _opposites(atom, evaluator).items()
        for match in re.finditer(rf"\b{re.escape(word)}\b", text, re.IGNORECASE)
    ]
    if order := _order_of_changes(text, found):
        found = [order]
    if operator in ("==", "!="):
        raise NoCorrection("it says that two values are the same, or not, and prints none of them")
    limits = (_LIMITING.match(text, match.end()) for match, _ in found)
    if any(one and factor_of(one[1].lower()) is not None for one in limits):
        raise NoCorrection("a number in words is its limit, so that words would need rewriting")
    if len(found) != 1:
        many = "several words say" if found else "no word with a declared opposite says"
        raise NoCorrection(f"{many} which way it goes, so that words would need rewriting")
    ((match, opposite),) = found
    if _of_changes(atom, evaluator) and not _COMPARATIVE.fullmatch(match[0]):
        raise NoCorrection(f"{match[0]!r} says how each side changes, and not which is the greater")
    new = _cased(opposite, text[match.start()])
    turned = Comparison(atom.first, ((TURNED[operator], right),))
    return _Edit(match.start(), match.end(), new, turned)


def _order_of_changes(
    text: str, found: Sequence[tuple[re.Match[str], str]]
) -> tuple[re.Match[str], str] | None:
    """Return "more" or "less" with its opposite where verbs change and it alone tells the order."""
    orders = list(_MORE.finditer(text))
    if len(orders) != 1 or any(_COMPARATIVE.fullmatch(match[0]) for match, _ in found):
        return None
    return orders[0], "less" if orders[0][0].casefold() == "more" else "more"


def _of_changes(atom: Comparison, evaluator: Evaluator) -> bool:
    """Tell whether a comparison is of changes, whose words tell no order ("warms more than")."""
    return any(
        (isinstance(node, Arithmetic) and node.operator == "-")
        or (isinstance(node, Application) and node.name == "percent_change")
        or (
            isinstance(node, Output)
            and any(
                one.is_change or one.changes_of or one.unit.startswith("delta_")
                for one in _declared(node, evaluator)
            )
        )
        for node in walk(atom)
    )


def _opposites(atom: Comparison, evaluator: Evaluator) -> dict[str, str]:
    """Return direction word -> opposite, as the outputs of a comparison declare them."""
    made: dict[str, str] = {}
    for node in walk(atom):
        if isinstance(node, Output):
            for output in _declared(node, evaluator):
                pairs = output.directions.pairs
                made |= {rise: fall for rise, fall in pairs} | {fall: rise for rise, fall in pairs}
    return made


def _declared(node: Output, evaluator: Evaluator) -> list[interface.Output]:
    function = evaluator.runs.registry.function(node.run)
    return [output for output in function.outputs if output.name == node.name]


Span = tuple[int, int]

#: What stands between the names of a list.
_BETWEEN = re.compile(
    r"[\s,;/&]*(?:\b(?:and|or|with|versus|vs|nor)\b\.?)?[\s,;/&]*(?:the\s+)?", re.IGNORECASE
)


def listed(root: Node, evaluator: Evaluator) -> frozenset[str]:
    """Return the names in all lists of a formula."""
    found: set[str] = set()
    for node in walk(root):
        if not isinstance(node, Each) or isinstance(node.source, Output):
            continue
        if any(isinstance(part, Variable) for part in walk(node.source)):
            continue
        for element in evaluator.elements_of(node.source, {}):
            parts = element if isinstance(element, tuple) else (element,)
            found.update(part for part in parts if isinstance(part, str))
    return frozenset(found)


def outside(text: str, spans: Iterable[Span], names: frozenset[str]) -> list[Span]:
    """Return the places that do not belong to an enumeration of the names.

    An enumeration names each once: in "of Ohio and Texas, Texas" the second Texas is outside.
    """
    within = {place for chain in _chains(text, names) if len(chain) > 1 for place in chain}
    return [
        (start, end) for start, end in spans if not any(start < b and a < end for a, b in within)
    ]


def _chains(text: str, names: frozenset[str]) -> list[list[Span]]:
    """Return runs of different names with nothing but separators between them."""
    chains: list[list[Span]] = []
    held: set[str] = set()
    for start, end, name in _places(text, names):
        joined = chains and _BETWEEN.fullmatch(text, chains[-1][-1][1], start)
        if not joined or name in held:
            chains.append([])
            held = set()
        chains[-1].append((start, end))
        held.add(name)
    return chains


def _places(text: str, names: frozenset[str]) -> Sequence[tuple[int, int, str]]:
    """Return where names stand, the longest where they overlap ("Kansas" in "Arkansas City")."""
    spoken = {name.split(",", 1)[0].casefold() for name in names} - {""}
    if not spoken:
        return []
    longest = "|".join(re.escape(name) for name in sorted(spoken, key=len, reverse=True))
    pattern = re.compile(rf"(?<!\w)(?:{longest})(?!\w)", re.IGNORECASE)
    return [(one.start(), one.end(), one[0].casefold()) for one in pattern.finditer(text)]

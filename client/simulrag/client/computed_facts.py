"""What simulations give for a question, as facts that the sentences of an answer rest on.

A fact is what a formula of the plan is worth, or a side of a claim that a run decided. It is told
with references that stand for its value, its size without sign and the 90 % range of either, and
it can be written as a statement of the language, by which a sentence is held against it.
"""

import json
import re
from collections.abc import Iterator, Mapping, Sequence

from pydantic import Field

from simulrag.client.marks import Piece, split
from simulrag.simulators.interface import Frozen
from simulrag.verifier.claims import Claim, Computed, ComputedItem
from simulrag.verifier.formulas.notation import parse
from simulrag.verifier.formulas.printing import canonical, written
from simulrag.verifier.formulas.syntax import (
    Application,
    Comparison,
    FormulaError,
    Items,
    Junction,
    Minus,
    Node,
    Not,
    Number,
    Output,
    Text,
    Variable,
    listed,
    walk,
)

#: Most facts of an answer, and characters of a fact that is no number.
MOST_FACTS, LONGEST = 40, 400
_RANGED = re.compile(r"(?P<value>.+?) \[(?P<range>[^\]]+)\]")
_NUMBER = re.compile(r"(?P<sign>[-−]?)(?P<digits>\d[\d,]*(?:\.\d+)?|\.\d+)(?P<unit>.*)", re.S)
_OTHER_WAY = {"less": "more", "more": "less"}
_TRUTH = re.compile(r"(true|false|undecided): ")


class Masked(Frozen):
    """A fact or claim with references in place of its numbers, and what each stands for.

    pieces: its own text. parts: what references stand for, by reference: of a claim "c1.1" and so
    on; of a fact "v1", of a number "v1.size", "v1.range", "v1.size_range" too; of a truth
    "v1.chance"; of elements of a list "v1.1", "v1.1.name", "v1.1.value", "v1.1.range" and so on.
    run_ids: the runs that decided it. statement: what it says in the language of formulas, of an
    open truth the truth itself; empty where nothing was decided, or it has no such form.
    elements: the same of each element of a list, by its reference.
    """

    id: str
    text: str
    verified: bool
    run_ids: tuple[str, ...]
    pieces: tuple[Piece, ...]
    parts: Mapping[str, Piece]
    statement: str = ""
    is_truth: bool = False
    elements: Mapping[str, str] = Field(default_factory=dict)
    #: Whether a truth or the sign of a value is undecided, or a claim true with a chance that has
    #: to be told.
    is_open: bool = False
    #: Of a claim that was decided: its probability.
    chance: str = ""
    #: Whether it tells a chance of what is forced, without natural variability.
    forced: bool = False
    #: Of a fact: the formula that it is of, this for a person, and what its runs tell besides.
    formula: str = ""
    words: str = ""
    notes: tuple[str, ...] = ()

    @property
    def is_value(self) -> bool:
        """Whether it says what a value is, and no more."""
        return bool(self.formula) and not self.is_truth


def expanded(formula: str, let: Mapping[str, str]) -> str:
    """Return a formula with its names written out. Raises FormulaError."""
    return written(parse(formula, let).root)


def same(formula: str) -> str:
    """Return one text for all formulas that say the same by their form. Raises FormulaError."""
    return canonical(parse(formula, {}).root)


def says_the_same(one: Claim, other: Claim) -> bool:
    """Tell whether the formulas of two claims say the same by their form."""
    try:
        return same(expanded(one.formula, one.let)) == same(expanded(other.formula, other.let))
    except FormulaError:
        return False


def sides(formula: str, let: Mapping[str, str]) -> Iterator[str]:
    """Yield what a claim compares, each side that holds an output; nothing of what is no formula.

    What hangs on a name of `for` is no value by itself; the end of a range, the size and the
    negative of a value stand beside it.
    """
    try:
        root = parse(formula, let).root
    except FormulaError:
        return
    for atom in _atoms(root):
        for side in (atom.first, *(one for _, one in atom.rest)):
            parts = list(walk(side))
            side = _unsigned(_ranged(side))
            of_run = any(isinstance(one, Output) for one in parts)
            if of_run and not any(isinstance(one, Variable) for one in parts):
                yield written(side)


def is_equality(formula: str, let: Mapping[str, str]) -> bool:
    """Tell whether a claim only says what single values are."""
    try:
        root = parse(formula, let).root
    except FormulaError:
        return False
    atoms = root.operands if isinstance(root, Junction) else (root,)
    return all(
        isinstance(one, Comparison) and all(sign == "==" for sign, _ in one.rest) for one in atoms
    )


def _atoms(node: Node) -> Iterator[Comparison]:
    match node:
        case Comparison():
            yield node
        case Not(operand=operand):
            yield from _atoms(operand)
        case Junction(operands=operands):
            for one in operands:
                yield from _atoms(one)
        case _:
            return


def _ranged(side: Node) -> Node:
    """Return the value of which a side is the end of the range; else the side."""
    match side:
        case Application(name="low" | "high", arguments=(value, *_)):
            return value
        case _:
            return side


def _unsigned(side: Node) -> Node:
    """Return the value of which a side is the size or the negative; else the side."""
    match side:
        case Application(name="abs", arguments=(value,)) | Minus(operand=value):
            return _unsigned(value)
        case _:
            return side


def facts(values: Sequence[Computed]) -> tuple[Masked, ...]:
    """Return the facts that formulas give, in order, with ids v1, v2, ...; none of what failed."""
    found = [one for one in values if one.problem is None and one.text]
    return tuple(_fact(f"v{n}", one) for n, one in enumerate(found[:MOST_FACTS], start=1))


def _fact(key: str, value: Computed) -> Masked:
    told = value.text if len(value.text) <= LONGEST else f"{value.text[:LONGEST]} ..."
    truth = _TRUTH.match(value.text)
    chance = {f"{key}.chance": value.chance} if value.chance else {}
    full, words = value.full or value.formula, value.words or value.formula
    shown = chance if truth else _shown(key, value) | chance
    probability = f", probability {value.chance}" if value.chance else ""
    text = f"{words[:1].upper()}{words[1:]}: {told}{probability}."
    return Masked(
        id=key,
        text=text,
        verified=True,
        run_ids=value.run_ids,
        pieces=tuple(split(text, value.run_ids, frozenset())),
        parts={name: Piece(text=one, run_ids=value.run_ids) for name, one in shown.items()},
        statement=_truth(full, truth[1]) if truth else _equality(value, shown.get(key)),
        is_truth=truth is not None,
        elements=dict(_elements(key, value)),
        is_open=truth[1] == "undecided" if truth else _spans_zero(value),
        forced=value.forced and _tells_chance(value),
        formula=full,
        words=words,
        notes=value.notes,
    )


def _spans_zero(value: Computed) -> bool:
    return value.low is not None and value.high is not None and value.low < 0 < value.high


def _tells_chance(value: Computed) -> bool:
    ranked = any(one.above_next is not None for one in value.items)
    return bool(value.chance) or ranked or "probability(" in value.full


def _truth(formula: str, word: str) -> str:
    return f"not ({formula})" if word == "false" else formula


def _shown(key: str, value: Computed) -> dict[str, str]:
    """Return what the references to a value stand for."""
    if value.items:
        shown: dict[str, str] = {}
        for number, item in enumerate(value.items[:MOST_FACTS], start=1):
            of = f"{key}.{number}"
            shown |= {of: f"{item.element} ({item.text})", f"{of}.name": str(item.element)}
            own = _parts(of, item.text.partition(", above the next")[0], item.value)
            shown |= {f"{of}.value": own.pop(of), **own}
        return shown
    return _parts(key, value.text, value.value)


def _parts(key: str, text: str, value: object) -> dict[str, str]:
    """Return the parts of a value as printed: itself, its size, and the range of either."""
    if isinstance(value, str):  # a label, or a day with the days that it stands for
        beside = text.removeprefix(value).strip()
        return {key: value, f"{key}.range": beside} if beside else {key: value}
    found = _RANGED.fullmatch(text)
    said = found["value"] if found else text
    number = _NUMBER.fullmatch(said)
    if number is None:
        return {key: said}
    shown = {key: said, f"{key}.size": said.lstrip("-−")}
    if found:
        turned = _turned(found["range"]) if number["sign"] else found["range"]
        shown |= {f"{key}.range": f"[{found['range']}]", f"{key}.size_range": f"[{turned}]"}
    return shown


def _turned(ends: str) -> str:
    """Return the range of a value with the other sign: "-8 to -2", "-17 or less"."""
    low, to, high = ends.partition(" to ")
    if to:
        return f"{_negated(high)} to {_negated(low)}"
    end, _, which = ends.partition(" or ")
    return f"{_negated(end)} or {_OTHER_WAY[which]}" if which in _OTHER_WAY else ends


def _elements(key: str, value: Computed) -> Iterator[tuple[str, str]]:
    """Yield what a list says of its elements, where it names each and their value is printed."""
    try:
        each = listed(parse(value.full, {}).root) if value.items else None
    except FormulaError:  # of names that only the plan knows
        return
    if each is None or len(each.variables) != 1 or not isinstance(each.source, Items):
        return
    named = {_name(node): written(node) for node in each.source.items}
    for place, item in enumerate(value.items[:MOST_FACTS], start=1):
        printed = _parts(key, item.text.partition(", above the next")[0], item.value)[key]
        said = _equal(written(each.element), item, printed)
        if said and item.element in named:
            yield f"{key}.{place}", expanded(said, {each.variables[0]: named[item.element]})


def _name(node: Node) -> str:
    match node:
        case Text(value=value):
            return value
        case Number(value=value):
            return f"{value:g}"
        case _:
            return ""


def _negated(number: str) -> str:
    if number[:1] in "-−":
        return number[1:]
    return f"-{number}" if number.strip("0.") else number


def _equality(value: Computed, said: str | None) -> str:
    """Return that a formula is worth what is printed; empty where no literal says so."""
    full = value.full or value.formula
    return "" if said is None or value.items else _equal(full, value, said)


def _equal(formula: str, worth: Computed | ComputedItem, said: str) -> str:
    """Return that a formula is worth a label or date, or a printed number; else nothing.

    A length between dates is one in days, so that a text may print it as such.
    """
    if isinstance(worth.value, str):
        return f"({formula}) == {json.dumps(worth.value, ensure_ascii=False)}"
    number = _NUMBER.fullmatch(said)
    if number is None:
        return ""
    sign, digits = "-" if number["sign"] else "", number["digits"].replace(",", "")
    if worth.unit == "day":
        return f"{sign}({formula}) == days({digits})"
    return f"({formula}) == {sign}{digits}"

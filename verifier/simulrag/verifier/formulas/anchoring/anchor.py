"""Holds a formula against the words that it was made from: it says what they say, or why not.

What a text prints is read by `mentions` (with `numerals`, `periods`, `vocabulary`, `lexicon`), what
it says of more and less by `stated_directions`; what a formula holds by `literals`, what it claims
of two sides by `claimed_relations`; `printed_literals` tells when a literal is printed. What the
formula has and the text does not is found by `literal_sources`, what it leaves out by `omissions`,
and what it says otherwise by `spoken_outputs`, `spoken_statistics`, `levels_and_rates`,
`compared_numbers`, `ordered_runs`, `stated_moves`, `paired_runs`.
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from pydantic import JsonValue

from simulrag.simulators.capabilities import Equating
from simulrag.simulators.registry import Registry
from simulrag.verifier.claims import Problem
from simulrag.verifier.formulas.anchoring import (
    levels_and_rates,
    lexicon,
    paired_runs,
    spoken_outputs,
    spoken_statistics,
)
from simulrag.verifier.formulas.anchoring.compared_numbers import Numbers
from simulrag.verifier.formulas.anchoring.findings import Finding, folded
from simulrag.verifier.formulas.anchoring.literal_sources import Sources
from simulrag.verifier.formulas.anchoring.literals import Analysis, Literal, analyse
from simulrag.verifier.formulas.anchoring.mentions import Declared, Mentions, mentions
from simulrag.verifier.formulas.anchoring.omissions import Omissions
from simulrag.verifier.formulas.anchoring.ordered_runs import Comparisons
from simulrag.verifier.formulas.anchoring.printed_literals import Matched, iso_day
from simulrag.verifier.formulas.anchoring.stated_moves import StatedMoves
from simulrag.verifier.formulas.syntax import (
    Application,
    Call,
    Formula,
    Node,
    Number,
    Text,
    rebuilt,
    walk,
)

#: How far behind "higher" the "than" may stand that goes with it.
NEAR_THAN = 16


@dataclass(frozen=True, slots=True)
class Placed:
    """Where the text prints a literal that the formula compares."""

    literal: Literal
    start: int
    end: int


@dataclass(frozen=True)
class Anchoring:
    """Whether a formula says what a text says.

    problems: what keeps it from being accepted, each cause once, with what would be valid. assumed:
    what was taken from an assumption or a default, in words. placed: where compared literals are
    printed. each: the problems before they are told together, one for each thing that they are
    about. degrees: the numbers printed in degrees of no scale.
    """

    problems: tuple[Problem, ...] = ()
    assumed: tuple[str, ...] = ()
    placed: tuple[Placed, ...] = ()
    each: tuple[Problem, ...] = ()
    degrees: frozenset[float] = frozenset()


def anchor(
    text: str,
    formula: Formula,
    registry: Registry,
    *,
    context: Sequence[str] = (),
    assume: Mapping[str, JsonValue] | None = None,
) -> Anchoring:
    """Return whether a formula says what a text says, and where the two differ.

    context: sentences that the text goes on from, such as the question. assume: parameter -> its
    value, or its values, where text and context leave it open.
    """
    analysis = analyse(formula, registry)
    declared = tuple(Declared(one) for one in analysis.functions)
    around = tuple(mentions(one, declared) for one in context)
    printed = mentions(text, declared)
    said = _as_said(formula, (printed, *around), registry)
    if said is not formula:
        formula, analysis = said, analyse(said, registry)
    own = _against_before(printed, around, analysis)
    held = Sources(analysis, own, registry, around, assume=dict(assume or {}))
    # Printed in degrees of no scale, where the formula has temperatures.
    warm = any(one.unit in ("degC", "delta_degC") for one in analysis.literals)
    degrees = frozenset(n.value for n in own.numbers if warm and n.unit == "degree")
    findings = (
        *held.unsourced(),
        *Omissions(held).problems(),
        *map(Finding, (*_contradictions(held), *_extremes_and_cases(held, formula))),
    )
    return Anchoring(
        folded(findings),
        (*held.assumptions(), *(["degrees are degrees Celsius"] if degrees else [])),
        tuple(dict.fromkeys(_placed(held))),
        tuple(dict.fromkeys(one.problem for one in findings)),
        degrees,
    )


def _against_before(text: Mentions, around: Sequence[Mentions], analysis: Analysis) -> Mentions:
    """Return a text whose values of inputs are changes from those that its context gives.

    That is of inputs which are given as changes and spoken of as values, such as a limit in km/h.
    """
    units = {p.changed_unit for one in analysis.functions for p in one.parameters} - {""}
    told = {(n.unit, n.value) for one in around for n in one.numbers if n.unit in units and n.value}
    alone = Counter(unit for unit, _ in told)
    before = {unit: value for unit, value in told if alone[unit] == 1}
    changed = tuple(
        one._replace(change=round(100 * (one.value / before[one.unit] - 1), 6))
        if one.change is None and before.get(one.unit, one.value) != one.value else one
        for one in text.numbers
    )  # fmt: skip
    return replace(text, numbers=changed) if changed != text.numbers else text


def _extremes_and_cases(held: Sources, formula: Formula) -> Iterator[Problem]:
    """Return where the most is taken and the text speaks of the least alone, or any for every."""
    taken = {one.name for one in walk(formula.root) if isinstance(one, Application)}
    yield from _no_other(held, taken)
    if held.text.of("negation"):
        return
    words = held.superlatives
    yield from _of_wholes(held, taken)
    if "any" in taken and "all" not in taken and held.text.says(lexicon.EACH):
        yield Problem(
            reason="comparison_differs",
            message="the formula takes any, but the text speaks of every one; take all",
            given="any",
        )
    one = next((said for said in lexicon.ONE_OF if held.text.places(said)), "")
    if "all" in taken and "any" not in taken and one and not held.text.says({*lexicon.EACH, "all"}):
        yield Problem(
            reason="comparison_differs",
            message=f"the formula takes all, but the text says {one!r}; take any",
            given="all",
        )
    for name, other, own, opposite in (
        ("argmax", "argmin", lexicon.HIGHEST, lexicon.LOWEST),
        ("argmin", "argmax", lexicon.LOWEST, lexicon.HIGHEST),
    ):
        if name in taken and other not in taken and words & opposite and not words & own:
            said = ", ".join(sorted(words & opposite))
            yield Problem(
                reason="comparison_differs",
                message=f"the formula takes {name}, but the text says {said!r}; take {other}",
                given=name,
            )


def _no_other(held: Sources, taken: set[str]) -> Iterator[Problem]:
    """Return where the most is taken and the text says that none has less, or the least for more.

    "No state had a higher rate than Arizona" is said of the highest.
    """
    text = held.text
    orders = [hit for hit in text.of("general rise", "general fall")
              if "than" in text.plain[hit.end : hit.end + NEAR_THAN]]  # fmt: skip
    none = any(text.plain[hit.first] in ("no", "none", "nobody") for hit in text.of("negation"))
    signs = {hit.meaning.kind for hit in orders}
    for name, other, kind in (
        ("argmax", "argmin", "general fall"), ("argmin", "argmax", "general rise"),
    ):  # fmt: skip
        if none and signs == {kind} and name in taken and other not in taken:
            said = text.printed(orders[0].first, orders[0].end)
            yield Problem(
                reason="comparison_differs",
                message=f"the formula takes {name}, but the text says that none is {said!r}; "
                f"take {other}",
                given=name,
            )


def _of_wholes(held: Sources, taken: set[str]) -> Iterator[Problem]:
    """Return where one says of each, or adds up, what the other says of the whole."""
    text, each = held.text, held.text.says(lexicon.EACH)
    exact = any(isinstance(one.value, float) and one.value and one.comparator == "=="
                for one in held.analysis.literals if one.role == "compared")  # fmt: skip
    told = each or (held.text.says(("all",)) and not exact)
    told = told or any(atom.left_outputs and atom.right_outputs for atom in held.analysis.atoms)
    for parameter in (p for p in held.parameters.values() if p.selection.groups):
        name, listed = parameter.name, parameter.name in held.analysis.listed
        whole = any(hit.meaning.name == name and set(hit.meaning.values) >= set(parameter.members)
                    for hit in text.of("group"))  # fmt: skip
        every = any(text.plain[hit.first - 1] in lexicon.EACH
                    for hit in text.of("parameter") if hit.meaning.name == name)  # fmt: skip
        said = ""
        if listed and taken & {"all", "sum"} and whole and not told:
            said = f"takes every one of {name}, but the text speaks of all of them as one"
        elif listed and "sum" in taken and each and not taken & {"all", "count"}:
            said = f"adds up over {name}, but the text speaks of every one; take all"
        elif every and not held.analysis.listed:
            said = f"takes {name} as one, but the text speaks of every one; take all(... for ...)"
        if said:
            yield Problem(reason="comparison_differs", message=f"the formula {said}", given=name)


def _contradictions(held: Sources) -> Iterator[Problem]:
    """Return what a formula says otherwise than its text."""
    comparisons = Comparisons(held)
    yield from spoken_outputs.problems(held)
    yield from levels_and_rates.problems(held)
    yield from spoken_statistics.problems(held)
    yield from Numbers(held, comparisons.directions).problems()
    yield from comparisons.problems()
    yield from StatedMoves(held, comparisons.directions).problems()
    yield from paired_runs.problems(held)


def _placed(held: Matched) -> Iterator[Placed]:
    """Return where the text prints what the formula compares."""
    text = held.text
    dates = {one.first_token: (one.start, one.stop) for one in text.periods}
    numbers = {one.first: (one.start, one.stop) for one in text.numbers}
    spans = dates | numbers
    for literal in held.analysis.literals:
        if literal.role not in ("compared", "label"):
            continue
        named = (
            h for h in text.of("label", "choice", "group") if literal.value in h.meaning.values
        )
        ends = {hit.first: hit.end for hit in named} | dict(held.named_places(literal, text))
        for first in sorted(held.positions(literal), key=lambda at: at not in numbers):
            number = isinstance(literal.value, float) or iso_day(str(literal.value))
            yield Placed(literal, *(spans[first] if number else text.span(first, ends[first])))


# Choices that mean the same where a run's other inputs stand: JJA is Spain's summer.


def _as_said(formula: Formula, texts: Sequence[Mentions], registry: Registry) -> Formula:
    """Return a formula with choices by the names that the texts have for them.

    texts: the text, then its context, whose names count where the text has none. A choice that they
    print by its own name stays.
    """
    said: dict[str, set[str]] = {}
    for one in reversed(texts):
        said |= _printed_choices(one)

    def change(node: Node) -> Node:
        if not isinstance(node, Call):
            return node
        other = dict(_renamed(node, said, registry))
        arguments = ((name, other.get(name, value)) for name, value in node.arguments)
        return replace(node, arguments=tuple(arguments)) if other else node

    root = rebuilt(formula.root, change) if said else formula.root
    return formula if root is formula.root else replace(formula, root=root)


def _printed_choices(text: Mentions) -> dict[str, set[str]]:
    found: dict[str, set[str]] = {}
    for hit in text.of("choice"):
        found.setdefault(hit.meaning.name, set()).update(hit.meaning.values)
    return found


def _renamed(
    call: Call, said: Mapping[str, set[str]], registry: Registry
) -> Iterator[tuple[str, Text]]:
    simulator = registry.simulator(call.simulator)
    given: dict[str, JsonValue] = {
        name: value.value for name, value in call.arguments if isinstance(value, Number | Text)
    }
    named = said.keys() & given.keys()
    if not named or not isinstance(simulator, Equating):
        return
    for name, others in simulator.equal_choices(given).items():
        if name in named and given[name] not in said[name]:
            yield from ((name, Text(one)) for one in others if one in said[name])

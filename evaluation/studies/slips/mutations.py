"""Makes formulas that say something else than their text, as a model's slips would.

Every formula made differs from the true one by one slip and never says the same by its form:
exchanges that commute, comparisons told from the other side and defaults are left out. Only what
the text, or its context, prints is altered; what a reader assumed is no slip.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import partial
from random import Random

from simulrag.simulators.registry import Registry
from simulrag.verifier.formulas.notation import parse
from simulrag.verifier.formulas.syntax import FormulaError, Node
from studies.slips import condition_slips as conditions
from studies.slips import near_values as near
from studies.slips import statement_slips as statements
from studies.slips.condition_slips import Case
from studies.slips.statement_slips import everywhere, in_numbers
from studies.slips.trees import key, lettered

#: Formulas of one kind that are made of one, at most.
MOST = 2

KINDS: Mapping[str, Callable[[Case], Iterable[Node]]] = {
    "other place": conditions.other_place,
    "other state": conditions.other_state,
    "other part": conditions.other_part,
    "other year": conditions.other_year,
    "other scenario": partial(conditions.other_choice, name="scenario"),
    "other season": partial(conditions.other_choice, name="seasonality"),
    "other condition": conditions.other_condition,
    "other start": conditions.other_day,
    "other amount": conditions.other_amount,
    "turned condition": conditions.other_direction,
    "condition left out": conditions.left_out,
    "condition added": conditions.added,
    "exchanged runs": conditions.exchanged_runs,
    "other number": in_numbers(near.digits),
    "other magnitude": in_numbers(near.magnitudes),
    "other sign": in_numbers(near.opposite),
    "wide tolerance": everywhere(statements.wide),
    "other unit": everywhere(statements.other_unit),
    "other date": everywhere(statements.other_day),
    "other label": everywhere(statements.other_label),
    "turned comparison": everywhere(statements.turned),
    "turned difference": everywhere(statements.turned_difference),
    "dropped part": everywhere(statements.dropped),
    "negation": everywhere(statements.negated),
    "other output": statements.other_output,
}


@dataclass(frozen=True)
class Mutant:
    """A formula with one slip, and the kind of it."""

    kind: str
    formula: str
    let: Mapping[str, str]


def mutations(
    text: str, formula: str, let: Mapping[str, str], registry: Registry
) -> Iterator[Mutant]:
    """Return formulas with one slip each, at most `MOST` of a kind; the same ones every time.

    text: the claim's, with the context it stands in.
    """
    root = parse(formula, let).root
    case = Case(root, text, registry)
    seen = {key(root, registry)}
    for kind, make in KINDS.items():
        yield from _of_kind(kind, make(case), Random(f"{kind}|{text}"), seen, registry)


def _of_kind(
    kind: str, made: Iterable[Node], random: Random, seen: set[str], registry: Registry
) -> Iterator[Mutant]:
    candidates = list(made)
    random.shuffle(candidates)
    left = MOST
    for node in candidates:
        if left and (said := key(node, registry)) not in seen:
            seen.add(said)
            if (mutant := _mutant(kind, node)) is not None:
                left -= 1
                yield mutant


def _mutant(kind: str, node: Node) -> Mutant | None:
    """Return the slip as text; None where the language does not take it at all."""
    text, let = lettered(node)
    try:
        parse(text, let)
    except FormulaError:
        return None
    return Mutant(kind, text, let)

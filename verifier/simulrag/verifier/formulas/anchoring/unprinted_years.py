"""Years that a text does not print and that follow from those that it prints, or go with them."""

from collections.abc import Iterator

from simulrag.verifier.formulas.anchoring.literals import Literal
from simulrag.verifier.formulas.anchoring.matching import Matched
from simulrag.verifier.formulas.anchoring.mentions import Mentions
from simulrag.verifier.formulas.anchoring.periods import Period
from simulrag.verifier.formulas.syntax import Call

_AFTER, _BEFORE = ("after", "beyond", "past"), ("before", "until")
#: How a text says that a change is one of so many years, and over how many it is taken at most.
_RATES = {
    10: (("per decade", "a decade", "each decade", "every decade"), 30),
    1: (("per year", "a year", "each year", "every year", "annually"), 10),
}


def follows_on(period: Period, literal: Literal, text: Mentions) -> bool:
    """Tell the first year of a list "after 2057", or the last one "before" it."""
    if not (literal.is_end and period.year_alone and period.first_token):
        return False
    word = text.tokens[period.first_token - 1].plain
    step = (word in _AFTER) - (word in _BEFORE)
    return step != 0 and literal.value == period.first.year + step


def is_end_of_rate(held: Matched, literal: Literal) -> bool:
    """Tell an end of the years around a printed one over which a change per decade is taken."""
    printed = {p.first.year for one in held.everywhere for p in one.periods if p.year_alone}
    operands = {one.value for one in held.analysis.literals if one.role == "operand"}
    for other in _sisters(held, literal):
        size = abs(float(literal.value) - float(other.value))
        if (float(literal.value) + float(other.value)) / 2 not in printed:
            continue
        for years, (words, most) in _RATES.items():
            plain = size == years or {size / years, years / size} & operands
            if 0 < size <= most and plain and any(map(held.text.places, words)):
                return True
    return False


def is_beside_printed(held: Matched, literal: Literal) -> bool:
    """Tell whether a date may be assumed beside those that a text prints.

    Where it prints none, and where the same run is compared with itself at a printed date, or at
    dates around it: "warmer by 2098" leaves open than when.
    """
    if not any(period.year_known for period in held.text.periods):
        return True
    years = {p.first.year for p in held.text.periods if p.year_alone}
    return any(
        held.positions(other)
        or (isinstance(literal.value, float) and (literal.value + float(other.value)) / 2 in years)
        for other in _sisters(held, literal)
    )


def _sisters(held: Matched, literal: Literal) -> Iterator[Literal]:
    """Return what runs have for the input of a literal that else have the same as its run."""
    for other in held.analysis.literals:
        same_input = other.parameter_name == literal.parameter_name
        if same_input and other.value != literal.value and _alike(other.call, literal.call, other):
            yield other


def _alike(one: Call | None, other: Call | None, literal: Literal) -> bool:
    """Tell whether two runs agree in all inputs that both have, but that of a literal.

    What stands in a list has no run of its own.
    """
    if one is None or other is None:
        return True
    held, others = dict(one.arguments), dict(other.arguments)
    shared = held.keys() & others.keys() - {literal.parameter_name}
    return one.function == other.function and all(held[name] == others[name] for name in shared)

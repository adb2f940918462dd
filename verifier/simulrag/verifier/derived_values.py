"""Values of runs that follow from others that a record gives: from differences and changes."""

import re
from decimal import Decimal

from simulrag.simulators.interface import Call, Function, Quantity, Value
from simulrag.simulators.registry import Registry
from simulrag.verifier.claims import Reading
from simulrag.verifier.quantities import printed_number
from simulrag.verifier.reading.mentions import mentions
from simulrag.verifier.reading.roles import alike, runs_of, spoken_of
from simulrag.verifier.reading.text import normalise

#: Values by call and output.
Values = dict[str, dict[str, Value]]


def unaltered(call: Call, function: Function) -> Call:
    known = {p.name: p for p in function.parameters}
    kept = {
        n: v
        for n, v in call.arguments.items()
        if not known[n].altered(v) and known[n].kind != "points"  # where changes are made
    }
    return call.model_copy(update={"arguments": kept})


def lead_back(values: Values, call: Call, registry: Registry) -> None:
    """Fill in the unaltered value that a result and its change lead back to."""
    function = registry.function(call)
    held, plain = values[call.canonical()], values.get(unaltered(call, function).canonical())
    for output in function.outputs:
        value, change = held.get(output.changes_of), held.get(output.name)
        if plain is None or not (isinstance(value, Quantity) and isinstance(change, Quantity)):
            continue
        if output.changes_of not in plain and output.unit.startswith("delta_"):
            half = ((change.value_high or change.value) - (change.value_low or change.value)) / 2
            plain[output.changes_of] = _shifted(value, -change.value, half)


#: "The difference between the one and the other is -0.02": the one less the other.
_BETWEEN = re.compile(r"\bdifference\b[^.;]*?\bbetween\b(?P<one>[^.;]*?)\band\b", re.IGNORECASE)
_ABSOLUTE = re.compile(r"\babsolute\b", re.IGNORECASE)


def as_subtracted(reading: Reading, sentence: str, registry: Registry) -> Reading:
    """Return a difference as that of the first of two alternatives from the second."""
    text = normalise(sentence)
    found = _BETWEEN.search(text)
    calls = tuple(term.call for term in reading.expression.terms)
    simulator = registry.simulator(calls[0].simulator)
    runs = runs_of(calls, simulator, reading.expression.terms[0].output)
    if found is None or _ABSOLUTE.search(text) or not alike(runs):
        return reading
    inside = [m for m in mentions(text, simulator)
              if found.start("one") <= m.start < found.end("one")]  # fmt: skip
    one = spoken_of(found["one"], inside, runs)
    if len(one) != 1 or len(calls) != 2:
        return reading
    first, second = sorted(reading.expression.terms, key=lambda t: t.call == one[0])
    expression = reading.expression.model_copy(update={"terms": (first, second), "absolute": False})
    return reading.model_copy(update={"expression": expression})


def derive(values: Values, reading: Reading) -> None:
    """Fill in the one value that a stated difference leaves open ("0.12 below the baseline")."""
    if reading.expression.absolute or reading.comparator != "equal":
        return
    first, second = reading.expression.terms
    printed = printed_number(normalise(reading.figures[0].text))
    held_first = values[first.call.canonical()].get(first.output)
    held_second = values[second.call.canonical()].get(second.output)
    if printed is None or (held_first is None) == (held_second is None):
        return
    half = float(printed.half_unit)
    gap = float(printed.value)
    if isinstance(held_first, Quantity):
        values[second.call.canonical()][second.output] = _shifted(held_first, gap, half)
    elif isinstance(held_second, Quantity):
        values[first.call.canonical()][first.output] = _shifted(held_second, -gap, half)


def _shifted(quantity: Quantity, gap: float, half: float) -> Quantity:
    own = 0.0
    if quantity.value_low is not None and quantity.value_high is not None:
        own = (quantity.value_high - quantity.value_low) / 2
    value = float(Decimal(str(quantity.value)) + Decimal(str(gap)))
    return Quantity(
        value=value, unit=quantity.unit, value_low=value - half - own, value_high=value + half + own
    )

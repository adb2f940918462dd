"""Readings that a language model made of claims which the grammar cannot read, checked.

A reading is accepted only if its calls can be run, its outputs exist, and it accounts for every
number printed in the claim: as a figure that it compares, or as a condition. Where a claim prints
a unit, that unit counts and not the model's.
"""

import json
import re
from collections.abc import Iterator, Sequence
from datetime import date
from decimal import Decimal

from simulrag.simulators.arguments import shown
from simulrag.simulators.errors import BadValue, SimulatorError
from simulrag.simulators.interface import Band, Call, Output
from simulrag.simulators.parts import part_calls
from simulrag.simulators.registry import Registry
from simulrag.verifier.claims import Expression, Figure, Plan, Problem, Reading
from simulrag.verifier.problems import problem_of
from simulrag.verifier.quantities import UNITS, printed_number, quantities
from simulrag.verifier.reading.dates import dates
from simulrag.verifier.reading.handed_plans import normalised
from simulrag.verifier.reading.mentions import mentions
from simulrag.verifier.reading.scope import out_of_scope
from simulrag.verifier.reading.text import normalise

#: How many outputs an operation takes, at least; the others compare two.
_TERMS = {"value": 1, "double_difference": 4, "gap_change": 4}
_DIRECTIONS = ("rises", "falls", "unchanged")
_NUMBER = re.compile(r"\d+(?:[.,]\d+)*")
_SIGNED = re.compile(rf"[-+−]?{_NUMBER.pattern}")


def checked_reading(claim: str, handed: Reading, plan: Plan, registry: Registry) -> Reading:
    """Return a handed-in reading with its figures found in the claim.

    plan: that of the question, whose numbers are conditions and whose scales name labels; without
    calls where there is no question. Raises SimulatorError with what is wrong and what is allowed.
    """
    terms = [
        term.model_copy(update={"call": normalised(term.call, registry)})
        for term in handed.expression.terms
    ]
    expression = handed.expression.model_copy(update={"terms": tuple(terms)})
    outputs = _outputs(expression, registry)
    figures = tuple(_located(claim, handed.figures))
    located = handed.model_copy(update={"expression": expression, "figures": figures})
    reading = _of_kind(claim, located, outputs[0], plan)
    _check_numbers(claim, reading, plan)
    _check_conditions(claim, reading, registry)
    return reading


def problem_with(error: SimulatorError, handed: Reading) -> Problem:
    """Return why a handed-in reading was not accepted, as data."""
    terms = handed.expression.terms
    return problem_of(
        error, terms[0].call if terms else Call(simulator="", function="", arguments={})
    )


def _outputs(expression: Expression, registry: Registry) -> list[Output]:
    """Return the outputs of an expression's terms, which must be as many as it takes."""
    operation, terms = expression.operation, expression.terms
    wanted = _TERMS.get(operation, 2)
    if len(terms) < wanted or (wanted != 2 and len(terms) != wanted):
        raise _bad("operation", operation, f"takes {wanted} terms, but {len(terms)} were given")
    found: list[Output] = []
    for term in terms:
        outputs = {o.name: o for o in registry.function(term.call).outputs}
        if term.output not in outputs:
            said = f"is no output of {term.call.function}; choose one of {', '.join(outputs)}"
            raise _bad("output", term.output, said)
        parts = part_calls(term.call, registry.function(term.call))
        if term.part and term.part not in parts:
            said = f"is no part of that call; its parts: {', '.join(parts) or 'none'}"
            raise _bad("part", term.part, said)
        found.append(outputs[term.output])
    if len({(o.kind, o.unit) for o in found}) > 1:
        raise _bad("terms", [o.name for o in found], "are outputs of different units")
    return found


def _bad(parameter: str, given: object, said: str) -> BadValue:
    return BadValue(f"{parameter} {shown(given)} {said}", parameter=parameter)


def _located(claim: str, figures: Sequence[Figure]) -> Iterator[Figure]:
    """Yield figures with their places in the claim, in the order in which they stand there."""
    end = 0
    for figure in figures:
        start = claim.find(figure.text, end) if figure.text else -1
        if claim[figure.start : figure.end] == figure.text and figure.start >= 0 and figure.text:
            start = figure.start
        if start < 0:
            raise _bad("figure", figure.text, "is not printed in the claim; copy it as it stands")
        if figure.value is not None:
            raise _bad("figure", figure.text, "must not come with a value; its print counts")
        end = start + len(figure.text)
        yield Figure(text=figure.text, start=start, end=end)


def _of_kind(claim: str, reading: Reading, output: Output, plan: Plan) -> Reading:
    """Return a reading completed as its output's kind wants it."""
    if reading.comparator in _DIRECTIONS and output.kind == "number":
        return reading
    if output.kind == "date":
        return _dated(reading, output)
    if output.kind == "category" or reading.comparator == "is":
        return _labelled(reading, output, plan)
    return _numeric(claim, reading, output)


def _dated(reading: Reading, output: Output) -> Reading:
    figure = _only_figure(reading, "a date")
    days = dates(normalise(figure.text))
    start = reading.expression.terms[0].call.arguments.get(output.since)
    if not days or (days[0].year is None and not start):
        raise _bad("figure", figure.text, "is no date whose year is known")
    first, last = days[0].on_or_after(date.fromisoformat(str(start)) if start else date.min)
    label = f"{first.isoformat()}/{last.isoformat()}"
    return reading.model_copy(update={"unit": "date", "label": label})


def _only_figure(reading: Reading, what: str) -> Figure:
    if len(reading.figures) != 1:
        raise _bad("figures", [f.text for f in reading.figures], f"must be {what}, one of them")
    return reading.figures[0]


def _labelled(reading: Reading, output: Output, plan: Plan) -> Reading:
    if reading.comparator != "is":
        raise _bad("comparator", reading.comparator, f"does not go with {output.name}; use 'is'")
    if output.kind == "category":
        _check_choice("label", reading.label, list(output.choices))
        return reading.model_copy(update={"band": None, "bands": ()})
    bands = plan.bands or tuple(band for scale in output.scales for band in scale.bands)
    _check_choice("label", reading.label, [band.label for band in bands])
    return reading.model_copy(update={"band": _band(reading.label, bands), "bands": bands})


def _check_choice(name: str, given: str, allowed: Sequence[str]) -> None:
    if given.casefold() not in (one.casefold() for one in allowed):
        known = ", ".join(allowed) or "nothing: there is no scale"
        raise _bad(name, given, f"is unknown; allowed is {known}")


def _band(label: str, bands: Sequence[Band]) -> Band:
    return next(band for band in bands if band.label.casefold() == label.casefold())


def _numeric(claim: str, reading: Reading, output: Output) -> Reading:
    wanted = 2 if reading.comparator == "between" else 1
    texts = [figure.text for figure in reading.figures]
    if len(texts) != wanted:
        raise _bad("figures", texts, f"must be {wanted}, for {reading.comparator!r}")
    for text in texts:
        if printed_number(normalise(text)) is None:
            raise _bad("figure", text, "is no number that can be read")
    unit = _printed_unit(claim, reading.figures[-1]) or reading.unit
    if unit and unit not in (*UNITS.values(), output.unit):
        raise _bad("unit", unit, f"is unknown; {output.name} is in {output.unit or 'no unit'}")
    of_difference = reading.expression.operation == "difference"
    return reading.model_copy(
        update={
            "unit": unit,
            "label": "",
            "about_relative": 0.0 if of_difference else output.about_relative,
            "about_absolute": output.about_difference if of_difference else output.about_absolute,
        }
    )


def _printed_unit(claim: str, figure: Figure) -> str:
    """Return the unit that stands behind a figure in the claim; empty where none is read."""
    found = quantities(normalise(claim[figure.start :]))
    return found[0].unit if found and found[0].start == 0 else ""


def _check_numbers(claim: str, reading: Reading, plan: Plan) -> None:
    """Refuse a reading that passes over a number of its claim."""
    conditions = _numbers(plan.question)
    for term in reading.expression.terms:
        conditions |= _numbers(json.dumps(dict(term.call.arguments)))
    for found in _NUMBER.finditer(claim):
        compared = any(f.start <= found.start() and found.end() <= f.end for f in reading.figures)
        if not compared and not _numbers(found[0]) <= conditions:
            said = "of the claim is neither compared nor a condition of the calls"
            raise _bad("number", found[0], said)


def _numbers(text: str) -> set[Decimal]:
    found = (match[0].replace(",", "") for match in _NUMBER.finditer(text))
    return {Decimal(number) for number in found if number.count(".") < 2}


def _check_conditions(claim: str, reading: Reading, registry: Registry) -> None:
    """Refuse calls of another place, period or setting than the claim names, and opinions."""
    calls = tuple(term.call for term in reading.expression.terms)
    simulator = registry.simulator(calls[0].simulator)
    text = normalise(claim)
    problem = out_of_scope(text, mentions(text, simulator), calls, simulator)
    if problem is not None:
        raise BadValue(problem.message, parameter=problem.parameter or "claim")


def moved(reading: Reading, claim: str) -> Reading | None:
    """Return a reading for its claim with the figure rewritten; None where it is not found."""
    if len(reading.figures) != 1:
        return None
    start = reading.figures[0].start
    found = _SIGNED.match(claim, start)
    if found is None:
        return None
    figure = Figure(text=found[0], start=start, end=found.end())
    return reading.model_copy(update={"figures": (figure,)})

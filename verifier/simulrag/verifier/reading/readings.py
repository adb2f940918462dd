"""Turns a fact of a sentence into formal readings of outputs of calls."""

import re
from collections.abc import Sequence
from datetime import date, timedelta
from typing import Literal

from simulrag.simulators.interface import Band, Call, Frozen, Output, Simulator
from simulrag.verifier.claims import Comparator, Expression, Figure, Plan, Problem, Reading, Term
from simulrag.verifier.quantities import Printed
from simulrag.verifier.reading.fact import Fact
from simulrag.verifier.reading.mentions import Mention
from simulrag.verifier.reading.outputs import output_of
from simulrag.verifier.reading.roles import (
    Runs,
    alike,
    changes_anything,
    natural_order,
    runs_of,
    spoken_of,
)
from simulrag.verifier.reading.topics import Topic

_COMPARED = re.compile(
    r"\b(?:than|compared (?:to|with)|in comparison (?:to|with)|relative to|versus|vs\.?|as against|"
    r"as opposed to|instead of|(?:from|over)(?=\s+(?:the|that|its)\b)|"
    r"(?:above|below)(?=\s+(?:the|those|that|its)\b))\b",
    re.IGNORECASE,
)
_QUALIFIERS: dict[str, Comparator] = {
    "exact": "equal",
    "about": "about",
    "above": "above",
    "at_least": "at_least",
    "below": "below",
    "at_most": "at_most",
}
_INTERVAL = re.compile(r"\b(?:interval|CI|confidence|90\s?%|nine times out of ten|range)", re.I)
_HIGH_END = re.compile(
    r"\b(?:upper (?:limit|bound|end)|top (?:end|of the range)|could reach|cannot be ruled out|"
    r"as (?:high|many) as|worst case)\b",
    re.IGNORECASE,
)
_REACHES = re.compile(
    r"\b(?:could reach|could be as|ruled out|as (?:high|many|low|few) as)\b", re.I
)
_LOW_END = re.compile(
    r"\b(?:lower (?:limit|bound|end)|bottom (?:end|of the range)|as (?:low|few) as|best case|"
    r"optimistic case)\b",
    re.IGNORECASE,
)
_BEFORE = re.compile(r"\b(?:before|prior to|earlier than|ahead of)\s+(?:the\s+)?$", re.I)
_BY = re.compile(r"\b(?:by|until|no later than|not later than)\s+(?:the\s+)?$", re.I)
_UNTIL = re.compile(r"\buntil\s+(?:the\s+)?$", re.I)
_AFTER = re.compile(r"\b(?:after|later than|past|beyond)\s+(?:the\s+)?$", re.I)
_EVERY = re.compile(
    r"\b(?:both|neither|each|all|either)\b(?: of)?(?: the)?(?: (?:two|three))? "
    r"(?:\w+\s+)?(?:years?|cases?|scenarios?|strateg\w+|settings?|outcomes?|places|cities|situations?|"
    r"pathways?|interventions?|options?|runs?)\b",
    re.IGNORECASE,
)
_REACH = re.compile(r"\b(?:reach|attain|hit|get to|make)\w*\s+(?:\w+\s+)?$", re.IGNORECASE)
_AROUND = re.compile(
    r"\b(?:around|about|approximately|near|circa|roughly|close to)\s+(?:the\s+)?$", re.I
)
Quantile = Literal["median", "low", "high"]


class Context(Frozen):
    """One sentence with everything that is needed to read its facts."""

    text: str
    plan: Plan
    mentions: tuple[Mention, ...]
    topics: tuple[Topic, ...]
    functions: tuple[str, ...]


_Made = tuple[list[Reading], Problem | None]


def readings_of(
    fact: Fact, context: Context, outputs: Sequence[Output], simulator: Simulator
) -> _Made:
    output = output_of(fact, context.text, context.topics, outputs, context.plan)
    if output is None:
        return [], Problem(
            reason="no_such_output",
            message=f"{context.text[fact.start : fact.end]!r} is no output of {simulator.name}",
            simulator=simulator.name,
        )
    runs = runs_of(context.plan.calls, simulator, output.name)
    if fact.kind == "date":
        return _date_reading(fact, context, output, runs)
    if fact.kind == "label":
        return _label_reading(fact, context, output, runs, outputs)
    if fact.kind == "direction":
        return _direction_reading(fact, context, output, runs, outputs)
    return _number_reading(fact, context, output, runs, outputs)


def _one_call(fact: Fact, context: Context, runs: Runs) -> Call:
    """Return the call that a value belongs to; the last one with changes where nothing says."""
    for left, right in ((fact.left, fact.right), (0, len(context.text))):
        inside = [m for m in context.mentions if left <= m.start < right]
        chosen = spoken_of(context.text[left:right], inside, runs)
        if len(chosen) == 1:
            return chosen[0]
    changed = [c for c in runs.calls if changes_anything(c, runs.parameters)]
    return (changed or list(runs.calls))[-1]


def _pair(fact: Fact, context: Context, runs: Runs) -> tuple[Call, Call]:
    """Return the call compared with and the call compared, in this order."""
    left, right = fact.left, fact.right
    split = _COMPARED.search(context.text, min(fact.end, right)) or _COMPARED.search(
        context.text, left
    )
    if split is not None:
        subject = _single(context, runs, 0 if split.start() >= right else left, split.start())
        reference = _single(context, runs, split.end(), len(context.text))
        if subject is not None and reference is not None and subject != reference:
            return reference, subject
        if reference is not None and len(runs.calls) == 2:
            return reference, _other(runs, reference)
        if subject is not None and len(runs.calls) == 2:
            return _other(runs, subject), subject
    subject = _single(context, runs, left, right) or _single(context, runs, 0, len(context.text))
    if subject is not None and len(runs.calls) == 2 and alike(runs):
        return _other(runs, subject), subject
    first, second = natural_order(runs)
    return first, second


def _single(context: Context, runs: Runs, left: int, right: int) -> Call | None:
    inside = [m for m in context.mentions if left <= m.start < right]
    chosen = spoken_of(context.text[left:right], inside, runs)
    return chosen[0] if len(chosen) == 1 else None


def _other(runs: Runs, call: Call) -> Call:
    return next(c for c in runs.calls if c != call)


def _difference(
    fact: Fact, context: Context, output: Output, runs: Runs, outputs: Sequence[Output]
) -> Expression | None:
    """Return the change or difference that a fact speaks of, rises counted positive."""
    if len(runs.calls) >= 2:
        reference, subject = _pair(fact, context, runs)
        terms = (Term(call=reference, output=output.name), Term(call=subject, output=output.name))
        loose = alike(runs) and fact.direction == "none" and not _signed(fact)
        return Expression(operation="difference", terms=terms, absolute=fact.undirected or loose)
    own = next((o for o in outputs if o.changes_of == output.name), None)
    call = next(iter(runs.calls))
    if own is None or not changes_anything(call, runs.parameters):
        return None
    return Expression(
        operation="value",
        terms=(Term(call=call, output=own.name),),
        absolute=fact.undirected,
    )


def _signed(fact: Fact) -> bool:
    return bool(fact.printed) and fact.printed[0].signed


def _missing_reference(fact: Fact, context: Context) -> Problem:
    return Problem(
        reason="missing_condition",
        message=f"{context.text[fact.start : fact.end]!r} is a change, and nothing at hand says "
        "from what",
    )


def _turned(expression: Expression, fact: Fact) -> Expression:
    """Count falls positive where the text prints a fall without a sign ("0.3 °C cooler")."""
    falls = fact.direction == "fall" and not (_signed(fact) and fact.printed[0].value < 0)
    if not falls or expression.absolute:
        return expression
    if expression.operation == "difference":
        return expression.model_copy(update={"terms": expression.terms[::-1]})
    return expression.model_copy(update={"negative": True})


def _number_reading(
    fact: Fact, context: Context, output: Output, runs: Runs, outputs: Sequence[Output]
) -> _Made:
    is_change = (
        output.changes_of != "" or output.unit.startswith("delta_") or output.unit == "percent"
    )
    if fact.of_change and not is_change and _comparable(output, fact, runs):
        expression = _difference(fact, context, output, runs, outputs)
        if expression is None:
            return [], _missing_reference(fact, context)
        if fact.printed[0].unit == "percent":
            expression = expression.model_copy(update={"operation": "percent_change"})
    else:
        if not is_change:
            fact = fact.model_copy(update={"direction": "none"})
        return [
            reading
            for call in _calls_of(fact, context, runs)
            for reading in _numeric(fact, context, output, _turned(_value(call, output), fact))
        ], None
    return _numeric(fact, context, output, _turned(expression, fact)), None


def _value(call: Call, output: Output) -> Expression:
    return Expression(operation="value", terms=(Term(call=call, output=output.name),))


def _calls_of(fact: Fact, context: Context, runs: Runs) -> tuple[Call, ...]:
    """Return the call that a value belongs to, or all where the text says both or neither."""
    if _EVERY.search(context.text[fact.left : fact.start]) and len(runs.calls) > 1:
        return runs.calls
    return (_one_call(fact, context, runs),)


def _comparable(output: Output, fact: Fact, runs: Runs) -> bool:
    """Tell whether a change of this output makes sense: temperatures do, counts need two runs."""
    return output.unit == "degC" or len(runs.calls) >= 2 or fact.printed[0].unit == "percent"


def _numeric(fact: Fact, context: Context, output: Output, expression: Expression) -> list[Reading]:
    clause = context.text[fact.left : fact.right]
    if fact.kind == "range":
        if _INTERVAL.search(context.text[fact.left : fact.start]):
            low, high = fact.printed
            ends = [
                _plain(low, fact, context, expression, output, "low"),
                _plain(high, fact, context, expression, output, "high"),
            ]
            if not re.search(r"\bbetween\s+(?:\w+\s+)?$", context.text[: fact.start]):
                return ends
            inside: tuple[Comparator, ...] = ("at_least", "at_most")
            return [
                end.model_copy(update={"comparator": comparator})
                for end, comparator in zip(ends, inside, strict=True)
            ]
        return [
            _plain(fact.printed[0], fact, context, expression, output, "median").model_copy(
                update={"comparator": "between", "figures": tuple(_figure(p) for p in fact.printed)}
            )
        ]
    quantile: Quantile = "median"
    if output.stochastic:
        quantile = _quantile(clause, context.text, fact.printed[0])
    return [_plain(fact.printed[0], fact, context, expression, output, quantile)]


def _quantile(clause: str, text: str, printed: Printed) -> Quantile:
    """Return which end of the ensemble a number is compared with."""
    for part in (clause, text):
        if _HIGH_END.search(part):
            return "high"
        if _LOW_END.search(part):
            return "low"
    if _INTERVAL.search(text):
        ends: dict[str, Quantile] = {"at_most": "high", "at_least": "low"}
        return ends.get(printed.qualifier, "median")
    return "median"


def _figure(printed: Printed) -> Figure:
    return Figure(text=printed.text, start=printed.start, end=printed.end)


def _direction_word(fact: Fact, context: Context) -> Figure | None:
    if fact.direction_at is None or fact.direction == "none":
        return None
    start, end = fact.direction_at
    return Figure(text=context.text[start:end], start=start, end=end)


def _plain(
    printed: Printed,
    fact: Fact,
    context: Context,
    expression: Expression,
    output: Output,
    quantile: Quantile,
) -> Reading:
    of_difference = expression.operation == "difference" or output.unit.startswith("delta_")
    comparator = _QUALIFIERS[printed.qualifier]
    clause = context.text[fact.left : fact.start]
    if comparator == "equal" and fact.negated and _REACH.search(clause):
        comparator = "at_least"
    if quantile != "median" and comparator == "equal" and _REACHES.search(clause):
        comparator = "at_least" if quantile == "high" else "at_most"
    return Reading(
        expression=expression,
        comparator=comparator,
        figures=(_figure(printed),),
        unit=printed.unit,
        negated=fact.negated,
        direction=_direction_word(fact, context),
        quantile=quantile,
        about_relative=0.0 if of_difference else output.about_relative,
        about_absolute=output.about_difference if of_difference else output.about_absolute,
    )


def _label_reading(
    fact: Fact, context: Context, output: Output, runs: Runs, outputs: Sequence[Output]
) -> _Made:
    figure = Figure(text=context.text[fact.start : fact.end], start=fact.start, end=fact.end)
    expression: Expression | None
    if fact.band is None:
        call = _one_call(fact, context, runs)
        expression = Expression(operation="value", terms=(Term(call=call, output=output.name),))
    elif context.plan.bands and context.plan.bands_of_difference:
        expression = _difference(fact, context, output, runs, outputs)
        if expression is None:
            return [], _missing_reference(fact, context)
        expression = expression.model_copy(update={"absolute": True})
    else:
        call = _one_call(fact, context, runs)
        expression = Expression(operation="value", terms=(Term(call=call, output=output.name),))
    return [
        Reading(
            expression=expression,
            comparator="is",
            figures=(figure,),
            label=fact.label,
            band=fact.band,
            bands=_scale_of(fact, context, output),
            negated=fact.negated,
        )
    ], None


def _scale_of(fact: Fact, context: Context, output: Output) -> tuple[Band, ...]:
    if fact.band is None:
        return ()
    if context.plan.bands:
        return context.plan.bands
    return next((s.bands for s in output.scales if fact.band in s.bands), ())


def _direction_reading(
    fact: Fact, context: Context, output: Output, runs: Runs, outputs: Sequence[Output]
) -> _Made:
    figure = Figure(text=context.text[fact.start : fact.end], start=fact.start, end=fact.end)
    own_change = output.unit == "percent" or output.unit.startswith("delta_")
    if own_change and len(runs.calls) == 1:
        terms = (Term(call=runs.calls[0], output=output.name),)
        expression: Expression | None = Expression(operation="value", terms=terms)
    else:
        expression = _difference(fact, context, output, runs, outputs)
    if expression is None:
        return [], _missing_reference(fact, context)
    return [
        Reading(
            expression=expression.model_copy(update={"absolute": False}),
            comparator="rises" if fact.direction == "rise" else "falls",
            figures=(figure,),
            negated=fact.negated,
        )
    ], None


def _date_reading(fact: Fact, context: Context, output: Output, runs: Runs) -> _Made:
    day = fact.date
    if day is None:
        return [], None
    call = _one_call(fact, context, runs)
    start = date.fromisoformat(str(call.arguments.get(output.since, "0001-01-01")))
    first, last = day.on_or_after(start)
    before = context.text[fact.left : fact.start]
    comparator: Comparator = "equal"
    if _BEFORE.search(before):
        comparator = "below"
    elif fact.negated and _UNTIL.search(before):
        fact = fact.model_copy(update={"negated": False})  # "not until" is "on"
    elif _BY.search(before):
        comparator = "at_most"
    elif _AFTER.search(before):
        comparator = "above"
    elif _AROUND.search(before):
        comparator = "about"
        about = timedelta(days=output.about_absolute)
        first, last = first - about, last + about
    return [
        Reading(
            expression=Expression(operation="value", terms=(Term(call=call, output=output.name),)),
            comparator=comparator,
            figures=(Figure(text=day.text, start=fact.start, end=fact.end),),
            unit="date",
            label=f"{first.isoformat()}/{last.isoformat()}",
            negated=fact.negated,
        )
    ], None

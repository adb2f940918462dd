"""Turns a fact of a sentence into formal readings of outputs of calls."""

import re
from collections.abc import Sequence

from simulrag.simulators.interface import Band, Output, Simulator
from simulrag.verifier.claims import Comparator, Expression, Figure, Problem, Reading
from simulrag.verifier.quantities import Printed, family
from simulrag.verifier.reading.appraisals import graded_aspect
from simulrag.verifier.reading.between import of_unlike
from simulrag.verifier.reading.bounded_classes import bounded
from simulrag.verifier.reading.date_readings import date_reading
from simulrag.verifier.reading.ends import INTERVAL, Quantile, quantile_of
from simulrag.verifier.reading.every import is_rank, of_share, share_said
from simulrag.verifier.reading.fact import Fact
from simulrag.verifier.reading.figures import comparator_of, figure_of
from simulrag.verifier.reading.grading import band_named
from simulrag.verifier.reading.levels import of_level, of_two_shares
from simulrag.verifier.reading.moved_to import moved_to
from simulrag.verifier.reading.outputs import changed_output, is_part, output_of
from simulrag.verifier.reading.pace import paced
from simulrag.verifier.reading.percentages import contradicts_itself, of_change, of_size, of_word
from simulrag.verifier.reading.reaching import (
    denied_comparator,
    not_the_other_way,
    only_under,
)
from simulrag.verifier.reading.roles import (
    Runs,
    alike,
    changed_only,
    changes_anything,
    runs_of,
    spoken_of,
    value_of,
)
from simulrag.verifier.reading.subjects import (
    Context,
    call_of,
    calls_of,
    difference_of,
    signed,
)
from simulrag.verifier.reading.undecided import points_from, unnamed_run

_CHANGE_NOUN = re.compile(
    r"\b(?:change|difference|magnitude|warming|cooling|shift|increase|rise|deviation)\b", re.I
)
_REACHES = re.compile(
    r"\b(?:could reach|could be as|ruled out|as (?:high|many|low|few) as)\b", re.I
)


#: A range that values are said to lie in, and no interval of one.
_INSIDE = re.compile(r"\b(?:in|within|inside) the range (?:from|of|between)?\s*$", re.I)
_Made = tuple[list[Reading], Problem | None]


def readings_of(
    fact: Fact,
    context: Context,
    outputs: Sequence[Output],
    held: Sequence[Output],
    simulator: Simulator,
) -> _Made:
    """Return the readings of one fact, or why it cannot be decided.

    outputs: all outputs of the functions that were called; held: those that have values. A count
    or a share of an output without a value is not taken for another output's.
    """
    countable = fact.kind in ("number", "range") and not _degrees(fact)
    candidates = outputs if countable else held
    output = output_of(fact, context.text, context.topics, candidates, context.plan)
    if output is None and fact.kind == "label":
        output = graded_aspect(fact, context, held, simulator)
    changes = countable and fact.of_change and not is_part(fact, context.text)
    if output is not None and not _among(output, held) and changes:
        # A named output that changes by what only another one, which has no value, is counted in.
        output = changed_output(fact, context.topics, held)
    if output is None or not _among(output, held):
        words = context.text[fact.start : fact.end]
        return [], Problem(
            reason="no_such_output",
            message=f"{words!r} is no output of {simulator.name}",
            simulator=simulator.name,
            given=words,
        )
    if output.unit != "percent" and _is_points_from(fact, context.text):
        return [], points_from(context.text[fact.start : fact.end])
    unlike = of_unlike(fact, context, held, simulator)
    if unlike is not None:
        return _of_difference(fact, context, output, unlike), None
    fact = paced(fact, context.text, output)
    runs = runs_of(context.plan.calls, simulator, output.name)
    if output.changes_of and not any(changes_anything(c, runs.parameters) for c in runs.calls):
        # Nothing is changed: a difference is one between the runs.
        output = next((o for o in held if o.name == output.changes_of), output)
        fact = fact._replace(of_change=True, undirected=fact.direction == "none")
    if output.changes_of:
        runs = changed_only(runs)
    if fact.kind == "date":
        return date_reading(fact, context, output, runs)
    if fact.kind == "label":
        return _label_reading(fact, context, output, runs, held)
    if fact.kind == "direction":
        return _direction_reading(fact, context, output, runs, held)
    return _number_reading(fact, context, output, runs, held)


def _of_difference(
    fact: Fact, context: Context, output: Output, difference: Expression
) -> list[Reading]:
    if fact.kind == "number":
        return _numeric(fact, context, output, difference)
    return [_graded(fact, context, output, difference)]


#: A distance of a change from something else: "five percentage points less than needed".
_BY_POINTS = re.compile(
    r"\S+\s+percentage points?\s+(?:less|more|short|below|above|over|under|from|to)\b", re.I
)


def _is_points_from(fact: Fact, text: str) -> bool:
    return fact.kind == "number" and _BY_POINTS.match(text, fact.start) is not None


def _among(output: Output, held: Sequence[Output]) -> bool:
    """Tell whether an output is one of those with values, which takes long by their content."""
    return any(one is output for one in held)


def _degrees(fact: Fact) -> bool:
    return family(fact.printed[-1].unit) == "temperature"


def _missing_reference(fact: Fact, context: Context) -> Problem:
    return Problem(
        reason="missing_condition",
        message=f"{context.text[fact.start : fact.end]!r} is a change, and nothing at hand says "
        "from what",
    )


def _turned(expression: Expression, fact: Fact) -> Expression:
    """Count falls positive where the text prints a fall without a sign ("0.3 °C cooler")."""
    falls = fact.direction == "fall" and not (signed(fact) and fact.printed[0].value < 0)
    if not falls or expression.absolute:
        return expression
    if expression.operation == "difference":
        return expression.model_copy(update={"terms": expression.terms[::-1]})
    return expression.model_copy(update={"negative": True})


def _number_reading(
    fact: Fact, context: Context, output: Output, runs: Runs, outputs: Sequence[Output]
) -> _Made:
    is_change = (
        output.changes_of != ""
        or of_level(fact, context, output)
        or (output.unit.startswith("delta_") and len(runs.calls) < 2)
        or (output.unit == "percent" and not of_two_shares(fact, output, runs))
    )
    if of_change(fact, output) and not is_change and _comparable(output, fact, runs):
        expression = difference_of(fact, context, output, runs, outputs)
        if expression is None:
            return [], _missing_reference(fact, context)
        if fact.printed[0].unit == "percent" and expression.operation == "difference":
            # "Under 10 %" of a change without a direction is said of its size.
            size = of_size(fact) and output.unit != "degC"
            expression = expression.model_copy(
                update={
                    "operation": "percent_change",
                    "absolute": expression.absolute or size,
                }
            )
    else:
        if not is_change and fact.direction != "none":
            fact = fact._replace(direction="none")
        share = share_said(context.text, fact) if len(runs.calls) > 1 else ""
        calls = calls_of(fact, context, runs, share)
        if not calls:
            return [], unnamed_run(context.text[fact.start : fact.end])
        made = [
            reading
            for call in calls
            for reading in _numeric(
                fact, context, output, _turned(value_of(call, output.name), fact)
            )
        ]
        made += _way_to(fact, context, output, runs, outputs) if len(calls) == 1 else []
        own = spoken_of(context.text, context.mentions, runs)
        return of_share(made, share if len(made) == len(runs.calls) else "", own), None
    made = _numeric(fact, context, output, _turned(expression, fact))
    if contradicts_itself(fact) and expression.operation == "percent_change":
        # "An increase of -93 %" is told wrong by its word, however right the number is.
        rises, _ = _direction_reading(of_word(fact), context, output, runs, outputs)
        made += rises
    elif made and only_under(fact, context.text, made[0]):
        made.append(not_the_other_way(made[0]))
    return made, None


def _way_to(
    fact: Fact, context: Context, output: Output, runs: Runs, outputs: Sequence[Output]
) -> list[Reading]:
    """Return which way a value is reached, where the runs are one after the other."""
    moved = moved_to(fact, context.text) if output.unit else None
    if moved is None or (len(runs.calls) > 1 and alike(runs)):
        return []
    way, start, end = moved
    verb = fact._replace(
        kind="direction", start=start, end=end, direction=way, direction_at=(start, end)
    )
    return _direction_reading(verb, context, output, runs, outputs)[0]


def _comparable(output: Output, fact: Fact, runs: Runs) -> bool:
    """Tell whether a change of this output makes sense: temperatures do, counts need two runs."""
    return (
        output.unit in ("degC", "delta_degC")
        or len(runs.calls) >= 2
        or fact.printed[0].unit == "percent"
    )


def _numeric(fact: Fact, context: Context, output: Output, expression: Expression) -> list[Reading]:
    clause = context.text[fact.left : fact.right]
    if fact.kind == "range":
        spread = INTERVAL.search(context.text, fact.left, fact.right)
        if spread and not _INSIDE.search(context.text, fact.left, fact.start):
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
                update={
                    "comparator": "between",
                    "figures": tuple(figure_of(p) for p in fact.printed),
                }
            )
        ]
    quantile: Quantile = "median"
    if output.stochastic:
        quantile = quantile_of(clause, context.text, fact.printed[0])
    return [_plain(fact.printed[0], fact, context, expression, output, quantile)]


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
    comparator = comparator_of(printed)
    clause = context.text[fact.left : fact.start]
    if comparator == "equal" and fact.negated:
        comparator = denied_comparator(printed, clause)
    if quantile != "median" and comparator == "equal" and _REACHES.search(clause):
        comparator = "at_least" if quantile == "high" else "at_most"
    return Reading(
        expression=expression,
        comparator=comparator,
        figures=(figure_of(printed),),
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
    expression: Expression | None
    if fact.band is None:
        expression = value_of(call_of(fact, context, runs), output.name)
    elif (scale := context.plan.scale_of(output.name)) is not None:
        expression = difference_of(fact, context, output, runs, outputs)
        band = band_named(fact.label, scale)
        if expression is None or band is None:
            return [], _missing_reference(fact, context)
        graded = "percent_change" if expression.operation == "difference" else "value"
        expression = expression.model_copy(update={"operation": graded, "absolute": True})
        fact = fact._replace(band=band)
    elif context.plan.bands and not output.changes_of and _grades_change(fact, context, runs):
        expression = difference_of(fact, context, output, runs, outputs)
        if expression is None:
            return [], _missing_reference(fact, context)
        expression = expression.model_copy(update={"absolute": True})
    else:
        expression = value_of(call_of(fact, context, runs), output.name)
        if output.changes_of:
            expression = expression.model_copy(update={"absolute": True})
    return [_graded(fact, context, output, expression)], None


def _graded(fact: Fact, context: Context, output: Output, expression: Expression) -> Reading:
    figure = Figure(text=context.text[fact.start : fact.end], start=fact.start, end=fact.end)
    bands = _scale_of(fact, context, output)
    return Reading(
        expression=expression,
        comparator="is",
        figures=(figure,),
        label=fact.label,
        band=bounded(fact, bands),
        bands=bands,
        negated=fact.negated,
    )


def _grades_change(fact: Fact, context: Context, runs: Runs) -> bool:
    """Tell whether a label grades a change, also where the question left that open."""
    if context.plan.bands_of_difference:
        return True
    clause = context.text[fact.left : fact.right]
    return len(runs.calls) > 1 and bool(_CHANGE_NOUN.search(clause))


def _scale_of(fact: Fact, context: Context, output: Output) -> tuple[Band, ...]:
    if fact.band is None:
        return ()
    if (scale := context.plan.scale_of(output.name)) is not None:
        return scale.bands
    if context.plan.bands:
        return context.plan.bands
    return next((s.bands for s in output.scales if fact.band in s.bands), ())


def _direction_reading(
    fact: Fact, context: Context, output: Output, runs: Runs, outputs: Sequence[Output]
) -> _Made:
    figure = Figure(text=context.text[fact.start : fact.end], start=fact.start, end=fact.end)
    if is_rank(context.text, fact.start, fact.end) and _says_of_none(context, runs):
        return [], _missing_reference(fact, context)  # "they prefer the cooler scenario"
    own_change = output.is_change or output.unit.startswith("delta_")
    if own_change and len(runs.calls) == 1:
        expression: Expression | None = value_of(runs.calls[0], output.name)
    else:
        expression = difference_of(fact, context, output, runs, outputs)
    if expression is None:
        return [], _missing_reference(fact, context)
    return [
        Reading(
            expression=_with_sign(expression),
            comparator="rises" if fact.direction == "rise" else "falls",
            figures=(figure,),
            negated=fact.negated,
        )
    ], None


def _says_of_none(context: Context, runs: Runs) -> bool:
    """Tell whether none of several alternatives is named, so that a rank says of none."""
    if len(runs.calls) < 2 or not alike(runs):
        return False
    return len(spoken_of(context.text, context.mentions, runs)) == len(runs.calls)


def _with_sign(expression: Expression) -> Expression:
    return expression.model_copy(update={"absolute": False}) if expression.absolute else expression

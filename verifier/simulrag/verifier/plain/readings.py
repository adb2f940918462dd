"""Formal readings of plain statements: values, differences, ratios, ranks, dates."""

import re
from collections.abc import Sequence
from datetime import date, timedelta

from simulrag.simulators.interface import Call, Output
from simulrag.simulators.operations import Operation
from simulrag.verifier.claims import Comparator, Counted, Expression, Figure, Reading, Term
from simulrag.verifier.plain.instants import Time
from simulrag.verifier.plain.marks import Comparative
from simulrag.verifier.quantities import Printed
from simulrag.verifier.reading.figures import comparator_of, figure_of

#: Half-width of words such as "the same", relative.
_SAME = 0.05
#: Weeks that are the same are no neighbours.
_EXACT = re.compile(r"\bsame\s+(?:week|day|date)\b", re.I)
#: How much wider the zone is in which two values are neither the same nor not.
_MIDDLE = 2.0


def expression(
    operation: Operation, calls: Sequence[Call], output: Output, *, negative: bool = False
) -> Expression:
    """Return an operation on one output of some calls."""
    terms = tuple(Term(call=call, output=output.name) for call in calls)
    return Expression(operation=operation, terms=terms, negative=negative)


def number(
    made: Expression,
    printed: Printed,
    output: Output,
    *,
    negated: bool = False,
    direction: Comparative | None = None,
) -> Reading:
    """Return the reading of a printed number."""
    of_difference = made.operation != "value" or output.unit.startswith("delta_")
    return Reading(
        expression=made,
        comparator=comparator_of(printed),
        figures=(figure_of(printed),),
        unit=printed.unit,
        negated=negated,
        direction=word_of(direction) if direction is not None else None,
        about_relative=0.0 if of_difference and output.about_difference else output.about_relative,
        about_absolute=output.about_difference if of_difference else output.about_absolute,
    )


def word_of(word: Comparative) -> Figure:
    """Return a word of comparison with its place."""
    return Figure(text=word.words, start=word.start, end=word.end)


def direction(
    made: Expression, word: Comparative, output: Output, *, negated: bool = False
) -> Reading:
    """Return the reading of a bare comparison: `made` is the subject minus its reference."""
    if word.sign == 0:
        return same(made, word, output, negated=negated)
    return Reading(
        expression=made,
        comparator="rises" if word.sign > 0 else "falls",
        figures=(word_of(word),),
        negated=negated,
    )


def same(made: Expression, word: Comparative, output: Output, *, negated: bool) -> Reading:
    """Return the reading that values agree, within what "about" means for the output.

    Published figures are the same where they are printed alike.
    """
    if output.published and not _NEARLY.search(word.words):
        return Reading(
            expression=made, comparator="unchanged", figures=(word_of(word),), negated=negated
        )
    relative = output.about_relative > 0 and len(made.terms) == 2
    base = 1.0 if relative else 0.0
    counted = output.spans_days > 0 or output.unit == "week"
    exact = counted and bool(_EXACT.search(word.words))
    loose = _SAME if relative else max(output.about_absolute, output.about_difference)
    if not relative and _OF_EFFECT.search(word.words):
        loose *= _OF_NONE
    loose = loose / 2 if exact else loose
    terms = made.model_copy(update={"operation": "ratio"}) if relative else made
    return Reading(
        expression=terms,
        comparator="about",
        figures=(
            Figure(text=word.words, start=word.start, end=word.end, value=base, half_unit=loose),
        ),
        unit="" if relative else _own_unit(output),
        negated=negated,
        middle=0.0 if exact else _MIDDLE * loose,
    )


_NEARLY = re.compile(
    r"\b(?:about|roughly|practically|much|essentially|hardly|scarcely|barely|almost|nearly|virtually|flat|"
    r"stable|steady|level|par)\b",
    re.I,
)
#: What has no effect changes nothing by much less than what is called alike differs.
_OF_EFFECT = re.compile(
    r"\b(?:effect|influence|impact|nothing|unchanged|unaffected|no change)\b", re.I
)
_OF_NONE = 0.2


def _own_unit(output: Output) -> str:
    return "day" if output.kind == "date" else output.unit.removeprefix("delta_")


def ranked(
    subject: Call, others: Sequence[Call], output: Output, sign: int, at: Figure, *, negated: bool
) -> Reading:
    """Return the reading that one value lies above (or below) all others."""
    operation: Operation = "lead" if sign > 0 else "trail"
    return Reading(
        expression=expression(operation, (subject, *others), output),
        comparator="rises",
        figures=(at,),
        negated=negated,
    )


def dated(
    call: Call, output: Output, time: Time, comparator: Comparator, *, negated: bool
) -> Reading:
    """Return the reading that a date falls into, before or after a time."""
    first, last = time.first, time.last
    near = output.spans_days + 1 if output.spans_days and time.grain == "part" else 0
    if output.spans_days and comparator in ("at_most", "below") and time.grain == "week":
        near = output.spans_days
    if comparator == "about":
        about = timedelta(days=output.about_absolute)
        first, last = first - about, last + about
    if comparator in ("equal", "about"):
        last += timedelta(days=output.spans_days)
    return Reading(
        expression=expression("value", (call,), output),
        comparator=comparator,
        figures=(Figure(text="", start=time.start, end=time.end),),
        unit="date",
        label=f"{_iso(first)}/{_iso(last)}",
        negated=negated,
        middle=float(near),
    )


def _iso(day: date) -> str:
    return day.isoformat()


def counted(
    groups: Sequence[tuple[Reading, ...]], at_least: int, at_most: int, open_above: bool = False
) -> Counted:
    """Return the reading that so many of some groups of readings hold."""
    terms = tuple(t for group in groups for r in group for t in r.expression.terms)
    return Counted(
        expression=Expression(operation="value", terms=terms),
        comparator="equal",
        of=tuple(groups),
        at_least=at_least,
        at_most=at_most,
        open_above=open_above,
    )

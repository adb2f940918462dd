"""A highest point at the very beginning: "it peaks on the opening day"."""

from collections.abc import Sequence
from datetime import date

from simulrag.simulators.interface import Output
from simulrag.verifier.claims import Comparator, Expression, Figure, Reading, Term
from simulrag.verifier.reading.clauses import clause_at, clauses_of, negated
from simulrag.verifier.reading.subjects import Context
from simulrag.verifier.reading.text import AnyCase

_NTH: dict[str, int] = {
    word: at
    for at, word in enumerate(
        "first second third fourth fifth sixth seventh eighth ninth tenth".split()
    )
}
_FIRST = r"(?:first|opening|starting|initial)"
_AT_START = AnyCase(
    rf"\b(?:on|is|was|of|with|already)\s+(?:that of\s+)?(?:the\s+|"
    rf"its\s+)?(?:very\s+)?{_FIRST}\s+day\b"
    r"|\b(?:on|from|is)\s+day\s+(?:one|zero)\b|\b(?:from|at|on) the (?:very )?(?:start|outset|"
    r"beginning)\b"
)
#: "Inside the first month": at most so long after the start, days.
_WITHIN = AnyCase(
    r"\b(?:inside|within|in|during|before the end of|over)\s+(?:(?:just|only)\s+)?(?:the|a|its)\s+"
    r"(?:(?:very\s+)?(?:first|opening|initial|single)\s+)?(?P<time>day|week|fortnight|month)\b"
)
#: "On the second day of the season": that many days after the first, less one.
_NTH_DAY = AnyCase(
    rf"\b(?:on|by|is) (?:its |the )?(?P<nth>{'|'.join(_NTH)}) day\b(?! of \w*(?:ber|ary|ch|il|"
    rf"ay|ne|ly|ust)\b)"
)
_DAYS = {"day": 1.0, "week": 7.0, "fortnight": 14.0, "month": 31.0}
_MAXIMUM = AnyCase(
    r"\b(?:peak\w*|maxim\w+|top(?:s|ped)?|crest\w*|highest|height|worst|busiest|culminat\w+|largest|"
    r"high[\s-](?:point|water mark)|as high as it)\b"
)


def starts(context: Context, outputs: Sequence[Output]) -> list[Reading]:
    """Return the reading of a maximum that is said to come at the start or soon after it.

    Only for a statement of one run about a date that the run's first day stands before.
    """
    dated = next((o for o in outputs if o.kind == "date" and o.since), None)
    timed = next((o for o in outputs if o.unit == "week" and o.since), None)
    calls = context.plan.calls
    if len(calls) != 1 or not _MAXIMUM.search(context.text):
        return []
    first, soon = _AT_START.search(context.text), _WITHIN.search(context.text)
    if first is not None and dated is not None and (day := calls[0].arguments.get(dated.since)):
        begun = date.fromisoformat(str(day)).isoformat()
        return [_reading(context, dated, first.span(), "equal", label=f"{begun}/{begun}")]
    nth = _NTH_DAY.search(context.text)
    if nth is not None and timed is not None:
        return [_reading(context, timed, nth.span(), "equal", days=float(_NTH[nth["nth"]]))]
    if soon is not None and timed is not None:
        return [_reading(context, timed, soon.span(), "at_most", days=_DAYS[soon["time"]])]
    return []


_SINCE_START = AnyCase(
    r"\b(?:(?P<more>more|higher|larger|above)|(?P<less>fewer|less|lower|smaller|below))\b[^.;]*?"
    r"(?:\bthan|(?<=above)|(?<=below))\s+(?:(?:at|on|in|it was|they were|where it was)\s+){0,2}"
    r"(?:day (?:one|zero|1)|(?:the|its)\s+(?:very\s+)?(?:start\w*|beginning|outset|first day|"
    r"opening day|initial\s+\w+))"
)


def since_start(context: Context, outputs: Sequence[Output]) -> list[Reading]:
    """Return the reading of more or less than at the start, where the time counted is named."""
    found = _SINCE_START.search(context.text)
    named = {t.output for t in context.topics}
    counted = next((o for o in outputs if o.is_change and o.name in named), None)
    if found is None or counted is None or len(context.plan.calls) != 1:
        return []
    start, end = found.span("more" if found["more"] else "less")
    term = Term(call=context.plan.calls[0], output=counted.name)
    return [
        Reading(
            expression=Expression(operation="value", terms=(term,)),
            comparator="rises" if found["more"] else "falls",
            figures=(Figure(text=context.text[start:end], start=start, end=end),),
            negated=negated(context.text[:start]),
        )
    ]


def _reading(
    context: Context,
    output: Output,
    span: tuple[int, int],
    comparator: Comparator,
    *,
    label: str = "",
    days: float | None = None,
) -> Reading:
    start, end = span
    half = 0.5 if comparator == "equal" and days is not None else 0.0
    left, _ = clause_at(clauses_of(context.text), start)
    term = Term(call=context.plan.calls[0], output=output.name)
    return Reading(
        expression=Expression(operation="value", terms=(term,)),
        comparator=comparator,
        figures=(
            Figure(text=context.text[start:end], start=start, end=end, value=days, half_unit=half),
        ),
        unit="date" if label else "day",
        label=label,
        negated=negated(context.text[left:start]),
    )

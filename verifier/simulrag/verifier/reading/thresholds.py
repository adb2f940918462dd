"""Limits that a change reaches or misses: "clears the 30 % mark", "misses the top class"."""

import re
from collections.abc import Sequence
from typing import Literal, NamedTuple

from simulrag.simulators.interface import Band, Output, Simulator
from simulrag.verifier.claims import Comparator, Expression, Figure, Graded, Reading, Term
from simulrag.verifier.quantities import Printed, quantities
from simulrag.verifier.reading.beside import is_margin
from simulrag.verifier.reading.clauses import input_spans, negated, outside
from simulrag.verifier.reading.fact import Vocabulary
from simulrag.verifier.reading.figures import figure_of
from simulrag.verifier.reading.grading import band_named
from simulrag.verifier.reading.roles import natural_order, runs_of
from simulrag.verifier.reading.subjects import Context
from simulrag.verifier.reading.text import AnyCase, Span
from simulrag.verifier.reading.threshold_distances import at_distance

_MARKS = (
    r"(?:thresholds?|mark|line|limit|bar|hurdle|cut-?off|boundary|ceiling|level|requirement|minimum|"
    r"target)"
)
_CLASSES = r"(?:class|category|band|bracket|tier|grade|label)"
#: Without one of these nothing is said to be reached.
_GATE = AnyCase(
    rf"\b(?:{_MARKS}|needed|required|necessary|which|{_CLASSES}|it takes|exceeds?|"
    rf"there|by|beats?|range)\b|\b(?:miss|clear|cross|reach|short of|surpass)"
)
#: A percentage that is a limit by the noun beside it.
_MARK_BEHIND = AnyCase(
    rf"['\"]?\s*(?:[\w-]+\s+)?(?:{_MARKS}\b|(?:(?:that|which)\s+(?:is|are|would be)\s+)?"
    r"(?:needed|required|necessary)\b|(?:that|which)\s+(?:is|are|would|makes?|counts?|marks?)\b|"
    r"(?:from|above|beyond|over|at) which)"
)
_MARK_BEFORE = AnyCase(
    rf"\b(?:the|a)\s+(?:[\w-]+\s+)?{_MARKS}\s+(?:of|at)\s+$"
    r"|\b(?:it|one|that) (?:would )?(?:takes?|needs?|requires?)\s+(?:[a-z]+\s+){0,3}$"
)
#: "the threshold for a substantial change", "the 'substantial' class"
_OF_LABEL = AnyCase(
    rf"\b(?:(?:(?P<end>upper|lower|top|bottom)\s+)?{_MARKS}|(?P<edge>top|bottom|upper end|"
    r"lower end))\s+(?:for|of|to)\s+(?:being\s+)?(?:called\s+|rated\s+|considered\s+)?"
    r"(?:an?\s+|the\s+)?['\"]?$"
    r"|\bwhat\s+(?:(?:would|will)\s+)?(?:be|is|counts? as|qualif(?:y|ies) as|ranks? as|is called|"
    r"be called)\s+(?:an?\s+)?['\"]?$"
)
_LABEL_CLASS = AnyCase(rf"['\"]?\s+(?:[\w-]+\s+)?(?:{_CLASSES}|{_MARKS})\b")
TOP_CLASS = AnyCase(rf"\b(?:the\s+)?(?:top|highest|uppermost|strongest)\s+(?:{_CLASSES})\b")
#: What stands between a limit in percent and the label of what begins there.
_DEFINES = AnyCase(
    rf"['\"]?[\s,]*(?:{_MARKS}\b[\s,]*)?(?:(?:that|which) (?:is|are) )?(?:needed |required |"
    rf"necessary )?"
    r"(?:for|(?:that|which) (?:is|are|would be|makes? it|counts? as|would make it|would count as)|"
    r"from which|above which|beyond which|over which|at which|of|(?:or more |or above |and more )?"
    r"to (?:be|count as|qualify as|become|make|rank as))\b[^.;,]{0,50}?['\"]?"
)
_NOT = (
    r"(?P<not>(?:(?:does|do|did|is|are|has|have|will|would|can|could)\s*(?:not|n['’]t)|cannot|never|"
    r"fails? to|failed to|not)\s+(?:\w+ly\s+|quite\s+|even\s+|yet\s+)?)?"
)
#: What is done to the limit behind, and at the end of the words before it.
_ACTIVE = AnyCase(
    rf"{_NOT}\b(?:(?P<at_least>reach(?:es|ed|ing)?|meets?|met|attains?|attained|makes? it (?:to|"
    rf"into)|hits?|"
    r"gets? to|arrives? at|achieves?|satisf(?:y|ies))|"
    r"(?P<above>exceed(?:s|ed|ing)?|clear(?:s|ed|ing)?|pass(?:es|ed|ing)?|cross(?:es|ed|ing)?|tops?|"
    r"surpass(?:es|ed|ing)?|beats?|overshoots?|(?:gets?|got|goes|went|moves?|is|lies|stands|remains|"
    r"stays|ends up)\s+(?:well\s+|clearly\s+|far\s+|just\s+)?(?:past|beyond|above|over))|"
    r"(?P<below>miss(?:es|ed|ing)?|undershoots?|undercuts?|(?:falls?|fell|stops?|stays?|remains?|is|"
    r"lies|comes?|ends up)\s+(?:well\s+|clearly\s+|far\s+|just\s+)?(?:short of|below|under|"
    r"beneath)))\s+"
    r"(?:even\s+)?(?:the\s+|a\s+|that\s+|its\s+)?(?:called\s+)?(?P<half>half\s+)?['\"]?$"
)
#: The same of a limit that stands first.
_PASSIVE = AnyCase(
    r"[^.;]*?\b(?:is|are|was|were|gets?|has been|have been)\s+(?P<not>(?:not|"
    r"never)\s+)?(?:\w+ly\s+)?"
    r"(?:(?P<at_least>reached|met|attained|hit|achieved|satisfied)|"
    r"(?P<above>exceeded|cleared|passed|crossed|topped|surpassed|beaten|overshot|broken)|"
    r"(?P<below>missed|undershot|undercut|out of reach|beyond reach))\b"
)


#: What is in the top class reaches it.
_IN_TOP = AnyCase(
    rf"{_NOT}\b(?:is|are|falls?|belongs?|lands?|ends? up|comes?|gets?|makes? it|moves?) "
    r"(?:of|in|into|to|within)\s+"
    r"(?:the\s+)?$"
)
#: The same of a limit that was named before: "and travel time does not get there".
_BACK = AnyCase(
    rf"[^.]*?{_NOT}\b(?:(?P<at_least>(?:gets?|got|comes?|came) (?:there|that far)|"
    r"(?:reach|meet|attain|manage|achieve)(?:e?s)? (?:it|that|this)|makes? it)|"
    r"(?P<above>(?:exceed|clear|pass|cross|surpass|beat|top)(?:e?s)? (?:it|that|this)|"
    r"(?:is|goes|lies) (?:above|beyond|past|over) (?:it|that|this))|"
    r"(?P<below>miss(?:es)? (?:it|that|this)|(?:falls?|stops?|stays?|remains?|is) (?:short|"
    r"below)(?: (?:of )?(?:it|that|this))?))\s*[.!]?\s*$"
)
_NEITHER = AnyCase(r"\b(?:neither|none|nor)\b")
_POINTS = "percentage_point"
#: What stands between a distance and the limit that it is from.
_BEYOND = AnyCase(
    r"(?:\s+points?)?\s+(?:(?:(?P<above>above|over|beyond|past|clear of|higher than)|"
    r"(?P<below>below|under|short of|shy of|lower than|to|until))\s+)(?:the\s+|that\s+)?['\"]?"
)


class _Mark(NamedTuple):
    """A limit at text[start:end]: a printed percentage, or the class of a scale."""

    start: int
    end: int
    figure: Printed | None = None
    label: str = ""


def thresholds(context: Context, words: Vocabulary, simulator: Simulator) -> list[Reading]:
    """Return the readings of a statement on a limit that a graded change reaches or misses.

    Nothing where the statement gives more numbers than that of the change itself, or where the
    limit is of no scale of the question that the statement names.
    """
    text = context.text
    if not context.plan.graded or _GATE.search(text) is None:
        return []
    inputs = input_spans(text, context.mentions, words.parameters)
    figures = [q for q in quantities(text) if outside(q.start, q.unit_end, inputs)]
    within = _inside(context, figures, words, simulator)
    if within:
        return within
    mark = _mark(text, figures, words)
    if mark is None:
        return []
    rest = [q for q in figures if not mark.start <= q.start < mark.end]
    apart = next((q for q in rest if q.unit == _POINTS or _is_points(text, q)), None)
    if apart is not None and mark.label:
        return _from_class(context, mark, apart, words, simulator)
    said = _distance(text, mark, apart) if apart is not None else _said(text, mark)
    if said is None:
        return []
    rest = [q for q in rest if q is not apart]
    if any(q.unit != "percent" or q.qualifier != "exact" for q in rest) or len(rest) > 1:
        return []
    if any(not _defined(text, s, mark) for s in words.labels[1].find(text)):
        return []
    if mark.label and said[0] == "above" and not _OF_LABEL.search(text, 0, mark.start):
        return []  # beyond a class is beyond its upper end
    scale = _scale(context, mark)
    output = next((o for o in words.outputs if scale and o.name == scale.output), None)
    change = _change(context, output, simulator) if output is not None else None
    if scale is None or change is None:
        return []
    comparator, denied = said
    if mark.figure and apart is not None:
        made = at_distance(float(mark.figure.value), apart, change, above=comparator == "above")
        return [*made, *(_own(q, change) for q in rest)]
    made = _numbered(mark.figure, comparator, change, denied=denied) if mark.figure else None
    made = made or _classed(text, mark, scale, change, denied=denied != (comparator == "below"))
    return [made, *(_own(q, change) for q in rest)] if made is not None else []


def _inside(
    context: Context, figures: Sequence[Printed], words: Vocabulary, simulator: Simulator
) -> list[Reading]:
    """Return the reading of how far a change is inside its class: "but only by 2 points"."""
    text = context.text
    apart = [q for q in figures if q.unit == _POINTS]
    graded = words.labels[1].find(text)
    if len(apart) != 1 or len(figures) != 1 or len(graded) != 1:
        return []
    mark = _Mark(graded[0].start, graded[0].end, label=graded[0].text)
    scale = _scale(context, mark) if is_margin(text, mark.end, apart[0].start) else None
    band = band_named(mark.label, scale) if scale is not None else None
    output = next((o for o in words.outputs if scale and o.name == scale.output), None)
    change = _change(context, output, simulator) if output is not None else None
    if scale is None or change is None or band is None or negated(text[: mark.start]):
        return []
    end = band.low if band.high is None else band.high if band.low is None else None
    if end is None:
        return []
    value = end + float(apart[0].value) * (1 if band.high is None else -1)
    figure = figure_of(apart[0]).model_copy(
        update={"value": value, "half_unit": float(apart[0].half_unit)}
    )
    return [Reading(expression=change, comparator="equal", figures=(figure,), unit="percent")]


def _is_points(text: str, figure: Printed) -> bool:
    return not figure.unit and _BARE_POINTS.match(text, figure.end) is not None


_BARE_POINTS = re.compile(r"\s+points?\b", re.I)


def _from_class(
    context: Context, mark: _Mark, apart: Printed, words: Vocabulary, simulator: Simulator
) -> list[Reading]:
    """Return the reading of a distance from a class: "four points below the significant class"."""
    side = _side(context.text, mark, apart)
    scale = _scale(context, mark)
    band = band_named(mark.label, scale) if scale is not None else None
    output = next((o for o in words.outputs if scale and o.name == scale.output), None)
    change = _change(context, output, simulator) if output is not None else None
    if side is None or band is None or change is None:
        return []
    # Before a class is its lower limit; "by 5 points" behind one that is cleared is above that.
    end = band.high if side == "past" else band.low
    return at_distance(end, apart, change, above=side != "below", half=0.5) if end else []


def _side(text: str, mark: _Mark, apart: Printed) -> str | None:
    """Return on which side of a class a change is said to be, at some distance."""
    found = _BEYOND.fullmatch(text, apart.unit_end, mark.start)
    if found is not None:
        return "past" if found["above"] else "below"
    said = _said(text, mark) if apart.start > mark.end else None
    if said is None or said[1] or not _BY.search(text[mark.end : apart.qualified_from]):
        return None
    return "below" if said[0] == "below" else "above"


def _mark(text: str, figures: Sequence[Printed], words: Vocabulary) -> _Mark | None:
    """Return the only limit that a statement names."""
    marks = [
        _Mark(q.start, q.unit_end, q)
        for q in figures
        if q.unit == "percent"
        and not q.signed
        and (_MARK_BEHIND.match(text, q.unit_end) or _MARK_BEFORE.search(text, 0, q.start))
    ]
    if marks:
        return marks[0] if len(marks) == 1 else None
    if any(q.unit == _POINTS for q in figures):  # "clears 30 % by 5 percentage points"
        marks = [q for q in figures if q.unit == "percent" and _ACTIVE.search(text, 0, q.start)]
        if len(marks) == 1:
            return _Mark(marks[0].start, marks[0].unit_end, marks[0])
    labels = [s for s in words.labels[1].find(text) if _is_mark(text, s)]
    found = [_Mark(s.start, s.end, label=s.text) for s in labels]
    top = TOP_CLASS.search(text)
    if top is not None:
        found.append(_Mark(top.start(), top.end(), label=""))
    return found[0] if len(found) == 1 else None


def _is_mark(text: str, label: Span) -> bool:
    return bool(_OF_LABEL.search(text, 0, label.start) or _LABEL_CLASS.match(text, label.end))


def _defined(text: str, label: Span, mark: _Mark) -> bool:
    """Tell whether a label only says what a limit is of: "30 %, from which it is substantial"."""
    if label.start == mark.start:
        return True
    return label.start > mark.end and _DEFINES.fullmatch(text, mark.end, label.start) is not None


_Said = tuple[Literal["at_least", "above", "below"], bool]


def _said(text: str, mark: _Mark) -> _Said | None:
    """Return how a limit is met, and whether that is denied."""
    start = mark.start if mark.figure or not mark.label else _start_of_limit(text, mark)
    found = _ACTIVE.search(text, max(0, start - 60), start) or _PASSIVE.match(text, mark.end)
    found = found or _BACK.match(text, mark.end)
    if found is None and not mark.label and mark.figure is None:
        inside = _IN_TOP.search(text, max(0, start - 60), start)
        denied = _NEITHER.search(text, 0, start) is not None
        return ("at_least", denied or inside["not"] is not None) if inside is not None else None
    if found is None or dict(found.groupdict()).get("half"):
        return None
    denied = found["not"] is not None or _NEITHER.search(text, 0, found.start()) is not None
    if found["at_least"]:
        return "at_least", denied
    return ("above", denied) if found["above"] else ("below", denied)


def _distance(text: str, mark: _Mark, apart: Printed) -> _Said | None:
    """Return on which side of a limit a change is said to be, at some distance from it."""
    if mark.figure is None:
        return None
    found = _BEYOND.fullmatch(text, apart.unit_end, mark.start)
    if found is not None:
        return ("above" if found["above"] else "below"), False
    said = _said(text, mark)
    by = said and _BY.search(text[mark.end : apart.qualified_from])
    return said if by and said is not None and not said[1] else None


#: What leads in how far a limit is missed or cleared.
_BY = re.compile(r"\b(?:by|with)(?:\s+a\s+margin\s+of)?(?:\s+\w+)?\s*$")


def _start_of_limit(text: str, mark: _Mark) -> int:
    found = _OF_LABEL.search(text, 0, mark.start)
    return found.start() if found is not None else mark.start


def _scale(context: Context, mark: _Mark) -> Graded | None:
    """Return the scale that a limit is of: that of the named output, or the only one with it."""
    named = {t.output for t in context.topics}
    scales = [s for s in context.plan.graded if s.output in named]
    if not named & {s.output for s in context.plan.graded}:
        scales = [s for s in context.plan.graded if _holds(s, mark)]
    return scales[0] if len(scales) == 1 else None


def _holds(scale: Graded, mark: _Mark) -> bool:
    if mark.figure is not None:
        return any(float(mark.figure.value) in (b.low, b.high) for b in scale.bands)
    return band_named(mark.label, scale) is not None


def _change(context: Context, output: Output, simulator: Simulator) -> Expression | None:
    runs = runs_of(context.plan.calls, simulator, output.name)
    if len(runs.calls) != 2:
        return None
    first, last = natural_order(runs)
    terms = (Term(call=first, output=output.name), Term(call=last, output=output.name))
    return Expression(operation="percent_change", terms=terms, absolute=True)


def _numbered(
    figure: Printed, comparator: Comparator, change: Expression, *, denied: bool
) -> Reading:
    return Reading(
        expression=change,
        comparator=comparator,
        figures=(figure_of(figure),),
        unit="percent",
        negated=denied,
    )


def _own(figure: Printed, change: Expression) -> Reading:
    """Return that a percentage is the size of the change: "with 33 %, the mark is passed"."""
    sized = change.model_copy(update={"absolute": not figure.signed})
    return Reading(
        expression=sized, comparator="equal", figures=(figure_of(figure),), unit="percent"
    )


def _classed(
    text: str, mark: _Mark, scale: Graded, change: Expression, *, denied: bool
) -> Reading | None:
    band = band_named(mark.label, scale) if mark.label else _top(scale)
    limit = _OF_LABEL.search(text, 0, mark.start) if mark.label else None
    if (
        band is not None
        and limit is not None
        and (limit["end"] or limit["edge"] or "")[:3] in ("upp", "top")
    ):
        band = Band(label=f"above {band.label}", low=band.high)
    if band is None or band.low is None:
        return None
    barely = not denied and band.label and _BARELY.search(text, 0, mark.start) is not None
    own = band if barely else Band(label=f"at least {band.label}", low=band.low, high=None)
    return Reading(
        expression=change,
        comparator="is",
        figures=(Figure(text=text[mark.start : mark.end], start=mark.start, end=mark.end),),
        label=mark.label or band.label,
        band=own,
        bands=scale.bands,
        negated=denied,
    )


#: What just reaches a class is in it, and not beyond.
_BARELY = AnyCase(
    r"\b(?:barely|only just|just about|just|narrowly|scarcely)\s+(?:[a-z]+\s+){1,3}"
    r"(?:the\s+)?['\"]?$"
)


def _top(scale: Graded) -> Band | None:
    return next((b for b in scale.bands if b.high is None), None)

"""The direction that a class takes for granted: "a negligible reduction in travel time"."""

from collections.abc import Iterator, Sequence

from simulrag.simulators.interface import Output
from simulrag.verifier.claims import Expression, Figure, Reading
from simulrag.verifier.reading.clauses import negated
from simulrag.verifier.reading.subjects import Context
from simulrag.verifier.reading.text import AnyCase

_NOUN = (
    r"(?:(?P<fall>reductions?|decreases?|cuts?|drops?|falls?|declines?|savings?|shortening)|"
    r"(?P<good>improvements?)|"
    r"(?P<rise>increases?|rises?|growth|lengthening|slow-?downs?))"
)
#: The noun behind a label, and beside the name of the result.
_BEHIND = AnyCase(rf"['\"]?\s+(?:[\w-]+\s+){{0,2}}?{_NOUN}\b(?!\s+(?:or|and)\b)")
_BEFORE_NAME = AnyCase(
    rf"\b{_NOUN}\s+(?:in|of)\s+(?:(?:the|total|overall|average|its|their|mean)\s+)*$"
)
_AFTER_NAME = AnyCase(rf"\s+{_NOUN}\b(?!\s+(?:or|and)\b)")
_OR = AnyCase(r"\b(?:or|whether|not|if|any)\s+(?:an?\s+)?(?:[\w-]+\s+){0,2}$")


def taken_for_granted(
    context: Context, readings: Sequence[Reading], outputs: Sequence[Output]
) -> Iterator[Reading]:
    """Yield the directions of changes that labels grade and that the sentence takes for granted.

    Only where a single label is affirmed and nothing else says which way the change goes.
    """
    if len(readings) != 1 or not readings[0].label or readings[0].negated:
        return
    reading = readings[0]
    expression = reading.expression
    if expression.operation != "percent_change" or reading.band is None:
        return
    if reading.band not in reading.bands:
        return  # only the bound of what is said
    output = next((o for o in outputs if o.name == expression.terms[0].output), None)
    found = _noun(context, reading, expression.terms[0].output)
    if found is None or output is None:
        return
    start, end, way = found
    if way == "good" and not any(w.startswith("improve") for w in output.fall_words):
        return
    text = context.text
    if negated(text[:start]) or _OR.search(text, 0, start):
        return
    yield Reading(
        expression=Expression(operation="difference", terms=expression.terms),
        comparator="rises" if way == "rise" else "falls",
        figures=(Figure(text=text[start:end], start=start, end=end),),
    )


def _noun(context: Context, reading: Reading, output: str) -> tuple[int, int, str] | None:
    """Return where a noun says which way the graded change goes, and which."""
    text = context.text
    figure = reading.figures[0]
    inside = _NOUN_IN.search(text, figure.start, figure.end)
    found = inside or _BEHIND.match(text, figure.end)
    for topic in context.topics if found is None else ():
        if topic.output == output:
            found = _BEFORE_NAME.search(text, 0, topic.start) or _AFTER_NAME.match(text, topic.end)
        if found is not None:
            break
    if found is None:
        return None
    way = next(name for name, words in found.groupdict().items() if words)
    return *found.span(way), way


_NOUN_IN = AnyCase(rf"\b{_NOUN}$")

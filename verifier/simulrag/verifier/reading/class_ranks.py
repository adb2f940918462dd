"""Classes that are told by their place in a scale: "it belongs to the middle class"."""

from simulrag.simulators.interface import Simulator
from simulrag.verifier.claims import Expression, Figure, Reading, Term
from simulrag.verifier.reading.clauses import negated
from simulrag.verifier.reading.roles import natural_order, runs_of
from simulrag.verifier.reading.subjects import Context
from simulrag.verifier.reading.text import AnyCase

_RANK = AnyCase(
    r"\b(?:in|into|to|within|of)\s+(?:the|its)\s+(?P<rank>lowest|bottom|weakest|smallest|middle|"
    r"second|medium|central|intermediate)\s+(?:of\s+(?:the\s+)?(?:three|its|these)\s+)?"
    r"(?:class(?:es)?|categor(?:y|ies)|bands?|brackets?|tiers?|grades?)\b",
    holding=(
        "lowest", "bottom", "weakest", "smallest", "middle", "second", "medium", "central",
        "intermediate",
    ),
)  # fmt: skip
_LOWEST = ("lowest", "bottom", "weakest", "smallest")
_THREE = 3


def class_by_rank(context: Context, simulator: Simulator) -> list[Reading]:
    """Return the reading of a change that is said to be of the lowest or the middle class."""
    text = context.text
    found = _RANK.search(text) if context.plan.graded else None
    if found is None:
        return []
    named = {t.output for t in context.topics}
    scales = [s for s in context.plan.graded if s.output in named or not named]
    if len(scales) != 1:
        return []
    bands = sorted(scales[0].bands, key=lambda b: b.low if b.low is not None else float("-inf"))
    lowest = found["rank"] in _LOWEST
    if not bands or (not lowest and len(bands) != _THREE):
        return []
    runs = runs_of(context.plan.calls, simulator, scales[0].output)
    if len(runs.calls) != 2:
        return []
    terms = tuple(Term(call=c, output=scales[0].output) for c in natural_order(runs))
    band = bands[0 if lowest else 1]
    start, end = found.span()
    return [
        Reading(
            expression=Expression(operation="percent_change", terms=terms, absolute=True),
            comparator="is",
            figures=(Figure(text=text[start:end], start=start, end=end),),
            label=band.label,
            band=band,
            bands=scales[0].bands,
            negated=negated(text[:start]),
        )
    ]

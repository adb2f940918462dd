"""Statements that something improves or gets worse, which several outputs measure between them."""

import re
from collections.abc import Iterator, Sequence

from simulrag.simulators.aspects import Appraised, Aspect
from simulrag.simulators.interface import Output, Simulator
from simulrag.verifier.claims import Figure, Reading
from simulrag.verifier.reading.clauses import (
    clause_at,
    clauses_of,
    input_spans,
    negated,
    without_inputs,
)
from simulrag.verifier.reading.fact import Fact
from simulrag.verifier.reading.grading import band_named
from simulrag.verifier.reading.mentions import unique_parameters
from simulrag.verifier.reading.roles import runs_of
from simulrag.verifier.reading.subjects import Context, difference_of
from simulrag.verifier.reading.text import Span, find_phrases

#: What is said of something good, or of a benefit for it.
_GAIN = (
    r"improv\w+|enhanc\w+|boost\w*|optimi[sz]\w+|better|benefit\w*|co-benefits?|gains?|advanc\w+|"
    r"strides|progress|success\w*|positive\w*|effective\w*|efficient\w*|smoother|promot\w+|favou?r\w*"
)
_LOSS = (
    r"compromis\w+|worsen\w*|deteriorat\w+|degrad\w+|disrupt\w+|sacrific\w+|hamper\w*|impair\w*|"
    r"hinder\w*|harm(?:s|ed|ing)?|at the (?:cost|expense)|suffers?|slow(?:s|er|ed|ing)|losses|loss"
)
#: What is done to something bad.
_EASE = (
    r"reduc\w+|mitigat\w+|prevent\w*|address\w*|alleviat\w+|eas(?:e|es|ed|ing)|counter\w*|"
    r"combat\w*|curb\w*|reliev\w+|resolv\w+|minimi[sz]\w+|cut(?:s|ting)?|lower\w*|tackl\w+|"
    r"manag(?:e|es|ed|ing)|decreas\w+|less|fewer|avoid\w*|eliminat\w+|overcom\w+|offset\w*|"
    r"without (?:causing|creating|adding)"
)
_GROW = r"increas\w+|ris(?:e|es|ing)|more|adds?|added|worse\w*|aggravat\w+|exacerbat\w+|higher"
_FOR_GOOD = re.compile(rf"\b(?:(?P<up>{_GAIN})|(?P<down>{_LOSS}))\b", re.IGNORECASE)
_FOR_BAD = re.compile(rf"\b(?:(?P<up>{_EASE})|(?P<down>{_GROW}))\b", re.IGNORECASE)
#: What is meant to be, and not said to be.
_PURPOSE = re.compile(
    r"\b(?:aim\w*|intend\w*|designed|meant|seeks?|hop(?:es|ed|ing)|whether|if|could|might|may|"
    r"trade-?offs?|balanc\w+)\b",
    re.IGNORECASE,
)
#: A part of what is measured, of which no output speaks ("traffic flow for delivery vans").
_PART = re.compile(r"\s+(?:for|of)\s+(?!the\b|all\b|this\b|these\b|both\b|those\b)", re.IGNORECASE)
#: What makes a loss none ("without compromising mobility", "minimal disruption").
_HARDLY = re.compile(
    r"\b(?:without|minimal|minor|little|slight|limited|negligible|no)\s+(?:[\w-]+\s+)?$",
    re.IGNORECASE,
)
#: What is done besides: "it is committed to clean air, accepting slower trips".
_GOES_ON = re.compile(r",\s+(?:\w+ly\s+)?\w+ing\b", re.IGNORECASE)
_DENIED = re.compile(r"\b(?:not|never|cannot|fails?|nor|neither)\b(?! only)|n't\b", re.IGNORECASE)
#: Most characters between an evaluation and what it is of.
_NEAR = 90


def appraisals(context: Context, simulator: Simulator, held: Sequence[Output]) -> list[Reading]:
    """Return a reading for every output of the aspects that a statement evaluates.

    Those of one aspect carry its name in `aspect`, by which they are decided together.
    """
    if not isinstance(simulator, Appraised):
        return []
    parameters = unique_parameters(simulator)
    plain = without_inputs(context.text, input_spans(context.text, context.mentions, parameters))
    made: list[Reading] = []
    for aspect in simulator.aspects:
        outputs = [o for o in held if o.name in aspect.outputs]
        found = next(_evaluations(aspect, context.text, plain), None)
        if found is not None and outputs:
            improves, word = found
            made += _readings(aspect, outputs, context, simulator, word, improves=improves)
    return made


def _evaluations(aspect: Aspect, text: str, plain: str) -> Iterator[tuple[bool, Span]]:
    """Return whether each mention of an aspect is for the better, and the word that says so.

    plain: the text with restated inputs blanked out, whose words evaluate nothing.
    """
    clauses = clauses_of(text)
    spans = find_phrases(text, (*aspect.words, *aspect.burdens))
    for words, pattern in ((aspect.words, _FOR_GOOD), (aspect.burdens, _FOR_BAD)):
        for span in (s for s in find_phrases(text, words) if s in spans):
            left, right = clause_at(clauses, span.start)
            word = _evaluation(plain, span, pattern, left, right)
            if (
                word is None
                or _PART.match(text, span.end)
                or _PURPOSE.search(text[left : span.start])
            ):
                continue
            before, after = plain[left : word.start()], plain[word.end() : right]
            denied = negated(before) or _DENIED.search(after)
            if not (denied or (word["down"] and _HARDLY.search(before))):
                spoken = Span(text=word.group(), start=word.start(), end=word.end())
                yield word["up"] is not None, spoken


def _evaluation(
    text: str, span: Span, pattern: re.Pattern[str], left: int, right: int
) -> re.Match[str] | None:
    """Return the evaluating word of a phrase: right behind it, before it, or further behind."""
    after = pattern.search(text, span.end, min(right, span.end + _NEAR))
    if after is not None and not text[span.end : after.start()].strip():
        return after
    before = list(pattern.finditer(text, max(left, span.start - _NEAR), span.start))
    if before:
        return before[-1]
    apart = after is not None and _GOES_ON.search(text, span.end, after.start())
    return None if apart else after


def _readings(
    aspect: Aspect,
    outputs: Sequence[Output],
    context: Context,
    simulator: Simulator,
    word: Span,
    *,
    improves: bool,
) -> Iterator[Reading]:
    rises = improves == (aspect.better == "higher")
    whole = Fact(
        kind="direction",
        start=word.start,
        end=word.end,
        left=0,
        right=len(context.text),
        direction="rise" if rises else "fall",
        of_change=True,
    )
    for output in outputs:
        runs = runs_of(context.plan.calls, simulator, output.name)
        expression = difference_of(whole, context, output, runs, outputs) if runs.calls else None
        if expression is not None:
            yield Reading(
                expression=expression.model_copy(update={"absolute": False}),
                comparator="rises" if rises else "falls",
                figures=(Figure(text=word.text, start=word.start, end=word.end),),
                aspect=aspect.name,
            )


#: An effect as the subject of what a label is said of: "the environmental impact is".
_EFFECT_IS = re.compile(
    r"\b(?:impact|effect|benefit|improvement|gain|relief|change|performance|progress|toll|burden|"
    r"footprint|side|result)\b[^,;:]*\b(?:is|falls|lies|counts|comes|belongs|ranks|"
    r"qualifies|to be|remains|stays|proves|turns out|seems|amounts|classes|rates)\b",
    re.IGNORECASE,
)
_NO_NOUN = re.compile(
    r"['\"]?\s*(?:$|[.,;:!)]|(?:class|category|range|band|one|bracket|here|on|by|as|at|under|with)\b)",
    re.IGNORECASE,
)


def graded_aspect(
    fact: Fact, context: Context, held: Sequence[Output], simulator: Simulator
) -> Output | None:
    """Return the one graded output of an aspect that a label's clause names, None where unclear.

    A question that grades CO2 alone lets an "environmental impact" be significant.
    """
    if not isinstance(simulator, Appraised) or any(
        fact.left <= t.start < fact.right for t in context.topics
    ):
        return None
    clause = context.text[fact.left : fact.start]
    if not (_EFFECT_IS.search(clause) and _NO_NOUN.match(context.text, fact.end)):
        return None
    graded = {s.output for s in context.plan.graded if band_named(fact.label, s) is not None}
    found = {
        name
        for aspect in simulator.aspects
        if find_phrases(clause, (*aspect.words, *aspect.burdens))
        for name in graded & set(aspect.outputs)
    }
    if not found and len(graded) == 1 and not context.topics:
        found = graded  # "the gain is noticeable", where that is a class of one result alone
    return next((o for o in held if found == {o.name}), None)

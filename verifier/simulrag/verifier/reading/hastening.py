"""Traffic that gets faster or slower, or time that is gained or lost, without a number."""

from collections.abc import Sequence

from simulrag.simulators.interface import Output, Simulator
from simulrag.verifier.claims import Expression, Figure, Reading, Term
from simulrag.verifier.quantities import family
from simulrag.verifier.reading.clauses import (
    clause_at,
    clauses_of,
    input_spans,
    negated,
    outside,
    without_inputs,
)
from simulrag.verifier.reading.mentions import unique_parameters
from simulrag.verifier.reading.roles import natural_order, runs_of, speaks_of_unchanged
from simulrag.verifier.reading.subjects import Context
from simulrag.verifier.reading.text import AnyCase, find_phrases

#: Neither word is one of more or less of a time by itself.
_PACE = AnyCase(
    r"\b(?:(?P<fast>faster|quicker|swifter|more (?:quickly|swiftly|rapidly)|"
    r"in less time|less time|sooner|(?:speed|sped|speeds|speeding)\s+(?:[\w-]+\s+){0,3}?up|"
    r"accelerat\w+|(?:sav|gain|win)\w*\s+(?:[\w-]+\s+){0,3}?time|time is (?:saved|gained|won)|"
    r"time (?:saving|gain)s?)"
    r"|(?P<slow>slower|(?:tak|need|last|requir)\w*\s+(?:[\w-]+\s+){0,2}?longer|more slowly|"
    r"less (?:quickly|swiftly|rapidly)|in more time|more time|"
    r"slow(?:s|ed|ing)?\s+(?:[\w-]+\s+){0,3}?down|slows?(?=\s+(?:the\s+)?(?:traffic|vehicles|cars|"
    r"drivers|trips))|"
    r"(?:los|cost|waste)\w*\s+(?:[\w-]+\s+){0,3}?time|time is (?:lost|wasted)|time loss(?:es)?|"
    r"(?:is|are|gets?|being) (?:delayed|held up)))\b",
)
#: What a statement says beside the direction, which must not be passed over.
_MORE_SAID = AnyCase(
    r"(?<![a-z])\d|\b(?:minute|second|hour|half|third|quarter|fifth|tenth|percent|per cent|times|"
    r"twice|"
    r"double|"
    r"class|category|band|threshold|limit|because)s?\b|\bif\b(?!\s+(?:only|very|just|barely|slightly|by))"
)
#: Something else than the state before to which it is compared.
_OTHER = AnyCase(
    r"\bthan\b(?!\s+(?:(?:it|they|that|he|one|you|we|those)\b|ever|(?:in |with |under |at |the |"
    r"its |"
    r"their )*(?:baseline|before|today|now|present|currently|previously|otherwise|usual|without|"
    r"status quo|current|old|former|previous|normal)))"
)
#: A denial that denies nothing: "cannot but be slower".
_CANNOT_BUT = AnyCase(r"\bcan(?:not|['’]t)\s+(?:help\s+)?but\b")


def hastened(context: Context, simulator: Simulator, held: Sequence[Output]) -> list[Reading]:
    """Return the reading of a statement that a time on the road becomes shorter or longer.

    Only where it speaks of what spends that time, in the words that its output declares.
    """
    text = context.text
    output = next((o for o in held if o.loose_words and family(o.unit) == "time"), None)
    if output is None or not find_phrases(
        text, (*output.words, *output.loose_words, *output.spent_by)
    ):
        return []
    named = {t.output for t in context.topics}
    inputs = input_spans(text, context.mentions, unique_parameters(simulator))
    found = [
        m
        for m in _PACE.finditer(text)
        if outside(m.start(), m.end(), inputs)
        and not any(0 <= s.start - m.end() <= 1 for s in inputs)  # "the slower limit"
    ]
    if _MORE_SAID.search(without_inputs(text, inputs)) or _OTHER.search(text):
        return []
    if named - {output.name} or len({m["fast"] is None for m in found}) != 1:
        return []
    first = found[0]
    runs = runs_of(context.plan.calls, simulator, output.name)
    if len(runs.calls) != 2 or speaks_of_unchanged(text[: first.start()]):
        return []
    terms = tuple(Term(call=call, output=output.name) for call in natural_order(runs))
    before = text[clause_at(clauses_of(text), first.start())[0] : first.start()]
    return [
        Reading(
            expression=Expression(operation="difference", terms=terms),
            comparator="falls" if first["fast"] else "rises",
            figures=(Figure(text=first.group(), start=first.start(), end=first.end()),),
            negated=negated(before) and _CANNOT_BUT.search(before) is None,
        )
    ]

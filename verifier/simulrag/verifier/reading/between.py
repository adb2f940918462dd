"""Differences between two outputs that a sentence names: a local value and a global change."""

from collections.abc import Sequence

from simulrag.simulators.interface import Output, Simulator
from simulrag.verifier.claims import Expression, Term
from simulrag.verifier.reading.fact import Fact
from simulrag.verifier.reading.roles import runs_of
from simulrag.verifier.reading.subjects import Context, signed
from simulrag.verifier.reading.text import AnyCase

#: "the difference between the local temperature and the global change is 12.2 °C"
_BETWEEN = AnyCase(
    r"\b(?:difference|gap)\s+between\b(?P<first>[^;]*?)\band\b(?P<second>[^;]*)$",
    holding=("difference", "gap"),
)
#: "the local temperature exceeds the global change by 12.2 °C"
_BEYOND = AnyCase(
    r"(?P<first>[^;]*?)\b(?:exceeds?|surpass(?:es)?|tops?|outweighs?|(?:is|lies) (?:above|"
    r"higher than|"
    r"larger than|greater than))\b(?P<second>[^;]*?)\bby\s+(?:\w+\s+)?$"
)


def difference_between(
    fact: Fact, context: Context, outputs: Sequence[Output], simulator: Simulator
) -> Expression | None:
    """Return the first output less the second one; None where a sentence names no two of them.

    Both have to be of one run each, and of different functions: two runs of one function are
    compared in one output.
    """
    named = _BETWEEN.search(context.text, fact.left, fact.start)
    named = named or _BEYOND.match(context.text, fact.left, fact.start)
    if named is None:
        return None
    terms: list[Term] = []
    for part in ("second", "first"):
        inside = [t for t in context.topics if named.start(part) <= t.start < named.end(part)]
        known = next((o for t in inside for o in outputs if o.name == t.output), None)
        calls = runs_of(context.plan.calls, simulator, known.name).calls if known else ()
        if known is None or len(calls) != 1:
            return None
        terms.append(Term(call=calls[0], output=known.name))
    if terms[0].call.function == terms[1].call.function:
        return None
    return Expression(
        operation="difference", terms=tuple(terms), absolute=not signed(fact) and fact.undirected
    )


#: What a question calls the difference between a local value and a global change.
_ASKED = AnyCase(
    r"\b(?:difference|impact|effect)\s+between\b[^?]*?\b(?:local|greenhouse)\b[^?]*?\bglobal\b"
    r"|\bnet difference\b|\bcombined (?:impact|effect|difference)\b"
)
_NET = AnyCase(
    r"\b(?:net|total|overall|combined|resulting|whole)\b|\b(?:difference|gap)\b",
    holding=("combined", "difference", "gap", "net", "overall", "resulting", "total", "whole"),
)
_OF_ONE = AnyCase(r"\b(?:global|globe|world|worldwide|planet|local|aerosols?|greenhouse)\b")


def net_difference(
    fact: Fact, context: Context, outputs: Sequence[Output], simulator: Simulator
) -> Expression | None:
    """Return the local value less the global change, of which a question asks; else None.

    Only where a statement speaks of a difference, and names neither of the two.
    """
    clause = context.text[fact.left : fact.right]
    if _NET.search(clause) is None or _OF_ONE.search(clause) is not None:
        return None
    if fact.direction != "none" or _ASKED.search(context.plan.question) is None:
        return None
    changes = [o for o in outputs if o.changes_of]
    levels = [o for o in outputs if o.unit == "degC"]
    if len(changes) != 1 or len(levels) != 1:
        return None
    terms: list[Term] = []
    for output in (changes[0], levels[0]):
        calls = runs_of(context.plan.calls, simulator, output.name).calls
        if len(calls) != 1:
            return None
        terms.append(Term(call=calls[0], output=output.name))
    if terms[0].call.function == terms[1].call.function:
        return None
    return Expression(operation="difference", terms=tuple(terms), absolute=not signed(fact))


def of_unlike(
    fact: Fact, context: Context, held: Sequence[Output], simulator: Simulator
) -> Expression | None:
    """Return the difference of two unlike results of which a number or a label is, if any."""
    if fact.kind == "number":
        found = difference_between(fact, context, held, simulator)
        return found or net_difference(fact, context, held, simulator)
    return net_difference(fact, context, held, simulator) if fact.band is not None else None

"""A result of which there is said to be more or less than before, by words around its name."""

from collections.abc import Sequence

from simulrag.simulators.interface import Output, Simulator
from simulrag.verifier.claims import Expression, Figure, Reading, Term
from simulrag.verifier.reading.clauses import clause_at, clauses_of, negated
from simulrag.verifier.reading.roles import natural_order, runs_of, speaks_of_unchanged
from simulrag.verifier.reading.subjects import Context
from simulrag.verifier.reading.text import AnyCase
from simulrag.verifier.reading.units_of_things import of_each

_BEFORE = AnyCase(
    r"\b(?:(?P<more>more|extra|additional|higher|greater|larger|bigger|increased|raises?|adds? to|"
    r"drives? up|pushes? up|lengthens?|boosts?)|"
    r"(?P<less>less|fewer|lower|smaller|reduced|reduces?|lowers?|cuts?(?: down)?|cuts? back|"
    r"brings? down|drives? down|pushes? down|shortens?|saves?|trims?|slashes|curbs?|shrinks?|"
    r"diminish(?:es)?|lessens?))"
    r"\s+(?:(?:on|of|the|its|their|total|overall|average|mean|down|each|both|vehicle)\s+)*$"
)
_BEHIND = AnyCase(
    r"\s+(?:emissions?\s+|times?\s+)?(?:(?:is|are|was|were|gets?|has been|have been|will be|"
    r"would be|"
    r"can be|to be)(?P<not>\s+not|n['’]t|\s+never)?\s+(?:[\w-]+ly\s+)?"
    r"(?:(?P<less>reduced|lowered|cut|curbed|trimmed|slashed|shortened|diminished|lessened)|"
    r"(?P<more>increased|raised|lengthened|added to|boosted|driven up|pushed up))"
    r"|(?P<no>(?:does|do|did|will|would)(?:\s+not|n['’]t)\s+)(?:(?P<under>go down|come down|fall|"
    r"shrink|drop|decrease)|(?P<over>go up|rise|grow|increase)))\b"
)
#: What more there is than a direction, or something else that is compared with.
_MORE_SAID = AnyCase(
    r"(?<![a-z])\d|\b(?:half|third|quarter|fifth|tenth|percent|per cent|times|twice|double|class|"
    r"category|"
    r"band|"
    r"threshold|limit|than (?!(?:it|they|that|he|she|one|we|ever|before|today|now|usual|"
    r"otherwise|at "
    r"present|currently|previously|without|(?:in |with |under |at |the |its )*(?:baseline|present|"
    r"status quo|current|old|former|previous|normal))\b))s?\b"
)


def more_or_less(context: Context, simulator: Simulator, held: Sequence[Output]) -> list[Reading]:
    """Return the reading that there is more or less of the one result that a statement names."""
    text = context.text
    names = {t.output for t in context.topics}
    plain = [m for m in context.mentions if m.words]
    rest = text
    for mention in plain:
        rest = rest.replace(mention.words, " ")
    output = next((o for o in held if o.name in names and not o.changes_of), None)
    if len(names) != 1 or output is None or _MORE_SAID.search(rest):
        return []
    output = of_each(output, text, held) or output
    found = [
        (m, m["more"] or m.groupdict().get("over"))
        for t in context.topics
        for m in (_BEFORE.search(text, 0, t.start), _BEHIND.match(text, t.end))
        if m is not None
    ]
    ways = {bool(more) for _, more in found}
    runs = runs_of(context.plan.calls, simulator, output.name)
    if len(ways) != 1 or len(runs.calls) != 2 or speaks_of_unchanged(text[: found[0][0].start()]):
        return []
    match, more = found[0]
    start, end = match.span()
    left, _ = clause_at(clauses_of(text), start)
    denied = match.groupdict().get("not") or match.groupdict().get("no")
    terms = tuple(Term(call=call, output=output.name) for call in natural_order(runs))
    return [
        Reading(
            expression=Expression(operation="difference", terms=terms),
            comparator="rises" if more else "falls",
            figures=(Figure(text=text[start:end].strip(), start=start, end=end),),
            negated=bool(denied) != negated(text[left:start]),
        )
    ]

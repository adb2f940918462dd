"""Results that are said to be the same, or not, without a number: "it makes no difference"."""

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from simulrag.simulators.interface import Band, Output, Simulator
from simulrag.verifier.claims import Expression, Figure, Reading, Term
from simulrag.verifier.reading.clauses import clause_at, clauses_of, negated
from simulrag.verifier.reading.fact import Fact
from simulrag.verifier.reading.graded_things import grades_result
from simulrag.verifier.reading.mentions import unique_parameters
from simulrag.verifier.reading.roles import changed_only, runs_of
from simulrag.verifier.reading.subjects import Context, difference_of
from simulrag.verifier.reading.text import AnyCase

_EFFECT = (
    r"(?:differences?|change|effect|impact|influence|response|distinction|trace|mark|"
    r"consequences?|relevance|importance|bearing)"
)
_NOUN = (
    rf"(?P<none>(?:no|not any|not an?|zero|without|without any)\s+(?:\w+\s+)?{_EFFECT}\b)"
    r"|(?:next to|almost|practically|virtually) (?P<nothing>nothing (?:between|separates|"
    r"to choose between)\b)|(?P<nil>nothing (?:between|separates|parts|to choose between)\b)"
    r"|(?P<left>(?:leaves?|left|keeps?)\s+[^,;]{1,50}?\s+(?:where|as) (?:it|they) "
    r"(?:is|are|was|were|stood))"
    rf"|(?:hardly any|next to no|little|scarcely any|(?:almost|practically|virtually) no)"
    rf"(?P<hardly>\s+(?:\w+\s+)?{_EFFECT}\b)"
    rf"|(?P<some>\b(?:makes?|has|have|leaves?|had|having|shows?|exerts?)\s+an?\s+(?:[\w-]+\s+)?{_EFFECT}\b)"
)
_STATE = (
    r"(?P<same>(?:is|are|was|were|be|been|stays?|remains?|comes? out|ends? up|turns? out|"
    r"works? out|looks?|proves?|gets?|gives?|shows?|yields?|produces?|has|have|leaves?)"
    r"\s+(?:(?:[a-z]+ly|one and|at|to be|all|much|just|about)\s+){0,2}the same"
    r"(?=\s*(?:[,.;:)]|$|(?:mean|average|temperature|result|outcome|value|reading|figure|level|"
    r"in|with|for|under|as|after|before|whether|whichever|either|of|no)\b))|identical|no different|"
    r"indistinguishable|unchanged|unaltered|unaffected|unmoved|untouched|intact|"
    r"irrelevant|immaterial|inconsequential|"
    r"(?:stays?|remains?) (?:put|constant|where (?:it|they) (?:is|are|was|were|stands?)))\b"
)
_VERB = (
    r"(?P<still>\b(?:do(?:es)?|did|will|would)\s*(?:not|n['’]t)\s+(?:\w+ly\s+)?(?:change|move|shift|"
    r"differ|respond|react|alter|affect|influence)\b)"
    r"|\b(?:hardly|barely|scarcely)(?P<barely>\s+(?:changes?|moves?|shifts?|budges?|differs?|"
    r"responds?|alters?|affects?|influences?|stirs?)\b)"
    r"|(?P<moves>\b(?:shifts?|alters?|affects?|influences?|moves?|differs?|changes?(?=\s+(?:the|its)\s))"
    r"\b|(?:yields?|gives?|are|is|leads? to|brings?|has|have)\s+(?:\w+ly\s+)?different\b)"
)
_SAID = AnyCase(rf"\b(?:{_NOUN}|{_STATE}|{_VERB})")
_MOVING = AnyCase(
    r"differ|chang|effect|impact|influence|response|distinct|same|identical|mov|shift|alter|nothing|"
    r"affect|react|respond|budge|stir|\bput|constant|where|trace|mark|consequen|releva|immaterial|leav|left|untouched|intact|keep|importan|bearing"
)
#: How much is left of a difference, and how much there is of one.
_NEARLY = AnyCase(
    r"\b(?:practically|virtually|almost|nearly|all but|more or less|roughly|about|essentially)\s+$"
)
_CLEARLY = AnyCase(
    r"\b(?:noticeab|perceptib|appreciab|measurab|discernib|visib|clear|marked|substantial|tangib|"
    r"considerab|significant|real)\w*\b"
)
_LEADS_TO = AnyCase(r"\s+(?:to|on|in|for|of|between)\s+")
_KNOWN_THING = AnyCase(
    r"\b(?:it|its|this|that|which|both|two|them|scenarios?|cases?|years?|strateg\w+|outcomes?|"
    r"projections?|place|town|city)\b"
)
_LEAST = frozenset(("negligible", "minor", "minimal", "insignificant", "small", "slight"))


class _Said(NamedTuple):
    """What text[start:end] says: that there is a change or none, and whether by a degree."""

    start: int
    end: int
    differs: bool
    by_degree: bool


def samenesses(context: Context, simulator: Simulator, held: Sequence[Output]) -> list[Reading]:
    """Return the reading of a statement that results agree or differ, without saying by how much.

    Nothing where what is said to is no result: another reader has to tell what it is.
    """
    text = context.text
    if _MOVING.search(text) is None:
        return []
    found = _SAID.search(text)
    if found is None:
        return []
    left, right = clause_at(clauses_of(text), found.start())
    said = _said(text, found, left)
    fact = Fact(kind="label", start=said.start, end=said.end, left=left, right=right)
    if not _of_result(context, fact, held, simulator, noun=_is_noun(found)):
        return []
    compared = (
        (output, _expression(context, output, held, simulator, fact))
        for output in _outputs(context, held, simulator)
    )
    told = {output.name: (output, e) for output, e in compared if e is not None}
    if len(told) != 1:
        return []
    output, expression = next(iter(told.values()))
    figure = Figure(
        text=text[said.start : said.end], start=said.start, end=said.end, value=0.0, half_unit=0.0
    )
    if _by_class(text[left : said.end], context):
        return []
    least = _least(context) if said.by_degree else None
    if least is not None:
        return [
            Reading(
                expression=expression.model_copy(update={"absolute": True}),
                comparator="is",
                figures=(figure,),
                label=least.label,
                band=least,
                bands=context.plan.bands,
                negated=said.differs,
            )
        ]
    return [
        Reading(
            expression=expression,
            comparator="about" if said.by_degree else "equal",
            figures=(figure,),
            unit=output.unit.removeprefix("delta_"),
            negated=said.differs,
            about_absolute=output.about_difference,
        )
    ]


_ADVERB = AnyCase(r"\b[a-z]+ly\b")


def _by_class(said: str, context: Context) -> bool:
    """Tell whether a class of the question says how different: "significantly different"."""
    labels = {band.label.casefold() for band in context.plan.bands}
    forms = (
        (word.removesuffix("ly"), word.removesuffix("y") + "e")
        for word in (m.group().lower() for m in _ADVERB.finditer(said))
    )
    return any(labels.intersection(form) for form in forms)


def _said(text: str, found: re.Match[str], left: int) -> _Said:
    groups = {name for name, words in found.groupdict().items() if words}
    start, end = found.span()
    nearly = _NEARLY.search(text, 0, start) is not None or bool(
        groups & {"hardly", "barely", "nothing"}
    )
    differs = bool(groups & {"some", "moves"})
    denied = bool(groups & {"same", "some", "moves", "hardly", "barely"}) and negated(
        text[left:start]
    )
    if groups & {"hardly", "barely"}:
        denied = False
    near = text[max(left, start - 20) : end]
    clearly = differs and _CLEARLY.search(near) is not None
    if "none" in groups and _CLEARLY.search(text, start, end):
        nearly = True  # "no perceptible change"
    return _Said(start, end, differs != denied, nearly or clearly)


def _is_noun(found: re.Match[str]) -> bool:
    return any(found[name] for name in ("none", "hardly", "some"))


def _of_result(
    context: Context, fact: Fact, held: Sequence[Output], simulator: Simulator, *, noun: bool
) -> bool:
    """Tell whether what is the same, or changes, is a result."""
    text = context.text
    behind = text[fact.end : fact.right]
    if any(fact.left <= t.start < fact.right for t in context.topics):
        return True
    led = _LEADS_TO.match(text, fact.end)
    if noun and led is not None:
        named = any(led.end() <= m.start < fact.right for m in context.mentions)
        return named or _KNOWN_THING.search(text, led.end(), fact.right) is not None
    values = [v for call in context.plan.calls for v in call.arguments.values()]
    names = frozenset(w for v in values if isinstance(v, str) for w in v.casefold().split())
    parameters = unique_parameters(simulator)
    if behind.strip(" .") and not noun and _LEADS_TO.match(text, fact.end) is None:
        fact = fact._replace(end=fact.right)
    return grades_result(text, fact, context.mentions, tuple(held), parameters, names)


def _outputs(context: Context, held: Sequence[Output], simulator: Simulator) -> Iterator[Output]:
    """Yield the outputs that are named, or whose change is; the main one where none is."""
    numbers = [o for o in held if o.kind == "number"]
    bases = {o.name: o.changes_of for f in simulator.functions for o in f.outputs}
    named = [t.output for t in context.topics]
    for name in reversed(named):
        for output in numbers:
            if name in (output.changes_of, output.name) or bases.get(name) == output.name:
                yield output
    plain = [o for o in numbers if not o.changes_of]
    if len({o.name for o in plain}) == 1 and not named:
        yield plain[0]


def _expression(
    context: Context,
    output: Output,
    held: Sequence[Output],
    simulator: Simulator,
    fact: Fact,
) -> Expression | None:
    runs = runs_of(context.plan.calls, simulator, output.name)
    if output.changes_of:
        calls = changed_only(runs).calls
        terms = (Term(call=calls[-1], output=output.name),) if len(calls) == 1 else ()
        return Expression(operation="value", terms=terms) if terms else None
    if len(runs.calls) > 2:
        return None
    return difference_of(fact, context, output, runs, held)


def _least(context: Context) -> Band | None:
    """Return the lowest class of the question, if it is one of changes that hardly count."""
    bands = context.plan.bands
    lowest = min(bands, key=lambda b: b.high if b.high is not None else float("inf"), default=None)
    return lowest if lowest is not None and lowest.label.casefold() in _LEAST else None

"""Which of two results changes by more, in percent: "idling falls more than CO2 does"."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from simulrag.simulators.interface import Call, Simulator
from simulrag.verifier.claims import Comparator, Expression, Figure, Problem, Reading, Term
from simulrag.verifier.reading.clauses import negated
from simulrag.verifier.reading.directions import DirectionWord, direction_words
from simulrag.verifier.reading.fact import Vocabulary
from simulrag.verifier.reading.roles import changes_anything, runs_of
from simulrag.verifier.reading.subjects import Context
from simulrag.verifier.reading.text import AnyCase, normalise
from simulrag.verifier.reading.topics import Topic, topics

_DEGREE = AnyCase(
    r"\b(?:(?P<more>more|further|larger|bigger|greater|stronger|steeper|sharper|faster)|"
    r"(?P<less>less|smaller|lesser|weaker|slower))\b"
)
_THAN = AnyCase(r"\bthan\b")
#: What does not fall as much falls less.
_NOT_AS = AnyCase(
    r"\b(?:not|n['’]t|less)\b[^.;,]*?(?P<degree>\bas (?:much|far|strongly|steeply|sharply|"
    r"markedly) as)\b"
)
_AS = AnyCase(r"as\b")
_OF_TWO = AnyCase(r"\W*(?:out )?of\b")
#: What is compared with is another value, and no result: "more than 30 %", "than in the baseline".
_OTHER_SIDE = AnyCase(
    r"\s+(?:(?:for|in|of|that|those|the|that of|by|with|average|total|overall)\s+)*$"
)


class _Compared(NamedTuple):
    """Two results of which the first is said to change by more or by less."""

    first: str
    second: str
    more: bool
    start: int
    end: int


def outdone(
    context: Context, words: Vocabulary, simulator: Simulator
) -> tuple[list[Reading], Problem | None]:
    """Return the readings of a comparison of two results by their changes in percent.

    A comparison that cannot be decided is reported, so that nothing is read of one result alone.
    """
    bases = words.percent_changes
    named = [t for t in context.topics if t.output in bases]
    if len({t.output for t in named}) == 1:
        return _foremost(context, named[0].output, bases, simulator), None
    if len({t.output for t in named}) != 2:
        return [], None
    graded = words.labels[1].find(context.text)
    ways = [] if graded else _of_ways(context, [t.output for t in named], bases, simulator)
    if ways:
        return ways, None
    found = _compared(context.text, named)
    if found is None:
        return [], None
    call = _changed(context, found.first, simulator)
    said = _ways(context, words, found)
    ways = {w.direction for w in said}
    if call is not None and len(ways) != 1:
        sizes = _by_size(found, said, call, bases, context.text)
        if sizes:
            return sizes, None
    if call is None or len(ways) != 1:
        return [], _undecided(context.text[found.start : found.end], simulator)
    falls = ways == {"fall"}
    terms = tuple(Term(call=call, output=bases[name]) for name in (found.second, found.first))
    figure = Figure(text=context.text[found.start : found.end], start=found.start, end=found.end)
    comparator: Comparator = "falls" if falls == found.more else "rises"
    return [
        Reading(
            expression=Expression(operation="difference", terms=terms),
            comparator=comparator,
            figures=(figure,),
            negated=_AS.match(context.text, found.start) is None
            and negated(context.text[: found.start]),
        )
    ], None


#: What changes most of all that was asked: "it is in travel time that the biggest change occurs".
_FOREMOST = AnyCase(
    r"\b(?:the|most)\s+(?:[\w-]+\s+)?(?:(?P<most>biggest|largest|greatest|strongest|steepest|sharpest|"
    r"bigger|larger|greater|stronger)|(?P<least>smallest|least|weakest|slightest|smaller|lesser|"
    r"weaker))\s+(?:[\w-]+\s+){0,2}?(?:(?P<fall>reduction|drop|cut|decrease|decline|fall|saving)|"
    r"change|effect|impact|shift|movement|of the (?:two|three) changes|one of the)\b"
)


def _foremost(
    context: Context, output: str, bases: Mapping[str, str], simulator: Simulator
) -> list[Reading]:
    """Return the readings that one result changes by more, or less, than each of the others."""
    found = _FOREMOST.search(context.text)
    call = _changed(context, output, simulator) if found is not None else None
    if found is None or call is None or negated(context.text[: found.start()]):
        return []
    group = "most" if found["most"] else "least"
    figure = Figure(
        text=context.text[slice(*found.span(group))],
        start=found.start(group),
        end=found.end(group),
        value=1.0,
    )
    asked = {t.output for t in topics(normalise(context.plan.question), simulator)} & bases.keys()
    of_two = found[group].endswith("er")
    others = sorted((asked if of_two else bases.keys()) - {output})
    if output not in asked or not others or (len(others) > 1 if of_two else asked != set(bases)):
        return []
    return [
        Reading(
            expression=Expression(
                operation="ratio",
                terms=tuple(Term(call=call, output=bases[n]) for n in (other, output)),
                absolute=True,
            ),
            comparator="above" if found["most"] else "below",
            figures=(figure,),
        )
        for other in others
    ]


#: Two results that go the same way, or not.
_WAYS = AnyCase(
    r"\b(?:(?P<same>(?:in )?(?:the )?same (?:direction|way)|in parallel|"
    r"in tandem|"
    r"in step)|(?P<opposite>(?:in )?(?:an |the )?opposite (?:direction|way)s?|(?:in )?different "
    r"directions|the other way|diverge|part ways|against each other))\b"
)
_MOVES = AnyCase(r"\b(?:mov|go|goes|went|develop|chang|run|head|point|shift|diverge|part)\w*\b")


def _of_ways(
    context: Context, named: Sequence[str], bases: Mapping[str, str], simulator: Simulator
) -> list[Reading]:
    """Return the reading that two results change in the same way, or in opposite ones."""
    text = context.text
    found = _WAYS.search(text)
    call = _changed(context, named[0], simulator) if found is not None else None
    if found is None or call is None or _MOVES.search(text) is None or _FIGURE.search(text):
        return []
    terms = tuple(Term(call=call, output=bases[n]) for n in dict.fromkeys(named))
    figure = Figure(text=found.group(), start=found.start(), end=found.end(), value=0.0)
    return [
        Reading(
            expression=Expression(operation="ratio", terms=terms),
            comparator="above" if found["same"] else "below",
            figures=(figure,),
            negated=negated(text[: found.start()]),
        )
    ]


_FIGURE = AnyCase(r"(?<![a-z])\d|\b(?:half|third|quarter|percent|rises?|falls?|longer|shorter)\b")


def _by_size(
    found: _Compared,
    said: Sequence[DirectionWord],
    call: Call,
    bases: Mapping[str, str],
    text: str,
) -> list[Reading]:
    """Return the readings of changes compared by their sizes: "X rises more than Y falls".

    Nothing where each result has not one way of its own, or none of them has any.
    """
    own = [w for w in said if w.end <= found.start]
    other = [w for w in said if w.start >= found.end]
    if (len(own), len(other)) not in ((0, 0), (1, 1)):
        return []
    first, second = (Term(call=call, output=bases[n]) for n in (found.first, found.second))
    figure = Figure(text=text[found.start : found.end], start=found.start, end=found.end, value=1.0)
    made = [
        Reading(
            expression=Expression(operation="ratio", terms=(second, first), absolute=True),
            comparator="above" if found.more else "below",
            figures=(figure,),
            negated=_AS.match(text, found.start) is None and negated(text[: found.start]),
        )
    ]
    for term, words in ((first, own), (second, other)):
        for word in words:
            at = Figure(text=text[word.start : word.end], start=word.start, end=word.end)
            made.append(
                Reading(
                    expression=Expression(operation="value", terms=(term,)),
                    comparator="rises" if word.direction == "rise" else "falls",
                    figures=(at,),
                )
            )
    return made


def _compared(text: str, named: Sequence[Topic]) -> _Compared | None:
    less = _NOT_AS.search(text)
    than = less or next((m for m in _THAN.finditer(text)), None)
    if than is not None:
        before = [t for t in named if t.end <= than.start()]
        after = [t for t in named if t.start >= than.end()]
        degrees = list(_DEGREE.finditer(text, 0, than.start()))
        if not before or not after or not (degrees or less):
            return None
        if _OTHER_SIDE.fullmatch(text, than.end(), after[0].start) is None and (
            text[than.end() : after[0].start].strip()
        ):
            return None
        degree = less or degrees[-1]
        first, second = before[-1].output, after[0].output
        if less is not None:
            return _Compared(first, second, False, *less.span("degree"))
    else:
        degree = next((m for m in _DEGREE.finditer(text)), None)
        if degree is None or _OF_TWO.match(text) is None or len(named) < 3:
            return None
        first = next((t.output for t in named[2:] if t.end <= degree.start()), "")
        second = next((t.output for t in named if t.output != first), "")
    if not first or not second or first == second:
        return None
    return _Compared(first, second, degree["more"] is not None, *degree.span())


def _ways(context: Context, words: Vocabulary, found: _Compared) -> list[DirectionWord]:
    taken = context.topics
    return [
        w
        for w in direction_words(context.text, (), words)
        if not found.start <= w.start < found.end
        and _DEGREE.fullmatch(context.text, w.start, w.end) is None
        and all(w.end <= t.start or w.start >= t.end for t in taken)
    ]


def _changed(context: Context, output: str, simulator: Simulator) -> Call | None:
    runs = runs_of(context.plan.calls, simulator, output)
    changed = [c for c in runs.calls if changes_anything(c, runs.parameters)]
    return changed[-1] if len(changed) == 1 else None


def _undecided(words: str, simulator: Simulator) -> Problem:
    return Problem(
        reason="unread",
        message=f"by what the changes are compared in {words!r} is not read",
        simulator=simulator.name,
        given=words,
    )

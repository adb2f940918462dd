"""Questions turned round: which value of an input gives this value of a result?"""

import itertools
import re
from collections.abc import Iterable, Sequence

from simulrag.simulators.interface import Frozen, Function, Output, Parameter, Simulator
from simulrag.verifier.quantities import Printed, family, quantities
from simulrag.verifier.reading.dates import dates
from simulrag.verifier.reading.mention import Mention
from simulrag.verifier.reading.numeric_mentions import OWN
from simulrag.verifier.reading.signs import BREAK
from simulrag.verifier.reading.text import Span, blanked, find_phrases

_ASKS = re.compile(
    r"\b(?:which|what|how\s+(?:high|low|large|small|great|big|much)|find|solve\s+for)\b", re.I
)
#: What asks for a year.
_WHEN = re.compile(
    r"\bwhen\s+(?:do|does|did|will|would|is|are|could|might)\b|\bhow\s+soon\b|\bby\s+when\b"
    r"|\b(?:which|what)\s+year\b",
    re.I,
)
#: What may stand between the word that asks and the input that is asked for.
_TO_INPUT = re.compile(
    r"\s+(?:(?:is|are|was|the|an?|smallest|lowest|highest|largest|least|minimum|maximum|exact|"
    r"value|level|share|of|for|prior|initial|existing|population|needed|required|necessary|"
    r"must|should|would|does|do|has|have|need|needs|to|be)\s+){0,6}",
    re.I,
)
#: Most characters between a result and the value that it is to have.
_REACH = 70


class Sought(Frozen):
    """A function that looks for an input, with the value that its result is to have.

    text : the question without the words that name the input, of the same length
    """

    function: Function
    level: Mention
    text: str


def sought(text: str, simulator: Simulator) -> Sought | None:
    """Return which input a normalised question asks for, given a value of a result, or None."""
    for function in simulator.functions:
        named = _asked(text, simulator, function.seeks) if function.seeks else None
        if named is None:
            continue
        level = next(p for p in function.parameters if p.level_of)
        rest = blanked(text, [(named.start, named.end)])
        figure = _level(rest, _output(simulator, level.level_of))
        if figure is not None:
            return Sought(function=function, level=_mention(rest, level, figure), text=rest)
    return None


def _output(simulator: Simulator, name: str) -> Output:
    return next(o for f in simulator.functions for o in f.outputs if o.name == name)


def _asked(text: str, simulator: Simulator, seeks: str) -> Span | None:
    """Return where an input without a number of its own follows on a word that asks.

    seeks: the name of a parameter, or the word for what none is.
    """
    parameters = (p for f in simulator.functions for p in f.parameters)
    parameter = next((p for p in parameters if p.name == seeks), None)
    if parameter is not None and parameter.kind == "year":
        match = _WHEN.search(text)
        return match and Span(text=match.group(), start=match.start(), end=match.end())
    for span in find_phrases(text, parameter.words if parameter else (seeks,)):
        asking = [m for m in _ASKS.finditer(text, 0, span.start)]
        own = OWN.match(text, span.end)
        numbered = own is not None and text[own.end() : own.end() + 1].isdigit()
        if asking and _TO_INPUT.fullmatch(text, asking[-1].end(), span.start) and not numbered:
            return span
    return None


def _level(text: str, output: Output) -> Printed | None:
    """Return the number that a result is to have.

    That with its unit, where it has one; else the plain number that stands nearest behind the
    words for it, or nearest before them.
    """
    if output.unit:
        fitting = [f for f in quantities(text) if family(f.unit) == family(output.unit)]
        return fitting[0] if len(fitting) == 1 else None
    days = [d for d in dates(text) if d.exact]
    figures = [
        f
        for f in quantities(text)
        if not (f.unit or f.signed or any(d.start <= f.start < d.end for d in days))
    ]
    found = list(_beside(text, figures, find_phrases(text, output.words)))
    return min(found, key=lambda pair: pair[0], default=(0, None))[1]


def _beside(
    text: str, figures: Sequence[Printed], named: Sequence[Span]
) -> Iterable[tuple[int, Printed]]:
    for span, figure in itertools.product(named, figures):
        behind = figure.start >= span.end
        start, end = (span.end, figure.start) if behind else (figure.unit_end, span.start)
        if 0 <= end - start <= _REACH and not BREAK.search(text, start, end):
            yield end - start + (0 if behind else _REACH), figure


def _mention(text: str, parameter: Parameter, figure: Printed) -> Mention:
    return Mention(
        parameter=parameter.name,
        value=float(figure.value),
        start=figure.start,
        end=figure.unit_end,
        words=text[figure.start : figure.unit_end],
    )

"""Which numbers of a text are inputs: a number belongs to the name that stands beside it."""

import itertools
import re
from collections.abc import Collection, Sequence

from simulrag.simulators.interface import Function, Parameter
from simulrag.simulators.kept import once_for_each
from simulrag.verifier.quantities import Printed, family, quantities
from simulrag.verifier.reading.mention import Mention, is_free
from simulrag.verifier.reading.odds import shares_of_people
from simulrag.verifier.reading.signs import BREAK, raised, sign
from simulrag.verifier.reading.text import AnyCase, Phrases, Span

#: What may stand between "29.37 %" and "CO2" when the number comes first.
_OF = re.compile(
    r"^[\s)\-]*(?:(?:net|overall|relative|further)\s+)?"
    r"(?:\w+\s+)?(?:in|of|to|for)\s+(?:the\s+|its\s+|their\s+|local\s+|global\s+|annual\s+)*$",
    re.IGNORECASE,
)
_ADJECTIVES = re.compile(r"^[\s\-]*(?:[\w'-]+\s+){0,4}$")
#: What may stand between a name and the number that is its own ("R0 of 2.2").
OWN = re.compile(
    r"[\s:=(~\-]*(?:(?:value|of|is|was|at|set|to|be|equals?|about|around|approximately)\s+){0,4}",
    re.IGNORECASE,
)
#: What makes a number one of the result behind it: "a 33 % reduction in CO2".
_OF_RESULT = re.compile(
    r"\s+(?:(?:(?:in|de)crease|reduction|rise|fall|drop|cut|decline|change|saving)\s+(?:in|of)\s+|"
    r"(?:less|more|fewer)\s+|(?:in|of|off)\s+)(?:(?:the|total|average|overall|their|its)\s+)*",
    re.IGNORECASE,
)
#: What parts a number from an input that only acts: "by 33 % that the low-speed zone cuts CO2".
_PARTED = re.compile(
    r"\b(?:that|because|thanks|owing|due|under|with|by|result|consequence|despite|spite)\b",
    re.IGNORECASE,
)
#: Most characters between a number and the name that it belongs to.
_REACH = 70


@once_for_each
def _all_words(parameters: Sequence[Parameter]) -> Phrases:
    return Phrases(tuple({phrase for p in parameters for phrase in p.words}))


@once_for_each
def _own_words(parameter: Parameter) -> Phrases:
    return Phrases(parameter.words)


#: A share without a number that is read as one.
_PEOPLE = AnyCase(
    r"\b(?:half|one in|every \w+ (?:person|resident|inhabitant|individual|citizen))\b",
    holding=("citizen", "half", "individual", "inhabitant", "one in", "person", "resident"),
)
_KIND_UNITS = {"share": "percent", "change": "percent"}


@once_for_each
def graded_words(functions: tuple[Function, ...]) -> Phrases:
    """Return the words of outputs that change in percent, as the inputs do."""
    outputs = [o for f in functions for o in f.outputs]
    bases = {o.changes_of for o in outputs if o.unit == "percent"}
    return Phrases(tuple(word for o in outputs if o.name in bases for word in o.words))


@once_for_each
def _numeric(parameters: Sequence[Parameter]) -> tuple[Parameter, ...]:
    return tuple(p for p in parameters if p.kind in ("number", "integer", "share", "change"))


def numeric_mentions(
    text: str,
    parameters: Sequence[Parameter],
    taken: Sequence[Span],
    graded: Phrases,
    of_outputs: Collection[str],
) -> list[Mention]:
    """Return the inputs that a normalised text gives in digits, outside of what is `taken`.

    graded : words of results that change in percent, as some inputs do
    of_outputs : units of results, whose numbers a unit alone does not make an input
    """
    figures = [q for q in quantities(text) if is_free(q.start, q.end, taken)]
    if not figures and not _PEOPLE.search(text):
        return []
    numeric = _numeric(parameters)
    named = numeric if _all_words(parameters).find(text) else ()
    tokens = sorted(
        ((s, p) for p in named for s in _own_words(p).find(text)), key=lambda t: t[0].start
    )
    if any(parameter.kind == "share" for _, parameter in tokens):
        figures = [q for q in shares_of_people(text, figures) if is_free(q.start, q.end, taken)]
    results = graded.find(text) if tokens else []
    found = _moved(text, figures, tokens)
    figures = [q for q in figures if is_free(q.start, q.end, _spans(found))]
    for figure in figures:
        near = [
            (s, p)
            for s, p in tokens
            if p.kind != "change" or not any(s.end <= r.start < figure.start for r in results)
        ]  # the result that is named between the two takes the number
        if any(_OF_RESULT.fullmatch(text, figure.unit_end, r.start) for r in results):
            near = [(s, p) for s, p in near if p.kind != "change"]
        bound = _bind(text, figure, figures, near) or _by_unit(figure, numeric, of_outputs)
        if bound is None:
            continue
        span, parameter = bound
        found.append(_mention(text, figure, span, parameter, figures))
        found += _shared(text, figure, span, parameter, tokens, figures)
    return found


_Token = tuple[Span, Parameter]
_FROM = re.compile(r"\bfrom\s+(?:the\s+)?(?:\w+\s+)?$", re.IGNORECASE)
_TO = re.compile(r"\s*(?:down\s+|up\s+)?to\s+", re.IGNORECASE)
#: A unit of what a limit is set to, whose change from one value to the other is the input.
_LIMIT = "km/h"


def _spans(found: Sequence[Mention]) -> list[Span]:
    return [Span(text=m.words, start=m.start, end=m.end) for m in found]


def _moved(text: str, figures: Sequence[Printed], tokens: Sequence[_Token]) -> list[Mention]:
    """Return a change that is given by its two ends: "the speed limit from 50 to 30 km/h"."""
    found: list[Mention] = []
    changing = [(s, p) for s, p in tokens if p.kind == "change"]
    for first, second in itertools.pairwise(figures) if changing else ():
        ends = (first.unit or second.unit, second.unit)
        joined = _TO.fullmatch(text, first.unit_end, second.start) and _FROM.search(
            text[: first.start]
        )
        if not joined or not first.value or any(family(u) != family(_LIMIT) for u in ends):
            continue
        near = [t for t in changing if abs(t[0].end - first.start) <= _REACH]
        if near:
            span, parameter = near[-1]
            value = round(100 * (float(second.value) / float(first.value) - 1), 2)
            start, end = min(span.start, first.start), max(span.end, second.unit_end)
            words = text[start:end]
            found.append(
                Mention(
                    parameter=parameter.name,
                    value=value,
                    start=start,
                    end=end,
                    words=words,
                    assumed=f"{parameter.name}: {value:g} % for {words!r}",
                )
            )
    return found


def _bind(
    text: str, figure: Printed, figures: Sequence[Printed], tokens: Sequence[_Token]
) -> _Token | None:
    fitting = [t for t in tokens if _fits(figure, t[1])]
    after = next((t for t in fitting if t[0].start >= figure.unit_end), None)
    before = next((t for t in reversed(fitting) if t[0].end <= figure.start), None)
    if after and (
        not _clear(text, figure.unit_end, after[0].start, figures)
        or (after[1].kind == "change" and _PARTED.search(text, figure.unit_end, after[0].start))
    ):
        after = None
    if before and not _clear(text, before[0].end, figure.start, figures):
        before = None
    if before and _owned(text, before, figures, figure):
        before = None
    if before and _acts(text, before, figures, figure):
        before = None
    if after is not None:
        gap = text[figure.unit_end : after[0].start]
        close = (
            not gap.strip()
            or _OF.match(gap)
            or (after[1].kind == "share" and _ADJECTIVES.match(gap))
        )
        if close and "," not in gap:
            return after
    apart = (
        after is None
        or re.search(r"[,(]", text[figure.unit_end : after[0].start])
        or any(
            q.start >= after[0].end and OWN.fullmatch(text[after[0].end : q.start]) for q in figures
        )
    )
    return before or (None if apart else after)


def _owned(text: str, token: _Token, figures: Sequence[Printed], figure: Printed) -> bool:
    """Tell whether an earlier number stands right before a share: "20 % immunity, ... 300 %"."""
    span, parameter = token
    if parameter.kind != "share" or OWN.fullmatch(text[span.end : figure.start]):
        return False
    return any(
        q.unit_end <= span.start
        and _fits(q, parameter)
        and re.fullmatch(r"\s+(?:[\w'-]+\s+)?", text[q.unit_end : span.start])
        for q in figures
    )


#: What an input does to a result: "a 24 % lower limit saves 38 %".
_ACTS = re.compile(
    r"\s+(?:(?:also|then|thus|still|only|already|alone)\s+)?(?:saves?|saved|avoids?|avoided|cuts?|lowers?|"
    r"shortens?|lengthens?|shrinks?|reduces?|raises?|adds?|costs?|brings?|makes?|gives?|yields?|takes?|"
    r"leads to|results in|means)\s+",
    re.IGNORECASE,
)


def _acts(text: str, token: _Token, figures: Sequence[Printed], figure: Printed) -> bool:
    """Tell whether an input with a number of its own before it does something by a later one."""
    span, parameter = token
    owned = any(
        _fits(q, parameter)
        and re.fullmatch(r"[\s-]+(?:[\w'-]+\s+)?", text[q.unit_end : span.start])
        for q in figures
        if q.unit_end <= span.start
    )
    # "The low-speed zone adds 5 %": what is added is no limit.
    return _ACTS.fullmatch(text, span.end, figure.qualified_from) is not None or (
        owned and _ACTS.match(text, span.end, figure.start) is not None
    )


def _clear(text: str, start: int, end: int, figures: Sequence[Printed]) -> bool:
    """Tell whether nothing between two places parts them: no sentence end, no other number."""
    if end - start > _REACH or BREAK.search(text[start:end]):
        return False
    return not any(start <= q.start < end for q in figures)


def _fits(figure: Printed, parameter: Parameter) -> bool:
    return figure.unit == _KIND_UNITS.get(parameter.kind, parameter.unit)


def _by_unit(
    figure: Printed, numeric: Sequence[Parameter], of_outputs: Collection[str]
) -> _Token | None:
    """Return the one parameter in a figure's unit; that of a result names none with a default."""
    fitting = [p for p in numeric if p.unit and p.unit == figure.unit]
    fitting = [p for p in fitting if p.required or p.unit not in of_outputs]
    if len(fitting) != 1:
        return None
    return Span(text=figure.text, start=figure.start, end=figure.unit_end), fitting[0]


#: What makes of a share the rest of it.
_LACKS = re.compile(r"\b(?:not|no|non|without|lacks?|lack|lacking|never)\b", re.IGNORECASE)


def _mention(
    text: str, figure: Printed, span: Span, parameter: Parameter, figures: Sequence[Printed]
) -> Mention:
    value = float(figure.value)
    if parameter.kind == "change" and not figure.signed:
        only_falls = parameter.high == 0 and not raised(text, figure, span)
        value *= -1 if only_falls else sign(text, figure, span, figures)
    start, end = min(span.start, figure.start), max(span.end, figure.unit_end)
    if parameter.kind == "share" and _LACKS.search(text, figure.unit_end, end):
        value = 100 - value  # "one in ten is not immune"
    return Mention(
        parameter=parameter.name, value=value, start=start, end=end, words=text[start:end]
    )


def _shared(
    text: str,
    figure: Printed,
    span: Span,
    parameter: Parameter,
    tokens: Sequence[_Token],
    figures: Sequence[Printed],
) -> list[Mention]:
    """Return mentions for names joined to this one ("CO2 and CH4 both by 10 %")."""
    found: list[Mention] = []
    left = span.start
    for other, its_parameter in reversed(tokens):
        if other.end > left or its_parameter.name == parameter.name:
            continue
        if its_parameter.kind != parameter.kind or parameter.kind not in ("change", "share"):
            break
        gap = text[other.end : left]
        if not re.fullmatch(r"(?:\s+emissions)?\s*(?:,|and|,\s*and|/|as well as)\s*", gap):
            break
        if not _clear(text, other.end, left, figures) or span.start > figure.start:
            break
        found.append(_mention(text, figure, other, its_parameter, figures))
        left = other.start
    return found

"""What a sentence says of the inputs of one function, each with where it stands."""

import re
from collections.abc import Iterable, Sequence
from datetime import date

from pydantic import JsonValue

from simulrag.simulators.interface import Frozen, Function, Parameter, Simulator
from simulrag.verifier.plain.instants import Time
from simulrag.verifier.plain.times import times
from simulrag.verifier.plain.worded_changes import worded_changes
from simulrag.verifier.plain.worded_shares import worded_shares
from simulrag.verifier.quantities import Printed, quantities
from simulrag.verifier.reading.dates import dates
from simulrag.verifier.reading.mentions import Mention, mentions
from simulrag.verifier.reading.signs import FALL, RISE
from simulrag.verifier.reading.text import Span, find_phrases


def as_value(parameter: Parameter, value: JsonValue) -> JsonValue:
    """Return a value as its parameter takes it: choices as a list."""
    return [value] if parameter.kind == "choices" and not isinstance(value, list) else value


class Item(Frozen):
    """A value of a parameter at text[start:end]."""

    parameter: str
    value: JsonValue
    start: int
    end: int
    #: What the words leave open and how it was filled.
    assumed: str = ""
    #: The value is told by another one ("the season before"), as so many steps from it.
    steps: int = 0


_BACK = r"previous|preceding|prior|last|earlier"
_ON = r"following|next|subsequent|succeeding|later"
#: Verbs that say with a parameter's name alone by how much it changes.
_FACTORS = {"halv": -50.0, "doubl": 100.0, "tripl": 200.0, "quadrupl": 300.0}
_MULTIPLES = {"twice": 100.0, "double": 100.0, "triple": 200.0, "half": -50.0}
_MULTIPLE = re.compile(r"\b(twice|double|triple|half)\s+(?:as\s+much\s+|of\s+)?(?:the\s+)?", re.I)
_AGAIN = re.compile(r"\s+again\b", re.I)
_FACTOR = re.compile(r"\b(halv|doubl|tripl|quadrupl)(?:es?|ed|ing)\s+(?:of\s+)?(?:the\s+)?", re.I)
_MIDDLE_KINDS = ("number", "integer", "share", "change")
#: What may stand between a number and another of the same parameter.
_JOIN = re.compile(
    r"\s*(?:%|percent|per cent)?\s*(?:,\s*)?(?:\w+\s+)?(?:and|or|to|versus|vs\.?|rather than|"
    r"instead of|"
    r"not|compared (?:to|with)|than|as opposed to|against|from)\s+(?:\w+\s+){0,3}?$",
    re.I,
)


def items(
    text: str,
    simulator: Simulator,
    function: Function,
    period: tuple[date, date] | None,
    heard: Sequence[Mention] | None = None,
    anchor: Time | None = None,
) -> tuple[list[Item], list[Time]]:
    """Return the inputs of a function that a normalised sentence names, and its times.

    Times are given apart: whether one is an input depends on what the sentence says of it.
    """
    names = {p.name for p in function.parameters}
    kinds = {p.name: p.kind for p in function.parameters}
    found = [
        Item(parameter=m.parameter, value=m.value, start=m.start, end=m.end)
        for m in (mentions(text, simulator) if heard is None else heard)
        if m.parameter in names and kinds[m.parameter] not in ("date", "year")
        if not _is_result(text, m, kinds[m.parameter])
    ]
    worded = [
        Item(parameter=w.parameter, value=w.value, start=w.start, end=w.end)
        for w in worded_changes(text, function)
    ]
    found = [i for i in found if not any(_inside(i, w) for w in worded)] + worded
    found += _factors(text, function, found)
    found += _shares(text, function)
    found += _loose(text, function, found)
    found += _moves(text, function, found)
    found += _elliptic(text, function, found)
    found += relative_periods(text, function.parameters)
    taken = [Span(text="", start=i.start, end=i.end) for i in found]
    return sorted(_longest(found), key=lambda i: i.start), times(text, period, taken, anchor)


_BARE = re.compile(r"\s*\d+(?:\.\d+)?\s*(?:%|percent|per\s+cent)?\s*")


def _is_result(text: str, mention: Mention, kind: str) -> bool:
    """Tell whether a bare number is one that results: "with nobody immune, more than 30 % ..."."""
    if kind not in _MIDDLE_KINDS or not _BARE.fullmatch(text, mention.start, mention.end):
        return False
    before = text[: mention.start + 1]
    return bool(
        re.search(r",\s+(?:more|less|fewer|over|under|at\s+(?:least|most))\b[^,]{0,12}$", before)
    )


def _inside(item: Item, other: Item) -> bool:
    return item.parameter == other.parameter and item.start < other.end and other.start < item.end


def _longest(found: Sequence[Item]) -> list[Item]:
    return [
        i
        for i in found
        if not any(
            o is not i
            and o.parameter == i.parameter
            and o.start <= i.start
            and i.end <= o.end
            and o.end - o.start > i.end - i.start
            for o in found
        )
    ]


def _factors(text: str, function: Function, found: Sequence[Item]) -> Iterable[Item]:
    """Read "halving CO2": a change without a number."""
    given = {i.parameter for i in found}
    changing = [p for p in function.parameters if p.kind == "change" and p.name not in given]
    said = [
        *((m, _FACTORS[m[1].lower()]) for m in _FACTOR.finditer(text)),
        *((m, _MULTIPLES[m[1].lower()]) for m in _MULTIPLE.finditer(text)),
    ]
    for match, value in said:
        for parameter in changing:
            spans = find_phrases(text[match.end() :], parameter.words)
            if spans and spans[0].start <= len("global anthropogenic "):
                end = match.end() + spans[0].end
                again = _AGAIN.match(text, end) if match[1].lower() == "half" else None
                yield Item(
                    parameter=parameter.name,
                    # "Half as much again" is half more.
                    value=-value if again else value,
                    start=match.start(),
                    end=again.end() if again else end,
                )


def _shares(text: str, function: Function) -> Iterable[Item]:
    """Read "half the population already immune"."""
    for parameter in function.parameters:
        if parameter.kind == "share":
            for share in worded_shares(text, parameter):
                yield Item(
                    parameter=parameter.name, value=share.value, start=share.start, end=share.end
                )


def _loose(text: str, function: Function, found: Sequence[Item]) -> Iterable[Item]:
    for parameter in function.parameters:
        for span in find_phrases(text, parameter.loose_groups):
            inside = any(i.start <= span.start and span.end <= i.end for i in found)
            value = _group(parameter, span.text)
            if value and not inside:
                yield Item(
                    parameter=parameter.name,
                    value=list(value) if parameter.kind == "choices" else value[0],
                    start=span.start,
                    end=span.end,
                )


def _group(parameter: Parameter, words: str) -> tuple[str, ...]:
    plain = re.sub(r"[\s-]+", " ", words).casefold()
    folded = {re.sub(r"[\s-]+", " ", k).casefold(): v for k, v in parameter.loose_groups.items()}
    return next((folded[k] for k in (plain, plain.removesuffix("s")) if k in folded), ())


#: The same before the name: "going from 35 to 5 percent initial immunity".
_MOVE = re.compile(
    r"\bfrom\s+(?P<a>\d+(?:\.\d+)?)(?:\s*(?:%|percent|per cent))?\s+to\s+(?P<b>\d+(?:\.\d+)?)"
    r"(?P<unit>\s*(?:%|percent|per cent))?\s+(?:of\s+)?(?:[a-z]+\s+){0,2}?$",
    re.I,
)
_FROM_TO = re.compile(
    r"[^.;:\d]{0,40}?\bfrom\s+(?P<a>\d+(?:\.\d+)?)(?:\s*(?:%|percent|per cent))?\s+to\s+"
    r"(?P<b>\d+(?:\.\d+)?)(?P<unit>\s*(?:%|percent|per cent))?",
    re.I,
)


def _moves(text: str, function: Function, found: Sequence[Item]) -> Iterable[Item]:
    """Read "raising the immune share of Iowans from 15 to 40 percent"."""
    for parameter in function.parameters:
        own = [i for i in found if i.parameter == parameter.name]
        if parameter.kind not in _MIDDLE_KINDS or len(own) > 1:
            continue
        for span in find_phrases(text, parameter.words):
            match = _FROM_TO.match(text, span.end) or _MOVE.search(text[: span.start])
            percent = parameter.kind in ("share", "change")
            if match is None or bool(match["unit"]) != percent:
                continue
            if own and not match.start() <= own[0].start < max(match.end(), span.end):
                continue
            for group in ("a", "b"):
                yield Item(
                    parameter=parameter.name,
                    value=float(match[group]),
                    start=min(span.start, match.start()) if group == "a" else match.start("b"),
                    end=match.end("a") if group == "a" else max(match.end(), span.end),
                )
            break


def _elliptic(text: str, function: Function, found: Sequence[Item]) -> Iterable[Item]:
    """Read numbers that stand for a parameter named beside another one: "2.5 rather than 1.7"."""
    numeric = {p.name: p for p in function.parameters if p.kind in _MIDDLE_KINDS}
    bound = [i for i in found if i.parameter in numeric]
    days = dates(text, weeks=False)
    free = [
        q for q in quantities(text) if not any(i.start <= q.start < i.end for i in (*found, *days))
    ]
    for figure in free:
        owner = next((i for i in bound if _linked(text, figure, i, numeric[i.parameter])), None)
        if owner is not None and _allowed(numeric[owner.parameter], float(figure.value)):
            item = Item(
                parameter=owner.parameter,
                value=float(figure.value),
                start=figure.start,
                end=figure.unit_end,
            )
            bound.append(item)
            yield item


def _allowed(parameter: Parameter, value: float) -> bool:
    low, high = parameter.low, parameter.high
    return (low is None or value >= low) and (high is None or value <= high)


def _linked(text: str, figure: Printed, item: Item, parameter: Parameter) -> bool:
    unit = {"share": "percent", "change": "percent"}.get(parameter.kind, parameter.unit)
    if figure.unit != unit and not (figure.unit == "" and parameter.kind == "share"):
        return False
    low, high = (
        (item.end, figure.start) if item.end <= figure.start else (figure.unit_end, item.start)
    )
    gap = text[low:high]
    if figure.qualifier != "exact" and "," in gap:
        return False  # "with nobody immune, more than 30 % of Texans"
    return len(gap) <= _LONGEST_GAP and bool(_JOIN.fullmatch(gap) or re.fullmatch(_RATHER, gap))


#: Characters between a value and another of the same input that is compared with it.
_LONGEST_GAP = 100


_RATHER = re.compile(
    r"[^.;:\d]*?\b(?:rather than|instead of|than (?:one |a \w+ |that )?(?:with|of|at)?|versus)\s+"
    r"(?:\w+\s+){0,2}|"
    # "35 % gives a lower peak than 10 %", but not "is higher than 10 %".
    r"[^.;:\d]*?\b(?!\w*er\b|more\b|less\b|worse\b|other\b|rather\b)[a-z]+ than |"
    r"[^;:]*?\bthan (?:if|when|where) (?:only )?|"
    # "R0 2.6 and 10 % immune ... than one with R0 1.5 and 30 %".
    r"[^.;:]*?\bthan (?:one|that|those) (?:with|of|at) (?:an? )?[A-Za-z]\w*(?: of| =| at)? "
    r"?\d+(?:\.\d+)? and ",
    re.I,
)


def relative_periods(text: str, parameters: Iterable[Parameter]) -> Iterable[Item]:
    """Read "the season before", "the following winter": a step from another value."""
    for parameter in parameters:
        if not parameter.periods:
            continue
        words = "|".join(
            re.escape(w) for w in sorted((*parameter.words, "year", "one"), key=len, reverse=True)
        )
        for pattern, steps in _steps(words):
            for match in pattern.finditer(text):
                yield Item(
                    parameter=parameter.name,
                    value=None,
                    start=match.start(),
                    end=match.end(),
                    steps=steps,
                )


def _steps(words: str) -> Iterable[tuple[re.Pattern[str], int]]:
    lead = r"(?:\b(?:the|its|their|that of the)\s+)?"
    for ways, steps in ((_BACK, -1), (_ON, 1)):
        yield re.compile(rf"{lead}\b(?:{ways})\s+(?:{words})\b", re.I), steps
    for count, word in ((2, "two"), (3, "three")):
        for ways, sign in (("before|earlier", -1), ("after|later", 1)):
            pattern = rf"\b(?:{word}|{count})\s+(?:{words})s?\s+(?:{ways})\b"
            yield re.compile(pattern, re.I), sign * count
    for ways, steps in (("before|earlier|prior", -1), ("after|later|following|afterwards", 1)):
        tail = r"(?:\s+(?:that|it|this)(?:\s+one)?\b)?"
        yield re.compile(rf"(?:\b(?:a|one|the)\s+)?\b(?:{words})\s+(?:{ways})\b{tail}", re.I), steps
    yield re.compile(r"\bits predecessor\b", re.I), -1
    yield re.compile(r"\bits successor\b", re.I), 1
    for verb, steps in (("after|followed", 1), ("before|preceded", -1)):
        tail = r"(?:\s+(?:it|that))?"
        yield (
            re.compile(
                rf"\b(?:the|one)\s+(?:{words})\s+(?:that|which)\s+(?:came\s+|went"
                rf"\s+)?(?:{verb})\b{tail}",
                re.I,
            ),
            steps,
        )
    yield re.compile(r"\bthe one (?:that followed|after(?: it)?)\b", re.I), 1
    yield re.compile(r"\bthe one (?:that preceded|before(?: it)?)\b", re.I), -1


def changes_in_words(text: str, function: Function) -> list[tuple[Parameter, int, Span]]:
    """Return parameters that are said to be higher (1) or lower (-1) without a number."""
    found: list[tuple[Parameter, int, Span]] = []
    for parameter in function.parameters:
        for words, sign in ((parameter.rise_words, 1), (parameter.fall_words, -1)):
            found += [(parameter, sign, span) for span in find_phrases(text, words)]
        if parameter.kind in _MIDDLE_KINDS and parameter.words:
            found += [(parameter, sign, span) for sign, span in _moved(text, parameter)]
    return found


def _moved(text: str, parameter: Parameter) -> Iterable[tuple[int, Span]]:
    for span in find_phrases(text, parameter.words):
        before = text[: span.start]
        match = re.search(
            rf"\b(?:(?P<fall>{FALL})|(?P<rise>{RISE}))\s+(?:of\s+|in\s+)?(?:the\s+|global\s+)*$",
            before,
            re.I,
        )
        if match is not None:
            yield (
                -1 if match["fall"] else 1,
                Span(text=text[match.start() : span.end], start=match.start(), end=span.end),
            )

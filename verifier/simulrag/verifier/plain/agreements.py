"""Whether all values of an input give the same: "all five scenarios share one best estimate"."""

import itertools
import re
from collections.abc import Sequence

from pydantic import JsonValue

from simulrag.simulators.interface import Output, Parameter
from simulrag.verifier.claims import Reading
from simulrag.verifier.plain import choosing
from simulrag.verifier.plain.denials import denied
from simulrag.verifier.plain.items import Item
from simulrag.verifier.plain.marks import Comparative
from simulrag.verifier.plain.quantifiers import Quantifier, nouns
from simulrag.verifier.plain.readings import expression, same
from simulrag.verifier.plain.scene import Scene
from simulrag.verifier.plain.settings import complete, settings_of, values_of
from simulrag.verifier.reading.text import Span

Readings = list[Reading]
_ONE = (
    r"(?:(?:exactly|precisely)\s+)?(?:the\s+(?:very\s+|exact\s+)?same|one|a\s+single|a\s+common|"
    r"an\s+identical)"
)
_SAME = re.compile(
    rf"\bshar(?:es?|ed|ing)\s+(?:{_ONE}|the|a)\b|\b(?:ha(?:ve|s|d)|show|give|(?:are|stand)\s+(?:all\s+)?at|"
    rf"arrive\s+at|come\s+to|lead\s+to|end\s+(?:up\s+)?(?:with|at|on))\s+(?:all\s+)?{_ONE}(?!\s+of\b)\b|"
    r"\bagree[sd]?\s+(?:on|about|in)\b|\bcoincide[sd]?\b|"
    r"\b(?:is|are|was|were)\s+(?:not\s+)?(?:still\s+)?(?:all\s+)?(?:exactly\s+)?(?:the\s+same|identical|equal)\b",
    re.I,
)
_OTHER = re.compile(
    r"\b(?P<not>(?:(?:do|does|did)\s+not|(?:do|does|did)n't)\s+)?"
    r"(?:differ(?:s|ed|ent)?|var(?:y|ies|ied)|disagree[sd]?|diverge[sd]?)\b",
    re.I,
)
#: All values of an input without a word for all: "from one scenario to the next".
_EACH = (
    r"(?:from\s+(?:one\s+)?(?:NOUN)\s+to\s+(?:the\s+next|(?:another\s+)?(?:NOUN)|another)|"
    r"with\s+the\s+(?:NOUN))"
)
_AMONG = (
    r"(?:between|among|across|in|under|for)\s+(?:all\s+)?(?:of\s+)?(?:the\s+)?"
    r"(?:(?:two|three|four|five|ssp|illustrative|ipcc's|different)\s+)*(?:NOUN)"
)
_TWO = 2


def agreements(scene: Scene) -> Readings:
    """Read that a published figure is the same for all values of an input, or that it differs."""
    found = _SAME.search(scene.text) or _OTHER.search(scene.text)
    moved = [c for c in scene.comparatives if c.sign in (1, -1) and not c.outputs]
    if found is None or scene.numbers or moved:
        return []
    for parameter in scene.function.parameters:
        if parameter.kind != "choice" or parameter.periods:
            continue
        values, words = _values(scene, parameter)
        output = _figure(scene, parameter) if len(values) >= _TWO else None
        if output is not None:
            return _of(scene, output, parameter, values, [*words, _span(found)])
    return []


def _values(scene: Scene, parameter: Parameter) -> tuple[Sequence[JsonValue], list[Span]]:
    """Return the values that are listed, or all of them where all are spoken of, and the words."""
    own = [i for i in scene.items if i.parameter == parameter.name]
    if own:
        listed = values_of(scene, own)[parameter.name]
        return (listed, scene.spans(own)) if _in_a_list(scene, own) else ((), [])
    every = [d for d in scene.domains if d.parameter == parameter.name and d.sense == "all"]
    noun = nouns(parameter)
    each = [
        _span(match)
        for pattern in ((_EACH, _AMONG) if noun else ())
        for match in re.finditer(rf"\b{pattern.replace('NOUN', noun)}\b", scene.text, re.I)
    ]
    all_of = [q for q in scene.quantifiers if q.parameter == parameter.name]
    if any(q.at_least != q.size for q in all_of if not _lies_in(q, each)):
        return (), []
    words = [Span(text="", start=d.start, end=d.end) for d in (*every, *all_of)] + each
    return (parameter.members, words) if words else ((), [])


def _lies_in(quantifier: Quantifier, spans: Sequence[Span]) -> bool:
    return any(s.start <= quantifier.start and quantifier.end <= s.end for s in spans)


def _in_a_list(scene: Scene, own: Sequence[Item]) -> bool:
    gaps = (scene.text[a.end : b.start] for a, b in itertools.pairwise(own))
    return all(_JOIN.fullmatch(gap) for gap in gaps)


_JOIN = re.compile(r"\s*,?\s*(?:(?:and|as\s+well\s+as)\s+)?(?:(?:in|under|for)\s+)?", re.I)


def _span(match: re.Match[str]) -> Span:
    return Span(text=match.group(), start=match.start(), end=match.end())


def _figure(scene: Scene, parameter: Parameter) -> Output | None:
    given = [*(i.parameter for i in scene.items), parameter.name]
    held = [
        o for o in choosing.named(scene, given) if o.published and parameter.name in o.implied_by
    ]
    return held[0] if held else None


def _of(
    scene: Scene,
    output: Output,
    parameter: Parameter,
    values: Sequence[JsonValue],
    words: Sequence[Span],
) -> Readings:
    rest = [i for i in scene.items if i.parameter != parameter.name]
    settings = settings_of(scene, rest)
    if len(settings) != 1:
        return []
    calls = [
        complete(scene, {**settings[0], parameter.name: value}, comparing=False) for value in values
    ]
    scene.use(*rest, *words, *scene.comparatives)
    told = words[-1]
    other = _OTHER.match(told.text)
    denies = not (other and other["not"]) and (denied(scene, told.start) or denied(scene, told.end))
    apart = other is not None and not other["not"]
    word = Comparative(sign=0, start=told.start, end=told.end, words=told.text)
    return [same(expression("spread", calls, output), word, output, negated=denies != apart)]

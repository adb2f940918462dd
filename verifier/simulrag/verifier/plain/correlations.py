"""Statements that two things go together: "the more are immune, the smaller the wave"."""

import re
from collections.abc import Iterable

from simulrag.simulators.interface import Call, Frozen, Parameter
from simulrag.verifier.claims import Reading
from simulrag.verifier.plain import choosing
from simulrag.verifier.plain.denials import denied
from simulrag.verifier.plain.marks import Aspect, Comparative
from simulrag.verifier.plain.readings import direction, expression
from simulrag.verifier.plain.scene import Scene
from simulrag.verifier.plain.settings import complete, settings_of
from simulrag.verifier.reading.text import Span, find_phrases

Readings = list[Reading]
_UP = r"more|higher|larger|greater|bigger|stronger|worse|heavier|taller|warmer|hotter"
_DOWN = r"less|fewer|lower|smaller|weaker|milder|lighter|cooler|colder"
_LATER, _SOONER = "later", "earlier|sooner"
_DEGREE = rf"(?:(?P<up>{_UP})|(?P<down>{_DOWN})|(?P<later>{_LATER})|(?P<sooner>{_SOONER}))"
_THE = re.compile(rf"\bthe\s+{_DEGREE}\b", re.I)
_RISES = (
    r"ris(?:es|ing)|increas(?:es|ing)|grow(?:s|ing)|go(?:es|ing)\s+up|climb(?:s|ing)|"
    r"get(?:s|ting)?\s+(?:larger|bigger|higher)"
)
_FALLS = (
    r"fall(?:s|ing)|drop(?:s|ping)|declin(?:es|ing)|decreas(?:es|ing)|shrink(?:s|ing)|go(?:es|ing)\s+down|"
    r"get(?:s|ting)?\s+(?:smaller|lower)"
)
_VERB = (
    rf"(?:(?P<rises>{_RISES}|rise|increase|grow)|"
    rf"(?P<falls>{_FALLS}|fall|drop|decline|decrease|shrink))"
)
_TOGETHER = re.compile(
    rf"\b{_VERB}\s+(?P<link>with|as|when|whenever|if)\s+(?:(?:a|an|the|its)\s+)*"
    rf"(?:(?P<more>{_UP}|rising|growing|increasing)\s+|(?P<less>{_DOWN}|falling|shrinking|decreasing)\s+)?",
    re.I,
)
_MOVES = re.compile(
    rf"\s+(?:(?:is|are)\s+)?(?:(?P<up>{_RISES}|higher|larger|raised)|(?P<down>{_FALLS}|lower|smaller|lowered))\b",
    re.I,
)
_NEAR = 45


class _Pair(Frozen):
    """An input that moves up or down, and the word for how the output moves with it."""

    parameter: Parameter
    sign: int
    word: Comparative
    spans: tuple[Span, ...]


def correlated(scene: Scene) -> Readings:
    """Read how an output moves with an input, each further input at its typical value."""
    for pair in (*_the_the(scene), *_with(scene)):
        if any(i.parameter == pair.parameter.name for i in scene.items) or scene.numbers:
            continue
        calls = typical_pair(scene, pair.parameter, pair.sign)
        if calls is None:
            continue
        held = choosing.named(scene, list(calls[1].arguments))
        output = choosing.for_comparison(scene, pair.word, held, [pair.parameter.name])
        if output is None:
            continue
        inside = [c for c in scene.comparatives if any(_within(c, s) for s in pair.spans)]
        scene.use(*scene.items, *pair.spans, *inside)
        negated = denied(scene, pair.word.start)
        return [
            direction(expression("difference", calls, output), pair.word, output, negated=negated)
        ]
    return []


def _within(word: Comparative, span: Span) -> bool:
    return span.start <= word.start < span.end


#: By how much an input moves that is said to be higher or lower without a number, of its range.
_STEP_SHARE = 0.15


def typical_pair(scene: Scene, parameter: Parameter, sign: int) -> tuple[Call, Call] | None:
    """Return two typical settings, of which the second has a higher or a lower value."""
    settings = settings_of(scene, scene.items)
    if parameter.low is None or parameter.high is None or len(settings) != 1:
        return None
    base = 0.0 if parameter.kind == "change" else parameter.typical
    if not isinstance(base, int | float):
        return None
    step = _STEP_SHARE * (parameter.high - parameter.low)
    base = min(max(float(base), parameter.low + step), parameter.high - step)
    typical = {
        p.name: p.typical
        for p in scene.function.parameters
        if p.kind in ("number", "share", "year") and p.typical is not None
    }
    first, second = (
        complete(scene, {**typical, **settings[0], parameter.name: value}, comparing=True)
        for value in (base, base + sign * step)
    )
    scene.assumed.append(f"{parameter.name}: {base + sign * step:g} against {base:g}")
    return first, second


def _movable(scene: Scene) -> list[Parameter]:
    kinds = ("number", "share", "change")
    return [p for p in scene.function.parameters if p.kind in kinds and p.words]


def _the_the(scene: Scene) -> Iterable[_Pair]:
    """Yield what "the more ..., the smaller ..." says."""
    found = list(_THE.finditer(scene.text))
    if len(found) != 2:
        return
    first, second = found
    comma = scene.text.rfind(",", first.end(), second.start())
    if comma < 0 or scene.text[comma + 1 : second.start()].strip():
        return
    sign = 1 if first["up"] else -1 if first["down"] else 0
    for parameter in _movable(scene):
        words = (*parameter.words, *parameter.rise_words, *parameter.fall_words)
        spans = [s for s in find_phrases(scene.text[:comma], words) if s.end > first.start()]
        if spans and sign:
            lowered = find_phrases(scene.text[first.start() : comma], parameter.fall_words)
            yield _Pair(
                parameter=parameter,
                sign=-1 if lowered else sign,
                word=_word(second),
                spans=(
                    Span(text="", start=first.start(), end=comma),
                    Span(text="", start=second.start(), end=second.end()),
                ),
            )


def _word(match: re.Match[str]) -> Comparative:
    up = bool(match["up"] or match["later"])
    aspect: Aspect = "time" if match["later"] or match["sooner"] else "size"
    return Comparative(
        sign=1 if up else -1,
        start=match.start(),
        end=match.end(),
        words=match.group(),
        aspect=aspect,
    )


def _with(scene: Scene) -> Iterable[_Pair]:
    """Yield what "falls with more immunity" and "rises as R0 rises" say."""
    for match in _TOGETHER.finditer(scene.text):
        for parameter in _movable(scene):
            spans = find_phrases(scene.text[match.end() :], parameter.words)
            if not spans or spans[0].start > _NEAR // 3:
                continue
            end = match.end() + spans[0].end
            moves = _MOVES.match(scene.text, end)
            if match["link"] != "with" and moves is None:
                continue
            down = bool(match["less"]) != bool(moves and moves["down"])
            both = bool(match["more"] or match["less"]) and moves is not None
            if both:
                continue
            verb = Comparative(
                sign=1 if match["rises"] else -1,
                start=match.start(),
                end=match.start("link"),
                words=scene.text[match.start() : match.start("link")].strip(),
            )
            last = moves.end() if moves else end
            yield _Pair(
                parameter=parameter,
                sign=-1 if down else 1,
                word=verb,
                spans=(Span(text="", start=match.start(), end=last),),
            )

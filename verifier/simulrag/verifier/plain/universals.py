"""Statements about all values of an input: "in every scenario", "each season since"."""

import itertools
import re
from collections.abc import Sequence

from pydantic import JsonValue

from simulrag.simulators.interface import Call, Output
from simulrag.verifier.claims import Figure, Reading
from simulrag.verifier.plain import choosing
from simulrag.verifier.plain.denials import denied
from simulrag.verifier.plain.marks import Comparative, Domain
from simulrag.verifier.plain.ranks import candidates
from simulrag.verifier.plain.readings import direction, expression, number
from simulrag.verifier.plain.scene import Scene
from simulrag.verifier.plain.settings import complete, settings_of
from simulrag.verifier.quantities import Printed
from simulrag.verifier.reading.figures import comparator_of, figure_of
from simulrag.verifier.reading.text import Span, find_phrases

Readings = list[Reading]
_APART = re.compile(
    r"\b(?:apart|separate[sd]?|between|differ(?:s|ed)?|spread|span(?:s|ned)?|vary|varies)\b", re.I
)


#: "Not every state" leaves open how many.
_NOT_ALL = re.compile(r"\b(?:not|never)\s+$", re.I)


def universals(scene: Scene) -> Readings:
    """Read "in every scenario it is above 1.5 °C" and "all states peaked in the same week"."""
    for domain in scene.domains:
        if domain.sense in ("rest", "some") or _NOT_ALL.search(scene.text[: domain.start]):
            continue
        parameter = scene.parameter(domain.parameter)
        if parameter.kind == "date":
            continue
        names: list[JsonValue] = (
            [[n] for n in parameter.choices]
            if parameter.kind == "choices"
            else [*parameter.members]
        )
        rest = [i for i in scene.items if i.parameter != parameter.name]
        settings = settings_of(scene, rest)
        if len(settings) != 1:
            continue
        calls = [
            complete(scene, {**settings[0], parameter.name: name}, comparing=False)
            for name in names
        ]
        if len(calls) < 2:
            continue
        made = _of_all(scene, calls, domain)
        if made:
            scene.use(domain, *rest)
            return made
    return []


def _of_all(scene: Scene, calls: Sequence[Call], domain: Domain) -> Readings:
    held = choosing.named(scene, list(calls[0].arguments))
    for word in scene.comparatives:
        if word.sign == 0 and re.search(r"\bsame\b", word.words):
            return _same_for_all(scene, calls, held, word)
    for figure in scene.numbers:
        output = choosing.for_number(scene, figure, held)
        if output is None:
            continue
        scene.use(figure)
        for word in scene.comparatives:
            if figure.qualified_from <= word.start < figure.start:
                scene.use(word)
        if _APART.search(scene.text):
            scene.use(*(c for c in scene.comparatives if c.sign == 2))
            return [number(expression("spread", calls, output), figure, output)]
        return _bounded(scene, calls, output, figure, none=domain.sense == "none")
    return []


def _same_for_all(
    scene: Scene, calls: Sequence[Call], held: Sequence[Output], word: Comparative
) -> Readings:
    dated = [o for o in held if o.kind == "date"]
    if not dated:
        return []
    scene.use(word)
    negated = denied(scene, word.start)
    return [
        Reading(
            expression=expression("spread", calls, dated[0]),
            comparator="equal",
            figures=(Figure(text=word.words, start=word.start, end=word.end, value=0.0),),
            unit="day",
            negated=negated,
        )
    ]


def _bounded(
    scene: Scene, calls: Sequence[Call], output: Output, figure: Printed, *, none: bool
) -> Readings:
    """Return what a number says of all: of the lowest, of the highest, or of both."""
    negated = none or denied(scene, figure.start)
    comparator = comparator_of(figure)
    highest = expression("maximum", calls, output)
    lowest = expression("minimum", calls, output)
    below = comparator in ("below", "at_most", "just_below")
    above = comparator in ("above", "at_least", "just_above")
    if negated:  # none is above: the highest is not; none is below: the lowest is not
        if not (below or above):
            return []
        return [number(lowest if below else highest, figure, output, negated=True)]
    if below or above:
        return [number(highest if below else lowest, figure, output)]
    made = [number(lowest, figure, output), number(highest, figure, output)]
    return [r.model_copy(update={"figures": (figure_of(figure),)}) for r in made]


def trends(scene: Scene) -> Readings:
    """Read "has fallen with each season since 2022-23": each lower than the one before it."""
    for domain in scene.domains:
        parameter = scene.parameter(domain.parameter)
        words = [c for c in scene.comparatives if c.sign]
        if domain.sense != "all" or not parameter.periods or len(words) != 1:
            continue
        own, among, rest = candidates(scene, parameter, domain)
        ends = [i for i in scene.items if i.parameter == parameter.name]
        settings = settings_of(scene, rest)
        if (own and not ends) or len(own) > 1 or len(settings) != 1:
            continue
        if own:
            among = [*among][[*among].index(own[0]) :]
        calls = [
            complete(scene, {**settings[0], parameter.name: value}, comparing=False)
            for value in among
        ]
        held = choosing.named(scene, list(calls[0].arguments)) if calls else []
        output = choosing.for_comparison(scene, words[0], held, [parameter.name])
        if output is None or len(calls) < 2:
            continue
        scene.use(domain, words[0], *scene.items)
        negated = denied(scene, words[0].start)
        return [
            direction(expression("difference", pair, output), words[0], output, negated=negated)
            for pair in itertools.pairwise(calls)
        ]
    return []


_LOWEST = re.compile(r"\b(?:lowest|mildest|gentlest|most optimistic|greenest|weakest)\b", re.I)
_HIGHEST = re.compile(
    r"\b(?:highest|severest|harshest|most pessimistic|strongest|worst|dirtiest)\b", re.I
)


def ends(scene: Scene) -> Readings:
    """Read "from 1.4 °C in the lowest scenario to 4.4 °C in the highest" and their distance."""
    low, high = _LOWEST.search(scene.text), _HIGHEST.search(scene.text)
    if low is None or high is None or not scene.numbers:
        return []
    for parameter in scene.function.parameters:
        nouns = find_phrases(scene.text, (*parameter.words, *parameter.choices)[:40])
        if parameter.kind != "choice" or not nouns or parameter.periods:
            continue
        rest = [i for i in scene.items if i.parameter != parameter.name]
        settings = settings_of(scene, rest)
        if len(settings) != 1 or len(rest) != len(scene.items):
            continue
        calls = [
            complete(scene, {**settings[0], parameter.name: name}, comparing=False)
            for name in parameter.members
        ]
        made = _of_ends(scene, calls, low.start() < high.start())
        if made:
            for match in (low, high):
                scene.use(Span(text="", start=match.start(), end=match.end()))
            scene.use(*rest, *scene.domains, *(c for c in scene.comparatives if c.sign == 2))
            return made
    return []


def _of_ends(scene: Scene, calls: Sequence[Call], rising: bool) -> Readings:
    held = choosing.named(scene, list(calls[0].arguments))
    figures = scene.numbers
    output = choosing.for_number(scene, figures[-1], held)
    if output is None or len(figures) > 2:
        return []
    scene.use(*figures)
    if len(figures) == 1:
        return [number(expression("spread", calls, output), figures[0], output)]
    first, last = ("minimum", "maximum") if rising else ("maximum", "minimum")
    unit = figures[1].unit or figures[0].unit
    parts = [q.model_copy(update={"unit": unit}) for q in figures]
    return [
        number(expression(first, calls, output), parts[0], output),
        number(expression(last, calls, output), parts[1], output),
    ]

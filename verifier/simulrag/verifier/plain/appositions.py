"""What is said of a value in passing: "the lowest of the five pathways, SSP1-1.9, ..."."""

import re
from collections.abc import Sequence

from simulrag.simulators.interface import Parameter
from simulrag.verifier.claims import Expression, Figure, Reading, Term
from simulrag.verifier.plain.items import Item
from simulrag.verifier.plain.quantified import Interpret, Readings, said, spread
from simulrag.verifier.plain.quantifiers import COUNT, count_of, fits, nouns
from simulrag.verifier.plain.scene import Scene
from simulrag.verifier.reading.text import blanked

_SIGNS = {"highest": 1, "warmest": 1, "hottest": 1, "lowest": -1, "coolest": -1, "coldest": -1}
_DEGREE = rf"(?P<degree>{'|'.join(_SIGNS)})"
_CLOSES = re.compile(r"\s*(?:,|\)|-)(?=\s|$)")


def appositions(scene: Scene, interpret: Interpret) -> Readings:
    """Read a sentence without an apposition of a value, and its place among all beside it."""
    if not re.search(rf"\b{_DEGREE}\b", scene.text, re.I):
        return []
    for parameter in scene.function.parameters:
        if parameter.kind != "choice" or len(parameter.choices) < 3 or not nouns(parameter):
            continue
        own = [i for i in scene.items if i.parameter == parameter.name]
        for match in _pattern(parameter).finditer(scene.text):
            if match["n"] and not fits(count_of(match["n"]), len(parameter.members)):
                continue
            made = _read(scene, parameter, own, match, interpret)
            if made:
                return made
    return []


def _pattern(parameter: Parameter) -> re.Pattern[str]:
    return re.compile(
        rf"\bthe\s+(?:very\s+)?{_DEGREE}\s+(?:of\s+(?:all\s+)?(?:the\s+|its\s+)?(?:(?P<n>{COUNT})\s+)?)?"
        rf"(?:(?:illustrative|assessed|ssp|ipcc|emissions?)\s+){{0,2}}(?:{nouns(parameter)})\b",
        re.I,
    )


def _read(
    scene: Scene,
    parameter: Parameter,
    own: Sequence[Item],
    match: re.Match[str],
    interpret: Interpret,
) -> Readings:
    left = _left_out(scene, own, match)
    if left is None:
        return []
    item, start, end = left
    text = blanked(scene.text, [(start, end)])
    made = said(scene, text, interpret)
    groups = spread(made, parameter, str(item.value), parameter.members)
    if not groups:
        return []
    place = _place(groups, parameter.members.index(str(item.value)), match, scene)
    return [*made, place] if place is not None else []


def _left_out(
    scene: Scene, own: Sequence[Item], match: re.Match[str]
) -> tuple[Item, int, int] | None:
    """Return the value that is spoken of, and the words to leave out."""
    behind = next((i for i in own if i.start >= match.end()), None)
    if behind is not None and re.fullmatch(r"\s*[,(:]\s*", scene.text[match.end() : behind.start]):
        closing = _CLOSES.match(scene.text, behind.end)
        return (behind, match.start(), behind.start) if closing else None
    before = next((i for i in reversed(own) if i.end <= match.start()), None)
    closing = _CLOSES.match(scene.text, match.end())
    opened = before and re.fullmatch(r"\s*[,(-]\s*", scene.text[before.end : match.start()])
    return (before, before.end, closing.end()) if before and opened and closing else None


def _place(
    groups: Sequence[tuple[Reading, ...]], at: int, match: re.Match[str], scene: Scene
) -> Reading | None:
    """Return that no other value lies beyond the one that is spoken of."""
    terms: list[Term] = []
    for group in groups:
        own = [t for r in group for t in r.expression.terms]
        if len({t.call.canonical() for t in own}) != 1:
            return None
        terms.append(own[0])
    ordered = (terms[at], *(t for i, t in enumerate(terms) if i != at))
    unit = scene.function.output(terms[at].output).unit.removeprefix("delta_")
    sign = _SIGNS[match["degree"].lower()]
    return Reading(
        expression=Expression(operation="lead" if sign > 0 else "trail", terms=ordered),
        comparator="at_least",
        figures=(
            Figure(
                text=match["degree"],
                start=match.start("degree"),
                end=match.end("degree"),
                value=0.0,
            ),
        ),
        unit=unit,
    )

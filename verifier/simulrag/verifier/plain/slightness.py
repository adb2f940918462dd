"""How much "slightly" allows: a comparison that it is said of holds only if the values are near."""

import re
from collections.abc import Sequence

from simulrag.simulators.interface import Output
from simulrag.verifier.claims import Figure, Reading
from simulrag.verifier.plain.scene import Scene

SLIGHTLY = re.compile(
    r"\b(?:slightly|marginally|fractionally|narrowly|(?:by\s+)?a\s+(?:little|bit|touch|shade|tad))\b",
    re.I,
)
#: How large "slightly" may be, percent of a ratio scale and multiples of an output's tolerance.
SLIGHT, TOLERANCES = 50.0, 20.0
_BARELY = 0.5


def with_slightness(scene: Scene, found: Sequence[Reading]) -> list[Reading]:
    """Return readings, and for each comparison that is graded down that it is that small."""
    made = list(found)
    for match in SLIGHTLY.finditer(scene.text):
        if not _qualifies(scene, match) and not any(_stands_at(r, match) for r in found):
            made += [_small(scene, r, match) for r in found if _is_of(r, match)]
    return made


def _qualifies(scene: Scene, match: re.Match[str]) -> bool:
    """Tell whether the word belongs to a number or a ratio: "slightly more than 5,000"."""
    numbers = any(q.qualified_from <= match.start() < q.end for q in scene.numbers)
    return numbers or any(r.start - 1 <= match.end() <= r.end for r in scene.ratios)


def _stands_at(reading: Reading, match: re.Match[str]) -> bool:
    return reading.comparator == "below" and any(f.start == match.start() for f in reading.figures)


def _is_of(reading: Reading, match: re.Match[str]) -> bool:
    """Tell whether a bare comparison stands right beside the word or holds it."""
    if reading.comparator not in ("rises", "falls") or reading.negated or not reading.figures:
        return False
    if reading.expression.operation not in ("difference", "value"):
        return False
    word = reading.figures[0]
    before = 0 <= word.start - match.end() <= 1
    return before or 0 <= match.start() - word.end <= 1 or word.start <= match.start() < word.end


def _small(scene: Scene, reading: Reading, match: re.Match[str]) -> Reading:
    return small_reading(reading, scene.function.output(reading.expression.terms[0].output), match)


def small_reading(told: Reading, output: Output, said: re.Match[str]) -> Reading:
    """Return the reading that a difference or change is as small as "slightly" and "barely" say.

    told : the comparison itself, of two values or of a change
    said : the word, in a group "barely" where it allows half as much
    """
    differs = told.expression.operation == "difference"
    relative = (differs and output.about_relative > 0) or output.unit == "percent"
    limit = SLIGHT if relative else TOLERANCES * (output.about_difference or output.about_absolute)
    limit *= _BARELY if said.groupdict().get("barely") else 1.0
    operation = "percent_change" if relative and differs else told.expression.operation
    made = told.expression.model_copy(
        update={"operation": operation, "negative": told.comparator == "falls"}
    )
    unit = "day" if output.kind == "date" else output.unit.removeprefix("delta_")
    figure = Figure(text=said.group().strip(), start=said.start(), end=said.end(), value=limit)
    return Reading(
        expression=made,
        comparator="below",
        figures=(figure,),
        unit="percent" if relative else unit,
    )

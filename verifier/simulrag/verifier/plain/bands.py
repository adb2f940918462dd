"""Ranges that hold for every value of a series: "stayed between 2,000 and 2,700 all month"."""

import re
from collections.abc import Sequence

from simulrag.simulators.interface import Call, Function, Output
from simulrag.verifier.claims import Reading
from simulrag.verifier.plain.readings import expression, number
from simulrag.verifier.plain.scene import Scene
from simulrag.verifier.quantities import Printed

#: What lies in a range is no value of its ends, whatever their times are.
RANGES = re.compile(
    r"\b(?:rang(?:e|es|ed|ing)|var(?:y|ies|ied)|fluctuat\w+|span(?:s|ned)?|oscillat\w+|swung|"
    r"between)\s+"
    r"(?:\w+\s+)?(?:from|between)\b|\ban?\s+(?:low|minimum)\s+of\b[^;.]*\b(?:high|maximum)\s+of\b|"
    r"\ban?\s+(?:high|maximum)\s+of\b[^;.]*\b(?:low|minimum)\s+of\b",
    re.I,
)
#: Several highest values lie in a range, each of them; one output is none of that.
_HIGHEST_OF_EACH = re.compile(r"\b(?:peaks|maxima|crests|highs|tops)\b", re.I)
_HIGHEST = re.compile(
    r"\b(?:peak|crest|top|worst|max|high|summit|height|busiest|heaviest|largest|biggest|most|"
    r"record|culminat)",
    re.I,
)


_BETWEEN = re.compile(r"\bbetween\s+(?:[a-z]+\s+)?$", re.I)


def extremes(function: Function, output: Output) -> Sequence[Output]:
    """Return the outputs that lie in a range if all values do: the lowest and the highest.

    Of an output that is no extreme of a series it is the output itself.
    """
    if output.course not in ("highest", "lowest"):
        return (output,)
    both = [
        o
        for o in function.outputs
        if o.course in ("highest", "lowest") and o.unit_words == output.unit_words
    ]
    return both if len(both) == 2 else (output,)


def is_of_many(scene: Scene, output: Output) -> bool:
    """Tell whether a range is of many values, of which an output holds but the highest."""
    if not output.highest_over:
        return False
    named = [s.text for o, s in scene.topics if o.name == output.name]
    several = bool(_HIGHEST_OF_EACH.search(scene.text))
    return several or not any(_HIGHEST.search(words) for words in named)


def spans_days(scene: Scene) -> bool:
    """Tell whether a function's values are of all the days from one to another."""
    return sum(p.kind == "date" and p.required for p in scene.function.parameters) > 1


def counts_from_start(scene: Scene, output: Output) -> bool:
    """Tell whether an output counts time from a start that only comparing two of them needs."""
    return (
        scene.function.observed
        and output.unit in ("week", "day")
        and not output.words
        and not output.course
    )


def least_of(reading: Reading, figure: Printed) -> Reading:
    """Return the reading that at least a number is reached: of "three digits" the lowest."""
    if reading.comparator != "equal":
        return reading
    made = reading.model_copy(update={"comparator": "at_least"})
    if "digit" not in figure.text.lower():
        return made
    least = {"value": float(figure.value - figure.half_unit), "half_unit": 0.0}
    return made.model_copy(update={"figures": (made.figures[0].model_copy(update=least),)})


def spread_over(scene: Scene) -> bool:
    """Tell whether each end has a setting of its own: "from 1.4 under A to 4.4 under B"."""
    first, last = min(q.end for q in scene.numbers), max(q.start for q in scene.numbers)
    return any(first <= i.start < last for i in scene.items)


def of_extremes(
    scene: Scene, calls: Sequence[Call], output: Output, ends: tuple[Printed, Printed]
) -> list[Reading]:
    """Return that the lowest and the highest are the ends of a range: "ranged from 12 to 15"."""
    both = extremes(scene.function, output)
    if len(both) != len(ends) or _BETWEEN.search(scene.text[: ends[0].start]):
        return []  # "ranged between" may be wider than what lies in it
    ordered = sorted(both, key=lambda o: o.course == "highest")
    return [
        number(expression("value", (call,), each), figure, each)
        for call in calls
        for each, figure in zip(ordered, ends, strict=True)
    ]

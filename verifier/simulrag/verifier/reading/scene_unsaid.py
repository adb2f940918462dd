"""Words that compare, of which no reading of a statement tells anything.

"The baseline, which is 8.09 °C, lies below the other" holds a value that is right, and says more.
"""

import re
from collections.abc import Sequence

from simulrag.verifier.claims import Counted, Reading
from simulrag.verifier.quantities import Printed
from simulrag.verifier.reading.scene import Scene
from simulrag.verifier.reading.scene_parts import TurnedInputError, merged
from simulrag.verifier.reading.scene_sign import Sign
from simulrag.verifier.reading.scene_signs import signs
from simulrag.verifier.reading.subjects import Context

#: Signs of words that say how values lie to each other, or which way one goes.
_COMPARING = frozenset("+-wqhk<>XYMz")
#: Comparators that say no more than what a value is.
_PLAIN = frozenset(("equal", "about", "is"))


#: Words that turn what they stand beside, or take it back, and are no sign of a denial.
_TURNING = re.compile(
    r"\b(?:unless|except(?! for| in)|wrongly|falsely|mistakenly|erroneously|incorrectly|allegedly|"
    r"ostensibly|supposedly|doubtful|unlikely|"
    r"(?:nobody|no one)(?! (?:would|could|can|should|will))|"
    r"(?:with)?in (?:sight|reach)|out of (?:sight|reach)|striking distance)\b|\?(?=\s*\w)",
    re.IGNORECASE,
)


def unsaid_word(context: Context, scene: Scene, readings: Sequence[Reading]) -> str:
    """Return a word that turns a statement, or one that compares where the readings do not."""
    turning = _TURNING.search(context.text)
    if turning is not None:
        return turning.group()
    if any(_compares(r, scene) for r in readings):
        return ""
    row = _row(context, scene)
    if _goes_its_way(row):
        return ""
    return next(
        (s.word or context.text[s.start : s.end] for s in row if _says(s, row, context)), ""
    )


def _row(context: Context, scene: Scene) -> Sequence[Sign]:
    """Return the signs of a statement, what is done to inputs as part of the runs that have it."""
    row = signs(context.text, context.mentions, scene) or ()
    try:
        return merged(row, scene.runs)
    except TurnedInputError:
        return row


def _says(sign: Sign, row: Sequence[Sign], context: Context) -> bool:
    """Tell whether a sign compares, and does not only lead in an input: "a rise of 9 % in CH4"."""
    led = [m.start for m in context.mentions]
    led += [s.start for s in row if s.sign == "S"] if sign.word == "under" else []
    leads = sign.sign in "<>+-wq" and any(0 <= start - sign.end <= _LEAD for start in led)
    return sign.sign in _COMPARING and not leads


#: Most characters between what leads an input in and the input: " the ".
_LEAD = 5


def _goes_its_way(row: Sequence[Sign]) -> bool:
    """Tell whether two numbers stand as the way between them says: "20 °C, up from 18 °C"."""
    signs = "".join(s.sign for s in row if s.sign in _COMPARING | {"N", "F"})
    numbers = [s.held.value for s in row if s.sign == "N" and isinstance(s.held, Printed)]
    if signs not in ("N+FN", "N-FN") or len(numbers) != 2:
        return False
    return numbers[0] > numbers[1] if "+" in signs else numbers[0] < numbers[1]


def _compares(reading: Reading, scene: Scene) -> bool:
    if isinstance(reading, Counted):
        return any(_compares(r, scene) for one in reading.of for r in one)
    expression = reading.expression
    return (
        reading.comparator not in _PLAIN
        or expression.operation != "value"
        or any(t.output != scene.level.name for t in expression.terms)
    )

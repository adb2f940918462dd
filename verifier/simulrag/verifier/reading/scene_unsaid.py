"""Words that compare, of which no reading of a statement tells anything.

"The baseline, which is 8.09 °C, lies below the other" holds a value that is right, and says more.
"""

import re
from collections.abc import Sequence

from simulrag.verifier.claims import Reading
from simulrag.verifier.reading.scene import Scene
from simulrag.verifier.reading.scene_signs import signs
from simulrag.verifier.reading.subjects import Context

#: Signs of words that say how values lie to each other, or which way one goes.
_COMPARING = frozenset("+-wqhk<>XYMz")
#: Comparators that say no more than what a value is.
_PLAIN = frozenset(("equal", "about", "is"))


#: Words that turn what they stand beside, or take it back, and are no sign of a denial.
_TURNING = re.compile(
    r"\b(?:unless|except(?! for| in)|wrongly|falsely|mistakenly|erroneously|incorrectly|allegedly|"
    r"ostensibly|supposedly|doubtful|unlikely)\b",
    re.IGNORECASE,
)


def unsaid_word(context: Context, scene: Scene, readings: Sequence[Reading]) -> str:
    """Return a word that turns a statement, or one that compares where the readings do not."""
    turning = _TURNING.search(context.text)
    if turning is not None:
        return turning.group()
    if any(_compares(r, scene) for r in readings):
        return ""
    row = signs(context.text, context.mentions, scene) or ()
    return next((s.word or context.text[s.start : s.end] for s in row if s.sign in _COMPARING), "")


def _compares(reading: Reading, scene: Scene) -> bool:
    expression = reading.expression
    return (
        reading.comparator not in _PLAIN
        or expression.operation != "value"
        or any(t.output != scene.level.name for t in expression.terms)
    )

"""Whether a claim of a sentence is denied."""

import re

from simulrag.verifier.plain.marks import DENIAL
from simulrag.verifier.plain.scene import Scene
from simulrag.verifier.reading.text import Span


def denied(scene: Scene, at: int) -> bool:
    """Tell whether the one negation of a sentence stands before a claim; it is used then."""
    before = [n for n in scene.negations if n.end <= at and (DENIAL.match(n.text) or _no(n, at))]
    if len(before) != 1 or len(scene.negations) > 1 + _nors(scene):
        return False
    if re.search(r"[;:]|,\s+(?:and|but|so)\b", scene.text[before[0].end : at]):
        return False
    scene.use(*scene.negations)
    return True


def _no(negation: Span, at: int) -> bool:
    """Tell whether "no" stands right before a comparative: "no warmer than"."""
    return negation.text.lower() == "no" and at - negation.end == 1


def _nors(scene: Scene) -> int:
    return sum(n.text.lower() == "nor" for n in scene.negations)

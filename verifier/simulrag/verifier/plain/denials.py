"""Whether a claim of a sentence is denied."""

import re
from collections.abc import Sequence

from simulrag.verifier.claims import Counted, Figure, Reading
from simulrag.verifier.plain.marks import DENIAL
from simulrag.verifier.plain.readings import counted
from simulrag.verifier.plain.scene import Scene
from simulrag.verifier.reading.text import Span


def denied(scene: Scene, at: int) -> bool:
    """Tell whether the one negation of a sentence stands before a claim; it is used then."""
    before = [n for n in scene.negations if n.end <= at and (DENIAL.match(n.text) or _no(n, at))]
    if len(before) != 1 or len(scene.negations) > 1 + _nors(scene):
        return False
    if re.search(r"[;:]|,\s+(?:and|so)\b|\bbut\b", scene.text[before[0].end : at]):
        return False
    scene.use(*scene.negations)
    return True


#: "Not even two degrees": less than that, as against "not two degrees", which may be more.
_EVEN = re.compile(
    r"(?:\bnot|n't|\bnever)\b[^.;:,]{0,60}?\beven\b[^.;:,]{0,40}$|"
    r"^\W*even\s+(?:at|in|on|during)\b[^.;:]*?(?:\bnot|n't|\bnever)\b[^.;:,]{0,40}$",
    re.I,
)


#: "Not all of Oslo, Cairo and Lima are warmer": some of them, if any.
_NOT_ALL = re.compile(
    r"(?:\bnot|n't)\s+(?:(?:be|been|quite|nearly|necessarily)\s+)?(?:all|both|every|each)\b", re.I
)


def not_all(text: str, readings: Sequence[Reading]) -> Sequence[Reading]:
    """Return that fewer than all of several statements hold that are denied together."""
    apart = len(readings) > 1 and all(r.negated and not isinstance(r, Counted) for r in readings)
    if not apart or not _NOT_ALL.search(text):
        return readings
    said = [(reading.model_copy(update={"negated": False}),) for reading in readings]
    return [counted(said, 0, len(said) - 1)]


#: "Has yet to have 1,200 in a week", "did not have 1,200 in any week": fewer in all of them.
_NEVER = re.compile(r"\bnever\b|\byet\s+to\b", re.I)
_EVER = re.compile(r"\b(?:in|on|during)\s+(?:any|a\s+single)\b|\bat\s+any\b|\bever\b", re.I)


def not_even(text: str, readings: Sequence[Reading]) -> list[Reading]:
    """Let a number that is not even reached be a limit: what is said lies below it."""
    return [
        reading.model_copy(update={"comparator": "at_least"})
        if reading.negated
        and reading.comparator in ("equal", "about")
        and reading.figures
        and reading.figures[0].start >= 0
        and (
            _EVEN.search(text[: reading.figures[0].start])
            or (reading.expression.operation == "value" and _ever(text, reading.figures[0]))
        )
        else reading
        for reading in readings
    ]


def _ever(text: str, number: Figure) -> bool:
    """Tell whether a number is denied of every time, and not of one."""
    counted = number.text[:1].isdigit() and _EVER.search(text, number.end) is not None
    return counted or _NEVER.search(text, 0, number.start) is not None


def _no(negation: Span, at: int) -> bool:
    """Tell whether "no" stands right before a comparative: "no warmer than"."""
    return negation.text.lower() == "no" and at - negation.end == 1


def _nors(scene: Scene) -> int:
    return sum(n.text.lower() == "nor" for n in scene.negations)

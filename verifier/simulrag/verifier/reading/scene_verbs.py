"""What verbs say with words that stand apart from them.

"The baseline is not exceeded" is done to it, and what "drifts up to 26 °C" gets there.
"""

import re
from collections.abc import Sequence

from simulrag.verifier.reading.scene_sign import Sign

#: A form of "be" before a participle, with what may stand between them.
_BE = re.compile(
    r"\b(?:is|are|was|were|be|been|being|gets?|got|isn't|aren't|wasn't|weren't)\s+"
    r"(?:(?:not|never|[a-z]+ly|just|even|then|well|still|also|again|far|soon|in fact|thus)\s+)*$"
)
_PARTICIPLE = re.compile(
    r"(?:\w+ed|overtaken|outdone|beaten|broken|outrun|undercut|undershot|overshot|cut)\b"
)


#: Verbs of motion that say nothing of which way without what stands behind them.
_UP_TO = re.compile(
    r"\b(?:pull|drag|tug|haul|shov|steer|guid|usher|nudg|drift|glid|propel|catapult)\w*\b"
    r"[^.;,]{0,40} $"
)


def with_motions(small: str, row: Sequence[Sign]) -> Sequence[Sign]:
    """Return a row with "up to" behind a verb of motion as the way to where it ends."""
    made: list[Sign] = []
    for sign in row:
        moved = sign.word == "up to" and _UP_TO.search(small, 0, sign.start) is not None
        made += [sign._replace(sign=one) for one in ("+t" if moved else sign.sign)]
    return made


def with_passives(small: str, row: Sequence[Sign]) -> Sequence[Sign]:
    """Return a row with passives as such; what lies below in the passive is not known.

    small: the statement in small letters.
    """
    if not any(s.sign in "XY" for s in row):
        return row
    turned = {"X": "z", "Y": "?"}
    return [s._replace(sign=turned[s.sign]) if _is_passive(small, s) else s for s in row]


def _is_passive(small: str, sign: Sign) -> bool:
    if sign.sign not in "XY" or not _PARTICIPLE.match(sign.word):
        return False
    return _BE.search(small, 0, sign.start) is not None

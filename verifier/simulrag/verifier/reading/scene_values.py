"""Numbers said of the values of runs."""

import re
from collections.abc import Sequence

from simulrag.verifier.claims import Expression, Reading
from simulrag.verifier.quantities import Printed
from simulrag.verifier.reading.scene_frames import Part, compared, counted, either
from simulrag.verifier.reading.scene_relations import (
    LEAST_LEVEL,
    denied_left,
    pair_of,
    reached,
    relation_at,
    rest_known,
)


def level(part: Part, at: int) -> list[Reading] | None:
    """Return the readings of a number that is the value of one run, or of each."""
    printed = part.row[at].held
    relation = relation_at(part, at)
    if not isinstance(printed, Printed) or relation is None:
        return None
    how, denied = relation
    part.used.add(at)
    before = {s.sign for s in part.row[:at]}
    led = before & set("tX<>YR")
    way = {n for n in part.at("+-") if n < at} if led else set[int]()
    part.used |= way
    heat = {n for n in part.at("V")}
    part.used |= heat
    if not rest_known(part, "SOVTFtchkoy") or len({part.row[n].sign for n in way}) > 1:
        return None
    failed = any(s.sign == "!" and s.word.startswith("fail") for s in part.row)
    if denied and how == "" and ("t" in before or failed):
        how = "R"  # "does not take it to 30 °C"
    two = len(part.scene.runs.calls) == 2
    if two and part.at("y") and len(part.subject) == 1 and not denied and not part.at("!"):
        own = next(iter(part.subject))
        how = how or ("R" if "t" in before else "")  # "only the first takes it to 23 °C"
        return [_so(part, own, how, printed), _so(part, 1 - own, how, printed, denied=True)]
    if part.at("o"):
        return _one_of_both(part, how, printed, denied=denied != denied_left(part))
    ranked = _ranked(part, how, printed)
    if ranked is not None:
        return ranked
    extreme = _extreme(part)
    if extreme is not None:
        how, negated = reached(how, denied=denied != denied_left(part))
        return [compared(part.scene, extreme, how, printed, negated=negated)]
    denied = denied != denied_left(part)
    if part.reference and _ARRIVES.search(part.signs[: at + 1]):
        part.subject = frozenset({0, 1}) - part.reference
        part.reference = frozenset()
    if part.reference and not part.subject:
        part.subject, part.reference = part.reference, frozenset()
    if part.reference:
        return None
    return _of_runs(part, how, printed, denied=denied, way=[part.row[n].sign for n in way])


#: From one run to a number, which is then that of the other one: "from its baseline to 15.6 °C".
_ARRIVES = re.compile("F[SV]*S[VD]*[tR][~=]?N$")


def _so(part: Part, run: int, how: str, printed: Printed, *, denied: bool = False) -> Reading:
    """Return the reading that a run stands to a number as told, or that it does not."""
    if how == "R":  # what reaches a number is not below it
        how, denied = "<", not denied
    how, _ = reached(how, denied=False)
    return compared(part.scene, part.scene.value(run), how, printed, negated=denied)


_PARTED = re.compile("NV?e?D+[SV]*S$")
_CROSSING = ("cross", "pass", "tip", "break through", "broke through", "breaks through")


def crossing(part: Part, at: int) -> list[Reading] | None:
    """Return the readings of "crosses ten degrees between 1993 and 2051"."""
    scene, printed = part.scene, part.row[at].held
    if not isinstance(printed, Printed) or abs(printed.value) < LEAST_LEVEL:
        return None
    if _PARTED.match(part.signs) and len(part.subject) == 2:
        sides = [[_so(part, r, "<", printed), _so(part, 1 - r, ">", printed)] for r in (0, 1)]
        return [counted(sides, least=1, most=1, printed=printed)]
    if scene.alike:
        return None
    word = part.row[at - 1].word if at and part.row[at - 1].sign == "X" else ""
    if not word.startswith(_CROSSING) or len(part.subject) != 2 or part.reference:
        return None
    if any(s not in "XNSDVTet" for s in part.signs):
        return None
    low, high = scene.order
    if word.startswith("cross"):  # from whichever side
        sides = [[_so(part, r, "<", printed), _so(part, 1 - r, ">", printed)] for r in (0, 1)]
        return [counted(sides, least=1, most=1, printed=printed)]
    return [
        compared(scene, scene.value(low), "<", printed),
        compared(scene, scene.value(high), ">", printed),
    ]


_ONLY = ("only", "just", "exactly", "a single", "one alone")


def _one_of_both(part: Part, how: str, printed: Printed, *, denied: bool) -> list[Reading] | None:
    if len(part.scene.runs.calls) != 2 or denied or len(part.subject) == 1:
        return None
    only = any(s.word.startswith(_ONLY) for s in part.row) or part.at("y")
    each = [[_so(part, r, how, printed)] for r in (0, 1)]
    return [counted(each, least=1, most=1 if only else 2, printed=printed)]


def _ranked(part: Part, how: str, printed: Printed) -> list[Reading] | None:
    """Return the readings of "the warmer of the two, at 28 °C, is the first"."""
    ends = {s.sign for s in part.row if s.sign in "hk"}
    if len(ends) != 1 or len(part.subject) != 1 or part.reference or part.at("!"):
        return None
    own, way = next(iter(part.subject)), 1 if ends == {"h"} else -1
    return [_so(part, own, how, printed), part.scene.turned(1 - own, own, way)]


def _extreme(part: Part) -> Expression | None:
    """Return the highest or lowest value of both runs: "the warmer of the two stays under 16"."""
    ends = {s.sign for s in part.row if s.sign in "hk"}
    single = len(part.subject) == 1 or part.reference
    if len(ends) != 1 or single or len(part.scene.runs.calls) != 2:
        return None
    terms = tuple(t for r in (0, 1) for t in part.scene.value(r).terms)
    return Expression(operation="maximum" if ends == {"h"} else "minimum", terms=terms)


#: Verbs by which something is beyond a number in the end, wherever it was before.
_GETS_PAST = re.compile(
    r"(?!stay|stood|stand|rank|keep|kept|remain|tower|come|came|is\b)[a-z]+ "
    r"(?:past|beyond|over|above)"
)
_LED_TO = re.compile("^t[><gljiXR]N")
_OF_ALL = frozenset(("neither", "never", "at no time", "in no case"))


def _of_runs(
    part: Part, how: str, printed: Printed, *, denied: bool, way: Sequence[str]
) -> list[Reading] | None:
    scene = part.scene
    if any(s.word in _OF_ALL for s in part.row) and not part.subject:
        part.subject = frozenset(range(len(scene.runs.calls)))
    if part.at("hk"):
        return None
    led_to = _LED_TO.search(part.signs) or any(
        s.sign == "X" and _GETS_PAST.match(s.word) for s in part.row
    )
    if not (part.subject or part.inherited) and not scene.alike and led_to:
        part.subject = frozenset({scene.order[1]})  # "enough to carry it past 11 °C"
    runs = sorted(part.subject) or (
        sorted(part.inherited) if len(part.inherited) == 1 else list(range(len(scene.runs.calls)))
    )
    if way and denied and how == "":
        how = "R"  # "does not lift it to thirty degrees"
    how, negated = reached(how, denied=denied)
    made = [compared(scene, scene.value(r), how, printed, negated=negated) for r in runs]
    open_run = len(runs) > 1 and not part.subject
    if denied and how == "" and not open_run:
        return None  # "is not 9 °C": another one, or not as much
    if way and not scene.alike and not negated and how != "<" and len(scene.runs.calls) == 2:
        pair = pair_of(part)
        if pair is None:
            return None
        last = [m for m in made if m.expression == scene.value(pair[1])]
        if not last:
            return None
        return [*last, scene.turned(*pair, 1 if way[0] == "+" else -1)]
    return either(made) if open_run else made

"""A run that is named by its value: "warmer than the 15.34 °C of the baseline".

Two things are said: the value of that run, and how the other one lies to it.
"""

import re
from collections.abc import Callable, Iterator, Sequence

from simulrag.verifier.claims import Reading
from simulrag.verifier.quantities import Printed
from simulrag.verifier.reading.scene import Scene
from simulrag.verifier.reading.scene_frames import compared, is_temperature
from simulrag.verifier.reading.scene_plain_rows import runs_named
from simulrag.verifier.reading.scene_relations import LEAST_LEVEL
from simulrag.verifier.reading.scene_sign import Sign

#: Words by which a number stands to its run behind it: "the 15.34 °C it has without the changes".
_OF_RUN = re.compile(
    r"\s+(?:(?:of|from|for|belonging to)\s+(?:the\s+(?:year\s+)?|its\s+)?(?:own\s+)?"
    r"|(?:that|which)\s+[^,.;:\d]{0,40}"
    r"|(?:it|the place|the town|the city)\s+[^,.;:\d]{1,40}"
    r"|(?:seen|known|found|recorded|measured|reached|reported|observed|computed|calculated|"
    r"simulated|given|told|logged|noted|registered|listed|set|had)\s+(?:\w+\s+){0,3})?\s*"
)
#: Words by which a number stands to its run before it: "its 1986 mean of 23.31 °C".
_RUNS_OWN = re.compile(
    r"(?:'s)?\s+(?:(?:annual|yearly|own|local|mean|average|temperature|value|figure|level|reading|"
    r"baseline|result|projection|number)\s+){0,3}(?:of\s+)?(?:just\s+|only\s+)?|\s*\("
)
#: What makes a number that of something known, and no mark that is passed.
_DEFINITE = re.compile(
    r"\b(?:the|its|their|those|that|\w+'s)\s+(?:(?!\d)[a-z-]+\s+){0,2}$|'s\s+$", re.IGNORECASE
)
#: What leads in that with which something is compared, or says of what stands before how it lies.
_LEADS, _SAID_OF = frozenset("T><XYMRzF"), frozenset("zXYMwq><")


def with_named_value(
    text: str, row: Sequence[Sign], scene: Scene, read: Callable[[list[Sign]], list[Reading]]
) -> list[Reading] | None:
    """Return the readings of a row in which a run is named by its value; None where none is.

    read: returns the readings of a row in which the run alone is named.
    """
    if len(scene.runs.calls) != 2:
        return None
    for at, run in _named(text, row, scene):
        rest = [_beside_run(s) for n, s in enumerate(row) if n != at]
        again = with_named_value(text, rest, scene, read)
        made = read(rest) if again is None else again
        printed = row[at].held
        if made and isinstance(printed, Printed):
            return [*made, compared(scene, scene.value(run), "", printed)]
        return []
    return None


def _beside_run(sign: Sign) -> Sign:
    """Return what is too little for a number as what lies below the run that the number is of."""
    return sign._replace(sign="Y") if sign.sign == "M" else sign


def _named(text: str, row: Sequence[Sign], scene: Scene) -> Iterator[tuple[int, int]]:
    """Yield where a number is that of a run with which another is compared, and the run."""
    for at, sign in enumerate(row):
        if sign.sign != "N" or not _is_level(sign, scene):
            continue
        run = _run_of(text, row, at)
        if len(run) == 1 and _is_compared(row, at):
            yield at, next(iter(run))
        elif not run and _is_source(text, row, at) and not scene.alike:
            yield at, scene.order[0]


def _is_level(sign: Sign, scene: Scene) -> bool:
    printed = sign.held
    if not isinstance(printed, Printed) or printed.qualifier != "exact":
        return False
    return abs(printed.value) >= LEAST_LEVEL and is_temperature(scene, printed)


def _run_of(text: str, row: Sequence[Sign], at: int) -> frozenset[int]:
    """Return the runs of which a number is said to be the value by the words between them."""
    number = row[at]
    behind = at + 1 + (at + 1 < len(row) and row[at + 1].sign == "V")
    if behind < len(row) and row[behind].sign == "S":
        between = text[number.end : row[behind].start]
        definite = _DEFINITE.search(text, 0, number.start) is not None
        told = _OF_RUN.fullmatch(between) or (definite and behind > at + 1)
        if told and (between.strip() or definite):
            return runs_named(row[behind])
    before = at - 1 - (at > 0 and row[at - 1].sign == "V")
    if before >= 0 and row[before].sign == "S":
        between = text[row[before].end : number.start]
        if _RUNS_OWN.fullmatch(between) and between.strip():
            return runs_named(row[before])
    return frozenset()


#: What a change is taken from or added to: "takes 0.04 °C off its 20.62 °C".
_FROM = re.compile(
    r"\b(?:off|from|out of|away from|onto|on top of|adds? (?:[^,.;]{0,30} )?to)\s+"
    r"(?:the|its|their|\w+'s)\s+(?:(?!\d)[a-z-]+\s+){0,2}$",
    re.IGNORECASE,
)


def _is_source(text: str, row: Sequence[Sign], at: int) -> bool:
    """Tell whether a number of no run that is named is what another number changes."""
    others = [n for n, s in enumerate(row) if s.sign == "N" and n != at]
    if sum(s.sign in "+-" for s in row) != 1 or len(others) != 1:
        return False
    changed_by = row[others[0] - 1].sign if others[0] else ""
    if at and row[at - 1].sign == "F" and changed_by == "B":
        return True  # "starting out from 23.12 °C, it climbs by 2.5 °C"
    return _FROM.search(text, 0, row[at].start) is not None


def _is_compared(row: Sequence[Sign], at: int) -> bool:
    """Tell whether something is compared with the run of a number, or that with something."""
    first = at - 1
    while first >= 0 and row[first].sign in "SV":
        first -= 1
    last = at + 1
    while last < len(row) and row[last].sign in "SV":
        last += 1
    led = first >= 0 and row[first].sign in _LEADS
    if last + 1 < len(row) and row[last].sign == "N":
        last += 1  # "lies 1.07 °C below"
    return led or (last < len(row) and row[last].sign in _SAID_OF)

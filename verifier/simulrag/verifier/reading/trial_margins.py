"""How far a change in a trial lies from a limit: "three points short of significant"."""

from simulrag.simulators.interface import Band
from simulrag.verifier.claims import Figure, Reading
from simulrag.verifier.quantities import Printed
from simulrag.verifier.reading.trial import compared
from simulrag.verifier.reading.trial_frames import Part, direction_of, rest_known
from simulrag.verifier.reading.trial_signs import by_phrase

#: On which side of a limit something lies, by the sign that says so.
_BELOW, _ABOVE = "<iMYmv", ">jXHp"
_SILENT = "rVDabABTFtceWR&"


def margin(part: Part) -> list[Reading] | None:
    """Return the readings of a number of points between a change and a limit."""
    points = [n for n in part.numbers if (p := part.printed(n)) and p.unit == "percentage_point"]
    if len(points) != 1 or len(part.names) != 1:
        return None
    at = points[0]
    printed = part.printed(at)
    found = _limit(part, at)
    how = _relation(part, at)
    if printed is None or found is None or how is None:
        return None
    limit, side = found
    way = direction_of(part)
    if way is None or not rest_known(part, _SILENT) or part.at("!n"):
        return None
    made = _placed(part, limit, side, how, printed)
    if not made:
        return None
    return [*made, part.trial.turned(part.names[0], way)] if way else made


def _relation(part: Part, at: int) -> str | None:
    """Return the relation to the number of points itself; None where there are several."""
    part.used.add(at)
    n, found = at - 1, ""
    while n >= 0 and part.row[n].sign in "><glji~kB" and n not in part.used:
        if part.row[n].sign in "kB":
            part.used.add(n)
        elif found:
            return None
        else:
            found = part.row[n].sign
            part.used.add(n)
        n -= 1
    return found


def _limit(part: Part, at: int) -> tuple[float, int] | None:
    """Return the limit in percent, and 1 where the change lies above it, -1 where below."""
    others = [n for n in part.at("NK") if n != at]
    lacking = _lacking(part, at)
    told = part.told.label
    if not others and told is not None and part.signs.strip(",&y~><gljikB") == "N":
        band = by_phrase(part.trial).get(told.word, {}).get(part.names[0])
        return None if band is None or band.low is None else (band.low, 1)
    if len(others) != 1:
        return None
    if part.signs[at + 1 : others[0]].replace("V", "") == "t":
        part.row[at + 1] = part.row[at + 1]._replace(sign="<")  # "four points to the class"
    target = others[0]
    sides = lacking | {
        -1 if part.row[n].sign in _BELOW else 1
        for n in part.at(_BELOW + _ABOVE)
        if not _of_points(part, n, at)
    }
    if not sides and "R" in part.signs:
        sides = {1}  # "gets into the class by three points"
    if not sides and "F" in part.signs:
        sides = {0}  # "is less than a point away from the class"
    if len(sides) != 1:
        return None
    side = next(iter(sides))
    part.used |= {n for n in part.at(_BELOW + _ABOVE) if not _of_points(part, n, at)} | {target}
    printed = part.printed(target)
    if printed is not None:
        return (float(printed.value), side) if printed.unit == "percent" else None
    band = by_phrase(part.trial).get(part.row[target].word, {}).get(part.names[0])
    end = _end(part, band, side) if band is not None else None
    return None if end is None else (end, side)


def _lacking(part: Part, at: int) -> set[int]:
    """Return the side on which a change lies that would have to be points larger, or smaller."""
    row = part.row[at + 1 : at + 2]
    needed = part.at("O") or any(s.word in _NEEDED for s in part.row)
    if not needed or not row or row[0].sign not in "+-":
        return set()
    part.used |= {at + 1} | set(part.at("O"))
    return {-1 if row[0].sign == "+" else 1}


#: Words beside which points are what something would have to be more by.
_NEEDED = ("it would take", "it takes", "it would have taken")


def _of_points(part: Part, n: int, at: int) -> bool:
    """Tell whether a sign stands right before the number of points and bounds it."""
    return n < at and all(s.sign in "><glji~kB" for s in part.row[n:at])


def _end(part: Part, band: Band, side: int) -> float | None:
    if side <= 0 or part.at("eWpR"):
        return band.low
    return band.high


def _placed(part: Part, limit: float, side: int, how: str, printed: Printed) -> list[Reading]:
    """Return the readings of a change that lies so far from a limit."""
    name, trial = part.names[0], part.trial
    size = trial.between("percent_change", name, absolute=True)

    def beside(relation: str, value: float, half: float = 0.0) -> Reading:
        figure = Figure(
            text=printed.text, start=printed.start, end=printed.end, value=value, half_unit=half
        )
        return compared(trial, size, relation, figure, unit="percent")

    far = limit + side * float(printed.value)
    if side == 0:
        distance = float(printed.value)
        near = [beside(">", limit - distance), beside("<", limit + distance)]
        return near if how in tuple("<li") else []
    if how in ("<", "l", "i") and how:
        near = [beside(">", far), beside("<", limit)]
        return near if side < 0 else [beside(">", limit), beside("<", far)]
    if how in (">", "g", "j") and how:
        return [beside("<" if side < 0 else ">", far)]
    loose = trial.loose.get(name, 0.0) if how == "~" else 0.0
    return [beside("", far, max(float(printed.half_unit), loose))]

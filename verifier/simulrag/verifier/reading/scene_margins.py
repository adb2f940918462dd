"""How far something is from the end of a class, and what share of it."""

import re

from simulrag.simulators.interface import Band
from simulrag.verifier.claims import Comparator, Expression, Reading
from simulrag.verifier.quantities import Printed
from simulrag.verifier.reading.scene_classes import graded, grades_change
from simulrag.verifier.reading.scene_frames import RELATIONS, Part, counted, figure
from simulrag.verifier.reading.scene_plain_rows import ONLY_BY
from simulrag.verifier.reading.scene_relations import LEAST_LEVEL, pair_of


def margin(part: Part) -> list[Reading] | None:
    """Return the reading of how far something is from the end of a class, or from a number."""
    made = _margin(part, "")
    if made is not None:
        return made
    for at in part.at("N"):
        size = part.row[at - 1].sign if at else ""
        led = part.signs[at - 2 : at - 1] in ("", "B") or part.signs[at + 1 : at + 2] == "p"
        if size and size in "><glji" and (led or len(part.at("N")) == 1):
            rest = Part(part.scene, [s for n, s in enumerate(part.row) if n != at - 1],
                        part.inherited, part.subject, part.reference)  # fmt: skip
            sized = _margin(rest, size)
            if sized is not None:
                return sized
    return None


def _margin(part: Part, size: str) -> list[Reading] | None:
    numbers = part.at("N")
    bands = part.bands()
    ends: list[float]
    if len(numbers) == 1 and len(bands) == 1:
        at, target = numbers[0], part.row.index(bands[0][1])
    elif len(numbers) == 2 and not bands:
        at, target = _margin_first(part, numbers)
    else:
        return None
    printed = part.row[at].held
    if not isinstance(printed, Printed) or at < 0:
        return None
    way = _way(part, at, target)
    if way is None:
        return None
    kind, about = way
    ends = _ends_of(part, target, kind)
    expressions = _measured(part, target)
    if expressions is None or len(expressions) != 1 or not ends:
        return None
    scene = part.scene
    loose = scene.level.about_difference if grades_change(part) else scene.level.about_absolute
    half = max(float(printed.half_unit), loose if about else 0.0)
    distance = float(printed.value)
    if distance < 0:
        return None
    if size:
        return _of_size(part, expressions[0], printed, (kind, ends, size))
    alternatives = _distances(kind, ends, distance)
    if kind == "inside" and isinstance(held := part.row[target].held, Band):
        alternatives = _inside(held, distance)
    made = [_at(part, expressions[0], printed, value, half) for value in alternatives]
    if len(made) == 1:
        return made
    return [counted([[m] for m in made], least=1, most=len(made), printed=printed)]


_TURNED: dict[Comparator, Comparator] = {
    "above": "below", "at_least": "at_most", "below": "above", "at_most": "at_least",
    "just_above": "just_below", "just_below": "just_above",
}  # fmt: skip


def _of_size(
    part: Part, expression: Expression, printed: Printed, side: tuple[str, list[float], str]
) -> list[Reading] | None:
    """Return the readings of a bounded distance from the end of a class: "by more than 0.1 °C"."""
    kind, ends, size = side
    if kind not in ("below", "above", "cleared") or len(ends) != 1:
        return None
    end, distance, over = ends[0], float(printed.value), kind != "below"
    comparator = RELATIONS[size]
    made = _at(part, expression, printed, end + (distance if over else -distance), 0.0)
    made = made.model_copy(update={"comparator": comparator if over else _TURNED[comparator]})
    beyond = _at(part, expression, printed, end, 0.0)
    return [made, beyond.model_copy(update={"comparator": "above" if over else "below"})]


def _distances(kind: str, ends: list[float], distance: float) -> list[float]:
    if kind == "below":
        return [end - distance for end in ends]
    if kind in ("above", "cleared"):
        return [end + distance for end in ends]
    return [end + s * distance for end in ends for s in (-1, 1)]


def _inside(band: Band, distance: float) -> list[float]:
    """Return what lies so far inside a class, from each of its ends."""
    low = [band.low + distance] if band.low is not None else []
    return low + ([band.high - distance] if band.high is not None else [])


def _at(part: Part, expression: Expression, printed: Printed, value: float, half: float) -> Reading:
    return Reading(
        expression=expression,
        comparator="equal",
        figures=(figure(printed, value, half),),
        unit=printed.unit or part.scene.level.unit,
    )


_LIMIT = "><jiYMmeFTWXVRc"


def _margin_first(part: Part, numbers: list[int]) -> tuple[int, int]:
    """Return which of two numbers is a distance and which the limit."""
    first, second = numbers
    signs = part.signs
    if signs[second + 1 : second + 2] == "p":
        return second, first  # "clears the 25 °C line with three degrees to spare"
    if set(signs[first + 1 : second]) & set("+-"):
        return -1, -1  # "stays below 30 °C despite having warmed by a degree"
    if signs[second - 1] == "B" or signs[second - 2 : second] in ("B~", "B="):
        return second, first
    limit = signs[first + 1 : second].replace("t", "")
    told = any(s in "><jiYMmF" for s in limit) or "WR" in limit
    if limit and told and all(s in _LIMIT + "D" * ("m" in limit) for s in limit):
        return first, second
    return -1, -1


def _measured(part: Part, target: int) -> list[Expression] | None:
    held = part.row[target].held
    if isinstance(held, Printed) and part.scene.grades_changes:
        if abs(held.value) >= LEAST_LEVEL:  # "half a degree short of 30 °C"
            only = frozenset({0}) if len(part.scene.runs.calls) == 1 else frozenset[int]()
            return [part.scene.value(r) for r in part.subject or part.inherited or only]
        if is_end(part, held):
            return graded(part)
        return graded(part) if part.at("D+-") and not part.at("V") else None
    return graded(part)


def is_end(part: Part, printed: Printed) -> bool:
    """Tell whether a number is an end of a class of the question."""
    return any(float(printed.value) in (b.low, b.high) for b in part.scene.bands)


def _ends_of(part: Part, target: int, kind: str) -> list[float]:
    held = part.row[target].held
    if isinstance(held, Printed):
        return [float(held.value)]
    if not isinstance(held, Band):
        return []
    if part.at("E"):
        return [held.high] if held.high is not None else []
    limit = any(part.row[n].sign in "eW" for n in range(len(part.row)))
    if kind in ("below", "cleared") or limit:
        return list(held.ends[:1])
    if kind == "above":
        return [held.high] if held.high is not None else []
    return list(held.ends)


#: On which side of the end of a class something lies, by the sign that says so.
_SIDES = (
    dict.fromkeys("<iMYmpv", "below")
    | dict.fromkeys(">jXHz", "above")
    | {"u": "out", "F": "from", "R": "reach"}
)


#: What lies above or below another run, and no class.
_FROM_RUN = re.compile("[><][VD]?[SO]")
#: "Significant by a tenth" is a margin; "significant, by a tenth" may be the value.
_BESIDE = 2


def _way(part: Part, at: int, target: int) -> tuple[str, bool] | None:
    """Return on which side of a class something lies at some distance, and if that is hedged."""
    if at and part.row[at - 1].sign in "><jiglXYMR":
        return None  # a relation to the distance itself
    if _FROM_RUN.match(part.signs[at + 1 :]):
        return None  # "0.16 °C below the other, a minor difference"
    silent = "SOVDceETtWB" + ("+w" if part.scene.grades_changes else "w")
    rest = [s.sign for n, s in enumerate(part.row) if n not in (at, target)]
    said = [s for s in rest if s not in silent]
    if any(s not in _SIDES and s not in "~!" for s in said):
        return None
    kinds = {_SIDES[s] for s in said if s in _SIDES}
    beside = target < at and part.row[at - 1].start - part.row[target].end < _BESIDE
    if not kinds and target < at and part.row[at - 1].word.endswith(ONLY_BY):
        kinds = {"inside"}
    if not kinds and beside and part.signs[at - 1] == "B" and part.signs[target] == "K":
        kinds = {"inside"}  # "significant by a tenth of a degree"
    about, denied = "~" in said, said.count("!")
    if "p" in said and "v" not in said and set(said) & set("RX") and not denied:
        return "cleared", about  # "makes it with a tenth of a degree to spare"
    if kinds == {"reach"} and denied == 1:
        return "below", about
    if kinds == {"reach"} and "WR" in part.signs.replace("t", "") and target > at:
        return "below", about  # "a fifth is needed to reach the limit"
    kinds.discard("reach")
    kinds.discard("from") if len(kinds) > 1 else None
    if denied or len(kinds) != 1:
        return None
    return next(iter(kinds)), about


def share(part: Part) -> list[Reading] | None:
    """Return the reading that something is a multiple of the end of a class."""
    factors = part.at("f")
    if len(factors) != 1:
        return None
    at = factors[0]
    factor = part.row[at].held
    target = [n for n in part.at("NK") if n > at]
    before = [n for n in part.at("NK") if n < at]
    if len(target) == 2 and part.at("E") and part.row[target[0]].sign == "K":
        target = target[:1]  # "the upper limit of the negligible class, 0.2 °C"
    if len(target) == 2 and part.row[target[0]].sign == "N" and part.row[target[1]].sign == "K":
        ends = _ends_of(part, target[1], "below")
        held = part.row[target[0]].held
        if not isinstance(held, Printed) or float(held.value) not in ends:
            return None
        target = target[:1]
    if len(target) != 1 or not isinstance(factor, Printed) or len(before) > 1:
        return None
    held = part.row[target[0]].held
    named = any(s.sign in "eWE" for s in part.row)
    if isinstance(held, Printed) and not is_end(part, held):
        return None
    if not named and not isinstance(held, Printed):
        return None
    expressions, ends = graded(part), _ends_of(part, target[0], "below")
    if expressions is None or len(expressions) != 1 or len(ends) != 1:
        return None
    found = {s.sign for s in part.row if s.sign in "><glji~=RXYM"}
    rest = [s.sign for s in part.row if s.sign not in "SOVDcetTWBfNKE><glji~=RXYM+-w"]
    denied = rest.count("!") == 1
    if any(s != "!" for s in rest) or rest.count("!") > 1 or len(found - {"R"}) > 1:
        return None
    how = next(iter(found - {"R"}), "R" if "R" in found else "")
    ways = {s.sign for s in part.row if s.sign in "+-"}
    pair = pair_of(part) if ways else None
    if len(ways) > 1 or (ways and pair is None):
        return None
    made = _shared(part, expressions[0], factor, ends[0], how, denied=denied)
    if made and pair is not None and not denied:
        made.append(part.scene.turned(*pair, 1 if ways == {"+"} else -1))
    return made


def _shared(
    part: Part, expression: Expression, factor: Printed, end: float, how: str, *, denied: bool
) -> list[Reading] | None:
    value = float(factor.value) * end
    ways: dict[str, Comparator] = {
        ">": "above", "X": "above", "j": "above", "<": "below", "Y": "below", "M": "below",
        "i": "below", "g": "at_least", "l": "at_most", "R": "at_least", "": "equal", "=": "equal",
        "~": "equal",
    }  # fmt: skip
    comparator = ways[how]
    if denied and comparator in ("equal", "at_least"):
        comparator, denied = "below", False
    half = 0.1 * abs(value) if comparator == "equal" else 0.0
    unit = part.scene.level.unit
    reading = Reading(
        expression=expression,
        comparator=comparator,
        figures=(figure(factor, value, half),),
        unit=unit,
        negated=denied,
    )
    return [reading]

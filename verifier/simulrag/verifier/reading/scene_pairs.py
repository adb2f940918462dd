"""Two numbers in one part of a statement: a range, a course, or a value beside a difference."""

import re

from simulrag.verifier.claims import Reading
from simulrag.verifier.quantities import Printed
from simulrag.verifier.reading.scene_differences import difference, expression_of
from simulrag.verifier.reading.scene_frames import (
    Part,
    compared,
    counted,
    either,
    figure,
    is_temperature,
    runs_of_part,
)
from simulrag.verifier.reading.scene_relations import (
    LEAST_LEVEL,
    denied_left,
    direction_of,
    is_difference,
    rest_known,
)


def between(part: Part) -> list[Reading] | None:
    """Return the readings of two numbers: a range, one not the other, or those of both runs."""
    first, second = part.at("N")
    a, b = part.row[first].held, part.row[second].held
    if not isinstance(a, Printed) or not isinstance(b, Printed):
        return None
    inside = part.signs[first + 1 : second]
    if inside in ("", "t") and "D" in part.signs[:first]:
        return _range(part, first, second, a, b)
    plain = "".join(s for s in part.signs if s not in "SOVW")
    if _TO.match(plain.lstrip("+-DCd")):
        return _course(part, first, second, a, b)
    if _INSTEAD.match(plain) and not part.at("SO"):
        return _course(part, second, first, b, a)
    return None


_VALUE = re.compile("S[VD]?N")


def with_value(part: Part) -> list[Reading] | None:
    """Return the readings of a difference and the value beside its run: "the baseline of 20.29"."""
    for found in _VALUE.finditer(part.signs):
        own, at = part.row[found.start()].held, found.end() - 1
        printed = part.row[at].held
        if not isinstance(own, frozenset) or len(own) != 1 or not isinstance(printed, Printed):
            continue
        rest = Part(part.scene, [s for n, s in enumerate(part.row) if n != at], part.inherited)
        number = rest.at("N")[0]
        if not is_temperature(part.scene, printed):
            continue
        if is_difference(rest, number) and runs_of_part(rest):
            made = difference(rest, number)
            value = compared(part.scene, part.scene.value(next(iter(own))), "", printed)
            if made:
                return [*made, value]
    return None


def _range(part: Part, first: int, second: int, a: Printed, b: Printed) -> list[Reading] | None:
    """Return the reading of "between 7 and 8 °C"."""
    a = a if a.unit else a.model_copy(update={"unit": b.unit})
    if not is_temperature(part.scene, a) or a.value >= b.value:
        return None
    lead = part.at("D")[-1]
    part.used |= {first, second, lead} | set(part.at("V"))
    of_change = any(s in "D+-wq" for n, s in enumerate(part.signs) if n != lead)
    if of_change:
        way = direction_of(part)
        expression = expression_of(part, way, a) if way is not None else None
        if expression is None or not rest_known(part, "SOVDTBFtc"):
            return None
        expressions = [expression]
    else:
        if not rest_known(part, "SVTFtc") or part.reference:
            return None
        runs = sorted(part.subject or part.inherited) or list(range(len(part.scene.runs.calls)))
        expressions = [part.scene.value(r) for r in runs]
    denied = denied_left(part)
    made = [
        compared(part.scene, e, "", b, negated=denied).model_copy(
            update={"comparator": "between", "figures": (figure(a), figure(b))}
        )
        for e in expressions
    ]
    return made if part.subject or of_change else either(made)


#: Two values, each beside its run, and the way from the first to the last.
_STEPS = re.compile("(?P<way>[+-])?F(?:NS|SN)(?:(?P<then>[+-])?t|(?<=[+-]F..))(?:NS|SN)")
_BACK = re.compile("(?:NS|SN)(?P<way>[+-])F(?:NS|SN)")


def steps(part: Part) -> list[Reading] | None:
    """Return the readings of "rises from 21.71 °C in 2015 to 22.47 °C in 2040"."""
    row = [s for s in part.row if s.sign not in "VD"]
    back = _BACK.fullmatch("".join(s.sign for s in row))
    if back is not None:  # "28.16 °C in 2066, up from 27.61 °C in 2012"
        row = row[back.start("way") :] + row[: back.start("way")]
    found = _STEPS.fullmatch("".join(s.sign for s in row))
    if found is None:
        return None
    runs = [s.held for s in row if s.sign == "S"]
    numbers = [s.held for s in row if s.sign == "N"]
    held = [next(iter(r)) for r in runs if isinstance(r, frozenset) and len(r) == 1]
    values = [n for n in numbers if isinstance(n, Printed) and is_temperature(part.scene, n)]
    if len(held) != 2 or len(values) != 2 or held[0] == held[1]:
        return None
    scene, (first, last) = part.scene, held
    made = [compared(scene, scene.value(r), "", n) for r, n in zip(held, values, strict=True)]
    way = found["way"] or found["then"]
    return [*made, scene.turned(first, last, 1 if way == "+" else -1)] if way else made


#: Where it starts, by how much it changes, and where it ends.
_START_CHANGE_END = re.compile("F?S?[~=]?NS?(?P<way>[+-])B?[~=]?NB?S?B?S?F?S?[Rt]?[~=]?NB?S?")


def start_change_end(part: Part) -> list[Reading] | None:
    """Return the readings of "starts at 22.17 °C, gains 2.47 °C and ends at 24.64 °C"."""
    scene = part.scene
    part.row = [s for s in part.row if s.sign not in "VDWc,&"]
    found = _START_CHANGE_END.fullmatch(part.signs)
    if found is None or len(scene.runs.calls) != 2 or scene.alike or not _in_order(part):
        return None
    numbers = [s.held for s in part.row if s.sign == "N"]
    start, change, end = (n for n in numbers if isinstance(n, Printed))
    if not (is_temperature(scene, start) and is_temperature(scene, change)) or change.signed:
        return None
    low, high = scene.order
    pair = (low, high) if found["way"] == "+" else (high, low)
    return [
        compared(scene, scene.value(low), "", start),
        compared(scene, scene.difference(*pair), "", change),
        compared(scene, scene.value(high), "", end),
    ]


def of_both(part: Part) -> list[Reading] | None:
    """Return the reading of "19.64 °C in one scenario, 19.23 °C in the other"."""
    first, second = (part.row[n].held for n in part.at("N"))
    plain = "".join(s for s in part.signs if s not in "VtTD")
    if plain not in ("NoNO", "oNON") or len(part.scene.runs.calls) != 2:
        return None
    if not isinstance(first, Printed) or not isinstance(second, Printed):
        return None
    scene = part.scene
    ways = [
        [compared(scene, scene.value(0), "", a), compared(scene, scene.value(1), "", b)]
        for a, b in ((first, second), (second, first))
    ]
    return [counted(ways, least=1, most=2, printed=first)]


#: A course from one number to another: what stands before the second of them.
_TO = re.compile(r"^F?[~><glji]?N[-+dD]*[tR][~><glji]?N$")
_INSTEAD = re.compile(r"^N[T]N$")
_RELATION = tuple("~><glji")


def _course(part: Part, first: int, second: int, a: Printed, b: Printed) -> list[Reading] | None:
    """Return the readings of "from 21.71 °C to 22.47 °C", "from below 20 °C to above"."""
    scene = part.scene
    if len(scene.runs.calls) != 2 or scene.alike or not is_temperature(scene, b):
        return None
    if "F" not in part.signs and abs(a.value) < LEAST_LEVEL <= abs(b.value):
        return None  # "gains over two degrees, enough to carry it past 11 °C"
    part.used |= {first, second} | set(part.at("VDdR")) | set(part.at("~><glji"))
    way = direction_of(part)
    if way is None or not rest_known(part, "SOVFtT") or part.at("!"):
        return None
    low, high = scene.order
    a = a if a.unit else a.model_copy(update={"unit": b.unit})
    hows = [part.signs[n - 1] if n and part.signs[n - 1] in _RELATION else "" for n in
            (first, second)]  # fmt: skip
    if not _in_order(part):
        return None
    made = [
        compared(scene, scene.value(r), how, n)
        for r, how, n in ((low, hows[0], a), (high, hows[1], b))
    ]
    return [*made, scene.turned(low, high, way)] if way else made


def _in_order(part: Part) -> bool:
    """Tell whether runs that are named stand with the numbers that a course has for them."""
    low, high = part.scene.order
    named = [(n, s.held) for n, s in enumerate(part.row) if s.sign == "S"]
    single = [(n, next(iter(h))) for n, h in named if isinstance(h, frozenset) and len(h) == 1]
    if len(single) != len(named) or len(single) > 2:
        return False
    if len(single) == 2:
        return [run for _, run in single] == [low, high]
    return True

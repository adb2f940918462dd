"""Fills the wordings of `urban_wordings.json` with facts of corridor records, true and false.

Labels come from the figures by arithmetic alone.
"""

import json
import re
from collections.abc import Callable, Iterator
from itertools import product
from pathlib import Path
from typing import NamedTuple

from urban_corridors import CORRIDORS, Corridor

Slots = dict[str, str]
#: What fills a wording, and whether it then holds.
Filled = list[tuple[Slots, bool]]

_SLOTS = (
    "rises rise_v rise risen falls fall_v fall falling longer shorter more above up higher "
    "exceeds later lengthens lengthened loses lost raises"
)
_UP = (
    "rises rise increase risen falls fall decrease falling longer shorter more above up higher "
    "exceeds later lengthens lengthened loses lost raises"
)
_DOWN = (
    "falls fall decrease fallen rises rise increase rising shorter longer less below down lower "
    "undercuts sooner shortens shortened saves saved lowers"
)
_PAIRS = {
    True: {
        **dict(zip(_SLOTS.split(), _UP.split(), strict=True)),
        "a_rise": "an increase",
        "a_fall": "a decrease",
        "added_to": "added to",
        "slows": "slows down",
    },
    False: {
        **dict(zip(_SLOTS.split(), _DOWN.split(), strict=True)),
        "a_rise": "a decrease",
        "a_fall": "an increase",
        "added_to": "taken off",
        "slows": "speeds up",
    },
}
_NAMES = {
    "travel": ("average travel time", "seconds"),
    "co2": ("total CO2", "kg"),
    "idling": ("average idling time", "seconds"),
    "fuel": ("fuel consumption", "litres"),
    "nox": ("total NOx", "g"),
}
_PARTS = {
    "a tenth": 0.1, "a quarter": 0.25, "a third": 1 / 3, "two fifths": 0.4, "half": 0.5,
    "three fifths": 0.6, "two thirds": 2 / 3, "three quarters": 0.75, "nine tenths": 0.9,
}  # fmt: skip
_TWELVES = "zero one two three four five six seven eight nine ten eleven twelve thirteen".split()
_TENS = "twenty thirty forty".split()


def in_words(number: int) -> str:
    """Return a whole number below 50 in words."""
    teens = [*_TWELVES, "fourteen", "fifteen", "sixteen", "seventeen", "eighteen", "nineteen"]
    if number < len(teens):
        return teens[number]
    ten, one = divmod(number, 10)
    return _TENS[ten - 2] + (f"-{teens[one]}" if one else "")


class Claim(NamedTuple):
    """A filled wording, and whether it holds; None where no run tells."""

    wording: str
    text: str
    holds: bool | None


def claims(corridor: Corridor, wordings: dict[str, list[str]], turn: int) -> Iterator[Claim]:
    """Yield the claims that wordings make of a corridor, those of any corridor in turn."""
    for kind, own in wordings.items():
        for at, wording in enumerate(own):
            if kind not in _OF_SOME and (at + turn) % len(CORRIDORS):
                continue
            if kind == "outside":
                yield Claim(wording, wording, None)
                continue
            for slots, holds in _FILLS[kind](corridor, at + turn):
                yield Claim(wording, sentence(wording, slots), holds)


def sentence(wording: str, slots: Slots) -> str:
    """Return a wording with its slots filled, as a sentence."""
    text = re.sub(r"\b([Aa]) (?=[aeiou])", r"\1n ", wording.format(**slots))
    return re.sub(r"^\W*\w", lambda m: m[0].upper(), text)


def _two(number: float) -> str:
    return f"{number:.2f}"


def _ways(corridor: Corridor, output: str) -> tuple[Slots, Slots]:
    """Return the words of an output's direction, and those of the other."""
    rises = corridor.change[output] > 0
    return _PAIRS[rises], _PAIRS[not rises]


def _said(c: Corridor, wrong: float = 1.0) -> Slots:
    """Return all figures of a corridor, multiplied by what makes them wrong."""
    own = {k: wrong * v for k, v in c.after.items()}
    change = {k: wrong * v for k, v in c.change.items()}
    gaps = {k: wrong * abs(v - c.before[k]) for k, v in c.after.items()}
    cars = c.after["vehicles"]
    return {
        "plan": c.plan,
        **{k: _two(v) for k, v in (("v", own["travel"]), ("d", gaps["travel"]))},
        "p": _two(abs(change["travel"])),
        "s": f"{change['travel']:+.2f}",
        "tp": _two(abs(change["travel"])),
        "ts": f"{change['travel']:+.2f}",
        "cp": _two(abs(change["co2"])),
        "cs": f"{change['co2']:+.2f}",
        "b": _two(own["co2"]),
        "cd": _two(gaps["co2"]),
        "c0": _two(c.before["co2"]),
        "a": _two(c.before["travel"]),
        "ip": _two(abs(c.change["idling"])),
        "cut": str(c.cut),
        "dem": str(c.demand),
        "dmore": "more",
        "dhigher": "higher",
        "g": f"{1000 * own['co2']:,.0f}",
        "t": f"{own['co2'] / 1000:.4f}",
        "mg": f"{1e6 * own['co2']:,.0f}",
        "ml": f"{1000 * own['fuel']:,.0f}",
        "min": _two(own["travel"] / 60),
        "each": f"{_two(1000 * own['co2'] / cars)} g",
        "idle": _two(own["idling"]),
        "idle_gap": _two(gaps["idling"]),
        "idle_p": _two(abs(c.change["idling"]) * (0.8 if wrong > 1 else 1)),
        "q": _two(own["co2"] / c.before["co2"] * 100),
        "n": f"{own['vehicles']:.0f}",
        "n0": f"{c.before['vehicles']:.0f}",
        "nd": f"{own['vehicles'] - c.before['vehicles']:.0f}",
        "nmore": "more",
        "nrises": "rises",
        "fuel": f"{_two(own['fuel'])} litres",
        "nox": f"{_two(own['nox'])} g",
        "co2": f"{_two(own['co2'])} kg",
        "wrong": _two(abs(c.change["co2"]) * (0.7 if wrong == 1 else 1)),
    }


def _figures_of(c: Corridor, _at: int) -> Filled:
    """Right figures and words, and wrong ones."""
    right, other = _ways(c, "travel")
    return [({**_said(c), **right}, True), ({**_said(c, 1.2), **other}, False)]


def _with_cut(c: Corridor, at: int) -> Filled:
    return _figures_of(c, at) if c.cut else []


def _with_demand(c: Corridor, at: int) -> Filled:
    return _figures_of(c, at) if c.demand else []


def _output(c: Corridor, at: int) -> Filled:
    key = list(_NAMES)[at % len(_NAMES)]
    name, unit = _NAMES[key]
    slots = {**_ways(c, key)[0], "name": name, "a": f"{_two(c.before[key])} {unit}"}
    return [
        ({**slots, "b": f"{_two(c.after[key] * wrong)} {unit}"}, wrong == 1) for wrong in (1, 1.25)
    ]


def _graded(c: Corridor, at: int) -> str:
    return list(c.classes)[at % len(c.classes)]


def _class(c: Corridor, at: int) -> Filled:
    key = _graded(c, at)
    own = c.own_class(key)
    others = [label for label in c.classes[key] if label != own]
    other = others[at % len(others)]
    slots = {**_ways(c, key)[0], "name": _NAMES[key][0], "plan": c.plan}
    slots["p"] = _two(abs(c.change[key]))
    return [
        ({**slots, "cls": own, "other": other}, True),
        ({**slots, "cls": other, "other": own}, False),
    ]


_REACHES = "reaches met exceeds clears crossed gets above".split()
_MET = "reaches,met,exceeds,clears,crossed,gets,above".split(",")
_MISSED = "misses,missed,does not exceed,does not clear,not crossed,does not get,below".split(",")


def _limit(c: Corridor, at: int) -> Filled:
    key = _graded(c, at)
    top, low = list(c.classes[key].items())[-1]
    size = abs(c.change[key])
    slots = {**_ways(c, key)[0], "name": _NAMES[key][0], "plan": c.plan, "p": _two(size)}
    slots |= {"top": top, "th": f"{low:.0f}"}
    words = {True: _MET, False: _MISSED}
    return [
        ({**slots, **dict(zip(_REACHES, words[met], strict=True))}, met == (size > low))
        for met in (True, False)
    ]


def _distance(c: Corridor, at: int) -> Filled:
    key = _graded(c, at)
    low = list(c.classes[key].values())[-1]
    size = abs(c.change[key])
    over = size > low
    side = {"above": "above" if over else "below"}
    side["exceeds"] = "exceeds" if over else "falls short of"
    slots = {**_ways(c, key)[0], "name": _NAMES[key][0], "th": f"{low:.0f}", **side}
    return [({**slots, "m": _two(abs(size - low) * wrong)}, wrong == 1) for wrong in (1, 1.6)]


def _bound(c: Corridor, at: int) -> Filled:
    key = ("travel", "co2", "idling")[at % 3]
    size = abs(c.change[key])
    low, high = int(size * 0.85), min(int(size * 1.15) + 1, 99)
    slots = {**_ways(c, key)[0], "name": _NAMES[key][0]}
    right, wrong = round(size), round(size * 0.7)
    return [
        ({**slots, "lo": str(low), "hi": str(high), **_whole(right)}, True),
        ({**slots, "lo": str(high), "hi": str(low), **_whole(wrong)}, False),
    ]


def _whole(number: int) -> Slots:
    return {"r": str(number), "words": in_words(number) if number < 50 else str(number)}


def _within(c: Corridor, at: int) -> Filled:
    (right, _), _wrong = _bound(c, at)
    low, high = int(right["lo"]), int(right["hi"])
    false = {**right, "lo": str(high + 1), "hi": str(high + 9)}
    return [({**right, "lo": str(low)}, True), (false, False)]


def _part(c: Corridor, _at: int) -> Filled:
    size = abs(c.change["co2"]) / 100
    below = [name for name, part in _PARTS.items() if part < size - 0.01][-1]
    above = next(name for name, part in _PARTS.items() if part > size + 0.01)
    return [({"less": below, "more": above}, True), ({"less": above, "more": below}, False)]


def _part_left(c: Corridor, _at: int) -> Filled:
    rest = 1 + c.change["co2"] / 100
    near = [name for name, part in _PARTS.items() if abs(part / rest - 1) < 0.035]
    far = [name for name, part in _PARTS.items() if abs(part / rest - 1) > 0.2]
    return [({"frac": name}, True) for name in near[:1]] + [({"frac": far[0]}, False)]


def _idling_part(_c: Corridor, _at: int) -> Filled:
    return [({"frac": "a ninth"}, True), ({"frac": "a twentieth"}, False)]


def _times(c: Corridor, _at: int) -> Filled:
    times = round(c.before["idling"] / c.after["idling"])
    return [({"k": in_words(times)}, True), ({"k": in_words(times // 2)}, False)]


def _both_fall(c: Corridor, _at: int) -> Filled:
    return [({}, c.change["travel"] < 0)]


def _co2_only(c: Corridor, _at: int) -> Filled:
    return [({}, c.change["travel"] > 0)]


def _classes(c: Corridor, at: int) -> Filled:
    if "co2" not in c.classes:
        return []
    own = (c.own_class("travel"), c.own_class("co2"))
    every = list(product(c.classes["travel"], c.classes["co2"]))
    wrong = [pair for pair in every if (pair[0] == own[0]) != (pair[1] == own[1])]
    return [({"tc": tc, "cc": cc}, (tc, cc) == own) for tc, cc in (own, wrong[at % len(wrong)])]


def _neither_class(c: Corridor, _at: int) -> Filled:
    if "co2" not in c.classes:
        return []
    own = (c.own_class("travel"), c.own_class("co2"))
    return [({"other": o}, o not in own) for o in c.classes["travel"] if o in c.classes["co2"]]


def _order(_c: Corridor, _at: int) -> Filled:
    pair = ("idling", "CO2")
    return [(dict(zip("xy", ends, strict=True)), ends == pair) for ends in (pair, pair[::-1])]


def _number_not(c: Corridor, _at: int) -> Filled:
    size = abs(c.change["co2"])
    ends = (_two(size), _two(0.7 * size))
    return [
        (dict(zip(("p", "wrong"), pair, strict=True)), pair == ends) for pair in (ends, ends[::-1])
    ]


def _turned(c: Corridor, _at: int) -> Filled:
    right, other = _ways(c, "travel")
    return [(right, True), (other, False)]


_FILLS: dict[str, Callable[[Corridor, int], Filled]] = {
    "figures": _figures_of,
    "input_speed": _with_cut,
    "input_demand": _with_demand,
    "count_change": _with_demand,
    "output": _output,
    "class": _class,
    "limit": _limit,
    "limit_distance": _distance,
    "bound": _bound,
    "within": _within,
    "part": _part,
    "part_left": _part_left,
    "idling_part": _idling_part,
    "times": _times,
    "both_fall": _both_fall,
    "co2_only": _co2_only,
    "both_classes": _classes,
    "neither_class": _neither_class,
    "order": _order,
    "number_not": _number_not,
    "direction_not": _turned,
}


#: What not every corridor has, so that each is asked.
_OF_SOME = frozenset(
    ("input_speed", "input_demand", "count_change", "part_left", "both_fall", "co2_only",
     "both_classes", "neither_class")
)  # fmt: skip


def bank() -> tuple[dict[str, list[str]], frozenset[str]]:
    """Return the wordings by kind, and those that may stay unread."""
    text = (Path(__file__).parent / "urban_wordings.json").read_text(encoding="utf-8")
    read: dict[str, dict[str, list[str]]] = json.loads(text)
    return read["wordings"], frozenset(read["unread"]["wordings"])

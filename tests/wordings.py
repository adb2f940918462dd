"""Fills wordings with the facts of a record: claims that are true or false by arithmetic.

A wording is a sentence with slots ("{place} averaged {h}°C in {y1}."). A slot has a true filling
and false ones; slots that must change together ("the {hot} case is warmer than the {cool} case")
share a group. A false claim has one slot or group filled falsely.
"""

import math
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from climate_records import Record

#: Slots for the way a change goes: what they say of a rise and of a fall.
_WAYS = {
    "warmer": ("warmer", "cooler"), "cooler": ("cooler", "warmer"),
    "warming": ("warming", "cooling"), "cooling": ("cooling", "warming"),
    "Warming": ("Warming", "Cooling"), "warms": ("warms", "cools"), "cools": ("cools", "warms"),
    "warm": ("warm", "cool"), "cool_": ("cool", "warm"), "rise": ("rise", "fall"),
    "rises": ("rises", "falls"), "risen": ("risen", "fallen"),
    "increase": ("increase", "decrease"), "gains": ("gains", "loses"),
    "up": ("up", "down"), "above": ("above", "below"), "below": ("below", "above"),
    "added": ("added to", "taken off"), "positive": ("positive", "negative"),
    "upwards": ("upwards", "downwards"),
}  # fmt: skip
_IN_WORDS = {
    0.1: "a tenth of a degree", 0.2: "a fifth of a degree", 0.25: "a quarter of a degree",
    0.3: "three tenths of a degree", 0.5: "half a degree", 0.75: "three quarters of a degree",
    2.0: "two degrees",
}  # fmt: skip


@dataclass(frozen=True)
class Slot:
    """A true filling, false ones, and the slots that are filled falsely together with it."""

    true: str
    false: tuple[str, ...] = ()
    group: str = ""


Slots = dict[str, Slot]


@dataclass(frozen=True)
class Wording:
    """A sentence with slots about one kind of record; `unread` where it may stay so."""

    record: str
    kind: str
    text: str
    unread: bool = False


def wordings(path: Path) -> list[Wording]:
    """Return the wordings of a file: headings "[T value]", then a sentence a line."""
    found: list[Wording] = []
    record = kind = ""
    for line in filter(None, path.read_text(encoding="utf-8").splitlines()):
        heading = re.fullmatch(r"\[(\w) (\w+)\]", line)
        if heading:
            record, kind = heading[1], heading[2]
            continue
        text = line.removeprefix("unread: ")
        found.append(Wording(record, kind, text, unread=text != line))
    return found


def claims(wording: Wording, record: Record) -> Iterator[tuple[str, bool]]:
    """Yield the claims of a wording about a record, each with whether it is true."""
    slots = slots_of(record)
    names = list(dict.fromkeys(re.findall(r"\{(\w+)\}", wording.text)))
    if any(name not in slots for name in names):
        return
    true = {name: slots[name].true for name in names}
    yield wording.text.format(**true), True
    groups: dict[str, list[str]] = {}
    for name in names:
        groups.setdefault(slots[name].group or name, []).append(name)
    made = {
        wording.text.format(**{**true, **wrong})
        for members in groups.values()
        for wrong in _wrong(members, slots)
    }
    for text in sorted(made):
        yield text, False


#: Groups whose slots are never told apart: one of them alone filled falsely may still be true.
_TOGETHER = ("way", "order", "class", "place")


def _wrong(members: Sequence[str], slots: Slots) -> Iterator[dict[str, str]]:
    if len(members) > 1 and slots[members[0]].group not in _TOGETHER:
        return
    for index in range(min(len(slots[m].false) for m in members)):
        wrong = {m: slots[m].false[index] for m in members}
        if len(members) == 1 or len(set(wrong.values())) > 1:
            yield wrong


def slots_of(record: Record) -> Slots:
    """Return the slots of a record, those of its two runs by their letters."""
    slots: Slots = {"place": Slot(record.place)}
    years = {"y1": record.years[0], "y2": record.years[1], "ssp": record.scenario}
    slots |= {name: Slot(text) for name, text in years.items() if text}
    if record.kind == "G":
        return slots | _of_value("v", record.first) | _of_world(record)
    if record.kind == "S":
        slots |= _of_value("v", record.first) | _surface(record) | _near(record.first)
        return slots | _graded(record, record.first)
    first, second = {"T": ("h", "f"), "P": ("g", "a"), "B": ("b", "a")}[record.kind]
    slots |= _of_value(first, record.first) | _of_value(second, record.second)
    change = round(record.second - record.first, 2)
    slots |= _of_change(change) | _of_both(record.first, record.second) | _order(record)
    return slots | _graded(record, abs(change)) | _limits(record, abs(change))


def _number(value: float) -> str:
    text = f"{value:.2f}".rstrip("0")
    return f"{text}0" if text.endswith(".") else text


def _of_value(name: str, value: float) -> Slots:
    low, high = math.floor(value - 0.05), math.ceil(value + 0.05)
    return {
        name: Slot(_number(value), (_number(value + 0.9), _number(value - 1.4))),
        f"{name}_f": Slot(f"{value * 1.8 + 32:.1f}", (f"{value * 1.8 + 35:.1f}",)),
        f"{name}_k": Slot(f"{value + 273.15:.2f}", (f"{value + 274.15:.2f}",)),
        f"{name}_floor": Slot(str(low), (str(high + 1),), f"{name} bounds"),
        f"{name}_ceil": Slot(str(high), (str(low - 1),), f"{name} bounds"),
    }


def _near(value: float) -> Slots:
    low = math.floor(value)
    return {"v_floor_near": Slot(str(low), (str(low + 2),))} if value - low < 0.35 else {}


def _of_change(change: float) -> Slots:
    size = abs(change)
    slots = {
        "d": Slot(_number(size), (_number(size + 0.3), _number(size / 2))),
        "sd": Slot(_number(change), (_number(-change), _number(change + 0.4))),
        "d_k": Slot(_number(size), (_number(size + 0.5),)),
        "sd_f": Slot(f"{change * 1.8:.2f}", (f"{change * 1.8 + 0.9:.2f}",)),
        "d_wrong": Slot(_number(size + 0.5), (_number(size),)),
        "far_above": Slot(str(math.ceil(size) + 1), (_number(size / 2),)),
        "d_lo": Slot(_number(size * 0.7), (_number(size + 0.4),), "ends"),
        "d_hi": Slot(_number(size + 0.3), (_number(size / 2),), "ends"),
    }
    near = min(_IN_WORDS, key=lambda number: abs(number - size))
    far = [words for number, words in _IN_WORDS.items() if abs(number - size) > 0.75]
    if abs(near - size) <= 0.06:
        slots["about"] = Slot(f"about {_IN_WORDS[near]}", (f"about {far[0]}",))
    rises = change > 0
    ways = {n: Slot(w[not rises], (w[rises],), "way") for n, w in _WAYS.items()}
    return slots | ways


def _of_both(first: float, second: float) -> Slots:
    low, high = min(first, second), max(first, second)
    middle, under, over = (
        _number((low + high) / 2), math.floor(low - 0.05), math.ceil(high + 0.05),
    )  # fmt: skip
    return {
        "min_floor": Slot(str(under), (middle, str(over + 1)), "both"),
        "max_ceil": Slot(str(over), (middle, str(under - 1)), "both"),
        "mid": Slot(middle),
        "hot_value": Slot(_number(high), (_number(low),)),
        "low_value": Slot(_number(low), (_number(high),)),
        "min_ceil": Slot(str(math.ceil(low + 0.05)), (str(under),)),
    }


def _order(record: Record) -> Slots:
    names = record.years if record.kind == "T" else ("greenhouse gas", "aerosol")
    warmer, cooler = names if record.first > record.second else names[::-1]
    return {
        "hot": Slot(warmer, (cooler,), "order"),
        "cool": Slot(cooler, (warmer,), "order"),
        "warm_case": Slot(warmer),
    }


def _surface(record: Record) -> Slots:
    here, other = ("on land", "at sea")[:: 1 if record.surface == "land" else -1]
    noun = {"on land": "land", "at sea": "sea"}
    return {
        "on_land": Slot(here, (other,), "place"),
        "at_sea": Slot(other, (here,), "place"),
        "land": Slot(noun[here], (noun[other],)),
    }


def _graded(record: Record, value: float) -> Slots:
    at = sum(value >= limit for limit in record.limits)
    own = record.classes[at]
    other = record.classes[at + 1] if at + 1 < len(record.classes) else record.classes[at - 1]
    rest = tuple(sorted(set(record.classes) - {own}))
    slots = {
        "class": Slot(own, rest, "class"),
        "Class": Slot(own.capitalize(), tuple(c.capitalize() for c in rest), "class"),
        "notclass": Slot(other, (own,), "class"),
    }
    return slots | ({"small": Slot("small")} if at + 1 < len(record.classes) else {})


def _limits(record: Record, value: float) -> Slots:
    passed = [limit for limit in record.limits if value > limit]
    left = [limit for limit in record.limits if value < limit]
    slots: Slots = {}
    if passed:
        wrong = left[0] if left else value + 0.5
        slots["passed"] = Slot(_number(passed[-1]), (_number(wrong),), "limits")
    if left:
        wrong = passed[-1] if passed else value / 2
        slots["unpassed"] = Slot(_number(left[0]), (_number(wrong),), "limits")
        slots |= _parts_of(left[0], value)
    return slots


def _parts_of(limit: float, value: float) -> Slots:
    halves = ("less than half", "more than half")
    more = value / limit > 0.5
    share = round(100 * value / limit)
    return {
        "next_limit": Slot(_number(limit)),
        "half": Slot(halves[more], (halves[not more],)),
        "share": Slot(str(share), (str(share + 40),)),
    }


def _of_world(record: Record) -> Slots:
    own, other = record.classes[:2]
    return {
        "w": Slot("0.0", ("0.4",)),
        "wclass": Slot(own, (other,), "class"),
        "notwclass": Slot(other, (own,), "class"),
    }


def by_kind(found: Sequence[Wording]) -> Mapping[tuple[str, str], list[Wording]]:
    """Return wordings by the kind of record and of fact."""
    made: dict[tuple[str, str], list[Wording]] = {}
    for wording in found:
        made.setdefault((wording.record, wording.kind), []).append(wording)
    return made

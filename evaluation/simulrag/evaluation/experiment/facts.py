"""What is true of an item, said rightly or wrongly: the synthetic answerer's raw material.

A fact is a reference claim with the place in it that holds the result: a number, a date or a word.
Whether a text says a fact is told from that place alone, by code that shares nothing with the
verifier, so that what the verifier decides and rewrites can be labelled true or false.
"""

import datetime
import math
import random
import re
from collections.abc import Iterable, Mapping, Sequence
from decimal import Decimal, InvalidOperation
from typing import Literal, NamedTuple

from simulrag.evaluation.benchmark.items import Item, ReferenceClaim
from simulrag.evaluation.experiment.wording import plain, without_opening
from simulrag.evaluation.synthetic_errors import LEAST, SLIPS, SPREAD
from simulrag.simulators.interface import Frozen, Simulator

_NUMBER = re.compile(r"[-+−]?\d[\d,]*(?:\.\d+)?")
_MONTHS = (
    "January February March April May June July August September October November December"
).split()
_DAY = re.compile(rf"\d{{4}}-\d\d-\d\d|(?:{'|'.join(_MONTHS)}) \d{{1,2}}(?:st|nd|rd|th)?, \d{{4}}")
#: A slipped unit -> what a value in it is in the unit that it was slipped for: factor and zero.
_BACK: Mapping[str, tuple[float, float]] = {
    "°F": (5 / 9, 32.0), "thousand": (1e-3, 0.0), " mph": (1.609344, 0.0),
}  # fmt: skip


class Slot(NamedTuple):
    """Where a fact holds its result, and what else could stand there if it is a word."""

    start: int
    end: int
    kind: Literal["number", "date", "word"]
    others: tuple[str, ...] = ()


class Fact(Frozen):
    """A reference claim, its slot (None where no wrong version can be made), whole wrong texts."""

    claim: ReferenceClaim
    slot: Slot | None = None
    wrongs: tuple[str, ...] = ()
    #: True where its numbers are differences, which other units shift no zero of.
    difference: bool = False

    @property
    def text(self) -> str:
        """The fact, said rightly."""
        return self.claim.text

    def wrong(self, chance: random.Random, unit_slips: float) -> str | None:
        """Return the fact with another result or another unit; None where neither is known."""
        if self.wrongs:
            return chance.choice(self.wrongs)
        if self.slot is None:
            return None
        slips = [(a, b) for a, b in SLIPS if self.text[self.slot.end :].lstrip().startswith(a.strip())]
        if slips and chance.random() < unit_slips:
            unit, other = chance.choice(slips)
            head, tail = self.text[: self.slot.end], self.text[self.slot.end :]
            return head + tail.replace(unit, other, 1)
        return self._with(self._other(self.slot, chance))

    def _other(self, slot: Slot, chance: random.Random) -> str:
        printed = self.text[slot.start : slot.end]
        match slot.kind:
            case "number":
                return off(printed, chance)
            case "date":
                return _shifted(printed, chance)
            case "word":
                return chance.choice(slot.others)

    def _with(self, result: str) -> str:
        if self.slot is None:
            return self.text
        return self.text[: self.slot.start] + result + self.text[self.slot.end :]

    def coarser(self) -> str | None:
        """Return the fact with a decimal less; None where its result has none to spare."""
        if self.slot is None or self.slot.kind != "number":
            return None
        printed = self.text[self.slot.start : self.slot.end]
        decimals = len(printed.partition(".")[2])
        if not decimals:
            return None
        value = Decimal(printed.replace(",", ""))
        rounded = round(value, decimals - 1)
        if not rounded:
            return None
        return self._with(f"{rounded:{',' if ',' in printed else ''}.{decimals - 1}f}")

    def says(self, text: str) -> bool | None:
        """Tell whether a text says this fact rightly, wrongly (False), or something else (None).

        Rightly: in the same words, with a result that agrees within half a unit of the last
        digits printed; another unit is converted.
        """
        said, own = plain(text), plain(self.text)
        if said == own:
            return True
        if said in {plain(one) for one in self.wrongs}:
            return False
        if self.slot is None:
            return None
        head = without_opening(self.text[: self.slot.start].casefold())
        tail = self.text[self.slot.end :].casefold().rstrip(" .")
        for unit, other in (("", ""), *SLIPS):
            end = tail.replace(plain(unit), plain(other), 1) if unit else tail
            if (unit and end == tail) or not (said.startswith(head) and said.endswith(end)):
                continue
            middle = said[len(head) : len(said) - len(end)]
            if len(head) + len(end) <= len(said) and middle:
                return self._agrees(middle, other, self.slot)
        return None

    def _agrees(self, said: str, unit: str, slot: Slot) -> bool | None:
        printed = self.text[slot.start : slot.end]
        if slot.kind == "date":
            there = _day(said)
            return None if there is None else there == _day(printed)
        if slot.kind == "word":
            return said == printed.casefold()
        claimed, true = _interval(said), _interval(printed)
        if claimed is None or true is None:
            return None
        if unit and unit not in _BACK:
            return False
        if unit:
            factor, zero = _BACK[unit]
            zero = 0.0 if self.difference else zero
            claimed = ((claimed[0] - zero) * factor, (claimed[1] - zero) * factor)
        slack = 1e-9 * max(1.0, abs(true[0]))
        return claimed[0] <= true[1] + slack and true[0] <= claimed[1] + slack


def off(printed: str, chance: random.Random) -> str:
    """Return a printed number off by a random factor, at least 15 %, with as many decimals."""
    decimals = len(printed.partition(".")[2])
    value = float(printed.replace(",", "").replace("−", "-"))
    step = 10.0**-decimals
    factor = abs(chance.gauss(0, SPREAD)) + LEAST
    moved = (abs(value) or step) * math.exp(factor if chance.random() < 0.5 else -factor)
    if abs(moved - abs(value)) < 2 * step:
        moved = abs(value) + 3 * step
    sign = printed[0] if printed[0] in "+-−" else ""
    return f"{sign}{moved:{',' if ',' in printed else ''}.{decimals}f}"


def _shifted(printed: str, chance: random.Random) -> str:
    day = _day(printed)
    if day is None:
        return printed
    moved = day + datetime.timedelta(weeks=chance.choice((-1, 1)) * chance.randint(1, 6))
    if "-" in printed:
        return moved.isoformat()
    return f"{_MONTHS[moved.month - 1]} {moved.day}, {moved.year}"


def _day(printed: str) -> datetime.date | None:
    found = re.fullmatch(r"([a-z]+) (\d+)\w*, (\d+)", printed.casefold())
    try:
        if found is None:
            return datetime.date.fromisoformat(printed)
        months = [month.casefold() for month in _MONTHS]
        return datetime.date(int(found[3]), months.index(found[1]) + 1, int(found[2]))
    except ValueError:
        return None


def _interval(printed: str) -> tuple[float, float] | None:
    """Return the numbers that are printed so: half a unit of the last digit to either side."""
    digits = printed.replace(",", "").replace("−", "-").strip()
    try:
        value = float(Decimal(digits))
    except InvalidOperation:
        return None
    half = 0.5 * 10.0 ** -len(digits.partition(".")[2])
    return value - half, value + half


def facts_of(item: Item, simulator: Simulator, corpus: Iterable[ReferenceClaim]) -> list[Fact]:
    """Return the facts of an item. `corpus`: claims whose words may stand in for one another."""
    known = list(corpus)
    return [_fact(claim, item, simulator, known) for claim in item.claims]


def _fact(
    claim: ReferenceClaim, item: Item, simulator: Simulator, corpus: Sequence[ReferenceClaim]
) -> Fact:
    difference = claim.operation == "difference" or _unit(claim, simulator).startswith("delta_")
    found = _date_slot(claim) or _number_slot(claim)
    if found is None or claim.kind == "qualitative":
        swapped = _swapped(claim, item)
        if swapped:
            return Fact(claim=claim, wrongs=swapped)
        found = _word_slot(claim, item, corpus) or _direction_slot(claim, simulator) or found
    return Fact(claim=claim, slot=found, difference=difference)


def _unit(claim: ReferenceClaim, simulator: Simulator) -> str:
    outputs = [o for f in simulator.functions for o in f.outputs if o.name == claim.output]
    return outputs[0].unit if outputs else ""


def _date_slot(claim: ReferenceClaim) -> Slot | None:
    wanted = _day(claim.value)
    for found in _DAY.finditer(claim.text):
        if wanted is not None and _day(found[0]) == wanted:
            return Slot(found.start(), found.end(), "date")
    return None


def _number_slot(claim: ReferenceClaim) -> Slot | None:
    wanted = _interval(claim.value)
    if wanted is None:
        return None
    for found in reversed(list(_NUMBER.finditer(claim.text))):
        printed = _interval(found[0].lstrip("+-−"))
        if printed is not None and abs(sum(printed)) == abs(sum(wanted)):
            signed = len(found[0]) - len(found[0].lstrip("+-−"))
            return Slot(found.start() + signed, found.end(), "number")
    return None


def _word_slot(
    claim: ReferenceClaim, item: Item, corpus: Sequence[ReferenceClaim]
) -> Slot | None:
    """Return where a label stands; others are labels that the question or like claims name."""
    found = re.search(rf"\b{re.escape(claim.value)}\b", claim.text, re.IGNORECASE)
    if found is None:
        return None
    like = [c for c in corpus if (c.output, c.operation) == (claim.output, claim.operation)]
    named = [c.value for c in like if c.value.casefold() != claim.value.casefold()]
    asked = [one for one in named if re.search(rf"\b{re.escape(one)}\b", item.question)]
    scaled = claim.low is not None or claim.high is not None
    others = asked if scaled else named
    words = tuple(dict.fromkeys(w for w in others if not re.match(r"not |[\d-]", w)))
    return Slot(found.start(), found.end(), "word", words) if words else None


def _swapped(claim: ReferenceClaim, item: Item) -> tuple[str, ...]:
    """Return a ranking the wrong way round, or a denial of the label that is true."""
    if claim.value.startswith("not "):
        denied = claim.value.removeprefix("not ")
        true = [
            c.value for c in item.claims
            if c.output == claim.output and c.low == claim.low and not c.value.startswith("not ")
        ]  # fmt: skip
        return tuple(_replaced(claim.text, denied, true[0])) if true else ()
    if claim.kind != "qualitative" or claim.value not in claim.text or len(claim.run_ids) < 2:
        return ()
    others = {c.value for c in item.claims} | set(_names(item)) - {claim.value}
    loser = [o for o in others if o != claim.value and re.search(rf"\b{re.escape(o)}\b", claim.text)]
    if not loser:
        return ()
    mark = "\0"
    text = claim.text.replace(claim.value, mark).replace(loser[0], claim.value)
    return (text.replace(mark, loser[0]),)


def _names(item: Item) -> list[str]:
    """Return what tells the runs of an item apart, in words."""
    values = [str(v) for call in item.calls for v in call.arguments.values()]
    lists = [str(x) for call in item.calls for v in call.arguments.values()
             if isinstance(v, list) for x in v]  # fmt: skip
    return [one for one in (*values, *lists) if len(one) > 2]


def _replaced(text: str, word: str, other: str) -> list[str]:
    made = re.sub(rf"\b{re.escape(word)}\b", other, text)
    return [made] if made != text else []


def _direction_slot(claim: ReferenceClaim, simulator: Simulator) -> Slot | None:
    """Return where a direction is said, with its opposite as the simulator declares it."""
    outputs = [o for f in simulator.functions for o in f.outputs if o.name == claim.output]
    for output in outputs:
        pairs = list(zip(output.rise_words, output.fall_words, strict=False))
        for one, other in (*pairs, *((b, a) for a, b in pairs)):
            found = re.search(rf"\b{re.escape(one)}\b", claim.text, re.IGNORECASE)
            if found is not None:
                return Slot(found.start(), found.end(), "word", (other,))
    return None

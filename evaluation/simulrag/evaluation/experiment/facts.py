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
from simulrag.simulators.interface import Frozen, Output, Simulator

_NUMBER = re.compile(r"[-+−]?\d[\d,]*(?:\.\d+)?")
#: How the value of a claim begins that denies a label, and the values that are directions.
_DENIAL = "not "
_SIGNS = ("rises", "falls")
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
        head, tail = self.text[: self.slot.end], self.text[self.slot.end :]
        slips = [pair for pair in SLIPS if tail.lstrip().startswith(pair[0].strip())]
        if slips and chance.random() < unit_slips:
            unit, other = chance.choice(slips)
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
        if not decimals or printed.endswith("5"):  # a 5 was rounded itself: up or down?
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
            known = said in {other.casefold() for other in (printed, *slot.others)}
            return said == printed.casefold() if known else None
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
    outputs = [o for f in simulator.functions for o in f.outputs if o.name == claim.output]
    difference = claim.operation == "difference" or any(
        output.unit.startswith("delta_") for output in outputs
    )
    found = _date_slot(claim) or _number_slot(claim)
    if found is None or claim.kind == "qualitative":
        if claim.value.startswith(_DENIAL):
            return Fact(claim=claim, wrongs=_undenied(claim, item))
        ways = [_label_slot(claim, item, outputs, corpus), _direction_slot(claim, outputs)]
        if claim.value in _SIGNS or claim.operation == "lead":
            ways.reverse()
        found = ways[0] or ways[1]
    return Fact(claim=claim, slot=found, difference=difference)


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


def _label_slot(
    claim: ReferenceClaim,
    item: Item,
    outputs: Sequence[Output],
    corpus: Sequence[ReferenceClaim],
) -> Slot | None:
    """Return where a label stands, with others of its scale.

    That is the question's where it states one, else the output's own.
    """
    found = _word(claim.value, claim.text)
    if found is None:
        return None
    like = [c.value for c in corpus if (c.output, c.operation) == (claim.output, claim.operation)]
    asked = [value for value in like if _word(value, item.question)]
    own = [band.label for o in outputs for scale in o.scales for band in scale.bands]
    own += [choice for output in outputs for choice in output.choices]
    held = asked if any(value != claim.value for value in asked) else own
    others = [o for o in held if o.casefold() != claim.value.casefold() and o[:1].isalpha()]
    words = tuple(dict.fromkeys(o for o in others if not o.startswith(_DENIAL)))
    return Slot(found.start(), found.end(), "word", words) if words else None


def _undenied(claim: ReferenceClaim, item: Item) -> tuple[str, ...]:
    """Return the denial of a label that is true, where another claim of the item names it."""
    true = [
        other.value
        for other in item.claims
        if other.output == claim.output
        and (other.low, other.high) == (claim.low, claim.high)
        and not other.value.startswith(_DENIAL)
    ]
    denied = _word(claim.value.removeprefix(_DENIAL), claim.text)
    if denied is None or not true:
        return ()
    return (claim.text[: denied.start()] + true[0] + claim.text[denied.end() :],)


def _direction_slot(claim: ReferenceClaim, outputs: Sequence[Output]) -> Slot | None:
    """Return where a direction is said, with its opposite as the simulator declares it."""
    for output in outputs:
        pairs = output.directions.pairs
        for one, other in (*pairs, *((b, a) for a, b in pairs)):
            found = _word(one, claim.text)
            if found is not None:
                return Slot(found.start(), found.end(), "word", (other,))
    return None


def _word(word: str, text: str) -> re.Match[str] | None:
    return re.search(rf"(?<!\w){re.escape(word)}(?!\w)", text, re.IGNORECASE)

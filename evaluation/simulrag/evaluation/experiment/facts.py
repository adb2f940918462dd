"""What is true of an item, said rightly or wrongly: the synthetic answerer's raw material.

A fact is a reference claim with its formula and the place in its text that holds the result: a
number, a date or a word. Whoever says another result there says it in the formula as well. Whether
a text says a fact is told from that place alone, by code that shares nothing with the verifier, so
that what the verifier decides and rewrites can be labelled true or false.
"""

import datetime
import math
import random
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from decimal import Decimal, InvalidOperation
from typing import Literal, NamedTuple

from simulrag.evaluation.benchmark.items import Item, ReferenceClaim
from simulrag.evaluation.benchmark.reference_formulas import (
    DIRECTIONS,
    SIDES,
    classed,
    equal,
    literal,
    ordered,
    result,
    statement,
    values_of,
    within,
)
from simulrag.evaluation.experiment.wording import plain, without_opening
from simulrag.evaluation.synthetic_errors import LEAST, SLIPS, SPREAD, UNITS
from simulrag.simulators.interface import Band, Frozen, Output
from simulrag.simulators.registry import Registry
from simulrag.verifier.english.questions import planned
from simulrag.verifier.formulas.printing import written
from simulrag.verifier.formulas.syntax import Application, Node, Not, Text

_NUMBER = re.compile(r"[-+−]?\d[\d,]*(?:\.\d+)?")
#: How the value of a claim begins that denies a label.
_DENIAL = "not "
_MONTHS = (
    "January February March April May June July August September October November December"
).split()
_DAY = re.compile(rf"\d{{4}}-\d\d-\d\d|(?:{'|'.join(_MONTHS)}) \d{{1,2}}(?:st|nd|rd|th)?, \d{{4}}")
#: A slipped unit -> what a value in it is in the unit that it was slipped for: factor and zero.
_BACK: Mapping[str, tuple[float, float]] = {"°F": (5 / 9, 32.0), " mph": (1.609344, 0.0)}


class Slot(NamedTuple):
    """Where a fact holds its result, and what else could stand there if it is a word.

    others: the other words, each with the formula that it makes of the fact. same: words that say
    the same there. formula: what the fact says with its own word, where that is told by a scale.
    """

    start: int
    end: int
    kind: Literal["number", "date", "word"]
    others: tuple[tuple[str, str], ...] = ()
    same: tuple[str, ...] = ()
    formula: str = ""


class Stated(NamedTuple):
    """A statement, and what it says as a formula."""

    text: str
    formula: str


class Fact(Frozen):
    """A reference claim, its slot (None where no wrong version can be made), whole wrong texts."""

    claim: ReferenceClaim
    formula: str
    #: What its formula compares with the result.
    side: str
    slot: Slot | None = None
    wrongs: tuple[Stated, ...] = ()
    #: True where its numbers are differences, which other units shift no zero of.
    difference: bool = False

    @property
    def text(self) -> str:
        """The fact, said rightly."""
        return self.claim.text

    @property
    def right(self) -> Stated:
        """The fact, said rightly, with its formula."""
        return Stated(self.text, self.formula)

    def wrong(self, chance: random.Random, unit_slips: float) -> Stated | None:
        """Return the fact with another result or another unit; None where neither is known."""
        if self.wrongs:
            return chance.choice(self.wrongs)
        if self.slot is None:
            return None
        head, tail = self.text[: self.slot.end], self.text[self.slot.end :]
        slips = [pair for pair in SLIPS if tail.lstrip().startswith(pair[0].strip())]
        if slips and chance.random() < unit_slips:
            unit, other = chance.choice(slips)
            printed = Text(UNITS[other])
            slipped = written(Application("quantity", (literal(self.claim.value), printed)))
            return Stated(head + tail.replace(unit, other, 1), f"{self.side} == {slipped}")
        return self._other(self.slot, chance)

    def _other(self, slot: Slot, chance: random.Random) -> Stated:
        printed = self.text[slot.start : slot.end]
        match slot.kind:
            case "number":
                return self._with_number(off(printed, chance))
            case "date":
                day = _shifted(_day(printed) or datetime.date.min, chance)
                return Stated(self._with(_said(day, printed)), f'{self.side} == "{day}"')
            case "word":
                word, formula = chance.choice(slot.others)
                return Stated(self._with(word), formula)

    def _with_number(self, printed: str) -> Stated:
        sign = "-" if self.claim.value.startswith("-") else ""
        digits = printed.replace(",", "").lstrip("+-−")
        return Stated(self._with(printed), f"{self.side} == {sign}{digits}")

    def _with(self, result: str) -> str:
        if self.slot is None:
            return self.text
        return self.text[: self.slot.start] + result + self.text[self.slot.end :]

    def coarser(self) -> Stated | None:
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
        return self._with_number(f"{rounded:{',' if ',' in printed else ''}.{decimals - 1}f}")

    def says(self, text: str) -> bool | None:
        """Tell whether a text says this fact rightly, wrongly (False), or something else (None).

        Rightly: in the same words, with a result that agrees within half a unit of the last
        digits printed; another unit is converted.
        """
        said, own = plain(text), plain(self.text)
        if said == own:
            return True
        if said in {plain(one.text) for one in self.wrongs}:
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
            right = said in {word.casefold() for word in (printed, *slot.same)}
            return right or (False if said in {w.casefold() for w, _ in slot.others} else None)
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


def _shifted(day: datetime.date, chance: random.Random) -> datetime.date:
    return day + datetime.timedelta(weeks=chance.choice((-1, 1)) * chance.randint(1, 6))


def _said(day: datetime.date, like: str) -> str:
    """Return a day in the form of another."""
    return day.isoformat() if "-" in like else f"{_MONTHS[day.month - 1]} {day.day}, {day.year}"


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


def facts_of(item: Item, registry: Registry) -> list[Fact]:
    """Return the facts of an item. Raises BadValue for a claim that rests on runs of no call."""
    return [_Facts(item, claim, registry).fact() for claim in item.claims]


class _Facts:
    """Makes a fact of a claim: looks where its result stands, and what else could stand there."""

    def __init__(self, item: Item, claim: ReferenceClaim, registry: Registry) -> None:
        self._item, self._claim, self._registry = item, claim, registry
        self._values = values_of(claim, item)
        self._side = result(claim, self._values) if claim.operation in SIDES else None
        call = dict(zip(item.runs, item.calls, strict=False))[claim.run_ids[0]]
        self._output: Output = registry.function(call).output(claim.output)

    def fact(self) -> Fact:
        """Return the fact."""
        claim = self._claim
        found = _date_slot(claim) or _number_slot(claim)
        wrongs: tuple[Stated, ...] = ()
        if self._side is None or claim.kind == "qualitative" or found is None:
            found = None
            if claim.value.startswith(_DENIAL):
                wrongs = self._undenied()
            else:
                found = self._word_slot()
        scaled = found.formula if found is not None else ""
        return Fact(
            claim=claim,
            formula=scaled or written(statement(claim, self._item, self._registry)),
            side=written(self._side) if self._side is not None else "",
            slot=found,
            wrongs=wrongs,
            difference=claim.operation == "difference" or self._output.unit.startswith("delta_"),
        )

    def _word_slot(self) -> Slot | None:
        ways = [self._label_slot, self._direction_slot]
        if self._claim.value in DIRECTIONS:
            ways.reverse()
        if self._claim.operation in ("lead", "trail"):
            ways = [self._direction_slot]
        return next((slot for way in ways if (slot := way()) is not None), None)

    def _label_slot(self) -> Slot | None:
        """Return where a label stands, with others of its scale.

        That is the question's where it states one, else the output's own.
        """
        found = _word(self._claim.value, self._claim.text)
        if found is None or self._side is None:
            return None
        labels = dict(self._labels(self._side))
        own = labels.pop(self._claim.value, "")
        return (
            Slot(found.start(), found.end(), "word", tuple(labels.items()), formula=own)
            if labels
            else None
        )

    def _labels(self, side: Node) -> Iterator[tuple[str, str]]:
        """Yield the labels that could stand there, each with the formula that it makes."""
        labels: Iterable[str] = self._output.choices if self._output.kind == "category" else ()
        if not labels:
            labels = [one.label for scale in self._output.scales for one in self._own(scale.bands)]
        asked = planned(self._item.question, self._registry)
        graded = asked.scale_of(self._claim.output)
        bands = self._own(graded.bands if graded else ()) or self._own(asked.bands)
        if bands:
            side, labels = classed(side, bands), [one.label for one in bands]
        yield from ((label, written(equal(side, Text(label)))) for label in labels)

    def _own(self, bands: Sequence[Band]) -> Sequence[Band]:
        """Return the bands of a scale if the claim's own is one of them, else none."""
        return bands if any(map(self._is_own, bands)) else ()

    def _is_own(self, band: Band) -> bool:
        claim = self._claim
        return (band.label, band.low, band.high) == (claim.value, claim.low, claim.high)

    def _undenied(self) -> tuple[Stated, ...]:
        """Return the denial of a label that is true, where another claim of the item names it."""
        claim = self._claim
        true = [
            other.value
            for other in self._item.claims
            if other.output == claim.output
            and (other.low, other.high) == (claim.low, claim.high)
            and not other.value.startswith(_DENIAL)
        ]
        denied = _word(claim.value.removeprefix(_DENIAL), claim.text)
        if denied is None or not true:
            return ()
        text = claim.text[: denied.start()] + true[0] + claim.text[denied.end() :]
        holds = statement(claim, self._item, self._registry)
        return (Stated(text, written(Not(holds))),)

    def _direction_slot(self) -> Slot | None:
        """Return where a direction is said, with its opposite as the simulator declares it."""
        output = self._output
        rises, falls = output.directions.rises, output.directions.falls
        for words, opposite in ((rises, falls), (falls, rises)):
            for one, other in zip(words, opposite, strict=False):
                found = _word(one, self._claim.text)
                if found is not None:
                    turned = ((other, written(self._turned())),)
                    return Slot(found.start(), found.end(), "word", turned, same=words)
        return None

    def _turned(self) -> Node:
        """Return what the opposite direction says."""
        claim = self._claim
        if self._side is None or claim.operation in ("lead", "trail"):
            return ordered(self._values, "<" if claim.operation == "lead" else ">")
        rises = claim.low is not None
        return within(self._side, None if rises else 0.0, 0.0 if rises else None, strictly=True)


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


def _word(word: str, text: str) -> re.Match[str] | None:
    return re.search(rf"(?<!\w){re.escape(word)}(?!\w)", text, re.IGNORECASE)

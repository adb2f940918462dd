"""Whether a value is compared with a number or date as the text does: as a limit, or as equal.

Messages offer the comparison as the text would have it, but none that turns its direction: where a
text is misread, whoever follows it would check the opposite.
"""

import itertools
from collections.abc import Container, Iterator
from dataclasses import dataclass
from datetime import date
from functools import cached_property

from simulrag.verifier.claims import Problem
from simulrag.verifier.formulas.anchoring import lexicon
from simulrag.verifier.formulas.anchoring.literals import Atom, Literal
from simulrag.verifier.formulas.anchoring.mentions import Meaning, Mentions
from simulrag.verifier.formulas.anchoring.numerals import PrintedNumber, family
from simulrag.verifier.formulas.anchoring.orders import RELATIONS
from simulrag.verifier.formulas.anchoring.periods import FIRST_YEAR, LAST_YEAR, Period
from simulrag.verifier.formulas.anchoring.printed_literals import (
    Matched,
    converted,
    iso_day,
    number_fits,
)
from simulrag.verifier.formulas.anchoring.unprinted import is_bound_of, one_time
from simulrag.verifier.formulas.anchoring.vocabulary import Hit, longest
from simulrag.verifier.formulas.printing import written
from simulrag.verifier.formulas.syntax import TURNED, Comparison, Number, Text

#: Words between a label and its number.
BEHIND = 5
#: Words that may stand between a comparator and its number, and how many.
_FILLERS = frozenset("a an the about around some of by to as - ~ roughly level mark only just its "
                     "end start on this that mid early late full week ending annual yearly average "
                     "mean total value".split())  # fmt: skip
MOST_FILLERS = 5
#: Words between a verb of keeping and the "to" before what something is kept to.
MOST_KEPT = 6
#: What a sentence may have none of, so that it denies what it says of each: "no week brought ...".
_EACH = frozenset("day week month year season state city place scenario member run time".split())
#: What ends the clause that a denial is of: "does not reach 2 °C until 2050".
_BREAKS = frozenset(", ; : ( but and until till while whereas although because".split())
#: A stretch of so many days has no ends of its own where its words are vague.
SHORT = 40
#: Numbers so close, relative to each other, are one.
ALIKE = 0.02


@dataclass(frozen=True)
class Limits:
    """A formula with its text, and how both compare values with numbers and dates."""

    held: Matched

    def problems(self) -> Iterator[Problem]:
        """Return where a printed number or date is compared otherwise than in the text."""
        for atom in self.held.analysis.atoms:
            for literal in self.held.analysis.of(atom):
                said, meant = self._wrong(atom, literal) if literal.is_compared else ("", "")
                if said:
                    yield turned(atom, said, meant)
            two_runs = atom.left_outputs and atom.right_outputs
            different = two_runs and self.held.text.of("different")
            differ = different or denies(self.held.text) or any(
                self.held.text.numbers_at[at].denied for one in self.held.analysis.of(atom)
                for at in self.held.positions(one) if at in self.held.text.numbers_at
            )  # fmt: skip
            if atom.operator == "!=" and not differ:
                yield turned(atom, "the text denies nothing", equal_sides(atom))
        for one in self.held.analysis.literals:
            ends = [end for text in self.held.everywhere for end in _ends(one, text)]
            if ends and not any(number_fits(end, one) for end in ends):
                yield Problem(
                    reason="pair_differs",
                    message=f"the formula ends {one.label!r} at {one.printed}, but the text at "
                    f"{ends[0].value:g}; write the ends that the text prints",
                    given=one.value,
                )

    def _wrong(self, atom: Atom, literal: Literal) -> tuple[str, str]:
        """Return how the text compares a number or date where the formula does otherwise.

        In words, and as the part of a formula that would be accepted; both empty if as it does.
        """
        places = self.held.positions(literal) or one_time(self.held, literal)
        if literal.comparator == "==" and not literal.optional:
            averting = lexicon.AVERTING if literal.difference else ()  # "avoids 2 °C of warming"
            for denial in (hit for at in places for hit in self._denials(at)):
                words = self.held.text.printed(denial.first, denial.end)
                if words.lower() in averting:
                    continue
                return f"the text says {words!r} of {literal.printed}", ""
        for first in places:
            operators, words = self._printed(first, literal)
            elsewhere = self._is_ordered_elsewhere(literal, operators)
            if operators and literal.comparator not in operators and not elsewhere:
                return f"the text says {words!r} of {literal.printed}", ""
            if operators and self._is_of_the_top(first, literal):
                return "", ""
        for at in places:
            if self._other_end(at, literal):
                said = f"the text prints a stretch of time with two ends for {literal.printed}"
                meant = _within_ends(atom, literal, self.held.text.periods_at[at])
                return said, "" if denies(self.held.text) else meant
        orders = literal.comparator[:1] in ("<", ">") and not literal.optional and places
        whole = literal.value in (1, -1) and literal.unit in ("ratio", "", None)
        if orders and literal.value and not whole and not any(self._is_limit(at) for at in places):
            return f"the text states {literal.printed} and names no limit", ""
        return "", ""

    def _denials(self, first: int) -> Iterator[Hit[Meaning]]:
        """Yield what denies, in the clause of a token, what stands there."""
        for hit in denials(self.held.text):
            ends = (hit.end, first) if hit.first < first else (first, hit.first)
            between = set(self.held.text.plain[slice(*ends)])
            if between.isdisjoint(_BREAKS):
                yield hit

    def _is_ordered_elsewhere(self, literal: Literal, operators: Container[str]) -> bool:
        """Tell whether the same value, or another run, is compared so beside an equality.

        As in "a bit less than half", and in "15 % in Texas and thus higher than the 12 % of Ohio".
        """
        limited = literal.approximate and any(
            one.comparator in operators and one.value == literal.value
            and one.outputs == literal.outputs for one in self.held.analysis.literals
        )  # fmt: skip
        return limited or (literal.comparator == "==" and any(
            (atom.operator in operators and atom.right_outputs == literal.outputs)
            or (TURNED[atom.operator] in operators and atom.left_outputs == literal.outputs)
            for atom in self.held.analysis.atoms if atom.left_outputs and atom.right_outputs
        ))  # fmt: skip

    def _other_end(self, first: int, literal: Literal) -> bool:
        """Tell whether a date is the wrong end of a stretch of time, or its only one."""
        period, day = self.held.text.periods_at.get(first), _day(literal)
        if period is None or day is None or period.is_day or not literal.limit:
            return False
        if not period.year_known or period.year_alone or literal.optional or first in self._said:
            return False
        middle = period.first + (period.last - period.first) / 2
        sides = {one.limit for one in self.held.analysis.literals
                 if one.role == literal.role and first in self.held.positions(one)}  # fmt: skip
        if not period.exact and (period.last - period.first).days <= SHORT:
            days = {one.limit: _day(one) for one in self.held.analysis.literals
                    if one.atom in (literal.atom - 1, literal.atom, literal.atom + 1)
                    and one.role == literal.role and one.limit}  # fmt: skip
            low, high = days.get(-1), days.get(1)
            return low is None or high is None or low > high
        other = (1 if day > middle else -1) != literal.limit
        # Nothing lies behind a stretch of time with which the declared years end.
        years = [p.high for p in self.held.parameters.values() if p.kind == "year" and p.high]
        last = literal.limit < 0 and bool(years) and period.last.year >= max(years)
        return other or (-literal.limit not in sides and not last)

    def _is_limit(self, first: int) -> bool:
        """Tell whether a limit, the end of a range or a stretch of time is printed at a token."""
        number, period = self.held.text.numbers_at.get(first), self.held.text.periods_at.get(first)
        if number is not None and (number.side or number.owners or number.ends):
            return True
        stretch = period is not None and not (period.is_day or period.year_alone)
        ends = stretch or first in self._spans
        return ends or first in self._said or first in self._behind_than

    def _is_of_the_top(self, first: int, literal: Literal) -> bool:
        """Tell the worst place of several: "the ten warmest", "among the five with the most"."""
        number, plain = self.held.text.numbers_at.get(first), self.held.text.plain
        if number is None or not is_bound_of(self.held, literal, "rank"):
            return False
        most = lexicon.HIGHEST | lexicon.LOWEST
        named = most.isdisjoint(plain[number.end : number.end + 1])
        return not (named and lexicon.AMONG.isdisjoint(plain[max(0, first - 2) : first]))

    @cached_property
    def _spans(self) -> frozenset[int]:
        """Return where the two dates of "between ... and ..." and "from ... to ..." begin."""
        text = self.held.text
        found: set[int] = set()
        for one, other in itertools.pairwise(text.periods):
            between = [word for word in text.plain[one.end_token : other.first_token]
                       if word not in _FILLERS - {"to", "-"}]  # fmt: skip
            ahead = text.plain[max(0, one.first_token - 4) : one.first_token]
            both = between == ["and"] and "between" in ahead
            if both or between in (["to"], ["until"], ["-"], ["through"], ["till"]):
                found |= {one.first_token, other.first_token}
        return frozenset(found)

    @cached_property
    def _behind_than(self) -> frozenset[int]:
        text = self.held.text
        than = (h.end for h in text.of("reference") if text.plain[h.first] == "than")
        return frozenset(at for end in than for at in self._led(end))

    def _is_subject(self, hit: Hit[Meaning]) -> bool:
        """Tell who does nothing of what a sentence says: "none of the states", "no year"."""
        text = self.held.text
        none = text.plain[hit.first] == "none"
        behind = text.plain[hit.end] if hit.end < len(text.tokens) else ""
        listed = {p.name for p in self.held.parameters.values()
                  if p.name in self.held.analysis.listed}  # fmt: skip
        return (
            none
            or behind in _EACH
            or any(
                one.first == hit.end and one.meaning.name in listed for one in text.of("parameter")
            )
        )

    def _led(self, end: int) -> Iterator[int]:
        """Return the tokens that a comparator leads to which ends before a token."""
        for at in range(end, min(end + MOST_FILLERS + 1, len(self.held.text.tokens))):
            yield at
            if self.held.text.plain[at] not in _FILLERS:
                return

    @cached_property
    def _said(self) -> dict[int, Hit[Meaning]]:
        """Return the comparator of each token that one leads to: the closest, and longest."""
        text, found = self.held.text, dict[int, Hit[Meaning]]()
        ends = {number.end + more: number.first for number in text.numbers for more in (0, 1)}
        hedges = {hit.first for hit in text.of("approximate")}
        for hit in text.of("comparator"):
            words = text.printed(hit.first, hit.end).lower()
            reaching = words in lexicon.REACHING
            if words.startswith(lexicon.TRAILING):
                places = [ends[hit.first]] if hit.first in ends else []
            else:
                places = list(self._led(hit.end))
            if words == "after":  # "after eight weeks" is eight weeks later
                times = {n.first for n in text.numbers if family(n.unit) == "time"}
                places = [at for at in places if at not in times]
            for at in places:
                hedged = reaching and not hedges.isdisjoint(range(hit.end, at))
                known = found.get(at)
                closer = known is None or (hit.end, hit.size) > (known.end, known.size)
                by = text.plain[at - 1] == "by" and at in self.held.text.periods_at
                if (
                    closer
                    and not (reaching and by)
                    and not hedged
                    and not (reaching and at not in self.held.text.numbers_at)
                ):
                    found[at] = hit
        for at in text.places("by"):
            for to in self._led(at + 1):
                if to in self.held.text.periods_at and to not in found:
                    found[to] = Hit(at, at + 1, Meaning("comparator", "<="))
        for at in text.places("to"):
            verbs = [verb for verb in range(max(0, at - MOST_KEPT), at)
                     if text.plain[verb] in lexicon.KEEPING]  # fmt: skip
            for to in self._led(at + 1) if verbs else ():
                if to in self.held.text.numbers_at and to not in found:
                    found[to] = Hit(verbs[-1], at + 1, Meaning("comparator", "<="))
        return found

    def _printed(self, first: int, literal: Literal) -> tuple[frozenset[str], str]:
        """Return which operators the words beside a number allow, and the words; none for none."""
        number, hit = self.held.text.numbers_at.get(first), self._said.get(first)
        among = hit is None or self.held.text.plain[hit.first] in lexicon.AMONG
        if among and self._is_of_the_top(first, literal):
            words = self.held.text.printed(first, first + 2)
            return frozenset((">",) if denies(self.held.text) else ("<=",)), words
        if number is not None and isinstance(literal.value, float):
            size, value = abs(literal.value), number.value
            inverted = bool(value) and literal.unit == "ratio" and alike(size, 1 / value)
            sizes = (value, 100 * value, *converted(number, literal))
            if not any(alike(size, abs(one)) for one in sizes) and not inverted:
                return frozenset(), ""
            turned_over = (literal.value < 0) != (inverted and not alike(size, value))
            if number.shrinks and literal.unit == "ratio":
                turned_over = not turned_over  # what is more than halved is less than half of it
        else:
            turned_over = False
        return self._allowed(hit, literal, turned_over) if hit else (frozenset(), "")

    def _allowed(
        self, hit: Hit[Meaning], literal: Literal, turned_over: bool
    ) -> tuple[frozenset[str], str]:
        """Return the operators that a comparator allows; turned over for -2 or 1 / 2 of a 2."""
        text, operator = self.held.text, hit.meaning.name
        words = text.printed(hit.first, hit.end).lower()
        if turned_over:
            operator = TURNED[operator]
        signs = RELATIONS[operator]
        if words in ("nearly", "almost", "even", "within"):
            return frozenset(), ""
        # "Not even" denies what a sentence says of the least likely case.
        even = [one for one in text.of("comparator") if one.end <= hit.first
                and text.printed(one.first, one.end).lower() == "not even"]  # fmt: skip
        ahead = [(one, text.plain[one.first] in ("no", "none"))
                 for one in text.of("negation") if one.end <= hit.first]  # fmt: skip
        before = even or [
            one for one, near in ahead if hit.first - one.first <= (1 if near else 4)
            or (near and not literal.counted and self._is_subject(one))
        ]  # fmt: skip
        if before:
            signs = frozenset((-1, 0, 1)) - signs
            words = f"{text.printed(before[-1].first, before[-1].end)} ... {words}"
        elif not all(near for _, near in ahead):
            return frozenset(), ""  # what is denied further ahead may turn the limit or not
        operators = {">", ">="} if 1 in signs else {"<", "<="}
        if words in lexicon.NEARLY:
            operators |= {"=="}
        return frozenset(operators), words


def alike(one: float, other: float) -> bool:
    """Tell whether two numbers may be one, rounded in another way."""
    return abs(one - other) <= ALIKE * one


def _ends(limit: Literal, text: Mentions) -> Iterator[PrintedNumber]:
    """Return the numbers that a text prints right behind a label as this end of its band."""
    for first in text.places(limit.label) if limit.label else ():
        behind = [n for n in text.numbers if 0 < n.first - first <= 2 * BEHIND]
        number = behind[0] if behind and behind[0].first - first <= BEHIND else None
        if number is not None and number.side:
            yield from (n for n in behind[:2] if n.side == limit.limit)
        elif number is not None:
            signs = {hit.meaning.name[0] for hit in text.of("comparator")
                     if first < hit.first < number.first}  # fmt: skip
            if signs == {"<" if limit.limit > 0 else ">"}:
                yield number


def _day(literal: Literal) -> date | None:
    """Return a day in a date or year."""
    if isinstance(literal.value, float):
        year = int(literal.value)
        return date(year, 7, 1) if FIRST_YEAR <= year <= LAST_YEAR else None
    days = iso_day(str(literal.value))
    return days[0] if days else None


def denies(text: Mentions) -> bool:
    """Tell whether a text denies what it says, not only a difference, or any of something."""
    return any(denials(text))


def denials(text: Mentions) -> Iterator[Hit[Meaning]]:
    """Yield what denies what a text says, not only a difference, or any of something."""
    alike = longest(text.of("equality"))
    for hit in text.of("negation"):
        single = hit.size == 1 and text.plain[hit.first] in ("no", "none")
        if not single and not (hit.first in alike and hit.within(alike[hit.first])):
            yield hit


def turned(atom: Atom, said: str, meant: str = "") -> Problem:
    """Return the problem of a comparison that the text says in another way.

    meant: the comparison as the text has it, as a part of a formula.
    """
    names = " and ".join(dict.fromkeys(one.name for one in atom.outputs))
    return Problem(
        reason="comparison_differs",
        message=f"the formula compares {names} by {atom.operator}, but {said}; compare as the "
        f"text does{f': {meant}' if meant else ''}",
        given=atom.operator,
    )


#: Longest offer that a message holds, characters.
LONGEST = 500


def equal_sides(atom: Atom) -> str:
    """Return that the sides of a comparison are equal; empty where it is long."""
    return _offered(Comparison(atom.left, (("==", atom.right),)))


def _within_ends(atom: Atom, literal: Literal, period: Period) -> str:
    """Return what a comparison limits between the ends of a printed stretch of time."""
    value = atom.left if atom.left_outputs else atom.right
    years = isinstance(literal.value, float)
    ends = [Number(float(end.year), str(end.year)) if years else Text(end.isoformat())
            for end in (period.first, period.last)]  # fmt: skip
    return _offered(Comparison(ends[0], (("<=", value), ("<=", ends[1]))))


def _offered(comparison: Comparison) -> str:
    text = written(comparison)
    return text if len(text) <= LONGEST else ""

"""Whether a formula has each number and date as its text does: as a limit, as equal, with its sign.

Messages offer the comparison as the text would have it, but none that turns its direction: where a
text is misread, whoever follows it would check the opposite.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import date
from functools import cached_property

from simulrag.verifier.claims import Problem
from simulrag.verifier.formulas.anchoring import lexicon
from simulrag.verifier.formulas.anchoring.claimed_relations import ANY_SIGN, SIGNS, is_change
from simulrag.verifier.formulas.anchoring.literals import Atom, Literal, RunOutput
from simulrag.verifier.formulas.anchoring.mentions import FILLERS, Meaning, Mentions
from simulrag.verifier.formulas.anchoring.numerals import PrintedNumber, family
from simulrag.verifier.formulas.anchoring.periods import FIRST_YEAR, LAST_YEAR, Period
from simulrag.verifier.formulas.anchoring.printed_literals import (
    Matched,
    converted,
    iso_day,
    number_fits,
)
from simulrag.verifier.formulas.anchoring.stated_directions import Directions, Relation
from simulrag.verifier.formulas.anchoring.unprinted import is_bound_of, one_time
from simulrag.verifier.formulas.anchoring.vocabulary import Hit, longest
from simulrag.verifier.formulas.printing import written
from simulrag.verifier.formulas.syntax import TURNED, Comparison, Minus, Number, Text
from simulrag.verifier.formulas.values import of_print

#: How far from a word such as "below" or "minus" its number may stand.
NEAR = 3
#: Half of the last digit of a whole number that is not rounded.
HALF = 0.5
#: Words between a label and its number.
BEHIND = 10
#: How many words may stand between a comparator and its number.
MOST_FILLERS = 5
#: Comparators that leave open on which side a value lies.
_OPEN = ("nearly", "almost", "even", "within")
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
class Numbers:
    """A formula with its text, and how both compare values with numbers and dates."""

    held: Matched
    directions: Directions

    def problems(self) -> Iterator[Problem]:
        """Return where a printed number or date is compared otherwise than in the text."""
        text = self.held.text
        denied = {number.first for number in text.numbers if number.denied}
        for atom in self.held.analysis.atoms:
            literals = self.held.analysis.of(atom)
            for literal in literals:
                said, meant = self._wrong(atom, literal) if literal.is_compared else ("", "")
                if said:
                    yield turned(atom, said, meant)
            two_runs = atom.left_outputs and atom.right_outputs
            if atom.operator == "!=" and not (
                denies(text) or (two_runs and text.of("different"))
                or any(at in denied for one in literals for at in self.held.positions(one))
            ):  # fmt: skip
                yield turned(atom, "the text denies nothing", equal_sides(atom))
        for one in self.held.analysis.literals:
            yield from self._of_ends(one)
            yield from self._of_sign(one)

    def _of_ends(self, limit: Literal) -> Iterator[Problem]:
        """Return where a text prints another end of a band right behind its label."""
        ends = [end for text in self.held.everywhere for end in _ends(limit, text)]
        if ends and not any(number_fits(end, limit) for end in ends):
            yield Problem(
                reason="pair_differs",
                message=f"the formula ends {limit.label!r} at {limit.printed}, but the text at "
                f"{ends[0].value:g}; write the ends that the text prints",
                given=limit.value,
            )

    # Signs.

    def _of_sign(self, one: Literal) -> Iterator[Problem]:
        """Return a problem where a number has another sign than the text's words give it."""
        said = ""
        if not isinstance(one.value, float) or not one.value:
            return
        if one.changed is not None:
            said = "" if self._is_change_said(one, one.value) else "the text says the opposite"
        elif one.role in ("compared", "limit"):
            said = self._of_result(one, one.value)
        if said:
            yield Problem(
                reason="comparison_differs",
                message=f"the sign of {one.says()} is not that of the text: {said}",
                parameter=one.changed.name if one.changed else one.parameter_name,
                given=one.value,
            )

    def _is_change_said(self, literal: Literal, value: float) -> bool:
        """Tell whether an argument has the sign that text, or else its context, gives it."""
        texts = [Directions(text) for text in self.held.everywhere]
        aside = {at for other in self.held.analysis.literals
                 if other.role == "compared" and other != literal
                 for at in self.held.positions(other)}  # fmt: skip
        for one in texts:
            signs = {one.of_numbers[number.first] for number in one.text.numbers
                     if (number.first not in aside or one is not texts[0])
                     and (number.owners or number.kind != "factor")
                     and number_fits(number, literal)} - {0}  # fmt: skip
            if signs:
                return (1 if value > 0 else -1) in signs
        return True

    def _of_result(self, literal: Literal, value: float) -> str:
        """Return what is wrong with the sign of a number that a result is compared with."""
        text, places = self.held.text, self.held.positions(literal)
        numbers = [text.numbers_at[at] for at in places if at in text.numbers_at]
        turns = self.directions.found(literal.outputs)
        falls = [hit for sign, hit in turns if sign < 0]
        averts, changes = text.of("averting"), any(map(is_change, literal.outputs))
        apart = any(map(_is_apart, literal.outputs))
        if value > 0 and (literal.role == "limit" or literal.absolute):
            return ""
        if value > 0:
            behind = [hit for hit in falls if any(hit.first == one.end for one in numbers)]
            if averts and changes and len(turns) == len(falls):
                return "the text says how much is averted"
            atom = self.held.analysis.atoms[literal.atom]
            negative = any(isinstance(side, Minus) for side in (atom.left, atom.right))
            if behind and apart and not (literal.difference or negative):
                words = text.printed(behind[0].first, behind[0].end)
                return f"the text says {words!r} of it"
            return "the text prints a minus" if {one.sign for one in numbers} == {-1} else ""
        if not places or any(one.sign < 0 for one in numbers):
            return ""
        if literal.role == "limit":
            told = (n for one in self.held.everywhere for n in one.numbers if n.sign < 0)
            return "" if any(number_fits(n, literal) for n in told) else "a size has no sign"
        if not (literal.difference or changes or apart):
            falls = [hit for hit in text.of("general fall") for at in places
                     if hit.first - NEAR <= at <= hit.end + NEAR]  # fmt: skip
            averts = ()
        minus = falls or averts
        return "" if minus else "the text prints no minus and says of nothing that it falls"

    # Limits.

    def _wrong(self, atom: Atom, literal: Literal) -> tuple[str, str]:
        """Return how the text compares a number or date where the formula does otherwise.

        In words, and as the part of a formula that would be accepted; both empty if as it does.
        """
        text = self.held.text
        places = self.held.positions(literal) or one_time(self.held, literal)
        if literal.comparator == "==" and not literal.optional:
            averting = lexicon.AVERTING if literal.difference else ()  # "avoids 2 °C of warming"
            denied = (text.printed(*hit[:2]) for at in places for hit in self._denials(at))
            words = next((one for one in denied if one.lower() not in averting), "")
            if words:
                return f"the text says {words!r} of {literal.printed}", ""
            if rounded := self._rounded(literal, places):
                return rounded, ""
        for at in places:
            relation, top = self._stated(at, literal), self._is_of_the_top(at, literal)
            if relation is None:
                continue
            if top and relation.signs == SIGNS.get(literal.comparator):
                return "", ""  # the tenth is one of the ten
            other = top or not relation.limits(literal.comparator)
            if other and not self._is_ordered_elsewhere(literal, relation):
                return f"the text says {relation.words!r} of {literal.printed}", ""
        for at in places:
            if self._other_end(at, literal):
                said = f"the text prints a stretch of time with two ends for {literal.printed}"
                meant = _within_ends(atom, literal, text.periods_at[at])
                return said, "" if denies(text) else meant
        limit = literal.comparator[:1] in ("<", ">") and not literal.optional and literal.value
        if limit and places and self._limits.isdisjoint(places):
            return f"the text states {literal.printed} and names no limit", ""
        return "", ""

    def _rounded(self, literal: Literal, places: Iterable[int]) -> str:
        """Return what is wrong with a number for rounded ones that is said to be exact."""
        exact = any(n.exact for n in map(self.held.text.numbers_at.get, places) if n)
        if not exact or of_print(float(literal.value), literal.printed).half <= HALF:
            return ""
        return (f"the text says 'exactly', and {literal.printed} stands for all that is rounded to "
                f"it; write {literal.printed}.0")  # fmt: skip

    def _denials(self, first: int) -> Iterator[Hit[Meaning]]:
        """Yield what denies, in the clause of a token, what stands there."""
        for hit in denials(self.held.text):
            ends = (hit.end, first) if hit.first < first else (first, hit.first)
            between = set(self.held.text.plain[slice(*ends)])
            if between.isdisjoint(_BREAKS):
                yield hit

    def _is_ordered_elsewhere(self, literal: Literal, relation: Relation) -> bool:
        """Tell whether the same value, or another run, is compared so beside an equality.

        As in "a bit less than half", and in "15 % in Texas and thus higher than the 12 % of Ohio".
        """
        return any(
            relation.limits(one.comparator) and one.outputs == literal.outputs
            for one in self.held.analysis.literals if one.value == literal.value
        ) or any(
            (relation.limits(atom.operator) and atom.right_outputs == literal.outputs)
            or (relation.limits(TURNED[atom.operator]) and atom.left_outputs == literal.outputs)
            for atom in self.held.analysis.atoms if atom.left_outputs and atom.right_outputs
        )  # fmt: skip

    def _other_end(self, first: int, literal: Literal) -> bool:
        """Tell whether a date is the wrong end of a stretch of time, or its only one."""
        period, day = self.held.text.periods_at.get(first), _day(literal)
        if period is None or day is None or period.is_day or not literal.limit:
            return False
        if not period.year_known or period.year_alone or literal.optional or first in self._said:
            return False
        never = denies(self.held.text) and literal.comparator == ">"
        if never and literal.value == period.last.year:  # "never this century" is after 2100
            return False
        days = {one.limit: _day(one) for one in self.held.analysis.literals
                if one.role == literal.role and first in self.held.positions(one)}  # fmt: skip
        opposite = days.get(-literal.limit)
        length = period.last - period.first
        if not period.exact and length.days <= SHORT:
            return opposite is None or (opposite > day) != (literal.limit < 0)
        # Nothing lies behind a stretch of time with which the declared years end.
        years = [p.high for p in self.held.parameters.values() if p.kind == "year" and p.high]
        last = literal.limit < 0 and bool(years) and period.last.year >= max(years)
        other = (1 if day > period.first + length / 2 else -1) != literal.limit
        return other or (opposite is None and not last)

    def _is_of_the_top(self, first: int, literal: Literal) -> bool:
        """Tell the worst place of several: "the ten warmest", "among the five with the most"."""
        number, plain = self.held.text.numbers_at.get(first), self.held.text.plain
        if number is None or not is_bound_of(self.held, literal, "rank"):
            return False
        most = lexicon.HIGHEST | lexicon.LOWEST
        named = most.isdisjoint(plain[number.end : number.end + 1])
        return not (named and lexicon.AMONG.isdisjoint(plain[max(0, first - 2) : first]))

    @cached_property
    def _limits(self) -> frozenset[int]:
        """Return where limits, the ends of ranges and stretches of time are printed."""
        text = self.held.text
        found = {*self._said, *(n.first for n in text.numbers if n.side or n.owners or n.ends)}
        found |= {p.first_token for p in text.periods if not (p.is_day or p.year_alone)}
        than = (hit.end for hit in text.of("reference") if text.plain[hit.first] == "than")
        found |= {at for end in than for at in self._led(end)}
        found |= {end.first_token for one in text.stretches for end in one}
        return frozenset(found)

    def _is_subject(self, hit: Hit[Meaning]) -> bool:
        """Tell who does nothing of what a sentence says: "none of the states", "no year"."""
        text, listed = self.held.text, self.held.analysis.listed
        behind = {*text.plain[hit.end : hit.end + 1]}
        return text.plain[hit.first] == "none" or bool(behind & _EACH) or any(
            one.first == hit.end and one.meaning.name in listed for one in text.of("parameter")
        )  # fmt: skip

    def _led(self, end: int) -> Iterator[int]:
        """Return the tokens that a comparator leads to which ends before a token."""
        for at in range(end, min(end + MOST_FILLERS + 1, len(self.held.text.tokens))):
            yield at
            if self.held.text.plain[at] not in FILLERS:
                return

    @cached_property
    def _said(self) -> dict[int, Hit[Meaning]]:
        """Return the comparator of each token that one leads to: the closest, and longest."""
        text, found = self.held.text, dict[int, Hit[Meaning]]()
        ends = {number.end + more: number.first for number in text.numbers for more in (0, 1)}
        for hit in text.of("comparator"):
            trailing = text.printed(hit.first, hit.end).lower().startswith(lexicon.TRAILING)
            for at in [ends.get(hit.first, -1)] if trailing else self._limited(hit):
                known = found.get(at)
                if known is None or (hit.end, hit.size) > (known.end, known.size):
                    found[at] = hit
        for word, printed in (("by", text.periods_at), ("to", text.numbers_at)):
            for at in text.places(word):
                ahead = range(max(0, at - MOST_KEPT), at)
                verbs = [verb for verb in ahead if text.plain[verb] in lexicon.KEEPING]
                for to in self._led(at + 1) if word == "by" or verbs else ():
                    if to in printed:
                        first = at if word == "by" else verbs[-1]
                        found.setdefault(to, Hit(first, at + 1, Meaning("comparator", "<=")))
        return found

    def _limited(self, hit: Hit[Meaning]) -> Iterator[int]:
        """Yield the tokens that a comparator says a limit of, which stand behind it."""
        text = self.held.text
        words = text.printed(hit.first, hit.end).lower()
        for at in self._led(hit.end):
            number = text.numbers_at.get(at)
            by_date = at in text.periods_at and text.plain[at - 1] == "by"
            reached = words in lexicon.REACHING and (number is None or by_date)
            # "After eight weeks" is eight weeks later, and ", after 655" is what was before.
            amount = number is not None and at not in text.periods_at
            timed = number is not None and family(number.unit) == "time"
            later = (words == "after" and timed) or (
                words in ("after", "before") and amount and not timed
            )
            if not reached and not later:
                yield at

    def _stated(self, first: int, literal: Literal) -> Relation | None:
        """Return what the words beside a number say of the value against it; None for nothing."""
        hit, number = self._said.get(first), self.held.text.numbers_at.get(first)
        among = hit is None or self.held.text.plain[hit.first] in lexicon.AMONG
        if among and self._is_of_the_top(first, literal):
            hit = Hit(first, first + 2, Meaning("comparator", "<="))
        over = False
        if number is not None and isinstance(literal.value, float):
            size, value = abs(literal.value), number.value
            inverted = bool(value) and literal.unit == "ratio" and alike(size, 1 / value)
            sizes = (value, 100 * value, *converted(number, literal))
            if not inverted and not any(alike(size, abs(one)) for one in sizes):
                return None
            over = (literal.value < 0) != (inverted and not alike(size, value))
            # What is more than halved is less than half of it.
            over = over != (number.shrinks and literal.unit == "ratio")
        return self._relation(hit, turned_over=over) if hit else None

    def _relation(self, hit: Hit[Meaning], *, turned_over: bool) -> Relation | None:
        """Return what a comparator says; turned over where -2 or 1 / 2 is compared for a 2."""
        text = self.held.text
        words = text.printed(hit.first, hit.end).lower()
        ahead = [one for one in text.of("negation") if one.end <= hit.first]
        # "Not even" denies what a sentence says of the least likely case.
        before = [one for one in text.of("comparator") if one.end <= hit.first
                  and text.printed(one.first, one.end).lower() == "not even"]  # fmt: skip
        before = before or [
            one for one in ahead if hit.first - one.first <= (1 if _is_none(text, one) else 4)
            or (_is_none(text, one) and self._is_subject(one))
        ]  # fmt: skip
        # What is denied further ahead may turn the limit or not.
        if words in _OPEN or not (before or all(_is_none(text, one) for one in ahead)):
            return None
        signs, nearly = SIGNS[hit.meaning.name], words in lexicon.NEARLY
        if turned_over:
            signs = frozenset(-sign for sign in signs)
        if before:
            words = f"{text.printed(before[-1].first, before[-1].end)} ... {words}"
            signs = ANY_SIGN - signs
        return Relation(signs, words, nearly)


def _is_none(text: Mentions, hit: Hit[Meaning]) -> bool:
    """Tell "no" and "none", which deny only what stands behind them."""
    return text.plain[hit.first] in ("no", "none")


def _is_apart(output: RunOutput) -> bool:
    """Tell a value that is itself a difference, as of a temperature from that of other years."""
    return output.declared is not None and output.declared.unit.startswith("delta_")


def alike(one: float, other: float) -> bool:
    """Tell whether two numbers may be one, rounded in another way."""
    return abs(one - other) <= ALIKE * one


def _ends(limit: Literal, text: Mentions) -> Iterator[PrintedNumber]:
    """Return the numbers that a text prints right behind a label as this end of its band."""
    for first in text.places(limit.label) if limit.label else ():
        behind = [n for n in text.numbers if 0 < n.first - first <= BEHIND][:2]
        if any(n.side for n in behind[:1]):
            yield from (n for n in behind if n.side == limit.limit)
            continue
        for number in behind[:1]:
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

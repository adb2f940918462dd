"""Whether a formula orders two runs, or a change, as the words of a text do."""

import itertools
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property

from simulrag.verifier.claims import Problem
from simulrag.verifier.formulas.anchoring.lexicon import GRAMMATICAL
from simulrag.verifier.formulas.anchoring.literal_sources import Sources
from simulrag.verifier.formulas.anchoring.literals import Atom, Literal, RunOutput
from simulrag.verifier.formulas.anchoring.numerals import PrintedNumber
from simulrag.verifier.formulas.anchoring.orders import (
    Claimed,
    Directions,
    Relation,
    claimed,
    is_change,
    of_changes,
    ratio,
)
from simulrag.verifier.formulas.anchoring.printed_literals import base_of
from simulrag.verifier.formulas.anchoring.stated_limits import alike, denies, equal_sides, turned
from simulrag.verifier.formulas.anchoring.unprinted import is_half, presences
from simulrag.verifier.formulas.listings import alters
from simulrag.verifier.formulas.syntax import (
    Application,
    Arithmetic,
    Node,
    Number,
    Text,
    Variable,
    walk,
)
from simulrag.verifier.formulas.syntax import Output as OutputOf

#: Words, but GRAMMATICAL ones, between "above" or "below" and what another is above or below.
NEAR = 5
#: The same behind "than" and "compared with".
NEAR_REFERENCE = 6
#: Mentions of one value that are tried.
MOST_TRIED = 8
#: Words for a difference without its sign.
UNDIRECTED = ("differ", "differs", "difference", "gap", "apart", "shift", "shifts", "shifted")

#: Units of values that say how many times as much the one is as the other.
_RATIOS = ("ratio", "percent", None)
#: Words between how many times and what another is so many times of.
_WHOLES = (["as"], ["of"], ["the"], ["that"], ["those"], ["what"])
#: Words between "as" and the "as" before the value that another is compared with.
MOST_AS = 6

Tokens = tuple[int, ...]


@dataclass(frozen=True)
class Comparisons:
    """A formula with its text, and which way both say that things differ."""

    held: Sources

    def problems(self) -> Iterator[Problem]:
        """Return where a difference or change has another sign than the text's words."""
        for atom in self.held.analysis.atoms:
            yield from list(self._turned(atom)) or self._inverted(atom)
            yield from self._changes_turned(atom)
            yield from self._value_or_change(atom)

    @cached_property
    def directions(self) -> Directions:
        """Return the words of direction of the text, without those of arguments."""
        text, places = self.held.text, self.held.positions
        numeric = [one for one in self.held.analysis.literals if isinstance(one.value, float)]
        others = {at for one in numeric if one.role != "argument" and not one.sought
                  for at in places(one)}  # fmt: skip
        arguments = {
            at for one in numeric for held in [one.parameter or one.sought]
            if held is not None and held.kind != "year"
            for at in places(one) if held.kind == "change"
            or (at > 0 and text.plain[at - 1] == "from")
        }  # fmt: skip
        own = [n for n in text.numbers if n.first in arguments - others]
        aside = frozenset(
            at for name in self._removed(self.held.analysis.outputs)
            for at, said in presences(text, name).items() if said == "gone"
        )  # fmt: skip
        return Directions(text, own, len(self.held.analysis.atoms) > 1, aside)

    def _removed(self, outputs: Sequence[RunOutput]) -> frozenset[str]:
        """Return the inputs of runs that have nothing left of what they change."""
        held = (held for one in outputs for held in one.call.arguments)
        return frozenset(
            name for name, value in held if name in self.held.altering
            and isinstance(value, Number) and value.value == -100
        )  # fmt: skip

    def _turned(self, atom: Atom) -> Iterator[Problem]:
        literals, positions = self.held.analysis.of(atom), self.held.positions
        # Whether the text says how many times as much the one is as the other.
        times = any(positions(one) or is_half(self.held, one) for one in literals if one.multiple)
        claim = claimed(atom, scaled=not times)
        if claim is None or atom.optional:
            return
        level = claim.signs == frozenset((0,))
        than = bool(claim.minus) and len(self.held.analysis.atoms) == 1
        plain = isinstance(atom.left, OutputOf) and isinstance(atom.right, OutputOf)
        relation = self._printed_sign(atom) or self.directions.relation(
            atom.outputs,
            than=than,
            plain=plain,
            level=level,
            places=tuple(at for one in literals if one.is_compared for at in positions(one)),
            signed=all(_is_signed(side, atom.outputs) for side in (atom.left, atom.right)),
        )
        turn = self._subject(claim) if relation and claim.minus else 1
        signs = relation.signs if relation else frozenset[int]()
        if self._is_excluded(atom):
            signs = frozenset((-1, 0, 1)) - signs
        if relation and turn and not {sign * turn for sign in signs} & claim.signs:
            said = f"the text says {relation.words!r} of the other side"
            equal, single = relation.signs == frozenset((0,)), len(relation.signs) == 1
            meant = equal_sides(atom) if equal else ""
            yield turned(atom, said, meant if single and not level else "")
        greater = claim if claim.signs == frozenset((1,)) else Claimed(claim.minus, claim.plus)
        alone = len(claim.signs) == 1 and not (atom.left_outputs and atom.right_outputs)
        if relation is None and alone and not level and self._undirected(greater):
            yield turned(
                atom, "the text does not say which of the two is greater; write abs, or the "
                "first less the second",
            )  # fmt: skip

    def _is_excluded(self, atom: Atom) -> bool:
        """Tell a comparison of what "only ..." leaves out, beside one of what it names."""
        text = self.held.text
        for only in text.places("only"):
            turns = (hit.first for _, hit in self.directions.found(atom.outputs))
            ends = [at for at in (*turns, *text.places("of"), *text.places("among")) if at > only]
            named = range(only, min(ends, default=only))
            calls = {
                literal.call for literal in self.held.analysis.literals if literal.call
                for at in self.held.positions(literal) if at in named
            }  # fmt: skip
            if calls and calls.isdisjoint(one.call for one in atom.outputs):
                return True
        return False

    def _inverted(self, atom: Atom) -> Iterator[Problem]:
        """Return where "half as many" is said of the other of the two runs."""
        found = ratio(atom)
        if found is None or not found[1] or set(found[0].plus) & set(found[0].minus):
            return
        claim, times = found
        numbers = self.held.text.numbers_at
        said = [
            numbers[at] for one in self.held.analysis.of(atom)
            if one.unit == "ratio" for at in self.held.positions(one) if at in numbers
        ]  # fmt: skip
        for number in said:
            direct, turn = alike(number.value, times), alike(number.value, 1 / times)
            as_many = self.held.text.plain[number.end : number.end + 1]
            shares = number.kind == "fraction" and as_many != ["as"]
            if self._times_as_high(number, "ratio") and direct != turn and not shares:
                if self._subject(claim) == (-1 if direct else 1):
                    words = self.held.text.printed(number.first, number.end)
                    said = f"the text says {words!r} of the other of the two runs"
                    yield turned(atom, said)
                return

    def _changes_turned(self, atom: Atom) -> Iterator[Problem]:
        """Return where two changes of the same runs are both taken the wrong way round."""
        claim, found = of_changes(atom), self.directions.found(atom.outputs)
        than = self.directions.before_than(found)
        signs = {sign for sign, hit in found if than is None or hit != than[1]}
        if claim is None or not found or not signs <= {1} or self._subject(claim) != -1:
            return
        hit = found[0][1]
        words = self.held.text.printed(hit.first, hit.end)
        yield turned(atom, f"the text says {words!r} of the other of the two runs")

    def _undirected(self, claim: Claimed) -> bool:
        """Tell whether the text prints only the size of a difference, and the second run first."""
        sides = (*claim.plus, *claim.minus)
        if not claim.minus or self.directions.found(sides):
            return False
        stated = self._stated(claim)
        first = any(plus and minus and plus[0] < minus[0] for _, plus, minus in stated)
        return not first and any(map(self.held.text.places, UNDIRECTED))

    def _printed_sign(self, atom: Atom) -> Relation | None:
        """Return the sign that the text prints before the number compared, or says by it."""
        numbers = self.held.text.numbers_at
        signs = {
            numbers[at].sign or self._times_as_high(numbers[at], one.unit): numbers[at]
            for one in self.held.analysis.of(atom)
            if one.role in ("compared", "operand") and one.value
            for at in self.held.positions(one) if at in numbers
        }  # fmt: skip
        if len(signs) != 1 or 0 in signs:
            return None
        ((sign, number),) = signs.items()
        first = number.first - bool(number.sign)
        return Relation(frozenset((sign,)), self.held.text.printed(first, number.end))

    def _times_as_high(self, number: PrintedNumber, unit: str | None) -> int:
        """Return 1 for "2.3 times as high" and "twice that of", -1 for "half as many"; else 0."""
        after = self.held.text.plain[number.end : number.end + 2]
        if after[:1] not in _WHOLES or after[1:2] in (["low"], ["few"]):
            return 0
        share = number.kind == "fraction" and unit == "ratio"
        if not share and (number.kind != "factor" or unit not in _RATIOS):
            return 0
        return (number.value > 1) - (number.value < 1)

    # Which side the text speaks of.

    def _subject(self, claim: Claimed) -> int | None:
        """Return 1 where the text speaks of the first side against the second, else -1."""
        stated = self._stated(claim)
        plus, minus = (
            {at for _, one, _ in stated for at in one},
            {at for *_, o in stated for at in o},
        )
        if not stated:
            plus, minus = (
                self._spoken(claim.plus, claim.minus),
                self._spoken(claim.minus, claim.plus),
            )
        turns = [self._reference(plus, minus)]
        for name, one, other in sorted(stated, key=lambda held: not (held[1] and held[2])):
            alone = 1 if one and not other else -1 if other and not one else None
            moved = self._from_to(one, other)
            turns += [moved, self._altered(name, claim), self._later(name, claim), alone]
        turns.append(self._first_of_all(claim))
        found = next((turn for turn in turns if turn is not None), None)
        return self._changed(claim) if found is None else found

    def _first_of_all(self, claim: Claimed) -> int | None:
        """Return which side alone is of no list: what a superlative compares with each of it."""
        plus, minus = (
            any(isinstance(node, Variable) for one in side for node in walk(one.call))
            for side in (claim.plus, claim.minus)
        )
        return None if plus == minus or not self.held.superlatives else 1 if minus else -1

    def _changed(self, claim: Claimed) -> int | None:
        """Return which side alone alters anything: what a text speaks of that names no other."""
        if self.held.text.of("reference", "baseline", "negation"):
            return None
        plus, minus = (
            any(alters(one.function, dict(one.call.arguments)) for one in side)
            for side in (claim.plus, claim.minus)
        )
        if plus == minus:
            return None
        # Of the effect of what one side is without, the text speaks as of what is there.
        gone = self._removed((*claim.plus, *claim.minus))
        effect = any(set(presences(self.held.text, n).values()) == {"there"} for n in gone)
        return 1 if plus != effect else -1

    def _stated(self, claim: Claimed) -> list[tuple[str, Tokens, Tokens]]:
        """Return each argument that differs, and where the text prints what one side alone has."""
        plus, minus = claim.plus, claim.minus
        names = dict.fromkeys(name for one in (*plus, *minus) for name, _ in one.call.arguments)
        found: list[tuple[str, Tokens, Tokens]] = []
        for name in names:
            if not _given(plus, name) & _given(minus, name):
                one, other = (set(self._printed(claim, side, name)) for side in (plus, minus))
                found.append((name, tuple(sorted(one - other)), tuple(sorted(other - one))))
        return found

    def _spoken(self, side: Sequence[RunOutput], other: Sequence[RunOutput]) -> set[int]:
        """Return where the text speaks of the outputs of one side that the other has not."""
        names = {one.name for one in side} - {one.name for one in other}
        hits = self.held.text.of("output")
        return {hit.first for hit in hits if hit.meaning.name in names}

    def _is_base(self, at: int, literal: Literal) -> bool:
        """Tell the printed value that a change is of: the 50 of "30 instead of 50 km/h"."""
        base = base_of(literal.parameter, literal.call) if literal.parameter else None
        numbers = (one for one in self.held.text.numbers if one.first == at)
        return bool(literal.value) and any(one.value == base for one in numbers)

    def _printed(self, claim: Claimed, side: Sequence[RunOutput], name: str) -> Tokens:
        calls = {one.call for one in side}
        found = {
            token for literal in self.held.analysis.literals
            if literal.parameter_name == name and literal.call in calls
            for token in self.held.positions(literal) if not self._is_base(token, literal)
        }  # fmt: skip
        parameter = self.held.parameters.get(name)
        both = all(map(self._removed, (claim.plus, claim.minus)))
        gone = both or "gone" in presences(self.held.text, name).values()
        said = found or (name in self._removed(side) and gone)
        if said and parameter is not None and parameter.kind == "change":
            hits = self.held.text.of("parameter")
            found.update(hit.first for hit in hits if hit.meaning.name == name)
        return tuple(sorted(found))

    def _reference(self, plus: set[int], minus: set[int]) -> int | None:
        """Return which side stands behind "than", "compared with", "above that of"."""
        plain = self.held.text.plain
        ahead = min(plus | minus, default=0)
        for first, end, room in self._references:
            words = 0
            for at in range(end, len(plain)):
                if at in plus or at in minus:
                    return 1 if at in minus and at not in plus else -1
                if plain[at] in (":", ";") or (
                    plain[at] == "," and (first < ahead or self.directions.several)
                ):
                    break  # what leads in ("compared with today, ...") ends at its comma
                words += plain[at] not in GRAMMATICAL
                if words > room:
                    break
            if room == NEAR_REFERENCE and bool(plus) != bool(minus) and ahead < first:
                return 1 if plus else -1
        return None

    @cached_property
    def _references(self) -> tuple[tuple[int, int, int], ...]:
        """Return where "than", "above", the second "as" stand, and how far behind them to look.

        "Than" comes first: what is named behind it is what a text compares with.
        """
        text, silent = self.held.text, self.directions.silent
        found = [(one.first, one.end, NEAR_REFERENCE) for one in text.of("reference")]
        found += [(one.first, one.end, NEAR) for one in text.of("general rise", "general fall")
                  if text.plain[one.first] in ("above", "below")]  # fmt: skip
        found = [one for one in found if one[0] not in silent]
        pairs = itertools.pairwise(text.places("as"))
        found += [(other, other + 1, NEAR_REFERENCE) for one, other in pairs
                  if 1 < other - one <= MOST_AS]  # fmt: skip
        return tuple(sorted(found, key=lambda one: (text.plain[one[0]] != "than", one)))

    def _from_to(self, plus: Tokens, minus: Tokens) -> int | None:
        words = self.held.text.plain
        for p in plus[:MOST_TRIED]:
            for m in minus[:MOST_TRIED]:
                first, second = min(p, m), max(p, m)
                ahead = set(words[max(0, first - NEAR) : first])
                between = set(words[first:second])
                if ("from" in ahead and between & {"to", "until", "into"}) or (
                    "between" in ahead and "and" in between
                ):
                    return 1 if p == second else -1
        return None

    def _altered(self, name: str, claim: Claimed) -> int | None:
        """Return which side has more, where the text speaks of more or less of a parameter."""
        said = self.directions.of_parameter(name)
        sides = (_given(side, name) for side in (claim.plus, claim.minus))
        one, other = (
            max((n.value for n in side if isinstance(n, Number)), default=None) for side in sides
        )
        if not said or one is None or other is None or one == other:
            return None
        return said if one > other else -said

    def _later(self, name: str, claim: Claimed) -> int | None:
        """Return which side is later, where the sides differ in a year, a date or a period."""
        parameter = self.held.parameters.get(name)
        if parameter is None or not (
            parameter.kind in ("year", "date") or parameter.selection.periods
        ):
            return None
        listed = self._listed(claim.plus, name), self._listed(claim.minus, name)
        if all(listed):
            (first, last), (begin, end) = ((min(one), max(one)) for one in listed)
            if first >= end and last > begin:
                return 1
            return -1 if last <= begin and first < end else None
        one, other = (max(map(_moment, _given(side, name)), default=("", 0.0))
                      for side in (claim.plus, claim.minus))  # fmt: skip
        if one[0] != other[0] or one == other:
            return None
        return 1 if one > other else -1

    def _listed(self, side: Sequence[RunOutput], name: str) -> list[float]:
        """Return the numbers that the runs of a side have for an input, those of a list too."""
        given, held = _given(side, name), self.held.analysis.literals
        own = [one.value for one in given if isinstance(one, Number)]
        if any(isinstance(one, Variable) for one in given):
            own += [one.value for one in held if one.call is None
                    and one.parameter_name == name and isinstance(one.value, float)]  # fmt: skip
        return own

    # A change, or the value itself.

    def _value_or_change(self, atom: Atom) -> Iterator[Problem]:
        """Return where a change stands for a value, or a value for a change."""
        output = next(iter(atom.outputs), None)
        two_sides = atom.left_outputs and atom.right_outputs
        if output is None or len(set(atom.outputs)) > 1 or two_sides:
            return
        declared, function, text = output.declared, output.function, self.held.text
        if declared is None:
            return
        named = any(hit.meaning.name == declared.name for hit in text.of("output"))
        turns = self.directions.found((output,))
        moved = turns or text.of("different", "equality") or denies(text) or named
        changed = any(one.changes_of == declared.name for one in function.outputs)
        zero = any(one.value == 0 and not self.held.positions(one)
                   for one in self.held.analysis.of(atom))  # fmt: skip
        said = ""
        if declared.changes_of and not moved and not self._printed_sign(atom):
            said = f"{declared.changes_of}, and no change of it"
        elif changed and zero and turns and len(self.held.analysis.calls) == 1:
            said = f"a change of {declared.name}, and not of its value"
        if said:
            yield Problem(
                reason="other_output",
                message=f"the formula takes {declared.name}, but the text speaks of {said}",
                given=declared.name,
            )


def _given(side: Sequence[RunOutput], name: str) -> set[Node | None]:
    return {dict(one.call.arguments).get(name) for one in side}


def _moment(node: Node | None) -> tuple[str, float | str]:
    match node:
        case Number(value=value):
            return "year", value
        case Text(value=value):
            return "text", value
        case Arithmetic(operator=sign, right=Number(value=value)):
            return "moved", value if sign == "+" else -value
        case None:
            return "", 0.0
        case _:
            return "moved", 0.0


def _is_signed(side: Node, outputs: Sequence[RunOutput]) -> bool:
    """Tell whether a side is a change of either sign: a difference, or an output that is one."""
    match side:
        case Arithmetic(operator="-") | Application(name="percent_change"):
            return True
        case OutputOf():
            return any(is_change(one) and one.name == side.name for one in outputs)
        case _:
            return False

"""Whether a formula compares what a text compares: in its direction, with its pairs."""

import itertools
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property

from simulrag.verifier.claims import Problem
from simulrag.verifier.formulas.designs import design_problems, mixed
from simulrag.verifier.formulas.directions import Directions, is_time
from simulrag.verifier.formulas.literals import Analysis, Atom, Literal, RunOutput, is_difference
from simulrag.verifier.formulas.mentions import Mentions, PrintedNumber
from simulrag.verifier.formulas.relations import Claimed, claimed, is_change, printed_operator
from simulrag.verifier.formulas.syntax import Arithmetic, Call, Node, Number, Text

Positions = Callable[[Literal], tuple[int, ...]]
#: Words between "above" or "below" and the value that another is above or below.
NEAR = 5
#: The same behind "than" and "compared with".
NEAR_REFERENCE = 9
#: Mentions of one value that are tried for pairs.
MOST_TRIED = 3
#: Words for a difference without its sign.
UNDIRECTED = ("differ", "differs", "difference", "gap", "apart")


def problems(analysis: Analysis, text: Mentions, positions: Positions) -> Iterator[Problem]:
    """Return where the formula's comparisons and pairs are not those of the text."""
    held = _Agreement(analysis, text, positions)
    for atom in analysis.atoms:
        yield from held.operator_problems(atom)
        yield from held.direction_problems(atom)
        yield from design_problems(atom)
    yield from mixed(analysis.atoms)
    yield from held.change_problems()
    yield from held.pair_problems()


def words(
    analysis: Analysis, text: Mentions, positions: Positions, atom: Atom
) -> Iterator[tuple[int, int, int]]:
    """Return the words that say which way a comparison goes: sign, first token, and behind last."""
    if claimed(atom) is not None:
        for sign, hit in _Agreement(analysis, text, positions).directions.found(atom.outputs):
            yield sign, hit.first, hit.end


@dataclass(frozen=True)
class _Agreement:
    analysis: Analysis
    text: Mentions
    positions: Positions

    @cached_property
    def directions(self) -> Directions:
        """Return the words of direction of the text, without those of arguments."""
        spans = [
            (number.first, number.end)
            for number in self.text.numbers
            if number.first in self._argument_tokens
        ]
        return Directions(self.text, spans)

    @cached_property
    def _argument_tokens(self) -> frozenset[int]:
        """Return the tokens of numbers that only arguments hold."""
        arguments: set[int] = set()
        others: set[int] = set()
        literals = [one for one in self.analysis.literals if isinstance(one.value, float)]
        for one in sorted(literals, key=lambda one: one.role == "argument"):
            if one.role != "argument":
                others.update(self.positions(one))
            elif one.parameter is not None and one.parameter.kind != "year":
                change = one.parameter.kind == "change"
                places = [at for at in self.positions(one) if change or self._after_from(at)]
                arguments.update(self._nearest(places, one.parameter.name, others))
        return frozenset(arguments)

    def _nearest(self, places: list[int], name: str, others: set[int]) -> list[int]:
        """Return where an argument is printed: of numbers printed alike, that beside its words."""
        if len(places) < 2:
            return [at for at in places if at not in others]
        words = [hit.first for hit in self.text.of("parameter") if hit.meaning.name == name]
        return [min(places, key=lambda at: min((abs(at - one) for one in words), default=0))]

    def _after_from(self, token: int) -> bool:
        return token > 0 and self.text.tokens[token - 1].plain == "from"

    # A comparison with what the text prints.

    def operator_problems(self, atom: Atom) -> Iterator[Problem]:
        """Return where a printed number is compared otherwise than in the text."""
        for literal in self.analysis.literals:
            if literal.atom != atom.index or literal.role not in ("compared", "label"):
                continue
            for first in self.positions(literal):
                printed = printed_operator(self.text, first, literal)
                if printed and self._contradicts(printed, literal, atom):
                    yield self._turned(
                        atom, f"the text says {printed.words!r} of {literal.printed}"
                    )
                    break
        if atom.operator == "!=" and not self._may_differ(atom):
            yield self._turned(atom, "the text denies nothing")

    def _contradicts(self, printed: Claimed, literal: Literal, atom: Atom) -> bool:
        others = [one for one in self.analysis.literals if one.role == "compared"
                  and one.value == literal.value and one.atom != atom.index]  # fmt: skip
        if others and any(one.comparator in printed.operators for one in others):
            return False
        return literal.comparator not in printed.operators

    def _may_differ(self, atom: Atom) -> bool:
        two_runs = bool(atom.left_outputs and atom.right_outputs)
        return bool(self._negated or (two_runs and self.text.of("different")))

    @cached_property
    def _negated(self) -> bool:
        """Tell whether the text denies what it says, not only that there is any of something."""
        hits = self.text.of("negation")
        return any(self.text.tokens[hit.first].plain not in ("no", "none") for hit in hits)

    def _turned(self, atom: Atom, said: str) -> Problem:
        names = " and ".join(dict.fromkeys(one.name for one in atom.outputs))
        return Problem(
            reason="comparison_differs",
            message=f"the formula compares {names} by {atom.operator}, but {said}; compare as the "
            "text does",
            given=atom.operator,
        )

    # A comparison of two runs, or of a change with nothing.

    def direction_problems(self, atom: Atom) -> Iterator[Problem]:
        """Return where a difference or change has another sign than the text's words."""
        claim = claimed(atom)
        if claim is None or atom.optional:
            return
        relation = self.directions.relation(
            atom.outputs,
            compared=bool(claim.minus),
            changes=bool(claim.minus) and self._of_changes(atom),
            alone=len(self.analysis.atoms) == 1,
            level=claim.signs == frozenset((0,)),
            printed=self._printed_sign(atom),
        )
        if relation is None:
            if self._undirected(atom, claim):
                yield self._turned(
                    atom, "the text says how far the two differ and not which is greater; write abs"
                )
            return
        turn = self._subject(claim) if claim.minus else 1
        if turn is None:
            return
        wanted = frozenset(sign * turn for sign in relation.signs)
        if not wanted & claim.signs:
            yield self._turned(atom, f"the text says {relation.words!r} of the other side")

    def _undirected(self, atom: Atom, claim: "Claimed") -> bool:
        """Tell whether a signed difference stands where the text prints only its size."""
        if not claim.minus or atom.operator != "==" or claim.signs == frozenset((0,)):
            return False
        apart = any(self.text.places(word) for word in UNDIRECTED)
        return apart and not self.directions.found(atom.outputs)

    def _printed_sign(self, atom: Atom) -> int:
        """Return the sign that the text prints before the number that is compared; 0 for none."""
        signs = {
            number.sign or self._times_as_high(number)
            for one in self.analysis.literals
            if one.atom == atom.index and one.role == "compared" and one.value
            for number in self.text.numbers
            if number.first in self.positions(one)
        }
        return signs.pop() if len(signs) == 1 else 0

    def _times_as_high(self, number: PrintedNumber) -> int:
        """Return 1 for "2.3 times as high", which puts what is spoken of above the other."""
        after = [token.plain for token in self.text.tokens[number.end : number.end + 2]]
        larger = after[:1] == ["as"] and after[1:] != ["low"]
        return int(number.kind == "factor" and number.value > 1 and larger)

    def _of_changes(self, atom: Atom) -> bool:
        """Tell whether both sides of a comparison are differences or changes."""
        if not atom.right_outputs or not atom.left_outputs:
            return False
        return is_difference(atom.left) or any(is_change(one) for one in atom.outputs)

    def _subject(self, claim: "Claimed") -> int | None:
        """Return 1 where the text speaks of the first side against the second, else -1."""
        stated = [
            (name, *(self._stated(side, name) for side in (claim.plus, claim.minus)))
            for name in self._differing(claim.plus, claim.minus)
        ]
        stated.sort(key=lambda one: not (one[1] and one[2]))
        for name, plus, minus in stated:
            found = self._order(name, plus, minus, claim)
            if found is not None:
                return found
        return None

    def _differing(self, plus: Sequence[RunOutput], minus: Sequence[RunOutput]) -> Iterator[str]:
        names = dict.fromkeys(name for one in (*plus, *minus) for name, _ in one.call.arguments)
        for name in names:
            left, right = (
                {dict(one.call.arguments).get(name) for one in side} for side in (plus, minus)
            )
            if not left & right:
                yield name

    def _stated(self, side: Sequence[RunOutput], name: str) -> tuple[int, ...]:
        """Return the tokens at which the text prints what one side has for an argument."""
        calls = {one.call for one in side}
        found = [
            token
            for literal in self.analysis.literals
            if literal.parameter_name == name and literal.call in calls
            for token in self.positions(literal)
        ]
        return tuple(sorted(set(found)))

    def _order(
        self, name: str, plus: tuple[int, ...], minus: tuple[int, ...], claim: "Claimed"
    ) -> int | None:
        reference = self._reference(plus, minus)
        if reference is not None:
            return reference
        if plus and minus:
            moved = self._from_to(plus, minus)
            if moved is not None:
                return moved
        later = self._later(name, claim)
        if later is not None:
            return later
        if bool(plus) != bool(minus):
            return 1 if plus else -1
        return None

    def _reference(self, plus: tuple[int, ...], minus: tuple[int, ...]) -> int | None:
        """Return which side stands behind "than", "compared with", "above that of"."""
        for hit in self.text.of("reference", "general rise", "general fall"):
            close = hit.meaning.kind != "reference"
            if close and self.text.tokens[hit.first].plain not in ("above", "below"):
                continue
            room = NEAR if close else NEAR_REFERENCE
            after = [
                min((at for at in side if self._within(hit.end, at, room)), default=None)
                for side in (plus, minus)
            ]
            if after[0] is None and after[1] is None:
                if not close and bool(plus) != bool(minus) and min(plus + minus) < hit.first:
                    return 1 if plus else -1
                continue
            if after[0] is None or (after[1] is not None and after[1] < after[0]):
                return 1
            return -1
        return None

    def _within(self, start: int, token: int, room: int) -> bool:
        """Tell whether a token stands soon behind another, in the same clause."""
        between = self.text.tokens[start:token]
        return start <= token <= start + room and not any(t.plain in (":", ";") for t in between)

    def _from_to(self, plus: tuple[int, ...], minus: tuple[int, ...]) -> int | None:
        for p in plus:
            for m in minus:
                first, second = min(p, m), max(p, m)
                ahead = {token.plain for token in self.text.tokens[max(0, first - 3) : first]}
                between = {token.plain for token in self.text.tokens[first:second]}
                if ("from" in ahead and between & {"to", "until", "into"}) or (
                    "between" in ahead and "and" in between
                ):
                    return 1 if p == second else -1
        return None

    def _later(self, name: str, claim: "Claimed") -> int | None:
        """Return which side is later, where the sides differ in a year, a date or a period."""
        sides = [[dict(one.call.arguments).get(name) for one in side]
                 for side in (claim.plus, claim.minus)]  # fmt: skip
        kinds = {one.parameter.kind for one in self.analysis.literals
                 if one.parameter and one.parameter_name == name and (
                     one.parameter.kind in ("year", "date") or one.parameter.periods)}  # fmt: skip
        if not kinds or not sides[0] or not sides[1]:
            return None
        left, right = (max(map(_moment, side), default=None) for side in sides)
        if left is None or right is None or left[0] != right[0] or left == right:
            return None
        return 1 if left > right else -1

    # A change, or the value itself.

    def change_problems(self) -> Iterator[Problem]:
        """Return where a change stands for a value, a value for a change, or one word too few."""
        for atom in self.analysis.atoms:
            outputs = set(atom.outputs)
            if (len(outputs) == 1 and not atom.right_outputs) or not atom.left_outputs:
                yield from self._value_or_change(atom, next(iter(outputs), None))
        if self._left_out():
            yield Problem(
                reason="text_not_in_formula",
                message="the text says two things of different kinds, as higher and later, and the "
                "formula compares only one; join both by `and`",
            )

    def _value_or_change(self, atom: Atom, output: RunOutput | None) -> Iterator[Problem]:
        if output is None or output.declared is None or output.function is None:
            return
        name, changes = output.declared.name, output.declared.changes_of
        moved = self.directions.found((output,)) or self.text.of("different", "equality")
        moved = moved or self._negated or self._printed_sign(atom) or any(
            hit.meaning.name == name for hit in self.text.of("output"))  # fmt: skip
        if changes and not moved:
            yield self._kind(name, f"{changes}, and no change of it")
        held = any(one.changes_of == name for one in output.function.outputs)
        zero = any(one.atom == atom.index and one.value == 0 for one in self.analysis.literals)
        if held and len(self.analysis.calls) == 1 and (
            (zero and self.directions.found((output,))) or self._speaks_of_change(atom)
        ):  # fmt: skip
            yield self._kind(name, f"a change of {name}, and not of its value")

    def _speaks_of_change(self, atom: Atom) -> bool:
        """Tell whether the text puts "change" or "by" before a number that is compared as it is."""
        for one in self.analysis.literals:
            if one.atom != atom.index or one.role != "compared" or not one.value:
                continue
            for at in self.positions(one):
                before = {token.plain for token in self.text.tokens[max(0, at - 3) : at]}
                if "by" in before:
                    return True
        banded = any(
            one.atom == atom.index and one.role == "limit" for one in self.analysis.literals
        )
        return banded and any(self.text.places(word) for word in ("change", "difference", "effect"))

    def _kind(self, name: str, said: str) -> Problem:
        return Problem(
            reason="other_output",
            message=f"the formula takes {name}, but the text speaks of {said}",
            given=name,
        )

    def _left_out(self) -> bool:
        """Tell whether "higher and later" stands for outputs of one kind alone."""
        timed = {is_time(one) for one in self.analysis.outputs}
        if len(timed) != 1 or len(self.analysis.outputs) == 0:
            return False
        words = {hit.first: True for hit in self.text.of("later", "earlier")}
        words |= {hit.first: False for hit in self.text.of("general rise", "general fall")}
        for at, is_timed in words.items():
            joined = self.text.tokens[at + 1 : at + 2]
            other = words.get(at + 2)
            if joined and joined[0].plain == "and" and other is not None and other != is_timed:
                return self.text.tokens[at].plain not in ("up", "down")
        return False

    # Pairs that belong together.

    def pair_problems(self) -> Iterator[Problem]:
        """Return where two runs hold values that the text prints the other way round."""
        for first, second in itertools.combinations(self.analysis.calls, 2):
            held = self._attributes(first), self._attributes(second)
            names = [
                name for name in held[0]
                if name in held[1] and not set(held[0][name][1]) & set(held[1][name][1])
            ]  # fmt: skip
            for a, b in itertools.combinations(names, 2):
                if self._crossed(a, b):
                    continue
                places = [held[i][name][1] for name in (a, b) for i in (0, 1)]
                if not _paired(*places):
                    yield self._swapped(held[0][a][0], held[0][b][0])
                    return

    def _swapped(self, one: str, other: str) -> Problem:
        return Problem(
            reason="pair_differs",
            message=f"the formula has {one} together with {other}, but the text prints them in "
            "another order; pair what the text pairs",
        )

    def _attributes(self, call: Call) -> dict[str, tuple[str, tuple[int, ...]]]:
        """Return what a run has and is compared with: in words, and where the text prints it."""
        found: dict[str, tuple[str, tuple[int, ...]]] = {}
        for literal in self.analysis.literals:
            name = literal.parameter_name
            if literal.call == call and name:
                places = self.positions(literal)
            elif literal.role in ("compared", "label") and {o.call for o in literal.outputs} == {
                call
            }:
                name, places = f"value of {literal.outputs[0].name}", self.positions(literal)
            else:
                continue
            if places:
                found[name] = (
                    literal.says(),
                    tuple(sorted({*found.get(name, ("", ()))[1], *places})),
                )
        return found

    def _crossed(self, a: str, b: str) -> bool:
        """Tell whether the formula has one value of a parameter with several of another."""
        held = {(dict(c.arguments).get(a), dict(c.arguments).get(b)) for c in self.analysis.calls}
        if a.startswith("value of") or b.startswith("value of"):
            return False
        lefts, rights = [left for left, _ in held], [right for _, right in held]
        return len(set(lefts)) < len(lefts) or len(set(rights)) < len(rights)


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


def _paired(a1: Sequence[int], a2: Sequence[int], b1: Sequence[int], b2: Sequence[int]) -> bool:
    """Tell whether a text may pair the first of one kind with the first of another."""
    tried = itertools.product(*(held[:MOST_TRIED] for held in (a1, a2, b1, b2)))
    return any(_pairs(*one) for one in tried)


def _pairs(a1: int, a2: int, b1: int, b2: int) -> bool:
    order = sorted((a1, a2, b1, b2))
    kinds = "".join("a" if at in (a1, a2) else "b" for at in order)
    if kinds in ("abba", "baab"):
        return {a1, b1} in (set(order[:2]), set(order[2:]))
    return (a1 < a2) == (b1 < b2)

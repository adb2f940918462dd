"""Whether a formula orders two runs, or a change, as the words of a text do."""

from collections.abc import Iterator, Sequence, Set
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from simulrag.verifier.claims import Problem
from simulrag.verifier.formulas.anchoring.claimed_relations import (
    ANY_SIGN,
    SIGNS,
    Claimed,
    claimed,
    is_change,
    is_temporal,
    names_of,
    of_changes,
    placed,
)
from simulrag.verifier.formulas.anchoring.compared_numbers import denies, equal_sides, turned
from simulrag.verifier.formulas.anchoring.literal_sources import Sources
from simulrag.verifier.formulas.anchoring.literals import Atom, RunOutput
from simulrag.verifier.formulas.anchoring.numerals import PrintedNumber
from simulrag.verifier.formulas.anchoring.printed_literals import base_of
from simulrag.verifier.formulas.anchoring.stated_directions import Directions, Relation
from simulrag.verifier.formulas.anchoring.unprinted import is_half, presences
from simulrag.verifier.formulas.listings import alters
from simulrag.verifier.formulas.syntax import Node, Number, Text, Variable
from simulrag.verifier.formulas.syntax import Output as OutputOf

#: How far before "to", and behind "compared with", what belongs to it may stand.
NEAR = 5
#: How far behind "than" to look for what another is compared with.
BEHIND = 20
#: How far before "to" and a percentage a word of direction may stand.
FROM_TURN = 6
#: Words for a difference without its sign.
UNDIRECTED = ("differ", "differs", "difference", "gap", "apart", "shift", "shifts", "shifted")

#: Units of values that say how many times as much the one is as the other.
_RATIOS = ("ratio", "percent", None)
#: Words between how many times and what another is so many times of.
_WHOLES = (["as"], ["of"], ["the"], ["that"], ["those"], ["what"])
Tokens = tuple[int, ...]


@dataclass(frozen=True)
class Comparisons:
    """A formula with its text, and which way both say that things differ."""

    held: Sources

    def problems(self) -> Iterator[Problem]:
        """Return where a difference or change has another sign than the text's words."""
        for atom in self.held.analysis.atoms:
            yield from self._turned(atom)
            yield from self._changes_turned(atom)
            yield from self._value_or_change(atom)
            yield from self._of_another_base(atom)
            yield from self._of_swapped_base(atom)
            yield from self._of_what_is_left(atom)

    @cached_property
    def directions(self) -> Directions:
        """Return the words of direction of the text, without those of arguments."""
        text, places = self.held.text, self.held.positions
        literals = self.held.analysis.literals
        results = {at for one in literals if one.role != "argument" for at in places(one)}
        inputs = {at for one in literals if one.parameter and one.parameter.kind != "year"
                  for at in places(one)
                  if one.changed or text.plain[max(0, at - 1)] == "from"}  # fmt: skip
        own = [number for number in text.numbers if number.first in inputs - results]
        removed = self._removed(self.held.analysis.outputs)
        held = (one for name in removed for one in presences(text, name).items())
        aside = frozenset(at for at, said in held if said == "gone")
        return Directions(text, own, len(self.held.analysis.atoms) > 1, aside)

    def _removed(self, outputs: Sequence[RunOutput]) -> frozenset[str]:
        """Return the inputs of runs that have nothing left of what they change."""
        held = (held for one in outputs for held in one.call.arguments)
        return frozenset(
            name for name, value in held if name in self.held.altering
            and isinstance(value, Number) and value.value == -100
        )  # fmt: skip

    def _turned(self, atom: Atom) -> Iterator[Problem]:
        """Return where no sign that the words allow is one that the formula claims."""
        literals, positions = self.held.analysis.of(atom), self.held.positions
        # Whether the text says how many times as much the one is as the other.
        times = any(positions(one) or is_half(self.held, one) for one in literals if one.multiple)
        claim = claimed(atom, scaled=not times)
        if claim is None or atom.optional:
            return
        level = claim.signs == SIGNS["=="]
        printed = self._printed_sign(atom)
        relation = printed or self.directions.relation(
            atom.outputs,
            than=bool(claim.minus) and len(self.held.analysis.atoms) == 1,
            plain=isinstance(atom.left, OutputOf) and isinstance(atom.right, OutputOf),
            level=level,
            places=tuple(at for one in literals if one.is_compared for at in positions(one)),
        )
        signs = claim.signs
        if printed and claim.times and not signs:  # "less than twice that of"
            signs = frozenset(((claim.times > 1) - (claim.times < 1),))
        if relation is None:
            if signs in (SIGNS[">"], SIGNS["<"]) and not (atom.left_outputs and atom.right_outputs):
                yield from self._of_size(atom, claim)
            return
        turn = self._subject(claim) if signs and claim.minus else 1
        said = ANY_SIGN - relation.signs if self._is_excluded(atom) else relation.signs
        if signs and turn and not _agree({sign * turn for sign in said}, signs):
            meant = equal_sides(atom) if relation.signs == SIGNS["=="] else ""
            why = f"the text says {relation.words!r} of the other side"
            yield turned(atom, why, "" if level else meant)

    def _changes_turned(self, atom: Atom) -> Iterator[Problem]:
        """Return where two changes of the same runs are both taken the wrong way round."""
        claim, found = of_changes(atom), self.directions.found(atom.outputs)
        than = self.directions.before_than(found, plain=False)
        signs = {sign for sign, hit in found if than is None or hit != than[1]}
        if claim and found and signs <= {1} and self._subject(claim) == -1:
            words = self.held.text.printed(*found[0][1][:2])
            yield turned(atom, f"the text says {words!r} of the other of the two runs")

    def _of_size(self, atom: Atom, claim: Claimed) -> Iterator[Problem]:
        """Return where a text prints only the size of a difference, and the second run first."""
        sides = (claim.plus, claim.minus) if 1 in claim.signs else (claim.minus, claim.plus)
        if not claim.minus or self.directions.found((*claim.plus, *claim.minus)):
            return
        stated = self._stated(*sides)
        first = any(plus and minus and plus[0] < minus[0] for _, plus, minus in stated)
        if not first and any(map(self.held.text.places, UNDIRECTED)):
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

    def _printed_sign(self, atom: Atom) -> Relation | None:
        """Return the sign that the text prints before the number compared, or says by it.

        It is 1 of "2.3 times as high" and "twice that of", -1 of "half as many".
        """
        text, signs = self.held.text, dict[int, PrintedNumber]()
        for one in self.held.analysis.of(atom):
            places = self.held.positions(one) if one.role in ("compared", "operand") else ()
            for number in (text.numbers_at[at] for at in places if at in text.numbers_at):
                after = text.plain[number.end : number.end + 2]
                factor = number.kind == "factor" and one.unit in _RATIOS
                share = number.kind == "fraction" and one.unit == "ratio"
                times = after[:1] in _WHOLES and after[1:2] not in (["low"], ["few"])
                size = (number.value > 1) - (number.value < 1)
                signs[number.sign or (size if times and (factor or share) else 0)] = number
        if len(signs) != 1 or 0 in signs:
            return None
        ((sign, number),) = signs.items()
        first = number.first - bool(number.sign)
        return Relation(frozenset((sign,)), text.printed(first, number.end))

    # Which side the text speaks of.

    def _subject(self, claim: Claimed) -> int | None:
        """Return 1 where the text speaks of the first side against the second, else -1."""
        stated = self._stated(claim.plus, claim.minus)
        plus = {at for _, one, _ in stated for at in one}
        minus = {at for *_, other in stated for at in other}
        if not stated:
            plus = self._spoken(claim.plus, claim.minus)
            minus = self._spoken(claim.minus, claim.plus)
        turns = [self._reference(plus, minus)]
        for name, one, other in stated:
            alone = None if bool(one) == bool(other) else 1 if one else -1
            moved = self._from_to(one, other)
            turns += [moved, self._more(name, claim), alone]
        found = next((turn for turn in turns if turn is not None), None)
        return self._changed(claim) if found is None else found

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

    def _stated(
        self, plus: Sequence[RunOutput], minus: Sequence[RunOutput]
    ) -> list[tuple[str, Tokens, Tokens]]:
        """Return each argument that differs, and where the text prints what one side alone has."""
        names = dict.fromkeys(name for one in (*plus, *minus) for name, _ in one.call.arguments)
        both = all(map(self._removed, (plus, minus)))
        found: list[tuple[str, Tokens, Tokens]] = []
        for name in names:
            if not _given(plus, name) & _given(minus, name):
                one, other = (self._printed(side, name, both=both) for side in (plus, minus))
                found.append((name, _in_order(one - other), _in_order(other - one)))
        return found

    def _spoken(self, side: Sequence[RunOutput], other: Sequence[RunOutput]) -> set[int]:
        """Return where the text speaks of the outputs of one side that the other has not."""
        own, others = ({name for one in some for name in names_of(one)} for some in (side, other))
        names = own - others
        hits = self.held.text.of("output")
        return {hit.first for hit in hits if hit.meaning.name in names}

    def _printed(self, side: Sequence[RunOutput], name: str, *, both: bool) -> set[int]:
        """Return where the text prints what a side has; both: each side has removed something."""
        calls, numbers = {one.call for one in side}, self.held.text.numbers_at
        found = set[int]()
        for one in self.held.analysis.literals:
            if one.parameter is None or one.parameter_name != name or one.call not in calls:
                continue
            base = base_of(one.parameter, one.call) if one.value else None
            bases = {at for at, held in numbers.items() if base is not None and held.value == base}
            found |= {*self.held.positions(one)} - bases  # "30 instead of 50 km/h"
        gone = both or "gone" in presences(self.held.text, name).values()
        parameter = self.held.parameters.get(name)
        if parameter is not None and parameter.kind == "change" and (
            found or (name in self._removed(side) and gone)
        ):  # fmt: skip
            hits = self.held.text.of("parameter")
            found.update(hit.first for hit in hits if hit.meaning.name == name)
        return found

    def _reference(self, plus: set[int], minus: set[int]) -> int | None:
        """Return which side stands behind "than", "compared with", the second "as"."""
        plain, ahead = self.held.text.plain, min(plus | minus, default=0)
        for first, end in self._references:
            # What leads in ("compared with today, ...") ends at its comma.
            ends = (":", ";", ",") if first < ahead or self.directions.several else (":", ";")
            for at in range(end, min(end + BEHIND, len(plain))):
                if at in plus or at in minus:
                    return 1 if at in minus and at not in plus else -1
                if plain[at] in ends:
                    break
            if bool(plus) != bool(minus) and ahead < first:
                return 1 if plus else -1
        return None

    @cached_property
    def _references(self) -> list[tuple[int, int]]:
        """Return where words stand behind which another is named; "than" comes first."""
        text, silent = self.held.text, self.directions.silent
        found = [(one.first, one.end) for one in text.of("reference") if one.first not in silent]
        found += [(at, at + 1) for at in text.places("as")[1:]]
        found += [(one.first, one.end) for _, one in self.directions.prepositions]
        if all(map(is_temporal, self.held.analysis.outputs)):
            found += [(one.first, one.end) for one in text.of("later", "earlier")
                      if text.plain[one.first] in ("after", "before")]  # fmt: skip
        return sorted(found, key=lambda one: (text.plain[one[0]] != "than", one))

    def _from_to(self, plus: Tokens, minus: Tokens) -> int | None:
        words = self.held.text.plain
        for p, m in zip(plus[:1], minus[:1], strict=False):
            first, second = sorted((p, m))
            ahead, between = set(words[max(0, first - NEAR) : first]), set(words[first:second])
            moved = "from" in ahead and between & {"to", "until", "into"}
            if moved or ("between" in ahead and "and" in between):
                return 1 if p == second else -1
        return None

    def _more(self, name: str, claim: Claimed) -> int | None:
        """Return which side is the later one, or has more of an input where that is spoken of."""
        parameter = self.held.parameters.get(name)
        timed = parameter and (parameter.kind in ("year", "date") or parameter.selection.periods)
        said = 1 if timed else self.directions.of_parameter(name)
        one, other = (self._values(side, name) for side in (claim.plus, claim.minus))
        for kind in one.keys() & other.keys() if said else ():
            first, last, begin, end = (*_ends(one[kind]), *_ends(other[kind]))
            if first >= end and last > begin:
                return said
            if last <= begin and first < end:
                return -said
        return None

    def _values(self, side: Sequence[RunOutput], name: str) -> dict[str, list[Any]]:
        """Return the numbers, dates and shifts of a name of `for` that a side has for an input."""
        found: dict[str, list[Any]] = {}
        for node in _given(side, name):
            base, value = placed(node)
            if isinstance(node, Text):
                found.setdefault("text", []).append(node.value)
            elif base is None and node is not None:
                found.setdefault("number", []).append(value)
            elif isinstance(base, Variable):
                found.setdefault("shift", []).append(value)
            listed = [one.value for one in self.held.analysis.literals
                      if isinstance(node, Variable) and one.call is None
                      and one.parameter_name == name and isinstance(one.value, float)]  # fmt: skip
            if listed:
                found.setdefault("number", []).extend(listed)
        return found

    # What a change is of.

    def _of_another_base(self, atom: Atom) -> Iterator[Problem]:
        """Return where a text compares with another choice than that without any change."""
        output, text = _changed(atom), self.held.text
        inputs = output.function.parameters if output else ()
        altering = {one.name: one for one in inputs if one.alters and one.choices}
        named = ((end.end, hit) for end in text.of("reference") for hit in text.of("choice")
                 if 0 <= hit.first - end.end <= NEAR)  # fmt: skip
        for end, hit in named:
            parameter = altering.get(hit.meaning.name)
            apart = not {",", ";", ":"}.isdisjoint(text.plain[end : hit.first])
            if parameter is None or apart or str(parameter.default) in hit.meaning.values:
                continue
            others = self.held.values.get(hit.meaning.name, frozenset())
            run = output is not None and dict(output.call.arguments).get(hit.meaning.name)
            own = isinstance(run, Text) and run.value in hit.meaning.values
            if own or (len(others) > 1 and not others.isdisjoint(hit.meaning.values)):
                continue  # it is the run's own, or the formula has a run of each
            name = output.name if output else ""
            yield Problem(
                reason="comparison_differs",
                message=f"the text compares with {text.printed(hit.first, hit.end)}, but "
                f"{name} is against {parameter.name}={parameter.default}; write "
                "percent_change(new, old) or a difference of two runs",
                given=name,
            )
            return

    def _of_swapped_base(self, atom: Atom) -> Iterator[Problem]:
        """Return where a text counts a change from what the run has, to what it has without."""
        output, text = _changed(atom), self.held.text
        for one in self.held.analysis.literals:
            parameter = one.parameter
            if output is None or parameter is None or one.call != output.call:
                continue
            if parameter.usual in (None, one.value):
                continue
            own = set(self.held.positions(one))
            base = {hit.first for hit in text.of("choice") if hit.meaning.name == parameter.name
                    and str(parameter.usual) in hit.meaning.values} - own  # fmt: skip
            base |= {n.first for n in text.numbers if n.value == parameter.usual and not n.unit}
            sides = self._reference(own, base), self._from_to(*map(_in_order, (own, base)))
            if own and base and -1 in sides:
                yield turned(
                    atom, f"the text counts from {one.parameter_name}={one.printed}, and "
                    f"{output.name} is against {one.parameter_name}={parameter.usual}",
                )  # fmt: skip

    def _of_what_is_left(self, atom: Atom) -> Iterator[Problem]:
        """Return where a text says to what share something goes, and a formula by how much."""
        text = self.held.text
        turns = {hit.first for _, hit in self.directions.found(atom.outputs)}
        moved = _changed(atom) or any(map(is_change, atom.outputs))
        literals = self.held.analysis.of(atom) if moved else ()
        shares = (one for one in literals if one.role == "compared" and one.unit == "percent")
        for at in (at for one in shares for at in self.held.positions(one)):
            # Behind "to", where it ends no range: not "by 20 to 25 %".
            words = text.plain[max(0, at - FROM_TURN) : at]
            ahead = not turns.isdisjoint(range(at - FROM_TURN, at))
            if words[-1:] == ["to"] and ahead and not {"by", "from"} & {*words}:
                yield Problem(
                    reason="comparison_differs",
                    message=f"the text says {text.printed(at - 1, at + 1)!r}, what is left, and "
                    "the formula by how much it changes; write a ratio of two runs times 100",
                )

    # A change, or the value itself.

    def _value_or_change(self, atom: Atom) -> Iterator[Problem]:
        """Return where a change stands for a value, or a value for a change."""
        if len({*atom.outputs}) != 1 or (atom.left_outputs and atom.right_outputs):
            return
        (output, *_), text, said = atom.outputs, self.held.text, ""
        changes_of = output.declared.changes_of if output.declared else ""
        named = any(hit.meaning.name == output.name for hit in text.of("output"))
        turns = self.directions.found((output,))
        moved = turns or text.of("different", "equality") or denies(text) or named
        zero = any(one.value == 0 and not self.held.positions(one)
                   for one in self.held.analysis.of(atom))  # fmt: skip
        if changes_of and not moved and not self._printed_sign(atom):
            said = f"{changes_of}, and no change of it"
        elif zero and turns and len(self.held.analysis.calls) == 1:
            changed = any(one.changes_of == output.name for one in output.function.outputs)
            said = f"a change of {output.name}, and not of its value" if changed else ""
        if said:
            yield Problem(
                reason="other_output",
                message=f"the formula takes {output.name}, but the text speaks of {said}",
                given=output.name,
            )


def _changed(atom: Atom) -> RunOutput | None:
    """Return the first output of a comparison that is a change of another."""
    return next((o for o in atom.outputs if o.declared and o.declared.changes_of), None)


def _agree(said: Set[int], claimed: Set[int]) -> bool:
    """Tell whether signs have one in common, but not only that of no difference at their ends."""
    shared = said & claimed
    return bool(shared - {0}) or (bool(shared) and ({0} in (said, claimed)))


def _in_order(found: set[int]) -> Tokens:
    return tuple(sorted(found))


def _given(side: Sequence[RunOutput], name: str) -> set[Node | None]:
    return {dict(one.call.arguments).get(name) for one in side}


def _ends(values: Sequence[Any]) -> tuple[Any, Any]:
    return min(values), max(values)

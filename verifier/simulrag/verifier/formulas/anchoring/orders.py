"""Which way a text says that something goes, and which side a formula makes the greater."""

from bisect import bisect
from collections.abc import Container, Iterable, Sequence
from dataclasses import dataclass, field
from functools import cached_property

from simulrag.verifier.formulas.anchoring.lexicon import GRAMMATICAL
from simulrag.verifier.formulas.anchoring.literals import Atom, RunOutput, is_difference
from simulrag.verifier.formulas.anchoring.mentions import Meaning, Mentions
from simulrag.verifier.formulas.anchoring.numerals import SHARES, PrintedNumber
from simulrag.verifier.formulas.anchoring.vocabulary import Hit
from simulrag.verifier.formulas.syntax import (
    TURNED,
    Application,
    Arithmetic,
    Each,
    Minus,
    Node,
    Output,
    bare,
    constant,
    multiple,
    walk,
)

_TIMES = ("day", "week", "month", "year", "hour", "minute", "second")
_SIZES = ("general rise", "general fall")
#: How far a word of direction may stand from the number of an argument that it turns.
BESIDE = 3
#: How far one may stand before "by" and that number.
BEFORE_BY = 8
#: How far before "than" a comparative may stand.
BEFORE_THAN = 11
#: How far an argument may stand behind the one whose word of direction it shares.
JOINED = 8

#: What stands between two numbers that share a word of direction.
_JOINING = ("and", ",", "or", "instead", "rather")
#: What begins another clause, beside "and" behind a comma.
_BREAKS = (";", "but", "while", "whereas", "yet", "although", "though")
#: What stands before the condition of what a result is compared with.
_CONDITIONAL = (["at"], ["with"], ["under"], ["in"], ["for"], ["on"], ["during"])
#: A word of direction, and 1 for more or later or -1 for less or earlier.
Turn = tuple[int, Hit[Meaning]]


@dataclass(frozen=True, slots=True)
class Relation:
    """The signs of a difference that words allow, and the words."""

    signs: frozenset[int]
    words: str


@dataclass(frozen=True)
class Directions:
    """The words of direction of a text that are not those of an argument's number.

    arguments: the numbers that only arguments hold. several: the formula compares several things,
    so that general words and negations are of what their own clause says. aside: the tokens of
    words that turn arguments without a number ("cutting all emissions").
    """

    text: Mentions
    arguments: Sequence[PrintedNumber] = ()
    several: bool = False
    aside: frozenset[int] = frozenset()
    _found: dict[tuple[object, ...], tuple[Turn, ...]] = field(
        default_factory=dict[tuple[object, ...], "tuple[Turn, ...]"]
    )

    # Of outputs.

    def found(self, outputs: Iterable[RunOutput]) -> tuple[Turn, ...]:
        """Return the words that say up (1) or down (-1) of some outputs, in the text's order."""
        outputs = tuple(outputs)
        names = frozenset(name for one in outputs for name in names_of(one))
        timed, lasting = (
            any(map(is_time, outputs)),
            all(one.declared and one.declared.unit in _TIMES for one in outputs),
        )
        key = (names, timed, lasting)
        if key not in self._found:
            self._found[key] = self._turns(names, timed=timed, lasting=lasting)
        return self._found[key]

    def _turns(self, names: frozenset[str], *, timed: bool, lasting: bool) -> tuple[Turn, ...]:
        kinds = ("later", "earlier") if timed else _SIZES
        kinds += ("later", "earlier") if lasting and not timed else ()
        found: dict[tuple[int, int], Turn] = {}
        both: set[tuple[int, int]] = set()
        for hit in (*self.text.of("rise", "fall"), *self.text.of(*kinds)):
            if (hit.meaning.name and hit.meaning.name not in names) or self.is_silent(hit):
                continue
            known = found.get((hit.first, hit.end))
            if known is None or known[0] == _sign(hit):
                found[hit.first, hit.end] = _sign(hit), hit
            elif hit.meaning.name or not known[1].meaning.name:
                both.add((hit.first, hit.end))
        kept = [one for key, one in found.items() if key not in both]
        return tuple(sorted(kept, key=lambda one: one[1].first))

    def is_silent(self, hit: Hit[Meaning]) -> bool:
        """Tell a word in a name, of an argument, denied, or that compares with a number."""
        word = self.text.plain[hit.first]
        before = self.text.plain[max(0, hit.first - 2) : hit.first]
        if hit.first in self.silent or hit.first in self._before_parameters:
            return True
        around = self.text.plain[hit.first - 1 : hit.first] + self.text.plain[hit.end : hit.end + 1]
        worth = around[:1] in (["do"], ["does"], ["did"]) and around[1:] == ["for"]
        if before == ["rather", "than"] or worth:  # "does more for travel time than": better
            return True
        if word in ("up", "down") and hit.end - hit.first == 1:
            after = self.text.tokens[hit.end : hit.end + 1]
            return not after or not (after[0].is_number or after[0].plain in ("by", "from"))
        return word in ("after", "before") and self._compares(hit)

    @cached_property
    def silent(self) -> frozenset[int]:
        """Return the tokens inside names and comparators, which turn nothing."""
        kinds = ("output", "parameter", "choice", "label", "baseline", "comparator")
        closest = (self._closest(n.first, n.end) for n in self.arguments if n.kind != "factor")
        own = (at for one in self.arguments for at in range(one.first, one.end))  # "halving CO2"
        turning = (*own, *self.aside, *(hit.first for hit in closest if hit))
        return frozenset(turning) | frozenset(
            at for hit in self.text.of(*kinds)
            if (self._compares(hit) if hit.meaning.kind == "comparator" else hit.size > 1)
            for at in range(hit.first, hit.end)
            if hit.meaning.kind != "output" or not self.text.plain[at].endswith(("er", "ly"))
        )  # fmt: skip

    def _compares(self, hit: Hit[Meaning]) -> bool:
        """Tell whether a number or date stands behind a comparator; not "lower than at 80 km/h"."""
        apart = self.text.plain[hit.end : hit.end + 1] in _CONDITIONAL
        return hit.end in self._starts or (hit.end + 1 in self._starts and not apart)

    @cached_property
    def _starts(self) -> frozenset[int]:
        """Return where numbers and dates begin; not "than one with ..." and "than halving CO2"."""
        verbs = {n.first for n in self.arguments if n.kind == "factor"}
        numbers = (n.first for n in self.text.numbers if n.first not in verbs
                   and not (n.in_words and n.value == 1 and not n.unit))  # fmt: skip
        bases = (hit.first for hit in self.text.of("baseline"))
        periods = (period.first_token for period in self.text.periods)
        return frozenset((*numbers, *periods, *bases))

    # Of arguments.

    @cached_property
    def of_numbers(self) -> dict[int, int]:
        """Return which way each number changes something, by its first token; 0 where unsaid."""
        found: dict[int, int] = {}
        sign, end, unit = 0, -JOINED, ""
        for number in self.text.numbers:
            hit = self._closest(number.first, number.end)
            factor = number.kind == "factor" and (number.value > 1) - (number.value < 1)
            between = set(self.text.plain[end : number.first])
            alike = number.unit in ("", unit, *SHARES) and number.first - end <= JOINED
            joined = alike and not between.isdisjoint(_JOINING)
            said = factor or (_sign(hit) if hit else sign if joined else 0)
            found[number.first] = number.sign or said
            sign, end, unit = abs(number.sign) or said, number.end, number.unit
        return found

    def _closest(self, first: int, end: int) -> Hit[Meaning] | None:
        """Return the word of direction closest to a number that it may turn."""
        by = first > 0 and self.text.plain[first - 1] in ("by", "from")
        reach = BEFORE_BY if by else BESIDE
        for gap in range(reach + 1):
            if gap and first - gap in self._of_results:
                return None  # "falls by 15 % from 80 km/h"
            after = self._sizes.get(("begins", end + gap), []) if gap < BESIDE else []
            for hit in (*self._sizes.get(("ends", first - gap), ()), *after):
                verb = self.text.plain[hit.first].endswith(("s", "ed")) and gap == 0
                behind = hit.first >= end
                if not behind or (self._comparative(hit) and gap == 0) or not (by or verb):
                    return hit
        return None

    @cached_property
    def _of_results(self) -> frozenset[int]:
        """Return where numbers stand that no argument holds, where any holds one."""
        own = {number.first for number in self.arguments}
        return frozenset(n.first for n in self.text.numbers if own and n.first not in own)

    @cached_property
    def _sizes(self) -> dict[tuple[str, int], list[Hit[Meaning]]]:
        """Return the general words of direction that begin, or end, at a token."""
        found: dict[tuple[str, int], list[Hit[Meaning]]] = {}
        for hit in self.text.of(*_SIZES):
            found.setdefault(("begins", hit.first), []).append(hit)
            found.setdefault(("ends", hit.end), []).append(hit)
        return found

    def _word(self, hit: Hit[Meaning]) -> str:
        return self.text.plain[hit.first]

    def _comparative(self, hit: Hit[Meaning]) -> bool:
        return self._word(hit).endswith(("er", "more", "less"))

    @cached_property
    def _before_parameters(self) -> dict[int, tuple[str, int]]:
        """Return the words for more and less right before a parameter ("a higher R0")."""
        starts = {hit.first: hit.meaning.name for hit in self.text.of("parameter")
                  if self._word(hit) not in GRAMMATICAL}  # fmt: skip
        return {hit.first: (starts[hit.end], _sign(hit)) for hit in self.text.of(*_SIZES)
                if hit.end in starts and self._comparative(hit)}  # fmt: skip

    def of_parameter(self, name: str) -> int:
        """Return whether a text speaks of more (1) or less (-1) of a parameter; 0 for neither."""
        found = {sign for one, sign in self._before_parameters.values() if one == name}
        return found.pop() if len(found) == 1 else 0

    # Of a comparison.

    def relation(
        self, outputs: Sequence[RunOutput], *, than: bool, plain: bool, level: bool,
        places: Sequence[int] = (), signed: bool = False,
    ) -> Relation | None:  # fmt: skip
        """Return which signs the words allow; None where they say nothing, or both.

        than: two runs are all that is compared, so that the word before "than" is meant. plain:
        they are compared as they are. signed: changes of either sign are. level: the two are said
        to be alike. places: where the text
        prints what is compared, as tokens.
        """
        every = self.found(outputs)
        if places:
            every = tuple(one for one in every if one[1].meaning.name
                          or self._share_clause([one[1].first], places))  # fmt: skip
        before = self.before_than(every, plain=plain, signed=signed) if than else None
        if before and before[0] == 0:
            return None
        found = (before,) if before else every
        equal = () if before or (found and not level) else self.text.of("equality")
        negated = self._negations([hit for _, hit in found])
        signs = {sign for sign, _ in found}
        if len(found) == 1 and self._is_equative(found[0][1]):
            (sign,), words = signs, f"as {self._word(found[0][1])} as"
            denied = bool(self.text.of("negation"))
            return Relation(frozenset((-sign,) if denied else (0, sign)), words)
        if len(signs) == 1 and not equal and negated <= 1:
            words = self.text.printed(found[0][1].first, found[0][1].end)
            allowed = frozenset((-1, 0, 1)) - signs if negated else frozenset(signs)
            return Relation(allowed, f"not {words}" if negated else words)
        if not signs and equal and not negated:
            return Relation(frozenset((0,)), self.text.printed(equal[0].first, equal[0].end))
        return None

    def _is_equative(self, hit: Hit[Meaning]) -> bool:
        """Tell "as warm, globally, as", which is at least so; not "twice as warm as"."""
        first, behind = hit.first - 1, self.text.plain[hit.end : hit.end + BESIDE + 1]
        multiple = any(number.end == first for number in self.text.numbers)
        return self.text.plain[first : hit.first] == ["as"] and "as" in behind and not multiple

    def _negations(self, found: Sequence[Hit[Meaning]]) -> int:
        """Return how many words deny the direction; "no" only right before it ("no higher")."""
        count = 0
        for hit in self.text.of("negation"):
            if found and not self._share_clause([hit.first], [one.first for one in found]):
                continue
            alone = self.text.plain[hit.first] in ("no", "none") and hit.size == 1
            count += not alone or any(0 <= one.first - hit.end <= 1 for one in found)
        return count

    def _share_clause(self, some: Sequence[int], others: Sequence[int]) -> bool:
        """Tell whether tokens stand in one clause; a formula of one comparison has but one."""
        clauses = [{bisect(self._breaks, at) for at in held} for held in (some, others)]
        return not self.several or not clauses[0].isdisjoint(clauses[1])

    @cached_property
    def _breaks(self) -> list[int]:
        """Return where a clause begins that says something of its own."""
        words = self.text.plain
        return [at for at, word in enumerate(words) if word in _BREAKS
                or (word == "and" and words[at - 1 : at] == [","])]  # fmt: skip

    def before_than(
        self, found: Sequence[Turn], *, plain: bool = False, signed: bool = False
    ) -> Turn | None:
        """Return the word before "than" and what it says; 0 where what it says is open.

        plain: two values themselves are compared, and not how much they change. signed: changes
        of either sign are, and not their sizes.
        """
        for hit in self.text.of("reference"):
            if self.text.plain[hit.first] != "than":
                continue
            near = [one for one in found if hit.first - BEFORE_THAN <= one[1].first < hit.first]
            general = [one for one in near if not one[1].meaning.name]
            if not general:
                if near:
                    return near[-1]
                continue
            sign, meant = general[-1]
            if any(verb.end == meant.first for verb in self.text.of("averting")):
                return 0, meant  # "avoids more than": of what is avoided, and not of what is left
            if self._is_size_of_fall(meant, found):
                return 0, meant
            named = [one for one in near if one[1].meaning.name]
            ahead = [hit for one, hit in found if one < 0 and hit.end <= meant.first
                     and "," not in self.text.plain[hit.end : meant.first]]  # fmt: skip
            verbs = [one for one in ahead if self._word(one) == "lower"  # the verb, beside "more"
                     or not self._word(one).endswith(("er", "less", "ing"))]  # fmt: skip
            # "cools it more than": of values and changes, the one that cools more is less
            if verbs and self._word(meant) in ("more", "less"):
                moves = verbs[-1].meaning.name or any(
                    verbs[-1].end <= one.first < meant.first for one in self.text.of("output")
                )
                return (-sign if signed or (plain and moves) else 0), meant
            falls = {one[0] for one in named if meant.end <= one[1].first} == {-1}
            return (-sign if falls else sign), meant  # "more to the cooling than" goes down
        return None

    def _is_size_of_fall(self, hit: Hit[Meaning], found: Sequence[Turn]) -> bool:
        """Tell the size of a fall: "lowers it by a larger percentage than" is of a lower value."""
        before = self.text.plain[max(0, hit.first - 2) : hit.first]
        return "by" in before and any(sign < 0 and one.end < hit.first for sign, one in found)


def _sign(hit: Hit[Meaning]) -> int:
    return 1 if hit.meaning.kind.endswith(("rise", "later")) else -1


def names_of(output: RunOutput) -> tuple[str, ...]:
    """Return an output's name, and that of the output of which it is the change."""
    base = output.declared.changes_of if output.declared else ""
    return (output.name, base) if base else (output.name,)


def is_time(output: RunOutput) -> bool:
    """Tell whether an output is a point in time: a date, a year, or a time since a date."""
    declared = output.declared
    if declared is None or (declared.unit in _TIMES and not declared.since):
        return False
    return declared.kind == "date" or declared.unit in _TIMES or "year" in output.name


#: Operator -> the signs of the left side minus the right that it allows.
RELATIONS = {
    ">": frozenset((1,)), ">=": frozenset((0, 1)), "<": frozenset((-1,)),
    "<=": frozenset((-1, 0)), "==": frozenset((0,)), "!=": frozenset((-1, 1)),
}  # fmt: skip


@dataclass(frozen=True)
class Claimed:
    """The signs that a formula gives to one side less the other."""

    plus: tuple[RunOutput, ...] = ()
    minus: tuple[RunOutput, ...] = ()
    signs: frozenset[int] = frozenset()


def claimed(atom: Atom, *, scaled: bool = False) -> Claimed | None:
    """Return which side of a comparison is the greater; None where it orders nothing.

    scaled: numbers that multiply a run bring both to one scale, as of decades.
    """
    if atom.left_outputs and atom.right_outputs:
        shared = set(atom.left_outputs) & set(atom.right_outputs)
        sizes = all(isinstance(side, Application) and side.name == "abs"
                    for side in (atom.left, atom.right))  # fmt: skip
        if shared and sizes:  # how far two runs are from a third
            return _without(_of_two(atom, scaled=scaled), shared)
        return None if shared else _of_two(atom, scaled=scaled)
    value, other, operator = atom.left, atom.right, atom.operator
    if not atom.left_outputs:
        value, other, operator = atom.right, atom.left, TURNED[operator]
    constant = _constant(other)
    if isinstance(value, Minus) and constant is not None:
        value, constant, operator = value.operand, -constant, TURNED[operator]
    parts = _parts(value, {o.name: o for o in atom.outputs}, atom.outputs)
    if constant is None or parts is None:
        return None
    plus, minus, pivot = parts
    signs = _signs(operator, constant - pivot)
    return None if signs is None else Claimed(plus, minus, signs)


def _without(claim: Claimed | None, shared: Container[RunOutput]) -> Claimed | None:
    """Return what is claimed of the runs of two sides that they do not share."""
    if claim is None:
        return None
    plus, minus = (tuple(one for one in side if one not in shared)
                   for side in (claim.plus, claim.minus))  # fmt: skip
    return Claimed(plus, minus, claim.signs) if plus and minus else None


def ratio(atom: Atom) -> tuple[Claimed, float] | None:
    """Return the two runs of which a comparison says how many times as much the one is."""
    (one, left), (other, right) = multiple(bare(atom.left)), multiple(bare(atom.right))
    if atom.left_outputs and atom.right_outputs:
        return Claimed(atom.left_outputs, atom.right_outputs), other / one
    value, times = (left, constant(right)) if atom.left_outputs else (right, constant(left))
    if times is None or not isinstance(value, Arithmetic) or value.operator != "/":
        return None
    plus, minus = _held(value.left, atom.outputs), _held(value.right, atom.outputs)
    return (Claimed(plus, minus), times * other / one) if plus and minus else None


def of_changes(atom: Atom) -> Claimed | None:
    """Return the two runs of each side of a comparison, where both sides are changes of the same.

    As in `B.x - A.x > B.y - A.y`. Nothing is claimed of which run has more.
    """
    known = {one.name: one for one in atom.outputs}
    sides = [_parts(multiple(bare(side))[1], known, atom.outputs)
             for side in (atom.left, atom.right)]  # fmt: skip
    ends = [[{one.call for one in end} for end in side[:2]] for side in sides if side]
    if len(ends) < 2 or ends[0] != ends[1] or not all(ends[0]) or sides[0] is None:
        return None
    return Claimed(sides[0][0], sides[0][1])


def _of_two(atom: Atom, *, scaled: bool) -> Claimed | None:
    """Return what is claimed of two runs, the one perhaps against a multiple of the other."""
    (one, left), (other, right) = multiple(bare(atom.left)), multiple(bare(atom.right))
    if isinstance(left, Minus) != isinstance(right, Minus):
        return None  # how far the one falls against how far the other rises
    times = 1 if scaled else other / one
    signs = RELATIONS[atom.operator] if times == 1 else _signs(atom.operator, times - 1)
    if signs is None or (times != 1 and any(is_change(output) for output in atom.outputs)):
        return None
    return Claimed(atom.left_outputs, atom.right_outputs, signs)


def _signs(operator: str, distance: float) -> frozenset[int] | None:
    """Return the signs that are left to what is compared with a number so far from the pivot."""
    sign = (distance > 0) - (distance < 0)
    if operator == "!=":
        return None if sign else RELATIONS["!="]
    if operator == "==":
        return frozenset((sign,))
    if sign == 0:
        return RELATIONS[operator]
    if (operator in (">", ">=")) == (sign > 0):
        return frozenset((sign,))
    return None


def _constant(node: Node) -> float | None:
    if isinstance(node, Application) and node.name in ("about", "quantity", "days", "weeks"):
        return _constant(node.arguments[0])
    return constant(node)


_Parts = tuple[tuple[RunOutput, ...], tuple[RunOutput, ...], float]


def _parts(
    node: Node, known: dict[str, RunOutput], outputs: tuple[RunOutput, ...]
) -> _Parts | None:
    """Return the two sides of a difference, ratio or change, and its value where they are equal."""
    match node:
        case Minus(operand=operand):
            parts = _parts(operand, known, outputs)
            return parts and (parts[1], parts[0], parts[2]) if parts and parts[1] else None
        case Arithmetic(operator="-" | "/" as operator, left=left, right=right):
            plus, minus = _held(left, outputs), _held(right, outputs)
            if plus and minus and not set(plus) & set(minus):
                changes = any(is_change(one) for one in plus + minus)
                if operator == "/" and (changes or is_difference(bare(left))):
                    return None
                return plus, minus, 0.0 if operator == "-" else 1.0
            return _parts(left, known, outputs) if plus and not minus else None
        case Application(name="percent_change", arguments=(new, old)):
            return _held(new, outputs), _held(old, outputs), 0.0
        case Application(name="mean" | "sum" | "low" | "high" | "about", arguments=(first, *_)):
            return _parts(first, known, outputs)
        case Each(element=element):
            return _parts(element, known, outputs)
        case Output(name=name) if name in known:
            return (_held(node, outputs), (), 0.0) if is_change(known[name]) else None
        case _:
            return None


def is_change(output: RunOutput) -> bool:
    """Tell whether an output is itself a change, whose sign says which way."""
    declared = output.declared
    if declared is None or (
        declared.is_change and not (declared.directions.rises or declared.directions.falls)
    ):
        return False  # what is averted is less of something, and more of it
    return declared.is_change or bool(declared.changes_of)


def _held(node: Node, outputs: tuple[RunOutput, ...]) -> tuple[RunOutput, ...]:
    inside = {(one.run, one.name) for one in walk(node) if isinstance(one, Output)}
    return tuple(one for one in outputs if (one.call, one.name) in inside)

"""Which way a text says that something goes or differs: higher, falls, earlier, the same."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property

from simulrag.verifier.formulas.literals import RunOutput
from simulrag.verifier.formulas.mentions import Meaning, Mentions, PrintedNumber
from simulrag.verifier.formulas.vocabulary import Hit

_TIMES = ("day", "week", "month", "year", "hour", "minute", "second")
#: How far a word of direction may stand from the number of an argument that it turns.
BESIDE = 3
#: How far one may stand before "by" and that number.
BEFORE_BY = 8
#: How far before "than" a comparative may stand.
BEFORE_THAN = 8
_WEAKENS = frozenset(("less", "fewer", "lower", "smaller", "weaker", "slower", "reduces", "reduced",
                      "lowers", "shrinks", "more", "greater", "larger", "higher", "stronger",
                      "bigger", "faster", "raises", "increases"))  # fmt: skip


@dataclass(frozen=True, slots=True)
class Relation:
    """The signs of a difference that words allow, and the words."""

    signs: frozenset[int]
    words: str


@dataclass(frozen=True)
class Directions:
    """The words of direction of a text that are not those of an argument's number.

    arguments: the tokens of those numbers, from which to before which.
    """

    text: Mentions
    arguments: Sequence[tuple[int, int]]

    @cached_property
    def _silent(self) -> frozenset[int]:
        """Return the tokens inside names and comparators, which turn nothing."""
        kinds = ("output", "parameter", "choice", "label", "parameter rise", "parameter fall",
                 "baseline", "comparator")  # fmt: skip
        silent = {
            i
            for hit in self.text.of(*kinds)
            if (
                self._compares(hit) if hit.meaning.kind == "comparator" else hit.end - hit.first > 1
            )
            for i in range(hit.first, hit.end)
            if hit.meaning.kind != "output" or not self._comparative(i)
        }
        return frozenset(silent | self._of_arguments)

    def _comparative(self, index: int) -> bool:
        return self.text.tokens[index].plain.endswith("er")

    def _compares(self, hit: Hit[Meaning]) -> bool:
        """Tell whether a number or date stands behind a comparator."""
        starts = [n.first for n in self.text.numbers if not _is_pronoun(n)]
        starts += [period.first_token for period in self.text.periods]
        return any(hit.end <= at <= hit.end + 1 for at in starts)

    @cached_property
    def _of_arguments(self) -> frozenset[int]:
        """Return the words that say which way an argument is changed: "8 % more demand"."""
        taken: set[int] = set()
        for first, end in self.arguments:
            close = [(gap, hit.first) for hit in self.text.of("general rise", "general fall")
                     if (gap := self._gap(hit, first, end)) is not None]  # fmt: skip
            taken.update(token for _, token in sorted(close)[:1])
        return frozenset(taken)

    def _gap(self, hit: Hit[Meaning], first: int, end: int) -> int | None:
        """Return how far a word of direction stands from a number that it may turn."""
        by = first > 0 and self.text.tokens[first - 1].plain in ("by", "from")
        if hit.end <= first:
            gap = first - hit.end
            return gap if gap <= (BEFORE_BY if by else BESIDE) else None
        gap = hit.first - end
        verb = self.text.tokens[hit.first].plain.endswith(("s", "ed")) and gap == 0
        return gap if 0 <= gap < BESIDE and not by and not verb else None

    def found(self, outputs: Iterable[RunOutput]) -> tuple[tuple[int, Hit[Meaning]], ...]:
        """Return the words that say up (1) or down (-1) of some outputs."""
        outputs = tuple(outputs)
        names = {name for one in outputs for name in _names(one)}
        timed = any(is_time(one) for one in outputs)
        lasting = all(lasts(one) for one in outputs)
        found: dict[tuple[int, int], tuple[int, Hit[Meaning]]] = {}
        both: set[tuple[int, int]] = set()
        for kinds in (("rise", "fall"), *_general(timed, lasting)):
            for hit in self.text.of(*kinds):
                if hit.meaning.name and hit.meaning.name not in names:
                    continue
                key = (hit.first, hit.end)
                sign = 1 if hit.meaning.kind in ("rise", "general rise", "later") else -1
                known = found.get(key)
                if known and known[0] != sign:
                    if known[1].meaning.name and not hit.meaning.name:
                        continue
                    both.add(key)
                found[key] = sign, hit
        kept = [one for key, one in found.items() if key not in both]
        return tuple(one for one in kept if not self._is_silent(one[1]))

    def _is_silent(self, hit: Hit[Meaning]) -> bool:
        if hit.first in self._silent:
            return True
        if self.text.tokens[hit.first].plain in ("up", "down") and hit.end - hit.first == 1:
            return not self._measured(hit.end)
        limits = self.text.tokens[hit.first].plain in ("after", "before")
        return limits and self._compares(hit)

    def _measured(self, index: int) -> bool:
        """Tell whether "up" and "down" are followed by how much, and part of no verb."""
        after = self.text.tokens[index : index + 1]
        return bool(after) and (after[0].is_number or after[0].plain in ("by", "from"))

    def relation(
        self,
        outputs: Sequence[RunOutput],
        *,
        compared: bool,
        changes: bool,
        alone: bool,
        level: bool = False,
        printed: int = 0,
    ) -> Relation | None:
        """Return which signs the words allow; None where they say nothing, or both.

        compared: two runs are. changes: what is compared are changes, of which words for less may
        mean either sign. alone: nothing else is claimed, so that the word before "than" is meant.
        level: the two are said to be alike. printed: the sign before the number.
        """
        if printed:
            return Relation(frozenset((printed,)), "+" if printed > 0 else "-")
        found = sorted(self.found(outputs), key=lambda one: one[1].first)
        found = self._strongest(found)
        than = self._before_than(found) if compared and alone else []
        meant = [hit for _, hit in than]
        if changes and any(s < 0 and h.meaning.name and h not in meant for s, h in found):
            return None
        found = than or found
        signs = {sign for sign, _ in found}
        equal = () if than or (found and not level) else self.text.of("equality")
        negated = self._negations([hit for _, hit in found])
        if len(signs) == 1 and not equal:
            sign = signs.pop()
            words = self.text.printed(found[0][1].first, found[0][1].end)
            if negated > 1:
                return None
            allowed = frozenset((-1, 0, 1)) - {sign} if negated else frozenset((sign,))
            return Relation(allowed, f"not {words}" if negated else words)
        if not signs and equal and not negated:
            return Relation(frozenset((0,)), self.text.printed(equal[0].first, equal[0].end))
        return None

    def _negations(self, found: Sequence[Hit[Meaning]]) -> int:
        """Return how many words deny the direction; "no" only right before it ("no higher")."""
        count = 0
        for hit in self.text.of("negation"):
            alone = self.text.tokens[hit.first].plain in ("no", "none") and hit.end == hit.first + 1
            count += not alone or any(0 <= one.first - hit.end <= 1 for one in found)
        return count

    def _strongest(
        self, found: Sequence[tuple[int, Hit[Meaning]]]
    ) -> list[tuple[int, Hit[Meaning]]]:
        """Return the words without those that another turns, as in "less warming"."""
        kept: list[tuple[int, Hit[Meaning]]] = []
        for one in found:
            before = kept[-1] if kept else None
            if before and 0 <= one[1].first - before[1].end <= 1 and before[0] != one[0]:
                word = self.text.tokens[before[1].first].plain
                if word in _WEAKENS:
                    if before[0] > 0:  # "more cooling" goes down
                        kept[-1] = one
                    continue
            kept.append(one)
        return kept

    def _before_than(
        self, found: Sequence[tuple[int, Hit[Meaning]]]
    ) -> list[tuple[int, Hit[Meaning]]]:
        than = [
            hit for hit in self.text.of("reference") if self.text.tokens[hit.first].plain == "than"
        ]
        for hit in than:
            near = [one for one in found if hit.first - BEFORE_THAN <= one[1].first < hit.first]
            if near:
                return [near[-1]]
        return []


def _is_pronoun(number: PrintedNumber) -> bool:
    """Tell the "one" of "than one with ..." from a number."""
    return number.in_words and number.value == 1 and not number.unit


def _names(output: RunOutput) -> tuple[str, ...]:
    """Return an output's name, and that of the output of which it is the change."""
    base = output.declared.changes_of if output.declared else ""
    return (output.name, base) if base else (output.name,)


def _general(timed: bool, lasting: bool) -> tuple[tuple[str, str], ...]:
    sizes, times = ("general rise", "general fall"), ("later", "earlier")
    if timed:
        return (times,)
    return (sizes, times) if lasting else (sizes,)


def is_time(output: RunOutput) -> bool:
    """Tell whether an output is a point in time: a date, a year, or a time since a date."""
    declared = output.declared
    if declared is None or (declared.unit in _TIMES and not declared.since):
        return False
    return declared.kind == "date" or declared.unit in _TIMES or "year" in output.name


def lasts(output: RunOutput) -> bool:
    """Tell whether an output is a length of time, which is shorter and less."""
    return output.declared is not None and output.declared.unit in _TIMES

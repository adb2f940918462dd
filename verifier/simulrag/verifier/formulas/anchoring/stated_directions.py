"""Which way a text says that something goes: of outputs, of the inputs of runs, before "than"."""

from bisect import bisect
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from functools import cached_property

from simulrag.verifier.formulas.anchoring import lexicon
from simulrag.verifier.formulas.anchoring.claimed_relations import (
    ANY_SIGN,
    is_temporal,
    names_of,
)
from simulrag.verifier.formulas.anchoring.literals import RunOutput
from simulrag.verifier.formulas.anchoring.mentions import Meaning, Mentions
from simulrag.verifier.formulas.anchoring.numerals import SHARES, PrintedNumber
from simulrag.verifier.formulas.anchoring.vocabulary import Hit

_SIZES = ("general rise", "general fall")
_DOING = ("do", "does", "did")
#: How far a word of direction may stand from the number of an argument that it turns.
BESIDE = 3
#: How far one may stand before "by" and that number.
BEFORE_BY = 8
#: How far before "than" a comparative may stand.
BEFORE_THAN = 11
#: What stands between two numbers that share a word of direction.
_JOINING = ("and", ",", "or", "instead", "rather")
#: What stands before the condition of what a result is compared with.
_CONDITIONAL = (["at"], ["with"], ["under"], ["in"], ["for"], ["on"], ["during"])
#: A word of direction, and 1 for more or later or -1 for less or earlier.
Turn = tuple[int, Hit[Meaning]]


@dataclass(frozen=True, slots=True)
class Relation:
    """What a text says of one thing against another: the signs of their difference, and the words.

    nearly: the words leave open whether the two are equal.
    """

    signs: frozenset[int]
    words: str
    nearly: bool = False

    def limits(self, operator: str) -> bool:
        """Tell whether a formula that compares so has the limit of the words."""
        side = ">" if 1 in self.signs else "<"
        return operator[:1] == side or (self.nearly and operator == "==")


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
        kinds = (*_SIZES, *(("later", "earlier") if all(map(is_temporal, outputs)) else ()))
        if (names, kinds) not in self._found:
            turns: dict[tuple[int, int], Turn] = {}
            for hit in (*self.text.of(*kinds), *self.text.of("rise", "fall")):
                known = turns.get((hit.first, hit.end))
                own = hit.meaning.name in ("", *names) and not self.is_silent(hit)
                if own and (known is None or known[0] != _sign(hit)):  # an output's own words count
                    turns[hit.first, hit.end] = _sign(hit), hit
            found = sorted(turns.values(), key=lambda one: one[1].first)
            self._found[names, kinds] = tuple(found)
        return self._found[names, kinds]

    def is_silent(self, hit: Hit[Meaning]) -> bool:
        """Tell a word in a name, of an argument, denied, or that compares with a number."""
        words = self.text.plain
        if hit.first in self.silent or hit.first in self._before_parameters:
            return True
        if words[max(0, hit.first - 2) : hit.first] == ["rather", "than"]:
            return True
        if words[hit.end : hit.end + 1] == ["for"] and words[hit.first - 1] in _DOING:
            return True  # "does more for travel time than": better
        if words[hit.first : hit.end] not in (["up"], ["down"]):
            return False
        if any(number.end == hit.first for number in self.text.numbers):
            return False  # "62 % down"
        behind = self.text.tokens[hit.end : hit.end + 1]  # not "makes up for"
        return not behind or not (behind[0].is_number or behind[0].plain in ("by", "from"))

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
        """Return where numbers and dates begin; not "than halving CO2"."""
        verbs = {n.first for n in self.arguments if n.kind == "factor"}
        numbers = (n.first for n in self.text.numbers if n.first not in verbs)
        bases = (hit.first for hit in self.text.of("baseline"))
        periods = (period.first_token for period in self.text.periods)
        return frozenset((*numbers, *periods, *bases))

    # Of arguments.

    @cached_property
    def of_numbers(self) -> dict[int, int]:
        """Return which way each number changes something, by its first token; 0 where unsaid."""
        found: dict[int, int] = {}
        sign, end, unit = 0, 0, ""
        for number in self.text.numbers:
            hit = self._closest(number.first, number.end)
            factor = number.kind == "factor" and (number.value > 1) - (number.value < 1)
            between = set(self.text.plain[end : number.first])
            alike = number.unit in ("", unit, *SHARES)
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
            if gap and first - gap in self._results:
                return None  # "falls by 15 % from 80 km/h"
            after = self._sizes.get(("begins", end + gap), []) if gap < BESIDE else []
            for hit in (*self._sizes.get(("ends", first - gap), ()), *after):
                verb = self.text.plain[hit.first].endswith(("s", "ed")) and gap == 0
                behind = hit.first >= end
                if not behind or (is_comparative(self._word(hit)) and gap == 0) or not (by or verb):
                    return hit
        return None

    @cached_property
    def _results(self) -> frozenset[int]:
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

    @cached_property
    def _before_parameters(self) -> dict[int, tuple[str, int]]:
        """Return the words for more and less right before a parameter ("a higher R0")."""
        starts = {hit.first: hit.meaning.name for hit in self.text.of("parameter")
                  if self._word(hit) not in lexicon.GRAMMATICAL}  # fmt: skip
        return {hit.first: (starts[hit.end], _sign(hit)) for hit in self.text.of(*_SIZES)
                if hit.end in starts and is_comparative(self._word(hit))}  # fmt: skip

    def of_parameter(self, name: str) -> int:
        """Return whether a text speaks of more (1) or less (-1) of a parameter; 0 for neither."""
        found = {sign for one, sign in self._before_parameters.values() if one == name}
        return found.pop() if len(found) == 1 else 0

    # Of a comparison.

    def relation(
        self, outputs: Sequence[RunOutput], *, than: bool, plain: bool, level: bool,
        places: Sequence[int] = (),
    ) -> Relation | None:  # fmt: skip
        """Return which signs the words allow; None where they say nothing, or both.

        than: two runs are all that is compared, so that the word before "than" is meant. plain:
        they are compared as they are. level: the two are said to be alike. places: where the text
        prints what is compared, as tokens.
        """
        every = self.found(outputs)
        if places:
            every = tuple(one for one in every if one[1].meaning.name
                          or self._share_clause([one[1].first], places))  # fmt: skip
        if self.several and len({sign for sign, _ in every}) > 1:
            every = self._beside(every, places) or every
        before = self.before_than(every, plain=plain) if than else None
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
            allowed = ANY_SIGN - signs if negated else frozenset(signs)
            return Relation(allowed, f"not {words}" if negated else words)
        if not signs and equal and not negated:
            return Relation(frozenset((0,)), self.text.printed(equal[0].first, equal[0].end))
        return None

    def _beside(self, turns: Sequence[Turn], places: Sequence[int]) -> tuple[Turn, ...]:
        """Return the words of direction right before or behind some numbers: "down 52 %"."""
        held = (self.text.numbers_at.get(at) for at in places)
        ends = {end for number in held if number for end in (number.first, number.end)}
        return tuple(
            one for one in turns if not ends.isdisjoint((one[1].first, one[1].end))
            and self.text.plain[one[1].end : one[1].end + 1] != ["than"]
        )  # fmt: skip

    def _is_equative(self, hit: Hit[Meaning]) -> bool:
        """Tell "as warm, globally, as", which is at least so; not "twice as warm as"."""
        first, behind = hit.first - 1, self.text.plain[hit.end : hit.end + BESIDE + 1]
        multiple = any(number.end == first for number in self.text.numbers)
        return self.text.plain[first : hit.first] == ["as"] and "as" in behind and not multiple

    def _negations(self, found: Sequence[Hit[Meaning]]) -> int:
        """Return how many words deny the direction; "no" only right before it ("no higher")."""
        count, words = 0, self.text.plain
        for hit in self.text.of("negation"):
            if words[hit.first] == "nor" and "neither" in words[: hit.first]:
                continue  # one denial in two words
            if found and not self._share_clause([hit.first], [one.first for one in found]):
                continue
            alone = self.text.plain[hit.first] in ("no", "none") and hit.size == 1
            count += not alone or any(0 <= one.first - hit.end <= 1 for one in found)
        return count

    def _share_clause(self, some: Sequence[int], others: Sequence[int]) -> bool:
        """Tell whether tokens stand in one clause; a formula of one comparison has but one."""
        clauses = [{bisect(self.text.breaks, at) for at in held} for held in (some, others)]
        return not self.several or not clauses[0].isdisjoint(clauses[1])

    def before_than(self, found: Sequence[Turn], *, plain: bool) -> Turn | None:
        """Return the word before "than" and what it says; 0 where what it says is open.

        plain: two values themselves are compared, and not how much they change.
        """
        for than in self.text.places("than"):
            near = [one for one in found if than - BEFORE_THAN <= one[1].first < than]
            general = [one for one in near if not one[1].meaning.name]
            if general:
                sign, meant = general[-1]
                named = [one for one in near if one[1].meaning.name]
                return self._of_falls(sign, meant, found, named, plain=plain), meant
            if near:
                return near[-1]
        return next(iter(self.prepositions), None)

    @cached_property
    def prepositions(self) -> tuple[Turn, ...]:
        """Return "above" and "below" with another thing behind them, and "over that of"."""
        references = {hit.first for hit in self.text.of("reference")}
        general = {hit.first for hit in self.text.of(*_SIZES)}
        standing = (hit for hit in self.text.of("comparator") if not self._compares(hit)
                    and self._word(hit) in lexicon.PLACED and hit.size == 1)  # fmt: skip
        return tuple(
            (1 if hit.meaning.name.startswith(">") else -1, hit) for hit in standing
            if hit.end in references or hit.first in general
        )  # fmt: skip

    def _of_falls(
        self, sign: int, meant: Hit[Meaning], found: Sequence[Turn], named: Sequence[Turn],
        *, plain: bool,
    ) -> int:  # fmt: skip
        """Return what "more" or "less" says beside words for a fall; 0 where that is open."""
        falls = [hit for one, hit in found if one < 0 and hit.end <= meant.first]
        by = "by" in self.text.plain[max(0, meant.first - 2) : meant.first]
        if (by and falls) or any(one.end == meant.first for one in self.text.of("averting")):
            return 0  # "lowers it by a larger percentage than"; "avoids more than"
        verbs = [hit for hit in falls if "," not in self.text.plain[hit.end : meant.first]
                 and (self._word(hit) == "lower"  # the verb, beside "more"
                      or not self._word(hit).endswith(("er", "less", "ing")))]  # fmt: skip
        # "cools it more than": of values and changes, the one that cools more is less
        if verbs and self._word(meant) in ("more", "less"):
            moves = verbs[-1].meaning.name or any(
                verbs[-1].end <= one.first < meant.first for one in self.text.of("output")
            )
            return -sign if plain and moves else 0
        behind = {one for one, hit in named if meant.end <= hit.first}
        return -sign if behind == {-1} else sign  # "more to the cooling than" goes down


def is_comparative(word: str) -> bool:
    """Tell "higher" and "more" among words of direction."""
    return word.endswith("er") or word in ("more", "less")


def is_verb(word: str) -> bool:
    """Tell a verb or noun of direction ("rises", "growth") from comparatives and prepositions."""
    graded = is_comparative(word) or word.endswith("est")
    return not graded and word not in ("up", "down", "plus", "minus", *lexicon.PLACED)


def _sign(hit: Hit[Meaning]) -> int:
    return 1 if hit.meaning.kind.endswith(("rise", "later")) else -1

"""Values of two states side by side: "153 vehicles, as against 134 in the baseline"."""

import re
from collections.abc import Sequence
from itertools import pairwise
from typing import Literal

from simulrag.simulators.interface import Call
from simulrag.verifier.quantities import as_exact, family
from simulrag.verifier.reading.directions import compared_behind
from simulrag.verifier.reading.fact import Fact
from simulrag.verifier.reading.mentions import Mention
from simulrag.verifier.reading.roles import Runs, alike, changes_anything, natural_order, spoken_of
from simulrag.verifier.reading.text import AnyCase

_HEDGE = r"(?:(?:the|about|around|roughly|some|only|just|still|[\w-]+'s)\s+){0,3}"
#: What leads in the value of the other state.
_AGAINST = AnyCase(
    r"(?:,\s*)?\b(?:(?:as )?against|as opposed to|in contrast (?:to|with)|instead of|"
    r"rather than|in place of|compared (?:to|"
    r"with)|versus|vs\.?|"
    r"(?:down|up) from|left (?:of|from)|(?:where|when|while) (?:it|they) (?:used to \w+|"
    r"was|were|had been|had)|"
    rf"and not)\s+{_HEDGE}$"
    r"|\(\s*(?:in the )?(?:baseline|before|today|originally|previously|formerly|now)\s*:?\s*$"
)
#: The same at the head of a statement: "instead of 134, 163 vehicles pass".
_AGAINST_FIRST = AnyCase(
    r"\W*(?:(?:as )?against|instead of|rather than|in place of|compared (?:to|with)|versus|"
    rf"having been|where \D{{1,40}} (?:was|were|had been))\s+{_HEDGE}"
)
#: A side of the other state's value: "well under the 73.99 seconds of the baseline".
_SIDE = AnyCase(r"\b(?:below|under|short of|above|over|beyond|less than|more than)\s+the\s+$")
_OF_BASELINE = AnyCase(
    r"\s+(?:of|in|from)\s+(?:the\s+)?(?:baseline|today|original|former|present)\b"
)
#: Two states told one after the other: "73.99 seconds today, 53.98 with the signal".
_THEN = AnyCase(r"[,;]\s*(?:and\s+|but\s+)?|\s+(?:and|but)\s+")
#: Most characters of the words that lead in the second of them.
_LEAD = 50
#: What tells a state from another.
_STATE = AnyCase(
    r"\b(?:baseline|today|at present|current(?:ly)?|nowadays|now|before|originally|"
    r"used to|then|so far|"
    r"with(?:out)?|under|after(?:wards)?|run|scenario)\b"
)
#: The state that something changes, and the one after that.
_AS_IT_WAS = AnyCase(
    r"\b(?:today|at present|currently|nowadays|originally|used to|so far|was|were|had been|"
    r"before(?=\s*(?:$|[,;.)])))\b"
)
_AS_IT_IS_NOW = AnyCase(r"\b(?:now|then|afterwards|with (?:it|them)|after(?=\s*(?:$|[,;.)])))\b")
#: A digit of a number, not of "CO2".
_DIGIT = re.compile(r"(?<![A-Za-z])\d")
#: What may follow a number that is given without its unit.
_ENDS = re.compile(
    r"\s*(?:$|[.,;:!?)]|(?:in|on|at|under|with|without|for|by|of|before|after|today|now|currently|"
    r"nowadays|originally|that|which|and|is|are|was|were|remains?)\b)",
    re.IGNORECASE,
)
#: What is counted itself.
_COUNTED = re.compile(r"\s+(?!(?:than|in|on|as|with|at|and|or|but)\b)[a-z]+", re.IGNORECASE)
#: A difference without a unit behind the value that it goes with: "163 vehicles, 29 more".
_BESIDE = re.compile(r"[^\d.;]{0,40}", re.IGNORECASE)


def counterparts(text: str, found: Sequence[Fact]) -> list[Fact]:
    """Return the facts with values of two states told apart and bare numbers in their unit."""
    made = list(found)
    extra: list[Fact] = []
    for index, (first, second) in enumerate(pairwise(made)):
        if first.kind != "number" or second.kind != "number" or second.course:
            continue
        first = made[index]
        if _differs(text, first, second):
            made[index + 1] = _like(second, first)
            continue
        if _fronted(text, first, second):
            comma = text.find(",", first.end, second.start)
            at = comma if comma > 0 else first.end
            level = _level(first)._replace(like=None if first.printed[-1].unit else second)
            made[index] = _piece(level, first.left, at, (at, second.right), "start")
            made[index + 1] = _piece(_level(second), at, second.right, (first.left, at), "end")
            continue
        joint = _joint(text, first, second)
        if joint is None:
            continue
        at, against = joint
        if second.printed[0].qualifier != "exact":
            # "Under the 73.99 seconds of the baseline": less than that, which the baseline has.
            extra.append(_piece(_like(second, first), first.left, at, (at, second.right), "end"))
            second = _unqualified(second)
        head = first if first.of_change else _piece(first, first.left, at, (at, second.right))
        after = _like(second, first)._replace(
            of_change=False,
            direction="none",
            direction_at=None,
            negated=second.negated and not against,
        )
        rival = (first.left, at)
        made[index + 1] = _piece(after, at, second.right, rival, "start" if against else "end")
        made[index] = head if first.of_change else head._replace(course="end" if against else "")
    return [*made, *extra]


def _fronted(text: str, first: Fact, second: Fact) -> bool:
    """Tell whether the first of two values is what the second is compared with."""
    units = first.printed[-1].unit, second.printed[-1].unit
    alike = first.rival is None and (not units[0] or family(units[0]) == family(units[1]))
    led = alike and "percent" not in units and _AGAINST_FIRST.fullmatch(text, 0, first.start)
    return bool(led) and second.direction == "none"


def _level(fact: Fact) -> Fact:
    return fact._replace(of_change=False, direction="none", direction_at=None)


def _unqualified(fact: Fact) -> Fact:
    exact = (as_exact(p) for p in fact.printed)
    return fact._replace(printed=tuple(exact))


def _like(fact: Fact, first: Fact) -> Fact:
    """Return a fact of the output that another one is of, in its unit where it has none."""
    printed = tuple(
        p if p.unit else p.model_copy(update={"unit": first.printed[-1].unit}) for p in fact.printed
    )
    return fact._replace(printed=printed, like=first)


def _differs(text: str, first: Fact, second: Fact) -> bool:
    """Tell whether the second number is a bare difference from the first: "163, 29 more"."""
    bare = not second.printed[0].unit and second.direction != "none"
    between = _BESIDE.fullmatch(text, first.end, second.start)
    behind = compared_behind(text, second.end)
    if behind is not None and _COUNTED.match(text, behind.end):
        return False  # "20 seconds shorter, with 16 more cars"
    counted = first.printed[-1].unit != "percent"
    return bare and counted and between is not None and behind is not None


def _piece(
    fact: Fact,
    left: int,
    right: int,
    rival: tuple[int, int],
    course: Literal["", "start", "end"] = "",
) -> Fact:
    return fact._replace(left=left, right=right, rival=rival, course=course, undirected=False)


def _joint(text: str, first: Fact, second: Fact) -> tuple[int, bool] | None:
    """Return where the second of two values is led in, and whether as what is compared with."""
    if not _alike(text, first, second):
        return None
    between = text[first.end : second.start]
    against = _AGAINST.search(between)
    if against is not None:
        return first.end + against.start(), True
    if _SIDE.search(between) and _OF_BASELINE.match(text, second.end):
        return second.printed[0].qualified_from, True
    if first.of_change or second.of_change or second.direction != "none":
        return None
    then = _THEN.search(between)
    if then is None or len(between) - then.end() > _LEAD:
        return None
    told = _STATE.finditer(text, first.end + then.end(), second.right)
    limit = second.printed[0].qualified_from  # "above 17 °C and under 18 °C" names no state
    if all(limit <= m.start() < second.start for m in told):
        return None
    return first.end + then.start(), False


def _alike(text: str, first: Fact, second: Fact) -> bool:
    """Tell whether two numbers may be values of one output."""
    units = first.printed[-1].unit, second.printed[-1].unit
    if (
        "percent" in units
        or first.rival is not None
        or _DIGIT.search(text, first.end, second.start)
    ):
        return False
    if units[1]:
        return family(units[0]) == family(units[1])
    return second.printed[-1].text[-1:].isdigit() and bool(_ENDS.match(text, second.end))


def call_of_rival(fact: Fact, text: str, mentions: Sequence[Mention], runs: Runs) -> Call | None:
    """Return the call of one of two values that are told apart; None where nothing tells."""
    if fact.rival is None or len(runs.calls) != 2:
        return None
    own = _told(text, (fact.left, fact.right), mentions, runs)
    other = _told(text, fact.rival, mentions, runs)
    if own is not None:
        return own
    if other is not None:
        return next(c for c in runs.calls if c is not other)
    if alike(runs):
        return None
    first, last = natural_order(runs)
    return {"start": first, "end": last}.get(fact.course)


def _told(
    text: str, piece: tuple[int, int], mentions: Sequence[Mention], runs: Runs
) -> Call | None:
    inside = [m for m in mentions if piece[0] <= m.start < piece[1]]
    chosen = spoken_of(text[piece[0] : piece[1]], inside, runs)
    if len(chosen) == 1:
        return chosen[0]
    changed = [c for c in runs.calls if changes_anything(c, runs.parameters)]
    told = [bool(p.search(text, *piece)) for p in (_AS_IT_WAS, _AS_IT_IS_NOW)]
    if len(changed) != 1 or told[0] == told[1]:
        return None
    return changed[0] if told[1] else next(c for c in runs.calls if c is not changed[0])

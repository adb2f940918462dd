"""The parts of a row of signs: runs named together as one, inputs with what is done to them."""

import re
from collections.abc import Iterator, Sequence
from itertools import combinations, pairwise

from simulrag.verifier.reading.roles import Runs
from simulrag.verifier.reading.scene_plain_rows import PAUSES, plain_row, runs_named
from simulrag.verifier.reading.scene_sign import Sign

_LESS = frozenset(
    "decrease decreases decreased decreasing reduction lowering lowered less lower dropping "
    "falling drop drops smaller fall reductions decline declining diminished "
    "diminishing diminution dwindling falls".split()
)
_MORE = frozenset(
    "increase increases increased increasing raising raised rise rises rising more higher "
    "adding extra growth heating gain boosting boost added increases surplus stepping-up "
    "escalating elevated augmenting".split()
)
_OTHER = frozenset("change changes changed shift shifts effect impact response".split())


class TurnedInputError(ValueError):
    """An input is said to be less where it is more in the run, or the other way round."""


def merged(row: Sequence[Sign], runs: Runs, *, apart: bool = False) -> list[Sign]:
    """Return a row with inputs and runs that are named together as one sign.

    apart: runs that a pause parts stay signs of their own.
    """
    made = _absorbed(_joined(row, apart=apart), runs)
    _check_shares(made, runs)
    return _joined(plain_row(made), apart=apart)


def _check_shares(row: Sequence[Sign], runs: Runs) -> None:
    """Refuse what is said of one of several inputs of a run alone, which no run tells."""
    beside = [b for a, b in pairwise(row) if a.sign == "y"]
    beside += [a for a, b in pairwise(row) if b.sign == "y"]
    for sign in beside:
        for run in runs_named(sign):
            given = runs.calls[run].arguments
            changed = {p.name for p in runs.parameters if p.kind == "change" and given.get(p.name)}
            if sign.inputs and not changed <= set(sign.inputs):
                raise TurnedInputError(sign.word)


def _joined(row: Sequence[Sign], *, apart: bool) -> list[Sign]:
    made: list[Sign] = []
    for sign in row:
        made.append(sign)
        while (short := _shorter(made, apart=apart)) is not None:
            made = short
    return made


def _shorter(made: list[Sign], *, apart: bool) -> list[Sign] | None:
    """Join the last signs of a row where they name runs together; None where they do not."""
    if made[-1].sign != "S":
        return None
    row = "".join(s.sign for s in made[-6:])
    for tail in ("!S&!S", "!S!S"):
        if row.endswith(tail):
            first, last = made[-len(tail) + 1], made[-1]
            return [*made[: -len(tail) + 1], _both(first, last)]
    for tail in ("S&S", "S,&S", "SS", "S,S"):
        if row.endswith(tail):
            first, last = made[-len(tail)], made[-1]
            one, two = runs_named(first), runs_named(last)
            if first.word == "both" and len(two) == 1:
                return None  # "both the first and the second"
            if apart and tail == "S,S":
                continue
            if one & two and (one == two or tail in ("SS", "S,S")):
                return [*made[: -len(tail)], _both(first, last, one & two)]
            if tail == "S&S":
                return [*made[: -len(tail)], _both(first, last)]
    return None


def _both(first: Sign, last: Sign, runs: frozenset[int] | None = None) -> Sign:
    inputs = (*first.inputs, *last.inputs)
    held = runs_named(first) | runs_named(last) if runs is None else runs
    return first._replace(end=last.end, held=held, inputs=inputs)


def _absorbed(row: Sequence[Sign], runs: Runs) -> list[Sign]:
    """Return a row with what is said to be done to inputs as part of the runs in which it is."""
    made = _left_alone(row)
    at = 0
    while at < len(made):
        if not made[at].inputs:
            at += 1
            continue
        if at and made[at - 1].sign == "L":
            made[at] = _others(made[at], runs)
            del made[at - 1]
            continue
        for beside in (at - 1, at + 1):
            if 0 <= beside < len(made) and _done_at(made, beside, at):
                _check(made[beside], made[at], runs)
                del made[beside]
                at -= beside < at
                break
        else:
            at += 1
    return [_alone(s) for s in made if s.sign != "L" or s.word.startswith("without")]


def _left_alone(row: Sequence[Sign]) -> list[Sign]:
    """Return a row with "leave the aerosols alone" told as what is not done to them."""
    made = list(row)
    for n, (leave, left) in enumerate(pairwise(row)):
        alone = next((k for k in range(n + 2, len(made)) if made[k].sign not in "S&"), 0)
        if leave.sign == "u" and left.inputs and alone and made[alone].word == "alone":
            made[n] = leave._replace(sign="L")
            del made[alone]
            break
    return made


def _others(sign: Sign, runs: Runs) -> Sign:
    """Return the runs in which inputs are left alone: "without the extra SO2"."""
    rest = frozenset(range(len(runs.calls))) - runs_named(sign)
    if not rest:
        raise TurnedInputError(sign.word)
    return sign._replace(held=rest, inputs=())


def _done_at(row: Sequence[Sign], beside: int, at: int) -> bool:
    """Tell whether a sign beside an input says what is done to it, and not to a result."""
    if beside < at and row[beside].sign in "wq" and beside and row[beside - 1].sign == "N":
        return False  # "0.87 °C lower when the aerosols change"
    if row[beside].word in ("up", "down"):  # "with the greenhouse gases up"
        return beside > at and "".join(s.sign for s in row[beside + 1 : beside + 2]) in (
            "",
            "&",
            ",",
        )
    return _is_done(row[beside], before=beside < at)


def _is_done(sign: Sign, *, before: bool) -> bool:
    if sign.sign in "dUC":
        return True
    if sign.sign in "<>" and before:
        return sign.word in ("less", "more")
    if sign.sign in "q" and before:
        return sign.word == "lower"
    if sign.sign in "w" and before:
        return sign.word == "higher"
    return sign.sign in "+-D" and sign.word in (_LESS | _MORE | _OTHER)


def _check(done: Sign, inputs: Sign, runs: Runs) -> None:
    less = done.sign == "d" or done.word in _LESS or done.word == "down"
    more = done.sign == "U" or done.word in _MORE or done.word == "up"
    for run in runs_named(inputs):
        for name in inputs.inputs:
            value = runs.calls[run].arguments.get(name)
            if isinstance(value, int | float) and ((less and value > 0) or (more and value < 0)):
                raise TurnedInputError(name)


def _alone(sign: Sign) -> Sign:
    """Return what is done to no input as what is done to a result."""
    turned = {"d": "-", "U": "+", "C": "D", "L": "!"}
    if sign.word == "fewer":
        return sign._replace(sign="?")  # fewer of something that is no input
    return sign._replace(sign=turned.get(sign.sign, sign.sign))


#: Most places at which a statement is parted.
_MOSTPAUSES = 7


def without_pauses(row: Sequence[Sign]) -> list[Sign]:
    """Return a row without what only parts it."""
    return [s for s in row if s.sign not in PAUSES]


def partings(row: Sequence[Sign]) -> Iterator[list[list[Sign]]]:
    """Yield the ways to part a row at its pauses: in two, then in three."""
    at = [n for n, s in enumerate(row) if s.sign in PAUSES][:_MOSTPAUSES]
    for many in (1, 2):
        for cuts in combinations(at, many):
            ends = [0, *cuts, len(row)]
            parts = [without_pauses(row[a:b]) for a, b in pairwise(ends)]
            if all(parts):
                yield parts


#: A mark by itself, and what is said to lie on one side of it.
_MARK, _DANGLING = re.compile("N[eDR]?"), re.compile("[SOVB!&ct]*[><XYRgl][eVct]*S?")


def with_mark(parts: Sequence[list[Sign]]) -> Sequence[list[Sign]]:
    """Return parts with the mark that is named first: "Six degrees: 1998 was below, 2041 above"."""
    rows = ["".join(s.sign for s in part) for part in parts]
    if not _MARK.fullmatch(rows[0]) or not all(_DANGLING.fullmatch(row) for row in rows[1:]):
        return parts
    mark = parts[0][0]
    side = [max(n for n, s in enumerate(part) if s.sign in "><XYRgl") + 1 for part in parts[1:]]
    return [[*p[:n], mark, *p[n:]] for p, n in zip(parts[1:], side, strict=True)]

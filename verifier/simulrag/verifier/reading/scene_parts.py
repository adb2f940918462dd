"""The parts of a row of signs: runs named together as one, inputs with what is done to them."""

from collections.abc import Iterator, Sequence
from itertools import combinations, pairwise

from simulrag.verifier.reading.roles import Runs
from simulrag.verifier.reading.scene_signs import Sign

_LESS = frozenset(
    "decrease decreases decreased decreasing reduction lowering lowered less lower dropping "
    "falling drop drops smaller fall".split()
)
_MORE = frozenset(
    "increase increases increased increasing raising raised rise rises rising more higher "
    "adding extra growth heating gain".split()
)
_OTHER = frozenset("change changes changed shift shifts effect impact response".split())


_PAUSES = frozenset(",&")


class TurnedInputError(ValueError):
    """An input is said to be less where it is more in the run, or the other way round."""


def merged(row: Sequence[Sign], runs: Runs) -> list[Sign]:
    """Return a row with inputs and runs that are named together as one sign."""
    made = _absorbed(_joined(row), runs)
    return _joined(_without_leads(made))


def _without_leads(row: Sequence[Sign]) -> list[Sign]:
    """Leave out what only leads a run in: "under neither", "by 2050", "out of the intervention"."""
    kept: list[Sign] = []
    for n, sign in enumerate(row):
        behind = "".join(s.sign for s in row[n + 1 : n + 3])
        run = behind[:1] in ("S", "O") or behind == "!S"
        first = n == 0 or row[n - 1].sign in _PAUSES
        if run and sign.sign in ("B", "u"):
            continue
        if sign.sign == "F" and behind[:1] in ("R", "X"):
            kept.append(sign._replace(sign="!"))
            continue  # "keeps it from reaching"
        if sign.sign == "O" and run and behind[:1] == "S":
            continue  # "the alternative future with less SO2"
        if sign.sign == "y" and not (first and run):
            continue  # "only 0.1 °C"
        if sign.sign in "wq" and behind[:1] == "S" and len(_runs(row[n + 1])) > 1 and first:
            kept.append(sign._replace(sign="h" if sign.sign == "w" else "k"))
            continue  # "the cooler of the two"
        if sign.sign == "V" and behind[:1] == "D":
            continue  # "the temperature difference"
        if sign.word == "under" and run and any(s.sign in "wqhk+-T" for s in row[:n]):
            continue
        if sign.word == "under" and first and behind[:1] not in ("N", "K", "f"):
            continue
        if sign.word in ("lead", "leads") and behind[:1] not in ("S", "O", "B"):
            continue
        kept.append(sign)
    return kept


def _joined(row: Sequence[Sign]) -> list[Sign]:
    made: list[Sign] = []
    for sign in row:
        made.append(sign)
        while (short := _shorter(made)) is not None:
            made = short
    return made


def _shorter(made: list[Sign]) -> list[Sign] | None:
    """Join the last signs of a row where they name runs together; None where they do not."""
    row = "".join(s.sign for s in made[-6:])
    for tail in ("!S&!S", "!S!S"):
        if row.endswith(tail):
            first, last = made[-len(tail) + 1], made[-1]
            return [*made[: -len(tail) + 1], _both(first, last)]
    for tail in ("S&S", "S,&S", "SS", "S,S"):
        if row.endswith(tail):
            first, last = made[-len(tail)], made[-1]
            one, two = _runs(first), _runs(last)
            if first.word == "both" and len(two) == 1:
                return None  # "both the first and the second"
            if one & two and (one == two or tail in ("SS", "S,S")):
                return [*made[: -len(tail)], _both(first, last, one & two)]
            if tail == "S&S":
                return [*made[: -len(tail)], _both(first, last)]
    return None


def _runs(sign: Sign) -> frozenset[int]:
    return sign.held if isinstance(sign.held, frozenset) else frozenset()


def _both(first: Sign, last: Sign, runs: frozenset[int] | None = None) -> Sign:
    inputs = (*first.inputs, *last.inputs)
    held = _runs(first) | _runs(last) if runs is None else runs
    return first._replace(end=last.end, held=held, inputs=inputs)


def _absorbed(row: Sequence[Sign], runs: Runs) -> list[Sign]:
    """Return a row with what is said to be done to inputs as part of the runs in which it is."""
    made = list(row)
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
            if 0 <= beside < len(made) and _is_done(made[beside], before=beside < at):
                _check(made[beside], made[at], runs)
                del made[beside]
                at -= beside < at
                break
        else:
            at += 1
    return [_alone(s) for s in made if s.sign != "L" or s.word.startswith("without")]


def _others(sign: Sign, runs: Runs) -> Sign:
    """Return the runs in which inputs are left alone: "without the extra SO2"."""
    rest = frozenset(range(len(runs.calls))) - _runs(sign)
    if not rest:
        raise TurnedInputError(sign.word)
    return sign._replace(held=rest, inputs=())


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
    less = done.sign == "d" or done.word in _LESS
    more = done.sign == "U" or done.word in _MORE
    for run in _runs(inputs):
        for name in inputs.inputs:
            value = runs.calls[run].arguments.get(name)
            if isinstance(value, int | float) and ((less and value > 0) or (more and value < 0)):
                raise TurnedInputError(name)


def _alone(sign: Sign) -> Sign:
    """Return what is done to no input as what is done to a result."""
    turned = {"d": "-", "U": "+", "C": "D", "L": "!"}
    return sign._replace(sign=turned.get(sign.sign, sign.sign))


#: Most places at which a statement is parted.
_MOST_PAUSES = 7


def without_pauses(row: Sequence[Sign]) -> list[Sign]:
    """Return a row without what only parts it."""
    return [s for s in row if s.sign not in _PAUSES]


def partings(row: Sequence[Sign]) -> Iterator[list[list[Sign]]]:
    """Yield the ways to part a row at its pauses: in two, then in three."""
    at = [n for n, s in enumerate(row) if s.sign in _PAUSES][:_MOST_PAUSES]
    for many in (1, 2):
        for cuts in combinations(at, many):
            ends = [0, *cuts, len(row)]
            parts = [without_pauses(row[a:b]) for a, b in pairwise(ends)]
            if all(parts):
                yield parts

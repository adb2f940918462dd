"""The parts of a row of signs: where a statement about a trial is parted."""

import re
from collections.abc import Iterator, Sequence
from itertools import combinations, pairwise

from simulrag.verifier.reading.scene_sign import Sign
from simulrag.verifier.reading.trial import Trial
from simulrag.verifier.reading.trial_inputs import without_inputs
from simulrag.verifier.reading.trial_turns import plainly

_PAUSES = frozenset(",&")


def merged(row: Sequence[Sign], trial: Trial, text: str) -> list[Sign]:
    """Return a row with inputs taken out and turns of phrase made plain.

    Raises TurnedInputError where an input is said to be less and is more, or the other way round.
    """
    return _tidy(plainly(without_inputs(row, trial, text), text))


def _tidy(row: Sequence[Sign]) -> list[Sign]:
    """Return a row with single pauses, none at its ends."""
    made: list[Sign] = []
    for sign in row:
        if sign.sign in _PAUSES and (not made or made[-1].sign in _PAUSES):
            if made and sign.sign == "&":
                made[-1] = sign
            continue
        made.append(sign)
    while made and made[-1].sign in _PAUSES:
        made.pop()
    compares = any(s.sign in "CF" for s in made)
    made = [s for s, b in pairwise([*made, Sign("", -1, -1)])
            if s.word != "to" or compares or b.sign in tuple("NK~><gljifk0ce")]  # fmt: skip
    if len(made) > 2 and made[-1].sign in "PQ" and made[-2].sign in _PAUSES:
        return _tidy(made[:-2])  # ", no less", "and no more"
    return made


#: Most places at which a statement is parted, and most parts.
_MOST_PAUSES = 7
_MOST_CUTS = 3


def partings(row: Sequence[Sign]) -> Iterator[list[list[Sign]]]:
    """Yield the ways to part a row at its pauses, in few parts first."""
    at = [n for n, s in enumerate(row) if s.sign in "&,"][:_MOST_PAUSES]
    at += _between_numbers(row)
    against = [n for n, s in enumerate(row[:-1]) if s.sign == "T" and row[n + 1].sign != "0"][:1]
    for many in range(1, _MOST_CUTS + 1):
        ways = combinations(sorted({*at, *against}), many)
        for cuts in sorted(ways, key=lambda c: sum(n in against for n in c)):
            ends = [0, *cuts, len(row)]
            parts = [_tidy(_behind_cut(row[a:b])) for a, b in pairwise(ends)]
            if all(parts):
                yield parts


def _between_numbers(row: Sequence[Sign]) -> list[int]:
    """Return where a second amount begins: "by 27 % | to 54 s", "by 35 % | from 38.3 to 24.8"."""
    plain = "".join(s.sign for s in row)
    found = [m.start(m.lastgroup or "cut") for m in _SECOND.finditer(plain)]
    return [n for n in found if plain[n] != "V" or row[n].word.startswith(("take", "need", "last"))]


_SECOND = re.compile(
    "(?<!F)(?<!F~)N[rab]*(?P<cut>[tFV])(?=[><gljiPQ~=B]*N)|"
    "N[+-]r(?P<acts>(?=[!r]*[-+78]r|r[+-]))|[+-](?P<base>(?=T0N))|"
    "N(?P<rel>(?=[><glji]N))|^[~]?N(?P<lead>(?=[ab]?r[V]*s))"
)


def _behind_cut(row: Sequence[Sign]) -> list[Sign]:
    return list(row[1:]) if row and row[0].sign == "T" else list(row)

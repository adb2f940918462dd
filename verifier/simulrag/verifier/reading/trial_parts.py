"""The parts of a row of signs: inputs with what is done to them, and where statements are parted."""

import re
from collections.abc import Iterator, Sequence
from itertools import combinations, pairwise

from simulrag.verifier.reading.scene_parts import TurnedInputError
from simulrag.verifier.reading.scene_signs import Sign
from simulrag.verifier.reading.trial import Trial

_PAUSES = frozenset(",&")
_WAYS = {"+": 1, "-": -1, "7": -1, "8": 1}
#: What stands between an input and the word for what is done to it.
_BEFORE = re.compile(r"[\s-]*(?:(?:the|a|an|of|in|to|its|posted|legal|for|vehicle|traffic)\s+)*")
_BEHIND = re.compile(r"[\s-]*(?:(?:is|are|was|were|gets|being|by|goes|has|been|go|of|in)\s+)*")
_DIRECTED = re.compile(
    r"lower|less|fewer|more|extra|additional|reduc|slow|cut|increas|grow|ris|drop|decreas|surge"
)


def merged(row: Sequence[Sign], trial: Trial, text: str) -> list[Sign]:
    """Return a row without its inputs and what is said to be done to them.

    Raises TurnedInputError where an input is said to be less and is more, or the other way round.
    """
    made = _counted(row, trial)
    at = 0
    while at < len(made):
        if made[at].sign == "I":
            at = _absorb(made, at, trial, text)
        at += 1
    return _tidy(_compared(_led([s for s in made if s.sign != "I"], row)))


def _counted(row: Sequence[Sign], trial: Trial) -> list[Sign]:
    """Return a row in which what is counted is a result: "16 more vehicles", "30 extra cars"."""
    made: list[Sign] = []
    counted = _counted_results(trial)
    for sign in row:
        number = bool(made) and made[-1].sign == "N" and _plain_number(made[-1])
        noun = sign.word.split()[-1:]
        name = counted.get(noun[0], "") if noun and number else ""
        if sign.sign == "I" and name and _EXTRA.match(sign.word):
            less = sign.word.startswith(("few", "less"))
            made.append(sign._replace(sign="-" if less else "+", inputs=()))
            made.append(sign._replace(sign="r", inputs=(name,)))
        elif sign.sign in "ab" and name:
            made.append(sign._replace(sign="r", inputs=(name,)))
        else:
            made.append(sign)
    return made


_EXTRA = re.compile("more|extra|additional|few|less")


def _counted_results(trial: Trial) -> dict[str, str]:
    """Return the results that are counts by the words for what is counted."""
    made: dict[str, str] = {}
    for name, output in trial.results.items():
        for word in () if output.unit else output.unit_words:
            made.setdefault(word, name)
    return made


def _plain_number(sign: Sign) -> bool:
    return getattr(sign.held, "unit", "?") in ("", "vehicle")


def _absorb(row: list[Sign], at: int, trial: Trial, text: str) -> int:
    """Take what is done to an input into it; return where the input is then."""
    sign = row[at]
    if sign.word != "=" and _DIRECTED.search(sign.word):
        _check(sign, 0, trial)
        return at
    if sign.word == "=" and _DIRECTED.search(text[sign.start : sign.end].lower()):
        return at
    if at and row[at - 1].sign == "h":
        _check(sign, -1 if row[at - 1].word == "-" else 1, trial)
        del row[at - 1]
        return at - 1
    if at and row[at - 1].sign in _WAYS and _BEFORE.fullmatch(text, row[at - 1].end, sign.start):
        _check(sign, _WAYS[row[at - 1].sign], trial)
        del row[at - 1]
        return at - 1
    behind = row[at + 1] if at + 1 < len(row) else None
    if behind is None or behind.sign not in _WAYS:
        return at
    beyond = row[at + 2].sign if at + 2 < len(row) else ""
    if beyond in ("r", "N") or not _BEHIND.fullmatch(text, sign.end, behind.start):
        return at
    _check(sign, _WAYS[behind.sign], trial)
    del row[at + 1]
    return at


def _check(sign: Sign, way: int, trial: Trial) -> None:
    if not way:
        less = re.search("lower|less|fewer|reduc|slow|cut|drop|decreas", sign.word)
        way = -1 if less else 1
    for name in sign.inputs:
        value = trial.changed.arguments.get(name)
        if isinstance(value, int | float) and value * way < 0:
            raise TurnedInputError(name)


def _led(row: Sequence[Sign], whole: Sequence[Sign]) -> list[Sign]:
    """Leave out words that only lead in what is tried: "under the plan", "without it"."""
    del whole
    made: list[Sign] = []
    for n, sign in enumerate(row):
        behind = row[n + 1].sign if n + 1 < len(row) else ""
        if sign.word in ("under", "within", "up to") and behind in ("1", "", ",", "&"):
            continue
        if sign.sign == "1" and not (made and made[-1].sign in ("T", "F", "x", "!")):
            continue
        if sign.sign == "!" and behind == "1":
            return [sign._replace(sign="?")]
        made.append(sign)
    return made


_TO_BASELINE = {">": "+", "<": "-", "X": "+", "Y": "-", "j": "+", "i": "-", "z": "+"}


def _compared(row: Sequence[Sign]) -> list[Sign]:
    """Return "above the baseline", "more than before" as more, compared with the baseline."""
    made: list[Sign] = []
    for n, sign in enumerate(row):
        behind = [s.sign for s in row[n + 1 :] if s.sign not in "aVA"]
        if sign.sign in _TO_BASELINE and behind[:1] == ["0"]:
            made += [sign._replace(sign=_TO_BASELINE[sign.sign]), sign._replace(sign="T")]
        elif sign.sign == "V" and behind[:1] == ["0"] and made and made[-1].sign == "T":
            continue
        else:
            made.append(sign)
    return made


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
    return made


#: Most places at which a statement is parted, and most parts.
_MOST_PAUSES = 7
_MOST_CUTS = 3


def partings(row: Sequence[Sign]) -> Iterator[list[list[Sign]]]:
    """Yield the ways to part a row at its pauses, in few parts first."""
    at = [n for n, s in enumerate(row) if s.sign in "&,"][:_MOST_PAUSES]
    against = [n for n, s in enumerate(row[:-1]) if s.sign == "T" and row[n + 1].sign != "0"][:1]
    for many in range(1, _MOST_CUTS + 1):
        for cuts in combinations(sorted(at + against), many):
            ends = [0, *cuts, len(row)]
            parts = [_tidy(_behind_cut(row[a:b])) for a, b in pairwise(ends)]
            if all(parts):
                yield parts


def _behind_cut(row: Sequence[Sign]) -> list[Sign]:
    return list(row[1:]) if row and row[0].sign == "T" else list(row)

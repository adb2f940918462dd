"""The parts of a row of signs: inputs with what is done to them, and where statements are parted."""

import re
from collections.abc import Iterator, Sequence
from decimal import Decimal
from itertools import combinations, pairwise

from simulrag.verifier.quantities import Printed
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
    made = _limits(_beside_inputs(_counted(row, trial, text), trial))
    at = 0
    while at < len(made):
        if made[at].sign == "I":
            at = _absorb(made, at, trial, text)
        at += 1
    plain = [s for s in made if s.sign != "I"]
    said = _turned_round(_compared(_unreached(_led(_of_drivers(plain, text)))))
    return _tidy(_hedged(said))


def _turned_round(row: Sequence[Sign]) -> list[Sign]:
    """Return a row with what is passive made active, and other turns of phrase made plain."""
    made: list[Sign] = []
    for n, sign in enumerate(row):
        behind = "".join(s.sign for s in row[n + 1 : n + 3])
        last = made[-1].sign if made else ""
        if sign.word == "former" and behind[:1] not in ("r", "V", "0"):
            made.append(sign._replace(sign="?"))  # "the former by 8 %, the latter by 34 %"
            continue
        if sign.word in ("down", "up") and any(s.sign in "78" for s in made[-2:]):
            continue  # "slows the trip down"
        if sign.word in ("falls in", "fall in", "fell in") and behind[:1] in ("K", "c"):
            continue
        if sign.sign == "~" and sign.word == "just about" and behind[:1] in ("K", "R"):
            continue
        if sign.sign == "G" and behind[:1] == "0":
            continue  # "those of the status quo"
        if sign.word == "not even" and behind[:1] in ("+", "-", "B", "7", "8"):
            made += [sign._replace(sign="!"), sign._replace(sign="k")]
        elif sign.sign == "E" and behind[:1] == "K" and last in (">", "X", "<", "Y"):
            if last in "<Y":
                made[-1] = made[-1]._replace(sign="l")
        elif sign.sign == "z" and behind[:1] == "N":
            continue  # "is crossed in 66 s"
        elif sign.sign == "!" and behind[:1] == "N" and _ends_in_number(made):
            made.append(sign._replace(sign="x"))  # "24.7 kg, not 38.3"
        else:
            made.append(sign)
    if "".join(s.sign for s in made[-2:]) == "!R" and not any(s.sign == "N" for s in made):
        made.pop()  # "a dramatic reduction is not reached"
    return _active(made)


def _ends_in_number(row: Sequence[Sign]) -> bool:
    kept = [s.sign for s in row if s.sign not in ",&rV"]
    return bool(kept) and kept[-1] == "N"


_PASSIVE = re.compile("^[,&]*(?P<what>[!yk]*[NK][ce]*)[yk]*(?P<verb>[MXR])B(?P<who>[-+D]*r[-+D]*)$")


def _active(row: Sequence[Sign]) -> list[Sign]:
    """Return "the class is missed by CO2" as "CO2 misses the class"."""
    found = _PASSIVE.match("".join(s.sign for s in row))
    if found is None:
        return list(row)
    what, verb, who = (row[slice(*found.span(k))] for k in ("what", "verb", "who"))
    return [*who, *verb, *what]


_MORE = frozenset("more fewer less extra additional".split())


def _of_drivers(row: Sequence[Sign], text: str) -> list[Sign]:
    """Return a row in which more or fewer people are nothing known, where no number counts them."""
    made = list(row)
    for n, sign in enumerate(made[:-1]):
        behind = made[n + 1]
        beside = behind.sign in tuple("ab") and text[sign.end : behind.start].isspace()
        if sign.sign in "+-" and _PLACE.match(text, sign.end):
            made[n] = sign._replace(sign="")  # "the slimmed-down arterial"
        if sign.sign == "v":
            numbered = behind.sign in _WAYS and any(s.sign == "N" for s in made[n:])
            made[n] = sign._replace(sign="" if numbered else "?")
        if sign.word in _MORE and beside and not (n and made[n - 1].sign == "N"):
            made[n] = sign._replace(sign="?")
    return _contrasted(_kept_from([s for s in made if s.sign]))


def _contrasted(row: Sequence[Sign]) -> list[Sign]:
    """Leave out the way that is set against the one that is said: "far from rising, it falls"."""
    ways = [n for n, s in enumerate(row) if s.sign in "+-"]
    for n in ways:
        led = n and row[n - 1].sign in "!x"
        alone = n + 1 == len(row) or row[n + 1].sign in _PAUSES
        first = n < 2 or row[n - 2].sign in _PAUSES or row[n - 2].sign in "+-"
        others = [row[m].sign for m in ways if m != n]
        if led and alone and first and others and row[n].sign not in others:
            return [*row[: n - 1], *row[n + 1 :]]
    return list(row)


_PLACE = re.compile(
    r"[\s-]+(?:main |central )?(?:road|street|arterial|avenue|artery|corridor|boulevard|downtown|"
    r"core|thoroughfare|centre|center|carriageway)\b"
)
_KEEPS = re.compile(r"prevent(?:s|ed|ing)?|avert(?:s|ed|ing)?")


def _kept_from(row: Sequence[Sign]) -> list[Sign]:
    """Return "keeps it from rising" as a denial, "does not keep it from rising" as none."""
    made = list(row)
    for n in range(len(made) - 1):
        if made[n].sign == "F" and made[n + 1].sign in "+-":
            rest = [s for s in made[:n] if not _KEEPS.fullmatch(s.word)]
            denied = [m for m, s in enumerate(rest) if s.sign == "!"]
            if denied:
                return [*rest[: denied[0]], *rest[denied[0] + 1 :], *made[n + 1 :]]
            return [*rest, made[n]._replace(sign="!"), *made[n + 1 :]]
    return made


def _unreached(row: Sequence[Sign]) -> list[Sign]:
    """Leave out "pass" and "reach" where no limit stands behind them."""
    ahead = "NKeEWHf><gljiPQ~=kc0MRwB"
    return [s for n, s in enumerate(row)
            if s.sign not in "XR" or n + 1 < len(row) and row[n + 1].sign in ahead
            or (n and row[n - 1].sign in "!~<i")]  # fmt: skip


def _hedged(row: Sequence[Sign]) -> list[Sign]:
    """Return a row with hedges behind a number before it: "a tenth or so"."""
    made: list[Sign] = []
    for n, sign in enumerate(row):
        behind = row[n + 1].sign if n + 1 < len(row) else ""
        own = len(made) - 1 - (bool(made) and made[-1].sign == ",")
        while sign.sign == "~" and own >= 0 and made[own].sign in "rVkaG" and behind in ",&":
            own -= 1
        if sign.sign == "~" and behind not in tuple("NKhfs") and own >= 0 and made[own].sign in "Nhf":
            if own and made[own - 1].sign in "lg":
                made[own - 1] = sign
            else:
                made.insert(own, sign)
        elif sign.sign in "l" and sign.word in ("within", "inside") and behind in "Kc":
            continue
        else:
            made.append(sign)
    return made


def _counted(row: Sequence[Sign], trial: Trial, text: str) -> list[Sign]:
    """Return a row in which what is counted is a result: "16 more vehicles", "30 extra cars"."""
    made: list[Sign] = []
    counted = _counted_results(trial)
    for sign in row:
        number = bool(made) and made[-1].sign == "N" and _counts(made[-1], sign, text)
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


def _beside_inputs(row: Sequence[Sign], trial: Trial) -> list[Sign]:
    """Return a row in which the change of an input is a number that a change is set beside."""
    made: list[Sign] = []
    for n, sign in enumerate(row):
        led = row[n - 1] if n else None
        rest = [s for s in row[n + 1 :] if s.sign not in ",&aV"]
        value = trial.changed.arguments.get(sign.inputs[0]) if sign.inputs else None
        beside = led is not None and led.sign in "><" and led.word.endswith("than") and not rest
        times = [s for s in made[-2:] if s.sign == "f"]
        as_much = led is not None and led.sign == "k" and not rest
        plain = sign.sign == "I" and sign.word != "=" and isinstance(value, int | float)
        if plain and as_much and isinstance(value, int | float):
            of = times[-1].held if times else None
            many = float(of.value) if isinstance(of, Printed) else 1.0
            del made[-1 - len(times) :]
            part = Printed(
                text=sign.word, start=sign.start, end=sign.end, unit_end=sign.end,
                value=Decimal(str(many * abs(value))),
                half_unit=Decimal(str(abs(value) * many / 20 if times else 0.5)), unit="percent",
                qualified_from=sign.start,
            )  # fmt: skip
            made.append(sign._replace(sign="N", held=part, word="part", inputs=()))
        elif plain and beside and isinstance(value, int | float):
            exact = Printed(
                text=sign.word, start=sign.start, end=sign.end, unit_end=sign.end,
                value=Decimal(str(abs(value))), half_unit=Decimal(0), unit="percent",
                qualified_from=sign.start,
            )  # fmt: skip
            made.append(sign._replace(sign="N", held=exact, word="part", inputs=()))
        else:
            made.append(sign)
    return made


def _limits(row: Sequence[Sign]) -> list[Sign]:
    """Return a row in which the limit of a class is none of speed."""
    pairs = zip(row, [*row[1:], None], strict=True)
    return [
        s._replace(sign="e", inputs=())
        if s.sign in "I?" and s.word.endswith(("limit", "limits")) and b is not None and b.sign == "K"
        else s
        for s, b in pairs
    ]


_OF_ALL = re.compile(r"\s+of\s+(?:(?:all|the|its|these)\s+)*")


def _counts(number: Sign, behind: Sign, text: str) -> bool:
    """Tell whether a number counts what stands behind it, or is a part of all of it."""
    unit = getattr(number.held, "unit", "?")
    if unit == "percent":
        return _OF_ALL.fullmatch(text, number.end, behind.start) is not None
    return unit in ("", "vehicle")


_NOUN_BEHIND = re.compile("cut|reduction|decrease|increase|growth|rise|drop|surge|hike|decline")


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
    if _NOUN_BEHIND.fullmatch(behind.word) and behind.start - sign.end == 1:
        beyond = ""  # "the limit cut makes the trip longer"
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


def _led(row: Sequence[Sign]) -> list[Sign]:
    """Leave out words that only lead in what is tried: "under the plan", "without it"."""
    made: list[Sign] = []
    for n, sign in enumerate(row):
        behind = row[n + 1].sign if n + 1 < len(row) else ""
        if sign.word in ("under", "within", "up to") and behind in ("1", "", ",", "&"):
            continue
        if sign.word == "now" and n and row[n - 1].sign in "><T":
            made.append(sign._replace(sign="0"))
            continue
        if sign.sign == "1" and n and row[n - 1].sign == "!":
            continue
        if sign.sign == "0" and sign.word.endswith("without") and behind == "1":
            partial = _PARTIAL.search(row[n + 1].word)
            made.append(sign._replace(sign="?") if partial else sign)
            continue
        if sign.sign == "1" and not (made and made[-1].sign in ("T", "F", "x")):
            continue
        if sign.sign == "!" and behind == "1":
            whole = sign.word == "without" and not _PARTIAL.search(row[n + 1].word)
            made.append(sign._replace(sign="0" if whole else "?"))
            continue
        made.append(sign)
    return made


#: Measures of which there may be another beside, so that what is without them is not the baseline.
_PARTIAL = re.compile("signal|wave|junction|intersection|light|lane|priority|calm|driving|limit|car")


_BEATS = re.compile("beat|outdo|outperform|top")
_TO_BASELINE = {">": "+", "<": "-", "X": "+", "Y": "-", "j": "+", "i": "-", "z": "+"}


def _compared(row: Sequence[Sign]) -> list[Sign]:
    """Return "above the baseline", "more than before" as more, compared with the baseline."""
    made: list[Sign] = []
    for n, sign in enumerate(row):
        behind = [s.sign for s in row[n + 1 :] if s.sign not in "aVA"]
        if sign.sign in _TO_BASELINE and behind[:1] == ["0"]:
            way = "5" if _BEATS.match(sign.word) else _TO_BASELINE[sign.sign]
            made += [sign._replace(sign=way), sign._replace(sign="T")]
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
        for cuts in combinations(sorted({*at, *against}), many):
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
    "^[~]?N(?P<lead>(?=[ab]?r[V]*s))"
)


def _behind_cut(row: Sequence[Sign]) -> list[Sign]:
    return list(row[1:]) if row and row[0].sign == "T" else list(row)

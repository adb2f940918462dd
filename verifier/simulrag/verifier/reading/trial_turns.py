"""Turns of phrase in a row of signs, said plainly: passives, contrasts, hedges, the baseline."""

import re
from collections.abc import Sequence

from simulrag.verifier.reading.scene_sign import Sign

_PAUSES = frozenset(",&")
_WAYS = frozenset("+-78")


def plainly(row: Sequence[Sign], text: str) -> list[Sign]:
    """Return a row of which the order and the number of signs follow what is said."""
    return _hedged(_turned_round(_compared(_unreached(_led(_of_drivers(row, text))))))


def _turned_round(row: Sequence[Sign]) -> list[Sign]:
    """Return a row with what is passive made active, and other turns of phrase made plain."""
    made: list[Sign] = []
    for n, sign in enumerate(row):
        behind = "".join(s.sign for s in row[n + 1 : n + 3])
        if not _says_nothing(sign, behind, made):
            made += _put_plainly(sign, behind, made)
    if "".join(s.sign for s in made[-2:]) == "!R" and not any(s.sign == "N" for s in made):
        made.pop()  # "a dramatic reduction is not reached"
    return _active(made)


def _says_nothing(sign: Sign, behind: str, made: list[Sign]) -> bool:
    """Tell whether a word belongs to one before or behind it, and says nothing of its own."""
    follower = behind[:1]
    return (
        (sign.word in ("down", "up") and any(s.sign in "78" for s in made[-2:]))
        or (sign.word in ("falls in", "fall in", "fell in") and follower in ("K", "c"))
        or (sign.word == "just about" and follower in ("K", "R"))
        or (sign.sign == "G" and follower == "0")  # "those of the status quo"
        or (sign.sign == "9" and follower in tuple("<>gljiPQ") and _ends_in_number(made))
        or (sign.sign == "z" and follower == "N")  # "is crossed in 66 s"
    )


def _put_plainly(sign: Sign, behind: str, made: list[Sign]) -> list[Sign]:
    """Return the signs that a word stands for beside those around it."""
    last = made[-1].sign if made else ""
    if sign.word == "former" and behind[:1] not in ("r", "V", "0"):
        return [sign._replace(sign="?")]  # "the former by 8 %, the latter by 34 %"
    if sign.word == "not even" and behind[:1] in ("+", "-", "B", "7", "8"):
        return [sign._replace(sign="!"), sign._replace(sign="k")]
    if sign.sign == "E" and behind[:1] == "K" and last in (">", "X", "<", "Y"):
        if last in "<Y":
            made[-1] = made[-1]._replace(sign="l")
        return []
    if (
        sign.sign == "s"
        and sign.word.startswith("as ")
        and [s.sign for s in made[-2:]] == ["x", "N"]
    ):
        return [sign._replace(sign="0")]  # "92 vehicles, not 134 as before"
    if sign.sign == "!" and behind[:1] == "N" and _ends_in_number(made):
        return [sign._replace(sign="x")]  # "24.7 kg, not 38.3"
    return [sign]


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
        if sign.sign in "+-78" and _PLACE.match(text, sign.end):
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
                kept = rest[denied[0]]._replace(sign=",")  # what does not keep it is told before
                return [*rest[: denied[0]], kept, *rest[denied[0] + 1 :], *made[n + 1 :]]
            return [*rest, made[n]._replace(sign="!"), *made[n + 1 :]]
    return made


def _unreached(row: Sequence[Sign]) -> list[Sign]:
    """Leave out "pass" and "reach" where no limit stands behind them."""
    made: list[Sign] = []
    for n, sign in enumerate(row):
        ahead = n + 1 < len(row) and row[n + 1].sign in "NKeEWHf><gljiPQ~=kc0MRwB"
        led = row[n - 1].sign if n else "r"
        passing = sign.sign in "XR" and _PASSING.match(sign.word) is not None
        if not passing or ahead or led not in "rab":
            made.append(sign)
    return made


_PASSING = re.compile("pass|cross|reach|arriv|get|got|clear|touch|hit")


_SIZED = ("N+", "N-", "N7", "N8")


def _hedged(row: Sequence[Sign]) -> list[Sign]:
    """Return a row with hedges behind a number before it: "a tenth or so"."""
    made: list[Sign] = []
    for n, sign in enumerate(row):
        behind = row[n + 1].sign if n + 1 < len(row) else ""
        own = len(made) - 1 - (bool(made) and made[-1].sign == ",")
        while sign.sign == "~" and own >= 0 and made[own].sign in "rVkaG+-78" and behind in ",&":
            own -= 1
        if (
            sign.sign == "~"
            and behind not in tuple("NKhfs")
            and own >= 0
            and made[own].sign in "Nhf"
        ):
            if own and made[own - 1].sign in "lg":
                made[own - 1] = sign
            else:
                made.insert(own, sign)
        elif sign.sign in "PQ" and "".join(s.sign for s in made[-2:]) in _SIZED:
            made.insert(-1, sign)  # "a fifth lower or a little more"
        elif sign.sign in "l" and sign.word in ("within", "inside") and behind in "Kc":
            continue
        else:
            made.append(sign)
    return made


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
_PARTIAL = re.compile(
    "signal|wave|junction|intersection|light|lane|priority|calm|driving|limit|car"
)


_BEATS = re.compile("beat|outdo|outperform|top")
_TO_BASELINE = {">": "+", "<": "-", "X": "+", "Y": "-", "j": "+", "i": "-", "z": "+"}


def _beside_former(sign: Sign, made: Sequence[Sign], behind: Sequence[str]) -> bool:
    led = next((s.sign for s in reversed(made) if s.sign not in "rab"), "")
    return sign.word in ("more than", "less than") and led == "N" and list(behind[:2]) == ["N", "0"]


def _compared(row: Sequence[Sign]) -> list[Sign]:
    """Return "above the baseline", "more than before" as more, compared with the baseline."""
    made: list[Sign] = []
    for n, sign in enumerate(row):
        behind = [s.sign for s in row[n + 1 :] if s.sign not in "aVAG"]
        if sign.sign in _TO_BASELINE and behind[:1] == ["0"]:
            way = "5" if _BEATS.match(sign.word) else _TO_BASELINE[sign.sign]
            made += [sign._replace(sign=way), sign._replace(sign="T")]
        elif sign.sign == "V" and behind[:1] == ["0"] and made and made[-1].sign == "T":
            continue
        elif _beside_former(sign, made, behind):  # "six seconds more than the 74 of the baseline"
            way = "+" if sign.sign == ">" else "-"
            made += [sign._replace(sign=way), sign._replace(sign="T")]
        elif sign.sign == "N" and "".join(s.sign for s in made[-2:]) == "T0":
            made.insert(-1, sign)  # "the baseline's 134"
        else:
            made.append(sign)
    return made
